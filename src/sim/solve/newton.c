/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear blocks take one correction, repeated where terms cancel; nonlinear ones Newton
 * steps that are damped until the next correction is smaller (Deuflhard, Newton Methods
 * for Nonlinear Problems, 2004, 3.3). At the start, where no solution is known, follow
 * descent, moved start iterates, and a homotopy of the residuals (F(x) = (1 - s)
 * F(x0)). A step costs one evaluation of residuals and matrix and one factorisation,
 * dense O(n^3) or sparse. */
#include "sim/solve/newton.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "sim/solve/block.h"
#include "sim/solve/dense.h"
#include "sim/solve/descent.h"
#include "sim/solve/min-norm.h"
#include "sim/solve/scaling.h"
#include "sim/solve/sparse.h"

/* Corrections below this part of a variable (or of its nominal value) do not count; as
 * the method converges quadratically, what is left is far smaller. */
static const double CORRECTION = 1e-10;

/* A step that must be cut by more than this goes nowhere. */
static const double DAMPING_MIN = 1e-6;

/* Rounding keeps corrections of an ill-conditioned system above CORRECTION; below this
 * part they are taken for rounding once they stop falling. */
static const double STAGNATION = 1e-7;

/* A start iterate that leads nowhere is moved by these parts of the nominal values: all
 * unknowns by the same one, or each by another one up to that, as what is symmetric
 * must be bent to leave a dead centre. */
static const struct {
  double size;
  bool is_even;
} NUDGES[] = {
    {0.0, true},  {0.01, false}, {1.0, true},   {-1.0, true},
    {0.1, false}, {1.0, false},  {-1.0, false}, {3.0, false},
};

/* What the descent leaves of the residuals, in units of the unknowns: Newton's method
 * gets on from below NEAR; above OPEN there is no solution. */
static const double NEAR = 1e-2, OPEN = 1e-7;

/* A solution within this distance of the guess, in nominal values, is taken at once. */
static const double FAR = 1.0;

/* Homotopy: first and least step of its parameter. */
static const double HOMOTOPY_FIRST = 0.1, HOMOTOPY_MIN = 1e-5;

/* Given up after so many iterations in which the correction has not halved: how many it
 * takes in all may grow with the system. */
enum { MAX_ITERATIONS = 60 };

/* Matrices with more entries are too much work for the descent. */
enum { DESCENT_AT_MOST = 100000 };

/* A linear system whose terms were so much greater at the point it was solved from than
 * at the solution has lost digits, and is solved from there once more. */
static const double LOST = 100.0;
enum { MAX_REFINEMENTS = 4 };

/* Larger matrices, with fewer than one entry in so many places, are kept sparse. */
enum { DENSE_ANYWAY = 24, DENSE_AT_MOST = 200, DENSE_ONE_IN = 3 };

struct SimNewton {
  BaseArena *arena;
  SimBlock block;
  const CodeStep *step; /* of the block */
  uint32_t n;
  double *slots;        /* of the run, as the block */
  double *iterates;     /* of all blocks, by slot */
  const int *stop_flag; /* at the start */
  double *matrix;       /* dense: n * n, else NULL */
  uint32_t *pivot;
  double *scale;
  double *row_scale; /* of the matrix as it was factored, if is_scaled */
  double *column_scale;
  double *entries;   /* of it, by column */
  double *factored;  /* those that it was factored with, if is_regular */
  SimMinNorm *least; /* linear ones, should they be singular */
  SimSparse *sparse; /* else */
  double *nominal;
  double *x; /* the point that is improved */
  double *residual;
  double *step_full; /* full Newton correction at x */
  double *step_next; /* simplified correction behind the step */
  double *offset;    /* homotopy: subtracted from the residuals */
  double *nearest;   /* start: where the residuals are least */
  double rest;       /* what they are there */
  double *x_last;    /* work space */
  double *x_before;
  SimPath *path; /* nonlinear ones */
  bool is_aside; /* what is solved now */
  bool is_single;

  /* Kept (SimMemory). */
  bool is_factored; /* and still valid: constant matrix */
  bool is_regular;  /* the last one that was factored */
  int sign;         /* of the determinant, if it was solved at once; else 0 */
  bool is_open;     /* the last linear system had more than one solution */
  bool is_scaled;   /* the dense matrix; a sparse one does so itself */
  uint64_t n_iterations;
  double contraction; /* of the first step of the last iteration */
};

static bool
wants_dense (const CodeStep *step)
{
  return step->n <= DENSE_ANYWAY ||
         (step->n <= DENSE_AT_MOST &&
          step->n_entries > step->n * step->n / DENSE_ONE_IN);
}

SimNewton *
sim_newton_new (SimMemory *memory,
                const SimModel *model,
                const CodeStep *step,
                double *slots,
                double *iterates)
{
  BaseArena *arena = memory->arena;
  SimNewton *newton = base_arena_new0 (arena, SimNewton);
  uint32_t n = step->n;
  double **vectors[] = {&newton->scale,    &newton->nominal,   &newton->x,
                        &newton->residual, &newton->step_full, &newton->step_next,
                        &newton->offset,   &newton->x_last,    &newton->x_before,
                        &newton->nearest};

  newton->arena = arena;
  newton->block = (SimBlock){model->program, step, slots};
  newton->step = step;
  newton->slots = slots;
  newton->iterates = iterates;
  newton->n = n;
  for (size_t i = 0; i < G_N_ELEMENTS (vectors); i++)
    *vectors[i] = base_arena_array (arena, double, n);
  for (uint32_t i = 0; i < n; i++)
    newton->nominal[i] = sim_model_slot_nominal (model, step->unknown[i]);
  newton->is_single = n == 1 && step->n_entries == 1 && !step->varies;
  if (!step->is_linear)
    newton->path = sim_path_new (memory, n, step->unknown, newton->nominal);
  /* Small or full matrices are dense. */
  if (wants_dense (step)) {
    sim_memory_array (memory, &newton->matrix, (size_t) n * n);
    sim_memory_array (memory, &newton->pivot, n);
    sim_memory_array (memory, &newton->row_scale, n);
    sim_memory_array (memory, &newton->column_scale, n);
    newton->entries = base_arena_array (arena, double, step->n_entries);
    sim_memory_array (memory, &newton->factored, step->n_entries);
  } else {
    newton->sparse = sim_sparse_new (memory, 0, n, step->col_start, step->row);
  }
  sim_memory_keep_from (memory, newton, is_factored);
  return newton;
}

/* Residuals at x; false if one is not finite, or nobody waits for them any more. */
static bool
evaluate (SimNewton *newton, const double *x, double *residual)
{
  if (newton->stop_flag != NULL && g_atomic_int_get (newton->stop_flag) != 0)
    return false;
  bool is_finite = sim_block_evaluate (&newton->block, x, residual);
  for (uint32_t i = 0; i < newton->n; i++)
    residual[i] -= newton->offset[i];
  return is_finite;
}

static SimStatus
blame (const SimNewton *newton, SimStatus status, uint32_t unknown, SimFailure *failure)
{
  *failure = sim_failure (status, newton->slots[CODE_TIME]);
  failure->slot = newton->step->unknown[unknown];
  return status;
}

/* ---- the matrix ---- */

static double
factor_as_is (SimNewton *newton, uint32_t *culprit)
{
  sim_block_spread (&newton->block, newton->matrix);
  return sim_dense_factor (newton->n, newton->matrix, newton->pivot, newton->scale,
                           culprit);
}

static double
factor_scaled (SimNewton *newton, uint32_t *culprit)
{
  const CodeStep *step = newton->step;
  uint32_t n = newton->n;
  SimScaling scaling = {n,
                        step->col_start,
                        step->row,
                        newton->entries,
                        newton->row_scale,
                        newton->column_scale,
                        newton->step_next,
                        newton->scale};

  sim_scaling_find (&scaling);
  sim_block_spread (&newton->block, newton->matrix);
  for (uint32_t i = 0; i < n * n; i++)
    newton->matrix[i] *= newton->row_scale[i / n] * newton->column_scale[i % n];
  return sim_dense_factor (n, newton->matrix, newton->pivot, newton->scale, culprit);
}

/* A matrix that is switched by events is, most times, the one that was factored last.
 */
static bool
factor_dense (SimNewton *newton, uint32_t *culprit)
{
  const size_t size = newton->step->n_entries * sizeof (double);

  sim_block_differentiate (&newton->block, newton->entries);
  if (newton->is_regular && memcmp (newton->entries, newton->factored, size) == 0)
    return true;
  memcpy (newton->factored, newton->entries, size);
  double least = factor_as_is (newton, culprit);

  newton->is_scaled = least < SIM_SCALE_WEAK;
  if (newton->is_scaled)
    least = factor_scaled (newton, culprit);
  return least > 0.0;
}

static bool
factor_sparse (SimNewton *newton, uint32_t *culprit)
{
  sim_sparse_set_aside (newton->sparse, newton->is_aside && !newton->step->is_constant);
  sim_block_differentiate (&newton->block, sim_sparse_values (newton->sparse));
  if (sim_sparse_factor (newton->sparse, 1.0) == SIM_OK)
    return true;
  *culprit = sim_sparse_culprit (newton->sparse);
  return false;
}

/* The slot of a coefficient of zero that leaves an unknown without any, as a mass of
 * zero does its acceleration; UINT32_MAX if others are left or it has no slot. */
static uint32_t
find_zero_factor (const SimNewton *newton, uint32_t unknown)
{
  const CodeStep *step = newton->step;

  for (uint32_t k = step->col_start[unknown]; k < step->col_start[unknown + 1]; k++)
    if (newton->slots[step->entry[k]] != 0.0)
      return UINT32_MAX;
  return step->col_start[unknown] < step->col_start[unknown + 1]
             ? step->entry[step->col_start[unknown]]
             : UINT32_MAX;
}

/* Matrix at the point of the last evaluation. */
static SimStatus
factor (SimNewton *newton, SimFailure *failure)
{
  uint32_t culprit = 0;

  if (newton->is_factored)
    return SIM_OK;
  newton->is_regular = newton->sparse != NULL ? factor_sparse (newton, &culprit)
                                              : factor_dense (newton, &culprit);
  if (!newton->is_regular) {
    blame (newton, SIM_SINGULAR, culprit, failure);
    failure->zero_factor = find_zero_factor (newton, culprit);
    if (newton->step->is_linear)
      sim_failure_add_eq (failure, newton->step->eq[0], 0.0);
    return SIM_SINGULAR;
  }
  newton->is_factored = newton->step->is_constant;
  return SIM_OK;
}

static void
solve_dense (const SimNewton *newton, double *b)
{
  for (uint32_t i = 0; i < newton->n && newton->is_scaled; i++)
    b[i] *= newton->row_scale[i];
  sim_dense_solve (newton->n, newton->matrix, newton->pivot, b);
  for (uint32_t i = 0; i < newton->n && newton->is_scaled; i++)
    b[i] *= newton->column_scale[i];
}

/* step = - matrix^-1 residual */
static void
correct (SimNewton *newton, const double *residual, double *step)
{
  for (uint32_t i = 0; i < newton->n; i++)
    step[i] = -residual[i];
  if (newton->sparse != NULL)
    sim_sparse_solve (newton->sparse, step);
  else
    solve_dense (newton, step);
}

/* Greatest correction, relative to the variable or its nominal value. */
static double
size_of (const SimNewton *newton, const double *step, const double *x)
{
  double size = 0.0;

  for (uint32_t i = 0; i < newton->n; i++) {
    double part = fabs (step[i]) / (fabs (x[i]) + newton->nominal[i]);
    if (!(part <= size))
      size = part;
  }
  return size;
}

/* The unknown that is not finite, or 0. */
static uint32_t
find_bad (const SimNewton *newton, const double *values)
{
  for (uint32_t i = 0; i < newton->n; i++)
    if (!isfinite (values[i]))
      return i;
  return 0;
}

static SimStatus
blame_residuals (const SimNewton *newton, SimStatus status, SimFailure *failure)
{
  *failure = sim_failure (status, newton->slots[CODE_TIME]);
  for (uint32_t i = 0; i < newton->n; i++)
    sim_failure_add_eq (failure, newton->step->eq[i],
                        newton->slots[newton->step->residual[i]]);
  failure->slot = newton->step->unknown[find_bad (newton, newton->x)];
  return status;
}

static void
get (SimNewton *newton, const double *from)
{
  for (uint32_t i = 0; i < newton->n; i++) {
    double value = from[newton->step->unknown[i]];
    newton->x[i] = isfinite (value) ? value : 0.0;
  }
}

/* A singular system may still have solutions: moves x to the least one, which does not
 * ask what was before. Elements that stick together so share a force in the same way
 * whatever they came from. Systems that are regular never get here, so the work space
 * is made when it is first needed. */
static bool
find_least (SimNewton *newton)
{
  size_t size = newton->n * sizeof (double);

  if (newton->n > DENSE_AT_MOST)
    return false;
  if (newton->least == NULL)
    newton->least = sim_min_norm_new (newton->arena, newton->n, newton->nominal);
  sim_block_fill (&newton->block, sim_min_norm_matrix (newton->least));
  memcpy (newton->x_last, newton->x, size);
  memset (newton->x, 0, size);
  bool is_finite = evaluate (newton, newton->x, newton->residual);
  for (uint32_t i = 0; i < newton->n; i++)
    newton->step_next[i] = -newton->residual[i];
  if (is_finite && sim_min_norm_factor (newton->least) &&
      sim_min_norm_solve (newton->least, newton->step_next, newton->x))
    return true;
  memcpy (newton->x, newton->x_last, size);
  sim_block_put (&newton->block, newton->x);
  return false;
}

/* True if terms of some equation were so much greater at the point before the
 * correction that their rounding counts at the one behind it. */
static bool
has_lost (SimNewton *newton)
{
  const CodeStep *step = newton->step;
  double *before = newton->x_before, *now = newton->x_last;
  bool may_have = false;

  for (uint32_t i = 0; i < newton->n; i++) {
    may_have |= fabs (newton->x[i] - newton->step_full[i]) > LOST * fabs (newton->x[i]);
    before[i] = now[i] = 0.0;
  }
  for (uint32_t c = 0; c < newton->n && may_have; c++)
    for (uint32_t k = step->col_start[c]; k < step->col_start[c + 1]; k++) {
      double size = fabs (newton->slots[step->entry[k]]);
      before[step->row[k]] += size * fabs (newton->x[c] - newton->step_full[c]);
      now[step->row[k]] += size * fabs (newton->x[c]);
    }
  for (uint32_t i = 0; i < newton->n && may_have; i++)
    if (before[i] > LOST * now[i])
      return true;
  return false;
}

static SimStatus
finish (SimNewton *newton)
{
  sim_block_put (&newton->block, newton->x);
  return SIM_OK;
}

/* One unknown, and the matrix that was factored last, as of what sticks or slides: the
 * same without loops. False if it is not as simple as that. */
static bool
solve_single (SimNewton *newton, double from)
{
  const CodeStep *step = newton->step;
  double *slots = newton->slots, x = isfinite (from) ? from : 0.0;

  slots[step->unknown[0]] = x;
  code_eval_range (newton->block.program, step->inner_code, slots);
  code_eval_range (newton->block.program, step->residual_code, slots);
  if (!newton->is_factored)
    code_eval_range (newton->block.program, step->jacobian_code, slots);
  if (!newton->is_regular || slots[step->entry[0]] != newton->factored[0])
    return false;
  const double correction = -slots[step->residual[0]] / newton->matrix[0];
  x += correction;
  if (!isfinite (x) || fabs (x - correction) > LOST * fabs (x))
    return false;
  newton->x[0] = slots[step->unknown[0]] = x;
  return true;
}

static SimStatus
solve_linear (SimNewton *newton, const double *from, SimFailure *failure)
{
  newton->is_open = false;
  newton->sign =
      from == newton->iterates ? sim_block_solve (&newton->block, newton->x) : 0;
  if (newton->sign != 0)
    return SIM_OK;
  if (newton->is_single && solve_single (newton, from[newton->step->unknown[0]]))
    return SIM_OK;
  /* By the matrix, from what is known. */
  get (newton, from);
  for (uint32_t k = 0; k <= MAX_REFINEMENTS; k++) {
    if (!evaluate (newton, newton->x, newton->residual))
      return blame (newton, SIM_BAD_VALUE, find_bad (newton, newton->residual),
                    failure);
    SimStatus status = k == 0 ? factor (newton, failure) : SIM_OK;
    newton->is_open = status != SIM_OK;
    if (status != SIM_OK && !find_least (newton))
      return status;
    if (status != SIM_OK)
      break;
    correct (newton, newton->residual, newton->step_full);
    for (uint32_t i = 0; i < newton->n; i++)
      newton->x[i] += newton->step_full[i];
    if (!has_lost (newton))
      break;
  }
  return finish (newton);
}

/* What one damped step came to. */
typedef enum { MOVED, CONVERGED, STUCK } Outcome;

static bool
try_step (SimNewton *newton, double damping)
{
  for (uint32_t i = 0; i < newton->n; i++)
    newton->step_next[i] = newton->x[i] + damping * newton->step_full[i];
  return evaluate (newton, newton->step_next, newton->residual);
}

/* True if the correction behind the full step does not count there. A step from afar is
 * rounded as what it comes from: then the next one, from near by, says more. */
static bool
is_near (const SimNewton *newton)
{
  for (uint32_t i = 0; i < newton->n; i++) {
    double size = fabs (newton->x[i] + newton->step_full[i]) + newton->nominal[i];
    if (!(fabs (newton->step_next[i]) <= CORRECTION * size))
      return false;
  }
  return true;
}

/* x and step_full are given. Moves x so that the next correction is smaller. */
static Outcome
move (SimNewton *newton)
{
  double size = size_of (newton, newton->step_full, newton->x);

  for (double damping = 1.0; damping > DAMPING_MIN; damping *= 0.5) {
    if (!try_step (newton, damping))
      continue;
    correct (newton, newton->residual, newton->step_next);
    double next = size_of (newton, newton->step_next, newton->x);
    if (!(next <= (1.0 - 0.25 * damping) * size) && next > CORRECTION)
      continue;
    bool is_done = damping == 1.0 && next <= CORRECTION && is_near (newton);
    if (isnan (newton->contraction))
      newton->contraction = is_done ? 0.0 : damping == 1.0 ? next / size : INFINITY;
    for (uint32_t i = 0; i < newton->n; i++)
      newton->x[i] +=
          damping * newton->step_full[i] + (is_done ? newton->step_next[i] : 0.0);
    return is_done ? CONVERGED : MOVED;
  }
  return size <= STAGNATION ? CONVERGED : STUCK;
}

/* Newton's method from newton->x for the residuals minus newton->offset. */
static SimStatus
iterate (SimNewton *newton, SimFailure *failure)
{
  double least = INFINITY;

  for (uint32_t k = 0; k < MAX_ITERATIONS; k++) {
    newton->n_iterations++;
    if (!evaluate (newton, newton->x, newton->residual))
      return blame_residuals (newton, SIM_BAD_VALUE, failure);
    SimStatus status = factor (newton, failure);
    if (status != SIM_OK)
      return status;
    correct (newton, newton->residual, newton->step_full);
    double size = size_of (newton, newton->step_full, newton->x);
    /* Progress begins the count anew. */
    if (size < 0.5 * least) {
      least = size;
      k = 0;
    }
    switch (move (newton)) {
    case CONVERGED:
      return finish (newton);
    case STUCK:
      evaluate (newton, newton->x, newton->residual);
      return blame_residuals (newton, SIM_NO_CONVERGENCE, failure);
    case MOVED:
      break;
    }
  }
  return blame_residuals (newton, SIM_NO_CONVERGENCE, failure);
}

SimStatus
sim_newton_solve (SimNewton *newton, bool is_aside, SimFailure *failure)
{
  newton->is_aside = is_aside;
  if (newton->step->is_linear)
    return solve_linear (newton, newton->iterates, failure);
  get (newton, newton->slots);
  newton->contraction = NAN;
  return iterate (newton, failure);
}

void
sim_newton_keep (SimNewton *newton)
{
  for (uint32_t i = 0; i < newton->n; i++)
    newton->iterates[newton->step->unknown[i]] = newton->x[i];
}

/* Follows F(x) = (1 - s) F(x0) from s = 0, where x0 solves it, to s = 1. x_before holds
 * the residuals of x0, x_last the last solution. */
static SimStatus
follow (SimNewton *newton, SimFailure *failure)
{
  double s = 0.0, ds = HOMOTOPY_FIRST;

  while (s < 1.0) {
    double next = fmin (s + ds, 1.0);

    for (uint32_t i = 0; i < newton->n; i++)
      newton->offset[i] = (1.0 - next) * newton->x_before[i];
    memcpy (newton->x, newton->x_last, newton->n * sizeof (double));
    SimStatus status = iterate (newton, failure);
    if (status == SIM_OK) {
      memcpy (newton->x_last, newton->x, newton->n * sizeof (double));
      s = next;
      ds *= 2.0;
    } else {
      ds *= 0.25;
      if (ds < HOMOTOPY_MIN)
        return status;
    }
  }
  return SIM_OK;
}

/* From newton->x to where the residuals are least. */
static double
descend (SimNewton *newton)
{
  if (newton->step->n_entries > DESCENT_AT_MOST)
    return INFINITY;
  double rest =
      sim_descent_run (&newton->block, newton->nominal, newton->stop_flag, newton->x);
  if (rest < newton->rest) {
    newton->rest = rest;
    memcpy (newton->nearest, newton->x, newton->n * sizeof (double));
  }
  return rest;
}

/* Between 0 and 1, evenly spread (multiples of the golden and the plastic ratio). */
static double
scatter (size_t k, uint32_t i)
{
  double whole;

  return modf (0.6180339887498949 * (i + 1) + 0.7548776662466927 * (double) k, &whole);
}

static void
begin_at (SimNewton *newton, size_t k)
{
  for (uint32_t i = 0; i < newton->n; i++) {
    double part = NUDGES[k].is_even ? 1.0 : scatter (k, i);
    newton->x[i] = newton->x_last[i] + NUDGES[k].size * part * newton->nominal[i];
  }
}

/* How far x is from the guess, in nominal values. */
static double
distance (const SimNewton *newton)
{
  double most = 0.0;

  for (uint32_t i = 0; i < newton->n; i++)
    most = fmax (most, fabs (newton->x[i] - newton->x_last[i]) / newton->nominal[i]);
  return most;
}

/* From the k-th point. Newton's method leaps where the matrix is nearly singular, so a
 * solution far off counts only if the descent finds none that is nearer. */
static SimStatus
solve_near (SimNewton *newton, size_t k, SimFailure *failure)
{
  SimFailure ignored;
  double *found = newton->x_before;

  begin_at (newton, k);
  SimStatus status = iterate (newton, failure);
  double far = status == SIM_OK ? distance (newton) : INFINITY;
  if (far <= FAR || (status == SIM_OK && newton->n > DENSE_ANYWAY))
    return SIM_OK;
  memcpy (found, newton->x, newton->n * sizeof (double));
  begin_at (newton, k);
  if (descend (newton) < NEAR && iterate (newton, &ignored) == SIM_OK &&
      distance (newton) <= far)
    return SIM_OK;
  if (status != SIM_OK)
    return status;
  memcpy (newton->x, found, newton->n * sizeof (double));
  return finish (newton);
}

/* From the start iterate, else from near it. *failure is that of the first, unless the
 * matrix was singular there and not at a later one. */
static SimStatus
nudge (SimNewton *newton, SimFailure *failure)
{
  SimFailure here;

  for (size_t k = 0; k < G_N_ELEMENTS (NUDGES); k++) {
    if (solve_near (newton, k, &here) == SIM_OK)
      return SIM_OK;
    if (k == 0 || (failure->status == SIM_SINGULAR && here.status != SIM_SINGULAR))
      *failure = here;
  }
  return failure->status;
}

/* Nothing solves the equations: *trouble is what remains where they hold best. */
static SimStatus
give_up (SimNewton *newton, SimFailure *failure)
{
  if (!isfinite (newton->rest) || newton->rest < OPEN)
    return failure->status;
  memcpy (newton->x, newton->nearest, newton->n * sizeof (double));
  evaluate (newton, newton->x, newton->residual);
  return blame_residuals (newton, SIM_NO_CONVERGENCE, failure);
}

static SimStatus
search (SimNewton *newton, SimFailure *failure)
{
  SimFailure ignored;

  get (newton, newton->slots);
  memcpy (newton->x_last, newton->x, newton->n * sizeof (double));
  newton->rest = INFINITY;
  SimStatus status = nudge (newton, failure);
  if (status == SIM_OK)
    return SIM_OK;
  if (evaluate (newton, newton->x_last, newton->x_before)) {
    status = follow (newton, &ignored);
    memset (newton->offset, 0, newton->n * sizeof (double));
  }
  return status == SIM_OK ? SIM_OK : give_up (newton, failure);
}

SimStatus
sim_newton_solve_start (SimNewton *newton, const int *stop_flag, SimFailure *failure)
{
  if (newton->step->is_linear)
    return solve_linear (newton, newton->slots, failure);
  newton->stop_flag = stop_flag;
  SimStatus status = search (newton, failure);
  newton->stop_flag = NULL;
  return status;
}

void
sim_newton_forget (SimNewton *newton)
{
  newton->is_factored = false;
}

SimPath *
sim_newton_path (SimNewton *newton)
{
  return newton->path;
}

double
sim_newton_contraction (const SimNewton *newton)
{
  return newton->contraction;
}

bool
sim_newton_is_open (const SimNewton *newton)
{
  return newton->is_open;
}

int
sim_newton_orientation (const SimNewton *newton)
{
  if (newton->step->is_constant)
    return 0;
  if (newton->sign != 0)
    return newton->sign;
  if (!newton->is_regular)
    return 0;
  return newton->sparse != NULL
             ? sim_sparse_orientation (newton->sparse)
             : sim_dense_orientation (newton->n, newton->matrix, newton->pivot);
}

int
sim_newton_orientation_beside (SimNewton *newton, double part)
{
  SimFailure ignored;

  for (uint32_t i = 0; i < newton->n; i++)
    newton->x[i] = newton->slots[newton->step->unknown[i]] +
                   part * (0.5 + scatter (0, i)) * newton->nominal[i];
  newton->sign = 0;
  if (newton->step->is_constant || !evaluate (newton, newton->x, newton->residual) ||
      factor (newton, &ignored) != SIM_OK)
    return 0;
  return sim_newton_orientation (newton);
}

/* The rounding of a sum of terms, for each equation, and what it makes of the solution:
 * |A^-1| (eps |A| |x|) bounds that (Higham, Accuracy and Stability of Numerical
 * Algorithms, 2002, 7.2), of which one choice of signs shows about as much as rounding.
 */
void
sim_newton_blur (SimNewton *newton, uint32_t pattern)
{
  const CodeStep *step = newton->step;
  double *sum = newton->residual, *off = newton->step_full;
  SimFailure ignored;

  /* What was solved at once has neither entries nor factors yet. */
  if (newton->sign != 0 && evaluate (newton, newton->x, newton->residual))
    factor (newton, &ignored);
  for (uint32_t i = 0; i < newton->n; i++)
    sum[i] = off[i] = 0.0;
  for (uint32_t c = 0; c < newton->n; c++)
    for (uint32_t k = step->col_start[c]; k < step->col_start[c + 1]; k++)
      sum[step->row[k]] += fabs (newton->slots[step->entry[k]] * newton->x[c]);
  for (uint32_t i = 0; i < newton->n; i++)
    sum[i] *= copysign (DBL_EPSILON, scatter (pattern, i) - 0.5);
  if (step->is_linear && newton->is_regular)
    correct (newton, sum, off);
  for (uint32_t i = 0; i < newton->n; i++)
    newton->slots[step->unknown[i]] =
        newton->x[i] * (1.0 + copysign (DBL_EPSILON, scatter (pattern, i + 1) - 0.5)) +
        off[i];
}

uint64_t
sim_newton_n_iterations (const SimNewton *newton)
{
  return newton->n_iterations;
}
