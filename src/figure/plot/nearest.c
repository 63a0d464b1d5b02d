/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which point of the curves lies nearest to a pixel: the nearest of all segments
 * between rows, as they are drawn, in pixels, so that neither axis counts more than the
 * other. A discrete value is held until the next row. Of a curve over time only the
 * rows around the pixel are looked at, and where these are too dense the extremes of
 * its column; of an X-Y curve as many rows as are drawn. */
#include <math.h>

#include "figure/plot/curve.h"
#include "figure/plot/plot.h"

#define MOST_ROWS 1000 /* around the pixel: more are a bar */
#define BAR       1.0  /* px, its width */

typedef struct {
  double x, y;
} Point;

typedef struct {
  const FigureFrame *frame;
  const FigureCurve *curve;
  Point px;
  double distance; /* of the nearest so far */
  Point at;
  double time;
} Search;

static Point
point_at (const Search *search, size_t row)
{
  const FigureCurve *curve = search->curve;
  const double value = run_trace_value (curve->trace, curve->column, row);
  const double along =
      curve->x_column == UINT32_MAX
          ? run_trace_time (curve->trace, row)
          : figure_plot_shown_x (curve,
                                 run_trace_value (curve->trace, curve->x_column, row));

  return (Point){figure_plot_frame_x (search->frame, along),
                 figure_plot_frame_y (search->frame, figure_plot_shown (curve, value))};
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

static bool
take (Search *search, Point at)
{
  const double away = hypot (at.x - search->px.x, at.y - search->px.y);

  if (!(away < search->distance))
    return false;
  search->distance = away;
  search->at = at;
  return true;
}

/* Segments from row to row, `stride` rows each. */
static void
search_rows (Search *search, size_t begin, size_t end, size_t stride)
{
  const RunTrace *trace = search->curve->trace;

  for (size_t row = begin; row < end; row += stride) {
    const size_t next = MIN (row + stride, end - 1);
    const Point a = point_at (search, row);
    Point b = point_at (search, next);

    if (search->curve->is_stepped)
      b.y = a.y;

    const double share = nearest_share (a, b, search->px);

    if (take (search, (Point){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)}))
      search->time = (1 - share) * run_trace_time (trace, row) +
                     share * run_trace_time (trace, next);
  }
}

/* The bar of a dense curve under the pixel. */
static void
search_bar (Search *search)
{
  const FigureCurve *curve = search->curve;
  const FigureFrame *frame = search->frame;
  const double x = search->px.x;
  RunRange range;

  run_trace_envelope (curve->trace, curve->column,
                      figure_plot_frame_time (frame, x - BAR / 2),
                      figure_plot_frame_time (frame, x + BAR / 2), 1, &range);
  if (range.min > range.max)
    return;
  const double a = figure_plot_frame_y (frame, figure_plot_shown (curve, range.min));
  const double b = figure_plot_frame_y (frame, figure_plot_shown (curve, range.max));
  if (take (search, (Point){x, CLAMP (search->px.y, fmin (a, b), fmax (a, b))}))
    search->time = figure_plot_frame_time (frame, x);
}

static void
search_curve (Search *search, double reach)
{
  const RunTrace *trace = search->curve->trace;
  const size_t n = run_trace_length (trace);

  if (n == 0)
    return;
  if (search->curve->x_column != UINT32_MAX) {
    search_rows (search, 0, n, figure_curve_xy_stride (n));
    return;
  }
  /* Rows no farther away than that, and one more on both sides. */
  const double around = fmin (reach, search->frame->right - search->frame->left);
  const double from = figure_plot_frame_time (search->frame, search->px.x - around);
  const double to = figure_plot_frame_time (search->frame, search->px.x + around);
  size_t begin = run_trace_row_at (trace, from);
  const size_t end = MIN (n, run_trace_row_at (trace, to) + 2);
  for (int i = 0; i < 2 && begin > 0; i++)
    begin--; /* two rows of one time */
  if (end - begin > MOST_ROWS)
    search_bar (search);
  else
    search_rows (search, begin, end, 1);
}

bool
figure_plot_nearest (const FigurePlot *plot,
                     const FigureFrame *frame,
                     const double px[2],
                     double reach,
                     FigurePlotPoint *point)
{
  Search search = {.frame = frame, .px = {px[0], px[1]}, .distance = reach};
  bool has_any = false;

  for (uint32_t i = 0; i < plot->n_curves; i++) {
    const double before = search.distance;

    search.curve = &plot->curves[i];
    if (search.curve->is_hidden)
      continue;
    search_curve (&search, reach);
    /* Nearer than those before it? */
    if (!(search.distance < before))
      continue;
    has_any = true;
    *point = (FigurePlotPoint){.curve = i,
                               .time = search.time,
                               .x = search.at.x,
                               .y = search.at.y,
                               .value = figure_plot_frame_value (frame, search.at.y)};
  }
  return has_any;
}
