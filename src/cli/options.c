/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of a verb, read by GLib: one table of the options that several have.
 */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/unit.h"
#include "cli/verb.h"

CliExit
cli_options_usage (const char *format, ...)
{
  va_list arguments;

  fprintf (stderr, "%s: ", g_get_prgname ());
  va_start (arguments, format);
  vfprintf (stderr, _ (format), arguments);
  va_end (arguments);
  fputc ('\n', stderr);
  return CLI_USAGE;
}

CliExit
cli_options_worse_exit (CliExit a, CliExit b)
{
  return MAX (a, b);
}

bool
cli_options_number (const char *option,
                    const char *text,
                    const char *units,
                    double *value)
{
  if (text == NULL ||
      (base_unit_parse_quantity (text, units, "", value) && isfinite (*value)))
    return true;
  if (*units != '\0')
    cli_options_usage ("%s: `%s` is not a number, nor one with a unit like %s", option,
                       text, units);
  else
    cli_options_usage ("%s: `%s` is not a number", option, text);
  return false;
}

/* "4G", "1.5 GiB", "500 MB", "100000": bytes. */
static bool
read_size (const char *text, size_t *size)
{
  static const char *const ENDINGS[] = {"", "k", "M", "G", "T"};
  char *rest;
  double number = g_ascii_strtod (text, &rest);

  rest = g_strchug (rest);
  for (size_t i = 0; i < G_N_ELEMENTS (ENDINGS); i++) {
    size_t length = strlen (ENDINGS[i]);
    bool is_it = g_ascii_strncasecmp (rest, ENDINGS[i], length) == 0 &&
                 (g_ascii_strcasecmp (rest + length, "") == 0 ||
                  g_ascii_strcasecmp (rest + length, "B") == 0 ||
                  (i > 0 && g_ascii_strcasecmp (rest + length, "iB") == 0));
    double bytes = ldexp (number, 10 * (int) i);

    if (is_it && bytes >= 1 && bytes < (double) G_MAXSSIZE) {
      *size = (size_t) bytes;
      return true;
    }
  }
  return false;
}

static bool
read_limits (CliCommon *common)
{
  common->limits.tables = (const char *const *) common->tables;
  for (char **path = common->tables; path != NULL && *path != NULL; path++)
    if (!g_file_test (*path, G_FILE_TEST_EXISTS)) {
      cli_options_usage ("--tables: there is no file or folder `%s`", *path);
      return false;
    }
  g_autofree char *memory = g_strdup (common->memory);
  if (memory == NULL || read_size (memory, &common->limits.memory))
    return true;
  cli_options_usage ("--memory: `%s` is no size like 500M or 4G", common->memory);
  return false;
}

static void
add_common (GOptionContext *context, CliCommon *o, uint32_t n)
{
  const GOptionEntry entries[] = {
      {"stop", 't', 0, G_OPTION_ARG_STRING, &o->stop,
       N_ ("Stop time (default: that of the analysis, else 10 s)"), "T"},
      {"interval", 0, 0, G_OPTION_ARG_STRING, &o->interval,
       N_ ("Output interval (default: that of the analysis, else 0); 0: adaptive, -1: "
           "every step"),
       "DT"},
      {"dtmax", 0, 0, G_OPTION_ARG_STRING, &o->dtmax,
       N_ ("Greatest integration step (default: that of the analysis, else none)"),
       "DT"},
      {"rtol", 0, 0, G_OPTION_ARG_STRING, &o->rtol,
       N_ ("Relative tolerance (default: that of the analysis, else 1e-6)"), "R"},
      {"atol", 0, 0, G_OPTION_ARG_STRING, &o->atol,
       N_ ("Absolute tolerance, scaled by nominal values (default: as --rtol)"), "A"},
      {"solver", 0, 0, G_OPTION_ARG_STRING, &o->solver,
       N_ ("Integration method (default: auto)"), "NAME"},
      {"set", 's', 0, G_OPTION_ARG_STRING_ARRAY, &o->sets,
       N_ ("Set a parameter or initial value; may be repeated"), "NAME=VALUE"},
      {"model", 'm', 0, G_OPTION_ARG_STRING, &o->model,
       N_ ("The component or analysis"), "NAME"},
      {"within", 0, 0, G_OPTION_ARG_STRING, &o->within,
       N_ ("Read the file as part of this namespace"), "NAMESPACE"},
      {"memory", 0, 0, G_OPTION_ARG_STRING, &o->memory,
       N_ ("Memory limit of a compilation, such as 4G (default: half of the memory)"),
       "SIZE"},
      {"tables", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->tables,
       N_ ("Additional folder or file that tables may be read from; may be repeated"),
       "PATH"},
      {"library", 'L', 0, G_OPTION_ARG_FILENAME_ARRAY, &o->libraries,
       N_ ("Additional library folder; may be repeated"), "DIR"},
      G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries + CLI_OF_RUN - n,
                                     GETTEXT_PACKAGE);
}

void
cli_options_clear (CliCommon *o)
{
  char *const texts[] = {o->within, o->memory, o->model, o->stop,  o->interval,
                         o->dtmax,  o->rtol,   o->atol,  o->solver};

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  g_strfreev (o->libraries);
  g_strfreev (o->tables);
  g_strfreev (o->sets);
}

/* "--" ends the options and is no file. */
static void
drop_dashes (int *argc, char ***argv)
{
  if (*argc < 2 || strcmp ((*argv)[1], "--") != 0)
    return;
  (*argv)[1] = (*argv)[0];
  (*argv)++;
  (*argc)--;
}

bool
cli_options_read (const CliVerb *verb,
                  const GOptionEntry *entries,
                  CliCommon *common,
                  int *argc,
                  char ***argv,
                  CliExit *exit)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GOptionContext) context = g_option_context_new (verb->arguments);
  g_autofree char *program = g_strconcat ("dashpot-cli ", verb->name, NULL);
  gboolean wants_help = FALSE;
  const GOptionEntry help[] = {
      {"help", 'h', 0, G_OPTION_ARG_NONE, &wants_help, N_ ("Show these options"), NULL},
      G_OPTION_ENTRY_NULL};

  g_set_prgname (program);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, verb->summary);
  g_option_context_set_description (context, verb->details);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  add_common (context, common, verb->n_common);
  g_option_context_add_main_entries (context, help, GETTEXT_PACKAGE);
  *exit = CLI_USAGE;
  /* Typed wrongly, asked for help, or the wrong number of files. */
  if (!g_option_context_parse (context, argc, argv, &error)) {
    cli_options_usage ("%s; see --help", error->message);
    return false;
  }
  if (wants_help) {
    g_autofree char *text = g_option_context_get_help (context, TRUE, NULL);

    fputs (text, stdout);
    *exit = CLI_DONE;
    return false;
  }
  drop_dashes (argc, argv);
  if (*argc - 1 >= verb->least && *argc - 1 <= verb->most)
    return read_limits (common);
  cli_options_usage ("%s; usage: %s %s",
                     *argc - 1 < verb->least ? _ ("a file is missing")
                                             : _ ("too many files"),
                     program, verb->arguments);
  return false;
}
