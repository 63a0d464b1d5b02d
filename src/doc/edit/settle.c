/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each edit leaves right behind itself, as a part of its own step: places that
 * were made up are written down, since the layout of what has no place depends on
 * everything else and would jump with the next change; and wires that the edit has put
 * under a body are led around it. */
#include "doc/edit/settle.h"

#include <string.h>

#include "doc/edit/edit-private.h"
#include "doc/edit/patch.h"
#include "doc/wire/edge.h"
#include "doc/wire/net.h"

typedef struct {
  const char *name;
  DocPlace place;
} Was;

struct DocSettle {
  GArray *items;     /* Was */
  GHashTable *drawn; /* the drawings of wires, as numbers */
  uint32_t n_ends;   /* of all wires */
};

static uint32_t
count_ends (const DocModel *doc)
{
  uint32_t n = 0;

  for (uint32_t w = 0; w < doc->n_wires; w++)
    n += doc->wires[w].n_ends;
  return n;
}

/* A number for the drawing of a wire, which no other one has. */
static gpointer
drawing_of (const DocWire *wire)
{
  guint64 hash = G_GUINT64_CONSTANT (0xCBF29CE484222325); /* FNV-1a, by words */

  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 0; k < wire->edges[e].n_points; k++) {
      guint64 words[2];

      memcpy (words, &wire->edges[e].points[k], sizeof words);
      hash = (hash ^ words[0]) * G_GUINT64_CONSTANT (0x100000001B3);
      hash = (hash ^ (hash >> 32) ^ words[1]) * G_GUINT64_CONSTANT (0x100000001B3);
    }
  return GSIZE_TO_POINTER ((gsize) hash);
}

DocSettle *
doc_settle_note (const DocModel *doc)
{
  DocSettle *before = g_new (DocSettle, 1);

  before->items = g_array_sized_new (FALSE, FALSE, sizeof (Was), doc->n_items);
  before->drawn = g_hash_table_new (g_direct_hash, g_direct_equal);
  before->n_ends = count_ends (doc);
  for (uint32_t i = 0; i < doc->n_items; i++) {
    Was was = {doc->items[i].name, doc_item_place (&doc->items[i])};

    g_array_append_val (before->items, was);
  }
  for (uint32_t w = 0; w < doc->n_wires; w++)
    g_hash_table_add (before->drawn, drawing_of (&doc->wires[w]));
  return before;
}

void
doc_settle_free (DocSettle *before)
{
  if (before == NULL)
    return;
  g_array_unref (before->items);
  g_hash_table_unref (before->drawn);
  g_free (before);
}

/* What an item was before: by its name or, if all are still there, by its number, since
 * it may have got another name. NULL: it is new. */
static const Was *
find (const DocModel *doc, const DocSettle *before, uint32_t item)
{
  const Was *all = (const Was *) (const void *) before->items->data;
  const guint n = before->items->len;

  if (item < n && all[item].name == doc->items[item].name)
    return &all[item];
  for (guint i = 0; i < n; i++)
    if (all[i].name == doc->items[item].name)
      return &all[i];
  return n == doc->n_items ? &all[item] : NULL;
}

static void
write_places (DocModel *doc, const DocSettle *before)
{
  DocPatch *patch = doc_patch_new (doc, NULL);

  for (uint32_t i = 0; patch != NULL && i < doc->n_items; i++) {
    const DocItem *item = &doc->items[i];
    const Was *was = item->is_auto_placed ? find (doc, before, i) : NULL;

    if (was != NULL)
      doc_place_write (patch, item, &was->place);
  }
  if (patch != NULL)
    doc_patch_apply (patch, "Place");
}

/* ---- wires ---- */

static bool
is_same_place (const DocPlace *a, const DocPlace *b)
{
  return a->x == b->x && a->y == b->y && a->width == b->width &&
         a->height == b->height && a->rot == b->rot && a->flip_x == b->flip_x &&
         a->flip_y == b->flip_y;
}

static bool
is_moved (const DocModel *doc, const DocSettle *before, uint32_t item)
{
  const DocPlace place = doc_item_place (&doc->items[item]);
  const Was *was = find (doc, before, item);

  return was == NULL || !is_same_place (&place, &was->place);
}

/* The edges that the step has made unclear, per wire: of a wire that is drawn otherwise
 * than before those that are not clear, of the others those that run under what was
 * moved. NULL: none. */
static bool *
unclear_edges (const DocModel *doc,
               const DocSettle *before,
               uint32_t wire,
               const GArray *moved)
{
  const DocWire *w = &doc->wires[wire];
  const bool is_new = !g_hash_table_contains (before->drawn, drawing_of (w));
  g_autofree bool *edges = g_new0 (bool, w->n_edges + 1);
  bool any = false;

  for (uint32_t e = 0; e < w->n_edges; e++) {
    edges[e] = is_new && !doc_edge_is_clear (doc, wire, e);
    for (guint i = 0; i < moved->len && !is_new && !edges[e]; i++)
      edges[e] =
          !doc_edge_is_clear_of (doc, wire, e, g_array_index (moved, uint32_t, i));
    any |= edges[e];
  }
  return any ? g_steal_pointer (&edges) : NULL;
}

/* One after the other, so that each sees where those before it were led. */
static void
free_wires (DocModel *doc, const DocSettle *before)
{
  g_autoptr (GArray) moved = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  for (uint32_t i = 0; i < doc->n_items; i++)
    if (is_moved (doc, before, i))
      g_array_append_val (moved, i);
  if (moved->len == 0 && count_ends (doc) >= before->n_ends)
    return;
  DocPatch *patch = doc_patch_new (doc, NULL);
  for (uint32_t w = 0; patch != NULL && w < doc->n_wires; w++) {
    if (doc->wires[w].is_auto_routed)
      continue;
    g_autofree bool *edges = unclear_edges (doc, before, w, moved);
    if (edges == NULL)
      continue;
    g_autoptr (DocNet) net = doc_net_lead (doc, w, edges);
    doc_net_write (net, patch, &doc->wires[w]);
    doc_view_draw (doc, w, net);
  }
  if (patch != NULL)
    doc_patch_apply (patch, "Route wires");
}

static bool
lacks_places (const DocModel *doc)
{
  for (uint32_t i = 0; i < doc->n_items; i++)
    if (doc->items[i].is_auto_placed)
      return true;
  return false;
}

void
doc_settle (DocModel *doc, const DocSettle *before)
{
  if (lacks_places (doc))
    write_places (doc, before);
  free_wires (doc, before);
}
