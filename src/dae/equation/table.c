/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as piecewise expressions: a balanced tree of choices over the break points
 * with a polynomial in each interval. So they are differentiated, hoisted and solved
 * like anything else, and their entries stay parameters. Where the argument is time
 * alone the comparisons make time events; a table that jumps makes events in any case.
 */
#include "dae/equation/table.h"

#include <math.h>

typedef struct {
  DaeBuild *work;
  ExprMap *map;
  const FlatEq *origin; /* equation being read */
} Tables;

/* One table at one argument. */
typedef struct {
  DaeBuild *work;
  const FlatTable *table;
  ExprId a;
  uint32_t n;
  ExprId *x;
  ExprId *y;
  ExprId *slope; /* at the points, of the cubic kinds; NULL else */
  bool has_events;
} Piecewise;

static ExprId
binary (const Piecewise *p, ExprOp op, ExprId a, ExprId b)
{
  return expr_binary (p->work->pool, op, a, b);
}

static ExprId
number (const Piecewise *p, double value)
{
  return expr_number (p->work->pool, value);
}

static ExprId
times (const Piecewise *p, double factor, ExprId a)
{
  return binary (p, EXPR_MUL, number (p, factor), a);
}

static ExprId
condition (const Piecewise *p, ExprOp op, ExprId a, ExprId b)
{
  ExprId is_true = binary (p, op, a, b);

  return p->has_events ? is_true : expr_unary (p->work->pool, EXPR_NOEVENT, is_true);
}

/* Width of interval i, and the slope of its chord. */
static ExprId
width (const Piecewise *p, uint32_t i)
{
  return binary (p, EXPR_SUB, p->x[i + 1], p->x[i]);
}

static bool
is_jump (const Piecewise *p, uint32_t i)
{
  return p->table->jumps != NULL && p->table->jumps[i];
}

static ExprId
chord (const Piecewise *p, uint32_t i)
{
  if (is_jump (p, i))
    return number (p, 0.0);
  ExprId rise = binary (p, EXPR_SUB, p->y[i + 1], p->y[i]);
  return binary (p, EXPR_DIV, rise, width (p, i));
}

/* y0 + slope * (a - x0) */
static ExprId
line (const Piecewise *p, uint32_t at, ExprId slope)
{
  ExprId step = binary (p, EXPR_SUB, p->a, p->x[at]);

  return binary (p, EXPR_ADD, p->y[at], binary (p, EXPR_MUL, slope, step));
}

/* Cubic through both ends of interval i with the slopes there (Hermite). */
static ExprId
cubic (const Piecewise *p, uint32_t i)
{
  ExprId h = width (p, i), m = chord (p, i), d0 = p->slope[i], d1 = p->slope[i + 1];
  ExprId step = binary (p, EXPR_SUB, p->a, p->x[i]);
  ExprId ends = binary (p, EXPR_ADD, times (p, 2.0, d0), d1);
  ExprId c2 = binary (p, EXPR_SUB, times (p, 3.0, m), ends);
  ExprId both = binary (p, EXPR_ADD, d0, d1);
  ExprId c3 = binary (p, EXPR_SUB, both, times (p, 2.0, m));
  ExprId u = binary (p, EXPR_DIV, step, h);
  ExprId inner = binary (p, EXPR_ADD, c2, binary (p, EXPR_MUL, u, c3));
  ExprId slope = binary (p, EXPR_ADD, d0, binary (p, EXPR_MUL, u, inner));

  return binary (p, EXPR_ADD, p->y[i], binary (p, EXPR_MUL, step, slope));
}

/* Chord i for any i: beyond the ends chords go on as a straight line (Akima 1970). */
static ExprId
long_chord (const Piecewise *p, int i)
{
  int last = (int) p->n - 2;

  if (last == 0)
    return chord (p, 0);
  if (i >= 0 && i <= last)
    return chord (p, (uint32_t) i);
  int beyond = i < 0 ? -i : i - last;
  uint32_t end = i < 0 ? 0 : (uint32_t) last, before = i < 0 ? 1 : end - 1;
  ExprId near = times (p, 1.0 + beyond, chord (p, end));
  return binary (p, EXPR_SUB, near, times (p, beyond, chord (p, before)));
}

/* Modified (MathWorks' makima, 2019), slopes count beside their changes. */
static ExprId
akima_weight (const Piecewise *p, ExprId one, ExprId two)
{
  ExprPool *pool = p->work->pool;
  ExprId change = expr_unary (pool, EXPR_ABS, binary (p, EXPR_SUB, one, two));
  ExprId sum = expr_unary (pool, EXPR_ABS, binary (p, EXPR_ADD, one, two));

  return p->table->smoothness == FLAT_TABLE_MODIFIED_AKIMA
             ? binary (p, EXPR_ADD, change, times (p, 0.5, sum))
             : change;
}

/* Akima, A new method of interpolation and smooth curve fitting (1970), equation (1).
 */
static ExprId
akima_slope (const Piecewise *p, uint32_t i)
{
  ExprPool *pool = p->work->pool;
  ExprId m[4];
  for (int k = 0; k < 4; k++)
    m[k] = long_chord (p, (int) i + k - 2);
  ExprId left = akima_weight (p, m[1], m[0]), right = akima_weight (p, m[3], m[2]);
  ExprId sum = binary (p, EXPR_ADD, left, right);
  ExprId weighted = binary (p, EXPR_MUL, right, m[1]);
  weighted = binary (p, EXPR_ADD, weighted, binary (p, EXPR_MUL, left, m[2]));
  ExprId is_weighted =
      expr_unary (pool, EXPR_NOEVENT, binary (p, EXPR_GT, sum, number (p, 0.0)));

  ExprId mean = binary (p, EXPR_DIV, weighted, sum);
  ExprId middle = times (p, 0.5, binary (p, EXPR_ADD, m[1], m[2]));
  return expr_if (pool, is_weighted, mean, middle);
}

/* Steffen, A simple method for monotonic interpolation in one dimension (1990),
 * equation (11): the slope of the parabola through three points, bounded. */
static ExprId
steffen_mean (const Piecewise *p, ExprId before, ExprId after, ExprId h0, ExprId h1)
{
  ExprPool *pool = p->work->pool;
  ExprId weighted = binary (p, EXPR_MUL, before, h1);
  weighted = binary (p, EXPR_ADD, weighted, binary (p, EXPR_MUL, after, h0));
  ExprId slope = expr_unary (
      pool, EXPR_ABS, binary (p, EXPR_DIV, weighted, binary (p, EXPR_ADD, h0, h1)));
  ExprId least = expr_unary (pool, EXPR_ABS, before);
  least = binary (p, EXPR_MIN, least, expr_unary (pool, EXPR_ABS, after));
  ExprId bounded = binary (p, EXPR_MIN, slope, times (p, 2.0, least));
  ExprId is_rising =
      expr_unary (pool, EXPR_NOEVENT, binary (p, EXPR_GT, before, number (p, 0.0)));

  return expr_if (pool, is_rising, bounded, times (p, -1.0, bounded));
}

/* Fritsch & Butland, A method for constructing local monotone piecewise cubic
 * interpolants (1984), equation (5) with Brodlie's weights; chords at the ends. */
static ExprId
monotone_slope (const Piecewise *p, uint32_t i)
{
  ExprPool *pool = p->work->pool;

  if (i == 0 || i == p->n - 1)
    return chord (p, i == 0 ? 0 : i - 1);
  ExprId before = chord (p, i - 1), after = chord (p, i);
  ExprId h0 = width (p, i - 1), h1 = width (p, i);
  ExprId w0 = binary (p, EXPR_ADD, h0, times (p, 2.0, h1));
  ExprId w1 = binary (p, EXPR_ADD, times (p, 2.0, h0), h1);
  ExprId weights = times (p, 3.0, binary (p, EXPR_ADD, h0, h1));
  ExprId product = binary (p, EXPR_MUL, before, after);
  ExprId weighted = binary (p, EXPR_MUL, w0, after);
  weighted = binary (p, EXPR_ADD, weighted, binary (p, EXPR_MUL, w1, before));
  ExprId mean = binary (p, EXPR_DIV, binary (p, EXPR_MUL, weights, product), weighted);
  if (p->table->smoothness == FLAT_TABLE_STEFFEN)
    mean = steffen_mean (p, before, after, h0, h1);
  ExprId is_steady =
      expr_unary (pool, EXPR_NOEVENT, binary (p, EXPR_GT, product, number (p, 0.0)));

  return expr_if (pool, is_steady, mean, number (p, 0.0));
}

static void
find_slopes (Piecewise *p)
{
  const FlatTable *table = p->table;

  if (table->smoothness == FLAT_TABLE_LINEAR ||
      table->smoothness == FLAT_TABLE_CONSTANT)
    return;
  bool is_akima = table->smoothness == FLAT_TABLE_AKIMA ||
                  table->smoothness == FLAT_TABLE_MODIFIED_AKIMA;
  p->slope = base_arena_array (p->work->scratch, ExprId, p->n);
  for (uint32_t i = 0; i < p->n; i++)
    if (table->smoothness == FLAT_TABLE_HERMITE)
      p->slope[i] = table->items[i * table->n_columns + table->column + 1];
    else
      p->slope[i] = is_akima ? akima_slope (p, i) : monotone_slope (p, i);
}

/* The value in interval i, and beyond it at the ends of the table. */
static ExprId
value_in (const Piecewise *p, uint32_t i)
{
  ExprPool *pool = p->work->pool;
  uint32_t last = p->n - 1;

  if (p->table->smoothness == FLAT_TABLE_CONSTANT)
    return p->y[i];
  /* Beyond a jump at the end the table goes on from its last point. */
  if (i + 1 == last && is_jump (p, i))
    return line (p, last, p->slope == NULL ? number (p, 0.0) : p->slope[last]);
  if (p->slope == NULL)
    return line (p, i, chord (p, i));
  ExprId value = cubic (p, i);
  if (i == 0) {
    ExprId is_before = condition (p, EXPR_LT, p->a, p->x[0]);
    value = expr_if (pool, is_before, line (p, 0, p->slope[0]), value);
  }
  if (i + 1 == last) {
    ExprId is_behind = condition (p, EXPR_GE, p->a, p->x[last]);
    value = expr_if (pool, is_behind, line (p, last, p->slope[last]), value);
  }
  return value;
}

/* Intervals first … last - 1 by halves, from the leaves up: the tree is as deep as the
 * logarithm of its size, so it may be built by calling itself. */
static ExprId
select_interval (const Piecewise *p, uint32_t first, uint32_t last)
{
  if (last - first == 1)
    return value_in (p, first);
  uint32_t middle = first + (last - first) / 2;
  ExprId is_lower = condition (p, EXPR_LT, p->a, p->x[middle]);
  ExprId lower = select_interval (p, first, middle);
  return expr_if (p->work->pool, is_lower, lower, select_interval (p, middle, last));
}

/* The argument within the table, as the extrapolation wants it. */
static ExprId
place_argument (const Piecewise *p)
{
  ExprPool *pool = p->work->pool;
  ExprId first = p->x[0], last = p->x[p->n - 1];
  ExprId span = binary (p, EXPR_SUB, last, first);

  if (p->table->extrapolation == FLAT_TABLE_HOLD &&
      p->table->smoothness != FLAT_TABLE_CONSTANT) {
    ExprId inner = expr_if (pool, condition (p, EXPR_GT, p->a, last), last, p->a);
    return expr_if (pool, condition (p, EXPR_LT, p->a, first), first, inner);
  }
  if (p->table->extrapolation != FLAT_TABLE_PERIODIC)
    return p->a;
  ExprId turned = binary (p, EXPR_MOD, binary (p, EXPR_SUB, p->a, first), span);
  if (!p->has_events)
    turned = expr_unary (pool, EXPR_NOEVENT, turned);
  return binary (p, EXPR_ADD, first, turned);
}

/* Outside of the table there is no value where that is an error. */
static ExprId
guard (const Piecewise *p, ExprId a, ExprId value)
{
  ExprPool *pool = p->work->pool;

  if (p->table->extrapolation != FLAT_TABLE_ERROR)
    return value;
  ExprId is_below = binary (p, EXPR_LT, a, p->x[0]);
  ExprId is_above = binary (p, EXPR_GT, a, p->x[p->n - 1]);
  ExprId is_out =
      expr_unary (pool, EXPR_NOEVENT, binary (p, EXPR_OR, is_below, is_above));
  return expr_if (pool, is_out, number (p, (double) NAN), value);
}

/* The largest table that becomes a tree. */
#define MAX_TREE 16u

/* Adds a table of two columns (both of n rows) to the model: to_index: x over the
 * number of the row, or the other way round. */
static uint32_t
add_index_table (const Piecewise *p, const ExprId *column, bool to_index)
{
  DaeBuild *work = p->work;
  FlatModel *flat = work->flat;
  FlatTable *tables = base_arena_array (work->arena, FlatTable, flat->n_tables + 1);
  ExprId *items = base_arena_array (work->arena, ExprId, 2 * (size_t) p->n);
  FlatTable *new = &tables[flat->n_tables];

  for (uint32_t i = 0; i < flat->n_tables; i++)
    tables[i] = flat->tables[i];
  for (uint32_t i = 0; i < p->n; i++) {
    items[2 * i] = to_index ? column[i] : number (p, i);
    items[2 * i + 1] = to_index ? number (p, i) : column[i];
  }
  *new = *p->table;
  new->n_rows = p->n;
  new->n_columns = 2;
  new->items = items;
  new->column = 1;
  new->smoothness = FLAT_TABLE_CONSTANT;
  new->extrapolation = FLAT_TABLE_HOLD;
  flat->tables = tables;
  return flat->n_tables++;
}

static ExprId
look_up (const Piecewise *p, uint32_t table, ExprId argument)
{
  return expr_make (p->work->pool, EXPR_TABLE, table, &argument);
}

/* The number of the interval that holds the argument, as a discrete variable k: it
 * changes where x[k] <= a < x[k + 1] ceases to hold, -1 and n - 1 being the ends. */
static ExprId
make_interval (const Piecewise *p, const FlatEq *origin)
{
  DaeBuild *work = p->work;
  ExprPool *pool = work->pool;
  uint32_t x_of = add_index_table (p, p->x, false),
           row_of = add_index_table (p, p->x, true);
  uint32_t k = dae_build_add_discrete (
      work, base_arena_printf (work->arena, "interval%u", work->vars.n));
  ExprId pre = expr_unary (pool, EXPR_PRE, expr_var (pool, k)), one = number (p, 1.0);
  ExprId above = binary (p, EXPR_ADD, pre, one), below = binary (p, EXPR_SUB, pre, one);
  ExprId now = expr_unary (pool, EXPR_NOEVENT, look_up (p, row_of, p->a));
  ExprId has_next = binary (p, EXPR_LT, pre, number (p, p->n - 1.0));
  ExprId has_last = binary (p, EXPR_GT, pre, number (p, 0.0));
  ExprId is_above = binary (p, EXPR_AND, has_next,
                            binary (p, EXPR_GE, p->a, look_up (p, x_of, above)));
  ExprId is_below =
      binary (p, EXPR_AND, has_last, binary (p, EXPR_LT, p->a, look_up (p, x_of, pre)));
  ExprId value = expr_if (pool, is_below, binary (p, EXPR_MIN, below, now), pre);
  value = expr_if (pool, is_above, binary (p, EXPR_MAX, above, now), value);

  dae_build_add_discrete_eq (
      work, k, expr_if (pool, expr_leaf (pool, EXPR_INITIAL, 0), now, value), origin);
  return expr_var (pool, k);
}

/* A large table that makes events. */
static ExprId
expand_large (Piecewise *p, uint32_t table, const FlatEq *origin)
{
  ExprId interval = make_interval (p, origin);

  if (p->table->smoothness == FLAT_TABLE_CONSTANT)
    return look_up (p, add_index_table (p, p->y, false), interval);
  return look_up (p, table, p->a);
}

static ExprId
expand (DaeBuild *work, uint32_t number, ExprId a, const FlatEq *origin)
{
  const FlatTable *table = &work->flat->tables[number];
  uint8_t depends = dae_build_depends (work, a);
  bool is_stepped = table->smoothness == FLAT_TABLE_CONSTANT;
  bool is_small = table->n_rows <= MAX_TREE;
  Piecewise p = {.work = work,
                 .table = table,
                 .a = a,
                 .n = table->n_rows,
                 .x = base_arena_array (work->scratch, ExprId, table->n_rows),
                 .y = base_arena_array (work->scratch, ExprId, table->n_rows),
                 .has_events = depends != DAE_ON_PARAMETER &&
                               (is_stepped || depends == DAE_ON_TIME)};

  for (uint32_t i = 0; i < p.n; i++) {
    p.x[i] = table->items[i * table->n_columns];
    p.y[i] = table->items[i * table->n_columns + table->column];
  }
  /* One point is a constant; what makes no events stays a look-up. */
  if (p.n == 1)
    return guard (&p, a, p.y[0]);
  if ((!p.has_events && depends != DAE_ON_PARAMETER) || (!p.has_events && !is_small))
    return look_up (&p, number, a);
  /* A tree of pieces, or for many points their number as a discrete variable. */
  find_slopes (&p);
  p.a = place_argument (&p);
  ExprId value = is_small ? select_interval (&p, 0, is_stepped ? p.n : p.n - 1)
                          : expand_large (&p, number, origin);
  return guard (&p, a, value);
}

static ExprId
make_image (void *data, ExprPool *pool, ExprId e, const ExprNode *node, bool is_changed)
{
  const Tables *tables = data;
  DaeBuild *work = tables->work;

  return node->op == EXPR_TABLE
             ? expand (work, expr_index (node->payload, work->flat->n_tables),
                       node->args[0], tables->origin)
             : EXPR_NONE;
}

static void
replace_in_flat (Tables *tables)
{
  FlatModel *flat = tables->work->flat;
  FlatVar *vars = base_arena_array (tables->work->arena, FlatVar, flat->n_vars);
  FlatAssert *asserts =
      base_arena_array (tables->work->arena, FlatAssert, flat->n_asserts);

  for (uint32_t v = 0; v < flat->n_vars; v++) {
    vars[v] = flat->vars[v];
    vars[v].value = expr_map_apply (tables->map, vars[v].value);
    vars[v].guess = expr_map_apply (tables->map, vars[v].guess);
    tables->work->info.at[v].guess = vars[v].guess;
  }
  for (uint32_t i = 0; i < flat->n_asserts; i++) {
    asserts[i] = flat->asserts[i];
    tables->origin = dae_build_assert_origin (tables->work, &asserts[i]);
    asserts[i].condition = expr_map_apply (tables->map, asserts[i].condition);
  }
  flat->vars = vars;
  flat->asserts = asserts;
}

bool
dae_table_is_smooth (const DaeBuild *work, uint32_t table)
{
  FlatSmoothness smoothness = work->flat->tables[table].smoothness;

  return smoothness != FLAT_TABLE_LINEAR && smoothness != FLAT_TABLE_CONSTANT;
}

void
dae_table_expand (DaeBuild *work)
{
  Tables tables = {.work = work};

  if (work->flat->n_tables == 0)
    return;
  tables.map = expr_map_new (work->pool, make_image, NULL, &tables);
  replace_in_flat (&tables);
  uint32_t n_eqs = work->eqs.n;
  for (uint32_t e = 0; e < n_eqs; e++) {
    tables.origin = dae_build_flat_eq (work, e);
    dae_build_map_eq (work, tables.map, e);
  }
  expr_map_free (tables.map);
}
