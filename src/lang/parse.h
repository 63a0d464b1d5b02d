/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/diag.h"
#include "lang/ast.h"

/* Reads a text. Never fails: what cannot be read is reported (E101–E155, W601) and left
 * out, and reading goes on with the next relation, declaration or definition. The
 * result holds a reference to `source`. Time and memory grow linearly with the text;
 * nesting deeper than 200 levels is an error (E151). */
LangFile *lang_parse (const BaseSource *source, BaseDiags *diags);

enum { LANG_PIECES_MOST = 4096 };

/* Bytes [begin, end) of a text that were replaced by `length` others. */
typedef struct {
  uint32_t begin, end, length;
} LangEdit;

/* Reads what n edits, in order and apart, have made of the text of `before`: `source`.
 * Only the declarations, relations and members of `_links` that an edit touches are
 * read, with their neighbours; the others are shared with `before`, so that equal nodes
 * mean equal texts. The time is that, and some copying.
 *
 * NULL: the text has to be read as a whole. So it is where an edit touches anything
 * else, where the text before or after has faults, or relations in branches have keys
 * of `_links`, where `before` was edited so already, or another definition of it was,
 * and when what was read again takes as much memory as the text with its tree did, or
 * lies in more than LANG_PIECES_MOST pieces of text. */
LangFile *lang_parse_edit (LangFile *before,
                           const BaseSource *source,
                           const LangEdit *edits,
                           uint32_t n);

/* Reads one expression that fills the whole text, as typed into a parameter field. NULL
 * with diagnostics if it is none. The tree lives in `arena`; spans point into `source`.
 */
const LangExpr *lang_parse_expression (BaseArena *arena,
                                       const BaseSource *source,
                                       BaseDiags *diags);
