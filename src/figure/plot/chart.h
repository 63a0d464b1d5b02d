/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/plot.h"
#include "figure/plot/palette.h"
#include "figure/plot/plot.h"

/* A plot of a diagram as it is drawn: holds what a FigurePlot only points at. The
 * window and the command line fill it from their runs or tables. */
typedef struct {
  FigurePlot
      plot; /* valid from figure_chart_end () on; sizes and axes are the caller's */
  FigureTheme theme;
  const DocPlot *of;
  FigurePalette *palette; /* borrowed; NULL: colours by the order in the plot */
  GArray *curves;
  GArray *sources; /* uint32_t: which curve of the plot each of them is */
  GPtrArray *labels;
  GPtrArray *units; /* of each curve, as people write them */
  char *x_units;
} FigureChart;

/* Without curves; the caller frees it. */
FigureChart *figure_chart_new (void);
void figure_chart_free (FigureChart *chart);

/* Drops all curves. The plot is borrowed until the end. */
void figure_chart_begin (FigureChart *chart,
                         const DocPlot *plot,
                         const FigureTheme *theme);
/* Adds the i-th curve of the plot with the look that it has there; units are those of
 * the language. The caller fills in its trace and columns before adding the next. */
FigureCurve *figure_chart_add (FigureChart *chart,
                               uint32_t i,
                               const char *label,
                               const char *units);
/* What stands below the axis: of the plot's x, or of the time. */
void figure_chart_label_x (FigureChart *chart, const char *label, const char *units);
/* Units stand on the axis if all curves have the same, else behind their labels; ranges
 * are those of the plot, in the units of the first curve. */
void figure_chart_end (FigureChart *chart);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FigureChart, figure_chart_free)
