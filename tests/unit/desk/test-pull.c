/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pulling at a body of a run with the mouse. */
#include <math.h>
#include <string.h>

#include "studio-fixture.h"

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

/* The time of a table's last row; each row is later than the one before. */
static double
last_time (const char *table)
{
  g_auto (GStrv) rows = g_strsplit (table, "], [", -1);
  double last = 0;

  for (char **row = rows; *row != NULL; row++) {
    const double time = g_ascii_strtod (*row + strspn (*row, "["), NULL);

    g_assert_cmpfloat (time, >, last);
    last = time;
  }
  return last;
}

/* The mouse is followed: what a body is pulled to is where the mouse is, and the way of
 * the mouse is what is kept. */
static void
test_way (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  const DocModel *doc = studio->document->doc;
  const DeskPullPoint places[] = {{{-0.2, 0.1}, 0}, {{-0.3, 0.2}, 0}, {{-0.1, 0.3}, 0}};
  const FigurePoint edge = {0.01, 0.02};
  double ends[3]; /* of the stretches at each place */

  run (studio);
  wait_for_pullers (studio);
  desk_timeline_set_time (studio->timeline, 0.5);
  g_assert_true (desk_pull_begin (studio->pull, "piston.frame_a", edge, &places[0]));
  g_assert_true (studio->pull->is_held);
  for (int k = 0; k < 3; k++) {
    if (k > 0)
      desk_pull_move (studio->pull, &places[k]);
    wait_until (studio, fmax (desk_timeline_reached (studio->timeline), 0.5) + 0.2);
    ends[k] = desk_timeline_reached (studio->timeline);
  }
  desk_pull_release (studio->pull);
  desk_pull_move (studio->pull, &places[0]); /* nobody holds it */
  wait_until (studio, desk_timeline_reached (studio->timeline) + 0.2);
  desk_runs_stop (studio->runs);
  settle (studio);
  for (int k = 0; k < 3; k++) {
    g_assert_cmpfloat (value_at (studio, "dashpotHand2.hand[1]", ends[k]), ==,
                       places[k].at.x);
    g_assert_cmpfloat (value_at (studio, "dashpotHand2.hand[2]", ends[k]), ==,
                       places[k].at.y);
    g_assert_cmpfloat (value_at (studio, "dashpotHand2.held", ends[k]), ==, 1);
    g_assert_cmpfloat (value_at (studio, "dashpotHand2.r[1]", ends[k]), ==, edge.x);
    g_assert_cmpfloat (value_at (studio, "dashpotHand2.r[2]", ends[k]), ==, edge.y);
  }
  g_assert_cmpfloat (
      value_at (studio, "dashpotHand2.held", desk_timeline_reached (studio->timeline)),
      ==, 0);

  g_assert_cmpstr (desk_pull_keep (studio->pull), ==, "pull");
  g_autofree char *point = doc_get_modifier (doc, "pull", "r");
  g_assert_cmpstr (point, ==, "[0.01, 0.02]");
  g_autofree char *c = doc_get_modifier (doc, "pull", "c");
  g_autofree char *d = doc_get_modifier (doc, "pull", "d");
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (c, NULL), studio->pull->c,
                                  1e-3 * studio->pull->c);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (d, NULL), studio->pull->d,
                                  1e-3 * studio->pull->d);
  /* It begins where it was taken, passes each place, and ends where it was let go. */
  g_autofree char *table = doc_get_modifier (doc, "pull", "table");
  g_assert_true (g_str_has_prefix (table, "[[0.5, -0.2, 0.1], "));
  g_assert_nonnull (strstr (table, ", -0.3, 0.2], "));
  g_assert_true (g_str_has_suffix (table, ", -0.1, 0.3]]"));
  g_assert_cmpfloat (last_time (table), >=, ends[2] - 1e-6); /* seven digits */
}

/* A pull at the end of a run goes on behind it; one that goes on is pulled itself. */
static void
test_at_end (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  double start, end;

  run (studio);
  wait_for_pullers (studio);
  g_assert_true (desk_timeline_span (studio->timeline, &start, &end));
  g_assert_true (desk_pull_begin (studio->pull, "piston.frame_a", MIDDLE, &FAR));
  wait_until (studio, end + 0.2);
  g_assert_cmpfloat (desk_timeline_reached (studio->timeline), >=, end + 0.2);
  const DeskRun *live = studio->runs->current;
  desk_pull_release (studio->pull);
  g_assert_true (desk_pull_begin (studio->pull, "piston.frame_a", MIDDLE, &NEAR));
  g_assert_true (studio->runs->current == live);
  desk_pull_release (studio->pull);
  desk_runs_stop (studio->runs);
  settle (studio);
  /* Rows are no farther apart than they were. */
  const SimOptions *options = run_session_options (live->session);
  g_assert_cmpfloat (options->stop, >, end);
  g_assert_cmpfloat (options->interval_max, >, 0);
  g_assert_cmpfloat (options->interval_max, <=, (end - start) / 500);
}

/* What nobody holds cannot be pulled, before a run nothing can; and that is said. What
 * was pulled is forgotten with its diagram. */
static void
test_nothing_to_pull (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  g_autofree char *last = NULL;

  studio->messages = (DeskMessages){keep_message, &last};
  g_assert_false (desk_pull_is_possible (studio->pull, "piston.frame_a"));
  g_assert_false (desk_pull_begin (studio->pull, "piston.frame_a", MIDDLE, &FAR));
  g_assert_nonnull (last);
  g_clear_pointer (&last, g_free);
  g_assert_null (desk_pull_keep (studio->pull));
  run (studio);
  wait_for_pullers (studio);
  g_assert_false (desk_pull_is_possible (studio->pull, "nothing.frame_a"));
  g_assert_false (desk_pull_begin (studio->pull, "nothing.frame_a", MIDDLE, &FAR));
  g_assert_nonnull (last);
  pull (studio, 0.4, &FAR);
  g_assert_cmpstr (studio->pull->port, ==, "piston.frame_a");
  desk_document_take (studio->document, doc_new (studio->document->library));
  g_assert_null (studio->pull->port);
  g_assert_null (desk_pull_keep (studio->pull));
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/pull/hands-are-no-load", test_pullers_are_no_load},
      {"/desk/pull/pull", test_pull},
      {"/desk/pull/pull-again", test_pull_again},
      {"/desk/pull/keep", test_keep},
      {"/desk/pull/trains", test_trains},
      {"/desk/pull/way", test_way},
      {"/desk/pull/at-end", test_at_end},
      {"/desk/pull/nothing-to-pull", test_nothing_to_pull},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests ("slider-crank.dyad", TESTS, G_N_ELEMENTS (TESTS));
}
