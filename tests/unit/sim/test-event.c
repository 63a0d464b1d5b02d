/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hand-run.h"

#define NUMBER(x) expr_number (p, x)
#define ADD(x, y) expr_binary (p, EXPR_ADD, x, y)
#define SUB(x, y) expr_binary (p, EXPR_SUB, x, y)
#define MUL(x, y) expr_binary (p, EXPR_MUL, x, y)
#define NEG(x)    expr_unary (p, EXPR_NEG, x)

static const char *const SOLVERS[] = {"auto",  "dopri5", "dop853", "rk8pd",
                                      "rkf45", "ndf",    "rodas4", "rk4"};

/* x' = 1 below the threshold, 2 above: the kink is located whatever the solver. */
static void
test_crossing (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (SOLVERS); i++) {
    g_autoptr (HandDae) h = hand_new ();
    ExprPool *p = h->dae.pool;
    ExprId x = hand_state (h, "x", EXPR_NONE), v = hand_var (h, "v");
    ExprId r = hand_crossing (h, EXPR_GT, MUL (x, x), NUMBER (0.25));
    SimOptions options = sim_state_options_default ();

    options.stop = 1.0;
    hand_rate (h, x, v);
    hand_assign (h, v, expr_if (p, r, NUMBER (2.0), NUMBER (1.0)));
    options.solver = SOLVERS[i];
    g_autoptr (HandRun) run = hand_run (h, &options);
    g_assert_no_error (run->error);
    g_autoptr (GArray) events = hand_run_events (run);
    g_assert_cmpuint (events->len, ==, 1);
    g_assert_cmpfloat_with_epsilon (g_array_index (events, double, 0), 0.5, 3e-12);
    g_assert_cmpfloat_with_epsilon (hand_run_end (run, h, x), 1.5, 1e-11);
  }
}

typedef struct {
  ExprId s, v, touches;
} Ball;

/* An elastic stop: k = 10000 below s = 0, mass 1, gravity 10; falls from 1. */
static Ball
bouncing_ball (HandDae *h)
{
  ExprPool *p = h->dae.pool;
  Ball b = {hand_state (h, "s", NUMBER (1.0)), hand_state (h, "v", EXPR_NONE),
            hand_discrete (h, "contact")};
  ExprId a = hand_var (h, "a"), f = hand_var (h, "f");
  ExprId r = hand_crossing (h, EXPR_LT, b.s, NUMBER (0.0));

  hand_rate (h, b.s, b.v);
  hand_rate (h, b.v, a);
  hand_assign (h, b.touches, r);
  hand_assign (h, f, expr_if (p, b.touches, MUL (NUMBER (-1e4), b.s), NUMBER (0.0)));
  hand_assign (h, a, SUB (f, NUMBER (10.0)));
  return b;
}

/* Contacts begin and end where the closed form says, and a Boolean tells which. */
static void
test_contacts (void)
{
  double v = sqrt (20.0), w = 100.0, fall = v / 10.0;
  /* In contact s = g (cos (w t) - 1) / w^2 - v sin (w t) / w. */
  double contact = 2.0 * (G_PI - atan2 (v, 10.0 / w)) / w;

  for (size_t i = 0; i < G_N_ELEMENTS (SOLVERS) - 1; i++) {
    g_autoptr (HandDae) h = hand_new ();
    Ball b = bouncing_ball (h);
    SimOptions options = sim_state_options_default ();

    options.stop = 3.0;
    options.rtol = 1e-9;
    options.solver = SOLVERS[i];
    g_autoptr (HandRun) run = hand_run (h, &options);
    g_assert_no_error (run->error);
    g_autoptr (GArray) events = hand_run_events (run);
    double t = fall;
    for (uint32_t k = 0; k < events->len; k++) {
      g_assert_cmpfloat_with_epsilon (g_array_index (events, double, k), t, 1e-6);
      t += k % 2 == 0 ? contact : 2.0 * fall;
    }
    g_assert_cmpuint (events->len, ==, 6);
    for (uint32_t k = 1; k < run->rows->len; k++)
      if (fabs (hand_run_at (run, k, h, b.s)) > 1e-9)
        g_assert_cmpfloat (hand_run_at (run, k, h, b.touches), ==,
                           hand_run_at (run, k, h, b.s) < 0.0);
  }
}

/* Two crossings within one step: a parabola that dips below zero for 2e-3. */
static void
test_two_crossings_in_a_step (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (SOLVERS) - 1; i++) {
    g_autoptr (HandDae) h = hand_new ();
    ExprPool *p = h->dae.pool;
    ExprId s = hand_state (h, "s", NUMBER (1.0)),
           v = hand_state (h, "v", NUMBER (-2.0));
    ExprId a = hand_var (h, "a"), n = hand_state (h, "n", EXPR_NONE);
    ExprId below = hand_var (h, "below");
    ExprId r = hand_crossing (h, EXPR_LT, s, NUMBER (1e-6));
    SimOptions options = sim_state_options_default ();

    hand_rate (h, s, v);
    hand_rate (h, v, a);
    hand_rate (h, n, below);
    hand_assign (h, a, NUMBER (2.0));
    hand_assign (h, below, expr_if (p, r, NUMBER (1.0), NUMBER (0.0)));
    options.stop = 2.0;
    options.rtol = 1e-10;
    options.solver = SOLVERS[i];
    g_autoptr (HandRun) run = hand_run (h, &options);
    g_assert_no_error (run->error);
    g_autoptr (GArray) events = hand_run_events (run);
    g_assert_cmpuint (events->len, ==, 2);
    g_assert_cmpfloat_with_epsilon (g_array_index (events, double, 0), 0.999, 1e-5);
    g_assert_cmpfloat_with_epsilon (g_array_index (events, double, 1), 1.001, 1e-5);
    g_assert_cmpfloat_with_epsilon (hand_run_end (run, h, n), 2e-3, 1e-5);
  }
}

/* Functions of time alone have state events, too, where no state bounds the steps. */
static void
test_without_states (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId y = hand_var (h, "y"), wave = hand_var (h, "wave");
  ExprId r = hand_crossing (h, EXPR_GT, wave, NUMBER (0.0));
  SimOptions options = sim_state_options_default ();

  hand_assign (h, wave,
               expr_unary (p, EXPR_SIN, MUL (NUMBER (G_PI * 20.0), expr_time (p))));
  hand_assign (h, y, expr_if (p, r, NUMBER (1.0), NUMBER (0.0)));
  options.stop = 0.99;
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  g_autoptr (GArray) events = hand_run_events (run);
  /* sin (0) = 0 is not above zero: the first event is at the start. */
  g_assert_cmpuint (events->len, ==, 20);
  for (uint32_t k = 0; k < events->len; k++)
    g_assert_cmpfloat_with_epsilon (g_array_index (events, double, k), 0.05 * k, 3e-12);
}

/* Time events are hit exactly, in order, and simultaneous ones are one event. */
static void
test_time_events (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE), v = hand_var (h, "v");
  ExprId at[] = {NUMBER (0.7), NUMBER (0.3), NUMBER (0.3), NUMBER (5.0)};
  ExprId sum = NUMBER (0.0);
  SimOptions options = sim_state_options_default ();
  SimRunStats stats;

  options.stop = 1.0;
  for (size_t i = 0; i < G_N_ELEMENTS (at); i++)
    sum = ADD (sum, hand_time_crossing (h, i == 1 ? EXPR_GT : EXPR_GE, at[i]));
  hand_rate (h, x, v);
  hand_assign (h, v, sum);
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  g_autoptr (GArray) events = hand_run_events (run);
  g_assert_cmpuint (events->len, ==, 2);
  g_assert_cmpfloat (g_array_index (events, double, 0), ==, 0.3);
  g_assert_cmpfloat (g_array_index (events, double, 1), ==, 0.7);
  g_assert_cmpfloat_with_epsilon (hand_run_end (run, h, x), 2.0 * 0.7 + 0.3, 1e-12);
  sim_state_stats (run->state, &stats);
  g_assert_cmpuint (stats.n_time_events, ==, 2);
  g_assert_cmpuint (stats.n_state_events, ==, 0);
}

/* A chain of conditions settles in one instant. */
static void
test_chain_of_conditions (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE), v = hand_var (h, "v");
  ExprId y[5], before = hand_time_crossing (h, EXPR_GE, NUMBER (0.5));
  SimOptions options = sim_state_options_default ();

  options.stop = 1.0;
  for (int i = 0; i < 5; i++)
    y[i] = hand_var (h, "y");
  hand_rate (h, x, v);
  for (int i = 0; i < 5; i++) {
    hand_assign (h, y[i], expr_if (p, before, NUMBER (1.0), NUMBER (-1.0)));
    before = hand_crossing (h, EXPR_GT, y[i], NUMBER (0.0));
  }
  hand_assign (h, v, y[4]);
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  g_autoptr (GArray) events = hand_run_events (run);
  g_assert_cmpuint (events->len, ==, 1);
  g_assert_cmpfloat_with_epsilon (hand_run_end (run, h, x), 0.0, 1e-12);
}

/* Conditions that contradict each other in one instant: R501 names one. */
static void
test_inner_loop (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE), y = hand_var (h, "y");
  ExprId r = expr_leaf (p, EXPR_CROSSING, 0);
  SimOptions options = sim_state_options_default ();

  options.stop = 1.0;
  hand_rate (h, x, y);
  hand_assign (h, y, expr_if (p, r, SUB (x, NUMBER (1.0)), ADD (x, NUMBER (1.0))));
  hand_crossing (h, EXPR_GT, y, NUMBER (0.0));
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_error (run->error, SIM_ERROR, SIM_INNER_LOOP);
  g_assert_nonnull (strstr (run->error->message, "R501"));
  g_assert_nonnull (strstr (run->error->message, "y > 0"));
}

/* A difference whose sign follows from what was before settles where that moves it by
 * no more than its rounding: 1e-14 of what it was. */
static void
test_rounding_by_pre (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", NUMBER (1.0)), v = hand_var (h, "v");
  ExprId y = hand_var (h, "y"), d = hand_discrete (h, "d");
  ExprId off =
      expr_if (p, expr_unary (p, EXPR_PRE, d), NUMBER (-1e-14), NUMBER (1e-14));
  SimOptions options = sim_state_options_default ();

  options.stop = 2.0;
  hand_rate (h, x, v);
  hand_assign (h, v, NUMBER (-1.0));
  hand_assign (h, y, ADD (MUL (x, MUL (x, x)), off));
  hand_assign (h, d, hand_crossing (h, EXPR_GE, y, NUMBER (0.0)));
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  g_assert_cmpfloat (hand_run_end (run, h, d), ==, 0.0);
}

/* Sliding on a switching surface: time stands still, and that is said. */
static void
test_zeno (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", NUMBER (0.5)), v = hand_var (h, "v");
  ExprId r = hand_crossing (h, EXPR_GT, x, NUMBER (0.0));
  SimOptions options = sim_state_options_default ();

  options.stop = 1.0;
  hand_rate (h, x, v);
  hand_assign (h, v, expr_if (p, r, NUMBER (-1.0), NUMBER (1.0)));
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_error (run->error, SIM_ERROR, SIM_CHATTERING);
  g_assert_nonnull (strstr (run->error->message, "R504"));
  g_assert_nonnull (strstr (run->error->message, "x > 0"));
  g_assert_cmpfloat_with_epsilon (sim_state_time (run->state), 0.5, 1e-6);
}

/* pre() of a discrete variable: a latch that stays set. */
static void
test_latch (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId s = hand_state (h, "s", EXPR_NONE), v = hand_state (h, "v", NUMBER (1.0));
  ExprId a = hand_var (h, "a"), latch = hand_discrete (h, "latch");
  ExprId r = hand_crossing (h, EXPR_GT, s, NUMBER (0.5));
  SimOptions options = sim_state_options_default ();

  hand_rate (h, s, v);
  hand_rate (h, v, a);
  hand_assign (h, latch, expr_binary (p, EXPR_OR, expr_unary (p, EXPR_PRE, latch), r));
  hand_assign (h, a, NEG (s));
  options.stop = 10.0;
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  for (uint32_t i = 0; i < run->rows->len; i++)
    if (fabs (hand_run_time (run, i) - asin (0.5)) > 1e-6)
      g_assert_cmpfloat (hand_run_at (run, i, h, latch), ==,
                         hand_run_time (run, i) > asin (0.5));
}

/* Without events crossings simply follow, but for those that a discrete variable
 * depends on. */
static void
test_without_events (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId s = hand_state (h, "s", EXPR_NONE), v = hand_var (h, "v");
  ExprId late = hand_discrete (h, "late");
  ExprId is_fast = hand_crossing (h, EXPR_LT, s, NUMBER (0.5));
  ExprId is_late = hand_crossing (h, EXPR_GT, s, NUMBER (1.0));
  SimOptions options = sim_state_options_default ();

  hand_rate (h, s, v);
  hand_assign (h, late, is_late);
  hand_assign (h, v, expr_if (p, is_fast, NUMBER (2.0), NUMBER (1.0)));
  options.without_events = true;
  options.stop = 1.0;
  options.rtol = 1e-8;
  g_autoptr (HandRun) run = hand_run (h, &options);
  g_assert_no_error (run->error);
  g_autoptr (GArray) events = hand_run_events (run);
  g_assert_cmpuint (events->len, ==, 1);
  g_assert_cmpfloat_with_epsilon (g_array_index (events, double, 0), 0.75, 1e-6);
  g_assert_cmpfloat_with_epsilon (hand_run_end (run, h, s), 1.25, 1e-6);
  g_assert_cmpfloat (hand_run_end (run, h, late), ==, 1.0);
}

/* Results do not depend on the output interval. */
static void
test_interval_independent (void)
{
  double end[2];

  for (int i = 0; i < 2; i++) {
    g_autoptr (HandDae) h = hand_new ();
    Ball b = bouncing_ball (h);
    SimOptions options = sim_state_options_default ();

    options.stop = 3.0;
    options.interval = i == 0 ? 0.001 : -1.0;
    g_autoptr (HandRun) run = hand_run (h, &options);
    g_assert_no_error (run->error);
    end[i] = hand_run_end (run, h, b.s);
  }
  g_assert_cmpfloat (end[0], ==, end[1]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/event/crossing", test_crossing);
  g_test_add_func ("/sim/event/contacts", test_contacts);
  g_test_add_func ("/sim/event/two-crossings-in-a-step", test_two_crossings_in_a_step);
  g_test_add_func ("/sim/event/without-states", test_without_states);
  g_test_add_func ("/sim/event/time-events", test_time_events);
  g_test_add_func ("/sim/event/chain-of-conditions", test_chain_of_conditions);
  g_test_add_func ("/sim/event/inner-loop", test_inner_loop);
  g_test_add_func ("/sim/event/rounding-by-pre", test_rounding_by_pre);
  g_test_add_func ("/sim/event/zeno", test_zeno);
  g_test_add_func ("/sim/event/latch", test_latch);
  g_test_add_func ("/sim/event/without-events", test_without_events);
  g_test_add_func ("/sim/event/interval-independent", test_interval_independent);
  return g_test_run ();
}
