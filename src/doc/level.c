/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A level is kept as a path alone, and walked anew through the declarations each time
 * the file is read: so it follows edits of any component on its way, and ends where one
 * of them has gone. */
#include "doc/level.h"

#include <string.h>

#include "base/name.h"
#include "doc/model-private.h"

const LangClass *
doc_level_root (const DocModel *doc)
{
  return doc->root;
}

const char *
doc_level (const DocModel *doc)
{
  return doc->shown.level;
}

bool
doc_means (const DocModel *doc, const LangName *name, const LangClass *class)
{
  return name->n > 0 && name->parts[name->n - 1] == class->name &&
         (name->n == 1 || (name->n == 2 && name->parts[0] == doc->namespace));
}

/* The component of the file that a declaration is an instance of, or NULL. */
static const LangClass *
class_of (const DocModel *doc, const LangDecl *decl)
{
  const LangName *name = &decl->class_name;
  const LangClass *class =
      name->n > 0 ? lang_file_find (doc->file, name->parts[name->n - 1]) : NULL;

  return class != NULL && class->kind == LANG_COMPONENT && doc_means (doc, name, class)
             ? class
             : NULL;
}

/* The end of the first part of a path. */
static const char *
part_end (const char *path)
{
  return path + strcspn (path, ".");
}

/* The declaration of the part that a path begins with, or NULL. */
static const LangDecl *
find_part (const LangClass *around, const char *path)
{
  const char *name = base_name_n (path, strcspn (path, ".["));

  for (uint32_t i = 0; i < around->n_decls; i++)
    if (around->decls[i]->name == name && around->decls[i]->kind == LANG_SUB)
      return around->decls[i];
  return NULL;
}

/* What a level leads to, and how far: the end of that in the path. */
static const LangClass *
walk (const DocModel *doc, const char *level, const char **end)
{
  const LangClass *class = doc->root;
  const char *part = level;

  *end = level;
  while (class != NULL && *part != '\0') {
    const LangDecl *decl = find_part (class, part);
    const LangClass *inside = decl != NULL ? class_of (doc, decl) : NULL;

    if (inside == NULL)
      break;
    class = inside;
    *end = part_end (part);
    part = **end == '.' ? *end + 1 : *end;
  }
  return class;
}

void
doc_level_find (DocModel *doc)
{
  const char *end;

  doc->class = walk (doc, doc->shown.level, &end);
  doc->shown.level = base_name_n (doc->shown.level, (size_t) (end - doc->shown.level));
}

const LangClass *
doc_level_inside (const DocModel *doc, const char *item)
{
  const uint32_t i = doc_find_item (doc, item);

  return i != UINT32_MAX ? class_of (doc, doc->items[i].decl) : NULL;
}

bool
doc_level_show (DocModel *doc, const char *level)
{
  const char *end;

  walk (doc, level, &end);
  if (*end != '\0' || doc->nesting > 0)
    return false;
  if (strcmp (level, doc->shown.level) == 0)
    return true;
  doc->shown.level = base_name (level);
  doc_level_find (doc);
  doc_view_read (doc);
  return true;
}

/* ---- places ---- */

static const LangClass *
class_at (const DocModel *doc, uint32_t at)
{
  for (uint32_t i = 0; i < lang_file_n_classes (doc->file); i++) {
    const LangClass *class = lang_file_class (doc->file, i);
    const BaseSpan span = lang_file_span (doc->file, class->span);

    if (span.begin <= at && at < span.end)
      return class;
  }
  return NULL;
}

static void
level_clear (gpointer data)
{
  g_free (((DocLevel *) data)->level);
}

/* Breadth first: a component that is used often is found where it is nearest to the
 * model. */
GArray *
doc_levels (const DocModel *doc)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  GArray *levels = g_array_new (FALSE, FALSE, sizeof (DocLevel));
  const DocLevel root = {doc->root, g_strdup ("")};

  g_array_set_clear_func (levels, level_clear);
  g_array_append_val (levels, root);
  g_hash_table_add (known, (gpointer) doc->root);
  for (guint i = 0; doc->root != NULL && i < levels->len; i++) {
    const DocLevel from = g_array_index (levels, DocLevel, i);

    /* What its parts lead to. */
    for (uint32_t k = 0; k < from.class->n_decls; k++) {
      const LangDecl *decl = from.class->decls[k];
      const LangClass *inside = decl->kind == LANG_SUB ? class_of (doc, decl) : NULL;

      if (inside != NULL && g_hash_table_add (known, (gpointer) inside)) {
        const DocLevel next = {
            inside, g_strconcat (from.level, *from.level ? "." : "", decl->name,
                                 decl->n_for > 0 ? "[1]" : "", NULL)};

        g_array_append_val (levels, next);
      }
    }
  }
  if (doc->root == NULL)
    g_array_set_size (levels, 0);
  return levels;
}

const DocItem *
doc_level_part (DocModel *doc, BaseArena *arena, const LangDecl *decl)
{
  DocItem *item = base_arena_new0 (arena, DocItem);

  doc_view_name_item (doc, arena, item, decl);
  return item;
}

GPtrArray *
doc_level_notes (const LangClass *class)
{
  const LangJson *labels = lang_json_find (class->metadata, "Dyad/labels");
  GPtrArray *texts = g_ptr_array_new ();

  for (uint32_t i = 0; i < lang_json_length (labels); i++)
    if (doc_view_is_note (labels->items[i]))
      g_ptr_array_add (texts, (gpointer) lang_json_string (
                                  lang_json_get (labels->items[i], "label"), ""));
  return texts;
}

char *
doc_level_at (const DocModel *doc, uint32_t at)
{
  const LangClass *wanted = class_at (doc, at);
  g_autoptr (GArray) levels = doc_levels (doc);

  for (guint i = 0; i < levels->len; i++)
    if (g_array_index (levels, DocLevel, i).class == wanted)
      return g_strdup (g_array_index (levels, DocLevel, i).level);
  return NULL;
}

/* ---- paths ---- */

char *
doc_level_into (const DocModel *doc, const char *item)
{
  const uint32_t i = doc_find_item (doc, item);
  const bool is_array = i != UINT32_MAX && doc->items[i].decl->n_for > 0;
  g_autofree char *name = g_strconcat (item, is_array ? "[1]" : "", NULL);

  return doc_level_path (doc, name);
}

char *
doc_level_around (const char *level)
{
  const char *dot = strrchr (level, '.');

  return g_strndup (level, dot != NULL ? (size_t) (dot - level) : 0);
}

const char *
doc_level_name (const char *level)
{
  const char *dot = strrchr (level, '.');

  return dot != NULL ? dot + 1 : level;
}

/* Behind the subscript that a path goes on with, if it does. */
static const char *
skip_subscript (const char *path)
{
  const char *end = *path == '[' ? strchr (path, ']') : NULL;

  return end != NULL ? end + 1 : path;
}

const char *
doc_level_local (const DocModel *doc, const char *path)
{
  const char *level = doc->shown.level;

  while (*level != '\0') {
    const size_t n = strcspn (level, ".[");

    if (strncmp (level, path, n) != 0)
      return NULL;
    level = skip_subscript (level + n);
    path = skip_subscript (path + n);
    if (*path != '.')
      return NULL;
    path++;
    level += *level == '.';
  }
  return path;
}

char *
doc_level_path (const DocModel *doc, const char *name)
{
  const char *level = doc->shown.level;

  return g_strconcat (level, *level != '\0' ? "." : "", name, NULL);
}

char *
doc_level_of (const DocModel *doc, const char *path)
{
  const LangClass *class = doc->root;
  const char *part = path, *end = path;

  /* The last of its parts that is a part of a component which is known. */
  while (class != NULL) {
    const LangDecl *decl = find_part (class, part);

    if (decl == NULL)
      break;
    end = part;
    class = class_of (doc, decl);
    part = part_end (part);
    part += *part == '.';
  }
  return g_strndup (path, end > path ? (size_t) (end - path) - 1 : 0);
}

uint32_t
doc_level_find_item (const DocModel *doc, const char *path)
{
  const char *here = doc_level_local (doc, path);

  return here != NULL ? doc_find_item_of (doc, here) : UINT32_MAX;
}
