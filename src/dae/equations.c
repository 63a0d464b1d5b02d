/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists that all steps work on: made from the flat model, variables under the same
 * numbers, then added to (derivatives, discrete variables and their equations). What an
 * expression depends on is kept by expression, so that all questions together visit
 * each one once; its value with the parameters as they are is computed when asked for.
 */
#include <string.h>

#include "base/limit.h"
#include "dae/build-private.h"

/* A variable that stands for itself, and has no derivative yet. */
static uint32_t
add_var (DaeBuild *work, DaeVar var, DaeVarInfo info)
{
  var.derivative = var.alias = DAE_NONE;
  var.sign = 1.0;
  info.constant = EXPR_NONE;
  base_vec_push (work->arena, work->vars, var);
  base_vec_push (work->own, work->info, info);
  return work->vars.n - 1;
}

static void
add_flat_var (DaeBuild *work, uint32_t v)
{
  const FlatVar *flat = &work->flat->vars[v];
  DaeVar var = {.name = flat->name,
                .kind = flat->kind == FLAT_PARAMETER  ? DAE_PARAMETER
                        : flat->kind == FLAT_DISCRETE ? DAE_DISCRETE
                                                      : DAE_ALGEBRAIC,
                .integral = DAE_NONE,
                .flat = v};
  DaeVarInfo info = {.guess = flat->guess,
                     .priority = flat->state_priority,
                     .has_guess = flat->has_guess,
                     .guess_level = flat_model_guess_level (work->flat, v),
                     .guess_of = v,
                     .first = v};

  add_var (work, var, info);
}

/* Start values of discrete variables are no equations: they hold before the first pass.
 */
static DaeUse
first_use (const FlatModel *flat, const FlatEq *eq)
{
  const ExprNode *lhs = expr_node (flat->pool, eq->lhs);
  bool is_discrete =
      lhs->op == EXPR_VAR &&
      flat->vars[expr_index (lhs->payload, flat->n_vars)].kind == FLAT_DISCRETE;

  if (eq->kind == FLAT_INITIAL)
    return is_discrete ? DAE_USE_NONE : DAE_USE_INITIAL;
  return eq->kind == FLAT_GUESS ? DAE_USE_NONE : DAE_USE_MAIN;
}

uint32_t *
dae_build_none (BaseArena *arena, uint32_t n)
{
  uint32_t *none = base_arena_array (arena, uint32_t, n);

  memset (none, 0xff, n * sizeof *none);
  return none;
}

DaeBuild *
dae_build_new (BaseArena *arena, const FlatModel *flat, BaseDiags *diags)
{
  DaeBuild *work = base_arena_new0 (arena, DaeBuild);

  work->arena = arena;
  work->own = base_arena_new ();
  work->scratch = base_arena_new ();
  work->flat = base_arena_copy (arena, flat, sizeof *flat, sizeof *flat);
  work->pool = flat->pool;
  work->diags = diags;
  work->walk = expr_walk_new (flat->pool);
  work->present = expr_walk_new (flat->pool);
  expr_walk_stop_at (work->present, EXPR_DELAY);
  base_vec_reserve (arena, work->vars, flat->n_vars);
  base_vec_reserve (work->own, work->info, flat->n_vars);
  for (uint32_t v = 0; v < flat->n_vars; v++)
    add_flat_var (work, v);
  base_vec_reserve (arena, work->eqs, flat->n_eqs);
  base_vec_reserve (work->own, work->eq_info, flat->n_eqs);
  for (uint32_t e = 0; e < flat->n_eqs; e++)
    dae_build_add_eq (work, (DaeEq){flat->eqs[e].lhs, flat->eqs[e].rhs, e, 0},
                      (DaeEqInfo){.use = first_use (flat, &flat->eqs[e])});
  return work;
}

void
dae_build_free (DaeBuild *work)
{
  expr_walk_free (work->walk);
  expr_walk_free (work->present);
  work->walk = work->present = NULL;
  g_clear_pointer (&work->own, base_arena_free);
  g_clear_pointer (&work->scratch, base_arena_free);
}

uint32_t
dae_build_add_eq (DaeBuild *work, DaeEq eq, DaeEqInfo info)
{
  info.next = info.solved_for = info.at_start = DAE_NONE;
  base_vec_push (work->arena, work->eqs, eq);
  base_vec_push (work->own, work->eq_info, info);
  return work->eqs.n - 1;
}

static const char *
derivative_name (DaeBuild *work, uint32_t of)
{
  uint32_t order = 1;

  for (; work->vars.at[of].integral != DAE_NONE; of = work->vars.at[of].integral)
    order++;
  const char *name = work->vars.at[of].name;
  return order == 1 ? base_arena_printf (work->arena, "der(%s)", name)
                    : base_arena_printf (work->arena, "der(%s, %u)", name, order);
}

uint32_t
dae_build_add_derivative (DaeBuild *work, uint32_t of)
{
  DaeVar var = {.kind = DAE_ALGEBRAIC,
                .name = derivative_name (work, of),
                .integral = of,
                .flat = work->vars.at[of].flat};
  DaeVarInfo info = {.guess = EXPR_NONE,
                     .priority = work->info.at[of].priority,
                     .guess_level = UINT32_MAX,
                     .first = DAE_NONE,
                     .is_added = true};

  uint32_t v = add_var (work, var, info);
  work->vars.at[of].derivative = v;
  return v;
}

uint32_t
dae_build_add_discrete (DaeBuild *work, const char *name)
{
  DaeVar var = {
      .kind = DAE_DISCRETE, .name = name, .integral = DAE_NONE, .start = EXPR_NONE};
  DaeVarInfo info = {.guess = EXPR_NONE,
                     .guess_level = UINT32_MAX,
                     .first = work->vars.n,
                     .is_added = true};

  return add_var (work, var, info);
}

void
dae_build_add_discrete_eq (DaeBuild *work,
                           uint32_t variable,
                           ExprId value,
                           const FlatEq *origin)
{
  dae_build_add_eq (
      work, (DaeEq){expr_var (work->pool, variable), value, DAE_NONE, 0},
      (DaeEqInfo){.use = DAE_USE_DISCRETE, .unknown = variable, .origin = origin});
}

bool
dae_build_is_spent (DaeBuild *work, uint32_t eq)
{
  size_t used = base_arena_used (work->arena) + base_arena_used (work->own) +
                base_arena_used (work->scratch);
  const FlatEq *at = eq == DAE_NONE ? NULL : dae_build_flat_eq (work, eq);

  bool is_stopped = base_limits_is_stopped (&work->flat->limits);

  if (used <= work->flat->memory && !is_stopped)
    return false;
  /* Said once. */
  if (base_diags_find (work->diags, 313) != UINT32_MAX)
    return true;
  if (is_stopped) {
    base_diags_add (work->diags, BASE_ERROR, 313, work->flat->span,
                    "the compilation was stopped");
    return true;
  }
  g_autofree char *size = base_limits_size_text (work->flat->memory);
  base_diags_add (
      work->diags, BASE_ERROR, 313,
      at == NULL ? work->flat->span
                 : flat_model_user_span (work->flat, at->instance, at->span),
      "sorting the equations of the model takes more than %s of memory", size);
  if (at != NULL)
    base_diags_set_path (work->diags, work->flat->instances[at->instance].path);
  return true;
}

static uint8_t
depends_of_var (const DaeBuild *work, const ExprNode *leaf)
{
  DaeVarKind kind = dae_leaf (work, leaf)->kind;

  return kind == DAE_PARAMETER  ? DAE_ON_PARAMETER
         : kind == DAE_DISCRETE ? DAE_ON_DISCRETE
                                : DAE_ON_CONTINUOUS;
}

static uint8_t
depends_of_node (const DaeBuild *work, const ExprNode *node)
{
  uint8_t depends = 0;

  switch ((int) node->op) {
  case EXPR_VAR:
    return depends_of_var (work, node);
  case EXPR_TIME:
    return DAE_ON_TIME;
  case EXPR_INITIAL:
  case EXPR_CROSSING:
  case EXPR_SAMPLE:
  case EXPR_EDGE:
  case EXPR_CHANGE:
    depends = DAE_ON_DISCRETE;
    break;
  case EXPR_DER:
    depends = DAE_ON_CONTINUOUS;
    break;
  case EXPR_DELAY:
    depends = DAE_ON_TIME;
    break;
  }
  for (uint32_t i = 0; i < expr_n_args (node->op); i++)
    depends |= work->depends.at[node->args[i].at];
  return depends;
}

uint8_t
dae_build_depends (DaeBuild *work, ExprId e)
{
  /* Arguments have lower numbers than their users. */
  for (uint32_t i = work->depends.n; i <= e.at; i++)
    base_vec_push (work->own, work->depends,
                   depends_of_node (work, expr_node (work->pool, (ExprId){i})));
  return work->depends.at[e.at];
}

bool
dae_build_is_unknown (const DaeBuild *work, uint32_t variable)
{
  DaeVarKind kind = work->vars.at[variable].kind;

  return kind != DAE_PARAMETER && kind != DAE_DISCRETE && kind != DAE_ALIAS &&
         kind != DAE_ABSENT && expr_is_none (work->info.at[variable].constant);
}

/* The name that a variable, or what it is a derivative of, is known by in each order of
 * the text. *order: of the derivative. */
static const char *
known_name (const DaeBuild *work, uint32_t variable, uint32_t *order)
{
  *order = 0;
  for (; work->info.at[variable].first == DAE_NONE;
       variable = work->vars.at[variable].integral)
    (*order)++;
  return work->vars.at[work->info.at[variable].first].name;
}

int
dae_build_compare_names (const DaeBuild *work, uint32_t a, uint32_t b)
{
  uint32_t order_a, order_b;
  int by_name =
      strverscmp (known_name (work, a, &order_a), known_name (work, b, &order_b));

  return by_name != 0 ? by_name : (order_a > order_b) - (order_a < order_b);
}

/* Its path, or "" for what no component says. */
static const char *
path_of (const DaeBuild *work, uint32_t eq)
{
  const FlatEq *flat_eq = dae_build_flat_eq (work, eq);

  return flat_eq == NULL ? "" : work->flat->instances[flat_eq->instance].path;
}

/* Of the variables in it the first by name behind `last`, or DAE_NONE; from the first
 * one if `last` is DAE_NONE. */
static uint32_t
next_variable (const DaeBuild *work, uint32_t eq, uint32_t last)
{
  const DaeEqInfo *info = &work->eq_info.at[eq];
  uint32_t next = DAE_NONE;

  for (uint32_t k = 0; k < info->n_uses; k++) {
    uint32_t v = info->uses[k];
    if ((last == DAE_NONE || dae_build_compare_names (work, v, last) > 0) &&
        (next == DAE_NONE || dae_build_compare_names (work, v, next) < 0))
      next = v;
  }
  return next;
}

/* By what they say of one point, as they say it of the same variables; of two values
 * for one of them the lower stands first. */
static int
compare_samples (const DaeBuild *work, uint32_t a, uint32_t b)
{
  const DaeEq *ea = &work->eqs.at[a], *eb = &work->eqs.at[b];
  double at_a = dae_build_sample (work, ea->lhs) - dae_build_sample (work, ea->rhs);
  double at_b = dae_build_sample (work, eb->lhs) - dae_build_sample (work, eb->rhs);

  return at_a < at_b || at_a > at_b ? (at_a < at_b) - (at_a > at_b) : (a > b) - (a < b);
}

int
dae_build_compare_eqs (const void *pa, const void *pb, void *data)
{
  const DaeBuild *work = data;
  uint32_t a = *(const uint32_t *) pa, b = *(const uint32_t *) pb;
  uint32_t va = DAE_NONE, vb = DAE_NONE;
  int by_name = strcmp (path_of (work, a), path_of (work, b));

  while (by_name == 0) {
    va = next_variable (work, a, va);
    vb = next_variable (work, b, vb);
    if (va == DAE_NONE || vb == DAE_NONE)
      return va != vb ? (va == DAE_NONE ? -1 : 1) : compare_samples (work, a, b);
    by_name = dae_build_compare_names (work, va, vb);
  }
  return by_name;
}

uint32_t
dae_build_representative (const DaeBuild *work, uint32_t variable)
{
  const DaeVar *var = &work->vars.at[variable];

  return var->kind == DAE_ALIAS ? var->alias : variable;
}

static double
sample_of_var (const void *data, uint32_t variable)
{
  const DaeBuild *work = data;
  uint32_t order;

  if (work->vars.at[variable].kind == DAE_PARAMETER)
    return work->param_value[variable];
  uint32_t hash =
      (g_str_hash (known_name (work, variable, &order)) + order) * 2654435761u;
  return 0.5 + (hash >> 8) / (double) (1u << 24);
}

double
dae_build_sample (const DaeBuild *work, ExprId e)
{
  return expr_eval (work->pool, e, 0.7390851332151607, sample_of_var, work);
}

void
dae_build_map_eq (DaeBuild *work, ExprMap *map, uint32_t eq)
{
  ExprId lhs = expr_map_apply (map, work->eqs.at[eq].lhs);
  ExprId rhs = expr_map_apply (map, work->eqs.at[eq].rhs);

  work->eqs.at[eq].lhs = lhs;
  work->eqs.at[eq].rhs = rhs;
}

bool
dae_build_as_variable (const DaeBuild *work, ExprId e, uint32_t *variable, double *sign)
{
  const ExprNode *node = expr_node (work->pool, e);

  *sign = node->op == EXPR_NEG ? -1.0 : 1.0;
  if (node->op == EXPR_NEG)
    node = expr_node (work->pool, node->args[0]);
  if (node->op != EXPR_VAR || dae_leaf (work, node)->kind == DAE_PARAMETER ||
      dae_leaf (work, node)->kind == DAE_DISCRETE)
    return false;
  *variable = node->payload.at;
  return true;
}

ExprId
dae_build_signed (DaeBuild *work, double sign, ExprId e)
{
  return sign < 0.0 ? expr_unary (work->pool, EXPR_NEG, e) : e;
}

ExprId
dae_build_residual (DaeBuild *work, uint32_t eq)
{
  return expr_binary (work->pool, EXPR_SUB, work->eqs.at[eq].lhs, work->eqs.at[eq].rhs);
}

const FlatEq *
dae_build_flat_eq (const DaeBuild *work, uint32_t eq)
{
  uint32_t flat_eq = work->eqs.at[eq].flat_eq;

  return flat_eq != DAE_NONE ? &work->flat->eqs[flat_eq] : work->eq_info.at[eq].origin;
}

const FlatEq *
dae_build_assert_origin (DaeBuild *work, const FlatAssert *assert_)
{
  FlatEq *origin = base_arena_new0 (work->arena, FlatEq);

  *origin = (FlatEq){.kind = FLAT_EQUATION,
                     .lhs = assert_->condition,
                     .rhs = assert_->condition,
                     .instance = assert_->instance,
                     .set = UINT32_MAX,
                     .span = assert_->span};
  return origin;
}
