/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/studio/compiler.h"
#include "ui/studio/studio.h"

/* Shared by studio.c (diagram, selection, compilation), studio-runs.c (runs and their
 * settings), studio-plots.c (what is plotted), studio-time.c (the time line) and
 * studio-pull.c. */
struct _UiStudio {
  GObject parent;

  LibIndex *library;
  DocModel *doc;
  UiCompiler *compiler;
  BaseDiags *diags;  /* of the text, the compiler, and the start of the current run */
  GHashTable *worst; /* instance name -> BaseDiag of that list */
  bool run_when_compiled;

  GPtrArray *selection; /* interned names, NULL-terminated */
  GPtrArray *tables;    /* files that the diagram may read, NULL-terminated */
  uint32_t selected_wire;

  GPtrArray *runs; /* UiRun */
  UiRun *current;
  char *outdated; /* what came between it and the diagram, or NULL */
  uint32_t n_runs_made;
  double speed;

  GPtrArray *plots; /* of GPtrArray of interned names, NULL-terminated */

  double time; /* NaN: the end */
  bool is_playing;
  double replay_speed; /* 0: chosen by the length of the run */

  UiPull pull;     /* the last one */
  UiPuller puller; /* of what is pulled */
  RunSession *pulled;
  double pulled_since; /* time in that run */
};

typedef enum {
  UI_STUDIO_DOC_REPLACED,
  UI_STUDIO_DOC_CHANGED,
  UI_STUDIO_SELECTION_CHANGED,
  UI_STUDIO_DIAGS_CHANGED,
  UI_STUDIO_MODEL_CHANGED,
  UI_STUDIO_RUN_CHANGED,
  UI_STUDIO_RUNS_CHANGED,
  UI_STUDIO_PLOTS_CHANGED,
  UI_STUDIO_TIME_CHANGED,
  UI_STUDIO_REPLAY_CHANGED,
  UI_STUDIO_PULL_CHANGED,
  UI_STUDIO_MESSAGE,
  UI_STUDIO_N_SIGNALS
} UiStudioSignal;

void ui_studio_tell (UiStudio *self, UiStudioSignal signal);
/* A sentence for the user. */
void ui_studio_say (UiStudio *self, const char *sentence);

/* Gathers the diagnostics anew and tells. */
void ui_studio_collect_diags (UiStudio *self);

/* A new run, which is not yet one of the studio's; a branch of another one at a time,
 * or of none (NULL). */
UiRun *ui_studio_prepare_run (UiStudio *self,
                              UiProgram *program,
                              const SimOptions *options,
                              double speed,
                              const UiRun *from,
                              double time);
/* Takes over a prepared run, makes it the current one and starts it. */
void ui_studio_begin_run (UiStudio *self, UiRun *run);
/* With the settings of the diagram. */
void ui_studio_run_program (UiStudio *self, UiProgram *program);
/* Finds out anew whether the current run is outdated. */
void ui_studio_compare_run (UiStudio *self);
void ui_studio_run_free (gpointer run); /* UiRun */

void ui_studio_forget_pull (UiStudio *self);

GPtrArray *ui_studio_name_list_new (void); /* empty, NULL-terminated */
