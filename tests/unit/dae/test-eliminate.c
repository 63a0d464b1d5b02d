/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tears of linear blocks are, as expressions, against their own equations at
 * drawn points. */
#include "dae-bench.h"

#define PM "MultibodyComponents.PlanarMechanics."

/* Values of all variables: states and unknowns drawn, what is assigned computed. */
typedef struct {
  const DaeBench *bench;
  double *value;
} Point;

static double
value_of (const void *data, uint32_t variable)
{
  return ((const Point *) data)->value[variable];
}

static double
evaluate (const Point *point, ExprId e)
{
  return expr_eval (point->bench->dae->pool, e, 0.3, value_of, point);
}

/* Up to the block, which is not solved yet. */
static void
draw (Point *point, GRand *rand, const DaeBlock *end)
{
  const DaeSystem *dae = point->bench->dae;

  for (uint32_t v = 0; v < dae->n_vars; v++)
    point->value[v] = g_rand_double_range (rand, -3, 3);
  for (uint32_t v = 0; v < dae->flat->n_vars; v++)
    if (dae->vars[v].kind == DAE_PARAMETER)
      point->value[v] = evaluate (point, dae->flat->vars[v].value);
  for (uint32_t i = 0; i < dae->n_params; i++)
    point->value[dae->params[i]] =
        evaluate (point, dae->flat->vars[dae->params[i]].value);
  for (const DaeBlock *block = dae->dynamic; block != end; block++)
    if (block->kind == DAE_ASSIGN)
      point->value[block->unknown[0]] = evaluate (point, block->inner[0]);
}

/* The sign of the determinant of the block's matrix, by elimination with pivots. */
static int
sign_of_matrix (const Point *point, const DaeBlock *block)
{
  uint32_t n = block->n_tears;
  g_autofree double *a = g_new0 (double, n *n);
  int sign = 1;

  for (uint32_t k = 0; k < block->n_entries; k++)
    a[block->entries[k].row * n + block->entries[k].column] =
        evaluate (point, block->entries[k].value);
  for (uint32_t c = 0; c < n; c++) {
    uint32_t best = c;

    for (uint32_t r = c + 1; r < n; r++)
      best = fabs (a[r * n + c]) > fabs (a[best * n + c]) ? r : best;
    for (uint32_t k = 0; k < n && best != c; k++) {
      double old = a[c * n + k];
      a[c * n + k] = a[best * n + k];
      a[best * n + k] = old;
    }
    sign = (best != c) != (a[c * n + c] < 0.0) ? -sign : sign;
    for (uint32_t r = c + 1; r < n; r++)
      for (uint32_t k = n; k-- > c;)
        a[r * n + k] -= a[r * n + c] / a[c * n + c] * a[c * n + k];
  }
  return sign;
}

static int
sign_of_factors (const Point *point, const DaeBlock *block)
{
  int sign = block->sign;

  for (uint32_t k = 0; k < block->n_pivots; k++)
    sign = evaluate (point, block->pivots[k].value) < 0.0 ? -sign : sign;
  return sign;
}

/* With the tears as they are said to be, nothing is left of the residuals but rounding.
 */
static void
check_residuals (Point *point, const DaeBlock *block)
{
  uint32_t n_inner = block->n - block->n_tears;
  g_autofree double *size = g_new0 (double, block->n_tears);

  for (uint32_t k = 0; k < block->n_tears; k++)
    point->value[block->unknown[n_inner + k]] = evaluate (point, block->solution[k]);
  for (uint32_t k = 0; k < n_inner; k++)
    point->value[block->unknown[k]] = evaluate (point, block->inner[k]);
  for (uint32_t k = 0; k < block->n_entries; k++) {
    const DaeEntry *entry = &block->entries[k];
    size[entry->row] += fabs (evaluate (point, entry->value) *
                              point->value[block->unknown[n_inner + entry->column]]);
  }
  for (uint32_t k = 0; k < block->n_tears; k++)
    g_assert_cmpfloat (fabs (evaluate (point, block->residual[k])), <=, 1e-9 * size[k]);
}

/* The block that solves the variable is solved by its expressions. */
static void
check_block (const char *text, const char *variable)
{
  g_auto (DaeBench) bench = dae_bench_new (text);
  const DaeBlock *block = dae_bench_block (&bench, variable);
  g_autofree double *value = g_new0 (double, bench.dae->n_vars);
  Point point = {&bench, value};
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  g_assert_nonnull (block->solution);
  for (int i = 0; i < 20; i++) {
    draw (&point, rand, block);
    check_residuals (&point, block);
    g_assert_cmpint (sign_of_factors (&point, block), ==,
                     sign_of_matrix (&point, block));
  }
}

/* A pendulum of n rods, the k-th one at the one that stands k / fork before it. */
static char *
tree_text (int n, int fork)
{
  GString *text =
      g_string_new ("component M\n  world = " PM "World()\n  rod0 = " PM "Fixed()\n");
  g_autoptr (GString) wires = g_string_new ("relations\n");

  for (int i = 1; i <= n; i++) {
    g_string_append_printf (text,
                            "  pin%d = " PM "Revolute()\n  rod%d = " PM
                            "BodyShape(r = [0.4, %d / 50], m = 1 + %d / 9, I = 0.1)\n",
                            i, i, i % 3, i % 5);
    g_string_append_printf (wires,
                            "  connect(rod%d.frame_b, pin%d.frame_a)\n"
                            "  connect(pin%d.frame_b, rod%d.frame_a)\n",
                            (i - 1) / fork, i, i, i);
  }
  g_string_append_printf (text, "%send\n", wires->str);
  return g_string_free (text, FALSE);
}

static void
test_bodies (void)
{
  for (int fork = 1; fork <= 2; fork++)
    for (int n = 2; n <= 16; n *= 2) {
      g_autofree char *text = tree_text (n, fork);
      check_block (text, "pin1.alpha");
    }
}

#define THREE(law)                                                                     \
  "component M\n"                                                                      \
  "  variable s::Real\n  variable x::Real\n  variable y::Real\n  variable z::Real\n"   \
  "relations\n  der(s) = x + y + z\n  initial s = 0\n"                                 \
  "  " law " * x + y - z = s\n  x - (2 + cos (s)) * y = 1\n  y + z * 3 = x - 2\n"      \
  "end\n"

/* A matrix that is switched at events, or holds what no value is known for, is left to
 * elimination at run time. */
static void
test_switched (void)
{
  g_auto (DaeBench) bench =
      dae_bench_new (THREE ("(if time > 1 then 0 else 4 + sin (s))"));

  g_assert_null (dae_bench_block (&bench, "x")->solution);
  check_block (THREE ("(4 + sin (s))"), "x");
}

/* An entry that vanishes with a sine is no pivot. */
static void
test_vanishing (void)
{
  g_auto (DaeBench) bench = dae_bench_new (
      "component M\n  variable s::Real\n  variable x::Real\n  variable y::Real\n"
      "relations\n  der(s) = x + y\n  initial s = 0\n"
      "  cos (s) * x - sin (s) * y = 1\n  sin (s) * x + cos (s) * y = 2\nend\n");

  g_assert_cmpuint (dae_bench_block (&bench, "x")->n_tears, ==, 2);
  g_assert_null (dae_bench_block (&bench, "x")->solution);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dae/eliminate/bodies", test_bodies);
  g_test_add_func ("/dae/eliminate/switched", test_switched);
  g_test_add_func ("/dae/eliminate/vanishing", test_vanishing);
  return g_test_run ();
}
