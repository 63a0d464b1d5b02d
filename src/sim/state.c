/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run: its options are judged and its work space is made before it begins, most of
 * it in the arena of SimRhs; the rest answers questions: time, values by the slot of a
 * variable, statistics, reports. The loop itself is sim/loop.c. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "sim/state-private.h"

/* Rows if no interval is given, and looks at crossings, over the whole run. */
enum { N_INTERVALS = 500 };

G_DEFINE_QUARK (sim - error - quark, sim_error)

SimOptions
sim_state_options_default (void)
{
  return (SimOptions){.stop = 10.0, .rtol = 1e-6, .atol = NAN, .solver = "auto"};
}

static bool refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static bool
refuse (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (_ (format), args);
  va_end (args);
  g_set_error_literal (error, SIM_ERROR, SIM_INCONSISTENT, text);
  return false;
}

/* Tighter ones ask for more digits than a double has. */
static const double RTOL_LEAST = 1e-13;

/* Times nominal values, beside which the actual ones may be large. */
static const double ATOL_MOST = 1e9;

/* Shorter runs are typing errors: as a share of the start time, which is taken for at
 * least this many seconds. */
static const double LENGTH_LEAST = 1e-12;

/* Rows of a grid: no memory holds more. */
static const double ROWS_MOST = 1e12;

static const char *
find_wrong_time (const SimOptions *o, SimOption *which)
{
  double length = o->stop - o->start;

  *which = SIM_OPTION_STOP;
  if (!isfinite (o->start) || !isfinite (o->stop) || !(length > 0.0))
    return _ ("the run must end after its start");
  if (length < LENGTH_LEAST * fmax (fabs (o->start), LENGTH_LEAST))
    return _ ("the run is too short for its times to be distinguished");
  *which = SIM_OPTION_INTERVAL;
  if (o->interval > 0.0 && length / o->interval > ROWS_MOST)
    return _ ("the interval is too short: the rows do not fit into memory");
  return NULL;
}

const char *
sim_state_options_wrong (const SimOptions *o, SimOption *which)
{
  *which = SIM_OPTION_RTOL;
  if (!(o->rtol >= RTOL_LEAST && o->rtol < 1.0))
    return _ ("the tolerance must lie between 1e-13 and 1");
  *which = SIM_OPTION_ATOL;
  if (!isnan (o->atol) && !(o->atol > 0.0 && o->atol <= ATOL_MOST))
    return _ ("the tolerance must lie between 0 and 1e9");
  *which = SIM_OPTION_INTERVAL;
  if (!isfinite (o->interval) || (o->interval < 0.0 && o->interval != -1.0))
    return _ ("must be greater than 0, or 0 or -1");
  *which = SIM_OPTION_STEP;
  if (!(o->h_max >= 0.0) || !(o->interval_max >= 0.0) || !(o->h_fixed >= 0.0))
    return _ ("steps must not be negative");
  return o->is_steady ? NULL : find_wrong_time (o, which);
}

const char *
sim_state_solver (uint32_t i)
{
  const SimStepperClass *class = sim_stepper_all ()[i];

  return class != NULL ? class->name : NULL;
}

const char *
sim_state_solver_summary (uint32_t i)
{
  return _ (sim_stepper_all ()[i]->summary);
}

char *
sim_state_solver_wrong (const char *name)
{
  return sim_stepper_find (name) == NULL ? sim_stepper_refusal (name) : NULL;
}

static const SimStepperClass *
find_stepper (const SimModel *model, const SimOptions *options, GError **error)
{
  const char *name = options->solver == NULL ? "auto" : options->solver;
  const SimStepperClass *class = sim_stepper_find (name);
  uint32_t n = sim_model_n_states (model);

  if (class == NULL) {
    g_autofree char *why = sim_stepper_refusal (name);
    refuse (error, "%s", why);
    return NULL;
  }
  if (class->max_states > 0 && n > class->max_states) {
    refuse (error,
            "solver `%s` uses dense matrices and takes at most %u states; the model "
            "has %u: use auto, ndf or rodas4",
            name, class->max_states, n);
    return NULL;
  }
  return class;
}

static void
init_options (SimState *state, const SimOptions *options)
{
  SimOptions *o = &state->options;

  *o = *options;
  if (o->is_steady)
    o->stop = o->start + 1.0;
  if (isnan (o->atol))
    o->atol = o->rtol;
  double widest = (o->stop - o->start) / N_INTERVALS;
  if (o->interval_max > 0.0)
    widest = fmin (widest, o->interval_max);
  state->interval = o->interval > 0.0 ? o->interval : o->interval == 0.0 ? widest : 0.0;
  state->follows = o->interval == 0.0 && !o->is_steady;
  if (o->h_fixed == 0.0)
    o->h_fixed =
        state->interval > 0.0 ? state->interval : (o->stop - o->start) / N_INTERVALS;
}

static void
init_stepper (SimState *state, const SimStepperClass *class)
{
  uint32_t n = state->rhs.ode.n;
  double look = (state->options.stop - state->options.start) / N_INTERVALS;

  for (uint32_t i = 0; i < n; i++)
    state->atol[i] = state->options.atol * state->model->state_nominal[i];
  const SimTolerance tolerance = {state->options.rtol, state->atol};
  state->stepper =
      class->create (class, state->rhs.memory, &state->rhs.ode, &tolerance);
  state->stepper->h_max = state->options.h_max;
  state->stepper->h_fixed = state->options.h_fixed;
  /* Without states nothing but these bounds the steps. */
  if (n == 0 &&
      (state->events.n_watched > 0 || state->delays.n > 0 || state->follows ||
       state->interval == 0.0) &&
      !(state->stepper->h_max > 0.0 && state->stepper->h_max < look))
    state->stepper->h_max = look;
  state->h_max = state->stepper->h_max;
}

SimState *
sim_state_new (const SimModel *model, const SimOptions *options, GError **error)
{
  const SimStepperClass *class;
  SimOption which;
  const char *wrong = sim_state_options_wrong (options, &which);
  if (wrong != NULL) {
    refuse (error, "%s", wrong);
    return NULL;
  }
  class = find_stepper (model, options, error);
  if (class == NULL)
    return NULL;

  /* Work space of all parts, in the arena of the right-hand side. */
  SimState *state = g_new0 (SimState, 1);
  state->model = sim_model_ref (model);
  state->program = model->program;
  init_options (state, options);
  state->slots = code_slots_new (state->program);
  sim_rhs_init (&state->rhs, model, state->slots);
  double span = state->options.stop - state->options.start;
  sim_events_init (&state->events, &state->rhs, span / N_INTERVALS,
                   options->without_events);
  sim_selections_init (&state->selections, &state->rhs);
  sim_delays_init (&state->delays, &state->rhs, span, options->rtol);
  sim_poles_init (&state->poles, &state->rhs);
  sim_plateau_init (&state->plateau, &state->rhs);
  state->atol = base_arena_array (state->rhs.arena, double, state->rhs.ode.n);
  state->y = base_arena_array (state->rhs.arena, double, state->rhs.ode.n);
  state->guess = base_arena_array (state->rhs.arena, double, model->n_vars);
  init_stepper (state, class);
  sim_memory_keep_from (state->rhs.memory, state, stats);
  state->report = base_diags_new ();
  state->run_report = base_diags_new ();
  state->failure = base_diags_new ();
  state->time = options->start;
  state->row_time = -INFINITY;
  return state;
}

void
sim_state_free (SimState *state)
{
  if (state == NULL)
    return;
  sim_memory_free (state->rhs.memory);
  base_diags_free (state->report);
  base_diags_free (state->run_report);
  base_diags_free (state->failure);
  code_slots_free (state->slots);
  sim_model_unref (state->model);
  g_free (state);
}

void
sim_state_set_parameter (SimState *state, uint32_t variable, double value)
{
  const SimVar *var = sim_model_var (state->model, variable);

  g_assert (var->is_settable);
  state->slots[var->slot] = var->sign * value;
  state->has_new_parameters = true;
}

/* Rows follow some variables, or all (NULL), unless they stand on a grid. */
static void
follow (SimState *state, const uint32_t *variables, uint32_t n)
{
  g_assert (state->follow.slot == NULL);
  if (!state->follows)
    return;
  sim_row_spacing_init (&state->follow, &state->rhs, variables, n, &state->options);
  sim_memory_array (state->rhs.memory, &state->held, state->program->n_kept);
  state->follow.grid = state->interval;
}

void
sim_state_follow (SimState *state, const uint32_t *variables, uint32_t n)
{
  g_autofree uint32_t *slots = g_new (uint32_t, n + 1);

  for (uint32_t i = 0; i < n; i++)
    slots[i] = sim_model_var (state->model, variables[i])->slot;
  sim_rhs_ask (&state->rhs, slots, n);
  follow (state, variables, n);
}

void
sim_state_prepare (SimState *state)
{
  if (state->follow.slot == NULL)
    follow (state, NULL, 0);
}

void
sim_state_set_stop_flag (SimState *state, const int *stop_flag)
{
  state->stop_flag = stop_flag;
}

void
sim_state_flush (SimState *state, SimSink sink, void *data)
{
  state->sink = sink;
  state->sink_data = data;
  sim_rows_flush (state);
}

double
sim_state_time (const SimState *state)
{
  return state->time;
}

bool
sim_state_is_finished (const SimState *state)
{
  return state->is_finished;
}

double
sim_state_value (const SimState *state, uint32_t variable)
{
  const SimVar *var = sim_model_var (state->model, variable);

  return var->sign * state->slots[var->slot];
}

const double *
sim_state_slots (const SimState *state)
{
  return state->slots;
}

void
sim_state_stats (const SimState *state, SimRunStats *stats)
{
  *stats = state->stats;
  stats->steps = state->stepper->stats;
  stats->n_selections = state->selections.n_changes;
  stats->n_newton = sim_rhs_n_newton (&state->rhs);
}

const BaseDiag *
sim_state_failure (const SimState *state)
{
  return base_diags_count (state->failure) > 0 ? base_diags_get (state->failure, 0)
                                               : NULL;
}

const BaseDiags *
sim_state_start_report (const SimState *state)
{
  return state->report;
}

const BaseDiags *
sim_state_run_report (const SimState *state)
{
  return state->run_report;
}
