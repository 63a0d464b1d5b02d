/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/table.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* The text up to the next comma outside quotes, without quotes; moves *at behind it. */
static char *
next_field (const char **at)
{
  g_autoptr (GString) field = g_string_new (NULL);
  const char *c = *at;
  bool is_quoted = false;

  for (; *c != '\0' && (is_quoted || *c != ','); c++) {
    if (*c != '"')
      g_string_append_c (field, *c);
    else if (is_quoted && c[1] == '"')
      g_string_append_c (field, *++c);
    else
      is_quoted = !is_quoted;
  }
  *at = *c == ',' ? c + 1 : NULL;
  return g_string_free (g_steal_pointer (&field), FALSE);
}

static bool
fail (GError **error, const char *path, uint32_t line, const char *what)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s:%u: %s", path, line,
               _ (what));
  return false;
}

static bool
read_header (CliTable *table, const char *line)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (const char *at = line; at != NULL;)
    g_ptr_array_add (names, next_field (&at));
  if (strcmp (names->pdata[0], "time") != 0)
    return false;
  g_ptr_array_remove_index (names, 0);
  table->n = names->len;
  g_ptr_array_add (names, NULL);
  table->names = (char **) g_ptr_array_steal (names, NULL);
  table->trace = run_trace_new (table->n, NULL, NULL);
  return true;
}

/* NULL if the row is good, else what is wrong. */
static const char *
read_row (CliTable *table, const char *line, double *time, double *values)
{
  for (uint32_t c = 0; c <= table->n; c++) {
    double *to = c == 0 ? time : &values[c - 1];
    char *end;

    *to = g_ascii_strtod (line, &end);
    if (end == line)
      return "a number was expected";
    if (*end != (c < table->n ? ',' : '\0'))
      return c < table->n ? "there are too few numbers" : "there are too many numbers";
    line = end + 1;
  }
  return NULL;
}

bool
cli_table_read (CliTable *table, const char *path, GError **error)
{
  g_autofree char *text = NULL;
  double time_before = -G_MAXDOUBLE, time;

  *table = (CliTable){0};
  if (!g_file_get_contents (path, &text, NULL, error))
    return false;
  char *line = text;
  g_autofree double *values = NULL;
  for (uint32_t number = 1; line != NULL && *line != '\0'; number++) {
    char *end = strchr (line, '\n');
    const char *wrong = NULL;

    if (end != NULL)
      *end = '\0';
    if (end != NULL && end > line && end[-1] == '\r')
      end[-1] = '\0';
    if (number == 1) {
      if (!read_header (table, line))
        return fail (error, path, 1, N_ ("the first column must be `time`"));
      values = g_new0 (double, table->n + 1);
    } else {
      wrong = read_row (table, line, &time, values);
      if (wrong == NULL && !(time >= time_before))
        wrong = "time goes back";
      if (wrong != NULL)
        return fail (error, path, number, wrong);
      run_trace_append (table->trace, time, values);
      time_before = time;
    }
    line = end != NULL ? end + 1 : NULL;
  }
  return table->trace != NULL || fail (error, path, 1, N_ ("the file is empty"));
}

void
cli_table_clear (CliTable *table)
{
  run_trace_unref (table->trace);
  g_strfreev (table->names);
}

uint32_t
cli_table_find (const CliTable *table, const char *name)
{
  for (uint32_t i = 0; i < table->n; i++)
    if (strcmp (table->names[i], name) == 0)
      return i;
  return UINT32_MAX;
}
