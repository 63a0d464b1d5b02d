/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drawing of one connect while it changes: a graph of paths between its ends and
 * its junctions, small enough that everything is looked for by going through all paths.
 * What is taken away leaves no path to nowhere and no junction of fewer than three
 * paths; what is added is led to the nearest point and ends where it first touches.
 * Points are never changed in place, so that nets and wires share them. */
#include "doc/wire/net.h"

#include <math.h>
#include <string.h>

#include "doc/wire/mesh.h"
#include "doc/wire/stretch.h"

DocNet
doc_net_copy (const DocModel *doc, const DocWire *wire)
{
  DocNet net = {.arena = doc->arena, .n_ends = wire->n_ends};

  for (uint32_t i = 0; i < wire->n_edges; i++)
    base_vec_push (net.arena, net.edges, wire->edges[i]);
  for (uint32_t i = 0; i < wire->n_junctions; i++)
    base_vec_push (net.arena, net.junctions, wire->junctions[i]);
  return net;
}

bool
doc_net_is_drawn (const DocNet *net, const DocWire *wire)
{
  bool is_same = net->edges.n == wire->n_edges && net->junctions.n == wire->n_junctions;

  for (uint32_t i = 0; is_same && i < wire->n_edges; i++) {
    const DocEdge *a = &net->edges.at[i], *b = &wire->edges[i];

    is_same = a->from == b->from && a->to == b->to && a->n_points == b->n_points &&
              memcmp (a->points, b->points, a->n_points * sizeof *a->points) == 0;
  }
  return is_same && (wire->n_junctions == 0 ||
                     memcmp (net->junctions.at, wire->junctions,
                             wire->n_junctions * sizeof *wire->junctions) == 0);
}

void
doc_net_print_ends (GString *text, const DocWire *wire)
{
  g_string_truncate (text, 0);
  for (uint32_t k = 0; k < wire->n_ends; k++) {
    g_string_append (text, wire->ends[k].name);
    g_string_append_c (text, ',');
  }
}

void
doc_net_set_path (DocNet *net, uint32_t edge, DocPoint *points, uint32_t n)
{
  const size_t size = n * sizeof *points;

  net->edges.at[edge].points = base_arena_copy (net->arena, points, size, size);
  net->edges.at[edge].n_points = n;
  g_free (points);
}

void
doc_net_add (DocNet *net, int32_t from, int32_t to, DocPoint *points, uint32_t n)
{
  base_vec_push (net->arena, net->edges, (DocEdge){.from = from, .to = to});
  doc_net_set_path (net, net->edges.n - 1, points, n);
}

void
doc_net_remove_edge (DocNet *net, uint32_t edge)
{
  DocEdge *gone = &net->edges.at[edge];

  memmove (gone, gone + 1, (--net->edges.n - edge) * sizeof *gone);
}

void
doc_net_draw (DocModel *doc, uint32_t w, const DocNet *net)
{
  DocWire *wire = &doc->wires[w];

  doc_grid_redraw (doc, w);
  g_array_append_val (doc->stale_wires, w);
  doc_grid_note_boxes (wire, doc->stale_boxes);
  wire->edges = net->edges.at;
  wire->n_edges = net->edges.n;
  wire->junctions = net->junctions.at;
  wire->n_junctions = net->junctions.n;
  doc_grid_redrawn (doc, w);
}

/* ---- points on it ---- */

/* The point of a segment nearest to p, on the grid where the segment has an extent. */
static DocPoint
nearest_on (DocPoint a, DocPoint b, DocPoint p)
{
  DocPoint q = doc_nearest (a, b, p);

  if (b.y == a.y)
    q.x = CLAMP (doc_on_grid (q.x), fmin (a.x, b.x), fmax (a.x, b.x));
  else if (b.x == a.x)
    q.y = CLAMP (doc_on_grid (q.y), fmin (a.y, b.y), fmax (a.y, b.y));
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

  for (uint32_t i = 0; i < net->edges.n; i++) {
    const DocEdge *e = &net->edges.at[i];

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
segment_of (const DocEdge *edge, DocPoint at)
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
  const DocEdge old = net->edges.at[edge];
  const uint32_t k = segment_of (&old, at), n_second = old.n_points - k;

  if (doc_is_same (old.points[0], at))
    return old.from;
  if (doc_is_same (old.points[old.n_points - 1], at))
    return old.to;
  DocPoint *all = base_arena_array (net->arena, DocPoint, old.n_points + 1);
  memcpy (all, old.points, (k + 1) * sizeof *all);
  all[k + 1] = at;
  memcpy (all + k + 2, old.points + k + 1, (n_second - 1) * sizeof *all);
  base_vec_push (net->arena, net->junctions, at);
  const int32_t junction = -(int32_t) net->junctions.n;
  const bool is_first_double = k > 0 && doc_is_same (all[k], at);
  const bool is_second_double = n_second > 2 && doc_is_same (all[k + 2], at);
  net->edges.at[edge] = (DocEdge){k + 2 - is_first_double, all, old.from, junction};
  base_vec_push (net->arena, net->edges,
                 (DocEdge){n_second - is_second_double, all + k + 1 + is_second_double,
                           junction, old.to});
  return junction;
}

/* ---- taking away ---- */

static uint32_t
n_at (const DocNet *net, int32_t place)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < net->edges.n; i++)
    n += (net->edges.at[i].from == place) + (net->edges.at[i].to == place);
  return n;
}

static DocEdge
reversed (const DocNet *net, DocEdge edge)
{
  DocPoint *points = base_arena_array (net->arena, DocPoint, edge.n_points);

  for (uint32_t i = 0; i < edge.n_points; i++)
    points[i] = edge.points[edge.n_points - 1 - i];
  return (DocEdge){edge.n_points, points, edge.to, edge.from};
}

/* Makes one path of the two that meet at a junction, unless it would lead from a
 * junction to itself. */
static void
merge_at (DocNet *net, int32_t place)
{
  uint32_t found[2], n = 0;

  for (uint32_t i = 0; i < net->edges.n && n < 2; i++)
    if (net->edges.at[i].from == place || net->edges.at[i].to == place)
      found[n++] = i;
  g_assert (n == 2);
  DocEdge a = net->edges.at[found[0]], b = net->edges.at[found[1]];
  a = a.to == place ? a : reversed (net, a);
  b = b.from == place ? b : reversed (net, b);
  g_autofree DocPoint *all = g_new (DocPoint, a.n_points + b.n_points);
  memcpy (all, a.points, a.n_points * sizeof *all);
  memcpy (all + a.n_points, b.points + 1, (b.n_points - 1) * sizeof *all);
  DocPoint *joined = doc_stretch (all, a.n_points + b.n_points - 1, (DocPoint){0, 0},
                                  (DocPoint){0, 0}, &n);
  net->edges.at[found[0]] = (DocEdge){.from = a.from, .to = b.to};
  doc_net_set_path (net, found[0], joined, n);
  doc_net_remove_edge (net, found[1]);
  if (a.from == b.to)
    doc_net_remove_edge (net, found[0]);
}

static void
remove_at (DocNet *net, int32_t place)
{
  for (uint32_t i = net->edges.n; i-- > 0;)
    if (net->edges.at[i].from == place || net->edges.at[i].to == place)
      doc_net_remove_edge (net, i);
}

static void
drop_junction (DocNet *net, uint32_t index)
{
  DocPoint *gone = &net->junctions.at[index];
  const int32_t number = -(int32_t) index - 1;

  memmove (gone, gone + 1, (--net->junctions.n - index) * sizeof *gone);
  for (uint32_t i = 0; i < net->edges.n; i++) {
    DocEdge *edge = &net->edges.at[i];

    edge->from += edge->from < number;
    edge->to += edge->to < number;
  }
}

/* Drops paths from a junction to itself and to nowhere, and junctions of two paths. */
static void
tidy (DocNet *net)
{
  bool again = true;

  for (uint32_t i = net->edges.n; i-- > 0;)
    if (net->edges.at[i].from == net->edges.at[i].to)
      doc_net_remove_edge (net, i);
  while (again) {
    again = false;
    for (uint32_t j = net->junctions.n; j-- > 0;) {
      const int32_t place = -(int32_t) j - 1;
      const uint32_t n = n_at (net, place);

      if (n > 2)
        continue;
      if (n == 2)
        merge_at (net, place);
      else
        remove_at (net, place);
      drop_junction (net, j);
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
  for (uint32_t i = 0; i < net->edges.n; i++) {
    DocEdge *edge = &net->edges.at[i];

    edge->from = edge->from > 0 ? number[edge->from] : edge->from;
    edge->to = edge->to > 0 ? number[edge->to] : edge->to;
  }
  net->n_ends = n;
  tidy (net);
}

void
doc_net_reach (const DocNet *net, int32_t from, bool *reached)
{
  g_autofree bool *all = g_new0 (bool, net->n_ends + net->junctions.n + 1);
  bool *at = all + net->junctions.n; /* by the number of an end or junction */
  bool more = true;

  at[from] = true;
  while (more) {
    more = false;
    for (uint32_t i = 0; i < net->edges.n; i++) {
      bool *a = &at[net->edges.at[i].from], *b = &at[net->edges.at[i].to];

      more |= *a != *b;
      *a = *b = *a || *b;
    }
  }
  memcpy (reached, at + 1, net->n_ends * sizeof *reached);
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

    for (uint32_t i = 0; i < net->edges.n; i++)
      for (uint32_t m = 0; m + 1 < net->edges.at[i].n_points; m++) {
        const DocPoint *segment = net->edges.at[i].points + m;
        DocPoint at;

        if (!meet (p, points[k + 1], segment[0], segment[1], &at) ||
            distance (p, at) > distance (p, best))
          continue;
        best = at;
        edge = i;
      }
    /* What ran along the net from its beginning ends at its first corner there. */
    if (edge != UINT32_MAX && (k > 0 || distance (p, best) > 0)) {
      points[k + 1] = best;
      *n = doc_is_same (p, best) ? k + 1 : k + 2;
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
  const DocEdge *edge = &net->edges.at[number];
  const DocPoint *p = edge->points, *last = p + edge->n_points - 1;
  const DocPoint next = edge->from > 0 && doc_is_same (p[0], at)  ? p[1]
                        : edge->to > 0 && doc_is_same (*last, at) ? last[-1]
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
  uint32_t n;

  if (net->edges.n > 0) {
    DocPoint *points =
        doc_route_onto (doc, port, net->edges.at, net->edges.n, wire, &n);

    doc_net_end_on (net, end, points, n);
  } else if (net->first == NULL) {
    net->first = port;
    net->first_end = end;
  } else {
    const DocRouteEnd first = {net->first->at, net->first->outward, wire};
    const DocRouteEnd from = {port->at, port->outward, wire};
    DocPoint *points = doc_route (doc, &first, &from, NULL, 0, &n);

    doc_net_add (net, net->first_end, end, points, n);
  }
}

/* What a path from one port to another costs at least. */
static double
apart (const DocPort *a, const DocPort *b)
{
  return doc_mesh_least (a->at, a->outward, b->at,
                         (DocPoint){-b->outward.x, -b->outward.y});
}

/* The first end of the pair that is nearest to each other. */
static uint32_t
first_end (const DocModel *doc, const DocWire *wire)
{
  uint32_t best = 0;
  double least = INFINITY;

  for (uint32_t i = 0; i < wire->n_ends; i++)
    for (uint32_t k = 0; k < i; k++) {
      const DocPort *a = doc_end_port (doc, &wire->ends[i]);
      const DocPort *b = doc_end_port (doc, &wire->ends[k]);

      if (a == NULL || b == NULL || apart (b, a) >= least)
        continue;
      least = apart (b, a);
      best = k;
    }
  return best;
}

double
doc_net_least (const DocModel *doc, uint32_t wire)
{
  const DocWire *w = &doc->wires[wire];
  const DocPort *a = w->n_ends == 2 ? doc_end_port (doc, &w->ends[0]) : NULL;
  const DocPort *b = w->n_ends == 2 ? doc_end_port (doc, &w->ends[1]) : NULL;

  return a == NULL || b == NULL ? 0 : apart (a, b);
}

/* Joins one port after the other, always the one that is nearest to those that are
 * joined (Prim 1957). */
DocNet
doc_net_route (const DocModel *doc, uint32_t wire)
{
  const DocWire *w = &doc->wires[wire];
  DocNet net = {.arena = doc->arena, .n_ends = w->n_ends};
  g_autofree double *far = g_new (double, w->n_ends + 1); /* NAN: joined, or no port */
  uint32_t next = first_end (doc, w);

  for (uint32_t k = 0; k < w->n_ends; k++)
    far[k] = doc_end_port (doc, &w->ends[k]) == NULL ? NAN : INFINITY;
  while (next < w->n_ends) {
    const DocPort *port = doc_end_port (doc, &w->ends[next]);
    double least = INFINITY;

    if (port != NULL)
      doc_net_join (doc, &net, (int32_t) next + 1, port, wire);
    far[next] = NAN;
    next = w->n_ends;
    for (uint32_t k = 0; k < w->n_ends; k++) {
      if (isnan (far[k]))
        continue;
      if (port != NULL)
        far[k] = fmin (far[k], apart (port, doc_end_port (doc, &w->ends[k])));
      if (next == w->n_ends || far[k] < least) {
        least = far[k];
        next = k;
      }
    }
  }
  return net;
}

DocNet
doc_net_lead (const DocModel *doc, uint32_t wire, const bool *edges)
{
  const DocWire *w = &doc->wires[wire];
  DocNet net = doc_net_copy (doc, w);
  g_autofree bool *is_led = g_new0 (bool, w->n_ends + 1);

  for (uint32_t e = 0; e < w->n_edges; e++) {
    const int32_t end = MAX (w->edges[e].from, w->edges[e].to);

    if (!edges[e])
      continue;
    /* Only edges to a port can be led one by one. */
    if (end < 0 || MIN (w->edges[e].from, w->edges[e].to) > 0 || n_at (&net, end) > 1)
      return doc_net_route (doc, wire);
    is_led[end - 1] = true;
  }
  for (uint32_t k = 0; k < w->n_ends; k++)
    if (is_led[k])
      remove_at (&net, (int32_t) k + 1);
  /* What is left stays as it is drawn; the ports join it again. */
  tidy (&net);
  if (net.edges.n == 0)
    return doc_net_route (doc, wire);
  for (uint32_t k = 0; k < w->n_ends; k++)
    if (is_led[k])
      doc_net_join (doc, &net, (int32_t) k + 1, doc_end_port (doc, &w->ends[k]), wire);
  return net;
}
