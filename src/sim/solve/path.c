/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two accepted solutions are known, and perhaps the one ahead. A line through the last
 * two predicts the next one; up to the one ahead leads a line or, where other solutions
 * cross, a cubic. Where a step ends, the solution found must be near that: a
 * turn by much more than the line says, or none where it says one, is another solution,
 * or a whole revolution that nobody saw (Allgower & Georg, Introduction to Numerical
 * Continuation Methods, 2003, 6.1: the step is controlled by the distance between
 * predictor and corrector). */
#include "sim/solve/path.h"

#include <glib.h>
#include <math.h>

#include "code/program.h"

/* So many times the last step solutions are extrapolated: behind a tiny step their
 * difference is rounding. */
static const double MAX_PART = 20.0;

/* What a solution may depart from its prediction: part of the predicted move, and part
 * of the unknown's size, which is its nominal value, or that part of the value. */
static const double OF_MOVE = 0.5, OF_SIZE = 0.05, OF_VALUE = 1e-3;

struct SimPath {
  uint32_t n;
  const uint32_t *unknown;
  const double *nominal;
  double *x_before;
  double *x_last;
  double *x_ahead;
  double *x_mark;
  double *slope_last;
  double *slope_ahead;

  /* Kept (SimMemory), as are these vectors. */
  uint32_t n_accepted; /* 0 to 2 */
  bool is_slope;       /* x_before was not, but says the slope */
  bool has_ahead;
  bool is_bent; /* between it and the last one: both slopes are known */
  bool has_mark;
  double t_before;
  double t_last;
  double t_ahead;
  double t_mark; /* between the last and the one ahead */
};

SimPath *
sim_path_new (SimMemory *memory,
              uint32_t n,
              const uint32_t *unknown,
              const double *nominal)
{
  SimPath *path = base_arena_new0 (memory->arena, SimPath);

  *path = (SimPath){.n = n, .unknown = unknown, .nominal = nominal};
  sim_memory_array (memory, &path->x_before, n);
  sim_memory_array (memory, &path->x_last, n);
  sim_memory_array (memory, &path->x_ahead, n);
  sim_memory_array (memory, &path->x_mark, n);
  sim_memory_array (memory, &path->slope_last, n);
  sim_memory_array (memory, &path->slope_ahead, n);
  sim_memory_keep_from (memory, path, n_accepted);
  return path;
}

static void
note (const SimPath *path, const double *slots, double *x)
{
  for (uint32_t i = 0; i < path->n; i++)
    x[i] = slots[path->unknown[i]];
}

void
sim_path_accept (SimPath *path, const double *slots)
{
  double *oldest = path->x_before, t = slots[CODE_TIME];

  path->has_ahead = false;
  if (path->n_accepted > 0 && t <= path->t_last)
    return;
  path->x_before = path->x_last;
  path->t_before = path->t_last;
  path->x_last = oldest;
  path->t_last = t;
  note (path, slots, path->x_last);
  path->n_accepted = MIN (path->n_accepted + 1, 2);
  path->is_slope = false;
}

void
sim_path_restart (SimPath *path, const double *slots)
{
  path->n_accepted = 0;
  sim_path_accept (path, slots);
}

void
sim_path_look_ahead (SimPath *path, const double *slots)
{
  path->t_ahead = slots[CODE_TIME];
  note (path, slots, path->x_ahead);
  path->has_ahead = path->n_accepted > 0 && path->t_ahead > path->t_last;
  path->is_bent = path->has_mark = false;
}

static bool
is_ahead (const SimPath *path, double t)
{
  return path->has_ahead && t > path->t_last && t < path->t_ahead;
}

void
sim_path_bend_last (SimPath *path, const double *slots)
{
  double t = slots[CODE_TIME];

  for (uint32_t i = 0; i < path->n && is_ahead (path, t); i++)
    path->slope_last[i] =
        (slots[path->unknown[i]] - path->x_last[i]) / (t - path->t_last);
}

void
sim_path_bend_ahead (SimPath *path, const double *slots)
{
  double t = slots[CODE_TIME];

  path->is_bent = is_ahead (path, t);
  for (uint32_t i = 0; i < path->n && path->is_bent; i++)
    path->slope_ahead[i] =
        (path->x_ahead[i] - slots[path->unknown[i]]) / (path->t_ahead - t);
}

void
sim_path_mark (SimPath *path, const double *slots)
{
  path->t_mark = slots[CODE_TIME];
  path->has_mark = is_ahead (path, path->t_mark);
  note (path, slots, path->x_mark);
}

void
sim_path_turn_back (SimPath *path, const double *slots)
{
  (void) slots;
  path->has_ahead = false;
}

/* As if the way had come from the other side. */
void
sim_path_set_slope (SimPath *path, const double *slots)
{
  double t = slots[CODE_TIME];

  if (path->n_accepted == 0 || t <= path->t_last)
    return;
  path->t_before = path->t_last - (t - path->t_last);
  for (uint32_t i = 0; i < path->n; i++)
    path->x_before[i] = 2.0 * path->x_last[i] - slots[path->unknown[i]];
  path->n_accepted = 2;
  path->is_slope = true;
}

/* How far the line through the last two is followed, in parts of what lies between. */
static double
part_at (const SimPath *path, double t)
{
  return path->n_accepted == 2 ? (t - path->t_last) / (path->t_last - path->t_before)
                               : 0.0;
}

/* The line from the last solution to the one ahead, or the cubic with their slopes. */
static double
way_at (const SimPath *path, uint32_t i, double t)
{
  double h = path->t_ahead - path->t_last, part = (t - path->t_last) / h;
  double move = path->x_ahead[i] - path->x_last[i], rest = 1.0 - part;

  if (!path->is_bent)
    return path->x_last[i] + part * move;
  return path->x_last[i] + part * part * (3.0 - 2.0 * part) * move +
         h * part * rest * (rest * path->slope_last[i] - part * path->slope_ahead[i]);
}

/* What the way is off at the mark fades to its ends. */
static void
interpolate (const SimPath *path, double *slots)
{
  double t = slots[CODE_TIME], fade = 0.0;

  if (path->has_mark)
    fade = t <= path->t_mark ? (t - path->t_last) / (path->t_mark - path->t_last)
                             : (path->t_ahead - t) / (path->t_ahead - path->t_mark);
  for (uint32_t i = 0; i < path->n; i++) {
    double off = fade > 0.0 ? path->x_mark[i] - way_at (path, i, path->t_mark) : 0.0;
    slots[path->unknown[i]] = way_at (path, i, t) + fade * off;
  }
}

void
sim_path_predict (const SimPath *path, double *slots)
{
  double t = slots[CODE_TIME], part = part_at (path, t);

  if (path->n_accepted == 0)
    return;
  if (path->has_ahead && t >= path->t_last && t <= path->t_ahead) {
    interpolate (path, slots);
    return;
  }
  if (!path->is_slope && !(fabs (part) <= MAX_PART))
    part = 0.0;
  for (uint32_t i = 0; i < path->n; i++)
    slots[path->unknown[i]] =
        path->x_last[i] + part * (path->x_last[i] - path->x_before[i]);
}

bool
sim_path_leads (const SimPath *path)
{
  return path->n_accepted == 2;
}

double
sim_path_departure (const SimPath *path, const double *slots)
{
  double part = part_at (path, slots[CODE_TIME]), move = 0.0, off = 0.0;

  for (uint32_t i = 0; i < path->n; i++) {
    double x = path->x_last[i], predicted = part * (x - path->x_before[i]);
    double size = path->nominal[i] + OF_VALUE * fabs (x);

    move = fmax (move, fabs (predicted) / size);
    off = fmax (off, fabs (slots[path->unknown[i]] - x - predicted) / size);
  }
  return off / (OF_MOVE * move + OF_SIZE);
}
