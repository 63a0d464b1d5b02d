/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps short enough for the solutions of nonlinear blocks. The error of a step says
 * nothing about them: a crank that turns at constant speed is integrated exactly by a
 * step of two revolutions, and behind it Newton's method finds some assembly of the
 * linkage. So at the stages of a step and where it ends the solution must be where it
 * was going, and found at once; else the step is taken again, shorter. As departures
 * grow with the square of the step, they also say how long the next one may be.
 * In the first step the way is known only behind it: there the end alone is looked at,
 * and of methods whose stages go back in time those since then. What these leave out
 * shows in the estimate of the error (tests/unit/sim/test-flip.c); rk4, which has none,
 * goes forward only. */
#include <math.h>

#include "sim/state-private.h"

/* A step aims at AIM of what it may depart by; it shrinks by these factors at least and
 * at most, and the next one may grow by that one. */
static const double AIM = 0.6, SHRINK_LEAST = 0.5, SHRINK_MOST = 0.1, GROWTH = 4.0;

/* The way in which a run begins is seen behind this part of its first step, which may
 * be one of many revolutions; and not so near that time has no digits for it, relative
 * to that or to one second, but before the later part. */
static const double GLANCE = 1e-6, NEAREST = 1e-9, LATEST = 1e-3;

/* Shorter steps, relative to the time or one second, do not help: there the equations
 * bend without end, as in a dead centre. */
static const double SHORTEST = 1e-10;

/* What a step is to be multiplied by. */
static double
factor (double departure)
{
  return departure > 0.0 ? sqrt (AIM / departure) : INFINITY;
}

static SimStatus
glance (SimState *state)
{
  SimStepper *stepper = state->stepper;
  double h = stepper->t - stepper->t_old;
  double nearest = fmin (NEAREST * fmax (1.0, fabs (stepper->t_old)), LATEST * h);
  double t = stepper->t_old + fmax (GLANCE * h, nearest);

  stepper->class->interpolate (stepper, t, state->y);
  SimStatus status = sim_rhs_evaluate_paths (&state->rhs, t, state->y);
  if (status == SIM_OK)
    sim_rhs_each_path (&state->rhs, sim_path_set_slope);
  return status;
}

/* What has no solution where a step ends need not get there: an event may come before.
 */
static SimStatus
look (SimState *state, double *departure)
{
  SimRhs *rhs = &state->rhs;
  SimStatus status = rhs->is_new ? glance (state) : SIM_OK;

  if (status == SIM_OK)
    status = sim_rhs_evaluate_paths (rhs, state->stepper->t, state->stepper->y);
  *departure = status == SIM_OK ? rhs->departure : 0.0;
  return status;
}

SimStatus
sim_track_step (SimState *state)
{
  SimStepper *stepper = state->stepper;
  SimRhs *rhs = &state->rhs;
  double least = SHORTEST * fmax (1.0, fabs (stepper->t)), departure;

  if (!rhs->has_paths || rhs->is_frozen)
    return SIM_OK;
  for (;;) {
    double h = stepper->t - stepper->t_old;

    sim_rhs_turn_back (rhs);
    if (look (state, &departure) != SIM_OK) {
      rhs->failure.status = SIM_OK;
      return SIM_OK;
    }
    /* The next step by how far this one departs, as for errors. */
    state->path_step = fmax (least, h * fmin (factor (departure), GROWTH));
    if (departure <= 1.0 || h <= least)
      break;
    /* Too far: again, shorter. */
    h *= fmax (SHRINK_MOST, fmin (SHRINK_LEAST, factor (departure)));
    stepper->stats.n_rejected++;
    SimStatus status = stepper->class->redo (stepper, stepper->t_old + h);
    if (status != SIM_OK)
      return status;
  }
  sim_rhs_each_path (rhs, sim_path_look_ahead);
  return SIM_OK;
}
