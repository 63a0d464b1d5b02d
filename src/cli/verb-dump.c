/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "cli/input.h"
#include "run/compile.h"

static CliExit
dump (const LibIndex *library,
      const char *path,
      const char *within,
      const char *wanted,
      const char *step,
      const BaseLimits *limits)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = cli_input_file ("dump", path, diags);
  const LibEntry *component;

  if (file == NULL)
    return CLI_USAGE;
  g_autoptr (LibIndex) index = cli_input_put ("dump", library, file, within, diags);
  if (index == NULL)
    return CLI_USAGE;
  if (cli_input_write_diags (diags, NULL))
    return CLI_WRONG_MODEL;
  const LibEntry *model =
      cli_input_choose_model ("dump", index, file, wanted, &component);
  if (model == NULL)
    return CLI_USAGE;
  const RunTarget target = {.model = model, .limits = *limits};
  g_autofree char *text = run_compile_dump (index, &target, step, diags);
  cli_input_write_diags (diags, NULL);
  if (text == NULL)
    return CLI_WRONG_MODEL;
  fputs (text, stdout);
  return CLI_DONE;
}

static bool
know_step (const char *step)
{
  g_autofree char *names = g_strjoinv (", ", (char **) run_stages ());

  if (step != NULL && g_strv_contains (run_stages (), step))
    return true;
  if (step == NULL)
    cli_options_usage ("dump", "--step is missing; there are %s", names);
  else
    cli_options_usage ("dump", "--step: there is no `%s`; there are %s", step, names);
  return false;
}

CliExit
cli_verb_dump (int argc, char **argv)
{
  const CliVerb *verb = cli_verb_find ("dump");
  g_autofree char *step = NULL, *within = NULL, *model = NULL;
  g_auto (GStrv) libraries = NULL;
  g_auto (CliLimits) typed = {0};
  BaseLimits limits;
  CliExit status;
  const GOptionEntry entries[] = {
      {"step", 0, 0, G_OPTION_ARG_STRING, &step, "Compiler stage to print", "STEP"},
      {"model", 'm', 0, G_OPTION_ARG_STRING, &model, "The component or analysis",
       "NAME"},
      {"library", 'L', 0, G_OPTION_ARG_FILENAME_ARRAY, &libraries,
       "Additional library folder; may be repeated", "DIR"},
      {"within", 0, 0, G_OPTION_ARG_STRING, &within,
       "Read the file as part of this namespace", "NAMESPACE"},
      CLI_LIMITS_ENTRIES (typed),
      G_OPTION_ENTRY_NULL};

  if (!cli_options_read (verb, entries, NULL, &argc, &argv, &status))
    return status;
  if (!cli_options_count (verb, argc, 1, 1) || !know_step (step) ||
      !cli_input_limits (verb->name, &typed, &limits))
    return CLI_USAGE;
  g_autoptr (LibIndex) library = cli_input_library (verb->name, libraries);
  return library == NULL ? CLI_USAGE
                         : dump (library, argv[1], within, model, step, &limits);
}
