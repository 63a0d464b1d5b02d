/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hand-run.h"

#define NUMBER(x) expr_number (p, x)
#define ADD(x, y) expr_binary (p, EXPR_ADD, x, y)
#define SUB(x, y) expr_binary (p, EXPR_SUB, x, y)
#define MUL(x, y) expr_binary (p, EXPR_MUL, x, y)
#define DIV(x, y) expr_binary (p, EXPR_DIV, x, y)
#define NEG(x)    expr_unary (p, EXPR_NEG, x)

typedef struct {
  ExprId s, v, a, k, energy;
} Oscillator;

/* m = 1, k = 4 pi^2: a period of 1; starts at s = 1. */
static Oscillator
oscillator (HandDae *h)
{
  ExprPool *p = h->dae.pool;
  Oscillator o = {
      .k = hand_param (h, "spring.c", 4.0 * G_PI * G_PI),
      .s = hand_state (h, "mass.s", NUMBER (1.0)),
      .v = hand_state (h, "mass.v", EXPR_NONE),
  };

  o.a = hand_var (h, "mass.a");
  o.energy = hand_var (h, "energy");
  hand_rate (h, o.s, o.v);
  hand_rate (h, o.v, o.a);
  hand_assign (h, o.a, NEG (MUL (o.k, o.s)));
  hand_output (h, o.energy, ADD (MUL (o.v, o.v), MUL (o.k, MUL (o.s, o.s))));
  return o;
}

static void
test_closed_form (void)
{
  g_autoptr (HandDae) h = hand_new ();
  Oscillator o = oscillator (h);
  SimOptions options = sim_state_options_default ();

  options.stop = 10.0;
  options.rtol = 1e-8;
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  g_assert_cmpuint (run->rows->len, >=, 501);
  for (uint32_t i = 0; i < run->rows->len; i++) {
    double t = hand_run_time (run, i);
    g_assert_cmpfloat_with_epsilon (hand_run_at (run, i, h, o.s), cos (2.0 * G_PI * t),
                                    1e-6);
  }
  g_assert_true (sim_state_is_finished (run->state));
}

/* The energy of an undamped oscillator drifts in proportion to the tolerance. */
static void
test_energy_drift (void)
{
  double drift[3];

  for (int i = 0; i < 3; i++) {
    g_autoptr (HandDae) h = hand_new ();
    Oscillator o = oscillator (h);
    SimOptions options = sim_state_options_default ();

    options.stop = 1000.0;
    options.rtol = pow (10.0, -6 - i);
    g_autoptr (HandRun) run = hand_run (h, &options);
    g_assert_no_error (run->error);
    drift[i] = fabs (
        hand_run_end (run, h, o.energy) / hand_run_at (run, 0, h, o.energy) - 1.0);
    g_test_message ("rtol 1e-%d: %g", 6 + i, drift[i]);
  }
  g_assert_cmpfloat (drift[1], <, 0.3 * drift[0]);
  g_assert_cmpfloat (drift[2], <, 0.3 * drift[1]);
  g_assert_cmpfloat (drift[2], <, 1e-4);
}

/* Chunks of time do not change the result. */
static void
test_chunks (void)
{
  g_autoptr (HandDae) h = hand_new (), h2 = hand_new ();
  Oscillator o = oscillator (h);
  SimOptions options = sim_state_options_default ();

  oscillator (h2);
  options.stop = 3.0;
  g_autoptr (HandRun) whole = hand_run (h, &options);
  g_autoptr (HandRun) parts = hand_run_new (h2, &options);
  g_assert_cmpint (sim_state_init (parts->state, hand_run_keep, parts, NULL), ==,
                   SIM_OK);
  for (double t = 0.0; t < 3.0; t += 0.0137) {
    g_assert_cmpint (sim_state_run (parts->state, t, NULL, hand_run_keep, parts, NULL),
                     ==, SIM_OK);
    g_assert_cmpfloat (sim_state_time (parts->state), ==, t);
  }
  sim_state_run (parts->state, 10.0, NULL, hand_run_keep, parts, NULL);
  g_assert_true (sim_state_is_finished (parts->state));
  g_assert_cmpuint (parts->rows->len, ==, whole->rows->len);
  for (uint32_t i = 0; i < whole->rows->len; i++)
    g_assert_cmpfloat (hand_run_at (parts, i, h, o.s), ==,
                       hand_run_at (whole, i, h, o.s));
}

/* A parameter that changes between chunks acts from that instant on. */
static void
test_live_parameter (void)
{
  g_autoptr (HandDae) h = hand_new ();
  Oscillator o = oscillator (h);
  SimOptions options = sim_state_options_default ();

  options.stop = 2.0;
  options.rtol = 1e-9;
  g_autoptr (HandRun) run = hand_run_new (h, &options);
  g_assert_cmpint (sim_state_init (run->state, hand_run_keep, run, NULL), ==, SIM_OK);
  sim_state_run (run->state, 1.25, NULL, hand_run_keep, run, NULL);
  sim_state_set_parameter (run->state, hand_index (h, o.k), 0.0);
  sim_state_run (run->state, 2.0, NULL, hand_run_keep, run, NULL);
  /* s = 0, v = -2 pi at 1.25, then free. */
  g_assert_cmpfloat_with_epsilon (hand_run_end (run, h, o.s), -2.0 * G_PI * 0.75, 1e-6);
}

static void
test_stop_flag (void)
{
  g_autoptr (HandDae) h = hand_new ();
  SimOptions options = sim_state_options_default ();
  int stop = 1;

  options.stop = 1.0;
  oscillator (h);
  g_autoptr (HandRun) run = hand_run_new (h, &options);
  sim_state_init (run->state, NULL, NULL, NULL);
  g_assert_cmpint (sim_state_run (run->state, 10.0, &stop, NULL, NULL, NULL), ==,
                   SIM_STOPPED);
  g_assert_false (sim_state_is_finished (run->state));
  stop = 0;
  g_assert_cmpint (sim_state_run (run->state, 10.0, &stop, NULL, NULL, NULL), ==,
                   SIM_OK);
  g_assert_true (sim_state_is_finished (run->state));
}

static void
test_every_step (void)
{
  g_autoptr (HandDae) h = hand_new ();
  SimOptions options = sim_state_options_default ();
  SimRunStats stats;

  options.stop = 1.0;
  oscillator (h);
  options.interval = -1.0;
  g_autoptr (HandRun) run = hand_run (h, &options);
  sim_state_stats (run->state, &stats);
  g_assert_cmpuint (run->rows->len, ==, stats.steps.n_steps + 1);
  g_assert_cmpfloat (hand_run_time (run, run->rows->len - 1), ==, 1.0);
}

/* A model without states still has its output and its time events. */
static void
test_no_states (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId y = hand_var (h, "y"), at = hand_param (h, "start_time", 0.35);
  ExprId r = hand_time_crossing (h, EXPR_GE, at);
  SimOptions options = sim_state_options_default ();

  options.stop = 1.0;
  hand_assign (h, y, expr_if (p, r, MUL (expr_time (p), NUMBER (2.0)), NUMBER (-1.0)));
  options.interval = 0.1;
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  g_assert_cmpuint (run->rows->len, ==, 13);
  g_assert_cmpfloat (hand_run_at (run, 3, h, y), ==, -1.0);
  g_assert_cmpfloat (hand_run_time (run, 4), ==, 0.35);
  g_assert_cmpfloat (hand_run_at (run, 4, h, y), ==, -1.0);
  g_assert_cmpfloat (hand_run_time (run, 5), ==, 0.35);
  g_assert_cmpfloat (hand_run_at (run, 5, h, y), ==, 0.7);
  g_assert_cmpfloat (hand_run_end (run, h, y), ==, 2.0);
}

/* A spring between two masses whose accelerations are solved together. */
static void
test_linear_system (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", NUMBER (1.0)), v = hand_state (h, "v", EXPR_NONE);
  ExprId a = hand_var (h, "a"), f = hand_var (h, "f"), m = hand_param (h, "m", 2.0);
  ExprId zero = NUMBER (0.0), one = NUMBER (1.0);
  /* m a - f = 0, f + 8 x + a = 0: (m + 1) a = -8 x */
  ExprId residuals[] = {SUB (MUL (m, a), f), ADD (ADD (f, MUL (NUMBER (8.0), x)), a)};
  ExprId entries[] = {m, NUMBER (-1.0), one, one};
  SimOptions options = sim_state_options_default ();

  g_assert_false (expr_is (zero, one));
  hand_rate (h, x, v);
  hand_rate (h, v, a);
  hand_block (h, DAE_LINEAR, 2, (ExprId[]){a, f}, residuals, entries);
  options.stop = 3.0;
  options.rtol = 1e-9;
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  double w = sqrt (8.0 / 3.0);
  g_assert_cmpfloat_with_epsilon (hand_run_end (run, h, x), cos (3.0 * w), 1e-7);
  g_assert_cmpfloat_with_epsilon (hand_run_end (run, h, f), -16.0 / 3.0 * cos (3.0 * w),
                                  1e-6);
}

/* Several solvers, explicit and implicit, agree on a stiff decay with a nonlinear law.
 */
static void
test_solvers (void)
{
  static const char *const names[] = {"auto",  "dopri5", "dop853", "rk8pd",
                                      "rkf45", "ndf",    "rodas4", "msbdf"};

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (HandDae) h = hand_new ();
    ExprPool *p = h->dae.pool;
    ExprId x = hand_state (h, "x", NUMBER (1.0)), y = hand_var (h, "y");
    ExprId r = hand_var (h, "r");
    /* y + y^3 = x, x' = -20 y */
    ExprId residual[] = {SUB (ADD (y, MUL (y, MUL (y, y))), x)};
    ExprId entry[] = {ADD (NUMBER (1.0), MUL (NUMBER (3.0), MUL (y, y)))};
    SimOptions options = sim_state_options_default ();

    hand_rate (h, x, r);
    hand_block (h, DAE_NONLINEAR, 1, &y, residual, entry);
    hand_assign (h, r, MUL (NUMBER (-20.0), y));
    options.solver = names[i];
    options.rtol = 1e-7;
    options.stop = 0.2;
    g_autoptr (HandRun) run = hand_run (h, &options);
    g_assert_no_error (run->error);
    /* (1 + 3 y^2) y' = -20 y: ln y + 1.5 y^2 + 20 t is constant. */
    double y0 = hand_run_at (run, 0, h, y), y1 = hand_run_end (run, h, y);
    double change = log (y1 / y0) + 1.5 * (y1 * y1 - y0 * y0) + 20.0 * 0.2;
    g_test_message ("%s: %g", names[i], change);
    g_assert_cmpfloat_with_epsilon (change, 0.0, 5e-5);
  }
}

/* ---- failures ---- */

static void
test_domain_error (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "tank.level", NUMBER (1.0)), y = hand_var (h, "valve.flow");
  SimOptions options = sim_state_options_default ();

  hand_rate (h, x, y);
  hand_assign (h, y, SUB (expr_unary (p, EXPR_SQRT, x), NUMBER (2.0)));
  options.stop = 5.0;
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_error (run->error, SIM_ERROR, SIM_BAD_VALUE);
  g_assert_nonnull (strstr (run->error->message, "R507"));
  g_assert_nonnull (strstr (run->error->message, "`valve.flow`"));
  g_assert_cmpstr (sim_state_failure (run->state)->path, ==, "valve");
  g_assert_cmpuint (run->rows->len, >, 10);
}

static void
test_step_too_small (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", NUMBER (1.0)), y = hand_var (h, "y");
  SimOptions options = sim_state_options_default ();

  hand_rate (h, x, y);
  hand_assign (h, y, MUL (x, x));
  options.stop = 2.0;
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_error (run->error, SIM_ERROR, SIM_STEP_TOO_SMALL);
  g_assert_nonnull (strstr (run->error->message, "R506"));
  g_assert_nonnull (strstr (run->error->message, "`x`"));
}

static void
test_singular_system (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", NUMBER (1.0)), a = hand_var (h, "a");
  ExprId b = hand_var (h, "b"), one = NUMBER (1.0);
  ExprId residuals[] = {SUB (ADD (a, b), x), SUB (ADD (a, b), MUL (x, x))};
  SimOptions options = sim_state_options_default ();

  options.stop = 1.0;
  hand_rate (h, x, a);
  hand_block (h, DAE_LINEAR, 2, (ExprId[]){a, b}, residuals,
              (ExprId[]){one, one, one, one});
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_error (run->error, SIM_ERROR, SIM_SINGULAR);
  g_assert_nonnull (strstr (run->error->message, "R508"));
  g_assert_nonnull (strstr (run->error->message, "`b`"));
}

/* Two forces that hold the same thing: their sum is known, each takes half. */
static void
test_singular_but_consistent (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", NUMBER (3.0)), a = hand_var (h, "a");
  ExprId b = hand_var (h, "b"), one = NUMBER (1.0), two = NUMBER (2.0);
  ExprId sum = ADD (a, b);
  ExprId residuals[] = {SUB (sum, x), SUB (MUL (two, sum), MUL (two, x))};
  SimOptions options = sim_state_options_default ();

  options.stop = 1.0;
  hand_rate (h, x, a);
  hand_block (h, DAE_LINEAR, 2, (ExprId[]){a, b}, residuals,
              (ExprId[]){one, one, two, two});
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  g_assert_cmpfloat_with_epsilon (hand_run_at (run, 0, h, a), 1.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (hand_run_end (run, h, x), 3.0 * exp (0.5), 1e-5);
}

static void
test_assert (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  Oscillator o = oscillator (h);
  SimOptions options = sim_state_options_default ();

  options.stop = 1.0;
  hand_assert (h, expr_binary (p, EXPR_GT, o.s, NUMBER (-0.5)), "too far");
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_error (run->error, SIM_ERROR, SIM_ASSERT);
  g_assert_nonnull (strstr (run->error->message, "R503"));
  g_assert_nonnull (strstr (run->error->message, "too far"));
}

static void
test_unknown_solver (void)
{
  g_autoptr (HandDae) h = hand_new ();
  SimOptions options = sim_state_options_default ();

  options.stop = 1.0;
  oscillator (h);
  options.solver = "euler";
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_null (run->state);
  g_assert_nonnull (strstr (run->error->message, "`euler`"));
}

/* ---- start ---- */

static void
test_start_newton (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE), y = hand_var (h, "y");
  ExprId r = hand_var (h, "r"), c = hand_param (h, "c", 2.0);
  /* y^2 = 2: singular at the guess 0. */
  ExprId residual[] = {SUB (MUL (y, y), c)}, entry[] = {MUL (NUMBER (2.0), y)};
  SimOptions options = sim_state_options_default ();

  options.stop = 1.0;
  hand_rate (h, x, r);
  hand_block (h, DAE_NONLINEAR, 1, &y, residual, entry);
  hand_assign (h, r, y);
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  g_assert_cmpfloat_with_epsilon (hand_run_end (run, h, x), sqrt (2.0), 1e-9);
}

static void
test_start_fails (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE), y = hand_var (h, "y");
  ExprId residual[] = {ADD (MUL (y, y), NUMBER (1.0))};
  ExprId entry[] = {MUL (NUMBER (2.0), y)};
  SimOptions options = sim_state_options_default ();

  options.stop = 1.0;
  hand_rate (h, x, y);
  hand_block (h, DAE_NONLINEAR, 1, &y, residual, entry);
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_nonnull (run->error);
  g_assert_nonnull (strstr (run->error->message, "`y`"));
}

static void
test_start_inconsistent (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", NUMBER (1.0)), y = hand_var (h, "y");
  SimOptions options = sim_state_options_default ();

  options.stop = 1.0;
  hand_rate (h, x, y);
  hand_assign (h, y, MUL (NUMBER (2.0), x));
  hand_check (h, y, NUMBER (2.0));
  hand_check (h, y, NUMBER (3.0));
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_error (run->error, SIM_ERROR, SIM_INCONSISTENT);
  g_assert_nonnull (strstr (run->error->message, "E502"));
  g_assert_nonnull (strstr (run->error->message, "y = 3"));
  g_assert_null (strstr (run->error->message, "y = 2"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/run/closed-form", test_closed_form);
  g_test_add_func ("/sim/run/energy-drift", test_energy_drift);
  g_test_add_func ("/sim/run/chunks", test_chunks);
  g_test_add_func ("/sim/run/live-parameter", test_live_parameter);
  g_test_add_func ("/sim/run/stop-flag", test_stop_flag);
  g_test_add_func ("/sim/run/every-step", test_every_step);
  g_test_add_func ("/sim/run/no-states", test_no_states);
  g_test_add_func ("/sim/run/linear-system", test_linear_system);
  g_test_add_func ("/sim/run/solvers", test_solvers);
  g_test_add_func ("/sim/run/domain-error", test_domain_error);
  g_test_add_func ("/sim/run/step-too-small", test_step_too_small);
  g_test_add_func ("/sim/run/singular-system", test_singular_system);
  g_test_add_func ("/sim/run/singular-but-consistent", test_singular_but_consistent);
  g_test_add_func ("/sim/run/assert", test_assert);
  g_test_add_func ("/sim/run/unknown-solver", test_unknown_solver);
  g_test_add_func ("/sim/run/start-newton", test_start_newton);
  g_test_add_func ("/sim/run/start-fails", test_start_fails);
  g_test_add_func ("/sim/run/start-inconsistent", test_start_inconsistent);
  return g_test_run ();
}
