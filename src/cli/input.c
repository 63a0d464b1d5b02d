/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library with the user's folders, a file on top of it, and what is wrong in
 * either, on standard error. */
#include "cli/input.h"

#include "base/folder.h"
#include "lang/parse.h"
#include "lib/constant.h"
#include "lib/folder.h"
#include "run/open.h"

#include <dirent.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>

/* The folders below data/library by name, then the given ones. NULL-terminated. */
static GPtrArray *
list_folders (BaseArena *arena,
              const char *data,
              char **folders,
              BaseDiags *diags,
              GError **error)
{
  g_autofree char *place = g_build_filename (data, "library", NULL);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  guint n = 0;

  if (!lib_folder_list (arena, place, list, diags, error))
    return NULL;
  for (guint i = 0; i < list->len; i++) {
    const LibFile *file = list->pdata[i];

    if (file->type == DT_DIR)
      list->pdata[n++] = (char *) file->path;
  }
  g_ptr_array_set_size (list, (gint) n);
  for (char **at = folders; *at != NULL; at++)
    g_ptr_array_add (list, *at);
  g_ptr_array_add (list, NULL);
  return g_steal_pointer (&list);
}

/* The user's own libraries on top, which takes the others over. What is wrong there is
 * told, and is no reason not to go on without it. */
static LibIndex *
put_own (LibIndex *library)
{
  g_autofree char *place = base_folder_own ();
  g_autoptr (LibIndex) below = library;
  g_autoptr (BaseDiags) diags = base_diags_new ();
  LibIndex *index = lib_index_put_own (below, place, diags);

  cli_input_write_diags (diags, NULL);
  return index;
}

LibIndex *
cli_input_library (char **folders)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (GPtrArray) list = NULL;
  g_autofree char *data = base_folder_data ();
  LibIndex *index = NULL;

  if (folders == NULL) {
    index = lib_index_load_all (data, diags, &error);
  } else {
    list = list_folders (arena, data, folders, diags, &error);
    if (list != NULL)
      index = lib_index_load ((const char *const *) list->pdata, diags, &error);
  }
  bool is_wrong = cli_input_write_diags (diags, NULL);
  if (index == NULL)
    cli_options_usage ("the library cannot be read: %s", error->message);
  else if (is_wrong)
    g_clear_pointer (&index, lib_index_unref);
  return index != NULL ? put_own (index) : NULL;
}

LangFile *
cli_input_file (const char *path, BaseDiags *diags)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (BaseSource) source = base_source_read (path, &error);

  if (source == NULL) {
    cli_options_usage ("%s", error->message);
    return NULL;
  }
  return lang_parse (source, diags);
}

static bool
is_dotted_name (const char *text)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseSource) source = base_source_new ("--within", text, strlen (text));
  const LangExpr *expr = lang_parse_expression (arena, source, diags);
  const char *parts[LIB_DEEPEST_NAME];

  return expr != NULL && lib_constant_name_parts (expr, parts, LIB_DEEPEST_NAME) > 0;
}

LibIndex *
cli_input_put (const LibIndex *library,
               const LangFile *file,
               const char *within,
               BaseDiags *diags)
{
  if (within == NULL || is_dotted_name (within))
    return lib_index_put (library, file, within, diags);
  cli_options_usage ("--within: `%s` is not the name of a namespace like A.B", within);
  return NULL;
}

LibIndex *
cli_input_open (const LibIndex *library,
                const char *path,
                const CliCommon *typed,
                LangFile **file,
                CliExit *exit)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) read = cli_input_file (path, diags);
  g_autoptr (LibIndex) index =
      read == NULL ? NULL : cli_input_put (library, read, typed->within, diags);

  *exit = CLI_USAGE;
  if (index == NULL)
    return NULL;
  *exit = cli_input_write_diags (diags, NULL) ? CLI_WRONG_MODEL : CLI_DONE;
  if (*exit == CLI_DONE)
    *file = g_steal_pointer (&read);
  return *exit == CLI_DONE ? g_steal_pointer (&index) : NULL;
}

const LibEntry *
cli_input_choose_model (const LibIndex *index,
                        const LangFile *file,
                        const char *wanted,
                        const LibEntry **component)
{
  g_autoptr (GError) error = NULL;
  const LibEntry *chosen = run_open_choose (index, file, wanted, component, &error);

  if (chosen == NULL)
    cli_options_usage ("%s%s", error->code == G_FILE_ERROR_NOENT ? "--model: " : "",
                       error->message);
  return chosen;
}

/* How many were not shown. */
static void
write_more (const uint32_t *n)
{
  const uint32_t errors = n[BASE_ERROR] - MIN (n[BASE_ERROR], BASE_DIAGS_SHOWN);
  const uint32_t warnings = n[BASE_WARNING] - MIN (n[BASE_WARNING], BASE_DIAGS_SHOWN);

  if (errors > 0)
    fprintf (stderr,
             g_dngettext (GETTEXT_PACKAGE, "and %u more error\n",
                          "and %u more errors\n", errors),
             errors);
  if (warnings > 0)
    fprintf (stderr,
             g_dngettext (GETTEXT_PACKAGE, "and %u more warning\n",
                          "and %u more warnings\n", warnings),
             warnings);
}

bool
cli_input_write_diags (const BaseDiags *diags, GHashTable *seen)
{
  uint32_t n[BASE_ERROR + 1] = {0};

  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    const BaseDiag *diag = base_diags_get (diags, i);
    g_autofree char *text = base_diag_to_text (diag);

    if (seen != NULL && g_hash_table_contains (seen, text))
      continue;
    if (++n[diag->severity] <= BASE_DIAGS_SHOWN || diag->severity == BASE_NOTE)
      fputs (text, stderr);
    if (seen != NULL)
      g_hash_table_add (seen, g_steal_pointer (&text));
  }
  write_more (n);
  return base_diags_has_errors (diags);
}
