#pragma once

#include "base/diag.h"
#include "cli/verb.h"
#include "lib/index.h"

/* The library and the files that verbs read. */

/* Everything below data/library and the given folders, each of which is a library. What
 * is wrong in them is written. NULL after a message. */
LibIndex *cli_library_load (const char *verb, char **folders);

/* A file as text, parsed. NULL after a message if it cannot be read; what is wrong
 * inside goes to `diags`. */
LangFile *cli_file_read (const char *verb, const char *path, BaseDiags *diags);

/* Writes diagnostics to standard error, each text once per `seen` (a set of texts,
 * NULL: all of them). Returns whether there was an error. */
bool cli_diags_write (const BaseDiags *diags, GHashTable *seen);

/* Reads a number with or without a unit of that dimension ("s", "" for none). False
 * after a message that names the option. */
bool cli_number_read (const char *verb,
                      const char *option,
                      const char *text,
                      const char *units,
                      double *value);
