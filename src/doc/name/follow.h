/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/edit/patch.h"

/* What refers to an element of the component shown. Names are interned. */

/* The places in a definition where an expression begins with that name, and means an
 * element of it: a loop over `i` has its own. Adds BaseSpan to `spans`. */
void doc_follow_references (const LangClass *class, const char *name, GArray *spans);

/* Whether one of these places (BaseSpan) is in a loop that has that name for itself. */
bool doc_follow_is_shadowed (const LangClass *class,
                             const char *name,
                             const GArray *spans);

/* The places in the other definitions of the file where a path leads to it, through
 * instances or inheritance: in expressions, and as the target of a modifier. */
typedef void (*DocFound) (void *data, BaseSpan span);
void doc_follow_outside (const DocModel *doc,
                         const char *name,
                         DocFound found,
                         void *data);

/* Whether an expression in the definition `within` leads to the element `name` of `of`,
 * or of what inherits it, or to a part of such an array. */
bool doc_follow_leads_to (const DocModel *doc,
                          const LangClass *within,
                          const LangExpr *expr,
                          const LangClass *of,
                          const char *name);

/* Renames it in the metadata of all definitions of the file: plots, labels, shapes,
 * laws and tests. Either name may have a subscript, "w[1]". */
void doc_follow_in_metadata (DocPatch *patch, const char *old, const char *name);
