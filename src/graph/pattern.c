/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse patterns by rows from entries in any order, by two stable counting sorts;
 * their transpose; and connected components by union-find with path halving (Tarjan,
 * Efficiency of a good but not linear set union algorithm, 1975). All are linear in the
 * entries, the last one nearly. */
#include <string.h>

#include "graph/graph.h"

/* Stable counting sort of entry numbers by key[entry]; `in` NULL stands for 0, 1, 2 …
 */
static uint32_t *
sort_by (BaseArena *arena,
         uint32_t n_keys,
         uint32_t n,
         const uint32_t *key,
         const uint32_t *in)
{
  uint32_t *next = base_arena_array (arena, uint32_t, (size_t) n_keys + 1);
  uint32_t *out = base_arena_array (arena, uint32_t, n);

  for (uint32_t i = 0; i < n; i++)
    next[key[i] + 1]++;
  for (uint32_t k = 0; k < n_keys; k++)
    next[k + 1] += next[k];
  for (uint32_t i = 0; i < n; i++) {
    uint32_t entry = in == NULL ? i : in[i];
    out[next[key[entry]]++] = entry;
  }
  return out;
}

GraphPattern
graph_pattern_new (BaseArena *arena,
                   uint32_t n_rows,
                   uint32_t n_columns,
                   uint32_t n,
                   const uint32_t *row,
                   const uint32_t *column)
{
  g_autoptr (BaseArena) scratch = base_arena_new ();
  const uint32_t *by_column = sort_by (scratch, n_columns, n, column, NULL);
  const uint32_t *order = sort_by (scratch, n_rows, n, row, by_column);
  uint32_t *start = base_arena_array (arena, uint32_t, (size_t) n_rows + 1);
  uint32_t *columns = base_arena_array (arena, uint32_t, n);
  uint32_t n_kept = 0, at = 0;

  for (uint32_t r = 0; r < n_rows; r++) {
    start[r] = n_kept;
    for (; at < n && row[order[at]] == r; at++) {
      uint32_t c = column[order[at]];
      if (n_kept == start[r] || columns[n_kept - 1] != c)
        columns[n_kept++] = c;
    }
  }
  start[n_rows] = n_kept;
  return (GraphPattern){n_rows, n_columns, start, columns};
}

GraphPattern
graph_transpose (BaseArena *arena, const GraphPattern *pattern)
{
  uint32_t n = pattern->start[pattern->n_rows];
  uint32_t *start = base_arena_array (arena, uint32_t, (size_t) pattern->n_columns + 2);
  uint32_t *row = base_arena_array (arena, uint32_t, n);

  /* start[c + 1] runs while filling and ends as the start of c + 1. */
  for (uint32_t k = 0; k < n; k++)
    start[pattern->column[k] + 2]++;
  for (uint32_t c = 0; c < pattern->n_columns; c++)
    start[c + 2] += start[c + 1];
  for (uint32_t r = 0; r < pattern->n_rows; r++)
    for (uint32_t k = pattern->start[r]; k < pattern->start[r + 1]; k++)
      row[start[pattern->column[k] + 1]++] = r;
  return (GraphPattern){pattern->n_columns, pattern->n_rows, start, row};
}

/* Union-find with path halving (Tarjan 1975); the root is the lowest member. */
static uint32_t
root_of (uint32_t *parent, uint32_t i)
{
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

static void
unite (uint32_t *parent, uint32_t a, uint32_t b)
{
  uint32_t ra = root_of (parent, a), rb = root_of (parent, b);

  parent[MAX (ra, rb)] = MIN (ra, rb);
}

uint32_t
graph_components (const GraphPattern *pattern, const bool *is_in, uint32_t *component)
{
  uint32_t n = pattern->n_rows + pattern->n_columns;
  uint32_t n_components = 0;
  g_autofree uint32_t *parent = g_new (uint32_t, n);

  for (uint32_t i = 0; i < n; i++)
    parent[i] = i;
  for (uint32_t r = 0; r < pattern->n_rows; r++)
    for (uint32_t k = pattern->start[r]; k < pattern->start[r + 1]; k++) {
      uint32_t c = pattern->n_rows + pattern->column[k];
      if (is_in == NULL || (is_in[r] && is_in[c]))
        unite (parent, r, c);
    }
  /* A root stands before its members, so it has its number when they come. */
  for (uint32_t i = 0; i < n; i++) {
    uint32_t root = root_of (parent, i);
    if (is_in != NULL && !is_in[i])
      component[i] = GRAPH_NONE;
    else
      component[i] = root == i ? n_components++ : component[root];
  }
  return n_components;
}
