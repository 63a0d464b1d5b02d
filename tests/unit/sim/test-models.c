/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "sim/state-private.h"

#include "model-run.h"

/* A mass between two stops, as the library's components say it. */
static const char *const STOPS =
    "component M\n"
    "  left = TranslationalComponents.Components.Fixed(s0 = -1)\n"
    "  right = TranslationalComponents.Components.Fixed(s0 = 1)\n"
    "  stop_a = TranslationalComponents.Components.ElastoGap(c = 1e4, d = 0)\n"
    "  stop_b = TranslationalComponents.Components.ElastoGap(c = 1e4, d = 0)\n"
    "  mass = TranslationalComponents.Components.Mass(m = 1, s(initial = 0), v(initial "
    "= "
    "2))\n"
    "relations\n"
    "  connect(left.flange, stop_a.flange_a)\n"
    "  connect(stop_a.flange_b, mass.flange_a)\n"
    "  connect(mass.flange_b, stop_b.flange_a)\n"
    "  connect(stop_b.flange_b, right.flange)\n"
    "end\n";

/* Contacts last half a period of the stop's spring, flights as long as the way takes;
 * the number of events does not depend on tolerance, interval or solver. */
static void
test_stops (void)
{
  static const char *const solvers[] = {"auto", "rk8pd", "rodas4", "ndf"};
  double contact = G_PI / 100.0;

  for (size_t k = 0; k < G_N_ELEMENTS (solvers); k++)
    for (int digits = 5; digits <= 9; digits += 2) {
      SimOptions options = options_for (5.0, pow (10.0, -digits));

      options.solver = solvers[k];
      options.interval = digits == 5 ? 0.25 : -1.0;
      g_autoptr (Run) run = run_model (STOPS, "mass.v", &options);
      g_assert_no_error (run->error);
      g_autoptr (GArray) events = event_times (run);
      g_assert_cmpuint (events->len, ==, 10);
      double t = 0.5;
      for (uint32_t i = 0; i < events->len && digits == 9; i++) {
        g_assert_cmpfloat_with_epsilon (g_array_index (events, double, i), t, 1e-6);
        t += i % 2 == 0 ? contact : 1.0;
      }
    }
}

/* The Boolean of a contact changes between the two rows of its event. */
static void
test_boolean (void)
{
  SimOptions options = options_for (1.0, 1e-8);
  g_autoptr (Run) run = run_model (STOPS, "stop_b.contact", &options);

  g_assert_no_error (run->error);
  for (uint32_t i = 0; i < run->times->len; i++) {
    double t = time_at (run, i);
    bool in_contact = t > 0.5 && t < 0.5 + G_PI / 100.0;

    if (!g_array_index (run->is_event, bool, i))
      g_assert_cmpfloat (value_at (run, i), ==, in_contact ? 1.0 : 0.0);
  }
  g_autoptr (GArray) events = event_times (run);
  g_assert_cmpuint (events->len, ==, 2);
}

/* A step passes a first-order lag: its time is hit exactly. */
static void
test_filter (void)
{
  SimOptions options = options_for (2.0, 1e-8);
  g_autoptr (Run) run =
      run_model ("component M\n"
                 "  step = BlockComponents.Sources.Step(height = 2, start_time = 0.3)\n"
                 "  lag = BlockComponents.Continuous.FirstOrder(T = 0.4, k = 1)\n"
                 "relations\n"
                 "  connect(step.y, lag.u)\n"
                 "end\n",
                 "lag.y", &options);

  g_assert_no_error (run->error);
  g_autoptr (GArray) events = event_times (run);
  g_assert_cmpuint (events->len, ==, 1);
  g_assert_cmpfloat (g_array_index (events, double, 0), ==, 0.3);
  for (uint32_t i = 0; i < run->times->len; i++) {
    double t = time_at (run, i);
    g_assert_cmpfloat_with_epsilon (
        value_at (run, i), t < 0.3 ? 0.0 : 2.0 * (1.0 - exp ((0.3 - t) / 0.4)), 2e-7);
  }
}

/* Two masses in one: their accelerations follow from differentiated equations. */
static void
test_index_three (void)
{
  SimOptions options = options_for (3.0, 1e-9);
  g_autoptr (Run) run =
      run_model ("component M\n"
                 "  wall = TranslationalComponents.Components.Fixed()\n"
                 "  spring = TranslationalComponents.Components.Spring(c = 30)\n"
                 "  a = TranslationalComponents.Components.Mass(m = 1, s(initial = "
                 "0.5), v(initial = "
                 "0))\n"
                 "  b = TranslationalComponents.Components.Mass(m = 2)\n"
                 "relations\n"
                 "  connect(wall.flange, spring.flange_a)\n"
                 "  connect(spring.flange_b, a.flange_a)\n"
                 "  connect(a.flange_b, b.flange_a)\n"
                 "end\n",
                 "b.v", &options);

  g_assert_no_error (run->error);
  double w = sqrt (10.0);
  for (uint32_t i = 0; i < run->times->len; i++)
    g_assert_cmpfloat_with_epsilon (value_at (run, i),
                                    -0.5 * w * sin (w * time_at (run, i)), 1e-6);
}

/* A nonlinear equation between the state and its rate. */
static void
test_nonlinear (void)
{
  SimOptions options = options_for (1.0, 1e-9);

  options.interval = 0.002;
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 2)\n"
                                   "  variable y::Real(guess = 1)\n"
                                   "relations\n"
                                   "  y + exp(y) = x\n"
                                   "  der(x) = -y\n"
                                   "end\n",
                                   "y", &options);

  g_assert_no_error (run->error);
  /* (1 + e^y) y' = -y: ln |y| + Ei (y) + t is constant; its derivative is checked. */
  for (uint32_t i = 2; i < run->times->len; i++) {
    double h = time_at (run, i) - time_at (run, i - 2), y = value_at (run, i - 1);
    double slope = (value_at (run, i) - value_at (run, i - 2)) / h;
    g_assert_cmpfloat_with_epsilon (slope, -y / (1.0 + exp (y)), 1e-5);
  }
}

/* sign() switches where its argument passes zero. */
static void
test_sign (void)
{
  SimOptions options = options_for (1.0, 1e-8);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 0)\n"
                                   "relations\n"
                                   "  der(x) = sign(cos(10*time))\n"
                                   "end\n",
                                   "x", &options);

  g_assert_no_error (run->error);
  double at = G_PI / 20.0, end = value_at (run, run->values->len - 1);
  /* Up to pi/20, down to 3 pi/20, up to 5 pi/20, down to 1 (before 7 pi/20). */
  g_assert_cmpfloat_with_epsilon (end, at - 2.0 * at + 2.0 * at - (1.0 - 5.0 * at),
                                  1e-9);
}

/* ---- discrete variables and when ---- */

/* A ball that loses a fifth of its speed at each bounce. */
static void
test_reinit (void)
{
  SimOptions options = options_for (3.5, 1e-9);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable s::Real(initial = 5)\n"
                                   "  variable v::Real(initial = 0)\n"
                                   "relations\n"
                                   "  der(s) = v\n"
                                   "  der(v) = -10\n"
                                   "  when s < 0\n"
                                   "    reinit(v, -0.8*v)\n"
                                   "  end\n"
                                   "end\n",
                                   "v", &options);

  g_assert_no_error (run->error);
  g_autoptr (GArray) events = event_times (run);
  g_assert_cmpuint (events->len, >=, 2);
  g_assert_cmpfloat_with_epsilon (g_array_index (events, double, 0), 1.0, 1e-9);
  for (uint32_t i = 0; i + 1 < run->times->len; i++)
    if (time_at (run, i) == g_array_index (events, double, 0)) {
      g_assert_cmpfloat_with_epsilon (value_at (run, i), -10.0, 1e-7);
      g_assert_cmpfloat_with_epsilon (value_at (run, i + 1), 8.0, 1e-7);
      break;
    }
  /* The second flight: up with 8, 1.6 s long, then up with 6.4. */
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1),
                                  6.4 - 10.0 * (3.5 - 2.6), 1e-6);
}

/* The instants of sample() are hit exactly, and each counts once. */
static void
test_sample (void)
{
  SimOptions options = options_for (1.0, 1e-6);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable n::Integer\n"
                                   "relations\n"
                                   "  initial n = 10\n"
                                   "  when sample(0.1, 0.2)\n"
                                   "    n = pre(n) + 1\n"
                                   "  end\n"
                                   "end\n",
                                   "n", &options);

  g_assert_no_error (run->error);
  g_autoptr (GArray) events = event_times (run);
  g_assert_cmpuint (events->len, ==, 5);
  for (uint32_t i = 0; i < 5; i++)
    g_assert_cmpfloat (g_array_index (events, double, i), ==, 0.1 + i * 0.2);
  for (uint32_t i = 0; i < run->times->len; i++)
    if (!g_array_index (run->is_event, bool, i))
      g_assert_cmpfloat (value_at (run, i), ==,
                         10.0 + floor ((time_at (run, i) + 0.1) / 0.2 + 1e-9));
}

/* A state machine with a memory: two thresholds. */
static void
test_hysteresis (void)
{
  SimOptions options = options_for (10.2, 1e-8);
  g_autoptr (Run) run =
      run_model ("component M\n"
                 "  variable x::Real(initial = 0)\n"
                 "  variable on::Boolean\n"
                 "relations\n"
                 "  initial on = true\n"
                 "  on = pre(on) and x < 1 or not pre(on) and x < 0.5\n"
                 "  der(x) = ifelse(on, 1, -1)\n"
                 "end\n",
                 "on", &options);

  g_assert_no_error (run->error);
  /* Only the threshold that matters is watched: each event changes the state. */
  g_autoptr (GArray) events = event_times (run);
  g_assert_cmpuint (events->len, ==, 19);
  /* Up to 1 at t = 1, then half a second for each way. */
  double t = 1.0;
  for (uint32_t i = 1; i < run->times->len; i++)
    if (value_at (run, i) != value_at (run, i - 1)) {
      g_assert_cmpfloat_with_epsilon (time_at (run, i), t, 1e-6);
      g_assert_cmpfloat (time_at (run, i), ==, time_at (run, i - 1));
      t += 0.5;
    }
  g_assert_cmpfloat_with_epsilon (t, 10.5, 1e-9);
}

static void
test_floor (void)
{
  SimOptions options = options_for (2.0, 1e-8);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 0)\n"
                                   "relations\n"
                                   "  der(x) = floor(2*time) + floor(3*sin(time))\n"
                                   "end\n",
                                   "x", &options);

  g_assert_no_error (run->error);
  double a = asin (1.0 / 3.0), b = asin (2.0 / 3.0), c = G_PI - b, end = 2.0;
  double stairs = 0.5 * (1.0 + 2.0 + 3.0), waves = (b - a) + 2.0 * (MIN (c, end) - b);
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1), stairs + waves,
                                  1e-9);
}

/* A condition may change any number of times, if not all at once. */
static void
test_many_changes (void)
{
  enum { N = 1500 };
  SimOptions options = options_for (0.5 * N, 1e-6);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real = sin(2 * pi * time + 1)\n"
                                   "  variable b::Boolean = x > 0\n"
                                   "end\n",
                                   "b", &options);
  SimRunStats stats;

  g_assert_no_error (run->error);
  sim_state_stats (run->state, &stats);
  g_assert_cmpuint (stats.n_state_events, ==, N);
}

static void
test_terminate (void)
{
  SimOptions options = options_for (2.0, 1e-8);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 0)\n"
                                   "relations\n"
                                   "  der(x) = 1\n"
                                   "  when x > 0.70710678\n"
                                   "    terminate(\"far enough\")\n"
                                   "  end\n"
                                   "end\n",
                                   "x", &options);

  g_assert_no_error (run->error);
  g_assert_true (sim_state_is_finished (run->state));
  g_assert_cmpfloat_with_epsilon (sim_state_time (run->state), 0.70710678, 1e-9);
  /* W507 says why there is nothing after it. */
  const BaseDiags *report = sim_state_run_report (run->state);
  g_assert_cmpuint (base_diags_count (report), ==, 1);
  g_assert_cmpuint (base_diags_get (report, 0)->number, ==, 507);
  g_assert_cmpuint (base_diags_get (report, 0)->line, ==, 6);
  g_assert_cmpstr (base_diags_get (report, 0)->message, ==,
                   "simulation terminated at 0.70710678 s: far enough");
}

static void
test_when_assert (void)
{
  SimOptions options = options_for (2.0, 1e-8);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 0)\n"
                                   "relations\n"
                                   "  der(x) = 1\n"
                                   "  when time >= 0.5\n"
                                   "    assert(x > 0.6, \"too slow\")\n"
                                   "  end\n"
                                   "end\n",
                                   "x", &options);

  g_assert_error (run->error, SIM_ERROR, SIM_ASSERT);
  g_assert_nonnull (strstr (run->error->message, "too slow"));
  g_assert_nonnull (strstr (run->error->message, "0.5"));
}

/* ---- start ---- */

static void
test_steady_start (void)
{
  SimOptions options = options_for (1.0, 1e-8);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real\n"
                                   "relations\n"
                                   "  der(x) = 3 - x - x^3\n"
                                   "  initial der(x) = 0\n"
                                   "end\n",
                                   "x", &options);

  g_assert_no_error (run->error);
  double x = value_at (run, 0);
  g_assert_cmpfloat_with_epsilon (x + x * x * x, 3.0, 1e-8);
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1), x, 1e-8);
}

static const char *const REDUNDANT = "component M\n"
                                     "  variable x::Real(initial = 2)\n"
                                     "  variable y::Real(initial = %s)\n"
                                     "relations\n"
                                     "  y = 3*x\n"
                                     "  der(x) = -x\n"
                                     "end\n";

static void
test_redundant_start (void)
{
  SimOptions options = options_for (1.0, 1e-8);
  g_autofree char *good = g_strdup_printf (REDUNDANT, "6");
  g_autoptr (Run) run = run_model (good, "y", &options);

  g_assert_no_error (run->error);
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1),
                                  6.0 * exp (-1.0), 1e-6);
}

/* What is asked for of a variable that no state follows from, and the first event
 * undoes. */
static void
test_undone_start (void)
{
  SimOptions options = options_for (1.0, 1e-8);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 1)\n"
                                   "  variable y::Real\n"
                                   "  variable z::Integer\n"
                                   "relations\n"
                                   "  initial z = 0\n"
                                   "  initial y = 2\n"
                                   "  der(x) = -x\n"
                                   "  z = ifelse(x > 0, 1, 0)\n"
                                   "  y = x + ifelse(pre(z) == 1, 5, 1)\n"
                                   "end\n",
                                   "y", &options);

  g_assert_error (run->error, SIM_ERROR, SIM_UNDONE);
}

/* ---- failures, in the words of the model ---- */

static void
test_domain (void)
{
  SimOptions options = options_for (5.0, 1e-6);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable level::Real(initial = 1)\n"
                                   "  variable flow::Real\n"
                                   "relations\n"
                                   "  flow = sqrt(level)\n"
                                   "  der(level) = -2 + 0*flow + flow/10\n"
                                   "end\n",
                                   "level", &options);

  g_assert_error (run->error, SIM_ERROR, SIM_BAD_VALUE);
  g_assert_nonnull (strstr (run->error->message, "R507"));
  g_assert_nonnull (strstr (run->error->message, "`flow`"));
  g_assert_cmpuint (sim_state_failure (run->state)->line, ==, 5);
  g_assert_cmpuint (run->times->len, >, 40);
}

/* A rate that has no value is told of at its part, in the line that gives it. */
static void
test_domain_of_a_rate (void)
{
  SimOptions options = options_for (5.0, 1e-6);
  g_autoptr (Run) run = run_model ("component Tank\n"
                                   "  variable level::Real(initial = 1)\n"
                                   "relations\n"
                                   "  der(level) = sqrt(1 - time)\n"
                                   "end\n"
                                   "component M\n"
                                   "  tank = Tank()\n"
                                   "end\n",
                                   "tank.level", &options);

  g_assert_error (run->error, SIM_ERROR, SIM_BAD_VALUE);
  g_assert_cmpstr (sim_state_failure (run->state)->path, ==, "tank");
  g_assert_cmpuint (sim_state_failure (run->state)->line, ==, 4);
}

static void
test_no_start (void)
{
  SimOptions options = options_for (1.0, 1e-6);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 0)\n"
                                   "  variable y::Real\n"
                                   "relations\n"
                                   "  y^2 + 1 = x\n"
                                   "  der(x) = y\n"
                                   "end\n",
                                   "x", &options);

  g_assert_error (run->error, SIM_ERROR, SIM_NO_CONVERGENCE);
  g_assert_nonnull (strstr (run->error->message, "R505"));
  g_assert_nonnull (strstr (run->error->message, "`y * y + 1 = x` (residual 1"));
}

static void
test_assert (void)
{
  SimOptions options = options_for (1.0, 1e-6);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 0)\n"
                                   "relations\n"
                                   "  der(x) = 1\n"
                                   "  assert(x < 0.5, \"x leaves its range\")\n"
                                   "end\n",
                                   "x", &options);

  g_assert_error (run->error, SIM_ERROR, SIM_ASSERT);
  g_assert_nonnull (strstr (run->error->message, "x leaves its range"));
}

static void
add_time (void *data, SimState *state, double time, bool is_event)
{
  *(double *) data += time;
}

/* Rows do not depend on what stood in the memory of a run before it began. */
static void
test_rows_of_any_memory (void)
{
  SimOptions options = options_for (2.0, 1e-6);
  g_autoptr (GError) error = NULL;
  double sum[2] = {0};
  SimModel *model = compile ("component M\n"
                             "  variable x::Real(initial = 1)\n"
                             "  variable v::Real(initial = 0)\n"
                             "  variable k::Real = 2 * x\n"
                             "  variable f::Real = -10 * k\n"
                             "relations\n"
                             "  der(x) = v\n"
                             "  der(v) = f\n"
                             "end\n");

  for (int k = 0; k < 2; k++) {
    g_autoptr (SimState) state = sim_state_new (model, &options, &error);

    for (uint32_t i = 0; k == 1 && i < state->follow.n; i++)
      state->follow.now[i] = state->follow.last[i] = state->follow.before[i] = NAN;
    g_assert_cmpint (sim_state_init (state, add_time, &sum[k], &error), ==, SIM_OK);
    g_assert_cmpint (
        sim_state_run (state, options.stop, NULL, add_time, &sum[k], &error), ==,
        SIM_OK);
  }
  g_assert_cmpfloat (sum[0], ==, sum[1]);
  sim_model_unref (model);
}

typedef struct {
  GArray *times;
  uint32_t n_until_stop;
  int stop_flag;
} Watch;

static void
stop_at_some (void *data, SimState *state, double time, bool is_event)
{
  Watch *watch = data;

  g_assert_cmpfloat (sim_state_time (state), ==, time);
  g_assert_cmpfloat (sim_state_slots (state)[CODE_TIME], ==, time);
  g_array_append_val (watch->times, time);
  if (watch->n_until_stop > 0 && --watch->n_until_stop == 0)
    watch->stop_flag = 1;
}

/* The row that is held back is there where a run stands, and comes once. */
static void
test_no_row_is_lost (void)
{
  SimOptions options = options_for (1.0, 1e-6);
  g_autoptr (GError) error = NULL;
  SimModel *model = compile ("component M\n  variable x::Real(initial = 0)\n"
                             "  variable y::Real = sin(40 * x)\n"
                             "relations\n  der(x) = 1\nend\n");
  g_autoptr (SimState) whole = sim_state_new (model, &options, &error);
  g_autoptr (SimState) parts = sim_state_new (model, &options, &error);
  Watch rows = {.times = g_array_new (FALSE, FALSE, sizeof (double))};
  Watch some = {.times = g_array_new (FALSE, FALSE, sizeof (double)),
                .n_until_stop = 40};

  sim_state_init (whole, stop_at_some, &rows, &error);
  sim_state_run (whole, 1.0, NULL, stop_at_some, &rows, &error);
  sim_state_init (parts, stop_at_some, &some, &error);
  g_assert_cmpint (
      sim_state_run (parts, 1.0, &some.stop_flag, stop_at_some, &some, &error), ==,
      SIM_STOPPED);
  sim_state_flush (parts, stop_at_some, &some);
  g_assert_false (parts->holds_row);
  g_assert_cmpuint (some.times->len, >, 40);
  g_assert_cmpfloat (g_array_index (some.times, double, some.times->len - 1), ==,
                     parts->row_time);
  for (double t = parts->row_time; !sim_state_is_finished (parts); t += 0.0123)
    g_assert_cmpint (sim_state_run (parts, t, NULL, stop_at_some, &some, &error), ==,
                     SIM_OK);
  g_assert_cmpuint (rows.times->len, >, 501);
  g_assert_cmpuint (some.times->len, ==, rows.times->len);
  for (uint32_t i = 0; i < rows.times->len; i++)
    g_assert_cmpfloat (g_array_index (some.times, double, i), ==,
                       g_array_index (rows.times, double, i));
  g_array_unref (rows.times);
  g_array_unref (some.times);
  sim_model_unref (model);
}

/* A crank that turns at constant speed; the angle of its rod has many solutions. */
static const char *const ROD = "component M\n"
                               "  parameter load::Real = 0\n"
                               "  variable phi::Real\n"
                               "  variable psi::Real\n"
                               "  variable sum::Real\n"
                               "  variable work::Real = load*phi\n"
                               "relations\n"
                               "  initial phi = 0\n"
                               "  initial sum = 0\n"
                               "  der(phi) = 25\n"
                               "  der(sum) = psi\n"
                               "  0.3*sin(psi) = 0.1*sin(phi)\n"
                               "end\n";

/* A parameter that is set between two rows, within a step, leaves the solution on its
 * way, also one that changes nothing. */
static void
test_parameter_between_rows (void)
{
  SimOptions options = options_for (4.0, 1e-6);
  g_autoptr (SimModel) model = compile (ROD);
  g_autoptr (SimState) state = sim_state_new (model, &options, NULL);
  const uint32_t load = sim_model_find (model, "load");
  const uint32_t psi = sim_model_find (model, "psi");
  GError *error = NULL;

  sim_state_init (state, NULL, NULL, NULL);
  for (double t = 0.0137; t < 4; t += 0.0371) {
    sim_state_run (state, t, NULL, NULL, NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpfloat (fabs (sim_state_value (state, psi)), <, G_PI / 2);
    sim_state_set_parameter (state, load, t);
  }
}

/* A bearing whose friction falls below zero drives its shaft ever faster. What a gear
 * in front of the open clutch to that shaft carries is then rounding, by which it turns
 * to and fro between driving and driven; but that is no reason to end. */
static const char *const RUNAWAY =
    "component M\n"
    "  torque = RotationalComponents.Sources.ConstantTorque(tau_constant = -4.241)\n"
    "  first = RotationalComponents.Components.Inertia(J = 0.00401, phi(initial = 0), "
    "w(initial = 0))\n"
    "  gear1 = RotationalComponents.Components.LossyGear(ratio = -4.748, lossTable = "
    "[[0, 1, 1, 0.2, 0.2]])\n"
    "  gear2 = RotationalComponents.Components.IdealGear(ratio = -2.435)\n"
    "  clutch1 = RotationalComponents.Components.Clutch(fn_max = 1.545)\n"
    "  press1 = BlockComponents.Sources.Pulse(period = 0.356)\n"
    "  middle = RotationalComponents.Components.Inertia(J = 0.0101, phi(initial = 0), "
    "w(initial = -1.262))\n"
    "  gear3 = RotationalComponents.Components.LossyGear(ratio = -2.583, lossTable = "
    "[[0, 0.961, 0.909, 0, 0]])\n"
    "  clutch2 = RotationalComponents.Components.Clutch(fn_max = 9.55, peak = 1.2)\n"
    "  press2 = BlockComponents.Sources.Pulse(period = 1.003, start_time = 0.5)\n"
    "  runaway = RotationalComponents.Components.Inertia(J = 0.0234, phi(initial = 0), "
    "w(initial = -0.831))\n"
    "  bearing = RotationalComponents.Components.BearingFriction(tau_pos = [[0, 3.51], "
    "[1, 1.502]], peak = 1.3)\n"
    "relations\n"
    "  connect(torque.spline, first.spline_a)\n"
    "  connect(first.spline_b, gear1.spline_a)\n"
    "  connect(gear1.spline_b, gear2.spline_a)\n"
    "  connect(press1.y, clutch1.f_normalized)\n"
    "  connect(gear2.spline_b, clutch1.spline_a)\n"
    "  connect(clutch1.spline_b, middle.spline_a)\n"
    "  connect(middle.spline_b, gear3.spline_a)\n"
    "  connect(press2.y, clutch2.f_normalized)\n"
    "  connect(gear3.spline_b, clutch2.spline_a)\n"
    "  connect(clutch2.spline_b, runaway.spline_a)\n"
    "  connect(runaway.spline_b, bearing.spline_a)\n"
    "end\n";

static void
test_runaway (void)
{
  SimOptions options = options_for (0.95, 1e-3);
  g_autoptr (Run) run = run_model (RUNAWAY, "runaway.w", &options);

  g_assert_no_error (run->error);
  g_assert_cmpfloat (value_at (run, run->values->len - 1), >, 1e9);
}

/* Each entry that elimination could begin with is nearly zero at one of the rows. The
 * determinant never is, so the solution keeps its digits. */
static void
test_vanishing_pivots (void)
{
  static const double late = 1e-10;
  SimOptions options = sim_state_options_default ();

  options.stop = 10.0;
  options.interval = 0.25;
  g_autoptr (Run) run =
      run_model ("component M\n"
                 "  variable s::Real\n  variable x::Real\n  variable y::Real\n"
                 "relations\n  der(s) = x\n  initial s = 0\n"
                 "  (time - 5.0000000001) * x + (time - 7.0000000001) * y = 1\n"
                 "  (time - 9.0000000001) * x + (6.0000000001 - time) * y = 2\n"
                 "end\n",
                 "x", &options);

  g_assert_no_error (run->error);
  g_assert_cmpuint (run->values->len, >=, 41);
  for (guint i = 0; i < run->values->len; i++) {
    double t = g_array_index (run->times, double, i) - late;
    double x = (20.0 - 3.0 * t) / (-2.0 * t * t + 27.0 * t - 93.0);
    g_assert_cmpfloat_with_epsilon (g_array_index (run->values, double, i), x, 1e-12);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/models/stops", test_stops);
  g_test_add_func ("/sim/models/boolean", test_boolean);
  g_test_add_func ("/sim/models/filter", test_filter);
  g_test_add_func ("/sim/models/index-three", test_index_three);
  g_test_add_func ("/sim/models/nonlinear", test_nonlinear);
  g_test_add_func ("/sim/models/sign", test_sign);
  g_test_add_func ("/sim/models/reinit", test_reinit);
  g_test_add_func ("/sim/models/sample", test_sample);
  g_test_add_func ("/sim/models/hysteresis", test_hysteresis);
  g_test_add_func ("/sim/models/floor", test_floor);
  g_test_add_func ("/sim/models/many-changes", test_many_changes);
  g_test_add_func ("/sim/models/terminate", test_terminate);
  g_test_add_func ("/sim/models/when-assert", test_when_assert);
  g_test_add_func ("/sim/models/steady-start", test_steady_start);
  g_test_add_func ("/sim/models/redundant-start", test_redundant_start);
  g_test_add_func ("/sim/models/undone-start", test_undone_start);
  g_test_add_func ("/sim/models/domain", test_domain);
  g_test_add_func ("/sim/models/domain-of-a-rate", test_domain_of_a_rate);
  g_test_add_func ("/sim/models/no-start", test_no_start);
  g_test_add_func ("/sim/models/assert", test_assert);
  g_test_add_func ("/sim/models/parameter-between-rows", test_parameter_between_rows);
  g_test_add_func ("/sim/models/rows-of-any-memory", test_rows_of_any_memory);
  g_test_add_func ("/sim/models/no-row-is-lost", test_no_row_is_lost);
  g_test_add_func ("/sim/models/runaway", test_runaway);
  g_test_add_func ("/sim/models/vanishing-pivots", test_vanishing_pivots);
  return g_test_run ();
}
