/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A condition whose two laws both lead back to its zero, and meet there with an
 * infinite slope, as the roots of two tanks that level out: the run stays on the zero,
 * which no sequence of events and no step does. There the rates are that mean of both
 * laws, taken just beside the zero, which leaves the difference as it is (Filippov,
 * Differential Equations with Discontinuous Righthand Sides, 1988, para. 4), until one
 * of the laws leads away. Laws that jump there are no such case: they chatter (R504).
 * An evaluation costs one of the rates and two of the differences more for each
 * crossing that slides; one begins with two of the differences for each state. */
#include <math.h>
#include <string.h>

#include "sim/event/event.h"
#include "sim/solve/dense.h"

/* The laws are taken so many times its rounding noise beside the zero of a difference,
 * or as far from it as that is. */
static const double BESIDE = 64.0;

/* That much nearer their distance is less by this factor, unless they jump. */
static const double NEARER = 1.0 / 16, SHRINKS = 0.9;

/* Slopes are taken over this part of the size of the states. */
static const double PART = 1e-5;

/* A crossing that turned so often within its band may be one that should slide. */
enum { MIN_WITHIN = 2 };

/* The gradient of more states is not sought. */
enum { MAX_STATES = 2000 };

static double *
across (const SimEvents *e, uint32_t k)
{
  return e->across + (size_t) k * e->rhs->ode.n;
}

static double *
work (const SimEvents *e, uint32_t k)
{
  return e->slide_work + (size_t) k * e->rhs->ode.n;
}

static void
add (uint32_t n, double *to, double times, const double *what)
{
  for (uint32_t i = 0; i < n; i++)
    to[i] += times * what[i];
}

static double
dot (uint32_t n, const double *a, const double *b)
{
  double sum = 0.0;

  for (uint32_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* The differences of all that slides. */
static SimStatus
measure (SimEvents *e, double t, const double *y, double *d)
{
  sim_rhs_put (e->rhs, t, y);
  SimStatus status = sim_rhs_walk (e->rhs, CODE_WATCH);
  if (status != SIM_OK)
    return status;
  code_eval (e->program, CODE_INDICATORS, e->slots);
  for (uint32_t k = 0; k < e->rhs->n_slid; k++)
    d[k] = e->slots[e->crossings[e->rhs->slid[k]].indicator];
  return SIM_OK;
}

/* The rates by the law on whose side the states are. */
static SimStatus
rates_at (SimEvents *e, double t, const double *y, double *f)
{
  e->rhs->is_literal = true;
  SimStatus status = e->rhs->ode.rhs (e->rhs, t, y, f);
  e->rhs->is_literal = false;
  return status;
}

/* How fast the differences change along the rates. */
static SimStatus
slopes (SimEvents *e, double t, const double *y, const double *f, double *slope)
{
  const uint32_t n = e->rhs->ode.n;
  double *there = work (e, 0), back[SIM_SLIDES], dt = 1.0;

  for (uint32_t i = 0; i < n; i++)
    if (fabs (f[i]) > fabs (y[i]) + 1.0)
      dt = fmin (dt, (fabs (y[i]) + 1.0) / fabs (f[i]));
  dt *= PART;
  memcpy (there, y, n * sizeof *y);
  add (n, there, -dt, f);
  SimStatus status = measure (e, t - dt, there, back);
  add (n, there, 2.0 * dt, f);
  if (status == SIM_OK)
    status = measure (e, t + dt, there, slope);
  for (uint32_t k = 0; k < e->rhs->n_slid; k++)
    slope[k] = (slope[k] - back[k]) / (2.0 * dt);
  return status;
}

/* The states moved to the upper side of the zeros of the first `n_slid`. */
static SimStatus
move_beside (SimEvents *e, double t, const double *y, uint32_t n_slid, double *there)
{
  double d[SIM_SLIDES];
  SimStatus status = measure (e, t, y, d);

  memcpy (there, y, e->rhs->ode.n * sizeof *y);
  for (uint32_t k = 0; k < n_slid; k++)
    add (e->rhs->ode.n, there, 1.0 - d[k] / e->half[k], across (e, k));
  return status;
}

/* What part of the lower law each crossing takes, so that no difference changes, from
 * the slopes by the upper laws and by the lower one of each. */
static SimStatus
find_shares (SimEvents *e, const double *upper, const double lower[][SIM_SLIDES])
{
  const uint32_t m = e->rhs->n_slid;
  double a[SIM_SLIDES * SIM_SLIDES], scale[SIM_SLIDES];
  uint32_t pivot[SIM_SLIDES], culprit;

  for (uint32_t i = 0; i < m; i++) {
    e->share[i] = -upper[i];
    for (uint32_t k = 0; k < m; k++)
      a[i * m + k] = lower[k][i] - upper[i];
  }
  if (sim_dense_factor (m, a, pivot, scale, &culprit) == 0.0)
    return SIM_BAD_VALUE;
  sim_dense_solve (m, a, pivot, e->share);
  return SIM_OK;
}

static SimStatus
slide (void *data, double t, const double *y, double *f)
{
  SimEvents *e = data;
  const uint32_t n = e->rhs->ode.n, m = e->rhs->n_slid;
  double upper[SIM_SLIDES], lower[SIM_SLIDES][SIM_SLIDES], *there = work (e, 1);
  /* All upper laws, then the lower one of each. */
  SimStatus status = move_beside (e, t, y, m, there);
  if (status == SIM_OK)
    status = rates_at (e, t, there, f);
  if (status == SIM_OK)
    status = slopes (e, t, there, f, upper);
  for (uint32_t k = 0; k < m && status == SIM_OK; k++) {
    add (n, there, -2.0, across (e, k));
    status = rates_at (e, t, there, work (e, 2 + k));
    if (status == SIM_OK)
      status = slopes (e, t, there, work (e, 2 + k), lower[k]);
    add (n, there, 2.0, across (e, k));
  }
  if (status == SIM_OK)
    status = find_shares (e, upper, lower);
  if (status != SIM_OK)
    return SIM_BAD_VALUE;
  /* Their mean. */
  for (uint32_t i = 0; i < n; i++) {
    const double rate = f[i];

    for (uint32_t k = 0; k < m; k++)
      f[i] += e->share[k] * (work (e, 2 + k)[i] - rate);
  }
  return SIM_OK;
}

/* ---- begin and end ---- */

/* The gradient of the difference of the last one that slides. */
static SimStatus
find_gradient (SimEvents *e, double t, const double *y, double *gradient)
{
  const uint32_t n = e->rhs->ode.n, last = e->rhs->n_slid - 1;
  double *there = work (e, 0), up[SIM_SLIDES], down[SIM_SLIDES];
  SimStatus status = SIM_OK;

  memcpy (there, y, n * sizeof *y);
  for (uint32_t i = 0; i < n && status == SIM_OK; i++) {
    const double h = PART * (fabs (y[i]) + 1.0);

    there[i] = y[i] + h;
    status = measure (e, t, there, up);
    there[i] = y[i] - h;
    if (status == SIM_OK)
      status = measure (e, t, there, down);
    gradient[i] = (up[last] - down[last]) / (2.0 * h);
    there[i] = y[i];
  }
  return status;
}

/* The rates on both sides of a point on the zero, `by` of the way there. */
static bool
find_laws (SimEvents *e, double t, const double *y, double by, const double *way)
{
  const uint32_t n = e->rhs->ode.n;
  double *there = work (e, 0);

  memcpy (there, y, n * sizeof *y);
  add (n, there, by, way);
  if (rates_at (e, t, there, work (e, 2)) != SIM_OK)
    return false;
  add (n, there, -2.0 * by, way);
  return rates_at (e, t, there, work (e, 3)) == SIM_OK;
}

/* Finds the way across the zero on which the laws differ, and whether they lead back to
 * it and meet there. */
static bool
leads_back (SimEvents *e, double t, double *y, double half)
{
  const uint32_t n = e->rhs->ode.n, last = e->rhs->n_slid - 1;
  double *gradient = work (e, 4), *way = across (e, last), d[SIM_SLIDES], slope[2];

  if (measure (e, t, y, d) != SIM_OK || find_gradient (e, t, y, gradient) != SIM_OK)
    return false;
  /* Along the gradient at first, onto the zero. */
  const double square = dot (n, gradient, gradient);
  memcpy (way, gradient, n * sizeof *way);
  add (n, y, -d[last] / square, way);
  if (!(square > 0.0) || !find_laws (e, t, y, half / square, way))
    return false;
  /* Then along what differs. */
  add (n, work (e, 2), -1.0, work (e, 3));
  const double jump = dot (n, gradient, work (e, 2));
  memcpy (way, work (e, 2), n * sizeof *way);
  for (uint32_t i = 0; i < n; i++)
    way[i] *= half / jump;
  if (!(jump < 0.0) || !find_laws (e, t, y, NEARER, way))
    return false;
  const double nearer = dot (n, gradient, work (e, 3)) - dot (n, gradient, work (e, 2));
  if (!find_laws (e, t, y, 1.0, way) || slopes (e, t, y, work (e, 2), d) != SIM_OK)
    return false;
  slope[0] = d[last];
  if (slopes (e, t, y, work (e, 3), d) != SIM_OK)
    return false;
  slope[1] = d[last];
  return slope[0] < 0.0 && slope[1] > 0.0 && nearer < SHRINKS * (slope[1] - slope[0]);
}

/* Whether the crossing can slide from here on: then the states are on its zero. */
static bool
begin (SimEvents *e, uint32_t w, double t, const double *y)
{
  SimRhs *rhs = e->rhs;
  const uint32_t k = rhs->n_slid, r = e->watched[w];
  const double value = e->slots[e->crossings[r].slot];
  const SimFailure failure = rhs->failure;
  double *there = work (e, 1);

  if (k == SIM_SLIDES || rhs->ode.n > MAX_STATES || rhs->has_paths)
    return false;
  rhs->slid[rhs->n_slid++] = r;
  bool is_good = move_beside (e, t, y, k, there) == SIM_OK;
  code_eval (e->program, CODE_NOISE, e->slots);
  const double size = fmax (e->slots[e->crossings[r].noise], e->watches[w].scale);
  e->half[k] = BESIDE * SIM_DIFFERENCE_NOISE * size;
  is_good = is_good && leads_back (e, t, there, e->half[k]);
  rhs->failure = failure;
  if (is_good)
    return true;
  rhs->n_slid--;
  e->slots[e->crossings[r].slot] = value;
  return false;
}

/* All variables there, for what follows. */
static void
go_to (SimEvents *e, double t, const double *y)
{
  sim_rhs_evaluate (e->rhs, t, y);
  code_eval (e->program, CODE_INDICATORS, e->slots);
}

bool
sim_slides_are_due (const SimEvents *e)
{
  const uint32_t r = e->crossing_changed;

  return e->rhs->n_slid > 0 || (r != UINT32_MAX && e->watch_of[r] != UINT32_MAX &&
                                e->watches[e->watch_of[r]].n_within >= MIN_WITHIN);
}

bool
sim_slides_begin (SimEvents *e, double t, const double *y)
{
  bool has_begun = false, is_tried = false;

  for (uint32_t w = 0; w < e->n_watched; w++) {
    const SimWatch *watch = &e->watches[w];

    if (!watch->is_watched || sim_rhs_is_slid (e->rhs, e->watched[w]) ||
        fabs (e->now[w]) > sim_events_band (watch))
      continue;
    has_begun |= begin (e, w, t, y);
    is_tried = true;
  }
  e->is_turned |= has_begun;
  if (is_tried)
    go_to (e, t, y);
  return has_begun;
}

/* No longer: the last one takes its place. */
static void
forget (SimEvents *e, uint32_t k)
{
  const uint32_t last = --e->rhs->n_slid;

  e->rhs->slid[k] = e->rhs->slid[last];
  e->half[k] = e->half[last];
  e->share[k] = e->share[last];
  memmove (across (e, k), across (e, last), e->rhs->ode.n * sizeof (double));
}

bool
sim_slides_end (SimEvents *e, double t, double *y)
{
  const uint32_t n_before = e->rhs->n_slid;
  const SimFailure failure = e->rhs->failure;
  double d[SIM_SLIDES];

  if (n_before == 0)
    return false;
  /* To the side whose law leads away. */
  const bool is_known = slide (e, t, y, work (e, 2 + SIM_SLIDES)) == SIM_OK &&
                        measure (e, t, y, d) == SIM_OK;
  for (uint32_t k = 0; k < n_before; k++) {
    const double side = e->share[k] < 0.0 ? 1.0 : e->share[k] > 1.0 ? -1.0 : 0.0;

    if (is_known && side != 0.0)
      add (e->rhs->ode.n, y, side - d[k] / e->half[k], across (e, k));
  }
  go_to (e, t, y);
  e->rhs->failure = failure;
  for (uint32_t k = n_before; k-- > 0;)
    if (!is_known || e->share[k] < 0.0 || e->share[k] > 1.0)
      forget (e, k);
  e->is_turned |= e->rhs->n_slid < n_before;
  return e->rhs->n_slid < n_before;
}

void
sim_slides_init (SimEvents *e)
{
  const size_t n = e->n_watched > 0 ? e->rhs->ode.n : 0;

  sim_memory_array (e->rhs->memory, &e->across, SIM_SLIDES * n);
  e->slide_work = base_arena_array (e->rhs->arena, double, (SIM_SLIDES + 3) * n);
  e->rhs->slide = slide;
  e->rhs->slider = e;
}
