/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flat model as text, a line each, in the order of the lists: what golden files
 * hold. Attributes that have their default are left out. */
#include "flat/model.h"

static const char *const TYPES[] = {[FLAT_REAL] = "Real",
                                    [FLAT_INTEGER] = "Integer",
                                    [FLAT_BOOLEAN] = "Boolean",
                                    [FLAT_ENUM] = "enum"};

static const char *const EQ_KINDS[] = {
    [FLAT_EQUATION] = "equation", [FLAT_CONNECT_POTENTIAL] = "potential",
    [FLAT_CONNECT_FLOW] = "flow", [FLAT_CONNECT_SIGNAL] = "signal",
    [FLAT_BINDING] = "binding",   [FLAT_INITIAL] = "initial",
    [FLAT_GUESS] = "guess"};

static void
print (GString *out, const FlatModel *flat, const char *before, ExprId e)
{
  if (expr_is_none (e))
    return;
  g_string_append (out, before);
  expr_print (out, flat->pool, e, flat_model_var_name, flat);
}

static bool
is_number (const FlatModel *flat, ExprId e, double wanted)
{
  double value;

  return expr_is_number (flat->pool, e, &value) && value == wanted;
}

static void
dump_var (GString *out, const FlatModel *flat, const FlatVar *var)
{
  g_string_append_printf (out, "  %s :: %s", var->name,
                          var->enumeration != NULL ? var->enumeration->name
                                                   : TYPES[var->type]);
  print (out, flat, " = ", var->value);
  if (var->units[0] != '\0')
    g_string_append_printf (out, " [%s]", var->units);
  print (out, flat, " min ", var->min);
  print (out, flat, " max ", var->max);
  if (!is_number (flat, var->nominal, 1))
    print (out, flat, " nominal ", var->nominal);
  if (var->has_guess)
    print (out, flat, " guess ", var->guess);
  if (var->state_priority != 0)
    g_string_append_printf (out, " priority %d", var->state_priority);
  g_string_append_printf (
      out, "%s%s%s%s%s\n", var->is_flow ? " flow" : "",
      var->is_potential ? " potential" : "", var->is_signal ? " signal" : "",
      var->is_structural ? " structural" : "", var->is_final ? " final" : "");
}

static void
dump_vars (GString *out, const FlatModel *flat, FlatKind kind, const char *title)
{
  g_string_append_printf (out, "%s\n", title);
  for (uint32_t i = 0; i < flat->n_vars; i++)
    if (flat->vars[i].kind == kind)
      dump_var (out, flat, &flat->vars[i]);
}

static void
dump_eqs (GString *out, const FlatModel *flat)
{
  g_string_append (out, "equations\n");
  for (uint32_t i = 0; i < flat->n_eqs; i++) {
    const FlatEq *eq = &flat->eqs[i];
    const char *path = flat->instances[eq->instance].path;

    g_string_append_printf (out, "  %s %s: ", EQ_KINDS[eq->kind],
                            path[0] == '\0' ? flat->name : path);
    print (out, flat, "", eq->lhs);
    print (out, flat, " = ", eq->rhs);
    g_string_append_c (out, '\n');
  }
}

static void
dump_sets (GString *out, const FlatModel *flat)
{
  g_string_append (out, "sets\n");
  for (uint32_t i = 0; i < flat->n_sets; i++) {
    const LibSet *set = &flat->sets[i];

    g_string_append (out, set->n_connects == 0 ? "  open" : " ");
    for (uint32_t k = 0; k < set->n_ports; k++)
      g_string_append_printf (out, " %s", flat->instances[set->ports[k]].path);
    g_string_append_c (out, '\n');
  }
}

static void
dump_action (GString *out, const FlatModel *flat, const FlatAction *action)
{
  static const char *const WORDS[] = {[FLAT_ASSIGN] = "assign",
                                      [FLAT_REINIT] = "reinit",
                                      [FLAT_WHEN_ASSERT] = "assert",
                                      [FLAT_TERMINATE] = "terminate"};

  g_string_append_printf (out, "    %s", WORDS[action->kind]);
  if (action->variable != UINT32_MAX)
    g_string_append_printf (out, " %s =", flat->vars[action->variable].name);
  print (out, flat, " ", action->value);
  if (action->kind == FLAT_WHEN_ASSERT || action->kind == FLAT_TERMINATE)
    g_string_append_printf (out, " : %s", action->text);
  g_string_append_c (out, '\n');
}

static void
dump_whens (GString *out, const FlatModel *flat)
{
  if (flat->n_whens > 0)
    g_string_append (out, "whens\n");
  for (uint32_t i = 0; i < flat->n_whens; i++)
    for (uint32_t k = 0; k < flat->whens[i].n_branches; k++) {
      const FlatWhenBranch *branch = &flat->whens[i].branches[k];

      print (out, flat, k == 0 ? "  when " : "  elsewhen ", branch->condition);
      g_string_append_c (out, '\n');
      for (uint32_t a = 0; a < branch->n_actions; a++)
        dump_action (out, flat, &branch->actions[a]);
    }
}

static void
dump_tables (GString *out, const FlatModel *flat)
{
  if (flat->n_tables > 0)
    g_string_append (out, "tables\n");
  for (uint32_t i = 0; i < flat->n_tables; i++) {
    const FlatTable *table = &flat->tables[i];

    g_string_append_printf (out, "  %u: column %u, smoothness %d, extrapolation %d:", i,
                            table->column, table->smoothness, table->extrapolation);
    for (uint32_t k = 0; k < table->n_rows * table->n_columns; k++)
      print (out, flat, k > 0 && k % table->n_columns == 0 ? "; " : " ",
             table->items[k]);
    g_string_append_c (out, '\n');
  }
}

void
flat_dump (GString *out, const FlatModel *flat)
{
  g_string_append_printf (out, "model %s\ninstances\n", flat->name);
  for (uint32_t i = 1; i < flat->n_instances; i++)
    g_string_append_printf (out, "  %s :: %s\n", flat->instances[i].path,
                            flat->instances[i].entry->name);
  dump_vars (out, flat, FLAT_PARAMETER, "parameters");
  dump_vars (out, flat, FLAT_DISCRETE, "discrete");
  dump_vars (out, flat, FLAT_CONTINUOUS, "continuous");
  dump_eqs (out, flat);
  dump_sets (out, flat);
  dump_whens (out, flat);
  dump_tables (out, flat);
  if (flat->n_asserts > 0)
    g_string_append (out, "asserts\n");
  for (uint32_t i = 0; i < flat->n_asserts; i++) {
    print (out, flat, "  ", flat->asserts[i].condition);
    g_string_append_printf (out, " : %s\n", flat->asserts[i].text);
  }
}
