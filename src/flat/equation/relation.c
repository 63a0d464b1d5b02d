/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Relations to equations and actions. A structural condition keeps one branch; any
 * other merges the k-th equations of its branches into one (LANGUAGE §6). What stands
 * in a `when` becomes actions of the pass in which its condition rises (§9). Recurses
 * over the nesting of the text, which the parser limits; linear in the relations, turns
 * of loops counted one by one.
 */
#include <glib/gi18n-lib.h>

#include "flat/equation/relation.h"

#include "flat/equation/relation-private.h"
#include "flat/equation/variable.h"

typedef BASE_VEC (FlatBranch) Branches;

static void relate (const FlatPlace *place, const LangRelation *relation);

static void
relate_all (const FlatPlace *place, const LangBranch *branch)
{
  for (uint32_t i = 0; i < branch->n; i++)
    relate (place, branch->relations[i]);
}

static void
refuse (const FlatPlace *place, const LangRelation *relation, const char *what)
{
  flat_report_at (&place->scope, 601, relation->span, "%s", what);
}

static void
emit (const FlatPlace *place, FlatEqKind kind, ExprId lhs, ExprId rhs, BaseSpan span)
{
  FlatBuild *build = place->scope.build;
  FlatNode *node = place->scope.node;
  FlatEq eq = {.kind = kind,
               .lhs = lhs,
               .rhs = rhs,
               .instance = node->id,
               .set = UINT32_MAX,
               .span = span};

  if (place->into != NULL)
    base_vec_push (build->arena, place->into->eqs[kind == FLAT_INITIAL], eq);
  else
    flat_variable_add_eq (build, &eq, kind == FLAT_EQUATION ? node : NULL);
}

/* ---- equations ---- */

/* An input of the model itself is set by an equation that has it alone on its left. */
static void
note_own_input (const FlatPlace *place, ExprId lhs)
{
  FlatBuild *build = place->scope.build;
  uint32_t var = flat_variable_of (build, lhs);

  if (place->scope.node == build->root && var != UINT32_MAX)
    build->is_set[var] = true;
}

/* E307 or E311 and false if the sides of an equation or assignment do not fit. */
static bool
check_sides (const FlatPlace *place,
             const LangRelation *relation,
             const FlatValue *a,
             const FlatValue *b)
{
  FlatBuild *build = place->scope.build;
  FlatValueKind joined = flat_translate_join (a, b);
  bool is_variable = a->shape.rank > 0 || flat_variable_of (build, a->e) != UINT32_MAX;

  if (joined == FLAT_VALUE_ERROR || joined == FLAT_VALUE_STRING)
    return flat_report_at (&place->scope, 307, relation->span, "%s cannot equal %s",
                           flat_translate_kind_text (a), flat_translate_kind_text (b));
  if (a->kind == FLAT_VALUE_INTEGER && b->kind == FLAT_VALUE_REAL && is_variable)
    return flat_report_at (&place->scope, 307, relation->rhs->span,
                           "an Integer cannot equal %s", flat_translate_kind_text (b));
  if (a->kind == FLAT_VALUE_INTEGER && is_variable &&
      !flat_translate_check_whole (&place->scope, b, relation->rhs->span))
    return false;
  if (a->is_row != b->is_row)
    return flat_report_at (&place->scope, 307, relation->span,
                           "a row cannot equal a column");
  return flat_translate_has_shape (&place->scope, a, b->shape, false, relation->span);
}

static void
equation (const FlatPlace *place, const LangRelation *relation)
{
  FlatEqKind kind = relation->kind == LANG_INITIAL ? FLAT_INITIAL : FLAT_EQUATION;
  FlatScope scope = place->scope;
  FlatValue a, b;

  scope.is_equation = kind == FLAT_EQUATION;
  a = flat_translate (&scope, relation->lhs);
  b = flat_translate (&scope, relation->rhs);
  if (a.kind == FLAT_VALUE_ERROR || b.kind == FLAT_VALUE_ERROR ||
      !check_sides (place, relation, &a, &b))
    return;
  for (uint32_t i = 0; i < flat_shape_count (a.shape); i++) {
    ExprId lhs = flat_value_item (&a, i);

    if (kind == FLAT_EQUATION)
      note_own_input (place, lhs);
    emit (place, kind, lhs, flat_value_item (&b, i), relation->span);
  }
}

/* The guess written furthest out holds. Of those at one level a relation goes before an
 * attribute, and a relation of the component before those that it inherits. */
static void
set_guess (const FlatPlace *place,
           const LangRelation *relation,
           uint32_t v,
           ExprId value)
{
  FlatBuild *build = place->scope.build;
  FlatVar *var = &build->vars[v];
  uint32_t *rank = &build->guess_rank[v], own_rank = 1 + place->n_extends;
  uint32_t depth = place->scope.node->depth;
  uint32_t other = var->has_guess ? build->nodes.at[var->guess_by]->depth : UINT32_MAX;

  if (other < depth || (other == depth && *rank != 0 && *rank < own_rank))
    return;
  if (other == depth && *rank == own_rank && var->guess.at != value.at) {
    flat_report_at (&place->scope, 410, relation->span,
                    "`%s` has another guess already, and both cannot hold", var->name);
    return;
  }
  var->guess = value;
  var->has_guess = true;
  var->guess_by = place->scope.node->id;
  *rank = own_rank;
}

static void
guess (const FlatPlace *place, const LangRelation *relation)
{
  FlatBuild *build = place->scope.build;
  FlatValue a = flat_translate (&place->scope, relation->lhs);
  FlatValue b = flat_translate (&place->scope, relation->rhs);

  if (a.kind == FLAT_VALUE_ERROR || b.kind == FLAT_VALUE_ERROR ||
      !flat_translate_has_shape (&place->scope, &b, a.shape, true, relation->span))
    return;
  /* Only at the top, and only from parameters. */
  if (place->into != NULL) {
    flat_report_at (&place->scope, 601, relation->span,
                    "a guess cannot be conditional at run time");
    return;
  }
  if (flat_translate_join (&a, &b) == FLAT_VALUE_ERROR || b.change > FLAT_PARAM) {
    flat_report_at (&place->scope, 307, relation->rhs->span,
                    "a guess may depend on parameters only");
    return;
  }
  /* Element by element. */
  for (uint32_t i = 0; i < flat_shape_count (a.shape); i++) {
    ExprId lhs = flat_value_item (&a, i);
    uint32_t var = flat_variable_of (build, lhs);

    if (var == UINT32_MAX || build->vars[var].kind == FLAT_PARAMETER) {
      flat_report_at (&place->scope, 307, relation->lhs->span,
                      "a guess needs a variable on its left");
      return;
    }
    set_guess (place, relation, var, flat_value_item (&b, i));
    emit (place, FLAT_GUESS, lhs, flat_value_item (&b, i), relation->span);
  }
}

static void
assertion (const FlatPlace *place, const LangRelation *relation)
{
  FlatBuild *build = place->scope.build;
  ExprPool *pool = build->pool;
  FlatValue condition = FLAT_ERROR, text = {.text = _ ("the assertion does not hold")};

  if (relation->n_args > 0)
    condition = flat_translate_scalar (&place->scope, relation->args[0]);
  if (relation->n_args > 1)
    text = flat_translate (&place->scope, relation->args[1]);
  if (condition.kind == FLAT_VALUE_ERROR)
    return;
  if (condition.kind != FLAT_VALUE_BOOLEAN ||
      (relation->n_args > 1 && text.text == NULL)) {
    flat_report_at (&place->scope, 307, relation->span,
                    "assert needs a condition and a text");
    return;
  }
  /* Under a condition of the run it holds only where that does. */
  if (!expr_is_none (place->guard))
    condition.e = expr_binary (pool, EXPR_OR, expr_unary (pool, EXPR_NOT, place->guard),
                               condition.e);
  base_vec_push (build->arena, build->asserts,
                 (FlatAssert){.condition = condition.e,
                              .text = text.text,
                              .instance = place->scope.node->id,
                              .span = relation->span});
}

/* ---- conditions of the run ---- */

/* The k-th equations as one: `x = if (c, e1, e2)` if all have the same left side, else
 * `0 = if (c, l1 - r1, l2 - r2)`. */
static void
merge_nth (const FlatPlace *place,
           const Branches *branches,
           FlatEqKind kind,
           uint32_t k)
{
  ExprPool *pool = place->scope.build->pool;
  const FlatEq *first = &branches->at[0].eqs[kind == FLAT_INITIAL].at[k];
  bool is_same = true;
  ExprId merged = EXPR_NONE;

  for (uint32_t i = 1; i < branches->n; i++)
    is_same = is_same &&
              expr_is (branches->at[i].eqs[kind == FLAT_INITIAL].at[k].lhs, first->lhs);
  for (uint32_t i = branches->n; i-- > 0;) {
    const FlatEq *eq = &branches->at[i].eqs[kind == FLAT_INITIAL].at[k];
    ExprId value = is_same ? eq->rhs : expr_binary (pool, EXPR_SUB, eq->lhs, eq->rhs);

    merged = expr_is_none (merged)
                 ? value
                 : expr_if (pool, branches->at[i].condition, value, merged);
  }
  emit (place, kind, is_same ? first->lhs : expr_number (pool, 0), merged, first->span);
}

static void
merge (const FlatPlace *place, const Branches *branches, BaseSpan span)
{
  static const FlatEqKind KINDS[] = {FLAT_EQUATION, FLAT_INITIAL};

  /* Counts mean something only where nothing is missing. */
  for (uint32_t i = 0; i < branches->n; i++)
    if (branches->at[i].is_faulty)
      return;
  for (uint32_t kind = 0; kind < G_N_ELEMENTS (KINDS); kind++) {
    uint32_t n = branches->at[0].eqs[kind].n;

    for (uint32_t i = 1; i < branches->n; i++)
      if (branches->at[i].eqs[kind].n != n) {
        flat_report_at (&place->scope, 404, span,
                        "the branches have %u and %u equations", n,
                        branches->at[i].eqs[kind].n);
        base_diags_set_hint (place->scope.build->diags,
                             "unless the condition is structural, all branches need "
                             "the same number of equations");
        return;
      }
    for (uint32_t k = 0; k < n; k++)
      merge_nth (place, branches, KINDS[kind], k);
  }
}

/* a op b, or the one of them that there is. */
static ExprId
unless_none (ExprPool *pool, ExprOp op, ExprId a, ExprId b)
{
  return expr_is_none (a) ? b : expr_is_none (b) ? a : expr_binary (pool, op, a, b);
}

/* Translates one branch. `others` is true where an earlier branch is chosen. */
static void
collect (const FlatPlace *place,
         Branches *branches,
         ExprId condition,
         ExprId *others,
         const LangBranch *from)
{
  FlatBuild *build = place->scope.build;
  ExprPool *pool = build->pool;
  FlatBranch branch = {.condition = condition};
  FlatPlace inner = *place;
  ExprId here =
      expr_is_none (*others) ? EXPR_NONE : expr_unary (pool, EXPR_NOT, *others);

  here = unless_none (pool, EXPR_AND, here, condition);
  *others = unless_none (pool, EXPR_OR, *others, condition);
  inner.into = &branch;
  inner.guard = unless_none (pool, EXPR_AND, place->guard, here);
  uint32_t n_reports = base_diags_count (build->diags);
  if (from != NULL)
    relate_all (&inner, from);
  branch.is_faulty = base_diags_count (build->diags) > n_reports;
  base_vec_push (build->arena, *branches, branch);
}

static void
choose (const FlatPlace *place, const LangRelation *relation)
{
  Branches branches = {0};
  FlatPlace inner = *place;
  ExprId others = EXPR_NONE;

  for (uint32_t i = 0; i < relation->n_branches; i++) {
    const LangBranch *branch = &relation->branches[i];
    LibValue known = {.kind = LIB_BOOLEAN, .number = 1};

    if (branch->condition != NULL)
      known =
          flat_structure_constant (&inner.scope, branch->condition, &inner.scope.fixed);
    if (known.kind == LIB_BOOLEAN && known.number == 0)
      continue;
    /* Decided by the structure: only this branch is there. */
    if (known.kind == LIB_BOOLEAN && branches.n == 0) {
      relate_all (&inner, branch);
      return;
    }
    if (known.kind == LIB_BOOLEAN) {
      collect (&inner, &branches, EXPR_NONE, &others, branch);
      break;
    }
    /* Decided at run time: all branches, and a condition. */
    if (known.is_reported)
      return;
    if (place->actions != NULL) {
      refuse (place, relation, _ ("inside a when, conditions must be structural"));
      return;
    }
    ExprId condition = flat_translate_condition (&inner.scope, branch->condition).e;
    if (expr_is_none (condition))
      return;
    collect (&inner, &branches, condition, &others, branch);
  }
  if (branches.n == 0)
    return;
  /* Without `else` the last one is empty. */
  if (!expr_is_none (branches.at[branches.n - 1].condition))
    collect (&inner, &branches, EXPR_NONE, &others, NULL);
  merge (place, &branches, relation->span);
}

/* ---- switch ---- */

static uint32_t
find_case (const LibEntry *entry, const LangName *name)
{
  for (uint32_t i = 0; name->n > 0 && i < entry->class->n_variants; i++)
    if (entry->class->variants[i].name == name->parts[name->n - 1])
      return i;
  return UINT32_MAX;
}

/* E202 for cases that do not exist, E408 for those left out. */
static bool
check_cases (const FlatPlace *place,
             const LangRelation *relation,
             const LibEntry *entry)
{
  g_autofree bool *is_named = g_new0 (bool, entry->class->n_variants + 1);
  bool has_default = false, good = true;

  for (uint32_t i = 0; i < relation->n_branches; i++) {
    const LangName *name = &relation->branches[i].case_name;
    uint32_t at = find_case (entry, name);

    if (name->n == 0) {
      has_default = true;
    } else if (at == UINT32_MAX) {
      flat_report_at (&place->scope, 202, name->span, "%s has no case %s",
                      entry->class->name, name->text);
      good = false;
    } else {
      is_named[at] = true;
    }
  }
  /* Each case once, unless there is a default. */
  for (uint32_t i = 0; good && !has_default && i < entry->class->n_variants; i++)
    if (!is_named[i]) {
      flat_report_at (&place->scope, 408, relation->span,
                      "the switch does not cover the case %s",
                      entry->class->variants[i].name);
      good = false;
    }
  return good;
}

static const LangBranch *
branch_of (const LangRelation *relation, const LibEntry *entry, uint32_t wanted)
{
  const LangBranch *otherwise = NULL;

  for (uint32_t i = 0; i < relation->n_branches; i++) {
    const LangName *name = &relation->branches[i].case_name;

    if (name->n == 0)
      otherwise = &relation->branches[i];
    else if (find_case (entry, name) == wanted)
      return &relation->branches[i];
  }
  return otherwise;
}

static void
switch_at_run (const FlatPlace *place, const LangRelation *relation)
{
  Branches branches = {0};
  ExprPool *pool = place->scope.build->pool;
  FlatValue subject = flat_translate_scalar (&place->scope, relation->lhs);
  ExprId others = EXPR_NONE;

  if (subject.kind == FLAT_VALUE_ERROR)
    return;
  if (subject.kind != FLAT_VALUE_ENUM) {
    flat_report_at (&place->scope, 307, relation->lhs->span,
                    "switch needs a value of an enumeration, not %s",
                    flat_translate_kind_text (&subject));
    return;
  }
  if (!check_cases (place, relation, subject.enumeration))
    return;
  /* One branch for each case, the last one for what is left. */
  uint32_t n = subject.enumeration->class->n_variants;
  for (uint32_t i = 0; i < n; i++) {
    ExprId number = expr_number (pool, i + 1);
    ExprId condition =
        i + 1 == n ? EXPR_NONE : expr_binary (pool, EXPR_EQ, subject.e, number);

    collect (place, &branches, condition, &others,
             branch_of (relation, subject.enumeration, i));
  }
  if (branches.n > 0)
    merge (place, &branches, relation->span);
}

static void
switch_between (const FlatPlace *place, const LangRelation *relation)
{
  FlatPlace inner = *place;
  LibValue known =
      flat_structure_constant (&place->scope, relation->lhs, &inner.scope.fixed);

  if (known.is_reported)
    return;
  if (known.kind != LIB_CASE && place->actions != NULL) {
    refuse (place, relation, _ ("inside a when, a switch must be structural"));
    return;
  }
  if (known.kind != LIB_CASE) {
    switch_at_run (place, relation);
    return;
  }
  if (!check_cases (place, relation, known.enumeration))
    return;
  relate_all (&inner,
              branch_of (relation, known.enumeration, (uint32_t) known.number - 1));
}

/* ---- for ---- */

static void
repeat (const FlatPlace *place, const LangRelation *relation)
{
  FlatRange range;

  if (relation->n_branches == 0)
    return;
  if (relation->rhs->kind != LANG_RANGE) {
    flat_report_at (&place->scope, 308, relation->rhs->span, "for needs a range a:b");
    return;
  }
  if (!flat_structure_range (&place->scope, relation->rhs, &range))
    return;
  for (uint32_t i = 0; i < range.n && !flat_budget_is_spent (place->scope.build); i++) {
    FlatLocal local = flat_local_number (place->scope.build, place->scope.locals,
                                         relation->name, range.from + i * range.step);
    FlatPlace inner = *place;

    inner.scope.locals = &local;
    relate_all (&inner, &relation->branches[0]);
  }
}

/* ---- when: assignments, actions, and what is decided before the run ---- */

static void
act (const FlatPlace *place, FlatAction action, const LangRelation *relation)
{
  action.span = relation->span;
  base_vec_push (place->scope.build->arena, place->actions->all, action);
}

/* `z = e` in a when gives a discrete variable its next value. */
static void
assign (const FlatPlace *place, const LangRelation *relation)
{
  FlatBuild *build = place->scope.build;
  FlatValue a = flat_translate_scalar (&place->scope, relation->lhs);
  FlatValue b = flat_translate_scalar (&place->scope, relation->rhs);
  uint32_t var = flat_variable_of (build, a.e);

  if (a.kind == FLAT_VALUE_ERROR || b.kind == FLAT_VALUE_ERROR ||
      !check_sides (place, relation, &a, &b))
    return;
  if (var == UINT32_MAX || build->vars[var].kind != FLAT_DISCRETE) {
    flat_report_at (&place->scope, 307, relation->lhs->span,
                    "when can assign discrete variables only");
    base_diags_set_hint (build->diags, "declare it as `discrete variable`");
    return;
  }
  act (place, (FlatAction){.kind = FLAT_ASSIGN, .variable = var, .value = b.e},
       relation);
  g_hash_table_add (place->actions->assigned, GUINT_TO_POINTER (var + 1));
}

static void
reinit (const FlatPlace *place, const LangRelation *relation)
{
  FlatBuild *build = place->scope.build;
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
  var = flat_variable_of (build, a.e);
  if (var == UINT32_MAX || build->vars[var].kind != FLAT_CONTINUOUS ||
      !flat_value_is_number (&b)) {
    flat_report_at (&place->scope, 307, relation->span,
                    "reinit needs a continuous variable and a number");
    return;
  }
  act (place, (FlatAction){.kind = FLAT_REINIT, .variable = var, .value = b.e},
       relation);
}

static void
stop_or_assert (const FlatPlace *place, const LangRelation *relation)
{
  bool is_assert = relation->kind == LANG_ASSERT;
  const char *text = _ ("the assertion does not hold");
  FlatValue condition = {.kind = FLAT_VALUE_BOOLEAN, .e = EXPR_NONE};

  if (is_assert && relation->n_args > 0)
    condition = flat_translate_scalar (&place->scope, relation->args[0]);
  if (relation->n_args > (is_assert ? 1u : 0u))
    text = flat_translate (&place->scope, relation->args[is_assert]).text;
  if (condition.kind == FLAT_VALUE_ERROR)
    return;
  if (condition.kind != FLAT_VALUE_BOOLEAN || text == NULL)
    flat_report_at (&place->scope, 307, relation->span,
                    "a condition and a text are needed here");
  else
    act (place,
         (FlatAction){.kind = is_assert ? FLAT_WHEN_ASSERT : FLAT_TERMINATE,
                      .variable = UINT32_MAX,
                      .value = condition.e,
                      .text = text},
         relation);
}

static void
when (const FlatPlace *place, const LangRelation *relation)
{
  FlatBuild *build = place->scope.build;
  g_autoptr (GHashTable) assigned = g_hash_table_new (NULL, NULL);
  FlatWhenBranch *branches =
      base_arena_array (build->arena, FlatWhenBranch, relation->n_branches);

  if (place->into != NULL) {
    refuse (place, relation, _ ("a when cannot be conditional at run time"));
    return;
  }
  for (uint32_t i = 0; i < relation->n_branches; i++) {
    const LangBranch *branch = &relation->branches[i];
    /* Actions are collected with their condition, branch by branch. */
    FlatActions actions = {.assigned = assigned};
    FlatPlace inner = *place;

    inner.actions = &actions;
    inner.scope.is_action = true;
    branches[i].condition =
        flat_translate_condition (&place->scope, branch->condition).e;
    if (expr_is_none (branches[i].condition))
      return;
    relate_all (&inner, branch);
    branches[i].n_actions = actions.all.n;
    branches[i].actions = actions.all.at;
  }
  /* A when determines what it assigns. */
  build->balance[place->scope.node->id] += (int32_t) g_hash_table_size (assigned);
  base_vec_push (build->arena, build->whens,
                 (FlatWhen){.instance = place->scope.node->id,
                            .n_branches = relation->n_branches,
                            .branches = branches,
                            .span = relation->span});
}

/* ---- all ---- */

/* Stored in the text, without effect (LANGUAGE §6). */
static void
ignore (const FlatPlace *place, const LangRelation *relation)
{
}

/* What becomes of a relation, and of one in a `when`; NULL: it cannot stand there. */
static const struct {
  void (*relate) (const FlatPlace *place, const LangRelation *relation);
  void (*act) (const FlatPlace *place, const LangRelation *relation);
} KINDS[] = {
    [LANG_EQUATION] = {equation, assign},
    [LANG_INITIAL] = {equation, NULL},
    [LANG_GUESS] = {guess, NULL},
    [LANG_CONNECT] = {flat_relation_connect, NULL},
    [LANG_CONTINUITY] = {NULL, NULL},
    [LANG_ANALYSIS_POINT] = {ignore, NULL},
    [LANG_ASSERT] = {assertion, stop_or_assert},
    [LANG_IF_REL] = {choose, choose},
    [LANG_SWITCH] = {switch_between, switch_between},
    [LANG_FOR_REL] = {repeat, repeat},
    [LANG_WHEN] = {when, NULL},
    [LANG_REINIT] = {NULL, reinit},
    [LANG_TERMINATE] = {NULL, stop_or_assert},
};

static void
relate (const FlatPlace *place, const LangRelation *relation)
{
  bool acts = place->actions != NULL;

  if (acts ? KINDS[relation->kind].act != NULL : KINDS[relation->kind].relate != NULL)
    (acts ? KINDS[relation->kind].act : KINDS[relation->kind].relate) (place, relation);
  else
    refuse (place, relation,
            acts ? "this cannot stand in a when"
            : relation->kind == LANG_CONTINUITY
                ? _ ("continuity is not supported")
                : _ ("this is allowed only inside a when"));
}

void
flat_relations_build (FlatBuild *build)
{
  for (uint32_t i = 0; i < build->nodes.n; i++) {
    FlatNode *node = build->nodes.at[i];
    const LibClass *lib = node->class->lib;
    uint32_t n_reports = base_diags_count (build->diags);

    /* Without its base or a structural value a class makes no sense; that it lacks it
     * was reported. */
    for (uint32_t k = 0; lib->is_sound && !node->is_vague && k < lib->n_relations;
         k++) {
      FlatPlace place = {
          .scope = {.build = build,
                    .node = node,
                    .from = lib->relations[k].from,
                    .place = node},
          .guard = EXPR_NONE,
          .n_extends = lib->relations[k].n_extends,
      };

      flat_budget_begin (build, node, _ ("this relation"),
                         lib->relations[k].relation->span);
      relate (&place, lib->relations[k].relation);
    }
    node->is_faulty = base_diags_count (build->diags) > n_reports;
  }
}
