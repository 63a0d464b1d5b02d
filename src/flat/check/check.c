/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be said of the whole: parameters that need themselves, ranges, discrete
 * variables. Parameters are ordered depth-first, on a
 * stack of its own, and evaluated in that order; each check then surveys the
 * expressions that it is about. Linear in the expressions. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/unit.h"
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
  g_autofree char *limit = base_unit_quantity_to_text (bound, 6, var->units);
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
                         "the initial value of %s is outside its range", var->name);
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

    if (var->kind != FLAT_DISCRETE || times[i] > 0 || flat_check_is_given (build, var))
      continue;
    flat_report (build, 409, var->span, build->nodes.at[var->instance],
                 "nothing determines the discrete variable %s", var->name);
    base_diags_set_hint (build->diags,
                         "write an equation with this variable alone on the left side");
  }
}
