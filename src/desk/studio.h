/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "desk/program.h"
#include "doc/edit/edit.h"
#include "doc/model.h"
#include "run/compile.h"
#include "run/session.h"

/* What one window works on: the diagram, the compiler behind it, the runs it gave. The
 * widgets of the window show it and call it; they know each other only through it.
 *
 * Every change of the diagram is compiled on a worker thread (at once after a discrete
 * edit; a newer edit outdates the older job). All signals come on the main thread:
 *
 *   "doc-replaced"   another diagram was opened or made; widgets drop what they hold
 *   "doc-changed"    the diagram changed (any edit, undo, redo)
 *   "diags-changed"  desk_studio_diags() is new
 *   "model-changed"  desk_studio_model() is new (may be NULL while the diagram is
 * wrong) "run-changed"    the current run began, paused, went on or ended, or
 *                    desk_studio_outdated() is new
 *   "runs-changed"   the list of kept runs changed
 *   "plots-changed"  which variables are plotted changed
 *   "time-changed"   desk_studio_time() changed
 *   "pull-changed"   desk_studio_pull() is new
 *   "replay-changed" the replay began or ended, or its speed changed
 *   "message" (char *) a sentence for the user (toast)
 *   "refused" (GObject *) a control whose tooltip says why it is red, until it is not
 */
#define DESK_TYPE_STUDIO (desk_studio_get_type ())
G_DECLARE_FINAL_TYPE (DeskStudio, desk_studio, DESK, STUDIO, GObject)

DeskStudio *desk_studio_new (const LibIndex *library);

/* ---- the diagram ---- */

DocModel *desk_studio_doc (DeskStudio *self); /* borrowed, never NULL */
const LibIndex *desk_studio_library (DeskStudio *self);
void desk_studio_new_doc (DeskStudio *self);
/* Takes it over. */
void desk_studio_take_doc (DeskStudio *self, DocModel *doc);
bool desk_studio_open (DeskStudio *self, const char *path, GError **error);
/* A copy of an example: its file is not written to. */
bool desk_studio_open_example (DeskStudio *self, const char *path, GError **error);
bool desk_studio_save (DeskStudio *self, const char *path, GError **error);

/* ---- selection, shared by canvas, inspector and problems ---- */

/* Names of selected instances, NULL-terminated; borrowed until the next change. Signal:
 * "selection-changed". Selecting a wire is by its index (UINT32_MAX: none). */
const char *const *desk_studio_selection (DeskStudio *self, uint32_t *n);
void desk_studio_select (DeskStudio *self, const char *const *names, uint32_t n);
void desk_studio_select_wire (DeskStudio *self, uint32_t wire);
uint32_t desk_studio_selected_wire (DeskStudio *self);
bool desk_studio_is_selected (DeskStudio *self, const char *name);

/* ---- compilation ---- */

const BaseDiags *desk_studio_diags (
    DeskStudio *self); /* never NULL; of text and compiler */
/* The worst diagnostic that points at an instance ("mass1" also for "mass1.flange_a"),
 * or NULL: for badges. */
const BaseDiag *desk_studio_item_diag (DeskStudio *self, const char *item);
/* The instance (interned) that a diagnostic is about, by its path or by its place in
 * the text, and the wire; NULL and UINT32_MAX: none. */
const char *desk_studio_diag_item (DeskStudio *self, const BaseDiag *diag);
uint32_t desk_studio_diag_wire (DeskStudio *self, const BaseDiag *diag);
const SimModel *desk_studio_model (DeskStudio *self); /* NULL while wrong */
DeskProgram *desk_studio_program (DeskStudio *self);  /* the same with its picture */
/* Also the program that lets bodies be pulled: until then nothing holds them. */
bool desk_studio_is_compiling (DeskStudio *self);
/* Lets the diagram read tables from the file (E314), until another diagram is opened,
 * and compiles it again. */
void desk_studio_allow_file (DeskStudio *self, const char *path);

/* ---- runs ---- */

typedef struct {
  uint32_t number; /* counts up: "Run 3" */
  char *name;
  DeskProgram *program;
  RunSession *session; /* its model, trace and state */
  LangFile *file;      /* the diagram that it is of */
  char *component;     /* and which of its components */
} DeskRun;

/* Is it going on, or paused? False for NULL. */
bool desk_studio_run_is_active (const DeskRun *run);

void desk_studio_run (DeskStudio *self); /* compiles first if needed */
void desk_studio_stop (DeskStudio *self);
void desk_studio_pause (DeskStudio *self);
void desk_studio_resume (DeskStudio *self);
void desk_studio_step (DeskStudio *self);
RunSessionState desk_studio_run_state (DeskStudio *self);
DeskRun *desk_studio_current_run (DeskStudio *self); /* NULL before the first */
/* NULL if the current run is of the model on the screen, or there is none; else what
 * came between, "before spring.c = 4000 N/m". What is shown of such a run is grey and
 * says so, and the run neither goes on nor takes a step. Places, ways of wires and
 * plots do not count. Borrowed until the next change. */
const char *desk_studio_outdated (DeskStudio *self);
/* DeskRun *, the one before and the current one; borrowed */
GPtrArray *desk_studio_runs (DeskStudio *self);

/* Settings of the next run; kept in the diagram's analysis where they differ from the
 * defaults. */
double desk_studio_stop_time (DeskStudio *self);
double desk_studio_rtol (DeskStudio *self);
double desk_studio_interval (DeskStudio *self); /* of the output; NaN: as it needs */
/* Takes one of these as it is typed: "250 ms", "1e-6", "" for an interval as it needs.
 * NULL, or why it cannot be taken. Caller frees. */
char *desk_studio_set_option (DeskStudio *self, SimOption option, const char *typed);
const char *desk_studio_solver (DeskStudio *self);
void desk_studio_set_solver (DeskStudio *self, const char *name);
double desk_studio_speed (DeskStudio *self); /* 0: as fast as possible */
void desk_studio_set_speed (DeskStudio *self, double speed);

/* ---- what is plotted ---- */

/* Plots are stacked; each shows variables by dotted name. Plot 0 always exists. */
uint32_t desk_studio_n_plots (DeskStudio *self);
const char *const *desk_studio_plot_variables (DeskStudio *self,
                                               uint32_t plot,
                                               uint32_t *n);
bool desk_studio_is_plotted (DeskStudio *self, const char *variable);
void desk_studio_plot_new (DeskStudio *self); /* an empty one below */
/* Where a variable belongs that nobody dragged anywhere: the last plot whose curves all
 * have its unit, else an empty one, else desk_studio_n_plots(). */
uint32_t desk_studio_plot_for (DeskStudio *self, const SimVar *var);
/* `plot` == desk_studio_n_plots() makes a new one. */
void desk_studio_plot_add (DeskStudio *self, uint32_t plot, const char *variable);
void desk_studio_plot_remove (DeskStudio *self, uint32_t plot, const char *variable);
void desk_studio_plot_remove_all (DeskStudio *self, uint32_t plot);
/* Writes the plots into the diagram, as one change of it; its next opening shows them.
 */
void desk_studio_keep_plots (DeskStudio *self);

/* ---- the time line ---- */

/* One time drives plots, canvas, table and moving picture: a time of the current run,
 * or NaN for its end, which moves on while it is running. */
double desk_studio_time (DeskStudio *self);
/* Led into what the run has reached; at its end or beyond it becomes NaN. */
void desk_studio_set_time (DeskStudio *self, double time);
double desk_studio_time_shown (DeskStudio *self); /* never NaN */
double desk_studio_time_reached (DeskStudio *self);
/* The span of the current run as axes and sliders show it; false if there is no run. */
bool desk_studio_time_span (DeskStudio *self, double *start, double *end);

/* The replay moves the time by itself, from the beginning if it stands at the end,
 * until it is there. Some widget with a frame clock calls desk_studio_play_on()
 * meanwhile. */
bool desk_studio_is_playing (DeskStudio *self);
void desk_studio_set_playing (DeskStudio *self, bool is_playing);
void desk_studio_play_on (DeskStudio *self, double wall_s);
/* Simulated seconds per second; set to 0: real time or, for runs of less than a second
 * or more than a minute, the power of ten that makes them last some ten seconds. */
double desk_studio_replay_speed (DeskStudio *self);
void desk_studio_set_replay_speed (DeskStudio *self, double speed);

/* Steps by frames of the replay, backwards if negative. At the end of a run that pauses
 * a step forward is one of the run. */
#define DESK_STUDIO_FPS 30
void desk_studio_move_time (DeskStudio *self, double frames);
/* What the space bar does: pauses or resumes the run, plays or holds the replay. */
void desk_studio_go_on (DeskStudio *self);

/* ---- pulling ---- */

/* Where a puller is: in the picture, in metres, and for what is part of a train the
 * coordinate to which its port is pulled, in metre or radian. */
typedef struct {
  FigurePoint at;
  double coordinate;
} DeskPullPoint;

/* A puller at a port, or the last one. */
typedef struct {
  char *port;        /* "piston.frame_a"; NULL: never, or of another diagram */
  FigurePoint point; /* that is held, in the axes of the port */
  DeskPullPoint puller;
  double c,
      d; /* stiffness, N/m, and damping, N.s/m; for what turns N.m/rad, N.m.s/rad */
  bool is_held;
} DeskPull;

const DeskPull *desk_studio_pull (DeskStudio *self);

/* Can the current run, or one that branches from it, be pulled there? */
bool desk_studio_can_pull (DeskStudio *self, const char *port);

/* Holds a body at the time shown. A run that goes on there is pulled; else a new run
 * begins that is the same up to this time and then goes on at the speed of the replay.
 * False, with a message, if there is nothing to pull. */
bool desk_studio_pull_begin (DeskStudio *self,
                             const char *port,
                             FigurePoint point,
                             const DeskPullPoint *puller);
void desk_studio_pull_move (DeskStudio *self, const DeskPullPoint *puller);
void desk_studio_pull_release (DeskStudio *self);

/* Adds what was pulled to the diagram as a component, so that the next run repeats it;
 * one undoable step. Returns its name (interned) or NULL, with a message. */
const char *desk_studio_keep_pull (DeskStudio *self);
