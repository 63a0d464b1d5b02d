/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a crossing matters. `pre (b) and r` does not depend on r while pre (b) is false,
 * nor `if b then x else y` on the crossings in y while b is true: such crossings are
 * not watched (LANGUAGE 9). What decides must itself hold no watched crossing, or two
 * of them could wait for each other; and it must be discrete, so that it changes at
 * events only. A node matters if one of its users does and needs it; users have greater
 * ids, so one pass over the pool from its end suffices. */
#include "code/build/build-private.h"

typedef struct {
  const DaeSystem *dae;
  uint32_t n;      /* nodes before any is built here */
  bool *is_held;   /* by node: discrete and without watched crossing */
  bool *is_watch;  /* by node: holds a watched crossing */
  bool *is_used;   /* by node: part of a block */
  ExprId *matters; /* by node: EXPR_NONE: never so far */
} Watch;

static void
classify (Watch *w, uint32_t at)
{
  const ExprNode *node = expr_node (w->dae->pool, (ExprId){at});
  bool is_held = true, is_watch = false;

  for (uint32_t i = 0; i < expr_n_args (node->op); i++) {
    is_held &= w->is_held[node->args[i].at];
    is_watch |= w->is_watch[node->args[i].at];
  }
  /* Leaves decide for themselves, others by their arguments. */
  if (node->op == EXPR_VAR) {
    DaeVarKind kind = w->dae
                          ->vars[code_build_target (
                              w->dae, expr_index (node->payload, w->dae->n_vars))]
                          .kind;
    is_held = kind == DAE_DISCRETE || kind == DAE_PARAMETER;
  } else if (node->op == EXPR_CROSSING) {
    is_watch =
        w->dae->crossings[expr_index (node->payload, w->dae->n_crossings)].kind ==
        DAE_STATE_EVENT;
    is_held = !is_watch;
  } else if (node->op == EXPR_TIME || node->op == EXPR_DELAY) {
    is_held = false;
  }
  w->is_held[at] = is_held;
  w->is_watch[at] = is_watch;
}

static void
mark_used (void *data, ExprId e)
{
  ((Watch *) data)->is_used[e.at] = true;
}

/* What is computed in any case. */
static void
mark_root (Watch *w, ExprWalk *walk, ExprId e)
{
  expr_walk (walk, e, mark_used, w);
  w->matters[e.at] = expr_bool (w->dae->pool, true);
}

static void
mark_block (Watch *w, ExprWalk *walk, const DaeBlock *block)
{
  for (uint32_t k = 0; k < block->n - block->n_tears; k++)
    mark_root (w, walk, block->inner[k]);
  for (uint32_t k = 0; k < block->n_tears; k++)
    mark_root (w, walk, block->residual[k]);
}

static void
add (Watch *w, ExprId e, ExprId condition)
{
  if (!w->is_watch[e.at])
    return;
  w->matters[e.at] =
      expr_is_none (w->matters[e.at])
          ? condition
          : expr_binary (w->dae->pool, EXPR_OR, w->matters[e.at], condition);
}

/* condition and (decides == wanted), if what decides is held. */
static ExprId
given (Watch *w, ExprId condition, ExprId decides, bool wanted)
{
  ExprPool *pool = w->dae->pool;

  if (!w->is_held[decides.at])
    return condition;
  if (!wanted)
    decides = expr_unary (pool, EXPR_NOT, decides);
  return expr_binary (pool, EXPR_AND, condition, decides);
}

static void
hand_down (Watch *w, uint32_t at)
{
  ExprNode node = *expr_node (w->dae->pool, (ExprId){at});
  ExprId condition = w->matters[at];

  if (node.op == EXPR_AND || node.op == EXPR_OR) {
    add (w, node.args[0], given (w, condition, node.args[1], node.op == EXPR_AND));
    add (w, node.args[1], given (w, condition, node.args[0], node.op == EXPR_AND));
  } else if (node.op == EXPR_IF) {
    add (w, node.args[0], condition);
    add (w, node.args[1], given (w, condition, node.args[0], true));
    add (w, node.args[2], given (w, condition, node.args[0], false));
  } else {
    for (uint32_t i = 0; i < expr_n_args (node.op); i++)
      add (w, node.args[i], condition);
  }
}

static void
collect (Watch *w)
{
  g_autoptr (ExprWalk) walk = expr_walk_new (w->dae->pool);

  for (uint32_t i = 0; i < w->n; i++) {
    w->matters[i] = EXPR_NONE;
    classify (w, i);
  }
  for (uint32_t b = 0; b < w->dae->n_dynamic; b++)
    mark_block (w, walk, &w->dae->dynamic[b]);
  for (uint32_t b = 0; b < w->dae->n_output; b++)
    mark_block (w, walk, &w->dae->output[b]);
  for (uint32_t i = 0; i < w->dae->flat->n_asserts; i++)
    mark_root (w, walk, w->dae->flat->asserts[i].condition);
  for (uint32_t r = 0; r < w->dae->n_crossings; r++) {
    mark_root (w, walk, w->dae->crossings[r].left);
    mark_root (w, walk, w->dae->crossings[r].right);
  }
}

ExprId *
code_guard_derive (CodeBuild *build)
{
  BaseArena *scratch = build->scratch;
  const DaeSystem *dae = build->dae;
  Watch w = {.dae = dae, .n = expr_pool_size (dae->pool)};
  ExprId *result = base_arena_array (build->arena, ExprId, dae->n_crossings);

  for (uint32_t r = 0; r < dae->n_crossings; r++)
    result[r] = expr_bool (dae->pool, false);
  if (dae->n_crossings == 0)
    return result;
  /* What is used. */
  w.is_held = base_arena_array (scratch, bool, w.n);
  w.is_watch = base_arena_array (scratch, bool, w.n);
  w.is_used = base_arena_array (scratch, bool, w.n);
  w.matters = base_arena_array (scratch, ExprId, w.n);
  collect (&w);
  /* From users to what they use. */
  for (uint32_t at = w.n; at-- > 0;) {
    if (!w.is_used[at] || !w.is_watch[at] || expr_is_none (w.matters[at]))
      continue;
    const ExprNode *node = expr_node (dae->pool, (ExprId){at});
    if (node->op == EXPR_CROSSING)
      result[expr_index (node->payload, dae->n_crossings)] = w.matters[at];
    else
      hand_down (&w, at);
  }
  return result;
}
