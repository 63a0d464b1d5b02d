/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Singular but consistent systems, as of two elements that stick the same motion: of
 * all solutions the least one (Golub & Van Loan, Matrix
 * Computations, 5.5: complete orthogonal decomposition). All work space is made at the
 * beginning. */
typedef struct SimLeast SimLeast;

SimLeast *sim_least_new (uint32_t n);
void sim_least_free (SimLeast *least);

/* Factors a (row by row), whose unknowns have these units; false if an entry is not
 * finite. */
bool sim_least_factor (SimLeast *least, const double *a, const double *unit);

/* Finds x with the least sum of squares of what a x = b leaves and, of those, with the
 * least sum of (x[i] / unit[i])^2. True if it solves the equations. */
bool sim_least_solve (SimLeast *least, const double *b, double *x);
