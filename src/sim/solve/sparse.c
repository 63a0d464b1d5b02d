/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices that change in value and not in pattern. KLU (Davis & Palamadai Natarajan,
 * ACM TOMS 37(3), 2010) analyses the pattern and chooses pivots, which later matrices
 * are eliminated by (sim/solve/elimination.h) as long as they fit; where a list of all
 * multiplications would be too long, KLU refactors. Factored anew otherwise, and once
 * more after geometric scaling where pivots are weak. The cost is that of the fill. */
#include "sim/solve/sparse.h"

#include <stdbool.h>
#include <string.h>
#include <suitesparse/klu.h>

#include "sim/norm.h"
#include "sim/solve/elimination.h"
#include "sim/solve/scaling.h"

/* Below this reciprocal pivot growth the old pivots are given up. 1 is no growth at
 * all; eight digits may go before a solution of 1e-6 relative suffers. */
static const double GROWTH_MIN = 1e-8;

/* Pivots are chosen no smaller than this part of the greatest entry of their columns,
 * and used for other matrices until they are below a part of that. Solutions need that
 * to keep their digits; where there are states, M is for an iteration that mends them,
 * and pivots on the diagonal fill it less. */
static const double CHOICE = 0.5, CHOICE_OF_STATES = 1e-3, USE = 0.2;

/* No row: the columns of the tear variables have no diagonal entry of their own. */
enum { NO_ENTRY = -1 };

/* What the factors at hand are: none, those of KLU with pivots of their own, or by
 * pivots that were chosen before. */
typedef enum {
  FACTORS_NONE,
  FACTORS_OWN,
  FACTORS_REFACTORED,
  FACTORS_ELIMINATED
} Factors;

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
  double *pivoted;   /* values of M for which pivots were chosen, if has_pivots */
  double *row_scale; /* of M as it was factored, if is_scaled */
  double *column_scale;
  double *work; /* 2 n */
  klu_symbolic *symbolic;
  klu_numeric *numeric;
  klu_common common;
  SimElimination *elimination; /* with the pivots for `pivoted`, or without order */
  bool is_lent;                /* `numeric` has other pivots than those for `pivoted` */
  bool is_aside;

  /* Kept (SimMemory). */
  uint32_t culprit;
  bool is_scaled;
  bool has_pivots;
  Factors factors; /* they follow from m_value and `pivoted` */
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
  if (!sim_norm_is_finite (sparse->value, sparse->n_entries))
    return false;
  if (sparse->n_states == 0) {
    memcpy (sparse->m_value, sparse->value, sparse->n_entries * sizeof (double));
    return true;
  }
  memset (sparse->m_value, 0, sizeof (double) * n_in_matrix (sparse));
  for (uint32_t k = 0; k < sparse->n_entries; k++)
    sparse->m_value[sparse->place[k]] += sparse->row[k] < sparse->n_states
                                             ? -gamma * sparse->value[k]
                                             : sparse->value[k];
  for (uint32_t i = 0; i < sparse->n_states; i++)
    sparse->m_value[sparse->diagonal[i]] += 1;
  return true;
}

/* True if KLU's old pivots gave a usable factorisation of the new values. klu_refactor
 * does not look at the pivots of blocks of one row, hence klu_rcond. */
static bool
refactor (SimSparse *sparse)
{
  klu_common *common = &sparse->common;

  return klu_refactor (sparse->m_start, sparse->m_row, sparse->m_value,
                       sparse->symbolic, sparse->numeric, common) &&
         common->status == KLU_OK &&
         klu_rcond (sparse->symbolic, sparse->numeric, common) && common->rcond > 0 &&
         klu_rgrowth (sparse->m_start, sparse->m_row, sparse->m_value, sparse->symbolic,
                      sparse->numeric, common) &&
         common->rgrowth > GROWTH_MIN;
}

/* Factors of these values of M with pivots of their own, by KLU; false if they are
 * singular. */
static bool
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
  return sparse->numeric != NULL && common->status == KLU_OK &&
         klu_rcond (sparse->symbolic, sparse->numeric, common) && common->rcond > 0;
}

/* The pivots for `pivoted`, for what comes. */
static void
keep_pivots (SimSparse *sparse)
{
  sparse->is_lent = false;
  if (sparse->has_pivots)
    sim_elimination_set_order (sparse->elimination, sparse->numeric->Pnum,
                               sparse->symbolic->Q, sparse->pivoted,
                               USE * sparse->common.tol);
  else
    sim_elimination_forget_order (sparse->elimination);
}

/* By the pivots that were chosen last, but for those chosen aside. */
static SimPivotsState
factor_as_before (SimSparse *sparse)
{
  if (!sparse->has_pivots)
    return SIM_PIVOTS_UNFIT;
  if (sim_elimination_has_order (sparse->elimination)) {
    sparse->factors = FACTORS_ELIMINATED;
    return sim_elimination_factor (sparse->elimination, sparse->m_value);
  }
  if (sparse->is_lent)
    choose_pivots (sparse, sparse->pivoted);
  sparse->is_lent = false;
  sparse->factors = FACTORS_REFACTORED;
  if (!refactor (sparse))
    return SIM_PIVOTS_UNFIT;
  return sparse->common.rcond < SIM_SCALE_WEAK ? SIM_PIVOTS_WEAK : SIM_PIVOTS_FIT;
}

/* With pivots of its own. */
static SimStatus
factor_anew (SimSparse *sparse)
{
  const klu_common *common = &sparse->common;
  bool is_regular = choose_pivots (sparse, sparse->m_value);

  sparse->factors = is_regular ? FACTORS_OWN : FACTORS_NONE;
  sparse->is_lent = true;
  if (is_regular)
    return SIM_OK;
  sparse->culprit = common->singular_col >= 0 && common->singular_col < (int) sparse->n
                        ? (uint32_t) common->singular_col
                        : 0;
  return SIM_SINGULAR;
}

/* The same, and with those pivots what comes. */
static SimPivotsState
factor_from_here (SimSparse *sparse)
{
  SimStatus status = factor_anew (sparse);
  bool is_weak = status != SIM_OK || sparse->common.rcond < SIM_SCALE_WEAK;

  if (sparse->is_aside)
    return is_weak ? SIM_PIVOTS_WEAK : SIM_PIVOTS_FIT;
  memcpy (sparse->pivoted, sparse->m_value, n_in_matrix (sparse) * sizeof (double));
  sparse->has_pivots = status == SIM_OK;
  keep_pivots (sparse);
  if (is_weak)
    return SIM_PIVOTS_WEAK;
  if (factor_as_before (sparse) != SIM_PIVOTS_FIT)
    sparse->factors = FACTORS_OWN;
  return SIM_PIVOTS_FIT;
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
  sparse->is_scaled = false;
  SimPivotsState state = factor_as_before (sparse);
  if (state == SIM_PIVOTS_UNFIT)
    state = factor_from_here (sparse);
  if (state == SIM_PIVOTS_FIT)
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
  if (sparse->factors == FACTORS_ELIMINATED) {
    sim_elimination_solve (sparse->elimination, b);
    return;
  }
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

  if (sparse->has_pivots)
    choose_pivots (sparse, sparse->pivoted);
  keep_pivots (sparse);
  switch (sparse->factors) {
  case FACTORS_NONE:
    break;
  case FACTORS_OWN:
    choose_pivots (sparse, sparse->m_value);
    sparse->is_lent = true;
    break;
  case FACTORS_REFACTORED:
    klu_refactor (sparse->m_start, sparse->m_row, sparse->m_value, sparse->symbolic,
                  sparse->numeric, &sparse->common);
    break;
  case FACTORS_ELIMINATED:
    sim_elimination_factor (sparse->elimination, sparse->m_value);
    break;
  }
}

static void
free_factors (void *object)
{
  SimSparse *sparse = object;

  klu_free_numeric (&sparse->numeric, &sparse->common);
  klu_free_symbolic (&sparse->symbolic, &sparse->common);
  sim_elimination_free (sparse->elimination);
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
  sparse->common.tol = n_states > 0 ? CHOICE_OF_STATES : CHOICE;
  if (n > 0)
    make_pattern (sparse, col_start);
  sparse->elimination = sim_elimination_new (n, sparse->m_start, sparse->m_row);
  sim_memory_keep_from (memory, sparse, culprit);
  sim_memory_when_restored (memory, factor_again, sparse);
  sim_memory_own (memory, sparse, free_factors);
  return sparse;
}

/* From KLU's factors. */
static int
own_orientation (const SimSparse *sparse)
{
  const klu_numeric *numeric = sparse->numeric;
  int sign = sim_elimination_parity (sparse->n, numeric->Pnum, sparse->symbolic->Q);

  for (uint32_t i = 0; i < sparse->n; i++)
    if (((const double *) numeric->Udiag)[i] < 0.0)
      sign = -sign;
  return sign;
}

int
sim_sparse_orientation (const SimSparse *sparse)
{
  if (sparse->n == 0)
    return 1;
  switch (sparse->factors) {
  case FACTORS_NONE:
    return 0;
  case FACTORS_OWN:
  case FACTORS_REFACTORED:
    return own_orientation (sparse);
  case FACTORS_ELIMINATED:
    return sim_elimination_orientation (sparse->elimination);
  }
  return 0;
}
