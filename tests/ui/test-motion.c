/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moving picture and what it does to runs and diagram: pulling at a body. */
#include <adwaita.h>
#include <math.h>

#include "studio-fixture.h"
#include "ui/motion/motion-view-private.h"

static const FigurePoint MIDDLE = {0, 0};
static const DeskPullPoint FAR = {{0.8, 0}, 0}, NEAR = {{-0.4, 0}, 0};

/* The live program is ready a little after the plain one. */
static void
wait_for_pullers (DeskStudio *studio)
{
  while (!desk_pull_is_possible (studio->pull, "piston.frame_a"))
    g_main_context_iteration (NULL, TRUE);
}

static double
value_at (DeskStudio *studio, const char *name, double time)
{
  const DeskRun *run = studio->runs->current;
  const uint32_t variable = sim_model_find (desk_program_model (run->program), name);

  g_assert_cmpuint (variable, !=, UINT32_MAX);
  return run_trace_value_at (run_session_trace (run->session), variable, time);
}

static void
wait_until (DeskStudio *studio, double time)
{
  while (desk_timeline_reached (studio->timeline) < time &&
         desk_runs_state (studio->runs) == RUN_RUNNING)
    g_main_context_iteration (NULL, FALSE);
}

/* A run with pullers that do not hold has the numbers of the plain one, to the last
 * bit.
 */
static void
test_pullers_are_no_load (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  run (studio);
  wait_for_pullers (studio);
  g_autoptr (RunTrace) plain =
      run_trace_ref (run_session_trace (studio->runs->current->session));
  g_autoptr (DeskProgram) program = desk_program_ref (studio->runs->current->program);
  desk_timeline_set_time (studio->timeline, 1.5);
  g_assert_true (desk_pull_begin (studio->pull, "piston.frame_a", MIDDLE, &FAR));
  wait_until (studio, 1.5);
  desk_pull_release (studio->pull);
  desk_runs_stop (studio->runs);
  settle (studio);
  const DeskRun *pulled = studio->runs->current;
  g_assert_true (pulled->program != program);
  for (uint32_t i = 0; i < sim_model_n_vars (desk_program_model (program)); i++) {
    const char *name = sim_model_var (desk_program_model (program), i)->name;
    const uint32_t k = sim_model_find (desk_program_model (pulled->program), name);

    if (sim_model_var (desk_program_model (program), i)->is_derived)
      continue;
    g_assert_cmpuint (k, !=, UINT32_MAX);
    for (double t = 0; t < 1.5; t += 0.125)
      g_assert_cmpfloat (
          run_trace_value_at (plain, i, t), ==,
          run_trace_value_at (run_session_trace (pulled->session), k, t));
  }
}

/* Pulls at the piston from `from` for half a second. */
static void
pull (DeskStudio *studio, double from, const DeskPullPoint *puller)
{
  desk_timeline_set_time (studio->timeline, from);
  g_assert_true (desk_pull_begin (studio->pull, "piston.frame_a", MIDDLE, puller));
  wait_until (studio, from + 0.5);
  desk_pull_release (studio->pull);
  wait_until (studio, from + 0.7);
  desk_runs_stop (studio->runs);
  settle (studio);
  g_assert_no_error (run_session_error (studio->runs->current->session));
}

/* A puller that holds where the piston never comes stops the engine; the spring's force
 * is what its law says, and it is gone when the puller lets go. */
static void
test_pull (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  run (studio);
  wait_for_pullers (studio);
  const double before = value_at (studio, "piston.r[1]", 1.2);
  const double free_turn =
      value_at (studio, "bearing.phi", 1.7) - value_at (studio, "bearing.phi", 1.2);
  pull (studio, 1.2, &FAR);
  const DeskPull *pull = studio->pull;
  g_assert_false (pull->is_held);
  g_assert_cmpstr (pull->port, ==, "piston.frame_a");
  g_assert_cmpfloat (value_at (studio, "piston.r[1]", 1.2), ==, before);
  g_assert_cmpfloat (value_at (studio, "bearing.phi", 1.7) -
                         value_at (studio, "bearing.phi", 1.2),
                     <, free_turn / 2);
  const double x = value_at (studio, "piston.r[1]", 1.6);
  const double v = value_at (studio, "piston.v[1]", 1.6);
  g_assert_cmpfloat_with_epsilon (value_at (studio, "dashpotHand2.f[1]", 1.6),
                                  pull->c * (FAR.at.x - x) - pull->d * v,
                                  1e-3 * pull->c);
  g_assert_cmpfloat (value_at (studio, "dashpotHand2.f[1]", 1.85), ==, 0);
}

/* What is kept repeats the pull in the next run; one step of undo takes it away. */
static void
test_keep (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DocModel *doc = studio->document->doc;
  const uint32_t n_items = doc_n_items (doc), n_wires = doc_n_wires (doc);
  g_autofree char *text = g_strdup (doc_text (doc, NULL));

  run (studio);
  wait_for_pullers (studio);
  pull (studio, 0.4, &FAR);
  const double pulled = value_at (studio, "bearing.phi", 0.8);
  const char *name = desk_pull_keep (studio->pull);
  g_assert_cmpstr (name, ==, "pull");
  g_assert_null (studio->pull->port);
  g_assert_cmpuint (doc_n_items (doc), ==, n_items + 1);
  g_assert_cmpuint (doc_n_wires (doc), ==, n_wires + 1);
  g_assert_true (desk_selection_has (studio->selection, "pull"));
  run (studio);
  g_assert_cmpfloat_with_epsilon (value_at (studio, "bearing.phi", 0.8), pulled, 0.02);
  g_assert_true (doc_undo (doc));
  g_assert_cmpstr (doc_text (doc, NULL), ==, text);
}

/* A run that was pulled can be pulled again from where it was, and the first pull is
 * still part of it. */
static void
test_pull_again (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  run (studio);
  wait_for_pullers (studio);
  pull (studio, 0.4, &FAR);
  const double first = value_at (studio, "bearing.phi", 1);
  pull (studio, 1, &NEAR);
  g_assert_cmpfloat (value_at (studio, "bearing.phi", 1), ==, first);
  g_assert_cmpfloat (value_at (studio, "dashpotHand2.f[1]", 1.4), <, 0);
}

/* The port at which a component can be pulled. */
static const char *
port_of (DeskStudio *studio, const char *path)
{
  const FigureMotion *motion = desk_program_motion (studio->runs->current->program);
  const uint32_t i = figure_motion_find (motion, path);

  g_assert_cmpuint (i, !=, FIGURE_NO_ELEMENT);
  return figure_motion_element (motion, i)->port;
}

/* Trains are pulled along their line, about their shaft: `to` is metres or radians. */
static void
pull_train (DeskStudio *studio, const char *example, const char *path, double to)
{
  g_autofree char *folder = base_folder_data ();
  g_autofree char *file = g_build_filename (folder, "examples", example, NULL);
  const DeskPullPoint puller = {{0, 0}, to};

  g_assert_true (desk_document_open_example (studio->document, file, NULL));
  settle (studio);
  run (studio);
  const char *port = port_of (studio, path);
  g_assert_nonnull (port);
  while (!desk_pull_is_possible (studio->pull, port))
    g_main_context_iteration (NULL, TRUE);
  desk_timeline_set_time (studio->timeline, 0.1);
  g_assert_true (desk_pull_begin (studio->pull, port, MIDDLE, &puller));
  wait_until (studio, 0.4);
  desk_pull_release (studio->pull);
  wait_until (studio, 0.5);
  desk_runs_stop (studio->runs);
  settle (studio);
}

/* The pull of a train is a force or a torque, and is kept as one. */
static void
test_trains (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  pull_train (studio, "oscillator.dyad", "mass", 3);
  const double pulled = value_at (studio, "mass.s", 0.45);
  run (studio);
  g_assert_cmpfloat (pulled, >, value_at (studio, "mass.s", 0.45) + 0.01);
  pull_train (studio, "oscillator.dyad", "mass", 3);
  const double again = value_at (studio, "mass.s", 0.45);
  g_assert_cmpstr (desk_pull_keep (studio->pull), ==, "pull");
  run (studio);
  g_assert_cmpfloat_with_epsilon (value_at (studio, "mass.s", 0.45), again, 0.1);
  pull_train (studio, "drive-train.dyad", "fan", -2);
  g_assert_cmpstr (desk_pull_keep (studio->pull), ==, "pull");
  const DocModel *doc = studio->document->doc;
  const DocItem *item = doc_item (doc, doc_find_item (doc, "pull"));
  g_assert_cmpstr (item->card->entry->name, ==, "RotationalComponents.Sources.Pull");
}

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
      {"/ui/motion/hands-are-no-load", test_pullers_are_no_load},
      {"/ui/motion/pull", test_pull},
      {"/ui/motion/pull-again", test_pull_again},
      {"/ui/motion/keep", test_keep},
      {"/ui/motion/trains", test_trains},
      {"/ui/motion/moves", test_moves},
      {"/ui/motion/toggles", test_toggles},
      {"/ui/motion/trail", test_trail},
      {"/ui/motion/values-cover-nothing", test_values_cover_nothing},
  };

  if (!begin_tests (argc, argv))
    return 0;
  return run_tests ("slider-crank.dyad", TESTS, G_N_ELEMENTS (TESTS));
}
