/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places of labels by the ports of the item and by what its class says of them. Their
 * boxes are estimated from the number of letters and kept until the next change. */
#include "doc/view/label.h"

#include <string.h>

#include "doc/model-private.h"
#include "doc/view/modifier.h"

static const double gap = 12; /* between the symbol and labels beside it */
static const double line = 15;
static const double letter = 6.2;  /* width of one at this size, on average */
static const double height = 15;   /* of a text */
static const double overlap = 0.2; /* of a text with the place that it stands at */

struct DocLabelBoxes {
  bool is_known;
  uint8_t n;
  DocRect at[DOC_LABEL_BOXES];
};

static bool
has_ports_above_and_below (const DocItem *item)
{
  bool above = false, below = false;

  for (uint32_t p = 0; p < item->n_ports; p++) {
    above = above || item->ports[p].outward.y < 0;
    below = below || item->ports[p].outward.y > 0;
  }
  return above && below;
}

DocLabelPlace
doc_label_place (const DocItem *item,
                 const LibLabel *label,
                 uint32_t row,
                 uint32_t n,
                 double scale)
{
  const DocRect *box = &item->box;
  const double middle = (box->y1 + box->y2) / 2;

  if (has_ports_above_and_below (item))
    return (DocLabelPlace){
        {box->x2 + gap, middle + (row - (n - 1) / 2.0) * line * scale}, 0, 0.5};
  const double edge = label->y > 900 ? box->y2 : label->y < 100 ? box->y1 : middle;
  const double y = box->y1 + label->y / 1000 * (box->y2 - box->y1);
  return (DocLabelPlace){
      {box->x1 + label->x / 1000 * (box->x2 - box->x1), edge + (y - edge) * scale},
      0.5,
      edge == box->y2   ? overlap
      : edge == box->y1 ? 1 - overlap
                        : 0.5};
}

uint32_t
doc_labels (const DocItem *item, const LibLabel *labels[DOC_LABELS_MOST])
{
  static const LibLabel NAME = {
      .text = "$(instance)", .x = 500, .y = 1100, .layer = "all"};
  bool has_name = false;
  uint32_t n = 0;

  for (uint32_t i = 0; item->card != NULL && i < item->card->n_labels; i++) {
    const LibLabel *label = &item->card->labels[i];

    has_name = has_name || strstr (label->text, "instance") != NULL;
    if (n + 1 < DOC_LABELS_MOST &&
        (label->layer == NULL || strcmp (label->layer, "diagram") != 0))
      labels[n++] = label;
  }
  if (!has_name)
    labels[n++] = &NAME;
  return n;
}

/* ---- how large they are ---- */

static size_t
length_of_value (const DocItem *item, const char *name)
{
  const LibParam *param = doc_modifier_param (item, name);
  const char *entry = doc_modifier_entry (item, name);
  const DocModifier modifier = doc_modifier_read (item, name);
  const LangExpr *value = doc_modifier_value (item->decl, &modifier);

  if (entry != NULL)
    return strlen (entry);
  return (param != NULL ? strlen (param->units) + 1 : 0) +
         (value != NULL                           ? value->span.end - value->span.begin
          : param != NULL && param->value != NULL ? strlen (param->value)
                                                  : 1);
}

static size_t
length_of (const DocItem *item, const char *pattern)
{
  size_t n = 0;

  while (*pattern != '\0') {
    const char *close = g_str_has_prefix (pattern, "$(") ? strchr (pattern, ')') : NULL;

    if (close == NULL) {
      n += ((guchar) *pattern++ & 0xC0) != 0x80; /* a letter's first byte */
      continue;
    }
    g_autofree char *name = g_strndup (pattern + 2, (gsize) (close - pattern - 2));
    n += strcmp (name, "instance") == 0 ? strlen (item->name)
         : strcmp (name, "class") == 0
             ? (item->card == NULL ? 0 : strlen (item->card->title))
             : length_of_value (item, name);
    pattern = close + 1;
  }
  return n;
}

static DocRect
box_of (const DocItem *item, const LibLabel *label, uint32_t row, uint32_t n)
{
  const DocLabelPlace place = doc_label_place (item, label, row, n, 1);
  const bool is_name = strcmp (label->text, "instance_name") == 0;
  const double width =
      letter * (double) (is_name ? strlen (item->name) : length_of (item, label->text));

  return (DocRect){place.at.x - place.across * width, place.at.y - place.down * height,
                   place.at.x + (1 - place.across) * width,
                   place.at.y + (1 - place.down) * height};
}

/* Whether a box stands right before a port, where wires have to go. */
static bool
is_before_port (const DocItem *item, DocRect box)
{
  for (uint32_t p = 0; p < item->n_ports; p++) {
    const DocPoint at = item->ports[p].at, out = item->ports[p].outward;

    if (doc_meet (box, doc_box (at, (DocPoint){at.x + DOC_LABEL_WAY * out.x,
                                               at.y + DOC_LABEL_WAY * out.y})))
      return true;
  }
  return false;
}

/* What stands above or beside the symbol is one box, what stands below it another. */
static void
find_boxes (const DocItem *item, struct DocLabelBoxes *boxes)
{
  const LibLabel *labels[DOC_LABELS_MOST];
  const uint32_t n = item->is_own_port ? 0 : doc_labels (item, labels);
  DocRect box[DOC_LABEL_BOXES] = {DOC_RECT_NONE, DOC_RECT_NONE};

  for (uint32_t i = 0; i < n; i++) {
    const DocRect one = box_of (item, labels[i], i, n);
    const bool is_below = one.x1 < item->box.x2 && one.y1 > item->box.y1;

    if (one.x1 >= item->box.x1 && one.x2 <= item->box.x2 && one.y1 >= item->box.y1 &&
        one.y2 <= item->box.y2)
      continue;
    box[is_below] = doc_rect_join (box[is_below], one);
  }
  for (uint32_t i = 0; i < DOC_LABEL_BOXES; i++)
    if (box[i].x1 < box[i].x2 && !is_before_port (item, box[i]))
      boxes->at[boxes->n++] = box[i];
  boxes->is_known = true;
}

uint32_t
doc_label_boxes (const DocModel *doc, uint32_t item, DocRect boxes[DOC_LABEL_BOXES])
{
  DocModel *owner = (DocModel *) doc; /* a cache, no change of the model */

  if (doc->label_boxes == NULL)
    owner->label_boxes =
        base_arena_array (doc->arena, struct DocLabelBoxes, doc->n_items);
  if (!doc->label_boxes[item].is_known)
    find_boxes (&doc->items[item], &doc->label_boxes[item]);
  memcpy (boxes, doc->label_boxes[item].at, sizeof doc->label_boxes[item].at);
  return doc->label_boxes[item].n;
}
