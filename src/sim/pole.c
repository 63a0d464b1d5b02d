/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A divisor is looked at where steps end. If it changed its sign, its zero is found by
 * bisection on the interpolant, and the quotient is evaluated at three distances from
 * there, on the side that has more of the step: at a pole of order k it grows by the
 * k-th power of their ratio, at a removable zero (sin (x) / x) it tends to a value.
 * The distances are parts of the step, well above what the method's errors make of two
 * zeros that should coincide. */
#include "sim/pole.h"

#include <math.h>
#include <string.h>

/* The distances, as parts of the longer side: RATIO apart. */
static const double FARTHEST = 1.0 / 8, RATIO = 8.0;
enum { N_DISTANCES = 3 };

/* Least growth from one to the next, of at most RATIO at a simple pole. */
static const double GROWTH = 4.0;

/* A zero in this last part of a step that ends with an event belongs to the event. */
static const double AT_EVENT = 1e-6;

enum { MAX_HALVES = 200 };

void
sim_poles_init (SimPoles *poles, SimRhs *rhs)
{
  *poles = (SimPoles){.rhs = rhs};
  poles->poles = code_poles (rhs->program, &poles->n);
  poles->before = g_new0 (double, poles->n + 1);
  poles->after = g_new0 (double, poles->n + 1);
  poles->y = g_new0 (double, rhs->ode.n + 1);
}

void
sim_poles_clear (SimPoles *poles)
{
  g_free (poles->before);
  g_free (poles->after);
  g_free (poles->y);
  *poles = (SimPoles){0};
}

static SimStatus
evaluate_divisors (SimPoles *poles)
{
  SimStatus status = sim_rhs_walk (poles->rhs, CODE_POLES);

  if (status == SIM_OK)
    code_eval (poles->rhs->program, CODE_DIVISORS, poles->rhs->slots);
  return status;
}

SimStatus
sim_poles_restart (SimPoles *poles)
{
  SimStatus status = poles->n == 0 ? SIM_OK : evaluate_divisors (poles);

  for (uint32_t i = 0; status == SIM_OK && i < poles->n; i++)
    poles->before[i] = poles->rhs->slots[poles->poles[i].divisor];
  return status;
}

/* The quotient at a time within the step; 0 if it does not matter there. */
static bool
quotient_at (SimPoles *poles,
             SimStepper *stepper,
             const CodePole *pole,
             double t,
             double *value)
{
  SimRhs *rhs = poles->rhs;

  stepper->class->interpolate (stepper, t, poles->y);
  if (sim_rhs_evaluate (rhs, t, poles->y) != SIM_OK ||
      sim_rhs_walk (rhs, CODE_OUTPUT) != SIM_OK)
    return false;
  code_eval (rhs->program, CODE_QUOTIENTS, rhs->slots);
  *value = rhs->slots[pole->matters] != 0.0 ? rhs->slots[pole->quotient] : 0.0;
  return true;
}

/* Where the divisor changes its sign, to rounding; NaN if it cannot be told. */
static double
find_zero (SimPoles *poles, SimStepper *stepper, uint32_t at)
{
  double from = stepper->t_old, to = stepper->t;

  for (int i = 0; i < MAX_HALVES; i++) {
    double t = from + (to - from) / 2;

    if (t == from || t == to)
      break;
    stepper->class->interpolate (stepper, t, poles->y);
    sim_rhs_put (poles->rhs, t, poles->y);
    if (evaluate_divisors (poles) != SIM_OK)
      return NAN;
    if (poles->before[at] * poles->rhs->slots[poles->poles[at].divisor] > 0)
      from = t;
    else
      to = t;
  }
  return to;
}

static bool
is_pole (SimPoles *poles, SimStepper *stepper, uint32_t at, double zero)
{
  double left = zero - stepper->t_old, right = stepper->t - zero;
  double distance = FARTHEST * (left > right ? -left : right), last = 0, value;

  /* Another law may hold in a narrow gap around the zero; the quotient there is noise.
   */
  if (quotient_at (poles, stepper, &poles->poles[at], zero, &value) && value == 0)
    return false;
  for (int i = 0; i < N_DISTANCES; i++, distance /= RATIO) {
    if (zero + distance == zero ||
        !quotient_at (poles, stepper, &poles->poles[at], zero + distance, &value))
      return false;
    if (value == 0 || (i > 0 && fabs (value) < GROWTH * fabs (last)))
      return false;
    last = value;
  }
  return true;
}

SimStatus
sim_poles_check (SimPoles *poles, SimStepper *stepper, bool is_cut)
{
  SimRhs *rhs = poles->rhs;
  double span = stepper->t - stepper->t_old;

  if (poles->n == 0)
    return SIM_OK;
  sim_rhs_put (rhs, stepper->t, stepper->y);
  if (evaluate_divisors (poles) != SIM_OK)
    return SIM_OK; /* whoever needs the values reports it */
  for (uint32_t i = 0; i < poles->n; i++)
    poles->after[i] = rhs->slots[poles->poles[i].divisor];
  for (uint32_t i = 0; i < poles->n; i++) {
    if (!(poles->before[i] * poles->after[i] < 0))
      continue;
    double zero = find_zero (poles, stepper, i);
    if (isnan (zero) || (is_cut && stepper->t - zero <= AT_EVENT * span) ||
        !is_pole (poles, stepper, i, zero))
      continue;
    rhs->trouble = sim_trouble (SIM_BAD_VALUE, zero);
    rhs->trouble.slot = poles->poles[i].variable;
    rhs->trouble.is_pole = true;
    return SIM_BAD_VALUE;
  }
  rhs->trouble.status = SIM_OK;
  memcpy (poles->before, poles->after, poles->n * sizeof (double));
  return SIM_OK;
}
