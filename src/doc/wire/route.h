/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Where a path begins or ends. */
typedef struct {
  DocPoint at;
  DocPoint outward; /* of a port; {0, 0}: a free point */
  uint32_t wire;    /* that it is joined with there, UINT32_MAX: none */
} DocRouteEnd;

/* At a port, which the path leaves outward; at a point, of a wire or free. */
DocRouteEnd doc_route_at_port (const DocPort *port);
DocRouteEnd doc_route_at_point (DocPoint at, uint32_t wire);

/* An orthogonal path through the corners, leaving ports outward. Without corners it is
 * short, has few bends and crosses few wires, spares labels if that takes no bend, and
 * keeps 10 units from bodies, and from wires but those that end at its ports or are
 * joined with it, unless what covers a port or closes all ways nearby forces it to;
 * with corners it is drawn as they say. The points, ends included; caller frees. */
DocPoint *doc_route (const DocModel *doc,
                     const DocRouteEnd *from,
                     const DocRouteEnd *to,
                     const DocPoint *corners,
                     uint32_t n_corners,
                     uint32_t *n_points);

/* The same from a port to wherever it is joined best with what is drawn of a net, for
 * which the wire of that number stands. */
DocPoint *doc_route_onto (const DocModel *doc,
                          const DocPort *port,
                          const DocEdge *edges,
                          uint32_t n_edges,
                          uint32_t wire,
                          uint32_t *n_points);

/* How many states the searches for paths in this document have visited: what they cost,
 * in a measure that does not depend on the machine. */
uint64_t doc_route_effort (const DocModel *doc);

/* From now on so many states may be visited; beyond, as in a heap of parts on one
 * place, paths pay no heed to what lies in their way. 0: any number. Gives the limit so
 * far, for doc_route_limit_again(). */
uint64_t doc_route_limit (DocModel *doc, uint64_t states);
uint64_t doc_route_limit_step (
    DocModel *doc); /* that of an edit, if there is none yet */
/* Less than that, so that enough is left for what has to be led in any case. */
uint64_t doc_route_limit_notes (DocModel *doc);
void doc_route_limit_again (DocModel *doc, uint64_t limit);
bool doc_route_is_spent (const DocModel *doc);
