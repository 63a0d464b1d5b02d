/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two accepted solutions are known, and perhaps the one ahead. A line through the last
 * two predicts the next one. Where a step ends, the solution found must be near that: a
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

  /* Kept (SimMemory), as are these vectors. */
  uint32_t n_accepted; /* 0 to 2 */
  bool is_slope;       /* x_before was not, but says the slope */
  bool has_ahead;
  double t_before;
  double t_last;
  double t_ahead;
};

SimPath *
sim_path_new (SimMemory *memory,
              uint32_t n,
              const uint32_t *unknown,
              const double *nominal)
{
  SimPath *path = base_arena_new0 (sim_memory_arena (memory), SimPath);

  *path = (SimPath){.n = n, .unknown = unknown, .nominal = nominal};
  sim_memory_array (memory, &path->x_before, n);
  sim_memory_array (memory, &path->x_last, n);
  sim_memory_array (memory, &path->x_ahead, n);
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

static void
interpolate (const SimPath *path, double *slots)
{
  double part = (slots[CODE_TIME] - path->t_last) / (path->t_ahead - path->t_last);

  for (uint32_t i = 0; i < path->n; i++)
    slots[path->unknown[i]] =
        path->x_last[i] + part * (path->x_ahead[i] - path->x_last[i]);
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
