#include <math.h>
#include <string.h>

#include "dae/work.h"
#include "expr/isolate.h"

/* With more tears than this, and more entries, a block stays untorn: the sparse matrix
 * of the whole costs less than the dense one of the tears. */
#define MAX_TEARS         16u
#define MAX_TOTAL_ENTRIES 4096u

static bool
can_divide (const void *data, ExprId slope)
{
  DaeWork *work = (DaeWork *) data;

  if (dae_depends (work, slope) != DAE_ON_PARAMETER)
    return false;
  double value = dae_sample (work, slope);
  return isfinite (value) && value != 0.0;
}

/* The value of `variable` from the equation, or EXPR_NONE. */
static ExprId
solution_of (DaeWork *work, uint32_t eq, uint32_t variable)
{
  DaeEqInfo *info = &work->eq_info.at[eq];

  if (info->solved_for != variable) {
    info->solved_for = variable;
    info->solution = expr_isolate (work->pool, work->eqs.at[eq].lhs,
                                   work->eqs.at[eq].rhs, variable, can_divide, work);
  }
  return info->solution;
}

/* A block under construction: unknowns ascending, partial derivatives by rows. */
typedef struct {
  DaeWork *work;
  uint32_t n;
  const uint32_t *eq;
  uint32_t *unknown;
  uint32_t row; /* being differentiated */
  BASE_VEC (uint32_t) rows;
  BASE_VEC (uint32_t) columns;
  BASE_VEC (ExprId) partials;
  uint32_t *start; /* of each row in the three */
  bool is_linear;
  bool is_constant;
} Loop;

static void
add_partial (void *data, uint32_t variable, ExprId partial)
{
  Loop *loop = data;
  BaseArena *arena = loop->work->arena;

  base_vec_push (arena, loop->rows, loop->row);
  base_vec_push (arena, loop->columns, loop->work->slot[variable]);
  base_vec_push (arena, loop->partials, partial);
}

typedef struct {
  const DaeWork *work;
  bool is_found;
} Search;

static void
look_for_unknown (void *data, ExprId e)
{
  Search *search = data;
  const ExprNode *node = expr_node (search->work->pool, e);

  if (node->op == EXPR_VAR && search->work->slot[node->payload] != UINT32_MAX)
    search->is_found = true;
}

static void
classify (Loop *loop)
{
  DaeWork *work = loop->work;
  Search search = {.work = work};

  expr_walk_reset (work->walk);
  loop->is_constant = true;
  for (uint32_t k = 0; k < loop->partials.n; k++) {
    uint8_t depends = dae_depends (work, loop->partials.at[k]);
    loop->is_constant = loop->is_constant && depends == DAE_ON_PARAMETER;
    if ((depends & DAE_ON_CONTINUOUS) != 0)
      expr_walk (work->walk, loop->partials.at[k], look_for_unknown, &search);
  }
  loop->is_linear = !search.is_found;
}

static int
compare (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

  return (x > y) - (x < y);
}

static Loop
loop_new (DaeWork *work, uint32_t n, const uint32_t *eq, const uint32_t *unknown)
{
  Loop loop = {.work = work, .n = n, .eq = eq};

  loop.unknown = base_arena_array (work->arena, uint32_t, n);
  loop.start = base_arena_array (work->arena, uint32_t, n + 1);
  memcpy (loop.unknown, unknown, n * sizeof *unknown);
  qsort (loop.unknown, n, sizeof *unknown, compare);
  for (uint32_t i = 0; i < n; i++)
    work->slot[loop.unknown[i]] = i;
  for (loop.row = 0; loop.row < n; loop.row++) {
    loop.start[loop.row] = loop.partials.n;
    expr_gradient (work->pool, dae_residual (work, eq[loop.row]), work->slot,
                   add_partial, &loop);
  }
  loop.start[n] = loop.partials.n;
  classify (&loop);
  for (uint32_t i = 0; i < n; i++)
    work->slot[loop.unknown[i]] = UINT32_MAX;
  return loop;
}

static GraphTearing
tear (Loop *loop)
{
  DaeWork *work = loop->work;
  bool *can_solve = base_arena_array (work->arena, bool, loop->partials.n);
  GraphPattern pattern = {loop->n, loop->n, loop->start, loop->columns.at};

  for (uint32_t k = 0; k < loop->partials.n; k++)
    can_solve[k] = can_divide (work, loop->partials.at[k]);
  return graph_tear (work->arena, &pattern, can_solve);
}

/* The whole block as one matrix. */
static void
fill_untorn (const Loop *loop, DaeBlock *block)
{
  DaeWork *work = loop->work;
  ExprId *residual = base_arena_array (work->arena, ExprId, loop->n);
  DaeEntry *entries = base_arena_array (work->arena, DaeEntry, loop->partials.n);
  uint32_t *next = base_arena_array (work->arena, uint32_t, loop->n + 1);

  for (uint32_t r = 0; r < loop->n; r++)
    residual[r] = dae_residual (work, loop->eq[r]);
  for (uint32_t k = 0; k < loop->partials.n; k++)
    next[loop->columns.at[k] + 1]++;
  for (uint32_t c = 0; c < loop->n; c++)
    next[c + 1] += next[c];
  for (uint32_t k = 0; k < loop->partials.n; k++)
    entries[next[loop->columns.at[k]]++] =
        (DaeEntry){loop->rows.at[k], loop->columns.at[k], loop->partials.at[k]};
  block->n_tears = loop->n;
  block->unknown = loop->unknown;
  block->eq = loop->eq;
  block->residual = residual;
  block->n_entries = loop->partials.n;
  block->entries = entries;
}

static ExprId
partial_of (const Loop *loop, uint32_t row, uint32_t column)
{
  for (uint32_t k = loop->start[row]; k < loop->start[row + 1]; k++)
    if (loop->columns.at[k] == column)
      return loop->partials.at[k];
  return EXPR_NONE;
}

/* Sum of partial * d over the row but for one column; EXPR_NONE: 0. */
static ExprId
row_times (const Loop *loop, uint32_t row, uint32_t but, const ExprId *d)
{
  ExprPool *pool = loop->work->pool;
  ExprId sum = EXPR_NONE;

  for (uint32_t k = loop->start[row]; k < loop->start[row + 1]; k++) {
    uint32_t c = loop->columns.at[k];
    if (c == but || expr_is_none (d[c]))
      continue;
    ExprId term = expr_binary (pool, EXPR_MUL, loop->partials.at[k], d[c]);
    sum = expr_is_none (sum) ? term : expr_binary (pool, EXPR_ADD, sum, term);
  }
  return sum;
}

/* One column of the matrix of the tears: everything inner follows tear `t`. */
static uint32_t
fill_column (const Loop *loop,
             const GraphTearing *torn,
             uint32_t t,
             ExprId *d,
             DaeEntry *entries)
{
  ExprPool *pool = loop->work->pool;
  uint32_t n = 0;

  for (uint32_t c = 0; c < loop->n; c++)
    d[c] = EXPR_NONE;
  d[torn->tear_column[t]] = expr_number (pool, 1.0);
  for (uint32_t k = 0; k < torn->n_solved; k++) {
    uint32_t row = torn->row[k], column = torn->column[k];
    ExprId sum = row_times (loop, row, column, d);
    if (!expr_is_none (sum))
      d[column] = expr_binary (pool, EXPR_DIV, expr_unary (pool, EXPR_NEG, sum),
                               partial_of (loop, row, column));
  }
  for (uint32_t i = 0; i < torn->n_tears; i++) {
    ExprId sum = row_times (loop, torn->residual_row[i], DAE_NONE, d);
    double number;
    if (!expr_is_none (sum) && !(expr_is_number (pool, sum, &number) && number == 0.0))
      entries[n++] = (DaeEntry){i, t, sum};
  }
  return n;
}

static ExprId
zero_for_unknown (void *data, ExprPool *pool, ExprId leaf)
{
  const ExprNode *node = expr_node (pool, leaf);

  return node->op == EXPR_VAR && node->payload == *(const uint32_t *) data
             ? expr_number (pool, 0.0)
             : leaf;
}

/* The value of an inner unknown: its partial derivative has only parameters, so the
 * equation is a line in it even where that cannot be seen from its form. */
static ExprId
inner_value (const Loop *loop, uint32_t row, uint32_t column)
{
  DaeWork *work = loop->work;
  ExprId value = solution_of (work, loop->eq[row], loop->unknown[column]);

  if (!expr_is_none (value))
    return value;
  ExprId slope = partial_of (loop, row, column);
  g_autoptr (ExprMap) map =
      expr_map_new (work->pool, zero_for_unknown, &loop->unknown[column]);
  ExprId at_zero = expr_map_apply (map, dae_residual (work, loop->eq[row]));
  return expr_binary (work->pool, EXPR_DIV, expr_unary (work->pool, EXPR_NEG, at_zero),
                      slope);
}

static void
fill_torn (const Loop *loop, const GraphTearing *torn, DaeBlock *block)
{
  DaeWork *work = loop->work;
  BaseArena *arena = work->arena;
  uint32_t *unknown = base_arena_array (arena, uint32_t, loop->n);
  uint32_t *eq = base_arena_array (arena, uint32_t, loop->n);
  ExprId *inner = base_arena_array (arena, ExprId, torn->n_solved);
  ExprId *residual = base_arena_array (arena, ExprId, torn->n_tears);
  DaeEntry *entries =
      base_arena_array (arena, DaeEntry, (size_t) torn->n_tears * torn->n_tears);
  g_autofree ExprId *d = g_new (ExprId, loop->n);

  for (uint32_t k = 0; k < torn->n_solved; k++) {
    unknown[k] = loop->unknown[torn->column[k]];
    eq[k] = loop->eq[torn->row[k]];
    inner[k] = inner_value (loop, torn->row[k], torn->column[k]);
  }
  for (uint32_t i = 0; i < torn->n_tears; i++) {
    unknown[torn->n_solved + i] = loop->unknown[torn->tear_column[i]];
    eq[torn->n_solved + i] = loop->eq[torn->residual_row[i]];
    residual[i] = dae_residual (work, loop->eq[torn->residual_row[i]]);
    block->n_entries += fill_column (loop, torn, i, d, entries + block->n_entries);
  }
  block->n_tears = torn->n_tears;
  block->unknown = unknown;
  block->inner = inner;
  block->residual = residual;
  block->eq = eq;
  block->entries = entries;
}

static DaeBlock
make_assignment (DaeWork *work, uint32_t eq, uint32_t unknown, ExprId value)
{
  uint32_t *numbers = base_arena_array (work->arena, uint32_t, 2);
  ExprId *inner = base_arena_new0 (work->arena, ExprId);

  numbers[0] = unknown;
  numbers[1] = eq;
  *inner = value;
  return (DaeBlock){.kind = DAE_ASSIGN,
                    .n = 1,
                    .unknown = numbers,
                    .eq = numbers + 1,
                    .inner = inner};
}

DaeBlock
dae_make_block (DaeWork *work, uint32_t n, const uint32_t *eq, const uint32_t *unknown)
{
  if (n == 1) {
    ExprId value = solution_of (work, eq[0], unknown[0]);
    if (!expr_is_none (value))
      return make_assignment (work, eq[0], unknown[0], value);
  }
  uint32_t *own_eq = base_arena_array (work->arena, uint32_t, n);
  memcpy (own_eq, eq, n * sizeof *eq);
  Loop loop = loop_new (work, n, own_eq, unknown);
  DaeBlock block = {.kind = loop.is_linear ? DAE_LINEAR : DAE_NONLINEAR,
                    .is_constant = loop.is_linear && loop.is_constant,
                    .n = n};
  GraphTearing torn = tear (&loop);
  bool is_small = torn.n_tears <= MAX_TEARS ||
                  (size_t) torn.n_tears * loop.partials.n <= MAX_TOTAL_ENTRIES;
  if (torn.n_tears > 0 && is_small)
    fill_torn (&loop, &torn, &block);
  else
    fill_untorn (&loop, &block);
  return block;
}
