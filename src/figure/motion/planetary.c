/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Epicyclic gears as one sees them along the axis. Radii follow from the ratio by
 * Willis' equation, which for a sun s, a planet with the wheels p (inner) and q (outer)
 * and a ring r is (w_s - w_c)/(w_r - w_c) = -(r*p)/(s*q), with s + p = r - q; teeth are
 * the numbers nearest to that which can be put together with equal planets. Angles of
 * planets follow from those of the shafts by the teeth in mesh. */
#include "figure/motion/planetary.h"

#include <glib.h>
#include <math.h>

#include "figure/motion/shape.h"

/* Teeth of the ring over those of the sun that simple planets are drawn for. */
static const double SIMPLE_LEAST = 1.5, SIMPLE_MOST = 10;
/* Below that the sun is so large a share of the ring, and planets have two wheels. */
static const double TWIN_SUN = 0.4;

/* Teeth that a ring has as far as it can. */
static const double TEETH_WANTED = 45;
/* Height of a tooth of figure_glyph_gear(), in radii for a wheel of one tooth. */
static const double TOOTH = 0.45 * 2 * G_PI;
/* How much lighter planets are drawn. */
static const double PLANET_LIGHT = 0.55;
enum { SUN_TEETH_LEAST = 8, SUN_TEETH_MOST = 30 };

/* ---- what it is made of ---- */

/* Which shaft is which by their weights 1, ratio, -(1 + ratio), whose sum is 0: the
 * carrier alone has its sign. Returns the teeth of the ring over those of the sun. */
static double
cast (FigurePlanetary *gear, double ratio)
{
  const double weight[] = {1, ratio, 1 + ratio};
  const uint32_t carrier = ratio > 0    ? FIGURE_PLANETARY_BY
                           : ratio < -1 ? FIGURE_PLANETARY_TO
                                        : FIGURE_PLANETARY_FROM;
  const uint32_t first = carrier == 0 ? 1 : 0, last = 3 - carrier - first;
  const bool is_ordered = fabs (weight[first]) <= fabs (weight[last]);

  gear->carrier = carrier;
  gear->sun = is_ordered ? first : last;
  gear->ring = is_ordered ? last : first;
  return fabs (weight[gear->ring] / weight[gear->sun]);
}

/* Into how many equal parts n can be divided, 3 or 4 or else 2. */
static uint32_t
parts_of (uint32_t n)
{
  return n % 3 == 0 ? 3 : n % 4 == 0 ? 4 : 2;
}

/* One wheel between sun and ring: their teeth differ by an even number, and planets
 * stand where the sum of both can be divided. */
static void
choose_simple (FigurePlanetary *gear, double ratio)
{
  double best = INFINITY;

  for (uint32_t sun = SUN_TEETH_LEAST; sun <= SUN_TEETH_MOST; sun++) {
    const uint32_t ring = sun + 2 * (uint32_t) (sun * (ratio - 1) / 2 + 0.5);
    const uint32_t planets = parts_of (sun + ring);
    const double cost = 100 * fabs ((double) ring / sun / ratio - 1) +
                        0.01 * fabs (ring - TEETH_WANTED) + (planets == 2 ? 1 : 0) +
                        (ring < sun + 8 ? 10 : 0);

    if (cost >= best)
      continue;
    best = cost;
    gear->sun_teeth = sun;
    gear->ring_teeth = ring;
    gear->n_planets = planets;
  }
  gear->sun_radius = (double) gear->sun_teeth / gear->ring_teeth;
  gear->inner_radius = gear->outer_radius = (1 - gear->sun_radius) / 2;
  gear->inner_teeth = gear->outer_teeth = (gear->ring_teeth - gear->sun_teeth) / 2;
}

static void
choose_twin (FigurePlanetary *gear, double ratio)
{
  const double s = TWIN_SUN;

  gear->sun_radius = s;
  gear->inner_radius = (1 - s) / (1 + 1 / (s * ratio));
  gear->outer_radius = gear->inner_radius / (s * ratio);
  gear->inner_teeth = 9;
  gear->sun_teeth = (uint32_t) (9 * s / gear->inner_radius + 0.5);
  gear->outer_teeth = 15;
  gear->ring_teeth = (uint32_t) (15 / gear->outer_radius + 0.5);
  gear->n_planets = 3;
}

FigurePlanetary
figure_planetary (double ratio)
{
  FigurePlanetary gear = {0};
  const bool is_known = isfinite (ratio) && ratio != 0 && ratio != -1;
  const double teeth = fmin (cast (&gear, is_known ? ratio : 2), SIMPLE_MOST);

  if (teeth < SIMPLE_LEAST)
    choose_twin (&gear, teeth);
  else
    choose_simple (&gear, teeth);
  gear.orbit = gear.sun_radius + gear.inner_radius;
  return gear;
}

/* ---- angles ---- */

/* A gap of the planet meets a tooth of the sun on the line of centres, where the planet
 * is seen from the other side. */
double
figure_planetary_inner (const FigurePlanetary *gear, double planet, double sun)
{
  return planet + G_PI +
         ((planet - sun) * gear->sun_teeth - G_PI) / (double) gear->inner_teeth;
}

/* The ring's tooth and the planet's gap point the same way. */
double
figure_planetary_outer (const FigurePlanetary *gear, double planet, double ring)
{
  const double tooth = ring + figure_planetary_ring_phase (gear);

  return planet - ((planet - tooth) * gear->ring_teeth + G_PI) / gear->outer_teeth;
}

/* At the angles 0 the first planet has a gap at the sun; opposite of it, at the ring,
 * it has a gap too if its teeth are an even number. */
double
figure_planetary_ring_phase (const FigurePlanetary *gear)
{
  const bool is_simple = gear->inner_teeth == gear->outer_teeth;

  return is_simple && gear->outer_teeth % 2 == 1 ? G_PI / gear->ring_teeth : 0;
}

/* ---- drawing ---- */

/* One gear in pixels. */
typedef struct {
  const FigureBrush *brush;
  FigureBrush light; /* for planets, before ring and sun */
  FigurePlanetary gear;
  FigurePoint ends[3];
  double angles[3], radius;
} Drawing;

static FigurePoint
at_angle (const Drawing *drawing, double share, double angle)
{
  const double r = share * drawing->radius;

  return (FigurePoint){drawing->brush->c.x + r * cos (angle),
                       drawing->brush->c.y + r * sin (angle)};
}

static void
draw_wheel (const FigureBrush *brush,
            FigurePoint at,
            double radius,
            uint32_t teeth,
            double angle)
{
  const FigureGear wheel = {
      .at = at, .radius = radius, .n_teeth = teeth, .angle = angle};

  figure_glyph_gear (brush, &wheel);
}

/* The ring, whose mark is that of its shaft. */
static void
draw_ring (const Drawing *drawing)
{
  const FigurePlanetary *gear = &drawing->gear;
  const FigureGear ring = {.at = drawing->brush->c,
                           .radius = drawing->radius,
                           .n_teeth = gear->ring_teeth,
                           .angle = drawing->angles[gear->ring] +
                                    figure_planetary_ring_phase (gear),
                           .is_ring = true};

  figure_glyph_gear (drawing->brush, &ring);
}

static double
planet_at (const Drawing *drawing, uint32_t i)
{
  return drawing->angles[drawing->gear.carrier] +
         2 * G_PI * i / drawing->gear.n_planets;
}

static void
draw_planets (const Drawing *drawing)
{
  const FigurePlanetary *gear = &drawing->gear;

  for (uint32_t i = 0; i < gear->n_planets; i++) {
    const double angle = planet_at (drawing, i);
    const FigurePoint at = at_angle (drawing, gear->orbit, angle);

    draw_wheel (&drawing->light, at, gear->outer_radius * drawing->radius,
                gear->outer_teeth,
                figure_planetary_outer (gear, angle, drawing->angles[gear->ring]));
    if (gear->inner_teeth != gear->outer_teeth)
      draw_wheel (&drawing->light, at, gear->inner_radius * drawing->radius,
                  gear->inner_teeth,
                  figure_planetary_inner (gear, angle, drawing->angles[gear->sun]));
  }
}

/* A star over the planets, the arm to the first one accented, and the circle of their
 * middles, which its shaft is led to. */
static void
draw_carrier (const Drawing *drawing)
{
  const FigureBrush *brush = drawing->brush;
  FigureBrush pin = *brush;

  cairo_new_sub_path (brush->cr);
  cairo_arc (brush->cr, brush->c.x, brush->c.y, drawing->gear.orbit * drawing->radius,
             0, 2 * G_PI);
  figure_glyph_stroke (brush, 1.2);
  for (uint32_t i = drawing->gear.n_planets; i-- > 0;) {
    pin.a = at_angle (drawing, drawing->gear.orbit, planet_at (drawing, i));
    pin.half = 0.07 * drawing->radius;
    cairo_move_to (brush->cr, brush->c.x, brush->c.y);
    cairo_line_to (brush->cr, pin.a.x, pin.a.y);
    figure_glyph_stroke (brush, i == 0 ? 3.5 : 1.8);
    figure_glyph_pin (&pin);
  }
}

/* The line of a shaft from `begin`, outside, to its wheel: to the middle of the sun,
 * the circle of the carrier, the outside of the ring. */
static void
draw_lead (const Drawing *drawing, uint32_t shaft, FigurePoint begin)
{
  const FigurePlanetary *gear = &drawing->gear;
  const double angle =
      atan2 (begin.y - drawing->brush->c.y, begin.x - drawing->brush->c.x);
  const FigurePoint end = at_angle (drawing,
                                    shaft == gear->sun       ? 0
                                    : shaft == gear->carrier ? gear->orbit
                                                             : 1.05,
                                    angle);
  FigureBrush hub = *drawing->brush;

  cairo_move_to (hub.cr, begin.x, begin.y);
  cairo_line_to (hub.cr, end.x, end.y);
  figure_glyph_stroke (&hub, 2.5);
  if (shaft == gear->ring)
    return;
  hub.a = end;
  hub.half = 0.05 * drawing->radius;
  figure_glyph_pin (&hub);
}

/* The shaft between the others leaves to the lanes that its node spans. */
static void
draw_leads (const Drawing *drawing)
{
  const FigureBrush *brush = drawing->brush;
  const FigureSpot *by = brush->shape->c;
  const FigureNode *node = by->node;

  for (uint32_t shaft = 0; shaft < FIGURE_PLANETARY_BY; shaft++)
    draw_lead (drawing, shaft, drawing->ends[shaft]);
  for (int side = 0; side < 2 && node != NULL; side++) {
    const uint32_t lane = side == 0 ? node->low : node->high;
    const FigurePoint px =
        figure_motion_view_to_px (brush->view, figure_train_place (node, lane));

    if (hypot (px.x - brush->c.x, px.y - brush->c.y) > drawing->radius)
      draw_lead (drawing, FIGURE_PLANETARY_BY, px);
  }
}

void
figure_planetary_draw (const FigureBrush *brush)
{
  Drawing drawing = {
      .brush = brush,
      .light = *brush,
      .gear = figure_planetary (figure_value (brush->shape->ratio)),
      .ends = {brush->a, brush->b, brush->c},
      .angles = {brush->angle, brush->angle_b, brush->angle_c},
  };

  /* The rim behind the teeth of the ring ends there. */
  drawing.radius = brush->half / (1 + 2 * TOOTH / drawing.gear.ring_teeth);
  drawing.light.ink.fill =
      figure_theme_mix (brush->ink.fill, brush->ink.ground, PLANET_LIGHT);
  draw_ring (&drawing);
  draw_leads (&drawing);
  draw_planets (&drawing);
  draw_wheel (brush, brush->c, drawing.gear.sun_radius * drawing.radius,
              drawing.gear.sun_teeth, drawing.angles[drawing.gear.sun]);
  draw_carrier (&drawing);
}
