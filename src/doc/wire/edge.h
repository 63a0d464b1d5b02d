/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model-private.h"

/* Inside of the module: can the drawing of a wire be read, and what does it cost by
 * `doc/wire/price.h`? */

/* Whether an edge runs neither under the body of the item nor on its outline. Straight
 * out of a port that the body covers is the only way, and clear. */
bool doc_edge_is_clear_of (const DocModel *doc,
                           uint32_t wire,
                           uint32_t edge,
                           uint32_t item);

/* Whether both end at some port. */
bool doc_edges_share_end (const DocWire *a, const DocWire *b);

/* What its faults cost: bodies, wires that have no port in common with its own, other
 * edges of its own wire along it, all too near or as one with it. 0: none. And those at
 * one item alone. */
double doc_edge_faults (const DocModel *doc, uint32_t wire, uint32_t edge);
double doc_edge_faults_at (const DocModel *doc,
                           uint32_t wire,
                           uint32_t edge,
                           uint32_t item);

/* What all edges of a wire cost as they are drawn. */
double doc_edges_price (const DocModel *doc, uint32_t wire);
/* Whether of two segments each goes straight on over the other. */
bool doc_edges_cross (DocRect a, DocRect b);
