/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time that plots, picture and slider show: one number of the current run, or its
 * end while that is NaN, with a replay that a frame clock moves on. A replay without a
 * chosen speed takes about ten seconds, unless real time is not far from that. */
#include "desk/run/timeline.h"

#include <math.h>

#include "desk/run/settings.h"

G_DEFINE_FINAL_TYPE (DeskTimeline, desk_timeline, G_TYPE_OBJECT)

/* A replay that nobody set a speed for lasts about as long as this, in wall seconds;
 * real time is kept where it is not far from that. */
static const double REPLAY_MIN_S = 1, REPLAY_MAX_S = 60, REPLAY_S = 10;

bool
desk_timeline_span (const DeskTimeline *self, double *start, double *end)
{
  *start = 0;
  *end = desk_settings (self->runs->document).stop;
  if (self->runs->current == NULL)
    return false;
  const SimOptions *options = run_session_options (self->runs->current->session);
  *start = options->start;
  *end = desk_runs_state (self->runs) == RUN_FINISHED
             ? fmax (run_session_time (self->runs->current->session), options->start)
             : options->stop;
  return true;
}

double
desk_timeline_reached (const DeskTimeline *self)
{
  double start, end;

  desk_timeline_span (self, &start, &end);
  if (self->runs->current == NULL)
    return start;
  const RunTrace *trace = run_session_trace (self->runs->current->session);
  size_t n_rows = run_trace_length (trace);

  return n_rows > 0 ? run_trace_time (trace, n_rows - 1) : start;
}

double
desk_timeline_shown (const DeskTimeline *self)
{
  return isnan (self->time) ? desk_timeline_reached (self) : self->time;
}

/* A run that an edit has begun will soon be where the one before it was: what it has
 * not reached yet is waited for. */
static bool
is_awaited (const DeskTimeline *self)
{
  const RunSessionState state = desk_runs_state (self->runs);

  return self->runs->current != NULL && self->runs->current->is_repeated &&
         (state == RUN_IDLE || state == RUN_RUNNING);
}

void
desk_timeline_set_time (DeskTimeline *self, double time)
{
  double start, end;

  desk_timeline_span (self, &start, &end);
  if (!isnan (time) && self->runs->current != NULL) {
    const double most = is_awaited (self) ? end : desk_timeline_reached (self);

    time = time >= most ? NAN : fmax (time, start);
  }
  if (time == self->time || (isnan (time) && isnan (self->time)))
    return;
  self->time = time;
  g_object_notify (G_OBJECT (self), "time");
}

/* ---- replay ---- */

double
desk_timeline_speed (const DeskTimeline *self)
{
  double start, end;

  if (self->speed > 0)
    return self->speed;
  desk_timeline_span (self, &start, &end);
  double span = end - start;
  if (!(span > 0) || (span >= REPLAY_MIN_S && span <= REPLAY_MAX_S))
    return 1;
  return pow (10, round (log10 (span / REPLAY_S)));
}

void
desk_timeline_set_speed (DeskTimeline *self, double speed)
{
  if (speed == self->speed)
    return;
  self->speed = speed;
  g_object_notify (G_OBJECT (self), "speed");
}

void
desk_timeline_set_playing (DeskTimeline *self, bool is_playing)
{
  double start, end;

  is_playing = is_playing && self->runs->current != NULL;
  if (is_playing == self->is_playing)
    return;
  self->is_playing = is_playing;
  if (is_playing && isnan (self->time)) {
    desk_timeline_span (self, &start, &end);
    desk_timeline_set_time (self, start);
  }
  g_object_notify (G_OBJECT (self), "is-playing");
}

void
desk_timeline_play_on (DeskTimeline *self, double wall_s)
{
  if (!self->is_playing)
    return;
  desk_timeline_set_time (self, self->time + wall_s * desk_timeline_speed (self));
  if (isnan (self->time)) /* the end, or up with a run that is going on */
    desk_timeline_set_playing (self, false);
}

void
desk_timeline_move (DeskTimeline *self, double frames)
{
  RunSessionState state = desk_runs_state (self->runs);

  desk_timeline_set_playing (self, false);
  if (state == RUN_PAUSED && isnan (self->time) && frames > 0) {
    desk_runs_step (self->runs);
    return;
  }
  if (state == RUN_RUNNING && isnan (self->time) && frames < 0)
    desk_runs_pause (self->runs);
  desk_timeline_set_time (self,
                          desk_timeline_shown (self) +
                              frames * desk_timeline_speed (self) / DESK_TIMELINE_FPS);
}

void
desk_timeline_go_on (DeskTimeline *self)
{
  switch (desk_runs_state (self->runs)) {
  case RUN_RUNNING:
    if (isnan (self->time))
      desk_runs_pause (self->runs);
    else
      desk_timeline_set_playing (self, !self->is_playing);
    break;
  case RUN_PAUSED:
    desk_timeline_set_time (self, NAN);
    desk_runs_run (self->runs);
    break;
  case RUN_IDLE:
  case RUN_FINISHED:
  case RUN_STOPPED:
  case RUN_FAILED:
    desk_timeline_set_playing (self, !self->is_playing);
    break;
  }
}

/* ---- object ---- */

/* A new run is followed, unless it repeats one that somebody looks at; what was set
 * stays until there is another diagram. */
static void
on_runs (DeskTimeline *self)
{
  const uint32_t number = self->runs->current != NULL ? self->runs->current->number : 0;

  if (number == self->number)
    return;
  self->number = number;
  if (!is_awaited (self)) {
    desk_timeline_set_playing (self, false);
    desk_timeline_set_time (self, NAN);
  }
  if (self->runs->current == NULL)
    desk_timeline_set_speed (self, 0);
}

/* What the run did not reach it will not any more. */
static void
on_current (DeskTimeline *self)
{
  if (!isnan (self->time))
    desk_timeline_set_time (self, self->time);
}

static void
desk_timeline_class_init (DeskTimelineClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"time", G_TYPE_DOUBLE, offsetof (DeskTimeline, time)},
      {"is-playing", G_TYPE_BOOLEAN, offsetof (DeskTimeline, is_playing)},
      {"speed", G_TYPE_DOUBLE, offsetof (DeskTimeline, speed)},
  };

  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_timeline_init (DeskTimeline *self)
{
  self->time = NAN;
}

DeskTimeline *
desk_timeline_new (DeskRuns *runs)
{
  DeskTimeline *self = g_object_new (DESK_TYPE_TIMELINE, NULL);

  self->runs = runs;
  desk_property_listen (runs, "all", self, G_CALLBACK (on_runs));
  desk_property_listen (runs, "current", self, G_CALLBACK (on_current));
  return self;
}
