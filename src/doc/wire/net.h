/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/vec.h"
#include "doc/model-private.h"
#include "doc/wire/route.h"

/* The drawing of one connect while it is being changed: paths between its ends and its
 * junctions. Ends count from 1, junctions from -1 downwards, as in the text. Lives in
 * the arena of the view, until the text is read again. */
typedef struct {
  BaseArena *arena;
  uint32_t n_ends;
  BASE_VEC (DocEdge) edges;
  BASE_VEC (DocPoint) junctions;
  const DocPort *first; /* joined to a net of no path, with this number */
  int32_t first_end;
} DocNet;

/* As the wire is drawn. */
DocNet doc_net_copy (const DocModel *doc, const DocWire *wire);

/* Whether that is how the wire is drawn. */
bool doc_net_is_drawn (const DocNet *net, const DocWire *wire);

/* Leaves the ends of a wire in `text`: they do not change within a step, as its number
 * does. */
void doc_net_print_ends (GString *text, const DocWire *wire);

/* Both take `points`. */
void doc_net_add (DocNet *net, int32_t from, int32_t to, DocPoint *points, uint32_t n);
void doc_net_set_path (DocNet *net, uint32_t edge, DocPoint *points, uint32_t n);

/* The point of the net nearest to `at`; coordinates along a segment are put on the
 * grid. False if it has no edge. */
bool doc_net_nearest (const DocNet *net,
                      DocPoint at,
                      uint32_t *edge,
                      DocPoint *nearest);

/* Takes away one path, and nothing else. */
void doc_net_remove_edge (DocNet *net, uint32_t edge);
/* Takes away the ends marked in gone[n_ends] with the paths that lead to them only;
 * those that stay are numbered anew. */
void doc_net_remove_ends (DocNet *net, const bool *gone);
/* Marks in reached[n_ends] what hangs together with the end or junction `from`. */
void doc_net_reach (const DocNet *net, int32_t from, bool *reached);

/* Makes it the drawing of a wire in the view. */
void doc_net_draw (DocModel *doc, uint32_t wire, const DocNet *net);

/* What no drawing of a wire costs less than. */
double doc_net_least (const DocModel *doc, uint32_t wire);
/* The net of a wire, routed around the items, or with the marked edges alone routed
 * anew: each from its port to the rest of the net, or the whole if there is none. */
DocNet doc_net_route (const DocModel *doc, uint32_t wire);
DocNet doc_net_lead (const DocModel *doc, uint32_t wire, const bool *edges);
/* Joins one more port to a net, which draws that wire anew (UINT32_MAX: none). */
void doc_net_join (const DocModel *doc,
                   DocNet *net,
                   int32_t end,
                   const DocPort *port,
                   uint32_t wire);
/* The end of a path that is led to a point on an edge: at a port of the net it comes as
 * the edge does. */
DocRouteEnd doc_net_end_at (const DocNet *net,
                            uint32_t edge,
                            DocPoint at,
                            uint32_t wire);
/* Adds a path from an end to the net: it ends in a junction where it first meets it.
 * Takes `points`. */
void doc_net_end_on (DocNet *net, int32_t end, DocPoint *points, uint32_t n);
