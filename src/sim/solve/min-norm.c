/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least solution of a singular system by GSL's complete orthogonal decomposition
 * (Golub & Van Loan, Matrix Computations, 5.5), rows scaled by their greatest entry and
 * columns by the units of the unknowns. O(n^3); only singular blocks get here. */
#include "sim/solve/min-norm.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

/* Singular values below this part of the greatest count as zero. */
static const double RANK = 1e-11;

/* What may be left of an equation, in units of the unknowns. */
static const double CONSISTENT = 1e-9;

struct SimMinNorm {
  uint32_t n;
  size_t rank;
  const double *unit; /* by column */
  double *scale;      /* by row */
  gsl_matrix matrix;
  gsl_permutation order;
  gsl_vector left;
  gsl_vector right;
  gsl_vector work;
  gsl_vector b;
  gsl_vector x;
  gsl_vector rest;
};

SimMinNorm *
sim_min_norm_new (BaseArena *arena, uint32_t n, const double *unit)
{
  SimMinNorm *least = base_arena_new0 (arena, SimMinNorm);
  gsl_vector *vectors[] = {&least->left, &least->right, &least->work,
                           &least->b,    &least->x,     &least->rest};
  double *entries = base_arena_array (arena, double, (size_t) n *n);

  least->n = n;
  least->unit = unit;
  least->scale = base_arena_array (arena, double, n);
  least->matrix = gsl_matrix_view_array (entries, n, n).matrix;
  least->order = (gsl_permutation){n, base_arena_array (arena, size_t, n)};
  for (size_t i = 0; i < G_N_ELEMENTS (vectors); i++)
    *vectors[i] = gsl_vector_view_array (base_arena_array (arena, double, n), n).vector;
  return least;
}

double *
sim_min_norm_matrix (SimMinNorm *least)
{
  return least->matrix.data;
}

/* Rows by their greatest entry, columns by the units of the unknowns. */
static bool
scale (SimMinNorm *least)
{
  bool is_finite = true;

  for (uint32_t i = 0; i < least->n; i++) {
    double *row = least->matrix.data + (size_t) i * least->n, greatest = 0.0;

    for (uint32_t k = 0; k < least->n; k++) {
      row[k] *= least->unit[k];
      greatest = fmax (greatest, fabs (row[k]));
    }
    least->scale[i] = greatest == 0.0 ? 1.0 : greatest;
    for (uint32_t k = 0; k < least->n; k++) {
      row[k] /= least->scale[i];
      is_finite &= isfinite (row[k]);
    }
  }
  return is_finite;
}

bool
sim_min_norm_factor (SimMinNorm *least)
{
  if (!scale (least))
    return false;
  gsl_linalg_COD_decomp_e (&least->matrix, &least->left, &least->right, &least->order,
                           RANK, &least->rank, &least->work);
  return true;
}

bool
sim_min_norm_solve (SimMinNorm *least, const double *b, double *x)
{
  bool is_solution = true;

  for (uint32_t i = 0; i < least->n; i++)
    gsl_vector_set (&least->b, i, b[i] / least->scale[i]);
  gsl_linalg_COD_lssolve (&least->matrix, &least->left, &least->right, &least->order,
                          least->rank, &least->b, &least->x, &least->rest);
  double most = 1.0 + fabs (gsl_vector_get (&least->b, gsl_blas_idamax (&least->b)));
  for (uint32_t i = 0; i < least->n; i++) {
    is_solution &= fabs (gsl_vector_get (&least->rest, i)) <= CONSISTENT * most;
    x[i] = gsl_vector_get (&least->x, i) * least->unit[i];
  }
  return is_solution;
}
