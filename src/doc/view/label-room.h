/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/view/label.h"

/* Inside of the module: places around an item, and how large a text can be there. */

typedef enum {
  DOC_SIDE_ABOVE,
  DOC_SIDE_BELOW,
  DOC_SIDE_RIGHT,
  DOC_SIDE_LEFT,
  DOC_SIDE_ABOVE_RIGHT, /* of a wire in the middle */
  DOC_SIDE_ABOVE_LEFT,
  DOC_SIDE_BELOW_RIGHT,
  DOC_SIDE_BELOW_LEFT,
  DOC_SIDE_ABOVE_START, /* from the left edge of the item on */
  DOC_SIDE_ABOVE_END,
  DOC_SIDE_BELOW_START,
  DOC_SIDE_BELOW_END,
  DOC_N_SIDES
} DocLabelSide;

/* What grows with the size of the text from a core, which has the size of the diagram:
 * by so much at each side, if the scale is 1. The core of a label is a point, and of
 * other things all that they are. */
typedef struct {
  DocRect core;
  double left, up, right, down;
} DocLabelBlock;

/* Texts of that size, at scale 1, on a side of the item. */
DocLabelBlock doc_label_room_at (const DocItem *item,
                                 DocLabelSide side,
                                 double width,
                                 double height);
DocRect doc_label_room_box (const DocLabelBlock *block, double scale);
/* How lines are set there: 0 left, 0.5 in the middle, 1 right. */
double doc_label_room_across (DocLabelSide side);

/* Up to which scale both do not touch: 0 if never. */
double doc_label_room_until (const DocLabelBlock *a, const DocLabelBlock *b);

/* What another side than the one of the class costs, and what it costs that there is
 * room up to that scale only for the name or the values: the smaller it is the more, as
 * small texts are seen more often.
 */
double doc_label_room_side_price (DocLabelSide wish, DocLabelSide side);
double doc_label_room_name_price (double room);
double doc_label_room_values_price (double room);

/* Up to which scales blocks of the item, one for each of `rooms`, are clear of what
 * lies around: other bodies, what lies before ports, wires as the text draws them,
 * notes; but not beyond those that are in `rooms`. */
void doc_label_room_clear (const DocModel *doc,
                           uint32_t item,
                           const DocLabelBlock *blocks,
                           uint32_t n,
                           double *rooms);

/* A rectangle that is so much wider and higher on each side. */
static inline DocRect
doc_label_room_around (DocRect box, double beside, double above)
{
  return (DocRect){box.x1 - beside, box.y1 - above, box.x2 + beside, box.y2 + above};
}

/* The middle of an item, whether it lies on its side, and whether another one stands in
 * line with it, is as large across that line, and is not turned otherwise. */
DocPoint doc_label_room_middle (const DocItem *item);
bool doc_label_room_is_turned (const DocItem *item);
bool doc_label_room_is_in_line (const DocItem *a, const DocItem *b, bool level);

/* What wires and labels keep from each other. */
#define DOC_LABEL_RIM 3.0
