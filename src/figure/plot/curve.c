/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curves of a plot. All rows of a pixel column are looked at once and at most four
 * of them kept, which draw the same (add_rows); the line through these is thinned to
 * what can be seen (sleeve.h) and stroked in short pieces. What turns too often for
 * that, or has very many rows, is bars from the trace's tree of extremes. So the cost
 * grows with the rows only as long as they are few. */
#include "figure/plot/curve.h"

#include <math.h>

#include "figure/plot/sleeve.h"

#define PIECE            32 /* lines per stroke: Cairo's cost per stroke is superlinear */
#define POINTS_PER_PIXEL 1     /* of a line; more are drawn as bars */
#define MOST_ROWS        20000 /* looking at each of more takes too long */
#define MOST_XY_POINTS   20000
#define THIN_ERROR       0.1  /* px */
#define VECTOR_ERROR     0.06 /* px, of lines in files of vectors; 0.05 pt */

typedef struct {
  cairo_t *cr;
  const FigureCurve *curve;
  const FigureFrame *frame;
  size_t stride; /* rows from one that is drawn to the next */
} Pen;

typedef FigureSleevePoint Point;

double
figure_plot_shown (const FigureCurve *curve, double value)
{
  return curve->factor * value + curve->offset;
}

double
figure_plot_shown_x (const FigureCurve *curve, double value)
{
  return curve->x_factor * value + curve->x_offset;
}

static RunRange
shown_range (const FigureCurve *curve, RunRange range)
{
  double a = figure_plot_shown (curve, range.min);
  double b = figure_plot_shown (curve, range.max);

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

/* Pixels far outside the surface overflow Cairo's fixed-point numbers; what is not
 * finite has no place. */
static double
tame (double px)
{
  return isfinite (px) ? CLAMP (px, -1e5, 1e5) : NAN;
}

static Point
point_of_row (const Pen *pen, size_t row)
{
  const FigureCurve *curve = pen->curve;
  double along = curve->x_column == UINT32_MAX
                     ? run_trace_time (curve->trace, row)
                     : figure_plot_shown_x (
                           curve, run_trace_value (curve->trace, curve->x_column, row));
  double value =
      figure_plot_shown (curve, run_trace_value (curve->trace, curve->column, row));

  return (Point){tame (figure_plot_frame_x (pen->frame, along)),
                 tame (figure_plot_frame_y (pen->frame, value))};
}

static bool
is_finite (Point p)
{
  return isfinite (p.x) && isfinite (p.y);
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
    if (!isfinite (top) || !isfinite (bottom)) {
      last = NAN;
      continue;
    }
    double from = isnan (last) ? top : fmin (top, last);
    double to = isnan (last) ? bottom : fmax (bottom, last);
    cairo_rectangle (pen->cr, x, from - half, column_px, to - from + 2 * half);
    last = (top + bottom) / 2;
  }
  cairo_fill (pen->cr);
  cairo_set_antialias (pen->cr, CAIRO_ANTIALIAS_DEFAULT);
}

/* ---- one line ---- */

static bool
is_vector (cairo_t *cr)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (cr));

  return type == CAIRO_SURFACE_TYPE_SVG || type == CAIRO_SURFACE_TYPE_PDF ||
         type == CAIRO_SURFACE_TYPE_PS;
}

void
figure_curve_set_dash (cairo_t *cr, uint32_t dash, double scale, double along)
{
  enum { MOST = 4 };
  static const double PATTERNS[][MOST] = {{8, 4, 8, 4}, {2, 3, 2, 3}, {9, 3, 2, 3}};
  const double *pattern =
      PATTERNS[(dash + G_N_ELEMENTS (PATTERNS) - 1) % G_N_ELEMENTS (PATTERNS)];
  double scaled[MOST];

  for (int i = 0; i < MOST; i++)
    scaled[i] = scale * pattern[i];
  cairo_set_dash (cr, scaled, dash > 0 ? MOST : 0, along);
}

/* In pieces of so many lines, through which dashes go on; what is not finite is a gap.
 */
static void
stroke (const Pen *pen, const GArray *points, guint piece)
{
  const uint32_t dash = pen->curve->dash;
  double along = 0;
  guint n = 0;

  for (guint i = 1; i < points->len; i++) {
    Point a = g_array_index (points, Point, i - 1);
    Point b = g_array_index (points, Point, i);

    if (!is_finite (a) || !is_finite (b)) {
      n = 0;
      continue;
    }
    /* The next piece. */
    if (n == 0) {
      cairo_stroke (pen->cr);
      figure_curve_set_dash (pen->cr, dash, 1, along);
      cairo_move_to (pen->cr, a.x, a.y);
    }
    cairo_line_to (pen->cr, b.x, b.y);
    along += dash > 0 ? hypot (b.x - a.x, b.y - a.y) : 0;
    n = (n + 1) % piece;
  }
  cairo_stroke (pen->cr);
  figure_curve_set_dash (pen->cr, 0, 1, 0);
}

static Point
add_point (const Pen *pen, FigureSleeve *sleeve, Point last, size_t row)
{
  Point next = point_of_row (pen, row);

  if (pen->curve->is_stepped && is_finite (last))
    figure_sleeve_add (sleeve, (Point){next.x, last.y});
  figure_sleeve_add (sleeve, next);
  return next;
}

/* Adds the line through the rows until it has more than `most` points. Of rows that
 * follow one by less than `span` seconds the least, the greatest and the last draw with
 * it what all of them would (M4: Jugel et al., Proc. VLDB Endowment 7 (2014) 797); what
 * is not finite stands alone. */
static void
add_rows (const Pen *pen,
          FigureSleeve *sleeve,
          size_t begin,
          size_t end,
          double span,
          guint most)
{
  const RunTrace *trace = pen->curve->trace;
  Point last = {NAN, NAN};

  for (size_t row = begin, next; row < end && sleeve->points->len <= most; row = next) {
    double value = run_trace_value (trace, pen->curve->column, row);
    double until = span > 0 ? run_trace_time (trace, row) + span : -INFINITY;
    RunRange range = {value, value};
    size_t at[] = {row, row, row}; /* least, greatest, last */

    for (next = row + pen->stride; next < end && isfinite (value);
         next += pen->stride) {
      if (!(run_trace_time (trace, next) < until))
        break;
      value = run_trace_value (trace, pen->curve->column, next);
      if (!isfinite (value))
        break;
      at[0] = value < range.min ? next : at[0];
      at[1] = value > range.max ? next : at[1];
      at[2] = next;
      range = (RunRange){fmin (range.min, value), fmax (range.max, value)};
    }
    last = add_point (pen, sleeve, last, row);
    if (at[2] != row) {
      last = add_point (pen, sleeve, last, MIN (at[0], at[1]));
      last = add_point (pen, sleeve, last, MAX (at[0], at[1]));
      last = add_point (pen, sleeve, last, at[2]);
    }
  }
  figure_sleeve_end (sleeve);
}

size_t
figure_curve_xy_stride (size_t n_rows)
{
  return 1 + n_rows / MOST_XY_POINTS;
}

void
figure_curve_draw (cairo_t *cr, const FigureCurve *curve, const FigureFrame *frame)
{
  bool is_xy = curve->x_column != UINT32_MAX, is_line = is_xy || is_vector (cr);
  Pen pen = {.cr = cr, .curve = curve, .frame = frame, .stride = 1};
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (Point));
  FigureSleeve sleeve = {.points = points,
                         .width = is_vector (cr) ? VECTOR_ERROR : THIN_ERROR};
  double column_px = 1, unused = 0;
  size_t begin = 0, end = run_trace_length (curve->trace);

  if (end == 0 || curve->is_hidden)
    return;
  cairo_device_to_user_distance (cr, &column_px, &unused);
  column_px = fabs (column_px);
  if (!is_xy)
    rows_for (curve, frame->x_min, frame->x_max, &begin, &end);
  else if (!is_vector (cr))
    pen.stride = figure_curve_xy_stride (end - begin);
  /* How finely it is worth drawing. */
  double columns = (frame->right - frame->left) / column_px;
  guint most = is_line ? G_MAXUINT : (guint) (POINTS_PER_PIXEL * columns);
  double span = (frame->x_max - frame->x_min) / (frame->right - frame->left) *
                (is_xy            ? 0
                 : is_vector (cr) ? VECTOR_ERROR
                                  : column_px);
  figure_theme_source (cr, curve->color, 1);
  cairo_set_line_width (cr, curve->width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, curve->dash > 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  /* One line if it is short enough, else bars. */
  bool is_short = is_line || end - begin <= MOST_ROWS;
  if (is_short)
    add_rows (&pen, &sleeve, begin, end, span, most);
  if (is_short && points->len <= most)
    stroke (&pen, points, is_vector (cr) ? G_MAXUINT : PIECE);
  else
    draw_bars (&pen, column_px);
}
