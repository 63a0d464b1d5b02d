/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

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
  return (int32_t) floor (CLAMP (coordinate, -1e8, 1e8) / cell_side);
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

typedef void (*CellFunc) (const GArray *cell, void *data);

/* Calls for each cell that the rectangle touches. */
static void
each_cell (GHashTable *grid, DocRect rect, CellFunc call, void *data)
{
  Cells cells = cells_of (rect);

  for (int32_t x = cells.x1; x <= cells.x2; x++)
    for (int32_t y = cells.y1; y <= cells.y2; y++) {
      gint64 key = cell_key (x, y);
      const GArray *cell = g_hash_table_lookup (grid, &key);

      if (cell != NULL)
        call (cell, data);
    }
}

/* ---- items ---- */

static int
by_number (gconstpointer a, gconstpointer b)
{
  uint32_t left = *(const uint32_t *) a, right = *(const uint32_t *) b;

  return left < right ? -1 : left > right;
}

typedef struct {
  const DocModel *doc;
  DocRect rect;
  GArray *found;
} Search;

static void
collect (const GArray *cell, void *data)
{
  Search *search = data;

  for (guint i = 0; i < cell->len; i++) {
    uint32_t item = g_array_index (cell, uint32_t, i);
    const DocRect *box = &search->doc->items[item].box;

    if (box->x1 < search->rect.x2 && box->x2 > search->rect.x1 &&
        box->y1 < search->rect.y2 && box->y2 > search->rect.y1)
      g_array_append_val (search->found, item);
  }
}

GArray *
doc_grid_items (const DocModel *doc, DocRect rect)
{
  Search search = {doc, rect, g_array_new (FALSE, FALSE, sizeof (uint32_t))};
  uint32_t n = 0;

  each_cell (doc->item_grid, rect, collect, &search);
  g_array_sort (search.found, by_number);
  uint32_t *found = (uint32_t *) (void *) search.found->data;
  for (guint i = 0; i < search.found->len; i++)
    if (n == 0 || found[n - 1] != found[i])
      found[n++] = found[i];
  g_array_set_size (search.found, n);
  return search.found;
}

/* ---- segments of wires ---- */

DocRect
doc_segment_box (DocPoint a, DocPoint b)
{
  return (DocRect){fmin (a.x, b.x), fmin (a.y, b.y), fmax (a.x, b.x), fmax (a.y, b.y)};
}

static void
add_wire (const DocModel *doc, uint32_t w)
{
  for (uint32_t e = 0; e < doc->wires[w].n_edges; e++) {
    const DocEdge *edge = &doc->wires[w].edges[e];

    for (uint32_t k = 0; k + 1 < edge->n_points; k++)
      doc_grid_add (doc->wire_grid,
                    doc_segment_box (edge->points[k], edge->points[k + 1]),
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

static void
collect_segments (const GArray *cell, void *data)
{
  Search *search = data;

  for (guint i = 0; i < cell->len; i++) {
    const DocSegment *segment = &g_array_index (cell, DocSegment, i);
    const DocWire *wire = &search->doc->wires[segment->wire];

    /* a wire that was drawn anew may have less of them */
    if (segment->edge >= wire->n_edges ||
        segment->segment + 1 >= wire->edges[segment->edge].n_points)
      continue;
    const DocPoint *points = &wire->edges[segment->edge].points[segment->segment];
    DocRect box = doc_segment_box (points[0], points[1]);
    if (box.x1 <= search->rect.x2 && box.x2 >= search->rect.x1 &&
        box.y1 <= search->rect.y2 && box.y2 >= search->rect.y1)
      g_array_append_val (search->found, *segment);
  }
}

GArray *
doc_grid_segments (const DocModel *doc, DocRect rect)
{
  Search search = {doc, rect, g_array_new (FALSE, FALSE, sizeof (DocSegment))};
  uint32_t n = 0;

  each_cell (wire_grid (doc), rect, collect_segments, &search);
  g_array_sort (search.found, by_place);
  DocSegment *found = (DocSegment *) (void *) search.found->data;
  for (guint i = 0; i < search.found->len; i++)
    if (n == 0 || by_place (&found[n - 1], &found[i]) != 0)
      found[n++] = found[i];
  g_array_set_size (search.found, n);
  return search.found;
}
