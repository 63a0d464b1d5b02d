/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adding a component where it belongs: beside another one and wired to it, or at the
 * loose end of a wire. Every port of the one with every port of the other that it can
 * take, in every position in which the new part may stand, is a candidate; its place is
 * straight before the port, or so far sideways that nothing is covered: neither bodies
 * nor their labels nor wires. Where a row would get too long to be read at a glance, it
 * is in the next row, and the train goes back there. The one that is turned and shifted
 * least wins, and none is shifted farther than the best so far lets it: some hundred
 * looks into the grids, and one pass over the items for each candidate.
 */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/error.h"
#include "doc/view/hit.h"

static const double gap = 100;       /* between two ports that face each other */
static const double step = 50;       /* sideways, until a place is free */
static const double label_room = 60; /* for labels of two bodies, above each other */
static const double wire_room = 10;
static const double row_most = 1300; /* of what stands in line: seven parts */
static const double row_gap = 400;   /* of two rows of a train, others between them */

enum { MAX_STEPS = 40 };

/* What is avoided, in units of the diagram that a part is moved instead. */
static const double cost_of_taken = 10000; /* a port that has a wire already */
static const double cost_of_bend = 400;    /* ports that do not face each other */
static const double cost_of_signal = 5;    /* where bodies can be joined, they are */
static const double cost_of_mirror = 80;   /* against the direction of its train */
static const double cost_of_length = 2000; /* of a row that gets too long */

/* How a new part stands in the diagram. */
typedef struct {
  double rot;
  bool flip_x;
  double cost;
} Stance;

static const Stance stances[] = {
    {0, false, 0}, {0, true, 0}, {90, false, 60}, {270, false, 60}, {180, false, 120},
};

/* One way to put the new part. */
typedef struct {
  DocPlace place;
  uint32_t port;       /* of the item that it goes beside, UINT32_MAX: not wired */
  const LibPort *fits; /* of the new part */
  double cost;
} Seat;

/* Where a clear place is looked for, sideways of the straight way to it. */
typedef struct {
  double least;    /* so far at least */
  double back;     /* with that room behind the part, for those that follow */
  bool is_up;      /* upwards first, or to the left */
  bool is_one_way; /* and nowhere else */
} Lane;

/* Where a new part may be joined, and which way it lies from there. */
typedef struct {
  DocPoint at, outward;
  uint32_t port;
  const LibPort *fits; /* of the new part */
  double gap;          /* from there to that port */
  double cost;
  bool is_flipped; /* what stands there unmirrored goes against its train */
  bool may_turn;   /* by 90 degrees, too */
  Lane aside;
  Lane next_row; /* to turn back in */
  bool ends_row; /* that is too long with it: rather turn back */
} Berth;

static bool
is_taken (const DocModel *doc, uint32_t item, uint32_t port)
{
  for (uint32_t w = 0; w < doc->n_wires; w++)
    for (uint32_t k = 0; k < doc->wires[w].n_ends; k++)
      if (doc->wires[w].ends[k].item == item && doc->wires[w].ends[k].port == port)
        return true;
  return false;
}

/* Whether a signal can flow between the two: where there is one, it is read. Of two
 * parts that hold, such as walls, neither can give way. */
static bool
flows (const DocModel *doc, const DocItem *item, uint32_t port, const LibPort *to)
{
  g_autofree char *name = doc_port_name (item, port);

  if (!lib_port_is_signal (to))
    return !to->is_held || !doc_is_held (doc, name);
  return doc_has_signal (doc, name) ? to->is_input : to->is_output;
}

static bool
can_join (const DocModel *doc, const DocItem *item, uint32_t port, const LibPort *to)
{
  return to->is_present &&
         lib_card_match_ports (doc->index, item->ports[port].port, item->is_own_port,
                               to, false, NULL) &&
         flows (doc, item, port, to);
}

/* Whether one more wire may begin there: an input takes one. */
static bool
is_open (const DocModel *doc, uint32_t item, uint32_t port, bool *taken)
{
  const LibPort *offer = doc->items[item].ports[port].port;
  const bool gives = doc->items[item].is_own_port ? offer->is_input : offer->is_output;

  *taken = offer->size == 0 && is_taken (doc, item, port);
  return !*taken || !lib_port_is_signal (offer) || gives;
}

/* On along the train, to the right as it is read; then down, up, back. */
static double
cost_of_side (DocPoint outward)
{
  return outward.x > 0 ? 0 : outward.y > 0 ? 20 : outward.y < 0 ? 25 : 30;
}

/* ---- places ---- */

/* What stands in line with a place: that way, or the opposite one. */
static DocRect
row_at (const DocModel *doc, DocRect box, DocPoint way)
{
  const DocRect line = way.x != 0 ? (DocRect){-INFINITY, box.y1, INFINITY, box.y2}
                                  : (DocRect){box.x1, -INFINITY, box.x2, INFINITY};
  DocRect row = DOC_RECT_NONE;

  for (uint32_t i = 0; i < doc->n_items; i++)
    if (doc_meet (doc->items[i].box, line))
      row = doc_rect_join (row, doc->items[i].box);
  return row;
}

/* Whether a part whose middle is there would end a row that gets too long by it. */
static bool
ends_row (const DocModel *doc, DocPoint at, DocPoint way)
{
  const DocRect box = doc_grown (doc_box (at, at), DOC_SIDE / 2);
  const DocRect row = row_at (doc, box, way);
  const double over = way.x > 0   ? box.x2 - row.x2
                      : way.x < 0 ? row.x1 - box.x1
                      : way.y > 0 ? box.y2 - row.y2
                                  : row.y1 - box.y1;

  return over > 0 && (way.x != 0 ? row.x2 - row.x1 : row.y2 - row.y1) + over > row_most;
}

/* Neither bodies nor labels nor wires lie there. */
static bool
is_clear (const DocModel *doc, DocRect box)
{
  const DocRect room = doc_grown (box, label_room);

  g_autoptr (GArray) notes = doc_grid_notes (doc, room);
  g_autoptr (GArray) items = doc_grid_items (doc, room);
  if (notes->len > 0 || items->len > 0)
    return false;
  g_autoptr (GArray) segments = doc_grid_segments (doc, doc_grown (box, wire_room));
  return segments->len == 0;
}

/* The nearest clear place of a lane that costs less than `most`: there, or to either
 * side of the way that leads there. */
static bool
find_clear (const DocModel *doc,
            DocPlace *place,
            DocPoint outward,
            const Lane *lane,
            double most,
            double *cost)
{
  const DocPoint side = {fabs (outward.y), fabs (outward.x)};
  const DocPoint at = {place->x, place->y};

  for (int i = 0; i <= 2 * MAX_STEPS; i++) {
    const double off = (i + 1) / 2 * step;
    const bool is_up = (i % 2 == 0) != lane->is_up;
    const double by = is_up ? -off : off;

    /* Nearest first, within the lane. */
    if (off >= most)
      return false;
    if (off < lane->least || (lane->is_one_way && is_up != lane->is_up))
      continue;
    /* On the grid, but in line with the port where nothing is in the way. */
    place->x = off == 0 && side.x != 0 ? at.x : doc_on_grid (at.x + by * side.x);
    place->y = off == 0 && side.y != 0 ? at.y : doc_on_grid (at.y + by * side.y);
    *cost = off;
    /* With room for those that follow. */
    const DocRect box = doc_place_box (place);
    const double x = outward.x * lane->back, y = outward.y * lane->back;
    const DocRect behind = {box.x1 - x, box.y1 - y, box.x2 - x, box.y2 - y};
    if (is_clear (doc, doc_rect_join (box, behind)))
      return true;
  }
  return false;
}

/* The part in that position, its port `gap` before the berth, or, where the train turns
 * back, in another row beside the berth; infinitely dear if it costs `most` or more. */
static Seat
seat_at (const DocModel *doc,
         const Berth *berth,
         const Stance *stance,
         bool turns_back,
         double most)
{
  DocPlace place = {.width = DOC_SIDE,
                    .height = DOC_SIDE,
                    .rot = stance->rot,
                    .flip_x = stance->flip_x};
  const DocPort port = doc_place_port (&place, berth->fits, false);
  const DocPoint at = berth->at, outward = berth->outward;
  const double way = turns_back ? 1 : -1, far = turns_back ? 0 : berth->gap;
  const bool faces =
      port.outward.x == way * outward.x && port.outward.y == way * outward.y;
  const bool is_mirrored = stance->flip_x != (berth->is_flipped != turns_back);
  double shift;

  place.x = at.x + far * outward.x - port.at.x;
  place.y = at.y + far * outward.y - port.at.y;
  if (!faces) { /* its body where its port would be */
    place.x = at.x + (far + DOC_SIDE / 2) * outward.x;
    place.y = at.y + (far + DOC_SIDE / 2) * outward.y;
  }
  const double cost = berth->cost + stance->cost + (faces ? 0 : cost_of_bend) +
                      (is_mirrored ? cost_of_mirror : 0) +
                      (berth->ends_row && !turns_back ? cost_of_length : 0);
  if ((turns_back && !faces) ||
      !find_clear (doc, &place, outward, turns_back ? &berth->next_row : &berth->aside,
                   most - cost, &shift))
    shift = INFINITY;
  const double bend = shift > 0 && faces && !turns_back ? cost_of_bend / 8 : 0;
  return (Seat){place, berth->port, berth->fits, cost + bend + shift};
}

/* The best position, if it costs less than `most`. */
static Seat
best_stance (const DocModel *doc, const Berth *berth, double most)
{
  const guint n = berth->may_turn ? G_N_ELEMENTS (stances) : 2;
  Seat best = {.cost = most};

  for (guint i = 0; i < n; i++)
    for (int turns = 0; turns <= berth->ends_row; turns++) {
      const Seat seat = seat_at (doc, berth, &stances[i], turns, best.cost);

      if (seat.cost < best.cost)
        best = seat;
    }
  return best;
}

/* Whether a part gives signals and takes none. */
static bool
measures (const LibCard *card)
{
  bool gives = false;

  for (uint32_t k = 0; k < card->n_ports; k++) {
    const LibPort *port = &card->ports[k];

    if (!port->is_present || !lib_port_is_signal (port))
      continue;
    if (port->is_input)
      return false;
    gives = true;
  }
  return gives;
}

/* Whether others may follow it in its train, which is joined with it there: signals
 * that it gives lead out of a train of bodies. */
static bool
goes_on (const LibCard *card, const LibPort *fits)
{
  for (uint32_t k = 0; k < card->n_ports; k++) {
    const LibPort *port = &card->ports[k];

    if (port != fits && port->is_present &&
        (lib_port_is_signal (fits) || !port->is_output))
      return true;
  }
  return false;
}

/* Whether it may be turned to face a port that looks that way. Rows of signals are read
 * as text is, so that of their blocks only the ends of a row are, above and below. */
static bool
may_turn (const LibCard *card, const LibPort *fits, DocPoint outward)
{
  return !lib_port_is_signal (fits) || (outward.y != 0 && !goes_on (card, fits));
}

/* Whether a part that stands so leads from the right to the left. */
static bool
leads_left (const DocItem *item)
{
  return item->rot == 180 ? !item->flip_x : item->rot == 0 && item->flip_x;
}

/* The berth at a port of an item, `is_taken` by a wire or not, for one of the part.
 * What comes before in a train stands above, what follows below. A sensor that branches
 * off looks back along the train and stands above it, as do controls: its wire leads
 * to the start without crossing the train. */
static Berth
berth_at (const DocModel *doc,
          const DocItem *item,
          uint32_t port,
          bool is_taken,
          const LibCard *card,
          uint32_t fits)
{
  const DocPoint at = item->ports[port].at, outward = item->ports[port].outward;
  const LibPort *to = &card->ports[fits];
  const bool is_sensor = !lib_port_is_signal (to) && measures (card);
  const bool looks_back = is_sensor && is_taken;
  const bool is_backward = leads_left (item);
  const bool is_back = (outward.x < 0 || outward.y < 0) != is_backward;
  const DocPoint way = {looks_back != is_backward ? -outward.x : outward.x, outward.y};
  const Lane near = {.least = DOC_SIDE, .is_up = is_sensor};
  const Lane row = {row_gap, row_most - DOC_SIDE, is_back, true};
  const double far = gap + DOC_SIDE / 2;
  const DocPoint before = {at.x + far * outward.x, at.y + far * outward.y};

  return (Berth){
      .at = at,
      .outward = outward,
      .port = port,
      .fits = to,
      .gap = gap,
      /* Two that fit: rather not where a wire ends already, or a signal. */
      .cost = cost_of_side (way) + port + fits + (is_taken ? cost_of_taken : 0) +
              (lib_port_is_signal (to) ? cost_of_signal : 0),
      .is_flipped = is_backward != looks_back,
      .may_turn = may_turn (card, to, outward),
      .aside = {.is_up = is_sensor},
      .next_row = is_taken || !goes_on (card, to) ? near : row,
      .ends_row = ends_row (doc, before, outward),
  };
}

/* The best way to join the new part with the item, at one port of it or UINT32_MAX;
 * infinitely dear if there is none. */
static Seat
find_seat (const DocModel *doc, uint32_t item, uint32_t only, const LibCard *card)
{
  const DocItem *it = &doc->items[item];
  Seat best = {.cost = INFINITY};
  bool is_taken;

  for (uint32_t i = 0; i < it->n_ports; i++)
    for (uint32_t k = 0; k < card->n_ports; k++) {
      if ((only != UINT32_MAX && i != only) ||
          !can_join (doc, it, i, &card->ports[k]) || !is_open (doc, item, i, &is_taken))
        continue;
      const Berth berth = berth_at (doc, it, i, is_taken, card, k);
      const Seat seat = best_stance (doc, &berth, best.cost);
      if (seat.cost < best.cost)
        best = seat;
    }
  return best;
}

/* Right of the item, or on the side of it where there is room; where that row is full,
 * at the beginning of the next one. */
static DocPlace
place_beside (const DocModel *doc, const DocItem *item)
{
  static const DocPoint ways[] = {{1, 0}, {0, 1}, {0, -1}, {-1, 0}};
  const DocPlace of = doc_item_place (item);
  DocPlace best = {of.x, of.y, .width = DOC_SIDE, .height = DOC_SIDE};
  double least = INFINITY, shift;

  /* Another row, as lines of a text. */
  if (ends_row (doc, (DocPoint){of.x + DOC_SIDE + gap, of.y}, ways[0])) {
    const Lane next_row = {.least = DOC_SIDE + gap, .is_one_way = true};

    best.x = row_at (doc, item->box, ways[0]).x1 + DOC_SIDE / 2;
    if (find_clear (doc, &best, ways[0], &next_row, INFINITY, &shift))
      return best;
    best.x = of.x;
  }
  /* The side with the nearest clear place. */
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++) {
    DocPlace place = best;

    place.x = of.x + (DOC_SIDE + gap) * ways[i].x;
    place.y = of.y + (DOC_SIDE + gap) * ways[i].y;
    if (find_clear (doc, &place, ways[i], &(Lane){0}, least - i, &shift)) {
      least = shift + i;
      best = place;
    }
  }
  return best;
}

/* ---- the edits ---- */

/* Adds the part, and a wire from that port to the one of its that fits; its name. */
static const char *
add (DocModel *doc,
     const DocAddition *addition,
     const Seat *seat,
     const char *from,
     const DocCorners *corners,
     GError **error)
{
  if (!doc_addition_begin (doc, addition, &seat->place, error))
    return NULL;
  if (from != NULL) {
    g_autofree char *to = g_strconcat (addition->name, ".", seat->fits->name, NULL);

    if (!doc_connect (doc, from, to, corners->points, corners->n, error)) {
      doc_cancel (doc);
      return NULL;
    }
  }
  doc_end (doc);
  return addition->name;
}

const char *
doc_add_beside (DocModel *doc,
                const char *class_name,
                const char *beside,
                bool is_wired,
                GError **error)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  const uint32_t item = doc_find_item_of (doc, beside);
  DocEnd end;
  const uint32_t port = doc_find_port (doc, beside, &end) ? end.port : UINT32_MAX;
  DocAddition addition;

  if (item == UINT32_MAX || !doc_addition_read (doc, class_name, &addition, error))
    return NULL;
  const LibCard *card = lib_card (arena, doc->index, addition.entry, NULL, "");
  Seat seat = {.cost = INFINITY};
  if (is_wired && card != NULL)
    seat = find_seat (doc, item, port, card);
  if (seat.cost == INFINITY) {
    seat.place = place_beside (doc, &doc->items[item]);
    return add (doc, &addition, &seat, NULL, NULL, error);
  }
  g_autofree char *from = doc_port_name (&doc->items[item], seat.port);
  return add (doc, &addition, &seat, from, &(DocCorners){NULL, 0}, error);
}

/* The way in which a wire comes to its end: along its last stretch. */
static DocPoint
way_of (DocPoint before, DocPoint at)
{
  const double x = at.x - before.x, y = at.y - before.y;

  if (fabs (x) >= fabs (y))
    return (DocPoint){x < 0 ? -1 : 1, 0};
  return (DocPoint){0, y < 0 ? -1 : 1};
}

const char *
doc_add_at_end (DocModel *doc,
                const char *class_name,
                const char *from,
                DocPoint at,
                const DocCorners *corners,
                GError **error)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  DocAddition addition;
  DocEnd end;

  if (!doc_find_port (doc, from, &end) ||
      !doc_addition_read (doc, class_name, &addition, error))
    return NULL;
  const DocItem *item = &doc->items[end.item];
  const LibCard *card = lib_card (arena, doc->index, addition.entry, NULL, "");
  const bool is_fed = doc_has_signal (doc, from);
  Seat best = {.cost = INFINITY};
  /* Its port that fits best. */
  for (uint32_t k = 0; card != NULL && k < card->n_ports; k++) {
    if (!can_join (doc, item, end.port, &card->ports[k]))
      continue;
    const DocPoint before =
        corners->n > 0 ? corners->points[corners->n - 1] : item->ports[end.port].at;
    const DocPoint outward = way_of (before, at);
    const Berth berth = {.at = at,
                         .outward = outward,
                         .port = end.port,
                         .fits = &card->ports[k],
                         .cost = k,
                         .may_turn = may_turn (card, &card->ports[k], outward)};
    const Seat seat = best_stance (doc, &berth, best.cost);
    if (seat.cost < best.cost)
      best = seat;
  }
  if (best.cost == INFINITY) {
    doc_error_refuse (error,
                      is_fed ? N_ ("%s cannot be joined with %s, which already gets a "
                                   "signal")
                             : N_ ("%s cannot be joined with %s"),
                      class_name, from);
    return NULL;
  }
  return add (doc, &addition, &best, from, corners, error);
}
