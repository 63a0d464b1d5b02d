/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* What lies under a point, nearest and topmost first: ports, then items, wires. */
typedef enum {
  DOC_HIT_NOTHING,
  DOC_HIT_PORT,
  DOC_HIT_ITEM,
  DOC_HIT_WIRE,
  DOC_HIT_NOTE
} DocHitKind;

typedef struct {
  DocHitKind kind;
  uint32_t item; /* port, item */
  uint32_t port;
  uint32_t wire;
  uint32_t edge;
  uint32_t segment;
  uint32_t note;
  DocPoint nearest; /* on the wire */
} DocHit;

/* `slack` in diagram units widens ports and wires. O(items near the point): uses a
 * grid. */
DocHit doc_hit (const DocModel *doc, DocPoint at, double slack);
/* The same of wires alone. */
DocHit doc_hit_wire (const DocModel *doc, DocPoint at, double slack);
/* The note that is seen there at a zoom, over which nothing else lies. */
DocHit doc_hit_note (const DocModel *doc, DocPoint at, double zoom);
/* The tag that is seen there, also where it is drawn larger than it is. */
DocHit doc_hit_tag (const DocModel *doc, DocPoint at, double zoom);

/* Items that touch (or, with `whole`, lie inside) a rectangle; ids in order. Caller
 * frees. */
uint32_t *doc_hit_items (const DocModel *doc, DocRect rect, bool whole, uint32_t *n);
/* Whether an edge of a wire runs under the body of the item or on its outline, other
 * than straight out of a port that the body covers. */
bool doc_hit_is_under_wire (const DocModel *doc, uint32_t wire, uint32_t item);
uint32_t *doc_hit_wires (const DocModel *doc, DocRect rect, uint32_t *n);
