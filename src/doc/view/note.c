/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The size of notes at a zoom: at most as large as the lines of names are then, and as
 * what lies around leaves room for. What grows as well, another note, gets half of the
 * room between both; a tag has grown before. */
#include "doc/view/note.h"

#include <math.h>

#include "doc/view/growth.h"
#include "doc/view/label-choose.h"
#include "doc/view/label.h"
#include "doc/wire/tag-extent.h"

/* As large as it can be read, if there is room. */
static DocGrowth
growth_of (const DocModel *doc, uint32_t number, double zoom)
{
  const DocNote *note = doc_note (doc, number);

  return (DocGrowth){doc, note->at, note->box, doc_growth_wanted (DOC_NOTE_SIZE, zoom)};
}

/* ---- room ---- */

static void
stop_at_wires (DocGrowth *growth, DocRect around, double zoom)
{
  const double room = doc_tag_extent_most (growth->doc, zoom);
  g_autoptr (GArray) segments =
      doc_grid_segments (growth->doc, doc_grown (around, room));

  for (guint i = 0; i < segments->len; i++) {
    const DocSegment *segment = &g_array_index (segments, DocSegment, i);

    doc_growth_stop_at (growth, doc_grid_segment_box (growth->doc, segment));
    if (doc_grid_segment_tag (growth->doc, segment) != NULL)
      doc_growth_stop_at (
          growth, doc_tag_extent (growth->doc, segment->wire, segment->edge, zoom));
  }
}

static void
stop_at_notes (DocGrowth *growth, uint32_t note, double zoom)
{
  for (uint32_t i = 0; i < growth->doc->n_notes; i++) {
    const DocGrowth other = growth_of (growth->doc, i, zoom);

    if (i != note)
      doc_growth_stop_with (growth, &other);
  }
}

static DocGrowth
grow (const DocModel *doc, uint32_t note, double zoom)
{
  DocGrowth growth = growth_of (doc, note, zoom);

  if (growth.scale <= 1)
    return growth;
  const DocRect around = doc_grown (doc_growth_box (&growth), DOC_LABEL_RIM);
  doc_growth_stop_at_items (&growth, around, zoom);
  stop_at_wires (&growth, around, zoom);
  stop_at_notes (&growth, note, zoom);
  growth.scale = fmax (1, growth.scale);
  return growth;
}

double
doc_note_scale (const DocModel *doc, uint32_t note, double zoom)
{
  return grow (doc, note, zoom).scale;
}

static DocRect
box_of (DocGrowth growth)
{
  return growth.scale == 0 ? DOC_RECT_NONE : doc_growth_box (&growth);
}

DocRect
doc_note_extent (const DocModel *doc, uint32_t note, double zoom)
{
  return box_of (grow (doc, note, zoom));
}

DocRect
doc_note_reach (const DocModel *doc, uint32_t note, double zoom)
{
  return box_of (growth_of (doc, note, zoom));
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
  for (uint32_t w = 0; w < doc->n_wires; w++)
    for (uint32_t e = 0; doc->wires[w].tag != NULL && e < doc->wires[w].n_edges; e++)
      bounds = doc_rect_join (bounds, doc_tag_extent (doc, w, e, zoom));
  return bounds;
}
