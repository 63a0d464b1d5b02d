/* SPDX-License-Identifier: GPL-3.0-or-later */
/* KLU (Davis & Palamadai Natarajan, ACM TOMS 37(3), 2010) for matrices that change in
 * value and not in pattern: analysed once, refactored with old pivots as long as their
 * growth allows, factored anew otherwise, and once more after geometric scaling where
 * pivots are weak. The cost is that of the fill. */
#include "sim/solve/sparse.h"

#include <stdbool.h>
#include <string.h>
#include <suitesparse/klu.h>

#include "sim/solve/scaling.h"

/* Below this reciprocal pivot growth the old pivots are given up. 1 is no growth at
 * all; eight digits may go before a solution of 1e-6 relative suffers. */
static const double GROWTH_MIN = 1e-8;

/* No row: the columns of the tear variables have no diagonal entry of their own. */
enum { NO_ENTRY = -1 };

struct SimSparse {
  uint32_t n_states;
  uint32_t n;
  uint32_t n_entries;
  const uint32_t *row; /* of J; lives as long */
  double *value;       /* of J */
  int *place;          /* J's entry k is M's entry place[k] */
  int *diagonal;       /* M's entry of (i, i), states only */
  int *m_start;
  int *m_row;
  double *m_value;
  double *pivoted;   /* values of M for which the pivots were chosen, if has_pivots */
  double *row_scale; /* of M as it was factored, if is_scaled */
  double *column_scale;
  double *work; /* 2 n */
  klu_symbolic *symbolic;
  klu_numeric *numeric;
  klu_common common;
  bool is_aside;

  /* Kept (SimMemory). */
  uint32_t culprit;
  bool is_scaled;
  bool has_factors; /* `numeric` follows from m_value and `pivoted`… */
  bool has_pivots;
  bool is_lent; /* …or has pivots that were chosen aside */
};

static size_t
n_in_matrix (const SimSparse *sparse)
{
  return (size_t) sparse->m_start[sparse->n];
}

/* The pattern of M is that of J and the diagonal of the states. */
static void
make_pattern (SimSparse *sparse, const uint32_t *col_start)
{
  int n_m = 0;

  for (uint32_t c = 0; c < sparse->n; c++) {
    sparse->m_start[c] = n_m;
    for (uint32_t k = col_start[c]; k < col_start[c + 1]; k++) {
      if (sparse->row[k] == c && c < sparse->n_states)
        sparse->diagonal[c] = n_m;
      sparse->place[k] = n_m;
      sparse->m_row[n_m++] = (int) sparse->row[k];
    }
    if (c < sparse->n_states && sparse->diagonal[c] == NO_ENTRY) {
      sparse->diagonal[c] = n_m;
      sparse->m_row[n_m++] = (int) c;
    }
  }
  sparse->m_start[sparse->n] = n_m;
}

double *
sim_sparse_values (SimSparse *sparse)
{
  return sparse->value;
}

uint32_t
sim_sparse_culprit (const SimSparse *sparse)
{
  return sparse->culprit;
}

static bool
fill (SimSparse *sparse, double gamma)
{
  double sum = 0;

  memset (sparse->m_value, 0, sizeof (double) * n_in_matrix (sparse));
  for (uint32_t k = 0; k < sparse->n_entries; k++) {
    double v = sparse->row[k] < sparse->n_states ? -gamma * sparse->value[k]
                                                 : sparse->value[k];

    sparse->m_value[sparse->place[k]] += v;
    sum += v - v; /* NaN if any is not finite */
  }
  for (uint32_t i = 0; i < sparse->n_states; i++)
    sparse->m_value[sparse->diagonal[i]] += 1;
  return sum == 0;
}

/* True if the old pivot order gave a usable factorisation of the new values.
 * klu_refactor does not look at the pivots of blocks of one row, hence klu_rcond. */
static bool
refactor (SimSparse *sparse)
{
  klu_common *common = &sparse->common;

  return sparse->numeric != NULL &&
         klu_refactor (sparse->m_start, sparse->m_row, sparse->m_value,
                       sparse->symbolic, sparse->numeric, common) &&
         common->status == KLU_OK &&
         klu_rcond (sparse->symbolic, sparse->numeric, common) && common->rcond > 0 &&
         klu_rgrowth (sparse->m_start, sparse->m_row, sparse->m_value, sparse->symbolic,
                      sparse->numeric, common) &&
         common->rgrowth > GROWTH_MIN;
}

/* Factors of these values of M, with pivots of their own. */
static void
choose_pivots (SimSparse *sparse, double *values)
{
  klu_common *common = &sparse->common;

  klu_free_numeric (&sparse->numeric, common);
  if (sparse->symbolic == NULL)
    sparse->symbolic =
        klu_analyze ((int) sparse->n, sparse->m_start, sparse->m_row, common);
  if (sparse->symbolic != NULL)
    sparse->numeric =
        klu_factor (sparse->m_start, sparse->m_row, values, sparse->symbolic, common);
}

static SimStatus
factor_anew (SimSparse *sparse)
{
  klu_common *common = &sparse->common;

  if (!sparse->is_aside)
    memcpy (sparse->pivoted, sparse->m_value, n_in_matrix (sparse) * sizeof (double));
  choose_pivots (sparse, sparse->m_value);
  sparse->has_factors = sparse->numeric != NULL && common->status == KLU_OK &&
                        klu_rcond (sparse->symbolic, sparse->numeric, common) &&
                        common->rcond > 0;
  sparse->is_lent = sparse->is_aside;
  if (!sparse->is_aside)
    sparse->has_pivots = sparse->has_factors;
  if (sparse->has_factors)
    return SIM_OK;
  sparse->culprit = common->singular_col >= 0 && common->singular_col < (int) sparse->n
                        ? (uint32_t) common->singular_col
                        : 0;
  klu_free_numeric (&sparse->numeric, common);
  return SIM_SINGULAR;
}

/* Back to the pivots that were chosen last, but for those chosen aside. */
static void
take_back_pivots (SimSparse *sparse)
{
  if (sparse->has_pivots)
    choose_pivots (sparse, sparse->pivoted);
  else
    klu_free_numeric (&sparse->numeric, &sparse->common);
  sparse->is_lent = false;
}

/* Small pivots may be the differences of entries that are only of other units. */
static void
scale (SimSparse *sparse)
{
  const uint32_t *col_start = (const uint32_t *) sparse->m_start;
  SimScaling scaling = {sparse->n,
                        col_start,
                        (const uint32_t *) sparse->m_row,
                        sparse->m_value,
                        sparse->row_scale,
                        sparse->column_scale,
                        sparse->work,
                        sparse->work + sparse->n};

  sim_scaling_find (&scaling);
  for (uint32_t c = 0; c < sparse->n; c++)
    for (uint32_t k = col_start[c]; k < col_start[c + 1]; k++)
      sparse->m_value[k] *=
          sparse->row_scale[sparse->m_row[k]] * sparse->column_scale[c];
  sparse->is_scaled = true;
}

SimStatus
sim_sparse_factor (SimSparse *sparse, double gamma)
{
  if (sparse->n == 0)
    return SIM_OK;
  if (!fill (sparse, gamma))
    return SIM_BAD_VALUE;
  if (sparse->is_lent)
    take_back_pivots (sparse);
  sparse->is_scaled = false;
  SimStatus status = refactor (sparse) ? SIM_OK : factor_anew (sparse);
  if (status == SIM_OK && sparse->common.rcond >= SIM_SCALE_WEAK)
    return SIM_OK;
  scale (sparse);
  return factor_anew (sparse);
}

void
sim_sparse_set_aside (SimSparse *sparse, bool is_aside)
{
  sparse->is_aside = is_aside;
}

void
sim_sparse_solve (SimSparse *sparse, double *b)
{
  if (sparse->n == 0)
    return;
  for (uint32_t i = 0; i < sparse->n && sparse->is_scaled; i++)
    b[i] *= sparse->row_scale[i];
  klu_solve (sparse->symbolic, sparse->numeric, (int) sparse->n, 1, b, &sparse->common);
  for (uint32_t i = 0; i < sparse->n && sparse->is_scaled; i++)
    b[i] *= sparse->column_scale[i];
}

/* The same factors that led to the kept values: from the same pivots. */
static void
factor_again (void *object)
{
  SimSparse *sparse = object;

  bool has_refactored = sparse->has_factors && !sparse->is_lent;

  take_back_pivots (sparse);
  if (has_refactored)
    klu_refactor (sparse->m_start, sparse->m_row, sparse->m_value, sparse->symbolic,
                  sparse->numeric, &sparse->common);
}

static void
free_factors (void *object)
{
  SimSparse *sparse = object;

  klu_free_numeric (&sparse->numeric, &sparse->common);
  klu_free_symbolic (&sparse->symbolic, &sparse->common);
}

SimSparse *
sim_sparse_new (SimMemory *memory,
                uint32_t n_states,
                uint32_t n,
                const uint32_t *col_start,
                const uint32_t *row)
{
  BaseArena *arena = memory->arena;
  SimSparse *sparse = base_arena_new0 (arena, SimSparse);
  size_t n_entries = col_start == NULL ? 0 : col_start[n];
  size_t n_m = n_entries + n_states;

  sparse->n_states = n_states;
  sparse->n = n;
  sparse->n_entries = (uint32_t) n_entries;
  sparse->row = row;
  sim_memory_array (memory, &sparse->value, n_entries);
  sparse->place = base_arena_array (arena, int, n_entries);
  sparse->diagonal = base_arena_array (arena, int, n_states);
  sparse->m_start = base_arena_array (arena, int, (size_t) n + 1);
  sparse->m_row = base_arena_array (arena, int, n_m);
  sim_memory_array (memory, &sparse->m_value, n_m);
  sim_memory_array (memory, &sparse->pivoted, n_m);
  sim_memory_array (memory, &sparse->row_scale, n);
  sim_memory_array (memory, &sparse->column_scale, n);
  sparse->work = base_arena_array (arena, double, 2 * (size_t) n);
  for (uint32_t i = 0; i < n_states; i++)
    sparse->diagonal[i] = NO_ENTRY;
  /* The pattern once; factors are found again when a run is restored. */
  klu_defaults (&sparse->common);
  if (n > 0)
    make_pattern (sparse, col_start);
  sim_memory_keep_from (memory, sparse, culprit);
  sim_memory_when_restored (memory, factor_again, sparse);
  sim_memory_own (memory, sparse, free_factors);
  return sparse;
}

/* -1 if it is odd: each cycle of length k is k - 1 exchanges. */
static int
parity (const int *permutation, uint32_t n, double *seen)
{
  int sign = 1;

  memset (seen, 0, n * sizeof *seen);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = i; seen[k] == 0.0; k = (uint32_t) permutation[k]) {
      seen[k] = 1.0;
      if ((uint32_t) permutation[k] != i)
        sign = -sign;
    }
  return sign;
}

int
sim_sparse_orientation (SimSparse *sparse)
{
  const klu_numeric *numeric = sparse->numeric;
  int sign;

  if (numeric == NULL)
    return sparse->n == 0 ? 1 : 0;
  sign = parity (numeric->Pnum, sparse->n, sparse->work) *
         parity (sparse->symbolic->Q, sparse->n, sparse->work);
  for (uint32_t i = 0; i < sparse->n; i++)
    if (((const double *) numeric->Udiag)[i] < 0.0)
      sign = -sign;
  return sign;
}
