/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/diag.h"
#include "lang/ast.h"

/* Reads a text. Never fails: what cannot be read is reported (E101–E155, W601) and left
 * out, and reading goes on with the next relation, declaration or definition. The
 * result holds a reference to `source`. Time and memory grow linearly with the text;
 * nesting deeper than 200 levels is an error (E151). */
LangFile *lang_parse (const BaseSource *source, BaseDiags *diags);

/* Reads one expression that fills the whole text, as typed into a parameter field. NULL
 * with diagnostics if it is none. The tree lives in `arena`; spans point into `source`.
 */
const LangExpr *lang_parse_expression (BaseArena *arena,
                                       const BaseSource *source,
                                       BaseDiags *diags);
