/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes, items and wires as the tree tells them, in this order: items get their cards
 * and places (those without one are laid out by the connects between them), then their
 * ports; wires that are drawn are read, those that are not are routed around them and
 * around labels, which keep clear of notes; last come the nets and branches, which need
 * all wires. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/vec.h"
#include "doc/model-private.h"
#include "doc/structure/array.h"
#include "doc/structure/bundle.h"
#include "doc/structure/missing.h"
#include "doc/view/cards.h"
#include "doc/view/modifier.h"
#include "doc/wire/branch.h"
#include "doc/wire/crossing.h"
#include "doc/wire/net.h"
#include "doc/wire/tag.h"
#include "doc/wire/tidy.h"
#include "lang/print.h"

static const double icon_side = 1000;
static const size_t least_waste = (size_t) 8 << 20; /* bytes */

/* Of a wire that says nothing of it, and at most, in units of the diagram. */
static const double WIRE_WIDTH = 2.5;
static const double WIRE_WIDTH_MOST = 20;
static const double BUNDLE_WIDTH = 1.8; /* of one that stands for several, times that */

/* ---- items ---- */

bool
doc_is_never (const LangExpr *condition)
{
  if (condition == NULL)
    return false;
  if (condition->kind == LANG_BOOL)
    return !condition->is_true;
  return condition->kind == LANG_BINARY && condition->op == LANG_OP_AND &&
         doc_is_never (condition->args[0]);
}

void
doc_view_name_item (DocModel *doc,
                    BaseArena *arena,
                    DocItem *item,
                    const LangDecl *decl)
{
  item->name = decl->name;
  item->decl = decl;
  item->card = doc_cards_find (doc, arena, decl, &item->is_of_shown);
  item->icon = item->card != NULL ? item->card->icon : doc_missing_icon (arena, decl);
}

static void
read_item (DocModel *doc, DocItem *item, const LangDecl *decl, DocPlace *place)
{
  const LangJson *meta = decl->meta.json;

  doc_view_name_item (doc, doc->arena, item, decl);
  item->is_own_port =
      item->card != NULL && item->card->entry->class->kind == LANG_CONNECTOR;
  item->array =
      item->is_own_port ? NULL : doc_array_read (doc->arena, doc->arrays, decl);
  item->is_commented = doc_is_never (decl->condition);
  item->is_auto_placed =
      !doc_place_read (lang_json_find (meta, "Dyad/placement/diagram"), place) &&
      !doc_place_read (lang_json_find (meta, "Dyad/placement/icon"), place);
  item->is_doubted = doc_modifiers_are_doubted (item);
}

/* Where an own port stands on the icon decides which way its wires leave. */
static LibPort *
own_port (DocModel *doc, const DocItem *item, const DocPlace *place)
{
  LibPort *port = base_arena_new0 (doc->arena, LibPort);
  DocPlace icon = *place;

  doc_place_read (lang_json_find (item->decl->meta.json, "Dyad/placement/icon"), &icon);
  *port = lib_card_connector_port (item->card->entry);
  port->icon = (LibPlacement){icon.x, icon.y, icon.x, icon.y, 0};
  return port;
}

static void
read_ports (DocModel *doc, DocItem *item, const DocPlace *place)
{
  const LibCard *card = item->card;
  const LibPort *offered = card != NULL ? card->ports : NULL;
  const uint32_t n =
      card != NULL ? card->n_ports : doc_missing_ports (doc, item->decl, &offered);
  DocPort *ports = base_arena_array (doc->arena, DocPort, n + 1);
  item->n_ports = 0;
  if (item->is_own_port)
    ports[item->n_ports++] = doc_place_port (place, own_port (doc, item, place), true);
  else
    for (uint32_t i = 0; i < n; i++)
      if (offered[i].is_present)
        ports[item->n_ports++] = doc_place_port (place, &offered[i], false);
  item->ports = ports;
}

static void
put (DocModel *doc, uint32_t number, const DocPlace *place)
{
  DocItem *item = &doc->items[number];

  doc_grid_remove (doc->item_grid, item->box, &number);
  item->box = doc_place_box (place);
  item->rot = place->rot;
  item->flip_x = place->flip_x;
  item->flip_y = place->flip_y;
  read_ports (doc, item, place);
  doc_grid_add (doc->item_grid, item->box, &number);
}

void
doc_view_place (DocModel *doc, uint32_t number, const DocPlace *place)
{
  put (doc, number, place);
  doc_labels_place_again (doc, NULL);
  g_array_append_val (doc->stale_items, number);
}

bool
doc_view_read_item (DocModel *doc, uint32_t number, const LangDecl *decl)
{
  DocPlace place = {0};

  read_item (doc, &doc->items[number], decl, &place);
  put (doc, number, &place);
  return !doc->items[number].is_auto_placed;
}

const char *
doc_root_name (const LangExpr *expr)
{
  while (expr->kind == LANG_MEMBER || expr->kind == LANG_INDEX ||
         (expr->kind == LANG_CALL && expr->n_args == 2 &&
          expr->args[0]->kind == LANG_NAME && strcmp (expr->args[0]->name, "der") == 0))
    expr = expr->args[expr->kind == LANG_CALL];
  return expr->kind == LANG_NAME ? expr->name : NULL;
}

static uint32_t
find_named (const DocModel *doc, const char *name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (doc->item_of, name)) - 1;
}

/* On which side of its component a port is: 1 right, -1 left, 0 above, below or
 * unknown. */
static int
side_of (const DocItem *item, const LangExpr *end)
{
  if (end->kind == LANG_INDEX)
    end = end->args[0];
  for (uint32_t i = 0;
       item->card != NULL && end->kind == LANG_MEMBER && i < item->card->n_ports; i++) {
    const LibPlacement *icon = &item->card->ports[i].icon;
    double u = (icon->x1 + icon->x2) / 2 - icon_side / 2;
    double v = (icon->y1 + icon->y2) / 2 - icon_side / 2;

    if (strcmp (item->card->ports[i].name, end->name) == 0)
      return fabs (u) < fabs (v) ? 0 : u > 0 ? 1 : -1;
  }
  return 0;
}

/* Which items hang together, and how, for the layout. */
static GArray *
find_links (const DocModel *doc)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (DocLink));

  for (guint i = 0; i < doc->bundles->len; i++) {
    const LangRelation *relation = g_array_index (doc->bundles, DocBundle, i).relation;

    for (uint32_t k = 1; k < relation->n_args; k++) {
      const LangExpr *from = relation->args[0], *to = relation->args[k];
      DocLink link = {find_named (doc, doc_root_name (from)),
                      find_named (doc, doc_root_name (to)), 0, 0};

      if (link.a >= doc->n_items || link.b >= doc->n_items || link.a == link.b)
        continue;
      link.side_a = side_of (&doc->items[link.a], from);
      link.side_b = side_of (&doc->items[link.b], to);
      g_array_append_val (links, link);
    }
  }
  return links;
}

static void
lay_out (DocModel *doc, DocPlace *places)
{
  g_autofree bool *is_placed = g_new (bool, doc->n_items + 1);
  uint32_t n_missing = 0;

  for (uint32_t i = 0; i < doc->n_items; i++) {
    is_placed[i] = !doc->items[i].is_auto_placed;
    n_missing += doc->items[i].is_auto_placed;
  }
  if (n_missing == 0)
    return;
  g_autoptr (GArray) links = find_links (doc);
  doc_auto_layout (places, is_placed, doc->n_items,
                   (const DocLink *) (void *) links->data, links->len);
  base_diags_add (
      doc->diags, BASE_WARNING, 602, lang_file_span (doc->file, doc->class->name_span),
      g_dngettext (GETTEXT_PACKAGE,
                   "%u component of `%s` had no place and was laid out automatically",
                   "%u components of `%s` had no place and were laid out automatically",
                   n_missing),
      n_missing, doc->class->name);
}

static void
build_items (DocModel *doc)
{
  const LangClass *class = doc->class;

  /* Each that has a name of its own, */
  doc->items = g_new0 (DocItem, class->n_decls + 1);
  g_autofree DocPlace *places = g_new0 (DocPlace, class->n_decls + 1);
  for (uint32_t i = 0; i < class->n_decls; i++) {
    const LangDecl *decl = class->decls[i];

    if (decl->kind != LANG_SUB)
      continue;
    if (g_hash_table_contains (doc->item_of, decl->name)) {
      doc->is_view_whole = false;
      continue;
    }
    read_item (doc, &doc->items[doc->n_items], decl, &places[doc->n_items]);
    doc->n_items++;
    g_hash_table_insert (doc->item_of, (char *) decl->name,
                         GUINT_TO_POINTER (doc->n_items));
  }
  /* and then, where the text says it or between the others, its place. */
  lay_out (doc, places);
  for (uint32_t i = 0; i < doc->n_items; i++) {
    put (doc, i, &places[i]);
    doc->is_view_whole &= !doc->items[i].is_auto_placed;
  }
}

/* ---- wires ---- */

static uint32_t
find_port (const DocItem *item, const char *name, size_t length)
{
  for (uint32_t i = 0; i < item->n_ports; i++)
    if (strncmp (item->ports[i].name, name, length) == 0 &&
        item->ports[i].name[length] == '\0')
      return i;
  return UINT32_MAX;
}

/* `n_fields`: of the port that may be named behind it. */
static bool
find_end (const DocModel *doc, const char *name, uint32_t n_fields, DocEnd *end)
{
  const char *port = name + strcspn (name, ".[");
  uint32_t n_dots = 0;

  end->item = find_named (doc, base_name_n (name, (size_t) (port - name)));
  if (end->item >= doc->n_items)
    return false;
  /* The part, one at the end of a chain, and then the port, maybe an element of it. */
  const bool has_port = !doc->items[end->item].is_own_port;
  if (has_port && *port == '[')
    port = doc_array_skip_element (doc->items[end->item].array, port);
  if (port == NULL)
    return false;
  const char *index = port + strcspn (port, "[");
  for (const char *c = port; c < index; c++)
    n_dots += *c == '.';
  if (*index != '\0' &&
      (!g_str_has_suffix (index, "]") || strstr (index, "].") != NULL))
    return false;
  if (n_dots < has_port || n_dots > has_port + n_fields)
    return false;
  end->port =
      has_port ? find_port (&doc->items[end->item], port + 1, strcspn (port + 1, ".["))
               : find_port (&doc->items[end->item], "", 0);
  return end->port != UINT32_MAX;
}

bool
doc_find_port (const DocModel *doc, const char *name, DocEnd *end)
{
  return find_end (doc, name, 0, end);
}

/* A single field stands at its port. */
static DocEnd
read_end (DocModel *doc, const LangExpr *expr, const char *i)
{
  g_autofree char *text = doc_bundle_end_text (expr, i);
  DocEnd end = {.name = base_arena_strdup (doc->arena, text)};

  if (!find_end (doc, end.name, 1, &end))
    end.item = end.port = UINT32_MAX;
  return end;
}

static bool
read_points (const LangJson *list, DocPoint *points)
{
  for (uint32_t i = 0; i < lang_json_length (list); i++) {
    points[i].x = doc_coordinate (list->items[i], "x", NAN);
    points[i].y = doc_coordinate (list->items[i], "y", NAN);
    if (isnan (points[i].x) || isnan (points[i].y))
      return false;
  }
  return true;
}

/* Where an edge begins or ends; false if there is no such place. */
static bool
place_of (const DocModel *doc, const DocWire *wire, int32_t number, DocPoint *at)
{
  if (number < 0 && (uint32_t) -number <= wire->n_junctions) {
    *at = wire->junctions[-number - 1];
    return true;
  }
  if (number <= 0 || (uint32_t) number > wire->n_ends)
    return false;
  const DocPort *port = doc_end_port (doc, &wire->ends[number - 1]);
  if (port != NULL)
    *at = port->at;
  return port != NULL;
}

static bool
read_edge (DocModel *doc, const DocWire *wire, const LangJson *json, DocEdge *edge)
{
  const LangJson *corners = lang_json_get (json, "M");
  const uint32_t n = lang_json_length (corners);
  DocPoint *points = base_arena_array (doc->arena, DocPoint, n + 2);

  double from = lang_json_number (lang_json_get (json, "S"), 0);
  double to = lang_json_number (lang_json_get (json, "E"), 0);
  if (fabs (from) > G_MAXINT16 || fabs (to) > G_MAXINT16)
    return false;
  edge->from = (int32_t) from;
  edge->to = (int32_t) to;
  edge->points = points;
  edge->n_points = n + 2;
  return read_points (corners, points + 1) &&
         place_of (doc, wire, edge->from, &points[0]) &&
         place_of (doc, wire, edge->to, &points[n + 1]);
}

/* Whether an edge leads to an end that is not there. */
static bool
is_lost (const DocWire *wire, const LangJson *json)
{
  const double number[2] = {lang_json_number (lang_json_get (json, "S"), 0),
                            lang_json_number (lang_json_get (json, "E"), 0)};

  for (int i = 0; i < 2; i++)
    if (number[i] >= 1 && number[i] <= wire->n_ends &&
        wire->ends[(uint32_t) number[i] - 1].item == UINT32_MAX)
      return true;
  return false;
}

/* How many of its ends are there, and the first of them, from 1 on. */
static uint32_t
count_found (const DocWire *wire, int32_t *first)
{
  uint32_t n = 0;

  for (uint32_t k = wire->n_ends; k > 0; k--)
    if (wire->ends[k - 1].item != UINT32_MAX) {
      *first = (int32_t) k;
      n++;
    }
  return n;
}

/* Whether all ends that are there hang together. */
static bool
is_joined (const DocModel *doc, const DocWire *wire)
{
  const DocNet net = doc_net_copy (doc, wire);
  g_autofree bool *reached = g_new (bool, wire->n_ends + 1);
  int32_t first;

  if (count_found (wire, &first) == 0)
    return false;
  doc_net_reach (&net, first, reached);
  for (uint32_t k = 0; k < wire->n_ends; k++)
    if (!reached[k] && wire->ends[k].item != UINT32_MAX)
      return false;
  return true;
}

/* Edges as given, without those to ends that are not there; false if they do not reach
 * every other end. */
static bool
read_edges (DocModel *doc, DocWire *wire)
{
  const LangJson *dyad = lang_json_get (wire->owner->meta.json, "Dyad");
  const LangJson *edges = lang_json_get (dyad, "edges");
  const LangJson *junctions = lang_json_get (dyad, "junctions");

  if (lang_json_length (edges) == 0)
    return false;
  wire->n_junctions = lang_json_length (junctions);
  DocPoint *points = base_arena_array (doc->arena, DocPoint, wire->n_junctions);
  if (!read_points (junctions, points))
    return false;
  wire->junctions = points;
  DocEdge *list = base_arena_array (doc->arena, DocEdge, edges->n);
  for (uint32_t i = 0; i < edges->n; i++) {
    if (is_lost (wire, edges->items[i]))
      continue;
    if (!read_edge (doc, wire, edges->items[i], &list[wire->n_edges]))
      return false;
    wire->n_edges++;
  }
  wire->edges = list;
  return wire->n_edges > 0 && is_joined (doc, wire);
}

void
doc_view_route (DocModel *doc)
{
  g_autofree uint32_t *wires = g_new (uint32_t, doc->n_wires + 1);
  uint32_t n = 0;

  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (doc->wires[w].is_auto_routed)
      wires[n++] = w;
  if (n == 0)
    return;
  doc_tidy_wires (doc, wires, n, doc->ways, false);
  doc_grid_forget_read (doc);
}

void
doc_view_read_wire (DocModel *doc, uint32_t number)
{
  const DocBundle *bundle = &g_array_index (doc->bundles, DocBundle, number);
  const LangRelation *relation = bundle->relation;
  DocWire *wire = &doc->wires[number];
  DocEnd *ends = base_arena_array (doc->arena, DocEnd, relation->n_args);
  const LangJson *meta = bundle->owner->meta.json;
  const char *i = bundle->loop != NULL ? bundle->loop->name : NULL;

  wire->relation = relation;
  wire->loop = bundle->loop;
  wire->owner = bundle->owner;
  wire->n_ends = relation->n_args;
  wire->ends = ends;
  wire->stroke = lang_json_string (lang_json_find (meta, "Dyad/path/stroke"), NULL);
  wire->width = lang_json_number (lang_json_find (meta, "Dyad/path/width"), 0);
  for (uint32_t k = 0; k < relation->n_args; k++) {
    /* Colour and width of its first port, unless it has its own. */
    ends[k] = read_end (doc, relation->args[k], i);
    const DocPort *port = doc_end_port (doc, &ends[k]);

    if (port == NULL)
      continue;
    wire->is_signal |= port->port->is_input || port->port->is_output;
    wire->stroke = wire->stroke == NULL ? port->port->stroke : wire->stroke;
    wire->width = wire->width > 0 ? wire->width : port->port->width;
  }
  wire->stroke = wire->stroke == NULL ? "#404040" : wire->stroke;
  wire->width = wire->width > 0 ? wire->width : WIRE_WIDTH;
  wire->count = doc_bundle_count_of (doc, wire);
  wire->width *= wire->count != NULL ? BUNDLE_WIDTH : 1;
  wire->width = fmin (wire->width, WIRE_WIDTH_MOST);
  wire->tag = doc_tag_given (wire);
  wire->is_auto_routed = wire->tag == NULL && !read_edges (doc, wire);
  if (wire->is_auto_routed)
    wire->n_edges = wire->n_junctions = 0;
}

/* What each port is joined by: a path, several, or a port that lies on it. */
static void
count_path (const DocModel *doc,
            const DocWire *wire,
            int32_t number,
            const uint32_t *first,
            uint8_t *n_paths)
{
  const DocEnd *end = number > 0 ? &wire->ends[number - 1] : NULL;

  if (end != NULL && end->item != UINT32_MAX &&
      n_paths[first[end->item] + end->port] < 2)
    n_paths[first[end->item] + end->port]++;
}

static void
find_junctions (DocModel *doc)
{
  g_autofree uint32_t *first = doc_view_first_ports (doc);
  g_autofree uint8_t *n_paths = g_new0 (uint8_t, first[doc->n_items] + 1);

  for (uint32_t w = 0; w < doc->n_wires; w++)
    for (uint32_t e = 0; e < doc->wires[w].n_edges; e++) {
      const DocWire *wire = &doc->wires[w];
      const DocEdge *edge = &wire->edges[e];
      const bool is_point =
          doc_is_same (edge->points[0], edge->points[edge->n_points - 1]);

      for (int times = is_point ? 2 : 1; times > 0; times--) {
        count_path (doc, wire, edge->from, first, n_paths);
        count_path (doc, wire, edge->to, first, n_paths);
      }
    }
  for (uint32_t i = 0; i < doc->n_items; i++)
    for (uint32_t k = 0; k < doc->items[i].n_ports; k++) {
      DocPort *port = (DocPort *) &doc->items[i].ports[k]; /* of this view's arena */
      const bool is_junction = n_paths[first[i] + k] > 1;

      if (port->is_junction != is_junction)
        port->is_junction = is_junction;
    }
}

void
doc_view_join (DocModel *doc, bool *is_changed, const GArray *boxes)
{
  find_junctions (doc);
  doc_branches_find (doc, is_changed);
  doc_crossings_find (doc, is_changed, boxes);
}

static void
build_wires (DocModel *doc)
{
  doc->wires = g_new0 (DocWire, doc->bundles->len + 1);
  while (doc->n_wires < doc->bundles->len)
    doc_view_read_wire (doc, doc->n_wires++);
  g_autofree bool *is_changed = g_new (bool, doc->n_wires + 1);
  g_autoptr (GArray) no_boxes = g_array_new (FALSE, FALSE, sizeof (DocRect));
  memset (is_changed, true, doc->n_wires);
  doc_view_route (doc);
  doc_tags_place (doc);
  doc_labels_place_again (doc, NULL);
  doc_view_join (doc, is_changed, no_boxes);
}

/* ---- notes ---- */

bool
doc_view_is_note (const LangJson *label)
{
  const char *layer = lang_json_string (lang_json_get (label, "layer"), "icon");

  return strcmp (layer, "diagram") == 0 || strcmp (layer, "all") == 0;
}

void
doc_view_read_notes (DocModel *doc)
{
  const LangJson *labels = lang_json_find (doc->class->metadata, "Dyad/labels");
  const uint32_t n = lang_json_length (labels);

  if (labels == doc->notes_read)
    return;
  /* Forget those before, */
  doc->notes_read = labels;
  doc->n_notes = 0;
  doc_grid_free (doc->note_grid);
  doc->note_grid = doc_grid_new (sizeof (uint32_t));
  doc_labels_place_again (doc, NULL);
  /* and read those that are not of the icon alone. */
  doc->notes = base_arena_array (doc->arena, DocNote, n);
  for (uint32_t i = 0; i < n; i++) {
    const LangJson *label = labels->items[i];

    if (!doc_view_is_note (label))
      continue;
    DocNote *note = &doc->notes[doc->n_notes];
    *note = (DocNote){
        .text = lang_json_string (lang_json_get (label, "label"), ""),
        .at = {doc_coordinate (label, "x", 0), doc_coordinate (label, "y", 0)},
        .rot = lang_json_number (lang_json_get (label, "rot"), 0),
        .index = i,
    };
    note->box = doc_place_note (note->text, note->at, note->rot);
    doc_grid_add (doc->note_grid, note->box, &doc->n_notes);
    doc->n_notes++;
  }
}

/* ---- all ---- */

bool
doc_view_is_outgrown (const BaseArena *arena, size_t n_bytes)
{
  return base_arena_used (arena) >= 2 * n_bytes + least_waste;
}

/* Cards of values that no item has any more go with the view, if they are many. */
static void
forget_cards (DocModel *doc)
{
  if (!doc_view_is_outgrown (doc->card_arena, doc->n_card_bytes))
    return;
  doc_cards_free (doc->cards);
  g_ptr_array_add (doc->kept_arenas, doc->card_arena);
  if (doc->before == NULL)
    g_ptr_array_set_size (doc->kept_arenas, 0);
  doc->card_arena = base_arena_new ();
  doc->cards = doc_cards_new (doc->card_arena);
}

void
doc_view_clear (DocModel *doc)
{
  doc->n_items = doc->n_wires = doc->n_notes = 0;
  g_clear_pointer (&doc->items, g_free);
  g_clear_pointer (&doc->wires, g_free);
  doc_labels_clear (doc);
  g_clear_pointer (&doc->missing, doc_missing_free);
  g_clear_pointer (&doc->own_cards, doc_cards_free);
  g_clear_pointer (&doc->view_index, lib_index_unref);
  g_clear_pointer (&doc->item_of, g_hash_table_unref);
  g_clear_pointer (&doc->arrays, doc_arrays_free);
  g_clear_pointer (&doc->bundles, g_array_unref);
  g_clear_pointer (&doc->item_grid, doc_grid_free);
  g_clear_pointer (&doc->note_grid, doc_grid_free);
  doc->notes_read = NULL;
  g_clear_pointer (&doc->wire_grid, doc_grid_free);
  doc_grid_forget_read (doc);
  if (doc->before != NULL)
    g_ptr_array_add (doc->kept_arenas, g_steal_pointer (&doc->arena));
  g_clear_pointer (&doc->arena, base_arena_free);
}

void
doc_view_build (DocModel *doc)
{
  doc_view_clear (doc);
  forget_cards (doc);
  doc->is_view_whole = true;
  doc->view_class = doc->class == NULL ? NULL : doc->class->name;
  doc->arena = base_arena_new ();
  doc->own_cards = doc_cards_new (doc->arena);
  doc->view_index = lib_index_ref (doc->index);
  doc->item_of = g_hash_table_new (g_direct_hash, g_direct_equal);
  doc->item_grid = doc_grid_new (sizeof (uint32_t));
  doc->note_grid = doc_grid_new (sizeof (uint32_t));
  if (doc->class == NULL)
    return;
  doc->arrays = doc_arrays_read (doc);
  doc->bundles = doc_bundle_read (doc);
  doc_view_read_notes (doc);
  build_items (doc);
  build_wires (doc);
  doc->n_view_bytes = base_arena_used (doc->arena);
  doc->n_card_bytes = base_arena_used (doc->card_arena);
}

uint32_t
doc_n_items (const DocModel *doc)
{
  return doc->n_items;
}

const DocItem *
doc_item (const DocModel *doc, uint32_t i)
{
  g_assert (i < doc->n_items);
  return &doc->items[i];
}

uint32_t
doc_find_item (const DocModel *doc, const char *name)
{
  return find_named (doc, base_name (name));
}

uint32_t
doc_find_item_of (const DocModel *doc, const char *path)
{
  g_autofree char *name = g_strndup (path, strcspn (path, ".["));

  return doc_find_item (doc, name);
}

char *
doc_port_name (const DocItem *item, uint32_t port)
{
  const char *name = item->ports[port].name;
  const char *element = doc_array_element (item->array, name);

  return element != NULL
             ? g_strconcat (item->name, "[", element, "].", name, NULL)
             : g_strconcat (item->name, *name != '\0' ? "." : "", name, NULL);
}

uint32_t
doc_n_wires (const DocModel *doc)
{
  return doc->n_wires;
}

const DocWire *
doc_wire (const DocModel *doc, uint32_t i)
{
  g_assert (i < doc->n_wires);
  return &doc->wires[i];
}

uint32_t
doc_n_notes (const DocModel *doc)
{
  return doc->n_notes;
}

const DocNote *
doc_note (const DocModel *doc, uint32_t i)
{
  g_assert (i < doc->n_notes);
  return &doc->notes[i];
}

static DocRect
with_point (DocRect rect, DocPoint p)
{
  return doc_rect_join (rect, (DocRect){p.x, p.y, p.x, p.y});
}

DocRect
doc_wire_bounds (const DocWire *wire)
{
  DocRect bounds = DOC_RECT_NONE;

  for (uint32_t k = 0; k < wire->n_edges; k++) {
    for (uint32_t i = 0; i < wire->edges[k].n_points; i++)
      bounds = with_point (bounds, wire->edges[k].points[i]);
    if (wire->tag != NULL)
      bounds = doc_rect_join (bounds, wire->tags[k]);
  }
  return bounds;
}

DocRect
doc_items_bounds (const DocModel *doc, const char *const *names, uint32_t n)
{
  DocRect bounds = DOC_RECT_NONE;

  for (uint32_t i = 0; i < n; i++) {
    const uint32_t k = doc_find_item (doc, names[i]);

    if (k != UINT32_MAX)
      bounds = doc_rect_join (bounds, doc->items[k].box);
  }
  return bounds;
}

DocRect
doc_bounds (const DocModel *doc)
{
  DocRect bounds = DOC_RECT_NONE;

  for (uint32_t i = 0; i < doc->n_items; i++)
    bounds = doc_rect_join (bounds, doc->items[i].box);
  for (uint32_t i = 0; i < doc->n_wires; i++)
    bounds = doc_rect_join (bounds, doc_wire_bounds (&doc->wires[i]));
  for (uint32_t i = 0; i < doc->n_notes; i++)
    bounds = doc_rect_join (bounds, doc->notes[i].box);
  return bounds.x1 <= bounds.x2 ? bounds : (DocRect){0, 0, icon_side, icon_side};
}
