/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the shapes of the metadata are and look like: their sizes in metres become
 * pixels, and signs of glyph.h are put together. */
#include "figure/motion/shape.h"

#include <math.h>

#include "figure/motion/planetary.h"

static const double FAR_PX = 1e12;

/* The smaller of two gears has so many teeth. */
static const uint32_t TEETH = 16;

const FigureKindInfo figure_kind_info[] = {
    [FIGURE_BODY] = {1, 1, true, true},     [FIGURE_LINK] = {1, 3, false, true},
    [FIGURE_JOINT] = {0, 3, false, false},  [FIGURE_SPRING] = {2, 2, false, false},
    [FIGURE_GROUND] = {3, 0, false, false}, [FIGURE_WHEEL] = {2, 1, true, true},
    [FIGURE_SOURCE] = {2, 2, false, false}, [FIGURE_MASS] = {1, 1, true, true},
    [FIGURE_ROTOR] = {1, 1, true, true},    [FIGURE_OTHER] = {2, 0, false, false},
};

double
figure_shape_half_width (const FigureShape *shape)
{
  const FigureShapeInfo *info = &figure_shape_info[shape->kind];

  if (info->has_radius && figure_value_is_given (shape->radius))
    return fabs (figure_value (shape->radius));
  if (figure_value_is_given (shape->width))
    return fabs (figure_value (shape->width)) / 2;
  return info->half * shape->unit * shape->share;
}

double
figure_shape_reach (const FigureShape *shape)
{
  const double half = figure_shape_half_width (shape);
  const bool turns = shape->a->kind == FIGURE_SPOT_TURN;

  switch (shape->kind) {
  case FIGURE_SHAPE_SPRING_DAMPER:
    return 1.8 * half;
  case FIGURE_SHAPE_BRAKE:
    return 1.07 * half;
  case FIGURE_SHAPE_GEARS:
    if (figure_value_is_given (shape->ratio)) {
      const FigurePoint radii =
          figure_shape_gear_radii (figure_value (shape->ratio), shape->unit);

      return 1.1 * fmax (radii.x, radii.y);
    }
    return 1.1 * fmax (half, figure_value_or (shape->radius_b, 0));
  case FIGURE_SHAPE_FORCE:
    return turns ? 1.1 * FIGURE_SHAPE_TURN_RADIUS * shape->unit : half;
  default:
    return half;
  }
}

FigurePoint
figure_shape_middle (const FigureShape *shape)
{
  FigurePoint a = shape->a->at, b = shape->b->at;

  return shape->c != NULL ? shape->c->at
                          : (FigurePoint){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

static bool
is_placed (const FigureSpot *spot)
{
  return isfinite (spot->at.x) && isfinite (spot->at.y) && isfinite (spot->angle);
}

bool
figure_shape_is_placed (const FigureShape *shape)
{
  if (figure_value_is_given (shape->shown) && !(figure_value (shape->shown) > 0.5))
    return false;
  return is_placed (shape->a) && is_placed (shape->b) &&
         (shape->c == NULL || is_placed (shape->c));
}

/* ---- drawing ---- */

static double
metres (const FigureBrush *brush, FigureValue value, double otherwise_px)
{
  double given = figure_value (value);

  return given == given ? fabs (given) * brush->view->scale : otherwise_px;
}

/* The same brush at another place. */
static FigureBrush
moved (const FigureBrush *brush, FigurePoint a, FigurePoint b, double half)
{
  FigureBrush moved = *brush;

  moved.a = a;
  moved.b = b;
  moved.half = half;
  return moved;
}

static FigurePoint
between (FigurePoint a, FigurePoint b, double share)
{
  return (FigurePoint){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

static void
line (const FigureBrush *brush, FigurePoint a, FigurePoint b, double width)
{
  cairo_move_to (brush->cr, a.x, a.y);
  cairo_line_to (brush->cr, b.x, b.y);
  figure_glyph_stroke (brush, width);
}

static void
draw_box (const FigureBrush *brush)
{
  double length = metres (brush, brush->shape->length, 3 * brush->half);
  FigurePoint size = {fmax (length, 2), 2 * brush->half};

  figure_glyph_box (brush, brush->a, size, brush->angle);
}

/* The direction `along` on the surface, clockwise; that of spot a without one. */
static double
direction (const FigureBrush *brush)
{
  double x = figure_value (brush->shape->along[0]);
  double y = figure_value (brush->shape->along[1]);

  return isfinite (x) && isfinite (y) && (x != 0 || y != 0) ? -atan2 (y, x)
                                                            : brush->angle;
}

/* Rails from where the block has been at least to where it has been at most, `length`
 * being its way along the rails. */
static void
draw_slider (const FigureBrush *brush)
{
  FigureValue way = brush->shape->length;
  double scale = brush->view->scale, block = 3 * brush->half;
  double high = hypot (brush->b.x - brush->a.x, brush->b.y - brush->a.y), low = -high;
  double angle = direction (brush);

  if (figure_value_is_given (way)) {
    double min = way.factor * way.var->range.min * scale;
    double max = way.factor * way.var->range.max * scale;

    low = fmin (min, max);
    high = fmax (min, max);
  }
  /* Two rails and the block. */
  cairo_save (brush->cr);
  cairo_translate (brush->cr, brush->a.x, brush->a.y);
  cairo_rotate (brush->cr, angle);
  for (int side = -1; side <= 1; side += 2) {
    cairo_move_to (brush->cr, low - block, side * brush->half);
    cairo_line_to (brush->cr, high + block, side * brush->half);
  }
  figure_theme_source (brush->cr, brush->ink.line, 0.8);
  cairo_set_line_width (brush->cr, brush->ink.line_px);
  cairo_stroke (brush->cr);
  cairo_restore (brush->cr);
  figure_glyph_box (brush, brush->b, (FigurePoint){block, 1.7 * brush->half}, angle);
}

/* Faces at a third of the way, and a little spring behind the first. */
static void
draw_gap (const FigureBrush *brush)
{
  FigurePoint a = brush->a, b = brush->b;
  double length = fmax (hypot (b.x - a.x, b.y - a.y), 1e-9);
  double rest = metres (brush, brush->shape->length, 0.5 * length);
  FigurePoint faces[] = {between (a, b, fmin (length, rest) / length), b};
  FigureBrush spring = moved (brush, a, faces[0], brush->half / 2);
  double nx = -(b.y - a.y) / length * brush->half;
  double ny = (b.x - a.x) / length * brush->half;

  figure_glyph_spring (&spring);
  for (int i = 0; i < 2; i++)
    line (brush, (FigurePoint){faces[i].x - nx, faces[i].y - ny},
          (FigurePoint){faces[i].x + nx, faces[i].y + ny}, 2);
}

static void
draw_origin (const FigureBrush *brush)
{
  double size = 2 * brush->half;

  figure_theme_source (brush->cr, brush->ink.line, 0.6);
  for (int axis = 0; axis < 2; axis++) {
    double angle = brush->angle - axis * G_PI / 2;

    figure_glyph_arrow (brush->cr, brush->a,
                        (FigurePoint){size * cos (angle), size * sin (angle)}, 1);
  }
}

/* Ground that goes on to both sides, hatched where the picture does not slide over it.
 */
static void
draw_floor (const FigureBrush *brush)
{
  double depth = 2 * brush->half, step = 4 * depth;
  double left = brush->a.x - step * ceil (brush->a.x / step + 1);

  figure_glyph_wall (brush, (FigurePoint){left, brush->a.y},
                     (FigurePoint){brush->view->width + step, brush->a.y}, depth);
}

/* The path through the points, so far below them. */
static void
trace_points (const FigureBrush *brush, double below)
{
  double scale = brush->view->scale;

  cairo_new_path (brush->cr);
  cairo_set_line_join (brush->cr, CAIRO_LINE_JOIN_ROUND);
  for (uint32_t i = 0; i < brush->shape->n_points; i++) {
    FigurePoint p = figure_point_turned (brush->shape->points[i], -brush->angle);

    cairo_line_to (brush->cr, brush->a.x + scale * p.x,
                   brush->a.y + below - scale * p.y);
  }
}

static void
draw_polygon (const FigureBrush *brush)
{
  trace_points (brush, 0);
  cairo_close_path (brush->cr);
  figure_glyph_paint (brush);
}

/* A line with a soft edge below. */
static void
draw_terrain (const FigureBrush *brush)
{
  trace_points (brush, brush->half);
  figure_theme_source (brush->cr, brush->ink.fill, 0.8);
  cairo_set_line_width (brush->cr, 2 * brush->half);
  cairo_stroke (brush->cr);
  trace_points (brush, 0);
  figure_glyph_stroke (brush, 1.5);
}

static void
draw_tread (const FigureBrush *brush)
{
  double width = metres (brush, brush->shape->width, 0.8 * brush->half);
  FigureBrush rolling = *brush;

  rolling.angle = direction (brush);
  figure_glyph_tread (&rolling, (FigurePoint){2 * brush->half, width},
                      figure_value_or (brush->shape->angle, 0) * brush->half);
}

/* ---- wheels ---- */

FigurePoint
figure_shape_gear_radii (double ratio, double unit)
{
  double most = 0.32 * unit, least = 0.06 * unit;
  double size = fabs (ratio);

  return (FigurePoint){size > 1 ? fmax (most / size, least) : most,
                       size > 1 ? most : fmax (most * size, least)};
}

/* A wheel beside one with the radius `small`. */
static FigureGear
gear (FigurePoint at, double radius, double angle, double small)
{
  double n = isfinite (radius / small) ? TEETH * (radius / small) + 0.5 : TEETH;

  return (FigureGear){.at = at,
                      .radius = radius,
                      .n_teeth = (uint32_t) CLAMP (n, TEETH, 20 * TEETH),
                      .angle = angle};
}

static void
draw_gear (const FigureBrush *brush)
{
  FigureGear alone = gear (brush->a, brush->half, brush->angle, brush->half);

  figure_glyph_gear (brush, &alone);
}

static void
draw_belt (const FigureBrush *brush)
{
  double radius[] = {brush->half, metres (brush, brush->shape->radius_b, brush->half)};

  figure_glyph_belt (brush, radius, brush->angle * radius[0]);
}

/* Two gears whose teeth meet on the line of centres: a has a tooth where its own angle
 * is 0 and b a gap where it is half a turn, as they mesh from the angles 0. In trains
 * what turns slower is larger, and wheels that turn the same way have a belt. */
static void
draw_gears (const FigureBrush *brush)
{
  bool is_ring = brush->shape->kind == FIGURE_SHAPE_RING;
  double ratio = figure_value (brush->shape->ratio);
  double radius[] = {brush->half, metres (brush, brush->shape->radius_b, brush->half)};

  if (isfinite (ratio) && ratio != 0) {
    FigurePoint radii =
        figure_shape_gear_radii (ratio, brush->shape->unit * brush->view->scale);

    radius[0] = radii.x;
    radius[1] = radii.y;
  }
  /* The same way round: discs with a belt. */
  if (ratio > 0 && isfinite (ratio)) {
    FigureBrush a = moved (brush, brush->a, brush->a, radius[0]);
    FigureBrush b = moved (brush, brush->b, brush->b, radius[1]);

    b.angle = brush->angle_b;
    figure_glyph_disc (&a);
    figure_glyph_disc (&b);
    figure_glyph_belt (brush, radius, brush->angle * radius[0]);
    return;
  }
  /* Else teeth, of one size on both. */
  double small = fmax (fmin (radius[0], radius[1]), 1);
  FigureGear a = gear (brush->a, radius[0], brush->angle, small);
  FigureGear b = gear (brush->b, radius[1], brush->angle_b, small);
  b.is_ring = is_ring;
  b.angle += (is_ring ? 0 : G_PI) + G_PI / b.n_teeth;
  figure_glyph_gear (brush, &b);
  figure_glyph_gear (brush, &a);
}

/* ---- on shafts and lines ---- */

/* Of a brush between two ends, and its way. */
static FigurePoint
middle (const FigureBrush *brush)
{
  return between (brush->a, brush->b, 0.5);
}

static double
way (const FigureBrush *brush)
{
  return atan2 (brush->b.y - brush->a.y, brush->b.x - brush->a.x);
}

static void
draw_mass (const FigureBrush *brush)
{
  double length = hypot (brush->b.x - brush->a.x, brush->b.y - brush->a.y);
  FigurePoint size = {fmax (length, 4), 2 * brush->half};

  figure_glyph_box (brush, middle (brush), size, way (brush));
}

static void
draw_shaft (const FigureBrush *brush)
{
  line (brush, brush->a, brush->b, 2.5);
}

/* A disc of a train lies between its ends. */
static void
draw_disc (const FigureBrush *brush)
{
  FigureBrush disc = moved (brush, middle (brush), middle (brush), brush->half);

  if (brush->shape->a != brush->shape->b)
    draw_shaft (brush);
  figure_glyph_disc (&disc);
}

/* A box on the line, so far along and across it from its middle. */
static void
box_on_line (const FigureBrush *brush, double along, double across, FigurePoint size)
{
  double angle = way (brush), c = cos (angle), s = sin (angle);
  FigurePoint m = middle (brush);

  figure_glyph_box (
      brush, (FigurePoint){m.x + along * c - across * s, m.y + along * s + across * c},
      size, angle);
}

/* Two plates that face each other across the shaft. */
static void
draw_clutch (const FigureBrush *brush)
{
  double thick = 0.35 * brush->half;
  FigurePoint plate = {thick, 2 * brush->half};

  draw_shaft (brush);
  box_on_line (brush, -0.6 * thick, 0, plate);
  box_on_line (brush, 0.6 * thick, 0, plate);
}

/* What turns or slides, between two shoes. */
static void
draw_brake (const FigureBrush *brush)
{
  double r = brush->half;
  FigurePoint shoe = {1.1 * r, 0.3 * r}, m = middle (brush);
  FigureBrush disc = moved (brush, m, m, 0.75 * r);

  draw_shaft (brush);
  if (brush->shape->a->kind == FIGURE_SPOT_TURN)
    figure_glyph_disc (&disc);
  else
    box_on_line (brush, 0, 0, (FigurePoint){2.2 * r, 1.2 * r});
  box_on_line (brush, 0, -0.92 * r, shoe);
  box_on_line (brush, 0, 0.92 * r, shoe);
}

/* ---- the rest ---- */

/* That of trains is drawn with what joins their parts. */
static void
draw_ground (const FigureBrush *brush)
{
  if (brush->shape->a->kind == FIGURE_SPOT_PLANAR)
    figure_glyph_support (brush);
}

/* A force shows its arrow only, with the other arrows. */
static void
draw_nothing (const FigureBrush *brush)
{
}

const FigureShapeInfo figure_shape_info[FIGURE_N_SHAPES] = {
#define SHAPE_INFO(id, word, kind, layer, ends, half, least, room, has_radius, draw)   \
  {word, FIGURE_##kind, layer, ends, half, least, room, has_radius},
    FIGURE_SHAPES (SHAPE_INFO)
#undef SHAPE_INFO
};

static void (*const DRAW[]) (const FigureBrush *brush) = {
#define SHAPE_DRAW(id, word, kind, layer, ends, half, least, room, has_radius, draw)   \
  draw,
    FIGURE_SHAPES (SHAPE_DRAW)
#undef SHAPE_DRAW
};

/* Farther away nothing is seen, and Cairo's numbers end. */
static bool
is_near (FigurePoint px)
{
  return fabs (px.x) < FAR_PX && fabs (px.y) < FAR_PX;
}

void
figure_shape_draw (cairo_t *cr,
                   const FigureShape *shape,
                   const FigureView *view,
                   const FigureInk *ink)
{
  double turn =
      shape->kind == FIGURE_SHAPE_TREAD ? 0 : figure_value_or (shape->angle, 0);
  FigureBrush brush = {.cr = cr,
                       .ink = *ink,
                       .a = figure_motion_view_to_px (view, shape->a->at),
                       .b = figure_motion_view_to_px (view, shape->b->at),
                       .angle = -(shape->a->angle + turn),
                       .half = fmax (figure_shape_half_width (shape) * view->scale,
                                     figure_shape_info[shape->kind].least_px),
                       .shape = shape,
                       .view = view,
                       .angle_b = -shape->b->angle};

  if (shape->c != NULL) {
    brush.c = figure_motion_view_to_px (view, shape->c->at);
    brush.angle_c = -shape->c->angle;
  }
  /* Nothing that is too far to be seen. */
  if (!is_near (brush.a) || !is_near (brush.b) || !is_near (brush.c) ||
      !isfinite (turn))
    return;
  cairo_save (cr);
  DRAW[shape->kind](&brush);
  cairo_restore (cr);
}
