/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* LU factors of sparse matrices that have one pattern, by pivots in an order that
 * somebody has chosen for one of them. The order is laid out once; then a factorisation
 * is the arithmetic alone, and tells whether the order still does. Only laying out
 * allocates. */
typedef struct SimElimination SimElimination;

/* The pattern is compressed by column, and must live as long. */
SimElimination *sim_elimination_new (uint32_t n, const int *col_start, const int *row);
void sim_elimination_free (SimElimination *elimination);

/* The k-th pivot stands at (row[k], column[k]), as was chosen for these values, from
 * which the units of the rows are taken. It fits as long as no entry below it is so
 * much greater that it is less than the part `threshold` of it, each in units of its
 * row: that is by how much rounding errors may grow in one step. What follows uses this
 * order. False if the list of multiplications would be much longer than the
 * factors: then there is no order. */
bool sim_elimination_set_order (SimElimination *elimination,
                                const int *row,
                                const int *column,
                                const double *values,
                                double threshold);
void sim_elimination_forget_order (SimElimination *elimination);
bool sim_elimination_has_order (const SimElimination *elimination);

/* WEAK: a pivot is so much smaller than others that it may be rounding. UNFIT: one is
 * too small for its column, so others have to be chosen. There are factors only if they
 * are FIT. */
typedef enum { SIM_PIVOTS_FIT, SIM_PIVOTS_WEAK, SIM_PIVOTS_UNFIT } SimPivotsState;

/* The values are finite. */
SimPivotsState sim_elimination_factor (SimElimination *elimination,
                                       const double *values);

/* Replaces b by the solution. */
void sim_elimination_solve (SimElimination *elimination, double *b);

/* The sign of the determinant. */
int sim_elimination_orientation (const SimElimination *elimination);

/* That of two permutations: of pivots that all are positive. */
int sim_elimination_parity (uint32_t n, const int *row, const int *column);
