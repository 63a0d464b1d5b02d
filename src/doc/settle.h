/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/state.h"

/* The end of each step of editing. */

/* Where the items are before the step; the caller owns it. */
GArray *doc_settle_note (const DocModel *doc);

/* Writes the places that items had without their being written, and leads wires around
 * the bodies that the step has put on them. Part of the open step. */
void doc_settle (DocModel *doc, const GArray *before);
