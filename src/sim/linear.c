/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rates by one evaluation aside, as for a row; their derivatives by the exact partial
 * derivatives of the program, whose algebraic unknowns are eliminated in work space of
 * its own (sim/solve/reduced.h). All slots are put back. Costs an evaluation, and for
 * the Jacobian of n states n solutions of the algebraic part. */
#include "sim/linear.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "sim/state-private.h"

/* A state that is chosen has the value of a candidate: its slot, and its sign there. */
static uint32_t
find_chosen (const SimState *state, uint32_t slot, double *sign)
{
  const SimSelections *selections = &state->selections;

  for (uint32_t s = 0; s < selections->n; s++) {
    const CodeSelection *code = &selections->codes[s];
    for (uint32_t i = 0; i < code->n_states * code->order; i++)
      if (code->state[i] == slot) {
        uint32_t candidate = selections->selections[s].chosen[i / code->order];
        uint32_t at = candidate * code->order + i % code->order;
        *sign = code->sign[at];
        return code->candidate[at];
      }
  }
  *sign = 1.0;
  return slot;
}

/* The variable of that value: the slot's own one, or an alias if the sign differs. */
static uint32_t
find_variable (const SimState *state, uint32_t slot)
{
  const SimModel *model = state->model;
  double sign;
  uint32_t v = 0;

  slot = find_chosen (state, slot, &sign);
  while (sign < 0.0 && v < model->n_vars &&
         (model->vars[v].slot != slot || model->vars[v].sign != sign))
    v++;
  return sign < 0.0 && v < model->n_vars ? v : model->var_of_slot[slot];
}

void
sim_linear_states (SimState *state, double *x, uint32_t *variables)
{
  uint32_t first = state->program->first_state;

  sim_advance_find_states (state);
  memcpy (x, state->y, state->rhs.ode.n * sizeof *x);
  for (uint32_t i = 0; i < state->rhs.ode.n && variables != NULL; i++)
    variables[i] = find_variable (state, first + i);
}

static SimStatus
find_rates (SimState *state, const double *x, double *rates, GError **error)
{
  SimRhs *rhs = &state->rhs;

  rhs->failure.status = SIM_OK;
  SimStatus status = rhs->ode.rhs (rhs, state->time, x, rates);
  if (status != SIM_OK)
    sim_failure_report_error (&rhs->failure, state->model, NULL, error);
  return status;
}

/* There is no derivative by a column of the matrix. */
static SimStatus
refuse (const SimState *state, uint32_t column, GError **error)
{
  const CodeMatrix *m = &state->program->matrix;
  const char *name = sim_model_slot_name (
      state->model, column < m->n_states ? state->program->first_state + column
                                         : m->z[column - m->n_states]);
  char time[BASE_NUMBER_SIZE];

  g_set_error (error, SIM_ERROR, SIM_SINGULAR,
               _ ("at time %s the equations have no derivative by `%s`"),
               base_number_to_short_text (state->time, 9, time),
               name != NULL ? name : "?");
  return SIM_SINGULAR;
}

/* DYNAMIC was evaluated. */
static SimStatus
differentiate (SimState *state, double *jacobian, GError **error)
{
  const CodeMatrix *m = &state->program->matrix;
  g_autoptr (SimMemory) memory = sim_memory_new ();
  SimReduced *reduced = sim_reduced_new (memory, state->model);
  g_autofree double *values = g_new (double, m->col_start[m->n] + 1);
  uint32_t culprit = 0;

  code_eval (state->program, CODE_JACOBIAN, state->slots);
  for (uint32_t c = 0; c < m->n; c++)
    for (uint32_t k = m->col_start[c]; k < m->col_start[c + 1]; k++) {
      values[k] = state->slots[m->value[k]];
      if (!isfinite (values[k]))
        return refuse (state, c, error);
    }
  return sim_reduced_fill (reduced, values, jacobian, &culprit) == SIM_OK &&
                 sim_reduced_is_exact (reduced)
             ? SIM_OK
             : refuse (state, culprit, error);
}

/* `jacobian` may be NULL. */
static bool
ask (SimState *state, const double *x, double *rates, double *jacobian, GError **error)
{
  size_t size = state->program->n_kept * sizeof (double);
  g_autofree double *slots = g_memdup2 (state->slots, size);
  const SimFailure failure = state->rhs.failure;

  g_assert (state->is_started && !state->has_failed && !state->has_new_parameters);
  state->rhs.is_aside = true;
  SimStatus status = find_rates (state, x, rates, error);
  if (status == SIM_OK && jacobian != NULL)
    status = differentiate (state, jacobian, error);
  state->rhs.is_aside = false;
  state->rhs.failure = failure;
  memcpy (state->slots, slots, size);
  return status == SIM_OK;
}

bool
sim_linear_rates (SimState *state, const double *x, double *rates, GError **error)
{
  return ask (state, x, rates, NULL, error);
}

bool
sim_linear_jacobian (SimState *state, const double *x, double *jacobian, GError **error)
{
  g_autofree double *rates = g_new (double, state->rhs.ode.n + 1);

  return ask (state, x, rates, jacobian, error);
}
