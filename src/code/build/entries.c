/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lowers what is evaluated as a whole, beside the blocks: parameters, start values, the
 * indicators of crossings and when they matter, discrete variables, actions of when
 * clauses, redundant initial equations, asserts. Each entry is one range of code; what
 * it computes is forgotten behind it, unless it follows from parameters. */
#include "code/build/build-private.h"

static void
begin_entry (CodeBuild *build, CodeEntry entry)
{
  build->lower.range = code_entry_range (entry);
}

static void
end_entry (CodeBuild *build)
{
  code_lower_forget (&build->lower, 0);
}

static void
assign_parameter (CodeBuild *build, uint32_t v, bool *is_done)
{
  const DaeSystem *dae = build->dae;

  if (is_done[v] || dae->vars[v].kind != DAE_PARAMETER ||
      expr_is_none (dae->flat->vars[v].value))
    return;
  code_lower_assign (&build->lower, build->slot_of[v], dae->flat->vars[v].value);
  is_done[v] = true;
}

/* Plain numbers stand in the slots from the start. */
static void
load_numbers (CodeBuild *build, bool *is_done)
{
  const DaeSystem *dae = build->dae;
  CodeProgram *program = build->program;
  uint32_t *slot = base_arena_array (program->arena, uint32_t, dae->flat->n_vars);
  double *number = base_arena_array (program->arena, double, dae->flat->n_vars);
  uint32_t n = 0;

  for (uint32_t v = 0; v < dae->flat->n_vars; v++) {
    ExprId value = dae->flat->vars[v].value;

    if (dae->vars[v].kind != DAE_PARAMETER || expr_is_none (value) ||
        !expr_is_number (dae->pool, value, &number[n]))
      continue;
    slot[n++] = build->slot_of[v];
    is_done[v] = true;
  }
  program->number_slot = slot;
  program->number = number;
  program->n_numbers = n;
}

static void
lower_parameters (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  bool *is_done = base_arena_array (build->arena, bool, dae->flat->n_vars);

  begin_entry (build, CODE_PARAMETERS);
  load_numbers (build, is_done);
  for (uint32_t i = 0; i < dae->n_params; i++)
    assign_parameter (build, dae->params[i], is_done);
  for (uint32_t v = 0; v < dae->flat->n_vars; v++)
    assign_parameter (build, v, is_done);
}

/* The start iterate of each variable that is no alias: of those that someone wrote for
 * it and its aliases the one that holds, else its default. Discrete variables start at
 * what `initial z = e` says. */
typedef struct {
  ExprId value;
  bool is_negated;
  uint32_t of; /* the variable that it was written for */
} Guess;

static void
collect_guess (const DaeSystem *dae, Guess *guesses, uint32_t v)
{
  const FlatVar *flat = &dae->flat->vars[v];
  Guess *guess = &guesses[code_build_target (dae, v)];
  bool is_alias = dae->vars[v].kind == DAE_ALIAS;

  if (flat->kind == FLAT_PARAMETER || expr_is_none (flat->guess))
    return;
  if (is_alias &&
      (!flat->has_guess || (!expr_is_none (guess->value) &&
                            flat_model_compare_guesses (dae->flat, v, guess->of) > 0)))
    return;
  *guess = (Guess){flat->guess, is_alias && dae->vars[v].sign < 0.0, v};
}

static Guess *
collect_guesses (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  Guess *guesses = g_new0 (Guess, dae->n_vars);

  for (uint32_t v = 0; v < dae->n_vars; v++)
    guesses[v].value = v >= dae->flat->n_vars && dae->vars[v].kind == DAE_DISCRETE
                           ? dae->vars[v].start
                           : EXPR_NONE;
  /* What is written for a variable itself, then what its aliases may replace. */
  for (uint32_t v = 0; v < dae->flat->n_vars; v++)
    if (dae->vars[v].kind != DAE_ALIAS)
      collect_guess (dae, guesses, v);
  for (uint32_t v = 0; v < dae->flat->n_vars; v++)
    if (dae->vars[v].kind == DAE_ALIAS)
      collect_guess (dae, guesses, v);
  for (uint32_t i = 0; i < dae->flat->n_eqs; i++) {
    /* `initial z = e` of a discrete variable goes before both. */
    const FlatEq *eq = &dae->flat->eqs[i];

    if (expr_op (dae->pool, eq->lhs) != EXPR_VAR)
      continue;
    uint32_t v = expr_index (expr_node (dae->pool, eq->lhs)->payload, dae->n_vars);
    if (eq->kind != FLAT_INITIAL || dae->vars[v].kind != DAE_DISCRETE)
      continue;
    guesses[code_build_target (dae, v)] = (Guess){eq->rhs, build->sign_of[v] < 0.0, 0};
  }
  return guesses;
}

static void
lower_guesses (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  g_autofree Guess *guesses = collect_guesses (build);

  begin_entry (build, CODE_GUESSES);
  for (uint32_t v = 0; v < dae->n_vars; v++) {
    ExprId value = guesses[v].value;

    if (expr_is_none (value) || dae->vars[v].kind == DAE_PARAMETER ||
        expr_is_zero (dae->pool, value))
      continue;
    code_lower_combine (&build->lower, guesses[v].is_negated ? CODE_NEG : CODE_MOVE,
                        build->slot_of[v], value, EXPR_NONE);
  }
  end_entry (build);
}

static void
lower_iterates (CodeBuild *build)
{
  const DaeStart *start = &build->dae->start;

  begin_entry (build, CODE_ITERATES);
  for (uint32_t i = 0; i < start->n_guesses; i++)
    code_lower_combine (&build->lower, CODE_MOVE,
                        build->slot_of[start->guesses[i].variable],
                        start->guesses[i].value, EXPR_NONE);
  end_entry (build);
}

static void
lower_indicator (CodeBuild *build, uint32_t r)
{
  const DaeCrossing *crossing = &build->dae->crossings[r];

  code_lower_combine (&build->lower, CODE_SUB, build->program->crossings[r].indicator,
                      crossing->left, crossing->right);
}

static void
lower_crossings (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  CodeProgram *program = build->program;

  begin_entry (build, CODE_INDICATORS);
  for (uint32_t r = 0; r < dae->n_crossings; r++)
    if (dae->crossings[r].kind == DAE_STATE_EVENT)
      lower_indicator (build, r);
  end_entry (build);
  /* Time events have an instant, the others an indicator. */
  begin_entry (build, CODE_INSTANTS);
  for (uint32_t r = 0; r < dae->n_crossings; r++) {
    const DaeCrossing *crossing = &dae->crossings[r];

    if (crossing->kind == DAE_TIME_EVENT) {
      code_build_result (build, crossing->slope, &program->crossings[r].slope);
      code_build_result (build, crossing->rest, &program->crossings[r].rest);
      program->crossings[r].is_moving = !build->lower.is_fixed[crossing->rest.at];
    } else if (crossing->kind == DAE_UNWATCHED) {
      lower_indicator (build, r);
    }
  }
  end_entry (build);
  /* How large the rounding of an indicator may be. */
  begin_entry (build, CODE_NOISE);
  for (uint32_t r = 0; r < dae->n_crossings; r++)
    if (dae->crossings[r].kind == DAE_STATE_EVENT)
      code_lower_combine (&build->lower, CODE_SUM_ABS, program->crossings[r].noise,
                          dae->crossings[r].left, dae->crossings[r].right);
  end_entry (build);
}

static void
lower_watched (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  CodeProgram *program = build->program;

  begin_entry (build, CODE_WATCHED);
  for (uint32_t r = 0; r < dae->n_crossings; r++) {
    code_build_result (build, build->matters[r], &program->crossings[r].watched);
    program->crossings[r].is_of_start = expr_is_zero (dae->pool, build->matters[r]);
  }
  end_entry (build);
}

static void
note_deciding (void *data, ExprId e)
{
  CodeBuild *build = data;
  const ExprNode *node = expr_node (build->dae->pool, e);

  if (node->op == EXPR_CROSSING)
    build->program->crossings[expr_index (node->payload, build->program->n_crossings)]
        .decides = true;
}

static void
lower_discrete_blocks (CodeBuild *build, uint32_t n, const DaeBlock *blocks)
{
  const DaeSystem *dae = build->dae;
  g_autoptr (ExprWalk) walk = expr_walk_new (dae->pool);

  for (uint32_t b = 0; b < n; b++)
    if (blocks[b].n == 1 && blocks[b].n_tears == 0 &&
        dae->vars[blocks[b].unknown[0]].kind == DAE_DISCRETE) {
      expr_walk (walk, blocks[b].inner[0], note_deciding, build);
      code_lower_assign (&build->lower, build->slot_of[blocks[b].unknown[0]],
                         blocks[b].inner[0]);
    }
}

static void
lower_discrete (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  CodeProgram *program = build->program;

  begin_entry (build, CODE_DISCRETE);
  lower_discrete_blocks (build, dae->n_dynamic, dae->dynamic);
  lower_discrete_blocks (build, dae->n_output, dae->output);
  end_entry (build);
  program->discrete = base_arena_array (program->arena, CodeDiscrete, dae->n_vars);
  for (uint32_t v = 0; v < dae->n_vars; v++)
    if (build->pre_of[v] != CODE_NONE)
      program->discrete[program->n_discrete++] =
          (CodeDiscrete){.slot = build->slot_of[v], .pre = build->pre_of[v]};
}

static void
lower_actions (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  CodeProgram *program = build->program;

  program->n_actions = dae->n_actions;
  program->actions = base_arena_array (program->arena, CodeAction, dae->n_actions);
  begin_entry (build, CODE_ACTIONS);
  for (uint32_t i = 0; i < dae->n_actions; i++) {
    const DaeAction *action = &dae->actions[i];

    program->actions[i] = (CodeAction){
        .kind = action->kind,
        .fires = build->slot_of[action->fires],
        .state = action->kind == FLAT_REINIT ? build->slot_of[action->variable] : 0,
    };
    code_build_result (build, action->value, &program->actions[i].value);
  }
  end_entry (build);
}

static void
lower_checks (CodeBuild *build)
{
  const DaeStart *start = &build->dae->start;
  CodeProgram *program = build->program;

  program->n_checks = start->n_checks;
  program->checks = base_arena_array (program->arena, CodeCheck, start->n_checks);
  begin_entry (build, CODE_CHECKS);
  for (uint32_t i = 0; i < start->n_checks; i++) {
    const DaeEq *eq = &build->dae->eqs[start->checks[i]];

    code_build_result (build, eq->lhs, &program->checks[i].lhs);
    code_build_result (build, eq->rhs, &program->checks[i].rhs);
    program->checks[i].eq = start->checks[i];
    program->checks[i].is_redundant = i < start->n_redundant;
  }
  end_entry (build);
}

static void
lower_asserts (CodeBuild *build)
{
  const FlatModel *flat = build->dae->flat;
  CodeProgram *program = build->program;

  program->n_asserts = flat->n_asserts;
  program->asserts = code_build_registers (build, flat->n_asserts);
  begin_entry (build, CODE_ASSERTS);
  for (uint32_t i = 0; i < flat->n_asserts; i++)
    program->asserts[i] = code_lower_result (&build->lower, flat->asserts[i].condition);
  end_entry (build);
}

void
code_build_entries (CodeBuild *build)
{
  lower_parameters (build);
  lower_guesses (build);
  lower_iterates (build);
  lower_crossings (build);
  lower_watched (build);
  lower_discrete (build);
  lower_actions (build);
  lower_checks (build);
  lower_asserts (build);
  code_delays_lower (build);
  code_poles_lower (build);
}
