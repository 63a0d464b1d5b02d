/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

/* A file being written: whoever reads it sees the old content until all of the new one
 * is on the disk, and the old one stays if anything fails. A symbolic link stays, and
 * what it points to is written. A file that exists keeps its mode, and its owner, group
 * and extended attributes (access lists among them) as far as the system allows; one
 * that may not be written is refused, though its folder would let it be replaced. A
 * file with several names (hard links) keeps them, one of another user keeps its owner,
 * and one in a folder that may not be changed is written all the same: these get their
 * new content in place when all of it is there, and the old one back if that fails; a
 * reader may see half of it meanwhile, as a loss of power may leave it. What
 * is not a regular file (a device, a pipe) is written as it goes. Errors name the file.
 */
typedef struct BaseWriter BaseWriter;

/* NULL and an error if nothing can be written there. */
BaseWriter *base_writer_new (const char *path, GError **error);
FILE *base_writer_stream (BaseWriter *writer);
/* Puts the new content in place, unless writing to the stream has failed, and frees the
 * writer. */
bool base_writer_finish (BaseWriter *writer, GError **error);

/* Whether a file can be written there now; nothing is left of the trial. What is no
 * regular file is not tried. */
bool base_writer_check (const char *path, GError **error);

/* All at once. */
bool base_writer_save (const char *path,
                       const char *content,
                       size_t length,
                       GError **error);
