/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "run/trace.h"
#include "sim/state.h"

/* Puts the rows of a run into a trace: the sink of sim_state_init() and
 * sim_state_run(). */
typedef struct RunRecorder RunRecorder;

/* Records the given variables of the model (NULL: all); columns of the trace that are
 * not among them hold nothing of use. Variables that share a slot are stored once. */
RunRecorder *run_recorder_new (const SimModel *model,
                               const uint32_t *variables,
                               uint32_t n);
void run_recorder_free (RunRecorder *recorder);

RunTrace *run_recorder_trace (const RunRecorder *recorder); /* borrowed */

/* Before the first row: the first n_rows of `past`, a trace of results of
 * `past_model`, are those of this one, too, by the names of variables. */
void run_recorder_set_past (RunRecorder *recorder,
                            const SimModel *model,
                            const RunTrace *past,
                            const SimModel *past_model,
                            size_t n_rows);

/* Before sim_state_init(): rows that follow the solution follow what is recorded. */
void run_recorder_begin (const RunRecorder *recorder, SimState *state);

/* False once rows got lost, because the trace is full or would take more than half of
 * the machine's memory. At the first one *flag (may be NULL; atomic) is set to 1. */
bool run_recorder_is_complete (const RunRecorder *recorder);
void run_recorder_set_flag (RunRecorder *recorder, int *flag);

/* The rows that it can take. */
double run_recorder_capacity (const RunRecorder *recorder);

/* A SimSink; `recorder` is the RunRecorder. */
void run_recorder_sink (void *recorder, SimState *state, double time, bool is_event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RunRecorder, run_recorder_free)
