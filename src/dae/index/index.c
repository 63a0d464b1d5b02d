/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Index reduction (Pantelides 1988). In each round the highest derivatives are matched
 * to the most differentiated equations; the whole overdetermined part (Dulmage &
 * Mendelsohn), which is the union of Pantelides' minimal structurally singular subsets,
 * is differentiated at once. Rounds are as many as the index, so the work stays linear.
 */
#include "dae/index/index.h"

#include "dae/equation/table.h"
#include "dae/incidence.h"
#include "dae/index/jump.h"
#include "dae/index/singular.h"

typedef struct {
  DaeBuild *work;
  ExprDeriveTime *derive;
  uint32_t n_active;
  uint32_t *active; /* equations that are no longer differentiated */
  uint32_t n_columns;
  uint32_t *column;   /* variables: of the columns */
  uint32_t *place;    /* column of a variable, or DAE_NONE */
  uint32_t n_old_eqs; /* before index reduction */
  uint32_t n_old_exprs;
  bool *is_read;
  bool has_switch;
} Index;

static ExprId
rate_of (void *data, ExprPool *pool, uint32_t variable)
{
  DaeBuild *work = data;
  const DaeVar *var = &work->vars.at[variable];

  if (var->kind == DAE_PARAMETER)
    return expr_number (pool, 0.0);
  return var->kind == DAE_DISCRETE || var->derivative == DAE_NONE
             ? EXPR_NONE
             : expr_var (pool, var->derivative);
}

static bool
is_smooth (void *data, uint32_t table)
{
  return dae_table_is_smooth (data, table);
}

/* Columns: the highest derivatives, or (is_merged) one per chain x, x', x'' … */
static void
find_columns (Index *index, bool is_merged)
{
  DaeBuild *work = index->work;

  index->n_columns = 0;
  index->column = base_arena_array (work->scratch, uint32_t, work->vars.n);
  index->place = dae_build_none (work->scratch, work->vars.n);
  for (uint32_t v = 0; v < work->vars.n; v++) {
    uint32_t end = is_merged ? work->vars.at[v].integral : work->vars.at[v].derivative;
    if (dae_build_is_unknown (work, v) && end == DAE_NONE) {
      index->place[v] = index->n_columns;
      index->column[index->n_columns++] = v;
    }
  }
  for (uint32_t c = 0; c < index->n_columns && is_merged; c++)
    for (uint32_t v = index->column[c]; v != DAE_NONE; v = work->vars.at[v].derivative)
      index->place[v] = c;
}

static GraphPattern
find_pattern (Index *index)
{
  return dae_incidence_pattern (index->work, index->n_active, index->active,
                                index->n_columns, index->place);
}

static void
find_active (Index *index)
{
  DaeBuild *work = index->work;

  index->n_active = 0;
  index->active = base_arena_array (work->scratch, uint32_t, work->eqs.n);
  for (uint32_t e = 0; e < work->eqs.n; e++)
    if (work->eq_info.at[e].use == DAE_USE_MAIN && work->eq_info.at[e].next == DAE_NONE)
      index->active[index->n_active++] = e;
}

/* True if every equation and every unknown finds its partner when x and its derivatives
 * count as one: then, and only then, index reduction comes to an end. */
static bool
is_regular (Index *index)
{
  find_active (index);
  find_columns (index, true);
  if (index->n_active != index->n_columns)
    return false;
  GraphPattern pattern = find_pattern (index);
  uint32_t *row_of = dae_build_none (index->work->scratch, index->n_columns);
  uint32_t *column_of = dae_build_none (index->work->scratch, index->n_active);
  return graph_match (&pattern, row_of, column_of) == index->n_active;
}

/* An equation that could not be differentiated. */
typedef struct {
  uint32_t row;
  uint32_t culprit; /* as expr_derive_time() says */
} Failure;

static void
look_for_switch (void *data, ExprId e)
{
  Index *index = data;
  const ExprNode *node = expr_node (index->work->pool, e);

  if (node->op == EXPR_IF &&
      dae_build_depends (index->work, node->args[0]) != DAE_ON_PARAMETER)
    index->has_switch = true;
}

/* Kinks are differentiated piece by piece: said once, at the equation itself. */
static void
note_kinks (Index *index, uint32_t e)
{
  DaeBuild *work = index->work;

  if (work->eqs.at[e].n_differentiated > 0)
    return;
  index->has_switch = false;
  expr_walk_reset (work->walk);
  expr_walk (work->walk, work->eqs.at[e].lhs, look_for_switch, index);
  expr_walk (work->walk, work->eqs.at[e].rhs, look_for_switch, index);
  if (index->has_switch)
    dae_jump_note_piecewise (work, e);
}

static bool
differentiate (Index *index, uint32_t e, uint32_t *culprit)
{
  DaeBuild *work = index->work;
  DaeEq eq = work->eqs.at[e];

  eq.lhs = expr_derive_time (index->derive, eq.lhs, culprit);
  if (!expr_is_none (eq.lhs))
    eq.rhs = expr_derive_time (index->derive, eq.rhs, culprit);
  if (expr_is_none (eq.lhs) || expr_is_none (eq.rhs))
    return false;
  eq.n_differentiated++;
  uint32_t new = dae_build_add_eq (work, eq, (DaeEqInfo){.use = DAE_USE_MAIN});
  work->eq_info.at[e].next = new;
  note_kinks (index, e);
  return true;
}

static void
note_read (void *data, ExprId e)
{
  Index *index = data;
  const ExprNode *node = expr_node (index->work->pool, e);

  if (node->op == EXPR_VAR)
    index->is_read[expr_index (node->payload, index->work->vars.n)] = true;
}

/* Which variables an equation, a crossing or an assert mentions. */
static void
find_read (Index *index)
{
  DaeBuild *work = index->work;

  index->is_read = base_arena_array (work->scratch, bool, work->vars.n);
  for (uint32_t e = 0; e < index->n_old_eqs; e++)
    for (uint32_t k = 0; k < work->eq_info.at[e].n_uses; k++)
      index->is_read[work->eq_info.at[e].uses[k]] = true;
  expr_walk_reset (work->walk);
  for (uint32_t i = 0; i < work->crossings.n; i++) {
    expr_walk (work->walk, work->crossings.at[i].left, note_read, index);
    expr_walk (work->walk, work->crossings.at[i].right, note_read, index);
  }
  for (uint32_t i = 0; i < work->flat->n_asserts; i++)
    expr_walk (work->walk, work->flat->asserts[i].condition, note_read, index);
}

/* Takes the system back to where index reduction began. The expressions made since go
 * as well: they speak of variables that are no more. */
static void
roll_back (Index *index)
{
  DaeBuild *work = index->work;

  work->vars.n = work->info.n = work->n_old_vars;
  work->eqs.n = work->eq_info.n = index->n_old_eqs;
  expr_pool_cut (work->pool, index->n_old_exprs);
  work->depends.n = MIN (work->depends.n, index->n_old_exprs);
  for (uint32_t v = 0; v < work->vars.n; v++)
    if (work->vars.at[v].derivative >= work->vars.n)
      work->vars.at[v].derivative = DAE_NONE;
  for (uint32_t e = 0; e < work->eqs.n; e++)
    work->eq_info.at[e].next = DAE_NONE;
}

/* Leaves out the highest derivative of x, if nothing reads it. */
static bool
leave_out (Index *index, uint32_t x, uint32_t eq, uint32_t culprit)
{
  DaeBuild *work = index->work;

  while (work->vars.at[x].derivative != DAE_NONE &&
         work->vars.at[x].derivative < work->n_old_vars)
    x = work->vars.at[x].derivative;
  if (x >= work->n_old_vars || work->vars.at[x].integral == DAE_NONE ||
      index->is_read[x] || work->vars.at[x].kind == DAE_ABSENT)
    return false;
  work->vars.at[x].kind = DAE_ABSENT;
  work->vars.at[work->vars.at[x].integral].derivative = DAE_NONE;
  dae_jump_note_absent (work, x, eq, culprit);
  return true;
}

/* Someone only wants to see derivatives of a signal that jumps: the model runs without
 * them. Looks among the variables of the equations that had to be differentiated
 * together with the one that failed. False if nothing could be left out. */
static bool
do_without (Index *index,
            const GraphPattern *pattern,
            const bool *is_over,
            Failure failure)
{
  DaeBuild *work = index->work;
  uint32_t n = pattern->n_rows + pattern->n_columns;
  g_autofree uint32_t *group = g_new (uint32_t, n);
  bool is_any = false;

  find_read (index);
  graph_components (pattern, is_over, group);
  for (uint32_t r = 0; r < pattern->n_rows; r++) {
    const DaeEqInfo *info = &work->eq_info.at[index->active[r]];
    for (uint32_t k = 0; group[r] == group[failure.row] && k < info->n_uses; k++)
      is_any |=
          leave_out (index, info->uses[k], index->active[failure.row], failure.culprit);
  }
  return is_any;
}

/* Differentiates the overdetermined part. Where that fails, all is as it was before
 * index reduction, but for what is left out; without that an error stands. */
static void
differentiate_part (Index *index, const GraphPattern *pattern, const bool *is_over)
{
  DaeBuild *work = index->work;
  uint32_t n_eqs = work->eqs.n;
  BASE_VEC (Failure) failures = {0};
  bool is_changed = false;

  for (uint32_t c = 0; c < pattern->n_columns; c++)
    if (is_over[pattern->n_rows + c])
      dae_build_add_derivative (work, index->column[c]);
  /* Equations once more, each with the first thing that hinders it. */
  for (uint32_t r = 0; r < pattern->n_rows; r++) {
    Failure failure = {r, UINT32_MAX};
    if (is_over[r] && !differentiate (index, index->active[r], &failure.culprit))
      base_vec_push (work->scratch, failures, failure);
  }
  if (failures.n == 0) {
    dae_incidence_uses (work, n_eqs, work->eqs.n - n_eqs);
    return;
  }
  /* Derivatives that nothing reads are left out; else it is an error. */
  for (uint32_t i = 0; i < failures.n; i++)
    is_changed |= do_without (index, pattern, is_over, failures.at[i]);
  for (uint32_t i = 0; i < failures.n && !is_changed; i++)
    dae_jump_not_differentiable (work, index->active[failures.at[i].row],
                                 failures.at[i].culprit);
  roll_back (index);
}

/* One matching; true if it is perfect on the equations. Otherwise their overdetermined
 * part has been differentiated. */
static bool
do_round (Index *index)
{
  find_active (index);
  find_columns (index, false);
  GraphPattern pattern = find_pattern (index);
  uint32_t n = index->n_active + index->n_columns;
  uint32_t *partner = dae_build_none (index->work->scratch, n);
  g_autofree GraphPart *part = g_new (GraphPart, n);
  g_autofree bool *is_over = g_new (bool, n);
  uint32_t *column_of = partner, *row_of = partner + index->n_active;
  if (graph_match (&pattern, row_of, column_of) == index->n_active)
    return true;
  graph_dulmage_mendelsohn (&pattern, row_of, column_of, part, part + index->n_active);
  for (uint32_t i = 0; i < n; i++)
    is_over[i] = part[i] == GRAPH_OVER;
  differentiate_part (index, &pattern, is_over);
  return base_diags_has_errors (index->work->diags);
}

void
dae_index_reduce (DaeBuild *work)
{
  Index index = {.work = work, .n_old_eqs = work->eqs.n};

  if (!is_regular (&index)) {
    dae_singular_report (work);
    return;
  }
  work->n_old_vars = work->vars.n;
  index.n_old_exprs = expr_pool_size (work->pool);
  bool is_done = false;
  while (!is_done) {
    /* Its memo knows derivatives that a roll-back takes away, hence a new one each
     * time. */
    index.derive = expr_derive_time_new (work->pool, rate_of, is_smooth, work);
    is_done = do_round (&index);
    expr_derive_time_free (index.derive);
  }
}
