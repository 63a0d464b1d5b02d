/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a part of a diagram looks like, as a number: by FNV-1a (Fowler, Noll and Vo
 * 1991) of words, of all that its drawing reads and that is not the same for all parts.
 * Two that differ have the same number once in 2^64 times. */
#include <string.h>

#include "doc/view/label.h"
#include "doc/view/note.h"
#include "doc/wire/tag-extent.h"
#include "figure/diagram/diagram.h"
#include "figure/diagram/item.h"

static const double wire_room = 12; /* arrows, marks */
static const double port_room = 20; /* a joined port of the diagram */
static const double text_room = 4;  /* accents, and pixels that are rounded */

static uint64_t
mix (uint64_t look, uint64_t word)
{
  look = (look ^ word) * UINT64_C (0x100000001B3);
  return look ^ look >> 32;
}

static uint64_t
mix_number (uint64_t look, double number)
{
  uint64_t word;

  memcpy (&word, &number, sizeof word);
  return mix (look, word);
}

static uint64_t
mix_point (uint64_t look, DocPoint p)
{
  return mix_number (mix_number (look, p.x), p.y);
}

static uint64_t
mix_rect (uint64_t look, DocRect box)
{
  return mix_point (mix_point (look, (DocPoint){box.x1, box.y1}),
                    (DocPoint){box.x2, box.y2});
}

static uint64_t
mix_text (uint64_t look, const char *text)
{
  for (; text != NULL && *text != '\0'; text++)
    look = mix (look, (unsigned char) *text);
  return mix (look, text == NULL);
}

static DocRect
grown (DocRect box, double by)
{
  return (DocRect){box.x1 - by, box.y1 - by, box.x2 + by, box.y2 + by};
}

static uint64_t
mix_port (uint64_t look, const DocPort *port)
{
  const LibPort *card = port->port;

  look = mix_point (mix_point (look, port->at), port->outward);
  look = mix (look, port->is_junction);
  if (card == NULL)
    return look;
  look = mix_text (look, card->stroke);
  return mix (look, card->is_output | card->is_input << 1 | card->is_open << 2 |
                        card->is_round << 3);
}

FigurePartLook
figure_diagram_item_look (const DocModel *doc, uint32_t index, double zoom)
{
  const DocItem *item = doc_item (doc, index);
  FigurePartLook look = {mix_rect (1, item->box), grown (item->box, port_room)};
  DocLabelLine lines[DOC_LABELS_MOST];
  const uint32_t n = doc_label_lines (doc, index, doc_label_scale (zoom), lines);

  /* The symbol with its ports, */
  look.number = mix_number (look.number, item->rot);
  look.number = mix (look.number, item->flip_x | item->flip_y << 1 |
                                      item->is_commented << 2 | item->is_own_port << 3);
  look.number = mix_text (look.number, item->icon);
  for (uint32_t i = 0; i < item->n_ports; i++)
    look.number = mix_port (look.number, &item->ports[i]);
  look.number = mix (look.number, item->array != NULL);
  for (uint32_t i = 0; item->array != NULL && i < item->array->n_links; i++)
    look.number = mix_text (mix_text (look.number, item->array->links[i].first),
                            item->array->links[i].last);
  /* and its labels. */
  for (uint32_t i = 0; i < n; i++) {
    look.number = mix_rect (mix_text (look.number, lines[i].text), lines[i].box);
    look.number = mix_number (look.number, lines[i].scale);
    look.number = mix (look.number, lines[i].is_name | lines[i].is_given << 1);
    look.extent =
        doc_rect_join (look.extent, grown (lines[i].box, text_room * lines[i].scale));
  }
  return look;
}

FigurePartLook
figure_diagram_wire_look (const DocModel *doc, uint32_t index, double zoom)
{
  const DocWire *wire = doc_wire (doc, index);
  FigurePartLook look = {mix_number (2, wire->width),
                         grown (doc_wire_bounds (wire), wire->count != NULL
                                                            ? FIGURE_DIAGRAM_COUNT
                                                            : wire_room + wire->width)};

  look.number = wire->count != NULL ? mix_text (look.number, wire->count) : look.number;
  look.number = mix (mix_text (look.number, wire->stroke), wire->is_signal);
  /* The paths with their ends, */
  for (uint32_t e = 0; e < wire->n_edges; e++) {
    look.number = mix (look.number, (uint64_t) wire->edges[e].from << 32 |
                                        (uint32_t) wire->edges[e].to);
    for (uint32_t k = 0; k < wire->edges[e].n_points; k++)
      look.number = mix_point (look.number, wire->edges[e].points[k]);
    if (wire->tag == NULL)
      continue;
    const DocRect tag = doc_tag_extent (doc, index, e, zoom);
    look.number = mix_rect (mix_text (look.number, wire->tag), tag);
    look.extent = doc_rect_join (look.extent, grown (tag, wire_room));
  }
  for (uint32_t k = 0; k < wire->n_ends; k++) {
    const DocEnd *end = &wire->ends[k];

    if (end->item == UINT32_MAX)
      continue;
    const DocItem *item = doc_item (doc, end->item);
    const LibPort *port = item->ports[end->port].port;
    look.number = mix (look.number, item->is_commented | item->is_own_port << 1);
    look.number =
        mix (look.number, port == NULL ? 0 : port->is_output | port->is_input << 1);
  }
  /* and where they part and cross. */
  for (uint32_t i = 0; i < wire->n_branches; i++)
    look.number = mix_point (look.number, wire->branches[i]);
  look.number = mix (look.number, wire->n_branches);
  for (uint32_t i = 0; i < wire->n_crossings; i++)
    look.number = mix_point (look.number, wire->crossings[i]);
  return look;
}

FigurePartLook
figure_diagram_note_look (const DocModel *doc, uint32_t index, double zoom)
{
  const DocNote *note = doc_note (doc, index);
  const DocRect box = doc_note_extent (doc, index, zoom);
  const double width = box.x2 - box.x1, height = box.y2 - box.y1;
  const uint64_t number = mix_point (mix_text (3, note->text), note->at);

  return (FigurePartLook){mix_number (mix_number (number, note->rot), width),
                          grown (box, (width + height) / 2 + text_room)};
}
