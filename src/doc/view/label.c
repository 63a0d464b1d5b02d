/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is seen of the labels of an item at a scale: the lines of its name and of its
 * values, each where it stands, as far as there is room for texts of that size. */
#include "doc/view/label.h"

#include <math.h>

#include "doc/model-private.h"
#include "doc/view/label-choose.h"

static const double least_px = 11;        /* of names */
static const size_t bytes_of_item = 4096; /* about what all labels of one take */
static const size_t most_waste = (size_t) 8 << 20; /* bytes */
static const double gap = 20; /* more than there is between items and labels */

void
doc_labels_place_again (DocModel *doc, const bool *in_flux)
{
  doc->label_epoch++;
  doc->in_flux = in_flux;
}

void
doc_labels_clear (DocModel *doc)
{
  g_clear_pointer (&doc->label_arena, base_arena_free);
  g_clear_pointer (&doc->labels, g_free);
  doc_labels_place_again (doc, NULL);
}

void
doc_labels_keep (DocModel *doc, const uint32_t *was, bool is_same_drawing)
{
  g_autofree struct DocLabels **before = g_steal_pointer (&doc->labels);

  if (before == NULL ||
      base_arena_used (doc->label_arena) > most_waste + bytes_of_item * doc->n_items) {
    doc_labels_clear (doc);
    return;
  }
  doc->labels = g_new0 (struct DocLabels *, doc->n_items + 1);
  for (uint32_t i = 0; i < doc->n_items; i++)
    doc->labels[i] = was[i] == UINT32_MAX ? NULL : before[was[i]];
  if (!is_same_drawing || !doc_label_choose_again (doc, before))
    doc_labels_place_again (doc, NULL);
}

double
doc_label_scale (double zoom)
{
  const double scale = fmax (1, least_px / DOC_LABEL_NAME / zoom);

  return scale > DOC_LABEL_SCALE_MOST ? 0 : scale;
}

double
doc_label_reach (double scale)
{
  return gap +
         fmax (DOC_LABEL_HEIGHT_MOST, (DOC_LABEL_WIDTH + 2 * DOC_LABEL_PAD) * scale);
}

/* ---- lines ---- */

/* The names and values that are seen, and where. */
typedef struct {
  const DocItem *item;
  const DocLabelChosen *chosen;
  double scale;
  bool has_name, has_values;
  const DocLabelText *brief; /* in place of the name; NULL: it has room */
  DocRect name, values;
} Seen;

static Seen
seen_at (const DocModel *doc, uint32_t item, double scale)
{
  const DocLabelChosen *chosen = doc_label_choose (doc, item);
  Seen seen = {.item = &doc->items[item],
               .chosen = chosen,
               .scale = scale,
               .has_name = scale <= chosen->name_room,
               .has_values = scale <= chosen->values_room};
  const bool is_stack = seen.has_values && chosen->name_height > 0;

  if (!seen.has_name && scale <= chosen->brief_room) {
    seen.has_name = true;
    seen.brief = &chosen->brief;
  }
  seen.values = doc_label_room_box (&chosen->values, scale);
  seen.name = seen.brief != NULL ? doc_label_room_box (&chosen->brief_block, scale)
              : is_stack         ? seen.values
                                 : doc_label_room_box (&chosen->name, scale);
  if (is_stack)
    seen.values.y1 = seen.name.y2 = seen.values.y1 + scale * chosen->name_height;
  return seen;
}

/* A line upon the symbol is as large as fits there. */
static DocLabelLine
line_inside (const Seen *seen, const DocLabelText *text)
{
  const DocRect *box = &seen->item->box;
  const double width = box->x2 - box->x1, height = box->y2 - box->y1;
  const double scale = fmin (seen->scale, fmax (1, width / text->width));
  const DocPoint at = {box->x1 + text->at.x * width, box->y1 + text->at.y * height};
  const double w = text->width * scale / 2,
               h = doc_label_text_height (text) * scale / 2;

  return (DocLabelLine){.box = {at.x - w, at.y - h, at.x + w, at.y + h},
                        .scale = scale};
}

/* The next line of a stack, whose upper edge it moves. */
static DocLabelLine
line_beside (Seen *seen, const DocLabelText *text)
{
  DocRect *box = text->is_name ? &seen->name : &seen->values;
  const double across = doc_label_room_across (
      text->is_name ? seen->chosen->name_side : seen->chosen->values_side);
  const double width = seen->scale * text->width;
  const double room = seen->scale * DOC_LABEL_PAD;
  const double x = box->x1 + room + across * (box->x2 - box->x1 - 2 * room - width);
  const DocRect line = {x, box->y1, x + width,
                        box->y1 + seen->scale * doc_label_text_height (text)};

  box->y1 = line.y2;
  return (DocLabelLine){.box = line, .scale = seen->scale};
}

uint32_t
doc_label_lines (const DocModel *doc,
                 uint32_t item,
                 double scale,
                 DocLabelLine lines[DOC_LABELS_MOST])
{
  uint32_t n = 0;

  if (scale <= 0)
    return 0;
  Seen seen = seen_at (doc, item, scale);
  for (uint32_t i = 0; i < seen.chosen->n_lines; i++) {
    const DocLabelText *text = &seen.chosen->lines[i];

    /* What has no room is left out. */
    if (text->is_name && seen.brief != NULL)
      text = seen.brief;
    if (!text->is_inside && !(text->is_name ? seen.has_name : seen.has_values))
      continue;
    lines[n] = text->is_inside ? line_inside (&seen, text) : line_beside (&seen, text);
    lines[n].text = text->text;
    lines[n].is_name = text->is_name;
    lines[n].is_given = text->is_given;
    lines[n].n_parts = text->n_parts;
    lines[n].parts = text->parts;
    n++;
  }
  return n;
}

/* The part of a line that the point lies on, NULL: none. */
static const char *
part_at (const DocLabelLine *line, DocPoint at)
{
  const DocRect *box = &line->box;

  if (at.x < box->x1 || at.x > box->x2 || at.y < box->y1 || at.y > box->y2)
    return NULL;
  for (uint32_t i = 0; i < line->n_parts; i++)
    if (at.x - box->x1 <= line->parts[i].end * (box->x2 - box->x1))
      return line->parts[i].name;
  return NULL;
}

uint32_t
doc_label_at (const DocModel *doc, DocPoint at, double scale, const char **name)
{
  const double reach = doc_label_reach (scale);
  const DocRect around = {at.x - reach, at.y - reach, at.x + reach, at.y + reach};
  g_autoptr (GArray) items = doc_grid_items (doc, around);

  for (guint i = items->len; i-- > 0;) {
    const uint32_t item = g_array_index (items, uint32_t, i);
    DocLabelLine lines[DOC_LABELS_MOST];
    const uint32_t n = doc_label_lines (doc, item, scale, lines);

    for (uint32_t k = 0; k < n; k++)
      if ((*name = part_at (&lines[k], at)) != NULL)
        return item;
  }
  return UINT32_MAX;
}

/* ---- boxes ---- */

static uint32_t
boxes_at (const DocModel *doc, uint32_t item, double scale, DocRect boxes[2])
{
  const Seen seen = seen_at (doc, item, scale);
  uint32_t n = 0;

  if (seen.has_name)
    boxes[n++] = seen.name;
  if (seen.has_values)
    boxes[n++] = seen.values;
  return n;
}

DocRect
doc_label_bounds (const DocModel *doc, double scale)
{
  DocRect bounds = DOC_RECT_NONE;

  for (uint32_t i = 0; i < doc->n_items; i++) {
    DocRect boxes[DOC_LABEL_BOXES];
    const uint32_t n = boxes_at (doc, i, scale, boxes);

    for (uint32_t k = 0; k < n; k++)
      bounds = doc_rect_join (bounds, boxes[k]);
  }
  return bounds;
}

uint32_t
doc_label_boxes (const DocModel *doc, uint32_t item, DocRect boxes[DOC_LABEL_BOXES])
{
  const uint32_t n = boxes_at (doc, item, 1, boxes);

  for (uint32_t i = 0; i < n; i++)
    boxes[i] = doc_grown (boxes[i], DOC_LABEL_RIM);
  return n;
}
