/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of the first component are looked up by name in the cards of the
 * others; instances of one class have the same names, whatever their modifiers. What is
 * typed for a new one of the diagram tells its type by its unit or its form. */
#include "desk/tool/params.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/list.h"
#include "base/number.h"
#include "desk/quantity.h"
#include "doc/edit/edit.h"
#include "lib/type.h"

static const LibCard *
card_of (const DocModel *doc, const char *item)
{
  const uint32_t k = doc_find_item (doc, item);

  return k < doc_n_items (doc) ? doc_item (doc, k)->card : NULL;
}

static bool
is_same (const LibParam *a, const LibParam *b)
{
  return g_str_equal (a->name, b->name) && a->kind == b->kind &&
         a->is_final == b->is_final && g_strcmp0 (a->units, b->units) == 0 &&
         a->enumeration == b->enumeration && g_strcmp0 (a->value, b->value) == 0 &&
         g_strcmp0 (a->of_case, b->of_case) == 0;
}

static bool
has (const LibCard *card, const LibCard *first, const LibParam *param)
{
  if (card == NULL || (param->of_case != NULL && card->entry != first->entry))
    return false;
  for (uint32_t i = 0; i < card->n_params; i++)
    if (is_same (&card->params[i], param))
      return true;
  return false;
}

GPtrArray *
desk_params_shared (const DocModel *doc, const char *const *items, uint32_t n)
{
  const LibCard *first = n > 0 ? card_of (doc, items[0]) : NULL;
  GPtrArray *shared = g_ptr_array_new ();

  for (uint32_t p = 0; first != NULL && p < first->n_params; p++) {
    const LibParam *param = &first->params[p];
    bool is_shared = true;

    for (uint32_t i = 1; i < n && is_shared; i++)
      is_shared = has (card_of (doc, items[i]), first, param);
    if (is_shared)
      g_ptr_array_add (shared, (gpointer) param);
  }
  return shared;
}

bool
desk_params_get (const DocModel *doc,
                 const char *const *items,
                 uint32_t n,
                 const char *target,
                 char **value,
                 char **entry)
{
  *value = doc_get_modifier (doc, items[0], target);
  *entry = doc_get_entry (doc, items[0], target);
  for (uint32_t i = 1; i < n; i++) {
    g_autofree char *other = doc_get_modifier (doc, items[i], target);
    g_autofree char *typed = doc_get_entry (doc, items[i], target);

    if (g_strcmp0 (other, *value) != 0 || g_strcmp0 (typed, *entry) != 0) {
      g_clear_pointer (value, g_free);
      g_clear_pointer (entry, g_free);
      return false;
    }
  }
  return true;
}

/* ---- parameters of the diagram ---- */

static bool
is_declared_in (const LangClass *class, const char *name)
{
  for (uint32_t i = 0; i < class->n_decls; i++)
    if (class->decls[i]->kind == LANG_PARAMETER && class->decls[i]->name != NULL &&
        strcmp (class->decls[i]->name, name) == 0)
      return true;
  return false;
}

GPtrArray *
desk_params_own (const DocModel *doc, BaseArena *arena)
{
  const LangClass *class = doc_class (doc);
  const LibEntry *entry =
      class != NULL ? lib_index_of_class (doc_index (doc), class) : NULL;
  const LibCard *card =
      entry != NULL ? lib_card (arena, doc_index (doc), entry, NULL, NULL) : NULL;
  GPtrArray *own = g_ptr_array_new ();

  for (uint32_t i = 0; card != NULL && i < card->n_params; i++)
    if (card->params[i].of_case == NULL && is_declared_in (class, card->params[i].name))
      g_ptr_array_add (own, (gpointer) &card->params[i]);
  return own;
}

/* Where the unit of a number begins: "m" of "2.5 m" and "1/4 m", but nothing in "5k",
 * as no unit is called so, nor in an expression. NULL if there is none. */
static const char *
find_unit (const char *text)
{
  const char *end = text + base_number_length (text);

  if (end == text)
    return NULL;
  end += strspn (end, " ");
  if (*end == '/' && g_ascii_isdigit (end[1])) {
    end += 1 + strspn (end + 1, "0123456789");
    end += strspn (end, " ");
  }
  return g_ascii_isalpha (*end) || (*end & 0x80) != 0 || *end == '%' ? end : NULL;
}

/* A number with a unit: its SI value, and the type that has the unit. */
static char *
read_quantity (const DocModel *doc,
               const char *text,
               const char *unit_text,
               DocParameter *parameter,
               DeskQuantity *quantity)
{
  const BaseUnit one = {.factor = 1};
  const char *units = "1";
  const LibEntry *type = NULL;
  BaseUnit unit;

  if (!base_unit_parse (unit_text, &unit))
    return g_strdup_printf (_ ("“%s” has no known unit"), text);
  if (!base_unit_same_dimension (&unit, &one) || unit.sense.angle != 0)
    type = lib_type_of_unit (doc_index (doc), &unit, &units);
  if (type == NULL && g_str_equal (units, "1") &&
      !base_unit_same_dimension (&unit, &one))
    return g_strdup_printf (
        _ ("No type has the unit of “%s”; write its SI value without a unit"), text);
  /* In that unit, as in a field. */
  const LibParam like = {
      .name = parameter->name, .kind = LIB_PARAM_REAL, .units = units};
  *quantity = desk_quantity_read (&like, text);
  parameter->type =
      type != NULL ? lib_index_short_name (type, type->namespace) : "Real";
  return g_steal_pointer (&quantity->problem);
}

/* What has no unit says by its form what it is. */
static const char *
type_of_form (const char *text)
{
  g_autoptr (BaseList) list = base_list_read (text);

  if (list != NULL)
    return list->form == BASE_LIST_VECTOR ? "Real[:]" : "Real[:, :]";
  return g_str_equal (text, "true") || g_str_equal (text, "false") ? "Boolean"
         : *text == '"'                                            ? "String"
                                                                   : "Real";
}

char *
desk_params_declare (DocModel *doc, const char *line)
{
  const char *equals = strchr (line, '=');
  g_autofree char *name =
      g_strndup (line, equals != NULL ? (size_t) (equals - line) : strlen (line));
  g_autofree char *text = g_strdup (equals != NULL ? equals + 1 : "");
  g_auto (DeskQuantity) quantity = {NULL, NULL, NULL};
  DocParameter parameter = {.name = g_strstrip (name), .type = "Real"};
  g_autoptr (GError) error = NULL;
  char *problem = NULL;

  g_strstrip (text);
  if (!desk_quantity_point (text))
    return g_strdup_printf (
        _ ("“%s” may be read in two ways; write a point for decimals, and nothing "
           "between thousands"),
        text);
  /* The value, and with it the type. */
  const char *unit = find_unit (text);
  BaseUnit known;
  if (unit != NULL && (unit[-1] == ' ' || base_unit_parse (unit, &known)))
    problem = read_quantity (doc, text, unit, &parameter, &quantity);
  else if (*text != '\0') {
    quantity.value = g_strdup (text);
    parameter.type = type_of_form (text);
  }
  if (problem != NULL)
    return problem;
  parameter.value = quantity.value;
  parameter.entry = quantity.entry;
  if (doc_add_parameter (doc, &parameter, &error))
    return NULL;
  return g_strdup (error != NULL ? error->message
                                 : _ ("the diagram has changed since"));
}
