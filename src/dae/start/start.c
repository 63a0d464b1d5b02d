/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start (LANGUAGE section 10). The sorted equations are matched as they are for the
 * run; initial equations claim states along augmenting paths, by name. One that
 * finds nothing to determine is redundant and becomes a check. What is still free is
 * fixed at its guess: what dae_states_choose() wants fixed, else states. These may be
 * others, as guesses are written for the start, and states are chosen for the run. */
#include "dae/start/start.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/number.h"
#include "dae/block/tear.h"
#include "dae/incidence.h"
#include "dae/index/pivot.h"
#include "dae/index/state.h"

typedef struct {
  DaeBuild *work;
  uint32_t n_eqs; /* rows: equations, then one per offer */
  uint32_t *eq;
  uint32_t n_columns;
  uint32_t *column;
  uint32_t *place;
  uint32_t n_offers;
  uint32_t *offer; /* variables that may be fixed, the first ones rather */
  GraphPattern pattern;
  uint32_t *row_of;
  uint32_t *column_of;
} Plan;

/* Outside a guess was written with more of the model in view (so in Modelica,
 * specification 3.6, section 8.6.2). */
static int
compare_offers (const void *pa, const void *pb, void *data)
{
  const DaeBuild *work = data;
  uint32_t a = *(const uint32_t *) pa, b = *(const uint32_t *) pb;
  const DaeVarInfo *ia = &work->info.at[a], *ib = &work->info.at[b];
  bool is_wanted_a = ia->is_wanted_fixed, is_wanted_b = ib->is_wanted_fixed;
  bool is_state_a = work->vars.at[a].kind == DAE_STATE;
  bool is_state_b = work->vars.at[b].kind == DAE_STATE;

  if (ia->priority != ib->priority)
    return ia->priority > ib->priority ? -1 : 1;
  if (is_wanted_a != is_wanted_b)
    return is_wanted_a ? -1 : 1;
  if (ia->guess_level != ib->guess_level)
    return ia->guess_level < ib->guess_level ? -1 : 1;
  if (is_state_a != is_state_b)
    return is_state_a ? -1 : 1;
  return dae_build_compare_names (work, a, b);
}

static void
find_offers (Plan *plan)
{
  DaeBuild *work = plan->work;

  plan->offer = base_arena_array (work->scratch, uint32_t, work->vars.n);
  for (uint32_t v = 0; v < work->vars.n; v++) {
    bool is_state = work->vars.at[v].kind == DAE_STATE;

    if (plan->place[v] != DAE_NONE && (is_state || work->info.at[v].is_wanted_fixed))
      plan->offer[plan->n_offers++] = v;
  }
  g_qsort_with_data (plan->offer, (gint) plan->n_offers, sizeof *plan->offer,
                     compare_offers, work);
}

static uint32_t
eq_at_start (const DaeBuild *work, uint32_t eq)
{
  uint32_t other = work->eq_info.at[eq].at_start;

  return other == DAE_NONE ? eq : other;
}

static void
find_rows_and_columns (Plan *plan)
{
  DaeBuild *work = plan->work;

  plan->eq = base_arena_array (work->scratch, uint32_t, work->eqs.n);
  plan->column = base_arena_array (work->scratch, uint32_t, work->vars.n);
  plan->place = dae_build_none (work->scratch, work->vars.n);
  for (uint32_t e = 0; e < work->eqs.n; e++)
    if (work->eq_info.at[e].use == DAE_USE_MAIN)
      plan->eq[plan->n_eqs++] = eq_at_start (work, e);
  uint32_t n_main = plan->n_eqs;
  for (uint32_t e = 0; e < work->eqs.n; e++)
    if (work->eq_info.at[e].use == DAE_USE_INITIAL)
      plan->eq[plan->n_eqs++] = eq_at_start (work, e);
  if (plan->n_eqs > n_main + 1)
    g_qsort_with_data (plan->eq + n_main, (gint) (plan->n_eqs - n_main),
                       sizeof *plan->eq, dae_build_compare_eqs, work);
  for (uint32_t v = 0; v < work->vars.n; v++) {
    if (!dae_build_is_unknown (work, v))
      continue;
    plan->place[v] = plan->n_columns;
    plan->column[plan->n_columns++] = v;
  }
}

/* The rows of the equations, and below them one per offer. */
static void
find_pattern (Plan *plan)
{
  DaeBuild *work = plan->work;
  GraphPattern eqs =
      dae_incidence_pattern (work, plan->n_eqs, plan->eq, plan->n_columns, plan->place);
  uint32_t n = eqs.start[eqs.n_rows], n_rows = plan->n_eqs + plan->n_offers;
  uint32_t *start = base_arena_array (work->scratch, uint32_t, (size_t) n_rows + 1);
  uint32_t *column =
      base_arena_array (work->scratch, uint32_t, (size_t) n + plan->n_offers);

  for (uint32_t r = 0; r <= plan->n_eqs; r++)
    start[r] = eqs.start[r];
  for (uint32_t k = 0; k < n; k++)
    column[k] = eqs.column[k];
  for (uint32_t i = 0; i < plan->n_offers; i++) {
    column[n + i] = plan->place[plan->offer[i]];
    start[plan->n_eqs + i + 1] = n + i + 1;
  }
  plan->pattern = (GraphPattern){n_rows, plan->n_columns, start, column};
}

/* The matching of the run; initial equations and offers are free, and so is what
 * another equation stands for. */
static void
take_over_matching (Plan *plan)
{
  DaeBuild *work = plan->work;
  uint32_t *row_of_eq = dae_build_none (work->scratch, work->eqs.n);

  plan->row_of = base_arena_array (work->scratch, uint32_t, plan->n_columns);
  plan->column_of = dae_build_none (work->scratch, plan->pattern.n_rows);
  for (uint32_t r = 0; r < plan->n_eqs; r++)
    row_of_eq[plan->eq[r]] = r;
  for (uint32_t c = 0; c < plan->n_columns; c++) {
    uint32_t eq = work->solved_by[plan->column[c]];
    plan->row_of[c] = eq == DAE_NONE ? GRAPH_NONE : row_of_eq[eq];
    if (plan->row_of[c] != GRAPH_NONE)
      plan->column_of[plan->row_of[c]] = c;
  }
}

static uint32_t
known_as (const DaeBuild *work, uint32_t state)
{
  return work->vars.at[state].is_hidden ? work->info.at[state].stands_for : state;
}

typedef struct {
  const ExprPool *pool;
  bool found;
} Search;

static void
find_initial (void *data, ExprId e)
{
  Search *search = data;

  search->found |= expr_op (search->pool, e) == EXPR_INITIAL;
}

/* The equation of a variable that asks for initial() means another one after it. */
static bool
ends_with_start (const DaeBuild *work, uint32_t variable)
{
  uint32_t eq = work->solved_by[variable];
  Search search = {.pool = work->pool};

  if (eq == DAE_NONE)
    return false;
  expr_walk_reset (work->walk);
  expr_walk (work->walk, work->eqs.at[eq].lhs, find_initial, &search);
  expr_walk (work->walk, work->eqs.at[eq].rhs, find_initial, &search);
  return search.found;
}

/* What else than states is in the initial equation may follow from discrete variables,
 * and so change in the first instant. */
static bool
may_be_undone (const DaeBuild *work, uint32_t eq)
{
  const DaeEqInfo *info = &work->eq_info.at[eq];
  bool are_states = true;

  if (info->use != DAE_USE_INITIAL)
    return false;
  for (uint32_t k = 0; k < info->n_uses; k++) {
    if (ends_with_start (work, info->uses[k]))
      return false;
    are_states = are_states && work->vars.at[info->uses[k]].kind == DAE_STATE;
  }
  return !are_states;
}

static void
list_checks (Plan *plan)
{
  DaeBuild *work = plan->work;
  BASE_VEC (uint32_t) checks = {0};

  for (uint32_t r = 0; r < plan->n_eqs; r++)
    if (plan->column_of[r] == GRAPH_NONE)
      base_vec_push (work->arena, checks, plan->eq[r]);
  work->start.n_redundant = checks.n;
  for (uint32_t r = 0; r < plan->n_eqs; r++)
    if (plan->column_of[r] != GRAPH_NONE && may_be_undone (work, plan->eq[r]))
      base_vec_push (work->arena, checks, plan->eq[r]);
  work->start.n_checks = checks.n;
  work->start.checks = checks.at;
}

/* ---- which initial equations depend on each other ---- */

/* Where there are more equations than unknowns: the redundant ones and all that may
 * stand in for them (Dulmage & Mendelsohn, Coverings of bipartite graphs, 1958), and
 * the offers of their unknowns. It is small beside the model. */
typedef struct {
  bool *has_row;
  uint32_t *place; /* of a column among those of the part, or GRAPH_NONE */
  uint32_t n_columns;
} Part;

static Part
find_part (const Plan *plan)
{
  BaseArena *scratch = plan->work->scratch;
  const GraphPattern *pattern = &plan->pattern;
  Part part = {.has_row = base_arena_array (scratch, bool, pattern->n_rows),
               .place = dae_build_none (scratch, plan->n_columns)};
  BASE_VEC (uint32_t) rows = {0};

  for (uint32_t r = 0; r < plan->n_eqs; r++)
    if (plan->column_of[r] == GRAPH_NONE)
      base_vec_push (scratch, rows, r);
  /* All that alternating paths reach from equations without a column. */
  for (uint32_t i = 0; i < rows.n; i++) {
    part.has_row[rows.at[i]] = true;
    for (uint32_t k = pattern->start[rows.at[i]]; k < pattern->start[rows.at[i] + 1];
         k++) {
      uint32_t c = pattern->column[k];
      if (part.place[c] != GRAPH_NONE)
        continue;
      part.place[c] = part.n_columns++;
      if (plan->row_of[c] != GRAPH_NONE)
        base_vec_push (scratch, rows, plan->row_of[c]);
    }
  }
  /* Offers take part with their variable. */
  for (uint32_t i = 0; i < plan->n_offers; i++)
    part.has_row[plan->n_eqs + i] =
        part.place[plan->place[plan->offer[i]]] != GRAPH_NONE;
  return part;
}

typedef struct {
  DaeBuild *work;
  BASE_VEC (uint32_t) places;
  BASE_VEC (double) values;
} Gather;

static void
add_partial (void *data, uint32_t variable, ExprId partial)
{
  Gather *gather = data;
  double value = dae_build_sample (gather->work, partial);

  base_vec_push (gather->work->scratch, gather->places, gather->work->slot[variable]);
  base_vec_push (gather->work->scratch, gather->values, isfinite (value) ? value : 1.0);
}

/* The partial derivatives of the part's rows, each row a column here. */
static DaeColumns
find_partials (const Plan *plan, const Part *part)
{
  DaeBuild *work = plan->work;
  uint32_t n_rows = plan->pattern.n_rows, n = 0;
  uint32_t *start = base_arena_array (work->scratch, uint32_t, (size_t) n_rows + 1);
  Gather gather = {.work = work};

  for (uint32_t c = 0; c < plan->n_columns; c++)
    work->slot[plan->column[c]] = part->place[c];
  for (uint32_t r = 0; r < n_rows; r++) {
    if (!part->has_row[r])
      continue;
    /* Gradients of equations; an offer fixes its variable. */
    if (r < plan->n_eqs)
      expr_gradient (work->pool, dae_build_residual (work, plan->eq[r]),
                     (ExprSlots){work->slot, work->vars.n}, add_partial, &gather);
    else {
      base_vec_push (work->scratch, gather.places,
                     part->place[plan->place[plan->offer[r - plan->n_eqs]]]);
      base_vec_push (work->scratch, gather.values, 1.0);
    }
    start[++n] = gather.places.n;
  }
  for (uint32_t c = 0; c < plan->n_columns; c++)
    work->slot[plan->column[c]] = UINT32_MAX;
  return (DaeColumns){part->n_columns, n, start, gather.places.at, gather.values.at};
}

/* By row: false if it follows from those before it. */
static bool *
find_independent (const Plan *plan)
{
  const Part part = find_part (plan);
  const DaeColumns partials = find_partials (plan, &part);
  g_autofree bool *is_taken = g_new0 (bool, partials.n_columns + 1);
  bool *is_independent = g_new (bool, plan->pattern.n_rows + 1);
  uint32_t n = 0;

  dae_pivot_columns (&partials, is_taken);
  for (uint32_t r = 0; r < plan->pattern.n_rows; r++)
    is_independent[r] = !part.has_row[r] || is_taken[n++];
  return is_independent;
}

/* Initial equations claim along augmenting paths in their order, then offers; those of
 * `first` before the others, unless it is NULL. */
static void
claim (Plan *plan, const bool *first)
{
  for (uint32_t pass = first == NULL ? 1 : 0; pass < 2; pass++) {
    g_autofree bool *is_dead = g_new0 (bool, plan->n_columns);

    for (uint32_t r = 0; r < plan->pattern.n_rows; r++)
      if (plan->column_of[r] == GRAPH_NONE && (pass == 1 || first[r]))
        graph_augment (&plan->pattern, r, plan->row_of, plan->column_of, is_dead);
  }
}

static bool
has_redundant (const Plan *plan)
{
  for (uint32_t r = 0; r < plan->n_eqs; r++)
    if (plan->column_of[r] == GRAPH_NONE)
      return true;
  return false;
}

/* Where there are more initial equations than states, those that follow from others
 * must not take the place of the one that does not: two springs side by side both say
 * how long they are. Structure does not see that; elimination with numbers for what is
 * not known yet does. */
static void
claim_states (Plan *plan)
{
  DaeBuild *work = plan->work;
  BASE_VEC (uint32_t) fixed = {0};

  claim (plan, NULL);
  if (has_redundant (plan)) {
    g_autofree bool *is_independent = find_independent (plan);

    take_over_matching (plan);
    claim (plan, is_independent);
  }
  for (uint32_t r = plan->n_eqs; r < plan->pattern.n_rows; r++)
    if (plan->column_of[r] != GRAPH_NONE)
      base_vec_push (work->arena, fixed, known_as (work, plan->offer[r - plan->n_eqs]));
  work->start.n_fixed = fixed.n;
  work->start.fixed = fixed.at;
}

static uint32_t
add_fixed_eq (DaeBuild *work, uint32_t state)
{
  ExprId guess = work->info.at[state].guess;
  ExprId value = expr_is_none (guess) ? expr_number (work->pool, 0.0) : guess;
  DaeEq eq = {expr_var (work->pool, state), value, DAE_NONE, 0};

  return dae_build_add_eq (work, eq, (DaeEqInfo){.use = DAE_USE_FIXED});
}

/* One pattern of the equations that take part, and its blocks. */
static void
sort_start (Plan *plan)
{
  DaeBuild *work = plan->work;
  uint32_t n = plan->n_columns, first_new = work->eqs.n, n_rows = 0;
  uint32_t *eq = base_arena_array (work->scratch, uint32_t, n);
  uint32_t *row_of = base_arena_array (work->scratch, uint32_t, n);
  uint32_t *column_of = base_arena_array (work->scratch, uint32_t, n);

  for (uint32_t r = 0; r < plan->pattern.n_rows; r++) {
    if (plan->column_of[r] == GRAPH_NONE)
      continue;
    eq[n_rows] = r < plan->n_eqs ? plan->eq[r]
                                 : add_fixed_eq (work, plan->offer[r - plan->n_eqs]);
    row_of[plan->column_of[r]] = n_rows;
    column_of[n_rows++] = plan->column_of[r];
  }
  g_assert (n_rows == n);
  /* Blocks in the order in which they are solved. */
  dae_incidence_uses (work, first_new, work->eqs.n - first_new);
  GraphPattern pattern = dae_incidence_pattern (work, n, eq, n, plan->place);
  GraphBlocks blocks = graph_blocks (work->scratch, &pattern, row_of);
  DaeBlock *made = base_arena_array (work->arena, DaeBlock, blocks.n);
  g_autofree uint32_t *block_eq = g_new (uint32_t, n);
  g_autofree uint32_t *unknown = g_new (uint32_t, n);
  for (uint32_t b = 0; b < blocks.n; b++) {
    uint32_t n_block = blocks.start[b + 1] - blocks.start[b];
    for (uint32_t i = 0; i < n_block; i++) {
      uint32_t r = blocks.row[blocks.start[b] + i];
      block_eq[i] = eq[r];
      unknown[i] = plan->column[column_of[r]];
    }
    made[b] = dae_tear_block (work, n_block, block_eq, unknown);
  }
  work->start.n_blocks = blocks.n;
  work->start.blocks = made;
}

enum { MAX_NAMED = 8 };

/* "mass.s = 0.2"; a guess that follows from parameters is told as that. */
static void
append_fixed (DaeBuild *work, uint32_t var, GString *text)
{
  ExprId guess = work->info.at[var].guess;
  char number[BASE_NUMBER_SIZE];
  double value = 0;

  if (expr_is_none (guess) || expr_is_number (work->pool, guess, &value))
    g_string_append_printf (text, "%s = %s", work->vars.at[var].name,
                            base_number_to_short_text (value, 6, number));
  else
    g_string_append_printf (text, _ ("%s at its guess"), work->vars.at[var].name);
}

static void
report_fixed (DaeBuild *work)
{
  uint32_t n = work->start.n_fixed;
  g_autoptr (GString) list = g_string_new (NULL);

  if (n == 0)
    return;
  for (uint32_t i = 0; i < MIN (n, MAX_NAMED); i++) {
    g_string_append (list, i == 0 ? "" : ", ");
    append_fixed (work, work->start.fixed[i], list);
  }
  g_autofree char *all =
      n <= MAX_NAMED ? g_strdup (list->str)
                     : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s and %u more",
                                                     "%s and %u more", n - MAX_NAMED),
                                        list->str, n - MAX_NAMED);
  base_diags_add (work->diags, BASE_NOTE, 502, work->flat->instances[0].span,
                  "initial values not specified; defaults used: %s", all);
  for (uint32_t i = 0; i < n; i++)
    base_diags_add_culprit (work->diags, work->vars.at[work->start.fixed[i]].name);
}

void
dae_start_plan (DaeBuild *work)
{
  Plan plan = {.work = work};

  find_rows_and_columns (&plan);
  find_offers (&plan);
  find_pattern (&plan);
  take_over_matching (&plan);
  claim_states (&plan);
  list_checks (&plan);
  sort_start (&plan);
  report_fixed (work);
}
