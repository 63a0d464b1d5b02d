#pragma once

#include "flat/flatten.h"
#include "run/compile.h"

/* The target as one list of equations, or NULL with diagnostics. `settings` is changed
 * if the target is an analysis. */
FlatModel *run_elaborate (BaseArena *arena,
                          const LibIndex *index,
                          const RunTarget *target,
                          RunSettings *settings,
                          BaseDiags *diags);
