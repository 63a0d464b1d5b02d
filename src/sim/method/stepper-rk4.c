/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GSL's classical Runge-Kutta method of order 4 with steps of one size, as real-time
 * targets take them. Between the ends of a step lies the cubic with their slopes. Only
 * where a stage beyond an event leaves the domain of what holds in front of it, a step
 * is halved until it does not, and the next ones double again. */
#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#include "sim/method/interpolant.h"
#include "sim/method/method.h"

/* A rest of at most this share of a step is rounding of the times. */
static const double SLIVER = 1e-9;

typedef struct {
  SimStepper base;
  SimMethodContext context;
  gsl_odeiv2_system system;
  gsl_odeiv2_step *step;
  SimInterpolant *nodes;
  double *error; /* the method computes it, nobody looks at it */
  double *slope;
  double *slope_old;
  double
      part; /* kept (SimMemory): of the step size, 1 but in front of a domain's end */
} Fixed;

static SimStepper *
fixed_create (const SimStepperClass *class,
              SimMemory *memory,
              const SimOde *ode,
              const SimTolerance *tolerance)
{
  Fixed *self = base_arena_new0 (memory->arena, Fixed);
  size_t n = sim_method_dimension (ode);

  sim_method_begin (&self->base, class, &self->context, memory, ode, tolerance);
  self->system = sim_method_system (&self->context);
  self->step = gsl_odeiv2_step_alloc (gsl_odeiv2_step_rk4, n);
  sim_memory_own (memory, self->step, (GDestroyNotify) gsl_odeiv2_step_free);
  self->nodes = sim_interpolant_new (memory, n, 2, true);
  self->error = base_arena_array (memory->arena, double, n);
  sim_memory_array (memory, &self->slope, n);
  sim_memory_array (memory, &self->slope_old, n);
  sim_memory_keep_from (memory, self, part);
  return &self->base;
}

static SimStatus
fixed_reset (SimStepper *stepper, double t, const double *y, double h)
{
  Fixed *self = (Fixed *) stepper;

  stepper->t = stepper->t_old = stepper->t_begin = stepper->t_taken = t;
  if (stepper->ode->n > 0)
    memmove (stepper->y, y, stepper->ode->n * sizeof *y);
  memcpy (stepper->y_old, stepper->y, stepper->ode->n * sizeof *y);
  stepper->h_next = stepper->h_fixed;
  stepper->error = 1;
  self->part = 1;
  if (sim_method_rhs (t, stepper->y, self->slope, &self->context) != GSL_SUCCESS)
    return self->context.status;
  sim_interpolant_clear (self->nodes);
  sim_interpolant_add (self->nodes, t, stepper->y, self->slope);
  return SIM_OK;
}

/* From t_begin, y_begin to t_new. */
static SimStatus
go (Fixed *self, double t_new)
{
  SimStepper *stepper = &self->base;
  size_t n = sim_method_dimension (stepper->ode);

  memcpy (stepper->y, stepper->y_begin, n * sizeof *stepper->y);
  self->context.status = SIM_BAD_VALUE;
  int status = gsl_odeiv2_step_apply (self->step, stepper->t_begin,
                                      t_new - stepper->t_begin, stepper->y, self->error,
                                      self->slope_old, self->slope, &self->system);
  if (status != GSL_SUCCESS) {
    memcpy (stepper->y, stepper->y_begin, n * sizeof *stepper->y);
    return self->context.status;
  }
  for (uint32_t i = 0; i < stepper->ode->n; i++)
    if (!isfinite (stepper->y[i])) {
      memcpy (stepper->y, stepper->y_begin, n * sizeof *stepper->y);
      return SIM_BAD_VALUE;
    }
  /* The cubic over the step. */
  stepper->t = stepper->t_taken = t_new;
  sim_interpolant_clear (self->nodes);
  sim_interpolant_add (self->nodes, stepper->t_begin, stepper->y_begin,
                       self->slope_old);
  sim_interpolant_add (self->nodes, t_new, stepper->y, self->slope);
  return SIM_OK;
}

static SimStatus
fixed_step (SimStepper *stepper, double t_stop)
{
  Fixed *self = (Fixed *) stepper;
  size_t n = sim_method_dimension (stepper->ode);
  double t = stepper->t, h = stepper->h_fixed;
  double *slope = self->slope;

  if (stepper->h_max > 0)
    h = MIN (h, stepper->h_max);
  if (!(h > sim_method_least_step (t)))
    return SIM_STEP_TOO_SMALL;
  self->slope = self->slope_old;
  self->slope_old = slope;
  stepper->t_old = stepper->t_begin = t;
  memcpy (stepper->y_old, stepper->y, n * sizeof *stepper->y);
  memcpy (stepper->y_begin, stepper->y, n * sizeof *stepper->y);
  /* Parts of the step where the right-hand side has no value. */
  SimStatus status;
  for (;;) {
    double step = h * self->part;
    status = go (self, step * (1 + SLIVER) >= t_stop - t ? t_stop : t + step);
    if (status != SIM_BAD_VALUE || !(0.5 * step > sim_method_least_step (t)))
      break;
    self->part *= 0.5;
    stepper->stats.n_rejected++;
  }
  self->part = MIN (2 * self->part, 1);
  stepper->stats.n_steps++;
  return status;
}

static void
fixed_interpolate (SimStepper *stepper, double t, double *y)
{
  Fixed *self = (Fixed *) stepper;

  if (stepper->ode->n > 0)
    sim_interpolant_evaluate (self->nodes, 2, t, y);
}

static SimStatus
fixed_redo (SimStepper *stepper, double t_end)
{
  return go ((Fixed *) stepper, t_end);
}

const SimStepperClass sim_stepper_rk4 = {
    .name = "rk4",
    .summary = N_ ("Runge-Kutta 4 with fixed steps"),
    .is_fixed = true,
    .create = fixed_create,
    .reset = fixed_reset,
    .step = fixed_step,
    .interpolate = fixed_interpolate,
    .redo = fixed_redo,
    .end = sim_stepper_end,
    .go_on = sim_stepper_go_on,
};
