/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>

#include "code/program.h"

/* The equations of one implicit block, at points that are given, in the slots of a run.
 */
typedef struct {
  const CodeProgram *program;
  const CodeStep *step;
  double *slots;
} SimBlock;

/* Puts x into the slots of the unknowns. */
void sim_block_put (const SimBlock *block, const double *x);

/* What the equations leave at x; inner unknowns are in the slots then. False if that is
 * not finite. */
bool sim_block_evaluate (const SimBlock *block, const double *x, double *residual);

/* How that changes where it was evaluated last: the entries in the order of the step,
 * or all (n * n), row by row. */
void sim_block_differentiate (const SimBlock *block, double *entries);
void sim_block_fill (const SimBlock *block, double *matrix);

/* The same, of entries that stand in the slots. */
void sim_block_spread (const SimBlock *block, double *matrix);

/* Solves a linear block by the elimination that the program has for it, into x and the
 * slots of the unknowns. Returns the sign of the determinant; 0 if there is none, or it
 * will not do here: then the slots hold nothing of use. */
int sim_block_solve (const SimBlock *block, double *x);
