/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is measured of a curve between two times, against closed forms. */
#include <math.h>

#include "run/measure.h"

/* Of so many rows from 0 to `end`. */
static RunTrace *
sample (double (*f) (double), double end, size_t n_rows)
{
  RunTrace *trace = run_trace_new (1, NULL, NULL);

  for (size_t i = 0; i < n_rows; i++) {
    const double t = end * (double) i / (double) (n_rows - 1), y = f (t);

    run_trace_append (trace, t, &y);
  }
  return trace;
}

static double
sine (double t)
{
  return sin (2 * G_PI * t);
}

static double
rising (double t)
{
  return 1 - exp (-t);
}

static RunMeasured
curve_of (const RunTrace *trace)
{
  return (RunMeasured){.trace = trace, .factor = 1};
}

/* Over whole periods a sine has the mean 0 and the effective value 1/√2, over half of
 * one the mean 2/π; times in any order, and offsets count. */
static void
test_sine (void)
{
  g_autoptr (RunTrace) trace = sample (sine, 5, 100001);
  RunMeasured curve = curve_of (trace);
  const RunMeasure whole = run_measure_between (&curve, 1, 4);
  const RunMeasure half = run_measure_between (&curve, 2.5, 2);

  g_assert_cmpfloat_with_epsilon (whole.mean, 0, 1e-12);
  g_assert_cmpfloat_with_epsilon (whole.rms, G_SQRT2 / 2, 1e-8);
  g_assert_cmpfloat_with_epsilon (whole.min, -1, 1e-12);
  g_assert_cmpfloat_with_epsilon (whole.max, 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (half.mean, 2 / G_PI, 1e-8);
  curve.factor = -3;
  curve.offset = 10;
  const RunMeasure shown = run_measure_between (&curve, 1, 4);
  g_assert_cmpfloat_with_epsilon (shown.mean, 10, 1e-12);
  g_assert_cmpfloat_with_epsilon (shown.rms, sqrt (100 + 4.5), 1e-8);
  g_assert_cmpfloat_with_epsilon (shown.min, 7, 1e-12);
  g_assert_cmpfloat_with_epsilon (shown.max, 13, 1e-12);
}

/* A lag of the first order, T = 1 s: from 10 % to 90 % ln 9, within 2 % after ln 50,
 * also where it falls. */
static void
test_lag (void)
{
  g_autoptr (RunTrace) trace = sample (rising, 40, 400001);
  RunMeasured curve = curve_of (trace);

  for (curve.factor = 5; curve.factor > -6; curve.factor -= 10) {
    const RunMeasure measure = run_measure_between (&curve, 0, 40);

    g_assert_cmpfloat_with_epsilon (measure.rise, log (9), 1e-6);
    g_assert_cmpfloat_with_epsilon (measure.settling, log (50), 1e-6);
  }
}

/* Lines between rows that lie anywhere are measured exactly; what happens at one time
 * adds nothing to the mean, and the value there is that after it. */
static void
test_lines_and_jumps (void)
{
  static const double ROWS[][2] = {{0, 0}, {1, 2}, {1, 6}, {4, 6}, {4, NAN}, {5, 1}};
  g_autoptr (RunTrace) trace = run_trace_new (1, NULL, NULL);
  const RunMeasured curve = curve_of (trace);

  for (size_t i = 0; i < G_N_ELEMENTS (ROWS); i++)
    run_trace_append (trace, ROWS[i][0], &ROWS[i][1]);
  const RunMeasure measure = run_measure_between (&curve, 0.5, 2);
  g_assert_cmpfloat_with_epsilon (measure.at[0], 1, 1e-15);
  g_assert_cmpfloat (measure.at[1], ==, 6);
  g_assert_cmpfloat_with_epsilon (measure.mean, (0.75 + 6) / 1.5, 1e-15);
  g_assert_cmpfloat_with_epsilon (measure.rms, sqrt ((7.0 / 3 * 0.5 + 36) / 1.5),
                                  1e-15);
  g_assert_cmpfloat (measure.min, ==, 1);
  g_assert_cmpfloat (measure.max, ==, 6);
  g_assert_cmpfloat_with_epsilon (measure.settling, 0.5, 1e-15);
  g_assert_cmpfloat_with_epsilon (measure.rise, 0.25, 1e-15);
  /* What is not finite is left out. */
  const RunMeasure gap = run_measure_between (&curve, 2, 5);
  g_assert_cmpfloat_with_epsilon (gap.mean, 6, 1e-15);
  g_assert_cmpfloat (gap.min, ==, 1);
}

/* One time alone, the same twice, and times outside of the run. */
static void
test_nothing_between (void)
{
  g_autoptr (RunTrace) trace = sample (sine, 1, 101);
  const RunMeasured curve = curve_of (trace);
  const RunMeasure one = run_measure_between (&curve, 0.25, NAN);
  const RunMeasure same = run_measure_between (&curve, 0.25, 0.25);
  const RunMeasure beyond = run_measure_between (&curve, 0.5, 3);
  const RunMeasure outside = run_measure_between (&curve, 2, 3);

  g_assert_cmpfloat_with_epsilon (one.at[0], 1, 1e-12);
  g_assert_true (isnan (one.at[1]) && isnan (one.min) && isnan (one.mean));
  g_assert_cmpfloat_with_epsilon (same.min, 1, 1e-12);
  g_assert_true (isnan (same.mean) && isnan (same.rise) && isnan (same.settling));
  g_assert_cmpfloat_with_epsilon (beyond.min, -1, 1e-12);
  g_assert_true (isnan (beyond.at[1]) && isnan (beyond.settling));
  g_assert_true (isnan (outside.min) && isnan (outside.mean));
}

/* Goes from point to point and comes back over the same ones. */
static void
assert_points (const RunMeasured *curve,
               RunMeasurePoint point,
               double level,
               const double *times,
               int n)
{
  double at = -1;

  for (int i = 0; i < n; i++) {
    at = run_measure_find (curve, point, level, at, true);
    g_assert_cmpfloat_with_epsilon (at, times[i], 1e-4);
  }
  g_assert_true (isnan (run_measure_find (curve, point, level, at, true)));
  at = 100;
  for (int i = n; i-- > 0;) {
    at = run_measure_find (curve, point, level, at, false);
    g_assert_cmpfloat_with_epsilon (at, times[i], 1e-4);
  }
  g_assert_true (isnan (run_measure_find (curve, point, level, at, false)));
}

static void
test_points (void)
{
  static const double EXTREMA[] = {0.25, 0.75, 1.25, 1.75};
  static const double HALF[] = {1.0 / 12, 5.0 / 12, 13.0 / 12, 17.0 / 12};
  g_autoptr (RunTrace) trace = sample (sine, 2, 40001);
  const RunMeasured curve = curve_of (trace);

  assert_points (&curve, RUN_MEASURE_EXTREMUM, 0, EXTREMA, 4);
  assert_points (&curve, RUN_MEASURE_LEVEL, 0.5, HALF, 4);
  assert_points (&curve, RUN_MEASURE_LEVEL, 1.5, NULL, 0);
  assert_points (&curve, RUN_MEASURE_EVENT, 0, NULL, 0);
}

/* Plateaus begin where they stand out; events are two rows of one time. */
static void
test_plateaus_and_events (void)
{
  static const double ROWS[][2] = {{0, 0}, {1, 3}, {2, 3}, {2, 3}, {3, 1},
                                   {4, 1}, {5, 2}, {6, 2}, {6, 0}, {7, 0}};
  static const double EXTREMA[] = {1, 3, 5}, EVENTS[] = {2, 6}, ZEROS[] = {6};
  g_autoptr (RunTrace) trace = run_trace_new (1, NULL, NULL);
  const RunMeasured curve = curve_of (trace);

  for (size_t i = 0; i < G_N_ELEMENTS (ROWS); i++)
    run_trace_append (trace, ROWS[i][0], &ROWS[i][1]);
  assert_points (&curve, RUN_MEASURE_EXTREMUM, 0, EXTREMA, 3);
  assert_points (&curve, RUN_MEASURE_EVENT, 0, EVENTS, 2);
  assert_points (&curve, RUN_MEASURE_LEVEL, 0, ZEROS, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/measure/sine", test_sine);
  g_test_add_func ("/run/measure/lag", test_lag);
  g_test_add_func ("/run/measure/lines-and-jumps", test_lines_and_jumps);
  g_test_add_func ("/run/measure/nothing-between", test_nothing_between);
  g_test_add_func ("/run/measure/points", test_points);
  g_test_add_func ("/run/measure/plateaus-and-events", test_plateaus_and_events);
  return g_test_run ();
}
