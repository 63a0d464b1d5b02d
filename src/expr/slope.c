/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expr/slope.h"

#include <glib.h>

static ExprId
make1 (ExprPool *pool, ExprOp op, ExprId a)
{
  return expr_unary (pool, op, a);
}

static ExprId
make2 (ExprPool *pool, ExprOp op, ExprId a, ExprId b)
{
  return expr_binary (pool, op, a, b);
}

static ExprId
square (ExprPool *pool, ExprId a)
{
  return make2 (pool, EXPR_MUL, a, a);
}

static ExprId
reciprocal (ExprPool *pool, ExprId a)
{
  return make2 (pool, EXPR_DIV, expr_number (pool, 1.0), a);
}

/* 1 / sqrt (1 - a^2) */
static ExprId
asin_slope (ExprPool *pool, ExprId a)
{
  ExprId rest = make2 (pool, EXPR_SUB, expr_number (pool, 1.0), square (pool, a));

  return reciprocal (pool, make1 (pool, EXPR_SQRT, rest));
}

/* d f (a) / d a; `e` is f (a). */
static ExprId
slope_of_unary (ExprPool *pool, ExprId e, const ExprNode *node)
{
  ExprId a = node->args[0], one = expr_number (pool, 1.0);

  switch ((int) node->op) {
  case EXPR_NEG:
    return expr_number (pool, -1.0);
  case EXPR_SIN:
    return make1 (pool, EXPR_COS, a);
  case EXPR_COS:
    return make1 (pool, EXPR_NEG, make1 (pool, EXPR_SIN, a));
  case EXPR_TAN:
    return make2 (pool, EXPR_ADD, square (pool, e), one);
  case EXPR_ASIN:
    return asin_slope (pool, a);
  case EXPR_ACOS:
    return make1 (pool, EXPR_NEG, asin_slope (pool, a));
  case EXPR_ATAN:
    return reciprocal (pool, make2 (pool, EXPR_ADD, square (pool, a), one));
  case EXPR_SINH:
    return make1 (pool, EXPR_COSH, a);
  case EXPR_COSH:
    return make1 (pool, EXPR_SINH, a);
  case EXPR_TANH:
    return make2 (pool, EXPR_SUB, one, square (pool, e));
  case EXPR_EXP:
    return e;
  case EXPR_LOG:
    return reciprocal (pool, a);
  case EXPR_LOG10:
    return make2 (pool, EXPR_DIV, expr_number (pool, 1.0 / G_LN10), a);
  case EXPR_SQRT:
    return make2 (pool, EXPR_DIV, expr_number (pool, 0.5), e);
  case EXPR_ABS:
    return make1 (pool, EXPR_NOEVENT, make1 (pool, EXPR_SIGN, a));
  case EXPR_NOEVENT:
  case EXPR_SMOOTH:
    return one;
  case EXPR_TABLE:
    return expr_make (pool, EXPR_TABLE_DER, node->payload.at, &a);
  case EXPR_TABLE_DER:
    return expr_make (pool, EXPR_TABLE_BEND, node->payload.at, &a);
  }
  return expr_number (pool, 0.0);
}

static ExprId
power_slope (ExprPool *pool, ExprId e, const ExprNode *node, uint32_t argument)
{
  ExprId base = node->args[0], exponent = node->args[1];

  if (argument == 1)
    return make2 (pool, EXPR_MUL, e, make1 (pool, EXPR_LOG, base));
  ExprId lower = make2 (pool, EXPR_SUB, exponent, expr_number (pool, 1.0));
  return make2 (pool, EXPR_MUL, exponent, make2 (pool, EXPR_POW, base, lower));
}

/* a / (a^2 + b^2) for atan2 (y, x) by y with a = x, and by x with a = -y. */
static ExprId
atan2_slope (ExprPool *pool, const ExprNode *node, uint32_t argument)
{
  ExprId y = node->args[0], x = node->args[1];
  ExprId r2 = make2 (pool, EXPR_ADD, square (pool, x), square (pool, y));

  return make2 (pool, EXPR_DIV, argument == 0 ? x : make1 (pool, EXPR_NEG, y), r2);
}

ExprId
expr_slope (ExprPool *pool, ExprId e, const ExprNode *node, uint32_t argument)
{
  ExprId a = node->args[0], b = node->args[1];

  if (expr_n_args (node->op) == 1)
    return slope_of_unary (pool, e, node);
  switch ((int) node->op) {
  case EXPR_ADD:
    return expr_number (pool, 1.0);
  case EXPR_SUB:
    return expr_number (pool, argument == 0 ? 1.0 : -1.0);
  case EXPR_MUL:
    return argument == 0 ? b : a;
  case EXPR_DIV:
    return argument == 0 ? reciprocal (pool, b)
                         : make1 (pool, EXPR_NEG, make2 (pool, EXPR_DIV, e, b));
  case EXPR_POW:
    return power_slope (pool, e, node, argument);
  case EXPR_ATAN2:
    return atan2_slope (pool, node, argument);
  case EXPR_HYPOT:
    return make2 (pool, EXPR_DIV, argument == 0 ? a : b, e);
  case EXPR_MOD:
  case EXPR_REM:
    /* The quotient is constant between events. */
    return argument == 0 ? expr_number (pool, 1.0)
                         : make2 (pool, EXPR_DIV, make2 (pool, EXPR_SUB, e, a), b);
  }
  return expr_number (pool, 0.0);
}

static bool
is_zero (const ExprPool *pool, ExprId e)
{
  double number;

  return expr_is_number (pool, e, &number) && number == 0.0;
}

/* The condition under which MIN or MAX takes its first argument. */
static ExprId
selects_first (ExprPool *pool, const ExprNode *node)
{
  ExprOp op = node->op == EXPR_MIN ? EXPR_LT : EXPR_GT;

  return make1 (pool, EXPR_NOEVENT, make2 (pool, op, node->args[0], node->args[1]));
}

bool
expr_slope_is_selection (ExprOp op)
{
  return op == EXPR_IF || op == EXPR_MIN || op == EXPR_MAX;
}

/* Deeper selections than this are multiplied as they are. */
#define MAX_GUARDED 8

static ExprId
guarded_product (ExprPool *pool, ExprId slope, ExprId d, int depth)
{
  ExprNode node = *expr_node (pool, d);

  if (node.op != EXPR_IF || depth == MAX_GUARDED)
    return make2 (pool, EXPR_MUL, slope, d);
  return expr_if (pool, node.args[0],
                  guarded_product (pool, slope, node.args[1], depth + 1),
                  guarded_product (pool, slope, node.args[2], depth + 1));
}

ExprId
expr_slope_product (ExprPool *pool, ExprId slope, ExprId d)
{
  return guarded_product (pool, slope, d, 0);
}

ExprId
expr_slope_chain (ExprPool *pool, ExprId e, const ExprNode *node, const ExprId *d)
{
  ExprId sum = expr_number (pool, 0.0);

  if (node->op == EXPR_IF)
    return expr_if (pool, node->args[0], d[1], d[2]);
  if (expr_slope_is_selection (node->op))
    return expr_if (pool, selects_first (pool, node), d[0], d[1]);
  /* (a/b)' as (a' - (a/b) b') / b has one division less. */
  if (node->op == EXPR_DIV)
    return make2 (pool, EXPR_DIV,
                  make2 (pool, EXPR_SUB, d[0], make2 (pool, EXPR_MUL, e, d[1])),
                  node->args[1]);
  for (uint32_t i = 0; i < expr_n_args (node->op); i++)
    if (!is_zero (pool, d[i]))
      sum = make2 (pool, EXPR_ADD, sum,
                   expr_slope_product (pool, expr_slope (pool, e, node, i), d[i]));
  return sum;
}
