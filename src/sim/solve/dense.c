/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LU factors of a small full matrix, in place. Rows are compared by what they are in
 * units of their greatest entry (Golub & Van Loan, Matrix Computations, 3.4), and what
 * is left of one below rounding makes the matrix singular. O(n^3) to factor, O(n^2) to
 * solve. */
#include "sim/solve/dense.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

/* What is left of a row after elimination is rounding, if it is smaller than this part
 * of what the row was. */
static const double SINGULAR = 16 * DBL_EPSILON;

static bool
find_scales (uint32_t n, const double *a, double *scale)
{
  for (uint32_t i = 0; i < n; i++) {
    const double *row = a + (size_t) i * n;
    double largest = 0.0, sum = 0.0;
    for (uint32_t k = 0; k < n; k++) {
      double size = fabs (row[k]);
      largest = size > largest ? size : largest;
      sum += size;
    }
    scale[i] = largest;
    if (!(largest > 0.0) || !isfinite (sum))
      return false;
  }
  return true;
}

static uint32_t
find_pivot (uint32_t n, const double *a, const double *scale, uint32_t column)
{
  uint32_t best = column;

  for (uint32_t i = column + 1; i < n; i++)
    if (fabs (a[i * n + column]) * scale[best] > fabs (a[best * n + column]) * scale[i])
      best = i;
  return best;
}

static void
swap_rows (uint32_t n, double *a, double *scale, uint32_t i, uint32_t k)
{
  double old_scale = scale[i];

  if (i == k)
    return;
  scale[i] = scale[k];
  scale[k] = old_scale;
  for (uint32_t c = 0; c < n; c++) {
    double old = a[i * n + c];
    a[i * n + c] = a[k * n + c];
    a[k * n + c] = old;
  }
}

static void
eliminate (uint32_t n, double *a, uint32_t column)
{
  const double *restrict top = a + (size_t) column * n;

  for (uint32_t i = column + 1; i < n; i++) {
    double *restrict row = a + (size_t) i * n;
    double factor = row[column] / top[column];

    row[column] = factor;
    if (factor == 0.0)
      continue;
    for (uint32_t k = column + 1; k < n; k++)
      row[k] -= factor * top[k];
  }
}

double
sim_dense_factor (uint32_t n,
                  double *a,
                  uint32_t *pivot,
                  double *scale,
                  uint32_t *culprit)
{
  double least = INFINITY;

  *culprit = 0;
  if (!find_scales (n, a, scale))
    return 0.0;
  for (uint32_t c = 0; c < n; c++) {
    pivot[c] = find_pivot (n, a, scale, c);
    swap_rows (n, a, scale, c, pivot[c]);
    double part = fabs (a[c * n + c]) / scale[c];
    if (!(part > SINGULAR)) {
      *culprit = c;
      return 0.0;
    }
    least = fmin (least, part);
    eliminate (n, a, c);
  }
  return least;
}

void
sim_dense_solve (uint32_t n, const double *a, const uint32_t *pivot, double *b)
{
  for (uint32_t c = 0; c < n; c++) {
    double value = b[pivot[c]];

    b[pivot[c]] = b[c];
    b[c] = value;
  }
  for (uint32_t i = 1; i < n; i++)
    for (uint32_t k = 0; k < i; k++)
      b[i] -= a[i * n + k] * b[k];
  for (uint32_t i = n; i-- > 0;) {
    for (uint32_t k = i + 1; k < n; k++)
      b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
}

int
sim_dense_orientation (uint32_t n, const double *a, const uint32_t *pivot)
{
  int sign = 1;

  for (uint32_t c = 0; c < n; c++)
    if ((pivot[c] != c) != (a[c * n + c] < 0.0))
      sign = -sign;
  return sign;
}
