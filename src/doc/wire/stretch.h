/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Bending wires without losing their right angles: pure geometry, so that a window can
 * show while the pointer moves what doc_move() and doc_move_segment() write at the end.
 * Paths have their ends and corners in order, at least two points. Results are new,
 * with no point twice and no corner on a straight line; caller frees. */

/* The path after its first point has moved by `first` and its last by `last`. */
DocPoint *doc_stretch (const DocPoint *points,
                       uint32_t n,
                       DocPoint first,
                       DocPoint last,
                       uint32_t *n_out);

/* The path after the segment from points[segment] to the next has moved sideways by
 * `by` (the part along the segment is ignored). The ends stay: a segment that touches
 * one leaves a lead there. */
DocPoint *doc_stretch_bend (const DocPoint *points,
                            uint32_t n,
                            uint32_t segment,
                            DocPoint by,
                            uint32_t *n_out);

/* Adds a point to a path (DocPoint) unless it says nothing: is the last one again, or
 * leads on or back along the line to it, which it then replaces. */
void doc_stretch_add (GArray *path, DocPoint p);
