/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far the axes of plots are zoomed: each change is computed in pixels of the frame
 * that was drawn last, written into the plots in SI units, and what it replaces is put
 * on a stack, so that zooms can be gone back and forth. A step there names what its
 * axes measured: ranges come back only where they still mean the same. */
#include <math.h>
#include <string.h>

#include "desk/plot/plot-view-private.h"

#define CLOSEST    1e-12 /* of the values: nearer than numbers can tell apart */
#define WIDEST     1e100 /* what is farther away has no digits left */
#define MOST_STEPS 200

/* The ranges of one plot, and what they are of. */
typedef struct {
  const char *x, *y; /* interned; NULL: the time, no curve */
  double range[DOC_PLOT_N_AXES][2];
} Ranges;

/* ---- history ---- */

static GArray *
ranges_now (const DeskPlotView *self)
{
  const DeskPlots *plots = self->studio->plots;
  GArray *all = g_array_new (FALSE, TRUE, sizeof (Ranges));

  for (uint32_t p = 0; p < desk_plots_n (plots); p++) {
    const DocPlot *plot = desk_plots_at (plots, p);
    Ranges ranges = {.x = plot->x,
                     .y = doc_plot_n (plot) > 0 ? doc_plot_curve (plot, 0)->variable
                                                : NULL};

    memcpy (ranges.range, plot->range, sizeof ranges.range);
    g_array_append_val (all, ranges);
  }
  return all;
}

static bool
are_same (const GArray *a, const GArray *b)
{
  return a->len == b->len &&
         (a->len == 0 || memcmp (a->data, b->data, a->len * sizeof (Ranges)) == 0);
}

/* Before a change. */
static void
remember (DeskPlotView *self)
{
  g_ptr_array_set_size (self->future, 0);
  if (self->past->len == MOST_STEPS)
    g_ptr_array_remove_index (self->past, 0);
  g_ptr_array_add (self->past, ranges_now (self));
}

static void
take (DeskPlotView *self, const GArray *all)
{
  DeskPlots *plots = self->studio->plots;

  for (uint32_t p = 0; p < MIN (all->len, desk_plots_n (plots)); p++) {
    const Ranges *ranges = &g_array_index (all, Ranges, p);
    const DocPlot *plot = desk_plots_at (plots, p);
    const char *y = doc_plot_n (plot) > 0 ? doc_plot_curve (plot, 0)->variable : NULL;

    if (plot->x == ranges->x)
      desk_plots_set_range (plots, p, DOC_PLOT_X, ranges->range[DOC_PLOT_X]);
    if (y == ranges->y)
      desk_plots_set_range (plots, p, DOC_PLOT_Y, ranges->range[DOC_PLOT_Y]);
  }
}

/* Steps that changed nothing, as a wheel at the end of its range, are passed over. */
static bool
go (DeskPlotView *self, GPtrArray *from, GPtrArray *to)
{
  while (from->len > 0) {
    g_autoptr (GArray) now = ranges_now (self);
    g_autoptr (GArray) step = g_ptr_array_steal_index (from, from->len - 1);

    take (self, step);
    g_autoptr (GArray) then = ranges_now (self);
    if (are_same (now, then))
      continue;
    g_ptr_array_add (to, g_steal_pointer (&now));
    return true;
  }
  return false;
}

bool
desk_plot_view_back (DeskPlotView *self)
{
  return go (self, self->past, self->future);
}

bool
desk_plot_view_forward (DeskPlotView *self)
{
  return go (self, self->future, self->past);
}

void
desk_plot_view_forget (DeskPlotView *self)
{
  g_ptr_array_set_size (self->past, 0);
  g_ptr_array_set_size (self->future, 0);
}

/* ---- changes ---- */

/* All plots over time have one. */
static void
set_time (DeskPlotView *self, const double range[2])
{
  DeskPlots *plots = self->studio->plots;

  for (uint32_t p = 0; p < desk_plots_n (plots); p++)
    if (desk_plots_at (plots, p)->x == NULL)
      desk_plots_set_range (plots, p, DOC_PLOT_X, range);
}

/* From one pixel to another one, whichever is first. Nothing if numbers do not tell
 * them apart. */
static void
show_between (DeskPlotView *self,
              uint32_t plot,
              DocPlotAxis axis,
              double a_px,
              double b_px)
{
  const DeskPlotViewOne *view = desk_plot_view_one (self, plot);
  const FigurePlot *drawn = &view->chart->plot;
  double (*const value_at) (const FigureFrame *, double) =
      axis == DOC_PLOT_X ? figure_plot_frame_time : figure_plot_frame_value;
  const double a = value_at (&view->frame, a_px), b = value_at (&view->frame, b_px);
  double range[2] = {fmin (a, b), fmax (a, b)};
  const double size = fmax (fabs (a), fabs (b));

  if (!(range[1] - range[0] > CLOSEST * size) || !(range[1] - range[0] < WIDEST) ||
      !isfinite (a) || !isfinite (b))
    return;
  if (axis == DOC_PLOT_X && !view->is_xy) {
    set_time (self, range);
    return;
  }
  if (drawn->n_curves == 0)
    return;
  /* In the units of display; plots hold SI. */
  const FigureCurve *curve = &drawn->curves[0];
  const double factor = axis == DOC_PLOT_X ? curve->x_factor : curve->factor;
  const double offset = axis == DOC_PLOT_X ? curve->x_offset : curve->offset;
  for (int i = 0; i < 2; i++)
    range[i] = (range[i] - offset) / factor;
  desk_plots_set_range (self->studio->plots, plot, axis, range);
}

void
desk_plot_view_zoom_box (DeskPlotView *self,
                         uint32_t plot,
                         DeskPlotPart part,
                         const double from[2],
                         const double to[2])
{
  const double top = desk_plot_view_one (self, plot)->top;

  remember (self);
  if (part == DESK_PLOT_AREA || part == DESK_PLOT_X_AXIS)
    show_between (self, plot, DOC_PLOT_X, from[0], to[0]);
  if (part == DESK_PLOT_AREA || part == DESK_PLOT_Y_AXIS)
    show_between (self, plot, DOC_PLOT_Y, from[1] - top, to[1] - top);
}

/* Where the ends of the axis lie that come to the edges. */
static double
end_for (double edge, double px, double factor)
{
  return px - (px - edge) / factor;
}

void
desk_plot_view_zoom (DeskPlotView *self,
                     uint32_t plot,
                     DeskPlotPart part,
                     const double at[2],
                     double factor,
                     bool is_more)
{
  const DeskPlotViewOne *view = desk_plot_view_one (self, plot);
  const FigureFrame *frame = &view->frame;
  const double x = CLAMP (at[0], frame->left, frame->right);
  const double y = CLAMP (at[1] - view->top, frame->top, frame->bottom);

  if (!is_more)
    remember (self);
  if (part == DESK_PLOT_AREA || part == DESK_PLOT_X_AXIS)
    show_between (self, plot, DOC_PLOT_X, end_for (frame->left, x, factor),
                  end_for (frame->right, x, factor));
  if (part == DESK_PLOT_Y_AXIS || (part == DESK_PLOT_AREA && view->is_xy))
    show_between (self, plot, DOC_PLOT_Y, end_for (frame->bottom, y, factor),
                  end_for (frame->top, y, factor));
}

void
desk_plot_view_pan (DeskPlotView *self,
                    uint32_t plot,
                    DeskPlotPart part,
                    const double by[2],
                    bool is_more)
{
  const FigureFrame *frame = &desk_plot_view_one (self, plot)->frame;

  if (!is_more)
    remember (self);
  if (by[0] != 0 && (part == DESK_PLOT_AREA || part == DESK_PLOT_X_AXIS))
    show_between (self, plot, DOC_PLOT_X, frame->left - by[0], frame->right - by[0]);
  if (by[1] != 0 && (part == DESK_PLOT_AREA || part == DESK_PLOT_Y_AXIS))
    show_between (self, plot, DOC_PLOT_Y, frame->bottom - by[1], frame->top - by[1]);
}

void
desk_plot_view_show_time (DeskPlotView *self, double time)
{
  const DeskPlots *plots = self->studio->plots;

  for (uint32_t p = 0; p < desk_plots_n (plots); p++) {
    const double *range = desk_plots_at (plots, p)->range[DOC_PLOT_X];
    const double half = (range[1] - range[0]) / 2;

    /* One of all plots over time: what is not zoomed shows everything. */
    if (desk_plots_at (plots, p)->x != NULL || !(half > 0))
      continue;
    if (time < range[0] || time > range[1])
      set_time (self, (double[]){time - half, time + half});
    return;
  }
}

void
desk_plot_view_fit (DeskPlotView *self)
{
  static const double ALL[2] = {0, 0};

  remember (self);
  for (uint32_t p = 0; p < desk_plots_n (self->studio->plots); p++)
    for (DocPlotAxis axis = 0; axis < DOC_PLOT_N_AXES; axis++)
      desk_plots_set_range (self->studio->plots, p, axis, ALL);
}
