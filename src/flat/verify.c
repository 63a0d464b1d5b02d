/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "flat/model.h"

static void
check_expr (const FlatModel *flat, ExprId e, bool may_be_none)
{
  g_assert (may_be_none || !expr_is_none (e));
  g_assert (expr_is_none (e) || e.at < expr_pool_size (flat->pool));
}

static void
check_var (const FlatModel *flat, const FlatVar *var)
{
  g_assert (var->name != NULL && var->name[0] != '\0');
  g_assert (var->units != NULL && var->display_units != NULL);
  g_assert (var->instance < flat->n_instances);
  g_assert ((var->type == FLAT_ENUM) == (var->enumeration != NULL));
  check_expr (flat, var->value, var->kind != FLAT_PARAMETER);
  check_expr (flat, var->guess, false);
  check_expr (flat, var->nominal, false);
  check_expr (flat, var->min, true);
  check_expr (flat, var->max, true);
}

static void
check_eq (const FlatModel *flat, const FlatEq *eq)
{
  bool is_connect = eq->kind == FLAT_CONNECT_POTENTIAL ||
                    eq->kind == FLAT_CONNECT_FLOW || eq->kind == FLAT_CONNECT_SIGNAL;

  g_assert (eq->instance < flat->n_instances);
  g_assert (is_connect == (eq->set != UINT32_MAX));
  g_assert (!is_connect || eq->set < flat->n_sets);
  check_expr (flat, eq->lhs, false);
  check_expr (flat, eq->rhs, false);
  if (eq->kind == FLAT_GUESS)
    g_assert (expr_op (flat->pool, eq->lhs) == EXPR_VAR);
}

static void
check_when (const FlatModel *flat, const FlatWhen *when)
{
  g_assert (when->instance < flat->n_instances && when->n_branches > 0);
  for (uint32_t b = 0; b < when->n_branches; b++) {
    check_expr (flat, when->branches[b].condition, false);
    for (uint32_t i = 0; i < when->branches[b].n_actions; i++) {
      const FlatAction *action = &when->branches[b].actions[i];
      bool has_variable = action->kind == FLAT_ASSIGN || action->kind == FLAT_REINIT;

      g_assert (has_variable == (action->variable < flat->n_vars));
      check_expr (flat, action->value, action->kind == FLAT_TERMINATE);
    }
  }
}

static void
check_table (const FlatModel *flat, const FlatTable *table)
{
  g_assert (table->n_rows > 0 && table->column > 0 && table->column < table->n_columns);
  for (uint32_t i = 0; i < table->n_rows * table->n_columns; i++)
    check_expr (flat, table->items[i], false);
}

static void
check_names (const FlatModel *flat)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (uint32_t i = 0; i < flat->n_vars; i++)
    if (!g_hash_table_add (names, (gpointer) flat->vars[i].name))
      g_error ("flat: two variables are named %s", flat->vars[i].name);
}

static void
check_sets (const FlatModel *flat)
{
  for (uint32_t i = 0; i < flat->n_sets; i++) {
    const LibSet *set = &flat->sets[i];

    g_assert (set->owner < flat->n_instances && set->n_ports > 0);
    for (uint32_t k = 0; k < set->n_ports; k++)
      g_assert (set->ports[k] < flat->n_instances &&
                lib_tree_is_connector (&flat->instances[set->ports[k]]));
  }
}

void
flat_verify (const FlatModel *flat)
{
  const ExprBounds bounds = {
      .n_vars = flat->n_vars, .n_tables = flat->n_tables, .n_delays = flat->n_delays};

  expr_pool_verify (flat->pool, &bounds);
  for (uint32_t i = 0; i < flat->n_vars; i++)
    check_var (flat, &flat->vars[i]);
  for (uint32_t i = 0; i < flat->n_eqs; i++)
    check_eq (flat, &flat->eqs[i]);
  for (uint32_t i = 1; i < flat->n_instances; i++)
    g_assert (flat->instances[i].parent < i &&
              flat->instances[i].end <= flat->instances[flat->instances[i].parent].end);
  for (uint32_t i = 0; i < flat->n_asserts; i++)
    check_expr (flat, flat->asserts[i].condition, false);
  for (uint32_t i = 0; i < flat->n_whens; i++)
    check_when (flat, &flat->whens[i]);
  for (uint32_t i = 0; i < flat->n_tables; i++)
    check_table (flat, &flat->tables[i]);
  check_sets (flat);
  check_names (flat);
}
