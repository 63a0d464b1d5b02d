/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/plot/curve.h"

#include <math.h>

#include "figure/plot/sleeve.h"

#define PIECE          32 /* points per stroke: Cairo's cost per stroke is superlinear */
#define ROWS_PER_PIXEL 4  /* more than this is thinned out, or drawn as bars */
#define MOST_THINNED   20000 /* rows: looking at each of more takes too long */
#define THIN_ERROR     0.1   /* px */
#define MAX_XY_POINTS  20000
#define VECTOR_ERROR   0.06 /* px, of lines in files of vectors; 0.05 pt */

typedef struct {
  cairo_t *cr;
  const FigureCurve *curve;
  const FigureFrame *frame;
} Pen;

static double
shown (const FigureCurve *curve, double value)
{
  return curve->factor * value + curve->offset;
}

static RunRange
shown_range (const FigureCurve *curve, RunRange range)
{
  double a = shown (curve, range.min);
  double b = shown (curve, range.max);

  if (range.min > range.max)
    return range;
  return a < b ? (RunRange){a, b} : (RunRange){b, a};
}

/* Rows needed to draw [x_min, x_max]: one more on both sides, so that lines leave the
 * picture. */
static void
rows_for (const FigureCurve *curve,
          double x_min,
          double x_max,
          size_t *begin,
          size_t *end)
{
  size_t n = run_trace_length (curve->trace);

  *begin = n == 0 ? 0 : run_trace_row_at (curve->trace, x_min);
  while (*begin > 0 && run_trace_time (curve->trace, *begin) >= x_min)
    --*begin; /* two rows of one time: take the first */
  *end = n == 0 ? 0 : MIN (n, run_trace_row_at (curve->trace, x_max) + 2);
}

RunRange
figure_curve_range (const FigureCurve *curve, double x_min, double x_max)
{
  size_t begin = 0;
  size_t end = run_trace_length (curve->trace);

  if (curve->x_column == UINT32_MAX && x_min < x_max) {
    rows_for (curve, x_min, x_max, &begin, &end);
    while (begin < end && run_trace_time (curve->trace, begin) < x_min)
      begin++;
    while (end > begin && run_trace_time (curve->trace, end - 1) > x_max)
      end--;
  }
  return shown_range (curve, run_trace_range (curve->trace, curve->column, begin, end));
}

/* Pixels far outside the surface overflow Cairo's fixed-point numbers. */
static double
tame (double px)
{
  return CLAMP (px, -1e5, 1e5);
}

static void
point_of_row (const Pen *pen, size_t row, double *x, double *y)
{
  const FigureCurve *curve = pen->curve;
  double along = curve->x_column == UINT32_MAX
                     ? run_trace_time (curve->trace, row)
                     : run_trace_value (curve->trace, curve->x_column, row);

  *x = tame (figure_plot_frame_x (pen->frame, along));
  *y = tame (figure_plot_frame_y (
      pen->frame, shown (curve, run_trace_value (curve->trace, curve->column, row))));
}

static void
stroke_rows (const Pen *pen, size_t begin, size_t end, size_t stride)
{
  double x = NAN, y = NAN;
  uint32_t n = 0;

  for (size_t row = begin; row < end; row += stride) {
    double old_x = x, old_y = y;

    point_of_row (pen, row, &x, &y);
    if (!isfinite (x) || !isfinite (y))
      continue; /* a gap: the next finite point starts anew */
    if (!isfinite (old_x) || !isfinite (old_y)) {
      cairo_move_to (pen->cr, x, y);
      continue;
    }
    if (n == 0)
      cairo_move_to (pen->cr, old_x, old_y);
    if (pen->curve->is_stepped)
      cairo_line_to (pen->cr, x, old_y);
    cairo_line_to (pen->cr, x, y);
    if (++n == PIECE) {
      cairo_stroke (pen->cr);
      n = 0;
    }
  }
  cairo_stroke (pen->cr);
}

static void
set_line (const Pen *pen)
{
  cairo_set_line_width (pen->cr, pen->curve->width);
  cairo_set_line_join (pen->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (pen->cr, CAIRO_LINE_CAP_ROUND);
}

static void
draw_strokes (const Pen *pen, size_t begin, size_t end)
{
  bool is_xy = pen->curve->x_column != UINT32_MAX;
  size_t stride = is_xy ? 1 + (end - begin) / MAX_XY_POINTS : 1;

  set_line (pen);
  stroke_rows (pen, begin, end, stride);
}

/* One bar per device pixel column, from its least to its greatest value and on to the
 * end of the bar before, so that steep flanks have no gaps. */
static void
draw_bars (const Pen *pen, double column_px)
{
  const FigureFrame *frame = pen->frame;
  uint32_t n = (uint32_t) fmax (1, round ((frame->right - frame->left) / column_px));
  g_autofree RunRange *buckets = g_new (RunRange, n);
  double half = pen->curve->width / 2;
  double last = NAN; /* the middle of the bar before */

  run_trace_envelope (pen->curve->trace, pen->curve->column, frame->x_min, frame->x_max,
                      n, buckets);
  cairo_set_antialias (pen->cr, CAIRO_ANTIALIAS_NONE);
  for (uint32_t i = 0; i < n; i++) {
    double x = frame->left + i * column_px;
    double t = figure_plot_frame_time (frame, x + column_px / 2);

    if (buckets[i].min > buckets[i].max) {
      double value = run_trace_value_at (pen->curve->trace, pen->curve->column, t);

      buckets[i] = (RunRange){value, value};
    }
    RunRange range = shown_range (pen->curve, buckets[i]);
    double top = tame (figure_plot_frame_y (frame, range.max));
    double bottom = tame (figure_plot_frame_y (frame, range.min));
    if (!isfinite (top) || !isfinite (bottom))
      continue;
    double from = isnan (last) ? top : fmin (top, last);
    double to = isnan (last) ? bottom : fmax (bottom, last);
    cairo_rectangle (pen->cr, x, from - half, column_px, to - from + 2 * half);
    last = (top + bottom) / 2;
  }
  cairo_fill (pen->cr);
  cairo_set_antialias (pen->cr, CAIRO_ANTIALIAS_DEFAULT);
}

/* ---- vectors ---- */

static bool
is_vector (cairo_t *cr)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (cr));

  return type == CAIRO_SURFACE_TYPE_SVG || type == CAIRO_SURFACE_TYPE_PDF ||
         type == CAIRO_SURFACE_TYPE_PS;
}

static void
line_of_rows (const Pen *pen, FigureSleeve *sleeve, size_t begin, size_t end)
{
  double x, y, old_y = NAN;

  for (size_t row = begin; row < end; row++) {
    point_of_row (pen, row, &x, &y);
    if (pen->curve->is_stepped && isfinite (old_y))
      figure_sleeve_add (sleeve, x, old_y);
    figure_sleeve_add (sleeve, x, y);
    old_y = y;
  }
}

/* Where many rows share a column as narrow as the error that is allowed, from its least
 * to its greatest value or back, whichever is nearer. */
static void
line_of_columns (const Pen *pen, FigureSleeve *sleeve, uint32_t n)
{
  const FigureFrame *frame = pen->frame;
  g_autofree RunRange *buckets = g_new (RunRange, n);
  double width = (frame->right - frame->left) / n, last = NAN;

  run_trace_envelope (pen->curve->trace, pen->curve->column, frame->x_min, frame->x_max,
                      n, buckets);
  for (uint32_t i = 0; i < n; i++) {
    RunRange range = shown_range (pen->curve, buckets[i]);
    double x = frame->left + (i + 0.5) * width;

    if (range.min > range.max)
      continue;
    double y1 = tame (figure_plot_frame_y (frame, range.min));
    double y2 = tame (figure_plot_frame_y (frame, range.max));
    bool is_falling = fabs (y2 - last) < fabs (y1 - last);
    figure_sleeve_add (sleeve, x, is_falling ? y2 : y1);
    figure_sleeve_add (sleeve, x, is_falling ? y1 : y2);
    last = is_falling ? y1 : y2;
  }
}

/* Many rows on few pixels are one smooth line, unless that would turn too often: then
 * nothing is drawn. */
static bool
draw_thinned (const Pen *pen, size_t begin, size_t end, double most_points)
{
  FigureSleeve sleeve = figure_sleeve (pen->cr, THIN_ERROR);
  const size_t n = end - begin;

  if (n > MOST_THINNED)
    return false;
  cairo_new_path (pen->cr);
  for (size_t row = begin; row < end && sleeve.n <= most_points; row += PIECE)
    line_of_rows (pen, &sleeve, row, MIN (row + PIECE + 1, end)); /* ends are shared */
  figure_sleeve_end (&sleeve);
  if (sleeve.n > most_points) {
    cairo_new_path (pen->cr);
    return false;
  }
  set_line (pen);
  cairo_stroke (pen->cr);
  cairo_set_dash (pen->cr, NULL, 0, 0);
  return true;
}

/* A file of vectors gets one line, however dense: it may be shown at any size. */
static void
draw_line (const Pen *pen, size_t begin, size_t end)
{
  FigureSleeve sleeve = figure_sleeve (pen->cr, VECTOR_ERROR);
  double n = ceil ((pen->frame->right - pen->frame->left) / VECTOR_ERROR);
  bool is_dense = pen->curve->x_column == UINT32_MAX && !pen->curve->is_stepped &&
                  (double) (end - begin) > ROWS_PER_PIXEL * n;

  set_line (pen);
  if (is_dense)
    line_of_columns (pen, &sleeve, (uint32_t) n);
  else
    line_of_rows (pen, &sleeve, begin, end);
  figure_sleeve_end (&sleeve);
  cairo_stroke (pen->cr);
}

void
figure_curve_draw (cairo_t *cr, const FigureCurve *curve, const FigureFrame *frame)
{
  Pen pen = {cr, curve, frame};
  double column_px = 1, unused = 0;
  size_t begin = 0;
  size_t end = run_trace_length (curve->trace);

  if (end == 0)
    return;
  cairo_device_to_user_distance (cr, &column_px, &unused);
  column_px = fabs (column_px);
  if (curve->x_column == UINT32_MAX)
    rows_for (curve, frame->x_min, frame->x_max, &begin, &end);
  figure_theme_source (cr, curve->color, 1);
  if (is_vector (cr)) {
    draw_line (&pen, begin, end);
    return;
  }
  double n_columns = (frame->right - frame->left) / column_px;
  if (curve->x_column != UINT32_MAX ||
      (double) (end - begin) <= ROWS_PER_PIXEL * n_columns)
    draw_strokes (&pen, begin, end);
  else if (!draw_thinned (&pen, begin, end, n_columns))
    draw_bars (&pen, column_px);
}
