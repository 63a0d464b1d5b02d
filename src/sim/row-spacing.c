/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a run that follow its solution, a control of spacing like that of a step
 * size. Each point that is evaluated gives, with the two before it, a second divided
 * difference of each variable, and so how far a straight line is off its curve:
 * |y''| h^2 / 8 (de Boor, A Practical Guide to Splines, ch. III). The variable that is
 * worst against what it is allowed decides how far away the next row stands, and
 * whether the point at hand came too late: then one before it, found on the interpolant
 * of the step, takes its place. Ends of steps without a row are looked at now and then,
 * and wherever steps become smaller, since something begins there.
 *
 * Three points do not tell a cusp (sqrt (|x|)) from a curve that bends: where the
 * second differences change fast, three more are evaluated between the last two points.
 * Behind a cusp a curve may go on by chance as it came: only the next point shows it.
 * Within a step each row is therefore held back until then, and may be taken back.
 */
#include "sim/row-spacing.h"

#include <math.h>

#include "sim/model.h"

/* What a line may be off, as part of a variable's range. */
static const double PART = 0.9e-3;

/* Least deviation that counts, as part of what the method may be off: of the absolute
 * tolerance, and of the relative one of the greatest value. What is constant but for
 * the method's errors, as an energy, so needs no rows. */
static const double ABSOLUTE_PART = 0.03, RELATIVE_PART = 0.1;

/* Spacing goes up by at most GROWTH, aims at a deviation of AIM of what is allowed, and
 * is corrected from LATE on. The first row behind an event stands at FIRST of a step.
 */
static const double GROWTH = 4.0, AIM = 0.8, LATE = 1.3, FIRST = 1.0 / 8;

/* Rows are that part of a step, or of the grid, apart at least, which closes in on
 * corners that make no event; behind MANY points in a step that come too late only the
 * greater one, and so behind MANY_DEEP near a cusp. It is ROUGH where solutions cross:
 * X that makes steps tiny, MANY_IN_GRID points that come too
 * late end it, as a part of the grid. */
static const double SHORTEST = 1.0 / 1024, SHORT = 1.0 / 32, ROUGH = 1.0 / 4,
                    AWAY = 1.0 / 32;
enum { MANY = 64, MANY_DEEP = 160, MANY_IN_GRID = 1000 };

/* Nor are they closer than this, relative to the time or one second. */
static const double TIME_NOISE = 50.0 * SIM_TIME_NOISE;

/* Weight of a change of the second difference. */
static const double CORNER = 6.0;

/* A point that is DOUBT off the parabola through those before, in parts of what a line
 * may be off, may lie behind a corner or cusp, as may the DOUBTFUL ones from there on,
 * and as the row before it may. At the end of a step, behind which nobody can look back
 * into it, LAST_DOUBT is enough. Then three points between are looked at: of a smooth
 * curve their second differences are as good as equal, and change in one way, at a cusp
 * they differ by SPREAD of what is allowed, or their own second difference is 1 /
 * WIGGLE of that. Near one that was found DEEP_SPREAD does, since rows there are few.
 * Closing in goes on to DEEPEST of a step as long as each half makes that less by
 * SHRINKS: at a jump it does not, and after MAX_STUCK halves that ends. So it does
 * behind MAX_PROBED looks in a step and an interval of the grid. */
static const double DOUBT = 1.5, LAST_DOUBT = 0.3, SPREAD = 0.35, DEEP_SPREAD = 0.12,
                    WIGGLE = 2.0, SHRINKS = 0.95, DEEPEST = 0x1p-40;
enum { DOUBTFUL = 2, MAX_STUCK = 6, MAX_PROBED = 200 };

/* Values that rows may take together, 256 MiB; and rows in any case, and at most. Once
 * half of them stand, the others are kept for the rest of the run. */
static const double MAX_VALUES = 1 << 25, MIN_ROWS = 4000, MAX_ROWS = 1 << 19;

static bool
is_followed (const SimVar *var)
{
  return var->type == SIM_REAL && !var->is_parameter && !var->is_discrete &&
         !var->is_derived;
}

/* Fills slot and floor; a slot is followed once. */
static void
collect (SimRowSpacing *f,
         const SimModel *model,
         const uint32_t *variables,
         uint32_t n,
         double atol)
{
  uint32_t n_slots = model->program->n_slots;
  g_autofree uint32_t *place = g_new0 (uint32_t, n_slots); /* + 1; 0: not yet */

  for (uint32_t k = 0; k < n; k++) {
    const SimVar *var = sim_model_var (model, variables == NULL ? k : variables[k]);
    double floor = ABSOLUTE_PART * atol * var->nominal;

    if (!is_followed (var))
      continue;
    if (place[var->slot] == 0) {
      f->slot[f->n] = var->slot;
      f->floor[f->n] = floor;
      place[var->slot] = ++f->n;
    } else {
      double *known = &f->floor[place[var->slot] - 1];
      *known = fmin (*known, floor);
    }
  }
}

void
sim_row_spacing_init (SimRowSpacing *f,
                      const SimRhs *rhs,
                      const uint32_t *variables,
                      uint32_t n,
                      const SimOptions *options)
{
  double **vectors[] = {&f->least,  &f->greatest, &f->now,       &f->last,
                        &f->before, &f->second,   &f->new_second};

  if (variables == NULL)
    n = sim_model_n_vars (rhs->model);
  *f = (SimRowSpacing){.slot = base_arena_array (rhs->arena, uint32_t, n),
                       .floor = base_arena_array (rhs->arena, double, n),
                       .relative = RELATIVE_PART * options->rtol,
                       .stop = options->stop,
                       .crossed = -INFINITY,
                       .late_until = -INFINITY,
                       .thin_since = NAN};
  collect (f, rhs->model, variables, n, options->atol);
  /* The last points of each variable, and the range so far. */
  for (size_t i = 0; i < G_N_ELEMENTS (vectors); i++)
    sim_memory_array (rhs->memory, vectors[i], f->n);
  for (uint32_t k = 0; k < SIM_FOLLOW_PROBES; k++)
    sim_memory_array (rhs->memory, &f->probe[k], f->n);
  for (uint32_t i = 0; i < f->n; i++) {
    f->least[i] = INFINITY;
    f->greatest[i] = -INFINITY;
  }
  sim_memory_keep_from (rhs->memory, f, t_last);
  f->max_rows = fmin (fmax (MAX_VALUES / (f->n + 1.0), MIN_ROWS), MAX_ROWS);
}

/* The values at hand become those of the last point. */
static void
shift (SimRowSpacing *f, double t)
{
  double *oldest = f->before, *second = f->second;

  f->before = f->last;
  f->t_before = f->t_last;
  f->last = f->now;
  f->t_last = t;
  f->now = oldest;
  f->second = f->new_second;
  f->new_second = second;
  f->n_known = MIN (f->n_known + 1, 3);
}

void
sim_row_spacing_accept (SimRowSpacing *f, double t, bool is_row)
{
  if (f->n_known == 0 || t > f->t_last)
    shift (f, t);
  f->is_sure = f->will_be_sure;
  f->n_doubtful -= f->n_doubtful > 0;
  if (!is_row)
    return;
  f->row_before = f->row;
  f->row = t;
  f->n_rows += 1.0;
}

void
sim_row_spacing_restart (SimRowSpacing *f)
{
  f->n_known = MIN (f->n_known, 1);
  f->bend = 0.0;
  f->spacing = 0.0;
}

/* Nothing is closer than this. */
static double
shortest (const SimRowSpacing *f, const SimStepper *stepper)
{
  bool is_deep = f->is_deep && f->n_late < MANY_DEEP;
  bool is_rough = stepper->t - f->crossed < 2.0 * (stepper->t - stepper->t_old);
  double part = is_rough           ? ROUGH
                : is_deep          ? DEEPEST
                : f->n_late < MANY ? SHORTEST
                                   : SHORT;
  double in_step = fmax (part * fmin (stepper->t - stepper->t_old, f->grid),
                         TIME_NOISE * fmax (1.0, fabs (stepper->t)));

  if (f->n_late_in_grid >= MANY_IN_GRID)
    in_step = fmax (in_step, SHORT * f->grid);

  if (f->n_rows < 0.5 * f->max_rows)
    return in_step;
  return fmax (in_step, (f->stop - f->row) / fmax (f->max_rows - f->n_rows, 1.0));
}

/* Not where solutions cross. Closer than the shortest spacing, so that nobody asks for
 * a row between. */
static double
beside_crossing (const SimRowSpacing *f, const SimStepper *stepper, double t)
{
  double away = AWAY * fmin (stepper->t - stepper->t_old, f->grid);

  if (fabs (t - f->crossed) >= away || t >= stepper->t)
    return t;
  return f->row < f->crossed - 2.0 * away && f->crossed - away > stepper->t_old
             ? f->crossed - away
             : fmin (f->crossed + away, stepper->t);
}

double
sim_row_spacing_next (const SimRowSpacing *f, const SimStepper *stepper, double end)
{
  double h = stepper->t - stepper->t_old;
  double spacing =
      fmax (f->spacing > 0.0 ? f->spacing : FIRST * h, shortest (f, stepper));
  double n = ceil ((end - f->row) / spacing - 0.01);

  double t =
      n > 1.0 ? fmin (fmax (f->row + (end - f->row) / n, stepper->t_old), end) : end;
  return beside_crossing (f, stepper, t);
}

/* Takes the values over, and gives the greatest bend: deviation of a line over one
 * second in parts of what is allowed. A second difference that changes is taken for a
 * corner between the last two points, where the line is off by more. */
static double
measure (SimRowSpacing *f, double t, const double *slots)
{
  bool has_bend = f->n_known >= 2;
  double h = t - f->t_last, g = f->t_last - f->t_before;
  double from_now = 1.0 / (h * (g + h)), from_before = 1.0 / (g * (g + h));
  double seen = h * g, relative = f->relative, worst = 0.0, farthest = 0.0;
  double reach = f->n_known == 3 ? h * (g + h) : 0.0;

  for (uint32_t i = 0; i < f->n; i++) {
    /* The range so far says what is allowed. */
    double v = slots[f->slot[i]], mid = f->last[i];
    double least = v < f->least[i] ? v : f->least[i];
    double greatest = v > f->greatest[i] ? v : f->greatest[i];
    double size = greatest > -least ? greatest : -least;
    double floor = relative * size > f->floor[i] ? relative * size : f->floor[i];
    double allowed = PART * (greatest - least);
    /* Second difference, and how it changes. */
    double second =
        has_bend ? (v - mid) * from_now + (f->before[i] - mid) * from_before : 0.0;
    double change = fabs (second - f->second[i]);
    double bend = fabs (second) + CORNER * change;

    /* Kept; the worst of all counts. */
    f->now[i] = v;
    f->least[i] = least;
    f->greatest[i] = greatest;
    f->new_second[i] = second;
    allowed = allowed > floor ? allowed : floor;
    if (fabs (second) * seen > floor && bend > worst * allowed)
      worst = bend / allowed;
    if (change * reach > farthest * allowed)
      farthest = change * reach / allowed;
  }
  f->off = farthest;
  return 0.25 * worst;
}

void
sim_row_spacing_begin (SimRowSpacing *f, double t, const double *slots)
{
  f->n_known = 0;
  measure (f, t, slots);
  sim_row_spacing_accept (f, t, true);
  sim_row_spacing_restart (f);
  f->n_doubtful = 1; /* it may begin with a cusp, as sqrt (t) */
}

/* How far the next row may be from one where a line bends that much. */
static double
spacing_for (double bend)
{
  return bend > 0.0 ? sqrt (AIM / bend) : INFINITY;
}

/* In each step, and in each interval of the grid. */
static void
begin_doubts (SimRowSpacing *f, double t)
{
  f->fresh = t + f->grid;
  f->n_probed = f->n_stuck = 0;
  f->is_deep = false;
  f->spread = INFINITY;
}

bool
sim_row_spacing_look (SimRowSpacing *f,
                      const SimStepper *stepper,
                      double t,
                      const double *slots)
{
  f->off = 0.0;
  f->will_be_sure = false;
  if (f->n_known > 0 && t <= f->t_last)
    return true;
  if (f->step_looked != stepper->t)
    f->n_late = 0;
  if (f->step_looked != stepper->t || t > f->fresh)
    begin_doubts (f, t);
  if (!(t <= f->late_until)) {
    f->late_until = t + f->grid;
    f->n_late_in_grid = 0;
  }
  f->step_looked = stepper->t;
  /* The bend here, and the spacing that it allows. */
  double since = t - f->row, least = shortest (f, stepper);
  double bend = measure (f, t, slots);
  double wanted = fmin (spacing_for (fmax (bend, f->bend)), GROWTH * since);

  bool is_late = bend * since * since > LATE;
  f->n_late += is_late;
  f->n_late_in_grid += is_late;
  bool has_room = t - fmax (f->row, stepper->t_old) > 2.0 * least;
  if (f->off > DOUBT)
    f->n_doubtful = DOUBTFUL;
  /* Too far from the last row: one in between first. */
  if (is_late && has_room && f->row < t) {
    f->spacing = fmax (fmin (spacing_for (bend), 0.5 * since), least);
    return false;
  }
  if (wanted < least && f->n_rows >= 0.5 * f->max_rows && isnan (f->thin_since))
    f->thin_since = f->row;
  f->bend = bend;
  f->spacing = fmax (wanted, least);
  return true;
}

bool
sim_row_spacing_wants_row (const SimRowSpacing *f, const SimStepper *stepper)
{
  double h = stepper->t - stepper->t_old;

  return stepper->t + h >= f->row + f->spacing;
}

/* Is there room for points between, in the step in hand, and for rows? */
static bool
can_probe (SimRowSpacing *f, const SimStepper *stepper, double from, double to)
{
  double least = fmax (DEEPEST * (stepper->t - stepper->t_old),
                       TIME_NOISE * fmax (1.0, fabs (stepper->t)));

  return from >= stepper->t_old && to - from > 2.0 * least &&
         f->n_rows < 0.5 * f->max_rows && f->n_stuck < MAX_STUCK &&
         ++f->n_probed <= MAX_PROBED;
}

bool
sim_row_spacing_doubts (SimRowSpacing *f, const SimStepper *stepper, double t)
{
  bool is_last = t >= stepper->t && f->off > LAST_DOUBT;

  return (f->n_doubtful > 0 || f->is_deep || is_last) &&
         can_probe (f, stepper, f->t_last, t);
}

bool
sim_row_spacing_looks_back (SimRowSpacing *f, const SimStepper *stepper)
{
  return f->off > DOUBT && f->n_known >= 2 && f->row == f->t_last && !f->is_sure &&
         can_probe (f, stepper, f->t_before, f->t_last);
}

double
sim_row_spacing_probe_time (double from, double to, uint32_t k)
{
  return from + (to - from) * (k + 1.0) / (SIM_FOLLOW_PROBES + 1.0);
}

void
sim_row_spacing_probe (SimRowSpacing *f, uint32_t k, const double *slots)
{
  for (uint32_t i = 0; i < f->n; i++)
    f->probe[k][i] = slots[f->slot[i]];
}

/* The greatest difference between second differences of the points that were probed and
 * those around them, in parts of what is allowed, or WIGGLE times theirs. */
static double
spread_of (const SimRowSpacing *f, const double *left, const double *right)
{
  double worst = 0.0;

  for (uint32_t i = 0; i < f->n; i++) {
    double a = left[i], b = f->probe[0][i], c = f->probe[1][i], d = f->probe[2][i];
    double e = right[i], first = a - 2.0 * b + c, middle = b - 2.0 * c + d;
    double last = c - 2.0 * d + e;
    double size = fmax (f->greatest[i], -f->least[i]);
    double allowed = fmax (PART * (f->greatest[i] - f->least[i]),
                           fmax (f->relative * size, f->floor[i]));
    double spread =
        fmax (first, fmax (middle, last)) - fmin (first, fmin (middle, last));

    spread = fmax (spread, WIGGLE * fabs (first - 2.0 * middle + last));
    if (spread > worst * allowed)
      worst = spread / allowed;
  }
  return worst;
}

bool
sim_row_spacing_settles (SimRowSpacing *f, double t)
{
  double spread = spread_of (f, f->last, f->now);

  if (spread <= (f->is_deep ? DEEP_SPREAD : SPREAD)) {
    f->spread = INFINITY;
    f->n_stuck = 0;
    f->will_be_sure = true;
    return true;
  }
  f->n_stuck = spread > SHRINKS * f->spread ? f->n_stuck + 1 : 0;
  f->spread = spread;
  f->is_deep = f->n_stuck < MAX_STUCK;
  f->spacing = f->t_last - f->row + 0.5 * (t - f->t_last);
  return false;
}

bool
sim_row_spacing_takes_back (SimRowSpacing *f)
{
  double *later = f->last, spread = spread_of (f, f->before, f->last);
  double middle = f->t_before + 0.5 * (f->t_last - f->t_before);

  f->is_sure = spread <= SPREAD;
  if (f->is_sure)
    return false;
  f->last = f->before;
  f->t_last = f->t_before;
  f->before = later;
  f->n_known = 1;
  f->row = f->row_before;
  f->n_rows -= 1.0;
  f->spread = spread;
  f->is_deep = true;
  f->spacing = middle - f->row;
  return true;
}
