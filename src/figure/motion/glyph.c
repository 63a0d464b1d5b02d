/* SPDX-License-Identifier: GPL-3.0-or-later */
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

void
figure_glyph_source (cairo_t *cr, FigureColor color, double opacity)
{
  cairo_set_source_rgba (cr, color.r, color.g, color.b, opacity);
}

FigureColor
figure_glyph_mix (FigureColor a, FigureColor b, double share)
{
  return (FigureColor){a.r + share * (b.r - a.r), a.g + share * (b.g - a.g),
                       a.b + share * (b.b - a.b)};
}

static void
fill (cairo_t *cr, FigureColor color)
{
  figure_glyph_source (cr, color, 1);
  cairo_fill (cr);
}

static void
stroke_wide (cairo_t *cr, const FigureInk *ink, double factor)
{
  figure_glyph_source (cr, ink->line, 1);
  cairo_set_line_width (cr, factor * ink->line_px);
  cairo_stroke (cr);
}

static void
stroke (cairo_t *cr, const FigureInk *ink)
{
  stroke_wide (cr, ink, 1);
}

/* Fills and strokes the path. */
static void
paint (cairo_t *cr, const FigureInk *ink)
{
  figure_glyph_source (cr, ink->fill, 1);
  cairo_fill_preserve (cr);
  stroke (cr, ink);
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
disc (cairo_t *cr, double x, double y, double radius, const FigureInk *ink)
{
  circle (cr, x, y, radius + 0.5 * ink->line_px);
  fill (cr, ink->line);
  circle (cr, x, y, radius - 0.5 * ink->line_px);
  fill (cr, ink->fill);
}

/* The x axis from a towards b; returns their distance. The caller restores. */
static double
along (cairo_t *cr, FigurePoint a, FigurePoint b)
{
  cairo_save (cr);
  cairo_translate (cr, a.x, a.y);
  cairo_rotate (cr, atan2 (b.y - a.y, b.x - a.x));
  return hypot (b.x - a.x, b.y - a.y);
}

static void
turned (cairo_t *cr, FigurePoint at, double angle)
{
  cairo_save (cr);
  cairo_translate (cr, at.x, at.y);
  cairo_rotate (cr, angle);
}

static void
round_box (cairo_t *cr, double x, double y, double w, double h, double r)
{
  r = fmin (r, fmin (w, h) / 2);
  cairo_new_sub_path (cr);
  arc (cr, (FigurePoint){x + w - r, y + r}, r, -G_PI / 2, 0);
  arc (cr, (FigurePoint){x + w - r, y + h - r}, r, 0, G_PI / 2);
  arc (cr, (FigurePoint){x + r, y + h - r}, r, G_PI / 2, G_PI);
  arc (cr, (FigurePoint){x + r, y + r}, r, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
}

/* ---- bodies ---- */

void
figure_glyph_bar (cairo_t *cr,
                  FigurePoint a,
                  FigurePoint b,
                  double width,
                  const FigureInk *ink)
{
  double length = along (cr, a, b);

  for (int inner = 0; inner < 2; inner++) {
    double r = fmax (width / 2 + (inner ? -0.5 : 0.5) * ink->line_px, 0);

    cairo_new_path (cr);
    arc (cr, (FigurePoint){0, 0}, r, G_PI / 2, 3 * G_PI / 2);
    arc (cr, (FigurePoint){length, 0}, r, -G_PI / 2, G_PI / 2);
    cairo_close_path (cr);
    fill (cr, inner ? ink->fill : ink->line);
  }
  cairo_restore (cr);
}

void
figure_glyph_line (cairo_t *cr, FigurePoint a, FigurePoint b, const FigureInk *ink)
{
  cairo_save (cr);
  if (hypot (b.x - a.x, b.y - a.y) < DASHED_MOST_PX)
    cairo_set_dash (cr, DASHES_PX, 2, 0);
  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  stroke (cr, ink);
  cairo_restore (cr);
}

/* Quarters in turn light and dark. */
void
figure_glyph_centre (cairo_t *cr,
                     FigurePoint at,
                     double radius,
                     double angle,
                     const FigureInk *ink)
{
  turned (cr, at, angle);
  circle (cr, 0, 0, radius);
  fill (cr, ink->ground);
  for (int quarter = 0; quarter < 2; quarter++) {
    cairo_move_to (cr, 0, 0);
    arc (cr, (FigurePoint){0, 0}, radius, quarter * G_PI, quarter * G_PI + G_PI / 2);
    cairo_close_path (cr);
  }
  fill (cr, ink->line);
  cairo_restore (cr);
}

void
figure_glyph_body (cairo_t *cr,
                   FigurePoint at,
                   double radius,
                   double angle,
                   const FigureInk *ink)
{
  disc (cr, at.x, at.y, radius, ink);
  figure_glyph_centre (cr, at, 0.45 * radius, angle, ink);
}

void
figure_glyph_box (cairo_t *cr,
                  FigurePoint at,
                  FigurePoint size,
                  double angle,
                  const FigureInk *ink)
{
  turned (cr, at, angle);
  round_box (cr, -size.x / 2, -size.y / 2, size.x, size.y,
             0.12 * fmin (size.x, size.y));
  cairo_restore (cr);
  paint (cr, ink);
}

void
figure_glyph_pin (cairo_t *cr, FigurePoint at, double radius, const FigureInk *ink)
{
  disc (cr, at.x, at.y, radius, ink);
  circle (cr, at.x, at.y, 0.3 * radius);
  fill (cr, ink->line);
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
figure_glyph_spring (cairo_t *cr,
                     FigurePoint a,
                     FigurePoint b,
                     double width,
                     const FigureInk *ink)
{
  double length = along (cr, a, b);

  if (width < FINE_PX) {
    fine_coil (cr, 0, length, width, ink->line_px);
    fill (cr, ink->line);
  } else {
    coil (cr, 0, length, 0, width);
    stroke (cr, ink);
  }
  cairo_restore (cr);
}

/* A pot that a holds and a piston that b holds; the piston goes out as they part. */
static void
pot (cairo_t *cr, double length, double y, double width, const FigureInk *ink)
{
  double size = fmin (0.45 * length, 2.2 * width);
  double begin = (length - size) / 2;
  double out = CLAMP (0.2 + 0.12 * length / fmax (width, 1), 0.2, 0.8);
  double piston = begin + out * size, h = 0.42 * width;

  cairo_rectangle (cr, begin, y - h, size, 2 * h);
  fill (cr, ink->fill);
  cairo_move_to (cr, 0, y);
  cairo_line_to (cr, begin, y);
  cairo_move_to (cr, begin + size, y - h);
  cairo_line_to (cr, begin, y - h);
  cairo_line_to (cr, begin, y + h);
  cairo_line_to (cr, begin + size, y + h);
  cairo_move_to (cr, piston, y - 0.8 * h);
  cairo_line_to (cr, piston, y + 0.8 * h);
  cairo_move_to (cr, piston, y);
  cairo_line_to (cr, length, y);
  stroke (cr, ink);
}

void
figure_glyph_damper (cairo_t *cr,
                     FigurePoint a,
                     FigurePoint b,
                     double width,
                     const FigureInk *ink)
{
  double length = along (cr, a, b);

  pot (cr, length, 0, width, ink);
  cairo_restore (cr);
}

void
figure_glyph_spring_damper (cairo_t *cr,
                            FigurePoint a,
                            FigurePoint b,
                            double width,
                            const FigureInk *ink)
{
  double length = along (cr, a, b);
  double y = 0.55 * width, end = 0.08 * length;

  cairo_move_to (cr, 0, 0);
  cairo_line_to (cr, end, 0);
  cairo_move_to (cr, end, -y);
  cairo_line_to (cr, end, y);
  cairo_move_to (cr, length - end, -y);
  cairo_line_to (cr, length - end, y);
  cairo_move_to (cr, length - end, 0);
  cairo_line_to (cr, length, 0);
  coil (cr, end, length - end, -y, 0.7 * width);
  stroke (cr, ink);
  cairo_translate (cr, end, 0);
  pot (cr, length - 2 * end, y, 0.8 * width, ink);
  cairo_restore (cr);
}

/* ---- ground ---- */

void
figure_glyph_wall (cairo_t *cr,
                   FigurePoint a,
                   FigurePoint b,
                   double depth,
                   const FigureInk *ink)
{
  double length = along (cr, a, b);

  cairo_rectangle (cr, 0, 0, length, depth);
  figure_glyph_source (cr, ink->fill, 0.5);
  cairo_fill (cr);
  double step = fmax (HATCH_PX, length / HATCHES_MOST);

  for (double x = step; x < length + depth && x > x - step; x += step) {
    double above = fmax (x - length, 0), below = fmin (x, depth);

    cairo_move_to (cr, x - above, above);
    cairo_line_to (cr, x - below, below);
  }
  figure_glyph_source (cr, ink->line, 0.7);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  cairo_move_to (cr, 0, 0);
  cairo_line_to (cr, length, 0);
  stroke (cr, ink);
  cairo_restore (cr);
}

void
figure_glyph_support (cairo_t *cr,
                      FigurePoint at,
                      double size,
                      double angle,
                      const FigureInk *ink)
{
  turned (cr, at, angle);
  cairo_move_to (cr, 0, 0);
  cairo_line_to (cr, 0.4 * size, 0.75 * size);
  cairo_line_to (cr, -0.4 * size, 0.75 * size);
  cairo_close_path (cr);
  paint (cr, ink);
  figure_glyph_wall (cr, (FigurePoint){-0.75 * size, 0.75 * size},
                     (FigurePoint){0.75 * size, 0.75 * size}, 0.3 * size, ink);
  cairo_restore (cr);
}

/* ---- what turns ---- */

/* One spoke is accented: the mark. */
static void
spokes (cairo_t *cr, double from, double to, const FigureInk *ink)
{
  for (uint32_t i = 1; i < SPOKES; i++) {
    double angle = 2 * G_PI * i / SPOKES;

    cairo_move_to (cr, from * cos (angle), from * sin (angle));
    cairo_line_to (cr, to * cos (angle), to * sin (angle));
  }
  stroke (cr, ink);
  cairo_move_to (cr, from, 0);
  cairo_line_to (cr, to, 0);
  stroke_wide (cr, ink, 3);
}

void
figure_glyph_wheel (cairo_t *cr,
                    FigurePoint at,
                    double radius,
                    double angle,
                    const FigureInk *ink)
{
  turned (cr, at, angle);
  circle (cr, 0, 0, radius);
  paint (cr, ink);
  circle (cr, 0, 0, 0.78 * radius);
  figure_glyph_source (cr, ink->ground, 1);
  cairo_fill_preserve (cr);
  stroke (cr, ink);
  spokes (cr, 0.15 * radius, 0.78 * radius, ink);
  circle (cr, 0, 0, 0.16 * radius);
  paint (cr, ink);
  cairo_restore (cr);
}

void
figure_glyph_disc (cairo_t *cr,
                   FigurePoint at,
                   double radius,
                   double angle,
                   const FigureInk *ink)
{
  turned (cr, at, angle);
  disc (cr, 0, 0, radius, ink);
  cairo_move_to (cr, 0, 0);
  arc (cr, (FigurePoint){0, 0}, 0.92 * radius, -0.16, 0.16);
  cairo_close_path (cr);
  fill (cr, ink->line);
  circle (cr, 0, 0, 0.14 * radius);
  fill (cr, ink->line);
  cairo_restore (cr);
}

void
figure_glyph_tread (cairo_t *cr,
                    FigurePoint at,
                    FigurePoint size,
                    double angle,
                    double roll,
                    const FigureInk *ink)
{
  double pitch = size.x / 6;
  double shift = fmod (roll, pitch);

  turned (cr, at, angle);
  round_box (cr, -size.x / 2, -size.y / 2, size.x, size.y, 0.3 * size.y);
  paint (cr, ink);
  round_box (cr, -size.x / 2, -size.y / 2, size.x, size.y, 0.3 * size.y);
  cairo_clip (cr);
  for (double x = -size.x / 2 - pitch + shift; x < size.x / 2 + pitch; x += pitch) {
    cairo_move_to (cr, x, -size.y / 2);
    cairo_line_to (cr, x + pitch / 2, 0);
    cairo_line_to (cr, x, size.y / 2);
  }
  stroke (cr, ink);
  cairo_restore (cr);
}

/* Teeth as trapezoids between the circles of their roots and tips. */
void
figure_glyph_gear (cairo_t *cr, const FigureGear *gear, const FigureInk *ink)
{
  static const double FLANKS[] = {-0.27, -0.14, 0.14, 0.27}; /* of a pitch */
  double pitch = 2 * G_PI / gear->n_teeth;
  double depth = 0.45 * gear->radius * pitch;
  double sign = gear->is_ring ? -1 : 1;
  double root = gear->radius - sign * depth / 2, tip = gear->radius + sign * depth / 2;

  turned (cr, gear->at, gear->angle);
  cairo_new_path (cr);
  for (uint32_t i = 0; i < gear->n_teeth; i++)
    for (int k = 0; k < 4; k++) {
      double angle = pitch * (i + FLANKS[k]);
      double r = k == 1 || k == 2 ? tip : root;

      cairo_line_to (cr, r * cos (angle), r * sin (angle));
    }
  cairo_close_path (cr);
  if (gear->is_ring)
    circle (cr, 0, 0, gear->radius + 2 * depth);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  paint (cr, ink);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_WINDING);
  if (!gear->is_ring) {
    spokes (cr, 0.22 * gear->radius, root - 0.3 * depth, ink);
    circle (cr, 0, 0, 0.2 * gear->radius);
    figure_glyph_source (cr, ink->ground, 1);
    cairo_fill_preserve (cr);
    stroke (cr, ink);
  } else {
    cairo_move_to (cr, gear->radius + 0.7 * depth, 0);
    cairo_line_to (cr, gear->radius + 2 * depth, 0);
    cairo_set_line_width (cr, 3 * ink->line_px);
    cairo_stroke (cr);
  }
  cairo_restore (cr);
}

void
figure_glyph_belt (cairo_t *cr,
                   FigurePoint a,
                   FigurePoint b,
                   const double radius[2],
                   double way,
                   const FigureInk *ink)
{
  double length = along (cr, a, b);
  double lean = length > fabs (radius[1] - radius[0])
                    ? acos ((radius[0] - radius[1]) / length)
                    : G_PI / 2;
  const double dashes[] = {14, 4};

  cairo_new_path (cr);
  arc (cr, (FigurePoint){0, 0}, radius[0], lean, 2 * G_PI - lean);
  arc (cr, (FigurePoint){length, 0}, radius[1], -lean, lean);
  cairo_close_path (cr);
  figure_glyph_source (cr, ink->fill, 1);
  cairo_set_line_width (cr, 3 * ink->line_px);
  cairo_stroke_preserve (cr);
  if (length + radius[0] + radius[1] < DASHED_MOST_PX)
    cairo_set_dash (cr, dashes, 2, -way);
  stroke_wide (cr, ink, 1.5);
  cairo_restore (cr);
}

/* ---- arrows ---- */

static void
head (cairo_t *cr, double length, double size)
{
  cairo_move_to (cr, length, 0);
  cairo_line_to (cr, length - size, -0.38 * size);
  cairo_line_to (cr, length - size, 0.38 * size);
  cairo_close_path (cr);
  cairo_fill (cr);
}

void
figure_glyph_arrow (cairo_t *cr, FigurePoint a, FigurePoint b, double width)
{
  double length = along (cr, a, b);
  double size = fmin (5 * width, 0.6 * length), h = width / 2;
  const FigurePoint points[] = {
      {0, -h},     {length - size, -h},          {length - size, -0.38 * size},
      {length, 0}, {length - size, 0.38 * size}, {length - size, h},
      {0, h}};

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
  cairo_save (cr);
  cairo_translate (cr, at.x + radius * cos (end), at.y + radius * sin (end));
  cairo_rotate (cr, end + (angle > 0 ? G_PI / 2 : -G_PI / 2) - way / 2);
  head (cr, 0, size);
  cairo_restore (cr);
}
