/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* A sparse matrix by columns whose leading independent columns are sought. */
typedef struct {
  uint32_t n_rows;
  uint32_t n_columns;
  const uint32_t *start; /* n_columns + 1 */
  const uint32_t *row;
  const double *value;
} DaeColumns;

/* Takes columns in their order, each one that does not depend on those taken before,
 * until no row is left: left-looking elimination (Gilbert & Peierls 1988) with the
 * largest element as pivot. is_taken[] per column. Returns how many, the numerical
 * rank. */
uint32_t dae_pivot_columns (const DaeColumns *matrix, bool *is_taken);
