/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices from files, and table_file in models. */
#include <glib/gstdio.h>

#include "flat-bench.h"
#include "flat/datafile.h"

typedef struct {
  const char *text;
  uint32_t n_header_lines;
  char delimiter;
  const char *expected; /* "rows x columns: numbers" or the fault */
} Csv;

static const Csv CSV[] = {
    {"1,2\n3,4\n", 0, ',', "2 x 2: 1 2 3 4"},
    {"\xef\xbb\xbf# t,v\r\n0,-1e-3\r\n\r\n \"1\" , +2.5\r\n", 1, ',',
     "2 x 2: 0 -0.001 1 2.5"},
    {"1;2;3", 0, ';', "1 x 3: 1 2 3"},
    {"  1   2\t3 \n4 5 6", 0, ' ', "2 x 3: 1 2 3 4 5 6"},
    {"1\t2\n", 0, '\t', "1 x 2: 1 2"},
    {"1,2\n3\n", 0, ',', "line 2 of f has not 2 numbers as the first row: 3"},
    {"1,2\n\n3,x\n", 0, ',', "line 3 of f is no row of numbers: 3,x"},
    {"1,2,\n", 0, ',', "line 1 of f is no row of numbers: 1,2,"},
    {"1,,2\n", 0, ',', "line 1 of f is no row of numbers: 1,,2"},
    {"1,\n2\n", 0, ',', "line 1 of f is no row of numbers: 1,"},
    {"1,nan\n", 0, ',', "line 1 of f is no row of numbers: 1,nan"},
    {"1,1e999\n", 0, ',', "line 1 of f is no row of numbers: 1,1e999"},
    {"\"1,2\n", 0, ',', "line 1 of f is no row of numbers: \"1,2"},
    {"\xff\n", 0, ',', "line 1 of f is no row of numbers: \xef\xbf\xbd"},
    {"a,b\n", 1, ',', "f holds no numbers"},
    {"", 0, ',', "f holds no numbers"},
};

static void
test_csv (gconstpointer data)
{
  const Csv *csv = data;
  FlatDataFile file = {.path = "f",
                       .name = "",
                       .n_header_lines = csv->n_header_lines,
                       .delimiter = csv->delimiter};
  g_autoptr (GString) got = g_string_new (NULL);
  g_autofree char *fault = NULL;
  FlatData matrix;

  if (flat_csv_parse (&file, csv->text, &matrix, &fault)) {
    g_string_printf (got, "%u x %u:", matrix.n_rows, matrix.n_columns);
    for (uint32_t i = 0; i < matrix.n_rows * matrix.n_columns; i++)
      g_string_append_printf (got, " %g", matrix.items[i]);
    g_free (matrix.items);
  } else {
    g_string_assign (got, fault);
  }
  g_assert_cmpstr (got->str, ==, csv->expected);
}

/* ---- in models ---- */

typedef struct {
  char *folder;
} Folder;

static void
set_up (Folder *folder, gconstpointer data)
{
  g_autofree char *path = NULL, *broken = NULL;

  folder->folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  path = g_build_filename (folder->folder, "table.csv", NULL);
  g_assert_true (g_file_set_contents (path, "t;v;w\n0;1;2\n1;3;4\n", -1, NULL));
  broken = g_build_filename (folder->folder, "broken.mat", NULL);
  g_assert_true (g_file_set_contents (broken, "0,1\n", -1, NULL));
}

static void
tear_down (Folder *folder, gconstpointer data)
{
  g_autofree char *path = g_build_filename (folder->folder, "table.csv", NULL);
  g_autofree char *broken = g_build_filename (folder->folder, "broken.mat", NULL);

  g_unlink (path);
  g_unlink (broken);
  g_rmdir (folder->folder);
  g_free (folder->folder);
}

/* The columns of the file decide how many signals there are. */
static void
test_size (Folder *folder, gconstpointer data)
{
  g_autofree char *text =
      g_strdup_printf ("component Reader\n  parameter file::String\n"
                       "  parameter t::Real[:,:] = table_file(file, \"\", 1, \";\")\n"
                       "  structural parameter n::Integer = size(t, 2)\n"
                       "  variable y::Real[n]\nrelations\n  for i in 1:n\n    y[i] = "
                       "t[2, i]\n  end\nend\n"
                       "component M\n  r = Reader(file = name)\n"
                       "  parameter name::String = \"%s/table.csv\"\nend\n",
                       folder->folder);
  g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");

  flat_bench_check_good (&bench);
  g_assert_nonnull (flat_bench_var (&bench, "r.y[3]"));
  g_assert_cmpuint (flat_var_find (bench.flat, "r.y[4]"), ==, UINT32_MAX);
  g_autofree char *value = flat_bench_value (&bench, "r.t[2,3]");
  g_assert_cmpstr (value, ==, "4");
}

typedef struct {
  const char *call; /* @ is the folder */
  uint32_t number;
  const char *says;
} Fault;

static const Fault FAULTS[] = {
    {"table_file(\"@/absent.csv\")", 312, "cannot be read: No such file"}, /* E312 */
    {"table_file(\"@\")", 312, "is a folder"},
    {"table_file(\"/dev/zero\")", 312, "is no regular file"},
    {"table_file(\"@/table.csv\")", 312, "line 1 of"},
    {"table_file(\"@/broken.mat\")", 312, "broken.mat"},
    {"table_file(\"@/table.csv\", \"\", 1)", 312, "line 2 of"},
    {"table_file(\"@/table.csv\", \"\", 1, \";;\")", 307, "the delimiter must be"},
    {"table_file(3, \"@\")", 307, "the name of the file must be"},
    {"table_file(\"\", \"@\")", 301, "neither a table nor"},
    {"table_file(\"@\", \"\", 1, \",\", 2)", 307, "does not take 5 arguments"},
};

static char *
with_folder (const char *text, const Folder *folder)
{
  g_auto (GStrv) parts = g_strsplit (text, "@", -1);

  return g_strjoinv (folder->folder, parts);
}

/* One report, at the right place, whatever needs the table. */
static void
test_fault (Folder *folder, gconstpointer data)
{
  const Fault *fault = data;
  g_autofree char *call = with_folder (fault->call, folder);
  g_autofree char *text =
      g_strdup_printf ("component M\n  parameter t::Real[:,:] = %s\n"
                       "  variable x::Real = t[1, 1]\nend\n",
                       call);
  g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");
  const BaseDiag *diag = base_diags_get (bench.diags, 0);

  g_test_message ("%s", diag->message);
  g_assert_null (bench.flat);
  g_assert_cmpuint (base_diags_count (bench.diags), ==, 1);
  g_assert_cmpuint (diag->number, ==, fault->number);
  g_assert_cmpuint (diag->line, ==, 2);
  g_assert_nonnull (strstr (diag->message, fault->says));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (uint32_t i = 0; i < G_N_ELEMENTS (CSV); i++) {
    g_autofree char *name = g_strdup_printf ("/flat/datafile/csv/%u", i);

    g_test_add_data_func (name, &CSV[i], test_csv);
  }
  g_test_add ("/flat/datafile/size", Folder, NULL, set_up, test_size, tear_down);
  for (uint32_t i = 0; i < G_N_ELEMENTS (FAULTS); i++) {
    g_autofree char *name = g_strdup_printf ("/flat/datafile/fault/%u", i);

    g_test_add (name, Folder, &FAULTS[i], set_up, test_fault, tear_down);
  }
  return g_test_run ();
}
