/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small full systems: solved, found singular, and turned round or not. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "sim/solve/dense.h"

enum { N_MOST = 7, N_DRAWN = 200 };

typedef struct {
  uint32_t n;
  double a[N_MOST * N_MOST], factors[N_MOST * N_MOST], scale[N_MOST];
  uint32_t pivot[N_MOST], culprit;
} System;

/* Entries of each row in its own unit, some of them zero, as in a mechanism. */
static void
draw (System *s, GRand *rand, uint32_t n)
{
  s->n = n;
  for (uint32_t r = 0; r < n; r++) {
    double unit = pow (10, g_rand_double_range (rand, -8, 8));

    for (uint32_t c = 0; c < n; c++)
      s->a[r * n + c] = g_rand_int_range (rand, 0, 3) == 0
                            ? 0
                            : unit * g_rand_double_range (rand, -1, 1);
    s->a[r * n + (r + 1) % n] += unit * (r % 2 == 0 ? 3 : -3);
  }
}

static double
factor (System *s)
{
  memcpy (s->factors, s->a, sizeof s->a);
  return sim_dense_factor (s->n, s->factors, s->pivot, s->scale, &s->culprit);
}

/* The determinant by the rule of Laplace, along the first row. */
static double
determinant (uint32_t n, const double *a, uint32_t stride)
{
  double sum = 0;

  if (n == 1)
    return a[0];
  for (uint32_t c = 0; c < n; c++) {
    double minor[N_MOST * N_MOST];

    for (uint32_t r = 1; r < n; r++)
      for (uint32_t k = 0, to = 0; k < n; k++)
        if (k != c)
          minor[(r - 1) * N_MOST + to++] = a[r * stride + k];
    sum += (c % 2 == 0 ? 1 : -1) * a[c] * determinant (n - 1, minor, N_MOST);
  }
  return sum;
}

/* The right side comes back from the solution, row by row in its unit, and the sign is
 * that of the determinant. */
static void
test_regular (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  int n_negative = 0;

  for (int k = 0; k < N_DRAWN; k++) {
    System s;
    double x[N_MOST];

    draw (&s, rand, 1 + (uint32_t) k % N_MOST);
    double wanted[N_MOST];
    for (uint32_t c = 0; c < s.n; c++)
      wanted[c] = g_rand_double_range (rand, -1, 1);
    for (uint32_t r = 0; r < s.n; r++) {
      x[r] = 0;
      for (uint32_t c = 0; c < s.n; c++)
        x[r] += s.a[r * s.n + c] * wanted[c];
    }
    if (factor (&s) < 1e-6)
      continue;
    sim_dense_solve (s.n, s.factors, s.pivot, x);
    for (uint32_t c = 0; c < s.n; c++)
      g_assert_cmpfloat_with_epsilon (x[c], wanted[c], 1e-7);
    const bool is_negative = determinant (s.n, s.a, s.n) < 0;
    g_assert_cmpint (sim_dense_orientation (s.n, s.factors, s.pivot), ==,
                     is_negative ? -1 : 1);
    n_negative += is_negative;
  }
  g_assert_cmpint (n_negative, >, N_DRAWN / 4);
  g_assert_cmpint (n_negative, <, 3 * N_DRAWN / 4);
}

/* A row that is the sum of others, in whatever units, makes it singular; the unit of a
 * row alone does not. */
static void
test_singular (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (int k = 0; k < N_DRAWN; k++) {
    System s;

    draw (&s, rand, 2 + (uint32_t) k % (N_MOST - 1));
    const double least = factor (&s);
    for (uint32_t c = 0; c < s.n; c++)
      s.a[c] *= 1e12;
    g_assert_cmpfloat_with_epsilon (factor (&s), least, 1e-9);
    const uint32_t last = s.n - 1;
    for (uint32_t c = 0; c < s.n; c++)
      s.a[last * s.n + c] = -2 * s.a[c];
    g_assert_cmpfloat (factor (&s), ==, 0);
    g_assert_cmpuint (s.culprit, <, s.n);
  }
}

/* The column that nothing determines is named. */
static void
test_culprit (void)
{
  for (uint32_t c = 0; c < 4; c++) {
    System s = {.n = 4};

    for (uint32_t i = 0; i < 4; i++)
      for (uint32_t k = 0; k < 4; k++)
        s.a[4 * i + k] = k == c ? 0 : 1.0 / (i + k + 1);
    g_assert_cmpfloat (factor (&s), ==, 0);
    g_assert_cmpuint (s.culprit, ==, c);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/dense/regular", test_regular);
  g_test_add_func ("/sim/dense/singular", test_singular);
  g_test_add_func ("/sim/dense/culprit", test_culprit);
  return g_test_run ();
}
