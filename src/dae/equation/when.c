/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When clauses as equations (LANGUAGE section 9): the condition of each branch becomes
 * a discrete variable; a branch fires in the pass in which its condition rises, unless
 * one above it does. An assigned variable takes the value of the branch that fires or
 * keeps its own. What else a body does is left to the run. */
#include "dae/equation/when.h"

typedef struct {
  DaeBuild *work;
  const FlatWhen *when;
  uint32_t number;
  const FlatEq *origin;
  uint32_t *fires;   /* per branch: variable */
  bool *is_assigned; /* per variable: has its equation */
} Expansion;

static const FlatEq *
make_origin (DaeBuild *work, const FlatWhen *when)
{
  FlatEq *origin = base_arena_new0 (work->arena, FlatEq);

  origin->kind = FLAT_EQUATION;
  origin->lhs = origin->rhs = expr_number (work->pool, 0.0);
  origin->instance = when->instance;
  origin->set = UINT32_MAX;
  origin->span = when->span;
  return origin;
}

/* Variables for the conditions and for what fires. */
static void
add_conditions (Expansion *x)
{
  DaeBuild *work = x->work;
  ExprPool *pool = work->pool;
  ExprId is_taken = expr_bool (pool, false);

  for (uint32_t b = 0; b < x->when->n_branches; b++) {
    uint32_t condition = dae_build_add_discrete (
        work, base_arena_printf (work->arena, "when%u.%u", x->number + 1, b + 1));
    x->fires[b] = dae_build_add_discrete (
        work, base_arena_printf (work->arena, "fires%u.%u", x->number + 1, b + 1));
    ExprId rises = expr_unary (pool, EXPR_EDGE, expr_var (pool, condition));
    ExprId is_free = expr_unary (pool, EXPR_NOT, is_taken);
    dae_build_add_discrete_eq (work, condition, x->when->branches[b].condition,
                               x->origin);
    dae_build_add_discrete_eq (work, x->fires[b],
                               expr_binary (pool, EXPR_AND, rises, is_free), x->origin);
    is_taken = expr_binary (pool, EXPR_OR, is_taken, rises);
  }
}

static ExprId
assigned_value (const FlatWhenBranch *branch, uint32_t variable)
{
  for (uint32_t a = branch->n_actions; a-- > 0;)
    if (branch->actions[a].kind == FLAT_ASSIGN &&
        branch->actions[a].variable == variable)
      return branch->actions[a].value;
  return EXPR_NONE;
}

/* z = if fires1 then e1 else if fires2 then e2 … else pre (z) */
static void
add_assignment (Expansion *x, uint32_t variable)
{
  ExprPool *pool = x->work->pool;
  ExprId value = expr_unary (pool, EXPR_PRE, expr_var (pool, variable));

  if (x->is_assigned[variable])
    return;
  x->is_assigned[variable] = true;
  for (uint32_t b = x->when->n_branches; b-- > 0;) {
    ExprId new = assigned_value (&x->when->branches[b], variable);
    if (!expr_is_none (new))
      value = expr_if (pool, expr_var (pool, x->fires[b]), new, value);
  }
  dae_build_add_discrete_eq (x->work, variable, value, x->origin);
}

static void
add_action (Expansion *x, uint32_t branch, const FlatAction *action)
{
  DaeBuild *work = x->work;
  bool is_reinit = action->kind == FLAT_REINIT;
  ExprId zero = expr_number (work->pool, 0.0);
  DaeEq eq = {is_reinit ? expr_var (work->pool, action->variable) : zero,
              action->kind == FLAT_TERMINATE ? zero : action->value, DAE_NONE, 0};
  DaeAction kept = {
      .kind = action->kind,
      .fires = x->fires[branch],
      .variable = is_reinit ? action->variable : DAE_NONE,
      .text = action->text,
      .instance = x->when->instance,
      .span = flat_model_user_span (work->flat, x->when->instance, action->span)};

  base_vec_push (work->arena, work->actions, kept);
  base_vec_push (
      work->arena, work->action_eq,
      dae_build_add_eq (work, eq,
                        (DaeEqInfo){.use = DAE_USE_ACTION, .origin = x->origin}));
}

static void
expand (Expansion *x)
{
  add_conditions (x);
  for (uint32_t b = 0; b < x->when->n_branches; b++) {
    const FlatWhenBranch *branch = &x->when->branches[b];
    for (uint32_t a = 0; a < branch->n_actions; a++)
      if (branch->actions[a].kind == FLAT_ASSIGN)
        add_assignment (x, branch->actions[a].variable);
      else
        add_action (x, b, &branch->actions[a]);
  }
}

void
dae_when_expand (DaeBuild *work)
{
  Expansion x = {.work = work,
                 .is_assigned = base_arena_array (work->scratch, bool, work->vars.n)};

  for (x.number = 0; x.number < work->flat->n_whens; x.number++) {
    x.when = &work->flat->whens[x.number];
    x.origin = make_origin (work, x.when);
    x.fires = base_arena_array (work->scratch, uint32_t, x.when->n_branches);
    expand (&x);
  }
}

/* After the selection of states: values as they are now, reinit by state. */
void
dae_when_finish (DaeBuild *work)
{
  for (uint32_t i = 0; i < work->actions.n; i++) {
    DaeAction *action = &work->actions.at[i];
    const DaeEq *eq = &work->eqs.at[work->action_eq.at[i]];
    const char *name = NULL;
    double sign = 1.0;

    if (action->kind == FLAT_REINIT) {
      name = work->vars.at[action->variable].name;
      action->variable = DAE_NONE;
      dae_build_as_variable (work, eq->lhs, &action->variable, &sign);
    }
    action->value = dae_build_signed (work, sign, eq->rhs);
    if (name == NULL || (action->variable != DAE_NONE &&
                         work->vars.at[action->variable].kind == DAE_STATE))
      continue;
    base_diags_add (work->diags, BASE_ERROR, 601, action->span,
                    "reinit of `%s` is not supported: it is not a state", name);
    base_diags_set_path (work->diags, work->flat->instances[action->instance].path);
    base_diags_set_hint (work->diags, "a higher statePriority makes it one");
  }
}
