/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies near a place: hash tables of square cells, each with the items, the notes
 * or the segments of wires that touch it. A search takes the cells under a rectangle,
 * sorts what they hold by number and drops doubles, so that its result does not depend
 * on hashes; it costs what lies near, not the size of the diagram. What would be in
 * very many cells is in one that every search looks at, and a search of very many cells
 * goes over those that there are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "doc/model-private.h"

static const double cell_side = 200;
enum {
  MAX_CELLS = 4096, /* of one thing */
  USUAL_FOUND = 64
};

/* Where a pointer has no room for both halves, columns share their cells. */
static gpointer
cell_key (int32_t x, int32_t y)
{
  return (gpointer) (guintptr) ((guint64) (uint32_t) x << 32 | (uint32_t) y);
}

/* GLib's own looks at the lower half only. */
static guint
cell_hash (gconstpointer key)
{
  return (guint) ((guint64) (guintptr) key * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) >>
                  32);
}

DocGrid *
doc_grid_new (guint size)
{
  DocGrid *grid = g_new (DocGrid, 1);

  g_assert (size <= sizeof (DocSegment));
  *grid = (DocGrid){
      size,
      g_hash_table_new_full (cell_hash, NULL, NULL, (GDestroyNotify) g_array_unref),
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

/* The same value with its slot in place of its number, and zeros behind it. */
static DocSegment
with_slot (DocGrid *grid, const void *value)
{
  DocSegment entry = {0};

  memcpy (&entry, value, grid->size);
  entry.wire = slot_of (grid, entry.wire);
  return entry;
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
      const gpointer key = cell_key (x, y);
      GArray *cell = g_hash_table_lookup (grid->cells, key);

      if (cell == NULL) {
        cell = g_array_new (FALSE, FALSE, sizeof (DocSegment));
        g_hash_table_insert (grid->cells, key, cell);
      }
      g_array_append_val (cell, entry);
    }
}

void
doc_grid_remove (DocGrid *grid, DocRect rect, const void *value)
{
  const Cells cells = cells_with (rect);
  const DocSegment entry = with_slot (grid, value);

  for (int32_t x = cells.x1; x <= cells.x2; x++)
    for (int32_t y = cells.y1; y <= cells.y2; y++) {
      GArray *cell = g_hash_table_lookup (grid->cells, cell_key (x, y));

      for (guint i = 0; cell != NULL && i < cell->len; i++)
        if (by_place (&g_array_index (cell, DocSegment, i), &entry) == 0) {
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

/* What is looked for: whether something of that number touches the rectangle. */
typedef struct Search Search;
struct Search {
  const DocModel *doc;
  DocRect rect;
  bool (*is_in) (const Search *search, const DocSegment *entry);
};

/* With numbers; seldom more than there is room for here. */
typedef struct {
  DocSegment *at;
  guint n, room;
  DocSegment usual[USUAL_FOUND];
} Found;

static void
push (Found *found, const DocSegment *entry)
{
  if (found->n == found->room) {
    DocSegment *was = found->at;

    found->room *= 2;
    found->at = g_new (DocSegment, found->room);
    memcpy (found->at, was, found->n * sizeof *was);
    if (was != found->usual)
      g_free (was);
  }
  found->at[found->n++] = *entry;
}

/* What of a cell touches the rectangle: to sort that costs less than to sort all. */
static void
take (const Search *search, const DocGrid *grid, const GArray *cell, Found *found)
{
  for (guint i = 0; i < cell->len; i++) {
    DocSegment entry = g_array_index (cell, DocSegment, i);

    entry.wire = g_array_index (grid->number_of, uint32_t, entry.wire);
    if (search->is_in (search, &entry))
      push (found, &entry);
  }
}

static void
find_in (const Search *search, const DocGrid *grid, Cells cells, Found *found)
{
  for (int32_t x = cells.x1; x <= cells.x2; x++)
    for (int32_t y = cells.y1; y <= cells.y2; y++) {
      const GArray *cell = g_hash_table_lookup (grid->cells, cell_key (x, y));

      if (cell != NULL)
        take (search, grid, cell, found);
    }
}

static void
find_all (const Search *search, const DocGrid *grid, Found *found)
{
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, grid->cells);
  while (g_hash_table_iter_next (&iter, NULL, &cell))
    take (search, grid, cell, found);
}

/* Each cell holds its own nearly in order: a few are put in place one by one. */
static void
sort (Found *found)
{
  if (found->n > USUAL_FOUND) {
    qsort (found->at, found->n, sizeof *found->at, by_place);
    return;
  }
  for (guint i = 1; i < found->n; i++) {
    const DocSegment entry = found->at[i];
    guint k = i;

    for (; k > 0 && by_place (&found->at[k - 1], &entry) > 0; k--)
      found->at[k] = found->at[k - 1];
    found->at[k] = entry;
  }
}

/* All that touches the rectangle, in order: values of the grid. */
static GArray *
find (const Search *search, const DocGrid *grid)
{
  const Cells cells = cells_of (search->rect);
  Found found;

  found.at = found.usual;
  found.n = 0;
  found.room = USUAL_FOUND;
  if (n_cells (cells) > g_hash_table_size (grid->cells))
    find_all (search, grid, &found);
  else {
    find_in (search, grid, cells, &found);
    find_in (search, grid, LARGE, &found);
  }
  sort (&found);
  GArray *values = g_array_sized_new (FALSE, FALSE, grid->size, found.n);
  for (guint i = 0; i < found.n; i++)
    if (i == 0 || by_place (&found.at[i - 1], &found.at[i]) != 0)
      g_array_append_vals (values, &found.at[i], 1);
  if (found.at != found.usual)
    g_free (found.at);
  return values;
}

/* ---- items and notes ---- */

static bool
is_item_in (const Search *search, const DocSegment *entry)
{
  return doc_meet (search->doc->items[entry->wire].box, search->rect);
}

GArray *
doc_grid_items (const DocModel *doc, DocRect rect)
{
  return find (&(Search){doc, rect, is_item_in}, doc->item_grid);
}

static bool
is_note_in (const Search *search, const DocSegment *entry)
{
  return doc_meet (search->doc->notes[entry->wire].box, search->rect);
}

GArray *
doc_grid_notes (const DocModel *doc, DocRect rect)
{
  return find (&(Search){doc, rect, is_note_in}, doc->note_grid);
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
is_drawn_in (const Search *search, const DocSegment *segment)
{
  return is_in (as_drawn (search->doc, segment->wire), segment, search->rect);
}

GArray *
doc_grid_segments (const DocModel *doc, DocRect rect)
{
  return find (&(Search){doc, rect, is_drawn_in}, wire_grid (doc));
}

static bool
is_read_in (const Search *search, const DocSegment *segment)
{
  return is_in (as_read (search->doc, segment->wire), segment, search->rect);
}

GArray *
doc_grid_segments_read (const DocModel *doc, DocRect rect)
{
  return find (&(Search){doc, rect, is_read_in}, wire_grid (doc));
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
