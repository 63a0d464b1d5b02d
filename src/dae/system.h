/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/model.h"

/* Equations in an order in which they can be solved.
 *
 * Variables are those of the FlatModel (same numbers) followed by derivatives that
 * index reduction needed. After alias elimination an aliased variable never occurs in
 * an expression; after `event` no comparison is left outside noevent: they are CROSSING
 * leaves. Everything lives in the arena of the compilation.
 */

enum { DAE_NONE = 0xffffffffu };

typedef enum {
  DAE_PARAMETER,
  DAE_STATE,      /* integrated */
  DAE_DERIVATIVE, /* time derivative of a state: what the right-hand side delivers */
  DAE_ALGEBRAIC,  /* dummy derivatives included */
  DAE_DISCRETE,   /* constant between events */
  DAE_ALIAS,      /* sign * another variable, which is no alias */
  DAE_ABSENT /* derivative of a signal that jumps, which nothing reads: has no value */
} DaeVarKind;

typedef struct {
  DaeVarKind kind;
  const char *name;    /* "mass.s", "der(mass.s)", "der(mass.s, 2)" */
  uint32_t derivative; /* the variable that is its time derivative, or DAE_NONE */
  uint32_t integral;   /* the variable whose derivative it is, or DAE_NONE */
  uint32_t alias;      /* DAE_ALIAS: of which variable */
  double sign;         /* DAE_ALIAS: +1 or -1 */
  uint32_t flat;  /* the FlatModel variable that it belongs to (itself or integral) */
  ExprId start;   /* DAE_DISCRETE that dae made: its value before the start, of
                     parameters and the time, or EXPR_NONE */
  bool is_hidden; /* a state of a DaeSelection: nothing that users know */
} DaeVar;

/* Where an equation came from: of FlatModel.eqs, differentiated n times. */
typedef struct {
  ExprId lhs;
  ExprId rhs;
  uint32_t flat_eq; /* DAE_NONE: made here (a state fixed at its guess, when clauses) */
  uint32_t n_differentiated;
} DaeEq;

typedef enum {
  DAE_ASSIGN,   /* one unknown, one value, no iteration */
  DAE_LINEAR,   /* residuals are linear in the tear variables: one Newton step solves */
  DAE_NONLINEAR /* Newton */
} DaeBlockKind;

typedef struct {
  uint32_t row;    /* residual */
  uint32_t column; /* tear variable */
  ExprId value;    /* total d residual / d tear, through the inner unknowns */
} DaeEntry;

/* A factor of an elimination, in units that make it about one as the model stands. */
typedef struct {
  ExprId value;
  double unit; /* to be multiplied with */
} DaeFactor;

/* Unknowns solved together. unknown[] lists the inner ones in the order of their
 * assignments, then the tear variables. inner[k] may use the tear variables and
 * unknown[j] with j < k. DAE_ASSIGN: n = 1, n_tears = 0, the value is inner[0]. Large
 * linear blocks may come untorn (n_tears = n) where tearing would fill the matrix: the
 * matrix is sparse. */
typedef struct {
  DaeBlockKind kind;
  bool is_constant;   /* linear: the matrix depends on parameters only */
  bool varies;        /* the matrix changes between events */
  bool is_constraint; /* some of its equations were differentiated: they bind states */
  uint32_t n;
  uint32_t n_tears;
  const uint32_t *unknown;
  const ExprId *inner;    /* n - n_tears */
  const ExprId *residual; /* n_tears, zero at the solution */
  const uint32_t *eq; /* n: DaeSystem.eqs of the inner ones, then of the residuals */
  uint32_t n_entries;
  const DaeEntry *entries; /* by column, then row; structurally non-zero ones */

  /* Linear ones that are solved while the model runs: the tear variables, found by
   * elimination in an order that does as long as no pivot is small and no multiplier
   * great. NULL: no order was found. */
  const ExprId *solution; /* n_tears */
  uint32_t n_pivots;      /* those that are no numbers */
  const DaeFactor *pivots;
  uint32_t n_multipliers; /* of pivots that vary */
  const DaeFactor *multipliers;
  int sign; /* of the determinant where all of `pivots` are positive */
} DaeBlock;

typedef enum {
  DAE_STATE_EVENT,
  DAE_TIME_EVENT, /* affine in time: indicator = slope * time + rest */
  DAE_UNWATCHED   /* of parameters and discrete variables only: just re-evaluated */
} DaeEventKind;

/* A comparison; keeps its value during integration. */
typedef struct {
  DaeEventKind kind;
  ExprOp op;   /* LT, LE, GT, GE */
  ExprId left; /* the operands; the indicator is left - right */
  ExprId right;
  ExprId slope;      /* DAE_TIME_EVENT: of parameters */
  ExprId rest;       /* of parameters and discrete variables: it may move at an event */
  bool is_sample;    /* the next instant of sample () has come */
  uint32_t instance; /* FlatModel instance that it stands in (the first one met) */
  BaseSpan span;
  uint32_t level;    /* crossings that it follows from, one behind the other, at most */
  bool is_in_circle; /* it follows from itself, through what it switches */
} DaeCrossing;

/* What a when clause does beside assigning discrete variables (those are equations in
 * `dynamic`): done in each pass, after its inner iteration, in which `fires` is true.
 */
typedef struct {
  FlatActionKind kind; /* FLAT_REINIT, FLAT_WHEN_ASSERT or FLAT_TERMINATE */
  uint32_t fires;      /* discrete Boolean variable */
  uint32_t variable;   /* FLAT_REINIT: the state */
  ExprId value;        /* its new value; FLAT_WHEN_ASSERT: the condition */
  const char *text;    /* or NULL */
  uint32_t instance;
  BaseSpan span;
} DaeAction;

/* Where the iteration for a variable begins, from guesses that stand already. */
typedef struct {
  uint32_t variable;
  ExprId value;
} DaeGuess;

/* What a state may stand for. */
typedef struct {
  uint32_t state;
  uint32_t candidate;
  uint32_t pick; /* discrete variable: 1 if it does, else 0 */
} DaeTie;

/* States that are chosen while the model runs. Each stands for one of the candidates:
 * the tie of the two has a pick of 1. The static selection is the first n_states
 * candidates. Constraints determine the other candidates; all are tear variables of one
 * block of `dynamic`. */
typedef struct {
  uint32_t n;
  uint32_t n_states;
  uint32_t order; /* derivatives 0 … order are tied; those below it are states */
  const uint32_t *candidate; /* n * (order + 1) variables, by candidate */
  const uint32_t *state;     /* n_states * (order + 1) variables, by state */
  uint32_t n_ties;
  const DaeTie *ties;  /* by state, then candidate */
  const uint32_t *row; /* n_states: DaeSystem.eqs that say what a state stands for */
} DaeSelection;

/* How the start values are found: unknowns are all variables but parameters; blocks in
 * order. checks[] are DaeSystem.eqs numbers: first initial equations that are redundant
 * and must hold within 1e-8 relative (E502), then those that determine a value but
 * which the first events may undo, as they say more than where a state begins. */
typedef struct {
  uint32_t n_blocks;
  const DaeBlock *blocks;
  uint32_t n_checks;
  uint32_t n_redundant; /* of these */
  const uint32_t *checks;
  uint32_t n_fixed; /* variables that were fixed at their guess (W502) */
  const uint32_t *fixed;
  uint32_t n_guesses; /* in order of evaluation, after all that was written */
  const DaeGuess *guesses;
} DaeStart;

typedef struct {
  const FlatModel *flat; /* as given, but for tables, and asserts that read crossings */
  ExprPool *pool;        /* that of the model given, which has grown */
  uint32_t n_vars;
  const DaeVar *vars;
  uint32_t n_eqs; /* all: original, differentiated, initial */
  const DaeEq *eqs;

  uint32_t n_params; /* parameters with a defining expression in order of computation */
  const uint32_t *params;

  uint32_t n_states;
  const uint32_t *states;
  const uint32_t *rates; /* rates[i]: variable that is the derivative of states[i]; it
                          * may be any variable (state v as the rate of s) */

  uint32_t n_selections;
  const DaeSelection *selections;

  uint32_t n_dynamic; /* blocks that rates, crossings and discrete variables need */
  const DaeBlock *dynamic;
  uint32_t n_output; /* blocks that only results need, after the dynamic ones */
  const DaeBlock *output;

  uint32_t n_crossings;
  const DaeCrossing *crossings;
  uint32_t n_actions;
  const DaeAction *actions;
  DaeStart start;
} DaeSystem;

/* Runs every step. The model stays as it is, but its pool of expressions grows: it
 * belongs to one thread meanwhile. Reports E409 E501 E502 E503 E504 W502 W504 …; NULL
 * if there are errors. */
DaeSystem *dae_build (BaseArena *arena, const FlatModel *flat, BaseDiags *diags);

/* The same; promises of all steps and of the system are checked, as with -Dverify=true:
 * aborts on a violation. For tests. */
DaeSystem *dae_build_verified (BaseArena *arena,
                               const FlatModel *flat,
                               BaseDiags *diags);

/* As dae_build(), up to and including the named step ("alias", "incidence", "index",
 * "states", "blocks", "tear", "events", "start"), printed for golden files. False if
 * there is no such step. */
bool dae_build_dump_step (GString *out,
                          BaseArena *arena,
                          const FlatModel *flat,
                          const char *step,
                          BaseDiags *diags);

/* Walks what the inner unknowns are assigned, then the residuals. */
void dae_system_walk (ExprWalk *walk,
                      const DaeBlock *block,
                      ExprVisit visit,
                      void *data);

/* Every equation in one block, every unknown solved once, no block needs a later one;
 * aborts with a message on a violation. */
void dae_verify (const DaeSystem *dae);
