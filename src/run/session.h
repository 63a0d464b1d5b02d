/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "run/trace.h"
#include "sim/state.h"

/* One simulation on one thread. The object lives on the main thread and tells by
 * notify::state when that changes; progress is read by polling (frame clock). The
 * results outlive it.
 *
 * Properties: "state" (RunSessionState as int, read-only). Signals are emitted on the
 * thread-default main context of the thread that created the session.
 */
typedef enum {
  RUN_IDLE, /* not started */
  RUN_RUNNING,
  RUN_PAUSED,
  RUN_FINISHED, /* reached the stop time, or terminate() */
  RUN_STOPPED,  /* by the user; results so far are kept */
  RUN_FAILED    /* run_session_error() says why; results so far are kept */
} RunSessionState;

#define RUN_TYPE_SESSION (run_session_get_type ())
G_DECLARE_FINAL_TYPE (RunSession, run_session, RUN, SESSION, GObject)

/* Of a model that it keeps; options are copied. Does nothing before it is started; the
 * caller unrefs it, which stops it. */
RunSession *run_session_new (const SimModel *model, const SimOptions *options);

/* Starts the thread, once. A pause takes effect between two steps; all return at
 * once. */
void run_session_start (RunSession *self);
void run_session_pause (RunSession *self);
void run_session_resume (RunSession *self);
/* Ends the run within 50 ms; returns at once. */
void run_session_stop (RunSession *self);
/* Runs one output interval and pauses again. */
void run_session_step (RunSession *self);
/* Simulated seconds per second; 0 or less: as fast as possible (the default). */
void run_session_set_speed (RunSession *self, double speed);
/* Takes effect between two steps; the variable must be settable. */
void run_session_set_parameter (RunSession *self, uint32_t variable, double value);

/* A parameter that was set and the time at which it took effect. */
typedef struct {
  double time;
  uint32_t variable;
  double value;
} RunChange;

/* What has been set so far, in order; caller frees. */
RunChange *run_session_changes (const RunSession *self, uint32_t *n);
/* A run that is what `from`, under way or over, was up to `time`: it has its rows and
 * changes until then and goes on from there. Of the same model it is taken up at the
 * nearest checkpoint before `time`, catches up as fast as possible whatever its speed,
 * with the changes that took effect meanwhile, and gives the rows that `from` gives; a
 * model with the same variables and more (another one of the same diagram) is begun at
 * `time` with their values. */
RunSession *run_session_branch (RunSession *from,
                                const SimModel *model,
                                const SimOptions *options,
                                double time);

/* From the thread that made it, at any time. */
RunSessionState run_session_get_state (const RunSession *self);
double run_session_time (const RunSession *self); /* simulated time reached */
/* How far behind the asked speed the run is, in wall seconds (0 when it keeps up). */
double run_session_lag (const RunSession *self);
const SimModel *run_session_model (const RunSession *self);
const SimOptions *run_session_options (const RunSession *self);
RunTrace *run_session_trace (const RunSession *self); /* borrowed */
/* Valid once the state is one of the last three. */
const GError *run_session_error (const RunSession *self);
/* The same with its place in the model; NULL if it has none, or nothing failed. */
const BaseDiag *run_session_failure (const RunSession *self);
const BaseDiags *run_session_start_report (
    const RunSession *self); /* NULL before the start */
/* Notes about the whole of it; NULL before its end. */
const BaseDiags *run_session_run_report (const RunSession *self);
/* The `time` of run_session_branch(); the start without. */
double run_session_fast_until (const RunSession *self);

/* Blocks until the run has ended (tests, command line). */
void run_session_wait (RunSession *self);
