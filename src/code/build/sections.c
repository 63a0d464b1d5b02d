/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lowers the blocks of each section. A section holds the blocks that what it serves
 * needs, found backwards through the order of the blocks; explicit ones are
 * assignments, implicit ones a step with code for inner unknowns, residuals and matrix.
 * DYNAMIC keeps in registers what no state, row or matrix asks for; OUTPUT computes
 * that again when a row is due. Linear in the blocks' nodes for each section. */
#include "code/build/build-private.h"

#include <glib/gi18n-lib.h>

/* Blocks that are lowered in a row into the steps of one section. */
typedef struct {
  CodeBuild *build;
  BASE_VEC (CodeStep) steps;
  CodeStep open;   /* explicit assignments go to open.before */
  bool *is_stored; /* by variable: DYNAMIC stores only what must stand in a slot; NULL:
                    * all are stored */
} Section;

static void
begin_step (Section *section)
{
  section->open = (CodeStep){.before = code_ir_add_range (section->build->ir)};
  section->build->lower.range = section->open.before;
}

/* Ranges without code are not run at all. */
static uint32_t
used_range (const CodeIr *ir, uint32_t range)
{
  return ir->ranges.at[range].ins.n > 0 ? range : 0;
}

static void
end_step (Section *section)
{
  const CodeIr *ir = section->build->ir;
  CodeStep *step = &section->open;

  step->before = used_range (ir, step->before);
  step->inner_code = used_range (ir, step->inner_code);
  step->residual_code = used_range (ir, step->residual_code);
  step->jacobian_code = used_range (ir, step->jacobian_code);
  if (step->before != 0 || step->n > 0)
    base_vec_push (section->build->program->arena, section->steps, *step);
}

static void
assign_inner (CodeBuild *build, const DaeBlock *block)
{
  for (uint32_t k = 0; k < block->n - block->n_tears; k++)
    code_lower_assign (&build->lower, build->slot_of[block->unknown[k]],
                       block->inner[k]);
}

static void
lower_residuals (CodeBuild *build, CodeStep *step, const DaeBlock *block)
{
  BaseArena *stays = build->program->arena;
  uint32_t n_inner = block->n - block->n_tears;
  uint32_t *unknown = base_arena_array (stays, uint32_t, block->n_tears);
  uint32_t *variable = base_arena_array (stays, uint32_t, block->n_tears);
  uint32_t *eq = base_arena_array (stays, uint32_t, block->n_tears);
  uint32_t *residual = code_build_registers (build, block->n_tears);

  for (uint32_t k = 0; k < block->n_tears; k++) {
    variable[k] = block->unknown[n_inner + k];
    unknown[k] = build->slot_of[variable[k]];
    eq[k] = block->eq[n_inner + k];
    residual[k] = code_lower_result (&build->lower, block->residual[k]);
  }
  step->n = block->n_tears;
  step->unknown = unknown;
  step->variable = variable;
  step->eq = eq;
  step->residual = residual;
}

static void
lower_matrix (CodeBuild *build, CodeStep *step, const DaeBlock *block)
{
  BaseArena *stays = build->program->arena;
  uint32_t *col_start = base_arena_array (stays, uint32_t, block->n_tears + 1);
  uint32_t *row = base_arena_array (stays, uint32_t, block->n_entries);
  uint32_t *entry = code_build_registers (build, block->n_entries);

  for (uint32_t k = 0; k < block->n_entries; k++) {
    col_start[block->entries[k].column + 1]++;
    row[k] = block->entries[k].row;
    entry[k] = code_lower_result (&build->lower, block->entries[k].value);
  }
  for (uint32_t c = 0; c < block->n_tears; c++)
    col_start[c + 1] += col_start[c];
  step->n_entries = block->n_entries;
  step->col_start = col_start;
  step->row = row;
  step->entry = entry;
}

static CodeFactors
lower_factors (CodeBuild *build, uint32_t n, const DaeFactor *factors)
{
  double *unit = base_arena_array (build->program->arena, double, n);
  uint32_t *slot = code_build_registers (build, n);

  for (uint32_t k = 0; k < n; k++) {
    slot[k] = code_lower_result (&build->lower, factors[k].value);
    unit[k] = factors[k].unit;
  }
  return (CodeFactors){n, slot, unit};
}

/* It may not have been relied upon, so all it computes is forgotten. */
static void
lower_solution (CodeBuild *build, CodeStep *step, const DaeBlock *block)
{
  uint32_t mark = code_lower_mark (&build->lower);

  if (block->solution == NULL)
    return;
  step->solution_code = build->lower.range = code_ir_add_range (build->ir);
  step->pivots = lower_factors (build, block->n_pivots, block->pivots);
  step->multipliers = lower_factors (build, block->n_multipliers, block->multipliers);
  step->sign = block->sign;
  for (uint32_t k = 0; k < block->n_tears; k++)
    code_lower_assign (&build->lower,
                       build->slot_of[block->unknown[block->n - block->n_tears + k]],
                       block->solution[k]);
  code_lower_forget (&build->lower, mark);
}

/* What is computed with the residuals may be stale once the block is solved, as only
 * the inner code is run again: it is forgotten. */
static void
lower_implicit (Section *section, const DaeBlock *block)
{
  CodeBuild *build = section->build;
  CodeStep *step = &section->open;

  step->is_linear = block->kind == DAE_LINEAR;
  step->is_constant = step->is_linear && block->is_constant;
  step->varies = block->varies;
  step->is_constraint = block->is_constraint;
  lower_solution (build, step, block);
  step->inner_code = build->lower.range = code_ir_add_range (build->ir);
  assign_inner (build, block);
  uint32_t mark = code_lower_mark (&build->lower);
  step->residual_code = build->lower.range = code_ir_add_range (build->ir);
  lower_residuals (build, step, block);
  step->jacobian_code = build->lower.range = code_ir_add_range (build->ir);
  lower_matrix (build, step, block);
  code_lower_forget (&build->lower, mark);
  end_step (section);
  begin_step (section);
}

static bool
is_discrete (const CodeBuild *build, const DaeBlock *block)
{
  for (uint32_t i = 0; i < block->n; i++)
    if (build->dae->vars[block->unknown[i]].kind == DAE_DISCRETE)
      return true;
  return false;
}

/* Discrete variables are left to CODE_DISCRETE: they keep their values between events.
 */
static void
lower_block (Section *section, const DaeBlock *block)
{
  CodeBuild *build = section->build;

  if (is_discrete (build, block)) {
    if (block->n > 1 && build->lower.unsupported == NULL)
      build->lower.unsupported =
          N_ ("a system of equations that determines discrete variables");
  } else if (block->n_tears > 0) {
    lower_implicit (section, block);
  } else if (section->is_stored == NULL || section->is_stored[block->unknown[0]]) {
    assign_inner (build, block);
  } else {
    code_lower_define (&build->lower, block->unknown[0], block->inner[0]);
  }
}

static void
negate_rates (CodeBuild *build)
{
  for (uint32_t i = 0; i < build->dae->n_states; i++)
    if (build->rate_copy_of[i] != CODE_NONE)
      code_ir_emit_to (build->ir, build->lower.range, CODE_NEG, build->rate_copy_of[i],
                       &build->slot_of[build->rates[i]]);
}

static void
finish (Section *section, CodeSection which)
{
  end_step (section);
  section->build->program->sections[which] =
      (CodeSteps){.n = section->steps.n, .steps = section->steps.at};
}

/* Which variables some expressions need, through the blocks that compute them. */
typedef struct {
  const DaeSystem *dae;
  ExprWalk *walk;
  bool *is_needed;
} Need;

static void
need_node (void *data, ExprId e)
{
  Need *need = data;
  const ExprNode *node = expr_node (need->dae->pool, e);

  if (node->op == EXPR_VAR)
    need->is_needed[code_build_target (
        need->dae, expr_index (node->payload, need->dae->n_vars))] = true;
}

static bool
need_block (Need *need, const DaeBlock *block)
{
  bool any = false;

  for (uint32_t i = 0; i < block->n; i++)
    any |= need->is_needed[block->unknown[i]];
  if (!any)
    return false;
  dae_system_walk (need->walk, block, need_node, need);
  return true;
}

/* All blocks that the run evaluates after the start, in order. */
static uint32_t
n_blocks (const DaeSystem *dae)
{
  return dae->n_dynamic + dae->n_output;
}

static const DaeBlock *
block_at (const DaeSystem *dae, uint32_t b)
{
  return b < dae->n_dynamic ? &dae->dynamic[b] : &dae->output[b - dae->n_dynamic];
}

static Need
begin_need (CodeBuild *build)
{
  return (Need){build->dae, expr_walk_new (build->dae->pool),
                base_arena_array (build->arena, bool, build->dae->n_vars)};
}

static bool *
end_need (CodeBuild *build, Need *need)
{
  const DaeSystem *dae = build->dae;
  bool *is_wanted = base_arena_array (build->arena, bool, n_blocks (dae));

  for (uint32_t b = n_blocks (dae); b-- > 0;)
    is_wanted[b] = need_block (need, block_at (dae, b));
  expr_walk_free (need->walk);
  return is_wanted;
}

/* The blocks that are wanted. */
static void
lower_blocks (CodeBuild *build,
              CodeSection which,
              const bool *is_wanted,
              bool *is_stored)
{
  const DaeSystem *dae = build->dae;
  Section section = {.build = build, .is_stored = is_stored};

  begin_step (&section);
  for (uint32_t b = 0; b < n_blocks (dae); b++)
    if (is_wanted[b])
      lower_block (&section, block_at (dae, b));
  if (which == CODE_DYNAMIC)
    negate_rates (build);
  finish (&section, which);
}

static void
lower_start (CodeBuild *build)
{
  const DaeStart *start = &build->dae->start;
  Section section = {.build = build};

  begin_step (&section);
  for (uint32_t b = 0; b < start->n_blocks; b++)
    lower_block (&section, &start->blocks[b]);
  finish (&section, CODE_START);
  code_lower_forget (&build->lower, 0);
}

static void
need_discrete (const DaeSystem *dae, Need *need)
{
  for (uint32_t b = 0; b < n_blocks (dae); b++) {
    const DaeBlock *block = block_at (dae, b);

    if (block->n == 1 && block->n_tears == 0 &&
        dae->vars[block->unknown[0]].kind == DAE_DISCRETE)
      expr_walk (need->walk, block->inner[0], need_node, need);
  }
}

static void
lower_watch (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  Need need = begin_need (build);

  for (uint32_t r = 0; r < dae->n_crossings; r++) {
    if (dae->crossings[r].kind == DAE_TIME_EVENT)
      continue;
    expr_walk (need.walk, dae->crossings[r].left, need_node, &need);
    expr_walk (need.walk, dae->crossings[r].right, need_node, &need);
  }
  need_discrete (dae, &need);
  for (uint32_t i = 0; i < dae->n_actions; i++)
    expr_walk (need.walk, dae->actions[i].value, need_node, &need);
  lower_blocks (build, CODE_WATCH, end_need (build, &need), NULL);
  code_lower_forget (&build->lower, 0);
}

static void
lower_guard (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  Need need = begin_need (build);

  for (uint32_t i = 0; i < dae->flat->n_asserts; i++)
    expr_walk (need.walk, dae->flat->asserts[i].condition, need_node, &need);
  lower_blocks (build, CODE_GUARD, end_need (build, &need), NULL);
  code_lower_forget (&build->lower, 0);
}

static void
lower_record (CodeBuild *build)
{
  const ExprPool *pool = build->dae->pool;
  Need need = begin_need (build);

  for (uint32_t i = 0; i < build->delays.n; i++) {
    const ExprNode *node = expr_node (pool, build->delays.at[i]);

    expr_walk (need.walk, node->args[0], need_node, &need);
    expr_walk (need.walk, node->args[1], need_node, &need);
  }
  lower_blocks (build, CODE_RECORD, end_need (build, &need), NULL);
  code_lower_forget (&build->lower, 0);
}

static void
lower_poles (CodeBuild *build)
{
  Need need = begin_need (build);

  for (uint32_t i = 0; i < build->divisions.n; i++)
    expr_walk (need.walk, build->divisions.at[i].divisor, need_node, &need);
  lower_blocks (build, CODE_POLES, end_need (build, &need), NULL);
  code_lower_forget (&build->lower, 0);
}

/* Rates and what is solved together stand in slots; other variables on the way to them
 * are mere intermediate results, which OUTPUT computes again when a row is due. */
static void
mark_stored (const DaeSystem *dae, const bool *is_wanted, bool *is_stored)
{
  for (uint32_t i = 0; i < dae->n_states; i++)
    is_stored[code_build_target (dae, dae->rates[i])] = true;
  for (uint32_t b = 0; b < n_blocks (dae); b++) {
    const DaeBlock *block = block_at (dae, b);

    if (is_wanted[b] && block->n_tears > 0)
      for (uint32_t i = 0; i < block->n; i++)
        is_stored[block->unknown[i]] = true;
  }
}

static bool
is_done (const DaeBlock *block, const bool *is_stored)
{
  for (uint32_t i = 0; i < block->n; i++)
    if (!is_stored[block->unknown[i]])
      return false;
  return true;
}

static void
lower_dynamic_and_output (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  bool *is_stored = base_arena_array (build->arena, bool, dae->n_vars);
  bool *is_left = base_arena_array (build->arena, bool, n_blocks (dae));
  Need need = begin_need (build);

  for (uint32_t i = 0; i < dae->n_states; i++)
    need.is_needed[code_build_target (dae, dae->rates[i])] = true;
  const bool *is_wanted = end_need (build, &need);
  mark_stored (dae, is_wanted, is_stored);
  for (uint32_t b = 0; b < n_blocks (dae); b++)
    is_left[b] = !is_done (block_at (dae, b), is_stored);
  lower_blocks (build, CODE_OUTPUT, is_left, NULL);
  code_lower_forget (&build->lower, 0);
  lower_blocks (build, CODE_DYNAMIC, is_wanted, is_stored);
}

/* DYNAMIC comes last, as the matrix shares its results. */
void
code_build_sections (CodeBuild *build)
{
  lower_watch (build);
  lower_guard (build);
  lower_record (build);
  lower_poles (build);
  lower_start (build);
  lower_dynamic_and_output (build);
}
