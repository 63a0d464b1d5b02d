/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `pack`: writes a diagram with all it uses of the user's own libraries to a file of
 * its own. What it may not overwrite stays as it was. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/writer.h"
#include "cli/input.h"
#include "doc/edit/edit.h"

static CliExit
pack (const LibIndex *library, const char *path, const char *target)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DocModel) doc = doc_load (library, path, &error);

  if (doc == NULL)
    return cli_options_usage ("%s", error->message);
  if (cli_input_write_diags (doc_diags (doc), NULL))
    return CLI_WRONG_MODEL;
  g_autofree char *text = doc_pack (doc, &error);
  if (text == NULL) {
    fprintf (stderr, "%s\n", error->message);
    return CLI_WRONG_MODEL;
  }
  if (!base_file_check_target (target, &error) ||
      !doc_copy_icons (doc, target, true, &error) ||
      !base_writer_save (target, text, strlen (text), &error))
    return cli_options_usage ("%s", error->message);
  return CLI_DONE;
}

CliExit
cli_verb_pack (const CliVerb *verb, int argc, char **argv)
{
  g_auto (CliCommon) typed = {0};
  CliExit status;
  const GOptionEntry entries[] = {G_OPTION_ENTRY_NULL};

  if (!cli_options_read (verb, entries, &typed, &argc, &argv, &status))
    return status;
  g_autoptr (LibIndex) library = cli_input_library (typed.libraries);
  return library != NULL ? pack (library, argv[1], argv[2]) : CLI_USAGE;
}
