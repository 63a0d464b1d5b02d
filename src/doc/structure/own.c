/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes the component of a subsystem to a library of the user's. What it needs of the
 * file goes along, and is then meant there by all of the file: so that a connector that
 * is inside and outside is one and the same. First the library gets the text, then the
 * diagram is read over that library, and then its own definitions go. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/file.h"
#include "base/name.h"
#include "doc/edit/edit-private.h"
#include "doc/error.h"
#include "doc/level.h"
#include "doc/structure/carry.h"
#include "lib/folder.h"

/* Everything of the diagram's file goes that something needs. */
static bool
is_of_file (const LibEntry *entry, const void *doc)
{
  return entry->file == ((const DocModel *) doc)->file;
}

/* The name of the library whose folder that file is in, interned; NULL and an error. */
static const char *
library_of (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  return lib_folder_name (folder, error);
}

/* What goes there of the item, by its names there; NULL and an error. */
static DocCarry *
carry_item (const DocModel *doc, const char *item, const char *path, GError **error)
{
  const LangClass *class = doc_level_inside (doc, item);
  g_autofree char *file = g_path_get_basename (path);
  const size_t length = strlen (file) - strlen (".dyad");
  g_autofree char *name = g_strndup (file, length);

  /* A subsystem, a name, and what goes along. */
  if (!lang_file_is_sound (doc->file))
    doc_error_refuse (error, "The diagram has errors; mend them first");
  else if (class == NULL)
    doc_error_refuse (error, "%s is no subsystem of this diagram", item);
  else if (!doc_name_is_valid (name))
    doc_error_refuse (error,
                      "“%s” cannot be a name: letters, digits and _ only, no reserved "
                      "word, not a digit first",
                      name);
  if (class == NULL || !doc_name_is_valid (name) || !lang_file_is_sound (doc->file))
    return NULL;
  g_autoptr (DocCarry) carry = doc_carry_new (doc->index, is_of_file, doc);
  doc_carry_take (carry, lib_index_of_class (doc->index, class));
  doc_carry_set_name (carry, 0, name);
  for (uint32_t i = 0; i < doc_carry_n (carry); i++)
    if (doc_carry_entry (carry, i)->class == doc->class) {
      doc_error_refuse (error, "%s is a part of itself", class->name);
      return NULL;
    }
  return g_steal_pointer (&carry);
}

/* Whether the library may have a definition of that name in the file. */
static bool
is_free (const DocModel *doc,
         const char *library,
         const char *name,
         const char *path,
         GError **error)
{
  const LibEntry *there = lib_index_find (doc->library, library, name, LIB_ANY);

  if (there == NULL)
    return true;
  const char *file = base_source_path (lang_file_source (there->file));
  g_autofree char *shown = g_filename_display_basename (file);
  if (strcmp (there->namespace, library) != 0)
    return doc_error_refuse (
        error, "%s means something else there: choose another name", name);
  return strcmp (file, path) == 0 ||
         doc_error_refuse (error, "The library has %s already, in its file %s", name,
                           shown);
}

/* Whether all that the library has in the file comes again, under its name. */
static bool
is_replaced (const DocModel *doc,
             const DocCarry *carry,
             const char *path,
             GError **error)
{
  for (uint32_t i = 0; i < lib_index_n_entries (doc->library); i++) {
    const LibEntry *there = lib_index_entry (doc->library, i);
    uint32_t k = 0;

    if (strcmp (base_source_path (lang_file_source (there->file)), path) != 0)
      continue;
    while (k < doc_carry_n (carry) &&
           strcmp (doc_carry_name (carry, k), there->class->name) != 0)
      k++;
    if (k == doc_carry_n (carry)) {
      g_autofree char *shown = g_path_get_basename (path);

      return doc_error_refuse (error, "%s in the library also has %s, which would go",
                               shown, there->class->name);
    }
  }
  return true;
}

char *
doc_own_text (const DocModel *doc, const char *item, const char *path, GError **error)
{
  const char *library = library_of (path, error);
  g_autoptr (DocCarry) carry =
      library != NULL ? carry_item (doc, item, path, error) : NULL;
  g_autoptr (GString) all = g_string_new (NULL);

  if (carry == NULL || !is_replaced (doc, carry, path, error))
    return NULL;
  for (uint32_t i = 0; i < doc_carry_n (carry); i++) {
    g_autofree char *text = NULL;

    if (!is_free (doc, library, doc_carry_name (carry, i), path, error))
      return NULL;
    text = doc_carry_text (carry, i, doc->library, library, error);
    if (text == NULL)
      return NULL;
    g_string_append_printf (all, "%s%s\n", i > 0 ? "\n" : "", text);
  }
  return g_string_free (g_steal_pointer (&all), FALSE);
}

/* ---- files that go along ---- */

bool
doc_own_copy_icons (const DocModel *doc,
                    const char *item,
                    const char *path,
                    GError **error)
{
  g_autoptr (DocCarry) carry = carry_item (doc, item, path, error);

  for (uint32_t i = 0; carry != NULL && i < doc_carry_n (carry); i++)
    if (!doc_carry_icon (doc_carry_entry (carry, i), path, error))
      return false;
  return carry != NULL;
}

/* ---- the diagram ---- */

typedef struct {
  DocPatch *patch;
  const DocCarry *carry;
  const char *library;
} Use;

static void
name_there (void *data, BaseSpan span, uint32_t i)
{
  const Use *use = data;
  g_autofree char *name =
      g_strdup_printf ("%s.%s", use->library, doc_carry_name (use->carry, i));

  doc_patch_replace (use->patch, span, name);
}

/* Definitions that went go; the others name them where they are. */
static void
replace_all (const Use *use, const DocModel *doc)
{
  for (uint32_t i = 0; i < lang_file_n_classes (doc->file); i++) {
    const LangClass *class = lang_file_class (doc->file, i);
    const LibEntry *entry = lib_index_of_class (doc->index, class);

    if (entry == NULL)
      continue;
    if (doc_carry_find (use->carry, entry) != UINT32_MAX)
      doc_patch_remove_class (use->patch, class);
    else
      doc_carry_mentions (use->carry, entry, name_there, (void *) use);
  }
}

static void
strip_beginning (DocModel *doc)
{
  const size_t n_blank = strspn (doc_text (doc, NULL), " \t\r\n");
  DocPatch *patch = n_blank > 0 ? doc_patch_new (doc, NULL) : NULL;

  if (patch == NULL)
    return;
  doc_patch_replace_bytes (patch, 0, (uint32_t) n_blank, "");
  doc_apply (patch, "Save to My Library");
}

bool
doc_own_use (DocModel *doc, const char *item, const char *path, GError **error)
{
  g_autoptr (DocPatch) patch = doc_patch_new (doc, error);
  const char *library = library_of (path, error);
  g_autoptr (DocCarry) carry =
      patch != NULL && library != NULL ? carry_item (doc, item, path, error) : NULL;

  if (carry == NULL)
    return false;
  /* All of it is there; then the diagram names it there. */
  for (uint32_t i = 0; i < doc_carry_n (carry); i++) {
    g_autofree char *name =
        g_strdup_printf ("%s.%s", library, doc_carry_name (carry, i));

    if (lib_index_get (doc->library, name, LIB_ANY) == NULL)
      return doc_error_refuse (error, "%s is not in the library", name);
  }
  const Use use = {patch, carry, library};
  doc_begin (doc, _ ("Save to My Library"));
  replace_all (&use, doc);
  doc_apply (g_steal_pointer (&patch), "Save to My Library");
  strip_beginning (doc);
  doc_end (doc);
  return true;
}
