/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run on its own thread. Waits are for states, never for times; where a time is
 * claimed it is ten times as generous as what is promised. */
#include "models.h"
#include "run/session.h"

#include <math.h>

static const int64_t PATIENCE_US = 100 * G_USEC_PER_SEC;

typedef struct {
  SimModel *model;
  RunSession *session;
} Fixture;

static RunSession *
session_new (const SimModel *model, double stop)
{
  SimOptions options = sim_state_options_default ();

  options.stop = stop;
  return run_session_new (model, &options);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const double *stop = data;

  fixture->model = test_compile (TEST_OSCILLATOR, NULL);
  fixture->session = session_new (fixture->model, *stop);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->session);
  sim_model_unref (fixture->model);
}

static void
wait_for (RunSession *session, RunSessionState state)
{
  int64_t end = g_get_monotonic_time () + PATIENCE_US;

  while (run_session_get_state (session) != state) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    g_thread_yield ();
  }
}

/* Without orders the run reaches its end and the results are those of the model. */
static void
test_finish (Fixture *fixture, gconstpointer data)
{
  RunSession *session = fixture->session;
  const RunTrace *trace = run_session_trace (session);

  g_assert_cmpint (run_session_get_state (session), ==, RUN_IDLE);
  g_assert_null (run_session_start_report (session));
  g_assert_null (run_session_run_report (session));
  g_assert_cmpuint (run_trace_length (trace), ==, 0);
  run_session_start (session);
  run_session_wait (session);
  g_assert_cmpint (run_session_get_state (session), ==, RUN_FINISHED);
  g_assert_no_error (run_session_error (session));
  g_assert_cmpfloat (run_session_time (session), ==, 10);
  g_assert_nonnull (run_session_start_report (session));
  g_assert_nonnull (run_session_run_report (session));
  size_t n_rows = run_trace_length (trace);
  g_assert_cmpuint (n_rows, >=, 501);
  uint32_t s = sim_model_find (fixture->model, "mass.s");
  g_assert_cmpfloat_with_epsilon (run_trace_value (trace, s, n_rows - 1), cos (100),
                                  1e-3);
}

static void
on_state (RunSession *session, GParamSpec *spec, GMainLoop *loop)
{
  if (run_session_get_state (session) >= RUN_FINISHED)
    g_main_loop_quit (loop);
}

/* The main loop is told of the end. */
static void
test_notify (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  g_signal_connect (fixture->session, "notify::state", G_CALLBACK (on_state), loop);
  run_session_start (fixture->session);
  g_main_loop_run (loop);
  g_assert_cmpint (run_session_get_state (fixture->session), ==, RUN_FINISHED);
}

/* A long run ends soon after it is told to, and keeps what it has. */
static void
test_stop (Fixture *fixture, gconstpointer data)
{
  RunSession *session = fixture->session;

  run_session_start (session);
  while (run_trace_length (run_session_trace (session)) < 3)
    g_thread_yield ();
  run_session_stop (session);
  run_session_wait (session);
  g_assert_cmpint (run_session_get_state (session), ==, RUN_STOPPED);
  g_assert_no_error (run_session_error (session));
  g_assert_cmpuint (run_trace_length (run_session_trace (session)), >=, 3);
  g_assert_cmpfloat (run_session_time (session), <, 1e6);
}

/* The search for initial values ends, too: no row is written. */
static void
test_stop_at_start (Fixture *fixture, gconstpointer data)
{
  RunSession *session = fixture->session;

  run_session_stop (session);
  run_session_start (session);
  run_session_wait (session);
  g_assert_cmpint (run_session_get_state (session), ==, RUN_STOPPED);
  g_assert_no_error (run_session_error (session));
  g_assert_cmpuint (run_trace_length (run_session_trace (session)), ==, 0);
}

/* One that is dropped while it runs goes away, too. */
static void
test_drop (Fixture *fixture, gconstpointer data)
{
  RunSession *session = session_new (fixture->model, 1e6);

  run_session_start (session);
  g_object_unref (session);
}

/* A paused run stands still; it goes on by one row, or to its end. */
static void
test_pause (Fixture *fixture, gconstpointer data)
{
  RunSession *session = fixture->session;

  run_session_pause (session);
  run_session_start (session);
  wait_for (session, RUN_PAUSED);
  g_assert_cmpfloat (run_session_time (session), ==, 0);
  run_session_step (session);
  while (run_session_time (session) == 0)
    g_thread_yield ();
  wait_for (session, RUN_PAUSED);
  g_assert_cmpfloat_with_epsilon (run_session_time (session), 0.02, 1e-12);
  size_t n_rows = run_trace_length (run_session_trace (session));
  g_assert_cmpuint (n_rows, >=, 2);
  g_assert_cmpfloat_with_epsilon (
      run_trace_time (run_session_trace (session), n_rows - 1), 0.02, 1e-12);
  run_session_resume (session);
  run_session_wait (session);
  g_assert_cmpint (run_session_get_state (session), ==, RUN_FINISHED);
  g_assert_cmpuint (run_trace_length (run_session_trace (session)), >=, 501);
}

/* A spring made stiffer half-way: what follows is faster. */
static void
test_parameter (Fixture *fixture, gconstpointer data)
{
  RunSession *session = fixture->session;
  const RunTrace *trace = run_session_trace (session);
  uint32_t s = sim_model_find (fixture->model, "mass.s");
  uint32_t v = sim_model_find (fixture->model, "mass.v");

  run_session_pause (session);
  run_session_start (session);
  wait_for (session, RUN_PAUSED);
  run_session_step (session);
  while (run_session_time (session) == 0)
    g_thread_yield ();
  wait_for (session, RUN_PAUSED);
  size_t row = run_trace_length (trace) - 1;
  double s0 = run_trace_value (trace, s, row), v0 = run_trace_value (trace, v, row);
  double t0 = run_trace_time (trace, row);
  run_session_set_parameter (session, sim_model_find (fixture->model, "spring.c"), 400);
  run_session_resume (session);
  run_session_wait (session);
  g_assert_cmpint (run_session_get_state (session), ==, RUN_FINISHED);
  for (double t = 0.1; t < 2; t += 0.1) {
    double expected = s0 * cos (20 * (t - t0)) + v0 / 20 * sin (20 * (t - t0));

    g_assert_cmpfloat_with_epsilon (run_trace_value_at (trace, s, t), expected, 0.03);
  }
}

/* A value that is set before the start holds from the first row on, in a branch as
 * well: the stiffer spring moves the mass twice as fast. */
static void
test_parameter_at_start (Fixture *fixture, gconstpointer data)
{
  RunSession *session = fixture->session, *branch;
  uint32_t s = sim_model_find (fixture->model, "mass.s"), n;

  run_session_set_parameter (session, sim_model_find (fixture->model, "spring.c"), 400);
  run_session_start (session);
  run_session_wait (session);
  branch =
      run_session_branch (session, fixture->model, run_session_options (session), 0);
  run_session_start (branch);
  run_session_wait (branch);
  for (double t = 0; t < 2; t += 0.1) {
    g_assert_cmpfloat_with_epsilon (
        run_trace_value_at (run_session_trace (session), s, t), cos (20 * t), 0.01);
    g_assert_cmpfloat_with_epsilon (
        run_trace_value_at (run_session_trace (branch), s, t), cos (20 * t), 0.01);
  }
  g_autofree RunChange *changes = run_session_changes (branch, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpfloat (changes[0].time, ==, 0);
  g_object_unref (branch);
}

/* A step is one interval of rows, as the options say; the last one ends at the end. */
static void
test_step (Fixture *fixture, gconstpointer data)
{
  static const struct {
    double interval, interval_max, stop, step;
  } CASES[] = {{0.3, 0, 10, 0.3}, {0, 0.01, 10, 0.01}, {0, 1, 10, 0.02}, {7, 0, 3, 3}};

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    SimOptions options = sim_state_options_default ();

    options.interval = CASES[i].interval;
    options.interval_max = CASES[i].interval_max;
    options.stop = CASES[i].stop;
    RunSession *session = run_session_new (fixture->model, &options);
    run_session_step (session);
    run_session_start (session);
    if (CASES[i].step < CASES[i].stop)
      wait_for (session, RUN_PAUSED);
    else
      run_session_wait (session);
    g_assert_cmpfloat_with_epsilon (run_session_time (session), CASES[i].step, 1e-12);
    g_object_unref (session);
  }
}

/* What is known before, during and after a run. */
static void
test_looks (Fixture *fixture, gconstpointer data)
{
  RunSession *session = fixture->session, *branch;
  int state;

  g_assert_true (run_session_model (session) == fixture->model);
  g_assert_cmpfloat (run_session_fast_until (session), ==, 0);
  g_assert_null (run_session_failure (session));
  run_session_pause (session);
  run_session_start (session);
  wait_for (session, RUN_PAUSED);
  g_object_get (session, "state", &state, NULL);
  g_assert_cmpint (state, ==, RUN_PAUSED);
  g_assert_null (run_session_run_report (session));
  g_assert_cmpfloat (run_session_lag (session), ==, 0);
  /* One that stands can be ended, too. */
  run_session_stop (session);
  run_session_wait (session);
  g_object_get (session, "state", &state, NULL);
  g_assert_cmpint (state, ==, RUN_STOPPED);
  g_assert_null (run_session_failure (session));
  branch =
      run_session_branch (session, fixture->model, run_session_options (session), 4);
  g_assert_cmpfloat (run_session_fast_until (branch), ==, 4);
  g_assert_cmpint (run_session_get_state (branch), ==, RUN_IDLE);
  g_object_unref (branch);
}

/* A run that nothing could keep at its speed is late; results are those of any run. A
 * speed below 0 is as fast as possible, and nothing is late then. */
static void
test_lag (Fixture *fixture, gconstpointer data)
{
  RunSession *session = fixture->session, *free_run = session_new (fixture->model, 10);

  run_session_set_speed (session, 1e9);
  run_session_start (session);
  run_session_wait (session);
  g_assert_cmpfloat (run_session_lag (session), >, 0);
  run_session_set_speed (free_run, -1);
  run_session_start (free_run);
  run_session_wait (free_run);
  g_assert_cmpint (run_session_get_state (free_run), ==, RUN_FINISHED);
  g_assert_cmpfloat (run_session_lag (free_run), ==, 0);
  g_object_unref (free_run);
}

/* What is late is set back: the delays of a run are no more than the time that it
 * took. */
static void
test_lag_is_bounded (Fixture *fixture, gconstpointer data)
{
  SimOptions options = sim_state_options_default ();
  const int64_t begin = g_get_monotonic_time ();

  options.stop = 2e4;
  options.interval = 1e3;
  RunSession *session = run_session_new (fixture->model, &options);
  run_session_set_speed (session, 1e6); /* some pieces, each of them too long */
  run_session_start (session);
  run_session_wait (session);
  g_assert_cmpfloat (run_session_lag (session), <,
                     1e-6 * (double) (g_get_monotonic_time () - begin));
  g_object_unref (session);
}

/* With a method that keeps no checkpoints on its way, too, orders are taken at once,
 * and a branch is not held up by its speed before it begins. */
static void
test_without_checkpoints (Fixture *fixture, gconstpointer data)
{
  SimOptions options = sim_state_options_default ();

  options.solver = "msadams";
  options.stop = 1e6;
  options.interval = 1e3;
  RunSession *session = run_session_new (fixture->model, &options);
  run_session_start (session);
  while (run_session_time (session) < 10)
    g_thread_yield ();
  run_session_pause (session);
  wait_for (session, RUN_PAUSED);
  g_assert_cmpfloat (run_session_time (session), <, options.stop);
  const int64_t begin = g_get_monotonic_time ();
  RunSession *branch = run_session_branch (session, fixture->model, &options, 1000);
  run_session_set_speed (branch, 1);
  run_session_start (branch);
  while (run_session_time (branch) < 1000)
    g_thread_yield ();
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 100 * G_USEC_PER_SEC);
  g_object_unref (branch);
  g_object_unref (session);
}

/* A model that ends its run has reached its end. */
static void
test_terminate (void)
{
  g_autoptr (SimModel) model = test_compile ("component M\n"
                                             "  variable x::Real(initial = 0)\n"
                                             "relations\n"
                                             "  der(x) = 1\n"
                                             "  when x > 3\n"
                                             "    terminate(\"there\")\n"
                                             "  end\n"
                                             "end\n",
                                             NULL);
  RunSession *session = session_new (model, 10);

  run_session_start (session);
  run_session_wait (session);
  g_assert_cmpint (run_session_get_state (session), ==, RUN_FINISHED);
  g_assert_no_error (run_session_error (session));
  g_assert_cmpfloat_with_epsilon (run_session_time (session), 3, 1e-6);
  g_object_unref (session);
}

/* All rows of a run as another one has them. */
static void
compare_rows (const RunTrace *a, const RunTrace *b, uint32_t variable)
{
  g_assert_cmpuint (run_trace_length (a), ==, run_trace_length (b));
  for (size_t row = 0; row < run_trace_length (a); row++) {
    g_assert_cmpfloat (run_trace_time (a, row), ==, run_trace_time (b, row));
    g_assert_cmpfloat (run_trace_value (a, variable, row), ==,
                       run_trace_value (b, variable, row));
  }
}

/* A branch at any time, and a branch of that, repeats what was changed and gives the
 * same rows, however fast. */
static void
test_branch (Fixture *fixture, gconstpointer data)
{
  RunSession *session = fixture->session, *branch, *twig;
  uint32_t s = sim_model_find (fixture->model, "mass.s"), n;
  uint32_t c = sim_model_find (fixture->model, "spring.c");

  run_session_set_speed (session, 25);
  run_session_start (session);
  for (int k = 1; k <= 4; k++) {
    while (run_session_time (session) < 2 * k)
      g_thread_yield ();
    run_session_set_parameter (session, c, 100 * k);
  }
  run_session_wait (session);
  g_autofree RunChange *changes = run_session_changes (session, &n);
  g_assert_cmpuint (n, ==, 4);
  for (uint32_t i = 0; i < n; i++) {
    g_assert_cmpuint (changes[i].variable, ==, c);
    g_assert_cmpfloat (changes[i].value, ==, 100 * (i + 1));
    g_assert_cmpfloat (changes[i].time, >=, 2 * (i + 1));
  }
  const SimOptions *options = run_session_options (session);
  branch = run_session_branch (session, fixture->model, options, 9.5);
  g_assert_cmpfloat (run_session_time (branch), >, 5); /* not from the beginning */
  run_session_start (branch);
  run_session_wait (branch);
  compare_rows (run_session_trace (session), run_session_trace (branch), s);
  twig = run_session_branch (branch, fixture->model, options, 9);
  run_session_set_speed (twig, 100);
  run_session_start (twig);
  run_session_wait (twig);
  compare_rows (run_session_trace (session), run_session_trace (twig), s);
  g_autofree RunChange *again = run_session_changes (twig, &n);
  g_assert_cmpuint (n, ==, 4);
  for (uint32_t i = 0; i < n; i++) {
    g_assert_cmpuint (again[i].variable, ==, changes[i].variable);
    g_assert_cmpfloat (again[i].value, ==, changes[i].value);
    g_assert_cmpfloat (again[i].time, ==, changes[i].time);
  }
  g_object_unref (branch);
  g_object_unref (twig);
}

/* A model with more in it goes on where the run stood, with its rows and its changed
 * parameters; so does a branch of that before the place where it began. */
static void
test_branch_of_more (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text =
      g_strconcat (TEST_OSCILLATOR,
                   "component More\n"
                   "  extends Oscillator\n"
                   "  spring2 = TranslationalComponents.Components.Spring(c = 0)\n"
                   "relations\n"
                   "  connect(mass.flange_a, spring2.flange_a)\n"
                   "  connect(spring2.flange_b, fixed.flange)\n"
                   "end\n",
                   NULL);
  g_autoptr (SimModel) more = test_compile (text, NULL);
  RunSession *session = fixture->session, *branch, *twig;
  uint32_t s = sim_model_find (fixture->model, "mass.s"), n;
  uint32_t c = sim_model_find (fixture->model, "spring.c");
  uint32_t c_more = sim_model_find (more, "spring.c");
  uint32_t s_more = sim_model_find (more, "mass.s");

  run_session_set_speed (session, 40);
  run_session_start (session);
  while (run_session_time (session) < 4)
    g_thread_yield ();
  run_session_set_parameter (session, c, 400);
  run_session_wait (session);
  const SimOptions *options = run_session_options (session);
  branch = run_session_branch (session, more, options, 8);
  g_assert_cmpfloat (run_trace_value_at (run_session_trace (branch), s_more, 3), ==,
                     run_trace_value_at (run_session_trace (session), s, 3));
  run_session_start (branch);
  run_session_wait (branch);
  g_assert_no_error (run_session_error (branch));
  twig = run_session_branch (branch, more, options, 6);
  run_session_start (twig);
  run_session_wait (twig);
  g_assert_no_error (run_session_error (twig));
  for (double t = 0.1; t < 10; t += 0.1) {
    double expected = run_trace_value_at (run_session_trace (session), s, t);

    g_assert_cmpfloat_with_epsilon (
        run_trace_value_at (run_session_trace (branch), s_more, t), expected, 5e-3);
    g_assert_cmpfloat_with_epsilon (
        run_trace_value_at (run_session_trace (twig), s_more, t), expected, 5e-3);
  }
  g_autofree RunChange *changes = run_session_changes (twig, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (changes[0].variable, ==, c_more);
  g_object_unref (twig);
  /* A branch of it behind that place is one of the same model. */
  twig = run_session_branch (branch, more, options, 9);
  run_session_start (twig);
  run_session_wait (twig);
  g_assert_no_error (run_session_error (twig));
  compare_rows (run_session_trace (branch), run_session_trace (twig), s_more);
  g_free (run_session_changes (twig, &n));
  g_assert_cmpuint (n, ==, 1);
  g_object_unref (branch);
  g_object_unref (twig);
}

/* With a speed, simulated time does not run ahead of the wall clock; results do not
 * depend on it. */
static void
test_speed (Fixture *fixture, gconstpointer data)
{
  RunSession *session = fixture->session, *fast = session_new (fixture->model, 10);
  uint32_t s = sim_model_find (fixture->model, "mass.s");
  int64_t begin = g_get_monotonic_time ();

  run_session_set_speed (session, 50);
  run_session_start (session);
  run_session_wait (session);
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, G_USEC_PER_SEC / 5 - 1000);
  run_session_start (fast);
  run_session_wait (fast);
  const RunTrace *a = run_session_trace (session), *b = run_session_trace (fast);
  g_assert_cmpuint (run_trace_length (a), ==, run_trace_length (b));
  for (size_t row = 0; row < run_trace_length (a); row++) {
    g_assert_cmpfloat (run_trace_time (a, row), ==, run_trace_time (b, row));
    g_assert_cmpfloat (run_trace_value (a, s, row), ==, run_trace_value (b, s, row));
  }
  g_object_unref (fast);
}

/* A run that cannot go on says so and keeps what it has. */
static void
test_failure (void)
{
  g_autoptr (SimModel) model = test_compile ("component Burst\n"
                                             "  variable x::Real\n"
                                             "relations\n"
                                             "  initial x = 1\n"
                                             "  der(x) = x^2\n"
                                             "end\n",
                                             NULL);
  RunSession *session = session_new (model, 2);

  run_session_start (session);
  run_session_wait (session);
  g_assert_cmpint (run_session_get_state (session), ==, RUN_FAILED);
  g_assert_nonnull (run_session_error (session));
  const BaseDiag *failure = run_session_failure (session);
  g_assert_cmpuint (failure->number, ==, 506);
  g_assert_true (failure->is_of_run);
  g_assert_cmpuint (failure->line, ==, 5);
  g_assert_cmpfloat (run_session_time (session), <, 1.001);
  g_assert_cmpuint (run_trace_length (run_session_trace (session)), >, 100);
  g_object_unref (session);
}

/* What the solver refuses is an error of the session. */
static void
test_refusal (Fixture *fixture, gconstpointer data)
{
  SimOptions options = sim_state_options_default ();

  options.stop = 1;
  options.solver = "euler";
  RunSession *session = run_session_new (fixture->model, &options);
  run_session_start (session);
  run_session_wait (session);
  g_assert_cmpint (run_session_get_state (session), ==, RUN_FAILED);
  g_assert_nonnull (run_session_error (session));
  g_object_unref (session);
}

int
main (int argc, char **argv)
{
  static const double short_run = 10, endless = 1e6;

  g_test_init (&argc, &argv, NULL);
#define ADD(name, stop, function)                                                      \
  g_test_add ("/run/session/" name, Fixture, &(stop), set_up, function, tear_down)
  ADD ("finish", short_run, test_finish);
  ADD ("notify", short_run, test_notify);
  ADD ("stop", endless, test_stop);
  ADD ("stop-at-start", endless, test_stop_at_start);
  ADD ("drop", short_run, test_drop);
  ADD ("pause", short_run, test_pause);
  ADD ("parameter", short_run, test_parameter);
  ADD ("parameter-at-start", short_run, test_parameter_at_start);
  ADD ("step", short_run, test_step);
  ADD ("looks", short_run, test_looks);
  ADD ("lag", short_run, test_lag);
  ADD ("lag-is-bounded", short_run, test_lag_is_bounded);
  ADD ("without-checkpoints", short_run, test_without_checkpoints);
  ADD ("branch", short_run, test_branch);
  ADD ("branch-of-more", short_run, test_branch_of_more);
  ADD ("speed", short_run, test_speed);
  ADD ("refusal", short_run, test_refusal);
  g_test_add_func ("/run/session/failure", test_failure);
  g_test_add_func ("/run/session/terminate", test_terminate);
  return g_test_run ();
}
