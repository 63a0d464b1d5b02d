/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be said of the whole: parameters that need themselves, ranges, discrete
 * variables, balance of each component. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "flat/build-private.h"

/* ---- order of parameters ---- */

typedef struct {
  FlatBuild *build;
  ExprWalk *walk;
  GArray *needs;  /* variables that the expression under way holds */
  bool *looks_up; /* parameters that follow from a table */
  bool has_table; /* the expression under way does */
} Needs;

static void
note_need (void *data, ExprId e)
{
  Needs *needs = data;
  const ExprNode *node = expr_node (needs->build->pool, e);

  if (node->op == EXPR_VAR) {
    uint32_t var = expr_index (node->payload, needs->build->n_vars);

    g_array_append_val (needs->needs, var);
  }
}

static void
look_for_table (void *data, ExprId e)
{
  Needs *needs = data;
  const ExprNode *node = expr_node (needs->build->pool, e);

  needs->has_table |=
      node->op == EXPR_TABLE || node->op == EXPR_TABLE_DER ||
      (node->op == EXPR_VAR &&
       needs->looks_up[expr_index (node->payload, needs->build->n_vars)]);
}

static bool
follows_from_table (Needs *needs, ExprId e)
{
  needs->has_table = false;
  if (expr_is_none (e))
    return false;
  expr_walk_reset (needs->walk);
  expr_walk (needs->walk, e, look_for_table, needs);
  return needs->has_table;
}

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
order_from (Needs *needs, uint32_t first, Mark *marks, GArray *order)
{
  FlatBuild *build = needs->build;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  g_array_append_val (stack, first);
  while (stack->len > 0) {
    uint32_t at = g_array_index (stack, uint32_t, stack->len - 1);

    if (marks[at] != NEW) {
      if (marks[at] == OPEN)
        g_array_append_val (order, at);
      marks[at] = DONE;
      g_array_set_size (stack, stack->len - 1);
      continue;
    }
    marks[at] = OPEN;
    g_array_set_size (needs->needs, 0);
    expr_walk_reset (needs->walk);
    if (!expr_is_none (build->vars[at].value))
      expr_walk (needs->walk, build->vars[at].value, note_need, needs);
    for (guint i = 0; i < needs->needs->len; i++) {
      uint32_t other = g_array_index (needs->needs, uint32_t, i);

      if (marks[other] == OPEN)
        report_cycle (build, stack, marks, other);
      else if (marks[other] == NEW)
        g_array_append_val (stack, other);
    }
  }
}

/* ---- ranges ---- */

static double
value_of (const void *data, uint32_t variable)
{
  return ((const double *) data)[variable];
}

static void
check_range (FlatBuild *build, uint32_t at, const double *values)
{
  const FlatVar *var = &build->vars[at];
  double min = -INFINITY, max = INFINITY;
  char bound[BASE_NUMBER_SIZE], given[BASE_NUMBER_SIZE];

  if (!expr_is_none (var->min))
    min = expr_eval (build->pool, var->min, 0, value_of, values);
  if (!expr_is_none (var->max))
    max = expr_eval (build->pool, var->max, 0, value_of, values);
  if (!(values[at] < min || values[at] > max))
    return;
  bool is_low = values[at] < min;
  bool has_units =
      var->units != NULL && var->units[0] != '\0' && strcmp (var->units, "1") != 0;
  flat_report (build, 311, var->set_at, build->nodes.at[var->instance],
               is_low ? N_ ("%s = %s is below its minimum %s%s%s")
                      : N_ ("%s = %s is above its maximum %s%s%s"),
               var->name, base_number_to_short_text (values[at], 6, given),
               base_number_to_short_text (is_low ? min : max, 6, bound),
               has_units ? " " : "", has_units ? var->units : "");
}

typedef struct {
  const FlatBuild *build;
  const double *values;
  bool is_excused;
} Excuse;

/* What is no number, or infinite, for a reason: `Inf` itself, a table, which is not
 * looked up here, or another parameter, which is reported by its own name. */
static void
look_for_excuse (void *data, ExprId e)
{
  Excuse *excuse = data;
  const ExprNode *node = expr_node (excuse->build->pool, e);

  excuse->is_excused |=
      node->op == EXPR_TABLE || node->op == EXPR_TABLE_DER ||
      (node->op == EXPR_NUMBER && isinf (node->number)) ||
      (node->op == EXPR_VAR &&
       !isfinite (excuse->values[expr_index (node->payload, excuse->build->n_vars)]));
}

static void
check_finite (const Needs *needs, uint32_t at, const double *values)
{
  FlatBuild *build = needs->build;
  const FlatVar *var = &build->vars[at];
  Excuse excuse = {.build = build, .values = values};

  if (var->type == FLAT_INTEGER && fabs (values[at]) > BASE_WHOLE_MOST)
    flat_report (build, 311, var->set_at, build->nodes.at[var->instance],
                 "%s is beyond 2^53 - 1, where integers are no longer exact",
                 var->name);
  if (isfinite (values[at]))
    return;
  expr_walk_reset (needs->walk);
  expr_walk (needs->walk, var->value, look_for_excuse, &excuse);
  if (!excuse.is_excused)
    flat_report (build, 311, var->set_at, build->nodes.at[var->instance],
                 isnan (values[at]) ? N_ ("the value of %s is not a number")
                                    : N_ ("the value of %s is infinite"),
                 var->name);
}

/* An attribute that follows from a table, or from a parameter that does, has no value
 * before the run: it would count as not given. */
static void
check_attribute (Needs *needs, const FlatVar *var, const char *name, ExprId e)
{
  double number;

  if (expr_is_none (e) || expr_is_number (needs->build->pool, e, &number) ||
      !follows_from_table (needs, e))
    return;
  flat_report (needs->build, 601, var->span, needs->build->nodes.at[var->instance],
               "the attribute %s of %s follows from a table, which is not looked up "
               "before the run",
               name, var->name);
}

/* W311: a start value of a variable outside its range. */
static void
check_start (FlatBuild *build, const FlatEq *eq, const double *values)
{
  const ExprNode *lhs = expr_node (build->pool, eq->lhs);
  const FlatVar *var = lhs->op == EXPR_VAR
                           ? &build->vars[expr_index (lhs->payload, build->n_vars)]
                           : NULL;
  double start, min = -INFINITY, max = INFINITY;

  if (var == NULL || (eq->kind != FLAT_INITIAL && eq->kind != FLAT_GUESS) ||
      (expr_is_none (var->min) && expr_is_none (var->max)))
    return;
  start = expr_eval (build->pool, eq->rhs, 0, value_of, values);
  if (!expr_is_none (var->min))
    min = expr_eval (build->pool, var->min, 0, value_of, values);
  if (!expr_is_none (var->max))
    max = expr_eval (build->pool, var->max, 0, value_of, values);
  if (!(start < min || start > max))
    return;
  flat_report_warning (build, 311, eq->span, build->nodes.at[var->instance],
                       "%s starts outside its range", var->name);
}

/* ---- asserts on parameters ---- */

typedef struct {
  const FlatBuild *build;
  const double *values;
  bool is_known;
} Knowledge;

/* From DER on operators wait for a run, or for a table. */
static void
note_open (void *data, ExprId e)
{
  Knowledge *knowledge = data;
  const ExprNode *node = expr_node (knowledge->build->pool, e);

  if (node->op == EXPR_VAR)
    knowledge->is_known &= !isnan (
        knowledge->values[expr_index (node->payload, knowledge->build->n_vars)]);
  else if (node->op == EXPR_TIME || node->op >= EXPR_DER)
    knowledge->is_known = false;
}

/* What parameters alone break is said before a start is sought with them, which might
 * fail in other words. */
static void
check_assert (FlatBuild *build,
              ExprWalk *walk,
              const FlatAssert *assertion,
              const double *values)
{
  Knowledge knowledge = {.build = build, .values = values, .is_known = true};

  expr_walk_reset (walk);
  expr_walk (walk, assertion->condition, note_open, &knowledge);
  if (!knowledge.is_known ||
      expr_eval (build->pool, assertion->condition, 0, value_of, values) != 0.0)
    return;
  flat_report (build, 503, assertion->span, build->nodes.at[assertion->instance],
               "an assertion failed: %s", assertion->text);
  base_diags_set_of_run (build->diags);
}

void
flat_check_parameters (FlatBuild *build)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (ExprWalk) walk = expr_walk_new (build->pool);
  g_autofree Mark *marks = g_new0 (Mark, build->n_vars);
  g_autofree double *values = g_new (double, build->n_vars);
  g_autofree bool *looks_up = g_new0 (bool, build->n_vars);
  Needs needs = {.build = build, .walk = walk, .needs = found, .looks_up = looks_up};

  for (uint32_t i = 0; i < build->n_vars; i++) {
    FlatVar *var = &build->vars[i];

    values[i] = NAN; /* what is no parameter is not known */
    if (var->kind != FLAT_PARAMETER || marks[i] != NEW || expr_is_none (var->value))
      continue;
    if (expr_is_number (build->pool, var->value, &values[i]))
      marks[i] = DONE;
    else
      order_from (&needs, i, marks, order);
  }
  for (guint i = 0; i < order->len; i++) {
    uint32_t at = g_array_index (order, uint32_t, i);

    looks_up[at] = follows_from_table (&needs, build->vars[at].value);
    values[at] =
        expr_is_none (build->vars[at].value)
            ? NAN
            : expr_eval (build->pool, build->vars[at].value, 0, value_of, values);
  }
  for (uint32_t i = 0; i < build->n_vars; i++)
    if (build->vars[i].kind == FLAT_PARAMETER && !expr_is_none (build->vars[i].value))
      check_finite (&needs, i, values);
  for (uint32_t i = 0; i < build->n_vars; i++) {
    const FlatVar *var = &build->vars[i];

    check_attribute (&needs, var, "nominal", var->nominal);
    check_attribute (&needs, var, "min", var->min);
    check_attribute (&needs, var, "max", var->max);
    if (var->kind == FLAT_PARAMETER && !expr_is_none (var->value) &&
        (!expr_is_none (var->min) || !expr_is_none (var->max)))
      check_range (build, i, values);
  }
  for (uint32_t i = 0; i < build->eqs.n; i++)
    check_start (build, &build->eqs.at[i], values);
  flat_tables_check (build, values);
  for (uint32_t i = 0; i < build->asserts.n; i++)
    check_assert (build, walk, &build->asserts.at[i], values);
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
    const ExprNode *lhs = expr_node (build->pool, eq->lhs);

    if (eq->kind == FLAT_INITIAL || eq->kind == FLAT_GUESS || lhs->op != EXPR_VAR)
      continue;
    uint32_t v = expr_index (lhs->payload, build->n_vars);
    if (build->vars[v].kind != FLAT_DISCRETE)
      continue;
    if (times[v]++ == 1)
      flat_report (build, 409, eq->span, build->nodes.at[eq->instance],
                   "the discrete variable %s is determined twice", build->vars[v].name);
    times[v] = MIN (times[v], 2);
  }
  count_assigned (build, times);
  for (uint32_t i = 0; i < build->n_vars; i++) {
    const FlatVar *var = &build->vars[i];

    if (var->kind != FLAT_DISCRETE || times[i] > 0 || is_given (build, var))
      continue;
    flat_report (build, 409, var->span, build->nodes.at[var->instance],
                 "nothing determines the discrete variable %s", var->name);
    base_diags_set_hint (build->diags,
                         "it needs an equation with it alone on the left");
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

typedef struct {
  const FlatBuild *build;
  bool *is_mentioned; /* by variable */
} Mentions;

static void
note_mention (void *data, ExprId e)
{
  const Mentions *mentions = data;
  const ExprNode *node = expr_node (mentions->build->pool, e);

  if (node->op == EXPR_VAR)
    mentions->is_mentioned[expr_index (node->payload, mentions->build->n_vars)] = true;
}

/* Names up to three variables of the component, or of its ports, that no equation
 * names. */
static char *
list_unmentioned (FlatBuild *build, const FlatNode *owner)
{
  enum { MOST = 3 };
  g_autoptr (ExprWalk) walk = expr_walk_new (build->pool);
  g_autofree bool *is_mentioned = g_new0 (bool, build->n_vars + 1);
  Mentions mentions = {.build = build, .is_mentioned = is_mentioned};
  GString *names = g_string_new (NULL);
  uint32_t n = 0;

  for (uint32_t i = 0; i < build->eqs.n; i++)
    if (build->eqs.at[i].kind != FLAT_INITIAL && build->eqs.at[i].kind != FLAT_GUESS) {
      expr_walk (walk, build->eqs.at[i].lhs, note_mention, &mentions);
      expr_walk (walk, build->eqs.at[i].rhs, note_mention, &mentions);
    }
  for (uint32_t i = 0; i < build->n_vars && n < MOST; i++) {
    const FlatVar *var = &build->vars[i];

    if (var->kind != FLAT_CONTINUOUS || is_mentioned[i] ||
        flat_variable_owner (build->nodes.at[var->instance]) != owner)
      continue;
    g_string_append_printf (names, "%s%s", n++ > 0 ? ", " : "", var->name);
  }
  return g_string_free (names, FALSE);
}

typedef struct {
  const FlatBuild *build;
  bool *found;
} Unknowns;

static void
note_unknown (void *data, ExprId e)
{
  const Unknowns *unknowns = data;
  const ExprNode *node = expr_node (unknowns->build->pool, e);

  if (node->op == EXPR_VAR &&
      unknowns->build->vars[expr_index (node->payload, unknowns->build->n_vars)].kind !=
          FLAT_PARAMETER)
    *unknowns->found = true;
}

/* A declaration of the user's text that gives a variable an equation, or NULL. */
static const FlatVar *
find_bound (const FlatBuild *build, const FlatNode *owner)
{
  for (uint32_t i = 0; i < build->eqs.n; i++) {
    const FlatEq *eq = &build->eqs.at[i];
    const ExprNode *node = expr_node (build->pool, eq->lhs);

    if (eq->kind == FLAT_BINDING && node->op == EXPR_VAR &&
        build->vars[expr_index (node->payload, build->n_vars)].kind ==
            FLAT_CONTINUOUS &&
        eq->span.source == owner->class->lib->entry->class->name_span.source)
      return &build->vars[expr_index (node->payload, build->n_vars)];
  }
  return NULL;
}

/* An equation of the component that holds nothing to be determined, or NULL. */
static const FlatEq *
find_idle (const FlatBuild *build, const FlatNode *owner)
{
  g_autoptr (ExprWalk) walk = expr_walk_new (build->pool);

  for (uint32_t i = 0; i < build->eqs.n; i++) {
    const FlatEq *eq = &build->eqs.at[i];
    bool has_unknown = false;

    if (eq->kind != FLAT_EQUATION || eq->instance != owner->id)
      continue;
    Unknowns unknowns = {.build = build, .found = &has_unknown};
    expr_walk_reset (walk);
    expr_walk (walk, eq->lhs, note_unknown, &unknowns);
    expr_walk (walk, eq->rhs, note_unknown, &unknowns);
    if (!has_unknown)
      return eq;
  }
  return NULL;
}

/* An equation that sets an input which a connect drives, or NULL. */
static const FlatEq *
find_driven (const FlatBuild *build, const FlatNode *owner)
{
  for (uint32_t i = 0; i < build->eqs.n; i++) {
    const FlatEq *eq = &build->eqs.at[i];
    const ExprNode *lhs = expr_node (build->pool, eq->lhs);

    if (eq->kind != FLAT_EQUATION || eq->instance != owner->id || lhs->op != EXPR_VAR)
      continue;
    const FlatNode *port =
        build->nodes.at[build->vars[expr_index (lhs->payload, build->n_vars)].instance];
    if (port->class->lib->is_signal && port->outer_set != 0 &&
        port->class->lib->members[0].field == LANG_FIELD_INPUT)
      return eq;
  }
  return NULL;
}

static void
hint_surplus (FlatBuild *build, const FlatNode *node)
{
  const FlatEq *idle = find_idle (build, node);
  const FlatEq *driven = idle == NULL ? find_driven (build, node) : NULL;
  const FlatVar *bound =
      idle == NULL && driven == NULL ? find_bound (build, node) : NULL;
  uint32_t line, column;

  if (idle != NULL) {
    base_source_locate (idle->span.source, idle->span.begin, &line, &column);
    base_diags_set_hint (build->diags,
                         "the equation in line %u has no unknown; what parameters give "
                         "is constant, and der() of it is 0",
                         line);
  }
  if (driven != NULL) {
    base_source_locate (driven->span.source, driven->span.begin, &line, &column);
    base_diags_set_hint (
        build->diags, "%s is connected and set by the equation in line %u as well",
        build
            ->vars[expr_index (expr_node (build->pool, driven->lhs)->payload,
                               build->n_vars)]
            .name,
        line);
  }
  if (bound != NULL)
    base_diags_set_hint (build->diags,
                         "`%s = …` is an equation; its start value is written "
                         "(initial = …)",
                         bound->name);
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
  g_autofree char *names = surplus < 0 ? list_unmentioned (build, node) : NULL;
  if (names != NULL && names[0] != '\0')
    base_diags_set_hint (build->diags, "no equation names %s", names);
  if (surplus > 0)
    hint_surplus (build, node);
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
    FlatNode *owner = flat_variable_owner (node);
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
