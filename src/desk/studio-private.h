/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/compiler.h"
#include "desk/studio.h"

/* Shared by studio.c (diagram, selection, compilation), studio-runs.c (runs and their
 * settings), studio-plots.c (what is plotted), studio-time.c (the time line) and
 * studio-pull.c. */
struct _DeskStudio {
  GObject parent;

  LibIndex *library;
  DocModel *doc;
  DeskCompiler *compiler;
  BaseDiags *diags;  /* of the text, the compiler, and the start of the current run */
  GHashTable *worst; /* instance name -> BaseDiag of that list */
  bool run_when_compiled;

  GPtrArray *selection; /* interned names, NULL-terminated */
  GPtrArray *tables;    /* files that the diagram may read, NULL-terminated */
  uint32_t selected_wire;

  GPtrArray *runs; /* DeskRun */
  DeskRun *current;
  char *outdated; /* what came between it and the diagram, or NULL */
  uint32_t n_runs_made;
  double speed;

  GPtrArray *plots; /* of GPtrArray of interned names, NULL-terminated */

  double time; /* NaN: the end */
  bool is_playing;
  double replay_speed; /* 0: chosen by the length of the run */

  DeskPull pull;     /* the last one */
  DeskPuller puller; /* of what is pulled */
  RunSession *pulled;
  double pulled_since; /* time in that run */
};

typedef enum {
  DESK_STUDIO_DOC_REPLACED,
  DESK_STUDIO_DOC_CHANGED,
  DESK_STUDIO_SELECTION_CHANGED,
  DESK_STUDIO_DIAGS_CHANGED,
  DESK_STUDIO_MODEL_CHANGED,
  DESK_STUDIO_RUN_CHANGED,
  DESK_STUDIO_RUNS_CHANGED,
  DESK_STUDIO_PLOTS_CHANGED,
  DESK_STUDIO_TIME_CHANGED,
  DESK_STUDIO_REPLAY_CHANGED,
  DESK_STUDIO_PULL_CHANGED,
  DESK_STUDIO_MESSAGE,
  DESK_STUDIO_N_SIGNALS
} DeskStudioSignal;

void desk_studio_tell (DeskStudio *self, DeskStudioSignal signal);
/* A sentence for the user. */
void desk_studio_say (DeskStudio *self, const char *sentence);

/* Gathers the diagnostics anew and tells. */
void desk_studio_collect_diags (DeskStudio *self);

/* A new run, which is not yet one of the studio's; a branch of another one at a time,
 * or of none (NULL). */
DeskRun *desk_studio_prepare_run (DeskStudio *self,
                                  DeskProgram *program,
                                  const SimOptions *options,
                                  double speed,
                                  const DeskRun *from,
                                  double time);
/* Takes over a prepared run, makes it the current one and starts it. */
void desk_studio_begin_run (DeskStudio *self, DeskRun *run);
/* With the settings of the diagram. */
void desk_studio_run_program (DeskStudio *self, DeskProgram *program);
/* Finds out anew whether the current run is outdated. */
void desk_studio_compare_run (DeskStudio *self);
void desk_studio_run_free (gpointer run); /* DeskRun */

void desk_studio_forget_pull (DeskStudio *self);

GPtrArray *desk_studio_name_list_new (void); /* empty, NULL-terminated */
