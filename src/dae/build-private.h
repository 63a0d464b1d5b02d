/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/vec.h"
#include "dae/system.h"
#include "expr/derive.h"
#include "graph/graph.h"

/* What the steps of one dae_build() hand on: three tables that grow, of variables,
 * equations and expressions, and what single steps add beside them, in groups by that
 * step. The header of a step says what it reads, adds and promises; the table in
 * build.c has their order, and -Dverify=true checks each promise after its step
 * (verify-step.c). Each step expects that those before reported no error. Values are
 * in SI units. Private to dae/. */

/* What an expression's value can follow. */
enum {
  DAE_ON_PARAMETER = 0,
  DAE_ON_TIME = 1,
  DAE_ON_DISCRETE = 2, /* discrete variables, crossings, initial() */
  DAE_ON_CONTINUOUS = 4
};

typedef enum {
  DAE_USE_MAIN,     /* one of the equations that are sorted */
  DAE_USE_ALIAS,    /* x = y: consumed */
  DAE_USE_CONSTANT, /* x = expression of parameters: consumed, gives a result */
  DAE_USE_DISCRETE, /* z = e */
  DAE_USE_INITIAL,
  DAE_USE_FIXED,  /* x = guess at the start */
  DAE_USE_ACTION, /* x = value of a reinit, 0 = condition of an assert: holds when it
                     fires */
  DAE_USE_NONE    /* start iterates */
} DaeUse;

/* Beside each equation. */
typedef struct {
  DaeUse use;
  const FlatEq *origin; /* where it stands, if it is none of FlatModel.eqs */
  uint32_t unknown;     /* variable of DAE_USE_CONSTANT and DAE_USE_DISCRETE */

  /* incidence */
  uint32_t n_uses; /* continuous variables in it: uses[0 … n_uses) */
  const uint32_t *uses;

  /* index */
  uint32_t next; /* its time derivative, or DAE_NONE */

  /* selection */
  uint32_t at_start; /* the equation that stands for it at the start, or DAE_NONE */

  /* tear: the last answer of dae_tear_solution() */
  uint32_t solved_for; /* DAE_NONE, or the variable that `solution` is the value of */
  ExprId solution;     /* EXPR_NONE: it cannot be written down */
} DaeEqInfo;

/* Beside each variable. */
typedef struct {
  bool is_added;        /* a derivative or state that nobody declared */
  uint32_t guess_level; /* of the guess, see flat_model_guess_level() */
  uint32_t guess_of;    /* the variable that it was written for, if has_guess */
  bool has_guess;

  /* alias: of the whole class, in its best member */
  ExprId constant; /* expression of parameters that stands for it, or EXPR_NONE */
  ExprId guess;    /* EXPR_NONE: 0 */
  int priority;    /* greatest of the class */
  uint32_t first; /* of the class's members the first by name, DAE_NONE: nobody declared
                     one, it is a derivative */

  /* state */
  bool is_wanted_fixed; /* at the start, if nothing else says where it begins */

  /* selection */
  uint32_t stands_for; /* hidden states: what they are at the start */
} DaeVarInfo;

typedef struct {
  BaseArena *arena;   /* of what is in the DaeSystem */
  BaseArena *own;     /* of what only steps read */
  BaseArena *scratch; /* of the step under way */
  FlatModel *flat;    /* our copy: table and event put other expressions into it */
  ExprPool *pool;     /* that of the model given, which grows */
  BaseDiags *diags;
  ExprWalk *walk;    /* for whoever walks just now; reset it first */
  ExprWalk *present; /* the same, not entering delays */

  /* The tables. First those of the FlatModel, under the same numbers. */
  BASE_VEC (DaeVar) vars;
  BASE_VEC (DaeVarInfo) info; /* vars.n */
  BASE_VEC (DaeEq) eqs;
  BASE_VEC (DaeEqInfo) eq_info; /* eqs.n */
  BASE_VEC (uint8_t) depends;   /* DAE_ON_… per expression, filled when asked */

  /* when */
  BASE_VEC (DaeAction) actions;  /* `value` only from when_finish on */
  BASE_VEC (uint32_t) action_eq; /* actions.n: equation whose right side it is */

  /* parameter */
  BASE_VEC (uint32_t) params; /* those with a binding, in order of computation */
  double *param_value;        /* vars.n then: of parameters */

  /* event */
  BASE_VEC (DaeCrossing) crossings;

  /* index */
  uint32_t n_old_vars; /* vars.n before */

  /* state, then selection */
  BASE_VEC (uint32_t) states; /* ascending */
  BASE_VEC (uint32_t) rates;  /* states.n: the derivative of each */
  BASE_VEC (DaeSelection) selections;

  /* blocks */
  uint32_t *solved_by; /* vars.n: equation that is matched to it, or DAE_NONE */
  BASE_VEC (DaeBlock) dynamic;
  BASE_VEC (DaeBlock) output;

  /* start, then guess */
  DaeStart start;

  /* Lent to dae_tear_block() by those that call it. */
  bool *is_torn;  /* vars.n: to be a tear variable; NULL: none */
  uint32_t *slot; /* vars.n: its place in the block in hand, else DAE_NONE */
} DaeBuild;

DaeBuild *dae_build_new (BaseArena *arena, const FlatModel *flat, BaseDiags *diags);
void dae_build_free (DaeBuild *work); /* what is not in the arena */

/* True if the compilation has taken more memory than it may: reported once (E313), at
 * the component of the equation (DAE_NONE: the model). What goes on equation by
 * equation asks, and ends; the step that did is the last. */
bool dae_build_is_spent (DaeBuild *work, uint32_t eq);

/* DAE_ON_… bits of an expression. */
uint8_t dae_build_depends (DaeBuild *work, ExprId e);

/* n times DAE_NONE, which is GRAPH_NONE. */
uint32_t *dae_build_none (BaseArena *arena, uint32_t n);

/* A new variable: the time derivative of `of`, linked to it. */
uint32_t dae_build_add_derivative (DaeBuild *work, uint32_t of);
uint32_t dae_build_add_eq (DaeBuild *work, DaeEq eq, DaeEqInfo info);

/* A discrete variable that nobody declared, and its equation, standing where `origin`
 * does. */
uint32_t dae_build_add_discrete (DaeBuild *work, const char *name);
void dae_build_add_discrete_eq (DaeBuild *work,
                                uint32_t variable,
                                ExprId value,
                                const FlatEq *origin);

/* True if the variable is an unknown of the sorted equations or a state: continuous, no
 * alias, not constant. */
bool dae_build_is_unknown (const DaeBuild *work, uint32_t variable);

/* The variable of a VAR leaf. */
static inline const DaeVar *
dae_leaf (const DaeBuild *work, const ExprNode *leaf)
{
  return &work->vars.at[expr_index (leaf->payload, work->vars.n)];
}

/* By names alone, as the order of the model's text must not decide, x[2] before x[10]:
 * less than, equal to or greater than 0 as a stands before, for the same as or behind
 * b. */
int dae_build_compare_names (const DaeBuild *work, uint32_t a, uint32_t b);

/* The same for equations, of the DaeBuild in `data`: by the paths of their components,
 * then the names of their variables, then what they say of these; to be sorted with. */
int dae_build_compare_eqs (const void *a, const void *b, void *data);

/* The variable that stands for it, up to the sign. */
uint32_t dae_build_representative (const DaeBuild *work, uint32_t variable);

/* The value of an expression with the parameters of the model and a fixed arbitrary
 * value for everything else, different for each variable. */
double dae_build_sample (const DaeBuild *work, ExprId e);

/* Rewrites both sides; the map may add equations meanwhile. */
void dae_build_map_eq (DaeBuild *work, ExprMap *map, uint32_t eq);

/* Is e sign * variable, which is continuous? */
bool dae_build_as_variable (const DaeBuild *work,
                            ExprId e,
                            uint32_t *variable,
                            double *sign);

/* sign * e */
ExprId dae_build_signed (DaeBuild *work, double sign, ExprId e);

/* lhs - rhs */
ExprId dae_build_residual (DaeBuild *work, uint32_t eq);

const FlatEq *dae_build_flat_eq (const DaeBuild *work, uint32_t eq);

/* An assert as the place of an equation. */
const FlatEq *dae_build_assert_origin (DaeBuild *work, const FlatAssert *assert_);
