/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `check`: compiles each definition of the files, also those that nothing uses, and
 * tells each diagnostic once. A component on its own need not have what its user gives;
 * a file that does not parse is not compiled. */
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "cli/input.h"
#include "doc/plot.h"
#include "run/compile.h"

/* All definitions of the file. */
static bool
check_all (const LibIndex *index,
           const LangFile *file,
           const BaseLimits *limits,
           GHashTable *seen)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();

  for (uint32_t i = 0; i < lang_file_n_classes (file); i++) {
    const LibEntry *entry = lib_index_of_class (index, lang_file_class (file, i));

    if (entry != NULL)
      run_compile_check (index, entry, limits, diags);
    doc_plots_check (lang_file_class (file, i), diags);
  }
  return !cli_input_write_diags (diags, seen);
}

/* `library` is NULL with --syntax. */
static CliExit
check_file (const char *path, const CliCommon *typed, const LibIndex *library)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = cli_input_file (path, diags);
  g_autoptr (GHashTable) seen =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (LibIndex) index = NULL;

  if (file == NULL)
    return CLI_USAGE;
  if (library != NULL)
    index = cli_input_put (library, file, typed->within, diags);
  if (library != NULL && index == NULL)
    return CLI_USAGE;
  bool is_sound = !cli_input_write_diags (diags, seen);
  if (is_sound && lang_file_n_classes (file) == 0)
    fprintf (stderr, _ ("note: %s holds no component, so there is nothing to check\n"),
             path);
  if (index != NULL && is_sound)
    is_sound = check_all (index, file, &typed->limits, seen);
  return is_sound ? CLI_DONE : CLI_WRONG_MODEL;
}

CliExit
cli_verb_check (const CliVerb *verb, int argc, char **argv)
{
  gboolean syntax_only = FALSE;
  g_auto (CliCommon) typed = {0};
  CliExit status;
  const GOptionEntry entries[] = {{"syntax", 0, 0, G_OPTION_ARG_NONE, &syntax_only,
                                   N_ ("Stop after parsing"), NULL},
                                  G_OPTION_ENTRY_NULL};

  if (!cli_options_read (verb, entries, &typed, &argc, &argv, &status))
    return status;
  g_autoptr (LibIndex) library =
      syntax_only ? NULL : cli_input_library (typed.libraries);
  if (library == NULL && !syntax_only)
    return CLI_USAGE;
  status = CLI_DONE;
  for (int i = 1; i < argc; i++)
    status = cli_options_worse_exit (status, check_file (argv[i], &typed, library));
  return status;
}
