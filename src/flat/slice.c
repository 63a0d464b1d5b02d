/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A few variables of a model as explicit functions of the time: equations that have one
 * variable alone on the left are taken as its definition as soon as all that stands on
 * the right is known, over and over (forward chaining); then what the wanted variables
 * need is kept. An equation in the text of the root goes before all others of its
 * variable, and time stands nowhere else: elsewhere it would be the real time. */
#include "flat/slice.h"

#include <string.h>

#include "flat/equation/variable.h"

typedef struct {
  FlatBuild *build;
  const BaseSource *own; /* the text of the root */
  uint32_t *eq_of;       /* by variable: 1 + its definition, 0: none yet */
  uint32_t *own_of;      /* by variable: 1 + that in the text of the root, 0: none */
  bool *is_given;        /* by variable */
  bool *is_needed;       /* by variable */
  BASE_VEC (uint32_t) stack;
  ExprWalk *walk;
  ExprOp put;

  /* Of the expression that is looked at. */
  bool may_be_time;
  bool is_usable;
} Slicer;

/* What a modifier in that text says is none of its relations. */
static bool
is_own (const Slicer *slicer, const FlatEq *eq)
{
  return eq->kind == FLAT_EQUATION && eq->span.source == slicer->own;
}

static bool
is_known (const Slicer *slicer, uint32_t variable)
{
  return slicer->build->vars[variable].kind == FLAT_PARAMETER ||
         slicer->eq_of[variable] != 0;
}

/* ---- what the root says ---- */

static bool
is_pre (const ExprNode *node)
{
  return node->op == EXPR_PRE;
}

static ExprId
put_own (void *data, ExprPool *pool, ExprId e, const ExprNode *node, bool is_changed)
{
  const Slicer *slicer = data;
  const uint32_t variable = flat_variable_of (slicer->build, e);
  const uint32_t own = variable != UINT32_MAX ? slicer->own_of[variable] : 0;
  const ExprId rhs = own != 0 ? slicer->build->eqs.at[own - 1].rhs : EXPR_NONE;

  return own != 0 && !slicer->is_given[variable] && expr_op (pool, rhs) == slicer->put
             ? rhs
             : EXPR_NONE;
}

/* Puts what the root says of variables into all equations, where that is an expression
 * of this operator: numbers, which decide between branches; or the time, so that
 * corners and jumps over it are known beforehand. */
static void
put (Slicer *slicer, ExprOp op)
{
  FlatBuild *build = slicer->build;
  g_autoptr (ExprMap) map = expr_map_new (build->pool, put_own, is_pre, slicer);

  slicer->put = op;
  for (uint32_t i = 0; i < build->eqs.n; i++)
    build->eqs.at[i].rhs = expr_map_apply (map, build->eqs.at[i].rhs);
}

static void
find_own (Slicer *slicer, const FlatSlice *slice)
{
  FlatBuild *build = slicer->build;

  for (uint32_t i = 0; i < build->eqs.n; i++) {
    const uint32_t variable = flat_variable_of (build, build->eqs.at[i].lhs);

    if (variable == UINT32_MAX || !is_own (slicer, &build->eqs.at[i]))
      continue;
    slicer->own_of[variable] = i + 1;
    for (uint32_t k = 0; k < slice->n_given; k++)
      slicer->is_given[variable] |=
          strcmp (build->vars[variable].name, slice->given[k]) == 0;
  }
}

/* ---- what is known ---- */

/* A value before an event, of what has no memory of its own. */
static bool
is_usable_pre (const Slicer *slicer, ExprId inside)
{
  const uint32_t variable = flat_variable_of (slicer->build, inside);

  return variable != UINT32_MAX && is_known (slicer, variable);
}

static void
look (void *data, ExprId e)
{
  Slicer *slicer = data;
  const ExprNode *node = expr_node (slicer->build->pool, e);

  switch ((int) node->op) { /* shape: only leaves and what has a memory matter */
  case EXPR_VAR:
    slicer->is_usable &=
        is_known (slicer, expr_index (node->payload, slicer->build->n_vars));
    break;
  case EXPR_PRE:
    slicer->is_usable &= is_usable_pre (slicer, node->args[0]);
    break;
  case EXPR_TIME:
    slicer->is_usable &= slicer->may_be_time;
    break;
  case EXPR_DER:
  case EXPR_DELAY:
  case EXPR_SAMPLE:
  case EXPR_EDGE:
  case EXPR_CHANGE:
    slicer->is_usable = false;
    break;
  default:
    break;
  }
}

static bool
is_usable (Slicer *slicer, ExprId e, bool may_be_time)
{
  slicer->may_be_time = may_be_time;
  slicer->is_usable = true;
  expr_walk_reset (slicer->walk);
  expr_walk (slicer->walk, e, look, slicer);
  return slicer->is_usable;
}

/* The variable that the equation could define, or UINT32_MAX. */
static uint32_t
defined_by (const Slicer *slicer, const FlatEq *eq)
{
  const bool is_equation = eq->kind == FLAT_EQUATION || eq->kind == FLAT_BINDING;
  const uint32_t variable =
      is_equation ? flat_variable_of (slicer->build, eq->lhs) : UINT32_MAX;
  const bool is_hidden =
      variable != UINT32_MAX && slicer->own_of[variable] != 0 && !is_own (slicer, eq);

  return is_hidden ? UINT32_MAX : variable;
}

static void
chain (Slicer *slicer)
{
  FlatBuild *build = slicer->build;
  bool is_more = true;

  while (is_more) {
    is_more = false;
    for (uint32_t i = 0; i < build->eqs.n; i++) {
      const FlatEq *eq = &build->eqs.at[i];
      const uint32_t variable = defined_by (slicer, eq);

      if (variable == UINT32_MAX || is_known (slicer, variable) ||
          !is_usable (slicer, eq->rhs, is_own (slicer, eq)))
        continue;
      slicer->eq_of[variable] = i + 1;
      is_more = true;
    }
  }
}

/* ---- what is needed ---- */

static void
need (Slicer *slicer, uint32_t variable)
{
  if (slicer->is_needed[variable] || slicer->eq_of[variable] == 0)
    return;
  slicer->is_needed[variable] = true;
  base_vec_push (slicer->build->arena, slicer->stack, variable);
}

static void
need_leaf (void *data, ExprId e)
{
  Slicer *slicer = data;
  const uint32_t variable = flat_variable_of (slicer->build, e);

  if (variable != UINT32_MAX)
    need (slicer, variable);
}

/* "law.f" itself, or an element of it. */
static bool
is_of (const char *name, const char *wanted)
{
  const size_t length = strlen (wanted);

  return strncmp (name, wanted, length) == 0 &&
         (name[length] == '\0' || name[length] == '[');
}

static bool
need_named (Slicer *slicer, const char *wanted)
{
  FlatBuild *build = slicer->build;
  bool is_found = false;

  for (uint32_t i = 0; i < build->n_vars; i++) {
    if (!is_of (build->vars[i].name, wanted))
      continue;
    if (!is_known (slicer, i))
      return false;
    need (slicer, i);
    is_found = true;
  }
  return is_found;
}

static bool
need_wanted (Slicer *slicer, const FlatSlice *slice)
{
  FlatBuild *build = slicer->build;

  for (uint32_t i = 0; i < slice->n_wanted; i++)
    if (!need_named (slicer, slice->wanted[i]))
      return false;
  expr_walk_free (slicer->walk);
  slicer->walk = expr_walk_new (build->pool);
  while (slicer->stack.n > 0) {
    const uint32_t variable = slicer->stack.at[--slicer->stack.n];

    expr_walk (slicer->walk, build->eqs.at[slicer->eq_of[variable] - 1].rhs, need_leaf,
               slicer);
  }
  return true;
}

/* ---- what is left ---- */

static void
make_parameter (FlatBuild *build, uint32_t variable, ExprId value)
{
  FlatVar *var = &build->vars[variable];

  var->kind = FLAT_PARAMETER;
  var->value = value;
  var->min = var->max = EXPR_NONE;
}

static double
idle_value (const FlatVar *var)
{
  return var->type == FLAT_REAL || var->type == FLAT_BOOLEAN ? 0 : 1;
}

/* Variables that are given become parameters, others that nobody needs numbers. */
static void
keep_needed (Slicer *slicer)
{
  FlatBuild *build = slicer->build;
  uint32_t n = 0;

  for (uint32_t v = 0; v < build->n_vars; v++)
    if (slicer->is_needed[v] && slicer->is_given[v]) {
      make_parameter (build, v, build->eqs.at[slicer->own_of[v] - 1].rhs);
      slicer->is_needed[v] = false;
    } else if (build->vars[v].kind != FLAT_PARAMETER && !slicer->is_needed[v])
      make_parameter (build, v,
                      expr_number (build->pool, idle_value (&build->vars[v])));
  for (uint32_t i = 0; i < build->eqs.n; i++) {
    const uint32_t variable = defined_by (slicer, &build->eqs.at[i]);

    if (variable != UINT32_MAX && slicer->is_needed[variable] &&
        slicer->eq_of[variable] == i + 1)
      build->eqs.at[n++] = build->eqs.at[i];
  }
  build->eqs.n = n;
}

/* Of the asserts those that say what values parameters may have. */
static void
keep_asserts (Slicer *slicer)
{
  FlatBuild *build = slicer->build;
  uint32_t n = 0;

  for (uint32_t i = 0; i < build->asserts.n; i++)
    if (is_usable (slicer, build->asserts.at[i].condition, false))
      build->asserts.at[n++] = build->asserts.at[i];
  build->asserts.n = n;
  build->whens.n = 0;
}

void
flat_slice_build (FlatBuild *build, const FlatRoot *root)
{
  Slicer slicer = {.build = build,
                   .own = root->model->class->span.source,
                   .eq_of = base_arena_array (build->arena, uint32_t, build->n_vars),
                   .own_of = base_arena_array (build->arena, uint32_t, build->n_vars),
                   .is_given = base_arena_array (build->arena, bool, build->n_vars),
                   .is_needed = base_arena_array (build->arena, bool, build->n_vars),
                   .walk = expr_walk_new (build->pool)};

  expr_walk_stop_at (slicer.walk, EXPR_PRE);
  keep_asserts (&slicer);
  find_own (&slicer, root->slice);
  put (&slicer, EXPR_NUMBER);
  chain (&slicer);
  put (&slicer, EXPR_TIME);
  build->is_incomplete |= !need_wanted (&slicer, root->slice);
  if (!build->is_incomplete)
    keep_needed (&slicer);
  expr_walk_free (slicer.walk);
}
