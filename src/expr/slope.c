/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The derivative rules: the slope of a node by each argument, for functions from the
 * rows of base/function.h, and the chain rule. A choice (if, min, max) is
 * differentiated branch by branch and never becomes a product with 0, since the branch
 * that is not taken may have no finite slope. */
#include "expr/slope.h"

#include <glib.h>

/* x^2 + y^2 */
static ExprId
sum_of_squares (ExprPool *pool, ExprId x, ExprId y)
{
  ExprId y2 = expr_binary (pool, EXPR_MUL, y, y);

  return expr_binary (pool, EXPR_ADD, expr_binary (pool, EXPR_MUL, x, x), y2);
}

static ExprId
power_slope (ExprPool *pool, ExprId e, const ExprNode *node, uint32_t argument)
{
  ExprId base = node->args[0], exponent = node->args[1];

  if (argument == 1)
    return expr_binary (pool, EXPR_MUL, e, expr_unary (pool, EXPR_LOG, base));
  ExprId lower = expr_binary (pool, EXPR_SUB, exponent, expr_number (pool, 1.0));
  return expr_binary (pool, EXPR_MUL, exponent,
                      expr_binary (pool, EXPR_POW, base, lower));
}

/* What the rows of base/function.h are written with. */
#define ZERO                 expr_number (pool, 0.0)
#define ONE                  one
#define NUM(x)               expr_number (pool, x)
#define UN(OP, x)            expr_unary (pool, EXPR_##OP, x)
#define BIN(OP, x, y)        expr_binary (pool, EXPR_##OP, x, y)
#define SUM_OF_SQUARES(x, y) sum_of_squares (pool, x, y)

/* shape: one case per operator */
ExprId
expr_slope (ExprPool *pool, ExprId f, const ExprNode *node, uint32_t argument)
{
  ExprId a = node->args[0], b = node->args[1], one = expr_number (pool, 1.0);
  bool is_first = argument == 0;

  switch ((int) node->op) {
#define X(NAME, name, n_args, value, by_a, by_b, ...)                                  \
  case EXPR_##NAME:                                                                    \
    return is_first ? by_a : by_b;
    BASE_FUNCTIONS (X)
#undef X
  case EXPR_ADD:
  case EXPR_NOEVENT:
  case EXPR_SMOOTH:
    return ONE;
  case EXPR_SUB:
    return NUM (is_first ? 1.0 : -1.0);
  case EXPR_NEG:
    return NUM (-1.0);
  case EXPR_MUL:
    return is_first ? b : a;
  case EXPR_DIV:
    return is_first ? BIN (DIV, ONE, b) : UN (NEG, BIN (DIV, f, b));
  case EXPR_POW:
    return power_slope (pool, f, node, argument);
  case EXPR_TABLE:
    return expr_make (pool, EXPR_TABLE_DER, node->payload.at, &a);
  case EXPR_TABLE_DER:
    return expr_make (pool, EXPR_TABLE_BEND, node->payload.at, &a);
  }
  return ZERO;
}

/* The condition under which MIN or MAX takes its first argument. */
static ExprId
selects_first (ExprPool *pool, const ExprNode *node)
{
  ExprOp op = node->op == EXPR_MIN ? EXPR_LT : EXPR_GT;

  return expr_unary (pool, EXPR_NOEVENT,
                     expr_binary (pool, op, node->args[0], node->args[1]));
}

bool
expr_slope_is_choice (ExprOp op)
{
  return op == EXPR_IF || op == EXPR_MIN || op == EXPR_MAX;
}

/* Deeper choices than this are multiplied as they are. */
#define MAX_GUARDED 8

/* slope * d, where a choice of 0 in d stays one: sqrt (max (x, 0)) has an infinite
 * slope times none left of 0. */
static ExprId
guarded_product (ExprPool *pool, ExprId slope, ExprId d, int depth)
{
  ExprNode node = *expr_node (pool, d);

  if (node.op != EXPR_IF || depth == MAX_GUARDED)
    return expr_binary (pool, EXPR_MUL, slope, d);
  ExprId yes = guarded_product (pool, slope, node.args[1], depth + 1);
  ExprId no = guarded_product (pool, slope, node.args[2], depth + 1);
  return expr_if (pool, node.args[0], yes, no);
}

ExprId
expr_slope_chain (ExprPool *pool, ExprId e, const ExprNode *node, const ExprId *d)
{
  ExprId sum = expr_number (pool, 0.0);

  if (node->op == EXPR_IF)
    return expr_if (pool, node->args[0], d[1], d[2]);
  if (expr_slope_is_choice (node->op))
    return expr_if (pool, selects_first (pool, node), d[0], d[1]);
  /* (a/b)' as (a' - (a/b) b') / b has one division less. */
  if (node->op == EXPR_DIV)
    return expr_binary (
        pool, EXPR_DIV,
        expr_binary (pool, EXPR_SUB, d[0], expr_binary (pool, EXPR_MUL, e, d[1])),
        node->args[1]);
  for (uint32_t i = 0; i < expr_n_args (node->op); i++)
    if (!expr_is_zero (pool, d[i]))
      sum =
          expr_binary (pool, EXPR_ADD, sum,
                       guarded_product (pool, expr_slope (pool, e, node, i), d[i], 0));
  return sum;
}
