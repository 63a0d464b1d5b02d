/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lib/class.h"

/* Which component is the model, and how it is run: everybody asks here, so that the
 * window and the command line speak of the same one. */

typedef enum {
  LIB_NOT_RUN,   /* an analysis of a kind that is kept only */
  LIB_OVER_TIME, /* extends Dyad.TransientAnalysis */
  LIB_AT_REST    /* extends Dyad.SteadyStateAnalysis */
} LibRun;

/* By what the analysis extends, directly or through others. */
LibRun lib_model_analysis_run (const LibIndex *index, const LibClass *analysis);

/* What an analysis calls its model, its own or inherited; NULL if it names none. */
const LibMember *lib_model_analysed (const LibClass *analysis);

/* The first full analysis of the file that runs `model` over time, else the first that
 * finds where it rests, else NULL. `run`, or NULL, gets which it is. */
const LibEntry *lib_model_analysis (const LibIndex *index,
                                    const LangFile *file,
                                    const LibEntry *model,
                                    LibRun *run);

/* The model to run in a file, which has been put into `index`: `wanted` if given, a
 * component or an analysis; else that of the only full analysis; else the only full
 * component that no other in the file instantiates or extends. NULL if there is no
 * single one; *candidates then lists them, comma separated (caller frees). *analysis is
 * the analysis that was asked for, the only one, or the one that belongs to the model,
 * or NULL; one that names no model (E301) is given, too. Both may be NULL. */
const LibEntry *lib_model_find (const LibIndex *index,
                                const LangFile *file,
                                const char *wanted,
                                const LibEntry **analysis,
                                char **candidates);
