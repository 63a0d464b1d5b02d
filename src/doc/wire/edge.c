/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a drawing of a wire costs. Above all two things make it unreadable: a body over
 * it, and a line that it has in common with another net, where both look like one.
 * Looks at what lies beside each segment, by the grid. */
#include "doc/wire/edge.h"

#include <math.h>

#include "doc/view/label.h"
#include "doc/wire/price.h"

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

/* Whether a segment comes nearer to the item than that, and not straight out of a port.
 */
static bool
is_over (const DocModel *doc,
         const DocWire *w,
         const DocEdge *e,
         uint32_t k,
         DocRect box)
{
  const DocPoint a = e->points[k], b = e->points[k + 1];

  return !doc_is_same (a, b) && doc_meet (doc_box (a, b), box) &&
         !(k == 0 && e->from > 0 && is_way_out (doc, &w->ends[e->from - 1], b, box)) &&
         !(k + 2 == e->n_points && e->to > 0 &&
           is_way_out (doc, &w->ends[e->to - 1], a, box));
}

bool
doc_edge_is_clear_of (const DocModel *doc, uint32_t wire, uint32_t edge, uint32_t item)
{
  const DocWire *w = &doc->wires[wire];
  const DocEdge *e = &w->edges[edge];
  const DocRect box = doc_grown (doc->items[item].box, DOC_TOUCH);

  for (uint32_t k = 0; k + 1 < e->n_points; k++)
    if (is_over (doc, w, e, k, box))
      return false;
  return true;
}

static double
fault_at_item (const DocModel *doc,
               const DocWire *w,
               const DocEdge *e,
               uint32_t k,
               uint32_t item)
{
  const DocRect box = doc->items[item].box;

  return is_over (doc, w, e, k, doc_grown (box, DOC_TOUCH))             ? DOC_PRICE_LIE
         : is_over (doc, w, e, k, doc_grown (box, DOC_LANE - DOC_SAME)) ? DOC_PRICE_NEAR
                                                                        : 0;
}

/* What it costs that labels of the item have to go elsewhere. */
static double
price_at_labels (const DocModel *doc, DocRect segment, uint32_t item)
{
  DocRect labels[DOC_LABEL_BOXES];
  const uint32_t n = doc_label_boxes (doc, item, labels);
  double price = 0;

  for (uint32_t i = 0; i < n; i++)
    price += doc_meet (segment, labels[i]) ? DOC_PRICE_LABEL : 0;
  return price;
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

/* How much of two parallel lines lies beside each other, -INFINITY if they are not that
 * near. */
static double
common (DocRect a, DocRect b, double near)
{
  if (a.x1 == a.x2 && b.x1 == b.x2 && fabs (a.x1 - b.x1) < near)
    return fmin (a.y2, b.y2) - fmax (a.y1, b.y1);
  if (a.y1 == a.y2 && b.y1 == b.y2 && fabs (a.y1 - b.y1) < near)
    return fmin (a.x2, b.x2) - fmax (a.x1, b.x1);
  return -INFINITY;
}

bool
doc_edges_cross (DocRect a, DocRect b)
{
  const DocRect level = a.y1 == a.y2 ? a : b, plumb = a.y1 == a.y2 ? b : a;

  return level.y1 == level.y2 && plumb.x1 == plumb.x2 && level.x1 < plumb.x1 &&
         plumb.x1 < level.x2 && plumb.y1 < level.y1 && level.y1 < plumb.y2;
}

static double
price_at_segment (const DocModel *doc,
                  uint32_t wire,
                  uint32_t edge,
                  DocRect box,
                  const DocSegment *other)
{
  const DocRect beside = doc_grid_segment_box (doc, other);
  const DocRect *tag = doc_grid_segment_tag (doc, other);
  const double length = common (box, beside, DOC_SAME);

  if (tag != NULL && doc_meet (doc_grown (*tag, DOC_TOUCH), box))
    return DOC_PRICE_LIE;
  if (other->wire == wire)
    return other->edge == edge || length < DOC_SAME ? 0 : DOC_PRICE_LIE;
  const bool is_of_net =
      doc_edges_share_end (&doc->wires[wire], &doc->wires[other->wire]);
  if (doc_edges_cross (box, beside))
    return is_of_net ? DOC_PRICE_BRANCH : DOC_PRICE_CROSS;
  if (is_of_net || common (box, beside, DOC_LANE - DOC_SAME) < -DOC_SAME)
    return 0;
  return length < -DOC_SAME ? DOC_PRICE_NEAR : DOC_PRICE_LIE;
}

/* ---- edges ---- */

double
doc_edge_faults_at (const DocModel *doc, uint32_t wire, uint32_t edge, uint32_t item)
{
  const DocWire *w = &doc->wires[wire];
  double price = 0;

  for (uint32_t k = 0; k + 1 < w->edges[edge].n_points; k++)
    price += fault_at_item (doc, w, &w->edges[edge], k, item);
  return price;
}

/* What lies in the way of an edge costs; of crossings and labels too, unless these are
 * `faults` alone. */
static double
price_in_way (const DocModel *doc, uint32_t wire, uint32_t edge, bool faults)
{
  const DocWire *w = &doc->wires[wire];
  const DocEdge *e = &w->edges[edge];
  const double near = faults ? DOC_LANE : DOC_LABEL_NEAR;
  double price = 0;

  for (uint32_t k = 0; k + 1 < e->n_points; k++) {
    const DocRect box = doc_box (e->points[k], e->points[k + 1]);
    g_autoptr (GArray) items = doc_grid_items (doc, doc_grown (box, near));
    g_autoptr (GArray) segments = doc_grid_segments (doc, doc_grown (box, DOC_LANE));

    /* Bodies and labels, then other wires. */
    for (guint i = 0; i < items->len; i++) {
      const uint32_t item = g_array_index (items, uint32_t, i);

      price += fault_at_item (doc, w, e, k, item) +
               (faults ? 0 : price_at_labels (doc, box, item));
    }
    for (guint i = 0; i < segments->len; i++) {
      const double one = price_at_segment (doc, wire, edge, box,
                                           &g_array_index (segments, DocSegment, i));

      price += !faults || one > DOC_PRICE_CROSS ? one : 0;
    }
  }
  return price;
}

double
doc_edge_faults (const DocModel *doc, uint32_t wire, uint32_t edge)
{
  return price_in_way (doc, wire, edge, true);
}

double
doc_edges_price (const DocModel *doc, uint32_t wire)
{
  double price = 0;

  for (uint32_t i = 0; i < doc->wires[wire].n_edges; i++) {
    const DocEdge *e = &doc->wires[wire].edges[i];

    price += price_in_way (doc, wire, i, false) + (e->n_points - 2) * DOC_PRICE_BEND;
    for (uint32_t k = 0; k + 1 < e->n_points; k++)
      price += fabs (e->points[k + 1].x - e->points[k].x) +
               fabs (e->points[k + 1].y - e->points[k].y);
  }
  return price;
}
