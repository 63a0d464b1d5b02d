/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two cursors of a stack of plots: times, which stay where runs come and go. They
 * are set by places of the widget, moved by pixels, or led along a curve of the current
 * run from point to point. */
#include <math.h>

#include "base/name.h"
#include "desk/plot/plot-view-private.h"
#include "run/measure.h"

#define GRIP  5.0  /* px beside its line where a cursor is taken */
#define REACH 24.0 /* px around a place within which a curve is meant */

bool
desk_plot_view_point (const DeskPlotView *self,
                      uint32_t plot,
                      double x,
                      double y,
                      FigurePlotPoint *point)
{
  const DeskPlotViewOne *view = desk_plot_view_one (self, plot);

  return figure_plot_nearest (&view->chart->plot, &view->frame,
                              (double[]){x, y - view->top}, REACH, point);
}

void
desk_plot_view_set_cursor (DeskPlotView *self,
                           uint32_t which,
                           uint32_t plot,
                           double x,
                           double y)
{
  const DeskPlotViewOne *view = desk_plot_view_one (self, plot);
  const double px[] = {x, y - view->top};
  FigurePlotPoint point;

  self->active = which;
  if (!view->is_xy)
    self->cursor[which] = figure_plot_frame_time (
        &view->frame, CLAMP (x, view->frame.left, view->frame.right));
  else if (figure_plot_nearest (&view->chart->plot, &view->frame, px, INFINITY, &point))
    self->cursor[which] = point.time;
}

void
desk_plot_view_get_cursors (const DeskPlotView *self, double times[2])
{
  times[0] = self->cursor[0];
  times[1] = self->cursor[1];
}

void
desk_plot_view_put_cursors (DeskPlotView *self, const double times[2])
{
  self->cursor[0] = times[0];
  self->cursor[1] = times[1];
}

void
desk_plot_view_clear_cursors (DeskPlotView *self)
{
  self->cursor[0] = self->cursor[1] = NAN;
}

bool
desk_plot_view_has_cursor (const DeskPlotView *self)
{
  return !isnan (self->cursor[0]) || !isnan (self->cursor[1]);
}

uint32_t
desk_plot_view_cursor_at (const DeskPlotView *self, uint32_t plot, double x, double y)
{
  const DeskPlotViewOne *view = desk_plot_view_one (self, plot);
  double nearest = GRIP;
  uint32_t found = UINT32_MAX;

  if (view->is_xy || desk_plot_view_part (self, plot, x, y) != DESK_PLOT_AREA)
    return UINT32_MAX;
  for (uint32_t which = 0; which < 2; which++) {
    const double away =
        fabs (figure_plot_frame_x (&view->frame, self->cursor[which]) - x);

    if (away <= nearest) {
      nearest = away;
      found = which;
    }
  }
  return found;
}

/* Of the first plot over time; NULL if there is none. */
static const FigureFrame *
time_frame (const DeskPlotView *self)
{
  for (uint32_t p = 0; p < self->views->len; p++)
    if (!desk_plot_view_one (self, p)->is_xy)
      return &desk_plot_view_one (self, p)->frame;
  return NULL;
}

void
desk_plot_view_take_cursor (DeskPlotView *self, uint32_t which)
{
  const FigureFrame *frame = time_frame (self);
  double start = 0, end = 0;

  self->active = which;
  if (!isnan (self->cursor[which]))
    return;
  if (frame != NULL)
    self->cursor[which] =
        figure_plot_frame_time (frame, (frame->left + frame->right) / 2);
  else if (desk_timeline_span (self->studio->timeline, &start, &end))
    self->cursor[which] = (start + end) / 2;
}

/* The one that keys move, if it stands; else the other one. */
static double *
active_cursor (DeskPlotView *self)
{
  if (isnan (self->cursor[self->active]) && !isnan (self->cursor[1 - self->active]))
    self->active = 1 - self->active;
  return &self->cursor[self->active];
}

void
desk_plot_view_move_cursor (DeskPlotView *self, double px)
{
  const FigureFrame *frame = time_frame (self);
  double *time = active_cursor (self);
  double start, end;

  if (isnan (*time) || !desk_timeline_span (self->studio->timeline, &start, &end))
    return;
  /* Where all plots are X-Y plots, thousandths of the run. */
  if (frame != NULL)
    *time = figure_plot_frame_time (frame, figure_plot_frame_x (frame, *time) + px);
  else
    *time += px * (end - start) / 1000;
  *time = CLAMP (*time, start, end);
  desk_plot_view_show_time (self, *time);
}

/* ---- along a curve ---- */

void
desk_plot_view_choose_curve (DeskPlotView *self, uint32_t plot, double x, double y)
{
  const DeskPlotViewOne *view = desk_plot_view_one (self, plot);
  const DeskRun *run = self->studio->runs->current;
  FigurePlotPoint point;

  if (run == NULL || !desk_plot_view_point (self, plot, x, y, &point))
    return;
  const FigureCurve *curve = &view->chart->plot.curves[point.curve];
  if (curve->trace == run_session_trace (run->session))
    self->chosen = base_name (
        sim_model_var (run_session_model (run->session), curve->column)->name);
}

/* The chosen curve as it is shown, else the first; of the current run. */
static bool
find_chosen (const DeskPlotView *self, RunMeasured *found)
{
  const DeskRun *run = self->studio->runs->current;
  const SimModel *model = run != NULL ? run_session_model (run->session) : NULL;
  const uint32_t chosen = self->chosen != NULL && model != NULL
                              ? sim_model_find (model, self->chosen)
                              : UINT32_MAX;
  bool has_any = false;

  /* Of all plots, in order. */
  for (uint32_t p = 0; model != NULL && p < self->views->len; p++) {
    const FigurePlot *plot = &desk_plot_view_one (self, p)->chart->plot;

    for (uint32_t i = 0; i < plot->n_curves; i++) {
      const FigureCurve *curve = &plot->curves[i];

      if (curve->is_hidden || curve->trace != run_session_trace (run->session) ||
          (has_any && curve->column != chosen))
        continue;
      *found = (RunMeasured){curve->trace, curve->column, curve->factor, curve->offset};
      has_any = true;
      if (curve->column == chosen)
        return true;
    }
  }
  return has_any;
}

bool
desk_plot_view_lead_cursor (DeskPlotView *self, DeskPlotPoint point, bool is_forward)
{
  static const RunMeasurePoint POINTS[] = {[DESK_PLOT_EXTREMUM] = RUN_MEASURE_EXTREMUM,
                                           [DESK_PLOT_ZERO] = RUN_MEASURE_LEVEL,
                                           [DESK_PLOT_LEVEL] = RUN_MEASURE_LEVEL,
                                           [DESK_PLOT_EVENT] = RUN_MEASURE_EVENT};
  double *time = active_cursor (self), level = 0;
  RunMeasured curve;

  if (isnan (*time) || !find_chosen (self, &curve))
    return false;
  if (point == DESK_PLOT_LEVEL)
    level = curve.factor * run_trace_value_at (curve.trace, curve.column,
                                               self->cursor[1 - self->active]) +
            curve.offset;
  if (isnan (level))
    return false;
  const double found =
      run_measure_find (&curve, POINTS[point], level, *time, is_forward);
  if (isnan (found))
    return false;
  *time = found;
  desk_plot_view_show_time (self, found);
  return true;
}
