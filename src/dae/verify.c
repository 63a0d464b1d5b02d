/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What dae_build() promises: walks the blocks in order, of the run and of the start,
 * and asserts that all they read is known by then and that each unknown is solved once.
 * Linear in the size of the system. */
#include "dae/system.h"

#include "base/vec.h"

/* Which variables have a value by now. */
typedef struct {
  const DaeSystem *dae;
  bool *is_known;
  const DaeBlock *block;
} Check;

static void
require_known (void *data, ExprId e)
{
  const Check *check = data;
  const ExprNode *node = expr_node (check->dae->pool, e);

  if (node->op != EXPR_VAR ||
      check->is_known[expr_index (node->payload, check->dae->n_vars)])
    return;
  g_error ("dae: the block of %s needs %s, which has no value yet",
           check->dae->vars[check->block->unknown[0]].name,
           check->dae->vars[node->payload.at].name);
}

static void
set_known (const Check *check, uint32_t variable)
{
  if (check->is_known[variable])
    g_error ("dae: %s is solved twice", check->dae->vars[variable].name);
  check->is_known[variable] = true;
}

static void
verify_block (Check *check, ExprWalk *walk, const DaeBlock *block)
{
  uint32_t n_inner = block->n - block->n_tears;

  g_assert (block->n > 0 && block->n_tears <= block->n);
  g_assert ((block->kind == DAE_ASSIGN) == (block->n_tears == 0));
  check->block = block;
  /* What is solved at once reads none of its unknowns. */
  expr_walk_reset (walk);
  for (uint32_t i = 0; i < block->n_tears && block->solution != NULL; i++)
    expr_walk (walk, block->solution[i], require_known, check);
  for (uint32_t i = n_inner; i < block->n; i++)
    set_known (check, block->unknown[i]);
  expr_walk_reset (walk);
  for (uint32_t i = 0; i < n_inner; i++) {
    expr_walk (walk, block->inner[i], require_known, check);
    set_known (check, block->unknown[i]);
  }
  for (uint32_t i = 0; i < block->n_tears; i++)
    expr_walk (walk, block->residual[i], require_known, check);
  for (uint32_t k = 0; k < block->n_entries; k++) {
    g_assert (block->entries[k].row < block->n_tears);
    g_assert (block->entries[k].column < block->n_tears);
    g_assert (k == 0 || block->entries[k - 1].column < block->entries[k].column ||
              (block->entries[k - 1].column == block->entries[k].column &&
               block->entries[k - 1].row < block->entries[k].row));
    expr_walk (walk, block->entries[k].value, require_known, check);
  }
}

static void
verify_blocks (Check *check, ExprWalk *walk, uint32_t n, const DaeBlock *blocks)
{
  for (uint32_t b = 0; b < n; b++)
    verify_block (check, walk, &blocks[b]);
}

/* Parameters and discrete variables, and the states if they are given. */
static void
reset (Check *check, bool are_states_known)
{
  const DaeSystem *dae = check->dae;

  for (uint32_t v = 0; v < dae->n_vars; v++)
    check->is_known[v] = dae->vars[v].kind == DAE_PARAMETER ||
                         (dae->vars[v].kind == DAE_STATE && are_states_known);
}

static void
set_discrete (Check *check, bool is_known)
{
  for (uint32_t v = 0; v < check->dae->n_vars; v++)
    if (check->dae->vars[v].kind == DAE_DISCRETE)
      check->is_known[v] = is_known;
}

static bool
is_discrete_block (const DaeSystem *dae, const DaeBlock *block)
{
  return dae->vars[block->unknown[0]].kind == DAE_DISCRETE;
}

/* Discrete variables are known to the continuous blocks wherever they stand; among
 * themselves they stand in order. */
static void
verify_run (Check *check, ExprWalk *walk)
{
  const DaeSystem *dae = check->dae;

  reset (check, true);
  set_discrete (check, true);
  for (uint32_t b = 0; b < dae->n_dynamic; b++)
    if (!is_discrete_block (dae, &dae->dynamic[b]))
      verify_block (check, walk, &dae->dynamic[b]);
  verify_blocks (check, walk, dae->n_output, dae->output);
  for (uint32_t v = 0; v < dae->n_vars; v++)
    if (!check->is_known[v] && dae->vars[v].kind != DAE_ALIAS &&
        dae->vars[v].kind != DAE_ABSENT)
      g_error ("dae: %s is solved by no block", dae->vars[v].name);
  set_discrete (check, false);
  for (uint32_t b = 0; b < dae->n_dynamic; b++)
    if (is_discrete_block (dae, &dae->dynamic[b]))
      verify_block (check, walk, &dae->dynamic[b]);
}

static void
verify_start (Check *check, ExprWalk *walk)
{
  const DaeSystem *dae = check->dae;

  reset (check, false);
  set_discrete (check, true);
  verify_blocks (check, walk, dae->start.n_blocks, dae->start.blocks);
  for (uint32_t i = 0; i < dae->n_states; i++)
    if (!check->is_known[dae->states[i]])
      g_error ("dae: %s has no initial value", dae->vars[dae->states[i]].name);
}

static void
verify_vars (const DaeSystem *dae)
{
  for (uint32_t v = 0; v < dae->n_vars; v++) {
    const DaeVar *var = &dae->vars[v];
    g_assert (var->derivative == DAE_NONE || dae->vars[var->derivative].integral == v);
    g_assert (var->kind != DAE_DERIVATIVE || dae->vars[var->integral].derivative == v);
    g_assert (var->kind != DAE_ALIAS || dae->vars[var->alias].kind != DAE_ALIAS);
    g_assert (var->flat < dae->flat->n_vars);
  }
  for (uint32_t i = 0; i < dae->n_states; i++) {
    g_assert (dae->vars[dae->states[i]].kind == DAE_STATE);
    g_assert (dae->vars[dae->states[i]].derivative == dae->rates[i]);
  }
}

void
dae_verify (const DaeSystem *dae)
{
  g_autofree bool *is_known = g_new0 (bool, dae->n_vars);
  g_autoptr (ExprWalk) walk = expr_walk_new (dae->pool);

  expr_walk_stop_at (walk, EXPR_PRE);
  expr_walk_stop_at (walk, EXPR_DELAY);
  Check check = {.dae = dae, .is_known = is_known};

  const ExprBounds bounds = {.n_vars = dae->n_vars,
                             .n_crossings = dae->n_crossings,
                             .n_tables = dae->flat->n_tables,
                             .n_delays = dae->flat->n_delays};

  expr_pool_verify (dae->pool, &bounds);
  verify_vars (dae);
  verify_run (&check, walk);
  verify_start (&check, walk);
}
