/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/solve/block.h"

/* Unknowns for which the equations of a block hold as well as they can, near a first
 * guess: where Newton's method has no step, because the matrix is singular there, and
 * where no solution exists at all.
 *
 * Moves x to a point where the sum of squares is least, each residual in units of its
 * greatest slope at the first point, each unknown in its `unit`, which is above 0
 * (Levenberg-Marquardt with the damping of Nielsen; Madsen, Nielsen & Tingleff 2004,
 * Methods for Non-Linear Least Squares Problems, 3.2). Takes one sparse factorisation a
 * step, and as many steps as the sum goes on falling. Returns the square root of the
 * sum, INFINITY if x has no residuals, or once *stop_flag (may be NULL; atomic) is set.
 */
double sim_descent_run (const SimBlock *block,
                        const double *unit,
                        const int *stop_flag,
                        double *x);
