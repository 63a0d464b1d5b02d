/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plots show of runs, and the tree of variables. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "desk/plot/plot-view.h"
#include "desk/plot/variable-node.h"
#include "studio-fixture.h"

#define WIDTH  800
#define HEIGHT 400

static void
update (DeskPlotView *view)
{
  const FigureTheme theme = figure_theme (false);

  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
}

static void
pan (DeskPlotView *view, double dx, double dy)
{
  desk_plot_view_pan (view, 0, DESK_PLOT_AREA, (double[]){dx, dy}, false);
}

/* Shows the place of the mass in the first plot, after a run. */
static DeskPlotView *
begin_view (Fixture *fixture)
{
  DeskPlotView *view = desk_plot_view_new (fixture->studio);

  desk_plots_add (fixture->studio->plots, 0, "mass.s");
  run (fixture->studio);
  update (view);
  return view;
}

/* A first run shows something without being asked; the axis spans the run. */
static void
test_first_run (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = desk_plot_view_new (fixture->studio);
  uint32_t n;

  run (fixture->studio);
  update (view);
  g_assert_cmpuint (desk_plot_view_n (view), ==, 2); /* position and speed */
  for (uint32_t p = 0; p < 2; p++) {
    n = doc_plot_n (desk_plots_at (fixture->studio->plots, p));
    g_assert_cmpuint (n, >=, 1);
    g_assert_cmpuint (desk_plot_view_plot (view, p, NULL)->n_curves, ==, n);
  }
  const FigureFrame *frame = desk_plot_view_frame (view, 0);
  g_assert_cmpfloat (frame->x_min, ==, 0);
  g_assert_cmpfloat_with_epsilon (frame->x_max,
                                  desk_settings (fixture->studio->document).stop, 1e-9);
  desk_plot_view_free (view);
}

static const char *
variable (Fixture *fixture, uint32_t plot, uint32_t curve)
{
  return doc_plot_curve (desk_plots_at (fixture->studio->plots, plot), curve)->variable;
}

/* A run that is kept is seen beside later ones, in a paler colour and with its name;
 * the one before the last can still be; without being kept they go. */
static void
test_kept_runs (Fixture *fixture, gconstpointer data)
{
  DeskRuns *runs = fixture->studio->runs;
  DeskPlotView *view = begin_view (fixture);
  const FigureTheme theme = figure_theme (false);

  g_assert_null (desk_runs_previous (runs));
  run (fixture->studio);
  run (fixture->studio);
  update (view);
  g_assert_cmpuint (desk_plot_view_plot (view, 0, NULL)->n_curves, ==, 1);
  desk_runs_keep (runs, desk_runs_previous (runs));
  for (uint32_t n = 0; n < 3; n++) {
    update (view);
    const FigurePlot *plot = desk_plot_view_plot (view, 0, NULL);
    const FigureColor color = figure_theme_curve_color (&theme, 0);
    g_assert_cmpuint (plot->n_curves, ==, 2);
    g_assert_cmpstr (plot->curves[0].label, ==, "mass.s \u00B7 Run 2");
    g_assert_cmpstr (plot->curves[1].label, ==, "mass.s");
    g_assert_true (plot->curves[0].trace != plot->curves[1].trace);
    g_assert_cmpfloat (plot->curves[0].color.r, >, color.r);
    g_assert_cmpfloat (plot->curves[1].color.r, ==, color.r);
    run (fixture->studio);
  }
  desk_runs_keep (runs, runs->current);
  run (fixture->studio);
  update (view);
  const FigurePlot *plot = desk_plot_view_plot (view, 0, NULL);
  g_assert_cmpuint (plot->n_curves, ==, 3);
  g_assert_cmpfloat (plot->curves[0].color.r, >, plot->curves[1].color.r);
  g_assert_true (desk_runs_has_kept (runs));
  desk_runs_let_go (runs);
  g_assert_false (desk_runs_has_kept (runs));
  g_assert_cmpuint (runs->all->len, ==, 2);
  update (view);
  g_assert_cmpuint (desk_plot_view_plot (view, 0, NULL)->n_curves, ==, 1);
  desk_plot_view_free (view);
}

/* What is dropped on a plot: a variable stands there, of a component its first ones
 * where they would if they were ticked. */
static void
test_drop (Fixture *fixture, gconstpointer data)
{
  DeskPlots *plots = fixture->studio->plots;
  g_autoptr (DeskVariableNode) root =
      desk_variable_node_new (desk_document_model (fixture->studio->document));
  g_autoptr (GListModel) top = desk_variable_node_children (root);
  g_autoptr (GListModel) found = desk_variable_node_search (root, "spring.f", 1);
  g_autoptr (DeskVariableNode) force = g_list_model_get_item (found, 0);
  g_autoptr (DeskVariableNode) mass = NULL;

  for (guint i = 0; mass == NULL; i++) {
    g_autoptr (DeskVariableNode) node = g_list_model_get_item (top, i);

    if (g_str_equal (desk_variable_node_path (node), "mass"))
      mass = g_steal_pointer (&node);
  }
  g_assert_true (desk_plots_drop (plots, 0, force));
  g_assert_true (desk_plots_drop (plots, 0, mass));
  g_assert_cmpuint (desk_plots_n (plots), ==, 4);
  g_assert_cmpstr (variable (fixture, 0, 0), ==, "spring.f");
  g_assert_cmpuint (doc_plot_n (desk_plots_at (plots, 0)), ==, 1);
  g_assert_cmpstr (variable (fixture, 1, 0), ==, "mass.s");
  g_assert_cmpstr (variable (fixture, 2, 0), ==, "mass.v");
  g_assert_cmpstr (variable (fixture, 3, 0), ==, "mass.a");
}

/* Plots that were kept are there when the diagram is run the next time. */
static void
test_kept_plots (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path =
      g_build_filename (g_get_tmp_dir (), "dashpot-kept-plots.dyad", NULL);

  desk_plots_add (fixture->studio->plots, 0, "mass.a");
  desk_plots_add (fixture->studio->plots, 1, "spring.f");
  desk_plots_add (fixture->studio->plots, 1, "mass.s");
  desk_plots_keep (fixture->studio->plots);
  settle (fixture->studio);
  g_assert_true (doc_save (fixture->studio->document->doc, path, NULL));
  g_assert_true (
      desk_document_open (fixture->studio->document, fixture->example, NULL));
  settle (fixture->studio);
  run (fixture->studio);
  g_assert_false (desk_plots_has (fixture->studio->plots, "mass.a"));
  g_assert_true (desk_document_open (fixture->studio->document, path, NULL));
  settle (fixture->studio);
  run (fixture->studio);
  g_assert_cmpuint (desk_plots_n (fixture->studio->plots), ==, 2);
  g_assert_cmpstr (variable (fixture, 0, 0), ==, "mass.a");
  g_assert_cmpuint (doc_plot_n (desk_plots_at (fixture->studio->plots, 0)), ==, 1);
  g_assert_cmpstr (variable (fixture, 1, 1), ==, "mass.s");
  g_assert_cmpuint (doc_plot_n (desk_plots_at (fixture->studio->plots, 1)), ==, 2);
  g_assert_cmpint (g_remove (path), ==, 0);
}

/* Nobody hits a curve exactly: 2 px beside it. */
static void
assert_cursor_at (DeskPlotView *view,
                  const RunTrace *trace,
                  const FigurePlot *plot,
                  double time)
{
  const FigureCurve curve = plot->curves[0];
  const FigureFrame frame = *desk_plot_view_frame (view, 0);
  const double x =
      figure_plot_frame_x (&frame, run_trace_value_at (trace, curve.x_column, time));
  const double y =
      figure_plot_frame_y (&frame, run_trace_value_at (trace, curve.column, time));

  desk_plot_view_set_cursor (view, 0, 0, x + 1.4, y + 1.4);
  update (view);
  for (uint32_t p = 0; p < 2; p++) {
    g_assert_true (desk_plot_view_plot (view, p, NULL)->has_cursor[0]);
    g_assert_cmpfloat_with_epsilon (desk_plot_view_plot (view, p, NULL)->cursor[0],
                                    time, 0.02);
  }
}

/* A plot against a variable has that variable's range and unit, its curve the look that
 * it has in the diagram, and the time zoom does not touch it. A cursor that is set on
 * its curve is at the time of the point that is nearest, in all plots. */
static void
test_x_y (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = desk_plot_view_new (fixture->studio);
  DocModel *doc = fixture->studio->document->doc;
  g_autoptr (GPtrArray) plots =
      g_ptr_array_new_with_free_func ((GDestroyNotify) doc_plot_free);
  DocPlot *plane = doc_plot_new ();

  doc_plot_add (plane, "mass.v");
  plane->x = base_name ("mass.s");
  g_array_index (plane->curves, DocPlotCurve, 0).color = base_name ("#ff0000");
  g_ptr_array_add (plots, plane);
  g_ptr_array_add (plots, doc_plot_new ());
  doc_plot_add (plots->pdata[1], "mass.s");
  g_assert_true (doc_keep_plots (doc, plots));
  settle (fixture->studio);
  run (fixture->studio);
  update (view);
  const FigurePlot *plot = desk_plot_view_plot (view, 0, NULL);
  const RunTrace *trace = run_session_trace (fixture->studio->runs->current->session);
  const uint32_t x =
      sim_model_find (desk_document_model (fixture->studio->document), "mass.s");
  const RunRange range = run_trace_range (trace, x, 0, run_trace_length (trace));
  const FigureFrame all = *desk_plot_view_frame (view, 0);
  g_assert_false (desk_plot_view_is_over_time (view, 0));
  g_assert_true (desk_plot_view_is_over_time (view, 1));
  g_assert_cmpuint (plot->curves[0].x_column, ==, x);
  g_assert_cmpfloat (plot->curves[0].color.g, ==, 0);
  g_assert_cmpstr (plot->x.label, ==, "mass.s");
  g_assert_cmpstr (plot->x.units, ==, "m");
  g_assert_cmpfloat (all.x_min, <=, range.min);
  g_assert_cmpfloat (all.x_max, >=, range.max);
  g_assert_cmpfloat (all.x_max - all.x_min, <, 2 * (range.max - range.min));
  desk_plot_view_zoom (view, 1, DESK_PLOT_AREA, (double[]){WIDTH / 2, HEIGHT - 60}, 4,
                       false);
  update (view);
  g_assert_cmpfloat (desk_plot_view_frame (view, 0)->x_max, ==, all.x_max);
  assert_cursor_at (view, trace, plot, 0.13);
  assert_cursor_at (view, trace, plot, 1.4);
  pan (view, 10, 0);
  update (view);
  g_assert_cmpfloat (desk_plot_view_frame (view, 0)->x_max, <, all.x_max);
  desk_plot_view_free (view);
}

/* What is plotted against a variable is so in the file, with the range of that alone,
 * and one step of undo takes it out; ticked variables go to plots over time. */
static void
test_against (Fixture *fixture, gconstpointer data)
{
  DeskPlots *plots = fixture->studio->plots;
  DocModel *doc = fixture->studio->document->doc;

  run (fixture->studio);
  g_assert_cmpuint (desk_plots_n (plots), ==, 2);
  ((DocPlot *) desk_plots_at (plots, 1))->range[DOC_PLOT_X][1] = 3;
  desk_plots_set_x (plots, 1, "mass.s");
  g_assert_cmpstr (desk_plots_at (plots, 1)->x, ==, "mass.s");
  g_assert_cmpfloat (desk_plots_at (plots, 1)->range[DOC_PLOT_X][1], ==, 0);

  const SimModel *model = desk_document_model (fixture->studio->document);
  const SimVar *v = sim_model_var (model, sim_model_find (model, "mass.v"));
  g_assert_cmpuint (desk_plots_for (plots, v), ==, 2);

  desk_plots_keep (plots);
  g_autoptr (GPtrArray) kept = doc_plots_of (doc_class (doc));
  g_assert_cmpuint (kept->len, ==, 2);
  g_assert_null (((DocPlot *) kept->pdata[0])->x);
  g_assert_cmpstr (((DocPlot *) kept->pdata[1])->x, ==, "mass.s");
  g_assert_true (doc_undo (doc));
  g_autoptr (GPtrArray) before = doc_plots_of (doc_class (doc));
  g_assert_cmpuint (before->len, ==, 0);
  desk_plots_set_x (plots, 1, NULL);
  g_assert_null (desk_plots_at (plots, 1)->x);
  g_assert_cmpuint (desk_plots_for (plots, v), ==, 1);
}

/* What to plot against is found by a part of its name, what is plotted first. */
static void
test_find_variables (Fixture *fixture, gconstpointer data)
{
  DeskPlots *plots = fixture->studio->plots;

  desk_plots_add (plots, 0, "mass.v");
  settle (fixture->studio);
  g_autoptr (GPtrArray) all = desk_plots_find (plots, "", 3);
  g_assert_cmpuint (all->len, ==, 3);
  g_assert_cmpstr (all->pdata[0], ==, "mass.v");
  g_autoptr (GPtrArray) one = desk_plots_find (plots, "SPRING.F", 1);
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_cmpstr (one->pdata[0], ==, "spring.f");
  g_autoptr (GPtrArray) none = desk_plots_find (plots, "nosuch", 3);
  g_assert_cmpuint (none->len, ==, 0);
}

/* Stacked plots share the left and right edge, so that times stand above each other. */
static void
test_plots_align (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = begin_view (fixture);

  const char *first = variable (fixture, 0, 0);
  desk_plots_add (fixture->studio->plots, desk_plots_n (fixture->studio->plots), first);
  update (view);
  g_assert_cmpuint (desk_plot_view_n (view), ==, 2);
  g_assert_cmpfloat (desk_plot_view_frame (view, 0)->left, ==,
                     desk_plot_view_frame (view, 1)->left);
  g_assert_cmpuint (desk_plot_view_at (view, 10), ==, 0);
  g_assert_cmpuint (desk_plot_view_at (view, HEIGHT - 10), ==, 1);
  desk_plots_remove (fixture->studio->plots, 1, first);
  g_assert_cmpuint (desk_plots_n (fixture->studio->plots), ==, 1);
  desk_plot_view_free (view);
}

/* One unit stands on the axis; where curves differ, each name has its own. */
static void
test_units_are_shown (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = begin_view (fixture);

  const FigurePlot *plot = desk_plot_view_plot (view, 0, NULL);
  g_assert_cmpstr (plot->y.units, ==, "m");
  g_assert_cmpstr (plot->curves[0].label, ==, "mass.s");
  desk_plots_add (fixture->studio->plots, 0, "mass.a");
  update (view);
  plot = desk_plot_view_plot (view, 0, NULL);
  g_assert_null (plot->y.units);
  g_assert_cmpstr (plot->curves[0].label, ==, "mass.s [m]");
  g_assert_cmpstr (plot->curves[1].label, ==, "mass.a [m/s\u00B2]");
  desk_plot_view_free (view);
}

/* An angle is read in degrees on either axis, and a cursor finds its curve there. */
static void
test_units_against (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = desk_plot_view_new (fixture->studio);

  desk_plots_add (fixture->studio->plots, 0, "pin.phi");
  desk_plots_set_x (fixture->studio->plots, 0, "pin.phi");
  run (fixture->studio);
  update (view);
  const FigurePlot *plot = desk_plot_view_plot (view, 0, NULL);
  const FigureFrame *frame = desk_plot_view_frame (view, 0);
  g_assert_cmpstr (plot->x.units, ==, "\u00B0");
  g_assert_cmpstr (plot->y.units, ==, "\u00B0");
  g_assert_cmpfloat (frame->x_min, <, -90);
  g_assert_cmpfloat_with_epsilon (frame->x_min, frame->y_min, 10);
  g_assert_cmpfloat_with_epsilon (frame->x_max, frame->y_max, 10);
  /* In the middle of the diagonal. */
  const double x = (frame->left + frame->right) / 2;
  desk_plot_view_set_cursor (
      view, 0, 0, x, figure_plot_frame_y (frame, (frame->x_min + frame->x_max) / 2));
  update (view);
  const RunTrace *trace = run_session_trace (fixture->studio->runs->current->session);
  const double time = desk_plot_view_plot (view, 0, NULL)->cursor[0];
  g_assert_cmpfloat_with_epsilon (
      run_trace_value_at (trace, plot->curves[0].column, time) * 180 / G_PI,
      (frame->x_min + frame->x_max) / 2, 1);
  desk_plot_view_free (view);
}

/* Beside the current run the one before it is kept. */
static void
test_runs_are_kept (Fixture *fixture, gconstpointer data)
{
  GPtrArray *runs = fixture->studio->runs->all;

  for (int i = 0; i < 5; i++)
    run (fixture->studio);
  g_assert_cmpuint (runs->len, ==, 2);
  g_assert_cmpuint (((DeskRun *) runs->pdata[0])->number, ==, 4);
  g_assert_cmpuint (fixture->studio->runs->current->number, ==, 5);
}

/* Run pressed right after an edit compiles first and then runs the new text. */
static void
test_run_waits_for_compiler (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DocModel *doc = studio->document->doc;

  const char *name = doc_add (doc, "TranslationalComponents.Components.Fixed",
                              (DocPoint){900, 900}, false, NULL);
  g_assert_nonnull (name);
  g_autofree char *force = g_strdup_printf ("%s.flange.f", name);
  g_assert_true (desk_document_is_compiling (studio->document));
  run (studio);
  g_assert_true (run_session_model (studio->runs->current->session) ==
                 desk_document_model (studio->document));
  g_assert_cmpuint (sim_model_find (desk_document_model (studio->document), force), !=,
                    UINT32_MAX);
}

/* Every variable is a leaf once, below the component that it belongs to. */
static void
check_leaves (DeskVariableNode *node, GHashTable *seen)
{
  g_autoptr (GListModel) children = desk_variable_node_children (node);

  for (guint i = 0; i < g_list_model_get_n_items (children); i++) {
    g_autoptr (DeskVariableNode) child = g_list_model_get_item (children, i);
    const char *parent = desk_variable_node_path (node);

    g_assert_true (g_str_has_prefix (desk_variable_node_path (child), parent));
    if (desk_variable_node_var (child) == NULL)
      check_leaves (child, seen);
    else
      g_assert_true (
          g_hash_table_add (seen, g_strdup (desk_variable_node_path (child))));
  }
}

static void
test_variable_tree (Fixture *fixture, gconstpointer data)
{
  const SimModel *model = desk_document_model (fixture->studio->document);
  g_autoptr (DeskVariableNode) root = desk_variable_node_new (model);
  g_autoptr (GHashTable) seen =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  uint32_t n = 0;

  check_leaves (root, seen);
  for (uint32_t i = 0; i < sim_model_n_vars (model); i++) {
    const SimVar *var = sim_model_var (model, i);

    n += !var->is_parameter && !var->is_derived;
    if (!var->is_parameter && !var->is_derived)
      g_assert_true (g_hash_table_contains (seen, var->name));
  }
  g_assert_cmpuint (g_hash_table_size (seen), ==, n);
  g_autoptr (GListModel) found = desk_variable_node_search (root, "MASS v", 100);
  g_assert_cmpuint (g_list_model_get_n_items (found), >=, 1);
}

/* What has gone with its diagram is not asked for its rows any more. */
static void
test_removed_run (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = desk_plot_view_new (fixture->studio);

  run (fixture->studio);
  update (view);
  g_assert_cmpuint (desk_plot_view_n_rows (view), >, 0);
  desk_document_take (fixture->studio->document,
                      doc_new (fixture->studio->document->library));
  g_assert_cmpuint (desk_plot_view_n_rows (view), ==, 0);
  desk_plot_view_free (view);
}

/* The area with its edges, what is left of it and a strip below it are the axes. */
static void
test_parts (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = begin_view (fixture);
  double top;

  desk_plots_add (fixture->studio->plots, 1, "mass.v");
  update (view);
  for (uint32_t p = 0; p < 2; p++) {
    const FigureFrame f = *desk_plot_view_frame (view, p);

    desk_plot_view_plot (view, p, &top);
    const struct {
      double x, y;
      DeskPlotPart part;
    } cases[] = {
        {(f.left + f.right) / 2, (f.top + f.bottom) / 2, DESK_PLOT_AREA},
        {f.left, f.top, DESK_PLOT_AREA},
        {f.right, f.bottom, DESK_PLOT_AREA},
        {f.left, f.bottom + 1, DESK_PLOT_X_AXIS},
        {f.right, f.bottom + 20, DESK_PLOT_X_AXIS},
        {f.left - 1, f.top, DESK_PLOT_Y_AXIS},
        {f.left - 1, f.bottom, DESK_PLOT_Y_AXIS},
        {f.left - 1, f.bottom + 1, DESK_PLOT_OUTSIDE},
        {f.right + 1, f.bottom + 1, DESK_PLOT_OUTSIDE},
        {f.right + 1, f.top, DESK_PLOT_OUTSIDE},
        {f.left, f.top - 1, DESK_PLOT_OUTSIDE},
        {f.left, f.bottom + 100, DESK_PLOT_OUTSIDE},
    };
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      g_assert_cmpint (desk_plot_view_part (view, p, cases[i].x, top + cases[i].y), ==,
                       cases[i].part);
    g_assert_cmpuint (desk_plot_view_at (view, top), ==, p);
  }
  g_assert_cmpuint (desk_plot_view_at (view, HEIGHT), ==, UINT32_MAX);
  desk_plots_append (fixture->studio->plots); /* not yet drawn */
  g_assert_cmpuint (desk_plot_view_at (view, 10), ==, UINT32_MAX);
  desk_plot_view_free (view);
}

/* The legend says all names, and what is to be said of all results. */
static void
test_legend (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = begin_view (fixture);
  double top;

  desk_plots_add (fixture->studio->plots, 0, "mass.v");
  update (view);
  desk_plot_view_plot (view, 0, &top);
  const double in_area = top + desk_plot_view_frame (view, 0)->top;
  g_autofree char *plain = desk_plot_view_legend (view, top);
  g_autofree char *below = desk_plot_view_legend (view, in_area);
  g_autofree char *outside = desk_plot_view_legend (view, HEIGHT + 1);
  g_assert_cmpstr (plain, ==, "mass.s [m]\nmass.v [m/s]");
  g_assert_null (below);
  g_assert_null (outside);
  doc_set_modifier (fixture->studio->document->doc, "mass", "m", "9", NULL, NULL);
  settle (fixture->studio);
  update (view);
  g_autofree char *noted = desk_plot_view_legend (view, top);
  g_assert_true (g_str_has_prefix (noted, plain));
  g_assert_nonnull (strstr (noted, fixture->studio->runs->outdated));
  desk_plot_view_free (view);
}

/* An empty plot asks for a variable, but not as if nothing were plotted; one whose
 * variable has gone says which. */
static void
test_hint (Fixture *fixture, gconstpointer data)
{
  DeskPlots *plots = fixture->studio->plots;

  desk_plots_clear (plots, 0);
  g_autofree char *alone = desk_plots_hint (plots, 0);
  desk_plots_add (plots, 0, "mass.s");
  desk_plots_append (plots);
  g_autofree char *beside = desk_plots_hint (plots, 1);
  desk_plots_add (plots, 1, "gone.v");
  g_autofree char *gone = desk_plots_hint (plots, 1);

  g_assert_cmpstr (alone, ==, "Tick a variable or drag one here");
  g_assert_cmpstr (beside, ==, "Drag a variable here");
  g_assert_cmpstr (gone, ==, "gone.v is not in this run");
}

/* While the next run has not landed, the one before it is seen behind it, under its
 * name. */
static void
test_run_before (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DeskPlotView *view = begin_view (fixture);
  const size_t n_rows = desk_plot_view_n_rows (view);

  desk_runs_set_speed (studio->runs, 0.01);
  desk_runs_run (studio->runs);
  while (desk_runs_state (studio->runs) != RUN_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  update (view);
  const FigurePlot *plot = desk_plot_view_plot (view, 0, NULL);
  g_assert_cmpuint (plot->n_curves, ==, 2);
  g_assert_cmpstr (plot->curves[0].label, ==, "mass.s \u00B7 Run 1");
  g_assert_cmpstr (plot->curves[1].label, ==, "mass.s");
  g_assert_cmpuint (desk_plot_view_n_rows (view), >=, n_rows);
  desk_runs_set_speed (studio->runs, 0);
  settle (studio);
  update (view);
  plot = desk_plot_view_plot (view, 0, NULL);
  g_assert_cmpuint (plot->n_curves, ==, 1);
  g_assert_cmpstr (plot->curves[0].label, ==, "mass.s");
  g_assert_false (desk_plot_view_has_cursor (view));
  desk_plot_view_set_cursor (view, 1, 0, WIDTH / 2, 50);
  g_assert_true (desk_plot_view_has_cursor (view));
  desk_plot_view_clear_cursors (view);
  g_assert_false (desk_plot_view_has_cursor (view));
  desk_plot_view_free (view);
}

/* A plot goes with its last curve, but one stays. What is plotted already is not
 * plotted twice. */
static void
test_stack (Fixture *fixture, gconstpointer data)
{
  DeskPlots *plots = fixture->studio->plots;
  guint n = 0;

  g_assert_cmpuint (desk_plots_n (plots), ==, 1);
  g_assert_false (desk_plots_has_curves (plots));
  desk_plots_add (plots, 0, "mass.s");
  desk_plots_add (plots, 0, "mass.s");
  g_assert_cmpuint (doc_plot_n (desk_plots_at (plots, 0)), ==, 1);
  g_assert_true (desk_plots_has (plots, "mass.s"));
  g_assert_false (desk_plots_has (plots, "mass.v"));
  desk_plots_append (plots);
  desk_plots_add (plots, 1, "mass.v");
  g_signal_connect_swapped (plots, "notify::all", G_CALLBACK (count), &n);
  desk_plots_remove (plots, 0, "mass.v"); /* not there */
  g_assert_cmpuint (n, ==, 0);
  desk_plots_remove (plots, 0, "mass.s");
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (desk_plots_n (plots), ==, 1);
  g_assert_cmpstr (variable (fixture, 0, 0), ==, "mass.v");
  desk_plots_remove (plots, 0, "mass.v");
  g_assert_cmpuint (desk_plots_n (plots), ==, 1);
  g_assert_false (desk_plots_has_curves (plots));
  desk_plots_add (plots, 1, "mass.v");
  desk_plots_clear (plots, 0);
  desk_plots_clear (plots, 0);
  g_assert_cmpuint (desk_plots_n (plots), ==, 1);
  g_assert_false (desk_plots_has_curves (plots));
}

/* Where a model has nothing left of what is plotted, a run chooses again, at once; undo
 * and a run bring back what was chosen by hand. */
static void
test_all_gone (Fixture *fixture, gconstpointer data)
{
  DeskPlots *plots = fixture->studio->plots;
  DocModel *doc = fixture->studio->document->doc;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  desk_plots_add (plots, 0, "mass.a");
  run (fixture->studio);
  g_assert_true (doc_rename (doc, "mass", "body", &error));
  g_signal_connect_swapped (plots, "notify::all", G_CALLBACK (count), &n);
  run (fixture->studio);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (desk_plots_n (plots), ==, 2);
  g_assert_cmpstr (variable (fixture, 0, 0), ==, "body.s");
  g_assert_cmpstr (variable (fixture, 1, 0), ==, "body.v");
  g_assert_true (doc_undo (doc));
  run (fixture->studio);
  g_assert_cmpuint (desk_plots_n (plots), ==, 1);
  g_assert_cmpstr (variable (fixture, 0, 0), ==, "mass.a");
}

/* A hidden curve is out of the way but in the legend, and kept so; one that is moved
 * keeps its colour, and a plot goes with its last one. */
static void
test_hide_and_move (Fixture *fixture, gconstpointer data)
{
  DeskPlots *plots = fixture->studio->plots;
  DeskPlotView *view = begin_view (fixture);
  DeskPlotPlace place;
  double box[4];

  desk_plots_add (plots, 0, "spring.f");
  desk_plots_add (plots, 1, "mass.v");
  update (view);
  const FigureFrame before = *desk_plot_view_frame (view, 0);
  const FigureColor color = desk_plot_view_plot (view, 1, NULL)->curves[0].color;
  g_assert_cmpfloat (before.y_max, >, 5);
  desk_plots_hide (plots, 0, 1, true);
  update (view);
  g_assert_cmpfloat (desk_plot_view_frame (view, 0)->y_max, <, 1);
  desk_plots_keep (plots);
  g_autoptr (GPtrArray) kept =
      doc_plots_of (doc_class (fixture->studio->document->doc));
  g_assert_false (doc_plot_curve (kept->pdata[0], 0)->is_hidden);
  g_assert_true (doc_plot_curve (kept->pdata[0], 1)->is_hidden);
  /* Let go behind the first name of the first plot. */
  const FigurePlot *plot = desk_plot_view_plot (view, 0, NULL);
  g_assert_true (figure_plot_legend_box (plot, desk_plot_view_frame (view, 0), 0, box));
  g_assert_cmpuint (
      desk_plot_view_legend_at (view, 0, box[0] + 3, (box[1] + box[3]) / 2), ==, 0);
  desk_plot_view_legend_place (view, box[2] - 3, (box[1] + box[3]) / 2, &place);
  g_assert_cmpuint (place.plot, ==, 0);
  g_assert_cmpuint (place.curve, ==, 1);
  desk_plots_move (plots, 1, 0, place.plot, place.curve);
  g_assert_cmpuint (desk_plots_n (plots), ==, 1);
  g_assert_cmpstr (variable (fixture, 0, 1), ==, "mass.v");
  update (view);
  g_assert_cmpfloat (desk_plot_view_plot (view, 0, NULL)->curves[1].color.r, ==,
                     color.r);
  /* Within its plot, and below all. */
  desk_plots_move (plots, 0, 0, 0, 2);
  g_assert_cmpstr (variable (fixture, 0, 0), ==, "mass.v");
  g_assert_cmpstr (variable (fixture, 0, 1), ==, "mass.s");
  desk_plots_move (plots, 0, 2, 0, 0);
  g_assert_cmpstr (variable (fixture, 0, 0), ==, "spring.f");
  g_assert_true (doc_plot_curve (desk_plots_at (plots, 0), 0)->is_hidden);
  desk_plots_move (plots, 0, 1, desk_plots_n (plots), UINT32_MAX);
  g_assert_cmpuint (desk_plots_n (plots), ==, 2);
  g_assert_cmpstr (variable (fixture, 1, 0), ==, "mass.v");
  desk_plot_view_free (view);
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/plots/first-run", test_first_run},
      {"/desk/plots/drop", test_drop},
      {"/desk/plots/kept", test_kept_plots},
      {"/desk/plots/kept-runs", test_kept_runs},
      {"/desk/plots/parts", test_parts},
      {"/desk/plots/legend", test_legend},
      {"/desk/plots/hint", test_hint},
      {"/desk/plots/run-before", test_run_before},
      {"/desk/plots/stack", test_stack},
      {"/desk/plots/all-gone", test_all_gone},
      {"/desk/plots/plots-align", test_plots_align},
      {"/desk/plots/units-are-shown", test_units_are_shown},
      {"/desk/plots/runs-are-kept", test_runs_are_kept},
      {"/desk/plots/run-waits-for-compiler", test_run_waits_for_compiler},
      {"/desk/plots/removed-run", test_removed_run},
      {"/desk/plots/variable-tree", test_variable_tree},
      {"/desk/plots/hide-and-move", test_hide_and_move},
      {"/desk/plots/x-y", test_x_y},
      {"/desk/plots/against", test_against},
      {"/desk/plots/find-variables", test_find_variables},
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add ("/desk/plots/units-against", Fixture, "pendulum.dyad", set_up,
              test_units_against, tear_down);
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
