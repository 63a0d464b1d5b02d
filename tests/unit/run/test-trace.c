/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "run/trace.h"

static double
wave (size_t row, uint32_t column)
{
  return sin (0.001 * (double) row * (column + 1)) + column;
}

static RunTrace *
waves (uint32_t n_columns, size_t n_rows)
{
  RunTrace *trace = run_trace_new (n_columns, NULL, NULL);
  g_autofree double *values = g_new (double, n_columns);

  for (size_t row = 0; row < n_rows; row++) {
    for (uint32_t c = 0; c < n_columns; c++)
      values[c] = wave (row, c);
    g_assert_true (run_trace_append (trace, 0.01 * (double) row, values));
  }
  return trace;
}

/* Over any stretch of rows the envelope is what looking at every row gives. */
static void
test_envelope_is_exact (void)
{
  g_autoptr (RunTrace) trace = waves (3, 20000);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (int k = 0; k < 300; k++) {
    size_t begin = (size_t) g_rand_int_range (rand, 0, 20000);
    size_t end = (size_t) g_rand_int_range (rand, (gint32) begin, 20001);
    uint32_t c = (uint32_t) g_rand_int_range (rand, 0, 3);
    RunRange range = run_trace_range (trace, c, begin, end);
    double min = INFINITY, max = -INFINITY;

    for (size_t row = begin; row < end; row++) {
      min = MIN (min, wave (row, c));
      max = MAX (max, wave (row, c));
    }
    g_assert_cmpfloat (range.min, ==, min);
    g_assert_cmpfloat (range.max, ==, max);
  }
}

/* Buckets split [t0, t1) without losing or doubling a row. */
static void
test_buckets_join (void)
{
  g_autoptr (RunTrace) trace = waves (1, 9000);
  RunRange buckets[640];
  RunRange all = {INFINITY, -INFINITY};

  run_trace_envelope (trace, 0, 10, 50, G_N_ELEMENTS (buckets), buckets);
  for (uint32_t i = 0; i < G_N_ELEMENTS (buckets); i++) {
    g_assert_cmpfloat (buckets[i].min, <=, buckets[i].max);
    all.min = MIN (all.min, buckets[i].min);
    all.max = MAX (all.max, buckets[i].max);
  }
  RunRange direct = run_trace_range (trace, 0, run_trace_row_at (trace, 10),
                                     run_trace_row_at (trace, 50));
  g_assert_cmpfloat (all.min, ==, direct.min);
  g_assert_cmpfloat (all.max, ==, direct.max);
}

/* A bucket has its begin and not its end; one without rows has no least value. */
static void
test_bucket_ends (void)
{
  g_autoptr (RunTrace) trace = run_trace_new (1, NULL, NULL);
  RunRange buckets[4];

  for (int i = 0; i < 4; i++)
    run_trace_append (trace, i, (double[]){10 + i});
  run_trace_envelope (trace, 0, 0, 2, 2, buckets);
  for (int i = 0; i < 2; i++) {
    g_assert_cmpfloat (buckets[i].min, ==, 10 + i);
    g_assert_cmpfloat (buckets[i].max, ==, 10 + i);
  }
  run_trace_envelope (trace, 0, 1, 3, 4, buckets);
  for (int i = 0; i < 4; i++)
    if (i % 2 == 0)
      g_assert_cmpfloat (buckets[i].min, ==, 11 + i / 2);
    else
      g_assert_cmpfloat (buckets[i].min, >, buckets[i].max);
  run_trace_envelope (trace, 0, -2, 0, 1, buckets);
  g_assert_cmpfloat (buckets[0].min, >, buckets[0].max);
}

/* The row that a time belongs to: before the first one the first, at an event the later
 * one, behind the last one the last. */
static void
test_row_at (void)
{
  g_autoptr (RunTrace) trace = run_trace_new (1, NULL, NULL);
  static const double TIMES[] = {1, 2, 2, 3};
  static const struct {
    double time;
    size_t row;
  } CASES[] = {{0, 0}, {1, 0}, {1.5, 0}, {2, 2}, {2.5, 2}, {3, 3}, {9, 3}};

  for (size_t i = 0; i < G_N_ELEMENTS (TIMES); i++)
    run_trace_append (trace, TIMES[i], TIMES);
  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++)
    g_assert_cmpuint (run_trace_row_at (trace, CASES[i].time), ==, CASES[i].row);
  g_assert_true (isnan (run_trace_value_at (trace, 0, 0.5)));
  g_assert_true (isnan (run_trace_value_at (trace, 0, NAN)));
}

/* Tables of many columns are kept in shorter pieces, which nobody sees. */
static void
test_many_columns (void)
{
  enum { N = 1500, ROWS = 3000 };
  g_autoptr (RunTrace) trace = waves (N, ROWS);

  for (uint32_t c = 0; c < N; c += 7) {
    RunRange range = run_trace_range (trace, c, 100, ROWS - 100);
    double min = INFINITY, max = -INFINITY;

    for (size_t row = 0; row < ROWS; row++) {
      g_assert_cmpfloat (run_trace_value (trace, c, row), ==, wave (row, c));
      if (row >= 100 && row < ROWS - 100) {
        min = MIN (min, wave (row, c));
        max = MAX (max, wave (row, c));
      }
    }
    g_assert_cmpfloat (range.min, ==, min);
    g_assert_cmpfloat (range.max, ==, max);
  }
}

/* At an event there are two rows of one time; the later one counts from then on. */
static void
test_event_rows (void)
{
  g_autoptr (RunTrace) trace = run_trace_new (1, NULL, NULL);
  static const double ROWS[][2] = {{0, 1}, {1, 3}, {1, 7}, {2, 9}};

  g_assert_true (isnan (run_trace_value_at (trace, 0, 0)));
  for (size_t i = 0; i < G_N_ELEMENTS (ROWS); i++)
    run_trace_append (trace, ROWS[i][0], &ROWS[i][1]);
  g_assert_cmpfloat (run_trace_value_at (trace, 0, 0.5), ==, 2);
  g_assert_cmpfloat (run_trace_value_at (trace, 0, 1), ==, 7);
  g_assert_cmpfloat (run_trace_value_at (trace, 0, 1.5), ==, 8);
  g_assert_cmpfloat (run_trace_value_at (trace, 0, 2), ==, 9);
  g_assert_true (isnan (run_trace_value_at (trace, 0, 2.1)));
}

/* Aliases show the column of another with its sign, ranges turned round. */
static void
test_aliases (void)
{
  static const uint32_t SOURCE[] = {0, 1, 0};
  static const double SIGN[] = {1, 1, -1};
  g_autoptr (RunTrace) trace = run_trace_new (3, SOURCE, SIGN);

  for (int i = 0; i < 100; i++)
    run_trace_append (trace, i, (double[]){i, NAN});
  g_assert_cmpfloat (run_trace_value (trace, 2, 5), ==, -5);
  g_assert_cmpfloat (run_trace_value_at (trace, 2, 5.5), ==, -5.5);
  RunRange range = run_trace_range (trace, 2, 0, 100);
  g_assert_cmpfloat (range.min, ==, -99);
  g_assert_cmpfloat (range.max, ==, 0);
  range = run_trace_range (trace, 1, 0, 100);
  g_assert_cmpfloat (range.min, >, range.max); /* nothing finite */
}

/* A factor applies to values and ranges alike. */
static void
test_factor (void)
{
  static const uint32_t SOURCE[] = {0, 0, 0};
  static const double FACTOR[] = {1, 3, -2};
  g_autoptr (RunTrace) trace = run_trace_new (3, SOURCE, FACTOR);

  for (int i = 0; i < 100; i++)
    run_trace_append (trace, i, (double[]){i + 1});
  for (uint32_t c = 0; c < 3; c++) {
    RunRange range = run_trace_range (trace, c, 0, 100);

    g_assert_cmpfloat (run_trace_value (trace, c, 9), ==, 10 * FACTOR[c]);
    g_assert_cmpfloat (range.min, ==, MIN (FACTOR[c], 100 * FACTOR[c]));
    g_assert_cmpfloat (range.max, ==, MAX (FACTOR[c], 100 * FACTOR[c]));
  }
}

typedef struct {
  RunTrace *trace;
  size_t n_rows;
} Writer;

static gpointer
write_rows (gpointer data)
{
  Writer *writer = data;

  for (size_t row = 0; row < writer->n_rows; row++)
    run_trace_append (writer->trace, (double) row,
                      (double[]){(double) row, -(double) row});
  return NULL;
}

/* A reader beside the writer sees complete rows only. */
static void
test_reader_beside_writer (void)
{
  g_autoptr (RunTrace) trace = run_trace_new (2, NULL, NULL);
  Writer writer = {trace, 400000};
  GThread *thread = g_thread_new ("writer", write_rows, &writer);
  size_t n = 0;

  while (n < writer.n_rows) {
    n = run_trace_length (trace);
    if (n == 0)
      continue;
    RunRange up = run_trace_range (trace, 0, 0, n);
    RunRange down = run_trace_range (trace, 1, 0, n);
    g_assert_cmpfloat (up.min, ==, 0);
    g_assert_cmpfloat (up.max, ==, (double) (n - 1));
    g_assert_cmpfloat (down.min, ==, -(double) (n - 1));
    g_assert_cmpfloat (run_trace_time (trace, n - 1), ==, (double) (n - 1));
  }
  g_thread_join (thread);
}

/* A column that keeps its value for long, and then does not, reads like any other. */
static void
test_late_change (void)
{
  const size_t change[] = {0, 1, 63, 64, 100, 4095, 4096, 4097, 9000};

  for (size_t k = 0; k < G_N_ELEMENTS (change); k++) {
    g_autoptr (RunTrace) trace = run_trace_new (2, NULL, NULL);
    RunRange range;

    for (size_t i = 0; i < 10000; i++)
      run_trace_append (trace, (double) i,
                        (double[]){i < change[k] ? 5 : (double) i + 6, 7});
    for (size_t i = 0; i < 10000; i++) {
      double expected = i < change[k] ? 5 : (double) i + 6;

      g_assert_cmpfloat (run_trace_value (trace, 0, i), ==, expected);
      g_assert_cmpfloat (run_trace_value (trace, 1, i), ==, 7);
    }
    range = run_trace_range (trace, 0, 0, 10000);
    g_assert_cmpfloat (range.min, ==, change[k] == 0 ? 6 : 5);
    g_assert_cmpfloat (range.max, ==, 10005);
    range = run_trace_range (trace, 0, 0, MAX (change[k], 1));
    g_assert_cmpfloat (range.max, ==, change[k] == 0 ? 6 : 5);
    range = run_trace_range (trace, 1, 10, 9990);
    g_assert_cmpfloat (range.min, ==, 7);
    g_assert_cmpfloat (range.max, ==, 7);
  }
}

/* Values that are not finite do not spoil the range of the others. */
static void
test_not_finite (void)
{
  g_autoptr (RunTrace) trace = run_trace_new (1, NULL, NULL);

  for (int i = 0; i < 200; i++)
    run_trace_append (trace, i, (double[]){i == 50 ? NAN : i == 60 ? INFINITY : i});
  RunRange range = run_trace_range (trace, 0, 0, 200);
  g_assert_cmpfloat (range.min, ==, 0);
  g_assert_cmpfloat (range.max, ==, 199);
}

/* A branch of the same model has the columns of its past, also those that the past has
 * from a run of another one; and it goes on while nobody writes to that. */
static void
test_same_columns (void)
{
  RunTrace *first = waves (3, 100);
  RunTrace *second = run_trace_new (2, NULL, NULL);
  RunTrace *third = run_trace_new (2, NULL, NULL);

  run_trace_set_past (second, first, 50, (uint32_t[]){2, 1});
  run_trace_append (second, 0.5, (double[]){5, 6});
  run_trace_append (second, 0.6, (double[]){7, 8});
  run_trace_set_past (third, second, 51, NULL);
  run_trace_unref (first);
  run_trace_unref (second);
  g_assert_cmpuint (run_trace_length (third), ==, 51);
  g_assert_cmpfloat (run_trace_value (third, 0, 49), ==, wave (49, 2));
  g_assert_cmpfloat (run_trace_value (third, 1, 49), ==, wave (49, 1));
  g_assert_cmpfloat (run_trace_value (third, 1, 50), ==, 6);
  run_trace_append (third, 0.7, (double[]){1, 2});
  g_assert_cmpfloat (run_trace_time (third, 51), ==, 0.7);
  g_assert_cmpfloat (run_trace_value (third, 0, 51), ==, 1);
  run_trace_unref (third);
}

/* A branch of a branch shows the rows of each stretch from whoever wrote them, under
 * its own columns, also when the past goes on behind it. */
static void
test_past (void)
{
  RunTrace *first = waves (3, 9000);
  RunTrace *second = run_trace_new (2, NULL, (double[]){1, -1});
  RunTrace *third = run_trace_new (2, NULL, NULL);

  run_trace_set_past (second, first, 5000, (uint32_t[]){2, UINT32_MAX});
  for (int i = 0; i < 3000; i++)
    run_trace_append (second, 50 + 0.01 * i, (double[]){100 + i, 7});
  run_trace_set_past (third, second, 6000, (uint32_t[]){1, 0});
  run_trace_unref (first);
  run_trace_unref (second);
  run_trace_append (third, 61, (double[]){1, 2});
  g_assert_cmpuint (run_trace_length (third), ==, 6001);
  g_assert_cmpfloat (run_trace_value (third, 1, 4999), ==, wave (4999, 2));
  g_assert_true (isnan (run_trace_value (third, 0, 4999)));
  g_assert_cmpfloat (run_trace_value (third, 1, 5000), ==, 100);
  g_assert_cmpfloat (run_trace_value (third, 0, 5999), ==, -7);
  g_assert_cmpfloat (run_trace_value (third, 1, 6000), ==, 2);
  for (size_t row = 1; row < 6001; row++)
    g_assert_cmpfloat (run_trace_time (third, row), >, run_trace_time (third, row - 1));
  RunRange range = run_trace_range (third, 1, 4998, 6001);
  g_assert_cmpfloat (range.min, ==, fmin (2, fmin (wave (4998, 2), wave (4999, 2))));
  g_assert_cmpfloat (range.max, ==, 1099);
  range = run_trace_range (third, 0, 0, 6000);
  g_assert_cmpfloat (range.min, ==, -7);
  g_assert_cmpfloat (range.max, ==, -7);
  run_trace_unref (third);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/trace/envelope-is-exact", test_envelope_is_exact);
  g_test_add_func ("/run/trace/buckets-join", test_buckets_join);
  g_test_add_func ("/run/trace/bucket-ends", test_bucket_ends);
  g_test_add_func ("/run/trace/row-at", test_row_at);
  g_test_add_func ("/run/trace/many-columns", test_many_columns);
  g_test_add_func ("/run/trace/factor", test_factor);
  g_test_add_func ("/run/trace/same-columns", test_same_columns);
  g_test_add_func ("/run/trace/event-rows", test_event_rows);
  g_test_add_func ("/run/trace/aliases", test_aliases);
  g_test_add_func ("/run/trace/late-change", test_late_change);
  g_test_add_func ("/run/trace/not-finite", test_not_finite);
  g_test_add_func ("/run/trace/reader-beside-writer", test_reader_beside_writer);
  g_test_add_func ("/run/trace/past", test_past);
  return g_test_run ();
}
