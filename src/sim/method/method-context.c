/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all methods on GSL have in common: right-hand side and Jacobian as GSL calls
 * them, with the reason kept why a value cannot be had, the least step that makes
 * progress, and the error norm and first step of Hairer, Norsett & Wanner, Solving ODEs
 * I, II.4. */
#include <float.h>
#include <glib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#include "sim/method/method.h"

/* Steps below this many rounding units of t are too small to make progress. Near t = 0
 * the time scale, in s, stands for t: nothing mechanical happens in 1e-17 s, and steps
 * below it only creep along rounding errors. */
static const double LEAST_UNITS = 64, LEAST_SCALE = 1e-3;

/* The error of one step is held to this share of the tolerance. Local errors of an
 * oscillation add up over thousands of periods; people judge the curve, not the step. A
 * fifth costs an explicit method of order 5 a third more steps. */
static const double LOCAL_SHARE = 0.2;

size_t
sim_method_dimension (const SimOde *ode)
{
  return MAX (ode->n, 1);
}

void
sim_method_init (SimMethodContext *context,
                 SimMemory *memory,
                 const SimOde *ode,
                 const SimTolerance *tolerance,
                 SimStats *stats)
{
  BaseArena *arena = memory->arena;
  size_t n = sim_method_dimension (ode);
  double *atol = base_arena_array (arena, double, n);

  atol[0] = 1;
  for (uint32_t i = 0; i < ode->n; i++)
    atol[i] = MAX (LOCAL_SHARE * tolerance->atol[i], DBL_MIN);
  *context = (SimMethodContext){.ode = ode,
                                .tolerance = {LOCAL_SHARE * tolerance->rtol, atol},
                                .stats = stats,
                                .work = base_arena_array (arena, double, 2 * n)};
  sim_memory_keep (memory, &context->status, sizeof context->status);
}

void
sim_method_begin (SimStepper *stepper,
                  const SimStepperClass *class,
                  SimMethodContext *context,
                  SimMemory *memory,
                  const SimOde *ode,
                  const SimTolerance *tolerance)
{
  size_t n = sim_method_dimension (ode);

  sim_method_init (context, memory, ode, tolerance, &stepper->stats);
  stepper->class = class;
  stepper->ode = ode;
  stepper->tolerance = context->tolerance;
  sim_memory_array (memory, &stepper->y, n);
  sim_memory_array (memory, &stepper->y_old, n);
  sim_memory_array (memory, &stepper->y_begin, n);
  sim_memory_array (memory, &stepper->y_taken, n);
  sim_memory_keep_from (memory, stepper, t_old);
}

/* A value that cannot be computed here may be computable closer to the last point. */
static int
to_gsl (SimMethodContext *context, SimStatus status)
{
  bool is_near =
      status == SIM_BAD_VALUE || status == SIM_NO_CONVERGENCE || status == SIM_SINGULAR;

  context->status = status;
  return status == SIM_OK ? GSL_SUCCESS : is_near ? GSL_FAILURE : GSL_EBADFUNC;
}

int
sim_method_rhs (double t, const double *y, double *f, void *data)
{
  SimMethodContext *context = data;

  context->stats->n_rhs++;
  f[0] = 0;
  return to_gsl (context, context->ode->rhs (context->ode->data, t, y, f));
}

int
sim_method_refresh (SimMethodContext *context, double t, const double *y)
{
  if (context->ode->n == 0)
    return GSL_SUCCESS;
  context->stats->n_jacobians++;
  return to_gsl (context, context->ode->refresh (context->ode->data, t, y));
}

int
sim_method_factor (SimMethodContext *context, double gamma)
{
  if (context->ode->n == 0)
    return GSL_SUCCESS;
  context->stats->n_factors++;
  return to_gsl (context, context->ode->factor (context->ode->data, gamma));
}

int
sim_method_solve (SimMethodContext *context, double *b)
{
  if (context->ode->n == 0)
    return GSL_SUCCESS;
  return to_gsl (context, context->ode->solve (context->ode->data, b));
}

/* The dense Jacobian and, by a one-sided difference, df/dt. */
static int
dense_jacobian (double t, const double *y, double *dfdy, double *dfdt, void *data)
{
  SimMethodContext *context = data;
  const SimOde *ode = context->ode;
  size_t n = sim_method_dimension (ode);
  double dt = sqrt (DBL_EPSILON * MAX (1e-5, fabs (t)));
  int status = GSL_SUCCESS;

  dfdy[0] = 0;
  if (ode->n > 0) {
    context->stats->n_jacobians++;
    status = to_gsl (context, ode->dense (ode->data, t, y, dfdy));
  }
  if (status == GSL_SUCCESS)
    status = sim_method_rhs (t + dt, y, dfdt, context);
  if (status == GSL_SUCCESS)
    status = sim_method_rhs (t, y, context->work, context);
  for (size_t i = 0; i < n; i++)
    dfdt[i] = (dfdt[i] - context->work[i]) / dt;
  return status;
}

gsl_odeiv2_system
sim_method_system (SimMethodContext *context)
{
  return (gsl_odeiv2_system){.function = sim_method_rhs,
                             .jacobian = dense_jacobian,
                             .dimension = sim_method_dimension (context->ode),
                             .params = context};
}

double
sim_method_norm (const SimMethodContext *context, const double *e, const double *y)
{
  double rtol = context->tolerance.rtol, largest = 0;
  bool is_finite = true;

  for (uint32_t i = 0; i < context->ode->n; i++) {
    double scaled = fabs (e[i]) / (rtol * fabs (y[i]) + context->tolerance.atol[i]);

    largest = scaled > largest ? scaled : largest;
    is_finite &= scaled <= DBL_MAX;
  }
  return is_finite ? largest : INFINITY;
}

double
sim_method_first_step (SimMethodContext *context,
                       const double *f,
                       double t,
                       const double *y,
                       unsigned order)
{
  size_t n = sim_method_dimension (context->ode);
  double d0 = sim_method_norm (context, y, y);
  double d1 = sim_method_norm (context, f, y);
  /* What is smaller than its tolerance, as the creep of what stuck, sets no scale. */
  double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * (MAX (d0, 1) / d1);
  double *y1 = context->work, *f1 = context->work + n;

  for (size_t i = 0; i < n; i++)
    y1[i] = y[i] + h0 * f[i];
  if (sim_method_rhs (t + h0, y1, f1, context) != GSL_SUCCESS)
    return MAX (1e-3 * h0, sim_method_least_step (t));
  for (size_t i = 0; i < n; i++)
    f1[i] -= f[i];
  double d2 = sim_method_norm (context, f1, y) / h0;
  double bend = MAX (d1, d2);
  double h1 = bend <= 1e-15 ? MAX (1e-6, 1e-3 * h0) : pow (0.01 / bend, 1.0 / order);
  return MAX (MIN (100 * h0, h1), sim_method_least_step (t));
}

double
sim_method_least_step (double t)
{
  return LEAST_UNITS * DBL_EPSILON * MAX (fabs (t), LEAST_SCALE);
}

/* ---- states of our own methods ---- */

void *
sim_method_room_new (size_t n, size_t n_vectors, size_t size, size_t kept_from)
{
  SimMethodRoom *room = g_malloc0 (size);

  *room = (SimMethodRoom){n, n_vectors, g_new0 (double, n *n_vectors), size, kept_from};
  return room;
}

void
sim_method_room_free (void *state)
{
  SimMethodRoom *room = state;

  g_free (room->vectors);
  g_free (room);
}

void
sim_method_room_keep (void *state, SimMemory *memory)
{
  SimMethodRoom *room = state;

  sim_memory_keep_array (memory, &room->vectors,
                         room->n * room->n_vectors * sizeof (double));
  sim_memory_keep (memory, (char *) state + room->kept_from,
                   room->size - room->kept_from);
}

int
sim_method_first_slope (const gsl_odeiv2_system *sys,
                        double t,
                        const double *y,
                        const double *dydt_in,
                        double *k)
{
  if (dydt_in == NULL)
    return GSL_ODEIV_FN_EVAL (sys, t, y, k);
  memcpy (k, dydt_in, sys->dimension * sizeof *k);
  return GSL_SUCCESS;
}

double
sim_method_stiffness (size_t n,
                      double h,
                      const double *restrict k1,
                      const double *restrict k2,
                      const double *restrict y1,
                      const double *restrict y2)
{
  double up = 0, down = 0;

  for (size_t i = 0; i < n; i++) {
    up += (k1[i] - k2[i]) * (k1[i] - k2[i]);
    down += (y1[i] - y2[i]) * (y1[i] - y2[i]);
  }
  return down > 0 ? h * sqrt (up / down) : 0;
}

int
sim_method_ignore_driver (void *state, const gsl_odeiv2_driver *driver)
{
  return GSL_SUCCESS;
}
