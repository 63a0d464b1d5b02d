/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Begins explicit and changes to an implicit method when the model turns out stiff, and
 * back. Explicit: of order 5, or of order 8 where the tolerance is tight and restarts
 * are rare; both see h |lambda| in each step. Implicit: |lambda| comes
 * from a power iteration on differences of y', one turn every few steps. A lightly
 * damped oscillation never shows h |lambda| > 3, since accuracy keeps h below, and
 * stays with the explicit method, which does not damp it. */
#include <float.h>
#include <glib.h>
#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#include "sim/method/method.h"

/* From this tolerance on the method of order 8 takes fewer right-hand sides for the
 * same error (chains, pendulums, linkages, Pleiades: 0.4 to 0.9 times as many at 1e-8,
 * as many at 1e-6), if no restart ends its long steps time and again: with fewer than
 * so many between two of them order 5 is the cheaper one (stick-slip with 55: half the
 * cost). */
static const double TIGHT = 1e-7, RARE_RESTARTS = 100;

/* Stability lets it take steps so much longer. */
static const double REACH = 2;

/* Stiff: h |lambda| stands this high in so many steps more than not. */
static const double STIFF_LEVEL = 3;
enum { STIFF_STEPS = 15 };

/* Fast modes that are damped, but not overdamped, hold an explicit method below that
 * level, as an oscillation that must be followed does. Which it is, a trial tells:
 * where h |lambda| is about this in the sliding mean, the implicit method takes some
 * steps and stays once the last ones get further for the same work. What the explicit
 * one left of the fast modes must die away before that, so trials may be as long as
 * their share of the steps between them. */
static const double SUSPECT_LEVEL = 1, LEVEL_SHARE = 0.02, TRIAL_GAIN = 1.5;
enum { WINDOW = 100, TRIAL_WAIT = 300, TRIAL_WAIT_MOST = 1000000 };
enum { TRIAL_ROUGH = 10, TRIAL_SMOOTH = 30, TRIAL_SHARE = 30 };

/* Work besides right-hand sides, in units of one: a solution of the matrix, once for
 * each of them, its factors, its entries. */
static const double WORK_SOLVE = 1, WORK_FACTOR = 3, WORK_ENTRIES = 1;

/* An explicit method pays again when stability would allow it steps as long. */
static const double CALM_LEVEL = 1;
enum { CALM_PROBES = 8, CALM_PROBES_MOST = 512 };

enum { STEPS_PER_PROBE = 4, PROBES_TO_SETTLE = 6 };

/* With fewer steps between restarts than this, or with so few states, the one-step
 * method is the better one: it damps oscillations three thousand times less and costs
 * at most twice as much. */
static const double MANY_RESTARTS = 30;
enum { FEW_STATES = 200 };

/* The errors of NDF steps all have one sign in an oscillation. With this share of the
 * tolerance the drift of its energy is below 1e-4 in 1,000 periods at 1e-8. */
static const double SMOOTH_SHARE = 0.1;

typedef enum {
  EASY,   /* dopri5 */
  FINE,   /* dop853 */
  SMOOTH, /* ndf */
  ROUGH,  /* rodas4 */
  N_METHODS
} Method;

typedef struct {
  SimStepper base;
  SimMethodContext context; /* for the probes */
  SimStepper *method[N_METHODS];
  double *direction;
  double *rate;
  double *rate_there;
  double *there;
  double rtol; /* of the run, not of its steps */

  /* Kept (SimMemory), as are these vectors and the methods. */
  Method active; /* took the last step */
  Method next;   /* takes the next one */
  SimStats probes;
  uint64_t n_switches;
  int n_stiff; /* net count of steps with high h |lambda| */
  int n_calm;  /* net count of probes with low h |lambda| */
  int n_calm_to_leave;
  double log_level;         /* sliding mean of h |lambda| */
  int n_easy;               /* steps of the explicit method since it was last judged */
  int n_to_trial;           /* so many are wanted */
  double t_mark;            /* a stretch that is judged: where it began */
  double work_mark;         /* and the work until there */
  double pace_easy;         /* time for a unit of work */
  int n_trial;              /* steps of a trial; 0: there is none */
  int n_probes;             /* since the change to an implicit method */
  int n_steps;              /* since the last restart */
  double steps_per_restart; /* sliding mean */
  double log_lambda;        /* sliding mean */
} Auto;

static SimStepper *
active (const Auto *self)
{
  return self->method[self->active];
}

static void
aim (Auto *self)
{
  for (uint32_t i = 0; i < self->base.ode->n; i++)
    self->direction[i] =
        (i * 2654435761u >> 16 & 1 ? 1 : -1) * self->context.tolerance.atol[i];
  self->n_probes = 0;
  self->log_lambda = 0;
}

/* What the outside sees is what the active stepper has. */
static void
mirror (void *object)
{
  Auto *self = object;
  const SimStepper *seen = active (self);
  SimStats *stats = &self->base.stats;

  self->base.t = seen->t;
  self->base.t_old = seen->t_old;
  self->base.t_begin = seen->t_begin;
  self->base.t_taken = seen->t_taken;
  self->base.y = seen->y;
  self->base.y_old = seen->y_old;
  self->base.y_begin = seen->y_begin;
  self->base.y_taken = seen->y_taken;
  self->base.h_next = seen->h_next;
  self->base.error = seen->error;
  self->base.order = seen->order;
  /* The sum of what all methods and the probes cost. */
  *stats = self->probes;
  stats->n_switches = self->n_switches;
  for (size_t i = 0; i < N_METHODS; i++) {
    const SimStats *part = &self->method[i]->stats;

    stats->n_steps += part->n_steps;
    stats->n_rejected += part->n_rejected;
    stats->n_rhs += part->n_rhs;
    stats->n_jacobians += part->n_jacobians;
    stats->n_factors += part->n_factors;
  }
}

static SimStepper *
create_part (Auto *self,
             const SimStepperClass *class,
             SimMemory *memory,
             const SimTolerance *tolerance)
{
  return class->create (class, memory, self->base.ode, tolerance);
}

static SimStepper *
create_smooth (Auto *self, SimMemory *memory, const SimTolerance *tolerance)
{
  g_autofree double *atol = g_new0 (double, self->base.ode->n + 1);
  const SimTolerance tighter = {SMOOTH_SHARE * tolerance->rtol, atol};

  for (uint32_t i = 0; i < self->base.ode->n; i++)
    atol[i] = SMOOTH_SHARE * tolerance->atol[i];
  return create_part (self, &sim_stepper_ndf, memory, &tighter);
}

static SimStepper *
auto_create (const SimStepperClass *class,
             SimMemory *memory,
             const SimOde *ode,
             const SimTolerance *tolerance)
{
  Auto *self = base_arena_new0 (memory->arena, Auto);
  size_t n = sim_method_dimension (ode);

  sim_method_init (&self->context, memory, ode, tolerance, &self->probes);
  self->base.class = class;
  self->base.ode = ode;
  self->base.tolerance = self->context.tolerance;
  self->rtol = tolerance->rtol;
  /* The methods on one memory. */
  self->method[EASY] = create_part (self, &sim_stepper_dopri5, memory, tolerance);
  self->method[FINE] = create_part (self, &sim_stepper_dop853, memory, tolerance);
  self->method[SMOOTH] = create_smooth (self, memory, tolerance);
  self->method[ROUGH] = create_part (self, &sim_stepper_rodas4, memory, tolerance);
  /* What the probes for stiffness carry on. */
  sim_memory_array (memory, &self->direction, 4 * n);
  self->rate = self->direction + n;
  self->rate_there = self->direction + 2 * n;
  self->there = self->direction + 3 * n;
  self->n_calm_to_leave = CALM_PROBES;
  self->n_to_trial = TRIAL_WAIT;
  self->steps_per_restart = 10 * MANY_RESTARTS;
  sim_memory_keep_from (memory, self, active);
  sim_memory_when_restored (memory, mirror, self);
  mirror (self);
  return &self->base;
}

static bool
is_explicit (Method method)
{
  return method == EASY || method == FINE;
}

static Method
explicit_choice (const Auto *self)
{
  return self->rtol <= TIGHT && self->steps_per_restart >= RARE_RESTARTS ? FINE : EASY;
}

static Method
implicit_choice (const Auto *self)
{
  return self->base.ode->n <= FEW_STATES || self->steps_per_restart < MANY_RESTARTS
             ? ROUGH
             : SMOOTH;
}

static SimStatus
start_next (Auto *self, double t, const double *y, double h)
{
  SimStepper *next = self->method[self->next];

  next->h_max = self->base.h_max;
  SimStatus status = next->class->reset (next, t, y, h);
  self->active = self->next;
  mirror (self);
  return status;
}

static SimStatus
auto_reset (SimStepper *stepper, double t, const double *y, double h)
{
  Auto *self = (Auto *) stepper;

  if (self->n_steps > 0)
    self->steps_per_restart += 0.2 * (self->n_steps - self->steps_per_restart);
  self->n_steps = 0;
  self->next =
      is_explicit (self->next) ? explicit_choice (self) : implicit_choice (self);
  return start_next (self, t, y, h);
}

/* One turn of the power iteration at the present point. False if it gave nothing. */
static bool
probe (Auto *self)
{
  const SimStepper *seen = active (self);
  const SimTolerance *tolerance = &self->context.tolerance;
  size_t n = seen->ode->n;
  double square_v = 0, square_w = 0;

  if (sim_method_rhs (seen->t, seen->y, self->rate, &self->context) != GSL_SUCCESS)
    return false;
  for (size_t i = 0; i < n; i++)
    self->there[i] = seen->y[i] + self->direction[i];
  if (sim_method_rhs (seen->t, self->there, self->rate_there, &self->context) !=
      GSL_SUCCESS)
    return false;
  for (size_t i = 0; i < n; i++) {
    double scale = tolerance->rtol * fabs (seen->y[i]) + tolerance->atol[i];
    double v = self->direction[i] / scale;
    double w = (self->rate_there[i] - self->rate[i]) / scale;

    square_v += v * v;
    square_w += w * w;
  }
  /* How much the Jacobian stretches the direction, and the next direction. */
  double growth = sqrt (square_w / square_v);
  if (!(growth > 0) || growth > DBL_MAX)
    return false;
  for (size_t i = 0; i < n; i++)
    self->direction[i] = (self->rate_there[i] - self->rate[i]) / sqrt (square_w);
  if (++self->n_probes == PROBES_TO_SETTLE)
    self->log_lambda = log (growth);
  self->log_lambda += 0.25 * (log (growth) - self->log_lambda);
  return true;
}

static double
work_of (const SimStats *stats, bool is_implicit)
{
  double n_solves = is_implicit ? (double) stats->n_rhs : 0;

  return (double) stats->n_rhs + WORK_SOLVE * n_solves +
         WORK_FACTOR * (double) stats->n_factors +
         WORK_ENTRIES * (double) stats->n_jacobians;
}

static double
work (const Auto *self)
{
  return work_of (&self->method[EASY]->stats, false) +
         work_of (&self->method[FINE]->stats, false) +
         work_of (&self->method[SMOOTH]->stats, true) +
         work_of (&self->method[ROUGH]->stats, true);
}

static void
mark (Auto *self)
{
  self->t_mark = active (self)->t;
  self->work_mark = work (self);
}

static double
pace (const Auto *self)
{
  return (active (self)->t - self->t_mark) / (work (self) - self->work_mark);
}

static void
leave_explicit (Auto *self)
{
  self->next = implicit_choice (self);
  self->n_calm = 0;
  aim (self);
}

static void
return_to_explicit (Auto *self)
{
  self->next = explicit_choice (self);
  self->n_stiff = 0;
  self->n_easy = 0;
}

static void
watch_explicit (Auto *self, bool is_cut)
{
  double reach = self->active == FINE ? REACH : 1;
  double level = sim_method_stepper_stiffness (active (self)) / reach;

  if (is_cut || self->base.ode->refresh == NULL)
    return;
  self->n_stiff = level > STIFF_LEVEL ? self->n_stiff + 1 : MAX (self->n_stiff - 1, 0);
  self->log_level += LEVEL_SHARE * (log (fmax (level, DBL_EPSILON)) - self->log_level);
  if (self->n_easy % WINDOW == 0)
    mark (self);
  self->n_easy++;
  if (self->n_easy % WINDOW == 0)
    self->pace_easy = pace (self);
  if (self->n_stiff >= STIFF_STEPS) {
    leave_explicit (self);
  } else if (self->n_easy >= self->n_to_trial && self->n_easy % WINDOW == 0 &&
             self->log_level > log (SUSPECT_LEVEL)) {
    leave_explicit (self);
    self->n_trial = 1;
  }
}

static void
judge_trial (Auto *self)
{
  int n = self->active == SMOOTH ? TRIAL_SMOOTH : TRIAL_ROUGH;
  bool is_due = self->n_trial > n && self->n_trial % n == 0;

  if (is_due && pace (self) > TRIAL_GAIN * self->pace_easy) {
    self->n_trial = 0;
    return;
  }
  if (self->n_trial % n == 0)
    mark (self);
  if (self->n_trial++ < MAX (2 * n, self->n_to_trial / TRIAL_SHARE))
    return;
  self->n_trial = 0;
  self->n_to_trial = MIN (self->n_to_trial + self->n_to_trial / 2, TRIAL_WAIT_MOST);
  return_to_explicit (self);
}

static void
watch_implicit (Auto *self, bool is_cut)
{
  double h = active (self)->t - active (self)->t_old;

  if (self->n_trial > 0) {
    judge_trial (self);
    return;
  }
  if (is_cut || self->n_steps % STEPS_PER_PROBE != 0 || !probe (self) ||
      self->n_probes < 2 * PROBES_TO_SETTLE)
    return;
  double reach = explicit_choice (self) == FINE ? REACH : 1;
  if (h * exp (self->log_lambda) < CALM_LEVEL * reach)
    self->n_calm++;
  else
    self->n_calm = MAX (self->n_calm - 1, 0);
  if (self->n_calm >= self->n_calm_to_leave) {
    return_to_explicit (self);
    /* Whoever goes to and fro must bring better reasons each time. */
    self->n_calm_to_leave = MIN (2 * self->n_calm_to_leave, CALM_PROBES_MOST);
  }
}

static SimStatus
step_active (Auto *self, double t_stop)
{
  SimStatus status = SIM_OK;

  if (self->next != self->active) {
    self->n_switches++;
    status = start_next (self, active (self)->t, active (self)->y, 0);
  }
  if (status != SIM_OK)
    return status;
  active (self)->h_max = self->base.h_max;
  return active (self)->class->step (active (self), t_stop);
}

static SimStatus
auto_step (SimStepper *stepper, double t_stop)
{
  Auto *self = (Auto *) stepper;
  SimStatus status = step_active (self, t_stop);

  /* The implicit methods need a Jacobian that can be inverted, the explicit one none.
   */
  if ((status == SIM_SINGULAR || status == SIM_NO_CONVERGENCE) &&
      !is_explicit (self->active)) {
    return_to_explicit (self);
    self->n_trial = 0;
    status = step_active (self, t_stop);
  }
  if (status == SIM_OK) {
    bool is_cut = active (self)->t >= t_stop;

    self->n_steps++;
    if (is_explicit (self->active))
      watch_explicit (self, is_cut);
    else
      watch_implicit (self, is_cut);
  }
  mirror (self);
  return status;
}

static void
auto_interpolate (SimStepper *stepper, double t, double *y)
{
  Auto *self = (Auto *) stepper;

  active (self)->class->interpolate (active (self), t, y);
}

static SimStatus
auto_redo (SimStepper *stepper, double t_end)
{
  Auto *self = (Auto *) stepper;
  SimStatus status = active (self)->class->redo (active (self), t_end);

  mirror (self);
  return status;
}

static void
auto_end (SimStepper *stepper, double t_end)
{
  Auto *self = (Auto *) stepper;

  active (self)->class->end (active (self), t_end);
  mirror (self);
}

static void
auto_go_on (SimStepper *stepper)
{
  Auto *self = (Auto *) stepper;

  active (self)->class->go_on (active (self));
  mirror (self);
}

const SimStepperClass sim_stepper_auto = {
    .name = "auto",
    .summary =
        N_ ("explicit as long as that is fast, implicit when the model is stiff"),
    .create = auto_create,
    .reset = auto_reset,
    .step = auto_step,
    .interpolate = auto_interpolate,
    .redo = auto_redo,
    .end = auto_end,
    .go_on = auto_go_on,
};
