/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers with units, as typed, to text of the language and back. What could mean two
 * things (a letter that is a prefix and a unit) is decided by the unit of the
 * parameter.
 */
#include "desk/quantity.h"

#include <float.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/list.h"
#include "base/number.h"
#include "base/unit.h"
#include "doc/edit/edit.h"

void
desk_quantity_clear (DeskQuantity *quantity)
{
  g_clear_pointer (&quantity->value, g_free);
  g_clear_pointer (&quantity->entry, g_free);
  g_clear_pointer (&quantity->problem, g_free);
}

/* A number as the language writes it, SI letter included; false for anything else. */
static bool
read_number (const char *text, double *value, bool *has_letter)
{
  const char *end = text + base_number_length (text);
  size_t length = 0;
  double factor;

  if (end == text)
    return false;
  *value = g_ascii_strtod (text, NULL);
  *has_letter = false;
  if (*end == '\0')
    return true;
  factor = base_number_prefix (end, &length);
  if (factor == 0 || end[length] != '\0')
    return false;
  *value *= factor;
  *has_letter = true;
  return true;
}

/* "5 kg": a number and a word, nothing that could be an expression. */
static bool
looks_like_quantity (const char *text)
{
  const char *end = text + base_number_length (text);

  if (end == text)
    return false;
  while (*end == ' ')
    end++;
  return (g_ascii_isalpha (*end) || (*end & 0x80) != 0) &&
         strpbrk (end, "+-(),=") == NULL;
}

/* "0 kg" */
static char *
limit_text (const LibParam *param, double limit)
{
  char number[BASE_NUMBER_SIZE], text[BASE_MINUS_SIZE];
  g_autofree char *behind = base_unit_behind (" ", param->units);

  base_number_to_text (limit, number);
  return g_strconcat (base_number_with_minus (number, text), behind, NULL);
}

/* "0" of "0 kg" where the other bound says the unit. */
static char *
short_limit_text (double limit)
{
  char number[BASE_NUMBER_SIZE], text[BASE_MINUS_SIZE];

  return g_strdup (base_number_with_minus (base_number_to_text (limit, number), text));
}

/* The least number above zero says no more than that it must be greater. */
static bool
is_above_zero (const LibParam *param)
{
  return param->has_min && param->min > 0 && param->min <= DBL_EPSILON;
}

char *
desk_quantity_range (const LibParam *param)
{
  g_autofree char *min = param->has_min ? short_limit_text (param->min) : NULL;
  g_autofree char *max = param->has_max ? short_limit_text (param->max) : NULL;
  g_autofree char *end = base_unit_behind ("\u00A0", param->units);

  if (is_above_zero (param) && max == NULL)
    return g_strdup_printf (">\u00A00%s", end);
  if (min != NULL && max != NULL)
    return g_strdup_printf ("%s\u00A0\u2026\u00A0%s%s", min, max, end);
  return min != NULL   ? g_strdup_printf ("\u2265\u00A0%s%s", min, end)
         : max != NULL ? g_strdup_printf ("\u2264\u00A0%s%s", max, end)
                       : NULL;
}

static char *
check_limits (const LibParam *param, double value)
{
  if (param->has_min && value < param->min && is_above_zero (param))
    return g_strdup_printf (_ ("%s must be greater than 0"), param->name);
  if (param->has_min && value < param->min) {
    g_autofree char *limit = limit_text (param, param->min);

    return g_strdup_printf (_ ("%s must be at least %s"), param->name, limit);
  }
  if (param->has_max && value > param->max) {
    g_autofree char *limit = limit_text (param, param->max);

    return g_strdup_printf (_ ("%s must be at most %s"), param->name, limit);
  }
  if (param->kind == LIB_PARAM_INTEGER && value != floor (value))
    return g_strdup_printf (_ ("%s must be a whole number"), param->name);
  return NULL;
}

char *
desk_quantity_choices (const LibParam *param)
{
  const char *const *choices =
      base_unit_choices (param->units != NULL ? param->units : "");
  g_autoptr (GString) text = g_string_new (NULL);

  for (; *choices != NULL && !g_str_equal (*choices, "1"); choices++) {
    g_autofree char *label = base_unit_to_label (*choices);

    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", label);
  }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* Why what was typed cannot be taken. */
static char *
objection (const LibParam *param, const char *text, BaseUnitFit fit)
{
  g_autofree char *label =
      base_unit_to_label (param->units != NULL ? param->units : "");

  switch (fit) {
  case BASE_UNIT_AMBIGUOUS:
    return g_strdup_printf (
        _ ("“%s” may count radians or turns; write %s, or rev or Hz for turns"), text,
        label);
  case BASE_UNIT_ENERGY:
    return g_strdup_printf (_ ("“%s” is an energy; %s is a torque, in %s"), text,
                            param->name, label);
  case BASE_UNIT_PER_ANGLE:
    return g_strdup_printf (_ ("“%s” is per angle; %s is in %s"), text, param->name,
                            label);
  case BASE_UNIT_OTHER_DIMENSION:
    if (*label != '\0' && !g_str_equal (label, "1"))
      return g_strdup_printf (_ ("“%s” is another kind of quantity; %s is in %s"), text,
                              param->name, label);
    break;
  case BASE_UNIT_FITS:
  case BASE_UNIT_UNKNOWN:
    break;
  }
  /* A unit that is near, else those that there are. */
  g_autofree char *meant =
      base_unit_suggest (text, param->units != NULL ? param->units : "1");
  if (meant != NULL)
    return g_strdup_printf (_ ("“%s” has no known unit; did you mean %s?"), text,
                            meant);
  g_autofree char *choices = desk_quantity_choices (param);
  if (choices != NULL)
    return g_strdup_printf (_ ("“%s” has no known unit; known are %s"), text, choices);
  return *label != '\0' && !g_str_equal (label, "1")
             ? g_strdup_printf (_ ("“%s” is not a quantity in %s"), text, label)
             : g_strdup_printf (_ ("“%s” is not a number; %s has no unit"), text,
                                param->name);
}

static void
read_real (const LibParam *param, const char *text, DeskQuantity *out)
{
  const char *units = param->units != NULL ? param->units : "";
  const bool has_units = *units != '\0' && !g_str_equal (units, "1");
  double value = NAN;
  double number = NAN;
  bool has_letter = false;
  const bool is_number = read_number (text, &number, &has_letter);
  const BaseUnitFit fit =
      base_unit_read_quantity (text, has_units ? units : "1", units, &value);
  const bool is_quantity =
      fit == BASE_UNIT_FITS && (!is_number || (has_letter && value != number));

  /* A quantity is kept as typed, beside its SI value; a number is the value itself. */
  if (is_quantity) {
    char si[BASE_NUMBER_SIZE];

    out->value = g_strdup (base_number_to_text (value, si));
    out->entry = g_strdup (text);
  } else if (is_number) {
    value = number;
    out->value = g_strdup (text);
  } else if (looks_like_quantity (text) || fit > BASE_UNIT_OTHER_DIMENSION) {
    out->problem = objection (param, text, fit);
  } else
    out->value = g_strdup (text);
  /* What is against it. */
  if (is_number || is_quantity)
    out->problem = check_limits (param, value);
  if (out->problem != NULL) {
    g_clear_pointer (&out->value, g_free);
    g_clear_pointer (&out->entry, g_free);
  }
}

/* ---- vectors and tables ---- */

LibParam
desk_quantity_element (const LibParam *param, uint32_t column)
{
  LibParam element = *param;

  element.kind = param->table.of;
  element.units = lib_card_column_units (param, column);
  return element;
}

typedef struct {
  const LibParam *param;
  bool has_entry;
  char *problem;
} List;

static char *
read_element (void *data, const char *text, uint32_t column)
{
  List *list = data;
  const LibParam element = desk_quantity_element (list->param, column);
  DeskQuantity quantity = {NULL, NULL, NULL};

  read_real (&element, text, &quantity);
  list->has_entry = list->has_entry || quantity.entry != NULL;
  list->problem = g_steal_pointer (&quantity.problem);
  g_free (quantity.entry);
  return quantity.value;
}

/* Numbers with blanks between them, where commas are decimal ones or are followed by a
 * blank, or with commas alone, as a vector; NULL for anything else. */
static char *
guess_vector (const char *text)
{
  const char *blanks = strpbrk (text, " \t");
  g_auto (GStrv) words = g_strsplit_set (text, blanks != NULL ? " \t" : ",", -1);
  g_autoptr (GString) list = g_string_new ("[");

  for (guint i = 0; words[i] != NULL; i++) {
    if (g_str_has_suffix (words[i], ","))
      words[i][strlen (words[i]) - 1] = '\0';
    g_strdelimit (words[i], ",", '.');
    if (base_number_length (words[i]) != strlen (words[i]))
      return NULL;
    if (*words[i] != '\0')
      g_string_append_printf (list, "%s%s", list->len > 1 ? ", " : "", words[i]);
  }
  g_string_append_c (list, ']');
  return strchr (list->str, ',') != NULL
             ? g_string_free (g_steal_pointer (&list), FALSE)
             : NULL;
}

/* "1, 0": a vector without its brackets, none of whose commas can be a decimal one,
 * with them; NULL for anything else. */
static char *
put_brackets (const char *text)
{
  const char *comma = strchr (text, ',');
  g_autofree char *list = g_strconcat ("[", text, "]", NULL);

  if (comma == NULL || strpbrk (text, "[](;") != NULL)
    return NULL;
  for (; comma != NULL; comma = strchr (comma + 1, ','))
    if (comma[1] != ' ' && comma[1] != '\t')
      return NULL;
  g_autoptr (BaseList) read = base_list_read (list);
  return read != NULL ? g_steal_pointer (&list) : NULL;
}

/* A vector with more or fewer elements than its type has is refused. */
static char *
refuse_length (const LibParam *param, const char *value)
{
  const uint32_t length = param->table.length;
  g_autoptr (BaseList) list = length > 0 ? base_list_read (value) : NULL;

  if (list == NULL || list->elements->len == length)
    return NULL;
  return g_strdup_printf (g_dngettext (NULL, "%s needs %u value, and not %u",
                                       "%s needs %u values, and not %u", length),
                          param->name, length, list->elements->len);
}

/* "[100 mm, 0]" is kept as typed beside "[0.1, 0]"; other expressions pass. */
static void
read_list (const LibParam *param, const char *text, DeskQuantity *out)
{
  List list = {.param = param};
  const bool is_vector = param->table.n_dims == 1;
  g_autofree char *whole = is_vector ? put_brackets (text) : NULL;
  g_autofree char *guess = is_vector && whole == NULL ? guess_vector (text) : NULL;

  if (guess != NULL) {
    out->problem =
        g_strdup_printf (_ ("“%s” may be read in two ways; write %s"), text, guess);
    return;
  }
  if (base_number_length (text) == strlen (text) || looks_like_quantity (text)) {
    out->problem =
        g_strdup_printf (_ ("%s needs several values, as in %s"), param->name,
                         param->value != NULL ? param->value : "[0, 0]");
    return;
  }
  /* The list, with its brackets: each element for itself. */
  if (whole != NULL)
    text = whole;
  out->value = base_list_map (text, read_element, &list);
  out->problem = list.problem;
  if (list.has_entry && out->value != NULL)
    out->entry = g_strdup (text);
  if (out->value == NULL && out->problem == NULL)
    out->value = g_strdup (text);
  if (out->value != NULL &&
      (out->problem = refuse_length (param, out->value)) != NULL) {
    g_clear_pointer (&out->value, g_free);
    g_clear_pointer (&out->entry, g_free);
  }
}

/* ---- texts ---- */

static char *
quote (const char *text)
{
  GString *out = g_string_new ("\"");

  for (; *text != '\0'; text++) {
    if (strchr ("\"\\$", *text) != NULL)
      g_string_append_c (out, '\\');
    if (*text == '\n')
      g_string_append (out, "\\n");
    else
      g_string_append_c (out, *text);
  }
  g_string_append_c (out, '"');
  return g_string_free (out, FALSE);
}

static char *
unquote (const char *text)
{
  const size_t length = strlen (text);

  if (length < 2 || text[0] != '"' || text[length - 1] != '"')
    return g_strdup (text);

  g_autofree char *inner = g_strndup (text + 1, length - 2);

  return g_strcompress (inner);
}

/* ---- decimal commas ---- */

/* Digits, a comma and digits, and then no second comma: the comma, else NULL. */
static char *
find_decimal_comma (char *text)
{
  const char *digits = text + strspn (text, "+-");
  char *comma = (char *) digits + strspn (digits, "0123456789");

  return comma > digits && *comma == ',' && g_ascii_isdigit (comma[1]) &&
                 strpbrk (comma + 1, ",.([") == NULL
             ? comma
             : NULL;
}

bool
desk_quantity_point (char *typed)
{
  char *comma = find_decimal_comma (typed);

  if (comma == NULL)
    return true;
  const bool is_nil =
      comma[-1] == '0' && comma - typed == 1 + (ptrdiff_t) strspn (typed, "+-");
  if (!is_nil && strspn (comma + 1, "0123456789") == 3)
    return false;
  *comma = '.';
  return true;
}

DeskQuantity
desk_quantity_read (const LibParam *param, const char *text)
{
  DeskQuantity out = {NULL, NULL, NULL};
  g_autofree char *typed = g_strstrip (g_strdup (text));

  switch (param->kind) {
  case LIB_PARAM_REAL:
  case LIB_PARAM_INTEGER:
    if (!desk_quantity_point (typed))
      out.problem = g_strdup_printf (
          _ ("“%s” may be read in two ways; write a point for decimals, and nothing "
             "between thousands"),
          typed);
    else if (*typed != '\0')
      read_real (param, typed, &out);
    break;
  case LIB_PARAM_ARRAY:
    if (*typed != '\0')
      read_list (param, typed, &out);
    break;
  case LIB_PARAM_STRING:
    out.value = quote (text);
    break;
  case LIB_PARAM_BOOLEAN:
  case LIB_PARAM_ENUM:
  case LIB_PARAM_OTHER:
    if (*typed != '\0')
      out.value = g_steal_pointer (&typed);
    break;
  }
  /* What passes as an expression the language must take, too. */
  g_autoptr (GError) error = NULL;
  if (out.problem == NULL && out.value != NULL &&
      !doc_check_value (out.value, &error)) {
    desk_quantity_clear (&out);
    out.problem = g_strdup (error->message);
  }
  return out;
}

/* A letter that would read as a unit is written out. */
static char *
show_number (const LibParam *param, const char *value)
{
  double number, quantity;
  bool has_letter;

  if (param->units != NULL && *param->units != '\0' &&
      read_number (value, &number, &has_letter) && has_letter &&
      base_unit_parse_quantity (value, param->units, param->units, &quantity) &&
      quantity != number) {
    char written_out[BASE_NUMBER_SIZE];

    return g_strdup (base_number_to_text (number, written_out));
  }
  return g_strdup (value);
}

static char *
show_element (void *data, const char *value, uint32_t column)
{
  const LibParam element = desk_quantity_element (data, column);

  return show_number (&element, value);
}

char *
desk_quantity_show (const LibParam *param, const char *value, const char *entry)
{
  if (entry != NULL)
    return g_strdup (entry);
  if (value == NULL)
    return g_strdup ("");
  if (param->kind == LIB_PARAM_STRING)
    return unquote (value);
  char *list = param->kind == LIB_PARAM_ARRAY
                   ? base_list_map (value, show_element, (void *) param)
                   : NULL;
  return list != NULL ? list : show_number (param, value);
}

/* What may follow a number that can be counted up: a unit, an SI letter, nothing. */
static bool
is_unit (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return *text == '\0' || g_unichar_isalpha (g_utf8_get_char (text)) ||
         g_str_has_prefix (text, "°") || *text == '%';
}

/* The third digit counts, and tells how many zeros are written. */
char *
desk_quantity_scrub (const LibParam *param, const char *text, double steps)
{
  const char *end = text + base_number_length (text);
  const double number = g_ascii_strtod (text, NULL);
  const bool is_integer = param->kind == LIB_PARAM_INTEGER;

  if ((param->kind != LIB_PARAM_REAL && !is_integer) || end == text ||
      !isfinite (number) || !is_unit (end))
    return NULL;

  const int exponent = is_integer    ? 0
                       : number == 0 ? -2
                                     : (int) floor (log10 (fabs (number))) - 2;
  /* Powers of ten are exact where they are whole: a quotient by one is rounded once. */
  const double unit = pow (10, abs (exponent));
  const double counted = (exponent < 0 ? number * unit : number / unit) + steps;
  const double whole = round (counted);
  const double value = exponent < 0 ? whole / unit : whole * unit;
  char digits[BASE_NUMBER_SIZE];

  return g_strconcat (base_number_to_text (value == 0 ? 0 : value, digits), end, NULL);
}

char *
desk_quantity_case (const char *value)
{
  const size_t length = value != NULL ? strcspn (value, "( ") : 0;
  g_autofree char *name = g_strndup (value != NULL ? value : "", length);
  const char *dot = strrchr (name, '.');

  return g_strdup (dot != NULL ? dot + 1 : name);
}

const char *
desk_quantity_scale (const SimVar *var, double *factor, double *offset)
{
  double si, zero;

  if (var->display_units[0] == '\0' ||
      !base_unit_scale (var->units, var->display_units, &si, &zero)) {
    *factor = 1;
    *offset = 0;
    return var->units;
  }
  *factor = 1 / si;
  *offset = -zero / si;
  return var->display_units;
}

void
desk_quantity_append (GString *out, const SimVar *var, const char *name, double value)
{
  double factor, offset;
  const char *units = desk_quantity_scale (var, &factor, &offset);

  if (!isfinite (value)) { /* nothing is known there */
    g_string_append_printf (out, "%s = \u2013", name);
    return;
  }
  g_autofree char *quantity =
      base_unit_quantity_to_text (factor * value + offset, 4, units);
  g_string_append_printf (out, "%s = %s", name, quantity);
}
