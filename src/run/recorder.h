#pragma once

#include "run/trace.h"
#include "sim/state.h"

/* Puts the rows of a run into a trace: the sink of sim_init() and sim_run(). */
typedef struct RunRecorder RunRecorder;

/* Records the given variables of the model (NULL: all); columns of the trace that are
 * not among them hold nothing of use. Variables that share a slot are stored once. */
RunRecorder *run_recorder_new (const SimModel *model,
                               const uint32_t *variables,
                               uint32_t n);
void run_recorder_free (RunRecorder *recorder);

RunTrace *run_recorder_trace (const RunRecorder *recorder); /* borrowed */

/* False once the trace is full and rows get lost. */
bool run_recorder_is_complete (const RunRecorder *recorder);

/* A SimSink; `recorder` is the RunRecorder. */
void run_recorder_sink (void *recorder, SimState *state, double time, bool is_event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RunRecorder, run_recorder_free)
