/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines in the middle of their channels, the last phase of orthogonal routing (Wybrow,
 * Marriott and Stuckey 2009, section 4: nudging). The router leaves each line as near
 * to a body as the shortest path takes it, and in the order with the fewest crossings.
 * Here a *beam*, all that one wire has on a line without a gap, goes midway between
 * what bounds it on both sides, one after the other until none moves any more
 * (Gauss-Seidel), which leaves parallel ones at even distances. No beam passes what
 * bounds it, so order and crossings stay. Where more of its wire lies on one side, it
 * pays in length for leaving that side, and goes no farther than a bend is worth. A
 * beam costs a look at what lies beside it. */
#include "doc/wire/spread.h"

#include <math.h>

#include "base/vec.h"
#include "doc/view/label.h"
#include "doc/wire/net.h"
#include "doc/wire/price.h"

enum { MAX_ROUNDS = 16 };

static const double nearby = 100;   /* where most of what bounds a beam is */
static const double reach = 400;    /* beyond, nothing does */
static const double clearance = 20; /* that the router leaves beside bodies and ports */
static const double worth = 30;     /* farther than that no longer wire goes */
static const double trifle = 2;     /* of a place, on the way to the grid */

typedef struct {
  uint32_t edge, point;
} Spot;

typedef struct {
  const DocModel *doc;
  uint32_t wire;
  bool is_plumb;
  bool is_fixed;              /* at a port */
  double at, begin, end;      /* its place, and how far it runs */
  int pull;                   /* lines to the higher side more than to the lower */
  BASE_VEC (Spot) spots;      /* all points of it */
  double low, high;           /* what bounds it on both sides, +-INFINITY: nothing */
  double least, most;         /* where it may stand */
  double rest_low, rest_high; /* where the router would leave it at its bounds */
} Beam;

/* ---- beams ---- */

static double
across (const Beam *beam, DocPoint p)
{
  return beam->is_plumb ? p.x : p.y;
}

static double
along (const Beam *beam, DocPoint p)
{
  return beam->is_plumb ? p.y : p.x;
}

/* What lies at `at` on one side bounds the beam: it keeps `room`, and the router would
 * keep `usual`. */
static void
bound (Beam *beam, double at, double room, double usual)
{
  if (at < beam->at) {
    beam->low = fmax (beam->low, at);
    beam->least = fmax (beam->least, at + room);
    beam->rest_low = fmax (beam->rest_low, at + usual);
  } else {
    beam->high = fmin (beam->high, at);
    beam->most = fmin (beam->most, at - room);
    beam->rest_high = fmin (beam->rest_high, at - usual);
  }
}

/* A line from the beam to a point beside it, at a port or not. */
static void
attach (Beam *beam, DocPoint p, bool is_port)
{
  const double far = fabs (across (beam, p) - beam->at);

  beam->pull += across (beam, p) > beam->at ? 1 : -1;
  bound (beam, across (beam, p), is_port ? fmin (far, clearance) : DOC_LANE,
         is_port ? clearance : DOC_LANE);
}

typedef struct {
  Beam *beam;
  BaseArena *arena;
  const DocWire *wire;
  bool *is_seen;         /* per segment: of a beam already */
  const uint32_t *first; /* per edge: its first segment */
  BASE_VEC (Spot) next;  /* segments of the beam to look at */
} Search;

/* A segment that begins or ends at a point of the beam: goes on with it, or lies beside
 * it. */
static void
follow (Search *s, uint32_t e, uint32_t k, uint32_t other)
{
  const DocEdge *edge = &s->wire->edges[e];
  const DocPoint a = edge->points[k], b = edge->points[k + 1];
  const int32_t place = other == 0                    ? edge->from
                        : other + 1 == edge->n_points ? edge->to
                                                      : 0;

  if (doc_is_same (a, b))
    s->beam->is_fixed = true;
  else if (along (s->beam, a) == along (s->beam, b))
    attach (s->beam, edge->points[other], place > 0);
  else if (!s->is_seen[s->first[e] + k])
    base_vec_push (s->arena, s->next, (Spot){e, k});
}

static void
note_point (Search *s, uint32_t e, uint32_t point)
{
  const DocEdge *edge = &s->wire->edges[e];
  const double at = along (s->beam, edge->points[point]);

  base_vec_push (s->arena, s->beam->spots, (Spot){e, point});
  s->beam->begin = fmin (s->beam->begin, at);
  s->beam->end = fmax (s->beam->end, at);
}

/* What meets at a junction that the beam runs through. */
static void
follow_junction (Search *s, int32_t place, uint32_t but)
{
  for (uint32_t e = 0; e < s->wire->n_edges; e++) {
    const DocEdge *edge = &s->wire->edges[e];

    if (e != but && edge->from == place) {
      note_point (s, e, 0);
      follow (s, e, 0, 1);
    }
    if (e != but && edge->to == place) {
      note_point (s, e, edge->n_points - 1);
      follow (s, e, edge->n_points - 2, edge->n_points - 2);
    }
  }
}

static void
look_at (Search *s, uint32_t e, uint32_t k)
{
  const DocEdge *edge = &s->wire->edges[e];

  s->is_seen[s->first[e] + k] = true;
  note_point (s, e, k);
  note_point (s, e, k + 1);
  if (k > 0)
    follow (s, e, k - 1, k - 1);
  else if (edge->from < 0)
    follow_junction (s, edge->from, e);
  else
    s->beam->is_fixed = true;
  if (k + 2 < edge->n_points)
    follow (s, e, k + 1, k + 2);
  else if (edge->to < 0)
    follow_junction (s, edge->to, e);
  else
    s->beam->is_fixed = true;
}

typedef BASE_VEC (Beam) Beams;

/* The beam that a segment belongs to. */
static Beam
beam_of (const DocModel *doc, uint32_t wire, Search *s, uint32_t e, uint32_t k)
{
  const DocPoint a = s->wire->edges[e].points[k];
  const bool is_plumb = a.x == s->wire->edges[e].points[k + 1].x;
  Beam beam = {.doc = doc,
               .wire = wire,
               .is_plumb = is_plumb,
               .at = is_plumb ? a.x : a.y,
               .begin = INFINITY,
               .end = -INFINITY,
               .low = -INFINITY,
               .high = INFINITY,
               .least = -INFINITY,
               .most = INFINITY,
               .rest_low = -INFINITY,
               .rest_high = INFINITY};

  /* All that hangs together on its line, one segment after the other. */
  s->beam = &beam;
  base_vec_push (s->arena, s->next, (Spot){e, k});
  while (s->next.n > 0) {
    const Spot spot = s->next.at[--s->next.n];

    if (!s->is_seen[s->first[spot.edge] + spot.point])
      look_at (s, spot.edge, spot.point);
  }
  return beam;
}

/* The beams of a wire that end at no port, with what bounds them of their own wire. */
static Beams
find_beams (const DocModel *doc, uint32_t w, BaseArena *arena)
{
  const DocWire *wire = &doc->wires[w];
  uint32_t *first = base_arena_array (arena, uint32_t, wire->n_edges + 1);
  Beams beams = {0};

  for (uint32_t e = 0; e < wire->n_edges; e++)
    first[e + 1] = first[e] + wire->edges[e].n_points;
  Search search = {.arena = arena,
                   .wire = wire,
                   .is_seen = base_arena_array (arena, bool, first[wire->n_edges] + 1),
                   .first = first};
  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 0; k + 1 < wire->edges[e].n_points; k++) {
      const DocPoint *p = &wire->edges[e].points[k];

      if (search.is_seen[first[e] + k] || doc_is_same (p[0], p[1]))
        continue;
      const Beam beam = beam_of (doc, w, &search, e, k);
      if (!beam.is_fixed)
        base_vec_push (arena, beams, beam);
    }
  return beams;
}

/* ---- what lies beside ---- */

/* A box as seen from the beam: {across, along, across, along}. */
static DocRect
seen (const Beam *beam, DocRect box)
{
  return beam->is_plumb ? box : (DocRect){box.y1, box.x1, box.y2, box.x2};
}

static DocRect
strip (const Beam *beam, double to_low, double to_high, double beyond)
{
  return seen (beam,
               (DocRect){to_low, beam->begin - beyond, to_high, beam->end + beyond});
}

static void
bound_by_body (Beam *beam, DocRect box)
{
  const DocRect b = seen (beam, box);

  if (b.x1 < beam->at && b.x2 > beam->at)
    beam->is_fixed = true;
  else
    bound (beam, b.x2 <= beam->at ? b.x2 : b.x1, DOC_LANE, clearance);
}

static bool
is_of (const Beam *beam, const DocSegment *segment)
{
  bool begins = false, ends = false;

  for (uint32_t i = 0; segment->wire == beam->wire && i < beam->spots.n; i++)
    if (beam->spots.at[i].edge == segment->edge) {
      begins |= beam->spots.at[i].point == segment->segment;
      ends |= beam->spots.at[i].point == segment->segment + 1;
    }
  return begins || ends; /* or attached to it */
}

/* A parallel line bounds it; no line may be passed at its end. */
static void
bound_by_line (Beam *beam, DocRect box)
{
  const DocRect b = seen (beam, box);

  if (b.x1 == b.x2 && b.x1 == beam->at)
    beam->is_fixed = true;
  else if (b.x1 == b.x2)
    bound (beam, b.x1, DOC_LANE, DOC_LANE);
  else {
    if (b.x2 <= beam->at || b.x1 < beam->at)
      beam->least = fmax (beam->least, (b.x2 <= beam->at ? b.x2 : b.x1) + DOC_LANE);
    if (b.x1 >= beam->at || b.x2 > beam->at)
      beam->most = fmin (beam->most, (b.x1 >= beam->at ? b.x1 : b.x2) - DOC_LANE);
  }
}

static void
look_within (Beam *beam, double by)
{
  const DocModel *doc = beam->doc;
  const DocRect around = strip (beam, fmax (beam->low, beam->at - by),
                                fmin (beam->high, beam->at + by), DOC_LANE - DOC_SAME);
  g_autoptr (GArray) items = doc_grid_items (doc, around);
  g_autoptr (GArray) segments = doc_grid_segments (doc, around);

  for (guint i = 0; i < items->len; i++)
    bound_by_body (beam, doc->items[g_array_index (items, uint32_t, i)].box);
  for (guint i = 0; i < segments->len; i++) {
    const DocSegment *segment = &g_array_index (segments, DocSegment, i);
    const DocRect *tag = doc_grid_segment_tag (doc, segment);

    if (tag != NULL)
      bound_by_body (beam, *tag);
    if (!is_of (beam, segment))
      bound_by_line (beam, doc_grid_segment_box (doc, segment));
  }
}

/* What its own wire has farther off than `reach` does not bound it. */
static void
look_around (Beam *beam)
{
  if (beam->low < beam->at - reach)
    beam->low = -INFINITY;
  if (beam->high > beam->at + reach)
    beam->high = INFINITY;
  look_within (beam, nearby);
  if (!beam->is_fixed &&
      (beam->low < beam->at - nearby || beam->high > beam->at + nearby))
    look_within (beam, reach);
}

/* ---- where it goes ---- */

/* Labels and notes under the beam if it stood there. */
static uint32_t
n_hidden (const Beam *beam, double at)
{
  const DocRect line = strip (beam, at, at, 0);
  const DocRect near = doc_grown (line, DOC_LABEL_NEAR);
  g_autoptr (GArray) items = doc_grid_items (beam->doc, near);
  g_autoptr (GArray) notes = doc_grid_notes (beam->doc, doc_grown (line, DOC_SAME));
  DocRect labels[DOC_LABEL_BOXES];
  uint32_t n_found = notes->len;

  for (guint i = 0; i < items->len; i++) {
    const uint32_t n =
        doc_label_boxes (beam->doc, g_array_index (items, uint32_t, i), labels);

    for (uint32_t k = 0; k < n; k++)
      n_found += doc_meet (line, labels[k]);
  }
  return n_found;
}

/* The middle, or as near to it as it is worth. */
static double
wanted (const Beam *beam)
{
  double at = (beam->low + beam->high) / 2;

  if (beam->pull > 0)
    at = fmax (at, beam->rest_high - worth);
  if (beam->pull < 0)
    at = fmin (at, beam->rest_low + worth);
  return trifle * round (CLAMP (at, beam->least, beam->most) / trifle);
}

static bool
is_free (Beam *beam)
{
  if (!beam->is_fixed)
    look_around (beam);
  return !beam->is_fixed && isfinite (beam->low) && isfinite (beam->high) &&
         ceil (beam->least / DOC_GRID) <= floor (beam->most / DOC_GRID);
}

/* Where the beam goes; its place if that is nearer than a step. */
static double
find_place (Beam *beam, double least_step)
{
  if (!is_free (beam))
    return beam->at;
  double at = wanted (beam);
  const double way = at > beam->at ? -1 : 1; /* back */
  if (fabs (at - beam->at) < least_step)
    return beam->at;
  /* Not onto a label that it spares so far, nor beyond its place to spare one. */
  const uint32_t n = n_hidden (beam, beam->at);
  while (way * (beam->at - at) >= least_step && n_hidden (beam, at) > n)
    at += way * DOC_GRID;
  return way * (beam->at - at) < least_step ? beam->at : at;
}

/* The nearest place on the grid; of two the one where the wire is shorter. */
static double
find_grid_place (Beam *beam)
{
  if (!is_free (beam))
    return beam->at;
  const double at = beam->pull > 0 ? DOC_GRID * floor (beam->at / DOC_GRID + 0.5)
                                   : DOC_GRID * ceil (beam->at / DOC_GRID - 0.5);
  return CLAMP (at, DOC_GRID * ceil (beam->least / DOC_GRID),
                DOC_GRID * floor (beam->most / DOC_GRID));
}

static void
put (DocModel *doc, const Beam *beam, double at)
{
  DocNet net = doc_net_copy (doc, &doc->wires[beam->wire]);
  const size_t size = sizeof (DocPoint);

  for (uint32_t i = 0; i < beam->spots.n; i++) {
    const Spot spot = beam->spots.at[i];
    DocEdge *edge = &net.edges.at[spot.edge];
    const int32_t place = spot.point == 0                    ? edge->from
                          : spot.point + 1 == edge->n_points ? edge->to
                                                             : 0;
    DocPoint p = edge->points[spot.point];

    *(beam->is_plumb ? &p.x : &p.y) = at;
    DocPoint *points = base_arena_copy (net.arena, edge->points, edge->n_points * size,
                                        edge->n_points * size);
    points[spot.point] = p;
    edge->points = points;
    if (place < 0)
      net.junctions.at[-place - 1] = p;
  }
  doc_net_draw (doc, beam->wire, &net);
}

/* What a beam that moves bounds is what bounds it; and its own wire. */
static void
ask_beside (const Beam *beam, GHashTable *asked)
{
  g_autoptr (GArray) segments = doc_grid_segments (
      beam->doc, strip (beam, beam->low - DOC_SAME, beam->high + DOC_SAME, DOC_LANE));

  g_hash_table_add (asked, GUINT_TO_POINTER (beam->wire));
  for (guint k = 0; k < segments->len; k++)
    g_hash_table_add (asked,
                      GUINT_TO_POINTER (g_array_index (segments, DocSegment, k).wire));
}

/* Moves what can be moved of a wire by that much or more, 0: onto the grid; and asks
 * what lies beside that again. */
static void
spread_wire (DocModel *doc, uint32_t wire, double least_step, GHashTable *asked)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  Beams beams = find_beams (doc, wire, arena);

  for (uint32_t i = 0; i < beams.n; i++) {
    Beam *beam = &beams.at[i];
    const double at =
        least_step > 0 ? find_place (beam, least_step) : find_grid_place (beam);

    if (at == beam->at)
      continue;
    ask_beside (beam, asked);
    put (doc, beam, at);
    /* The others have got other ends with it. */
    beams = find_beams (doc, wire, arena);
  }
}

void
doc_spread_wires (DocModel *doc, const uint32_t *wires, uint32_t n)
{
  g_autoptr (GHashTable) moved = g_hash_table_new (NULL, NULL); /* or beside that */
  g_autoptr (GHashTable) asked = NULL;                          /* NULL: all */

  /* To within a trifle, what lies beside what has moved again, */
  for (int round = 0; round < MAX_ROUNDS; round++) {
    g_autoptr (GHashTable) next = g_hash_table_new (NULL, NULL);

    for (uint32_t i = 0; i < n && !doc_is_stopped (doc); i++) {
      gpointer key = GUINT_TO_POINTER (wires[i]);

      if (asked == NULL || g_hash_table_contains (asked, key))
        spread_wire (doc, wires[i], round == 0 ? DOC_GRID : trifle, next);
      if (g_hash_table_contains (next, key))
        g_hash_table_add (moved, key);
    }
    g_clear_pointer (&asked, g_hash_table_unref);
    if (g_hash_table_size (next) == 0)
      break;
    asked = g_steal_pointer (&next);
  }
  /* then onto the grid. */
  for (uint32_t i = 0; i < n; i++)
    if (g_hash_table_contains (moved, GUINT_TO_POINTER (wires[i])))
      spread_wire (doc, wires[i], 0, moved);
}

bool
doc_spread_is_even (const DocModel *doc, uint32_t wire)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  const Beams beams = find_beams (doc, wire, arena);

  for (uint32_t i = 0; i < beams.n; i++)
    if (find_place (&beams.at[i], DOC_GRID) != beams.at[i].at)
      return false;
  return true;
}

DocRect
doc_spread_channel (const DocModel *doc, DocRect line)
{
  const bool is_plumb = line.x1 == line.x2;
  Beam beam = {.doc = doc,
               .is_plumb = is_plumb,
               .at = is_plumb ? line.x1 : line.y1,
               .begin = is_plumb ? line.y1 : line.x1,
               .end = is_plumb ? line.y2 : line.x2,
               .low = -INFINITY,
               .high = INFINITY};
  const DocRect around = strip (&beam, beam.at - reach, beam.at + reach, 0);
  g_autoptr (GArray) items = doc_grid_items (doc, around);

  for (guint i = 0; i < items->len; i++)
    bound_by_body (&beam, doc->items[g_array_index (items, uint32_t, i)].box);
  return strip (&beam, fmax (beam.low, beam.at - reach),
                fmin (beam.high, beam.at + reach), 0);
}

double
doc_spread_price (const DocModel *doc, uint32_t wire)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  const Beams beams = find_beams (doc, wire, arena);
  double price = 0;

  for (uint32_t i = 0; i < beams.n; i++) {
    Beam *beam = &beams.at[i];

    look_around (beam);
    const double off = beam->pull > 0   ? beam->rest_high - beam->at
                       : beam->pull < 0 ? beam->at - beam->rest_low
                                        : 0;
    if (isfinite (off) && off > 0)
      price += abs (beam->pull) * fmin (off, worth);
  }
  return price;
}
