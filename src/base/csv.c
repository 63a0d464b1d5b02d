/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads tables of numbers as text: one pass, a value at a time by strtod() of the C
 * locale, with or without quotes around it. */
#include "base/csv.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static const char *
skip_blanks (const BaseCsvForm *form, const char *at)
{
  while ((*at == ' ' || *at == '\t') &&
         (*at != form->delimiter || form->delimiter == ' '))
    at++;
  return at;
}

static const char *
skip_mark (const char *text)
{
  return g_str_has_prefix (text, "\xef\xbb\xbf") ? text + 3 : text;
}

static bool
is_end (const char *at)
{
  return *at == '\0' || *at == '\n' ||
         (*at == '\r' && (at[1] == '\n' || at[1] == '\0'));
}

static const char *
next_line (const char *at)
{
  const char *end = strchr (at, '\n');

  return end == NULL ? at + strlen (at) : end + 1;
}

/* One value; NULL if there is none. */
static const char *
read_value (const BaseCsvForm *form, const char *at, GArray *items)
{
  bool is_quoted = *at == '"';
  char *end;
  double value = g_ascii_strtod (at + is_quoted, &end);

  if (end == at + is_quoted || (form->only_finite && !isfinite (value)) ||
      g_ascii_isspace (at[is_quoted]))
    return NULL;
  g_array_append_val (items, value);
  if (is_quoted && *end++ != '"')
    return NULL;
  return skip_blanks (form, end);
}

/* One line that is not blank; false if it is broken. */
static bool
read_row (const BaseCsvForm *form, const char *at, GArray *items)
{
  while ((at = read_value (form, at, items)) != NULL && !is_end (at)) {
    /* Blanks as delimiters are skipped already. */
    if (form->delimiter != ' ' && *at++ != form->delimiter)
      return false;
    at = skip_blanks (form, at);
    if (is_end (at))
      return false;
  }
  return at != NULL;
}

bool
base_csv_read (const BaseCsvForm *form,
               const char *text,
               BaseMatrix *table,
               char **fault)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (double));
  uint32_t line = 1;

  *table = (BaseMatrix){0};
  for (text = skip_mark (text); *text != '\0'; text = next_line (text), line++) {
    const char *at = skip_blanks (form, text);
    uint32_t before = items->len;

    if (line <= form->n_header_lines || is_end (at))
      continue;
    /* Each row must have the numbers of the first. */
    bool is_row = read_row (form, at, items);
    uint32_t n = items->len - before;
    if (table->n_rows++ == 0)
      table->n_columns = n;
    if (!is_row)
      *fault = g_strdup_printf (
          _ ("line %u of %s is not a row of numbers (%u could be read)"), line,
          form->path, n);
    else if (n != table->n_columns)
      *fault =
          g_strdup_printf (_ ("line %u of %s has %u numbers, the first row has %u"),
                           line, form->path, n, table->n_columns);
    else if (items->len > form->most)
      *fault =
          g_strdup_printf (_ ("%s has more than %u numbers"), form->path, form->most);
    else
      continue;
    return false;
  }
  if (table->n_rows == 0) {
    *fault = g_strdup_printf (_ ("%s holds no numbers"), form->path);
    return false;
  }
  table->items = (double *) (void *) g_array_steal (items, NULL);
  return true;
}

/* The text up to the next comma outside quotes, without quotes; moves *at behind it. */
static char *
next_name (const char **at)
{
  GString *name = g_string_new (NULL);
  const char *c = *at;
  bool is_quoted = false;

  for (; !is_end (c) && (is_quoted || *c != ','); c++) {
    if (*c != '"')
      g_string_append_c (name, *c);
    else if (is_quoted && c[1] == '"')
      g_string_append_c (name, *++c);
    else
      is_quoted = !is_quoted;
  }
  *at = *c == ',' ? c + 1 : NULL;
  return g_string_free (name, FALSE);
}

char **
base_csv_names (const char *text)
{
  GPtrArray *names = g_ptr_array_new ();

  for (const char *at = skip_mark (text); at != NULL;)
    g_ptr_array_add (names, next_name (&at));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}
