/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/plot/plot-view.h"

/* Shared by plot-view.c (what is drawn), plot-zoom.c (ranges and their history) and
 * plot-cursor.c. */

/* One plot of the stack as it was drawn last. */
typedef struct {
  bool is_xy;
  double top;
  FigureChart *chart;
  FigureFrame frame;
  char *note;
} DeskPlotViewOne;

struct DeskPlotView {
  DeskStudio *studio;
  GPtrArray *views; /* DeskPlotViewOne */
  FigurePalette *palette;
  uint32_t shown_plot, shown_curve; /* what is highlighted; UINT32_MAX: nothing */
  GPtrArray *past; /* GArray: ranges of all plots, as they were before each zoom */
  GPtrArray *future;
  double cursor[2];
  uint32_t active;    /* which of them keys move */
  const char *chosen; /* interned: the variable whose points they find; or NULL */
};

DeskPlotViewOne *desk_plot_view_one (const DeskPlotView *self, uint32_t plot);
