/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Gauss–Jordan elimination with complete pivoting (Golub & Van Loan, Matrix
 * Computations, 3.4), as far as there are pivots: what is left shows the rank. The
 * arrays belong to the caller. */
typedef struct {
  uint32_t n_rows;
  uint32_t n_columns;
  double *matrix;      /* n_rows * n_columns, row by row */
  double *right;       /* by row, is carried along; NULL: none */
  bool *may_solve;     /* by column; NULL: all may be solved for */
  uint32_t *row_of;    /* by column: the row that it is solved from, or UINT32_MAX */
  uint32_t *column_of; /* by row: the column that is solved from it, or UINT32_MAX */
} SimPivots;

/* No row is used yet. */
void sim_pivots_clear (const SimPivots *pivots);

/* Uses one row after the other while pivots are larger than `least`; rows in use stay
 * it. Returns how many there are more. */
uint32_t sim_pivots_eliminate (const SimPivots *pivots, double least);
