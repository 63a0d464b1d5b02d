/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the lines of a net part, from what is drawn and from nothing else: each pair of
 * segments that meet notes the directions in which both go on from there, and a point
 * with three of them is a branch. A net is all wires that lead to each other by common
 * ports. */
#include "doc/wire/branch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "doc/model-private.h"

static const double fineness = 1e-3; /* of diagram units: turned ports are not exact */

typedef struct {
  DocPoint a, b;
  uint32_t wire;
} Segment;

typedef struct {
  DocPoint at;
  uint32_t wire;
  uint32_t ways; /* directions that are drawn from there */
} Meeting;

/* ---- nets ---- */

static uint32_t
root_of (uint32_t *parent, uint32_t wire)
{
  while (parent[wire] != wire)
    wire = parent[wire] = parent[parent[wire]];
  return wire;
}

static void
find_nets (DocModel *doc)
{
  g_autofree uint32_t *parent = g_new (uint32_t, doc->n_wires + 1);
  g_autofree uint32_t *ports = doc_view_first_ports (doc);
  const uint32_t n_ports = ports[doc->n_items];
  g_autofree uint32_t *first = g_new (uint32_t, n_ports + 1); /* wire of a port */

  memset (first, 0xFF, (n_ports + 1) * sizeof *first);
  for (uint32_t w = 0; w < doc->n_wires; w++) {
    parent[w] = w;
    for (uint32_t k = 0; k < doc->wires[w].n_ends; k++) {
      const DocEnd *end = &doc->wires[w].ends[k];

      if (end->item == UINT32_MAX)
        continue;
      uint32_t *other = &first[ports[end->item] + end->port];
      if (*other == UINT32_MAX)
        *other = w;
      else
        parent[root_of (parent, w)] = root_of (parent, *other);
    }
  }
  for (uint32_t w = 0; w < doc->n_wires; w++)
    doc->wires[w].net = root_of (parent, w);
}

/* Marks all wires of nets of which one is marked. */
static void
spread_over_nets (const DocModel *doc, bool *is_marked)
{
  g_autofree bool *nets = g_new0 (bool, doc->n_wires + 1);

  for (uint32_t w = 0; w < doc->n_wires; w++)
    nets[doc->wires[w].net] |= is_marked[w];
  for (uint32_t w = 0; w < doc->n_wires; w++)
    is_marked[w] = nets[doc->wires[w].net];
}

/* ---- meetings ---- */

static DocPoint
snap (DocPoint p)
{
  return (DocPoint){fineness * round (p.x / fineness),
                    fineness * round (p.y / fineness)};
}

static void
add_segments (GArray *segments, const DocWire *wire, uint32_t number)
{
  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 0; k + 1 < wire->edges[e].n_points; k++) {
      Segment s = {snap (wire->edges[e].points[k]), snap (wire->edges[e].points[k + 1]),
                   number};

      if (s.a.x != s.b.x || s.a.y != s.b.y)
        g_array_append_val (segments, s);
    }
}

static uint32_t
way (DocPoint from, DocPoint to)
{
  int x = (to.x > from.x) - (to.x < from.x), y = (to.y > from.y) - (to.y < from.y);

  return x == 0 && y == 0 ? 0 : 1u << (3 * (x + 1) + y + 1);
}

static bool
is_on (DocPoint p, const Segment *s)
{
  double dx = s->b.x - s->a.x, dy = s->b.y - s->a.y;
  double t = ((p.x - s->a.x) * dx + (p.y - s->a.y) * dy) / (dx * dx + dy * dy);

  return t >= 0 && t <= 1 &&
         hypot (s->a.x + t * dx - p.x, s->a.y + t * dy - p.y) < fineness;
}

static void
note (GArray *meetings, DocPoint at, const Segment *s, const Segment *t)
{
  Meeting meeting = {at, MIN (s->wire, t->wire),
                     way (at, s->a) | way (at, s->b) | way (at, t->a) | way (at, t->b)};

  if (is_on (at, s) && is_on (at, t))
    g_array_append_val (meetings, meeting);
}

/* What lies along each other parts only where a third one meets both. */
static void
meet (GArray *meetings, const Segment *s, const Segment *t)
{
  const bool s_level = s->a.y == s->b.y, t_level = t->a.y == t->b.y;
  const bool s_plumb = s->a.x == s->b.x, t_plumb = t->a.x == t->b.x;

  if (fmax (s->a.x, s->b.x) < fmin (t->a.x, t->b.x) ||
      fmax (t->a.x, t->b.x) < fmin (s->a.x, s->b.x) ||
      fmax (s->a.y, s->b.y) < fmin (t->a.y, t->b.y) ||
      fmax (t->a.y, t->b.y) < fmin (s->a.y, s->b.y) || (s_level && t_level) ||
      (s_plumb && t_plumb))
    return;
  if (s_level && t_plumb)
    note (meetings, (DocPoint){t->a.x, s->a.y}, s, t);
  else if (s_plumb && t_level)
    note (meetings, (DocPoint){s->a.x, t->a.y}, s, t);
  else { /* from a file: the program draws none that is oblique */
    note (meetings, s->a, s, t);
    note (meetings, s->b, s, t);
    note (meetings, t->a, s, t);
    note (meetings, t->b, s, t);
  }
}

/* ---- branches ---- */

static int
by_wire_and_place (gconstpointer left, gconstpointer right)
{
  const Meeting *a = left, *b = right;

  if (a->at.x != b->at.x)
    return a->at.x < b->at.x ? -1 : 1;
  if (a->at.y != b->at.y)
    return a->at.y < b->at.y ? -1 : 1;
  return (a->wire > b->wire) - (a->wire < b->wire);
}

/* The branches of a net, each given to the first of its wires that is drawn there. */
static void
find_in_net (DocModel *doc, const GArray *segments)
{
  const Segment *all = (const Segment *) (const void *) segments->data;
  g_autoptr (GArray) meetings = g_array_new (FALSE, FALSE, sizeof (Meeting));

  for (guint i = 0; i < segments->len; i++)
    for (guint k = i + 1; k < segments->len; k++)
      meet (meetings, &all[i], &all[k]);
  /* Meetings at one place together: three ways and more are a branch. */
  g_array_sort (meetings, by_wire_and_place);
  const Meeting *m = (const Meeting *) (const void *) meetings->data;
  for (guint i = 0, next; i < meetings->len; i = next) {
    DocWire *wire = &doc->wires[m[i].wire];
    uint32_t ways = 0;

    for (next = i;
         next < meetings->len && m[next].at.x == m[i].at.x && m[next].at.y == m[i].at.y;
         next++)
      ways |= m[next].ways;
    if (__builtin_popcount (ways) < 3)
      continue;
    DocPoint *longer = base_arena_array (doc->arena, DocPoint, wire->n_branches + 1);
    for (uint32_t k = 0; k < wire->n_branches; k++)
      longer[k] = wire->branches[k];
    longer[wire->n_branches++] = m[i].at;
    wire->branches = longer;
  }
}

static int
by_net (gconstpointer left, gconstpointer right, gpointer data)
{
  const DocModel *doc = data;
  uint32_t a = *(const uint32_t *) left, b = *(const uint32_t *) right;
  uint32_t net_a = doc->wires[a].net, net_b = doc->wires[b].net;

  return net_a != net_b ? (net_a < net_b ? -1 : 1) : (a > b) - (a < b);
}

void
doc_branches_find (DocModel *doc, bool *is_changed)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (Segment));

  find_nets (doc);
  spread_over_nets (doc, is_changed);
  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (is_changed[w]) {
      g_array_append_val (order, w);
      doc->wires[w].n_branches = 0;
    }
  g_array_sort_with_data (order, by_net, doc);
  for (guint i = 0; i < order->len; i++) {
    uint32_t w = g_array_index (order, uint32_t, i);

    add_segments (segments, &doc->wires[w], w);
    if (i + 1 < order->len &&
        doc->wires[g_array_index (order, uint32_t, i + 1)].net == doc->wires[w].net)
      continue;
    find_in_net (doc, segments);
    g_array_set_size (segments, 0);
  }
}
