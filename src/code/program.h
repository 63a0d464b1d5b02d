#pragma once

#include "dae/system.h"

/* Straight-line code over one array of doubles, the slots. Self-contained: once built
 * it needs neither arena nor pool. Immutable, so runs share it.
 *
 * Slots: [0] time, then one per variable that is no alias, relations, intermediate
 * results and constants. Parameters are slots, not constants: a changed parameter needs
 * the entry CODE_PARAMETERS again and no compilation. Subexpressions of parameters
 * alone are computed there and nowhere else.
 */
typedef struct CodeProgram CodeProgram;

/* What can be evaluated. Block entries are walked by sim/rhs.c. */
typedef enum {
  CODE_PARAMETERS, /* dependent parameters and what is computed from parameters only */
  CODE_INDICATORS, /* left - right of every watched relation into their slots */
  CODE_RELATIONS,  /* every relation from its operands into its slot (0 or 1) */
  CODE_JACOBIAN,   /* the varying entries of the system matrix below */
  CODE_JACOBIAN_CONSTANT, /* the entries of parameters only, after CODE_PARAMETERS */
  CODE_N_ENTRIES
} CodeEntry;

/* A stretch of a section: straight code, then (n > 0) an implicit block to be solved.
 */
typedef struct {
  uint32_t before;          /* code range evaluated first: explicit assignments */
  uint32_t n;               /* tear variables of the block; 0: there is none */
  const uint32_t *unknown;  /* slots of the tear variables */
  const uint32_t *residual; /* slots of the residuals */
  uint32_t residual_code;   /* evaluates inner unknowns and residuals */
  uint32_t jacobian_code;   /* evaluates the entries */
  uint32_t n_entries;
  const uint32_t *entry;     /* slots of the entries, column by column */
  const uint32_t *col_start; /* n + 1 */
  const uint32_t *row;       /* n_entries */
  bool is_linear;
  bool is_constant;   /* matrix depends on parameters only */
  const uint32_t *eq; /* DaeSystem.eqs of the residuals, for messages */
} CodeStep;

typedef enum { CODE_START, CODE_DYNAMIC, CODE_OUTPUT, CODE_N_SECTIONS } CodeSection;

typedef struct {
  uint32_t n;
  const CodeStep *steps;
} CodeSteps;

/* The sparse matrix of the right-hand side for implicit methods, in the extended form
 *   | d rate / d state   d rate / d z |      z: tear variables of the implicit blocks
 * of the | d res  / d state   d res  / d z |      dynamic section, res: their residuals
 * so that nothing is inverted symbolically. Columns: states, then z. Compressed by
 * column. */
typedef struct {
  uint32_t n_states;
  uint32_t n;                /* states and z */
  const uint32_t *z;         /* n - n_states: slots */
  const uint32_t *col_start; /* n + 1 */
  const uint32_t *row;
  const uint32_t *value; /* slot of each entry */
} CodeMatrix;

CodeProgram *code_build (const DaeSystem *dae);
void code_program_free (CodeProgram *program);

uint32_t code_n_slots (const CodeProgram *program);
uint32_t code_n_instructions (const CodeProgram *program);

/* Initial contents of all slots: constants in place, everything else 0. */
void code_load (const CodeProgram *program, double *slots);

/* Runs one entry, or one range that a CodeStep names. Allocates nothing. */
void code_eval (const CodeProgram *program, CodeEntry entry, double *slots);
void code_eval_range (const CodeProgram *program, uint32_t range, double *slots);

const CodeSteps *code_section (const CodeProgram *program, CodeSection section);
const CodeMatrix *code_matrix (const CodeProgram *program);

/* The slot of a variable of the DaeSystem; aliases give their variable's slot and sign.
 */
uint32_t code_slot (const CodeProgram *program, uint32_t variable, double *sign);
const uint32_t *code_state_slots (const CodeProgram *program);
const uint32_t *code_rate_slots (const CodeProgram *program);
const uint32_t *code_relation_slots (const CodeProgram *program);
const uint32_t *code_indicator_slots (const CodeProgram *program); /* per relation */

void code_dump (GString *out, const CodeProgram *program);
void code_verify (const CodeProgram *program);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CodeProgram, code_program_free)
