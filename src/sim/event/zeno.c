/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Infinitely many events in finite time (Zhang, Johansson, Lygeros & Sastry, Zeno
 * hybrid systems, 2001): the intervals between the bounces of a ball shrink
 * geometrically. The last ones lie within the band in which an indicator that had its
 * event does not count, so what must never happen is that it leaves the band on the
 * wrong side. */
#include <math.h>

#include "sim/event/event.h"

/* The first look behind an event, relative to |t| or one second, and how much further
 * each of the following ones is. */
static const double FIRST_LOOK = 1e-12, FURTHER = 8.0;
enum { N_LOOKS = 9 };

/* A difference changes for certain if it does by so many times its noise. */
static const double CERTAIN = 4.0;

/* The sign of the change that contradicts the crossing. */
static double
way_back (const SimEvents *e, uint32_t w)
{
  const CodeCrossing *crossing = &e->crossings[e->watched[w]];
  bool is_below = crossing->op == EXPR_LT || crossing->op == EXPR_LE;

  return is_below == (e->slots[crossing->slot] != 0.0) ? 1.0 : -1.0;
}

static void
count (SimBounce *bounce, double t)
{
  double interval = t - bounce->time;

  bounce->ratio = interval < bounce->interval ? interval / bounce->interval : 1.0;
  bounce->interval = isfinite (interval) ? interval : 0.0;
  bounce->time = t;
}

/* The change of what turned, from the values in `now`, `dt` further on along the rates.
 * Returns how many are still undecided, as their change drowns in noise. */
static uint32_t
look_along (SimEvents *e, double t, double dt)
{
  uint32_t n_left = 0, first = e->program->first_state;

  /* A little further along the rates. */
  sim_rhs_put (e->rhs, t + dt, e->y);
  for (uint32_t i = 0; i < e->rhs->ode.n; i++)
    e->slots[first + i] += dt * e->rates[i];
  if (sim_rhs_walk (e->rhs, CODE_WATCH) != SIM_OK)
    return 0;
  code_eval (e->program, CODE_INDICATORS, e->slots);
  code_eval (e->program, CODE_NOISE, e->slots);
  for (uint32_t w = 0; w < e->n_watched; w++) {
    SimWatch *watch = &e->watches[w];
    const CodeCrossing *crossing = &e->crossings[e->watched[w]];
    double change = e->slots[crossing->indicator] - e->now[w];
    double noise = SIM_DIFFERENCE_NOISE * e->slots[crossing->noise];

    if (!watch->has_turned)
      continue;
    /* Noise tells nothing; else it is a bounce, or goes through. */
    if (fabs (change) <= CERTAIN * noise) {
      n_left++;
      continue;
    }
    watch->has_turned = false;
    watch->bounce.is_due = watch->is_watched && change * way_back (e, w) > 0.0;
    if (watch->bounce.is_due)
      count (&watch->bounce, t);
  }
  return n_left;
}

static void
look_behind (SimEvents *e)
{
  const uint32_t *rate = e->program->rates;
  uint32_t first = e->program->first_state, n = e->rhs->ode.n;
  double t = e->slots[CODE_TIME], dt = FIRST_LOOK * fmax (1.0, fabs (t));

  for (uint32_t i = 0; i < n; i++) {
    e->rates[i] = e->slots[rate[i]];
    e->y[i] = e->slots[first + i];
  }
  for (int k = 0; k < N_LOOKS && look_along (e, t, dt) > 0; k++)
    dt *= FURTHER;
  sim_rhs_evaluate (e->rhs, t, e->y);
}

void
sim_events_expect_return (SimEvents *e)
{
  bool has_turned = false;

  for (uint32_t w = 0; w < e->n_watched; w++)
    if (e->watches[w].has_turned) {
      e->watches[w].bounce.is_due = false;
      e->watches[w].has_turned = fabs (e->now[w]) <= e->watches[w].margin;
      has_turned = true;
    }
  if (has_turned && e->has_reinit)
    look_behind (e);
  for (uint32_t w = 0; w < e->n_watched && has_turned; w++)
    e->watches[w].has_turned = false;
  e->has_reinit = false;
}

SimStatus
sim_events_check_return (SimEvents *e, uint32_t w, double difference)
{
  const SimBounce *bounce = &e->watches[w].bounce;
  double end = bounce->time;

  if (!bounce->is_due || difference * way_back (e, w) > 0.0)
    return SIM_OK;
  if (bounce->ratio < 1.0)
    end += bounce->interval * bounce->ratio / (1.0 - bounce->ratio);
  e->rhs->failure = sim_failure (SIM_ZENO, end);
  e->rhs->failure.crossing = e->watched[w];
  return SIM_ZENO;
}
