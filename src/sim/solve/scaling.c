/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Geometric scaling (Fulkerson & Wolfe, An algorithm for scaling matrices, SIAM Review
 * 4(2), 1962): rows and columns in turn are divided by the geometric mean of their
 * least and greatest entries. To make the greatest entries 1 everywhere would not do:
 * where two parts stick on one shaft they are, and the rows still differ by 1e-15 only.
 */
#include "sim/solve/scaling.h"

#include <math.h>
#include <stdbool.h>

/* The sweeps come to rest soon. */
enum { MAX_SWEEPS = 6 };

/* Powers of two round nothing. */
static double
to_power (double factor)
{
  return isfinite (factor) && factor > 0.0 ? exp2 (rint (log2 (factor))) : 1.0;
}

/* Over all rows, or all columns. */
static void
sweep (const SimScaling *s, bool is_by_row)
{
  double *scale = is_by_row ? s->row_scale : s->column_scale;

  for (uint32_t i = 0; i < s->n; i++) {
    s->least[i] = INFINITY;
    s->greatest[i] = 0.0;
  }
  for (uint32_t c = 0; c < s->n; c++)
    for (uint32_t k = s->col_start[c]; k < s->col_start[c + 1]; k++) {
      uint32_t r = s->row[k], i = is_by_row ? r : c;
      double size = fabs (s->value[k]) * s->row_scale[r] * s->column_scale[c];
      if (size == 0.0)
        continue;
      s->least[i] = fmin (s->least[i], size);
      s->greatest[i] = fmax (s->greatest[i], size);
    }
  for (uint32_t i = 0; i < s->n; i++)
    scale[i] *= to_power (1.0 / sqrt (s->least[i] * s->greatest[i]));
}

void
sim_scaling_find (const SimScaling *scaling)
{
  for (uint32_t i = 0; i < scaling->n; i++)
    scaling->row_scale[i] = scaling->column_scale[i] = 1.0;
  for (uint32_t k = 0; k < MAX_SWEEPS; k++) {
    sweep (scaling, true);
    sweep (scaling, false);
  }
}
