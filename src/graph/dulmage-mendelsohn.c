/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The over- and underdetermined parts of a pattern (Dulmage & Mendelsohn, Coverings of
 * bipartite graphs, 1958; as in Pothen & Fan 1990): all that alternating paths reach
 * from the unmatched rows, and from the unmatched columns, in two breadth-first
 * searches. Linear in the entries. */
#include "graph/graph.h"

static void
mark_from_unmatched (const GraphPattern *pattern,
                     const uint32_t *column_of,
                     const uint32_t *row_of,
                     GraphPart part,
                     GraphPart *row_part,
                     GraphPart *column_part)
{
  g_autofree uint32_t *queue = g_new (uint32_t, pattern->n_rows);
  uint32_t n = 0;

  for (uint32_t r = 0; r < pattern->n_rows; r++)
    if (column_of[r] == GRAPH_NONE) {
      row_part[r] = part;
      queue[n++] = r;
    }
  /* To the row that each reached column is matched to. */
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = pattern->start[queue[i]]; k < pattern->start[queue[i] + 1]; k++) {
      uint32_t c = pattern->column[k];
      uint32_t next = row_of[c];
      column_part[c] = part;
      if (next != GRAPH_NONE && row_part[next] != part) {
        row_part[next] = part;
        queue[n++] = next;
      }
    }
}

void
graph_dulmage_mendelsohn (const GraphPattern *pattern,
                          const uint32_t *row_of,
                          const uint32_t *column_of,
                          GraphPart *row_part,
                          GraphPart *column_part)
{
  g_autoptr (BaseArena) scratch = base_arena_new ();
  GraphPattern transposed = graph_transpose (scratch, pattern);

  for (uint32_t r = 0; r < pattern->n_rows; r++)
    row_part[r] = GRAPH_WELL;
  for (uint32_t c = 0; c < pattern->n_columns; c++)
    column_part[c] = GRAPH_WELL;
  mark_from_unmatched (pattern, column_of, row_of, GRAPH_OVER, row_part, column_part);
  mark_from_unmatched (&transposed, row_of, column_of, GRAPH_UNDER, column_part,
                       row_part);
}
