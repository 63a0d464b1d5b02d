/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where everything is at an instant, and how far it reaches over a run. */
#include <math.h>
#include <stdlib.h>

#include "figure/motion/train.h"
#include "figure/motion/value.h"

/* A survey is due when the trace has grown by this factor. */
static const double SURVEY_GROWTH = 1.3;

/* Arrows of usual strength are this long, in units, or as a share of the picture, if
 * that is longer. */
static const double ARROW_LENGTH = 0.8;
static const double ARROW_SHARE = 0.07;

/* Puts the planar spots where the variables say. */
static void
place_spots (FigureMotion *motion)
{
  for (uint32_t i = 0; i < motion->n_spots; i++) {
    FigureSpot *spot = &motion->spots[i];

    if (spot->kind != FIGURE_SPOT_PLANAR)
      continue;
    double w = figure_value_rate (motion, spot->phi);
    spot->angle = figure_value (motion, spot->phi);
    spot->at =
        (FigurePoint){figure_value (motion, spot->x), figure_value (motion, spot->y)};
    spot->rate = (FigurePoint){figure_value_rate (motion, spot->x),
                               figure_value_rate (motion, spot->y)};
    if (!figure_value_is_given (spot->offset[0]))
      continue;
    double c = cos (spot->angle), sn = sin (spot->angle);
    double u = figure_value_or (motion, spot->offset[0], 0);
    double v = figure_value_or (motion, spot->offset[1], 0);
    double dx = c * u - sn * v, dy = sn * u + c * v;
    spot->at.x += dx;
    spot->at.y += dy;
    spot->rate.x -= w * dy;
    spot->rate.y += w * dx;
  }
}

/* ---- how far it reaches ---- */

/* NaN and infinite values have no place. */
static RunRange
range_of (const FigureMotion *motion, FigureValue value)
{
  if (value.var == FIGURE_NONE)
    return (RunRange){value.factor, value.factor};
  RunRange range = motion->vars[value.var].range;
  return value.factor > 0
             ? (RunRange){value.factor * range.min, value.factor * range.max}
             : (RunRange){value.factor * range.max, value.factor * range.min};
}

static double
largest (RunRange range)
{
  return range.min <= range.max ? fmax (fabs (range.min), fabs (range.max)) : 0;
}

static void
grow_ranges (FigureMotion *motion, size_t length)
{
  for (uint32_t i = 0; i < motion->n_vars; i++) {
    FigureVar *var = &motion->vars[i];
    RunRange more =
        run_trace_range (motion->trace, var->column, motion->n_seen, length);

    var->range.min = fmin (var->range.min, more.min);
    var->range.max = fmax (var->range.max, more.max);
  }
  motion->n_seen = length;
}

/* How far a shape reaches around its spots. */
static double
reach_of (const FigureMotion *motion, const FigureShape *shape)
{
  double reach = 0.12 * motion->unit;

  if (figure_value_is_given (shape->radius))
    reach = fmax (reach, largest (range_of (motion, shape->radius)));
  if (figure_value_is_given (shape->radius_b))
    reach = fmax (reach, largest (range_of (motion, shape->radius_b)));
  if (shape->kind == FIGURE_SHAPE_BOX)
    reach = fmax (reach, figure_value_or (motion, shape->length, 0) / 2);
  for (uint32_t i = 0; i < shape->n_points; i++)
    reach = fmax (reach, hypot (shape->points[i].x, shape->points[i].y));
  return reach;
}

static FigureRect
rect_of_spot (const FigureMotion *motion, const FigureSpot *spot, double reach)
{
  RunRange x = range_of (motion, spot->x), y = range_of (motion, spot->y);

  if (!(x.min <= x.max) || !(y.min <= y.max))
    return figure_value_rect_empty ();
  if (figure_value_is_given (spot->offset[0]))
    reach += hypot (largest (range_of (motion, spot->offset[0])),
                    largest (range_of (motion, spot->offset[1])));
  return (FigureRect){x.min - reach, y.min - reach, x.max + reach, y.max + reach};
}

static bool
is_single (RunRange range)
{
  return range.min == range.max;
}

/* True if the spot has stood still in all of the run. */
static bool
is_fixed (const FigureMotion *motion, const FigureSpot *spot)
{
  return is_single (range_of (motion, spot->x)) &&
         is_single (range_of (motion, spot->y)) &&
         is_single (range_of (motion, spot->phi));
}

/* The points of a terrain that stands still are taken as they are. */
static FigureRect
rect_of_points (const FigureMotion *motion,
                const FigureShape *shape,
                const FigureSpot *spot)
{
  FigureRect rect = figure_value_rect_empty ();
  double phi = range_of (motion, spot->phi).min;
  double x0 = range_of (motion, spot->x).min, y0 = range_of (motion, spot->y).min;
  double c = cos (phi), s = sin (phi);

  for (uint32_t i = 0; i < shape->n_points; i++) {
    double x = x0 + c * shape->points[i].x - s * shape->points[i].y;
    double y = y0 + s * shape->points[i].x + c * shape->points[i].y;

    rect = figure_value_rect_join (rect, (FigureRect){x, y, x, y});
  }
  return rect;
}

static void
grow_planar_bounds (FigureMotion *motion)
{
  for (uint32_t i = 0; i < motion->n_shapes; i++) {
    const FigureShape *shape = &motion->shapes[i];
    const FigureSpot *a = &motion->spots[shape->a], *b = &motion->spots[shape->b];
    double reach = reach_of (motion, shape);
    FigureRect rect = figure_value_rect_empty ();

    if (a->kind != FIGURE_SPOT_PLANAR || shape->kind == FIGURE_SHAPE_FLOOR)
      continue;
    if (shape->n_points > 0 && is_fixed (motion, a))
      rect = rect_of_points (motion, shape, a);
    else
      rect = figure_value_rect_join (rect_of_spot (motion, a, reach),
                                     rect_of_spot (motion, b, reach));
    motion->planar_bounds = figure_value_rect_join (motion->planar_bounds, rect);
  }
}

static void
grow_bounds (FigureMotion *motion)
{
  grow_planar_bounds (motion);
  motion->bounds =
      figure_value_rect_join (motion->planar_bounds, figure_trains_bounds (motion));
}

/* ---- surveys: what is usual in this run ---- */

static int
by_size (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* The length of a usual part: three quarters of the rods are not longer. Without rods
 * other shapes with two ends count, then radii, then the way that things go. */
static double
usual_length (const FigureMotion *motion)
{
  g_autofree double *lengths = g_new (double, motion->n_shapes + 1);

  for (int pass = 0; pass < 3; pass++) {
    uint32_t n = 0;

    for (uint32_t i = 0; i < motion->n_shapes; i++) {
      const FigureShape *shape = &motion->shapes[i];
      const FigureSpot *a = &motion->spots[shape->a];
      const FigureSpot *b = &motion->spots[shape->b];
      bool is_rod = shape->kind == FIGURE_SHAPE_BAR || shape->kind == FIGURE_SHAPE_ROD;
      double length = pass == 2 ? 3 * figure_value_or (motion, shape->radius, 0)
                                : (pass == 1 || is_rod) *
                                      hypot (b->at.x - a->at.x, b->at.y - a->at.y);

      if (a->kind == FIGURE_SPOT_PLANAR && length > 0 && isfinite (length))
        lengths[n++] = length;
    }
    qsort (lengths, n, sizeof *lengths, by_size);
    if (n > 0)
      return lengths[(3 * n - 1) / 4];
  }
  FigureRect b = motion->planar_bounds;
  double across = b.x1 <= b.x2 ? hypot (b.x2 - b.x1, b.y2 - b.y1) : 0;
  return across > 0 ? across / 4 : 1;
}

/* The greatest force, torque and velocity at the instant of the values. */
static FigureScales
strongest (const FigureMotion *motion)
{
  FigureScales most = {0};

  for (uint32_t i = 0; i < motion->n_ports; i++) {
    const FigurePort *port = &motion->ports[i];
    double f = hypot (figure_value_or (motion, port->fx, 0),
                      figure_value_or (motion, port->fy, 0));

    most.force = fmax (most.force, f);
    most.torque = fmax (most.torque, fabs (figure_value_or (motion, port->tau, 0)));
  }
  for (uint32_t i = 0; i < motion->n_parts; i++) {
    const FigureSpot *spot = &motion->spots[motion->parts[i].point];

    most.velocity = fmax (most.velocity, hypot (spot->rate.x, spot->rate.y));
  }
  return most;
}

/* What three quarters of the looks do not exceed, so that a blow or the start does not
 * make all other arrows invisible; round, and never less than it was. */
static double
usual (double *looks, double before, double length)
{
  qsort (looks, FIGURE_SURVEY_ROWS, sizeof *looks, by_size);
  double found = looks[FIGURE_SURVEY_ROWS * 3 / 4];
  double most = looks[FIGURE_SURVEY_ROWS - 1];

  found = found > 1e-3 * most ? found : most;
  if (!(found > 0) || !isfinite (found))
    return before;
  return fmax (before, figure_value_round_up (found / length));
}

static double
arrow_length (const FigureMotion *motion)
{
  FigureRect all =
      figure_value_rect_join (motion->planar_bounds, figure_trains_bounds (motion));
  double across = all.x1 <= all.x2 ? hypot (all.x2 - all.x1, all.y2 - all.y1) : 0;

  return fmax (ARROW_LENGTH * motion->unit, ARROW_SHARE * across);
}

static void
survey_scales (FigureMotion *motion)
{
  double force[FIGURE_SURVEY_ROWS], torque[FIGURE_SURVEY_ROWS];
  double velocity[FIGURE_SURVEY_ROWS];

  for (uint32_t k = 0; k < FIGURE_SURVEY_ROWS; k++) {
    size_t row = figure_value_survey_row (motion, k);

    figure_value_read (motion, row, run_trace_time (motion->trace, row));
    place_spots (motion);
    FigureScales most = strongest (motion);
    force[k] = most.force;
    torque[k] = most.torque;
    velocity[k] = most.velocity;
  }
  FigureScales *scales = &motion->scales;
  double length = motion->arrow = arrow_length (motion);
  scales->force = usual (force, scales->force, length);
  scales->torque = usual (torque, scales->torque, length);
  scales->velocity = usual (velocity, scales->velocity, length);
}

/* Sizes of bodies by their masses. */
static void
survey_masses (FigureMotion *motion)
{
  double most = 0;

  for (uint32_t i = 0; i < motion->n_shapes; i++)
    most = fmax (most, figure_value_or (motion, motion->shapes[i].mass, 0));
  for (uint32_t i = 0; i < motion->n_shapes; i++) {
    FigureShape *shape = &motion->shapes[i];
    double mass = figure_value_or (motion, shape->mass, NAN);

    if (mass >= 0 && most > 0)
      shape->share = CLAMP (cbrt (mass / most), 0.5, 1);
  }
}

static void
survey (FigureMotion *motion)
{
  figure_value_read (motion, 0, run_trace_time (motion->trace, 0));
  place_spots (motion);
  motion->unit = usual_length (motion);
  survey_masses (motion);
  for (uint32_t i = 0; i < motion->n_shapes; i++)
    motion->shapes[i].unit = motion->unit;
  grow_planar_bounds (motion);
  figure_trains_survey (motion);
  survey_scales (motion);
  motion->next_survey =
      MAX (motion->n_seen + 1, (size_t) (SURVEY_GROWTH * (double) motion->n_seen));
}

/* ---- the pose ---- */

static void
adopt (FigureMotion *motion, const RunTrace *trace)
{
  if (trace == motion->trace)
    return;
  run_trace_unref (motion->trace);
  motion->trace = trace != NULL ? run_trace_ref (trace) : NULL;
  motion->n_seen = motion->next_survey = 0;
  motion->bounds = motion->planar_bounds = figure_value_rect_empty ();
  motion->scales = (FigureScales){0};
  for (uint32_t i = 0; i < motion->n_vars; i++)
    motion->vars[i].range = (RunRange){INFINITY, -INFINITY};
  figure_trains_reset (motion);
}

bool
figure_motion_pose (FigureMotion *motion, const RunTrace *trace, double time)
{
  size_t length = trace != NULL ? run_trace_length (trace) : 0;

  adopt (motion, trace);
  motion->time = NAN;
  if (length == 0)
    return false;
  if (length > motion->n_seen) {
    grow_ranges (motion, length);
    if (length >= motion->next_survey)
      survey (motion);
    grow_bounds (motion);
  }
  double last = run_trace_time (trace, length - 1);
  double t = isnan (time) ? last : CLAMP (time, run_trace_time (trace, 0), last);
  size_t row = t == last ? length - 1 : run_trace_row_at (trace, t);
  figure_value_read (motion, row, t);
  place_spots (motion);
  figure_trains_pose (motion);
  motion->time = t;
  return true;
}
