/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state behind a step as text for golden files: variables by name, expressions in
 * full, in the order of the build. */
#include "dae/dump.h"

#include "base/number.h"

static const char *
name_of (const void *data, uint32_t variable)
{
  return ((const DaeBuild *) data)->vars.at[variable].name;
}

static void
print (GString *out, const DaeBuild *work, ExprId e)
{
  expr_print (out, work->pool, e, name_of, work);
}

static void
print_equation (GString *out, const DaeBuild *work, uint32_t eq)
{
  print (out, work, work->eqs.at[eq].lhs);
  g_string_append (out, " = ");
  print (out, work, work->eqs.at[eq].rhs);
  g_string_append_c (out, '\n');
}

static void
dump_equations (GString *out, const DaeBuild *work, const char *title, DaeUse use)
{
  bool is_first = true;

  for (uint32_t e = 0; e < work->eqs.n; e++) {
    if (work->eq_info.at[e].use != use)
      continue;
    if (is_first)
      g_string_append_printf (out, "%s\n", title);
    is_first = false;
    g_string_append_printf (out, "  [%u", e);
    for (uint32_t i = 0; i < work->eqs.at[e].n_differentiated; i++)
      g_string_append_c (out, '\'');
    g_string_append (out, "] ");
    print_equation (out, work, e);
  }
}

static void
dump_derivatives (GString *out, const DaeBuild *work)
{
  uint32_t n_old = work->n_old_vars == 0 ? work->vars.n : work->n_old_vars;

  g_string_append (out, "derivatives\n");
  for (uint32_t v = 0; v < work->vars.n; v++)
    if (work->vars.at[v].derivative != DAE_NONE)
      g_string_append_printf (
          out, "  der(%s) = %s%s\n", work->vars.at[v].name,
          work->vars.at[work->vars.at[v].derivative].name,
          work->vars.at[v].derivative >= n_old ? " (by index reduction)" : "");
}

void
dae_dump_alias (GString *out, const DaeBuild *work)
{
  g_string_append (out, "aliases\n");
  for (uint32_t v = 0; v < work->vars.n; v++) {
    const DaeVar *var = &work->vars.at[v];
    if (var->kind == DAE_ALIAS)
      g_string_append_printf (out, "  %s = %s%s\n", var->name,
                              var->sign < 0.0 ? "-" : "",
                              work->vars.at[var->alias].name);
  }
  dump_derivatives (out, work);
  dump_equations (out, work, "constants", DAE_USE_CONSTANT);
  dump_equations (out, work, "equations", DAE_USE_MAIN);
  dump_equations (out, work, "discrete", DAE_USE_DISCRETE);
  dump_equations (out, work, "initial equations", DAE_USE_INITIAL);
}

static const char *
event_text (DaeEventKind kind)
{
  return kind == DAE_TIME_EVENT    ? "time event"
         : kind == DAE_STATE_EVENT ? "state event"
                                   : "not watched";
}

void
dae_dump_events (GString *out, const DaeBuild *work)
{
  g_string_append (out, "crossings\n");
  for (uint32_t i = 0; i < work->crossings.n; i++) {
    const DaeCrossing *crossing = &work->crossings.at[i];
    g_string_append_printf (out, "  [%u] ", i);
    print (out, work, crossing->left);
    g_string_append_printf (out, " %s ", expr_op_text (crossing->op));
    print (out, work, crossing->right);
    g_string_append_printf (out, ": %s", event_text (crossing->kind));
    if (crossing->kind == DAE_TIME_EVENT) {
      g_string_append (out, ", slope ");
      print (out, work, crossing->slope);
      g_string_append (out, ", rest ");
      print (out, work, crossing->rest);
    }
    g_string_append_printf (out, " (%s)\n",
                            work->flat->instances[crossing->instance].path);
  }
  dump_equations (out, work, "equations", DAE_USE_MAIN);
  dump_equations (out, work, "discrete", DAE_USE_DISCRETE);
  dump_equations (out, work, "actions", DAE_USE_ACTION);
}

void
dae_dump_incidence (GString *out, const DaeBuild *work)
{
  for (uint32_t e = 0; e < work->eqs.n; e++) {
    const DaeEqInfo *info = &work->eq_info.at[e];
    if (info->use != DAE_USE_MAIN && info->use != DAE_USE_DISCRETE)
      continue;
    g_string_append_printf (out, "[%u]", e);
    for (uint32_t k = 0; k < info->n_uses; k++)
      g_string_append_printf (out, " %s", work->vars.at[info->uses[k]].name);
    g_string_append_c (out, '\n');
  }
}

void
dae_dump_index (GString *out, const DaeBuild *work)
{
  dump_equations (out, work, "equations", DAE_USE_MAIN);
  dump_derivatives (out, work);
}

static void
dump_selection (GString *out, const DaeBuild *work, const DaeSelection *selection)
{
  g_string_append_printf (out, "chosen while running: %u of", selection->n_states);
  for (uint32_t j = 0; j < selection->n; j++)
    g_string_append_printf (
        out, "%s %s", j == 0 ? "" : ",",
        work->vars.at[selection->candidate[j * (selection->order + 1)]].name);
  g_string_append_c (out, '\n');
}

void
dae_dump_states (GString *out, const DaeBuild *work)
{
  g_string_append (out, "states\n");
  for (uint32_t i = 0; i < work->states.n; i++)
    g_string_append_printf (out, "  %s, rate %s\n",
                            work->vars.at[work->states.at[i]].name,
                            work->vars.at[work->rates.at[i]].name);
  for (uint32_t i = 0; i < work->selections.n; i++)
    dump_selection (out, work, &work->selections.at[i]);
  g_string_append (out, "dummy derivatives\n");
  for (uint32_t v = 0; v < work->vars.n; v++) {
    const DaeVar *var = &work->vars.at[v];
    if (dae_build_is_unknown (work, v) && var->integral != DAE_NONE &&
        work->vars.at[var->integral].kind != DAE_STATE)
      g_string_append_printf (out, "  %s\n", var->name);
  }
}

static void
dump_block (GString *out, const DaeBuild *work, const DaeBlock *block, bool with_values)
{
  uint32_t n_inner = block->n - block->n_tears;

  if (block->kind != DAE_ASSIGN)
    g_string_append_printf (out, "  %s%s, %u of %u torn\n",
                            block->kind == DAE_LINEAR ? "linear" : "nonlinear",
                            block->is_constant ? ", constant matrix" : "",
                            block->n_tears, block->n);
  /* Assignments, then what is solved together. */
  for (uint32_t i = 0; i < n_inner; i++) {
    g_string_append_printf (out, "%s%s := ", block->kind == DAE_ASSIGN ? "  " : "    ",
                            work->vars.at[block->unknown[i]].name);
    print (out, work, block->inner[i]);
    g_string_append_c (out, '\n');
  }
  for (uint32_t i = 0; i < block->n_tears; i++) {
    g_string_append_printf (
        out, "    find %s: 0 = ", work->vars.at[block->unknown[n_inner + i]].name);
    print (out, work, block->residual[i]);
    g_string_append_c (out, '\n');
  }
  for (uint32_t k = 0; k < block->n_entries && with_values; k++) {
    g_string_append_printf (out, "    matrix[%u, %u] = ", block->entries[k].row + 1,
                            block->entries[k].column + 1);
    print (out, work, block->entries[k].value);
    g_string_append_c (out, '\n');
  }
}

static void
dump_section (GString *out,
              const DaeBuild *work,
              const char *title,
              uint32_t n,
              const DaeBlock *blocks,
              bool with_values)
{
  g_string_append_printf (out, "%s\n", title);
  for (uint32_t b = 0; b < n; b++)
    dump_block (out, work, &blocks[b], with_values);
}

static void
dump_guesses (GString *out, const DaeBuild *work)
{
  const DaeStart *start = &work->start;

  if (start->n_guesses > 0)
    g_string_append (out, "iteration begins at\n");
  for (uint32_t i = 0; i < start->n_guesses; i++) {
    g_string_append_printf (out,
                            "  %s = ", work->vars.at[start->guesses[i].variable].name);
    print (out, work, start->guesses[i].value);
    g_string_append_c (out, '\n');
  }
}

void
dae_dump_start (GString *out, const DaeBuild *work)
{
  const DaeStart *start = &work->start;

  dump_section (out, work, "start", start->n_blocks, start->blocks, true);
  g_string_append (out, "fixed at their guess\n");
  for (uint32_t i = 0; i < start->n_fixed; i++)
    g_string_append_printf (out, "  %s\n", work->vars.at[start->fixed[i]].name);
  dump_guesses (out, work);
  g_string_append (out, "checked\n");
  for (uint32_t i = 0; i < start->n_redundant; i++) {
    g_string_append (out, "  ");
    print_equation (out, work, start->checks[i]);
  }
}

void
dae_dump_blocks (GString *out, const DaeBuild *work)
{
  dump_section (out, work, "dynamic", work->dynamic.n, work->dynamic.at, false);
  dump_section (out, work, "output", work->output.n, work->output.at, false);
}

void
dae_dump_tear (GString *out, const DaeBuild *work)
{
  dump_section (out, work, "dynamic", work->dynamic.n, work->dynamic.at, true);
  dump_section (out, work, "output", work->output.n, work->output.at, true);
}
