/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "sim/run.h"

/* Rows in one go: between them the run can be stopped. */
enum { MAX_ROWS = 64 };

static bool
is_same_time (double a, double b)
{
  return fabs (a - b) <= SIM_TIME_NOISE * 10.0 * fmax (1.0, fmax (fabs (a), fabs (b)));
}

SimStatus
sim_output_row (SimState *state, double time, bool is_event)
{
  state->time = time;
  state->row_time = time;
  SimStatus status = sim_rhs_walk (&state->rhs, CODE_OUTPUT);
  if (status == SIM_OK)
    status = sim_rhs_check (&state->rhs);
  if (status == SIM_OK)
    state->stats.drift = fmax (state->stats.drift, sim_rhs_residual (&state->rhs));
  if (status == SIM_OK && state->sink != NULL)
    state->sink (state->sink_data, state, time, is_event);
  return status;
}

static double
row_at (const SimState *state, uint64_t k)
{
  return state->options.start + (double) k * state->interval;
}

SimStatus
sim_output_rows (SimState *state, double limit, bool *is_done)
{
  SimStepper *stepper = state->stepper;

  *is_done = true;
  if (state->interval == 0.0)
    return SIM_OK;
  for (int n = 0; n < MAX_ROWS; n++) {
    double t = row_at (state, state->next_row);

    if (t > limit || t >= stepper->t || is_same_time (t, stepper->t))
      return SIM_OK;
    stepper->class->interpolate (stepper, t, state->y);
    SimStatus status = sim_rhs_evaluate (&state->rhs, t, state->y);
    if (status == SIM_OK)
      status = sim_output_row (state, t, false);
    if (status != SIM_OK)
      return status;
    state->next_row++;
  }
  *is_done = false;
  return SIM_OK;
}

SimStatus
sim_output_step_end (SimState *state)
{
  double t = state->stepper->t, due = row_at (state, state->next_row);
  bool is_due = state->interval == 0.0 || is_same_time (t, due) || t > due ||
                t >= state->options.stop;

  state->time = t;
  if (!is_due || is_same_time (state->row_time, t))
    return SIM_OK;
  SimStatus status = sim_rhs_evaluate (&state->rhs, t, state->stepper->y);
  if (status == SIM_OK)
    status = sim_output_row (state, t, false);
  sim_output_skip (state, t);
  return status;
}

void
sim_output_skip (SimState *state, double time)
{
  while (state->interval > 0.0 &&
         (row_at (state, state->next_row) <= time ||
          is_same_time (row_at (state, state->next_row), time)))
    state->next_row++;
}
