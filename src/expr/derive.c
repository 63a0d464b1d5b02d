/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forward differentiation by the chain rule: the nodes of an expression are visited
 * arguments first, each once, and their derivatives kept in a memo that serves further
 * expressions; the rules of the operators are those of expr/slope.c. Linear in the
 * distinct nodes. By time, what jumps has no derivative, and the first variable or
 * operator without one is found by going down from the root. */
#include "expr/derive.h"

#include "expr/memo.h"
#include "expr/slope.h"

struct ExprDerive {
  ExprPool *pool;
  uint32_t variable;
  ExprMemo memo;
};

ExprDerive *
expr_derive_new (ExprPool *pool, uint32_t variable)
{
  ExprDerive *derive = g_new0 (ExprDerive, 1);

  derive->pool = pool;
  derive->variable = variable;
  return derive;
}

void
expr_derive_free (ExprDerive *derive)
{
  if (derive == NULL)
    return;
  expr_memo_clear (&derive->memo);
  g_free (derive);
}

static ExprId
derive_node (ExprDerive *derive, ExprId e)
{
  ExprNode node = *expr_node (derive->pool, e);
  ExprId d[3] = {EXPR_NONE, EXPR_NONE, EXPR_NONE};

  if (node.op == EXPR_VAR)
    return expr_number (derive->pool, node.payload.at == derive->variable ? 1.0 : 0.0);
  if (expr_n_args (node.op) == 0 || expr_op_is_boolean (node.op) ||
      node.op == EXPR_DER || expr_memo_first_present (node.op) > 0)
    return expr_number (derive->pool, 0.0);
  for (uint32_t i = 0; i < expr_n_args (node.op); i++)
    expr_memo_find (&derive->memo, node.args[i].at, &d[i].at);
  return expr_slope_chain (derive->pool, e, &node, d);
}

ExprId
expr_derive (ExprDerive *derive, ExprId e)
{
  ExprNodes nodes = {0};
  uint32_t found;

  if (!expr_memo_find (&derive->memo, e.at, &found)) {
    expr_memo_collect_nodes (&nodes, derive->pool, e.at);
    for (uint32_t i = 0; i < nodes.n; i++)
      if (!expr_memo_find (&derive->memo, nodes.at[i], &found)) {
        found = derive_node (derive, (ExprId){nodes.at[i]}).at;
        expr_memo_add (&derive->memo, nodes.at[i], found);
      }
    expr_memo_clear_nodes (&nodes);
  }
  return (ExprId){found};
}

struct ExprDeriveTime {
  ExprPool *pool;
  ExprRate rate;
  ExprIsSmooth is_smooth;
  void *data;
  ExprMemo memo;     /* derivatives, EXPR_NONE included */
  ExprMemo is_fixed; /* 1: changes neither with time nor at events */
};

ExprDeriveTime *
expr_derive_time_new (ExprPool *pool, ExprRate rate, ExprIsSmooth is_smooth, void *data)
{
  ExprDeriveTime *derive = g_new0 (ExprDeriveTime, 1);

  derive->pool = pool;
  derive->rate = rate;
  derive->is_smooth = is_smooth;
  derive->data = data;
  return derive;
}

void
expr_derive_time_free (ExprDeriveTime *derive)
{
  if (derive == NULL)
    return;
  expr_memo_clear (&derive->memo);
  expr_memo_clear (&derive->is_fixed);
  g_free (derive);
}

static bool
find_fixed (const ExprDeriveTime *derive, const ExprNode *node, ExprId rate)
{
  uint32_t is_fixed = 1;

  if (node->op == EXPR_NUMBER)
    return true;
  if (node->op == EXPR_VAR)
    return !expr_is_none (rate) && expr_is_zero (derive->pool, rate);
  if (expr_memo_first_present (node->op) > 0)
    return false;
  for (uint32_t i = 0; i < expr_n_args (node->op) && is_fixed != 0; i++)
    expr_memo_find (&derive->is_fixed, node->args[i].at, &is_fixed);
  return is_fixed != 0 && expr_n_args (node->op) > 0 && node->op != EXPR_SAMPLE &&
         node->op != EXPR_EDGE && node->op != EXPR_CHANGE;
}

/* Two different constants under a condition that can change: a step. */
static bool
is_step (const ExprDeriveTime *derive, const ExprNode *node, const ExprId *d)
{
  uint32_t is_fixed = 0;

  expr_memo_find (&derive->is_fixed, node->args[0].at, &is_fixed);
  return is_fixed == 0 && expr_is_zero (derive->pool, d[1]) &&
         expr_is_zero (derive->pool, d[2]);
}

static bool
has_jumps (const ExprDeriveTime *derive, const ExprNode *node)
{
  switch ((int) node->op) {
  case EXPR_DER:
  case EXPR_PRE:
  case EXPR_TABLE_BEND:
  case EXPR_DELAY:
    return true;
  case EXPR_TABLE_DER:
    return !derive->is_smooth (derive->data, node->payload.at);
  }
  return expr_op_is_boolean (node->op) || expr_op_is (node->op, EXPR_JUMPS);
}

/* The derivative of a node that is not fixed. */
static ExprId
rate_of_node (const ExprDeriveTime *derive, ExprId e, const ExprNode *node)
{
  ExprId d[3] = {EXPR_NONE, EXPR_NONE, EXPR_NONE};

  if (node->op == EXPR_TIME)
    return expr_number (derive->pool, 1.0);
  if (has_jumps (derive, node))
    return EXPR_NONE;
  for (uint32_t i = 0; i < expr_n_args (node->op); i++) {
    expr_memo_find (&derive->memo, node->args[i].at, &d[i].at);
    if (expr_is_none (d[i]) && !(node->op == EXPR_IF && i == 0))
      return EXPR_NONE;
  }
  if (node->op == EXPR_IF && is_step (derive, node, d))
    return EXPR_NONE;
  return expr_slope_chain (derive->pool, e, node, d);
}

static void
add_node (ExprDeriveTime *derive, ExprId e)
{
  ExprNode node = *expr_node (derive->pool, e);
  ExprId rate = EXPR_NONE;

  if (node.op == EXPR_VAR)
    rate = derive->rate (derive->data, derive->pool, node.payload.at);
  bool is_fixed = find_fixed (derive, &node, rate);
  if (is_fixed)
    rate = expr_number (derive->pool, 0.0);
  else if (node.op != EXPR_VAR)
    rate = rate_of_node (derive, e, &node);
  expr_memo_add (&derive->is_fixed, e.at, is_fixed);
  expr_memo_add (&derive->memo, e.at, rate.at);
}

/* The variable that has no derivative, or UINT32_MAX if an operator jumps. */
static uint32_t
find_culprit (const ExprDeriveTime *derive, ExprId e)
{
  for (;;) {
    const ExprNode *node = expr_node (derive->pool, e);
    uint32_t first = node->op == EXPR_IF ? 1 : 0, i = first, found = 0;

    if (node->op == EXPR_VAR)
      return node->payload.at;
    for (; i < expr_n_args (node->op); i++) {
      expr_memo_find (&derive->memo, node->args[i].at, &found);
      if (found == UINT32_MAX)
        break;
    }
    if (i == expr_n_args (node->op))
      return UINT32_MAX;
    e = node->args[i];
  }
}

ExprId
expr_derive_time (ExprDeriveTime *derive, ExprId e, uint32_t *culprit)
{
  ExprNodes nodes = {0};
  uint32_t found;

  if (!expr_memo_find (&derive->memo, e.at, &found)) {
    expr_memo_collect_nodes (&nodes, derive->pool, e.at);
    for (uint32_t i = 0; i < nodes.n; i++)
      if (!expr_memo_find (&derive->memo, nodes.at[i], &found))
        add_node (derive, (ExprId){nodes.at[i]});
    expr_memo_clear_nodes (&nodes);
    expr_memo_find (&derive->memo, e.at, &found);
  }
  if (found == UINT32_MAX)
    *culprit = find_culprit (derive, e);
  return (ExprId){found};
}
