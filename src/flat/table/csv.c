/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers separated by a character, one row per line. Blank lines do not count. */
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "flat/build-private.h"
#include "flat/table/datafile.h"

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

static const char *
skip_blanks (const FlatDataFile *file, const char *at)
{
  while (is_blank (*at) && (*at != file->delimiter || file->delimiter == ' '))
    at++;
  return at;
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
read_value (const FlatDataFile *file, const char *at, GArray *items)
{
  bool is_quoted = *at == '"';
  char *end;
  double value = g_ascii_strtod (at + is_quoted, &end);

  if (end == at + is_quoted || !isfinite (value) || g_ascii_isspace (at[is_quoted]))
    return NULL;
  g_array_append_val (items, value);
  if (is_quoted && *end++ != '"')
    return NULL;
  return skip_blanks (file, end);
}

/* One line that is not blank; false if it is broken. */
static bool
read_row (const FlatDataFile *file, const char *at, GArray *items)
{
  while ((at = read_value (file, at, items)) != NULL && !is_end (at)) {
    /* Blanks as delimiters are skipped already. */
    if (file->delimiter != ' ' && *at++ != file->delimiter)
      return false;
    at = skip_blanks (file, at);
    if (is_end (at))
      return false;
  }
  return at != NULL;
}

bool
flat_csv_parse (const FlatDataFile *file,
                const char *text,
                FlatData *data,
                char **fault)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (double));
  uint32_t line = 1;

  *data = (FlatData){0};
  if (g_str_has_prefix (text, "\xef\xbb\xbf"))
    text += 3;
  for (; *text != '\0'; text = next_line (text), line++) {
    const char *at = skip_blanks (file, text);
    uint32_t before = items->len;

    if (line <= file->n_header_lines || is_end (at))
      continue;
    if (!read_row (file, at, items)) {
      /* The file may be anything, so nothing of it is quoted. */
      *fault =
          g_strdup_printf ("line %u of %s is not a row of numbers (%u could be read)",
                           line, file->path, items->len - before);
      return false;
    }
    if (data->n_rows++ == 0)
      data->n_columns = items->len;
    if (items->len - before != data->n_columns) {
      *fault = g_strdup_printf ("line %u of %s has %u numbers, the first row has %u",
                                line, file->path, items->len - before, data->n_columns);
      return false;
    }
    if (items->len > FLAT_MOST_ELEMENTS) {
      *fault = g_strdup_printf ("%s has more than %d numbers", file->path,
                                FLAT_MOST_ELEMENTS);
      return false;
    }
  }
  if (data->n_rows == 0) {
    *fault = g_strdup_printf ("%s holds no numbers", file->path);
    return false;
  }
  data->items = (double *) (void *) g_array_steal (items, NULL);
  return true;
}

static bool
read_csv (const FlatDataFile *file, FlatData *data, char **fault)
{
  g_autoptr (GError) error = NULL;
  size_t length;
  g_autofree char *text =
      base_file_read (file->path, FLAT_MOST_FILE_BYTES, &length, &error);

  if (text == NULL) {
    *fault = g_strdup (error->message);
    return false;
  }
  return flat_csv_parse (file, text, data, fault);
}

bool
flat_datafile_read (const FlatDataFile *file, FlatData *data, char **fault)
{
  g_autoptr (GError) error = NULL;
  size_t size;

  if (!base_file_check (file->path, FLAT_MOST_FILE_BYTES, &size, &error)) {
    *fault = g_strdup (error->message);
    return false;
  }
  return base_file_has_ending (file->path, ".mat")
             ? flat_datafile_read_mat (file, data, fault)
             : read_csv (file, data, fault);
}
