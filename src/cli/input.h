/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/diag.h"
#include "cli/verb.h"
#include "lib/index.h"

/* The library and the files that verbs read. */

/* Everything below data/library and the given folders, each of which is a library. What
 * is wrong in them is written. NULL after a message, and if anything is wrong. The
 * user's own libraries come on top. */
LibIndex *cli_input_library (char **folders);

/* A file as text, parsed. NULL after a message if it cannot be read; what is wrong
 * inside goes to `diags`. */
LangFile *cli_input_file (const char *path, BaseDiags *diags);

/* The file on top of the library, in the namespace `within` (NULL: that of the file).
 * NULL after a message if `within` is no name; what is wrong goes to `diags`. */
LibIndex *cli_input_put (const LibIndex *library,
                         const LangFile *file,
                         const char *within,
                         BaseDiags *diags);

/* Both at once, with `--within`. NULL after messages with the status to exit with in
 * *exit, also if anything is wrong; else the caller owns *file, too. */
LibIndex *cli_input_open (const LibIndex *library,
                          const char *path,
                          const CliCommon *typed,
                          LangFile **file,
                          CliExit *exit);

/* What is to be compiled: the component or analysis of that name in the file, or with
 * NULL the only one (run/open.h). *component is that, or the one that it is an
 * analysis of. NULL after a message. */
const LibEntry *cli_input_choose_model (const LibIndex *index,
                                        const LangFile *file,
                                        const char *wanted,
                                        const LibEntry **component);

/* Writes diagnostics to standard error, each text once per `seen` (a set of texts,
 * NULL: all of them). Returns whether there was an error. */
bool cli_input_write_diags (const BaseDiags *diags, GHashTable *seen);
