/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves an equation for one variable. Each node that holds x is written as slope * x +
 * offset, arguments first; a nonlinear equation is peeled from outside inwards, as long
 * as the outermost operator has an inverse that holds for all values, until what is
 * left is linear or x itself. Linear in the distinct nodes for each operator that is
 * peeled. */
#include "expr/isolate.h"

#include <math.h>

#include "expr/memo.h"

bool
expr_isolate_occurs (const ExprPool *pool, ExprId e, uint32_t variable)
{
  const ExprNode *top = expr_node (pool, e);
  ExprNodes nodes = {0};
  bool is_found = false;

  if (expr_n_args (top->op) == 0)
    return top->op == EXPR_VAR && top->payload.at == variable;
  expr_memo_collect_nodes (&nodes, pool, e.at);
  for (uint32_t i = 0; i < nodes.n && !is_found; i++) {
    const ExprNode *node = expr_node (pool, (ExprId){nodes.at[i]});
    is_found = node->op == EXPR_VAR && node->payload.at == variable;
  }
  expr_memo_clear_nodes (&nodes);
  return is_found;
}

/* slope * x + offset; a slope of EXPR_NONE: nonlinear; `is_free`: x does not occur. */
typedef struct {
  ExprId slope;
  ExprId offset;
  bool is_free;
} Line;

static const Line NONLINEAR = {{UINT32_MAX}, {UINT32_MAX}, false};

static Line
line_product (ExprPool *pool, ExprOp op, const Line *line, ExprId factor)
{
  ExprId slope = expr_binary (pool, op, line->slope, factor);

  return (Line){slope, expr_binary (pool, op, line->offset, factor), false};
}

/* A node whose arguments are `a`; some of them hold x, all are linear in it. */
static Line
line_of_operator (ExprPool *pool, const ExprNode *node, const Line *a)
{
  ExprId slope;

  switch ((int) node->op) {
  case EXPR_ADD:
  case EXPR_SUB:
    slope = expr_binary (pool, node->op, a[0].slope, a[1].slope);
    return (Line){slope, expr_binary (pool, node->op, a[0].offset, a[1].offset), false};
  case EXPR_NEG:
    slope = expr_unary (pool, EXPR_NEG, a[0].slope);
    return (Line){slope, expr_unary (pool, EXPR_NEG, a[0].offset), false};
  case EXPR_MUL:
    if (a[0].is_free)
      return line_product (pool, EXPR_MUL, &a[1], a[0].offset);
    return a[1].is_free ? line_product (pool, EXPR_MUL, &a[0], a[1].offset) : NONLINEAR;
  case EXPR_DIV:
    return a[1].is_free ? line_product (pool, EXPR_DIV, &a[0], a[1].offset) : NONLINEAR;
  case EXPR_IF:
    if (!a[0].is_free)
      return NONLINEAR;
    slope = expr_if (pool, a[0].offset, a[1].slope, a[2].slope);
    return (Line){slope, expr_if (pool, a[0].offset, a[1].offset, a[2].offset), false};
  }
  return NONLINEAR;
}

static Line
line_of_node (ExprPool *pool, const ExprNodes *nodes, const Line *lines, uint32_t i)
{
  ExprId e = {nodes->at[i]};
  ExprNode node = *expr_node (pool, e);
  Line a[3] = {NONLINEAR, NONLINEAR, NONLINEAR};
  bool is_free = true, is_linear = true;

  for (uint32_t k = expr_memo_first_present (node.op); k < expr_n_args (node.op); k++) {
    uint32_t at = 0;
    expr_memo_find (&nodes->place, node.args[k].at, &at);
    a[k] = lines[at];
    is_free = is_free && a[k].is_free;
    is_linear = is_linear && !expr_is_none (a[k].slope);
  }
  if (is_free)
    return (Line){expr_number (pool, 0.0), e, true};
  return is_linear ? line_of_operator (pool, &node, a) : NONLINEAR;
}

ExprDependence
expr_isolate_line (ExprPool *pool,
                   ExprId e,
                   uint32_t variable,
                   ExprId *slope,
                   ExprId *offset)
{
  ExprNodes nodes = {0};
  ExprId one = expr_number (pool, 1.0), zero = expr_number (pool, 0.0);

  expr_memo_collect_nodes (&nodes, pool, e.at);
  g_autofree Line *lines = g_new (Line, nodes.n);
  for (uint32_t i = 0; i < nodes.n; i++) {
    const ExprNode *node = expr_node (pool, (ExprId){nodes.at[i]});
    if ((node->op == EXPR_VAR && node->payload.at == variable) ||
        (node->op == EXPR_TIME && variable == EXPR_OF_TIME))
      lines[i] = (Line){one, zero, false};
    else
      lines[i] = line_of_node (pool, &nodes, lines, i);
  }
  /* The last node is the expression itself. */
  Line line = lines[nodes.n - 1];
  expr_memo_clear_nodes (&nodes);
  if (expr_is_none (line.slope))
    return EXPR_NONLINEAR;
  *slope = line.slope;
  *offset = line.offset;
  return line.is_free ? EXPR_INDEPENDENT : EXPR_LINEAR;
}

typedef struct {
  ExprPool *pool;
  uint32_t variable;
  ExprCanDivide can_divide;
  const void *data;
} Isolation;

static bool
is_divisor (const Isolation *s, ExprId slope)
{
  double number;

  if (expr_is_number (s->pool, slope, &number))
    return number != 0.0 && isfinite (number);
  return s->can_divide != NULL && s->can_divide (s->data, slope);
}

/* The odd root of y. */
static ExprId
inverse_power (ExprPool *pool, ExprId y, double exponent)
{
  ExprId size = expr_unary (pool, EXPR_ABS, y);
  ExprId root = expr_binary (pool, EXPR_POW, size, expr_number (pool, 1.0 / exponent));
  ExprId sign = expr_unary (pool, EXPR_NOEVENT, expr_unary (pool, EXPR_SIGN, y));

  return expr_binary (pool, EXPR_MUL, sign, root);
}

#define UN(OP, x)     expr_unary (pool, EXPR_##OP, x)
#define BIN(OP, x, y) expr_binary (pool, EXPR_##OP, x, y)
#define NUM(x)        expr_number (pool, x)

/* The argument of the outermost function, from its value. EXPR_NONE if it has no
 * inverse that holds everywhere. */
static ExprId
invert (ExprPool *pool, const ExprNode *node, ExprId y)
{
  double exponent;

  switch ((int) node->op) {
#define X(NAME, name, n_args, value, by_a, by_b, inverse, ...)                         \
  case EXPR_##NAME:                                                                    \
    return inverse;
    BASE_FUNCTIONS (X)
#undef X
  case EXPR_POW:
    if (expr_is_number (pool, node->args[1], &exponent) && exponent > 0.0 &&
        fmod (exponent, 2.0) == 1.0)
      return inverse_power (pool, y, exponent);
  }
  return EXPR_NONE;
}

/* One step from outside inwards on `*left` = `*right`, x in the left side only: sums,
 * products and quotients are undone. False if this is no such operator. */
static bool
peel_arithmetic (const Isolation *s, ExprId *left, ExprId *right)
{
  ExprNode node = *expr_node (s->pool, *left);

  if (node.op != EXPR_ADD && node.op != EXPR_SUB && node.op != EXPR_MUL &&
      node.op != EXPR_DIV && node.op != EXPR_NEG)
    return false;
  if (node.op == EXPR_NEG) {
    *left = node.args[0];
    *right = expr_unary (s->pool, EXPR_NEG, *right);
    return true;
  }
  /* x must be in one operand only, the other one be a divisor if need be. */
  bool is_first = expr_isolate_occurs (s->pool, node.args[0], s->variable);
  ExprId with = node.args[is_first ? 0 : 1], other = node.args[is_first ? 1 : 0];
  bool is_product = node.op == EXPR_MUL || node.op == EXPR_DIV;
  if (expr_isolate_occurs (s->pool, other, s->variable) ||
      (is_product && (!is_divisor (s, other) || (node.op == EXPR_DIV && !is_first))))
    return false;
  /* The inverse operation goes to the right. */
  *left = with;
  if (node.op == EXPR_SUB && !is_first)
    *right = expr_binary (s->pool, EXPR_SUB, other, *right);
  else
    *right = expr_binary (s->pool,
                          node.op == EXPR_ADD   ? EXPR_SUB
                          : node.op == EXPR_SUB ? EXPR_ADD
                          : node.op == EXPR_MUL ? EXPR_DIV
                                                : EXPR_MUL,
                          *right, other);
  return true;
}

ExprId
expr_isolate (ExprPool *pool,
              ExprId lhs,
              ExprId rhs,
              uint32_t variable,
              ExprCanDivide can_divide,
              const void *data)
{
  Isolation s = {pool, variable, can_divide, data};
  bool is_left = expr_isolate_occurs (pool, lhs, variable);
  bool is_right = expr_isolate_occurs (pool, rhs, variable);
  ExprId left = is_left ? lhs : rhs, right = is_left ? rhs : lhs, slope, offset;

  /* All of x to the left side. */
  if (is_left && is_right) {
    left = expr_binary (pool, EXPR_SUB, lhs, rhs);
    right = expr_number (pool, 0.0);
  }
  for (;;) {
    const ExprNode *top = expr_node (pool, left);
    if (top->op == EXPR_VAR && top->payload.at == variable)
      return right;
    /* Linear: solved, if the slope may be divided by. */
    ExprDependence kind = expr_isolate_line (pool, left, variable, &slope, &offset);
    if (kind == EXPR_INDEPENDENT || (kind == EXPR_LINEAR && !is_divisor (&s, slope)))
      return EXPR_NONE;
    if (kind == EXPR_LINEAR)
      return expr_binary (pool, EXPR_DIV, expr_binary (pool, EXPR_SUB, right, offset),
                          slope);
    /* Otherwise the outermost operator is undone. */
    if (peel_arithmetic (&s, &left, &right))
      continue;
    ExprNode node = *expr_node (pool, left);
    ExprId inner = invert (pool, &node, right);
    if (expr_is_none (inner))
      return EXPR_NONE;
    left = node.args[0];
    right = inner;
  }
}
