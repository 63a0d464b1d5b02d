/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Free-body diagram: one part alone at one instant, with the force and torque at each
 * port drawn to a common scale, and their values beside the arrows. The scale makes the
 * greatest force of the instant a fixed share of the picture. */
#include <math.h>

#include "figure/motion/paint.h"
#include "figure/text.h"

/* The longest arrow, as a share of the smaller side, and the room for its value. */
static const double ARROW = 0.22;
static const FigurePoint VALUE_PX = {64, 24};

/* What is less than this share of the greatest is not drawn. */
static const double LEAST = 1e-6;

typedef struct {
  FigurePaint paint;
  double side;        /* px */
  FigurePoint middle; /* px */
  uint32_t n_turns;   /* drawn so far, each about a larger circle */
} Alone;

static FigureRect
extent (const FigureMotion *motion, const FigurePart *part)
{
  FigureRect rect = figure_value_rect_empty ();

  for (uint32_t i = 0; i < part->n_spots; i++) {
    FigurePoint at = part->spots[i]->at;

    if (part->spots[i]->kind == part->point->kind && isfinite (at.x) && isfinite (at.y))
      rect = figure_value_rect_join (rect, (FigureRect){at.x, at.y, at.x, at.y});
  }
  if (!(rect.x1 <= rect.x2))
    return rect;
  double least = 0.3 * motion->unit; /* a joint has no extent of its own */
  double dx = fmax (least - (rect.x2 - rect.x1), 0) / 2;
  double dy = fmax (least - (rect.y2 - rect.y1), 0) / 2;
  return (FigureRect){rect.x1 - dx, rect.y1 - dy, rect.x2 + dx, rect.y2 + dy};
}

/* A value beside an arrow, on the side that it points to. */
static void
draw_value (const Alone *alone, FigurePoint at, FigurePoint way, const char *text)
{
  double length = hypot (way.x, way.y);
  FigureAnchor anchor = {0.5, 0.5};

  if (length > 0) {
    anchor.x = 0.5 - 0.6 * way.x / length;
    anchor.y = 0.5 - 0.8 * way.y / length;
  }
  figure_text (alone->paint.cr, FIGURE_PAINT_FONT, at.x, at.y, anchor, text);
}

/* A force that pushes against the part ends where it acts, one that pulls begins there:
 * so neither covers the part. `px_per_n` gives its length. */
static void
draw_force (Alone *alone, const FigureLoad *load, double px_per_n)
{
  FigurePoint at = figure_motion_view_to_px (alone->paint.view, load->at);
  FigurePoint way = {load->fx * px_per_n, -load->fy * px_per_n};
  FigurePoint inwards = {alone->middle.x - at.x, alone->middle.y - at.y};
  g_autofree char *text = figure_paint_quantity (hypot (load->fx, load->fy), "N", 4);
  bool is_pushing = way.x * inwards.x + way.y * inwards.y >
                    0.2 * hypot (way.x, way.y) * hypot (inwards.x, inwards.y);
  FigurePoint tail = {at.x - way.x, at.y - way.y}, tip = {at.x + way.x, at.y + way.y};

  figure_paint_arrow_source (&alone->paint, FIGURE_ARROW_FORCE);
  figure_glyph_arrow (alone->paint.cr, is_pushing ? tail : at, way,
                      FIGURE_PAINT_ARROW_PX);
  draw_value (alone, is_pushing ? tail : tip,
              is_pushing ? (FigurePoint){-way.x, -way.y} : way, text);
}

static void
draw_torque (Alone *alone, const FigureLoad *load, double angle)
{
  FigurePoint at = figure_motion_view_to_px (alone->paint.view, load->at);
  double radius = (0.08 + 0.04 * alone->n_turns++) * alone->side;
  g_autofree char *text = figure_paint_quantity (load->tau, "N.m", 4);

  figure_paint_arrow_source (&alone->paint, FIGURE_ARROW_TORQUE);
  figure_glyph_turn (alone->paint.cr, at, radius, -angle, FIGURE_PAINT_ARROW_PX);
  draw_value (alone, (FigurePoint){at.x + 0.8 * radius, at.y + radius},
              (FigurePoint){1, 1}, text);
}

static void
draw_loads (Alone *alone, uint32_t element)
{
  FigureLoad loads[FIGURE_LOADS_MAX];
  uint32_t n = figure_motion_free_body (alone->paint.motion, element, loads);
  double most_f = 0, most_tau = 0;

  for (uint32_t i = 0; i < n; i++) {
    most_f = fmax (most_f, hypot (loads[i].fx, loads[i].fy));
    most_tau = fmax (most_tau, fabs (loads[i].tau));
  }
  for (uint32_t i = 0; i < n; i++) {
    if (hypot (loads[i].fx, loads[i].fy) > LEAST * most_f)
      draw_force (alone, &loads[i], ARROW * alone->side / most_f);
    if (fabs (loads[i].tau) > LEAST * most_tau)
      draw_torque (alone, &loads[i], 1.4 * G_PI * loads[i].tau / most_tau);
  }
}

void
figure_motion_draw_free_body (const FigureMotion *motion,
                              cairo_t *cr,
                              uint32_t element,
                              FigurePoint size_px,
                              const FigureTheme *theme)
{
  const FigurePart *part = &motion->parts[element];
  FigureLook look = figure_motion_look_default ();
  FigureRect rect = extent (motion, part);
  double side = fmin (size_px.x, size_px.y), arrow = ARROW * side;

  figure_theme_source (cr, theme->background, 1);
  cairo_rectangle (cr, 0, 0, size_px.x, size_px.y);
  cairo_fill (cr);
  if (isnan (motion->time) || !(rect.x1 <= rect.x2))
    return;
  /* The part in the middle, with room for arrows and values around it. */
  FigureView view = {
      .x = (rect.x1 + rect.x2) / 2,
      .y = (rect.y1 + rect.y2) / 2,
      .scale = fmin (
          fmax (size_px.x - 2 * (arrow + VALUE_PX.x), side / 8) / (rect.x2 - rect.x1),
          fmax (size_px.y - 2 * (arrow + VALUE_PX.y), side / 8) / (rect.y2 - rect.y1)),
      .width = size_px.x,
      .height = size_px.y};
  Alone alone = {.paint = {.cr = cr,
                           .motion = motion,
                           .view = &view,
                           .theme = theme,
                           .look = &look},
                 .side = side,
                 .middle = {size_px.x / 2, size_px.y / 2}};
  figure_paint_shapes (&alone.paint, element);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  draw_loads (&alone, element);
}
