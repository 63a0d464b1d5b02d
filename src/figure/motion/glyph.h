/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figure/motion/motion.h"

/* Signs of a moving picture on a Cairo surface, in pixels (y down): nothing here knows
 * of models. Private to figure/. */

typedef struct {
  FigureColor fill;
  FigureColor line;
  FigureColor ground; /* what is behind, for holes */
  double line_px;
} FigureInk;

/* Where a sign is drawn, and how. */
typedef struct {
  cairo_t *cr;
  FigureInk ink;
  FigurePoint a, b; /* its ends, or its place twice */
  double angle;     /* clockwise on the surface; the sign's mark shows it */
  double half;      /* half its width across, or its radius */
  /* beyond these, for what shape.c puts together */
  const struct FigureShape *shape;
  const FigureView *view;
  double angle_b; /* of b */
  FigurePoint c;  /* the third end */
  double angle_c;
} FigureBrush;

/* Strokes the path with so many times the line of the ink. */
void figure_glyph_stroke (const FigureBrush *brush, double factor);
/* Fills and strokes the path. */
void figure_glyph_paint (const FigureBrush *brush);

/* ---- at a place ---- */

/* A disc with the mark of a centre of mass, and the mark alone. */
void figure_glyph_body (const FigureBrush *brush);
void figure_glyph_centre (const FigureBrush *brush);
void figure_glyph_pin (const FigureBrush *brush);
/* A point held by the ground, which is straight below at the angle 0. */
void figure_glyph_support (const FigureBrush *brush);
void figure_glyph_wheel (const FigureBrush *brush);
void figure_glyph_disc (const FigureBrush *brush);
/* A box with round corners about its middle. */
void figure_glyph_box (const FigureBrush *brush,
                       FigurePoint at,
                       FigurePoint size,
                       double angle);
/* A wheel from above: it rolls along `angle`, `roll` pixels so far. */
void figure_glyph_tread (const FigureBrush *brush, FigurePoint size, double roll);

/* `angle` is where the middle of a tooth points. A ring has its teeth inside. */
typedef struct {
  FigurePoint at;
  double radius; /* of the pitch circle */
  uint32_t n_teeth;
  double angle;
  bool is_ring;
} FigureGear;

void figure_glyph_gear (const FigureBrush *brush, const FigureGear *gear);

/* ---- between two ends ---- */

/* A round-ended bar. */
void figure_glyph_bar (const FigureBrush *brush);
/* A dashed line. */
void figure_glyph_line (const FigureBrush *brush);
void figure_glyph_spring (const FigureBrush *brush);
void figure_glyph_damper (const FigureBrush *brush);
void figure_glyph_spring_damper (const FigureBrush *brush);
/* A plate with hatching on its right side, seen from a to b. */
void figure_glyph_wall (const FigureBrush *brush,
                        FigurePoint a,
                        FigurePoint b,
                        double depth);
/* An open belt over two pulleys, moved on by `way` pixels. */
void figure_glyph_belt (const FigureBrush *brush, const double radius[2], double way);

/* ---- arrows in the colour that is set ---- */

/* From a point by `way`, and around one, turning by `angle` (positive: clockwise on the
 * surface). */
void figure_glyph_arrow (cairo_t *cr, FigurePoint at, FigurePoint way, double width);
void figure_glyph_turn (cairo_t *cr,
                        FigurePoint at,
                        double radius,
                        double angle,
                        double width);
