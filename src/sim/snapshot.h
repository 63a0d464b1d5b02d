/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/state.h"

/* All that a run remembers between two calls of sim_state_run(): variables, the past of
 * the integrator, of events, delays and rows, chosen states, factors. Immutable and
 * counted, for any thread. A run that goes on from it gives, to the bit, the rows that
 * the uninterrupted run gives; with a method of several steps of GSL's (msadams, msbdf)
 * the integrator begins anew there. */
typedef struct SimSnapshot SimSnapshot;

/* The run has started and not failed. */
SimSnapshot *sim_snapshot_new (const SimState *state);
SimSnapshot *sim_snapshot_ref (SimSnapshot *snapshot);
void sim_snapshot_unref (SimSnapshot *snapshot);

/* Puts a run, started or not, where the snapshot was taken. It is of the same model,
 * has the same options, except for a later stop and other rows, and follows the same
 * variables. */
void sim_snapshot_restore (const SimSnapshot *snapshot, SimState *state);

/* The time at which it was taken, and what it takes of memory. */
double sim_snapshot_time (const SimSnapshot *snapshot);
size_t sim_snapshot_size (const SimSnapshot *snapshot); /* bytes */
/* False for those two methods. */
bool sim_snapshot_is_exact (const SimSnapshot *snapshot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimSnapshot, sim_snapshot_unref)
