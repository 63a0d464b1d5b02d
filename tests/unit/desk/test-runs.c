/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of a diagram: begun, paused, gone on with, ended, and what is said of them. */
#include <math.h>
#include <string.h>

#include "studio-fixture.h"

/* A run that takes so long that it can be looked at. */
static void
begin_long (DeskStudio *studio)
{
  set_stop_time (studio, "1000");
  settle (studio);
  desk_runs_set_speed (studio->runs, 1);
  desk_runs_run (studio->runs);
  while (desk_runs_state (studio->runs) != RUN_RUNNING)
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_for (DeskStudio *studio, RunSessionState state)
{
  while (desk_runs_state (studio->runs) != state)
    g_main_context_iteration (NULL, FALSE);
}

/* Paused, stepped, gone on with, and ended: each says so once it is. */
static void
test_states (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DeskRuns *runs = studio->runs;

  g_assert_cmpint (desk_runs_state (runs), ==, RUN_IDLE);
  g_assert_false (desk_runs_is_active (runs));
  g_assert_false (desk_runs_can_go_on (runs));
  begin_long (studio);
  g_assert_true (desk_runs_is_active (runs));
  g_assert_false (desk_runs_can_go_on (runs));
  desk_runs_pause (runs);
  wait_for (studio, RUN_PAUSED);
  g_assert_true (desk_runs_is_active (runs));
  g_assert_true (desk_runs_can_go_on (runs));
  const double before = run_session_time (runs->current->session);
  desk_runs_step (runs);
  while (run_session_time (runs->current->session) == before)
    g_main_context_iteration (NULL, FALSE);
  wait_for (studio, RUN_PAUSED);
  const DeskRun *paused = runs->current;
  desk_runs_run (runs); /* goes on with that one */
  wait_for (studio, RUN_RUNNING);
  g_assert_true (runs->current == paused);
  g_assert_cmpuint (runs->n_made, ==, 1);
  desk_runs_stop (runs);
  wait_for (studio, RUN_STOPPED);
  g_assert_false (desk_runs_is_active (runs));
  desk_runs_resume (runs);
  desk_runs_pause (runs);
  desk_runs_step (runs);
  g_assert_cmpint (desk_runs_state (runs), ==, RUN_STOPPED);
}

/* A run that begins ends the one before it. */
static void
test_next (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DeskRuns *runs = studio->runs;
  guint n_all = 0, n_current = 0;

  g_signal_connect_swapped (runs, "notify::all", G_CALLBACK (count), &n_all);
  g_signal_connect_swapped (runs, "notify::current", G_CALLBACK (count), &n_current);
  begin_long (studio);
  g_assert_cmpuint (n_all, ==, 1);
  g_assert_cmpuint (n_current, >=, 1);
  DeskRun *first = runs->current;
  g_assert_cmpstr (first->name, ==, "Run 1");
  g_assert_cmpstr (first->component, ==, doc_class (studio->document->doc)->name);
  desk_runs_run (runs);
  g_assert_true (runs->current != first);
  g_assert_cmpstr (runs->current->name, ==, "Run 2");
  run_session_wait (first->session);
  g_assert_cmpint (run_session_get_state (first->session), ==, RUN_STOPPED);
  desk_runs_stop (runs);
  settle (studio);
}

/* With a speed, results have a row for each frame; an interval that the analysis asks
 * for is kept if it is shorter. */
static void
test_frames (Fixture *fixture, gconstpointer data)
{
  static const struct {
    double interval, interval_max, speed; /* given */
    double wanted, wanted_max;
  } CASES[] = {
      {0, 0, 0, 0, 0},   {0, 0, 6, 0, 0.1},         {0, 0.01, 6, 0, 0.01},
      {0, 1, 6, 0, 0.1}, {1, 0, 6, 0.1, 0},         {0.01, 0, 6, 0.01, 0},
      {-1, 0, 6, -1, 0}, {0.5, 0.25, 0, 0.5, 0.25},
  };
  DeskStudio *studio = fixture->studio;

  run (studio);
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    SimOptions options = *run_session_options (studio->runs->current->session);

    options.interval = CASES[i].interval;
    options.interval_max = CASES[i].interval_max;
    desk_runs_branch (studio->runs, studio->runs->current->program, &options,
                      CASES[i].speed, 0);
    const SimOptions *own = run_session_options (studio->runs->current->session);
    g_assert_cmpfloat_with_epsilon (own->interval, CASES[i].wanted, 1e-12);
    g_assert_cmpfloat_with_epsilon (own->interval_max, CASES[i].wanted_max, 1e-12);
    desk_runs_stop (studio->runs);
    settle (studio);
  }
}

/* A branch has the rows of its run, is of the same diagram, and becomes the current
 * one. */
static void
test_branch (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  run (studio);
  const DeskRun *first = studio->runs->current;
  g_autoptr (RunTrace) trace = run_trace_ref (run_session_trace (first->session));
  const LangFile *file = first->file;
  const SimOptions options = *run_session_options (first->session);
  doc_set_modifier (studio->document->doc, "mass", "m", "3", NULL, NULL);
  settle (studio);
  desk_runs_branch (studio->runs, first->program, &options, 0, 1);
  settle (studio);
  const DeskRun *branch = studio->runs->current;
  g_assert_true (branch != first);
  g_assert_true (branch->program == first->program);
  g_assert_true (branch->file == file);
  g_assert_cmpint (desk_runs_state (studio->runs), ==, RUN_FINISHED);
  g_assert_nonnull (studio->runs->outdated);
  const uint32_t s = sim_model_find (desk_program_model (branch->program), "mass.s");
  for (double t = 0; t < options.stop; t += 0.1)
    g_assert_cmpfloat (run_trace_value_at (run_session_trace (branch->session), s, t),
                       ==, run_trace_value_at (trace, s, t));
}

/* Why nothing runs: errors, values that are missing, nothing there; each is said in its
 * own words, and none of them leaves the wish for a run behind. */
static void
test_refused (Fixture *fixture, gconstpointer data)
{
  static const struct {
    const char *text, *said;
    bool is_refused;
  } CASES[] = {
      {"component M\n  variable x::Real\n  y = Nothing()\nend\n", "has errors", true},
      {"component M\n  fixed = TranslationalComponents.Components.Fixed()\n"
       "  mass = TranslationalComponents.Components.Mass()\nend\n",
       "1 value is missing", true},
      {"component M\nend\n", "nothing to simulate", false},
  };
  DeskStudio *studio = fixture->studio;
  g_autofree char *last = NULL;

  studio->messages = (DeskMessages){keep_message, &last};
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    doc_set_text (studio->document->doc, CASES[i].text, strlen (CASES[i].text));
    g_clear_pointer (&last, g_free);
    desk_runs_run (studio->runs);
    settle (studio);
    g_assert_nonnull (last);
    g_assert_nonnull (strstr (last, CASES[i].said));
    g_assert_true (studio->runs->is_refused == CASES[i].is_refused);
    g_assert_false (studio->runs->is_asked_for);
    g_assert_null (studio->runs->current);
  }
}

/* A run that is asked for while the diagram is compiled begins behind that, unless it
 * is taken back. */
static void
test_asked_for (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  for (int k = 0; k < 2; k++) {
    const uint32_t n = studio->runs->n_made;

    doc_set_modifier (studio->document->doc, "mass", "m", k == 0 ? "3" : "4", NULL,
                      NULL);
    desk_runs_run (studio->runs);
    g_assert_true (studio->runs->is_asked_for);
    if (k == 0)
      desk_runs_stop (studio->runs);
    settle (studio);
    g_assert_false (studio->runs->is_asked_for);
    g_assert_cmpuint (studio->runs->n_made, ==, n + (k == 0 ? 0 : 1));
  }
}

/* A run that fails says why. */
static void
test_failure (Fixture *fixture, gconstpointer data)
{
  static const char BURST[] = "component M\n  variable x::Real(initial = 1)\n"
                              "relations\n  der(x) = x^2\nend\n";
  DeskStudio *studio = fixture->studio;
  g_autofree char *last = NULL;

  studio->messages = (DeskMessages){keep_message, &last};
  doc_set_text (studio->document->doc, BURST, strlen (BURST));
  settle (studio);
  desk_runs_run (studio->runs);
  settle (studio);
  while (last == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (desk_runs_state (studio->runs), ==, RUN_FAILED);
  g_assert_cmpstr (last, ==,
                   run_session_error (studio->runs->current->session)->message);
}

/* Where nothing drives a model that starts at rest that is said, and only there. */
static void
test_nothing_moves (Fixture *fixture, gconstpointer data)
{
  static const char *const starts[] = {"0", "1e-3"};
  DeskStudio *studio = fixture->studio;
  DocModel *doc = studio->document->doc;
  g_autofree char *last = NULL;

  studio->messages = (DeskMessages){keep_message, &last};
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++) {
    g_autofree char *text = g_strdup_printf (
        "component M\n"
        "  wall = TranslationalComponents.Components.Fixed()\n"
        "  spring = TranslationalComponents.Components.Spring(c = 100)\n"
        "  mass = TranslationalComponents.Components.Mass(m = 1, s(initial = %s), "
        "v(initial = 0))\n"
        "relations\n"
        "  connect(wall.flange, spring.flange_a)\n"
        "  connect(spring.flange_b, mass.flange_a)\n"
        "end\n",
        starts[i]);

    g_clear_pointer (&last, g_free);
    doc_set_text (doc, text, strlen (text));
    settle (studio);
    run (studio);
    while (g_main_context_iteration (NULL, FALSE))
      ;
    g_assert_cmpint (last != NULL && strstr (last, "constant") != NULL, ==, i == 0);
  }
}

/* Another speed holds for the run that goes on, and for the next. */
static void
test_speed (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  const gint64 begin = g_get_monotonic_time ();

  desk_runs_set_speed (studio->runs, 20);
  run (studio);
  const double stop = run_session_time (studio->runs->current->session);
  g_assert_cmpfloat (1e-6 * (double) (g_get_monotonic_time () - begin), >=,
                     0.9 * stop / 20);
  desk_runs_set_speed (studio->runs, 1e-3);
  desk_runs_run (studio->runs);
  desk_runs_set_speed (studio->runs, 0); /* it would take hours */
  settle (studio);
  g_assert_cmpint (desk_runs_state (studio->runs), ==, RUN_FINISHED);
}

/* So many are kept; then the oldest goes, which is said. */
static void
test_kept_are_bounded (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DeskRuns *runs = studio->runs;
  g_autofree char *last = NULL;

  for (uint32_t i = 0; i < DESK_RUNS_MOST_KEPT; i++) {
    run (studio);
    desk_runs_keep (runs, runs->current);
  }
  run (studio);
  studio->messages = (DeskMessages){keep_message, &last};
  desk_runs_keep (runs, runs->current);
  g_assert_cmpuint (runs->all->len, ==, DESK_RUNS_MOST_KEPT);
  g_assert_cmpuint (((DeskRun *) runs->all->pdata[0])->number, ==, 2);
  g_assert_nonnull (last);
  g_assert_true (g_str_has_prefix (last, "Run 1 "));
}

/* ---- runs that repeat themselves ---- */

/* As if the user went on: until nothing is compiled, waits or runs. */
static void
rest (DeskStudio *studio)
{
  do
    settle (studio);
  while (desk_runs_is_about_to_repeat (studio->runs) &&
         g_main_context_iteration (NULL, TRUE));
  settle (studio);
}

static void
set_mass (DeskStudio *studio, const char *text)
{
  g_assert_true (
      doc_set_modifier (studio->document->doc, "mass", "m", text, NULL, NULL));
}

/* Edits that make another model begin one run, once they pause; a move, an error and
 * the switch turned off do not. Undo does. */
static void
test_repeated (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DeskRuns *runs = studio->runs;

  desk_runs_set_repeating (runs, true);
  set_mass (studio, "2");
  rest (studio);
  g_assert_null (runs->current); /* the first is the user's */
  run (studio);
  set_mass (studio, "3");
  set_mass (studio, "4");
  g_assert_nonnull (runs->outdated);
  rest (studio);
  g_assert_cmpuint (runs->n_made, ==, 2);
  g_assert_null (runs->outdated);
  g_assert_true (runs->current->is_repeated);
  g_assert_cmpint (desk_runs_state (runs), ==, RUN_FINISHED);
  const uint32_t m =
      sim_model_find (run_session_model (runs->current->session), "mass.m");
  g_assert_cmpfloat (
      run_trace_value_at (run_session_trace (runs->current->session), m, 0), ==, 4);
  g_assert_true (
      doc_move (studio->document->doc, (const char *const[]){"mass"}, 1, 100, 100));
  rest (studio);
  g_assert_cmpuint (runs->n_made, ==, 2);
  set_mass (studio, "nowhere");
  rest (studio);
  g_assert_cmpuint (runs->n_made, ==, 2);
  doc_undo (studio->document->doc);
  rest (studio);
  g_assert_cmpuint (runs->n_made, ==, 2); /* the model is that of the run again */
  desk_runs_set_repeating (runs, false);
  set_mass (studio, "5");
  rest (studio);
  g_assert_cmpuint (runs->n_made, ==, 2);
  desk_runs_set_repeating (runs, true); /* makes up for it */
  rest (studio);
  g_assert_cmpuint (runs->n_made, ==, 3);
  doc_undo (studio->document->doc);
  rest (studio);
  g_assert_cmpuint (runs->n_made, ==, 4);
}

/* A run that somebody plays with is left alone. */
static void
test_paced_is_not_repeated (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DeskRuns *runs = studio->runs;

  desk_runs_set_repeating (runs, true);
  begin_long (studio);
  set_mass (studio, "3");
  while (desk_compiler_is_busy (studio->document->compiler))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (desk_runs_is_about_to_repeat (runs));
  desk_runs_pause (runs);
  wait_for (studio, RUN_PAUSED);
  set_mass (studio, "4");
  while (desk_compiler_is_busy (studio->document->compiler))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (desk_runs_is_about_to_repeat (runs));
  g_assert_cmpuint (runs->n_made, ==, 1);
  desk_runs_stop (runs);
  settle (studio);
}

/* What took long is begun by hand. */
static void
test_long_is_not_repeated (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DeskRuns *runs = studio->runs;

  desk_runs_set_repeating (runs, true);
  run (studio);
  g_assert_cmpfloat (runs->took, >, 0);
  runs->took = 1.01 * DESK_RUNS_MOST_REPEATED_S;
  set_mass (studio, "3");
  rest (studio);
  g_assert_cmpuint (runs->n_made, ==, 1);
  g_assert_nonnull (runs->outdated);
  run (studio);
  set_mass (studio, "4");
  rest (studio);
  g_assert_cmpuint (runs->n_made, ==, 3);
}

/* Runs that a hand begins while it drags overtake each other: what stays is the last
 * one that was whole. They are at full speed, whatever the speed of others. */
static void
test_overtaken (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DeskRuns *runs = studio->runs;

  run (studio);
  const DeskRun *whole = runs->current;
  set_stop_time (studio, "1e6"); /* none of them comes to its end */
  g_assert_true (
      doc_set_modifier (studio->document->doc, "damper", "d", "0", NULL, NULL));
  desk_runs_set_speed (runs, 1);
  for (guint i = 0; i < 3; i++) {
    set_mass (studio, i % 2 == 0 ? "2" : "3");
    desk_runs_repeat (runs);
    while (desk_runs_is_about_to_repeat (runs))
      g_main_context_iteration (NULL, TRUE);
    g_assert_cmpfloat (runs->current->speed, ==, 0);
    g_assert_cmpuint (runs->all->len, ==, 2);
    g_assert_true (desk_runs_previous (runs) == whole);
  }
  desk_runs_stop (runs);
  settle (studio);
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/runs/states", test_states},
      {"/desk/runs/next", test_next},
      {"/desk/runs/frames", test_frames},
      {"/desk/runs/branch", test_branch},
      {"/desk/runs/refused", test_refused},
      {"/desk/runs/asked-for", test_asked_for},
      {"/desk/runs/failure", test_failure},
      {"/desk/runs/speed", test_speed},
      {"/desk/runs/nothing-moves", test_nothing_moves},
      {"/desk/runs/kept-are-bounded", test_kept_are_bounded},
      {"/desk/runs/repeated", test_repeated},
      {"/desk/runs/paced-is-not-repeated", test_paced_is_not_repeated},
      {"/desk/runs/long-is-not-repeated", test_long_is_not_repeated},
      {"/desk/runs/overtaken", test_overtaken},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
