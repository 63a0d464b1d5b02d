/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns by the names that users type, with near names for an unknown one, and rows as
 * CSV or as MAT files (export-mat.c). Numbers are the shortest that read back exactly,
 * in the C locale; a file is replaced only when it is complete. */
#include "run/export.h"

#include "base/file.h"
#include "base/number.h"
#include "base/writer.h"
#include "lang/near.h"
#include "run/export-mat.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- columns by name ---- */

/* A name without blanks: "a[1, 2]" is written "a[1,2]". */
static char *
compact (const char *begin, const char *end)
{
  char *name = g_strndup (begin, (gsize) (end - begin)), *to = name;

  for (const char *from = name; *from != '\0'; from++)
    if (!g_ascii_isspace (*from))
      *to++ = *from;
  *to = '\0';
  return name;
}

/* Splits at commas that stand outside brackets; empty pieces are left out. */
static void
split (const char *text, GPtrArray *names)
{
  int depth = 0;
  const char *begin = text;

  for (const char *at = text;; at++) {
    if (*at == '[' || *at == '(')
      depth++;
    else if (*at == ']' || *at == ')')
      depth--;
    if (*at != '\0' && (*at != ',' || depth > 0))
      continue;
    char *name = compact (begin, at);
    if (*name != '\0')
      g_ptr_array_add (names, name);
    else
      g_free (name);
    if (*at == '\0')
      return;
    begin = at + 1;
  }
}

/* Up to three variables inside what is named, or else names near to it. */
static char *
near_names (const SimModel *model, const char *name)
{
  g_autofree char *prefix = g_strconcat (name, ".", NULL);
  LangNear near;

  lang_near_begin (&near, name);
  for (uint32_t i = 0; i < sim_model_n_vars (model); i++) {
    const SimVar *var = sim_model_var (model, i);
    const bool is_inside = g_str_has_prefix (var->name, prefix);

    if (!var->is_derived)
      lang_near_offer (&near, is_inside ? name : var->name, var->name);
  }
  return lang_near_to_text (&near);
}

char **
run_export_split_signals (const char *const *texts)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (size_t i = 0; texts != NULL && texts[i] != NULL; i++)
    split (texts[i], names);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_steal (names, NULL);
}

uint32_t *
run_export_find_signals (const SimModel *model,
                         const char *const *texts,
                         uint32_t *n,
                         GError **error)
{
  g_auto (GStrv) names = run_export_split_signals (texts);
  uint32_t n_names = g_strv_length (names);
  g_autofree uint32_t *found = g_new (uint32_t, n_names + 1);

  if (n_names == 0) {
    g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                         _ ("No name is given"));
    return NULL;
  }
  /* The first unknown name ends it, with names near to it. */
  for (uint32_t i = 0; i < n_names; i++) {
    const char *name = names[i];

    found[i] = sim_model_find (model, name);
    if (found[i] != UINT32_MAX)
      continue;
    g_autofree char *near = near_names (model, name);
    if (near != NULL)
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                   _ ("The model has no variable `%s`; did you mean %s?"), name, near);
    else
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                   _ ("The model has no variable `%s`"), name);
    return NULL;
  }
  *n = n_names;
  return g_steal_pointer (&found);
}

uint32_t *
run_export_all_signals (const SimModel *model, const char *path, uint32_t *n)
{
  const bool has_parameters = path != NULL && base_file_has_ending (path, ".mat");
  uint32_t *all = g_new (uint32_t, sim_model_n_vars (model) + 1);

  *n = 0;
  for (uint32_t i = 0; i < sim_model_n_vars (model); i++) {
    const SimVar *var = sim_model_var (model, i);

    if (!var->is_derived && (has_parameters || !var->is_parameter))
      all[(*n)++] = i;
  }
  return all;
}

/* ---- CSV ---- */

static void
write_name (FILE *file, const char *name)
{
  if (strpbrk (name, ",\"\n") == NULL) {
    fputs (name, file);
    return;
  }
  fputc ('"', file);
  for (const char *at = name; *at != '\0'; at++) {
    if (*at == '"')
      fputc ('"', file);
    fputc (*at, file);
  }
  fputc ('"', file);
}

/* The text of a magnitude. */
typedef struct {
  uint64_t bits; /* of the magnitude */
  size_t length; /* 0: none yet */
  char text[BASE_NUMBER_SIZE];
} Written;

enum { WRITTEN_BITS = 9 };

/* A row, and what was written last, by a hash of its bits. */
typedef struct {
  Written written[1 << WRITTEN_BITS];
  char *end;
  char text[];
} Line;

/* Ports that are joined, and the two sides of a force, have equal or opposite values,
 * and much of a row is as in the row before: their texts are taken again. "-0" is
 * written as "0". */
static void
write_number (Line *line, double value)
{
  const double magnitude = fabs (value);
  uint64_t bits;

  memcpy (&bits, &magnitude, sizeof bits);
  Written *written = &line->written[bits * 0x9E3779B97F4A7C15u >> (64 - WRITTEN_BITS)];
  if (written->bits != bits || written->length == 0) {
    written->bits = bits;
    written->length = strlen (base_number_to_text (magnitude, written->text));
  }
  if (value < 0)
    *line->end++ = '-';
  memcpy (line->end, written->text, BASE_NUMBER_SIZE);
  line->end += written->length;
}

/* By way of `line`, which has room for all numbers, as a stream locks at each call. */
static void
write_row (FILE *file, const RunTable *table, size_t row, Line *line)
{
  line->end = line->text;
  write_number (line, run_trace_time (table->trace, row));
  for (uint32_t c = 0; c < table->n_columns; c++) {
    *line->end++ = ',';
    write_number (line, run_trace_value (table->trace, table->columns[c], row));
  }
  *line->end++ = '\n';
  fwrite (line->text, 1, (size_t) (line->end - line->text), file);
}

/* The header lines. */
static void
write_header (FILE *file, const RunTable *table, bool is_of_units)
{
  fputs (is_of_units ? "s" : "time", file);
  for (uint32_t c = 0; c < table->n_columns; c++) {
    const SimVar *var = sim_model_var (table->model, table->columns[c]);

    fputc (',', file);
    write_name (file, !is_of_units ? var->name : var->units != NULL ? var->units : "");
  }
  fputc ('\n', file);
}

bool
run_export_rows (FILE *file, const RunTable *table, const int *stop_flag)
{
  const size_t n_rows = run_trace_length (table->trace);
  g_autofree Line *line = g_malloc0 (sizeof *line + ((size_t) table->n_columns + 1) *
                                                        (BASE_NUMBER_SIZE + 1));
  size_t row = 0;

  write_header (file, table, false);
  if (table->has_units)
    write_header (file, table, true);
  for (; row < n_rows && !ferror (file) &&
         (stop_flag == NULL || g_atomic_int_get (stop_flag) == 0);
       row++)
    write_row (file, table, row, line);
  return row == n_rows || ferror (file);
}

/* True if `path` is something that must not be replaced by a file: a pipe, a device. */
static bool
is_special (const char *path)
{
  struct stat about;

  return stat (path, &about) == 0 && !S_ISREG (about.st_mode);
}

bool
run_export_check_name (const char *path, GError **error)
{
  g_autofree char *base = g_path_get_basename (path);
  const char *ending = strrchr (base, '.');

  if (ending == NULL || ending == base || base_file_has_ending (base, ".csv") ||
      base_file_has_ending (base, ".mat") || is_special (path))
    return true;
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
               _ ("%s: results are written under a name that ends in .csv or .mat"),
               path);
  return false;
}

bool
run_export_save (const RunTable *table, const char *path, GError **error)
{
  if (!run_export_check_name (path, error))
    return false;
  BaseWriter *writer = base_writer_new (path, error);
  if (writer == NULL)
    return false;
  if (base_file_has_ending (path, ".mat"))
    run_export_mat (base_writer_stream (writer), table);
  else
    run_export_rows (base_writer_stream (writer), table, NULL);
  return base_writer_finish (writer, error);
}
