/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is at a pixel: of all shapes within reach that of the first rank, then the
 * nearest, then the one drawn last. */
#include <limits.h>
#include <math.h>

#include "figure/motion/shape.h"

/* How far a point lies from the line between two others. */
static double
from_line (FigurePoint p, FigurePoint a, FigurePoint b)
{
  double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  double share = square > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0;

  share = CLAMP (share, 0, 1);
  return hypot (p.x - a.x - share * dx, p.y - a.y - share * dy);
}

/* From the lines of a path, or 0 inside of it where it is closed (even-odd rule). */
static double
from_points (const FigureShape *shape, FigurePoint p, bool is_closed)
{
  double nearest = INFINITY;
  bool is_inside = false;

  for (uint32_t i = is_closed ? 0 : 1; i < shape->n_points; i++) {
    FigurePoint a = shape->points[i == 0 ? shape->n_points - 1 : i - 1];
    FigurePoint b = shape->points[i];

    nearest = fmin (nearest, from_line (p, a, b));
    if (is_closed && (a.y > p.y) != (b.y > p.y) &&
        p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
      is_inside = !is_inside;
  }
  return is_inside ? 0 : nearest;
}

/* A point of the picture in the axes of a spot. */
static FigurePoint
to_local (const FigureSpot *spot, FigurePoint p)
{
  double angle = spot->kind == FIGURE_SPOT_PLANAR ? spot->angle : 0;

  return figure_point_turned ((FigurePoint){p.x - spot->at.x, p.y - spot->at.y},
                              -angle);
}

static double
from_point (FigurePoint p, FigurePoint at)
{
  return hypot (p.x - at.x, p.y - at.y);
}

/* Metres from a point to the edge of a shape; 0 or less inside. */
static double
distance (const FigureShape *shape, FigurePoint p)
{
  FigurePoint a = shape->a->at, b = shape->b->at, q = to_local (shape->a, p);
  double half = figure_shape_half_width (shape);

  if (shape->n_points > 0)
    return from_points (shape, q, shape->kind == FIGURE_SHAPE_POLYGON);
  if (shape->kind == FIGURE_SHAPE_FLOOR)
    return fabs (p.y - a.y);
  if (shape->kind == FIGURE_SHAPE_GEARS || shape->kind == FIGURE_SHAPE_RING)
    return fmin (from_point (p, a) - half,
                 fabs (from_point (p, b) - figure_value_or (shape->radius_b, half)));
  if (shape->kind == FIGURE_SHAPE_BOX)
    return fmax (fabs (q.x) - figure_value_or (shape->length, 3 * half) / 2,
                 fabs (q.y) - half);
  if (shape->kind == FIGURE_SHAPE_DISC || shape->c != NULL)
    return from_point (p, figure_shape_middle (shape)) - half;
  return from_line (p, a, b) - half;
}

FigureHit
figure_motion_hit (const FigureMotion *motion,
                   const FigureView *view,
                   FigurePoint px,
                   double tolerance,
                   bool pulls)
{
  FigurePoint p = figure_motion_view_from_px (view, px);
  FigureHit found = {.element = FIGURE_NO_ELEMENT};
  double reach = tolerance / view->scale, nearest = INFINITY;
  int best = INT_MAX;

  for (uint32_t i = motion->n_shapes; i-- > 0 && !isnan (motion->time);) {
    const FigureShape *shape = motion->shapes[i];
    const FigureElement *element = &motion->parts[shape->part].public;
    int rank = figure_kind_info[figure_shape_info[shape->kind].kind].hit_rank;

    if (!figure_shape_is_placed (shape) || *element->path == '\0' ||
        (pulls && element->port == NULL))
      continue; /* the model itself is no element to point at */
    double away = fmax (distance (shape, p), 0);
    if (away > reach || rank > best || (rank == best && away >= nearest))
      continue;
    best = rank;
    nearest = away;
    found = (FigureHit){shape->part, to_local (motion->parts[shape->part].handle, p)};
  }
  return found;
}
