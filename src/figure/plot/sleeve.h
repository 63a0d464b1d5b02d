/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

/* Adds a line through many points to a path, leaving out those that the line passes at
 * less than `width`. Ends, turning points and gaps stay. */
typedef struct {
  cairo_t *cr;
  double width;
  uint32_t n; /* points in the path */
  bool has_anchor;
  bool has_last;
  double anchor_x, anchor_y; /* in the path */
  double last_x, last_y;     /* not yet in it */
  double reach;              /* distance of `last` from the anchor */
  double angle;              /* of the first direction from there */
  double low, high;          /* of the directions that serve all points, beside it */
} FigureSleeve;

FigureSleeve figure_sleeve (cairo_t *cr, double width);
/* Points that are not finite make a gap. */
void figure_sleeve_add (FigureSleeve *sleeve, double x, double y);
/* What is left over. */
void figure_sleeve_end (FigureSleeve *sleeve);
