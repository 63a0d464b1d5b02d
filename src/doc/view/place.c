/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where things are drawn. A rectangle of metadata says by the order of its corners how
 * it is mirrored, and then by how much it is turned; ports take both with their item.
 * Right angles are exact. */
#include <math.h>

#include "doc/model-private.h"
#include "doc/view/font.h"

static const double icon_side = 1000; /* of the coordinates inside an icon */

static double
within (double value)
{
  return CLAMP (value, -DOC_FARTHEST, DOC_FARTHEST);
}

double
doc_coordinate (const LangJson *object, const char *key, double otherwise)
{
  return within (lang_json_number (lang_json_get (object, key), otherwise));
}

bool
doc_place_read (const LangJson *placement, DocPlace *place)
{
  double left = doc_coordinate (placement, "x1", NAN),
         right = doc_coordinate (placement, "x2", NAN);
  double top = doc_coordinate (placement, "y1", NAN),
         bottom = doc_coordinate (placement, "y2", NAN);
  double rot = lang_json_number (lang_json_get (placement, "rot"), 0);

  if (isnan (left + right + top + bottom))
    return false;
  *place = (DocPlace){
      .x = (left + right) / 2,
      .y = (top + bottom) / 2,
      .width = fabs (right - left),
      .height = fabs (bottom - top),
      .rot = fmod (fmod (rot, 360) + 360, 360),
      .flip_x = left > right,
      .flip_y = top > bottom,
  };
  return true;
}

/* Exact at the right angles. */
static DocPoint
turn (DocPoint p, double rot)
{
  double c = cos (rot * G_PI / 180), s = sin (rot * G_PI / 180);

  if (fmod (rot, 90) == 0) {
    c = round (c);
    s = round (s);
  }
  return (DocPoint){p.x * c - p.y * s, p.x * s + p.y * c};
}

DocRect
doc_place_box (const DocPlace *place)
{
  DocPoint a = turn ((DocPoint){place->width / 2, place->height / 2}, place->rot);
  DocPoint b = turn ((DocPoint){place->width / 2, -place->height / 2}, place->rot);
  double half_width = fmax (fabs (a.x), fabs (b.x));
  double half_height = fmax (fabs (a.y), fabs (b.y));

  return (DocRect){place->x - half_width, place->y - half_height, place->x + half_width,
                   place->y + half_height};
}

DocPlace
doc_item_place (const DocItem *item)
{
  double width = item->box.x2 - item->box.x1, height = item->box.y2 - item->box.y1;
  bool lies = fmod (item->rot, 180) == 90;

  return (DocPlace){
      .x = (item->box.x1 + item->box.x2) / 2,
      .y = (item->box.y1 + item->box.y2) / 2,
      .width = lies ? height : width,
      .height = lies ? width : height,
      .rot = item->rot,
      .flip_x = item->flip_x,
      .flip_y = item->flip_y,
  };
}

/* From the middle of the icon, in parts of its side, to the diagram. */
static DocPoint
to_diagram (const DocPlace *place, double u, double v)
{
  DocPoint p = {(place->flip_x ? -u : u) * place->width,
                (place->flip_y ? -v : v) * place->height};

  p = turn (p, place->rot);
  return (DocPoint){within (place->x + p.x), within (place->y + p.y)};
}

DocPoint
doc_place_to_icon (const DocPlace *place, DocPoint p)
{
  DocPoint from = turn ((DocPoint){p.x - place->x, p.y - place->y}, -place->rot);

  return (DocPoint){icon_side * (place->flip_x ? -from.x : from.x) / place->width,
                    icon_side * (place->flip_y ? -from.y : from.y) / place->height};
}

DocPort
doc_place_port (const DocPlace *place, const LibPort *port, bool is_own)
{
  const LibPlacement *icon = &port->icon;
  double u = (icon->x1 + icon->x2) / 2 / icon_side - 0.5;
  double v = (icon->y1 + icon->y2) / 2 / icon_side - 0.5;
  double half_u = fabs (icon->x2 - icon->x1) / 2 / icon_side * place->width;
  double half_v = fabs (icon->y2 - icon->y1) / 2 / icon_side * place->height;
  bool lies = fmod (place->rot, 180) == 90;
  bool sideways = fabs (u) >= fabs (v);
  DocPoint away = {sideways ? (u < 0 ? -1 : 1) : 0, sideways ? 0 : (v < 0 ? -1 : 1)};

  if (is_own) { /* stands for itself; its wires go into the diagram */
    DocPoint at = {place->x, place->y};

    return (DocPort){port->name, port, at, {-away.x, -away.y}, doc_place_box (place)};
  }
  away.x = place->flip_x ? -away.x : away.x;
  away.y = place->flip_y ? -away.y : away.y;
  DocPoint at = to_diagram (place, u, v);
  double half_width = lies ? half_v : half_u, half_height = lies ? half_u : half_v;
  return (DocPort){
      .name = port->name,
      .port = port,
      .at = at,
      .outward = turn (away, fmod (place->rot, 90) == 0 ? place->rot : 0),
      .box = {within (at.x - half_width), within (at.y - half_height),
              within (at.x + half_width), within (at.y + half_height)},
  };
}

DocItem
doc_item_of_card (BaseArena *arena, const LibCard *card)
{
  const DocPlace place = {.x = DOC_ITEM_SIDE / 2,
                          .y = DOC_ITEM_SIDE / 2,
                          .width = DOC_ITEM_SIDE,
                          .height = DOC_ITEM_SIDE};
  DocPort *ports = base_arena_array (arena, DocPort, card->n_ports + 1);

  for (uint32_t i = 0; i < card->n_ports; i++)
    ports[i] = doc_place_port (&place, &card->ports[i], false);
  return (DocItem){.name = card->title,
                   .card = card,
                   .icon = card->icon,
                   .box = doc_place_box (&place),
                   .n_ports = card->n_ports,
                   .ports = ports};
}

DocRect
doc_place_note (const char *text, DocPoint at, double rot)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  double width = 0;
  uint32_t n = 0;

  for (; lines[n] != NULL; n++)
    width = fmax (width, DOC_NOTE_SIZE * doc_font_width (lines[n]) / 2);
  const double height = DOC_NOTE_SIZE * DOC_FONT_LINE * MAX (n, 1) / 2;
  const bool lies = fmod (fabs (rot), 180) == 90;
  const double x = fmax (lies ? height : width, DOC_NOTE_SIZE / 2);
  const double y = lies ? width : height;
  return (DocRect){at.x - x, at.y - y, at.x + x, at.y + y};
}

uint32_t *
doc_view_first_ports (const DocModel *doc)
{
  uint32_t *first = g_new (uint32_t, doc->n_items + 1);

  first[0] = 0;
  for (uint32_t i = 0; i < doc->n_items; i++)
    first[i + 1] = first[i] + doc->items[i].n_ports;
  return first;
}
