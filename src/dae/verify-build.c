/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds between the steps of a build with -Dverify=true: links between variables
 * and their derivatives and aliases, sorted lists of uses, and as many equations as
 * unknowns once the states are chosen. Linear in the size of the model, expressions
 * included. */
#include "dae/build-private.h"

/* What holds between the steps. */

static void
verify_vars (const DaeBuild *work)
{
  g_assert (work->vars.n == work->info.n && work->vars.n >= work->flat->n_vars);
  for (uint32_t v = 0; v < work->vars.n; v++) {
    const DaeVar *var = &work->vars.at[v];
    bool is_alias = var->kind == DAE_ALIAS;
    g_assert (var->derivative == DAE_NONE ||
              work->vars.at[var->derivative].integral == v);
    g_assert (is_alias == (var->alias != DAE_NONE));
    g_assert (!is_alias || work->vars.at[var->alias].kind != DAE_ALIAS);
    g_assert (!is_alias || var->derivative == DAE_NONE);
  }
}

static void
verify_eqs (const DaeBuild *work)
{
  g_assert (work->eqs.n == work->eq_info.n && work->eqs.n >= work->flat->n_eqs);
  for (uint32_t e = 0; e < work->eqs.n; e++) {
    const DaeEqInfo *info = &work->eq_info.at[e];
    for (uint32_t k = 0; k < info->n_uses && info->use != DAE_USE_ALIAS; k++) {
      g_assert (dae_build_is_unknown (work, info->uses[k]));
      g_assert (k == 0 || info->uses[k - 1] < info->uses[k]);
    }
    g_assert (info->next == DAE_NONE || work->eqs.at[info->next].n_differentiated ==
                                            work->eqs.at[e].n_differentiated + 1);
  }
}

/* As many equations as unknowns, once the states are chosen. */
static void
verify_balance (const DaeBuild *work)
{
  uint32_t n_eqs = 0, n_unknowns = 0;

  for (uint32_t e = 0; e < work->eqs.n; e++)
    n_eqs += work->eq_info.at[e].use == DAE_USE_MAIN;
  for (uint32_t v = 0; v < work->vars.n; v++)
    n_unknowns += dae_build_is_unknown (work, v) && work->vars.at[v].kind != DAE_STATE;
  g_assert (n_eqs == n_unknowns);
}

void
dae_verify_build (const DaeBuild *work)
{
  const ExprBounds bounds = {.n_vars = work->vars.n,
                             .n_crossings = work->crossings.n,
                             .n_tables = work->flat->n_tables,
                             .n_delays = work->flat->n_delays};

  expr_pool_verify (work->pool, &bounds);
  verify_vars (work);
  verify_eqs (work);
  if (work->states.n > 0)
    verify_balance (work);
}
