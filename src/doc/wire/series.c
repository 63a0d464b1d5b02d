/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components with something on either side: they are deleted so that both sides are
 * joined, and put into another wire. The way through a component is a pair of ports of
 * one kind that look in opposite directions, bodies before signals; a support, which
 * looks down, is on none. What was joined by its ports stays joined: the ends of all
 * wires there are noted, the component is taken out, and they are joined with the first
 * of them, or with the one that gives the signal. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/error.h"
#include "doc/structure/array.h"
#include "doc/wire/net.h"

typedef struct {
  uint32_t first, second; /* ports */
} Way;

static bool
find_way (const DocItem *item, Way *way)
{
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < item->n_ports; i++)
      for (uint32_t k = i + 1; k < item->n_ports; k++)
        if (doc_is_way (&item->ports[i], &item->ports[k]) &&
            lib_port_is_signal (item->ports[i].port) == (pass == 1)) {
          *way = (Way){i, k};
          return true;
        }
  return false;
}

static bool
is_on_way (const Way *way, uint32_t item, const DocEnd *end)
{
  return end->item == item && (end->port == way->first || end->port == way->second);
}

/* Does an end of the wire lie at one of these ports, or, with UINT32_MAX, at any? */
static bool
is_at (const DocWire *wire, uint32_t item, uint32_t port)
{
  for (uint32_t k = 0; k < wire->n_ends; k++)
    if (wire->ends[k].item == item &&
        (port == UINT32_MAX || wire->ends[k].port == port))
      return true;
  return false;
}

bool
doc_is_in_series (const DocModel *doc, const char *name)
{
  const uint32_t item = doc_find_item (doc, name);
  Way way;

  return item != UINT32_MAX && find_way (&doc->items[item], &way) &&
         doc_has_wire (doc, item, way.first) && doc_has_wire (doc, item, way.second);
}

/* ---- what lies on either side ---- */

/* The other ends of the wires at the way's ports: texts, the one to be joined with the
 * others first. */
static GPtrArray *
neighbours (const DocModel *doc, uint32_t item, const Way *way)
{
  GPtrArray *ends = g_ptr_array_new_with_free_func (g_free);

  for (uint32_t w = 0; w < doc->n_wires; w++) {
    const DocWire *wire = &doc->wires[w];
    const bool is_there =
        is_at (wire, item, way->first) || is_at (wire, item, way->second);

    for (uint32_t k = 0; is_there && k < wire->n_ends; k++) {
      const DocEnd *end = &wire->ends[k];

      if (end->item != UINT32_MAX && end->item != item)
        g_ptr_array_insert (ends, doc_gives (doc, end) ? 0 : -1, g_strdup (end->name));
    }
  }
  return ends;
}

static void
join (DocModel *doc, const GPtrArray *ends)
{
  for (guint i = 1; i < ends->len; i++) {
    g_autofree char *refusal =
        doc_refusal (doc, ends->pdata[0], ends->pdata[i]); /* joined already */

    if (refusal == NULL)
      doc_connect (doc, ends->pdata[0], ends->pdata[i], NULL, 0, NULL);
  }
}

bool
doc_delete_joined (DocModel *doc, const char *const *names, uint32_t n, GError **error)
{
  g_autofree char *label = n == 1 ? g_strdup_printf (_ ("Delete %s"), names[0])
                                  : g_strdup_printf (_ ("Delete %u components"), n);
  bool is_done = true;

  for (uint32_t i = 0; i < n; i++)
    if (!doc_is_in_series (doc, names[i]))
      return doc_error_refuse (
          error, "%s is not between others that could be joined; Delete removes it",
          names[i]);
  /* One after the other, so that neighbours can go together. */
  doc_begin (doc, label);
  for (uint32_t i = 0; i < n && is_done; i++) {
    const uint32_t item = doc_find_item (doc, names[i]);
    Way way;

    find_way (&doc->items[item], &way);
    g_autoptr (GPtrArray) ends = neighbours (doc, item, &way);
    is_done = doc_delete_items (doc, &names[i], 1, error);
    if (is_done)
      join (doc, ends);
  }
  doc_end (doc);
  return is_done;
}

/* ---- into another wire ---- */

/* Can ports of that kind be joined with all ends of the wire? */
static bool
fits (const DocModel *doc, uint32_t item, const Way *way, const DocWire *wire)
{
  const DocPort *ports = doc->items[item].ports;
  const LibPort *first = ports[way->first].port;

  /* Of several parts only the free ends of a chain are one port. */
  if (wire->count != NULL ||
      (doc->items[item].array != NULL &&
       doc_array_element (doc->items[item].array, ports[way->first].name) == NULL))
    return false;
  if (lib_port_is_signal (first))
    return wire->is_signal;
  for (uint32_t k = 0; k < wire->n_ends; k++)
    if (wire->ends[k].item == UINT32_MAX ||
        !lib_card_match_ports (doc->index, first, false,
                               doc_end_port (doc, &wire->ends[k])->port,
                               doc->items[wire->ends[k].item].is_own_port, NULL))
      return false;
  return true;
}

bool
doc_can_splice (const DocModel *doc, const char *name, uint32_t wire)
{
  const uint32_t item = doc_find_item (doc, name);
  Way way;

  return item != UINT32_MAX && wire < doc->n_wires && !doc->items[item].is_commented &&
         find_way (&doc->items[item], &way) &&
         !is_at (&doc->wires[wire], item, UINT32_MAX) &&
         fits (doc, item, &way, &doc->wires[wire]);
}

/* Takes the component out of the wires at its way; the number that a wire which is none
 * of them has then. */
static uint32_t
take_out (DocModel *doc, uint32_t item, const Way *way, uint32_t wire_kept)
{
  DocPatch *patch = doc_patch_new (doc, NULL);
  uint32_t n_gone = 0; /* before that one */

  for (uint32_t w = 0; w < doc->n_wires; w++) {
    const DocWire *wire = &doc->wires[w];
    g_autofree bool *gone = g_new0 (bool, wire->n_ends + 1);

    for (uint32_t k = 0; k < wire->n_ends; k++)
      gone[k] = is_on_way (way, item, &wire->ends[k]);
    n_gone += !doc_patch_remove_ends (patch, doc, wire, gone) && w < wire_kept;
  }
  doc_apply (patch, "Disconnect");
  return wire_kept - n_gone;
}

/* Moves it and puts it into the edge of the wire that its middle comes nearest to, the
 * way round that is shorter. */
static bool
put_in (DocModel *doc, const char *name, const Way *way, DocPoint by, uint32_t wire)
{
  const uint32_t number = doc_find_item (doc, name);
  const DocPlace place = doc_item_place (&doc->items[number]);
  const DocNet net = doc_net_copy (doc, &doc->wires[wire]);
  uint32_t edge;
  DocPoint nearest;

  /* Where, */
  if (!doc_net_nearest (&net, (DocPoint){place.x + by.x, place.y + by.y}, &edge,
                        &nearest))
    return false;
  /* and which way round. */
  doc_move_unsettled (doc, name, by, wire);
  const DocItem *item = &doc->items[number];
  const DocPoint from = doc->wires[wire].edges[edge].points[0];
  const DocPoint p = item->ports[way->first].at, q = item->ports[way->second].at;
  const bool is_turned =
      hypot (q.x - from.x, q.y - from.y) < hypot (p.x - from.x, p.y - from.y);
  g_autofree char *a = doc_port_name (item, is_turned ? way->second : way->first);
  g_autofree char *b = doc_port_name (item, is_turned ? way->first : way->second);

  return doc_insert_into_wire (doc, wire, edge, a, b) ||
         doc_insert_into_wire (doc, wire, edge, b, a);
}

bool
doc_splice (DocModel *doc, const char *name, uint32_t wire, double dx, double dy)
{
  g_autofree char *label = g_strdup_printf (_ ("Put %s into a wire"), name);
  Way way;

  if (!doc_can_edit (doc) || !doc_can_splice (doc, name, wire))
    return false;
  const uint32_t item = doc_find_item (doc, name);
  const bool is_between = doc_is_in_series (doc, name);
  find_way (&doc->items[item], &way);
  g_autoptr (GPtrArray) ends = neighbours (doc, item, &way);
  /* Out, and away before the gap is closed, so that the new wire need not go round. */
  doc_begin (doc, label);
  const uint32_t into = take_out (doc, item, &way, wire);
  if (!put_in (doc, name, &way, (DocPoint){dx, dy}, into)) {
    doc_cancel (doc);
    return false;
  }
  if (is_between)
    join (doc, ends);
  doc_end (doc);
  return true;
}
