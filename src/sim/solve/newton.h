/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/failure.h"
#include "sim/memory.h"
#include "sim/solve/path.h"

/* Solves one implicit block of one run: linear blocks by one factorisation, which is
 * kept where the matrix is constant, scaled if need be and refined until what is left
 * is rounding; others by damped Newton steps (Deuflhard, Newton Methods for Nonlinear
 * Problems, 2004, 3.3: the test is on the corrections, so the scaling of the equations
 * does not matter). Small and full matrices are kept dense, large ones sparse. All work
 * space is made at the beginning. */
typedef struct SimNewton SimNewton;

/* Lives in the memory. `slots` are those of the run; `iterates`, by slot and
 * shared by all blocks of a run, holds what linear ones start from. */
SimNewton *sim_newton_new (SimMemory *memory,
                           const SimModel *model,
                           const CodeStep *step,
                           double *slots,
                           double *iterates);

/* Improves the tear variables in `slots` until no correction counts; the inner unknowns
 * are still those of some iterate. Linear blocks start from what was kept last, others
 * from what the slots hold; after a failure they hold the last iterate and *failure
 * says what was wrong. What is solved aside, as for a row, leaves no trace in what is
 * solved later.
 */
SimStatus sim_newton_solve (SimNewton *newton, bool is_aside, SimFailure *failure);

/* As above, from what the slots hold, and, if that fails, by descent, from points
 * nearby, and by homotopy from the first residuals to zero. If nothing helps, the slots
 * hold the point where the equations hold best, and *trouble by how much they do not.
 * Ends soon, with any failure, when *stop_flag (may be NULL; atomic) is set. */
SimStatus sim_newton_solve_start (SimNewton *newton,
                                  const int *stop_flag,
                                  SimFailure *failure);

/* Moves the solution in the slots by about what rounding may have made of it: by the
 * unit roundoff, and where the system is linear by what that does to the sums of its
 * equations. The signs follow a pattern. */
void sim_newton_blur (SimNewton *newton, uint32_t pattern);

/* Later solutions of a linear block start from the one that was just found. */
void sim_newton_keep (SimNewton *newton);

/* Parameters changed: a constant matrix is factored again. */
void sim_newton_forget (SimNewton *newton);

/* Where the solutions of a nonlinear block come from; NULL for a linear one. */
SimPath *sim_newton_path (SimNewton *newton);

/* How much smaller the first correction of the last sim_newton_solve() made the next
 * one; infinity if it had to be damped. Below 1/4 the solution found is the one that
 * belongs to the start iterate (Newton-Kantorovich; Deuflhard 2004, 2.1). */
double sim_newton_contraction (const SimNewton *newton);

/* Did the last linear system have more than one solution? The least one was taken. */
bool sim_newton_is_open (const SimNewton *newton);

/* The sign of the determinant of the matrix that was factored last; 0 if it is constant
 * or was singular. */
int sim_newton_orientation (const SimNewton *newton);

/* The same, with each unknown beside what the slots hold, where they are left: by about
 * this part of its nominal value, and each by another one. */
int sim_newton_orientation_beside (SimNewton *newton, double part);

uint64_t sim_newton_n_iterations (const SimNewton *newton);
