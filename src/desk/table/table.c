/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells are spans of two texts, the value and what was typed for it; a change replaces
 * spans of both in one pass, and what lies between them (brackets, blanks, comments) is
 * copied. A new row is written as those beside it. */
#include "desk/table/table.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/number.h"
#include "base/unit.h"
#include "desk/table/table-private.h"

/* ---- reading ---- */

static bool
is_vector (const DeskTable *table)
{
  return table->param.table.n_dims == 1;
}

static bool
is_whole (const char *text)
{
  return base_number_length (text) == strlen (text);
}

double
desk_table_number_of (const char *value)
{
  const size_t length = base_number_length (value);
  size_t n_letter = 0;
  double factor = 1;

  if (length == 0)
    return NAN;
  if (value[length] != '\0')
    factor = base_number_prefix (value + length, &n_letter);
  return factor != 0 && value[length + n_letter] == '\0'
             ? factor * g_ascii_strtod (value, NULL)
             : NAN;
}

/* Where a cell stands in a text. */
static BaseListSpan
span_of (const DeskTable *table, const BaseList *list, uint32_t row, uint32_t column)
{
  return g_array_index (list->elements, BaseListSpan, row * table->n_columns + column);
}

static char *
text_of (const char *text, BaseListSpan span)
{
  return g_strndup (text + span.begin, span.end - span.begin);
}

/* All rows of one length, and a vector where one is wanted. */
static bool
is_sound (const DeskTable *table, const BaseList *list)
{
  if (list == NULL || (is_vector (table) && list->form != BASE_LIST_VECTOR))
    return false;
  for (guint i = 1; i < list->rows->len; i++)
    if (g_array_index (list->rows, BaseListRow, i).n !=
        g_array_index (list->rows, BaseListRow, 0).n)
      return false;
  return true;
}

static uint32_t
least_columns (const DeskTable *table)
{
  const LibTable *what = &table->param.table;

  return is_vector (table)      ? 1
         : what->n_columns != 0 ? what->n_columns
                                : MAX (2, what->n_names);
}

/* Finds the cells of both texts anew; what was typed counts only where it has the same
 * ones and says something else. */
static void
read_texts (DeskTable *table)
{
  g_clear_pointer (&table->values, base_list_free);
  g_clear_pointer (&table->entries, base_list_free);
  if (table->value != NULL)
    table->values = base_list_read (table->value);
  if (!is_sound (table, table->values))
    g_clear_pointer (&table->values, base_list_free);
  if (table->entry != NULL)
    table->entries = base_list_read (table->entry);
  if (table->values == NULL || !is_sound (table, table->entries) ||
      table->entries->elements->len != table->values->elements->len ||
      strcmp (table->entry, table->value) == 0) {
    g_clear_pointer (&table->entries, base_list_free);
    g_clear_pointer (&table->entry, g_free);
  }
}

static void
read_all (DeskTable *table)
{
  read_texts (table);

  const uint32_t n = table->values != NULL ? table->values->elements->len : 0;
  const uint32_t n_rows = n > 0 ? table->values->rows->len : 0;

  table->n_rows = is_vector (table) ? n : n_rows;
  table->n_columns = n > 0 ? n / table->n_rows : least_columns (table);
  g_free (table->numbers);
  table->numbers = g_new (double, n);
  table->n_expressions = 0;
  for (uint32_t i = 0; i < n; i++) {
    const BaseListSpan span = g_array_index (table->values->elements, BaseListSpan, i);
    g_autofree char *text = text_of (table->value, span);

    table->numbers[i] = desk_table_number_of (text);
    table->n_expressions += isnan (table->numbers[i]);
    if (isnan (table->numbers[i]) && table->known != NULL) {
      const double *known = g_hash_table_lookup (table->known, text);

      table->numbers[i] = known != NULL ? *known : NAN;
    }
  }
}

DeskTable *
desk_table_new (const LibParam *param, const char *value, const char *entry)
{
  DeskTable *table = g_new0 (DeskTable, 1);

  table->param = (LibParam){
      .name = base_name (param->name),
      .kind = LIB_PARAM_ARRAY,
      .units = base_name (param->units != NULL ? param->units : ""),
      .has_min = param->has_min,
      .has_max = param->has_max,
      .min = param->min,
      .max = param->max,
      .table = param->table,
  };
  table->value = g_strdup (value != NULL ? value : param->value);
  table->entry = g_strdup (entry);
  read_all (table);
  return table;
}

void
desk_table_free (DeskTable *table)
{
  g_clear_pointer (&table->values, base_list_free);
  g_clear_pointer (&table->entries, base_list_free);
  g_free (table->value);
  g_free (table->entry);
  g_free (table->between);
  g_free (table->numbers);
  g_clear_pointer (&table->known, g_hash_table_unref);
  g_free (table);
}

const char *
desk_table_value (const DeskTable *table)
{
  return table->value;
}

const char *
desk_table_entry (const DeskTable *table)
{
  return table->entry;
}

bool
desk_table_is_list (const DeskTable *table)
{
  return table->values != NULL;
}

uint32_t
desk_table_n_rows (const DeskTable *table)
{
  return table->n_rows;
}

uint32_t
desk_table_n_columns (const DeskTable *table)
{
  return table->n_columns;
}

bool
desk_table_has_free_columns (const DeskTable *table)
{
  return !is_vector (table) && table->param.table.n_columns == 0;
}

char *
desk_table_column_name (const DeskTable *table, uint32_t column)
{
  const LibTable *what = &table->param.table;

  if (what->n_names == 0)
    return g_strdup ("");
  if (column + 1 < what->n_names || table->n_columns <= what->n_names ||
      what->meaning == LIB_TABLE_MAP)
    return g_strdup (what->names[MIN (column, what->n_names - 1)]);
  return g_strdup_printf ("%s[%u]", what->names[what->n_names - 1],
                          column - what->n_names + 2);
}

char *
desk_table_column_units (const DeskTable *table, uint32_t column)
{
  const LibParam element = desk_quantity_element (&table->param, column);
  const bool is_bare = strcmp (element.units, "1") == 0;

  return base_unit_to_label (is_bare ? "" : element.units);
}

bool
desk_table_is_map (const DeskTable *table)
{
  return table->param.table.meaning == LIB_TABLE_MAP;
}

bool
desk_table_is_corner (const DeskTable *table, uint32_t row, uint32_t column)
{
  return desk_table_is_map (table) && row == 0 && column == 0;
}

char *
desk_table_heading (const DeskTable *table, uint32_t column)
{
  g_autofree char *name = desk_table_column_name (table, column);
  g_autofree char *units = desk_table_column_units (table, column);
  g_autofree char *number = g_strdup_printf ("%u", column + 1);

  return g_strconcat (*name != '\0' ? name : number, *units != '\0' ? " [" : "", units,
                      *units != '\0' ? "]" : "", NULL);
}

char *
desk_table_cell (const DeskTable *table, uint32_t row, uint32_t column)
{
  g_autofree char *value =
      text_of (table->value, span_of (table, table->values, row, column));
  const LibParam element = desk_quantity_element (&table->param, column);

  if (table->entries != NULL) {
    g_autofree char *entry =
        text_of (table->entry, span_of (table, table->entries, row, column));

    if (strcmp (entry, value) != 0)
      return g_steal_pointer (&entry);
  }
  return desk_quantity_show (&element, value, NULL);
}

double
desk_table_number (const DeskTable *table, uint32_t row, uint32_t column)
{
  g_assert (row < table->n_rows && column < table->n_columns);
  return table->numbers[row * table->n_columns + column];
}

/* ---- what is typed ---- */

void
desk_table_cell_clear (DeskTableCell *cell)
{
  g_clear_pointer (&cell->value, g_free);
  g_clear_pointer (&cell->entry, g_free);
}

char *
desk_table_cell_read (const DeskTable *table,
                      uint32_t column,
                      const char *typed,
                      DeskTableCell *cell)
{
  const LibParam element = desk_quantity_element (&table->param, column);
  DeskQuantity read = {NULL, NULL, NULL};

  /* Most are numbers, and need no parser. */
  if (element.kind == LIB_PARAM_REAL && !element.has_min && !element.has_max &&
      *typed != '\0' && is_whole (typed))
    read.value = g_strdup (typed);
  else
    read = desk_quantity_read (&element, typed);
  if (read.problem == NULL && read.value == NULL)
    read.problem = g_strdup (_ ("A cell needs a value"));
  if (read.problem != NULL) {
    g_free (read.value);
    g_free (read.entry);
    return read.problem;
  }
  cell->value = read.value;
  cell->entry = read.entry != NULL ? read.entry : g_strdup (read.value);
  return NULL;
}

/* ---- changes of a text ---- */

/* What takes the place of a part of a text. */
typedef struct {
  BaseListSpan span;
  char *by;
} Edit;

static void
clear_edit (void *edit)
{
  g_free (((Edit *) edit)->by);
}

static GArray *
edits_new (void)
{
  GArray *edits = g_array_new (FALSE, FALSE, sizeof (Edit));

  g_array_set_clear_func (edits, clear_edit);
  return edits;
}

static void
add_edit (GArray *edits, uint32_t begin, uint32_t end, char *by)
{
  const Edit edit = {{begin, end}, by};

  g_array_append_val (edits, edit);
}

/* In their order, which is that of their places. */
static void
apply (char **text, const GArray *edits)
{
  GString *out = g_string_new (NULL);
  uint32_t done = 0;

  for (guint i = 0; i < edits->len; i++) {
    const Edit *edit = &g_array_index (edits, Edit, i);

    g_string_append_len (out, *text + done, edit->span.begin - done);
    g_string_append (out, edit->by);
    done = edit->span.end;
  }
  g_string_append (out, *text + done);
  g_free (*text);
  *text = g_string_free (out, FALSE);
}

/* The two texts, one after the other. */
typedef struct {
  char **text;
  const BaseList *list;
  bool is_entry;
} Side;

/* With the text for what is typed, where there is none yet; returns how many there
 * are. */
static uint32_t
list_sides (DeskTable *table, Side sides[2])
{
  if (table->entry == NULL) {
    table->entry = g_strdup (table->value);
    table->entries = base_list_read (table->value);
  }
  sides[0] = (Side){&table->value, table->values, false};
  sides[1] = (Side){&table->entry, table->entries, true};
  return 2;
}

static const char *
side_of (const DeskTableCell *cell, bool is_entry)
{
  return is_entry ? cell->entry : cell->value;
}

bool
desk_table_replace (DeskTable *table,
                    uint32_t row,
                    uint32_t n_rows,
                    const DeskTableCell *cells)
{
  const uint32_t n = n_rows * table->n_columns;
  const uint32_t before[] = {table->n_rows, table->n_columns};
  g_autofree char *value = g_strdup (table->value);
  g_autofree char *entry = g_strdup (table->entry);
  Side sides[2];
  const uint32_t n_sides = list_sides (table, sides);

  for (uint32_t s = 0; s < n_sides; s++) {
    g_autoptr (GArray) edits = edits_new ();

    for (uint32_t i = 0; i < n; i++) {
      const BaseListSpan span = g_array_index (sides[s].list->elements, BaseListSpan,
                                               row * table->n_columns + i);

      if (cells[i].value != NULL)
        add_edit (edits, span.begin, span.end,
                  g_strdup (side_of (&cells[i], sides[s].is_entry)));
    }
    apply (sides[s].text, edits);
  }
  read_all (table);
  /* What was typed may have brackets of its own. */
  if (table->values != NULL && table->n_rows == before[0] &&
      table->n_columns == before[1])
    return true;
  g_free (table->value);
  g_free (table->entry);
  table->value = g_steal_pointer (&value);
  table->entry = g_steal_pointer (&entry);
  read_all (table);
  return false;
}

/* ---- rows ---- */

/* Of the whole row, brackets and all. */
static BaseListSpan
span_of_row (const DeskTable *table, const BaseList *list, uint32_t row)
{
  return is_vector (table) ? g_array_index (list->elements, BaseListSpan, row)
                           : g_array_index (list->rows, BaseListRow, row).span;
}

/* What stands between two places, without comments. */
static char *
gap_between (const char *text, uint32_t begin, uint32_t end)
{
  GString *gap = g_string_new (NULL);

  for (uint32_t at = begin; at < end; at++) {
    if (text[at] == '#')
      at += (uint32_t) strcspn (text + at, "\n");
    if (at < end)
      g_string_append_c (gap, text[at]);
  }
  return g_string_free (gap, FALSE);
}

/* Between two rows, as it is written here. */
static char *
row_gap (const DeskTable *table, const Side *side)
{
  const uint32_t n = table->n_rows;

  if (n >= 2)
    return gap_between (*side->text, span_of_row (table, side->list, n - 2).end,
                        span_of_row (table, side->list, n - 1).begin);
  return g_strdup (is_vector (table) || side->list->form == BASE_LIST_NESTED ? ", "
                                                                             : "; ");
}

/* Between two cells of a row. */
static char *
cell_gap (const DeskTable *table, const Side *side)
{
  if (table->n_columns < 2 || table->n_rows == 0)
    return g_strdup (", ");
  return gap_between (*side->text, span_of (table, side->list, 0, 0).end,
                      span_of (table, side->list, 0, 1).begin);
}

static char *
row_text (const Side *side, const char *gap, const DeskTableCell *cells, uint32_t n)
{
  const bool is_nested = side->list != NULL && side->list->form == BASE_LIST_NESTED;
  GString *row = g_string_new (is_nested ? "[" : "");

  for (uint32_t i = 0; i < n; i++)
    g_string_append_printf (row, "%s%s", i > 0 ? gap : "",
                            side_of (&cells[i], side->is_entry));
  return g_string_free (g_string_append (row, is_nested ? "]" : ""), FALSE);
}

void
desk_table_insert (DeskTable *table,
                   uint32_t before,
                   uint32_t n_rows,
                   const DeskTableCell *cells)
{
  const bool is_last = before == table->n_rows;
  const uint32_t n = table->n_columns;
  Side sides[2];
  const uint32_t n_sides = table->n_rows > 0 ? list_sides (table, sides) : 0;

  if (table->n_rows == 0) {
    desk_table_make (table, n_rows, n, cells);
    return;
  }
  for (uint32_t s = 0; s < n_sides; s++) {
    const BaseListSpan beside =
        span_of_row (table, sides[s].list, is_last ? before - 1 : before);
    /* Where, and what stands between rows and cells here. */
    const uint32_t at = is_last ? beside.end : beside.begin;
    g_autofree char *gap = row_gap (table, &sides[s]);
    g_autofree char *inner = cell_gap (table, &sides[s]);
    g_autoptr (GString) rows = g_string_new (NULL);
    g_autoptr (GArray) edits = edits_new ();

    /* The rows. */
    for (uint32_t r = 0; r < n_rows; r++) {
      g_autofree char *row = row_text (&sides[s], inner, cells + r * n, n);

      g_string_append_printf (rows, "%s%s%s", is_last ? gap : "", row,
                              is_last ? "" : gap);
    }
    add_edit (edits, at, at, g_strdup (rows->str));
    apply (sides[s].text, edits);
  }
  read_all (table);
}

void
desk_table_make (DeskTable *table,
                 uint32_t n_rows,
                 uint32_t n_columns,
                 const DeskTableCell *cells)
{
  const bool is_single = n_rows == 1 && !is_vector (table);
  char **texts[] = {&table->value, &table->entry};

  for (uint32_t s = 0; s < G_N_ELEMENTS (texts); s++) {
    const Side side = {.is_entry = s == 1};
    GString *text = g_string_new (is_single ? "[[" : "[");

    for (uint32_t r = 0; r < n_rows; r++) {
      g_autofree char *row = row_text (&side, ", ", cells + r * n_columns, n_columns);

      g_string_append_printf (text, "%s%s",
                              r == 0              ? ""
                              : is_vector (table) ? ", "
                                                  : "; ",
                              row);
    }
    g_string_append (text, is_single ? "]]" : "]");
    g_free (*texts[s]);
    *texts[s] = g_string_free (text, FALSE);
  }
  read_all (table);
}

/* The comments of what goes with the last row belong to the one before it. */
static char *
comments_between (const char *text, uint32_t begin, uint32_t end)
{
  GString *kept = g_string_new (NULL);
  size_t length = 0; /* to the end of the last comment */

  for (uint32_t at = begin; at < end; at++) {
    const size_t n = text[at] == '#' ? strcspn (text + at, "\n") : 0;

    g_string_append_len (kept, text + at, (gssize) n);
    at += (uint32_t) n;
    if (strchr (",;", text[at]) == NULL)
      g_string_append_c (kept, text[at]);
    length = n > 0 ? kept->len : length;
  }
  return g_string_free (g_string_truncate (kept, length), FALSE);
}

/* `[a, b]` would be a vector. */
static void
keep_matrix (DeskTable *table)
{
  Side sides[2];

  if (is_vector (table) || table->n_rows != 1 ||
      table->values->form != BASE_LIST_VECTOR)
    return;
  for (uint32_t s = 0, n_sides = list_sides (table, sides); s < n_sides; s++) {
    const BaseListSpan span = span_of_row (table, sides[s].list, 0);
    g_autoptr (GArray) edits = edits_new ();

    add_edit (edits, span.begin, span.begin, g_strdup ("["));
    add_edit (edits, span.end, span.end, g_strdup ("]"));
    apply (sides[s].text, edits);
  }
  read_all (table);
}

/* Behind the blanks, the separator and the comment that go with a row; not further than
 * the next one begins. */
static uint32_t
end_of_line (const char *text, uint32_t at, uint32_t next)
{
  bool is_separated = false;

  while (at < next && !(is_separated && text[at] == '\n')) {
    is_separated = is_separated || strchr (",;", text[at]) != NULL;
    at += text[at] == '#' ? (uint32_t) strcspn (text + at, "\n") : 1;
  }
  return at;
}

/* What goes with a row that is not the last one: all up to the next one, but for the
 * lines of comments between them, which are about that one. */
static uint32_t
end_of_removed (const char *text, BaseListSpan row, uint32_t next)
{
  const uint32_t end = end_of_line (text, row.end, next);
  const uint32_t comment = end + (uint32_t) strspn (text + end, " \t\r\n");
  uint32_t line = row.begin;

  if (comment >= next)
    return next;
  while (line > 0 && strchr (" \t", text[line - 1]) != NULL)
    line--;
  return text[line - 1] == '\n' ? comment : end;
}

void
desk_table_remove_row (DeskTable *table, uint32_t row)
{
  const bool is_last = row + 1 == table->n_rows;
  Side sides[2];

  g_assert (table->n_rows >= 2);
  for (uint32_t s = 0, n_sides = list_sides (table, sides); s < n_sides; s++) {
    const BaseList *list = sides[s].list;
    const BaseListSpan span = span_of_row (table, list, row);
    g_autoptr (GArray) edits = edits_new ();

    /* Back to the row before it, or on to the one behind it. */
    if (is_last) {
      const uint32_t begin = span_of_row (table, list, row - 1).end;

      add_edit (edits, begin, span.end,
                comments_between (*sides[s].text, begin, span.begin));
    } else
      add_edit (edits, span.begin,
                end_of_removed (*sides[s].text, span,
                                span_of_row (table, list, row + 1).begin),
                g_strdup (""));
    apply (sides[s].text, edits);
  }
  read_all (table);
  keep_matrix (table);
}

/* ---- columns ---- */

uint32_t
desk_table_add_column (DeskTable *table, uint32_t before)
{
  /* Columns that have names keep their places. */
  const uint32_t at = MIN (MAX (before, table->param.table.n_names), table->n_columns);
  const LibParam *param = &table->param;
  const bool has_units_of_last = strcmp (lib_card_column_units (param, at - 1),
                                         lib_card_column_units (param, at)) == 0;
  g_autofree char *value = g_strdup (table->value);
  Side sides[2];

  g_assert (before > 0);
  for (uint32_t s = 0, n_sides = list_sides (table, sides); s < n_sides; s++) {
    g_autofree char *gap = cell_gap (table, &sides[s]);
    g_autoptr (GArray) edits = edits_new ();

    /* What was typed for the column before says nothing in one of another unit. */
    for (uint32_t r = 0; r < table->n_rows; r++) {
      const BaseListSpan like = span_of (table, sides[s].list, r, at - 1);
      g_autofree char *text =
          has_units_of_last
              ? text_of (*sides[s].text, like)
              : text_of (value, span_of (table, table->values, r, at - 1));

      add_edit (edits, like.end, like.end, g_strconcat (gap, text, NULL));
    }
    apply (sides[s].text, edits);
  }
  read_all (table);
  return at;
}

char *
desk_table_remove_column (DeskTable *table, uint32_t column)
{
  const uint32_t n_names = table->param.table.n_names;
  const bool is_last = column + 1 == table->n_columns;
  Side sides[2];

  g_assert (table->n_columns >= 3);
  /* Names and units go by the number of the column. */
  if (column + 1 < n_names || table->n_columns <= n_names) {
    g_autofree char *name = desk_table_column_name (table, column);

    return g_strdup_printf (_ ("%s cannot be removed: the columns behind it would take "
                               "its place"),
                            name);
  }
  /* From each row of both texts. */
  for (uint32_t s = 0, n_sides = list_sides (table, sides); s < n_sides; s++) {
    const BaseList *list = sides[s].list;
    g_autoptr (GArray) edits = edits_new ();

    for (uint32_t r = 0; r < table->n_rows; r++) {
      const BaseListSpan span = span_of (table, list, r, column);

      if (is_last)
        add_edit (edits, span_of (table, list, r, column - 1).end, span.end,
                  g_strdup (""));
      else
        add_edit (edits, span.begin, span_of (table, list, r, column + 1).begin,
                  g_strdup (""));
    }
    apply (sides[s].text, edits);
  }
  read_all (table);
  return NULL;
}

/* ---- cells ---- */

char *
desk_table_set (DeskTable *table, uint32_t row, uint32_t column, const char *typed)
{
  if (desk_table_is_corner (table, row, column))
    return g_strdup (_ ("The cell where the two axes meet has no value"));
  g_autofree DeskTableCell *cells = g_new0 (DeskTableCell, table->n_columns);
  g_autofree char *text = g_strstrip (g_strdup (typed));
  g_auto (DeskTableCell) cell = {NULL, NULL};
  char *problem = desk_table_cell_read (table, column, text, &cell);

  if (problem != NULL)
    return problem;
  cells[column] = cell;
  return desk_table_replace (table, row, 1, cells)
             ? NULL
             : g_strdup_printf (_ ("“%s” is not a value of one cell"), text);
}
