/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "code/delay.h"
#include "dae/system.h"

/* Straight-line code over one array of doubles, the slots. Self-contained: once built
 * it needs neither arena nor pool. Immutable, so runs share it.
 *
 * Slots: [0] time, [1] initial(), the states, then one per other variable that is no
 * alias, crossings, intermediate results and constants. Parameters are slots, not
 * constants: a changed parameter needs the entry CODE_PARAMETERS again and no
 * compilation. Subexpressions of parameters alone are computed there and nowhere else.
 */
typedef struct CodeProgram CodeProgram;

enum { CODE_TIME = 0, CODE_INITIAL = 1 };

/* What can be evaluated at once. All but the first need current variables. */
typedef enum {
  CODE_PARAMETERS, /* dependent parameters and what follows from parameters only */
  CODE_JACOBIAN_CONSTANT, /* entries of the matrix below that follow from parameters */
  CODE_GUESSES, /* start iterates into the slots of continuous and discrete variables */
  CODE_ITERATES,   /* those that follow from guesses for other variables, after them */
  CODE_INDICATORS, /* left - right of every crossing that is a state event */
  CODE_INSTANTS,   /* the same of discrete ones, and what moves in those of time */
  CODE_NOISE,      /* |left| + |right| of every watched crossing */
  CODE_WATCHED,    /* whether crossings matter while discrete variables stand */
  CODE_DISCRETE,  /* discrete variables that have an equation, in order of dependence */
  CODE_ACTIONS,   /* values of the actions of when clauses */
  CODE_CHECKS,    /* both sides of the redundant initial equations */
  CODE_ASSERTS,   /* conditions */
  CODE_DIVISORS,  /* of the quotients in `poles`, after the section CODE_POLES */
  CODE_QUOTIENTS, /* these quotients and whether they matter, after OUTPUT */
  CODE_SIGNALS,   /* what is delayed, and by how much */
  CODE_JACOBIAN,  /* varying entries of the matrix; directly after CODE_DYNAMIC */
  CODE_N_ENTRIES
} CodeEntry;

/* What an elimination rests on, slot by slot. */
typedef struct {
  uint32_t n;
  const uint32_t *slot;
  const double *unit; /* to be multiplied with */
} CodeFactors;

/* A stretch of a section: straight code, then (n > 0) an implicit block to be solved. A
 * block is solved when residual_code gives zeros; inner_code is run once more at the
 * solution, so that everything behind it may use what it computes. */
typedef struct {
  uint32_t before; /* code range evaluated first: explicit assignments; 0: nothing */
  uint32_t n;      /* tear variables of the block; 0: there is none */
  const uint32_t *unknown;  /* slots of the tear variables */
  const uint32_t *residual; /* slots of the residuals */
  uint32_t inner_code;      /* evaluates the inner unknowns */
  uint32_t residual_code;   /* evaluates the residuals, after inner_code */
  uint32_t jacobian_code;   /* evaluates the entries, after residual_code */
  uint32_t n_entries;
  const uint32_t *entry;     /* slots of the entries, column by column */
  const uint32_t *col_start; /* n + 1 */
  const uint32_t *row;       /* n_entries */
  uint32_t solution_code; /* linear: finds the unknowns at once, where its factors will
                             do; 0: there is none */
  CodeFactors pivots;
  CodeFactors multipliers;
  int sign; /* of the determinant where all of `pivots` are positive */
  bool is_linear;
  bool is_constant;         /* matrix depends on parameters only */
  bool varies;              /* it changes between events */
  bool is_constraint;       /* its residuals bind states: they are what would drift */
  const uint32_t *variable; /* DaeSystem.vars of the tear variables, for messages */
  const uint32_t *eq;       /* DaeSystem.eqs of the residuals, for messages */
} CodeStep;

/* START gives all variables. DYNAMIC gives the rates and what is solved together with
 * them, OUTPUT after it all other variables. WATCH gives what crossings and discrete
 * variables need, GUARD what asserts need, RECORD what delayed signals need, POLES what
 * divisors need, all four from the states alone. */
typedef enum {
  CODE_START,
  CODE_DYNAMIC,
  CODE_OUTPUT,
  CODE_WATCH,
  CODE_GUARD,
  CODE_RECORD,
  CODE_POLES,
  CODE_N_SECTIONS
} CodeSection;

typedef struct {
  uint32_t n;
  const CodeStep *steps;
} CodeSteps;

/* The sparse matrix of the right-hand side for implicit methods, in the extended form
 *   | d rate / d state   d rate / d z |   z: tear variables of the implicit blocks of
 * the | d res  / d state   d res  / d z |   dynamic section and explicit variables of
 * many others; res: the residuals that determine z, zero at every solution. Nothing is
 * inverted symbolically and nothing fills up. Columns: states, then z. Compressed by
 * column. */
typedef struct {
  uint32_t n_states;
  uint32_t n;                /* states and z */
  const uint32_t *z;         /* n - n_states: slots of z */
  const uint32_t *col_start; /* n + 1 */
  const uint32_t *row;       /* ascending in each column */
  const uint32_t *value;     /* slot of each entry */
} CodeMatrix;

/* A comparison, whose value stands in `slot` and changes at events only. */
typedef struct {
  DaeEventKind kind;
  ExprOp op;          /* LT, LE, GT, GE: of `indicator` and zero */
  uint32_t slot;      /* 0 or 1 */
  uint32_t indicator; /* left - right; time events: unused */
  uint32_t noise;     /* state events: |left| + |right| */
  uint32_t slope; /* time events: indicator = slope * time + rest, from parameters */
  uint32_t rest;
  uint32_t watched; /* state events: not 0 if it matters; comes with CODE_WATCHED */
  bool is_of_start; /* state events: decides nothing after the start */
  bool decides;     /* discrete variables: makes events even if others do not */
  bool is_sample;   /* the next instant of sample () has come */
  bool is_moving;   /* rest is of discrete variables and comes with CODE_INSTANTS */
  bool is_apart;    /* time events: nothing follows that changes how states move */
  uint32_t level;   /* as in DaeRelation */
  bool is_in_circle;
} CodeCrossing;

typedef struct {
  uint32_t slot;
  uint32_t pre; /* slot of the value before the present pass */
} CodeDiscrete;

/* Done in each pass of the event iteration in which the Boolean `fires` is true. */
typedef struct {
  FlatActionKind kind; /* FLAT_REINIT, FLAT_WHEN_ASSERT or FLAT_TERMINATE */
  uint32_t fires;      /* slots */
  uint32_t state;      /* FLAT_REINIT */
  uint32_t value;      /* FLAT_REINIT, or the condition of FLAT_WHEN_ASSERT */
} CodeAction;

/* lhs = rhs must hold at the start. */
typedef struct {
  uint32_t lhs; /* slots */
  uint32_t rhs;
  uint32_t eq;       /* of DaeSystem.eqs */
  bool is_redundant; /* nothing was solved by it */
} CodeCheck;

/* A quotient, power, tangent or logarithm, and a factor of its divisor that may pass
 * zero between events. */
typedef struct {
  uint32_t divisor; /* slots */
  uint32_t quotient;
  uint32_t matters;  /* 0 where another branch is taken */
  uint32_t variable; /* that it is computed for */
  bool is_log;       /* grows like a logarithm, which what it enters may undo */
} CodePole;

/* delay (signal, time), in slots. They come with CODE_SIGNALS. */
typedef struct {
  uint32_t number; /* of FlatModel.delays, no slot */
  uint32_t signal;
  uint32_t time;
  uint32_t longest; /* follows from parameters */
  bool is_fixed;    /* so does time */
} CodeDelay;

/* What a state may stand for, in slots: `pick` is 1 if it does; `pre` goes with it. */
typedef struct {
  uint32_t state; /* of the selection, as is the candidate */
  uint32_t candidate;
  uint32_t pick;
  uint32_t pre;
} CodeTie;

/* States that are chosen while the model runs (DaeSelection), in slots. Levels are the
 * variable, its derivative, … below `order`. */
typedef struct {
  uint32_t n;
  uint32_t n_states;
  uint32_t order;
  const uint32_t *candidate; /* n * order */
  const double *sign;        /* value = sign * slot */
  const uint32_t *state;     /* n_states * order */
  uint32_t n_ties;
  const CodeTie *ties;    /* by state, then candidate */
  uint32_t step;          /* of DYNAMIC: the block that the candidates are torn in */
  const uint32_t *column; /* n: of its matrix */
  const bool *is_tie;     /* by row of it: says what a state is, is no constraint */
} CodeSelection;

/* Only code/ writes here. All arrays are in `arena`. */
struct CodeProgram {
  BaseArena *arena;
  uint32_t n_slots; /* that a run needs */
  uint32_t n_kept;  /* of them: the first ones, that hold anything between ranges */

  uint32_t n_states;
  uint32_t *states;     /* variables of the DaeSystem, in the order of their slots */
  uint32_t first_state; /* slot; the other states follow it */
  uint32_t *rates;      /* slots of their rates, anywhere */
  uint32_t n_order;
  uint32_t *order; /* slots of variables: states, rates, then as they are computed */
  uint32_t n_rates_first; /* so many of `order` are states and rates */
  CodeSteps sections[CODE_N_SECTIONS];
  CodeMatrix matrix; /* that belongs to DYNAMIC */
  uint32_t n_crossings;
  CodeCrossing *crossings;
  uint32_t n_discrete;
  CodeDiscrete *discrete;
  uint32_t n_drivers;
  uint32_t *drivers; /* slots of discrete variables and crossings that the rates read */
  uint32_t n_actions;
  CodeAction *actions;
  uint32_t n_checks;
  CodeCheck *checks;
  uint32_t n_selections;
  CodeSelection *selections;
  uint32_t n_delays;
  CodeDelay *delays;
  uint32_t n_poles;
  CodePole *poles;
  uint32_t n_asserts;
  uint32_t *asserts; /* slots of the conditions, as in FlatModel.asserts */

  /* What follows is of code/ alone. */
  uint32_t n_instructions;
  uint32_t n_words;
  uint32_t n_ranges;
  const uint32_t *words; /* op, target, operands */
  const uint32_t *range_at;
  const uint32_t **code; /* what is run for each range: its words, or loops */
  uint32_t n_fixed;      /* slots from here on: numbers and intermediate results; */
  uint32_t first_looped; /* behind n_kept and scratch: those of equal instructions */
  uint32_t n_numbers;    /* initial contents that are not 0 */
  const uint32_t *number_slot;
  const double *number;
  uint32_t n_vars;
  const uint32_t *slot_of; /* of each variable of the DaeSystem; see code_slot() */
  const double *sign_of;
};

/* NULL with a diagnostic if that takes more memory than the compilation may (E313), or
 * if the model asks for what cannot be computed (E601). */
CodeProgram *code_build (const DaeSystem *dae, BaseDiags *diags);
void code_program_free (CodeProgram *program);

/* Initial contents of all slots: constants and plain parameters in place, else 0. */
void code_load (const CodeProgram *program, double *slots);

/* Slots for runs of programs with delays: loaded, and beside them, not in them, the
 * table that delayed signals are looked up in; none at first. */
double *code_slots_new (const CodeProgram *program);
void code_slots_free (double *slots);
void code_slots_bind (double *slots, CodeDelayTable *delays);

/* Runs one entry, or one range that a CodeStep names. Allocates nothing. */
void code_eval (const CodeProgram *program, CodeEntry entry, double *slots);
void code_eval_range (const CodeProgram *program, uint32_t range, double *slots);

/* Runs instructions that were copied from a program (code/slice.h). */
void code_eval_words (const uint32_t *words, double *slots);

/* The slot of a variable of the DaeSystem; aliases give their variable's slot and sign.
 */
uint32_t code_slot (const CodeProgram *program, uint32_t variable, double *sign);

/* Text for people and golden files; `dae` (may be NULL) gives names to slots. */
void code_dump (GString *out, const CodeProgram *program, const DaeSystem *dae);

/* Structure checks for debug builds and tests; aborts with a message on a violation. */
void code_verify (const CodeProgram *program);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CodeProgram, code_program_free)
