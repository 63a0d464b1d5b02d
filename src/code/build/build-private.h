/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "code/build/lower.h"

/* The quotient counts where `matters` is not 0. */
typedef struct {
  ExprId quotient, divisor, matters;
  uint32_t variable; /* that it is computed for */
  bool is_log;
} CodeDivision;

/* What the steps of code_build() share. Until code_build() resolves them at its end,
 * the arrays of the program that name results hold registers. */
typedef struct {
  BaseArena *arena;   /* of the build; program->arena is for what stays */
  BaseArena *scratch; /* for what is found before any expression is lowered */
  const DaeSystem *dae;
  BaseDiags *diags;
  bool is_spent; /* the compilation is to end, which was reported */
  CodeProgram *program;
  CodeIr *ir;
  CodeLower lower;
  uint32_t n_fields;
  uint32_t *field_of;        /* by variable, or CODE_NONE */
  uint32_t *rates;           /* of program->states */
  BASE_VEC (uint32_t) group; /* variables that are about to get slots */
  uint32_t *slot_of;         /* by variable, as in CodeLower */
  double *sign_of;
  uint32_t *pre_of;
  uint32_t *crossing_of;
  const ExprId *matters; /* by crossing: condition to watch it */
  uint32_t *table_of;    /* by table of the FlatModel: first slot */
  uint32_t
      *rate_copy_of;  /* by state: slot of a rate with the other sign, or CODE_NONE */
  uint32_t *delay_of; /* by node: slot of a delay's number, or 0 */
  BASE_VEC (ExprId) delays;
  BASE_VEC (CodeDivision) divisions;
  uint32_t n_fixed;
  BASE_VEC (uint32_t *) registers; /* places to be resolved, with how many */
  BASE_VEC (uint32_t) lengths;
} CodeBuild;

/* budget.c: true, and reported once, if the compilation takes more memory than it may,
 * or would with so many bytes more, or is to be stopped (E313). What is made then is of
 * no use, and need not be complete. */
bool code_budget_is_spent (CodeBuild *build, size_t more);

/* The variable itself or the one that it is an alias of. */
uint32_t code_build_target (const DaeSystem *dae, uint32_t variable);

/* fields.c: what declaration each variable has in common with others. */
void code_fields_find (CodeBuild *build);
/* Brings variables of one declaration together in a list, if they are many: order[k]
 * becomes the place in it of the one that is k-th then. Others stay as they stand. */
void code_fields_gather (const CodeBuild *build,
                         const uint32_t *list,
                         uint32_t n,
                         uint32_t *order);

/* slots.c: the order of states, before all else; then fixed slots for everything that
 * has a name. */
void code_build_order_states (CodeBuild *build);
void code_build_layout (CodeBuild *build);

/* An array of registers that stays in the program and is resolved at the end. */
uint32_t *code_build_registers (CodeBuild *build, uint32_t n);
/* The register of the expression's value, into a place that is resolved then, too. */
void code_build_result (CodeBuild *build, ExprId e, uint32_t *place);

/* sections.c: blocks to steps. */
void code_build_sections (CodeBuild *build);

/* guard.c: for each crossing the discrete condition under which it must be watched, as
 * an expression made before any is lowered. */
ExprId *code_guard_derive (CodeBuild *build);

/* entries.c: everything but sections and the matrix. */
void code_build_entries (CodeBuild *build);

/* selection.c: states that are chosen while the model runs; behind the sections. */
void code_build_selections (CodeBuild *build);

/* delay.c: all delays that are met, before they get slots; then what they need. */
void code_delays_find (CodeBuild *build);
void code_delays_lower (CodeBuild *build);

/* pole.c: what has a pole where a divisor passes zero, found before any expression is
 * lowered; then what tells it. */
void code_poles_find (CodeBuild *build);
void code_poles_lower (CodeBuild *build);

/* reach.c: which events change the rates; behind the layout. */
void code_reach_find (CodeBuild *build);

/* jacobian.c: the entries as expressions, made before any is lowered; then their code.
 */
typedef struct {
  uint32_t n;
  const uint32_t *variable; /* by column */
  uint32_t *col_start;
  uint32_t *row;
  ExprId *value;
} CodeJacobian;

CodeJacobian code_jacobian_derive (CodeBuild *build);
void code_build_jacobian (CodeBuild *build, const CodeJacobian *jacobian);
