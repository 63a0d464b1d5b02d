/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags of wires. A net has one name, the first that one of its connects gives, else
 * that of its source; of two nets the later one gets a number. A tag stands straight
 * before its port; where something is in the way it goes sideways, or is turned: of
 * these places, which are a few dozen, it takes the first one that hides nothing, else
 * the one that hides least. What lies around all of them is asked of the grids once. */
#include "doc/wire/tag.h"

#include <math.h>

#include "doc/view/font.h"
#include "doc/view/label.h"
#include "doc/wire/edge.h"

static const double height = 18, pad = 5, point = 7; /* of a tag, and of its point */
static const double width_most = DOC_LABEL_WIDTH;
static const double clear = 3; /* between a tag and what it does not hide */
static const double front = 20, half_front = 7; /* what stays free before ports */
static const double most_ahead = 60, most_aside = 140; /* of a port: where tags begin */

/* What it costs to stand on things, in units of length. */
static const double price_body = 4000, price_tag = 3000, price_line = 800,
                    price_note = 1000, price_cross = 60, price_front = 150,
                    price_branch = 5;

const char *
doc_tag_given (const DocWire *wire)
{
  return lang_json_string (lang_json_find (wire->owner->meta.json, "Dyad/tag"), NULL);
}

/* ---- names ---- */

/* Of what hangs together by ends of one name: an element of an array is no other one.
 */
typedef struct {
  const char *given, *source, *shown;
} Name;

static uint32_t
root_of (uint32_t *parent, uint32_t wire)
{
  while (parent[wire] != wire)
    wire = parent[wire] = parent[parent[wire]];
  return wire;
}

/* For each wire the number of the one that its name is kept with. Caller frees. */
static uint32_t *
find_groups (const DocModel *doc)
{
  uint32_t *parent = g_new (uint32_t, doc->n_wires + 1);
  g_autoptr (GHashTable) wire_of = g_hash_table_new (g_str_hash, g_str_equal);

  for (uint32_t w = 0; w < doc->n_wires; w++) {
    parent[w] = w;
    for (uint32_t k = 0; k < doc->wires[w].n_ends; k++) {
      const char *name = doc->wires[w].ends[k].name;
      const guint other = GPOINTER_TO_UINT (g_hash_table_lookup (wire_of, name));

      if (other == 0)
        g_hash_table_insert (wire_of, (gpointer) name, GUINT_TO_POINTER (w + 1));
      else
        parent[root_of (parent, w)] = root_of (parent, other - 1);
    }
  }
  for (uint32_t w = 0; w < doc->n_wires; w++)
    parent[w] = root_of (parent, w);
  return parent;
}

static void
note_name (const DocModel *doc, Name *name, const DocWire *wire)
{
  const char *given = wire->tag == NULL ? NULL : doc_tag_given (wire);

  if (name->given == NULL && given != NULL && *given != '\0')
    name->given = given;
  for (uint32_t k = 0; k < wire->n_ends && name->source == NULL; k++)
    if (doc_gives (doc, &wire->ends[k]))
      name->source = wire->ends[k].name;
}

/* The name, or with the first number behind it that makes it another one. */
static const char *
free_name (DocModel *doc, GHashTable *taken, const char *wanted)
{
  const char *name = wanted;

  for (uint32_t i = 2; !g_hash_table_add (taken, (gpointer) name); i++)
    name = base_arena_printf (doc->arena, "%s_%u", wanted, i);
  return name;
}

static void
find_names (DocModel *doc)
{
  g_autofree uint32_t *group = find_groups (doc);
  g_autofree Name *names = g_new0 (Name, doc->n_wires + 1);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);

  for (uint32_t w = 0; w < doc->n_wires; w++)
    note_name (doc, &names[group[w]], &doc->wires[w]);
  for (uint32_t w = 0; w < doc->n_wires; w++) {
    DocWire *wire = &doc->wires[w];
    Name *name = &names[group[w]];

    if (wire->tag == NULL)
      continue;
    if (name->shown == NULL)
      name->shown = free_name (doc, taken,
                               name->given != NULL    ? name->given
                               : name->source != NULL ? name->source
                                                      : wire->ends[0].name);
    wire->tag = name->shown;
  }
}

/* ---- places ---- */

/* A way from a port to a tag, and the tag's box at its end. */
typedef struct {
  DocPoint points[5];
  uint32_t n;
  DocPoint foot; /* where the tag begins */
  DocRect box;
  double price;
} Way;

/* A segment of a wire that is there: all of it, and without its tag. */
typedef struct {
  DocRect all, line;
  const DocRect *tag; /* NULL: it has none */
  bool shares_end;    /* with the wire that gets a tag */
} Line;

typedef struct {
  DocRect box;
  uint32_t item;
} Body;

typedef struct {
  const DocModel *doc;
  const DocWire *wire; /* with the tags that it has so far */
  const DocEnd *end;
  double covered; /* how far out of its port the body of its item reaches */
  double width;
  Way best;
  GArray *bodies; /* Body; this and the others: what lies around */
  GArray *fronts; /* DocRect: what stays free before other ports */
  GArray *notes;  /* DocRect */
  GArray *lines;  /* Line */
} Search;

static DocPoint
from (DocPoint at, DocPoint way, double by)
{
  return (DocPoint){at.x + by * way.x, at.y + by * way.y};
}

static void
go (Way *way, DocPoint direction, double by)
{
  way->points[way->n] = from (way->points[way->n - 1], direction, by);
  way->n++;
}

/* Puts the tag at the end of the way, which goes on to its far side. */
static void
put_tag (const Search *s, Way *way, DocPoint direction)
{
  const DocPoint at = way->points[way->n - 1];
  const bool is_level = direction.y == 0;
  const DocPoint far = from (at, direction, is_level ? s->width : height + point);

  way->foot = at;
  way->box = doc_box (at, far);
  if (is_level) {
    way->box.y1 -= height / 2;
    way->box.y2 += height / 2;
  } else {
    way->box.x1 -= s->width / 2;
    way->box.x2 += s->width / 2;
  }
  /* Straight on is no corner. */
  const DocPoint before = way->points[way->n - 2];
  if ((at.x - before.x) * direction.y == (at.y - before.y) * direction.x)
    way->points[way->n - 1] = far;
  else
    way->points[way->n++] = far;
}

/* ---- what lies around ---- */

static void
find_bodies (Search *s, DocRect part)
{
  g_autoptr (GArray) items =
      doc_grid_items (s->doc, doc_grown (part, front + half_front));

  for (guint i = 0; i < items->len; i++) {
    const uint32_t number = g_array_index (items, uint32_t, i);
    const DocItem *item = &s->doc->items[number];
    const Body body = {item->box, number};

    g_array_append_val (s->bodies, body);
    for (uint32_t k = 0; k < item->n_ports; k++) {
      const DocPoint at = item->ports[k].at;
      const DocRect way = doc_grown (
          doc_box (at, from (at, item->ports[k].outward, front)), half_front);

      if (number != s->end->item || k != s->end->port)
        g_array_append_val (s->fronts, way);
    }
  }
}

static void
find_lines (Search *s, DocRect part)
{
  g_autoptr (GArray) segments = doc_grid_segments (s->doc, part);

  for (guint i = 0; i < segments->len; i++) {
    const DocSegment *segment = &g_array_index (segments, DocSegment, i);
    Line line = {.line = doc_grid_segment_box (s->doc, segment),
                 .tag = doc_grid_segment_tag (s->doc, segment),
                 .shares_end =
                     doc_edges_share_end (&s->doc->wires[segment->wire], s->wire)};

    line.all = line.tag != NULL ? doc_rect_join (line.line, *line.tag) : line.line;
    g_array_append_val (s->lines, line);
  }
}

/* All that any place for a tag may hide. */
static void
find_around (Search *s, DocPoint at, DocPoint out)
{
  const double far = fmax (s->width, height + point);
  const double ahead = s->covered + most_ahead + far, aside = most_aside + far;
  const DocPoint across = {fabs (out.y), fabs (out.x)}, end = from (at, out, ahead);
  const DocRect part = doc_grown (
      doc_box (from (at, across, -aside), from (end, across, aside)), height + clear);

  find_bodies (s, part);
  find_lines (s, part);
  g_autoptr (GArray) notes = doc_grid_notes (s->doc, part);
  for (guint i = 0; i < notes->len; i++)
    g_array_append_val (s->notes,
                        s->doc->notes[g_array_index (notes, uint32_t, i)].box);
}

/* ---- what a place costs ---- */

static bool
touches (DocRect a, DocRect b)
{
  return a.x1 <= b.x2 && a.x2 >= b.x1 && a.y1 <= b.y2 && a.y2 >= b.y1;
}

/* Whether a segment's tag comes so near, not the line to it. */
static bool
is_on_tag (const Line *line, DocRect box)
{
  return line->tag != NULL && doc_meet (*line->tag, box);
}

/* Of the boxes of tags that this wire has already. */
static double
price_at_own_tags (const Search *s, DocRect box)
{
  double price = 0;

  for (uint32_t e = 0; e < s->wire->n_edges; e++)
    price += doc_meet (s->wire->tags[e], box) ? price_tag : 0;
  return price;
}

static double
price_at_bodies (const Search *s, DocRect box, uint32_t but)
{
  const DocRect around = doc_grown (box, clear - 1);
  double price = 0;

  for (guint i = 0; i < s->bodies->len; i++) {
    const Body *body = &g_array_index (s->bodies, Body, i);

    price += body->item != but && doc_meet (body->box, around) ? price_body : 0;
  }
  return price;
}

/* Of rectangles that a box meets. */
static double
price_at (const GArray *rects, DocRect box, double each)
{
  double price = 0;

  for (guint i = 0; i < rects->len; i++)
    price += doc_meet (g_array_index (rects, DocRect, i), box) ? each : 0;
  return price;
}

/* Wires leave other ports, now or some day. */
static double
price_of_box (const Search *s, DocRect box)
{
  const DocRect around = doc_grown (box, clear);
  double price =
      price_at_bodies (s, box, UINT32_MAX) + price_at (s->fronts, box, price_front) +
      price_at_own_tags (s, around) + price_at (s->notes, around, price_note);

  for (guint i = 0; i < s->lines->len; i++) {
    const Line *line = &g_array_index (s->lines, Line, i);

    if (touches (line->all, around))
      price += is_on_tag (line, around) ? price_tag : price_line;
  }
  return price;
}

static double
price_of_line (const Search *s, DocPoint a, DocPoint b, bool is_first)
{
  const DocRect box = doc_box (a, b), around = doc_grown (box, clear);
  double price = price_at_bodies (s, box, is_first ? s->end->item : UINT32_MAX) +
                 price_at_own_tags (s, around);

  for (guint i = 0; i < s->lines->len; i++) {
    const Line *line = &g_array_index (s->lines, Line, i);

    if (touches (line->all, around))
      price += is_on_tag (line, around)            ? price_tag
               : line->shares_end                  ? price_branch
               : doc_edges_cross (box, line->line) ? price_cross
                                                   : price_line;
  }
  return price;
}

/* Takes the way if it is cheaper than the best so far; `price` is that of its form. */
static void
try_way (Search *s, Way *way, DocPoint direction, double price)
{
  if (price >= s->best.price)
    return;
  put_tag (s, way, direction);
  price += price_of_box (s, way->box);
  for (uint32_t k = 0; k + 1 < way->n && price < s->best.price; k++)
    price += price_of_line (s, way->points[k],
                            k + 2 == way->n ? way->foot : way->points[k + 1], k == 0);
  if (price >= s->best.price)
    return;
  way->price = price;
  s->best = *way;
}

/* Straight ahead, then beside that, then turned; the shorter ones first. */
static void
try_all (Search *s, DocPoint at, DocPoint out)
{
  const Way start = {.points = {at}, .n = 1};

  /* Straight ahead, */
  for (double by = 10; by <= most_ahead; by += 10) {
    Way way = start;

    go (&way, out, s->covered + by);
    try_way (s, &way, out, by);
  }
  /* beside that, turned or not. */
  for (double aside = 20; aside <= most_aside; aside += 10)
    for (int side = -1; side <= 1; side += 2)
      for (double by = 20; by > 0; by -= 10) {
        const double far = s->covered + by;
        const DocPoint across = {side * fabs (out.y), side * fabs (out.x)};
        Way beside = start, turned = start;

        go (&beside, out, far);
        go (&beside, across, aside);
        go (&beside, out, 10);
        try_way (s, &beside, out, 30 + aside + (20 - by));
        go (&turned, out, far);
        go (&turned, across, aside - 10);
        try_way (s, &turned, across, 40 + aside + (20 - by));
      }
}

/* ---- all tags ---- */

static DocPoint
along_axis (DocPoint way)
{
  return fabs (way.x) >= fabs (way.y) ? (DocPoint){way.x < 0 ? -1 : 1, 0}
                                      : (DocPoint){0, way.y < 0 ? -1 : 1};
}

/* How far a port of a component of its own lies under the body that stands for it. */
static double
covered_by (const DocItem *item, const DocPort *port, DocPoint out)
{
  const DocRect b = item->box;
  const double x = out.x > 0 ? b.x2 - port->at.x : port->at.x - b.x1;
  const double y = out.y > 0 ? b.y2 - port->at.y : port->at.y - b.y1;

  return fmax (0, out.x != 0 ? x : y);
}

/* Draws the tag of an end behind those that the wire has. */
static void
add_tag (DocModel *doc, DocWire *wire, uint32_t end, DocRect *boxes)
{
  const DocPort *port = doc_end_port (doc, &wire->ends[end]);
  const double text = DOC_LABEL_VALUE * doc_font_width (wire->tag);
  const DocPoint out = along_axis (port->outward);
  g_autoptr (GArray) bodies = g_array_new (FALSE, FALSE, sizeof (Body));
  g_autoptr (GArray) fronts = g_array_new (FALSE, FALSE, sizeof (DocRect));
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (DocRect));
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (Line));
  Search search = {.doc = doc,
                   .wire = wire,
                   .end = &wire->ends[end],
                   .covered = covered_by (&doc->items[wire->ends[end].item], port, out),
                   .width = fmin (text, width_most) + 2 * pad + point,
                   .best = {.price = INFINITY},
                   .bodies = bodies,
                   .fronts = fronts,
                   .notes = notes,
                   .lines = lines};

  /* The best place, and the way there. */
  find_around (&search, port->at, out);
  try_all (&search, port->at, out);
  const Way *best = &search.best;
  const size_t size = best->n * sizeof *best->points;
  ((DocEdge *) wire->edges)[wire->n_edges] =
      (DocEdge){.n_points = best->n,
                .points = base_arena_copy (doc->arena, best->points, size, size),
                .from = (int32_t) end + 1,
                .to = 0};
  boxes[wire->n_edges++] = best->box;
}

/* A port has one tag, however many connects lead to it. */
static void
add_tags (DocModel *doc, DocWire *wire, GHashTable *tagged)
{
  DocRect *boxes = base_arena_array (doc->arena, DocRect, wire->n_ends);

  wire->edges = base_arena_array (doc->arena, DocEdge, wire->n_ends);
  wire->tags = boxes;
  wire->n_edges = 0;
  for (uint32_t k = 0; k < wire->n_ends; k++) {
    const DocEnd *end = &wire->ends[k];

    if (end->item != UINT32_MAX && g_hash_table_add (tagged, (gpointer) end->name))
      add_tag (doc, wire, k, boxes);
  }
}

static bool
has_tags (const DocModel *doc)
{
  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (doc->wires[w].tag != NULL)
      return true;
  return false;
}

void
doc_tags_place (DocModel *doc)
{
  g_autoptr (GHashTable) tagged = g_hash_table_new (g_str_hash, g_str_equal);

  if (!has_tags (doc))
    return;
  find_names (doc);
  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (doc->wires[w].tag != NULL) {
      add_tags (doc, &doc->wires[w], tagged);
      doc_grid_redrawn (doc, w);
    }
}

void
doc_tags_place_again (DocModel *doc)
{
  for (uint32_t w = 0; w < doc->n_wires; w++) {
    DocWire *wire = &doc->wires[w];

    if (wire->tag == NULL)
      continue;
    doc_grid_note_boxes (wire, doc->stale_boxes);
    doc_grid_undrawn (doc, w);
    wire->n_edges = 0;
  }
  doc_tags_place (doc);
  doc_labels_place_again (doc, doc->in_flux);
}
