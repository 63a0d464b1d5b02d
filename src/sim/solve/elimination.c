/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gaussian elimination on a fixed pattern. The rows of the factors are found by merging
 * those above them (George & Liu, Computer Solution of Large Sparse Positive Definite
 * Systems, 1981, 5.1, for both triangles); then each multiplication has its place in a
 * list. Right-looking, so that what one pivot changes is independent and nothing is
 * searched or moved: a multiplication costs a load of its place. Pivots have to pass
 * the threshold test in each factorisation (Duff, Erisman & Reid, Direct Methods for
 * Sparse Matrices, 2017, 5.2), which bounds the growth of rounding errors. */
#include "sim/solve/elimination.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "sim/solve/scaling.h"

/* Places of so many multiplications for each entry of the factors take no more memory
 * than the factors twice. */
enum { MOST_PER_ENTRY = 8 };

/* One pivot: its column below it and its row to the right of it follow it in the
 * factors. */
typedef struct {
  uint32_t at;
  uint32_t n_below;
  uint32_t n_right;
  double unit; /* 1 / the greatest entry of its row */
} Pivot;

/* Rows in the order of the pivots, with columns in theirs. */
typedef struct {
  uint32_t *start;
  uint32_t *column;
} Rows;

struct SimElimination {
  uint32_t n;
  const int *col_start;
  const int *row;
  BaseArena *arena; /* of what follows, which belongs to one order; NULL: none */
  int *pivot_row;
  int *pivot_column;
  Pivot *pivots;
  uint32_t n_factors; /* entries of them */
  double *factors;    /* pivots inverted, columns divided by them */
  uint32_t *index;    /* of each: the pivot of its other side */
  double *weight;     /* of each below a pivot: the unit of its row by that one's */
  uint32_t *place;    /* of each entry of the matrix in the factors */
  uint32_t *target;   /* of each multiplication */
  double *work;       /* n */
  double threshold;
  int parity;
};

SimElimination *
sim_elimination_new (uint32_t n, const int *col_start, const int *row)
{
  SimElimination *e = g_new0 (SimElimination, 1);

  e->n = n;
  e->col_start = col_start;
  e->row = row;
  return e;
}

void
sim_elimination_forget_order (SimElimination *elimination)
{
  g_clear_pointer (&elimination->arena, base_arena_free);
}

bool
sim_elimination_has_order (const SimElimination *elimination)
{
  return elimination->arena != NULL;
}

void
sim_elimination_free (SimElimination *elimination)
{
  sim_elimination_forget_order (elimination);
  g_free (elimination);
}

/* ---- laying out ---- */

/* The entries of the matrix by rows; `entry` says which one each is. */
static Rows
order_entries (const SimElimination *e, BaseArena *scratch, uint32_t *entry)
{
  uint32_t n = e->n, n_entries = (uint32_t) e->col_start[n];
  uint32_t *row_at = base_arena_array (scratch, uint32_t, n);
  uint32_t *next = base_arena_array (scratch, uint32_t, n + 1);
  Rows rows = {base_arena_array (scratch, uint32_t, n + 1),
               base_arena_array (scratch, uint32_t, n_entries)};

  for (uint32_t k = 0; k < n; k++)
    row_at[e->pivot_row[k]] = k;
  for (uint32_t k = 0; k < n_entries; k++)
    rows.start[row_at[e->row[k]] + 1]++;
  for (uint32_t i = 0; i < n; i++)
    next[i + 1] = rows.start[i + 1] += rows.start[i];
  for (uint32_t c = 0; c < n; c++)
    for (int k = e->col_start[e->pivot_column[c]];
         k < e->col_start[e->pivot_column[c] + 1]; k++) {
      uint32_t at = next[row_at[e->row[k]]]++;
      rows.column[at] = c;
      entry[at] = (uint32_t) k;
    }
  return rows;
}

typedef struct {
  BaseArena *scratch;
  Rows rows; /* found so far; their columns are at `columns` */
  BASE_VEC (uint32_t) columns;
  uint32_t *mark; /* by column: 1 + the last row that has it */
} Fill;

static void
add_column (Fill *fill, uint32_t row, uint32_t column)
{
  if (fill->mark[column] == row + 1)
    return;
  fill->mark[column] = row + 1;
  base_vec_push (fill->scratch, fill->columns, column);
}

/* The columns that the matrix has in a row, and those right of the pivots in the rows
 * that are subtracted from it, and so on: what is added is looked at in turn. */
static void
merge_row (const SimElimination *e, Fill *fill, const Rows *rows, uint32_t row)
{
  uint32_t begin = fill->columns.n;

  for (uint32_t k = rows->start[row]; k < rows->start[row + 1]; k++)
    add_column (fill, row, rows->column[k]);
  for (uint32_t k = begin; k < fill->columns.n; k++) {
    uint32_t c = fill->columns.at[k];
    if (c >= row)
      continue;
    uint32_t end = fill->rows.start[c + 1];
    for (uint32_t j = end - e->pivots[c].n_right; j < end; j++)
      add_column (fill, row, fill->columns.at[j]);
  }
  qsort (fill->columns.at + begin, fill->columns.n - begin, sizeof (uint32_t),
         base_vec_by_number);
  fill->rows.start[row + 1] = fill->columns.n;
}

/* The rows of the factors. False if they take too many multiplications. */
static bool
find_fill (SimElimination *e, BaseArena *scratch, const Rows *rows, Rows *filled)
{
  uint64_t n_work = 0;
  Fill fill = {.scratch = scratch,
               .rows.start = base_arena_array (scratch, uint32_t, e->n + 1),
               .mark = base_arena_array (scratch, uint32_t, e->n)};

  for (uint32_t i = 0; i < e->n; i++) {
    merge_row (e, &fill, rows, i);
    uint32_t k = fill.rows.start[i];
    for (; fill.columns.at[k] < i; k++) {
      Pivot *above = &e->pivots[fill.columns.at[k]];
      above->n_below++;
      n_work += above->n_right;
    }
    e->pivots[i].n_right = fill.columns.n - k - 1;
    if (n_work > MOST_PER_ENTRY * (uint64_t) fill.columns.n)
      return false;
  }
  *filled = (Rows){fill.rows.start, fill.columns.at};
  return true;
}

/* Room for the factors pivot by pivot, and for the places of what each one changes.
 * Returns where those begin. */
static uint32_t *
make_room (SimElimination *e, BaseArena *scratch)
{
  uint32_t *first = base_arena_array (scratch, uint32_t, e->n);
  uint32_t n_work = 0, n_below = 0;

  e->n_factors = 0;
  for (uint32_t k = 0; k < e->n; k++) {
    Pivot *pivot = &e->pivots[k];
    pivot->at = e->n_factors;
    e->n_factors += 1 + pivot->n_below + pivot->n_right;
    first[k] = n_work;
    n_work += pivot->n_below * pivot->n_right;
    n_below += pivot->n_below;
  }
  e->factors = base_arena_array (e->arena, double, e->n_factors);
  e->index = base_arena_array (e->arena, uint32_t, e->n_factors);
  e->weight = base_arena_array (e->arena, double, n_below);
  e->target = base_arena_array (e->arena, uint32_t, n_work);
  e->place = base_arena_array (e->arena, uint32_t, e->col_start[e->n]);
  e->work = base_arena_array (e->arena, double, e->n);
  return first;
}

/* Row by row: where each entry stands, and what is subtracted from it. */
static void
lay_out (SimElimination *e,
         BaseArena *scratch,
         const Rows *rows,
         const uint32_t *entry,
         const Rows *filled)
{
  uint32_t *first = make_room (e, scratch);
  uint32_t *n_met = base_arena_array (scratch, uint32_t, e->n); /* below each pivot */
  uint32_t *where = base_arena_array (scratch, uint32_t, e->n); /* by column */

  for (uint32_t i = 0; i < e->n; i++) {
    const uint32_t *column = filled->column + filled->start[i];
    uint32_t n_left =
        filled->start[i + 1] - filled->start[i] - 1 - e->pivots[i].n_right;

    for (uint32_t k = 0; k < n_left; k++) {
      where[column[k]] = e->pivots[column[k]].at + 1 + n_met[column[k]];
      e->index[where[column[k]]] = i;
    }
    where[i] = e->pivots[i].at;
    for (uint32_t k = 0; k < e->pivots[i].n_right; k++) {
      uint32_t c = column[n_left + 1 + k];
      where[c] = e->pivots[i].at + 1 + e->pivots[i].n_below + k;
      e->index[where[c]] = c;
    }
    for (uint32_t k = 0; k < n_left; k++) {
      const Pivot *above = &e->pivots[column[k]];
      uint32_t right = above->at + 1 + above->n_below;
      uint32_t *target =
          e->target + first[column[k]] + n_met[column[k]]++ * above->n_right;
      for (uint32_t j = 0; j < above->n_right; j++)
        target[j] = where[e->index[right + j]];
    }
    for (uint32_t k = rows->start[i]; k < rows->start[i + 1]; k++)
      e->place[entry[k]] = where[rows->column[k]];
  }
}

/* By how much rows differ, so that pivots can be compared. */
static void
find_units (SimElimination *e, BaseArena *scratch, const double *values)
{
  double *greatest = base_arena_array (scratch, double, e->n);
  double *weight = e->weight;

  for (uint32_t c = 0; c < e->n; c++)
    for (int k = e->col_start[c]; k < e->col_start[c + 1]; k++)
      greatest[e->row[k]] = fmax (greatest[e->row[k]], fabs (values[k]));
  for (uint32_t k = 0; k < e->n; k++)
    e->pivots[k].unit = 1.0 / greatest[e->pivot_row[k]];
  for (uint32_t k = 0; k < e->n; k++)
    for (uint32_t i = 1; i <= e->pivots[k].n_below; i++)
      *weight++ = e->pivots[e->index[e->pivots[k].at + i]].unit / e->pivots[k].unit;
}

/* -1 if it is odd: each cycle of length k is k - 1 exchanges. */
static int
parity_of (uint32_t n, const int *permutation)
{
  g_autofree bool *is_seen = g_new0 (bool, n);
  int sign = 1;

  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = i; !is_seen[k]; k = (uint32_t) permutation[k]) {
      is_seen[k] = true;
      if ((uint32_t) permutation[k] != i)
        sign = -sign;
    }
  return sign;
}

int
sim_elimination_parity (uint32_t n, const int *row, const int *column)
{
  return parity_of (n, row) * parity_of (n, column);
}

bool
sim_elimination_set_order (SimElimination *elimination,
                           const int *row,
                           const int *column,
                           const double *values,
                           double threshold)
{
  SimElimination *e = elimination;
  g_autoptr (BaseArena) scratch = base_arena_new ();
  size_t size = e->n * sizeof (int);
  Rows filled;

  /* What belongs to the order. */
  sim_elimination_forget_order (e);
  e->arena = base_arena_new ();
  e->pivot_row = base_arena_copy (e->arena, row, size, size);
  e->pivot_column = base_arena_copy (e->arena, column, size, size);
  e->pivots = base_arena_array (e->arena, Pivot, e->n);
  /* The factors' pattern, then the place of everything in them. */
  uint32_t *entry = base_arena_array (scratch, uint32_t, e->col_start[e->n]);
  Rows rows = order_entries (e, scratch, entry);
  if (!find_fill (e, scratch, &rows, &filled)) {
    sim_elimination_forget_order (e);
    return false;
  }
  lay_out (e, scratch, &rows, entry, &filled);
  find_units (e, scratch, values);
  e->threshold = threshold;
  e->parity = sim_elimination_parity (e->n, row, column);
  return true;
}

/* ---- the arithmetic ---- */

/* What came of one elimination, in units of the rows. */
typedef struct {
  double least; /* pivots */
  double greatest;
  double multiplier; /* the greatest */
} Course;

static Course
eliminate (SimElimination *e)
{
  Course course = {INFINITY, 0.0, 0.0};
  const uint32_t *target = e->target;
  const double *weight = e->weight;
  double *factors = e->factors, *at = factors;

  for (uint32_t k = 0; k < e->n; k++) {
    const uint32_t n_below = e->pivots[k].n_below, n_right = e->pivots[k].n_right;
    double *below = at + 1, *right = below + n_below;
    const double inverse = 1.0 / at[0], size = fabs (at[0]) * e->pivots[k].unit;

    /* Is it one? */
    course.least = size > course.least ? course.least : size;
    course.greatest = size > course.greatest ? size : course.greatest;
    at[0] = inverse;
    /* Its row from those below. */
    for (uint32_t i = 0; i < n_below; i++, target += n_right) {
      const double multiplier = below[i] *= inverse,
                   part = fabs (multiplier) * weight[i];
      course.multiplier = part > course.multiplier ? part : course.multiplier;
      for (uint32_t j = 0; j < n_right; j++)
        factors[target[j]] -= multiplier * right[j];
    }
    weight += n_below;
    at = right + n_right;
  }
  return course;
}

SimPivotsState
sim_elimination_factor (SimElimination *elimination, const double *values)
{
  SimElimination *e = elimination;
  uint32_t n_entries = (uint32_t) e->col_start[e->n];

  memset (e->factors, 0, e->n_factors * sizeof (double));
  for (uint32_t k = 0; k < n_entries; k++)
    e->factors[e->place[k]] = values[k];
  Course course = eliminate (e);
  if (!(course.least > 0.0) || course.multiplier * e->threshold > 1.0)
    return SIM_PIVOTS_UNFIT;
  return course.least >= SIM_SCALE_WEAK * course.greatest ? SIM_PIVOTS_FIT
                                                          : SIM_PIVOTS_WEAK;
}

void
sim_elimination_solve (SimElimination *elimination, double *b)
{
  const SimElimination *e = elimination;
  const double *factors = e->factors;
  double *x = e->work;

  for (uint32_t k = 0; k < e->n; k++)
    x[k] = b[e->pivot_row[k]];
  for (uint32_t k = 0; k < e->n; k++) {
    const uint32_t end = e->pivots[k].at + 1 + e->pivots[k].n_below;
    for (uint32_t i = e->pivots[k].at + 1; i < end; i++)
      x[e->index[i]] -= factors[i] * x[k];
  }
  for (uint32_t k = e->n; k-- > 0;) {
    const uint32_t begin = e->pivots[k].at + 1 + e->pivots[k].n_below;
    double sum = x[k];
    for (uint32_t i = begin; i < begin + e->pivots[k].n_right; i++)
      sum -= factors[i] * x[e->index[i]];
    x[k] = sum * factors[e->pivots[k].at];
  }
  for (uint32_t k = 0; k < e->n; k++)
    b[e->pivot_column[k]] = x[k];
}

int
sim_elimination_orientation (const SimElimination *elimination)
{
  const SimElimination *e = elimination;
  int sign = e->parity;

  for (uint32_t k = 0; k < e->n; k++)
    if (e->factors[e->pivots[k].at] < 0.0)
      sign = -sign;
  return sign;
}
