/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/motion/shape.h"

#include <math.h>

/* Half widths and radii where nothing is given, as shares of the unit, and what they
 * are at least on the surface, in pixels. */
static const struct {
  double share;
  double least_px;
} SIZES[FIGURE_N_SHAPES] = {
    [FIGURE_SHAPE_BODY] = {0.1, 4},          [FIGURE_SHAPE_CENTRE] = {0.033, 2.5},
    [FIGURE_SHAPE_BOX] = {0.12, 4},          [FIGURE_SHAPE_BAR] = {0.045, 2.5},
    [FIGURE_SHAPE_ROD] = {0.03, 1.5},        [FIGURE_SHAPE_LINE] = {0.02, 1},
    [FIGURE_SHAPE_PIN] = {0.035, 3},         [FIGURE_SHAPE_SLIDER] = {0.08, 4},
    [FIGURE_SHAPE_SPRING] = {0.07, 4},       [FIGURE_SHAPE_DAMPER] = {0.07, 4},
    [FIGURE_SHAPE_SPRING_DAMPER] = {0.1, 6}, [FIGURE_SHAPE_GAP] = {0.09, 4},
    [FIGURE_SHAPE_CLUTCH] = {0.16, 6},       [FIGURE_SHAPE_BRAKE] = {0.16, 6},
    [FIGURE_SHAPE_GROUND] = {0.14, 6},       [FIGURE_SHAPE_ORIGIN] = {0.1, 8},
    [FIGURE_SHAPE_FLOOR] = {0.06, 4},        [FIGURE_SHAPE_TERRAIN] = {0.06, 4},
    [FIGURE_SHAPE_POLYGON] = {0.05, 3},      [FIGURE_SHAPE_WHEEL] = {0.25, 4},
    [FIGURE_SHAPE_TREAD] = {0.2, 5},         [FIGURE_SHAPE_GEAR] = {0.3, 5},
    [FIGURE_SHAPE_RING] = {0.3, 5},          [FIGURE_SHAPE_BELT] = {0.25, 4},
    [FIGURE_SHAPE_GEARS] = {0.3, 5},         [FIGURE_SHAPE_FORCE] = {0.03, 3},
    [FIGURE_SHAPE_MASS] = {0.2, 6},          [FIGURE_SHAPE_DISC] = {0.25, 6},
};

static const double FAR_PX = 1e12;

/* The smaller of two gears has so many teeth. */
static const uint32_t TEETH = 16;

static bool
has_radius (FigureShapeKind kind)
{
  return figure_metadata_shape (kind)->n_ends == 1 || kind == FIGURE_SHAPE_DISC ||
         kind == FIGURE_SHAPE_BELT || kind == FIGURE_SHAPE_GEARS ||
         kind == FIGURE_SHAPE_RING;
}

double
figure_shape_half_width (const FigureMotion *motion, const FigureShape *shape)
{
  double size = SIZES[shape->kind].share * shape->unit * shape->share;

  if (has_radius (shape->kind) && figure_value_is_given (shape->radius))
    return fabs (figure_value (motion, shape->radius));
  if (figure_value_is_given (shape->width))
    return fabs (figure_value (motion, shape->width)) / 2;
  return size;
}

FigurePoint
figure_shape_middle (const FigureMotion *motion, const FigurePart *part)
{
  const FigureShape *shape = &motion->shapes[part->first_shape];
  const FigureSpot *a = &motion->spots[shape->a], *b = &motion->spots[shape->b];

  return (FigurePoint){(a->at.x + b->at.x) / 2, (a->at.y + b->at.y) / 2};
}

bool
figure_shape_is_placed (const FigureMotion *motion, const FigureShape *shape)
{
  const FigureSpot *a = &motion->spots[shape->a], *b = &motion->spots[shape->b];

  if (figure_value_is_given (shape->shown) &&
      !(figure_value (motion, shape->shown) > 0.5))
    return false;
  return isfinite (a->at.x) && isfinite (a->at.y) && isfinite (b->at.x) &&
         isfinite (b->at.y) && isfinite (a->angle) && isfinite (b->angle);
}

/* ---- drawing ---- */

/* A shape with its places on the surface. */
typedef struct {
  cairo_t *cr;
  const FigureMotion *motion;
  const FigureShape *shape;
  const FigureView *view;
  const FigureInk *ink;
  FigurePoint a, b;
  double angle_a, angle_b; /* clockwise on the surface */
  double half;             /* px */
} Brush;

static double
metres (const Brush *brush, FigureValue value, double otherwise_px)
{
  double given = figure_value (brush->motion, value);

  return given == given ? fabs (given) * brush->view->scale : otherwise_px;
}

static void
draw_box (const Brush *brush)
{
  double length = metres (brush, brush->shape->length, 3 * brush->half);
  FigurePoint size = {fmax (length, 2), 2 * brush->half};

  figure_glyph_box (brush->cr, brush->a, size, brush->angle_a, brush->ink);
}

/* The direction `along` on the surface, clockwise; that of spot a without one. */
static double
direction (const Brush *brush)
{
  double x = figure_value (brush->motion, brush->shape->along[0]);
  double y = figure_value (brush->motion, brush->shape->along[1]);

  return isfinite (x) && isfinite (y) && (x != 0 || y != 0) ? -atan2 (y, x)
                                                            : brush->angle_a;
}

/* Rails from where the block has been at least to where it has been at most, `length`
 * being its way along the rails. */
static void
draw_slider (const Brush *brush)
{
  FigureValue way = brush->shape->length;
  double scale = brush->view->scale, block = 3 * brush->half;
  double d = hypot (brush->b.x - brush->a.x, brush->b.y - brush->a.y);
  double angle = direction (brush), low = -d, high = d;

  if (way.var != FIGURE_NONE) {
    RunRange range = brush->motion->vars[way.var].range;
    double ends[] = {way.factor * range.min * scale, way.factor * range.max * scale};

    low = fmin (ends[0], ends[1]);
    high = fmax (ends[0], ends[1]);
  }
  cairo_save (brush->cr);
  cairo_translate (brush->cr, brush->a.x, brush->a.y);
  cairo_rotate (brush->cr, angle);
  for (int side = -1; side <= 1; side += 2) {
    cairo_move_to (brush->cr, low - block, side * brush->half);
    cairo_line_to (brush->cr, high + block, side * brush->half);
  }
  figure_glyph_source (brush->cr, brush->ink->line, 0.8);
  cairo_set_line_width (brush->cr, brush->ink->line_px);
  cairo_stroke (brush->cr);
  cairo_restore (brush->cr);
  figure_glyph_box (brush->cr, brush->b, (FigurePoint){block, 1.7 * brush->half}, angle,
                    brush->ink);
}

/* Faces at a third of the way, and a little spring behind the first. */
static void
draw_gap (const Brush *brush)
{
  FigurePoint a = brush->a, b = brush->b;
  double length = hypot (b.x - a.x, b.y - a.y);
  double rest = metres (brush, brush->shape->length, 0.5 * length);
  double reach = fmin (length, rest) / fmax (length, 1e-9);
  FigurePoint face = {a.x + reach * (b.x - a.x), a.y + reach * (b.y - a.y)};
  double nx = -(b.y - a.y) / fmax (length, 1e-9) * brush->half;
  double ny = (b.x - a.x) / fmax (length, 1e-9) * brush->half;

  figure_glyph_spring (brush->cr, a, face, brush->half, brush->ink);
  for (int i = 0; i < 2; i++) {
    FigurePoint at = i == 0 ? face : b;

    cairo_move_to (brush->cr, at.x - nx, at.y - ny);
    cairo_line_to (brush->cr, at.x + nx, at.y + ny);
  }
  figure_glyph_source (brush->cr, brush->ink->line, 1);
  cairo_set_line_width (brush->cr, 2 * brush->ink->line_px);
  cairo_stroke (brush->cr);
}

static void
draw_origin (const Brush *brush)
{
  double size = 2 * brush->half;

  figure_glyph_source (brush->cr, brush->ink->line, 0.6);
  for (int axis = 0; axis < 2; axis++) {
    double angle = brush->angle_a - axis * G_PI / 2;
    FigurePoint tip = {brush->a.x + size * cos (angle),
                       brush->a.y + size * sin (angle)};

    figure_glyph_arrow (brush->cr, brush->a, tip, 1);
  }
}

/* Ground that goes on to both sides, hatched where the picture does not slide over it.
 */
static void
draw_floor (const Brush *brush)
{
  double depth = 2 * brush->half, step = 4 * depth;
  double left = brush->a.x - step * ceil (brush->a.x / step + 1);
  FigurePoint from = {left, brush->a.y};
  FigurePoint to = {brush->view->width + step, brush->a.y};

  figure_glyph_wall (brush->cr, from, to, depth, brush->ink);
}

/* The path through the points. */
static void
trace_points (const Brush *brush)
{
  double c = cos (brush->angle_a), s = sin (brush->angle_a), scale = brush->view->scale;

  cairo_new_path (brush->cr);
  for (uint32_t i = 0; i < brush->shape->n_points; i++) {
    double x = brush->shape->points[i].x * scale;
    double y = -brush->shape->points[i].y * scale;

    cairo_line_to (brush->cr, brush->a.x + c * x - s * y, brush->a.y + s * x + c * y);
  }
}

static void
draw_polygon (const Brush *brush)
{
  trace_points (brush);
  cairo_close_path (brush->cr);
  figure_glyph_source (brush->cr, brush->ink->fill, 1);
  cairo_fill_preserve (brush->cr);
  figure_glyph_source (brush->cr, brush->ink->line, 1);
  cairo_set_line_width (brush->cr, brush->ink->line_px);
  cairo_set_line_join (brush->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (brush->cr);
}

/* A line with a soft edge below. */
static void
draw_terrain (const Brush *brush)
{
  cairo_save (brush->cr);
  cairo_set_line_join (brush->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_translate (brush->cr, 0, brush->half);
  trace_points (brush);
  figure_glyph_source (brush->cr, brush->ink->fill, 0.8);
  cairo_set_line_width (brush->cr, 2 * brush->half);
  cairo_stroke (brush->cr);
  cairo_restore (brush->cr);
  cairo_save (brush->cr);
  cairo_set_line_join (brush->cr, CAIRO_LINE_JOIN_ROUND);
  trace_points (brush);
  figure_glyph_source (brush->cr, brush->ink->line, 1);
  cairo_set_line_width (brush->cr, 1.5 * brush->ink->line_px);
  cairo_stroke (brush->cr);
  cairo_restore (brush->cr);
}

static void
draw_tread (const Brush *brush)
{
  double width = metres (brush, brush->shape->width, 0.8 * brush->half);
  double turn = figure_value_or (brush->motion, brush->shape->angle, 0);

  figure_glyph_tread (brush->cr, brush->a, (FigurePoint){2 * brush->half, width},
                      direction (brush), turn * brush->half, brush->ink);
}

/* Of a gear that is so many times as large as the smaller one. */
static uint32_t
n_teeth (double size)
{
  return isfinite (size) ? (uint32_t) CLAMP (TEETH * size + 0.5, TEETH, 20 * TEETH)
                         : TEETH;
}

FigurePoint
figure_shape_gear_radii (double ratio, double unit)
{
  double most = 0.32 * unit, least = 0.06 * unit;
  double size = fabs (ratio);

  return (FigurePoint){size > 1 ? fmax (most / size, least) : most,
                       size > 1 ? most : fmax (most * size, least)};
}

/* A gear of a train: wheels that turn the same way have a belt, others mesh. What turns
 * slower is larger. */
static void
draw_ratio (const Brush *brush, double ratio)
{
  FigurePoint radii =
      figure_shape_gear_radii (ratio, brush->shape->unit * brush->view->scale);
  double ra = radii.x, rb = radii.y;
  FigureGear a = {.at = brush->a, .radius = ra, .angle = brush->angle_a};
  FigureGear b = {.at = brush->b, .radius = rb, .angle = brush->angle_b};

  if (ratio > 0) {
    figure_glyph_disc (brush->cr, a.at, ra, a.angle, brush->ink);
    figure_glyph_disc (brush->cr, b.at, rb, b.angle, brush->ink);
    figure_glyph_belt (brush->cr, a.at, b.at, (double[]){ra, rb}, a.angle * ra,
                       brush->ink);
    return;
  }
  a.n_teeth = n_teeth (ra / fmin (ra, rb));
  b.n_teeth = n_teeth (rb / fmin (ra, rb));
  b.angle += G_PI + G_PI / b.n_teeth;
  figure_glyph_gear (brush->cr, &b, brush->ink);
  figure_glyph_gear (brush->cr, &a, brush->ink);
}

/* Two gears whose teeth meet on the line of centres: a has a tooth where its own angle
 * is 0 and b a gap where it is half a turn, as they mesh from the angles 0. */
static void
draw_gears (const Brush *brush)
{
  bool is_ring = brush->shape->kind == FIGURE_SHAPE_RING;
  double ratio = figure_value (brush->motion, brush->shape->ratio);

  if (isfinite (ratio) && ratio != 0) {
    draw_ratio (brush, ratio);
    return;
  }
  double ra = brush->half, rb = metres (brush, brush->shape->radius_b, ra);
  double small = fmax (fmin (ra, rb), 1);
  FigureGear a = {.at = brush->a, .radius = ra, .angle = brush->angle_a};
  FigureGear b = {.at = brush->b, .radius = rb, .is_ring = is_ring};

  a.n_teeth = n_teeth (ra / small);
  b.n_teeth = n_teeth (rb / small);
  b.angle = brush->angle_b + (is_ring ? 0 : G_PI) + G_PI / b.n_teeth;
  figure_glyph_gear (brush->cr, &b, brush->ink);
  figure_glyph_gear (brush->cr, &a, brush->ink);
}

static void
draw_gear (const Brush *brush)
{
  FigureGear gear = {
      .at = brush->a, .radius = brush->half, .n_teeth = TEETH, .angle = brush->angle_a};

  figure_glyph_gear (brush->cr, &gear, brush->ink);
}

static void
draw_belt (const Brush *brush)
{
  double radius[] = {brush->half, metres (brush, brush->shape->radius_b, brush->half)};

  figure_glyph_belt (brush->cr, brush->a, brush->b, radius, brush->angle_a * radius[0],
                     brush->ink);
}

/* A disc or mass of a train lies between its ends. */
static FigurePoint
middle (const Brush *brush)
{
  return (FigurePoint){(brush->a.x + brush->b.x) / 2, (brush->a.y + brush->b.y) / 2};
}

static void
draw_mass (const Brush *brush)
{
  double length = hypot (brush->b.x - brush->a.x, brush->b.y - brush->a.y);
  FigurePoint size = {fmax (length, 4), 2 * brush->half};

  figure_glyph_box (brush->cr, middle (brush), size,
                    atan2 (brush->b.y - brush->a.y, brush->b.x - brush->a.x),
                    brush->ink);
}

static void
draw_shaft (const Brush *brush)
{
  cairo_move_to (brush->cr, brush->a.x, brush->a.y);
  cairo_line_to (brush->cr, brush->b.x, brush->b.y);
  figure_glyph_source (brush->cr, brush->ink->line, 1);
  cairo_set_line_width (brush->cr, 2.5 * brush->ink->line_px);
  cairo_stroke (brush->cr);
}

static void
draw_disc (const Brush *brush)
{
  if (brush->shape->a != brush->shape->b)
    draw_shaft (brush);
  figure_glyph_disc (brush->cr, middle (brush), brush->half, brush->angle_a,
                     brush->ink);
}

/* Two plates that face each other across the shaft. */
static void
draw_clutch (const Brush *brush)
{
  FigurePoint m = middle (brush);
  double angle = atan2 (brush->b.y - brush->a.y, brush->b.x - brush->a.x);
  double thick = 0.35 * brush->half;

  draw_shaft (brush);
  for (int side = -1; side <= 1; side += 2) {
    FigurePoint at = {m.x + side * 0.6 * thick * cos (angle),
                      m.y + side * 0.6 * thick * sin (angle)};

    figure_glyph_box (brush->cr, at, (FigurePoint){thick, 2 * brush->half}, angle,
                      brush->ink);
  }
}

/* What turns or slides, between two shoes. */
static void
draw_brake (const Brush *brush)
{
  FigurePoint m = middle (brush);
  double angle = atan2 (brush->b.y - brush->a.y, brush->b.x - brush->a.x);
  double r = brush->half, nx = -sin (angle), ny = cos (angle);

  draw_shaft (brush);
  if (brush->motion->spots[brush->shape->a].kind == FIGURE_SPOT_TURN)
    figure_glyph_disc (brush->cr, m, 0.75 * r, brush->angle_a, brush->ink);
  else
    figure_glyph_box (brush->cr, m, (FigurePoint){2.2 * r, 1.2 * r}, angle, brush->ink);
  for (int side = -1; side <= 1; side += 2)
    figure_glyph_box (
        brush->cr,
        (FigurePoint){m.x + side * 0.92 * r * nx, m.y + side * 0.92 * r * ny},
        (FigurePoint){1.1 * r, 0.3 * r}, angle, brush->ink);
}

static void
draw_bar (const Brush *brush)
{
  figure_glyph_bar (brush->cr, brush->a, brush->b, 2 * brush->half, brush->ink);
}

static void
draw_line (const Brush *brush)
{
  figure_glyph_line (brush->cr, brush->a, brush->b, brush->ink);
}

static void
draw_spring (const Brush *brush)
{
  figure_glyph_spring (brush->cr, brush->a, brush->b, 2 * brush->half, brush->ink);
}

static void
draw_damper (const Brush *brush)
{
  figure_glyph_damper (brush->cr, brush->a, brush->b, 2 * brush->half, brush->ink);
}

static void
draw_spring_damper (const Brush *brush)
{
  figure_glyph_spring_damper (brush->cr, brush->a, brush->b, 2 * brush->half,
                              brush->ink);
}

static void
draw_body (const Brush *brush)
{
  figure_glyph_body (brush->cr, brush->a, brush->half, brush->angle_a, brush->ink);
}

static void
draw_centre (const Brush *brush)
{
  figure_glyph_centre (brush->cr, brush->a, brush->half, brush->angle_a, brush->ink);
}

static void
draw_pin (const Brush *brush)
{
  figure_glyph_pin (brush->cr, brush->a, brush->half, brush->ink);
}

/* That of trains is drawn with what joins their parts. */
static void
draw_ground (const Brush *brush)
{
  if (brush->motion->spots[brush->shape->a].kind != FIGURE_SPOT_PLANAR)
    return;
  figure_glyph_support (brush->cr, brush->a, brush->half, brush->angle_a, brush->ink);
}

static void
draw_wheel (const Brush *brush)
{
  figure_glyph_wheel (brush->cr, brush->a, brush->half, brush->angle_a, brush->ink);
}

/* A force shows its arrow only, with the other arrows. */
static void
draw_nothing (const Brush *brush)
{
}

static void (*const DRAW[FIGURE_N_SHAPES]) (const Brush *brush) = {
    [FIGURE_SHAPE_BODY] = draw_body,
    [FIGURE_SHAPE_CENTRE] = draw_centre,
    [FIGURE_SHAPE_BOX] = draw_box,
    [FIGURE_SHAPE_BAR] = draw_bar,
    [FIGURE_SHAPE_ROD] = draw_bar,
    [FIGURE_SHAPE_LINE] = draw_line,
    [FIGURE_SHAPE_PIN] = draw_pin,
    [FIGURE_SHAPE_SLIDER] = draw_slider,
    [FIGURE_SHAPE_SPRING] = draw_spring,
    [FIGURE_SHAPE_DAMPER] = draw_damper,
    [FIGURE_SHAPE_SPRING_DAMPER] = draw_spring_damper,
    [FIGURE_SHAPE_GAP] = draw_gap,
    [FIGURE_SHAPE_CLUTCH] = draw_clutch,
    [FIGURE_SHAPE_BRAKE] = draw_brake,
    [FIGURE_SHAPE_GROUND] = draw_ground,
    [FIGURE_SHAPE_ORIGIN] = draw_origin,
    [FIGURE_SHAPE_FLOOR] = draw_floor,
    [FIGURE_SHAPE_TERRAIN] = draw_terrain,
    [FIGURE_SHAPE_POLYGON] = draw_polygon,
    [FIGURE_SHAPE_WHEEL] = draw_wheel,
    [FIGURE_SHAPE_TREAD] = draw_tread,
    [FIGURE_SHAPE_GEAR] = draw_gear,
    [FIGURE_SHAPE_RING] = draw_gears,
    [FIGURE_SHAPE_BELT] = draw_belt,
    [FIGURE_SHAPE_GEARS] = draw_gears,
    [FIGURE_SHAPE_FORCE] = draw_nothing,
    [FIGURE_SHAPE_MASS] = draw_mass,
    [FIGURE_SHAPE_DISC] = draw_disc,
};

/* Farther away nothing is seen, and Cairo's numbers end. */
static bool
is_near (FigurePoint px)
{
  return fabs (px.x) < FAR_PX && fabs (px.y) < FAR_PX;
}

void
figure_shape_draw (cairo_t *cr,
                   const FigureMotion *motion,
                   const FigureShape *shape,
                   const FigureView *view,
                   const FigureInk *ink)
{
  const FigureSpot *a = &motion->spots[shape->a], *b = &motion->spots[shape->b];
  double turn =
      shape->kind == FIGURE_SHAPE_TREAD ? 0 : figure_value_or (motion, shape->angle, 0);
  Brush brush = {.cr = cr,
                 .motion = motion,
                 .shape = shape,
                 .view = view,
                 .ink = ink,
                 .a = figure_motion_view_to_px (view, a->at),
                 .b = figure_motion_view_to_px (view, b->at),
                 .angle_a = -(a->angle + turn),
                 .angle_b = -b->angle,
                 .half = fmax (figure_shape_half_width (motion, shape) * view->scale,
                               SIZES[shape->kind].least_px)};

  if (is_near (brush.a) && is_near (brush.b) && isfinite (turn))
    DRAW[shape->kind](&brush);
}
