/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

/* Factors for the rows and columns of a sparse matrix, compressed by column. The arrays
 * belong to the caller. */
typedef struct {
  uint32_t n;
  const uint32_t *col_start; /* n + 1 */
  const uint32_t *row;
  const double *value;
  double *row_scale;
  double *column_scale;
  double *least; /* n each, to work with */
  double *greatest;
} SimScaling;

/* A matrix with a smaller pivot than this part of its row is worth scaling: what is
 * left in the row may be no rounding but of another unit. */
#define SIM_SCALE_WEAK 1e-12

/* Sets the factors, which are powers of two, so that the least and the greatest entry
 * of each row and column are at the same distance from 1. */
void sim_scaling_find (const SimScaling *scaling);
