/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Index reduction brings new equations of the form x = y or x = -y (the velocity of a
 * flange is that of its mass). Where x is neither a state nor a rate, it becomes an
 * alias now, so that the run does not copy numbers about. Substitution may bring more
 * of them to light; each round only looks at equations that the last one changed. */
#include "dae/equation/late-alias.h"

#include "dae/incidence.h"

typedef struct {
  DaeBuild *work;
  bool *is_fixed;    /* per variable: a state or a rate, to be kept */
  bool *is_changed;  /* per equation: look at it in the next round */
  uint32_t n_merged; /* in this round */
} Copies;

/* What stands for a variable after the merges so far. */
static uint32_t
root_of (const DaeBuild *work, uint32_t v, double *sign)
{
  for (; work->vars.at[v].kind == DAE_ALIAS; v = work->vars.at[v].alias)
    *sign *= work->vars.at[v].sign;
  return v;
}

/* `integral` stays, to tell what the variable was. */
static void
unlink_derivatives (DaeBuild *work, uint32_t v)
{
  DaeVar *var = &work->vars.at[v];

  if (var->integral != DAE_NONE)
    work->vars.at[var->integral].derivative = DAE_NONE;
  var->derivative = DAE_NONE;
}

/* What index reduction added, then the later one by name. */
static bool
goes_first (const DaeBuild *work, uint32_t a, uint32_t b)
{
  bool is_added_a = work->info.at[a].is_added, is_added_b = work->info.at[b].is_added;

  return is_added_a != is_added_b ? is_added_a
                                  : dae_build_compare_names (work, a, b) > 0;
}

static void
merge (Copies *copies, uint32_t eq)
{
  DaeBuild *work = copies->work;
  uint32_t a, b;
  double sign_a, sign_b;

  if (!dae_build_as_variable (work, work->eqs.at[eq].lhs, &a, &sign_a) ||
      !dae_build_as_variable (work, work->eqs.at[eq].rhs, &b, &sign_b))
    return;
  a = root_of (work, a, &sign_a);
  b = root_of (work, b, &sign_b);
  bool is_a_gone = copies->is_fixed[a] != copies->is_fixed[b] ? copies->is_fixed[b]
                                                              : goes_first (work, a, b);
  uint32_t gone = is_a_gone ? a : b, kept = is_a_gone ? b : a;
  if (a == b || copies->is_fixed[gone])
    return;
  unlink_derivatives (work, gone);
  work->vars.at[gone].kind = DAE_ALIAS;
  work->vars.at[gone].alias = kept;
  work->vars.at[gone].sign = sign_a * sign_b;
  work->eq_info.at[eq].use = DAE_USE_ALIAS;
  copies->n_merged++;
}

static ExprId
image_of (void *data, ExprPool *pool, ExprId e, const ExprNode *node, bool is_changed)
{
  DaeBuild *work = data;
  double sign = 1.0;

  if (node->op != EXPR_VAR)
    return EXPR_NONE;
  ExprId image =
      expr_var (pool, root_of (work, expr_index (node->payload, work->vars.n), &sign));
  return dae_build_signed (work, sign, image);
}

static bool
uses_alias (const DaeBuild *work, uint32_t eq)
{
  const DaeEqInfo *info = &work->eq_info.at[eq];
  bool is_found = false;

  for (uint32_t k = 0; k < info->n_uses; k++)
    is_found = is_found || work->vars.at[info->uses[k]].kind == DAE_ALIAS;
  return is_found;
}

static void
substitute (Copies *copies)
{
  DaeBuild *work = copies->work;
  g_autoptr (ExprMap) map = expr_map_new (work->pool, image_of, NULL, work);

  for (uint32_t e = 0; e < work->eqs.n; e++) {
    copies->is_changed[e] = uses_alias (work, e);
    if (!copies->is_changed[e])
      continue;
    dae_build_map_eq (work, map, e);
    work->eq_info.at[e].solved_for = DAE_NONE;
    dae_incidence_uses (work, e, 1);
  }
  for (uint32_t i = 0; i < work->crossings.n; i++) {
    work->crossings.at[i].left = expr_map_apply (map, work->crossings.at[i].left);
    work->crossings.at[i].right = expr_map_apply (map, work->crossings.at[i].right);
  }
}

/* Aliases of what has become an alias itself. */
static void
shorten (DaeBuild *work)
{
  for (uint32_t v = 0; v < work->vars.n; v++) {
    DaeVar *var = &work->vars.at[v];
    if (var->kind != DAE_ALIAS)
      continue;
    double sign = 1.0;
    var->alias = root_of (work, v, &sign);
    var->sign = sign;
  }
}

void
dae_late_alias_remove (DaeBuild *work)
{
  g_autofree bool *is_fixed = g_new0 (bool, work->vars.n);
  g_autofree bool *is_changed = g_new (bool, work->eqs.n);
  Copies copies = {.work = work, .is_fixed = is_fixed, .is_changed = is_changed};

  for (uint32_t i = 0; i < work->states.n; i++)
    is_fixed[work->states.at[i]] = is_fixed[work->rates.at[i]] = true;
  for (uint32_t e = 0; e < work->eqs.n; e++)
    is_changed[e] = true;
  do {
    copies.n_merged = 0;
    for (uint32_t e = 0; e < work->eqs.n; e++)
      if (is_changed[e] && work->eq_info.at[e].use == DAE_USE_MAIN)
        merge (&copies, e);
    if (copies.n_merged > 0)
      substitute (&copies);
  } while (copies.n_merged > 0);
  shorten (work);
}
