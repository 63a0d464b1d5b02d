/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figure/plot/plot.h"

/* One curve inside the plot area of `frame`: as a line within 0.1 px of the rows, or,
 * if that turns too often, as one-pixel bars from the trace's envelope; in SVG and PDF
 * always as a line, within 0.1 pt. */
void figure_curve_draw (cairo_t *cr,
                        const FigureCurve *curve,
                        const FigureFrame *frame);

/* Sets the dashes of a curve, `along` px behind its beginning; `scale` 1. */
void figure_curve_set_dash (cairo_t *cr, uint32_t dash, double scale, double along);

/* From one row of an X-Y curve that is drawn to the next, of so many. */
size_t figure_curve_xy_stride (size_t n_rows);

/* The range of a curve's shown values for rows with x in [x_min, x_max]; empty (min >
 * max) if there are none. */
RunRange figure_curve_range (const FigureCurve *curve, double x_min, double x_max);
