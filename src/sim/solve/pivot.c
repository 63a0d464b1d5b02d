/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gauss-Jordan elimination with complete pivoting in place, full matrices only: the
 * greatest element in a free row and column is sought each time, so r pivots of an m by
 * n matrix cost O(r m n). */
#include "sim/solve/pivot.h"

#include <math.h>
#include <stddef.h>

void
sim_pivots_clear (const SimPivots *pivots)
{
  for (uint32_t c = 0; c < pivots->n_columns; c++)
    pivots->row_of[c] = UINT32_MAX;
  for (uint32_t r = 0; r < pivots->n_rows; r++)
    pivots->column_of[r] = UINT32_MAX;
}

static bool
is_free (const SimPivots *p, uint32_t column)
{
  return p->row_of[column] == UINT32_MAX &&
         (p->may_solve == NULL || p->may_solve[column]);
}

/* The largest element in a free row and a free column. */
static double
find_pivot (const SimPivots *p, uint32_t *row, uint32_t *column)
{
  double largest = 0.0;

  for (uint32_t r = 0; r < p->n_rows; r++)
    for (uint32_t c = 0; c < p->n_columns && p->column_of[r] == UINT32_MAX; c++) {
      double size = fabs (p->matrix[(size_t) r * p->n_columns + c]);
      if (!(size > largest) || !is_free (p, c))
        continue;
      largest = size;
      *row = r;
      *column = c;
    }
  return largest;
}

static void
solve (const SimPivots *p, uint32_t r, uint32_t c)
{
  uint32_t n = p->n_columns;
  double *top = p->matrix + (size_t) r * n, pivot = top[c];

  p->column_of[r] = c;
  p->row_of[c] = r;
  for (uint32_t k = 0; k < n; k++)
    top[k] /= pivot;
  if (p->right != NULL)
    p->right[r] /= pivot;
  for (uint32_t i = 0; i < p->n_rows; i++) {
    double *row = p->matrix + (size_t) i * n, factor = row[c];
    if (i == r || factor == 0.0)
      continue;
    for (uint32_t k = 0; k < n; k++)
      row[k] -= factor * top[k];
    if (p->right != NULL)
      p->right[i] -= factor * p->right[r];
  }
}

uint32_t
sim_pivots_eliminate (const SimPivots *pivots, double least)
{
  uint32_t n_more = 0, r = 0, c = 0;

  for (; find_pivot (pivots, &r, &c) > least; n_more++)
    solve (pivots, r, c);
  return n_more;
}
