/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each component has as many equations as unknowns, or else it is named with what is
 * wrong with it: equations that look wrong in themselves, or those of its equations
 * that determine something more often than once, or what they leave open (Dulmage &
 * Mendelsohn, Coverings of bipartite graphs, 1958, of the whole model). Linear where
 * all is well. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "flat/check/check.h"
#include "flat/equation/variable.h"
#include "graph/graph.h"

/* The whole model as a pattern, and what its expression that was surveyed last holds.
 */
typedef struct {
  FlatBuild *build;
  ExprWalk *walk;
  GArray *vars; /* uint32_t: variables, each once */
  GraphPart *of_eq, *of_var;
} Balance;

static void
note (void *data, ExprId e)
{
  Balance *balance = data;
  const ExprNode *node = expr_node (balance->build->pool, e);

  if (node->op == EXPR_VAR) {
    uint32_t var = expr_index (node->payload, balance->build->n_vars);

    g_array_append_val (balance->vars, var);
  }
}

/* Notes the variables of both sides; EXPR_NONE holds nothing. */
static void
survey (Balance *balance, const FlatEq *eq)
{
  g_array_set_size (balance->vars, 0);
  expr_walk_reset (balance->walk);
  if (!expr_is_none (eq->lhs))
    expr_walk (balance->walk, eq->lhs, note, balance);
  if (!expr_is_none (eq->rhs))
    expr_walk (balance->walk, eq->rhs, note, balance);
}

static const FlatVar *
nth_var (const Balance *balance, guint i)
{
  return &balance->build->vars[g_array_index (balance->vars, uint32_t, i)];
}

static bool
holds_later (const FlatEq *eq)
{
  return eq->kind != FLAT_INITIAL && eq->kind != FLAT_GUESS;
}

/* ---- which equations, which unknowns ---- */

/* A port of the whole, which something outside may be connected to. */
static bool
is_outer_port (const FlatBuild *build, uint32_t instance)
{
  const FlatNode *node = build->nodes.at[instance];

  return node->parent == build->root && node->class->lib->is_connector;
}

bool
flat_check_is_given (const FlatBuild *build, const FlatVar *var)
{
  const FlatNode *node = build->nodes.at[var->instance];

  return build->is_part && is_outer_port (build, var->instance) && var->is_signal &&
         node->class->lib->members[0].field == LANG_FIELD_INPUT;
}

/* It may be told as one that has too many equations, or too few. */
static bool
is_open (const FlatBuild *build, const FlatVar *var)
{
  return var->kind == FLAT_CONTINUOUS && !flat_check_is_given (build, var);
}

/* The variables that equations have to determine. */
static bool *
find_unknowns (const FlatBuild *build, BaseArena *arena)
{
  bool *is_unknown = base_arena_array (arena, bool, build->n_vars);

  for (uint32_t i = 0; i < build->n_vars; i++)
    is_unknown[i] = build->vars[i].kind != FLAT_PARAMETER &&
                    !flat_check_is_given (build, &build->vars[i]);
  for (uint32_t w = 0; w < build->whens.n; w++)
    for (uint32_t b = 0; b < build->whens.at[w].n_branches; b++) {
      const FlatWhenBranch *branch = &build->whens.at[w].branches[b];

      for (uint32_t i = 0; i < branch->n_actions; i++)
        if (branch->actions[i].kind == FLAT_ASSIGN)
          is_unknown[branch->actions[i].variable] = false;
    }
  return is_unknown;
}

typedef struct {
  GArray *rows, *columns; /* uint32_t: pairs */
  uint32_t n_rows;
} Entries;

static void
add_entry (Entries *entries, uint32_t row, uint32_t column)
{
  g_array_append_val (entries->rows, row);
  g_array_append_val (entries->columns, column);
  entries->n_rows = MAX (entries->n_rows, row + 1);
}

/* What a port is connected to outside determines one of its fields for each flow; it is
 * not known which. */
static void
add_surroundings (const FlatBuild *build, Entries *entries, uint32_t row, uint32_t port)
{
  for (uint32_t i = 0; i < build->n_vars; i++)
    if (build->vars[i].instance == port &&
        (build->vars[i].is_flow || build->vars[i].is_potential))
      add_entry (entries, row, i);
}

/* Where nothing is connected the flow is 0, for want of surroundings. */
static bool
is_closed (const FlatBuild *build, const FlatEq *eq)
{
  const uint32_t flow = flat_variable_of (build, eq->lhs);

  return eq->kind == FLAT_CONNECT_FLOW && flow != UINT32_MAX &&
         is_outer_port (build, build->vars[flow].instance) &&
         expr_node (build->pool, eq->rhs)->op == EXPR_NUMBER;
}

/* A row for each equation, those of the surroundings behind them; x and its derivatives
 * are one unknown. */
static GraphPattern
make_pattern (Balance *balance, BaseArena *arena)
{
  const FlatBuild *build = balance->build;
  const bool *is_unknown = find_unknowns (build, arena);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  Entries entries = {rows, columns, build->eqs.n};

  /* What is written. */
  for (uint32_t i = 0; i < build->eqs.n; i++) {
    const FlatEq *eq = &build->eqs.at[i];

    if (!holds_later (eq))
      continue;
    if (is_closed (build, eq))
      add_surroundings (build, &entries, i,
                        build->vars[flat_variable_of (build, eq->lhs)].instance);
    survey (balance, eq);
    for (guint k = 0; k < balance->vars->len; k++) {
      const uint32_t var = g_array_index (balance->vars, uint32_t, k);

      if (is_unknown[var])
        add_entry (&entries, i, var);
    }
  }
  /* What is around a part. */
  for (uint32_t i = 0; i < build->n_vars && build->is_part; i++)
    if (build->vars[i].is_flow && is_outer_port (build, build->vars[i].instance))
      add_surroundings (build, &entries, entries.n_rows, build->vars[i].instance);
  return graph_pattern_new (arena, entries.n_rows, build->n_vars, rows->len,
                            (const uint32_t *) rows->data,
                            (const uint32_t *) columns->data);
}

/* Equations that are none, and variables that are no unknowns, stand alone and are told
 * from the others by their kind. */
static void
find_parts (Balance *balance, BaseArena *arena)
{
  const GraphPattern pattern = make_pattern (balance, arena);
  uint32_t *row_of = base_arena_array (arena, uint32_t, pattern.n_columns);
  uint32_t *column_of = base_arena_array (arena, uint32_t, pattern.n_rows);

  memset (row_of, 0xff, pattern.n_columns * sizeof *row_of);
  memset (column_of, 0xff, pattern.n_rows * sizeof *column_of);
  balance->of_eq = base_arena_array (arena, GraphPart, pattern.n_rows);
  balance->of_var = base_arena_array (arena, GraphPart, pattern.n_columns);
  graph_match (&pattern, row_of, column_of);
  graph_dulmage_mendelsohn (&pattern, row_of, column_of, balance->of_eq,
                            balance->of_var);
}

/* ---- balance ---- */

/* What the fields of a port add: unknowns, and those that the inside must not
 * determine. */
typedef struct {
  int32_t n_unknowns;
  int32_t n_given; /* flows and inputs */
} Count;

static Count
count_values (const FlatNode *node)
{
  Count count = {0};

  for (uint32_t i = 0; i < node->class->lib->n_members; i++) {
    const LibMember *m = &node->class->lib->members[i];

    if (m->slot == UINT32_MAX || m->type == NULL ||
        (m->decl != NULL && m->decl->kind == LANG_PARAMETER))
      continue;
    int32_t n = (int32_t) flat_shape_count (flat_node_shape (node, i));
    count.n_unknowns += n;
    if (m->field == LANG_FIELD_FLOW || m->field == LANG_FIELD_INPUT)
      count.n_given += n;
  }
  return count;
}

/* Adds a name to a list of at most three; whether there is room for more. */
static bool
add_name (GString *names, uint32_t *n, const char *name)
{
  enum { MOST = 3 };

  if (*n < MOST)
    g_string_append_printf (names, "%s%s", *n > 0 ? ", " : "", name);
  else if (*n == MOST)
    g_string_append (names, ", …");
  return (*n)++ < MOST;
}

/* Variables of the component, or of its ports, that no equation names. */
static char *
list_unmentioned (Balance *balance, const FlatNode *owner)
{
  FlatBuild *build = balance->build;
  g_autofree bool *is_mentioned = g_new0 (bool, build->n_vars + 1);
  GString *names = g_string_new (NULL);
  uint32_t n = 0;

  for (uint32_t i = 0; i < build->eqs.n; i++) {
    if (!holds_later (&build->eqs.at[i]))
      continue;
    survey (balance, &build->eqs.at[i]);
    for (guint k = 0; k < balance->vars->len; k++)
      is_mentioned[g_array_index (balance->vars, uint32_t, k)] = true;
  }
  for (uint32_t i = 0; i < build->n_vars; i++) {
    const FlatVar *var = &build->vars[i];

    if (is_open (build, var) && !is_mentioned[i] &&
        flat_node_owner (build->nodes.at[var->instance]) == owner &&
        !add_name (names, &n, var->name))
      break;
  }
  return g_string_free (names, FALSE);
}

/* Variables of the component, or of its ports, for which there are too many equations,
 * or too few. */
static char *
list_variables (const Balance *balance, const FlatNode *owner, GraphPart part)
{
  const FlatBuild *build = balance->build;
  GString *names = g_string_new (NULL);
  uint32_t n = 0;

  for (uint32_t i = 0; i < build->n_vars; i++) {
    const FlatVar *var = &build->vars[i];

    if (is_open (build, var) && balance->of_var[i] == part &&
        flat_node_owner (build->nodes.at[var->instance]) == owner &&
        !add_name (names, &n, var->name))
      break;
  }
  return g_string_free (names, FALSE);
}

/* What may be wrong with an equation where there are too many; `lhs`: the variable on
 * its left, or NULL. */
typedef bool (*Suspicion) (Balance *balance,
                           const FlatNode *owner,
                           const FlatEq *eq,
                           const FlatVar *lhs);

/* It holds nothing to be determined. */
static bool
is_idle (Balance *balance, const FlatNode *owner, const FlatEq *eq, const FlatVar *lhs)
{
  bool has_unknown = false;

  survey (balance, eq);
  for (guint i = 0; i < balance->vars->len; i++)
    has_unknown = has_unknown || nth_var (balance, i)->kind != FLAT_PARAMETER;
  return eq->kind == FLAT_EQUATION && eq->instance == owner->id && !has_unknown;
}

/* It sets an input that a connect drives. */
static bool
is_driven (Balance *balance,
           const FlatNode *owner,
           const FlatEq *eq,
           const FlatVar *lhs)
{
  const FlatNode *port = lhs == NULL ? NULL : balance->build->nodes.at[lhs->instance];

  return eq->kind == FLAT_EQUATION && eq->instance == owner->id && port != NULL &&
         port->class->lib->is_signal && port->sets[0] != 0 &&
         port->class->lib->members[0].field == LANG_FIELD_INPUT;
}

/* A declaration of the user's text gives the variable its equation. */
static bool
is_bound (Balance *balance, const FlatNode *owner, const FlatEq *eq, const FlatVar *lhs)
{
  const ptrdiff_t at = eq - balance->build->eqs.at;

  return eq->kind == FLAT_BINDING && lhs != NULL && lhs->kind == FLAT_CONTINUOUS &&
         balance->of_eq[at] == GRAPH_OVER &&
         eq->span.source == owner->class->lib->entry->class->name_span.source;
}

/* True if there is such an equation; the name on its left, and its line. */
static bool
find_suspect (Balance *balance,
              const FlatNode *owner,
              Suspicion is_suspect,
              const char **name,
              uint32_t *line)
{
  FlatBuild *build = balance->build;
  uint32_t column;

  for (uint32_t i = 0; i < build->eqs.n; i++) {
    const FlatEq *eq = &build->eqs.at[i];
    uint32_t at = flat_variable_of (build, eq->lhs);
    const FlatVar *lhs = at == UINT32_MAX ? NULL : &build->vars[at];

    if (!is_suspect (balance, owner, eq, lhs))
      continue;
    *name = lhs == NULL ? "" : lhs->name;
    base_source_locate (eq->span.source, eq->span.begin, line, &column);
    return true;
  }
  return false;
}

/* The lines of the component's own text with equations of which there are too many;
 * with any if it is not known which. None if they are not few. */
static char *
list_lines (const Balance *balance, const FlatNode *owner, bool is_over)
{
  enum { MOST = 12 };
  const FlatBuild *build = balance->build;
  const BaseSource *source = owner->class->lib->entry->class->name_span.source;
  GString *lines = g_string_new (NULL);
  uint32_t last = 0, n = 0;

  for (uint32_t i = 0; i < build->eqs.n && n <= MOST; i++) {
    const FlatEq *eq = &build->eqs.at[i];
    uint32_t line, column;

    if (eq->instance != owner->id || eq->span.source != source ||
        (eq->kind != FLAT_EQUATION && eq->kind != FLAT_BINDING) ||
        (is_over && balance->of_eq[i] != GRAPH_OVER))
      continue;
    base_source_locate (eq->span.source, eq->span.begin, &line, &column);
    if (line != last && n++ < MOST)
      g_string_append_printf (lines, n == 1 ? "%u" : ", %u", line);
    last = line;
  }
  if (n > MOST)
    g_string_truncate (lines, 0);
  return g_string_free (lines, FALSE);
}

static void
hint_lines (Balance *balance, const FlatNode *node)
{
  g_autofree char *over = list_lines (balance, node, true);
  g_autofree char *names = list_variables (balance, node, GRAPH_OVER);
  g_autofree char *lines = list_lines (balance, node, false);

  if (strchr (over, ',') != NULL && *names != '\0')
    base_diags_set_hint (
        balance->build->diags,
        "the equations in lines %s are too many for %s; remove some of them", over,
        names);
  else if (*lines != '\0')
    base_diags_set_hint (balance->build->diags,
                         "remove some of its equations, which are in lines %s", lines);
}

static void
hint_surplus (Balance *balance, const FlatNode *node)
{
  BaseDiags *diags = balance->build->diags;
  const char *name;
  uint32_t line;

  if (find_suspect (balance, node, is_idle, &name, &line))
    base_diags_set_hint (diags,
                         "the equation in line %u contains no unknowns: parameters are "
                         "constant, and der() of a constant is 0",
                         line);
  else if (find_suspect (balance, node, is_driven, &name, &line))
    base_diags_set_hint (diags,
                         "%s is connected and set by the equation in line %u as well",
                         name, line);
  else if (find_suspect (balance, node, is_bound, &name, &line))
    base_diags_set_hint (
        diags, "`%s = …` is an equation; its initial value is written (initial = …)",
        name);
  else
    hint_lines (balance, node);
}

static void
hint_lack (Balance *balance, const FlatNode *node)
{
  g_autofree char *unmentioned = list_unmentioned (balance, node);
  g_autofree char *open = list_variables (balance, node, GRAPH_UNDER);

  if (*unmentioned != '\0')
    base_diags_set_hint (balance->build->diags, "no equation contains %s", unmentioned);
  else if (*open != '\0')
    base_diags_set_hint (balance->build->diags, "too few equations determine `%s`",
                         open);
}

static void
report (Balance *balance, FlatNode *node, int32_t surplus)
{
  const LangClass *class = node->class->lib->entry->class;
  const uint32_t n = (uint32_t) (surplus > 0 ? surplus : -surplus);

  if (node->class->is_balance_reported)
    return;
  node->class->is_balance_reported = true;
  flat_report (balance->build, 501, class->name_span, node,
               surplus > 0
                   ? g_dngettext (GETTEXT_PACKAGE, "%s has %u equation too many",
                                  "%s has %u equations too many", n)
                   : g_dngettext (GETTEXT_PACKAGE, "%s has %u equation too few",
                                  "%s has %u equations too few", n),
               class->name, n);
  (surplus > 0 ? hint_surplus : hint_lack) (balance, node);
}

/* The components that have too many or too few. */
static void
report_unbalanced (FlatBuild *build)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (ExprWalk) walk = expr_walk_new (build->pool);
  g_autoptr (GArray) vars = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  Balance balance = {.build = build, .walk = walk, .vars = vars};

  find_parts (&balance, arena);
  for (uint32_t i = 0; i < build->nodes.n; i++) {
    FlatNode *node = build->nodes.at[i];

    if (build->balance[i] != 0 && !node->class->lib->is_connector)
      report (&balance, node, build->balance[i]);
  }
}

/* Unknowns of a component: its own and its ports', without what its surroundings must
 * give; and for each part the flows and inputs that this component must give (LANGUAGE
 * §6). */
void
flat_check_balance (FlatBuild *build)
{
  for (uint32_t i = 0; i < build->nodes.n; i++) {
    FlatNode *node = build->nodes.at[i];
    Count count = count_values (node);
    FlatNode *owner = flat_node_owner (node);
    bool is_port = node->class->lib->is_connector;

    build->balance[owner->id] -= count.n_unknowns;
    if (is_port && (owner->parent != NULL || build->is_part))
      build->balance[owner->id] += count.n_given;
    if (is_port && owner->parent != NULL)
      build->balance[owner->parent->id] -= count.n_given;
  }
  for (uint32_t i = 0; i < build->nodes.n; i++)
    if (build->balance[i] != 0 && !build->nodes.at[i]->class->lib->is_connector) {
      report_unbalanced (build);
      return;
    }
}
