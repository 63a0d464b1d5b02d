/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/method/stepper.h"
#include "sim/rhs.h"

enum { SIM_PLATEAU_LOOKS = 16, SIM_PLATEAU_NODES = 4 };

/* Where a system seems to be at rest, the estimate of the error is nothing, and steps
 * would grow until one of them passes whatever comes behind. So a step that is longer
 * than those known to miss nothing is looked into: it must not pass rates that rise and
 * fall in it. */
typedef struct {
  SimRhs *rhs;
  double *y;
  double *rates;      /* at all looks in a step, one look after the other */
  double *low, *high; /* of these, by state */
  double *most;       /* by which they depart from the cubic */
  double *mean;       /* over the step, by trapezia */
  double place[SIM_PLATEAU_LOOKS]; /* of each look, as part of the step */
  double weight[SIM_PLATEAU_LOOKS][SIM_PLATEAU_NODES];

  /* Kept (SimMemory). */
  double scale;   /* steps so long are known to miss nothing; 0: not known */
  double target;  /* something was seen there that no step has met; infinity: none */
  double natural; /* length of steps that a quiet last one asks for; 0: it was not */
  double doubt;   /* rates must depart by so many tolerances to be seen */
  uint64_t n_looks;
} SimPlateau;

void sim_plateau_init (SimPlateau *plateau, SimRhs *rhs);

/* The integrator begins anew, after n_rhs evaluations. */
void sim_plateau_restart (SimPlateau *plateau, uint64_t n_rhs);

/* Shortens the step that was just taken to where it misses nothing. */
SimStatus sim_plateau_check (SimPlateau *plateau, SimStepper *stepper);

/* The longest step that may be tried; 0: any. It ends at plateau->target at last. */
double sim_plateau_step_max (const SimPlateau *plateau);
