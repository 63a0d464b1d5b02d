/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/view/label-room.h"
#include "doc/view/label-text.h"

/* Inside of the module: on which sides of an item its labels stand. */

#define DOC_LABEL_SCALE_MOST  3.3   /* at a zoom of 0.25 */
#define DOC_LABEL_HEIGHT_MOST 200.0 /* of what stands on one side, at any scale */
#define DOC_LABEL_PAD         3.0   /* on each side of a text, at scale 1 */

typedef struct {
  uint32_t n_lines;
  const DocLabelText *lines;
  double name_room, values_room; /* up to these scales they are seen */
  DocLabelSide name_side, values_side;
  DocLabelBlock name;   /* by itself */
  DocLabelBlock values; /* with the name above them, if that is on the same side */
  double name_height;   /* in that case, at scale 1; else 0 */
  DocLabelText brief;   /* the name, cut; text NULL: it is short enough */
  double brief_room;    /* up to here it stands for a name without room */
  DocLabelBlock brief_block;
} DocLabelChosen;

struct DocLabels;

/* Brings up to date what follows from the size of labels, where an edit has changed
 * nothing else: `before` are those of all items, by the same numbers, other ones for
 * items that were read again, NULL where nobody had looked. False: all but the texts is
 * to be found again. */
bool doc_label_choose_again (const DocModel *doc, struct DocLabels *const *before);

/* Valid until the next change, or call of doc_labels_place_again(). */
const DocLabelChosen *doc_label_choose (const DocModel *doc, uint32_t item);
