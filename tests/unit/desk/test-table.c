/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as cells: what one change leaves as it was, what is pasted, and where points
 * may go. */
#include "desk/table/table.h"

#include <math.h>
#include <string.h>

#include "run/points.h"

static const LibParam plain = {
    .name = "K",
    .kind = LIB_PARAM_ARRAY,
    .units = "",
    .table = {.of = LIB_PARAM_REAL, .n_dims = 2},
};
static const LibParam way = {
    .name = "r",
    .kind = LIB_PARAM_ARRAY,
    .units = "m",
    .table = {.of = LIB_PARAM_REAL, .n_dims = 2, .n_columns = 2},
};
static const LibParam friction = {
    .name = "mu_pos",
    .kind = LIB_PARAM_ARRAY,
    .units = "",
    .value = "[[0, 0.5]]",
    .table = {.of = LIB_PARAM_REAL,
              .n_dims = 2,
              .n_columns = 2,
              .meaning = LIB_TABLE_CURVE,
              .n_names = 2,
              .names = {"w_rel", "mu"},
              .units = {"rad/s", "1"}},
};
static const LibParam curves = {
    .name = "table",
    .kind = LIB_PARAM_ARRAY,
    .units = "",
    .value = "table_file(\"\")",
    .table = {.of = LIB_PARAM_REAL,
              .n_dims = 2,
              .meaning = LIB_TABLE_CURVE,
              .n_names = 2,
              .names = {"u", "y"},
              .units = {"", ""}},
};
static const LibParam map = {
    .name = "table",
    .kind = LIB_PARAM_ARRAY,
    .units = "",
    .table = {.of = LIB_PARAM_REAL,
              .n_dims = 2,
              .meaning = LIB_TABLE_MAP,
              .n_names = 2,
              .names = {"u1", "u2"},
              .units = {"", ""}},
};
static const LibParam path = {
    .name = "table",
    .kind = LIB_PARAM_ARRAY,
    .units = "",
    .table = {.of = LIB_PARAM_REAL,
              .n_dims = 2,
              .meaning = LIB_TABLE_CURVE,
              .n_names = 3,
              .names = {"t", "x", "w"},
              .units = {"s", "m", "rad/s"}},
};
static const LibParam times = {
    .name = "table",
    .kind = LIB_PARAM_ARRAY,
    .units = "",
    .table = {.of = LIB_PARAM_REAL,
              .n_dims = 1,
              .meaning = LIB_TABLE_RISING,
              .n_names = 1,
              .names = {"t"},
              .units = {"s"}},
};
static const LibParam steps = {
    .name = "table",
    .kind = LIB_PARAM_ARRAY,
    .units = "",
    .table = {.of = LIB_PARAM_INTEGER,
              .n_dims = 2,
              .n_columns = 2,
              .meaning = LIB_TABLE_STEPS},
};

static void
assert_texts (const DeskTable *table, const char *value, const char *entry)
{
  g_assert_cmpstr (desk_table_value (table), ==, value);
  g_assert_cmpstr (desk_table_entry (table), ==, entry);
}

static void
assert_refused (char *problem, const char *part)
{
  g_assert_nonnull (problem);
  if (strstr (problem, part) == NULL)
    g_error ("“%s” does not say “%s”", problem, part);
  g_free (problem);
}

/* Units, expressions, blanks and comments of all other cells stay. */
static void
test_set (void)
{
  g_autoptr (DeskTable) table = desk_table_new (&way, "[0.1, 0; # left\n   x[2], 2]",
                                                "[100 mm, 0; # left\n   x[2], 2]");

  g_assert_cmpuint (desk_table_n_rows (table), ==, 2);
  g_assert_cmpuint (desk_table_n_columns (table), ==, 2);
  g_assert_true (isnan (desk_table_number (table, 1, 0)));
  g_autofree char *shown = desk_table_cell (table, 0, 0);
  g_assert_cmpstr (shown, ==, "100 mm");

  g_assert_null (desk_table_set (table, 1, 1, "2,5"));
  assert_texts (table, "[0.1, 0; # left\n   x[2], 2.5]",
                "[100 mm, 0; # left\n   x[2], 2.5]");
  g_assert_null (desk_table_set (table, 1, 1, "3 cm"));
  assert_texts (table, "[0.1, 0; # left\n   x[2], 0.03]",
                "[100 mm, 0; # left\n   x[2], 3 cm]");
  g_assert_null (desk_table_set (table, 0, 0, "2*a"));
  g_assert_null (desk_table_set (table, 1, 1, "1"));
  assert_texts (table, "[2*a, 0; # left\n   x[2], 1]", NULL);
}

static void
test_refused (void)
{
  g_autoptr (DeskTable) table = desk_table_new (&way, "[1, 2; 3, 4]", NULL);

  assert_refused (desk_table_set (table, 0, 0, "5 kg"), "kg");
  assert_refused (desk_table_set (table, 0, 0, ""), "needs a value");
  assert_refused (desk_table_set (table, 0, 0, "1] + [1"), "not a value");
  assert_refused (desk_table_set (table, 0, 0, "1 # x"), "not a value");
  assert_refused (desk_table_set (table, 0, 0, "1; 2"), "not a value");
  assert_texts (table, "[1, 2; 3, 4]", NULL);
}

/* What is no list of cells is computed, and is left alone until rows take its place. */
static void
test_computed (void)
{
  g_autoptr (DeskTable) table = desk_table_new (&curves, NULL, NULL);
  g_autoptr (DeskTable) vector = desk_table_new (&times, "[1; 2]", NULL);
  g_autoptr (DeskTable) ragged = desk_table_new (&plain, "[[1, 2], [3]]", NULL);

  g_assert_false (desk_table_is_list (table));
  g_assert_cmpuint (desk_table_n_rows (table), ==, 0);
  g_assert_cmpuint (desk_table_n_columns (table), ==, 2);
  g_assert_false (desk_table_is_list (vector));
  g_assert_false (desk_table_is_list (ragged));
  desk_table_add_row (table, 0);
  assert_texts (table, "[[0, 0]]", NULL);
}

/* New rows look like the others, and go on as they do. */
static void
test_rows (void)
{
  g_autoptr (DeskTable) table = desk_table_new (&friction, NULL, NULL);

  desk_table_add_row (table, 1);
  assert_texts (table, "[[0, 0.5], [1, 0.5]]", NULL);
  g_assert_null (desk_table_set (table, 1, 0, "60 rev/min"));
  g_assert_null (desk_table_set (table, 1, 1, "0.3"));
  desk_table_add_row (table, 1);
  assert_texts (table, "[[0, 0.5], [3.14159265359, 0.4], [6.283185307179586, 0.3]]",
                "[[0, 0.5], [3.14159265359, 0.4], [60 rev/min, 0.3]]");
  desk_table_remove_row (table, 0);
  desk_table_remove_row (table, 0);
  assert_texts (table, "[[6.283185307179586, 0.3]]", "[[60 rev/min, 0.3]]");

  g_autoptr (DeskTable) lines =
      desk_table_new (&curves, "[0, 1; # a\n 2, 3; # b\n 4, 5 # c\n]", NULL);
  desk_table_add_row (lines, 3);
  assert_texts (lines, "[0, 1; # a\n 2, 3; # b\n 4, 5; \n 6, 5 # c\n]", NULL);
  desk_table_remove_row (lines, 3);
  assert_texts (lines, "[0, 1; # a\n 2, 3; # b\n 4, 5 # c\n]", NULL);
  desk_table_remove_row (lines, 2);
  assert_texts (lines, "[0, 1; # a\n 2, 3 # b\n # c\n]", NULL);
  desk_table_remove_row (lines, 0);
  assert_texts (lines, "[[2, 3] # b\n # c\n]", NULL);

  g_autoptr (DeskTable) vector = desk_table_new (&times, "[1, 3]", NULL);
  desk_table_add_row (vector, 2);
  desk_table_add_row (vector, 1);
  assert_texts (vector, "[1, 2, 3, 5]", NULL);
  desk_table_remove_row (vector, 0);
  assert_texts (vector, "[2, 3, 5]", NULL);
}

static void
assert_removed (const char *text, uint32_t row, const char *left)
{
  g_autoptr (DeskTable) table = desk_table_new (&curves, text, NULL);

  desk_table_remove_row (table, row);
  assert_texts (table, left, NULL);
}

/* A comment goes with the row on whose line it stands; lines of comments stay, which
 * are about the row below them. */
static void
test_comments_of_rows (void)
{
  static const char LINES[] = "[\n  # rest\n  0, 1; # a\n  # rise\n\n  # slowly\n"
                              "  2, 3; # b\n  4, 5\n]";

  assert_removed (LINES, 0,
                  "[\n  # rest\n  # rise\n\n  # slowly\n  2, 3; # b\n  4, 5\n]");
  assert_removed (LINES, 1,
                  "[\n  # rest\n  0, 1; # a\n  # rise\n\n  # slowly\n  4, 5\n]");
  assert_removed ("[0, 1; # a\n # b\n 2, 3; 4, 5; # c\n # d\n 6, 7]", 0,
                  "[\n # b\n 2, 3; 4, 5; # c\n # d\n 6, 7]");
  assert_removed ("[0, 1; # a\n # b\n 2, 3; 4, 5; # c\n # d\n 6, 7]", 2,
                  "[0, 1; # a\n # b\n 2, 3; \n # d\n 6, 7]");
  assert_removed ("[[0, 1] # a, b\n , # c\n # d\n [2, 3], [4, 5]]", 0,
                  "[\n # d\n [2, 3], [4, 5]]");
  assert_removed ("[0, 1;\n # a\n 2, 3]", 0, "[\n # a\n [2, 3]]");
}

static void
test_columns (void)
{
  g_autoptr (DeskTable) table = desk_table_new (&curves, "[0,1; 2,3]", NULL);
  g_autoptr (DeskTable) fixed = desk_table_new (&friction, NULL, NULL);

  g_assert_true (desk_table_has_free_columns (table));
  g_assert_false (desk_table_has_free_columns (fixed));
  desk_table_add_column (table, 2);
  assert_texts (table, "[0,1,1; 2,3,3]", NULL);
  g_assert_null (desk_table_set (table, 0, 2, "7"));
  g_autofree char *name = desk_table_column_name (table, 2);
  g_assert_cmpstr (name, ==, "y[2]");
  g_assert_null (desk_table_remove_column (table, 1));
  assert_texts (table, "[0,7; 2,3]", NULL);
  desk_table_add_column (table, 2);
  g_assert_null (desk_table_remove_column (table, 2));
  assert_texts (table, "[0,7; 2,3]", NULL);
}

/* The columns behind one that is named would be read by its name, and in its unit. */
static void
test_columns_stay (void)
{
  g_autoptr (DeskTable) table = desk_table_new (&curves, "[0,1,5; 2,3,6]", NULL);
  g_autoptr (DeskTable) narrow = desk_table_new (&path, "[0, 2, 1; 60, 4, 3]", NULL);

  assert_refused (desk_table_remove_column (table, 0), "u cannot be removed");
  assert_texts (table, "[0,1,5; 2,3,6]", NULL);
  for (uint32_t c = 0; c < 3; c++)
    assert_refused (desk_table_remove_column (narrow, c), "cannot be removed");
  assert_texts (narrow, "[0, 2, 1; 60, 4, 3]", NULL);
}

/* The cell where the axes of a map meet cannot be set, and may be anything in rows that
 * are pasted. */
static void
test_map (void)
{
  g_autoptr (DeskTable) grid = desk_table_new (&map, "[0, 1, 2; 3, 4, 5]", NULL);

  g_assert_true (desk_table_is_corner (grid, 0, 0));
  g_assert_false (desk_table_is_corner (grid, 0, 1));
  assert_refused (desk_table_set (grid, 0, 0, "7"), "no value");
  g_assert_null (desk_table_paste (grid, 0, 0, "\t1\t2\n3\t4\t5\n6\t7\t8\n"));
  assert_texts (grid, "[0, 1, 2; 3, 4, 5; 6, 7, 8]", NULL);
  g_assert_null (desk_table_paste (grid, 0, 0, "u1\\u2\t1\t2\n3\t4\t9\n"));
  assert_texts (grid, "[0, 1, 2; 3, 4, 9]", NULL);
  g_autofree char *down = desk_table_heading (grid, 0);
  g_assert_cmpstr (down, ==, "u1");
}

/* Columns that have names, and with them units, keep their places, and what is typed
 * for one is not repeated in another unit. */
static void
test_named_columns (void)
{
  g_autoptr (DeskTable) table =
      desk_table_new (&path, "[0.1, 2, 1; 60, 4, 3]", "[100 ms, 2, 1; 1 min, 4, 3]");
  g_autoptr (DeskTable) narrow = desk_table_new (&path, "[0, 2; 60, 4]", NULL);
  g_autoptr (DeskTable) grid = desk_table_new (&map, "[0, 1; 2, 3]", NULL);

  g_assert_cmpuint (desk_table_add_column (table, 1), ==, 3);
  assert_texts (table, "[0.1, 2, 1, 1; 60, 4, 3, 3]",
                "[100 ms, 2, 1, 1; 1 min, 4, 3, 3]");
  g_assert_null (desk_table_set (table, 1, 2, "1 Hz"));
  g_assert_cmpuint (desk_table_add_column (table, 3), ==, 3);
  assert_texts (table,
                "[0.1, 2, 1, 1, 1; 60, 4, 6.283185307179586, 6.283185307179586, 3]",
                "[100 ms, 2, 1, 1, 1; 1 min, 4, 1 Hz, 1 Hz, 3]");
  g_assert_null (desk_table_set (narrow, 0, 1, "5 mm"));
  g_assert_cmpuint (desk_table_add_column (narrow, 1), ==, 2);
  assert_texts (narrow, "[0, 0.005, 0.005; 60, 4, 4]", "[0, 5 mm, 0.005; 60, 4, 4]");
  g_assert_cmpuint (desk_table_add_column (grid, 1), ==, 2);
  assert_texts (grid, "[0, 1, 1; 2, 3, 3]", NULL);
}

/* ---- any table, any cell ---- */

static const char *const CELLS[][2] = {
    {"0", "0"},         {"-1.5", "-1.5"},
    {"2k", "2k"},       {"0.1", "100 mm"},
    {"x[2]", "x[2]"},   {"f(1, 2)", "f(1, 2)"},
    {"0.0254", "1 in"}, {"A[1, 2]*3", "A[1, 2]*3"},
    {"1e-9", "1e-9"},   {"(a + b)", "(a + b)"},
};
static const char *const BLANKS[] = {"", " ", "  ", "\n    ", " # a, b; [c]\n  "};

static const char *
any_blank (void)
{
  return BLANKS[g_test_rand_int_range (0, G_N_ELEMENTS (BLANKS))];
}

/* A table in one of the forms, with as many cells. */
static char *
any_table (uint32_t n_rows, uint32_t n_columns, int side)
{
  const bool is_nested = n_rows == 1 || g_test_rand_bit ();
  GString *text = g_string_new ("[");

  for (uint32_t r = 0; r < n_rows; r++) {
    g_string_append_printf (text, "%s%s", any_blank (), is_nested ? "[" : "");
    for (uint32_t c = 0; c < n_columns; c++)
      g_string_append_printf (
          text, "%s%s%s%s", any_blank (),
          CELLS[g_test_rand_int_range (0, G_N_ELEMENTS (CELLS))][side], any_blank (),
          c + 1 < n_columns ? "," : "");
    g_string_append_printf (text, "%s%s", is_nested ? "]" : "",
                            r + 1 == n_rows ? ""
                            : is_nested     ? ","
                                            : ";");
  }
  g_string_append_printf (text, "%s]", any_blank ());
  return g_string_free (text, FALSE);
}

static GPtrArray *
cells_of (const DeskTable *table)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);

  for (uint32_t r = 0; r < desk_table_n_rows (table); r++)
    for (uint32_t c = 0; c < desk_table_n_columns (table); c++)
      g_ptr_array_add (cells, desk_table_cell (table, r, c));
  return cells;
}

/* Whether `after` is `before` with one stretch of it replaced. */
static void
assert_one_replaced (const char *before,
                     const char *after,
                     const char *old,
                     const char *new)
{
  const size_t n = strlen (before), m = strlen (after);
  size_t head = 0, tail = 0;

  while (head < n && head < m && before[head] == after[head])
    head++;
  while (tail < n - head && tail < m - head &&
         before[n - 1 - tail] == after[m - 1 - tail])
    tail++;
  g_assert_cmpuint (n - head - tail, <=, strlen (old));
  g_assert_cmpuint (m - head - tail, <=, strlen (new));
  g_assert_cmpuint (m - n, ==, strlen (new) - strlen (old));
}

static void
test_any_cell (void)
{
  for (uint32_t turn = 0; turn < 2000; turn++) {
    const uint32_t n_rows = (uint32_t) g_test_rand_int_range (1, 6);
    const uint32_t n_columns = (uint32_t) g_test_rand_int_range (2, 5);
    const uint32_t row = (uint32_t) g_test_rand_int_range (0, (gint32) n_rows);
    const uint32_t column = (uint32_t) g_test_rand_int_range (0, (gint32) n_columns);
    g_autofree char *text = any_table (n_rows, n_columns, 0);
    g_autoptr (DeskTable) table = desk_table_new (&plain, text, NULL);
    g_autoptr (GPtrArray) before = cells_of (table);

    g_assert_cmpuint (desk_table_n_rows (table), ==, n_rows);
    g_assert_cmpuint (desk_table_n_columns (table), ==, n_columns);
    g_assert_null (desk_table_set (table, row, column, "4.25"));
    g_autoptr (GPtrArray) after = cells_of (table);
    for (uint32_t i = 0; i < after->len; i++)
      g_assert_cmpstr (after->pdata[i], ==,
                       i == row * n_columns + column ? "4.25" : before->pdata[i]);
    assert_one_replaced (text, desk_table_value (table),
                         before->pdata[row * n_columns + column], "4.25");
  }
}

/* A row that is added and taken away again leaves the cells, and so does a column. */
static void
test_any_row (void)
{
  for (uint32_t turn = 0; turn < 2000; turn++) {
    const uint32_t n_rows = (uint32_t) g_test_rand_int_range (1, 6);
    const uint32_t n_columns = (uint32_t) g_test_rand_int_range (2, 5);
    const uint32_t at = (uint32_t) g_test_rand_int_range (0, (gint32) n_rows + 1);
    g_autofree char *text = any_table (n_rows, n_columns, 0);
    g_autoptr (DeskTable) table = desk_table_new (&plain, text, NULL);
    g_autoptr (GPtrArray) before = cells_of (table);

    desk_table_add_row (table, at);
    g_assert_cmpuint (desk_table_n_rows (table), ==, n_rows + 1);
    desk_table_remove_row (table, at);
    desk_table_add_column (table, n_columns);
    g_assert_null (desk_table_remove_column (table, n_columns));
    g_autoptr (GPtrArray) after = cells_of (table);
    g_assert_cmpuint (after->len, ==, before->len);
    for (uint32_t i = 0; i < after->len; i++)
      g_assert_cmpstr (after->pdata[i], ==, before->pdata[i]);
    if (at < n_rows && n_rows > 1)
      g_assert_cmpstr (desk_table_value (table), ==, text);
  }
}

/* ---- paste ---- */

static void
assert_pasted (const LibParam *param, const char *text, const char *value)
{
  g_autoptr (DeskTable) table = desk_table_new (param, NULL, NULL);
  g_autofree char *problem = desk_table_paste (table, 0, 0, text);

  g_assert_cmpstr (problem, ==, NULL);
  g_assert_cmpstr (desk_table_value (table), ==, value);
}

static void
assert_not_pasted (const LibParam *param, const char *text, const char *part)
{
  g_autoptr (DeskTable) table = desk_table_new (param, "[[7, 8]]", NULL);

  assert_refused (desk_table_paste (table, 0, 0, text), part);
  g_assert_cmpstr (desk_table_value (table), ==, "[[7, 8]]");
}

/* Whatever separates, and however decimals are written. */
static void
test_paste (void)
{
  assert_pasted (&curves, "0\t1\n2\t3.5\n", "[0, 1; 2, 3.5]");
  assert_pasted (&curves, "0,1\r\n2,3.5\r\n", "[0, 1; 2, 3.5]");
  assert_pasted (&curves, "0;1;2\n\n3;4;5", "[0, 1, 2; 3, 4, 5]");
  assert_pasted (&curves, "time;value\ns;mm\n0;1,5\n0,25;1,000\n",
                 "[0, 1.5; 0.25, 1.000]");
  assert_pasted (&curves, "\"t\",\"y\"\n\"0\",\"\u22121e3\"\n1,2,\n",
                 "[0, -1e3; 1, 2]");
  assert_pasted (&curves, "0\t1", "[[0, 1]]");
  assert_pasted (&friction, "0\t0.5\n1\t0.4", "[0, 0.5; 1, 0.4]");
  assert_pasted (&times, "0,5\n1,25\n", "[0.5, 1.25]");
  assert_pasted (&times, "1\t2\t3", "[1, 2, 3]");
}

static void
test_paste_refused (void)
{
  assert_not_pasted (&curves, "0\t1\n2\tx\n", "Line 2, column 2: “x” is not a number");
  assert_not_pasted (&curves, "t;y\n0;1\n2;\n;", "Line 3 has 1 values");
  assert_not_pasted (&curves, "0;;1\n", "Line 1, column 2: the cell is empty");
  assert_not_pasted (&curves, "1,000\t2\n2,000\t3\n",
                     "“1,000” may be read in two ways");
  assert_not_pasted (&curves, "0.5\t1\n1,5\t3\n", "“1,5” may be read in two ways");
  assert_not_pasted (&curves, "1.000,5\t2\n", "“1.000,5” is not a number");
  assert_not_pasted (&curves, "a\tb\n", "no numbers");
  assert_not_pasted (&curves, "1e999\t1\n", "“1e999” is not a number");
  assert_not_pasted (&friction, "0;1;2\n3;4;5", "The lines have 3 values");
}

/* Elsewhere than at the first cell what is pasted goes over what is there. */
static void
test_paste_over (void)
{
  g_autoptr (DeskTable) table =
      desk_table_new (&way, "[0.1, 0; 1, 2; 3, 4]", "[100 mm, 0; 1, 2; 3, 4]");

  g_assert_null (desk_table_paste (table, 1, 1, "5\n6 cm\n"));
  assert_texts (table, "[0.1, 0; 1, 5; 3, 0.06]", "[100 mm, 0; 1, 5; 3, 6 cm]");
  assert_refused (desk_table_paste (table, 2, 1, "5\n6"), "only whole rows");
  assert_refused (desk_table_paste (table, 2, 1, "5\t6"), "room for 1");
  g_assert_null (desk_table_paste (table, 2, 0, "8\t9\n10\t11"));
  assert_texts (table, "[0.1, 0; 1, 5; 8, 9; 10, 11]",
                "[100 mm, 0; 1, 5; 8, 9; 10, 11]");
}

/* ---- rules and points ---- */

static void
assert_fault (const LibParam *param, const char *value, const char *fault)
{
  g_autoptr (DeskTable) table = desk_table_new (param, value, NULL);
  g_autofree char *said = desk_table_fault (table);

  g_assert_cmpstr (said, ==, fault);
}

static void
test_rules (void)
{
  assert_fault (&curves, "[0, 1; 1, 2; 1, 3]", NULL);
  assert_fault (&curves, "[0, 1; 2, 2; 1, 3]",
                "Row 3: u must not be smaller than in the row before");
  assert_fault (&curves, "[0, 1; a, 2; 1, 3]", NULL);
  assert_fault (&steps, "[0, 1; 0, 2]",
                "Row 2: column 1 must be greater than in the row before");
  assert_fault (&times, "[0, 1, 1]", "Row 3: t must be greater than in the row before");
  assert_fault (&map, "[0, 1, 1; 1, 2, 3]",
                "Column 3: the first row must be greater than in the column before");
  assert_fault (&map, "[9, 1, 2; 1, 2, 3]", NULL);
  assert_fault (&plain, "[1, 0; 0, 1]", NULL);
  assert_fault (&friction, "[0, 1, 2; 1, 2, 3]",
                "The rows have 3 values, and should have 2");
}

/* A point stays between its neighbours, and its cell keeps its unit. */
static void
test_move (void)
{
  g_autoptr (DeskTable) table =
      desk_table_new (&friction, "[0, 0.5; 10, 0.4; 20, 0.3; a, 0.3]",
                      "[0, 0.5; 10 rad/s, 0.4; 20, 0.3; a, 0.3]");

  g_assert_true (
      desk_table_move (table, 1, 1, &(DeskTableMove){12.3456, 0.37777, 0.05, 0.002}));
  assert_texts (table, "[0, 0.5; 12.35, 0.378; 20, 0.3; a, 0.3]",
                "[0, 0.5; 12.35 rad/s, 0.378; 20, 0.3; a, 0.3]");
  g_assert_true (desk_table_move (table, 1, 1, &(DeskTableMove){99, 0.4, 0.05, 0.002}));
  g_assert_cmpfloat (desk_table_number (table, 1, 0), ==, 20);
  g_assert_true (desk_table_move (table, 1, 1, &(DeskTableMove){-9, 0.4, 0.05, 0.002}));
  g_assert_cmpfloat (desk_table_number (table, 1, 0), ==, 0);
  g_assert_true (desk_table_move (table, 3, 1, &(DeskTableMove){30, 0.4, 0.05, 0.002}));
  assert_texts (table, "[0, 0.5; 0, 0.4; 20, 0.3; a, 0.4]",
                "[0, 0.5; 0 rad/s, 0.4; 20, 0.3; a, 0.4]");
  g_assert_null (desk_table_set (table, 3, 1, "b"));
  g_assert_false (
      desk_table_move (table, 3, 1, &(DeskTableMove){30, 0.4, 0.05, 0.002}));

  g_autoptr (DeskTable) rising = desk_table_new (&steps, "[0, 1; 10, 2; 20, 3]", NULL);
  g_assert_true (desk_table_move (rising, 1, 1, &(DeskTableMove){-5, 2.4, 0.1, 0.1}));
  assert_texts (rising, "[0, 1; 1, 2; 20, 3]", NULL);
}

/* Held values are drawn as steps, and a map without its grid. */
static void
test_trace (void)
{
  g_autoptr (DeskTable) table = desk_table_new (&steps, "[0, 1; 10, 2; x, 5]", NULL);
  g_autoptr (RunTrace) trace = desk_table_trace (table);
  g_autoptr (DeskTable) grid = desk_table_new (&map, "[0, 1, 2; 1, 2, 3]", NULL);
  g_autoptr (RunTrace) rows = desk_table_trace (grid);

  g_assert_cmpuint (run_trace_length (trace), ==, 3);
  g_assert_cmpfloat (run_trace_value (trace, 0, 1), ==, 10);
  g_assert_cmpfloat (run_trace_value (trace, 1, 1), ==, 1);
  g_assert_cmpfloat (run_trace_value (trace, 1, 2), ==, 2);
  g_assert_cmpuint (run_trace_length (rows), ==, 1);
  g_assert_cmpfloat (run_trace_value (rows, 2, 0), ==, 3);
  g_assert_true (desk_table_is_curve (grid));
  g_autofree char *name = desk_table_column_name (grid, 2);
  g_assert_cmpstr (name, ==, "u2");
  g_autoptr (DeskTable) bent =
      desk_table_new (&curves, "[0, 0; 1, 1; 1, 3; 3, 0]", NULL);
  desk_table_set_between (bent, "MonotoneCubic");
  g_autoptr (RunTrace) curve = desk_table_trace (bent);
  g_assert_cmpuint (run_trace_length (curve), ==, 4 + 2 * 15);
  g_assert_cmpfloat (run_trace_value (curve, 1, 16), ==, 1); /* up to the jump */
  g_assert_cmpfloat (run_trace_value (curve, 1, 17), ==, 3);
  g_assert_cmpfloat (run_trace_value (curve, 0, 33), ==, 3);
  g_assert_cmpfloat (run_trace_value (curve, 1, 33), ==, 0);
  /* Between the points it is no straight line, but what a run has there. */
  const double points[][2] = {{0, 0}, {1, 1}, {1, 3}, {3, 0}};
  const double at = run_trace_value (curve, 0, 20);
  double value;
  g_assert_true (run_points_values ("MonotoneCubic", points, 4, &at, 1, &value));
  g_assert_cmpfloat (run_trace_value (curve, 1, 20), ==, value);
  g_assert_cmpfloat (fabs (value - (3 - 1.5 * (at - 1))), >, 0.01);
  g_assert_false (run_points_values ("No", points, 4, &at, 1, &value));
  desk_table_set_between (grid, "Constant");
  g_assert_true (desk_table_is_stepped (grid));
  g_autoptr (DeskTable) matrix = desk_table_new (&plain, "[1, 0; 0, 1]", NULL);
  g_assert_false (desk_table_is_curve (matrix));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/desk/table/set", test_set);
  g_test_add_func ("/desk/table/refused", test_refused);
  g_test_add_func ("/desk/table/computed", test_computed);
  g_test_add_func ("/desk/table/rows", test_rows);
  g_test_add_func ("/desk/table/comments-of-rows", test_comments_of_rows);
  g_test_add_func ("/desk/table/columns", test_columns);
  g_test_add_func ("/desk/table/columns-stay", test_columns_stay);
  g_test_add_func ("/desk/table/map", test_map);
  g_test_add_func ("/desk/table/named-columns", test_named_columns);
  g_test_add_func ("/desk/table/any-cell", test_any_cell);
  g_test_add_func ("/desk/table/any-row", test_any_row);
  g_test_add_func ("/desk/table/paste", test_paste);
  g_test_add_func ("/desk/table/paste-refused", test_paste_refused);
  g_test_add_func ("/desk/table/paste-over", test_paste_over);
  g_test_add_func ("/desk/table/rules", test_rules);
  g_test_add_func ("/desk/table/move", test_move);
  g_test_add_func ("/desk/table/trace", test_trace);
  return g_test_run ();
}
