/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strongly connected components (Tarjan, Depth-first search and linear graph
 * algorithms, 1972), with the recursion unrolled onto a stack of its own. Components
 * leave in the order in which they can be solved. Linear in the entries, but for
 * sorting the rows of each block. */
#include "graph/graph.h"

#include "base/vec.h"

typedef struct {
  const GraphPattern *pattern;
  const uint32_t *row_of;
  uint32_t *index; /* order of discovery + 1; 0: not met */
  uint32_t *low;
  uint32_t *next;  /* next entry of the row to look at */
  uint32_t *path;  /* rows under search, the deepest last */
  uint32_t *stack; /* rows not yet in a block */
  bool *is_on_stack;
  uint32_t n_path, n_stack, n_met;
  uint32_t *start;
  uint32_t *row;
  uint32_t n_blocks, n_done;
} Search;

static void
enter (Search *s, uint32_t r)
{
  s->index[r] = s->low[r] = ++s->n_met;
  s->next[r] = s->pattern->start[r];
  s->path[s->n_path++] = r;
  s->stack[s->n_stack++] = r;
  s->is_on_stack[r] = true;
}

static void
leave (Search *s, uint32_t r)
{
  uint32_t first = s->n_done, top;

  s->n_path--;
  if (s->n_path > 0) {
    uint32_t parent = s->path[s->n_path - 1];
    s->low[parent] = MIN (s->low[parent], s->low[r]);
  }
  if (s->low[r] != s->index[r])
    return;
  do {
    top = s->stack[--s->n_stack];
    s->is_on_stack[top] = false;
    s->row[s->n_done++] = top;
  } while (top != r);
  if (s->n_done - first > 1)
    qsort (s->row + first, s->n_done - first, sizeof *s->row, base_vec_by_number);
  s->start[++s->n_blocks] = s->n_done;
}

static void
search_from (Search *s, uint32_t root)
{
  enter (s, root);
  while (s->n_path > 0) {
    uint32_t r = s->path[s->n_path - 1];
    if (s->next[r] == s->pattern->start[r + 1]) {
      leave (s, r);
      continue;
    }
    uint32_t other = s->row_of[s->pattern->column[s->next[r]++]];
    if (other == GRAPH_NONE || other == r)
      continue;
    if (s->index[other] == 0)
      enter (s, other);
    else if (s->is_on_stack[other])
      s->low[r] = MIN (s->low[r], s->index[other]);
  }
}

GraphBlocks
graph_blocks (BaseArena *arena, const GraphPattern *pattern, const uint32_t *row_of)
{
  uint32_t n = pattern->n_rows;
  g_autofree uint32_t *work = g_new0 (uint32_t, 5 * (size_t) n);
  g_autofree bool *is_on_stack = g_new0 (bool, n);
  Search s = {.pattern = pattern,
              .row_of = row_of,
              .index = work,
              .low = work + n,
              .next = work + 2 * (size_t) n,
              .path = work + 3 * (size_t) n,
              .stack = work + 4 * (size_t) n,
              .is_on_stack = is_on_stack,
              .start = base_arena_array (arena, uint32_t, (size_t) n + 1),
              .row = base_arena_array (arena, uint32_t, n)};

  for (uint32_t r = 0; r < n; r++)
    if (s.index[r] == 0)
      search_from (&s, r);
  return (GraphBlocks){s.n_blocks, s.start, s.row};
}
