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

/* What the component shown says of its arrays: their declarations, the parameters that
 * their numbers depend on, and these loops. Of the tree that the document has. */
typedef struct DocArrays DocArrays;

DocArrays *doc_arrays_read (const DocModel *doc);
void doc_arrays_free (DocArrays *arrays);
/* The first loop that chains what has that name, which is interned, or NULL. */
const LangRelation *doc_arrays_chain (const DocArrays *arrays, const char *name);
/* The declaration of an array of parts of that name, which is interned, or NULL. */
const LangDecl *doc_arrays_find (const DocArrays *arrays, const char *name);
/* The value of an expression of parameters, by what these are set to where they are
 * declared; NaN if that is not known, or no number. */
double doc_arrays_value (const DocArrays *arrays, const LangExpr *expr);
/* Whether two numbers of parts are the same: they are written so, or known. */
bool doc_arrays_are_equal (const DocArrays *arrays,
                           const LangExpr *a,
                           const LangExpr *b);
/* The number of parts as the text has it now, as that in DocArray. */
double doc_arrays_number (const DocArrays *arrays, const LangDecl *decl);

/* The name of the array that a loop chains, or NULL. */
const char *doc_array_of_loop (const LangRelation *loop);
/* Of a range `1:last` the last, or NULL. */
const LangExpr *doc_array_last (const LangExpr *range);

/* What a declaration says of its number, and the loop that chains the parts if it leads
 * from the first to the last; NULL: a single part. Of the arena. */
const DocArray *doc_array_read (BaseArena *arena,
                                const DocArrays *arrays,
                                const LangDecl *decl);

/* The number of parts, of a text that is one: NaN for "n" and "10 * n". */
double doc_array_number (const char *count);

/* The subscript that a port of the icon has, "1" or "n", or NULL: all parts have it. */
const char *doc_array_element (const DocArray *array, const char *port);
/* Behind the subscript in "[1].a", if that port of that part is a free end; else NULL.
 */
const char *doc_array_skip_element (const DocArray *array, const char *path);
