/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moving picture in the window. */
#include <adwaita.h>

#include "studio-fixture.h"
#include "ui/motion/motion-view-private.h"

/* The view says that something moves, and that it is planar; a diagram of signals does
 * not. */
static void
test_moves (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  g_autoptr (GtkWidget) widget = g_object_ref_sink (ui_motion_view_new (studio));
  UiMotionView *view = UI_MOTION_VIEW (widget);
  guint n = 0;

  g_assert_true (ui_motion_view_moves (view));
  g_assert_true (ui_motion_view_is_planar (view));
  g_signal_connect_swapped (view, "moves-changed", G_CALLBACK (count), &n);
  desk_document_take (studio->document, doc_new (studio->document->library));
  settle (studio);
  g_assert_false (ui_motion_view_moves (view));
  g_assert_cmpuint (n, ==, 1);
}

static void
test_toggles (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GtkWidget) widget =
      g_object_ref_sink (ui_motion_view_new (fixture->studio));
  UiMotionView *view = UI_MOTION_VIEW (widget);

  ui_motion_view_set_toggles (view, "forces velocities nonsense");
  g_autofree char *shown = ui_motion_view_toggles (view);
  g_assert_cmpstr (shown, ==, "forces velocities");
}

/* A trail can be chosen for the selected component; that shows trails. */
static void
test_trail (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GtkWidget) widget =
      g_object_ref_sink (ui_motion_view_new (fixture->studio));
  UiMotionView *view = UI_MOTION_VIEW (widget);
  const char *name = "rod";

  ui_motion_view_set_toggles (view, "");
  g_assert_true (gtk_widget_activate_action (widget, "motion.trail", NULL));
  g_autofree char *none = ui_motion_view_toggles (view);
  g_assert_cmpstr (none, ==, ""); /* nothing is selected */
  desk_selection_set (fixture->studio->selection, &name, 1);
  g_assert_true (gtk_widget_activate_action (widget, "motion.trail", NULL));
  g_autofree char *shown = ui_motion_view_toggles (view);
  g_assert_cmpstr (shown, ==, "trails");
}

static gboolean
count_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer n)
{
  ++*(guint *) n;
  return G_SOURCE_CONTINUE;
}

/* What is to be laid out and drawn is, however long that takes. */
static void
draw_frames (GtkWidget *widget)
{
  guint n = 0;
  const guint id = gtk_widget_add_tick_callback (widget, count_frame, &n, NULL);

  while (n < 3)
    g_main_context_iteration (NULL, TRUE);
  gtk_widget_remove_tick_callback (widget, id);
}

static double
covered (UiMotionView *view, double x, double y, double width, double height)
{
  return figure_motion_covered (ui_motion_view_motion (view), &view->view, &view->look,
                                (FigureRect){x, y, x + width, y + height});
}

/* What the values of a component cover, at each of its places one of which is free. */
static void
test_values_cover_nothing (Fixture *fixture, gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *widget = ui_motion_view_new (fixture->studio);
  UiMotionView *view = UI_MOTION_VIEW (widget);
  uint32_t n_hovered = 0, n_in_the_way = 0;

  run (fixture->studio);
  gtk_window_set_default_size (GTK_WINDOW (window), 640, 480);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  ui_motion_view_set_toggles (view, "labels");
  draw_frames (widget);
  /* The picture is moved so that it begins in the corner where values stand first. */
  view->is_fitted = false;
  view->view.x += 60 / view->view.scale;
  view->view.y -= 50 / view->view.scale;
  for (uint32_t i = 0; i < figure_motion_n_elements (ui_motion_view_motion (view));
       i++) {
    graphene_rect_t box;

    if (*figure_motion_element (ui_motion_view_motion (view), i)->path == '\0')
      continue;
    desk_timeline_set_time (fixture->studio->timeline, 0.3 * i);
    ui_motion_view_set_hovered (view, i);
    draw_frames (widget);
    g_assert_true (gtk_widget_compute_bounds (view->values, widget, &box));
    n_in_the_way += covered (view, 0, 0, box.size.width, box.size.height) > 0;
    n_hovered++;
    g_assert_cmpfloat (
        covered (view, box.origin.x, box.origin.y, box.size.width, box.size.height), ==,
        0);
  }
  g_assert_cmpuint (n_hovered, >, 3);
  g_assert_cmpuint (n_in_the_way, >, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/ui/motion/moves", test_moves},
      {"/ui/motion/toggles", test_toggles},
      {"/ui/motion/trail", test_trail},
      {"/ui/motion/values-cover-nothing", test_values_cover_nothing},
  };

  if (!begin_tests (argc, argv))
    return 0;
  return run_tests ("slider-crank.dyad", TESTS, G_N_ELEMENTS (TESTS));
}
