/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lang/ast.h"

/* The parts of the printer that its files share; others use lang/print.h. */

/* On one line where that ends before column 100, else one member per line. `indent` is
 * that of the line it stands in, in steps of two blanks. */
void lang_print_json (GString *out, const LangJson *json, int indent);

void lang_print_indent (GString *out, int indent);
void lang_print_doc (GString *out, const char *doc, int indent);
void lang_print_number (GString *out, BaseSpan span, double number);
void lang_print_type (GString *out, const LangType *type);
/* `name::type = value` with its words in front. */
void lang_print_typed (GString *out, const LangDecl *decl);
