#include "code/build.h"

/* Blocks that are lowered in a row into the steps of one section. */
typedef struct {
  CodeBuild *build;
  BASE_VEC (CodeStep) steps;
  CodeStep open; /* explicit assignments go to open.before */
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

/* What is computed with the residuals may be stale once the block is solved, as only
 * the inner code is run again: it is forgotten. */
static void
lower_implicit (Section *section, const DaeBlock *block)
{
  CodeBuild *build = section->build;
  CodeStep *step = &section->open;

  step->is_linear = block->kind == DAE_LINEAR;
  step->is_constant = step->is_linear && block->is_constant;
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
          "a system of equations that determines discrete variables";
  } else if (block->n_tears == 0) {
    assign_inner (build, block);
  } else {
    lower_implicit (section, block);
  }
}

static void
negate_rates (CodeBuild *build)
{
  for (uint32_t i = 0; i < build->dae->n_states; i++)
    if (build->rate_copy_of[i] != CODE_NONE)
      code_ir_emit_to (build->ir, build->lower.range, CODE_NEG, build->rate_copy_of[i],
                       &build->slot_of[build->dae->rates[i]]);
}

static void
finish (Section *section, CodeSection which)
{
  end_step (section);
  section->build->program->sections[which] =
      (CodeSteps){.n = section->steps.n, .steps = section->steps.at};
}

/* DYNAMIC, or OUTPUT behind it in the same scope. */
static void
lower_all (CodeBuild *build, CodeSection which, uint32_t n, const DaeBlock *blocks)
{
  Section section = {.build = build};

  begin_step (&section);
  for (uint32_t b = 0; b < n; b++)
    lower_block (&section, &blocks[b]);
  if (which == CODE_DYNAMIC)
    negate_rates (build);
  finish (&section, which);
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
    need->is_needed[code_build_target (need->dae, node->payload)] = true;
}

static bool
need_block (Need *need, const DaeBlock *block)
{
  bool any = false;

  for (uint32_t i = 0; i < block->n; i++)
    any |= need->is_needed[block->unknown[i]];
  if (!any)
    return false;
  for (uint32_t k = 0; k < block->n - block->n_tears; k++)
    expr_walk (need->walk, block->inner[k], need_node, need);
  for (uint32_t k = 0; k < block->n_tears; k++)
    expr_walk (need->walk, block->residual[k], need_node, need);
  return true;
}

/* The blocks of DYNAMIC and OUTPUT that the expressions walked so far need. */
static void
lower_needed (CodeBuild *build, CodeSection which, Need *need)
{
  const DaeSystem *dae = build->dae;
  uint32_t n = dae->n_dynamic + dae->n_output;
  bool *is_wanted = base_arena_array (build->arena, bool, n);
  Section section = {.build = build};

  for (uint32_t b = dae->n_output; b-- > 0;)
    is_wanted[dae->n_dynamic + b] = need_block (need, &dae->output[b]);
  for (uint32_t b = dae->n_dynamic; b-- > 0;)
    is_wanted[b] = need_block (need, &dae->dynamic[b]);
  begin_step (&section);
  for (uint32_t b = 0; b < n; b++)
    if (is_wanted[b])
      lower_block (&section, b < dae->n_dynamic ? &dae->dynamic[b]
                                                : &dae->output[b - dae->n_dynamic]);
  finish (&section, which);
  code_lower_forget (&build->lower, 0);
}

static void
lower_watch (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  g_autoptr (ExprWalk) walk = expr_walk_new (dae->pool);
  Need need = {dae, walk, base_arena_array (build->arena, bool, dae->n_vars)};

  for (uint32_t r = 0; r < dae->n_relations; r++) {
    if (dae->relations[r].kind != DAE_STATE_EVENT)
      continue;
    expr_walk (walk, dae->relations[r].left, need_node, &need);
    expr_walk (walk, dae->relations[r].right, need_node, &need);
  }
  lower_needed (build, CODE_WATCH, &need);
}

static void
lower_guard (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  g_autoptr (ExprWalk) walk = expr_walk_new (dae->pool);
  Need need = {dae, walk, base_arena_array (build->arena, bool, dae->n_vars)};

  for (uint32_t i = 0; i < dae->flat->n_asserts; i++)
    expr_walk (walk, dae->flat->asserts[i].condition, need_node, &need);
  lower_needed (build, CODE_GUARD, &need);
}

void
code_build_sections (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;

  lower_watch (build);
  lower_guard (build);
  lower_all (build, CODE_START, dae->start.n_blocks, dae->start.blocks);
  code_lower_forget (&build->lower, 0);
  lower_all (build, CODE_DYNAMIC, dae->n_dynamic, dae->dynamic);
  uint32_t mark = code_lower_mark (&build->lower);
  lower_all (build, CODE_OUTPUT, dae->n_output, dae->output);
  code_lower_forget (&build->lower, mark);
}
