/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/diag.h"
#include "base/limit.h"
#include "cli/verb.h"
#include "lib/index.h"

/* The library and the files that verbs read. */

/* Everything below data/library and the given folders, each of which is a library. What
 * is wrong in them is written. NULL after a message, and if anything is wrong. */
LibIndex *cli_input_library (const char *verb, char **folders);

/* A file as text, parsed. NULL after a message if it cannot be read; what is wrong
 * inside goes to `diags`. */
LangFile *cli_input_file (const char *verb, const char *path, BaseDiags *diags);

/* The file on top of the library, in the namespace `within` (NULL: that of the file).
 * NULL after a message if `within` is no name; what is wrong goes to `diags`. */
LibIndex *cli_input_put (const char *verb,
                         const LibIndex *library,
                         const LangFile *file,
                         const char *within,
                         BaseDiags *diags);

/* What is to be compiled: the component or analysis of that name in the file, or with
 * NULL the only one (lib/model.h). *component is that, or the one that it is an
 * analysis of. NULL after a message. */
const LibEntry *cli_input_choose_model (const char *verb,
                                        const LibIndex *index,
                                        const LangFile *file,
                                        const char *wanted,
                                        const LibEntry **component);

/* What a compilation may take and touch, as typed; NULL: not given. */
typedef struct {
  char *memory;
  char **tables;
} CliLimits;

/* The entries of these options. */
enum { CLI_N_LIMITS = 2 };
#define CLI_LIMITS_ENTRIES(limits)                                                     \
  {"memory",                                                                           \
   0,                                                                                  \
   0,                                                                                  \
   G_OPTION_ARG_STRING,                                                                \
   &(limits).memory,                                                                   \
   "Memory limit of a compilation, such as 4G (default: half of the memory)",          \
   "SIZE"},                                                                            \
  {                                                                                    \
    "tables", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &(limits).tables,                     \
        "Additional folder or file that tables may be read from; may be repeated",     \
        "PATH"                                                                         \
  }

/* False after a message. `limits` points into `typed`. */
bool cli_input_limits (const char *verb, const CliLimits *typed, BaseLimits *limits);
void cli_input_limits_clear (CliLimits *typed);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliLimits, cli_input_limits_clear)

/* Writes diagnostics to standard error, each text once per `seen` (a set of texts,
 * NULL: all of them). Returns whether there was an error. */
bool cli_input_write_diags (const BaseDiags *diags, GHashTable *seen);

/* Reads a number with or without a unit of that dimension ("s", "" for none). False
 * after a message that names the option. */
bool cli_input_number (const char *verb,
                       const char *option,
                       const char *text,
                       const char *units,
                       double *value);
