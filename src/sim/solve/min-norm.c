/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least solution of a singular system by GSL's complete orthogonal decomposition
 * (Golub & Van Loan, Matrix Computations, 5.5), rows scaled by their greatest entry and
 * columns by the units of the unknowns. O(n^3); only singular blocks get here. */
#include "sim/solve/min-norm.h"

#include <glib.h>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

/* Singular values below this part of the greatest count as zero. */
static const double RANK = 1e-11;

/* What may be left of an equation, in units of the unknowns. */
static const double CONSISTENT = 1e-9;

struct SimMinNorm {
  uint32_t n;
  size_t rank;
  double *unit;  /* by column */
  double *scale; /* by row */
  gsl_matrix *matrix;
  gsl_permutation *order;
  gsl_vector *left;
  gsl_vector *right;
  gsl_vector *work;
  gsl_vector *b;
  gsl_vector *x;
  gsl_vector *rest;
};

SimMinNorm *
sim_min_norm_new (uint32_t n)
{
  SimMinNorm *least = g_new0 (SimMinNorm, 1);
  gsl_vector **vectors[] = {&least->left, &least->right, &least->work,
                            &least->b,    &least->x,     &least->rest};

  least->n = n;
  least->unit = g_new (double, n);
  least->scale = g_new (double, n);
  least->matrix = gsl_matrix_alloc (n, n);
  least->order = gsl_permutation_alloc (n);
  for (size_t i = 0; i < G_N_ELEMENTS (vectors); i++)
    *vectors[i] = gsl_vector_calloc (n);
  return least;
}

void
sim_min_norm_free (SimMinNorm *least)
{
  if (least == NULL)
    return;
  gsl_vector *vectors[] = {least->left, least->right, least->work,
                           least->b,    least->x,     least->rest};
  for (size_t i = 0; i < G_N_ELEMENTS (vectors); i++)
    gsl_vector_free (vectors[i]);
  gsl_matrix_free (least->matrix);
  gsl_permutation_free (least->order);
  g_free (least->unit);
  g_free (least->scale);
  g_free (least);
}

/* Rows by their greatest entry, columns by the units of the unknowns. */
static bool
load (SimMinNorm *least, const double *a)
{
  bool is_finite = true;

  for (uint32_t i = 0; i < least->n; i++) {
    double scale = 0.0;
    for (uint32_t k = 0; k < least->n; k++)
      scale = fmax (scale, fabs (a[i * least->n + k] * least->unit[k]));
    least->scale[i] = scale == 0.0 ? 1.0 : scale;
    for (uint32_t k = 0; k < least->n; k++) {
      double entry = a[i * least->n + k] * least->unit[k] / least->scale[i];
      is_finite &= isfinite (entry);
      gsl_matrix_set (least->matrix, i, k, entry);
    }
  }
  return is_finite;
}

bool
sim_min_norm_factor (SimMinNorm *least, const double *a, const double *unit)
{
  memcpy (least->unit, unit, least->n * sizeof *unit);
  if (!load (least, a))
    return false;
  gsl_linalg_COD_decomp_e (least->matrix, least->left, least->right, least->order, RANK,
                           &least->rank, least->work);
  return true;
}

bool
sim_min_norm_solve (SimMinNorm *least, const double *b, double *x)
{
  bool is_solution = true;

  for (uint32_t i = 0; i < least->n; i++)
    gsl_vector_set (least->b, i, b[i] / least->scale[i]);
  gsl_linalg_COD_lssolve (least->matrix, least->left, least->right, least->order,
                          least->rank, least->b, least->x, least->rest);
  double most = 1.0 + fabs (gsl_vector_get (least->b, gsl_blas_idamax (least->b)));
  for (uint32_t i = 0; i < least->n; i++) {
    is_solution &= fabs (gsl_vector_get (least->rest, i)) <= CONSISTENT * most;
    x[i] = gsl_vector_get (least->x, i) * least->unit[i];
  }
  return is_solution;
}
