/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/snapshot.h"

/* Snapshots of one run, from which another one can branch off: as near to each other as
 * a budget of memory and one hundredth of the run's time allow. No lock of their own.
 */
typedef struct RunCheckpoints RunCheckpoints;

typedef struct {
  SimSnapshot *snapshot; /* counted */
  size_t n_rows;         /* of the trace until then */
  uint32_t n_changes;    /* of parameters */
} RunCheckpoint;

RunCheckpoints *run_checkpoints_new (void);
void run_checkpoints_free (RunCheckpoints *checkpoints);

/* In wall time, since it is the time that a branch waits for: is one wanted? */
bool run_checkpoints_is_due (const RunCheckpoints *checkpoints, double wall);

/* Takes one of a run that stands still. */
void run_checkpoints_take (RunCheckpoints *checkpoints,
                           const SimState *state,
                           size_t n_rows,
                           uint32_t n_changes);

/* The last one whose time is not after `time`; its snapshot is the caller's and NULL if
 * there is none. */
RunCheckpoint run_checkpoints_find (const RunCheckpoints *checkpoints, double time);

/* Those of another run up to `time`, for a branch of it. */
void run_checkpoints_inherit (RunCheckpoints *checkpoints,
                              const RunCheckpoints *from,
                              double time);
