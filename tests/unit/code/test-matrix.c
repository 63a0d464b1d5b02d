/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "../hand-dae.h"
#include "code/program.h"

enum { MAX = 24 };

/* Gaussian elimination of a full matrix, n right-hand sides. */
static void
solve (uint32_t n, double a[MAX][MAX], uint32_t n_b, double b[MAX][MAX])
{
  for (uint32_t k = 0; k < n; k++) {
    uint32_t best = k;
    for (uint32_t i = k + 1; i < n; i++)
      if (fabs (a[i][k]) > fabs (a[best][k]))
        best = i;
    for (uint32_t j = 0; j < n; j++) {
      double t = a[k][j];
      a[k][j] = a[best][j];
      a[best][j] = t;
    }
    for (uint32_t j = 0; j < n_b; j++) {
      double t = b[k][j];
      b[k][j] = b[best][j];
      b[best][j] = t;
    }
    for (uint32_t i = 0; i < n; i++) {
      double f = i == k ? 0.0 : a[i][k] / a[k][k];
      for (uint32_t j = 0; j < n; j++)
        a[i][j] -= f * a[k][j];
      for (uint32_t j = 0; j < n_b; j++)
        b[i][j] -= f * b[k][j];
    }
  }
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n_b; j++)
      b[i][j] /= a[i][i];
}

/* Newton's method on the entries of the block, until nothing changes. */
static void
solve_block (const CodeProgram *program, const CodeStep *step, double *s)
{
  for (int iteration = 0; iteration < 60; iteration++) {
    double a[MAX][MAX] = {{0}}, b[MAX][MAX] = {{0}};

    code_eval_range (program, step->inner_code, s);
    code_eval_range (program, step->residual_code, s);
    code_eval_range (program, step->jacobian_code, s);
    for (uint32_t c = 0; c < step->n; c++)
      for (uint32_t k = step->col_start[c]; k < step->col_start[c + 1]; k++)
        a[step->row[k]][c] = s[step->entry[k]];
    for (uint32_t i = 0; i < step->n; i++)
      b[i][0] = s[step->residual[i]];
    solve (step->n, a, 1, b);
    for (uint32_t i = 0; i < step->n; i++)
      s[step->unknown[i]] -= b[i][0];
  }
  code_eval_range (program, step->inner_code, s);
}

static void
run_dynamic (const CodeProgram *program, double *s)
{
  const CodeSteps *steps = &program->sections[CODE_DYNAMIC];

  for (uint32_t i = 0; i < steps->n; i++) {
    code_eval_range (program, steps->steps[i].before, s);
    if (steps->steps[i].n > 0)
      solve_block (program, &steps->steps[i], s);
  }
}

/* A - B D^-1 C of the extended matrix. */
static void
reduced_matrix (const CodeProgram *program, double *s, double j[MAX][MAX])
{
  const CodeMatrix *m = &program->matrix;
  uint32_t n_x = m->n_states, n_z = m->n - n_x;
  double full[MAX][MAX] = {{0}}, d[MAX][MAX] = {{0}}, c[MAX][MAX] = {{0}};

  g_assert_cmpuint (m->n, <, MAX);
  for (uint32_t col = 0; col < m->n; col++)
    for (uint32_t k = m->col_start[col]; k < m->col_start[col + 1]; k++)
      full[m->row[k]][col] = s[m->value[k]];
  for (uint32_t i = 0; i < n_z; i++) {
    for (uint32_t k = 0; k < n_z; k++)
      d[i][k] = full[n_x + i][n_x + k];
    for (uint32_t k = 0; k < n_x; k++)
      c[i][k] = full[n_x + i][k];
  }
  solve (n_z, d, n_x, c);
  for (uint32_t i = 0; i < n_x; i++)
    for (uint32_t k = 0; k < n_x; k++) {
      j[i][k] = full[i][k];
      for (uint32_t z = 0; z < n_z; z++)
        j[i][k] -= full[i][n_x + z] * c[z][k];
    }
}

/* Each unknown of a block has a column of its own behind the states. */
static void
check_columns (const CodeProgram *program)
{
  const CodeSteps *steps = &program->sections[CODE_DYNAMIC];
  const CodeMatrix *m = &program->matrix;

  for (uint32_t i = 0; i < steps->n; i++)
    for (uint32_t k = 0; k < steps->steps[i].n; k++) {
      uint32_t n_found = 0;

      for (uint32_t c = 0; c < m->n - m->n_states; c++)
        n_found += m->z[c] == steps->steps[i].unknown[k];
      g_assert_cmpuint (n_found, ==, 1);
    }
}

static void
compare_with_differences (HandDae *h, const double *x)
{
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  g_autofree double *s = g_new (double, program->n_slots);
  uint32_t n = program->n_states, first = program->first_state;
  double j[MAX][MAX] = {{0}};

  code_verify (program);
  check_columns (program);
  code_load (program, s);
  code_eval (program, CODE_PARAMETERS, s);
  code_eval (program, CODE_JACOBIAN_CONSTANT, s);
  for (uint32_t i = 0; i < n; i++)
    s[first + i] = x[i];
  s[CODE_TIME] = 0.4;
  run_dynamic (program, s);
  code_eval (program, CODE_JACOBIAN, s);
  reduced_matrix (program, s, j);
  for (uint32_t k = 0; k < n; k++) {
    double up[MAX], step = 1e-6;

    s[first + k] = x[k] + step;
    run_dynamic (program, s);
    for (uint32_t i = 0; i < n; i++)
      up[i] = s[program->rates[i]];
    s[first + k] = x[k] - step;
    run_dynamic (program, s);
    for (uint32_t i = 0; i < n; i++) {
      double slope = (up[i] - s[program->rates[i]]) / (2.0 * step);
      g_assert_cmpfloat_with_epsilon (j[i][k], slope, 2e-8 * (1.0 + fabs (slope)));
    }
    s[first + k] = x[k];
  }
}

/* A cart with a pendulum: two accelerations in a linear system whose matrix varies. */
static void
test_linear_block (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE), v = hand_state (h, "v", EXPR_NONE);
  ExprId q = hand_state (h, "q", EXPR_NONE), w = hand_state (h, "w", EXPR_NONE);
  ExprId a = hand_var (h, "a"), u = hand_var (h, "u"), f = hand_var (h, "f");
  ExprId m = hand_param (h, "m", 0.7), k = hand_param (h, "k", 30.0);
#define MUL(x, y) expr_binary (p, EXPR_MUL, x, y)
#define ADD(x, y) expr_binary (p, EXPR_ADD, x, y)
#define SUB(x, y) expr_binary (p, EXPR_SUB, x, y)
#define SIN(x)    expr_unary (p, EXPR_SIN, x)
#define COS(x)    expr_unary (p, EXPR_COS, x)
  ExprId one = expr_number (p, 1.0), mass = ADD (m, one);
  ExprId c = MUL (m, COS (q)), g = expr_number (p, 9.81);
  ExprId residuals[] = {
      SUB (ADD (MUL (mass, a), MUL (c, u)), f),
      ADD (ADD (MUL (c, a), MUL (m, u)), MUL (MUL (m, g), SIN (q))),
  };
  ExprId entries[] = {mass, c, c, m};

  hand_rate (h, x, v);
  hand_rate (h, v, a);
  hand_rate (h, q, w);
  hand_rate (h, w, u);
  hand_assign (h, f,
               SUB (MUL (MUL (m, MUL (w, w)), SIN (q)),
                    MUL (k, expr_binary (p, EXPR_POW, x, expr_number (p, 3.0)))));
  hand_block (h, DAE_LINEAR, 2, (ExprId[]){a, u}, residuals, entries);
  h->dynamic.at[1].is_constant = false;
  compare_with_differences (h, (double[]){0.3, -0.2, 0.8, 1.5});
}

/* A nonlinear system of two whose solution a later assignment uses. */
static void
test_nonlinear_block (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE), y = hand_state (h, "y", EXPR_NONE);
  ExprId a = hand_var (h, "a"), b = hand_var (h, "b"), r = hand_var (h, "r");
  ExprId one = expr_number (p, 1.0), three = expr_number (p, 3.0);
  ExprId residuals[] = {
      SUB (ADD (MUL (three, a), SIN (b)), x),
      SUB (ADD (MUL (three, b), COS (a)), MUL (x, y)),
  };
  ExprId entries[] = {three, COS (b), expr_unary (p, EXPR_NEG, SIN (a)), three};

  hand_rate (h, x, r);
  hand_rate (h, y, a);
  hand_block (h, DAE_NONLINEAR, 2, (ExprId[]){a, b}, residuals, entries);
  hand_assign (h, r, expr_binary (p, EXPR_DIV, SUB (b, y), ADD (one, MUL (a, a))));
  compare_with_differences (h, (double[]){0.9, -0.6});
}

/* One of the smooth functions of what there is. */
static ExprId
random_smooth (ExprPool *p, GRand *rand, const ExprId *known, int n)
{
  static const ExprOp OPS[] = {EXPR_ADD,  EXPR_SUB,  EXPR_MUL, EXPR_SIN, EXPR_COS,
                               EXPR_TANH, EXPR_ATAN, EXPR_NEG, EXPR_MUL, EXPR_ADD};
  ExprId e = known[g_rand_int_range (rand, 0, n)];

  for (int i = 0; i < 5; i++) {
    const ExprId args[] = {e, known[g_rand_int_range (rand, 0, n)]};

    e = expr_make (p, OPS[g_rand_int_range (rand, 0, (int) G_N_ELEMENTS (OPS))], 0,
                   args);
  }
  return e;
}

/* Two unknowns that each determine mostly themselves. */
static void
random_block (HandDae *h, GRand *rand, ExprId *known, int *n, bool is_linear)
{
  ExprPool *p = h->dae.pool;
  const ExprId a = hand_var (h, "a"), b = hand_var (h, "b");
  const ExprId three = expr_number (p, 3.0), third = expr_number (p, 0.3);
  const ExprId x = expr_unary (p, EXPR_TANH, random_smooth (p, rand, known, *n));
  const ExprId y = random_smooth (p, rand, known, *n);
  const ExprId residuals[] = {
      SUB (ADD (MUL (three, a), is_linear ? MUL (x, b) : MUL (third, SIN (ADD (x, b)))),
           y),
      SUB (ADD (MUL (three, b), is_linear ? a : MUL (third, COS (a))), x)};
  const ExprId entries[] = {three, is_linear ? x : MUL (third, COS (ADD (x, b))),
                            is_linear ? expr_number (p, 1.0)
                                      : expr_unary (p, EXPR_NEG, MUL (third, SIN (a))),
                            three};

  hand_block (h, is_linear ? DAE_LINEAR : DAE_NONLINEAR, 2, (ExprId[]){a, b}, residuals,
              entries);
  h->dynamic.at[h->dynamic.n - 1].is_constant = false;
  known[(*n)++] = a;
  known[(*n)++] = b;
}

/* Rates that are states, unknowns of blocks, what follows from these, and any of them
 * under the other sign: the matrix has their slopes. */
static void
test_any_system (void)
{
  enum { N = 8 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  for (int k = 0; k < 150; k++) {
    g_autoptr (HandDae) h = hand_new ();
    ExprPool *p = h->dae.pool;
    ExprId x[N], known[40];
    double at[N];
    int n = 0;

    known[n++] = hand_param (h, "p", 0.8);
    known[n++] = expr_time (p);
    for (int i = 0; i < N; i++) {
      known[n++] = x[i] = hand_state (h, "x", EXPR_NONE);
      at[i] = g_rand_double_range (rand, -1, 1);
    }
    for (int i = 0; i < 8; i++)
      if (i % 4 == 3) {
        random_block (h, rand, known, &n, i == 3);
      } else {
        const ExprId var = hand_var (h, "e");

        hand_assign (h, var, random_smooth (p, rand, known, n));
        known[n++] = var;
      }
    for (int i = 0; i < N; i++) {
      const ExprId rate = known[g_rand_int_range (rand, 2, n)];
      const int kind = g_rand_int_range (rand, 0, 3);

      hand_rate (h, x[i],
                 kind == 0 ? rate : hand_alias (h, "r", rate, kind == 1 ? 1 : -1));
    }
    compare_with_differences (h, at);
  }
}

/* A long chain of explicit variables keeps the matrix sparse. */
static void
test_long_chain (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  enum { N = 12 };
  ExprId x[N], sum[N];
  double at[N];

  for (int i = 0; i < N; i++)
    x[i] = hand_state (h, "x", EXPR_NONE);
  for (int i = 0; i < N; i++)
    sum[i] = hand_var (h, "sum");
  for (int i = 0; i < N; i++) {
    hand_rate (h, x[i], sum[N - 1 - i]);
    hand_assign (h, sum[i],
                 i == 0 ? SIN (x[0]) : ADD (SIN (sum[i - 1]), MUL (x[i], x[0])));
    at[i] = 0.1 + 0.05 * i;
  }
  compare_with_differences (h, at);
}

/* The same in large: entries grow with the number of states, not with its square. */
static void
test_chain_is_sparse (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  enum { N = 2000 };
  ExprId *x = base_arena_array (h->arena, ExprId, N);
  ExprId sum = EXPR_NONE;

  for (int i = 0; i < N; i++) {
    ExprId next = hand_var (h, "sum");
    x[i] = hand_state (h, "x", EXPR_NONE);
    hand_rate (h, x[i], next);
    hand_assign (h, next, i == 0 ? SIN (x[0]) : ADD (SIN (sum), x[i]));
    sum = next;
  }
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  code_verify (program);
  const CodeMatrix *m = &program->matrix;
  g_assert_cmpuint (m->col_start[m->n], <, 10 * N);
}

/* States that all depend on each other: what their matrix takes is refused in time, at
 * each of its stages. */
static void
test_memory (void)
{
  static const size_t MORE[] = {1 << 18, 1 << 20, 2 << 20, 4 << 20, 64 << 20};
  enum { MANY = 500 };
  uint32_t n_refused = 0;

  for (size_t k = 0; k < G_N_ELEMENTS (MORE); k++) {
    g_autoptr (HandDae) h = hand_new ();
    g_autoptr (BaseDiags) diags = base_diags_new ();
    ExprPool *p = h->dae.pool;
    ExprId x[MANY], sum = expr_number (p, 0.0);

    for (int i = 0; i < MANY; i++)
      sum = ADD (sum, x[i] = hand_state (h, "x", EXPR_NONE));
    for (int i = 0; i < MANY; i++) {
      ExprId rate = hand_var (h, "rate");
      hand_rate (h, x[i], rate);
      hand_assign (h, rate, SUB (sum, SIN (x[i])));
    }
    h->flat.memory = expr_pool_memory (p) + MORE[k];
    g_autoptr (CodeProgram) program = code_build (hand_finish (h), diags);
    if (program != NULL)
      continue;
    n_refused++;
    const BaseDiag *diag = base_diags_get (diags, 0);
    g_assert_cmpuint (base_diags_count (diags), ==, 1);
    g_assert_cmpuint (diag->number, ==, 313);
    g_assert_nonnull (strstr (diag->message, "the code of `Hand` needs more than "));
    g_assert_nonnull (strstr (diag->message, "the Jacobian of its 500 states"));
  }
  g_assert_cmpuint (n_refused, ==, 4);
}

/* Where there are no states nothing is said of them. */
static void
test_memory_without_states (void)
{
  g_autoptr (HandDae) h = hand_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  ExprPool *p = h->dae.pool;

  hand_assign (h, hand_var (h, "x"), SIN (expr_time (p)));
  h->flat.memory = 1 << 10;
  g_assert_null (code_build (hand_finish (h), diags));
  g_assert_cmpstr (base_diags_get (diags, 0)->message, ==,
                   "the code of `Hand` needs more than 1 KiB of memory");
}

/* Entries that parameters determine are not computed again. */
static void
test_constant_entries (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *p = h->dae.pool;
  ExprId s = hand_state (h, "s", EXPR_NONE), v = hand_state (h, "v", EXPR_NONE);
  ExprId a = hand_var (h, "a");
  ExprId k = hand_param (h, "k", 8.0), m = hand_param (h, "m", 2.0);

  hand_rate (h, s, v);
  hand_rate (h, v, a);
  hand_assign (h, a,
               expr_binary (p, EXPR_DIV, expr_unary (p, EXPR_NEG, MUL (k, s)), m));
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  code_dump (text, program, &h->dae);
  g_assert_nonnull (strstr (text->str, "jacobian constant:"));
  g_assert_null (strstr (text->str, "\njacobian:"));
  g_assert_nonnull (strstr (text->str, "matrix 2 x 2, 2 states, 2 entries"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/code/matrix/linear-block", test_linear_block);
  g_test_add_func ("/code/matrix/nonlinear-block", test_nonlinear_block);
  g_test_add_func ("/code/matrix/any-system", test_any_system);
  g_test_add_func ("/code/matrix/long-chain", test_long_chain);
  g_test_add_func ("/code/matrix/chain-is-sparse", test_chain_is_sparse);
  g_test_add_func ("/code/matrix/memory", test_memory);
  g_test_add_func ("/code/matrix/memory-without-states", test_memory_without_states);
  g_test_add_func ("/code/matrix/constant-entries", test_constant_entries);
  return g_test_run ();
}
