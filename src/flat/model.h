/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/diag.h"
#include "base/limit.h"
#include "expr/pool.h"
#include "lib/tree.h"

/* One model as one list of variables and one list of equations: the hand-over from the
 * language to the equations. Everything lives in the arena of the compilation.
 * Variables are numbered; EXPR_VAR's payload is that number. */

typedef enum { FLAT_REAL, FLAT_INTEGER, FLAT_BOOLEAN, FLAT_ENUM } FlatType;

typedef enum {
  FLAT_PARAMETER, /* constant during a run; `value` computes it from other parameters */
  FLAT_DISCRETE,  /* Boolean, Integer, enum, `discrete variable` */
  FLAT_CONTINUOUS
} FlatKind;

typedef struct {
  const char *name; /* qualified */
  uint32_t n;
  const char *const *cases;
} FlatEnum;

typedef struct {
  const char *name; /* dotted: "spring.flange_a.f" */
  FlatType type;
  FlatKind kind;
  bool is_structural; /* a change needs a new compilation */
  bool is_final;
  bool is_flow; /* connector field */
  bool is_potential;
  bool is_signal;    /* input or output of a connector */
  bool has_guess;    /* written by someone, not the default */
  uint32_t guess_by; /* in FlatModel.instances: in whose text the guess stands */
  int state_priority;
  uint32_t instance; /* in FlatModel.instances: whose member it is */
  ExprId value;      /* parameters: the defining expression; others EXPR_NONE */
  ExprId guess;      /* start iterate or start value; default 0, false, first case */
  ExprId min;        /* EXPR_NONE if there is none */
  ExprId max;
  ExprId nominal; /* default 1 */
  const FlatEnum *enumeration;
  const char *units; /* "" if none */
  const char *display_units;
  const char *doc; /* or NULL */
  BaseSpan span;   /* of the declaration */
  BaseSpan set_at; /* of the modifier that set the value, else of the declaration */
} FlatVar;

typedef enum {
  FLAT_EQUATION,
  FLAT_CONNECT_POTENTIAL, /* a.s = b.s of a connection set */
  FLAT_CONNECT_FLOW,      /* sum of flows of a set, or flow of an open port = 0 */
  FLAT_CONNECT_SIGNAL,    /* input = source */
  FLAT_BINDING,           /* variable x = e, or a signal set by a modifier */
  FLAT_INITIAL,           /* holds at the start only */
  FLAT_GUESS /* as written, lhs is a VAR: FlatVar.guess is the one that holds */
} FlatEqKind;

typedef struct {
  FlatEqKind kind;
  ExprId lhs;
  ExprId rhs;
  uint32_t instance; /* the component whose relation it is; for connects the owner */
  uint32_t set;      /* connection set of the three connect kinds, else UINT32_MAX */
  BaseSpan span;     /* relation, modifier or (first) connect */
} FlatEq;

typedef struct {
  ExprId condition;
  const char *text;
  bool is_domain; /* of an operator: R507, not R503 */
  uint32_t instance;
  BaseSpan span;
} FlatAssert;

/* when … elsewhen …: bodies in order; the first condition that rises wins. */
typedef enum {
  FLAT_ASSIGN,
  FLAT_REINIT,
  FLAT_WHEN_ASSERT,
  FLAT_TERMINATE
} FlatActionKind;

typedef struct {
  FlatActionKind kind;
  uint32_t variable; /* assign, reinit */
  ExprId value;      /* or the assert's condition */
  const char *text;
  BaseSpan span;
} FlatAction;

typedef struct {
  ExprId condition;
  uint32_t n_actions;
  const FlatAction *actions;
} FlatWhenBranch;

typedef struct {
  uint32_t instance;
  uint32_t n_branches;
  const FlatWhenBranch *branches;
  BaseSpan span;
} FlatWhen;

/* A table of numbers, given row by row as expressions of parameters: the values in
 * `column` over those in column 0. EXPR_TABLE's payload is its number in
 * FlatModel.tables. */
typedef enum {
  FLAT_TABLE_LINEAR,
  FLAT_TABLE_CONSTANT,
  FLAT_TABLE_AKIMA,
  FLAT_TABLE_MONOTONE,
  FLAT_TABLE_MODIFIED_AKIMA,
  FLAT_TABLE_STEFFEN,
  FLAT_TABLE_HERMITE /* cubics with given slopes, in the column behind; not written */
} FlatSmoothness;

/* By the name of its case, "Akima"; false if there is none of that name. */
bool flat_model_find_smoothness (const char *name, FlatSmoothness *smoothness);

typedef enum {
  FLAT_TABLE_LAST_TWO_POINTS,
  FLAT_TABLE_HOLD,
  FLAT_TABLE_PERIODIC,
  FLAT_TABLE_ERROR
} FlatExtrapolation;

/* A function by points, whose abscissae (column 0) do not fall. */
typedef struct {
  uint32_t n_rows;
  uint32_t n_columns;
  const ExprId *items;
  const bool *jumps; /* by row: the next one has the same abscissa; NULL: nowhere */
  uint32_t column;   /* from 0, so at least 1 */
  FlatSmoothness smoothness;
  FlatExtrapolation extrapolation;
  uint32_t instance;
  BaseSpan span; /* of the first call */
} FlatTable;

/* delay (signal, time): EXPR_DELAY's payload is its number in FlatModel.delays, its
 * arguments are the signal and the time. */
typedef struct {
  ExprId signal;
  ExprId time;    /* at least 0; of parameters unless `longest` is given */
  ExprId longest; /* of parameters; equal to `time` if that is one */
  uint32_t instance;
  BaseSpan span; /* of the call */
} FlatDelay;

typedef struct {
  const char *name; /* of the model's class */
  bool is_sketch;   /* lacks values or signals, which is reported: in their place stand
                       numbers that nobody gave. Never to be run. */
  BaseSpan span;    /* of that name */
  const LibIndex *index;
  size_t memory; /* that the compilation may take, in bytes */
  BaseLimits limits;
  ExprPool *pool;
  uint32_t n_vars;
  const FlatVar *vars;
  uint32_t n_eqs;
  const FlatEq *eqs;
  uint32_t n_instances;
  const LibInstance *instances;
  uint32_t n_sets;
  const LibSet *sets;
  uint32_t n_asserts;
  const FlatAssert *asserts;
  uint32_t n_whens;
  const FlatWhen *whens;
  uint32_t n_tables;
  const FlatTable *tables;
  uint32_t n_delays;
  const FlatDelay *delays;
} FlatModel;

/* The instances and sets of the model, where they are. */
LibTree flat_model_tree (const FlatModel *flat);

/* Where the user looks for what stands at `span` in `instance`: there if that is in the
 * model's own file, else at the declaration, in the model, that brought it. */
BaseSpan flat_model_user_span (const FlatModel *flat, uint32_t instance, BaseSpan span);

/* The component that a connector belongs to, or the instance itself; 0: the model. */
uint32_t flat_model_component (const FlatModel *flat, uint32_t instance);

/* Sorts instances by their paths and takes out what stands twice. Returns how many are
 * left. */
uint32_t flat_model_sort_instances (const FlatModel *flat,
                                    uint32_t n,
                                    uint32_t *instances);

/* How many instances are around one. */
uint32_t flat_model_depth (const FlatModel *flat, uint32_t instance);

/* How many instances are around the text that the variable's guess stands in,
 * UINT32_MAX if nobody wrote one. What stands further out was written with more of the
 * model in view. */
uint32_t flat_model_guess_level (const FlatModel *flat, uint32_t variable);

/* Which of two variables' guesses holds where they contradict each other: the one that
 * was written further out, then the first by name; less than 0 for that of a. */
int flat_model_compare_guesses (const FlatModel *flat, uint32_t a, uint32_t b);

/* W411, of a model that has a solution: a part of it acts through its ports ("through",
 * LANGUAGE §12), and one of them is connected, but another is not. */
void flat_model_tell_idle (const FlatModel *flat, BaseDiags *diags);

/* A hint at the last diagnostic: what to connect to an open port, as its connector
 * says. */
void flat_model_hint_partner (const FlatModel *flat, uint32_t port, BaseDiags *diags);

/* For expr_print(): data is the FlatModel. */
const char *flat_model_var_name (const void *flat, uint32_t variable);

/* Structure checks for debug builds and tests; aborts with a message on a violation. */
void flat_verify (const FlatModel *flat);

/* Text form for `dump --step=flat` and golden files. */
void flat_dump (GString *out, const FlatModel *flat);
