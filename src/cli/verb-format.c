/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `format`: prints a file in canonical layout with its comments, or writes it back in
 * place, atomically. A file with errors is left alone. */
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "base/writer.h"
#include "cli/input.h"
#include "lang/print.h"

CliExit
cli_verb_format (const CliVerb *verb, int argc, char **argv)
{
  gboolean in_place = FALSE;
  g_auto (CliCommon) none = {0};
  CliExit status;
  const GOptionEntry entries[] = {{"in-place", 'i', 0, G_OPTION_ARG_NONE, &in_place,
                                   N_ ("Write the result back to the file"), NULL},
                                  G_OPTION_ENTRY_NULL};

  if (!cli_options_read (verb, entries, &none, &argc, &argv, &status))
    return status;
  g_autoptr (GError) error = NULL;
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = cli_input_file (argv[1], diags);
  if (file == NULL)
    return CLI_USAGE;
  cli_input_write_diags (diags, NULL);
  /* A text with errors gives none. */
  g_autofree char *text = lang_format (file);
  if (text == NULL)
    return CLI_WRONG_MODEL;
  if (in_place) {
    if (!base_writer_save (argv[1], text, strlen (text), &error))
      return cli_options_usage ("%s", error->message);
  } else {
    fputs (text, stdout);
  }
  return CLI_DONE;
}
