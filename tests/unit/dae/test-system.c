/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dae-bench.h"

#define TC "TranslationalComponents.Components."
#define RC "RotationalComponents.Components."

/* A chain of masses is explicit from end to end. */
static void
test_chain_is_explicit (void)
{
  g_autoptr (GString) text = g_string_new ("component M\n  wall = " TC "Fixed()\n");
  enum { N = 10 };

  for (int i = 1; i <= N; i++)
    g_string_append_printf (text,
                            "  m%d = " TC "Mass(m = 1)\n  s%d = " TC "Spring(c = 1)\n"
                            "  d%d = " TC "Damper(d = 1)\n",
                            i, i, i);
  g_string_append (text, "relations\n");
  for (int i = 1; i <= N; i++) {
    g_autofree char *left =
        i == 1 ? g_strdup ("wall.flange") : g_strdup_printf ("m%d.flange_b", i - 1);
    g_string_append_printf (text,
                            "  connect(%s, s%d.flange_a, d%d.flange_a)\n"
                            "  connect(s%d.flange_b, d%d.flange_b, m%d.flange_a)\n",
                            left, i, i, i, i, i);
  }
  g_string_append (text, "end\n");
  g_auto (DaeBench) bench = dae_bench_new (text->str);
  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->n_states, ==, 2 * N);
  for (uint32_t b = 0; b < bench.dae->n_dynamic; b++)
    g_assert_cmpint (bench.dae->dynamic[b].kind, ==, DAE_ASSIGN);
  /* Per mass: flanges (2), spring (2), damper (2), forces (2), acceleration. */
  g_assert_cmpuint (bench.dae->n_dynamic, <=, 9 * N);
  g_assert_true (dae_bench_is_state (&bench, "m3.s"));
  uint32_t v = dae_bench_var (&bench, "m3.v");
  g_assert_cmpuint (bench.dae->vars[dae_bench_var (&bench, "m3.s")].derivative, ==, v);
  g_assert_cmpint (bench.dae->vars[v].kind, ==, DAE_STATE);
}

static const char RIGID[] = "component M\n"
                            "  m1 = " TC "Mass(m = 1%s)\n"
                            "  m2 = " TC "Mass(m = 2%s)\n"
                            "  s = " TC "Spring(c = 1)\n"
                            "  wall = " TC "Fixed()\n"
                            "relations\n"
                            "  connect(wall.flange, s.flange_a)\n"
                            "  connect(s.flange_b, m1.flange_a)\n"
                            "  connect(m1.flange_b, m2.flange_a)\n"
                            "end\n";

/* Index 3: one of two joined masses keeps its states, their forces form a linear loop.
 */
static void
test_joined_masses (void)
{
  g_autofree char *text = g_strdup_printf (RIGID, "", "");
  g_auto (DaeBench) bench = dae_bench_new (text);

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->n_states, ==, 2);
  g_assert_true (dae_bench_is_state (&bench, "m1.s") &&
                 dae_bench_is_state (&bench, "m1.v"));
  const DaeBlock *block = dae_bench_block (&bench, "m1.a");
  g_assert_cmpint (block->kind, ==, DAE_LINEAR);
  g_assert_true (block->is_constant);
  g_assert_cmpuint (block->n_tears, ==, 1);
  g_assert_cmpuint (block->n_entries, ==, 1);
}

static void
test_priority_moves_the_states (void)
{
  g_autofree char *text =
      g_strdup_printf (RIGID, "", ", s(statePriority = 20), v(statePriority = 20)");
  g_auto (DaeBench) bench = dae_bench_new (text);

  g_assert_nonnull (bench.dae);
  g_assert_true (dae_bench_is_state (&bench, "m2.s") &&
                 dae_bench_is_state (&bench, "m2.v"));
  g_assert_false (dae_bench_is_state (&bench, "m1.s") ||
                  dae_bench_is_state (&bench, "m1.v"));
}

static void
test_geared_inertias (void)
{
  g_auto (DaeBench) bench = dae_bench_new (
      "component M\n"
      "  a = " RC "Inertia(J = 1)\n  b = " RC "Inertia(J = 2)\n"
      "  gear = " RC "IdealGear(ratio = 3)\n"
      "relations\n"
      "  connect(a.spline_b, gear.spline_a)\n  connect(gear.spline_b, b.spline_a)\n"
      "end\n");

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->n_states, ==, 2);
  g_assert_true (dae_bench_is_state (&bench, "a.phi") &&
                 dae_bench_is_state (&bench, "a.w"));
  g_assert_cmpint (dae_bench_block (&bench, "a.a")->kind, ==, DAE_LINEAR);
}

/* A pendulum in x and y: index 3, two states, the constraint and its derivative solved.
 */
static void
test_pendulum (void)
{
  g_auto (DaeBench) bench = dae_bench_new ("component M\n"
                                           "  variable x::Real\n  variable y::Real\n"
                                           "  variable vx::Real\n  variable vy::Real\n"
                                           "  variable f::Real\n"
                                           "relations\n"
                                           "  der(x) = vx\n  der(y) = vy\n"
                                           "  der(vx) = -f * x\n"
                                           "  der(vy) = -f * y - 9.81\n"
                                           "  x^2 + y^2 = 1\n"
                                           "end\n");

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->n_states, ==, 2);
  g_assert_true (dae_bench_is_state (&bench, "x") && dae_bench_is_state (&bench, "vx"));
  g_assert_cmpint (dae_bench_block (&bench, "y")->kind, ==, DAE_NONLINEAR);
  g_assert_cmpint (dae_bench_block (&bench, "vy")->kind, ==, DAE_LINEAR);
  g_assert_cmpint (dae_bench_block (&bench, "f")->kind, ==, DAE_LINEAR);
  g_assert_false (dae_bench_block (&bench, "f")->is_constant);
}

/* Hanging out to the side at the start, y is the state: x follows from it there. */
static void
test_pivot_where_the_run_starts (void)
{
  g_auto (DaeBench) bench = dae_bench_new ("component M\n"
                                           "  variable x::Real(guess = 1)\n"
                                           "  variable y::Real\n"
                                           "  variable vx::Real\n  variable vy::Real\n"
                                           "  variable f::Real\n"
                                           "relations\n"
                                           "  der(x) = vx\n  der(y) = vy\n"
                                           "  der(vx) = -f * x\n"
                                           "  der(vy) = -f * y - 9.81\n"
                                           "  x^2 + y^2 = 1\n"
                                           "end\n");

  g_assert_nonnull (bench.dae);
  g_assert_true (dae_bench_is_state (&bench, "y") && dae_bench_is_state (&bench, "vy"));
}

/* x and y fit the structure as dummies, but not the numbers: z must give way although
 * it is wanted most. */
static void
test_singular_selection_is_avoided (void)
{
  g_auto (DaeBench) bench =
      dae_bench_new ("component M\n"
                     "  variable x::Real\n  variable y::Real\n"
                     "  variable z::Real(statePriority = 5)\n"
                     "  variable a::Real\n  variable b::Real\n"
                     "relations\n"
                     "  der(x) = a + b\n  der(y) = a - b - x\n  der(z) = a + 2 * b\n"
                     "  x + y + z = sin(time)\n  x + y - 2 * z = cos(time)\n"
                     "end\n");

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->n_states, ==, 1);
  g_assert_true (dae_bench_is_state (&bench, "x"));
}

static void
test_loops (void)
{
  g_auto (DaeBench) bench = dae_bench_new ("component M\n"
                                           "  parameter k::Real = 2\n"
                                           "  variable x::Real\n  variable y::Real\n"
                                           "  variable u::Real\n  variable w::Real\n"
                                           "  variable p::Real\n  variable q::Real\n"
                                           "relations\n"
                                           "  x + k * y = time\n  k * x - y = 1\n"
                                           "  u + time * w = 1\n  u - w = x\n"
                                           "  p + sin(q) = 0\n  q + cos(p) = 0\n"
                                           "end\n");

  g_assert_nonnull (bench.dae);
  g_assert_cmpint (dae_bench_block (&bench, "x")->kind, ==, DAE_LINEAR);
  g_assert_true (dae_bench_block (&bench, "x")->is_constant);
  g_assert_cmpint (dae_bench_block (&bench, "u")->kind, ==, DAE_LINEAR);
  g_assert_false (dae_bench_block (&bench, "u")->is_constant);
  g_assert_cmpint (dae_bench_block (&bench, "p")->kind, ==, DAE_NONLINEAR);
  g_assert_cmpuint (dae_bench_block (&bench, "p")->n_tears, ==, 1);
}

/* Only results need these, so they are not in the way of the integration. */
static void
test_output_section (void)
{
  g_auto (DaeBench) bench =
      dae_bench_new ("component M\n"
                     "  variable x::Real\n  variable power::Real\n"
                     "  variable zero::Real\n"
                     "relations\n"
                     "  der(x) = -x\n  power = x * der(x)\n"
                     "  zero = 0\n"
                     "end\n");

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->n_dynamic, ==, 1);
  g_assert_cmpuint (bench.dae->n_output, ==, 2);
}

/* Springs in a star on a ladder of springs: to shoot along it would lose every digit.
 */
static void
test_ladder_is_torn_safely (void)
{
  g_autoptr (GString) text = g_string_new ("component M\n  wall = " TC "Fixed()\n");
  enum { N = 100 };

  for (int i = 0; i < N; i++)
    g_string_append_printf (text,
                            "  l%d = " TC "Spring(c = 1)\n  s%d = " TC
                            "Spring(c = 1)\n  m%d = " TC "Mass(m = 1)\n",
                            i, i, i);
  g_string_append (text, "relations\n");
  for (int i = 0; i < N; i++) {
    g_autofree char *left =
        i == 0 ? g_strdup ("wall.flange") : g_strdup_printf ("l%d.flange_b", i - 1);
    g_string_append_printf (text,
                            "  connect(%s, l%d.flange_a)\n"
                            "  connect(l%d.flange_b, s%d.flange_a)\n"
                            "  connect(s%d.flange_b, m%d.flange_a)\n",
                            left, i, i, i, i, i);
  }
  g_string_append (text, "end\n");
  g_auto (DaeBench) bench = dae_bench_new (text->str);
  g_assert_nonnull (bench.dae);
  const DaeBlock *block = dae_bench_block (&bench, "l50.f");
  g_assert_cmpint (block->kind, ==, DAE_LINEAR);
  g_assert_cmpuint (block->n_tears, >, N / 4);
  /* A ladder's matrix is a band. */
  g_assert_cmpuint (block->n_entries, <=, 8 * block->n_tears);
}

static void
test_crossings (void)
{
  g_auto (DaeBench) bench =
      dae_bench_new ("component M\n"
                     "  parameter t1::Real = 1\n"
                     "  variable x::Real\n  variable y::Real\n  variable z::Real\n"
                     "  variable b::Boolean\n  variable n::Integer\n"
                     "relations\n"
                     "  der(x) = ifelse(time < 2 * t1, 1, 0)\n"
                     "  y = ifelse(x > 0.5, x, 0.5) + ifelse(t1 > 0, 1, 2)\n"
                     "  z = noevent(ifelse(x > 0.7, 1, 0)) + sign(x - 3)\n"
                     "  b = x > 0.9\n"
                     "  n = ifelse(b, 1, 2)\n"
                     "end\n");

  g_assert_nonnull (bench.dae);
  const DaeCrossing *crossing = bench.dae->crossings;
  g_assert_cmpuint (bench.dae->n_crossings, ==, 5);
  g_assert_cmpint (crossing[0].kind, ==, DAE_TIME_EVENT);
  g_assert_cmpint (crossing[1].kind, ==, DAE_STATE_EVENT);
  g_assert_cmpint (crossing[2].op, ==, EXPR_GT);
  g_assert_cmpint (crossing[3].op, ==, EXPR_LT);
  g_assert_cmpint (bench.dae->vars[dae_bench_var (&bench, "n")].kind, ==, DAE_DISCRETE);
  /* n reads b, so it is computed after it. */
  const DaeBlock *b = dae_bench_block (&bench, "b"), *n = dae_bench_block (&bench, "n");
  g_assert_true (b < n);
}

static void
test_aliases (void)
{
  g_auto (DaeBench) bench =
      dae_bench_new ("component M\n"
                     "  parameter p::Real = 3\n"
                     "  variable x::Real\n  variable v::Real\n  variable y::Real\n"
                     "  variable z::Real\n  variable c::Real\n  variable d::Real\n"
                     "relations\n"
                     "  v = der(x)\n  der(v) = -x\n  y = x\n  z + y = 0\n"
                     "  c = 2 * p\n  d = der(c)\n"
                     "end\n");

  g_assert_nonnull (bench.dae);
  const DaeVar *vars = bench.dae->vars;
  uint32_t x = dae_bench_var (&bench, "x");
  g_assert_cmpuint (vars[x].derivative, ==, dae_bench_var (&bench, "v"));
  g_assert_cmpint (vars[dae_bench_var (&bench, "y")].kind, ==, DAE_ALIAS);
  g_assert_cmpuint (vars[dae_bench_var (&bench, "y")].alias, ==, x);
  g_assert_cmpuint (vars[dae_bench_var (&bench, "z")].alias, ==, x);
  g_assert_cmpfloat (vars[dae_bench_var (&bench, "z")].sign, ==, -1.0);
  double number;
  g_assert_true (expr_is_number (bench.dae->pool,
                                 dae_bench_block (&bench, "d")->inner[0], &number));
  g_assert_cmpfloat (number, ==, 0.0);
}

/* An integrator that feeds itself is no alias of its own derivative. */
static void
test_variable_is_not_its_own_derivative (void)
{
  g_auto (DaeBench) bench =
      dae_bench_new ("component M\n  variable x::Real\n  variable y::Real\n"
                     "  variable z::Real\nrelations\n"
                     "  x = der(x)\n  der(y) = z\n  der(z) = y\nend\n");

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->n_states, ==, 3);
}

static const DaeBlock *
start_block (const DaeBench *bench, const char *name)
{
  uint32_t v = dae_bench_var (bench, name);

  for (uint32_t b = 0; b < bench->dae->start.n_blocks; b++)
    for (uint32_t i = 0; i < bench->dae->start.blocks[b].n; i++)
      if (bench->dae->start.blocks[b].unknown[i] == v)
        return &bench->dae->start.blocks[b];
  g_error ("%s has no initial value", name);
}

/* Initial equations claim states; the rest is fixed, higher priority first, and said
 * so. */
static void
test_start (void)
{
  g_auto (DaeBench) bench =
      dae_bench_new ("component M\n"
                     "  variable x::Real(guess = 7)\n  variable y::Real(guess = 8)\n"
                     "  variable z::Real(statePriority = 3)\n"
                     "relations\n"
                     "  der(x) = -x + y\n  der(y) = -y + z\n  der(z) = -z\n"
                     "  initial x + y = 5\n"
                     "end\n");

  g_assert_nonnull (bench.dae);
  const DaeStart *start = &bench.dae->start;
  g_assert_cmpuint (start->n_fixed, ==, 2);
  g_assert_cmpuint (start->fixed[0], ==, dae_bench_var (&bench, "z"));
  g_assert_cmpuint (start->fixed[1], ==, dae_bench_var (&bench, "x"));
  g_assert_cmpuint (start->n_redundant, ==, 0);
  uint32_t note = base_diags_find (bench.flat.diags, 502); /* W502 */
  g_assert_cmpuint (note, !=, UINT32_MAX);
  g_assert_cmpstr (base_diags_get (bench.flat.diags, note)->message, ==,
                   "initial values not specified; defaults used: z = 0, x = 7");
  double number;
  g_assert_true (
      expr_is_number (bench.dae->pool, start_block (&bench, "x")->inner[0], &number));
  g_assert_cmpfloat (number, ==, 7.0);
}

/* Equilibrium as start: derivatives are given, states follow. */
static void
test_start_at_rest (void)
{
  g_auto (DaeBench) bench =
      dae_bench_new ("component M\n"
                     "  variable x::Real\n  variable v::Real\n"
                     "relations\n"
                     "  der(x) = v\n  der(v) = 3 - x - v\n"
                     "  initial der(x) = 0\n  initial der(v) = 0\n"
                     "end\n");

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->start.n_fixed, ==, 0);
  g_assert_cmpuint (bench.dae->start.n_redundant, ==, 0);
  g_assert_cmpuint (base_diags_find (bench.flat.diags, 502), ==, UINT32_MAX);
}

/* One initial equation too many for masses that move together. */
static void
test_start_with_too_much (void)
{
  g_autofree char *text =
      g_strdup_printf (RIGID, ", s(initial = 1), v(initial = 0)", ", s(initial = 1)");
  g_auto (DaeBench) bench = dae_bench_new (text);

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->start.n_redundant, ==, 1);
  const DaeEq *check = &bench.dae->eqs[bench.dae->start.checks[0]];
  g_assert_cmpint (bench.dae->flat->eqs[check->flat_eq].kind, ==, FLAT_INITIAL);
}

/* Numbers for everything that blocks may read. */
typedef struct {
  const DaeSystem *dae;
  double *values;
} Numbers;

static double
number_of (const void *data, uint32_t variable)
{
  const Numbers *numbers = data;
  const DaeVar *var = &numbers->dae->vars[variable];

  return var->kind == DAE_ALIAS ? var->sign * numbers->values[var->alias]
                                : numbers->values[variable];
}

static double
evaluate (const Numbers *numbers, ExprId e)
{
  return expr_eval (numbers->dae->pool, e, 0.3, number_of, numbers);
}

static void
run_inner (const Numbers *numbers, const DaeBlock *block)
{
  for (uint32_t i = 0; i < block->n - block->n_tears; i++)
    numbers->values[block->unknown[i]] = evaluate (numbers, block->inner[i]);
}

/* Gauss with partial pivoting on the block's own matrix; the step is added. */
static void
newton_step (const Numbers *numbers, const DaeBlock *block)
{
  uint32_t n = block->n_tears;
  g_autofree double *a = g_new0 (double, n *(n + 1));

  for (uint32_t k = 0; k < block->n_entries; k++)
    a[block->entries[k].row * (n + 1) + block->entries[k].column] =
        evaluate (numbers, block->entries[k].value);
  for (uint32_t i = 0; i < n; i++)
    a[i * (n + 1) + n] = -evaluate (numbers, block->residual[i]);
  for (uint32_t k = 0; k < n; k++) {
    uint32_t pivot = k;
    for (uint32_t i = k + 1; i < n; i++)
      if (fabs (a[i * (n + 1) + k]) > fabs (a[pivot * (n + 1) + k]))
        pivot = i;
    for (uint32_t j = 0; j <= n && pivot != k; j++) {
      double kept = a[k * (n + 1) + j];
      a[k * (n + 1) + j] = a[pivot * (n + 1) + j];
      a[pivot * (n + 1) + j] = kept;
    }
    for (uint32_t i = 0; i < n; i++) {
      double factor = i == k ? 0.0 : a[i * (n + 1) + k] / a[k * (n + 1) + k];
      for (uint32_t j = k; j <= n; j++)
        a[i * (n + 1) + j] -= factor * a[k * (n + 1) + j];
    }
  }
  for (uint32_t i = 0; i < n; i++)
    numbers->values[block->unknown[block->n - n + i]] +=
        a[i * (n + 1) + n] / a[i * (n + 1) + i];
}

/* One step for linear blocks, which proves their matrix; twelve for the others. */
static void
solve_blocks (const Numbers *numbers, uint32_t n, const DaeBlock *blocks)
{
  for (uint32_t b = 0; b < n; b++) {
    int n_steps = blocks[b].kind == DAE_NONLINEAR ? 12
                  : blocks[b].kind == DAE_LINEAR  ? 1
                                                  : 0;
    run_inner (numbers, &blocks[b]);
    for (int i = 0; i < n_steps; i++) {
      newton_step (numbers, &blocks[b]);
      run_inner (numbers, &blocks[b]);
    }
  }
}

/* With any states, the blocks give values that satisfy every equation of the model and
 * every differentiated one. Models without crossings. */
static void
check_equations_hold (const char *text)
{
  g_auto (DaeBench) bench = dae_bench_new (text);
  const DaeSystem *dae = bench.dae;

  g_assert_nonnull (dae);
  g_assert_cmpuint (dae->n_crossings, ==, 0);
  g_autofree double *values = g_new0 (double, dae->n_vars);
  Numbers numbers = {dae, values};
  for (uint32_t i = 0; i < dae->n_params; i++)
    values[dae->params[i]] = evaluate (&numbers, dae->flat->vars[dae->params[i]].value);
  for (uint32_t v = 0; v < dae->n_vars; v++)
    if (dae->vars[v].kind != DAE_PARAMETER)
      values[v] = 0.1 + 0.07 * (v % 11);
  solve_blocks (&numbers, dae->n_dynamic, dae->dynamic);
  solve_blocks (&numbers, dae->n_output, dae->output);
  for (uint32_t e = 0; e < dae->n_eqs; e++) {
    const DaeEq *eq = &dae->eqs[e];
    if (eq->flat_eq == DAE_NONE || dae->flat->eqs[eq->flat_eq].kind == FLAT_INITIAL)
      continue;
    double lhs = evaluate (&numbers, eq->lhs), rhs = evaluate (&numbers, eq->rhs);
    g_assert_cmpfloat_with_epsilon (lhs, rhs, 1e-9 * (1.0 + fabs (lhs)));
  }
}

static void
test_blocks_solve_the_equations (void)
{
  g_autofree char *rigid = g_strdup_printf (RIGID, ", L = 0.3", ", L = 0.2");

  check_equations_hold (rigid);
  check_equations_hold ("component M\n  variable x::Real\n  variable y::Real\n"
                        "  variable vx::Real\n  variable vy::Real\n  variable f::Real\n"
                        "relations\n  der(x) = vx\n  der(y) = vy\n  der(vx) = -f * x\n"
                        "  der(vy) = -f * y - 9.81\n  x^2 + y^2 = 1\nend\n");
  check_equations_hold ("component M\n"
                        "  a = " RC "Inertia(J = 1)\n  b = " RC "Inertia(J = 2)\n"
                        "  c = " RC "Inertia(J = 3)\n"
                        "  g = " RC "IdealGear(ratio = 3)\n  h = " RC
                        "IdealGear(ratio = -2)\n"
                        "relations\n"
                        "  connect(a.spline_b, g.spline_a)\n"
                        "  connect(g.spline_b, b.spline_a)\n"
                        "  connect(b.spline_b, h.spline_a)\n"
                        "  connect(h.spline_b, c.spline_a)\nend\n");
  check_equations_hold ("component M\n  parameter k::Real = 2\n"
                        "  variable x::Real\n  variable y::Real\n  variable z::Real\n"
                        "  variable u::Real\n"
                        "relations\n  x + k * y + z = time\n  k * x - y + u = 1\n"
                        "  z - y * time = 2\n  u + z + sin(u) / 3 = x\nend\n");
}

/* A random train: a tree of inertias and bare nodes joined by gears, shafts, springs
 * and dampers, with springs across it. Rigid paths of any length and branching arise.
 */
static char *
random_train (GRand *random)
{
  int n = g_rand_int_range (random, 2, 9);
  g_autoptr (GString) parts = g_string_new ("component M\n");
  g_autoptr (GString) wires = g_string_new ("relations\n");

  for (int i = 0; i < n; i++)
    g_string_append_printf (parts, "  j%d = " RC "Inertia(J = %d)\n", i, i + 1);
  for (int i = 1; i < n + 3; i++) {
    bool is_extra = i >= n;
    int from =
        is_extra ? g_rand_int_range (random, 0, n) : g_rand_int_range (random, 0, i);
    int to = is_extra ? g_rand_int_range (random, 0, n) : i;
    int kind = is_extra ? 2 + g_rand_int_range (random, 0, 2)
                        : g_rand_int_range (random, 0, 4);
    const char *const made[] = {"IdealGear(ratio = 3)", "IdealGear(ratio = -0.5)",
                                "Spring(c = 2)", "Damper(d = 3)"};
    if (from == to)
      continue;
    g_string_append_printf (parts, "  e%d = " RC "%s\n", i, made[kind]);
    g_string_append_printf (wires,
                            "  connect(j%d.spline_%c, e%d.spline_a)\n"
                            "  connect(e%d.spline_b, j%d.spline_%c)\n",
                            from, g_rand_boolean (random) ? 'a' : 'b', i, i, to,
                            g_rand_boolean (random) ? 'a' : 'b');
  }
  return g_strdup_printf ("%s%send\n", parts->str, wires->str);
}

static void
test_random_trains (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (int trial = 0; trial < 60; trial++) {
    g_autofree char *text = random_train (random);
    check_equations_hold (text);
  }
}

/* Derivatives of a signal that jumps are left out and index reduction begins again: no
 * expression may still speak of the variables of the first attempt. Each model has one
 * more derivative than the other. */
static void
test_roll_back (void)
{
  for (int order = 1; order < 4; order++) {
    g_autoptr (GString) text =
        g_string_new ("component M\n"
                      "  parameter k::Real = 2*q\n  parameter q::Real = 1\n"
                      "  variable z::Real = 1\n  variable y::Real = k\n"
                      "  variable x::Real(initial = 1)\n  variable step::Real\n"
                      "  variable s0::Real\n");

    for (int i = 1; i <= order; i++)
      g_string_append_printf (text, "  variable s%d::Real\n", i);
    g_string_append (text, "relations\n  der(x) = -x\n"
                           "  step = ifelse(x > 0.5, 1, 0)\n  s0 = step + x*x\n");
    for (int i = 1; i <= order; i++)
      g_string_append_printf (text, "  s%d = der(s%d)\n", i, i - 1);
    g_string_append (text, "end\n");
    g_auto (DaeBench) bench = dae_bench_new (text->str);

    g_assert_nonnull (bench.dae);
    for (uint32_t v = 0; v < bench.dae->n_vars; v++)
      g_assert_true (bench.dae->vars[v].kind != DAE_ABSENT ||
                     bench.dae->vars[v].integral != DAE_NONE);
    g_assert_cmpuint (bench.dae->n_vars, ==,
                      bench.flat.flat->n_vars + 1 + (uint32_t) order);
  }
}

/* A crossing is one level above those that its operands follow from; what switches
 * itself is in a circle; the order of equations counts for nothing. */
static void
test_levels (void)
{
  static const char *const LAWS[] = {
      "  a = ifelse(x < 0, -x, x)\n",     "  b = ifelse(a < 1, -a, a)\n",
      "  c = ifelse(b < 2, -b, b + d)\n", "  d = ifelse(x < 3, 1, 2)\n",
      "  e = ifelse(f < 4, c, 0)\n",      "  f = ifelse(e < 5, 1, 2)\n"};
  static const uint32_t LEVELS[] = {0, 1, 2, 0, 3, 3}; /* by the number compared with */

  for (int is_reversed = 0; is_reversed < 2; is_reversed++) {
    g_autoptr (GString) text = g_string_new (
        "component M\n  variable x::Real(initial = 0)\n  variable a::Real\n"
        "  variable b::Real\n  variable c::Real\n  variable d::Real\n  variable "
        "e::Real\n"
        "  variable f::Real\nrelations\n  der(x) = 1\n");

    for (int i = 0; i < 6; i++)
      g_string_append (text, LAWS[is_reversed != 0 ? 5 - i : i]);
    g_string_append (text, "end\n");
    g_auto (DaeBench) bench = dae_bench_new (text->str);

    g_assert_nonnull (bench.dae);
    g_assert_cmpuint (bench.dae->n_crossings, ==, 6);
    for (uint32_t r = 0; r < 6; r++) {
      const DaeCrossing *crossing = &bench.dae->crossings[r];
      double number;

      g_assert_true (expr_is_number (bench.dae->pool, crossing->right, &number));
      g_assert_cmpuint (crossing->level, ==, LEVELS[(int) number]);
      g_assert_cmpint (crossing->is_in_circle, ==, number >= 4);
    }
  }
}

/* What the first block switches counts, too. */
static void
test_level_behind_the_first_block (void)
{
  g_auto (DaeBench) bench = dae_bench_new (
      "component M\n  variable x::Real\n  variable z::Real(initial = 0)\nrelations\n"
      "  x = ifelse(time < 1, 0, 2)\n  der(z) = ifelse(x < 2, 1, 0)\nend\n");
  uint32_t n_behind = 0;

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->n_crossings, ==, 2);
  for (uint32_t r = 0; r < 2; r++)
    n_behind += bench.dae->crossings[r].level;
  g_assert_cmpuint (n_behind, ==, 1);
}

/* A priority holds for the derivative by whatever name it goes. */
static void
test_priority_of_a_rate (void)
{
  g_auto (DaeBench) bench =
      dae_bench_new ("component M\n"
                     "  variable x::Real(guess = 0.6)\n  variable y::Real(guess = 0.8, "
                     "statePriority = 9)\n"
                     "  variable a::Real\n  variable b::Real\n  variable l::Real\n"
                     "relations\n  der(x) = a\n  der(y) = b\n  der(a) = l * x\n"
                     "  der(b) = l * y - 1\n  x + 3 * y = 3\nend\n");

  g_assert_nonnull (bench.dae);
  g_assert_true (dae_bench_is_state (&bench, "y") && dae_bench_is_state (&bench, "b"));
}

/* Said once, with the amount; nothing comes of the model. */
static void
test_memory (void)
{
  g_auto (FlatBench) flat = flat_bench_new (
      "component M\n  variable x::Real\nrelations\n  x = time\nend\n", "Test", "M");

  flat_bench_check_good (&flat);
  flat.flat->memory = 1;
  g_assert_null (dae_build (flat.arena, flat.flat, flat.diags));
  g_assert_cmpuint (base_diags_count (flat.diags), ==, 1);
  g_assert_cmpuint (base_diags_get (flat.diags, 0)->number, ==, 313);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dae/chain-is-explicit", test_chain_is_explicit);
  g_test_add_func ("/dae/joined-masses", test_joined_masses);
  g_test_add_func ("/dae/priority-moves-the-states", test_priority_moves_the_states);
  g_test_add_func ("/dae/geared-inertias", test_geared_inertias);
  g_test_add_func ("/dae/pendulum", test_pendulum);
  g_test_add_func ("/dae/pivot-where-the-run-starts", test_pivot_where_the_run_starts);
  g_test_add_func ("/dae/singular-choice-is-avoided",
                   test_singular_selection_is_avoided);
  g_test_add_func ("/dae/loops", test_loops);
  g_test_add_func ("/dae/output-section", test_output_section);
  g_test_add_func ("/dae/ladder-is-torn-safely", test_ladder_is_torn_safely);
  g_test_add_func ("/dae/relations", test_crossings);
  g_test_add_func ("/dae/aliases", test_aliases);
  g_test_add_func ("/dae/variable-is-not-its-own-derivative",
                   test_variable_is_not_its_own_derivative);
  g_test_add_func ("/dae/start", test_start);
  g_test_add_func ("/dae/start-at-rest", test_start_at_rest);
  g_test_add_func ("/dae/start-with-too-much", test_start_with_too_much);
  g_test_add_func ("/dae/blocks-solve-the-equations", test_blocks_solve_the_equations);
  g_test_add_func ("/dae/random-trains", test_random_trains);
  g_test_add_func ("/dae/roll-back", test_roll_back);
  g_test_add_func ("/dae/levels", test_levels);
  g_test_add_func ("/dae/level-behind-the-first-block",
                   test_level_behind_the_first_block);
  g_test_add_func ("/dae/priority-of-a-rate", test_priority_of_a_rate);
  g_test_add_func ("/dae/memory", test_memory);
  return g_test_run ();
}
