/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Differential equations with known answers, as SimOde, for tests and benchmarks. Every
 * one has its analytic Jacobian, factored by SimSparse. */

#include "sim/method/stepper.h"
#include "sim/solve/sparse.h"

#include <glib.h>
#include <math.h>
#include <string.h>

typedef struct Problem Problem;

typedef void (*ProblemRhs) (const Problem *p, double t, const double *y, double *f);
/* Fills the values in the order of the pattern. */
typedef void (*ProblemJacobian) (const Problem *p,
                                 double t,
                                 const double *y,
                                 double *v);

struct Problem {
  SimOde ode;
  ProblemRhs rhs;
  ProblemJacobian jacobian;
  SimMemory *memory; /* of the sparse matrix, and of steppers */
  SimSparse *sparse;
  uint32_t *col_start;
  uint32_t *row;
  double bound;     /* of |J| */
  double bad_below; /* y[0] below it is a bad value */
  double k, d;      /* parameters */
  double atol[3];   /* small problems */
  uint64_t n_bad;
};

static inline SimStatus
problem_rhs (void *data, double t, const double *y, double *f)
{
  Problem *p = data;

  if (p->ode.n > 0 && y[0] < p->bad_below) {
    p->n_bad++;
    return SIM_BAD_VALUE;
  }
  p->rhs (p, t, y, f);
  return SIM_OK;
}

static inline SimStatus
problem_refresh (void *data, double t, const double *y)
{
  Problem *p = data;

  p->jacobian (p, t, y, sim_sparse_values (p->sparse));
  return SIM_OK;
}

static inline SimStatus
problem_factor (void *data, double gamma)
{
  Problem *p = data;

  return sim_sparse_factor (p->sparse, gamma);
}

static inline SimStatus
problem_solve (void *data, double *b)
{
  Problem *p = data;

  sim_sparse_solve (p->sparse, b);
  return SIM_OK;
}

static inline SimStatus
problem_dense (void *data, double t, const double *y, double *dfdy)
{
  Problem *p = data;
  uint32_t n = p->ode.n;

  memset (dfdy, 0, sizeof (double) * n * n);
  p->jacobian (p, t, y, sim_sparse_values (p->sparse));
  for (uint32_t c = 0; c < n; c++)
    for (uint32_t k = p->col_start[c]; k < p->col_start[c + 1]; k++)
      dfdy[p->row[k] * n + c] = sim_sparse_values (p->sparse)[k];
  return SIM_OK;
}

/* Takes over the pattern. */
static inline Problem *
problem_new (uint32_t n,
             ProblemRhs rhs,
             ProblemJacobian jacobian,
             uint32_t *col_start,
             uint32_t *row)
{
  Problem *p = g_new0 (Problem, 1);

  p->ode = (SimOde){.n = n,
                    .data = p,
                    .rhs = problem_rhs,
                    .refresh = problem_refresh,
                    .factor = problem_factor,
                    .solve = problem_solve,
                    .dense = problem_dense};
  p->rhs = rhs;
  p->jacobian = jacobian;
  p->col_start = col_start;
  p->row = row;
  p->memory = sim_memory_new ();
  p->sparse = sim_sparse_new (p->memory, n, n, col_start, row);
  p->bad_below = -INFINITY;
  return p;
}

/* With a full pattern. */
static inline Problem *
problem_new_small (uint32_t n, ProblemRhs rhs, ProblemJacobian jacobian)
{
  uint32_t *col_start = g_new0 (uint32_t, n + 1), *row = g_new0 (uint32_t, n * n + 1);

  for (uint32_t c = 0; c < n; c++) {
    col_start[c + 1] = (c + 1) * n;
    for (uint32_t r = 0; r < n; r++)
      row[c * n + r] = r;
  }
  return problem_new (n, rhs, jacobian, col_start, row);
}

static inline void
problem_free (Problem *p)
{
  sim_memory_free (p->memory);
  g_free (p->col_start);
  g_free (p->row);
  g_free (p);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Problem, problem_free)

/* ---- y' = -y ---- */

static inline void
decay_rhs (const Problem *p, double t, const double *y, double *f)
{
  f[0] = -y[0];
}

static inline void
decay_jacobian (const Problem *p, double t, const double *y, double *v)
{
  v[0] = -1;
}

/* ---- y'' = -y: (cos t, -sin t) ---- */

static inline void
oscillator_rhs (const Problem *p, double t, const double *y, double *f)
{
  f[0] = y[1];
  f[1] = -y[0];
}

static inline void
oscillator_jacobian (const Problem *p, double t, const double *y, double *v)
{
  v[0] = 0;
  v[1] = -1;
  v[2] = 1;
  v[3] = 0;
}

/* ---- Prothero-Robinson: y' = k (y - sin t) + cos t: sin t ---- */

static inline void
prothero_rhs (const Problem *p, double t, const double *y, double *f)
{
  f[0] = p->k * (y[0] - sin (t)) + cos (t);
}

static inline void
prothero_jacobian (const Problem *p, double t, const double *y, double *v)
{
  v[0] = p->k;
}

/* ---- y' = y cos t (not autonomous, not linear in t): exp (sin t) ---- */

static inline void
wave_rhs (const Problem *p, double t, const double *y, double *f)
{
  f[0] = y[0] * cos (t);
}

static inline void
wave_jacobian (const Problem *p, double t, const double *y, double *v)
{
  v[0] = cos (t);
}

/* ---- Robertson's reaction (Hairer & Wanner, Solving ODEs II, (IV.1.4)) ---- */

static inline void
robertson_rhs (const Problem *p, double t, const double *y, double *f)
{
  f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
  f[2] = 3e7 * y[1] * y[1];
  f[1] = -f[0] - f[2];
}

static inline void
robertson_jacobian (const Problem *p, double t, const double *y, double *v)
{
  const double j[9] = {
      -0.04,      0.04,       0,           1e4 * y[2], -1e4 * y[2] - 6e7 * y[1],
      6e7 * y[1], 1e4 * y[1], -1e4 * y[1], 0};

  memcpy (v, j, sizeof j);
}

/* ---- van der Pol: y'' = k (1 - y^2) y' - y ---- */

static inline void
vanderpol_rhs (const Problem *p, double t, const double *y, double *f)
{
  f[0] = y[1];
  f[1] = p->k * (1 - y[0] * y[0]) * y[1] - y[0];
}

static inline void
vanderpol_jacobian (const Problem *p, double t, const double *y, double *v)
{
  v[0] = 0;
  v[1] = -2 * p->k * y[0] * y[1] - 1;
  v[2] = 1;
  v[3] = p->k * (1 - y[0] * y[0]);
}

/* ---- chain of N unit masses, s and v by turns; wall at 0, unit force at the end ----
 */

static inline void
chain_rhs (const Problem *p, double t, const double *y, double *f)
{
  uint32_t n = p->ode.n / 2;
  double pull = p->k * y[0] + p->d * y[1]; /* of the link to the left */

  for (uint32_t i = 0; i < n; i++) {
    const double *m = y + 2 * i;
    double next = i + 1 < n ? p->k * (m[2] - m[0]) + p->d * (m[3] - m[1]) : 1;

    f[2 * i] = m[1];
    f[2 * i + 1] = next - pull;
    pull = next;
  }
}

static inline void
chain_jacobian (const Problem *p, double t, const double *y, double *v)
{
  uint32_t n = p->ode.n / 2;

  for (uint32_t i = 0; i < n; i++) {
    int n_links = i + 1 < n ? 2 : 1;

    for (int c = 0; c < 2; c++) {
      double w = c == 0 ? p->k : p->d;

      if (i > 0)
        *v++ = w;
      if (c == 1)
        *v++ = 1;
      *v++ = -w * n_links;
      if (i + 1 < n)
        *v++ = w;
    }
  }
}

static inline Problem *
problem_new_chain (uint32_t n_masses, double k, double d)
{
  uint32_t n = 2 * n_masses, at = 0;
  uint32_t *col_start = g_new0 (uint32_t, n + 1), *row = g_new0 (uint32_t, 4 * n);

  for (uint32_t i = 0; i < n_masses; i++)
    for (uint32_t c = 0; c < 2; c++) {
      if (i > 0)
        row[at++] = 2 * i - 1;
      if (c == 1)
        row[at++] = 2 * i;
      row[at++] = 2 * i + 1;
      if (i + 1 < n_masses)
        row[at++] = 2 * i + 3;
      col_start[2 * i + c + 1] = at;
    }
  Problem *p = problem_new (n, chain_rhs, chain_jacobian, col_start, row);
  p->k = k;
  p->d = d;
  return p;
}

/* ---- running ---- */

/* Steps to t_end; y gets the values there. */
static inline SimStatus
problem_run (SimStepper *stepper, double t_end)
{
  SimStatus status = SIM_OK;

  while (status == SIM_OK && stepper->t < t_end)
    status = stepper->class->step (stepper, t_end);
  return status;
}
