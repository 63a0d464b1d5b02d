/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/studio.h"
#include "figure/plot/chart.h"

/* What a stack of plots shows and how far it is zoomed: everything about plots that
 * needs no widget. The zoom is the plots' own (desk_plots_set_range) and survives new
 * runs. Pixels are the widget's. */
typedef struct DeskPlotView DeskPlotView;

/* The studio outlives it. */
DeskPlotView *desk_plot_view_new (DeskStudio *studio);
void desk_plot_view_free (DeskPlotView *view);

/* Collects the curves of all plots for this size; frames share their left and right
 * edge. Call before drawing and whenever the data grew. */
void desk_plot_view_update (DeskPlotView *view,
                            double width,
                            double height,
                            const FigureTheme *theme);

/* The plots that the last update found. */
uint32_t desk_plot_view_n (const DeskPlotView *view);
/* What the legend that is at this height says, in full; NULL if none is. Caller frees.
 */
char *desk_plot_view_legend (const DeskPlotView *view, double y);
/* Top edge of a plot; its height is in the FigurePlot. Borrowed until the next update.
 */
const FigurePlot *desk_plot_view_plot (const DeskPlotView *view,
                                       uint32_t plot,
                                       double *top);
/* Is it over time? Only then it shows the time line. */
bool desk_plot_view_is_over_time (const DeskPlotView *view, uint32_t plot);
const FigureFrame *desk_plot_view_frame (const DeskPlotView *view, uint32_t plot);

/* The plot at a height; UINT32_MAX below the last, and where plots came or went since
 * the view was updated. */
uint32_t desk_plot_view_at (const DeskPlotView *view, double y);

/* Where a point of the widget lies. */
typedef enum {
  DESK_PLOT_AREA,
  DESK_PLOT_X_AXIS,
  DESK_PLOT_Y_AXIS,
  DESK_PLOT_OUTSIDE
} DeskPlotPart;
DeskPlotPart desk_plot_view_part (const DeskPlotView *view,
                                  uint32_t plot,
                                  double x,
                                  double y);

/* The curve of a plot whose name stands at a place; UINT32_MAX if none does. */
uint32_t desk_plot_view_legend_at (const DeskPlotView *view,
                                   uint32_t plot,
                                   double x,
                                   double y);
/* Which of the plot's variables a curve shows: several runs may show one. */
uint32_t desk_plot_view_source (const DeskPlotView *view,
                                uint32_t plot,
                                uint32_t curve);
/* From the next update on that curve stands out; UINT32_MAX: none does. False if it
 * does already. */
bool desk_plot_view_highlight (DeskPlotView *view, uint32_t plot, uint32_t curve);

/* Where a curve would come to stand that is let go at a place: for desk_plots_move (),
 * and the ends of a line that marks it. */
typedef struct {
  uint32_t plot, curve;
  double mark[4];
} DeskPlotPlace;
void desk_plot_view_legend_place (const DeskPlotView *view,
                                  double x,
                                  double y,
                                  DeskPlotPlace *place);

/* Box zoom between two points of the widget; `part` limits it to one axis. */
void desk_plot_view_zoom_box (DeskPlotView *view,
                              uint32_t plot,
                              DeskPlotPart part,
                              const double from[2],
                              const double to[2]);
/* Zoom by `factor` (> 1: closer) of the axis under a point, which keeps its value; in
 * the area that of the time, in an X-Y plot both. `is_more`: one step of the history
 * with the last one, as turns of a wheel are. */
void desk_plot_view_zoom (DeskPlotView *view,
                          uint32_t plot,
                          DeskPlotPart part,
                          const double at[2],
                          double factor,
                          bool is_more);
/* Moves what is under a point by so many pixels; `part` limits it to one axis. */
void desk_plot_view_pan (DeskPlotView *view,
                         uint32_t plot,
                         DeskPlotPart part,
                         const double by[2],
                         bool is_more);
/* Back to all data. */
void desk_plot_view_fit (DeskPlotView *view);

/* Ranges as they were before the last change of them, and forward again; false if there
 * was none. Those of plots that have become others since stay. */
bool desk_plot_view_back (DeskPlotView *view);
bool desk_plot_view_forward (DeskPlotView *view);
/* Of another diagram. */
void desk_plot_view_forget (DeskPlotView *view);

/* The point of the plot's curves that is nearest to a place, and near; false if none
 * is.
 */
bool desk_plot_view_point (const DeskPlotView *view,
                           uint32_t plot,
                           double x,
                           double y,
                           FigurePlotPoint *point);

/* Cursors A (0) and B (1), at one time in all plots: that under x, or in an X-Y plot
 * that of the nearest point of its curves. The one that was set last is the one that
 * keys move. */
void desk_plot_view_set_cursor (DeskPlotView *view,
                                uint32_t which,
                                uint32_t plot,
                                double x,
                                double y);
/* Times, NaN without; so cursors come back as they were. */
void desk_plot_view_get_cursors (const DeskPlotView *view, double times[2]);
void desk_plot_view_put_cursors (DeskPlotView *view, const double times[2]);
void desk_plot_view_clear_cursors (DeskPlotView *view);
bool desk_plot_view_has_cursor (const DeskPlotView *view);
/* Whose line is near a place: 0, 1; UINT32_MAX if none is. */
uint32_t desk_plot_view_cursor_at (const DeskPlotView *view,
                                   uint32_t plot,
                                   double x,
                                   double y);
/* Makes it the one that keys move; in the middle of what is seen if it is not set. */
void desk_plot_view_take_cursor (DeskPlotView *view, uint32_t which);
/* Moves that one by pixels of the time axis. */
void desk_plot_view_move_cursor (DeskPlotView *view, double px);

/* The curve whose points cursors are led to: the nearest to a place, if one is near. */
void desk_plot_view_choose_curve (DeskPlotView *view,
                                  uint32_t plot,
                                  double x,
                                  double y);

typedef enum {
  DESK_PLOT_EXTREMUM,
  DESK_PLOT_ZERO,
  DESK_PLOT_LEVEL, /* the value at the other cursor */
  DESK_PLOT_EVENT
} DeskPlotPoint;
/* Leads the cursor to the next such point of the chosen curve, and shows it; false if
 * there is none. */
bool desk_plot_view_lead_cursor (DeskPlotView *view,
                                 DeskPlotPoint point,
                                 bool is_forward);
/* Moves the time that is shown so that this one is seen. */
void desk_plot_view_show_time (DeskPlotView *view, double time);

/* Rows of all shown traces together: grows when there is something new to draw. */
size_t desk_plot_view_n_rows (const DeskPlotView *view);
