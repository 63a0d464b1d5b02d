/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Inside of the module: gives the marked wires of a view, whose nets are known, and
 * those that meet one of the boxes (DocRect), the places where their level lines cross
 * another net. */
void doc_crossings_find (DocModel *doc, const bool *is_changed, const GArray *boxes);
