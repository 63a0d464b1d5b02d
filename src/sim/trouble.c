#include "sim/trouble.h"

#include <math.h>

#include "base/number.h"

SimTrouble
sim_trouble (SimStatus status, double time)
{
  return (SimTrouble){.status = status,
                      .time = time,
                      .slot = UINT32_MAX,
                      .relation = UINT32_MAX,
                      .assertion = UINT32_MAX,
                      .action = UINT32_MAX};
}

void
sim_trouble_add_eq (SimTrouble *trouble, uint32_t eq, double error)
{
  double size = isnan (error) ? INFINITY : fabs (error);
  uint32_t at = trouble->n_eqs;

  while (at > 0 && size > fabs (trouble->error[at - 1]))
    at--;
  if (at == SIM_TROUBLE_EQS)
    return;
  if (trouble->n_eqs < SIM_TROUBLE_EQS)
    trouble->n_eqs++;
  for (uint32_t i = trouble->n_eqs - 1; i > at; i--) {
    trouble->eq[i] = trouble->eq[i - 1];
    trouble->error[i] = trouble->error[i - 1];
  }
  trouble->eq[at] = eq;
  trouble->error[at] = size;
}

static const char *
describe (SimStatus status)
{
  switch (status) {
  case SIM_OK:
    return "nothing is wrong";
  case SIM_STOPPED:
    return "the run was stopped";
  case SIM_TERMINATED:
    return "the model ended the run";
  case SIM_BAD_VALUE:
    return "R507: a value is not finite: a root, logarithm, table or division left its "
           "domain";
  case SIM_STEP_TOO_SMALL:
    return "R506: the step size became too small";
  case SIM_NO_CONVERGENCE:
    return "R505: no solution of the nonlinear equations was found";
  case SIM_SINGULAR:
    return "R508: a system of equations has no unique solution";
  case SIM_INNER_LOOP:
    return "R501: conditions keep changing each other";
  case SIM_EVENT_LOOP:
    return "R502: discrete variables keep changing each other";
  case SIM_ASSERT:
    return "R503: an assertion failed";
  case SIM_ZENO:
    return "R504: more than 1000 events while time hardly passes";
  case SIM_INCONSISTENT:
    return "E502: the start values contradict each other";
  }
  g_assert_not_reached ();
}

static void
add_phrase (GString *out, const SimPhrase *phrase)
{
  if (phrase->path != NULL && phrase->path[0] != '\0')
    g_string_append_printf (out, " in `%s`", phrase->path);
  if (phrase->text != NULL)
    g_string_append_printf (out, ": %s", phrase->text);
}

static void
add_parts (GString *out, const SimTrouble *trouble, const SimModel *model)
{
  if (trouble->status == SIM_NO_CONVERGENCE && trouble->n_eqs > 0 &&
      trouble->eq[0] < model->n_eqs && model->eqs[trouble->eq[0]].parts != NULL)
    g_string_append_printf (out, "; what does not fit together: %s",
                            model->eqs[trouble->eq[0]].parts);
}

/* An equation that is off by no more than this part of the worst is not named. */
static const double HOLDS = 1e-6;

static void
add_equations (GString *out, const SimTrouble *trouble, const SimModel *model)
{
  char text[BASE_NUMBER_SIZE];

  for (uint32_t i = 0; i < trouble->n_eqs; i++) {
    if (trouble->eq[i] >= model->n_eqs || model->eqs[trouble->eq[i]].text == NULL ||
        (i > 0 && trouble->error[i] <= HOLDS * trouble->error[0]))
      continue;
    const SimPhrase *phrase = &model->eqs[trouble->eq[i]];
    bool has_path = phrase->path != NULL && phrase->path[0] != '\0';
    g_string_append_printf (out, "; `%s`%s%s is off by %s", phrase->text,
                            has_path ? " in " : "", has_path ? phrase->path : "",
                            base_number_to_short_text (trouble->error[i], 4, text));
  }
}

char *
sim_trouble_path (const SimTrouble *trouble, const SimModel *model)
{
  const char *name = sim_model_slot_name (model, trouble->slot), *path = NULL;

  if (trouble->assertion < model->n_asserts)
    path = model->asserts[trouble->assertion].path;
  else if (trouble->action < model->n_actions)
    path = model->actions[trouble->action].path;
  else if (trouble->relation < model->n_relations)
    path = model->relations[trouble->relation].path;
  else if (trouble->n_eqs > 0 && trouble->eq[0] < model->n_eqs)
    path = model->eqs[trouble->eq[0]].path;
  if (path != NULL)
    return g_strdup (path);
  return name == NULL ? g_strdup ("") : sim_model_path (name);
}

char *
sim_trouble_to_text (const SimTrouble *trouble, const SimModel *model)
{
  g_autoptr (GString) out = g_string_new (describe (trouble->status));
  char text[BASE_NUMBER_SIZE];
  const char *name = sim_model_slot_name (model, trouble->slot);

  g_string_append_printf (out, " at time %s",
                          base_number_to_short_text (trouble->time, 9, text));
  if (name != NULL)
    g_string_append_printf (out, ", `%s`", name);
  if (trouble->relation < model->n_relations)
    add_phrase (out, &model->relations[trouble->relation]);
  if (trouble->assertion < model->n_asserts)
    add_phrase (out, &model->asserts[trouble->assertion]);
  if (trouble->action < model->n_actions)
    add_phrase (out, &model->actions[trouble->action]);
  add_equations (out, trouble, model);
  add_parts (out, trouble, model);
  return g_strdup (out->str);
}
