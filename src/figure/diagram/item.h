/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"
#include "figure/plot/plot.h"

/* What an item covers with its labels and ports, in diagram units. */
DocRect figure_item_extent (const DocItem *item);
