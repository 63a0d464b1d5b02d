/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of integration methods by name, in the order in which users read it, and
 * what is said of a name that is not in it: which there are, or why a method of GSL is
 * left out. */
#include "sim/method/stepper.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "sim/method/method.h"

static const SimStepperClass *const all[] = {
    &sim_stepper_auto,
    &sim_stepper_dopri5,
    &sim_stepper_dop853,
    &sim_stepper_rk8pd,
    &sim_stepper_rkf45,
    &sim_stepper_ndf,
    &sim_stepper_rodas4,
    &sim_stepper_rk4,
    &sim_stepper_msadams,
    &sim_stepper_msbdf,
    NULL,
};

/* Methods of GSL whose estimate of the error is unsound where a law bends: they end
 * with a wrong answer in silence. bsimp takes its Jacobian at the start of a step and
 * compares extrapolations of midpoint rules; beyond the zero of a saturated law these
 * may all return to where they began (one such step in twenty is off by its whole
 * length, with an estimate of 1e-15). It also refuses each step in which a value near
 * zero grows. The estimate of rk4imp has no value from the last tenth of a step, and
 * its iteration takes changes below the rounding of a value for divergence. */
static const char *const left_out[] = {"bsimp", "rk4imp"};

void
sim_stepper_end (SimStepper *self, double t_end)
{
  size_t size = self->ode->n * sizeof *self->y;

  if (self->t == self->t_taken && self->ode->n > 0)
    memcpy (self->y_taken, self->y, size);
  self->class->interpolate (self, t_end, self->y);
  self->t = t_end;
}

void
sim_stepper_go_on (SimStepper *self)
{
  size_t size = self->ode->n * sizeof *self->y;

  self->t_old = self->t;
  self->t = self->t_taken;
  if (self->ode->n == 0)
    return;
  memcpy (self->y_old, self->y, size);
  memcpy (self->y, self->y_taken, size);
}

const SimStepperClass *const *
sim_stepper_all (void)
{
  return all;
}

const SimStepperClass *
sim_stepper_find (const char *name)
{
  for (size_t i = 0; all[i] != NULL; i++)
    if (strcmp (all[i]->name, name) == 0)
      return all[i];
  return NULL;
}

char *
sim_stepper_refusal (const char *name)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (left_out); i++)
    if (strcmp (left_out[i], name) == 0)
      return g_strdup_printf (
          _ ("`%s` is not offered, since it may silently give wrong results where an "
             "equation has a kink: use auto, rodas4 or ndf"),
          name);
  for (size_t i = 0; all[i] != NULL; i++)
    g_string_append_printf (names, "%s%s", i == 0 ? "" : ", ", all[i]->name);
  return g_strdup_printf (_ ("there is no integration method `%s`; there are %s"), name,
                          names->str);
}
