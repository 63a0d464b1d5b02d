/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where everything beside the curves stands: a theme of pure colours tells the ink of
 * grid, numbers, names and cursors apart. */
#include <math.h>

#include "figure/plot/axis.h"
#include "figure/plot/plot.h"

static const FigureTheme THEME = {.background = {1, 1, 1},
                                  .frame = {0, 0, 1},
                                  .grid = {0, 1, 0},
                                  .text = {1, 0, 0},
                                  .faint = {1, 0, 1},
                                  .accent = {0, 1, 1},
                                  .caution = {1, 1, 0}};
static const FigureColor BLACK = {0, 0, 0};

/* Sizes, ranges and what numbers look like differ. */
static const struct {
  double width, height, x_min, x_max, y_min, y_max;
} CASES[] = {{420, 200, -0.1, 1.1, -1.1, 1.3},
             {520, 340, -3, 7.6, 0.001, 0.0042},
             {700, 180, 0.9e6, 3.1e6, -2.1e-7, 1e-8},
             {410, 260, 0.18, 0.93, 100.02, 100.7},
             {433, 411, -41, -9, 8e8, 4.1e9}};

typedef struct {
  FigurePlot plot;
  FigureFrame frame;
  cairo_surface_t *surface;
} Shown;

static void
shown_clear (Shown *shown)
{
  cairo_surface_destroy (shown->surface);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shown, shown_clear)

static RunTrace *
slope (double x_min, double x_max, double y_min, double y_max)
{
  RunTrace *trace = run_trace_new (1, NULL, NULL);

  for (int i = 0; i <= 10; i++) {
    const double y = y_min + 0.1 * i * (y_max - y_min);

    run_trace_append (trace, x_min + 0.1 * i * (x_max - x_min), &y);
  }
  return trace;
}

static FigureCurve
curve_of (const RunTrace *trace, const char *label)
{
  return (FigureCurve){.trace = trace,
                       .x_column = UINT32_MAX,
                       .label = label,
                       .factor = 1,
                       .x_factor = 1,
                       .color = BLACK,
                       .width = 1.5};
}

static FigurePlot
plot_of (size_t i, const FigureCurve *curves, uint32_t n)
{
  return (FigurePlot){.width = CASES[i].width,
                      .height = CASES[i].height,
                      .x = {CASES[i].x_min, CASES[i].x_max, "Time", "s", false},
                      .y = {CASES[i].y_min, CASES[i].y_max, NULL, "mm", false},
                      .n_curves = n,
                      .curves = curves};
}

static Shown
show (FigurePlot plot, bool is_overlay)
{
  Shown shown = {.plot = plot};

  figure_plots_layout (&plot, 1, &shown.frame);
  shown.surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) plot.width,
                                              (int) plot.height);
  cairo_t *cr = cairo_create (shown.surface);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  if (is_overlay)
    figure_plot_draw_overlay (cr, &plot, &shown.frame, &THEME);
  else
    figure_plot_draw (cr, &plot, &shown.frame, &THEME);
  cairo_destroy (cr);
  cairo_surface_flush (shown.surface);
  return shown;
}

/* How much of a pixel has that colour, on white; 0 if it has another one. */
static double
ink_at (const Shown *shown, int x, int y, FigureColor color)
{
  const unsigned char *pixel = cairo_image_surface_get_data (shown->surface) +
                               y * cairo_image_surface_get_stride (shown->surface) +
                               4 * x;
  const double part[] = {color.b, color.g, color.r};
  double least = 1;

  for (int i = 0; i < 3; i++)
    least = fmin (least, pixel[i] / 255.0);
  for (int i = 0; i < 3; i++)
    if (fabs (pixel[i] / 255.0 - (part[i] > 0 ? 1 : least)) > 0.1)
      return 0;
  return 1 - least;
}

typedef struct {
  double x1, y1, x2, y2; /* edges; x1 > x2: no ink */
} Box;

static bool
is_empty (Box box)
{
  return box.x1 > box.x2;
}

/* The ink of a colour between two corners. */
static Box
ink_box (const Shown *shown,
         double x1,
         double y1,
         double x2,
         double y2,
         FigureColor color)
{
  Box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};

  for (int y = (int) fmax (y1, 0); y < fmin (y2, shown->plot.height); y++)
    for (int x = (int) fmax (x1, 0); x < fmin (x2, shown->plot.width); x++) {
      if (ink_at (shown, x, y, color) < 0.4)
        continue;
      box.x1 = fmin (box.x1, x);
      box.y1 = fmin (box.y1, y);
      box.x2 = fmax (box.x2, x + 1);
      box.y2 = fmax (box.y2, y + 1);
    }
  return box;
}

static Box
all_ink (const Shown *shown, FigureColor color)
{
  return ink_box (shown, 0, 0, shown->plot.width, shown->plot.height, color);
}

/* Middles of the grid's lines across an axis. */
static GArray *
grid_lines (const Shown *shown, bool is_y)
{
  const FigureFrame *frame = &shown->frame;
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (double));
  const int from = (int) (is_y ? frame->top : frame->left) + 2;
  const int to = (int) (is_y ? frame->bottom : frame->right) - 2;

  for (int at = from; at < to; at++) {
    int n = 0, n_green = 0;

    for (int k = (int) (is_y ? frame->left : frame->top) + 3;
         k < (is_y ? frame->right : frame->bottom) - 3; k++) {
      n++;
      n_green += ink_at (shown, is_y ? k : at, is_y ? at : k, THEME.grid) > 0.9;
    }
    const double middle = at + 0.5;
    if (n_green > 0.7 * n)
      g_array_append_val (lines, middle);
  }
  return lines;
}

/* The lines of the grid are at round values, as far apart as each other, to the ends,
 * and each has its number in its middle, which covers no other and not the frame. */
static void
check_axis (const Shown *shown, bool is_y)
{
  const FigureFrame *frame = &shown->frame;
  const FigurePlot *plot = &shown->plot;
  g_autoptr (GArray) lines = grid_lines (shown, is_y);
  const double *at = (const double *) (void *) lines->data;
  const guint n = lines->len;
  const double px_value =
      is_y ? (frame->y_max - frame->y_min) / (frame->bottom - frame->top)
           : (frame->x_max - frame->x_min) / (frame->right - frame->left);

  g_assert_cmpuint (n, >=, 2);
  const double apart = (at[n - 1] - at[0]) / (n - 1);
  const double step = figure_axis_round_up (0.95 * apart * px_value);
  g_assert_cmpfloat_with_epsilon (step, apart * px_value, 1.5 * px_value);
  g_assert_cmpfloat (at[0] - (is_y ? frame->top : frame->left), <, apart + 3);
  g_assert_cmpfloat ((is_y ? frame->bottom : frame->right) - at[n - 1], <, apart + 3);
  for (guint i = 0; i < n; i++) {
    const double value = is_y ? figure_plot_frame_value (frame, at[i])
                              : figure_plot_frame_time (frame, at[i]);
    const Box number =
        is_y ? ink_box (shown, 0, at[i] - 8, frame->left, at[i] + 8, THEME.faint)
             : ink_box (shown, at[i] - apart / 2, frame->bottom + 1, at[i] + apart / 2,
                        frame->bottom + 18, THEME.faint);

    g_assert_cmpfloat (fabs (value - step * round (value / step)), <, 1.01 * px_value);
    g_assert_false (is_empty (number));
    if (is_y) {
      g_assert_cmpfloat_with_epsilon ((number.y1 + number.y2) / 2, at[i], 2);
      g_assert_cmpfloat (frame->left - number.x2, >=, 3);
      g_assert_cmpfloat (frame->left - number.x2, <=, 9);
      g_assert_cmpfloat (number.x1, >=, 7);
    } else {
      g_assert_cmpfloat_with_epsilon ((number.x1 + number.x2) / 2, at[i], 2);
      g_assert_cmpfloat (number.y1 - frame->bottom, <=, 9);
      g_assert_cmpfloat (number.x2 - number.x1, <, apart - 10);
      g_assert_cmpfloat (number.y2, <=, plot->height - 8);
    }
  }
}

static void
test_grid_and_numbers (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autoptr (RunTrace) trace = slope (0, 1, -1e30, -1e30);
    const FigureCurve curve = curve_of (trace, "");
    g_auto (Shown) shown = show (plot_of (i, &curve, 1), false);
    const FigureFrame *frame = &shown.frame;

    g_test_message ("case %zu", i);
    check_axis (&shown, false);
    check_axis (&shown, true);
    /* The frame is around the area, to which the corners are mapped. */
    const Box edge = all_ink (&shown, THEME.frame);
    const double px[] = {edge.x1, edge.x2, edge.y1, edge.y2};
    const double edges[] = {frame->left, frame->right, frame->top, frame->bottom};
    const double mapped[] = {figure_plot_frame_x (frame, CASES[i].x_min),
                             figure_plot_frame_x (frame, CASES[i].x_max),
                             figure_plot_frame_y (frame, CASES[i].y_max),
                             figure_plot_frame_y (frame, CASES[i].y_min)};
    for (int k = 0; k < 4; k++) {
      g_assert_cmpfloat_with_epsilon (px[k], edges[k], 1.01);
      g_assert_cmpfloat_with_epsilon (mapped[k], edges[k], 1e-6);
    }
    g_assert_cmpfloat (frame->left, <, 0.3 * CASES[i].width);
    g_assert_cmpfloat (frame->right, >, 0.92 * CASES[i].width);
    g_assert_cmpfloat (frame->top, <=, 40);
    g_assert_cmpfloat (frame->bottom, >=, CASES[i].height - 50);
  }
}

/* The label of the y axis is above its numbers, that of the x axis at its end below its
 * numbers, the title above the middle. */
static void
test_labels (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autoptr (RunTrace) trace = slope (0, 1, -1e30, -1e30);
    const FigureCurve curve = curve_of (trace, "");
    FigurePlot plot = plot_of (i, &curve, 1);

    plot.title = "Title of all";
    g_auto (Shown) shown = show (plot, false);
    const FigureFrame *frame = &shown.frame;
    const double middle = (frame->left + frame->right) / 2;
    const Box above = ink_box (&shown, 0, 0, plot.width, frame->top - 6, THEME.faint);
    const Box below =
        ink_box (&shown, 0, frame->bottom + 20, plot.width, plot.height, THEME.faint);
    const Box title = all_ink (&shown, THEME.text);
    g_assert_cmpfloat_with_epsilon (above.x1, 8, 2);
    g_assert_cmpfloat (above.y1, >=, frame->top - 24);
    g_assert_cmpfloat_with_epsilon (below.x2, frame->right, 2);
    g_assert_cmpfloat (below.x1, >, middle);
    g_assert_cmpfloat_with_epsilon ((title.x1 + title.x2) / 2, middle, 2);
    g_assert_cmpfloat (title.y1, >=, 8);
    g_assert_cmpfloat (title.y2, <=, above.y1 + 1);

    /* Without labels their room is the area's. */
    plot.title = plot.x.label = plot.x.units = NULL;
    g_auto (Shown) bare = show (plot, false);
    g_assert_cmpfloat (bare.frame.bottom, >, frame->bottom + 10);
    g_assert_cmpfloat (bare.frame.top, <, frame->top - 10);
    plot.x.is_bare = true;
    g_auto (Shown) barer = show (plot, false);
    g_assert_cmpfloat (barer.frame.bottom, >, bare.frame.bottom + 10);
    g_assert_true (is_empty (ink_box (&barer, 0, barer.frame.bottom + 8, plot.width,
                                      plot.height, THEME.faint)));
  }
}

/* A piece of each curve stands before its name, one behind the other and below each
 * other where they do not fit; all above the area. */
static void
test_legend (void)
{
  static const FigureColor COLORS[] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}};
  static const char *const NAMES[] = {"mass.s", "a", "spring.flange_b.f"};

  for (double width = 200; width <= 600; width += 50) {
    g_autoptr (RunTrace) trace = slope (0, 1, 0, 1);
    FigureCurve curves[3];
    double last_x = -INFINITY, last_y = -INFINITY;

    for (int k = 0; k < 3; k++) {
      curves[k] = curve_of (trace, NAMES[k]);
      curves[k].color = COLORS[k];
    }
    FigurePlot plot = plot_of (0, curves, 3);
    plot.width = width;
    plot.height = 300;
    plot.has_legend = true;
    g_auto (Shown) shown = show (plot, true);
    const FigureFrame *frame = &shown.frame;
    for (int k = 0; k < 3; k++) {
      const Box sample = all_ink (&shown, COLORS[k]);
      const double y = (sample.y1 + sample.y2) / 2;
      const Box name =
          ink_box (&shown, sample.x2, y - 7, sample.x2 + 9, y + 8, THEME.text);

      g_assert_cmpfloat_with_epsilon (sample.x2 - sample.x1, 14, 1.01);
      g_assert_cmpfloat_with_epsilon (sample.y2 - sample.y1, 3, 1.01);
      g_assert_cmpfloat (name.x1 - sample.x2, >=, 3);
      g_assert_cmpfloat (name.x1 - sample.x2, <=, 8);
      g_assert_cmpfloat_with_epsilon ((name.y1 + name.y2) / 2, y, 4);
      g_assert_cmpfloat (name.y2, <, frame->top);
      g_assert_true (y > last_y + 12 ||
                     (fabs (y - last_y) < 0.1 && sample.x1 > last_x + 24));
      if (y > last_y + 12)
        g_assert_cmpfloat_with_epsilon (sample.x1, frame->legend, 1.01);
      last_x = sample.x1;
      last_y = y;
    }
    const Box names = all_ink (&shown, THEME.text);
    g_assert_cmpfloat (names.x2, <=, frame->right + 1);
    g_assert_cmpfloat (names.y2 - names.y1, <, 16 * frame->n_legend_rows);
    g_assert_cmpfloat (names.y2 - names.y1, >, 16 * (frame->n_legend_rows - 1.0));
  }
}

/* A cursor is a dashed line at its time with a disc where each curve is then, which
 * is left out where it is not seen, and so is the line. */
static void
test_cursors (void)
{
  static const struct {
    double time;
    double y_max; /* of the axis; the value is 10 times the time */
    bool has_line, has_disc;
  } CURSORS[] = {{0.5, 10, true, true},    {0.05, 10, true, true},
                 {0.95, 10, true, true},   {0.5, 4.8, true, false},
                 {0.5, -5.2, true, false}, {1.5, 10, false, false},
                 {-0.2, 10, false, false}};

  for (size_t i = 0; i < 2 * G_N_ELEMENTS (CURSORS); i++) {
    const size_t k = i / 2, which = i % 2;
    g_autoptr (RunTrace) trace = slope (-1, 2, -10, 20);
    const FigureCurve curve = curve_of (trace, "");
    FigurePlot plot = plot_of (0, &curve, 1);

    /* Below 0: where the axis begins. */
    plot.y.min = CURSORS[k].y_max > 0 ? 0 : -CURSORS[k].y_max;
    plot.y.max = CURSORS[k].y_max > 0 ? CURSORS[k].y_max : 10;
    plot.has_cursor[which] = true;
    plot.cursor[which] = CURSORS[k].time;
    g_auto (Shown) shown = show (plot, true);
    const FigureFrame *frame = &shown.frame;
    const double x = figure_plot_frame_x (frame, CURSORS[k].time);
    const double y = figure_plot_frame_y (frame, 10 * CURSORS[k].time);
    const Box disc = all_ink (&shown, BLACK);
    const Box line =
        ink_box (&shown, x - 2, frame->top, x + 3, frame->bottom, THEME.accent);
    const Box name =
        ink_box (&shown, x + 3, frame->top, x + 15, frame->bottom, THEME.accent);
    g_assert_true (is_empty (disc) != CURSORS[k].has_disc);
    g_assert_true (is_empty (line) != CURSORS[k].has_line);
    g_assert_true (is_empty (name) != CURSORS[k].has_line);
    if (CURSORS[k].has_line) {
      g_assert_cmpfloat_with_epsilon ((line.x1 + line.x2) / 2, x, 1.01);
      g_assert_cmpfloat_with_epsilon (line.y1, frame->top, 4.01);
      g_assert_cmpfloat_with_epsilon (line.y2, frame->bottom, 4.01);
      g_assert_cmpfloat (name.y1, >=, frame->top);
      g_assert_cmpfloat (name.y2, <, frame->top + 16);
    }
    if (CURSORS[k].has_disc) {
      g_assert_cmpfloat_with_epsilon ((disc.x1 + disc.x2) / 2, x, 1.01);
      g_assert_cmpfloat_with_epsilon ((disc.y1 + disc.y2) / 2, y, 1.01);
      g_assert_cmpfloat_with_epsilon (disc.x2 - disc.x1, 7, 1.01);
      g_assert_cmpfloat_with_epsilon (disc.y2 - disc.y1, 7, 1.01);
    }
  }
}

/* What the cursors say stands behind the name and in the row of the axis's label, apart
 * from the note, wherever there is room for it. */
static void
test_readouts (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autoptr (RunTrace) trace = slope (-1, 2, -10, 20);
    const FigureCurve curve = curve_of (trace, "mass.s");
    FigurePlot plot = plot_of (i, &curve, 1);

    plot.has_legend = true;
    plot.note = "before spring.c = 4000";
    plot.has_cursor[0] = true;
    plot.cursor[0] = -3;
    g_auto (Shown) shown = show (plot, true);
    const FigureFrame *frame = &shown.frame;
    const Box above = ink_box (&shown, 0, 0, plot.width, frame->top - 1, THEME.accent);
    const Box below =
        ink_box (&shown, 0, frame->bottom + 1, plot.width, plot.height, THEME.accent);
    const Box name = ink_box (&shown, 0, 0, plot.width, frame->top - 1, THEME.text);
    const Box note =
        ink_box (&shown, 0, frame->bottom + 1, plot.width, plot.height, THEME.text);

    g_assert_false (is_empty (above) || is_empty (below) || is_empty (note));
    if (!is_empty (name))
      g_assert_cmpfloat (above.x1, >, name.x2 + 4);
    g_assert_cmpfloat (above.x2, <=, frame->right + 1);
    g_assert_cmpfloat (below.x1, >=, frame->left - 1);
    g_assert_cmpfloat (note.y1, >, below.y2);
    g_assert_cmpfloat (note.y2, <=, plot.height);
  }
}

/* Of an X-Y curve there is no line, but the name beside the disc. */
static void
test_cursor_of_xy (void)
{
  g_autoptr (RunTrace) trace = slope (0, 1, 0, 1);
  FigureCurve curve = curve_of (trace, "");

  curve.x_column = 0;
  curve.x_factor = 0.7;
  curve.x_offset = 0.2;
  curve.factor = -0.5;
  curve.offset = 0.75;
  for (double time = 0.1; time < 1; time += 0.2) {
    FigurePlot plot = plot_of (0, &curve, 1);

    plot.has_cursor[1] = true;
    plot.cursor[1] = time;
    g_auto (Shown) shown = show (plot, true);
    const double x = figure_plot_frame_x (&shown.frame, 0.2 + 0.7 * time);
    const double y = figure_plot_frame_y (&shown.frame, 0.75 - 0.5 * time);
    const Box disc = all_ink (&shown, BLACK);
    const Box name = ink_box (&shown, shown.frame.left, shown.frame.top,
                              shown.frame.right, shown.frame.bottom, THEME.accent);
    g_assert_cmpfloat_with_epsilon ((disc.x1 + disc.x2) / 2, x, 1.01);
    g_assert_cmpfloat_with_epsilon ((disc.y1 + disc.y2) / 2, y, 1.01);
    g_assert_cmpfloat (name.x1, >, disc.x2);
    g_assert_cmpfloat (name.x2, <, disc.x2 + 14);
    g_assert_cmpfloat (name.y2, <, y);
    g_assert_cmpfloat (name.y1, >, y - 20);
  }
}

/* What stands at an axis without a range of its own: all of the data. */
static void
test_fitted_ranges (void)
{
  g_autoptr (RunTrace) one = slope (0, 2, 1, 3), two = slope (-1, 1, 7, 5);
  FigureCurve curves[] = {curve_of (one, ""), curve_of (two, "")};
  FigurePlot plot = {.width = 300, .height = 200, .n_curves = 2, .curves = curves};
  FigureFrame frame;

  figure_plots_layout (&plot, 1, &frame);
  g_assert_cmpfloat (frame.x_min, ==, -1);
  g_assert_cmpfloat (frame.x_max, ==, 2);
  g_assert_true (frame.y_min < 1 && frame.y_min > 0.5);
  g_assert_true (frame.y_max > 7 && frame.y_max < 7.5);
  /* Values of the rows in the range of the x axis alone. */
  plot.x.min = 1.15;
  plot.x.max = 1.9;
  figure_plots_layout (&plot, 1, &frame);
  g_assert_true (frame.y_min < 2.2 && frame.y_min > 2.1);
  g_assert_true (frame.y_max > 2.8 && frame.y_max < 2.9);
  /* X-Y curves have their values along x, with room around. */
  curves[0].x_column = curves[1].x_column = 0;
  plot.x.min = plot.x.max = 0;
  figure_plots_layout (&plot, 1, &frame);
  g_assert_true (frame.x_min < 1 && frame.x_min > 0.5);
  g_assert_true (frame.x_max > 7 && frame.x_max < 7.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/axes/grid-and-numbers", test_grid_and_numbers);
  g_test_add_func ("/figure/axes/labels", test_labels);
  g_test_add_func ("/figure/axes/legend", test_legend);
  g_test_add_func ("/figure/axes/cursors", test_cursors);
  g_test_add_func ("/figure/axes/readouts", test_readouts);
  g_test_add_func ("/figure/axes/cursor-of-xy", test_cursor_of_xy);
  g_test_add_func ("/figure/axes/fitted-ranges", test_fitted_ranges);
  return g_test_run ();
}
