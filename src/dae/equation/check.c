/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refuses what the steps behind cannot do yet: a model is never simulated with a part
 * of it left out. */
#include "dae/equation/check.h"

#include <glib/gi18n-lib.h>

typedef struct {
  const DaeBuild *work;
  BaseSpan span;
  uint32_t instance;
} Place;

static void
refuse (const Place *place, const char *what)
{
  base_diags_add (
      place->work->diags, BASE_ERROR, 601,
      flat_model_user_span (place->work->flat, place->instance, place->span),
      "%s is not supported", _ (what));
  base_diags_set_path (place->work->diags,
                       place->work->flat->instances[place->instance].path);
}

static bool
is_discrete (const DaeBuild *work, ExprId e)
{
  const ExprNode *node = expr_node (work->pool, e);

  return node->op == EXPR_VAR && dae_leaf (work, node)->kind == DAE_DISCRETE;
}

static void
check_node (void *data, ExprId e)
{
  const Place *place = data;
  const ExprNode *node = expr_node (place->work->pool, e);

  if ((node->op == EXPR_PRE || node->op == EXPR_EDGE || node->op == EXPR_CHANGE) &&
      !is_discrete (place->work, node->args[0]))
    refuse (place,
            N_ ("pre(…), edge(…) or change(…) of what is not a discrete variable"));
}

/* The start value of a discrete variable must be known before anything is solved. */
static void
check_start (const Place *place, const FlatEq *eq)
{
  DaeBuild *work = (DaeBuild *) place->work;

  if (eq->kind == FLAT_INITIAL && is_discrete (work, eq->lhs) &&
      dae_build_depends (work, eq->rhs) != DAE_ON_PARAMETER)
    refuse (place,
            N_ ("an initial value of a discrete variable that does not follow from "
                "parameters"));
}

void
dae_check_supported (DaeBuild *work)
{
  const FlatModel *flat = work->flat;
  Place place = {.work = work};
  ExprWalk *walk = work->walk;

  expr_walk_reset (walk);
  for (uint32_t e = 0; e < flat->n_eqs; e++) {
    place.span = flat->eqs[e].span;
    place.instance = flat->eqs[e].instance;
    expr_walk (walk, flat->eqs[e].lhs, check_node, &place);
    expr_walk (walk, flat->eqs[e].rhs, check_node, &place);
    check_start (&place, &flat->eqs[e]);
  }
  for (uint32_t i = 0; i < flat->n_asserts; i++) {
    place.span = flat->asserts[i].span;
    place.instance = flat->asserts[i].instance;
    expr_walk (walk, flat->asserts[i].condition, check_node, &place);
  }
}
