/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where everything is at an instant, and how far it reaches over a run. Bounds follow
 * from the ranges of the variables, which each new row widens; sizes and scales from
 * surveys of a few rows, taken anew whenever the trace has grown by a share, so that
 * all looks at a running trace cost as much as some at its end. */
#include <math.h>
#include <stdlib.h>

#include "figure/motion/motion-private.h"
#include "figure/motion/outline.h"

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
    FigureSpot *spot = motion->spots[i];

    if (spot->kind != FIGURE_SPOT_PLANAR)
      continue;
    FigurePoint away = {figure_value_or (spot->offset[0], 0),
                        figure_value_or (spot->offset[1], 0)};
    double w = figure_value_rate (spot->phi);
    spot->angle = figure_value (spot->phi);
    spot->at = (FigurePoint){figure_value (spot->x), figure_value (spot->y)};
    spot->rate =
        (FigurePoint){figure_value_rate (spot->x), figure_value_rate (spot->y)};
    if (!figure_value_is_given (spot->offset[0]))
      continue;
    away = figure_point_turned (away, spot->angle);
    spot->at.x += away.x;
    spot->at.y += away.y;
    spot->rate.x -= w * away.y;
    spot->rate.y += w * away.x;
  }
}

/* ---- how far it reaches ---- */

/* NaN and infinite values have no place. */
static RunRange
range_of (FigureValue value)
{
  double a = value.factor * value.var->range.min;
  double b = value.factor * value.var->range.max;

  return value.factor > 0 ? (RunRange){a, b} : (RunRange){b, a};
}

/* 0 for what is not given or has no place. */
static double
largest (FigureValue value)
{
  RunRange range = {INFINITY, -INFINITY};

  if (figure_value_is_given (value))
    range = range_of (value);
  return range.min <= range.max ? fmax (fabs (range.min), fabs (range.max)) : 0;
}

static void
grow_ranges (FigureMotion *motion, size_t length)
{
  for (uint32_t i = 0; i < motion->n_vars; i++) {
    FigureVar *var = motion->vars[i];
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
  double reach = fmax (largest (shape->radius), largest (shape->radius_b));

  reach = fmax (reach, 0.12 * motion->unit);
  if (shape->kind == FIGURE_SHAPE_BOX)
    reach = fmax (reach, figure_value_or (shape->length, 0) / 2);
  for (uint32_t i = 0; i < shape->n_points; i++)
    reach = fmax (reach, hypot (shape->points[i].x, shape->points[i].y));
  return reach;
}

static FigureRect
rect_of_spot (const FigureSpot *spot, double reach)
{
  RunRange x = range_of (spot->x), y = range_of (spot->y);

  if (!(x.min <= x.max) || !(y.min <= y.max))
    return figure_value_rect_empty ();
  reach += hypot (largest (spot->offset[0]), largest (spot->offset[1]));
  return (FigureRect){x.min - reach, y.min - reach, x.max + reach, y.max + reach};
}

/* True if the value has stood still in all of the run. */
static bool
is_fixed (FigureValue value)
{
  RunRange range = range_of (value);

  return range.min == range.max;
}

/* The points of a terrain that stands still are taken as they are. */
static FigureRect
rect_of_points (const FigureShape *shape)
{
  FigureRect rect = figure_value_rect_empty ();
  double x0 = range_of (shape->a->x).min, y0 = range_of (shape->a->y).min;

  for (uint32_t i = 0; i < shape->n_points; i++) {
    FigurePoint p =
        figure_point_turned (shape->points[i], range_of (shape->a->phi).min);

    rect = figure_value_rect_join (
        rect, (FigureRect){x0 + p.x, y0 + p.y, x0 + p.x, y0 + p.y});
  }
  return rect;
}

static void
grow_planar_bounds (FigureMotion *motion)
{
  for (uint32_t i = 0; i < motion->n_shapes; i++) {
    const FigureShape *shape = motion->shapes[i];
    const FigureSpot *a = shape->a;
    double reach = reach_of (motion, shape);

    if (a->kind != FIGURE_SPOT_PLANAR || shape->kind == FIGURE_SHAPE_FLOOR)
      continue;
    bool is_still = is_fixed (a->x) && is_fixed (a->y) && is_fixed (a->phi);
    FigureRect rect = shape->n_points > 0 && is_still
                          ? rect_of_points (shape)
                          : figure_value_rect_join (rect_of_spot (a, reach),
                                                    rect_of_spot (shape->b, reach));
    motion->planar_bounds = figure_value_rect_join (motion->planar_bounds, rect);
  }
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
  g_autofree double *lengths = g_new (double, motion->n_shapes);

  for (int pass = 0; pass < 3; pass++) {
    uint32_t n = 0;

    for (uint32_t i = 0; i < motion->n_shapes; i++) {
      const FigureShape *shape = motion->shapes[i];
      FigurePoint a = shape->a->at, b = shape->b->at;
      bool is_rod = shape->kind == FIGURE_SHAPE_BAR || shape->kind == FIGURE_SHAPE_ROD;
      double length = pass == 2             ? 3 * figure_value_or (shape->radius, 0)
                      : pass == 1 || is_rod ? hypot (b.x - a.x, b.y - a.y)
                                            : 0;

      if (shape->a->kind == FIGURE_SPOT_PLANAR && length > 0 && isfinite (length))
        lengths[n++] = length;
    }
    if (n == 0)
      continue;
    qsort (lengths, n, sizeof *lengths, by_size);
    return lengths[(3 * n - 1) / 4];
  }
  /* Nothing has a length: a quarter of the whole. */
  FigureRect b = motion->planar_bounds;
  double across = b.x1 <= b.x2 ? hypot (b.x2 - b.x1, b.y2 - b.y1) : 0;
  return across > 0 ? across / 4 : 1;
}

/* The greatest force, torque and velocity at the instant of the values. */
static void
find_strongest (const FigureMotion *motion, double most[FIGURE_N_ARROWS])
{
  for (uint32_t i = 0; i < motion->n_parts; i++) {
    const FigurePart *part = &motion->parts[i];
    FigurePoint rate = part->point->rate;

    for (uint32_t k = 0; k < part->n_ports; k++) {
      const FigurePort *port = &part->ports[k];
      double f = hypot (figure_value_or (port->fx, 0), figure_value_or (port->fy, 0));
      double tau = fabs (figure_value_or (port->tau, 0));

      most[FIGURE_ARROW_FORCE] = fmax (most[FIGURE_ARROW_FORCE], f);
      most[FIGURE_ARROW_TORQUE] = fmax (most[FIGURE_ARROW_TORQUE], tau);
    }
    most[FIGURE_ARROW_VELOCITY] =
        fmax (most[FIGURE_ARROW_VELOCITY], hypot (rate.x, rate.y));
  }
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
  return fmax (before, figure_axis_round_up (found / length));
}

static void
survey_scales (FigureMotion *motion)
{
  double looks[FIGURE_N_ARROWS][FIGURE_SURVEY_ROWS];
  FigureRect all =
      figure_value_rect_join (motion->planar_bounds, figure_train_bounds (motion));
  double across = all.x1 <= all.x2 ? hypot (all.x2 - all.x1, all.y2 - all.y1) : 0;

  motion->arrow = fmax (ARROW_LENGTH * motion->unit, ARROW_SHARE * across);
  for (uint32_t k = 0; k < FIGURE_SURVEY_ROWS; k++) {
    double most[FIGURE_N_ARROWS] = {0};

    figure_value_look (motion, k);
    place_spots (motion);
    figure_train_pose (motion);
    if (k % (FIGURE_SURVEY_ROWS / FIGURE_LOOKS) == 0)
      figure_outline_take (motion, k / (FIGURE_SURVEY_ROWS / FIGURE_LOOKS));
    find_strongest (motion, most);
    for (uint32_t arrow = 0; arrow < FIGURE_N_ARROWS; arrow++)
      looks[arrow][k] = most[arrow];
  }
  for (uint32_t arrow = 0; arrow < FIGURE_N_ARROWS; arrow++)
    motion->scales[arrow] = usual (looks[arrow], motion->scales[arrow], motion->arrow);
}

/* Sizes of bodies by their masses. */
static void
survey_masses (FigureMotion *motion)
{
  double most = 0;

  for (uint32_t i = 0; i < motion->n_shapes; i++)
    most = fmax (most, figure_value_or (motion->shapes[i]->mass, 0));
  for (uint32_t i = 0; i < motion->n_shapes; i++) {
    double mass = figure_value_or (motion->shapes[i]->mass, NAN);

    if (mass >= 0 && most > 0)
      motion->shapes[i]->share = CLAMP (cbrt (mass / most), 0.5, 1);
  }
}

static void
survey (FigureMotion *motion)
{
  figure_value_look (motion, 0);
  place_spots (motion);
  motion->unit = usual_length (motion);
  survey_masses (motion);
  for (uint32_t i = 0; i < motion->n_shapes; i++)
    motion->shapes[i]->unit = motion->unit;
  grow_planar_bounds (motion);
  figure_train_survey (motion);
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
  for (uint32_t arrow = 0; arrow < FIGURE_N_ARROWS; arrow++)
    motion->scales[arrow] = 0;
  for (uint32_t i = 0; i < motion->n_vars; i++)
    motion->vars[i]->range = (RunRange){INFINITY, -INFINITY};
  for (uint32_t t = 0; t < motion->n_trains; t++)
    motion->trains[t].size = 0;
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
    grow_planar_bounds (motion);
    motion->bounds =
        figure_value_rect_join (motion->planar_bounds, figure_train_bounds (motion));
  }
  /* The instant, then all that stands there. */
  double last = run_trace_time (trace, length - 1);
  double t = isnan (time) ? last : CLAMP (time, run_trace_time (trace, 0), last);
  size_t row = t == last ? length - 1 : run_trace_row_at (trace, t);
  figure_value_read (motion, row, t);
  place_spots (motion);
  figure_train_pose (motion);
  figure_outline_take (motion, FIGURE_LOOKS);
  motion->time = t;
  return true;
}
