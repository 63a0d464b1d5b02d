/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modifiers of instances as the tree has them: where a value stands, and whether what
 * the user typed for it ("5 kN/mm", kept in the metadata) still says the same. */
#include "doc/view/modifier.h"

#include <math.h>
#include <string.h>

#include "base/list.h"
#include "base/name.h"
#include "base/number.h"
#include "base/unit.h"
#include "lib/type.h"

const LibParam *
doc_modifier_param (const DocItem *item, const char *name)
{
  for (uint32_t i = 0; item->card != NULL && i < item->card->n_params; i++)
    if (strcmp (item->card->params[i].name, name) == 0)
      return &item->card->params[i];
  return NULL;
}

DocModifier
doc_modifier_read (const DocItem *item, const char *target)
{
  const size_t n = strcspn (target, "(");
  const char *dot = strrchr (target, '.');
  const LibParam *param = doc_modifier_param (item, target);

  if (param != NULL && param->of_case != NULL && dot != NULL) {
    const char *name = base_name_n (target, (size_t) (dot - target));
    const LibParam *owner = doc_modifier_param (item, name);

    if (owner != NULL)
      return (DocModifier){name, NULL, base_name (dot + 1), owner, param->of_case};
  }
  const char *attribute = target + n + 1;
  return (DocModifier){
      .name = base_name_n (target, n),
      .attribute =
          target[n] == '(' ? base_name_n (attribute, strcspn (attribute, ")")) : NULL,
  };
}

const LangMod *
doc_modifier_named (const LangMod *const *mods, uint32_t n, const char *name)
{
  for (uint32_t i = 0; i < n; i++)
    if (mods[i]->target.text == name)
      return mods[i];
  return NULL;
}

static const LangExpr *
find_argument (const LangExpr *call, const char *name)
{
  for (uint32_t i = 1; call != NULL && call->kind == LANG_CALL && i < call->n_args; i++)
    if (call->arg_names[i] == name)
      return call->args[i];
  return NULL;
}

const LangExpr *
doc_modifier_value (const LangDecl *decl, const DocModifier *modifier)
{
  const LangMod *mod = doc_modifier_named (decl->mods, decl->n_mods, modifier->name);

  if (mod == NULL || modifier->field != NULL)
    return mod == NULL ? NULL : find_argument (mod->value, modifier->field);
  if (modifier->attribute == NULL)
    return mod->value;
  const LangMod *inner =
      doc_modifier_named (mod->mods, mod->n_mods, modifier->attribute);
  if (inner != NULL)
    return inner->value;
  return strcmp (modifier->attribute, "initial") == 0 ? mod->initial : NULL;
}

const LangExpr *
doc_modifier_find (const LangDecl *decl, const char *name)
{
  return doc_modifier_value (decl, &(DocModifier){.name = base_name (name)});
}

double
doc_modifier_number (const LangExpr *value)
{
  if (value != NULL && value->kind == LANG_NUMBER)
    return value->number;
  if (value != NULL && value->kind == LANG_UNARY && value->op == LANG_OP_NEG)
    return -doc_modifier_number (value->args[0]);
  return NAN;
}

/* ---- what was typed ---- */

/* The SI unit of what may be set under that name. */
static const char *
units_of (const DocItem *item, const char *target, const DocModifier *modifier)
{
  const LibParam *param = doc_modifier_param (item, target);
  const LibCard *card = item->card;

  if (param != NULL)
    return param->units;
  for (uint32_t i = 0; card != NULL && i < card->n_variables; i++)
    if (strcmp (card->variables[i].name, modifier->name) == 0)
      return card->variables[i].units;
  return "";
}

/* An element as a number in SI units, or as it is written. */
static char *
to_si (const char *text, BaseListSpan span, const char *units)
{
  g_autofree char *element = g_strndup (text + span.begin, span.end - span.begin);
  char number[BASE_NUMBER_SIZE];
  double value;

  return base_unit_parse_quantity (element, units, units, &value)
             ? g_strdup (base_number_to_text (value, number))
             : g_steal_pointer (&element);
}

/* As many elements in each row. */
static bool
is_same_shape (const BaseList *a, const BaseList *b)
{
  if (a == NULL || b == NULL || a->form != b->form || a->rows->len != b->rows->len)
    return false;
  for (guint i = 0; i < a->rows->len; i++)
    if (g_array_index (a->rows, BaseListRow, i).n !=
        g_array_index (b->rows, BaseListRow, i).n)
      return false;
  return true;
}

/* The same vector or table, as far as its elements are numbers; blanks and comments do
 * not matter. */
static bool
is_same_list (const char *entry, const LangExpr *value, const LibParam *like)
{
  const BaseSpan span = value->span;
  g_autofree char *text =
      g_strndup (base_source_text (span.source) + span.begin, span.end - span.begin);
  g_autoptr (BaseList) typed = base_list_read (entry);
  g_autoptr (BaseList) held = base_list_read (text);

  if (!is_same_shape (typed, held))
    return false;
  for (guint i = 0, r = 0; i < typed->elements->len; i++) {
    const BaseListRow *row = &g_array_index (typed->rows, BaseListRow, r);
    const uint32_t column = typed->form == BASE_LIST_VECTOR ? 0 : i - row->first;
    g_autofree char *a = to_si (entry, g_array_index (typed->elements, BaseListSpan, i),
                                lib_card_column_units (like, column));
    g_autofree char *b =
        to_si (text, g_array_index (held->elements, BaseListSpan, i), "");

    if (strcmp (a, b) != 0)
      return false;
    r += i + 1 == row->first + row->n;
  }
  return true;
}

/* Whether what was typed for a value with these units says what is written. */
static bool
agrees (const char *entry, const LangExpr *written, const LibParam *like)
{
  static const double tolerance = 1e-9; /* relative: the modifier may be rounded */
  const double value = doc_modifier_number (written);
  double typed;

  if (entry != NULL && written != NULL && *entry == '[')
    return is_same_list (entry, written, like);
  return entry != NULL && base_unit_parse_quantity (entry, like->units, "", &typed) &&
         fabs (typed - value) <= tolerance * fabs (value);
}

const char *
doc_modifier_entry (const DocItem *item, const char *target)
{
  const DocModifier modifier = doc_modifier_read (item, target);
  const LangJson *entries = lang_json_get (item->decl->meta.json, "entry");
  const char *entry = lang_json_string (lang_json_get (entries, target), NULL);
  const LangExpr *written = doc_modifier_value (item->decl, &modifier);
  const LibParam *param = doc_modifier_param (item, target);
  const LibParam plain = {.units = units_of (item, target, &modifier)};

  return agrees (entry, written, param != NULL ? param : &plain) ? entry : NULL;
}

const char *
doc_modifier_own_entry (const DocModel *doc, const LangDecl *parameter)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  const char *entry =
      lang_json_string (lang_json_get (parameter->meta.json, "entry"), NULL);

  if (entry == NULL)
    return NULL;
  const LibType *type =
      lib_type (arena, doc->index, &parameter->type, doc->namespace, NULL);
  const LibParam like = {.units = type->units};
  return agrees (entry, parameter->value, &like) ? entry : NULL;
}

/* Whether the text that was typed for a value says something else. */
static bool
differs (const DocItem *item, const char *target)
{
  const DocModifier modifier = doc_modifier_read (item, target);

  return doc_modifier_value (item->decl, &modifier) != NULL &&
         doc_modifier_entry (item, target) == NULL;
}

/* The texts typed for an item's values, or NULL. */
static const LangJson *
entries_of (const DocItem *item)
{
  const LangJson *entries = lang_json_get (item->decl->meta.json, "entry");

  return entries != NULL && entries->kind == LANG_JSON_OBJECT ? entries : NULL;
}

bool
doc_modifiers_are_doubted (const DocItem *item)
{
  const LangJson *entries = entries_of (item);

  for (uint32_t k = 0; entries != NULL && k < entries->n; k++)
    if (differs (item, entries->keys[k]))
      return true;
  return false;
}

static void
report (DocModel *doc, const DocItem *item, const char *target, const char *entry)
{
  const DocModifier modifier = doc_modifier_read (item, target);
  const BaseSpan span = doc_modifier_value (item->decl, &modifier)->span;

  base_diags_add (
      doc->diags, BASE_WARNING, 604, lang_file_span (doc->file, item->decl->span),
      "`%s.%s` is %.*s, which differs from the typed text (%s); the number is used",
      item->name, target, (int) (span.end - span.begin),
      base_source_text (span.source) + span.begin, entry);
}

static void
check_own (DocModel *doc, const LangDecl *decl)
{
  const char *entry = lang_json_string (lang_json_get (decl->meta.json, "entry"), NULL);

  if (entry == NULL || decl->value == NULL ||
      doc_modifier_own_entry (doc, decl) != NULL)
    return;
  const BaseSpan span = decl->value->span;
  base_diags_add (
      doc->diags, BASE_WARNING, 604, lang_file_span (doc->file, decl->span),
      "`%s` is %.*s, which differs from the typed text (%s); the number is used",
      decl->name, (int) (span.end - span.begin),
      base_source_text (span.source) + span.begin, entry);
}

void
doc_modifiers_check (DocModel *doc)
{
  for (uint32_t i = 0; i < doc->n_items; i++) {
    const DocItem *item = &doc->items[i];
    const LangJson *entries = item->is_doubted ? entries_of (item) : NULL;

    for (uint32_t k = 0; entries != NULL && k < entries->n; k++)
      if (differs (item, entries->keys[k]))
        report (doc, item, entries->keys[k], lang_json_string (entries->items[k], ""));
  }
  for (uint32_t i = 0; doc->class != NULL && i < doc->class->n_decls; i++)
    if (doc->class->decls[i]->kind == LANG_PARAMETER)
      check_own (doc, doc->class->decls[i]);
}
