/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluates parameter expressions on the syntax tree by recursion; what it cannot know
 * is LIB_UNKNOWN and stays so through all that depends on it. Sums and chains of
 * elseif may be long and are walked. */
#include "lib/constant.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/function.h"
#include "base/name.h"
#include "lib/type.h"

typedef LibEnvironment Scope;

static const LibValue UNKNOWN = {.kind = LIB_UNKNOWN};

static LibValue constant (const Scope *scope, const LangExpr *expr);

static LibValue
number (double value)
{
  return (LibValue){.kind = LIB_NUMBER, .number = value};
}

static LibValue
boolean (bool value)
{
  return (LibValue){.kind = LIB_BOOLEAN, .number = value};
}

uint32_t
lib_constant_name_parts (const LangExpr *expr, const char **parts, uint32_t max)
{
  uint32_t n = 0;

  for (; expr->kind == LANG_MEMBER && n < max; n++) {
    parts[n] = expr->name;
    expr = expr->args[0];
  }
  if (expr->kind != LANG_NAME || n == max)
    return 0;
  parts[n++] = expr->name;
  for (uint32_t i = 0; i < n / 2; i++) {
    const char *swap = parts[i];

    parts[i] = parts[n - 1 - i];
    parts[n - 1 - i] = swap;
  }
  return n;
}

static const LibEntry *
find_enum (const LibIndex *index,
           const char *from,
           const char *const *parts,
           uint32_t n)
{
  g_autoptr (GString) name = g_string_new (parts[0]);

  for (uint32_t i = 1; i < n; i++)
    g_string_append_printf (name, ".%s", parts[i]);
  const LibEntry *entry = lib_index_find (index, from, name->str, LIB_TYPES);
  entry = entry == NULL ? NULL : lib_type_target (index, entry);
  return entry != NULL && entry->class->kind == LANG_ENUM ? entry : NULL;
}

bool
lib_constant_names_enum (const LibIndex *index,
                         const char *from,
                         const char *const *parts,
                         uint32_t n_parts)
{
  return find_enum (index, from, parts, n_parts) != NULL;
}

LibValue
lib_constant_find_case (const LibIndex *index,
                        const char *from,
                        const char *const *parts,
                        uint32_t n_parts)
{
  const LibEntry *entry =
      n_parts < 2 ? NULL : find_enum (index, from, parts, n_parts - 1);

  if (entry == NULL)
    return UNKNOWN;
  for (uint32_t i = 0; i < entry->class->n_variants; i++)
    if (entry->class->variants[i].name == parts[n_parts - 1])
      return (LibValue){.kind = LIB_CASE,
                        .number = i + 1,
                        .text = parts[n_parts - 1],
                        .enumeration = entry};
  return UNKNOWN;
}

static LibValue
named (const Scope *scope, const LangExpr *expr)
{
  const char *parts[LIB_DEEPEST_NAME];
  uint32_t n = lib_constant_name_parts (expr, parts, LIB_DEEPEST_NAME);
  LibValue value;

  if (n == 0)
    return UNKNOWN;
  value = scope->lookup == NULL ? UNKNOWN : scope->lookup (scope->data, parts, n);
  if (value.kind != LIB_UNKNOWN)
    return value;
  if (n == 1 && (strcmp (parts[0], "pi") == 0 || strcmp (parts[0], "π") == 0))
    return number (G_PI);
  if (n == 1 && strcmp (parts[0], "Inf") == 0)
    return number (INFINITY);
  return lib_constant_find_case (scope->index, scope->from, parts, n);
}

/* ---- operators ---- */

static LibValue
same (LibValue a, LibValue b, bool wanted)
{
  bool equal;

  if (a.kind != b.kind)
    return UNKNOWN;
  if (a.kind == LIB_TEXT)
    equal = strcmp (a.text, b.text) == 0;
  else if (a.kind == LIB_CASE)
    equal = a.enumeration == b.enumeration && a.text == b.text;
  else
    equal = a.number == b.number;
  return boolean (equal == wanted);
}

static LibValue
apply (LangOp op, double a, double b)
{
  switch (op) {
  case LANG_OP_ADD:
    return number (a + b);
  case LANG_OP_SUB:
    return number (a - b);
  case LANG_OP_MUL:
  case LANG_OP_DOT_MUL:
    return number (a * b);
  case LANG_OP_DIV:
  case LANG_OP_DOT_DIV:
    return number (a / b);
  case LANG_OP_REM:
    return number (fmod (a, b));
  case LANG_OP_POW:
  case LANG_OP_DOT_POW:
    return number (pow (a, b));
  case LANG_OP_LT:
    return boolean (a < b);
  case LANG_OP_LE:
    return boolean (a <= b);
  case LANG_OP_GT:
    return boolean (a > b);
  case LANG_OP_GE:
    return boolean (a >= b);
  case LANG_OP_NONE:
  case LANG_OP_EQ:
  case LANG_OP_NE:
  case LANG_OP_AND:
  case LANG_OP_OR:
  case LANG_OP_NOT:
  case LANG_OP_NEG:
  case LANG_OP_PLUS:
    return UNKNOWN;
  }
  g_assert_not_reached ();
}

/* What goes on from a value that is not finite is not known here: where it is
 * translated `Inf` is told from what no number can hold. */
static LibValue
arithmetic (LangOp op, double a, double b)
{
  LibValue value = apply (op, a, b);

  return value.kind == LIB_NUMBER && (!isfinite (a) || !isfinite (b)) ? UNKNOWN : value;
}

/* `and` and `or` are known as soon as one side decides. */
static LibValue
logic (LangOp op, LibValue a, LibValue b)
{
  bool decisive = op == LANG_OP_OR;

  if ((a.kind == LIB_BOOLEAN && (a.number != 0) == decisive) ||
      (b.kind == LIB_BOOLEAN && (b.number != 0) == decisive))
    return boolean (decisive);
  return a.kind == LIB_BOOLEAN && b.kind == LIB_BOOLEAN ? boolean (!decisive) : UNKNOWN;
}

static LibValue
combine (LangOp op, LibValue a, LibValue b)
{
  if (op == LANG_OP_AND || op == LANG_OP_OR)
    return logic (op, a, b);
  if (a.kind == LIB_UNKNOWN || b.kind == LIB_UNKNOWN)
    return UNKNOWN;
  if (op == LANG_OP_EQ || op == LANG_OP_NE)
    return same (a, b, op == LANG_OP_EQ);
  if (a.kind == LIB_NUMBER && b.kind == LIB_NUMBER)
    return arithmetic (op, a.number, b.number);
  return UNKNOWN;
}

/* Sums are trees that lean to the left and may be long: their spine is walked, not
 * recursed. */
static LibValue
binary (const Scope *scope, const LangExpr *expr)
{
  g_autoptr (GPtrArray) spine = g_ptr_array_new ();
  LibValue value;

  for (; expr->kind == LANG_BINARY; expr = expr->args[0])
    g_ptr_array_add (spine, (gpointer) expr);
  value = constant (scope, expr);
  for (guint i = spine->len; i-- > 0;) {
    const LangExpr *at = spine->pdata[i];

    value = combine (at->op, value, constant (scope, at->args[1]));
  }
  return value;
}

static LibValue
unary (const Scope *scope, const LangExpr *expr)
{
  LibValue value = constant (scope, expr->args[0]);

  if (expr->op == LANG_OP_NOT && value.kind == LIB_BOOLEAN)
    return boolean (value.number == 0);
  if (expr->op == LANG_OP_NEG && value.kind == LIB_NUMBER)
    return number (-value.number);
  if (expr->op == LANG_OP_PLUS && value.kind == LIB_NUMBER)
    return value;
  return UNKNOWN;
}

/* ---- calls ---- */

static LibValue
call_function (const Scope *scope, const LangExpr *call, const char *name)
{
  LibValue a = call->n_args > 1 ? constant (scope, call->args[1]) : UNKNOWN;
  LibValue b = call->n_args > 2 ? constant (scope, call->args[2]) : UNKNOWN;
  BaseFunction function = base_function_find (name, call->n_args - 1);

  if (function != BASE_N_FUNCTIONS && a.kind == LIB_NUMBER &&
      (call->n_args == 2 || b.kind == LIB_NUMBER))
    return number (base_function_value (function, a.number, b.number));
  return scope->call == NULL ? UNKNOWN : scope->call (scope->data, call);
}

/* Chains of elseif are long to the right: walked, not recursed. */
static LibValue
choose (const Scope *scope, const LangExpr *expr)
{
  while (expr->kind == LANG_IF) {
    LibValue condition = constant (scope, expr->args[0]);

    if (condition.kind != LIB_BOOLEAN)
      return UNKNOWN;
    expr = condition.number != 0 ? expr->args[1] : expr->args[2];
  }
  return constant (scope, expr);
}

static LibValue
call_ifelse (const Scope *scope, const LangExpr *call)
{
  LibValue condition = call->n_args == 4 ? constant (scope, call->args[1]) : UNKNOWN;

  if (condition.kind != LIB_BOOLEAN)
    return UNKNOWN;
  return constant (scope, condition.number != 0 ? call->args[2] : call->args[3]);
}

static LibValue
call (const Scope *scope, const LangExpr *expr)
{
  const char *parts[LIB_DEEPEST_NAME];
  uint32_t n = lib_constant_name_parts (expr->args[0], parts, LIB_DEEPEST_NAME);

  if (n > 1) {
    LibValue value = lib_constant_find_case (scope->index, scope->from, parts, n);

    value.expr = expr;
    return value;
  }
  if (n == 0)
    return UNKNOWN;
  if (strcmp (parts[0], "eps") == 0)
    return number (DBL_EPSILON);
  if (strcmp (parts[0], "ifelse") == 0)
    return call_ifelse (scope, expr);
  return call_function (scope, expr, parts[0]);
}

static LibValue
constant (const Scope *scope, const LangExpr *expr)
{
  switch (expr->kind) {
  case LANG_NUMBER:
    return number (expr->number);
  case LANG_STRING:
    return (LibValue){.kind = LIB_TEXT, .text = expr->name};
  case LANG_BOOL:
    return boolean (expr->is_true);
  case LANG_NAME:
  case LANG_MEMBER:
    return named (scope, expr);
  case LANG_CALL:
    return call (scope, expr);
  case LANG_UNARY:
    return unary (scope, expr);
  case LANG_BINARY:
    return binary (scope, expr);
  case LANG_IF:
    return choose (scope, expr);
  case LANG_INDEX:
    return scope->call == NULL ? UNKNOWN : scope->call (scope->data, expr);
  case LANG_RANGE:
  case LANG_COLON:
  case LANG_ARRAY:
  case LANG_MATRIX:
  case LANG_TRANSPOSE:
  case LANG_FOR:
    return UNKNOWN;
  }
  g_assert_not_reached ();
}

LibValue
lib_constant (const LangExpr *expr,
              const LibIndex *index,
              const char *from,
              LibLookup lookup,
              void *data)
{
  Scope scope = {.index = index, .from = from, .lookup = lookup, .data = data};

  return constant (&scope, expr);
}

LibValue
lib_constant_in (const LibEnvironment *environment, const LangExpr *expr)
{
  return constant (environment, expr);
}
