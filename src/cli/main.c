/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of verbs. Whether standard output took everything is asked once, at the
 * end. */
#include "base/config.h"
#include "base/folder.h"
#include "base/pages.h"
#include "cli/verb.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

const CliVerb cli_verbs[] = {
    {"run", "FILE", N_ ("Simulates a model and writes its results as CSV or MAT."),
     cli_verb_run, CLI_OF_RUN, 1, 1,
     N_ ("The model is --model, else that of the only analysis, else the only "
         "component\n"
         "that no other in the file uses.")},
    {"check", "FILE…", N_ ("Reports all errors and warnings in files."), cli_verb_check,
     CLI_OF_FILE, 1, G_MAXINT, NULL},
    {"test", "FILE…", N_ ("Runs the tests embedded in components."), cli_verb_test,
     CLI_OF_FILE, 1, G_MAXINT,
     N_ ("Curves for \"signals\" are looked for in "
         "FILE-WITHOUT-ENDING.COMPONENT.CASE.csv.")},
    {"plot", "FILE|CSV", N_ ("Plots curves of a model, or of a CSV file, to an image."),
     cli_verb_plot, CLI_OF_RUN, 1, 1, NULL},
    {"movie", "FILE", N_ ("Renders a moving mechanism as images or an animation."),
     cli_verb_movie, CLI_OF_RUN, 1, 1, NULL},
    {"components", "[NAME]",
     N_ ("Lists the components of the library, or describes one."), cli_verb_components,
     CLI_OF_LIBRARY, 0, 1,
     N_ ("NAME is a component, as TranslationalComponents.Components.Mass or Mass,\n"
         "or a namespace.")},
    {"format", "FILE", N_ ("Formats a file in the canonical style."), cli_verb_format,
     0, 1, 1, NULL},
    {"pack", "FILE TARGET",
     N_ ("Writes a file with all that it uses of your own libraries."), cli_verb_pack,
     CLI_OF_LIBRARY, 2, 2, NULL},
    {"dump", "FILE", N_ ("Prints the result of one compiler stage for a model."),
     cli_verb_dump, CLI_OF_MODEL, 1, 1, NULL},
    {0},
};

static void
print_help (FILE *out)
{
  fputs (_ ("Usage: dashpot-cli VERB [OPTION…] [FILE…]\n\n"
            "Simulates mechanical models.\n\nVerbs:\n"),
         out);
  for (const CliVerb *verb = cli_verbs; verb->name != NULL; verb++)
    fprintf (out, "  %-12s %s\n", verb->name, _ (verb->summary));
  fputs (
      _ ("\n`dashpot-cli VERB --help` lists the options of a verb.\n\n"
         "Exit status: 0 success, 1 errors in the model, 2 wrong usage or a file that\n"
         "cannot be read or written, 3 the run failed before its end.\n"),
      out);
}

static CliExit
answer (int argc, char **argv)
{
  if (argc < 2) {
    print_help (stderr);
    return CLI_USAGE;
  }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0) {
    print_help (stdout);
    return CLI_DONE;
  }
  if (strcmp (argv[1], "--version") == 0) {
    printf ("dashpot-cli %s\n", DASHPOT_VERSION);
    return CLI_DONE;
  }
  for (const CliVerb *verb = cli_verbs; verb->name != NULL; verb++)
    if (strcmp (verb->name, argv[1]) == 0)
      return verb->run (verb, argc - 1, argv + 1);
  fprintf (stderr, _ ("dashpot-cli: there is no verb `%s`; see dashpot-cli --help\n"),
           argv[1]);
  return CLI_USAGE;
}

/* What was printed must have arrived: a disk may be full. Behind a failure the stream
 * may hold nothing that would tell the reason once more, so it gets a byte. */
static CliExit
finish (CliExit status)
{
  if (ferror (stdout))
    fputc ('\n', stdout);
  bool is_out = fflush (stdout) == 0;
  int number = errno;

  if (is_out && !ferror (stdout))
    return status;
  fprintf (stderr, _ ("dashpot-cli: standard output: %s\n"),
           is_out ? _ ("not everything was written") : g_strerror (number));
  return cli_options_worse_exit (status, CLI_USAGE);
}

int
main (int argc, char **argv)
{
  base_pages_widen_heap ();
  g_autofree char *locale = base_folder_locale ();

  /* Texts are UTF-8 whatever the locale; numbers are read and written as in C. */
  setlocale (LC_CTYPE, "C.UTF-8");
  setlocale (LC_MESSAGES, "");
  signal (SIGXFSZ, SIG_IGN); /* a limit on files is reported as a full disk is */
  bindtextdomain (GETTEXT_PACKAGE, locale);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  return finish (answer (argc, argv));
}
