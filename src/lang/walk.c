/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Visits all expressions of an element by recursion; the depth of nesting is limited
 * by the parser (LANG_MAX_DEPTH, LANG_MAX_HEIGHT). */
#include "lang/walk.h"

static void
walk_all (const LangExpr *const *exprs, uint32_t n, LangVisit visit, void *data)
{
  for (uint32_t i = 0; i < n; i++)
    lang_walk_expr (exprs[i], visit, data);
}

void
lang_walk_expr (const LangExpr *expr, LangVisit visit, void *data)
{
  if (expr == NULL)
    return;
  visit (expr, data);
  walk_all (expr->args, expr->n_args, visit, data);
}

void
lang_walk_mods (const LangMod *const *mods, uint32_t n, LangVisit visit, void *data)
{
  for (uint32_t i = 0; i < n; i++) {
    lang_walk_mods (mods[i]->mods, mods[i]->n_mods, visit, data);
    lang_walk_expr (mods[i]->value, visit, data);
    lang_walk_expr (mods[i]->initial, visit, data);
  }
}

static void
walk_type (const LangType *type, LangVisit visit, void *data)
{
  walk_all (type->dims, type->n_dims, visit, data);
  lang_walk_mods (type->mods, type->n_mods, visit, data);
}

void
lang_walk_decl (const LangDecl *decl, LangVisit visit, void *data)
{
  walk_type (&decl->type, visit, data);
  lang_walk_mods (decl->mods, decl->n_mods, visit, data);
  walk_all (decl->for_ranges, decl->n_for, visit, data);
  lang_walk_expr (decl->value, visit, data);
  lang_walk_expr (decl->initial, visit, data);
  lang_walk_expr (decl->condition, visit, data);
}

void
lang_walk_relation (const LangRelation *relation, LangVisit visit, void *data)
{
  lang_walk_expr (relation->lhs, visit, data);
  lang_walk_expr (relation->rhs, visit, data);
  walk_all (relation->args, relation->n_args, visit, data);
  for (uint32_t i = 0; i < relation->n_branches; i++) {
    const LangBranch *branch = &relation->branches[i];

    lang_walk_expr (branch->condition, visit, data);
    for (uint32_t k = 0; k < branch->n; k++)
      lang_walk_relation (branch->relations[k], visit, data);
  }
}

void
lang_walk_class (const LangClass *class, LangVisit visit, void *data)
{
  for (uint32_t i = 0; i < class->n_variants; i++)
    for (uint32_t k = 0; k < class->variants[i].n_fields; k++)
      lang_walk_decl (class->variants[i].fields[k], visit, data);
  walk_type (&class->alias, visit, data);
  for (uint32_t i = 0; i < class->n_decls; i++)
    lang_walk_decl (class->decls[i], visit, data);
  for (uint32_t i = 0; i < class->n_relations; i++)
    lang_walk_relation (class->relations[i], visit, data);
  lang_walk_expr (class->result, visit, data);
}
