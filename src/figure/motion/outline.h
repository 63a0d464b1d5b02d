/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figure/motion/motion-private.h"

/* What the picture covers: private to figure/. Outlines stand in motion->outlines, for
 * each look first two for each shape (the body, and what else there is), then one for
 * each node of a train. */

/* Takes the outlines of the instant that spots are posed at, as the look of that
 * number; FIGURE_LOOKS is now. */
void figure_outline_take (FigureMotion *motion, uint32_t look);

/* Whether it meets a level rectangle, given by its middle and half of its sides, in
 * metres of the picture. */
bool figure_outline_meets (const FigureOutline *outline,
                           FigurePoint middle,
                           FigurePoint half,
                           double metres_per_px);
