/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which point of the curves lies nearest to a pixel: the nearest of all segments
 * between rows, as they are drawn, in pixels, so that neither axis counts more than the
 * other. A discrete value is held until the next row. O(rows), once for a click. */
#include <math.h>

#include "figure/plot/plot.h"

typedef struct {
  double x, y;
} Point;

static Point
point_at (const FigureCurve *curve, const FigureFrame *frame, size_t row)
{
  const double along = run_trace_value (curve->trace, curve->x_column, row);
  const double value = run_trace_value (curve->trace, curve->column, row);

  return (Point){figure_plot_frame_x (frame, figure_plot_shown_x (curve, along)),
                 figure_plot_frame_y (frame, figure_plot_shown (curve, value))};
}

/* The share of the way from a to b that is nearest to p. */
static double
nearest_share (Point a, Point b, Point p)
{
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double square = dx * dx + dy * dy;

  return square > 0 ? CLAMP (((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0)
                    : 0;
}

static double
search_curve (const FigureCurve *curve,
              const FigureFrame *frame,
              Point p,
              double *distance)
{
  const size_t n = run_trace_length (curve->trace);
  double time = NAN;

  for (size_t row = 0; row < n; row++) {
    const size_t next = MIN (row + 1, n - 1);
    const Point a = point_at (curve, frame, row);
    Point b = point_at (curve, frame, next);

    if (curve->is_stepped)
      b.y = a.y;

    const double share = nearest_share (a, b, p);
    const double away =
        hypot (a.x + share * (b.x - a.x) - p.x, a.y + share * (b.y - a.y) - p.y);

    if (!(away < *distance))
      continue;
    *distance = away;
    time = (1 - share) * run_trace_time (curve->trace, row) +
           share * run_trace_time (curve->trace, next);
  }
  return time;
}

double
figure_plot_time_at (const FigurePlot *plot,
                     const FigureFrame *frame,
                     double x_px,
                     double y_px)
{
  double distance = INFINITY;
  double time = NAN;

  for (uint32_t i = 0; i < plot->n_curves; i++) {
    const FigureCurve *curve = &plot->curves[i];
    const double found =
        curve->x_column != UINT32_MAX
            ? search_curve (curve, frame, (Point){x_px, y_px}, &distance)
            : NAN;

    if (!isnan (found))
      time = found;
  }
  return time;
}
