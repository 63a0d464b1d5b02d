/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be said of the whole: parameters that need themselves, ranges, discrete
 * variables, balance of each component. Parameters are ordered depth-first, on a
 * stack of its own, and evaluated in that order; each check then surveys the
 * expressions that it is about. Linear in the expressions. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "flat/check/check.h"
#include "flat/equation/variable.h"
#include "flat/table/table.h"

/* What the checks know of parameters, and what the expression that was surveyed last
 * holds. */
typedef struct {
  FlatBuild *build;
  ExprWalk *walk;
  double *values; /* by variable: of parameters; NaN where not known */
  bool *looks_up; /* by variable: parameters that follow from a table */
  GArray *vars;   /* uint32_t: variables, each once */
  bool has_table;
  bool has_infinite; /* the number */
  bool waits;        /* for a run, or for a table */
} Check;

static void
note (void *data, ExprId e)
{
  Check *check = data;
  const ExprNode *node = expr_node (check->build->pool, e);

  if (node->op == EXPR_VAR) {
    uint32_t var = expr_index (node->payload, check->build->n_vars);

    g_array_append_val (check->vars, var);
  }
  check->has_table |= node->op == EXPR_TABLE || node->op == EXPR_TABLE_DER;
  check->has_infinite |= node->op == EXPR_NUMBER && isinf (node->number);
  check->waits |= node->op == EXPR_TIME || node->op >= EXPR_DER;
}

/* Notes what is in an expression; EXPR_NONE holds nothing. */
static void
survey (Check *check, ExprId e)
{
  g_array_set_size (check->vars, 0);
  check->has_table = check->has_infinite = check->waits = false;
  expr_walk_reset (check->walk);
  if (!expr_is_none (e))
    expr_walk (check->walk, e, note, check);
}

static uint32_t
nth_var (const Check *check, guint i)
{
  return g_array_index (check->vars, uint32_t, i);
}

static double
value_of (const void *data, uint32_t variable)
{
  return ((const double *) data)[variable];
}

static double
evaluate (const Check *check, ExprId e, double otherwise)
{
  return expr_is_none (e)
             ? otherwise
             : expr_eval (check->build->pool, e, 0, value_of, check->values);
}

static bool
follows_from_table (Check *check, ExprId e)
{
  bool looks_up;

  survey (check, e);
  looks_up = check->has_table;
  for (guint i = 0; i < check->vars->len; i++)
    looks_up = looks_up || check->looks_up[nth_var (check, i)];
  return looks_up;
}

/* ---- order of parameters ---- */

typedef enum { NEW, OPEN, DONE } Mark;

static void
report_cycle (FlatBuild *build, GArray *stack, const Mark *marks, uint32_t again)
{
  const FlatVar *var = &build->vars[again];
  g_autoptr (GString) chain = g_string_new (NULL);
  bool is_inside = false;

  for (guint i = 0; i < stack->len; i++) {
    uint32_t at = g_array_index (stack, uint32_t, i);

    is_inside = is_inside || at == again;
    if (is_inside && marks[at] == OPEN)
      g_string_append_printf (chain, "%s → ", build->vars[at].name);
  }
  g_string_append (chain, var->name);
  flat_report (build, 302, var->set_at, build->nodes.at[var->instance],
               "the value of %s depends on itself", var->name);
  base_diags_set_hint (build->diags, "%s", chain->str);
}

/* Depth-first over what each parameter needs, on a stack of its own. `order` gets the
 * parameters, each behind those that it needs. */
static void
order_from (Check *check, uint32_t first, Mark *marks, GArray *order)
{
  FlatBuild *build = check->build;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  g_array_append_val (stack, first);
  while (stack->len > 0) {
    uint32_t at = g_array_index (stack, uint32_t, stack->len - 1);

    /* Met again behind all that it needs. */
    if (marks[at] != NEW) {
      if (marks[at] == OPEN)
        g_array_append_val (order, at);
      marks[at] = DONE;
      g_array_set_size (stack, stack->len - 1);
      continue;
    }
    /* What it needs goes on top; what is open below it is a cycle. */
    marks[at] = OPEN;
    survey (check, build->vars[at].value);
    for (guint i = 0; i < check->vars->len; i++) {
      uint32_t other = nth_var (check, i);

      if (marks[other] == OPEN)
        report_cycle (build, stack, marks, other);
      else if (marks[other] == NEW)
        g_array_append_val (stack, other);
    }
  }
}

/* Fills `values` and `looks_up`; E302. */
static void
compute_parameters (Check *check)
{
  FlatBuild *build = check->build;
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autofree Mark *marks = g_new0 (Mark, build->n_vars);

  for (uint32_t i = 0; i < build->n_vars; i++) {
    const FlatVar *var = &build->vars[i];

    check->values[i] = NAN; /* what is no parameter is not known */
    if (var->kind != FLAT_PARAMETER || marks[i] != NEW || expr_is_none (var->value))
      continue;
    if (expr_is_number (build->pool, var->value, &check->values[i]))
      marks[i] = DONE;
    else
      order_from (check, i, marks, order);
  }
  for (guint i = 0; i < order->len; i++) {
    uint32_t at = g_array_index (order, uint32_t, i);

    check->looks_up[at] = follows_from_table (check, build->vars[at].value);
    check->values[at] = evaluate (check, build->vars[at].value, (double) NAN);
  }
}

/* ---- ranges ---- */

/* True if the value lies outside the range of the variable, beyond `bound`. */
static bool
is_outside (const Check *check, const FlatVar *var, double value, double *bound)
{
  double min = evaluate (check, var->min, -INFINITY);
  double max = evaluate (check, var->max, INFINITY);

  *bound = value < min ? min : max;
  return value < min || value > max;
}

static void
check_range (const Check *check, const FlatVar *var, double value)
{
  char given[BASE_NUMBER_SIZE];
  double bound;

  if (!is_outside (check, var, value, &bound))
    return;
  g_autofree char *limit = base_number_with_units (bound, 6, var->units);
  flat_report (check->build, 311, var->set_at, check->build->nodes.at[var->instance],
               value < bound ? N_ ("%s = %s is below its minimum %s")
                             : N_ ("%s = %s is above its maximum %s"),
               var->name, base_number_to_short_text (value, 6, given), limit);
}

/* What is no number, or infinite, is excused by `Inf` itself, by a table, which is not
 * looked up here, or by another parameter, which is reported by its own name. */
static void
check_finite (Check *check, const FlatVar *var, double value)
{
  const FlatNode *node = check->build->nodes.at[var->instance];
  bool is_excused;

  if (var->type == FLAT_INTEGER && fabs (value) > BASE_WHOLE_MOST)
    flat_report (check->build, 311, var->set_at, node,
                 "%s is beyond 2^53 - 1, where integers are no longer exact",
                 var->name);
  if (isfinite (value))
    return;
  survey (check, var->value);
  is_excused = check->has_table || check->has_infinite;
  for (guint i = 0; i < check->vars->len; i++)
    is_excused = is_excused || !isfinite (check->values[nth_var (check, i)]);
  if (!is_excused)
    flat_report (check->build, 311, var->set_at, node,
                 isnan (value) ? N_ ("the value of %s is not a number")
                               : N_ ("the value of %s is infinite"),
                 var->name);
}

/* An attribute that follows from a table, or from a parameter that does, has no value
 * before the run: it would count as not given. */
static void
check_attribute (Check *check, const FlatVar *var, const char *name, ExprId e)
{
  double number;

  if (!expr_is_none (e) && !expr_is_number (check->build->pool, e, &number) &&
      follows_from_table (check, e))
    flat_report (
        check->build, 601, var->span, check->build->nodes.at[var->instance],
        "the attribute %s of %s depends on a table, which has no value before the run",
        name, var->name);
}

/* W311: a start value of a variable outside its range. */
static void
check_start (const Check *check, const FlatEq *eq)
{
  FlatBuild *build = check->build;
  uint32_t at = flat_variable_of (build, eq->lhs);
  const FlatVar *var = at == UINT32_MAX ? NULL : &build->vars[at];
  double bound;

  if (var == NULL || (eq->kind != FLAT_INITIAL && eq->kind != FLAT_GUESS) ||
      (expr_is_none (var->min) && expr_is_none (var->max)))
    return;
  if (is_outside (check, var, evaluate (check, eq->rhs, (double) NAN), &bound))
    flat_report_warning (build, 311, eq->span, build->nodes.at[var->instance],
                         "the start value of %s is outside its range", var->name);
}

/* What parameters alone break is said before a start is sought with them, which might
 * fail in other words. */
static void
check_assert (Check *check, const FlatAssert *assertion)
{
  FlatBuild *build = check->build;

  survey (check, assertion->condition);
  for (guint i = 0; i < check->vars->len; i++)
    check->waits |= isnan (check->values[nth_var (check, i)]);
  if (check->waits || evaluate (check, assertion->condition, 0) != 0.0)
    return;
  flat_report (build, 503, assertion->span, build->nodes.at[assertion->instance],
               "an assertion failed: %s", assertion->text);
  base_diags_set_of_run (build->diags);
}

static void
check_variable (Check *check, uint32_t i)
{
  const FlatVar *var = &check->build->vars[i];

  check_attribute (check, var, "nominal", var->nominal);
  check_attribute (check, var, "min", var->min);
  check_attribute (check, var, "max", var->max);
  if (var->kind == FLAT_PARAMETER && !expr_is_none (var->value))
    check_range (check, var, check->values[i]);
}

void
flat_check_parameters (FlatBuild *build)
{
  g_autoptr (GArray) vars = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (ExprWalk) walk = expr_walk_new (build->pool);
  g_autofree double *values = g_new (double, build->n_vars);
  g_autofree bool *looks_up = g_new0 (bool, build->n_vars);
  Check check = {build, walk, values, looks_up, vars};

  compute_parameters (&check);
  for (uint32_t i = 0; i < build->n_vars; i++)
    if (build->vars[i].kind == FLAT_PARAMETER && !expr_is_none (build->vars[i].value))
      check_finite (&check, &build->vars[i], values[i]);
  for (uint32_t i = 0; i < build->n_vars; i++)
    check_variable (&check, i);
  for (uint32_t i = 0; i < build->eqs.n; i++)
    check_start (&check, &build->eqs.at[i]);
  flat_tables_check (build, values);
  for (uint32_t i = 0; i < build->asserts.n; i++)
    check_assert (&check, &build->asserts.at[i]);
}

/* ---- discrete variables ---- */

/* The signals that come into a part from outside. */
static bool
is_given (const FlatBuild *build, const FlatVar *var)
{
  const FlatNode *node = build->nodes.at[var->instance];

  return build->is_part && var->is_signal && node->parent == build->root &&
         node->class->lib->members[0].field == LANG_FIELD_INPUT;
}

/* Variables that `when` assigns: one relation may do it in several branches, but no two
 * relations, and no equation beside it. */
static void
count_assigned (FlatBuild *build, uint8_t *times)
{
  g_autofree uint32_t *last = g_new0 (uint32_t, build->n_vars + 1);

  for (uint32_t w = 0; w < build->whens.n; w++) {
    const FlatWhen *when = &build->whens.at[w];

    for (uint32_t b = 0; b < when->n_branches; b++)
      for (uint32_t i = 0; i < when->branches[b].n_actions; i++) {
        const FlatAction *action = &when->branches[b].actions[i];
        uint32_t var = action->variable;

        if (action->kind != FLAT_ASSIGN || last[var] == w + 1)
          continue;
        last[var] = w + 1;
        if (times[var]++ > 0)
          flat_report (build, 409, action->span, build->nodes.at[when->instance],
                       "the discrete variable %s is determined twice",
                       build->vars[var].name);
        times[var] = MIN (times[var], 2);
      }
  }
}

void
flat_check_discrete (FlatBuild *build)
{
  g_autofree uint8_t *times = g_new0 (uint8_t, build->n_vars);

  for (uint32_t i = 0; i < build->eqs.n; i++) {
    const FlatEq *eq = &build->eqs.at[i];
    uint32_t v = flat_variable_of (build, eq->lhs);

    if (eq->kind == FLAT_INITIAL || eq->kind == FLAT_GUESS || v == UINT32_MAX ||
        build->vars[v].kind != FLAT_DISCRETE)
      continue;
    if (times[v]++ == 1)
      flat_report (build, 409, eq->span, build->nodes.at[eq->instance],
                   "the discrete variable %s is determined twice", build->vars[v].name);
    times[v] = MIN (times[v], 2);
  }
  /* Equations and when clauses together. */
  count_assigned (build, times);
  for (uint32_t i = 0; i < build->n_vars; i++) {
    const FlatVar *var = &build->vars[i];

    if (var->kind != FLAT_DISCRETE || times[i] > 0 || is_given (build, var))
      continue;
    flat_report (build, 409, var->span, build->nodes.at[var->instance],
                 "nothing determines the discrete variable %s", var->name);
    base_diags_set_hint (build->diags,
                         "write an equation with this variable alone on the left side");
  }
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

/* Names up to three variables of the component, or of its ports, that no equation
 * names. */
static char *
list_unmentioned (Check *check, const FlatNode *owner)
{
  enum { MOST = 3 };
  FlatBuild *build = check->build;
  g_autofree bool *is_mentioned = g_new0 (bool, build->n_vars + 1);
  GString *names = g_string_new (NULL);
  uint32_t n = 0;

  for (uint32_t i = 0; i < build->eqs.n; i++) {
    const FlatEq *eq = &build->eqs.at[i];

    for (int side = 0; side < 2 && eq->kind != FLAT_INITIAL && eq->kind != FLAT_GUESS;
         side++) {
      survey (check, side == 0 ? eq->lhs : eq->rhs);
      for (guint k = 0; k < check->vars->len; k++)
        is_mentioned[nth_var (check, k)] = true;
    }
  }
  /* The first ones of this component that were not met. */
  for (uint32_t i = 0; i < build->n_vars && n < MOST; i++) {
    const FlatVar *var = &build->vars[i];

    if (var->kind != FLAT_CONTINUOUS || is_mentioned[i] ||
        flat_node_owner (build->nodes.at[var->instance]) != owner)
      continue;
    g_string_append_printf (names, "%s%s", n++ > 0 ? ", " : "", var->name);
  }
  return g_string_free (names, FALSE);
}

/* What may be wrong with an equation where there are too many; `lhs`: the variable on
 * its left, or NULL. */
typedef bool (*Suspicion) (Check *check,
                           const FlatNode *owner,
                           const FlatEq *eq,
                           const FlatVar *lhs);

static bool
has_unknown (Check *check, ExprId e)
{
  bool found = false;

  survey (check, e);
  for (guint i = 0; i < check->vars->len; i++)
    found = found || check->build->vars[nth_var (check, i)].kind != FLAT_PARAMETER;
  return found;
}

/* It holds nothing to be determined. */
static bool
is_idle (Check *check, const FlatNode *owner, const FlatEq *eq, const FlatVar *lhs)
{
  return eq->kind == FLAT_EQUATION && eq->instance == owner->id &&
         !has_unknown (check, eq->lhs) && !has_unknown (check, eq->rhs);
}

/* It sets an input that a connect drives. */
static bool
is_driven (Check *check, const FlatNode *owner, const FlatEq *eq, const FlatVar *lhs)
{
  const FlatNode *port = lhs == NULL ? NULL : check->build->nodes.at[lhs->instance];

  return eq->kind == FLAT_EQUATION && eq->instance == owner->id && port != NULL &&
         port->class->lib->is_signal && port->sets[0] != 0 &&
         port->class->lib->members[0].field == LANG_FIELD_INPUT;
}

/* A declaration of the user's text gives the variable its equation. */
static bool
is_bound (Check *check, const FlatNode *owner, const FlatEq *eq, const FlatVar *lhs)
{
  return eq->kind == FLAT_BINDING && lhs != NULL && lhs->kind == FLAT_CONTINUOUS &&
         eq->span.source == owner->class->lib->entry->class->name_span.source;
}

/* True if there is such an equation; the name on its left, and its line. */
static bool
find_suspect (Check *check,
              const FlatNode *owner,
              Suspicion is_suspect,
              const char **name,
              uint32_t *line)
{
  FlatBuild *build = check->build;
  uint32_t column;

  for (uint32_t i = 0; i < build->eqs.n; i++) {
    const FlatEq *eq = &build->eqs.at[i];
    uint32_t at = flat_variable_of (build, eq->lhs);
    const FlatVar *lhs = at == UINT32_MAX ? NULL : &build->vars[at];

    if (!is_suspect (check, owner, eq, lhs))
      continue;
    *name = lhs == NULL ? "" : lhs->name;
    base_source_locate (eq->span.source, eq->span.begin, line, &column);
    return true;
  }
  return false;
}

/* The lines of the equations of the component, if they are few. */
static char *
list_lines (const FlatBuild *build, const FlatNode *owner)
{
  enum { MOST = 12 };
  GString *lines = g_string_new (NULL);
  uint32_t last = 0, n = 0;

  for (uint32_t i = 0; i < build->eqs.n && n <= MOST; i++) {
    const FlatEq *eq = &build->eqs.at[i];
    uint32_t line, column;

    if (eq->instance != owner->id || eq->span.source == NULL ||
        (eq->kind != FLAT_EQUATION && eq->kind != FLAT_BINDING))
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
hint_surplus (Check *check, const FlatNode *node)
{
  g_autofree char *lines = list_lines (check->build, node);
  BaseDiags *diags = check->build->diags;
  const char *name;
  uint32_t line;

  if (find_suspect (check, node, is_idle, &name, &line))
    base_diags_set_hint (diags,
                         "the equation in line %u contains no unknowns: parameters are "
                         "constant, and der() of a constant is 0",
                         line);
  else if (find_suspect (check, node, is_driven, &name, &line))
    base_diags_set_hint (diags,
                         "%s is connected and set by the equation in line %u as well",
                         name, line);
  else if (find_suspect (check, node, is_bound, &name, &line))
    base_diags_set_hint (
        diags, "`%s = …` is an equation; its start value is written (initial = …)",
        name);
  else if (*lines != '\0')
    base_diags_set_hint (diags, "remove some of its equations, which are in lines %s",
                         lines);
}

static void
report_balance (FlatBuild *build, FlatNode *node, int32_t surplus)
{
  const LangClass *class = node->class->lib->entry->class;
  uint32_t n = (uint32_t) (surplus > 0 ? surplus : -surplus);

  if (node->class->is_balance_reported)
    return;
  node->class->is_balance_reported = true;
  flat_report (build, 501, class->name_span, node,
               surplus > 0
                   ? g_dngettext (GETTEXT_PACKAGE, "%s has %u equation too many",
                                  "%s has %u equations too many", n)
                   : g_dngettext (GETTEXT_PACKAGE, "%s has %u equation too few",
                                  "%s has %u equations too few", n),
               class->name, n);
  g_autoptr (GArray) vars = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (ExprWalk) walk = expr_walk_new (build->pool);
  Check check = {.build = build, .walk = walk, .vars = vars};
  g_autofree char *names = surplus < 0 ? list_unmentioned (&check, node) : NULL;
  if (names != NULL && names[0] != '\0')
    base_diags_set_hint (build->diags, "no equation contains %s", names);
  if (surplus > 0)
    hint_surplus (&check, node);
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
  for (uint32_t i = 0; i < build->nodes.n; i++) {
    FlatNode *node = build->nodes.at[i];

    if (build->balance[i] != 0 && !node->class->lib->is_connector)
      report_balance (build, node, build->balance[i]);
  }
}
