/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads equations by their uses[] and selections[]. Adds dynamic[] and output[], and
 * solved_by[].
 *
 * Promises that each equation and each unknown stands in one block, and that no block
 * needs a later one. E409 for discrete variables in a circle, E503. */
void dae_blocks_sort (DaeBuild *work);

/* The continuous equations and what each solves, in blocks that need only earlier ones.
 * In `scratch`. */
typedef struct {
  uint32_t n;
  const uint32_t *start; /* n + 1 */
  const uint32_t *eq;
  const uint32_t *unknown;
} DaeOrder;

/* False if there is no perfect matching. */
bool dae_blocks_order (DaeBuild *work, DaeOrder *order);
