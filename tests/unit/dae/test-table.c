/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as expressions: their values, and what makes events. */
#include "dae-bench.h"

/* Comparisons in place of the crossings that stand for them. */
static ExprId
compare (void *data, ExprPool *pool, ExprId e, const ExprNode *node, bool is_changed)
{
  const DaeSystem *dae = data;

  if (node->op != EXPR_CROSSING)
    return EXPR_NONE;
  const DaeCrossing *crossing = &dae->crossings[node->payload.at];
  return expr_binary (pool, crossing->op, crossing->left, crossing->right);
}

/* Operands of a crossing may hold others. */
static double
value_at (const DaeBench *bench, const char *name, double time)
{
  ExprPool *pool = bench->dae->pool;
  ExprId value = dae_bench_block (bench, name)->inner[0], last = EXPR_NONE;

  while (!expr_is (value, last)) {
    g_autoptr (ExprMap) map = expr_map_new (pool, compare, NULL, bench->dae);

    last = value;
    value = expr_map_apply (map, value);
  }
  return expr_eval (pool, value, time, NULL, NULL);
}

static DaeBench
bench_beyond (const char *points, const char *kind, const char *extrapolation)
{
  g_autofree char *text = g_strdup_printf (
      "component M\n  variable y::Real\nrelations\n"
      "  y = table1d([%s], time, Smoothness.%s, Extrapolation.%s)\nend\n",
      points, kind, extrapolation);
  DaeBench bench = dae_bench_new (text);

  g_assert_nonnull (bench.dae);
  return bench;
}

static DaeBench
bench_of (const char *points, const char *kind)
{
  return bench_beyond (points, kind, "Hold");
}

/* Akima's slopes are those of a parabola where its points are evenly spaced; beyond the
 * ends the last value holds. */
static void
test_parabola (void)
{
  g_auto (DaeBench) bench = bench_of ("-1, 1; 0, 0; 1, 1; 2, 4; 3, 9; 4, 16", "Akima");

  for (double t = -1.0; t <= 4.0; t += 0.125)
    g_assert_cmpfloat_with_epsilon (value_at (&bench, "y", t), t * t, 1e-12);
  g_assert_cmpfloat_with_epsilon (value_at (&bench, "y", -3.0), 1.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (value_at (&bench, "y", 9.0), 16.0, 1e-12);
}

/* Or the curve goes on straight from its ends, with their slopes. */
static void
test_tangents (void)
{
  g_auto (DaeBench) bench =
      bench_beyond ("-1, 1; 0, 0; 1, 1; 2, 4; 3, 9; 4, 16", "Akima", "LastTwoPoints");

  for (double t = 0.0; t <= 8.0; t += 0.25) {
    g_assert_cmpfloat_with_epsilon (value_at (&bench, "y", -1.0 - t), 1.0 + 2.0 * t,
                                    1e-12);
    g_assert_cmpfloat_with_epsilon (value_at (&bench, "y", 4.0 + t), 16.0 + 8.0 * t,
                                    1e-12);
  }
}

static void
test_line (void)
{
  g_auto (DaeBench) bench = bench_of ("0, 1; 2, 5; 3, 4", "Linear");

  g_assert_cmpfloat_with_epsilon (value_at (&bench, "y", 0.5), 2.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (value_at (&bench, "y", 2.5), 4.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (value_at (&bench, "y", 7.0), 4.0, 1e-12);
}

/* A large table is looked up: one that jumps by the number of the interval, which is
 * discrete, another one at its argument. */
static void
test_large (void)
{
  for (int is_stepped = 0; is_stepped < 2; is_stepped++) {
    g_autoptr (GString) points = g_string_new ("0, 0");
    for (int i = 1; i < 40; i++)
      g_string_append_printf (points, "; %d, %d", i, i * i);
    g_auto (DaeBench) bench =
        bench_of (points->str, is_stepped ? "Constant" : "Linear");
    const ExprPool *pool = bench.dae->pool;
    const ExprNode *node = expr_node (pool, dae_bench_block (&bench, "y")->inner[0]);

    while (node->op == EXPR_IF)
      node = expr_node (pool, node->args[2]);
    g_assert_cmpint (node->op, ==, EXPR_TABLE);
    const ExprNode *argument = expr_node (pool, node->args[0]);
    bool is_discrete = argument->op == EXPR_VAR &&
                       bench.dae->vars[argument->payload.at].kind == DAE_DISCRETE;
    g_assert_cmpint (is_discrete, ==, is_stepped);
    g_assert_cmpuint (bench.dae->n_crossings, >, 0);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dae/table/parabola", test_parabola);
  g_test_add_func ("/dae/table/tangents", test_tangents);
  g_test_add_func ("/dae/table/line", test_line);
  g_test_add_func ("/dae/table/large", test_large);
  return g_test_run ();
}
