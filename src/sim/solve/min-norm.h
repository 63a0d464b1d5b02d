/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>

#include "base/arena.h"

/* Singular but consistent systems, as of two elements that stick the same motion: of
 * all solutions the least one (Golub & Van Loan, Matrix Computations, 5.5: complete
 * orthogonal decomposition). All work space is made at the beginning. */
typedef struct SimMinNorm SimMinNorm;

/* Lives in the arena. `unit` are those of the unknowns, and must live as long. */
SimMinNorm *sim_min_norm_new (BaseArena *arena, uint32_t n, const double *unit);

/* The entries, row by row, to be filled before factor(), which overwrites them. */
double *sim_min_norm_matrix (SimMinNorm *least);

/* False if an entry is not finite. */
bool sim_min_norm_factor (SimMinNorm *least);

/* Finds x with the least sum of squares of what a x = b leaves and, of those, with the
 * least sum of (x[i] / unit[i])^2. True if it solves the equations. */
bool sim_min_norm_solve (SimMinNorm *least, const double *b, double *x);
