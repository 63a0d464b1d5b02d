/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "doc/edit/edit.h"
#include "doc/model.h"
#include "run/compile.h"
#include "run/session.h"
#include "ui/studio/program.h"

/* What one window works on: the diagram, the compiler behind it, the runs it gave. The
 * widgets of the window show it and call it; they know each other only through it.
 *
 * Every change of the diagram is compiled on a worker thread (at once after a discrete
 * edit; a newer edit outdates the older job). All signals come on the main thread:
 *
 *   "doc-replaced"   another diagram was opened or made; widgets drop what they hold
 *   "doc-changed"    the diagram changed (any edit, undo, redo)
 *   "diags-changed"  ui_studio_diags() is new
 *   "model-changed"  ui_studio_model() is new (may be NULL while the diagram is wrong)
 *   "run-changed"    the current run began, paused, went on or ended, or
 *                    ui_studio_outdated() is new
 *   "runs-changed"   the list of kept runs changed
 *   "plots-changed"  which variables are plotted changed
 *   "time-changed"   ui_studio_time() changed
 *   "pull-changed"   ui_studio_pull() is new
 *   "replay-changed" the replay began or ended, or its speed changed
 *   "message" (char *) a sentence for the user (toast)
 *   "refused" (GObject *) a control whose tooltip says why it is red, until it is not
 */
#define UI_TYPE_STUDIO (ui_studio_get_type ())
G_DECLARE_FINAL_TYPE (UiStudio, ui_studio, UI, STUDIO, GObject)

UiStudio *ui_studio_new (const LibIndex *library);

/* ---- the diagram ---- */

DocModel *ui_studio_doc (UiStudio *self); /* borrowed, never NULL */
const LibIndex *ui_studio_library (UiStudio *self);
void ui_studio_new_doc (UiStudio *self);
/* Takes it over. */
void ui_studio_take_doc (UiStudio *self, DocModel *doc);
bool ui_studio_open (UiStudio *self, const char *path, GError **error);
/* A copy of an example: its file is not written to. */
bool ui_studio_open_example (UiStudio *self, const char *path, GError **error);
bool ui_studio_save (UiStudio *self, const char *path, GError **error);

/* ---- selection, shared by canvas, inspector and problems ---- */

/* Names of selected instances, NULL-terminated; borrowed until the next change. Signal:
 * "selection-changed". Selecting a wire is by its index (UINT32_MAX: none). */
const char *const *ui_studio_selection (UiStudio *self, uint32_t *n);
void ui_studio_select (UiStudio *self, const char *const *names, uint32_t n);
void ui_studio_select_wire (UiStudio *self, uint32_t wire);
uint32_t ui_studio_selected_wire (UiStudio *self);
bool ui_studio_is_selected (UiStudio *self, const char *name);

/* ---- compilation ---- */

const BaseDiags *ui_studio_diags (
    UiStudio *self); /* never NULL; of text and compiler */
/* The worst diagnostic that points at an instance ("mass1" also for "mass1.flange_a"),
 * or NULL: for badges. */
const BaseDiag *ui_studio_item_diag (UiStudio *self, const char *item);
/* The instance (interned) that a diagnostic is about, by its path or by its place in
 * the text, and the wire; NULL and UINT32_MAX: none. */
const char *ui_studio_diag_item (UiStudio *self, const BaseDiag *diag);
uint32_t ui_studio_diag_wire (UiStudio *self, const BaseDiag *diag);
const SimModel *ui_studio_model (UiStudio *self); /* NULL while wrong */
UiProgram *ui_studio_program (UiStudio *self);    /* the same with its picture */
/* Also the program that lets bodies be pulled: until then nothing holds them. */
bool ui_studio_is_compiling (UiStudio *self);
/* Lets the diagram read tables from the file (E314), until another diagram is opened,
 * and compiles it again. */
void ui_studio_allow_file (UiStudio *self, const char *path);

/* ---- runs ---- */

typedef struct {
  uint32_t number; /* counts up: "Run 3" */
  char *name;
  UiProgram *program;
  RunSession *session; /* its model, trace and state */
  LangFile *file;      /* the diagram that it is of */
  char *component;     /* and which of its components */
} UiRun;

/* Is it going on, or paused? False for NULL. */
bool ui_studio_run_is_active (const UiRun *run);

void ui_studio_run (UiStudio *self); /* compiles first if needed */
void ui_studio_stop (UiStudio *self);
void ui_studio_pause (UiStudio *self);
void ui_studio_resume (UiStudio *self);
void ui_studio_step (UiStudio *self);
RunSessionState ui_studio_run_state (UiStudio *self);
UiRun *ui_studio_current_run (UiStudio *self); /* NULL before the first */
/* NULL if the current run is of the model on the screen, or there is none; else what
 * came between, "before spring.c = 4000 N/m". What is shown of such a run is grey and
 * says so, and the run neither goes on nor takes a step. Places, ways of wires and
 * plots do not count. Borrowed until the next change. */
const char *ui_studio_outdated (UiStudio *self);
/* UiRun *, the one before and the current one; borrowed */
GPtrArray *ui_studio_runs (UiStudio *self);

/* Settings of the next run; kept in the diagram's analysis where they differ from the
 * defaults. */
double ui_studio_stop_time (UiStudio *self);
double ui_studio_rtol (UiStudio *self);
double ui_studio_interval (UiStudio *self); /* of the output; NaN: as it needs */
/* Takes one of these as it is typed: "250 ms", "1e-6", "" for an interval as it needs.
 * NULL, or why it cannot be taken. Caller frees. */
char *ui_studio_set_option (UiStudio *self, SimOption option, const char *typed);
const char *ui_studio_solver (UiStudio *self);
void ui_studio_set_solver (UiStudio *self, const char *name);
double ui_studio_speed (UiStudio *self); /* 0: as fast as possible */
void ui_studio_set_speed (UiStudio *self, double speed);

/* ---- what is plotted ---- */

/* Plots are stacked; each shows variables by dotted name. Plot 0 always exists. */
uint32_t ui_studio_n_plots (UiStudio *self);
const char *const *ui_studio_plot_variables (UiStudio *self,
                                             uint32_t plot,
                                             uint32_t *n);
bool ui_studio_is_plotted (UiStudio *self, const char *variable);
void ui_studio_plot_new (UiStudio *self); /* an empty one below */
/* Where a variable belongs that nobody dragged anywhere: the last plot whose curves all
 * have its unit, else an empty one, else ui_studio_n_plots(). */
uint32_t ui_studio_plot_for (UiStudio *self, const SimVar *var);
/* `plot` == ui_studio_n_plots() makes a new one. */
void ui_studio_plot_add (UiStudio *self, uint32_t plot, const char *variable);
void ui_studio_plot_remove (UiStudio *self, uint32_t plot, const char *variable);
void ui_studio_plot_remove_all (UiStudio *self, uint32_t plot);
/* Writes the plots into the diagram, as one change of it; its next opening shows them.
 */
void ui_studio_keep_plots (UiStudio *self);

/* ---- the time line ---- */

/* One time drives plots, canvas, table and moving picture: a time of the current run,
 * or NaN for its end, which moves on while it is running. */
double ui_studio_time (UiStudio *self);
/* Led into what the run has reached; at its end or beyond it becomes NaN. */
void ui_studio_set_time (UiStudio *self, double time);
double ui_studio_time_shown (UiStudio *self); /* never NaN */
double ui_studio_time_reached (UiStudio *self);
/* The span of the current run as axes and sliders show it; false if there is no run. */
bool ui_studio_time_span (UiStudio *self, double *start, double *end);

/* The replay moves the time by itself, from the beginning if it stands at the end,
 * until it is there. Some widget with a frame clock calls ui_studio_play_on()
 * meanwhile. */
bool ui_studio_is_playing (UiStudio *self);
void ui_studio_set_playing (UiStudio *self, bool is_playing);
void ui_studio_play_on (UiStudio *self, double wall_s);
/* Simulated seconds per second; set to 0: real time or, for runs of less than a second
 * or more than a minute, the power of ten that makes them last some ten seconds. */
double ui_studio_replay_speed (UiStudio *self);
void ui_studio_set_replay_speed (UiStudio *self, double speed);

/* Steps by frames of the replay, backwards if negative. At the end of a run that pauses
 * a step forward is one of the run. */
#define UI_STUDIO_FPS 30
void ui_studio_move_time (UiStudio *self, double frames);
/* What the space bar does: pauses or resumes the run, plays or holds the replay. */
void ui_studio_go_on (UiStudio *self);

/* ---- pulling ---- */

/* Where a puller is: in the picture, in metres, and for what is part of a train the
 * coordinate to which its port is pulled, in metre or radian. */
typedef struct {
  FigurePoint at;
  double coordinate;
} UiPullPoint;

/* A puller at a port, or the last one. */
typedef struct {
  char *port;        /* "piston.frame_a"; NULL: never, or of another diagram */
  FigurePoint point; /* that is held, in the axes of the port */
  UiPullPoint puller;
  double c,
      d; /* stiffness, N/m, and damping, N.s/m; for what turns N.m/rad, N.m.s/rad */
  bool is_held;
} UiPull;

const UiPull *ui_studio_pull (UiStudio *self);

/* Can the current run, or one that branches from it, be pulled there? */
bool ui_studio_can_pull (UiStudio *self, const char *port);

/* Holds a body at the time shown. A run that goes on there is pulled; else a new run
 * begins that is the same up to this time and then goes on at the speed of the replay.
 * False, with a message, if there is nothing to pull. */
bool ui_studio_pull_begin (UiStudio *self,
                           const char *port,
                           FigurePoint point,
                           const UiPullPoint *puller);
void ui_studio_pull_move (UiStudio *self, const UiPullPoint *puller);
void ui_studio_pull_release (UiStudio *self);

/* Adds what was pulled to the diagram as a component, so that the next run repeats it;
 * one undoable step. Returns its name (interned) or NULL, with a message. */
const char *ui_studio_keep_pull (UiStudio *self);
