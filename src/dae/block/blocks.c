/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matching, block triangular form and the split into what the integration needs and
 * what only results need. Discrete variables are known while the continuous ones are
 * solved; their own equations are sorted behind what they read. */
#include "dae/block/blocks.h"

#include "dae/block/tear.h"
#include "dae/index/singular.h"

typedef struct {
  DaeBuild *work;
  uint32_t n_rows;
  uint32_t *eq; /* of the rows */
  uint32_t n_columns;
  uint32_t *column; /* variables */
  uint32_t *place;  /* column of a variable, or DAE_NONE */
  uint32_t *row_of;
  uint32_t *column_of;
  BASE_VEC (uint32_t) entry_row;
  BASE_VEC (uint32_t) entry_column;
  uint32_t row; /* being read */
  bool reads_itself;
} Sorting;

static void
find_rows_and_columns (Sorting *s, bool with_discrete)
{
  DaeBuild *work = s->work;

  s->eq = base_arena_array (work->scratch, uint32_t, work->eqs.n);
  s->column = base_arena_array (work->scratch, uint32_t, work->vars.n);
  s->place = dae_build_none (work->scratch, work->vars.n);
  for (uint32_t e = 0; e < work->eqs.n; e++)
    if (work->eq_info.at[e].use == DAE_USE_MAIN ||
        (work->eq_info.at[e].use == DAE_USE_DISCRETE && with_discrete))
      s->eq[s->n_rows++] = e;
  for (uint32_t v = 0; v < work->vars.n; v++) {
    DaeVarKind kind = work->vars.at[v].kind;
    bool is_column = kind == DAE_DISCRETE
                         ? with_discrete
                         : dae_build_is_unknown (work, v) && kind != DAE_STATE;
    if (!is_column)
      continue;
    s->place[v] = s->n_columns;
    s->column[s->n_columns++] = v;
  }
}

static void
add_entry (Sorting *s, uint32_t variable)
{
  if (s->place[variable] == DAE_NONE)
    return;
  base_vec_push (s->work->scratch, s->entry_row, s->row);
  base_vec_push (s->work->scratch, s->entry_column, s->place[variable]);
}

/* What a discrete equation reads now; pre (z) is of the pass before. */
static void
note_discrete (void *data, ExprId e)
{
  Sorting *s = data;
  const DaeEqInfo *info = &s->work->eq_info.at[s->eq[s->row]];
  const ExprNode *node = expr_node (s->work->pool, e);

  if (node->op != EXPR_VAR || dae_leaf (s->work, node)->kind != DAE_DISCRETE)
    return;
  s->reads_itself = s->reads_itself || node->payload.at == info->unknown;
  add_entry (s, node->payload.at);
}

static void
report_discrete_loop (const Sorting *s, uint32_t eq)
{
  DaeBuild *work = s->work;
  const FlatEq *flat_eq = dae_build_flat_eq (work, eq);

  base_diags_add (
      work->diags, BASE_ERROR, 409,
      flat_model_user_span (work->flat, flat_eq->instance, flat_eq->span),
      "discrete variables form an algebraic loop: each depends on the others");
  base_diags_set_path (work->diags, work->flat->instances[flat_eq->instance].path);
  base_diags_set_hint (work->diags, "pre(…) takes the value from before the event");
}

static GraphPattern
find_pattern (Sorting *s)
{
  DaeBuild *work = s->work;
  g_autoptr (ExprWalk) walk = expr_walk_new (work->pool);

  expr_walk_stop_at (walk, EXPR_PRE);
  for (s->row = 0; s->row < s->n_rows; s->row++) {
    const DaeEqInfo *info = &work->eq_info.at[s->eq[s->row]];
    for (uint32_t k = 0; k < info->n_uses; k++)
      add_entry (s, info->uses[k]);
    if (info->use != DAE_USE_DISCRETE)
      continue;
    s->reads_itself = false;
    add_entry (s, info->unknown);
    expr_walk_reset (walk);
    expr_walk (walk, work->eqs.at[s->eq[s->row]].rhs, note_discrete, s);
    if (s->reads_itself)
      report_discrete_loop (s, s->eq[s->row]);
  }
  return graph_pattern_new (work->scratch, s->n_rows, s->n_columns, s->entry_row.n,
                            s->entry_row.at, s->entry_column.at);
}

static bool
match (Sorting *s, const GraphPattern *pattern)
{
  DaeBuild *work = s->work;

  s->row_of = dae_build_none (work->scratch, s->n_columns);
  s->column_of = dae_build_none (work->scratch, s->n_rows);
  for (uint32_t r = 0; r < s->n_rows; r++) {
    const DaeEqInfo *info = &work->eq_info.at[s->eq[r]];
    if (info->use == DAE_USE_DISCRETE) {
      s->column_of[r] = s->place[info->unknown];
      s->row_of[s->column_of[r]] = r;
    }
  }
  return s->n_rows == s->n_columns &&
         graph_match (pattern, s->row_of, s->column_of) == s->n_rows;
}

/* The block of rows blocks->row[start[b] …]. */
static DaeBlock
make_block (const Sorting *s, const GraphBlocks *blocks, uint32_t b)
{
  uint32_t n = blocks->start[b + 1] - blocks->start[b];
  g_autofree uint32_t *eq = g_new (uint32_t, n);
  g_autofree uint32_t *unknown = g_new (uint32_t, n);
  bool has_discrete = false;

  for (uint32_t i = 0; i < n; i++) {
    uint32_t r = blocks->row[blocks->start[b] + i];
    eq[i] = s->eq[r];
    unknown[i] = s->column[s->column_of[r]];
    has_discrete |= s->work->vars.at[unknown[i]].kind == DAE_DISCRETE;
    s->work->solved_by[unknown[i]] = eq[i];
  }
  if (has_discrete && n > 1)
    report_discrete_loop (s, eq[0]);
  return dae_tear_block (s->work, n, eq, unknown);
}

typedef struct {
  const DaeBuild *work;
  bool *is_needed; /* per variable */
  GArray *delayed; /* expressions */
} Needs;

static void
need_variable (void *data, ExprId e)
{
  const Needs *needs = data;
  const ExprNode *node = expr_node (needs->work->pool, e);

  if (node->op == EXPR_VAR)
    needs->is_needed[expr_index (node->payload, needs->work->vars.n)] = true;
}

/* Delayed signals are recorded wherever they are read. */
static void
need_delayed (void *data, ExprId e)
{
  const Needs *needs = data;
  const ExprNode *node = expr_node (needs->work->pool, e);

  if (node->op == EXPR_DELAY)
    g_array_append_val (needs->delayed, node->args[0]);
}

static void
find_delayed (DaeBuild *work, Needs *needs)
{
  if (work->flat->n_delays == 0)
    return;
  needs->delayed = g_array_new (FALSE, FALSE, sizeof (ExprId));
  expr_walk_reset (work->walk);
  for (uint32_t e = 0; e < work->eqs.n; e++)
    if (work->eq_info.at[e].use == DAE_USE_MAIN ||
        work->eq_info.at[e].use == DAE_USE_DISCRETE) {
      expr_walk (work->walk, work->eqs.at[e].lhs, need_delayed, needs);
      expr_walk (work->walk, work->eqs.at[e].rhs, need_delayed, needs);
    }
  expr_walk_reset (work->walk);
  for (uint32_t i = 0; i < needs->delayed->len; i++)
    expr_walk (work->walk, g_array_index (needs->delayed, ExprId, i), need_variable,
               needs);
  g_array_unref (needs->delayed);
}

/* What rates, crossings and discrete variables read. */
static void
find_first_needs (DaeBuild *work, Needs *needs)
{
  expr_walk_reset (work->walk);
  for (uint32_t i = 0; i < work->rates.n; i++)
    needs->is_needed[work->rates.at[i]] = true;
  for (uint32_t i = 0; i < work->crossings.n; i++) {
    expr_walk (work->walk, work->crossings.at[i].left, need_variable, needs);
    expr_walk (work->walk, work->crossings.at[i].right, need_variable, needs);
  }
  for (uint32_t i = 0; i < work->action_eq.n; i++)
    expr_walk (work->walk, work->eqs.at[work->action_eq.at[i]].rhs, need_variable,
               needs);
  for (uint32_t v = 0; v < work->vars.n; v++)
    if (work->vars.at[v].kind == DAE_DISCRETE)
      needs->is_needed[v] = true;
}

/* True if the block is needed; what it reads is then needed too. */
static bool
pass_on_need (const Needs *needs, const DaeBlock *block)
{
  bool is_needed = false;

  for (uint32_t i = 0; i < block->n; i++)
    is_needed = is_needed || needs->is_needed[block->unknown[i]];
  for (uint32_t i = 0; i < block->n && is_needed; i++) {
    const DaeEqInfo *info = &needs->work->eq_info.at[block->eq[i]];
    for (uint32_t k = 0; k < info->n_uses; k++)
      needs->is_needed[info->uses[k]] = true;
  }
  return is_needed;
}

static void
add_constants (DaeBuild *work)
{
  for (uint32_t e = 0; e < work->eqs.n; e++)
    if (work->eq_info.at[e].use == DAE_USE_CONSTANT)
      base_vec_push (work->arena, work->output,
                     dae_tear_block (work, 1, &e, &work->eq_info.at[e].unknown));
}

static void
split (DaeBuild *work, uint32_t n, const DaeBlock *blocks)
{
  g_autofree bool *is_needed = g_new0 (bool, work->vars.n);
  g_autofree bool *is_dynamic = g_new0 (bool, n);
  Needs needs = {work, is_needed, NULL};

  find_first_needs (work, &needs);
  find_delayed (work, &needs);
  for (uint32_t b = n; b-- > 0;)
    is_dynamic[b] = pass_on_need (&needs, &blocks[b]);
  uint32_t n_dynamic = 0;
  for (uint32_t b = 0; b < n; b++)
    n_dynamic += is_dynamic[b];
  base_vec_reserve (work->arena, work->dynamic, n_dynamic);
  add_constants (work);
  for (uint32_t b = 0; b < n; b++)
    if (is_dynamic[b])
      base_vec_push (work->arena, work->dynamic, blocks[b]);
    else
      base_vec_push (work->arena, work->output, blocks[b]);
}

bool
dae_blocks_order (DaeBuild *work, DaeOrder *order)
{
  Sorting s = {.work = work};

  find_rows_and_columns (&s, false);
  GraphPattern pattern = find_pattern (&s);
  if (!match (&s, &pattern))
    return false;
  GraphBlocks blocks = graph_blocks (work->scratch, &pattern, s.row_of);
  uint32_t *eq = base_arena_array (work->scratch, uint32_t, s.n_rows);
  uint32_t *unknown = base_arena_array (work->scratch, uint32_t, s.n_rows);
  for (uint32_t i = 0; i < s.n_rows; i++) {
    eq[i] = s.eq[blocks.row[i]];
    unknown[i] = s.column[s.column_of[blocks.row[i]]];
  }
  *order = (DaeOrder){blocks.n, blocks.start, eq, unknown};
  return true;
}

/* States that are chosen while the model runs are sought among tear variables. */
static void
tear_candidates (DaeBuild *work)
{
  work->is_torn = base_arena_array (work->scratch, bool, work->vars.n);
  for (uint32_t i = 0; i < work->selections.n; i++) {
    const DaeSelection *selection = &work->selections.at[i];
    for (uint32_t j = 0; j < selection->n; j++) {
      uint32_t v = selection->candidate[j * (selection->order + 1)];
      work->is_torn[dae_build_representative (work, v)] = true;
    }
  }
}

void
dae_blocks_sort (DaeBuild *work)
{
  Sorting s = {.work = work};

  work->slot = dae_build_none (work->own, work->vars.n);
  work->solved_by = dae_build_none (work->own, work->vars.n);
  find_rows_and_columns (&s, true);
  GraphPattern pattern = find_pattern (&s);
  if (!match (&s, &pattern)) {
    dae_singular_report (work);
    return;
  }
  GraphBlocks blocks = graph_blocks (work->scratch, &pattern, s.row_of);
  DaeBlock *made = base_arena_array (work->scratch, DaeBlock, blocks.n);
  tear_candidates (work);
  for (uint32_t b = 0; b < blocks.n; b++)
    made[b] = make_block (&s, &blocks, b);
  work->is_torn = NULL;
  split (work, blocks.n, made);
}
