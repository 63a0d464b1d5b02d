/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds how many tears a solved column follows from. The set of tears of each column
 * is collected along the order of solution as a union over its row; where it would
 * exceed the limit the column becomes a tear and its row a residual. The cost is that
 * of the sets, at most max_terms. */
#include "base/vec.h"
#include "graph/graph.h"

/* The tears that columns follow from: those of column c are tears[begin[c] … end[c]).
 */
typedef struct {
  BaseArena *scratch;
  const GraphPattern *pattern;
  uint32_t limit;
  uint64_t max_terms;
  BASE_VEC (uint32_t) tears;
  uint32_t *begin;
  uint32_t *end;
  uint32_t *mark; /* column: the last sum that has it */
  uint32_t n_sums;
  bool *is_torn;
  bool *is_residual;
} Limiter;

static void
add_tear (Limiter *l, uint32_t column, uint32_t row)
{
  l->is_torn[column] = l->is_residual[row] = true;
  l->begin[column] = l->tears.n;
  base_vec_push (l->scratch, l->tears, column);
  l->end[column] = l->tears.n;
}

/* Appends the tears of all columns of a row but one. Returns how many they are. */
static uint32_t
add_row (Limiter *l, uint32_t row, uint32_t but)
{
  const GraphPattern *p = l->pattern;
  uint32_t before = l->tears.n, sum = ++l->n_sums;

  for (uint32_t k = p->start[row]; k < p->start[row + 1]; k++) {
    uint32_t c = p->column[k];
    for (uint32_t i = l->begin[c]; c != but && i < l->end[c]; i++) {
      uint32_t tear = l->tears.at[i];
      if (l->mark[tear] == sum)
        continue;
      l->mark[tear] = sum;
      base_vec_push (l->scratch, l->tears, tear);
    }
  }
  return l->tears.n - before;
}

/* The column follows from its row, or is torn. */
static bool
solve (Limiter *l, uint32_t row, uint32_t column)
{
  uint32_t before = l->tears.n;

  if (add_row (l, row, column) > l->limit) {
    l->tears.n = before;
    add_tear (l, column, row);
    return false;
  }
  l->begin[column] = before;
  l->end[column] = l->tears.n;
  return true;
}

static uint32_t
collect (uint32_t n, const bool *is_in, uint32_t *to)
{
  uint32_t n_found = 0;

  for (uint32_t i = 0; i < n; i++)
    if (is_in[i])
      to[n_found++] = i;
  return n_found;
}

/* Behind the solved ones. False if it became too large. */
static bool
finish (Limiter *l, BaseArena *arena, GraphTearing *limited)
{
  uint32_t n = l->pattern->n_rows, n_tears = n - limited->n_solved;
  uint32_t *tear = base_arena_array (arena, uint32_t, n_tears);
  uint32_t *residual = base_arena_array (arena, uint32_t, n_tears);

  limited->n_tears = collect (n, l->is_torn, tear);
  g_assert (collect (n, l->is_residual, residual) == n_tears);
  limited->tear_column = tear;
  limited->residual_row = residual;
  for (uint32_t i = 0; i < n_tears && l->tears.n <= l->max_terms; i++)
    limited->n_entries += add_row (l, residual[i], GRAPH_NONE);
  limited->n_terms = l->tears.n;
  return l->tears.n <= l->max_terms;
}

bool
graph_limit_tearing (BaseArena *arena,
                     const GraphPattern *pattern,
                     uint32_t limit,
                     uint64_t max_terms,
                     GraphTearing *torn)
{
  g_autoptr (BaseArena) scratch = base_arena_new ();
  uint32_t n = pattern->n_rows;
  uint32_t *row = base_arena_array (arena, uint32_t, n);
  uint32_t *column = base_arena_array (arena, uint32_t, n);
  Limiter l = {.scratch = scratch,
               .pattern = pattern,
               .limit = limit,
               .max_terms = max_terms,
               .begin = base_arena_array (scratch, uint32_t, n),
               .end = base_arena_array (scratch, uint32_t, n),
               .mark = base_arena_array (scratch, uint32_t, n),
               .is_torn = base_arena_array (scratch, bool, n),
               .is_residual = base_arena_array (scratch, bool, n)};
  GraphTearing limited = {.row = row, .column = column};

  /* The tears that there are, then the solved columns in their order. */
  for (uint32_t i = 0; i < torn->n_tears; i++)
    add_tear (&l, torn->tear_column[i], torn->residual_row[i]);
  for (uint32_t i = 0; i < torn->n_solved && l.tears.n <= max_terms; i++) {
    if (!solve (&l, torn->row[i], torn->column[i]))
      continue;
    row[limited.n_solved] = torn->row[i];
    column[limited.n_solved++] = torn->column[i];
  }
  if (l.tears.n > max_terms || !finish (&l, arena, &limited))
    return false;
  *torn = limited;
  return true;
}
