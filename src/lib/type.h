/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/unit.h"
#include "lib/index.h"

/* What a declaration's type means, aliases resolved: `TranslationalSpringConstant(min =
 * 0)` is Real with units "N/m" and min 0. Attributes of the use win over those of the
 * alias. */
typedef enum {
  LIB_TYPE_REAL,
  LIB_TYPE_INTEGER,
  LIB_TYPE_BOOLEAN,
  LIB_TYPE_STRING,
  LIB_TYPE_ENUM,
  LIB_TYPE_STRUCT,
  LIB_TYPE_UNKNOWN /* reported */
} LibTypeKind;

typedef enum {
  LIB_UNITS,
  LIB_DISPLAY_UNITS,
  LIB_QUANTITY,
  LIB_MIN,
  LIB_MAX,
  LIB_NOMINAL,
  LIB_GUESS,
  LIB_INITIAL,
  LIB_STATE_PRIORITY,
  LIB_N_ATTRIBUTES
} LibAttribute;

typedef struct {
  const LangExpr *expr; /* NULL: not given */
  const char *from;     /* the namespace that its names mean */
  BaseSpan span;
  bool is_final;
} LibAttributeValue;

typedef struct {
  LibTypeKind kind;
  const LibEntry *entry; /* enum, struct: after all aliases */
  const char *name;      /* as written */
  const char *units;     /* "" if none */
  const char *display_units;
  LibAttributeValue attributes[LIB_N_ATTRIBUTES];
  uint32_t n_dims; /* the use's own dimensions, then those of aliases */
  const LangExpr *dims[2];
} LibType;

/* Completes the report of an attribute that is not known: what to write instead. */
void lib_type_hint_attribute (BaseDiags *diags, const char *name);
/* The attribute of that name, or LIB_N_ATTRIBUTES. */
LibAttribute lib_type_attribute_find (const char *name);
const char *lib_type_attribute_name (LibAttribute attribute);
/* True if variables of this kind have the attribute (LANGUAGE §4). */
bool lib_type_attribute_fits (LibAttribute attribute, LibTypeKind kind);

/* The builtin type of that name ("Real"), or LIB_TYPE_UNKNOWN. */
LibTypeKind lib_type_builtin (const char *name);

/* Resolves a type as seen from a namespace, in `arena`. `diags` may be NULL. */
const LibType *lib_type (BaseArena *arena,
                         const LibIndex *index,
                         const LangType *type,
                         const char *from,
                         BaseDiags *diags);

/* The type of the base library that quantities with this unit have: of several the one
 * that is called after its quantity, else the first; NULL if there is none. Leaves the
 * SI unit of its values (`units` may be NULL). */
const LibEntry *lib_type_of_unit (const LibIndex *index,
                                  const BaseUnit *unit,
                                  const char **units);

/* The enum, struct or type behind aliases `type A = B`, or NULL. */
const LibEntry *lib_type_target (const LibIndex *index, const LibEntry *entry);
