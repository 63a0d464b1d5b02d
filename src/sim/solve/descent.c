/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levenberg-Marquardt with the damping of Nielsen (Madsen, Nielsen & Tingleff, Methods
 * for Non-Linear Least Squares Problems, 2004, 3.2), in units of the unknowns and with
 * short steps, so that the nearest solution is found. A step is solved from the
 * augmented system of its least-squares problem (Bjorck, Numerical Methods for Least
 * Squares Problems, 1996, 2.5.3), which is sparse as the matrix is and not as ill
 * conditioned as the normal equations; its cost is that of the fill. */
#include "sim/solve/descent.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "sim/solve/sparse.h"

/* Damping at first, in parts of the greatest curvature: begins with small steps, so
 * that what is found is near. */
static const double DAMPING = 1.0;

/* A longer step, in parts of the unit and the unknown, would lose sight of the first
 * point. */
static const double STRIDE = 0.5;

/* Done if a step is below this part of the units and unknowns, or the sum of squares
 * hardly falls. */
static const double STEP = 1e-12, GAIN = 1e-14;

enum { MAX_STEPS = 200 };

/* All in units: x[k] / unit[k] and residual[i] * weight[i]. */
typedef struct {
  const SimBlock *block;
  const CodeStep *code; /* of the block */
  const double *unit;
  const int *stop_flag;
  uint32_t n;
  uint32_t n_entries;
  double *x;
  double *weight;
  double *residual;
  double *gradient;
  double *there; /* x behind the step */
  double *residual_there;
  double *solution;   /* 2 n: of the augmented system */
  const double *step; /* the second half of that */
  double *entry;      /* of the matrix, column by column */
  uint32_t *place;    /* of an entry in the augmented matrix, and of its twin */
  uint32_t *mirror;
  uint32_t *diagonal; /* 2 n, likewise */
  SimSparse *augmented;
  double damping;
  double growth; /* of the damping, should the step fail */
  double sum;    /* of squares, at x */
} Descent;

static double
sum_of_squares (uint32_t n, const double *v)
{
  double sum = 0.0;

  for (uint32_t i = 0; i < n; i++)
    sum += v[i] * v[i];
  return sum;
}

/* False if there are none, or nobody waits for them any more. */
static bool
find_residuals (const Descent *d, const double *x, double *residual)
{
  if (d->stop_flag != NULL && g_atomic_int_get (d->stop_flag) != 0)
    return false;
  return sim_block_evaluate (d->block, x, residual);
}

/* INFINITY where there are no residuals. */
static double
evaluate (const Descent *d, const double *x, double *residual)
{
  if (!find_residuals (d, x, residual))
    return INFINITY;
  for (uint32_t i = 0; i < d->n; i++)
    residual[i] *= d->weight[i];
  return sum_of_squares (d->n, residual);
}

/* The matrix at x, where the residuals were evaluated last, by rows in units. */
static void
differentiate (Descent *d)
{
  const CodeStep *code = d->code;

  sim_block_differentiate (d->block, d->entry);
  for (uint32_t c = 0; c < d->n; c++) {
    d->gradient[c] = 0.0;
    for (uint32_t k = code->col_start[c]; k < code->col_start[c + 1]; k++) {
      d->entry[k] *= d->unit[c] * d->weight[code->row[k]];
      d->gradient[c] += d->entry[k] * d->residual[code->row[k]];
    }
  }
}

static void
find_weights (Descent *d)
{
  const CodeStep *code = d->code;

  sim_block_differentiate (d->block, d->entry);
  memset (d->weight, 0, d->n * sizeof (double));
  for (uint32_t c = 0; c < d->n; c++)
    for (uint32_t k = code->col_start[c]; k < code->col_start[c + 1]; k++)
      d->weight[code->row[k]] =
          fmax (d->weight[code->row[k]], fabs (d->entry[k] * d->unit[c]));
  for (uint32_t i = 0; i < d->n; i++)
    d->weight[i] =
        d->weight[i] > 0.0 && isfinite (d->weight[i]) ? 1.0 / d->weight[i] : 1.0;
}

static double
greatest_curvature (const Descent *d)
{
  const uint32_t *start = d->code->col_start;
  double most = 0.0;

  for (uint32_t c = 0; c < d->n; c++)
    most = fmax (most, sum_of_squares (start[c + 1] - start[c], d->entry + start[c]));
  return most;
}

/* | D A^T; A -D |, D the root of the damping: its pattern and the places in it. */
static SimSparse *
augmented_new (Descent *d, SimMemory *memory)
{
  BaseArena *arena = memory->arena;
  const CodeStep *code = d->code;
  uint32_t n = d->n, n_all = 2 * d->n_entries + 2 * n, at = 0;
  uint32_t *start = base_arena_array (arena, uint32_t, 2 * (size_t) n + 2);
  uint32_t *row = base_arena_array (arena, uint32_t, n_all);

  /* Entries of each column: the transpose behind its diagonal. */
  for (uint32_t k = 0; k < d->n_entries; k++)
    start[code->row[k] + 2]++;
  for (uint32_t i = 0; i < n; i++) {
    start[i + 2] += start[i + 1] + 1;
    d->diagonal[i] = start[i + 1];
    row[start[i + 1]++] = i;
  }
  for (uint32_t c = 0; c < n; c++)
    for (uint32_t k = code->col_start[c]; k < code->col_start[c + 1]; k++) {
      d->mirror[k] = start[code->row[k] + 1]++;
      row[d->mirror[k]] = n + c;
    }
  /* The columns of A, each above its diagonal. */
  at = start[n];
  for (uint32_t c = 0; c < n; c++) {
    for (uint32_t k = code->col_start[c]; k < code->col_start[c + 1]; k++) {
      row[at] = code->row[k];
      d->place[k] = at++;
    }
    d->diagonal[n + c] = at;
    row[at++] = n + c;
    start[n + c + 1] = at;
  }
  return sim_sparse_new (memory, 0, 2 * n, start, row);
}

/* The step with the least sum of squares of what it leaves and of itself, the latter
 * times the damping. */
static bool
find_step (Descent *d)
{
  double *value = sim_sparse_values (d->augmented), root = sqrt (d->damping);
  uint32_t n = d->n;

  for (uint32_t k = 0; k < d->n_entries; k++)
    value[d->place[k]] = value[d->mirror[k]] = d->entry[k];
  for (uint32_t i = 0; i < n; i++) {
    value[d->diagonal[i]] = root;
    value[d->diagonal[n + i]] = -root;
    d->solution[i] = -d->residual[i];
    d->solution[n + i] = 0.0;
  }
  if (sim_sparse_factor (d->augmented, 1.0) != SIM_OK)
    return false;
  sim_sparse_solve (d->augmented, d->solution);
  for (uint32_t k = 0; k < n; k++)
    d->there[k] = d->x[k] + d->step[k] * d->unit[k];
  return true;
}

/* The longest part of the step, relative to the unit and the unknown. */
static double
length (const Descent *d)
{
  double most = 0.0;

  for (uint32_t k = 0; k < d->n; k++)
    most = fmax (most, fabs (d->step[k]) / (1.0 + fabs (d->x[k]) / d->unit[k]));
  return most;
}

/* The next step is shorter. */
static void
hold_back (Descent *d)
{
  d->damping *= d->growth;
  d->growth *= 2.0;
}

/* Follows the step if the sum falls; sets the damping by how well that was foreseen. */
static bool
follow (Descent *d)
{
  double there = evaluate (d, d->there, d->residual_there), foreseen = 0.0;

  for (uint32_t k = 0; k < d->n; k++)
    foreseen += d->step[k] * (d->damping * d->step[k] - d->gradient[k]);
  if (!(there < d->sum))
    return false;
  double fit = 2.0 * (d->sum - there) / foreseen - 1.0;
  d->damping *= fmax (1.0 / 3.0, 1.0 - fit * fit * fit);
  d->growth = 2.0;
  d->sum = there;
  memcpy (d->x, d->there, d->n * sizeof (double));
  memcpy (d->residual, d->residual_there, d->n * sizeof (double));
  return true;
}

static void
descend (Descent *d)
{
  double mark = INFINITY;

  differentiate (d);
  d->damping = DAMPING * greatest_curvature (d);
  d->growth = 2.0;
  for (uint32_t i = 0; i < MAX_STEPS && d->damping > 0.0; i++) {
    double before = d->sum;

    if (d->sum < 0.1 * mark) {
      mark = d->sum;
      i = 0;
    }
    if (!find_step (d) || length (d) < STEP)
      return;
    if (length (d) > STRIDE || !follow (d)) {
      hold_back (d);
      continue;
    }
    if (!(before - d->sum > GAIN * before))
      return;
    differentiate (d);
  }
}

double
sim_descent_run (const SimBlock *block,
                 const double *unit,
                 const int *stop_flag,
                 double *x)
{
  uint32_t n = block->step->n, n_entries = block->step->n_entries;
  Descent d = {.block = block,
               .code = block->step,
               .unit = unit,
               .stop_flag = stop_flag,
               .n = n,
               .n_entries = n_entries,
               .x = x};
  double **vectors[] = {&d.weight, &d.residual, &d.gradient, &d.there,
                        &d.residual_there};
  g_autoptr (SimMemory) memory = sim_memory_new ();
  BaseArena *scratch = memory->arena;

  for (size_t i = 0; i < G_N_ELEMENTS (vectors); i++)
    *vectors[i] = base_arena_array (scratch, double, n);
  d.solution = base_arena_array (scratch, double, 2 * (size_t) n);
  d.step = d.solution + n;
  d.entry = base_arena_array (scratch, double, n_entries);
  d.place = base_arena_array (scratch, uint32_t, n_entries);
  d.mirror = base_arena_array (scratch, uint32_t, n_entries);
  d.diagonal = base_arena_array (scratch, uint32_t, 2 * (size_t) n);
  /* Residuals in units of their rows. */
  if (!find_residuals (&d, x, d.residual))
    return INFINITY;
  find_weights (&d);
  for (uint32_t i = 0; i < n; i++)
    d.residual[i] *= d.weight[i];
  d.sum = sum_of_squares (n, d.residual);
  d.augmented = augmented_new (&d, memory);
  descend (&d);
  return sqrt (d.sum);
}
