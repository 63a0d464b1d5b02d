/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The size of tags at a zoom: as large as values are then, and as what lies around
 * leaves room for. A tag grows away from its foot, so that its line stays; two that
 * grow towards each other stop where they touch. Costs what lies around. */
#include "doc/wire/tag-extent.h"

#include <math.h>

#include "doc/view/growth.h"
#include "doc/view/label.h"

static const double longest = 180; /* at scale 1: a label's width, and the point */

/* Where nothing can be read a tag is still there. */
static double
wanted (double zoom)
{
  return fmax (1, doc_growth_wanted (DOC_LABEL_VALUE, zoom));
}

static DocGrowth
growth_of (const DocModel *doc, uint32_t wire, uint32_t edge, double zoom)
{
  const DocWire *w = &doc->wires[wire];

  return (DocGrowth){doc, doc_wire_tag_foot (w, edge), w->tags[edge], wanted (zoom)};
}

/* But for its own line. */
static void
stop_at_wires (DocGrowth *growth,
               DocRect around,
               uint32_t wire,
               uint32_t edge,
               double zoom)
{
  const double room = longest * wanted (zoom);
  g_autoptr (GArray) segments =
      doc_grid_segments (growth->doc, doc_grown (around, room));

  for (guint i = 0; i < segments->len; i++) {
    const DocSegment *segment = &g_array_index (segments, DocSegment, i);

    if (segment->wire == wire && segment->edge == edge)
      continue;
    doc_growth_stop_at (growth, doc_grid_segment_box (growth->doc, segment));
    if (doc_grid_segment_tag (growth->doc, segment) == NULL)
      continue;
    const DocGrowth other = growth_of (growth->doc, segment->wire, segment->edge, zoom);
    doc_growth_stop_with (growth, &other);
  }
}

static DocGrowth
grow (const DocModel *doc, uint32_t wire, uint32_t edge, double zoom)
{
  DocGrowth growth = growth_of (doc, wire, edge, zoom);

  if (growth.scale <= 1)
    return growth;
  const DocRect around = doc_growth_box (&growth);
  doc_growth_stop_at_items (&growth, around, zoom);
  stop_at_wires (&growth, around, wire, edge, zoom);
  for (uint32_t i = 0; i < doc->n_notes; i++)
    doc_growth_stop_at (&growth, doc->notes[i].box);
  growth.scale = fmax (1, growth.scale);
  return growth;
}

double
doc_tag_extent_scale (const DocModel *doc, uint32_t wire, uint32_t edge, double zoom)
{
  return grow (doc, wire, edge, zoom).scale;
}

DocRect
doc_tag_extent (const DocModel *doc, uint32_t wire, uint32_t edge, double zoom)
{
  const DocGrowth growth = grow (doc, wire, edge, zoom);

  return doc_growth_box (&growth);
}

double
doc_tag_extent_most (const DocModel *doc, double zoom)
{
  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (doc->wires[w].tag != NULL)
      return longest * wanted (zoom);
  return 0;
}
