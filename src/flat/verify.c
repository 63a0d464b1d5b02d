/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the passes of flat_build () promise (their headers say it), held after each of
 * them, and what the model promises to `dae`. Linear in the model. */
#include "flat/equation/connect.h"

/* ---- after a pass ---- */

static void
check_tree (const FlatBuild *build)
{
  uint32_t next_var = 0;

  g_assert (build->nodes.n > 0 && build->nodes.at[0] == build->root);
  for (uint32_t i = 0; i < build->nodes.n; i++) {
    const FlatNode *node = build->nodes.at[i];
    const LibClass *lib = node->class->lib;
    uint32_t n_values =
        node->offsets == NULL ? lib->n_values : node->offsets[lib->n_values];

    g_assert (node->id == i && node->is_expanded && node->presence == FLAT_PRESENT);
    g_assert ((node->parent == NULL) == (i == 0));
    g_assert (i == 0 || node->parent->id < i);
    g_assert (node->elements == NULL);
    g_assert ((node->offsets != NULL) == node->class->has_arrays);
    g_assert (node->first_var == next_var);
    next_var += n_values;
    for (const FlatField *field = node->fields; field != NULL; field = field->next)
      next_var++;
  }
  g_assert (next_var == build->n_vars);
}

static void
check_variables (const FlatBuild *build)
{
  for (uint32_t i = 0; i < build->n_vars; i++) {
    const FlatVar *var = &build->vars[i];

    g_assert (var->name != NULL && var->name[0] != '\0');
    g_assert (var->instance < build->nodes.n && var->guess_by < build->nodes.n);
    g_assert (build->nodes.at[var->instance]->first_var <= i);
    g_assert (!expr_is_none (var->guess) && !expr_is_none (var->nominal));
    g_assert (var->kind == FLAT_PARAMETER || expr_is_none (var->value));
  }
}

/* Equations of the kinds that the passes so far make, connects with their sets. */
static void
check_eqs (const FlatBuild *build, FlatStage stage)
{
  for (uint32_t i = 0; i < build->eqs.n; i++) {
    const FlatEq *eq = &build->eqs.at[i];
    bool is_connect = eq->kind == FLAT_CONNECT_POTENTIAL ||
                      eq->kind == FLAT_CONNECT_FLOW || eq->kind == FLAT_CONNECT_SIGNAL;
    bool is_of_variable = eq->kind == FLAT_BINDING || eq->kind == FLAT_INITIAL;

    g_assert (eq->instance < build->nodes.n);
    g_assert (!expr_is_none (eq->lhs) && !expr_is_none (eq->rhs));
    g_assert (is_of_variable || stage >= FLAT_RELATIONS_MADE);
    g_assert (!is_connect || stage >= FLAT_CONNECTS_MADE);
    g_assert (is_connect ? eq->set < build->sets.n : eq->set == UINT32_MAX);
  }
}

static void
check_relations (const FlatBuild *build)
{
  uint32_t owner = 0;

  for (uint32_t i = 0; i < build->connects.n; i++) {
    const FlatConnect *connect = &build->connects.at[i];

    g_assert (connect->n > 0 && connect->owner->id >= owner);
    owner = connect->owner->id;
    for (uint32_t k = 0; k < connect->n; k++)
      g_assert (connect->ports[k]->id < build->nodes.n &&
                connect->ports[k]->class->lib->is_connector);
  }
}

static void
check_balance (const FlatBuild *build)
{
  for (uint32_t i = 0; i < build->nodes.n; i++)
    g_assert (build->balance[i] == 0 || base_diags_has_errors (build->diags) ||
              build->nodes.at[i]->class->lib->is_connector);
}

void
flat_verify_build (const FlatBuild *build, FlatStage stage)
{
  check_tree (build);
  if (stage >= FLAT_VARIABLES_MADE) {
    check_variables (build);
    check_eqs (build, stage);
  }
  if (stage >= FLAT_RELATIONS_MADE)
    check_relations (build);
  if (stage >= FLAT_CHECKED)
    check_balance (build);
}

/* ---- the model ---- */

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
