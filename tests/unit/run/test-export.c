/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of a run: what is recorded, columns by the names that people type, and
 * the file that they are written to. */
#include "base/number.h"
#include "models.h"
#include "run/export.h"
#include "run/recorder.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- recording ---- */

static RunRecorder *
simulate (const SimModel *model, double stop, double interval)
{
  SimOptions options = sim_state_options_default ();
  RunRecorder *recorder = run_recorder_new (model, NULL, 0);

  options.stop = stop;
  options.interval = interval;
  g_autoptr (SimState) state = sim_state_new (model, &options, NULL);
  g_assert_cmpint (sim_state_init (state, run_recorder_sink, recorder, NULL), ==,
                   SIM_OK);
  g_assert_cmpint (sim_state_run (state, stop, NULL, run_recorder_sink, recorder, NULL),
                   ==, SIM_OK);
  return recorder;
}

static void
test_recorder (void)
{
  g_autoptr (SimModel) model = test_compile (TEST_OSCILLATOR, NULL);
  g_autoptr (RunRecorder) recorder = simulate (model, 1, 0.01);
  const RunTrace *trace = run_recorder_trace (recorder);
  uint32_t s = sim_model_find (model, "mass.s");

  g_assert_cmpuint (run_trace_length (trace), ==, 101);
  g_assert_true (run_recorder_is_complete (recorder));
  for (size_t row = 0; row <= 100; row++) {
    double t = run_trace_time (trace, row);

    g_assert_cmpfloat_with_epsilon (t, 0.01 * (double) row, 1e-12);
    g_assert_cmpfloat_with_epsilon (run_trace_value (trace, s, row), cos (10 * t),
                                    1e-4);
  }
}

/* Only what is asked for is recorded, and the rows follow that alone: what grows evenly
 * needs fewer than what swings. A variable that is another one with the opposite sign
 * is recorded as that. */
static void
test_chosen (void)
{
  g_autofree char *text = g_strconcat (TEST_OSCILLATOR,
                                       "component Two\n"
                                       "  oscillator = Oscillator()\n"
                                       "  variable x::Real\n"
                                       "  variable y::Real\n"
                                       "relations\n"
                                       "  initial x = 1\n"
                                       "  der(x) = 2\n"
                                       "  y = -x\n"
                                       "end\n",
                                       NULL);
  g_autoptr (SimModel) model = test_compile (text, NULL);
  const uint32_t chosen[] = {sim_model_find (model, "y")};
  g_autoptr (RunRecorder) recorder = run_recorder_new (model, chosen, 1);
  g_autoptr (RunRecorder) all = run_recorder_new (model, NULL, 0);
  const RunTrace *trace = run_recorder_trace (recorder);
  SimOptions options = sim_state_options_default ();
  uint32_t s = sim_model_find (model, "oscillator.mass.s");

  for (int k = 0; k < 2; k++) {
    RunRecorder *sink = k == 0 ? recorder : all;
    g_autoptr (SimState) state = sim_state_new (model, &options, NULL);

    run_recorder_begin (sink, state);
    sim_state_init (state, run_recorder_sink, sink, NULL);
    sim_state_run (state, 10, NULL, run_recorder_sink, sink, NULL);
  }
  g_assert_cmpuint (run_trace_length (run_recorder_trace (all)), >,
                    3 * run_trace_length (trace) / 2);
  for (size_t row = 0; row < run_trace_length (trace); row++)
    g_assert_cmpfloat_with_epsilon (run_trace_value (trace, chosen[0], row),
                                    -1 - 2 * run_trace_time (trace, row), 1e-6);
  trace = run_recorder_trace (all);
  for (double t = 0; t < 10; t += 0.1) {
    g_assert_cmpfloat_with_epsilon (run_trace_value_at (trace, chosen[0], t),
                                    -1 - 2 * t, 1e-6);
    g_assert_cmpfloat_with_epsilon (run_trace_value_at (trace, s, t), cos (10 * t),
                                    1e-2);
  }
  /* A row takes its time and its values, each variable that is not another one. */
  g_assert_cmpfloat (run_recorder_capacity (recorder), >, 1e6);
  g_assert_cmpfloat (run_recorder_capacity (recorder), >=,
                     3 * run_recorder_capacity (all));
}

/* The rows of a run of another model stand before those of this one, under the names
 * that both have; what it did not have is not a number there. */
static void
test_past (void)
{
  g_autofree char *text = g_strconcat ("component First\n  parameter a::Real = 7\n"
                                       "  extends Oscillator\nend\n",
                                       TEST_OSCILLATOR, NULL);
  g_autoptr (SimModel) model = test_compile (TEST_OSCILLATOR, NULL);
  g_autoptr (SimModel) more = test_compile (text, NULL);
  g_autoptr (RunRecorder) past = simulate (model, 1, 0.1);
  g_autoptr (RunRecorder) recorder = run_recorder_new (more, NULL, 0);
  const RunTrace *trace = run_recorder_trace (recorder);

  run_recorder_set_past (recorder, more, run_recorder_trace (past), model, 6);
  g_assert_cmpuint (run_trace_length (trace), ==, 6);
  for (uint32_t v = 0; v < sim_model_n_vars (more); v++) {
    uint32_t same = sim_model_find (model, sim_model_var (more, v)->name);

    for (size_t row = 0; row < 6; row++) {
      double value = run_trace_value (trace, v, row);

      if (same == UINT32_MAX)
        g_assert_true (isnan (value));
      else
        g_assert_cmpfloat (value, ==,
                           run_trace_value (run_recorder_trace (past), same, row));
    }
  }
  g_assert_true (isnan (run_trace_value (trace, sim_model_find (more, "a"), 0)));
}

/* ---- names ---- */

/* Names are found, split at commas outside brackets, and unknown ones named with what
 * is near to them. */
static void
test_signals (void)
{
  g_autoptr (SimModel) model = test_compile (TEST_OSCILLATOR, NULL);
  g_autoptr (GError) error = NULL;
  const char *const good[] = {"mass.s, mass.v", "spring.f", NULL};
  const char *const bad[] = {"mass.w", NULL};
  const char *const owner[] = {"mass", NULL};
  const char *const brackets[] = {"a[1, 2].b,c", " d ,, ", NULL};
  uint32_t n;
  g_autofree uint32_t *found = run_export_find_signals (model, good, &n, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (sim_model_var (model, found[1])->name, ==, "mass.v");
  g_assert_cmpstr (sim_model_var (model, found[2])->name, ==, "spring.f");
  g_assert_null (run_export_find_signals (model, bad, &n, &error));
  g_assert_nonnull (strstr (error->message, "`mass.w`"));
  g_assert_nonnull (strstr (error->message, "did you mean mass."));
  g_clear_error (&error);
  g_assert_null (run_export_find_signals (model, owner, &n, &error));
  g_assert_nonnull (strstr (error->message, "mass.m"));
  g_auto (GStrv) names = run_export_split_signals (brackets);
  g_assert_cmpuint (g_strv_length (names), ==, 3);
  g_assert_cmpstr (names[0], ==, "a[1,2].b");
  g_assert_cmpstr (names[2], ==, "d");
}

/* Without names everything is written that a user would name; no parameters. */
static void
test_all_signals (void)
{
  g_autoptr (SimModel) model = test_compile (TEST_OSCILLATOR, NULL);
  uint32_t n;
  g_autofree uint32_t *all = run_export_all_signals (model, NULL, &n);
  bool has_position = false;

  for (uint32_t i = 0; i < n; i++) {
    const SimVar *var = sim_model_var (model, all[i]);

    g_assert_false (var->is_parameter);
    g_assert_false (var->is_derived);
    has_position |= strcmp (var->name, "mass.s") == 0;
  }
  g_assert_true (has_position);
}

/* Without any name there is nothing to find, and where nothing is near nothing is
 * offered. */
static void
test_no_signals (void)
{
  g_autoptr (SimModel) model = test_compile (TEST_OSCILLATOR, NULL);
  const char *const none[] = {" , ", NULL}, *const far[] = {"zzzzzzzz", NULL};
  g_autoptr (GError) error = NULL;
  uint32_t n;

  g_assert_null (run_export_find_signals (model, NULL, &n, NULL));
  g_assert_null (run_export_find_signals (model, none, &n, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_null (run_export_find_signals (model, far, &n, &error));
  g_assert_nonnull (strstr (error->message, "`zzzzzzzz`"));
  g_assert_null (strstr (error->message, "did you mean"));
}

/* ---- the file ---- */

/* What asks for another format is refused; what is no file of ours is written to. */
static void
test_name (void)
{
  static const struct {
    const char *path;
    bool is_right;
  } CASES[] = {{"out.csv", true},     {"OUT.CSV", true},
               {"out.mat", true},     {"out", true},
               {"a.b/out", true},     {".hidden", true},
               {"/dev/null", true},   {"out.xlsx", false},
               {"out.csv.gz", false}, {"a.csv/out.txt", false},
               {"/dev/none.d", false}};

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_true (run_export_check_name (CASES[i].path, &error) == CASES[i].is_right);
    g_assert_true ((error == NULL) == CASES[i].is_right);
    if (error != NULL)
      g_assert_nonnull (strstr (error->message, CASES[i].path));
  }
}

/* The text that rows are written as. */
static char *
rows_to_text (const RunTable *table, int stop, bool *is_whole)
{
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream (&text, &size);

  *is_whole = run_export_rows (file, table, &stop);
  fclose (file);
  return text;
}

/* A name with a comma is quoted, so that it stays one column; zero has no sign; and who
 * wants no more gets whole rows. */
static void
test_rows (void)
{
  g_autoptr (SimModel) model = test_compile (
      "component M\n  variable a::Real[2, 2] = [[1, -0.0], [-0.5, 1e300]]\n"
      "  variable b::Real = -a[1, 2]\nend\n",
      NULL);
  g_autoptr (RunRecorder) recorder = simulate (model, 1, 1);
  const RunTrace *trace = run_recorder_trace (recorder);
  const char *const names[] = {"b,a[2,1],a[1,2],a[2,2]", NULL};
  uint32_t n;
  g_autofree uint32_t *columns = run_export_find_signals (model, names, &n, NULL);
  RunTable table = {trace, model, columns, n, false};
  bool is_whole;
  g_autofree char *text = rows_to_text (&table, 0, &is_whole);
  g_autofree char *stopped = rows_to_text (&table, 1, &is_whole);

  g_assert_false (is_whole);
  g_assert_cmpstr (stopped, ==, "time,b,\"a[2,1]\",\"a[1,2]\",\"a[2,2]\"\n");
  g_assert_true (g_str_has_prefix (text, stopped));
  g_assert_cmpstr (text + strlen (stopped), ==,
                   "0,0,-0.5,0,1e+300\n1,0,-0.5,0,1e+300\n");
  g_free (rows_to_text (&table, 0, &is_whole));
  g_assert_true (is_whole);
}

/* Each number is written as base_number_to_text () has it, however many there are,
 * their opposites among them. */
static void
test_numbers (void)
{
  g_autoptr (SimModel) model = test_compile (TEST_OSCILLATOR, NULL);
  g_autoptr (RunRecorder) recorder = simulate (model, 10, 0.01);
  const RunTrace *trace = run_recorder_trace (recorder);
  const char *const names[] = {"mass.s,spring.flange_a.f,mass.v,spring.flange_b.f",
                               NULL};
  uint32_t n;
  g_autofree uint32_t *columns = run_export_find_signals (model, names, &n, NULL);
  const RunTable table = {trace, model, columns, n, false};
  bool is_whole;
  g_autofree char *text = rows_to_text (&table, 0, &is_whole);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, run_trace_length (trace) + 2);
  for (size_t row = 0; row < run_trace_length (trace); row++) {
    g_auto (GStrv) cells = g_strsplit (lines[row + 1], ",", -1);
    char number[BASE_NUMBER_SIZE];

    g_assert_cmpuint (g_strv_length (cells), ==, 1 + n);
    for (uint32_t c = 0; c < n; c++) {
      double value = run_trace_value (trace, columns[c], row);

      g_assert_cmpstr (cells[1 + c], ==, base_number_to_text (value + 0.0, number));
    }
  }
}

/* The file reads back as the same numbers; a failure leaves nothing behind. */
static void
test_csv (void)
{
  g_autoptr (SimModel) model = test_compile (TEST_OSCILLATOR, NULL);
  g_autoptr (RunRecorder) recorder = simulate (model, 1, 0.1);
  const RunTrace *trace = run_recorder_trace (recorder);
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  g_autofree char *path = g_build_filename (folder, "out.csv", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "none", "out.csv", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  const uint32_t column[] = {sim_model_find (model, "mass.s")};
  RunTable table = {trace, model, column, 1, false};

  g_assert_true (run_export_save (&table, path, &error));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 13);
  g_assert_cmpstr (lines[0], ==, "time,mass.s");
  for (size_t row = 0; row < 11; row++) {
    char *comma;

    g_assert_cmpfloat (g_ascii_strtod (lines[row + 1], &comma), ==,
                       run_trace_time (trace, row));
    g_assert_cmpfloat (g_ascii_strtod (comma + 1, NULL), ==,
                       run_trace_value (trace, column[0], row));
  }
  table.has_units = true; /* below the names */
  g_assert_true (run_export_save (&table, path, &error));
  g_autofree char *with_units = NULL;
  g_assert_true (g_file_get_contents (path, &with_units, NULL, NULL));
  g_assert_true (g_str_has_prefix (with_units, "time,mass.s\ns,m\n"));
  g_assert_cmpstr (strchr (with_units + strlen ("time,mass.s\n"), '\n'), ==,
                   strchr (text, '\n'));
  g_assert_false (run_export_save (&table, nowhere, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_nonnull (strstr (error->message, nowhere));
  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* ---- MAT files ---- */

/* A matrix as it lies in a file: its numbers or letters column by column. */
typedef struct {
  const char *name;
  int32_t type, n_rows, n_columns;
  const char *data;
} Matrix;

/* The matrix at *at, behind which it leads: five numbers, the name, the data. */
static Matrix
read_matrix (const char **at)
{
  int32_t head[5];
  Matrix matrix;

  memcpy (head, *at, sizeof head);
  g_assert_cmpint (head[3], ==, 0);
  matrix = (Matrix){*at + sizeof head, head[0], head[1], head[2], NULL};
  g_assert_cmpint ((int) strlen (matrix.name) + 1, ==, head[4]);
  matrix.data = matrix.name + head[4];
  const size_t size = head[0] == 51 ? 1 : head[0] == 20 ? 4 : 8;
  *at = matrix.data + size * (size_t) head[1] * (size_t) head[2];
  return matrix;
}

static double
number_of (const Matrix *matrix, int32_t row, int32_t column)
{
  double value;

  g_assert_cmpint (row, <, matrix->n_rows);
  g_assert_cmpint (column, <, matrix->n_columns);
  memcpy (&value, matrix->data + 8 * (column * matrix->n_rows + row), 8);
  return value;
}

static int32_t
info_of (const Matrix *matrix, int32_t row, int32_t column)
{
  int32_t value;

  memcpy (&value, matrix->data + 4 * (column * matrix->n_rows + row), 4);
  return value;
}

static char *
text_of (const Matrix *matrix, int32_t column)
{
  return g_strchomp (
      g_strndup (matrix->data + column * matrix->n_rows, (gsize) matrix->n_rows));
}

static const char *const MAT_NAMES[] = {"Aclass",   "name",   "description",
                                        "dataInfo", "data_1", "data_2"};

/* The layout that readers of trajectories demand, and each variable, followed through
 * dataInfo, bit by bit what the results have: those that do not change, the parameters
 * among them, in the first table, opposite ones by negative rows of the second. */
static void
test_mat (void)
{
  g_autoptr (SimModel) model = test_compile (TEST_OSCILLATOR, NULL);
  g_autoptr (RunRecorder) recorder = simulate (model, 1, 0.1);
  uint32_t n;
  g_autofree uint32_t *columns = run_export_all_signals (model, "out.mat", &n);
  const RunTable table = {run_recorder_trace (recorder), model, columns, n, true};
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  g_autofree char *path = g_build_filename (folder, "out.mat", NULL);
  g_autofree char *bytes = NULL;
  gsize length;
  bool has_opposite = false, has_parameter = false;
  Matrix m[6];

  g_assert_true (run_export_save (&table, path, NULL));
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  const char *at = bytes;
  for (guint i = 0; i < G_N_ELEMENTS (MAT_NAMES); i++) {
    m[i] = read_matrix (&at);
    g_assert_cmpstr (m[i].name, ==, MAT_NAMES[i]);
  }
  g_assert_true (at == bytes + length);
  /* Its first matrix is read row by row. */
  g_assert_cmpint (m[0].n_rows, ==, 4);
  g_assert_cmpint (m[0].n_columns, ==, 11);
  for (int32_t k = 0; k < 11; k++)
    g_assert_cmpint (m[0].data[4 * k], ==, "Atrajectory"[k]);
  /* Names, units, places. */
  g_assert_cmpint (m[1].n_columns, ==, (int32_t) n + 1);
  g_assert_cmpint (m[3].n_columns, ==, (int32_t) n + 1);
  g_assert_cmpint (m[4].n_columns, ==, 2);
  g_assert_cmpint (m[5].n_columns, ==, (int32_t) run_trace_length (table.trace));
  for (uint32_t c = 0; c < n; c++) {
    const SimVar *var = sim_model_var (model, columns[c]);
    const int32_t i = (int32_t) c + 1, row = info_of (&m[3], 1, i);
    const bool is_constant = info_of (&m[3], 0, i) == 1;
    g_autofree char *name = text_of (&m[1], i), *description = text_of (&m[2], i);
    g_autofree char *unit = g_strdup_printf ("[%s]", var->units);

    g_assert_cmpstr (name, ==, var->name);
    g_assert_true (g_str_has_suffix (description, unit));
    has_opposite |= row < 0;
    has_parameter |= var->is_parameter;
    g_assert_true (is_constant || !var->is_parameter);
    for (int32_t k = 0; k < m[5].n_columns; k++) {
      const double value =
          number_of (&m[is_constant ? 4 : 5], abs (row) - 1, is_constant ? 1 : k);

      g_assert_cmpfloat (row < 0 ? -value : value, ==,
                         run_trace_value (table.trace, columns[c], (size_t) k));
    }
  }
  for (int32_t k = 0; k < m[5].n_columns; k++)
    g_assert_cmpfloat (number_of (&m[5], 0, k), ==,
                       run_trace_time (table.trace, (size_t) k));
  g_assert_true (has_opposite && has_parameter);
  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/export/recorder", test_recorder);
  g_test_add_func ("/run/export/chosen", test_chosen);
  g_test_add_func ("/run/export/past", test_past);
  g_test_add_func ("/run/export/signals", test_signals);
  g_test_add_func ("/run/export/no-signals", test_no_signals);
  g_test_add_func ("/run/export/all-signals", test_all_signals);
  g_test_add_func ("/run/export/name", test_name);
  g_test_add_func ("/run/export/rows", test_rows);
  g_test_add_func ("/run/export/numbers", test_numbers);
  g_test_add_func ("/run/export/csv", test_csv);
  g_test_add_func ("/run/export/mat", test_mat);
  return g_test_run ();
}
