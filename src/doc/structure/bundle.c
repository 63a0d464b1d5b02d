/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wires of arrays: which connects of loops are drawn. Whether a loop leads through all
 * parts of an array is a comparison of its range with that of the array. Ends have the
 * names that they have outside of the loop, so that all that is asked of wires is asked
 * of these, too. */
#include "doc/structure/bundle.h"

#include <string.h>

#include "doc/model-private.h"
#include "doc/structure/array.h"
#include "lang/print.h"

/* ---- which connects are drawn ---- */

typedef struct {
  const DocArrays *arrays;
  const char *i;
  const LangExpr *last; /* of the loop's range */
} Loop;

/* Whether an index is the number of the loop. */
static bool
is_number_of (const LangExpr *index, const char *i)
{
  return index->kind == LANG_INDEX && index->n_args == 2 &&
         index->args[1]->kind == LANG_NAME && index->args[1]->name == i;
}

static bool
names (const LangExpr *expr, const char *i)
{
  bool is_found = expr->kind == LANG_NAME && expr->name == i;

  for (uint32_t k = 0; k < expr->n_args && !is_found; k++)
    is_found = names (expr->args[k], i);
  return is_found;
}

/* Whether an end is one of each part, with the number of the loop as the only index of
 * an array that has as many, or always the same. */
static bool
is_end (const Loop *loop, const LangExpr *end)
{
  const LangExpr *of = end->n_args > 0 ? end->args[0] : NULL;

  if (end->kind == LANG_MEMBER)
    return is_end (loop, of);
  if (end->kind != LANG_INDEX || !is_number_of (end, loop->i))
    return !names (end, loop->i) &&
           (end->kind == LANG_NAME || (end->kind == LANG_INDEX && is_end (loop, of)));
  const LangDecl *decl =
      of->kind == LANG_NAME ? doc_arrays_find (loop->arrays, of->name) : NULL;
  const LangExpr *last =
      decl != NULL && decl->n_for == 1 ? doc_array_last (decl->for_ranges[0]) : NULL;
  return decl == NULL
             ? is_end (loop, of)
             : last != NULL && doc_arrays_are_equal (loop->arrays, last, loop->last);
}

static bool
is_drawn (const Loop *loop, const LangRelation *relation)
{
  bool is_whole = relation->kind == LANG_CONNECT && relation->n_args > 1;

  for (uint32_t k = 0; is_whole && k < relation->n_args; k++)
    is_whole = is_end (loop, relation->args[k]);
  return is_whole;
}

static void
read_loop (const DocModel *doc, const LangRelation *relation, GArray *bundles)
{
  const Loop loop = {doc->arrays, relation->name, doc_array_last (relation->rhs)};
  const LangBranch *body = &relation->branches[0];

  if (loop.last == NULL || doc_array_of_loop (relation) != NULL ||
      doc_arrays_value (loop.arrays, loop.last) < 1)
    return;
  for (uint32_t k = 0; k < body->n; k++) {
    const LangRelation *inner = body->relations[k];
    const bool has_own = inner->meta.key != NULL || inner->meta.json != NULL;
    const DocBundle bundle = {inner, relation,
                              body->n > 1 || has_own ? inner : relation};

    if (is_drawn (&loop, inner))
      g_array_append_val (bundles, bundle);
  }
}

GArray *
doc_bundle_read (const DocModel *doc)
{
  const LangClass *class = doc->class;
  GArray *bundles =
      g_array_sized_new (FALSE, FALSE, sizeof (DocBundle), class->n_relations);

  for (uint32_t i = 0; i < class->n_relations; i++) {
    const LangRelation *relation = class->relations[i];
    const DocBundle single = {relation, NULL, relation};

    if (relation->kind == LANG_CONNECT)
      g_array_append_val (bundles, single);
    else if (relation->kind == LANG_FOR_REL)
      read_loop (doc, relation, bundles);
  }
  return bundles;
}

/* ---- ends ---- */

bool
doc_bundle_is_numbered (const LangExpr *end, const char *i)
{
  for (; end->kind == LANG_MEMBER || end->kind == LANG_INDEX; end = end->args[0])
    if (is_number_of (end, i))
      return true;
  return false;
}

char *
doc_bundle_end_text (const LangExpr *end, const char *i)
{
  GString *text = g_string_new (NULL);

  lang_print_expr (text, end);
  if (i != NULL) {
    g_autofree char *index = g_strdup_printf ("[%s]", i);

    g_string_replace (text, index, "", 0);
  }
  return g_string_free (text, FALSE);
}

const char *
doc_bundle_parts (const DocModel *doc, const DocEnd *end)
{
  const DocItem *item = end->item != UINT32_MAX ? &doc->items[end->item] : NULL;

  return item != NULL && item->array != NULL && end->name[strlen (item->name)] != '['
             ? item->array->count
             : NULL;
}

const char *
doc_bundle_count_of (const DocModel *doc, const DocWire *wire)
{
  for (uint32_t k = 0; k < wire->n_ends; k++) {
    const char *parts = doc_bundle_parts (doc, &wire->ends[k]);

    if (wire->loop == NULL && parts != NULL)
      return parts;
    if (wire->loop != NULL &&
        doc_bundle_is_numbered (wire->relation->args[k], wire->loop->name)) {
      g_autofree char *count =
          doc_bundle_end_text (doc_array_last (wire->loop->rhs), NULL);

      return base_arena_strdup (doc->arena, count);
    }
  }
  return NULL;
}
