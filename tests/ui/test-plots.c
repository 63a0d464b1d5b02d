/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Studio, plot view and browser model: what the window shows of runs, without a window.
 */
#include <adwaita.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "desk/plot/plot-view.h"
#include "desk/plot/variable-node.h"
#include "studio-fixture.h"
#include "ui/plots/plots.h"

#define WIDTH      800
#define HEIGHT     400
#define SCALE      2
#define SCALE_TEXT G_STRINGIFY (SCALE)

/* A first run shows something without being asked; the axis spans the run. */
static void
test_first_run (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = desk_plot_view_new (fixture->studio);
  FigureTheme theme = figure_theme (false);
  uint32_t n;

  run (fixture->studio);
  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
  g_assert_cmpuint (desk_plot_view_n (view), ==, 2); /* position and speed */
  for (uint32_t p = 0; p < 2; p++) {
    desk_plots_variables (fixture->studio->plots, p, &n);
    g_assert_cmpuint (n, >=, 1);
    g_assert_cmpuint (desk_plot_view_plot (view, p, NULL)->n_curves, ==, n);
  }
  const FigureFrame *frame = desk_plot_view_frame (view, 0);
  g_assert_cmpfloat (frame->x_min, ==, 0);
  g_assert_cmpfloat_with_epsilon (frame->x_max,
                                  desk_settings (fixture->studio->document).stop, 1e-9);
  desk_plot_view_free (view);
}

/* Plots that were kept are there when the diagram is run the next time. */
static void
test_kept_plots (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path =
      g_build_filename (g_get_tmp_dir (), "dashpot-kept-plots.dyad", NULL);
  uint32_t n;

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
  g_assert_cmpstr (desk_plots_variables (fixture->studio->plots, 0, &n)[0], ==,
                   "mass.a");
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (desk_plots_variables (fixture->studio->plots, 1, &n)[1], ==,
                   "mass.s");
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (g_remove (path), ==, 0);
}

/* A box zoom shows what lay in the box, and a new run leaves it alone. */
static void
test_zoom_survives_run (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = desk_plot_view_new (fixture->studio);
  FigureTheme theme = figure_theme (false);

  desk_plots_add (fixture->studio->plots, 0, "mass.s");
  run (fixture->studio);
  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
  FigureFrame all = *desk_plot_view_frame (view, 0);
  double from[] = {figure_plot_frame_x (&all, 4), figure_plot_frame_y (&all, 0)};
  double to[] = {figure_plot_frame_x (&all, 2), all.top};
  desk_plot_view_zoom_box (view, 0, DESK_PLOT_AREA, from, to);
  run (fixture->studio);
  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
  const FigureFrame *frame = desk_plot_view_frame (view, 0);
  g_assert_cmpfloat_with_epsilon (frame->x_min, 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (frame->x_max, 4, 1e-9);
  g_assert_cmpfloat_with_epsilon (frame->y_min, 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (frame->y_max, all.y_max, 1e-9);
  desk_plot_view_fit (view);
  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
  g_assert_cmpfloat_with_epsilon (desk_plot_view_frame (view, 0)->x_max, all.x_max,
                                  1e-9);
  desk_plot_view_free (view);
}

/* A drag on the time axis leaves the values alone; the wheel keeps the time under the
 * pointer; panning moves by what the hand moved. */
static void
test_zoom_ways (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = desk_plot_view_new (fixture->studio);
  FigureTheme theme = figure_theme (false);

  desk_plots_add (fixture->studio->plots, 0, "mass.s");
  run (fixture->studio);
  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
  FigureFrame all = *desk_plot_view_frame (view, 0);
  double from[] = {figure_plot_frame_x (&all, 1), 0},
         to[] = {figure_plot_frame_x (&all, 3), 5};
  desk_plot_view_zoom_box (view, 0, DESK_PLOT_X_AXIS, from, to);
  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
  g_assert_cmpfloat_with_epsilon (desk_plot_view_frame (view, 0)->x_max, 3, 1e-9);
  double x = figure_plot_frame_x (desk_plot_view_frame (view, 0), 1.7);
  desk_plot_view_zoom_time (view, x, 2.5);
  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
  const FigureFrame *frame = desk_plot_view_frame (view, 0);
  g_assert_cmpfloat_with_epsilon (figure_plot_frame_time (frame, x), 1.7, 1e-9);
  g_assert_cmpfloat_with_epsilon (frame->x_max - frame->x_min, 2 / 2.5, 1e-9);
  double under = figure_plot_frame_time (frame, 300);
  desk_plot_view_pan (view, 0, 25, 0);
  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
  frame = desk_plot_view_frame (view, 0);
  g_assert_cmpfloat_with_epsilon (figure_plot_frame_time (frame, 325), under, 1e-9);
  desk_plot_view_free (view);
}

/* Stacked plots share the left and right edge, so that times stand above each other. */
static void
test_plots_align (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = desk_plot_view_new (fixture->studio);
  FigureTheme theme = figure_theme (false);
  uint32_t n;

  desk_plots_add (fixture->studio->plots, 0, "mass.s");
  run (fixture->studio);
  const char *first = desk_plots_variables (fixture->studio->plots, 0, &n)[0];
  desk_plots_add (fixture->studio->plots, desk_plots_n (fixture->studio->plots), first);
  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
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
  DeskPlotView *view = desk_plot_view_new (fixture->studio);
  FigureTheme theme = figure_theme (false);

  desk_plots_add (fixture->studio->plots, 0, "mass.s");
  run (fixture->studio);
  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
  const FigurePlot *plot = desk_plot_view_plot (view, 0, NULL);
  g_assert_cmpstr (plot->y.units, ==, "m");
  g_assert_cmpstr (plot->curves[0].label, ==, "mass.s");
  desk_plots_add (fixture->studio->plots, 0, "mass.a");
  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
  plot = desk_plot_view_plot (view, 0, NULL);
  g_assert_null (plot->y.units);
  g_assert_cmpstr (plot->curves[0].label, ==, "mass.s [m]");
  g_assert_cmpstr (plot->curves[1].label, ==, "mass.a [m/s\u00B2]");
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
  FigureTheme theme = figure_theme (false);

  run (fixture->studio);
  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
  g_assert_cmpuint (desk_plot_view_n_rows (view), >, 0);
  desk_document_take (fixture->studio->document,
                      doc_new (fixture->studio->document->library));
  g_assert_cmpuint (desk_plot_view_n_rows (view), ==, 0);
  desk_plot_view_free (view);
}

static GtkEventController *
find_drag (GtkWidget *widget)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (widget);
  GtkEventController *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (all, i);

    if (GTK_IS_GESTURE_DRAG (one) &&
        gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (one)) == GDK_BUTTON_PRIMARY)
      found = one;
  }
  g_assert_nonnull (found);
  return found;
}

static void
show (GtkWidget *window, GtkWidget *plots)
{
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), plots);
  gtk_window_present (GTK_WINDOW (window));
  for (gint64 end = g_get_monotonic_time () + G_TIME_SPAN_SECOND / 4;
       g_get_monotonic_time () < end;)
    g_main_context_iteration (NULL, FALSE);
}

/* A plot that goes while a box is drawn in it takes the drag along. */
static void
test_plot_goes_under_drag (Fixture *fixture, gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *plots = ui_plots_new (fixture->studio);
  GtkEventController *drag = find_drag (plots);

  run (fixture->studio);
  show (window, plots);
  g_signal_emit_by_name (drag, "drag-begin", WIDTH / 2.0, HEIGHT * 3 / 4.0);
  g_signal_emit_by_name (drag, "drag-update", 50.0, 50.0);
  desk_plots_clear (fixture->studio->plots, 1);

  GtkSnapshot *snapshot = gtk_snapshot_new ();

  GTK_WIDGET_GET_CLASS (plots)->snapshot (plots, snapshot);
  gsk_render_node_unref (gtk_snapshot_free_to_node (snapshot));
  g_signal_emit_by_name (drag, "drag-end", 60.0, 60.0);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A table is written as CSV; a name that asks for something else is refused as one of a
 * table, and nothing is written. */
static void
test_table_names (Fixture *fixture, gconstpointer data)
{
  g_autofree char *good = g_build_filename (g_get_tmp_dir (), "dashpot-t.csv", NULL);
  g_autofree char *bad = g_build_filename (g_get_tmp_dir (), "dashpot-t.mat", NULL);
  g_autofree char *sentence = NULL;
  GtkWidget *plots = g_object_ref_sink (ui_plots_new (fixture->studio));

  fixture->studio->messages = (DeskMessages){keep_message, &sentence};
  run (fixture->studio);
  ui_plots_save_table (UI_PLOTS (plots), bad);
  g_assert_nonnull (sentence);
  g_assert_nonnull (strstr (sentence, "written as CSV"));
  g_assert_false (g_file_test (bad, G_FILE_TEST_EXISTS));
  g_clear_pointer (&sentence, g_free);
  ui_plots_save_table (UI_PLOTS (plots), good);
  g_assert_null (sentence);
  g_assert_cmpint (g_unlink (good), ==, 0);
  fixture->studio->messages = (DeskMessages){0};
  g_object_unref (plots);
}

/* A picture has the pixels of the screen, twice as many on a fine one, and lines as
 * thick there; a drawing has its size on paper. */
static void
test_picture (Fixture *fixture, gconstpointer data)
{
  g_autofree char *png = g_build_filename (g_get_tmp_dir (), "dashpot-p.png", NULL);
  g_autofree char *svg = g_build_filename (g_get_tmp_dir (), "dashpot-p.svg", NULL);
  GtkWidget *window = gtk_window_new ();
  GtkWidget *plots = ui_plots_new (fixture->studio);
  g_autofree char *drawing = NULL;
  int width, height;

  run (fixture->studio);
  show (window, plots);
  g_assert_cmpint (gtk_widget_get_scale_factor (plots), ==, SCALE);
  ui_plots_save_picture (UI_PLOTS (plots), png);
  ui_plots_save_picture (UI_PLOTS (plots), svg);
  g_assert_nonnull (gdk_pixbuf_get_file_info (png, &width, &height));
  g_assert_cmpint (width, ==, SCALE * gtk_widget_get_width (plots));
  g_assert_cmpint (height, ==, SCALE * gtk_widget_get_height (plots));
  g_assert_true (g_file_get_contents (svg, &drawing, NULL, NULL));
  g_autofree char *size =
      g_strdup_printf ("width=\"%g", 0.75 * gtk_widget_get_width (plots)); /* points */
  g_assert_nonnull (strstr (drawing, size));

  g_autoptr (GdkPixbuf) fine = gdk_pixbuf_new_from_file (png, NULL);
  const guchar *pixels = gdk_pixbuf_get_pixels (fine);
  const int stride = gdk_pixbuf_get_rowstride (fine);
  const int n_channels = gdk_pixbuf_get_n_channels (fine);
  int right = 0; /* where anything is drawn */

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      if (memcmp (pixels + y * stride + x * n_channels, pixels, 3) != 0)
        right = MAX (right, x);
  g_assert_cmpint (right, >, width * 3 / 4);
  g_assert_cmpint (g_unlink (png), ==, 0);
  g_assert_cmpint (g_unlink (svg), ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/ui/plots/first-run", test_first_run},
      {"/ui/plots/kept", test_kept_plots},
      {"/ui/plots/zoom-survives-run", test_zoom_survives_run},
      {"/ui/plots/zoom-ways", test_zoom_ways},
      {"/ui/plots/plots-align", test_plots_align},
      {"/ui/plots/units-are-shown", test_units_are_shown},
      {"/ui/plots/runs-are-kept", test_runs_are_kept},
      {"/ui/plots/run-waits-for-compiler", test_run_waits_for_compiler},
      {"/ui/plots/removed-run", test_removed_run},
      {"/ui/plots/plot-goes-under-drag", test_plot_goes_under_drag},
      {"/ui/plots/table-names", test_table_names},
      {"/ui/plots/picture", test_picture},
      {"/ui/plots/variable-tree", test_variable_tree},
  };

  g_setenv ("GDK_SCALE", SCALE_TEXT, TRUE); /* a fine screen */
  if (!begin_tests (argc, argv))
    return 0;
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
