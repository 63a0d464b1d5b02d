/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constraints with constant coefficients are put through the elimination of
 * dae/index/pivot.h one after the other, each as a column: one that is not taken
 * follows from those before it. With it at their head, the next one that is not taken
 * is another of those that depend on each other, and so on. All goes in the order of
 * names, so that the same sets are found whatever the order of the model's text. */
#include "dae/index/redundant.h"

#include <math.h>
#include <string.h>

#include "dae/index/pivot.h"
#include "dae/index/singular.h"

typedef struct {
  DaeBuild *work;
  const DaeConstraint *rows;
  const DaeConstraintEntry *entries; /* of row r: start[r] … start[r + 1] */
  uint32_t *start;
  uint32_t n_columns;
  uint32_t n;       /* constant rows that are still looked at */
  uint32_t *chosen; /* by name */
  bool *is_taken;
} Search;

static int
compare_rows (const void *pa, const void *pb, void *data)
{
  const Search *s = data;
  uint32_t a = *(const uint32_t *) pa, b = *(const uint32_t *) pb;

  return dae_build_compare_eqs (&s->rows[a].eq, &s->rows[b].eq, s->work);
}

/* Puts the first `n` of the rows through elimination, each with one element more unless
 * `more` is NULL: fills is_taken[]. */
static void
eliminate (const Search *s, uint32_t n, const uint32_t *chosen, const double *more)
{
  g_autoptr (BaseArena) scratch = base_arena_new ();
  uint32_t *start = base_arena_array (scratch, uint32_t, n + 1);

  for (uint32_t i = 0; i < n; i++)
    start[i + 1] = start[i] + s->start[chosen[i] + 1] - s->start[chosen[i]] +
                   (more == NULL ? 0 : 1);
  uint32_t *column = base_arena_array (scratch, uint32_t, start[n]);
  double *value = base_arena_array (scratch, double, start[n]);
  for (uint32_t i = 0, at = 0; i < n; i++) {
    for (uint32_t k = s->start[chosen[i]]; k < s->start[chosen[i] + 1]; k++, at++) {
      column[at] = s->entries[k].column;
      value[at] = s->entries[k].value;
    }
    if (more != NULL) {
      column[at] = s->n_columns;
      value[at++] = more[i];
    }
  }
  DaeColumns m = {s->n_columns + 1, n, start, column, value};
  dae_pivot_columns (&m, s->is_taken);
}

/* The first row that follows from those before it, or `n`. */
static uint32_t
find_first (const Search *s, uint32_t n, const uint32_t *chosen)
{
  uint32_t first = 0;

  eliminate (s, n, chosen, NULL);
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

/* ---- what the constraints of a circuit say together ---- */

/* The constraint with `n` differentiations undone. */
static uint32_t
integrated (const DaeBuild *work, uint32_t eq, uint32_t n)
{
  for (; n > 0; n--)
    for (uint32_t e = 0; e < work->eqs.n; e++)
      if (work->eq_info.at[e].next == eq) {
        eq = e;
        break;
      }
  return eq;
}

/* Another point than that of dae_build_sample(). */
static double
other_of (const void *data, uint32_t variable)
{
  const DaeBuild *work = data;

  return work->vars.at[variable].kind == DAE_PARAMETER ? work->param_value[variable]
                                                       : 2.0 + sin (variable);
}

/* The sum of the constraints in which their highest derivatives cancel is nothing, a
 * number or more. At two points of all that may vary it is looked at which: there the
 * constraints, or their differences, have it as an element more, and do not depend on
 * each other any longer where it is not 0. */
static DaeSaying
find_saying (const Search *s, uint32_t n, const uint32_t *circuit)
{
  DaeBuild *work = s->work;
  double *here = base_arena_array (work->scratch, double, n);
  double *change = base_arena_array (work->scratch, double, n);
  uint32_t degree = UINT32_MAX;
  bool is_known = true, is_zero = false, is_same = false;

  for (uint32_t i = 0; i < n; i++)
    degree = MIN (degree, s->rows[circuit[i]].degree);
  /* Residuals of least degree at both points. */
  for (uint32_t i = 0; i < n; i++) {
    uint32_t eq = integrated (work, s->rows[circuit[i]].eq, degree);
    ExprId residual = dae_build_residual (work, eq);
    here[i] = dae_build_sample (work, residual);
    change[i] = expr_eval (work->pool, residual, 0.0, other_of, work) - here[i];
    is_known = is_known && isfinite (here[i]) && isfinite (change[i]);
  }
  if (!is_known)
    return DAE_SAYING_MORE;
  /* Does the sum vanish here, does its change? */
  eliminate (s, n, circuit, here);
  for (uint32_t i = 0; i < n; i++)
    is_zero = is_zero || !s->is_taken[i];
  eliminate (s, n, circuit, change);
  for (uint32_t i = 0; i < n; i++)
    is_same = is_same || !s->is_taken[i];
  return !is_same ? DAE_SAYING_MORE : is_zero ? DAE_SAYING_SAME : DAE_SAYING_OPPOSITE;
}

/* A parameter is outside of what a component allows: the run will say so. */
static bool
has_broken_assert (DaeBuild *work)
{
  const FlatModel *flat = work->flat;

  for (uint32_t i = 0; i < flat->n_asserts; i++)
    if (dae_build_depends (work, flat->asserts[i].condition) == DAE_ON_PARAMETER &&
        dae_build_sample (work, flat->asserts[i].condition) == 0.0)
      return true;
  return false;
}

static void
report (const Search *s, uint32_t n, const uint32_t *circuit)
{
  uint32_t *eq = base_arena_array (s->work->scratch, uint32_t, n);

  for (uint32_t i = 0; i < n; i++)
    eq[i] = s->rows[circuit[i]].eq;
  dae_singular_redundant (s->work, n, eq, find_saying (s, n, circuit));
}

enum { MAX_REPORTS = 10 };

void
dae_redundant_check (DaeBuild *work,
                     uint32_t n_rows,
                     const DaeConstraint *rows,
                     uint32_t n_columns,
                     uint32_t n_entries,
                     const DaeConstraintEntry *entries)
{
  Search s = {.work = work,
              .rows = rows,
              .entries = entries,
              .start = base_arena_array (work->scratch, uint32_t, n_rows + 1),
              .n_columns = n_columns,
              .chosen = base_arena_array (work->scratch, uint32_t, n_rows),
              .is_taken = base_arena_array (work->scratch, bool, n_rows)};

  for (uint32_t k = 0; k < n_entries; k++)
    s.start[entries[k].row + 1] = k + 1;
  for (uint32_t r = 0; r < n_rows; r++) {
    s.start[r + 1] = MAX (s.start[r + 1], s.start[r]);
    if (!rows[r].is_varying)
      s.chosen[s.n++] = r;
  }
  g_qsort_with_data (s.chosen, (gint) s.n, sizeof *s.chosen, compare_rows, &s);
  uint32_t *circuit = base_arena_array (work->scratch, uint32_t, s.n);

  for (uint32_t k = 0; k < MAX_REPORTS; k++) {
    uint32_t first = find_first (&s, s.n, s.chosen);
    if (first == s.n)
      return;
    memcpy (circuit, s.chosen, (first + 1) * sizeof *circuit);
    uint32_t n = find_circuit (&s, first + 1, circuit);
    if (n > 1 || !has_broken_assert (work)) /* alone it has no coefficients */
      report (&s, n, circuit);
    s.n--;
    memmove (s.chosen + first, s.chosen + first + 1, (s.n - first) * sizeof *s.chosen);
  }
}
