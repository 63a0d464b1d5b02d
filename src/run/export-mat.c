/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results as a MAT file of level 4 in the layout of trajectories that OpenModelica and
 * Dymola write and that MATLAB, Octave and SciPy load: six matrices, of which data_1
 * holds what is constant, data_2 a column for each row of the results, and dataInfo
 * says for each variable in which of them it is and in which row. Variables of the same
 * or the opposite value share a row, the latter by its negative number. Everything is
 * little endian, and column by column. */
#include "run/export-mat.h"

#include <math.h>
#include <string.h>

/* Types of matrices (MATLAB 5 MAT-file format, MathWorks 1999, appendix A): 1000 times
 * the machine (0: little endian), 10 times the precision, and 1 for text. */
enum { TYPE_DOUBLE = 0, TYPE_INT32 = 20, TYPE_TEXT = 51 };

/* The tables of dataInfo. */
enum { TABLE_TIME = 0, TABLE_CONSTANT = 1, TABLE_VARYING = 2 };

/* Where a variable is. */
typedef struct {
  int32_t table;
  int32_t row; /* from 1; negative: the opposite */
} Place;

typedef struct {
  FILE *file;
  const RunTable *table;
  size_t n_rows;
  Place *places;      /* of the columns */
  GArray *rows[3];    /* of each table, the column (uint32_t) that its rows show */
  GHashTable *shared; /* slot to 1 + the first column that lies there */
} Mat;

/* ---- numbers ---- */

static void
put_int (Mat *mat, int32_t value)
{
  const int32_t bytes = GINT32_TO_LE (value);

  fwrite (&bytes, sizeof bytes, 1, mat->file);
}

static void
put_double (Mat *mat, double value)
{
  uint64_t bytes;

  memcpy (&bytes, &value, sizeof bytes);
  bytes = GUINT64_TO_LE (bytes);
  fwrite (&bytes, sizeof bytes, 1, mat->file);
}

static void
begin_matrix (Mat *mat, const char *name, int32_t type, size_t n_rows, size_t n_columns)
{
  put_int (mat, type);
  put_int (mat, (int32_t) n_rows);
  put_int (mat, (int32_t) n_columns);
  put_int (mat, 0); /* no imaginary part */
  put_int (mat, (int32_t) strlen (name) + 1);
  fwrite (name, 1, strlen (name) + 1, mat->file);
}

/* One text a column, filled up with blanks. */
static void
put_texts (Mat *mat, const char *name, GPtrArray *texts)
{
  size_t longest = 1;

  for (guint i = 0; i < texts->len; i++)
    longest = MAX (longest, strlen (texts->pdata[i]));
  begin_matrix (mat, name, TYPE_TEXT, longest, texts->len);
  for (guint i = 0; i < texts->len; i++) {
    const size_t length = strlen (texts->pdata[i]);

    fwrite (texts->pdata[i], 1, length, mat->file);
    for (size_t k = length; k < longest; k++)
      fputc (' ', mat->file);
  }
}

/* ---- where each variable goes ---- */

static double
value_at (const Mat *mat, uint32_t c, size_t row)
{
  return run_trace_value (mat->table->trace, mat->table->columns[c], row);
}

/* All rows are asked: a run that branched off may have begun with another model. */
static bool
is_same (const Mat *mat, uint32_t a, uint32_t b, double sign)
{
  for (size_t row = 0; row < mat->n_rows; row++) {
    const double value = value_at (mat, a, row), other = sign * value_at (mat, b, row);

    if (value != other && !(isnan (value) && isnan (other)))
      return false;
  }
  return true;
}

static bool
is_constant (const Mat *mat, uint32_t c)
{
  for (size_t row = 1; row < mat->n_rows; row++)
    if (value_at (mat, c, row) != value_at (mat, c, 0))
      return false;
  return mat->n_rows > 0;
}

static Place
new_place (Mat *mat, uint32_t c)
{
  const int32_t table = is_constant (mat, c) ? TABLE_CONSTANT : TABLE_VARYING;

  g_array_append_val (mat->rows[table], c);
  return (Place){table, (int32_t) mat->rows[table]->len + 1}; /* behind the time */
}

static void
find_places (Mat *mat)
{
  const RunTable *table = mat->table;

  for (uint32_t c = 0; c < table->n_columns; c++) {
    const SimVar *var = sim_model_var (table->model, table->columns[c]);
    gpointer slot = GUINT_TO_POINTER (var->slot);
    const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (mat->shared, slot));

    if (known == 0) {
      g_hash_table_insert (mat->shared, slot, GUINT_TO_POINTER (c + 1));
      mat->places[c] = new_place (mat, c);
      continue;
    }
    const SimVar *first = sim_model_var (table->model, table->columns[known - 1]);
    const int32_t sign = first->sign == var->sign ? 1 : -1;
    mat->places[c] = mat->places[known - 1];
    if (is_same (mat, c, known - 1, sign))
      mat->places[c].row *= sign;
    else
      mat->places[c] = new_place (mat, c);
  }
}

/* ---- matrices ---- */

static void
put_class (Mat *mat)
{
  static const char *const LINES[4] = {"Atrajectory", "1.1", "", "binTrans"};
  enum { WIDTH = 11 };

  begin_matrix (mat, "Aclass", TYPE_TEXT, G_N_ELEMENTS (LINES), WIDTH);
  for (size_t k = 0; k < WIDTH; k++)
    for (size_t i = 0; i < G_N_ELEMENTS (LINES); i++)
      fputc (k < strlen (LINES[i]) ? LINES[i][k] : ' ', mat->file);
}

static void
put_names (Mat *mat)
{
  const RunTable *table = mat->table;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) descriptions = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (names, (char *) "time");
  g_ptr_array_add (descriptions, g_strdup ("Time [s]"));
  for (uint32_t c = 0; c < table->n_columns; c++) {
    const SimVar *var = sim_model_var (table->model, table->columns[c]);
    const char *doc = var->doc != NULL ? var->doc : "";

    g_ptr_array_add (names, (char *) var->name);
    g_ptr_array_add (
        descriptions,
        var->units != NULL && *var->units != '\0'
            ? g_strdup_printf ("%s%s[%s]", doc, *doc != '\0' ? " " : "", var->units)
            : g_strdup (doc));
  }
  put_texts (mat, "name", names);
  put_texts (mat, "description", descriptions);
}

static void
put_info (Mat *mat)
{
  begin_matrix (mat, "dataInfo", TYPE_INT32, 4, (size_t) mat->table->n_columns + 1);
  for (uint32_t c = 0; c <= mat->table->n_columns; c++) {
    const Place place = c == 0 ? (Place){TABLE_TIME, 1} : mat->places[c - 1];

    put_int (mat, place.table);
    put_int (mat, place.row);
    put_int (mat, 0);  /* linear between rows */
    put_int (mat, -1); /* not defined outside */
  }
}

/* Each row of the results is a column of a table; of constants the first and the last
 * one are. */
static void
put_data (Mat *mat, const char *name, int32_t table, size_t n, size_t step)
{
  const GArray *rows = mat->rows[table];

  begin_matrix (mat, name, TYPE_DOUBLE, (size_t) rows->len + 1, n);
  for (size_t k = 0; k < n && !ferror (mat->file); k++) {
    put_double (mat, run_trace_time (mat->table->trace, k * step));
    for (guint i = 0; i < rows->len; i++)
      put_double (mat, value_at (mat, g_array_index (rows, uint32_t, i), k * step));
  }
}

void
run_export_mat (FILE *file, const RunTable *table)
{
  Mat mat = {.file = file, .table = table, .n_rows = run_trace_length (table->trace)};
  const size_t n_ends = MIN (mat.n_rows, 2);

  mat.places = g_new0 (Place, (size_t) table->n_columns + 1);
  mat.shared = g_hash_table_new (NULL, NULL);
  for (int i = TABLE_CONSTANT; i <= TABLE_VARYING; i++)
    mat.rows[i] = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  find_places (&mat);
  /* In this order. */
  put_class (&mat);
  put_names (&mat);
  put_info (&mat);
  put_data (&mat, "data_1", TABLE_CONSTANT, n_ends, mat.n_rows - 1);
  put_data (&mat, "data_2", TABLE_VARYING, mat.n_rows, 1);
  for (int i = TABLE_CONSTANT; i <= TABLE_VARYING; i++)
    g_array_unref (mat.rows[i]);
  g_hash_table_unref (mat.shared);
  g_free (mat.places);
}
