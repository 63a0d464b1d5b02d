/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clipboard speaks the language: a component of what was copied, element by element
 * as they are written, with their metadata under `_links`. Pasting reads it, gives new
 * names to what is there already, and adds the elements with these in place; as a whole
 * they go where they were wanted, or straight aside until they cover nothing. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/error.h"
#include "lang/parse.h"
#include "lang/print.h"
#include "lang/walk.h"

static const DocPoint label_room = {40, 60}; /* between bodies, for labels of both */

/* ---- copying ---- */

static void
append_bytes (GString *out, const BaseSource *source, uint32_t begin, uint32_t end)
{
  g_string_append_len (out, base_source_text (source) + begin, end - begin);
}

typedef struct {
  const DocModel *doc;
  const DocSelection *selection;
  GString *text, *links;
} Copy;

static void
copy_link (Copy *copy, const LangMeta *meta)
{
  if (meta->key == NULL || meta->json == NULL)
    return;
  g_autofree char *key = lang_json_quote (meta->key);
  g_string_append_printf (copy->links, "%s    %s: ", copy->links->len > 0 ? ",\n" : "",
                          key);
  lang_print_json_line (copy->links, meta->json);
}

/* An element on a line of its own, and its metadata. */
static void
copy_element (Copy *copy, BaseSpan doc, BaseSpan span, const LangMeta *meta)
{
  g_string_append (copy->text, "  ");
  append_bytes (copy->text, span.source, doc.begin, span.end);
  g_string_append_c (copy->text, '\n');
  copy_link (copy, meta);
}

/* With what is drawn of the connects of a loop. */
static void
copy_relation (Copy *copy, const LangRelation *relation)
{
  copy_element (copy, relation->span, relation->span, &relation->meta);
  for (uint32_t b = 0; b < relation->n_branches; b++)
    for (uint32_t i = 0; i < relation->branches[b].n; i++)
      copy_link (copy, &relation->branches[b].relations[i]->meta);
}

static bool
is_selected (const Copy *copy, const char *name)
{
  uint32_t item = doc_find_item (copy->doc, name);

  return item < copy->doc->n_items && copy->selection->position[item] != UINT32_MAX;
}

typedef struct {
  const Copy *copy;
  const LangExpr *callee;
  bool all_selected;
} Inside;

static void
check_name (const LangExpr *expr, void *data)
{
  Inside *inside = data;

  if (expr->kind == LANG_CALL)
    inside->callee = expr->args[0];
  else if (expr->kind == LANG_NAME && expr != inside->callee &&
           doc_find_item (inside->copy->doc, expr->name) < inside->copy->doc->n_items)
    inside->all_selected &= is_selected (inside->copy, expr->name);
}

/* What a loop joins first, or NULL. */
static const char *
joined_by (const LangRelation *loop)
{
  const LangRelation *first =
      loop->branches[0].n > 0 ? loop->branches[0].relations[0] : NULL;

  return first != NULL && first->kind == LANG_CONNECT && first->n_args > 0
             ? doc_root_name (first->args[0])
             : NULL;
}

/* Connects, loops of them and start values that speak of copied components only. */
static bool
is_inside (const Copy *copy, const LangRelation *relation)
{
  Inside inside = {copy, NULL, true};
  const char *name = NULL;

  if (relation->kind == LANG_FOR_REL)
    name = joined_by (relation);
  else if (relation->kind == LANG_CONNECT)
    name = doc_root_name (relation->args[0]);
  else if (relation->kind == LANG_INITIAL || relation->kind == LANG_GUESS)
    name = doc_root_name (relation->lhs);
  if (name == NULL || !is_selected (copy, name))
    return false;
  lang_walk_relation (relation, check_name, &inside);
  return inside.all_selected;
}

bool
doc_is_copied (const DocModel *doc,
               const DocSelection *selection,
               const LangRelation *relation)
{
  const Copy copy = {doc, selection, NULL, NULL};

  return is_inside (&copy, relation);
}

char *
doc_copy_as (const DocModel *doc,
             const DocSelection *selection,
             const char *name,
             const char *decls,
             const char *relations)
{
  g_autoptr (GString) links = g_string_new (NULL);
  GString *out = g_string_new (NULL);
  Copy copy = {doc, selection, out, links};
  bool has_relations = *relations != '\0';

  g_string_printf (out, "component %s\n%s", name, decls);
  for (uint32_t i = 0; i < doc->n_items; i++) {
    const LangDecl *decl = doc->items[i].decl;

    if (selection->position[i] != UINT32_MAX)
      copy_element (&copy, decl->doc_span, decl->span, &decl->meta);
  }
  /* Relations among what is copied. */
  g_string_append_printf (out, "%s%s", has_relations ? "relations\n" : "", relations);
  for (uint32_t i = 0; doc->class != NULL && i < doc->class->n_relations; i++) {
    const LangRelation *relation = doc->class->relations[i];

    if (!doc_is_copied (doc, selection, relation))
      continue;
    g_string_append (out, has_relations ? "" : "relations\n");
    copy_relation (&copy, relation);
    has_relations = true;
  }
  if (links->len > 0)
    g_string_append_printf (out, "metadata {\n  \"_links\": {\n%s\n  }\n}\n",
                            links->str);
  g_string_append (out, "end\n");
  return g_string_free (out, FALSE);
}

char *
doc_copy (const DocModel *doc, const char *const *names, uint32_t n)
{
  g_autoptr (DocSelection) selection = doc_selection_new (doc, names, n);

  return doc_copy_as (doc, selection, "Clipboard", "", "");
}

/* ---- pasting ---- */

/* A place in the pasted text that gets another text. */
typedef struct {
  BaseSpan span;
  const char *text;
} Swap;

static int
by_place (gconstpointer a, gconstpointer b)
{
  const Swap *left = a, *right = b;

  return left->span.begin < right->span.begin ? -1
                                              : left->span.begin > right->span.begin;
}

typedef struct {
  DocModel *doc;
  DocPatch *patch;
  const LangClass *class;
  GArray *swaps;
  guint next_swap;
  GPtrArray *names;    /* the new ones, interned */
  GHashTable *renamed; /* old name -> new one */
  const LangExpr *callee;
  BaseArena *arena;
} Paste;

static void
swap (Paste *paste, BaseSpan span, const char *text)
{
  Swap entry = {span, text};

  g_array_append_val (paste->swaps, entry);
}

static void
rename_reference (const LangExpr *expr, void *data)
{
  Paste *paste = data;
  const char *name;

  if (expr->kind == LANG_CALL)
    paste->callee = expr->args[0];
  else if (expr->kind == LANG_NAME && expr != paste->callee &&
           (name = g_hash_table_lookup (paste->renamed, expr->name)) != NULL)
    swap (paste, expr->name_span, name);
}

/* New names for what is pasted, where the old ones stand. */
static void
rename_all (Paste *paste)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) renamed = g_hash_table_new (g_direct_hash, g_direct_equal);

  for (uint32_t i = 0; i < paste->class->n_decls; i++) {
    const LangDecl *decl = paste->class->decls[i];

    if (decl->kind != LANG_SUB)
      continue;
    /* "mass2" is taken: the next free one of "mass". */
    g_autofree char *stem = g_strdup (decl->name);
    size_t length = strlen (stem);
    while (length > 1 && g_ascii_isdigit (stem[length - 1]))
      length--;
    bool is_free = doc_name_is_free (paste->doc, decl->name) &&
                   !g_hash_table_contains (taken, decl->name);
    stem[is_free ? strlen (stem) : length] = '\0';
    g_autofree char *fresh = doc_free_name (paste->doc, stem, taken);
    const char *name = base_name (fresh);
    g_ptr_array_add (paste->names, (char *) name);
    if (name == decl->name)
      continue;
    g_hash_table_insert (renamed, (gpointer) decl->name, (gpointer) name);
    swap (paste, decl->name_span, name);
  }
  /* Wherever they stand. */
  paste->renamed = renamed;
  lang_walk_class (paste->class, rename_reference, paste);
}

/* The element's metadata goes to a key that is free here. */
static void
paste_meta (Paste *paste, const LangMeta *meta, const char *wanted)
{
  g_autoptr (GString) json = g_string_new (NULL);

  if (meta->json == NULL) {
    if (meta->key != NULL)
      swap (paste, meta->span, "");
    return;
  }
  g_autofree char *key = doc_patch_free_key (paste->patch, wanted);
  lang_print_json_line (json, meta->json);
  doc_patch_add_link (paste->patch, key, json->str);
  swap (paste, meta->span, base_arena_printf (paste->arena, "{^%s}", key));
}

static void
paste_relation (Paste *paste, const LangRelation *relation)
{
  paste_meta (paste, &relation->meta, NULL);
  for (uint32_t b = 0; b < relation->n_branches; b++)
    for (uint32_t i = 0; i < relation->branches[b].n; i++)
      paste_relation (paste, relation->branches[b].relations[i]);
}

/* The text from `begin` to `end`, behind what this was asked for before, with the swaps
 * made. */
static char *
swapped (Paste *paste, const BaseSource *source, uint32_t begin, uint32_t end)
{
  GString *out = g_string_new (NULL);
  uint32_t from = begin;

  for (; paste->next_swap < paste->swaps->len; paste->next_swap++) {
    const Swap *s = &g_array_index (paste->swaps, Swap, paste->next_swap);

    if (s->span.end > end)
      break;
    if (s->span.begin < from)
      continue;
    append_bytes (out, source, from, s->span.begin);
    g_string_append (out, s->text);
    from = s->span.end;
  }
  append_bytes (out, source, from, end);
  return g_string_free (out, FALSE);
}

static void
paste_elements (Paste *paste)
{
  const LangClass *class = paste->class;

  g_array_sort (paste->swaps, by_place);
  for (uint32_t i = 0; i < class->n_decls; i++) {
    const LangDecl *decl = class->decls[i];

    if (decl->kind != LANG_SUB)
      continue;
    g_autofree char *text =
        swapped (paste, decl->span.source, decl->doc_span.begin, decl->span.end);
    doc_patch_add_decl (paste->patch, text);
  }
  for (uint32_t i = 0; i < class->n_relations; i++) {
    const LangRelation *relation = class->relations[i];
    g_autofree char *text = swapped (paste, relation->span.source, relation->span.begin,
                                     relation->span.end);

    doc_patch_add_relation (paste->patch, text);
  }
}

/* ---- a place for what was pasted ---- */

static DocRect
moved (DocRect rect, DocPoint by)
{
  return (DocRect){rect.x1 + by.x, rect.y1 + by.y, rect.x2 + by.x, rect.y2 + by.y};
}

static void
extend (DocRect *all, DocRect by)
{
  *all = all->x1 <= all->x2 ? doc_rect_join (*all, by) : by;
}

/* Whether the wire is one of the pasted: between items of theirs. */
static bool
is_pasted (const DocWire *wire, const DocSelection *pasted)
{
  for (uint32_t k = 0; k < wire->n_ends; k++)
    if (wire->ends[k].item == UINT32_MAX ||
        pasted->position[wire->ends[k].item] == UINT32_MAX)
      return false;
  return true;
}

/* The bodies and wires that were pasted. */
static DocRect
pasted_bounds (const DocModel *doc, const GPtrArray *names, const DocSelection *pasted)
{
  DocRect all = doc_items_bounds (doc, (const char *const *) names->pdata, names->len);

  for (uint32_t i = 0; i < doc->n_wires; i++)
    if (doc->wires[i].n_edges > 0 && is_pasted (&doc->wires[i], pasted))
      all = doc_rect_join (all, doc_wire_bounds (&doc->wires[i]));
  return all;
}

/* What lies there that was not pasted: bodies, notes, wires; false if nothing does. */
static bool
find_taken (const DocModel *doc,
            DocRect room,
            const DocSelection *pasted,
            DocRect *taken)
{
  g_autoptr (GArray) items = doc_grid_items (doc, room);
  g_autoptr (GArray) notes = doc_grid_notes (doc, room);
  g_autoptr (GArray) segments = doc_grid_segments (doc, room);

  *taken = (DocRect){1, 1, 0, 0};
  /* Bodies, notes, then wires. */
  for (guint i = 0; i < items->len; i++) {
    const uint32_t item = g_array_index (items, uint32_t, i);

    if (pasted->position[item] == UINT32_MAX)
      extend (taken, doc->items[item].box);
  }
  for (guint i = 0; i < notes->len; i++)
    extend (taken, doc->notes[g_array_index (notes, uint32_t, i)].box);
  for (guint i = 0; i < segments->len; i++) {
    const DocSegment *segment = &g_array_index (segments, DocSegment, i);

    if (!is_pasted (&doc->wires[segment->wire], pasted))
      extend (taken, doc_grid_segment_box (doc, segment));
  }
  return taken->x1 <= taken->x2;
}

/* How far that room goes in one direction until nothing is taken in it: behind what
 * lies there, again and again. Infinite if that is farther than `most`. */
static double
way_to_clear (const DocModel *doc,
              DocRect room,
              DocPoint way,
              const DocSelection *pasted,
              double most)
{
  double by = 0;
  DocRect taken;

  while (by < most) {
    const DocRect at = moved (room, (DocPoint){by * way.x, by * way.y});

    if (!find_taken (doc, at, pasted, &taken))
      return by;
    const double on = way.x > 0   ? taken.x2 - at.x1
                      : way.x < 0 ? at.x2 - taken.x1
                      : way.y > 0 ? taken.y2 - at.y1
                                  : at.y2 - taken.y1;
    by = DOC_GRID * ceil ((by + fmax (on, DOC_GRID)) / DOC_GRID);
  }
  return INFINITY;
}

/* To the nearest place in one of four directions where it covers nothing, labels
 * included. */
static DocPoint
make_way (const DocModel *doc, DocRect box, const DocSelection *pasted)
{
  static const DocPoint ways[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
  const DocRect room = {box.x1 - label_room.x, box.y1 - label_room.y,
                        box.x2 + label_room.x, box.y2 + label_room.y};
  double least = INFINITY;
  DocPoint best = {0, 0};

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++) {
    const double by = way_to_clear (doc, room, ways[i], pasted, least);

    if (by < least) {
      least = by;
      best = (DocPoint){by * ways[i].x, by * ways[i].y};
    }
  }
  return best;
}

/* Moves what was pasted so that its middle comes to `at`, or near that. */
static void
move_to (DocModel *doc, const GPtrArray *names, DocPoint at, bool makes_way)
{
  const char *const *list = (const char *const *) names->pdata;
  g_autoptr (DocSelection) pasted = doc_selection_new (doc, list, names->len);
  const DocRect all = doc_items_bounds (doc, list, names->len);
  DocPoint by = {doc_on_grid (at.x - (all.x1 + all.x2) / 2),
                 doc_on_grid (at.y - (all.y1 + all.y2) / 2)};

  if (makes_way) {
    const DocPoint aside =
        make_way (doc, moved (pasted_bounds (doc, names, pasted), by), pasted);

    by = (DocPoint){by.x + aside.x, by.y + aside.y};
  }
  doc_move_added (doc, pasted, by);
}

static const LangClass *
pasted_class (const LangFile *file)
{
  for (uint32_t i = 0; i < lang_file_n_classes (file); i++) {
    const LangClass *class = lang_file_class (file, i);

    for (uint32_t k = 0; class->kind == LANG_COMPONENT && k < class->n_decls; k++)
      if (class->decls[k]->kind == LANG_SUB)
        return class;
  }
  return NULL;
}

/* What was read from the clipboard. */
static bool
paste_file (DocModel *doc,
            const LangFile *file,
            DocPoint at,
            bool makes_way,
            GPtrArray *new_names,
            GError **error)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (GArray) swaps = g_array_new (FALSE, FALSE, sizeof (Swap));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  Paste paste = {.doc = doc,
                 .class = pasted_class (file),
                 .swaps = swaps,
                 .names = names,
                 .arena = arena};

  if (!lang_file_is_sound (file) || paste.class == NULL)
    return doc_error_refuse (error, "The clipboard holds no components");
  paste.patch = doc_patch_new (doc, error);
  if (paste.patch == NULL)
    return false;
  /* New names, then metadata under keys of its own, then the elements. */
  rename_all (&paste);
  for (uint32_t i = 0, k = 0; i < paste.class->n_decls; i++)
    if (paste.class->decls[i]->kind == LANG_SUB)
      paste_meta (&paste, &paste.class->decls[i]->meta, names->pdata[k++]);
  for (uint32_t i = 0; i < paste.class->n_relations; i++)
    paste_relation (&paste, paste.class->relations[i]);
  paste_elements (&paste);
  /* One step of undo. */
  doc_begin (doc, _ ("Paste"));
  doc_apply (paste.patch, "Paste");
  move_to (doc, names, at, makes_way);
  doc_end (doc);
  for (guint i = 0; new_names != NULL && i < names->len; i++)
    g_ptr_array_add (new_names, names->pdata[i]);
  return true;
}

bool
doc_paste (DocModel *doc,
           const char *text,
           DocPoint at,
           bool makes_way,
           GPtrArray *new_names,
           GError **error)
{
  const size_t length = strlen (text);

  if (length > DOC_PASTE_MOST)
    return doc_error_refuse (
        error,
        "The text to be pasted is too large: %.1f MB, at most %.1f MB; "
        "save it as a file and open that",
        (double) length / 1e6, (double) DOC_PASTE_MOST / 1e6);
  /* As it is. */
  g_autoptr (BaseSource) source = base_source_new ("clipboard", text, length);
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = lang_parse (source, diags);
  g_autofree char *wrapped = lang_file_is_sound (file) ? NULL : doc_wrap (text, length);

  if (wrapped == NULL)
    return paste_file (doc, file, at, makes_way, new_names, error);
  /* With a component around it. */
  g_autoptr (BaseSource) around =
      base_source_new ("clipboard", wrapped, strlen (wrapped));
  g_autoptr (LangFile) whole = lang_parse (around, diags);
  return paste_file (doc, whole, at, makes_way, new_names, error);
}
