/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lays the points out as the slots of a run and asks what a run asks, so that a drawn
 * curve and a computed one are the same. */
#include "run/points.h"

#include <glib.h>

#include "code/table.h"
#include "flat/model.h"

bool
run_points_values (const char *smoothness,
                   const double (*points)[2],
                   uint32_t n,
                   const double *at,
                   uint32_t n_at,
                   double *values)
{
  g_autofree double *table = g_new0 (double, code_table_n_slots (n));
  FlatSmoothness found;

  if (!flat_model_find_smoothness (smoothness, &found))
    return false;
  table[CODE_TABLE_SIZE] = n;
  table[CODE_TABLE_SMOOTHNESS] = found;
  table[CODE_TABLE_EXTRAPOLATION] = FLAT_TABLE_HOLD;
  for (uint32_t i = 0; i < n; i++) {
    table[CODE_TABLE_HEADER + i] = points[i][0];
    table[CODE_TABLE_HEADER + n + i] = points[i][1];
  }
  code_table_prepare (table);
  for (uint32_t i = 0; i < n_at; i++)
    values[i] = code_table_value (table, at[i]);
  return true;
}
