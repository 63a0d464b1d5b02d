/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/model-private.h"
#include "sim/status.h"

/* Why the numbers failed, kept where it happened and put into words only if the run
 * ends of it. Recording allocates nothing. */
enum { SIM_FAILURE_EQS = 3, SIM_FAILURE_OTHERS = 7 };

typedef struct {
  SimStatus status; /* SIM_OK: nothing happened */
  double time;
  bool is_pole;         /* SIM_BAD_VALUE: of a divisor that passed zero */
  uint32_t slot;        /* of the variable that is to blame, or UINT32_MAX */
  uint32_t zero_factor; /* SIM_SINGULAR: slot of its only coefficient, which is zero, or
                           UINT32_MAX */
  uint32_t crossing;    /* that keeps changing, or UINT32_MAX */
  uint32_t n_others;    /* crossings that change with it */
  uint32_t other[SIM_FAILURE_OTHERS];
  uint32_t assertion; /* that failed, or UINT32_MAX */
  uint32_t action;    /* of a when clause, that failed, or UINT32_MAX */
  uint32_t n_eqs;     /* worst first */
  uint32_t eq[SIM_FAILURE_EQS];
  double error[SIM_FAILURE_EQS]; /* by how much they do not hold */
} SimFailure;

SimFailure sim_failure (SimStatus status, double time);

/* Keeps the equation if it is one of the worst so far. */
void sim_failure_add_eq (SimFailure *failure, uint32_t eq, double error);

/* Adds it as a diagnostic: the place in the user's file and the component to blame
 * ("" if it is the model or not known), one sentence with time, component, variable and
 * equation, and what would mend it. */
void sim_failure_report (const SimFailure *failure,
                         const SimModel *model,
                         BaseDiags *diags);

/* The same as an error, too, whose code is the status; `diags` may be NULL. */
void sim_failure_report_error (const SimFailure *failure,
                               const SimModel *model,
                               BaseDiags *diags,
                               GError **error);
