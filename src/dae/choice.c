/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dae/loop.h"

/* States that are chosen while the model runs (Mattsson, Olsson & Elmqvist 2000). What
 * closes a loop, or ties x and y of a pendulum, is solved by Newton's method for some
 * of the variables in it while the others are states; no such choice is good
 * everywhere. In place of the chosen ones new variables become states,
 *
 *     s_i = sum over j of pick_ij * q_j,    j = 1 … n: all that may be a state,
 *
 * and the same for their derivatives. pick_ij is 1 where state i stands for q_j, else
 * 0, and changes at events only. All q_j are then found together: one program serves
 * every choice. Only constraints whose matrix varies are treated so: elsewhere the
 * static choice is as good as any. */

/* More candidates than this that depend on each other keep their static choice: the
 * matrices would be large and the choices many. */
enum { MAX_CANDIDATES = 24 };

/* A block of constraints, found with the static choice. */
typedef struct {
  DaeBlock block;
  uint32_t first_eq; /* its equations in DaeOrder */
  uint32_t parent;   /* union-find: constraints that must be looked at together */
  uint32_t n_states; /* reached through explicit equations: reached[first_state …] */
  uint32_t first_state;
} Closure;

typedef struct {
  DaeWork *work;
  DaeOrder order;
  BASE_VEC (Closure) closures;
  BASE_VEC (uint32_t) reached;
  uint32_t *closure_of;  /* variable: that solves it, or DAE_NONE */
  uint32_t *equation_of; /* variable: that solves it, or DAE_NONE */
  uint32_t *user_of;     /* state: a closure that reaches it, or DAE_NONE */
  uint32_t *mark;        /* variable: last closure that has met it, + 1 */
  bool *is_reset;        /* variable: a reinit sets it */
} Search;

static uint32_t
root_of (Search *s, uint32_t c)
{
  while (s->closures.at[c].parent != c)
    c = s->closures.at[c].parent = s->closures.at[s->closures.at[c].parent].parent;
  return c;
}

/* The lower number stays, so that what comes out does not depend on the way. */
static void
join (Search *s, uint32_t a, uint32_t b)
{
  a = root_of (s, a);
  b = root_of (s, b);
  s->closures.at[MAX (a, b)].parent = MIN (a, b);
}

static bool
is_constraint (const DaeWork *work, uint32_t n, const uint32_t *eq)
{
  bool is_all = true;

  for (uint32_t i = 0; i < n; i++)
    is_all = is_all && work->eq_info.at[eq[i]].next != DAE_NONE;
  return is_all;
}

/* What is linear with a matrix that varies may become singular, too: the velocities of
 * a wheel that turns about. As derivative of another constraint it follows that one. */
static bool
can_degrade (const DaeWork *work, const DaeBlock *block)
{
  bool is_derived = true;

  for (uint32_t i = 0; i < block->n; i++)
    is_derived = is_derived && work->eqs.at[block->eq[i]].n_differentiated > 0;
  return block->kind == DAE_NONLINEAR ||
         (block->kind == DAE_LINEAR && !block->is_constant && !is_derived);
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
        dae_make_block (s->work, n, order->eq + first, order->unknown + first);
    if (!can_degrade (s->work, &block))
      continue;
    for (uint32_t i = 0; i < n; i++)
      s->closure_of[order->unknown[first + i]] = s->closures.n;
    Closure closure = {.block = block, .first_eq = first, .parent = s->closures.n};
    base_vec_push (s->work->scratch, s->closures, closure);
  }
}

/* One variable that closure c needs: a state, something explicit, or what another
 * closure gives. */
static void
meet (Search *s, uint32_t c, uint32_t v, GArray *stack)
{
  DaeWork *work = s->work;

  if (s->mark[v] == c + 1)
    return;
  s->mark[v] = c + 1;
  if (s->closure_of[v] != DAE_NONE) {
    join (s, c, s->closure_of[v]);
  } else if (work->vars.at[v].kind == DAE_STATE) {
    base_vec_push (work->scratch, s->reached, v);
    s->closures.at[c].n_states++;
    if (s->user_of[v] != DAE_NONE)
      join (s, c, s->user_of[v]);
    s->user_of[v] = c;
  } else if (s->equation_of[v] != DAE_NONE) {
    g_array_append_val (stack, s->equation_of[v]);
  }
}

static void
reach (Search *s, uint32_t c)
{
  DaeWork *work = s->work;
  Closure *closure = &s->closures.at[c];
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  closure->first_state = s->reached.n;
  g_array_append_vals (stack, closure->block.eq, closure->block.n);
  while (stack->len > 0) {
    uint32_t e = g_array_index (stack, uint32_t, stack->len - 1);
    const DaeEqInfo *info = &work->eq_info.at[e];

    g_array_set_size (stack, stack->len - 1);
    for (uint32_t k = 0; k < info->n_uses; k++)
      meet (s, c, info->uses[k], stack);
  }
}

/* ---- a group: closures that share states, and the candidates of all ---- */

typedef struct {
  uint32_t n;
  uint32_t n_states; /* candidate[0 … n_states) are the static choice */
  uint32_t candidate[MAX_CANDIDATES];
  uint32_t order; /* derivatives up to this one are tied too */
  const FlatEq *origin;
  bool is_good;
} Group;

static void
add_candidate (Group *group, uint32_t v)
{
  for (uint32_t i = 0; i < group->n; i++)
    if (group->candidate[i] == v)
      return;
  if (group->n == MAX_CANDIDATES)
    group->is_good = false;
  else
    group->candidate[group->n++] = v;
}

/* How many of v, v', … in a row are states. */
static uint32_t
depth_of (const DaeWork *work, uint32_t v)
{
  uint32_t n = 0;

  for (; v != DAE_NONE && work->vars.at[v].kind == DAE_STATE;
       v = work->vars.at[v].derivative)
    n++;
  return n;
}

static uint32_t
derivative_of (const DaeWork *work, uint32_t v, uint32_t level)
{
  for (; level > 0 && v != DAE_NONE; level--)
    v = work->vars.at[v].derivative;
  return v;
}

static bool
has_derivatives (const Search *s, uint32_t v, uint32_t order)
{
  bool has_all = true;

  for (uint32_t k = 0; k <= order && has_all; k++) {
    uint32_t rate = derivative_of (s->work, v, k);
    has_all = rate != DAE_NONE && !s->is_reset[rate];
  }
  return has_all;
}

static bool
is_differentiated (const DaeWork *work, const DaeBlock *block, uint32_t order)
{
  for (uint32_t i = 0; i < block->n; i++) {
    uint32_t e = block->eq[i], n = 0;
    for (; work->eq_info.at[e].next != DAE_NONE; e = work->eq_info.at[e].next)
      n++;
    if (n < order)
      return false;
  }
  return true;
}

static void
add_states (Search *s, Group *group, const Closure *closure)
{
  for (uint32_t i = 0; i < closure->n_states; i++)
    add_candidate (group, s->reached.at[closure->first_state + i]);
}

static void
add_tears (Search *s, Group *group, const Closure *closure)
{
  const DaeBlock *block = &closure->block;

  for (uint32_t i = block->n - block->n_tears; i < block->n; i++)
    add_candidate (group, block->unknown[i]);
  group->is_good = group->is_good && is_differentiated (s->work, block, group->order);
}

/* The closures of root c; not good if they keep their static choice. */
static Group
collect (Search *s, uint32_t c)
{
  DaeWork *work = s->work;
  Group group = {.is_good = true,
                 .origin = dae_flat_eq (work, s->closures.at[c].block.eq[0])};

  for (uint32_t i = c; i < s->closures.n; i++)
    if (root_of (s, i) == c)
      add_states (s, &group, &s->closures.at[i]);
  group.n_states = group.n;
  if (group.n == 0)
    group.is_good = false;
  else
    group.order = depth_of (work, group.candidate[0]);
  for (uint32_t i = c; i < s->closures.n && group.is_good; i++)
    if (root_of (s, i) == c)
      add_tears (s, &group, &s->closures.at[i]);
  for (uint32_t i = 0; i < group.n && group.is_good; i++) {
    uint32_t v = group.candidate[i], depth = depth_of (work, v);
    group.is_good = has_derivatives (s, v, group.order) &&
                    depth == (i < group.n_states ? group.order : 0);
  }
  return group;
}

/* ---- the new states ---- */

/* A state that stands for another variable, and for a time; `of` is whose name it has.
 */
static uint32_t
add_state (DaeWork *work, uint32_t of)
{
  DaeVar var = work->vars.at[of];
  DaeVarInfo info = work->info.at[of];

  var.name = base_arena_printf (work->arena, "state(%s)", var.name);
  var.derivative = var.integral = DAE_NONE;
  var.is_hidden = true;
  info.is_added = true;
  info.stands_for = of;
  base_vec_push (work->arena, work->vars, var);
  base_vec_push (work->arena, work->info, info);
  return work->vars.n - 1;
}

/* Of all states of a group. */
typedef struct {
  uint32_t *pick;
  uint32_t *state;
  uint32_t *row;
} Ties;

/* s_i, s_i' … with the rows that tie them. At the start each is simply the variable of
 * the static choice. */
static void
tie (DaeWork *work, const Group *group, uint32_t i, const Ties *ties)
{
  ExprPool *pool = work->pool;
  uint32_t previous = DAE_NONE, n_levels = group->order + 1;

  for (uint32_t k = 0; k <= group->order; k++) {
    uint32_t of = derivative_of (work, group->candidate[i], k);
    uint32_t s = add_state (work, of);
    ExprId sum = expr_number (pool, 0.0);

    for (uint32_t j = 0; j < group->n; j++) {
      uint32_t q = derivative_of (work, group->candidate[j], k);
      uint32_t pick = ties->pick[i * group->n + j];
      sum = expr_binary (
          pool, EXPR_ADD, sum,
          expr_binary (pool, EXPR_MUL, expr_var (pool, pick), expr_var (pool, q)));
    }
    uint32_t row =
        dae_add_eq (work, (DaeEq){expr_var (pool, s), sum, DAE_NONE, k},
                    (DaeEqInfo){.use = DAE_USE_MAIN, .origin = group->origin});
    uint32_t at_start =
        dae_add_eq (work, (DaeEq){expr_var (pool, s), expr_var (pool, of), DAE_NONE, k},
                    (DaeEqInfo){.use = DAE_USE_FIXED, .origin = group->origin});
    work->eq_info.at[row].at_start = at_start;
    ties->state[i * n_levels + k] = s;
    if (k == 0)
      ties->row[i] = row;
    work->vars.at[s].kind = k < group->order ? DAE_STATE : DAE_DERIVATIVE;
    if (previous != DAE_NONE) {
      work->vars.at[s].integral = previous;
      work->vars.at[previous].derivative = s;
    }
    previous = s;
  }
}

static void
add_picks (DaeWork *work, const Group *group, uint32_t *pick)
{
  for (uint32_t i = 0; i < group->n_states * group->n; i++) {
    const char *name =
        base_arena_printf (work->arena, "pick%u.%u.%u", work->choices.n + 1,
                           i / group->n + 1, i % group->n + 1);
    pick[i] = dae_add_discrete (work, name);
    dae_add_discrete_eq (
        work, pick[i],
        expr_unary (work->pool, EXPR_PRE, expr_var (work->pool, pick[i])),
        group->origin);
  }
}

/* The static choice gives way to the new states. */
static void
free_candidates (DaeWork *work, const Group *group)
{
  for (uint32_t i = 0; i < group->n_states; i++)
    for (uint32_t k = 0; k <= group->order; k++)
      work->vars.at[derivative_of (work, group->candidate[i], k)].kind = DAE_ALGEBRAIC;
}

static void
add_choice (DaeWork *work, const Group *group)
{
  uint32_t n_levels = group->order + 1, first_eq = work->eqs.n;
  uint32_t *candidate = base_arena_array (work->arena, uint32_t, group->n * n_levels);
  Ties ties = {
      .pick = base_arena_array (work->arena, uint32_t, group->n * group->n_states),
      .state = base_arena_array (work->arena, uint32_t, group->n_states * n_levels),
      .row = base_arena_array (work->arena, uint32_t, group->n_states)};
  DaeChoice choice = {.n = group->n,
                      .n_states = group->n_states,
                      .order = group->order,
                      .candidate = candidate,
                      .state = ties.state,
                      .pick = ties.pick,
                      .tie = ties.row};

  for (uint32_t i = 0; i < group->n; i++)
    for (uint32_t k = 0; k < n_levels; k++)
      candidate[i * n_levels + k] = derivative_of (work, group->candidate[i], k);
  free_candidates (work, group);
  add_picks (work, group, ties.pick);
  for (uint32_t i = 0; i < group->n_states; i++)
    tie (work, group, i, &ties);
  dae_find_uses (work, first_eq, work->eqs.n - first_eq);
  base_vec_push (work->arena, work->choices, choice);
}

static void
find_resets (Search *s)
{
  DaeWork *work = s->work;
  double sign;

  s->is_reset = base_arena_array (work->scratch, bool, work->vars.n);
  for (uint32_t i = 0; i < work->actions.n; i++)
    if (work->actions.at[i].kind == FLAT_REINIT)
      s->is_reset[dae_representative (work, work->actions.at[i].variable, &sign)] =
          true;
}

static uint32_t *
none_by_variable (DaeWork *work, uint32_t none)
{
  uint32_t *of = base_arena_array (work->scratch, uint32_t, work->vars.n);

  for (uint32_t v = 0; v < work->vars.n; v++)
    of[v] = none;
  return of;
}

static bool
has_constraints (const DaeWork *work)
{
  for (uint32_t e = 0; e < work->eqs.n; e++)
    if (work->eq_info.at[e].next != DAE_NONE)
      return true;
  return false;
}

void
dae_free_states (DaeWork *work)
{
  Search s = {.work = work};

  if (work->states.n == 0 || !has_constraints (work))
    return;
  work->slot = none_by_variable (work, UINT32_MAX);
  if (!dae_order_blocks (work, &s.order))
    return;
  s.closure_of = none_by_variable (work, DAE_NONE);
  s.equation_of = none_by_variable (work, DAE_NONE);
  s.user_of = none_by_variable (work, DAE_NONE);
  s.mark = none_by_variable (work, 0);
  find_closures (&s);
  if (s.closures.n == 0)
    return;
  find_resets (&s);
  for (uint32_t c = 0; c < s.closures.n; c++)
    reach (&s, c);
  for (uint32_t c = 0; c < s.closures.n; c++) {
    if (root_of (&s, c) != c)
      continue;
    Group group = collect (&s, c);
    if (group.is_good)
      add_choice (work, &group);
  }
  dae_list_states (work);
}
