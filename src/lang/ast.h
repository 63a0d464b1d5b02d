/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/source.h"
#include "lang/json.h"

/* The syntax tree of the model language (src/lang/LANGUAGE.md).
 *
 * A tree is immutable after parsing and lives as long as its LangFile. Every node knows
 * its place (lang_file_span () after edits): `span` covers the node from its first to
 * its last token, doc text not included. Names are interned (base/name.h), so `==`
 * compares them. Lists are pointer
 * + count. What could not be parsed is missing from the tree and reported;
 * LangClass.is_broken marks a definition that the parser had to repair.
 */

typedef struct LangExpr LangExpr;
typedef struct LangMod LangMod;
typedef struct LangRelation LangRelation;
typedef struct LangClass LangClass;

/* ---- expressions ---- */

typedef enum {
  LANG_NUMBER,    /* number */
  LANG_STRING,    /* name = text after escapes */
  LANG_BOOL,      /* is_true */
  LANG_NAME,      /* name: one identifier */
  LANG_MEMBER,    /* args[0] . name */
  LANG_CALL,      /* args[0] = callee, then arguments; arg_names[i] NULL or name */
  LANG_INDEX,     /* args[0] [ args[1], … ] */
  LANG_UNARY,     /* op, args[0] */
  LANG_BINARY,    /* op, args[0], args[1] */
  LANG_IF,        /* args: condition, value, otherwise (also c ? a : b) */
  LANG_RANGE,     /* args: from, to or from, step, to */
  LANG_COLON,     /* a bare ':' in an index or dimension */
  LANG_ARRAY,     /* [a, b, …] args = elements */
  LANG_MATRIX,    /* [a, b; c, d] args = rows, each a LANG_ARRAY */
  LANG_TRANSPOSE, /* args[0] ' */
  LANG_FOR        /* [e for i in r]: args: element, range; name = i */
} LangExprKind;

/* How strongly operators bind; names, calls and the like are LANG_OPERAND. */
typedef enum {
  LANG_LOOSE,
  LANG_OR_LEVEL,
  LANG_AND_LEVEL,
  LANG_NOT_LEVEL,
  LANG_COMPARISON_LEVEL,
  LANG_RANGE_LEVEL,
  LANG_SUM_LEVEL,
  LANG_PRODUCT_LEVEL,
  LANG_SIGN_LEVEL,
  LANG_POWER_LEVEL,
  LANG_OPERAND
} LangLevel;

/* Operators of two operands: name, level, token (token.h), sign. */
#define LANG_OPERATORS(X)                                                              \
  X (ADD, SUM, PLUS, "+")                                                              \
  X (SUB, SUM, MINUS, "-")                                                             \
  X (MUL, PRODUCT, TIMES, "*")                                                         \
  X (DIV, PRODUCT, DIVIDE, "/")                                                        \
  X (REM, PRODUCT, PERCENT, "%")                                                       \
  X (POW, POWER, POWER, "^")                                                           \
  X (DOT_MUL, PRODUCT, DOT_TIMES, ".*")                                                \
  X (DOT_DIV, PRODUCT, DOT_DIVIDE, "./")                                               \
  X (DOT_POW, POWER, DOT_POWER, ".^")                                                  \
  X (EQ, COMPARISON, EQUAL, "==")                                                      \
  X (NE, COMPARISON, NOT_EQUAL, "!=")                                                  \
  X (LT, COMPARISON, LESS, "<")                                                        \
  X (LE, COMPARISON, LESS_EQUAL, "<=")                                                 \
  X (GT, COMPARISON, GREATER, ">")                                                     \
  X (GE, COMPARISON, GREATER_EQUAL, ">=")                                              \
  X (AND, AND, AND, "and")                                                             \
  X (OR, OR, OR, "or")

typedef enum {
  LANG_OP_NONE,
#define LANG_OP(name, level, token, sign) LANG_OP_##name,
  LANG_OPERATORS (LANG_OP)
#undef LANG_OP
      LANG_OP_NOT,
  LANG_OP_NEG,
  LANG_OP_PLUS /* unary + */
} LangOp;

struct LangExpr {
  LangExprKind kind;
  LangOp op;
  BaseSpan span;
  double number;
  bool is_true;
  bool in_parens;  /* written in ( ), which `span` then includes */
  uint16_t height; /* nodes on the longest way down, itself included */
  const char *name;
  BaseSpan name_span; /* of the name; of a number without its parentheses */
  uint32_t n_args;
  const LangExpr *const *args;
  const char *const *arg_names; /* LANG_CALL: n_args entries, the callee's is NULL */
};

/* A dotted name as written: "A.B.C". */
typedef struct {
  uint32_t n; /* 0: no name given */
  const char *const *parts;
  const char *text; /* interned "A.B.C" */
  BaseSpan span;
} LangName;

/* ---- declarations ---- */

/* `s(initial = 0)`, `m = 2`, `a.b = e`, `v = initial e`, `final p = 1` */
struct LangMod {
  BaseSpan span;
  bool is_final;
  LangName target;
  uint32_t n_mods; /* nested modifiers */
  const LangMod *const *mods;
  const LangExpr *value;   /* = e, or NULL */
  const LangExpr *initial; /* = … initial e, or NULL */
  bool value_missing;      /* = missing */
  bool initial_missing;    /* initial missing */
};

typedef struct {
  LangName name;
  uint32_t n_mods;
  const LangMod *const *mods;
  uint32_t n_dims;
  const LangExpr *const *dims; /* LANG_COLON for ':' */
  BaseSpan span;
  bool is_function; /* func(…) or Native: kept as text, E601 outside `external` */
} LangType;

/* {^key}, {…} or [{…}] behind an element */
typedef struct {
  BaseSpan span;   /* empty (begin == end) where none is written: the insertion point */
  const char *key; /* of {^key}, else NULL */
  const LangJson
      *json; /* the inline value, or what `_links` holds under the key, or NULL */
} LangMeta;

typedef enum {
  LANG_EXTENDS,
  LANG_PARAMETER,
  LANG_VARIABLE,
  LANG_PATH,
  LANG_OUTER,
  LANG_SUB,   /* instance: component, connector or analysis-model */
  LANG_FIELD, /* of a connector or struct */
  LANG_LOCAL  /* of a function: argument or local */
} LangDeclKind;

typedef enum {
  LANG_FIELD_PLAIN, /* struct */
  LANG_FIELD_POTENTIAL,
  LANG_FIELD_FLOW,
  LANG_FIELD_INPUT,
  LANG_FIELD_OUTPUT,
  LANG_FIELD_STREAM,
  LANG_FIELD_PATH
} LangFieldKind;

typedef struct {
  LangDeclKind kind;
  BaseSpan span; /* without doc text, with attachment */
  BaseSpan doc_span;
  const char *doc; /* or NULL; a '#' block directly above serves when there is none */
  const char *name;
  BaseSpan name_span;
  bool is_final;
  bool is_structural;
  bool is_discrete;
  bool is_argument;    /* LANG_LOCAL: an argument of the function */
  LangFieldKind field; /* LANG_FIELD */
  LangType type;       /* parameter, variable, path, field, local */
  LangName class_name; /* sub, outer, extends: the component */
  LangName base_name;  /* sub: `name::Base = …`, n = 0 if none */
  uint32_t n_mods;     /* sub, extends */
  const LangMod *const *mods;
  BaseSpan mods_span; /* ( … ) with parentheses; empty at the insertion point if none */
  const LangExpr *value;        /* = e */
  const LangExpr *initial;      /* variable: … initial e */
  const LangExpr *condition;    /* sub: `if cond` */
  const char *const *for_names; /* sub array: [C(…) for i in r, j in q] */
  const LangExpr *const *for_ranges;
  uint32_t n_for;
  LangMeta meta;
} LangDecl;

/* ---- relations ---- */

typedef enum {
  LANG_EQUATION,       /* lhs = rhs */
  LANG_INITIAL,        /* initial lhs = rhs */
  LANG_GUESS,          /* guess lhs = rhs */
  LANG_CONNECT,        /* args */
  LANG_CONTINUITY,     /* args */
  LANG_ASSERT,         /* args: condition, text */
  LANG_ANALYSIS_POINT, /* name, args */
  LANG_IF_REL,         /* branches; the last may have no condition (else) */
  LANG_SWITCH,         /* subject = lhs; branches with case names; default has n = 0 */
  LANG_FOR_REL,        /* name in rhs; branches[0] is the body */
  LANG_WHEN,           /* branches */
  LANG_REINIT,         /* args: state, value */
  LANG_TERMINATE       /* args: text */
} LangRelationKind;

typedef struct {
  BaseSpan span;
  const LangExpr *condition; /* if, when; NULL for else */
  LangName case_name;        /* switch; n = 0 for default */
  uint32_t n;
  const LangRelation *const *relations;
} LangBranch;

struct LangRelation {
  LangRelationKind kind;
  BaseSpan span; /* without doc text, with attachment */
  BaseSpan doc_span;
  const char *doc;
  const char *name; /* analysis point's or for's identifier */
  const LangExpr *lhs;
  const LangExpr *rhs;
  uint32_t n_args;
  const LangExpr *const *args;
  uint32_t n_branches;
  const LangBranch *branches;
  LangMeta meta;
};

/* ---- definitions ---- */

typedef enum {
  LANG_COMPONENT,
  LANG_CONNECTOR,
  LANG_TYPE,
  LANG_ENUM,
  LANG_STRUCT,
  LANG_ANALYSIS,
  LANG_FUNCTION
} LangClassKind;

/* "component" */
static inline const char *
lang_class_word (LangClassKind kind)
{
  static const char *const WORDS[] = {
      [LANG_COMPONENT] = "component", [LANG_CONNECTOR] = "connector",
      [LANG_TYPE] = "type",           [LANG_ENUM] = "enum",
      [LANG_STRUCT] = "struct",       [LANG_ANALYSIS] = "analysis",
      [LANG_FUNCTION] = "function",
  };

  return WORDS[kind];
}

typedef struct {
  const char *name;
  BaseSpan span;
  const char *doc;
  uint32_t n_fields;
  const LangDecl *const *fields;
} LangVariant;

struct LangClass {
  LangClassKind kind;
  BaseSpan span; /* from the first keyword to `end`, without doc text */
  BaseSpan doc_span;
  const char *doc; /* or NULL */
  const char *name;
  BaseSpan name_span;
  bool is_partial;
  bool is_example;
  bool is_test;
  bool is_external;
  bool is_broken; /* syntax errors inside: shown as text, never rewritten */
  uint32_t n_decls;
  const LangDecl *const *decls; /* in the order of the text, extends included */
  uint32_t n_relations;
  const LangRelation *const *relations;
  BaseSpan
      relations_keyword; /* empty where none: the insertion point before metadata/end */
  const LangJson *metadata; /* the object behind `metadata`, or NULL */
  BaseSpan metadata_span; /* keyword and object; empty at the insertion point if none */
  BaseSpan end_keyword;
  LangType alias;       /* type A = B, connector A = input B, function's result type */
  LangFieldKind signal; /* connector A = input|output …, else LANG_FIELD_PLAIN */
  uint32_t n_variants;  /* enum */
  const LangVariant *variants;
  const LangExpr *result; /* function */
};

/* A parsed text: immutable and counted. */
typedef struct LangFile LangFile;

/* Where a span of its tree stands in its text, of lang_file_source (): of a file that
 * lang_parse_edit () made, spans of the tree are places in the texts that they were
 * read from, as long as they are inside of one element or one member of `_links`. */
BaseSpan lang_file_span (const LangFile *file, BaseSpan span);
/* What `_links` of a definition that is edited holds under a key, or NULL. */
const LangJson *lang_file_link (LangFile *file,
                                const LangClass *class,
                                const char *key);

/* Counted, from any thread. So is all that follows, of a file that no edit shares its
 * tree with; such a tree is read by the thread that edits it, the main one. */
LangFile *lang_file_ref (const LangFile *file);
void lang_file_unref (LangFile *file);
/* The source that it was read from, and its top-level definitions in the order of the
 * text, those with errors included. Borrowed. */
const BaseSource *lang_file_source (const LangFile *file);
uint32_t lang_file_n_classes (const LangFile *file);
const LangClass *lang_file_class (const LangFile *file, uint32_t index);
/* The definition of that name (any kind, components first), or NULL. */
const LangClass *lang_file_find (const LangFile *file, const char *name);
/* False if anything in it was reported as an error. */
bool lang_file_is_sound (const LangFile *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LangFile, lang_file_unref)
