/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The size of notes at a zoom: at most as large as the lines of names are then, and as
 * what lies around leaves room for. What grows as well, another note, gets half of the
 * room between both. */
#include "doc/view/note.h"

#include <math.h>

#include "doc/model-private.h"
#include "doc/view/label-choose.h"
#include "doc/view/label.h"

static const double least_px = 11;     /* that can be read */
static const double least_zoom = 0.25; /* below it notes are dust */

/* If there is room. */
static double
wanted_scale (double zoom)
{
  return zoom < least_zoom ? 0 : fmax (1, least_px / DOC_NOTE_SIZE / zoom);
}

static DocRect
scaled (const DocNote *note, double by)
{
  const double x = by * (note->box.x2 - note->box.x1) / 2;
  const double y = by * (note->box.y2 - note->box.y1) / 2;

  return (DocRect){note->at.x - x, note->at.y - y, note->at.x + x, note->at.y + y};
}

/* ---- room ---- */

/* A note, and the scale at which it touches what was looked at so far. */
typedef struct {
  const DocModel *doc;
  const DocNote *note;
  double scale;
} Room;

static double
beyond (double at, double low, double high)
{
  return fmax (0, fmax (low - at, at - high));
}

static void
stop_at (Room *room, DocRect obstacle)
{
  const DocRect *box = &room->note->box;
  const DocPoint at = room->note->at;
  const DocRect wall = doc_grown (obstacle, DOC_LABEL_RIM);
  const double x = beyond (at.x, wall.x1, wall.x2) / (box->x2 - at.x);
  const double y = beyond (at.y, wall.y1, wall.y2) / (box->y2 - at.y);

  room->scale = fmin (room->scale, fmax (x, y));
}

static void
stop_at_items (Room *room, DocRect around, double zoom)
{
  const double scale = doc_label_scale (zoom);
  g_autoptr (GArray) items =
      doc_grid_items (room->doc, doc_grown (around, doc_label_reach (scale)));

  for (guint i = 0; i < items->len; i++) {
    const uint32_t item = g_array_index (items, uint32_t, i);
    DocLabelLine lines[DOC_LABELS_MOST];
    const uint32_t n = doc_label_lines (room->doc, item, scale, lines);

    stop_at (room, room->doc->items[item].box);
    for (uint32_t k = 0; k < n; k++)
      stop_at (room, lines[k].box);
  }
}

static void
stop_at_wires (Room *room, DocRect around)
{
  g_autoptr (GArray) segments = doc_grid_segments (room->doc, around);

  for (guint i = 0; i < segments->len; i++) {
    const DocSegment *segment = &g_array_index (segments, DocSegment, i);
    const DocRect *tag = doc_grid_segment_tag (room->doc, segment);

    stop_at (room, doc_grid_segment_box (room->doc, segment));
    if (tag != NULL)
      stop_at (room, *tag);
  }
}

static void
stop_at_notes (Room *room)
{
  const DocNote *note = room->note;

  for (uint32_t i = 0; i < room->doc->n_notes; i++) {
    const DocNote *other = &room->doc->notes[i];
    const double x = fabs (other->at.x - note->at.x) /
                     (other->box.x2 - other->at.x + note->box.x2 - note->at.x);
    const double y = fabs (other->at.y - note->at.y) /
                     (other->box.y2 - other->at.y + note->box.y2 - note->at.y);

    if (other != note)
      room->scale = fmin (room->scale, fmax (x, y));
  }
}

double
doc_note_scale (const DocModel *doc, uint32_t note, double zoom)
{
  Room room = {doc, doc_note (doc, note), wanted_scale (zoom)};

  if (room.scale <= 1)
    return room.scale;
  const DocRect around = doc_grown (scaled (room.note, room.scale), DOC_LABEL_RIM);
  stop_at_items (&room, around, zoom);
  stop_at_wires (&room, around);
  stop_at_notes (&room);
  return fmax (1, room.scale);
}

static DocRect
extent_at (const DocModel *doc, uint32_t note, double scale)
{
  return scale == 0 ? DOC_RECT_NONE : scaled (doc_note (doc, note), scale);
}

DocRect
doc_note_extent (const DocModel *doc, uint32_t note, double zoom)
{
  return extent_at (doc, note, doc_note_scale (doc, note, zoom));
}

DocRect
doc_note_reach (const DocModel *doc, uint32_t note, double zoom)
{
  return extent_at (doc, note, wanted_scale (zoom));
}

static bool
is_inside (DocRect box, DocRect bounds)
{
  return box.x1 >= bounds.x1 && box.x2 <= bounds.x2 && box.y1 >= bounds.y1 &&
         box.y2 <= bounds.y2;
}

DocRect
doc_note_bounds_with_labels (const DocModel *doc, double zoom)
{
  const double scale = doc_label_scale (zoom);
  DocRect bounds = scale > 0 ? doc_label_bounds (doc, scale) : DOC_RECT_NONE;

  for (uint32_t i = 0; i < doc->n_notes; i++)
    if (!is_inside (doc_note_reach (doc, i, zoom), bounds))
      bounds = doc_rect_join (bounds, doc_note_extent (doc, i, zoom));
  return bounds;
}
