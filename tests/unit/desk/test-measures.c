/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cursors of plots, and the table of what is measured between them. */
#include <math.h>
#include <string.h>

#include "desk/plot/measures.h"
#include "studio-fixture.h"

#define WIDTH  800
#define HEIGHT 400

static void
update (DeskPlotView *view)
{
  const FigureTheme theme = figure_theme (false);

  desk_plot_view_update (view, WIDTH, HEIGHT, &theme);
}

/* The place of the mass, 0.2 m at rest; ω = 10 rad/s, damping ratio 0.1. */
static DeskPlotView *
begin_view (Fixture *fixture)
{
  DeskPlotView *view = desk_plot_view_new (fixture->studio);

  desk_plots_add (fixture->studio->plots, 0, "mass.s");
  desk_plots_add (fixture->studio->plots, 1, "mass.v");
  run (fixture->studio);
  update (view);
  return view;
}

static const double OMEGA = 10, DAMPING = 0.1;

static double
cursor (const DeskPlotView *view, int which)
{
  double times[2];

  desk_plot_view_get_cursors (view, times);
  return times[which];
}

/* Peaks are half a period of the damped swing apart, and so are its passes of any level
 * at rest; keys do nothing where there is no cursor, and none leads beyond the end. */
static void
test_lead (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = begin_view (fixture);
  const double half = G_PI / (OMEGA * sqrt (1 - DAMPING * DAMPING));
  uint32_t n = 0;

  g_assert_false (desk_plot_view_lead_cursor (view, DESK_PLOT_EXTREMUM, true));
  desk_plot_view_put_cursors (view, (double[]){0.1, NAN});
  for (int i = 1; i <= 3; i++) {
    g_assert_true (desk_plot_view_lead_cursor (view, DESK_PLOT_EXTREMUM, true));
    g_assert_cmpfloat_with_epsilon (cursor (view, 0), i * half, 0.01);
  }
  g_assert_true (desk_plot_view_lead_cursor (view, DESK_PLOT_EXTREMUM, false));
  g_assert_cmpfloat_with_epsilon (cursor (view, 0), 2 * half, 0.01);
  /* Passes of zero, and of the level that the other cursor is at. */
  g_assert_false (desk_plot_view_lead_cursor (view, DESK_PLOT_LEVEL, true));
  g_assert_true (desk_plot_view_lead_cursor (view, DESK_PLOT_ZERO, true));
  const double zero = cursor (view, 0);
  g_assert_true (desk_plot_view_lead_cursor (view, DESK_PLOT_ZERO, true));
  g_assert_cmpfloat_with_epsilon (cursor (view, 0) - zero, half, 1e-3);
  desk_plot_view_take_cursor (view, 1);
  desk_plot_view_put_cursors (view, (double[]){zero, zero});
  g_assert_true (desk_plot_view_lead_cursor (view, DESK_PLOT_LEVEL, true));
  g_assert_cmpfloat_with_epsilon (cursor (view, 1) - zero, half, 1e-3);
  g_assert_cmpfloat (cursor (view, 0), ==, zero);
  while (desk_plot_view_lead_cursor (view, DESK_PLOT_EXTREMUM, true))
    n++;
  g_assert_cmpuint (n, >=, 10);
  g_assert_false (desk_plot_view_lead_cursor (view, DESK_PLOT_EVENT, true));
  desk_plot_view_free (view);
}

/* The curve that was pressed last counts: the speed passes zero where the place has its
 * peaks. */
static void
test_chosen (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = begin_view (fixture);
  const FigureFrame *frame = desk_plot_view_frame (view, 1);
  const FigurePlot *plot = desk_plot_view_plot (view, 1, NULL);
  const double at = 1.0;
  double top;

  desk_plot_view_plot (view, 1, &top);
  const double value =
      run_trace_value_at (plot->curves[0].trace, plot->curves[0].column, at);
  desk_plot_view_choose_curve (view, 1, figure_plot_frame_x (frame, at),
                               top + figure_plot_frame_y (frame, value) + 5);
  desk_plot_view_put_cursors (view, (double[]){0.1, NAN});
  g_assert_true (desk_plot_view_lead_cursor (view, DESK_PLOT_ZERO, true));
  g_assert_cmpfloat_with_epsilon (cursor (view, 0),
                                  G_PI / (OMEGA * sqrt (1 - DAMPING * DAMPING)), 1e-3);
  desk_plot_view_free (view);
}

/* A cursor is taken by its line, moved by pixels, kept within the run, and what is
 * zoomed follows it. */
static void
test_move (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = begin_view (fixture);
  const FigureFrame *frame = desk_plot_view_frame (view, 0);
  const double y = (frame->top + frame->bottom) / 2;

  desk_plot_view_set_cursor (view, 1, 0, 300, y);
  g_assert_cmpuint (desk_plot_view_cursor_at (view, 0, 303, y), ==, 1);
  g_assert_cmpuint (desk_plot_view_cursor_at (view, 0, 320, y), ==, UINT32_MAX);
  desk_plot_view_move_cursor (view, -20);
  g_assert_cmpfloat_with_epsilon (cursor (view, 1), figure_plot_frame_time (frame, 280),
                                  1e-9);
  desk_plot_view_move_cursor (view, -1000);
  g_assert_cmpfloat (cursor (view, 1), ==, 0);
  desk_plot_view_zoom_box (view, 0, DESK_PLOT_X_AXIS,
                           (double[]){figure_plot_frame_x (frame, 1), y},
                           (double[]){figure_plot_frame_x (frame, 2), y});
  update (view);
  desk_plot_view_take_cursor (view, 0); /* it stands nowhere yet */
  g_assert_cmpfloat_with_epsilon (cursor (view, 0), 1.5, 1e-9);
  desk_plot_view_put_cursors (view, (double[]){1.99, NAN});
  g_assert_true (desk_plot_view_lead_cursor (view, DESK_PLOT_EXTREMUM, true));
  update (view);
  frame = desk_plot_view_frame (view, 0);
  g_assert_cmpfloat (frame->x_max, >, cursor (view, 0));
  g_assert_cmpfloat_with_epsilon (frame->x_max - frame->x_min, 1, 1e-9);
  run (fixture->studio);
  g_assert_cmpfloat (cursor (view, 0), >, 1.99);
  desk_plot_view_free (view);
}

static void
settle_measures (DeskMeasures *measures, const DeskPlotView *view)
{
  desk_measures_refresh (measures, view);
  while (measures->is_busy)
    g_main_context_iteration (NULL, TRUE);
}

/* A row for each curve with units in each cell; what is asked while another question is
 * being answered is answered, too. */
static void
test_table (Fixture *fixture, gconstpointer data)
{
  DeskPlotView *view = begin_view (fixture);
  g_autoptr (DeskMeasures) measures = desk_measures_new ();
  const RunTrace *trace = run_session_trace (fixture->studio->runs->current->session);
  const uint32_t s =
      sim_model_find (desk_document_model (fixture->studio->document), "mass.s");

  desk_plots_add (fixture->studio->plots, 1, "mass.s"); /* twice, in one row */
  update (view);
  settle_measures (measures, view);
  g_assert_cmpuint (measures->all->len, ==, 0);
  desk_plot_view_put_cursors (view, (double[]){0, 0.1});
  update (view);
  desk_measures_refresh (measures, view);
  desk_plot_view_put_cursors (view, (double[]){0.5, 2.5});
  update (view);
  settle_measures (measures, view);
  g_assert_cmpuint (measures->all->len, ==, 2);
  g_assert_cmpfloat (desk_measures_value (measures, 0, DESK_MEASURE_A), ==,
                     run_trace_value_at (trace, s, 0.5));
  const double change =
      run_trace_value_at (trace, s, 2.5) - run_trace_value_at (trace, s, 0.5);
  g_assert_cmpfloat (desk_measures_value (measures, 0, DESK_MEASURE_CHANGE), ==,
                     change);
  g_assert_cmpfloat (desk_measures_value (measures, 0, DESK_MEASURE_SLOPE), ==,
                     change / 2);
  g_autofree char *slope = desk_measures_text (measures, 0, DESK_MEASURE_SLOPE);
  g_autofree char *bend = desk_measures_text (measures, 1, DESK_MEASURE_SLOPE);
  g_autofree char *rise = desk_measures_text (measures, 0, DESK_MEASURE_RISE);
  g_autofree char *head = desk_measures_head (measures);
  g_assert_true (g_str_has_suffix (slope, "\u00A0m/s"));
  g_assert_true (g_str_has_suffix (bend, "\u00A0m/s\u00B2"));
  g_assert_true (g_str_has_suffix (rise, "\u00A0s"));
  g_assert_cmpstr (head, ==,
                   "A\u00A00.5\u00A0s\u2003B\u00A02.5\u00A0s\u2003"
                   "B\u2212A\u00A02\u00A0s\u20031/|B\u2212A|\u00A00.5\u00A0Hz");
  /* Copied with all digits. */
  g_autofree char *text = desk_measures_to_text (measures);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 0);
  g_auto (GStrv) cells = g_strsplit (lines[4], "\t", 0);
  g_assert_cmpstr (lines[2], ==, "B\u2212A [s]\t2");
  g_assert_cmpuint (g_strv_length (cells), ==, 2 + DESK_MEASURE_N);
  g_assert_cmpfloat (g_ascii_strtod (cells[4], NULL), ==, change);
  /* One cursor alone has no differences. */
  desk_plot_view_put_cursors (view, (double[]){0.5, NAN});
  update (view);
  settle_measures (measures, view);
  g_autofree char *unknown = desk_measures_text (measures, 0, DESK_MEASURE_MEAN);
  g_assert_cmpstr (unknown, ==, "\u2013");
  desk_plot_view_clear_cursors (view);
  update (view);
  settle_measures (measures, view);
  g_assert_cmpuint (measures->all->len, ==, 0);
  desk_plot_view_free (view);
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/measures/lead", test_lead},
      {"/desk/measures/chosen", test_chosen},
      {"/desk/measures/move", test_move},
      {"/desk/measures/table", test_table},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
