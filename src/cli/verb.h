/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

/* The verbs of the command line. Each reads its own options (argv[0] is its name),
 * writes results to standard output, messages to standard error, and returns the exit
 * status. Whether standard output took everything is asked once, at the end. */
typedef enum {
  CLI_DONE = 0,
  CLI_WRONG_MODEL = 1, /* diagnostics have been written */
  CLI_USAGE = 2,       /* a wrong option, a file that cannot be read or written */
  CLI_RUN_FAILED = 3   /* part-way; what was computed is written */
} CliExit;

typedef struct {
  const char *name;
  const char *arguments; /* "FILE --step=STEP" */
  const char *summary;
  CliExit (*run) (int argc, char **argv);
} CliVerb;

/* NULL-terminated by name, in the order of the help. */
extern const CliVerb cli_verbs[];

CliExit cli_verb_run (int argc, char **argv);
CliExit cli_verb_check (int argc, char **argv);
CliExit cli_verb_test (int argc, char **argv);
CliExit cli_verb_dump (int argc, char **argv);
CliExit cli_verb_format (int argc, char **argv);
CliExit cli_verb_plot (int argc, char **argv);
CliExit cli_verb_movie (int argc, char **argv);
CliExit cli_verb_components (int argc, char **argv);

/* Reads the options of a verb; `entries` end with an empty one. What is left of argv
 * are file names, with argv[0] before them; there must be from `least` to `most` of
 * them. False after a message, or after --help, with the status to exit with in *exit.
 */
bool cli_options_read (const CliVerb *verb,
                       const GOptionEntry *entries,
                       const char *details,
                       int *argc,
                       char ***argv,
                       CliExit *exit);
bool cli_options_count (const CliVerb *verb, int argc, int least, int most);
const CliVerb *cli_verb_find (const char *name);

/* The one that says more. */
CliExit cli_options_worse_exit (CliExit a, CliExit b);

/* "dashpot-cli run: …" with a full stop left to the caller; returns CLI_USAGE. */
CliExit cli_options_usage (const char *verb, const char *format, ...)
    G_GNUC_PRINTF (2, 3);
