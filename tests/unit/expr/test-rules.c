/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "expr/derive.h"
#include "expr/isolate.h"

/* Random expressions in N_VARS variables, with the value computed alongside. */
enum { N_VARS = 3, DEPTH = 5 };

typedef struct {
  BaseArena *arena;
  ExprPool *pool;
  GRand *random;
  double values[N_VARS];
} Sandbox;

/* The value is NaN where some part has none, or where rounding decides a jump. */
typedef struct {
  ExprId e;
  double value;
} Sample;

static double
value_of (const void *data, uint32_t variable)
{
  return ((const Sandbox *) data)->values[variable];
}

static Sandbox
sandbox_new (uint32_t seed)
{
  Sandbox s = {.arena = base_arena_new (), .random = g_rand_new_with_seed (seed)};

  s.pool = expr_pool_new (s.arena);
  return s;
}

static void
sandbox_clear (Sandbox *s)
{
  base_arena_free (s->arena);
  g_rand_free (s->random);
}

static void
draw_values (Sandbox *s)
{
  for (int i = 0; i < N_VARS; i++)
    s->values[i] = g_rand_double_range (s->random, -1.5, 1.5);
}

static Sample
random_leaf (Sandbox *s)
{
  static const double NUMBERS[] = {0.0, 1.0, -1.0, 2.0, -2.0, 0.5, 3.0};
  int32_t k = g_rand_int_range (s->random, 0, 10);

  if (k < 7) {
    uint32_t v = (uint32_t) k % N_VARS;
    return (Sample){expr_var (s->pool, v), s->values[v]};
  }
  double number = NUMBERS[g_rand_int_range (s->random, 0, G_N_ELEMENTS (NUMBERS))];
  return (Sample){expr_number (s->pool, number), number};
}

static Sample
apply1 (Sandbox *s, ExprOp op, Sample a, double value)
{
  return (Sample){expr_unary (s->pool, op, a.e), isfinite (a.value) ? value : NAN};
}

static double
negated (double x)
{
  return -x;
}

static double
sign_of (double x)
{
  return (x > 0) - (x < 0);
}

static const struct {
  ExprOp op;
  double (*of) (double);
  bool jumps; /* at whole numbers, or at 0 */
} FUNCTIONS[] = {
    {EXPR_NEG, negated, false}, {EXPR_SIN, sin, false},    {EXPR_COS, cos, false},
    {EXPR_TAN, tan, false},     {EXPR_ASIN, asin, false},  {EXPR_ACOS, acos, false},
    {EXPR_ATAN, atan, false},   {EXPR_SINH, sinh, false},  {EXPR_COSH, cosh, false},
    {EXPR_TANH, tanh, false},   {EXPR_EXP, exp, false},    {EXPR_LOG, log, false},
    {EXPR_LOG10, log10, false}, {EXPR_SQRT, sqrt, false},  {EXPR_ABS, fabs, false},
    {EXPR_SIGN, sign_of, true}, {EXPR_FLOOR, floor, true},
};

static double
quotient (double a, double b)
{
  return trunc (a / b);
}

static double
modulo (double a, double b)
{
  return a - floor (a / b) * b;
}

static const struct {
  ExprOp op;
  double (*of) (double, double);
  bool jumps; /* where the quotient is whole */
} PAIRS[] = {
    {EXPR_ATAN2, atan2, false},     {EXPR_HYPOT, hypot, false},
    {EXPR_MIN, fmin, false},        {EXPR_MAX, fmax, false},
    {EXPR_POW, pow, false},         {EXPR_MOD, modulo, true},
    {EXPR_DIV_INT, quotient, true}, {EXPR_REM, fmod, true},
};

static bool
is_whole (double x)
{
  return fabs (x - round (x)) < 1e-9;
}

static Sample
apply2 (Sandbox *s, ExprOp op, Sample a, Sample b, double value)
{
  bool is_defined = isfinite (a.value) && isfinite (b.value);
  if (op == EXPR_ATAN2)
    is_defined = is_defined && fabs (a.value) > 1e-9;
  if (op == EXPR_POW)
    is_defined =
        is_defined && (a.value > 1e-3 || expr_op (s->pool, b.e) == EXPR_NUMBER);
  return (Sample){expr_binary (s->pool, op, a.e, b.e), is_defined ? value : NAN};
}

static Sample random_sample (Sandbox *s, int depth);

static Sample
random_function (Sandbox *s, Sample a)
{
  int32_t k = g_rand_int_range (s->random, 0, G_N_ELEMENTS (FUNCTIONS) + 2);

  if (k == G_N_ELEMENTS (FUNCTIONS))
    return apply1 (s, EXPR_NOEVENT, a, a.value);
  if (k > (int32_t) G_N_ELEMENTS (FUNCTIONS))
    return (Sample){expr_make (s->pool, EXPR_SMOOTH, 1, &a.e), a.value};
  bool is_on_jump = FUNCTIONS[k].jumps && is_whole (a.value);
  return apply1 (s, FUNCTIONS[k].op, a,
                 is_on_jump ? (double) NAN : FUNCTIONS[k].of (a.value));
}

static Sample
random_pair (Sandbox *s, Sample a, Sample b)
{
  int32_t k = g_rand_int_range (s->random, -8, G_N_ELEMENTS (PAIRS));

  if (k < -5)
    return apply2 (s, EXPR_ADD, a, b, a.value + b.value);
  if (k < -3)
    return apply2 (s, EXPR_SUB, a, b, a.value - b.value);
  if (k < -1)
    return apply2 (s, EXPR_MUL, a, b, a.value * b.value);
  if (k < 0)
    return apply2 (s, EXPR_DIV, a, b, a.value / b.value);
  bool is_on_jump = PAIRS[k].jumps && is_whole (a.value / b.value);
  return apply2 (s, PAIRS[k].op, a, b,
                 is_on_jump ? (double) NAN : PAIRS[k].of (a.value, b.value));
}

/* A condition over two crossings, and whether it holds for sure. */
static Sample
random_condition (Sandbox *s, Sample a, Sample b, Sample c)
{
  static const ExprOp CROSSINGS[] = {EXPR_LT, EXPR_LE, EXPR_GT, EXPR_GE};
  int32_t k = g_rand_int_range (s->random, 0, G_N_ELEMENTS (CROSSINGS));
  int32_t join = g_rand_int_range (s->random, 0, 4);
  bool is_sure = isfinite (a.value) && isfinite (b.value) &&
                 fabs (c.value - a.value) > 1e-9 && fabs (c.value - b.value) > 1e-9;
  bool first = k < 2 ? c.value < a.value : c.value > a.value;
  bool second = c.value < b.value, holds = first;
  ExprId e = expr_binary (s->pool, CROSSINGS[k], c.e, a.e);
  ExprId other = expr_binary (s->pool, EXPR_LT, c.e, b.e);

  if (join == 1 || join == 2) {
    e = expr_binary (s->pool, join == 1 ? EXPR_AND : EXPR_OR, e, other);
    holds = join == 1 ? first && second : first || second;
  } else if (join == 3) {
    e = expr_unary (s->pool, EXPR_NOT, e);
    holds = !first;
  }
  return (Sample){e, is_sure ? (double) holds : (double) NAN};
}

static Sample
random_sample (Sandbox *s, int depth)
{
  if (depth == 0)
    return random_leaf (s);
  Sample a = random_sample (s, depth - 1);
  int32_t kind = g_rand_int_range (s->random, 0, 10);
  if (kind < 3)
    return random_function (s, a);
  Sample b = random_sample (s, depth - 1 - g_rand_int_range (s->random, 0, depth));
  if (kind < 9)
    return random_pair (s, a, b);
  Sample condition = random_condition (s, a, b, random_leaf (s));
  bool is_defined =
      isfinite (a.value) && isfinite (b.value) && isfinite (condition.value);
  double value = condition.value != 0 ? a.value : b.value;
  return (Sample){expr_if (s->pool, condition.e, a.e, b.e),
                  is_defined ? value : (double) NAN};
}

static bool
is_close (double a, double b, double tol)
{
  return fabs (a - b) <= tol * MAX (1.0, MAX (fabs (a), fabs (b)));
}

/* What was simplified has the value of what was asked for. */
static void
test_simplification_keeps_values (void)
{
  Sandbox s = sandbox_new (11);
  int n_compared = 0;

  for (int trial = 0; trial < 20000; trial++) {
    draw_values (&s);
    Sample sample = random_sample (&s, DEPTH);
    if (!isfinite (sample.value) || fabs (sample.value) > 1e3)
      continue;
    double value = expr_eval (s.pool, sample.e, 0.0, value_of, &s);
    if (!is_close (value, sample.value, 1e-9)) {
      g_autoptr (GString) text = g_string_new (NULL);
      expr_print (text, s.pool, sample.e, NULL, NULL);
      g_test_message ("%s: %.17g instead of %.17g", text->str, value, sample.value);
      g_test_fail ();
    }
    n_compared++;
  }
  g_assert_cmpint (n_compared, >, 5000);
  sandbox_clear (&s);
}

/* Central difference with a step that balances truncation and rounding, and how far two
 * steps agree. */
static double
difference (Sandbox *s, ExprId e, uint32_t v, double step)
{
  double at = s->values[v];

  s->values[v] = at + step;
  double high = expr_eval (s->pool, e, 0.0, value_of, s);
  s->values[v] = at - step;
  double low = expr_eval (s->pool, e, 0.0, value_of, s);
  s->values[v] = at;
  return (high - low) / (2.0 * step);
}

static bool
numeric_slope (Sandbox *s, ExprId e, uint32_t v, double *slope)
{
  double coarse = difference (s, e, v, 2e-5);

  *slope = difference (s, e, v, 1e-5);
  return isfinite (coarse) && fabs (coarse) < 1e4 && is_close (coarse, *slope, 1e-6);
}

static void
test_derivatives_against_differences (void)
{
  Sandbox s = sandbox_new (12);
  int n_compared = 0, n_singular = 0;

  for (int trial = 0; trial < 8000; trial++) {
    draw_values (&s);
    Sample sample = random_sample (&s, DEPTH);
    ExprId e = sample.e;
    for (uint32_t v = 0; v < N_VARS && fabs (sample.value) < 1e2; v++) {
      g_autoptr (ExprDerive) derive = expr_derive_new (s.pool, v);
      double slope;
      if (!numeric_slope (&s, e, v, &slope))
        continue;
      double exact = expr_eval (s.pool, expr_derive (derive, e), 0.0, value_of, &s);
      n_singular += !isfinite (exact);
      if (isfinite (exact) && !is_close (exact, slope, 1e-5)) {
        g_autoptr (GString) text = g_string_new (NULL);
        expr_print (text, s.pool, e, NULL, NULL);
        g_test_message ("d/dv%u %s: %.12g, difference %.12g", v, text->str, exact,
                        slope);
        g_test_fail ();
      }
      n_compared++;
    }
  }
  /* An infinite slope inside that a zero elsewhere takes back. */
  g_assert_cmpint (n_singular, <, n_compared / 1000);
  g_assert_cmpint (n_compared, >, 5000);
  sandbox_clear (&s);
}

typedef struct {
  ExprId partial[N_VARS];
  uint32_t last;
  uint32_t n;
} Partials;

static void
keep_partial (void *data, uint32_t variable, ExprId derivative)
{
  Partials *partials = data;

  g_assert_true (partials->n == 0 || partials->last < variable);
  partials->partial[variable] = derivative;
  partials->last = variable;
  partials->n++;
}

/* The reverse sweep agrees with the forward rule, and leaves out what has no slot. */
static void
test_gradient_agrees_with_derivative (void)
{
  Sandbox s = sandbox_new (13);
  const uint32_t slot[N_VARS] = {0, UINT32_MAX, 1};

  for (int trial = 0; trial < 5000; trial++) {
    draw_values (&s);
    ExprId e = random_sample (&s, DEPTH).e;
    Partials partials = {.partial = {EXPR_NONE, EXPR_NONE, EXPR_NONE}};
    expr_gradient (s.pool, e, (ExprSlots){slot, G_N_ELEMENTS (slot)}, keep_partial,
                   &partials);
    g_assert_true (expr_is_none (partials.partial[1]));
    for (uint32_t v = 0; v < N_VARS; v += 2) {
      g_autoptr (ExprDerive) derive = expr_derive_new (s.pool, v);
      double forward = expr_eval (s.pool, expr_derive (derive, e), 0.0, value_of, &s);
      double reverse = expr_is_none (partials.partial[v])
                           ? 0.0
                           : expr_eval (s.pool, partials.partial[v], 0.0, value_of, &s);
      if (isfinite (forward) && isfinite (reverse) && fabs (forward) < 1e6)
        g_assert_true (is_close (forward, reverse, 1e-8));
    }
  }
  sandbox_clear (&s);
}

/* The branch not taken must not spoil the derivative: sqrt has no slope at 0. */
static void
test_unselected_branch_has_no_effect (void)
{
  Sandbox s = sandbox_new (0);
  const uint32_t slot[N_VARS] = {0, 1, 2};
  ExprId x = expr_var (s.pool, 0), zero = expr_number (s.pool, 0.0);
  ExprId positive = expr_binary (s.pool, EXPR_GT, x, zero);
  ExprId root = expr_unary (s.pool, EXPR_SQRT, x);
  ExprId e = expr_binary (s.pool, EXPR_MUL, expr_var (s.pool, 1),
                          expr_if (s.pool, positive, root, x));
  Partials partials = {0};

  s.values[1] = 3.0;
  expr_gradient (s.pool, e, (ExprSlots){slot, G_N_ELEMENTS (slot)}, keep_partial,
                 &partials);
  g_assert_cmpfloat (expr_eval (s.pool, partials.partial[0], 0.0, value_of, &s), ==,
                     3.0);
  ExprId most = expr_binary (s.pool, EXPR_MAX, expr_unary (s.pool, EXPR_SQRT, x),
                             expr_binary (s.pool, EXPR_ADD, x, expr_var (s.pool, 1)));
  g_autoptr (ExprDerive) derive = expr_derive_new (s.pool, 0);
  g_assert_cmpfloat (expr_eval (s.pool, expr_derive (derive, most), 0.0, value_of, &s),
                     ==, 1.0);
  sandbox_clear (&s);
}

/* v0' = v1, v1' = 2, v2 has no rate. */
static ExprId
rate_of (void *data, ExprPool *pool, uint32_t variable)
{
  return variable == 0   ? expr_var (pool, 1)
         : variable == 1 ? expr_number (pool, 2.0)
         : variable == 3 ? expr_number (pool, 0.0)
                         : EXPR_NONE;
}

/* Table 0 is one of curves. */
static bool
is_smooth (void *data, uint32_t table)
{
  return table == 0;
}

static ExprId
table_of (ExprPool *pool, ExprOp op, uint32_t table)
{
  ExprId t = expr_time (pool);

  return expr_make (pool, op, table, &t);
}

/* A table has a second derivative by time where its slope has no steps, no third. */
static void
test_table_rates (void)
{
  Sandbox s = sandbox_new (0);
  g_autoptr (ExprDeriveTime) derive =
      expr_derive_time_new (s.pool, rate_of, is_smooth, NULL);
  uint32_t culprit = 0;

  for (uint32_t table = 0; table < 2; table++) {
    ExprId rate =
        expr_derive_time (derive, table_of (s.pool, EXPR_TABLE, table), &culprit);
    g_assert_true (expr_is (rate, table_of (s.pool, EXPR_TABLE_DER, table)));
    rate = expr_derive_time (derive, rate, &culprit);
    g_assert_true (table == 0 ? expr_is (rate, table_of (s.pool, EXPR_TABLE_BEND, 0))
                              : expr_is_none (rate));
  }
  ExprId bend = table_of (s.pool, EXPR_TABLE_BEND, 0);
  g_assert_true (expr_is_none (expr_derive_time (derive, bend, &culprit)));
  sandbox_clear (&s);
}

static void
test_time_derivative (void)
{
  Sandbox s = sandbox_new (0);
  g_autoptr (ExprDeriveTime) derive =
      expr_derive_time_new (s.pool, rate_of, is_smooth, NULL);
  ExprId x = expr_var (s.pool, 0), t = expr_time (s.pool),
         zero = expr_number (s.pool, 0.0);
  uint32_t culprit = 7;

  s.values[0] = 0.3;
  s.values[1] = 1.7;
  ExprId e = expr_binary (s.pool, EXPR_MUL, expr_unary (s.pool, EXPR_SIN, x), t);
  double value =
      expr_eval (s.pool, expr_derive_time (derive, e, &culprit), 0.5, value_of, &s);
  g_assert_cmpfloat_with_epsilon (value, 0.5 * cos (0.3) * 1.7 + sin (0.3), 1e-14);

  ExprId without = expr_binary (s.pool, EXPR_ADD, x, expr_var (s.pool, 2));
  g_assert_true (expr_is_none (expr_derive_time (derive, without, &culprit)));
  g_assert_cmpuint (culprit, ==, 2);

  ExprId late = expr_binary (s.pool, EXPR_GT, t, expr_number (s.pool, 1.0));
  for (int branch = 0; branch < 2; branch++) {
    ExprId v2 = expr_var (s.pool, 2);
    ExprId one_branch =
        expr_if (s.pool, late, branch == 0 ? v2 : x, branch == 0 ? x : v2);
    g_assert_true (expr_is_none (expr_derive_time (derive, one_branch, &culprit)));
    g_assert_cmpuint (culprit, ==, 2);
  }
  ExprId step = expr_if (s.pool, late, expr_number (s.pool, 5.0), zero);
  g_assert_true (expr_is_none (expr_derive_time (derive, step, &culprit)));
  g_assert_cmpuint (culprit, ==, UINT32_MAX);

  /* A condition that never changes makes no step. */
  ExprId fixed = expr_binary (s.pool, EXPR_GT, expr_var (s.pool, 3), zero);
  ExprId choice = expr_if (s.pool, fixed, expr_number (s.pool, 5.0), zero);
  g_assert_true (expr_is (expr_derive_time (derive, choice, &culprit), zero));

  ExprId ramp = expr_if (s.pool, late, t, zero);
  ExprId slope = expr_derive_time (derive, ramp, &culprit);
  g_assert_cmpfloat (expr_eval (s.pool, slope, 2.0, value_of, &s), ==, 1.0);
  g_assert_true (expr_is_none (expr_derive_time (derive, slope, &culprit)));
  sandbox_clear (&s);
}

static bool
allow_v2 (const void *data, ExprId slope)
{
  return expr_op (data, slope) == EXPR_VAR && expr_node (data, slope)->payload.at == 2;
}

/* Putting the solution in makes both sides equal, for every equation that has one. */
static void
test_isolated_solutions_hold (void)
{
  Sandbox s = sandbox_new (14);
  int n_solved = 0;

  for (int trial = 0; trial < 40000; trial++) {
    draw_values (&s);
    ExprId left = random_sample (&s, 3).e, right = random_sample (&s, 2).e;
    ExprId x = expr_isolate (s.pool, left, right, 0, NULL, NULL);
    if (expr_is_none (x))
      continue;
    g_assert_false (expr_isolate_occurs (s.pool, x, 0));
    s.values[0] = expr_eval (s.pool, x, 0.0, value_of, &s);
    double a = expr_eval (s.pool, left, 0.0, value_of, &s);
    double b = expr_eval (s.pool, right, 0.0, value_of, &s);
    if (!isfinite (s.values[0]) || !isfinite (a) || fabs (s.values[0]) > 1e6 ||
        fabs (a) > 1e6)
      continue;
    g_assert_true (is_close (a, b, 1e-6));
    n_solved++;
  }
  g_assert_cmpint (n_solved, >, 800);
  sandbox_clear (&s);
}

static void
test_isolation_divides_only_where_allowed (void)
{
  Sandbox s = sandbox_new (0);
  ExprId x = expr_var (s.pool, 0), a = expr_var (s.pool, 1), b = expr_var (s.pool, 2);
  ExprId ax = expr_binary (s.pool, EXPR_MUL, a, x);
  ExprId bx = expr_binary (s.pool, EXPR_MUL, b, x);
  ExprId wave = expr_unary (s.pool, EXPR_SIN, x);

  g_assert_true (expr_is_none (expr_isolate (s.pool, ax, b, 0, NULL, NULL)));
  g_assert_true (expr_is_none (expr_isolate (s.pool, ax, b, 0, allow_v2, s.pool)));
  g_assert_true (expr_is (expr_isolate (s.pool, bx, a, 0, allow_v2, s.pool),
                          expr_binary (s.pool, EXPR_DIV, a, b)));
  g_assert_true (expr_is_none (expr_isolate (s.pool, wave, a, 0, allow_v2, s.pool)));
  g_assert_true (expr_is_none (expr_isolate (s.pool, x, wave, 0, allow_v2, s.pool)));
  sandbox_clear (&s);
}

/* pre (x) and a delayed x are known when x is sought; neither has a derivative. */
static void
test_memory_is_known (void)
{
  Sandbox s = sandbox_new (0);
  ExprId x = expr_var (s.pool, 0), one = expr_number (s.pool, 1.0);
  ExprId args[] = {x, one};
  ExprId late = expr_make (s.pool, EXPR_DELAY, 0, args);
  ExprId rest = expr_binary (s.pool, EXPR_MUL, expr_number (s.pool, 0.5), late);
  ExprId pre = expr_unary (s.pool, EXPR_PRE, x);
  g_autoptr (ExprDeriveTime) derive =
      expr_derive_time_new (s.pool, rate_of, is_smooth, NULL);
  g_autoptr (ExprDerive) partial = expr_derive_new (s.pool, 0);
  uint32_t culprit;

  g_assert_false (expr_isolate_occurs (s.pool, rest, 0));
  g_assert_true (expr_is (expr_isolate (s.pool, x, rest, 0, NULL, NULL), rest));
  g_assert_true (expr_is (expr_isolate (s.pool, pre, x, 0, NULL, NULL), pre));
  g_assert_true (expr_is_none (expr_derive_time (derive, rest, &culprit)));
  g_assert_true (expr_is_none (expr_derive_time (derive, pre, &culprit)));
  g_assert_true (expr_is (expr_derive (partial, rest), expr_number (s.pool, 0.0)));
  sandbox_clear (&s);
}

/* Only equations that are linear are called so, and the line is the expression. */
static void
test_linear_parts (void)
{
  Sandbox s = sandbox_new (15);
  int n_linear = 0;

  for (int trial = 0; trial < 20000; trial++) {
    ExprId e = random_sample (&s, 3).e, slope, offset;
    if (expr_isolate_line (s.pool, e, 0, &slope, &offset) != EXPR_LINEAR)
      continue;
    draw_values (&s);
    g_assert_false (expr_isolate_occurs (s.pool, slope, 0) ||
                    expr_isolate_occurs (s.pool, offset, 0));
    double value = expr_eval (s.pool, e, 0.0, value_of, &s);
    double line = expr_eval (s.pool, slope, 0.0, value_of, &s) * s.values[0] +
                  expr_eval (s.pool, offset, 0.0, value_of, &s);
    if (isfinite (value) && isfinite (line) && fabs (value) < 1e6)
      g_assert_true (is_close (value, line, 1e-8));
    n_linear++;
  }
  g_assert_cmpint (n_linear, >, 500);
  sandbox_clear (&s);
}

/* ---- the rows of base/function.h ---- */

/* Points where most functions are defined, and away from jumps and kinks. */
static const double POINTS[] = {-2.3, -0.7, -0.31, 0.27, 0.83, 1.9};

static bool
is_near (double a, double b, double error)
{
  return fabs (a - b) <= error * (1 + fabs (a) + fabs (b));
}

/* Both slopes at x and y against central differences. */
static void
check_slopes (Sandbox *s, BaseFunction function, double x, double y)
{
  enum { H_INVERSE = 100000 };
  const double h = 1.0 / H_INVERSE;
  ExprOp op = EXPR_SIN + (function - BASE_SIN);
  ExprId v[2] = {expr_var (s->pool, 0), expr_var (s->pool, 1)};
  uint32_t n = base_function_n_args (function);
  ExprId f = expr_make (s->pool, op, 0, v);

  s->values[0] = x;
  s->values[1] = y;
  for (uint32_t i = 0; i < n; i++) {
    ExprDerive *derive = expr_derive_new (s->pool, i);
    double slope = expr_eval (s->pool, expr_derive (derive, f), 0, value_of, s);
    double above = base_function_value (function, x + (i == 0) * h, y + (i == 1) * h);
    double below = base_function_value (function, x - (i == 0) * h, y - (i == 1) * h);
    double difference = (above - below) * H_INVERSE / 2;

    if (isfinite (difference))
      g_assert_true (is_near (slope, difference, 1e-7));
    expr_derive_free (derive);
  }
}

/* f (x) = v1 solved for x, where the row has an inverse, gives a value that f takes to
 * v1. */
static void
check_inverse (Sandbox *s, BaseFunction function, double x)
{
  if (base_function_n_args (function) == 2)
    return;
  ExprOp op = EXPR_SIN + (function - BASE_SIN);
  ExprId left = expr_unary (s->pool, op, expr_var (s->pool, 0));
  ExprId solved = expr_isolate (s->pool, left, expr_var (s->pool, 1), 0, NULL, NULL);

  s->values[1] = base_function_value (function, x, 0);
  if (!expr_is_none (solved) && isfinite (s->values[1]))
    g_assert_true (is_near (expr_eval (s->pool, solved, 0, value_of, s), x, 1e-12));
}

static void
check_traits (BaseFunction function, double x, double y)
{
  ExprOp op = EXPR_SIN + (function - BASE_SIN);
  double f = base_function_value (function, x, y);

  if (!isfinite (f))
    return;
  if (expr_op_is (op, EXPR_ODD))
    g_assert_true (base_function_value (function, -x, 0) == -f);
  if (expr_op_is (op, EXPR_EVEN))
    g_assert_true (base_function_value (function, -x, 0) == f);
  if (expr_op_is (op, EXPR_POSITIVE))
    g_assert_true (f >= 0);
  if (expr_op_is (op, EXPR_SYMMETRIC))
    g_assert_true (base_function_value (function, y, x) == f);
}

static void
test_functions_obey_their_rows (void)
{
  Sandbox s = sandbox_new (1);

  for (BaseFunction function = 0; function < BASE_N_FUNCTIONS; function++) {
    const char *name = base_function_name (function);

    g_test_message ("%s", name);
    g_assert_cmpint (base_function_find (name, base_function_n_args (function)), ==,
                     function);
    for (uint32_t i = 0; i < G_N_ELEMENTS (POINTS); i++)
      for (uint32_t k = 0; k < G_N_ELEMENTS (POINTS); k++) {
        check_slopes (&s, function, POINTS[i], POINTS[k] + 0.01);
        check_traits (function, POINTS[i], POINTS[k] + 0.01);
        check_inverse (&s, function, POINTS[i]);
      }
  }
  sandbox_clear (&s);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/expr/simplify/keeps-values", test_simplification_keeps_values);
  g_test_add_func ("/expr/functions-obey-their-rows", test_functions_obey_their_rows);
  g_test_add_func ("/expr/derive/against-differences",
                   test_derivatives_against_differences);
  g_test_add_func ("/expr/derive/gradient-agrees",
                   test_gradient_agrees_with_derivative);
  g_test_add_func ("/expr/derive/unselected-branch",
                   test_unselected_branch_has_no_effect);
  g_test_add_func ("/expr/derive/time", test_time_derivative);
  g_test_add_func ("/expr/derive/table-rates", test_table_rates);
  g_test_add_func ("/expr/isolate/solutions-hold", test_isolated_solutions_hold);
  g_test_add_func ("/expr/isolate/divides-only-where-allowed",
                   test_isolation_divides_only_where_allowed);
  g_test_add_func ("/expr/isolate/linear-parts", test_linear_parts);
  g_test_add_func ("/expr/isolate/memory-is-known", test_memory_is_known);
  return g_test_run ();
}
