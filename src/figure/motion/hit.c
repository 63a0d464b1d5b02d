/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is at a pixel. */
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
  double c = cos (angle), s = sin (angle), dx = p.x - spot->at.x, dy = p.y - spot->at.y;

  return (FigurePoint){c * dx + s * dy, c * dy - s * dx};
}

/* Metres from a point to the edge of a shape; 0 or less inside. */
static double
distance (const FigureMotion *motion, const FigureShape *shape, FigurePoint p)
{
  const FigureSpot *a = &motion->spots[shape->a], *b = &motion->spots[shape->b];
  double half = figure_shape_half_width (motion, shape);

  switch (shape->kind) {
  case FIGURE_SHAPE_TERRAIN:
    return from_points (shape, to_local (a, p), false);
  case FIGURE_SHAPE_POLYGON:
    return from_points (shape, to_local (a, p), true);
  case FIGURE_SHAPE_FLOOR:
    return fabs (p.y - a->at.y);
  case FIGURE_SHAPE_GEARS:
  case FIGURE_SHAPE_RING:
    return fmin (hypot (p.x - a->at.x, p.y - a->at.y) - half,
                 fabs (hypot (p.x - b->at.x, p.y - b->at.y) -
                       figure_value_or (motion, shape->radius_b, half)));
  case FIGURE_SHAPE_BOX: {
    FigurePoint q = to_local (a, p);
    double length = figure_value_or (motion, shape->length, 3 * half) / 2;

    return fmax (fabs (q.x) - length, fabs (q.y) - half);
  }
  case FIGURE_SHAPE_DISC: {
    FigurePoint m = {(a->at.x + b->at.x) / 2, (a->at.y + b->at.y) / 2};

    return hypot (p.x - m.x, p.y - m.y) - half;
  }
  case FIGURE_SHAPE_BODY:
  case FIGURE_SHAPE_CENTRE:
  case FIGURE_SHAPE_BAR:
  case FIGURE_SHAPE_ROD:
  case FIGURE_SHAPE_LINE:
  case FIGURE_SHAPE_PIN:
  case FIGURE_SHAPE_SLIDER:
  case FIGURE_SHAPE_SPRING:
  case FIGURE_SHAPE_DAMPER:
  case FIGURE_SHAPE_SPRING_DAMPER:
  case FIGURE_SHAPE_GAP:
  case FIGURE_SHAPE_CLUTCH:
  case FIGURE_SHAPE_BRAKE:
  case FIGURE_SHAPE_GROUND:
  case FIGURE_SHAPE_ORIGIN:
  case FIGURE_SHAPE_WHEEL:
  case FIGURE_SHAPE_TREAD:
  case FIGURE_SHAPE_GEAR:
  case FIGURE_SHAPE_BELT:
  case FIGURE_SHAPE_FORCE:
  case FIGURE_SHAPE_MASS:
  case FIGURE_N_SHAPES:
    return from_line (p, a->at, b->at) - half;
  }
  g_assert_not_reached ();
}

/* What is hit before what lies nearer: small things that stand on larger ones. */
static int
rank (FigureKind kind)
{
  switch (kind) {
  case FIGURE_JOINT:
    return 0;
  case FIGURE_BODY:
  case FIGURE_MASS:
  case FIGURE_ROTOR:
  case FIGURE_LINK:
    return 1;
  case FIGURE_WHEEL:
  case FIGURE_SPRING:
  case FIGURE_SOURCE:
  case FIGURE_OTHER:
    return 2;
  case FIGURE_GROUND:
    return 3;
  }
  g_assert_not_reached ();
}

static FigureHit
hit (const FigureMotion *motion,
     const FigureView *view,
     FigurePoint px,
     double tolerance,
     bool needs_port)
{
  FigurePoint p = figure_motion_view_from_px (view, px);
  FigureHit found = {.element = FIGURE_NO_ELEMENT};
  double reach = tolerance / view->scale, nearest = INFINITY;
  int best = 4;

  for (uint32_t i = motion->n_shapes; i-- > 0 && !isnan (motion->time);) {
    const FigureShape *shape = &motion->shapes[motion->order[i]];

    if (!figure_shape_is_placed (motion, shape) ||
        *motion->parts[shape->part].public.path == '\0' ||
        (needs_port && motion->parts[shape->part].public.port == NULL))
      continue; /* the model itself is no element to point at */
    int mine = rank (figure_metadata_shape (shape->kind)->kind);
    double away = fmax (distance (motion, shape, p), 0);
    if (away > reach || mine > best || (mine == best && away >= nearest))
      continue;
    best = mine;
    nearest = away;
    found.element = shape->part;
  }
  if (found.element == FIGURE_NO_ELEMENT)
    return found;
  const FigurePart *part = &motion->parts[found.element];
  found.local = to_local (
      &motion->spots[part->pull_point != FIGURE_NONE ? part->pull_point : part->point],
      p);
  return found;
}

FigureHit
figure_motion_hit (const FigureMotion *motion,
                   const FigureView *view,
                   FigurePoint px,
                   double tolerance)
{
  return hit (motion, view, px, tolerance, false);
}

FigureHit
figure_motion_hit_pull_point (const FigureMotion *motion,
                              const FigureView *view,
                              FigurePoint px,
                              double tolerance)
{
  return hit (motion, view, px, tolerance, true);
}
