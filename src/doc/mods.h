/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/patch.h"

/* Sets ("c", "s(initial)") or, with NULL, removes a modifier of an instance or extends.
 */
void doc_patch_set_modifier (DocPatch *patch,
                             const LangDecl *decl,
                             const char *target,
                             const char *value);
/* Its value as written, or NULL. */
const LangExpr *doc_find_modifier (const LangDecl *decl, const char *target);
