/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figure/motion/glyph.h"
#include "figure/motion/motion-private.h"

/* One shape of a moving picture: its sizes and how it is drawn. Private to figure/. */

/* Of the circle that the arrow of a torque goes round, in units. */
#define FIGURE_SHAPE_TURN_RADIUS 0.16

/* Half of the width across, or the radius, in metres. */
double figure_shape_half_width (const FigureShape *shape);

/* Half of what is drawn of it across, in metres, teeth, shoes and yokes included. */
double figure_shape_reach (const FigureShape *shape);

/* Its middle in the picture. */
FigurePoint figure_shape_middle (const FigureShape *shape);

/* Radii of the first and the second wheel of a gear in a train whose parts are `unit`
 * long; for |ratio| > 1 the second is the larger. */
FigurePoint figure_shape_gear_radii (double ratio, double unit);

/* False if it has no place now (a value that is not finite) or is not to be shown. */
bool figure_shape_is_placed (const FigureShape *shape);

void figure_shape_draw (cairo_t *cr,
                        const FigureShape *shape,
                        const FigureView *view,
                        const FigureInk *ink);
