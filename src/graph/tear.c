/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Greedy tearing of one block. Rows with one unknown left are solved for it at once,
 * columns that one row alone still uses are solved last; when neither is left, the
 * column is torn that would leave most rows with one solvable unknown, of these the one
 * with most uses. Candidates stand in a heap whose keys may be out of date, so that
 * each entry is corrected a few times at most: near-linear in the entries. */
#include "graph/graph.h"

#include "base/heap.h"

/* Candidates for tearing, best first. Keys may be out of date: a key that has fallen
 * since is corrected when it comes to the top, one that rises is pushed again. */
typedef struct {
  uint64_t key;
  uint32_t column;
} Candidate;

typedef struct {
  const GraphPattern *rows;
  const bool *can_solve;
  GraphPattern columns;
  uint32_t *unknowns_of; /* row: columns not yet known */
  uint32_t *uses_of;     /* column: rows not yet used */
  uint32_t *score_of;  /* column: rows that could be solved at once if it were known */
  bool *is_used;       /* row: solved for a column */
  bool *is_known;      /* column: solved or torn */
  uint32_t *row_queue; /* rows that have had one unknown */
  uint32_t *column_queue; /* columns that have had one use */
  uint32_t n_row_queue, row_at, n_column_queue, column_at;
  GArray *heap;
  uint32_t *row,
      *column; /* solved pairs: first ones from 0 up, last ones from n down */
  uint32_t n_first, n_last;
} Tearing;

static int
by_key (gconstpointer left, gconstpointer right)
{
  const Candidate *a = left, *b = right;

  if (a->key != b->key)
    return a->key > b->key ? -1 : 1;
  return (a->column > b->column) - (a->column < b->column);
}

static uint64_t
key_of (const Tearing *t, uint32_t c)
{
  return (uint64_t) t->score_of[c] << 32 | t->uses_of[c];
}

static void
push (Tearing *t, uint32_t c)
{
  base_heap_push (t->heap, &(Candidate){key_of (t, c), c}, sizeof (Candidate), by_key);
}

/* Adds `delta` to the score of the columns that would leave row r with one solvable
 * unknown. The row has two unknowns. */
static void
count_pair (Tearing *t, uint32_t r, uint32_t delta)
{
  uint32_t entry[2], n = 0;

  for (uint32_t k = t->rows->start[r]; k < t->rows->start[r + 1] && n < 2; k++)
    if (!t->is_known[t->rows->column[k]])
      entry[n++] = k;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t c = t->rows->column[entry[i]];
    if (n < 2 || !t->can_solve[entry[1 - i]])
      continue;
    t->score_of[c] += delta;
    if (delta == 1)
      push (t, c);
  }
}

static void
set_known (Tearing *t, uint32_t c)
{
  for (uint32_t i = t->columns.start[c]; i < t->columns.start[c + 1]; i++) {
    uint32_t r = t->columns.column[i];
    if (!t->is_used[r] && t->unknowns_of[r] == 2)
      count_pair (t, r, (uint32_t) -1);
  }
  t->is_known[c] = true;
  for (uint32_t i = t->columns.start[c]; i < t->columns.start[c + 1]; i++) {
    uint32_t r = t->columns.column[i];
    t->unknowns_of[r]--;
    if (t->is_used[r])
      continue;
    if (t->unknowns_of[r] == 2)
      count_pair (t, r, 1);
    else if (t->unknowns_of[r] == 1)
      t->row_queue[t->n_row_queue++] = r;
  }
}

static void
set_used (Tearing *t, uint32_t r)
{
  if (t->unknowns_of[r] == 2)
    count_pair (t, r, (uint32_t) -1);
  t->is_used[r] = true;
  for (uint32_t k = t->rows->start[r]; k < t->rows->start[r + 1]; k++) {
    uint32_t c = t->rows->column[k];
    t->uses_of[c]--;
    if (t->uses_of[c] == 1 && !t->is_known[c])
      t->column_queue[t->n_column_queue++] = c;
  }
}

/* Rows with one unknown are solved for it, one after the other. */
static void
solve_forward (Tearing *t)
{
  while (t->row_at < t->n_row_queue) {
    uint32_t r = t->row_queue[t->row_at++], k = t->rows->start[r];

    if (t->is_used[r] || t->unknowns_of[r] != 1)
      continue;
    while (t->is_known[t->rows->column[k]])
      k++;
    if (!t->can_solve[k])
      continue;
    t->row[t->n_first] = r;
    t->column[t->n_first++] = t->rows->column[k];
    set_used (t, r);
    set_known (t, t->rows->column[k]);
  }
}

/* A column that one row alone still needs is solved from it after all others. True if
 * that has changed something. */
static bool
solve_backward (Tearing *t)
{
  uint32_t n_before = t->n_last;

  while (t->column_at < t->n_column_queue) {
    uint32_t c = t->column_queue[t->column_at++], i = t->columns.start[c];

    if (t->is_known[c] || t->uses_of[c] != 1)
      continue;
    while (t->is_used[t->columns.column[i]])
      i++;
    uint32_t r = t->columns.column[i], k = t->rows->start[r];
    while (t->rows->column[k] != c)
      k++;
    if (!t->can_solve[k])
      continue;
    uint32_t place = t->rows->n_rows - ++t->n_last;
    t->row[place] = r;
    t->column[place] = c;
    set_used (t, r);
    set_known (t, c);
  }
  return t->n_last > n_before;
}

static void
solve_all (Tearing *t)
{
  do
    solve_forward (t);
  while (solve_backward (t));
}

/* Columns that no row can be solved for are torn in any case. */
static void
tear_unsolvable (Tearing *t, bool *is_torn)
{
  g_autofree bool *is_solvable = g_new0 (bool, t->rows->n_columns);

  for (uint32_t k = 0; k < t->rows->start[t->rows->n_rows]; k++)
    if (t->can_solve[k])
      is_solvable[t->rows->column[k]] = true;
  for (uint32_t c = 0; c < t->rows->n_columns; c++)
    if (!is_solvable[c]) {
      is_torn[c] = true;
      set_known (t, c);
    }
}

static void
tear_best (Tearing *t, bool *is_torn)
{
  while (t->heap->len > 0) {
    Candidate best;

    base_heap_pop (t->heap, &best, sizeof best, by_key);
    if (t->is_known[best.column])
      continue;
    if (best.key != key_of (t, best.column)) {
      push (t, best.column);
      continue;
    }
    is_torn[best.column] = true;
    set_known (t, best.column);
    return;
  }
}

static void
prepare (Tearing *t, BaseArena *scratch)
{
  uint32_t n = t->rows->n_rows;

  t->columns = graph_transpose (scratch, t->rows);
  t->unknowns_of = base_arena_array (scratch, uint32_t, n);
  t->uses_of = base_arena_array (scratch, uint32_t, n);
  t->score_of = base_arena_array (scratch, uint32_t, n);
  t->is_used = base_arena_array (scratch, bool, n);
  t->is_known = base_arena_array (scratch, bool, n);
  t->row_queue = base_arena_array (scratch, uint32_t, n);
  t->column_queue = base_arena_array (scratch, uint32_t, n);
  for (uint32_t i = 0; i < n; i++) {
    /* Degrees of rows and columns, then the first candidates. */
    t->unknowns_of[i] = t->rows->start[i + 1] - t->rows->start[i];
    t->uses_of[i] = t->columns.start[i + 1] - t->columns.start[i];
  }
  for (uint32_t i = 0; i < n; i++) {
    if (t->unknowns_of[i] == 1)
      t->row_queue[t->n_row_queue++] = i;
    if (t->unknowns_of[i] == 2)
      count_pair (t, i, 1);
    if (t->uses_of[i] == 1)
      t->column_queue[t->n_column_queue++] = i;
    push (t, i);
  }
}

static GraphTearing
result_of (const Tearing *t, BaseArena *arena, const bool *is_torn)
{
  uint32_t n = t->rows->n_rows, n_solved = t->n_first + t->n_last;
  uint32_t *tear = base_arena_array (arena, uint32_t, n - n_solved);
  uint32_t *residual = base_arena_array (arena, uint32_t, n - n_solved);
  uint32_t n_tears = 0, n_residuals = 0;

  for (uint32_t i = 0; i < n; i++) {
    if (is_torn[i])
      tear[n_tears++] = i;
    if (!t->is_used[i])
      residual[n_residuals++] = i;
  }
  g_assert (n_tears == n - n_solved && n_residuals == n_tears);
  for (uint32_t i = 0; i < t->n_last; i++) {
    t->row[t->n_first + i] = t->row[n - t->n_last + i];
    t->column[t->n_first + i] = t->column[n - t->n_last + i];
  }
  return (GraphTearing){n_solved, t->row, t->column, n_tears, tear, residual, 0, 0};
}

GraphTearing
graph_tear (BaseArena *arena, const GraphPattern *pattern, const bool *can_solve)
{
  g_autoptr (BaseArena) scratch = base_arena_new ();
  uint32_t n = pattern->n_rows;
  bool *is_torn = base_arena_array (scratch, bool, n);
  Tearing t = {.rows = pattern,
               .can_solve = can_solve,
               .heap = g_array_new (FALSE, FALSE, sizeof (Candidate)),
               .row = base_arena_array (arena, uint32_t, n),
               .column = base_arena_array (arena, uint32_t, n)};

  g_assert (pattern->n_columns == n);
  prepare (&t, scratch);
  tear_unsolvable (&t, is_torn);
  solve_all (&t);
  while (t.heap->len > 0) {
    tear_best (&t, is_torn);
    solve_all (&t);
  }
  g_array_unref (t.heap);
  return result_of (&t, arena, is_torn);
}
