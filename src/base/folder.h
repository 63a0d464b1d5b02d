/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Where the files that come with the program stand. The environment variable
 * DASHPOT_DATADIR comes first; then, for a program in its build folder, the source
 * tree; then share/dashpot beside the program's own bin/, so that an installation may
 * be moved; at last the folder chosen when the program was built. The caller owns the
 * result. */

/* The folder that holds library/ and examples/. */
char *base_folder_data (void);

/* The folder of the user's own libraries, dashpot/library where programs keep the
 * user's data; it need not exist. */
char *base_folder_own (void);

/* The folder of component symbols, with one folder per library in it. */
char *base_folder_icons (void);

/* The folder of the compiled settings schema that comes with the program: in the build
 * folder, or beside the program's own bin/; NULL if there is none. */
char *base_folder_schemas (void);

/* The folder of translations. The environment variable TEXTDOMAINDIR comes first, so
 * that a translator sees his work; then, for a program in its build folder, those of
 * the build; then share/locale beside the program's own bin/; at last the folder chosen
 * when the program was built. */
char *base_folder_locale (void);

/* The program `name` that only other programs of ours start: beside this one in the
 * build folder; else in libexec/dashpot beside the program's own bin/; at last where it
 * was installed. Whether it is there is for the caller to see. */
char *base_folder_helper (const char *name);
