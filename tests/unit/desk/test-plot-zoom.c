/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far plots are zoomed, and the history of that. */
#include <math.h>

#include "desk/plot/plot-view.h"
#include "doc/level.h"
#include "studio-fixture.h"

#define WIDTH  800
#define HEIGHT 400

static void
update (DeskPlotView *view)
{
  const FigureTheme theme = figure_theme (false);

  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
}

/* Turns of the wheel over the area of the first plot. */
static void
zoom_time (DeskPlotView *view, double x, double factor)
{
  desk_plot_view_zoom (view, 0, DESK_PLOT_AREA, (double[]){x, 50}, factor, false);
}

static void
pan (DeskPlotView *view, double dx, double dy)
{
  desk_plot_view_pan (view, 0, DESK_PLOT_AREA, (double[]){dx, dy}, false);
}

/* Shows the place of the mass in the first plot, after a run. */
static DeskPlotView *
begin_view (Fixture *fixture)
{
  DeskPlotView *view = desk_plot_view_new (fixture->studio);

  desk_plots_add (fixture->studio->plots, 0, "mass.s");
  run (fixture->studio);
  update (view);
  return view;
}

/* A box zoom shows what lay in the box, and a new run leaves it alone. */
static void
test_zoom_survives_run (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = begin_view (fixture);

  FigureFrame all = *desk_plot_view_frame (view, 0);
  double from[] = {figure_plot_frame_x (&all, 4), figure_plot_frame_y (&all, 0)};
  double to[] = {figure_plot_frame_x (&all, 2), all.top};
  desk_plot_view_zoom_box (view, 0, DESK_PLOT_AREA, from, to);
  run (fixture->studio);
  update (view);
  const FigureFrame *frame = desk_plot_view_frame (view, 0);
  g_assert_cmpfloat_with_epsilon (frame->x_min, 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (frame->x_max, 4, 1e-9);
  g_assert_cmpfloat_with_epsilon (frame->y_min, 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (frame->y_max, all.y_max, 1e-9);
  desk_plot_view_fit (view);
  update (view);
  g_assert_cmpfloat_with_epsilon (desk_plot_view_frame (view, 0)->x_max, all.x_max,
                                  1e-9);
  desk_plot_view_free (view);
}

/* A drag on the time axis leaves the values alone; the wheel keeps the time under the
 * pointer; panning moves by what the hand moved. */
static void
test_zoom_ways (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = begin_view (fixture);

  FigureFrame all = *desk_plot_view_frame (view, 0);
  double from[] = {figure_plot_frame_x (&all, 1), 0},
         to[] = {figure_plot_frame_x (&all, 3), 5};
  desk_plot_view_zoom_box (view, 0, DESK_PLOT_X_AXIS, from, to);
  update (view);
  g_assert_cmpfloat_with_epsilon (desk_plot_view_frame (view, 0)->x_max, 3, 1e-9);
  double x = figure_plot_frame_x (desk_plot_view_frame (view, 0), 1.7);
  zoom_time (view, x, 2.5);
  update (view);
  const FigureFrame *frame = desk_plot_view_frame (view, 0);
  g_assert_cmpfloat_with_epsilon (figure_plot_frame_time (frame, x), 1.7, 1e-9);
  g_assert_cmpfloat_with_epsilon (frame->x_max - frame->x_min, 2 / 2.5, 1e-9);
  double under = figure_plot_frame_time (frame, 300);
  pan (view, 25, 0);
  update (view);
  frame = desk_plot_view_frame (view, 0);
  g_assert_cmpfloat_with_epsilon (figure_plot_frame_time (frame, 325), under, 1e-9);
  desk_plot_view_free (view);
}

/* A zoom along the values leaves the time alone, and a drag moves both by what the hand
 * moved; closer than numbers can tell apart there is nothing. */
static void
test_zoom_values (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = begin_view (fixture);
  const FigureFrame all = *desk_plot_view_frame (view, 0);
  double from[] = {all.left, figure_plot_frame_y (&all, 0.01)};
  double to[] = {all.left + 9, figure_plot_frame_y (&all, -0.02)};

  desk_plot_view_zoom_box (view, 0, DESK_PLOT_Y_AXIS, from, to);
  update (view);
  FigureFrame frame = *desk_plot_view_frame (view, 0);
  g_assert_cmpfloat_with_epsilon (frame.y_min, -0.02, 1e-9);
  g_assert_cmpfloat_with_epsilon (frame.y_max, 0.01, 1e-9);
  g_assert_cmpfloat (frame.x_min, ==, all.x_min);
  g_assert_cmpfloat (frame.x_max, ==, all.x_max);
  const double under = figure_plot_frame_value (&frame, 100);
  pan (view, 0, 30);
  update (view);
  frame = *desk_plot_view_frame (view, 0);
  g_assert_cmpfloat_with_epsilon (figure_plot_frame_value (&frame, 130), under, 1e-9);
  for (int i = 0; i < 60; i++) {
    zoom_time (view, WIDTH / 2, 10);
    update (view);
  }
  frame = *desk_plot_view_frame (view, 0);
  g_assert_cmpfloat (frame.x_min, <, frame.x_max);
  g_assert_cmpfloat (frame.x_max - frame.x_min, <, 1e-6);
  desk_plot_view_free (view);
}

/* The axis under the wheel keeps the value under the pointer and leaves the other one
 * alone; turns that follow each other are one step back; a run keeps the zoom and its
 * history. */
static void
test_zoom_history (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = begin_view (fixture);
  const FigureFrame all = *desk_plot_view_frame (view, 0);
  const double at[] = {all.left - 9, 0.3 * all.top + 0.7 * all.bottom};
  const double under = figure_plot_frame_value (&all, at[1]);

  for (int i = 0; i < 3; i++) {
    desk_plot_view_zoom (view, 0, DESK_PLOT_Y_AXIS, at, 2, i > 0);
    update (view);
  }
  FigureFrame near = *desk_plot_view_frame (view, 0);
  g_assert_cmpfloat_with_epsilon (near.y_max - near.y_min, (all.y_max - all.y_min) / 8,
                                  1e-12);
  g_assert_cmpfloat_with_epsilon (figure_plot_frame_value (&near, at[1]), under, 1e-12);
  g_assert_cmpfloat (near.x_max, ==, all.x_max);
  desk_plot_view_pan (view, 0, DESK_PLOT_X_AXIS, (double[]){30, 30}, false);
  run (fixture->studio);
  update (view);
  g_assert_cmpfloat (desk_plot_view_frame (view, 0)->y_max, ==, near.y_max);
  g_assert_cmpfloat (desk_plot_view_frame (view, 0)->x_max, <, all.x_max);
  /* Back twice, and forward again. */
  g_assert_true (desk_plot_view_back (view));
  update (view);
  g_assert_cmpfloat (desk_plot_view_frame (view, 0)->x_max, ==, all.x_max);
  g_assert_true (desk_plot_view_back (view));
  g_assert_false (desk_plot_view_back (view));
  update (view);
  g_assert_cmpfloat (desk_plot_view_frame (view, 0)->y_max, ==, all.y_max);
  g_assert_true (desk_plot_view_forward (view));
  update (view);
  g_assert_cmpfloat (desk_plot_view_frame (view, 0)->y_max, ==, near.y_max);
  desk_plot_view_fit (view);
  g_assert_false (desk_plot_view_forward (view));
  g_assert_true (desk_plot_view_back (view));
  update (view);
  g_assert_cmpfloat (desk_plot_view_frame (view, 0)->y_max, ==, near.y_max);
  /* What the axis measures has become another quantity. */
  desk_plots_remove (fixture->studio->plots, 0, "mass.s");
  desk_plots_add (fixture->studio->plots, 0, "mass.v");
  const double now = desk_plots_at (fixture->studio->plots, 0)->range[DOC_PLOT_Y][1];
  g_assert_false (desk_plot_view_back (view) &&
                  desk_plots_at (fixture->studio->plots, 0)->range[DOC_PLOT_Y][1] !=
                      now);
  desk_plot_view_free (view);
}

/* A zoom is kept with the plots, in SI units, and there when they are opened again. */
static void
test_zoom_is_kept (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = begin_view (fixture);
  const FigureFrame all = *desk_plot_view_frame (view, 0);
  DocModel *doc = fixture->studio->document->doc;

  desk_plot_view_zoom_box (view, 0, DESK_PLOT_X_AXIS,
                           (double[]){figure_plot_frame_x (&all, 1), 0},
                           (double[]){figure_plot_frame_x (&all, 3), 0});
  desk_plots_keep (fixture->studio->plots);
  g_autoptr (GPtrArray) kept = doc_plots_of (doc_level_root (doc));
  const DocPlot *plot = kept->pdata[0];
  g_assert_cmpfloat_with_epsilon (plot->range[DOC_PLOT_X][0], 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (plot->range[DOC_PLOT_X][1], 3, 1e-9);
  g_assert_cmpfloat (plot->range[DOC_PLOT_Y][0], ==, plot->range[DOC_PLOT_Y][1]);
  desk_plot_view_free (view);
}

/* Zoomed against one variable, a plot shows all of the next. */
static void
test_zoom_against_another (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = desk_plot_view_new (fixture->studio);

  run (fixture->studio);
  desk_plots_set_x (fixture->studio->plots, 0, "mass.a");
  update (view);
  const FigureFrame all = *desk_plot_view_frame (view, 0);
  desk_plots_set_x (fixture->studio->plots, 0, "mass.v");
  update (view);
  pan (view, 100, 0);
  desk_plots_set_x (fixture->studio->plots, 0, "mass.a");
  update (view);
  g_assert_cmpfloat (desk_plot_view_frame (view, 0)->x_min, ==, all.x_min);
  g_assert_cmpfloat (desk_plot_view_frame (view, 0)->x_max, ==, all.x_max);
  desk_plot_view_free (view);
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/plot-zoom/zoom-survives-run", test_zoom_survives_run},
      {"/desk/plot-zoom/zoom-ways", test_zoom_ways},
      {"/desk/plot-zoom/zoom-values", test_zoom_values},
      {"/desk/plot-zoom/zoom-history", test_zoom_history},
      {"/desk/plot-zoom/zoom-is-kept", test_zoom_is_kept},
      {"/desk/plot-zoom/zoom-against-another", test_zoom_against_another},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
