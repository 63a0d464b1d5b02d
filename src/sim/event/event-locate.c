/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where in a step a crossing is contradicted for the first time. The interpolant is
 * looked at as closely as differences turn: a look must be near what the polynomial
 * through the last three foretells, beside the distance from zero. Between looks,
 * parabolas and the corners of Shubert (A sequential method seeking the global maximum
 * of a function, SIAM J. Numer. Anal. 9, 1972) find where a difference dips below zero
 * and returns. Bisection narrows the place, and secants on points of the solution
 * itself, each by a shorter step, close the bracket from both sides. */
#include <math.h>
#include <string.h>

#include "sim/event/event.h"

/* Width of the final bracket, relative to |t| or to one second. */
static const double BRACKET = 1e-12;

/* The interpolant is followed down to this part of the step. */
static const double FINE = 1e-9;

/* A turning point is looked at if the difference is predicted to fall below this part
 * of its least neighbour there. */
static const double NEAR_ZERO = 0.2;

enum { MAX_DIP_LOOKS = 5, MAX_SAMPLES = 64, SLOW_STEPS = 3 };

/* Differences that fall ever slower may have turned between the last two looks, or just
 * end above zero: so many of them are looked at in a step. */
enum { MAX_DOUBTS = 4 };

/* The first look behind an event, as part of the step. */
static const double FIRST_LOOK = 1e-4;

/* Looks that surprise by less may be further apart, and by more must be CLOSER, but not
 * below that part of the greatest distance. */
static const double SMOOTH = 0.02, CALM = 0.1, DOUBTFUL = 0.5;
static const double CLOSER = 4.0, CLOSEST = 1e-9, ROUNDING = 1e-9;

/* Positive while the crossing has its value, zero where it changes. */
static double
measure (const SimEvents *e, uint32_t w, double difference)
{
  const CodeCrossing *crossing = &e->crossings[e->watched[w]];

  if (!e->watches[w].is_watched)
    return INFINITY;
  bool is_below = crossing->op == EXPR_LT || crossing->op == EXPR_LE;
  bool holds = e->slots[crossing->slot] != 0.0;

  return (is_below == holds ? -difference : difference) + e->watches[w].margin;
}

/* The differences at the time and states in the slots. */
static SimStatus
evaluate (SimEvents *e, double *differences)
{
  SimStatus status = sim_rhs_walk (e->rhs, CODE_WATCH);

  if (status != SIM_OK)
    return status;
  code_eval (e->program, CODE_INDICATORS, e->slots);
  for (uint32_t w = 0; w < e->n_watched; w++)
    differences[w] = e->slots[e->crossings[e->watched[w]].indicator];
  return SIM_OK;
}

static SimStatus
look (SimEvents *e, SimStepper *stepper, double t, double *differences)
{
  const double *y = stepper->y;

  if (t < stepper->t) {
    stepper->class->interpolate (stepper, t, e->y);
    y = e->y;
  }
  sim_rhs_put (e->rhs, t, y);
  return evaluate (e, differences);
}

/* After a look: is any crossing contradicted by more than rounding? */
static bool
is_contradicted (SimEvents *e, const double *differences)
{
  bool has_noise = false;

  for (uint32_t w = 0; w < e->n_watched; w++) {
    if (measure (e, w, differences[w]) >= 0.0 || differences[w] == 0.0)
      continue;
    if (!has_noise)
      code_eval (e->program, CODE_NOISE, e->slots);
    has_noise = true;
    if (fabs (differences[w]) >
        SIM_DIFFERENCE_NOISE * e->slots[e->crossings[e->watched[w]].noise])
      return true;
  }
  return false;
}

/* ---- turning points ---- */

/* Three points of one measure. */
typedef struct {
  double t[3];
  double f[3];
} Triple;

/* Where the parabola through the points is least, and its value there; false if that is
 * not between them. */
static bool
find_vertex (const Triple *p, double *t, double *f)
{
  double a = p->t[0] - p->t[1], b = p->t[2] - p->t[1];
  double fa = (p->f[0] - p->f[1]) / a, fb = (p->f[2] - p->f[1]) / b;
  double curvature = (fb - fa) / (b - a), slope = fa - curvature * a;

  if (!(curvature > 0.0))
    return false;
  double d = -0.5 * slope / curvature;
  *t = p->t[1] + d;
  *f = p->f[1] + 0.5 * slope * d;
  return d > a && d < b;
}

/* Where and how low the measure can be at least if it falls and rises nowhere faster
 * than between the points (Shubert 1972): the tip of a corner, as that of |x|. */
static void
find_corner (const Triple *p, double *t, double *f)
{
  double steepest = fmax (fabs (p->f[1] - p->f[0]) / (p->t[1] - p->t[0]),
                          fabs (p->f[2] - p->f[1]) / (p->t[2] - p->t[1]));

  *f = INFINITY;
  *t = p->t[1];
  for (int i = 0; i < 2 && steepest > 0.0; i++) {
    double width = p->t[i + 1] - p->t[i];
    double lowest = 0.5 * (p->f[i] + p->f[i + 1] - steepest * width);

    if (lowest >= *f)
      continue;
    *f = lowest;
    *t = p->t[i] + 0.5 * ((p->f[i] - p->f[i + 1]) / steepest + width);
  }
}

static double
least (const Triple *p)
{
  return fmin (p->f[0], fmin (p->f[1], p->f[2]));
}

/* Where a look is worth while: at the turning point of a smooth measure, or of one with
 * a corner. */
static bool
find_dip (const Triple *p, double *t)
{
  double f;

  if (find_vertex (p, t, &f) && f <= NEAR_ZERO * least (p))
    return true;
  find_corner (p, t, &f);
  return f < INFINITY && f <= NEAR_ZERO * least (p);
}

static void
narrow (Triple *p, double t, double f)
{
  uint32_t left = t < p->t[1] ? 0 : 1;
  Triple old = *p;
  bool is_new_middle = f < old.f[1];

  if ((left == 0) == is_new_middle) { /* the right end falls away */
    *p = left == 0 ? (Triple){{old.t[0], t, old.t[1]}, {old.f[0], f, old.f[1]}}
                   : (Triple){{old.t[0], old.t[1], t}, {old.f[0], old.f[1], f}};
  } else {
    *p = left == 0 ? (Triple){{t, old.t[1], old.t[2]}, {f, old.f[1], old.f[2]}}
                   : (Triple){{old.t[1], t, old.t[2]}, {old.f[1], f, old.f[2]}};
  }
}

/* Follows one measure to its turning point; *to is where it contradicts, if it does. */
static SimStatus
follow_dip (SimEvents *e,
            SimStepper *stepper,
            uint32_t w,
            Triple p,
            bool *found,
            double *to)
{
  double t;

  for (int k = 0; k < MAX_DIP_LOOKS; k++) {
    /* The turning point of a parabola, unless it is known finely enough. */
    if (!find_dip (&p, &t) || t < stepper->t_old ||
        t - p.t[0] < FINE * (p.t[2] - p.t[0]) ||
        p.t[2] - t < FINE * (p.t[2] - p.t[0]) ||
        fabs (t - p.t[1]) < FINE * (p.t[2] - p.t[0]))
      return SIM_OK;
    SimStatus status = look (e, stepper, t, e->probe);
    if (status != SIM_OK)
      return status;
    if (is_contradicted (e, e->probe)) {
      *found = true;
      *to = t;
      return SIM_OK;
    }
    /* Three points again, around it. */
    narrow (&p, t, measure (e, w, e->probe[w]));
  }
  return SIM_OK;
}

/* Turning points between three looks, none of which saw a contradiction. */
static SimStatus
find_dips (SimEvents *e, SimStepper *stepper, const double *t, bool *found, double *to)
{
  int n_doubts = 0;

  for (uint32_t w = 0; w < e->n_watched && !*found; w++) {
    Triple p = {{t[0], t[1], t[2]},
                {measure (e, w, e->earlier[w]), measure (e, w, e->before[w]),
                 measure (e, w, e->now[w])}};
    double at;

    if (least (&p) < 0.0 || !find_dip (&p, &at))
      continue;
    if (p.f[1] > fmin (p.f[0], p.f[2]) && n_doubts++ >= MAX_DOUBTS)
      continue;
    SimStatus status = follow_dip (e, stepper, w, p, found, to);
    if (status != SIM_OK)
      return status;
  }
  return SIM_OK;
}

/* ---- on the interpolant ---- */

static void
rotate (SimEvents *e)
{
  double *oldest = e->earlier;

  e->earlier = e->before;
  e->before = e->now;
  e->now = e->next;
  e->next = oldest;
}

static SimStatus
halve (SimEvents *e, SimStepper *stepper, double *from, double *to)
{
  double width = fmax (FINE * (stepper->t - stepper->t_old),
                       BRACKET * fmax (1.0, fabs (stepper->t)));

  while (*to - *from > width) {
    double middle = *from + 0.5 * (*to - *from);
    SimStatus status = look (e, stepper, middle, e->probe);

    if (status != SIM_OK)
      return status;
    if (is_contradicted (e, e->probe))
      *to = middle;
    else
      *from = middle;
  }
  return SIM_OK;
}

/* ---- how close looks must be ---- */

/* What the polynomial through the last looks, at most three, foretells at t[3]. */
static double
extrapolate (const double *t, const double *f)
{
  double d = t[3] - t[2], slope = (f[2] - f[1]) / (t[2] - t[1]);

  if (isnan (t[0]))
    return f[2] + slope * d;
  double slope_before = (f[1] - f[0]) / (t[1] - t[0]);
  double bend = (slope - slope_before) / (t[2] - t[0]);
  return f[2] + d * (slope + bend * (t[3] - t[1]));
}

/* By how much the new look at t[3] surprises, as part of what separates a measure from
 * zero. Where that is small, the looks before foretell what lies between. */
static double
surprise (const SimEvents *e, const SimStepper *stepper, const double *t)
{
  double most = 0.0;

  if (isnan (t[1]))
    return most;
  for (uint32_t w = 0; w < e->n_watched; w++) {
    double f[] = {measure (e, w, e->earlier[w]), measure (e, w, e->before[w]),
                  measure (e, w, e->now[w]), measure (e, w, e->next[w])};
    double off = fabs (f[3] - extrapolate (t, f));
    double least =
        fmax (fmin (fabs (f[2]), fabs (f[3])),
              fmax (e->least, stepper->tolerance.rtol * e->watches[w].scale));

    if (e->watches[w].is_watched && off > most * least)
      most = off / least;
  }
  return most;
}

/* The least tolerance of a state, below which differences are not looked into. */
static double
least_tolerance (const SimStepper *stepper)
{
  double least = INFINITY;

  for (uint32_t i = 0; i < stepper->ode->n; i++)
    least = fmin (least, stepper->tolerance.atol[i]);
  return isfinite (least) ? least : 0.0;
}

/* No two looks are closer. */
static double
least_spacing (const SimEvents *e, double t)
{
  return fmax (CLOSEST * e->sample_max, BRACKET * fmax (1.0, fabs (t)));
}

/* The next look on the way to t_end. */
static double
next_look (const SimEvents *e, const SimStepper *stepper, double t)
{
  double h = stepper->t - stepper->t_old, rest = stepper->t - t;
  double widest = fmin (0.5 * h, fmax (e->sample_max, h / MAX_SAMPLES));
  double spacing = e->spacing > 0.0 ? e->spacing : FIRST_LOOK * h;
  double d = fmax (fmin (spacing, widest), least_spacing (e, t));
  double n = ceil (rest / d * (1.0 - ROUNDING));

  return n > 1.0 ? t + rest / n : stepper->t;
}

/* How far apart looks may be behind one that was taken at the distance d. */
static double
widen (double d, double surprised)
{
  return d * (surprised < SMOOTH ? 4.0 : surprised < CALM ? 2.0 : 1.0);
}

static bool
is_stopped (const SimEvents *e)
{
  return e->rhs->stop_flag != NULL && g_atomic_int_get (e->rhs->stop_flag) != 0;
}

/* Goes through the step, look by look, to the first contradiction. A look that
 * surprises is put off for a closer one, unless there is none. */
static SimStatus
scan (SimEvents *e, SimStepper *stepper, bool *found, double *from, double *to)
{
  double t[4] = {e->t_earlier, e->t_before, stepper->t_old, stepper->t_old};
  if (e->spacing == 0.0)
    e->least = least_tolerance (stepper);
  while (t[2] < stepper->t && !*found) {
    t[3] = next_look (e, stepper, t[2]);
    SimStatus status = is_stopped (e) ? SIM_STOPPED : look (e, stepper, t[3], e->next);
    if (status != SIM_OK)
      return status;
    double d = t[3] - t[2], surprised = surprise (e, stepper, t);
    if (surprised > DOUBTFUL) {
      e->spacing = d / CLOSER;
      if (next_look (e, stepper, t[2]) < t[3])
        continue;
    }
    e->spacing = widen (d, surprised);
    /* The last two points and the new one. */
    rotate (e);
    memmove (t, t + 1, 3 * sizeof *t);
    *from = t[1];
    *to = t[2];
    *found = is_contradicted (e, e->now);
    if (*found || !(t[0] < t[1]))
      continue;
    /* Between samples of one sign a measure may turn at the other. */
    status = find_dips (e, stepper, t, found, to);
    if (status != SIM_OK)
      return status;
    *from = *to > t[1] ? t[1] : t[0];
  }
  e->t_earlier = *found ? NAN : t[0];
  e->t_before = *found ? NAN : t[1];
  return SIM_OK;
}

SimStatus
sim_events_find (SimEvents *e,
                 SimStepper *stepper,
                 bool *found,
                 double *from,
                 double *to)
{
  *found = false;
  if (e->n_watched == 0)
    return SIM_OK;
  memcpy (e->start, e->now, e->n_watched * sizeof *e->now);
  SimStatus status = scan (e, stepper, found, from, to);
  if (status != SIM_OK || !*found)
    return status;
  e->far = *to;
  return halve (e, stepper, from, to);
}

/* ---- on the solution itself ---- */

/* Steps to t again and looks there; what cannot be reached is not beyond. */
static SimStatus
step_and_look (SimEvents *e,
               SimStepper *stepper,
               double t,
               double *differences,
               bool *beyond)
{
  SimStatus status = stepper->class->redo (stepper, t);

  *beyond = false;
  if (status != SIM_OK)
    return status;
  status = look (e, stepper, stepper->t, differences);
  *beyond = status == SIM_OK && is_contradicted (e, differences);
  return status;
}

/* Finds points of the solution before (differences in `before`) and behind (in `now`)
 * the contradiction, near the bracket that the interpolant gave. */
static SimStatus
enclose (SimEvents *e, SimStepper *stepper, double *from, double *to, bool *found)
{
  double margin = fmax (*to - *from, BRACKET * fmax (1.0, fabs (*to)));
  bool beyond;
  SimStatus status = step_and_look (e, stepper, *to, e->now, &beyond);
  bool has_from = false;

  /* Further on, while nothing is contradicted there. */
  while (status == SIM_OK && !beyond && *to < e->far) {
    memcpy (e->before, e->now, e->n_watched * sizeof *e->now);
    has_from = true;
    *from = *to;
    *to = fmin (*to + margin, e->far);
    margin *= 8.0;
    status = step_and_look (e, stepper, *to, e->now, &beyond);
  }
  *found = beyond;
  /* Further back, until a point before it is known. */
  while (status == SIM_OK && beyond && !has_from) {
    if (*from <= stepper->t_old) {
      *from = stepper->t_old;
      memcpy (e->before, e->start, e->n_watched * sizeof *e->now);
      break;
    }
    status = step_and_look (e, stepper, *from, e->probe, &beyond);
    double *seen = beyond ? e->now : e->before;
    memcpy (seen, e->probe, e->n_watched * sizeof *e->now);
    if (beyond) {
      *to = *from;
      *from = *to - margin;
      margin *= 8.0;
    }
  }
  return status;
}

/* The least zero of the secants of what is contradicted at `to`. */
static double
secant (const SimEvents *e, double from, double to)
{
  double part = 1.0;

  for (uint32_t w = 0; w < e->n_watched; w++) {
    double f = measure (e, w, e->before[w]), g = measure (e, w, e->now[w]);
    if (g < 0.0)
      part = fmin (part, f > 0.0 ? f / (f - g) : 0.0);
  }
  return from + part * (to - from);
}

/* Secants, and halving where they are slow; each point is moved off the estimate so
 * that the bracket closes from both sides. */
static SimStatus
close_bracket (SimEvents *e, SimStepper *stepper, double *from, double *to)
{
  double width = BRACKET * fmax (1.0, fabs (*to)), last = *to - *from;
  bool beyond;

  for (int k = 0; *to - *from > width; k++) {
    double t = secant (e, *from, *to);

    if (k % SLOW_STEPS == SLOW_STEPS - 1) {
      t = *to - *from > 0.5 * last ? *from + 0.5 * (*to - *from) : t;
      last = *to - *from;
    }
    t += k % 2 == 0 ? 0.4 * width : -0.4 * width;
    t = fmin (fmax (t, *from + 0.4 * width), *to - 0.4 * width);
    SimStatus status = step_and_look (e, stepper, t, e->probe, &beyond);
    if (status != SIM_OK)
      return status;
    memcpy (beyond ? e->now : e->before, e->probe, e->n_watched * sizeof *e->now);
    *(beyond ? to : from) = t;
  }
  return stepper->t == *to ? look (e, stepper, *to, e->now)
                           : step_and_look (e, stepper, *to, e->now, &beyond);
}

SimStatus
sim_events_locate (SimEvents *e,
                   SimStepper *stepper,
                   double from,
                   double to,
                   bool *found)
{
  SimStatus status = enclose (e, stepper, &from, &to, found);

  if (status != SIM_OK || !*found)
    return status;
  return close_bracket (e, stepper, &from, &to);
}

/* ---- between steps ---- */

SimStatus
sim_events_accept (SimEvents *e, const SimStepper *stepper)
{
  SimStatus status = SIM_OK;

  for (uint32_t w = 0; w < e->n_watched && status == SIM_OK; w++) {
    SimWatch *watch = &e->watches[w];
    double size = fabs (e->now[w]);

    watch->scale = fmax (watch->scale, size);
    if (!watch->is_armed && size > watch->band * watch->scale) {
      watch->is_armed = true;
      watch->band = SIM_EVENT_BAND;
      status = sim_events_check_return (e, w, e->now[w]);
    }
    watch->margin = watch->is_armed ? 0.0 : watch->band * watch->scale;
  }
  return status == SIM_OK ? sim_rhs_accept (e->rhs, stepper->t, stepper->y) : status;
}

bool
sim_events_turn (SimEvents *e)
{
  bool has_turned = false;

  for (uint32_t w = 0; w < e->n_watched; w++) {
    SimWatch *watch = &e->watches[w];
    double *slot = &e->slots[e->crossings[e->watched[w]].slot];

    if (!watch->is_watched || !watch->is_armed ||
        fabs (e->now[w]) > watch->band * watch->scale)
      continue;
    *slot = *slot == 0.0;
    watch->is_armed = false;
    watch->has_turned = true;
    watch->margin = watch->band * watch->scale;
    e->crossing_changed = e->watched[w];
    has_turned = true;
  }
  return has_turned;
}

void
sim_events_restart (SimEvents *e)
{
  code_eval (e->program, CODE_WATCHED, e->slots);
  for (uint32_t w = 0; w < e->n_watched; w++) {
    SimWatch *watch = &e->watches[w];

    watch->is_watched = e->slots[e->crossings[e->watched[w]].watched] != 0.0;
    e->now[w] = e->slots[e->crossings[e->watched[w]].indicator];
    watch->scale = fmax (watch->scale, fabs (e->now[w]));
    watch->margin = watch->is_armed ? 0.0 : watch->band * watch->scale;
  }
  e->t_earlier = e->t_before = NAN;
  e->spacing = 0.0;
  sim_events_expect_return (e);
  sim_rhs_restart (e->rhs);
}
