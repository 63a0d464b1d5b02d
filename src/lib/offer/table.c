/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a vector or matrix is made of, by its type, and what its numbers mean, by the
 * metadata of its declaration. A matrix whose rows have a written length is a list of
 * points unless the metadata say more. */
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "lib/offer/params.h"

static const char *const MEANINGS[] = {
    [LIB_TABLE_PLAIN] = "plain", [LIB_TABLE_POINTS] = "points",
    [LIB_TABLE_CURVE] = "curve", [LIB_TABLE_STEPS] = "steps",
    [LIB_TABLE_MAP] = "map",     [LIB_TABLE_RISING] = "rising",
};

static LibTableMeaning
read_meaning (const LangJson *meta, LibTableMeaning otherwise)
{
  const char *text = lang_json_string (lang_json_get (meta, "meaning"), "");

  for (guint i = 0; i < G_N_ELEMENTS (MEANINGS); i++)
    if (strcmp (MEANINGS[i], text) == 0)
      return (LibTableMeaning) i;
  return otherwise;
}

/* What the k-th of a list of texts says, or "". */
static const char *
text_at (const LangJson *list, uint32_t k)
{
  const bool is_there = list != NULL && list->kind == LANG_JSON_ARRAY && k < list->n;

  return base_name (is_there ? lang_json_string (list->items[k], "") : "");
}

static void
read_columns (const LangJson *meta, LibTable *table)
{
  const LangJson *names = lang_json_get (meta, "columns");
  const LangJson *units = lang_json_get (meta, "units");

  if (names != NULL && names->kind == LANG_JSON_ARRAY)
    table->n_names = MIN (names->n, LIB_TABLE_MOST_NAMES);
  for (uint32_t k = 0; k < table->n_names; k++) {
    table->names[k] = text_at (names, k);
    table->units[k] = text_at (units, k);
  }
}

static LibParamKind
kind_of_elements (const LibType *type)
{
  return type->kind <= LIB_TYPE_ENUM ? (LibParamKind) type->kind : LIB_PARAM_OTHER;
}

LibTable
lib_params_table (const LibParams *params, const LibMember *member)
{
  const LibType *type = member->type;
  const LangExpr *width = type->n_dims == 2 ? type->dims[1] : NULL;
  const LangJson *meta = lang_json_find (
      lib_class_member_meta (params->class, member->decl), "Dyad/table");
  LibTable table = {.of = kind_of_elements (type), .n_dims = type->n_dims};

  if (type->n_dims == 1 && type->dims[0]->kind == LANG_NUMBER)
    table.length = (uint32_t) CLAMP (type->dims[0]->number, 0, UINT32_MAX);
  if (width != NULL && width->kind == LANG_NUMBER && width->number >= 1)
    table.n_columns = (uint32_t) fmin (width->number, UINT32_MAX);
  const bool is_list = table.n_columns >= 2 && type->dims[0]->kind == LANG_COLON;
  table.meaning = read_meaning (meta, is_list ? LIB_TABLE_POINTS : LIB_TABLE_PLAIN);
  if (meta != NULL)
    read_columns (meta, &table);
  if (lang_json_get (meta, "between") != NULL)
    table.between = base_name (lang_json_string (lang_json_get (meta, "between"), ""));
  return table;
}

const char *
lib_card_column_units (const LibParam *param, uint32_t column)
{
  const LibTable *table = &param->table;

  if (param->units != NULL && *param->units != '\0')
    return param->units;
  return table->n_names > 0 ? table->units[MIN (column, table->n_names - 1)] : "";
}
