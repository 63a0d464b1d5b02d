/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All partial derivatives of an expression in one reverse sweep (adjoint or reverse
 * mode, Speelpenning 1980; Griewank & Walther, Evaluating derivatives, 2008): the
 * adjoint of each node is the sum over its users of adjoint times slope. A small
 * multiple of the expression's size, whatever the number of variables. Choices are
 * leaves of the sweep: each is differentiated forwards by its own few variables,
 * because an adjoint that is 0 in the branch not taken would meet slopes there that are
 * not finite. */
#include "expr/derive.h"
#include "expr/memo.h"
#include "expr/slope.h"

typedef struct {
  ExprPool *pool;
  ExprSlots slots;
  ExprNodes nodes;
  ExprId *adjoint; /* per node; EXPR_NONE: 0 */
  bool *is_active; /* per node: depends on a variable with a slot */
} Sweep;

static uint32_t
place_of (const Sweep *s, ExprId e)
{
  uint32_t place = 0;

  expr_memo_find (&s->nodes.place, e.at, &place);
  return place;
}

static void
find_active (Sweep *s)
{
  for (uint32_t i = 0; i < s->nodes.n; i++) {
    const ExprNode *node = expr_node (s->pool, (ExprId){s->nodes.at[i]});
    s->adjoint[i] = EXPR_NONE;
    if (node->op == EXPR_VAR)
      s->is_active[i] =
          s->slots.at[expr_index (node->payload, s->slots.n)] != UINT32_MAX;
    else if (!expr_op_is_boolean (node->op) && node->op != EXPR_DER &&
             expr_memo_first_present (node->op) == 0)
      for (uint32_t k = 0; k < expr_n_args (node->op); k++)
        s->is_active[i] = s->is_active[i] || s->is_active[place_of (s, node->args[k])];
  }
}

static void
add_adjoint (Sweep *s, uint32_t place, ExprId term)
{
  s->adjoint[place] = expr_is_none (s->adjoint[place])
                          ? term
                          : expr_binary (s->pool, EXPR_ADD, s->adjoint[place], term);
}

/* Adds to the adjoints of the variables under a choice. */
static void
sweep_choice (Sweep *s, ExprId e, ExprId adjoint)
{
  ExprNodes inside = {0};

  expr_memo_collect_nodes (&inside, s->pool, e.at);
  for (uint32_t i = 0; i < inside.n; i++) {
    ExprId leaf = {inside.at[i]};
    const ExprNode *node = expr_node (s->pool, leaf);
    if (node->op != EXPR_VAR ||
        s->slots.at[expr_index (node->payload, s->slots.n)] == UINT32_MAX)
      continue;
    g_autoptr (ExprDerive) derive = expr_derive_new (s->pool, node->payload.at);
    ExprId slope = expr_derive (derive, e);
    add_adjoint (s, place_of (s, leaf),
                 expr_binary (s->pool, EXPR_MUL, adjoint, slope));
  }
  expr_memo_clear_nodes (&inside);
}

static void
sweep_node (Sweep *s, uint32_t place)
{
  ExprId e = {s->nodes.at[place]}, adjoint = s->adjoint[place];
  ExprNode node = *expr_node (s->pool, e);

  if (!s->is_active[place] || expr_is_none (adjoint))
    return;
  if (expr_slope_is_choice (node.op)) {
    sweep_choice (s, e, adjoint);
    return;
  }
  for (uint32_t k = 0; k < expr_n_args (node.op); k++) {
    uint32_t argument = place_of (s, node.args[k]);
    if (s->is_active[argument])
      add_adjoint (
          s, argument,
          expr_binary (s->pool, EXPR_MUL, adjoint, expr_slope (s->pool, e, &node, k)));
  }
}

static int
compare_variables (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

  return (x > y) - (x < y);
}

/* Reports the adjoints of the variables in their order. */
static void
report (Sweep *s, ExprPartial found, void *data)
{
  g_autofree uint64_t *order = g_new (uint64_t, s->nodes.n);
  uint32_t n = 0;

  for (uint32_t i = 0; i < s->nodes.n; i++) {
    const ExprNode *node = expr_node (s->pool, (ExprId){s->nodes.at[i]});
    if (node->op == EXPR_VAR && s->is_active[i] && !expr_is_none (s->adjoint[i]) &&
        !expr_is_zero (s->pool, s->adjoint[i]))
      order[n++] = (uint64_t) node->payload.at << 32 | i;
  }
  qsort (order, n, sizeof *order, compare_variables);
  for (uint32_t i = 0; i < n; i++)
    found (data, (uint32_t) (order[i] >> 32), s->adjoint[(uint32_t) order[i]]);
}

void
expr_gradient (ExprPool *pool, ExprId e, ExprSlots slots, ExprPartial found, void *data)
{
  Sweep s = {.pool = pool, .slots = slots};

  expr_memo_collect_nodes (&s.nodes, pool, e.at);
  s.adjoint = g_new (ExprId, s.nodes.n);
  s.is_active = g_new0 (bool, s.nodes.n);
  find_active (&s);
  s.adjoint[s.nodes.n - 1] = expr_number (pool, 1.0);
  for (uint32_t i = s.nodes.n; i-- > 0;)
    sweep_node (&s, i);
  report (&s, found, data);
  g_free (s.adjoint);
  g_free (s.is_active);
  expr_memo_clear_nodes (&s.nodes);
}
