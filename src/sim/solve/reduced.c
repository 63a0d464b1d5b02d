/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eliminates the algebraic unknowns column by column: D is factored sparse, and where
 * it is singular by a complete orthogonal decomposition. Such are a brake that nothing
 * is attached to or two parts that stick the same motion: the equations determine the
 * motion, but not each unknown, and what they leave open stays as it is. */
#include "sim/solve/reduced.h"

#include <string.h>

#include "sim/solve/dense.h"
#include "sim/solve/min-norm.h"
#include "sim/solve/sparse.h"

struct SimReduced {
  BaseArena *arena;
  const SimModel *model;
  const CodeMatrix *matrix;
  uint32_t n_states;
  uint32_t n_z;
  SimSparse *algebraic; /* D */
  bool is_singular;     /* D is, and `least` has it */
  bool is_exact;        /* it could follow every state */
  SimMinNorm *least;    /* from then on */
  double *column;       /* of C, then of D^-1 C: n_z each */
  double *change;
  GArray *factors; /* of I - gamma df/dy, as double; empty until they are needed */
  double *scale;
  uint32_t *pivot;
};

/* The pattern of D. */
static SimSparse *
algebraic_new (SimMemory *memory, const CodeMatrix *m)
{
  BaseArena *arena = memory->arena;
  uint32_t n = m->n - m->n_states, n_entries = 0;
  uint32_t *col_start = base_arena_array (arena, uint32_t, n + 1);
  uint32_t *row = base_arena_array (arena, uint32_t, m->col_start[m->n]);

  for (uint32_t c = 0; c < n; c++) {
    for (uint32_t k = m->col_start[m->n_states + c];
         k < m->col_start[m->n_states + c + 1]; k++)
      if (m->row[k] >= m->n_states)
        row[n_entries++] = m->row[k] - m->n_states;
    col_start[c + 1] = n_entries;
  }
  return sim_sparse_new (memory, 0, n, col_start, row);
}

SimReduced *
sim_reduced_new (SimMemory *memory, const SimModel *model)
{
  BaseArena *arena = memory->arena;
  SimReduced *reduced = base_arena_new0 (arena, SimReduced);
  const CodeMatrix *m = &model->program->matrix;
  size_t n = m->n_states;

  reduced->arena = arena;
  reduced->model = model;
  reduced->matrix = m;
  reduced->n_states = m->n_states;
  reduced->n_z = m->n - m->n_states;
  reduced->algebraic = algebraic_new (memory, m);
  reduced->column = base_arena_array (arena, double, reduced->n_z);
  reduced->change = base_arena_array (arena, double, reduced->n_z);
  reduced->factors = sim_memory_growing (memory, sizeof (double));
  reduced->scale = base_arena_array (arena, double, n);
  sim_memory_array (memory, &reduced->pivot, n);
  return reduced;
}

static void
make_least (SimReduced *reduced)
{
  double *unit = base_arena_array (reduced->arena, double, reduced->n_z);

  for (uint32_t i = 0; i < reduced->n_z; i++)
    unit[i] = sim_model_slot_nominal (reduced->model, reduced->matrix->z[i]);
  reduced->least = sim_min_norm_new (reduced->arena, reduced->n_z, unit);
}

static bool
factor_least (SimReduced *reduced, const double *values)
{
  const CodeMatrix *m = reduced->matrix;
  uint32_t n = reduced->n_z, n_states = reduced->n_states;

  if (n > SIM_REDUCED_MOST)
    return false;
  if (reduced->least == NULL)
    make_least (reduced);
  double *full = sim_min_norm_matrix (reduced->least);
  memset (full, 0, (size_t) n * n * sizeof (double));
  for (uint32_t c = n_states; c < m->n; c++)
    for (uint32_t k = m->col_start[c]; k < m->col_start[c + 1]; k++)
      if (m->row[k] >= n_states)
        full[(m->row[k] - n_states) * n + c - n_states] = values[k];
  return sim_min_norm_factor (reduced->least);
}

static SimStatus
factor_algebraic (SimReduced *reduced, const double *values, uint32_t *culprit)
{
  const CodeMatrix *m = reduced->matrix;
  double *to = sim_sparse_values (reduced->algebraic);
  uint32_t n = 0;

  for (uint32_t k = m->col_start[m->n_states]; k < m->col_start[m->n]; k++)
    if (m->row[k] >= m->n_states)
      to[n++] = values[k];
  reduced->is_singular = sim_sparse_factor (reduced->algebraic, 1.0) != SIM_OK;
  if (!reduced->is_singular || factor_least (reduced, values))
    return SIM_OK;
  *culprit = m->n_states + sim_sparse_culprit (reduced->algebraic);
  return SIM_SINGULAR;
}

/* The algebraic unknowns' part in a column of df/dy. What D cannot follow is left: the
 * iteration shows whether that matters. */
static void
add_algebraic (SimReduced *reduced, const double *values, uint32_t column, double *dfdy)
{
  const CodeMatrix *m = reduced->matrix;
  double *change = reduced->change;
  uint32_t n = m->n_states;

  if (reduced->is_singular) {
    reduced->is_exact &= sim_min_norm_solve (reduced->least, reduced->column, change);
  } else {
    memcpy (change, reduced->column, reduced->n_z * sizeof *change);
    sim_sparse_solve (reduced->algebraic, change);
  }
  for (uint32_t z = n; z < m->n; z++)
    for (uint32_t k = m->col_start[z]; k < m->col_start[z + 1]; k++)
      if (m->row[k] < n)
        dfdy[m->row[k] * n + column] -= values[k] * change[z - n];
}

SimStatus
sim_reduced_fill (SimReduced *reduced,
                  const double *values,
                  double *dfdy,
                  uint32_t *culprit)
{
  const CodeMatrix *m = reduced->matrix;
  uint32_t n = m->n_states;

  reduced->is_exact = true;
  if (reduced->n_z > 0 && factor_algebraic (reduced, values, culprit) != SIM_OK)
    return SIM_SINGULAR;
  memset (dfdy, 0, (size_t) n * n * sizeof *dfdy);
  for (uint32_t c = 0; c < n; c++) {
    memset (reduced->column, 0, reduced->n_z * sizeof (double));
    for (uint32_t k = m->col_start[c]; k < m->col_start[c + 1]; k++)
      if (m->row[k] < n)
        dfdy[m->row[k] * n + c] = values[k];
      else
        reduced->column[m->row[k] - n] = values[k];
    if (reduced->n_z > 0)
      add_algebraic (reduced, values, c, dfdy);
  }
  return SIM_OK;
}

bool
sim_reduced_is_exact (const SimReduced *reduced)
{
  return reduced->is_exact;
}

SimStatus
sim_reduced_factor (SimReduced *reduced,
                    const double *values,
                    double gamma,
                    uint32_t *culprit)
{
  uint32_t n = reduced->n_states;

  g_array_set_size (reduced->factors, n * n);
  double *a = (double *) (void *) reduced->factors->data;
  if (sim_reduced_fill (reduced, values, a, culprit) != SIM_OK)
    return SIM_SINGULAR;
  for (size_t k = 0; k < (size_t) n * n; k++)
    a[k] = (k % (n + 1) == 0 ? 1.0 : 0.0) - gamma * a[k];
  double least = sim_dense_factor (n, a, reduced->pivot, reduced->scale, culprit);
  return least > 0.0 ? SIM_OK : SIM_SINGULAR;
}

void
sim_reduced_solve (const SimReduced *reduced, double *b)
{
  const double *a = (const double *) (const void *) reduced->factors->data;

  sim_dense_solve (reduced->n_states, a, reduced->pivot, b);
}
