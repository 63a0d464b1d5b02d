/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the marks of assumed values in the metadata of instances, and chooses such
 * values. A mark repeats the text of its modifier, so that an edit of the text by any
 * program confirms the value without knowing of marks. */
#include "lib/assumed.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

static const LangExpr *
modifier_of (const LangDecl *instance, const char *target)
{
  for (uint32_t i = 0; i < instance->n_mods; i++)
    if (strcmp (instance->mods[i]->target.text, target) == 0)
      return instance->mods[i]->value;
  return NULL;
}

static bool
has_text (const LangExpr *value, const char *text)
{
  const BaseSpan span = value->span;
  const size_t length = span.end - span.begin;

  return span.source != NULL && strlen (text) == length &&
         memcmp (base_source_text (span.source) + span.begin, text, length) == 0;
}

const LangExpr *
lib_assumed_value (const LangDecl *instance, const char *target)
{
  const LangJson *marks = lang_json_get (instance->meta.json, "assumed");
  const char *mark = lang_json_string (lang_json_get (marks, target), NULL);
  const LangExpr *value = mark != NULL ? modifier_of (instance, target) : NULL;

  return value != NULL && has_text (value, mark) ? value : NULL;
}

void
lib_assumed_each (const LangDecl *instance,
                  void (*tell) (void *data, const char *target, const LangExpr *value),
                  void *data)
{
  const LangJson *marks = lang_json_get (instance->meta.json, "assumed");
  const bool is_object = marks != NULL && marks->kind == LANG_JSON_OBJECT;

  for (uint32_t i = 0; is_object && i < marks->n; i++) {
    const LangExpr *value = lib_assumed_value (instance, marks->keys[i]);

    if (value != NULL)
      tell (data, marks->keys[i], value);
  }
}

static const char *
number_text (BaseArena *arena, double value)
{
  char text[BASE_NUMBER_SIZE];

  return base_arena_strdup (arena, base_number_to_text (value, text));
}

/* NULL if a field of it has no default. */
static const char *
first_case (BaseArena *arena, const LibEntry *enumeration)
{
  const LangVariant *variant = &enumeration->class->variants[0];

  for (uint32_t i = 0; i < variant->n_fields; i++)
    if (variant->fields[i]->value == NULL)
      return NULL;
  return base_arena_printf (arena, "%s.%s", enumeration->name, variant->name);
}

const char *
lib_assumed_text (BaseArena *arena, const LibType *type, double min, double max)
{
  if (type->n_dims > 0)
    return NULL;
  switch (type->kind) {
  case LIB_TYPE_REAL:
    return number_text (arena, fmin (fmax (1, min), max)); /* NaN is passed over */
  case LIB_TYPE_INTEGER:
    return number_text (arena, fmin (fmax (1, ceil (min)), floor (max)));
  case LIB_TYPE_BOOLEAN:
    return "false";
  case LIB_TYPE_ENUM:
    return first_case (arena, type->entry);
  case LIB_TYPE_STRING:
  case LIB_TYPE_STRUCT:
  case LIB_TYPE_UNKNOWN:
    break;
  }
  return NULL;
}
