#include "dae/work.h"

/* Index reduction (Pantelides 1988). In each round the highest derivatives are matched
 * to the most differentiated equations; the whole overdetermined part (Dulmage &
 * Mendelsohn), which is the union of Pantelides' minimal structurally singular subsets,
 * is differentiated at once. Rounds are as many as the index, so the work stays linear.
 */
typedef struct {
  DaeWork *work;
  ExprTimeDerive *derive;
  uint32_t n_active;
  uint32_t *active; /* equations that are no longer differentiated */
  uint32_t n_columns;
  uint32_t *column; /* variables: of the columns */
  uint32_t *place;  /* column of a variable, or DAE_NONE */
} Index;

static ExprId
rate_of (void *data, ExprPool *pool, uint32_t variable)
{
  DaeWork *work = data;
  const DaeVar *var = &work->vars.at[variable];

  if (var->kind == DAE_PARAMETER)
    return expr_number (pool, 0.0);
  return var->kind == DAE_DISCRETE || var->derivative == DAE_NONE
             ? EXPR_NONE
             : expr_var (pool, var->derivative);
}

/* Columns: the highest derivatives, or (is_merged) one per chain x, x', x'' … */
static void
find_columns (Index *index, bool is_merged)
{
  DaeWork *work = index->work;

  index->n_columns = 0;
  index->column = base_arena_array (work->scratch, uint32_t, work->vars.n);
  index->place = base_arena_array (work->scratch, uint32_t, work->vars.n);
  for (uint32_t v = 0; v < work->vars.n; v++) {
    uint32_t end = is_merged ? work->vars.at[v].integral : work->vars.at[v].derivative;
    index->place[v] = DAE_NONE;
    if (dae_is_unknown (work, v) && end == DAE_NONE) {
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
  return dae_pattern (index->work, index->n_active, index->active, index->n_columns,
                      index->place);
}

static void
find_active (Index *index)
{
  DaeWork *work = index->work;

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
  g_autofree uint32_t *row_of = g_new (uint32_t, index->n_columns);
  g_autofree uint32_t *column_of = g_new (uint32_t, index->n_active);
  for (uint32_t i = 0; i < index->n_active; i++)
    row_of[i] = column_of[i] = GRAPH_NONE;
  return graph_match (&pattern, row_of, column_of) == index->n_active;
}

static void
differentiate (Index *index, uint32_t e)
{
  DaeWork *work = index->work;
  DaeEq eq = work->eqs.at[e];
  uint32_t culprit = DAE_NONE;

  eq.lhs = expr_time_derive (index->derive, eq.lhs, &culprit);
  if (!expr_is_none (eq.lhs))
    eq.rhs = expr_time_derive (index->derive, eq.rhs, &culprit);
  if (expr_is_none (eq.lhs) || expr_is_none (eq.rhs)) {
    dae_report_not_differentiable (work, e, culprit);
    return;
  }
  eq.n_differentiated++;
  uint32_t new = dae_add_eq (work, eq, (DaeEqInfo){.use = DAE_USE_MAIN});
  work->eq_info.at[e].next = new;
}

/* One matching; true if it is perfect on the equations. Otherwise their overdetermined
 * part has been differentiated. */
static bool
do_round (Index *index)
{
  DaeWork *work = index->work;
  uint32_t n_eqs = work->eqs.n;

  find_active (index);
  find_columns (index, false);
  GraphPattern pattern = find_pattern (index);
  g_autofree uint32_t *row_of = g_new (uint32_t, index->n_columns);
  g_autofree uint32_t *column_of = g_new (uint32_t, index->n_active);
  g_autofree GraphPart *row_part = g_new (GraphPart, index->n_active);
  g_autofree GraphPart *column_part = g_new (GraphPart, index->n_columns);
  for (uint32_t c = 0; c < index->n_columns; c++)
    row_of[c] = GRAPH_NONE;
  for (uint32_t r = 0; r < index->n_active; r++)
    column_of[r] = GRAPH_NONE;
  if (graph_match (&pattern, row_of, column_of) == index->n_active)
    return true;
  graph_parts (&pattern, row_of, column_of, row_part, column_part);
  for (uint32_t c = 0; c < index->n_columns; c++)
    if (column_part[c] == GRAPH_OVER)
      dae_add_derivative (work, index->column[c]);
  for (uint32_t r = 0; r < index->n_active; r++)
    if (row_part[r] == GRAPH_OVER)
      differentiate (index, index->active[r]);
  dae_find_uses (work, n_eqs, work->eqs.n - n_eqs);
  return base_diags_has_errors (work->diags);
}

void
dae_reduce_index (DaeWork *work)
{
  Index index = {.work = work};

  if (!is_regular (&index)) {
    dae_report_singular (work);
    return;
  }
  work->n_old_vars = work->vars.n;
  index.derive = expr_time_derive_new (work->pool, rate_of, work);
  while (!do_round (&index))
    continue;
  expr_time_derive_free (index.derive);
}
