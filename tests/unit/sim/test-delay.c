/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "hand-run.h"
#include "sim/event/history.h"

#define NUMBER(value) expr_number (h->dae.pool, (value))
#define ADD(a, b)     expr_binary (h->dae.pool, EXPR_ADD, (a), (b))
#define MUL(a, b)     expr_binary (h->dae.pool, EXPR_MUL, (a), (b))
#define NEG(a)        expr_unary (h->dae.pool, EXPR_NEG, (a))
#define TIME          expr_time (h->dae.pool)

static const char *const METHODS[] = {"auto",  "dopri5", "dop853",  "ndf",  "rodas4",
                                      "rk8pd", "rkf45",  "msadams", "msbdf"};

/* delay (signal, time, longest) */
static ExprId
delayed (HandDae *h, ExprId signal, ExprId time, ExprId longest)
{
  FlatDelay *delays =
      base_arena_copy (h->arena, h->flat.delays, h->flat.n_delays * sizeof (FlatDelay),
                       (h->flat.n_delays + 1) * sizeof (FlatDelay));
  const ExprId args[] = {signal, time};

  delays[h->flat.n_delays] =
      (FlatDelay){.signal = signal, .time = time, .longest = longest};
  h->flat.delays = delays;
  return expr_make (h->dae.pool, EXPR_DELAY, h->flat.n_delays++, args);
}

static ExprId
assigned (HandDae *h, const char *name, ExprId value)
{
  ExprId variable = hand_var (h, name);

  hand_assign (h, variable, value);
  return variable;
}

/* 1 from `at` on */
static ExprId
step_at (HandDae *h, double at)
{
  ExprId is_on = hand_time_crossing (h, EXPR_GE, NUMBER (at));

  return expr_if (h->dae.pool, is_on, NUMBER (1.0), NUMBER (0.0));
}

static SimOptions
options_for (double stop, const char *solver)
{
  SimOptions options = sim_state_options_default ();

  options.stop = stop;
  options.rtol = 1e-8;
  options.solver = solver;
  return options;
}

/* Rows before and at the jump, at just the time. */
static void
assert_jump (const HandRun *run, double at, const HandDae *h, ExprId v, double height)
{
  for (uint32_t i = 0; i + 1 < run->rows->len; i++) {
    double jump = hand_run_at (run, i + 1, h, v) - hand_run_at (run, i, h, v);

    if (fabs (hand_run_time (run, i) - at) > 1e-14 * at ||
        hand_run_time (run, i + 1) != hand_run_time (run, i))
      continue;
    g_assert_cmpfloat_with_epsilon (jump, height, 1e-12);
    return;
  }
  g_test_message ("nothing happens at %g", at);
  g_test_fail ();
}

static void
test_step (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprId u = assigned (h, "u", step_at (h, 0.1)), t = NUMBER (0.25);
  ExprId y = assigned (h, "y", delayed (h, u, t, t));
  ExprId x = hand_state (h, "x", NUMBER (0.0));
  SimOptions options = options_for (1.0, "auto");

  hand_rate (h, x, y);
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  assert_jump (run, 0.1, h, u, 1.0);
  assert_jump (run, 0.35, h, y, 1.0);
  g_assert_cmpfloat_with_epsilon (hand_run_end (run, h, x), 0.65, 1e-12);
  for (uint32_t i = 0; i < run->rows->len; i++) {
    double value = hand_run_at (run, i, h, y);
    g_assert_true (value == 0.0 || value == 1.0);
    if (hand_run_time (run, i) < 0.35 - 1e-14)
      g_assert_cmpfloat (value, ==, 0.0);
  }
}

/* Each echo is half of what came before, to the end. */
static void
test_echo (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprId u = hand_var (h, "u"), t = NUMBER (0.5);
  SimOptions options = options_for (3.0, "auto");

  hand_assign (h, u, ADD (step_at (h, 0.25), MUL (NUMBER (0.5), delayed (h, u, t, t))));
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  for (int k = 0; k < 5; k++)
    assert_jump (run, 0.25 + 0.5 * k, h, u, ldexp (1.0, -k));
}

static double
error_of (const HandRun *run, const HandDae *h, ExprId v, double (*expected) (double t))
{
  double worst = 0.0;

  for (uint32_t i = 0; i < run->rows->len; i++)
    worst = fmax (
        worst, fabs (hand_run_at (run, i, h, v) - expected (hand_run_time (run, i))));
  return worst;
}

static double
two_sines (double t)
{
  return sin (10.0 * fmax (t - 0.3, 0.0)) + sin (10.0 * fmax (t - 0.7, 0.0));
}

/* The run has a state that asks for no small steps at all. */
static void
test_sines (void)
{
  for (size_t m = 0; m < G_N_ELEMENTS (METHODS); m++) {
    g_autoptr (HandDae) h = hand_new ();
    ExprId u = assigned (h, "u",
                         expr_unary (h->dae.pool, EXPR_SIN, MUL (NUMBER (10.0), TIME)));
    ExprId a = delayed (h, u, NUMBER (0.3), NUMBER (0.3));
    ExprId b = delayed (h, u, NUMBER (0.7), NUMBER (0.7));
    ExprId y = assigned (h, "y", ADD (a, b)), x = hand_state (h, "x", NUMBER (0.0));
    SimOptions options = options_for (3.0, METHODS[m]);

    hand_rate (h, x, assigned (h, "f", NUMBER (1.0)));
    g_autoptr (HandRun) run = hand_run (h, &options);
    g_assert_no_error (run->error);
    g_assert_cmpfloat (error_of (run, h, y, two_sines), <, 1e-8);
  }
}

static double
method_of_steps (double t)
{
  double sum = 1.0, term = 1.0;

  for (int k = 1; k - 1 <= t; k++) {
    term = 1.0;
    for (int i = 1; i <= k; i++)
      term *= -(t - (k - 1)) / i;
    sum += term;
  }
  return sum;
}

/* y' = -y (t - 1) is made of polynomials (Bellman & Cooke, Differential-Difference
 * Equations, 1963, 3.1). */
static void
test_loop (void)
{
  for (size_t m = 0; m < G_N_ELEMENTS (METHODS); m++) {
    g_autoptr (HandDae) h = hand_new ();
    ExprId y = hand_state (h, "y", NUMBER (1.0)), t = hand_param (h, "t", 1.0);
    ExprId f = assigned (h, "f", NEG (delayed (h, y, t, t)));
    SimOptions options = options_for (6.0, METHODS[m]);

    hand_rate (h, y, f);
    g_autoptr (HandRun) run = hand_run (h, &options);
    g_assert_no_error (run->error);
    g_assert_cmpfloat (error_of (run, h, y, method_of_steps), <, 1e-6);
  }
}

static double
decay (double t)
{
  return exp (-t);
}

static double
sine (double t)
{
  return sin (5.0 * t);
}

/* Far shorter than any step; a jump still has its own instant. */
static void
test_short (void)
{
  const double brief = 0x1p-30;
  g_autoptr (HandDae) h = hand_new ();
  ExprId t = hand_param (h, "t", brief), y = hand_state (h, "y", NUMBER (1.0));
  ExprId s = expr_unary (h->dae.pool, EXPR_SIN, MUL (NUMBER (5.0), TIME));
  ExprId u = assigned (h, "u", step_at (h, 0.5));
  ExprId w = assigned (h, "w", delayed (h, s, t, t));
  ExprId v = assigned (h, "v", delayed (h, delayed (h, u, t, t), t, t));
  SimOptions options = options_for (2.0, "auto");

  hand_rate (h, y, assigned (h, "f", NEG (delayed (h, y, t, t))));
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  assert_jump (run, 0.5, h, u, 1.0);
  assert_jump (run, 0.5 + 2.0 * brief, h, v, 1.0);
  g_assert_cmpfloat (error_of (run, h, w, sine), <, 1e-7);
  g_assert_cmpfloat (error_of (run, h, y, decay), <, 1e-6);
}

static double
stretched (double t)
{
  return sin (5.0 * (t - fmin (0.25 * t, 0.4)));
}

/* The longest delay holds where more is asked. */
static void
test_variable (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprId s = expr_unary (h->dae.pool, EXPR_SIN, MUL (NUMBER (5.0), TIME));
  ExprId t = assigned (h, "t", MUL (NUMBER (0.25), TIME));
  ExprId y = assigned (h, "y", delayed (h, s, t, NUMBER (0.4)));
  SimOptions options = options_for (3.0, "auto");

  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  g_assert_cmpfloat (error_of (run, h, y, stretched), <, 1e-7);
}

/* A greater delay from one instant on. */
static void
test_live_parameter (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprId t = hand_param (h, "t", 0.25), x = hand_state (h, "x", NUMBER (0.0));
  ExprId y = assigned (h, "y", delayed (h, x, t, NUMBER (1.0)));
  SimOptions options = options_for (2.0, "auto");

  hand_rate (h, x, assigned (h, "f", NUMBER (1.0)));
  g_autoptr (HandRun) run = hand_run_new (h, &options);
  g_assert_no_error (run->error);
  sim_state_init (run->state, hand_run_keep, run, NULL);
  sim_state_run (run->state, 1.037, NULL, hand_run_keep, run, NULL);
  g_assert_cmpfloat_with_epsilon (hand_run_end (run, h, y),
                                  hand_run_time (run, run->rows->len - 1) - 0.25, 1e-9);
  sim_state_set_parameter (run->state, hand_index (h, t), 0.75);
  sim_state_run (run->state, 2.0, NULL, hand_run_keep, run, &run->error);
  g_assert_no_error (run->error);
  g_assert_cmpfloat_with_epsilon (hand_run_end (run, h, y), 1.25, 1e-9);
}

/* What starts depends on itself: u = 1 + delay (u) / 2 starts at 2; with 2 for 1/2
 * substitution leads nowhere, which is said. */
static void
test_start (void)
{
  for (int k = 0; k < 2; k++) {
    g_autoptr (HandDae) h = hand_new ();
    ExprId u = hand_var (h, "u"), t = NUMBER (1.0);
    ExprId echo = MUL (NUMBER (k == 0 ? 0.5 : 2.0), delayed (h, u, t, t));
    SimOptions options = options_for (1.0, "auto");

    hand_assign (h, u, ADD (NUMBER (1.0), echo));
    g_autoptr (HandRun) run = hand_run (h, &options);
    if (k == 1) {
      g_assert_error (run->error, SIM_ERROR, SIM_NO_CONVERGENCE);
      continue;
    }
    g_assert_no_error (run->error);
    g_assert_cmpfloat_with_epsilon (hand_run_at (run, 0, h, u), 2.0, 1e-10);
  }
}

/* ---- the record itself ---- */

static double
cubic (double t)
{
  return t * t * (t - 1.0);
}

static void
add_cubic (SimHistory *history, double t, double length)
{
  double *points = sim_history_add (history, t, length);

  for (int k = 0; k < SIM_HISTORY_POINTS; k++)
    points[k] = cubic (t + length * k / (SIM_HISTORY_POINTS - 1));
}

static void
test_history (void)
{
  g_autoptr (SimMemory) memory = sim_memory_new ();
  SimHistory history;
  uint64_t place = 7;

  sim_history_init (&history, memory, 1);
  for (int k = 0; k < 1000; k++)
    add_cubic (&history, 0.01 * k, 0.01);
  sim_history_forget (&history, 5.0);
  sim_history_cut (&history, 8.005);
  uint64_t range[] = {history.first, history.end - 1};
  g_assert_cmpuint (range[0], >=, 498);
  g_assert_cmpuint (range[1], ==, 800);
  for (double t = 7.99; t > 5.01; t -= 0.0137)
    g_assert_cmpfloat_with_epsilon (sim_history_look (&history, 0, range, t, &place),
                                    cubic (t), 1e-10);
  g_assert_cmpfloat_with_epsilon (sim_history_look (&history, 0, range, 0.0, &place),
                                  cubic (0.01 * (double) range[0]), 1e-12);
  add_cubic (&history, 8.005, 1.0);
  range[1]++;
  g_assert_cmpfloat_with_epsilon (sim_history_look (&history, 0, range, 8.9, &place),
                                  cubic (8.9), 1e-10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/delay/step", test_step);
  g_test_add_func ("/sim/delay/echo", test_echo);
  g_test_add_func ("/sim/delay/sines", test_sines);
  g_test_add_func ("/sim/delay/loop", test_loop);
  g_test_add_func ("/sim/delay/short", test_short);
  g_test_add_func ("/sim/delay/variable", test_variable);
  g_test_add_func ("/sim/delay/live-parameter", test_live_parameter);
  g_test_add_func ("/sim/delay/start", test_start);
  g_test_add_func ("/sim/delay/history", test_history);
  return g_test_run ();
}
