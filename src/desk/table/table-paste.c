/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows from elsewhere: a spreadsheet's clipboard (tabs) or lines of a CSV file
 * (semicolons or commas). A comma is a decimal comma where something else separates, or
 * where the table has one column, unless it may as well stand between thousands. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "desk/table/table-private.h"

/* Cells as they were pasted, in lines that count from 1 with all that was left out. */
typedef struct {
  GPtrArray *cells; /* row by row */
  GArray *lines;    /* uint32_t: of each row */
  uint32_t n_columns;
} Block;

static void
clear_block (Block *block)
{
  g_clear_pointer (&block->cells, g_ptr_array_unref);
  g_clear_pointer (&block->lines, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Block, clear_block)

/* ---- lines to cells ---- */

bool
desk_table_is_block (const char *text)
{
  const char *end = text + strlen (text);

  while (end > text && strchr ("\r\n", end[-1]) != NULL)
    end--;
  return g_strstr_len (text, end - text, "\n") != NULL ||
         g_strstr_len (text, end - text, "\t") != NULL ||
         g_strstr_len (text, end - text, ";") != NULL;
}

/* NULL: every line is one cell. */
static const char *
separator_of (const DeskTable *table, const char *text)
{
  return strchr (text, '\t') != NULL      ? "\t"
         : strchr (text, ';') != NULL     ? ";"
         : table->param.table.n_dims == 1 ? "\n"
         : strchr (text, ',') != NULL     ? ","
                                          : "\n";
}

/* Without blanks and quotation marks around it, and with a plain minus. */
static char *
plain_cell (const char *cell)
{
  g_autoptr (GString) text = g_string_new (cell);

  g_string_replace (text, "\u2212", "-", 0);
  g_string_replace (text, "\u00A0", " ", 0);
  g_strstrip (text->str);
  const size_t n = strlen (text->str);
  return n >= 2 && text->str[0] == '"' && text->str[n - 1] == '"'
             ? g_strstrip (g_strndup (text->str + 1, n - 2))
             : g_strdup (text->str);
}

static bool
begins_as_number (const char *cell)
{
  return base_number_length (cell) > 0;
}

/* Lines above the first one that has a number are a heading. */
static bool
is_heading (const Block *block, char **cells)
{
  for (uint32_t i = 0; block->lines->len == 0 && cells[i] != NULL; i++)
    if (begins_as_number (cells[i]))
      return false;
  return block->lines->len == 0;
}

/* NULL, or the sentence. */
static char *
add_line (Block *block, const char *line, const char *separator, uint32_t number)
{
  g_auto (GStrv) cells = g_strsplit (line, separator, -1);
  uint32_t n = g_strv_length (cells);

  for (uint32_t i = 0; i < n; i++) {
    char *cell = plain_cell (cells[i]);

    g_free (cells[i]);
    cells[i] = cell;
  }
  if (n > 1 && *cells[n - 1] == '\0') /* a separator may also end the line */
    n--;
  if (is_heading (block, cells))
    return NULL;
  if (block->lines->len > 0 && n != block->n_columns)
    return g_strdup_printf (_ ("Line %u has %u values, the lines before it have %u"),
                            number, n, block->n_columns);
  block->n_columns = n;
  g_array_append_val (block->lines, number);
  for (uint32_t i = 0; i < n; i++)
    g_ptr_array_add (block->cells, g_strdup (cells[i]));
  return NULL;
}

static char *
read_block (const DeskTable *table, const char *text, Block *block)
{
  const char *separator = separator_of (table, text);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  char *problem = NULL;

  block->cells = g_ptr_array_new_with_free_func (g_free);
  block->lines = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  for (uint32_t i = 0; lines[i] != NULL && problem == NULL; i++) {
    g_strchomp (lines[i]);
    if (*lines[i] != '\0')
      problem = add_line (block, lines[i], separator, i + 1);
  }
  if (problem == NULL && block->lines->len == 0)
    problem = g_strdup (_ ("There are no numbers in what was pasted"));
  return problem;
}

/* ---- decimal commas ---- */

/* The comma among the digits at the begin, or NULL. */
static char *
find_comma (const char *cell)
{
  const char *digits = cell + strspn (cell, "+-");
  char *comma = (char *) digits + strspn (digits, "0123456789");

  return *comma == ',' && comma > digits && g_ascii_isdigit (comma[1]) ? comma : NULL;
}

/* "1,000" may be a thousand, "0,125" and "1,5" may not. */
static bool
is_surely_decimal (const char *cell, const char *comma)
{
  const bool is_nil = comma[-1] == '0' && comma - cell <= 2;

  return is_nil || strspn (comma + 1, "0123456789") != 3;
}

/* Makes points of the commas, if one of them can be nothing else and none of the
 * numbers has a point. What is left is no number. */
static void
point_commas (Block *block)
{
  bool is_sure = false;

  for (guint i = 0; i < block->cells->len; i++) {
    char *cell = block->cells->pdata[i], *comma = find_comma (cell);

    if (strchr (cell, '.') != NULL)
      return;
    is_sure = is_sure || (comma != NULL && is_surely_decimal (cell, comma));
  }
  for (guint i = 0; i < block->cells->len && is_sure; i++) {
    char *comma = find_comma (block->cells->pdata[i]);

    if (comma != NULL)
      *comma = '.';
  }
}

/* ---- cells to the table ---- */

/* A row of numbers is as good a vector as a column. */
static void
stand_up (const DeskTable *table, Block *block)
{
  const uint32_t line = g_array_index (block->lines, uint32_t, 0);

  if (table->param.table.n_dims != 1 || block->lines->len != 1)
    return;
  for (uint32_t i = 1; i < block->n_columns; i++)
    g_array_append_val (block->lines, line);
  block->n_columns = 1;
}

/* A number, with a unit behind it or nothing. */
static bool
is_quantity (const char *text)
{
  const size_t length = base_number_length (text);
  const char *unit = text + length + strspn (text + length, " ");

  return length > 0 && strpbrk (unit, ",;()[]+=\"") == NULL;
}

/* One cell that was pasted; NULL, or the sentence. */
static char *
read_cell (const DeskTable *table,
           uint32_t column,
           const char *text,
           DeskTableCell *cell)
{
  char *problem;

  if (*text == '\0')
    return g_strdup (_ ("the cell is empty"));
  if (find_comma (text) != NULL)
    return g_strdup_printf (
        _ ("“%s” may be read in two ways; write a point for decimals, and nothing "
           "between thousands"),
        text);
  problem =
      is_quantity (text) ? desk_table_cell_read (table, column, text, cell) : NULL;
  if (problem == NULL && cell->value != NULL &&
      !isfinite (desk_table_number_of (cell->value)))
    desk_table_cell_clear (cell);
  return problem != NULL || cell->value != NULL
             ? problem
             : g_strdup_printf (_ ("“%s” is not a number"), text);
}

/* Where the block goes, and what it does there. */
typedef struct {
  uint32_t row, column;
  bool is_all; /* it becomes the table */
} Place;

static char *
check_place (const DeskTable *table, const Block *block, Place *place)
{
  const LibTable *what = &table->param.table;
  const uint32_t n_rows = block->lines->len, n = block->n_columns;
  const uint32_t width = what->n_dims == 1 ? 1 : what->n_columns;
  const bool is_free = width == 0 && n >= 2;

  place->is_all = place->row == 0 && place->column == 0 && (n == width || is_free);
  if (place->is_all)
    return NULL;
  if (table->n_rows == 0 || place->column + n > table->n_columns)
    return g_strdup_printf (
        _ ("The lines have %u values, and there is room for %u from this cell on"), n,
        table->n_columns - place->column);
  if (place->row + n_rows > table->n_rows && n != table->n_columns)
    return g_strdup_printf (
        _ ("There are %u lines, and %u rows from this cell on; only whole rows can be "
           "added"),
        n_rows, table->n_rows - place->row);
  return NULL;
}

static char *
read_cells (const DeskTable *table,
            const Block *block,
            const Place *place,
            GArray *cells)
{
  const uint32_t width = place->is_all ? block->n_columns : table->n_columns;

  g_array_set_size (cells, block->lines->len * width);
  for (guint i = 0; i < block->cells->len; i++) {
    const uint32_t r = i / block->n_columns, c = place->column + i % block->n_columns;
    const char *text = block->cells->pdata[i];
    /* Spreadsheets leave it empty, or name the axes there. */
    const bool is_free =
        desk_table_is_corner (table, place->row + r, c) && !begins_as_number (text);
    g_autofree char *why =
        read_cell (table, c, is_free ? "0" : text,
                   &g_array_index (cells, DeskTableCell, r * width + c));

    if (why != NULL)
      return g_strdup_printf (_ ("Line %u, column %u: %s"),
                              g_array_index (block->lines, uint32_t, r),
                              i % block->n_columns + 1, why);
  }
  return NULL;
}

static void
clear_cell (void *cell)
{
  desk_table_cell_clear (cell);
}

char *
desk_table_paste (DeskTable *table, uint32_t row, uint32_t column, const char *text)
{
  g_auto (Block) block = {NULL, NULL, 0};
  g_autoptr (GArray) cells = g_array_new (FALSE, TRUE, sizeof (DeskTableCell));
  Place place = {row, column, false};
  char *problem = read_block (table, text, &block);

  /* What it is, and where it goes. */
  g_array_set_clear_func (cells, clear_cell);
  if (problem != NULL)
    return problem;
  point_commas (&block);
  stand_up (table, &block);
  problem = check_place (table, &block, &place);
  if (problem == NULL)
    problem = read_cells (table, &block, &place, cells);
  if (problem != NULL)
    return problem;

  /* All of it, or over what is there and behind that. */
  const DeskTableCell *read = (DeskTableCell *) (void *) cells->data;
  const uint32_t n_rows = block.lines->len;
  const uint32_t n_over = MIN (n_rows, table->n_rows - MIN (row, table->n_rows));
  if (place.is_all) {
    desk_table_make (table, n_rows, block.n_columns, read);
    return NULL;
  }
  desk_table_replace (table, row, n_over, read);
  if (n_rows > n_over)
    desk_table_insert (table, table->n_rows, n_rows - n_over,
                       read + n_over * table->n_columns);
  return NULL;
}
