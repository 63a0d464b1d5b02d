/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the picture covers, roughly: for each shape two boxes, for each node of a
 * train the joint of its lanes. Taken at some instants of the run and at that of the
 * pose, so that names find places that stay free. Linear in the shapes. */
#include "figure/motion/outline.h"

#include <math.h>

#include "figure/motion/shape.h"

/* A line is at least so wide, in pixels, and a support so wide and high, in sizes. */
static const double LINE_LEAST_PX = 2;
static const FigurePoint SUPPORT = {0.75, 1.05};

/* A joint of a train, and a wall there, in sizes. */
static const double WALL_DEPTH = 0.18;

static FigurePoint
unit_of (FigurePoint way)
{
  const double length = hypot (way.x, way.y);

  return length > 0 ? (FigurePoint){way.x / length, way.y / length}
                    : (FigurePoint){1, 0};
}

/* From a to b. */
static FigureOutline
bar (FigurePoint a, FigurePoint b, double half)
{
  const FigurePoint way = {b.x - a.x, b.y - a.y};

  return (FigureOutline){.middle = {(a.x + b.x) / 2, (a.y + b.y) / 2},
                         .along = unit_of (way),
                         .length = hypot (way.x, way.y) / 2,
                         .half = half};
}

/* Along the way of its shape. */
static FigureOutline
box (FigurePoint middle, FigurePoint along, double length, double half)
{
  return (FigureOutline){
      .middle = middle, .along = along, .length = length, .half = half};
}

/* The way of a shape: between its ends, or of the train that its one end is in. */
static FigurePoint
way_of (const FigureShape *shape)
{
  const FigurePoint a = shape->a->at, b = shape->b->at;

  if (a.x != b.x || a.y != b.y)
    return unit_of ((FigurePoint){b.x - a.x, b.y - a.y});
  return shape->a->node != NULL ? shape->a->node->train->along : (FigurePoint){1, 0};
}

/* What a source acts on, and its arrow: that of a force at the end of a train lies
 * beyond it, that of a torque goes round its place. */
static void
source (const FigureMotion *motion, const FigureShape *shape, FigureOutline out[2])
{
  const FigureSpot *at = shape->a;
  const double around = 1.1 * FIGURE_SHAPE_TURN_RADIUS * motion->unit;
  const double half = at->kind == FIGURE_SPOT_TURN ? around : 0;

  out[0] = box (at->at, way_of (shape), half, half);
  if (at->kind != FIGURE_SPOT_SLIDE || at->node == NULL)
    return;
  const FigurePoint along = at->node->train->along;
  const double beyond = at->node->is_end ? motion->arrow : -motion->arrow;
  out[1] =
      bar (at->at,
           (FigurePoint){at->at.x + beyond * along.x, at->at.y + beyond * along.y}, 0);
}

static FigureOutline
points (const FigureShape *shape)
{
  FigureRect rect = figure_value_rect_empty ();
  const double angle = shape->a->angle;

  for (uint32_t i = 0; i < shape->n_points; i++) {
    const FigurePoint p = shape->points[i];

    rect = figure_value_rect_join (rect, (FigureRect){p.x, p.y, p.x, p.y});
  }
  const FigurePoint away = figure_point_turned (
      (FigurePoint){(rect.x1 + rect.x2) / 2, (rect.y1 + rect.y2) / 2}, angle);
  return box ((FigurePoint){shape->a->at.x + away.x, shape->a->at.y + away.y},
              figure_point_turned ((FigurePoint){1, 0}, angle), (rect.x2 - rect.x1) / 2,
              (rect.y2 - rect.y1) / 2);
}

/* Two wheels and what is between them. */
static FigureOutline
wheels (const FigureShape *shape)
{
  const FigurePoint a = shape->a->at, b = shape->b->at, way = way_of (shape);
  double first = figure_shape_half_width (shape);
  double last = figure_value_or (shape->radius_b, first);
  const double ratio = figure_value (shape->ratio);

  if (isfinite (ratio) && ratio != 0) {
    const FigurePoint radii = figure_shape_gear_radii (ratio, shape->unit);

    first = radii.x;
    last = radii.y;
  }
  const double length = hypot (b.x - a.x, b.y - a.y);
  const double low = fmin (-first, length - last), high = fmax (first, length + last);
  const double middle = (low + high) / 2;
  return box ((FigurePoint){a.x + middle * way.x, a.y + middle * way.y}, way,
              (high - low) / 2, 1.1 * fmax (first, last));
}

static void
support (const FigureShape *shape, FigureOutline *out)
{
  const double size = figure_shape_half_width (shape);
  const FigurePoint down =
      figure_point_turned ((FigurePoint){0, -SUPPORT.y * size}, shape->a->angle);
  const FigurePoint a = shape->a->at;

  if (shape->a->kind == FIGURE_SPOT_PLANAR)
    *out = bar (a, (FigurePoint){a.x + down.x, a.y + down.y}, SUPPORT.x * size);
}

static FigurePoint
slider_way (const FigureShape *shape)
{
  const double x = figure_value (shape->along[0]), y = figure_value (shape->along[1]);

  return isfinite (x) && isfinite (y)
             ? unit_of ((FigurePoint){x, y})
             : figure_point_turned ((FigurePoint){1, 0}, shape->a->angle);
}

/* The body of a shape, and what else there is of it: the shaft through a disc. */
static void
outline (const FigureMotion *motion, const FigureShape *shape, FigureOutline out[2])
{
  const FigurePoint a = shape->a->at, b = shape->b->at, way = way_of (shape);
  const FigurePoint middle = figure_shape_middle (shape);
  const double reach = figure_shape_reach (shape);

  /* As a rule the way between its ends, and its body on that. */
  out[1] = bar (a, b, 0);
  switch (shape->kind) {
  case FIGURE_SHAPE_FLOOR:
  case FIGURE_SHAPE_TERRAIN:
  case FIGURE_SHAPE_ORIGIN:
    out[1] = out[0];
    break;
  case FIGURE_SHAPE_GROUND:
    out[1] = out[0];
    support (shape, &out[0]);
    break;
  case FIGURE_SHAPE_POLYGON:
    out[0] = points (shape);
    break;
  case FIGURE_SHAPE_BOX:
    out[0] = box (a, figure_point_turned ((FigurePoint){1, 0}, shape->a->angle),
                  figure_value_or (shape->length, 3 * reach) / 2, reach);
    break;
  case FIGURE_SHAPE_SLIDER:
    out[0] = box (b, slider_way (shape), 1.5 * reach, reach);
    break;
  case FIGURE_SHAPE_FORCE:
    source (motion, shape, out);
    break;
  case FIGURE_SHAPE_RING:
  case FIGURE_SHAPE_BELT:
  case FIGURE_SHAPE_GEARS:
    out[0] = wheels (shape);
    break;
  case FIGURE_SHAPE_CLUTCH:
    out[0] = box (middle, way, 0.4 * reach, reach);
    break;
  case FIGURE_SHAPE_BRAKE:
  case FIGURE_SHAPE_DISC:
  case FIGURE_SHAPE_PLANETARY:
    out[0] = box (middle, way, reach, reach);
    break;
  default:
    out[0] = a.x == b.x && a.y == b.y ? box (a, way, reach, reach) : bar (a, b, reach);
    break;
  }
  out[0].least_px = figure_shape_info[shape->kind].least_px;
  out[1].least_px = LINE_LEAST_PX;
}

/* The joint of a node over its lanes, as wide as a wall where there is one. */
static FigureOutline
joint (const FigureNode *node)
{
  const FigureTrain *train = node->train;
  const double depth = WALL_DEPTH * train->size * train->scale;

  if (!train->is_shown || node->low > node->high ||
      (node->held_by == NULL && node->low == node->high))
    return (FigureOutline){.half = NAN};
  FigureOutline found =
      bar (figure_train_place (node, node->low), figure_train_place (node, node->high),
           node->held_by != NULL ? depth : 0);
  found.along = train->across;
  found.length += node->held_by != NULL ? 0.4 * train->size * train->scale : 0;
  found.least_px = LINE_LEAST_PX;
  return found;
}

void
figure_outline_take (FigureMotion *motion, uint32_t look)
{
  FigureOutline *out = &motion->outlines[look * motion->n_outlines];

  for (uint32_t i = 0; i < motion->n_shapes; i++, out += 2) {
    out[0] = out[1] = (FigureOutline){.half = NAN};
    if (figure_shape_is_placed (motion->shapes[i]))
      outline (motion, motion->shapes[i], out);
  }
  for (uint32_t i = 0; i < motion->n_nodes; i++)
    *out++ = joint (motion->nodes[i]);
}

bool
figure_outline_meets (const FigureOutline *outline,
                      FigurePoint middle,
                      FigurePoint half,
                      double metres_per_px)
{
  const double dx = fabs (outline->middle.x - middle.x);
  const double dy = fabs (outline->middle.y - middle.y);
  const double x = fabs (outline->along.x), y = fabs (outline->along.y);
  const double across = fmax (outline->half, outline->least_px * metres_per_px);
  const double length = outline->length;

  /* Written so that what is not a number does not meet. */
  if (!(dx < half.x + length * x + across * y) ||
      !(dy < half.y + length * y + across * x) || isnan (outline->half))
    return false;
  const FigurePoint way = {outline->middle.x - middle.x, outline->middle.y - middle.y};
  const FigurePoint d = outline->along;
  return fabs (way.x * d.x + way.y * d.y) < length + half.x * x + half.y * y &&
         fabs (way.y * d.x - way.x * d.y) < across + half.x * y + half.y * x;
}
