/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows aliases to the builtin type, enumeration or struct behind them; attributes
 * count from the use inwards, dimensions are put together. */
#include "lib/type.h"

#include <string.h>

#include "base/name.h"
#include "lang/near.h"

enum { LONGEST_ALIAS = 64 };

static const char *const ATTRIBUTES[LIB_N_ATTRIBUTES] = {
    [LIB_UNITS] = "units",
    [LIB_DISPLAY_UNITS] = "displayUnits",
    [LIB_QUANTITY] = "quantity",
    [LIB_MIN] = "min",
    [LIB_MAX] = "max",
    [LIB_NOMINAL] = "nominal",
    [LIB_GUESS] = "guess",
    [LIB_INITIAL] = "initial",
    [LIB_STATE_PRIORITY] = "statePriority",
};

static const char *const BUILTINS[] = {
    [LIB_TYPE_REAL] = "Real",
    [LIB_TYPE_INTEGER] = "Integer",
    [LIB_TYPE_BOOLEAN] = "Boolean",
    [LIB_TYPE_STRING] = "String",
};

LibAttribute
lib_type_attribute_find (const char *name)
{
  LibAttribute a = 0;

  while (a < LIB_N_ATTRIBUTES && strcmp (ATTRIBUTES[a], name) != 0)
    a++;
  return a;
}

const char *
lib_type_attribute_name (LibAttribute attribute)
{
  return ATTRIBUTES[attribute];
}

bool
lib_type_attribute_fits (LibAttribute attribute, LibTypeKind kind)
{
  switch (kind) {
  case LIB_TYPE_REAL:
  case LIB_TYPE_UNKNOWN:
    return true;
  case LIB_TYPE_INTEGER:
    return attribute == LIB_MIN || attribute == LIB_MAX || attribute == LIB_GUESS ||
           attribute == LIB_INITIAL;
  case LIB_TYPE_BOOLEAN:
  case LIB_TYPE_ENUM:
    return attribute == LIB_GUESS || attribute == LIB_INITIAL;
  case LIB_TYPE_STRING:
  case LIB_TYPE_STRUCT:
    return false;
  }
  g_assert_not_reached ();
}

LibTypeKind
lib_type_builtin (const char *name)
{
  for (int i = 0; i <= LIB_TYPE_STRING; i++)
    if (strcmp (name, BUILTINS[i]) == 0)
      return (LibTypeKind) i;
  return LIB_TYPE_UNKNOWN;
}

static LibTypeKind
builtin (const LangName *name)
{
  return name->n == 1 ? lib_type_builtin (name->text) : LIB_TYPE_UNKNOWN;
}

/* Known types and the builtin ones that are near. */
static char *
near_types (const LibIndex *index, const LangName *name, const char *from)
{
  LangNear near;

  lang_near_begin (&near, name->parts[name->n - 1]);
  for (uint32_t i = 0; name->n == 1 && i < G_N_ELEMENTS (BUILTINS); i++)
    lang_near_offer (&near, BUILTINS[i], BUILTINS[i]);
  lib_index_offer_near (index, from, LIB_TYPES, &near);
  return lang_near_to_text (&near);
}

static void
report_unknown (const LibIndex *index,
                const LangName *name,
                const char *from,
                BaseDiags *diags)
{
  if (name->n == 0)
    return;
  if (!lib_index_knows_root (index, from, name->text)) {
    lib_index_report_root (index, name, diags);
    return;
  }
  if (lib_index_find (index, from, name->text, LIB_ANY) != NULL) {
    base_diags_add (diags, BASE_ERROR, 203, name->span, "%s is not a type", name->text);
    return;
  }
  base_diags_add (diags, BASE_ERROR, 202, name->span, "unknown type %s", name->text);
  g_autofree char *near =
      base_diags_wants_hint (diags) ? near_types (index, name, from) : NULL;
  if (near != NULL)
    base_diags_set_hint (diags, "did you mean %s?", near);
}

void
lib_type_hint_attribute (BaseDiags *diags, const char *name)
{
  LangNear near;

  if (lib_type_attribute_find (name) != LIB_N_ATTRIBUTES)
    return; /* it does not fit here, and there is no other */
  lang_near_begin (&near, name);
  for (LibAttribute a = 0; a < LIB_N_ATTRIBUTES; a++)
    if (strcmp (ATTRIBUTES[a], name) != 0) /* there is one, but not here */
      lang_near_offer (&near, ATTRIBUTES[a], ATTRIBUTES[a]);
  lang_near_hint (diags, LANG_FOREIGN_MEMBER, name, lang_near_to_text (&near));
}

/* Attributes that are not yet given: the use comes first, aliases follow. */
static void
take_attributes (LibType *type, const LangType *use, const char *from, BaseDiags *diags)
{
  for (uint32_t i = 0; i < use->n_mods; i++) {
    const LangMod *mod = use->mods[i];
    LibAttribute a = lib_type_attribute_find (mod->target.text);

    if (a == LIB_N_ATTRIBUTES || mod->n_mods > 0) {
      base_diags_add (diags, BASE_ERROR, 306, mod->target.span,
                      "there is no attribute %s", mod->target.text);
      lib_type_hint_attribute (diags, mod->target.text);
      continue;
    }
    LibAttributeValue *value = &type->attributes[a];
    if (mod->is_final && value->expr != NULL)
      base_diags_add (diags, BASE_ERROR, 305, value->span,
                      "%s is final in the type that is extended", ATTRIBUTES[a]);
    if (value->expr == NULL)
      *value = (LibAttributeValue){.expr = mod->value,
                                   .from = from,
                                   .span = mod->span,
                                   .is_final = mod->is_final};
  }
}

static void
take_dims (LibType *type, const LangType *use, BaseDiags *diags)
{
  for (uint32_t i = 0; i < use->n_dims; i++) {
    if (type->n_dims < G_N_ELEMENTS (type->dims))
      type->dims[type->n_dims++] = use->dims[i];
    else
      base_diags_add (diags, BASE_ERROR, 601, use->span,
                      "arrays have at most two dimensions");
  }
}

static void
check_attributes (const LibType *type, BaseDiags *diags)
{
  for (LibAttribute a = 0; a < LIB_N_ATTRIBUTES; a++)
    if (type->attributes[a].expr != NULL && !lib_type_attribute_fits (a, type->kind))
      base_diags_add (diags, BASE_ERROR, 306, type->attributes[a].span,
                      "%s has no attribute %s", type->name, ATTRIBUTES[a]);
}

static const char *
text_attribute (const LibType *type, LibAttribute a)
{
  const LangExpr *expr = type->attributes[a].expr;

  return expr != NULL && expr->kind == LANG_STRING ? expr->name : "";
}

/* One alias further: the type that `use` names, or NULL at the end of the chain. */
static const LangType *
follow (LibType *type,
        const LibIndex *index,
        const LangType *use,
        const char **from,
        BaseDiags *diags)
{
  const LibEntry *entry;

  type->kind = builtin (&use->name);
  if (type->kind != LIB_TYPE_UNKNOWN)
    return NULL;
  entry = use->name.n == 0 ? NULL
                           : lib_index_find (index, *from, use->name.text, LIB_TYPES);
  if (entry == NULL) {
    if (diags != NULL) /* looking for it costs time */
      report_unknown (index, &use->name, *from, diags);
    return NULL;
  }
  *from = entry->namespace;
  if (entry->class->kind == LANG_TYPE)
    return &entry->class->alias;
  type->entry = entry;
  type->kind = entry->class->kind == LANG_ENUM ? LIB_TYPE_ENUM : LIB_TYPE_STRUCT;
  return NULL;
}

const LibType *
lib_type (BaseArena *arena,
          const LibIndex *index,
          const LangType *use,
          const char *from,
          BaseDiags *diags)
{
  LibType *type = base_arena_new0 (arena, LibType);
  const LangType *at = use;

  type->kind = LIB_TYPE_UNKNOWN;
  type->name = use->name.n == 0 ? "" : use->name.text;
  type->units = type->display_units = "";
  if (use->is_function) {
    base_diags_add (diags, BASE_ERROR, 601, use->span,
                    "function types are not supported");
    return type;
  }
  for (int i = 0; at != NULL; i++) {
    /* From alias to alias; attributes that come first hold. */
    take_attributes (type, at, from, diags);
    take_dims (type, at, diags);
    if (i == LONGEST_ALIAS) {
      base_diags_add (diags, BASE_ERROR, 302, use->span,
                      "the type %s refers to itself, or to too many others in a row",
                      type->name);
      type->kind = LIB_TYPE_UNKNOWN;
      break;
    }
    at = follow (type, index, at, &from, diags);
  }
  check_attributes (type, diags);
  type->units = text_attribute (type, LIB_UNITS);
  type->display_units = text_attribute (type, LIB_DISPLAY_UNITS);
  return type;
}

const LibEntry *
lib_type_target (const LibIndex *index, const LibEntry *entry)
{
  for (int i = 0; i < LONGEST_ALIAS && entry != NULL; i++) {
    if (entry->class->kind != LANG_TYPE)
      return entry;
    const LangName *name = &entry->class->alias.name;
    if (name->n == 0 || builtin (name) != LIB_TYPE_UNKNOWN)
      return entry;
    entry = lib_index_find (index, entry->namespace, name->text, LIB_TYPES);
  }
  return NULL;
}

static const char *
text_of (const LangClass *class, const char *attribute)
{
  for (uint32_t i = 0; i < class->alias.n_mods; i++) {
    const LangMod *mod = class->alias.mods[i];

    if (strcmp (mod->target.text, attribute) == 0 && mod->value != NULL &&
        mod->value->kind == LANG_STRING)
      return mod->value->name;
  }
  return "";
}

static bool
has_unit (const LangClass *class, const BaseUnit *unit)
{
  const char *units = text_of (class, "units");
  BaseUnit own;

  return class->kind == LANG_TYPE && *units != '\0' && base_unit_parse (units, &own) &&
         base_unit_same_dimension (&own, unit) &&
         own.sense.angle == unit->sense.angle &&
         own.sense.cycles == unit->sense.cycles &&
         own.sense.energy == unit->sense.energy;
}

const LibEntry *
lib_type_of_unit (const LibIndex *index, const BaseUnit *unit, const char **units)
{
  const LibEntry *one = lib_index_get (index, "Dyad.Length", LIB_TYPES);
  const LangClass *found = NULL;

  for (uint32_t i = 0; one != NULL && i < lang_file_n_classes (one->file); i++) {
    const LangClass *class = lang_file_class (one->file, i);

    if (!has_unit (class, unit))
      continue;
    const bool is_named = strcmp (text_of (class, "quantity"), class->name) == 0;
    if (found == NULL || is_named)
      found = class;
    if (is_named)
      break;
  }
  if (found == NULL)
    return NULL;
  if (units != NULL)
    *units = text_of (found, "units");
  g_autofree char *name = g_strconcat ("Dyad.", found->name, NULL);
  return lib_index_get (index, name, LIB_TYPES);
}
