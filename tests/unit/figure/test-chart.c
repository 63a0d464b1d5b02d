/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plot of a diagram as it is drawn: units, ranges and looks of its curves. */
#include <math.h>

#include "base/name.h"
#include "figure/plot/chart.h"

typedef struct {
  DocPlot *of;
  FigureChart *chart;
  FigureTheme theme;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->of = doc_plot_new ();
  fixture->chart = figure_chart_new ();
  fixture->theme = figure_theme (false);
  doc_plot_add (fixture->of, "a");
  doc_plot_add (fixture->of, "b");
  figure_chart_begin (fixture->chart, fixture->of, &fixture->theme);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  figure_chart_free (fixture->chart);
  doc_plot_free (fixture->of);
}

/* One unit stands on the axis, once. */
static void
test_same_units (Fixture *fixture, gconstpointer data)
{
  figure_chart_add (fixture->chart, 0, "a", "m/s2");
  figure_chart_add (fixture->chart, 1, "b", "m/s2");
  figure_chart_end (fixture->chart);
  const FigurePlot *plot = &fixture->chart->plot;
  g_assert_cmpstr (plot->y.units, ==, "m/s\u00B2");
  g_assert_cmpuint (plot->n_curves, ==, 2);
  g_assert_cmpstr (plot->curves[0].label, ==, "a");
  g_assert_cmpstr (plot->curves[1].label, ==, "b");
}

/* Of several each stands behind its name; what has none is called by its name alone. */
static void
test_other_units (Fixture *fixture, gconstpointer data)
{
  figure_chart_add (fixture->chart, 0, "a", "m");
  figure_chart_add (fixture->chart, 1, "b", "");
  figure_chart_end (fixture->chart);
  const FigurePlot *plot = &fixture->chart->plot;
  g_assert_null (plot->y.units);
  g_assert_cmpstr (plot->curves[0].label, ==, "a [m]");
  g_assert_cmpstr (plot->curves[1].label, ==, "b");
}

/* Ranges are in SI units in the diagram and as the first curve is shown in the plot. */
static void
test_ranges (Fixture *fixture, gconstpointer data)
{
  fixture->of->range[DOC_PLOT_X][0] = 2;
  fixture->of->range[DOC_PLOT_X][1] = 5;
  fixture->of->range[DOC_PLOT_Y][0] = -1;
  fixture->of->range[DOC_PLOT_Y][1] = 3;
  FigureCurve *first = figure_chart_add (fixture->chart, 0, "a", "mm");
  first->factor = 1000;
  first->offset = 7;
  figure_chart_add (fixture->chart, 1, "b", "mm");
  figure_chart_end (fixture->chart);
  const FigurePlot *plot = &fixture->chart->plot;
  g_assert_cmpfloat (plot->x.min, ==, 2);
  g_assert_cmpfloat (plot->x.max, ==, 5);
  g_assert_cmpfloat (plot->y.min, ==, -993);
  g_assert_cmpfloat (plot->y.max, ==, 3007);
}

/* A curve has the look that the diagram gives it, else one that differs from the
 * others; it is over time until it is said otherwise. */
static void
test_looks (Fixture *fixture, gconstpointer data)
{
  DocPlotCurve *second = &g_array_index (fixture->of->curves, DocPlotCurve, 1);

  second->color = base_name ("#ff0080");
  second->width = 4;
  const FigureCurve a = *figure_chart_add (fixture->chart, 0, "a", "m");
  const FigureCurve b = *figure_chart_add (fixture->chart, 1, "b", "m");
  const FigureColor own = figure_theme_curve_color (&fixture->theme, 0);
  g_assert_cmpmem (&a.color, sizeof own, &own, sizeof own);
  g_assert_cmpfloat (b.color.r, ==, 1);
  g_assert_cmpfloat (b.color.g, ==, 0);
  g_assert_cmpfloat_with_epsilon (b.color.b, 128 / 255.0, 1e-9);
  g_assert_cmpfloat (a.width, >, 0);
  g_assert_cmpfloat (b.width, ==, 4);
  g_assert_cmpuint (a.x_column, ==, UINT32_MAX);
  g_assert_cmpfloat (a.factor, ==, 1);
  g_assert_cmpfloat (a.offset, ==, 0);
}

/* What is begun anew has nothing of before but what stands below its axis. */
static void
test_again (Fixture *fixture, gconstpointer data)
{
  figure_chart_add (fixture->chart, 0, "a", "m");
  figure_chart_end (fixture->chart);
  figure_chart_begin (fixture->chart, fixture->of, &fixture->theme);
  figure_chart_label_x (fixture->chart, "Time", "s");
  figure_chart_end (fixture->chart);
  const FigurePlot *plot = &fixture->chart->plot;
  g_assert_cmpuint (plot->n_curves, ==, 0);
  g_assert_null (plot->y.units);
  g_assert_cmpfloat (plot->y.min, ==, plot->y.max);
  g_assert_cmpstr (plot->x.label, ==, "Time");
  g_assert_cmpstr (plot->x.units, ==, "s");
  g_assert_true (plot->has_legend);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function)                                                            \
  g_test_add ("/figure/chart/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("same-units", test_same_units);
  ADD ("other-units", test_other_units);
  ADD ("ranges", test_ranges);
  ADD ("looks", test_looks);
  ADD ("again", test_again);
  return g_test_run ();
}
