/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies near a place: hash tables of square cells, each with the items, or the
 * segments of wires, that touch it. A search takes the cells under a rectangle, sorts
 * what they hold by number and drops doubles, so that its result does not depend on
 * hashes; it costs what lies near, not the size of the diagram. */
#include <math.h>

#include "base/vec.h"
#include "doc/model-private.h"

static const double cell_side = 200;
enum {
  MAX_CELLS = 4096
}; /* of one thing; larger ones are cut, which no drawing reaches */

static gint64
cell_key (int32_t x, int32_t y)
{
  return (gint64) ((guint64) (uint32_t) x << 32 | (uint32_t) y);
}

/* GLib's own looks at the lower half only. */
static guint
cell_hash (gconstpointer key)
{
  return (guint) (*(const guint64 *) key * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) >>
                  32);
}

GHashTable *
doc_grid_new (void)
{
  return g_hash_table_new_full (cell_hash, g_int64_equal, g_free,
                                (GDestroyNotify) g_array_unref);
}

typedef struct {
  int32_t x1, y1, x2, y2;
} Cells;

static int32_t
cell_of (double coordinate)
{
  return (int32_t) floor (CLAMP (coordinate, -DOC_FARTHEST, DOC_FARTHEST) / cell_side);
}

static Cells
cells_of (DocRect rect)
{
  Cells cells = {cell_of (rect.x1), cell_of (rect.y1), cell_of (rect.x2),
                 cell_of (rect.y2)};

  cells.x2 = MIN (cells.x2, cells.x1 + MAX_CELLS);
  cells.y2 = MIN (cells.y2, cells.y1 + MAX_CELLS);
  return cells;
}

void
doc_grid_add (GHashTable *grid, DocRect rect, const void *value, guint size)
{
  Cells cells = cells_of (rect);

  for (int32_t x = cells.x1; x <= cells.x2; x++)
    for (int32_t y = cells.y1; y <= cells.y2; y++) {
      gint64 key = cell_key (x, y);
      GArray *cell = g_hash_table_lookup (grid, &key);

      if (cell == NULL) {
        cell = g_array_new (FALSE, FALSE, size);
        g_hash_table_insert (grid, g_memdup2 (&key, sizeof key), cell);
      }
      g_array_append_vals (cell, value, 1);
    }
}

/* All that the cells hold which the rectangle touches, in order. */
static GArray *
find (GHashTable *grid, DocRect rect, guint size, GCompareFunc compare)
{
  const Cells cells = cells_of (rect);
  GArray *found = g_array_new (FALSE, FALSE, size);

  for (int32_t x = cells.x1; x <= cells.x2; x++)
    for (int32_t y = cells.y1; y <= cells.y2; y++) {
      gint64 key = cell_key (x, y);
      const GArray *cell = g_hash_table_lookup (grid, &key);

      if (cell != NULL)
        g_array_append_vals (found, cell->data, cell->len);
    }
  g_array_sort (found, compare);
  return found;
}

/* ---- items ---- */

GArray *
doc_grid_items (const DocModel *doc, DocRect rect)
{
  GArray *found = find (doc->item_grid, rect, sizeof (uint32_t), base_vec_by_number);
  uint32_t *items = (uint32_t *) (void *) found->data, n = 0;

  for (guint i = 0; i < found->len; i++)
    if ((n == 0 || items[n - 1] != items[i]) &&
        doc_meet (doc->items[items[i]].box, rect))
      items[n++] = items[i];
  return g_array_set_size (found, n);
}

/* ---- segments of wires ---- */

static void
add_wire (const DocModel *doc, uint32_t w)
{
  for (uint32_t e = 0; e < doc->wires[w].n_edges; e++) {
    const DocEdge *edge = &doc->wires[w].edges[e];

    for (uint32_t k = 0; k + 1 < edge->n_points; k++)
      doc_grid_add (doc->wire_grid, doc_box (edge->points[k], edge->points[k + 1]),
                    &(DocSegment){w, e, k}, sizeof (DocSegment));
  }
}

static GHashTable *
wire_grid (const DocModel *doc)
{
  DocModel *owner = (DocModel *) doc; /* a cache, no change of the model */

  if (owner->wire_grid == NULL) {
    owner->wire_grid = doc_grid_new ();
    for (uint32_t w = 0; w < doc->n_wires; w++)
      add_wire (doc, w);
  }
  return owner->wire_grid;
}

/* The wires as the text draws them. */
static const DocWire *
as_read (const DocModel *doc)
{
  return doc->wires_read != NULL ? doc->wires_read : doc->wires;
}

void
doc_grid_keep_read (DocModel *doc)
{
  if (doc->wires_read != NULL)
    return;
  wire_grid (doc); /* with all that is drawn now */
  doc->wires_read =
      base_arena_copy (doc->arena, doc->wires, sizeof *doc->wires * doc->n_wires,
                       sizeof *doc->wires * (doc->n_wires + 1));
}

void
doc_grid_redrawn (DocModel *doc, uint32_t wire)
{
  if (doc->wire_grid != NULL)
    add_wire (doc, wire);
}

static int
by_place (gconstpointer left, gconstpointer right)
{
  const DocSegment *a = left, *b = right;

  if (a->wire != b->wire)
    return a->wire < b->wire ? -1 : 1;
  if (a->edge != b->edge)
    return a->edge < b->edge ? -1 : 1;
  return (a->segment > b->segment) - (a->segment < b->segment);
}

static DocRect
box_of (const DocWire *wires, const DocSegment *segment)
{
  const DocPoint *points =
      &wires[segment->wire].edges[segment->edge].points[segment->segment];

  return doc_box (points[0], points[1]);
}

/* Whether it is still drawn, and touches the rectangle: a wire that was drawn anew may
 * have fewer. */
static bool
is_in (const DocWire *wires, const DocSegment *segment, DocRect rect)
{
  const DocWire *wire = &wires[segment->wire];

  if (segment->edge >= wire->n_edges ||
      segment->segment + 1 >= wire->edges[segment->edge].n_points)
    return false;
  const DocRect box = box_of (wires, segment);
  return box.x1 <= rect.x2 && box.x2 >= rect.x1 && box.y1 <= rect.y2 &&
         box.y2 >= rect.y1;
}

static GArray *
find_segments (const DocModel *doc, const DocWire *wires, DocRect rect)
{
  GArray *found = find (wire_grid (doc), rect, sizeof (DocSegment), by_place);
  DocSegment *segments = (DocSegment *) (void *) found->data;
  uint32_t n = 0;

  for (guint i = 0; i < found->len; i++)
    if ((n == 0 || by_place (&segments[n - 1], &segments[i]) != 0) &&
        is_in (wires, &segments[i], rect))
      segments[n++] = segments[i];
  return g_array_set_size (found, n);
}

GArray *
doc_grid_segments (const DocModel *doc, DocRect rect)
{
  return find_segments (doc, doc->wires, rect);
}

GArray *
doc_grid_segments_read (const DocModel *doc, DocRect rect)
{
  return find_segments (doc, as_read (doc), rect);
}

DocRect
doc_grid_segment_box (const DocModel *doc, const DocSegment *segment)
{
  return box_of (doc->wires, segment);
}

DocRect
doc_grid_segment_read_box (const DocModel *doc, const DocSegment *segment)
{
  return box_of (as_read (doc), segment);
}
