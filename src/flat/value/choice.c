/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `if c then a else b`: a structural condition keeps one branch, which alone must make
 * sense; any other chooses during the run between values of one type and shape. A chain
 * of `elseif` is walked, not called, so its length does not matter. */
#include "flat/value/value.h"

typedef struct {
  FlatValue condition;
  FlatValue value;
} Branch;

static const ExprId *
choose_each (const FlatScope *scope, const Branch *branch, const FlatValue *rest)
{
  uint32_t n = flat_shape_count (rest->shape);
  ExprId *items = base_arena_array (scope->build->arena, ExprId, n);

  for (uint32_t i = 0; i < n; i++)
    items[i] = expr_if (scope->build->pool, branch->condition.e, branch->value.items[i],
                        rest->items[i]);
  return items;
}

static FlatValue
join_branch (const FlatScope *scope,
             const Branch *branch,
             FlatValue rest,
             BaseSpan span)
{
  FlatValueKind kind = flat_translate_join (&branch->value, &rest);
  FlatChange change = MAX (branch->value.change, rest.change);

  if (branch->condition.kind == FLAT_VALUE_ERROR ||
      branch->value.kind == FLAT_VALUE_ERROR || rest.kind == FLAT_VALUE_ERROR)
    return FLAT_ERROR;
  if (kind == FLAT_VALUE_ERROR || kind == FLAT_VALUE_STRING)
    return flat_report_value (
        scope, 307, span, "the branches have different types: %s and %s",
        flat_translate_kind_text (&branch->value), flat_translate_kind_text (&rest));
  if (!flat_translate_has_shape (scope, &branch->value, rest.shape, false, span))
    return FLAT_ERROR;
  if (rest.shape.rank > 0)
    rest.items = choose_each (scope, branch, &rest);
  else
    rest.e = expr_if (scope->build->pool, branch->condition.e, branch->value.e, rest.e);
  rest.kind = kind;
  rest.change = MAX (change, branch->condition.change);
  return rest;
}

FlatValue
flat_choice_translate (const FlatScope *scope,
                       const LangExpr *condition,
                       const LangExpr *yes,
                       const LangExpr *no)
{
  g_autoptr (GArray) branches = g_array_new (FALSE, FALSE, sizeof (Branch));
  FlatScope inner = *scope;
  BaseSpan span = base_source_join (condition->span, no->span);
  FlatValue value;

  for (;;) {
    LibValue known = flat_structure_constant (&inner, condition, &inner.fixed);

    if (known.is_reported)
      return FLAT_ERROR; /* which branches matter is open */
    if (known.kind == LIB_BOOLEAN && known.number != 0)
      no = yes;
    if (known.kind != LIB_BOOLEAN) {
      inner.fixed = scope->fixed;
      Branch branch = {.condition = flat_translate_condition (&inner, condition)};
      branch.value = flat_translate (&inner, yes);
      g_array_append_val (branches, branch);
    }
    if (no == yes || no->kind != LANG_IF)
      break;
    condition = no->args[0];
    yes = no->args[1];
    no = no->args[2];
  }
  value = flat_translate (&inner, no);
  for (guint i = branches->len; i-- > 0;)
    value = join_branch (scope, &g_array_index (branches, Branch, i), value, span);
  return value;
}
