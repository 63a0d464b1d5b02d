/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lang/ast.h"

/* Visits expressions, each before its parts, in the order of the text. */
typedef void (*LangVisit) (const LangExpr *expr, void *data);

void lang_walk_expr (const LangExpr *expr,
                     LangVisit visit,
                     void *data); /* NULL: nothing */
void lang_walk_mods (const LangMod *const *mods,
                     uint32_t n,
                     LangVisit visit,
                     void *data);
/* Type, modifiers, values, condition and loops. */
void lang_walk_decl (const LangDecl *decl, LangVisit visit, void *data);
/* With all branches. */
void lang_walk_relation (const LangRelation *relation, LangVisit visit, void *data);
void lang_walk_class (const LangClass *class, LangVisit visit, void *data);
