/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/edit/patch.h"

/* Writing the loop that chains the parts of an array (doc/structure/array.h). */

/* The links by which the parts of an item can be chained, of ports that have none yet:
 * DocChained, bodies before signals. Caller unrefs. */
GArray *doc_chain_links (const DocItem *item);
/* A name for the variable of a loop that nothing else has. Caller frees. */
char *doc_chain_variable (const DocModel *doc);
/* Where the range of the loop ends: "9" for "10", "n - 1" for "n". Caller frees. */
char *doc_chain_last (const char *count);
/* Adds the loop over an array of that name and number of parts. */
void doc_chain_write (DocPatch *patch,
                      const char *name,
                      const char *count,
                      const GArray *links);

/* Why parts of an array cannot be chained by two ports of its icon, each of which all
 * parts have; NULL if they can. Caller frees. Chains them so, in a step. */
char *doc_chain_refusal (const DocModel *doc, const DocEnd *a, const DocEnd *b);
bool doc_chain_by (DocModel *doc, const DocEnd *a, const DocEnd *b, GError **error);
