/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing modifiers of instances and of analyses: what stands there is replaced, what
 * does not is added to the list that it belongs to, in parentheses if it is the first,
 * and what goes away takes along the parentheses and commas that nothing needs. What
 * was typed with a unit stands in the metadata of the element. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/name.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/error.h"
#include "doc/view/modifier.h"
#include "lang/parse.h"

/* ---- adding ---- */

/* Adds to a list of which `n` stand, behind the last, behind the opening parenthesis,
 * or where that would be. */
static void
add (DocPatch *patch, uint32_t n, bool has_parens, BaseSpan behind, const char *text)
{
  g_autofree char *inserted = g_strdup_printf (n > 0        ? ", %s"
                                               : has_parens ? "%s"
                                                            : "(%s)",
                                               text);

  doc_patch_insert_behind (patch, behind, inserted);
}

void
doc_patch_add_modifiers (DocPatch *patch, const LangDecl *decl, const char *text)
{
  const uint32_t n = decl->n_mods;
  const bool has_parens = decl->mods_span.end > decl->mods_span.begin;
  BaseSpan opening = decl->mods_span;

  opening.end = opening.begin + has_parens;
  add (patch, n, has_parens, n > 0 ? decl->mods[n - 1]->span : opening, text);
}

static void
add_attribute (DocPatch *patch, const LangMod *mod, const char *text)
{
  const uint32_t n = mod->n_mods;

  add (patch, n, false, n > 0 ? mod->mods[n - 1]->span : mod->target.span, text);
}

static void
add_argument (DocPatch *patch, const LangExpr *value, const char *text)
{
  const bool is_call = value->kind == LANG_CALL;
  const uint32_t n = is_call ? value->n_args - 1 : 0;

  BaseSpan whole = value->span;

  whole.end -= is_call;
  add (patch, n, is_call, n > 0 ? value->args[n]->span : whole, text);
}

/* Writes down what does not stand there yet. */
static void
add_value (DocPatch *patch,
           const LangDecl *decl,
           const LangMod *mod,
           const DocModifier *m,
           const char *value)
{
  const char *part = m->field != NULL ? m->field : m->attribute;
  g_autofree char *text =
      g_strdup_printf ("%s = %s", part != NULL ? part : m->name, value);

  if (m->field != NULL)
    add_argument (patch, mod->value, text);
  else if (mod != NULL && part != NULL)
    add_attribute (patch, mod, text);
  else if (mod != NULL)
    doc_patch_insert_behind (patch, mod->span, text + strlen (m->name));
  else if (part == NULL)
    doc_patch_add_modifiers (patch, decl, text);
  else {
    g_autofree char *whole = g_strdup_printf ("%s(%s)", m->name, text);

    doc_patch_add_modifiers (patch, decl, whole);
  }
}

/* ---- taking away ---- */

static void
remove_mod (DocPatch *patch,
            const LangMod *const *mods,
            uint32_t n,
            const LangMod *gone)
{
  g_autofree BaseSpan *spans = g_new (BaseSpan, n);
  g_autofree bool *removed = g_new (bool, n);

  for (uint32_t i = 0; i < n; i++) {
    spans[i] = mods[i]->span;
    removed[i] = mods[i] == gone;
  }
  doc_patch_remove_listed (patch, spans, removed, n);
}

/* From `begin` to behind the next closing parenthesis. */
static uint32_t
behind_parens (const BaseSource *source, uint32_t begin)
{
  return begin + (uint32_t) strcspn (base_source_text (source) + begin, ")") + 1;
}

static bool
has_own_value (const LangMod *mod)
{
  return mod->value != NULL || mod->value_missing || mod->initial != NULL ||
         mod->initial_missing;
}

/* Takes an attribute away, and what becomes empty with it. */
static void
remove_attribute (DocPatch *patch,
                  const LangDecl *decl,
                  const LangMod *mod,
                  const char *name)
{
  const LangMod *inner = doc_modifier_named (mod->mods, mod->n_mods, name);
  BaseSpan span = mod->span;

  if (inner == NULL && mod->value != NULL) { /* x = e initial f */
    span.begin = mod->value->span.end;
    span.end = mod->initial->span.end;
    doc_patch_replace (patch, span, "");
  } else if (inner == NULL || (mod->n_mods == 1 && !has_own_value (mod)))
    remove_mod (patch, decl->mods, decl->n_mods, mod);
  else if (mod->n_mods > 1)
    remove_mod (patch, mod->mods, mod->n_mods, inner);
  else { /* the only one, in parentheses */
    span.begin = mod->target.span.end;
    span.end = behind_parens (span.source, inner->span.end);
    doc_patch_replace (patch, span, "");
  }
}

/* `name = value`, the name included. */
static BaseSpan
argument_span (const LangExpr *call, uint32_t i)
{
  BaseSpan span = call->args[i]->span;
  const char *text = base_source_text (span.source);

  if (call->arg_names[i] == NULL)
    return span;
  while (text[span.begin - 1] != '=')
    span.begin--;
  span.begin--;
  while (g_ascii_isspace (text[span.begin - 1]))
    span.begin--;
  span.begin -= (uint32_t) strlen (call->arg_names[i]);
  return span;
}

static void
remove_argument (DocPatch *patch, const LangExpr *call, const LangExpr *gone)
{
  const uint32_t n = call->n_args - 1;
  g_autofree BaseSpan *spans = g_new (BaseSpan, n);
  g_autofree bool *removed = g_new (bool, n);

  for (uint32_t i = 0; i < n; i++) {
    spans[i] = argument_span (call, i + 1);
    removed[i] = call->args[i + 1] == gone;
  }
  doc_patch_remove_listed (patch, spans, removed, n);
}

static void
remove_value (DocPatch *patch,
              const LangDecl *decl,
              const LangMod *mod,
              const DocModifier *m,
              const LangExpr *value)
{
  if (m->field != NULL)
    remove_argument (patch, mod->value, value);
  else if (m->attribute != NULL)
    remove_attribute (patch, decl, mod, m->attribute);
  else if (mod->n_mods > 0) { /* keeps its attributes */
    BaseSpan span = mod->span;

    span.begin = behind_parens (span.source, mod->mods[mod->n_mods - 1]->span.end);
    doc_patch_replace (patch, span, "");
  } else
    remove_mod (patch, decl->mods, decl->n_mods, mod);
}

/* ---- modifiers ---- */

static void
write_value (DocPatch *patch, const LangDecl *decl, DocModifier m, const char *value)
{
  const LangMod *mod = doc_modifier_named (decl->mods, decl->n_mods, m.name);
  const LangExpr *old = doc_modifier_value (decl, &m);
  g_autofree char *whole = NULL;

  if (old == NULL && m.field != NULL && (mod == NULL || mod->value == NULL)) {
    if (value != NULL)
      value = whole = g_strdup_printf ("%s.%s(%s = %s)", m.owner->enumeration->name,
                                       m.of_case, m.field, value);
    m.field = NULL;
  }
  if (old != NULL && value != NULL)
    doc_patch_replace (patch, old->span, value);
  else if (old != NULL)
    remove_value (patch, decl, mod, &m, old);
  else if (value != NULL)
    add_value (patch, decl, mod, &m, value);
}

void
doc_patch_set_modifier (DocPatch *patch,
                        const LangDecl *decl,
                        const char *name,
                        const char *value)
{
  write_value (patch, decl, (DocModifier){.name = base_name (name)}, value);
}

/* ---- what was typed ---- */

/* Metadata that several elements share says of none of them what was typed. */
static void
write_entry (DocPatch *patch,
             const DocItem *item,
             const char *target,
             const char *entry)
{
  const LangJson *meta = item->decl->meta.json,
                 *entries = lang_json_get (meta, "entry");
  const LangJson *old = lang_json_get (entries, target);

  if (entry != NULL && !doc_patch_is_shared (patch, &item->decl->meta)) {
    g_autofree char *path = g_strdup_printf ("entry/%s", target);
    g_autofree char *quoted = lang_json_quote (entry);

    doc_patch_set_meta (patch, &item->decl->meta, item->name, path, quoted);
  } else if (old != NULL) {
    const bool is_last = entries->n == 1;

    doc_patch_remove_member (patch, is_last ? meta : entries, is_last ? entries : old);
  }
}

/* What is set is no longer assumed: a step of its own, as the mark and what was typed
 * may be the same part of the metadata. */
static bool
settle_assumed (DocPatch *patch,
                const DocModel *doc,
                const uint32_t *items,
                uint32_t n,
                const char *target)
{
  for (uint32_t i = 0; i < n; i++) {
    const LangJson *meta = doc->items[items[i]].decl->meta.json;
    const LangJson *marks = lang_json_get (meta, "assumed");
    const LangJson *mark = lang_json_get (marks, target);

    if (mark != NULL)
      doc_patch_remove_member (patch, marks->n == 1 ? meta : marks,
                               marks->n == 1 ? marks : mark);
  }
  return doc_apply (patch, "Confirm assumed values");
}

/* What is wrong with a text as an expression, or NULL. */
static char *
check_text (const char *text)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseSource) source = base_source_new ("value", text, strlen (text));

  if (lang_parse_expression (arena, source, diags) != NULL)
    return NULL;
  const BaseDiag *fault = base_diags_get (diags, 0);
  return g_strdup (fault->begin >= strlen (text) ? _ ("something is missing at its end")
                                                 : fault->message);
}

bool
doc_check_value (const char *value, GError **error)
{
  g_autofree char *within = g_strdup_printf ("(%s)", value);
  g_autofree char *problem = check_text (value);
  g_autofree char *swallowed = problem == NULL ? check_text (within) : NULL;

  if (swallowed != NULL)
    return doc_error_refuse (error, "This is not a value: a comment cannot stand here");
  return problem == NULL ||
         doc_error_refuse (error, "This is not a value: %s", problem);
}

/* ---- defaults of the component's own parameters ---- */

const LangDecl *
doc_find_parameter (const DocModel *doc, const char *name)
{
  const char *interned = base_name (name);

  for (uint32_t i = 0; doc->class != NULL && i < doc->class->n_decls; i++)
    if (doc->class->decls[i]->kind == LANG_PARAMETER &&
        doc->class->decls[i]->name == interned)
      return doc->class->decls[i];
  return NULL;
}

static void
write_own_value (DocPatch *patch, const LangDecl *decl, const char *value)
{
  BaseSpan behind = decl->type.span;

  if (decl->value != NULL && value != NULL) {
    doc_patch_replace (patch, decl->value->span, value);
    return;
  }
  behind.begin = behind.end;
  if (decl->value != NULL)
    behind.end = decl->value->span.end;
  g_autofree char *text =
      value != NULL ? g_strconcat (" = ", value, NULL) : g_strdup ("");
  doc_patch_replace (patch, behind, text);
}

static void
write_own_entry (DocPatch *patch, const LangDecl *decl, const char *entry)
{
  const LangJson *old = lang_json_get (decl->meta.json, "entry");

  if (entry != NULL && !doc_patch_is_shared (patch, &decl->meta)) {
    g_autofree char *text = lang_json_quote (entry);

    doc_patch_set_meta (patch, &decl->meta, decl->name, "entry", text);
  } else if (old != NULL)
    doc_patch_remove_member (patch, decl->meta.json, old);
}

static bool
set_own_value (DocModel *doc,
               const char *name,
               const char *value,
               const char *entry,
               GError **error)
{
  const LangDecl *decl = doc_find_parameter (doc, name);

  if (decl == NULL)
    return doc_error_refuse (error, "There is no parameter %s in this component", name);
  if (value != NULL && !doc_check_value (value, error))
    return false;
  DocPatch *patch = doc_patch_new (doc, error);
  if (patch == NULL)
    return false;
  write_own_value (patch, decl, value);
  write_own_entry (patch, decl, value != NULL ? entry : NULL);
  return doc_apply (patch, "Set %s", name);
}

/* The indices of items, or NULL with an error; caller frees. */
static uint32_t *
find_all (const DocModel *doc, const char *const *items, uint32_t n, GError **error)
{
  g_autofree uint32_t *found = g_new (uint32_t, n);

  for (uint32_t i = 0; i < n; i++) {
    found[i] = doc_find_item (doc, items[i]);
    if (found[i] >= doc->n_items) {
      doc_error_refuse (error, "There is no %s in this diagram", items[i]);
      return NULL;
    }
  }
  return g_steal_pointer (&found);
}

bool
doc_set_modifiers (DocModel *doc,
                   const char *const *items,
                   const char *target,
                   const char *value,
                   const char *entry,
                   GError **error)
{
  const uint32_t n = g_strv_length ((char **) items);

  if (strcmp (items[0], DOC_SELF) == 0)
    return set_own_value (doc, target, value, entry, error);
  g_autofree uint32_t *found = find_all (doc, items, n, error);
  /* Refused before anything is written. */
  if (found == NULL)
    return false;
  if (value != NULL && !doc_check_value (value, error))
    return false;
  DocPatch *patch = doc_patch_new (doc, error);
  if (patch == NULL)
    return false;
  /* One step of undo, however many they are. */
  g_autofree char *label =
      n == 1 ? g_strdup_printf (_ ("Set %s.%s"), items[0], target)
             : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Set %s of %u component",
                                             "Set %s of %u components", n),
                                target, n);
  doc_begin (doc, label);
  bool is_changed = settle_assumed (patch, doc, found, n, target);
  patch = doc_patch_new (doc, NULL);
  for (uint32_t i = 0; i < n; i++) {
    const DocItem *subject = &doc->items[found[i]];

    write_value (patch, subject->decl, doc_modifier_read (subject, target), value);
    write_entry (patch, subject, target, value == NULL ? NULL : entry);
  }
  is_changed |= doc_apply (patch, "%s", label);
  doc_end (doc);
  return is_changed;
}

bool
doc_set_modifier (DocModel *doc,
                  const char *item,
                  const char *target,
                  const char *value,
                  const char *entry,
                  GError **error)
{
  return doc_set_modifiers (doc, (const char *const[]){item, NULL}, target, value,
                            entry, error);
}

static const LangExpr *
value_of (const DocModel *doc, const char *item, const char *target)
{
  uint32_t index = doc_find_item (doc, item);
  const LangDecl *own =
      strcmp (item, DOC_SELF) == 0 ? doc_find_parameter (doc, target) : NULL;

  if (index >= doc->n_items)
    return own != NULL ? own->value : NULL;
  const DocModifier modifier = doc_modifier_read (&doc->items[index], target);
  return doc_modifier_value (doc->items[index].decl, &modifier);
}

static char *
text_of (const LangExpr *value)
{
  return value == NULL
             ? NULL
             : g_strndup (base_source_text (value->span.source) + value->span.begin,
                          value->span.end - value->span.begin);
}

char *
doc_get_modifier (const DocModel *doc, const char *item, const char *target)
{
  return text_of (value_of (doc, item, target));
}

char *
doc_item_modifier (const DocItem *item, const char *target)
{
  const DocModifier modifier = doc_modifier_read (item, target);

  return text_of (doc_modifier_value (item->decl, &modifier));
}

char *
doc_item_entry (const DocItem *item, const char *target)
{
  return g_strdup (doc_modifier_entry (item, target));
}

bool
doc_find_value (const DocModel *doc,
                const char *item,
                const char *target,
                BaseSpan *span)
{
  const LangExpr *value = value_of (doc, item, target);

  if (value != NULL)
    *span = lang_file_span (doc->file, value->span);
  return value != NULL;
}

char *
doc_get_entry (const DocModel *doc, const char *item, const char *target)
{
  const uint32_t index = doc_find_item (doc, item);
  const LangDecl *own =
      strcmp (item, DOC_SELF) == 0 ? doc_find_parameter (doc, target) : NULL;

  return g_strdup (own != NULL ? doc_modifier_own_entry (doc, own)
                   : index < doc->n_items
                       ? doc_modifier_entry (&doc->items[index], target)
                       : NULL);
}
