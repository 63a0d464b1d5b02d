/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"
#include "figure/plot/plot.h"

/* Opacity of what is commented out. */
#define FIGURE_ITEM_COMMENTED 0.3

/* What an item covers at most with its labels and ports, in diagram units. */
DocRect figure_item_extent (const DocItem *item, double zoom);
