/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "cli/input.h"
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
  }
  return !cli_input_write_diags (diags, seen);
}

typedef struct {
  gboolean syntax_only;
  char *within;
  char **libraries;
  CliLimits typed;
  BaseLimits limits;
} Options;

/* `library` is NULL with --syntax. */
static CliExit
check_file (const char *path, const Options *options, const LibIndex *library)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = cli_input_file ("check", path, diags);
  g_autoptr (GHashTable) seen =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (LibIndex) index = NULL;

  if (file == NULL)
    return CLI_USAGE;
  if (library != NULL)
    index = cli_input_put ("check", library, file, options->within, diags);
  if (library != NULL && index == NULL)
    return CLI_USAGE;
  bool is_sound = !cli_input_write_diags (diags, seen);
  if (is_sound && lang_file_n_classes (file) == 0)
    fprintf (stderr, "note: %s holds no component, so there is nothing to check\n",
             path);
  if (index != NULL && is_sound)
    is_sound = check_all (index, file, &options->limits, seen);
  return is_sound ? CLI_DONE : CLI_WRONG_MODEL;
}

CliExit
cli_verb_check (int argc, char **argv)
{
  const CliVerb *verb = cli_verb_find ("check");
  Options options = {0};
  CliExit status;
  const GOptionEntry entries[] = {
      {"syntax", 0, 0, G_OPTION_ARG_NONE, &options.syntax_only, "Stop after parsing",
       NULL},
      {"library", 'L', 0, G_OPTION_ARG_FILENAME_ARRAY, &options.libraries,
       "Additional library folder; may be repeated", "DIR"},
      {"within", 0, 0, G_OPTION_ARG_STRING, &options.within,
       "Read the files as part of this namespace", "NAMESPACE"},
      CLI_LIMITS_ENTRIES (options.typed),
      G_OPTION_ENTRY_NULL};

  if (cli_options_read (verb, entries, NULL, &argc, &argv, &status)) {
    g_autoptr (LibIndex) library = NULL;

    status = cli_options_count (verb, argc, 1, G_MAXINT) &&
                     cli_input_limits (verb->name, &options.typed, &options.limits)
                 ? CLI_DONE
                 : CLI_USAGE;
    if (status == CLI_DONE && !options.syntax_only) {
      library = cli_input_library (verb->name, options.libraries);
      status = library != NULL ? CLI_DONE : CLI_USAGE;
    }
    for (int i = 1; status != CLI_USAGE && i < argc; i++)
      status = cli_options_worse_exit (status, check_file (argv[i], &options, library));
  }
  g_free (options.within);
  g_strfreev (options.libraries);
  cli_input_limits_clear (&options.typed);
  return status;
}
