/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "ui/studio/studio-private.h"

/* A replay that nobody set a speed for lasts about as long as this, in wall seconds;
 * real time is kept where it is not far from that. */
static const double REPLAY_MIN_S = 1, REPLAY_MAX_S = 60, REPLAY_S = 10;

bool
ui_studio_time_span (UiStudio *self, double *start, double *end)
{
  *start = 0;
  *end = ui_studio_stop_time (self);
  if (self->current == NULL)
    return false;
  const SimOptions *options = run_session_options (self->current->session);
  *start = options->start;
  *end = ui_studio_run_state (self) == RUN_FINISHED
             ? fmax (run_session_time (self->current->session), options->start)
             : options->stop;
  return true;
}

double
ui_studio_time_reached (UiStudio *self)
{
  double start, end;

  ui_studio_time_span (self, &start, &end);
  if (self->current == NULL)
    return start;
  const RunTrace *trace = run_session_trace (self->current->session);
  size_t n_rows = run_trace_length (trace);

  return n_rows > 0 ? run_trace_time (trace, n_rows - 1) : start;
}

double
ui_studio_time (UiStudio *self)
{
  return self->time;
}

double
ui_studio_time_shown (UiStudio *self)
{
  return isnan (self->time) ? ui_studio_time_reached (self) : self->time;
}

void
ui_studio_set_time (UiStudio *self, double time)
{
  double start, end;

  ui_studio_time_span (self, &start, &end);
  if (!isnan (time) && self->current != NULL) {
    double reached = ui_studio_time_reached (self);

    time = time >= reached ? NAN : fmax (time, start);
  }
  if (time == self->time || (isnan (time) && isnan (self->time)))
    return;
  self->time = time;
  ui_studio_tell (self, UI_STUDIO_TIME_CHANGED);
}

/* ---- replay ---- */

double
ui_studio_replay_speed (UiStudio *self)
{
  double start, end;

  if (self->replay_speed > 0)
    return self->replay_speed;
  ui_studio_time_span (self, &start, &end);
  double span = end - start;
  if (!(span > 0) || (span >= REPLAY_MIN_S && span <= REPLAY_MAX_S))
    return 1;
  return pow (10, round (log10 (span / REPLAY_S)));
}

void
ui_studio_set_replay_speed (UiStudio *self, double speed)
{
  if (speed == self->replay_speed)
    return;
  self->replay_speed = speed;
  ui_studio_tell (self, UI_STUDIO_REPLAY_CHANGED);
}

bool
ui_studio_is_playing (UiStudio *self)
{
  return self->is_playing;
}

void
ui_studio_set_playing (UiStudio *self, bool is_playing)
{
  double start, end;

  is_playing = is_playing && self->current != NULL;
  if (is_playing == self->is_playing)
    return;
  self->is_playing = is_playing;
  if (is_playing && isnan (self->time)) {
    ui_studio_time_span (self, &start, &end);
    ui_studio_set_time (self, start);
  }
  ui_studio_tell (self, UI_STUDIO_REPLAY_CHANGED);
}

void
ui_studio_play_on (UiStudio *self, double wall_s)
{
  if (!self->is_playing)
    return;
  ui_studio_set_time (self, self->time + wall_s * ui_studio_replay_speed (self));
  if (isnan (self->time)) /* the end, or up with a run that is going on */
    ui_studio_set_playing (self, false);
}

void
ui_studio_move_time (UiStudio *self, double frames)
{
  RunSessionState state = ui_studio_run_state (self);

  ui_studio_set_playing (self, false);
  if (state == RUN_PAUSED && isnan (self->time) && frames > 0) {
    ui_studio_step (self);
    return;
  }
  if (state == RUN_RUNNING && isnan (self->time) && frames < 0)
    ui_studio_pause (self);
  ui_studio_set_time (self, ui_studio_time_shown (self) +
                                frames * ui_studio_replay_speed (self) / UI_STUDIO_FPS);
}

void
ui_studio_go_on (UiStudio *self)
{
  switch (ui_studio_run_state (self)) {
  case RUN_RUNNING:
    if (isnan (self->time))
      ui_studio_pause (self);
    else
      ui_studio_set_playing (self, !self->is_playing);
    break;
  case RUN_PAUSED:
    ui_studio_set_time (self, NAN);
    ui_studio_run (self);
    break;
  case RUN_IDLE:
  case RUN_FINISHED:
  case RUN_STOPPED:
  case RUN_FAILED:
    ui_studio_set_playing (self, !self->is_playing);
    break;
  }
}
