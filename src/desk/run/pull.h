/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/run/timeline.h"
#include "desk/tool/selection.h"

/* Pulling at a body of the current run with the mouse. Fields are for reading. Property
 * "port": a pull began, ended, was kept or forgotten. */
#define DESK_TYPE_PULL (desk_pull_get_type ())
G_DECLARE_FINAL_TYPE (DeskPull, desk_pull, DESK, PULL, GObject)

/* Where a puller is: in the picture, in metres, and for what is part of a train the
 * coordinate to which its port is pulled, in metre or radian. */
typedef struct {
  FigurePoint at;
  double coordinate;
} DeskPullPoint;

struct _DeskPull {
  GObject parent;

  DeskTimeline *timeline;
  DeskSelection *selection;
  const DeskMessages *messages;

  /* Of the puller, or the last one. */
  char *port;        /* "piston.frame_a"; NULL: never, or of another diagram */
  FigurePoint point; /* that is held, in the axes of the port */
  DeskPullPoint at;
  double c; /* stiffness, N/m, or N.m/rad for what turns */
  double d; /* damping, N.s/m or N.m.s/rad */
  bool is_held;
  DeskPuller puller; /* its variables */
  RunSession *session;
  double since; /* time in that run */
};

/* All outlive it. */
DeskPull *desk_pull_new (DeskTimeline *timeline,
                         DeskSelection *selection,
                         const DeskMessages *messages);

/* Can the current run, or one that branches from it, be pulled there? */
bool desk_pull_is_possible (const DeskPull *self, const char *port);

/* Holds a body at the time shown. A run that goes on there is pulled; else a new run
 * begins that is the same up to this time and then goes on at the speed of the replay.
 * False, with a message, if there is nothing to pull. */
bool desk_pull_begin (DeskPull *self,
                      const char *port,
                      FigurePoint point,
                      const DeskPullPoint *at);
void desk_pull_move (DeskPull *self, const DeskPullPoint *at);
void desk_pull_release (DeskPull *self);

/* Adds what was pulled to the diagram as a component, so that the next run repeats it;
 * one undoable step. Returns its name (interned) or NULL, with a message. */
const char *desk_pull_keep (DeskPull *self);
