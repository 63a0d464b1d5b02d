/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps that grow on a plateau of the rates. Where a force is 0 until its next pulse
 * the estimate of the error is 0, and controls of the step take that for leave to grow
 * by their greatest factor, time and again, over whole periods. Here a step that is
 * longer than any which is known to miss nothing, though its estimate did not ask for
 * that length, is looked into: rates at irregular places must be near the cubic through
 * four of them, and their mean that of the step. What departs ends the step before, and
 * the next one meets it exactly, so that the estimate sees it. A pulse shorter than a
 * fifth of the pause before it can still lie between all looks. */
#include "sim/event/plateau.h"

#include <math.h>
#include <string.h>

/* An estimate means nothing if it would let steps grow by more than QUIET, and asks for
 * their length if it would by less than FIRM. Behind a quiet step they grow by
 * QUIET_GROWTH at most, else by GROWTH, of the known scale. */
static const double QUIET = 3.0, FIRM = 1.9;
static const double QUIET_GROWTH = 2.0, GROWTH = 4.0;

/* A step that ends the quiet, with an estimate that would have steps so many times
 * shorter than the one before, met a kink. There estimates are too small, all to one
 * side, and it is to be crossed with this part of the tolerance. */
static const double KINK = 10.0, CAREFUL = 0.01, CLOSER = 0.2;

/* The known scale falls by no more than this in a step, as one that meets a kink is
 * short. */
static const double SHRINK = 0.25;

/* Looks are out of step by up to this part of their distance. */
static const double JITTER = 0.3;

/* Rates depart from the cubic, or their mean from that of the step, by more than these
 * parts of their range. */
static const double DEPARTS = 0.2, DEPARTS_MEAN = 0.05;

/* What was seen and then met by a quiet step must be greater by this to be seen again,
 * until a step is not quiet: rates that are mere rounding are not to keep steps short.
 */
static const double MORE_DOUBT = 8.0;

/* The first step of a run is looked into on so many scales, each so many times smaller.
 */
enum { N_LEVELS = 4 };
static const double LEVEL = 8.0;

/* Behind an event nothing is known, but looks there are to cost no more than so many
 * evaluations and this share of all. */
enum { FREE_LOOKS = 200, LOOKS_SHARE = 50 };

/* A step is shortened so often. */
enum { MAX_CUTS = 10 };

enum { N_LOOKS = SIM_PLATEAU_LOOKS, N_NODES = SIM_PLATEAU_NODES };

static void
place_looks (SimPlateau *p)
{
  for (int k = 0; k < N_LOOKS; k++) {
    double golden = k * 0.6180339887498949,
           shift = 2.0 * (golden - floor (golden)) - 1.0;

    p->place[k] =
        (k + (k > 0 && k < N_LOOKS - 1 ? JITTER * shift : 0.0)) / (N_LOOKS - 1);
  }
}

static int
node (int i)
{
  return i * (N_LOOKS - 1) / (N_NODES - 1);
}

void
sim_plateau_init (SimPlateau *p, SimRhs *rhs)
{
  *p = (SimPlateau){.rhs = rhs, .target = INFINITY, .doubt = 1.0};
  p->y = base_arena_array (rhs->arena, double, rhs->ode.n);
  p->rates = base_arena_array (rhs->arena, double, (size_t) N_LOOKS * rhs->ode.n);
  p->low = base_arena_array (rhs->arena, double, rhs->ode.n);
  p->high = base_arena_array (rhs->arena, double, rhs->ode.n);
  p->most = base_arena_array (rhs->arena, double, rhs->ode.n);
  p->mean = base_arena_array (rhs->arena, double, rhs->ode.n);
  place_looks (p);
  for (int k = 0; k < N_LOOKS; k++)
    for (int i = 0; i < N_NODES; i++) {
      p->weight[k][i] = 1.0;
      for (int j = 0; j < N_NODES; j++)
        if (j != i)
          p->weight[k][i] *= (p->place[k] - p->place[node (j)]) /
                             (p->place[node (i)] - p->place[node (j)]);
    }
  sim_memory_keep_from (rhs->memory, p, scale);
}

void
sim_plateau_restart (SimPlateau *p, uint64_t n_rhs)
{
  p->target = INFINITY;
  p->natural = 0.0;
  if (p->n_looks <= FREE_LOOKS + n_rhs / LOOKS_SHARE)
    p->scale = 0.0;
}

double
sim_plateau_step_max (const SimPlateau *p)
{
  return (p->natural > 0.0 ? QUIET_GROWTH : GROWTH) * p->scale;
}

/* Rates from t_old to t_old + width, in the step. False if any has no value. */
static bool
look (SimPlateau *p, SimStepper *stepper, double width)
{
  SimRhs *rhs = p->rhs;
  uint32_t n = rhs->ode.n;
  const SimFailure failure = rhs->failure;
  bool has_all = true;

  rhs->is_aside = true;
  for (int k = 0; k < N_LOOKS && has_all; k++) {
    double t = stepper->t_old + p->place[k] * width;

    stepper->class->interpolate (stepper, t, p->y);
    has_all = sim_rhs_evaluate_rates (rhs, t, p->y) == SIM_OK;
    sim_rhs_take_rates (rhs, p->rates + (size_t) k * n);
  }
  rhs->is_aside = false;
  rhs->failure = failure;
  p->n_looks += N_LOOKS;
  return has_all;
}

/* The rates of all states at look k, behind those of the looks before. */
static void
weigh_look (SimPlateau *p, int k)
{
  const uint32_t n = p->rhs->ode.n;
  const double *restrict rates = p->rates + (size_t) k * n;
  const double *restrict before = rates - n;
  const double *restrict at[N_NODES];
  double *restrict low = p->low, *restrict high = p->high;
  double *restrict most = p->most, *restrict mean = p->mean;
  const double half = 0.5 * (p->place[k] - p->place[k - 1]);

  for (int i = 0; i < N_NODES; i++)
    at[i] = p->rates + (size_t) node (i) * n;
  for (uint32_t s = 0; s < n; s++) {
    double cubic = 0.0;

    for (int i = 0; i < N_NODES; i++)
      cubic += p->weight[k][i] * at[i][s];
    double off = fabs (rates[s] - cubic);
    low[s] = rates[s] < low[s] ? rates[s] : low[s];
    high[s] = rates[s] > high[s] ? rates[s] : high[s];
    most[s] = off > most[s] ? off : most[s];
    mean[s] += half * (rates[s] + before[s]);
  }
}

static void
weigh (SimPlateau *p)
{
  for (uint32_t s = 0; s < p->rhs->ode.n; s++) {
    p->low[s] = p->high[s] = p->rates[s];
    p->most[s] = p->mean[s] = 0.0;
  }
  for (int k = 1; k < N_LOOKS; k++)
    weigh_look (p, k);
}

/* Whether the rates of a state depart by more than `least` from the cubic through some
 * of them, or in the mean from the change in the step. */
static bool
departs (const SimPlateau *p, uint32_t state, double mean, double least)
{
  double range = p->high[state] - p->low[state], most = p->most[state];
  double off = fabs (p->mean[state] - mean);

  return (most > least && most > DEPARTS * range) ||
         (off > least && off > DEPARTS_MEAN * range);
}

/* The first look before which a rate changes about as much as anywhere. */
static int
first_change (const SimPlateau *p, const double *rates)
{
  uint32_t n = p->rhs->ode.n;
  double most = 0.0;
  int k = 1;

  for (int i = 1; i < N_LOOKS; i++)
    most = fmax (most, fabs (rates[(size_t) i * n] - rates[(size_t) (i - 1) * n]));
  while (fabs (rates[(size_t) k * n] - rates[(size_t) (k - 1) * n]) < 0.5 * most)
    k++;
  return k;
}

/* The look at which something happens first; N_LOOKS if nothing does. */
static int
find (SimPlateau *p, SimStepper *stepper, double width)
{
  uint32_t n = p->rhs->ode.n;
  const SimTolerance *tolerance = &stepper->tolerance;
  int first = N_LOOKS;

  if (!look (p, stepper, width))
    return first;
  weigh (p);
  for (uint32_t i = 0; i < n; i++) {
    double allowed = tolerance->rtol * fabs (stepper->y[i]) + tolerance->atol[i];
    double mean = (p->y[i] - stepper->y_old[i]) / width;

    if (departs (p, i, mean, p->doubt * allowed / width))
      first = MIN (first, first_change (p, p->rates + i));
  }
  return first;
}

/* What is looked into, beginning with all of the step; *width is where something was
 * found. */
static int
find_on_levels (SimPlateau *p, SimStepper *stepper, double *width)
{
  int n_levels = p->n_looks == 0 ? N_LEVELS : 1, first = N_LOOKS;
  double part = stepper->t - stepper->t_old;

  for (int i = 0; i < n_levels; i++, part /= LEVEL) {
    int k = find (p, stepper, part);

    if (k == N_LOOKS)
      continue;
    first = k;
    *width = part;
  }
  return first;
}

/* Shortens a step until nothing happens in it that it does not know of. */
static SimStatus
look_into (SimPlateau *p, SimStepper *stepper, bool *is_cut)
{
  for (int i = 0; i < MAX_CUTS; i++) {
    double width, t_old = stepper->t_old;
    int k = find_on_levels (p, stepper, &width);

    if (k == N_LOOKS)
      break;
    *is_cut = true;
    p->target = t_old + p->place[k] * width;
    double before = (k > 1 ? p->place[k - 1] : 0.5 * p->place[1]) * width;
    stepper->stats.n_rejected++;
    SimStatus status = stepper->class->redo (stepper, t_old + before);
    if (status != SIM_OK)
      return status;
    if (k > 1 || before <= p->scale)
      return SIM_OK;
  }
  p->scale = fmax (p->scale, stepper->t - stepper->t_old);
  return SIM_OK;
}

/* A step whose estimate asks for much shorter ones than before. */
static SimStatus
approach_kink (SimPlateau *p, SimStepper *stepper)
{
  double h = CLOSER * (stepper->t - stepper->t_old);

  p->scale = h;
  stepper->stats.n_rejected++;
  return stepper->class->redo (stepper, stepper->t_old + h);
}

/* What was seen at the target makes a difference, or not. */
static void
judge_target (SimPlateau *p, const SimStepper *stepper, bool is_quiet)
{
  if (is_quiet && stepper->t < p->target)
    return;
  p->doubt = is_quiet ? MORE_DOUBT * p->doubt : 1.0;
  p->target = INFINITY;
}

SimStatus
sim_plateau_check (SimPlateau *p, SimStepper *stepper)
{
  double h = stepper->t - stepper->t_old;
  bool is_cut = false;

  /* Where solutions of nonlinear blocks are followed, these bound the steps. */
  if (stepper->class->is_fixed || p->rhs->ode.n == 0 || p->rhs->is_frozen ||
      p->rhs->has_paths)
    return SIM_OK;
  double room = pow (fmax (stepper->error, 1e-30), -1.0 / (stepper->order + 1));
  bool is_quiet = room >= QUIET,
       is_kink = p->natural > 0.0 && KINK * room * h < p->natural;
  judge_target (p, stepper, is_quiet);
  if (h > p->scale && room >= FIRM) {
    SimStatus status = look_into (p, stepper, &is_cut);
    if (status != SIM_OK || is_cut)
      return status;
  }
  if (is_kink && stepper->error > CAREFUL)
    return approach_kink (p, stepper);
  p->natural = is_quiet ? room * h : 0.0;
  if (!is_quiet && h < p->scale)
    p->scale = fmax (h, SHRINK * p->scale);
  else if (room < FIRM)
    p->scale = fmax (h, p->scale);
  return SIM_OK;
}
