/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A copy of the memory of a run (sim/memory.h), with the notes made so far. What has to
 * be in it is said by the parts of the run, each for itself. */
#include "sim/snapshot.h"

#include "sim/state-private.h"

struct SimSnapshot {
  gatomicrefcount n_refs;
  SimModel *model;
  const SimStepperClass *method;
  double time;
  double interval; /* of the grid of rows */
  size_t size;
  void *memory;
  BaseDiags *report;
  BaseDiags *run_report;
};

static BaseDiags *
copy (const BaseDiags *diags)
{
  BaseDiags *same = base_diags_new ();

  base_diags_append (same, diags);
  return same;
}

SimSnapshot *
sim_snapshot_new (const SimState *state)
{
  SimSnapshot *snapshot = g_new0 (SimSnapshot, 1);

  g_assert (state->is_started && !state->has_failed);
  g_atomic_ref_count_init (&snapshot->n_refs);
  snapshot->model = sim_model_ref (state->model);
  snapshot->method = state->stepper->class;
  snapshot->time = state->time;
  snapshot->interval = state->interval;
  snapshot->memory = sim_memory_save (state->rhs.memory, &snapshot->size);
  snapshot->report = copy (state->report);
  snapshot->run_report = copy (state->run_report);
  return snapshot;
}

SimSnapshot *
sim_snapshot_ref (SimSnapshot *snapshot)
{
  g_atomic_ref_count_inc (&snapshot->n_refs);
  return snapshot;
}

void
sim_snapshot_unref (SimSnapshot *snapshot)
{
  if (snapshot == NULL || !g_atomic_ref_count_dec (&snapshot->n_refs))
    return;
  sim_model_unref (snapshot->model);
  g_free (snapshot->memory);
  base_diags_free (snapshot->report);
  base_diags_free (snapshot->run_report);
  g_free (snapshot);
}

void
sim_snapshot_restore (const SimSnapshot *snapshot, SimState *state)
{
  g_assert (state->model == snapshot->model);
  g_assert (state->stepper->class == snapshot->method);
  sim_state_prepare (state);
  sim_memory_restore (state->rhs.memory, snapshot->memory);
  if (state->events.termination == UINT32_MAX)
    state->is_finished = state->time >= state->options.stop;
  if (state->interval != snapshot->interval) {
    state->next_row = 0;
    sim_rows_skip (state, state->time);
  }
  base_diags_free (state->report);
  base_diags_free (state->run_report);
  base_diags_free (state->failure);
  state->report = copy (snapshot->report);
  state->run_report = copy (snapshot->run_report);
  state->failure = base_diags_new ();
}

double
sim_snapshot_time (const SimSnapshot *snapshot)
{
  return snapshot->time;
}

size_t
sim_snapshot_size (const SimSnapshot *snapshot)
{
  return snapshot->size;
}

bool
sim_snapshot_is_exact (const SimSnapshot *snapshot)
{
  return !snapshot->method->is_restarted;
}
