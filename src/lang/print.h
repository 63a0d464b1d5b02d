/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lang/ast.h"

/* Canonical text of trees, 2-space indent, without comments: for messages, new
 * elements, `dashpot-cli format` (which keeps comments) and tests. */
void lang_print_expr (GString *out, const LangExpr *expr);
void lang_print_mod (GString *out, const LangMod *mod);
void lang_print_decl (GString *out, const LangDecl *decl, int indent);
void lang_print_relation (GString *out, const LangRelation *relation, int indent);
/* A text in quotes, as a doc text stands in the language. */
void lang_print_string (GString *out, const char *text);
/* Metadata on one line. */
void lang_print_json_line (GString *out, const LangJson *json);
void lang_print_class (GString *out, const LangClass *class);

/* The whole file in canonical layout with all its comments and blank lines between
 * elements kept (at most one in a row). Parsing the result gives an equal tree. Returns
 * NULL if the file is not sound. Caller frees. */
char *lang_format (const LangFile *file);
