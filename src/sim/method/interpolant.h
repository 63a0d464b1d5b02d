/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "sim/memory.h"

/* Points of a solution, for a polynomial through them: of degree 2m - 1 with slopes
 * (Hermite), of degree m - 1 without (Lagrange). */
typedef struct SimInterpolant SimInterpolant;

enum { SIM_INTERPOLANT_MAX = 8 };

/* Lives in the memory, which keeps the points. */
SimInterpolant *sim_interpolant_new (SimMemory *memory,
                                     size_t n,
                                     size_t max_nodes,
                                     bool with_slopes);

void sim_interpolant_clear (SimInterpolant *nodes);

/* Adds a point behind the others; the oldest goes when there are max_nodes. The times
 * must differ. `f` is not read without slopes. */
void sim_interpolant_add (SimInterpolant *nodes,
                          double t,
                          const double *y,
                          const double *f);

/* The polynomial through the last `n_last` points, or through all if there are fewer.
 */
void sim_interpolant_evaluate (const SimInterpolant *nodes,
                               size_t n_last,
                               double t,
                               double *y);
