/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/vec.h"
#include "flat/build.h"
#include "flat/model.h"

/* What the passes of flat_build () hand on. Each pass has a header that says what it
 * reads, what it adds and what it promises:
 *
 *   1 tree        flat/tree/tree.h           instances, names, sizes, structural values
 *   2 variables   flat/equation/variable.h   attributes, values, bindings, start values
 *   3 relations   flat/equation/relation.h   equations, actions, asserts; connects read
 *   4 connects    flat/equation/connect.h    connection sets and their equations
 *   5 checks      flat/check/check.h         units, ranges, discrete variables, balance
 *
 * Expressions are translated by flat/value/value.h and flat/table/table.h, which passes
 * 1 to 3 call. Everything lives in the arena of the compilation. A later pass changes
 * nothing that an earlier one added, except where that one's header says so;
 * flat_verify_build () holds each pass against its promise.
 *
 * For a compiler that flattens a class once and stamps its instances: names, spans and
 * numbers of variables are per instance, types, patterns of variables and units per
 * class (FlatClass). Relations are translated per instance, since structural values,
 * sizes and replaced parts decide what they become; instances of one class that agree
 * in these differ in `first_var` alone. */

/* The most elements of one array. */
enum { FLAT_MOST_ELEMENTS = 1000000 };

typedef struct FlatNode FlatNode;
typedef struct FlatScope FlatScope;
typedef struct FlatConnect FlatConnect;

/* What is elaborated just now, in case it takes too much (flat/report.h). */
typedef struct {
  const FlatNode *node;
  const char *name;
  BaseSpan span;
  size_t begin;    /* bytes that were used before it */
  uint64_t n_work; /* multiplications in it */
} FlatTask;

typedef struct {
  /* given to flat_build (), the same throughout */
  BaseArena *arena;
  const LibIndex *index;
  LibClasses *classes;
  BaseDiags *diags;
  ExprPool *pool;                        /* grows with each pass */
  BASE_VEC (const BaseSource *) sources; /* texts of the user */
  bool is_part;                          /* FlatRoot.is_part */
  BaseLimits limits;
  size_t memory;         /* that may be used, in bytes */
  size_t memory_at_once; /* by one declaration or relation */

  /* any pass */
  GHashTable *reports; /* which fault was reported where, as texts */
  FlatTask task;
  bool is_spent;      /* too much was used, which is reported: everything ends */
  bool is_vague;      /* the size of an array is missing: relations make no sense */
  bool is_incomplete; /* something is missing that a part may lack */

  /* expressions (flat/value/value.h) */
  uint32_t n_expanded;    /* functions expanded for the outermost call under way */
  uint32_t n_sizes_asked; /* sizes under way, each waiting for the next */
  ExprId *leaves; /* n_leaves, by variable; EXPR_NONE unless read as part of an array */
  uint32_t n_leaves;
  BASE_VEC (FlatTable) tables;
  GHashTable *known_tables; /* FlatTable -> 1 + number */
  GHashTable *data_files;   /* what is read of which file -> FlatValue */
  BASE_VEC (FlatDelay) delays;

  /* 1 tree */
  GHashTable *flat_classes; /* LibClass -> FlatClass */
  GPtrArray *stack;         /* nodes to be visited; NULL once the tree is made */
  FlatNode *root;
  BASE_VEC (FlatNode *) nodes; /* by id */
  uint32_t n_vars;

  /* 2 variables */
  GHashTable *enums;     /* LibEntry -> FlatEnum */
  FlatVar *vars;         /* n_vars */
  bool *is_set;          /* n_vars: an equation outside its component names the input */
  uint32_t *guess_rank;  /* n_vars: of the relation that gave its guess (0: none),
                            1 + LibRelation.n_extends */
  int32_t *balance;      /* nodes.n: equations minus unknowns; complete after 5 */
  BASE_VEC (FlatEq) eqs; /* FLAT_BINDING and FLAT_INITIAL; 3 and 4 add theirs */

  /* 3 relations */
  BASE_VEC (FlatConnect) connects; /* in the order of their owners */
  BASE_VEC (FlatAssert) asserts;
  BASE_VEC (FlatWhen) whens;

  /* 4 connects */
  BASE_VEC (LibSet) sets;          /* in the order of their owners */
  BASE_VEC (uint32_t) open_inputs; /* variables that nothing drives, reported */

  /* 5 checks */
  bool is_sketch; /* what it lacks, reported, has numbers that nobody gave */
} FlatBuild;

typedef enum {
  FLAT_TREE_MADE,
  FLAT_VARIABLES_MADE,
  FLAT_RELATIONS_MADE,
  FLAT_CONNECTS_MADE,
  FLAT_CHECKED
} FlatStage;

/* Holds what there is after a pass against the promises up to it; aborts with a message
 * on a violation. For debug builds (-Dverify=true). */
void flat_verify_build (const FlatBuild *build, FlatStage stage);
