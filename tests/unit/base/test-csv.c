/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/csv.h"

#include <glib.h>
#include <math.h>

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
    {"1,2\n3\n", 0, ',', "line 2 of f has 1 numbers, the first row has 2"},
    {"1,2\n\n3,x\n", 0, ',', "line 3 of f is not a row of numbers (1 could be read)"},
    {"1,2,\n", 0, ',', "line 1 of f is not a row of numbers (2 could be read)"},
    {"1,,2\n", 0, ',', "line 1 of f is not a row of numbers (1 could be read)"},
    {"1,\n2\n", 0, ',', "line 1 of f is not a row of numbers (1 could be read)"},
    {"1,nan\n", 0, ',', "line 1 of f is not a row of numbers (1 could be read)"},
    {"1,1e999\n", 0, ',', "line 1 of f is not a row of numbers (1 could be read)"},
    {"\"1,2\n", 0, ',', "line 1 of f is not a row of numbers (1 could be read)"},
    {"\xff\n", 0, ',', "line 1 of f is not a row of numbers (0 could be read)"},
    {"a,b\n", 1, ',', "f holds no numbers"},
    {"", 0, ',', "f holds no numbers"},
    {"1,2\n3,4\n5,6\n", 1, ',', "2 x 2: 3 4 5 6"},
    {"1 2 3 4 5 6 7 8 9", 0, ' ', "f has more than 8 numbers"},
};

static void
test_table (gconstpointer data)
{
  const Csv *csv = data;
  const BaseCsvForm form = {.path = "f",
                            .n_header_lines = csv->n_header_lines,
                            .delimiter = csv->delimiter,
                            .only_finite = true,
                            .most = 8};
  g_autoptr (GString) got = g_string_new (NULL);
  g_autofree char *fault = NULL;
  BaseMatrix table;

  if (base_csv_read (&form, csv->text, &table, &fault)) {
    g_string_printf (got, "%u x %u:", table.n_rows, table.n_columns);
    for (uint32_t i = 0; i < table.n_rows * table.n_columns; i++)
      g_string_append_printf (got, " %g", table.items[i]);
    g_free (table.items);
  } else {
    g_string_assign (got, fault);
  }
  g_assert_cmpstr (got->str, ==, csv->expected);
}

/* Results may hold what a table of a model may not. */
static void
test_infinite (void)
{
  const BaseCsvForm form = {.path = "f", .delimiter = ',', .most = 8};
  g_autofree char *fault = NULL;
  BaseMatrix table;

  g_assert_true (base_csv_read (&form, "1,inf,nan\n", &table, &fault));
  g_assert_cmpuint (table.n_columns, ==, 3);
  g_assert_true (isinf (table.items[1]) && isnan (table.items[2]));
  g_free (table.items);
}

static void
test_names (void)
{
  static const struct {
    const char *text, *names;
  } CASES[] = {
      {"time,a.b,c[1]\r\n1,2,3\n", "time|a.b|c[1]"},
      {"\xef\xbb\xbftime,\"A[1,2]\"\n", "time|A[1,2]"},
      {"\"a \"\"b\"\",c\"", "a \"b\",c"},
      {"a,,b,", "a||b|"},
      {"", ""},
  };

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_auto (GStrv) names = base_csv_names (CASES[i].text);
    g_autofree char *joined = g_strjoinv ("|", names);

    g_assert_cmpstr (joined, ==, CASES[i].names);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (CSV); i++) {
    g_autofree char *path = g_strdup_printf ("/base/csv/table/%zu", i);

    g_test_add_data_func (path, &CSV[i], test_table);
  }
  g_test_add_func ("/base/csv/infinite", test_infinite);
  g_test_add_func ("/base/csv/names", test_names);
  return g_test_run ();
}
