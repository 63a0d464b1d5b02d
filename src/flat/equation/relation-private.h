/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/build-private.h"

/* Shared by relation.c, relation-connect.c and relation-when.c only. */

/* The equations of one branch of a run-time condition. */
typedef struct {
  BASE_VEC (FlatEq) eqs;
  bool is_faulty; /* something in it was reported */
} FlatCollected;

/* What a branch of `when` does. */
typedef struct FlatActions {
  BASE_VEC (FlatAction) all;
  GHashTable *assigned; /* 1 + variable, over all branches */
} FlatActions;

/* Where the relation under way stands. */
typedef struct {
  FlatScope scope;
  FlatCollected *into;  /* NULL: straight into the model */
  FlatActions *actions; /* of the `when` around it, or NULL */
  ExprId guard;       /* asserts hold only where this is true; EXPR_NONE: everywhere */
  uint32_t n_extends; /* LibRelation.n_extends */
} FlatPlace;

void flat_relation_all (const FlatPlace *place,
                        uint32_t n,
                        const LangRelation *const *relations);
void flat_relation_if (const FlatPlace *place, const LangRelation *relation);
void flat_relation_switch (const FlatPlace *place, const LangRelation *relation);
void flat_relation_for (const FlatPlace *place, const LangRelation *relation);
void flat_relation_connect (const FlatPlace *place,
                            const LangRelation *relation); /* relation-connect.c */
void flat_relation_when (const FlatPlace *place, const LangRelation *relation);
/* A relation that stands in a `when`. */
void flat_relation_action (const FlatPlace *place, const LangRelation *relation);
/* E601 */
void flat_relation_refuse (const FlatPlace *place,
                           const LangRelation *relation,
                           const char *what);
/* E307 and false if the sides of an equation or assignment do not fit. */
bool flat_relation_check_sides (const FlatPlace *place,
                                const LangRelation *relation,
                                const FlatValue *a,
                                const FlatValue *b);
/* A Boolean of the run, EXPR_NONE after a report. */
ExprId flat_relation_run_condition (const FlatPlace *place, const LangExpr *expr);
/* The variable that an expression is, or UINT32_MAX. */
uint32_t flat_relation_as_variable (const FlatBuild *build, ExprId e);
