/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modifiers of instances and of analyses. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/number.h"
#include "base/unit.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/error.h"
#include "lang/parse.h"

/* "s(initial)" is the attribute `initial` of `s`. */
typedef struct {
  char *name;
  char *attribute; /* or NULL */
} Target;

static Target
target_of (const char *text)
{
  const char *bracket = strchr (text, '(');

  if (bracket == NULL)
    return (Target){g_strdup (text), NULL};
  return (Target){g_strndup (text, (gsize) (bracket - text)),
                  g_strndup (bracket + 1, strcspn (bracket + 1, ")"))};
}

static void
target_clear (Target *target)
{
  g_free (target->name);
  g_free (target->attribute);
}

static const LangMod *
find_mod (const LangMod *const *mods, uint32_t n, const char *name)
{
  for (uint32_t i = 0; i < n; i++)
    if (strcmp (mods[i]->target.text, name) == 0)
      return mods[i];
  return NULL;
}

/* Where the value of the target is written, or NULL. */
static const LangExpr *
find_value (const LangDecl *decl, const Target *target)
{
  const LangMod *mod = find_mod (decl->mods, decl->n_mods, target->name);

  if (mod == NULL || target->attribute == NULL)
    return mod == NULL ? NULL : mod->value;
  const LangMod *inner = find_mod (mod->mods, mod->n_mods, target->attribute);
  if (inner != NULL)
    return inner->value;
  return strcmp (target->attribute, "initial") == 0 ? mod->initial : NULL;
}

/* ---- writing ---- */

static void
remove_one (DocPatch *patch,
            const LangMod *const *mods,
            uint32_t n,
            const LangMod *gone)
{
  g_autofree BaseSpan *spans = g_new (BaseSpan, n + 1);
  g_autofree bool *removed = g_new0 (bool, n + 1);

  for (uint32_t i = 0; i < n; i++) {
    spans[i] = mods[i]->span;
    removed[i] = mods[i] == gone;
  }
  doc_patch_remove_listed (patch, spans, removed, n);
}

static void
add_mod (DocPatch *patch, const LangDecl *decl, const char *text)
{
  bool has_parens = decl->mods_span.end > decl->mods_span.begin;
  g_autofree char *inserted = g_strdup_printf (has_parens && decl->n_mods > 0 ? ", %s"
                                               : has_parens                   ? "%s"
                                                                              : "(%s)",
                                               text);
  if (decl->n_mods > 0)
    doc_patch_insert (patch, decl->mods[decl->n_mods - 1]->span.end, inserted);
  else
    doc_patch_insert (patch, decl->mods_span.begin + has_parens, inserted);
}

static void
add_inner (DocPatch *patch,
           const LangMod *mod,
           const char *attribute,
           const char *value)
{
  g_autofree char *text =
      g_strdup_printf (mod->n_mods > 0 ? ", %s = %s" : "(%s = %s)", attribute, value);

  doc_patch_insert (patch,
                    mod->n_mods > 0 ? mod->mods[mod->n_mods - 1]->span.end
                                    : mod->target.span.end,
                    text);
}

static bool
has_own_value (const LangMod *mod)
{
  return mod->value != NULL || mod->value_missing || mod->initial != NULL ||
         mod->initial_missing;
}

/* Takes an attribute away, and what becomes empty with it. */
static void
remove_inner (DocPatch *patch,
              const LangDecl *decl,
              const LangMod *mod,
              const char *name)
{
  const LangMod *inner = find_mod (mod->mods, mod->n_mods, name);

  if (inner == NULL && mod->initial != NULL &&
      mod->value != NULL) { /* x = e initial f */
    BaseSpan span = mod->initial->span;

    span.begin = mod->value->span.end;
    doc_patch_replace (patch, span, "");
  } else if (inner == NULL || (mod->n_mods == 1 && !has_own_value (mod)))
    remove_one (patch, decl->mods, decl->n_mods, mod);
  else if (mod->n_mods > 1)
    remove_one (patch, mod->mods, mod->n_mods, inner);
  else { /* the only one, in parentheses */
    BaseSpan span = {inner->span.source, mod->target.span.end, inner->span.end};
    const char *text = base_source_text (span.source);

    while (text[span.end] != ')')
      span.end++;
    span.end++;
    doc_patch_replace (patch, span, "");
  }
}

static void
write_mod (DocPatch *patch,
           const LangDecl *decl,
           const Target *target,
           const char *value)
{
  const LangMod *mod = find_mod (decl->mods, decl->n_mods, target->name);
  const LangExpr *old = find_value (decl, target);

  if (old != NULL && value != NULL)
    doc_patch_replace (patch, old->span, value);
  else if (old != NULL && target->attribute != NULL)
    remove_inner (patch, decl, mod, target->attribute);
  else if (old != NULL && mod->n_mods > 0) { /* keeps its attributes */
    BaseSpan span = {mod->span.source, mod->mods[mod->n_mods - 1]->span.end,
                     mod->span.end};
    const char *text = base_source_text (span.source);

    while (text[span.begin] != ')')
      span.begin++;
    span.begin++;
    doc_patch_replace (patch, span, "");
  } else if (old != NULL)
    remove_one (patch, decl->mods, decl->n_mods, mod);
  else if (value != NULL && mod == NULL) {
    g_autofree char *text =
        target->attribute == NULL
            ? g_strdup_printf ("%s = %s", target->name, value)
            : g_strdup_printf ("%s(%s = %s)", target->name, target->attribute, value);

    add_mod (patch, decl, text);
  } else if (value != NULL && target->attribute != NULL)
    add_inner (patch, mod, target->attribute, value);
  else if (value != NULL) {
    g_autofree char *text = g_strdup_printf (" = %s", value);

    doc_patch_insert (patch, mod->span.end, text);
  }
}

void
doc_patch_set_modifier (DocPatch *patch,
                        const LangDecl *decl,
                        const char *target,
                        const char *value)
{
  Target parts = target_of (target);

  write_mod (patch, decl, &parts, value);
  target_clear (&parts);
}

const LangExpr *
doc_find_modifier (const LangDecl *decl, const char *target)
{
  Target parts = target_of (target);
  const LangExpr *value = find_value (decl, &parts);

  target_clear (&parts);
  return value;
}

/* ---- fields of an enum's case: ref_type.f_crit ---- */

static const LibParam *
find_param (const DocItem *item, const char *name)
{
  for (uint32_t i = 0; item->card != NULL && i < item->card->n_params; i++)
    if (strcmp (item->card->params[i].name, name) == 0)
      return &item->card->params[i];
  return NULL;
}

/* The parameter that a field belongs to; *field is its name there. NULL if it is none.
 */
static const LibParam *
owner_of_field (const DocItem *item, const char *target, const char **field)
{
  const LibParam *param = find_param (item, target);
  const char *dot = strrchr (target, '.');

  if (param == NULL || param->of_case == NULL || dot == NULL)
    return NULL;
  g_autofree char *owner = g_strndup (target, (gsize) (dot - target));
  *field = dot + 1;
  return find_param (item, owner);
}

static const LangExpr *
find_argument (const LangExpr *call, const char *name)
{
  for (uint32_t i = 1; call != NULL && call->kind == LANG_CALL && i < call->n_args; i++)
    if (call->arg_names[i] != NULL && strcmp (call->arg_names[i], name) == 0)
      return call->args[i];
  return NULL;
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
  uint32_t n = call->n_args - 1;
  g_autofree BaseSpan *spans = g_new (BaseSpan, n + 1);
  g_autofree bool *removed = g_new0 (bool, n + 1);

  for (uint32_t i = 0; i < n; i++) {
    spans[i] = argument_span (call, i + 1);
    removed[i] = call->args[i + 1] == gone;
  }
  doc_patch_remove_listed (patch, spans, removed, n);
}

static void
write_field (DocPatch *patch,
             const DocItem *item,
             const LibParam *owner,
             const char *field,
             const char *value)
{
  const LangExpr *expr = doc_find_modifier (item->decl, owner->name);
  const LangExpr *old = find_argument (expr, field);

  if (old != NULL && value != NULL)
    doc_patch_replace (patch, old->span, value);
  else if (old != NULL)
    remove_argument (patch, expr, old);
  else if (value == NULL)
    return;
  else if (expr == NULL) {
    g_autofree char *full = g_strdup_printf ("%s.%s", owner->name, field);
    const LibParam *param = find_param (item, full);
    g_autofree char *text = g_strdup_printf ("%s.%s(%s = %s)", owner->enumeration->name,
                                             param->of_case, field, value);

    doc_patch_set_modifier (patch, item->decl, owner->name, text);
  } else {
    bool is_call = expr->kind == LANG_CALL;
    g_autofree char *text = g_strdup_printf (!is_call            ? "(%s = %s)"
                                             : expr->n_args == 1 ? "%s = %s"
                                                                 : ", %s = %s",
                                             field, value);
    /* behind the last argument, or behind the opening bracket */
    uint32_t at = !is_call            ? expr->span.end
                  : expr->n_args == 1 ? expr->span.end - 1
                                      : expr->args[expr->n_args - 1]->span.end;

    doc_patch_insert (patch, at, text);
  }
}

/* ---- what was typed ---- */

static void
remove_member (DocPatch *patch, const LangJson *object, const char *key)
{
  g_autofree BaseSpan *spans = g_new (BaseSpan, object->n + 1);
  g_autofree bool *removed = g_new0 (bool, object->n + 1);

  for (uint32_t i = 0; i < object->n; i++) {
    spans[i] = object->key_spans[i];
    spans[i].end = object->items[i]->span.end;
    removed[i] = strcmp (object->keys[i], key) == 0;
  }
  doc_patch_remove_listed (patch, spans, removed, object->n);
}

static void
write_entry (DocPatch *patch,
             const DocItem *item,
             const char *target,
             const char *entry)
{
  const LangJson *entries = lang_json_get (item->decl->meta.json, "entry");

  if (entry != NULL) {
    g_autofree char *path = g_strdup_printf ("entry/%s", target);
    g_autofree char *quoted = lang_json_quote (entry);

    doc_patch_set_meta (patch, &item->decl->meta, item->name, path, quoted);
  } else if (lang_json_get (entries, target) != NULL) {
    if (entries->n == 1)
      remove_member (patch, item->decl->meta.json, "entry");
    else
      remove_member (patch, entries, target);
  }
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
  return g_strdup (base_diags_get (diags, 0)->message);
}

static char *
check_expression (const char *value)
{
  g_autofree char *within = g_strdup_printf ("(%s)", value);
  char *problem = check_text (value);

  if (problem != NULL)
    return problem;
  g_autofree char *swallowed = check_text (within);
  return swallowed == NULL ? NULL : g_strdup (_ ("a comment cannot stand here"));
}

bool
doc_set_modifier (DocModel *doc,
                  const char *item,
                  const char *target,
                  const char *value,
                  const char *entry,
                  GError **error)
{
  uint32_t index = doc_find_item (doc, item);
  const char *field = NULL;

  if (index >= doc->n_items)
    return doc_error_refuse (error, "There is no %s in this diagram", item);
  g_autofree char *problem = value == NULL ? NULL : check_expression (value);
  if (problem != NULL)
    return doc_error_refuse (error, "This is not a value: %s", problem);
  DocPatch *patch = doc_patch_new (doc, error);
  if (patch == NULL)
    return false;
  const DocItem *subject = &doc->items[index];
  const LibParam *owner = owner_of_field (subject, target, &field);
  if (owner != NULL)
    write_field (patch, subject, owner, field, value);
  else
    doc_patch_set_modifier (patch, subject->decl, target, value);
  write_entry (patch, subject, target, value == NULL ? NULL : entry);
  return doc_apply (patch, "Set %s.%s", item, target);
}

static const LangExpr *
find_expr (const DocModel *doc, const char *item, const char *target)
{
  uint32_t index = doc_find_item (doc, item);
  const char *field = NULL;

  if (index >= doc->n_items)
    return NULL;
  const DocItem *subject = &doc->items[index];
  const LibParam *owner = owner_of_field (subject, target, &field);
  if (owner != NULL)
    return find_argument (doc_find_modifier (subject->decl, owner->name), field);
  return doc_find_modifier (subject->decl, target);
}

char *
doc_get_modifier (const DocModel *doc, const char *item, const char *target)
{
  const LangExpr *expr = find_expr (doc, item, target);

  if (expr == NULL)
    return NULL;
  return g_strndup (base_source_text (expr->span.source) + expr->span.begin,
                    expr->span.end - expr->span.begin);
}

static double
number_of (const LangExpr *expr)
{
  if (expr->kind == LANG_NUMBER)
    return expr->number;
  if (expr->kind == LANG_UNARY && expr->op == LANG_OP_NEG)
    return -number_of (expr->args[0]);
  return NAN;
}

/* The SI unit of what may be set under that name. */
static const char *
units_of (const DocItem *item, const char *target)
{
  const LibParam *param = find_param (item, target);
  Target parts = target_of (target);
  const char *units = param == NULL ? "" : param->units;

  for (uint32_t i = 0;
       param == NULL && item->card != NULL && i < item->card->n_variables; i++)
    if (strcmp (item->card->variables[i].name, parts.name) == 0)
      units = item->card->variables[i].units;
  target_clear (&parts);
  return units;
}

/* What was typed for a target, if it still says the same as the modifier. */
static const char *
valid_entry (const DocModel *doc, const DocItem *item, const char *target)
{
  static const double tolerance = 1e-9; /* relative: the modifier may be rounded */
  const LangExpr *expr = find_expr (doc, item->name, target);
  const LangJson *entries = lang_json_get (item->decl->meta.json, "entry");
  const char *entry = lang_json_string (lang_json_get (entries, target), NULL);
  double typed;

  if (expr == NULL || entry == NULL ||
      !base_unit_parse_quantity (entry, units_of (item, target), "", &typed))
    return NULL;
  double value = number_of (expr);
  return fabs (typed - value) <= tolerance * fabs (value) ? entry : NULL;
}

char *
doc_get_entry (const DocModel *doc, const char *item, const char *target)
{
  uint32_t index = doc_find_item (doc, item);

  return index >= doc->n_items
             ? NULL
             : g_strdup (valid_entry (doc, &doc->items[index], target));
}

void
doc_check_entries (DocModel *doc)
{
  for (uint32_t i = 0; i < doc->n_items; i++) {
    const DocItem *item = &doc->items[i];
    const LangJson *entries = lang_json_get (item->decl->meta.json, "entry");

    for (uint32_t k = 0;
         entries != NULL && entries->kind == LANG_JSON_OBJECT && k < entries->n; k++) {
      g_autofree char *value = doc_get_modifier (doc, item->name, entries->keys[k]);

      if (value != NULL && valid_entry (doc, item, entries->keys[k]) == NULL)
        base_diags_add (
            doc->diags, BASE_WARNING, 604, item->decl->span,
            "`%s.%s` is %s, which is not what was typed (%s); the number counts",
            item->name, entries->keys[k], value,
            lang_json_string (entries->items[k], ""));
    }
  }
}
