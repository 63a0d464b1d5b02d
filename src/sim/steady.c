/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state in which nothing changes, at the time of the start: pseudo-transient
 * continuation (Kelley & Keyes, Convergence analysis of pseudo-transient continuation,
 * SIAM J. Numer. Anal. 35, 1998) from the start values. Implicit Euler steps that grow
 * as the rates fall become Newton's method, and what nothing determines, such as where
 * a free mass stands, stays as it is. Where conditions turn on the way, only the way in
 * time tells which of them hold at the end, and time stands still for the sources. */
#include <math.h>
#include <string.h>

#include "sim/state-private.h"

/* The first step changes states by so many times their tolerance. */
static const double FIRST_CHANGE = 1e4;

/* A step is as good as none when it changes states by this share of their tolerance,
 * and long enough to say so, in seconds, when all that moves has come to rest. */
static const double CLOSE = 0.1, LONG = 1e4, LEAST = 1e-12;

/* Rates may become so many times greater in a step, and steps by these factors. */
static const double WORSE_MOST = 10.0, GROW_LEAST = 1.5, GROW_MOST = 10.0;
static const double SHRINK = 0.25;

enum { MAX_STEPS = 500 };

/* Ways in time, each ten times as long as the one before, and all their steps. */
static const double FIRST_WAY = 1.0, LONGEST_WAY = 1e5, LONGER = 10.0;
enum { MAX_WAY_STEPS = 300000, MAX_DELAY_PASSES = 200 };

typedef struct {
  SimState *state;
  const SimOde *ode;
  double t;
  double *y; /* n each */
  double *f;
  double *y_next;
  double *f_next;
  double *change;
} Search;

static bool
is_stopped (const SimState *state)
{
  return state->stop_flag != NULL && g_atomic_int_get (state->stop_flag) != 0;
}

/* Greatest entry against the tolerance; infinity if any is not finite. */
static double
size_of (const Search *s, const double *e, uint32_t *worst)
{
  const SimOptions *options = &s->state->options;
  double most = 0.0;

  for (uint32_t i = 0; i < s->ode->n; i++) {
    double size = fabs (e[i]) / (options->rtol * fabs (s->y[i]) + s->state->atol[i]);
    if (isnan (size))
      return INFINITY;
    if (size > most && worst != NULL)
      *worst = i;
    most = fmax (most, size);
  }
  return most;
}

static bool
find_change (Search *s, double h)
{
  for (uint32_t i = 0; i < s->ode->n; i++)
    s->change[i] = h * s->f[i];
  if (s->ode->factor (s->ode->data, h) != SIM_OK ||
      s->ode->solve (s->ode->data, s->change) != SIM_OK)
    return false;
  for (uint32_t i = 0; i < s->ode->n; i++)
    s->y_next[i] = s->y[i] + s->change[i];
  return s->ode->rhs (s->ode->data, s->t, s->y_next, s->f_next) == SIM_OK;
}

static SimStatus
give_up (Search *s)
{
  uint32_t worst = 0;

  size_of (s, s->f, &worst);
  s->state->rhs.failure = sim_failure (SIM_NOT_STEADY, s->t);
  s->state->rhs.failure.slot = s->state->program->first_state + worst;
  return SIM_NOT_STEADY;
}

/* From s->y, with conditions as they are. */
static SimStatus
relax (Search *s)
{
  size_t bytes = s->ode->n * sizeof (double);

  if (s->ode->rhs (s->ode->data, s->t, s->y, s->f) != SIM_OK)
    return SIM_BAD_VALUE;
  double size = size_of (s, s->f, NULL);
  double h = fmin (FIRST_CHANGE / fmax (size, LEAST), LONG);
  for (int k = 0; k < MAX_STEPS && h > LEAST && !is_stopped (s->state); k++) {
    /* An implicit Euler step along the rates, whose size says what is left. */
    if (s->ode->refresh (s->ode->data, s->t, s->y) != SIM_OK)
      return SIM_BAD_VALUE;
    double next = find_change (s, h) ? size_of (s, s->f_next, NULL) : INFINITY;
    double change = size_of (s, s->change, NULL);
    if (!isfinite (next) || (next > WORSE_MOST * size && change > CLOSE)) {
      h *= SHRINK;
      continue;
    }
    /* Accepted; the step grows as the rates fall. */
    memcpy (s->y, s->y_next, bytes);
    memcpy (s->f, s->f_next, bytes);
    if (change <= CLOSE && h >= LONG)
      return SIM_OK;
    h *= next > 0.0 ? fmin (fmax (size / next, GROW_LEAST), GROW_MOST) : GROW_MOST;
    h = fmin (h, LONG * GROW_MOST);
    size = next;
  }
  return is_stopped (s->state) ? SIM_STOPPED : give_up (s);
}

/* Whether conditions and discrete variables agree with s->y; if not, they and the
 * states are as the event wants them. */
static SimStatus
settle (Search *s, bool *has_changed)
{
  SimEvents *events = &s->state->events;
  double *states = s->state->slots + s->state->program->first_state;
  size_t bytes = s->ode->n * sizeof (double);

  sim_rhs_put (&s->state->rhs, s->t, s->y);
  SimStatus status = sim_events_settle (events);
  *has_changed = events->crossing_changed != UINT32_MAX ||
                 events->slot_changed != UINT32_MAX ||
                 memcmp (states, s->y, bytes) != 0;
  memcpy (s->y, states, bytes);
  return status;
}

/* On a trial: what does not come to rest leaves s->y and conditions as they were. */
static SimStatus
try (Search *s, bool *is_found)
{
  const double *states = s->state->slots + s->state->program->first_state;
  bool has_changed = true;

  memcpy (s->y, states, s->ode->n * sizeof (double));
  g_autofree double *before = g_memdup2 (s->y, s->ode->n * sizeof (double));
  SimStatus status = relax (s);
  if (status == SIM_OK)
    status = settle (s, &has_changed);
  *is_found = status == SIM_OK && !has_changed;
  if (status == SIM_STOPPED || *is_found)
    return status;
  sim_rhs_put (&s->state->rhs, s->t, before);
  return sim_events_settle (&s->state->events);
}

static SimStatus
find_at_rest (Search *s)
{
  SimState *state = s->state;
  double way = FIRST_WAY;
  uint64_t n_steps = 0;
  bool is_found;

  for (;;) {
    SimStatus status = try (s, &is_found);
    if (status != SIM_OK || is_found)
      return status;
    if (way > LONGEST_WAY || n_steps > MAX_WAY_STEPS)
      return give_up (s);
    status = sim_advance_for (state, way, MAX_WAY_STEPS);
    n_steps = state->stepper->stats.n_steps;
    if (status != SIM_OK)
      return status;
    way *= LONGER;
  }
}

/* A delayed signal is what it is without the delay. */
static SimStatus
find_with_delays (Search *s)
{
  bool has_changed = true;

  s->state->delays.has_begun = false;
  for (int pass = 0; pass < MAX_DELAY_PASSES && has_changed; pass++) {
    SimStatus status = find_at_rest (s);

    if (status == SIM_OK)
      status = sim_delays_follow (&s->state->delays, &has_changed);
    if (status != SIM_OK)
      return status;
  }
  return has_changed ? give_up (s) : SIM_OK;
}

SimStatus
sim_steady_solve (SimState *state)
{
  uint32_t n = state->rhs.ode.n;
  g_autofree double *room = g_new0 (double, 5 * (size_t) n + 1);
  Search s = {.state = state,
              .ode = &state->rhs.ode,
              .t = state->options.start,
              .y = room,
              .f = room + n,
              .y_next = room + 2 * (size_t) n,
              .f_next = room + 3 * (size_t) n,
              .change = room + 4 * (size_t) n};

  state->rhs.is_frozen = true;
  SimStatus status = find_with_delays (&s);
  state->time = s.t; /* what was integrated on the way has not happened */
  sim_rhs_put (&state->rhs, s.t, s.y);
  return status;
}
