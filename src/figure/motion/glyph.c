/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the signs of a moving picture are drawn. Where Cairo's strokes would take most of
 * a frame, edges are two fills, and fine coils filled polygons. */
#include "figure/motion/glyph.h"

#include <glib.h>
#include <math.h>

static const double DASHES_PX[] = {5, 4};
static const double HATCH_PX = 6;
static const double RADIUS_MOST_PX = 1e7;
static const double HATCHES_MOST = 400;
/* Longer lines are not dashed: nobody sees all of them. */
static const double DASHED_MOST_PX = 5000;
enum { COILS = 7 };
/* Details smaller than this are left out. */
static const double FINE_PX = 9;
static const uint32_t SPOKES = 5;

/* ---- ink ---- */

static void
fill (cairo_t *cr, FigureColor color)
{
  figure_theme_source (cr, color, 1);
  cairo_fill (cr);
}

void
figure_glyph_stroke (const FigureBrush *brush, double factor)
{
  figure_theme_source (brush->cr, brush->ink.line, 1);
  cairo_set_line_width (brush->cr, factor * brush->ink.line_px);
  cairo_stroke (brush->cr);
}

void
figure_glyph_paint (const FigureBrush *brush)
{
  figure_theme_source (brush->cr, brush->ink.fill, 1);
  cairo_fill_preserve (brush->cr);
  figure_glyph_stroke (brush, 1);
}

/* Cairo takes the more pieces for an arc the larger it is, without a bound. */
static void
arc (cairo_t *cr, FigurePoint at, double radius, double begin, double end)
{
  cairo_arc (cr, at.x, at.y, CLAMP (radius, 0, RADIUS_MOST_PX), begin, end);
}

static void
circle (cairo_t *cr, double x, double y, double radius)
{
  cairo_new_sub_path (cr);
  arc (cr, (FigurePoint){x, y}, radius, 0, 2 * G_PI);
  cairo_close_path (cr);
}

/* A disc with its edge: two fills cost half of a fill and a stroke. */
static void
disc (const FigureBrush *brush, FigurePoint at, double radius)
{
  double edge = 0.5 * brush->ink.line_px;

  circle (brush->cr, at.x, at.y, radius + edge);
  fill (brush->cr, brush->ink.line);
  circle (brush->cr, at.x, at.y, radius - edge);
  fill (brush->cr, brush->ink.fill);
}

/* The origin at a point, the x axis turned clockwise. The caller restores. */
static void
turned (cairo_t *cr, FigurePoint at, double angle)
{
  cairo_save (cr);
  cairo_translate (cr, at.x, at.y);
  cairo_rotate (cr, angle);
}

/* The x axis from a towards b; returns their distance. The caller restores. */
static double
along (cairo_t *cr, FigurePoint a, FigurePoint b)
{
  turned (cr, a, atan2 (b.y - a.y, b.x - a.x));
  return hypot (b.x - a.x, b.y - a.y);
}

/* A box with round corners about the origin. */
static void
round_box (cairo_t *cr, FigurePoint size, double r)
{
  r = fmin (r, fmin (size.x, size.y) / 2);
  cairo_new_sub_path (cr);
  for (int corner = 0; corner < 4; corner++) {
    FigurePoint at = {(size.x / 2 - r) * (corner == 0 || corner == 3 ? 1 : -1),
                      (size.y / 2 - r) * (corner < 2 ? 1 : -1)};

    arc (cr, at, r, corner * G_PI / 2, (corner + 1) * G_PI / 2);
  }
  cairo_close_path (cr);
}

/* ---- bodies ---- */

void
figure_glyph_bar (const FigureBrush *brush)
{
  cairo_t *cr = brush->cr;
  double length = along (cr, brush->a, brush->b), edge = 0.5 * brush->ink.line_px;

  for (int inner = 0; inner < 2; inner++) {
    double r = fmax (brush->half + (inner ? -edge : edge), 0);

    cairo_new_path (cr);
    arc (cr, (FigurePoint){0, 0}, r, G_PI / 2, 3 * G_PI / 2);
    arc (cr, (FigurePoint){length, 0}, r, -G_PI / 2, G_PI / 2);
    cairo_close_path (cr);
    fill (cr, inner ? brush->ink.fill : brush->ink.line);
  }
  cairo_restore (cr);
}

void
figure_glyph_line (const FigureBrush *brush)
{
  FigurePoint a = brush->a, b = brush->b;

  cairo_save (brush->cr);
  if (hypot (b.x - a.x, b.y - a.y) < DASHED_MOST_PX)
    cairo_set_dash (brush->cr, DASHES_PX, 2, 0);
  cairo_move_to (brush->cr, a.x, a.y);
  cairo_line_to (brush->cr, b.x, b.y);
  figure_glyph_stroke (brush, 1);
  cairo_restore (brush->cr);
}

/* Quarters in turn light and dark. */
static void
centre (const FigureBrush *brush, double radius)
{
  cairo_t *cr = brush->cr;

  turned (cr, brush->a, brush->angle);
  circle (cr, 0, 0, radius);
  fill (cr, brush->ink.ground);
  for (int quarter = 0; quarter < 2; quarter++) {
    cairo_move_to (cr, 0, 0);
    arc (cr, (FigurePoint){0, 0}, radius, quarter * G_PI, quarter * G_PI + G_PI / 2);
    cairo_close_path (cr);
  }
  fill (cr, brush->ink.line);
  cairo_restore (cr);
}

void
figure_glyph_centre (const FigureBrush *brush)
{
  centre (brush, brush->half);
}

void
figure_glyph_body (const FigureBrush *brush)
{
  disc (brush, brush->a, brush->half);
  centre (brush, 0.45 * brush->half);
}

void
figure_glyph_box (const FigureBrush *brush,
                  FigurePoint at,
                  FigurePoint size,
                  double angle)
{
  turned (brush->cr, at, angle);
  round_box (brush->cr, size, 0.12 * fmin (size.x, size.y));
  cairo_restore (brush->cr);
  figure_glyph_paint (brush);
}

void
figure_glyph_pin (const FigureBrush *brush)
{
  disc (brush, brush->a, brush->half);
  circle (brush->cr, brush->a.x, brush->a.y, 0.3 * brush->half);
  fill (brush->cr, brush->ink.line);
}

/* ---- springs ---- */

/* A coil from x0 to x1 on the x axis with straight ends: the wave of a wire seen from
 * the side, each winding by eight points. Curves would cost three times as much. */
static void
coil (cairo_t *cr, double x0, double x1, double y, double width)
{
  static const double WAVE[] = {0.71, 1, 0.71, 0, -0.71, -1, -0.71, 0};
  double ends = 0.1 * (x1 - x0);
  double pitch = (x1 - x0 - 2 * ends) / COILS;

  cairo_move_to (cr, x0, y);
  for (uint32_t i = 0; i < 8 * COILS; i++)
    cairo_line_to (cr, x0 + ends + pitch * i / 8, y - 0.5 * width * WAVE[(i + 7) % 8]);
  cairo_line_to (cr, x1 - ends, y);
  cairo_line_to (cr, x1, y);
}

/* The same where it is fine: a zigzag, filled as one polygon between two lines, which
 * costs a third of a stroke. */
static void
fine_coil (cairo_t *cr, double x0, double x1, double width, double line_px)
{
  enum { POINTS = 2 * COILS + 4 };
  double ends = 0.1 * (x1 - x0);
  double pitch = (x1 - x0 - 2 * ends) / COILS;
  double half = 0.5 * line_px * hypot (1, 2 * width / fmax (pitch, 0.5));
  FigurePoint points[POINTS] = {{x0, 0}, {x0 + ends, 0}};

  for (uint32_t i = 0; i < 2 * COILS; i++)
    points[i + 2] = (FigurePoint){x0 + ends + pitch * (i + 0.5) / 2,
                                  (i % 2 == 0 ? -0.5 : 0.5) * width};
  points[POINTS - 2] = (FigurePoint){x1 - ends, 0};
  points[POINTS - 1] = (FigurePoint){x1, 0};
  cairo_new_path (cr);
  for (uint32_t i = 0; i < 2 * POINTS; i++) {
    uint32_t k = i < POINTS ? i : 2 * POINTS - 1 - i;
    double away = k < 1 || k > POINTS - 2 ? 0.5 * line_px : half;

    cairo_line_to (cr, points[k].x, points[k].y + (i < POINTS ? -away : away));
  }
  cairo_close_path (cr);
}

void
figure_glyph_spring (const FigureBrush *brush)
{
  cairo_t *cr = brush->cr;
  double length = along (cr, brush->a, brush->b), width = 2 * brush->half;

  if (width < FINE_PX) {
    fine_coil (cr, 0, length, width, brush->ink.line_px);
    fill (cr, brush->ink.line);
  } else {
    coil (cr, 0, length, 0, width);
    figure_glyph_stroke (brush, 1);
  }
  cairo_restore (cr);
}

/* Lines on the axes that are set, by turns from and to. */
static void
lines (cairo_t *cr, uint32_t n, const FigurePoint *ends)
{
  for (uint32_t i = 0; i < n; i++)
    (i % 2 == 0 ? cairo_move_to : cairo_line_to) (cr, ends[i].x, ends[i].y);
}

/* A pot that a holds and a piston that b holds; the piston goes out as they part. */
static void
pot (const FigureBrush *brush, double length, double y, double width)
{
  cairo_t *cr = brush->cr;
  double size = fmin (0.45 * length, 2.2 * width);
  double begin = (length - size) / 2, end = begin + size;
  double out = CLAMP (0.2 + 0.12 * length / fmax (width, 1), 0.2, 0.8);
  double piston = begin + out * size, h = 0.42 * width;
  const FigurePoint rods[] = {
      {0, y},      {begin, y}, {piston, y - 0.8 * h}, {piston, y + 0.8 * h},
      {piston, y}, {length, y}};

  cairo_rectangle (cr, begin, y - h, size, 2 * h);
  fill (cr, brush->ink.fill);
  cairo_move_to (cr, end, y - h);
  cairo_line_to (cr, begin, y - h);
  cairo_line_to (cr, begin, y + h);
  cairo_line_to (cr, end, y + h);
  lines (cr, G_N_ELEMENTS (rods), rods);
  figure_glyph_stroke (brush, 1);
}

void
figure_glyph_damper (const FigureBrush *brush)
{
  double length = along (brush->cr, brush->a, brush->b);

  pot (brush, length, 0, 2 * brush->half);
  cairo_restore (brush->cr);
}

void
figure_glyph_spring_damper (const FigureBrush *brush)
{
  cairo_t *cr = brush->cr;
  double length = along (cr, brush->a, brush->b), width = 2 * brush->half;
  double y = 0.55 * width, end = 0.08 * length;
  const FigurePoint yokes[] = {{0, 0},
                               {end, 0},
                               {end, -y},
                               {end, y},
                               {length - end, -y},
                               {length - end, y},
                               {length - end, 0},
                               {length, 0}};

  lines (cr, G_N_ELEMENTS (yokes), yokes);
  coil (cr, end, length - end, -y, 0.7 * width);
  figure_glyph_stroke (brush, 1);
  cairo_translate (cr, end, 0);
  pot (brush, length - 2 * end, y, 0.8 * width);
  cairo_restore (cr);
}

/* ---- ground ---- */

void
figure_glyph_wall (const FigureBrush *brush, FigurePoint a, FigurePoint b, double depth)
{
  cairo_t *cr = brush->cr;
  double length = along (cr, a, b), step = fmax (HATCH_PX, length / HATCHES_MOST);

  cairo_rectangle (cr, 0, 0, length, depth);
  figure_theme_source (cr, brush->ink.fill, 0.5);
  cairo_fill (cr);
  for (double x = step; x < length + depth && x > x - step; x += step) {
    double above = fmax (x - length, 0), below = fmin (x, depth);

    cairo_move_to (cr, x - above, above);
    cairo_line_to (cr, x - below, below);
  }
  figure_theme_source (cr, brush->ink.line, 0.7);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  cairo_move_to (cr, 0, 0);
  cairo_line_to (cr, length, 0);
  figure_glyph_stroke (brush, 1);
  cairo_restore (cr);
}

void
figure_glyph_support (const FigureBrush *brush)
{
  cairo_t *cr = brush->cr;
  double size = brush->half;

  turned (cr, brush->a, brush->angle);
  cairo_move_to (cr, 0, 0);
  cairo_line_to (cr, 0.4 * size, 0.75 * size);
  cairo_line_to (cr, -0.4 * size, 0.75 * size);
  cairo_close_path (cr);
  figure_glyph_paint (brush);
  figure_glyph_wall (brush, (FigurePoint){-0.75 * size, 0.75 * size},
                     (FigurePoint){0.75 * size, 0.75 * size}, 0.3 * size);
  cairo_restore (cr);
}

/* ---- what turns ---- */

/* One spoke is accented: the mark. */
static void
spokes (const FigureBrush *brush, double from, double to)
{
  for (uint32_t i = 1; i <= SPOKES; i++) {
    double angle = 2 * G_PI * (i % SPOKES) / SPOKES;

    cairo_move_to (brush->cr, from * cos (angle), from * sin (angle));
    cairo_line_to (brush->cr, to * cos (angle), to * sin (angle));
    if (i + 1 >= SPOKES)
      figure_glyph_stroke (brush, i == SPOKES ? 3 : 1);
  }
}

/* A disc with an edge that shows what is behind. */
static void
hole (const FigureBrush *brush, double radius)
{
  circle (brush->cr, 0, 0, radius);
  figure_theme_source (brush->cr, brush->ink.ground, 1);
  cairo_fill_preserve (brush->cr);
  figure_glyph_stroke (brush, 1);
}

void
figure_glyph_wheel (const FigureBrush *brush)
{
  double radius = brush->half;

  turned (brush->cr, brush->a, brush->angle);
  circle (brush->cr, 0, 0, radius);
  figure_glyph_paint (brush);
  hole (brush, 0.78 * radius);
  spokes (brush, 0.15 * radius, 0.78 * radius);
  circle (brush->cr, 0, 0, 0.16 * radius);
  figure_glyph_paint (brush);
  cairo_restore (brush->cr);
}

void
figure_glyph_disc (const FigureBrush *brush)
{
  cairo_t *cr = brush->cr;

  turned (cr, brush->a, brush->angle);
  disc (brush, (FigurePoint){0, 0}, brush->half);
  cairo_move_to (cr, 0, 0);
  arc (cr, (FigurePoint){0, 0}, 0.92 * brush->half, -0.16, 0.16);
  cairo_close_path (cr);
  fill (cr, brush->ink.line);
  circle (cr, 0, 0, 0.14 * brush->half);
  fill (cr, brush->ink.line);
  cairo_restore (cr);
}

void
figure_glyph_tread (const FigureBrush *brush, FigurePoint size, double roll)
{
  cairo_t *cr = brush->cr;
  double pitch = size.x / 6;

  turned (cr, brush->a, brush->angle);
  round_box (cr, size, 0.3 * size.y);
  figure_glyph_paint (brush);
  round_box (cr, size, 0.3 * size.y);
  cairo_clip (cr);
  for (double x = -size.x / 2 - pitch + fmod (roll, pitch); x < size.x / 2 + pitch;
       x += pitch) {
    cairo_move_to (cr, x, -size.y / 2);
    cairo_line_to (cr, x + pitch / 2, 0);
    cairo_line_to (cr, x, size.y / 2);
  }
  figure_glyph_stroke (brush, 1);
  cairo_restore (cr);
}

/* Teeth as trapezoids between the circles of their roots and tips. */
void
figure_glyph_gear (const FigureBrush *brush, const FigureGear *gear)
{
  static const double FLANKS[] = {-0.27, -0.14, 0.14, 0.27}; /* of a pitch */
  cairo_t *cr = brush->cr;
  double pitch = 2 * G_PI / gear->n_teeth;
  double depth = 0.45 * gear->radius * pitch;
  double sign = gear->is_ring ? -1 : 1;
  double root = gear->radius - sign * depth / 2, tip = gear->radius + sign * depth / 2;

  turned (cr, gear->at, gear->angle);
  cairo_new_path (cr);
  for (uint32_t i = 0; i < 4 * gear->n_teeth; i++) {
    double angle = pitch * (i / 4 + FLANKS[i % 4]);
    double r = i % 4 == 1 || i % 4 == 2 ? tip : root;

    cairo_line_to (cr, r * cos (angle), r * sin (angle));
  }
  cairo_close_path (cr);
  if (gear->is_ring)
    circle (cr, 0, 0, gear->radius + 2 * depth);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  figure_glyph_paint (brush);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_WINDING);
  if (!gear->is_ring) {
    spokes (brush, 0.22 * gear->radius, root - 0.3 * depth);
    hole (brush, 0.2 * gear->radius);
  } else {
    cairo_move_to (cr, gear->radius + 0.7 * depth, 0);
    cairo_line_to (cr, gear->radius + 2 * depth, 0);
    figure_glyph_stroke (brush, 3);
  }
  cairo_restore (cr);
}

void
figure_glyph_belt (const FigureBrush *brush, const double radius[2], double way)
{
  cairo_t *cr = brush->cr;
  double length = along (cr, brush->a, brush->b);
  double lean = length > fabs (radius[1] - radius[0])
                    ? acos ((radius[0] - radius[1]) / length)
                    : G_PI / 2;
  const double dashes[] = {14, 4};

  cairo_new_path (cr);
  arc (cr, (FigurePoint){0, 0}, radius[0], lean, 2 * G_PI - lean);
  arc (cr, (FigurePoint){length, 0}, radius[1], -lean, lean);
  cairo_close_path (cr);
  figure_theme_source (cr, brush->ink.fill, 1);
  cairo_set_line_width (cr, 3 * brush->ink.line_px);
  cairo_stroke_preserve (cr);
  if (length + radius[0] + radius[1] < DASHED_MOST_PX)
    cairo_set_dash (cr, dashes, 2, -way);
  figure_glyph_stroke (brush, 1.5);
  cairo_restore (cr);
}

/* ---- arrows ---- */

void
figure_glyph_arrow (cairo_t *cr, FigurePoint at, FigurePoint way, double width)
{
  double length = hypot (way.x, way.y);
  double size = fmin (5 * width, 0.6 * length), h = width / 2;
  const FigurePoint points[] = {
      {0, -h},     {length - size, -h},          {length - size, -0.38 * size},
      {length, 0}, {length - size, 0.38 * size}, {length - size, h},
      {0, h}};

  turned (cr, at, atan2 (way.y, way.x));
  cairo_new_path (cr);
  for (size_t i = 0; i < G_N_ELEMENTS (points); i++)
    cairo_line_to (cr, points[i].x, points[i].y);
  cairo_close_path (cr);
  cairo_fill (cr);
  cairo_restore (cr);
}

void
figure_glyph_turn (cairo_t *cr,
                   FigurePoint at,
                   double radius,
                   double angle,
                   double width)
{
  double size = fmin (5 * width, 0.8 * radius * fabs (angle));
  double begin = -G_PI / 2 - angle / 2, end = begin + angle;
  double way = 0.8 * size / fmax (radius, 1) * (angle > 0 ? 1 : -1);

  if (!(radius > 0) || angle == 0)
    return;
  cairo_set_line_width (cr, width);
  cairo_new_sub_path (cr);
  if (angle > 0)
    arc (cr, at, radius, begin, end - way);
  else
    cairo_arc_negative (cr, at.x, at.y, fmin (radius, RADIUS_MOST_PX), begin,
                        end - way);
  cairo_stroke (cr);
  /* The head, at the end of the arc and along it. */
  turned (cr, (FigurePoint){at.x + radius * cos (end), at.y + radius * sin (end)},
          end + (angle > 0 ? G_PI / 2 : -G_PI / 2) - way / 2);
  cairo_move_to (cr, 0, 0);
  cairo_line_to (cr, -size, -0.38 * size);
  cairo_line_to (cr, -size, 0.38 * size);
  cairo_close_path (cr);
  cairo_fill (cr);
  cairo_restore (cr);
}
