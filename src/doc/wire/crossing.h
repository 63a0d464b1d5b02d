/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Inside of the module: gives every wire of a view, whose nets are known, the places
 * where one of its level lines crosses another net. */
void doc_crossings_find (DocModel *doc);
