/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which columns of a sparse matrix are independent, taken in their order. Each new
 * column is put through the steps so far, of which a depth-first search finds those
 * that it meets (Gilbert & Peierls, Sparse partial pivoting in time proportional to
 * arithmetic operations, 1988): the cost is that of the arithmetic. */
#include "dae/index/pivot.h"

#include <math.h>

/* Elements that elimination leaves below this share of their column count as zero. */
#define RELATIVE_ZERO 1e-9

typedef struct {
  uint32_t row;
  double value;
} Element;

typedef struct {
  BaseArena *scratch;
  uint32_t *step_of;         /* row: the step it was the pivot of, or DAE_NONE */
  BASE_VEC (Element) lower;  /* multipliers of all steps */
  BASE_VEC (uint32_t) begin; /* of each step in `lower`; the last one is open */
  double *x;                 /* the column under elimination, dense but mostly zero */
  uint32_t *mark;            /* row: last column that reached it, + 1 */
  uint32_t *reach; /* rows of the column in topological order, from `top` on */
  uint32_t *stack;
  uint32_t *next; /* row on the stack: the multiplier to follow next */
  uint32_t top;
  uint32_t n_rows;
} Elimination;

static uint32_t
end_of (const Elimination *s, uint32_t step)
{
  return step + 1 < s->begin.n ? s->begin.at[step + 1] : s->lower.n;
}

/* Rows that `row` changes, by depth-first search through the steps' multipliers; a row
 * goes in front of those it changes. */
static void
find_reach (Elimination *s, uint32_t row, uint32_t column)
{
  uint32_t depth = 1;

  if (s->mark[row] == column + 1)
    return;
  s->stack[0] = row;
  s->mark[row] = column + 1;
  s->next[row] = s->step_of[row] == DAE_NONE ? 0 : s->begin.at[s->step_of[row]];
  while (depth > 0) {
    uint32_t r = s->stack[depth - 1], step = s->step_of[r];
    if (step == DAE_NONE || s->next[r] == end_of (s, step)) {
      s->reach[--s->top] = r;
      depth--;
      continue;
    }
    uint32_t to = s->lower.at[s->next[r]++].row;
    if (s->mark[to] == column + 1)
      continue;
    s->mark[to] = column + 1;
    s->next[to] = s->step_of[to] == DAE_NONE ? 0 : s->begin.at[s->step_of[to]];
    s->stack[depth++] = to;
  }
}

/* Puts the column through the steps so far. Returns its largest element before that. */
static double
eliminate (Elimination *s, const DaeColumns *m, uint32_t c)
{
  double largest = 0.0;

  s->top = s->n_rows;
  for (uint32_t k = m->start[c]; k < m->start[c + 1]; k++)
    find_reach (s, m->row[k], c);
  for (uint32_t k = m->start[c]; k < m->start[c + 1]; k++) {
    s->x[m->row[k]] += m->value[k];
    largest = fmax (largest, fabs (m->value[k]));
  }
  for (uint32_t i = s->top; i < s->n_rows; i++) {
    uint32_t r = s->reach[i], step = s->step_of[r];
    if (step == DAE_NONE)
      continue;
    for (uint32_t k = s->begin.at[step]; k < end_of (s, step); k++)
      s->x[s->lower.at[k].row] -= s->lower.at[k].value * s->x[r];
  }
  return largest;
}

/* The free row with the largest element; ties go to the lower row. */
static uint32_t
find_pivot (const Elimination *s, double at_least)
{
  uint32_t pivot = DAE_NONE;
  double largest = at_least;

  for (uint32_t i = s->top; i < s->n_rows; i++) {
    uint32_t r = s->reach[i];
    double size = fabs (s->x[r]);
    if (s->step_of[r] == DAE_NONE &&
        (size > largest || (size == largest && pivot != DAE_NONE && r < pivot))) {
      largest = size;
      pivot = r;
    }
  }
  return pivot;
}

static void
add_step (Elimination *s, uint32_t pivot)
{
  uint32_t step = s->begin.n;

  base_vec_push (s->scratch, s->begin, s->lower.n);
  for (uint32_t i = s->top; i < s->n_rows; i++) {
    uint32_t r = s->reach[i];
    if (s->step_of[r] == DAE_NONE && r != pivot && s->x[r] != 0.0)
      base_vec_push (s->scratch, s->lower, (Element){r, s->x[r] / s->x[pivot]});
  }
  s->step_of[pivot] = step;
}

uint32_t
dae_pivot_columns (const DaeColumns *m, bool *is_taken)
{
  g_autoptr (BaseArena) scratch = base_arena_new ();
  Elimination s = {.scratch = scratch,
                   .step_of = dae_build_none (scratch, m->n_rows),
                   .x = base_arena_array (scratch, double, m->n_rows),
                   .mark = base_arena_array (scratch, uint32_t, m->n_rows),
                   .reach = base_arena_array (scratch, uint32_t, m->n_rows),
                   .stack = base_arena_array (scratch, uint32_t, m->n_rows),
                   .next = base_arena_array (scratch, uint32_t, m->n_rows),
                   .n_rows = m->n_rows};

  for (uint32_t c = 0; c < m->n_columns; c++) {
    is_taken[c] = false;
    if (s.begin.n == m->n_rows)
      continue;
    /* What earlier columns leave of it; taken if that is more than rounding. */
    double largest = eliminate (&s, m, c);
    uint32_t pivot = find_pivot (&s, RELATIVE_ZERO * largest);
    if (pivot != DAE_NONE) {
      add_step (&s, pivot);
      is_taken[c] = true;
    }
    for (uint32_t i = s.top; i < s.n_rows; i++)
      s.x[s.reach[i]] = 0.0;
  }
  return s.begin.n;
}
