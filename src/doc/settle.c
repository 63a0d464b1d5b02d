/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each edit leaves right behind itself, as a part of its own step: places that
 * were made up are written down, since the layout of what has no place depends on
 * everything else and would jump with the next change; and wires that the edit has put
 * under a body are led around it. */
#include "doc/settle.h"

#include "doc/hit.h"
#include "doc/items.h"
#include "doc/net.h"
#include "doc/patch.h"
#include "doc/route.h"

typedef struct {
  const char *name;
  DocPlace place;
} Was;

GArray *
doc_settle_note (const DocModel *doc)
{
  GArray *before = g_array_sized_new (FALSE, FALSE, sizeof (Was), doc->n_items);

  for (uint32_t i = 0; i < doc->n_items; i++) {
    Was was = {doc->items[i].name, doc_item_place (&doc->items[i])};

    g_array_append_val (before, was);
  }
  return before;
}

/* What an item was before: by its name or, if all are still there, by its number, since
 * it may have got another name. NULL: it is new. */
static const Was *
find (const DocModel *doc, const GArray *before, uint32_t item)
{
  const Was *all = (const Was *) (const void *) before->data;

  if (item < before->len && all[item].name == doc->items[item].name)
    return &all[item];
  for (guint i = 0; i < before->len; i++)
    if (all[i].name == doc->items[item].name)
      return &all[i];
  return before->len == doc->n_items ? &all[item] : NULL;
}

static void
write_places (DocModel *doc, const GArray *before)
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
         a->height == b->height && a->rot == b->rot;
}

/* The way out of an end of an edge; nowhere in particular from a junction. */
static DocPoint
outward (const DocModel *doc, const DocWire *wire, int32_t number)
{
  const DocEnd *end = number > 0 ? &wire->ends[number - 1] : NULL;

  if (end == NULL || end->item == UINT32_MAX)
    return (DocPoint){0, 0};
  return doc->items[end->item].ports[end->port].outward;
}

/* What ends at the item itself is the business of whoever moved it. */
static bool
is_to_move (const DocModel *doc, const DocWire *wire, uint32_t e, uint32_t item)
{
  const DocEdge *edge = &wire->edges[e];

  return (edge->from <= 0 || wire->ends[edge->from - 1].item != item) &&
         (edge->to <= 0 || wire->ends[edge->to - 1].item != item) &&
         doc_edge_is_under (doc, wire, e, item);
}

static void
lead_around (const DocModel *doc, DocPatch *patch, uint32_t w, uint32_t item)
{
  const DocWire *wire = &doc->wires[w];
  g_autoptr (DocNet) net = doc_net_copy (wire);

  for (uint32_t e = 0; e < wire->n_edges; e++) {
    DocNetEdge *edge = &g_array_index (net->edges, DocNetEdge, e);

    if (!is_to_move (doc, wire, e, item))
      continue;
    DocPoint *points =
        doc_route (doc, edge->points[0], outward (doc, wire, edge->from),
                   edge->points[edge->n_points - 1], outward (doc, wire, edge->to),
                   NULL, 0, &edge->n_points);
    g_free (edge->points);
    edge->points = points;
  }
  doc_net_write (net, patch, wire);
}

static void
free_wires (DocModel *doc, const GArray *before)
{
  g_autofree bool *is_done = g_new0 (bool, doc->n_wires + 1);
  DocPatch *patch = doc_patch_new (doc, NULL);

  for (uint32_t i = 0; patch != NULL && i < doc->n_items; i++) {
    const DocPlace place = doc_item_place (&doc->items[i]);
    const Was *was = find (doc, before, i);
    uint32_t n = 0;

    if (was != NULL && is_same_place (&place, &was->place))
      continue;
    g_autofree uint32_t *wires = doc_wires_in (doc, doc->items[i].box, &n);
    for (uint32_t k = 0; k < n; k++) {
      if (is_done[wires[k]] || doc->wires[wires[k]].is_auto_routed ||
          !doc_wire_is_under (doc, wires[k], i))
        continue;
      lead_around (doc, patch, wires[k], i);
      is_done[wires[k]] = true;
    }
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
doc_settle (DocModel *doc, const GArray *before)
{
  if (lacks_places (doc))
    write_places (doc, before);
  free_wires (doc, before);
}
