/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levenberg-Marquardt with the damping of Nielsen (Madsen, Nielsen & Tingleff, Methods
 * for Non-Linear Least Squares Problems, 2004, 3.2), in units of the unknowns and with
 * short steps, so that the nearest solution is found. The normal equations are solved
 * dense: O(n^3) a step. */
#include "sim/solve/descent.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#include "sim/solve/dense.h"

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
  const SimDescent *problem;
  uint32_t n;
  double *x;
  double *matrix;
  double *normal; /* matrix^T matrix, damped and factored */
  double *weight;
  double *residual;
  double *gradient;
  double *step;
  double *there; /* x behind the step */
  double *residual_there;
  double *scale;
  uint32_t *pivot;
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

/* INFINITY where there are no residuals. */
static double
evaluate (const Descent *d, const double *x, double *residual)
{
  if (!d->problem->evaluate (d->problem->data, x, residual))
    return INFINITY;
  for (uint32_t i = 0; i < d->n; i++)
    residual[i] *= d->weight[i];
  return sum_of_squares (d->n, residual);
}

/* At x, where the residuals were evaluated last. */
static void
differentiate (Descent *d)
{
  uint32_t n = d->n;

  d->problem->differentiate (d->problem->data, d->matrix);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < n; k++)
      d->matrix[i * n + k] *= d->problem->unit[k] * d->weight[i];
  for (uint32_t k = 0; k < n; k++) {
    d->gradient[k] = 0.0;
    for (uint32_t i = 0; i < n; i++)
      d->gradient[k] += d->matrix[i * n + k] * d->residual[i];
  }
}

static void
find_weights (Descent *d)
{
  uint32_t n = d->n;

  d->problem->differentiate (d->problem->data, d->matrix);
  for (uint32_t i = 0; i < n; i++) {
    double most = 0.0;
    for (uint32_t k = 0; k < n; k++)
      most = fmax (most, fabs (d->matrix[i * n + k] * d->problem->unit[k]));
    d->weight[i] = most > 0.0 && isfinite (most) ? 1.0 / most : 1.0;
  }
}

static double
product (const Descent *d, uint32_t k, uint32_t l)
{
  double sum = 0.0;

  for (uint32_t i = 0; i < d->n; i++)
    sum += d->matrix[i * d->n + k] * d->matrix[i * d->n + l];
  return sum;
}

static double
greatest_curvature (const Descent *d)
{
  double most = 0.0;

  for (uint32_t k = 0; k < d->n; k++)
    most = fmax (most, product (d, k, k));
  return most;
}

/* (matrix^T matrix + damping) step = - gradient */
static bool
find_step (Descent *d)
{
  uint32_t n = d->n, culprit;

  for (uint32_t k = 0; k < n; k++)
    for (uint32_t l = 0; l < n; l++)
      d->normal[k * n + l] = product (d, k, l) + (k == l ? d->damping : 0.0);
  for (uint32_t k = 0; k < n; k++)
    d->step[k] = -d->gradient[k];
  if (sim_dense_factor (n, d->normal, d->pivot, d->scale, &culprit) == 0.0)
    return false;
  sim_dense_solve (n, d->normal, d->pivot, d->step);
  for (uint32_t k = 0; k < n; k++)
    d->there[k] = d->x[k] + d->step[k] * d->problem->unit[k];
  return true;
}

/* The longest part of the step, relative to the unit and the unknown. */
static double
length (const Descent *d)
{
  double most = 0.0;

  for (uint32_t k = 0; k < d->n; k++)
    most =
        fmax (most, fabs (d->step[k]) / (1.0 + fabs (d->x[k]) / d->problem->unit[k]));
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
  differentiate (d);
  d->damping = DAMPING * greatest_curvature (d);
  d->growth = 2.0;
  for (uint32_t i = 0; i < MAX_STEPS && d->damping > 0.0; i++) {
    double before = d->sum;

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
sim_descent_run (const SimDescent *problem, double *x)
{
  uint32_t n = problem->n;
  Descent d = {.problem = problem, .n = n, .x = x};
  double **vectors[] = {&d.weight, &d.residual,       &d.gradient, &d.step,
                        &d.there,  &d.residual_there, &d.scale};
  g_autofree double *memory = g_new (double, n *(G_N_ELEMENTS (vectors) + 2 * n));
  g_autofree uint32_t *pivot = g_new (uint32_t, n);

  d.pivot = pivot;
  d.matrix = memory;
  d.normal = memory + (size_t) n * n;
  for (size_t i = 0; i < G_N_ELEMENTS (vectors); i++)
    *vectors[i] = memory + 2 * (size_t) n * n + i * n;
  if (!problem->evaluate (problem->data, x, d.residual))
    return INFINITY;
  find_weights (&d);
  for (uint32_t i = 0; i < n; i++)
    d.residual[i] *= d.weight[i];
  d.sum = sum_of_squares (n, d.residual);
  descend (&d);
  return sqrt (d.sum);
}
