/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/limit.h"

/* The verbs of the command line. Each reads its own options (argv[0] is its name),
 * writes results to standard output, messages to standard error, and returns the exit
 * status. Whether standard output took everything is asked once, at the end. */
typedef enum {
  CLI_DONE = 0,
  CLI_WRONG_MODEL = 1, /* diagnostics have been written */
  CLI_USAGE = 2,       /* a wrong option, a file that cannot be read or written */
  CLI_RUN_FAILED = 3   /* part-way; what was computed is written */
} CliExit;

typedef struct CliVerb CliVerb;

struct CliVerb {
  const char *name;
  const char *arguments; /* "FILE --step=STEP" */
  const char *summary;
  CliExit (*run) (const CliVerb *verb, int argc, char **argv);
  uint32_t n_common;   /* CliCommon: it takes so many of these options */
  int least, most;     /* arguments that are no options */
  const char *details; /* below the options in its help, or NULL */
};

/* NULL-terminated by name, in the order of the help. */
extern const CliVerb cli_verbs[];

CliExit cli_verb_run (const CliVerb *verb, int argc, char **argv);
CliExit cli_verb_check (const CliVerb *verb, int argc, char **argv);
CliExit cli_verb_test (const CliVerb *verb, int argc, char **argv);
CliExit cli_verb_dump (const CliVerb *verb, int argc, char **argv);
CliExit cli_verb_format (const CliVerb *verb, int argc, char **argv);
CliExit cli_verb_pack (const CliVerb *verb, int argc, char **argv);
CliExit cli_verb_plot (const CliVerb *verb, int argc, char **argv);
CliExit cli_verb_movie (const CliVerb *verb, int argc, char **argv);
CliExit cli_verb_components (const CliVerb *verb, int argc, char **argv);

/* Options that several verbs have, as typed; NULL: not given. A verb has the last ones
 * from some on. */
typedef struct {
  char *stop;
  char *interval;
  char *dtmax;
  char *rtol;
  char *atol;
  char *solver;
  char **sets;
  char *model;
  char *within;
  char *memory;
  char **tables;
  char **libraries;
  BaseLimits limits; /* what `memory` and `tables` say */
} CliCommon;

enum { CLI_OF_LIBRARY = 1, CLI_OF_FILE = 4, CLI_OF_MODEL = 5, CLI_OF_RUN = 12 };

void cli_options_clear (CliCommon *common);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliCommon, cli_options_clear)

/* Reads the options of a verb: its own (`entries` end with an empty one) and the common
 * ones. What is left are the arguments, with argv[0] before them. False after a
 * message, or after --help, with the status to exit with in *exit. */
bool cli_options_read (const CliVerb *verb,
                       const GOptionEntry *entries,
                       CliCommon *common,
                       int *argc,
                       char ***argv,
                       CliExit *exit);

/* Reads a number with or without a unit of that dimension ("s", "" for none); NULL
 * leaves it. False after a message that names the option. */
bool cli_options_number (const char *option,
                         const char *text,
                         const char *units,
                         double *value);

/* The one that says more. */
CliExit cli_options_worse_exit (CliExit a, CliExit b);

/* "dashpot-cli run: …" with a full stop left to the caller; returns CLI_USAGE. */
CliExit cli_options_usage (const char *format, ...) G_GNUC_PRINTF (1, 2);
