/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model-private.h"

/* What may be set of an instance: a modifier "k", an attribute of it "s(initial)", or a
 * field of the enum case that it names, "ref_type.f_crit". Names are interned. */
typedef struct {
  const char *name;
  const char *attribute; /* or NULL */
  const char *field;     /* or NULL */
  const LibParam *owner; /* of a field: the parameter `name` */
  const char *of_case;   /* of a field: the name of the case */
} DocModifier;

DocModifier doc_modifier_read (const DocItem *item, const char *target);
/* Where its value is written, or NULL. */
const LangExpr *doc_modifier_value (const LangDecl *decl, const DocModifier *modifier);
/* The value of "stop" in an `extends`, or NULL. */
const LangExpr *doc_modifier_find (const LangDecl *decl, const char *name);
/* The one of that interned name, or NULL. */
const LangMod *doc_modifier_named (const LangMod *const *mods,
                                   uint32_t n,
                                   const char *name);
/* A number as written, with its signs, else NaN. */
double doc_modifier_number (const LangExpr *value);
/* The parameter of that name on the item's card, or NULL. */
const LibParam *doc_modifier_param (const DocItem *item, const char *name);

/* What was typed for a target with a unit, if it still says the same as the modifier,
 * else NULL. */
const char *doc_modifier_entry (const DocItem *item, const char *target);
/* The same of the default of a parameter of the component. */
const char *doc_modifier_own_entry (const DocModel *doc, const LangDecl *parameter);
/* Reports what was typed and no longer agrees (W604). */
void doc_modifiers_check (DocModel *doc);
/* Whether it would report anything of the item. */
bool doc_modifiers_are_doubted (const DocItem *item);
