/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/build.h"
#include "run/compile.h"

/* What one compilation works in. */
typedef struct {
  BaseArena *arena;
  GPtrArray *sources; /* texts of `--set`, which places of equations point into */
} RunCompileWork;

void run_compile_work_init (RunCompileWork *work);
void run_compile_work_clear (RunCompileWork *work);

/* The target as one list of equations, or NULL with diagnostics. `settings` is changed
 * if the target is an analysis. */
FlatModel *run_compile_elaborate (RunCompileWork *work,
                                  const LibIndex *index,
                                  const RunTarget *target,
                                  RunSettings *settings,
                                  BaseDiags *diags);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RunCompileWork, run_compile_work_clear)
