/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Singular but consistent systems, as of two elements that stick the same motion: of
 * all solutions the least one (Golub & Van Loan, Matrix
 * Computations, 5.5: complete orthogonal decomposition). All work space is made at the
 * beginning. */
typedef struct SimMinNorm SimMinNorm;

SimMinNorm *sim_min_norm_new (uint32_t n);
void sim_min_norm_free (SimMinNorm *least);

/* Factors a (row by row), whose unknowns have these units; false if an entry is not
 * finite. */
bool sim_min_norm_factor (SimMinNorm *least, const double *a, const double *unit);

/* Finds x with the least sum of squares of what a x = b leaves and, of those, with the
 * least sum of (x[i] / unit[i])^2. True if it solves the equations. */
bool sim_min_norm_solve (SimMinNorm *least, const double *b, double *x);
