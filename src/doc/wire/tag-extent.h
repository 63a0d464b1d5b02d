/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Tags, as they are seen at a zoom. Like labels they are not drawn smaller than can be
 * read, as far as bodies, labels, wires, notes and other tags leave room for that. */

/* How large the tag of an edge is drawn, about its foot, as a multiple of its size in
 * the diagram: at least 1. */
double doc_tag_extent_scale (const DocModel *doc,
                             uint32_t wire,
                             uint32_t edge,
                             double zoom);

/* What it fills then. */
DocRect doc_tag_extent (const DocModel *doc, uint32_t wire, uint32_t edge, double zoom);

/* No tag of the diagram is larger than that in any direction; 0 if it has none. */
double doc_tag_extent_most (const DocModel *doc, double zoom);
