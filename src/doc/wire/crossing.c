/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where lines of different nets cross: each level line looks at the plumb ones that the
 * grid has there. */
#include "doc/wire/crossing.h"

#include <stdlib.h>

#include "base/vec.h"
#include "doc/model-private.h"

typedef BASE_VEC (DocPoint) Points;

static int
by_place (const void *left, const void *right)
{
  const DocPoint *a = left, *b = right;

  return (a->x > b->x) - (a->x < b->x);
}

/* Adds the places where a level line crosses others, from left to right. */
static void
cross (DocModel *doc, Points *found, DocRect level, uint32_t net)
{
  g_autoptr (GArray) segments = doc_grid_segments (doc, level);
  const uint32_t first = found->n;

  for (guint i = 0; i < segments->len; i++) {
    const DocSegment *segment = &g_array_index (segments, DocSegment, i);
    const DocRect box = doc_grid_segment_box (doc, segment);

    if (box.x1 == box.x2 && level.x1 < box.x1 && box.x1 < level.x2 &&
        box.y1 < level.y1 && level.y1 < box.y2 && doc->wires[segment->wire].net != net)
      base_vec_push (doc->arena, *found, (DocPoint){box.x1, level.y1});
  }
  if (found->n > first + 1)
    qsort (found->at + first, found->n - first, sizeof *found->at, by_place);
}

static void
find_in_wire (DocModel *doc, DocWire *wire)
{
  Points found = {0};

  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 0; k + 1 < wire->edges[e].n_points; k++) {
      const DocRect box =
          doc_box (wire->edges[e].points[k], wire->edges[e].points[k + 1]);

      if (box.y1 == box.y2)
        cross (doc, &found, box, wire->net);
    }
  wire->crossings = found.at;
  wire->n_crossings = found.n;
}

void
doc_crossings_find (DocModel *doc, const bool *is_changed, const GArray *boxes)
{
  g_autofree bool *is_asked = g_memdup2 (is_changed, doc->n_wires + 1);
  const bool is_all = boxes->len > doc->n_wires; /* then to ask all is cheaper */

  for (guint i = 0; i < boxes->len && !is_all; i++) {
    g_autoptr (GArray) segments =
        doc_grid_segments (doc, g_array_index (boxes, DocRect, i));

    for (guint k = 0; k < segments->len; k++)
      is_asked[g_array_index (segments, DocSegment, k).wire] = true;
  }
  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (is_all || is_asked[w])
      find_in_wire (doc, &doc->wires[w]);
}
