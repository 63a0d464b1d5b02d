/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Delays in the equations. One walk over all that is lowered finds their nodes; slots.c
 * gives each a fixed slot for the number by which a run looks its signal up
 * (code/delay.h). The signal, its delay and the greatest one are lowered like other
 * expressions, for what records them. */
#include "code/build/build-private.h"

static void
find_delay (void *data, ExprId e)
{
  CodeBuild *build = data;

  if (expr_op (build->dae->pool, e) == EXPR_DELAY)
    base_vec_push (build->arena, build->delays, e);
}

static void
find_in_blocks (CodeBuild *build, ExprWalk *walk, uint32_t n, const DaeBlock *blocks)
{
  for (uint32_t b = 0; b < n; b++)
    dae_system_walk (walk, &blocks[b], find_delay, build);
}

void
code_delays_find (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  const DaeStart *start = &dae->start;
  g_autoptr (ExprWalk) walk = expr_walk_new (dae->pool);

  find_in_blocks (build, walk, dae->n_dynamic, dae->dynamic);
  find_in_blocks (build, walk, dae->n_output, dae->output);
  find_in_blocks (build, walk, start->n_blocks, start->blocks);
  for (uint32_t r = 0; r < dae->n_crossings; r++) {
    expr_walk (walk, dae->crossings[r].left, find_delay, build);
    expr_walk (walk, dae->crossings[r].right, find_delay, build);
  }
  for (uint32_t i = 0; i < dae->n_actions; i++)
    expr_walk (walk, dae->actions[i].value, find_delay, build);
  for (uint32_t i = 0; i < start->n_checks; i++) {
    expr_walk (walk, dae->eqs[start->checks[i]].lhs, find_delay, build);
    expr_walk (walk, dae->eqs[start->checks[i]].rhs, find_delay, build);
  }
  for (uint32_t i = 0; i < dae->flat->n_asserts; i++)
    expr_walk (walk, dae->flat->asserts[i].condition, find_delay, build);
}

void
code_delays_lower (CodeBuild *build)
{
  CodeProgram *program = build->program;
  CodeLower *lower = &build->lower;
  uint32_t n = build->delays.n;

  program->n_delays = n;
  program->delays = base_arena_array (program->arena, CodeDelay, n);
  lower->range = code_entry_range (CODE_SIGNALS);
  for (uint32_t i = 0; i < n; i++) {
    const ExprNode *node = expr_node (build->dae->pool, build->delays.at[i]);
    uint32_t number = expr_index (node->payload, build->dae->flat->n_delays);
    const FlatDelay *flat = &build->dae->flat->delays[number];

    base_vec_push (build->arena, lower->loads,
                   ((CodeLoad){build->delay_of[build->delays.at[i].at], (double) i}));
    program->delays[i].number = number;
    program->delays[i].is_fixed = lower->is_fixed[node->args[1].at];
    code_build_result (build, node->args[0], &program->delays[i].signal);
    code_build_result (build, node->args[1], &program->delays[i].time);
    code_build_result (build, flat->longest, &program->delays[i].longest);
  }
  code_lower_forget (lower, 0);
}
