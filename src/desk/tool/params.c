/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of the first component are looked up by name in the cards of the
 * others; instances of one class have the same names, whatever their modifiers. */
#include "desk/tool/params.h"

#include "doc/edit/edit.h"

static const LibCard *
card_of (const DocModel *doc, const char *item)
{
  const uint32_t k = doc_find_item (doc, item);

  return k < doc_n_items (doc) ? doc_item (doc, k)->card : NULL;
}

static bool
is_same (const LibParam *a, const LibParam *b)
{
  return g_str_equal (a->name, b->name) && a->kind == b->kind &&
         a->is_final == b->is_final && g_strcmp0 (a->units, b->units) == 0 &&
         a->enumeration == b->enumeration && g_strcmp0 (a->value, b->value) == 0 &&
         g_strcmp0 (a->of_case, b->of_case) == 0;
}

static bool
has (const LibCard *card, const LibCard *first, const LibParam *param)
{
  if (card == NULL || (param->of_case != NULL && card->entry != first->entry))
    return false;
  for (uint32_t i = 0; i < card->n_params; i++)
    if (is_same (&card->params[i], param))
      return true;
  return false;
}

GPtrArray *
desk_params_shared (const DocModel *doc, const char *const *items, uint32_t n)
{
  const LibCard *first = n > 0 ? card_of (doc, items[0]) : NULL;
  GPtrArray *shared = g_ptr_array_new ();

  for (uint32_t p = 0; first != NULL && p < first->n_params; p++) {
    const LibParam *param = &first->params[p];
    bool is_shared = true;

    for (uint32_t i = 1; i < n && is_shared; i++)
      is_shared = has (card_of (doc, items[i]), first, param);
    if (is_shared)
      g_ptr_array_add (shared, (gpointer) param);
  }
  return shared;
}

bool
desk_params_get (const DocModel *doc,
                 const char *const *items,
                 uint32_t n,
                 const char *target,
                 char **value,
                 char **entry)
{
  *value = doc_get_modifier (doc, items[0], target);
  *entry = doc_get_entry (doc, items[0], target);
  for (uint32_t i = 1; i < n; i++) {
    g_autofree char *other = doc_get_modifier (doc, items[i], target);
    g_autofree char *typed = doc_get_entry (doc, items[i], target);

    if (g_strcmp0 (other, *value) != 0 || g_strcmp0 (typed, *entry) != 0) {
      g_clear_pointer (value, g_free);
      g_clear_pointer (entry, g_free);
      return false;
    }
  }
  return true;
}
