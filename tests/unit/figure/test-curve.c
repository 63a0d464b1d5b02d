/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves against pictures and searches that take every row as it is: what is left out
 * of a curve, or drawn otherwise, is not to be seen. */
#include <math.h>

#include "figure/plot/curve.h"
#include "figure/plot/sleeve.h"

enum { WIDTH = 240, HEIGHT = 120, STRIDE = WIDTH };

typedef unsigned char Picture[HEIGHT * STRIDE];

static const FigureFrame FRAME = {.left = 8,
                                  .top = 6,
                                  .right = WIDTH - 8,
                                  .bottom = HEIGHT - 6,
                                  .x_min = 0,
                                  .x_max = 1,
                                  .y_min = -1,
                                  .y_max = 1};

/* What rows are like; times from 0 to 1. */
typedef struct {
  const char *name;
  size_t n_rows;
  double step;        /* of a random walk */
  double wave;        /* periods of a wave below it */
  uint32_t gap_every; /* rows from one that is not finite to the next, and more of them
                         in the middle; 0: none */
  bool has_events;    /* some rows have the time of the one before */
  bool is_stepped;
  bool is_xy;
  bool is_line; /* in all views; of the others parts may be bars */
} Rows;

static const Rows ROWS[] = {
    {"few", 12, 0.4, 0, 0, false, false, false, true},
    {"smooth", 500, 0, 3, 0, false, false, false, true},
    {"smooth, many", 9000, 0, 3, 0, true, false, false, true},
    {"rough", 150, 0.2, 0, 0, true, false, false, false},
    {"events", 400, 0.02, 2, 0, true, false, false, false},
    {"gaps", 300, 0, 4, 17, true, false, false, true},
    {"steps", 40, 0.4, 0, 0, true, true, false, true},
    {"steps with gaps", 60, 0.2, 0, 9, false, true, false, true},
    {"spiral", 2000, 0, 3, 0, false, false, true, true},
    {"spiral with gaps", 300, 0, 2, 23, false, false, true, true},
    {"steps of a spiral", 60, 0, 1, 0, false, true, true, true},
    {"dense with gaps", 15000, 0.1, 700, 997, false, false, false, false},
    {"dense", 15000, 0, 900, 0, false, false, false, false},
    {"very many", 60000, 0, 30, 0, true, false, false, false},
    {"very many with a gap", 60000, 0, 2, 60001, false, false, false, false},
    {"very many, dense", 60000, 0, 9000, 0, false, false, false, false},
};

static RunTrace *
trace_of (const Rows *rows, GRand *rand)
{
  RunTrace *trace = run_trace_new (2, NULL, NULL);
  double t = 0, walk = 0;

  for (size_t i = 0; i < rows->n_rows; i++) {
    if (i > 0 && !(rows->has_events && g_rand_int_range (rand, 0, 5) == 0))
      t += g_rand_double_range (rand, 0.2, 1.8) / (double) rows->n_rows;
    walk += rows->step * g_rand_double_range (rand, -1, 1);
    walk = CLAMP (walk, -1.2, 1.2);
    const double phase = 2 * G_PI * rows->wave * t;
    const double size = 0.8 - 0.6 * t;
    double values[] = {walk + (rows->is_xy ? size : 0.8) * sin (phase),
                       0.5 + 0.5 * size * cos (phase)};

    const bool is_in_gap =
        rows->gap_every > 0 &&
        (i % rows->gap_every == rows->gap_every - 1 || i * 20 / rows->n_rows == 10);
    if (is_in_gap)
      values[0] = i % 2 == 0 ? NAN : INFINITY;
    run_trace_append (trace, t, values);
  }
  return trace;
}

static FigureCurve
curve_of (const Rows *rows, const RunTrace *trace)
{
  return (FigureCurve){.trace = trace,
                       .x_column = rows->is_xy ? 1 : UINT32_MAX,
                       .factor = 1,
                       .x_factor = 0.9, /* which counts in X-Y plots alone */
                       .x_offset = 0.05,
                       .color = {0, 0, 0},
                       .width = 1.5,
                       .is_stepped = rows->is_stepped};
}

/* The place of a row by the definition of a frame. */
static FigureSleevePoint
place (const FigureCurve *curve, const FigureFrame *frame, size_t row)
{
  const double x =
      curve->x_column == UINT32_MAX
          ? run_trace_time (curve->trace, row)
          : curve->x_factor * run_trace_value (curve->trace, curve->x_column, row) +
                curve->x_offset;
  const double y = curve->factor * run_trace_value (curve->trace, curve->column, row) +
                   curve->offset;

  return (FigureSleevePoint){
      frame->left + (frame->right - frame->left) * (x - frame->x_min) /
                        (frame->x_max - frame->x_min),
      frame->top + (frame->bottom - frame->top) * (frame->y_max - y) /
                       (frame->y_max - frame->y_min)};
}

/* All rows; in pieces, as the time for one stroke grows with its square. */
static void
draw_plainly (cairo_t *cr, const FigureCurve *curve, const FigureFrame *frame)
{
  cairo_set_line_width (cr, curve->width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  for (size_t row = 1; row < run_trace_length (curve->trace); row++) {
    const FigureSleevePoint a = place (curve, frame, row - 1);
    const FigureSleevePoint b = place (curve, frame, row);

    if (isfinite (a.y) && !cairo_has_current_point (cr))
      cairo_move_to (cr, a.x, a.y);
    if (isfinite (a.y) && curve->is_stepped)
      cairo_line_to (cr, b.x, a.y);
    if (!isfinite (a.y) || !isfinite (b.y)) {
      cairo_new_sub_path (cr);
      continue;
    }
    cairo_line_to (cr, b.x, b.y);
    if (row % 256 == 0) {
      cairo_stroke (cr);
      cairo_move_to (cr, b.x, b.y);
    }
  }
  cairo_stroke (cr);
}

static void
take (Picture picture,
      void (*draw) (cairo_t *, const FigureCurve *, const FigureFrame *),
      const FigureCurve *curve,
      const FigureFrame *frame)
{
  memset (picture, 0, sizeof (Picture));
  cairo_surface_t *surface = cairo_image_surface_create_for_data (
      picture, CAIRO_FORMAT_A8, WIDTH, HEIGHT, STRIDE);
  cairo_t *cr = cairo_create (surface);

  cairo_rectangle (cr, frame->left, frame->top, frame->right - frame->left,
                   frame->bottom - frame->top);
  cairo_clip (cr);
  draw (cr, curve, frame);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* The share of what is dark in one picture that is not dark within a pixel of it in the
 * other. */
static double
share_astray (const Picture one, const Picture other)
{
  int n = 0, n_astray = 0;

  for (int y = 1; y < HEIGHT - 1; y++)
    for (int x = 1; x < WIDTH - 1; x++) {
      int most = 0;

      if (one[y * STRIDE + x] < 160)
        continue;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          most = MAX (most, other[(y + dy) * STRIDE + x + dx]);
      n++;
      n_astray += most < 90;
    }
  return n > 0 ? (double) n_astray / n : 0;
}

/* The mean difference of pixels that are not blank in both, and the largest. */
static double
difference (const Picture one, const Picture other, int *most)
{
  double sum = 0;
  int n = 0;

  *most = 0;
  for (int i = 0; i < HEIGHT * STRIDE; i++) {
    const int off = abs (one[i] - other[i]);

    n += one[i] != 0 || other[i] != 0;
    sum += off;
    *most = MAX (*most, off);
  }
  return n > 0 ? sum / n : 0;
}

static void
check_picture (const Rows *rows, const FigureCurve *curve, const FigureFrame *frame)
{
  Picture drawn, plain;
  int most;

  take (drawn, figure_curve_draw, curve, frame);
  take (plain, draw_plainly, curve, frame);
  const double mean = difference (drawn, plain, &most);
  g_test_message ("%s: %.2f mean, %d most, %.4f and %.4f astray", rows->name, mean,
                  most, share_astray (drawn, plain), share_astray (plain, drawn));
  g_assert_cmpfloat (share_astray (drawn, plain), <=, 0.002);
  g_assert_cmpfloat (share_astray (plain, drawn), <=, 0.002);
  if (!rows->is_line)
    return;
  /* Of lines a tenth of a pixel apart; where strokes end on each other, more. */
  g_assert_cmpfloat (mean, <=, 16);
  g_assert_cmpint (most, <=, 100);
}

static void
test_draws_all_rows (void)
{
  /* All of it, a window in it, more than it, and values turned over and shifted. */
  static const struct {
    double x_min, x_max, factor, offset;
  } VIEWS[] = {{0, 1, 1, 0}, {0.3, 0.55, 1, 0}, {-0.5, 2, 1, 0}, {0, 1, -0.6, 0.2}};
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (size_t i = 0; i < G_N_ELEMENTS (ROWS); i++) {
    g_autoptr (RunTrace) trace = trace_of (&ROWS[i], rand);

    for (size_t k = 0; k < G_N_ELEMENTS (VIEWS); k++) {
      FigureCurve curve = curve_of (&ROWS[i], trace);
      FigureFrame frame = FRAME;

      frame.x_min = VIEWS[k].x_min;
      frame.x_max = VIEWS[k].x_max;
      curve.factor = VIEWS[k].factor;
      curve.offset = VIEWS[k].offset;
      check_picture (&ROWS[i], &curve, &frame);
    }
  }
}

static FigureCurve
any_curve (const Rows *rows, const RunTrace *trace)
{
  FigureCurve curve = curve_of (rows, trace);

  curve.factor = -2;
  curve.offset = 0.3;
  return curve;
}

/* The range of a curve is that of its rows in the window. */
static void
test_range (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (size_t i = 0; i < G_N_ELEMENTS (ROWS); i++) {
    g_autoptr (RunTrace) trace = trace_of (&ROWS[i], rand);
    const FigureCurve curve = any_curve (&ROWS[i], trace);

    for (int k = 0; k < 50; k++) {
      /* Some begin and end at rows. */
      const size_t row = (size_t) g_rand_int_range (rand, 0, (int) ROWS[i].n_rows);
      const double at = run_trace_time (trace, row), size = g_rand_double (rand);
      const double from = k % 3 == 0 ? at - size : at, to = k % 3 == 1 ? at : at + size;
      RunRange expected = {INFINITY, -INFINITY};

      if (!(from < to))
        continue;
      for (size_t r = 0; r < ROWS[i].n_rows; r++) {
        const double t = run_trace_time (trace, r);
        const double value = -2 * run_trace_value (trace, 0, r) + 0.3;

        if (!isfinite (value) || (!ROWS[i].is_xy && (t < from || t > to)))
          continue;
        expected.min = fmin (expected.min, value);
        expected.max = fmax (expected.max, value);
      }
      const RunRange range = figure_curve_range (&curve, from, to);
      g_assert_cmpfloat (range.min, ==, expected.min);
      g_assert_cmpfloat (range.max, ==, expected.max);
    }
  }
}

static double
distance_to (const FigureCurve *curve,
             const FigureFrame *frame,
             double time,
             FigureSleevePoint px)
{
  const size_t row = run_trace_row_at (curve->trace, time);
  const size_t next = MIN (row + 1, run_trace_length (curve->trace) - 1);
  const double t0 = run_trace_time (curve->trace, row),
               t1 = run_trace_time (curve->trace, next);
  const double share = t1 > t0 ? (time - t0) / (t1 - t0) : 0;
  const FigureSleevePoint a = place (curve, frame, row), b = place (curve, frame, next);
  const double y = curve->is_stepped ? a.y : a.y + share * (b.y - a.y);

  return hypot (a.x + share * (b.x - a.x) - px.x, y - px.y);
}

/* No time has a point that is nearer to a pixel than the one that is found. */
static void
test_nearest_time (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  uint32_t n = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (ROWS); i++) {
    g_autoptr (RunTrace) trace = trace_of (&ROWS[i], rand);
    const FigureCurve curve = any_curve (&ROWS[i], trace);
    FigureFrame frame = FRAME;
    const FigurePlot plot = {.n_curves = 1, .curves = &curve};

    frame.y_min = -1.5;
    frame.y_max = 2;
    for (int k = 0; k < 30; k++) {
      const FigureSleevePoint px = {g_rand_double_range (rand, 0, WIDTH),
                                    g_rand_double_range (rand, 0, HEIGHT)};
      FigurePlotPoint point;

      if (!figure_plot_nearest (&plot, &frame, (double[]){px.x, px.y}, WIDTH, &point)) {
        g_assert_false (ROWS[i].is_xy);
        continue;
      }
      const double time = point.time;
      /* A step, and an event, are at the time of their rows on both sides. */
      const double away =
          ROWS[i].is_xy ? fmin (distance_to (&curve, &frame, time, px),
                                distance_to (&curve, &frame, nextafter (time, -1), px))
                        : hypot (point.x - px.x, point.y - px.y);

      if (ROWS[i].n_rows > 1000 && !ROWS[i].is_xy) { /* a bar, as it is drawn */
        g_assert_cmpfloat_with_epsilon (point.x, px.x, 1e-9);
        continue;
      }
      g_assert_true (time >= 0 && time <= run_trace_time (trace, ROWS[i].n_rows - 1));
      for (double t = 0; t < run_trace_time (trace, ROWS[i].n_rows - 1); t += 1e-3) {
        const double other = distance_to (&curve, &frame, t, px);

        g_assert_false (other < away - 1e-9);
        n += isfinite (other);
      }
    }
  }
  g_assert_cmpuint (n, >, 10000);
}

/* ---- thinning ---- */

static double
from_segment (FigureSleevePoint p, FigureSleevePoint a, FigureSleevePoint b)
{
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const double share =
      square > 0 ? CLAMP (((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0, 1) : 0;

  return hypot (p.x - a.x - share * dx, p.y - a.y - share * dy);
}

static bool
is_same (FigureSleevePoint a, FigureSleevePoint b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

/* Of the points those that are kept, in their order, pass all others closely. */
static uint32_t
check_sleeve (const FigureSleevePoint *points, uint32_t n, double width)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof *points);
  FigureSleeve sleeve = {.points = kept, .width = width};
  uint32_t from = 0;

  for (uint32_t i = 0; i < n; i++)
    figure_sleeve_add (&sleeve, points[i]);
  figure_sleeve_end (&sleeve);
  const FigureSleevePoint *line = (const FigureSleevePoint *) (void *) kept->data;
  g_assert_cmpuint (kept->len, >=, MIN (n, 2));
  g_assert_cmpuint (kept->len, <=, n);
  g_assert_true (is_same (line[0], points[0]));
  g_assert_true (is_same (line[kept->len - 1], points[n - 1]));
  for (uint32_t k = 1; k < kept->len; k++) {
    uint32_t to = from + 1;

    while (to < n && !is_same (line[k], points[to]))
      to++;
    g_assert_cmpuint (to, <, n);
    for (uint32_t i = from + 1; i < to; i++)
      g_assert_cmpfloat (from_segment (points[i], line[k - 1], line[k]), <=,
                         width + 1e-9);
    from = to;
  }
  g_assert_cmpuint (from, ==, n - 1);
  return kept->len;
}

static void
test_sleeve (void)
{
  enum { N = 400 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  FigureSleevePoint points[N] = {{0, 0}};

  for (int k = 0; k < 300; k++) {
    const double step = pow (10, g_rand_double_range (rand, -2, 1));
    const double bend = g_rand_double_range (rand, 0, 1.5);
    double way = g_rand_double_range (rand, -4, 4);

    for (uint32_t i = 1; i < N; i++) {
      way += bend * g_rand_double_range (rand, -1, 1);
      way += g_rand_int_range (rand, 0, 30) == 0 ? G_PI : 0; /* back again */
      points[i].x = points[i - 1].x + step * cos (way);
      points[i].y = points[i - 1].y + step * sin (way);
    }
    check_sleeve (points, N, 0.1);
  }
}

/* A straight line takes two points, one there and back three, a circle about as many
 * as chords with that sagitta. */
static void
test_sleeve_is_short (void)
{
  enum { N = 1000 };
  FigureSleevePoint points[N];

  for (uint32_t i = 0; i < N; i++)
    points[i] = (FigureSleevePoint){0.3 * i, 5 - 0.1 * i};
  g_assert_cmpuint (check_sleeve (points, N, 0.1), ==, 2);
  for (uint32_t i = 0; i < N; i++)
    points[i] = (FigureSleevePoint){0.3 * ABS ((int) i - N / 3), 0};
  g_assert_cmpuint (check_sleeve (points, N, 0.1), ==, 3);
  for (uint32_t i = 0; i < N; i++)
    points[i] =
        (FigureSleevePoint){100 * cos (2 * G_PI * i / N), 100 * sin (2 * G_PI * i / N)};
  const double chord = 2 * acos (1 - 0.1 / 100);
  g_assert_cmpfloat (check_sleeve (points, N, 0.1), <=, 1.5 * 2 * G_PI / chord);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/curve/draws-all-rows", test_draws_all_rows);
  g_test_add_func ("/figure/curve/range", test_range);
  g_test_add_func ("/figure/curve/nearest-time", test_nearest_time);
  g_test_add_func ("/figure/curve/sleeve", test_sleeve);
  g_test_add_func ("/figure/curve/sleeve-is-short", test_sleeve_is_short);
  return g_test_run ();
}
