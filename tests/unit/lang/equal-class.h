/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Trees that mean the same: places, layout and parentheses do not count. */
#include "lang/ast.h"

static bool expr_equal (const LangExpr *a, const LangExpr *b);
static bool relations_equal (const LangRelation *const *a,
                             uint32_t n_a,
                             const LangRelation *const *b,
                             uint32_t n_b);

static bool
text_equal (const char *a, const char *b)
{
  return g_strcmp0 (a, b) == 0;
}

static bool
exprs_equal (const LangExpr *const *a,
             uint32_t n_a,
             const LangExpr *const *b,
             uint32_t n_b)
{
  if (n_a != n_b)
    return false;
  for (uint32_t i = 0; i < n_a; i++)
    if (!expr_equal (a[i], b[i]))
      return false;
  return true;
}

static bool
arg_names_equal (const LangExpr *a, const LangExpr *b)
{
  for (uint32_t i = 0; a->arg_names != NULL && i < a->n_args; i++)
    if (a->arg_names[i] != b->arg_names[i])
      return false;
  return true;
}

static bool
expr_equal (const LangExpr *a, const LangExpr *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->kind == b->kind && a->op == b->op && a->is_true == b->is_true &&
         (a->number == b->number ||
          (a->number != a->number && b->number != b->number)) &&
         text_equal (a->name, b->name) &&
         exprs_equal (a->args, a->n_args, b->args, b->n_args) && arg_names_equal (a, b);
}

static bool
mods_equal (const LangMod *const *a,
            uint32_t n_a,
            const LangMod *const *b,
            uint32_t n_b)
{
  if (n_a != n_b)
    return false;
  for (uint32_t i = 0; i < n_a; i++)
    if (a[i]->is_final != b[i]->is_final ||
        !text_equal (a[i]->target.text, b[i]->target.text) ||
        !mods_equal (a[i]->mods, a[i]->n_mods, b[i]->mods, b[i]->n_mods) ||
        !expr_equal (a[i]->value, b[i]->value) ||
        !expr_equal (a[i]->initial, b[i]->initial) ||
        a[i]->value_missing != b[i]->value_missing ||
        a[i]->initial_missing != b[i]->initial_missing)
      return false;
  return true;
}

static bool
type_equal (const LangType *a, const LangType *b)
{
  return text_equal (a->name.text, b->name.text) && a->is_function == b->is_function &&
         mods_equal (a->mods, a->n_mods, b->mods, b->n_mods) &&
         exprs_equal (a->dims, a->n_dims, b->dims, b->n_dims);
}

static bool
json_equal (const LangJson *a, const LangJson *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  if (a->kind != b->kind || a->n != b->n)
    return false;
  if (a->kind == LANG_JSON_NUMBER)
    return a->number == b->number;
  if (a->kind == LANG_JSON_STRING)
    return text_equal (a->string, b->string);
  for (uint32_t i = 0; i < a->n; i++)
    if ((a->kind == LANG_JSON_OBJECT && !text_equal (a->keys[i], b->keys[i])) ||
        !json_equal (a->items[i], b->items[i]))
      return false;
  return true;
}

static bool
meta_equal (const LangMeta *a, const LangMeta *b)
{
  return text_equal (a->key, b->key) && json_equal (a->json, b->json);
}

static bool
loops_equal (const LangDecl *a, const LangDecl *b)
{
  for (uint32_t i = 0; i < a->n_for; i++)
    if (a->for_names[i] != b->for_names[i])
      return false;
  return exprs_equal (a->for_ranges, a->n_for, b->for_ranges, b->n_for);
}

static bool
decl_equal (const LangDecl *a, const LangDecl *b)
{
  return a->kind == b->kind && text_equal (a->doc, b->doc) && a->name == b->name &&
         a->is_final == b->is_final && a->is_structural == b->is_structural &&
         a->is_discrete == b->is_discrete && a->is_argument == b->is_argument &&
         a->field == b->field && type_equal (&a->type, &b->type) &&
         text_equal (a->class_name.text, b->class_name.text) &&
         text_equal (a->base_name.text, b->base_name.text) &&
         mods_equal (a->mods, a->n_mods, b->mods, b->n_mods) &&
         expr_equal (a->value, b->value) && expr_equal (a->initial, b->initial) &&
         expr_equal (a->condition, b->condition) && a->n_for == b->n_for &&
         loops_equal (a, b) && meta_equal (&a->meta, &b->meta);
}

static bool
decls_equal (const LangDecl *const *a,
             uint32_t n_a,
             const LangDecl *const *b,
             uint32_t n_b)
{
  if (n_a != n_b)
    return false;
  for (uint32_t i = 0; i < n_a; i++)
    if (!decl_equal (a[i], b[i]))
      return false;
  return true;
}

static bool
branches_equal (const LangRelation *a, const LangRelation *b)
{
  if (a->n_branches != b->n_branches)
    return false;
  for (uint32_t i = 0; i < a->n_branches; i++) {
    const LangBranch *left = &a->branches[i], *right = &b->branches[i];

    if (!expr_equal (left->condition, right->condition) ||
        !text_equal (left->case_name.text, right->case_name.text) ||
        !relations_equal (left->relations, left->n, right->relations, right->n))
      return false;
  }
  return true;
}

static bool
relation_equal (const LangRelation *a, const LangRelation *b)
{
  return a->kind == b->kind && text_equal (a->doc, b->doc) && a->name == b->name &&
         expr_equal (a->lhs, b->lhs) && expr_equal (a->rhs, b->rhs) &&
         exprs_equal (a->args, a->n_args, b->args, b->n_args) &&
         branches_equal (a, b) && meta_equal (&a->meta, &b->meta);
}

static bool
relations_equal (const LangRelation *const *a,
                 uint32_t n_a,
                 const LangRelation *const *b,
                 uint32_t n_b)
{
  if (n_a != n_b)
    return false;
  for (uint32_t i = 0; i < n_a; i++)
    if (!relation_equal (a[i], b[i]))
      return false;
  return true;
}

static bool
variants_equal (const LangClass *a, const LangClass *b)
{
  if (a->n_variants != b->n_variants)
    return false;
  for (uint32_t i = 0; i < a->n_variants; i++) {
    const LangVariant *left = &a->variants[i], *right = &b->variants[i];

    if (left->name != right->name || !text_equal (left->doc, right->doc) ||
        !decls_equal (left->fields, left->n_fields, right->fields, right->n_fields))
      return false;
  }
  return true;
}

static bool
class_equal (const LangClass *a, const LangClass *b)
{
  return a->kind == b->kind && a->name == b->name && text_equal (a->doc, b->doc) &&
         a->is_partial == b->is_partial && a->is_example == b->is_example &&
         a->is_test == b->is_test && a->is_external == b->is_external &&
         decls_equal (a->decls, a->n_decls, b->decls, b->n_decls) &&
         relations_equal (a->relations, a->n_relations, b->relations, b->n_relations) &&
         json_equal (a->metadata, b->metadata) && type_equal (&a->alias, &b->alias) &&
         a->signal == b->signal && variants_equal (a, b) &&
         expr_equal (a->result, b->result);
}
