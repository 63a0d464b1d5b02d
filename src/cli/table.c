/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results as `run` writes them, read back into a trace: a header of names, `time`
 * first, and rows whose times do not decrease. Compared and plotted like the trace of a
 * run. */
#include "cli/table.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/csv.h"
#include "base/file.h"

/* NULL if all rows follow in time, else what is wrong. */
static char *
add_rows (CliTable *table, const char *path, const BaseMatrix *read)
{
  if (read->n_columns != table->n + 1)
    return g_strdup_printf (_ ("%s has %u names and rows of %u numbers"), path,
                            table->n + 1, read->n_columns);
  for (uint32_t row = 0; row < read->n_rows; row++) {
    const double *values = read->items + (size_t) row * read->n_columns;

    if (row > 0 && !(values[0] >= values[-(ptrdiff_t) read->n_columns]))
      return g_strdup_printf (_ ("row %u of %s goes back in time"), row + 1, path);
    run_trace_append (table->trace, values[0], values + 1);
  }
  return NULL;
}

bool
cli_table_read (CliTable *table, const char *path, GError **error)
{
  const BaseCsvForm form = {
      .path = path, .n_header_lines = 1, .delimiter = ',', .most = UINT32_MAX};
  size_t length;
  g_autofree char *text = base_file_read (path, SIZE_MAX, &length, error);
  g_autofree char *fault = NULL;
  BaseMatrix read;

  *table = (CliTable){0};
  if (text == NULL)
    return false;
  table->names = base_csv_names (text);
  table->n = g_strv_length (table->names) - 1;
  table->trace = run_trace_new (table->n, NULL, NULL);
  if (strcmp (table->names[0], "time") != 0)
    fault = g_strdup_printf (_ ("%s:1: the first column must be `time`"), path);
  else if (base_csv_read (&form, text, &read, &fault)) {
    fault = add_rows (table, path, &read);
    g_free (read.items);
  }
  if (fault != NULL)
    g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, fault);
  return fault == NULL;
}

void
cli_table_clear (CliTable *table)
{
  g_clear_pointer (&table->trace, run_trace_unref);
  g_strfreev (table->names);
}

uint32_t
cli_table_find (const CliTable *table, const char *name)
{
  for (uint32_t i = 0; i < table->n; i++)
    if (strcmp (table->names[i + 1], name) == 0)
      return i;
  return UINT32_MAX;
}
