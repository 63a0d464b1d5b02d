/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters of the component that is edited. What is added stands with the others, its
 * doc text on the line before it; defaults are set as modifiers are (edit/edit-mod.c).
 * A value that becomes a parameter keeps its type, by the shortest name that means it
 * here, with the bounds that this does not have by itself. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/name.h"
#include "base/number.h"
#include "doc/edit/edit-private.h"
#include "doc/error.h"
#include "doc/name/follow.h"
#include "doc/view/modifier.h"
#include "lang/parse.h"
#include "lang/print.h"
#include "lang/walk.h"
#include "lib/type.h"

static const LangDecl *
find_or_refuse (const DocModel *doc, const char *name, GError **error)
{
  const LangDecl *decl = doc_find_parameter (doc, name);

  if (decl == NULL)
    doc_error_refuse (error, "There is no parameter %s in this component", name);
  return decl;
}

static char *
text_of (BaseSpan span)
{
  return g_strndup (base_source_text (span.source) + span.begin, span.end - span.begin);
}

static char *
quoted (const char *text)
{
  GString *out = g_string_new (NULL);

  lang_print_string (out, text);
  return g_string_free (out, FALSE);
}

/* ---- adding and describing ---- */

static char *
declaration (DocPatch *patch, const DocParameter *p)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "%sparameter %s::%s", p->is_structural ? "structural " : "",
                   p->name, p->type);
  if (p->value != NULL)
    g_string_append_printf (text, " = %s", p->value);
  if (p->entry != NULL) {
    g_autofree char *key = doc_patch_free_key (patch, p->name);
    g_autofree char *entry = lang_json_quote (p->entry);
    g_autofree char *json = g_strdup_printf ("{\"entry\": %s}", entry);

    doc_patch_add_link (patch, key, json);
    g_string_append_printf (text, " {^%s}", key);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

bool
doc_add_parameter (DocModel *doc, const DocParameter *parameter, GError **error)
{
  if (!doc_name_is_valid (parameter->name))
    return doc_error_refuse (error,
                             "“%s” cannot be a name: letters, digits and _ only, no "
                             "reserved word, not a digit first",
                             parameter->name);
  if (!doc_name_is_free (doc, parameter->name))
    return doc_error_refuse (error, "There is a %s already", parameter->name);
  if (parameter->value != NULL && !doc_check_value (parameter->value, error))
    return false;
  DocPatch *patch = doc_patch_new (doc, error);
  if (patch == NULL)
    return false;
  g_autofree char *text = declaration (patch, parameter);
  g_autofree char *about = parameter->doc != NULL && *parameter->doc != '\0'
                               ? quoted (parameter->doc)
                               : NULL;
  if (about != NULL)
    doc_patch_add_parameter (patch, about);
  doc_patch_add_parameter (patch, text);
  return doc_apply (patch, "Add %s", parameter->name);
}

bool
doc_describe_parameter (DocModel *doc,
                        const char *name,
                        const char *text,
                        GError **error)
{
  const LangDecl *decl = find_or_refuse (doc, name, error);
  DocPatch *patch = decl != NULL ? doc_patch_new (doc, error) : NULL;

  if (patch == NULL)
    return false;
  const bool is_there = decl->doc_span.end > decl->doc_span.begin;
  g_autofree char *about = text != NULL && *text != '\0' ? quoted (text) : NULL;
  if (about == NULL && is_there) {
    BaseSpan span = decl->doc_span;

    span.end = decl->span.begin;
    doc_patch_replace (patch, span, "");
  } else if (is_there)
    doc_patch_replace (patch, decl->doc_span, about);
  else if (about != NULL)
    doc_patch_insert_line_before (patch, decl->span, about);
  return doc_apply (patch, "Describe %s", name);
}

/* ---- removing ---- */

static void
count (void *data, BaseSpan span)
{
  ++*(uint32_t *) data;
}

/* Whether the value can stand inside of any expression as it is. */
static bool
is_operand (const LangExpr *value)
{
  switch (value->kind) {
  case LANG_UNARY:
  case LANG_BINARY:
  case LANG_IF:
  case LANG_RANGE:
  case LANG_TRANSPOSE:
    return value->in_parens;
  default:
    return true;
  }
}

/* The places that refer to it, its own declaration left out. */
static GArray *
uses_of (const DocModel *doc, const LangDecl *decl)
{
  GArray *uses = g_array_new (FALSE, FALSE, sizeof (BaseSpan));

  doc_follow_references (doc->class, decl->name, uses);
  return uses;
}

/* Modifiers that are nothing but the parameter get its value as it was typed. */
static bool
fill_modifiers (DocModel *doc, const char *name, GError **error)
{
  const LangDecl *decl = doc_find_parameter (doc, name);
  g_autofree char *value = text_of (decl->value->span);
  g_autofree char *entry = g_strdup (doc_modifier_own_entry (doc, decl));

  for (uint32_t i = 0; i < doc->n_items; i++)
    for (uint32_t m = 0; m < doc->items[i].decl->n_mods; m++) {
      const LangMod *mod = doc->items[i].decl->mods[m];

      if (mod->value == NULL || mod->value->kind != LANG_NAME ||
          mod->value->name != base_name (name) || mod->value->in_parens)
        continue;
      if (!doc_set_modifier (doc, doc->items[i].name, mod->target.text, value, entry,
                             error))
        return false;
    }
  return true;
}

static bool
remove_within (DocModel *doc, const char *name, GError **error)
{
  const LangDecl *decl = doc_find_parameter (doc, name);

  if (decl->value != NULL && !fill_modifiers (doc, name, error))
    return false;
  decl = doc_find_parameter (doc, name);
  g_autoptr (GArray) uses = uses_of (doc, decl);
  g_autofree char *value = decl->value != NULL ? text_of (decl->value->span) : NULL;
  g_autofree char *operand = decl->value == NULL || is_operand (decl->value)
                                 ? g_strdup (value)
                                 : g_strdup_printf ("(%s)", value);
  DocPatch *patch = doc_patch_new (doc, error);
  for (guint i = 0; i < uses->len; i++)
    doc_patch_replace (patch, g_array_index (uses, BaseSpan, i), operand);
  doc_patch_remove_element (
      patch, decl->doc_span.end > decl->doc_span.begin ? decl->doc_span : decl->span,
      decl->span, &decl->meta);
  doc_apply (patch, "Remove %s", name);
  return lang_file_is_sound (doc->file) ||
         doc_error_refuse (error, "%s is used where its value cannot stand", name);
}

bool
doc_remove_parameter (DocModel *doc, const char *name, GError **error)
{
  const LangDecl *decl = find_or_refuse (doc, name, error);
  uint32_t n_outside = 0;

  if (decl == NULL)
    return false;
  g_autoptr (GArray) uses = uses_of (doc, decl);
  doc_follow_outside (doc, decl->name, count, &n_outside);
  if (n_outside > 0)
    return doc_error_refuse (error, "Other components of this file use %s", name);
  if (uses->len > 0 && decl->value == NULL)
    return doc_error_refuse (
        error, "%s is used, and has no value that could stand in its place", name);
  if (!doc_can_edit (doc) || !lang_file_is_sound (doc->file))
    return doc_error_refuse (
        error, "The text of this component has errors; correct them there first");
  /* All of it, or nothing. */
  g_autofree char *label = g_strdup_printf (_ ("Remove %s"), name);
  doc_begin (doc, label);
  const bool is_done = remove_within (doc, name, error);
  if (is_done)
    doc_end (doc);
  else
    doc_cancel (doc);
  return is_done;
}

/* ---- a value becomes a parameter ---- */

static const LibType *
type_called (BaseArena *arena, const DocModel *doc, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, ".", -1);
  const uint32_t n = g_strv_length (parts);
  const char **interned = base_arena_array (arena, const char *, n);
  LangType *type = base_arena_new0 (arena, LangType);

  for (uint32_t i = 0; i < n; i++)
    interned[i] = base_name (parts[i]);
  type->name = (LangName){.n = n, .parts = interned, .text = base_name (name)};
  return lib_type (arena, doc->index, type, doc->namespace, NULL);
}

/* What the type of the value is called here, with what it is in. */
static const char *
base_type (BaseArena *arena,
           const DocModel *doc,
           const LibEntry *owner,
           const LibParam *param)
{
  static const char *const BUILTIN[] = {"Real", "Integer", "Boolean", "String"};
  const LibParamKind kind =
      param->kind == LIB_PARAM_ARRAY ? param->table.of : param->kind;
  const LibEntry *entry = param->enumeration;
  BaseUnit unit;

  /* The type that is named, or the one of the unit; */
  if (entry == NULL && param->type_name != NULL)
    entry = lib_index_find (doc->index, owner->namespace, param->type_name, LIB_TYPES);
  else if (entry == NULL && *param->units != '\0' &&
           base_unit_parse (param->units, &unit))
    entry = lib_type_of_unit (doc->index, &unit, NULL);
  const char *name =
      entry != NULL ? lib_index_short_name (entry, doc->namespace) : NULL;
  if (name != NULL &&
      (kind != LIB_PARAM_REAL ||
       strcmp (type_called (arena, doc, name)->units, param->units) == 0))
    return name;
  /* else what it is made of. */
  if (kind > LIB_PARAM_STRING)
    return NULL;
  return kind == LIB_PARAM_REAL && *param->units != '\0'
             ? base_arena_printf (arena, "Real(units = \"%s\")", param->units)
             : BUILTIN[kind];
}

/* Whether the type has that bound by itself. */
static bool
has_bound (const LibType *type, LibAttribute attribute, double bound)
{
  return doc_modifier_number (type->attributes[attribute].expr) == bound;
}

static void
append_bounds (GString *out, const LibType *type, const LibParam *param)
{
  const struct {
    bool has;
    LibAttribute attribute;
    double value;
  } bounds[] = {{param->has_min, LIB_MIN, param->min},
                {param->has_max, LIB_MAX, param->max}};
  const bool has_parens = g_str_has_suffix (out->str, ")");
  g_autoptr (GString) list = g_string_new (NULL);
  char number[BASE_NUMBER_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++)
    if (bounds[i].has && !has_bound (type, bounds[i].attribute, bounds[i].value))
      g_string_append_printf (list, "%s%s = %s",
                              list->len > 0 || has_parens ? ", " : "",
                              lib_type_attribute_name (bounds[i].attribute),
                              base_number_to_text (bounds[i].value, number));
  if (list->len == 0)
    return;
  if (has_parens)
    g_string_truncate (out, out->len - 1);
  g_string_append_printf (out, has_parens ? "%s)" : "(%s)", list->str);
}

static void
append_size (GString *out, const LibTable *table)
{
  if (table->n_dims == 0)
    return;
  g_string_append_c (out, '[');
  if (table->length > 0)
    g_string_append_printf (out, "%u", table->length);
  else
    g_string_append_c (out, ':');
  if (table->n_dims == 2 && table->n_columns > 0)
    g_string_append_printf (out, ", %u", table->n_columns);
  else if (table->n_dims == 2)
    g_string_append (out, ", :");
  g_string_append_c (out, ']');
}

/* As it is written in a declaration; NULL if that cannot be said. Caller frees. */
static char *
type_of (const DocModel *doc, const LibEntry *owner, const LibParam *param)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  const char *base = base_type (arena, doc, owner, param);

  if (base == NULL)
    return NULL;
  const LibType *type =
      type_called (arena, doc, strchr (base, '(') == NULL ? base : "Real");
  GString *out = g_string_new (base);
  append_bounds (out, type, param);
  if (type->n_dims == 0)
    append_size (out, &param->table);
  return g_string_free (out, FALSE);
}

static void
note_name (const LangExpr *expr, void *data)
{
  *(bool *) data = *(bool *) data || expr->kind == LANG_NAME;
}

/* A default of the library, if it means the same here; caller frees. */
static char *
portable (const LibParam *param)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  const char *text = param->value;
  bool has_name = false;

  if (text == NULL || (param->kind == LIB_PARAM_ENUM && strchr (text, '(') != NULL))
    return NULL;
  if (param->kind == LIB_PARAM_ENUM) {
    const char *dot = strrchr (text, '.');

    return g_strdup_printf ("%s.%s", param->enumeration->name,
                            dot != NULL ? dot + 1 : text);
  }
  g_autoptr (BaseSource) source = base_source_new ("value", text, strlen (text));
  const LangExpr *expr = lang_parse_expression (arena, source, diags);
  lang_walk_expr (expr, note_name, &has_name);
  return expr != NULL && !has_name ? g_strdup (text) : NULL;
}

typedef struct {
  const LangDecl *decl;
  bool is_found;
} PartNumber;

static void
find_number (const LangExpr *expr, void *data)
{
  PartNumber *number = data;

  for (uint32_t k = 0; expr->kind == LANG_NAME && k < number->decl->n_for; k++)
    number->is_found = number->is_found || expr->name == number->decl->for_names[k];
}

/* Whether a value is another one in each part of an array: `14 * (i - 1)`. */
static bool
differs_by_part (const DocItem *item, const char *value)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseSource) source = base_source_new ("value", value, strlen (value));
  PartNumber number = {item->decl, false};

  lang_walk_expr (lang_parse_expression (arena, source, diags), find_number, &number);
  return number.is_found;
}

/* What may be set under that name; one of the card, or `own`, which gets it. */
static const LibParam *
find_param (const DocItem *item, const char *target, LibParam *own)
{
  const LibParam *param = doc_modifier_param (item, target);
  const DocModifier modifier = doc_modifier_read (item, target);

  for (uint32_t i = 0; param == NULL && item->card != NULL &&
                       modifier.attribute != NULL && i < item->card->n_variables;
       i++) {
    const LibVariable *variable = &item->card->variables[i];

    if (strcmp (variable->name, modifier.name) == 0) {
      *own =
          (LibParam){.name = target, .kind = LIB_PARAM_REAL, .units = variable->units};
      return own;
    }
  }
  return param;
}

bool
doc_make_parameter (DocModel *doc,
                    const char *const *items,
                    const char *target,
                    const char *name,
                    GError **error)
{
  const uint32_t index = doc_find_item (doc, items[0]);
  const DocItem *item = index < doc->n_items ? &doc->items[index] : NULL;
  LibParam own;
  const LibParam *param = item != NULL ? find_param (item, target, &own) : NULL;

  if (param == NULL)
    return doc_error_refuse (error, "There is no %s in this diagram", target);
  g_autofree char *value = doc_get_modifier (doc, items[0], target);
  g_autofree char *entry = doc_get_entry (doc, items[0], target);
  g_autofree char *type = type_of (doc, item->card->entry, param);
  const bool is_named = g_strcmp0 (value, name) == 0; /* and there is none yet */
  if (value == NULL)
    value = portable (param);
  if (value == NULL || type == NULL)
    return doc_error_refuse (error, "Give %s a value first", target);
  if (differs_by_part (item, value))
    return doc_error_refuse (error, "%s is another one in each part of %s", target,
                             item->name);
  /* The parameter, and its name in place of the value. */
  const DocParameter parameter = {name,  type,       is_named ? NULL : value,
                                  entry, param->doc, param->is_structural};
  g_autofree char *label = g_strdup_printf (_ ("Make %s a parameter"), name);
  doc_begin (doc, label);
  bool is_done = doc_add_parameter (doc, &parameter, error);
  if (is_done && !is_named)
    is_done = doc_set_modifiers (doc, items, target, name, NULL, error);
  if (is_done)
    doc_end (doc);
  else
    doc_cancel (doc);
  return is_done;
}

char *
doc_propose_parameter (const DocModel *doc,
                       const char *const *items,
                       const char *target)
{
  g_autofree char *wanted =
      items[1] == NULL ? g_strconcat (items[0], "_", target, NULL) : g_strdup (target);

  g_strdelimit (wanted, ".([", '_');
  wanted[strcspn (wanted, ")]")] = '\0';
  return doc_free_name (doc, wanted, NULL);
}
