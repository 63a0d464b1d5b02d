/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widget of the plots, and what it exports. */
#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

#include "studio-fixture.h"
#include "ui/plots/plots.h"

#define WIDTH      800
#define HEIGHT     400
#define SCALE      2
#define SCALE_TEXT G_STRINGIFY (SCALE)

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
  while (gtk_widget_get_height (plots) == 0)
    g_main_context_iteration (NULL, TRUE);
  for (int i = 0; i < 50 && g_main_context_iteration (NULL, FALSE); i++)
    continue;
}

/* A plot that goes takes the drag along: while a box is drawn in it, or between its end
 * and the next frame, as it is still in sight. */
static void
test_plot_goes_under_drag (Fixture *fixture, gconstpointer data)
{
  for (int goes_first = 0; goes_first < 2; goes_first++) {
    GtkWidget *window = gtk_window_new ();
    GtkWidget *plots = ui_plots_new (fixture->studio);
    GtkEventController *drag = find_drag (plots);

    run (fixture->studio);
    desk_plots_add (fixture->studio->plots, 1, "mass.v");
    show (window, plots);
    g_assert_cmpuint (desk_plots_n (fixture->studio->plots), ==, 2);
    if (goes_first)
      desk_plots_clear (fixture->studio->plots, 1);
    g_signal_emit_by_name (drag, "drag-begin", WIDTH / 2.0, HEIGHT * 3 / 4.0);
    g_signal_emit_by_name (drag, "drag-update", 50.0, 50.0);
    if (!goes_first)
      desk_plots_clear (fixture->studio->plots, 1);

    GtkSnapshot *snapshot = gtk_snapshot_new ();

    GTK_WIDGET_GET_CLASS (plots)->snapshot (plots, snapshot);
    gsk_render_node_unref (gtk_snapshot_free_to_node (snapshot));
    g_signal_emit_by_name (drag, "drag-end", 60.0, 60.0);
    gtk_window_destroy (GTK_WINDOW (window));
  }
}

/* Commands are about a plot that is there, also when the one that they were about has
 * gone. */
static void
test_current_plot_goes (Fixture *fixture, gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *plots = ui_plots_new (fixture->studio);
  GtkEventController *drag = find_drag (plots);
  DeskPlots *all = fixture->studio->plots;

  run (fixture->studio);
  desk_plots_add (all, 1, "mass.v");
  show (window, plots);
  g_signal_emit_by_name (drag, "drag-begin", WIDTH / 2.0, HEIGHT * 3 / 4.0);
  desk_plots_clear (all, 1);
  g_assert_cmpuint (desk_plots_n (all), ==, 1);
  g_assert_cmpuint (doc_plot_n (desk_plots_at (all, 0)), >, 0);
  g_assert_true (gtk_widget_activate_action (plots, "plots.clear", NULL));
  g_assert_cmpuint (doc_plot_n (desk_plots_at (all, 0)), ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A table is written as CSV; a name that asks for something else is refused as one of a
 * table, and nothing is written. */
static void
test_table_names (Fixture *fixture, gconstpointer data)
{
  g_autofree char *good = g_build_filename (g_get_tmp_dir (), "dashpot-t.csv", NULL);
  g_autofree char *bad = g_build_filename (g_get_tmp_dir (), "dashpot-t.xlsx", NULL);
  g_autofree char *sentence = NULL;
  GtkWidget *plots = g_object_ref_sink (ui_plots_new (fixture->studio));

  fixture->studio->messages = (DeskMessages){keep_message, &sentence};
  run (fixture->studio);
  ui_plots_save_table (UI_PLOTS (plots), bad);
  g_assert_nonnull (sentence);
  g_assert_nonnull (strstr (sentence, "ends in .csv or .mat"));
  g_assert_false (g_file_test (bad, G_FILE_TEST_EXISTS));
  g_clear_pointer (&sentence, g_free);
  ui_plots_save_table (UI_PLOTS (plots), good);
  g_assert_null (sentence); /* it is written on a thread */
  while (sentence == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (strstr (sentence, "is written to"));
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

/* How far to the left the widget shows anything, in pixels. */
static int
left_of_ink (GtkWidget *plots)
{
  g_autoptr (GdkPaintable) picture = gtk_widget_paintable_new (plots);
  cairo_surface_t *copy =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (copy);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  int left = WIDTH;

  gdk_paintable_snapshot (picture, snapshot, WIDTH, HEIGHT);
  g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (snapshot);
  if (node != NULL)
    gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (copy);
  const guint32 *pixels = (const guint32 *) cairo_image_surface_get_data (copy);
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    if (pixels[i] != 0)
      left = MIN (left, i % WIDTH);
  cairo_surface_destroy (copy);
  return left;
}

/* Only a sentence in the middle. */
static void
test_no_axes_before_a_run (Fixture *fixture, gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *plots = ui_plots_new (fixture->studio);

  show (window, plots);
  g_assert_cmpint (left_of_ink (plots), >, WIDTH / 8);
  g_assert_cmpint (left_of_ink (plots), <, WIDTH / 2);
  run (fixture->studio);
  for (int i = 0; i < 1000 && left_of_ink (plots) > WIDTH / 8; i++)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (left_of_ink (plots), <, WIDTH / 8);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/ui/plots/plot-goes-under-drag", test_plot_goes_under_drag},
      {"/ui/plots/current-plot-goes", test_current_plot_goes},
      {"/ui/plots/table-names", test_table_names},
      {"/ui/plots/picture", test_picture},
      {"/ui/plots/no-axes-before-a-run", test_no_axes_before_a_run},
  };

  g_setenv ("GDK_SCALE", SCALE_TEXT, TRUE); /* a fine screen */
  if (!begin_tests (argc, argv))
    return 0;
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
