/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "run/trace.h"

/* A plot on a Cairo surface: axes with round ticks, grid, curves, legend, cursors. The
 * window and the command line draw with the same code. Sizes in pixels.
 *
 * A curve is one anti-aliased line through the rows that it needs; what turns too often
 * for that is aligned min/max rectangles with one fill (src/README.md, Plot drawing);
 * in files of vectors each curve is one line.
 */
typedef struct {
  double r, g, b;
} FigureColor;

typedef struct {
  FigureColor background, frame, grid, text, faint, accent;
  FigureColor caution; /* text about what nobody has said yet */
  FigureColor loss;    /* what strikes out a part that would go */
  bool is_dark;
} FigureTheme;

/* The colours of pictures on a light or a dark ground. */
FigureTheme figure_theme (bool is_dark);
/* Sets the colour that is drawn with. */
void figure_theme_source (cairo_t *cr, FigureColor color, double opacity);
FigureColor figure_theme_mix (FigureColor a, FigureColor b, double share_of_b);
/* From "#rrggbb", what follows aside; false for anything else, NULL too. */
bool figure_theme_color_parse (const char *text, FigureColor *color);
/* Distinguishable, also for colour-blind people (Okabe & Ito 2008), adapted to the
 * theme. */
FigureColor figure_theme_curve_color (const FigureTheme *theme, uint32_t index);
/* Where colours begin again, the pattern of dashes that tells them apart; 0: none. */
uint32_t figure_theme_curve_dash (uint32_t index);
/* The grey in which a curve of that colour is drawn once its results are outdated. */
FigureColor figure_theme_old_color (const FigureTheme *theme, FigureColor color);
/* The colour of a connector's domain ("#rrggbb" or NULL) on the ground of a theme. */
FigureColor figure_theme_domain_color (const FigureTheme *theme, const char *stroke);

typedef struct {
  const RunTrace *trace;
  uint32_t column;           /* y */
  uint32_t x_column;         /* X-Y plots; UINT32_MAX: over time */
  const char *label;         /* "mass.s" */
  const char *units;         /* shown: "m/s²"; or NULL */
  double factor, offset;     /* shown value = factor * SI value + offset */
  double x_factor, x_offset; /* the same along x in X-Y plots */
  FigureColor color;
  double width;    /* 1.5 */
  uint32_t dash;   /* 0: a whole line; the number of a pattern of dashes */
  bool is_stepped; /* discrete: hold the value */
  bool is_hidden;  /* only its name is shown, grey */
} FigureCurve;

typedef struct {
  double min, max;   /* min >= max: fit to the data */
  const char *label; /* "Time", or NULL */
  const char *units; /* shown: "mm", or NULL */
  bool is_bare;      /* grid only: the plot below has the same axis with its numbers */
} FigureAxis;

typedef struct {
  double width, height; /* pixels */
  FigureAxis x, y;
  uint32_t n_curves;
  const FigureCurve *curves;
  const char *title; /* or NULL */
  bool has_legend;
  const char *note;  /* said of all curves below the axis that has a label; or NULL */
  bool is_cautioned; /* the note is a caution */
  bool has_cursor[2];
  double cursor[2]; /* times of cursors A and B */
  bool is_measured; /* what they say stands in a table of its own */
} FigurePlot;

/* What a plot with cursors says of a curve, in the units of its label: "A 0.12  B 0.1
 * B−A −0.02"; and of the time, with the frequency of what lasts from one to the other.
 * NULL without cursors; caller frees. */
char *figure_plot_readout_curve (const FigurePlot *plot, const FigureCurve *curve);
char *figure_plot_readout_time (const FigurePlot *plot);

/* Where things came to lie, for hit tests and mapping: plot area in pixels and the
 * ranges actually used (fitted ones included). */
typedef struct {
  double left, top, right, bottom;
  double legend; /* where its rows begin */
  uint32_t n_legend_rows;
  double x_min, x_max, y_min, y_max;
} FigureFrame;

/* Plots one below the other: their areas and their legends begin at the same x. */
void figure_plots_layout (const FigurePlot *plots, uint32_t n, FigureFrame *frames);
void figure_plot_draw (cairo_t *cr,
                       const FigurePlot *plot,
                       const FigureFrame *frame,
                       const FigureTheme *theme);
/* The legend and the cursors alone. */
void figure_plot_draw_overlay (cairo_t *cr,
                               const FigurePlot *plot,
                               const FigureFrame *frame,
                               const FigureTheme *theme);

/* The curve whose name stands at a pixel in the legend; UINT32_MAX if none does. */
uint32_t figure_plot_legend_at (const FigurePlot *plot,
                                const FigureFrame *frame,
                                double x_px,
                                double y_px);
/* Where that name stands: left, top, right, bottom; false if it found no room. */
bool figure_plot_legend_box (const FigurePlot *plot,
                             const FigureFrame *frame,
                             uint32_t curve,
                             double box[4]);

/* What is shown of an SI value of a curve, and of an X-Y curve along x. */
double figure_plot_shown (const FigureCurve *curve, double value);
double figure_plot_shown_x (const FigureCurve *curve, double value);

double figure_plot_frame_x (const FigureFrame *frame,
                            double value); /* value to pixel */
double figure_plot_frame_y (const FigureFrame *frame, double value);
double figure_plot_frame_time (const FigureFrame *frame,
                               double x_px); /* pixel to value */
double figure_plot_frame_value (const FigureFrame *frame, double y_px);

/* A point of a curve. */
typedef struct {
  uint32_t curve;
  double time;
  double x, y;  /* px */
  double value; /* shown */
} FigurePlotPoint;

/* The point of the curves, as they are drawn, that is nearest to a pixel and not
 * farther than `reach` px; false without any. The work does not grow with rows that are
 * too dense to be told apart. */
bool figure_plot_nearest (const FigurePlot *plot,
                          const FigureFrame *frame,
                          const double px[2],
                          double reach,
                          FigurePlotPoint *point);

/* A label of that size, in px, beside a point, inside the frame as far as there is
 * room, and never over the point: where its upper left corner comes to lie. */
void figure_plot_place_label (const FigureFrame *frame,
                              const FigurePlotPoint *point,
                              const double size[2],
                              double corner[2]);
/* Marks a point and names it, with its value and its time. */
void figure_plot_draw_point (cairo_t *cr,
                             const FigurePlot *plot,
                             const FigureFrame *frame,
                             const FigureTheme *theme,
                             const FigurePlotPoint *point);
/* What stands in that label. Caller frees. */
char *figure_plot_point_text (const FigurePlot *plot, const FigurePlotPoint *point);

/* Plots one below the other, each of its own height, to a file by its ending: .png
 * (`scale` pixels a unit), .svg, .pdf (96 units an inch). */
bool figure_plot_save (const FigurePlot *plots,
                       uint32_t n_plots,
                       double scale,
                       const FigureTheme *theme,
                       const char *path,
                       GError **error);
