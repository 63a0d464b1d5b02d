/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names as they are written: looked up from a namespace, and what one that is not known
 * may have meant: the names of the index go through the search for near ones (near.c),
 * and a library that is not loaded is looked up in the table of names beside those that
 * are. */
#include "lib/index-private.h"

#include <string.h>

#include "base/file.h"

/* To "SCOPE.name" from "SCOPE". */
static gsize
go_in (GString *scope, const char *name)
{
  gsize length = scope->len;

  g_string_append_c (scope, '.');
  g_string_append (scope, name);
  return length;
}

/* Back to the scope of that length, and from there to the one around it. */
static void
go_out (GString *scope, gsize length)
{
  g_string_truncate (scope, length);
  const char *dot = strrchr (scope->str, '.');
  g_string_truncate (scope, dot == NULL ? 0 : (gsize) (dot - scope->str));
}

const LibEntry *
lib_index_find (const LibIndex *index, const char *from, const char *name, LibWant want)
{
  g_autoptr (GString) full = g_string_new (from);
  const LibEntry *entry = NULL;

  while (entry == NULL && full->len > 0) {
    gsize scope = go_in (full, name);

    entry = lib_index_get (index, full->str, want);
    go_out (full, scope);
  }
  if (entry == NULL)
    entry = lib_index_get (index, name, want);
  if (entry == NULL) {
    g_string_assign (full, "Dyad.");
    g_string_append (full, name);
    entry = lib_index_get (index, full->str, want);
  }
  return entry;
}

bool
lib_index_knows_root (const LibIndex *index, const char *from, const char *name)
{
  const char *dot = strchr (name, '.');
  g_autofree char *root = dot == NULL ? g_strdup (name) : g_strndup (name, dot - name);
  g_autoptr (GString) full = g_string_new (from);
  bool is_known = dot == NULL || lib_index_has_namespace (index, root);

  while (!is_known && full->len > 0) {
    gsize scope = go_in (full, root);

    is_known = lib_index_has_namespace (index, full->str);
    go_out (full, scope);
  }
  return is_known || lib_index_find (index, from, root, LIB_ANY) != NULL;
}

/* Without the namespaces that both share. */
const char *
lib_index_short_name (const LibEntry *entry, const char *from)
{
  size_t length = strlen (entry->namespace);

  if (strncmp (from, entry->namespace, length) == 0 &&
      (from[length] == '.' || from[length] == '\0'))
    return entry->name + length + 1;
  return g_str_has_prefix (entry->name, "Dyad.") ? entry->name + strlen ("Dyad.")
                                                 : entry->name;
}

/* Whether the namespace ends with what was written before the last dot. */
static bool
is_within (const LibEntry *entry, const char *written)
{
  g_autofree char *tail = g_strconcat (".", written, NULL);

  return strcmp (entry->namespace, written) == 0 ||
         g_str_has_suffix (entry->namespace, tail);
}

/* Those of a namespace as it was written before the last dot; NULL: all. */
static void
offer (const LibIndex *index,
       const char *from,
       const char *written,
       LibWant want,
       LangNear *near)
{
  for (uint32_t i = 0; i < lib_index_n_entries (index); i++) {
    const LibEntry *entry = lib_index_entry (index, i);

    if ((want & (1 << lib_index_table_of (entry->class->kind))) != 0 &&
        (written == NULL || is_within (entry, written)))
      lang_near_offer (near, entry->class->name, lib_index_short_name (entry, from));
  }
}

void
lib_index_offer_near (const LibIndex *index,
                      const char *from,
                      LibWant want,
                      LangNear *near)
{
  offer (index, from, NULL, want, near);
}

/* A namespace that was written and that exists is taken at its word. */
char *
lib_index_near (const LibIndex *index, const char *from, const char *name, LibWant want)
{
  const char *dot = strrchr (name, '.');
  g_autofree char *written =
      dot != NULL ? g_strndup (name, (gsize) (dot - name)) : NULL;
  LangNear near;

  lang_near_begin (&near, dot == NULL ? name : dot + 1);
  offer (index, from, written, want, &near);
  if (near.n == 0 && written != NULL)
    offer (index, from, NULL, want, &near);
  return lang_near_to_text (&near);
}

/* What a class of the libraries that ours follow is called here: the second column of
 * the table NAMES.md beside them, a dash if there is none; NULL if that does not speak
 * of it. The caller frees it. */
static char *
find_original (const LibIndex *index, const char *name)
{
  enum { MOST = 4 << 20 };
  g_autofree char *wanted = g_strdup_printf ("\n| `%s` | `", name);
  char *found = NULL;
  const char *folder;

  for (uint32_t i = 0; found == NULL && (folder = lib_index_folder (index, i)) != NULL;
       i++) {
    g_autofree char *parent = g_path_get_dirname (folder);
    g_autofree char *path = g_build_filename (parent, "NAMES.md", NULL);
    size_t length;
    g_autofree char *table = base_file_read (path, MOST, &length, NULL);
    const char *row = table == NULL ? NULL : strstr (table, wanted);

    if (row != NULL)
      found = g_strndup (row + strlen (wanted), strcspn (row + strlen (wanted), "`"));
  }
  return found;
}

void
lib_index_report_root (const LibIndex *index, const LangName *name, BaseDiags *diags)
{
  const char *last = "";
  LangNear near;

  base_diags_add (diags, BASE_ERROR, 205, name->span, "the library %s is not loaded",
                  name->parts[0]);
  if (!base_diags_wants_hint (diags))
    return;
  lang_near_begin (&near, name->parts[0]);
  for (uint32_t i = 0; i < lib_index_n_entries (index); i++) {
    const char *namespace = lib_index_entry (index, i)->namespace;

    if (strchr (namespace, '.') == NULL && namespace != last)
      lang_near_offer (&near, namespace, namespace);
    last = namespace;
  }
  g_autofree char *original = find_original (index, name->text);
  if (original != NULL && g_ascii_isalpha (*original))
    base_diags_set_hint (diags, "here it is called %s", original);
  else if (original != NULL)
    base_diags_set_hint (diags, "it has no counterpart here");
  else if (near.n > 0)
    lang_near_hint (diags, LANG_FOREIGN_MEMBER, "", lang_near_to_text (&near));
  else
    lang_near_hint (diags, LANG_FOREIGN_MEMBER, "",
                    lib_index_near (index, "", name->parts[name->n - 1], LIB_ANY));
}

bool
lib_index_holds_file (const LibIndex *index, const char *path)
{
  const char *folder;

  for (uint32_t i = 0; (folder = lib_index_folder (index, i)) != NULL; i++)
    if (base_file_is_below (path, folder))
      return true;
  return false;
}
