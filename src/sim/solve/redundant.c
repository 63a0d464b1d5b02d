/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Do constraints of a closed loop are redundant? At the solution of a loop its
 * scaled matrix is eliminated with complete pivoting. If the rank is short, points
 * along the free directions are closed again by descent: where another one is reached,
 * and the rank is still short there, the mechanism can move although there are as many
 * equations as unknowns; at a dead centre it is not so. Of speeds, rows are compared
 * with how they change with the positions. O(n^3) per loop and try, at the start only.
 */
#include "sim/solve/redundant.h"

#include <math.h>
#include <string.h>

#include "sim/model-private.h"
#include "sim/solve/block.h"
#include "sim/solve/descent.h"
#include "sim/solve/pivot.h"

/* Larger loops are not looked at: O(n^3). Directions that are tried. */
enum { MAX_UNKNOWNS = 120, TRIES = 6 };

/* Scaled pivots below RANK are zero: where a matrix is singular, unknowns are found to
 * half the digits only. Residuals below CLOSED, in units of the unknowns, are none. */
static const double RANK = 1e-6, CLOSED = 1e-9;

/* So far along the free direction, in nominal values, another solution is looked for;
 * it must be at least REACHED of the way from the first. */
static const double STEP = 0.05, REACHED = 0.5;

/* What a row of the speeds is compared with: how it changes when all positions move by
 * this part of their nominal values. At a dead centre the row itself is near zero. */
static const double NUDGE = 1e-4;

/* One block of the start. */
typedef struct {
  const SimRhs *rhs;
  const CodeStep *step;
  SimBlock block;
  uint32_t n;
  double *unit; /* nominal values */
  double *x;    /* the solution, and the one looked for */
  double *other;
  double *kept; /* what stands in the slots */
  double *matrix;
  double *right;       /* matrix * change = right */
  double *size;        /* by row: what its entries are compared with */
  uint32_t *column_of; /* by row: the column that is solved from it, or UINT32_MAX */
  uint32_t *row_of;    /* by column, likewise */
} Loop;

static Loop *
loop_new (BaseArena *scratch, const SimRhs *rhs, const CodeStep *step)
{
  Loop *loop = base_arena_new0 (scratch, Loop);
  double **vectors[] = {&loop->unit, &loop->x,     &loop->other,
                        &loop->kept, &loop->right, &loop->size};

  *loop = (Loop){.rhs = rhs,
                 .step = step,
                 .block = {rhs->program, step, rhs->slots},
                 .n = step->n};
  for (size_t i = 0; i < G_N_ELEMENTS (vectors); i++)
    *vectors[i] = base_arena_array (scratch, double, step->n);
  loop->matrix = base_arena_array (scratch, double, (size_t) step->n * step->n);
  loop->column_of = base_arena_array (scratch, uint32_t, step->n);
  loop->row_of = base_arena_array (scratch, uint32_t, step->n);
  for (uint32_t i = 0; i < step->n; i++) {
    loop->unit[i] = sim_model_slot_nominal (rhs->model, step->unknown[i]);
    loop->kept[i] = rhs->slots[step->unknown[i]];
    loop->x[i] = isfinite (loop->kept[i]) ? loop->kept[i] : 0.0;
  }
  return loop;
}

/* What stood in the slots. */
static void
put_back (const Loop *loop)
{
  sim_block_put (&loop->block, loop->kept);
  code_eval_range (loop->rhs->program, loop->step->inner_code, loop->rhs->slots);
}

static bool
close_at (Loop *loop, double *x)
{
  return sim_descent_run (&loop->block, loop->unit, NULL, x) < CLOSED;
}

static void
scale (Loop *loop)
{
  for (uint32_t r = 0; r < loop->n; r++) {
    double *row = loop->matrix + (size_t) r * loop->n, largest = loop->size[r];

    for (uint32_t c = 0; c < loop->n; c++) {
      row[c] *= loop->unit[c];
      largest = fmax (largest, fabs (row[c]));
    }
    for (uint32_t c = 0; c < loop->n && largest > 0.0; c++)
      row[c] /= largest;
    if (largest > 0.0)
      loop->right[r] /= largest;
  }
}

/* Returns the rank. */
static uint32_t
eliminate (Loop *loop)
{
  SimPivots pivots = {loop->n, loop->n,      loop->matrix,   loop->right,
                      NULL,    loop->row_of, loop->column_of};

  sim_pivots_clear (&pivots);
  return sim_pivots_eliminate (&pivots, RANK);
}

static bool
is_solved (const Loop *loop, uint32_t column)
{
  return loop->row_of[column] != UINT32_MAX;
}

/* By how much the rows in loop->matrix differ from what they were. */
static void
compare_rows (Loop *loop, const double *before)
{
  uint32_t n = loop->n;

  memset (loop->size, 0, n * sizeof (double));
  for (uint32_t k = 0; k < n * n; k++)
    loop->size[k / n] = fmax (loop->size[k / n], fabs (loop->matrix[k] - before[k]) *
                                                     loop->unit[k % n] / NUDGE);
}

/* The matrix at x, scaled and eliminated: its rank. */
static uint32_t
rank_at (Loop *loop, const double *x)
{
  uint32_t n = loop->n;
  g_autofree double *near = g_new (double, n);
  g_autofree double *there = g_new (double, (size_t) n *n);

  for (uint32_t i = 0; i < n; i++)
    near[i] = x[i] + NUDGE * loop->unit[i];
  sim_block_evaluate (&loop->block, near, loop->right);
  sim_block_fill (&loop->block, there);
  sim_block_evaluate (&loop->block, x, loop->right);
  sim_block_fill (&loop->block, loop->matrix);
  compare_rows (loop, there);
  scale (loop);
  return eliminate (loop);
}

/* Puts the point that is reached from x along the free direction in which unknown c
 * goes by step[c], in nominal values, into `other`. False if the loop is open there, or
 * that is no other point. */
static bool
moves_along (Loop *loop, const double *step)
{
  uint32_t n = loop->n;
  double far = 0.0;

  for (uint32_t c = 0; c < n; c++)
    loop->other[c] = loop->x[c] + (is_solved (loop, c) ? 0.0 : step[c] * loop->unit[c]);
  for (uint32_t r = 0; r < n; r++)
    for (uint32_t c = 0; c < n && loop->column_of[r] != UINT32_MAX; c++)
      if (!is_solved (loop, c))
        loop->other[loop->column_of[r]] -=
            step[c] * loop->matrix[(size_t) r * n + c] * loop->unit[loop->column_of[r]];
  if (!close_at (loop, loop->other))
    return false;
  for (uint32_t i = 0; i < n; i++)
    far = fmax (far, fabs (loop->other[i] - loop->x[i]) / loop->unit[i]);
  return far >= REACHED * STEP;
}

/* A singular place that the constraints let a mechanism leave: they hold something
 * twice there as everywhere. Where motions branch, some of their sums and differences
 * are none, hence several tries. */
static bool
can_leave (Loop *loop)
{
  g_autofree double *step = g_new (double, loop->n);

  for (uint32_t k = 0; k < TRIES; k++) {
    for (uint32_t c = 0; c < loop->n; c++)
      step[c] = k == 0 ? STEP : STEP * cos (k * (c + 1.0));
    if (moves_along (loop, step))
      return true;
  }
  return false;
}

/* How many constraints of the loop are too many. */
static uint32_t
count_redundant (Loop *loop)
{
  if (!close_at (loop, loop->x) || rank_at (loop, loop->x) == loop->n ||
      !can_leave (loop))
    return 0;
  return loop->n - rank_at (loop, loop->other);
}

/* Moves what is iterated before step `last` of the start, and what follows from it. */
static void
move_positions (const SimRhs *rhs, uint32_t last, double part)
{
  const CodeSteps *start = &rhs->program->sections[CODE_START];

  for (uint32_t i = 0; i <= last; i++) {
    const CodeStep *step = &start->steps[i];
    if (step->before != 0)
      code_eval_range (rhs->program, step->before, rhs->slots);
    if (i == last || step->n == 0 || step->is_linear || !step->is_constraint)
      continue;
    for (uint32_t k = 0; k < step->n; k++)
      rhs->slots[step->unknown[k]] +=
          part * sim_model_slot_nominal (rhs->model, step->unknown[k]);
    code_eval_range (rhs->program, step->inner_code, rhs->slots);
  }
}

/* How much each row changes with the positions. */
static void
find_sizes (Loop *loop, uint32_t at)
{
  uint32_t n = loop->n;

  sim_block_fill (&loop->block, loop->matrix);
  g_autofree double *here = g_memdup2 (loop->matrix, (size_t) n * n * sizeof (double));
  move_positions (loop->rhs, at, NUDGE);
  sim_block_evaluate (&loop->block, loop->x, loop->other);
  sim_block_fill (&loop->block, loop->matrix);
  compare_rows (loop, here);
  move_positions (loop->rhs, at, -NUDGE);
  sim_block_evaluate (&loop->block, loop->x, loop->right);
}

/* Speeds that are given where the loop cannot have them: the first one that they leave
 * open, or UINT32_MAX. */
static uint32_t
find_open (Loop *loop, uint32_t at)
{
  double most = 0.0, left = 0.0;

  memset (loop->x, 0, loop->n * sizeof (double));
  if (!sim_block_evaluate (&loop->block, loop->x, loop->right))
    return UINT32_MAX;
  find_sizes (loop, at);
  sim_block_fill (&loop->block, loop->matrix);
  scale (loop);
  for (uint32_t r = 0; r < loop->n; r++)
    most = fmax (most, fabs (loop->right[r]));
  if (eliminate (loop) == loop->n)
    return UINT32_MAX;
  for (uint32_t r = 0; r < loop->n; r++)
    if (loop->column_of[r] == UINT32_MAX)
      left = fmax (left, fabs (loop->right[r]));
  for (uint32_t c = 0; c < loop->n && left > RANK * most; c++)
    if (!is_solved (loop, c))
      return c;
  return UINT32_MAX;
}

static bool
check_position (const SimRhs *rhs, const CodeStep *step, SimFailure *failure)
{
  g_autoptr (BaseArena) scratch = base_arena_new ();
  Loop *loop = loop_new (scratch, rhs, step);
  uint32_t n_redundant = count_redundant (loop);

  put_back (loop);
  if (n_redundant == 0)
    return false;
  *failure = sim_failure (SIM_REDUNDANT, rhs->slots[CODE_TIME]);
  sim_failure_add_eq (failure, step->eq[0], n_redundant);
  return true;
}

static bool
check_speed (const SimRhs *rhs, uint32_t at, SimFailure *failure)
{
  const CodeStep *step = &rhs->program->sections[CODE_START].steps[at];
  g_autoptr (BaseArena) scratch = base_arena_new ();
  Loop *loop = loop_new (scratch, rhs, step);
  uint32_t open = find_open (loop, at);

  put_back (loop);
  if (open == UINT32_MAX)
    return false;
  *failure = sim_failure (SIM_DEAD_CENTRE, rhs->slots[CODE_TIME]);
  failure->slot = step->unknown[open];
  return true;
}

bool
sim_redundant_find (const SimRhs *rhs, bool with_speeds, SimFailure *failure)
{
  const CodeSteps *start = &rhs->program->sections[CODE_START];

  for (uint32_t i = 0; i < start->n; i++) {
    const CodeStep *step = &start->steps[i];
    if (step->n == 0 || step->n > MAX_UNKNOWNS || !step->is_constraint)
      continue;
    if (step->is_linear ? with_speeds && check_speed (rhs, i, failure)
                        : check_position (rhs, step, failure))
      return true;
  }
  return false;
}
