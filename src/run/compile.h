/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/diag.h"
#include "base/limit.h"
#include "lib/index.h"
#include "sim/state.h"

/* Text to something that can be simulated, in one call. May run on any thread. */

typedef struct {
  const LibEntry *model; /* a component, or an analysis whose settings are then used */
  const LibEntry *stand_in; /* runs instead of the component of the analysis, which it
                               extends; may be NULL */
  uint32_t n_sets;          /* `--set`: parameter or start value, as text */
  const char *const *set_names;
  const char *const *set_values;
  BaseLimits limits;
} RunTarget;

/* Settings found in the analysis; the defaults where it, or nothing, says anything. */
typedef struct {
  bool has_stop; /* an analysis says when the run ends, or that there is none */
  bool is_steady;
  SimOptions options;
} RunSettings;

/* NULL with diagnostics if the model is wrong. Warnings and notes go to `diags` too.
 * `settings` may be NULL. */
SimModel *run_compile (const LibIndex *index,
                       const RunTarget *target,
                       RunSettings *settings,
                       BaseDiags *diags);

/* What is wrong with a definition on its own. A component with ports is no whole model:
 * it is elaborated and its balance checked, but not solved, and values and signals that
 * its user gives may be missing. A partial one is elaborated only; of what is neither a
 * component nor an analysis the names are looked up. False if there are errors. */
bool run_compile_check (const LibIndex *index,
                        const LibEntry *entry,
                        const BaseLimits *limits,
                        BaseDiags *diags);

/* One stage as text for people and golden files: "tokens", "ast", "flat", "alias",
 * "incidence", "index", "states", "blocks", "tear", "events", "start", "code". NULL if
 * there is no such stage or the model is wrong before it. Caller frees. */
char *run_compile_dump (const LibIndex *index,
                        const RunTarget *target,
                        const char *stage,
                        BaseDiags *diags);

/* Names of the stages, NULL-terminated. */
const char *const *run_stages (void);
