/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lib/index.h"

/* Parameter expressions on the syntax tree: the values of structural parameters, sizes
 * and conditions that must be known before there are equations. */
typedef enum { LIB_UNKNOWN, LIB_NUMBER, LIB_BOOLEAN, LIB_TEXT, LIB_CASE } LibValueKind;

typedef struct {
  LibValueKind kind;
  double number; /* LIB_NUMBER, LIB_BOOLEAN (0 or 1); LIB_CASE: 1 for the first case */
  const char *text;            /* LIB_TEXT; LIB_CASE: the case's name (interned) */
  const LibEntry *enumeration; /* LIB_CASE */
  const LangExpr *expr; /* LIB_CASE: E.Case(f = e): the call, for its fields, or NULL */
  bool is_reported; /* LIB_UNKNOWN: for a reason that was reported; set by callers */
} LibValue;

/* Gives the value of a name ("N", "gear.useSupport") that occurs in an expression; its
 * parts are interned. */
typedef LibValue (*LibLookup) (void *data, const char *const *parts, uint32_t n_parts);

/* LIB_UNKNOWN if the expression needs something that is not known. `from` is the
 * namespace for enum names. */
LibValue lib_constant (const LangExpr *expr,
                       const LibIndex *index,
                       const char *from,
                       LibLookup lookup,
                       void *data);

/* Gives the value of what this module does not know: the calls size (A, 1), length (x),
 * the element x[1]. */
typedef LibValue (*LibCall) (void *data, const LangExpr *call);

typedef struct {
  const LibIndex *index;
  const char *from;
  LibLookup lookup; /* or NULL */
  LibCall call;     /* or NULL */
  void *data;       /* of both */
} LibEnvironment;

/* As lib_constant(). */
LibValue lib_constant_in (const LibEnvironment *environment, const LangExpr *expr);

/* The parts of `a.b.c`, outermost first. Returns how many there are: 0 if the
 * expression is no dotted name or has more than `max` parts. */
uint32_t lib_constant_name_parts (const LangExpr *expr,
                                  const char **parts,
                                  uint32_t max);

/* The case that a name ("ReferenceType.Exact") means, or LIB_UNKNOWN. */
LibValue lib_constant_find_case (const LibIndex *index,
                                 const char *from,
                                 const char *const *parts,
                                 uint32_t n_parts);

/* Whether a dotted name is that of an enumeration. */
bool lib_constant_names_enum (const LibIndex *index,
                              const char *from,
                              const char *const *parts,
                              uint32_t n_parts);

enum { LIB_DEEPEST_NAME = 32 };
