/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"
#include "figure/plot/plot.h"

/* The colour of a connector's domain ("#rrggbb" or NULL) on the ground of a theme. */
FigureColor figure_diagram_domain_color (const char *stroke, const FigureTheme *theme);

/* What an item covers with its labels and ports, in diagram units. */
DocRect figure_item_extent (const DocItem *item);
