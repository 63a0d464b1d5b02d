/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Arrays of parts, `w = [C() for i in 1:n]`, drawn as one icon with their number, and
 * the loop that chains the parts of one:
 *
 *     for i in 1:n - 1
 *       connect(w[i].b, w[i + 1].a)
 *     end
 *
 * It may hold several such connects. Then the ports of the icon are those of the free
 * ends: `w[1].a` and `w[n].b`. */

/* The loops of a component that have this form, by the name of what they join; the
 * first of several. Caller unrefs. */
GHashTable *doc_array_loops (const LangClass *class);
/* The name that doc_array_loops () has a loop under, or NULL. */
const char *doc_array_of_loop (const LangRelation *loop);

/* What a declaration says of its number, and `loop` (may be NULL), which chains the
 * parts if it leads from the first to the last; NULL: a single part. Of the arena. */
const DocArray *doc_array_read (BaseArena *arena,
                                const LangDecl *decl,
                                const LangRelation *loop);

/* The number of parts, of a text that is one: NaN for "n" and "10 * n". */
double doc_array_number (const char *count);

/* The subscript that a port of the icon has, "1" or "n", or NULL: all parts have it. */
const char *doc_array_element (const DocArray *array, const char *port);
/* Behind the subscript in "[1].a", if that port of that part is a free end; else NULL.
 */
const char *doc_array_skip_element (const DocArray *array, const char *path);
