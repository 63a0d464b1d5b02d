/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/vec.h"
#include "dae/system.h"
#include "expr/derive.h"
#include "graph/graph.h"

/* What the steps of one dae_build() hand on. Private to dae/. */

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
  uint32_t next;        /* its time derivative, or DAE_NONE */
  uint32_t unknown;     /* variable of DAE_USE_CONSTANT and DAE_USE_DISCRETE */
  const FlatEq *origin; /* where it stands, if it is none of FlatModel.eqs */
  uint32_t at_start;    /* the equation that stands for it at the start, or DAE_NONE */
  uint32_t n_uses;      /* continuous variables in it: uses[0 … n_uses) */
  const uint32_t *uses;
  uint32_t solved_for; /* DAE_NONE, or the variable that `solution` is the value of */
  ExprId solution;     /* EXPR_NONE: it cannot be written down */
} DaeEqInfo;

/* Beside each variable. */
typedef struct {
  ExprId constant; /* reps: expression of parameters that stands for it, or EXPR_NONE */
  ExprId guess;    /* of the whole alias class, EXPR_NONE: 0 */
  int priority;    /* greatest of the class */
  bool has_guess;
  uint32_t guess_level; /* of the guess, see flat_model_guess_level() */
  uint32_t guess_of;    /* the variable that it was written for, if has_guess */
  const char *name;     /* of the class's members the first by name; NULL: nobody
                           declared one, it is a derivative */
  bool is_wanted_fixed; /* at the start, if nothing else says where it begins */
  bool is_added;        /* a derivative or state that nobody declared */
  uint32_t stands_for;  /* hidden states: what they are at the start */
} DaeVarInfo;

typedef BASE_VEC (DaeBlock) DaeBlocks;

typedef struct {
  BaseArena *arena;
  BaseArena *scratch; /* of the step under way */
  FlatModel *flat;
  ExprPool *pool;
  BaseDiags *diags;
  ExprWalk *walk;    /* for whoever walks just now; reset it first */
  ExprWalk *present; /* the same, not entering delays */
  BASE_VEC (DaeVar) vars;
  BASE_VEC (DaeVarInfo) info;
  BASE_VEC (DaeEq) eqs;
  BASE_VEC (DaeEqInfo) eq_info;
  BASE_VEC (DaeCrossing) crossings;
  BASE_VEC (DaeAction) actions; /* `value` is the right side of action_eq */
  BASE_VEC (uint32_t) action_eq;
  BASE_VEC (uint8_t) depends; /* per expression, filled up to its size */
  BASE_VEC (uint32_t) params;
  double *param_value; /* per FlatModel variable */
  uint32_t n_old_vars; /* before index reduction */
  BASE_VEC (uint32_t) states;
  BASE_VEC (uint32_t) rates;
  BASE_VEC (DaeSelection) selections;
  bool *is_torn;       /* per variable: to be a tear variable; NULL: none */
  uint32_t *solved_by; /* per variable: equation of MAIN matched to it, or DAE_NONE */
  uint32_t *slot; /* per variable: its place in the block in hand, else UINT32_MAX */
  DaeBlocks dynamic;
  DaeBlocks output;
  DaeStart start;
} DaeBuild;

/* The steps, in order. Each expects that the ones before reported no error. */
DaeBuild *dae_build_new (BaseArena *arena, FlatModel *flat, BaseDiags *diags);
void dae_build_free (DaeBuild *work); /* what is not in the arena */
void dae_parameters_order (DaeBuild *work);
void dae_check_supported (DaeBuild *work);
void dae_when_expand (DaeBuild *work);
void dae_table_expand (DaeBuild *work);
/* Whether the slope of a table of the model has no steps. */
bool dae_table_is_smooth (const DaeBuild *work, uint32_t table);
void dae_alias_remove (DaeBuild *work);
void dae_event_collect (DaeBuild *work);
void dae_incidence_find (DaeBuild *work);
void dae_index_reduce (DaeBuild *work);
void dae_states_choose (DaeBuild *work);
void dae_selections_make (DaeBuild *work);
void dae_late_alias_remove (DaeBuild *work);
void dae_when_finish (DaeBuild *work);
void dae_blocks_sort (DaeBuild *work);
void dae_level_crossings (DaeBuild *work);
void dae_start_plan (DaeBuild *work);
void dae_guess_spread (DaeBuild *work);

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

/* Fills uses[] of `n` equations. */
void dae_incidence_uses (DaeBuild *work, uint32_t first, uint32_t n);

/* True if the variable is an unknown of the sorted equations or a state: continuous, no
 * alias, not constant. */
bool dae_build_is_unknown (const DaeBuild *work, uint32_t variable);

/* The variable of a VAR leaf. */
static inline const DaeVar *
dae_leaf (const DaeBuild *work, const ExprNode *leaf)
{
  return &work->vars.at[expr_index (leaf->payload, work->vars.n)];
}

/* By names alone, as the order of the model's text must not decide: less than, equal to
 * or greater than 0 as a stands before, for the same as or behind b. */
int dae_build_compare_names (const DaeBuild *work, uint32_t a, uint32_t b);

/* The same for equations, of the DaeBuild in `data`: by the paths of their components,
 * then the names of their variables; to be sorted with. */
int dae_build_compare_eqs (const void *a, const void *b, void *data);

/* The variable that stands for it, up to the sign. */
uint32_t dae_build_representative (const DaeBuild *work, uint32_t variable);

/* The value of an expression with the parameters of the model and a fixed arbitrary
 * value for everything else, different for each variable. */
double dae_build_sample (const DaeBuild *work, ExprId e);

/* The value of `variable` from the equation, or EXPR_NONE. */
ExprId dae_tear_solution (DaeBuild *work, uint32_t eq, uint32_t variable);

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

/* The component that owns the port, or the instance itself; 0: the model. */
uint32_t dae_build_component (const FlatModel *flat, uint32_t instance);

/* flat_model_user_span() */
BaseSpan dae_build_user_span (const DaeBuild *work, uint32_t instance, BaseSpan span);

/* Fills states and rates from the kinds of the variables. */
void dae_states_list (DaeBuild *work);

/* The continuous equations and what each solves, in blocks that need only earlier ones.
 * In `scratch`. */
typedef struct {
  uint32_t n;
  const uint32_t *start; /* n + 1 */
  const uint32_t *eq;
  const uint32_t *unknown;
} DaeOrder;

/* False if there is no perfect matching. */
bool dae_blocks_order (DaeBuild *work, DaeOrder *order);

/* Makes the block that solves the `n` equations for the `n` unknowns. */
DaeBlock dae_tear_block (DaeBuild *work,
                         uint32_t n,
                         const uint32_t *eq,
                         const uint32_t *unknown);

/* In `scratch`. Rows are eq[0 … n_eqs); columns the variables with place[v] !=
 * DAE_NONE, as place[] counts them. */
GraphPattern dae_incidence_pattern (DaeBuild *work,
                                    uint32_t n_eqs,
                                    const uint32_t *eq,
                                    uint32_t n_columns,
                                    const uint32_t *place);

/* The equations of FlatModel have no unique solution: reports E503, once per cause. */
void dae_singular_report (DaeBuild *work);

/* What constraints that depend on each other say together. */
typedef enum {
  DAE_SAYING_SAME,     /* they follow from each other */
  DAE_SAYING_OPPOSITE, /* no position meets them all */
  DAE_SAYING_MORE      /* something besides, or it cannot be told */
} DaeSaying;

/* E503: these constraints depend on each other; one alone holds nothing. */
void dae_singular_redundant (DaeBuild *work,
                             uint32_t n,
                             const uint32_t *eqs,
                             DaeSaying saying);

/* E504: the equation must be differentiated but cannot be, because of `culprit` (a
 * variable without derivative, or UINT32_MAX if something in it jumps). */
void dae_jump_not_differentiable (DaeBuild *work, uint32_t eq, uint32_t culprit);

/* The same for variables that nothing reads: a note, they are left out. */
void dae_jump_note_absent (DaeBuild *work,
                           uint32_t variable,
                           uint32_t eq,
                           uint32_t culprit);

/* Checks for debug builds, between the steps; aborts on a violation. */
void dae_verify_build (const DaeBuild *work);

/* W504: the equation is differentiated although it has kinks. */
void dae_jump_note_piecewise (DaeBuild *work, uint32_t eq);

/* What a step has made as text; of blocks, "tear" shows their matrices, too. */
void dae_dump_alias (GString *out, const DaeBuild *work);
void dae_dump_events (GString *out, const DaeBuild *work);
void dae_dump_incidence (GString *out, const DaeBuild *work);
void dae_dump_index (GString *out, const DaeBuild *work);
void dae_dump_states (GString *out, const DaeBuild *work);
void dae_dump_blocks (GString *out, const DaeBuild *work);
void dae_dump_tear (GString *out, const DaeBuild *work);
void dae_dump_start (GString *out, const DaeBuild *work);
