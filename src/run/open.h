/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "run/compile.h"

/* From a file to a model, in one call. */

/* The libraries that come with the program. NULL and an error if they cannot be read;
 * what is wrong in them goes to `diags`. */
LibIndex *run_open_library (BaseDiags *diags, GError **error);

/* The model of a text on top of a library: the component or analysis of the name
 * `wanted`, or, if that is NULL, the only one (see lib_model_find()), with the settings
 * of its analysis (`settings` may be NULL). What is wrong in the text goes to `diags`,
 * warnings and notes, too. NULL if there are errors among these; and with an error if
 * the text has no such model, or more than one. */
SimModel *run_open_source (const LibIndex *library,
                           const BaseSource *source,
                           const char *wanted,
                           RunSettings *settings,
                           BaseDiags *diags,
                           GError **error);

/* The same of a file, which may be what the error is about. */
SimModel *run_open_file (const LibIndex *library,
                         const char *path,
                         const char *wanted,
                         RunSettings *settings,
                         BaseDiags *diags,
                         GError **error);

/* What of a file, which has been put into `index`, is to be compiled. *component (may
 * be NULL) is that, or the one that it is an analysis of. NULL and an error if there is
 * none, or more than one. */
const LibEntry *run_open_choose (const LibIndex *index,
                                 const LangFile *file,
                                 const char *wanted,
                                 const LibEntry **component,
                                 GError **error);
