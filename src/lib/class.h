/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lib/type.h"

/* A component, connector, struct or analysis with everything that it inherits: one
 * table of members and one list of relations, made once per class and shared by all its
 * instances. */

/* A modifier of an `extends`, already led to the member that it changes: its target's
 * first part is the member's name. Names in it are looked up in the class and in
 * `from`. */
typedef struct LibMod LibMod;

struct LibMod {
  const LibMod *next; /* the next inner one */
  const LangMod *mod;
  const char *from;
};

typedef struct {
  const char *name;      /* "" for the value of a signal connector */
  const LangDecl *decl;  /* the last one of that name; NULL for a signal's value */
  const char *from;      /* the namespace that the names in `decl` mean */
  const LangExpr *value; /* default or binding, of the last declaration that has one */
  const char *value_from;
  const LibMod *mods;    /* of extends, the outermost first */
  const LibType *type;   /* parameters, variables, fields; else NULL */
  const LibEntry *entry; /* subs, outer: the component, or NULL (reported); parameters
                            that hold a struct, which are parts with a default `value`
                            and without `type`: the struct */
  const LibType *array;  /* parameters that hold an array of structs: its type */
  const LibEntry *base;  /* subs: what a replacement must extend, or NULL */
  LangFieldKind field;   /* fields and signals */
  uint32_t slot;         /* its number among the values (no strings), among the subs, or
                            UINT32_MAX */
} LibMember;

typedef struct {
  const LangRelation *relation;
  const char *from;
  uint32_t n_extends; /* that it was inherited through; 0: the class's own */
} LibRelation;

typedef struct LibClass LibClass;

struct LibClass {
  const LibEntry *entry;
  bool is_connector;
  bool is_signal; /* connector = input|output T: one member named "" */
  bool is_sound;  /* nothing in it was reported */
  uint32_t n_members;
  LibMember *members; /* in the order of the text, inherited ones at their extends */
  uint32_t n_values;  /* parameters, variables, fields; strings are not counted */
  uint32_t n_subs;
  uint32_t n_relations;
  const LibRelation *relations;
  uint32_t n_bases;
  LibClass *const *bases; /* direct ones */
  uint32_t n_buckets;     /* a power of two */
  const uint32_t *buckets;
};

/* The classes that one compilation met. */
typedef struct LibClasses LibClasses;

/* What it makes lives in `arena`. `diags` may be NULL: nothing is then reported. */
LibClasses *lib_classes_new (BaseArena *arena, const LibIndex *index, BaseDiags *diags);
void lib_classes_free (LibClasses *classes);

/* NULL for entries that have no members (types, enums, functions). Inheritance that
 * leads back to itself is reported (E304) and cut. */
LibClass *lib_class_get (LibClasses *classes, const LibEntry *entry);

/* The member of that (interned) name, or UINT32_MAX. */
uint32_t lib_class_find (const LibClass *class, const char *name);

/* True if `class` is `entry` or extends it. */
bool lib_class_extends (const LibClass *class, const LibEntry *entry);

/* metadata {section: {key: value}} of a class; what it lacks it has from its bases
 * (LANGUAGE §5). NULL if none has it. */
const LangJson *lib_class_meta (const LibClass *class,
                                const char *section,
                                const char *key);
/* Does it list that port there: "holds", "through" (LANGUAGE §12)? */
bool lib_class_lists (const LibClass *class, const char *key, const char *port);
/* What stands behind an element of the class: its {…}, or the entry of `_links` that it
 * names, of the class or of a base. NULL if there is nothing. */
const LangJson *lib_class_member_meta (const LibClass *class, const LangDecl *decl);
/* Why a diagram should state this parameter ("Dyad": {"unset": "…"} behind it), or NULL
 * if it may keep its default. */
const char *lib_class_unset (const LibClass *class, const LangDecl *decl);

typedef enum { LIB_ANY_MEMBER, LIB_PARAMETER, LIB_PART } LibMemberKind;

/* "did you mean" among the members of that kind, among the others only if none of these
 * is near; or NULL. Caller frees. */
char *lib_class_near (const LibClass *class, const char *name, LibMemberKind kind);

/* Finds a component by name and reports E202, E203, E205 if it cannot. */
const LibEntry *lib_class_lookup (const LibIndex *index,
                                  const char *from,
                                  const LangName *name,
                                  LibWant want,
                                  BaseDiags *diags);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LibClasses, lib_classes_free)
