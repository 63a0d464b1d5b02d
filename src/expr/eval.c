/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "expr/intern.h"
#include "expr/memo.h"

static double
sign_of (double x)
{
  return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0;
}

/* shape: one case per operator */
double
expr_apply (ExprOp op, const double *x)
{
  switch (op) {
  case EXPR_ADD:
    return x[0] + x[1];
  case EXPR_SUB:
    return x[0] - x[1];
  case EXPR_MUL:
    return x[0] * x[1];
  case EXPR_DIV:
    return x[0] / x[1];
  case EXPR_POW:
    return pow (x[0], x[1]);
  case EXPR_NEG:
    return -x[0];
  case EXPR_SIN:
    return sin (x[0]);
  case EXPR_COS:
    return cos (x[0]);
  case EXPR_TAN:
    return tan (x[0]);
  case EXPR_ASIN:
    return asin (x[0]);
  case EXPR_ACOS:
    return acos (x[0]);
  case EXPR_ATAN:
    return atan (x[0]);
  case EXPR_ATAN2:
    return atan2 (x[0], x[1]);
  case EXPR_SINH:
    return sinh (x[0]);
  case EXPR_COSH:
    return cosh (x[0]);
  case EXPR_TANH:
    return tanh (x[0]);
  case EXPR_EXP:
    return exp (x[0]);
  case EXPR_LOG:
    return log (x[0]);
  case EXPR_LOG10:
    return log10 (x[0]);
  case EXPR_SQRT:
    return sqrt (x[0]);
  case EXPR_HYPOT:
    return hypot (x[0], x[1]);
  case EXPR_ABS:
    return fabs (x[0]);
  case EXPR_MIN:
    return x[0] < x[1] ? x[0] : x[1];
  case EXPR_MAX:
    return x[0] > x[1] ? x[0] : x[1];
  case EXPR_SIGN:
    return sign_of (x[0]);
  case EXPR_FLOOR:
    return floor (x[0]);
  case EXPR_DIV_INT:
    return trunc (x[0] / x[1]);
  case EXPR_MOD:
    return x[0] - floor (x[0] / x[1]) * x[1];
  case EXPR_REM:
    return fmod (x[0], x[1]);
  case EXPR_LT:
    return x[0] < x[1];
  case EXPR_LE:
    return x[0] <= x[1];
  case EXPR_GT:
    return x[0] > x[1];
  case EXPR_GE:
    return x[0] >= x[1];
  case EXPR_EQ:
    return x[0] == x[1];
  case EXPR_NE:
    return x[0] != x[1];
  case EXPR_AND:
    return x[0] != 0.0 && x[1] != 0.0;
  case EXPR_OR:
    return x[0] != 0.0 || x[1] != 0.0;
  case EXPR_NOT:
    return x[0] == 0.0;
  case EXPR_IF:
    return x[0] != 0.0 ? x[1] : x[2];
  case EXPR_NOEVENT:
  case EXPR_SMOOTH:
    return x[0];
  case EXPR_NUMBER:
  case EXPR_VAR:
  case EXPR_TIME:
  case EXPR_DER:
  case EXPR_PRE:
  case EXPR_EDGE:
  case EXPR_CHANGE:
  case EXPR_INITIAL:
  case EXPR_SAMPLE:
  case EXPR_RELATION:
  case EXPR_TABLE:
  case EXPR_TABLE_DER:
  case EXPR_TABLE_BEND:
  case EXPR_DELAY:
  case EXPR_N_OPS:
    break;
  }
  return (double) NAN;
}

static double
value_of (const ExprPool *pool,
          const ExprNodes *nodes,
          const ExprNode *node,
          const double *values)
{
  double x[3] = {0};

  for (uint32_t i = expr_first_present (node->op); i < expr_n_args (node->op); i++) {
    uint32_t at = 0;
    expr_memo_find (&nodes->place, node->args[i].at, &at);
    x[i] = values[at];
  }
  return expr_apply (node->op, x);
}

double
expr_eval (const ExprPool *pool,
           ExprId e,
           double time,
           ExprValue value,
           const void *data)
{
  const ExprNode *top = expr_node (pool, e);
  if (top->op == EXPR_NUMBER)
    return top->number;

  ExprNodes nodes = {0};
  expr_nodes_collect (&nodes, pool, e.at);
  g_autofree double *values = g_new (double, nodes.n);
  for (uint32_t i = 0; i < nodes.n; i++) {
    const ExprNode *node = expr_node (pool, (ExprId){nodes.id[i]});
    values[i] = node->op == EXPR_NUMBER ? node->number
                : node->op == EXPR_VAR  ? value (data, node->payload.at)
                : node->op == EXPR_TIME ? time
                                        : value_of (pool, &nodes, node, values);
  }
  double result = values[nodes.n - 1];
  expr_nodes_clear (&nodes);
  return result;
}
