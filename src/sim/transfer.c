/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run begins where one of another model of the same diagram stands. Values go over by
 * the names of their variables, as guesses for what is solved and as values of states,
 * parameters and discrete variables; then events settle as behind a change of
 * parameters. The equations of the start are not asked. */
#include <string.h>

#include "sim/state-private.h"

static void
take_values (SimState *state, const SimState *from)
{
  for (uint32_t v = 0; v < state->model->n_vars; v++) {
    const SimVar *var = &state->model->vars[v];
    uint32_t other = sim_model_find (from->model, var->name);

    if (other != UINT32_MAX && !var->is_structural)
      state->slots[var->slot] = var->sign * sim_state_value (from, other);
  }
}

/* Conditions of when clauses have no names. Without their values from before they seem
 * to rise, and their clauses act: that shows what they are, and is taken back. What
 * depends on what such an act changed is right in the next pass. */
enum { N_PASSES = 3 };

static void
take_discrete (SimState *state, const SimState *from)
{
  for (int pass = 0; pass < N_PASSES; pass++) {
    take_values (state, from);
    sim_events_guess (&state->events);
  }
}

static void
take_report (SimState *state, const SimState *from)
{
  base_diags_append (state->report, from->report);
  base_diags_append (state->run_report, from->run_report);
}

SimStatus
sim_transfer_solve (SimState *state, SimState *from)
{
  double t = from->time;
  SimStatus status = sim_advance_evaluate_here (from);

  if (status != SIM_OK || !sim_delays_take (&state->delays, &from->delays))
    return status != SIM_OK ? status : SIM_INCONSISTENT;
  take_values (state, from);
  take_report (state, from);
  state->slots[CODE_TIME] = t;
  state->slots[CODE_INITIAL] = 0.0;
  sim_rhs_update_parameters (&state->rhs);
  sim_events_unsettle (&state->events);
  take_discrete (state, from);
  sim_selections_begin (&state->selections);
  code_eval (state->program, CODE_SIGNALS, state->slots);
  sim_delays_update_parameters (&state->delays, t);
  status = sim_advance_settle (state);
  return status == SIM_OK ? sim_rhs_walk (&state->rhs, CODE_DYNAMIC) : status;
}
