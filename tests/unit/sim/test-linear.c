/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values, rates and Jacobian of a run where it stands, against closed forms; and that
 * asking for them changes nothing. */
#include "model-run.h"
#include "sim/linear.h"

static void
drop_row (void *data, SimState *state, double time, bool is_event)
{
}

static SimState *
begin (const SimModel *model, const SimOptions *options)
{
  g_autoptr (GError) error = NULL;
  SimState *state = sim_state_new (model, options, &error);

  g_assert_no_error (error);
  sim_state_init (state, drop_row, NULL, &error);
  g_assert_no_error (error);
  return state;
}

static void
go_to (SimState *state, double t)
{
  g_autoptr (GError) error = NULL;

  sim_state_run (state, t, NULL, drop_row, NULL, &error);
  g_assert_no_error (error);
}

static uint32_t
place_of (const SimModel *model, const uint32_t *variables, const char *name)
{
  for (uint32_t i = 0; i < sim_model_n_states (model); i++)
    if (strcmp (sim_model_var (model, variables[i])->name, name) == 0)
      return i;
  return UINT32_MAX;
}

static const char DAMPED[] =
    "component M\n"
    "  parameter c::Real = 100\n"
    "  fixed = TranslationalComponents.Components.Fixed()\n"
    "  spring = TranslationalComponents.Components.Spring(c = c)\n"
    "  damper = TranslationalComponents.Components.Damper(d = 3)\n"
    "  mass = TranslationalComponents.Components.Mass(m = 2, s(initial = 1),\n"
    "    v(initial = 4))\n"
    "relations\n"
    "  connect(fixed.flange, spring.flange_a, damper.flange_a)\n"
    "  connect(spring.flange_b, damper.flange_b, mass.flange_a)\n"
    "end\n";

/* s' = v and v' = -(c s + d v) / m, with a parameter that was set, anywhere. */
static void
test_damped (void)
{
  const SimOptions options = options_for (1, 1e-8);
  g_autoptr (SimModel) model = compile (DAMPED);
  g_autoptr (SimState) state = sim_state_new (model, &options, NULL);
  double x[2], rates[2], jacobian[4];
  uint32_t variables[2];

  sim_state_set_parameter (state, sim_model_find (model, "c"), 50);
  sim_state_init (state, drop_row, NULL, NULL);
  sim_linear_states (state, x, variables);
  uint32_t s = place_of (model, variables, "mass.s"), v = 1 - s;
  g_assert_cmpuint (place_of (model, variables, "mass.v"), ==, v);
  g_assert_cmpfloat (x[s], ==, 1);
  g_assert_cmpfloat (x[v], ==, 4);
  x[s] = 7;
  g_assert_true (sim_linear_rates (state, x, rates, NULL));
  g_assert_cmpfloat_with_epsilon (rates[s], 4, 1e-12);
  g_assert_cmpfloat_with_epsilon (rates[v], -(50 * 7 + 3 * 4) / 2.0, 1e-12);
  g_assert_true (sim_linear_jacobian (state, x, jacobian, NULL));
  g_assert_cmpfloat_with_epsilon (jacobian[2 * s + s], 0, 1e-12);
  g_assert_cmpfloat_with_epsilon (jacobian[2 * s + v], 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (jacobian[2 * v + s], -25, 1e-12);
  g_assert_cmpfloat_with_epsilon (jacobian[2 * v + v], -1.5, 1e-12);
}

/* A pendulum of length 1 in Cartesian coordinates: the index is reduced, and which
 * coordinate is the state changes as it swings over. */
static const char PENDULUM[] = "component M\n"
                               "  variable x::Real\n"
                               "  variable y::Real\n"
                               "  variable u::Real\n"
                               "  variable v::Real\n"
                               "  variable f::Real\n"
                               "relations\n"
                               "  initial x = 1\n"
                               "  initial u = 0\n"
                               "  guess y = 0\n"
                               "  guess v = 0\n"
                               "  der(x) = u\n"
                               "  der(y) = v\n"
                               "  der(u) = -x*f\n"
                               "  der(v) = -y*f - 9.81\n"
                               "  x^2 + y^2 = 1\n"
                               "end\n";

/* With q = x or y, p its speed: p' and its derivatives by q and p. From the constraint
 * follows f = p^2 / (1 - q^2) - 9.81 y. */
static void
pendulum (bool is_x, double q, double p, double other, double *expected)
{
  double rest = 1 - q * q, pull = p * p / rest;
  double by_q = -pull * (1 + q * q) / rest;

  expected[0] = -q * pull + (is_x ? 9.81 * q * other : -9.81 * rest);
  expected[1] = by_q + (is_x ? 9.81 * (other - q * q / other) : 2 * 9.81 * q);
  expected[2] = -2 * q * p / rest;
}

static void
test_pendulum (void)
{
  const SimOptions options = options_for (3, 1e-9);
  g_autoptr (SimModel) model = compile (PENDULUM);
  g_autoptr (SimState) state = begin (model, &options);
  bool was[2] = {false, false};

  g_assert_cmpuint (sim_model_n_states (model), ==, 2);
  for (double t = 0.05; t < 3; t += 0.05) {
    double x[2], rates[2], jacobian[4], expected[3];
    uint32_t variables[2];

    go_to (state, t);
    sim_linear_states (state, x, variables);
    bool is_x = place_of (model, variables, "x") != UINT32_MAX;
    uint32_t q = place_of (model, variables, is_x ? "x" : "y"), p = 1 - q;
    g_assert_cmpuint (place_of (model, variables, is_x ? "u" : "v"), ==, p);
    double other = sqrt (1 - x[q] * x[q]);
    if (is_x || sim_state_value (state, sim_model_find (model, "x")) < 0)
      other = -other;
    pendulum (is_x, x[q], x[p], other, expected);
    was[is_x] = true;
    g_assert_true (sim_linear_rates (state, x, rates, NULL));
    g_assert_true (sim_linear_jacobian (state, x, jacobian, NULL));
    g_assert_cmpfloat_with_epsilon (rates[q], x[p], 1e-9);
    g_assert_cmpfloat_with_epsilon (rates[p], expected[0], 1e-7);
    g_assert_cmpfloat_with_epsilon (jacobian[2 * q + q], 0, 1e-9);
    g_assert_cmpfloat_with_epsilon (jacobian[2 * q + p], 1, 1e-9);
    g_assert_cmpfloat_with_epsilon (jacobian[2 * p + q], expected[1], 1e-6);
    g_assert_cmpfloat_with_epsilon (jacobian[2 * p + p], expected[2], 1e-6);
  }
  g_assert_true (was[false] && was[true]);
}

/* Unknowns that are iterated, and others whose matrix is singular while the rate is
 * not: a + b alone is determined. */
static void
test_blocks (void)
{
  const SimOptions options = options_for (1, 1e-8);
  g_autoptr (SimModel) model = compile ("component M\n"
                                        "  parameter k::Real = 1\n"
                                        "  variable x::Real\n"
                                        "  variable z::Real\n"
                                        "  variable y::Real\n"
                                        "  variable a::Real\n"
                                        "  variable b::Real\n"
                                        "relations\n"
                                        "  initial x = 2\n"
                                        "  initial z = 3\n"
                                        "  der(x) = -y + z\n"
                                        "  y^3 + y = x\n"
                                        "  der(z) = a + b\n"
                                        "  a + b = -z*x\n"
                                        "  k*a + b = -z*x\n"
                                        "end\n");
  g_autoptr (SimState) state = begin (model, &options);
  double x[2], rates[2], jacobian[4];
  uint32_t variables[2];

  sim_linear_states (state, x, variables);
  uint32_t i = place_of (model, variables, "x"), j = 1 - i;
  for (double y = 0.8; y < 1.3; y += 0.1) {
    x[i] = y * y * y + y;
    g_assert_true (sim_linear_rates (state, x, rates, NULL));
    g_assert_cmpfloat_with_epsilon (rates[i], 3 - y, 1e-9);
    g_assert_cmpfloat_with_epsilon (rates[j], -3 * x[i], 1e-9);
    g_assert_true (sim_linear_jacobian (state, x, jacobian, NULL));
    g_assert_cmpfloat_with_epsilon (jacobian[2 * i + i], -1 / (3 * y * y + 1), 1e-9);
    g_assert_cmpfloat_with_epsilon (jacobian[2 * i + j], 1, 1e-9);
    g_assert_cmpfloat_with_epsilon (jacobian[2 * j + i], -3, 1e-9);
    g_assert_cmpfloat_with_epsilon (jacobian[2 * j + j], -x[i], 1e-9);
  }
}

static void
expect_refusal (SimState *state, double x, bool has_rate, const char *part)
{
  g_autoptr (GError) error = NULL;
  double rate, slope;

  g_assert_true (sim_linear_rates (state, &x, &rate, NULL) == has_rate);
  g_assert_false (sim_linear_jacobian (state, &x, &slope, &error));
  g_assert_true (error != NULL && error->domain == SIM_ERROR);
  g_assert_nonnull (strstr (error->message, part));
}

/* Where there is no value, or no slope, that is said; then the run goes on. */
static void
test_refusals (void)
{
  const SimOptions options = options_for (1, 1e-8);
  g_autoptr (SimModel) root = compile ("component M\n"
                                       "  variable x::Real\n"
                                       "relations\n"
                                       "  initial x = 4\n"
                                       "  der(x) = -sqrt(x)\n"
                                       "end\n");
  g_autoptr (SimModel) fork = compile ("component M\n"
                                       "  parameter k::Real = 1\n"
                                       "  variable x::Real\n"
                                       "  variable a::Real\n"
                                       "  variable b::Real\n"
                                       "relations\n"
                                       "  initial x = 0\n"
                                       "  der(x) = a\n"
                                       "  a + b = -x\n"
                                       "  k*a + b = -2*x\n"
                                       "end\n");
  g_autoptr (SimState) falling = begin (root, &options);
  g_autoptr (SimState) resting = begin (fork, &options);

  expect_refusal (falling, 0, true, "`x`");
  expect_refusal (falling, -1, false, "R507");
  expect_refusal (resting, 0, true, "no derivative");
  go_to (falling, 1);
  g_assert_cmpfloat_with_epsilon (sim_state_value (falling, sim_model_find (root, "x")),
                                  2.25, 1e-6);
}

/* ---- asking changes nothing ---- */

/* A block on a belt sticks and slips; and something nonlinear hangs on it. */
static const char STICKING[] =
    "component M\n"
    "  wall = TranslationalComponents.Components.Fixed()\n"
    "  spring = TranslationalComponents.Components.Spring(c = 100)\n"
    "  block = TranslationalComponents.Components.Mass(m = 1, s(initial = 0),\n"
    "    v(initial = 0.2))\n"
    "  friction = TranslationalComponents.Components.SupportFriction(\n"
    "    f_pos = [[0, 12], [0.1, 8], [0.5, 5], [2, 5]], peak = 1.1,\n"
    "    useSupport = true)\n"
    "  belt = TranslationalComponents.Sources.ConstantSpeed(v_fixed = 0.2,\n"
    "    s(initial = 0))\n"
    "  variable y::Real\n"
    "  variable z::Real\n"
    "relations\n"
    "  initial z = 0\n"
    "  y^3 + y = block.s\n"
    "  der(z) = y\n"
    "  connect(wall.flange, spring.flange_a)\n"
    "  connect(spring.flange_b, block.flange_a)\n"
    "  connect(block.flange_b, friction.flange_a)\n"
    "  connect(belt.flange, friction.support)\n"
    "end\n";

typedef struct {
  const SimModel *model;
  GArray *values;
} Rows;

static void
keep_all (void *data, SimState *state, double time, bool is_event)
{
  Rows *rows = data;

  g_array_append_val (rows->values, time);
  for (uint32_t v = 0; v < sim_model_n_vars (rows->model); v++) {
    double value = sim_state_value (state, v);
    g_array_append_val (rows->values, value);
  }
}

static void
run_asked (Rows *rows, const SimOptions *options, bool asks)
{
  g_autoptr (SimState) state = sim_state_new (rows->model, options, NULL);
  uint32_t n = sim_model_n_states (rows->model);
  g_autofree double *x = g_new (double, n), *jacobian = g_new (double, n *n);

  g_assert_cmpint (sim_state_init (state, keep_all, rows, NULL), ==, SIM_OK);
  for (double t = 0; t < options->stop; t += 0.037) {
    sim_state_run (state, t, NULL, keep_all, rows, NULL);
    if (!asks)
      continue;
    g_assert_true (sim_state_evaluate (state, NULL));
    sim_linear_states (state, x, NULL);
    for (uint32_t i = 0; i < n; i++) {
      x[i] += 0.01;
      sim_linear_jacobian (state, x, jacobian, NULL);
    }
  }
  sim_state_run (state, options->stop, NULL, keep_all, rows, NULL);
}

static bool
evaluates_within (const char *solver)
{
  return strcmp (solver, "rkf45") == 0 || strcmp (solver, "rk8pd") == 0;
}

static void
check_aside (const SimModel *model, const char *solver)
{
  SimOptions options = options_for (3, 1e-6);
  Rows plain = {model, g_array_new (FALSE, FALSE, sizeof (double))};
  Rows asked = {model, g_array_new (FALSE, FALSE, sizeof (double))};

  options.solver = solver;
  run_asked (&plain, &options, false);
  run_asked (&asked, &options, true);
  g_assert_cmpuint (plain.values->len, >, 1000);
  g_assert_cmpuint (plain.values->len, ==, asked.values->len);
  for (guint i = 0; i < plain.values->len; i++) {
    double a = g_array_index (plain.values, double, i);
    double b = g_array_index (asked.values, double, i);
    if (evaluates_within (solver))
      g_assert_cmpfloat_with_epsilon (a, b, 1e-9 * (1 + fabs (a)));
    else
      g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
  }
  g_array_unref (plain.values);
  g_array_unref (asked.values);
}

static void
test_aside (void)
{
  g_autoptr (SimModel) chosen = compile (PENDULUM);
  g_autoptr (SimModel) sticking = compile (STICKING);

  for (uint32_t i = 0; sim_state_solver (i) != NULL; i++) {
    check_aside (chosen, sim_state_solver (i));
    check_aside (sticking, sim_state_solver (i));
  }
}

/* What is read within a step is of that time, not of the last row. */
static void
test_evaluate (void)
{
  SimOptions options = options_for (10, 1e-8);
  g_autoptr (SimModel) model = compile ("component M\n"
                                        "  variable x::Real\n"
                                        "  variable y::Real\n"
                                        "relations\n"
                                        "  initial x = 1\n"
                                        "  der(x) = -x\n"
                                        "  y = 2*x\n"
                                        "end\n");
  uint32_t y = sim_model_find (model, "y");

  options.interval = 4;
  g_autoptr (SimState) state = begin (model, &options);
  for (double t = 0.3; t < 10; t += 0.3) {
    go_to (state, t);
    g_assert_true (sim_state_evaluate (state, NULL));
    g_assert_cmpfloat_with_epsilon (sim_state_value (state, y), 2 * exp (-t), 1e-7);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/linear/damped", test_damped);
  g_test_add_func ("/sim/linear/pendulum", test_pendulum);
  g_test_add_func ("/sim/linear/blocks", test_blocks);
  g_test_add_func ("/sim/linear/refusals", test_refusals);
  g_test_add_func ("/sim/linear/aside", test_aside);
  g_test_add_func ("/sim/linear/evaluate", test_evaluate);
  return g_test_run ();
}
