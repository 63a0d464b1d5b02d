/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes the drawing of a wire unreadable: a body over it, and a line that it has
 * in common with another net, where both look like one. Crossing is neither. Looks at
 * what lies beside each segment, by the grid. */
#include "doc/wire/edge.h"

#include <math.h>

static const double touch = 5;  /* nearer to a body is on its outline */
static const double same = 0.5; /* lines nearer to each other look like one */

/* ---- bodies ---- */

/* Whether a segment goes straight out of a port that lies in the box. */
static bool
is_way_out (const DocModel *doc, const DocEnd *end, DocPoint to, DocRect box)
{
  const DocPort *port = doc_end_port (doc, end);

  return port != NULL &&
         doc_meet ((DocRect){port->at.x, port->at.y, port->at.x, port->at.y}, box) &&
         (to.x - port->at.x) * port->outward.x + (to.y - port->at.y) * port->outward.y >
             0;
}

bool
doc_edge_is_clear_of (const DocModel *doc, uint32_t wire, uint32_t edge, uint32_t item)
{
  const DocWire *w = &doc->wires[wire];
  const DocEdge *e = &w->edges[edge];
  const DocRect box = doc_grown (doc->items[item].box, touch);
  const uint32_t last = e->n_points - 2;

  for (uint32_t k = 0; k <= last; k++) {
    DocPoint a = e->points[k], b = e->points[k + 1];

    if ((a.x == b.x && a.y == b.y) || !doc_meet (doc_box (a, b), box) ||
        (k == 0 && e->from > 0 && is_way_out (doc, &w->ends[e->from - 1], b, box)) ||
        (k == last && e->to > 0 && is_way_out (doc, &w->ends[e->to - 1], a, box)))
      continue;
    return false;
  }
  return true;
}

/* ---- other wires ---- */

bool
doc_edges_share_end (const DocWire *a, const DocWire *b)
{
  for (uint32_t i = 0; i < a->n_ends; i++)
    for (uint32_t k = 0; k < b->n_ends && a->ends[i].item != UINT32_MAX; k++)
      if (a->ends[i].item == b->ends[k].item && a->ends[i].port == b->ends[k].port)
        return true;
  return false;
}

/* How much of two lines is common to both: less than 0 if they do not meet. */
static double
common (DocRect a, DocRect b)
{
  if (a.x1 == a.x2 && b.x1 == b.x2 && fabs (a.x1 - b.x1) < same)
    return fmin (a.y2, b.y2) - fmax (a.y1, b.y1);
  if (a.y1 == a.y2 && b.y1 == b.y2 && fabs (a.y1 - b.y1) < same)
    return fmin (a.x2, b.x2) - fmax (a.x1, b.x1);
  return -INFINITY;
}

static bool
is_clear_of_segment (const DocModel *doc,
                     uint32_t wire,
                     uint32_t edge,
                     DocRect box,
                     const DocSegment *other)
{
  const DocWire *w = &doc->wires[wire], *v = &doc->wires[other->wire];
  const double length = common (box, doc_grid_segment_box (doc, other));

  if (other->wire == wire)
    return other->edge == edge || length < same;
  return length < -same || doc_edges_share_end (w, v);
}

bool
doc_edge_is_clear (const DocModel *doc, uint32_t wire, uint32_t edge)
{
  const DocEdge *e = &doc->wires[wire].edges[edge];

  for (uint32_t k = 0; k + 1 < e->n_points; k++) {
    const DocRect box = doc_box (e->points[k], e->points[k + 1]);
    g_autoptr (GArray) items = doc_grid_items (doc, doc_grown (box, touch));
    g_autoptr (GArray) segments = doc_grid_segments (doc, doc_grown (box, same));

    for (guint i = 0; i < items->len; i++)
      if (!doc_edge_is_clear_of (doc, wire, edge, g_array_index (items, uint32_t, i)))
        return false;
    for (guint i = 0; i < segments->len; i++)
      if (!is_clear_of_segment (doc, wire, edge, box,
                                &g_array_index (segments, DocSegment, i)))
        return false;
  }
  return true;
}
