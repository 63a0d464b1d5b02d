/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the lines of a net part, from what is drawn and from nothing else. Level
 * segments that touch or cover each other are one line, and so are plumb ones; where a
 * level line meets a plumb one and three directions or more go on from there is a
 * branch. With n segments that costs n log n and what the plumb lines find at their
 * heights. Of oblique segments, which are rare, each pair with any other is looked at.
 * A net is all wires that lead to each other by common ports. */
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

static bool
is_level (const Segment *s)
{
  return s->a.y == s->b.y;
}

static bool
is_oblique (const Segment *s)
{
  return s->a.y != s->b.y && s->a.x != s->b.x;
}

/* Of two segments with an oblique one among them, which come from a file: the program
 * draws none. */
static void
meet (GArray *meetings, const Segment *s, const Segment *t)
{
  if (fmax (s->a.x, s->b.x) < fmin (t->a.x, t->b.x) ||
      fmax (t->a.x, t->b.x) < fmin (s->a.x, s->b.x) ||
      fmax (s->a.y, s->b.y) < fmin (t->a.y, t->b.y) ||
      fmax (t->a.y, t->b.y) < fmin (s->a.y, s->b.y))
    return;
  note (meetings, s->a, s, t);
  note (meetings, s->b, s, t);
  note (meetings, t->a, s, t);
  note (meetings, t->b, s, t);
}

static void
meet_oblique (GArray *meetings, const Segment *all, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; is_oblique (&all[i]) && k < n; k++)
      if (k > i || !is_oblique (&all[k]))
        meet (meetings, &all[i], &all[k]);
}

/* ---- lines ---- */

/* A level or plumb segment: where it lies across, and along. */
typedef struct {
  double at, from, to;
  uint32_t wire;
  uint32_t farthest; /* the wire that, up to here, reaches farthest on the line */
} Stretch;

/* Stretches that touch or cover each other. */
typedef struct {
  double at, from, to;
  const Stretch *stretches;
  uint32_t n;
} Line;

typedef struct {
  GArray *stretches, *lines; /* in order */
} Lines;

static int
by_line (gconstpointer left, gconstpointer right)
{
  const Stretch *a = left, *b = right;

  if (a->at != b->at)
    return a->at < b->at ? -1 : 1;
  if (a->from != b->from)
    return a->from < b->from ? -1 : 1;
  return (a->wire > b->wire) - (a->wire < b->wire);
}

static void
merge (Lines *lines)
{
  Stretch *all = (Stretch *) (void *) lines->stretches->data;

  for (guint i = 0; i < lines->stretches->len; i++) {
    const guint n = lines->lines->len;
    Line *line = n == 0 ? NULL : &g_array_index (lines->lines, Line, n - 1);

    if (line == NULL || all[i].at != line->at || all[i].from > line->to) {
      const Line one = {all[i].at, all[i].from, all[i].to, &all[i], 1};

      all[i].farthest = all[i].wire;
      g_array_append_val (lines->lines, one);
      continue;
    }
    all[i].farthest = all[i].to > line->to ? all[i].wire : all[i - 1].farthest;
    line->to = fmax (line->to, all[i].to);
    line->n++;
  }
}

/* Those of the level segments, or of the plumb ones. */
static Lines
find_lines (const Segment *all, uint32_t n, bool level)
{
  Lines lines = {g_array_new (FALSE, FALSE, sizeof (Stretch)),
                 g_array_new (FALSE, FALSE, sizeof (Line))};

  for (uint32_t i = 0; i < n; i++) {
    const double a = level ? all[i].a.x : all[i].a.y,
                 b = level ? all[i].b.x : all[i].b.y;
    const Stretch stretch = {.at = level ? all[i].a.y : all[i].a.x,
                             .from = fmin (a, b),
                             .to = fmax (a, b),
                             .wire = all[i].wire};

    if (!is_oblique (&all[i]) && is_level (&all[i]) == level)
      g_array_append_val (lines.stretches, stretch);
  }
  g_array_sort (lines.stretches, by_line);
  merge (&lines);
  return lines;
}

/* A wire that is drawn at that place of a line: of what begins before it, what reaches
 * farthest. */
static uint32_t
wire_at (const Line *line, double along)
{
  uint32_t low = 0, high = line->n;

  while (high - low > 1) {
    const uint32_t middle = (low + high) / 2;

    if (line->stretches[middle].from <= along)
      low = middle;
    else
      high = middle;
  }
  return line->stretches[low].farthest;
}

/* The first line at that place across, or behind it. */
static guint
first_from (const GArray *lines, double at)
{
  guint low = 0, high = lines->len;

  while (low < high) {
    const guint middle = (low + high) / 2;

    if (g_array_index (lines, Line, middle).at < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* What lies along each other parts only where a line across meets both. */
static void
cross (GArray *meetings, const GArray *levels, const Line *plumb)
{
  for (guint i = first_from (levels, plumb->from); i < levels->len; i++) {
    const Line *level = &g_array_index (levels, Line, i);
    const DocPoint at = {plumb->at, level->at};

    if (at.y > plumb->to)
      return;
    if (at.x < level->from || at.x > level->to)
      continue;
    const Meeting meeting = {at, MIN (wire_at (level, at.x), wire_at (plumb, at.y)),
                             way (at, (DocPoint){level->from, at.y}) |
                                 way (at, (DocPoint){level->to, at.y}) |
                                 way (at, (DocPoint){at.x, plumb->from}) |
                                 way (at, (DocPoint){at.x, plumb->to})};
    g_array_append_val (meetings, meeting);
  }
}

static void
meet_lines (GArray *meetings, const Segment *all, uint32_t n)
{
  const Lines levels = find_lines (all, n, true), plumbs = find_lines (all, n, false);

  for (guint i = 0; i < plumbs.lines->len; i++)
    cross (meetings, levels.lines, &g_array_index (plumbs.lines, Line, i));
  for (int i = 0; i < 2; i++) {
    const Lines *lines = i == 0 ? &levels : &plumbs;

    g_array_unref (lines->stretches);
    g_array_unref (lines->lines);
  }
}

/* ---- branches ---- */

static int
by_place (gconstpointer left, gconstpointer right)
{
  const Meeting *a = left, *b = right;

  if (a->at.x != b->at.x)
    return a->at.x < b->at.x ? -1 : 1;
  if (a->at.y != b->at.y)
    return a->at.y < b->at.y ? -1 : 1;
  return (a->wire > b->wire) - (a->wire < b->wire);
}

static int
by_wire (gconstpointer left, gconstpointer right)
{
  const Meeting *a = left, *b = right;

  return a->wire != b->wire ? (a->wire < b->wire ? -1 : 1) : by_place (left, right);
}

/* Leaves of the meetings at one place one, if three ways and more are there. */
static void
keep_branches (GArray *meetings)
{
  Meeting *m = (Meeting *) (void *) meetings->data;
  guint n = 0;

  g_array_sort (meetings, by_place);
  for (guint i = 0, next; i < meetings->len; i = next) {
    Meeting all = m[i];

    for (next = i; next < meetings->len && doc_is_same (m[next].at, all.at); next++)
      all.ways |= m[next].ways;
    if (__builtin_popcount (all.ways) >= 3)
      m[n++] = all;
  }
  g_array_set_size (meetings, n);
}

/* The branches of a net, each given to one of its wires that are drawn there. */
static void
find_in_net (DocModel *doc, const GArray *segments)
{
  const Segment *all = (const Segment *) (const void *) segments->data;
  g_autoptr (GArray) meetings = g_array_new (FALSE, FALSE, sizeof (Meeting));

  meet_lines (meetings, all, segments->len);
  meet_oblique (meetings, all, segments->len);
  keep_branches (meetings);
  g_array_sort (meetings, by_wire);
  const Meeting *m = (const Meeting *) (const void *) meetings->data;
  for (guint i = 0, next; i < meetings->len; i = next) {
    for (next = i; next < meetings->len && m[next].wire == m[i].wire;)
      next++;
    DocPoint *branches = base_arena_array (doc->arena, DocPoint, next - i);
    for (guint k = i; k < next; k++)
      branches[k - i] = m[k].at;
    doc->wires[m[i].wire].branches = branches;
    doc->wires[m[i].wire].n_branches = next - i;
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
