/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/value/value.h"

/* Pass 2: variables.
 *
 * Reads     The tree: nodes, numbers of variables, modifiers.
 * Adds      FlatBuild.vars, whole; is_set, guess_rank and balance as far as bindings
 * go; eqs of the kinds FLAT_BINDING and FLAT_INITIAL. Of a class its pattern. Promises
 * Each variable has a name, a type, an instance, a guess and a nominal value; a
 * parameter has a value unless E301 said otherwise, nothing else has one. Equations of
 * bindings stand before those of relations, by variable. Reports   E301, E305 to E308,
 * E311, E601, W320.
 *
 * Per class are the patterns (type, units, literal attributes and values). An instance
 * whose members are all simple and that no modifier reaches is a copy of them with
 * names: what a stamped instance will be. */
void flat_variable_build (FlatBuild *build);

/* Adds an equation and counts it for the balance of `counts` (NULL: not at all). */
void flat_variable_add_eq (FlatBuild *build, const FlatEq *eq, const FlatNode *counts);
/* The variable that an expression is, or UINT32_MAX. */
static inline uint32_t
flat_variable_of (const FlatBuild *build, ExprId e)
{
  const ExprNode *node = expr_is_none (e) ? NULL : expr_node (build->pool, e);

  return node != NULL && node->op == EXPR_VAR
             ? expr_index (node->payload, build->n_vars)
             : UINT32_MAX;
}
