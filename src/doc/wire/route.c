/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orthogonal paths around items: the method A* (Hart, Nilsson and Raphael 1968) on the
 * lines that such a path has any reason to bend at: those through its ends and a little
 * way out of its ports, the ones midway, those beside the items in between, and the
 * lanes beside other wires on those lines. Each step from line to line has a price: its
 * length, a bend, and, so high that only a path without another way pays it, what would
 * run under a body or along another wire as if both were one. Where such a price had to
 * be paid, the search looks further around.
 *
 * How often it has to be paid from where to the goal is found out first, from the goal
 * outwards (Dijkstra 1959): without that, a search to a port in a pile of bodies
 * would visit all that is outside of it before it enters at all. */
#include "doc/wire/route.h"

#include <math.h>
#include <string.h>

#include "base/heap.h"
#include "doc/model-private.h"
#include "doc/wire/stretch.h"

enum { MAX_LINES = 256, MAX_ROUNDS = 4, N_DIRECTIONS = 4 };

static const double stub = 20;      /* straight out of a port, if there is room */
static const double clearance = 20; /* beside items */
static const double touch = 5;      /* a line nearer to a body lies on its edge */
static const double same = 0.5;     /* lines nearer to each other look like one */
static const double near_margin =
    120; /* around both ends: where a path is looked for */
static const double far_margin = 800;
static const double bend_cost = 60;    /* as so much length */
static const double tight_cost = 4;    /* of a bend within the stub, by what it lacks */
static const double lie_cost = 1e6;    /* of each step under a body, along a wire */
static const double front_cost = 1e4;  /* of a bend right before the port of another */
static const double off_middle = 1e-4; /* prefers the middle among equals */

static const DocPoint STEPS[N_DIRECTIONS] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

typedef struct {
  double least; /* of a path through the state */
  double cost;  /* up to it */
  uint32_t state;
} Entry;

typedef struct {
  double at[MAX_LINES]; /* in order */
  uint32_t n;
} Lines;

typedef struct {
  const DocModel *doc;
  BaseArena *arena; /* of this search */
  const DocRouteEnd *ends[2];
  double covered[2]; /* how far out of a port its way is covered by bodies */
  double straight[2];
  DocRect around;
  DocPoint middle;
  Lines x, y;
  double *level;    /* what a step costs beside its length, per node ix * y.n + iy: */
  double *plumb;    /* to the next x, to the next y */
  uint32_t *lies;   /* per node: steps at lie_cost that are left at least to the goal */
  double *cost;     /* per state: node * 4 + direction */
  uint32_t *before; /* the state it was reached from */
  GArray *heap;     /* Entry, least first */
} Search;

static int
by_least (gconstpointer left, gconstpointer right)
{
  const Entry *a = left, *b = right;

  if (a->least != b->least)
    return a->least < b->least ? -1 : 1;
  return (a->state > b->state) - (a->state < b->state);
}

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

/* ---- lines ---- */

static void
add_line (Lines *lines, double at)
{
  uint32_t i = lines->n;

  if (i == MAX_LINES)
    return;
  while (i > 0 && lines->at[i - 1] > at)
    i--;
  if (i > 0 && lines->at[i - 1] == at)
    return;
  memmove (&lines->at[i + 1], &lines->at[i], (lines->n++ - i) * sizeof (double));
  lines->at[i] = at;
}

/* The first line at or behind a place. */
static uint32_t
line_at (const Lines *lines, double at)
{
  uint32_t i = 0;

  while (i < lines->n && lines->at[i] < at)
    i++;
  return i;
}

/* The other lines lie within what is looked at. */
static void
add_lines (Search *s, DocRect box)
{
  const double x[2] = {box.x1, box.x2}, y[2] = {box.y1, box.y2};

  for (int k = 0; k < 2; k++) {
    if (x[k] > s->around.x1 && x[k] < s->around.x2)
      add_line (&s->x, x[k]);
    if (y[k] > s->around.y1 && y[k] < s->around.y2)
      add_line (&s->y, y[k]);
  }
}

/* How far to go straight out of a port: less if both face each other closely. */
static double
stub_length (const DocRouteEnd *a, const DocRouteEnd *b)
{
  double gap = (b->at.x - a->at.x) * a->outward.x + (b->at.y - a->at.y) * a->outward.y;
  bool facing = a->outward.x == -b->outward.x && a->outward.y == -b->outward.y;

  return facing && gap > 0 && gap < 2 * stub ? gap / 2 : stub;
}

static DocPoint
out_of (const DocRouteEnd *end, double by)
{
  return (DocPoint){end->at.x + by * end->outward.x, end->at.y + by * end->outward.y};
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

static void
find_lines (Search *s, const GArray *items)
{
  const DocPoint a = s->ends[0]->at, b = s->ends[1]->at;

  add_lines (s, (DocRect){a.x, a.y, b.x, b.y});
  add_lines (s, (DocRect){s->middle.x, s->middle.y, s->middle.x, s->middle.y});
  /* How far the bodies over a port reach, and straight ways out of that. */
  for (guint i = 0; i < items->len; i++)
    for (int k = 0; k < 2; k++)
      s->covered[k] = fmax (
          s->covered[k],
          way_out (s->ends[k], &s->doc->items[g_array_index (items, uint32_t, i)].box));
  for (int k = 0; k < 2; k++) {
    s->straight[k] = s->covered[k] + stub_length (s->ends[k], s->ends[!k]);
    for (double by = s->straight[k]; by > s->covered[k];
         by -= by > s->covered[k] + DOC_GRID ? DOC_GRID : DOC_GRID / 2) {
      DocPoint p = out_of (s->ends[k], by);

      add_lines (s, (DocRect){p.x, p.y, p.x, p.y});
    }
  }
  for (guint i = 0; i < items->len; i++) {
    /* Along the sides of all bodies, with clearance. */
    DocRect box =
        doc_grown (s->doc->items[g_array_index (items, uint32_t, i)].box, clearance);

    add_lines (s, (DocRect){doc_on_grid (box.x1), doc_on_grid (box.y1),
                            doc_on_grid (box.x2), doc_on_grid (box.y2)});
  }
}

/* ---- other wires ---- */

static bool
ends_at (const Search *s, const DocWire *wire, const DocRouteEnd *end)
{
  for (uint32_t k = 0; k < wire->n_ends; k++) {
    const DocPort *port = doc_end_port (s->doc, &wire->ends[k]);

    if (port != NULL && doc_is_same (port->at, end->at))
      return true;
  }
  return false;
}

/* The segments around of wires that are not joined with the path, as boxes. */
static GArray *
find_segments (const Search *s)
{
  g_autoptr (GArray) segments = doc_grid_segments (s->doc, s->around);
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (DocRect));
  uint32_t last = UINT32_MAX;
  bool is_joined = false;

  for (guint i = 0; i < segments->len; i++) {
    const DocSegment *segment = &g_array_index (segments, DocSegment, i);
    const DocWire *wire = &s->doc->wires[segment->wire];
    const DocRect box = doc_grid_segment_box (s->doc, segment);

    if (segment->wire != last)
      is_joined = segment->wire == s->ends[0]->wire ||
                  segment->wire == s->ends[1]->wire || ends_at (s, wire, s->ends[0]) ||
                  ends_at (s, wire, s->ends[1]);
    last = segment->wire;
    if (!is_joined)
      g_array_append_val (boxes, box);
  }
  return boxes;
}

static bool
has_line (const Lines *lines, double at)
{
  uint32_t i = line_at (lines, at - DOC_GRID + same);

  return i < lines->n && lines->at[i] < at + DOC_GRID - same;
}

/* Beside each line that another wire lies on there is a lane, which may be taken, too.
 */
static void
add_lanes (Search *s, const GArray *segments)
{
  for (uint32_t round = 0; round < MAX_ROUNDS; round++) {
    const uint32_t n = s->x.n + s->y.n;

    for (guint i = 0; i < segments->len; i++) {
      DocRect box = g_array_index (segments, DocRect, i);
      DocRect lanes = doc_grown (box, DOC_GRID);

      if (box.x1 == box.x2 && has_line (&s->x, box.x1))
        add_lines (s, (DocRect){lanes.x1, NAN, lanes.x2, NAN});
      if (box.y1 == box.y2 && has_line (&s->y, box.y1))
        add_lines (s, (DocRect){NAN, lanes.y1, NAN, lanes.y2});
    }
    if (s->x.n + s->y.n == n)
      return;
  }
}

/* ---- what a step costs ---- */

/* The lines inside of an interval, [begin, end), and the first step that reaches into
 * it. */
typedef struct {
  uint32_t begin, end, step;
} Range;

static Range
inside (const Lines *lines, double low, double high)
{
  uint32_t begin = line_at (lines, low), end = line_at (lines, high);

  if (begin < lines->n && lines->at[begin] == low)
    begin++;
  return (Range){begin, end, begin > 0 ? begin - 1 : 0};
}

/* Charges the steps through a box that are level, or plumb, or both. */
static void
charge (Search *s, DocRect box, bool level, bool plumb, double price)
{
  Range x = inside (&s->x, box.x1, box.x2), y = inside (&s->y, box.y1, box.y2);

  for (uint32_t i = x.step; level && i < x.end && i + 1 < s->x.n; i++)
    for (uint32_t k = y.begin; k < y.end; k++)
      s->level[i * s->y.n + k] += price;
  for (uint32_t i = x.begin; plumb && i < x.end; i++)
    for (uint32_t k = y.step; k < y.end && k + 1 < s->y.n; k++)
      s->plumb[i * s->y.n + k] += price;
}

static uint32_t
node_at (const Search *s, DocPoint p)
{
  return line_at (&s->x, p.x) * s->y.n + line_at (&s->y, p.y);
}

static DocPoint
point_of (const Search *s, uint32_t node)
{
  return (DocPoint){s->x.at[node / s->y.n], s->y.at[node % s->y.n]};
}

/* The price of the step from a node in a direction: it stands at the node that lies to
 * the left or above. */
static double *
step_price (const Search *s, uint32_t node, uint32_t direction)
{
  const uint32_t back = direction == 2 ? s->y.n : direction == 3;

  return &(direction % 2 == 0 ? s->level : s->plumb)[node - back];
}

static uint32_t
direction_of (DocPoint outward)
{
  for (uint32_t d = 0; d < N_DIRECTIONS; d++)
    if (outward.x * STEPS[d].x + outward.y * STEPS[d].y > 0.5)
      return d;
  return N_DIRECTIONS;
}

static uint32_t
next_node (const Search *s, uint32_t node, uint32_t direction)
{
  int32_t x = (int32_t) (node / s->y.n) + (int32_t) STEPS[direction].x;
  int32_t y = (int32_t) (node % s->y.n) + (int32_t) STEPS[direction].y;

  if (x < 0 || y < 0 || x >= (int32_t) s->x.n || y >= (int32_t) s->y.n)
    return UINT32_MAX;
  return (uint32_t) x * s->y.n + (uint32_t) y;
}

/* How far out of a port a point lies that is straight before it, else 0. */
static double
ahead (const DocRouteEnd *end, DocPoint p)
{
  double dx = p.x - end->at.x, dy = p.y - end->at.y;

  return dx * end->outward.y - dy * end->outward.x != 0
             ? 0
             : dx * end->outward.x + dy * end->outward.y;
}

/* The only way out of a port costs nothing, whatever lies there. */
static void
free_way_out (Search *s, int k)
{
  uint32_t d = direction_of (s->ends[k]->outward), next;
  uint32_t node = node_at (s, s->ends[k]->at);

  for (; d < N_DIRECTIONS && (next = next_node (s, node, d)) != UINT32_MAX;
       node = next) {
    if (ahead (s->ends[k], point_of (s, node)) > s->covered[k])
      break;
    *step_price (s, node, d) = 0;
  }
}

/* What is along a segment; crossing it is free. */
static void
charge_along (Search *s, DocRect segment, double price)
{
  charge (s, doc_grown (segment, same), segment.y1 == segment.y2,
          segment.x1 == segment.x2, price);
}

/* Sooner or later there will be paths out of the other ports. */
static void
keep_ports_free (Search *s, const DocItem *item)
{
  for (uint32_t i = 0; i < item->n_ports; i++) {
    const DocRouteEnd port = doc_route_at_port (&item->ports[i]);

    if (!doc_is_same (port.at, s->ends[0]->at) &&
        !doc_is_same (port.at, s->ends[1]->at))
      charge_along (s, doc_box (port.at, out_of (&port, DOC_GRID)), front_cost);
  }
}

static void
find_prices (Search *s, const GArray *items, const GArray *segments)
{
  s->level = base_arena_array (s->arena, double, s->x.n * s->y.n);
  s->plumb = base_arena_array (s->arena, double, s->x.n * s->y.n);
  for (guint i = 0; i < items->len; i++) {
    const DocItem *item = &s->doc->items[g_array_index (items, uint32_t, i)];

    charge (s, doc_grown (item->box, touch), true, true, lie_cost);
    keep_ports_free (s, item);
  }
  for (guint i = 0; i < segments->len; i++)
    charge_along (s, g_array_index (segments, DocRect, i), lie_cost);
  free_way_out (s, 0);
  free_way_out (s, 1);
}

/* ---- what is left ---- */

static void
reach_back (Search *s, uint32_t node, uint32_t lies)
{
  if (lies >= s->lies[node])
    return;
  s->lies[node] = lies;
  base_heap_push (s->heap, &(Entry){lies, 0, node}, by_least);
}

/* Until the start is reached; what was not before it is has no less than it. */
static void
count_lies (Search *s, uint32_t start, uint32_t goal)
{
  const uint32_t n = s->x.n * s->y.n;
  Entry entry = {0};

  s->lies = base_arena_array (s->arena, uint32_t, n);
  memset (s->lies, 0xff, n * sizeof *s->lies);
  reach_back (s, goal, 0);
  while (s->heap->len > 0 && s->lies[start] > entry.least) {
    base_heap_pop (s->heap, &entry, by_least);
    for (uint32_t d = 0; d < N_DIRECTIONS && entry.least == s->lies[entry.state]; d++) {
      const uint32_t next = next_node (s, entry.state, d);

      if (next != UINT32_MAX)
        reach_back (s, next,
                    s->lies[entry.state] +
                        (uint32_t) (*step_price (s, entry.state, d) / lie_cost));
    }
  }
  for (uint32_t i = 0; i < n; i++)
    s->lies[i] = MIN (s->lies[i], s->lies[start]);
  g_array_set_size (s->heap, 0);
}

/* ---- the search ---- */

static double
step_cost (Search *s, uint32_t node, uint32_t direction, uint32_t next)
{
  DocPoint a = point_of (s, node), b = point_of (s, next);
  double length = fabs (a.x - b.x) + fabs (a.y - b.y);
  double off = a.x == b.x ? fabs (a.x - s->middle.x) : fabs (a.y - s->middle.y);

  return length * (1 + off_middle * off) + *step_price (s, node, direction);
}

static double
bend_at (const Search *s, uint32_t node)
{
  DocPoint p = point_of (s, node);
  double cost = bend_cost;

  for (int k = 0; k < 2; k++) {
    double far = ahead (s->ends[k], p);

    if (far > 0 && far < s->straight[k])
      cost += tight_cost * (s->straight[k] - far);
  }
  return cost;
}

/* What is left from a node to the goal costs this at least. */
static double
rest_from (const Search *s, uint32_t node)
{
  const DocPoint p = point_of (s, node), goal = s->ends[1]->at;

  return fabs (p.x - goal.x) + fabs (p.y - goal.y) + s->lies[node] * lie_cost;
}

static void
reach (Search *s, uint32_t state, double cost, uint32_t from)
{
  if (cost >= s->cost[state])
    return;
  s->cost[state] = cost;
  s->before[state] = from;
  base_heap_push (s->heap,
                  &(Entry){cost + rest_from (s, state / N_DIRECTIONS), cost, state},
                  by_least);
}

/* A path leaves its first node the way that it was put there. */
static void
expand (Search *s, uint32_t state)
{
  uint32_t node = state / N_DIRECTIONS, direction = state % N_DIRECTIONS, next;
  bool is_first = s->before[state] == UINT32_MAX;

  for (uint32_t d = 0; d < N_DIRECTIONS; d++) {
    if ((d + 2) % N_DIRECTIONS == direction || (is_first && d != direction) ||
        (next = next_node (s, node, d)) == UINT32_MAX)
      continue;
    double cost = s->cost[state] + step_cost (s, node, d, next);
    reach (s, next * N_DIRECTIONS + d, d == direction ? cost : cost + bend_at (s, node),
           state);
  }
}

/* The last state of the cheapest path, which leaves and reaches ports outward;
 * UINT32_MAX: there is but one line, and no way to turn round on it. */
static uint32_t
search (Search *s)
{
  const uint32_t n_states = s->x.n * s->y.n * N_DIRECTIONS;
  const uint32_t start = node_at (s, s->ends[0]->at),
                 goal = node_at (s, s->ends[1]->at);
  const uint32_t leave = direction_of (s->ends[0]->outward);
  uint32_t arrive = direction_of (s->ends[1]->outward);

  if (arrive < N_DIRECTIONS)
    arrive = (arrive + 2) % N_DIRECTIONS;
  DocModel *owner = (DocModel *) s->doc; /* a count, no change of the model */

  count_lies (s, start, goal);
  s->cost = base_arena_array (s->arena, double, n_states);
  s->before = base_arena_array (s->arena, uint32_t, n_states);
  for (uint32_t i = 0; i < n_states; i++)
    s->cost[i] = INFINITY;
  for (uint32_t d = 0; d < N_DIRECTIONS; d++)
    if (leave == N_DIRECTIONS || leave == d)
      reach (s, start * N_DIRECTIONS + d, 0, UINT32_MAX);
  while (s->heap->len > 0) {
    Entry entry;

    base_heap_pop (s->heap, &entry, by_least);
    if (entry.cost > s->cost[entry.state])
      continue;
    owner->n_visited++;
    if (entry.state / N_DIRECTIONS == goal &&
        (arrive == N_DIRECTIONS || entry.state % N_DIRECTIONS == arrive))
      return entry.state;
    expand (s, entry.state);
  }
  return UINT32_MAX;
}

/* ---- paths ---- */

static void
append_found (GArray *path, const Search *s, uint32_t last)
{
  g_autoptr (GArray) reversed = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  for (uint32_t state = last; state != UINT32_MAX; state = s->before[state])
    g_array_append_val (reversed, state);
  for (guint i = reversed->len; i-- > 0;)
    doc_stretch_add (
        path, point_of (s, g_array_index (reversed, uint32_t, i) / N_DIRECTIONS));
}

/* Appends a path that is looked for within the margin. False if it is not clear. */
static bool
append_within (GArray *path, Search *s, double margin, bool is_free)
{
  const DocPoint a = s->ends[0]->at, b = s->ends[1]->at;
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (GArray) heap = g_array_new (FALSE, FALSE, sizeof (Entry));

  s->arena = arena;
  s->heap = heap;
  s->middle = (DocPoint){doc_on_grid ((a.x + b.x) / 2), doc_on_grid ((a.y + b.y) / 2)};
  s->around = doc_grown (doc_box (a, b), margin);
  g_autoptr (GArray) items = is_free ? doc_grid_items (s->doc, s->around)
                                     : g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (GArray) segments =
      is_free ? find_segments (s) : g_array_new (FALSE, FALSE, sizeof (DocRect));
  find_lines (s, items);
  add_lanes (s, segments);
  find_prices (s, items, segments);
  uint32_t last = search (s);
  bool is_clear = last == UINT32_MAX || s->cost[last] < lie_cost;
  if (is_clear || margin >= far_margin)
    append_found (path, s, last);
  return is_clear;
}

/* `is_free`: by no way that somebody has laid down. */
static void
append_leg (GArray *path,
            const DocModel *doc,
            const DocRouteEnd *a,
            const DocRouteEnd *b,
            bool is_free)
{
  doc_stretch_add (path, a->at);
  if (!doc_is_same (a->at, b->at) &&
      !append_within (path, &(Search){.doc = doc, .ends = {a, b}}, near_margin,
                      is_free))
    append_within (path, &(Search){.doc = doc, .ends = {a, b}}, far_margin, is_free);
  doc_stretch_add (path, b->at);
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

  for (uint32_t i = 0; i < n_corners; i++) {
    DocRouteEnd corner = doc_route_at_point (corners[i], UINT32_MAX);

    append_leg (path, doc, &last, &corner, false);
    last = corner;
  }
  append_leg (path, doc, &last, to, n_corners == 0);
  if (path->len == 1)
    g_array_append_val (path, to->at);
  *n_points = path->len;
  return (DocPoint *) (void *) g_array_free (path, FALSE);
}

uint64_t
doc_route_effort (const DocModel *doc)
{
  return doc->n_visited;
}
