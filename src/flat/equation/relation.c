/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Relations to equations. A structural condition keeps one branch; any other merges the
 * k-th equations of its branches into one. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "flat/equation/relation-private.h"

static void relate (const FlatPlace *place, const LangRelation *relation);

void
flat_relation_refuse (const FlatPlace *place,
                      const LangRelation *relation,
                      const char *what)
{
  flat_report (place->scope.build, 601, relation->span, place->scope.place, "%s", what);
}

void
flat_relation_all (const FlatPlace *place,
                   uint32_t n,
                   const LangRelation *const *relations)
{
  for (uint32_t i = 0; i < n; i++)
    relate (place, relations[i]);
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
    base_vec_push (build->arena, place->into->eqs, eq);
  else
    flat_variable_add_eq (build, &eq, kind == FLAT_EQUATION ? node : NULL);
}

uint32_t
flat_relation_as_variable (const FlatBuild *build, ExprId e)
{
  const ExprNode *node = expr_is_none (e) ? NULL : expr_node (build->pool, e);

  return node != NULL && node->op == EXPR_VAR
             ? expr_index (node->payload, build->n_vars)
             : UINT32_MAX;
}

/* ---- equations ---- */

/* An input of the model itself is set by an equation that has it alone on its left. */
static void
note_own_input (const FlatPlace *place, ExprId lhs)
{
  FlatBuild *build = place->scope.build;
  uint32_t var = flat_relation_as_variable (build, lhs);

  if (place->scope.node == build->root && var != UINT32_MAX)
    build->is_set[var] = true;
}

bool
flat_relation_check_sides (const FlatPlace *place,
                           const LangRelation *relation,
                           const FlatValue *a,
                           const FlatValue *b)
{
  FlatBuild *build = place->scope.build;
  FlatValueKind joined = flat_translate_join (a, b);
  bool is_variable =
      a->shape.rank > 0 || flat_relation_as_variable (build, a->e) != UINT32_MAX;

  if (joined == FLAT_VALUE_ERROR || joined == FLAT_VALUE_STRING) {
    flat_report (build, 307, relation->span, place->scope.place, "%s cannot equal %s",
                 flat_translate_kind_text (a), flat_translate_kind_text (b));
    return false;
  }
  if (a->kind == FLAT_VALUE_INTEGER && b->kind == FLAT_VALUE_REAL && is_variable) {
    flat_report (build, 307, relation->rhs->span, place->scope.place,
                 "an Integer cannot equal %s", flat_translate_kind_text (b));
    return false;
  }
  if (a->kind == FLAT_VALUE_INTEGER && is_variable &&
      !flat_translate_check_whole (&place->scope, b, relation->rhs->span))
    return false;
  if (a->is_row != b->is_row) {
    flat_report (build, 307, relation->span, place->scope.place,
                 "a row cannot equal a column");
    return false;
  }
  return flat_translate_has_shape (&place->scope, a, b->shape, false, relation->span);
}

static void
equation (const FlatPlace *place, const LangRelation *relation, FlatEqKind kind)
{
  FlatScope scope = place->scope;
  FlatValue a, b;

  scope.is_equation = kind == FLAT_EQUATION;
  a = flat_translate (&scope, relation->lhs);
  b = flat_translate (&scope, relation->rhs);
  if (a.kind == FLAT_VALUE_ERROR || b.kind == FLAT_VALUE_ERROR ||
      !flat_relation_check_sides (place, relation, &a, &b))
    return;
  for (uint32_t i = 0; i < flat_shape_count (a.shape); i++) {
    ExprId lhs = flat_value_item (&a, i);

    if (kind == FLAT_EQUATION)
      note_own_input (place, lhs);
    emit (place, kind, lhs, flat_value_item (&b, i), relation->span);
  }
}

static uint32_t
depth_of (const FlatNode *node)
{
  uint32_t depth = 0;

  for (; node->parent != NULL; node = node->parent)
    depth++;
  return depth;
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
  uint32_t depth = depth_of (place->scope.node);
  uint32_t other =
      var->has_guess ? depth_of (build->nodes.at[var->guess_by]) : UINT32_MAX;

  if (other < depth || (other == depth && *rank != 0 && *rank < own_rank))
    return;
  if (other == depth && *rank == own_rank && var->guess.at != value.at) {
    flat_report (build, 410, relation->span, place->scope.place,
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
  if (place->into != NULL) {
    flat_report (build, 601, relation->span, place->scope.place,
                 "a guess cannot depend on a condition of the run");
    return;
  }
  if (flat_translate_join (&a, &b) == FLAT_VALUE_ERROR || b.change > FLAT_PARAM) {
    flat_report (build, 307, relation->rhs->span, place->scope.place,
                 "a guess must be a value that parameters give");
    return;
  }
  for (uint32_t i = 0; i < flat_shape_count (a.shape); i++) {
    ExprId lhs = flat_value_item (&a, i);
    uint32_t var = flat_relation_as_variable (build, lhs);

    if (var == UINT32_MAX || build->vars[var].kind == FLAT_PARAMETER) {
      flat_report (build, 307, relation->lhs->span, place->scope.place,
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
    flat_report (build, 307, relation->span, place->scope.place,
                 "assert needs a condition and a text");
    return;
  }
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

typedef struct {
  ExprId condition; /* EXPR_NONE: else */
  FlatCollected equations;
} Branch;

static uint32_t
count_kind (const FlatCollected *collected, FlatEqKind kind)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < collected->eqs.n; i++)
    n += collected->eqs.at[i].kind == kind;
  return n;
}

static const FlatEq *
nth_of_kind (const FlatCollected *collected, FlatEqKind kind, uint32_t k)
{
  for (uint32_t i = 0; i < collected->eqs.n; i++)
    if (collected->eqs.at[i].kind == kind && k-- == 0)
      return &collected->eqs.at[i];
  g_assert_not_reached ();
}

/* The k-th equations as one: `x = if (c, e1, e2)` if all have the same left side, else
 * `0 = if (c, l1 - r1, l2 - r2)`. */
static void
merge_nth (const FlatPlace *place, GPtrArray *branches, FlatEqKind kind, uint32_t k)
{
  ExprPool *pool = place->scope.build->pool;
  const FlatEq *first =
      nth_of_kind (&((Branch *) branches->pdata[0])->equations, kind, k);
  bool is_same = true;
  ExprId merged = EXPR_NONE;

  for (guint i = 1; i < branches->len; i++) {
    Branch *branch = branches->pdata[i];

    is_same =
        is_same && expr_is (nth_of_kind (&branch->equations, kind, k)->lhs, first->lhs);
  }
  for (guint i = branches->len; i-- > 0;) {
    Branch *branch = branches->pdata[i];
    const FlatEq *eq = nth_of_kind (&branch->equations, kind, k);
    ExprId value = is_same ? eq->rhs : expr_binary (pool, EXPR_SUB, eq->lhs, eq->rhs);

    merged = expr_is_none (merged) ? value
                                   : expr_if (pool, branch->condition, value, merged);
  }
  if (is_same)
    emit (place, kind, first->lhs, merged, first->span);
  else
    emit (place, kind, expr_number (pool, 0), merged, first->span);
}

static void
merge (const FlatPlace *place, GPtrArray *branches, BaseSpan span)
{
  static const FlatEqKind KINDS[] = {FLAT_EQUATION, FLAT_INITIAL};
  Branch *first = branches->pdata[0];

  /* Counts mean something only where nothing is missing. */
  for (guint i = 0; i < branches->len; i++)
    if (((Branch *) branches->pdata[i])->equations.is_faulty)
      return;
  for (size_t kind = 0; kind < G_N_ELEMENTS (KINDS); kind++) {
    uint32_t n = count_kind (&first->equations, KINDS[kind]);

    for (guint i = 1; i < branches->len; i++) {
      Branch *branch = branches->pdata[i];
      uint32_t other = count_kind (&branch->equations, KINDS[kind]);

      if (other == n)
        continue;
      flat_report (place->scope.build, 404, span, place->scope.place,
                   "the branches have %u and %u equations", n, other);
      base_diags_set_hint (
          place->scope.build->diags,
          "unless the condition is structural, all branches need the same number");
      return;
    }
    for (uint32_t k = 0; k < n; k++)
      merge_nth (place, branches, KINDS[kind], k);
  }
}

static void
free_branch (gpointer branch)
{
  g_free (branch);
}

/* Translates one branch. `others` is true where an earlier branch is chosen. */
static void
collect (const FlatPlace *place,
         GPtrArray *branches,
         ExprId condition,
         ExprId *others,
         const LangBranch *from)
{
  ExprPool *pool = place->scope.build->pool;
  Branch *branch = g_new0 (Branch, 1);
  FlatPlace inner = *place;
  ExprId here =
      expr_is_none (*others) ? EXPR_NONE : expr_unary (pool, EXPR_NOT, *others);

  branch->condition = condition;
  if (!expr_is_none (condition)) {
    here =
        expr_is_none (here) ? condition : expr_binary (pool, EXPR_AND, here, condition);
    *others = expr_is_none (*others) ? condition
                                     : expr_binary (pool, EXPR_OR, *others, condition);
  }
  inner.into = &branch->equations;
  inner.guard = expr_is_none (place->guard) || expr_is_none (here)
                    ? here
                    : expr_binary (pool, EXPR_AND, place->guard, here);
  uint32_t n_reports = base_diags_count (place->scope.build->diags);
  if (from != NULL)
    flat_relation_all (&inner, from->n, from->relations);
  branch->equations.is_faulty =
      base_diags_count (place->scope.build->diags) > n_reports;
  g_ptr_array_add (branches, branch);
}

ExprId
flat_relation_run_condition (const FlatPlace *place, const LangExpr *expr)
{
  FlatValue value = flat_translate_scalar (&place->scope, expr);

  if (value.kind == FLAT_VALUE_BOOLEAN)
    return value.e;
  if (value.kind != FLAT_VALUE_ERROR)
    flat_report (place->scope.build, 307, expr->span, place->scope.place,
                 "a condition must be true or false, this is %s",
                 flat_translate_kind_text (&value));
  return EXPR_NONE;
}

void
flat_relation_if (const FlatPlace *place, const LangRelation *relation)
{
  g_autoptr (GPtrArray) branches = g_ptr_array_new_with_free_func (free_branch);
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
    if (known.kind == LIB_BOOLEAN && branches->len == 0) {
      flat_relation_all (&inner, branch->n, branch->relations);
      return;
    }
    if (known.kind == LIB_BOOLEAN) {
      collect (&inner, branches, EXPR_NONE, &others, branch);
      break;
    }
    if (known.is_reported)
      return;
    if (place->actions != NULL) {
      flat_relation_refuse (place, relation,
                            _ ("inside when a condition must be structural"));
      return;
    }
    ExprId condition = flat_relation_run_condition (&inner, branch->condition);
    if (expr_is_none (condition))
      return;
    collect (&inner, branches, condition, &others, branch);
  }
  if (branches->len == 0)
    return;
  Branch *last = branches->pdata[branches->len - 1];
  if (!expr_is_none (last->condition))
    collect (&inner, branches, EXPR_NONE, &others, NULL);
  merge (place, branches, relation->span);
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
  FlatBuild *build = place->scope.build;
  g_autofree bool *is_named = g_new0 (bool, entry->class->n_variants + 1);
  bool has_default = false, good = true;

  for (uint32_t i = 0; i < relation->n_branches; i++) {
    const LangName *name = &relation->branches[i].case_name;
    uint32_t at = find_case (entry, name);

    if (name->n == 0) {
      has_default = true;
    } else if (at == UINT32_MAX) {
      flat_report (build, 202, name->span, place->scope.place, "%s has no case %s",
                   entry->class->name, name->text);
      good = false;
    } else {
      is_named[at] = true;
    }
  }
  for (uint32_t i = 0; good && !has_default && i < entry->class->n_variants; i++)
    if (!is_named[i]) {
      flat_report (build, 408, relation->span, place->scope.place,
                   "the switch leaves out the case %s", entry->class->variants[i].name);
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
  g_autoptr (GPtrArray) branches = g_ptr_array_new_with_free_func (free_branch);
  ExprPool *pool = place->scope.build->pool;
  FlatValue subject = flat_translate_scalar (&place->scope, relation->lhs);
  ExprId others = EXPR_NONE;

  if (subject.kind == FLAT_VALUE_ERROR)
    return;
  if (subject.kind != FLAT_VALUE_ENUM) {
    flat_report (place->scope.build, 307, relation->lhs->span, place->scope.place,
                 "switch needs a value of an enumeration, this is %s",
                 flat_translate_kind_text (&subject));
    return;
  }
  if (!check_cases (place, relation, subject.enumeration))
    return;
  uint32_t n = subject.enumeration->class->n_variants;
  for (uint32_t i = 0; i < n; i++) {
    ExprId number = expr_number (pool, i + 1);
    ExprId condition =
        i + 1 == n ? EXPR_NONE : expr_binary (pool, EXPR_EQ, subject.e, number);

    collect (place, branches, condition, &others,
             branch_of (relation, subject.enumeration, i));
  }
  if (branches->len > 0)
    merge (place, branches, relation->span);
}

void
flat_relation_switch (const FlatPlace *place, const LangRelation *relation)
{
  FlatPlace inner = *place;
  LibValue known =
      flat_structure_constant (&place->scope, relation->lhs, &inner.scope.fixed);
  const LangBranch *branch;

  if (known.is_reported)
    return;
  if (known.kind != LIB_CASE && place->actions != NULL) {
    flat_relation_refuse (place, relation,
                          _ ("inside when a switch must be structural"));
    return;
  }
  if (known.kind != LIB_CASE) {
    switch_at_run (place, relation);
    return;
  }
  if (!check_cases (place, relation, known.enumeration))
    return;
  branch = branch_of (relation, known.enumeration, (uint32_t) known.number - 1);
  flat_relation_all (&inner, branch->n, branch->relations);
}

/* ---- for ---- */

enum { MOST_TURNS = 1000000 };

/* The bounds of `a:b` or `a:s:b`; false after a report. */
static bool
range_of (const FlatPlace *place,
          const LangExpr *range,
          double *from,
          double *step,
          double *to)
{
  double bounds[3] = {0};

  if (range->kind != LANG_RANGE) {
    flat_report (place->scope.build, 308, range->span, place->scope.place,
                 "for needs a range a:b");
    return false;
  }
  for (uint32_t i = 0; i < range->n_args; i++)
    if (!flat_structure_number (&place->scope, range->args[i], &bounds[i]))
      return false;
  *from = bounds[0];
  *step = range->n_args == 3 ? bounds[1] : 1;
  *to = bounds[range->n_args - 1];
  if (*step != 0 && fabs ((*to - *from) / *step) <= MOST_TURNS)
    return true;
  flat_report (place->scope.build, 308, range->span, place->scope.place,
               "this range does not end or is too long");
  return false;
}

void
flat_relation_for (const FlatPlace *place, const LangRelation *relation)
{
  double from, step, to;

  if (relation->n_branches == 0 || !range_of (place, relation->rhs, &from, &step, &to))
    return;
  for (double i = from; step > 0 ? i <= to : i >= to; i += step) {
    if (flat_budget_is_spent (place->scope.build))
      return;
    FlatLocal local = {.next = place->scope.locals,
                       .name = relation->name,
                       .constant = {.kind = LIB_NUMBER, .number = i}};
    FlatPlace inner = *place;

    local.value = (FlatValue){.kind = FLAT_VALUE_INTEGER,
                              .change = FLAT_FIXED,
                              .e = expr_number (place->scope.build->pool, i)};
    inner.scope.locals = &local;
    flat_relation_all (&inner, relation->branches[0].n,
                       relation->branches[0].relations);
  }
}

/* ---- all ---- */

/* Recurses over the nesting of the text, which the parser limits. */
static void
relate (const FlatPlace *place, const LangRelation *relation)
{
  if (place->actions != NULL) {
    flat_relation_action (place, relation);
    return;
  }
  switch (relation->kind) {
  case LANG_EQUATION:
    equation (place, relation, FLAT_EQUATION);
    break;
  case LANG_INITIAL:
    equation (place, relation, FLAT_INITIAL);
    break;
  case LANG_GUESS:
    guess (place, relation);
    break;
  case LANG_CONNECT:
    flat_relation_connect (place, relation);
    break;
  case LANG_ASSERT:
    assertion (place, relation);
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
  case LANG_ANALYSIS_POINT:
    break; /* stored in the text, without effect (LANGUAGE §6) */
  case LANG_WHEN:
    if (place->into != NULL)
      flat_relation_refuse (place, relation,
                            _ ("when cannot depend on a condition of the run"));
    else
      flat_relation_when (place, relation);
    break;
  case LANG_CONTINUITY:
    flat_relation_refuse (place, relation, _ ("continuity is not supported"));
    break;
  case LANG_REINIT:
  case LANG_TERMINATE:
    flat_relation_refuse (place, relation, _ ("this may stand only inside when"));
    break;
  }
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
