/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sink that copies the recorded slots of each row into a trace. Variables in the
 * same slot, aliases, share one stored column under a sign. The rows that fit into half
 * of the machine's memory are found before the first. */
#include "run/recorder.h"

#include <unistd.h>

/* Of the machine's memory, what results may take, and what is assumed if it is unknown.
 */
static const double MEMORY_SHARE = 0.5, MEMORY_ASSUMED = 4e9;

struct RunRecorder {
  RunTrace *trace;
  bool is_complete;
  int *flag; /* or NULL */
  double capacity;
  uint32_t *variables; /* NULL: all */
  uint32_t n_variables;
  uint32_t n_stored;
  uint32_t *slot; /* of each stored column */
  double *values;
};

/* Rows of so many columns that fit into the memory for results. */
static double
find_capacity (uint32_t n_stored)
{
  long n_pages = sysconf (_SC_PHYS_PAGES), page_size = sysconf (_SC_PAGESIZE);
  double memory = n_pages > 0 && page_size > 0 ? (double) n_pages * (double) page_size
                                               : MEMORY_ASSUMED;

  return MEMORY_SHARE * memory / (((double) n_stored + 1) * sizeof (double));
}

RunRecorder *
run_recorder_new (const SimModel *model, const uint32_t *variables, uint32_t n)
{
  RunRecorder *recorder = g_new0 (RunRecorder, 1);
  uint32_t n_vars = sim_model_n_vars (model), n_wanted = variables == NULL ? n_vars : n;
  uint32_t n_slots = 0;
  g_autofree uint32_t *source = g_new0 (uint32_t, n_vars + 1);
  g_autofree double *sign = g_new0 (double, n_vars + 1);

  for (uint32_t v = 0; v < n_vars; v++)
    n_slots = MAX (n_slots, sim_model_var (model, v)->slot + 1);
  g_autofree uint32_t *stored_of = g_new0 (uint32_t, n_slots + 1); /* 1 more; 0: none */
  recorder->is_complete = true;
  recorder->variables =
      variables == NULL ? NULL : g_memdup2 (variables, n * sizeof *variables);
  recorder->n_variables = n;
  recorder->slot = g_new0 (uint32_t, n_wanted + 1);
  for (uint32_t k = 0; k < n_wanted; k++) {
    uint32_t variable = variables == NULL ? k : variables[k];
    const SimVar *var = sim_model_var (model, variable);

    if (stored_of[var->slot] == 0) {
      recorder->slot[recorder->n_stored++] = var->slot;
      stored_of[var->slot] = recorder->n_stored;
    }
    source[variable] = stored_of[var->slot] - 1;
    sign[variable] = var->sign;
  }
  recorder->capacity = find_capacity (recorder->n_stored);
  recorder->values = g_new0 (double, recorder->n_stored + 1);
  recorder->trace = run_trace_new (n_vars, source, sign);
  return recorder;
}

void
run_recorder_free (RunRecorder *recorder)
{
  if (recorder == NULL)
    return;
  run_trace_unref (recorder->trace);
  g_free (recorder->variables);
  g_free (recorder->slot);
  g_free (recorder->values);
  g_free (recorder);
}

RunTrace *
run_recorder_trace (const RunRecorder *recorder)
{
  return recorder->trace;
}

bool
run_recorder_is_complete (const RunRecorder *recorder)
{
  return recorder->is_complete;
}

void
run_recorder_set_past (RunRecorder *recorder,
                       const SimModel *model,
                       const RunTrace *past,
                       const SimModel *past_model,
                       size_t n_rows)
{
  uint32_t n = sim_model_n_vars (model);
  g_autofree uint32_t *past_of = g_new (uint32_t, n + 1);

  for (uint32_t v = 0; v < n && model != past_model; v++)
    past_of[v] = sim_model_find (past_model, sim_model_var (model, v)->name);
  run_trace_set_past (recorder->trace, past, n_rows,
                      model == past_model ? NULL : past_of);
}

void
run_recorder_begin (const RunRecorder *recorder, SimState *state)
{
  if (recorder->variables != NULL)
    sim_state_follow (state, recorder->variables, recorder->n_variables);
}

void
run_recorder_set_flag (RunRecorder *recorder, int *flag)
{
  recorder->flag = flag;
}

double
run_recorder_capacity (const RunRecorder *recorder)
{
  return recorder->capacity;
}

void
run_recorder_sink (void *data, SimState *state, double time, bool is_event)
{
  RunRecorder *recorder = data;
  const double *slots = sim_state_slots (state);

  for (uint32_t i = 0; i < recorder->n_stored; i++)
    recorder->values[i] = slots[recorder->slot[i]];
  if ((double) run_trace_length (recorder->trace) < recorder->capacity &&
      run_trace_append (recorder->trace, time, recorder->values))
    return;
  recorder->is_complete = false;
  if (recorder->flag != NULL)
    g_atomic_int_set (recorder->flag, 1);
}
