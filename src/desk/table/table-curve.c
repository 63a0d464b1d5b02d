/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a table says as a curve: the points, where each may be moved to, how a new row
 * goes on, and which rule a cell breaks. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "desk/table/table-private.h"
#include "run/points.h"

enum {
  NEW_DIGITS = 12,
  FINE = 16,         /* straight pieces of a smooth curve between two points */
  MOST_SMOOTH = 2000 /* rows; of more, the lines between them are too short to bend */
};

bool
desk_table_is_curve (const DeskTable *table)
{
  switch (table->param.table.meaning) {
  case LIB_TABLE_POINTS:
  case LIB_TABLE_CURVE:
  case LIB_TABLE_STEPS:
  case LIB_TABLE_MAP:
    return table->param.table.n_dims == 2;
  case LIB_TABLE_PLAIN:
  case LIB_TABLE_RISING:
    return false;
  }
  return false;
}

void
desk_table_set_between (DeskTable *table, const char *smoothness)
{
  g_free (table->between);
  table->between = g_strdup (smoothness);
}

bool
desk_table_is_stepped (const DeskTable *table)
{
  return table->param.table.meaning == LIB_TABLE_STEPS ||
         g_strcmp0 (table->between, "Constant") == 0;
}

/* Whether a row and the ones before it make a curve that bends between them. */
static bool
is_smooth (const DeskTable *table)
{
  return table->between != NULL && g_strcmp0 (table->between, "Linear") != 0 &&
         !desk_table_is_stepped (table) && table->n_rows <= MOST_SMOOTH;
}

uint32_t
desk_table_first_row (const DeskTable *table)
{
  return desk_table_is_map (table) ? 1 : 0;
}

/* Held values are rows of their own: the last ones, at the abscissa of the next. */
static RunTrace *
trace_points (const DeskTable *table)
{
  const uint32_t n = table->n_columns;
  RunTrace *trace = run_trace_new (n, NULL, NULL);
  g_autofree double *held = g_new (double, n);
  double time = 0;

  for (uint32_t r = desk_table_first_row (table); r < table->n_rows; r++) {
    const double *row = table->numbers + r * n;

    if (isnan (row[0]))
      continue;
    if (time > 0 && desk_table_is_stepped (table)) {
      held[0] = row[0];
      run_trace_append (trace, time++, held);
    }
    run_trace_append (trace, time++, row);
    memcpy (held, row, n * sizeof *held);
  }
  return trace;
}

/* The abscissae of the points, and FINE - 1 between each two of them that differ; NULL
 * where they are not all known, or fall. The points themselves may jump, so each has
 * its row in `rows`, the others -1. */
static GArray *
fine_abscissae (const DeskTable *table, GArray *rows)
{
  g_autoptr (GArray) fine = g_array_new (FALSE, FALSE, sizeof (double));
  const int none = -1;

  for (int r = (int) desk_table_first_row (table); r < (int) table->n_rows; r++) {
    const double x = desk_table_number (table, (uint32_t) r, 0);
    const double before =
        fine->len > 0 ? g_array_index (fine, double, fine->len - 1) : x;

    if (!(x >= before))
      return NULL;
    for (int k = 1; k < FINE && x > before; k++) {
      const double between = before + (x - before) * k / FINE;

      g_array_append_val (fine, between);
      g_array_append_val (rows, none);
    }
    g_array_append_val (fine, x);
    g_array_append_val (rows, r);
  }
  return g_steal_pointer (&fine);
}

/* A column of the curve; false where not all points of it are known. */
static bool
run_column (const DeskTable *table, uint32_t column, const GArray *fine, double *values)
{
  const uint32_t first = desk_table_first_row (table), n = table->n_rows - first;
  g_autofree double (*points)[2] = g_malloc_n (n, sizeof *points);

  for (uint32_t i = 0; i < n; i++) {
    points[i][0] = desk_table_number (table, first + i, 0);
    points[i][1] = desk_table_number (table, first + i, column);
    if (isnan (points[i][1]))
      return false;
  }
  return run_points_values (table->between, points, n, (const double *) fine->data,
                            fine->len, values);
}

RunTrace *
desk_table_trace (const DeskTable *table)
{
  const uint32_t n = table->n_columns;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GArray) fine = is_smooth (table) ? fine_abscissae (table, rows) : NULL;

  if (fine == NULL || table->n_rows < desk_table_first_row (table) + 2)
    return trace_points (table);
  /* Column by column as a run has them, and in rows as a trace. */
  g_autofree double *values = g_new (double, (size_t) n * fine->len);
  g_autofree double *row = g_new (double, n);
  for (uint32_t c = 1; c < n; c++)
    if (!run_column (table, c, fine, values + (size_t) c * fine->len))
      return trace_points (table);
  RunTrace *trace = run_trace_new (n, NULL, NULL);
  for (guint i = 0; i < fine->len; i++) {
    const int at = g_array_index (rows, int, i);

    row[0] = g_array_index (fine, double, i);
    for (uint32_t c = 1; c < n; c++)
      row[c] = values[(size_t) c * fine->len + i];
    run_trace_append (trace, i, at >= 0 ? table->numbers + (uint32_t) at * n : row);
  }
  return trace;
}

/* ---- rules ---- */

/* How the cells of the first column stand to those before them; of a map also those of
 * the first row. */
typedef enum { ANY, NOT_FALLING, RISING } Rule;

static Rule
rule_of (const DeskTable *table)
{
  switch (table->param.table.meaning) {
  case LIB_TABLE_PLAIN:
  case LIB_TABLE_POINTS:
    return ANY;
  case LIB_TABLE_CURVE:
    return NOT_FALLING;
  case LIB_TABLE_STEPS:
  case LIB_TABLE_MAP:
  case LIB_TABLE_RISING:
    return RISING;
  }
  return ANY;
}

static bool
breaks (Rule rule, double before, double value)
{
  return rule == NOT_FALLING ? value < before : rule == RISING && value <= before;
}

/* The last one that is known before a cell of the first column, or row. */
static double
known_before (const DeskTable *table, uint32_t row, uint32_t column)
{
  const bool is_down = column == 0;
  const uint32_t first = is_down ? desk_table_first_row (table) : 1;

  for (uint32_t k = is_down ? row : column; k-- > first;) {
    const double value =
        desk_table_number (table, is_down ? k : row, is_down ? column : k);

    if (!isnan (value))
      return value;
  }
  return NAN;
}

bool
desk_table_is_faulty (const DeskTable *table, uint32_t row, uint32_t column)
{
  const bool is_ruled = column == 0
                            ? row > desk_table_first_row (table)
                            : desk_table_is_map (table) && row == 0 && column > 1;

  return is_ruled && breaks (rule_of (table), known_before (table, row, column),
                             desk_table_number (table, row, column));
}

/* "w_rel", or "column 1". */
static char *
first_name (const DeskTable *table)
{
  char *name = desk_table_column_name (table, 0);

  if (*name != '\0')
    return name;
  g_free (name);
  return g_strdup (_ ("column 1"));
}

char *
desk_table_fault (const DeskTable *table)
{
  const uint32_t width = table->param.table.n_columns;
  g_autofree char *name = first_name (table);

  if (table->n_rows > 0 && width != 0 && table->n_columns != width)
    return g_strdup_printf (_ ("The rows have %u values, and should have %u"),
                            table->n_columns, width);
  for (uint32_t c = 2;
       desk_table_is_map (table) && table->n_rows > 0 && c < table->n_columns; c++)
    if (desk_table_is_faulty (table, 0, c))
      return g_strdup_printf (
          _ ("Column %u: the first row must be greater than in the column before"),
          c + 1);
  for (uint32_t r = 1; r < table->n_rows; r++)
    if (desk_table_is_faulty (table, r, 0))
      return rule_of (table) == RISING
                 ? g_strdup_printf (
                       _ ("Row %u: %s must be greater than in the row before"), r + 1,
                       name)
                 : g_strdup_printf (
                       _ ("Row %u: %s must not be smaller than in the row before"),
                       r + 1, name);
  return NULL;
}

/* ---- numbers in the unit of a cell ---- */

/* Rounded to about `step`, or to twelve digits if that is 0. */
static const char *
rounded_text (double number, double step, char *text)
{
  const int exponent = step > 0 ? (int) floor (log10 (step)) : 0;
  /* Powers of ten are exact where they are whole. */
  const double unit = pow (10, abs (exponent));

  if (step == 0 || number == 0 || !isfinite (unit))
    return base_number_to_short_text (number, NEW_DIGITS, text);
  const double whole = round (exponent < 0 ? number * unit : number / unit);
  const double value = exponent < 0 ? whole / unit : whole * unit;
  return base_number_to_text (value == 0 ? 0 : value, text);
}

/* A value in SI units as the cell `like` has its own: "120 mm" for 0.12 and "100 mm",
 * or NULL if that is no number. The scale of a unit is what 0 and 1 of it are. */
static char *
written_like (const DeskTable *table,
              uint32_t column,
              const char *like,
              double si,
              double step)
{
  const char *unit = like + base_number_length (like);
  double of[2];
  char number[BASE_NUMBER_SIZE];

  /* The unit by itself. */
  for (int k = 0; k < 2; k++) {
    g_autofree char *text = g_strdup_printf ("%d%s", k, unit);
    LibParam element = desk_quantity_element (&table->param, column);

    element.has_min = element.has_max = false;
    g_auto (DeskQuantity) read = desk_quantity_read (&element, text);
    if (unit == like || read.value == NULL)
      return NULL;
    of[k] = desk_table_number_of (read.value);
  }
  /* The number in it. */
  const double scale = of[1] - of[0];
  if (!isfinite (scale) || scale == 0)
    return NULL;
  return g_strconcat (rounded_text ((si - of[0]) / scale, fabs (step / scale), number),
                      unit, NULL);
}

/* ---- moving a point ---- */

/* Between the abscissae of the neighbours, and away from them where it has to rise;
 * else what is nearer than a step takes their place, so that rounding leads past none.
 */
static double
bound_x (const DeskTable *table, uint32_t row, const DeskTableMove *to)
{
  const Rule rule = rule_of (table);
  const double room = rule == RISING ? to->x_step : 0;
  const bool is_first = row == desk_table_first_row (table);
  double low = -INFINITY, high = INFINITY;

  if (rule == ANY)
    return to->x;
  if (!is_first && !isnan (desk_table_number (table, row - 1, 0)))
    low = desk_table_number (table, row - 1, 0) + room;
  if (row + 1 < table->n_rows && !isnan (desk_table_number (table, row + 1, 0)))
    high = desk_table_number (table, row + 1, 0) - room;
  if (low > high)
    return desk_table_number (table, row, 0);
  return to->x < low + to->x_step - room    ? low
         : to->x > high - to->x_step + room ? high
                                            : to->x;
}

static double
bound_value (const DeskTable *table, double value)
{
  const LibParam *param = &table->param;

  if (param->has_min)
    value = fmax (value, param->min);
  return param->has_max ? fmin (value, param->max) : value;
}

/* What the cell is to be, in its own unit. Rounding must not lead out of the bounds;
 * what stands at one is written in full. */
static bool
move_cell (const DeskTable *table,
           uint32_t row,
           uint32_t column,
           const double to[2], /* value and step */
           DeskTableCell *cell)
{
  g_autofree char *like = desk_table_cell (table, row, column);
  g_autofree char *text = written_like (table, column, like, to[0], to[1]);

  if (text == NULL || strcmp (text, like) == 0)
    return text != NULL;
  g_autofree char *problem = desk_table_cell_read (table, column, text, cell);
  return problem == NULL;
}

bool
desk_table_can_move (const DeskTable *table, uint32_t row, uint32_t column)
{
  return !desk_table_is_expression (table, row, 0) ||
         !desk_table_is_expression (table, row, column);
}

bool
desk_table_move (DeskTable *table,
                 uint32_t row,
                 uint32_t column,
                 const DeskTableMove *to)
{
  const double least = table->param.table.of == LIB_PARAM_INTEGER ? 1 : 0;
  const DeskTableMove at = {to->x, to->y, fmax (to->x_step, least),
                            fmax (to->y_step, least)};
  const double x = bound_x (table, row, &at);
  const double places[2][2] = {
      {x, x == at.x ? at.x_step : 0},
      {bound_value (table, at.y), at.y_step},
  };
  /* The cells of the two, as far as they are no expressions. */
  const uint32_t columns[] = {0, column};
  g_autofree DeskTableCell *cells = g_new0 (DeskTableCell, table->n_columns);
  bool is_moved = desk_table_can_move (table, row, column);

  for (uint32_t k = 0; k < 2 && is_moved; k++)
    if (!desk_table_is_expression (table, row, columns[k]))
      is_moved = move_cell (table, row, columns[k], places[k], &cells[columns[k]]);
  /* Into the table. */
  if (is_moved)
    desk_table_replace (table, row, 1, cells);
  for (uint32_t k = 0; k < 2; k++)
    desk_table_cell_clear (&cells[columns[k]]);
  return is_moved;
}

/* ---- a new row ---- */

/* Two rows that a new one goes on from, or between; the same one twice if there is no
 * other. */
typedef struct {
  uint32_t near, far;
  bool is_between;
} Beside;

static Beside
beside (const DeskTable *table, uint32_t before)
{
  const uint32_t first = desk_table_first_row (table), n = table->n_rows;
  const bool has_above = before > first, has_below = before < n && before >= first;

  if (has_above && has_below)
    return (Beside){before - 1, before, true};
  if (has_above)
    return (Beside){before - 1, before - 1 > first ? before - 2 : before - 1, false};
  if (has_below)
    return (Beside){before, before + 1 < n ? before + 1 : before, false};
  return (Beside){n - 1, n - 1, false};
}

/* The abscissa goes on by the last step, or stands half way; other values of points run
 * straight between their neighbours, and all else is as it is in the row before. */
static double
value_of_new (const DeskTable *table, uint32_t column, const Beside *rows)
{
  const LibTableMeaning meaning = table->param.table.meaning;
  const double near = desk_table_number (table, rows->near, column);
  const double far = desk_table_number (table, rows->far, column);
  const bool is_abscissa = column == 0 && meaning != LIB_TABLE_PLAIN;
  const bool is_straight = meaning != LIB_TABLE_PLAIN && !desk_table_is_stepped (table);

  if (rows->is_between && (is_abscissa || is_straight))
    return (near + far) / 2;
  if (!is_abscissa)
    return near;
  const double away = rows->near == rows->far ? 1 : near - far;
  return near + away;
}

void
desk_table_add_row (DeskTable *table, uint32_t before)
{
  const uint32_t n = table->n_columns;
  g_autofree DeskTableCell *cells = g_new0 (DeskTableCell, n);
  const Beside rows = beside (table, before);

  /* Its cells, as those of the row that is near are written. */
  for (uint32_t c = 0; c < n; c++) {
    g_autofree char *like =
        table->n_rows > 0 ? desk_table_cell (table, rows.near, c) : g_strdup ("0");
    const double value = table->n_rows > 0 ? value_of_new (table, c, &rows) : 0;
    const bool is_expression =
        table->n_rows > 0 && desk_table_is_expression (table, rows.near, c);
    const bool is_same =
        is_expression && value == desk_table_number (table, rows.near, c);
    g_autofree char *text =
        isnan (value) || is_same
            ? NULL
            : written_like (table, c, is_expression ? "0" : like, value, 0);

    g_free (desk_table_cell_read (table, c, text != NULL ? text : like, &cells[c]));
    if (cells[c].value == NULL) /* out of its range */
      g_free (desk_table_cell_read (table, c, like, &cells[c]));
  }
  /* Into the table. */
  desk_table_insert (table, before, 1, cells);
  for (uint32_t c = 0; c < n; c++)
    desk_table_cell_clear (&cells[c]);
}
