/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrows of forces, torques and velocities over the moving picture. Lengths are
 * relative to what is usual in the run, found beforehand; longer arrows are cut off,
 * shorter ones left out. Between two parts a force is drawn once. */
#include <math.h>

#include "figure/motion/paint.h"
#include "figure/motion/shape.h"
#include "figure/text.h"

/* Longer arrows are cut off, in lengths of usual ones. */
static const double LONGEST = 2;
/* Arrows shorter than this are left out. */
static const double SHORTEST_PX = 3;
static const double TURN_MOST = 1.7 * G_PI;

void
figure_paint_arrow_source (const FigurePaint *paint, FigureArrow arrow)
{
  static const uint32_t COLORS[] = {
      [FIGURE_ARROW_FORCE] = 1, [FIGURE_ARROW_TORQUE] = 3, [FIGURE_ARROW_VELOCITY] = 2};

  figure_theme_source (paint->cr,
                       figure_theme_curve_color (paint->theme, COLORS[arrow]), 1);
}

static void
draw_vector (const FigurePaint *paint,
             FigurePoint at,
             FigurePoint value,
             FigureArrow arrow)
{
  double px = paint->view->scale, scale = paint->motion->scales[arrow] / px;
  double length = hypot (value.x, value.y) / scale;
  double shown = fmin (length, LONGEST * paint->motion->arrow * px) /
                 fmax (length, 1e-300) / scale;

  if (!(scale > 0) || !(length > SHORTEST_PX) || !isfinite (length))
    return;
  figure_paint_arrow_source (paint, arrow);
  figure_glyph_arrow (paint->cr, figure_motion_view_to_px (paint->view, at),
                      (FigurePoint){value.x * shown, -value.y * shown},
                      FIGURE_PAINT_ARROW_PX);
}

static void
draw_torque (const FigurePaint *paint, FigurePoint at, double tau)
{
  double px = paint->view->scale, scale = paint->motion->scales[FIGURE_ARROW_TORQUE];
  double radius = fmax (FIGURE_SHAPE_TURN_RADIUS * paint->motion->unit * px, 8);
  double angle = tau / scale * px / radius;

  if (!(scale > 0) || !(fabs (angle) > 0.05))
    return;
  figure_paint_arrow_source (paint, FIGURE_ARROW_TORQUE);
  figure_glyph_turn (paint->cr, figure_motion_view_to_px (paint->view, at), radius,
                     -CLAMP (angle, -TURN_MOST, TURN_MOST), FIGURE_PAINT_ARROW_PX);
}

/* ---- in the picture ---- */

/* Between two parts a force is shown once, by the joint, spring or source, as what it
 * does to its neighbour; joints show it at the last of their ports. Bodies show their
 * weight. */
static bool
is_shown (const FigurePart *part, const FigurePort *port, bool is_last)
{
  switch (part->public.kind) {
  case FIGURE_BODY:
  case FIGURE_LINK:
  case FIGURE_MASS:
  case FIGURE_ROTOR:
    return port->is_weight;
  case FIGURE_JOINT:
    return is_last;
  case FIGURE_SPRING:
  case FIGURE_SOURCE:
  case FIGURE_WHEEL:
  case FIGURE_OTHER:
    return true;
  case FIGURE_GROUND:
    return false;
  }
  g_assert_not_reached ();
}

/* Where the arrow of a source in a train begins: one that pushes against what is there
 * ends at its port. */
static FigurePoint
pushing (const FigureMotion *motion, const FigureSpot *spot, FigurePoint f)
{
  double scale = motion->scales[FIGURE_ARROW_FORCE];

  if (spot->kind != FIGURE_SPOT_SLIDE || spot->node == NULL || !(scale > 0))
    return spot->at;
  FigurePoint along = spot->node->train->along;
  double way = f.x * along.x + f.y * along.y;
  double cut = fmin (1, LONGEST * motion->arrow * scale / fmax (fabs (way), 1e-300));
  bool is_pushing = spot->node->is_end ? way < 0 : way > 0;
  return is_pushing ? (FigurePoint){spot->at.x - cut * f.x / scale,
                                    spot->at.y - cut * f.y / scale}
                    : spot->at;
}

static void
draw_loads (const FigurePaint *paint, const FigurePart *part)
{
  bool is_source = part->public.kind == FIGURE_SOURCE;
  uint32_t last = UINT32_MAX;

  for (uint32_t i = 0; i < part->n_ports; i++)
    if (part->ports[i].spot->kind == FIGURE_SPOT_PLANAR)
      last = i;
  for (uint32_t i = 0; i < part->n_ports; i++) {
    const FigurePort *port = &part->ports[i];
    FigurePoint at = port->spot->at, f = figure_motion_port_force (port);
    double sign = port->is_weight ? 1 : -1;

    if (!is_shown (part, port, i == last) || !isfinite (at.x))
      continue;
    f = (FigurePoint){sign * f.x, sign * f.y};
    if (is_source || paint->look->has_forces)
      draw_vector (paint, is_source ? pushing (paint->motion, port->spot, f) : at, f,
                   FIGURE_ARROW_FORCE);
    if (is_source || paint->look->has_torques)
      draw_torque (paint, at, sign * figure_value_or (port->tau, 0));
  }
}

void
figure_paint_arrows (const FigurePaint *paint)
{
  cairo_set_line_cap (paint->cr, CAIRO_LINE_CAP_BUTT);
  for (uint32_t i = 0; i < paint->motion->n_parts; i++) {
    const FigurePart *part = &paint->motion->parts[i];
    FigureKind kind = part->public.kind;

    if (paint->look->has_velocities && (kind == FIGURE_BODY || kind == FIGURE_MASS))
      draw_vector (paint, part->point->at, part->point->rate, FIGURE_ARROW_VELOCITY);
    draw_loads (paint, part);
  }
}
