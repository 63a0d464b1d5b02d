/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays in expressions: their elements are expressions of their own, row by row, and
 * an array of variables shares its elements among all who read it. Products of numbers
 * are computed as numbers, in the order in which expressions would add; others ask the
 * budget of work before they begin. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "flat/value/value.h"

/* True, with a report, if an array of that shape is none: more elements than all the
 * numbers of a model. */
static bool
is_too_large (const FlatScope *scope,
              uint32_t n_rows,
              uint32_t n_columns,
              BaseSpan span)
{
  if ((uint64_t) n_rows * n_columns <= FLAT_MOST_ELEMENTS)
    return false;
  return !flat_report_at (scope, 308, span,
                          "an array of %u times %u elements is too large: at most %d",
                          n_rows, n_columns, FLAT_MOST_ELEMENTS);
}

static ExprId *
new_items (FlatBuild *build, FlatShape shape)
{
  return base_arena_array (build->arena, ExprId, flat_shape_count (shape));
}

/* A value of the kind of `like` with other elements; of rank 0 the first one. */
static FlatValue
of_items (FlatValue like, FlatShape shape, const ExprId *items)
{
  like.shape = shape;
  like.items = shape.rank == 0 ? NULL : items;
  like.e = shape.rank == 0 ? items[0] : EXPR_NONE;
  return like;
}

/* ---- members ---- */

const ExprId *
flat_array_leaves (FlatBuild *build, uint32_t var, uint32_t n)
{
  if (build->n_leaves < var + n) {
    build->n_leaves = MAX (build->n_vars, var + n);
    build->leaves = base_arena_array (build->arena, ExprId, build->n_leaves);
    for (uint32_t v = 0; v < build->n_leaves; v++)
      build->leaves[v] = EXPR_NONE;
  }
  ExprId *items = build->leaves + var;
  if (n > 0 && (expr_is_none (items[0]) || expr_is_none (items[n - 1])))
    for (uint32_t i = 0; i < n; i++)
      items[i] = expr_var (build->pool, var + i);
  return items;
}

enum { DEEPEST_VALUE = 100 };

static FlatValue
read_structural_array (const FlatScope *scope, FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);
  FlatBinding binding = flat_modify_value (scope->build, node, member);
  FlatScope inner = flat_view_scope (scope->build, &binding.view, scope->place);
  FlatValue value;

  inner.depth = scope->depth + 1;
  if (binding.expr == NULL)
    return FLAT_ERROR;
  if (inner.depth > DEEPEST_VALUE) {
    flat_report (scope->build, 302, m->decl->name_span, node,
                 "the value of %s depends on itself", m->name);
    return FLAT_ERROR;
  }
  value = flat_translate_as (&inner, binding.expr, m->type);
  if (value.kind == FLAT_VALUE_ERROR ||
      !flat_translate_has_shape (&inner, &value,
                                 flat_shape_of_member (scope->build, node, member),
                                 false, binding.expr->span))
    return FLAT_ERROR;
  return value;
}

FlatValue
flat_array_structural (const FlatScope *scope, FlatNode *node, uint32_t member)
{
  BaseArena *arena = scope->build->arena;

  if (node->known == NULL)
    node->known = base_arena_array (arena, FlatValue *, node->class->lib->n_members);
  if (node->known[member] == NULL) {
    FlatValue value = read_structural_array (scope, node, member);

    if (value.kind == FLAT_VALUE_ERROR)
      return value;
    node->known[member] = base_arena_new0 (arena, FlatValue);
    *node->known[member] = value;
  }
  return *node->known[member];
}

/* ---- literals ---- */

/* Values of one shape behind each other: scalars give a vector, vectors a matrix. */
FlatValue
flat_array_stack (const FlatScope *scope,
                  uint32_t n,
                  const FlatValue *parts,
                  BaseSpan span)
{
  FlatShape inner = n == 0 ? FLAT_SCALAR : parts[0].shape;
  uint32_t size = flat_shape_count (inner);
  FlatShape shape = {.rank = 1 + inner.rank, .n = {n, inner.n[0]}};
  FlatValue value = n == 0 ? flat_value_whole (scope->build, 0) : parts[0];
  ExprId *items;

  if (inner.rank > 1)
    return flat_report_value (scope, 601, span, "arrays have at most two dimensions");
  if (is_too_large (scope, n, size, span) || flat_budget_is_spent (scope->build))
    return FLAT_ERROR;
  items = new_items (scope->build, shape);
  for (uint32_t i = 0; i < n; i++) {
    /* One kind and one shape for all. */
    value.kind = flat_translate_join (&value, &parts[i]);
    value.change = MAX (value.change, parts[i].change);
    if (parts[i].kind == FLAT_VALUE_ERROR)
      return FLAT_ERROR;
    if (value.kind == FLAT_VALUE_ERROR || value.kind == FLAT_VALUE_STRING ||
        !flat_shape_equal (parts[i].shape, inner))
      return flat_report_value (scope, 307, span,
                                "the elements of an array must have one type and size");
    for (uint32_t k = 0; k < size; k++)
      items[i * size + k] = flat_value_item (&parts[i], k);
  }
  value.is_row = false;
  return of_items (value, shape, items);
}

static FlatValue
list (const FlatScope *scope, const LangExpr *expr)
{
  FlatValue *parts = base_arena_array (scope->build->arena, FlatValue, expr->n_args);

  for (uint32_t i = 0; i < expr->n_args; i++)
    parts[i] = flat_translate (scope, expr->args[i]);
  return flat_array_stack (scope, expr->n_args, parts, expr->span);
}

/* [e for i in r], and the range itself as [i for i in r]. */
static FlatValue
comprehension (const FlatScope *scope,
               const LangExpr *element,
               const LangExpr *range,
               const char *name)
{
  FlatValue *parts;
  FlatRange of;

  if (range->kind != LANG_RANGE)
    return flat_report_value (scope, 308, range->span, "a range a:b is needed here");
  if (!flat_structure_range (scope, range, &of))
    return FLAT_ERROR;
  parts = base_arena_array (scope->build->arena, FlatValue, of.n);
  for (uint32_t i = 0; i < of.n; i++) {
    FlatLocal local =
        flat_local_number (scope->build, scope->locals, name, of.from + i * of.step);
    FlatScope inner = *scope;

    inner.locals = &local;
    parts[i] = element == NULL ? local.value : flat_translate (&inner, element);
  }
  return flat_array_stack (scope, of.n, parts, range->span);
}

FlatValue
flat_array_literal (const FlatScope *scope, const LangExpr *expr)
{
  if (expr->kind == LANG_RANGE)
    return comprehension (scope, NULL, expr, NULL);
  if (expr->kind == LANG_FOR)
    return comprehension (scope, expr->args[0], expr->args[1], expr->name);
  return list (scope, expr);
}

/* ---- elements ---- */

/* The places that one index chooses: a number, a range, or all of them. */
typedef struct {
  bool is_single;
  uint32_t n;
  uint32_t *at;
} Choice;

static bool
choose (const FlatScope *scope, const LangExpr *index, uint32_t size, Choice *choice)
{
  FlatRange range = {.from = 1, .step = 1, .n = index->kind == LANG_COLON ? size : 1};

  choice->is_single = index->kind != LANG_COLON && index->kind != LANG_RANGE;
  if (index->kind == LANG_RANGE && !flat_structure_range (scope, index, &range))
    return false;
  choice->n = range.n;
  choice->at = base_arena_array (scope->build->arena, uint32_t, choice->n);
  if (choice->is_single)
    return flat_structure_index (scope, index, size, &choice->at[0]);
  for (uint32_t i = 0; i < choice->n; i++) {
    double place = range.from + i * range.step;

    if (place < 1 || place > size)
      return flat_report_at (scope, 310, index->span,
                             "the index %.0f is outside 1 … %u", place, size);
    choice->at[i] = (uint32_t) place - 1;
  }
  return true;
}

FlatValue
flat_array_element (const FlatScope *scope, FlatValue value, const LangExpr *index)
{
  uint32_t rank = value.shape.rank;
  Choice rows = {.is_single = true, .n = 1}, columns = {.is_single = true, .n = 1};
  FlatShape shape = FLAT_SCALAR;
  uint32_t zero = 0;
  ExprId *items;

  if (value.kind == FLAT_VALUE_ERROR)
    return value;
  if (index->n_args - 1 != rank || rank == 0)
    return flat_report_value (scope, 307, index->span,
                              rank == 0 ? N_ ("this is not an array")
                                        : N_ ("this array needs %u indexes"),
                              rank);
  columns.at = &zero;
  if (!choose (scope, index->args[1], value.shape.n[0], &rows) ||
      (rank == 2 && !choose (scope, index->args[2], value.shape.n[1], &columns)))
    return FLAT_ERROR;
  if (is_too_large (scope, rows.n, columns.n, index->span))
    return FLAT_ERROR;
  /* A single index takes the dimension away. */
  if (!rows.is_single)
    shape.n[shape.rank++] = rows.n;
  if (!columns.is_single)
    shape.n[shape.rank++] = columns.n;
  items = new_items (scope->build, (FlatShape){.rank = 2, .n = {rows.n, columns.n}});
  for (uint32_t i = 0; i < rows.n; i++)
    for (uint32_t k = 0; k < columns.n; k++)
      items[i * columns.n + k] =
          value.items[rows.at[i] * (rank == 2 ? value.shape.n[1] : 1) + columns.at[k]];
  value.is_row = false;
  return of_items (value, shape, items);
}

FlatValue
flat_array_transpose (const FlatScope *scope, FlatValue value)
{
  uint32_t n_rows = value.shape.n[0], n_columns = value.shape.n[1];
  ExprId *items;

  if (value.kind == FLAT_VALUE_ERROR || value.shape.rank == 0)
    return value; /* one number is its own transpose */
  if (value.is_row || value.shape.rank == 1) {
    value.is_row = !value.is_row;
    return value;
  }
  items = new_items (scope->build, value.shape);
  for (uint32_t i = 0; i < n_rows; i++)
    for (uint32_t k = 0; k < n_columns; k++)
      items[k * n_rows + i] = value.items[i * n_columns + k];
  return of_items (value, (FlatShape){.rank = 2, .n = {n_columns, n_rows}}, items);
}

FlatValue
flat_array_map (const FlatScope *scope, FlatValue value, ExprOp op)
{
  uint32_t n = flat_shape_count (value.shape);
  ExprId *items = new_items (scope->build, value.shape);

  for (uint32_t i = 0; i < n; i++)
    items[i] = expr_unary (scope->build->pool, op, value.items[i]);
  return of_items (value, value.shape, items);
}

/* ---- operators ---- */

static ExprId
inner_product (ExprPool *pool,
               uint32_t n,
               const ExprId *a,
               const ExprId *b,
               uint32_t step)
{
  ExprId sum = expr_number (pool, 0);

  for (uint32_t i = 0; i < n; i++)
    sum = expr_binary (pool, EXPR_ADD, sum,
                       expr_binary (pool, EXPR_MUL, a[i], b[(size_t) i * step]));
  return sum;
}

static FlatValue
joined (const FlatValue *a, const FlatValue *b)
{
  return (FlatValue){.kind = flat_translate_join (a, b),
                     .change = MAX (a->change, b->change)};
}

/* The values of elements that all are numbers; NULL if some are not. */
static double *
read_numbers (const ExprPool *pool, const ExprId *items, size_t n)
{
  g_autofree double *values = g_new (double, n + 1);

  for (size_t i = 0; i < n; i++)
    if (!expr_is_number (pool, items[i], &values[i]))
      return NULL;
  return g_steal_pointer (&values);
}

/* Sizes of a product: n_rows * n_inner by n_inner * n_columns. */
typedef struct {
  uint32_t n_rows, n_inner, n_columns;
} Sizes;

/* A row of the product of numbers, its terms added in the order in which expressions
 * are; along the rows of b, as memory is. */
static void
multiply_row (const Sizes *sizes, const double *a, const double *b, double *row)
{
  memset (row, 0, sizes->n_columns * sizeof *row);
  for (uint32_t i = 0; i < sizes->n_inner; i++, b += sizes->n_columns)
    for (uint32_t k = 0; k < sizes->n_columns; k++)
      row[k] += a[i] * b[k];
}

/* False once the budget is spent. A sum that no number can hold stays an expression. */
static bool
multiply_items (FlatBuild *build,
                const Sizes *sizes,
                const ExprId *a,
                const ExprId *b,
                ExprId *items)
{
  ExprPool *pool = build->pool;
  const uint32_t n = sizes->n_inner, n_columns = sizes->n_columns;
  g_autofree double *left = read_numbers (pool, a, (size_t) sizes->n_rows * n);
  g_autofree double *right =
      left == NULL ? NULL : read_numbers (pool, b, (size_t) n * n_columns);
  g_autofree double *row = g_new (double, n_columns + 1);
  bool are_numbers = right != NULL;

  for (uint32_t i = 0; i < sizes->n_rows; i++, a += n, items += n_columns) {
    if (flat_budget_takes (build, (uint64_t) n * n_columns, are_numbers))
      return false;
    /* Numbers at once, without the pool. */
    if (are_numbers)
      multiply_row (sizes, left + (size_t) i * n, right, row);
    for (uint32_t k = 0; k < n_columns; k++)
      items[k] = are_numbers && isfinite (row[k])
                     ? expr_number (pool, row[k])
                     : inner_product (pool, n, a, b + k, n_columns);
  }
  return true;
}

/* Matrix by matrix, matrix by vector, row by vector, row by matrix. */
static FlatValue
multiply (const FlatScope *scope, const FlatValue *a, const FlatValue *b, BaseSpan span)
{
  bool a_is_matrix = a->shape.rank == 2, b_is_matrix = b->shape.rank == 2;
  uint32_t n_rows = a_is_matrix ? a->shape.n[0] : 1;
  uint32_t n_inner = a_is_matrix ? a->shape.n[1] : a->shape.n[0];
  uint32_t n_columns = b_is_matrix ? b->shape.n[1] : 1;
  FlatValue value = joined (a, b);
  ExprId *items;

  if ((!a_is_matrix && !a->is_row) || b->is_row || b->shape.n[0] != n_inner)
    return flat_report_value (
        scope, 307, span,
        "these arrays cannot be multiplied: their sizes do not match");
  if (is_too_large (scope, n_rows, n_columns, span))
    return FLAT_ERROR;
  value.is_row = !a_is_matrix && b_is_matrix;
  items = new_items (scope->build, (FlatShape){.rank = 2, .n = {n_rows, n_columns}});
  if (!multiply_items (scope->build, &(Sizes){n_rows, n_inner, n_columns}, a->items,
                       b->items, items))
    return FLAT_ERROR;
  return of_items (value,
                   (FlatShape){.rank = a_is_matrix + b_is_matrix,
                               .n = {a_is_matrix ? n_rows : n_columns, n_columns}},
                   items);
}

static FlatValue
each (const FlatScope *scope, ExprOp op, const FlatValue *a, const FlatValue *b)
{
  const FlatValue *like = a->shape.rank > 0 ? a : b;
  uint32_t n = flat_shape_count (like->shape);
  ExprId *items = new_items (scope->build, like->shape);
  FlatValue value = joined (a, b);

  if (op == EXPR_DIV || op == EXPR_POW)
    value.kind = FLAT_VALUE_REAL;
  for (uint32_t i = 0; i < n; i++)
    items[i] = expr_binary (scope->build->pool, op, flat_value_item (a, i),
                            flat_value_item (b, i));
  value.is_row = like->is_row;
  return of_items (value, like->shape, items);
}

/* Whether an operator goes element by element: products and quotients of two arrays do
 * so with a dot alone. */
static bool
goes_by_element (LangOp op, const FlatValue *a, const FlatValue *b)
{
  bool both = a->shape.rank > 0 && b->shape.rank > 0;
  bool same = flat_shape_equal (a->shape, b->shape) && a->is_row == b->is_row;

  switch ((int) op) {
  case LANG_OP_ADD:
  case LANG_OP_SUB:
    return same;
  case LANG_OP_MUL:
    return !both;
  case LANG_OP_DIV:
    return b->shape.rank == 0;
  case LANG_OP_DOT_MUL:
  case LANG_OP_DOT_DIV:
  case LANG_OP_DOT_POW:
    return same || !both;
  }
  return false;
}

FlatValue
flat_array_combine (const FlatScope *scope,
                    const LangExpr *expr,
                    ExprOp op,
                    const FlatValue *a,
                    const FlatValue *b)
{
  if (!flat_value_is_number (a) || !flat_value_is_number (b))
    return flat_report_value (scope, 307, expr->span,
                              "only arrays of numbers can be combined");
  if (goes_by_element (expr->op, a, b))
    return each (scope, op, a, b);
  if (expr->op == LANG_OP_MUL)
    return multiply (scope, a, b, expr->span);
  return flat_report_value (scope, 307, expr->span,
                            "this operator does not apply to arrays of these sizes");
}

/* ---- functions: of a call and its arguments that are values ---- */

static FlatValue
fold (const FlatScope *scope, const FlatValue *value, ExprOp op, double begin)
{
  FlatValue result = flat_shape_count (value->shape) == 0
                         ? flat_value_whole (scope->build, 0)
                         : *value;
  ExprId e = expr_number (scope->build->pool, begin);

  for (uint32_t i = 0; i < flat_shape_count (value->shape); i++)
    e = expr_binary (scope->build->pool, op, e, flat_value_item (value, i));
  result.is_row = false;
  return of_items (result, FLAT_SCALAR, &e);
}

static FlatValue
sum (const FlatScope *scope, const LangExpr *call, const FlatValue *args)
{
  return fold (scope, args, EXPR_ADD, 0);
}

static FlatValue
prod (const FlatScope *scope, const LangExpr *call, const FlatValue *args)
{
  return fold (scope, args, EXPR_MUL, 1);
}

static FlatValue
dot (const FlatScope *scope, const LangExpr *call, const FlatValue *args)
{
  const FlatValue *a = &args[0], *b = &args[1];
  FlatValue value = joined (a, b);

  if (a->shape.rank != 1 || !flat_shape_equal (a->shape, b->shape))
    return flat_report_value (scope, 307, call->span,
                              "two vectors of equal size are needed here");
  value.e = inner_product (scope->build->pool, a->shape.n[0], a->items, b->items, 1);
  return value;
}

static FlatValue
norm (const FlatScope *scope, const LangExpr *call, const FlatValue *args)
{
  FlatValue value = dot (scope, call, (FlatValue[]){args[0], args[0]});

  if (value.kind == FLAT_VALUE_ERROR)
    return value;
  value.kind = FLAT_VALUE_REAL;
  value.e = expr_unary (scope->build->pool, EXPR_SQRT, value.e);
  return value;
}

static FlatValue
cross (const FlatScope *scope, const LangExpr *call, const FlatValue *args)
{
  const FlatValue *a = &args[0], *b = &args[1];
  ExprPool *pool = scope->build->pool;
  ExprId *items = new_items (scope->build, (FlatShape){.rank = 1, .n = {3}});

  if (a->shape.rank != 1 || a->shape.n[0] != 3 ||
      !flat_shape_equal (a->shape, b->shape))
    return flat_report_value (scope, 307, call->span,
                              "cross needs two vectors of three elements");
  for (uint32_t i = 0; i < 3; i++) {
    uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
    ExprId plus = expr_binary (pool, EXPR_MUL, a->items[j], b->items[k]);
    ExprId minus = expr_binary (pool, EXPR_MUL, a->items[k], b->items[j]);

    items[i] = expr_binary (pool, EXPR_SUB, plus, minus);
  }
  return of_items (joined (a, b), a->shape, items);
}

static FlatValue
transposed (const FlatScope *scope, const LangExpr *call, const FlatValue *args)
{
  return flat_array_transpose (scope, args[0]);
}

/* An array of one value; `first` is the argument that gives the first size. */
static FlatValue
filled (const FlatScope *scope, const LangExpr *call, uint32_t first, FlatValue of)
{
  FlatShape shape = {.rank = call->n_args - MIN (first, call->n_args)};
  ExprId *items;

  if (shape.rank == 0 || shape.rank > 2 || of.shape.rank > 0)
    return flat_report_value (scope, 307, call->span,
                              "one or two sizes are needed here");
  for (uint32_t i = 0; i < shape.rank; i++) {
    double size;

    if (!flat_structure_number (scope, call->args[first + i], &size))
      return FLAT_ERROR;
    if (size < 0 || size > FLAT_MOST_ELEMENTS)
      return flat_report_value (scope, 308, call->args[first + i]->span,
                                "this is not a size of an array");
    shape.n[i] = (uint32_t) size;
  }
  if (is_too_large (scope, shape.n[0], MAX (shape.n[1], 1), call->span))
    return FLAT_ERROR;
  items = new_items (scope->build, shape);
  for (uint32_t i = 0; i < flat_shape_count (shape); i++)
    items[i] = of.e;
  return of_items (of, shape, items);
}

static FlatValue
fill (const FlatScope *scope, const LangExpr *call, const FlatValue *args)
{
  return filled (scope, call, 2, args[0]);
}

static FlatValue
zeros (const FlatScope *scope, const LangExpr *call, const FlatValue *args)
{
  return filled (scope, call, 1, flat_value_whole (scope->build, 0));
}

static FlatValue
ones (const FlatScope *scope, const LangExpr *call, const FlatValue *args)
{
  return filled (scope, call, 1, flat_value_whole (scope->build, 1));
}

/* A square matrix with the elements on its diagonal. */
static FlatValue
diagonal (const FlatScope *scope, const LangExpr *call, const FlatValue *args)
{
  uint32_t n = args->shape.n[0];
  FlatShape shape = {.rank = 2, .n = {n, n}};
  ExprId *items;

  if (args->shape.rank != 1)
    return flat_report_value (scope, 307, call->span, "diagonal needs a vector");
  if (is_too_large (scope, n, n, call->span))
    return FLAT_ERROR;
  items = new_items (scope->build, shape);
  for (uint32_t i = 0; i < n * n; i++)
    items[i] = i % (n + 1) == 0 ? args->items[i / (n + 1)]
                                : expr_number (scope->build->pool, 0);
  return of_items (*args, shape, items);
}

static FlatValue
identity (const FlatScope *scope, const LangExpr *call, const FlatValue *args)
{
  FlatValue vector = ones (scope, call, args);

  return vector.kind == FLAT_VALUE_ERROR ? vector : diagonal (scope, call, &vector);
}

static FlatValue
size (const FlatScope *scope, const LangExpr *call, const FlatValue *of)
{
  FlatBuild *build = scope->build;
  FlatShape shape = {.rank = 1, .n = {of->shape.rank}};
  ExprId *items = new_items (build, shape);
  uint32_t at;

  if (call->n_args == 3)
    return flat_structure_index (scope, call->args[2], of->shape.rank, &at)
               ? flat_value_whole (build, of->shape.n[at])
               : FLAT_ERROR;
  for (uint32_t i = 0; i < of->shape.rank; i++)
    items[i] = expr_number (build->pool, of->shape.n[i]);
  return of_items (flat_value_whole (build, 0), shape, items);
}

static FlatValue
length (const FlatScope *scope, const LangExpr *call, const FlatValue *of)
{
  return flat_value_whole (scope->build, flat_shape_count (of->shape));
}

static const struct {
  const char *name;
  FlatValue (*apply) (const FlatScope *, const LangExpr *call, const FlatValue *args);
  uint32_t n_values; /* arguments that are values; the others are sizes */
  bool takes_any;    /* values of any kind, and parts */
} FUNCTIONS[] = {
    {"size", size, 1, true},          {"length", length, 1, true},
    {"sum", sum, 1, false},           {"prod", prod, 1, false},
    {"norm", norm, 1, false},         {"dot", dot, 2, false},
    {"cross", cross, 2, false},       {"adjoint", transposed, 1, false},
    {"fill", fill, 1, false},         {"transpose", transposed, 1, false},
    {"zeros", zeros, 0, false},       {"ones", ones, 0, false},
    {"identity", identity, 0, false}, {"diagonal", diagonal, 1, false},
};

FlatValue
flat_array_call (const FlatScope *scope, const LangExpr *call)
{
  FlatValue args[2] = {FLAT_ERROR, FLAT_ERROR};
  uint32_t i = 0;

  while (strcmp (FUNCTIONS[i].name, call->args[0]->name) != 0)
    i++;
  if (FUNCTIONS[i].takes_any) {
    /* What the text tells: parts have a size, but are no values. */
    LibValue known = flat_shape_constant_size (scope, call);

    if (known.kind == LIB_NUMBER)
      return flat_value_whole (scope->build, known.number);
  }
  for (uint32_t k = 0; k < FUNCTIONS[i].n_values; k++) {
    args[k] = flat_translate (scope, call->args[k + 1]);
    if (args[k].kind == FLAT_VALUE_ERROR)
      return FLAT_ERROR;
    if (!flat_value_is_number (&args[k]) && !FUNCTIONS[i].takes_any)
      return flat_report_value (scope, 307, call->args[k + 1]->span,
                                "numbers are required here");
  }
  return FUNCTIONS[i].apply (scope, call, args);
}
