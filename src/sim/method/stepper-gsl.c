/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GSL's evolve and its step types, and our own of that form, as a SimStepperClass.
 * Inside a step our methods interpolate by themselves; for GSL's a Hermite or Lagrange
 * polynomial goes through points of the step or of those before, found by stepping
 * again. A step is shortened by taking it again; GSL's multistep methods, which cannot
 * go back, leap there by a one-step method and begin anew. */
#include <float.h>
#include <glib.h>
#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#include "sim/denormals.h"
#include "sim/method/interpolant.h"
#include "sim/method/method.h"

/* A rest of at most this share of a step is taken with it, not left over. */
static const double SLIVER = 0.01;

/* Steps of the control of GSL's own methods (GSL's standard control has the same). */
static const double SAFETY = 0.9, SHRINK_MOST = 0.2, GROW_MOST = 5, GROW_FROM = 0.5;

/* A step that cannot be taken again at once is taken in so many. */
enum { N_PIECES = 4 };

typedef struct {
  SimStepper base;
  SimMemory *memory;
  const SimMethod *method;
  SimMethodContext context;
  gsl_odeiv2_system system;
  gsl_odeiv2_step *step;
  gsl_odeiv2_control *control;
  gsl_odeiv2_evolve *evolve;
  gsl_odeiv2_driver driver; /* what GSL's multistep methods ask for their tolerance */
  gsl_odeiv2_step *again; /* for points inside a step, a one-step method; may be NULL */
  SimInterpolant *nodes;
  SimInterpolant *leapt;   /* multistep: of the last step taken again */
  gsl_odeiv2_step *rescue; /* takes the last step in pieces; made with the first */
  SimInterpolant *pieces;  /* of it, if it has_pieces */
  double *error;           /* of steps taken again */
  double *slope;           /* y' at points inside a step */
  double *y_start;

  /* Kept (SimMemory), as are all nodes, slope and y_start. */
  bool has_nodes; /* SIM_BY_INNER_NODES: they belong to the last step */
  size_t n_nodes; /* of the polynomial through the last step */
  bool has_leapt;
  double t_full; /* where that step had ended, with the values y_start */
  bool has_pieces;
  bool is_restored; /* multistep: nothing is known of earlier steps */
} Stepper;

/* ---- control ---- */

typedef struct {
  const SimMethod *method;
  gsl_odeiv2_step *step;
  SimMethodContext *context;
} Control;

static void *
control_alloc (void)
{
  return g_new0 (Control, 1);
}

static int
control_init (void *state, double eps_abs, double eps_rel, double a_y, double a_dydt)
{
  return GSL_SUCCESS;
}

/* shape: the signature is GSL's */
static int
control_adjust (void *vstate,
                size_t n,
                unsigned order,
                const double y[],
                const double yerr[],
                const double yp[],
                double *h)
{
  Control *control = vstate;
  const SimMethod *method = control->method;
  double error = sim_method_norm (control->context, yerr, y);

  /* Accepted: by the method's own rule, else by the usual one. */
  if (error <= 1) {
    control->context->error = error;
    if (method->accept != NULL)
      *h = method->accept (control->step->state, *h, error);
    else if (error < GROW_FROM)
      *h *= CLAMP (SAFETY * pow (MAX (error, 1e-30), -1.0 / (order + 1)), 1, GROW_MOST);
    return GSL_ODEIV_HADJ_NIL;
  }
  /* Rejected. */
  if (!(error <= DBL_MAX))
    *h *= SHRINK_MOST;
  else if (method->reject != NULL)
    *h = method->reject (control->step->state, *h, error);
  else
    *h *= CLAMP (SAFETY * pow (error, -1.0 / order), SHRINK_MOST, SAFETY);
  return GSL_ODEIV_HADJ_DEC;
}

static int
control_level (void *vstate, double y, double dydt, double h, size_t i, double *level)
{
  const SimTolerance *tolerance = &((Control *) vstate)->context->tolerance;

  *level = tolerance->rtol * fabs (y) + tolerance->atol[i];
  return GSL_SUCCESS;
}

static const gsl_odeiv2_control_type control_type = {
    .name = "maximum norm with absolute tolerances by component",
    .alloc = control_alloc,
    .init = control_init,
    .hadjust = control_adjust,
    .errlevel = control_level,
    .set_driver = sim_method_ignore_driver,
    .free = g_free,
};

gsl_odeiv2_control *
sim_method_control_new (const SimMethod *method,
                        gsl_odeiv2_step *step,
                        SimMethodContext *context)
{
  gsl_odeiv2_control *control = gsl_odeiv2_control_alloc (&control_type);

  *(Control *) control->state = (Control){method, step, context};
  return control;
}

/* ---- creation ---- */

/* The one-step method that finds points inside a step; NULL if none is needed. */
static const gsl_odeiv2_step_type *
inner_type (const SimMethod *method)
{
  switch (method->between) {
  case SIM_BY_METHOD:
    return NULL;
  case SIM_BY_INNER_NODES:
    return *method->type;
  case SIM_BY_OLD_SLOPES:
    return gsl_odeiv2_step_rk8pd;
  case SIM_BY_OLD_VALUES:
    return *sim_method_rodas4.type;
  }
  g_assert_not_reached ();
}

static bool
is_multistep (const SimMethod *method)
{
  return method->between == SIM_BY_OLD_SLOPES || method->between == SIM_BY_OLD_VALUES;
}

static void
note_restored (void *stepper)
{
  ((Stepper *) stepper)->is_restored = true;
}

static gsl_odeiv2_step *
step_new (const Stepper *self, const gsl_odeiv2_step_type *type)
{
  gsl_odeiv2_step *step =
      gsl_odeiv2_step_alloc (type, sim_method_dimension (self->base.ode));

  sim_memory_own (self->memory, step, (GDestroyNotify) gsl_odeiv2_step_free);
  return step;
}

/* The evolution of steps by the method. */
static void
make_evolve (Stepper *self, size_t n)
{
  self->system = sim_method_system (&self->context);
  self->step = step_new (self, *self->method->type);
  self->evolve = gsl_odeiv2_evolve_alloc (n);
  sim_memory_own (self->memory, self->evolve, (GDestroyNotify) gsl_odeiv2_evolve_free);
  self->control = sim_method_control_new (self->method, self->step, &self->context);
  sim_memory_own (self->memory, self->control,
                  (GDestroyNotify) gsl_odeiv2_control_free);
  self->driver = (gsl_odeiv2_driver){.sys = &self->system,
                                     .s = self->step,
                                     .c = self->control,
                                     .e = self->evolve,
                                     .h = 1,
                                     .hmax = DBL_MAX};
  gsl_odeiv2_step_set_driver (self->step, &self->driver);
  sim_memory_keep_array (self->memory, &self->evolve->dydt_in, n * sizeof (double));
  sim_memory_keep_array (self->memory, &self->evolve->dydt_out, n * sizeof (double));
  sim_memory_keep (self->memory, &self->evolve->count, sizeof self->evolve->count);
  sim_memory_keep (self->memory, &self->evolve->last_step,
                   sizeof self->evolve->last_step);
}

/* What finds points inside a step. */
static void
make_nodes_for (Stepper *self, size_t n)
{
  const SimMethod *method = self->method;
  bool is_inner = method->between == SIM_BY_INNER_NODES;
  bool with_slopes = is_inner || method->between == SIM_BY_OLD_SLOPES;

  self->pieces = sim_interpolant_new (self->memory, n, N_PIECES + 1, false);
  if (inner_type (method) == NULL) {
    sim_method_room_keep (self->step->state, self->memory);
    return;
  }
  self->again = step_new (self, inner_type (method));
  self->nodes = sim_interpolant_new (self->memory, n,
                                     method->n_nodes + (is_inner ? 2 : 0), with_slopes);
  if (!is_inner)
    self->leapt = sim_interpolant_new (self->memory, n, method->n_nodes, with_slopes);
}

static SimStepper *
stepper_create (const SimStepperClass *class,
                SimMemory *memory,
                const SimOde *ode,
                const SimTolerance *tolerance)
{
  Stepper *self = base_arena_new0 (memory->arena, Stepper);
  size_t n = sim_method_dimension (ode);

  sim_method_begin (&self->base, class, &self->context, memory, ode, tolerance);
  self->memory = memory;
  self->method = class->method;
  make_evolve (self, n);
  make_nodes_for (self, n);
  self->error = base_arena_array (memory->arena, double, n);
  sim_memory_array (memory, &self->slope, n);
  sim_memory_array (memory, &self->y_start, n);
  sim_memory_keep_from (memory, self, has_nodes);
  if (class->is_restarted)
    sim_memory_when_restored (memory, note_restored, self);
  return &self->base;
}

double
sim_method_stepper_stiffness (const SimStepper *stepper)
{
  const Stepper *self = (const Stepper *) stepper;

  return self->method->stiffness != NULL ? self->method->stiffness (self->step->state)
                                         : 0;
}

/* ---- stepping ---- */

/* What the run is told of a step that could not be taken. A value that cannot be had
 * even by the least step is a step that is too small; the other reasons say more. */
static SimStatus
to_status (const Stepper *self)
{
  SimStatus status = self->context.status;

  return status == SIM_OK || status == SIM_BAD_VALUE ? SIM_STEP_TOO_SMALL : status;
}

static SimStatus
stepper_reset (SimStepper *stepper, double t, const double *y, double h)
{
  Stepper *self = (Stepper *) stepper;
  size_t n = sim_method_dimension (stepper->ode);
  double *f = self->slope;

  stepper->t = stepper->t_old = stepper->t_begin = stepper->t_taken = t;
  if (stepper->ode->n > 0)
    memmove (stepper->y, y, stepper->ode->n * sizeof *y);
  memcpy (stepper->y_old, stepper->y, n * sizeof *y);
  /* Nothing of the past holds. */
  gsl_odeiv2_step_reset (self->step);
  gsl_odeiv2_evolve_reset (self->evolve);
  self->has_nodes = self->has_leapt = self->has_pieces = self->is_restored = false;
  stepper->h_next = h;
  if (h > 0 && !is_multistep (self->method))
    return SIM_OK;
  /* A first step from the slopes there, which methods of several steps keep. */
  if (sim_method_rhs (t, stepper->y, f, &self->context) != GSL_SUCCESS)
    return self->context.status;
  if (!(h > 0))
    stepper->h_next = sim_method_first_step (&self->context, f, t, stepper->y,
                                             self->method->first_order);
  if (is_multistep (self->method)) {
    sim_interpolant_clear (self->nodes);
    sim_interpolant_add (self->nodes, t, stepper->y, f);
  }
  return SIM_OK;
}

/* As many points as the method's order needs. While it starts, steps grow fast, and a
 * polynomial through many crowded points and a far one would amplify their errors. */
static size_t
nodes_of_order (const Stepper *self)
{
  size_t order = gsl_odeiv2_step_order (self->step);

  return self->method->between == SIM_BY_OLD_SLOPES ? MAX (order / 2 + 1, 2)
                                                    : order + 1;
}

/* A method whose last step was taken by another one, or in another run, has no history
 * there. */
static void
forget (Stepper *self)
{
  if (self->is_restored)
    sim_method_rhs (self->base.t, self->base.y, self->slope, &self->context);
  gsl_odeiv2_step_reset (self->step);
  gsl_odeiv2_evolve_reset (self->evolve);
  if (is_multistep (self->method)) {
    sim_interpolant_clear (self->nodes);
    sim_interpolant_add (self->nodes, self->base.t, self->base.y, self->slope);
  }
  self->has_leapt = self->has_pieces = self->is_restored = false;
}

/* What a step of ours lacks for its interpolant. */
static void
complete (Stepper *self)
{
  if (self->method->complete != NULL)
    self->method->complete (self->step->state, &self->system);
  self->context.status = SIM_OK;
}

static SimStatus
stepper_step (SimStepper *stepper, double t_stop)
{
  Stepper *self = (Stepper *) stepper;
  size_t n = sim_method_dimension (stepper->ode);
  double rest = t_stop - stepper->t, h = stepper->h_next;

  if (stepper->h_max > 0)
    h = MIN (h, stepper->h_max);
  h = MAX (h, sim_method_least_step (stepper->t));
  bool is_cut = h * (1 + SLIVER) >= rest;
  double h_next = is_cut ? 2 * rest : h; /* beyond t_stop: it is hit exactly */
  stepper->t_old = stepper->t_begin = stepper->t;
  memcpy (stepper->y_old, stepper->y, n * sizeof *stepper->y);
  memcpy (stepper->y_begin, stepper->y, n * sizeof *stepper->y);
  self->context.status = SIM_OK;
  self->has_nodes = false;
  if (self->has_leapt || self->has_pieces || self->is_restored)
    forget (self);
  unsigned long n_failed = self->evolve->failed_steps;
  SimDenormals flush = sim_denormals_begin ();
  int status =
      gsl_odeiv2_evolve_apply (self->evolve, self->control, self->step, &self->system,
                               &stepper->t, t_stop, &h_next, stepper->y);
  if (status == GSL_SUCCESS)
    complete (self);
  sim_denormals_end (flush);
  stepper->stats.n_rejected += self->evolve->failed_steps - n_failed;
  /* The least step itself may end a rounding of the time before its length. */
  bool has_moved =
      stepper->t == t_stop ||
      stepper->t - stepper->t_old >= 0.5 * sim_method_least_step (stepper->t_old);
  if (status != GSL_SUCCESS || !has_moved) {
    stepper->t = stepper->t_old;
    memcpy (stepper->y, stepper->y_old, n * sizeof *stepper->y);
    return to_status (self);
  }
  stepper->t_taken = stepper->t;
  stepper->stats.n_steps++;
  stepper->error = self->context.error;
  stepper->order = gsl_odeiv2_step_order (self->step);
  stepper->h_next = is_cut && stepper->t == t_stop ? h : h_next;
  if (is_multistep (self->method)) {
    sim_interpolant_add (self->nodes, stepper->t, stepper->y, self->evolve->dydt_out);
    self->n_nodes = nodes_of_order (self);
  }
  return SIM_OK;
}

/* ---- inside a step ---- */

/* One step of size h from t_old, where *y stands, with another copy of the method or
 * with the method itself. */
static bool
step_again (Stepper *self, gsl_odeiv2_step *step, double h, double *y, double *f)
{
  bool can_use = (*self->method->type)->can_use_dydt_in;

  return gsl_odeiv2_step_apply (step, self->base.t_begin, h, y, self->error,
                                can_use ? self->evolve->dydt_in : NULL, f,
                                &self->system) == GSL_SUCCESS;
}

static void
make_nodes (Stepper *self)
{
  SimStepper *stepper = &self->base;
  uint32_t n_inside = self->method->n_nodes;
  double h = stepper->t_taken - stepper->t_begin, *y = self->y_start;
  const double *y_taken = stepper->t < stepper->t_taken ? stepper->y_taken : stepper->y;

  sim_interpolant_clear (self->nodes);
  sim_interpolant_add (self->nodes, stepper->t_begin, stepper->y_begin,
                       self->evolve->dydt_in);
  for (uint32_t k = 1; k <= n_inside; k++) {
    double part = h * k / (n_inside + 1);

    memcpy (y, stepper->y_begin, sim_method_dimension (stepper->ode) * sizeof *y);
    if (step_again (self, self->again, part, y, self->slope))
      sim_interpolant_add (self->nodes, stepper->t_begin + part, y, self->slope);
  }
  sim_interpolant_add (self->nodes, stepper->t_taken, y_taken, self->evolve->dydt_out);
  self->has_nodes = true;
}

/* From t_old, where *y stands, to t_end. An iteration may not converge for this very
 * step though it did for a longer one, where a law has a kink; rodas4 iterates nothing.
 */
static bool
go_in_pieces (Stepper *self, double t_end, double *y)
{
  double t_old = self->base.t_begin, h = (t_end - t_old) / N_PIECES;

  if (self->rescue == NULL)
    self->rescue = step_new (self, *sim_method_rodas4.type);
  gsl_odeiv2_step_reset (self->rescue);
  sim_interpolant_clear (self->pieces);
  sim_interpolant_add (self->pieces, t_old, y, NULL);
  for (uint32_t k = 0; k < N_PIECES; k++) {
    double from = t_old + h * k, to = k + 1 < N_PIECES ? from + h : t_end;

    if (gsl_odeiv2_step_apply (self->rescue, from, to - from, y, self->error, NULL,
                               self->slope, &self->system) != GSL_SUCCESS)
      return false;
    if (to > from)
      sim_interpolant_add (self->pieces, to, y, NULL);
  }
  return true;
}

static void
stepper_interpolate (SimStepper *stepper, double t, double *y)
{
  Stepper *self = (Stepper *) stepper;
  uint32_t n = stepper->ode->n;

  if (n == 0)
    return;
  if (t >= stepper->t || t <= stepper->t_old) {
    memcpy (y, t >= stepper->t ? stepper->y : stepper->y_old, n * sizeof *y);
    return;
  }
  if (self->has_pieces) {
    sim_interpolant_evaluate (self->pieces, SIM_INTERPOLANT_MAX, t, y);
    return;
  }
  /* By what the method offers. */
  switch (self->method->between) {
  case SIM_BY_METHOD:
    self->method->interpolate (
        self->step->state,
        (t - stepper->t_begin) / (stepper->t_taken - stepper->t_begin), y);
    return;
  case SIM_BY_INNER_NODES:
    if (!self->has_nodes)
      make_nodes (self);
    sim_interpolant_evaluate (self->nodes, SIM_INTERPOLANT_MAX, t, y);
    return;
  case SIM_BY_OLD_SLOPES:
  case SIM_BY_OLD_VALUES:
    if (self->has_leapt)
      sim_interpolant_evaluate (self->leapt, SIM_INTERPOLANT_MAX, t, y);
    else
      sim_interpolant_evaluate (self->nodes, self->n_nodes, t, y);
    return;
  }
}

/* The last step of a one-step method, or of ndf, whose history stands at t_old until
 * the next step begins. It is shorter than one that was accurate, hence accurate. */
static bool
shorten (Stepper *self, double t_end)
{
  SimStepper *stepper = &self->base;
  size_t size = sim_method_dimension (stepper->ode) * sizeof *stepper->y;

  memcpy (stepper->y, stepper->y_begin, size);
  self->has_pieces = !step_again (self, self->step, t_end - stepper->t_begin,
                                  stepper->y, self->evolve->dydt_out);
  if (!self->has_pieces) {
    complete (self);
    return true;
  }
  memcpy (stepper->y, stepper->y_begin, size);
  return go_in_pieces (self, t_end, stepper->y);
}

/* The same for GSL's multistep methods, which cannot go back: some equal steps of a
 * one-step method, whose ends are the nodes to interpolate. */
static bool
leap (Stepper *self, double t_end)
{
  SimStepper *stepper = &self->base;
  double *f = self->slope, *y = stepper->y;
  double t_old = stepper->t_begin, h = t_end - t_old;
  uint32_t n_steps = self->method->n_nodes - 1;

  sim_interpolant_clear (self->leapt);
  gsl_odeiv2_step_reset (self->again);
  if (sim_method_rhs (t_old, y, f, &self->context) != GSL_SUCCESS)
    return false;
  sim_interpolant_add (self->leapt, t_old, y, f);
  for (uint32_t k = 1; k <= n_steps; k++) {
    double from = t_old + h * (k - 1) / n_steps;
    double to = k < n_steps ? t_old + h * k / n_steps : t_end;

    if (gsl_odeiv2_step_apply (self->again, from, to - from, y, self->error, NULL, f,
                               &self->system) != GSL_SUCCESS)
      return false;
    if (to > from)
      sim_interpolant_add (self->leapt, to, y, f);
  }
  return true;
}

/* Leaps to t_end, or back to the end of the step as it was: then its history holds. */
static bool
leap_or_return (Stepper *self, double t_end)
{
  SimStepper *stepper = &self->base;
  size_t size = sim_method_dimension (stepper->ode) * sizeof *stepper->y;

  if (!self->has_leapt) {
    bool is_ended = stepper->t < stepper->t_taken;

    self->t_full = stepper->t_taken;
    memcpy (self->y_start, is_ended ? stepper->y_taken : stepper->y, size);
  }
  self->has_leapt = t_end < self->t_full;
  memcpy (stepper->y, self->has_leapt ? stepper->y_begin : self->y_start, size);
  return !self->has_leapt || leap (self, t_end);
}

static SimStatus
stepper_redo (SimStepper *stepper, double t_end)
{
  Stepper *self = (Stepper *) stepper;

  self->has_nodes = false;
  self->context.status = SIM_OK;
  SimDenormals flush = sim_denormals_begin ();
  bool is_done = is_multistep (self->method) ? leap_or_return (self, t_end)
                                             : shorten (self, t_end);
  sim_denormals_end (flush);
  if (!is_done)
    return to_status (self);
  stepper->t = stepper->t_taken = t_end;
  return SIM_OK;
}

/* ---- the methods ---- */

static const SimMethod method_rk8pd = {
    .type = &gsl_odeiv2_step_rk8pd,
    .first_order = 8,
    .between = SIM_BY_INNER_NODES,
    .n_nodes = 2,
};
static const SimMethod method_rkf45 = {
    .type = &gsl_odeiv2_step_rkf45,
    .first_order = 5,
    .between = SIM_BY_INNER_NODES,
    .n_nodes = 1,
};
static const SimMethod method_msadams = {
    .type = &gsl_odeiv2_step_msadams,
    .first_order = 2,
    .between = SIM_BY_OLD_SLOPES,
    .n_nodes = 4,
};
static const SimMethod method_msbdf = {
    .type = &gsl_odeiv2_step_msbdf,
    .first_order = 2,
    .between = SIM_BY_OLD_VALUES,
    .n_nodes = 6,
};

#define ON_EVOLVE(id, of)                                                              \
  .name = #id, .method = &of, .create = stepper_create, .reset = stepper_reset,        \
  .step = stepper_step, .interpolate = stepper_interpolate, .redo = stepper_redo,      \
  .end = sim_stepper_end, .go_on = sim_stepper_go_on

const SimStepperClass sim_stepper_dopri5 = {
    ON_EVOLVE (dopri5, sim_method_dopri5),
    .summary = N_ ("Dormand-Prince 5(4), explicit, with dense output"),
};
const SimStepperClass sim_stepper_dop853 = {
    ON_EVOLVE (dop853, sim_method_dop853),
    .summary = N_ ("Dormand-Prince 8(5,3), explicit, with dense output: smooth models"),
};
const SimStepperClass sim_stepper_rodas4 = {
    ON_EVOLVE (rodas4, sim_method_rodas4),
    .summary = N_ ("Rosenbrock 4(3), implicit: stiff models with many events"),
    .is_implicit = true,
};
const SimStepperClass sim_stepper_ndf = {
    ON_EVOLVE (ndf, sim_method_ndf),
    .summary = N_ ("NDF of order 1 to 5, implicit: large stiff models"),
    .is_implicit = true,
};
const SimStepperClass sim_stepper_rk8pd = {
    ON_EVOLVE (rk8pd, method_rk8pd),
    .summary = N_ ("Prince-Dormand 8(7), explicit: tight tolerances"),
};
const SimStepperClass sim_stepper_rkf45 = {
    ON_EVOLVE (rkf45, method_rkf45),
    .summary = N_ ("Fehlberg 4(5), explicit"),
};
const SimStepperClass sim_stepper_msadams = {
    ON_EVOLVE (msadams, method_msadams),
    .summary = N_ ("Adams of order 1 to 12, explicit: smooth models without events"),
    .is_restarted = true,
};
const SimStepperClass sim_stepper_msbdf = {
    ON_EVOLVE (msbdf, method_msbdf),
    .summary =
        N_ ("BDF of order 1 to 5, implicit, dense: smooth models without events"),
    .is_implicit = true,
    .is_restarted = true,
    .max_states = 200,
};
