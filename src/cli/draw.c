/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs that draw, in the program that is not linked with the drawing libraries: it
 * becomes dashpot-draw, which is the same program with them. So a run does not pay for
 * loading Cairo and Pango. */
#include "base/folder.h"
#include "cli/verb.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <unistd.h>

/* Returns only when it fails. `argv` begins with the verb's name; before it stands the
 * program's own, which main() was given. */
static CliExit
become_draw (char **argv)
{
  g_autofree char *program = base_folder_helper ("dashpot-draw");

  execv (program, argv - 1);
  fprintf (stderr, _ ("dashpot-cli: %s cannot be started: %s\n"), program,
           g_strerror (errno));
  return CLI_USAGE;
}

CliExit
cli_verb_plot (const CliVerb *verb, int argc, char **argv)
{
  (void) verb;
  (void) argc;
  return become_draw (argv);
}

CliExit
cli_verb_movie (const CliVerb *verb, int argc, char **argv)
{
  (void) verb;
  (void) argc;
  return become_draw (argv);
}
