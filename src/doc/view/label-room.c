/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Geometry of labels. A text grows with its scale from a point beside its item, so that
 * what it covers at one scale lies within what it covers at a larger one. Hence for two
 * things there is one scale up to which they are apart: the greatest of those up to
 * which one is left of, right of, above or below the other, each a quotient. */
#include "doc/view/label-room.h"

#include "doc/model-private.h"

static const double gap_above = 4; /* lines have room of their own there */
static const double before_port = 20, half_port = 7; /* what stays free before one */
static const double rim_of_body = 2;
static const double usual_scale = 2.75; /* of large diagrams on a screen */

static const struct {
  double across, down; /* which part of the text lies at its point: 0 left or top */
  double x;            /* of that point, in widths of the item */
  double gap;          /* of that point from there, to the right */
} PLACES[DOC_N_SIDES] = {
    [DOC_SIDE_ABOVE] = {0.5, 1, 0.5, 0},     [DOC_SIDE_BELOW] = {0.5, 0, 0.5, 0},
    [DOC_SIDE_RIGHT] = {0, 0.5, 1, 7},       [DOC_SIDE_LEFT] = {1, 0.5, 0, -7},
    [DOC_SIDE_ABOVE_RIGHT] = {0, 1, 0.5, 7}, [DOC_SIDE_ABOVE_LEFT] = {1, 1, 0.5, -7},
    [DOC_SIDE_BELOW_RIGHT] = {0, 0, 0.5, 7}, [DOC_SIDE_BELOW_LEFT] = {1, 0, 0.5, -7},
    [DOC_SIDE_ABOVE_START] = {0, 1, 0, 0},   [DOC_SIDE_ABOVE_END] = {1, 1, 1, 0},
    [DOC_SIDE_BELOW_START] = {0, 0, 0, 0},   [DOC_SIDE_BELOW_END] = {1, 0, 1, 0},
};

double
doc_label_room_across (DocLabelSide side)
{
  return PLACES[side].across;
}

static DocPoint
anchor_of (const DocRect *box, DocLabelSide side)
{
  const double down = PLACES[side].down;

  return (DocPoint){box->x1 + PLACES[side].x * (box->x2 - box->x1) + PLACES[side].gap,
                    down == 1   ? box->y1 - gap_above
                    : down == 0 ? box->y2 + gap_above
                                : (box->y1 + box->y2) / 2};
}

DocLabelBlock
doc_label_room_at (const DocItem *item, DocLabelSide side, double width, double height)
{
  DocRect body = item->box;
  body.y1 -= item->array != NULL ? DOC_STACK : 0;
  const DocPoint at = anchor_of (&body, side);
  const double across = PLACES[side].across, down = PLACES[side].down;

  return (DocLabelBlock){
      {at.x, at.y, at.x, at.y}, across * width,      down * height,
      (1 - across) * width,     (1 - down) * height,
  };
}

DocRect
doc_label_room_box (const DocLabelBlock *block, double scale)
{
  return (DocRect){
      block->core.x1 - scale * block->left, block->core.y1 - scale * block->up,
      block->core.x2 + scale * block->right, block->core.y2 + scale * block->down};
}

/* Up to which scale a gap is not filled by what grows into it. */
static double
filled (double gap, double growth)
{
  return gap < 0 ? 0 : growth == 0 ? INFINITY : gap / growth;
}

double
doc_label_room_until (const DocLabelBlock *a, const DocLabelBlock *b)
{
  const double right = filled (b->core.x1 - a->core.x2, a->right + b->left);
  const double left = filled (a->core.x1 - b->core.x2, a->left + b->right);
  const double below = filled (b->core.y1 - a->core.y2, a->down + b->up);
  const double above = filled (a->core.y1 - b->core.y2, a->up + b->down);
  const double across = MAX (right, left), down = MAX (below, above);

  return MAX (across, down);
}

/* ---- prices ---- */

double
doc_label_room_side_price (DocLabelSide wish, DocLabelSide side)
{
  static const double SIDES[][DOC_N_SIDES] = {
      [DOC_SIDE_ABOVE] = {0, 2, 2.5, 3.5, 3, 3.5, 4, 4.5, 3, 3.5, 4, 4.5},
      [DOC_SIDE_BELOW] = {2, 0, 2.5, 3.5, 4, 4.5, 3, 3.5, 4, 4.5, 3, 3.5},
      [DOC_SIDE_RIGHT] = {2, 2.5, 0, 1.5, 3, 4, 3.5, 4.5, 3, 4, 3.5, 4.5},
      [DOC_SIDE_LEFT] = {2, 2.5, 1.5, 0, 4, 3, 4.5, 3.5, 4, 3, 4.5, 3.5},
  };

  return SIDES[wish][side];
}

/* A name that lacks little is hidden all the same at a usual zoom. */
double
doc_label_room_name_price (double room)
{
  return 10 * MAX (0, usual_scale - room) + (room < 1 ? 50 : 0);
}

double
doc_label_room_values_price (double room)
{
  const double lack = MAX (0, usual_scale - room);

  return 1.5 * lack * lack + (room < 1 ? 30 : 0);
}

/* ---- what lies around ---- */

static void
add (GArray *obstacles, DocRect box)
{
  g_array_append_val (obstacles, ((DocLabelBlock){.core = box}));
}

/* Wires leave and arrive before a port, now or some day. */
static void
add_ports (GArray *obstacles, const DocItem *item)
{
  for (uint32_t i = 0; i < item->n_ports; i++) {
    const DocPoint at = item->ports[i].at, out = item->ports[i].outward;
    const DocPoint end = {at.x + before_port * out.x, at.y + before_port * out.y};

    add (obstacles, doc_grown (doc_box (at, end), half_port));
  }
}

static void
add_wires (GArray *obstacles, const DocModel *doc, DocRect around)
{
  g_autoptr (GArray) segments = doc_grid_segments_read (doc, around);

  for (guint i = 0; i < segments->len; i++) {
    const DocSegment *segment = &g_array_index (segments, DocSegment, i);

    if (doc->in_flux == NULL || !doc->in_flux[segment->wire])
      add (obstacles,
           doc_grown (doc_grid_segment_read_box (doc, segment), DOC_LABEL_RIM));
  }
}

/* What stays clear of labels and wires in a part of the diagram, for those of the item:
 * DocLabelBlock. Other bodies, what lies before ports, wires as the text draws them,
 * notes. */
static GArray *
find_taken (const DocModel *doc, uint32_t item, DocRect around)
{
  GArray *obstacles = g_array_new (FALSE, FALSE, sizeof (DocLabelBlock));
  g_autoptr (GArray) items =
      doc_grid_items (doc, doc_grown (around, before_port + half_port));

  for (guint i = 0; i < items->len; i++) {
    const uint32_t other = g_array_index (items, uint32_t, i);

    if (other != item)
      add (obstacles, doc_grown (doc->items[other].box, rim_of_body));
    add_ports (obstacles, &doc->items[other]);
  }
  add_wires (obstacles, doc, doc_grown (around, DOC_LABEL_RIM));
  g_autoptr (GArray) notes = doc_grid_notes (doc, around);
  for (guint i = 0; i < notes->len; i++)
    add (obstacles, doc->notes[g_array_index (notes, uint32_t, i)].box);
  return obstacles;
}

void
doc_label_room_clear (const DocModel *doc,
                      uint32_t item,
                      const DocLabelBlock *blocks,
                      uint32_t n,
                      double *rooms)
{
  g_autofree DocRect *boxes = g_new (DocRect, n);
  DocRect around = DOC_RECT_NONE;

  for (uint32_t i = 0; i < n; i++) {
    boxes[i] = doc_label_room_box (&blocks[i], rooms[i]);
    around = doc_rect_join (around, boxes[i]);
  }
  g_autoptr (GArray) obstacles = find_taken (doc, item, around);
  for (guint k = 0; k < obstacles->len; k++) {
    const DocLabelBlock *obstacle = &g_array_index (obstacles, DocLabelBlock, k);

    for (uint32_t i = 0; i < n; i++) {
      if (!doc_meet (boxes[i], obstacle->core))
        continue;
      rooms[i] = MIN (rooms[i], doc_label_room_until (&blocks[i], obstacle));
      boxes[i] = doc_label_room_box (&blocks[i], rooms[i]);
    }
  }
}

/* ---- rows ---- */

DocPoint
doc_label_room_middle (const DocItem *item)
{
  return (DocPoint){(item->box.x1 + item->box.x2) / 2,
                    (item->box.y1 + item->box.y2) / 2};
}

bool
doc_label_room_is_turned (const DocItem *item)
{
  return fmod (item->rot, 180) != 0;
}

bool
doc_label_room_is_in_line (const DocItem *a, const DocItem *b, bool level)
{
  const DocPoint p = doc_label_room_middle (a), q = doc_label_room_middle (b);

  if (doc_label_room_is_turned (a) != doc_label_room_is_turned (b))
    return false;
  return level ? p.y == q.y && a->box.y2 == b->box.y2
               : p.x == q.x && a->box.x2 == b->box.x2;
}
