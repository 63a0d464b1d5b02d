/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots that a diagram asks for. */
#include "doc/plot.h"
#include "test-doc.h"

static const char CHAIN[] =
    "component Chain\n"
    "  mass = TranslationalComponents.Components.Mass(m = 2k)  # heavy\n"
    "  spring = TranslationalComponents.Components.Spring(c = 10)\n"
    "relations\n"
    "  connect(spring.flange_b, mass.flange_a)\n"
    "metadata {\n"
    "  \"unknown\": {\"key\": [1,2 , 3]}\n"
    "}\n"
    "end\n";

static GPtrArray *
read_plots (const char *json)
{
  g_autofree char *text = g_strdup_printf (
      "component A\nrelations\nmetadata {\"Dyad\": {\"plots\": %s}}\nend\n", json);
  g_autoptr (DocModel) doc = test_doc (text);

  return doc_plots_of (doc_class (doc));
}

static GPtrArray *
keep_and_read (DocModel *doc, const GPtrArray *plots)
{
  g_assert_true (doc_keep_plots (doc, plots));
  assert_sound (doc);
  return doc_plots_of (doc_class (doc));
}

static const char *
variable (const GPtrArray *plots, guint plot, uint32_t curve)
{
  return doc_plot_curve (plots->pdata[plot], curve)->variable;
}

/* Lists of names are plots over time, kept as such, and passed over where they are
 * none.
 */
static void
test_lists_of_names (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  g_autoptr (GPtrArray) none = doc_plots_of (doc_class (doc));
  g_autoptr (GPtrArray) two = read_plots (
      "[3, [], [\"mass.s\", \"spring.s_rel\"], [4, \"mass.v\"], {\"a\": 1}]");

  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (two->len, ==, 2);
  g_ptr_array_add (two, doc_plot_new ()); /* an empty one is not kept */
  g_autoptr (GPtrArray) kept = keep_and_read (doc, two);
  g_assert_nonnull (
      strstr (doc_text (doc, NULL), "[[\"mass.s\", \"spring.s_rel\"], [\"mass.v\"]]"));
  g_assert_cmpuint (kept->len, ==, 2);
  g_assert_cmpstr (variable (kept, 0, 1), ==, "spring.s_rel");
  g_assert_cmpstr (variable (kept, 1, 0), ==, "mass.v");
  g_ptr_array_remove_index (kept, 0);
  g_autoptr (GPtrArray) one = keep_and_read (doc, kept);
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_cmpstr (doc_undo_label (doc), ==, "Keep plots");
  while (doc_undo (doc))
    ;
  assert_text (doc, CHAIN);
}

/* Whatever else a plot says comes back as it was. */
static void
test_whole_plot (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  g_autoptr (GPtrArray) read = read_plots (
      "[{\"title\": \"Phase \\\"plane\\\"\", \"x\": \"mass.s\", \"xRange\": [-1, 1.5],"
      " \"yRange\": [0, 1e-7], \"curves\": [\"mass.v\", {\"variable\": \"mass.a\","
      " \"color\": \"#aa0011\", \"width\": 2.5}]}, [\"mass.s\"]]");
  g_autoptr (GPtrArray) kept = keep_and_read (doc, read);
  const DocPlot *plot = kept->pdata[0];
  const DocPlotCurve *curve = doc_plot_curve (plot, 1);

  g_assert_cmpuint (kept->len, ==, 2);
  g_assert_cmpstr (plot->title, ==, "Phase \"plane\"");
  g_assert_cmpstr (plot->x, ==, "mass.s");
  g_assert_cmpfloat (plot->range[DOC_PLOT_X][0], ==, -1);
  g_assert_cmpfloat (plot->range[DOC_PLOT_X][1], ==, 1.5);
  g_assert_cmpfloat (plot->range[DOC_PLOT_Y][0], ==, 0);
  g_assert_cmpfloat (plot->range[DOC_PLOT_Y][1], ==, 1e-7);
  g_assert_cmpuint (doc_plot_n (plot), ==, 2);
  g_assert_null (doc_plot_curve (plot, 0)->color);
  g_assert_cmpstr (curve->variable, ==, "mass.a");
  g_assert_cmpstr (curve->color, ==, "#aa0011");
  g_assert_cmpfloat (curve->width, ==, 2.5);
  g_assert_null (((const DocPlot *) kept->pdata[1])->x);
}

static bool
is_of_mass (gconstpointer model, const char *name)
{
  return g_str_has_prefix (name, model);
}

/* What a model has not goes: curves, plots without one, X-Y plots without their x. */
static void
test_prune (void)
{
  g_autoptr (GPtrArray) plots = read_plots (
      "[[\"gone.s\", \"mass.s\"], [\"gone.v\"], {\"x\": \"gone.s\","
      " \"curves\": [\"mass.v\"]}, {\"x\": \"mass.s\", \"curves\": [\"mass.v\"]}]");

  doc_plots_prune (plots, is_of_mass, "mass.");
  g_assert_cmpuint (plots->len, ==, 2);
  g_assert_cmpuint (doc_plot_n (plots->pdata[0]), ==, 1);
  g_assert_cmpstr (variable (plots, 0, 0), ==, "mass.s");
  g_assert_cmpstr (variable (plots, 1, 0), ==, "mass.v");
}

/* W606: a range that is none is told, and the plot shows everything. */
static void
test_impossible_ranges (void)
{
  static const char text[] =
      "component M\n  variable x::Real = time\nmetadata {\"Dyad\": {\"plots\": ["
      "{\"xRange\": [5, 1], \"curves\": [\"x\"]}, "
      "{\"xRange\": \"all\", \"yRange\": [1], \"curves\": [\"x\"]}, "
      "{\"yRange\": [1, 2], \"curves\": [\"x\"]}]}}\nend\n";
  g_autoptr (DocModel) doc = test_doc (text);
  g_autoptr (GPtrArray) plots = doc_plots_of (doc_class (doc));
  const DocPlot *first = plots->pdata[0], *last = plots->pdata[2];
  g_autoptr (BaseDiags) diags = base_diags_new ();

  doc_plots_check (doc_class (doc), diags);
  g_assert_cmpuint (base_diags_count (diags), ==, 3);
  for (uint32_t i = 0; i < 3; i++)
    g_assert_cmpuint (base_diags_get (diags, i)->number, ==, 606);
  g_assert_cmpfloat (first->range[DOC_PLOT_X][0], ==, first->range[DOC_PLOT_X][1]);
  g_assert_cmpfloat (last->range[DOC_PLOT_Y][1], ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/plot/lists-of-names", test_lists_of_names);
  g_test_add_func ("/doc/plot/whole-plot", test_whole_plot);
  g_test_add_func ("/doc/plot/prune", test_prune);
  g_test_add_func ("/doc/plot/impossible-ranges", test_impossible_ranges);
  return g_test_run ();
}
