/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a run ended, in the words of the user: a sentence by status, then what is to
 * blame as the failure noted it, which is equations, a variable, a crossing, an
 * assertion or an action. Loops of parts and of signals get sentences of their own
 * (sim/loop-parts.h). The place is that of whatever is named first. */
#include "sim/failure.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/number.h"
#include "base/unit.h"
#include "lib/text.h"
#include "sim/state.h"

SimFailure
sim_failure (SimStatus status, double time)
{
  return (SimFailure){.status = status,
                      .time = time,
                      .slot = UINT32_MAX,
                      .zero_factor = UINT32_MAX,
                      .crossing = UINT32_MAX,
                      .assertion = UINT32_MAX,
                      .action = UINT32_MAX};
}

void
sim_failure_add_eq (SimFailure *failure, uint32_t eq, double error)
{
  double size = isnan (error) ? INFINITY : fabs (error);
  uint32_t at = failure->n_eqs;

  while (at > 0 && size > fabs (failure->error[at - 1]))
    at--;
  if (at == SIM_FAILURE_EQS)
    return;
  if (failure->n_eqs < SIM_FAILURE_EQS)
    failure->n_eqs++;
  for (uint32_t i = failure->n_eqs - 1; i > at; i--) {
    failure->eq[i] = failure->eq[i - 1];
    failure->error[i] = failure->error[i - 1];
  }
  failure->eq[at] = eq;
  failure->error[at] = size;
}

typedef struct {
  uint32_t number; /* E502, else R501… */
  const char *sentence;
  const char *hint;
} Kind;

static const Kind kinds[] = {
    [SIM_BAD_VALUE] =
        {507,
         N_ ("invalid operation: the argument of a root, logarithm, table or division "
             "is outside its domain"),
         N_ ("limit the argument, or give another expression there with ifelse")},
    [SIM_STEP_TOO_SMALL] =
        {506, N_ ("the step size became too small"),
         N_ ("the solution grows without bound there, or jumps without an event")},
    [SIM_NO_CONVERGENCE] = {505,
                            N_ ("no solution of the nonlinear equations was found"),
                            N_ ("give guesses near the solution, or fix fewer values")},
    [SIM_NOT_STEADY] =
        {505, N_ ("no steady state was found"),
         N_ ("something may keep moving; give initial values near the equilibrium")},
    [SIM_SINGULAR] =
        {508, N_ ("a system of equations has no unique solution"),
         N_ ("two parts may prescribe the same motion, or nothing resists it")},
    [SIM_OPEN] =
        {508, N_ ("a value is undetermined because its factor is zero"),
         N_ ("start elsewhere, or give it an equation of its own there with ifelse")},
    [SIM_REDUNDANT] = {508, N_ ("constraints of a closed loop are redundant"),
                       N_ ("remove a joint or a rod that prescribes what others "
                           "prescribe, or replace it by a spring")},
    [SIM_DEAD_CENTRE] = {508,
                         N_ ("in this position the loop cannot have the given speeds"),
                         N_ ("at a dead centre give the speed of the joint named here, "
                             "or start elsewhere")},
    [SIM_INNER_LOOP] = {501,
                        N_ ("the event iteration does not converge: conditions keep "
                            "changing each other"),
                        N_ ("a condition must not depend on what it switches: use "
                            "pre() or add hysteresis")},
    [SIM_EVENT_LOOP] = {502,
                        N_ ("the event iteration does not converge: discrete variables "
                            "keep changing each other"),
                        N_ ("what depends on pre() must settle")},
    [SIM_ASSERT] = {503, N_ ("an assertion failed"), NULL},
    [SIM_ZENO] = {504, N_ ("Zeno behaviour: events accumulate without end"),
                  N_ ("add a state of rest that is entered below a small speed")},
    [SIM_CHATTERING] = {504,
                        N_ ("chattering: a condition switches back and forth while "
                            "time hardly advances"),
                        N_ ("add hysteresis, or a state in between")},
    [SIM_CROWDED] = {504,
                     N_ ("sample() would have more than 10^9 instants in this run"),
                     N_ ("give it a longer interval, or end the run earlier")},
    [SIM_INCONSISTENT] = {502, N_ ("the initial conditions are inconsistent"),
                          N_ ("remove an initial condition, or make it a `guess`")},
    [SIM_UNDONE] =
        {505, N_ ("the events at the start violate the initial conditions"),
         N_ ("give the discrete variables initial values (initial z = …), or "
             "remove the initial relation")},
};

static void
add_phrase (GString *out, const SimPhrase *phrase)
{
  if (phrase->text != NULL)
    g_string_append_printf (out, ": %s", lib_text (phrase->text));
}

static void
add_parts (GString *out, const SimFailure *failure, const SimModel *model)
{
  if (failure->status != SIM_NO_CONVERGENCE || failure->n_eqs == 0 ||
      failure->eq[0] >= model->n_eqs || model->eqs[failure->eq[0]].parts == NULL)
    return;
  g_string_append (out, "; ");
  g_string_append_printf (out, _ ("parts in conflict: %s"),
                          model->eqs[failure->eq[0]].parts);
}

/* The other conditions of a failure, "with `a > b`, `b > a`". */
static void
add_others (GString *out, const SimFailure *failure, const SimModel *model)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (uint32_t i = 0; i < failure->n_others; i++) {
    const SimPhrase *other = &model->crossings[failure->other[i]];
    if (other->text != NULL)
      g_string_append_printf (list, "%s`%s`", list->len > 0 ? ", " : "", other->text);
  }
  if (list->len == 0)
    return;
  g_string_append (out, ", ");
  g_string_append_printf (out, _ ("with %s"), list->str);
}

/* An equation that is off by no more than this part of the worst is not named. */
static const double HOLDS = 1e-6;

static void
add_equations (GString *out, const SimFailure *failure, const SimModel *model)
{
  char error[BASE_NUMBER_SIZE];

  for (uint32_t i = 0; i < failure->n_eqs; i++) {
    if (failure->eq[i] >= model->n_eqs || model->eqs[failure->eq[i]].text == NULL ||
        (i > 0 && failure->error[i] <= HOLDS * failure->error[0]))
      continue;
    const SimPhrase *phrase = &model->eqs[failure->eq[i]];
    base_number_to_short_text (failure->error[i], 4, error);
    g_string_append (out, "; ");
    if (phrase->path != NULL && phrase->path[0] != '\0')
      g_string_append_printf (out, _ ("`%s` in %s (residual %s)"), phrase->text,
                              phrase->path, error);
    else
      g_string_append_printf (out, _ ("`%s` (residual %s)"), phrase->text, error);
  }
}

/* What is to blame first. */
static const SimPhrase *
find_phrase (const SimFailure *failure, const SimModel *model)
{
  if (failure->assertion < model->n_asserts)
    return &model->asserts[failure->assertion];
  if (failure->action < model->n_actions)
    return &model->actions[failure->action];
  if (failure->crossing < model->n_crossings)
    return &model->crossings[failure->crossing];
  if (failure->n_eqs > 0 && failure->eq[0] < model->n_eqs)
    return &model->eqs[failure->eq[0]];
  return NULL;
}

/* The closed loop of parts that the failure is about, or NULL. */
static const SimPhrase *
find_loop (const SimFailure *failure, const SimModel *model)
{
  if ((failure->status != SIM_REDUNDANT && failure->status != SIM_NO_CONVERGENCE) ||
      failure->n_eqs == 0 || failure->eq[0] >= model->n_eqs)
    return NULL;
  const SimPhrase *phrase = &model->eqs[failure->eq[0]];
  return phrase->is_loop && phrase->parts != NULL ? phrase : NULL;
}

static BaseSpan
find_place (const SimFailure *failure, const SimModel *model)
{
  const SimPhrase *phrase = find_phrase (failure, model);
  const SimPhrase *loop = find_loop (failure, model);
  bool has_slot = failure->slot < model->n_named_slots &&
                  model->var_of_slot[failure->slot] != UINT32_MAX;

  if (loop != NULL)
    return model->tree->instances[loop->part].span;
  if (phrase != NULL && phrase->place.source != NULL)
    return phrase->place;
  if (has_slot && model->places[model->var_of_slot[failure->slot]].source != NULL)
    return model->places[model->var_of_slot[failure->slot]];
  return model->place;
}

static char *
find_path (const SimFailure *failure, const SimModel *model)
{
  const SimPhrase *phrase = find_phrase (failure, model);
  const SimPhrase *loop = find_loop (failure, model);
  const char *name = sim_model_slot_name (model, failure->slot);

  if (loop != NULL)
    return g_strdup (model->tree->instances[loop->part].path);
  if (phrase != NULL && phrase->path != NULL)
    return g_strdup (phrase->path);
  return name == NULL ? g_strdup ("") : sim_model_path (name);
}

/* How far the ends of a loop are apart, in the unit of its worst equation: "0.1 m". */
static char *
opening_of (const SimFailure *failure, const SimModel *model)
{
  const char *units = model->eqs[failure->eq[0]].units;
  double sum = 0.0;

  for (uint32_t i = 0; i < failure->n_eqs; i++)
    if (failure->eq[i] < model->n_eqs &&
        g_strcmp0 (model->eqs[failure->eq[i]].units, units) == 0)
      sum += failure->error[i] * failure->error[i];
  return base_unit_quantity_to_text (sqrt (sum), 4, units);
}

/* Signals that are computed from themselves at once, and no others. */
static bool
is_loop_of_signals (const SimFailure *failure, const SimModel *model)
{
  return (failure->status == SIM_SINGULAR || failure->status == SIM_OPEN) &&
         failure->n_eqs > 0 && failure->eq[0] < model->n_eqs &&
         model->eqs[failure->eq[0]].is_signal;
}

/* NULL if the trouble is none of such signals. */
static char *
tell_signals (const SimFailure *failure, const SimModel *model)
{
  char time[BASE_NUMBER_SIZE];

  if (!is_loop_of_signals (failure, model))
    return NULL;
  const char *parts = model->eqs[failure->eq[0]].parts;
  base_number_to_short_text (failure->time, 9, time);
  if (parts == NULL)
    return g_strdup_printf (
        _ ("signals form an algebraic loop whose gain is 1 at time %s"), time);
  return g_strdup_printf (
      _ ("the signals of %s form an algebraic loop whose gain is 1 at time %s"), parts,
      time);
}

/* About a closed loop of parts; NULL if the trouble is none of one. */
static char *
tell_loop (const SimFailure *failure, const SimModel *model)
{
  char time[BASE_NUMBER_SIZE];
  const SimPhrase *phrase = find_loop (failure, model);

  if (phrase == NULL)
    return NULL;
  base_number_to_short_text (failure->time, 9, time);
  if (failure->status == SIM_REDUNDANT)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE,
                     "%u of the constraints that close the loop of %s follows from the "
                     "others at time %s: the same motion is held twice",
                     "%u of the constraints that close the loop of %s follow from the "
                     "others at time %s: the same motion is held twice",
                     (unsigned long) failure->error[0]),
        (unsigned) failure->error[0], phrase->parts, time);
  g_autofree char *opening = opening_of (failure, model);
  return g_strdup_printf (
      _ ("the loop of %s does not close at time %s: it stays open by %s"),
      phrase->parts, time, opening);
}

/* The parameter of value zero that determines nothing, or NULL; what a loop of signals
 * says comes before. */
static const char *
name_of_zero_factor (const SimFailure *failure, const SimModel *model)
{
  const char *name = sim_model_slot_name (model, failure->zero_factor);

  return name != NULL && !is_loop_of_signals (failure, model) &&
                 model->vars[model->var_of_slot[failure->zero_factor]].is_parameter
             ? name
             : NULL;
}

/* About a mass of zero and its like; NULL if the trouble is none of one. */
static char *
tell_zero_factor (const SimFailure *failure, const SimModel *model)
{
  const char *factor = name_of_zero_factor (failure, model);
  const char *name = sim_model_slot_name (model, failure->slot);
  char time[BASE_NUMBER_SIZE];

  if (factor == NULL || name == NULL)
    return NULL;
  base_number_to_short_text (failure->time, 9, time);
  return g_strdup_printf (_ ("`%s` is 0, so `%s` is undetermined at time %s"), factor,
                          name, time);
}

/* What, when and of which variable. */
static GString *
tell_kind (const SimFailure *failure, const SimModel *model, const char *kind)
{
  const char *name = sim_model_slot_name (model, failure->slot);
  GString *out = g_string_new (NULL);
  char time[BASE_NUMBER_SIZE];

  base_number_to_short_text (failure->time, 9, time);
  if (name != NULL)
    g_string_printf (out, _ ("%s at time %s, `%s`"), _ (kind), time, name);
  else
    g_string_printf (out, _ ("%s at time %s"), _ (kind), time);
  return out;
}

static char *
make_sentence (const SimFailure *failure, const SimModel *model, const char *kind)
{
  char *loop = tell_loop (failure, model);
  if (loop == NULL)
    loop = tell_signals (failure, model);
  if (loop == NULL)
    loop = tell_zero_factor (failure, model);
  if (loop != NULL)
    return loop;
  GString *out = tell_kind (failure, model, kind);
  if (failure->crossing < model->n_crossings)
    add_phrase (out, &model->crossings[failure->crossing]);
  add_others (out, failure, model);
  if (failure->assertion < model->n_asserts)
    add_phrase (out, &model->asserts[failure->assertion]);
  if (failure->action < model->n_actions)
    add_phrase (out, &model->actions[failure->action]);
  add_equations (out, failure, model);
  add_parts (out, failure, model);
  return g_string_free (out, FALSE);
}

void
sim_failure_report (const SimFailure *failure, const SimModel *model, BaseDiags *diags)
{
  bool is_domain = failure->assertion < model->n_asserts &&
                   model->asserts[failure->assertion].is_domain;
  Kind kind = kinds[failure->status];

  if (is_domain)
    kind = (Kind){507, N_ ("an operand is outside the domain of its operator"), NULL};
  if (is_loop_of_signals (failure, model))
    kind =
        (Kind){508, NULL,
               N_ ("change a gain or a sign in the loop, or put a block with a state "
                   "into it, such as an integrator, a filter or a delay")};
  if (failure->is_pole)
    kind = (Kind){507, N_ ("a value passes a pole, where it grows without bound"),
                  N_ ("keep the divisor away from zero, or give another expression "
                      "there with ifelse")};
  else if (name_of_zero_factor (failure, model) != NULL)
    kind.hint = N_ ("give this parameter a value other than zero");
  /* The sentence at its place, then hint and culprits. */
  g_autofree char *sentence = make_sentence (failure, model, kind.sentence);
  g_autofree char *path = find_path (failure, model);

  base_diags_add (diags, BASE_ERROR, kind.number, find_place (failure, model), "%s",
                  sentence);
  if (failure->status != SIM_INCONSISTENT)
    base_diags_set_of_run (diags);
  base_diags_set_path (diags, path);
  if (kind.hint != NULL)
    base_diags_set_hint (diags, "%s", _ (kind.hint));
  for (uint32_t i = 0; i < failure->n_others; i++)
    if (model->crossings[failure->other[i]].path != NULL)
      base_diags_add_culprit (diags, model->crossings[failure->other[i]].path);
  for (uint32_t i = 1; i < failure->n_eqs; i++)
    if (failure->eq[i] < model->n_eqs && model->eqs[failure->eq[i]].path != NULL)
      base_diags_add_culprit (diags, model->eqs[failure->eq[i]].path);
}

void
sim_failure_report_error (const SimFailure *failure,
                          const SimModel *model,
                          BaseDiags *diags,
                          GError **error)
{
  g_autoptr (BaseDiags) own = base_diags_new ();

  sim_failure_report (failure, model, own);
  const BaseDiag *diag = base_diags_get (own, 0);
  g_autofree char *code = base_diag_code (diag);
  g_set_error (error, SIM_ERROR, (int) failure->status, "%s: %s", code, diag->message);
  if (diags != NULL)
    base_diags_append (diags, own);
}
