/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the language, cases of enumerations, and functions of the user, which
 * are expanded in place: arguments become locals of the body. What is a value of one or
 * two numbers comes from the table in base/function.h, the others stand in one here. */
#include <float.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/function.h"
#include "base/name.h"
#include "flat/table/table.h"

/* A function that calls others twice each grows by powers of two. */
enum { DEEPEST_CALL = 32, MOST_EXPANDED = 20000, ANY_NUMBER = INT_MAX };

/* What a function gives: a Real, a number of the kind of its arguments, a whole number.
 */
typedef enum { GIVES_REAL, GIVES_SAME, GIVES_WHOLE } Gives;

static const struct {
  ExprOp op;
  Gives gives;
  FlatUnits units;
} FUNCTIONS[BASE_N_FUNCTIONS] = {
#define X(NAME, name, n_args, value, by_a, by_b, inverse, traits, gives, units)        \
  [BASE_##NAME] = {EXPR_##NAME, GIVES_##gives, FLAT_UNITS_##units},
    BASE_FUNCTIONS (X)
#undef X
};

/* `sin(3,5)`: two whole numbers where one number fits were one with a decimal comma. */
static void
hint_decimal_point (BaseDiags *diags, const LangExpr *call)
{
  const BaseSpan a = call->args[1]->span, b = call->args[2]->span;
  const char *text = base_source_text (a.source);

  if (call->args[1]->kind == LANG_NUMBER && call->args[2]->kind == LANG_NUMBER)
    base_diags_set_hint (diags, "numbers are written with a decimal point: `%.*s.%.*s`",
                         (int) (a.end - a.begin), text + a.begin,
                         (int) (b.end - b.begin), text + b.begin);
}

static FlatValue
report_count (const FlatScope *scope, const LangExpr *call)
{
  const uint32_t n = call->n_args - 1;

  flat_report_at (scope, 307, call->span,
                  g_dngettext (GETTEXT_PACKAGE, "%s does not take %u argument",
                               "%s does not take %u arguments", n),
                  call->args[0]->name, n);
  if (n == 2 && base_function_find (call->args[0]->name, 1) != BASE_N_FUNCTIONS)
    hint_decimal_point (scope->build->diags, call);
  return FLAT_ERROR;
}

/* `ifelse(time = 1, …)`: `=` gives an argument by its name. */
static FlatValue
report_named_argument (const FlatScope *scope, const LangExpr *call)
{
  uint32_t i = 1;

  while (call->arg_names[i] == NULL)
    i++;
  const BaseSpan span = call->args[i]->span;
  flat_report_at (scope, 307, span, "arguments of %s have no names",
                  call->args[0]->name);
  base_diags_set_hint (scope->build->diags, "a comparison has two signs: `%s == %.*s`",
                       call->arg_names[i], (int) (span.end - span.begin),
                       base_source_text (span.source) + span.begin);
  return FLAT_ERROR;
}

/* The i-th argument (1-based), which must be a number. */
static FlatValue
number_argument (const FlatScope *scope, const LangExpr *call, uint32_t i)
{
  FlatValue value = flat_translate_scalar (scope, call->args[i]);

  if (value.kind == FLAT_VALUE_ERROR || flat_value_is_number (&value))
    return value;
  return flat_report_value (scope, 307, call->args[i]->span,
                            "a number is expected here, not %s",
                            flat_translate_kind_text (&value));
}

/* ---- simple functions ---- */

static FlatValue
apply (const FlatScope *scope, BaseFunction function, FlatValue a, FlatValue b)
{
  ExprPool *pool = scope->build->pool;
  bool is_binary = base_function_n_args (function) == 2;
  FlatValue result = {.kind = FLAT_VALUE_REAL, .change = MAX (a.change, b.change)};
  ExprOp op = FUNCTIONS[function].op;

  if (a.kind == FLAT_VALUE_ERROR || b.kind == FLAT_VALUE_ERROR)
    return FLAT_ERROR;
  if (FUNCTIONS[function].gives == GIVES_SAME)
    result.kind = flat_translate_join (&a, &b);
  if (FUNCTIONS[function].gives == GIVES_WHOLE) {
    result.kind = FLAT_VALUE_INTEGER;
    result.change = MIN (result.change, FLAT_STEPPED);
  }
  result.e = is_binary ? expr_binary (pool, op, a.e, b.e) : expr_unary (pool, op, a.e);
  return result;
}

static bool
divides_by_zero (const FlatScope *scope,
                 BaseFunction function,
                 const FlatValue *divisor)
{
  return (function == BASE_DIV_INT || function == BASE_MOD || function == BASE_REM) &&
         divisor->kind != FLAT_VALUE_ERROR &&
         expr_is_zero (scope->build->pool, divisor->e);
}

/* The least or greatest element. */
static FlatValue
extreme_of_array (const FlatScope *scope, const LangExpr *call, BaseFunction function)
{
  FlatValue array = flat_translate (scope, call->args[1]), value = array;

  if (array.kind == FLAT_VALUE_ERROR)
    return array;
  if (array.shape.rank == 0 || flat_shape_count (array.shape) == 0 ||
      !flat_value_is_number (&array))
    return flat_report_value (scope, 307, call->span,
                              "two numbers or an array of numbers are needed here");
  value.shape = FLAT_SCALAR;
  value.items = NULL;
  value.e = array.items[0];
  for (uint32_t i = 1; i < flat_shape_count (array.shape); i++)
    value.e = expr_binary (scope->build->pool, FUNCTIONS[function].op, value.e,
                           array.items[i]);
  return value;
}

/* min and max take any number of arguments from two, or one array. */
static FlatValue
extreme (const FlatScope *scope, const LangExpr *call)
{
  BaseFunction function = base_function_find (call->args[0]->name, 2);
  FlatValue value;

  if (call->n_args == 2)
    return extreme_of_array (scope, call, function);
  value = number_argument (scope, call, 1);
  for (uint32_t i = 2; i < call->n_args; i++)
    value = apply (scope, function, value, number_argument (scope, call, i));
  return value;
}

static FlatValue
clamp (const FlatScope *scope, const LangExpr *call)
{
  FlatValue value = number_argument (scope, call, 1);

  value = apply (scope, BASE_MAX, value, number_argument (scope, call, 2));
  return apply (scope, BASE_MIN, value, number_argument (scope, call, 3));
}

/* ---- operators that look like functions ---- */

static FlatValue
choice (const FlatScope *scope, const LangExpr *call)
{
  return flat_choice_translate (scope, call->args[1], call->args[2], call->args[3]);
}

static FlatValue
derivative (const FlatScope *scope, const LangExpr *call)
{
  FlatValue value;

  if (scope->is_action) {
    flat_report_value (scope, 601, call->span, "der() is not allowed inside a when");
    base_diags_set_hint (scope->build->diags, "give it a variable: `a = der(v)`");
    return FLAT_ERROR;
  }
  value = flat_translate (scope, call->args[1]);
  if (value.kind == FLAT_VALUE_ERROR)
    return value;
  if (!flat_value_is_number (&value))
    return flat_report_value (scope, 307, call->span, "only numbers have derivatives");
  if (value.change == FLAT_STEPPED)
    return flat_report_value (scope, 504, call->span,
                              "a discrete value has no derivative");
  value.kind = FLAT_VALUE_REAL;
  if (value.shape.rank > 0)
    return flat_array_map (scope, value, EXPR_DER);
  value.e = value.change < FLAT_STEPPED
                ? expr_number (scope->build->pool, 0)
                : expr_unary (scope->build->pool, EXPR_DER, value.e);
  return value;
}

static FlatValue
without_events (const FlatScope *scope, const LangExpr *call)
{
  FlatValue value = flat_translate (scope, call->args[1]);

  if (value.kind == FLAT_VALUE_ERROR)
    return value;
  if (value.kind == FLAT_VALUE_STRING)
    return flat_report_value (scope, 307, call->span, "a text has no events");
  if (value.shape.rank > 0)
    return flat_array_map (scope, value, EXPR_NOEVENT);
  value.e = expr_unary (scope->build->pool, EXPR_NOEVENT, value.e);
  return value;
}

static FlatValue
smooth (const FlatScope *scope, const LangExpr *call)
{
  LibValue order = flat_structure_constant (scope, call->args[1], NULL);
  FlatValue value = number_argument (scope, call, 2);

  if (order.kind != LIB_NUMBER || order.number < 0 || order.number > 1000)
    return flat_report_value (scope, 308, call->args[1]->span,
                              "the order must be a whole number from 0");
  if (value.kind == FLAT_VALUE_ERROR)
    return value;
  value.e =
      expr_make (scope->build->pool, EXPR_SMOOTH, (uint32_t) order.number, &value.e);
  return value;
}

/* ---- events and memory ---- */

/* pre, edge and change of a discrete variable; parameters never change. All reinits of
 * a pass are computed before any is done, so there pre of a variable is its value. */
static FlatValue
before_event (const FlatScope *scope, const LangExpr *call, ExprOp op)
{
  ExprPool *pool = scope->build->pool;
  FlatValue value = flat_translate (scope, call->args[1]);

  if (value.kind == FLAT_VALUE_ERROR)
    return value;
  /* Arrays element by element; in a reinit the value itself. */
  if (op == EXPR_PRE && value.shape.rank > 0 && value.change == FLAT_STEPPED)
    return flat_array_map (scope, value, op);
  if (op == EXPR_PRE && scope->is_reinit && value.change == FLAT_SMOOTH &&
      value.kind != FLAT_VALUE_STRING)
    return value;
  if (op == EXPR_EDGE && value.kind != FLAT_VALUE_BOOLEAN)
    return flat_report_value (scope, 307, call->span, "edge needs a Boolean variable");
  if (value.shape.rank > 0 || value.kind == FLAT_VALUE_STRING ||
      value.change == FLAT_SMOOTH) {
    flat_report_at (scope, 307, call->span, "%s needs a discrete variable",
                    call->args[0]->name);
    if (value.change == FLAT_SMOOTH)
      base_diags_set_hint (scope->build->diags,
                           "a continuous value does not jump at events; sample it: "
                           "`discrete variable`, assigned in a `when`");
    return FLAT_ERROR;
  }
  if (value.change == FLAT_STEPPED && expr_op (pool, value.e) != EXPR_VAR)
    return flat_report_value (scope, 307, call->span,
                              "a variable is needed here, not an expression");
  /* A parameter is its own past and has no edge. */
  if (value.change == FLAT_STEPPED)
    value.e = expr_unary (pool, op, value.e);
  else if (op != EXPR_PRE)
    value.e = expr_bool (pool, false);
  if (op != EXPR_PRE) {
    value.kind = FLAT_VALUE_BOOLEAN;
    value.enumeration = NULL;
  }
  return value;
}

static FlatValue
before (const FlatScope *scope, const LangExpr *call)
{
  return before_event (scope, call, EXPR_PRE);
}

static FlatValue
edge (const FlatScope *scope, const LangExpr *call)
{
  return before_event (scope, call, EXPR_EDGE);
}

static FlatValue
change (const FlatScope *scope, const LangExpr *call)
{
  return before_event (scope, call, EXPR_CHANGE);
}

static FlatValue
while_starting (const FlatScope *scope, const LangExpr *call)
{
  return flat_value_make (FLAT_VALUE_BOOLEAN, FLAT_STEPPED,
                          expr_leaf (scope->build->pool, EXPR_INITIAL, 0));
}

static FlatValue
sample (const FlatScope *scope, const LangExpr *call)
{
  FlatValue begin = number_argument (scope, call, 1);
  FlatValue interval = number_argument (scope, call, 2);
  double value;

  if (begin.kind == FLAT_VALUE_ERROR || interval.kind == FLAT_VALUE_ERROR)
    return FLAT_ERROR;
  if (MAX (begin.change, interval.change) > FLAT_PARAM)
    return flat_report_value (scope, 307, call->span,
                              "sample needs a start and an interval of parameters");
  if (expr_is_number (scope->build->pool, interval.e, &value) && !(value > 0.0))
    return flat_report_value (scope, 307, call->span,
                              "the interval of sample() must be greater than 0");
  return flat_value_make (
      FLAT_VALUE_BOOLEAN, FLAT_STEPPED,
      expr_binary (scope->build->pool, EXPR_SAMPLE, begin.e, interval.e));
}

/* u at time - T; T may change up to a bound that parameters give. */
static FlatValue
delayed (const FlatScope *scope, const LangExpr *call)
{
  FlatBuild *build = scope->build;
  FlatValue signal = number_argument (scope, call, 1);
  FlatValue time = number_argument (scope, call, 2);
  FlatValue longest = call->n_args == 4 ? number_argument (scope, call, 3) : time;
  double least;

  if (signal.kind == FLAT_VALUE_ERROR || time.kind == FLAT_VALUE_ERROR ||
      longest.kind == FLAT_VALUE_ERROR)
    return FLAT_ERROR;
  /* How long it may last must be known. */
  if (longest.change > FLAT_PARAM)
    return flat_report_value (
        scope, 307, call->span,
        "a variable delay time needs an upper bound that depends on parameters only");
  if (expr_is_number (build->pool, time.e, &least) && least < 0.0)
    return flat_report_value (scope, 307, call->span,
                              "the delay time must not be negative");
  if (signal.change <= FLAT_PARAM)
    return signal;
  /* A delay of its own in the table. */
  signal.kind = FLAT_VALUE_REAL;
  signal.change = FLAT_SMOOTH;
  FlatDelay delay = {.signal = signal.e,
                     .time = time.e,
                     .longest = longest.e,
                     .instance = scope->place == NULL ? 0 : scope->place->id,
                     .span = call->span};
  const ExprId args[] = {signal.e, time.e};
  base_vec_push (build->arena, build->delays, delay);
  signal.e = expr_make (build->pool, EXPR_DELAY, build->delays.n - 1, args);
  return signal;
}

/* getproperty(p, Symbol("f")) is p.f. */
static FlatValue
property (const FlatScope *scope, const LangExpr *call)
{
  const LangExpr *symbol = call->args[2];
  FlatTarget target;
  FlatPath path;

  if (scope->node == NULL || symbol->kind != LANG_CALL || symbol->n_args != 2 ||
      symbol->args[0]->kind != LANG_NAME ||
      strcmp (symbol->args[0]->name, "Symbol") != 0 ||
      symbol->args[1]->kind != LANG_STRING ||
      !flat_structure_path (call->args[1], &path))
    return flat_report_value (scope, 307, call->span,
                              "getproperty needs a parameter and Symbol(\"field\")");
  target = flat_structure_find (scope, &path);
  if (target.kind != FLAT_NAME_VALUE || target.at < path.n)
    return flat_report_value (scope, 202, call->args[1]->span,
                              "this is not a parameter");
  return flat_translate_field (scope, &target, base_name (symbol->args[1]->name),
                               call->span);
}

static FlatValue
epsilon (const FlatScope *scope, const LangExpr *call)
{
  return flat_value_make (FLAT_VALUE_REAL, FLAT_FIXED,
                          expr_number (scope->build->pool, DBL_EPSILON));
}

/* ---- functions of the user ---- */

/* The value given for an argument: by name, by place, or its default. */
static const LangExpr *
given (const LangExpr *call, const char *name, uint32_t place)
{
  for (uint32_t i = 1; i < call->n_args; i++)
    if (call->arg_names[i] == name)
      return call->args[i];
  return place < call->n_args && call->arg_names[place] == NULL ? call->args[place]
                                                                : NULL;
}

static bool
check_names (const FlatScope *scope, const LangExpr *call, const LangClass *function)
{
  uint32_t n_arguments = 0;

  for (uint32_t k = 0; k < function->n_decls; k++)
    n_arguments += function->decls[k]->is_argument;
  for (uint32_t i = 1; i < call->n_args; i++) {
    bool is_known = call->arg_names[i] == NULL && i <= n_arguments;

    for (uint32_t k = 0; k < function->n_decls && !is_known; k++)
      is_known = function->decls[k]->is_argument &&
                 function->decls[k]->name == call->arg_names[i];
    if (!is_known)
      return flat_report_at (scope, 306, call->args[i]->span, "%s has no such argument",
                             function->name);
  }
  return true;
}

/* The sizes that a declaration in a function asks for. */
static bool
check_shape (const FlatScope *body,
             const FlatValue *value,
             const LibType *type,
             const LangExpr *call)
{
  bool fits = value->shape.rank == type->n_dims;

  for (uint32_t i = 0; fits && i < type->n_dims; i++) {
    double size;

    if (type->dims[i]->kind == LANG_COLON)
      continue;
    if (!flat_structure_number (body, type->dims[i], &size))
      return false;
    fits = size == value->shape.n[i];
  }
  if (!fits)
    flat_report_at (body, 307, call->span,
                    "the size of an array does not match this function");
  return fits;
}

static FlatValue
expand (const FlatScope *scope, const LangExpr *call, const LibEntry *entry)
{
  const LangClass *function = entry->class;
  FlatBuild *build = scope->build;
  FlatScope body = {.build = build,
                    .from = entry->namespace,
                    .place = scope->place,
                    .depth = scope->depth + 1};
  uint32_t place = 1;

  if (body.depth > DEEPEST_CALL)
    return flat_report_value (
        scope, 302, call->span,
        "this function calls itself, or too many others within each other");
  /* Each call is expanded in place, up to a number and a depth. */
  build->n_expanded = body.depth == 1 ? 1 : build->n_expanded + 1;
  if (build->n_expanded == MOST_EXPANDED)
    flat_report_at (scope, 601, call->span,
                    "this call expands to more than %d calls of functions",
                    MOST_EXPANDED);
  if (build->n_expanded >= MOST_EXPANDED)
    return FLAT_ERROR;
  if (function->result == NULL || !check_names (scope, call, function))
    return FLAT_ERROR;
  /* Arguments and local values, in order. */
  for (uint32_t i = 0; i < function->n_decls; i++) {
    const LangDecl *decl = function->decls[i];
    const LangExpr *value =
        decl->is_argument ? given (call, decl->name, place++) : NULL;
    const LibType *type = lib_type (build->arena, build->index, &decl->type,
                                    entry->namespace, build->diags);
    FlatLocal *local = base_arena_new0 (build->arena, FlatLocal);

    if (value == NULL && decl->value == NULL) {
      flat_report_at (scope, 307, call->span, "the argument %s is missing", decl->name);
      return FLAT_ERROR;
    }
    *local = (FlatLocal){.next = body.locals, .name = decl->name};
    local->value = value != NULL ? flat_translate_as (scope, value, type)
                                 : flat_translate_as (&body, decl->value, type);
    if (local->value.kind == FLAT_VALUE_ERROR ||
        !check_shape (&body, &local->value, type, call))
      return FLAT_ERROR;
    body.locals = local;
  }
  /* The result. */
  const LibType *type = lib_type (build->arena, build->index, &function->alias,
                                  entry->namespace, build->diags);
  FlatValue value = flat_translate_as (&body, function->result, type);
  if (value.kind == FLAT_VALUE_ERROR || !check_shape (&body, &value, type, call))
    return FLAT_ERROR;
  return value;
}

/* ---- all functions ---- */

/* Those that are more than a value of one or two numbers. */
typedef struct {
  const char *name;
  FlatValue (*translate) (const FlatScope *scope, const LangExpr *call);
  uint32_t least, most; /* arguments */
  FlatUnits units;
} Special;

static const Special SPECIAL[] = {
    {"der", derivative, 1, 1, FLAT_UNITS_RATE},
    {"D", derivative, 1, 1, FLAT_UNITS_RATE},
    {"ifelse", choice, 3, 3, FLAT_UNITS_LATER_SAME},
    {"min", extreme, 1, ANY_NUMBER, FLAT_UNITS_SAME},
    {"max", extreme, 1, ANY_NUMBER, FLAT_UNITS_SAME},
    {"clamp", clamp, 3, 3, FLAT_UNITS_SAME},
    {"noevent", without_events, 1, 1, FLAT_UNITS_SAME},
    {"smooth", smooth, 2, 2, FLAT_UNITS_OF_SECOND},
    {"getproperty", property, 2, 2, FLAT_UNITS_ANY},
    {"eps", epsilon, 0, 1, FLAT_UNITS_ANY},
    {"pre", before, 1, 1, FLAT_UNITS_FIRST},
    {"edge", edge, 1, 1, FLAT_UNITS_ANY},
    {"change", change, 1, 1, FLAT_UNITS_ANY},
    {"initial", while_starting, 0, 0, FLAT_UNITS_ANY},
    {"sample", sample, 2, 2, FLAT_UNITS_INSTANTS},
    {"delay", delayed, 2, 3, FLAT_UNITS_DELAYED},
    {"table1d", flat_table_translate, 2, 5, FLAT_UNITS_ANY},
    {"table2d", flat_table_translate_2d, 3, 5, FLAT_UNITS_ANY},
    {"table_file", flat_table_file, 0, ANY_NUMBER,
     /* counts them itself */ FLAT_UNITS_ANY},
    {"size", flat_array_call, 1, 2, FLAT_UNITS_ANY},
    {"length", flat_array_call, 1, 1, FLAT_UNITS_ANY},
    {"sum", flat_array_call, 1, 1, FLAT_UNITS_FIRST},
    {"prod", flat_array_call, 1, 1, FLAT_UNITS_ANY},
    {"norm", flat_array_call, 1, 1, FLAT_UNITS_FIRST},
    {"dot", flat_array_call, 2, 2, FLAT_UNITS_PRODUCT},
    {"cross", flat_array_call, 2, 2, FLAT_UNITS_PRODUCT},
    {"adjoint", flat_array_call, 1, 1, FLAT_UNITS_FIRST},
    {"transpose", flat_array_call, 1, 1, FLAT_UNITS_FIRST},
    {"fill", flat_array_call, 2, 3, FLAT_UNITS_FIRST},
    {"zeros", flat_array_call, 1, 2, FLAT_UNITS_ANY},
    {"ones", flat_array_call, 1, 2, FLAT_UNITS_ANY},
    {"identity", flat_array_call, 1, 1, FLAT_UNITS_ANY},
    {"diagonal", flat_array_call, 1, 1, FLAT_UNITS_FIRST},
};

/* NULL if there is none of that name. */
static const Special *
special_find (const char *name)
{
  for (size_t i = 0; i < G_N_ELEMENTS (SPECIAL); i++)
    if (strcmp (SPECIAL[i].name, name) == 0)
      return &SPECIAL[i];
  return NULL;
}

bool
flat_call_units (const char *name, uint32_t n_args, FlatUnits *units)
{
  BaseFunction function = base_function_find (name, n_args);
  const Special *special = special_find (name);

  if (special != NULL)
    *units = special->units;
  else if (function != BASE_N_FUNCTIONS)
    *units = FUNCTIONS[function].units;
  return special != NULL || function != BASE_N_FUNCTIONS;
}

/* Near functions, those of the language first. */
static char *
near_functions (const FlatScope *scope, const char *name)
{
  const char *dot = strrchr (name, '.');
  LangNear near;

  lang_near_begin (&near, dot == NULL ? name : dot + 1);
  for (BaseFunction i = 0; dot == NULL && i < BASE_N_FUNCTIONS; i++)
    lang_near_offer (&near, base_function_name (i), base_function_name (i));
  for (size_t i = 0; dot == NULL && i < G_N_ELEMENTS (SPECIAL); i++)
    lang_near_offer (&near, SPECIAL[i].name, SPECIAL[i].name);
  lib_index_offer_near (scope->build->index, scope->from, LIB_FUNCTIONS, &near);
  return lang_near_to_text (&near);
}

/* `E.Case(f = e)`: the case, whose fields are variables of their own; E306 for what is
 * no field of it. */
static FlatValue
case_call (const FlatScope *scope, const LangExpr *call, const LibValue *value)
{
  const LangVariant *variant =
      &value->enumeration->class->variants[(uint32_t) value->number - 1];

  for (uint32_t i = 1; i < call->n_args; i++) {
    bool is_known = false;

    for (uint32_t k = 0; k < variant->n_fields; k++)
      is_known = is_known || variant->fields[k]->name == call->arg_names[i];
    if (!is_known)
      flat_report_at (scope, 306, call->args[i]->span,
                      call->arg_names[i] == NULL
                          ? N_ ("each field of %s is given by its name")
                          : N_ ("%s has no field %s"),
                      variant->name, call->arg_names[i]);
  }
  return flat_value_case (scope->build, value);
}

static FlatValue
named_call (const FlatScope *scope,
            const LangExpr *call,
            const char *const *parts,
            uint32_t n)
{
  const LibIndex *index = scope->build->index;
  g_autofree char *name = flat_structure_name (call->args[0]);
  const LibEntry *entry = lib_index_find (index, scope->from, name, LIB_FUNCTIONS);
  LibValue value;

  if (entry != NULL)
    return expand (scope, call, entry);
  value = lib_constant_find_case (index, scope->from, parts, n);
  if (value.kind == LIB_CASE)
    return case_call (scope, call, &value);
  flat_report_at (scope, 202, call->args[0]->span, "unknown function %s", name);
  if (base_diags_wants_hint (scope->build->diags))
    lang_near_hint (scope->build->diags, LANG_FOREIGN_FUNCTION, name,
                    near_functions (scope, name));
  return FLAT_ERROR;
}

static bool
has_names (const LangExpr *call)
{
  for (uint32_t i = 1; i < call->n_args; i++)
    if (call->arg_names[i] != NULL)
      return true;
  return false;
}

static bool
is_built_in (const char *name)
{
  return special_find (name) != NULL ||
         base_function_find (name, 1) != BASE_N_FUNCTIONS ||
         base_function_find (name, 2) != BASE_N_FUNCTIONS;
}

/* A function of the table in base/function.h. */
static FlatValue
plain_call (const FlatScope *scope, const LangExpr *call, BaseFunction function)
{
  FlatValue a = number_argument (scope, call, 1);
  FlatValue b = call->n_args == 3 ? number_argument (scope, call, 2) : a;

  return divides_by_zero (scope, function, &b)
             ? flat_report_value (scope, 307, call->span, "the divisor is 0")
             : apply (scope, function, a, b);
}

FlatValue
flat_call_translate (const FlatScope *scope, const LangExpr *call)
{
  const char *parts[LIB_DEEPEST_NAME];
  uint32_t n = lib_constant_name_parts (call->args[0], parts, LIB_DEEPEST_NAME);

  if (n == 0)
    return flat_report_value (scope, 202, call->span, "this is not a function");
  if (n == 1 && !has_names (call)) {
    BaseFunction function = base_function_find (parts[0], call->n_args - 1);
    const Special *special = special_find (parts[0]);

    if (special != NULL)
      return call->n_args - 1 < special->least || call->n_args - 1 > special->most
                 ? report_count (scope, call)
                 : special->translate (scope, call);
    if (function != BASE_N_FUNCTIONS)
      return plain_call (scope, call, function);
    if (is_built_in (parts[0]))
      return report_count (scope, call);
  }
  if (n == 1 && has_names (call) && is_built_in (parts[0]))
    return report_named_argument (scope, call);
  return named_call (scope, call, parts, n);
}
