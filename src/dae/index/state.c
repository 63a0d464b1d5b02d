/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Static selection of states by dummy derivatives (Mattsson & Soederlind 1993). Stage s
 * looks at the equations that were differentiated at least s times, in the version s -
 * 1 times integrated, and at the variables that stage s - 1 took and that have a
 * derivative to give up; all stages share one Jacobian. A stage takes as many variables
 * as it has equations; their derivatives become ordinary unknowns. The order in which
 * variables are offered is the reverse of how much they are wanted as states. The same
 * is done once more with other wishes for what is fixed at the start. */
#include "dae/index/state.h"

#include <math.h>

#include "dae/index/pivot.h"
#include "dae/index/redundant.h"

typedef struct {
  uint32_t variable; /* highest derivative of its chain */
  uint32_t order;    /* how often it is differentiated */
  uint32_t n_taken;  /* stages that have taken it */
  bool is_varying;   /* some coefficient is not of parameters alone */
  bool is_new;       /* only index reduction asked for its derivative */
  bool has_pivot;    /* some coefficient is not zero where the run is likely to start */
} Candidate;

typedef struct {
  DaeBuild *work;
  BASE_VEC (Candidate) candidates;
  BASE_VEC (DaeConstraintEntry) entries; /* columns: candidates */
  uint32_t *slot;                        /* variable: its candidate or UINT32_MAX */
  double *start;                         /* variable: likely start value */
  bool *has_start;                       /* variable: somebody wrote it */
  BASE_VEC (DaeConstraint) rows;
  bool is_for_start;
} Selection;

static uint32_t
order_of (const DaeBuild *work, uint32_t v)
{
  uint32_t order = 0;

  for (; work->vars.at[v].integral != DAE_NONE; v = work->vars.at[v].integral)
    order++;
  return order;
}

/* Parameters, guesses and plain initial equations. */
static void
find_start_values (Selection *selection)
{
  DaeBuild *work = selection->work;

  selection->start = base_arena_array (work->scratch, double, work->vars.n);
  selection->has_start = base_arena_array (work->scratch, bool, work->vars.n);
  for (uint32_t v = 0; v < work->vars.n; v++) {
    ExprId guess = work->info.at[v].guess;
    selection->has_start[v] = work->info.at[v].has_guess;
    if (work->vars.at[v].kind == DAE_PARAMETER)
      selection->start[v] = work->param_value[v];
    else if (!expr_is_none (guess) &&
             dae_build_depends (work, guess) == DAE_ON_PARAMETER)
      selection->start[v] = dae_build_sample (work, guess);
  }
  /* `initial x = p` goes before a guess. */
  for (uint32_t e = 0; e < work->eqs.n; e++) {
    const DaeEq *eq = &work->eqs.at[e];
    const ExprNode *lhs = expr_node (work->pool, eq->lhs);
    if (work->eq_info.at[e].use == DAE_USE_INITIAL && lhs->op == EXPR_VAR &&
        dae_build_depends (work, eq->rhs) == DAE_ON_PARAMETER) {
      uint32_t v = expr_index (lhs->payload, work->vars.n);
      selection->start[v] = dae_build_sample (work, eq->rhs);
      selection->has_start[v] = true;
    }
  }
}

static double
start_of (const void *data, uint32_t variable)
{
  return ((const Selection *) data)->start[variable];
}

/* Rounding noise of a coefficient that is zero. */
#define ZERO_COEFFICIENT 1e-9

static void
add_partial (void *data, uint32_t variable, ExprId partial)
{
  Selection *selection = data;
  DaeBuild *work = selection->work;
  Candidate *candidate = &selection->candidates.at[selection->slot[variable]];
  double value = dae_build_sample (work, partial);

  double at_start = expr_eval (work->pool, partial, 0.0, start_of, selection);
  candidate->has_pivot |= !(fabs (at_start) <= ZERO_COEFFICIENT);
  bool is_varying = dae_build_depends (work, partial) != DAE_ON_PARAMETER;
  candidate->is_varying |= is_varying;
  selection->rows.at[selection->rows.n - 1].is_varying |= is_varying;
  DaeConstraintEntry entry = {selection->rows.n - 1, selection->slot[variable],
                              isfinite (value) ? value : 1.0};
  base_vec_push (work->scratch, selection->entries, entry);
}

static void
find_candidates (Selection *selection)
{
  DaeBuild *work = selection->work;

  find_start_values (selection);
  selection->slot = dae_build_none (work->scratch, work->vars.n);
  for (uint32_t v = 0; v < work->vars.n; v++) {
    const DaeVar *var = &work->vars.at[v];
    if (!dae_build_is_unknown (work, v) || var->derivative != DAE_NONE ||
        var->integral == DAE_NONE)
      continue;
    selection->slot[v] = selection->candidates.n;
    Candidate candidate = {.variable = v, .order = order_of (work, v)};
    candidate.is_new = v >= selection->work->n_old_vars;
    base_vec_push (work->scratch, selection->candidates, candidate);
  }
  /* Constraints: equations that were differentiated, but for their last derivatives. */
  for (uint32_t e = 0; e < work->eqs.n; e++) {
    const DaeEq *eq = &work->eqs.at[e];
    const DaeEqInfo *info = &work->eq_info.at[e];
    if (info->use != DAE_USE_MAIN || info->next != DAE_NONE ||
        eq->n_differentiated == 0)
      continue;
    DaeConstraint row = {.eq = e, .degree = eq->n_differentiated};
    base_vec_push (work->scratch, selection->rows, row);
    expr_gradient (work->pool, dae_build_residual (work, e),
                   (ExprSlots){selection->slot, work->vars.n}, add_partial, selection);
  }
}

/* The variable that stops being a state if the candidate is taken once more. */
static uint32_t
given_up (const DaeBuild *work, const Candidate *candidate)
{
  uint32_t v = candidate->variable;

  for (uint32_t i = 0; i <= candidate->n_taken; i++)
    v = work->vars.at[v].integral;
  return v;
}

/* Of the variable's guess, or of the outermost one of what it is a derivative of. */
static uint32_t
guess_level (const DaeBuild *work, uint32_t v)
{
  uint32_t level = UINT32_MAX;

  for (; v != DAE_NONE; v = work->vars.at[v].integral)
    level = MIN (level, work->info.at[v].guess_level);
  return level;
}

/* Of the variable, or of what it is a derivative of. */
static bool
has_start (const Selection *selection, uint32_t v)
{
  while (v != DAE_NONE && !selection->has_start[v])
    v = selection->work->vars.at[v].integral;
  return v != DAE_NONE;
}

/* By what someone wrote for the start. The states of the run do not ask who wrote it.
 */
static int
compare_starts (const Selection *selection, uint32_t a, uint32_t b)
{
  const DaeVarInfo *info = selection->work->info.at;
  uint32_t level_a = guess_level (selection->work, a);
  uint32_t level_b = guess_level (selection->work, b);

  if (!selection->is_for_start)
    return info[a].has_guess != info[b].has_guess
               ? info[a].has_guess - info[b].has_guess
               : has_start (selection, a) - has_start (selection, b);
  return (level_a < level_b) - (level_a > level_b);
}

/* True if `a` is offered before `b`, that is, `b` is wanted more as a state. */
static int
compare_offers (const void *pa, const void *pb, void *data)
{
  const Selection *selection = data;
  const Candidate *a = &selection->candidates.at[*(const uint32_t *) pa];
  const Candidate *b = &selection->candidates.at[*(const uint32_t *) pb];
  uint32_t va = given_up (selection->work, a), vb = given_up (selection->work, b);
  const DaeVarInfo *ia = &selection->work->info.at[va],
                   *ib = &selection->work->info.at[vb];

  if (ia->priority != ib->priority)
    return ia->priority < ib->priority ? -1 : 1;
  if (a->has_pivot != b->has_pivot)
    return a->has_pivot ? -1 : 1;
  if (a->is_varying != b->is_varying)
    return a->is_varying ? 1 : -1;
  if (a->is_new != b->is_new)
    return a->is_new ? -1 : 1;
  int by_start = compare_starts (selection, va, vb);
  return by_start != 0 ? by_start : dae_build_compare_names (selection->work, vb, va);
}

/* Candidates that this stage may take, best first. */
static uint32_t
find_offers (const Selection *selection, uint32_t stage, uint32_t *offer)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < selection->candidates.n; i++)
    if (selection->candidates.at[i].n_taken == stage - 1 &&
        selection->candidates.at[i].order >= stage)
      offer[n++] = i;
  g_qsort_with_data (offer, (gint) n, sizeof *offer, compare_offers,
                     (gpointer) selection);
  return n;
}

/* The stage's matrix, columns in the order of the offers. */
static DaeColumns
find_matrix (const Selection *selection,
             BaseArena *scratch,
             const uint32_t *row_of,
             uint32_t n_rows,
             uint32_t n_offers,
             const uint32_t *offer)
{
  uint32_t *column_of = dae_build_none (scratch, selection->candidates.n);
  uint32_t *start = base_arena_array (scratch, uint32_t, n_offers + 2);
  uint32_t *row = base_arena_array (scratch, uint32_t, selection->entries.n);
  double *value = base_arena_array (scratch, double, selection->entries.n);

  for (uint32_t i = 0; i < n_offers; i++)
    column_of[offer[i]] = i;
  for (uint32_t k = 0; k < selection->entries.n; k++) {
    const DaeConstraintEntry *entry = &selection->entries.at[k];
    if (column_of[entry->column] != DAE_NONE && row_of[entry->row] != DAE_NONE)
      start[column_of[entry->column] + 2]++;
  }
  /* Counting sort by column. */
  for (uint32_t c = 0; c < n_offers; c++)
    start[c + 2] += start[c + 1];
  for (uint32_t k = 0; k < selection->entries.n; k++) {
    const DaeConstraintEntry *entry = &selection->entries.at[k];
    uint32_t c = column_of[entry->column];
    if (c == DAE_NONE || row_of[entry->row] == DAE_NONE)
      continue;
    row[start[c + 1]] = row_of[entry->row];
    value[start[c + 1]++] = entry->value;
  }
  return (DaeColumns){n_rows, n_offers, start, row, value};
}

/* The equations say the same where they were looked at: takes what fits by structure
 * alone, behind what elimination took. The run names the singular equations.
 */
static void
take_by_structure (const DaeColumns *m, bool *is_taken)
{
  g_autoptr (BaseArena) scratch = base_arena_new ();
  uint32_t n = m->start[m->n_columns];
  uint32_t *offer = base_arena_array (scratch, uint32_t, n);
  uint32_t *row_of = dae_build_none (scratch, m->n_rows);
  uint32_t *column_of = dae_build_none (scratch, m->n_columns);
  bool *is_dead = base_arena_array (scratch, bool, m->n_rows);

  for (uint32_t c = 0; c < m->n_columns; c++)
    for (uint32_t k = m->start[c]; k < m->start[c + 1]; k++)
      offer[k] = c;
  GraphPattern pattern =
      graph_pattern_new (scratch, m->n_columns, m->n_rows, n, offer, m->row);
  for (uint32_t c = 0; c < m->n_columns; c++)
    if (is_taken[c])
      graph_augment (&pattern, c, row_of, column_of, is_dead);
  for (uint32_t c = 0; c < m->n_columns; c++)
    if (!is_taken[c])
      is_taken[c] = graph_augment (&pattern, c, row_of, column_of, is_dead);
}

/* False when no equation was differentiated that often. */
static bool
do_stage (Selection *selection, uint32_t stage)
{
  g_autoptr (BaseArena) scratch = base_arena_new ();
  uint32_t *row_of = base_arena_array (scratch, uint32_t, selection->rows.n);
  uint32_t *offer = base_arena_array (scratch, uint32_t, selection->candidates.n);
  bool *is_taken = base_arena_array (scratch, bool, selection->candidates.n);
  uint32_t n_rows = 0;

  for (uint32_t i = 0; i < selection->rows.n; i++)
    row_of[i] = selection->rows.at[i].degree >= stage ? n_rows++ : DAE_NONE;
  if (n_rows == 0)
    return false;
  uint32_t n_offers = find_offers (selection, stage, offer);
  DaeColumns m = find_matrix (selection, scratch, row_of, n_rows, n_offers, offer);
  if (dae_pivot_columns (&m, is_taken) < n_rows) {
    if (stage == 1 && !selection->is_for_start)
      dae_redundant_check (selection->work, selection->rows.n, selection->rows.at,
                           selection->candidates.n, selection->entries.n,
                           selection->entries.at);
    take_by_structure (&m, is_taken);
  }
  for (uint32_t i = 0; i < n_offers; i++)
    selection->candidates.at[offer[i]].n_taken += is_taken[i];
  return true;
}

/* Chains x, x', … have states below the first derivative that is none. */
static uint32_t
highest_derivative (const DaeBuild *work, const Candidate *candidate)
{
  uint32_t v = candidate->variable;

  for (uint32_t k = 0; k < candidate->n_taken; k++)
    v = work->vars.at[v].integral;
  return v;
}

static void
set_kinds (const Selection *selection)
{
  DaeBuild *work = selection->work;

  for (uint32_t i = 0; i < selection->candidates.n; i++) {
    uint32_t v = highest_derivative (work, &selection->candidates.at[i]);
    if (work->vars.at[v].integral != DAE_NONE)
      work->vars.at[v].kind = DAE_DERIVATIVE;
    while ((v = work->vars.at[v].integral) != DAE_NONE)
      work->vars.at[v].kind = DAE_STATE;
  }
}

static void
choose (Selection *selection)
{
  for (uint32_t i = 0; i < selection->candidates.n; i++)
    selection->candidates.at[i].n_taken = 0;
  for (uint32_t stage = 1; do_stage (selection, stage); stage++)
    continue;
}

/* What would be a state if only the start counted. */
static void
find_fixed (Selection *selection)
{
  DaeBuild *work = selection->work;

  selection->is_for_start = true;
  choose (selection);
  for (uint32_t i = 0; i < selection->candidates.n; i++) {
    uint32_t v = highest_derivative (work, &selection->candidates.at[i]);
    while ((v = work->vars.at[v].integral) != DAE_NONE)
      work->info.at[v].is_wanted_fixed = true;
  }
}

void
dae_states_list (DaeBuild *work)
{
  work->states.n = work->rates.n = 0;
  for (uint32_t v = 0; v < work->vars.n; v++)
    if (work->vars.at[v].kind == DAE_STATE) {
      base_vec_push (work->arena, work->states, v);
      base_vec_push (work->arena, work->rates, work->vars.at[v].derivative);
    }
}

void
dae_states_choose (DaeBuild *work)
{
  Selection selection = {.work = work};

  find_candidates (&selection);
  choose (&selection);
  set_kinds (&selection);
  dae_states_list (work);
  find_fixed (&selection);
}
