/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "lib/index.h"

/* Folders and files as libraries and namespaces. */

/* A file or sub-folder that belongs to a library. */
typedef struct {
  const char *name; /* of a sub-folder: an identifier */
  const char *path;
  unsigned char type; /* DT_REG or DT_DIR of dirent.h */
} LibFile;

/* What a library's folder holds, in name order: `arena` owns the array and its texts.
 * Other files than *.dyad and hidden ones do not count; links, pipes, devices and
 * sub-folders whose names are no identifiers are passed over with a note (W206). */
bool lib_folder_list (BaseArena *arena,
                      const char *folder,
                      GPtrArray *files,
                      BaseDiags *diags,
                      GError **error);

/* In the libraries that come with the program, a file that begins with a capital letter
 * holds the definition that it is called after and no other. */
bool lib_folder_is_of_one (const LibFile *file);

/* Whether one of those libraries may have that definition in the file. */
bool lib_folder_may_define (const LibFile *file, const char *name);

/* What the library of that name, which `about` holds, says of itself in the folder. The
 * file may be absent; what is wrong in it goes to `diags` and counts as absent. */
bool lib_folder_read_about (BaseArena *arena,
                            const char *folder,
                            LibAbout *about,
                            BaseDiags *diags,
                            GError **error);

/* The name of the library that stands in the folder, interned; NULL and an error if it
 * is no identifier. */
const char *lib_folder_name (const char *folder, GError **error);

/* Adds W206: what stands there is passed over, because …. */
void lib_folder_pass_over (BaseDiags *diags, const char *path, const char *reason);

/* The namespace of a file that is a library by itself, interned: its name without
 * .dyad, made an identifier. */
const char *lib_folder_namespace (const char *path);
