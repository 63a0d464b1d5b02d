/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/build.h"
#include "run/compile.h"

/* What one compilation works in. */
typedef struct {
  BaseArena *arena;
  GPtrArray *sources; /* texts of `--set`, which places of equations point into */
} RunWork;

void run_work_init (RunWork *work);
void run_work_clear (RunWork *work);

/* The target as one list of equations, or NULL with diagnostics. `settings` is changed
 * if the target is an analysis. */
FlatModel *run_elaborate (RunWork *work,
                          const LibIndex *index,
                          const RunTarget *target,
                          RunSettings *settings,
                          BaseDiags *diags);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RunWork, run_work_clear)
