/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the step in hand, on a grid of equal intervals or where sim/row-spacing.h
 * needs them, by the interpolant of the step with what is asked for evaluated there. A
 * row of the second kind is held back, as a copy of that, until the next one confirms
 * it. Costs one evaluation of that per row. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "sim/state-private.h"

/* Rows in one go: between them the run can be stopped. */
enum { MAX_ROWS = 64 };

static bool
is_same_time (double a, double b)
{
  return fabs (a - b) <= SIM_TIME_NOISE * 10.0 * fmax (1.0, fmax (fabs (a), fabs (b)));
}

void
sim_rows_flush (SimState *state)
{
  double *slots = state->slots, now = state->time;

  if (!state->holds_row)
    return;
  state->holds_row = false;
  state->slots = state->held;
  state->time = state->row_time;
  if (state->sink != NULL)
    state->sink (state->sink_data, state, state->row_time, false);
  state->slots = slots;
  state->time = now;
}

static void
note_row (SimState *state, double time)
{
  sim_rows_flush (state);
  state->time = time;
  state->row_time = time;
  state->stats.drift = fmax (state->stats.drift, sim_rhs_residual (&state->rhs));
}

static void
deliver (SimState *state, double time, bool is_event)
{
  note_row (state, time);
  if (state->sink != NULL)
    state->sink (state->sink_data, state, time, is_event);
}

/* A row that may be taken back as long as its step is in hand. */
static void
hold (SimState *state, double time)
{
  const SimRhs *rhs = &state->rhs;

  note_row (state, time);
  if (rhs->asked == NULL)
    memcpy (state->held, state->slots, state->program->n_kept * sizeof (double));
  for (uint32_t k = 0; k < rhs->n_asked; k++)
    state->held[rhs->asked_slots[k]] = state->slots[rhs->asked_slots[k]];
  state->holds_row = true;
}

SimStatus
sim_rows_add (SimState *state, double time, bool is_event)
{
  state->time = time;
  SimStatus status = sim_rhs_evaluate_row_rest (&state->rhs);

  if (status != SIM_OK)
    return status;
  if (state->follows)
    sim_row_spacing_begin (&state->follow, time, state->slots);
  deliver (state, time, is_event);
  return SIM_OK;
}

/* W505, once. */
static void
note_thin_rows (SimState *state)
{
  if (state->is_thin || isnan (state->follow.thin_since))
    return;
  state->is_thin = true;
  char from[BASE_NUMBER_SIZE];
  base_diags_add (
      state->run_report, BASE_WARNING, 505, (BaseSpan){0},
      "rows are thinned out from %s s on, as the results would become too large: "
      "shorten the run, record fewer variables or choose an interval",
      base_number_to_short_text (state->follow.thin_since, 9, from));
}

static double
row_at (const SimState *state, uint64_t k)
{
  return state->options.start + (double) k * state->interval;
}

/* Does row k of the grid lie up to there? */
static bool
is_passed (const SimState *state, uint64_t k, double time)
{
  double t = row_at (state, k);

  return t <= time || is_same_time (t, time);
}

/* The next row of the step in hand: one of the grid, or what the solution needs before
 * it. The end of the step if there is none. */
static double
next_row (SimState *state)
{
  const SimStepper *stepper = state->stepper;
  double t = fmin (row_at (state, state->next_row), stepper->t);

  state->follow.crossed = state->poles.crossed;
  if (state->follows)
    t = sim_row_spacing_next (&state->follow, stepper, t);
  return is_same_time (t, stepper->t) ? stepper->t : t;
}

/* Evaluates points between two times. False if one of them has no value: that is for
 * who needs it there to say. */
static bool
probe (SimState *state, double from, double to)
{
  SimStepper *stepper = state->stepper;

  for (uint32_t k = 0; k < SIM_FOLLOW_PROBES; k++) {
    double at = sim_row_spacing_probe_time (from, to, k);

    stepper->class->interpolate (stepper, at, state->y);
    if (sim_rhs_evaluate_row (&state->rhs, at, state->y) != SIM_OK) {
      state->rhs.failure.status = SIM_OK;
      return false;
    }
    sim_row_spacing_probe (&state->follow, k, state->slots);
  }
  return true;
}

/* The row that is held back is none. */
static void
take_back (SimState *state)
{
  state->holds_row = false;
  state->row_time = state->follow.row;
  while (state->next_row > 0 &&
         !is_passed (state, state->next_row - 1, state->row_time))
    state->next_row--;
}

/* Is the point at hand, where everything was evaluated, not too far from the one
 * before? */
static SimStatus
look (SimState *state, double t, bool *is_near)
{
  SimStepper *stepper = state->stepper;
  SimRowSpacing *follow = &state->follow;

  *is_near = sim_row_spacing_look (follow, stepper, t, state->slots);
  bool looks_back = sim_row_spacing_looks_back (follow, stepper);
  if (looks_back && probe (state, follow->t_before, follow->t_last) &&
      sim_row_spacing_takes_back (follow)) {
    take_back (state);
    *is_near = false;
  }
  bool doubts = *is_near && sim_row_spacing_doubts (follow, stepper, t);
  if (doubts)
    *is_near = !probe (state, follow->t_last, t) || sim_row_spacing_settles (follow, t);
  if (!*is_near || !(looks_back || doubts))
    return SIM_OK;
  stepper->class->interpolate (stepper, t, state->y);
  return sim_rhs_evaluate_row (&state->rhs, t, t < stepper->t ? state->y : stepper->y);
}

SimStatus
sim_rows_fill (SimState *state, double limit, bool *is_done)
{
  SimStepper *stepper = state->stepper;

  *is_done = true;
  if (state->interval == 0.0)
    return SIM_OK;
  for (int n = 0; n < MAX_ROWS; n++) {
    double t = next_row (state);

    if (t > limit || t >= stepper->t)
      return SIM_OK;
    /* A row within the step; one that comes too late is tried again, nearer. */
    stepper->class->interpolate (stepper, t, state->y);
    SimStatus status = sim_rhs_evaluate_row (&state->rhs, t, state->y);
    bool is_near = true;
    if (status == SIM_OK && state->follows)
      status = look (state, t, &is_near);
    if (status != SIM_OK)
      return status;
    if (!is_near)
      continue;
    if (state->follows) {
      sim_row_spacing_accept (&state->follow, t, true);
      hold (state, t);
    } else {
      deliver (state, t, false);
    }
    sim_rows_skip (state, t);
  }
  *is_done = false;
  return SIM_OK;
}

/* A look at the end of a step. *is_due if a row stands there; not *is_done if others
 * are needed before it. */
static SimStatus
look_at_end (SimState *state, bool *is_due, bool *is_done)
{
  SimStepper *stepper = state->stepper;
  SimRowSpacing *follow = &state->follow;
  double t = stepper->t;
  SimStatus status = sim_rhs_evaluate_row (&state->rhs, t, stepper->y);

  *is_done = true;
  if (status == SIM_OK)
    status = look (state, t, is_done);
  if (status != SIM_OK || !*is_done)
    return status;
  *is_due = *is_due || sim_row_spacing_wants_row (follow, stepper);
  sim_row_spacing_accept (follow, t, *is_due);
  if (*is_due)
    deliver (state, t, false);
  sim_rows_flush (state);
  note_thin_rows (state);
  return SIM_OK;
}

static SimStatus
follow_to_end (SimState *state, bool *is_due)
{
  SimStatus status = SIM_OK;
  bool is_done = false;

  while (status == SIM_OK && !is_done) {
    status = look_at_end (state, is_due, &is_done);
    if (status == SIM_OK && !is_done)
      status = sim_rows_fill (state, state->stepper->t, &(bool){false});
  }
  return status;
}

SimStatus
sim_rows_approach (SimState *state)
{
  SimStepper *stepper = state->stepper;
  SimStatus status = SIM_OK;

  while (state->follows && status == SIM_OK) {
    bool is_near = true;

    if (sim_rhs_evaluate_row (&state->rhs, stepper->t, stepper->y) != SIM_OK ||
        look (state, stepper->t, &is_near) != SIM_OK || is_near)
      break;
    status = sim_rows_fill (state, stepper->t, &(bool){false});
  }
  if (status == SIM_OK)
    state->rhs.failure.status = SIM_OK;
  return status;
}

SimStatus
sim_rows_step_end (SimState *state)
{
  double t = state->stepper->t, due = row_at (state, state->next_row);
  bool is_due = state->interval == 0.0 || is_same_time (t, due) || t > due ||
                t >= state->options.stop;
  SimStatus status = SIM_OK;

  if (is_same_time (state->row_time, t)) {
    state->time = t;
    return SIM_OK;
  }
  if (state->follows) {
    status = follow_to_end (state, &is_due);
  } else if (is_due) {
    status = sim_rhs_evaluate_row (&state->rhs, t, state->stepper->y);
    if (status == SIM_OK)
      deliver (state, t, false);
  }
  state->time = t;
  if (is_due)
    sim_rows_skip (state, t);
  return status;
}

void
sim_rows_skip (SimState *state, double time)
{
  double n =
      state->interval > 0.0 ? (time - state->options.start) / state->interval : 0.0;

  if (n > (double) state->next_row + 1.0)
    state->next_row = (uint64_t) n - 1;
  while (state->interval > 0.0 && is_passed (state, state->next_row, time))
    state->next_row++;
}
