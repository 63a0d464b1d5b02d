/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/index/pivot.h"

/* An equation that index reduction has differentiated, in its last version. */
typedef struct {
  uint32_t eq;
  uint32_t degree;
  bool is_varying; /* some coefficient is not of parameters alone */
} DaeConstraint;

/* How the highest derivative that is column of a matrix stands in a constraint. */
typedef struct {
  uint32_t row;
  uint32_t column;
  double value;
} DaeConstraintEntry;

/* Looks for constraints with constant coefficients that follow from each other, as of
 * two gears between the same shafts: structure takes them for independent, and would
 * hold a motion that nothing holds. Reports E503 for each set of them that is minimal.
 * Entries stand by rows. */
void dae_redundant_check (DaeBuild *work,
                          uint32_t n_rows,
                          const DaeConstraint *rows,
                          uint32_t n_columns,
                          uint32_t n_entries,
                          const DaeConstraintEntry *entries);
