/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/run/runs.h"

/* One time drives plots, canvas, table and moving picture, and its replay moves it.
 * Fields are for reading. Properties: "time", "is-playing", "speed". */
#define DESK_TYPE_TIMELINE (desk_timeline_get_type ())
G_DECLARE_FINAL_TYPE (DeskTimeline, desk_timeline, DESK, TIMELINE, GObject)

/* Steps are frames of the replay. */
#define DESK_TIMELINE_FPS 30

struct _DeskTimeline {
  GObject parent;

  DeskRuns *runs;
  double
      time; /* of the current run; NaN: its end, which moves on while it is running */
  bool is_playing;
  double speed;    /* that was set; 0: chosen by the length of the run */
  uint32_t number; /* of the run; 0: none */
};

/* The runs outlive it. */
DeskTimeline *desk_timeline_new (DeskRuns *runs);

/* Led into what the run has reached; at its end or beyond it becomes NaN. */
void desk_timeline_set_time (DeskTimeline *self, double time);
double desk_timeline_shown (const DeskTimeline *self); /* never NaN */
double desk_timeline_reached (const DeskTimeline *self);
/* The span of the current run as axes and sliders show it; false if there is no run. */
bool desk_timeline_span (const DeskTimeline *self, double *start, double *end);

/* The replay moves the time by itself, from the beginning if it stands at the end,
 * until it is there. Some widget with a frame clock calls desk_timeline_play_on ()
 * meanwhile. */
void desk_timeline_set_playing (DeskTimeline *self, bool is_playing);
void desk_timeline_play_on (DeskTimeline *self, double wall_s);
/* Simulated seconds per second: what was set or, where that is 0, real time or, for
 * runs of less than a second or more than a minute, the power of ten that makes them
 * last some ten seconds. */
double desk_timeline_speed (const DeskTimeline *self);
void desk_timeline_set_speed (DeskTimeline *self, double speed);

/* Steps by frames, backwards if negative. At the end of a run that pauses a step
 * forward is one of the run. */
void desk_timeline_move (DeskTimeline *self, double frames);
/* What the space bar does: pauses or resumes the run, plays or holds the replay. */
void desk_timeline_go_on (DeskTimeline *self);
