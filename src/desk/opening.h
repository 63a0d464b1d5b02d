/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "doc/model.h"

/* Reading a diagram from a file, for an owner that goes on meanwhile. */

/* False if it takes no longer than a frame, or cannot be read: doc_load() may be
 * called at once. */
bool desk_opening_is_slow (const char *path);

/* Reads, parses and lays out on a thread, and calls `done` with the owner, which is
 * counted until then. A reading that was cancelled gives an error. */
void desk_opening_begin (GObject *owner,
                         const LibIndex *library,
                         const char *path,
                         GCancellable *cancellable,
                         GAsyncReadyCallback done);

/* In `done`: the diagram, which is the caller's, or NULL and an error. */
DocModel *desk_opening_finish (GAsyncResult *result, GError **error);

/* The file that it was about; lives as long as the result. */
const char *desk_opening_path (GAsyncResult *result);

/* "m.dyad was not opened: ...", which names the file once and without its folder.
 * Caller frees. */
char *desk_opening_failure (const char *path, const GError *error);
