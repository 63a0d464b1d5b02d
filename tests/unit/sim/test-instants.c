/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "model-run.h"

/* Events that are hard to see or never end. */

/* A ball that keeps the part e of its speed, dropped from h: bounces at
 * t0 (1 + 2 e (1 - e^k) / (1 - e)), t0 = sqrt (2 h / g), which have an end. Nothing
 * happens behind it, and the floor holds until there. */
static void
check_ball (const char *law, double e, const char *solver)
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
                                           "  end\n"
                                           "end\n",
                                           law);
  options.solver = solver;
  g_autoptr (Run) run = run_model (text, "h", &options);
  double bounce = t0, interval = 2.0 * t0 * e;

  g_assert_error (run->error, SIM_ERROR, SIM_ZENO);
  for (uint32_t i = 1; i < run->times->len; i++) {
    g_assert_cmpfloat (value_at (run, i), >=, -1e-9);
    g_assert_cmpfloat (time_at (run, i), <, end + 1e-6);
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
  g_assert_cmpfloat_with_epsilon (named, end, 1e-6 * end);
}

static void
test_bouncing_ball (void)
{
  check_ball ("-0.5*v", 0.5, "auto");
  check_ball ("-0.5*pre(v)", 0.5, "auto");
  check_ball ("-0.5*v", 0.5, "rodas4");
  check_ball ("-0.9*v", 0.9, "auto");
  check_ball ("-0.05*v", 0.05, "auto");
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/instants/bouncing-ball", test_bouncing_ball);
  g_test_add_func ("/sim/instants/ball-at-rest", test_ball_at_rest);
  g_test_add_func ("/sim/instants/short-dips", test_short_dips);
  g_test_add_func ("/sim/instants/changing-delay", test_changing_delay);
  g_test_add_func ("/sim/instants/no-delay", test_no_delay);
  return g_test_run ();
}
