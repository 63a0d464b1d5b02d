/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/method/stepper.h"
#include "sim/rhs.h"

/* A system of equations whose matrix varies. */
typedef struct {
  const CodeStep *step;
  SimNewton *solver;
  int before; /* sign of the determinant where the step in hand begins; 0: not known */
  int after;  /* that of the last factors */
} SimPoleBlock;

/* Whether a step passed a pole: a divisor that changed its sign, of a quotient that
 * grows as the distance to that zero shrinks. Where the determinant of a nonlinear
 * system changes its sign and nothing grows, two of its solutions cross: a mechanism
 * that is folded flat may go on in two ways. */
typedef struct {
  SimRhs *rhs;
  uint32_t n;
  const CodePole *poles;
  double *before; /* divisors where the step in hand begins */
  double *middle;
  double *after; /* and where it ends */
  double *y;
  uint32_t n_blocks;
  SimPoleBlock *blocks;
  bool has_output_blocks;
  double *last; /* of each unknown of one of them */

  /* Kept (SimMemory), as are what was before the step and the blocks' signs. */
  bool is_begun;      /* `before` of the blocks is known */
  double crossed;     /* when a system last passed a point where solutions may cross */
  double fork;        /* when a nonlinear one first did, for certain */
  uint32_t fork_slot; /* one of its unknowns, the first by name */
} SimPoles;

/* Costs next to nothing where no divisor can pass zero. */
void sim_poles_init (SimPoles *poles, SimRhs *rhs);

/* The integrator goes on from the time and states in the slots. */
SimStatus sim_poles_restart (SimPoles *poles);

/* Looks at the last step of the stepper, which `is_cut` by an event if what holds in it
 * ends there. SIM_BAD_VALUE, with the trouble in the rhs, if it passed a pole. */
SimStatus sim_poles_check (SimPoles *poles, SimStepper *stepper, bool is_cut);
