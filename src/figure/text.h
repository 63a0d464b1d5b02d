/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

/* Text on a Cairo surface by Pango: one line, placed by an anchor. `font` is a Pango
 * description ("Cantarell 9", sizes in points at 96 dpi). Uses the source set on `cr`.
 */

/* Where (x, y) lies on the text: 0 left or top, 0.5 centre, 1 right or bottom. */
typedef struct {
  double x;
  double y;
} FigureAnchor;

/* One line, whose anchor lies at (x, y). */
void figure_text (cairo_t *cr,
                  const char *font,
                  double x,
                  double y,
                  FigureAnchor anchor,
                  const char *text);

/* At the left end of its lower edge, no wider than `width` and cut with an ellipsis. */
void figure_text_cut (cairo_t *cr,
                      const char *font,
                      double x,
                      double y,
                      double width,
                      const char *text);

/* Width and height of the line, in the units of the current transformation. */
void figure_text_size (cairo_t *cr,
                       const char *font,
                       const char *text,
                       double *width,
                       double *height);
