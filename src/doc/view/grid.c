/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies near a place: hash tables of square cells, each with the items, the notes
 * or the segments of wires that touch it. A search takes the cells under a rectangle,
 * sorts what they hold by number and drops doubles, so that its result does not depend
 * on hashes; it costs what lies near, not the size of the diagram. What would be in
 * very many cells is in one that every search looks at, and a search of very many cells
 * goes over those that there are. */
#include <math.h>

#include <string.h>

#include "base/vec.h"
#include "doc/model-private.h"

static const double cell_side = 200;
enum {
  MAX_CELLS = 4096, /* of one thing */
  USUAL_FOUND = 64
};

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

DocGrid *
doc_grid_new (guint size)
{
  DocGrid *grid = g_new (DocGrid, 1);

  g_assert (size <= sizeof (DocSegment));
  *grid = (DocGrid){size,
                    g_hash_table_new_full (cell_hash, g_int64_equal, g_free,
                                           (GDestroyNotify) g_array_unref),
                    g_array_new (FALSE, FALSE, sizeof (uint32_t)),
                    g_array_new (FALSE, FALSE, sizeof (uint32_t)),
                    g_array_new (FALSE, FALSE, sizeof (uint32_t))};
  return grid;
}

void
doc_grid_free (DocGrid *grid)
{
  g_hash_table_unref (grid->cells);
  g_array_unref (grid->slot_of);
  g_array_unref (grid->number_of);
  g_array_unref (grid->free_slots);
  g_free (grid);
}

static uint32_t
slot_of (DocGrid *grid, uint32_t number)
{
  static const uint32_t none = UINT32_MAX;

  while (grid->slot_of->len <= number)
    g_array_append_val (grid->slot_of, none);
  uint32_t *slot = &g_array_index (grid->slot_of, uint32_t, number);
  if (*slot != none)
    return *slot;
  if (grid->free_slots->len > 0) {
    *slot = g_array_index (grid->free_slots, uint32_t, grid->free_slots->len - 1);
    g_array_set_size (grid->free_slots, grid->free_slots->len - 1);
    g_array_index (grid->number_of, uint32_t, *slot) = number;
  } else {
    *slot = grid->number_of->len;
    g_array_append_val (grid->number_of, number);
  }
  return *slot;
}

/* The same value with its slot in place of its number. */
static DocSegment
with_slot (DocGrid *grid, const void *value)
{
  DocSegment entry;

  memcpy (&entry, value, grid->size);
  entry.wire = slot_of (grid, entry.wire);
  return entry;
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
  return (Cells){cell_of (rect.x1), cell_of (rect.y1), cell_of (rect.x2),
                 cell_of (rect.y2)};
}

static uint64_t
n_cells (Cells cells)
{
  return (uint64_t) (cells.x2 - cells.x1 + 1) * (uint64_t) (cells.y2 - cells.y1 + 1);
}

/* The one with all that is large: no place is in it. */
static const Cells LARGE = {INT32_MAX - 1, 0, INT32_MAX - 1, 0};

/* Where a thing is. */
static Cells
cells_with (DocRect rect)
{
  const Cells cells = cells_of (rect);

  return n_cells (cells) > MAX_CELLS ? LARGE : cells;
}

void
doc_grid_add (DocGrid *grid, DocRect rect, const void *value)
{
  const Cells cells = cells_with (rect);
  const DocSegment entry = with_slot (grid, value);

  for (int32_t x = cells.x1; x <= cells.x2; x++)
    for (int32_t y = cells.y1; y <= cells.y2; y++) {
      gint64 key = cell_key (x, y);
      GArray *cell = g_hash_table_lookup (grid->cells, &key);

      if (cell == NULL) {
        cell = g_array_new (FALSE, FALSE, grid->size);
        g_hash_table_insert (grid->cells, g_memdup2 (&key, sizeof key), cell);
      }
      g_array_append_vals (cell, &entry, 1);
    }
}

void
doc_grid_remove (DocGrid *grid, DocRect rect, const void *value)
{
  const Cells cells = cells_with (rect);
  const DocSegment entry = with_slot (grid, value);

  for (int32_t x = cells.x1; x <= cells.x2; x++)
    for (int32_t y = cells.y1; y <= cells.y2; y++) {
      gint64 key = cell_key (x, y);
      GArray *cell = g_hash_table_lookup (grid->cells, &key);

      for (guint i = 0; cell != NULL && i < cell->len; i++)
        if (memcmp (cell->data + (size_t) i * grid->size, &entry, grid->size) == 0) {
          g_array_remove_index_fast (cell, i);
          break;
        }
    }
}

void
doc_grid_renumber (DocGrid *grid, const uint32_t *is, uint32_t n_before, uint32_t n_now)
{
  if (grid == NULL)
    return;
  GArray *slots = g_array_sized_new (FALSE, FALSE, sizeof (uint32_t), n_now);
  g_array_set_size (slots, n_now);
  memset (slots->data, 0xFF, n_now * sizeof (uint32_t));
  for (guint old = 0; old < grid->slot_of->len; old++) {
    const uint32_t slot = g_array_index (grid->slot_of, uint32_t, old);

    if (slot == UINT32_MAX)
      continue;
    if (old >= n_before || is[old] == UINT32_MAX) {
      g_array_append_val (grid->free_slots, slot);
      continue;
    }
    g_array_index (slots, uint32_t, is[old]) = slot;
    g_array_index (grid->number_of, uint32_t, slot) = is[old];
  }
  g_array_unref (grid->slot_of);
  grid->slot_of = slots;
}

/* What is looked for: whether an entry of a cell, with its number, touches the
 * rectangle. */
typedef struct Search Search;
struct Search {
  const DocModel *doc;
  DocRect rect;
  bool (*is_in) (const Search *search, const void *entry);
  GCompareFunc compare;
};

/* What of a cell touches the rectangle: to sort that costs less than to sort all. */
static void
take (const Search *search, const DocGrid *grid, const GArray *cell, GArray *found)
{
  for (guint i = 0; i < cell->len; i++) {
    DocSegment entry;

    memcpy (&entry, cell->data + (size_t) i * grid->size, grid->size);
    entry.wire = g_array_index (grid->number_of, uint32_t, entry.wire);
    if (search->is_in (search, &entry))
      g_array_append_vals (found, &entry, 1);
  }
}

static void
find_in (const Search *search, const DocGrid *grid, Cells cells, GArray *found)
{
  for (int32_t x = cells.x1; x <= cells.x2; x++)
    for (int32_t y = cells.y1; y <= cells.y2; y++) {
      const gint64 key = cell_key (x, y);
      const GArray *cell = g_hash_table_lookup (grid->cells, &key);

      if (cell != NULL)
        take (search, grid, cell, found);
    }
}

static void
find_all (const Search *search, const DocGrid *grid, GArray *found)
{
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, grid->cells);
  while (g_hash_table_iter_next (&iter, NULL, &cell))
    take (search, grid, cell, found);
}

static void
drop_doubles (GArray *sorted, guint size)
{
  guint n = MIN (sorted->len, 1);

  for (guint i = 1; i < sorted->len; i++) {
    const char *entry = sorted->data + (size_t) i * size;
    char *last = sorted->data + (size_t) (n - 1) * size;

    if (memcmp (last, entry, size) != 0)
      memmove (sorted->data + (size_t) n++ * size, entry, size);
  }
  g_array_set_size (sorted, n);
}

/* All that touches the rectangle, in order. */
static GArray *
find (const Search *search, const DocGrid *grid)
{
  const Cells cells = cells_of (search->rect);
  GArray *found = g_array_sized_new (FALSE, FALSE, grid->size, USUAL_FOUND);

  if (n_cells (cells) > g_hash_table_size (grid->cells))
    find_all (search, grid, found);
  else {
    find_in (search, grid, cells, found);
    find_in (search, grid, LARGE, found);
  }
  g_array_sort (found, search->compare);
  drop_doubles (found, grid->size);
  return found;
}

/* ---- items and notes ---- */

static bool
is_item_in (const Search *search, const void *entry)
{
  const uint32_t *item = entry;

  return doc_meet (search->doc->items[*item].box, search->rect);
}

GArray *
doc_grid_items (const DocModel *doc, DocRect rect)
{
  return find (&(Search){doc, rect, is_item_in, base_vec_by_number}, doc->item_grid);
}

static bool
is_note_in (const Search *search, const void *entry)
{
  const uint32_t *note = entry;

  return doc_meet (search->doc->notes[*note].box, search->rect);
}

GArray *
doc_grid_notes (const DocModel *doc, DocRect rect)
{
  return find (&(Search){doc, rect, is_note_in, base_vec_by_number}, doc->note_grid);
}

/* ---- segments of wires ---- */

/* The tag that a segment leads into, or NULL. */
static const DocRect *
tag_at (const DocWire *wire, uint32_t edge, uint32_t segment)
{
  return wire->tag != NULL && segment + 2 == wire->edges[edge].n_points
             ? &wire->tags[edge]
             : NULL;
}

static DocRect
box_at (const DocWire *wire, uint32_t edge, uint32_t segment)
{
  const DocPoint *points = &wire->edges[edge].points[segment];
  const DocRect *tag = tag_at (wire, edge, segment);
  const DocRect box = doc_box (points[0], points[1]);

  return tag != NULL ? doc_rect_join (box, *tag) : box;
}

typedef void (*Put) (DocGrid *grid, DocRect rect, const void *value);

static void
put_wire (DocGrid *grid, uint32_t number, const DocWire *wire, Put put)
{
  for (uint32_t e = 0; e < wire->n_edges; e++) {
    const DocEdge *edge = &wire->edges[e];

    for (uint32_t k = 0; k + 1 < edge->n_points; k++)
      put (grid, box_at (wire, e, k), &(DocSegment){number, e, k});
  }
}

/* The wires of the view that the text draws otherwise: in the grid are both. */
static void
put_wires_read (const DocModel *doc, Put put)
{
  GHashTableIter iter;
  gpointer number, wire;

  if (doc->wires_read == NULL || doc->wire_grid == NULL)
    return;
  g_hash_table_iter_init (&iter, doc->wires_read);
  while (g_hash_table_iter_next (&iter, &number, &wire))
    put_wire (doc->wire_grid, GPOINTER_TO_UINT (number), wire, put);
}

static DocGrid *
wire_grid (const DocModel *doc)
{
  DocModel *owner = (DocModel *) doc; /* a cache, no change of the model */

  if (owner->wire_grid == NULL) {
    owner->wire_grid = doc_grid_new (sizeof (DocSegment));
    for (uint32_t w = 0; w < doc->n_wires; w++)
      put_wire (doc->wire_grid, w, &doc->wires[w], doc_grid_add);
    put_wires_read (doc, doc_grid_add);
  }
  return owner->wire_grid;
}

static const DocWire *
as_drawn (const DocModel *doc, uint32_t wire)
{
  return &doc->wires[wire];
}

/* As the text draws it. */
static const DocWire *
as_read (const DocModel *doc, uint32_t wire)
{
  const DocWire *read =
      doc->wires_read == NULL
          ? NULL
          : g_hash_table_lookup (doc->wires_read, GUINT_TO_POINTER (wire));

  return read != NULL ? read : &doc->wires[wire];
}

void
doc_grid_forget_read (DocModel *doc)
{
  put_wires_read (doc, doc_grid_remove);
  g_clear_pointer (&doc->wires_read, g_hash_table_unref);
}

void
doc_grid_note_boxes (const DocWire *wire, GArray *boxes)
{
  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 0; k + 1 < wire->edges[e].n_points; k++) {
      const DocRect box = box_at (wire, e, k);

      g_array_append_val (boxes, box);
    }
}

void
doc_grid_undrawn (DocModel *doc, uint32_t wire)
{
  if (doc->wire_grid != NULL)
    put_wire (doc->wire_grid, wire, &doc->wires[wire], doc_grid_remove);
}

void
doc_grid_redraw (DocModel *doc, uint32_t wire)
{
  const DocWire *now = &doc->wires[wire];

  if (as_read (doc, wire) != now) {
    doc_grid_undrawn (doc, wire);
    return;
  }
  if (doc->wires_read == NULL)
    doc->wires_read =
        g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, g_free);
  g_hash_table_insert (doc->wires_read, GUINT_TO_POINTER (wire),
                       g_memdup2 (now, sizeof *now));
}

void
doc_grid_redrawn (DocModel *doc, uint32_t wire)
{
  if (doc->wire_grid != NULL)
    put_wire (doc->wire_grid, wire, &doc->wires[wire], doc_grid_add);
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
box_of (const DocWire *wire, const DocSegment *segment)
{
  return box_at (wire, segment->edge, segment->segment);
}

/* Whether it is a part of that drawing, and touches the rectangle. */
static bool
is_in (const DocWire *wire, const DocSegment *segment, DocRect rect)
{
  if (segment->edge >= wire->n_edges ||
      segment->segment + 1 >= wire->edges[segment->edge].n_points)
    return false;
  const DocRect box = box_of (wire, segment);
  return box.x1 <= rect.x2 && box.x2 >= rect.x1 && box.y1 <= rect.y2 &&
         box.y2 >= rect.y1;
}

static bool
is_drawn_in (const Search *search, const void *entry)
{
  const DocSegment *segment = entry;

  return is_in (as_drawn (search->doc, segment->wire), segment, search->rect);
}

GArray *
doc_grid_segments (const DocModel *doc, DocRect rect)
{
  return find (&(Search){doc, rect, is_drawn_in, by_place}, wire_grid (doc));
}

static bool
is_read_in (const Search *search, const void *entry)
{
  const DocSegment *segment = entry;

  return is_in (as_read (search->doc, segment->wire), segment, search->rect);
}

GArray *
doc_grid_segments_read (const DocModel *doc, DocRect rect)
{
  return find (&(Search){doc, rect, is_read_in, by_place}, wire_grid (doc));
}

const DocRect *
doc_grid_segment_tag (const DocModel *doc, const DocSegment *segment)
{
  return tag_at (&doc->wires[segment->wire], segment->edge, segment->segment);
}

/* Up to the tag. */
DocRect
doc_grid_segment_box (const DocModel *doc, const DocSegment *segment)
{
  const DocPoint *points =
      &doc->wires[segment->wire].edges[segment->edge].points[segment->segment];
  const DocRect *tag = doc_grid_segment_tag (doc, segment);

  return doc_box (points[0],
                  tag != NULL
                      ? doc_wire_tag_foot (&doc->wires[segment->wire], segment->edge)
                      : points[1]);
}

DocRect
doc_grid_segment_read_box (const DocModel *doc, const DocSegment *segment)
{
  return box_of (as_read (doc, segment->wire), segment);
}
