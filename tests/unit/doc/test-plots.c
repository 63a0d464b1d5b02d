/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves that a diagram asks for. */
#include "doc/plots.h"
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

/* The curves that a diagram asks for: kept, kept anew, and passed over where they are
 * no lists of names. */
static void
test_plots_are_kept (void)
{
  static const char *first[] = {"mass.s", "spring.s_rel", NULL};
  static const char *second[] = {"mass.v", NULL};
  static gpointer both[] = {first, second}, one[] = {second};
  GPtrArray two_plots = {both, 2}, one_plot = {one, 1};
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  g_autoptr (GPtrArray) none = doc_plots_of (doc_class (doc));

  g_assert_cmpuint (none->len, ==, 0);
  g_assert_true (doc_keep_plots (doc, &two_plots));
  assert_sound (doc);
  g_assert_nonnull (
      strstr (doc_text (doc, NULL), "[[\"mass.s\", \"spring.s_rel\"], [\"mass.v\"]]"));
  g_autoptr (GPtrArray) kept = doc_plots_of (doc_class (doc));
  g_assert_cmpuint (kept->len, ==, 2);
  g_assert_cmpstrv (kept->pdata[0], first);
  g_assert_true (doc_keep_plots (doc, &one_plot));
  g_autoptr (GPtrArray) again = doc_plots_of (doc_class (doc));
  g_assert_cmpuint (again->len, ==, 1);
  g_assert_cmpstrv (again->pdata[0], second);
  g_assert_cmpstr (doc_undo_label (doc), ==, "Keep plots");
  while (doc_undo (doc))
    ;
  assert_text (doc, CHAIN);

  g_autoptr (DocModel) odd =
      test_doc ("component A\nrelations\nmetadata {\"Dyad\": {\"plots\": [3, [], [4, "
                "\"x\"], {\"a\": 1}]}}\nend\n");
  g_autoptr (GPtrArray) read = doc_plots_of (doc_class (odd));
  g_assert_cmpuint (read->len, ==, 1);
  g_assert_cmpstr (((char **) read->pdata[0])[0], ==, "x");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/plots/kept", test_plots_are_kept);
  return g_test_run ();
}
