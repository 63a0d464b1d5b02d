/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Unknowns for which nonlinear equations hold as well as they can, near a first guess:
 * where Newton's method has no step, because the matrix is singular there, and where no
 * solution exists at all. */
typedef struct {
  void *data;
  uint32_t n;
  const double *unit; /* what counts as one, by unknown; above 0 */
  /* Residuals at x; false if there are none. */
  bool (*evaluate) (void *data, const double *x, double *residual);
  /* Slopes of the residuals at the last point evaluated: entries[k] is that of residual
   * row[k] in the unknown c, k from col_start[c] to col_start[c + 1]. */
  const uint32_t *col_start; /* n + 1 */
  const uint32_t *row;
  void (*differentiate) (void *data, double *entries);
} SimDescent;

/* Moves x to a point where the sum of squares is least, each residual in units of its
 * greatest slope at the first point (Levenberg-Marquardt with the damping of Nielsen;
 * Madsen, Nielsen & Tingleff 2004, Methods for Non-Linear Least Squares Problems, 3.2).
 * Takes one sparse factorisation a step, and as many steps as the sum goes on falling.
 * Returns the square root of the sum, INFINITY if x has no residuals. */
double sim_descent_run (const SimDescent *problem, double *x);
