/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Small full systems, row by row: LU with partial pivoting, in which each row counts by
 * its own greatest entry (Golub & Van Loan, Matrix Computations, 3.4). Allocates
 * nothing. a: n * n, overwritten by the factors. pivot, scale: n each. Returns the
 * least pivot, relative to the greatest entry of its row, or 0 if that is rounding:
 * then the matrix is singular, and the column of that pivot is in *culprit. */
double sim_dense_factor (uint32_t n,
                         double *a,
                         uint32_t *pivot,
                         double *scale,
                         uint32_t *culprit);

/* Replaces b by the solution. */
void sim_dense_solve (uint32_t n, const double *a, const uint32_t *pivot, double *b);

/* The sign of the determinant, from the factors of a regular matrix. */
int sim_dense_orientation (uint32_t n, const double *a, const uint32_t *pivot);
