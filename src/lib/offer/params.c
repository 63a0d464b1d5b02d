/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists parameters with the fields of structs and of the cases of enumerations;
 * defaults and bounds are what the outermost extends says, as text and as far as they
 * are known. */
#include "lib/offer/params.h"

#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "lib/assumed.h"

enum { DEEPEST_VALUE = 64 };

/* ---- values ---- */

/* The default of a parameter: of the outermost `extends` that sets it, else its own. */
static const LangExpr *
default_of (const LibMember *member, const char **from)
{
  for (const LibMod *mod = member->mods; mod != NULL; mod = mod->next)
    if (mod->mod->target.n == 1 &&
        (mod->mod->value != NULL || mod->mod->value_missing)) {
      *from = mod->from;
      return mod->mod->value;
    }
  *from = member->value_from;
  return member->value;
}

static const LangExpr *
value_of (const LibParams *params, const LibMember *member, const char **from)
{
  const LangDecl *instance = params->instance;

  for (uint32_t i = 0; instance != NULL && i < instance->n_mods; i++) {
    const LangMod *mod = instance->mods[i];

    if (mod->target.n == 1 && mod->target.parts[0] == member->name &&
        mod->value != NULL) {
      *from = params->from;
      return mod->value;
    }
  }
  return default_of (member, from);
}

static void
note_asked (LibParams *params, const char *name)
{
  for (uint32_t i = 0; i < params->asked.n; i++)
    if (params->asked.at[i] == name)
      return;
  base_vec_push (params->arena, params->asked, name);
}

static LibValue
look_up (void *data, const char *const *parts, uint32_t n_parts)
{
  LibParams *params = data;
  uint32_t at = n_parts == 1 ? lib_class_find (params->class, parts[0]) : UINT32_MAX;
  const LibMember *member = at == UINT32_MAX ? NULL : &params->class->members[at];
  const LangExpr *expr;
  const char *from;

  if (member == NULL || member->decl == NULL || member->decl->kind != LANG_PARAMETER ||
      params->depth >= DEEPEST_VALUE)
    return (LibValue){.kind = LIB_UNKNOWN};
  note_asked (params, member->name);
  expr = value_of (params, member, &from);
  params->depth++;
  LibValue value = lib_params_value (params, expr, from);
  params->depth--;
  return value;
}

LibValue
lib_params_value (LibParams *params, const LangExpr *expr, const char *from)
{
  return expr == NULL ? (LibValue){.kind = LIB_UNKNOWN}
                      : lib_constant (expr, params->index, from, look_up, params);
}

/* As it was written, in the arena. */
static const char *
text_of (BaseArena *arena, const LangExpr *expr)
{
  BaseSpan span = expr->span;

  return span.source == NULL
             ? NULL
             : base_arena_strndup (arena, base_source_text (span.source) + span.begin,
                                   span.end - span.begin);
}

/* ---- attributes ---- */

static const LangExpr *
attribute_of (const LibMember *member, LibAttribute attribute, const char **from)
{
  for (const LibMod *mod = member->mods; mod != NULL; mod = mod->next)
    for (uint32_t i = 0; mod->mod->target.n == 1 && i < mod->mod->n_mods; i++) {
      const LangMod *inner = mod->mod->mods[i];

      if (strcmp (inner->target.text, lib_type_attribute_name (attribute)) == 0) {
        *from = mod->from;
        return inner->value;
      }
    }
  *from = member->type->attributes[attribute].from;
  return member->type->attributes[attribute].expr;
}

static bool
bound_of (LibParams *params,
          const LibMember *member,
          LibAttribute attribute,
          double *bound)
{
  const char *from;
  const LangExpr *expr = attribute_of (member, attribute, &from);
  LibValue value = lib_params_value (params, expr, from);

  *bound = value.number;
  return value.kind == LIB_NUMBER && isfinite (value.number);
}

static LibParamKind
kind_of (const LibType *type)
{
  if (type->n_dims > 0)
    return LIB_PARAM_ARRAY;
  return type->kind <= LIB_TYPE_ENUM ? (LibParamKind) type->kind : LIB_PARAM_OTHER;
}

/* ---- the list ---- */

typedef BASE_VEC (LibParam) List;

static void
describe_cases (LibParams *params, const LibEntry *entry, LibParam *param)
{
  const LangClass *class = entry->class;
  const char **names =
      base_arena_array (params->arena, const char *, class->n_variants);
  const char **docs = base_arena_array (params->arena, const char *, class->n_variants);

  for (uint32_t i = 0; i < class->n_variants; i++) {
    names[i] = class->variants[i].name;
    docs[i] = class->variants[i].doc;
  }
  param->enumeration = entry;
  param->n_cases = class->n_variants;
  param->cases = names;
  param->case_docs = docs;
}

static LibParam
describe (LibParams *params, const LibMember *member)
{
  const LibType *type = member->type;
  const LangDecl *decl = member->decl;
  const char *from;
  const LangExpr *value = default_of (member, &from);
  LibParam param = {.name = member->name,
                    .kind = kind_of (type),
                    .doc = decl->doc,
                    .units = type->units,
                    .display_units = type->display_units,
                    .type_name = type->name,
                    .is_structural = decl->is_structural,
                    .is_final = decl->is_final,
                    .is_stated = lib_class_unset (params->class, decl) != NULL};

  if (value != NULL)
    param.value = text_of (params->arena, value);
  param.has_min = bound_of (params, member, LIB_MIN, &param.min);
  param.has_max = bound_of (params, member, LIB_MAX, &param.max);
  param.assumed =
      lib_assumed_text (params->arena, type, param.has_min ? param.min : NAN,
                        param.has_max ? param.max : NAN);
  if (param.kind == LIB_PARAM_ENUM)
    describe_cases (params, type->entry, &param);
  if (param.kind == LIB_PARAM_ARRAY)
    param.table = lib_params_table (params, member);
  return param;
}

/* What the default `E.Case(f = e)` says of a field, else the field's own default. */
static const LangExpr *
field_default (const LibMember *member,
               const LangVariant *variant,
               const LangDecl *field)
{
  const char *from;
  const LangExpr *call = default_of (member, &from);
  const char *parts[LIB_DEEPEST_NAME];
  uint32_t n;

  for (const LibMod *mod = member->mods; mod != NULL; mod = mod->next)
    if (mod->mod->target.n == 2 && mod->mod->target.parts[1] == field->name)
      return mod->mod->value;
  if (call == NULL || call->kind != LANG_CALL)
    return field->value;
  n = lib_constant_name_parts (call->args[0], parts, LIB_DEEPEST_NAME);
  for (uint32_t i = 1; n > 0 && parts[n - 1] == variant->name && i < call->n_args; i++)
    if (call->arg_names[i] == field->name)
      return call->args[i];
  return field->value;
}

static void
list_fields (LibParams *params, const LibMember *member, List *list)
{
  const LibEntry *entry = member->type->entry;

  for (uint32_t i = 0; i < entry->class->n_variants; i++) {
    const LangVariant *variant = &entry->class->variants[i];

    for (uint32_t k = 0; k < variant->n_fields; k++) {
      const LangDecl *field = variant->fields[k];
      const LibType *type =
          lib_type (params->arena, params->index, &field->type, entry->namespace, NULL);
      LibMember like = {.name = field->name, .decl = field, .type = type};
      const LangExpr *value = field_default (member, variant, field);
      LibParam param = describe (params, &like);

      param.name =
          base_arena_printf (params->arena, "%s.%s", member->name, field->name);
      param.value = value == NULL ? NULL : text_of (params->arena, value);
      param.of_case = variant->name;
      base_vec_push (params->arena, *list, param);
    }
  }
}

/* ---- structs ---- */

enum { DEEPEST_STRUCT = 8 };

/* What is said of the fields of one struct. */
typedef struct {
  const char *name; /* of the whole: "p" */
  const LangClass *class;
  const char *from;      /* the namespace of the class */
  const LangExpr *value; /* S (f = e), or NULL */
  const char *other;     /* the text of another struct that is the value, or NULL */
  const LibMod *mods;    /* of extends, to the whole */
  uint32_t depth;
} Whole;

static void list_struct (LibParams *params, const Whole *whole, List *list);

/* The modifier `p.f = e` or `p(f = e)` of an extends. */
static const LangExpr *
modified_field (const LibMod *mods, const char *name)
{
  for (const LibMod *mod = mods; mod != NULL; mod = mod->next) {
    const LangMod *said = mod->mod;

    if (said->target.n == 2 && said->target.parts[1] == name)
      return said->value;
    for (uint32_t i = 0; said->target.n == 1 && i < said->n_mods; i++)
      if (said->mods[i]->target.n == 1 && said->mods[i]->target.parts[0] == name)
        return said->mods[i]->value;
    if (said->target.n == 1 && said->value != NULL)
      return NULL;
  }
  return NULL;
}

static const LangExpr *
given_field (const Whole *whole, const LangDecl *field)
{
  const LangExpr *given = modified_field (whole->mods, field->name);

  for (uint32_t i = 1;
       given == NULL && whole->value != NULL && i < whole->value->n_args; i++)
    if (whole->value->arg_names[i] == field->name)
      given = whole->value->args[i];
  return given == NULL && whole->other == NULL ? field->value : given;
}

/* The fields of `whole`, whose value is `expr` or part of what `other` names. */
static void
list_whole (LibParams *params,
            Whole whole,
            const LangExpr *expr,
            const char *other,
            List *list)
{
  bool is_call = expr != NULL && expr->kind == LANG_CALL;

  whole.value = is_call ? expr : NULL;
  whole.other = other;
  if (expr != NULL && !is_call)
    whole.other = text_of (params->arena, expr);
  if (whole.depth < DEEPEST_STRUCT)
    list_struct (params, &whole, list);
}

static void
list_struct (LibParams *params, const Whole *whole, List *list)
{
  BaseArena *arena = params->arena;

  for (uint32_t i = 0; i < whole->class->n_decls; i++) {
    const LangDecl *field = whole->class->decls[i];
    const LibType *type =
        lib_type (arena, params->index, &field->type, whole->from, NULL);
    const LangExpr *value = given_field (whole, field);
    const char *name = base_arena_printf (arena, "%s.%s", whole->name, field->name);
    const char *other = NULL;

    if (value == NULL && whole->other != NULL)
      other = base_arena_printf (arena, "%s.%s", whole->other, field->name);
    /* A struct inside is listed by its fields. */
    if (type->kind == LIB_TYPE_STRUCT && type->n_dims == 0) {
      list_whole (params,
                  (Whole){.name = name,
                          .class = type->entry->class,
                          .from = type->entry->namespace,
                          .depth = whole->depth + 1},
                  value, other, list);
      continue;
    }
    /* A value is a parameter of its own. */
    LibMember like = {.name = field->name, .decl = field, .type = type};
    LibParam param = describe (params, &like);

    param.name = name;
    param.value = value == NULL ? other : text_of (arena, value);
    base_vec_push (arena, *list, param);
  }
}

static void
list_member (LibParams *params, const LibMember *member, List *list)
{
  const char *from;
  LibParam param;

  if (member->array != NULL) {
    LibMember like = *member;

    like.type = member->array;
    base_vec_push (params->arena, *list, describe (params, &like));
    return;
  }
  /* A struct is listed by its fields, a value as it is. */
  if (member->type == NULL) {
    list_whole (params,
                (Whole){.name = member->name,
                        .class = member->entry->class,
                        .from = member->entry->namespace,
                        .mods = member->mods},
                default_of (member, &from), NULL, list);
    return;
  }
  param = describe (params, member);
  base_vec_push (params->arena, *list, param);
  if (param.kind == LIB_PARAM_ENUM)
    list_fields (params, member, list);
}

/* The component itself, or what an alias of it stands for. */
static const LibClass *
speaking_class (const LibClass *class)
{
  while (class->entry->class->n_decls == class->n_bases && class->n_bases == 1)
    class = class->bases[0];
  return class;
}

/* What a component says itself comes before what it has in common with others: the
 * amplitude before the offset. */
void
lib_params_list (LibParams *params, LibCard *card)
{
  const LibClass *class = params->class;
  const LangClass *speaking = speaking_class (class)->entry->class;
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  List list = {0};

  for (uint32_t i = 0; i < speaking->n_decls; i++)
    g_hash_table_add (own, (gpointer) speaking->decls[i]);
  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < class->n_members; i++) {
      const LibMember *member = &class->members[i];

      if (member->decl != NULL && member->decl->kind == LANG_PARAMETER &&
          g_hash_table_contains (own, member->decl) == (pass == 0))
        list_member (params, member, &list);
    }
  card->n_params = list.n;
  card->params = list.at;
}
