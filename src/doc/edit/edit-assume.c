/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that stand in for missing ones: ordinary modifiers, each with a mark in the
 * metadata of its instance that repeats its text (lib/assumed.h). All modifiers and
 * marks of an item are written at once, since a patch adds one missing part to an
 * element. */
#include <string.h>

#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/view/modifier.h"
#include "lib/assumed.h"

static bool
is_missing (const DocItem *item, const LibParam *param)
{
  if (item->is_commented || param->value != NULL || param->of_case != NULL)
    return false;
  const DocModifier modifier = doc_modifier_read (item, param->name);
  return doc_modifier_value (item->decl, &modifier) == NULL;
}

static bool
can_assume (const DocItem *item, const LibParam *param)
{
  return param->assumed != NULL && is_missing (item, param);
}

/* Metadata that several elements share says of none of them what is assumed. */
static bool
can_mark (GHashTable *counts, const DocItem *item)
{
  const char *key = item->decl->meta.key;

  return item->card != NULL &&
         (key == NULL || GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) == 1);
}

/* ---- marks ---- */

static void
append_mark (GString *marks, const char *target, const char *text)
{
  g_autofree char *key = lang_json_quote (target);
  g_autofree char *value = lang_json_quote (text);

  g_string_append_printf (marks, "%s%s: %s", marks->len > 1 ? ", " : "", key, value);
}

static void
keep_mark (void *data, const char *target, const LangExpr *value)
{
  const BaseSpan span = value->span;
  g_autofree char *text =
      g_strndup (base_source_text (span.source) + span.begin, span.end - span.begin);

  append_mark (data, target, text);
}

static void
count_mark (void *data, const char *target, const LangExpr *value)
{
  ++*(uint32_t *) data;
}

static uint32_t
n_marks (const DocItem *item)
{
  uint32_t n = 0;

  lib_assumed_each (item->decl, count_mark, &n);
  return n;
}

/* ---- assuming ---- */

/* What the modifiers of the item say already ("m(min = 1)") gets its value there. */
static bool
complete_modifier (DocPatch *patch, const DocItem *item, const LibParam *param)
{
  const LangDecl *decl = item->decl;
  const LangMod *mod = doc_modifier_named (decl->mods, decl->n_mods, param->name);

  if (mod == NULL)
    return false;
  g_autofree char *text = g_strconcat (" = ", param->assumed, NULL);
  doc_patch_insert_behind (patch, mod->span, text);
  return true;
}

static void
assume_item (DocPatch *patch, const DocItem *item)
{
  g_autoptr (GString) marks = g_string_new ("{"), mods = g_string_new (NULL);
  bool is_new = false;

  lib_assumed_each (item->decl, keep_mark, marks);
  for (uint32_t i = 0; i < item->card->n_params; i++) {
    const LibParam *param = &item->card->params[i];

    if (!can_assume (item, param))
      continue;
    is_new = true;
    append_mark (marks, param->name, param->assumed);
    if (!complete_modifier (patch, item, param))
      g_string_append_printf (mods, "%s%s = %s", mods->len > 0 ? ", " : "", param->name,
                              param->assumed);
  }
  if (!is_new)
    return;
  g_string_append_c (marks, '}');
  if (mods->len > 0)
    doc_patch_add_modifiers (patch, item->decl, mods->str);
  doc_patch_set_meta (patch, &item->decl->meta, item->name, "assumed", marks->str);
}

bool
doc_assume (DocModel *doc, const char *const *names, uint32_t n, GError **error)
{
  DocPatch *patch = doc_patch_new (doc, error);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) counts = doc_patch_count_keys (doc->class);

  for (uint32_t i = 0; patch != NULL && i < n; i++) {
    const uint32_t k = doc_find_item (doc, names[i]);

    if (k != UINT32_MAX && g_hash_table_add (seen, (gpointer) names[i]) &&
        can_mark (counts, &doc->items[k]))
      assume_item (patch, &doc->items[k]);
  }
  return patch != NULL && doc_apply (patch, "Assume missing values");
}

/* ---- confirming ---- */

bool
doc_confirm (DocModel *doc, const char *const *names, uint32_t n, GError **error)
{
  DocPatch *patch = doc_patch_new (doc, error);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (uint32_t i = 0; patch != NULL && i < n; i++) {
    const uint32_t k = doc_find_item (doc, names[i]);
    const LangJson *meta = k != UINT32_MAX ? doc->items[k].decl->meta.json : NULL;
    const LangJson *marks = lang_json_get (meta, "assumed");

    if (marks != NULL && g_hash_table_add (seen, (gpointer) marks))
      doc_patch_remove_member (patch, meta, marks);
  }
  return patch != NULL && doc_apply (patch, "Confirm assumed values");
}

/* ---- asking ---- */

bool
doc_is_assumed (const DocModel *doc, const char *item, const char *target)
{
  const uint32_t i = doc_find_item (doc, item);

  return i < doc->n_items && lib_assumed_value (doc->items[i].decl, target) != NULL;
}

bool
doc_lacks (const DocModel *doc, const char *item, const char *target)
{
  const uint32_t i = doc_find_item (doc, item);
  const LibParam *param =
      i < doc->n_items ? doc_modifier_param (&doc->items[i], target) : NULL;

  if (param == NULL || !can_assume (&doc->items[i], param))
    return false;
  g_autoptr (GHashTable) counts = doc_patch_count_keys (doc->class);
  return can_mark (counts, &doc->items[i]);
}

uint32_t
doc_n_assumed (const DocModel *doc)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < doc->n_items; i++)
    if (!doc->items[i].is_commented)
      n += n_marks (&doc->items[i]);
  return n;
}

uint32_t
doc_n_missing (const DocModel *doc)
{
  g_autoptr (GHashTable) counts = doc_patch_count_keys (doc->class);
  uint32_t n = 0;

  for (uint32_t i = 0; i < doc->n_items; i++) {
    const DocItem *item = &doc->items[i];

    for (uint32_t k = 0; can_mark (counts, item) && k < item->card->n_params; k++)
      n += can_assume (item, &item->card->params[k]);
  }
  return n;
}
