/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One turn of the loop: new parameters, if any; a step, unless one is in hand; the rows
 * in it; and its end, where an event may be handled: the row before it, what changes
 * until nothing does any more, the row behind it, and the integrator restarts. Counters
 * of events and steps tell a run that leads nowhere. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "lib/text.h"
#include "sim/state-private.h"

/* More than MAX_EVENTS events within this part of the run: R504. */
static const double ZENO_PART = 1e-9;
enum { MAX_EVENTS = 1000 };

/* More than MAX_STEPS steps within that part of the run lead nowhere: R506, or the
 * reason why no larger step could be taken. */
enum { MAX_STEPS = 10000 };

/* So do more than MAX_STUCK within this part of the time so far, which took fewer than
 * MAX_BEFORE. */
static const double STUCK_PART = 1e-4;
enum { MAX_STUCK = 100000, MAX_BEFORE = 10000000 };

/* A run that is longer than this many times the time so far, or one second, says
 * nothing of how fast its model changes now. */
static const double LONG = 1000;

/* So far in front of an event, relative to the time or one second. */
static const double BEFORE = 4e-12;

/* No rows stand in this last part of a step's way to a pole. */
static const double AT_POLE = 1.0 / 64;

/* Steps below that part of the time so far which could not be larger for a value that
 * is not defined: more than that in a row are R507. */
static const double EDGE_PART = 1e-5;
enum { MAX_AT_EDGE = 1000 };

/* Of the tolerance: what states may be off. */
static const double NOTHING = 1e-2;

/* Jumps at one instant that follow from each other. */
enum { MAX_DELAY_PASSES = 100 };

SimStatus
sim_advance_check_asserts (SimState *state)
{
  const uint32_t n = state->program->n_asserts;
  const uint32_t *slots = state->program->asserts;

  if (n == 0)
    return SIM_OK;
  SimStatus status = sim_rhs_walk (&state->rhs, CODE_GUARD);
  if (status != SIM_OK)
    return status;
  code_eval (state->program, CODE_ASSERTS, state->slots);
  for (uint32_t i = 0; i < n; i++)
    if (state->slots[slots[i]] == 0.0) {
      state->rhs.failure = sim_failure (SIM_ASSERT, state->slots[CODE_TIME]);
      state->rhs.failure.assertion = i;
      return SIM_ASSERT;
    }
  return SIM_OK;
}

/* The length that parts of the run refer to. */
static double
span_at (const SimState *state, double t)
{
  double start = state->options.start;

  return fmin (state->options.stop - start, LONG * fmax (t - start, 1.0));
}

/* ---- events ---- */

static SimStatus
count_event (SimState *state, double t)
{
  double span = state->options.stop - state->options.start;

  if (state->n_zeno == 0 || t - state->zeno_time > ZENO_PART * span_at (state, t)) {
    state->zeno_time = t;
    state->n_zeno = 0;
  }
  SimStatus status = sim_events_count (&state->events, span);
  if (++state->n_zeno > MAX_EVENTS && status == SIM_OK)
    status = SIM_CHATTERING;
  if (status == SIM_OK)
    return SIM_OK;
  state->rhs.failure = sim_failure (status, t);
  state->rhs.failure.crossing = state->events.crossing_changed;
  return status;
}

/* Whether steps can go on over an event that leaves the rates as they are. What is
 * delayed, followed or chosen anew begins anew itself. */
static bool
can_go_on (const SimState *state)
{
  return state->delays.n == 0 && state->selections.n == 0 && !state->rhs.has_paths;
}

/* Time events that are apart need no step to end there: they cut it in two. */
static void
find_next_times (SimState *state)
{
  double t = state->slots[CODE_TIME], *apart = &state->next_apart_event;

  state->next_time_event = *apart = INFINITY;
  if (state->rhs.is_frozen)
    return;
  state->next_time_event = fmin (sim_events_next_time (&state->events, t, false),
                                 sim_delays_next_time (&state->delays));
  *apart = sim_events_next_time (&state->events, t, true);
  if (can_go_on (state))
    return;
  state->next_time_event = fmin (state->next_time_event, *apart);
  *apart = INFINITY;
}

SimStatus
sim_advance_restart (SimState *state)
{
  memcpy (state->y, state->slots + state->program->first_state,
          state->rhs.ode.n * sizeof (double));
  sim_events_restart (&state->events);
  if (state->follows)
    sim_row_spacing_restart (&state->follow);
  find_next_times (state);
  state->has_step = false;
  sim_poles_restart (&state->poles);
  sim_plateau_restart (&state->plateau, state->stepper->stats.n_rhs);
  state->path_step = 0.0;
  return state->stepper->class->reset (state->stepper, state->slots[CODE_TIME],
                                       state->y, 0.0);
}

/* Behind an event that left the rates as they were: the step's rest is still good. */
static SimStatus
go_on (SimState *state)
{
  sim_events_go_on (&state->events);
  if (state->follows)
    sim_row_spacing_restart (&state->follow);
  find_next_times (state);
  state->has_step = false;
  return sim_poles_restart (&state->poles);
}

bool
sim_advance_is_terminated (SimState *state)
{
  uint32_t action = state->events.termination;

  if (action == UINT32_MAX)
    return false;
  const SimPhrase *phrase = &state->model->actions[action];
  char at[BASE_NUMBER_SIZE];
  base_diags_add (state->run_report, BASE_NOTE, 507, phrase->place,
                  "simulation terminated at %s s: %s",
                  base_number_to_short_text (state->time, 9, at),
                  lib_text (phrase->text));
  base_diags_set_path (state->run_report, phrase->path);
  return true;
}

/* W503, the first time. */
static void
note_selection (SimState *state)
{
  if (state->selections.n_changes > 1)
    return;
  g_autofree char *names = sim_selections_to_text (&state->selections);
  char at[BASE_NUMBER_SIZE];
  base_diags_add (state->run_report, BASE_NOTE, 503, (BaseSpan){0},
                  "states reselected at %s s: %s; the previous ones no longer "
                  "determined the other variables",
                  base_number_to_short_text (state->slots[CODE_TIME], 9, at), names);
}

bool
sim_advance_choose_states (SimState *state)
{
  if (state->selections.n == 0 || !sim_selections_update (&state->selections))
    return false;
  note_selection (state);
  sim_events_unsettle (&state->events);
  return true;
}

/* The row before the event. The event stands behind the zero that it is about, where
 * what was selected until then may have left its domain: then the row shows the instant
 * in front of it. */
static SimStatus
show_before (SimState *state, double t, const double *y)
{
  SimStepper *stepper = state->stepper;
  double before = t - BEFORE * fmax (1.0, fabs (t));
  SimStatus status = sim_rhs_evaluate (&state->rhs, t, y);

  if (status == SIM_OK)
    status = sim_rows_add (state, t, true);
  if (status != SIM_BAD_VALUE || before <= stepper->t_old || t != stepper->t)
    return status;
  stepper->class->interpolate (stepper, before, state->y);
  status = sim_rhs_evaluate (&state->rhs, before, state->y);
  return status == SIM_OK ? sim_rows_add (state, t, true) : status;
}

/* What jumps may be delayed by nothing, and then jumps elsewhere at once. */
SimStatus
sim_advance_settle (SimState *state)
{
  for (int pass = 0; pass < MAX_DELAY_PASSES; pass++) {
    SimStatus status = sim_events_settle (&state->events);

    if (status == SIM_OK)
      status = sim_delays_restart (&state->delays);
    if (status != SIM_OK || !sim_delays_pass (&state->delays, state->slots[CODE_TIME]))
      return status;
  }
  state->rhs.failure = sim_failure (SIM_EVENT_LOOP, state->slots[CODE_TIME]);
  return SIM_EVENT_LOOP;
}

/* Two rows at the same time: before, and when nothing changes any more. */
static SimStatus
handle_event (SimState *state, double t, const double *y)
{
  SimStatus status = sim_rows_approach (state);

  if (status == SIM_OK)
    status = show_before (state, t, y);
  if (status != SIM_OK)
    return status;
  /* Discrete variables until nothing changes, then what follows from them. */
  sim_rhs_put (&state->rhs, t, y);
  sim_delays_pass (&state->delays, t);
  status = sim_advance_settle (state);
  if (status == SIM_OK)
    status = sim_advance_check_asserts (state);
  if (status == SIM_OK)
    status = sim_rhs_walk (&state->rhs, CODE_DYNAMIC);
  /* The row behind the event, and the end, if it is one. */
  if (status == SIM_OK)
    status = sim_rows_add (state, t, true);
  if (status != SIM_OK)
    return status;
  sim_rows_skip (state, t);
  status = count_event (state, t);
  if (status == SIM_OK && sim_advance_is_terminated (state))
    status = SIM_TERMINATED;
  if (status != SIM_OK)
    return status;
  /* The integrator begins anew, perhaps with other states. */
  if (can_go_on (state) && t == state->stepper->t &&
      !sim_events_has_driven (&state->events))
    return go_on (state);
  sim_advance_choose_states (state);
  return sim_advance_restart (state);
}

/* ---- parameters ---- */

void
sim_advance_find_states (SimState *state)
{
  SimStepper *stepper = state->stepper;

  if (state->has_step)
    stepper->class->interpolate (stepper, state->time, state->y);
  else
    memcpy (state->y, stepper->y, state->rhs.ode.n * sizeof (double));
}

SimStatus
sim_advance_evaluate_here (SimState *state)
{
  sim_advance_find_states (state);
  SimStatus status = sim_rhs_evaluate (&state->rhs, state->time, state->y);
  return status == SIM_OK ? sim_rhs_walk (&state->rhs, CODE_OUTPUT) : status;
}

/* A new parameter acts from the present instant on, like an event. */
static SimStatus
apply_parameters (SimState *state)
{
  double t = state->time;

  state->has_new_parameters = false;
  sim_rows_flush (state);
  sim_advance_find_states (state);
  sim_rhs_update_parameters (&state->rhs);
  sim_events_unsettle (&state->events);
  sim_rhs_put (&state->rhs, t, state->y);
  sim_delays_update_parameters (&state->delays, t);
  SimStatus status = sim_advance_settle (state);
  if (status == SIM_OK)
    status = sim_advance_check_asserts (state);
  /* What is solved stands where the last row was until then. */
  if (status == SIM_OK)
    status = sim_rhs_walk (&state->rhs, CODE_DYNAMIC);
  return status == SIM_OK ? sim_advance_restart (state) : status;
}

/* ---- steps ---- */

static bool
is_crawling (SimState *state)
{
  double t = state->stepper->t_old;

  if (state->n_crawling == 0 ||
      t - state->crawl_time > ZENO_PART * span_at (state, t)) {
    state->crawl_time = t;
    state->n_crawling = 0;
  }
  return ++state->n_crawling > MAX_STEPS;
}

/* Steps that are suddenly tiny for good, as where a method jumps to and fro over a
 * pole, would never bring the run to its end. */
static bool
is_stuck (SimState *state)
{
  double t = state->stepper->t_old, so_far = state->step_time - state->options.start;

  if (state->n_steps == 0 || t - state->step_time > STUCK_PART * so_far) {
    state->step_time = t;
    state->n_steps_before += state->n_steps;
    state->n_steps = 0;
  }
  return ++state->n_steps > MAX_STUCK && state->n_steps_before < MAX_BEFORE;
}

/* What was turned may have no value just before the zero either, as a root whose sign
 * the condition selects. Then the states go over the zero along their rates in front of
 * it, no farther than what counts as nothing beside the tolerance. */
static void
pass_over (SimState *state, const double *rates)
{
  SimStepper *stepper = state->stepper;
  const SimTolerance *tolerance = &stepper->tolerance;
  const SimOde *ode = stepper->ode;
  const uint32_t n = ode->n;
  bool is_near = true;

  memcpy (state->y, stepper->y, n * sizeof (double));
  for (double by = DBL_EPSILON * fmax (fabs (stepper->t), DBL_MIN / DBL_EPSILON);
       is_near && ode->rhs (ode->data, stepper->t, state->y, state->events.y) != SIM_OK;
       by *= 2.0)
    for (uint32_t i = 0; i < n; i++) {
      const double change = by * rates[i], y = stepper->y[i];

      is_near &=
          fabs (change) <= NOTHING * (tolerance->rtol * fabs (y) + tolerance->atol[i]);
      state->y[i] = y + change;
    }
  if (is_near)
    memcpy (stepper->y, state->y, n * sizeof (double));
}

/* A law may lose its domain just where a condition turns, such as a root of what runs
 * empty: then no step gets beyond, and the condition turns where the last one ended. */
static SimStatus
turn_instead (SimState *state, SimStatus status)
{
  SimStepper *stepper = state->stepper;
  double *rates = state->events.rates;

  if ((status != SIM_STEP_TOO_SMALL && status != SIM_BAD_VALUE) ||
      state->rhs.failure.status != SIM_BAD_VALUE)
    return status;
  const SimFailure failure = state->rhs.failure;
  const bool has_rates =
      stepper->ode->rhs (stepper->ode->data, stepper->t, stepper->y, rates) == SIM_OK;
  state->rhs.failure = failure;
  if (!sim_events_turn (&state->events))
    return status;
  if (has_rates)
    pass_over (state, rates);
  state->rhs.failure.status = SIM_OK;
  state->has_step = true;
  state->step_end = SIM_END_STATE_EVENT;
  return SIM_OK;
}

/* The smaller one of two limits; 0 is none. */
static double
lower (double a, double b)
{
  return a > 0.0 && b > 0.0 ? fmin (a, b) : fmax (a, b);
}

static void
limit_step (SimState *state)
{
  double h_max = lower (state->h_max, state->path_step);

  if (state->delays.n > 0)
    h_max = lower (h_max, sim_delays_step_max (&state->delays));
  if (!state->stepper->class->is_fixed)
    h_max = lower (h_max, sim_plateau_step_max (&state->plateau));
  state->stepper->h_max = h_max;
}

/* W506, the first time. */
static void
note_fork (SimState *state)
{
  if (state->has_noted_fork || isnan (state->poles.fork))
    return;
  state->has_noted_fork = true;
  char at[BASE_NUMBER_SIZE];
  base_diags_add (state->run_report, BASE_WARNING, 506, (BaseSpan){0},
                  "near %s s the solution for `%s` bifurcates, as where a mechanism "
                  "is folded flat: rounding may decide which branch the run follows",
                  base_number_to_short_text (state->poles.fork, 9, at),
                  sim_model_slot_name (state->model, state->poles.fork_slot));
}

/* The rows of the step that lie in front of the pole in it, but for the last part of
 * the way, where the value exceeds whatever it was before. */
static void
show_to_pole (SimState *state)
{
  const SimFailure failure = state->rhs.failure;
  double from = state->stepper->t_old;
  double limit = from + (1.0 - AT_POLE) * (failure.time - from);
  bool is_done = false;

  while (!is_done && sim_rows_fill (state, limit, &is_done) == SIM_OK)
    ;
  state->rhs.failure = failure;
}

/* As where a root holds the states within rounding of its zero: any larger step would
 * go beyond. */
static bool
is_at_edge (SimState *state)
{
  const SimStepper *stepper = state->stepper;

  if (stepper->t - stepper->t_old > EDGE_PART * fabs (stepper->t))
    state->n_at_edge = 0;
  else if (state->rhs.failure.status == SIM_BAD_VALUE)
    state->n_at_edge++;
  return state->n_at_edge > MAX_AT_EDGE;
}

/* A step that follows the solution of nonlinear blocks. */
static SimStatus
take_new_step (SimState *state)
{
  SimStepper *stepper = state->stepper;
  double t_stop = fmin (state->next_time_event, state->options.stop);

  limit_step (state);
  SimStatus status =
      stepper->class->step (stepper, fmin (t_stop, state->plateau.target));
  if (status == SIM_OK && is_at_edge (state))
    status = SIM_STEP_TOO_SMALL;
  if (status != SIM_OK)
    return turn_instead (state, status);
  status = sim_plateau_check (&state->plateau, stepper);
  if (status == SIM_OK)
    status = sim_track_step (state);
  if (status == SIM_OK && (is_crawling (state) || is_stuck (state)))
    status = SIM_STEP_TOO_SMALL;
  return status;
}

/* A new step, or the rest of the last one, up to the next event that is apart. */
static SimStatus
find_step (SimState *state)
{
  SimStepper *stepper = state->stepper;
  SimStatus status = SIM_OK;

  if (stepper->t < stepper->t_taken)
    stepper->class->go_on (stepper);
  else
    status = take_new_step (state);
  if (status == SIM_OK && !state->has_step && state->next_apart_event < stepper->t)
    stepper->class->end (stepper, state->next_apart_event);
  return status;
}

static SimStatus
take_step (SimState *state)
{
  SimStepper *stepper = state->stepper;
  double to;
  bool found = false, meets = false;

  state->rhs.failure.status = SIM_OK;
  SimStatus status = find_step (state);
  if (status != SIM_OK || state->has_step)
    return status;
  /* It ends at the first event in it. */
  status = sim_events_find (&state->events, stepper, &found, &to);
  if (status == SIM_OK && found)
    status = sim_events_locate (&state->events, stepper, to, &found);
  /* What delays meet and record, and poles that were stepped over. */
  if (status == SIM_OK)
    status = sim_delays_find (&state->delays, stepper, &meets);
  if (status == SIM_OK)
    status = sim_delays_record (&state->delays, stepper);
  if (status == SIM_OK)
    status = sim_poles_check (&state->poles, stepper, found || meets);
  note_fork (state);
  if (status == SIM_BAD_VALUE && state->rhs.failure.is_pole)
    show_to_pole (state);
  if (status != SIM_OK)
    return status;
  state->has_step = true;
  state->step_end =
      found || meets ? SIM_END_STATE_EVENT
      : stepper->t >= fmin (state->next_time_event, state->next_apart_event)
          ? SIM_END_TIME_EVENT
          : SIM_END_PLAIN;
  return SIM_OK;
}

static SimStatus
end_step (SimState *state)
{
  SimStepper *stepper = state->stepper;
  SimStatus status;

  state->has_step = false;
  state->stats.n_state_events += state->step_end == SIM_END_STATE_EVENT;
  state->stats.n_time_events += state->step_end == SIM_END_TIME_EVENT;
  if (state->step_end != SIM_END_PLAIN)
    return handle_event (state, stepper->t, stepper->y);
  status = sim_rows_step_end (state);
  if (status == SIM_OK && state->model->n_asserts > 0) {
    sim_rhs_put (&state->rhs, stepper->t, stepper->y);
    status = sim_advance_check_asserts (state);
  }
  if (status == SIM_OK)
    status = sim_events_accept (&state->events, stepper);
  return status == SIM_OK && sim_advance_choose_states (state)
             ? sim_advance_restart (state)
             : status;
}

SimStatus
sim_advance (SimState *state, double t_end)
{
  SimStatus status = SIM_OK;
  bool is_done = false;

  if (state->has_new_parameters)
    status = apply_parameters (state);
  if (status == SIM_OK && !state->has_step)
    status = take_step (state);
  if (status == SIM_OK)
    status = sim_rows_fill (state, t_end, &is_done);
  if (status != SIM_OK || !is_done)
    return status;
  if (state->stepper->t > t_end) {
    state->time = t_end;
    return SIM_OK;
  }
  status = end_step (state);
  state->is_finished = status == SIM_TERMINATED ||
                       (status == SIM_OK && state->time >= state->options.stop);
  return status;
}

SimStatus
sim_advance_for (SimState *state, double duration, uint64_t max_steps)
{
  SimSink sink = state->sink;
  double interval = state->interval, t_end;
  SimStatus status = sim_advance_restart (state);

  state->sink = NULL;
  state->interval = 0.0;
  t_end = state->stepper->t + duration;
  state->options.stop = t_end;
  while (status == SIM_OK && state->stepper->t < t_end &&
         state->stepper->stats.n_steps < max_steps)
    status = state->stop_flag != NULL && g_atomic_int_get (state->stop_flag) != 0
                 ? SIM_STOPPED
                 : sim_advance (state, t_end);
  sim_rhs_put (&state->rhs, t_end, state->stepper->y);
  state->sink = sink;
  state->interval = interval;
  return status;
}
