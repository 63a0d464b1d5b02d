/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"
#include "figure/plot.h"

/* The colour of a connector's domain ("#rrggbb" or NULL) on the ground of a theme. */
FigureColor figure_domain_color (const char *stroke, const FigureTheme *theme);

/* What an item covers with its labels and ports, in diagram units. */
DocRect figure_item_extent (const DocItem *item);

/* One port: a square, circle or triangle in the colour of its domain. `size` in diagram
 * units. */
void figure_port_draw (cairo_t *cr,
                       const DocItem *item,
                       const DocPort *port,
                       const FigureTheme *theme,
                       double size);

/* A label with $(p), $(instance), $(class) replaced by what the item has. Caller frees.
 */
char *figure_label_text (const DocModel *doc, const DocItem *item, const char *pattern);
