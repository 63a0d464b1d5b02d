/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frame time of a plot: one and eight curves over 10^4 … 10^6 rows. Prints milliseconds
 * of CPU and the ratio to an empty frame; the budget is 8 ms for a frame with eight
 * curves and 20 ms for a zoom over 10^6 rows (ARCHITECTURE). */
#include <math.h>
#include <stdio.h>

#include "cpu-time.h"
#include "figure/plot/plot.h"

#define WIDTH    1000
#define HEIGHT   400
#define N_CURVES 8
#define FRAMES   20

static RunTrace *
noisy (size_t n_rows)
{
  RunTrace *trace = run_trace_new (N_CURVES, NULL, NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  double values[N_CURVES];

  for (size_t row = 0; row < n_rows; row++) {
    double t = (double) row / (double) n_rows;

    for (uint32_t c = 0; c < N_CURVES; c++)
      values[c] = sin (20 * t + c) + 0.1 * g_rand_double (rand);
    run_trace_append (trace, t, values);
  }
  return trace;
}

static double
frame_ms (const RunTrace *trace, uint32_t n_curves)
{
  FigureTheme theme = figure_theme (false);
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  FigureCurve curves[N_CURVES];
  double best = INFINITY;

  for (uint32_t c = 0; c < n_curves; c++)
    curves[c] = (FigureCurve){.trace = trace,
                              .column = c,
                              .x_column = UINT32_MAX,
                              .label = "y",
                              .factor = 1,
                              .x_factor = 1,
                              .color = figure_theme_curve_color (&theme, c),
                              .width = 1.5};
  FigurePlot plot = {.width = WIDTH,
                     .height = HEIGHT,
                     .n_curves = n_curves,
                     .curves = curves,
                     .has_legend = true};
  for (int i = 0; i < FRAMES; i++) {
    double begin = cpu_ms ();
    FigureFrame frame;

    figure_plots_layout (&plot, 1, &frame);
    figure_plot_draw (cr, &plot, &frame, &theme);
    best = fmin (best, cpu_ms () - begin);
  }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return best;
}

int
main (void)
{
  g_autoptr (RunTrace) none = run_trace_new (N_CURVES, NULL, NULL);
  double empty = frame_ms (none, 0);

  printf ("%9s %7s %9s %7s\n", "rows", "curves", "ms/frame", "ratio");
  printf ("%9d %7d %9.2f %7.1f\n", 0, 0, empty, 1.0);
  for (size_t n = 10000; n <= 1000000; n *= 10) {
    g_autoptr (RunTrace) trace = noisy (n);

    for (uint32_t c = 1; c <= N_CURVES; c += N_CURVES - 1) {
      double ms = frame_ms (trace, c);
      double budget = n < 1000000 ? 8 : 20;

      printf ("%9zu %7u %9.2f %7.1f  %s\n", n, c, ms, ms / empty,
              ms <= budget ? "met" : "MISSED");
    }
  }
  return 0;
}
