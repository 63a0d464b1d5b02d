/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figure/motion/motion.h"

/* Signs of a moving picture on a Cairo surface, in pixels (y down): nothing here knows
 * of models. A glyph fills and strokes with the colours of its ink. Private to figure/.
 */

typedef struct {
  FigureColor fill;
  FigureColor line;
  FigureColor ground; /* what is behind, for holes */
  double line_px;
} FigureInk;

void figure_glyph_source (cairo_t *cr, FigureColor color, double opacity);
FigureColor figure_glyph_mix (FigureColor a, FigureColor b, double share_of_b);

/* A round-ended bar. */
void figure_glyph_bar (cairo_t *cr,
                       FigurePoint a,
                       FigurePoint b,
                       double width,
                       const FigureInk *ink);
/* A dashed line. */
void figure_glyph_line (cairo_t *cr,
                        FigurePoint a,
                        FigurePoint b,
                        const FigureInk *ink);
/* The mark of a centre of mass. */
void figure_glyph_centre (cairo_t *cr,
                          FigurePoint at,
                          double radius,
                          double angle,
                          const FigureInk *ink);
/* A disc with the mark of a centre of mass; `angle` clockwise on the surface. */
void figure_glyph_body (cairo_t *cr,
                        FigurePoint at,
                        double radius,
                        double angle,
                        const FigureInk *ink);
/* A box with round corners about its middle. */
void figure_glyph_box (cairo_t *cr,
                       FigurePoint at,
                       FigurePoint size,
                       double angle,
                       const FigureInk *ink);
void figure_glyph_pin (cairo_t *cr,
                       FigurePoint at,
                       double radius,
                       const FigureInk *ink);

/* Between two ends; `width` across. */
void figure_glyph_spring (cairo_t *cr,
                          FigurePoint a,
                          FigurePoint b,
                          double width,
                          const FigureInk *ink);
void figure_glyph_damper (cairo_t *cr,
                          FigurePoint a,
                          FigurePoint b,
                          double width,
                          const FigureInk *ink);
void figure_glyph_spring_damper (cairo_t *cr,
                                 FigurePoint a,
                                 FigurePoint b,
                                 double width,
                                 const FigureInk *ink);

/* A plate with hatching on its right side, seen from a to b. */
void figure_glyph_wall (cairo_t *cr,
                        FigurePoint a,
                        FigurePoint b,
                        double depth,
                        const FigureInk *ink);
/* A point held by the ground, which is `angle` clockwise from straight below. */
void figure_glyph_support (cairo_t *cr,
                           FigurePoint at,
                           double size,
                           double angle,
                           const FigureInk *ink);

/* Turned by `angle`, clockwise on the surface; the mark shows it. */
void figure_glyph_wheel (cairo_t *cr,
                         FigurePoint at,
                         double radius,
                         double angle,
                         const FigureInk *ink);
void figure_glyph_disc (cairo_t *cr,
                        FigurePoint at,
                        double radius,
                        double angle,
                        const FigureInk *ink);
/* A wheel from above: it rolls along `angle`, `roll` pixels so far. */
void figure_glyph_tread (cairo_t *cr,
                         FigurePoint at,
                         FigurePoint size,
                         double angle,
                         double roll,
                         const FigureInk *ink);

/* `angle` is where the middle of a tooth points. A ring has its teeth inside. */
typedef struct {
  FigurePoint at;
  double radius; /* of the pitch circle */
  uint32_t n_teeth;
  double angle;
  bool is_ring;
} FigureGear;

void figure_glyph_gear (cairo_t *cr, const FigureGear *gear, const FigureInk *ink);

/* An open belt over two pulleys, moved on by `way` pixels. */
void figure_glyph_belt (cairo_t *cr,
                        FigurePoint a,
                        FigurePoint b,
                        const double radius[2],
                        double way,
                        const FigureInk *ink);

/* An arrow from a to b, and one around a point that turns by `angle` (positive:
 * clockwise on the surface). */
void figure_glyph_arrow (cairo_t *cr, FigurePoint a, FigurePoint b, double width);
void figure_glyph_turn (cairo_t *cr,
                        FigurePoint at,
                        double radius,
                        double angle,
                        double width);
