/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/document.h"
#include "desk/message.h"
#include "run/session.h"

/* The runs of a diagram: the current one, the one before it, shown grey until the
 * current one has landed, and those that are kept to be compared. Fields are for
 * reading. Properties:
 *
 *   "all"      another run is the current one, or there is none any more, or others are
 *              kept
 *   "current"  that, or it paused, went on or ended
 *   "outdated" it is new
 *   "assumed"  it is new
 *   "is-refused" a run was asked for, and there is none because of errors
 *   "is-asked-for" a run is, or is no longer: it began, or nothing came of it
 *
 * Runs repeat themselves, where that is wanted: an edit that makes another model, and
 * leaves it without errors, begins a run at full speed, once nothing is edited for a
 * moment. That takes a run to be repeated which is not paced, nor paused, nor longer
 * than DESK_RUNS_MOST_REPEATED_S. */
#define DESK_TYPE_RUNS (desk_runs_get_type ())
G_DECLARE_FINAL_TYPE (DeskRuns, desk_runs, DESK, RUNS, GObject)

typedef struct {
  uint32_t number; /* counts up: "Run 3" */
  char *name;
  DeskProgram *program;
  RunSession *session; /* its model, trace and state */
  LangFile *file;      /* the diagram that it is of */
  char *component;     /* and which of its components */
  uint32_t n_assumed;  /* of its values nobody had given */
  guint n_inputs;      /* DeskDocument.n_inputs of then */
  double speed;        /* as of DeskRuns */
  gint64 began;        /* monotonic time, us */
  bool is_repeated;    /* begun by an edit */
  bool is_kept;        /* and seen beside later ones */
} DeskRun;

struct _DeskRuns {
  GObject parent;

  DeskDocument *document;
  const DeskMessages *messages;
  GPtrArray *all;   /* DeskRun, the oldest first */
  DeskRun *current; /* the last of them; NULL before the first */
  /* NULL if the current run is of the model on the screen, or there is none; else what
   * came between, "before spring.c = 4000 N/m". What is shown of such a run is grey and
   * says so, and the run neither goes on nor takes a step. Places, ways of wires and
   * plots do not count. */
  char *outdated;
  /* "with 2 assumed values" if the current run has some that nobody has confirmed
   * since; else NULL. */
  char *assumed;
  double speed; /* of the next; 0: as fast as possible */
  uint32_t n_made;
  bool is_asked_for; /* a run, once the diagram is compiled */
  bool is_refused;   /* the last that was asked for */
  bool is_repeating; /* edits begin runs */
  bool is_due;       /* one is asked for by an edit, once the diagram is compiled */
  guint pause;       /* source of the moment that edits are waited for; 0: none */
  double took;       /* wall s of the last one at full speed that came to its end */
};

/* Wall s: longer ones are begun by hand. */
#define DESK_RUNS_MOST_REPEATED_S 2

/* Both outlive it. */
DeskRuns *desk_runs_new (DeskDocument *document, const DeskMessages *messages);

/* Whether values that are missing, and may be assumed, are all that is wrong. */
bool desk_runs_lacks_only_values (const DeskRuns *self);

/* What is to be said of all results of the current run: that it is outdated, that it
 * has assumed values; NULL if nothing. Caller frees. */
char *desk_runs_note (const DeskRuns *self);

RunSessionState desk_runs_state (const DeskRuns *self); /* of the current one */
/* Is it going on, or paused? */
bool desk_runs_is_active (const DeskRuns *self);

/* Whether there is a paused run, and it is of what is on the screen. */
bool desk_runs_can_go_on (const DeskRuns *self);

/* Goes on with a paused run if it can; else begins one, compiling first if needed. */
void desk_runs_run (DeskRuns *self);
/* What a hand that drags a value asks for at each of its steps, whether or not runs
 * repeat themselves: the run once more, at full speed, as soon as the diagram is
 * compiled. Nothing is said where that is not possible. */
void desk_runs_repeat (DeskRuns *self);
/* Whether edits begin runs; false at first. Told true, what is outdated is repeated. */
void desk_runs_set_repeating (DeskRuns *self, bool is_repeating);
/* Whether an edit is about to begin one. */
bool desk_runs_is_about_to_repeat (const DeskRuns *self);
void desk_runs_stop (DeskRuns *self);
void desk_runs_pause (DeskRuns *self);
void desk_runs_resume (DeskRuns *self);
void desk_runs_step (DeskRuns *self);
void desk_runs_set_speed (DeskRuns *self, double speed);

/* The run before the current one; NULL without. */
DeskRun *desk_runs_previous (const DeskRuns *self);
/* Runs that are kept: more cannot be told apart, and each holds its results. */
enum { DESK_RUNS_MOST_KEPT = 8 };

/* Keeps a run of "all": later ones are seen beside it, until kept runs are let go. Of
 * more than DESK_RUNS_MOST_KEPT the oldest goes, which is told. */
void desk_runs_keep (DeskRuns *self, DeskRun *run);
bool desk_runs_has_kept (const DeskRuns *self);
void desk_runs_let_go (DeskRuns *self);

/* Begins a run that is what the current one was up to `time`, and makes it the current
 * one. */
void desk_runs_branch (DeskRuns *self,
                       DeskProgram *program,
                       const SimOptions *options,
                       double speed,
                       double time);
