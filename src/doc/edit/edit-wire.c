/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connecting and disconnecting. Which ports may be joined is asked of the library and
 * of the nets of the view; paths come from the router. A wire that is cut becomes two:
 * the ends that hang together on either side of the edge, each with what is left of the
 * drawing. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/error.h"
#include "doc/structure/bundle.h"
#include "doc/structure/chain.h"
#include "doc/wire/net.h"
#include "doc/wire/route.h"
#include "doc/wire/stretch.h"
#include "doc/wire/tag.h"
#include "doc/wire/tidy.h"

/* ---- which ports may be joined ---- */

static bool
has_end (const DocWire *wire, const DocEnd *id)
{
  for (uint32_t k = 0; k < wire->n_ends; k++)
    if (wire->ends[k].item == id->item && wire->ends[k].port == id->port)
      return true;
  return false;
}

/* Whether wires lead from one port to the other. */
static bool
are_joined (const DocModel *doc, const DocEnd *from, const DocEnd *to)
{
  for (uint32_t w = 0; w < doc->n_wires; w++)
    for (uint32_t v = 0; has_end (&doc->wires[w], from) && v < doc->n_wires; v++)
      if (doc->wires[v].net == doc->wires[w].net && has_end (&doc->wires[v], to))
        return true;
  return false;
}

/* The source of a signal that the wires at a port lead to, other than the port itself.
 */
static const DocEnd *
find_source (const DocModel *doc, const DocEnd *at)
{
  for (uint32_t w = 0; w < doc->n_wires; w++) {
    const DocWire *wire = &doc->wires[w];

    for (uint32_t k = 0; has_end (wire, at) && k < wire->n_ends; k++) {
      const DocEnd *end = &wire->ends[k];

      if (end->item != UINT32_MAX && (end->item != at->item || end->port != at->port) &&
          doc_gives (doc, end))
        return end;
    }
  }
  return NULL;
}

/* Whether a wire between the ends would lead from each part of an array to the next. */
static bool
is_chain (const DocModel *doc, const DocEnd *a, const DocEnd *b)
{
  return a->item == b->item && doc_bundle_parts (doc, a) != NULL &&
         doc_bundle_parts (doc, b) != NULL;
}

char *
doc_refusal (const DocModel *doc, const char *from, const char *to)
{
  DocEnd a = {.name = from}, b = {.name = to};
  char *reason = NULL;

  if (!doc_find_port (doc, from, &a))
    return g_strdup_printf (_ ("there is no port %s"), from);
  if (!doc_find_port (doc, to, &b))
    return g_strdup_printf (_ ("there is no port %s"), to);
  if (a.item == b.item && a.port == b.port)
    return g_strdup (_ ("a port cannot be connected to itself"));
  const LibPort *left = doc_end_port (doc, &a)->port,
                *right = doc_end_port (doc, &b)->port;
  bool left_own = doc->items[a.item].is_own_port,
       right_own = doc->items[b.item].is_own_port;
  if (!lib_card_match_ports (doc->index, left, left_own, right, right_own, &reason))
    return reason != NULL ? reason
                          : g_strdup_printf (_ ("%s does not match %s"), from, to);
  if (is_chain (doc, &a, &b))
    return doc_chain_refusal (doc, &a, &b);
  if (doc_bundle_parts (doc, &a) != NULL || doc_bundle_parts (doc, &b) != NULL)
    reason = doc_bundle_refusal (doc, &a, &b);
  if (reason != NULL)
    return reason;
  if (left->size > 0 || right->size > 0) /* each element is joined on its own */
    return NULL;
  if (are_joined (doc, &a, &b))
    return g_strdup_printf (_ ("%s and %s are connected already"), from, to);
  if (!lib_port_is_signal (left))
    return NULL;
  const bool left_source = doc_gives (doc, &a), right_source = doc_gives (doc, &b);
  const DocEnd *of_left = find_source (doc, &a), *of_right = find_source (doc, &b);
  const DocEnd *other = left_source       ? of_right
                        : right_source    ? of_left
                        : of_left != NULL ? of_right
                                          : NULL;
  return other == NULL ? NULL
                       : g_strdup_printf (_ ("%s already gets its signal from %s"),
                                          left_source ? to : from, other->name);
}

bool
doc_has_signal (const DocModel *doc, const char *port)
{
  DocEnd end;

  return doc_find_port (doc, port, &end) &&
         (doc_gives (doc, &end) || (doc_end_port (doc, &end)->port->size == 0 &&
                                    find_source (doc, &end) != NULL));
}

bool
doc_is_held (const DocModel *doc, const char *port)
{
  DocEnd at;

  if (!doc_find_port (doc, port, &at))
    return false;
  if (doc_end_port (doc, &at)->port->is_held)
    return true;
  /* By all wires of its net. */
  uint32_t w = 0;
  while (w < doc->n_wires && !has_end (&doc->wires[w], &at))
    w++;
  for (uint32_t v = 0; w < doc->n_wires && v < doc->n_wires; v++)
    for (uint32_t k = 0; k < doc->wires[v].n_ends; k++) {
      const DocEnd *end = &doc->wires[v].ends[k];

      if (doc->wires[v].net == doc->wires[w].net && end->item != UINT32_MAX &&
          doc_end_port (doc, end)->port->is_held)
        return true;
    }
  return false;
}

static bool
may_join (const DocModel *doc, const char *from, const char *to, GError **error)
{
  g_autofree char *reason = doc_refusal (doc, from, to);

  return reason == NULL || doc_error_refuse (error, "%s", reason);
}

/* ---- connecting ---- */

/* What its metadata says of a wire that is shown as tags of a name, "" for one of their
 * own. Caller frees. */
static char *
tag_text (const char *name)
{
  g_autofree char *quoted = lang_json_quote (name);

  return g_strdup_printf ("{\"tag\": %s}", quoted);
}

/* New connects of these ends (NULL-terminated) with this drawing, or as tags. */
static void
add_connect (DocPatch *patch,
             const char *const *ends,
             const DocNet *net,
             const char *tag)
{
  g_autofree char *key = doc_patch_free_key (patch, NULL);
  g_autofree char *dyad = tag != NULL ? tag_text (tag) : doc_patch_drawing_text (net);
  g_autofree char *json = g_strdup_printf ("{\"Dyad\": %s}", dyad);

  doc_bundle_add (patch, ends, key);
  doc_patch_add_link (patch, key, json);
}

static const DocPort *
port_named (const DocModel *doc, const char *name)
{
  DocEnd end;

  doc_find_port (doc, name, &end);
  return doc_end_port (doc, &end);
}

/* The first element of an array port that no wire names, for a wire to a single port;
 * else the port itself, as for one to several parts. Caller frees. */
static char *
end_text (const DocModel *doc, const char *name, const char *other)
{
  DocEnd id, to = {.name = other};

  if (strchr (name, '[') != NULL || !doc_find_port (doc, name, &id) ||
      doc_end_port (doc, &id)->port->size == 0)
    return g_strdup (name);
  if (doc_find_port (doc, other, &to) &&
      (doc_bundle_parts (doc, &to) != NULL ||
       (strchr (other, '[') == NULL && doc_end_port (doc, &to)->port->size > 0)))
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
  DocEnd a = {.name = from}, b = {.name = to};

  if (patch == NULL || !may_join (doc, from, to, error))
    return false;
  if (doc_find_port (doc, from, &a) && doc_find_port (doc, to, &b) &&
      is_chain (doc, &a, &b))
    return doc_chain_by (doc, &a, &b, error);
  DocNet net = {.arena = doc->arena, .n_ends = 2};
  const DocRouteEnd ends[2] = {doc_route_at_port (port_named (doc, from)),
                               doc_route_at_port (port_named (doc, to))};
  DocPoint *points = doc_route (doc, &ends[0], &ends[1], corners, n_corners, &n);
  doc_net_add (&net, 1, 2, points, n);
  g_autofree char *first = end_text (doc, from, to), *second = end_text (doc, to, from);
  const char *const names[] = {first, second, NULL};
  g_autofree char *label = g_strdup_printf (_ ("Connect %s"), from);
  add_connect (patch, names, &net, NULL);
  /* One step with where that, and what lies beside it, goes in its channel. */
  doc_begin (doc, label);
  if (n_corners == 0)
    doc_settle_expect (doc, names, net.edges.at[0].points, net.edges.at[0].n_points);
  const bool is_made = doc_apply (g_steal_pointer (&patch), "%s", label);
  doc_end (doc);
  return is_made;
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
  /* A branch that ends on the wire, or one more tag. */
  DocNet net = doc_net_copy (doc, w);
  if (!doc_net_nearest (&net, at, &edge, &nearest))
    return doc_error_refuse (error, "this wire has no place to end on");
  if (w->tag == NULL) {
    const DocRouteEnd ends[2] = {doc_route_at_port (port_named (doc, from)),
                                 doc_net_end_at (&net, edge, nearest, wire)};
    DocPoint *points = doc_route (doc, &ends[0], &ends[1], corners, n_corners, &n);

    doc_net_end_on (&net, (int32_t) ++net.n_ends, points, n);
  }
  /* One more argument of its connect. */
  g_autofree char *end = end_text (doc, from, w->ends[0].name);
  doc_bundle_append (patch, w, end);
  doc_patch_set_drawing (patch, w, &net);
  return doc_apply (g_steal_pointer (&patch), "Connect %s", from);
}

/* ---- disconnecting ---- */

/* The loop that is not needed any more when these ends are gone goes, too. */
static void
leave_loop (DocPatch *patch, const DocWire *wire, const bool *gone)
{
  bool is_numbered = wire->loop == NULL || wire->loop->branches[0].n > 1;

  for (uint32_t k = 0; k < wire->n_ends && !is_numbered; k++)
    is_numbered =
        !gone[k] && doc_bundle_is_numbered (wire->relation->args[k], wire->loop->name);
  if (!is_numbered)
    doc_bundle_unwrap (patch, wire);
}

bool
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
    return true;
  if (n_left < 2) {
    doc_bundle_remove (patch, wire);
    return false;
  }
  /* Out of the list of ends, and out of the drawing. */
  doc_patch_remove_listed (patch, spans, gone, wire->n_ends);
  leave_loop (patch, wire, gone);
  if (wire->is_auto_routed || wire->tag != NULL)
    return true;
  DocNet net = doc_net_copy (doc, wire);
  doc_net_remove_ends (&net, gone);
  doc_patch_set_drawing (patch, wire, &net);
  return true;
}

bool
doc_delete_wire (DocModel *doc, uint32_t wire, GError **error)
{
  DocPatch *patch = doc_patch_new (doc, error);

  if (patch == NULL)
    return false;
  if (wire < doc->n_wires)
    doc_bundle_remove (patch, &doc->wires[wire]);
  return doc_apply (patch, "Delete wire");
}

/* ---- cutting a wire in two ---- */

/* The ends of a wire on one side of a cut, and their drawing. */
typedef struct {
  const char **names; /* NULL-terminated, with room for one more */
  const char *tag;    /* it is shown as tags of that name; NULL: drawn */
  uint32_t n;
  bool *gone; /* the ends of the wire that are on the other side */
  DocNet net;
} Side;

/* The side of a cut edge that hangs together with its beginning, or the other. */
static Side
side_of (const DocModel *doc, const DocWire *wire, uint32_t edge, bool of_beginning)
{
  Side side = {.names = base_arena_array (doc->arena, const char *, wire->n_ends + 2),
               .gone = base_arena_array (doc->arena, bool, wire->n_ends),
               .net = doc_net_copy (doc, wire)};

  doc_net_remove_edge (&side.net, edge);
  doc_net_reach (&side.net, wire->edges[edge].from, side.gone);
  for (uint32_t k = 0; k < wire->n_ends; k++) {
    side.gone[k] = side.gone[k] != of_beginning;
    if (!side.gone[k])
      side.names[side.n++] = wire->ends[k].name;
  }
  doc_net_remove_ends (&side.net, side.gone);
  return side;
}

/* The end of that name of a wire that is shown as tags; UINT32_MAX: none. */
static uint32_t
tagged_end (const DocWire *wire, const char *name)
{
  for (uint32_t k = 0; wire->tag != NULL && k < wire->n_ends; k++)
    if (strcmp (wire->ends[k].name, name) == 0)
      return k;
  return UINT32_MAX;
}

/* Whether the tag of an edge stands for several connects that are shown as tags: those
 * that lead to its port. */
static bool
is_shared_tag (const DocModel *doc, const DocWire *wire, uint32_t edge)
{
  for (uint32_t i = 0; wire->tag != NULL && i < doc->n_wires; i++)
    if (&doc->wires[i] != wire &&
        tagged_end (&doc->wires[i], wire->ends[wire->edges[edge].from - 1].name) !=
            UINT32_MAX)
      return true;
  return false;
}

bool
doc_delete_edge (DocModel *doc, uint32_t wire, uint32_t edge, GError **error)
{
  if (wire >= doc->n_wires || edge >= doc->wires[wire].n_edges)
    return false;
  const DocWire *w = &doc->wires[wire];
  if (is_shared_tag (doc, w, edge))
    return doc_error_refuse (
        error, "Several wires lead to this tag; delete the tags at their other ends");
  if (w->n_ends <= 2)
    return doc_delete_wire (doc, wire, error);
  DocPatch *patch = doc_patch_new (doc, error);
  if (patch == NULL)
    return false;
  const Side a = side_of (doc, w, edge, true), b = side_of (doc, w, edge, false);
  const bool keeps_first = a.n >= b.n; /* the larger side stays this connect */
  const Side *stays = keeps_first ? &a : &b, *other = keeps_first ? &b : &a;
  if (other->n > 1)
    add_connect (patch, other->names, &other->net, NULL);
  doc_patch_remove_ends (patch, doc, w, stays->gone);
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
  if (wire >= doc->n_wires || doc->wires[wire].tag != NULL ||
      edge >= doc->wires[wire].n_edges ||
      segment + 1 >= doc->wires[wire].edges[edge].n_points)
    return false;
  DocPatch *patch = doc_patch_new (doc, NULL);
  if (patch == NULL)
    return false;
  const DocWire *w = &doc->wires[wire];
  const DocEdge *e = &w->edges[edge];
  DocNet net = doc_net_copy (doc, w);
  uint32_t n;
  DocPoint *points =
      doc_stretch_bend (e->points, e->n_points, segment, (DocPoint){dx, dy}, &n);
  doc_net_set_path (&net, edge, points, n);
  doc_patch_set_drawing (patch, w, &net);
  return doc_apply (patch, "Bend wire");
}

bool
doc_tidy (DocModel *doc, const uint32_t *list, uint32_t n_listed, DocWays *ways)
{
  const bool is_hurried = doc->nesting > 0;
  DocPatch *patch = doc_patch_new (doc, NULL);
  g_autofree uint32_t *wires = g_new (uint32_t, n_listed + 1);
  uint32_t n = 0;

  if (patch == NULL)
    return false;
  for (uint32_t i = 0; i < n_listed; i++)
    if (doc->wires[list[i]].tag == NULL)
      wires[n++] = list[i];
  /* In the view, */
  g_autofree DocNet *before = g_new (DocNet, n + 1);
  for (uint32_t i = 0; i < n; i++)
    before[i] = doc_net_copy (doc, &doc->wires[wires[i]]);
  doc_tidy_wires (doc, wires, n, is_hurried ? ways : NULL, is_hurried);
  if (ways != NULL)
    doc_ways_note (ways, doc, wires, n);
  if (doc_is_stopped (doc)) {
    doc_patch_free (patch);
    return false;
  }
  /* and what that has changed in the text. */
  for (uint32_t i = 0; i < n; i++) {
    const DocWire *wire = &doc->wires[wires[i]];
    const DocNet net = doc_net_copy (doc, wire);

    if (wire->is_auto_routed || !doc_net_is_drawn (&before[i], wire))
      doc_patch_set_drawing (patch, wire, &net);
  }
  return doc_apply (patch, "Tidy wires");
}

/* ---- tags ---- */

/* The wires of which each is shown as the same tags, or the wire alone: numbers. Caller
 * unrefs. */
static GArray *
wires_of_tag (const DocModel *doc, uint32_t wire)
{
  const char *tag = doc->wires[wire].tag;
  GArray *found = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (w == wire || (tag != NULL && g_strcmp0 (doc->wires[w].tag, tag) == 0))
      g_array_append_val (found, w);
  return found;
}

/* Takes members out of what the metadata of wires say under "Dyad", once where they
 * share it. */
static void
remove_members (DocModel *doc, const GArray *wires, const char *key)
{
  DocPatch *patch = doc_patch_new (doc, NULL);
  g_autoptr (GHashTable) done = g_hash_table_new (g_direct_hash, g_direct_equal);

  for (guint i = 0; i < wires->len; i++) {
    const DocWire *wire = &doc->wires[g_array_index (wires, uint32_t, i)];
    const LangJson *dyad = lang_json_get (wire->owner->meta.json, "Dyad");
    const LangJson *member = lang_json_get (dyad, key);

    if (member != NULL && g_hash_table_add (done, (gpointer) member))
      doc_patch_remove_member (patch, dyad, member);
  }
  doc_apply (patch, "Show as wire");
}

bool
doc_set_tagged (DocModel *doc, uint32_t wire, bool is_tagged, GError **error)
{
  g_autoptr (DocPatch) patch = doc_patch_new (doc, error);

  if (patch == NULL || wire >= doc->n_wires ||
      (doc->wires[wire].tag != NULL) == is_tagged)
    return false;
  g_autoptr (GArray) wires = wires_of_tag (doc, wire);
  doc_begin (doc, is_tagged ? _ ("Show as tags") : _ ("Show as wire"));
  if (is_tagged) {
    doc_patch_set_meta (patch, &doc->wires[wire].owner->meta, NULL, "Dyad/tag", "\"\"");
    doc_apply (g_steal_pointer (&patch), "Show as tags");
    remove_members (doc, wires, "edges");
    remove_members (doc, wires, "junctions");
  } else
    remove_members (doc, wires, "tag");
  doc_end (doc);
  return true;
}

/* Whether tags of other wires than those bear that name. */
static bool
is_taken (const DocModel *doc, const char *own, const char *name)
{
  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (doc->wires[w].tag != NULL && strcmp (doc->wires[w].tag, own) != 0 &&
        strcmp (doc->wires[w].tag, name) == 0)
      return true;
  return false;
}

bool
doc_set_tag (DocModel *doc, uint32_t wire, const char *name, GError **error)
{
  g_autofree char *text = g_strstrip (g_strdup (name));
  g_autofree char *json = lang_json_quote (text);

  if (wire >= doc->n_wires || doc->wires[wire].tag == NULL)
    return false;
  /* Refuse what cannot be told apart, or read, */
  if (is_taken (doc, doc->wires[wire].tag, text))
    return doc_error_refuse (error, "another net has the tag %s already", text);
  if (strchr (text, '\n') != NULL || g_utf8_strlen (text, -1) > DOC_TAG_MOST)
    return doc_error_refuse (error, "a tag is one line of at most %d letters",
                             DOC_TAG_MOST);
  DocPatch *patch = doc_patch_new (doc, error);
  if (patch == NULL)
    return false;
  /* and write it down for all that have the tag now. */
  g_autoptr (GArray) wires = wires_of_tag (doc, wire);
  g_autoptr (GHashTable) done = g_hash_table_new (g_direct_hash, g_direct_equal);
  for (guint i = 0; i < wires->len; i++) {
    const LangMeta *meta = &doc->wires[g_array_index (wires, uint32_t, i)].owner->meta;

    if (g_hash_table_add (done, (gpointer) meta->json))
      doc_patch_set_meta (patch, meta, NULL, "Dyad/tag", json);
  }
  return doc_apply (patch, "Rename tag");
}

/* ---- into a wire ---- */

/* Whether the port may join that side, the wire that is cut not counted. */
static bool
fits (const DocModel *doc, const char *port, const Side *side)
{
  DocEnd a, b;

  if (!doc_find_port (doc, port, &a))
    return false;
  for (uint32_t i = 0; i < side->n; i++)
    if (!doc_find_port (doc, side->names[i], &b) ||
        !lib_card_match_ports (
            doc->index, doc_end_port (doc, &a)->port, doc->items[a.item].is_own_port,
            doc_end_port (doc, &b)->port, doc->items[b.item].is_own_port, NULL))
      return false;
  return true;
}

/* Leads a side of a wire that was cut to a port. */
static void
lead (DocModel *doc, DocPatch *patch, uint32_t wire, Side *side, const char *name)
{
  if (side->tag == NULL && side->net.edges.n == 0)
    doc_net_join (doc, &side->net, 1, port_named (doc, side->names[0]), wire);
  if (side->tag == NULL)
    doc_net_join (doc, &side->net, (int32_t) ++side->net.n_ends, port_named (doc, name),
                  wire);
  side->names[side->n++] = name;
  add_connect (patch, side->names, &side->net, side->tag);
}

/* What all connects that share a tag lead to instead of its port fits each of them. */
static bool
fits_behind_tag (const DocModel *doc, const char *name, const char *port)
{
  for (uint32_t w = 0; w < doc->n_wires; w++) {
    const DocWire *wire = &doc->wires[w];
    const uint32_t end = tagged_end (wire, name);
    g_autofree const char **names = g_new (const char *, wire->n_ends + 1);
    Side others = {.names = names};

    for (uint32_t k = 0; k < wire->n_ends; k++)
      if (k != end)
        names[others.n++] = wire->ends[k].name;
    if (end != UINT32_MAX && !fits (doc, port, &others))
      return false;
  }
  return true;
}

/* Between a port and the tag of all connects that share it. */
static bool
insert_before_tag (DocModel *doc,
                   uint32_t wire,
                   uint32_t edge,
                   const char *first_port,
                   const char *second_port)
{
  const DocWire *w = &doc->wires[wire];
  g_autofree char *name = g_strdup (w->ends[w->edges[edge].from - 1].name);
  Side side = {.names = (const char *[]){name, NULL, NULL}, .n = 1};

  side.net.arena = doc->arena;
  side.net.n_ends = 1;
  if (!fits (doc, first_port, &side) || !fits_behind_tag (doc, name, second_port))
    return false;
  /* The tag goes to the far port, then a wire leads to the near one. */
  DocPatch *patch = doc_patch_new (doc, NULL);
  for (uint32_t v = 0; v < doc->n_wires; v++) {
    const uint32_t end = tagged_end (&doc->wires[v], name);

    if (end != UINT32_MAX)
      doc_patch_replace (patch, doc->wires[v].relation->args[end]->span, second_port);
  }
  doc_apply (patch, "Insert");
  patch = doc_patch_new (doc, NULL);
  side.net.arena = doc->arena;
  lead (doc, patch, UINT32_MAX, &side, first_port);
  doc_apply (patch, "Insert");
  return true;
}

bool
doc_insert_into_wire (DocModel *doc,
                      uint32_t wire,
                      uint32_t edge,
                      const char *first_port,
                      const char *second_port)
{
  const DocWire *w = &doc->wires[wire];

  if (w->count != NULL) /* one part between several */
    return false;
  if (is_shared_tag (doc, w, edge))
    return insert_before_tag (doc, wire, edge, first_port, second_port);
  Side a = side_of (doc, w, edge, true), b = side_of (doc, w, edge, false);
  if (w->tag != NULL) /* what is put before a tag gets the tag */
    b.tag = doc_tag_given (w);
  if (a.n == 0 || b.n == 0 || !fits (doc, first_port, &a) ||
      !fits (doc, second_port, &b))
    return false;
  /* two patches: what is removed may end where new text begins */
  DocPatch *patch = doc_patch_new (doc, NULL);
  lead (doc, patch, wire, &a, first_port);
  lead (doc, patch, wire, &b, second_port);
  doc_apply (patch, "Insert");
  patch = doc_patch_new (doc, NULL);
  doc_bundle_remove (patch, &doc->wires[wire]);
  doc_apply (patch, "Insert");
  return true;
}

void
doc_tidy_items (DocModel *doc, const char *const *names, uint32_t n)
{
  g_autoptr (DocSelection) items = doc_selection_new (doc, names, n);
  g_autoptr (GArray) wires = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  for (uint32_t w = 0; w < doc->n_wires; w++) {
    bool is_at = false;

    for (uint32_t k = 0; k < doc->wires[w].n_ends; k++) {
      const uint32_t item = doc->wires[w].ends[k].item;

      is_at |= item != UINT32_MAX && items->position[item] != UINT32_MAX;
    }
    if (is_at)
      g_array_append_val (wires, w);
  }
  doc_tidy (doc, (const uint32_t *) (const void *) wires->data, wires->len, NULL);
}
