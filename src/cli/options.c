/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/verb.h"

CliExit
cli_options_usage (const char *verb, const char *format, ...)
{
  va_list arguments;

  fprintf (stderr, "dashpot-cli %s: ", verb);
  va_start (arguments, format);
  vfprintf (stderr, format, arguments);
  va_end (arguments);
  fputc ('\n', stderr);
  return CLI_USAGE;
}

CliExit
cli_options_worse_exit (CliExit a, CliExit b)
{
  return MAX (a, b);
}

const CliVerb *
cli_verb_find (const char *name)
{
  for (const CliVerb *verb = cli_verbs; verb->name != NULL; verb++)
    if (strcmp (verb->name, name) == 0)
      return verb;
  return NULL;
}

bool
cli_options_read (const CliVerb *verb,
                  const GOptionEntry *entries,
                  const char *details,
                  int *argc,
                  char ***argv,
                  CliExit *exit)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GOptionContext) context = g_option_context_new (verb->arguments);
  g_autofree char *program = g_strconcat ("dashpot-cli ", verb->name, NULL);
  gboolean wants_help = FALSE;
  const GOptionEntry help[] = {
      {"help", 'h', 0, G_OPTION_ARG_NONE, &wants_help, "Show these options", NULL},
      G_OPTION_ENTRY_NULL};

  g_set_prgname (program);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context, verb->summary);
  g_option_context_set_description (context, details);
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_main_entries (context, help, NULL);
  if (!g_option_context_parse (context, argc, argv, &error)) {
    *exit = cli_options_usage (verb->name, "%s; see --help", error->message);
    return false;
  }
  if (wants_help) {
    g_autofree char *text = g_option_context_get_help (context, TRUE, NULL);

    fputs (text, stdout);
    *exit = CLI_DONE;
    return false;
  }
  /* "--" ends the options and is no file. */
  if (*argc > 1 && strcmp ((*argv)[1], "--") == 0) {
    (*argv)[1] = (*argv)[0];
    (*argv)++;
    (*argc)--;
  }
  return true;
}

bool
cli_options_count (const CliVerb *verb, int argc, int least, int most)
{
  if (argc - 1 >= least && argc - 1 <= most)
    return true;
  cli_options_usage (verb->name, "%s; usage: dashpot-cli %s %s",
                     argc - 1 < least ? "a file is missing" : "too many files",
                     verb->name, verb->arguments);
  return false;
}
