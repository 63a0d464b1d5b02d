/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constraints with constant coefficients are put through the elimination of
 * dae/index/pivot.h one after the other, each as a column: one that is not taken
 * follows from those before it. With it at their head, the next one that is not taken
 * is another of those that depend on each other, and so on. All goes in the order of
 * names, so that the same sets are found whatever the order of the model's text. */
#include "dae/index/redundant.h"

#include <string.h>

typedef struct {
  DaeBuild *work;
  const DaeConstraint *rows;
  uint32_t n_columns; /* of the matrix */
  uint32_t *start;    /* its rows */
  uint32_t *column;
  double *value;
  uint32_t n;       /* constant rows that are still looked at */
  uint32_t *chosen; /* by name */
  bool *is_taken;
} Search;

static const char *
path_of (const DaeBuild *work, uint32_t eq)
{
  return work->flat->instances[dae_build_flat_eq (work, eq)->instance].path;
}

static int
compare_rows (const void *pa, const void *pb, void *data)
{
  const Search *s = data;
  uint32_t a = *(const uint32_t *) pa, b = *(const uint32_t *) pb;
  int by_path =
      strcmp (path_of (s->work, s->rows[a].eq), path_of (s->work, s->rows[b].eq));

  return by_path != 0 ? by_path : (a > b) - (a < b);
}

static Search
search_new (DaeBuild *work, const DaeConstraint *rows, const DaeColumns *m)
{
  BaseArena *arena = work->scratch;
  uint32_t n = m->start[m->n_columns];
  Search s = {.work = work,
              .rows = rows,
              .n_columns = m->n_columns,
              .start = base_arena_array (arena, uint32_t, m->n_rows + 2),
              .column = base_arena_array (arena, uint32_t, n),
              .value = base_arena_array (arena, double, n),
              .chosen = base_arena_array (arena, uint32_t, m->n_rows),
              .is_taken = base_arena_array (arena, bool, m->n_rows)};

  for (uint32_t k = 0; k < n; k++)
    s.start[m->row[k] + 2]++;
  for (uint32_t r = 0; r < m->n_rows; r++)
    s.start[r + 2] += s.start[r + 1];
  for (uint32_t c = 0; c < m->n_columns; c++)
    for (uint32_t k = m->start[c]; k < m->start[c + 1]; k++) {
      uint32_t at = s.start[m->row[k] + 1]++;
      s.column[at] = c;
      s.value[at] = m->value[k];
    }
  for (uint32_t r = 0; r < m->n_rows; r++)
    if (!rows[r].is_varying)
      s.chosen[s.n++] = r;
  g_qsort_with_data (s.chosen, (gint) s.n, sizeof *s.chosen, compare_rows, &s);
  return s;
}

/* Puts the first `n` of the rows through elimination: fills is_taken[]. */
static void
eliminate (const Search *s, uint32_t n, const uint32_t *chosen)
{
  g_autoptr (BaseArena) scratch = base_arena_new ();
  uint32_t *start = base_arena_array (scratch, uint32_t, n + 1);

  for (uint32_t i = 0; i < n; i++)
    start[i + 1] = start[i] + s->start[chosen[i] + 1] - s->start[chosen[i]];
  uint32_t *column = base_arena_array (scratch, uint32_t, start[n]);
  double *value = base_arena_array (scratch, double, start[n]);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t from = s->start[chosen[i]], size = start[i + 1] - start[i];
    memcpy (column + start[i], s->column + from, size * sizeof *column);
    memcpy (value + start[i], s->value + from, size * sizeof *value);
  }
  DaeColumns m = {s->n_columns, n, start, column, value};
  dae_pivot_columns (&m, s->is_taken);
}

/* The first row that follows from those before it, or `n`. */
static uint32_t
find_first (const Search *s, uint32_t n, const uint32_t *chosen)
{
  uint32_t first = 0;

  eliminate (s, n, chosen);
  while (first < n && s->is_taken[first])
    first++;
  return first;
}

static void
move_to_front (uint32_t *chosen, uint32_t i)
{
  uint32_t row = chosen[i];

  memmove (chosen + 1, chosen, i * sizeof *chosen);
  chosen[0] = row;
}

/* chosen[0 … n) depend on each other and do not without the last one: puts those of
 * them that really do in front. Returns how many. */
static uint32_t
find_circuit (const Search *s, uint32_t n, uint32_t *chosen)
{
  uint32_t n_found = 0;

  for (uint32_t last = n - 1; last >= n_found;
       last = find_first (s, last + 1, chosen)) {
    move_to_front (chosen, last);
    n_found++;
  }
  return n_found;
}

static void
report (const Search *s, uint32_t n, const uint32_t *circuit)
{
  uint32_t *eq = base_arena_array (s->work->scratch, uint32_t, n);

  for (uint32_t i = 0; i < n; i++)
    eq[i] = s->rows[circuit[i]].eq;
  dae_singular_redundant (s->work, n, eq);
}

enum { MAX_REPORTS = 10 };

void
dae_redundant_check (DaeBuild *work,
                     const DaeConstraint *rows,
                     const DaeColumns *matrix)
{
  Search s = search_new (work, rows, matrix);
  uint32_t *circuit = base_arena_array (work->scratch, uint32_t, s.n);

  for (uint32_t k = 0; k < MAX_REPORTS; k++) {
    uint32_t first = find_first (&s, s.n, s.chosen);
    if (first == s.n)
      return;
    memcpy (circuit, s.chosen, (first + 1) * sizeof *circuit);
    uint32_t n = find_circuit (&s, first + 1, circuit);
    if (n > 1) /* alone it has no coefficients: an assert of the run may know why */
      report (&s, n, circuit);
    s.n--;
    memmove (s.chosen + first, s.chosen + first + 1, (s.n - first) * sizeof *s.chosen);
  }
}
