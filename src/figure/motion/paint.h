/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figure/motion/glyph.h"
#include "figure/motion/motion-private.h"

/* The parts of a picture; private to figure/. */

#define FIGURE_PAINT_FONT "Cantarell 9"

/* What all of them need. */
typedef struct {
  cairo_t *cr;
  const FigureMotion *motion;
  const FigureView *view;
  const FigureTheme *theme;
  const FigureLook *look;
} FigurePaint;

void figure_paint_arrows (const FigurePaint *paint);

/* Names where they have room. */
void figure_paint_labels (const FigurePaint *paint);

/* The shapes of one element, or with FIGURE_NO_ELEMENT all. */
void figure_paint_shapes (const FigurePaint *paint, uint32_t element);

/* Sets the colour of an arrow. */
void figure_paint_arrow_source (const FigurePaint *paint, FigureArrow arrow);
/* Width of their lines. */
#define FIGURE_PAINT_ARROW_PX 2.0

/* "12.5 N", at most `digits` significant. Caller frees. */
char *figure_paint_quantity (double value, const char *units, int digits);
