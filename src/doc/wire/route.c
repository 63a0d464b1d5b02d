/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orthogonal paths around items, as the cheapest ones on the lines that such a path has
 * any reason to bend at: those through its ends and a little way out of its ports, the
 * ones midway, those beside the items and labels in between, and the lanes beside other
 * wires on those lines (Wybrow, Marriott and Stuckey 2009, sections 2 and 3; but where
 * they part what shares a line afterwards, here each path is found with those before it
 * in its way, which costs one search and leaves nothing to part). What lies in the way
 * has a price by `doc/wire/price.h`. Where more than length, bends and crossings had to
 * be paid, the search looks further around, and at narrower gaps. */
#include "doc/wire/route.h"

#include <math.h>

#include "doc/model-private.h"
#include "doc/view/label.h"
#include "doc/wire/mesh.h"
#include "doc/wire/price.h"
#include "doc/wire/stretch.h"

#define NEAR_MARGIN 120.0 /* around both ends: where a path is looked for */
#define FAR_MARGIN  800.0

static const double lead = 20;      /* straight out of a port, if there is room */
static const double clearance = 20; /* beside items, if there is room */

static const uint64_t step_most = 30000; /* states visited in an edit, some 15 ms */

typedef struct {
  const DocModel *doc;
  const DocRouteEnd *from;
  const DocRouteEnd *to; /* where it ends; NULL: anywhere on the edges */
  const DocEdge *edges;
  uint32_t n_edges;
  uint32_t wire; /* of the edges */
  bool is_free;  /* by no way that somebody has laid down */
  /* of one search */
  bool is_fine; /* looks into gaps that are narrower than usual */
  DocMesh *mesh;
  DocRect around;
  double covered[2]; /* how far out of a port its way is covered by bodies */
  GArray *items;     /* uint32_t */
  GArray *foreign;   /* DocRect: segments of other nets around */
  GArray *joined;    /* DocRect: those of wires that may be run along */
  GArray *tags;      /* DocRect */
} Search;

DocRouteEnd
doc_route_at_port (const DocPort *port)
{
  return (DocRouteEnd){port->at, port->outward, UINT32_MAX};
}

DocRouteEnd
doc_route_at_point (DocPoint at, uint32_t wire)
{
  return (DocRouteEnd){at, {0, 0}, wire};
}

static DocRect
at_point (DocPoint p)
{
  return (DocRect){p.x, p.y, p.x, p.y};
}

static DocPoint
out_of (const DocRouteEnd *end, double by)
{
  return (DocPoint){end->at.x + by * end->outward.x, end->at.y + by * end->outward.y};
}

static const DocRouteEnd *
end_of (const Search *s, int k)
{
  return k == 0 ? s->from : s->to;
}

static const DocItem *
item_at (const Search *s, guint i)
{
  return &s->doc->items[g_array_index (s->items, uint32_t, i)];
}

/* ---- what lies around ---- */

static bool
is_end_of (const Search *s, const DocWire *wire, const DocRouteEnd *end)
{
  for (uint32_t k = 0; end != NULL && k < wire->n_ends; k++) {
    const DocPort *port = doc_end_port (s->doc, &wire->ends[k]);

    if (port != NULL && doc_is_same (port->at, end->at))
      return true;
  }
  return false;
}

static void
find_segments (Search *s)
{
  g_autoptr (GArray) segments = doc_grid_segments (s->doc, s->around);
  uint32_t last = UINT32_MAX;
  bool is_joined = false, is_own = false;

  for (guint i = 0; i < segments->len; i++) {
    const DocSegment *segment = &g_array_index (segments, DocSegment, i);
    const DocWire *wire = &s->doc->wires[segment->wire];
    const DocRect box = doc_grid_segment_box (s->doc, segment);
    const DocRect *tag = doc_grid_segment_tag (s->doc, segment);

    if (tag != NULL)
      g_array_append_val (s->tags, *tag);
    if (segment->wire != last) {
      is_own = segment->wire == s->wire || segment->wire == s->from->wire ||
               (s->to != NULL && segment->wire == s->to->wire);
      is_joined = is_end_of (s, wire, s->from) || is_end_of (s, wire, s->to);
    }
    last = segment->wire;
    if (!is_own)
      g_array_append_val (is_joined ? s->joined : s->foreign, box);
  }
}

/* ---- lines ---- */

/* How far to go straight out of a port: less if both face each other closely. */
static double
lead_length (const Search *s, int k)
{
  const DocRouteEnd *a = end_of (s, k), *b = end_of (s, !k);

  if (s->to == NULL)
    return lead;
  const double gap =
      (b->at.x - a->at.x) * a->outward.x + (b->at.y - a->at.y) * a->outward.y;
  const bool is_facing = a->outward.x == -b->outward.x && a->outward.y == -b->outward.y;
  return is_facing && gap > 0 && gap < 2 * lead ? gap / 2 : lead;
}

/* How far out of its port a path has to go to get out of the box that covers it. */
static double
way_out (const DocRouteEnd *end, const DocRect *box)
{
  if (end->at.x < box->x1 || end->at.x > box->x2 || end->at.y < box->y1 ||
      end->at.y > box->y2)
    return 0;
  return fmax (fmax (end->outward.x * (box->x2 - end->at.x),
                     end->outward.x * (box->x1 - end->at.x)),
               fmax (end->outward.y * (box->y2 - end->at.y),
                     end->outward.y * (box->y1 - end->at.y)));
}

/* How far the bodies over a port reach, and straight ways out of that. */
static void
add_lead (Search *s, int k)
{
  const DocRouteEnd *end = end_of (s, k);

  for (guint i = 0; i < s->items->len; i++)
    s->covered[k] = fmax (s->covered[k], way_out (end, &item_at (s, i)->box));
  const double far = s->covered[k] + lead_length (s, k);
  for (double by = far; by > s->covered[k];
       by -= by > s->covered[k] + DOC_GRID ? DOC_GRID : DOC_GRID / 2)
    doc_mesh_add_lines (s->mesh, at_point (out_of (end, by)));
  doc_mesh_keep_straight (s->mesh, end->at, end->outward, far);
}

static void
add_lines_around (Search *s, DocRect box, double by)
{
  box = doc_grown (box, by);
  doc_mesh_add_lines (s->mesh, (DocRect){DOC_GRID * floor (box.x1 / DOC_GRID),
                                         DOC_GRID * floor (box.y1 / DOC_GRID),
                                         DOC_GRID * ceil (box.x2 / DOC_GRID),
                                         DOC_GRID * ceil (box.y2 / DOC_GRID)});
}

static void
find_lines (Search *s)
{
  DocRect labels[DOC_LABEL_BOXES];

  doc_mesh_add_lines (s->mesh, at_point (s->from->at));
  if (s->to != NULL) {
    const DocPoint a = s->from->at, b = s->to->at;
    const DocPoint middle = {doc_on_grid ((a.x + b.x) / 2),
                             doc_on_grid ((a.y + b.y) / 2)};

    doc_mesh_add_lines (s->mesh, at_point (b));
    doc_mesh_add_lines (s->mesh, at_point (middle));
    doc_mesh_prefer (s->mesh, middle);
  }
  for (uint32_t e = 0; e < s->n_edges; e++)
    for (uint32_t k = 0; k < s->edges[e].n_points; k++)
      doc_mesh_add_lines (s->mesh, at_point (s->edges[e].points[k]));
  add_lead (s, 0);
  if (s->to != NULL)
    add_lead (s, 1);
  /* Along the sides of all bodies and labels. */
  for (guint i = 0; i < s->items->len; i++) {
    const uint32_t n =
        doc_label_boxes (s->doc, g_array_index (s->items, uint32_t, i), labels);

    add_lines_around (s, item_at (s, i)->box, clearance);
    if (s->is_fine)
      add_lines_around (s, item_at (s, i)->box, DOC_LANE);
    for (uint32_t k = 0; k < n; k++)
      add_lines_around (s, labels[k], 0);
  }
  for (guint i = 0; i < s->tags->len; i++)
    add_lines_around (s, g_array_index (s->tags, DocRect, i), DOC_TOUCH);
  doc_mesh_add_lanes (s->mesh, (const DocRect *) (void *) s->foreign->data,
                      s->foreign->len);
}

/* ---- prices ---- */

/* Sooner or later there will be paths out of the other ports. */
static void
keep_ports_free (Search *s, const DocItem *item)
{
  for (uint32_t i = 0; i < item->n_ports; i++) {
    const DocRouteEnd port = doc_route_at_port (&item->ports[i]);

    if (!doc_is_same (port.at, s->from->at) &&
        (s->to == NULL || !doc_is_same (port.at, s->to->at)))
      doc_mesh_charge_along (s->mesh, doc_box (port.at, out_of (&port, DOC_GRID)),
                             DOC_SAME, DOC_PRICE_FRONT);
  }
}

/* The only way out of a port costs nothing, whatever lies there. */
static void
free_ways_out (Search *s, double beyond)
{
  for (int k = 0; k < 2; k++)
    if (end_of (s, k) != NULL)
      doc_mesh_free_way (s->mesh, end_of (s, k)->at, end_of (s, k)->outward,
                         s->covered[k] + beyond);
}

static void
charge_segments (Search *s)
{
  const DocRect *foreign = (const DocRect *) (void *) s->foreign->data;
  const DocRect *joined = (const DocRect *) (void *) s->joined->data;

  for (guint i = 0; i < s->foreign->len; i++) {
    doc_mesh_charge_along (s->mesh, foreign[i], DOC_SAME, DOC_PRICE_LIE);
    doc_mesh_charge_along (s->mesh, foreign[i], DOC_LANE - DOC_SAME, DOC_PRICE_NEAR);
    doc_mesh_charge_across (s->mesh, foreign[i], DOC_PRICE_CROSS);
  }
  for (guint i = 0; i < s->joined->len; i++)
    doc_mesh_charge_across (s->mesh, joined[i], DOC_PRICE_BRANCH);
}

static void
find_prices (Search *s)
{
  DocRect labels[DOC_LABEL_BOXES];

  for (guint i = 0; i < s->items->len; i++)
    doc_mesh_charge (s->mesh, doc_grown (item_at (s, i)->box, DOC_LANE - DOC_SAME),
                     true, true, DOC_PRICE_NEAR);
  free_ways_out (s, DOC_LANE - DOC_SAME);
  for (guint i = 0; i < s->items->len; i++) {
    const uint32_t n =
        doc_label_boxes (s->doc, g_array_index (s->items, uint32_t, i), labels);

    doc_mesh_charge (s->mesh, doc_grown (item_at (s, i)->box, DOC_TOUCH), true, true,
                     DOC_PRICE_LIE);
    keep_ports_free (s, item_at (s, i));
    for (uint32_t k = 0; k < n; k++)
      doc_mesh_charge (s->mesh, labels[k], true, true, DOC_PRICE_LABEL);
  }
  for (guint i = 0; i < s->tags->len; i++)
    doc_mesh_charge (s->mesh,
                     doc_grown (g_array_index (s->tags, DocRect, i), DOC_TOUCH), true,
                     true, DOC_PRICE_LIE);
  charge_segments (s);
  free_ways_out (s, 0);
}

static void
find_goals (Search *s)
{
  if (s->to != NULL)
    doc_mesh_add_goal (s->mesh, s->to->at,
                       (DocPoint){-s->to->outward.x, -s->to->outward.y});
  for (uint32_t e = 0; e < s->n_edges; e++) {
    const DocEdge *edge = &s->edges[e];
    const DocPoint *p = edge->points, *q = p + edge->n_points - 1;

    for (uint32_t k = 0; k + 1 < edge->n_points; k++)
      doc_mesh_add_goal_line (s->mesh, doc_box (p[k], p[k + 1]));
    /* Not right before the ports of the net. */
    if (edge->from > 0)
      doc_mesh_keep_straight (s->mesh, p[0], doc_unit (p[0], p[1]), lead);
    if (edge->to > 0)
      doc_mesh_keep_straight (s->mesh, *q, doc_unit (*q, q[-1]), lead);
  }
}

/* ---- paths ---- */

/* The place on the edges that is nearest to the beginning, or the end. */
static DocPoint
aim_of (const Search *s)
{
  double least = INFINITY;
  DocPoint best = s->to != NULL ? s->to->at : s->from->at;

  for (uint32_t e = 0; e < s->n_edges; e++)
    for (uint32_t k = 0; k + 1 < s->edges[e].n_points; k++) {
      const DocPoint *p = &s->edges[e].points[k];
      const DocPoint q = doc_nearest (p[0], p[1], s->from->at);
      const double far = fabs (q.x - s->from->at.x) + fabs (q.y - s->from->at.y);

      if (far >= least)
        continue;
      least = far;
      best = q;
    }
  return best;
}

bool
doc_route_is_spent (const DocModel *doc)
{
  return (doc->most_visited > 0 && doc->n_visited >= doc->most_visited) ||
         doc_is_stopped (doc);
}

/* The price of the path found within the margin, which is left in `path`. */
static DocMeshPrice
search_within (Search *s, double margin, GArray *path)
{
  g_autoptr (GArray) foreign = g_array_new (FALSE, FALSE, sizeof (DocRect));
  g_autoptr (GArray) joined = g_array_new (FALSE, FALSE, sizeof (DocRect));
  g_autoptr (GArray) tags = g_array_new (FALSE, FALSE, sizeof (DocRect));
  DocModel *owner =
      (DocModel *) s->doc; /* a count and memory, no change of the model */

  if (owner->route_arena == NULL)
    owner->route_arena = base_arena_new ();
  base_arena_clear (owner->route_arena);
  s->around = doc_grown (doc_box (s->from->at, aim_of (s)), margin);
  s->mesh = doc_mesh_new (owner->route_arena, s->around);
  s->foreign = foreign;
  s->joined = joined;
  s->tags = tags;
  s->covered[0] = s->covered[1] = 0;
  const bool has_obstacles = s->is_free && !doc_route_is_spent (s->doc);
  g_autoptr (GArray) items = has_obstacles
                                 ? doc_grid_items (s->doc, s->around)
                                 : g_array_new (FALSE, FALSE, sizeof (uint32_t));
  s->items = items;
  if (has_obstacles)
    find_segments (s);
  find_lines (s);
  find_prices (s);
  find_goals (s);
  return doc_mesh_search (s->mesh, s->from->at, s->from->outward, path,
                          &owner->n_visited);
}

/* Appends the cheapest of the paths found nearby, there in narrower gaps, and far
 * around: each is looked for only if the one before has a fault. */
static void
append_leg (GArray *path, Search *s)
{
  static const struct {
    double margin;
    bool is_fine;
    double fault; /* of the best before it */
  } tries[] = {{NEAR_MARGIN, false, 0},
               {NEAR_MARGIN, true, DOC_PRICE_NEAR},
               {FAR_MARGIN, false, DOC_PRICE_LIE}};
  g_autoptr (GArray) best = g_array_new (FALSE, FALSE, sizeof (DocPoint));
  DocMeshPrice least = {INFINITY, INFINITY};

  for (uint32_t i = 0; i < G_N_ELEMENTS (tries) && least.faults >= tries[i].fault &&
                       (i == 0 || !doc_route_is_spent (s->doc));
       i++) {
    GArray *found = g_array_new (FALSE, FALSE, sizeof (DocPoint));

    s->is_fine = tries[i].is_fine;
    const DocMeshPrice price = search_within (s, tries[i].margin, found);
    if (price.all < least.all) {
      least = price;
      GArray *worse = best;
      best = found;
      found = worse;
    }
    g_array_unref (found);
  }
  for (guint i = 0; i < best->len; i++)
    doc_stretch_add (path, g_array_index (best, DocPoint, i));
}

static DocPoint *
finish (GArray *path, DocPoint end, uint32_t *n_points)
{
  if (path->len == 1)
    g_array_append_val (path, end);
  *n_points = path->len;
  return (DocPoint *) (void *) g_array_free (path, FALSE);
}

DocPoint *
doc_route (const DocModel *doc,
           const DocRouteEnd *from,
           const DocRouteEnd *to,
           const DocPoint *corners,
           uint32_t n_corners,
           uint32_t *n_points)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (DocPoint));
  DocRouteEnd last = *from;

  /* From corner to corner, and to the end. */
  doc_stretch_add (path, from->at);
  for (uint32_t i = 0; i <= n_corners; i++) {
    const DocRouteEnd next =
        i == n_corners ? *to : doc_route_at_point (corners[i], UINT32_MAX);

    if (!doc_is_same (last.at, next.at))
      append_leg (path, &(Search){.doc = doc,
                                  .from = &last,
                                  .to = &next,
                                  .wire = UINT32_MAX,
                                  .is_free = n_corners == 0});
    doc_stretch_add (path, next.at);
    last = next;
  }
  return finish (path, to->at, n_points);
}

DocPoint *
doc_route_onto (const DocModel *doc,
                const DocPort *port,
                const DocEdge *edges,
                uint32_t n_edges,
                uint32_t wire,
                uint32_t *n_points)
{
  const DocRouteEnd from = doc_route_at_port (port);
  GArray *path = g_array_new (FALSE, FALSE, sizeof (DocPoint));
  Search search = {.doc = doc,
                   .from = &from,
                   .edges = edges,
                   .n_edges = n_edges,
                   .wire = wire,
                   .is_free = true};

  doc_stretch_add (path, from.at);
  if (!doc_is_same (from.at, aim_of (&search)))
    append_leg (path, &search);
  return finish (path, from.at, n_points);
}

uint64_t
doc_route_effort (const DocModel *doc)
{
  return doc->n_visited;
}

uint64_t
doc_route_limit (DocModel *doc, uint64_t states)
{
  const uint64_t limit = doc->most_visited;

  doc->most_visited = states > 0 ? doc->n_visited + states : 0;
  return limit;
}

uint64_t
doc_route_limit_step (DocModel *doc)
{
  return doc->most_visited > 0 ? doc->most_visited : doc_route_limit (doc, step_most);
}

uint64_t
doc_route_limit_notes (DocModel *doc)
{
  const uint64_t limit = doc_route_limit_step (doc);

  doc->most_visited = MAX (doc->most_visited, step_most / 2 + 1) - step_most / 2;
  return limit;
}

void
doc_route_limit_again (DocModel *doc, uint64_t limit)
{
  doc->most_visited = limit;
}
