/* SPDX-License-Identifier: GPL-3.0-or-later */
/* when … elsewhen: what happens in the pass in which a condition rises (LANGUAGE §9).
 */
#include "flat/equation/relation-private.h"

#include <glib/gi18n-lib.h>

static void
act (const FlatPlace *place,
     FlatActionKind kind,
     uint32_t var,
     ExprId value,
     const FlatAction *with)
{
  FlatAction action = *with;

  action.kind = kind;
  action.variable = var;
  action.value = value;
  base_vec_push (place->scope.build->arena, place->actions->all, action);
}

/* `z = e` in a when gives a discrete variable its next value. */
static void
assign (const FlatPlace *place, const LangRelation *relation)
{
  FlatBuild *build = place->scope.build;
  FlatValue a = flat_translate_scalar (&place->scope, relation->lhs);
  FlatValue b = flat_translate_scalar (&place->scope, relation->rhs);
  uint32_t var = flat_relation_as_variable (build, a.e);
  const FlatAction with = {.span = relation->span};

  if (a.kind == FLAT_VALUE_ERROR || b.kind == FLAT_VALUE_ERROR ||
      !flat_relation_check_sides (place, relation, &a, &b))
    return;
  if (var == UINT32_MAX || build->vars[var].kind != FLAT_DISCRETE) {
    flat_report (build, 307, relation->lhs->span, place->scope.place,
                 "when can assign discrete variables only");
    base_diags_set_hint (build->diags, "declare it as `discrete variable`");
    return;
  }
  act (place, FLAT_ASSIGN, var, b.e, &with);
  g_hash_table_add (place->actions->assigned, GUINT_TO_POINTER (var + 1));
}

static void
reinit (const FlatPlace *place, const LangRelation *relation)
{
  FlatBuild *build = place->scope.build;
  const FlatAction with = {.span = relation->span};
  FlatValue a = FLAT_ERROR, b = FLAT_ERROR;
  FlatScope scope = place->scope;
  uint32_t var;

  if (relation->n_args == 2) {
    a = flat_translate_scalar (&place->scope, relation->args[0]);
    scope.is_reinit = true;
    b = flat_translate_scalar (&scope, relation->args[1]);
  }
  if (a.kind == FLAT_VALUE_ERROR || b.kind == FLAT_VALUE_ERROR)
    return;
  var = flat_relation_as_variable (build, a.e);
  if (var == UINT32_MAX || build->vars[var].kind != FLAT_CONTINUOUS ||
      !flat_value_is_number (&b)) {
    flat_report (build, 307, relation->span, place->scope.place,
                 "reinit needs a continuous variable and a number");
    return;
  }
  act (place, FLAT_REINIT, var, b.e, &with);
}

static void
stop_or_assert (const FlatPlace *place, const LangRelation *relation)
{
  FlatBuild *build = place->scope.build;
  bool is_assert = relation->kind == LANG_ASSERT;
  FlatAction with = {.span = relation->span, .text = _ ("the assertion does not hold")};
  FlatValue condition = {.kind = FLAT_VALUE_BOOLEAN, .e = EXPR_NONE};

  if (is_assert && relation->n_args > 0)
    condition = flat_translate_scalar (&place->scope, relation->args[0]);
  if (relation->n_args > (is_assert ? 1u : 0u))
    with.text = flat_translate (&place->scope, relation->args[is_assert]).text;
  if (condition.kind == FLAT_VALUE_ERROR)
    return;
  if (condition.kind != FLAT_VALUE_BOOLEAN || with.text == NULL) {
    flat_report (build, 307, relation->span, place->scope.place,
                 "a condition and a text are needed here");
    return;
  }
  act (place, is_assert ? FLAT_WHEN_ASSERT : FLAT_TERMINATE, UINT32_MAX, condition.e,
       &with);
}

void
flat_relation_when (const FlatPlace *place, const LangRelation *relation)
{
  FlatBuild *build = place->scope.build;
  g_autoptr (GHashTable) assigned = g_hash_table_new (NULL, NULL);
  FlatWhenBranch *branches =
      base_arena_array (build->arena, FlatWhenBranch, relation->n_branches);

  for (uint32_t i = 0; i < relation->n_branches; i++) {
    const LangBranch *branch = &relation->branches[i];
    FlatActions actions = {.assigned = assigned};
    FlatPlace inner = *place;

    inner.actions = &actions;
    inner.scope.is_action = true;
    branches[i].condition = flat_relation_run_condition (place, branch->condition);
    if (expr_is_none (branches[i].condition))
      return;
    flat_relation_all (&inner, branch->n, branch->relations);
    branches[i].n_actions = actions.all.n;
    branches[i].actions = actions.all.at;
  }
  build->balance[place->scope.node->id] += (int32_t) g_hash_table_size (assigned);
  base_vec_push (build->arena, build->whens,
                 (FlatWhen){.instance = place->scope.node->id,
                            .n_branches = relation->n_branches,
                            .branches = branches,
                            .span = relation->span});
}

/* Inside when: assignments, actions, and what is decided before the run. */
void
flat_relation_action (const FlatPlace *place, const LangRelation *relation)
{
  switch (relation->kind) {
  case LANG_EQUATION:
    assign (place, relation);
    break;
  case LANG_REINIT:
    reinit (place, relation);
    break;
  case LANG_ASSERT:
  case LANG_TERMINATE:
    stop_or_assert (place, relation);
    break;
  case LANG_IF_REL:
    flat_relation_if (place, relation);
    break;
  case LANG_SWITCH:
    flat_relation_switch (place, relation);
    break;
  case LANG_FOR_REL:
    flat_relation_for (place, relation);
    break;
  case LANG_INITIAL:
  case LANG_GUESS:
  case LANG_CONNECT:
  case LANG_CONTINUITY:
  case LANG_ANALYSIS_POINT:
  case LANG_WHEN:
    flat_relation_refuse (place, relation, _ ("this cannot stand in a when"));
    break;
  }
}
