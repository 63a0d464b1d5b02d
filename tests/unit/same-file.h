/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "lang/ast.h"

/* Whether a file that was edited is the same as one that was read from its text: all
 * nodes with all that they say, at the same places. What differs first is told by its
 * place. */
typedef struct {
  const LangFile *a, *b;
} SameFile;

#define SAME(condition)                                                                \
  do {                                                                                 \
    if (!(condition))                                                                  \
      g_error ("%s:%d: the trees differ: %s", __FILE__, __LINE__, #condition);         \
  } while (0)

static inline void
same_span (const SameFile *f, BaseSpan a, BaseSpan b)
{
  const BaseSpan now = a.source == NULL ? a : lang_file_span (f->a, a);
  const BaseSpan whole = b.source == NULL ? b : lang_file_span (f->b, b);

  SAME ((a.source == NULL) == (b.source == NULL));
  if (now.begin != whole.begin || now.end != whole.end)
    g_error ("[%u, %u) in place of [%u, %u): %.*s", now.begin, now.end, whole.begin,
             whole.end, (int) (whole.end - whole.begin),
             base_source_text (whole.source) + whole.begin);
}

/* The same of what is never parted: its bytes stand behind each other. */
static inline void
same_piece (const SameFile *f, BaseSpan a, BaseSpan b)
{
  same_span (f, a, b);
  SAME (a.source == NULL ||
        (a.end - a.begin == b.end - b.begin &&
         memcmp (base_source_text (a.source) + a.begin,
                 base_source_text (b.source) + b.begin, a.end - a.begin) == 0));
}

static inline void
same_name (const SameFile *f, const LangName *a, const LangName *b)
{
  SAME (a->n == b->n && a->text == b->text);
  for (uint32_t i = 0; i < a->n; i++)
    SAME (a->parts[i] == b->parts[i]);
  same_piece (f, a->span, b->span);
}

static inline void
same_expr (const SameFile *f, const LangExpr *a, const LangExpr *b)
{
  SAME ((a == NULL) == (b == NULL));
  if (a == NULL)
    return;
  SAME (a->kind == b->kind && a->op == b->op && a->is_true == b->is_true &&
        a->in_parens == b->in_parens && a->height == b->height &&
        a->n_args == b->n_args);
  SAME (memcmp (&a->number, &b->number, sizeof a->number) == 0);
  SAME (g_strcmp0 (a->name, b->name) == 0);
  SAME ((a->arg_names == NULL) == (b->arg_names == NULL));
  same_piece (f, a->span, b->span);
  same_piece (f, a->name_span, b->name_span);
  for (uint32_t i = 0; i < a->n_args; i++) {
    same_expr (f, a->args[i], b->args[i]);
    SAME (a->arg_names == NULL || a->arg_names[i] == b->arg_names[i]);
  }
}

static inline void
same_exprs (const SameFile *f,
            const LangExpr *const *a,
            const LangExpr *const *b,
            uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    same_expr (f, a[i], b[i]);
}

static inline void
same_mods (const SameFile *f,
           const LangMod *const *a,
           const LangMod *const *b,
           uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    same_piece (f, a[i]->span, b[i]->span);
    same_name (f, &a[i]->target, &b[i]->target);
    SAME (a[i]->is_final == b[i]->is_final && a[i]->n_mods == b[i]->n_mods);
    SAME (a[i]->value_missing == b[i]->value_missing &&
          a[i]->initial_missing == b[i]->initial_missing);
    same_mods (f, a[i]->mods, b[i]->mods, a[i]->n_mods);
    same_expr (f, a[i]->value, b[i]->value);
    same_expr (f, a[i]->initial, b[i]->initial);
  }
}

static inline void
same_type (const SameFile *f, const LangType *a, const LangType *b)
{
  SAME (a->n_mods == b->n_mods && a->n_dims == b->n_dims &&
        a->is_function == b->is_function);
  same_name (f, &a->name, &b->name);
  same_mods (f, a->mods, b->mods, a->n_mods);
  same_exprs (f, a->dims, b->dims, a->n_dims);
  same_piece (f, a->span, b->span);
}

static inline void
same_json (const SameFile *f, const LangJson *a, const LangJson *b)
{
  SAME ((a == NULL) == (b == NULL));
  if (a == NULL)
    return;
  SAME (a->kind == b->kind && a->n == b->n);
  same_span (f, a->span, b->span);
  SAME (a->kind != LANG_JSON_NUMBER || a->number == b->number);
  SAME (a->kind != LANG_JSON_STRING || strcmp (a->string, b->string) == 0);
  for (uint32_t i = 0; i < a->n; i++) {
    if (a->kind == LANG_JSON_OBJECT) {
      SAME (strcmp (a->keys[i], b->keys[i]) == 0);
      same_piece (f, a->key_spans[i], b->key_spans[i]);
    }
    same_json (f, a->items[i], b->items[i]);
  }
}

/* The value behind a key is that of `_links` itself. */
static inline void
same_meta (const SameFile *f,
           const LangMeta *a,
           const LangMeta *b,
           const LangJson *links)
{
  same_piece (f, a->span, b->span);
  SAME (a->key == b->key);
  SAME (a->key == NULL || a->json == lang_json_get (links, a->key));
  if (a->key == NULL)
    same_json (f, a->json, b->json);
}

static inline void
same_decl (const SameFile *f,
           const LangDecl *a,
           const LangDecl *b,
           const LangJson *links)
{
  SAME (a->kind == b->kind && a->field == b->field && a->name == b->name);
  SAME (a->is_final == b->is_final && a->is_structural == b->is_structural &&
        a->is_discrete == b->is_discrete && a->is_argument == b->is_argument);
  SAME (a->n_mods == b->n_mods && a->n_for == b->n_for);
  SAME (g_strcmp0 (a->doc, b->doc) == 0);
  same_piece (f, a->span, b->span);
  same_piece (f, a->doc_span, b->doc_span);
  same_piece (f, a->name_span, b->name_span);
  same_piece (f, a->mods_span, b->mods_span);
  same_type (f, &a->type, &b->type);
  same_name (f, &a->class_name, &b->class_name);
  same_name (f, &a->base_name, &b->base_name);
  same_mods (f, a->mods, b->mods, a->n_mods);
  same_expr (f, a->value, b->value);
  same_expr (f, a->initial, b->initial);
  same_expr (f, a->condition, b->condition);
  same_exprs (f, a->for_ranges, b->for_ranges, a->n_for);
  for (uint32_t i = 0; i < a->n_for; i++)
    SAME (a->for_names[i] == b->for_names[i]);
  same_meta (f, &a->meta, &b->meta, links);
}

static inline void
same_relation (const SameFile *f,
               const LangRelation *a,
               const LangRelation *b,
               const LangJson *links)
{
  SAME (a->kind == b->kind && a->name == b->name && a->n_args == b->n_args &&
        a->n_branches == b->n_branches);
  SAME (g_strcmp0 (a->doc, b->doc) == 0);
  same_piece (f, a->span, b->span);
  same_piece (f, a->doc_span, b->doc_span);
  same_expr (f, a->lhs, b->lhs);
  same_expr (f, a->rhs, b->rhs);
  same_exprs (f, a->args, b->args, a->n_args);
  for (uint32_t i = 0; i < a->n_branches; i++) {
    const LangBranch *one = &a->branches[i], *other = &b->branches[i];

    same_piece (f, one->span, other->span);
    same_expr (f, one->condition, other->condition);
    same_name (f, &one->case_name, &other->case_name);
    SAME (one->n == other->n);
    for (uint32_t k = 0; k < one->n; k++)
      same_relation (f, one->relations[k], other->relations[k], links);
  }
  same_meta (f, &a->meta, &b->meta, links);
}

static inline void
same_class (const SameFile *f, const LangClass *a, const LangClass *b)
{
  const LangJson *links = lang_json_get (a->metadata, "_links");

  SAME (a->kind == b->kind && a->name == b->name && a->is_broken == b->is_broken);
  SAME (a->n_decls == b->n_decls && a->n_relations == b->n_relations);
  SAME (g_strcmp0 (a->doc, b->doc) == 0);
  same_span (f, a->span, b->span);
  same_piece (f, a->doc_span, b->doc_span);
  same_piece (f, a->name_span, b->name_span);
  same_piece (f, a->relations_keyword, b->relations_keyword);
  same_span (f, a->metadata_span, b->metadata_span);
  same_piece (f, a->end_keyword, b->end_keyword);
  same_type (f, &a->alias, &b->alias);
  for (uint32_t i = 0; i < a->n_decls; i++)
    same_decl (f, a->decls[i], b->decls[i], links);
  for (uint32_t i = 0; i < a->n_relations; i++)
    same_relation (f, a->relations[i], b->relations[i], links);
  same_json (f, a->metadata, b->metadata);
}

static inline void
assert_same_file (const LangFile *edited, const LangFile *read)
{
  const SameFile f = {edited, read};

  SAME (lang_file_n_classes (edited) == lang_file_n_classes (read));
  SAME (lang_file_is_sound (edited) == lang_file_is_sound (read));
  for (uint32_t i = 0; i < lang_file_n_classes (read); i++) {
    const LangClass *class = lang_file_class (edited, i);

    same_class (&f, class, lang_file_class (read, i));
    SAME (lang_file_find (edited, class->name)->name == class->name);
  }
}
