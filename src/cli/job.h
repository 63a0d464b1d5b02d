/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/input.h"
#include "run/compile.h"
#include "run/recorder.h"

/* A model that is to be simulated, as `run`, `plot` and `test` ask for it. */

typedef struct {
  LibIndex *index;           /* the library with the file on top */
  const LibEntry *component; /* that was chosen, or that the analysis runs */
  SimModel *model;
  SimOptions options;
  bool tells_start;   /* which start values were kept or moved */
  bool holds_signals; /* after the run, too: what it gave is put into a file */
} CliJob;

/* Reads, compiles and takes the settings together. Anything but CLI_DONE after
 * messages. */
CliExit cli_job_load (CliJob *job, const CliCommon *typed, const char *path);
void cli_job_clear (CliJob *job);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliJob, cli_job_clear)

/* Simulates from start to stop; SIGINT, SIGTERM and SIGHUP end that, and a second one
 * the program. CLI_RUN_FAILED or
 * CLI_WRONG_MODEL after a message that says where in the file; the recorder then holds
 * the rows until there. */
CliExit cli_job_simulate (const CliJob *job,
                          const char *path,
                          RunRecorder *recorder,
                          SimRunStats *stats);

/* Rows are written to standard output next. The first signal, or some seconds after one
 * that ended the run, sets the flag that is returned: writing is to end behind a whole
 * row. A second signal ends the program, and so does a reader that takes nothing for as
 * long again. */
const int *cli_job_catch_output (void);
