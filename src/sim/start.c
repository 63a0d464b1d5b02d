/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Consistent start values (LANGUAGE 10): guesses, the start system with its crossings
 * settled, by substitution where delayed signals enter it, then the first event. What
 * was asked of the start and is redundant is checked before and after that event, and
 * closed loops are looked at for constraints that follow from each other. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/unit.h"
#include "sim/solve/redundant.h"
#include "sim/state-private.h"

/* Consistent start values (LANGUAGE 10). */

/* Redundant initial equations hold if their sides differ by no more than this, relative
 * to the greater one or to 1. */
static const double CONSISTENT = 1e-8;

/* Initial equations are undone if they are off by more than this behind the first
 * events, relative to the greater side or to 1, and by more than rounding makes of what
 * was left when they were solved. */
static const double UNDONE = 1e-6, AS_BEFORE = 10.0;

/* A guess that someone wrote was moved if the value differs by more than this. */
static const double MOVED = 1e-6;

/* Start values that depend on themselves through a delay are given up after so many
 * substitutions. */
enum { MAX_DELAY_PASSES = 200 };

static double
difference (const SimState *state, const CodeCheck *check)
{
  return state->slots[check->lhs] - state->slots[check->rhs];
}

static bool
is_off (const SimState *state, const CodeCheck *check, double tolerance)
{
  double lhs = fabs (state->slots[check->lhs]), rhs = fabs (state->slots[check->rhs]);

  return !(fabs (difference (state, check)) <= tolerance * fmax (1.0, fmax (lhs, rhs)));
}

static SimStatus
tell (SimState *state, const SimFailure *failure)
{
  if (failure->n_eqs == 0)
    return SIM_OK;
  state->rhs.failure = *failure;
  return failure->status;
}

/* Keeps in at_first[] by how much each is off. */
static SimStatus
check_redundant (SimState *state, double *at_first)
{
  const uint32_t n = state->program->n_checks;
  const CodeCheck *checks = state->program->checks;
  SimFailure failure = sim_failure (SIM_INCONSISTENT, state->slots[CODE_TIME]);

  code_eval (state->program, CODE_CHECKS, state->slots);
  for (uint32_t i = 0; i < n; i++) {
    at_first[i] = fabs (difference (state, &checks[i]));
    if (checks[i].is_redundant && is_off (state, &checks[i], CONSISTENT))
      sim_failure_add_eq (&failure, checks[i].eq, at_first[i]);
  }
  return tell (state, &failure);
}

/* The first events come behind the start: new pre-values, and crossings that turn for
 * them, may undo what was asked for. Where a reinit acts, that is meant. */
static SimStatus
check_again (SimState *state, const double *at_first)
{
  const uint32_t n = state->program->n_checks;
  const CodeCheck *checks = state->program->checks;
  SimFailure failure = sim_failure (SIM_UNDONE, state->slots[CODE_TIME]);

  if (n == 0 || state->events.has_reinit)
    return SIM_OK;
  SimStatus status = sim_rhs_walk (&state->rhs, CODE_DYNAMIC);
  if (status == SIM_OK)
    status = sim_rhs_walk (&state->rhs, CODE_OUTPUT);
  if (status != SIM_OK)
    return status;
  code_eval (state->program, CODE_CHECKS, state->slots);
  for (uint32_t i = 0; i < n; i++) {
    double now = fabs (difference (state, &checks[i]));
    if (now > AS_BEFORE * at_first[i] && is_off (state, &checks[i], UNDONE))
      sim_failure_add_eq (&failure, checks[i].eq, now);
  }
  return tell (state, &failure);
}

static void
keep_guesses (SimState *state)
{
  const SimModel *model = state->model;

  for (uint32_t v = 0; v < model->n_vars; v++)
    state->guess[v] = model->vars[v].sign * state->slots[model->vars[v].slot];
}

static SimStatus
check_states (SimState *state)
{
  uint32_t first = state->program->first_state;

  for (uint32_t i = 0; i < state->rhs.ode.n; i++)
    if (!isfinite (state->slots[first + i])) {
      state->rhs.failure = sim_failure (SIM_BAD_VALUE, state->slots[CODE_TIME]);
      state->rhs.failure.slot = first + i;
      return SIM_BAD_VALUE;
    }
  return SIM_OK;
}

/* A delayed signal starts with the signal's own start value, which may in turn depend
 * on it: found by substitution. */
static SimStatus
solve_with_delays (SimState *state, SimStatus (*solve) (SimEvents *events))
{
  bool has_changed = true;

  for (int pass = 0; pass < MAX_DELAY_PASSES && has_changed; pass++) {
    SimStatus status = solve (&state->events);

    if (status == SIM_OK)
      status = sim_delays_follow (&state->delays, &has_changed);
    if (status != SIM_OK)
      return status;
  }
  if (!has_changed)
    return SIM_OK;
  state->rhs.failure = sim_failure (SIM_NO_CONVERGENCE, state->slots[CODE_TIME]);
  return SIM_NO_CONVERGENCE;
}

/* initial() ends, and what follows from that. */
static SimStatus
settle (SimState *state, bool is_initial)
{
  state->slots[CODE_INITIAL] = is_initial;
  return solve_with_delays (state, sim_events_settle);
}

/* Loops that hold something twice: whatever was found, or not, is of no use. */
static SimStatus
check_loops (SimState *state, SimStatus status)
{
  SimFailure failure;

  bool has_positions = status == SIM_OK || status == SIM_SINGULAR;

  if (status == SIM_STOPPED ||
      !sim_redundant_find (&state->rhs, has_positions, &failure))
    return status;
  state->rhs.failure = failure;
  return SIM_REDUNDANT;
}

static bool
is_of_signals (const SimModel *model, uint32_t eq)
{
  return eq < model->n_eqs && model->eqs[eq].is_signal;
}

/* Values that are left open although what multiplies them varies (y t = sin t at 0), or
 * that are signals. What the structure of the model leaves open for good, such as the
 * place of a part that is connected to nothing, stays as it is. */
static SimStatus
check_open (SimState *state)
{
  const CodeSteps *steps = &state->program->sections[CODE_START];

  for (uint32_t i = 0; i < steps->n; i++) {
    const CodeStep *step = &steps->steps[i];
    const SimNewton *solver = state->rhs.solvers[CODE_START][i];

    if (solver == NULL || !sim_newton_is_open (solver) ||
        !(is_of_signals (state->model, step->eq[0]) || (step->n == 1 && step->varies)))
      continue;
    state->rhs.failure = sim_failure (SIM_OPEN, state->slots[CODE_TIME]);
    state->rhs.failure.slot = step->unknown[0];
    sim_failure_add_eq (&state->rhs.failure, step->eq[0], 0.0);
    return SIM_OPEN;
  }
  return SIM_OK;
}

SimStatus
sim_start_solve (SimState *state)
{
  SimStatus status;
  g_autofree double *at_first = g_new0 (double, state->program->n_checks + 1);

  state->slots[CODE_TIME] = state->options.start;
  state->slots[CODE_INITIAL] = 1.0;
  /* Iterates: guesses, then what follows from them. */
  code_eval (state->program, CODE_GUESSES, state->slots);
  keep_guesses (state);
  code_eval (state->program, CODE_ITERATES, state->slots);
  sim_events_guess (&state->events);
  sim_delays_guess (&state->delays);
  /* A solution, and whether it holds and is the only one. */
  status = solve_with_delays (state, sim_events_settle_start);
  status = check_loops (state, status);
  if (status == SIM_OK)
    status = check_open (state);
  if (status == SIM_OK)
    status = check_states (state);
  if (status == SIM_OK)
    status = check_redundant (state, at_first);
  /* States are chosen there; all is settled with them. */
  if (status == SIM_OK)
    sim_selections_begin (&state->selections);
  if (status == SIM_OK)
    status = settle (state, true);
  if (status == SIM_OK)
    status = check_again (state, at_first);
  if (status == SIM_OK)
    status = settle (state, false);
  if (status == SIM_OK)
    sim_delays_begin (&state->delays);
  return status;
}

static double
value_of (const SimState *state, uint32_t v)
{
  return sim_state_value (state, v);
}

static void
report_guess (SimState *state, uint32_t v)
{
  char guess[BASE_NUMBER_SIZE];
  const SimVar *var = &state->model->vars[v];
  double value = value_of (state, v), scale = fmax (fabs (value), var->nominal);

  if (fabs (value - state->guess[v]) <= MOVED * scale)
    return;
  g_autofree char *found = base_unit_quantity_to_text (value, 6, var->units);
  base_diags_add (state->report, BASE_NOTE, 502, (BaseSpan){0},
                  "the initial value of `%s` is %s, not its guess %s: other equations "
                  "determine it",
                  var->name, found,
                  base_number_to_short_text (state->guess[v], 6, guess));
  g_autofree char *path = sim_model_path (var->name);
  base_diags_set_path (state->report, path);
}

void
sim_start_report (SimState *state)
{
  const SimModel *model = state->model;

  for (uint32_t v = 0; v < model->n_vars; v++)
    if (model->has_guess[v])
      report_guess (state, v);
}
