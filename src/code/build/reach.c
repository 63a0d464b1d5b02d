/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an event can reach. Drivers are the discrete variables and crossings that the
 * rates read: while none of them changes, the rates are the same functions of time and
 * states as before. From there on, and from what ends a run or sets a state, the walk
 * goes on backwards through the definitions of discrete variables and the operands of
 * crossings: a time event that it does not meet never changes how the states move.
 * Linear in the nodes. */
#include "code/build/build-private.h"

typedef struct {
  const DaeSystem *dae;
  ExprWalk *walk;
  const DaeBlock **block_of; /* by variable; NULL: nothing computes it */
  bool *is_met;              /* by variable, then by crossing */
  bool is_backwards;         /* through what drives, too */
  BASE_VEC (uint32_t) open;  /* met, but what they are computed from is not */
  BASE_VEC (uint32_t) drivers;
  BaseArena *arena;
} Reach;

static void
meet (Reach *reach, uint32_t at, bool is_driver)
{
  if (reach->is_met[at])
    return;
  reach->is_met[at] = true;
  if (is_driver && !reach->is_backwards)
    base_vec_push (reach->arena, reach->drivers, at);
  else
    base_vec_push (reach->arena, reach->open, at);
}

static void
meet_variable (Reach *reach, uint32_t variable)
{
  uint32_t v = code_build_target (reach->dae, variable);

  meet (reach, v, reach->dae->vars[v].kind == DAE_DISCRETE);
}

static void
meet_node (void *data, ExprId e)
{
  Reach *reach = data;
  const DaeSystem *dae = reach->dae;
  const ExprNode *node = expr_node (dae->pool, e);

  if (node->op == EXPR_VAR)
    meet_variable (reach, expr_index (node->payload, dae->n_vars));
  else if (node->op == EXPR_CROSSING)
    meet (reach, dae->n_vars + expr_index (node->payload, dae->n_crossings), true);
}

static void
go_on (Reach *reach)
{
  const DaeSystem *dae = reach->dae;

  while (reach->open.n > 0) {
    uint32_t at = reach->open.at[--reach->open.n];

    if (at >= dae->n_vars) {
      expr_walk (reach->walk, dae->crossings[at - dae->n_vars].left, meet_node, reach);
      expr_walk (reach->walk, dae->crossings[at - dae->n_vars].right, meet_node, reach);
    } else if (reach->block_of[at] != NULL) {
      dae_system_walk (reach->walk, reach->block_of[at], meet_node, reach);
    }
  }
}

static void
note_blocks (Reach *reach, uint32_t n, const DaeBlock *blocks)
{
  for (uint32_t b = 0; b < n; b++)
    for (uint32_t i = 0; i < blocks[b].n; i++)
      reach->block_of[blocks[b].unknown[i]] = &blocks[b];
}

static Reach
begin (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  Reach reach = {.dae = dae, .arena = build->scratch};

  reach.walk = expr_walk_new (dae->pool);
  reach.block_of = base_arena_array (build->scratch, const DaeBlock *, dae->n_vars);
  reach.is_met =
      base_arena_array (build->scratch, bool, (size_t) dae->n_vars + dae->n_crossings);
  note_blocks (&reach, dae->n_dynamic, dae->dynamic);
  note_blocks (&reach, dae->n_output, dae->output);
  return reach;
}

void
code_reach_find (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  CodeProgram *program = build->program;
  Reach reach = begin (build);

  for (uint32_t i = 0; i < dae->n_states; i++)
    meet_variable (&reach, dae->rates[i]);
  go_on (&reach);
  /* What the rates read themselves. */
  program->n_drivers = reach.drivers.n;
  program->drivers = base_arena_array (program->arena, uint32_t, reach.drivers.n);
  reach.is_backwards = true;
  for (uint32_t i = 0; i < reach.drivers.n; i++) {
    uint32_t at = reach.drivers.at[i];

    program->drivers[i] =
        at < dae->n_vars ? build->slot_of[at] : build->crossing_of[at - dae->n_vars];
    base_vec_push (build->scratch, reach.open, at);
  }
  /* What sets states or ends the run. */
  for (uint32_t i = 0; i < dae->n_actions; i++) {
    if (dae->actions[i].kind != FLAT_REINIT && dae->actions[i].kind != FLAT_TERMINATE)
      continue;
    meet_variable (&reach, dae->actions[i].fires);
    expr_walk (reach.walk, dae->actions[i].value, meet_node, &reach);
  }
  go_on (&reach);
  for (uint32_t r = 0; r < dae->n_crossings; r++)
    program->crossings[r].is_apart =
        dae->crossings[r].kind == DAE_TIME_EVENT && !reach.is_met[dae->n_vars + r];
  expr_walk_free (reach.walk);
}
