/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/value/value.h"

/* Shared by relation.c and relation-connect.c only. */

/* The equations of one branch of a run-time condition. */
typedef struct {
  ExprId condition;         /* EXPR_NONE: else */
  BASE_VEC (FlatEq) eqs[2]; /* of the run, of the start */
  bool is_faulty;           /* something in it was reported */
} FlatBranch;

/* What a branch of `when` does. */
typedef struct {
  BASE_VEC (FlatAction) all;
  GHashTable *assigned; /* 1 + variable, over all branches */
} FlatActions;

/* Where the relation under way stands. */
typedef struct {
  FlatScope scope;
  FlatBranch *into;     /* NULL: straight into the model */
  FlatActions *actions; /* of the `when` around it, or NULL */
  ExprId guard;       /* asserts hold only where this is true; EXPR_NONE: everywhere */
  uint32_t n_extends; /* LibRelation.n_extends */
} FlatPlace;

/* Adds what a connect joins to FlatBuild.connects; E401, E404, E601. */
void flat_relation_connect (const FlatPlace *place, const LangRelation *relation);
