/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"
#include "sim/model.h"

/* What somebody would ask for who has plotted nothing yet: what the sensors of the
 * diagram measure, each with the set value that it is compared with; if there are none,
 * places and speeds of the bodies along their axes; if there are none, the states of
 * parts; at last, any states. The first of these, in the order of the diagram; const
 * SimVar, the model's. The caller unrefs. */
GPtrArray *desk_first_plots_find (const DocModel *doc, const SimModel *model);
