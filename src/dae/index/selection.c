/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States that are chosen while the model runs (Mattsson, Olsson & Elmqvist 2000). What
 * closes a loop, or ties x and y of a pendulum, is solved by Newton's method for some
 * of the variables in it while the others are states; no such selection is good
 * everywhere. In place of the chosen ones new variables become states,
 *
 *     s_i = sum over j of pick_ij * q_j,    j = 1 … n: all that may be a state,
 *
 * and the same for their derivatives. pick_ij is 1 where state i stands for q_j, else
 * 0, and changes at events only. All q_j are then found together: one program serves
 * every selection. Only constraints whose matrix varies are treated so: elsewhere the
 * static selection is as good as any. */
#include "dae/index/selection.h"

#include "dae/block/blocks.h"
#include "dae/block/tear.h"
#include "dae/incidence.h"
#include "dae/index/state.h"

/* A block of constraints, found with the static selection. All its equations are
 * differentiated equally often. */
typedef struct {
  DaeBlock block;
  uint32_t height;   /* how often its equations are differentiated after it */
  uint32_t n_states; /* what it determines follows from reached[first_state …] */
  uint32_t first_state;
  bool is_repeated; /* as the derivative of a group that ties this level, too */
} Closure;

typedef struct {
  DaeBuild *work;
  DaeOrder order;
  BASE_VEC (Closure) closures;
  BASE_VEC (uint32_t) reached;
  uint32_t *closure_of;  /* variable: that solves it, or DAE_NONE */
  uint32_t *equation_of; /* variable: that solves it, or DAE_NONE */
  uint32_t *mark;        /* variable: last closure that has met it, + 1 */
  uint32_t *place;       /* variable: its number among the candidates of its group */
  uint32_t *component;   /* closures, then variables: those that share states */
  uint32_t *group_of;    /* candidate: its group, or DAE_NONE */
  uint32_t *source;      /* equation: the group whose derivative it is, or DAE_NONE */
  bool *is_other;        /* component: not only derivatives of a group */
  bool *is_reset;        /* variable: a reinit sets it */
} Search;

static bool
is_constraint (const DaeBuild *work, uint32_t n, const uint32_t *eq)
{
  bool is_all = true;

  for (uint32_t i = 0; i < n; i++)
    is_all = is_all && work->eq_info.at[eq[i]].next != DAE_NONE;
  return is_all;
}

/* What is linear with a matrix that varies may become singular, too: the velocities of
 * a wheel that turns about. */
static bool
can_degrade (const DaeBlock *block)
{
  return block->kind == DAE_NONLINEAR ||
         (block->kind == DAE_LINEAR && !block->is_constant);
}

/* How often an equation is differentiated after this version of it. */
static uint32_t
height_of_eq (const DaeBuild *work, uint32_t e)
{
  uint32_t n = 0;

  for (; work->eq_info.at[e].next != DAE_NONE; e = work->eq_info.at[e].next)
    n++;
  return n;
}

/* How many derivatives v, v', … a variable has. A constraint may determine those only
 * that have as many as its equations are differentiated: others are known by then (the
 * angle of a wheel, for its velocities). */
static uint32_t
height_of (const DaeBuild *work, uint32_t v)
{
  uint32_t n = 0;

  for (; work->vars.at[v].derivative != DAE_NONE; v = work->vars.at[v].derivative)
    n++;
  return n;
}

static uint32_t
least_height (const DaeBuild *work, const DaeBlock *block)
{
  uint32_t least = UINT32_MAX;

  for (uint32_t i = 0; i < block->n; i++)
    least = MIN (least, height_of_eq (work, block->eq[i]));
  return least;
}

static void
add_closure (Search *s, const DaeBlock *block)
{
  Closure closure = {.block = *block, .height = least_height (s->work, block)};

  for (uint32_t i = 0; i < block->n; i++)
    s->closure_of[block->unknown[i]] = s->closures.n;
  base_vec_push (s->work->scratch, s->closures, closure);
}

static void
find_closures (Search *s)
{
  const DaeOrder *order = &s->order;

  for (uint32_t b = 0; b < order->n; b++) {
    uint32_t first = order->start[b], n = order->start[b + 1] - first;
    for (uint32_t i = 0; i < n; i++)
      s->equation_of[order->unknown[first + i]] = order->eq[first + i];
    if (!is_constraint (s->work, n, order->eq + first))
      continue;
    DaeBlock block =
        dae_tear_block (s->work, n, order->eq + first, order->unknown + first);
    if (can_degrade (&block))
      add_closure (s, &block);
  }
}

static void
push_closure (const Search *s, uint32_t c, GArray *stack)
{
  const DaeBlock *block = &s->closures.at[c].block;

  g_array_append_vals (stack, block->eq, block->n);
}

/* One variable that closure c needs: a state, something explicit, or what another
 * closure gives. */
static void
meet (Search *s, uint32_t c, uint32_t v, GArray *stack)
{
  DaeBuild *work = s->work;
  uint32_t height = s->closures.at[c].height, other = s->closure_of[v];

  if (s->mark[v] == c + 1)
    return;
  s->mark[v] = c + 1;
  if (other != DAE_NONE && s->closures.at[other].height == height) {
    push_closure (s, other, stack);
  } else if (other == DAE_NONE && work->vars.at[v].kind == DAE_STATE) {
    if (height_of (work, v) != height || s->is_reset[v])
      return;
    base_vec_push (work->scratch, s->reached, v);
    s->closures.at[c].n_states++;
  } else if (other == DAE_NONE && s->equation_of[v] != DAE_NONE) {
    g_array_append_val (stack, s->equation_of[v]);
  }
}

static void
reach (Search *s, uint32_t c)
{
  DaeBuild *work = s->work;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  s->closures.at[c].first_state = s->reached.n;
  push_closure (s, c, stack);
  while (stack->len > 0) {
    uint32_t e = g_array_index (stack, uint32_t, stack->len - 1);
    const DaeEqInfo *info = &work->eq_info.at[e];

    g_array_set_size (stack, stack->len - 1);
    for (uint32_t k = 0; k < info->n_uses; k++)
      meet (s, c, info->uses[k], stack);
  }
}

/* Closures that share states. Components are numbered by their first members. */
static void
find_components (Search *s)
{
  BaseArena *scratch = s->work->scratch;
  uint32_t n = s->closures.n, n_vars = s->work->vars.n;
  uint32_t *start = base_arena_array (scratch, uint32_t, n + 1);

  for (uint32_t c = 0; c < n; c++) {
    reach (s, c);
    start[c + 1] = s->reached.n;
  }
  GraphPattern pattern = {n, n_vars, start, s->reached.at};
  s->component = base_arena_array (scratch, uint32_t, n + n_vars);
  s->is_other =
      base_arena_array (scratch, bool, graph_components (&pattern, NULL, s->component));
}

/* ---- a group: closures that share states, and the candidates of all ---- */

typedef struct {
  uint32_t component;
  uint32_t first;    /* closure */
  uint32_t n_states; /* candidate[0 … n_states) are the static selection */
  BASE_VEC (uint32_t) candidate;
  uint32_t order; /* derivatives up to this one are tied too */
  const FlatEq *origin;
} Group;

static void
add_candidate (Search *s, Group *group, uint32_t v)
{
  if (s->group_of[v] != DAE_NONE)
    return;
  s->group_of[v] = group->component;
  s->place[v] = group->candidate.n;
  base_vec_push (s->work->scratch, group->candidate, v);
}

static bool
is_in (const Search *s, const Group *group, uint32_t c)
{
  return s->component[c] == group->component;
}

static void
add_tears (Search *s, Group *group, const Closure *closure)
{
  const DaeBlock *block = &closure->block;

  for (uint32_t i = block->n - block->n_tears; i < block->n; i++)
    if (closure->n_states > 0 &&
        height_of (s->work, block->unknown[i]) == closure->height)
      add_candidate (s, group, block->unknown[i]);
}

/* The component of a closure that is its first. */
static Group
collect (Search *s, uint32_t first)
{
  Group group = {.component = s->component[first],
                 .first = first,
                 .order = 1,
                 .origin =
                     dae_build_flat_eq (s->work, s->closures.at[first].block.eq[0])};

  for (uint32_t c = first; c < s->closures.n; c++)
    for (uint32_t i = 0; is_in (s, &group, c) && i < s->closures.at[c].n_states; i++)
      add_candidate (s, &group, s->reached.at[s->closures.at[c].first_state + i]);
  group.n_states = group.candidate.n;
  for (uint32_t c = first; c < s->closures.n; c++)
    if (is_in (s, &group, c))
      add_tears (s, &group, &s->closures.at[c]);
  return group;
}

/* ---- derivatives that follow the selection of what they derive ---- */

static uint32_t
derivative_of (const DaeBuild *work, uint32_t v, uint32_t level)
{
  for (; level > 0; level--)
    v = work->vars.at[v].derivative;
  return v;
}

/* The group's equations, differentiated `level` times, are its own. */
static void
mark_derived (Search *s, const Group *group, uint32_t level)
{
  for (uint32_t c = group->first; c < s->closures.n; c++) {
    const DaeBlock *block = &s->closures.at[c].block;
    for (uint32_t i = 0; is_in (s, group, c) && i < block->n; i++) {
      uint32_t e = block->eq[i];
      for (uint32_t k = 0; k < level; k++)
        e = s->work->eq_info.at[e].next;
      s->source[e] = group->component;
    }
  }
}

static bool
is_derived (const Search *s, const Group *group, const Closure *closure)
{
  bool are_all = true;

  for (uint32_t i = 0; i < closure->block.n; i++)
    are_all = are_all && s->source[closure->block.eq[i]] == group->component;
  return are_all;
}

/* True if nothing but the derivative of the group's closures decides about the
 * derivatives of its candidates, and the static selection is the same. */
static bool
is_repeated (Search *s, const Group *group, uint32_t level)
{
  uint32_t n = s->closures.n;

  for (uint32_t c = 0; c < n; c++)
    s->is_other[s->component[c]] = false;
  for (uint32_t c = 0; c < n; c++)
    if (!is_derived (s, group, &s->closures.at[c]))
      s->is_other[s->component[c]] = true;
  for (uint32_t i = 0; i < group->candidate.n; i++) {
    uint32_t v = derivative_of (s->work, group->candidate.at[i], level);
    bool is_state = s->work->vars.at[v].kind == DAE_STATE;
    uint32_t c = is_state ? n + v : s->closure_of[v];

    if (is_state != (i < group->n_states) || s->is_reset[v] ||
        (c != DAE_NONE && s->is_other[s->component[c]]))
      return false;
  }
  return true;
}

/* Positions and velocities share their selection, unless other constraints bind the
 * velocities only. */
static void
find_order (Search *s, Group *group)
{
  for (; group->order < s->closures.at[group->first].height; group->order++) {
    mark_derived (s, group, group->order);
    if (!is_repeated (s, group, group->order))
      return;
    for (uint32_t c = 0; c < s->closures.n; c++)
      s->closures.at[c].is_repeated |= is_derived (s, group, &s->closures.at[c]);
  }
}

/* ---- the new states ---- */

/* A state that stands for another variable, and for a time; `of` is whose name it has.
 */
static uint32_t
add_state (DaeBuild *work, uint32_t of)
{
  DaeVar var = work->vars.at[of];
  DaeVarInfo info = work->info.at[of];

  var.name = base_arena_printf (work->arena, "state(%s)", var.name);
  var.derivative = var.integral = DAE_NONE;
  var.is_hidden = true;
  info.first = work->vars.n;
  info.is_added = true;
  info.stands_for = of;
  base_vec_push (work->arena, work->vars, var);
  base_vec_push (work->own, work->info, info);
  return work->vars.n - 1;
}

static uint32_t
add_pick (DaeBuild *work, const Group *group, uint32_t i, uint32_t j)
{
  const char *name = base_arena_printf (work->arena, "pick%u.%u.%u",
                                        work->selections.n + 1, i + 1, j + 1);
  uint32_t pick = dae_build_add_discrete (work, name);

  dae_build_add_discrete_eq (
      work, pick, expr_unary (work->pool, EXPR_PRE, expr_var (work->pool, pick)),
      group->origin);
  return pick;
}

typedef BASE_VEC (DaeTie) Ties;

/* A state may stand for its own variable and for what depends on it: whatever is chosen
 * in place of the static selection, there is one such exchange for each state (exchange
 * of bases, Brualdi 1969). */
static void
find_ties (Search *s, const Group *group, Ties *ties)
{
  DaeBuild *work = s->work;

  for (uint32_t i = 0; i < group->n_states; i++)
    base_vec_push (work->arena, *ties, (DaeTie){i, i, add_pick (work, group, i, i)});
  for (uint32_t c = group->first; c < s->closures.n; c++) {
    const Closure *closure = &s->closures.at[c];
    const DaeBlock *block = &closure->block;
    for (uint32_t t = block->n - block->n_tears; is_in (s, group, c) && t < block->n;
         t++) {
      if (s->group_of[block->unknown[t]] != group->component)
        continue;
      uint32_t j = s->place[block->unknown[t]];
      for (uint32_t k = 0; k < closure->n_states; k++) {
        uint32_t i = s->place[s->reached.at[closure->first_state + k]];
        base_vec_push (work->arena, *ties,
                       (DaeTie){i, j, add_pick (work, group, i, j)});
      }
    }
  }
}

static int
compare_ties (const void *pa, const void *pb)
{
  const DaeTie *a = pa, *b = pb;

  if (a->state != b->state)
    return a->state > b->state ? 1 : -1;
  return (a->candidate > b->candidate) - (a->candidate < b->candidate);
}

/* The sum of derivative k over what a state may stand for. */
static ExprId
sum_of (DaeBuild *work, const Group *group, uint32_t n, const DaeTie *ties, uint32_t k)
{
  ExprPool *pool = work->pool;
  ExprId sum = expr_number (pool, 0.0);

  for (uint32_t t = 0; t < n; t++) {
    uint32_t q = derivative_of (work, group->candidate.at[ties[t].candidate], k);
    ExprId pick = expr_var (pool, ties[t].pick);
    ExprId share = expr_binary (pool, EXPR_MUL, pick, expr_var (pool, q));
    sum = expr_binary (pool, EXPR_ADD, sum, share);
  }
  return sum;
}

/* s_i, s_i' … with the rows that tie them. At the start each is simply the variable of
 * the static selection. */
static void
tie (DaeBuild *work,
     const Group *group,
     uint32_t n,
     const DaeTie *ties,
     uint32_t *state)
{
  ExprPool *pool = work->pool;

  for (uint32_t k = 0; k <= group->order; k++) {
    uint32_t of = derivative_of (work, group->candidate.at[ties->state], k);
    uint32_t s = add_state (work, of);
    ExprId sum = sum_of (work, group, n, ties, k);
    ExprId state_k = expr_var (pool, s);
    uint32_t row =
        dae_build_add_eq (work, (DaeEq){state_k, sum, DAE_NONE, k},
                          (DaeEqInfo){.use = DAE_USE_MAIN, .origin = group->origin});
    uint32_t at_start =
        dae_build_add_eq (work, (DaeEq){state_k, expr_var (pool, of), DAE_NONE, k},
                          (DaeEqInfo){.use = DAE_USE_FIXED, .origin = group->origin});

    /* A chain of derivatives like that of the variable. */
    work->eq_info.at[row].at_start = at_start;
    state[k] = s;
    work->vars.at[s].kind = k < group->order ? DAE_STATE : DAE_DERIVATIVE;
    if (k == 0)
      continue;
    work->vars.at[s].integral = state[k - 1];
    work->vars.at[state[k - 1]].derivative = s;
  }
}

/* The static selection gives way to the new states. Rates may be states themselves, of
 * another selection or of none. */
static void
free_candidates (DaeBuild *work, const Group *group)
{
  for (uint32_t i = 0; i < group->n_states; i++)
    for (uint32_t k = 0; k <= group->order; k++) {
      DaeVar *var = &work->vars.at[derivative_of (work, group->candidate.at[i], k)];
      if (k < group->order || var->kind == DAE_DERIVATIVE)
        var->kind = DAE_ALGEBRAIC;
    }
}

static void
add_selection (Search *s, const Group *group)
{
  DaeBuild *work = s->work;
  uint32_t n_levels = group->order + 1, first_eq = work->eqs.n, n = group->candidate.n;
  uint32_t *candidate = base_arena_array (work->arena, uint32_t, n * n_levels);
  uint32_t *state =
      base_arena_array (work->arena, uint32_t, group->n_states * n_levels);
  uint32_t *row = base_arena_array (work->arena, uint32_t, group->n_states);
  Ties ties = {0};

  /* Which candidates each state may stand for. */
  find_ties (s, group, &ties);
  if (ties.n > 1)
    qsort (ties.at, ties.n, sizeof *ties.at, compare_ties);
  for (uint32_t i = 0; i < n * n_levels; i++)
    candidate[i] =
        derivative_of (work, group->candidate.at[i / n_levels], i % n_levels);
  free_candidates (work, group);
  for (uint32_t i = 0, first = 0, end = 0; i < group->n_states; i++, first = end) {
    while (end < ties.n && ties.at[end].state == i)
      end++;
    row[i] = work->eqs.n;
    tie (work, group, end - first, ties.at + first, state + i * n_levels);
  }
  /* The new rows take part in sorting. */
  dae_incidence_uses (work, first_eq, work->eqs.n - first_eq);
  base_vec_push (work->arena, work->selections,
                 (DaeSelection){n, group->n_states, group->order, candidate, state,
                                ties.n, ties.at, row});
}

static void
find_resets (Search *s)
{
  DaeBuild *work = s->work;

  s->is_reset = base_arena_array (work->scratch, bool, work->vars.n);
  for (uint32_t i = 0; i < work->actions.n; i++)
    if (work->actions.at[i].kind == FLAT_REINIT)
      s->is_reset[dae_build_representative (work, work->actions.at[i].variable)] = true;
}

static bool
has_constraints (const DaeBuild *work)
{
  for (uint32_t e = 0; e < work->eqs.n; e++)
    if (work->eq_info.at[e].next != DAE_NONE)
      return true;
  return false;
}

static bool
is_done (const Search *s, uint32_t first)
{
  bool are_all = true;

  for (uint32_t c = first; c < s->closures.n; c++)
    are_all = are_all &&
              (s->component[c] != s->component[first] || s->closures.at[c].is_repeated);
  return are_all;
}

/* All components of one height, after those above them. */
static void
add_selections (Search *s, uint32_t height)
{
  for (uint32_t c = 0, next = 0; c < s->closures.n; c++) {
    if (s->component[c] != next)
      continue;
    next++;
    if (s->closures.at[c].height != height || is_done (s, c))
      continue;
    Group group = collect (s, c);
    if (group.n_states == 0 || group.n_states == group.candidate.n)
      continue;
    find_order (s, &group);
    add_selection (s, &group);
  }
}

static void
init (Search *s)
{
  DaeBuild *work = s->work;

  s->closure_of = dae_build_none (work->scratch, work->vars.n);
  s->equation_of = dae_build_none (work->scratch, work->vars.n);
  s->mark = base_arena_array (work->scratch, uint32_t, work->vars.n);
  s->group_of = dae_build_none (work->scratch, work->vars.n);
  s->place = dae_build_none (work->scratch, work->vars.n);
  s->source = dae_build_none (work->scratch, work->eqs.n);
}

void
dae_selections_make (DaeBuild *work)
{
  Search s = {.work = work};
  uint32_t highest = 0;

  if (work->states.n == 0 || !has_constraints (work))
    return;
  work->slot = dae_build_none (work->scratch, work->vars.n);
  if (!dae_blocks_order (work, &s.order))
    return;
  init (&s);
  find_closures (&s);
  find_resets (&s);
  find_components (&s);
  for (uint32_t c = 0; c < s.closures.n; c++)
    highest = MAX (highest, s.closures.at[c].height);
  for (uint32_t height = highest; height > 0; height--)
    add_selections (&s, height);
  dae_states_list (work);
}
