/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Files and folders that other programs may change. Whoever watches is told once they
 * have been left alone for a moment, as programs that replace a file delete it first.
 */
typedef struct DeskWatch DeskWatch;

/* `changed` has the paths of those that did, as they were given, as keys; it is the
 * callee's for the call. On the main thread. */
typedef void (*DeskWatchFunc) (gpointer data, GHashTable *changed);

/* Watches nothing yet; without a sound after it is freed. */
DeskWatch *desk_watch_new (DeskWatchFunc changed, gpointer data);
void desk_watch_free (DeskWatch *watch);

/* Watches these paths and no others: a file, also while it is not there, or what lies
 * directly in a folder. What is watched already goes on. What the system cannot watch
 * is never told of. True if any of them is new. */
bool desk_watch_set (DeskWatch *watch, const char *const *paths, guint n);
