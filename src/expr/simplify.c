/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Local rules for new nodes: each looks at the operator and one level below it, so that
 * building a node costs a constant. A rule gives EXPR_NONE when it does not apply.
 * Canonical forms that the rules keep: numbers stand behind in a sum and in front in a
 * product, NEG stands outside of products and quotients, x - number is x + (-number).
 * Numbers whose sum or product is not finite stay apart, so that the result is no
 * written `Inf`. */
#include <math.h>

#include "expr/pool-private.h"

static ExprId
plain (ExprPool *pool, ExprOp op, uint32_t payload, const ExprId *args)
{
  ExprNode node = {
      .op = op, .payload = {payload}, .args = {EXPR_NONE, EXPR_NONE, EXPR_NONE}};

  for (uint32_t i = 0; i < expr_n_args (op); i++)
    node.args[i] = args[i];
  return expr_intern (pool, &node);
}

static ExprId
plain2 (ExprPool *pool, ExprOp op, ExprId a, ExprId b)
{
  return plain (pool, op, 0, (const ExprId[]){a, b});
}

static bool
is_value (const ExprPool *pool, ExprId e, double value)
{
  double number;

  return expr_is_number (pool, e, &number) && number == value;
}

/* e as coefficient * rest; numbers are no product. */
static double
split_product (const ExprPool *pool, ExprId e, ExprId *rest)
{
  const ExprNode *node = expr_node (pool, e);
  double number;

  *rest = e;
  if (node->op == EXPR_NEG) {
    *rest = node->args[0];
    return -1.0;
  }
  if (node->op == EXPR_MUL && expr_is_number (pool, node->args[0], &number)) {
    *rest = node->args[1];
    return number;
  }
  return 1.0;
}

static ExprId
scale (ExprPool *pool, double factor, ExprId e)
{
  return expr_binary (pool, EXPR_MUL, expr_number (pool, factor), e);
}

static ExprId
plus_number (ExprPool *pool, ExprId e, double number)
{
  const ExprNode *node = expr_node (pool, e);
  double inner;

  if (number == 0.0)
    return e;
  if (node->op == EXPR_ADD && expr_is_number (pool, node->args[1], &inner) &&
      isfinite (inner + number))
    return plus_number (pool, node->args[0], inner + number);
  if (node->op == EXPR_SUB && expr_is_number (pool, node->args[0], &inner) &&
      isfinite (inner + number))
    return expr_binary (pool, EXPR_SUB, expr_number (pool, inner + number),
                        node->args[1]);
  return plain2 (pool, EXPR_ADD, e, expr_number (pool, number));
}

/* Rules for a + b that look for cancellation and negative terms. */
static ExprId
add (ExprPool *pool, ExprId a, ExprId b)
{
  const ExprNode *na = expr_node (pool, a), *nb = expr_node (pool, b);
  double number;
  ExprId x, y;

  if (expr_is_number (pool, a, &number))
    return plus_number (pool, b, number);
  if (expr_is_number (pool, b, &number))
    return plus_number (pool, a, number);
  double ca = split_product (pool, a, &x), cb = split_product (pool, b, &y);
  if (expr_is (x, y) && isfinite (ca + cb))
    return scale (pool, ca + cb, x);
  if (nb->op == EXPR_NEG)
    return expr_binary (pool, EXPR_SUB, a, nb->args[0]);
  if (na->op == EXPR_NEG)
    return expr_binary (pool, EXPR_SUB, b, na->args[0]);
  if (na->op == EXPR_SUB && expr_is (na->args[1], b))
    return na->args[0];
  if (nb->op == EXPR_SUB && expr_is (nb->args[1], a))
    return nb->args[0];
  return a.at < b.at ? plain2 (pool, EXPR_ADD, a, b) : plain2 (pool, EXPR_ADD, b, a);
}

/* number - b */
static ExprId
minus_from (ExprPool *pool, double number, ExprId b)
{
  const ExprNode *node = expr_node (pool, b);
  double inner;

  if (number == 0.0)
    return expr_unary (pool, EXPR_NEG, b);
  if (node->op == EXPR_NEG)
    return plus_number (pool, node->args[0], number);
  if (node->op == EXPR_ADD && expr_is_number (pool, node->args[1], &inner) &&
      isfinite (number - inner))
    return minus_from (pool, number - inner, node->args[0]);
  if (node->op == EXPR_SUB && expr_is_number (pool, node->args[0], &inner) &&
      isfinite (number - inner))
    return plus_number (pool, node->args[1], number - inner);
  return plain2 (pool, EXPR_SUB, expr_number (pool, number), b);
}

static ExprId
subtract (ExprPool *pool, ExprId a, ExprId b)
{
  const ExprNode *na = expr_node (pool, a), *nb = expr_node (pool, b);
  double number;
  ExprId x, y;

  if (expr_is_number (pool, b, &number))
    return plus_number (pool, a, -number);
  if (expr_is_number (pool, a, &number))
    return minus_from (pool, number, b);
  /* Equal terms, then NEG and sums that cancel. */
  double ca = split_product (pool, a, &x), cb = split_product (pool, b, &y);
  if (expr_is (x, y) && isfinite (ca - cb))
    return scale (pool, ca - cb, x);
  if (nb->op == EXPR_NEG)
    return expr_binary (pool, EXPR_ADD, a, nb->args[0]);
  if (na->op == EXPR_NEG)
    return expr_unary (pool, EXPR_NEG, expr_binary (pool, EXPR_ADD, na->args[0], b));
  if (na->op == EXPR_ADD && expr_is (na->args[0], b))
    return na->args[1];
  if (na->op == EXPR_ADD && expr_is (na->args[1], b))
    return na->args[0];
  if (na->op == EXPR_SUB && expr_is (na->args[0], b))
    return expr_unary (pool, EXPR_NEG, na->args[1]);
  if (nb->op == EXPR_SUB && expr_is (nb->args[0], a))
    return nb->args[1];
  return plain2 (pool, EXPR_SUB, a, b);
}

static ExprId
negate (ExprPool *pool, ExprId a)
{
  const ExprNode *node = expr_node (pool, a);
  double number;

  if (expr_is_number (pool, a, &number))
    return expr_number (pool, -number);
  if (node->op == EXPR_NEG)
    return node->args[0];
  if (node->op == EXPR_SUB)
    return expr_binary (pool, EXPR_SUB, node->args[1], node->args[0]);
  if (node->op == EXPR_MUL && expr_is_number (pool, node->args[0], &number))
    return scale (pool, -number, node->args[1]);
  return plain (pool, EXPR_NEG, 0, &a);
}

/* number * b */
static ExprId
times_number (ExprPool *pool, double number, ExprId b)
{
  const ExprNode *node = expr_node (pool, b);
  double inner;

  if (number == 0.0)
    return expr_number (pool, 0.0);
  if (number == 1.0)
    return b;
  if (number == -1.0)
    return negate (pool, b);
  if (expr_is_number (pool, b, &inner) && isfinite (number * inner))
    return expr_number (pool, number * inner);
  if (node->op == EXPR_NEG)
    return times_number (pool, -number, node->args[0]);
  if (node->op == EXPR_MUL && expr_is_number (pool, node->args[0], &inner) &&
      isfinite (number * inner))
    return times_number (pool, number * inner, node->args[1]);
  return plain2 (pool, EXPR_MUL, expr_number (pool, number), b);
}

static ExprId
multiply (ExprPool *pool, ExprId a, ExprId b)
{
  const ExprNode *na = expr_node (pool, a), *nb = expr_node (pool, b);
  double number;

  if (expr_is_number (pool, a, &number))
    return times_number (pool, number, b);
  if (expr_is_number (pool, b, &number))
    return times_number (pool, number, a);
  if (na->op == EXPR_NEG)
    return negate (pool, multiply (pool, na->args[0], b));
  if (nb->op == EXPR_NEG)
    return negate (pool, multiply (pool, a, nb->args[0]));
  if (na->op == EXPR_MUL && expr_is_number (pool, na->args[0], &number))
    return times_number (pool, number, multiply (pool, na->args[1], b));
  if (nb->op == EXPR_MUL && expr_is_number (pool, nb->args[0], &number))
    return times_number (pool, number, multiply (pool, a, nb->args[1]));
  if (na->op == EXPR_DIV && expr_is (na->args[1], b))
    return na->args[0];
  if (nb->op == EXPR_DIV && expr_is (nb->args[1], a))
    return nb->args[0];
  return a.at < b.at ? plain2 (pool, EXPR_MUL, a, b) : plain2 (pool, EXPR_MUL, b, a);
}

static ExprId
divide (ExprPool *pool, ExprId a, ExprId b)
{
  const ExprNode *na = expr_node (pool, a), *nb = expr_node (pool, b);
  double number, inner;

  if (is_value (pool, a, 0.0) && !is_value (pool, b, 0.0))
    return a;
  if (is_value (pool, b, 1.0))
    return a;
  if (is_value (pool, b, -1.0))
    return negate (pool, a);
  /* NEG outside, factors that cancel, one division instead of two. */
  if (na->op == EXPR_NEG)
    return negate (pool, divide (pool, na->args[0], b));
  if (nb->op == EXPR_NEG)
    return negate (pool, divide (pool, a, nb->args[0]));
  if (expr_is (a, b) && !is_value (pool, b, 0.0))
    return expr_number (pool, 1.0);
  if (na->op == EXPR_MUL && expr_is (na->args[1], b))
    return na->args[0];
  if (na->op == EXPR_MUL && expr_is (na->args[0], b))
    return na->args[1];
  if (na->op == EXPR_MUL && expr_is_number (pool, na->args[0], &inner) &&
      expr_is_number (pool, b, &number) && number != 0.0 && isfinite (inner / number))
    return times_number (pool, inner / number, na->args[1]);
  if (na->op == EXPR_DIV)
    return plain2 (pool, EXPR_DIV, na->args[0], multiply (pool, na->args[1], b));
  if (nb->op == EXPR_DIV)
    return divide (pool, multiply (pool, a, nb->args[1]), nb->args[0]);
  return plain2 (pool, EXPR_DIV, a, b);
}

static ExprId
power (ExprPool *pool, ExprId a, ExprId b)
{
  double exponent;

  if (is_value (pool, a, 1.0))
    return a;
  if (!expr_is_number (pool, b, &exponent))
    return plain2 (pool, EXPR_POW, a, b);
  if (exponent == 0.0)
    return expr_number (pool, 1.0);
  if (exponent == 1.0)
    return a;
  if (exponent == 2.0)
    return multiply (pool, a, a);
  if (exponent == 0.5)
    return expr_unary (pool, EXPR_SQRT, a);
  if (exponent == -1.0)
    return divide (pool, expr_number (pool, 1.0), a);
  return plain2 (pool, EXPR_POW, a, b);
}

/* and, or: one constant operand decides or drops out. */
static ExprId
logical (ExprPool *pool, ExprOp op, ExprId a, ExprId b)
{
  double number, deciding = op == EXPR_OR ? 1.0 : 0.0;

  if (expr_is (a, b))
    return a;
  if (expr_is_number (pool, a, &number))
    return number == deciding ? a : b;
  if (expr_is_number (pool, b, &number))
    return number == deciding ? b : a;
  return a.at < b.at ? plain2 (pool, op, a, b) : plain2 (pool, op, b, a);
}

static ExprId
select_value (ExprPool *pool, ExprId c, ExprId a, ExprId b)
{
  const ExprNode *node = expr_node (pool, c);
  const ExprNode *inner_a = expr_node (pool, a), *inner_b = expr_node (pool, b);
  double number;

  if (expr_is_number (pool, c, &number))
    return number != 0.0 ? a : b;
  if (expr_is (a, b))
    return a;
  if (node->op == EXPR_NOT)
    return select_value (pool, node->args[0], b, a);
  /* The same condition again inside is decided. */
  if (inner_a->op == EXPR_IF && expr_is (inner_a->args[0], c))
    return select_value (pool, c, inner_a->args[1], b);
  if (inner_b->op == EXPR_IF && expr_is (inner_b->args[0], c))
    return select_value (pool, c, a, inner_b->args[2]);
  return plain (pool, EXPR_IF, 0, (const ExprId[]){c, a, b});
}

/* Comparisons, minimum, maximum and the like of two equal or exchangeable operands. */
static ExprId
pairwise (ExprPool *pool, ExprOp op, ExprId a, ExprId b)
{
  bool is_equal = expr_is (a, b);

  if (is_equal && (op == EXPR_MIN || op == EXPR_MAX))
    return a;
  if (is_equal && (op == EXPR_LE || op == EXPR_GE || op == EXPR_EQ))
    return expr_bool (pool, true);
  if (is_equal && (op == EXPR_LT || op == EXPR_GT || op == EXPR_NE))
    return expr_bool (pool, false);
  bool can_swap = op == EXPR_EQ || op == EXPR_NE || expr_op_is (op, EXPR_SYMMETRIC);
  return can_swap && b.at < a.at ? plain2 (pool, op, b, a) : plain2 (pool, op, a, b);
}

static ExprId
one_argument (ExprPool *pool, ExprOp op, uint32_t payload, ExprId a)
{
  ExprOp inner = expr_op (pool, a);
  ExprId x = expr_node (pool, a)->args[0];
  double number;

  /* Constants do not change, so they have no derivative and no edge. */
  if (expr_is_number (pool, a, &number)) {
    if (op == EXPR_DER || op == EXPR_EDGE || op == EXPR_CHANGE)
      return expr_number (pool, 0.0);
    if (op == EXPR_PRE || op == EXPR_NOEVENT || op == EXPR_SMOOTH)
      return a;
  }
  if (op == EXPR_NOT && inner == EXPR_NOT)
    return x;
  if (op == EXPR_DER && inner == EXPR_TIME)
    return expr_number (pool, 1.0);
  if (op == EXPR_NOEVENT &&
      (inner == EXPR_VAR || inner == EXPR_TIME || inner == EXPR_NOEVENT))
    return a;
  /* Fewer operators: ceil by floor, signs outside of odd functions. */
  if (op == EXPR_CEIL)
    return negate (pool, one_argument (pool, EXPR_FLOOR, 0, negate (pool, a)));
  if (expr_op_is (op, EXPR_EVEN) && inner == EXPR_NEG)
    return one_argument (pool, op, payload, x);
  if (expr_op_is (op, EXPR_ODD) && inner == EXPR_NEG)
    return negate (pool, one_argument (pool, op, payload, x));
  return plain (pool, op, payload, &a);
}

static bool
fold (ExprPool *pool, ExprOp op, const ExprId *args, ExprId *folded)
{
  double values[3] = {0};
  uint32_t n = expr_n_args (op);

  for (uint32_t i = 0; i < n; i++)
    if (!expr_is_number (pool, args[i], &values[i]))
      return false;
  double value = n == 0 ? (double) NAN : expr_apply (op, values);
  if (!isfinite (value))
    return false;
  *folded = expr_number (pool, value);
  return true;
}

ExprId
expr_make (ExprPool *pool, ExprOp op, uint32_t payload, const ExprId *args)
{
  ExprId folded;

  if (expr_n_args (op) == 0)
    return expr_leaf (pool, op, payload);
  /* Constants first, then the rules of the operator. */
  if (fold (pool, op, args, &folded))
    return folded;
  switch ((int) op) {
  case EXPR_ADD:
    return add (pool, args[0], args[1]);
  case EXPR_SUB:
    return subtract (pool, args[0], args[1]);
  case EXPR_MUL:
    return multiply (pool, args[0], args[1]);
  case EXPR_DIV:
    return divide (pool, args[0], args[1]);
  case EXPR_POW:
    return power (pool, args[0], args[1]);
  case EXPR_NEG:
    return negate (pool, args[0]);
  case EXPR_AND:
  case EXPR_OR:
    return logical (pool, op, args[0], args[1]);
  case EXPR_IF:
    return select_value (pool, args[0], args[1], args[2]);
  }
  if (payload == 0 && expr_n_args (op) == 2)
    return pairwise (pool, op, args[0], args[1]);
  if (expr_n_args (op) == 1)
    return one_argument (pool, op, payload, args[0]);
  return plain (pool, op, payload, args);
}

ExprId
expr_unary (ExprPool *pool, ExprOp op, ExprId a)
{
  return expr_make (pool, op, 0, (const ExprId[]){a});
}

ExprId
expr_binary (ExprPool *pool, ExprOp op, ExprId a, ExprId b)
{
  return expr_make (pool, op, 0, (const ExprId[]){a, b});
}

ExprId
expr_if (ExprPool *pool, ExprId condition, ExprId value, ExprId otherwise)
{
  return expr_make (pool, EXPR_IF, 0, (const ExprId[]){condition, value, otherwise});
}
