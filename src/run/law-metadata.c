/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads "law" in the metadata of a component, one object or a list of them. Reports
 * nothing: what is not understood is no law. */
#include "run/law-metadata.h"

static bool
is_object (const LangJson *json)
{
  return json != NULL && json->kind == LANG_JSON_OBJECT;
}

/* False if a value is no expression. */
static bool
read_with (BaseArena *arena, const LangJson *json, RunLawMetadata *law)
{
  const char **values;

  if (!is_object (json))
    return json == NULL;
  values = base_arena_array (arena, const char *, json->n);
  for (uint32_t i = 0; i < json->n; i++) {
    values[i] = lang_json_string (json->items[i], NULL);
    if (values[i] == NULL)
      return false;
  }
  law->n_with = json->n;
  law->with_names = json->keys;
  law->with_values = values;
  return true;
}

/* False if a value is no number. */
static bool
read_given (BaseArena *arena, const LangJson *json, RunLawMetadata *law)
{
  double *values;

  if (!is_object (json))
    return json == NULL;
  values = base_arena_array (arena, double, json->n);
  for (uint32_t i = 0; i < json->n; i++) {
    if (json->items[i]->kind != LANG_JSON_NUMBER)
      return false;
    values[i] = json->items[i]->number;
  }
  law->n_given = json->n;
  law->given_names = json->keys;
  law->given_values = values;
  return true;
}

/* One place or two. */
static bool
read_range (const LangJson *json, RunLawMetadata *law)
{
  const uint32_t n = lang_json_length (json);

  if (json == NULL)
    return true;
  if (n < 1 || n > 2)
    return false;
  law->from = lang_json_string (json->items[0], NULL);
  law->to = lang_json_string (json->items[n - 1], NULL);
  return law->from != NULL && law->to != NULL;
}

/* What y may be at x = 0, null where it has no limit. */
static bool
read_hold (const LangJson *json, RunLawMetadata *law)
{
  if (json == NULL)
    return true;
  if (lang_json_length (json) != 2)
    return false;
  law->can_hold = true;
  law->least = lang_json_string (json->items[0], NULL);
  law->greatest = lang_json_string (json->items[1], NULL);
  return law->least != NULL || law->greatest != NULL;
}

static bool
read_law (BaseArena *arena, const LangJson *json, RunLawMetadata *law)
{
  *law = (RunLawMetadata){.x = lang_json_string (lang_json_get (json, "x"), NULL),
                          .y = lang_json_string (lang_json_get (json, "y"), NULL)};
  return law->x != NULL && law->y != NULL &&
         read_range (lang_json_get (json, "range"), law) &&
         read_hold (lang_json_get (json, "hold"), law) &&
         read_with (arena, lang_json_get (json, "with"), law) &&
         read_given (arena, lang_json_get (json, "given"), law);
}

uint32_t
run_law_metadata_list (BaseArena *arena,
                       const LibClass *class,
                       const RunLawMetadata **laws)
{
  const LangJson *json = lib_class_meta (class, "Dyad", "law");
  const uint32_t most = is_object (json) ? 1 : lang_json_length (json);
  RunLawMetadata *list = base_arena_array (arena, RunLawMetadata, most);
  uint32_t n = 0;

  for (uint32_t i = 0; i < most; i++)
    if (read_law (arena, is_object (json) ? json : json->items[i], &list[n]))
      n++;
  *laws = list;
  return n;
}
