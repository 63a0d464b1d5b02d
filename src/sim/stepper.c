/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/stepper.h"

#include <glib.h>
#include <string.h>

#include "sim/method.h"

static const SimStepperClass *const all[] = {
    &sim_stepper_auto,  &sim_stepper_dopri5, &sim_stepper_rk8pd,  &sim_stepper_rkf45,
    &sim_stepper_ndf,   &sim_stepper_rodas4, &sim_stepper_rk4,    &sim_stepper_msadams,
    &sim_stepper_msbdf, &sim_stepper_bsimp,  &sim_stepper_rk4imp, NULL,
};

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

void
sim_stepper_free (SimStepper *stepper)
{
  if (stepper != NULL)
    stepper->class->free (stepper);
}
