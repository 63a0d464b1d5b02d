/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cheapest orthogonal path: A* (Hart, Nilsson and Raphael 1968) over the crossings
 * of the lines and the direction in which each is passed, guided by the distance that
 * is left and by the bends that it takes at least (Wybrow, Marriott and Stuckey 2009,
 * section 3). What a path has to pay for faults is found out first, in units of the
 * least, from the goals outwards (Dijkstra 1959): without that, a search to a port in a
 * pile of bodies would visit all that is outside of it before it enters at all. */
#include "doc/wire/mesh.h"

#include <math.h>
#include <string.h>

#include "base/heap.h"
#include "base/vec.h"
#include "doc/model-private.h"
#include "doc/wire/price.h"
#include "doc/wire/stretch.h"

/* States that cost as much to lay out as one to visit. */
enum { PER_VISIT = 32 };

enum { MAX_LINES = 256, MAX_ROUNDS = 4, N_DIRECTIONS = 4, ANY = N_DIRECTIONS };

static const double tight_price = 4;   /* of a bend where it is to be straight, by what
                                          it lacks */
static const double off_middle = 1e-5; /* of length, by what it is off the middle */

static const DocPoint STEPS[N_DIRECTIONS] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

typedef struct {
  double at[MAX_LINES]; /* in order */
  uint32_t n;
} Lines;

typedef struct {
  double least; /* of a path through the state */
  double cost;  /* up to it */
  uint32_t state;
} Entry;

typedef struct {
  DocPoint from, ahead;
  double far;
} Straight;

/* How a state was reached at least. */
typedef struct {
  double cost;
  uint32_t before; /* 1 + the state that it was reached from; 0: not yet */
} Reached;

struct DocMesh {
  BaseArena *arena;
  DocRect around;
  DocPoint middle; /* NAN: none is preferred */
  Lines x, y;
  double *level; /* what a step costs beside its length, per node ix * y.n + iy: */
  double *plumb; /* to the next x, to the next y */
  uint8_t
      *arrival;  /* per node: the directions in which a path may end there, as bits */
  DocRect goals; /* holds all of them */
  uint8_t arrivals; /* in which they may be reached */
  bool is_onto;     /* goals are lines */
  BASE_VEC (Straight) straights;
  uint32_t *faults; /* per node: DOC_PRICE_NEAR that are left at least to the goal */
  Reached *reached; /* per state: node * 4 + direction */
  GArray *heap;     /* Entry, least first */
};

DocMesh *
doc_mesh_new (BaseArena *arena, DocRect around)
{
  DocMesh *mesh = base_arena_new0 (arena, DocMesh);

  mesh->arena = arena;
  mesh->around = around;
  mesh->middle = (DocPoint){NAN, NAN};
  mesh->goals = DOC_RECT_NONE;
  return mesh;
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
  uint32_t low = 0, high = lines->n;

  while (low < high) {
    const uint32_t middle = (low + high) / 2;

    if (lines->at[middle] < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void
doc_mesh_add_lines (DocMesh *mesh, DocRect box)
{
  const double x[2] = {box.x1, box.x2}, y[2] = {box.y1, box.y2};

  for (int k = 0; k < 2; k++) {
    if (x[k] > mesh->around.x1 && x[k] < mesh->around.x2)
      add_line (&mesh->x, x[k]);
    if (y[k] > mesh->around.y1 && y[k] < mesh->around.y2)
      add_line (&mesh->y, y[k]);
  }
}

static bool
has_line (const Lines *lines, double at)
{
  uint32_t i = line_at (lines, at - DOC_LANE + DOC_SAME);

  return i < lines->n && lines->at[i] < at + DOC_LANE - DOC_SAME;
}

void
doc_mesh_add_lanes (DocMesh *mesh, const DocRect *segments, uint32_t n)
{
  for (uint32_t round = 0; round < MAX_ROUNDS; round++) {
    const uint32_t n_lines = mesh->x.n + mesh->y.n;

    for (uint32_t i = 0; i < n; i++) {
      const DocRect box = segments[i], lanes = doc_grown (box, DOC_LANE);

      if (box.x1 == box.x2 && has_line (&mesh->x, box.x1))
        doc_mesh_add_lines (mesh, (DocRect){lanes.x1, NAN, lanes.x2, NAN});
      if (box.y1 == box.y2 && has_line (&mesh->y, box.y1))
        doc_mesh_add_lines (mesh, (DocRect){NAN, lanes.y1, NAN, lanes.y2});
    }
    if (mesh->x.n + mesh->y.n == n_lines)
      return;
  }
}

/* ---- nodes ---- */

static uint32_t
node_at (const DocMesh *mesh, DocPoint p)
{
  return line_at (&mesh->x, p.x) * mesh->y.n + line_at (&mesh->y, p.y);
}

static DocPoint
point_of (const DocMesh *mesh, uint32_t node)
{
  return (DocPoint){mesh->x.at[node / mesh->y.n], mesh->y.at[node % mesh->y.n]};
}

static uint32_t
direction_of (DocPoint ahead)
{
  for (uint32_t d = 0; d < N_DIRECTIONS; d++)
    if (ahead.x * STEPS[d].x + ahead.y * STEPS[d].y > 0.5)
      return d;
  return ANY;
}

static uint32_t
next_node (const DocMesh *mesh, uint32_t node, uint32_t direction)
{
  const uint32_t x = node / mesh->y.n, y = node % mesh->y.n;

  switch (direction) {
  case 0:
    return x + 1 < mesh->x.n ? node + mesh->y.n : UINT32_MAX;
  case 1:
    return y + 1 < mesh->y.n ? node + 1 : UINT32_MAX;
  case 2:
    return x > 0 ? node - mesh->y.n : UINT32_MAX;
  default:
    return y > 0 ? node - 1 : UINT32_MAX;
  }
}

/* ---- prices ---- */

static void
begin_prices (DocMesh *mesh)
{
  if (mesh->level != NULL)
    return;
  const uint32_t n = mesh->x.n * mesh->y.n;

  mesh->level = base_arena_array (mesh->arena, double, n);
  mesh->plumb = base_arena_array (mesh->arena, double, n);
  mesh->arrival = base_arena_array (mesh->arena, uint8_t, n);
}

/* The price of the step from a node in a direction: it stands at the node that lies to
 * the left or above. */
static double *
step_price (const DocMesh *mesh, uint32_t node, uint32_t direction)
{
  const uint32_t back = direction == 2 ? mesh->y.n : direction == 3;

  return &(direction % 2 == 0 ? mesh->level : mesh->plumb)[node - back];
}

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

void
doc_mesh_charge (DocMesh *mesh, DocRect box, bool level, bool plumb, double price)
{
  const Range x = inside (&mesh->x, box.x1, box.x2);
  const Range y = inside (&mesh->y, box.y1, box.y2);

  begin_prices (mesh);
  for (uint32_t i = x.step; level && i < x.end && i + 1 < mesh->x.n; i++)
    for (uint32_t k = y.begin; k < y.end; k++)
      mesh->level[i * mesh->y.n + k] += price;
  for (uint32_t i = x.begin; plumb && i < x.end; i++)
    for (uint32_t k = y.step; k < y.end && k + 1 < mesh->y.n; k++)
      mesh->plumb[i * mesh->y.n + k] += price;
}

void
doc_mesh_charge_along (DocMesh *mesh, DocRect segment, double reach, double price)
{
  doc_mesh_charge (mesh, doc_grown (segment, reach), segment.y1 == segment.y2,
                   segment.x1 == segment.x2, price);
}

void
doc_mesh_charge_across (DocMesh *mesh, DocRect segment, double price)
{
  const Range x = inside (&mesh->x, segment.x1, segment.x2);
  const Range y = inside (&mesh->y, segment.y1, segment.y2);
  const uint32_t at_x = line_at (&mesh->x, segment.x1);
  const uint32_t at_y = line_at (&mesh->y, segment.y1);

  /* The one step that comes to the segment or over it. */
  begin_prices (mesh);
  for (uint32_t i = x.begin; segment.y1 == segment.y2 && i < x.end; i++)
    if (at_y > 0 && at_y < mesh->y.n)
      mesh->plumb[i * mesh->y.n + at_y - 1] += price;
  for (uint32_t k = y.begin; segment.x1 == segment.x2 && k < y.end; k++)
    if (at_x > 0 && at_x < mesh->x.n)
      mesh->level[(at_x - 1) * mesh->y.n + k] += price;
}

/* How far ahead of a point another lies, 0 if it is not straight ahead. */
static double
far_ahead (DocPoint from, DocPoint ahead, DocPoint p)
{
  const double dx = p.x - from.x, dy = p.y - from.y;

  return dx * ahead.y - dy * ahead.x != 0 ? 0 : dx * ahead.x + dy * ahead.y;
}

void
doc_mesh_free_way (DocMesh *mesh, DocPoint from, DocPoint ahead, double far)
{
  const uint32_t d = direction_of (ahead);
  uint32_t node = node_at (mesh, from), next;

  begin_prices (mesh);
  for (; d < ANY && (next = next_node (mesh, node, d)) != UINT32_MAX; node = next) {
    if (far_ahead (from, ahead, point_of (mesh, node)) > far)
      break;
    *step_price (mesh, node, d) = 0;
  }
}

void
doc_mesh_keep_straight (DocMesh *mesh, DocPoint from, DocPoint ahead, double far)
{
  base_vec_push (mesh->arena, mesh->straights, (Straight){from, ahead, far});
}

void
doc_mesh_prefer (DocMesh *mesh, DocPoint middle)
{
  mesh->middle = middle;
}

/* ---- goals ---- */

static void
add_goal (DocMesh *mesh, uint32_t node, uint8_t arrivals)
{
  const DocPoint p = point_of (mesh, node);

  mesh->arrival[node] |= arrivals;
  mesh->arrivals |= arrivals;
  mesh->goals = doc_rect_join (mesh->goals, doc_box (p, p));
}

void
doc_mesh_add_goal (DocMesh *mesh, DocPoint at, DocPoint ahead)
{
  const uint32_t d = direction_of (ahead);

  begin_prices (mesh);
  add_goal (mesh, node_at (mesh, at), d == ANY ? 0xF : (uint8_t) (1 << d));
}

void
doc_mesh_add_goal_line (DocMesh *mesh, DocRect segment)
{
  begin_prices (mesh);
  mesh->is_onto = true;
  for (uint32_t x = line_at (&mesh->x, segment.x1);
       x < mesh->x.n && mesh->x.at[x] <= segment.x2; x++)
    for (uint32_t y = line_at (&mesh->y, segment.y1);
         y < mesh->y.n && mesh->y.at[y] <= segment.y2; y++)
      add_goal (mesh, x * mesh->y.n + y, 0xF);
}

/* ---- what is left ---- */

static int
by_least (gconstpointer left, gconstpointer right)
{
  const Entry *a = left, *b = right;

  if (a->least != b->least)
    return a->least < b->least ? -1 : 1;
  if (a->cost != b->cost) /* nearer to the goal */
    return a->cost > b->cost ? -1 : 1;
  return (a->state > b->state) - (a->state < b->state);
}

/* What is reached for nothing comes next, the rest by the heap. */
static void
reach_back (DocMesh *mesh, uint32_t node, uint32_t faults, GArray *next)
{
  if (faults >= mesh->faults[node])
    return;
  mesh->faults[node] = faults;
  if (next != NULL)
    g_array_append_val (next, node);
  else
    base_heap_push (mesh->heap, &(Entry){faults, 0, node}, sizeof (Entry), by_least);
}

/* From the nodes in `next` on, all of which have the same left. */
static void
reach_back_from (DocMesh *mesh, GArray *next)
{
  while (next->len > 0) {
    const uint32_t node = g_array_index (next, uint32_t, next->len - 1);

    g_array_set_size (next, next->len - 1);
    for (uint32_t d = 0; d < N_DIRECTIONS; d++) {
      const uint32_t beside = next_node (mesh, node, d);

      if (beside == UINT32_MAX)
        continue;
      const double price = *step_price (mesh, node, d);
      const uint32_t faults =
          price < DOC_PRICE_NEAR ? 0 : (uint32_t) (price / DOC_PRICE_NEAR);
      reach_back (mesh, beside, mesh->faults[node] + faults, faults == 0 ? next : NULL);
    }
  }
}

/* Until the start is reached; what was not before it is has no less than it. */
static void
count_faults (DocMesh *mesh, uint32_t start)
{
  const uint32_t n = mesh->x.n * mesh->y.n;
  g_autoptr (GArray) next = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  Entry entry = {0};

  mesh->faults = base_arena_array (mesh->arena, uint32_t, n);
  memset (mesh->faults, 0xff, n * sizeof *mesh->faults);
  for (uint32_t node = 0; node < n; node++)
    if (mesh->arrival[node] != 0)
      reach_back (mesh, node, 0, next);
  reach_back_from (mesh, next);
  while (mesh->heap->len > 0 && mesh->faults[start] > entry.least) {
    base_heap_pop (mesh->heap, &entry, sizeof entry, by_least);
    if (entry.least > mesh->faults[entry.state])
      continue;
    g_array_append_val (next, entry.state);
    reach_back_from (mesh, next);
  }
  for (uint32_t i = 0; i < n; i++)
    mesh->faults[i] = MIN (mesh->faults[i], mesh->faults[start]);
  g_array_set_size (mesh->heap, 0);
}

/* How many bends a path has at least that goes in one direction and is to go in another
 * when it has come so far ahead and so far to the right. */
static uint32_t
bends_to (uint32_t direction, uint32_t arrival, double dx, double dy)
{
  const DocPoint d = STEPS[direction], a = STEPS[arrival];
  const double ahead = dx * d.x + dy * d.y, aside = dx * d.y - dy * d.x;

  if (arrival == direction)
    return ahead < 0 ? 4 : aside == 0 ? 0 : 2;
  if ((arrival + 2) % N_DIRECTIONS == direction)
    return aside != 0 ? 2 : 4;
  return ahead >= 0 && dx * a.x + dy * a.y >= 0 ? 1 : 3;
}

/* What is left from a state to a goal costs this at least. */
static double
rest_from (const DocMesh *mesh, uint32_t state)
{
  const uint32_t node = state / N_DIRECTIONS;
  const DocPoint p = point_of (mesh, node);
  const double dx = CLAMP (p.x, mesh->goals.x1, mesh->goals.x2) - p.x;
  const double dy = CLAMP (p.y, mesh->goals.y1, mesh->goals.y2) - p.y;
  uint32_t bends = mesh->is_onto ? 0 : 4;

  for (uint32_t d = 0; d < N_DIRECTIONS && bends > 0; d++)
    if (mesh->arrivals & 1 << d)
      bends = MIN (bends, bends_to (state % N_DIRECTIONS, d, dx, dy));
  return fabs (dx) + fabs (dy) + bends * DOC_PRICE_BEND +
         mesh->faults[node] * DOC_PRICE_NEAR;
}

double
doc_mesh_least (DocPoint from, DocPoint ahead, DocPoint to, DocPoint arrive)
{
  const double dx = to.x - from.x, dy = to.y - from.y;

  return fabs (dx) + fabs (dy) +
         bends_to (direction_of (ahead), direction_of (arrive), dx, dy) *
             DOC_PRICE_BEND;
}

/* ---- the search ---- */

static double
step_cost (const DocMesh *mesh, uint32_t node, uint32_t direction, uint32_t next)
{
  const DocPoint a = point_of (mesh, node), b = point_of (mesh, next);
  const double length = fabs (a.x - b.x) + fabs (a.y - b.y);
  const double off =
      a.x == b.x ? fabs (a.x - mesh->middle.x) : fabs (a.y - mesh->middle.y);

  return length * (1 + (isnan (off) ? 0 : off_middle * off)) +
         *step_price (mesh, node, direction);
}

/* What it costs to bend or to end at a node because it should be passed straight. */
static double
tightness (const DocMesh *mesh, uint32_t node)
{
  const DocPoint p = point_of (mesh, node);
  double cost = 0;

  for (uint32_t k = 0; k < mesh->straights.n; k++) {
    const Straight *s = &mesh->straights.at[k];
    const double far = far_ahead (s->from, s->ahead, p);

    if (far > 0 && far < s->far)
      cost += tight_price * (s->far - far);
  }
  return cost;
}

static bool
is_less (const DocMesh *mesh, double cost, uint32_t state)
{
  return mesh->reached[state].before == 0 || cost < mesh->reached[state].cost;
}

/* From the state before it; the first one from itself. */
static void
reach (DocMesh *mesh, uint32_t state, double cost, double rest, uint32_t from)
{
  if (!is_less (mesh, cost, state))
    return;
  mesh->reached[state] = (Reached){cost, from + 1};
  base_heap_push (mesh->heap, &(Entry){cost + rest, cost, state}, sizeof (Entry),
                  by_least);
}

/* A path leaves its first node the way that it was put there. */
static void
expand (DocMesh *mesh, uint32_t state)
{
  const uint32_t node = state / N_DIRECTIONS, direction = state % N_DIRECTIONS;
  const Reached here = mesh->reached[state];
  const bool is_first = here.before == state + 1;
  const double bend = DOC_PRICE_BEND + tightness (mesh, node);
  const uint32_t end = mesh->x.n * mesh->y.n * N_DIRECTIONS;

  if (mesh->arrival[node] & 1 << direction)
    reach (mesh, end, here.cost + (mesh->is_onto ? bend - DOC_PRICE_BEND : 0), 0,
           state);
  for (uint32_t d = 0; d < N_DIRECTIONS; d++) {
    const uint32_t next = next_node (mesh, node, d);

    if ((d + 2) % N_DIRECTIONS == direction || (is_first && d != direction) ||
        next == UINT32_MAX)
      continue;
    const double cost =
        here.cost + step_cost (mesh, node, d, next) + (d == direction ? 0 : bend);
    if (is_less (mesh, cost, next * N_DIRECTIONS + d))
      reach (mesh, next * N_DIRECTIONS + d, cost,
             rest_from (mesh, next * N_DIRECTIONS + d), state);
  }
}

/* Goes on until the end, which comes behind all states, is the least. */
static uint64_t
visit (DocMesh *mesh, uint32_t end)
{
  uint64_t n_visited = 0;
  Entry entry;

  while (mesh->heap->len > 0) {
    base_heap_pop (mesh->heap, &entry, sizeof entry, by_least);
    if (entry.state == end)
      break;
    if (entry.cost > mesh->reached[entry.state].cost)
      continue;
    n_visited++;
    expand (mesh, entry.state);
  }
  return n_visited;
}

/* Returns what its faults cost. */
static double
append_found (GArray *path, const DocMesh *mesh, uint32_t last)
{
  double faults = 0;
  g_autoptr (GArray) reversed = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  for (uint32_t state = last, before;; state = before) {
    const uint32_t back = (state + 2) % N_DIRECTIONS;

    g_array_append_val (reversed, state);
    before = mesh->reached[state].before - 1;
    if (before == state)
      break;
    const double price = *step_price (mesh, state / N_DIRECTIONS, back);
    faults += price < DOC_PRICE_NEAR ? 0 : price;
  }
  for (guint i = reversed->len; i-- > 0;)
    doc_stretch_add (
        path, point_of (mesh, g_array_index (reversed, uint32_t, i) / N_DIRECTIONS));
  return faults;
}

DocMeshPrice
doc_mesh_search (DocMesh *mesh,
                 DocPoint from,
                 DocPoint ahead,
                 GArray *path,
                 uint64_t *n_visited)
{
  const uint32_t end = mesh->x.n * mesh->y.n * N_DIRECTIONS;
  const uint32_t start = node_at (mesh, from), leave = direction_of (ahead);
  g_autoptr (GArray) heap = g_array_new (FALSE, FALSE, sizeof (Entry));

  begin_prices (mesh);
  mesh->heap = heap;
  count_faults (mesh, start);
  mesh->reached = base_arena_array (mesh->arena, Reached, end + 1);
  for (uint32_t d = 0; d < N_DIRECTIONS; d++)
    if (leave == ANY || leave == d)
      reach (mesh, start * N_DIRECTIONS + d, 0, 0, start * N_DIRECTIONS + d);
  *n_visited += visit (mesh, end) + end / PER_VISIT;
  if (mesh->reached[end].before == 0)
    return (DocMeshPrice){INFINITY, INFINITY};
  return (DocMeshPrice){mesh->reached[end].cost,
                        append_found (path, mesh, mesh->reached[end].before - 1)};
}
