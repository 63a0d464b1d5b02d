/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions of the language to expressions of the pool, with their kind, size and how
 * often they change. Recurses over the nesting of the text, which the parser limits;
 * long sums lean to the left and are walked. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "flat/value/value.h"

const char *
flat_translate_kind_text (const FlatValue *value)
{
  static const char *const TEXTS[] = {[FLAT_VALUE_ERROR] = N_ ("an error"),
                                      [FLAT_VALUE_REAL] = N_ ("a Real number"),
                                      [FLAT_VALUE_INTEGER] = N_ ("an Integer"),
                                      [FLAT_VALUE_BOOLEAN] = N_ ("a Boolean"),
                                      [FLAT_VALUE_STRING] = N_ ("a text")};

  return value->kind == FLAT_VALUE_ENUM ? value->enumeration->class->name
                                        : _ (TEXTS[value->kind]);
}

FlatValueKind
flat_translate_join (const FlatValue *a, const FlatValue *b)
{
  if (flat_value_is_number (a) && flat_value_is_number (b))
    return a->kind == FLAT_VALUE_INTEGER ? b->kind : a->kind;
  if (a->kind != b->kind || a->enumeration != b->enumeration)
    return FLAT_VALUE_ERROR;
  return a->kind;
}

static FlatValue
number (const FlatScope *scope, double value)
{
  return flat_value_make (value == floor (value) ? FLAT_VALUE_INTEGER : FLAT_VALUE_REAL,
                          FLAT_FIXED, expr_number (scope->build->pool, value));
}

/* ---- names ---- */

static FlatValueKind
kind_of (const LibType *type)
{
  static const FlatValueKind KINDS[] = {
      [LIB_TYPE_REAL] = FLAT_VALUE_REAL,       [LIB_TYPE_INTEGER] = FLAT_VALUE_INTEGER,
      [LIB_TYPE_BOOLEAN] = FLAT_VALUE_BOOLEAN, [LIB_TYPE_STRING] = FLAT_VALUE_STRING,
      [LIB_TYPE_ENUM] = FLAT_VALUE_ENUM,       [LIB_TYPE_STRUCT] = FLAT_VALUE_ERROR,
      [LIB_TYPE_UNKNOWN] = FLAT_VALUE_ERROR};

  return KINDS[type->kind];
}

static FlatValue
of_constant (const FlatScope *scope, const LibType *type, const LibValue *constant)
{
  FlatValue value = {.kind = kind_of (type), .change = FLAT_FIXED};

  value.enumeration = type->kind == LIB_TYPE_ENUM ? type->entry : NULL;
  value.text = constant->text;
  value.e = value.kind == FLAT_VALUE_STRING
                ? EXPR_NONE
                : expr_number (scope->build->pool, constant->number);
  return value;
}

static void
note_input (const FlatScope *scope, const FlatNode *node, uint32_t var, uint32_t n)
{
  const FlatNode *owner = node->class->lib->is_connector ? node->parent : node;

  for (uint32_t i = 0; scope->is_equation && owner != scope->node && i < n; i++)
    scope->build->is_set[var + i] = true;
}

static void
take_leaves (const FlatScope *scope,
             const FlatNode *node,
             uint32_t var,
             FlatValue *value)
{
  uint32_t n = flat_shape_count (value->shape);

  if (value->shape.rank == 0) {
    value->e = expr_var (scope->build->pool, var);
    return;
  }
  value->items = flat_array_leaves (scope->build, var, n);
  value->e = EXPR_NONE;
}

/* A parameter, variable or signal. */
static FlatValue
of_member (const FlatScope *scope, FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);
  bool is_parameter = m->decl != NULL && m->decl->kind == LANG_PARAMETER;
  FlatValue value = {.kind = kind_of (m->type)};

  if (is_parameter && m->type->n_dims == 0 &&
      (flat_node_is_structural (node, member) || m->type->kind == LIB_TYPE_STRING)) {
    LibValue constant = flat_structure_parameter (scope->build, node, member);

    if (constant.kind != LIB_UNKNOWN)
      return of_constant (scope, m->type, &constant);
  }
  /* A variable: how it changes, its shape, its leaves. */
  if (m->slot == UINT32_MAX)
    return FLAT_ERROR;
  if (flat_node_is_structural (node, member) && m->type->n_dims > 0)
    return flat_array_structural (scope, node, member);
  if (is_parameter)
    value.change = FLAT_PARAM;
  else if (m->type->kind != LIB_TYPE_REAL || (m->decl != NULL && m->decl->is_discrete))
    value.change = FLAT_STEPPED;
  else
    value.change = FLAT_SMOOTH;
  value.enumeration = m->type->kind == LIB_TYPE_ENUM ? m->type->entry : NULL;
  value.shape = flat_node_shape (node, member);
  take_leaves (scope, node, flat_node_var (node, member), &value);
  if (m->field == LANG_FIELD_INPUT)
    note_input (scope, node, flat_node_var (node, member),
                flat_shape_count (value.shape));
  return value;
}

static bool
is_fixed (const FlatScope *scope, const FlatTarget *target)
{
  for (const FlatFixed *at = scope->fixed; at != NULL; at = at->next)
    if (at->node == target->node && at->member == target->member)
      return true;
  return false;
}

FlatValue
flat_translate_field (const FlatScope *scope,
                      const FlatTarget *target,
                      const char *name,
                      BaseSpan span)
{
  const LibMember *m = flat_node_member (target->node, target->member);
  const FlatField *field = flat_structure_field (target->node, target->member, name);

  if (m->type->kind != LIB_TYPE_ENUM)
    return flat_report_value (scope, 202, span, "%s has no parts", m->name);
  if (field == NULL && target->node->is_vague)
    return FLAT_ERROR; /* its case was reported */
  if (field == NULL || !is_fixed (scope, target))
    return flat_report_value (
        scope, 407, span,
        field == NULL
            ? N_ ("%s has no field %s in its present case")
            : N_ ("%s.%s may be used only where a switch or if has selected the case"),
        m->name, name);
  return (FlatValue){.kind = kind_of (field->type),
                     .change = FLAT_PARAM,
                     .e = expr_var (scope->build->pool, field->var)};
}

/* All signals of an array of ports as one value. */
static FlatValue
of_ports (const FlatScope *scope, const FlatNode *array)
{
  ExprId *items = base_arena_array (scope->build->arena, ExprId, array->n_elements);
  FlatValue value = {.kind = FLAT_VALUE_REAL}, one;

  for (uint32_t i = 0; i < array->n_elements; i++) {
    one = of_member (scope, array->elements[i], 0);
    if (one.shape.rank > 0)
      return FLAT_ERROR;
    value = one;
    items[i] = one.e;
  }
  value.e = EXPR_NONE;
  value.shape = array->shape;
  value.items = items;
  return value;
}

static FlatValue
report_target (const FlatScope *scope,
               const FlatTarget *target,
               const FlatPath *path,
               BaseSpan span)
{
  const FlatNode *node = target->node;

  if (target->kind == FLAT_NAME_INSTANCE)
    flat_report_at (scope, 307, span,
                    flat_node_is_struct (node) ? N_ ("%s is a struct, not a value")
                    : node->class->lib->is_connector
                        ? N_ ("%s is a port, not a value")
                        : N_ ("%s is a component, not a value"),
                    node->name);
  else if (target->kind == FLAT_NAME_VALUE)
    flat_report_at (scope, 202, span, "%s has no parts", path->parts[target->at - 1]);
  else if (target->kind == FLAT_NAME_UNKNOWN && node->class->lib->is_sound) {
    flat_report_at (scope, 202, span, "%s has no member %s",
                    path->parts[target->at - 1], path->parts[target->at]);
    flat_report_hint_member (scope->build, node->class->lib, path->parts[target->at],
                             LIB_ANY_MEMBER);
  }
  return FLAT_ERROR;
}

static FlatValue
of_target (const FlatScope *scope,
           const FlatTarget *target,
           const FlatPath *path,
           BaseSpan span)
{
  const FlatNode *node = target->node;
  bool is_value = target->kind == FLAT_NAME_VALUE;
  const LangExpr *index = path->indexes[path->n - 1];

  if (target->absent != NULL)
    return flat_report_value (scope, 405, span,
                              "%s does not exist here: its condition is false",
                              target->absent->name);
  /* A member, a field of one, or a signal port. */
  if (is_value && target->at == path->n) {
    FlatValue value = of_member (scope, target->node, target->member);

    return index == NULL ? value : flat_array_element (scope, value, index);
  }
  if (is_value && target->at + 1 == path->n && index == NULL)
    return flat_translate_field (scope, target, path->parts[path->n - 1], span);
  if (target->kind != FLAT_NAME_INSTANCE || !node->class->lib->is_signal)
    return report_target (scope, target, path, span);
  if (node->elements != NULL)
    return of_ports (scope, node);
  FlatValue value = of_member (scope, target->node, 0);
  bool is_chosen = node->member->decl->n_for > 0 || index == NULL;
  return is_chosen ? value : flat_array_element (scope, value, index);
}

/* `tank.level` of an array of tanks: the values of all. */
static FlatValue
of_elements (const FlatScope *scope,
             const FlatTarget *target,
             const FlatPath *path,
             BaseSpan span)
{
  const FlatNode *array = target->node;
  FlatValue *values =
      base_arena_array (scope->build->arena, FlatValue, array->n_elements);

  if (array->shape.rank != 1)
    return flat_report_value (scope, 307, span, "%s needs indexes", array->name);
  for (uint32_t i = 0; i < array->n_elements; i++) {
    FlatTarget element = *target;

    element.node = array->elements[i];
    element = flat_structure_follow (scope, element, path);
    values[i] = element.kind == FLAT_NAME_BROKEN || element.kind == FLAT_NAME_ARRAY
                    ? FLAT_ERROR
                    : of_target (scope, &element, path, span);
    if (element.kind == FLAT_NAME_ARRAY)
      flat_report_at (scope, 307, span, "%s needs an index", element.node->name);
    if (values[i].kind == FLAT_VALUE_ERROR)
      return FLAT_ERROR;
  }
  return flat_array_stack (scope, array->n_elements, values, span);
}

/* Near members and constants. */
static void
hint_name (const FlatScope *scope, const char *name)
{
  static const char *const GLOBALS[] = {"time", "pi", "Inf"};
  const LibClass *class = scope->node == NULL ? NULL : scope->node->class->lib;
  LangNear near;

  if (!base_diags_wants_hint (scope->build->diags))
    return;
  lang_near_begin (&near, name);
  for (uint32_t i = 0; class != NULL && i < class->n_members; i++)
    lang_near_offer (&near, class->members[i].name, class->members[i].name);
  for (uint32_t i = 0; i < G_N_ELEMENTS (GLOBALS); i++)
    if (g_ascii_strcasecmp (GLOBALS[i], name) == 0)
      lang_near_offer (&near, GLOBALS[i], GLOBALS[i]);
  lang_near_hint (scope->build->diags, LANG_FOREIGN_VALUE, name,
                  lang_near_to_text (&near));
}

/* Names that need no component: constants, time, cases of enumerations. */
static FlatValue
of_global (const FlatScope *scope, const FlatPath *path, const LangExpr *expr)
{
  const char *const *parts = path->parts;
  ExprPool *pool = scope->build->pool;
  uint32_t n = path->n;
  LibValue value;

  if (n == 1 && strcmp (parts[0], "time") == 0)
    return flat_value_make (FLAT_VALUE_REAL, FLAT_SMOOTH, expr_time (pool));
  if (n == 1 && (strcmp (parts[0], "pi") == 0 || strcmp (parts[0], "π") == 0))
    return flat_value_make (FLAT_VALUE_REAL, FLAT_FIXED, expr_number (pool, G_PI));
  if (n == 1 && strcmp (parts[0], "Inf") == 0)
    return flat_value_make (FLAT_VALUE_REAL, FLAT_FIXED, expr_number (pool, INFINITY));
  value = lib_constant_find_case (scope->build->index, scope->from, parts, n);
  if (value.kind == LIB_CASE)
    return flat_value_case (scope->build, &value);
  if (n > 1 && lib_constant_names_enum (scope->build->index, scope->from, parts, n - 1))
    return flat_report_value (scope, 202, expr->span, "%s has no case %s", parts[n - 2],
                              parts[n - 1]);
  flat_report_at (scope, 202, expr->span, "%s is unknown", parts[0]);
  hint_name (scope, parts[0]);
  return FLAT_ERROR;
}

static FlatValue
of_path (const FlatScope *scope, const FlatPath *path, const LangExpr *expr)
{
  for (const FlatLocal *local = scope->locals; path->n == 1 && local != NULL;
       local = local->next)
    if (local->name == path->parts[0])
      return path->indexes[0] == NULL
                 ? local->value
                 : flat_array_element (scope, local->value, path->indexes[0]);
  if (scope->node != NULL) {
    FlatTarget target = flat_structure_find (scope, path);

    if (target.kind == FLAT_NAME_BROKEN)
      return FLAT_ERROR;
    if (target.kind == FLAT_NAME_ARRAY && target.absent == NULL)
      return of_elements (scope, &target, path, expr->span);
    if (target.kind != FLAT_NAME_UNKNOWN || target.at > 0)
      return of_target (scope, &target, path, expr->span);
  }
  FlatValue value = of_global (scope, path, expr);
  for (uint32_t i = 0; i < path->n && value.kind != FLAT_VALUE_ERROR; i++)
    if (path->indexes[i] != NULL)
      value = flat_array_element (scope, value, path->indexes[i]); /* it is none */
  return value;
}

/* False if the path means something. */
static bool
report_unknown_path (const FlatScope *scope, const FlatPath *path, const LangExpr *expr)
{
  for (const FlatLocal *local = scope->locals; local != NULL; local = local->next)
    if (local->name == path->parts[0])
      return false;
  if (scope->node != NULL) {
    FlatTarget target = flat_structure_find (scope, path);

    if (target.kind == FLAT_NAME_UNKNOWN && target.at > 0)
      report_target (scope, &target, path, expr->span);
    if (target.kind != FLAT_NAME_UNKNOWN || target.at > 0)
      return target.kind == FLAT_NAME_UNKNOWN;
  }
  return of_global (scope, path, expr).kind == FLAT_VALUE_ERROR;
}

bool
flat_translate_unknown_name (const FlatScope *scope, const LangExpr *expr)
{
  FlatPath path;

  if (expr->kind == LANG_FOR)
    return false; /* has names of its own */
  if (flat_structure_path (expr, &path))
    return report_unknown_path (scope, &path, expr);
  for (uint32_t i = expr->kind == LANG_CALL; i < expr->n_args; i++)
    if (flat_translate_unknown_name (scope, expr->args[i]))
      return true;
  return false;
}

static FlatValue
of_name (const FlatScope *scope, const LangExpr *expr)
{
  FlatPath path;

  if (flat_structure_path (expr, &path))
    return of_path (scope, &path, expr);
  if (expr->kind == LANG_INDEX)
    return flat_array_element (scope, flat_translate (scope, expr->args[0]), expr);
  return flat_report_value (scope, 202, expr->span, "this is not a name");
}

/* ---- operators ---- */

static const struct {
  ExprOp op;
  const char *text;
} OPERATORS[] = {
    [LANG_OP_ADD] = {EXPR_ADD, "+"},      [LANG_OP_SUB] = {EXPR_SUB, "-"},
    [LANG_OP_MUL] = {EXPR_MUL, "*"},      [LANG_OP_DIV] = {EXPR_DIV, "/"},
    [LANG_OP_REM] = {EXPR_REM, "%"},      [LANG_OP_POW] = {EXPR_POW, "^"},
    [LANG_OP_DOT_MUL] = {EXPR_MUL, ".*"}, [LANG_OP_DOT_DIV] = {EXPR_DIV, "./"},
    [LANG_OP_DOT_POW] = {EXPR_POW, ".^"}, [LANG_OP_EQ] = {EXPR_EQ, "=="},
    [LANG_OP_NE] = {EXPR_NE, "!="},       [LANG_OP_LT] = {EXPR_LT, "<"},
    [LANG_OP_LE] = {EXPR_LE, "<="},       [LANG_OP_GT] = {EXPR_GT, ">"},
    [LANG_OP_GE] = {EXPR_GE, ">="},       [LANG_OP_AND] = {EXPR_AND, "and"},
    [LANG_OP_OR] = {EXPR_OR, "or"},       [LANG_OP_NOT] = {EXPR_NOT, "not"},
    [LANG_OP_NEG] = {EXPR_NEG, "-"},
};

static FlatValue
refuse_operands (const FlatScope *scope,
                 const LangExpr *expr,
                 const FlatValue *a,
                 const FlatValue *b)
{
  return flat_report_value (scope, 307, expr->span, "`%s` does not apply to %s and %s",
                            OPERATORS[expr->op].text, flat_translate_kind_text (a),
                            flat_translate_kind_text (b));
}

static bool
is_steady (const FlatValue *value)
{
  return value->change < FLAT_SMOOTH;
}

static FlatValue
compare (const FlatScope *scope, const LangExpr *expr, FlatValue a, FlatValue b)
{
  bool is_equality = expr->op == LANG_OP_EQ || expr->op == LANG_OP_NE;
  FlatValueKind kind = flat_translate_join (&a, &b);

  if (kind == FLAT_VALUE_STRING && is_equality && a.text != NULL && b.text != NULL) {
    bool equal = strcmp (a.text, b.text) == 0;

    return flat_value_make (
        FLAT_VALUE_BOOLEAN, FLAT_FIXED,
        expr_bool (scope->build->pool, equal == (expr->op == LANG_OP_EQ)));
  }
  if (kind == FLAT_VALUE_ERROR || kind == FLAT_VALUE_STRING ||
      (!is_equality && !flat_value_is_number (&a)))
    return refuse_operands (scope, expr, &a, &b);
  if (is_equality && (!is_steady (&a) || !is_steady (&b))) {
    flat_report_at (scope, 309, expr->span, "`%s` compares discrete values only",
                    OPERATORS[expr->op].text);
    base_diags_set_hint (scope->build->diags, "compare Real numbers with < <= > >=");
    return FLAT_ERROR;
  }
  return flat_value_make (
      FLAT_VALUE_BOOLEAN, MIN (MAX (a.change, b.change), FLAT_STEPPED),
      expr_binary (scope->build->pool, OPERATORS[expr->op].op, a.e, b.e));
}

/* As written; what follows from parameters is looked at where it has a value. */
static bool
is_division_by_zero (const LangExpr *expr)
{
  return (expr->op == LANG_OP_DIV || expr->op == LANG_OP_DOT_DIV) &&
         expr->args[1]->kind == LANG_NUMBER && expr->args[1]->number == 0;
}

/* Numbers whose sum, product or quotient no number can hold. */
static bool
overflows (const ExprPool *pool, const LangExpr *expr, ExprId left, ExprId right)
{
  double a, b;

  if (!expr_is_number (pool, left, &a) || !expr_is_number (pool, right, &b) ||
      !isfinite (a) || !isfinite (b))
    return false;
  switch ((int) expr->op) {
  case LANG_OP_ADD:
    return !isfinite (a + b);
  case LANG_OP_SUB:
    return !isfinite (a - b);
  case LANG_OP_MUL:
    return !isfinite (a * b);
  case LANG_OP_DIV:
    return b != 0.0 && !isfinite (a / b);
  }
  return false;
}

static FlatValue
combine (const FlatScope *scope, const LangExpr *expr, FlatValue a, FlatValue b)
{
  FlatValueKind kind = flat_translate_join (&a, &b);
  ExprId e;

  if (a.kind == FLAT_VALUE_ERROR || b.kind == FLAT_VALUE_ERROR)
    return FLAT_ERROR;
  if (is_division_by_zero (expr))
    return flat_report_value (scope, 311, expr->span, "a division by zero");
  /* Arrays, comparisons and logic have rules of their own. */
  if (a.shape.rank > 0 || b.shape.rank > 0)
    return flat_array_combine (scope, expr, OPERATORS[expr->op].op, &a, &b);
  if (expr->op >= LANG_OP_EQ && expr->op <= LANG_OP_GE)
    return compare (scope, expr, a, b);
  bool is_logic = expr->op == LANG_OP_AND || expr->op == LANG_OP_OR;
  if (is_logic ? kind != FLAT_VALUE_BOOLEAN
               : !flat_value_is_number (&a) || !flat_value_is_number (&b))
    return refuse_operands (scope, expr, &a, &b);
  if (expr->op == LANG_OP_DIV || expr->op == LANG_OP_DOT_DIV ||
      expr->op == LANG_OP_POW || expr->op == LANG_OP_DOT_POW)
    kind = FLAT_VALUE_REAL;
  /* A constant that no number can hold. */
  if (overflows (scope->build->pool, expr, a.e, b.e))
    return flat_report_value (
        scope, 311, expr->span,
        "the result of `%s` exceeds the range of floating-point numbers",
        OPERATORS[expr->op].text);
  e = expr_binary (scope->build->pool, OPERATORS[expr->op].op, a.e, b.e);
  /* Whole powers of whole constants stay Integers. */
  if (expr->op == LANG_OP_POW && a.kind == FLAT_VALUE_INTEGER &&
      b.kind == FLAT_VALUE_INTEGER && a.change == FLAT_FIXED &&
      b.change == FLAT_FIXED) {
    double value;

    if (expr_is_number (scope->build->pool, e, &value) && value == floor (value))
      kind = FLAT_VALUE_INTEGER;
  }
  return flat_value_make (kind, MAX (a.change, b.change), e);
}

/* Sums and products lean to the left and may be long: their spine is walked. */
static FlatValue
binary (const FlatScope *scope, const LangExpr *expr)
{
  const LangExpr *small[16];
  g_autoptr (GPtrArray) more = NULL;
  uint32_t n = 0;
  FlatValue value;

  for (; expr->kind == LANG_BINARY; expr = expr->args[0], n++) {
    if (n < G_N_ELEMENTS (small)) {
      small[n] = expr;
      continue;
    }
    if (more == NULL)
      more = g_ptr_array_new ();
    g_ptr_array_add (more, (gpointer) expr);
  }
  value = flat_translate (scope, expr);
  while (n-- > 0) {
    const LangExpr *at =
        n < G_N_ELEMENTS (small) ? small[n] : more->pdata[n - G_N_ELEMENTS (small)];

    value = combine (scope, at, value, flat_translate (scope, at->args[1]));
  }
  return value;
}

static FlatValue
unary (const FlatScope *scope, const LangExpr *expr)
{
  FlatValue a = flat_translate (scope, expr->args[0]);
  bool is_not = expr->op == LANG_OP_NOT;

  if (a.kind == FLAT_VALUE_ERROR)
    return a;
  if (is_not ? a.kind != FLAT_VALUE_BOOLEAN || a.shape.rank > 0
             : !flat_value_is_number (&a))
    return flat_report_value (scope, 307, expr->span, "`%s` cannot be applied to %s",
                              is_not ? "not" : "-", flat_translate_kind_text (&a));
  if (a.shape.rank > 0)
    return expr->op == LANG_OP_NEG ? flat_array_map (scope, a, EXPR_NEG) : a;
  if (expr->op != LANG_OP_PLUS)
    a.e = expr_unary (scope->build->pool, is_not ? EXPR_NOT : EXPR_NEG, a.e);
  return a;
}

/* `x'` of one number is meant as its derivative by people who write it. */
static FlatValue
transpose (const FlatScope *scope, const LangExpr *expr)
{
  FlatValue value = flat_translate (scope, expr->args[0]);

  if (value.kind == FLAT_VALUE_ERROR || value.shape.rank > 0)
    return flat_array_transpose (scope, value);
  flat_report_at (scope, 307, expr->span,
                  "`'` transposes an array, and this is a scalar");
  base_diags_set_hint (scope->build->diags, "a derivative is written `der(x)`");
  return FLAT_ERROR;
}

/* ---- all ---- */

FlatValue
flat_translate (const FlatScope *scope, const LangExpr *expr)
{
  if (flat_budget_is_spent (scope->build))
    return FLAT_ERROR;
  switch (expr->kind) {
  case LANG_NUMBER:
    return number (scope, expr->number);
  case LANG_STRING:
    return (FlatValue){.kind = FLAT_VALUE_STRING, .text = expr->name, .e = EXPR_NONE};
  case LANG_BOOL:
    return flat_value_make (FLAT_VALUE_BOOLEAN, FLAT_FIXED,
                            expr_bool (scope->build->pool, expr->is_true));
  case LANG_NAME:
  case LANG_MEMBER:
  case LANG_INDEX:
    return of_name (scope, expr);
  case LANG_CALL:
    return flat_call_translate (scope, expr);
  case LANG_UNARY:
    return unary (scope, expr);
  case LANG_BINARY:
    return binary (scope, expr);
  case LANG_IF:
    return flat_choice_translate (scope, expr->args[0], expr->args[1], expr->args[2]);
  case LANG_TRANSPOSE:
    return transpose (scope, expr);
  case LANG_RANGE:
  case LANG_ARRAY:
  case LANG_MATRIX:
  case LANG_FOR:
    return flat_array_literal (scope, expr);
  case LANG_COLON:
    return flat_report_value (scope, 307, expr->span,
                              "`:` is allowed only as an index");
  }
  g_assert_not_reached ();
}

FlatValue
flat_translate_scalar (const FlatScope *scope, const LangExpr *expr)
{
  FlatValue value = flat_translate (scope, expr);

  if (value.shape.rank == 0)
    return value;
  return flat_report_value (scope, 307, expr->span,
                            "a scalar is required here, not an array");
}

FlatValue
flat_translate_condition (const FlatScope *scope, const LangExpr *expr)
{
  FlatValue value = flat_translate_scalar (scope, expr);

  return value.kind == FLAT_VALUE_BOOLEAN || value.kind == FLAT_VALUE_ERROR
             ? value
             : flat_report_value (scope, 307, expr->span,
                                  "a condition must be Boolean, not %s",
                                  flat_translate_kind_text (&value));
}

bool
flat_translate_has_shape (const FlatScope *scope,
                          const FlatValue *value,
                          FlatShape shape,
                          bool may_repeat,
                          BaseSpan span)
{
  if ((may_repeat && value->shape.rank == 0) || flat_shape_equal (value->shape, shape))
    return true;
  g_autofree char *given = flat_shape_text (value->shape);
  g_autofree char *needed = flat_shape_text (shape);
  return !scope->build->is_vague &&
         flat_report_at (scope, 307, span, "%s stands where %s is needed", given,
                         needed);
}

static bool
fits (const FlatValue *value, const LibType *type)
{
  FlatValueKind kind = kind_of (type);

  if (kind == FLAT_VALUE_REAL)
    return flat_value_is_number (value);
  return kind == value->kind &&
         (kind != FLAT_VALUE_ENUM || value->enumeration == type->entry);
}

bool
flat_translate_check_whole (const FlatScope *scope,
                            const FlatValue *value,
                            BaseSpan span)
{
  double number;

  for (uint32_t i = 0; i < flat_shape_count (value->shape); i++)
    if (expr_is_number (scope->build->pool, flat_value_item (value, i), &number) &&
        fabs (number) > BASE_WHOLE_MOST)
      return flat_report_at (
          scope, 311, span,
          "%.17g is beyond 2^53 - 1, where integers are no longer exact", number);
  return true;
}

bool
flat_translate_check_type (const FlatScope *scope,
                           const FlatValue *value,
                           const LibType *type,
                           BaseSpan span)
{
  return fits (value, type) ||
         flat_report_at (scope, 307, span, "%s is expected here, not %s",
                         type->kind == LIB_TYPE_ENUM ? type->entry->class->name
                                                     : type->name,
                         flat_translate_kind_text (value));
}

FlatValue
flat_translate_as (const FlatScope *scope, const LangExpr *expr, const LibType *type)
{
  FlatValue value = flat_translate (scope, expr);

  if (value.kind == FLAT_VALUE_ERROR || type->kind == LIB_TYPE_UNKNOWN ||
      type->kind == LIB_TYPE_STRUCT)
    return FLAT_ERROR;
  return flat_translate_check_type (scope, &value, type, expr->span) ? value
                                                                     : FLAT_ERROR;
}
