/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connecting and disconnecting. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/error.h"
#include "doc/wire/net.h"
#include "doc/wire/route.h"
#include "doc/wire/stretch.h"

/* ---- which ports may be joined ---- */

typedef struct {
  uint32_t item, port;
} PortId;

static const DocPort *
port_of (const DocModel *doc, PortId id)
{
  return &doc->items[id.item].ports[id.port];
}

static bool
has_end (const DocWire *wire, PortId id)
{
  for (uint32_t k = 0; k < wire->n_ends; k++)
    if (wire->ends[k].item == id.item && wire->ends[k].port == id.port)
      return true;
  return false;
}

bool
doc_wires_share_end (const DocWire *a, const DocWire *b)
{
  for (uint32_t k = 0; k < a->n_ends; k++)
    if (a->ends[k].item != UINT32_MAX &&
        has_end (b, (PortId){a->ends[k].item, a->ends[k].port}))
      return true;
  return false;
}

/* Whether wires lead from one port to the other. */
static bool
are_joined (const DocModel *doc, PortId from, PortId to)
{
  g_autofree bool *reached = g_new0 (bool, doc->n_wires + 1);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (has_end (&doc->wires[w], from)) {
      reached[w] = true;
      g_array_append_val (queue, w);
    }
  for (guint q = 0; q < queue->len; q++) {
    const DocWire *wire = &doc->wires[g_array_index (queue, uint32_t, q)];

    if (has_end (wire, to))
      return true;
    for (uint32_t w = 0; w < doc->n_wires; w++)
      if (!reached[w] && doc_wires_share_end (wire, &doc->wires[w])) {
        reached[w] = true;
        g_array_append_val (queue, w);
      }
  }
  return false;
}

/* The source of a signal that the wires at a port lead to, other than the port itself.
 */
static const DocEnd *
find_source (const DocModel *doc, PortId at)
{
  for (uint32_t w = 0; w < doc->n_wires; w++) {
    const DocWire *wire = &doc->wires[w];

    for (uint32_t k = 0; has_end (wire, at) && k < wire->n_ends; k++) {
      PortId id = {wire->ends[k].item, wire->ends[k].port};

      if (id.item == UINT32_MAX || (id.item == at.item && id.port == at.port))
        continue;
      const LibPort *port = port_of (doc, id)->port;
      if (doc->items[id.item].is_own_port ? port->is_input : port->is_output)
        return &wire->ends[k];
    }
  }
  return NULL;
}

char *
doc_refusal (const DocModel *doc, const char *from, const char *to)
{
  PortId a, b;
  char *reason = NULL;

  if (!doc_find_port (doc, from, &a.item, &a.port))
    return g_strdup_printf (_ ("there is no port %s"), from);
  if (!doc_find_port (doc, to, &b.item, &b.port))
    return g_strdup_printf (_ ("there is no port %s"), to);
  if (a.item == b.item && a.port == b.port)
    return g_strdup (_ ("a port cannot be connected to itself"));
  const LibPort *left = port_of (doc, a)->port, *right = port_of (doc, b)->port;
  bool left_own = doc->items[a.item].is_own_port,
       right_own = doc->items[b.item].is_own_port;
  if (!lib_card_match_ports (doc->index, left, left_own, right, right_own, &reason))
    return reason != NULL ? reason
                          : g_strdup_printf (_ ("%s does not match %s"), from, to);
  if (left->size > 0 || right->size > 0) /* each element is joined on its own */
    return NULL;
  if (are_joined (doc, a, b))
    return g_strdup_printf (_ ("%s and %s are connected already"), from, to);
  bool left_source = left_own ? left->is_input : left->is_output;
  bool right_source = right_own ? right->is_input : right->is_output;
  const DocEnd *other = NULL;
  if (left->is_input || left->is_output)
    other = left_source                    ? find_source (doc, b)
            : right_source                 ? find_source (doc, a)
            : find_source (doc, a) != NULL ? find_source (doc, b)
                                           : NULL;
  if (other != NULL)
    return g_strdup_printf (_ ("%s already gets its signal from %s"),
                            left_source ? to : from, other->name);
  return NULL;
}

static bool
may_join (const DocModel *doc, const char *from, const char *to, GError **error)
{
  g_autofree char *reason = doc_refusal (doc, from, to);

  return reason == NULL || doc_error_refuse (error, "%s", reason);
}

/* ---- connecting ---- */

/* A new connect of these ends (NULL-terminated) with this drawing. */
static void
add_connect (DocPatch *patch, const char *const *ends, const DocNet *net)
{
  g_autofree char *key = doc_patch_free_key (patch);
  g_autofree char *list = g_strjoinv (", ", (char **) ends);
  g_autofree char *text = g_strdup_printf ("connect(%s) {^%s}", list, key);
  g_autofree char *dyad = doc_net_to_json (net);
  g_autofree char *json = g_strdup_printf ("{\"Dyad\": %s}", dyad);

  doc_patch_add_relation (patch, text);
  doc_patch_add_link (patch, key, json);
}

static DocPort
port_named (const DocModel *doc, const char *name)
{
  uint32_t item = 0, port = 0;

  doc_find_port (doc, name, &item, &port);
  return doc->items[item].ports[port];
}

/* The first element of an array port that no wire names, for a wire to a single port;
 * else the port itself. Caller frees. */
static char *
end_text (const DocModel *doc, const char *name, const char *other)
{
  PortId id, to;

  if (strchr (name, '[') != NULL || !doc_find_port (doc, name, &id.item, &id.port) ||
      port_of (doc, id)->port->size == 0)
    return g_strdup (name);
  if (strchr (other, '[') == NULL && doc_find_port (doc, other, &to.item, &to.port) &&
      port_of (doc, to)->port->size > 0)
    return g_strdup (name);
  for (uint32_t i = 1;; i++) {
    g_autofree char *element = g_strdup_printf ("%s[%u]", name, i);
    bool is_used = false;

    for (uint32_t w = 0; w < doc->n_wires; w++)
      for (uint32_t k = 0; k < doc->wires[w].n_ends; k++)
        is_used |= strcmp (doc->wires[w].ends[k].name, element) == 0;
    if (!is_used)
      return g_steal_pointer (&element);
  }
}

bool
doc_connect (DocModel *doc,
             const char *from,
             const char *to,
             const DocPoint *corners,
             uint32_t n_corners,
             GError **error)
{
  g_autoptr (DocPatch) patch = doc_patch_new (doc, error);
  uint32_t n;

  if (patch == NULL || !may_join (doc, from, to, error))
    return false;
  DocPort a = port_named (doc, from), b = port_named (doc, to);
  g_autoptr (DocNet) net = doc_net_new (2);
  const DocRouteEnd ends[2] = {doc_route_at_port (&a), doc_route_at_port (&b)};
  DocPoint *points = doc_route (doc, &ends[0], &ends[1], corners, n_corners, &n);
  doc_net_add (net, 1, 2, points, n);
  g_autofree char *first = end_text (doc, from, to), *second = end_text (doc, to, from);
  add_connect (patch, (const char *const[]){first, second, NULL}, net);
  return doc_apply (g_steal_pointer (&patch), "Connect %s", from);
}

/* shape: a port, a wire, a place and corners */
bool
doc_connect_to_wire (DocModel *doc,
                     const char *from,
                     uint32_t wire,
                     DocPoint at,
                     const DocPoint *corners,
                     uint32_t n_corners,
                     GError **error)
{
  g_autoptr (DocPatch) patch = doc_patch_new (doc, error);
  uint32_t edge, n;
  DocPoint nearest;

  if (patch == NULL || wire >= doc->n_wires)
    return false;
  const DocWire *w = &doc->wires[wire];
  for (uint32_t k = 0; k < w->n_ends; k++)
    if (w->ends[k].item != UINT32_MAX && !may_join (doc, from, w->ends[k].name, error))
      return false;
  g_autoptr (DocNet) net = doc_net_copy (w);
  if (!doc_net_nearest (net, at, &edge, &nearest))
    return doc_error_refuse (error, "this wire has no place to end on");
  DocPort port = port_named (doc, from);
  const DocRouteEnd ends[2] = {doc_route_at_port (&port),
                               doc_net_end_at (net, edge, nearest, wire)};
  DocPoint *points = doc_route (doc, &ends[0], &ends[1], corners, n_corners, &n);
  doc_net_end_on (net, (int32_t) ++net->n_ends, points, n);
  g_autofree char *end = end_text (doc, from, w->ends[0].name);
  g_autofree char *argument = g_strdup_printf (", %s", end);
  doc_patch_insert (patch, w->relation->args[w->n_ends - 1]->span.end, argument);
  doc_net_write (net, patch, w);
  return doc_apply (g_steal_pointer (&patch), "Connect %s", from);
}

/* ---- disconnecting ---- */

static void
remove_wire (DocPatch *patch, const DocModel *doc, const DocWire *wire)
{
  const LangRelation *relation = wire->relation;
  const char *key = relation->meta.key;

  doc_patch_remove_element (patch, relation->doc_span, relation->doc != NULL,
                            relation->span);
  if (key != NULL && !doc_key_is_shared (doc, key))
    doc_patch_remove_link (patch, key);
}

void
doc_patch_remove_ends (DocPatch *patch,
                       const DocModel *doc,
                       const DocWire *wire,
                       const bool *gone)
{
  uint32_t n_left = 0;
  g_autofree BaseSpan *spans = g_new (BaseSpan, wire->n_ends + 1);

  for (uint32_t k = 0; k < wire->n_ends; k++) {
    n_left += !gone[k];
    spans[k] = wire->relation->args[k]->span;
  }
  if (n_left == wire->n_ends)
    return;
  if (n_left < 2) {
    remove_wire (patch, doc, wire);
    return;
  }
  doc_patch_remove_listed (patch, spans, gone, wire->n_ends);
  if (wire->is_auto_routed)
    return;
  g_autoptr (DocNet) net = doc_net_copy (wire);
  doc_net_remove_ends (net, gone);
  doc_net_write (net, patch, wire);
}

bool
doc_key_is_shared (const DocModel *doc, const char *key)
{
  const LangClass *class = doc->class;
  uint32_t n = 0;

  for (uint32_t i = 0; i < class->n_decls; i++)
    n += g_strcmp0 (class->decls[i]->meta.key, key) == 0;
  for (uint32_t i = 0; i < class->n_relations; i++)
    n += g_strcmp0 (class->relations[i]->meta.key, key) == 0;
  return n > 1;
}

bool
doc_delete_wire (DocModel *doc, uint32_t wire, GError **error)
{
  DocPatch *patch = doc_patch_new (doc, error);

  if (patch == NULL)
    return false;
  if (wire < doc->n_wires)
    remove_wire (patch, doc, &doc->wires[wire]);
  return doc_apply (patch, "Delete wire");
}

/* ---- cutting a wire in two ---- */

/* The ends of a wire on one side of a cut, their numbers there, and their drawing. */
typedef struct {
  GPtrArray *names; /* NULL-terminated */
  DocNet *net;
} Side;

static void
side_clear (Side *side)
{
  g_ptr_array_unref (side->names);
  doc_net_free (side->net);
}

static Side
side_of (const DocWire *wire, const DocNet *net, const bool *stays)
{
  g_autofree bool *gone = g_new0 (bool, wire->n_ends + 1);
  Side side = {g_ptr_array_new (), doc_net_new (wire->n_ends)};

  for (uint32_t k = 0; k < wire->n_ends; k++) {
    gone[k] = !stays[k];
    if (stays[k])
      g_ptr_array_add (side.names, (char *) wire->ends[k].name);
  }
  g_ptr_array_add (side.names, NULL);
  for (uint32_t i = 0; i < net->edges->len; i++) {
    const DocNetEdge *edge = doc_net_edge (net, i);

    doc_net_add (side.net, edge->from, edge->to,
                 g_memdup2 (edge->points, edge->n_points * sizeof (DocPoint)),
                 edge->n_points);
  }
  g_array_append_vals (side.net->junctions, net->junctions->data, net->junctions->len);
  doc_net_remove_ends (side.net, gone);
  return side;
}

/* The net without that edge; both ends of the cut stay as they were. False if there is
 * no such edge. */
static DocNet *
cut (const DocWire *wire, uint32_t edge, bool *first_side)
{
  DocNet *net = doc_net_copy (wire);
  int32_t from = wire->edges[edge].from;
  g_autofree bool *reached = g_new0 (bool, wire->n_ends + 1);

  g_array_remove_index (net->edges, edge);
  memset (first_side, 0, wire->n_ends * sizeof *first_side);
  /* the side of `from`: the ends that reach the same ones as it does */
  for (uint32_t k = 0; k < wire->n_ends; k++) {
    doc_net_reach (net, k, reached);
    bool meets = from == (int32_t) k + 1;

    for (uint32_t i = 0; from < 0 && i < net->edges->len; i++) {
      const DocNetEdge *e = doc_net_edge (net, i);

      if (e->from == from || e->to == from)
        meets |=
            (e->from > 0 && reached[e->from - 1]) || (e->to > 0 && reached[e->to - 1]);
    }
    if (meets)
      for (uint32_t i = 0; i < wire->n_ends; i++)
        first_side[i] |= reached[i];
  }
  return net;
}

bool
doc_delete_edge (DocModel *doc, uint32_t wire, uint32_t edge, GError **error)
{
  if (wire >= doc->n_wires || edge >= doc->wires[wire].n_edges)
    return false;
  const DocWire *w = &doc->wires[wire];
  if (w->n_ends <= 2)
    return doc_delete_wire (doc, wire, error);
  DocPatch *patch = doc_patch_new (doc, error);
  if (patch == NULL)
    return false;
  g_autofree bool *first = g_new0 (bool, w->n_ends + 1);
  g_autofree bool *second = g_new0 (bool, w->n_ends + 1);
  g_autoptr (DocNet) net = cut (w, edge, first);
  for (uint32_t k = 0; k < w->n_ends; k++)
    second[k] = !first[k];
  Side a = side_of (w, net, first), b = side_of (w, net, second);
  /* the larger side stays this connect */
  bool keep_first = a.names->len >= b.names->len;
  const Side *other = keep_first ? &b : &a;
  if (other->names->len > 2)
    add_connect (patch, (const char *const *) other->names->pdata, other->net);
  doc_patch_remove_ends (patch, doc, w, keep_first ? second : first);
  side_clear (&a);
  side_clear (&b);
  return doc_apply (patch, "Delete wire");
}

/* ---- wires of their own shape ---- */

bool
doc_move_segment (DocModel *doc,
                  uint32_t wire,
                  uint32_t edge,
                  uint32_t segment,
                  double dx,
                  double dy)
{
  if (wire >= doc->n_wires || edge >= doc->wires[wire].n_edges ||
      segment + 1 >= doc->wires[wire].edges[edge].n_points)
    return false;
  DocPatch *patch = doc_patch_new (doc, NULL);
  if (patch == NULL)
    return false;
  const DocWire *w = &doc->wires[wire];
  g_autoptr (DocNet) net = doc_net_copy (w);
  DocNetEdge *e = &g_array_index (net->edges, DocNetEdge, edge);
  DocPoint *points = doc_stretch_bend (e->points, e->n_points, segment,
                                       (DocPoint){dx, dy}, &e->n_points);
  g_free (e->points);
  e->points = points;
  doc_net_write (net, patch, w);
  return doc_apply (patch, "Bend wire");
}

bool
doc_reroute (DocModel *doc, uint32_t wire)
{
  if (wire >= doc->n_wires)
    return false;
  DocPatch *patch = doc_patch_new (doc, NULL);
  if (patch == NULL)
    return false;
  g_autoptr (DocNet) net = doc_net_route (doc, wire);
  doc_net_write (net, patch, &doc->wires[wire]);
  return doc_apply (patch, "Route wire");
}

/* ---- into a wire ---- */

/* Whether the port may join that side, the wire that is cut not counted. */
static bool
fits (const DocModel *doc, const char *port, const Side *side)
{
  PortId a, b;

  if (!doc_find_port (doc, port, &a.item, &a.port))
    return false;
  for (guint i = 0; side->names->pdata[i] != NULL; i++)
    if (!doc_find_port (doc, side->names->pdata[i], &b.item, &b.port) ||
        !lib_card_match_ports (doc->index, port_of (doc, a)->port,
                               doc->items[a.item].is_own_port, port_of (doc, b)->port,
                               doc->items[b.item].is_own_port, NULL))
      return false;
  return true;
}

/* Leads a side of a wire that was cut to a port. */
static void
lead (DocModel *doc, DocPatch *patch, uint32_t wire, Side *side, const char *port_name)
{
  DocPort port = port_named (doc, port_name);
  int32_t end = (int32_t) ++side->net->n_ends;
  uint32_t n;

  if (side->net->edges->len > 0)
    doc_net_join (doc, side->net, end, &port, wire);
  else {
    DocPort other = port_named (doc, side->names->pdata[0]);
    const DocRouteEnd ends[2] = {doc_route_at_port (&other), doc_route_at_port (&port)};
    DocPoint *points = doc_route (doc, &ends[0], &ends[1], NULL, 0, &n);

    doc_net_add (side->net, 1, end, points, n);
  }
  side->names->pdata[side->names->len - 1] = (char *) port_name;
  g_ptr_array_add (side->names, NULL);
  add_connect (patch, (const char *const *) side->names->pdata, side->net);
}

bool
doc_insert_into_wire (DocModel *doc,
                      uint32_t wire,
                      uint32_t edge,
                      const char *first_port,
                      const char *second_port)
{
  const DocWire *w = &doc->wires[wire];
  g_autofree bool *first = g_new0 (bool, w->n_ends + 1);
  g_autofree bool *second = g_new0 (bool, w->n_ends + 1);
  g_autoptr (DocNet) net = cut (w, edge, first);
  bool has_changed = false;

  for (uint32_t k = 0; k < w->n_ends; k++)
    second[k] = !first[k];
  Side a = side_of (w, net, first), b = side_of (w, net, second);
  if (a.names->len > 1 && b.names->len > 1 && fits (doc, first_port, &a) &&
      fits (doc, second_port, &b)) {
    DocPatch *patch = doc_patch_new (doc, NULL);

    /* two steps: what is removed may end where new text begins */
    lead (doc, patch, wire, &a, first_port);
    lead (doc, patch, wire, &b, second_port);
    has_changed = doc_apply (patch, "Insert");
    patch = doc_patch_new (doc, NULL);
    remove_wire (patch, doc, &doc->wires[wire]);
    doc_apply (patch, "Insert");
  }
  side_clear (&a);
  side_clear (&b);
  return has_changed;
}
