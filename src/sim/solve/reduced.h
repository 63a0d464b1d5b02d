/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/memory.h"
#include "sim/model-private.h"
#include "sim/status.h"

/* The Jacobian of the states alone, full: df/dy = A - B D^-1 C of the extended matrix
 * (see CodeMatrix)
 *   | A B |
 *   | C D |
 * Where D is singular, the algebraic unknowns change the least that agrees with C dy,
 * as the blocks themselves do (see sim_min_norm_solve). The work space is made with the
 * object, that for a singular D when it is first needed. */
typedef struct SimReduced SimReduced;

/* More states, or algebraic unknowns of a singular D, are too many for full matrices,
 * as the work grows with the third power. */
enum { SIM_REDUCED_MOST = 300 };

/* Lives in the memory. */
SimReduced *sim_reduced_new (SimMemory *memory, const SimModel *model);

/* `values` are the entries of the extended matrix. dfdy: n * n, row by row.
 * SIM_SINGULAR and the column of the extended matrix that is to blame, if D is singular
 * and too large. */
SimStatus sim_reduced_fill (SimReduced *reduced,
                            const double *values,
                            double *dfdy,
                            uint32_t *culprit);

/* False if D was singular and could not follow all states: there df/dy has no value,
 * and what was filled in is no more than good enough for an iteration. */
bool sim_reduced_is_exact (const SimReduced *reduced);

/* Factors I - gamma df/dy; then solve() replaces b. */
SimStatus sim_reduced_factor (SimReduced *reduced,
                              const double *values,
                              double gamma,
                              uint32_t *culprit);
void sim_reduced_solve (const SimReduced *reduced, double *b);
