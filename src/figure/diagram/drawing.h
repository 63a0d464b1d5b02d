/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lib/offer/icon.h"

/* The drawing of a component that has no symbol of its own, as an SVG with its shape in
 * a group "turning" and its text in a group "upright" (figure/diagram/symbol.h). It is
 * meant for a box that is `aspect` times as wide as high and, as all symbols, to be put
 * into a square, which is then stretched. Caller frees. */
char *figure_drawing_svg (const LibDrawing *drawing, double aspect);
