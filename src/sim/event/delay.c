/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The past of delayed signals as polynomials. Each accepted step is recorded in pieces
 * that are halved until they agree with the interpolant at two places between their
 * points; jumps are breaks, kept by number, which the lines of delay pass one by one:
 * at a known time where the delay is constant, else where bisection on the interpolant
 * finds it. A look at a delay costs a search in the record that begins at its last
 * place; what no delay can ask for is forgotten. */
#include "sim/event/delay.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Greater differences at an event, relative to the signal, are jumps. */
static const double JUMP = 1e-12;

/* Start values that change by less have settled. */
static const double SETTLED = 1e-12;

/* A segment may be wrong by this share of the tolerance. */
static const double RECORD_SHARE = 0.1;

/* Least step that a delay asks for, as part of the run. Shorter delays read beyond the
 * record: a parabola is good for so short a time. */
static const double LEAST_STEP = 1e-4;

/* A break is met within this time, relative to |t| or one second. */
static const double MEETS = 1e-12;

/* Segments of the run, at least, and those of one step, at most. */
enum { N_SEGMENTS = 500, MAX_PIECES = 64, MAX_HALVINGS = 6 };

/* Looks for breaks in a step. */
enum { MAX_LOOKS = 32 };

/* Pieces do not leave a rest smaller than this part of them. */
static const double SLIVER = 1e-6;

/* Where a segment is compared with the signal, in eighths. */
static const int PROBES[] = {1, 7};

static double
limited (const SimDelays *d, uint32_t i, double delay)
{
  double longest = d->rhs->slots[d->delays[i].longest];

  return isnan (delay) ? delay : fmax (0.0, fmin (delay, longest));
}

/* The present time of a delay. */
static double
time_of (const SimDelays *d, uint32_t i)
{
  return limited (d, i, d->rhs->slots[d->delays[i].time]);
}

static SimBreak
break_at (const SimDelays *d, uint64_t number)
{
  return g_array_index (d->breaks, SimBreak, number - d->first_break);
}

static uint64_t
end_of_breaks (const SimDelays *d)
{
  return d->first_break + d->breaks->len;
}

static double
look_up (CodeDelayTable *table, uint32_t i, double delay, double time)
{
  const SimDelays *d = (const SimDelays *) table;
  SimDelayLine *line = &d->lines[i];
  uint64_t range[2] = {d->history.first, d->history.end - 1};
  double t = time - limited (d, i, delay);

  if (!d->has_begun)
    return d->now[i];
  if (isnan (t))
    return t;
  if (line->next > d->first_break) {
    SimBreak last = break_at (d, line->next - 1);
    range[0] = MAX (range[0], last.segment);
    t = fmax (t, last.time);
  }
  if (line->next < end_of_breaks (d)) {
    SimBreak next = break_at (d, line->next);
    range[1] = next.segment - 1;
    t = fmin (t, next.time);
  }
  return sim_history_look (&d->history, i, range, t, &line->place);
}

void
sim_delays_init (SimDelays *d, SimRhs *rhs, double span, double rtol)
{
  *d = (SimDelays){.table.look_up = look_up,
                   .rhs = rhs,
                   .n = rhs->program->n_delays,
                   .delays = rhs->program->delays,
                   .sample_max = span / N_SEGMENTS,
                   .step_least = LEAST_STEP * span,
                   .rtol = rtol};
  sim_memory_array (rhs->memory, &d->lines, d->n);
  sim_memory_array (rhs->memory, &d->now, (3 + (size_t) SIM_HISTORY_POINTS) * d->n);
  d->right = d->now + d->n;
  d->scale = d->right + d->n;
  d->points = d->scale + d->n;
  d->y = base_arena_array (rhs->arena, double, rhs->ode.n);
  sim_history_init (&d->history, rhs->memory, d->n);
  d->breaks = sim_memory_growing (rhs->memory, sizeof (SimBreak));
  sim_memory_keep_from (rhs->memory, d, has_begun);
  for (uint32_t i = 0; i < d->n; i++)
    d->n_changing += !d->delays[i].is_fixed;
  code_slots_bind (rhs->slots, &d->table);
}

/* ---- the start ---- */

static bool
differs (double a, double b, double part)
{
  return fabs (a - b) > part * fmax (fabs (a), fabs (b));
}

/* The signals at the time and states in the slots. */
static SimStatus
evaluate (SimDelays *d, double *signals)
{
  SimStatus status = sim_rhs_walk (d->rhs, CODE_RECORD);

  if (status != SIM_OK)
    return status;
  code_eval (d->rhs->program, CODE_SIGNALS, d->rhs->slots);
  for (uint32_t i = 0; i < d->n; i++)
    signals[i] = d->rhs->slots[d->delays[i].signal];
  return SIM_OK;
}

void
sim_delays_guess (SimDelays *d)
{
  code_eval (d->rhs->program, CODE_SIGNALS, d->rhs->slots);
  for (uint32_t i = 0; i < d->n; i++) {
    double guess = d->rhs->slots[d->delays[i].signal];
    d->now[i] = isfinite (guess) ? guess : 0.0;
  }
}

SimStatus
sim_delays_follow (SimDelays *d, bool *has_changed)
{
  *has_changed = false;
  if (d->n == 0)
    return SIM_OK;
  SimStatus status = evaluate (d, d->right);
  for (uint32_t i = 0; i < d->n && status == SIM_OK; i++) {
    *has_changed |= differs (d->right[i], d->now[i], SETTLED);
    d->now[i] = d->right[i];
  }
  return status;
}

/* The record goes on with the values in `now`. */
static void
add_instant (SimDelays *d, double t)
{
  double *points = sim_history_add (&d->history, t, 0.0);

  for (uint32_t i = 0; i < d->n; i++)
    for (int k = 0; k < SIM_HISTORY_POINTS; k++)
      points[i * SIM_HISTORY_POINTS + k] = d->now[i];
}

static void
add_break (SimDelays *d, double t)
{
  SimBreak new = {t, d->history.end};

  if (!d->rhs->is_continuous)
    g_array_append_val (d->breaks, new);
  add_instant (d, t);
}

/* Signals leave their start value with a slope of their own. */
void
sim_delays_begin (SimDelays *d)
{
  double t = d->rhs->slots[CODE_TIME];

  d->has_begun = true;
  if (d->n == 0)
    return;
  add_instant (d, t);
  add_break (d, t);
  sim_delays_pass (d, t);
}

/* ---- breaks ---- */

bool
sim_delays_pass (SimDelays *d, double t)
{
  double until = t + SIM_TIME_NOISE * fmax (1.0, fabs (t));
  bool any = false;

  for (uint32_t i = 0; i < d->n; i++) {
    SimDelayLine *line = &d->lines[i];

    while (d->delays[i].is_fixed && line->next < end_of_breaks (d) &&
           break_at (d, line->next).time + time_of (d, i) <= until) {
      line->next++;
      any = true;
    }
    line->next += (uint64_t) line->passes;
    any |= line->passes != 0;
    line->passes = 0;
  }
  return any;
}

double
sim_delays_next_time (const SimDelays *d)
{
  double next = INFINITY;

  for (uint32_t i = 0; i < d->n; i++)
    if (d->delays[i].is_fixed && d->lines[i].next < end_of_breaks (d))
      next = fmin (next, break_at (d, d->lines[i].next).time + time_of (d, i));
  return next;
}

SimStatus
sim_delays_restart (SimDelays *d)
{
  bool has_jumped = false;

  if (d->n == 0)
    return SIM_OK;
  SimStatus status = evaluate (d, d->right);
  if (status != SIM_OK)
    return status;
  for (uint32_t i = 0; i < d->n; i++) {
    has_jumped |= differs (d->right[i], d->now[i], JUMP);
    d->now[i] = d->right[i];
  }
  if (has_jumped)
    add_break (d, d->rhs->slots[CODE_TIME]);
  return SIM_OK;
}

/* Where a delay reads at time t: behind its next break (1), before its last one (-1) or
 * between them. Its time stands in the slots. */
static int
side_of (const SimDelays *d, uint32_t i, double t)
{
  const SimDelayLine *line = &d->lines[i];
  double at = t - time_of (d, i), noise = MEETS * fmax (1.0, fabs (t));

  if (line->next < end_of_breaks (d) && at > break_at (d, line->next).time)
    return 1;
  return line->next > d->first_break && at < break_at (d, line->next - 1).time - noise
             ? -1
             : 0;
}

void
sim_delays_update_parameters (SimDelays *d, double t)
{
  if (!d->has_begun || d->n == 0)
    return;
  sim_history_cut (&d->history, t);
  for (uint32_t i = 0; i < d->n; i++) {
    uint64_t all[2] = {d->history.first, d->history.end - 1};
    d->now[i] = sim_history_look (&d->history, i, all, t, &d->lines[i].place);
    d->lines[i].next = d->first_break;
    d->lines[i].passes = 0;
    while (!d->delays[i].is_fixed && side_of (d, i, t) > 0)
      d->lines[i].next++;
  }
  sim_delays_pass (d, t);
}

/* The delay of the same call; n if there is none. */
static uint32_t
namesake (const SimDelays *d, const CodeDelay *delay)
{
  uint32_t i = 0;

  while (i < d->n && d->delays[i].number != delay->number)
    i++;
  return i;
}

bool
sim_delays_take (SimDelays *d, const SimDelays *from)
{
  g_autofree uint32_t *of = g_new (uint32_t, d->n + 1);

  for (uint32_t i = 0; i < d->n; i++)
    if ((of[i] = namesake (from, &d->delays[i])) == from->n)
      return false;
  for (uint32_t i = 0; i < d->n; i++) {
    d->lines[i] = from->lines[of[i]];
    d->now[i] = from->now[of[i]];
    d->scale[i] = from->scale[of[i]];
  }
  sim_history_take (&d->history, &from->history, of);
  g_array_set_size (d->breaks, 0);
  g_array_append_vals (d->breaks, from->breaks->data, from->breaks->len);
  d->first_break = from->first_break;
  d->has_begun = true;
  return true;
}

/* ---- steps ---- */

/* A time that changes may also fall. One that is fixed at 0 asks nothing: the signal
 * itself was chosen then. */
double
sim_delays_step_max (const SimDelays *d)
{
  double least = INFINITY;

  for (uint32_t i = 0; i < d->n; i++) {
    double time = time_of (d, i);
    if (!d->delays[i].is_fixed)
      least = fmin (least, 0.5 * time);
    else if (time > 0.0)
      least = fmin (least, time);
  }
  return fmax (least, d->step_least);
}

/* What no delay asks for any more. */
static void
forget (SimDelays *d, double t)
{
  double longest = 0.0;
  uint64_t passed = UINT64_MAX;
  uint32_t n = 0;

  for (uint32_t i = 0; i < d->n; i++) {
    longest = fmax (longest, d->rhs->slots[d->delays[i].longest]);
    passed = MIN (passed, d->lines[i].next);
  }
  double limit = t - longest * (1.0 + 1e-6);
  while (n < d->breaks->len && d->first_break + n < passed &&
         g_array_index (d->breaks, SimBreak, n).time < limit)
    n++;
  g_array_remove_range (d->breaks, 0, n);
  d->first_break += n;
  sim_history_forget (&d->history, limit);
}

static SimStatus
look (SimDelays *d, SimStepper *stepper, double t)
{
  double *y = d->y;

  if (t < stepper->t)
    stepper->class->interpolate (stepper, t, y);
  else
    y = stepper->y;
  if (d->rhs->is_continuous && sim_rhs_evaluate (d->rhs, t, y) != SIM_OK)
    return SIM_BAD_VALUE;
  sim_rhs_put (d->rhs, t, y);
  return evaluate (d, d->right);
}

/* The first place in [from, to] where line i has left the stretch between its breaks;
 * it has at `to`. */
static SimStatus
halve (SimDelays *d, SimStepper *stepper, uint32_t i, double from, double *to)
{
  while (*to - from > MEETS * fmax (1.0, fabs (*to))) {
    double middle = from + 0.5 * (*to - from);
    SimStatus status = look (d, stepper, middle);

    if (status != SIM_OK)
      return status;
    if (side_of (d, i, middle) != 0)
      *to = middle;
    else
      from = middle;
  }
  return look (d, stepper, *to);
}

/* The same for all lines, which then know what they pass there. */
static SimStatus
find_between (SimDelays *d, SimStepper *stepper, double from, double *to, bool *found)
{
  SimStatus status = look (d, stepper, *to);

  for (uint32_t i = 0; i < d->n && status == SIM_OK; i++) {
    if (d->delays[i].is_fixed || side_of (d, i, *to) == 0)
      continue;
    status = halve (d, stepper, i, from, to);
    for (uint32_t k = 0; k < i; k++)
      d->lines[k].passes = 0;
    d->lines[i].passes = side_of (d, i, *to);
    *found = true;
  }
  return status;
}

SimStatus
sim_delays_find (SimDelays *d, SimStepper *stepper, bool *found)
{
  double h = stepper->t - stepper->t_old, from = stepper->t_old, to = from;
  int n = (int) fmin (fmax (1.0, ceil (h / d->sample_max)), MAX_LOOKS);

  *found = false;
  if (d->n_changing == 0 || d->breaks->len == 0)
    return SIM_OK;
  for (int k = 1; k <= n && !*found; k++) {
    from = to;
    to = k < n ? stepper->t_old + h * k / n : stepper->t;
    SimStatus status = find_between (d, stepper, from, &to, found);
    if (status != SIM_OK)
      return status;
  }
  return to < stepper->t ? stepper->class->redo (stepper, to) : SIM_OK;
}

/* Points of the segment from t on; its first ones are known. */
static SimStatus
find_points (SimDelays *d, SimStepper *stepper, double t, double length)
{
  const int last = SIM_HISTORY_POINTS - 1;

  for (uint32_t i = 0; i < d->n; i++)
    d->points[i * SIM_HISTORY_POINTS] = d->now[i];
  for (int k = 1; k <= last; k++) {
    SimStatus status = look (d, stepper, t + length * k / last);
    if (status != SIM_OK)
      return status;
    for (uint32_t i = 0; i < d->n; i++) {
      d->points[i * SIM_HISTORY_POINTS + k] = d->right[i];
      d->scale[i] = fmax (d->scale[i], fabs (d->right[i]));
    }
  }
  return SIM_OK;
}

static SimStatus
compare (SimDelays *d, SimStepper *stepper, double t, double length, bool *is_good)
{
  *is_good = true;
  for (size_t p = 0; p < G_N_ELEMENTS (PROBES) && *is_good; p++) {
    double x = PROBES[p] / 8.0;
    SimStatus status = look (d, stepper, t + length * x);
    if (status != SIM_OK)
      return status;
    for (uint32_t i = 0; i < d->n; i++) {
      double guess = sim_history_interpolate (d->points + i * SIM_HISTORY_POINTS, x);
      *is_good &= fabs (d->right[i] - guess) <= RECORD_SHARE * d->rtol * d->scale[i];
    }
  }
  return SIM_OK;
}

static void
keep (SimDelays *d, double t, double length)
{
  double *points = sim_history_add (&d->history, t, length);

  memcpy (points, d->points, (size_t) SIM_HISTORY_POINTS * d->n * sizeof *points);
  for (uint32_t i = 0; i < d->n; i++)
    d->now[i] = d->points[i * SIM_HISTORY_POINTS + SIM_HISTORY_POINTS - 1];
}

SimStatus
sim_delays_record (SimDelays *d, SimStepper *stepper)
{
  double t = stepper->t_old, h = stepper->t - stepper->t_old;
  double widest = h / fmin (fmax (1.0, ceil (h / d->sample_max)), MAX_PIECES);
  double width = widest, least = ldexp (widest, -MAX_HALVINGS);
  bool is_good;

  if (d->n == 0)
    return SIM_OK;
  forget (d, t);
  while (t < stepper->t) {
    /* A piece is good if its polynomial meets the solution between the points. */
    bool is_last = t + width * (1.0 + SLIVER) >= stepper->t;
    double length = is_last ? stepper->t - t : width;
    SimStatus status = find_points (d, stepper, t, length);
    if (status == SIM_OK)
      status = compare (d, stepper, t, length, &is_good);
    if (status != SIM_OK)
      return status;
    /* Else it is halved; good ones double the next. */
    if (!is_good && width > least) {
      width *= 0.5;
      continue;
    }
    keep (d, t, length);
    t = is_last ? stepper->t : t + length;
    width = fmin (2.0 * width, widest);
  }
  return SIM_OK;
}
