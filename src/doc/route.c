/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orthogonal paths around items: Dijkstra's method (1959) on the lines that such a path
 * has any reason to bend at: those through its ends, the ones midway, and those beside
 * the items in between, and the lanes beside other wires on those lines. What is
 * crossed costs so much that only a path without another way does it, and so does what
 * would lie on another wire, as if both were one. */
#include "doc/route.h"

#include <math.h>

#include "doc/state.h"

enum {
  MAX_LINES = 96,
  MAX_OBSTACLES = 40,
  MAX_SEGMENTS = 128,
  MAX_ROUNDS = 4,
  N_DIRECTIONS = 4
};

static const double stub = 20;      /* straight out of a port */
static const double clearance = 20; /* beside items */
static const double margin = 120;   /* around both ends: where items are looked at */
static const double grid = 10;
static const double bend_cost = 60;    /* as so much length */
static const double cross_cost = 400;  /* of each segment inside an item */
static const double along_cost = 400;  /* of each segment that lies on another wire */
static const double off_middle = 1e-4; /* prefers the middle among equals */

static const DocPoint STEPS[N_DIRECTIONS] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

typedef struct {
  double cost;
  uint32_t state;
} Entry;

typedef struct {
  double x[MAX_LINES], y[MAX_LINES];
  uint32_t n_x, n_y;
  double middle_x, middle_y;
  DocRect obstacles[MAX_OBSTACLES];
  uint32_t n_obstacles;
  DocRect segments[MAX_SEGMENTS]; /* of other wires */
  uint32_t n_segments;
  double *cost;     /* per state: (ix * n_y + iy) * 4 + direction */
  uint32_t *before; /* the state it was reached from */
  GArray *heap;     /* Entry, least first */
} Search;

/* ---- the heap ---- */

static bool
is_less (const Entry *a, const Entry *b)
{
  return a->cost < b->cost || (a->cost == b->cost && a->state < b->state);
}

static void
heap_push (GArray *heap, Entry entry)
{
  g_array_append_val (heap, entry);
  Entry *e = (Entry *) (void *) heap->data;
  for (guint i = heap->len - 1; i > 0 && is_less (&e[i], &e[(i - 1) / 2]);
       i = (i - 1) / 2) {
    Entry swap = e[i];

    e[i] = e[(i - 1) / 2];
    e[(i - 1) / 2] = swap;
  }
}

static Entry
heap_pop (GArray *heap)
{
  Entry *e = (Entry *) (void *) heap->data, least = e[0];
  guint n = heap->len - 1, i = 0;

  e[0] = e[n];
  g_array_set_size (heap, n);
  for (guint k; (k = 2 * i + 1) < n; i = k) {
    if (k + 1 < n && is_less (&e[k + 1], &e[k]))
      k++;
    if (!is_less (&e[k], &e[i]))
      break;
    Entry swap = e[i];
    e[i] = e[k];
    e[k] = swap;
  }
  return least;
}

/* ---- lines ---- */

static void
add_line (double *lines, uint32_t *n, double at)
{
  uint32_t i = *n;

  if (*n == MAX_LINES)
    return;
  for (uint32_t k = 0; k < *n; k++)
    if (lines[k] == at)
      return;
  for (; i > 0 && lines[i - 1] > at; i--)
    lines[i] = lines[i - 1];
  lines[i] = at;
  (*n)++;
}

static uint32_t
line_of (const double *lines, uint32_t n, double at)
{
  for (uint32_t i = 0; i < n; i++)
    if (lines[i] == at)
      return i;
  g_assert_not_reached ();
}

static double
on_grid (double value)
{
  return grid * round (value / grid);
}

static void
find_obstacles (Search *s, const DocModel *doc, DocPoint a, DocPoint b)
{
  DocRect around = {fmin (a.x, b.x) - margin, fmin (a.y, b.y) - margin,
                    fmax (a.x, b.x) + margin, fmax (a.y, b.y) + margin};
  g_autoptr (GArray) items = doc_grid_items (doc, around);

  for (guint i = 0; i < items->len && s->n_obstacles < MAX_OBSTACLES; i++) {
    DocRect box = doc->items[g_array_index (items, uint32_t, i)].box;

    s->obstacles[s->n_obstacles++] = box;
    add_line (s->x, &s->n_x, on_grid (box.x1 - clearance));
    add_line (s->x, &s->n_x, on_grid (box.x2 + clearance));
    add_line (s->y, &s->n_y, on_grid (box.y1 - clearance));
    add_line (s->y, &s->n_y, on_grid (box.y2 + clearance));
  }
}

static void
find_lines (Search *s, const DocModel *doc, DocPoint a, DocPoint b)
{
  s->middle_x = on_grid ((a.x + b.x) / 2);
  s->middle_y = on_grid ((a.y + b.y) / 2);
  add_line (s->x, &s->n_x, a.x);
  add_line (s->x, &s->n_x, b.x);
  add_line (s->x, &s->n_x, s->middle_x);
  add_line (s->y, &s->n_y, a.y);
  add_line (s->y, &s->n_y, b.y);
  add_line (s->y, &s->n_y, s->middle_y);
  find_obstacles (s, doc, a, b);
}

/* ---- other wires ---- */

static DocRect
segment_box (const DocEdge *edge, uint32_t k)
{
  DocPoint a = edge->points[k], b = edge->points[k + 1];

  return (DocRect){fmin (a.x, b.x), fmin (a.y, b.y), fmax (a.x, b.x), fmax (a.y, b.y)};
}

static bool
touches (const DocRect *a, const DocRect *b)
{
  return a->x1 <= b->x2 && a->x2 >= b->x1 && a->y1 <= b->y2 && a->y2 >= b->y1;
}

/* Whether the wire begins, ends or passes there: it is joined with the path then. */
static bool
is_at (const DocWire *wire, DocPoint at)
{
  DocRect point = {at.x, at.y, at.x, at.y};

  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 0; k + 1 < wire->edges[e].n_points; k++) {
      DocRect box = segment_box (&wire->edges[e], k);

      if (touches (&box, &point))
        return true;
    }
  return false;
}

static void
add_segments (Search *s, const DocWire *wire, const DocRect *around)
{
  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 0; k + 1 < wire->edges[e].n_points; k++) {
      DocRect box = segment_box (&wire->edges[e], k);

      if (s->n_segments < MAX_SEGMENTS && touches (&box, around))
        s->segments[s->n_segments++] = box;
    }
}

/* The wires around that are not joined with the path from a to b. */
static void
find_segments (Search *s, const DocModel *doc, DocPoint a, DocPoint b)
{
  DocRect around = {fmin (a.x, b.x) - margin, fmin (a.y, b.y) - margin,
                    fmax (a.x, b.x) + margin, fmax (a.y, b.y) + margin};

  for (uint32_t w = 0; w < doc->n_wires && s->n_segments < MAX_SEGMENTS; w++)
    if (!is_at (&doc->wires[w], a) && !is_at (&doc->wires[w], b))
      add_segments (s, &doc->wires[w], &around);
}

static bool
has_line (const double *lines, uint32_t n, double at)
{
  for (uint32_t i = 0; i < n; i++)
    if (lines[i] == at)
      return true;
  return false;
}

/* Beside each line that another wire lies on there is a lane, which may be taken, too.
 */
static void
add_lanes (Search *s)
{
  for (uint32_t round = 0; round < MAX_ROUNDS; round++) {
    const uint32_t n = s->n_x + s->n_y;

    for (uint32_t i = 0; i < s->n_segments; i++) {
      const DocRect *box = &s->segments[i];

      if (box->x1 == box->x2 && has_line (s->x, s->n_x, box->x1)) {
        add_line (s->x, &s->n_x, box->x1 - grid);
        add_line (s->x, &s->n_x, box->x1 + grid);
      }
      if (box->y1 == box->y2 && has_line (s->y, s->n_y, box->y1)) {
        add_line (s->y, &s->n_y, box->y1 - grid);
        add_line (s->y, &s->n_y, box->y1 + grid);
      }
    }
    if (s->n_x + s->n_y == n)
      return;
  }
}

/* The cost of what lies on other wires between two points. */
static double
along (const Search *s, const DocRect *way)
{
  double cost = 0;

  for (uint32_t i = 0; i < s->n_segments; i++) {
    const DocRect *box = &s->segments[i];

    if (touches (way, box) && ((way->x1 == way->x2 && box->x1 == box->x2) ||
                               (way->y1 == way->y2 && box->y1 == box->y2)))
      cost += along_cost;
  }
  return cost;
}

/* ---- the search ---- */

static DocPoint
point_of (const Search *s, uint32_t state)
{
  uint32_t node = state / N_DIRECTIONS;

  return (DocPoint){s->x[node / s->n_y], s->y[node % s->n_y]};
}

static double
crossing (const Search *s, DocPoint a, DocPoint b)
{
  double x1 = fmin (a.x, b.x), x2 = fmax (a.x, b.x);
  double y1 = fmin (a.y, b.y), y2 = fmax (a.y, b.y), cost = 0;

  for (uint32_t i = 0; i < s->n_obstacles; i++) {
    const DocRect *box = &s->obstacles[i];

    if (x2 > box->x1 && x1 < box->x2 && y2 > box->y1 && y1 < box->y2)
      cost += cross_cost;
  }
  return cost;
}

static double
step_cost (const Search *s, DocPoint a, DocPoint b)
{
  double length = fabs (a.x - b.x) + fabs (a.y - b.y);
  double off = a.x == b.x ? fabs (a.x - s->middle_x) : fabs (a.y - s->middle_y);

  DocRect way = {fmin (a.x, b.x), fmin (a.y, b.y), fmax (a.x, b.x), fmax (a.y, b.y)};

  return length * (1 + off_middle * off) + crossing (s, a, b) + along (s, &way);
}

static void
reach (Search *s, uint32_t state, double cost, uint32_t from)
{
  if (cost >= s->cost[state])
    return;
  s->cost[state] = cost;
  s->before[state] = from;
  heap_push (s->heap, (Entry){cost, state});
}

static void
expand (Search *s, uint32_t state)
{
  uint32_t node = state / N_DIRECTIONS, direction = state % N_DIRECTIONS;
  int32_t ix = (int32_t) (node / s->n_y), iy = (int32_t) (node % s->n_y);
  DocPoint here = point_of (s, state);

  for (uint32_t d = 0; d < N_DIRECTIONS; d++) {
    int32_t x = ix + (int32_t) STEPS[d].x, y = iy + (int32_t) STEPS[d].y;

    if ((d + 2) % N_DIRECTIONS == direction || x < 0 || y < 0 ||
        x >= (int32_t) s->n_x || y >= (int32_t) s->n_y)
      continue;
    uint32_t next = ((uint32_t) x * s->n_y + (uint32_t) y) * N_DIRECTIONS + d;
    double cost = s->cost[state] + step_cost (s, here, point_of (s, next));
    reach (s, next, cost + (d == direction ? 0 : bend_cost), state);
  }
}

static uint32_t
direction_of (DocPoint outward)
{
  for (uint32_t d = 0; d < N_DIRECTIONS; d++)
    if (outward.x * STEPS[d].x + outward.y * STEPS[d].y > 0.5)
      return d;
  return N_DIRECTIONS;
}

/* From `a`, leaving in direction `leave` (N_DIRECTIONS: any), to `b`, where moving in
 * direction `arrive` costs no bend. Returns the last state. */
static uint32_t
search (Search *s, DocPoint a, uint32_t leave, DocPoint b, uint32_t arrive)
{
  uint32_t n_states = s->n_x * s->n_y * N_DIRECTIONS;
  uint32_t start = line_of (s->x, s->n_x, a.x) * s->n_y + line_of (s->y, s->n_y, a.y);
  uint32_t goal = line_of (s->x, s->n_x, b.x) * s->n_y + line_of (s->y, s->n_y, b.y);
  uint32_t best = UINT32_MAX;
  double least = INFINITY;

  s->cost = g_new (double, n_states);
  s->before = g_new (uint32_t, n_states);
  s->heap = g_array_new (FALSE, FALSE, sizeof (Entry));
  for (uint32_t i = 0; i < n_states; i++)
    s->cost[i] = INFINITY;
  for (uint32_t d = 0; d < N_DIRECTIONS; d++)
    if (leave == N_DIRECTIONS || leave == d)
      reach (s, start * N_DIRECTIONS + d, 0, UINT32_MAX);
  while (s->heap->len > 0) {
    Entry entry = heap_pop (s->heap);

    if (entry.cost >= least)
      break;
    if (entry.cost > s->cost[entry.state])
      continue;
    if (entry.state / N_DIRECTIONS == goal) {
      uint32_t d = entry.state % N_DIRECTIONS;
      bool turns_back = arrive < N_DIRECTIONS && d == (arrive + 2) % N_DIRECTIONS;
      double cost = entry.cost + (arrive == N_DIRECTIONS || d == arrive ? 0
                                  : turns_back                          ? 10 * bend_cost
                                                                        : bend_cost);

      if (cost < least) {
        least = cost;
        best = entry.state;
      }
    }
    expand (s, entry.state);
  }
  return best;
}

/* ---- paths ---- */

/* Appends, leaving out doubles, corners on a straight line and ways there and back. */
static void
append (GArray *path, DocPoint p)
{
  const DocPoint *points = (const DocPoint *) (void *) path->data;
  guint n = path->len;

  for (; n > 0; n--) {
    DocPoint b = points[n - 1];

    if (b.x == p.x && b.y == p.y) {
      g_array_set_size (path, n);
      return;
    }
    if (n == 1 || !((points[n - 2].x == b.x && b.x == p.x) ||
                    (points[n - 2].y == b.y && b.y == p.y)))
      break;
  }
  g_array_set_size (path, n);
  g_array_append_val (path, p);
}

static void
append_found (GArray *path, const Search *s, uint32_t last)
{
  g_autoptr (GArray) reversed = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  for (uint32_t state = last; state != UINT32_MAX; state = s->before[state])
    g_array_append_val (reversed, state);
  for (guint i = reversed->len; i-- > 0;)
    append (path, point_of (s, g_array_index (reversed, uint32_t, i)));
}

/* How far to go straight out of a port: less if both face each other closely. */
static double
stub_length (DocPoint a, DocPoint out_a, DocPoint b, DocPoint out_b)
{
  double gap = (b.x - a.x) * out_a.x + (b.y - a.y) * out_a.y;
  bool facing = out_a.x == -out_b.x && out_a.y == -out_b.y;

  return facing && gap > 0 && gap < 2 * stub ? gap / 2 : stub;
}

/* Two ports that face each other in line, with nothing between. */
static bool
is_straight (const DocModel *doc, const DocPort *a, const DocPort *b)
{
  double dx = b->at.x - a->at.x, dy = b->at.y - a->at.y;
  double gap = dx * a->outward.x + dy * a->outward.y;

  if (gap <= 0 || a->outward.x != -b->outward.x || a->outward.y != -b->outward.y ||
      fabs (dx) + fabs (dy) != gap)
    return false;
  DocRect way = {fmin (a->at.x, b->at.x), fmin (a->at.y, b->at.y),
                 fmax (a->at.x, b->at.x), fmax (a->at.y, b->at.y)};
  g_autoptr (GArray) between = doc_grid_items (doc, way);
  return between->len == 0;
}

static void
append_leg (GArray *path,
            const DocModel *doc,
            const DocPort *a,
            const DocPort *b,
            bool with_obstacles)
{
  double length = stub_length (a->at, a->outward, b->at, b->outward);
  DocPoint from = {a->at.x + length * a->outward.x, a->at.y + length * a->outward.y};
  DocPoint to = {b->at.x + length * b->outward.x, b->at.y + length * b->outward.y};
  uint32_t leave = direction_of (a->outward), arrive = direction_of (b->outward);
  Search s = {0};

  if (is_straight (doc, a, b) || (a->at.x == b->at.x && a->at.y == b->at.y)) {
    append (path, a->at);
    append (path, b->at);
    return;
  }
  if (arrive < N_DIRECTIONS)
    arrive = (arrive + 2) % N_DIRECTIONS;
  find_lines (&s, doc, from, to);
  if (with_obstacles)
    find_segments (&s, doc, a->at, b->at);
  else
    s.n_obstacles = 0;
  add_lanes (&s);
  append (path, a->at);
  append_found (path, &s, search (&s, from, leave, to, arrive));
  append (path, b->at);
  g_free (s.cost);
  g_free (s.before);
  g_array_unref (s.heap);
}

/* shape: two ends with their directions, and corners */
DocPoint *
doc_route (const DocModel *doc,
           DocPoint from,
           DocPoint from_outward,
           DocPoint to,
           DocPoint to_outward,
           const DocPoint *corners,
           uint32_t n_corners,
           uint32_t *n_points)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (DocPoint));
  DocPort last = {.at = from, .outward = from_outward};

  for (uint32_t i = 0; i < n_corners; i++) {
    DocPort corner = {.at = corners[i]};

    append_leg (path, doc, &last, &corner, false);
    last = corner;
  }
  append_leg (path, doc, &last, &(DocPort){.at = to, .outward = to_outward},
              n_corners == 0);
  if (path->len == 1)
    g_array_append_val (path, to);
  *n_points = path->len;
  return (DocPoint *) (void *) g_array_free (path, FALSE);
}
