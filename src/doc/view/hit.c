/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pointer is over, topmost first: the nearest port in reach, an item whose box
 * holds the point, the nearest segment of a wire. The grid gives what lies near. */
#include "doc/view/hit.h"

#include <math.h>
#include <string.h>

#include "doc/view/note.h"
#include "doc/wire/edge.h"
#include "doc/wire/tag-extent.h"

static const double own_port_reach = 20; /* of a connector of the model itself */
static const double port_reach = 100; /* ports may stand so far outside of their item */

typedef struct {
  const DocModel *doc;
  DocPoint at;
  double slack;
  double best;
  DocHit hit;
} Search;

static double
outside (double value, double low, double high)
{
  return value < low ? low - value : value > high ? value - high : 0;
}

static double
distance_to_box (DocPoint p, const DocRect *box)
{
  return hypot (outside (p.x, box->x1, box->x2), outside (p.y, box->y1, box->y2));
}

static DocRect
around (DocPoint p, double reach)
{
  return (DocRect){p.x - reach, p.y - reach, p.x + reach, p.y + reach};
}

/* ---- ports and items ---- */

/* The nearest port whose box is in reach; of equal ones the later, which lies on top.
 */
static bool
find_port (Search *s, const GArray *items)
{
  for (guint i = 0; i < items->len; i++) {
    uint32_t number = g_array_index (items, uint32_t, i);
    const DocItem *item = &s->doc->items[number];

    for (uint32_t k = 0; k < item->n_ports && !item->is_commented; k++) {
      const DocPort *port = &item->ports[k];
      double away = hypot (port->at.x - s->at.x, port->at.y - s->at.y);

      if ((item->is_own_port && away > s->slack + own_port_reach) ||
          distance_to_box (s->at, &port->box) > s->slack || away > s->best)
        continue;
      s->best = away;
      s->hit = (DocHit){
          .kind = DOC_HIT_PORT, .item = number, .port = k, .nearest = port->at};
    }
  }
  return s->hit.kind == DOC_HIT_PORT;
}

static bool
find_item (Search *s, const GArray *items)
{
  for (guint i = 0; i < items->len; i++) {
    uint32_t number = g_array_index (items, uint32_t, i);

    if (distance_to_box (s->at, &s->doc->items[number].box) == 0)
      s->hit = (DocHit){.kind = DOC_HIT_ITEM, .item = number, .nearest = s->at};
  }
  return s->hit.kind == DOC_HIT_ITEM;
}

/* ---- wires ---- */

/* The nearest segment; of equal ones the later, which lies on top. */
static bool
find_wire (Search *s)
{
  g_autoptr (GArray) segments = doc_grid_segments (s->doc, around (s->at, s->slack));

  for (guint i = 0; i < segments->len; i++) {
    const DocSegment *segment = &g_array_index (segments, DocSegment, i);
    const DocPoint *points =
        &s->doc->wires[segment->wire].edges[segment->edge].points[segment->segment];
    /* From its line, or its tag. */
    const DocRect *tag = doc_grid_segment_tag (s->doc, segment);
    DocPoint nearest = doc_nearest (points[0], points[1], s->at);
    double away = hypot (nearest.x - s->at.x, nearest.y - s->at.y);

    if (tag != NULL)
      away = fmin (away, distance_to_box (s->at, tag));

    if (away > s->slack || away > s->best)
      continue;
    s->best = away;
    s->hit = (DocHit){.kind = DOC_HIT_WIRE,
                      .wire = segment->wire,
                      .edge = segment->edge,
                      .segment = segment->segment,
                      .nearest = nearest};
  }
  return s->hit.kind == DOC_HIT_WIRE;
}

/* A tag stands right before its port, and holds the point all the same. */
static bool
is_on_tag (const DocModel *doc, DocPoint at)
{
  g_autoptr (GArray) segments = doc_grid_segments (doc, around (at, 0));

  for (guint i = 0; i < segments->len; i++) {
    const DocRect *tag =
        doc_grid_segment_tag (doc, &g_array_index (segments, DocSegment, i));

    if (tag != NULL && distance_to_box (at, tag) == 0)
      return true;
  }
  return false;
}

DocHit
doc_hit (const DocModel *doc, DocPoint at, double slack)
{
  Search search = {doc, at, slack, INFINITY, {.kind = DOC_HIT_NOTHING, .nearest = at}};
  g_autoptr (GArray) items = doc_grid_items (doc, around (at, slack + port_reach));

  if (is_on_tag (doc, at))
    search.slack = 0;
  if (find_port (&search, items) || find_item (&search, items))
    return search.hit;
  search.best = INFINITY;
  find_wire (&search);
  return search.hit;
}

DocHit
doc_hit_wire (const DocModel *doc, DocPoint at, double slack)
{
  Search search = {doc, at, slack, INFINITY, {.kind = DOC_HIT_NOTHING, .nearest = at}};

  find_wire (&search);
  return search.hit;
}

DocHit
doc_hit_note (const DocModel *doc, DocPoint at, double zoom)
{
  DocHit hit = {.kind = DOC_HIT_NOTHING, .nearest = at};

  for (uint32_t i = 0; i < doc->n_notes; i++) {
    const DocRect reach = doc_note_reach (doc, i, zoom);

    if (distance_to_box (at, &reach) > 0)
      continue;
    const DocRect box = doc_note_extent (doc, i, zoom);
    if (distance_to_box (at, &box) == 0)
      hit = (DocHit){.kind = DOC_HIT_NOTE, .note = i, .nearest = at};
  }
  return hit;
}

DocHit
doc_hit_tag (const DocModel *doc, DocPoint at, double zoom)
{
  g_autoptr (GArray) segments =
      doc_grid_segments (doc, around (at, doc_tag_extent_most (doc, zoom)));
  DocHit hit = {.kind = DOC_HIT_NOTHING, .nearest = at};

  for (guint i = 0; i < segments->len; i++) {
    const DocSegment *segment = &g_array_index (segments, DocSegment, i);

    if (doc_grid_segment_tag (doc, segment) == NULL)
      continue;
    const DocRect box = doc_tag_extent (doc, segment->wire, segment->edge, zoom);
    if (distance_to_box (at, &box) == 0)
      hit = (DocHit){.kind = DOC_HIT_WIRE,
                     .wire = segment->wire,
                     .edge = segment->edge,
                     .segment = segment->segment,
                     .nearest = at};
  }
  return hit;
}

/* ---- rectangles ---- */

uint32_t *
doc_hit_items (const DocModel *doc, DocRect rect, bool whole, uint32_t *n)
{
  g_autoptr (GArray) items = doc_grid_items (doc, rect);
  uint32_t *found = g_new (uint32_t, items->len + 1);

  *n = 0;
  for (guint i = 0; i < items->len; i++) {
    uint32_t item = g_array_index (items, uint32_t, i);
    const DocRect *box = &doc->items[item].box;

    if (!whole || (box->x1 >= rect.x1 && box->x2 <= rect.x2 && box->y1 >= rect.y1 &&
                   box->y2 <= rect.y2))
      found[(*n)++] = item;
  }
  return found;
}

uint32_t *
doc_hit_wires (const DocModel *doc, DocRect rect, uint32_t *n)
{
  g_autoptr (GArray) segments = doc_grid_segments (doc, rect);
  uint32_t *found = g_new (uint32_t, segments->len + 1);

  *n = 0;
  for (guint i = 0; i < segments->len; i++) {
    const DocSegment *segment = &g_array_index (segments, DocSegment, i);

    if (*n == 0 || found[*n - 1] != segment->wire)
      found[(*n)++] = segment->wire;
  }
  return found;
}

/* ---- wires under bodies ---- */

bool
doc_hit_is_under_wire (const DocModel *doc, uint32_t wire, uint32_t item)
{
  for (uint32_t e = 0; e < doc->wires[wire].n_edges; e++)
    if (!doc_edge_is_clear_of (doc, wire, e, item))
      return true;
  return false;
}
