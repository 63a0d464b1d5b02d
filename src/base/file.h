/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* The largest text of a model that is read. No one writes as much by hand or by
 * program. */
#define BASE_TEXT_MOST ((size_t) 256 << 20)

/* True if there is a regular file of at most `most` bytes to be read; else an error
 * that names it. */
bool base_file_check (const char *path, size_t most, size_t *size, GError **error);

/* True if there is a regular file to be replaced, or nothing yet; else an error that
 * names it: who writes to a pipe waits for its other end, and a device has no end. */
bool base_file_check_target (const char *path, GError **error);

/* The absolute path without links, "." and ".."; of a file that does not exist as far
 * as its folders do. Caller frees. */
char *base_file_resolve (const char *path);

/* True if `path` is `folder` or below it; both as base_file_resolve() gives them. */
bool base_file_is_below (const char *path, const char *folder);

/* Does the name end in ".csv" or the like? Capitals do not matter. */
bool base_file_has_ending (const char *path, const char *ending);

/* The content of a regular file of at most `most` bytes, with a zero behind it; the
 * caller frees it. NULL and an error that names the file if it is anything else: what
 * is no file is not opened (a pipe would block, a device has no end). */
char *base_file_read_bytes (const char *path,
                            size_t most,
                            size_t *length,
                            GError **error);

/* The same for a text: what holds a zero byte is refused. */
char *base_file_read (const char *path, size_t most, size_t *length, GError **error);
