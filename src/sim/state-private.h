/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/event/delay.h"
#include "sim/event/event.h"
#include "sim/event/plateau.h"
#include "sim/event/pole.h"
#include "sim/event/selection.h"
#include "sim/row-spacing.h"
#include "sim/state.h"

/* The fields of one run, for the files of this folder. */

/* What the step in hand ends with. */
typedef enum { SIM_END_PLAIN, SIM_END_STATE_EVENT, SIM_END_TIME_EVENT } SimStepEnd;

struct SimState {
  SimModel *model;
  const CodeProgram *program;
  SimOptions options;
  double interval; /* of the grid of output rows; 0: every step */
  bool follows;    /* further rows stand where the solution needs them */
  SimRowSpacing follow;
  double *slots;
  SimRhs rhs;
  SimEvents events;
  SimDelays delays;
  SimPoles poles;
  SimPlateau plateau;
  SimSelections selections;
  SimStepper *stepper;
  double h_max; /* greatest step, delays aside; 0: no limit */
  double *atol;
  double *y;            /* states of a row */
  double *held;         /* slots of the row that is held back; kept */
  double *guess;        /* start iterates that were written, by variable */
  const int *stop_flag; /* of the start, or NULL */
  BaseDiags *report;
  BaseDiags *run_report;
  BaseDiags *failure; /* empty until then */
  SimSink sink;
  void *sink_data;

  /* Kept (SimMemory). */
  SimRunStats stats;
  double time; /* of the row or instant that is current */
  bool is_started;
  bool is_finished;
  bool has_failed;
  bool has_step; /* the stepper's last step is not used up */
  bool is_thin;  /* rows were, and that was noted */
  SimStepEnd step_end;
  double next_time_event;
  double next_apart_event; /* of those that leave the rates as they are */
  double path_step;        /* no longer than nonlinear blocks can be followed; 0: any */
  bool has_new_parameters;
  bool has_noted_fork; /* W506 */
  uint64_t next_row;   /* rows stand at start + k * interval */
  double row_time;     /* of the last row; -infinity: none */
  bool holds_row;   /* the last one, of the step in hand, until the next confirms it */
  double zeno_time; /* events are counted from here */
  uint32_t n_zeno;
  double crawl_time; /* steps are counted from here */
  uint32_t n_crawling;
  double step_time; /* steps are counted from here */
  uint64_t n_steps;
  uint64_t n_steps_before;
  uint32_t n_at_edge; /* tiny steps, for undefined values */
};

/* state.c: what rows follow is settled, before the start or a restore. */
void sim_state_prepare (SimState *state);

/* start.c: consistent values in the slots. Needs parameters in them. */
SimStatus sim_start_solve (SimState *state);

/* transfer.c: the same, from where another run stands. */
SimStatus sim_transfer_solve (SimState *state, SimState *from);

/* start.c: what became of the start values, into state->report. */
void sim_start_report (SimState *state);

/* advance.c: one turn. Rows of the step in hand up to t_end, and its end if that is not
 * later; sets is_finished at the end of the run. */
SimStatus sim_advance (SimState *state, double t_end);

/* The integrator goes on from the time and states in the slots. */
SimStatus sim_advance_restart (SimState *state);

/* Goes on from the slots for some time or steps, without rows. */
SimStatus sim_advance_for (SimState *state, double duration, uint64_t max_steps);

/* States where the run stands, into state->y. */
void sim_advance_find_states (SimState *state);

/* All variables where the run stands, which may be within a step. */
SimStatus sim_advance_evaluate_here (SimState *state);

/* Events, until nothing jumps any more. */
SimStatus sim_advance_settle (SimState *state);

/* SIM_ASSERT, with the failure noted, if one does not hold for the slots. */
SimStatus sim_advance_check_asserts (SimState *state);

/* Whether a terminate() has ended the run; its text goes to the report of the run. */
bool sim_advance_is_terminated (SimState *state);

/* Other states are chosen where the present ones say little about the rest. True if the
 * integrator must go on from there. */
bool sim_advance_choose_states (SimState *state);

/* track.c: shortens the step that was just taken until the solutions of nonlinear
 * blocks at its end are those that the ones before lead to. */
SimStatus sim_track_step (SimState *state);

/* steady.c: from consistent values to those at which nothing changes. */
SimStatus sim_steady_solve (SimState *state);

/* rows.c: rows. `is_event` as in SimSink; the slots hold DYNAMIC at the row's time.
 */
SimStatus sim_rows_add (SimState *state, double time, bool is_event);

/* Rows of the step in hand up to `limit`, exclusive of its end; not *is_done if
 * there are more of them than should be delivered at once. */
SimStatus sim_rows_fill (SimState *state, double limit, bool *is_done);

/* Delivers the row that is held back, if any. */
void sim_rows_flush (SimState *state);

/* Rows that are still needed before the event at the end of the step. */
SimStatus sim_rows_approach (SimState *state);

/* The end of a step without event: the row that is due there, if any. */
SimStatus sim_rows_step_end (SimState *state);

/* Rows up to `time` stand there already. */
void sim_rows_skip (SimState *state, double time);
