/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is the same for every run, copied out of the compilation before its arena goes:
 * names, units and attributes of variables, where they get their values, and the
 * phrases that failures speak of equations, crossings and asserts in. Near-linear in
 * the variables and in the text of the phrases; only equations that can fail by
 * themselves get one. */
#include <math.h>
#include <string.h>

#include "sim/loop-parts.h"
#include "sim/model-private.h"

/* What the steps of sim_model_new() share. */
typedef struct {
  SimModel *model;
  const DaeSystem *dae;
  GHashTable
      *texts; /* pointer in the compilation -> copy, as many variables share them */
  GHashTable *sources; /* that the model keeps */
  double *slots;       /* with the parameters' first values */
  bool met_hidden;     /* while printing */
} Build;

/* A place that outlives the compilation. */
static BaseSpan
keep_place (Build *build, uint32_t instance, BaseSpan span)
{
  BaseSpan place = flat_model_user_span (build->dae->flat, instance, span);

  if (place.source != NULL &&
      g_hash_table_add (build->sources, (gpointer) place.source))
    g_ptr_array_add (build->model->sources,
                     base_source_ref ((BaseSource *) place.source));
  return place;
}

static const char *
copy_text (Build *build, const char *text)
{
  char *copy;

  if (text == NULL)
    return NULL;
  copy = g_hash_table_lookup (build->texts, text);
  if (copy == NULL) {
    copy = base_arena_strdup (build->model->arena, text);
    g_hash_table_insert (build->texts, (gpointer) text, copy);
  }
  return copy;
}

static double
parameter_value (const void *data, uint32_t variable)
{
  const Build *build = data;
  double sign;
  uint32_t slot = code_slot (build->model->program, variable, &sign);

  return sign * build->slots[slot];
}

/* An attribute, which is an expression of parameters. */
static double
attribute (Build *build, ExprId e, double fallback)
{
  double value;

  if (expr_is_none (e))
    return fallback;
  if (!expr_is_number (build->dae->pool, e, &value))
    value = expr_eval (build->dae->pool, e, 0.0, parameter_value, build);
  return isnan (value) ? fallback : value;
}

static const SimType TYPES[] = {
    [FLAT_REAL] = SIM_REAL,
    [FLAT_INTEGER] = SIM_INTEGER,
    [FLAT_BOOLEAN] = SIM_BOOLEAN,
    [FLAT_ENUM] = SIM_ENUM,
};

static const char *const *
copy_cases (Build *build, const FlatEnum *enumeration)
{
  const char **cases =
      base_arena_array (build->model->arena, const char *, enumeration->n);

  for (uint32_t i = 0; i < enumeration->n; i++)
    cases[i] = copy_text (build, enumeration->cases[i]);
  return cases;
}

/* A parameter that follows from others is changed through those. */
static bool
is_settable (const Build *build, const FlatVar *flat, const DaeVar *var)
{
  double value;

  return var->kind == DAE_PARAMETER && !flat->is_structural && !flat->is_final &&
         !expr_is_none (flat->value) &&
         expr_is_number (build->dae->pool, flat->value, &value);
}

static void
describe_flat (Build *build, SimVar *var, const FlatVar *flat, const DaeVar *dae_var)
{
  const FlatEnum *enumeration = flat->enumeration;

  var->type = TYPES[flat->type];
  var->units = copy_text (build, flat->units);
  var->display_units = copy_text (build, flat->display_units);
  var->doc = copy_text (build, flat->doc);
  var->is_parameter = flat->kind == FLAT_PARAMETER;
  var->is_settable = is_settable (build, flat, dae_var);
  var->is_structural = flat->is_structural;
  var->is_discrete = flat->kind == FLAT_DISCRETE;
  var->nominal = fabs (attribute (build, flat->nominal, 1.0));
  var->min = attribute (build, flat->min, -INFINITY);
  var->max = attribute (build, flat->max, INFINITY);
  if (var->nominal == 0.0 || !isfinite (var->nominal))
    var->nominal = 1.0;
  if (enumeration == NULL)
    return;
  var->n_cases = enumeration->n;
  var->cases = copy_cases (build, enumeration);
}

/* A derivative that has no name of the user's: the unit of its integral by seconds. */
static void
describe_derivative (Build *build, SimVar *var, const DaeVar *dae_var)
{
  const SimVar *flat = &build->model->vars[dae_var->flat];
  uint32_t order = 1;

  for (uint32_t v = dae_var->integral; v != DAE_NONE && v != dae_var->flat && order < 9;
       v = build->dae->vars[v].integral)
    order++;
  var->units = order == 1 ? base_arena_printf (build->model->arena, "%s/s", flat->units)
                          : base_arena_printf (build->model->arena, "%s/s%u",
                                               flat->units, order);
  if (flat->units[0] == '\0')
    var->units = "";
}

/* What the passes added. */
static void
describe_derived (Build *build, SimVar *var, const DaeVar *dae_var)
{
  var->type = SIM_REAL;
  var->units = "";
  var->display_units = "";
  var->is_derived = true;
  var->is_discrete = dae_var->kind == DAE_DISCRETE;
  if (!var->is_discrete)
    describe_derivative (build, var, dae_var);
  var->nominal = 1.0;
  var->min = -INFINITY;
  var->max = INFINITY;
}

/* A discrete variable that dae added: part of a floor, of sample(), of when. */
static bool
is_hidden (const DaeSystem *dae, uint32_t v)
{
  return v >= dae->flat->n_vars && dae->vars[v].kind == DAE_DISCRETE;
}

/* A derivative that does not exist (W504), or a variable that dae added, as pieces and
 * changing states: it cannot be found, nor is it shown. */
static bool
is_absent (const DaeSystem *dae, uint32_t v)
{
  const DaeVar *var = &dae->vars[v];

  if (var->is_hidden || is_hidden (dae, v))
    return true;
  return dae->vars[var->kind == DAE_ALIAS ? var->alias : v].kind == DAE_ABSENT;
}

/* Open addressing, at most half full. */
static void
names_init (SimModel *model)
{
  uint32_t n = 2;

  while (n < 2 * model->n_vars)
    n *= 2;
  model->by_name = base_arena_array (model->arena, uint32_t, n);
  model->name_mask = n - 1;
}

/* Where it stands, or would. */
static uint32_t *
place_of_name (const SimModel *model, const char *name)
{
  uint32_t i = g_str_hash (name) * 2654435761u >> 4 & model->name_mask;

  while (model->by_name[i] != 0 &&
         strcmp (model->vars[model->by_name[i] - 1].name, name) != 0)
    i = (i + 1) & model->name_mask;
  return &model->by_name[i];
}

/* Users know the variables that were chosen at first as states. */
static void
describe_selection (Build *build, const DaeSelection *selection)
{
  SimVar *vars = build->model->vars;
  uint32_t n_levels = selection->order + 1;

  for (uint32_t i = 0; i < selection->n_states * n_levels; i++) {
    vars[selection->state[i]].name = vars[selection->candidate[i]].name;
    vars[selection->state[i]].nominal = vars[selection->candidate[i]].nominal;
    vars[selection->candidate[i]].is_state |= i % n_levels < selection->order;
  }
}

static void
describe_variables (Build *build)
{
  SimModel *model = build->model;
  const DaeSystem *dae = build->dae;

  model->n_vars = dae->n_vars;
  model->vars = base_arena_array (model->arena, SimVar, dae->n_vars);
  names_init (model);
  for (uint32_t v = 0; v < dae->n_vars; v++) {
    SimVar *var = &model->vars[v];

    var->name = base_arena_strdup (model->arena, dae->vars[v].name);
    var->slot = code_slot (model->program, v, &var->sign);
    if (v < dae->flat->n_vars)
      describe_flat (build, var, &dae->flat->vars[v], &dae->vars[v]);
    else
      describe_derived (build, var, &dae->vars[v]);
    /* What is left out has no name to be found by. */
    if (is_absent (dae, v))
      var->is_derived = true;
    else
      *place_of_name (model, var->name) = v + 1;
  }
  for (uint32_t i = 0; i < dae->n_states; i++)
    model->vars[dae->states[i]].is_state = true;
  for (uint32_t i = 0; i < dae->start.n_fixed; i++)
    model->vars[dae->start.fixed[i]].is_at_guess = true;
  for (uint32_t v = 0; v < dae->n_vars; v++)
    if (dae->vars[v].kind == DAE_ALIAS)
      model->vars[v].is_at_guess = model->vars[dae->vars[v].alias].is_at_guess;
  for (uint32_t i = 0; i < dae->n_selections; i++)
    describe_selection (build, &dae->selections[i]);
}

static void
describe_states (Build *build)
{
  const DaeSystem *dae = build->dae;
  double *nominal = base_arena_array (build->model->arena, double, dae->n_states);

  for (uint32_t i = 0; i < dae->n_states; i++)
    nominal[i] = build->model->vars[build->model->program->states[i]].nominal;
  build->model->state_nominal = nominal;
}

/* Messages name a slot by its own variable, before any alias. */
static void
describe_slots (Build *build)
{
  SimModel *model = build->model;
  const DaeSystem *dae = build->dae;
  uint32_t n = 0;

  for (uint32_t v = 0; v < model->n_vars; v++)
    n = MAX (n, model->vars[v].slot + 1);
  uint32_t *var_of = base_arena_array (model->arena, uint32_t, n);
  for (uint32_t slot = 0; slot < n; slot++)
    var_of[slot] = UINT32_MAX;
  for (uint32_t v = model->n_vars; v-- > 0;)
    if (dae->vars[v].kind != DAE_ALIAS)
      var_of[model->vars[v].slot] = v;
  model->var_of_slot = var_of;
  model->n_named_slots = n;
}

static void
place_variable (Build *build, BaseSpan *places, uint32_t v, uint32_t eq)
{
  const FlatModel *flat = build->dae->flat;
  uint32_t origin = eq == DAE_NONE ? DAE_NONE : build->dae->eqs[eq].flat_eq;

  if (origin < flat->n_eqs)
    places[v] = keep_place (build, flat->eqs[origin].instance, flat->eqs[origin].span);
}

static void
place_unknowns (Build *build, BaseSpan *places, uint32_t n, const DaeBlock *blocks)
{
  for (uint32_t b = 0; b < n; b++)
    for (uint32_t i = 0; i < blocks[b].n; i++)
      place_variable (build, places, blocks[b].unknown[i], blocks[b].eq[i]);
}

/* Where a variable gets its value, else where it is declared. */
static void
describe_places (Build *build)
{
  const DaeSystem *dae = build->dae;
  const FlatModel *flat = dae->flat;
  BaseSpan *places = base_arena_array (build->model->arena, BaseSpan, dae->n_vars);

  for (uint32_t v = 0; v < dae->n_vars; v++) {
    const FlatVar *var =
        dae->vars[v].flat < flat->n_vars ? &flat->vars[dae->vars[v].flat] : NULL;
    if (var != NULL)
      places[v] = keep_place (build, var->instance,
                              var->kind == FLAT_PARAMETER ? var->set_at : var->span);
  }
  place_unknowns (build, places, dae->n_dynamic, dae->dynamic);
  place_unknowns (build, places, dae->n_output, dae->output);
  for (uint32_t i = 0; i < dae->n_states; i++)
    if (dae->vars[dae->rates[i]].kind != DAE_STATE)
      places[dae->states[i]] = places[dae->rates[i]];
  build->model->places = places;
  if (flat->n_instances > 0)
    build->model->place = keep_place (build, 0, flat->instances[0].span);
}

static void
describe_guesses (Build *build)
{
  const DaeSystem *dae = build->dae;
  bool *has_guess = base_arena_array (build->model->arena, bool, dae->n_vars);

  for (uint32_t v = 0; v < dae->flat->n_vars; v++)
    has_guess[v] =
        dae->flat->vars[v].has_guess && dae->flat->vars[v].kind == FLAT_CONTINUOUS;
  build->model->has_guess = has_guess;
}

static const char *
variable_name (const void *data, uint32_t variable)
{
  Build *build = (Build *) data;

  build->met_hidden |= is_hidden (build->dae, variable);
  return build->dae->vars[variable].name;
}

/* NULL if the user has no words for it. */
static const char *
print_pair (Build *build, ExprId a, const char *between, ExprId b)
{
  enum { LONGEST = 200 };
  const DaeSystem *dae = build->dae;
  g_autoptr (GString) text = g_string_new (NULL);

  build->met_hidden = false;
  expr_print (text, dae->pool, a, variable_name, build);
  g_string_append_printf (text, " %s ", between);
  expr_print (text, dae->pool, b, variable_name, build);
  if (build->met_hidden)
    return NULL;
  if (text->len > LONGEST) {
    const char *end = g_utf8_find_prev_char (text->str, text->str + LONGEST);
    g_string_truncate (text, (gsize) (end - text->str));
    g_string_append (text, "…");
  }
  return base_arena_strdup (build->model->arena, text->str);
}

static const char *
path_of (const Build *build, uint32_t instance)
{
  const LibTree *tree = build->model->tree;

  return instance < tree->n_instances ? tree->instances[instance].path : "";
}

/* Of a variable on one side of an equation, else NULL. */
static const char *
units_of (Build *build, ExprId side)
{
  const ExprNode *node = expr_node (build->dae->pool, side);

  if (node->op != EXPR_VAR || node->payload.at >= build->dae->flat->n_vars)
    return NULL;
  return copy_text (build, build->dae->flat->vars[node->payload.at].units);
}

static void
describe_equation (Build *build, SimPhrase *phrases, uint32_t e)
{
  const DaeSystem *dae = build->dae;
  const DaeEq *eq = &dae->eqs[e];

  if (phrases[e].text != NULL)
    return;
  phrases[e].path = "";
  if (eq->flat_eq >= dae->flat->n_eqs) {
    phrases[e].text = print_pair (build, eq->lhs, "=", eq->rhs);
    return;
  }
  const FlatEq *from = &dae->flat->eqs[eq->flat_eq];
  phrases[e].text = eq->n_differentiated == 0
                        ? print_pair (build, from->lhs, "=", from->rhs)
                        : print_pair (build, eq->lhs, "=", eq->rhs);
  phrases[e].units = units_of (build, eq->lhs);
  phrases[e].path = path_of (build, from->instance);
  phrases[e].place = keep_place (build, from->instance, from->span);
}

/* Only of systems that are iterated and of checks: others cannot fail by themselves. */
static void
describe_equations (Build *build)
{
  const DaeSystem *dae = build->dae;
  SimPhrase *phrases = base_arena_array (build->model->arena, SimPhrase, dae->n_eqs);

  for (uint32_t s = 0; s < CODE_N_SECTIONS; s++) {
    const CodeSteps *steps = &build->model->program->sections[s];
    for (uint32_t i = 0; i < steps->n; i++)
      if (!steps->steps[i].is_linear)
        for (uint32_t k = 0; k < steps->steps[i].n; k++)
          describe_equation (build, phrases, steps->steps[i].eq[k]);
  }
  for (uint32_t i = 0; i < dae->start.n_checks; i++)
    describe_equation (build, phrases, dae->start.checks[i]);
  sim_loop_parts_describe (build->model->arena, dae, phrases);
  build->model->n_eqs = dae->n_eqs;
  build->model->eqs = phrases;
}

static void
describe_conditions (Build *build)
{
  const DaeSystem *dae = build->dae;
  SimModel *model = build->model;
  SimPhrase *crossings = base_arena_array (model->arena, SimPhrase, dae->n_crossings);
  SimPhrase *asserts = base_arena_array (model->arena, SimPhrase, dae->flat->n_asserts);
  SimPhrase *actions = base_arena_array (model->arena, SimPhrase, dae->n_actions);

  /* Comparisons, asserts, actions: where each stands, and how it reads. */
  for (uint32_t r = 0; r < dae->n_crossings; r++) {
    const DaeCrossing *crossing = &dae->crossings[r];
    crossings[r].path = path_of (build, crossing->instance);
    crossings[r].place = keep_place (build, crossing->instance, crossing->span);
    crossings[r].text = print_pair (build, crossing->left, expr_op_text (crossing->op),
                                    crossing->right);
  }
  for (uint32_t i = 0; i < dae->flat->n_asserts; i++) {
    const FlatAssert *from = &dae->flat->asserts[i];
    asserts[i].place = keep_place (build, from->instance, from->span);
    asserts[i].path = path_of (build, from->instance);
    asserts[i].text = copy_text (build, from->text);
    asserts[i].is_domain = from->is_domain;
  }
  for (uint32_t i = 0; i < dae->n_actions; i++) {
    const DaeAction *from = &dae->actions[i];
    actions[i].place = keep_place (build, from->instance, from->span);
    actions[i].path = path_of (build, from->instance);
    actions[i].text = copy_text (build, from->text);
  }
  model->n_actions = dae->n_actions;
  model->actions = actions;
  model->n_crossings = dae->n_crossings;
  model->crossings = crossings;
  model->n_asserts = dae->flat->n_asserts;
  model->asserts = asserts;
}

SimModel *
sim_model_new (const DaeSystem *dae, BaseDiags *diags)
{
  CodeProgram *program = code_build (dae, diags);

  if (program == NULL)
    return NULL;
  SimModel *model = g_new0 (SimModel, 1);
  Build build = {.model = model, .dae = dae};
  LibTree tree = flat_model_tree (dae->flat);

  model->n_refs = 1;
  model->arena = base_arena_new ();
  model->name = base_arena_strdup (model->arena, dae->flat->name);
  model->tree = lib_tree_copy (&tree);
  model->program = program;
#ifdef DASHPOT_VERIFY
  code_verify (model->program);
#endif
  model->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) base_source_unref);
  /* Everything that messages and tables say is copied: the compilation goes away. */
  build.texts = g_hash_table_new (g_direct_hash, g_direct_equal);
  build.sources = g_hash_table_new (g_direct_hash, g_direct_equal);
  build.slots = code_slots_new (model->program);
  code_eval (model->program, CODE_PARAMETERS, build.slots);
  describe_variables (&build);
  describe_states (&build);
  describe_slots (&build);
  describe_places (&build);
  describe_guesses (&build);
  describe_equations (&build);
  describe_conditions (&build);
  g_hash_table_unref (build.texts);
  g_hash_table_unref (build.sources);
  code_slots_free (build.slots);
  return model;
}

SimModel *
sim_model_ref (const SimModel *model)
{
  SimModel *counted = (SimModel *) model;

  g_atomic_int_inc (&counted->n_refs);
  return counted;
}

void
sim_model_unref (SimModel *model)
{
  if (model == NULL || !g_atomic_int_dec_and_test (&model->n_refs))
    return;
  code_program_free (model->program);
  lib_tree_free (model->tree);
  g_ptr_array_unref (model->sources);
  base_arena_free (model->arena);
  g_free (model);
}

const char *
sim_model_name (const SimModel *model)
{
  return model->name;
}

const LibTree *
sim_model_tree (const SimModel *model)
{
  return model->tree;
}

uint32_t
sim_model_n_vars (const SimModel *model)
{
  return model->n_vars;
}

const SimVar *
sim_model_var (const SimModel *model, uint32_t i)
{
  g_assert (i < model->n_vars);
  return &model->vars[i];
}

uint32_t
sim_model_find (const SimModel *model, const char *name)
{
  return *place_of_name (model, name) - 1;
}

uint32_t
sim_model_n_states (const SimModel *model)
{
  return model->program->n_states;
}

uint32_t
sim_model_n_crossings (const SimModel *model)
{
  return model->n_crossings;
}

uint32_t
sim_model_n_equations (const SimModel *model)
{
  return model->n_eqs;
}

char *
sim_model_path (const char *name)
{
  const char *begin = g_str_has_prefix (name, "der(") ? name + strlen ("der(") : name;
  const char *dot = strrchr (begin, '.');

  return dot == NULL ? g_strdup ("") : g_strndup (begin, (gsize) (dot - begin));
}

const char *
sim_model_slot_name (const SimModel *model, uint32_t slot)
{
  uint32_t v = slot < model->n_named_slots ? model->var_of_slot[slot] : UINT32_MAX;

  bool is_hidden =
      v != UINT32_MAX && model->vars[v].is_derived && model->vars[v].is_discrete;

  return v == UINT32_MAX || is_hidden ? NULL : model->vars[v].name;
}

double
sim_model_slot_nominal (const SimModel *model, uint32_t slot)
{
  uint32_t v = slot < model->n_named_slots ? model->var_of_slot[slot] : UINT32_MAX;

  return v == UINT32_MAX ? 1.0 : model->vars[v].nominal;
}

const char *
sim_model_slot_units (const SimModel *model, uint32_t slot)
{
  uint32_t v = slot < model->n_named_slots ? model->var_of_slot[slot] : UINT32_MAX;

  return v == UINT32_MAX ? "" : model->vars[v].units;
}
