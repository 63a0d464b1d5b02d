/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "model-run.h"

/* Events that are hard to see or never end. */

/* A ball that keeps the part e of its speed, dropped from h: bounces at
 * t0 (1 + 2 e (1 - e^k) / (1 - e)), t0 = sqrt (2 h / g), which have an end. Nothing
 * happens behind it, and the floor holds until there. */
static void
check_ball (const char *law, const char *position, double e, const char *solver)
{
  SimOptions options = options_for (100.0, 1e-8);
  double t0 = sqrt (2.0 / 9.81), end = t0 * (1.0 + 2.0 * e / (1.0 - e));
  g_autofree char *text = g_strdup_printf ("component M\n"
                                           "  variable h::Real(initial = 1)\n"
                                           "  variable v::Real(initial = 0)\n"
                                           "relations\n"
                                           "  der(h) = v\n"
                                           "  der(v) = -9.81\n"
                                           "  when h < 0\n"
                                           "    reinit(v, %s)\n"
                                           "    %s\n"
                                           "  end\n"
                                           "end\n",
                                           law, position);
  options.solver = solver;
  g_autoptr (Run) run = run_model (text, "h", &options);
  double bounce = t0, interval = 2.0 * t0 * e;

  g_assert_error (run->error, SIM_ERROR, SIM_ZENO);
  for (uint32_t i = 1; i < run->times->len; i++) {
    g_assert_cmpfloat (value_at (run, i), >=, -1e-9);
    g_assert_cmpfloat (time_at (run, i), <, end + 1e-5);
    if (!g_array_index (run->is_event, bool, i) ||
        fabs (time_at (run, i) - bounce) > 1e-7)
      continue;
    bounce += interval;
    interval *= e;
    if (interval < 1e-5)
      break;
  }
  g_assert_cmpfloat (interval, <, 1e-5);
  const BaseDiag *failure = sim_state_failure (run->state);
  g_assert_cmpuint (failure->number, ==, 504);
  g_assert_cmpuint (failure->line, ==, 7);
  g_assert_nonnull (strstr (failure->message, "h < 0"));
  double named =
      g_ascii_strtod (strstr (failure->message, "time ") + strlen ("time "), NULL);
  g_assert_cmpfloat_with_epsilon (named, end, (*position == '\0' ? 1e-6 : 1e-5) * end);
}

static void
test_bouncing_ball (void)
{
  check_ball ("-0.5*v", "", 0.5, "auto");
  check_ball ("-0.5*pre(v)", "", 0.5, "auto");
  check_ball ("-0.5*v", "", 0.5, "rodas4");
  check_ball ("-0.9*v", "", 0.9, "auto");
  check_ball ("-0.05*v", "", 0.05, "auto");
  /* Put back on the floor it stays in the band where nothing counts. */
  check_ball ("-0.5*v", "reinit(h, 0)", 0.5, "auto");
  check_ball ("-0.7*v", "reinit(h, 0)", 0.7, "rodas4");
}

/* What runs empty: the root has no value behind the end, so the condition turns where
 * the last step ended, and another branch begins with a step of its own. */
static void
check_runs_empty (const char *solver, double rtol)
{
  SimOptions options = options_for (5.0, rtol);

  options.solver = solver;
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable h::Real(initial = 1)\n"
                                   "  variable y::Real(initial = 0)\n"
                                   "  variable w::Real(initial = 1)\n"
                                   "relations\n"
                                   "  der(h) = if h > 0 then -sqrt(h) else 0\n"
                                   "  der(y) = if h > 0 then cos(time) else 100 - y\n"
                                   "  der(w) = if h > 0 then 0 else -w\n"
                                   "end\n",
                                   "w", &options);

  g_assert_no_error (run->error);
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1), exp (-3.0),
                                  fmax (rtol, 1e-4));
}

static void
test_runs_empty (void)
{
  static const char *const solvers[] = {"auto", "dopri5", "ndf", "rodas4"};

  for (size_t i = 0; i < G_N_ELEMENTS (solvers); i++)
    for (double rtol = 1e-2; rtol > 1e-9; rtol *= 0.1)
      check_runs_empty (solvers[i], rtol);
}

/* A root on each side of a zero: neither has a value where the run gets to on the other
 * one. */
static void
check_two_roots (const char *solver, double rtol)
{
  SimOptions options = options_for (2.0, rtol);

  options.solver = solver;
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 1)\n"
                                   "  variable y::Real(initial = 0)\n"
                                   "  variable z::Real(initial = 0)\n"
                                   "relations\n"
                                   "  der(x) = -1\n"
                                   "  der(y) = ifelse(x > 0, sqrt(x), -sqrt(-x))\n"
                                   "  der(z) = 1\n"
                                   "end\n",
                                   "y", &options);

  g_assert_no_error (run->error);
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1), 0.0,
                                  fmax (30 * rtol, 1e-5));
}

static void
test_two_roots (void)
{
  static const char *const solvers[] = {"auto", "dopri5", "dop853", "ndf", "rodas4"};

  for (size_t i = 0; i < G_N_ELEMENTS (solvers); i++)
    for (double rtol = 1e-3; rtol > 1e-9; rtol *= 0.1)
      check_two_roots (solvers[i], rtol);
}

/* Two tanks level out at a finite time, and rounding holds them there within a root's
 * zero: the run comes to its end, or says why not. */
static void
test_levelling (void)
{
  static const char *const solvers[] = {"auto", "dop853", "ndf", "rodas4"};

  for (size_t i = 0; i < G_N_ELEMENTS (solvers); i++)
    for (int k = 5; k < 15; k++) {
      SimOptions options = options_for (9.0, 1e-6);
      g_autofree char *text =
          g_strdup_printf ("component M\n"
                           "  variable a::Real(initial = 1)\n"
                           "  variable b::Real(initial = 0)\n"
                           "  variable q::Real\n"
                           "relations\n"
                           "  q = %d/10*ifelse(a > b, sqrt(a - b), -sqrt(b - a))\n"
                           "  der(a) = -q\n"
                           "  der(b) = 0.7*q\n"
                           "end\n",
                           k);

      options.solver = solvers[i];
      g_autoptr (Run) run = run_model (text, "a", &options);
      if (run->error == NULL)
        g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1), 7.0 / 17,
                                        1e-5);
      else
        g_assert_true (g_error_matches (run->error, SIM_ERROR, SIM_BAD_VALUE) ||
                       g_error_matches (run->error, SIM_ERROR, SIM_CHATTERING) ||
                       g_error_matches (run->error, SIM_ERROR, SIM_STEP_TOO_SMALL));
    }
}

/* With a state of rest the same ball comes to rest where its bounces end. */
static void
test_ball_at_rest (void)
{
  SimOptions options = options_for (3.0, 1e-8);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable h::Real(initial = 1)\n"
                                   "  variable v::Real(initial = 0)\n"
                                   "  variable rests::Boolean\n"
                                   "relations\n"
                                   "  der(h) = ifelse(rests, 0, v)\n"
                                   "  der(v) = ifelse(rests, 0, -9.81)\n"
                                   "  when h < 0\n"
                                   "    rests = v > -1e-3\n"
                                   "    reinit(v, ifelse(v > -1e-3, 0, -0.5*v))\n"
                                   "  end\n"
                                   "end\n",
                                   "h", &options);

  g_assert_no_error (run->error);
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1), 0.0, 1e-9);
}

/* A condition that holds for a moment within one step has its event, also where its
 * difference has a corner there. */
static void
check_dips (const char *rates, const char *condition, const char *solver, double count)
{
  SimOptions options = options_for (100.0, 1e-6);
  g_autofree char *text = g_strdup_printf ("component M\n"
                                           "  variable x::Real(initial = 0)\n"
                                           "  variable v::Real(initial = 1)\n"
                                           "  variable n::Integer\n"
                                           "relations\n"
                                           "  der(x) = v\n"
                                           "  der(v) = %s\n"
                                           "  when %s\n"
                                           "    n = pre(n) + 1\n"
                                           "  end\n"
                                           "end\n",
                                           rates, condition);
  options.solver = solver;
  g_autoptr (Run) run = run_model (text, "n", &options);

  g_assert_no_error (run->error);
  g_assert_cmpfloat (value_at (run, run->values->len - 1), ==, count);
}

static void
test_short_dips (void)
{
  static const char *const solvers[] = {"auto", "ndf", "rodas4", "rk8pd", "rk4"};

  for (size_t i = 0; i < G_N_ELEMENTS (solvers); i++) {
    check_dips ("0", "abs(x - 50.5) < 1e-6", solvers[i], 1.0);
    check_dips ("-x", "abs(x - 0.505) < 1e-2", solvers[i], 32.0);
  }
  check_dips ("-x", "abs(x - 0.505) < 1e-3", "auto", 32.0);
}

/* ---- delays ---- */

/* A delay whose time changes meets a jump in its own instant, also when it goes back
 * behind it: how long it reads what came after is exact at any tolerance. */
static void
check_changing_delay (double mean, double swing, double frequency)
{
  enum { N = 4000000 };
  SimOptions options = options_for (10.0, 1e-4);
  char numbers[3][G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text =
      g_strdup_printf ("component M\n"
                       "  variable u::Real\n"
                       "  variable area::Real(initial = 0)\n"
                       "relations\n"
                       "  u = ifelse(time > 1, 1, 0)\n"
                       "  der(area) = delay(u, %s + %s*sin(%s*time), 5)\n"
                       "end\n",
                       g_ascii_dtostr (numbers[0], sizeof numbers[0], mean),
                       g_ascii_dtostr (numbers[1], sizeof numbers[1], swing),
                       g_ascii_dtostr (numbers[2], sizeof numbers[2], frequency));
  g_autoptr (Run) run = run_model (text, "area", &options);
  uint32_t n_behind = 0;

  g_assert_no_error (run->error);
  for (uint32_t i = 0; i < N; i++) {
    double t = 10.0 * (i + 0.5) / N;
    n_behind += t - mean - swing * sin (frequency * t) > 1.0;
  }
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1),
                                  10.0 * n_behind / N, 2e-5);
}

static void
test_changing_delay (void)
{
  check_changing_delay (0.5, 0.4, 1.0);
  check_changing_delay (1.0, 0.9, 3.0);
  check_changing_delay (2.0, 1.5, 5.0);
}

/* Such a delay is the signal itself, in a loop, too, and costs no steps. */
static void
test_no_delay (void)
{
  const char *text = "component M\n"
                     "  parameter T::Time = 0\n"
                     "  variable x::Real\n"
                     "  variable y::Real(initial = 1)\n"
                     "relations\n"
                     "  x = 1 - 0.5*delay(x, T)\n"
                     "  der(y) = delay(time, T) - y\n"
                     "end\n";
  SimOptions options = options_for (2.0, 1e-9);
  SimRunStats stats;
  g_autoptr (Run) run = run_model (text, "y", &options);

  g_assert_no_error (run->error);
  sim_state_stats (run->state, &stats);
  g_assert_cmpuint (stats.steps.n_steps, <, 200);
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1),
                                  1.0 + 2.0 * exp (-2.0), 1e-7);
  uint32_t x = sim_model_find (run->model, "x");
  g_assert_cmpfloat_with_epsilon (sim_state_value (run->state, x), 2.0 / 3.0, 1e-12);
}

/* ---- how exact the times of events are ---- */

/* A spring: x = 0.5 where the cosine is, again and again. */
static const char SWING[] = "component M\n"
                            "  variable x::Real(initial = 1)\n"
                            "  variable v::Real(initial = 0)\n"
                            "  variable b::Boolean\n"
                            "relations\n"
                            "  der(x) = v\n"
                            "  der(v) = -x\n"
                            "  b = x > 0.5\n"
                            "end\n";

static double
swing_time (uint32_t k)
{
  double turn = 2.0 * G_PI * (double) ((k + 1) / 2);

  return k % 2 == 0 ? turn + G_PI / 3.0 : turn - G_PI / 3.0;
}

/* A thermostat, from 0.25 up to 0.75 and back, each in ln 3. */
static const char RELAY[] = "component M\n"
                            "  variable x::Real(initial = 0.25)\n"
                            "  variable heats::Boolean(initial = true)\n"
                            "relations\n"
                            "  heats = x < 0.25 or pre(heats) and x < 0.75\n"
                            "  der(x) = ifelse(heats, 1, 0) - x\n"
                            "end\n";

static double
relay_time (uint32_t k)
{
  return log (3.0) * (k + 1);
}

/* A ball of 1 kg on a spring without loss, dropped: half a swing in contact. */
static const char STOP[] = "component M\n"
                           "  variable x::Real(initial = 0.5)\n"
                           "  variable v::Real(initial = 0)\n"
                           "relations\n"
                           "  der(x) = v\n"
                           "  der(v) = ifelse(x < 0, -400*x, 0) - 10\n"
                           "end\n";

static double
stop_time (uint32_t k)
{
  double v = sqrt (10.0), fall = v / 10.0;
  double contact = (G_PI + 2.0 * atan (0.5 / v)) / 20.0;

  return (k % 2 == 0 ? fall : fall + contact) + (k / 2) * (2.0 * fall + contact);
}

static const struct {
  const char *text;
  double (*time_of) (uint32_t k);
  uint32_t n; /* events */
} EXACT[] = {{SWING, swing_time, 6}, {RELAY, relay_time, 10}, {STOP, stop_time, 8}};

/* Errors of steps add up on the way to the last event, to so many tolerances; those of
 * methods of several steps to more, as these begin anew with a low order behind each
 * event. */
static double
times_of (const char *solver)
{
  static const char *const one_step[] = {"auto",  "dopri5", "dop853",
                                         "rk8pd", "rkf45",  "rodas4"};

  for (size_t i = 0; i < G_N_ELEMENTS (one_step); i++)
    if (strcmp (solver, one_step[i]) == 0)
      return 4.0;
  return 300.0;
}

/* From a time to the nearest event. */
static double
distance (const GArray *events, double time)
{
  double least = INFINITY;

  for (uint32_t k = 0; k < events->len; k++)
    least = fmin (least, fabs (g_array_index (events, double, k) - time));
  return least;
}

static void
check_times (size_t i, const char *solver, double rtol)
{
  SimOptions options = options_for (EXACT[i].time_of (EXACT[i].n - 1) + 0.01, rtol);
  double worst = 0.0;

  options.solver = solver;
  g_autoptr (Run) run = run_model (EXACT[i].text, "x", &options);
  g_assert_no_error (run->error);
  g_autoptr (GArray) events = event_times (run);
  for (uint32_t k = 0; k < EXACT[i].n; k++)
    worst = fmax (worst, distance (events, EXACT[i].time_of (k)));
  g_test_message ("model %zu, %s, %g: %.3g tolerances", i, solver, rtol, worst / rtol);
  g_assert_cmpfloat (worst, <=, times_of (solver) * rtol + 1e-11);
}

/* All methods with a tolerance keep it down to 1e-10, GSL's of several steps to 1e-9.
 */
static void
test_exact_times (void)
{
  const char *solver;

  for (uint32_t k = 0; (solver = sim_state_solver (k)) != NULL; k++)
    for (size_t i = 0; i < G_N_ELEMENTS (EXACT) && strcmp (solver, "rk4") != 0; i++)
      for (double rtol = 1e-4; rtol > 0.5e-10; rtol /= 10.0)
        if (rtol > 0.5e-9 || strncmp (solver, "ms", 2) != 0)
          check_times (i, solver, rtol);
}

/* ---- events that leave the rates alone ---- */

/* A spring, and a clock that looks at it 400 times. */
static char *
clock_text (const char *what)
{
  return g_strdup_printf ("component M\n"
                          "  variable x::Real(initial = 1)\n"
                          "  variable v::Real(initial = 0)\n"
                          "  discrete variable seen::Real\n"
                          "  variable n::Integer\n"
                          "relations\n"
                          "  der(x) = v\n"
                          "  der(v) = -x\n"
                          "  initial seen = 1\n"
                          "  initial n = 0\n"
                          "  when %s\n"
                          "    seen = x\n"
                          "    n = pre(n) + 1\n"
                          "  end\n"
                          "end\n",
                          what);
}

static void
check_clock (const char *solver)
{
  SimOptions options = options_for (10.0, 1e-8);
  g_autofree char *ticks = clock_text ("sample(0.01, 0.025)");
  g_autofree char *never = clock_text ("sample(20, 1)");
  SimRunStats with, without;

  options.solver = solver;
  g_autoptr (Run) run = run_model (ticks, "seen", &options);
  g_autoptr (Run) alone = run_model (never, "x", &options);
  g_assert_no_error (run->error);
  sim_state_stats (run->state, &with);
  sim_state_stats (alone->state, &without);
  g_assert_cmpuint (with.n_time_events, ==, 400);
  /* The steps are those of the spring alone, to the bit. */
  g_assert_cmpuint (with.steps.n_steps, ==, without.steps.n_steps);
  g_assert_cmpfloat (sim_state_value (run->state, sim_model_find (run->model, "x")), ==,
                     sim_state_value (alone->state, alone->watched));
  for (uint32_t i = 1; i < run->times->len; i++)
    if (g_array_index (run->is_event, bool, i) &&
        time_at (run, i) == time_at (run, i - 1))
      g_assert_cmpfloat_with_epsilon (value_at (run, i), cos (time_at (run, i)), 1e-5);
}

static void
test_clock_beside (void)
{
  static const char *const solvers[] = {"auto", "ndf", "rodas4", "rk8pd", "rk4"};

  for (size_t i = 0; i < G_N_ELEMENTS (solvers); i++)
    check_clock (solvers[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/instants/bouncing-ball", test_bouncing_ball);
  g_test_add_func ("/sim/instants/ball-at-rest", test_ball_at_rest);
  g_test_add_func ("/sim/instants/runs-empty", test_runs_empty);
  g_test_add_func ("/sim/instants/two-roots", test_two_roots);
  g_test_add_func ("/sim/instants/levelling", test_levelling);
  g_test_add_func ("/sim/instants/short-dips", test_short_dips);
  g_test_add_func ("/sim/instants/changing-delay", test_changing_delay);
  g_test_add_func ("/sim/instants/no-delay", test_no_delay);
  g_test_add_func ("/sim/instants/exact-times", test_exact_times);
  g_test_add_func ("/sim/instants/clock-beside", test_clock_beside);
  return g_test_run ();
}
