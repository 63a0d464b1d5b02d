/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters in an order in which each needs only earlier ones: depth-first search over
 * the parameters that a defining expression names. The flat model has no cycles. */
#include "dae/equation/parameter.h"

typedef struct {
  DaeBuild *work;
  uint8_t *state; /* 0 not met, 1 on the stack, 2 done */
  BASE_VEC (uint32_t) stack;
} Search;

static void
push_needed (void *data, ExprId e)
{
  Search *s = data;
  const ExprNode *node = expr_node (s->work->pool, e);

  if (node->op != EXPR_VAR)
    return;
  uint32_t v = expr_index (node->payload, s->work->flat->n_vars);
  if (s->work->flat->vars[v].kind == FLAT_PARAMETER && s->state[v] == 0)
    base_vec_push (s->work->scratch, s->stack, v);
}

static double
known_value (const void *data, uint32_t variable)
{
  const DaeBuild *work = data;

  return work->param_value[variable];
}

static void
finish (Search *s, uint32_t v)
{
  DaeBuild *work = s->work;
  ExprId value = work->flat->vars[v].value;

  s->state[v] = 2;
  if (expr_is_none (value))
    return;
  work->param_value[v] = expr_eval (work->pool, value, 0.0, known_value, work);
  base_vec_push (work->arena, work->params, v);
}

void
dae_parameters_order (DaeBuild *work)
{
  Search s = {.work = work,
              .state = base_arena_array (work->scratch, uint8_t, work->vars.n)};
  ExprWalk *walk = work->walk;

  work->param_value = base_arena_array (work->arena, double, work->vars.n);
  for (uint32_t root = 0; root < work->flat->n_vars; root++) {
    if (work->flat->vars[root].kind == FLAT_PARAMETER && s.state[root] == 0)
      base_vec_push (work->scratch, s.stack, root);
    while (s.stack.n > 0) {
      /* Depth first: a parameter is done behind those that its value needs. */
      uint32_t v = s.stack.at[s.stack.n - 1];
      ExprId value = work->flat->vars[v].value;

      if (s.state[v] == 0 && !expr_is_none (value)) {
        s.state[v] = 1;
        expr_walk_reset (walk);
        expr_walk (walk, value, push_needed, &s);
        continue;
      }
      s.stack.n--;
      if (s.state[v] != 2)
        finish (&s, v);
    }
  }
}
