/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "expr/pool.h"

static const char *
letter (const void *data, uint32_t variable)
{
  static const char *const NAMES[] = {"x", "y", "z", "a.b"};

  return NAMES[variable];
}

typedef struct {
  BaseArena *arena;
  ExprPool *pool;
  ExprId x, y, z;
} Fixture;

static void
set_up (Fixture *f, const void *data)
{
  f->arena = base_arena_new ();
  f->pool = expr_pool_new (f->arena);
  f->x = expr_var (f->pool, 0);
  f->y = expr_var (f->pool, 1);
  f->z = expr_var (f->pool, 2);
}

static void
tear_down (Fixture *f, const void *data)
{
  base_arena_free (f->arena);
}

static void
assert_text (const Fixture *f, ExprId e, const char *text)
{
  g_autoptr (GString) out = g_string_new (NULL);

  expr_print (out, f->pool, e, letter, NULL);
  g_assert_cmpstr (out->str, ==, text);
}

static ExprId
make (Fixture *f, ExprOp op, ExprId a, ExprId b)
{
  return expr_binary (f->pool, op, a, b);
}

static void
test_equal_is_same (Fixture *f, const void *data)
{
  ExprId sum = make (f, EXPR_ADD, f->x, f->y);

  g_assert_true (expr_is (sum, make (f, EXPR_ADD, f->y, f->x)));
  g_assert_false (expr_is (sum, make (f, EXPR_SUB, f->x, f->y)));
  g_assert_true (expr_is (expr_number (f->pool, 0.0), expr_number (f->pool, -0.0)));
  g_assert_true (expr_is (expr_number (f->pool, NAN), expr_number (f->pool, -NAN)));
  g_assert_false (
      expr_is (expr_number (f->pool, 1.0), expr_number (f->pool, 1.0 + 1e-15)));
  g_assert_true (expr_is (expr_bool (f->pool, true), expr_number (f->pool, 1.0)));
}

/* So many that hashes of some are the same. */
static void
test_unequal_is_other (Fixture *f, const void *data)
{
  enum { N = 500000 };
  uint32_t first = expr_pool_size (f->pool);

  for (uint32_t i = 0; i < N; i++)
    g_assert_cmpuint (expr_number (f->pool, i).at, ==, first + i);
  for (uint32_t i = 0; i < N; i++)
    g_assert_cmpuint (expr_number (f->pool, i).at, ==, first + i);
}

/* What no number can hold is no `Inf` that somebody wrote. */
static void
test_overflow_stays_written (Fixture *f, const void *data)
{
  ExprId most = expr_number (f->pool, 1e308), ten = expr_number (f->pool, 10.0);
  ExprId sum = make (f, EXPR_ADD, f->x, most);

  assert_text (f, make (f, EXPR_MUL, most, ten), "1e+308 * 10");
  assert_text (f, make (f, EXPR_ADD, most, most), "1e+308 + 1e+308");
  assert_text (f, make (f, EXPR_MUL, ten, make (f, EXPR_MUL, f->x, most)),
               "10 * 1e+308 * x");
  assert_text (f, make (f, EXPR_ADD, sum, most), "x + 1e+308 + 1e+308");
  assert_text (f, make (f, EXPR_SUB, expr_number (f->pool, -1e308), sum),
               "-1e+308 - (x + 1e+308)");
}

static void
test_terms_cancel (Fixture *f, const void *data)
{
  ExprId sum = make (f, EXPR_ADD, f->x, f->y), zero = expr_number (f->pool, 0.0);
  ExprId two = expr_number (f->pool, 2.0);

  g_assert_true (expr_is (make (f, EXPR_SUB, f->x, f->x), zero));
  g_assert_true (expr_is (make (f, EXPR_SUB, sum, f->y), f->x));
  g_assert_true (expr_is (make (f, EXPR_ADD, f->x, zero), f->x));
  g_assert_true (expr_is (make (f, EXPR_MUL, f->x, zero), zero));
  g_assert_true (
      expr_is (make (f, EXPR_ADD, f->x, f->x), make (f, EXPR_MUL, two, f->x)));
  g_assert_true (expr_is (
      make (f, EXPR_SUB, make (f, EXPR_MUL, expr_number (f->pool, 3.0), f->x), f->x),
      make (f, EXPR_MUL, two, f->x)));
  g_assert_true (expr_is (
      expr_unary (f->pool, EXPR_NEG, expr_unary (f->pool, EXPR_NEG, f->x)), f->x));
  g_assert_true (
      expr_is (make (f, EXPR_MUL, f->y, make (f, EXPR_DIV, f->x, f->y)), f->x));
}

/* What has no finite value stays as it was written and fails when it runs. */
static void
test_division_by_zero_stays (Fixture *f, const void *data)
{
  ExprId zero = expr_number (f->pool, 0.0), one = expr_number (f->pool, 1.0);

  g_assert_cmpint (expr_op (f->pool, make (f, EXPR_DIV, one, zero)), ==, EXPR_DIV);
  g_assert_cmpint (expr_op (f->pool, make (f, EXPR_DIV, zero, zero)), ==, EXPR_DIV);
  g_assert_cmpint (expr_op (f->pool, expr_unary (f->pool, EXPR_LOG, zero)), ==,
                   EXPR_LOG);
}

static void
test_conditions_fold (Fixture *f, const void *data)
{
  ExprId yes = expr_bool (f->pool, true), no = expr_bool (f->pool, false);
  ExprId less = make (f, EXPR_LT, f->x, f->y);

  g_assert_true (expr_is (expr_if (f->pool, yes, f->x, f->y), f->x));
  g_assert_true (expr_is (expr_if (f->pool, less, f->x, f->x), f->x));
  g_assert_true (expr_is (make (f, EXPR_AND, less, no), no));
  g_assert_true (expr_is (make (f, EXPR_OR, less, no), less));
  g_assert_true (expr_is (make (f, EXPR_LT, f->x, f->x), no));
  ExprId inner = expr_if (f->pool, less, f->x, f->y);
  ExprId outer = expr_if (f->pool, less, f->x, f->z);
  g_assert_true (expr_is (expr_if (f->pool, less, inner, f->z), outer));
  outer = expr_if (f->pool, less, f->z, f->y);
  g_assert_true (expr_is (expr_if (f->pool, less, f->z, inner), outer));
  inner = expr_if (f->pool, make (f, EXPR_LT, f->y, f->x), less, f->y);
  assert_text (f, expr_if (f->pool, less, inner, f->z),
               "if x < y then (if y < x then x < y else y) else z");
  g_assert_true (
      expr_is (expr_if (f->pool, expr_unary (f->pool, EXPR_NOT, less), f->x, f->y),
               expr_if (f->pool, less, f->y, f->x)));
}

/* Powers become what is cheaper or can be simplified further. */
static void
test_powers (Fixture *f, const void *data)
{
  static const struct {
    double exponent;
    const char *text;
  } POWERS[] = {{0.0, "1"},       {1.0, "x"},      {2.0, "x * x"},  {3.0, "x^3"},
                {0.5, "sqrt(x)"}, {-1.0, "1 / x"}, {-2.0, "x^(-2)"}};

  for (uint32_t i = 0; i < G_N_ELEMENTS (POWERS); i++)
    assert_text (f, make (f, EXPR_POW, f->x, expr_number (f->pool, POWERS[i].exponent)),
                 POWERS[i].text);
  assert_text (f, make (f, EXPR_POW, expr_number (f->pool, 1.0), f->x), "1");
}

/* Symmetries of functions, and what numbers and the time become. */
static void
test_functions_fold (Fixture *f, const void *data)
{
  ExprId minus = expr_unary (f->pool, EXPR_NEG, f->x), two = expr_number (f->pool, 2.0);

  assert_text (f, expr_unary (f->pool, EXPR_COS, minus), "cos(x)");
  assert_text (f, expr_unary (f->pool, EXPR_SIN, minus), "-sin(x)");
  assert_text (f, expr_unary (f->pool, EXPR_CEIL, f->x), "-floor(-x)");
  assert_text (f, expr_unary (f->pool, EXPR_SQRT, expr_number (f->pool, 4.0)), "2");
  assert_text (f, expr_unary (f->pool, EXPR_DER, two), "0");
  assert_text (f, expr_unary (f->pool, EXPR_DER, expr_time (f->pool)), "1");
  assert_text (f, expr_unary (f->pool, EXPR_PRE, two), "2");
  assert_text (f, expr_unary (f->pool, EXPR_NOEVENT, f->x), "x");
  assert_text (f, make (f, EXPR_MIN, f->x, f->x), "x");
  g_assert_true (
      expr_is (make (f, EXPR_MIN, f->x, f->y), make (f, EXPR_MIN, f->y, f->x)));
  g_assert_false (
      expr_is (make (f, EXPR_ATAN2, f->x, f->y), make (f, EXPR_ATAN2, f->y, f->x)));
  for (ExprOp op = EXPR_LT; op <= EXPR_NE; op++)
    assert_text (f, make (f, op, f->x, f->x),
                 op == EXPR_LE || op == EXPR_GE || op == EXPR_EQ ? "1" : "0");
}

/* Two delays of the same signal by the same time are two. */
static void
test_payload_stays (Fixture *f, const void *data)
{
  const ExprId args[3] = {f->x, f->y, EXPR_NONE};
  ExprId delay = expr_make (f->pool, EXPR_DELAY, 3, args);

  g_assert_cmpuint (expr_index (expr_node (f->pool, delay)->payload, 4), ==, 3);
  g_assert_true (expr_is (delay, expr_make (f->pool, EXPR_DELAY, 3, args)));
  g_assert_false (expr_is (delay, expr_make (f->pool, EXPR_DELAY, 2, args)));
}

static void
test_print (Fixture *f, const void *data)
{
  ExprId sum = make (f, EXPR_ADD, f->x, f->y), two = expr_number (f->pool, 2.0);
  ExprId dotted = expr_var (f->pool, 3);

  assert_text (f, make (f, EXPR_MUL, sum, f->z), "z * (x + y)");
  assert_text (f, make (f, EXPR_SUB, f->z, sum), "z - (x + y)");
  assert_text (f, make (f, EXPR_SUB, dotted, two), "a.b - 2");
  assert_text (f, make (f, EXPR_POW, expr_unary (f->pool, EXPR_NEG, f->x), f->y),
               "(-x)^y");
  assert_text (f, expr_unary (f->pool, EXPR_NEG, make (f, EXPR_POW, f->x, f->y)),
               "-x^y");
  assert_text (f, make (f, EXPR_DIV, f->x, make (f, EXPR_MUL, f->y, f->z)),
               "x / (y * z)");
  assert_text (f, make (f, EXPR_ATAN2, f->x, sum), "atan2(x, x + y)");
  assert_text (f,
               expr_if (f->pool, make (f, EXPR_LT, f->x, two), f->y,
                        make (f, EXPR_MUL, two, f->z)),
               "if x < 2 then y else 2 * z");
  assert_text (f,
               make (f, EXPR_AND, make (f, EXPR_LT, f->x, f->y),
                     make (f, EXPR_OR, make (f, EXPR_GT, f->x, f->y),
                           make (f, EXPR_LE, f->z, two))),
               "(z <= 2 or x > y) and x < y");
}

static ExprId
y_for_x (void *data, ExprPool *pool, ExprId e, const ExprNode *node, bool is_changed)
{
  *(int *) data += node->op == EXPR_VAR;
  return node->op == EXPR_VAR && node->payload.at == 0 ? expr_var (pool, 1) : EXPR_NONE;
}

/* One memo: a leaf is asked for once in several applications. */
static void
test_map (Fixture *f, const void *data)
{
  int n_asked = 0;
  g_autoptr (ExprMap) map = expr_map_new (f->pool, y_for_x, NULL, &n_asked);
  ExprId e = make (f, EXPR_SUB, make (f, EXPR_MUL, f->x, f->x), f->y);

  assert_text (f, expr_map_apply (map, e), "y * y - y");
  assert_text (f, expr_map_apply (map, make (f, EXPR_DIV, f->z, f->x)), "z / y");
  g_assert_cmpint (n_asked, ==, 3);
}

/* exp (a) for sin (a), of the new a; what was told beforehand for another node. */
static ExprId
exp_for_sin (void *data, ExprPool *pool, ExprId e, const ExprNode *node, bool changed)
{
  if (node->op == EXPR_VAR && node->payload.at == 0)
    return expr_var (pool, 1);
  g_assert_true (node->op != EXPR_SIN ||
                 changed == expr_is (node->args[0], *(ExprId *) data));
  return node->op == EXPR_SIN ? expr_unary (pool, EXPR_EXP, node->args[0]) : EXPR_NONE;
}

static bool
ends_at_pre (const ExprNode *node)
{
  return node->op == EXPR_PRE;
}

static void
test_map_nodes (Fixture *f, const void *data)
{
  g_autoptr (ExprMap) map = expr_map_new (f->pool, exp_for_sin, ends_at_pre, &f->y);
  ExprId pre = expr_unary (f->pool, EXPR_PRE, f->x);
  ExprId sum = make (f, EXPR_ADD, expr_unary (f->pool, EXPR_SIN, f->x), pre);

  assert_text (f, expr_map_apply (map, sum), "pre(x) + exp(y)");
  g_assert_true (expr_is (expr_map_find (map, f->x), f->y));
  g_assert_true (expr_is_none (expr_map_find (map, f->z)));
  expr_map_set (map, f->z, f->y);
  assert_text (f, expr_map_apply (map, make (f, EXPR_MUL, f->z, sum)),
               "y * (pre(x) + exp(y))");
  g_assert_true (expr_is_none (expr_map_apply (map, EXPR_NONE)));
}

typedef struct {
  const ExprPool *pool;
  bool *is_visited;
} Visits;

static void
visit_after_arguments (void *data, ExprId e)
{
  Visits *visits = data;
  const ExprNode *node = expr_node (visits->pool, e);

  g_assert_false (visits->is_visited[e.at]);
  for (uint32_t i = 0; i < expr_n_args (node->op); i++)
    g_assert_true (visits->is_visited[node->args[i].at]);
  visits->is_visited[e.at] = true;
}

/* Depth does not matter: a sum of a million terms is walked, mapped and printed. */
static void
test_deep (Fixture *f, const void *data)
{
  ExprId e = f->x, t = expr_time (f->pool);
  int n_asked = 0;

  for (int i = 0; i < 1000000; i++)
    e = expr_unary (f->pool, EXPR_SIN, i % 2 == 0 ? make (f, EXPR_ADD, e, t) : e);
  g_autoptr (ExprWalk) walk = expr_walk_new (f->pool);
  g_autofree bool *is_visited = g_new0 (bool, expr_pool_size (f->pool));
  Visits visits = {f->pool, is_visited};
  expr_walk (walk, e, visit_after_arguments, &visits);
  g_assert_true (is_visited[e.at] && is_visited[f->x.at] && !is_visited[f->y.at]);
  expr_walk (walk, f->x, visit_after_arguments, &visits);
  g_autoptr (ExprMap) map = expr_map_new (f->pool, y_for_x, NULL, &n_asked);
  g_assert_false (expr_is (expr_map_apply (map, e), e));
  g_autoptr (GString) out = g_string_new (NULL);
  expr_print (out, f->pool, e, letter, NULL);
  g_assert_cmpuint (out->len, <, 1000000);
}

/* What stands below the operator is not visited, the operator itself is. */
static void
test_walk_stops (Fixture *f, const void *data)
{
  g_autofree bool *is_visited = g_new0 (bool, 64);
  Visits visits = {f->pool, is_visited};
  ExprId pre = expr_unary (f->pool, EXPR_PRE, f->x);
  ExprId e = make (f, EXPR_MUL, f->y, f->z);
  g_autoptr (ExprWalk) walk = expr_walk_new (f->pool);

  expr_walk_stop_at (walk, EXPR_PRE);
  expr_walk (walk, e, visit_after_arguments, &visits);
  g_assert_true (is_visited[f->y.at] && is_visited[e.at]);
  is_visited[f->x.at] = true;
  expr_walk (walk, pre, visit_after_arguments, &visits);
  g_assert_true (is_visited[pre.at]);
  is_visited[f->x.at] = false;
  expr_walk (walk, f->x, visit_after_arguments, &visits);
  g_assert_true (is_visited[f->x.at]);
}

static double
one (const void *data, uint32_t variable)
{
  return 1.0;
}

static void
test_eval (Fixture *f, const void *data)
{
  ExprId t = expr_time (f->pool);
  ExprId e = make (f, EXPR_MOD, expr_unary (f->pool, EXPR_NEG, t), f->x);

  g_assert_cmpfloat_with_epsilon (expr_eval (f->pool, e, 0.25, one, NULL), 0.75, 1e-15);
  g_assert_true (isnan (
      expr_eval (f->pool, expr_unary (f->pool, EXPR_PRE, f->x), 0.0, one, NULL)));
}

/* What was built since is gone, equal expressions are found again, and ids go on from
 * there. */
static void
test_cut (Fixture *f, const void *data)
{
  ExprId sum = make (f, EXPR_ADD, f->x, f->y);
  uint32_t size = expr_pool_size (f->pool);

  for (int round = 0; round < 3; round++) {
    ExprId lost = expr_var (f->pool, 9), e = sum;

    for (uint32_t i = 0; i < 3000; i++)
      e = make (f, EXPR_MUL, make (f, EXPR_ADD, e, f->z), lost);
    g_assert_cmpuint (lost.at, ==, size);
    expr_pool_cut (f->pool, size);
    g_assert_cmpuint (expr_pool_size (f->pool), ==, size);
    expr_pool_verify (f->pool, &(ExprBounds){.n_vars = 3});
    g_assert_true (expr_is (make (f, EXPR_ADD, f->x, f->y), sum));
    g_assert_true (expr_is (expr_var (f->pool, 2), f->z));
  }
}

/* In a process of its own: ends with the message. */
static void
assert_aborts (const char *path, const char *message)
{
  g_test_trap_subprocess (path, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr (message);
}

static void
verify_too_far (Fixture *f, const void *data)
{
  make (f, EXPR_ADD, f->x, expr_var (f->pool, 3));
  expr_pool_verify (f->pool, &(ExprBounds){.n_vars = 3});
}

static void
index_too_far (Fixture *f, const void *data)
{
  expr_index (expr_node (f->pool, expr_var (f->pool, 3))->payload, 3);
}

static void
node_too_far (Fixture *f, const void *data)
{
  ExprId lost = make (f, EXPR_ADD, f->x, f->y);

  expr_pool_cut (f->pool, lost.at);
  expr_node (f->pool, lost);
}

/* A variable that is no more cannot be met, be it in a table, in the pool or by id. */
static void
test_bounds (Fixture *f, const void *data)
{
  expr_leaf (f->pool, EXPR_CROSSING, 1);
  expr_pool_verify (f->pool, &(ExprBounds){.n_vars = 3, .n_crossings = 2});
  assert_aborts ("/expr/pool/subprocess/verify", "*there is no var 3 of 3*");
  assert_aborts ("/expr/pool/subprocess/index", "*speaks of number 3 of 3*");
  assert_aborts ("/expr/pool/subprocess/node", "*no expression 3 among 3*");
}

#define ADD(path, test)                                                                \
  g_test_add ("/expr/" path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("pool/equal-is-same", test_equal_is_same);
  ADD ("pool/unequal-is-other", test_unequal_is_other);
  ADD ("pool/deep", test_deep);
  ADD ("pool/cut", test_cut);
  ADD ("pool/bounds", test_bounds);
  ADD ("pool/subprocess/verify", verify_too_far);
  ADD ("pool/subprocess/index", index_too_far);
  ADD ("pool/subprocess/node", node_too_far);
  ADD ("simplify/overflow-stays-written", test_overflow_stays_written);
  ADD ("simplify/terms-cancel", test_terms_cancel);
  ADD ("simplify/division-by-zero-stays", test_division_by_zero_stays);
  ADD ("simplify/conditions-fold", test_conditions_fold);
  ADD ("simplify/powers", test_powers);
  ADD ("simplify/functions-fold", test_functions_fold);
  ADD ("simplify/payload-stays", test_payload_stays);
  ADD ("print", test_print);
  ADD ("map", test_map);
  ADD ("map/nodes", test_map_nodes);
  ADD ("walk/stops", test_walk_stops);
  ADD ("eval", test_eval);
  return g_test_run ();
}
