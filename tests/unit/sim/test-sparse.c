/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sparse solver against products of its own matrix. */
#include "sim/solve/dense.h"
#include "sim/solve/scaling.h"
#include "sim/solve/sparse.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct {
  uint32_t n_states;
  uint32_t n;
  uint32_t *col_start;
  uint32_t *row;
  double *value;
} Matrix;

static void
add_entry (Matrix *m, uint32_t column, uint32_t row, double value)
{
  uint32_t at = m->col_start[column + 1]++;

  m->row[at] = row;
  m->value[at] = value;
}

/* So many entries a column, tear variables with a strong entry of their own. */
static Matrix
random_matrix (GRand *rand, uint32_t n_states, uint32_t n, gint32 n_in_column)
{
  Matrix m = {n_states, n, g_new0 (uint32_t, n + 1), g_new (uint32_t, n * n),
              g_new (double, n *n)};

  for (uint32_t c = 0; c < n; c++) {
    m.col_start[c + 1] = m.col_start[c];
    for (uint32_t r = 0; r < n; r++) {
      bool is_strong = c >= n_states && r == c;

      if (is_strong || g_rand_int_range (rand, 0, (gint32) n) < n_in_column)
        add_entry (&m, c, r, is_strong ? 20 : g_rand_double_range (rand, -1, 1));
    }
  }
  return m;
}

static void
clear_matrix (Matrix *m)
{
  g_free (m->col_start);
  g_free (m->row);
  g_free (m->value);
}

/* out = (D - gamma J) x, rows of residuals: J x */
static void
multiply (const Matrix *m, double gamma, const double *x, double *out)
{
  for (uint32_t i = 0; i < m->n; i++)
    out[i] = i < m->n_states ? x[i] : 0;
  for (uint32_t c = 0; c < m->n; c++)
    for (uint32_t k = m->col_start[c]; k < m->col_start[c + 1]; k++)
      out[m->row[k]] += (m->row[k] < m->n_states ? -gamma : 1) * m->value[k] * x[c];
}

static void
check_solution (SimSparse *sparse, const Matrix *m, double gamma, GRand *rand)
{
  g_autofree double *x = g_new (double, m->n), *b = g_new (double, m->n);

  for (uint32_t i = 0; i < m->n; i++)
    x[i] = g_rand_double_range (rand, -1, 1);
  multiply (m, gamma, x, b);
  memcpy (sim_sparse_values (sparse), m->value, sizeof (double) * m->col_start[m->n]);
  g_assert_cmpint (sim_sparse_factor (sparse, gamma), ==, SIM_OK);
  sim_sparse_solve (sparse, b);
  for (uint32_t i = 0; i < m->n; i++)
    g_assert_cmpfloat_with_epsilon (b[i], x[i], 1e-9);
}

/* Solutions give back what the product was made from, for states alone and with
 * algebraic rows, for one pattern with many values and gammas. */
static void
test_solve (void)
{
  g_autoptr (SimMemory) memory = sim_memory_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const uint32_t n_states[] = {40, 25, 0, 1};
  const uint32_t n[] = {40, 40, 30, 1};

  for (size_t k = 0; k < G_N_ELEMENTS (n); k++) {
    Matrix m = random_matrix (rand, n_states[k], n[k], 6);
    SimSparse *sparse = sim_sparse_new (memory, m.n_states, m.n, m.col_start, m.row);

    for (int repeat = 0; repeat < 5; repeat++) {
      check_solution (sparse, &m, 0.02 * (repeat + 1), rand);
      for (uint32_t e = 0; e < m.col_start[m.n]; e++)
        m.value[e] *= g_rand_double_range (rand, 0.7, 1.4);
    }
    clear_matrix (&m);
  }
}

/* Values that make the first pivots useless: solved again with others. */
static void
test_new_pivots (void)
{
  g_autoptr (SimMemory) memory = sim_memory_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  uint32_t col_start[] = {0, 2, 4}, row[] = {0, 1, 0, 1};
  double value[] = {1, 1e-3, 1e-3, 1};
  Matrix m = {0, 2, col_start, row, value};
  SimSparse *sparse = sim_sparse_new (memory, 0, 2, col_start, row);

  check_solution (sparse, &m, 1, rand);
  value[0] = 1e-14;
  value[1] = 1;
  value[2] = 1;
  value[3] = 1e-14;
  check_solution (sparse, &m, 1, rand);
  value[0] = 0;
  value[3] = 0;
  check_solution (sparse, &m, 1, rand);
}

/* Old pivots that have become small for their columns are given up before they cost
 * digits: by as much as 1e-7 here, where seven would go. */
static void
test_small_pivots (void)
{
  g_autoptr (SimMemory) memory = sim_memory_new ();
  uint32_t col_start[] = {0, 3, 6, 9}, row[] = {0, 1, 2, 0, 1, 2, 0, 1, 2};
  double x[] = {0.3, -0.7, 0.9};
  Matrix m = {0, 3, col_start, row, (double[9]){0}};
  SimSparse *sparse = sim_sparse_new (memory, 0, 3, col_start, row);

  for (int k = 0; k < 40; k++) {
    double small = pow (10.0, -0.25 * k), b[3];
    double value[] = {small, 0.3, 0.7, 0.9, 1, 0.2, 0.4, 0.6, 1};
    memcpy (m.value, value, sizeof value);
    multiply (&m, 1, x, b);
    memcpy (sim_sparse_values (sparse), value, sizeof value);
    g_assert_cmpint (sim_sparse_factor (sparse, 1), ==, SIM_OK);
    sim_sparse_solve (sparse, b);
    for (int i = 0; i < 3; i++)
      g_assert_cmpfloat_with_epsilon (b[i], x[i], 1e-11);
  }
}

/* Full matrices, whose multiplications are too many for a list, are refactored. */
static void
test_full (void)
{
  g_autoptr (SimMemory) memory = sim_memory_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  const uint32_t n = 60;
  Matrix m = random_matrix (rand, 0, n, n);
  SimSparse *sparse = sim_sparse_new (memory, 0, n, m.col_start, m.row);
  for (int repeat = 0; repeat < 4; repeat++) {
    size_t size;
    check_solution (sparse, &m, 1, rand);
    g_autofree void *copy = sim_memory_save (memory, &size);
    sim_memory_restore (memory, copy);
    for (uint32_t e = 0; e < m.col_start[n]; e++)
      m.value[e] *= g_rand_double_range (rand, 0.7, 1.4);
  }
  clear_matrix (&m);
}

/* A column without a pivot is found and named; good values afterwards work again. */
static void
test_singular (void)
{
  g_autoptr (SimMemory) memory = sim_memory_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  uint32_t col_start[] = {0, 1, 3, 4}, row[] = {0, 0, 1, 2};
  double value[] = {1, 5, 2, 4};
  Matrix m = {0, 3, col_start, row, value};
  SimSparse *sparse = sim_sparse_new (memory, 0, 3, col_start, row);

  check_solution (sparse, &m, 1, rand);
  memcpy (sim_sparse_values (sparse), (double[]){1, 5, 0, 4}, sizeof value);
  g_assert_cmpint (sim_sparse_factor (sparse, 1), ==, SIM_SINGULAR);
  g_assert_cmpuint (sim_sparse_culprit (sparse), ==, 1);
  memcpy (sim_sparse_values (sparse), (double[]){1, 5, NAN, 4}, sizeof value);
  g_assert_cmpint (sim_sparse_factor (sparse, 1), ==, SIM_BAD_VALUE);
  check_solution (sparse, &m, 1, rand);
}

/* Three parts that stick one inertia creep alike and share a torque of 6 as 1 : 2 : 3:
 * a = 1e-15 tau_i / i, and a + tau_1 + tau_2 + tau_3 = 6. Regular, though two rows
 * differ by rounding. */
static void
test_units (void)
{
  g_autoptr (SimMemory) memory = sim_memory_new ();
  static uint32_t col_start[] = {0, 4, 6, 8, 10};
  static uint32_t row[] = {0, 1, 2, 3, 0, 3, 1, 3, 2, 3};
  static double value[] = {1, 1, 1, 1, -1e-15, 1, -1e-15 / 2, 1, -1e-15 / 3, 1};
  SimSparse *sparse = sim_sparse_new (memory, 0, 4, col_start, row);
  double b[] = {0, 0, 0, 6};

  memcpy (sim_sparse_values (sparse), value, sizeof value);
  g_assert_cmpint (sim_sparse_factor (sparse, 1), ==, SIM_OK);
  sim_sparse_solve (sparse, b);
  g_assert_cmpfloat_with_epsilon (b[0], 1e-15, 1e-27);
  for (int i = 1; i <= 3; i++)
    g_assert_cmpfloat_with_epsilon (b[i], i, 1e-12);
}

/* Factors take a matrix that was scaled by anything back to entries near 1. */
static void
test_scaling (void)
{
  static uint32_t col_start[] = {0, 3, 6, 9};
  static uint32_t row[] = {0, 1, 2, 0, 1, 2, 0, 1, 2};
  double value[9], rows[] = {1e12, 1e-3, 1e-9}, columns[] = {1e-5, 1e7, 1};
  double row_scale[3], column_scale[3], work[6];
  SimScaling scaling = {3,         col_start,    row,  value,
                        row_scale, column_scale, work, work + 3};

  for (int k = 0; k < 9; k++)
    value[k] = (1 + k % 2) * rows[k % 3] * columns[k / 3];
  sim_scaling_find (&scaling);
  for (int k = 0; k < 9; k++) {
    double scaled = value[k] * row_scale[k % 3] * column_scale[k / 3];
    g_assert_cmpfloat (scaled, >, 0.25);
    g_assert_cmpfloat (scaled, <, 4);
  }
}

/* Both factorisations tell the sign of the determinant. */
static void
test_orientation (void)
{
  g_autoptr (SimMemory) memory = sim_memory_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  const uint32_t n = 30;
  Matrix m = random_matrix (rand, 0, n, 6);
  SimSparse *sparse = sim_sparse_new (memory, 0, n, m.col_start, m.row);
  g_autofree double *full = g_new (double, n *n);
  double scale[30];
  uint32_t pivot[30], culprit;
  int n_negative = 0;

  for (int repeat = 0; repeat < 40; repeat++) {
    memset (full, 0, n * n * sizeof (double));
    for (uint32_t c = 0; c < n; c++)
      for (uint32_t k = m.col_start[c]; k < m.col_start[c + 1]; k++)
        full[m.row[k] * n + c] = m.value[k] = g_rand_double_range (rand, -1, 1);
    memcpy (sim_sparse_values (sparse), m.value, sizeof (double) * m.col_start[n]);
    g_assert_cmpint (sim_sparse_factor (sparse, 1), ==, SIM_OK);
    g_assert_cmpfloat (sim_dense_factor (n, full, pivot, scale, &culprit), >, 0);
    int sign = sim_dense_orientation (n, full, pivot);
    g_assert_cmpint (sim_sparse_orientation (sparse), ==, sign);
    n_negative += sign < 0;
  }
  g_assert_cmpint (n_negative, >, 10);
  g_assert_cmpint (n_negative, <, 30);
  clear_matrix (&m);
  double exchanged[] = {0, 2, 3, 0};
  g_assert_cmpfloat (sim_dense_factor (2, exchanged, pivot, scale, &culprit), >, 0);
  g_assert_cmpint (sim_dense_orientation (2, exchanged, pivot), ==, -1);
}

/* What is factored aside, with other pivots than those at hand, changes no bit of what
 * comes after it, also behind a restore. */
static void
check_aside (gint32 n_in_column)
{
  g_autoptr (SimMemory) memory = sim_memory_new ();
  g_autoptr (SimMemory) other = sim_memory_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  const uint32_t n = 40;
  Matrix m = random_matrix (rand, 0, n, n_in_column);
  size_t n_entries = m.col_start[n], size;
  SimSparse *sparse = sim_sparse_new (memory, 0, n, m.col_start, m.row);
  SimSparse *twin = sim_sparse_new (other, 0, n, m.col_start, m.row);
  g_autofree double *wild = g_new (double, n_entries);
  double b[40], same[40];

  for (int repeat = 0; repeat < 10; repeat++) {
    for (size_t k = 0; k < n_entries; k++) {
      m.value[k] *= g_rand_double_range (rand, 0.7, 1.4);
      wild[k] = pow (10, g_rand_double_range (rand, -12, 0));
    }
    for (uint32_t i = 0; i < n; i++)
      b[i] = same[i] = g_rand_double_range (rand, -1, 1);
    memcpy (sim_sparse_values (sparse), wild, n_entries * sizeof *wild);
    sim_sparse_set_aside (sparse, true);
    sim_sparse_factor (sparse, 1);
    sim_sparse_set_aside (sparse, false);
    if (repeat % 2 == 1) {
      g_autofree void *copy = sim_memory_save (memory, &size);
      sim_memory_restore (memory, copy);
    }
    memcpy (sim_sparse_values (sparse), m.value, n_entries * sizeof *wild);
    memcpy (sim_sparse_values (twin), m.value, n_entries * sizeof *wild);
    g_assert_cmpint (sim_sparse_factor (sparse, 1), ==, SIM_OK);
    g_assert_cmpint (sim_sparse_factor (twin, 1), ==, SIM_OK);
    sim_sparse_solve (sparse, b);
    sim_sparse_solve (twin, same);
    g_assert_cmpmem (b, sizeof b, same, sizeof same);
  }
  clear_matrix (&m);
}

static void
test_aside (void)
{
  check_aside (6);
  check_aside (40);
}

static void
test_empty (void)
{
  g_autoptr (SimMemory) memory = sim_memory_new ();
  uint32_t col_start[] = {0};
  SimSparse *sparse = sim_sparse_new (memory, 0, 0, col_start, NULL);

  g_assert_cmpint (sim_sparse_factor (sparse, 1), ==, SIM_OK);
  sim_sparse_solve (sparse, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/sparse/solve", test_solve);
  g_test_add_func ("/sim/sparse/new-pivots", test_new_pivots);
  g_test_add_func ("/sim/sparse/small-pivots", test_small_pivots);
  g_test_add_func ("/sim/sparse/full", test_full);
  g_test_add_func ("/sim/sparse/singular", test_singular);
  g_test_add_func ("/sim/sparse/units", test_units);
  g_test_add_func ("/sim/sparse/scaling", test_scaling);
  g_test_add_func ("/sim/sparse/orientation", test_orientation);
  g_test_add_func ("/sim/sparse/aside", test_aside);
  g_test_add_func ("/sim/sparse/empty", test_empty);
  return g_test_run ();
}
