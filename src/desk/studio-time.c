/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "desk/studio-private.h"

/* A replay that nobody set a speed for lasts about as long as this, in wall seconds;
 * real time is kept where it is not far from that. */
static const double REPLAY_MIN_S = 1, REPLAY_MAX_S = 60, REPLAY_S = 10;

bool
desk_studio_time_span (DeskStudio *self, double *start, double *end)
{
  *start = 0;
  *end = desk_studio_stop_time (self);
  if (self->current == NULL)
    return false;
  const SimOptions *options = run_session_options (self->current->session);
  *start = options->start;
  *end = desk_studio_run_state (self) == RUN_FINISHED
             ? fmax (run_session_time (self->current->session), options->start)
             : options->stop;
  return true;
}

double
desk_studio_time_reached (DeskStudio *self)
{
  double start, end;

  desk_studio_time_span (self, &start, &end);
  if (self->current == NULL)
    return start;
  const RunTrace *trace = run_session_trace (self->current->session);
  size_t n_rows = run_trace_length (trace);

  return n_rows > 0 ? run_trace_time (trace, n_rows - 1) : start;
}

double
desk_studio_time (DeskStudio *self)
{
  return self->time;
}

double
desk_studio_time_shown (DeskStudio *self)
{
  return isnan (self->time) ? desk_studio_time_reached (self) : self->time;
}

void
desk_studio_set_time (DeskStudio *self, double time)
{
  double start, end;

  desk_studio_time_span (self, &start, &end);
  if (!isnan (time) && self->current != NULL) {
    double reached = desk_studio_time_reached (self);

    time = time >= reached ? NAN : fmax (time, start);
  }
  if (time == self->time || (isnan (time) && isnan (self->time)))
    return;
  self->time = time;
  desk_studio_tell (self, DESK_STUDIO_TIME_CHANGED);
}

/* ---- replay ---- */

double
desk_studio_replay_speed (DeskStudio *self)
{
  double start, end;

  if (self->replay_speed > 0)
    return self->replay_speed;
  desk_studio_time_span (self, &start, &end);
  double span = end - start;
  if (!(span > 0) || (span >= REPLAY_MIN_S && span <= REPLAY_MAX_S))
    return 1;
  return pow (10, round (log10 (span / REPLAY_S)));
}

void
desk_studio_set_replay_speed (DeskStudio *self, double speed)
{
  if (speed == self->replay_speed)
    return;
  self->replay_speed = speed;
  desk_studio_tell (self, DESK_STUDIO_REPLAY_CHANGED);
}

bool
desk_studio_is_playing (DeskStudio *self)
{
  return self->is_playing;
}

void
desk_studio_set_playing (DeskStudio *self, bool is_playing)
{
  double start, end;

  is_playing = is_playing && self->current != NULL;
  if (is_playing == self->is_playing)
    return;
  self->is_playing = is_playing;
  if (is_playing && isnan (self->time)) {
    desk_studio_time_span (self, &start, &end);
    desk_studio_set_time (self, start);
  }
  desk_studio_tell (self, DESK_STUDIO_REPLAY_CHANGED);
}

void
desk_studio_play_on (DeskStudio *self, double wall_s)
{
  if (!self->is_playing)
    return;
  desk_studio_set_time (self, self->time + wall_s * desk_studio_replay_speed (self));
  if (isnan (self->time)) /* the end, or up with a run that is going on */
    desk_studio_set_playing (self, false);
}

void
desk_studio_move_time (DeskStudio *self, double frames)
{
  RunSessionState state = desk_studio_run_state (self);

  desk_studio_set_playing (self, false);
  if (state == RUN_PAUSED && isnan (self->time) && frames > 0) {
    desk_studio_step (self);
    return;
  }
  if (state == RUN_RUNNING && isnan (self->time) && frames < 0)
    desk_studio_pause (self);
  desk_studio_set_time (self,
                        desk_studio_time_shown (self) +
                            frames * desk_studio_replay_speed (self) / DESK_STUDIO_FPS);
}

void
desk_studio_go_on (DeskStudio *self)
{
  switch (desk_studio_run_state (self)) {
  case RUN_RUNNING:
    if (isnan (self->time))
      desk_studio_pause (self);
    else
      desk_studio_set_playing (self, !self->is_playing);
    break;
  case RUN_PAUSED:
    desk_studio_set_time (self, NAN);
    desk_studio_run (self);
    break;
  case RUN_IDLE:
  case RUN_FINISHED:
  case RUN_STOPPED:
  case RUN_FAILED:
    desk_studio_set_playing (self, !self->is_playing);
    break;
  }
}
