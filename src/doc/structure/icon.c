/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a component of the file is drawn, as its metadata says: shape, text, colour and
 * SVG of its symbol, and where its ports stand on that. Each value is written on its
 * own, so that the rest of the text stays; what is as it would be without being written
 * goes, with what holds nothing else. Wires to a port that moves say no more how they
 * run: so they are led anew wherever they are shown, and the end of the step writes
 * that down in the component which is. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/error.h"
#include "doc/name/follow.h"
#include "lang/parse.h"

static const double side = 1000; /* of an icon */

/* ---- what is said ---- */

static const char *
said (const LangClass *class, const char *path)
{
  return lang_json_string (lang_json_find (class->metadata, path), NULL);
}

DocIcon
doc_get_icon (const LangClass *class)
{
  const char *stroke = said (class, "Dyad/icon/stroke");

  return (DocIcon){
      .shape = lib_icon_shape (said (class, "Dyad/icon/shape")),
      .text = said (class, "Dyad/icon/text"),
      .stroke = lib_icon_is_color (stroke) ? stroke : NULL,
      .file = lib_icon_beside (class),
  };
}

/* Takes a value away, with all around it that holds nothing else. */
static void
remove_said (DocPatch *patch, const LangClass *class, const char *const *keys)
{
  const LangJson *object = class->metadata, *holder = NULL, *member = NULL;

  for (uint32_t i = 0; object != NULL && keys[i] != NULL; i++) {
    const LangJson *next = lang_json_get (object, keys[i]);

    if (next == NULL)
      return;
    if (object->n > 1 || member == NULL) {
      holder = object;
      member = next;
    }
    object = next;
  }
  static const LangMeta none = {0};
  if (holder == NULL)
    return;
  if (holder == class->metadata && holder->n == 1)
    doc_patch_remove_element (patch, class->metadata_span, class->metadata_span, &none);
  else
    doc_patch_remove_member (patch, holder, member);
}

/* Says it, or with NULL nothing of it. */
static bool
say (DocModel *doc,
     const char *component,
     const char *path,
     const char *value,
     GError **error)
{
  const LangClass *class = lang_file_find (doc->file, component);
  DocPatch *patch = doc_patch_new_in (doc, class, error);

  if (patch == NULL)
    return false;
  g_auto (GStrv) keys = g_strsplit (path, "/", -1);
  g_autofree char *json = value != NULL ? lang_json_quote (value) : NULL;
  if (value == NULL)
    remove_said (patch, class, (const char *const *) keys);
  else if (g_strcmp0 (said (class, path), value) != 0)
    doc_patch_set_metadata (patch, path, json);
  return doc_apply (patch, "Draw %s", component);
}

/* One that extends another is drawn as that, unless it says something. */
static bool
extends (const LangClass *class)
{
  for (uint32_t i = 0; i < class->n_decls; i++)
    if (class->decls[i]->kind == LANG_EXTENDS)
      return true;
  return false;
}

bool
doc_set_icon (DocModel *doc, const char *component, const DocIcon *icon, GError **error)
{
  const LangClass *class = lang_file_find (doc->file, component);
  g_autoptr (DocPatch) probe = doc_patch_new_in (doc, class, error);
  bool is_changed = false;

  if (probe == NULL)
    return false;
  const bool has_shape = icon->shape != LIB_SHAPE_ROUNDED || extends (class);
  const struct {
    const char *path;
    char *value; /* a copy: the tree goes with the first change */
  } sayings[] = {
      {"Dyad/icon/shape",
       has_shape ? g_strdup (lib_icon_shape_name (icon->shape)) : NULL},
      {"Dyad/icon/text", g_strdup (icon->text)},
      {"Dyad/icon/stroke", g_strdup (icon->stroke)},
      {"Dyad/icons/default", g_strdup (icon->file)},
  };
  g_autofree char *label = g_strdup_printf (_ ("Draw %s"), component);
  doc_begin (doc, label);
  for (uint32_t i = 0; i < G_N_ELEMENTS (sayings); i++) {
    is_changed |= say (doc, component, sayings[i].path, sayings[i].value, NULL);
    g_free (sayings[i].value);
  }
  doc_end (doc);
  return is_changed;
}

/* ---- where a port may stand ---- */

/* Whether no other port is nearer to a place than that. */
static bool
is_clear (const LibCard *card, const char *port, DocPoint at, double distance)
{
  for (uint32_t i = 0; i < card->n_ports; i++) {
    const LibPlacement *icon = &card->ports[i].icon;
    const double x = (icon->x1 + icon->x2) / 2, y = (icon->y1 + icon->y2) / 2;

    if (strcmp (card->ports[i].name, port) != 0 &&
        fmax (fabs (x - at.x), fabs (y - at.y)) < distance)
      return false;
  }
  return true;
}

static bool
find_middle (const LibCard *card, const char *port, DocPoint *middle)
{
  for (uint32_t i = 0; i < card->n_ports; i++)
    if (strcmp (card->ports[i].name, port) == 0) {
      const LibPlacement *icon = &card->ports[i].icon;

      *middle = (DocPoint){(icon->x1 + icon->x2) / 2, (icon->y1 + icon->y2) / 2};
      return true;
    }
  return false;
}

/* The k-th place of one of four edges. */
static DocPoint
place_on (int edge, double along)
{
  return edge == 0   ? (DocPoint){0, along}
         : edge == 1 ? (DocPoint){side, along}
         : edge == 2 ? (DocPoint){along, 0}
                     : (DocPoint){along, side};
}

/* A port is 100 wide, and an icon of the usual size has the grid of the diagram at
 * every 100; closer only where there are so many. */
bool
doc_find_port_place (const LibCard *card,
                     const char *port,
                     DocPoint at,
                     DocPoint way,
                     DocPoint *place)
{
  double least = INFINITY;
  DocPoint from;

  if (!find_middle (card, port, &from))
    return false;
  /* All places, on a finer grid if there is none. */
  for (double pitch = side / 10; pitch > side / 100 && isinf (least); pitch /= 2)
    for (int edge = 0; edge < 4; edge++)
      for (double along = pitch; along < side; along += pitch) {
        const DocPoint p = place_on (edge, along);
        const double ahead = (p.x - from.x) * way.x + (p.y - from.y) * way.y;
        const double distance = hypot (p.x - at.x, p.y - at.y);

        if (distance < least && ((way.x == 0 && way.y == 0) || ahead > 0) &&
            is_clear (card, port, p, pitch)) {
          least = distance;
          *place = p;
        }
      }
  return isfinite (least);
}

/* ---- moving a port ---- */

static const LangDecl *
find_decl (const LangClass *class, const char *name)
{
  for (uint32_t i = 0; i < class->n_decls; i++)
    if (class->decls[i]->kind == LANG_SUB && strcmp (class->decls[i]->name, name) == 0)
      return class->decls[i];
  return NULL;
}

/* A port that has no place of its own on the sheet stands there as on the icon, or
 * where the others leave room: it stays where it is shown. */
static void
write_place (DocPatch *patch, const LangDecl *decl, DocPoint from, DocPoint to)
{
  const LangJson *placement = lang_json_find (decl->meta.json, "Dyad/placement");
  const LangJson *old = lang_json_get (placement, "icon");
  const DocModel *doc = doc_patch_model (patch);
  const uint32_t item = doc_find_item (doc, decl->name);
  const bool is_shown = item != UINT32_MAX && doc->items[item].decl == decl;
  const DocPlace sheet = is_shown ? doc_item_place (&doc->items[item]) : (DocPlace){0};
  DocPlace icon = {.x = from.x, .y = from.y, .width = 100, .height = 100};

  doc_place_read (old, &icon);
  g_autofree char *before = doc_patch_place_text (is_shown ? &sheet : &icon);
  icon.x = to.x;
  icon.y = to.y;
  g_autofree char *after = doc_patch_place_text (&icon);
  g_autofree char *both =
      g_strdup_printf ("{\"icon\": %s, \"diagram\": %s}", after, before);
  const bool has_sheet = lang_json_get (placement, "diagram") != NULL;
  if (has_sheet || (old == NULL && !is_shown))
    doc_patch_set_place (patch, decl, DOC_PATCH_ON_ICON, &icon);
  else
    doc_patch_set_meta (patch, &decl->meta, decl->name, "Dyad/placement", both);
}

/* Of a wire in any component of the file. */
static void
forget_ways (DocPatch *patch, const LangClass *of, const char *port)
{
  const DocModel *doc = doc_patch_model (patch);
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (uint32_t c = 0; c < lang_file_n_classes (doc->file); c++) {
    const LangClass *class = lang_file_class (doc->file, c);

    for (uint32_t r = 0; !class->is_broken && r < class->n_relations; r++) {
      const LangRelation *relation = class->relations[r];
      const LangJson *dyad = lang_json_get (relation->meta.json, "Dyad");
      const LangJson *edges = lang_json_get (dyad, "edges");
      bool is_at = false;

      if (relation->kind != LANG_CONNECT || edges == NULL)
        continue;
      for (uint32_t k = 0; k < relation->n_args && !is_at; k++)
        is_at = doc_follow_leads_to (doc, class, relation->args[k], of, port);
      if (is_at && g_hash_table_add (done, (gpointer) edges))
        doc_patch_remove_member (patch, dyad, edges);
    }
  }
}

bool
doc_move_port (DocModel *doc,
               const char *component,
               const char *port,
               DocPoint at,
               GError **error)
{
  const LangClass *class = lang_file_find (doc->file, component);
  g_autoptr (DocPatch) patch = doc_patch_new_in (doc, class, error);
  g_autoptr (BaseArena) arena = base_arena_new ();
  const LibEntry *entry = patch != NULL ? lib_index_of_class (doc->index, class) : NULL;
  const LibCard *card =
      entry != NULL ? lib_card (arena, doc->index, entry, NULL, doc->namespace) : NULL;
  const LangDecl *decl = patch != NULL ? find_decl (class, port) : NULL;
  DocPoint was;

  /* A port of its own, that is not there yet. */
  if (patch == NULL)
    return false;
  if (card == NULL || decl == NULL || !find_middle (card, port, &was))
    return doc_error_refuse (error, "%s is no port that this component declares itself",
                             port);
  if (!lang_file_is_sound (doc->file))
    return doc_error_refuse (error, "The diagram has errors; mend them first");
  if (was.x == at.x && was.y == at.y)
    return false;
  /* The port, and all wires to it. */
  write_place (patch, decl, was, at);
  forget_ways (patch, class, decl->name);
  return doc_apply (g_steal_pointer (&patch), "Move %s", port);
}
