/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A divisor is looked at where steps end, and in their middle. If it changed its sign,
 * its zero is found by bisection on the interpolant, if it may have touched zero, by
 * golden section. The quotient is evaluated at three distances from there, on the side
 * that has more of the step: at a pole of order k it grows by the k-th power of their
 * ratio, at a removable zero (sin (x) / x) it tends to a value. The distances are parts
 * of the step, well above what the method's errors make of two zeros that should
 * coincide; a dividend that is nothing but such errors is told by moving the states by
 * what they may be off. A logarithm grows by equal parts, and what it enters may
 * undo that (x^2 log x^2): the differences of the variable tell.
 *
 * Where a system of equations is solved, x y = 1 for y, its determinant is the divisor
 * and the unknowns are the quotients. Its sign comes with the last factors, which are
 * of the end of the step or near it: only if they say that it changed it is evaluated
 * exactly. */
#include "sim/event/pole.h"

#include <math.h>
#include <string.h>

/* The distances, as parts of the longer side: RATIO apart. */
static const double FARTHEST = 1.0 / 8, RATIO = 8.0;
enum { N_DISTANCES = 3 };

/* Least growth from one to the next, of at most RATIO at a simple pole; of unknowns of
 * a nonlinear system, whose poles may be roots (x y^3 = 1); of the differences at the
 * pole of a logarithm, which are equal. */
static const double GROWTH = 4.0, GROWTH_ROOT = 1.5, GROWTH_LOG = 0.8;

/* Differences below this part of the values may be errors of the method. */
static const double NOISE = 1e-4;

/* Errors of the states may add up to this many times what a step may make: a dividend
 * that they can make, as of 0/0 along the whole solution, is none. */
static const double DRIFT = 100.0;

/* Unknowns of a system that are this small beside their nominal values grow by rounding
 * where it is nearly singular. */
static const double ROUNDING = 1e-6;

/* A divisor whose parabola over the step dips below this part of its ends may touch
 * zero (1 - cos x does); it is zero if it is rounding of them where it is least. */
static const double DIP = 0.1, TOUCH = 1e-12;

/* A zero in this last part of a step that ends with an event belongs to the event. */
static const double AT_EVENT = 1e-6;

/* How far beside a zero of a determinant it is looked at: in time, as a part of the
 * step, and of the unknowns, in nominal values. Solutions that cross are much nearer
 * to each other by then than they are moved. */
static const double BESIDE = 1e-6, MOVED = 1e-3;

/* How far from the ends of a step slopes of solutions are taken, as a part of it. */
static const double ASIDE = 1e-4;

enum { MAX_HALVES = 200 };

/* Blocks whose matrix varies. */
static void
find_blocks (SimPoles *poles)
{
  SimRhs *rhs = poles->rhs;
  uint32_t n_steps =
      rhs->program->sections[CODE_DYNAMIC].n + rhs->program->sections[CODE_OUTPUT].n;
  uint32_t most = 0;

  poles->blocks = base_arena_array (rhs->arena, SimPoleBlock, n_steps);
  for (uint32_t s = CODE_DYNAMIC; s <= CODE_OUTPUT; s++) {
    const CodeSteps *steps = &rhs->program->sections[s];

    for (uint32_t i = 0; i < steps->n; i++) {
      const SimPoleBlock block = {&steps->steps[i], rhs->solvers[s][i], 0, 0};

      if (block.solver == NULL || !block.step->varies)
        continue;
      poles->blocks[poles->n_blocks] = block;
      sim_memory_keep_from (rhs->memory, &poles->blocks[poles->n_blocks], before);
      poles->n_blocks++;
      most = MAX (most, block.step->n);
      poles->has_output_blocks |= s == CODE_OUTPUT;
    }
  }
  poles->last = base_arena_array (rhs->arena, double, most);
}

void
sim_poles_init (SimPoles *poles, SimRhs *rhs)
{
  *poles = (SimPoles){.rhs = rhs,
                      .n = rhs->program->n_poles,
                      .poles = rhs->program->poles,
                      .crossed = -INFINITY,
                      .fork = NAN};
  sim_memory_array (rhs->memory, &poles->before, poles->n);
  poles->middle = base_arena_array (rhs->arena, double, poles->n);
  poles->after = base_arena_array (rhs->arena, double, poles->n);
  poles->y = base_arena_array (rhs->arena, double, rhs->ode.n);
  find_blocks (poles);
  sim_memory_keep_from (rhs->memory, poles, is_begun);
}

static SimStatus
evaluate_divisors (SimPoles *poles)
{
  SimStatus status = sim_rhs_walk (poles->rhs, CODE_POLES);

  if (status == SIM_OK)
    code_eval (poles->rhs->program, CODE_DIVISORS, poles->rhs->slots);
  return status;
}

/* All variables at a time, with the states in y. */
static bool
evaluate_states (SimPoles *poles, double t)
{
  return sim_rhs_evaluate (poles->rhs, t, poles->y) == SIM_OK &&
         sim_rhs_walk (poles->rhs, CODE_OUTPUT) == SIM_OK;
}

/* The same at a time within the step. */
static bool
evaluate_all (SimPoles *poles, SimStepper *stepper, double t)
{
  stepper->class->interpolate (stepper, t, poles->y);
  return evaluate_states (poles, t);
}

SimStatus
sim_poles_restart (SimPoles *poles)
{
  SimStatus status = poles->n == 0 ? SIM_OK : evaluate_divisors (poles);

  for (uint32_t i = 0; status == SIM_OK && i < poles->n; i++)
    poles->before[i] = poles->rhs->slots[poles->poles[i].divisor];
  poles->is_begun = false;
  return status;
}

static SimStatus
report (SimPoles *poles, double time, uint32_t slot)
{
  poles->rhs->failure = sim_failure (SIM_BAD_VALUE, time);
  poles->rhs->failure.slot = slot;
  poles->rhs->failure.is_pole = true;
  return SIM_BAD_VALUE;
}

/* The first of the distances from the zero, on the longer side. */
static double
farthest (const SimStepper *stepper, double zero)
{
  double left = zero - stepper->t_old, right = stepper->t - zero;

  return FARTHEST * (left > right ? -left : right);
}

/* ---- quotients ---- */

/* The quotient at a time within the step; 0 if it does not matter there. */
static bool
quotient_at (SimPoles *poles,
             SimStepper *stepper,
             const CodePole *pole,
             double t,
             double *value)
{
  SimRhs *rhs = poles->rhs;

  if (!evaluate_all (poles, stepper, t))
    return false;
  code_eval (rhs->program, CODE_QUOTIENTS, rhs->slots);
  *value = rhs->slots[pole->matters] == 0.0 ? 0.0
           : pole->is_log                   ? rhs->slots[pole->variable]
                                            : rhs->slots[pole->quotient];
  return true;
}

/* All divisors at a time within the step. */
static SimStatus
divisors_at (SimPoles *poles, SimStepper *stepper, double t)
{
  stepper->class->interpolate (stepper, t, poles->y);
  sim_rhs_put (poles->rhs, t, poles->y);
  return evaluate_divisors (poles);
}

/* One of them; NaN if it cannot be told. */
static double
divisor_at (SimPoles *poles, SimStepper *stepper, uint32_t at, double t)
{
  return divisors_at (poles, stepper, t) == SIM_OK
             ? poles->rhs->slots[poles->poles[at].divisor]
             : NAN;
}

/* Where the divisor changes its sign up to a time within the step, to rounding; NaN if
 * it cannot be told. */
static double
find_zero (SimPoles *poles, SimStepper *stepper, uint32_t at, double to)
{
  double from = stepper->t_old;

  for (int i = 0; i < MAX_HALVES; i++) {
    double t = from + (to - from) / 2;

    if (t == from || t == to)
      break;
    double value = divisor_at (poles, stepper, at, t);
    if (isnan (value))
      return NAN;
    if (poles->before[at] * value > 0)
      from = t;
    else
      to = t;
  }
  return to;
}

/* Does the parabola through three sizes, of the ends and the middle, come near zero? */
static bool
dips (double before, double middle, double after)
{
  double bend = before + after - 2 * middle, rise = after - before;

  return bend > 0 && fabs (rise) < 2 * bend &&
         middle - rise * rise / (8 * bend) <= DIP * fmax (before, after);
}

/* Where a divisor that keeps its sign is zero: by golden section, where it is least
 * (Kiefer 1953); NaN if it is not zero there. */
static double
find_touch (SimPoles *poles, SimStepper *stepper, uint32_t at)
{
  static const double PART = 0.6180339887498949;
  double from = stepper->t_old, to = stepper->t;
  double size = fmax (fabs (poles->before[at]), fabs (poles->after[at]));
  double left = to - PART * (to - from), right = from + PART * (to - from);
  double at_left = fabs (divisor_at (poles, stepper, at, left));
  double at_right = fabs (divisor_at (poles, stepper, at, right));

  for (int i = 0; i < MAX_HALVES && left < right; i++) {
    /* The half with the lesser value stays; one of its points is known. */
    bool is_left = at_left < at_right;

    if (fmin (at_left, at_right) <= TOUCH * size)
      return is_left ? left : right;
    if (is_left) {
      to = right;
      right = left;
      at_right = at_left;
      left = to - PART * (to - from);
      at_left = fabs (divisor_at (poles, stepper, at, left));
    } else {
      from = left;
      left = right;
      at_left = at_right;
      right = from + PART * (to - from);
      at_right = fabs (divisor_at (poles, stepper, at, right));
    }
  }
  return NAN;
}

/* The zero of a divisor in the step; NaN if it has none. */
static double
zero_of (SimPoles *poles, SimStepper *stepper, uint32_t at)
{
  double before = poles->before[at], middle = poles->middle[at];
  double after = poles->after[at], half = (stepper->t - stepper->t_old) / 2;

  if (before * after < 0)
    return find_zero (poles, stepper, at, stepper->t);
  if (before * middle < 0 && middle * after < 0)
    return find_zero (poles, stepper, at, stepper->t_old + half);
  return before * after > 0 && dips (fabs (before), fabs (middle), fabs (after))
             ? find_touch (poles, stepper, at)
             : NAN;
}

/* Do the differences stay as they are, up to the i-th value? */
static bool
grows_evenly (const double *values, uint32_t i)
{
  double now = i > 0 ? fabs (values[i] - values[i - 1]) : 0.0;

  return i == 0 ||
         (now >= NOISE * fabs (values[i]) &&
          (i == 1 || now >= GROWTH_LOG * fabs (values[i - 1] - values[i - 2])));
}

/* NaN if it cannot be told. */
static double
dividend_at (SimPoles *poles, const CodePole *pole, double t)
{
  const double *slots = poles->rhs->slots;

  if (!evaluate_states (poles, t))
    return NAN;
  code_eval (poles->rhs->program, CODE_QUOTIENTS, poles->rhs->slots);
  double quotient = slots[pole->quotient];
  return evaluate_divisors (poles) == SIM_OK ? quotient * slots[pole->divisor] : NAN;
}

/* Is the dividend no more than what errors of the states change it by? */
static bool
is_of_errors (SimPoles *poles, SimStepper *stepper, const CodePole *pole, double t)
{
  const SimTolerance *tolerance = &stepper->tolerance;
  double change = 0.0;

  stepper->class->interpolate (stepper, t, poles->y);
  double dividend = dividend_at (poles, pole, t);
  for (uint32_t i = 0; i < poles->rhs->ode.n && change < fabs (dividend); i++) {
    double y = poles->y[i];

    poles->y[i] += DRIFT * (tolerance->rtol * fabs (y) + tolerance->atol[i]);
    double other = dividend_at (poles, pole, t);
    change += isnan (other) ? 0.0 : fabs (other - dividend);
    poles->y[i] = y;
  }
  return change >= fabs (dividend);
}

static bool
is_pole (SimPoles *poles, SimStepper *stepper, const CodePole *pole, double zero)
{
  double distance = farthest (stepper, zero), values[N_DISTANCES + 1], value;
  uint32_t n = N_DISTANCES + (pole->is_log ? 1 : 0);

  /* Another law may hold in a narrow gap around the zero; the quotient there is noise.
   */
  if (quotient_at (poles, stepper, pole, zero, &value) && value == 0)
    return false;
  for (uint32_t i = 0; i < n; i++, distance /= RATIO) {
    if (zero + distance == zero ||
        !quotient_at (poles, stepper, pole, zero + distance, &values[i]) ||
        values[i] == 0)
      return false;
    if (!(pole->is_log ? grows_evenly (values, i)
                       : i == 0 || fabs (values[i]) >= GROWTH * fabs (values[i - 1])))
      return false;
  }
  return pole->is_log || !is_of_errors (poles, stepper, pole, zero + distance * RATIO);
}

static SimStatus
check_quotients (SimPoles *poles, SimStepper *stepper, double end)
{
  SimRhs *rhs = poles->rhs;

  double middle = stepper->t_old + (stepper->t - stepper->t_old) / 2;
  if (divisors_at (poles, stepper, middle) != SIM_OK)
    return SIM_OK; /* whoever needs the values reports it */
  for (uint32_t i = 0; i < poles->n; i++)
    poles->middle[i] = rhs->slots[poles->poles[i].divisor];
  sim_rhs_put (rhs, stepper->t, stepper->y);
  if (evaluate_divisors (poles) != SIM_OK)
    return SIM_OK;
  for (uint32_t i = 0; i < poles->n; i++)
    poles->after[i] = rhs->slots[poles->poles[i].divisor];
  /* The first one in time. */
  const CodePole *first = NULL;
  for (uint32_t i = 0; i < poles->n; i++) {
    double zero = zero_of (poles, stepper, i);

    if (zero >= end || !is_pole (poles, stepper, &poles->poles[i], zero))
      continue;
    first = &poles->poles[i];
    end = zero;
  }
  if (first != NULL)
    return report (poles, end, first->variable);
  memcpy (poles->before, poles->after, poles->n * sizeof (double));
  return SIM_OK;
}

/* ---- systems of equations ---- */

/* The sign of the determinant at a time within the step; 0 if it cannot be told. */
static int
orientation_at (SimPoles *poles,
                SimStepper *stepper,
                const SimPoleBlock *block,
                double t)
{
  return evaluate_all (poles, stepper, t) ? sim_newton_orientation (block->solver) : 0;
}

/* Slopes of the solutions at both ends of the step: the line between them would lead to
 * another solution, as the distance between two that cross shrinks towards the
 * crossing.
 */
static bool
find_slopes (SimPoles *poles, SimStepper *stepper)
{
  double aside = ASIDE * (stepper->t - stepper->t_old);

  if (!evaluate_all (poles, stepper, stepper->t_old + aside))
    return false;
  sim_rhs_each_path (poles->rhs, sim_path_bend_last);
  if (!evaluate_all (poles, stepper, stepper->t - aside))
    return false;
  sim_rhs_each_path (poles->rhs, sim_path_bend_ahead);
  return true;
}

/* Where it changes; at the beginning of the step if it had just done so. Each solution
 * on the way leads to the next ones, and the last of them to those of the rows. */
static double
find_change (SimPoles *poles, SimStepper *stepper, const SimPoleBlock *block)
{
  double from = stepper->t_old, to = stepper->t;

  if (orientation_at (poles, stepper, block, from) != block->before)
    return from;
  bool is_led = !block->step->is_linear && find_slopes (poles, stepper);
  for (int i = 0; i < MAX_HALVES; i++) {
    double t = from + (to - from) / 2;

    if (t == from || t == to)
      break;
    int sign = orientation_at (poles, stepper, block, t);
    if (is_led && sign != 0)
      sim_path_mark (sim_newton_path (block->solver), poles->rhs->slots);
    if (sign == block->before)
      from = t;
    else
      to = t;
  }
  return to;
}

/* The slot of an unknown of the block that grows towards the zero; UINT32_MAX if none
 * does. */
static uint32_t
find_growing (SimPoles *poles,
              SimStepper *stepper,
              const SimPoleBlock *block,
              double zero)
{
  const double *slots = poles->rhs->slots;
  const double growth = block->step->is_linear ? GROWTH : GROWTH_ROOT;
  double distance = farthest (stepper, zero);
  uint32_t first = 0;

  for (uint32_t k = 0; k < N_DISTANCES; k++, distance /= RATIO) {
    /* Ever nearer to the zero: who still grows by what a pole makes grow? */
    if (zero + distance == zero || !evaluate_all (poles, stepper, zero + distance))
      return UINT32_MAX;
    first = UINT32_MAX;
    for (uint32_t i = block->step->n; i-- > 0;) {
      uint32_t slot = block->step->unknown[i];
      double value = fabs (slots[slot]);
      bool grows = k == 0 || (poles->last[i] > 0 && value >= growth * poles->last[i]);

      poles->last[i] = grows ? value : -1.0;
      if (grows && value > ROUNDING * sim_model_slot_nominal (poles->rhs->model, slot))
        first = i;
    }
    if (first == UINT32_MAX)
      return UINT32_MAX;
  }
  return block->step->unknown[first];
}

/* Does the determinant change its sign there wherever the unknowns are? Then a factor
 * of equations passes zero, x (y^3 + y - 2) = 0, and the solution goes on through it;
 * where solutions cross, it changes elsewhere for other unknowns. */
static bool
is_removable (SimPoles *poles,
              SimStepper *stepper,
              const SimPoleBlock *block,
              double zero)
{
  double beside = BESIDE * (stepper->t - stepper->t_old);
  int sign[2] = {0, 0};

  for (uint32_t i = 0; i < 2; i++)
    if (evaluate_all (poles, stepper, i == 0 ? zero - beside : zero + beside))
      sign[i] = sim_newton_orientation_beside (block->solver, MOVED);
  return sign[0] * sign[1] < 0;
}

static SimStatus
check_block (SimPoles *poles, SimStepper *stepper, SimPoleBlock *block, double end)
{
  int now = orientation_at (poles, stepper, block, stepper->t);

  if (now == 0 || now == block->before)
    return SIM_OK;
  double zero = find_change (poles, stepper, block);
  uint32_t slot = zero < end ? find_growing (poles, stepper, block, zero) : UINT32_MAX;
  if (slot != UINT32_MAX)
    return report (poles, zero, slot);
  poles->crossed = zero;
  if (zero < end && !block->step->is_linear && isnan (poles->fork) &&
      !is_removable (poles, stepper, block, zero)) {
    poles->fork = zero;
    poles->fork_slot = block->step->unknown[0];
  }
  block->before = now;
  return SIM_OK;
}

/* Behind a restart: signs where the step began. */
static void
begin_blocks (SimPoles *poles, SimStepper *stepper)
{
  if (poles->is_begun || !evaluate_all (poles, stepper, stepper->t_old))
    return;
  for (uint32_t i = 0; i < poles->n_blocks; i++)
    poles->blocks[i].before = sim_newton_orientation (poles->blocks[i].solver);
  poles->is_begun = true;
}

/* Where the step ends. Most steps were evaluated there last, with the outputs where
 * some of these are followed. */
static bool
evaluate_outputs (SimPoles *poles, SimStepper *stepper)
{
  SimRhs *rhs = poles->rhs;

  if (rhs->t_tried != stepper->t)
    return evaluate_all (poles, stepper, stepper->t);
  sim_rhs_complete (rhs);
  return rhs->has_output_paths || sim_rhs_walk (rhs, CODE_OUTPUT) == SIM_OK;
}

static SimStatus
check_blocks (SimPoles *poles, SimStepper *stepper, double end)
{
  SimStatus status = SIM_OK;

  if (poles->has_output_blocks && !evaluate_outputs (poles, stepper))
    return SIM_OK; /* whoever needs the values reports it */
  for (uint32_t i = 0; i < poles->n_blocks; i++)
    poles->blocks[i].after = sim_newton_orientation (poles->blocks[i].solver);
  begin_blocks (poles, stepper);
  for (uint32_t i = 0; status == SIM_OK && i < poles->n_blocks; i++) {
    SimPoleBlock *block = &poles->blocks[i];

    if (block->before == 0)
      block->before = block->after;
    else if (block->after != 0 && block->after != block->before)
      status = check_block (poles, stepper, block, end);
  }
  return status;
}

SimStatus
sim_poles_check (SimPoles *poles, SimStepper *stepper, bool is_cut)
{
  double span = stepper->t - stepper->t_old;
  double end = is_cut ? stepper->t - AT_EVENT * span : INFINITY;
  SimStatus status = SIM_OK;

  if (poles->n > 0)
    status = check_quotients (poles, stepper, end);
  if (status == SIM_OK && poles->n_blocks > 0)
    status = check_blocks (poles, stepper, end);
  if (status == SIM_OK && (poles->n > 0 || poles->n_blocks > 0))
    poles->rhs->failure.status = SIM_OK;
  return status;
}
