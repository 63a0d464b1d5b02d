/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "figure/plot/plot.h"

#define WIDTH  400
#define HEIGHT 250
#define NARROW 280 /* the numbers have as much room as they need, and no more */

static RunTrace *
sine (size_t n_rows, double periods)
{
  RunTrace *trace = run_trace_new (1, NULL, NULL);

  for (size_t i = 0; i < n_rows; i++) {
    double t = (double) i / (double) (n_rows - 1);
    double y = sin (2 * G_PI * periods * t);

    run_trace_append (trace, t, &y);
  }
  return trace;
}

static FigureCurve
curve_of (const RunTrace *trace)
{
  return (FigureCurve){.trace = trace,
                       .x_column = UINT32_MAX,
                       .label = "y",
                       .factor = 1,
                       .x_factor = 1,
                       .color = {1, 0, 0},
                       .width = 1.5};
}

static FigurePlot
plot_of (const FigureCurve *curve)
{
  return (FigurePlot){.width = WIDTH,
                      .height = HEIGHT,
                      .x.label = "Time",
                      .x.units = "s",
                      .n_curves = 1,
                      .curves = curve,
                      .has_legend = true};
}

static cairo_surface_t *
picture (const FigurePlot *plot, FigureFrame *frame)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  FigureTheme theme = figure_theme (false);
  FigurePlot bare = *plot;

  figure_plots_layout (plot, 1, frame);
  bare.has_legend = false;
  figure_plot_draw (cr, &bare, frame, &theme);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Distance in pixels from (x, y) to the nearest reddish pixel of its column. */
static double
red_distance (cairo_surface_t *surface, int x, double y)
{
  const unsigned char *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  double nearest = INFINITY;

  for (int row = 0; row < HEIGHT; row++) {
    uint32_t pixel;

    memcpy (&pixel, data + row * stride + 4 * x, sizeof pixel);
    int red = pixel >> 16 & 255, green = pixel >> 8 & 255;
    if (red - green > 100)
      nearest = fmin (nearest, fabs (row + 0.5 - y));
  }
  return nearest;
}

/* The curve lies where the function is, whether drawn as strokes or as bars. */
static void
test_curve_lies_on_function (void)
{
  static const size_t ROWS[] = {200, 100000};

  for (size_t k = 0; k < G_N_ELEMENTS (ROWS); k++) {
    g_autoptr (RunTrace) trace = sine (ROWS[k], 2);
    FigureCurve curve = curve_of (trace);
    FigurePlot plot = plot_of (&curve);
    FigureFrame frame;
    cairo_surface_t *surface = picture (&plot, &frame);

    for (int x = (int) frame.left + 2; x < (int) frame.right - 2; x++) {
      double t = figure_plot_frame_time (&frame, x + 0.5);
      double y = figure_plot_frame_y (&frame, sin (4 * G_PI * t));

      g_assert_cmpfloat (red_distance (surface, x, y), <=, 2.5);
    }
    cairo_surface_destroy (surface);
  }
}

/* A dense oscillation fills its envelope: extremes are not lost between pixels. */
static void
test_dense_curve_keeps_extremes (void)
{
  g_autoptr (RunTrace) trace = sine (1000000, 40000);
  FigureCurve curve = curve_of (trace);
  FigurePlot plot = plot_of (&curve);
  FigureFrame frame;
  cairo_surface_t *surface = picture (&plot, &frame);

  for (int x = (int) frame.left + 2; x < (int) frame.right - 2; x += 7) {
    g_assert_cmpfloat (red_distance (surface, x, figure_plot_frame_y (&frame, 1)), <=,
                       2);
    g_assert_cmpfloat (red_distance (surface, x, figure_plot_frame_y (&frame, -1)), <=,
                       2);
    g_assert_cmpfloat (red_distance (surface, x, figure_plot_frame_y (&frame, 0)), <=,
                       1);
  }
  cairo_surface_destroy (surface);
}

/* Mapping to pixels and back is the identity; data fit into the frame. */
static void
test_frame_maps (void)
{
  g_autoptr (RunTrace) trace = sine (500, 1);
  FigureCurve curve = curve_of (trace);
  FigurePlot plot = plot_of (&curve);
  FigureFrame frame;

  figure_plots_layout (&plot, 1, &frame);

  g_assert_cmpfloat (frame.x_min, ==, 0);
  g_assert_cmpfloat (frame.x_max, ==, 1);
  g_assert_true (frame.y_min < -1 && frame.y_max > 1 && frame.y_max < 1.5);
  g_assert_cmpfloat_with_epsilon (
      figure_plot_frame_time (&frame, figure_plot_frame_x (&frame, 0.3)), 0.3, 1e-12);
  g_assert_cmpfloat_with_epsilon (
      figure_plot_frame_value (&frame, figure_plot_frame_y (&frame, 0.3)), 0.3, 1e-12);
}

/* Empty, flat, infinite and tiny pictures are drawn without complaint. */
static void
test_odd_data (void)
{
  static const double VALUES[] = {NAN, INFINITY, -INFINITY, 1e300, 5};
  g_autoptr (RunTrace) trace = run_trace_new (1, NULL, NULL);
  FigureCurve curve = curve_of (trace);
  FigurePlot plot = plot_of (&curve);
  FigureFrame frame;

  cairo_surface_destroy (picture (&plot, &frame));
  for (size_t i = 0; i < G_N_ELEMENTS (VALUES); i++) {
    run_trace_append (trace, 1, &VALUES[i]);
    cairo_surface_destroy (picture (&plot, &frame));
    g_assert_true (isfinite (frame.y_min) && frame.y_min < frame.y_max);
    g_assert_true (isfinite (frame.x_min) && frame.x_min < frame.x_max);
  }
  plot.width = plot.height = 3;
  cairo_surface_destroy (picture (&plot, &frame));
  g_assert_cmpfloat (frame.left, <, frame.right);
}

static uint32_t
n_pixels (cairo_surface_t *surface, int from_x, int to_x, uint32_t color)
{
  const unsigned char *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  uint32_t n = 0;

  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = from_x; x < to_x; x++) {
      uint32_t pixel = ((const uint32_t *) (data + y * stride))[x];

      n += color == 0 ? pixel != 0 : pixel == color;
    }
  return n;
}

/* Those that text leaves of a color where it covers pixels whole, or nearly. */
static uint32_t
n_of_color (cairo_surface_t *surface, FigureColor color)
{
  const unsigned char *data = cairo_image_surface_get_data (surface);
  const int stride = cairo_image_surface_get_stride (surface);
  const double wanted[] = {color.b, color.g, color.r, 1};
  uint32_t n = 0;

  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = 0; x < cairo_image_surface_get_width (surface); x++) {
      bool is_it = true;

      for (int i = 0; i < 4; i++)
        is_it = is_it && fabs (data[y * stride + 4 * x + i] / 255.0 - wanted[i]) < 0.15;
      n += is_it;
    }
  return n;
}

/* However long the names are, each curve has its whole name, in rows below each other
 * if need be, and nothing is written beside the plot area. */
static void
test_legend_wraps (void)
{
  static const int widths[] = {240, 300, 400, 700};
  static const uint32_t n_rows[] = {2, 2, 1, 1};
  g_autoptr (RunTrace) trace = sine (10, 1);
  FigureCurve curves[] = {curve_of (trace), curve_of (trace)};
  FigurePlot plot = plot_of (curves);
  FigureTheme theme = figure_theme (false);

  curves[0].label = "machine.housing.flange_a.s";
  curves[1].label = "absorber.s";
  curves[1].color = (FigureColor){0, 0, 1};
  plot.n_curves = 2;
  for (size_t k = 0; k < G_N_ELEMENTS (widths); k++) {
    const int width = widths[k];
    cairo_surface_t *surface =
        cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 2 * width, HEIGHT);
    cairo_t *cr = cairo_create (surface);
    FigureFrame frame;

    plot.width = width;
    figure_plots_layout (&plot, 1, &frame);
    g_assert_cmpuint (frame.n_legend_rows, ==, n_rows[k]);
    figure_plot_draw_overlay (cr, &plot, &frame, &theme);
    cairo_destroy (cr);
    cairo_surface_flush (surface);
    g_assert_cmpuint (n_pixels (surface, 0, width, 0xffff0000), >, 20);
    g_assert_cmpuint (n_pixels (surface, 0, width, 0xff0000ff), >, 20);
    g_assert_cmpuint (n_pixels (surface, (int) frame.right + 1, 2 * width, 0), ==, 0);
    cairo_surface_destroy (surface);
  }
}

/* A low plot keeps its curves: names that find no room in it are counted. */
static void
test_legend_of_low_plot (void)
{
  g_autoptr (RunTrace) trace = sine (10, 1);
  FigureCurve curves[30];
  FigurePlot plot = plot_of (curves);
  FigureFrame frame;

  plot.n_curves = G_N_ELEMENTS (curves);
  for (size_t i = 0; i < G_N_ELEMENTS (curves); i++) {
    curves[i] = curve_of (trace);
    curves[i].label = "machine.housing.flange_a.s";
  }
  for (plot.height = 90; plot.height <= 500; plot.height += 41) {
    figure_plots_layout (&plot, 1, &frame);
    g_assert_cmpfloat (frame.bottom - frame.top, >=, fmin (60, plot.height - 64));
    g_assert_cmpuint (frame.n_legend_rows, <=, 4);
  }
}

/* What is said of all curves stands beside the label of the time axis, and so only
 * below the lowest plot. */
static void
test_note (void)
{
  g_autoptr (RunTrace) trace = sine (10, 1);
  FigureCurve curve = curve_of (trace);
  FigurePlot plot = plot_of (&curve);
  FigureTheme theme = figure_theme (false);
  uint32_t n[4];

  for (size_t k = 0; k < 4; k++) {
    cairo_surface_t *surface =
        cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
    cairo_t *cr = cairo_create (surface);
    FigureFrame frame;

    plot.note = k % 2 == 0 ? NULL : "before a change of absorberSpring";
    plot.x = k / 2 == 0 ? (FigureAxis){.label = "Time", .units = "s"} : (FigureAxis){0};
    figure_plots_layout (&plot, 1, &frame);
    figure_plot_draw_overlay (cr, &plot, &frame, &theme);
    cairo_destroy (cr);
    cairo_surface_flush (surface);
    n[k] = n_of_color (surface, theme.text);
    cairo_surface_destroy (surface);
  }
  g_assert_cmpuint (n[1], >, n[0] + 20);
  g_assert_cmpuint (n[3], ==, n[2]);
}

/* Plots in one file have their areas and legends below each other, whatever their
 * numbers and units are. */
static void
test_stacked_plots_align (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.png", NULL);
  g_autoptr (RunTrace) trace = sine (100, 1);
  FigureCurve curves[] = {curve_of (trace), curve_of (trace)};
  FigurePlot plots[] = {plot_of (&curves[0]), plot_of (&curves[1])};
  FigureTheme theme = figure_theme (false);
  FigureFrame frames[2], alone;

  plots[0].width = plots[1].width = NARROW;
  curves[1].factor = 12345;
  plots[1].y.units = "kg\u00B7m\u00B2/s\u00B2";
  figure_plots_layout (plots, 2, frames);
  figure_plots_layout (plots, 1, &alone);
  g_assert_cmpfloat (frames[0].left, >, alone.left);
  g_assert_cmpfloat (frames[0].left, ==, frames[1].left);
  g_assert_cmpfloat (frames[0].legend, ==, frames[1].legend);

  g_assert_true (figure_plot_save (plots, 2, 1, &theme, path, NULL));
  cairo_surface_t *surface = cairo_image_surface_create_from_png (path);
  for (int y = 0; y < 2 * HEIGHT; y += HEIGHT) {
    const double *color = &theme.frame.r;
    const unsigned char *pixel =
        cairo_image_surface_get_data (surface) + 4 * (int) frames[0].left +
        (y + HEIGHT / 2) * cairo_image_surface_get_stride (surface);

    for (int i = 0; i < 3; i++)
      g_assert_cmpfloat_with_epsilon (pixel[2 - i] / 255.0, color[i], 0.02);
  }
  cairo_surface_destroy (surface);
  g_unlink (path);
  g_rmdir (folder);
}

/* A smooth curve is drawn with soft edges, however many rows it has for its pixels. */
static void
test_curve_is_smooth (void)
{
  static const size_t ROWS[] = {1000, 5000, 20000};

  for (size_t k = 0; k < G_N_ELEMENTS (ROWS); k++) {
    g_autoptr (RunTrace) trace = sine (ROWS[k], 7);
    FigureCurve curve = curve_of (trace);
    FigurePlot plot = plot_of (&curve);
    FigureFrame frame;
    cairo_surface_t *surface = picture (&plot, &frame);
    uint32_t n_full = n_pixels (surface, 0, WIDTH, 0xffff0000), n_soft = 0;

    for (uint32_t shade = 0x20; shade < 0xe0; shade++)
      n_soft += n_pixels (surface, 0, WIDTH, 0xffff0000 | shade << 8 | shade);
    g_assert_cmpuint (n_soft, >, n_full / 2);
    cairo_surface_destroy (surface);
  }
}

static void
test_save (void)
{
  static const char *const NAMES[] = {"p.png", "p.svg", "p.pdf"};
  static const char *const MAGIC[] = {"\x89PNG", "<?xml", "%PDF"};
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autoptr (RunTrace) trace = sine (100, 1);
  FigureCurve curve = curve_of (trace);
  FigurePlot plot = plot_of (&curve);
  FigureTheme theme = figure_theme (true);

  for (size_t i = 0; i < G_N_ELEMENTS (NAMES); i++) {
    g_autofree char *path = g_build_filename (folder, NAMES[i], NULL);
    g_autofree char *text = NULL;

    g_assert_true (figure_plot_save (&plot, 1, 1, &theme, path, NULL));
    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    g_assert_true (g_str_has_prefix (text, MAGIC[i]));
    g_unlink (path);
  }
  g_autoptr (GError) error = NULL;
  g_assert_false (figure_plot_save (&plot, 1, 1, &theme, "p.bmp", &error));
  g_assert_nonnull (strstr (error->message, ".svg"));
  g_rmdir (folder);
}

/* The points of the longest path of an SVG, in pixels of the plot. */
static GArray *
longest_path (const char *svg)
{
  GArray *longest = g_array_new (FALSE, FALSE, sizeof (double));
  double scale = strstr (svg, "matrix(0.75") != NULL ? 1 : 4.0 / 3.0;

  for (const char *d = strstr (svg, " d=\""); d != NULL; d = strstr (d, " d=\"")) {
    GArray *points = g_array_new (FALSE, FALSE, sizeof (double));

    for (d += 4; *d != '"';) {
      char *end;
      double number = scale * g_ascii_strtod (d, &end);

      if (end == d) {
        d++;
        continue;
      }
      g_array_append_val (points, number);
      d = end;
    }
    if (points->len > longest->len) {
      g_array_unref (longest);
      longest = g_steal_pointer (&points);
    }
    g_clear_pointer (&points, g_array_unref);
  }
  return longest;
}

/* In a file of vectors a curve is one smooth line on the function, of no more points
 * than it takes, however many rows it has. */
static void
test_vectors_are_smooth (void)
{
  static const size_t ROWS[] = {2000, 1000000};
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.svg", NULL);
  FigureTheme theme = figure_theme (false);

  for (size_t k = 0; k < G_N_ELEMENTS (ROWS); k++) {
    g_autoptr (RunTrace) trace = sine (ROWS[k], 2);
    FigureCurve curve = curve_of (trace);
    FigurePlot plot = plot_of (&curve);
    FigureFrame frame;

    figure_plots_layout (&plot, 1, &frame);
    g_autofree char *svg = NULL;
    double top = INFINITY, turn = 0;

    g_assert_true (figure_plot_save (&plot, 1, 1, &theme, path, NULL));
    g_assert_true (g_file_get_contents (path, &svg, NULL, NULL));
    g_autoptr (GArray) points = longest_path (svg);
    const double *at = (const double *) points->data;
    uint32_t n = points->len / 2;
    g_assert_cmpuint (n, >, 40);
    g_assert_cmpuint (n, <, 400);
    for (uint32_t i = 0; i < n; i++) {
      double t = figure_plot_frame_time (&frame, at[2 * i]);
      double slope =
          4 * G_PI * cos (4 * G_PI * t) *
          (figure_plot_frame_y (&frame, 1) - figure_plot_frame_y (&frame, 0)) /
          (frame.right - frame.left);
      double off = at[2 * i + 1] - figure_plot_frame_y (&frame, sin (4 * G_PI * t));

      g_assert_cmpfloat (fabs (off) / hypot (1, slope), <, 0.1);
      top = fmin (top, at[2 * i + 1]);
      if (i < 2)
        continue;
      double before =
          atan2 (at[2 * i - 1] - at[2 * i - 3], at[2 * i - 2] - at[2 * i - 4]);
      double now = atan2 (at[2 * i + 1] - at[2 * i - 1], at[2 * i] - at[2 * i - 2]);
      turn = fmax (turn, fabs (now - before));
    }
    g_assert_cmpfloat_with_epsilon (top, figure_plot_frame_y (&frame, 1), 0.1);
    g_assert_cmpfloat (turn, <, 0.5);
  }
  g_unlink (path);
  g_rmdir (folder);
}

/* Peaks of a dense curve reach the same height in a file of vectors. */
static void
test_vectors_keep_extremes (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.svg", NULL);
  g_autofree char *svg = NULL;
  g_autoptr (RunTrace) trace = sine (1000000, 150);
  FigureCurve curve = curve_of (trace);
  FigurePlot plot = plot_of (&curve);
  FigureFrame frame;

  figure_plots_layout (&plot, 1, &frame);
  FigureTheme theme = figure_theme (false);
  uint32_t n_top = 0, n_bottom = 0;

  g_assert_true (figure_plot_save (&plot, 1, 1, &theme, path, NULL));
  g_assert_true (g_file_get_contents (path, &svg, NULL, NULL));
  g_autoptr (GArray) points = longest_path (svg);
  for (uint32_t i = 1; i < points->len; i += 2) {
    double y = g_array_index (points, double, i);

    n_top += fabs (y - figure_plot_frame_y (&frame, 1)) < 0.1;
    n_bottom += fabs (y - figure_plot_frame_y (&frame, -1)) < 0.1;
  }
  g_assert_cmpuint (n_top, >=, 150);
  g_assert_cmpuint (n_bottom, >=, 150);
  g_unlink (path);
  g_rmdir (folder);
}

/* A cursor marks the value of a curve with a disc, which is wider than the curve. */
static void
test_cursor (void)
{
  RunTrace *trace = sine (1000, 1);
  FigureCurve curve = curve_of (trace);
  FigurePlot plot = plot_of (&curve);

  plot.cursor[0] = 0.25;
  for (int k = 0; k < 2; k++) {
    FigureFrame frame;
    plot.has_cursor[0] = k == 1;
    cairo_surface_t *surface = picture (&plot, &frame);
    int x = (int) figure_plot_frame_x (&frame, 0.25) + 2;
    double y = figure_plot_frame_y (&frame, 1) + 2.5,
           away = red_distance (surface, x, y);

    if (k == 1)
      g_assert_cmpfloat (away, <=, 0.5);
    else
      g_assert_cmpfloat (away, >, 0.7);
    cairo_surface_destroy (surface);
  }
  run_trace_unref (trace);
}

/* Cursors say what they are at: in the units of the curve, the difference of the values
 * and not of what is shown of them, and how often a second what lies between them. */
static void
test_readout (void)
{
  static const struct {
    bool has_cursor[2];
    const char *curve, *time;
  } CASES[] = {
      {{false, false}, NULL, NULL},
      {{true, false}, "A\u00A01000", "A\u00A00.25\u00A0s"},
      {{false, true}, "B\u00A0\u2212707.1", "B\u00A00.625\u00A0s"},
      {{true, true},
       "A\u00A01000\u2002B\u00A0\u2212707.1\u2002B\u2212A\u00A0\u22121707",
       "A\u00A00.25\u2002B\u00A00.625\u2002B\u2212A\u00A00.375\u00A0s"
       "\u20021/|B\u2212A|\u00A02.667\u00A0Hz"},
  };
  g_autoptr (RunTrace) trace = sine (8001, 1);
  FigureCurve curve = curve_of (trace);

  curve.factor = 1000;
  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    FigurePlot plot = plot_of (&curve);
    plot.cursor[0] = 0.25;
    plot.cursor[1] = 0.625;
    for (int which = 0; which < 2; which++)
      plot.has_cursor[which] = CASES[i].has_cursor[which];
    g_autofree char *of_curve = figure_plot_readout_curve (&plot, &curve);
    g_autofree char *of_time = figure_plot_readout_time (&plot);
    g_assert_cmpstr (of_curve, ==, CASES[i].curve);
    g_assert_cmpstr (of_time, ==, CASES[i].time);
  }
}

/* Of an X-Y curve both coordinates; a dash where the run has no value. */
static void
test_readout_xy (void)
{
  g_autoptr (RunTrace) trace = sine (8001, 1);
  FigureCurve curve = curve_of (trace);
  FigurePlot plot = plot_of (&curve);

  curve.x_column = 0;
  curve.x_factor = 2;
  plot.cursor[0] = 0.25;
  plot.cursor[1] = 1.5;
  plot.has_cursor[0] = plot.has_cursor[1] = true;
  g_autofree char *readout = figure_plot_readout_curve (&plot, &curve);
  g_assert_cmpstr (readout, ==,
                   "A\u00A0(2,\u00A01)\u2002B\u00A0(\u2013,\u00A0\u2013)"
                   "\u2002B\u2212A\u00A0(\u2013,\u00A0\u2013)");
}

/* A label never lies over its point, and is seen as a whole where there is room. */
static void
test_point_label (void)
{
  const FigureFrame frame = {.left = 50, .top = 20, .right = 380, .bottom = 200};
  const double size[] = {120, 22};

  for (double x = frame.left; x <= frame.right; x += 11)
    for (double y = frame.top; y <= frame.bottom; y += 9) {
      const FigurePlotPoint point = {.x = x, .y = y};
      double corner[2];

      figure_plot_place_label (&frame, &point, size, corner);
      g_assert_false (x >= corner[0] - 2 && x <= corner[0] + size[0] + 2 &&
                      y >= corner[1] - 2 && y <= corner[1] + size[1] + 2);
      g_assert_true (corner[0] >= frame.left && corner[0] + size[0] <= frame.right);
      g_assert_true (corner[1] >= frame.top && corner[1] + size[1] <= frame.bottom);
    }
}

/* The point of a curve under a pixel, with its name, value and time; none far away. */
static void
test_point (void)
{
  g_autoptr (RunTrace) trace = sine (2001, 1);
  FigureCurve curve = curve_of (trace);
  FigurePlot plot = plot_of (&curve);
  FigureFrame frame;
  FigurePlotPoint point;

  curve.units = "mm";
  curve.factor = 1000;
  figure_plots_layout (&plot, 1, &frame);
  const double px[] = {figure_plot_frame_x (&frame, 0.25),
                       figure_plot_frame_y (&frame, 1000) - 6};
  g_assert_true (figure_plot_nearest (&plot, &frame, px, 20, &point));
  g_assert_cmpfloat_with_epsilon (point.time, 0.25, 2e-3);
  g_assert_cmpfloat_with_epsilon (point.value, 1000, 1);
  point.time = 0.25;
  point.value = -1234.56;
  g_autofree char *text = figure_plot_point_text (&plot, &point);
  g_assert_cmpstr (text, ==, "y\u2002\u22121235\u00A0mm\u20020.25\u00A0s");
  const double far[] = {px[0], frame.bottom};
  g_assert_false (figure_plot_nearest (&plot, &frame, far, 20, &point));
}

/* By WCAG 2: from 0, black, to 1. */
static double
luminance_of (FigureColor color)
{
  const double parts[] = {color.r, color.g, color.b};
  static const double weights[] = {0.2126, 0.7152, 0.0722};
  double sum = 0;

  for (int i = 0; i < 3; i++)
    sum += weights[i] * (parts[i] <= 0.04045 ? parts[i] / 12.92
                                             : pow ((parts[i] + 0.055) / 1.055, 2.4));
  return sum;
}

/* What is told by its colour stands out from a light and from a dark ground. */
static void
test_theme_contrast (void)
{
  for (int is_dark = 0; is_dark < 2; is_dark++) {
    const FigureTheme theme = figure_theme (is_dark);
    const FigureColor colors[] = {theme.text, theme.accent, theme.caution, theme.loss};
    const double ground = luminance_of (theme.background);

    for (guint i = 0; i < G_N_ELEMENTS (colors); i++) {
      const double light = luminance_of (colors[i]);

      g_assert_cmpfloat ((fmax (light, ground) + 0.05) / (fmin (light, ground) + 0.05),
                         >=, 4.5);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/plot/curve-lies-on-function", test_curve_lies_on_function);
  g_test_add_func ("/figure/plot/theme-contrast", test_theme_contrast);
  g_test_add_func ("/figure/plot/dense-curve-keeps-extremes",
                   test_dense_curve_keeps_extremes);
  g_test_add_func ("/figure/plot/frame-maps", test_frame_maps);
  g_test_add_func ("/figure/plot/odd-data", test_odd_data);
  g_test_add_func ("/figure/plot/legend-wraps", test_legend_wraps);
  g_test_add_func ("/figure/plot/legend-of-low-plot", test_legend_of_low_plot);
  g_test_add_func ("/figure/plot/note", test_note);
  g_test_add_func ("/figure/plot/cursor", test_cursor);
  g_test_add_func ("/figure/plot/readout", test_readout);
  g_test_add_func ("/figure/plot/point-label", test_point_label);
  g_test_add_func ("/figure/plot/point", test_point);
  g_test_add_func ("/figure/plot/readout-xy", test_readout_xy);
  g_test_add_func ("/figure/plot/stacked-plots-align", test_stacked_plots_align);
  g_test_add_func ("/figure/plot/curve-is-smooth", test_curve_is_smooth);
  g_test_add_func ("/figure/plot/save", test_save);
  g_test_add_func ("/figure/plot/vectors-are-smooth", test_vectors_are_smooth);
  g_test_add_func ("/figure/plot/vectors-keep-extremes", test_vectors_keep_extremes);
  return g_test_run ();
}
