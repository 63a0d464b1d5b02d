/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run from its start, or from where another one stands, turn by turn (advance.c) up
 * to a time, and the report of what ended it early. */
#include <math.h>

#include "sim/state-private.h"

/* The state that changes fastest against its tolerance: what a step that becomes too
 * small is about. */
static uint32_t
find_fastest (SimState *state)
{
  const uint32_t *rate = state->program->rates;
  const SimStepper *stepper = state->stepper;
  double worst = -1.0;
  uint32_t slot = UINT32_MAX;

  if (sim_rhs_evaluate (&state->rhs, stepper->t, stepper->y) != SIM_OK)
    return state->rhs.failure.slot;
  for (uint32_t i = 0; i < state->rhs.ode.n; i++) {
    double size = fabs (state->slots[rate[i]]) /
                  (state->options.rtol * fabs (stepper->y[i]) + state->atol[i]);
    if (size > worst) {
      worst = size;
      slot = state->program->first_state + i;
    }
  }
  return slot;
}

/* Discrete variables change each other without end where an operator has not what it
 * asks for, as sample () instants that are apart: then that is what is wrong. */
static void
blame_domain (SimState *state)
{
  const SimFailure failure = state->rhs.failure;

  if (failure.status == SIM_EVENT_LOOP &&
      !(sim_advance_check_asserts (state) == SIM_ASSERT &&
        state->model->asserts[state->rhs.failure.assertion].is_domain))
    state->rhs.failure = failure;
}

/* A step that became too small because something had no value is about that. */
static SimStatus
fail (SimState *state, SimStatus status, GError **error)
{
  SimFailure *failure = &state->rhs.failure;
  bool has_reason = failure->status != SIM_OK;

  blame_domain (state);
  state->has_failed = true;
  if (status == SIM_STEP_TOO_SMALL && !has_reason) {
    *failure = sim_failure (SIM_STEP_TOO_SMALL, state->stepper->t);
    failure->slot = find_fastest (state);
  } else if (!has_reason) {
    *failure = sim_failure (status, state->slots[CODE_TIME]);
  }
  sim_failure_report_error (failure, state->model, state->failure, error);
  return failure->status;
}

SimStatus
sim_state_run (SimState *state,
               double t_end,
               const int *stop_flag,
               SimSink sink,
               void *data,
               GError **error)
{
  int64_t begin = g_get_monotonic_time ();
  SimStatus status = SIM_OK;
  double limit = fmin (t_end, state->options.stop);

  g_assert (state->is_started && !state->has_failed);
  state->sink = sink;
  state->sink_data = data;
  while (status == SIM_OK && !state->is_finished && state->time < limit) {
    if (stop_flag != NULL && g_atomic_int_get (stop_flag) != 0)
      status = SIM_STOPPED;
    else
      status = sim_advance (state, limit);
  }
  /* A run that is over has delivered all its rows. */
  if (state->is_finished || (status != SIM_OK && status != SIM_STOPPED))
    sim_rows_flush (state);
  if (status != SIM_OK && status != SIM_STOPPED && status != SIM_TERMINATED)
    status = fail (state, status, error);
  state->stats.wall_s += (double) (g_get_monotonic_time () - begin) * 1e-6;
  return status;
}

bool
sim_state_evaluate (SimState *state, GError **error)
{
  const SimFailure failure = state->rhs.failure;

  g_assert (state->is_started && !state->has_failed);
  state->rhs.is_aside = true;
  SimStatus status = sim_advance_evaluate_here (state);
  state->rhs.is_aside = false;
  if (status == SIM_OK)
    status = sim_rhs_check (&state->rhs);
  if (status != SIM_OK)
    sim_failure_report_error (&state->rhs.failure, state->model, NULL, error);
  state->rhs.failure = failure;
  return status == SIM_OK;
}

/* The integrator begins; behind that it may have evaluated elsewhere. */
static SimStatus
begin (SimState *state)
{
  SimStatus status = sim_advance_restart (state);

  if (status != SIM_OK)
    return status;
  sim_rhs_put (&state->rhs, state->time, state->stepper->y);
  return sim_rhs_walk (&state->rhs, CODE_DYNAMIC);
}

/* With consistent values in the slots, or what prevented these. */
static SimStatus
start (SimState *state, SimStatus status, GError **error)
{
  if (status == SIM_OK)
    status = sim_advance_check_asserts (state);
  if (status == SIM_OK)
    status = begin (state);
  if (status == SIM_OK && sim_advance_choose_states (state))
    status = begin (state);
  if (status == SIM_OK)
    status = sim_rows_add (state, state->time, false);
  if (status == SIM_STOPPED)
    return status;
  if (status != SIM_OK)
    return fail (state, status, error);
  sim_rows_skip (state, state->time);
  state->is_started = true;
  state->is_finished = sim_advance_is_terminated (state) || state->options.is_steady;
  return SIM_OK;
}

static void
prepare (SimState *state, SimSink sink, void *data)
{
  g_assert (!state->is_started);
  sim_state_prepare (state);
  state->sink = sink;
  state->sink_data = data;
  state->has_new_parameters = false;
}

SimStatus
sim_state_init (SimState *state, SimSink sink, void *data, GError **error)
{
  SimStatus status;

  prepare (state, sink, data);
  sim_rhs_update_parameters (&state->rhs);
  sim_events_unsettle (&state->events);
  state->rhs.stop_flag = state->stop_flag;
  status = sim_start_solve (state);
  state->rhs.stop_flag = NULL;
  if (status == SIM_OK && state->options.is_steady)
    status = sim_steady_solve (state);
  status = start (state, status, error);
  if (status == SIM_OK)
    sim_start_report (state);
  return status;
}

SimStatus
sim_state_init_from (SimState *state,
                     SimState *from,
                     SimSink sink,
                     void *data,
                     GError **error)
{
  prepare (state, sink, data);
  state->time = from->time;
  return start (state, sim_transfer_solve (state, from), error);
}
