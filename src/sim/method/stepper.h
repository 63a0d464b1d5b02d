/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>

#include "sim/memory.h"
#include "sim/ode.h"

/* An integration method as a table of functions. A stepper serves one run on one
 * thread; all work space is made in `create`, steps allocate nothing. */
typedef struct SimStepper SimStepper;
typedef struct SimStepperClass SimStepperClass;
typedef struct SimMethod SimMethod;

struct SimStepper {
  const SimStepperClass *class;
  const SimOde *ode;
  SimTolerance tolerance;
  double *y;       /* values at t, owned by the stepper */
  double *y_old;   /* values at t_old */
  double *y_begin; /* values at t_begin */
  double *y_taken; /* and at t_taken, while t lies before that */

  /* Kept (SimMemory), as are these values. */
  double t_old; /* the last step went from t_old to t… */
  double t;
  double t_begin; /* …which may be a part of the one that was taken, from t_begin… */
  double t_taken; /* …to t_taken */
  double h_next;  /* proposed size of the next step */
  double h_max;   /* 0: no limit */
  double h_fixed; /* fixed-step methods */
  double error;   /* estimate of the last step's, in tolerances; 1: there is none */
  unsigned order; /* of that step */
  SimStats stats;
};

struct SimStepperClass {
  const char *name;    /* "dopri5" */
  const char *summary; /* one line for people */
  bool is_implicit;
  bool is_fixed;
  bool is_restarted;
  uint32_t max_states;     /* 0: no limit; above it the method is refused with a hint */
  const SimMethod *method; /* of those on GSL's evolve */

  /* Lives in the memory, which keeps what the last step left for the next one and for
   * the interpolant. A method of several steps of GSL's begins anew behind a restore
   * (is_restarted), since its past cannot be had; all others go on to the bit. */
  SimStepper *(*create) (const SimStepperClass *class,
                         SimMemory *memory,
                         const SimOde *ode,
                         const SimTolerance *tolerance);

  /* Starts anew at (t, y), also after an event. h > 0 is the first step to try, 0 lets
   * the stepper choose one from the derivatives. Never looks back over t. */
  SimStatus (*reset) (SimStepper *self, double t, const double *y, double h);

  /* Takes one accepted step, at most to t_stop (hit exactly). */
  SimStatus (*step) (SimStepper *self, double t_stop);

  /* y at t in [t_old, this->t] from the method's interpolant. */
  void (*interpolate) (SimStepper *self, double t, double *y);

  /* Takes the last step again from t_begin, to exactly t_end in (t_old, t_taken), with
   * the same accuracy. One or several inner steps; t_old is kept. */
  SimStatus (*redo) (SimStepper *self, double t_end);

  /* Ends the last step at t_end in (t_old, t], with what the interpolant says there.
   * Evaluates nothing; what follows is reset() or go_on(). */
  void (*end) (SimStepper *self, double t_end);

  /* The rest of a step that was ended before it was over: it is the last step now, and
   * was not taken anew. */
  void (*go_on) (SimStepper *self);
};

/* What end() and go_on() do for a stepper that is no part of another one. */
void sim_stepper_end (SimStepper *self, double t_end);
void sim_stepper_go_on (SimStepper *self);

/* "auto", "dopri5", "dop853", "rk8pd", "rkf45", "msadams", "ndf", "rodas4", "msbdf",
 * "rk4"; NULL if there is none of that name. */
const SimStepperClass *sim_stepper_find (const char *name);

/* See sim_state_solver_wrong(). */
char *sim_stepper_refusal (const char *name);

/* All of them, NULL-terminated, in the order in which people should see them. */
const SimStepperClass *const *sim_stepper_all (void);
