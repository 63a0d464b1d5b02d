/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "sim/model.h"
#include "sim/status.h"

/* Where one run stands. Belongs to one thread. */
typedef struct SimState SimState;

typedef struct {
  double start;
  double stop;
  double rtol;         /* default 1e-6 */
  double atol;         /* times the variable's nominal; NaN: rtol */
  double interval;     /* of output rows; 0: as the solution needs; -1: every step */
  double interval_max; /* where interval is 0; 0: a 500th of the run, and never more */
  double h_max;        /* 0: none */
  double h_fixed;      /* fixed-step methods; 0: interval */
  const char *solver;  /* see sim_state_solver(); NULL: "auto" */
  bool without_events; /* IfLifting = false */
  bool is_steady;      /* no run: one row at `start`, where nothing changes */
} SimOptions;

/* What holds where nobody says anything, in the window as on the command line: from 0
 * to 10 s, "auto", 1e-6. */
SimOptions sim_state_options_default (void);

typedef enum {
  SIM_OPTION_STOP,
  SIM_OPTION_RTOL,
  SIM_OPTION_ATOL,
  SIM_OPTION_INTERVAL,
  SIM_OPTION_STEP
} SimOption;

/* Why nothing can be run with these options, and which of them it is; NULL if they can
 * be used. Whoever takes options asks here and names them as its user does. */
const char *sim_state_options_wrong (const SimOptions *options, SimOption *which);

/* The name of a method of integration, in the order in which people should see them,
 * "auto" first. NULL behind the last one. */
const char *sim_state_solver (uint32_t i);

/* What that method is and suits, in a line. */
const char *sim_state_solver_summary (uint32_t i);

/* The sentence that refuses a name: which methods there are, and what to use in place
 * of one of GSL's that is left out on purpose. NULL if there is a method of that name.
 * Caller frees. */
char *sim_state_solver_wrong (const char *name);

/* Gets a row: values at `time` are read through sim_state_value() and
 * sim_state_slots(). An event gives two rows of the same time; `is_event` is true for
 * both. */
typedef void (*SimSink) (void *data, SimState *state, double time, bool is_event);

typedef struct {
  SimStats steps;
  uint64_t n_state_events;
  uint64_t n_time_events;
  uint64_t n_selections; /* events at which other states were chosen */
  uint64_t n_newton;
  double drift; /* greatest residual of a constraint in any row, in its SI unit */
  double wall_s;
} SimRunStats;

/* NULL and an error if the solver is unknown or refuses the model's size, or an option
 * is out of range. */
SimState *sim_state_new (const SimModel *model,
                         const SimOptions *options,
                         GError **error);
void sim_state_free (SimState *state);

/* Before sim_state_init() or a restore, once: rows hold these variables and no others,
 * which need not be evaluated, nor have a value. With options.interval = 0 rows follow
 * them, so that straight lines between rows are within 1e-3 of a variable's range.
 * Without this call they hold and follow all. */
void sim_state_follow (SimState *state, const uint32_t *variables, uint32_t n);

/* Sets a parameter before sim_state_init() or between two steps; `variable` as in
 * SimModel, which must be settable. Dependent parameters follow. Between steps the
 * integrator restarts. */
void sim_state_set_parameter (SimState *state, uint32_t variable, double value);

/* sim_state_init() ends soon with SIM_STOPPED, and without an error, once *stop_flag
 * (atomic int) is not 0. */
void sim_state_set_stop_flag (SimState *state, const int *stop_flag);

/* Consistent start values (LANGUAGE §10). On failure the error names time 0, components
 * and variables; domain SIM_ERROR, code = SimStatus. */
SimStatus sim_state_init (SimState *state, SimSink sink, void *data, GError **error);

/* In place of that: begins where a run of another model of the same diagram stands,
 * with the values that the variables of the same names have there, those of parameters
 * included; the record of delays is that of the delay at the same place of the text.
 * What has no namesake follows from the equations. It is an event as a change of a
 * parameter is; the first row is of that time. */
SimStatus sim_state_init_from (SimState *state,
                               SimState *from,
                               SimSink sink,
                               void *data,
                               GError **error);

/* Goes on to `t_end` at most (not beyond options.stop), delivering every row that falls
 * due; but within a step the last row is held back until the next one shows that none
 * is missing before it, so that rows do not depend on where a run was interrupted.
 * Checks *stop_flag (may be NULL; atomic int) at least once per step. */
SimStatus sim_state_run (SimState *state,
                         double t_end,
                         const int *stop_flag,
                         SimSink sink,
                         void *data,
                         GError **error);

/* Delivers the row that is held back, if any: for who looks at a run that stands, or
 * gives it up. One that is over has none. */
void sim_state_flush (SimState *state, SimSink sink, void *data);

/* The time that is reached, and whether that is the stop time or terminate () was
 * met. */
double sim_state_time (const SimState *state);
bool sim_state_is_finished (const SimState *state);

/* All variables at sim_state_time(), of a run that has begun: sim_state_run() leaves
 * the values of the last row, which may be before that. False and an error if one has
 * no value. The run goes on as if nothing had been asked, as in sim/linear.h. */
bool sim_state_evaluate (SimState *state, GError **error);

/* The value of a variable at the last row, or where it was evaluated since. */
double sim_state_value (const SimState *state, uint32_t variable);
const double *sim_state_slots (const SimState *state);
void sim_state_stats (const SimState *state, SimRunStats *stats);

/* Why the run ended early: place in the user's file, component to blame. NULL if it did
 * not. Owned by the state. */
const BaseDiag *sim_state_failure (const SimState *state);

/* Notes about the start: guesses that other equations moved (what was fixed at its
 * guess is a note of the compilation). Owned by the state. */
const BaseDiags *sim_state_start_report (const SimState *state);

/* Notes about the run, once it is over. Owned by the state. */
const BaseDiags *sim_state_run_report (const SimState *state);

#define SIM_ERROR (sim_error_quark ())
/* The domain of errors of runs; their codes are SimStatus. */
GQuark sim_error_quark (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimState, sim_state_free)
