#include <math.h>

#include "dae/work.h"

/* Tables as piecewise expressions: a balanced tree of selections over the break points
 * with a polynomial in each interval. So they are differentiated, hoisted and solved
 * like anything else, and their entries stay parameters. Where the argument is time
 * alone the comparisons make time events; a table that jumps makes events in any case.
 */
typedef struct {
  DaeWork *work;
  ExprWalk *walk;
  BASE_VEC (uint32_t) image; /* per expression: what stands for it + 1; 0: not yet */
} Tables;

/* One table at one argument. */
typedef struct {
  DaeWork *work;
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

static ExprId
chord (const Piecewise *p, uint32_t i)
{
  return binary (p, EXPR_DIV, binary (p, EXPR_SUB, p->y[i + 1], p->y[i]), width (p, i));
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
  ExprId c2 = binary (p, EXPR_SUB, times (p, 3.0, m),
                      binary (p, EXPR_ADD, times (p, 2.0, d0), d1));
  ExprId c3 = binary (p, EXPR_SUB, binary (p, EXPR_ADD, d0, d1), times (p, 2.0, m));
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
  if (i < 0)
    return binary (p, EXPR_SUB, times (p, 1.0 - i, chord (p, 0)),
                   times (p, -i, chord (p, 1)));
  if (i > last)
    return binary (p, EXPR_SUB, times (p, 1.0 + i - last, chord (p, (uint32_t) last)),
                   times (p, i - last, chord (p, (uint32_t) last - 1)));
  return chord (p, (uint32_t) i);
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
  ExprId left = expr_unary (pool, EXPR_ABS, binary (p, EXPR_SUB, m[1], m[0]));
  ExprId right = expr_unary (pool, EXPR_ABS, binary (p, EXPR_SUB, m[3], m[2]));
  ExprId sum = binary (p, EXPR_ADD, left, right);
  ExprId weighted = binary (p, EXPR_ADD, binary (p, EXPR_MUL, right, m[1]),
                            binary (p, EXPR_MUL, left, m[2]));
  ExprId is_weighted =
      expr_unary (pool, EXPR_NOEVENT, binary (p, EXPR_GT, sum, number (p, 0.0)));

  return expr_if (pool, is_weighted, binary (p, EXPR_DIV, weighted, sum),
                  times (p, 0.5, binary (p, EXPR_ADD, m[1], m[2])));
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
  ExprId mean = binary (p, EXPR_DIV, binary (p, EXPR_MUL, weights, product),
                        binary (p, EXPR_ADD, binary (p, EXPR_MUL, w0, after),
                                binary (p, EXPR_MUL, w1, before)));
  ExprId is_steady =
      expr_unary (pool, EXPR_NOEVENT, binary (p, EXPR_GT, product, number (p, 0.0)));

  return expr_if (pool, is_steady, mean, number (p, 0.0));
}

static void
find_slopes (Piecewise *p)
{
  bool is_akima = p->table->smoothness == FLAT_TABLE_AKIMA;

  if (!is_akima && p->table->smoothness != FLAT_TABLE_MONOTONE)
    return;
  p->slope = base_arena_array (p->work->scratch, ExprId, p->n);
  for (uint32_t i = 0; i < p->n; i++)
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
  if (p->slope == NULL)
    return line (p, i, chord (p, i));
  ExprId value = cubic (p, i);
  if (i == 0)
    value = expr_if (pool, condition (p, EXPR_LT, p->a, p->x[0]),
                     line (p, 0, p->slope[0]), value);
  if (i + 1 == last)
    value = expr_if (pool, condition (p, EXPR_GE, p->a, p->x[last]),
                     line (p, last, p->slope[last]), value);
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
  return expr_if (p->work->pool, condition (p, EXPR_LT, p->a, p->x[middle]),
                  select_interval (p, first, middle),
                  select_interval (p, middle, last));
}

/* The argument within the table, as the extrapolation wants it. */
static ExprId
place_argument (const Piecewise *p)
{
  ExprPool *pool = p->work->pool;
  ExprId first = p->x[0], last = p->x[p->n - 1];
  ExprId span = binary (p, EXPR_SUB, last, first);

  if (p->table->extrapolation == FLAT_TABLE_HOLD &&
      p->table->smoothness != FLAT_TABLE_CONSTANT)
    return expr_if (pool, condition (p, EXPR_LT, p->a, first), first,
                    expr_if (pool, condition (p, EXPR_GT, p->a, last), last, p->a));
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

static ExprId
expand (DaeWork *work, const FlatTable *table, ExprId a)
{
  bool is_stepped = table->smoothness == FLAT_TABLE_CONSTANT;
  Piecewise p = {.work = work,
                 .table = table,
                 .a = a,
                 .n = table->n_rows,
                 .x = base_arena_array (work->scratch, ExprId, table->n_rows),
                 .y = base_arena_array (work->scratch, ExprId, table->n_rows),
                 .has_events = is_stepped || dae_depends (work, a) == DAE_ON_TIME};

  for (uint32_t i = 0; i < p.n; i++) {
    p.x[i] = table->items[i * table->n_columns];
    p.y[i] = table->items[i * table->n_columns + table->column];
  }
  if (p.n == 1)
    return guard (&p, a, p.y[0]);
  find_slopes (&p);
  p.a = place_argument (&p);
  return guard (&p, a, select_interval (&p, 0, is_stepped ? p.n : p.n - 1));
}

static void
make_image (void *data, ExprId e)
{
  Tables *tables = data;
  DaeWork *work = tables->work;
  ExprNode node = *expr_node (work->pool, e);
  bool is_changed = false;
  ExprId image = e;

  for (uint32_t i = 0; i < expr_n_args (node.op); i++) {
    ExprId argument = {tables->image.at[node.args[i].at] - 1};
    is_changed = is_changed || !expr_is (argument, node.args[i]);
    node.args[i] = argument;
  }
  if (node.op == EXPR_TABLE)
    image = expand (work, &work->flat->tables[node.payload], node.args[0]);
  else if (is_changed)
    image = expr_make (work->pool, node.op, node.payload, node.args);
  while (tables->image.n <= e.at)
    base_vec_push (work->scratch, tables->image, 0);
  tables->image.at[e.at] = image.at + 1;
}

static ExprId
replace (Tables *tables, ExprId e)
{
  if (expr_is_none (e))
    return e;
  expr_walk (tables->walk, e, make_image, tables);
  return (ExprId){tables->image.at[e.at] - 1};
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
    vars[v].value = replace (tables, vars[v].value);
    vars[v].guess = replace (tables, vars[v].guess);
    tables->work->info.at[v].guess = vars[v].guess;
  }
  for (uint32_t i = 0; i < flat->n_asserts; i++) {
    asserts[i] = flat->asserts[i];
    asserts[i].condition = replace (tables, asserts[i].condition);
  }
  flat->vars = vars;
  flat->asserts = asserts;
}

void
dae_expand_tables (DaeWork *work)
{
  Tables tables = {.work = work};

  if (work->flat->n_tables == 0)
    return;
  tables.walk = expr_walk_new (work->pool);
  replace_in_flat (&tables);
  for (uint32_t e = 0; e < work->eqs.n; e++) {
    work->eqs.at[e].lhs = replace (&tables, work->eqs.at[e].lhs);
    work->eqs.at[e].rhs = replace (&tables, work->eqs.at[e].rhs);
  }
  expr_walk_free (tables.walk);
}
