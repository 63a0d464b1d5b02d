/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints what one stage of a compilation makes, for golden files and for looking
 * inside. */
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "cli/input.h"
#include "run/compile.h"

static bool
know_step (const char *step)
{
  g_autofree char *names = g_strjoinv (", ", (char **) run_stages ());

  if (step != NULL && g_strv_contains (run_stages (), step))
    return true;
  if (step == NULL)
    cli_options_usage ("--step is missing; there are %s", names);
  else
    cli_options_usage ("--step: there is no `%s`; there are %s", step, names);
  return false;
}

CliExit
cli_verb_dump (const CliVerb *verb, int argc, char **argv)
{
  g_autofree char *step = NULL;
  g_auto (CliCommon) typed = {0};
  g_autoptr (LangFile) file = NULL;
  g_autoptr (BaseDiags) diags = base_diags_new ();
  const LibEntry *component;
  CliExit status;
  const GOptionEntry entries[] = {{"step", 0, 0, G_OPTION_ARG_STRING, &step,
                                   N_ ("Compiler stage to print"), "STEP"},
                                  G_OPTION_ENTRY_NULL};

  if (!cli_options_read (verb, entries, &typed, &argc, &argv, &status))
    return status;
  g_autoptr (LibIndex) library =
      know_step (step) ? cli_input_library (typed.libraries) : NULL;
  if (library == NULL)
    return CLI_USAGE;
  g_autoptr (LibIndex) index =
      cli_input_open (library, argv[1], &typed, &file, &status);
  if (index == NULL)
    return status;
  /* The stage of the model that was chosen. */
  const LibEntry *model = cli_input_choose_model (index, file, typed.model, &component);
  if (model == NULL)
    return CLI_USAGE;
  const RunTarget target = {.model = model, .limits = typed.limits};
  g_autofree char *text = run_compile_dump (index, &target, step, diags);
  cli_input_write_diags (diags, NULL);
  if (text == NULL)
    return CLI_WRONG_MODEL;
  fputs (text, stdout);
  return CLI_DONE;
}
