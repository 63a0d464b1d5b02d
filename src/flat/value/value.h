/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/report.h"
#include "flat/tree/tree.h"

/* Expressions of the language as expressions of the pool, with their kind and size.
 *
 * Reads     The scope that an expression stands in; from pass 2 on names of variables,
 *           before it only what structural values need.
 * Adds      Expressions to FlatBuild.pool, tables and delays; with is_equation it notes
 *           in is_set the inputs of parts that an equation names.
 * Promises  A value is either FLAT_ERROR, after a report, or has a kind, a size and as
 *           many expressions; equal tables have one number.
 * Reports   E202, E307 to E312, E314, E405, E407, E504, E601. */

/* Where an expression stands. */
struct FlatScope {
  FlatBuild *build;
  FlatNode *node;   /* whose members its names mean; NULL: none */
  const char *from; /* the namespace for types and functions */
  const FlatLocal *locals;
  const FlatFixed *fixed;
  FlatNode *place;  /* the instance that messages name */
  uint32_t depth;   /* of functions */
  bool is_equation; /* names of inputs count as set */
  bool is_action;   /* what a `when` does */
  bool is_reinit;   /* the new value of a state: pre() of any variable has a meaning */
};

typedef enum {
  FLAT_VALUE_ERROR, /* reported */
  FLAT_VALUE_REAL,
  FLAT_VALUE_INTEGER,
  FLAT_VALUE_BOOLEAN,
  FLAT_VALUE_ENUM,
  FLAT_VALUE_STRING
} FlatValueKind;

typedef enum { FLAT_FIXED, FLAT_PARAM, FLAT_STEPPED, FLAT_SMOOTH } FlatChange;

struct FlatValue {
  FlatValueKind kind;
  FlatChange change; /* how often it may change */
  ExprId e;          /* scalars */
  const LibEntry *enumeration;
  const char *text;
  FlatShape shape;
  bool is_row;         /* v': a row, whose product with a vector is a scalar */
  const ExprId *items; /* arrays: row by row */
};

#define FLAT_ERROR                                                                     \
  ((FlatValue){.kind = FLAT_VALUE_ERROR, .e = EXPR_NONE, .shape = FLAT_SCALAR})

static inline bool
flat_value_is_number (const FlatValue *value)
{
  return value->kind == FLAT_VALUE_REAL || value->kind == FLAT_VALUE_INTEGER;
}

/* One element; a scalar counts as an array of any size. */
static inline ExprId
flat_value_item (const FlatValue *value, uint32_t i)
{
  return value->shape.rank == 0 ? value->e : value->items[i];
}

struct FlatLocal {
  const FlatLocal *next;
  const char *name;
  FlatValue value;
  LibValue constant; /* of loops, else LIB_UNKNOWN */
};

static inline FlatValue
flat_value_make (FlatValueKind kind, FlatChange change, ExprId e)
{
  return (FlatValue){.kind = kind, .change = change, .e = e};
}

static inline FlatValue
flat_value_whole (const FlatBuild *build, double number)
{
  return flat_value_make (FLAT_VALUE_INTEGER, FLAT_FIXED,
                          expr_number (build->pool, number));
}

/* A case of an enumeration. */
static inline FlatValue
flat_value_case (const FlatBuild *build, const LibValue *value)
{
  return (FlatValue){.kind = FLAT_VALUE_ENUM,
                     .change = FLAT_FIXED,
                     .enumeration = value->enumeration,
                     .e = expr_number (build->pool, value->number)};
}

/* A turn of a loop: what `name` stands for, before the names of the loops around; kept
 * in the arena by flat_local_turn (). */
static inline FlatLocal
flat_local_number (const FlatBuild *build,
                   const FlatLocal *next,
                   const char *name,
                   double number)
{
  return (FlatLocal){.next = next,
                     .name = name,
                     .value = flat_value_whole (build, number),
                     .constant = {.kind = LIB_NUMBER, .number = number}};
}

static inline const FlatLocal *
flat_local_turn (const FlatBuild *build,
                 const FlatLocal *next,
                 const char *name,
                 double number)
{
  const FlatLocal local = flat_local_number (build, next, name, number);

  return base_arena_copy (build->arena, &local, sizeof local, sizeof local);
}

/* The scope for expressions of the view; `place` is what messages name. */
static inline FlatScope
flat_view_scope (FlatBuild *build, const FlatView *view, FlatNode *place)
{
  return (FlatScope){.build = build,
                     .node = view->node,
                     .from = view->from,
                     .locals = view->locals,
                     .place = place};
}

/* ---- translate.c ---- */

FlatValue flat_translate (const FlatScope *scope, const LangExpr *expr);
/* The same; E307 and FLAT_ERROR if the value does not fit the type, is no scalar, or no
 * Boolean. */
FlatValue flat_translate_as (const FlatScope *scope,
                             const LangExpr *expr,
                             const LibType *type);
FlatValue flat_translate_scalar (const FlatScope *scope, const LangExpr *expr);
FlatValue flat_translate_condition (const FlatScope *scope, const LangExpr *expr);
/* `p.field`, also as getproperty(p, Symbol("field")). */
FlatValue flat_translate_field (const FlatScope *scope,
                                const FlatTarget *target,
                                const char *field,
                                BaseSpan span);

/* E307 and false unless the value is of the type, or has the shape (is scalar where
 * `may_repeat`). */
bool flat_translate_check_type (const FlatScope *scope,
                                const FlatValue *value,
                                const LibType *type,
                                BaseSpan span);
bool flat_translate_has_shape (const FlatScope *scope,
                               const FlatValue *value,
                               FlatShape shape,
                               bool may_repeat,
                               BaseSpan span);
/* False (E311) if what an Integer is to be holds a number that is not told from the
 * next one. Parameters are looked at once they are computed. */
bool flat_translate_check_whole (const FlatScope *scope,
                                 const FlatValue *value,
                                 BaseSpan span);
/* E202 for a name in the expression that means nothing; false if there is none. */
bool flat_translate_unknown_name (const FlatScope *scope, const LangExpr *expr);
/* What the value is, in words: "a Boolean". */
const char *flat_translate_kind_text (const FlatValue *value);
/* The common kind of two branches or operands, FLAT_VALUE_ERROR if there is none. */
FlatValueKind flat_translate_join (const FlatValue *a, const FlatValue *b);

/* ---- choice.c ---- */

/* One value or the other; a structural condition keeps only the chosen one. */
FlatValue flat_choice_translate (const FlatScope *scope,
                                 const LangExpr *condition,
                                 const LangExpr *yes,
                                 const LangExpr *no);

/* ---- array.c ---- */

/* Literals and ranges. */
FlatValue flat_array_literal (const FlatScope *scope, const LangExpr *expr);
FlatValue flat_array_element (const FlatScope *scope,
                              FlatValue value,
                              const LangExpr *index);
/* Values of one shape behind each other: scalars give a vector, vectors a matrix. */
FlatValue flat_array_stack (const FlatScope *scope,
                            uint32_t n,
                            const FlatValue *parts,
                            BaseSpan span);
FlatValue flat_array_transpose (const FlatScope *scope, FlatValue value);
/* a op b where one is an array: `expr` is the LANG_BINARY, `op` what it does. */
FlatValue flat_array_combine (const FlatScope *scope,
                              const LangExpr *expr,
                              ExprOp op,
                              const FlatValue *a,
                              const FlatValue *b);
/* Applies an operator to each element. */
FlatValue flat_array_map (const FlatScope *scope, FlatValue value, ExprOp op);
/* A function of arrays, one of those that call.c lists. */
FlatValue flat_array_call (const FlatScope *scope, const LangExpr *call);
/* The elements of an array of variables. All who read it share them: `x[i]` in a loop
 * must not cost an array. */
const ExprId *flat_array_leaves (FlatBuild *build, uint32_t var, uint32_t n);
/* A structural array: the numbers themselves, so that they may be indexes and sizes;
 * read once for all who ask. */
FlatValue flat_array_structural (const FlatScope *scope,
                                 FlatNode *node,
                                 uint32_t member);

/* ---- call.c ---- */

/* Functions, and what is written like one. */
FlatValue flat_call_translate (const FlatScope *scope, const LangExpr *call);

/* How the unit of a call follows from those of its arguments. */
typedef enum {
  FLAT_UNITS_ANY,        /* is not known */
  FLAT_UNITS_PURE,       /* of a pure number, gives one */
  FLAT_UNITS_SAME,       /* of equal ones, gives it */
  FLAT_UNITS_FIRST,      /* that of the first one */
  FLAT_UNITS_OF_SECOND,  /* that of the second one */
  FLAT_UNITS_LATER_SAME, /* the second and third are equal, gives that */
  FLAT_UNITS_RATIO,      /* of equal ones, gives a pure number */
  FLAT_UNITS_PRODUCT,
  FLAT_UNITS_ROOT,
  FLAT_UNITS_RATE,
  FLAT_UNITS_COUNT,
  FLAT_UNITS_DELAYED, /* the first one; the others are times */
  FLAT_UNITS_INSTANTS /* all are times */
} FlatUnits;

/* False if the language has no such function; it may be one of the user's. */
bool flat_call_units (const char *name, uint32_t n_args, FlatUnits *units);
