/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph/graph.h"

uint32_t
graph_color (const GraphPattern *pattern, uint32_t *color_of)
{
  g_autoptr (BaseArena) scratch = base_arena_new ();
  GraphPattern by_column = graph_transpose (scratch, pattern);
  uint32_t *taken_for =
      base_arena_array (scratch, uint32_t, (size_t) pattern->n_columns + 1);
  uint32_t n_colors = 0;

  for (uint32_t c = 0; c < pattern->n_columns; c++)
    color_of[c] = GRAPH_NONE;
  /* taken_for[k] == c + 1: colour k is used by a column that shares a row with c. */
  for (uint32_t c = 0; c < pattern->n_columns; c++) {
    for (uint32_t i = by_column.start[c]; i < by_column.start[c + 1]; i++) {
      uint32_t r = by_column.column[i];
      for (uint32_t k = pattern->start[r]; k < pattern->start[r + 1]; k++)
        if (color_of[pattern->column[k]] != GRAPH_NONE)
          taken_for[color_of[pattern->column[k]]] = c + 1;
    }
    uint32_t color = 0;
    while (taken_for[color] == c + 1)
      color++;
    color_of[c] = color;
    n_colors = MAX (n_colors, color + 1);
  }
  return n_colors;
}
