/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/memory.h"
#include "sim/status.h"

/* M = D - gamma J of a sparse extended matrix J (see CodeMatrix): rows below n_states
 * are delta_ij - gamma * J_ij, rows from n_states on are J_ij itself (algebraic). KLU
 * orders the pattern and chooses pivots (Davis & Palamadai Natarajan, ACM TOMS 37(3),
 * 2010), new values are eliminated by them, others are chosen when these do not fit any
 * more; scaled where pivots are weak. Only choosing pivots allocates. */
typedef struct SimSparse SimSparse;

/* Lives in the memory, which keeps what the next factors and solutions depend on: the
 * values that were factored, and those that the order of the pivots was found for. */
SimSparse *sim_sparse_new (SimMemory *memory,
                           uint32_t n_states,
                           uint32_t n,
                           const uint32_t *col_start,
                           const uint32_t *row);

/* The entries of J in the order of `row`, to be filled before factor(). */
double *sim_sparse_values (SimSparse *sparse);

SimStatus sim_sparse_factor (SimSparse *sparse, double gamma);

/* Whether what is factored from here on leaves no trace in what comes after it: pivots
 * that it needs are its own. */
void sim_sparse_set_aside (SimSparse *sparse, bool is_aside);

/* b has n entries; on entry those from n_states on are the residuals' right-hand side
 * (0 for a Newton step in the states). */
void sim_sparse_solve (SimSparse *sparse, double *b);

/* The unknown of the smallest pivot after SIM_SINGULAR. */
uint32_t sim_sparse_culprit (const SimSparse *sparse);

/* The sign of the determinant of what was factored last; 0 after SIM_SINGULAR. */
int sim_sparse_orientation (const SimSparse *sparse);
