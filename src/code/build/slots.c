/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives each variable its slot, in the order in which the dynamics write and read them,
 * so that an evaluation goes through memory forwards: time, states, rates, the
 * parameters of the dynamics, block by block the unknowns, then all others; within each
 * of these groups, those of one declaration side by side. Behind them stand values
 * before an event, crossings with their indicators, tables, delays, negated rates.
 * Aliases share a slot under a sign. */
#include "code/build/build-private.h"

uint32_t
code_build_target (const DaeSystem *dae, uint32_t variable)
{
  const DaeVar *var = &dae->vars[variable];

  return var->kind == DAE_ALIAS ? var->alias : variable;
}

/* The next one of the group that is being placed, unless it has its place. */
static void
take (CodeBuild *build, uint32_t variable)
{
  if (build->slot_of[variable] != CODE_NONE)
    return;
  build->slot_of[variable] = 0;
  base_vec_push (build->arena, build->group, variable);
}

/* Those taken since the last call get slots. */
static void
end_group (CodeBuild *build)
{
  CodeProgram *program = build->program;
  const uint32_t n = build->group.n;
  g_autofree uint32_t *order = g_new (uint32_t, n);

  code_fields_gather (build, build->group.at, n, order);
  for (uint32_t k = 0; k < n; k++)
    build->slot_of[build->group.at[order[k]]] = build->n_fixed + k;
  /* Messages blame the first one in the order in which they were taken. */
  for (uint32_t k = 0; k < n; k++)
    program->order[program->n_order++] = build->slot_of[build->group.at[k]];
  build->n_fixed += n;
  build->group.n = 0;
}

/* Written in order means stored in order. */
static void
place_blocks (CodeBuild *build, uint32_t n, const DaeBlock *blocks)
{
  for (uint32_t b = 0; b < n; b++)
    for (uint32_t i = 0; i < blocks[b].n; i++)
      take (build, blocks[b].unknown[i]);
  end_group (build);
}

static void
place_parameter (void *data, ExprId e)
{
  CodeBuild *build = data;
  const ExprNode *node = expr_node (build->dae->pool, e);

  if (node->op != EXPR_VAR)
    return;
  uint32_t v =
      code_build_target (build->dae, expr_index (node->payload, build->dae->n_vars));
  if (build->dae->vars[v].kind == DAE_PARAMETER)
    take (build, v);
}

/* Read in order means stored in order: the parameters of the dynamics. */
static void
place_parameters (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  g_autoptr (ExprWalk) walk = expr_walk_new (dae->pool);

  for (uint32_t b = 0; b < dae->n_dynamic; b++)
    dae_system_walk (walk, &dae->dynamic[b], place_parameter, build);
  end_group (build);
}

void
code_build_order_states (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  g_autofree uint32_t *order = g_new (uint32_t, dae->n_states);

  code_fields_find (build);
  code_fields_gather (build, dae->states, dae->n_states, order);
  build->rates = base_arena_array (build->arena, uint32_t, dae->n_states);
  build->program->states =
      base_arena_array (build->program->arena, uint32_t, dae->n_states);
  for (uint32_t i = 0; i < dae->n_states; i++) {
    build->program->states[i] = dae->states[order[i]];
    build->rates[i] = dae->rates[order[i]];
  }
}

/* States and rates, then what the dynamics read and write, in that order. */
static void
place_dynamics (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;

  build->program->first_state = build->n_fixed;
  for (uint32_t i = 0; i < dae->n_states; i++)
    take (build, dae->states[i]);
  end_group (build);
  for (uint32_t i = 0; i < dae->n_states; i++)
    take (build, code_build_target (dae, dae->rates[i]));
  end_group (build);
  build->program->n_rates_first = build->n_fixed - build->program->first_state;
  place_parameters (build);
  place_blocks (build, dae->n_dynamic, dae->dynamic);
  place_blocks (build, dae->n_output, dae->output);
}

static void
place_variables (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;

  for (uint32_t v = 0; v < dae->n_vars; v++) {
    build->slot_of[v] = CODE_NONE;
    build->pre_of[v] = CODE_NONE;
    build->sign_of[v] = 1.0;
  }
  build->program->order =
      base_arena_array (build->program->arena, uint32_t, dae->n_vars);
  place_dynamics (build);
  /* All others; values before an event; aliases last. */
  for (uint32_t v = 0; v < dae->n_vars; v++)
    if (dae->vars[v].kind != DAE_ALIAS)
      take (build, v);
  end_group (build);
  for (uint32_t v = 0; v < dae->n_vars; v++) {
    if (dae->vars[v].kind == DAE_DISCRETE)
      build->pre_of[v] = build->n_fixed++;
    if (dae->vars[v].kind != DAE_ALIAS)
      continue;
    build->slot_of[v] = build->slot_of[dae->vars[v].alias];
    build->sign_of[v] = dae->vars[v].sign;
  }
}

static void
place_crossings (CodeBuild *build)
{
  CodeProgram *program = build->program;
  const DaeSystem *dae = build->dae;

  program->n_crossings = dae->n_crossings;
  program->crossings =
      base_arena_array (program->arena, CodeCrossing, dae->n_crossings);
  for (uint32_t r = 0; r < dae->n_crossings; r++)
    build->crossing_of[r] = build->n_fixed++;
  for (uint32_t r = 0; r < dae->n_crossings; r++, build->n_fixed += 2)
    program->crossings[r] = (CodeCrossing){
        .kind = dae->crossings[r].kind,
        .op = dae->crossings[r].op,
        .slot = build->crossing_of[r],
        .indicator = build->n_fixed,
        .noise = build->n_fixed + 1,
        .is_sample = dae->crossings[r].is_sample,
        .level = dae->crossings[r].level,
        .is_in_circle = dae->crossings[r].is_in_circle,
    };
}

static void
place_tables (CodeBuild *build)
{
  const FlatModel *flat = build->dae->flat;

  for (uint32_t t = 0; t < flat->n_tables; t++) {
    build->table_of[t] = build->n_fixed;
    build->n_fixed += code_table_n_slots (flat->tables[t].n_rows);
  }
}

static void
place_delays (CodeBuild *build)
{
  build->delay_of =
      base_arena_array (build->arena, uint32_t, expr_pool_size (build->dae->pool));
  for (uint32_t i = 0; i < build->delays.n; i++)
    build->delay_of[build->delays.at[i].at] = build->n_fixed++;
}

/* A rate that is known under the other sign needs a slot of its own. */
static void
place_rates (CodeBuild *build)
{
  CodeProgram *program = build->program;
  const DaeSystem *dae = build->dae;

  program->rates = base_arena_array (program->arena, uint32_t, dae->n_states);
  for (uint32_t i = 0; i < dae->n_states; i++) {
    bool is_negated = build->sign_of[build->rates[i]] < 0.0;

    build->rate_copy_of[i] = is_negated ? build->n_fixed++ : CODE_NONE;
    program->rates[i] =
        is_negated ? build->rate_copy_of[i] : build->slot_of[build->rates[i]];
  }
}

void
code_build_layout (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  BaseArena *stays = build->program->arena;

  build->slot_of = base_arena_array (stays, uint32_t, dae->n_vars);
  build->sign_of = base_arena_array (stays, double, dae->n_vars);
  build->pre_of = base_arena_array (build->arena, uint32_t, dae->n_vars);
  build->crossing_of = base_arena_array (build->arena, uint32_t, dae->n_crossings);
  build->table_of = base_arena_array (build->arena, uint32_t, dae->flat->n_tables);
  build->rate_copy_of = base_arena_array (build->arena, uint32_t, dae->n_states);
  build->n_fixed = CODE_INITIAL + 1;
  place_variables (build);
  place_crossings (build);
  place_tables (build);
  place_delays (build);
  place_rates (build);
}

uint32_t *
code_build_registers (CodeBuild *build, uint32_t n)
{
  uint32_t *registers = base_arena_array (build->program->arena, uint32_t, n);

  base_vec_push (build->arena, build->registers, registers);
  base_vec_push (build->arena, build->lengths, n);
  return registers;
}

void
code_build_result (CodeBuild *build, ExprId e, uint32_t *place)
{
  *place = code_lower_result (&build->lower, e);
  base_vec_push (build->arena, build->registers, place);
  base_vec_push (build->arena, build->lengths, 1);
}
