/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doc/wire/net.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "doc/wire/stretch.h"

static const double grid = 10;

static void
edge_clear (void *data)
{
  g_free (((DocNetEdge *) data)->points);
}

DocNet *
doc_net_new (uint32_t n_ends)
{
  DocNet *net = g_new0 (DocNet, 1);

  net->n_ends = n_ends;
  net->edges = g_array_new (FALSE, FALSE, sizeof (DocNetEdge));
  net->junctions = g_array_new (FALSE, FALSE, sizeof (DocPoint));
  g_array_set_clear_func (net->edges, edge_clear);
  return net;
}

void
doc_net_free (DocNet *net)
{
  if (net == NULL)
    return;
  g_array_unref (net->edges);
  g_array_unref (net->junctions);
  g_free (net);
}

void
doc_net_add (DocNet *net, int32_t from, int32_t to, DocPoint *points, uint32_t n)
{
  DocNetEdge edge = {from, to, n, points};

  g_array_append_val (net->edges, edge);
}

static DocPoint *
points_copy (const DocPoint *points, uint32_t n)
{
  return g_memdup2 (points, n * sizeof *points);
}

DocNet *
doc_net_copy (const DocWire *wire)
{
  DocNet *net = doc_net_new (wire->n_ends);

  for (uint32_t i = 0; i < wire->n_edges; i++) {
    const DocEdge *edge = &wire->edges[i];

    doc_net_add (net, edge->from, edge->to, points_copy (edge->points, edge->n_points),
                 edge->n_points);
  }
  g_array_append_vals (net->junctions, wire->junctions, wire->n_junctions);
  return net;
}

static DocNetEdge *
edge_at (const DocNet *net, uint32_t i)
{
  return &g_array_index (net->edges, DocNetEdge, i);
}

const DocNetEdge *
doc_net_edge (const DocNet *net, uint32_t i)
{
  return edge_at (net, i);
}

/* ---- points on it ---- */

/* The point of a segment nearest to p, on the grid where the segment has an extent. */
static DocPoint
nearest_on (DocPoint a, DocPoint b, DocPoint p)
{
  double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;

  if (square == 0)
    return a;
  double t = CLAMP (((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0, 1);
  DocPoint q = {a.x + t * dx, a.y + t * dy};
  if (dy == 0)
    q.x = CLAMP (grid * round (q.x / grid), fmin (a.x, b.x), fmax (a.x, b.x));
  else if (dx == 0)
    q.y = CLAMP (grid * round (q.y / grid), fmin (a.y, b.y), fmax (a.y, b.y));
  return q;
}

static double
distance (DocPoint a, DocPoint b)
{
  return hypot (a.x - b.x, a.y - b.y);
}

bool
doc_net_nearest (const DocNet *net, DocPoint at, uint32_t *edge, DocPoint *nearest)
{
  double best = INFINITY;

  for (uint32_t i = 0; i < net->edges->len; i++) {
    const DocNetEdge *e = edge_at (net, i);

    for (uint32_t k = 0; k + 1 < e->n_points; k++) {
      DocPoint q = nearest_on (e->points[k], e->points[k + 1], at);

      if (distance (q, at) >= best)
        continue;
      best = distance (q, at);
      *edge = i;
      *nearest = q;
    }
  }
  return isfinite (best);
}

/* The segment of an edge on which `at` lies. */
static uint32_t
segment_of (const DocNetEdge *edge, DocPoint at)
{
  uint32_t best = 0;
  double least = INFINITY;

  for (uint32_t k = 0; k + 1 < edge->n_points; k++) {
    DocPoint a = edge->points[k], b = edge->points[k + 1];
    double detour = distance (a, at) + distance (at, b) - distance (a, b);

    if (detour < least) {
      least = detour;
      best = k;
    }
  }
  return best;
}

/* Makes a junction of a point on an edge; returns its (negative) number, or that of the
 * end that is there already. */
static int32_t
split (DocNet *net, uint32_t edge, DocPoint at)
{
  DocNetEdge *old = edge_at (net, edge);
  uint32_t segment = segment_of (old, at), n_first = segment + 2;
  uint32_t n_second = old->n_points - segment;

  if (distance (old->points[0], at) == 0)
    return old->from;
  if (distance (old->points[old->n_points - 1], at) == 0)
    return old->to;
  DocPoint *first = g_new (DocPoint, n_first), *second = g_new (DocPoint, n_second);
  memcpy (first, old->points, (n_first - 1) * sizeof *first);
  first[n_first - 1] = at;
  second[0] = at;
  memcpy (second + 1, old->points + segment + 1, (n_second - 1) * sizeof *second);
  g_array_append_val (net->junctions, at);
  int32_t junction = -(int32_t) net->junctions->len, to = old->to;
  if (n_first > 2 && distance (first[n_first - 2], at) == 0)
    n_first--;
  uint32_t skip = n_second > 2 && distance (second[1], at) == 0;
  memmove (second, second + skip, (n_second - skip) * sizeof *second);
  g_free (old->points);
  *old = (DocNetEdge){old->from, junction, n_first, first};
  doc_net_add (net, junction, to, second, n_second - skip);
  return junction;
}

/* ---- taking away ---- */

static uint32_t
n_at (const DocNet *net, int32_t place)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < net->edges->len; i++)
    n += (edge_at (net, i)->from == place) + (edge_at (net, i)->to == place);
  return n;
}

static void
reverse (DocNetEdge *edge)
{
  int32_t from = edge->from;

  edge->from = edge->to;
  edge->to = from;
  for (uint32_t i = 0; 2 * i + 1 < edge->n_points; i++) {
    DocPoint point = edge->points[i];

    edge->points[i] = edge->points[edge->n_points - 1 - i];
    edge->points[edge->n_points - 1 - i] = point;
  }
}

/* Makes one path of the two that meet at a junction. */
static void
merge_at (DocNet *net, int32_t place)
{
  uint32_t found[2], n = 0;

  for (uint32_t i = 0; i < net->edges->len && n < 2; i++)
    if (edge_at (net, i)->from == place || edge_at (net, i)->to == place)
      found[n++] = i;
  g_assert (n == 2);
  DocNetEdge *a = edge_at (net, found[0]), *b = edge_at (net, found[1]);
  if (a->to != place)
    reverse (a);
  if (b->from != place)
    reverse (b);
  uint32_t n_a = a->n_points, n_b = b->n_points;
  a->points = g_renew (DocPoint, a->points, n_a + n_b);
  memcpy (a->points + n_a, b->points + 1, (n_b - 1) * sizeof *b->points);
  DocPoint *joined = doc_stretch (a->points, n_a + n_b - 1, (DocPoint){0, 0},
                                  (DocPoint){0, 0}, &a->n_points);
  g_free (a->points);
  a->points = joined;
  a->to = b->to;
  g_array_remove_index (net->edges, found[1]);
}

static void
remove_at (DocNet *net, int32_t place)
{
  for (uint32_t i = net->edges->len; i-- > 0;)
    if (edge_at (net, i)->from == place || edge_at (net, i)->to == place)
      g_array_remove_index (net->edges, i);
}

static void
drop_junction (DocNet *net, uint32_t index)
{
  int32_t gone = -(int32_t) index - 1;

  g_array_remove_index (net->junctions, index);
  for (uint32_t i = 0; i < net->edges->len; i++) {
    DocNetEdge *edge = edge_at (net, i);

    edge->from += edge->from < gone;
    edge->to += edge->to < gone;
  }
}

/* Drops paths to nowhere and junctions of two paths. */
static void
tidy (DocNet *net)
{
  bool again = true;

  while (again) {
    again = false;
    for (uint32_t j = net->junctions->len; j-- > 0;) {
      int32_t place = -(int32_t) j - 1;
      uint32_t n = n_at (net, place);

      if (n > 2)
        continue;
      if (n == 2)
        merge_at (net, place);
      else
        remove_at (net, place);
      drop_junction (net, j);
      again = true;
    }
    /* a path from a junction to itself */
    for (uint32_t i = net->edges->len; i-- > 0;)
      if (edge_at (net, i)->from == edge_at (net, i)->to) {
        g_array_remove_index (net->edges, i);
        again = true;
      }
  }
}

void
doc_net_remove_ends (DocNet *net, const bool *gone)
{
  g_autofree int32_t *number = g_new0 (int32_t, net->n_ends + 1);
  uint32_t n = 0;

  for (uint32_t k = 0; k < net->n_ends; k++)
    if (gone[k])
      remove_at (net, (int32_t) k + 1);
    else
      number[k + 1] = (int32_t) ++n;
  for (uint32_t i = 0; i < net->edges->len; i++) {
    DocNetEdge *edge = edge_at (net, i);

    edge->from = edge->from > 0 ? number[edge->from] : edge->from;
    edge->to = edge->to > 0 ? number[edge->to] : edge->to;
  }
  net->n_ends = n;
  tidy (net);
}

void
doc_net_reach (const DocNet *net, uint32_t from, bool *reached)
{
  g_autofree bool *junctions = g_new0 (bool, net->junctions->len + 1);
  bool more = true;

  memset (reached, 0, net->n_ends * sizeof *reached);
  reached[from] = true;
  while (more) {
    more = false;
    for (uint32_t i = 0; i < net->edges->len; i++) {
      const DocNetEdge *edge = edge_at (net, i);
      bool *a = edge->from > 0 ? &reached[edge->from - 1] : &junctions[-edge->from - 1];
      bool *b = edge->to > 0 ? &reached[edge->to - 1] : &junctions[-edge->to - 1];

      more |= *a != *b;
      *a = *b = *a || *b;
    }
  }
}

/* ---- as text ---- */

static void
print_point (GString *out, DocPoint point)
{
  char x[BASE_NUMBER_SIZE], y[BASE_NUMBER_SIZE];

  g_string_append_printf (out, "{\"x\": %s, \"y\": %s}",
                          base_number_to_short_text (point.x, 9, x),
                          base_number_to_short_text (point.y, 9, y));
}

static void
print_edges (GString *out, const DocNet *net)
{
  g_string_append_c (out, '[');
  for (uint32_t i = 0; i < net->edges->len; i++) {
    const DocNetEdge *edge = edge_at (net, i);

    g_string_append_printf (out, "%s{\"S\": %d, \"M\": [", i > 0 ? ", " : "",
                            edge->from);
    for (uint32_t k = 1; k + 1 < edge->n_points; k++) {
      g_string_append (out, k > 1 ? ", " : "");
      print_point (out, edge->points[k]);
    }
    g_string_append_printf (out, "], \"E\": %d}", edge->to);
  }
  g_string_append_c (out, ']');
}

static void
print_junctions (GString *out, const DocNet *net)
{
  g_string_append_c (out, '[');
  for (uint32_t i = 0; i < net->junctions->len; i++) {
    g_string_append (out, i > 0 ? ", " : "");
    print_point (out, g_array_index (net->junctions, DocPoint, i));
  }
  g_string_append_c (out, ']');
}

char *
doc_net_to_json (const DocNet *net)
{
  GString *out = g_string_new ("{\"edges\": ");

  print_edges (out, net);
  if (net->junctions->len > 0) {
    g_string_append (out, ", \"junctions\": ");
    print_junctions (out, net);
  }
  g_string_append (out, ", \"renderStyle\": \"standard\"}");
  return g_string_free (out, FALSE);
}

void
doc_net_write (const DocNet *net, DocPatch *patch, const DocWire *wire)
{
  const LangMeta *meta = &wire->relation->meta;
  const LangJson *dyad = lang_json_get (meta->json, "Dyad");
  g_autoptr (GString) edges = g_string_new (NULL), junctions = g_string_new (NULL);

  if (lang_json_get (dyad, "edges") == NULL &&
      lang_json_get (dyad, "junctions") == NULL && (dyad == NULL || dyad->n == 0)) {
    g_autofree char *json = doc_net_to_json (net);

    doc_patch_set_meta (patch, meta, "", "Dyad", json);
    return;
  }
  print_edges (edges, net);
  print_junctions (junctions, net);
  doc_patch_set_meta (patch, meta, "", "Dyad/edges", edges->str);
  if (net->junctions->len > 0 || lang_json_get (dyad, "junctions") != NULL)
    doc_patch_set_meta (patch, meta, "", "Dyad/junctions", junctions->str);
}

/* ---- routing ---- */

/* Where the way from p to q first meets the segment from a to b, all of them horizontal
 * or vertical; false if it does not. */
static bool
meet (DocPoint p, DocPoint q, DocPoint a, DocPoint b, DocPoint *at)
{
  double x1 = fmax (fmin (p.x, q.x), fmin (a.x, b.x));
  double x2 = fmin (fmax (p.x, q.x), fmax (a.x, b.x));
  double y1 = fmax (fmin (p.y, q.y), fmin (a.y, b.y));
  double y2 = fmin (fmax (p.y, q.y), fmax (a.y, b.y));

  *at = (DocPoint){CLAMP (p.x, x1, x2), CLAMP (p.y, y1, y2)};
  return x1 <= x2 && y1 <= y2;
}

/* Ends a path where it first meets the net: what runs along it says nothing. Returns
 * the edge, UINT32_MAX if that is where it begins. */
static uint32_t
end_at_first_touch (const DocNet *net, DocPoint *points, uint32_t *n)
{
  for (uint32_t k = 0; k + 1 < *n; k++) {
    DocPoint p = points[k], best = points[k + 1];
    uint32_t edge = UINT32_MAX;

    for (uint32_t i = 0; i < net->edges->len; i++)
      for (uint32_t m = 0; m + 1 < edge_at (net, i)->n_points; m++) {
        const DocPoint *segment = edge_at (net, i)->points + m;
        DocPoint at;

        if (!meet (p, points[k + 1], segment[0], segment[1], &at) ||
            distance (p, at) > distance (p, best))
          continue;
        best = at;
        edge = i;
      }
    if (edge != UINT32_MAX && (k > 0 || distance (p, best) > 0)) {
      points[k + 1] = best;
      *n = k + 2;
      return edge;
    }
  }
  return UINT32_MAX;
}

void
doc_net_end_on (DocNet *net, int32_t end, DocPoint *points, uint32_t n)
{
  uint32_t edge = end_at_first_touch (net, points, &n);
  DocPoint at = points[n - 1];

  if (edge == UINT32_MAX)
    doc_net_nearest (net, at, &edge, &at);
  doc_net_add (net, end, split (net, edge, points[n - 1]), points, n);
}

DocRouteEnd
doc_net_end_at (const DocNet *net, uint32_t number, DocPoint at, uint32_t wire)
{
  const DocNetEdge *edge = edge_at (net, number);
  const DocPoint *p = edge->points, *last = p + edge->n_points - 1;
  const DocPoint next = edge->from > 0 && distance (p[0], at) == 0  ? p[1]
                        : edge->to > 0 && distance (*last, at) == 0 ? last[-1]
                                                                    : at;
  const double far = distance (at, next);

  if (far == 0)
    return doc_route_at_point (at, wire);
  return (DocRouteEnd){at, {(next.x - at.x) / far, (next.y - at.y) / far}, wire};
}

void
doc_net_join (const DocModel *doc,
              DocNet *net,
              int32_t end,
              const DocPort *port,
              uint32_t wire)
{
  uint32_t edge, n;
  DocPoint at;

  if (!doc_net_nearest (net, port->at, &edge, &at))
    return;
  const DocRouteEnd from = doc_route_at_port (port);
  const DocRouteEnd to = doc_net_end_at (net, edge, at, wire);
  DocPoint *points = doc_route (doc, &from, &to, NULL, 0, &n);
  doc_net_end_on (net, end, points, n);
}

static const DocPort *
port_at (const DocModel *doc, const DocEnd *end)
{
  return end->item == UINT32_MAX ? NULL : &doc->items[end->item].ports[end->port];
}

DocNet *
doc_net_route (const DocModel *doc, uint32_t wire)
{
  const DocWire *w = &doc->wires[wire];
  DocNet *net = doc_net_new (w->n_ends);
  const DocPort *first = NULL;
  int32_t number = 0;
  uint32_t n;

  for (uint32_t k = 0; k < w->n_ends; k++) {
    const DocPort *port = port_at (doc, &w->ends[k]);
    const int32_t end = (int32_t) k + 1;

    if (port == NULL)
      continue;
    if (first == NULL) {
      first = port;
      number = end;
    } else if (net->edges->len == 0) {
      const DocRouteEnd ends[2] = {doc_route_at_port (first), doc_route_at_port (port)};
      DocPoint *points = doc_route (doc, &ends[0], &ends[1], NULL, 0, &n);

      doc_net_add (net, number, end, points, n);
    } else
      doc_net_join (doc, net, end, port, wire);
  }
  return net;
}

DocNet *
doc_net_lead (const DocModel *doc, uint32_t wire, const bool *edges)
{
  const DocWire *w = &doc->wires[wire];
  g_autoptr (DocNet) net = doc_net_copy (w);
  g_autofree bool *is_led = g_new0 (bool, w->n_ends + 1);

  for (uint32_t e = 0; e < w->n_edges; e++) {
    const int32_t end = MAX (w->edges[e].from, w->edges[e].to);

    if (!edges[e])
      continue;
    if (end < 0 || MIN (w->edges[e].from, w->edges[e].to) > 0 || n_at (net, end) > 1)
      return doc_net_route (doc, wire);
    is_led[end - 1] = true;
  }
  for (uint32_t k = 0; k < w->n_ends; k++)
    if (is_led[k])
      remove_at (net, (int32_t) k + 1);
  tidy (net);
  if (net->edges->len == 0)
    return doc_net_route (doc, wire);
  for (uint32_t k = 0; k < w->n_ends; k++)
    if (is_led[k])
      doc_net_join (doc, net, (int32_t) k + 1, port_at (doc, &w->ends[k]), wire);
  return g_steal_pointer (&net);
}
