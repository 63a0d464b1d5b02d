/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figure/plot/plot.h"
#include "ui/studio/studio.h"

/* What a stack of plots shows and how far it is zoomed: everything about plots that
 * needs no widget. The zoom survives new runs. Pixels are the widget's. */
typedef struct UiPlotView UiPlotView;

UiPlotView *ui_plot_view_new (UiStudio *studio);
void ui_plot_view_free (UiPlotView *view);

/* Collects the curves of all plots for this size; frames share their left and right
 * edge. Call before drawing and whenever the data grew. */
void ui_plot_view_update (UiPlotView *view,
                          double width,
                          double height,
                          const FigureTheme *theme);

uint32_t ui_plot_view_n (const UiPlotView *view);
/* What the legend that is at this height says, in full; NULL if none is. Caller frees.
 */
char *ui_plot_view_legend (const UiPlotView *view, double y);
/* Top edge of a plot; its height is in the FigurePlot. Borrowed until the next update.
 */
const FigurePlot *ui_plot_view_plot (const UiPlotView *view,
                                     uint32_t plot,
                                     double *top);
const FigureFrame *ui_plot_view_frame (const UiPlotView *view, uint32_t plot);

/* The plot at a height; UINT32_MAX below the last. */
uint32_t ui_plot_view_at (const UiPlotView *view, double y);

/* Where a point of the widget lies. */
typedef enum {
  UI_PLOT_AREA,
  UI_PLOT_X_AXIS,
  UI_PLOT_Y_AXIS,
  UI_PLOT_OUTSIDE
} UiPlotPart;
UiPlotPart ui_plot_view_part (const UiPlotView *view,
                              uint32_t plot,
                              double x,
                              double y);

/* Box zoom between two points of the widget; `part` limits it to one axis. */
void ui_plot_view_zoom_box (UiPlotView *view,
                            uint32_t plot,
                            UiPlotPart part,
                            const double from[2],
                            const double to[2]);
/* Time zoom by `factor` (> 1: closer) that keeps the time under x where it is. */
void ui_plot_view_zoom_time (UiPlotView *view, double x, double factor);
void ui_plot_view_pan (UiPlotView *view, uint32_t plot, double dx, double dy);
/* Back to all data. */
void ui_plot_view_fit (UiPlotView *view);

/* Cursors A (0) and B (1) at the time under x; NaN takes one away. */
void ui_plot_view_set_cursor (UiPlotView *view, uint32_t which, double x);

/* Rows of all shown traces together: grows when there is something new to draw. */
size_t ui_plot_view_n_rows (const UiPlotView *view);
