/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluation of one expression, arguments first, each distinct node once, with a value
 * per node on the heap. It serves constants and tests; a run evaluates the
 * straight-line code of `code`. The values of the operators are expanded from the list
 * in expr/ops.h. */
#include <math.h>
#include <stdlib.h>

#include "expr/memo.h"
#include "expr/pool-private.h"

#define A x[0]
#define B x[1]
#define C x[2]

/* shape: one case per operator */
double
expr_apply (ExprOp op, const double *x)
{
  switch (op) {
#define X(name, form, n_args, value, ...)                                              \
  case EXPR_##name:                                                                    \
    return value;
    EXPR_OPERATORS (X)
#undef X
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

  for (uint32_t i = expr_memo_first_present (node->op); i < expr_n_args (node->op);
       i++) {
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
  expr_memo_collect_nodes (&nodes, pool, e.at);
  g_autofree double *values = g_new (double, nodes.n);
  for (uint32_t i = 0; i < nodes.n; i++) {
    const ExprNode *node = expr_node (pool, (ExprId){nodes.at[i]});
    values[i] = node->op == EXPR_NUMBER ? node->number
                : node->op == EXPR_VAR  ? value (data, node->payload.at)
                : node->op == EXPR_TIME ? time
                                        : value_of (pool, &nodes, node, values);
  }
  double result = values[nodes.n - 1];
  expr_memo_clear_nodes (&nodes);
  return result;
}
