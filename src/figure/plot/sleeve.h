/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
  double x, y;
} FigureSleevePoint;

/* Collects a line through many points without those that it passes at less than
 * `width`. Ends, turning points and gaps stay. */
typedef struct {
  GArray *points; /* of FigureSleevePoint; the caller's */
  double width;
  bool has_anchor;
  bool has_last;
  FigureSleevePoint anchor; /* the last of `points` */
  FigureSleevePoint last;   /* not yet among them */
  double reach;             /* distance of `last` from the anchor */
  double angle;             /* of the first direction from there */
  double low, high;         /* of the directions that serve all points, beside it */
} FigureSleeve;

/* A point that is not finite makes a gap, and stands for it. */
void figure_sleeve_add (FigureSleeve *sleeve, FigureSleevePoint point);
/* What is left over. */
void figure_sleeve_end (FigureSleeve *sleeve);
