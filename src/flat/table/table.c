/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table1d (T, x, smoothness, extrapolation, column) and table2d: tables become entries
 * of the model, equal ones one (by a hash of their items). A surface is a sum over its
 * rows of tables of one dimension, so that derivatives, events and what lies outside
 * follow from those; cubics are bicubic Hermite patches. Costs n_rows tables of
 * n_columns. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "flat/equation/variable.h"
#include "flat/table/akima.h"
#include "flat/table/table.h"

guint
flat_table_hash (gconstpointer data)
{
  const FlatTable *table = data;
  uint32_t n = table->n_rows * table->n_columns;
  guint hash = table->column + 31 * table->smoothness + 37 * table->extrapolation;

  for (uint32_t i = 0; i < n; i++)
    hash = 33 * hash + table->items[i].at;
  return hash;
}

gboolean
flat_table_equal (gconstpointer a, gconstpointer b)
{
  const FlatTable *one = a, *two = b;
  size_t n = (size_t) one->n_rows * one->n_columns;

  return one->n_rows == two->n_rows && one->n_columns == two->n_columns &&
         one->column == two->column && one->smoothness == two->smoothness &&
         one->extrapolation == two->extrapolation &&
         memcmp (one->items, two->items, n * sizeof *one->items) == 0;
}

static const char *const SMOOTHNESS[] = {[FLAT_TABLE_LINEAR] = "Linear",
                                         [FLAT_TABLE_CONSTANT] = "Constant",
                                         [FLAT_TABLE_AKIMA] = "Akima",
                                         [FLAT_TABLE_MONOTONE] = "MonotoneCubic",
                                         [FLAT_TABLE_MODIFIED_AKIMA] = "ModifiedAkima",
                                         [FLAT_TABLE_STEFFEN] = "Steffen"};

static const char *const EXTRAPOLATION[] = {[FLAT_TABLE_LAST_TWO_POINTS] =
                                                "LastTwoPoints",
                                            [FLAT_TABLE_HOLD] = "Hold",
                                            [FLAT_TABLE_PERIODIC] = "Periodic",
                                            [FLAT_TABLE_ERROR] = "Error"};

/* The case that an argument names; false after a report. */
static bool
read_case (const FlatScope *scope,
           const LangExpr *expr,
           uint32_t n,
           const char *const *names,
           uint32_t *found)
{
  LibValue value = flat_structure_constant (scope, expr, NULL);

  for (*found = 0; value.kind == LIB_CASE && *found < n; ++*found)
    if (strcmp (names[*found], value.text) == 0)
      return true;
  return flat_report_at (scope, value.kind == LIB_UNKNOWN ? 308 : 307, expr->span,
                         "one of %s.%s, … is required here, known before the run",
                         names == SMOOTHNESS ? "Smoothness" : "Extrapolation",
                         names[0]);
}

bool
flat_model_find_smoothness (const char *name, FlatSmoothness *smoothness)
{
  for (uint32_t i = 0; i < G_N_ELEMENTS (SMOOTHNESS); i++)
    if (strcmp (SMOOTHNESS[i], name) == 0) {
      *smoothness = i;
      return true;
    }
  return false;
}

static bool
read_settings (const FlatScope *scope,
               const LangExpr *const *args,
               uint32_t n_args,
               FlatTable *table)
{
  uint32_t smoothness = 0, extrapolation = 0, column = 1;

  if (n_args > 0 &&
      !read_case (scope, args[0], G_N_ELEMENTS (SMOOTHNESS), SMOOTHNESS, &smoothness))
    return false;
  if (n_args > 1 && !read_case (scope, args[1], G_N_ELEMENTS (EXTRAPOLATION),
                                EXTRAPOLATION, &extrapolation))
    return false;
  if (n_args > 2 && !flat_structure_index (scope, args[2], table->n_columns, &column))
    return false;
  if (column == 0)
    return flat_report_at (scope, 310, args[2]->span, "column 1 holds the abscissa");
  table->smoothness = smoothness;
  table->extrapolation = extrapolation;
  table->column = column;
  return true;
}

static uint32_t
add_table (FlatBuild *build, const FlatTable *table)
{
  gpointer known = g_hash_table_lookup (build->known_tables, table);
  FlatTable *key;

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  key = base_arena_copy (build->arena, table, sizeof *table, sizeof *table);
  base_vec_push (build->arena, build->tables, *table);
  g_hash_table_insert (build->known_tables, key, GUINT_TO_POINTER (build->tables.n));
  return build->tables.n - 1;
}

static ExprId
look_up (FlatBuild *build, ExprOp op, const FlatTable *table, ExprId at)
{
  return expr_make (build->pool, op, add_table (build, table), &at);
}

static bool
is_matrix_of_parameters (const FlatValue *data, uint32_t least_rows)
{
  return flat_value_is_number (data) && data->shape.rank == 2 &&
         data->shape.n[0] >= least_rows && data->shape.n[1] >= 2 &&
         data->change <= FLAT_PARAM;
}

FlatValue
flat_table_translate (const FlatScope *scope, const LangExpr *call)
{
  FlatValue data = flat_translate (scope, call->args[1]);
  FlatValue x = flat_translate_scalar (scope, call->args[2]);
  FlatTable table = {.n_rows = data.shape.n[0],
                     .n_columns = data.shape.n[1],
                     .items = data.items,
                     .instance = scope->place == NULL ? 0 : scope->place->id,
                     .span = call->span};

  if (data.kind == FLAT_VALUE_ERROR || x.kind == FLAT_VALUE_ERROR ||
      scope->build->is_vague) /* the size of the data was reported */
    return FLAT_ERROR;
  if (!is_matrix_of_parameters (&data, 1) || !flat_value_is_number (&x))
    return flat_report_value (
        scope, 307, call->span,
        "table1d needs a matrix of parameters with two columns, and a number");
  if (!read_settings (scope, call->args + 3, call->n_args - 3, &table))
    return FLAT_ERROR;
  return flat_value_make (FLAT_VALUE_REAL, MAX (x.change, data.change),
                          look_up (scope->build, EXPR_TABLE, &table, x.e));
}

/* ---- two dimensions: x over the first column of the data, y over its first row ----
 */

typedef struct {
  FlatBuild *build;
  FlatTable like; /* smoothness, extrapolation, where it stands */
  const FlatValue *data;
  ExprId x, y;
} Map;

static bool
is_cubic (const Map *map)
{
  return map->like.smoothness != FLAT_TABLE_LINEAR &&
         map->like.smoothness != FLAT_TABLE_CONSTANT;
}

/* Values at the abscissae of x or y; the slopes of cubics may be given. */
static ExprId
through_points (const Map *map,
                bool is_over_x,
                const ExprId *values,
                const ExprId *slopes)
{
  uint32_t n = map->data->shape.n[is_over_x ? 0 : 1] - 1;
  uint32_t step = is_over_x ? map->data->shape.n[1] : 1;
  uint32_t n_columns = slopes == NULL ? 2 : 3;
  ExprId *items = base_arena_array (map->build->arena, ExprId, n_columns * (size_t) n);
  FlatTable table = map->like;

  for (uint32_t i = 0; i < n; i++) {
    items[n_columns * i] = map->data->items[(i + 1) * step];
    items[n_columns * i + 1] = values[i];
    if (slopes != NULL)
      items[n_columns * i + 2] = slopes[i];
  }
  table.n_rows = n;
  table.n_columns = n_columns;
  table.items = items;
  if (slopes != NULL && is_cubic (map))
    table.smoothness = FLAT_TABLE_HERMITE;
  return look_up (map->build, EXPR_TABLE, &table, is_over_x ? map->x : map->y);
}

/* A table over x that is 1 at row `row` and 0 at the other rows; with cubics its slope
 * is 0 at all of them. `is_slope`: the other way round. */
static ExprId
weight (const Map *map, uint32_t row, bool is_slope)
{
  uint32_t n = map->data->shape.n[0] - 1;
  ExprId *unit = base_arena_array (map->build->arena, ExprId, n);
  ExprId *zero = base_arena_array (map->build->arena, ExprId, n);

  for (uint32_t i = 0; i < n; i++) {
    unit[i] = expr_number (map->build->pool, i == row);
    zero[i] = expr_number (map->build->pool, 0);
  }
  return through_points (map, true, is_slope ? zero : unit, is_slope ? unit : zero);
}

/* The slopes over x at row `row`, by column: those of the columns taken as tables. */
static ExprId *
slopes_of_row (const Map *map, uint32_t row)
{
  uint32_t n_columns = map->data->shape.n[1];
  ExprId *slopes = base_arena_array (map->build->arena, ExprId, n_columns - 1);
  FlatTable table = map->like;

  table.n_rows = map->data->shape.n[0] - 1;
  table.n_columns = n_columns;
  table.items = map->data->items + n_columns;
  table.extrapolation = FLAT_TABLE_LAST_TWO_POINTS;
  for (table.column = 1; table.column < n_columns; table.column++)
    slopes[table.column - 1] = look_up (map->build, EXPR_TABLE_DER, &table,
                                        map->data->items[(row + 1) * n_columns]);
  return slopes;
}

/* The slopes over y of these slopes. */
static ExprId *
twists_of_row (const Map *map, uint32_t row)
{
  uint32_t n = map->data->shape.n[1] - 1;
  ExprId *twists = base_arena_array (map->build->arena, ExprId, n);

  for (uint32_t i = 0; i < n; i++)
    twists[i] = flat_akima_twist (map->build->pool, map->data, row, i);
  return twists;
}

/* What row `row` contributes at (x, y): weight (x) times the row's value at y. Cubics
 * have slopes over x too; they are interpolated over y like the values, so that the sum
 * is the bicubic polynomial of its patch and has continuous slopes. Akima's surface has
 * a rule of its own for the slopes over y of the slopes over x. */
static ExprId
row_at (const Map *map, uint32_t row)
{
  ExprPool *pool = map->build->pool;
  const ExprId *values = map->data->items + (row + 1) * map->data->shape.n[1] + 1;
  ExprId share = weight (map, row, false);
  ExprId value =
      expr_binary (pool, EXPR_MUL, share, through_points (map, false, values, NULL));

  if (!is_cubic (map))
    return value;
  const ExprId *slopes = slopes_of_row (map, row), *twists = NULL;
  if (map->like.smoothness == FLAT_TABLE_AKIMA)
    twists = twists_of_row (map, row);
  share = weight (map, row, true);
  ExprId slope =
      expr_binary (pool, EXPR_MUL, share, through_points (map, false, slopes, twists));
  return expr_binary (pool, EXPR_ADD, value, slope);
}

/* A sum over rows of tables of one dimension; so are its derivatives, events and what
 * lies outside. */
FlatValue
flat_table_translate_2d (const FlatScope *scope, const LangExpr *call)
{
  ExprPool *pool = scope->build->pool;
  ExprId sum = expr_number (pool, 0);
  FlatValue data = flat_translate (scope, call->args[1]);
  FlatValue x = flat_translate_scalar (scope, call->args[2]);
  FlatValue y = flat_translate_scalar (scope, call->args[3]);
  Map map = {.build = scope->build,
             .like = {.n_columns = 2,
                      .column = 1,
                      .instance = scope->place == NULL ? 0 : scope->place->id,
                      .span = call->span},
             .data = &data,
             .x = x.e,
             .y = y.e};

  /* Data, arguments and settings must be right. */
  if (data.kind == FLAT_VALUE_ERROR || x.kind == FLAT_VALUE_ERROR ||
      y.kind == FLAT_VALUE_ERROR)
    return FLAT_ERROR;
  if (!is_matrix_of_parameters (&data, 2) || !flat_value_is_number (&x) ||
      !flat_value_is_number (&y))
    return flat_report_value (scope, 307, call->span,
                              "table2d needs a matrix of parameters and two numbers");
  if (!read_settings (scope, call->args + 4, call->n_args - 4, &map.like))
    return FLAT_ERROR;
  for (uint32_t i = 0; i + 1 < data.shape.n[0]; i++)
    sum = expr_binary (pool, EXPR_ADD, sum, row_at (&map, i));
  return flat_value_make (FLAT_VALUE_REAL, MAX (x.change, y.change), sum);
}

/* ---- order ---- */

static double
value_of (const void *data, uint32_t variable)
{
  return ((const double *) data)[variable];
}

/* E311 at the value of a point, if that is a parameter, or at the table. */
static void
report_point (FlatBuild *build,
              const FlatTable *table,
              uint32_t row,
              const char *sentence,
              const char *hint)
{
  uint32_t at = flat_variable_of (build, table->items[row * table->n_columns]);
  const FlatVar *var = at == UINT32_MAX ? NULL : &build->vars[at];

  flat_report (build, 311, var != NULL ? var->set_at : table->span,
               build->nodes.at[var != NULL ? var->instance : table->instance], "%s",
               sentence);
  if (hint != NULL)
    base_diags_set_hint (build->diags, "%s", hint);
}

/* Where the abscissa stands still the table jumps; where it falls, or has no end, it
 * has no meaning. */
static void
check_order (FlatBuild *build, FlatTable *table, const double *values)
{
  double before = -INFINITY;
  bool *jumps = NULL;

  for (uint32_t i = 0; i < table->n_rows; i++) {
    double x = expr_eval (build->pool, table->items[i * table->n_columns], 0, value_of,
                          values);
    char first[BASE_NUMBER_SIZE], second[BASE_NUMBER_SIZE];

    if (isinf (x)) {
      g_autofree char *sentence = g_strdup_printf (
          _ ("the abscissae of this table must be finite, unlike that of point %u"),
          i + 1);

      report_point (build, table, i, sentence, NULL);
      return;
    }
    if (x < before) {
      g_autofree char *sentence = g_strdup_printf (
          _ ("the abscissae of this table must not decrease: point %u lies at %s, "
             "point %u at %s"),
          i, base_number_to_short_text (before, 6, first), i + 1,
          base_number_to_short_text (x, 6, second));

      report_point (build, table, i, sentence, _ ("sort its rows"));
      return;
    }
    /* Twice the same abscissa: a jump. */
    if (x == before && jumps == NULL)
      jumps = base_arena_array (build->arena, bool, table->n_rows);
    if (x == before)
      jumps[i - 1] = true;
    before = isnan (x) ? before : x;
  }
  table->jumps = jumps;
}

void
flat_tables_check (FlatBuild *build, const double *values)
{
  for (uint32_t i = 0; i < build->tables.n; i++)
    check_order (build, &build->tables.at[i], values);
}
