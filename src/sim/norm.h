/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Sums and maxima over long vectors run in so many lanes, none of which waits for
 * another one: a compiler may not do so itself, as sums round by their order. */
enum { SIM_NORM_LANES = 8 };

/* Whether all are finite: a zero times anything else is NaN. */
static inline bool
sim_norm_is_finite (const double *x, size_t n)
{
  double lane[SIM_NORM_LANES] = {0}, sum = 0.0;
  size_t i = 0;

  for (; i + SIM_NORM_LANES <= n; i += SIM_NORM_LANES)
    for (int k = 0; k < SIM_NORM_LANES; k++)
      lane[k] += 0.0 * x[i + k];
  for (; i < n; i++)
    sum += 0.0 * x[i];
  for (int k = 0; k < SIM_NORM_LANES; k++)
    sum += lane[k];
  return sum == 0.0;
}
