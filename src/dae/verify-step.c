/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds between the steps of a build with -Dverify=true: links between variables
 * and their derivatives and aliases, sorted lists of uses; and, one function for each
 * step, what its header promises. Each is linear in the size of the model, expressions
 * included. What a whole system promises is checked in dae/verify.c. */
#include "dae/verify-step.h"

static void
verify_vars (const DaeBuild *work)
{
  g_assert (work->vars.n == work->info.n && work->vars.n >= work->flat->n_vars);
  for (uint32_t v = 0; v < work->vars.n; v++) {
    const DaeVar *var = &work->vars.at[v];
    bool is_alias = var->kind == DAE_ALIAS;
    g_assert (var->derivative == DAE_NONE ||
              work->vars.at[var->derivative].integral == v);
    g_assert (is_alias == (var->alias != DAE_NONE));
    g_assert (!is_alias || work->vars.at[var->alias].kind != DAE_ALIAS);
    g_assert (!is_alias || var->derivative == DAE_NONE);
  }
}

static void
verify_eqs (const DaeBuild *work)
{
  g_assert (work->eqs.n == work->eq_info.n && work->eqs.n >= work->flat->n_eqs);
  for (uint32_t e = 0; e < work->eqs.n; e++) {
    const DaeEqInfo *info = &work->eq_info.at[e];
    for (uint32_t k = 0; k < info->n_uses && info->use != DAE_USE_ALIAS; k++) {
      g_assert (dae_build_is_unknown (work, info->uses[k]));
      g_assert (k == 0 || info->uses[k - 1] < info->uses[k]);
    }
    g_assert (info->next == DAE_NONE || work->eqs.at[info->next].n_differentiated ==
                                            work->eqs.at[e].n_differentiated + 1);
  }
}

void
dae_verify_step_any (const DaeBuild *work)
{
  const ExprBounds bounds = {.n_vars = work->vars.n,
                             .n_crossings = work->crossings.n,
                             .n_tables = work->flat->n_tables,
                             .n_delays = work->flat->n_delays};

  expr_pool_verify (work->pool, &bounds);
  verify_vars (work);
  verify_eqs (work);
}

/* ---- promises of single steps ---- */

typedef struct {
  const DaeBuild *work;
  bool *is_given; /* variable */
} Check;

static bool
is_kind (const DaeBuild *work, ExprId e, DaeVarKind kind)
{
  const ExprNode *node = expr_node (work->pool, e);

  return node->op == EXPR_VAR && dae_leaf (work, node)->kind == kind;
}

/* Equations that take part, and asserts; nothing below the operators that end it. */
static void
visit_all (const DaeBuild *work, bool with_ends, ExprVisit visit)
{
  static const ExprOp ENDS[] = {EXPR_NOEVENT, EXPR_SMOOTH};
  g_autoptr (ExprWalk) walk = expr_walk_new (work->pool);
  Check check = {.work = work};

  for (uint32_t i = 0; i < G_N_ELEMENTS (ENDS) && with_ends; i++)
    expr_walk_stop_at (walk, ENDS[i]);
  for (uint32_t e = 0; e < work->eqs.n; e++) {
    DaeUse use = work->eq_info.at[e].use;
    if (use == DAE_USE_NONE || use == DAE_USE_ALIAS || use == DAE_USE_CONSTANT)
      continue;
    expr_walk (walk, work->eqs.at[e].lhs, visit, &check);
    expr_walk (walk, work->eqs.at[e].rhs, visit, &check);
  }
  for (uint32_t i = 0; i < work->flat->n_asserts; i++)
    expr_walk (walk, work->flat->asserts[i].condition, visit, &check);
}

static void
verify_pre (void *data, ExprId e)
{
  const DaeBuild *work = ((const Check *) data)->work;
  const ExprNode *node = expr_node (work->pool, e);

  if (node->op == EXPR_PRE || node->op == EXPR_EDGE || node->op == EXPR_CHANGE)
    g_assert (is_kind (work, node->args[0], DAE_DISCRETE));
}

void
dae_verify_step_check (const DaeBuild *work)
{
  visit_all (work, false, verify_pre);
}

void
dae_verify_step_when (const DaeBuild *work)
{
  g_assert (work->actions.n == work->action_eq.n);
  for (uint32_t i = 0; i < work->actions.n; i++) {
    g_assert (work->vars.at[work->actions.at[i].fires].kind == DAE_DISCRETE);
    g_assert (work->eq_info.at[work->action_eq.at[i]].use == DAE_USE_ACTION);
  }
}

static void
verify_look_up (void *data, ExprId e)
{
  DaeBuild *work = (DaeBuild *) ((const Check *) data)->work;
  const ExprNode *node = expr_node (work->pool, e);

  if (node->op == EXPR_TABLE &&
      work->flat->tables[node->payload.at].smoothness == FLAT_TABLE_CONSTANT)
    g_assert ((dae_build_depends (work, node->args[0]) & ~DAE_ON_DISCRETE) == 0);
}

void
dae_verify_step_tables (const DaeBuild *work)
{
  visit_all (work, true, verify_look_up);
}

static void
require_given (void *data, ExprId e)
{
  const Check *check = data;
  const ExprNode *node = expr_node (check->work->pool, e);

  if (node->op == EXPR_VAR)
    g_assert (check->is_given[expr_index (node->payload, check->work->vars.n)]);
}

void
dae_verify_step_parameters (const DaeBuild *work)
{
  g_autofree bool *is_given = g_new0 (bool, work->vars.n);
  g_autoptr (ExprWalk) walk = expr_walk_new (work->pool);
  Check check = {work, is_given};

  for (uint32_t v = 0; v < work->flat->n_vars; v++)
    is_given[v] = work->flat->vars[v].kind == FLAT_PARAMETER &&
                  expr_is_none (work->flat->vars[v].value);
  for (uint32_t i = 0; i < work->params.n; i++) {
    expr_walk (walk, work->flat->vars[work->params.at[i]].value, require_given, &check);
    is_given[work->params.at[i]] = true;
  }
  for (uint32_t v = 0; v < work->flat->n_vars; v++)
    g_assert (is_given[v] == (work->vars.at[v].kind == DAE_PARAMETER));
}

static void
verify_image (void *data, ExprId e)
{
  const DaeBuild *work = ((const Check *) data)->work;

  g_assert (expr_op (work->pool, e) != EXPR_DER);
  g_assert (!is_kind (work, e, DAE_ALIAS));
}

/* Each discrete variable has one equation. */
static void
verify_discrete (const DaeBuild *work)
{
  g_autofree bool *is_given = g_new0 (bool, work->vars.n);

  for (uint32_t e = 0; e < work->eqs.n; e++) {
    const DaeEqInfo *info = &work->eq_info.at[e];
    if (info->use != DAE_USE_DISCRETE)
      continue;
    g_assert (is_kind (work, work->eqs.at[e].lhs, DAE_DISCRETE));
    g_assert (!is_given[info->unknown]);
    is_given[info->unknown] = true;
  }
  for (uint32_t v = 0; v < work->vars.n; v++)
    g_assert (is_given[v] == (work->vars.at[v].kind == DAE_DISCRETE));
}

void
dae_verify_step_aliases (const DaeBuild *work)
{
  visit_all (work, false, verify_image);
  verify_discrete (work);
}

static void
verify_no_event (void *data, ExprId e)
{
  switch ((int) expr_op (((const Check *) data)->work->pool, e)) {
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_GT:
  case EXPR_GE:
  case EXPR_SIGN:
  case EXPR_SAMPLE:
    g_assert_not_reached ();
  }
}

void
dae_verify_step_events (const DaeBuild *work)
{
  visit_all (work, true, verify_no_event);
  verify_discrete (work);
}

void
dae_verify_step_index (const DaeBuild *work)
{
  uint32_t n_last = 0, n_highest = 0;

  for (uint32_t e = 0; e < work->eqs.n; e++)
    n_last +=
        work->eq_info.at[e].use == DAE_USE_MAIN && work->eq_info.at[e].next == DAE_NONE;
  for (uint32_t v = 0; v < work->vars.n; v++)
    n_highest +=
        dae_build_is_unknown (work, v) && work->vars.at[v].derivative == DAE_NONE;
  g_assert (n_last == n_highest);
}

/* As many equations as unknowns. */
void
dae_verify_step_states (const DaeBuild *work)
{
  uint32_t n_eqs = 0, n_unknowns = 0;

  for (uint32_t e = 0; e < work->eqs.n; e++)
    n_eqs += work->eq_info.at[e].use == DAE_USE_MAIN;
  for (uint32_t v = 0; v < work->vars.n; v++)
    n_unknowns += dae_build_is_unknown (work, v) && work->vars.at[v].kind != DAE_STATE;
  g_assert (n_eqs == n_unknowns && work->states.n == work->rates.n);
  for (uint32_t i = 0; i < work->states.n; i++) {
    const DaeVar *state = &work->vars.at[work->states.at[i]];
    g_assert (state->kind == DAE_STATE && state->derivative == work->rates.at[i]);
    g_assert (i == 0 || work->states.at[i - 1] < work->states.at[i]);
  }
}

void
dae_verify_step_selections (const DaeBuild *work)
{
  dae_verify_step_states (work);
  for (uint32_t i = 0; i < work->selections.n; i++) {
    const DaeSelection *s = &work->selections.at[i];
    g_assert (0 < s->n_states && s->n_states < s->n);
    for (uint32_t k = 0; k < s->n_states; k++) {
      g_assert (work->vars.at[s->state[k * (s->order + 1)]].is_hidden);
      g_assert (work->eq_info.at[s->row[k]].at_start != DAE_NONE);
    }
    for (uint32_t t = 0; t < s->n_ties; t++) {
      const DaeTie *tie = &s->ties[t], *last = t == 0 ? NULL : tie - 1;
      g_assert (tie->state < s->n_states && tie->candidate < s->n);
      g_assert (last == NULL || last->state < tie->state ||
                (last->state == tie->state && last->candidate < tie->candidate));
      g_assert (work->vars.at[tie->pick].kind == DAE_DISCRETE);
    }
  }
}

void
dae_verify_step_actions (const DaeBuild *work)
{
  for (uint32_t i = 0; i < work->actions.n; i++)
    g_assert (work->actions.at[i].kind != FLAT_REINIT ||
              work->vars.at[work->actions.at[i].variable].kind == DAE_STATE);
}

static uint32_t
count_equations (uint32_t n, const DaeBlock *blocks)
{
  uint32_t n_eqs = 0;

  for (uint32_t b = 0; b < n; b++)
    n_eqs += blocks[b].n;
  return n_eqs;
}

void
dae_verify_step_blocks (const DaeBuild *work)
{
  uint32_t n_eqs = 0;

  for (uint32_t e = 0; e < work->eqs.n; e++)
    n_eqs += work->eq_info.at[e].use == DAE_USE_MAIN ||
             work->eq_info.at[e].use == DAE_USE_DISCRETE ||
             work->eq_info.at[e].use == DAE_USE_CONSTANT;
  g_assert (n_eqs == count_equations (work->dynamic.n, work->dynamic.at) +
                         count_equations (work->output.n, work->output.at));
}

void
dae_verify_step_levels (const DaeBuild *work)
{
  for (uint32_t i = 0; i < work->crossings.n; i++)
    g_assert (work->crossings.at[i].level < work->crossings.n);
}

void
dae_verify_step_start (const DaeBuild *work)
{
  uint32_t n_unknowns = 0;

  for (uint32_t v = 0; v < work->vars.n; v++)
    n_unknowns += dae_build_is_unknown (work, v);
  g_assert (count_equations (work->start.n_blocks, work->start.blocks) == n_unknowns);
  g_assert (work->start.n_redundant <= work->start.n_checks);
}

/* A guess reads what somebody wrote and guesses before it, never one behind it. */
void
dae_verify_step_guesses (const DaeBuild *work)
{
  g_autofree bool *is_given = g_new (bool, work->vars.n);
  g_autoptr (ExprWalk) walk = expr_walk_new (work->pool);
  Check check = {work, is_given};

  for (uint32_t v = 0; v < work->vars.n; v++)
    is_given[v] = true;
  for (uint32_t i = 0; i < work->start.n_guesses; i++)
    is_given[work->start.guesses[i].variable] = false;
  for (uint32_t i = 0; i < work->start.n_guesses; i++) {
    expr_walk (walk, work->start.guesses[i].value, require_given, &check);
    g_assert (!is_given[work->start.guesses[i].variable]);
    is_given[work->start.guesses[i].variable] = true;
  }
}
