/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

/* How a numerical step ended. Everything but SIM_OK stops the caller. */
typedef enum {
  SIM_OK,
  SIM_STOPPED,        /* asked to stop */
  SIM_TERMINATED,     /* the model said terminate(); a regular end */
  SIM_BAD_VALUE,      /* a value is not finite (R507) */
  SIM_STEP_TOO_SMALL, /* R506 */
  SIM_NO_CONVERGENCE, /* Newton in a block (R505 at the start) */
  SIM_SINGULAR,       /* R508 */
  SIM_OPEN,           /* R508: a value that nothing determines at the start */
  SIM_REDUNDANT,      /* R508: constraints follow from each other */
  SIM_DEAD_CENTRE,    /* R508: speeds that the position does not allow */
  SIM_INNER_LOOP,     /* R501 */
  SIM_EVENT_LOOP,     /* R502 */
  SIM_ASSERT,         /* R503 */
  SIM_ZENO,           /* R504: the intervals of events shrink to nothing */
  SIM_CHATTERING,     /* R504: a condition turns to and fro */
  SIM_CROWDED,        /* R504: sample () has too many instants */
  SIM_NOT_STEADY,     /* nothing was found in which all rates are zero (R505) */
  SIM_INCONSISTENT,   /* start equations contradict (E502) */
  SIM_UNDONE          /* the first events broke initial equations (R505) */
} SimStatus;

/* What a method of integration has done. */
typedef struct {
  uint64_t n_steps;
  uint64_t n_rejected;
  uint64_t n_rhs;
  uint64_t n_jacobians;
  uint64_t n_factors;
  uint64_t n_switches; /* auto: changes of method */
} SimStats;
