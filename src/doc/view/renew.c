/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings the view to a tree of which an edit has left most as it was: nodes that both
 * trees share say the same. Items whose declaration is shared stay as they are, and so
 * do wires whose connect is, as long as all of their items stay; the others are read.
 * What hangs together beyond that is found anew where something has changed: numbers,
 * the cells of the grids, and then nets, branches and crossings. Passes over all items
 * and wires do a few loads for each; the rest is what the change touches. */
#include <math.h>
#include <string.h>

#include "doc/model-private.h"
#include "doc/structure/array.h"
#include "doc/structure/bundle.h"
#include "doc/structure/missing.h"
#include "doc/view/modifier.h"
#include "doc/wire/branch.h"
#include "doc/wire/crossing.h"
#include "doc/wire/tag.h"

/* What was there before, and what has become of it. */
typedef struct {
  uint32_t n;         /* there now */
  const void **nodes; /* of the tree */
  uint32_t *was;      /* for each: its number before, or UINT32_MAX */
  uint32_t n_before;
  uint32_t *is;    /* of those before: the number now, or UINT32_MAX: not kept */
  bool is_shifted; /* numbers of what is kept have changed */
} Match;

static void
match_clear (Match *match)
{
  g_free (match->nodes);
  g_free (match->was);
  g_free (match->is);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Match, match_clear)

/* What had that number is read again. */
static void
drop (Match *match, uint32_t old)
{
  match->was[match->is[old]] = UINT32_MAX;
  match->is[old] = UINT32_MAX;
}

/* Finds the nodes that were there: from both ends, and those in between by hash. */
static void
find_kept (Match *match, const void *const *before, const GArray *stale)
{
  const uint32_t least = MIN (match->n, match->n_before);
  g_autoptr (GHashTable) between = g_hash_table_new (g_direct_hash, g_direct_equal);
  uint32_t head = 0, tail = 0;

  match->was = g_new (uint32_t, match->n + 1);
  match->is = g_new (uint32_t, match->n_before + 1);
  while (head < least && match->nodes[head] == before[head])
    head++;
  while (tail < least - head &&
         match->nodes[match->n - 1 - tail] == before[match->n_before - 1 - tail])
    tail++;
  for (uint32_t i = head; i < match->n_before - tail; i++)
    g_hash_table_insert (between, (gpointer) before[i], GUINT_TO_POINTER (i + 1));
  for (uint32_t i = 0; i < match->n; i++)
    match->was[i] =
        i < head ? i
        : i >= match->n - tail
            ? i + match->n_before - match->n
            : GPOINTER_TO_UINT (g_hash_table_lookup (between, match->nodes[i])) - 1;
  /* What was moved in the view has to be read, too. */
  memset (match->is, 0xFF, (match->n_before + 1) * sizeof *match->is);
  for (uint32_t i = 0; i < match->n; i++)
    if (match->was[i] != UINT32_MAX)
      match->is[match->was[i]] = i;
  for (guint k = 0; k < stale->len; k++) {
    const uint32_t old = g_array_index (stale, uint32_t, k);

    if (match->is[old] != UINT32_MAX)
      drop (match, old);
  }
  for (uint32_t i = 0; i < match->n_before; i++)
    match->is_shifted |= match->is[i] != UINT32_MAX && match->is[i] != i;
}

/* ---- items ---- */

/* Whether its chain is another one, or its number has another value. */
static bool
is_array_outdated (const DocModel *doc, const DocItem *item)
{
  const double number = doc_arrays_number (doc->arrays, item->decl);

  return item->array->loop != doc_arrays_chain (doc->arrays, item->name) ||
         (number != item->array->number &&
          !(isnan (number) && isnan (item->array->number)));
}

/* Whether what the item says depends on more than its declaration, and that has
 * changed. */
static bool
is_outdated (const DocModel *doc, const DocItem *item)
{
  return item->is_of_shown || item->card == NULL ||
         (item->array != NULL && is_array_outdated (doc, item));
}

static void
match_items (const DocModel *doc, Match *match)
{
  const LangClass *class = doc->class;
  g_autofree const void **before = g_new (const void *, doc->n_items + 1);

  match->nodes = g_new (const void *, class->n_decls + 1);
  for (uint32_t i = 0; i < class->n_decls; i++)
    if (class->decls[i]->kind == LANG_SUB)
      match->nodes[match->n++] = class->decls[i];
  match->n_before = doc->n_items;
  for (uint32_t i = 0; i < doc->n_items; i++)
    before[i] = doc->items[i].decl;
  find_kept (match, before, doc->stale_items);
  for (uint32_t i = 0; i < doc->n_items; i++)
    if (match->is[i] != UINT32_MAX && is_outdated (doc, &doc->items[i]))
      drop (match, i);
}

/* False if two items have one name. */
static bool
renew_names (DocModel *doc, const Match *match)
{
  GHashTableIter iter;
  gpointer number;

  for (uint32_t i = 0; i < match->n_before; i++)
    if (match->is[i] == UINT32_MAX)
      g_hash_table_remove (doc->item_of, doc->items[i].name);
  g_hash_table_iter_init (&iter, doc->item_of);
  while (match->is_shifted && g_hash_table_iter_next (&iter, NULL, &number))
    g_hash_table_iter_replace (
        &iter, GUINT_TO_POINTER (match->is[GPOINTER_TO_UINT (number) - 1] + 1));
  for (uint32_t i = 0; i < match->n; i++)
    if (match->was[i] == UINT32_MAX &&
        !g_hash_table_insert (doc->item_of,
                              (gpointer) ((const LangDecl *) match->nodes[i])->name,
                              GUINT_TO_POINTER (i + 1)))
      return false;
  return true;
}

static bool
is_in_place (const DocItem *a, const DocItem *b)
{
  bool is_same = memcmp (&a->box, &b->box, sizeof a->box) == 0 && a->rot == b->rot &&
                 a->flip_x == b->flip_x && a->flip_y == b->flip_y &&
                 a->n_ports == b->n_ports;

  for (uint32_t i = 0; is_same && i < a->n_ports; i++)
    is_same = doc_is_same (a->ports[i].at, b->ports[i].at) &&
              doc_is_same (a->ports[i].outward, b->ports[i].outward);
  return is_same;
}

/* `is_drawn_so`: whether items have stayed where they are; it is cleared if not. */
static bool
renew_items (DocModel *doc, const Match *match, bool *is_drawn_so)
{
  DocItem *before = doc->items;

  if (!renew_names (doc, match))
    return false;
  /* Out of the grid what goes, */
  for (uint32_t i = 0; i < match->n_before; i++)
    if (match->is[i] == UINT32_MAX)
      doc_grid_remove (doc->item_grid, before[i].box, &i);
  if (match->is_shifted)
    doc_grid_renumber (doc->item_grid, match->is, match->n_before, match->n);
  /* over what stays, and into it what is read. */
  doc->items = g_new0 (DocItem, match->n + 1);
  doc->n_items = match->n;
  bool is_placed = true;
  *is_drawn_so &= match->n == match->n_before && !match->is_shifted;
  for (uint32_t i = 0; i < match->n; i++) {
    if (match->was[i] != UINT32_MAX) {
      doc->items[i] = before[match->was[i]];
      continue;
    }
    is_placed &= doc_view_read_item (doc, i, match->nodes[i]);
    *is_drawn_so = *is_drawn_so && is_in_place (&doc->items[i], &before[i]);
  }
  g_free (before);
  return is_placed;
}

/* ---- wires ---- */

/* Whether all items of a wire have stayed; gives their numbers. */
static bool
keeps_items (const DocWire *wire, const Match *items)
{
  for (uint32_t k = 0; k < wire->n_ends; k++)
    if (wire->ends[k].item == UINT32_MAX || items->is[wire->ends[k].item] == UINT32_MAX)
      return false;
  for (uint32_t k = 0; items->is_shifted && k < wire->n_ends; k++)
    ((DocEnd *) wire->ends)[k].item = items->is[wire->ends[k].item]; /* of the arena */
  return true;
}

static void
match_wires (const DocModel *doc, Match *match, const Match *items)
{
  g_autofree const void **before = g_new (const void *, doc->n_wires + 1);

  match->nodes = g_new (const void *, doc->bundles->len + 1);
  for (guint i = 0; i < doc->bundles->len; i++)
    match->nodes[match->n++] = g_array_index (doc->bundles, DocBundle, i).owner;
  match->n_before = doc->n_wires;
  for (uint32_t w = 0; w < doc->n_wires; w++)
    before[w] = doc->wires[w].owner;
  find_kept (match, before, doc->stale_wires);
  /* What the text does not draw is led as everything else leaves room; so are tags. */
  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (match->is[w] != UINT32_MAX &&
        (!keeps_items (&doc->wires[w], items) || doc->wires[w].is_auto_routed ||
         doc->wires[w].tag != NULL))
      drop (match, w);
}

/* Whether the nets of wires may be others than before: those that have changed, and
 * those whose net had one of them. */
static bool *
find_loosened (const DocModel *doc, const Match *match)
{
  g_autofree bool *nets = g_new0 (bool, match->n_before + 1);
  bool *is_loosened = g_new0 (bool, match->n + 1);

  for (uint32_t w = 0; w < match->n_before; w++)
    if (match->is[w] == UINT32_MAX)
      nets[doc->wires[w].net] = true;
  for (uint32_t w = 0; w < match->n; w++)
    is_loosened[w] = match->was[w] == UINT32_MAX || nets[doc->wires[match->was[w]].net];
  return is_loosened;
}

/* Whether of boxes, from `from` on, those from `to` on are the ones before them. */
static bool
are_same_boxes (const GArray *boxes, guint from, guint to)
{
  const DocRect *first = &g_array_index (boxes, DocRect, from);

  return boxes->len - to == to - from &&
         (to == from ||
          memcmp (first, first + (to - from), (to - from) * sizeof *first) == 0);
}

static bool
has_unled (const DocModel *doc)
{
  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (doc->wires[w].is_auto_routed)
      return true;
  return false;
}

static void
renew_wires (DocModel *doc, const Match *match, bool *is_drawn_so)
{
  GArray *boxes = doc->stale_boxes;
  const guint n_stale = boxes->len;
  DocWire *before = doc->wires;

  /* Out of the grid what goes, */
  doc_grid_forget_read (doc);
  for (uint32_t w = 0; w < match->n_before; w++)
    if (match->is[w] == UINT32_MAX) {
      doc_grid_note_boxes (&before[w], boxes);
      doc_grid_undrawn (doc, w);
    }
  if (match->is_shifted)
    doc_grid_renumber (doc->wire_grid, match->is, match->n_before, match->n);
  const guint n_gone = boxes->len;
  /* over what stays, and into it what is read. */
  doc->wires = g_new0 (DocWire, match->n + 1);
  doc->n_wires = match->n;
  for (uint32_t w = 0; w < match->n; w++) {
    if (match->was[w] != UINT32_MAX) {
      doc->wires[w] = before[match->was[w]];
      doc->wires[w].loop = g_array_index (doc->bundles, DocBundle, w).loop;
      continue;
    }
    doc_view_read_wire (doc, w);
    doc_grid_redrawn (doc, w);
  }
  g_free (before);
  if (!has_unled (doc))
    doc_tags_place (doc);
  for (uint32_t w = 0; w < match->n; w++)
    if (match->was[w] == UINT32_MAX)
      doc_grid_note_boxes (&doc->wires[w], boxes);
  *is_drawn_so = *is_drawn_so && are_same_boxes (boxes, n_stale, n_gone);
}

static void
route_wires (DocModel *doc)
{
  if (!has_unled (doc))
    return;
  /* Tags stand where these leave room. */
  doc_view_route (doc);
  doc_tags_place (doc);
  doc_labels_place_again (doc, NULL);
  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (doc->wires[w].is_auto_routed || doc->wires[w].tag != NULL)
      doc_grid_note_boxes (&doc->wires[w], doc->stale_boxes);
}

/* ---- all ---- */

static bool
renew (DocModel *doc)
{
  g_auto (Match) items = {0}, wires = {0};
  bool is_drawn_so = doc->stale_items->len == 0 && doc->stale_wires->len == 0;

  doc_arrays_free (doc->arrays);
  doc->arrays = doc_arrays_read (doc);
  g_array_unref (doc->bundles);
  doc->bundles = doc_bundle_read (doc);
  doc_view_read_notes (doc);
  match_items (doc, &items);
  match_wires (doc, &wires, &items);
  g_autofree bool *is_changed = find_loosened (doc, &wires);
  if (!renew_items (doc, &items, &is_drawn_so))
    return false;
  renew_wires (doc, &wires, &is_drawn_so);
  doc_labels_keep (doc, items.was, is_drawn_so);
  route_wires (doc);
  doc_view_join (doc, is_changed, doc->stale_boxes);
  return true;
}

/* What has no place depends on everything else, and what is declared twice on the
 * order. */
static bool
can_renew (const DocModel *doc)
{
  return !doc->is_file_new && doc->class != NULL && doc->is_view_whole &&
         doc->view_class == doc->class->name &&
         !doc_view_is_outgrown (doc->arena, doc->n_view_bytes) &&
         !doc_view_is_outgrown (doc->card_arena, doc->n_card_bytes);
}

void
doc_view_read (DocModel *doc)
{
  g_clear_pointer (&doc->missing, doc_missing_free);
  base_diags_free (doc->diags);
  doc->diags = base_diags_new ();
  base_diags_append (doc->diags, doc->faults);
  if (!can_renew (doc) || !renew (doc))
    doc_view_build (doc);
  doc->is_file_new = false;
  g_array_set_size (doc->stale_items, 0);
  g_array_set_size (doc->stale_wires, 0);
  g_array_set_size (doc->stale_boxes, 0);
  if (doc->class != NULL)
    doc_modifiers_check (doc);
}
