/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where in a step a crossing is contradicted for the first time. The interpolant is
 * looked at as closely as differences turn: a look must be near what the polynomial
 * through the last three foretells, beside the distance from zero. Between looks,
 * parabolas and the corners of Shubert (A sequential method seeking the global maximum
 * of a function, SIAM J. Numer. Anal. 9, 1972) find where a difference dips below zero
 * and returns. Secants narrow the place; a step to just behind it gives a solution
 * whose interpolant is as exact there as the step itself, and on that secants close the
 * bracket from both sides. An event costs one step and some ten looks. */
#include <math.h>
#include <string.h>

#include "sim/event/event.h"

/* Width of the final bracket, relative to |t| or to one second. */
static const double BRACKET = 1e-12;

/* The interpolant is followed down to FINE of the step; how fast differences fall shows
 * over NEAR, and looks back for one in front of the zero go so many times FURTHER. */
static const double FINE = 1e-9, NEAR = 1e-4, FURTHER = 8.0;

/* A turning point is looked at if the difference is predicted to fall below this part
 * of its least neighbour there. */
static const double NEAR_ZERO = 0.2;

enum { MAX_DIP_LOOKS = 5, MAX_SAMPLES = 64, SLOW_STEPS = 3, MAX_STEPS = 8 };

/* Differences that fall ever slower may have turned between the last two looks, or just
 * end above zero: so many of them are looked at in a step. */
enum { MAX_DOUBTS = 4 };

/* The first look behind an event, as part of the step. */
static const double FIRST_LOOK = 1e-4;

/* Looks that surprise by less may be further apart, and by more must be CLOSER, but not
 * below that part of the greatest distance. */
static const double SMOOTH = 0.02, CALM = 0.1, DOUBTFUL = 0.5;
static const double CLOSER = 4.0, CLOSEST = 1e-9, ROUNDING = 1e-9;

/* Positive while the crossing of a live watch has its value, zero where it changes. */
static double
measure (const SimEvents *e, uint32_t w, double difference)
{
  const CodeCrossing *crossing = &e->crossings[e->watched[w]];

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

  for (uint32_t i = 0; i < e->n_live; i++) {
    const uint32_t w = e->live[i];

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

  for (uint32_t i = 0; i < e->n_live && !*found; i++) {
    const uint32_t w = e->live[i];
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

/* Parts of the step, but no less than the final bracket: how near the zero is found,
 * and how far off a look shows how fast differences fall. */
static double
width (const SimStepper *stepper, double part)
{
  return fmax (part * (stepper->t - stepper->t_old),
               BRACKET * fmax (1.0, fabs (stepper->t)));
}

static double
fine_width (const SimStepper *stepper)
{
  return width (stepper, FINE);
}

static double
near_width (const SimStepper *stepper)
{
  return width (stepper, NEAR);
}

static void
rotate (SimEvents *e)
{
  double *oldest = e->earlier;

  e->earlier = e->before;
  e->before = e->now;
  e->now = e->next;
  e->next = oldest;
}

/* A bracket of the first contradiction, with the differences at its ends in `before`
 * and `now`. */
typedef struct {
  double from, to;
  double weight[2]; /* of the ends: an end that stays counts less and less (Illinois) */
  int last;         /* the end that was moved last; -1: none */
} Bracket;

static Bracket
bracket (double from, double to)
{
  return (Bracket){from, to, {1.0, 1.0}, -1};
}

/* The least zero of the weighted secants of what is contradicted behind the bracket. */
static double
secant (const SimEvents *e, const Bracket *b)
{
  double part = 1.0;

  for (uint32_t i = 0; i < e->n_live; i++) {
    const uint32_t w = e->live[i];
    double f = b->weight[0] * measure (e, w, e->before[w]);
    double g = b->weight[1] * measure (e, w, e->now[w]);

    if (g < 0.0)
      part = fmin (part, f > 0.0 ? f / (f - g) : 0.0);
  }
  return b->from + part * (b->to - b->from);
}

/* The look in `probe` becomes the end on its side. */
static void
move_end (SimEvents *e, Bracket *b, double t)
{
  int end = is_contradicted (e, e->probe);
  double **values = end == 1 ? &e->now : &e->before, *old = *values;

  *values = e->probe;
  e->probe = old;
  *(end == 1 ? &b->to : &b->from) = t;
  b->weight[end] = 1.0;
  if (end == b->last)
    b->weight[1 - end] *= 0.5;
  b->last = end;
}

/* Closes a bracket on the interpolant: secants, each moved a little to the side that
 * was not met last, and halving where they are slow. */
static SimStatus
close_bracket (SimEvents *e, SimStepper *stepper, double width, Bracket *b)
{
  double last = b->to - b->from;

  for (int k = 1; b->to - b->from > width; k++) {
    double t = secant (e, b) + (b->last == 0 ? 0.4 : -0.4) * width;

    if (k % SLOW_STEPS == 0) {
      t = b->to - b->from > 0.5 * last ? b->from + 0.5 * (b->to - b->from) : t;
      last = b->to - b->from;
    }
    t = fmin (fmax (t, b->from + 0.4 * width), b->to - 0.4 * width);
    SimStatus status = look (e, stepper, t, e->probe);
    if (status != SIM_OK)
      return status;
    move_end (e, b, t);
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
  for (uint32_t i = 0; i < e->n_live; i++) {
    const uint32_t w = e->live[i];
    double f[] = {measure (e, w, e->earlier[w]), measure (e, w, e->before[w]),
                  measure (e, w, e->now[w]), measure (e, w, e->next[w])};
    double off = fabs (f[3] - extrapolate (t, f));
    double least =
        fmax (fmin (fabs (f[2]), fabs (f[3])),
              fmax (e->least, stepper->tolerance.rtol * e->watches[w].scale));

    if (off > most * least)
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

/* The dip that the last look saw lies behind the second last look, or the one before.
 */
static void
enclose_dip (SimEvents *e, bool is_earlier)
{
  size_t size = e->n_watched * sizeof *e->now;

  memcpy (e->now, e->probe, size);
  if (is_earlier)
    memcpy (e->before, e->earlier, size);
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
    if (*found)
      enclose_dip (e, *from == t[0]);
  }
  e->t_earlier = *found ? NAN : t[0];
  e->t_before = *found ? NAN : t[1];
  return SIM_OK;
}

SimStatus
sim_events_find (SimEvents *e, SimStepper *stepper, bool *found, double *to)
{
  double from = stepper->t_old;

  *found = false;
  if (e->n_watched == 0)
    return SIM_OK;
  memcpy (e->start, e->now, e->n_watched * sizeof *e->now);
  SimStatus status = scan (e, stepper, found, &from, to);
  if (status != SIM_OK || !*found)
    return status;
  e->far = *to;
  Bracket b = bracket (from, *to);
  status = close_bracket (e, stepper, fine_width (stepper), &b);
  *to = b.to;
  return status;
}

/* ---- on the solution itself ---- */

/* A step that ends at t, taken again unless the last one does, with the differences
 * there in `now`. */
static SimStatus
step_to (SimEvents *e, SimStepper *stepper, double t, bool *beyond)
{
  SimStatus status = t != stepper->t ? stepper->class->redo (stepper, t) : SIM_OK;

  if (status == SIM_OK)
    status = look (e, stepper, t, e->now);
  *beyond = status == SIM_OK && is_contradicted (e, e->now);
  return status;
}

/* Where the first of the differences would be zero that fall towards the end of the
 * step, on straight lines; infinity if none falls. */
static SimStatus
look_ahead (SimEvents *e, SimStepper *stepper, double *zero)
{
  double from = fmax (stepper->t - near_width (stepper), stepper->t_old);
  SimStatus status = look (e, stepper, from, e->before);

  *zero = INFINITY;
  for (uint32_t i = 0; status == SIM_OK && i < e->n_live; i++) {
    const uint32_t w = e->live[i];
    double f = measure (e, w, e->before[w]), g = measure (e, w, e->now[w]);

    if (g < f && g >= 0.0)
      *zero = fmin (*zero, stepper->t + g / (f - g) * (stepper->t - from));
  }
  return status;
}

/* The zero in front of the end of the step, behind which something is contradicted. The
 * interpolant is as exact as the step where that ends: back on it, to a point in front
 * of the zero, then between the two. */
static SimStatus
look_back (SimEvents *e, SimStepper *stepper, double *zero)
{
  Bracket b = bracket (stepper->t, stepper->t);
  double margin = fine_width (stepper);

  for (bool beyond = true; beyond; margin *= FURTHER) {
    b.to = b.from;
    b.from = fmax (b.from - margin, stepper->t_old);
    SimStatus status = SIM_OK;
    if (b.from > stepper->t_old)
      status = look (e, stepper, b.from, e->before);
    else
      memcpy (e->before, e->start, e->n_watched * sizeof *e->start);
    if (status != SIM_OK)
      return status;
    beyond = b.from > stepper->t_old && is_contradicted (e, e->before);
    if (beyond)
      memcpy (e->now, e->before, e->n_watched * sizeof *e->now);
  }
  SimStatus status = close_bracket (e, stepper, BRACKET * fmax (1.0, fabs (b.to)), &b);
  *zero = b.to;
  return status;
}

/* Where the next step to be tried ends: behind the zero that was foretold, but between
 * a step that ended before it and one that ended behind; else halfway. The last one
 * ends where something is contradicted for sure, if there is such a place. */
static double
next_end (double zero, double before, double behind, double far, bool is_last)
{
  if (is_last)
    return fmin (behind, far);
  if (zero > before && zero < behind)
    return fmin (zero, far);
  return behind < INFINITY ? before + 0.5 * (behind - before) : far;
}

/* Whether a step may be possible that ends elsewhere. */
static bool
is_undefined (SimStatus status)
{
  return status == SIM_BAD_VALUE || status == SIM_STEP_TOO_SMALL ||
         status == SIM_NO_CONVERGENCE || status == SIM_SINGULAR;
}

/* Back to the last end that could be reached, as a law may lose its domain at the zero:
 * what follows is for the next step. Without any, *t comes closer to the beginning. */
static SimStatus
step_back (SimEvents *e, SimStepper *stepper, SimStatus status, double end, double *t)
{
  const double from = stepper->t_old;
  bool beyond;

  *t = from + 0.5 * (*t - from);
  if (!is_undefined (status) || end <= from)
    return status;
  e->rhs->failure.status = SIM_OK;
  return step_to (e, stepper, end, &beyond);
}

/* Steps that end ever closer behind the zero: the interpolant of the first one misses
 * it by its error, that of the second one by hardly anything. Where a difference hardly
 * leaves its noise the ends may contradict what was foretold; then they close in. */
SimStatus
sim_events_locate (SimEvents *e, SimStepper *stepper, double to, bool *found)
{
  double fine = fine_width (stepper), before = stepper->t_old, behind = INFINITY;
  double t = fmin (to + fine, e->far), zero = to;
  SimStatus status = SIM_OK;

  *found = false;
  for (int k = 0; k <= MAX_STEPS; k++) {
    /* A step to there, or back to where one can end. */
    status = step_to (e, stepper, t, found);
    if (status != SIM_OK) {
      *found = behind < INFINITY;
      status = step_back (e, stepper, status, *found ? behind : before, &t);
      if (status == SIM_OK || !is_undefined (status))
        break;
      continue;
    }
    if (!*found && t >= e->far)
      return status;
    /* Nearer to the zero that the end foretells. */
    *(*found ? &behind : &before) = t;
    status = *found ? look_back (e, stepper, &zero) : look_ahead (e, stepper, &zero);
    if (status != SIM_OK || (*found && t - zero <= 2.0 * fine))
      break;
    t = next_end (zero + fine, before, behind, e->far, k + 1 == MAX_STEPS);
  }
  if (status == SIM_OK && *found && zero < stepper->t)
    stepper->class->end (stepper, zero);
  return status;
}

/* ---- between steps ---- */

SimStatus
sim_events_accept (SimEvents *e, const SimStepper *stepper)
{
  SimStatus status = SIM_OK;

  for (uint32_t w = 0; w < e->n_watched && status == SIM_OK; w++) {
    SimWatch *watch = &e->watches[w];
    double size = fabs (e->now[w]);

    sim_events_note_size (watch, size);
    if (!watch->is_armed && size > sim_events_band (watch)) {
      watch->is_armed = true;
      watch->band = SIM_EVENT_BAND;
      watch->blur = 0.0;
      status = sim_events_check_return (e, w, e->now[w]);
    }
    watch->margin = watch->is_armed ? 0.0 : sim_events_band (watch);
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

    if (!watch->is_watched || fabs (e->now[w]) > sim_events_band (watch))
      continue;
    *slot = *slot == 0.0;
    watch->is_armed = false;
    watch->has_turned = true;
    watch->margin = sim_events_band (watch);
    e->crossing_changed = e->watched[w];
    has_turned = true;
  }
  e->is_turned = has_turned;
  sim_events_unsettle (e);
  return has_turned;
}

void
sim_events_go_on (SimEvents *e)
{
  code_eval (e->program, CODE_WATCHED, e->slots);
  for (uint32_t w = 0; w < e->n_watched; w++) {
    SimWatch *watch = &e->watches[w];

    watch->is_watched = e->slots[e->crossings[e->watched[w]].watched] != 0.0;
    e->now[w] = e->slots[e->crossings[e->watched[w]].indicator];
    sim_events_note_size (watch, e->now[w]);
    watch->margin = watch->is_armed ? 0.0 : sim_events_band (watch);
  }
  sim_events_list_live (e);
  e->t_earlier = e->t_before = NAN;
  sim_events_expect_return (e);
}

void
sim_events_restart (SimEvents *e)
{
  sim_events_go_on (e);
  e->spacing = 0.0;
  e->is_turned = false;
  sim_rhs_restart (e->rhs);
}
