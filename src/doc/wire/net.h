/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/edit/patch.h"
#include "doc/model-private.h"
#include "doc/wire/route.h"

/* The drawing of one connect while it is being changed: paths between its ends and its
 * junctions. Ends count from 1, junctions from -1 downwards, as in the text. */
typedef struct {
  int32_t from, to;
  uint32_t n_points;
  DocPoint *points; /* owned */
} DocNetEdge;

typedef struct {
  uint32_t n_ends;
  GArray *edges;     /* DocNetEdge */
  GArray *junctions; /* DocPoint */
} DocNet;

DocNet *doc_net_new (uint32_t n_ends);
DocNet *doc_net_copy (const DocWire *wire);
void doc_net_free (DocNet *net);

/* Takes `points`. */
void doc_net_add (DocNet *net, int32_t from, int32_t to, DocPoint *points, uint32_t n);
const DocNetEdge *doc_net_edge (const DocNet *net, uint32_t i);

/* The point of the net nearest to `at`; coordinates along a segment are put on the
 * grid. False if it has no edge. */
bool doc_net_nearest (const DocNet *net,
                      DocPoint at,
                      uint32_t *edge,
                      DocPoint *nearest);

/* Takes away the ends marked in gone[n_ends] with the paths that lead to them only;
 * those that stay are numbered anew. */
void doc_net_remove_ends (DocNet *net, const bool *gone);
/* Marks what hangs together with end `from`. */
void doc_net_reach (const DocNet *net, uint32_t from, bool *reached);

/* The value of "Dyad" for the metadata of a new connect, on one line; caller frees. */
char *doc_net_to_json (const DocNet *net);
/* Makes it the drawing of a wire in the view, until the text is read again. */
void doc_view_draw (DocModel *doc, uint32_t wire, const DocNet *net);
/* Writes what differs from the wire's drawing into its metadata. */
void doc_net_write (const DocNet *net, DocPatch *patch, const DocWire *wire);

/* The net of a wire, routed around the items, or with the marked edges alone routed
 * anew: each from its port to the rest of the net, or the whole if there is none. */
DocNet *doc_net_route (const DocModel *doc, uint32_t wire);
DocNet *doc_net_lead (const DocModel *doc, uint32_t wire, const bool *edges);
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

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DocNet, doc_net_free)
