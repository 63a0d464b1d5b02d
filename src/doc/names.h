/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/patch.h"

/* Names of instances and what refers to them. */

/* Whether a text is a valid name that nothing in the component has. */
bool doc_name_is_free (const DocModel *doc, const char *name);

/* `wanted` or, if it is not free or in `taken`, with the first number behind it that
 * is. Adds it to `taken` (may be NULL), a table of interned names, each with the number
 * that is tried next behind it. Caller frees. */
char *doc_free_name (const DocModel *doc, const char *wanted, GHashTable *taken);

/* The places in a definition where an expression begins with that (interned) name. Adds
 * BaseSpan to `spans`. */
void doc_find_references (const LangClass *class, const char *name, GArray *spans);
