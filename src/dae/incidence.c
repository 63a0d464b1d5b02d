/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which unknowns each equation reads: the incidence that matching, sorting and
 * tearing work on. A variable's incidence is structural, a delayed signal reads the
 * time of its delay alone. */

#include "dae/incidence.h"

#include <string.h>

#include "base/limit.h"

typedef struct {
  DaeBuild *work;
  ExprWalk *walk;
  GArray *found;
  GArray *delays; /* times of delays met, yet to be read */
} Uses;

/* A delayed signal is history: only the delay's time is used now. */
static void
note_variable (void *data, ExprId e)
{
  Uses *uses = data;
  const ExprNode *node = expr_node (uses->work->pool, e);

  if (node->op == EXPR_VAR &&
      dae_build_is_unknown (uses->work, expr_index (node->payload, uses->work->vars.n)))
    g_array_append_val (uses->found, node->payload.at);
  if (node->op == EXPR_DELAY)
    g_array_append_val (uses->delays, node->args[1]);
}

static void
find_uses (Uses *uses, uint32_t eq)
{
  DaeBuild *work = uses->work;
  DaeEqInfo *info = &work->eq_info.at[eq];

  g_array_set_size (uses->found, 0);
  g_array_set_size (uses->delays, 0);
  expr_walk_reset (uses->walk);
  /* x = x holds nothing. */
  if (!expr_is (work->eqs.at[eq].lhs, work->eqs.at[eq].rhs)) {
    expr_walk (uses->walk, work->eqs.at[eq].lhs, note_variable, uses);
    expr_walk (uses->walk, work->eqs.at[eq].rhs, note_variable, uses);
  }
  for (uint32_t i = 0; i < uses->delays->len; i++)
    expr_walk (uses->walk, g_array_index (uses->delays, ExprId, i), note_variable,
               uses);
  info->n_uses = uses->found->len;
  if (info->n_uses == 0)
    return;
  qsort (uses->found->data, info->n_uses, sizeof (uint32_t), base_vec_by_number);
  uint32_t *kept = base_arena_array (work->own, uint32_t, info->n_uses);
  memcpy (kept, uses->found->data, info->n_uses * sizeof (uint32_t));
  info->uses = kept;
}

void
dae_incidence_uses (DaeBuild *work, uint32_t first, uint32_t n)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (GArray) delays = g_array_new (FALSE, FALSE, sizeof (ExprId));
  Uses uses = {work, work->present, found, delays};

  for (uint32_t e = first; e < first + n; e++)
    if (work->eq_info.at[e].use == DAE_USE_MAIN ||
        work->eq_info.at[e].use == DAE_USE_INITIAL ||
        work->eq_info.at[e].use == DAE_USE_DISCRETE ||
        work->eq_info.at[e].use == DAE_USE_FIXED ||
        work->eq_info.at[e].use == DAE_USE_ACTION)
      find_uses (&uses, e);
}

void
dae_incidence_find (DaeBuild *work)
{
  dae_incidence_uses (work, 0, work->eqs.n);
}

GraphPattern
dae_incidence_pattern (DaeBuild *work,
                       uint32_t n_eqs,
                       const uint32_t *eq,
                       uint32_t n_columns,
                       const uint32_t *place)
{
  uint32_t n = 0, n_max = 0;

  for (uint32_t i = 0; i < n_eqs; i++)
    n_max += work->eq_info.at[eq[i]].n_uses;
  g_autofree uint32_t *row = g_new (uint32_t, n_max);
  g_autofree uint32_t *column = g_new (uint32_t, n_max);
  for (uint32_t i = 0; i < n_eqs; i++) {
    const DaeEqInfo *info = &work->eq_info.at[eq[i]];
    for (uint32_t k = 0; k < info->n_uses; k++)
      if (place[info->uses[k]] != DAE_NONE) {
        row[n] = i;
        column[n++] = place[info->uses[k]];
      }
  }
  return graph_pattern_new (work->scratch, n_eqs, n_columns, n, row, column);
}
