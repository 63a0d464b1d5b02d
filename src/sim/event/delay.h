/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/event/history.h"
#include "sim/method/stepper.h"
#include "sim/rhs.h"

/* Delayed signals of one run (LANGUAGE 8).
 *
 * Accepted steps are recorded; what is asked before the start has the value of the
 * start. Where a signal jumps its past has a break, which a delay passes by an event of
 * its own: until then it sees what was before the break, from then on what came after
 * it. A delay of constant time does so at break + time; one whose time changes meets a
 * break in a step, which then ends there, and may go back behind it. */

typedef struct {
  double time;
  uint64_t segment; /* first one after it */
} SimBreak;

typedef struct {
  uint64_t next;  /* break that is to be passed */
  int passes;     /* changing time: the step ends at that break (1), at the last (-1) */
  uint64_t place; /* of the last look */
} SimDelayLine;

typedef struct {
  CodeDelayTable table; /* for the slots of the run */
  SimRhs *rhs;
  uint32_t n;
  uint32_t n_changing; /* whose time does */
  const CodeDelay *delays;
  SimDelayLine *lines;
  double *now;       /* signals where the record ends, or at the start */
  double *right;     /* and behind the event there */
  double *points;    /* of the segment in hand */
  double *y;         /* states of a look */
  double *scale;     /* greatest |signal| seen */
  double sample_max; /* greatest length of a segment */
  double step_least; /* no delay asks for smaller steps */
  double rtol;
  SimHistory history;
  GArray *breaks; /* SimBreak */

  /* Kept (SimMemory), as are the lines, the record and its breaks. */
  bool has_begun;
  uint64_t first_break; /* number of the first that is kept */
} SimDelays;

void sim_delays_init (SimDelays *delays, SimRhs *rhs, double span, double rtol);

/* Takes the start values of the signals from the variables in the slots: guesses, then
 * as long as *has_changed. */
void sim_delays_guess (SimDelays *delays);
SimStatus sim_delays_follow (SimDelays *delays, bool *has_changed);

/* The run begins with the time and states in the slots. */
void sim_delays_begin (SimDelays *delays);

/* The record of a run of another model of the same diagram is taken over, before that.
 * False if it has other delays. */
bool sim_delays_take (SimDelays *delays, const SimDelays *from);

/* Parameters have changed at time t; what is recorded after it does not count. */
void sim_delays_update_parameters (SimDelays *delays, double t);

/* The next break that a delay comes to, or infinity. */
double sim_delays_next_time (const SimDelays *delays);

/* The greatest step for which delays know what they are asked, or infinity. */
double sim_delays_step_max (const SimDelays *delays);

/* Passes all breaks that are due at t. False if there are none. */
bool sim_delays_pass (SimDelays *delays, double t);

/* The time and states in the slots are those after an event: notes what has jumped. */
SimStatus sim_delays_restart (SimDelays *delays);

/* Shortens the step that was just taken to where a delay whose time changes first meets
 * a break. *found says whether there is such a place. */
SimStatus sim_delays_find (SimDelays *delays, SimStepper *stepper, bool *found);

/* Records the step that was just taken. */
SimStatus sim_delays_record (SimDelays *delays, SimStepper *stepper);
