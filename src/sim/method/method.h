/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gsl/gsl_odeiv2.h>

#include "sim/method/stepper.h"

/* Dashpot's own integration methods as GSL step types. They run under GSL's evolve,
 * control and driver like its built-in ones, provided that the gsl_odeiv2_system comes
 * from sim_method_system(). What GSL's interface has no place for (the interpolant,
 * the next step size, a stiffness estimate) stands beside the type in a SimMethod,
 * whose functions take gsl_odeiv2_step.state. */

/* What one run's method works on: the params of its gsl_odeiv2_system. */
typedef struct {
  const SimOde *ode;
  SimTolerance tolerance; /* atol holds at least one entry */
  SimStats *stats;
  SimStatus status; /* why the last evaluation gave no value */
  double error;     /* of the last step that was accepted, in tolerances */
  double *work;     /* two vectors, used within one call only */
} SimMethodContext;

/* Copies the tolerance into the memory, which keeps the status. `ode` and `stats` must
 * live as long. */
void sim_method_init (SimMethodContext *context,
                      SimMemory *memory,
                      const SimOde *ode,
                      const SimTolerance *tolerance,
                      SimStats *stats);

/* What all steppers with a context begin with, that included. */
void sim_method_begin (SimStepper *stepper,
                       const SimStepperClass *class,
                       SimMethodContext *context,
                       SimMemory *memory,
                       const SimOde *ode,
                       const SimTolerance *tolerance);

/* GSL knows no empty systems: n = 0 becomes y' = 0. */
size_t sim_method_dimension (const SimOde *ode);

/* Right-hand side, counted; any status but GSL_SUCCESS has its reason in `status`.
 * GSL_FAILURE asks for a smaller step, GSL_EBADFUNC ends the run. */
int sim_method_rhs (double t, const double *y, double *f, void *context);
int sim_method_refresh (SimMethodContext *context, double t, const double *y);
int sim_method_factor (SimMethodContext *context, double gamma);
int sim_method_solve (SimMethodContext *context, double *b);

gsl_odeiv2_system sim_method_system (SimMethodContext *context);

/* Greatest |e_i| / (rtol |y_i| + atol_i); infinity if any is not finite. */
double sim_method_norm (const SimMethodContext *context,
                        const double *e,
                        const double *y);

/* A first step from the derivative f = y'(t) (Hairer, Norsett & Wanner, Solving ODEs I,
 * II.4) for a method of that order. */
double sim_method_first_step (SimMethodContext *context,
                              const double *f,
                              double t,
                              const double *y,
                              unsigned order);

/* The least step that still changes t. */
double sim_method_least_step (double t);

/* How values inside a step are found. */
typedef enum {
  SIM_BY_METHOD,      /* the method's own interpolant */
  SIM_BY_INNER_NODES, /* Hermite over the step's ends and points found by stepping again
                       */
  SIM_BY_OLD_SLOPES,  /* Hermite over the last points: multistep, not stiff */
  SIM_BY_OLD_VALUES   /* Lagrange over the last points: multistep, stiff */
} SimBetween;

struct SimMethod {
  const gsl_odeiv2_step_type *const *type;
  unsigned first_order; /* of the first step */
  SimBetween between;
  uint32_t n_nodes; /* SIM_BY_INNER_NODES: inside; SIM_BY_OLD_...: kept */

  /* The rest is NULL for GSL's own methods.
   * Evaluates what the solution within the step just taken needs beside it, whether it
   * is looked at or not, so that rows decide nothing; NULL: nothing. */
  void (*complete) (void *state, const gsl_odeiv2_system *system);

  /* Solution within the last step, 0 <= theta <= 1. */
  void (*interpolate) (const void *state, double theta, double *y);

  /* The last step of size h was accepted (error <= 1) or not: the size of the next. */
  double (*accept) (void *state, double h, double error);
  double (*reject) (void *state, double h, double error);

  /* h * |lambda| seen in the last step; NULL if the method does not see it. */
  double (*stiffness) (const void *state);
};

/* What the state of each of our own methods begins with: its vectors, of n entries, and
 * which of its bytes are kept (SimMemory) beside them, from that one to its end. */
typedef struct {
  size_t n;
  size_t n_vectors;
  double *vectors;
  size_t size;
  size_t kept_from;
} SimMethodRoom;

/* A state of `size` bytes, zeros but for the room that it begins with. */
void *sim_method_room_new (size_t n, size_t n_vectors, size_t size, size_t kept_from);
void sim_method_room_free (void *state);
void sim_method_room_keep (void *state, SimMemory *memory);

/* y'(t) where a step begins, in `k`: a copy of GSL's `dydt_in`, or evaluated where that
 * is NULL. A status of GSL's. */
int sim_method_first_slope (const gsl_odeiv2_system *sys,
                            double t,
                            const double *y,
                            const double *dydt_in,
                            double *k);

/* h |lambda| from slopes k1 and k2 at n values y1 and y2 of one time, that at the end
 * of a step of size h: h |k1 - k2| / |y1 - y2| (Hairer & Wanner, Solving ODEs II,
 * IV.2); 0 if the values are the same. */
double sim_method_stiffness (size_t n,
                             double h,
                             const double *restrict k1,
                             const double *restrict k2,
                             const double *restrict y1,
                             const double *restrict y2);

/* For set_driver of GSL's steps and controls: the tolerance comes with the
 * SimMethodContext.
 */
int sim_method_ignore_driver (void *state, const gsl_odeiv2_driver *driver);

/* Such a method as GSL has them, `id`_type, of functions that begin with its name; the
 * rest is what GSL asks about derivatives. */
#define SIM_METHOD_STEP_TYPE(id, ...)                                                  \
  static const gsl_odeiv2_step_type *const id##_type = &(const gsl_odeiv2_step_type)   \
  {                                                                                    \
    .name = #id, .alloc = id##_alloc, .apply = id##_apply, .reset = id##_reset,        \
    .set_driver = sim_method_ignore_driver, .order = id##_order,                       \
    .free = sim_method_room_free, __VA_ARGS__                                          \
  }

/* How each of them is controlled: GSL's control type for an error norm by component,
 * with the step sizes that the method proposes. The control belongs to the caller. */
gsl_odeiv2_control *sim_method_control_new (const SimMethod *method,
                                            gsl_odeiv2_step *step,
                                            SimMethodContext *context);

extern const SimMethod sim_method_dopri5, sim_method_dop853, sim_method_rodas4,
    sim_method_ndf;

/* h * |lambda| in the last step of a stepper on GSL's evolve and a control of the kind
 * above; 0 if unknown. */
double sim_method_stepper_stiffness (const SimStepper *self);

extern const SimStepperClass sim_stepper_dopri5, sim_stepper_dop853, sim_stepper_rodas4,
    sim_stepper_ndf, sim_stepper_auto, sim_stepper_rk8pd, sim_stepper_rkf45,
    sim_stepper_msadams, sim_stepper_msbdf, sim_stepper_rk4;
