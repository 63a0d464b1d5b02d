/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for a text in what the diagram shows and holds, on all levels. A value is
 * looked for as the inspector shows it, "m = 10 kg", so that "10 kg" and "m = 10" both
 * find it. Each component is found once, for the best reason. The level shown is looked
 * at as it is drawn; the others are not drawn, and are looked at as they are written.
 */
#include "desk/tool/find.h"

#include <string.h>

#include "base/unit.h"
#include "desk/describe.h"
#include "desk/quantity.h"
#include "doc/level.h"
#include "lang/json.h"
#include "lang/print.h"

static void
found_free (gpointer data)
{
  DeskFound *found = data;

  g_free (found->level);
  g_free (found->item);
  g_free (found->tag);
  g_free (found->title);
  g_free (found->detail);
  g_free (found->icon);
  g_free (found);
}

static bool
has (const char *text, const char *folded)
{
  g_autofree char *plain = text != NULL ? g_utf8_casefold (text, -1) : g_strdup ("");

  return strstr (plain, folded) != NULL;
}

/* "m = 10 kg", or NULL if nothing is set. Caller frees. */
static char *
value_text (const DocItem *item, const LibParam *param)
{
  g_autofree char *value = doc_item_modifier (item, param->name);

  if (value == NULL)
    return NULL;
  g_autofree char *entry = doc_item_entry (item, param->name);
  g_autofree char *shown = desk_quantity_show (param, value, entry);
  g_autofree char *behind = base_unit_behind (" ", entry == NULL ? param->units : NULL);

  return g_strdup_printf ("%s = %s%s", param->name, shown, behind);
}

static char *
find_value (const DocItem *item, const char *folded)
{
  for (uint32_t i = 0; item->card != NULL && i < item->card->n_params; i++) {
    char *text = value_text (item, &item->card->params[i]);

    if (text != NULL && has (text, folded))
      return text;
    g_free (text);
  }
  return NULL;
}

/* Where to look for it: the best place first. */
typedef enum { WHOLE_NAME, BEGIN_OF_NAME, NAME_OR_CLASS, VALUE, DOC } Pass;

static bool
is_called (const DocItem *item, const char *folded, Pass pass)
{
  g_autofree char *name = g_utf8_casefold (item->name, -1);

  return pass == WHOLE_NAME      ? strcmp (name, folded) == 0
         : pass == BEGIN_OF_NAME ? g_str_has_prefix (name, folded)
                                 : strstr (name, folded) != NULL;
}

/* What an item is found for, as the detail of its row; NULL: it is not. Caller frees.
 */
static char *
reason (const DocItem *item, const char *folded, Pass pass)
{
  const char *class = item->card != NULL ? item->card->title : "";

  if (pass == VALUE)
    return find_value (item, folded);
  if (pass == DOC)
    return has (item->decl->doc, folded) ? desk_describe_doc (item->decl->doc) : NULL;
  return is_called (item, folded, pass) ||
                 (pass == NAME_OR_CLASS && has (class, folded))
             ? g_strdup (class)
             : NULL;
}

/* ---- what there is ---- */

typedef struct {
  const DocItem *item;
  const char *level;
  bool is_found;
} Part;

typedef struct {
  DocModel *doc;
  const char *folded; /* what is looked for */
  guint at_most;
  GArray *levels; /* of DocLevel: those that are not shown */
  GArray *parts;  /* of Part: all components, those of the level shown first */
  GPtrArray *found;
} Search;

static void
list_levels (Search *search, BaseArena *arena)
{
  DocModel *doc = search->doc;

  for (uint32_t i = 0; i < doc_n_items (doc); i++)
    g_array_append_val (search->parts, ((Part){doc_item (doc, i), doc_level (doc)}));
  for (guint i = search->levels->len; i > 0; i--)
    if (g_array_index (search->levels, DocLevel, i - 1).class == doc_class (doc))
      g_array_remove_index (search->levels, i - 1);
  for (guint i = 0; i < search->levels->len; i++) {
    const DocLevel *level = &g_array_index (search->levels, DocLevel, i);

    for (uint32_t k = 0; k < level->class->n_decls; k++) {
      const LangDecl *decl = level->class->decls[k];

      if (decl->kind == LANG_SUB)
        g_array_append_val (search->parts,
                            ((Part){doc_level_part (doc, arena, decl), level->level}));
    }
  }
}

/* "wagon ▸ brake" for the brake of each of the wagons. Caller frees. */
static char *
way_to (const Search *search, const char *level, const char *title)
{
  if (strcmp (level, doc_level (search->doc)) == 0)
    return g_strdup (title);
  if (*level == '\0')
    return g_strconcat (doc_level_root (search->doc)->name, " ▸ ", title, NULL);
  g_auto (GStrv) parts = g_strsplit (level, ".", -1);
  GString *way = g_string_new (NULL);

  for (uint32_t i = 0; parts[i] != NULL; i++) {
    g_string_append_len (way, parts[i], (gssize) strcspn (parts[i], "["));
    g_string_append (way, " ▸ ");
  }
  return g_string_free (g_string_append (way, title), FALSE);
}

static bool
is_full (const Search *search)
{
  return search->found->len >= search->at_most;
}

/* Takes the title. */
static DeskFound *
add (Search *search, const char *level, char *title)
{
  DeskFound *one = g_new0 (DeskFound, 1);

  *one = (DeskFound){.level = g_strdup (level),
                     .note = UINT32_MAX,
                     .title = way_to (search, level, title)};
  g_free (title);
  g_ptr_array_add (search->found, one);
  return one;
}

/* ---- components ---- */

static void
find_items (Search *search, Pass pass)
{
  for (guint i = 0; i < search->parts->len && !is_full (search); i++) {
    Part *part = &g_array_index (search->parts, Part, i);
    char *detail = part->is_found ? NULL : reason (part->item, search->folded, pass);

    if (detail == NULL)
      continue;
    part->is_found = true;
    DeskFound *one = add (search, part->level, g_strdup (part->item->name));
    one->item = g_strdup (part->item->name);
    one->detail = detail;
    one->icon = g_strdup (part->item->icon);
  }
}

/* ---- tags ---- */

/* Takes the detail. */
static void
add_tag (Search *search, const char *level, const char *tag, char *detail)
{
  DeskFound *one = add (search, level, g_strdup (tag));

  one->tag = g_strdup (tag);
  one->detail = detail;
}

static char *
ends_of (const LangRelation *relation)
{
  GString *ends = g_string_new (NULL);

  for (uint32_t i = 0; i < relation->n_args; i++) {
    g_string_append (ends, i > 0 ? " — " : "");
    lang_print_expr (ends, relation->args[i]);
  }
  return g_string_free (ends, FALSE);
}

/* Those that somebody has named. */
static void
find_tags_on (Search *search, const DocLevel *level)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (uint32_t i = 0; i < level->class->n_relations && !is_full (search); i++) {
    const LangRelation *relation = level->class->relations[i];
    const char *tag =
        lang_json_string (lang_json_find (relation->meta.json, "Dyad/tag"), "");

    if (relation->kind == LANG_CONNECT && *tag != '\0' && has (tag, search->folded) &&
        g_hash_table_add (seen, (gpointer) tag))
      add_tag (search, level->level, tag, ends_of (relation));
  }
}

/* Each net once, however many connects it has. */
static void
find_tags (Search *search)
{
  const DocModel *doc = search->doc;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (uint32_t w = 0; w < doc_n_wires (doc) && !is_full (search); w++) {
    const DocWire *wire = doc_wire (doc, w);
    const char *tag = wire->tag;

    if (tag != NULL && wire->n_edges > 0 && has (tag, search->folded) &&
        g_hash_table_add (seen, (gpointer) tag))
      add_tag (search, doc_level (doc), tag, desk_describe_net (doc, w));
  }
  for (guint i = 0; i < search->levels->len; i++)
    find_tags_on (search, &g_array_index (search->levels, DocLevel, i));
}

/* ---- notes ---- */

static void
find_notes_on (Search *search, const LangClass *class, const char *level)
{
  g_autoptr (GPtrArray) texts = doc_level_notes (class);

  for (guint i = 0; i < texts->len && !is_full (search); i++)
    if (has (texts->pdata[i], search->folded))
      add (search, level, desk_describe_doc (texts->pdata[i]))->note = i;
}

static void
find_notes (Search *search)
{
  if (doc_class (search->doc) != NULL)
    find_notes_on (search, doc_class (search->doc), doc_level (search->doc));
  for (guint i = 0; i < search->levels->len; i++) {
    const DocLevel *level = &g_array_index (search->levels, DocLevel, i);

    find_notes_on (search, level->class, level->level);
  }
}

GPtrArray *
desk_find (DeskStudio *studio, const char *text, guint at_most)
{
  DocModel *doc = studio->document->doc;
  GPtrArray *found = g_ptr_array_new_with_free_func (found_free);
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (GArray) levels = doc_levels (doc);
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));
  Search search = {doc, folded, at_most, levels, parts, found};

  list_levels (&search, arena);
  for (Pass pass = WHOLE_NAME; pass <= NAME_OR_CLASS; pass++)
    find_items (&search, pass);
  if (*folded != '\0')
    find_tags (&search);
  find_items (&search, VALUE);
  find_items (&search, DOC);
  if (*folded != '\0')
    find_notes (&search);
  return found;
}
