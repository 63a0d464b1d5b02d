/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers that are read from a curve between two times, and the points of a curve that
 * a cursor is led to. Integrals are those of the straight lines between rows: the mean
 * by the trapezoid rule and the mean square by (a² + a b + b²) / 3, exact for such
 * lines, summed with the rounding of each sum carried along (Neumaier, 1974). An event
 * is two rows of one time, which adds nothing to them. Everything is one pass over
 * rows, but where the trace's extremes show that nothing can lie in hundreds of them.
 */
#include "run/measure.h"

#include <math.h>

static const double SETTLED = 0.02, RISE_FROM = 0.1, RISE_TO = 0.9;

enum { CHUNK = 4096 }; /* rows that are passed over at once */

typedef struct {
  double time, value;
} Point;

/* The rows from one time to another, with the interpolated ends. */
typedef struct {
  const RunMeasured *curve;
  Point first, last;
  size_t begin, end; /* rows in between: time in (first, last] */
} Span;

static double
shown (const RunMeasured *curve, double value)
{
  return curve->factor * value + curve->offset;
}

static Point
row_point (const RunMeasured *curve, size_t row)
{
  return (Point){run_trace_time (curve->trace, row),
                 shown (curve, run_trace_value (curve->trace, curve->column, row))};
}

/* How many rows are not after t. */
static size_t
rows_until (const RunTrace *trace, double t)
{
  return t < run_trace_time (trace, 0) ? 0 : run_trace_row_at (trace, t) + 1;
}

static double
value_at (const RunMeasured *curve, double time)
{
  return shown (curve, run_trace_value_at (curve->trace, curve->column, time));
}

/* ---- between two times ---- */

typedef struct {
  double sum, rest;
} Sum;

static void
add (Sum *sum, double value)
{
  const double next = sum->sum + value;

  sum->rest += fabs (sum->sum) >= fabs (value) ? (sum->sum - next) + value
                                               : (value - next) + sum->sum;
  sum->sum = next;
}

static void
integrate (const Span *span, RunMeasure *measure)
{
  Point last = span->first;
  Sum time = {0}, area = {0}, square = {0};

  for (size_t row = span->begin; row <= span->end; row++) {
    const Point next = row < span->end ? row_point (span->curve, row) : span->last;
    const double dt = next.time - last.time, a = last.value, b = next.value;

    if (dt > 0 && isfinite (a) && isfinite (b)) {
      add (&time, dt);
      add (&area, dt * (a + b) / 2);
      add (&square, dt * (a * a + a * b + b * b) / 3);
    }
    last = next;
  }
  const double length = time.sum + time.rest;
  if (!(length > 0))
    return;
  measure->mean = (area.sum + area.rest) / length;
  measure->rms = sqrt (fmax ((square.sum + square.rest) / length, 0));
}

static void
find_range (const Span *span, RunMeasure *measure)
{
  const RunMeasured *curve = span->curve;
  const RunRange rows =
      run_trace_range (curve->trace, curve->column, span->begin, span->end);
  const double values[] = {span->first.value, span->last.value, shown (curve, rows.min),
                           shown (curve, rows.max)};

  for (int i = 0; i < 4; i++)
    if (isfinite (values[i])) {
      measure->min = fmin (measure->min, values[i]);
      measure->max = fmax (measure->max, values[i]);
    }
}

/* Where the line from a to b is at a level. */
static double
time_at_level (Point a, Point b, double level)
{
  return a.value == b.value
             ? b.time
             : a.time + (b.time - a.time) * ((level - a.value) / (b.value - a.value));
}

/* From the end backwards, to where the curve is outside of the band: it is at the
 * beginning at the latest. */
static double
find_settling (const Span *span)
{
  const double end = span->last.value, change = end - span->first.value;
  const double band = SETTLED * fabs (change);
  Point inside = span->last;

  if (!(band > 0) || !isfinite (band))
    return NAN;
  for (size_t row = span->end + 1; row-- > span->begin;) {
    const Point point =
        row > span->begin ? row_point (span->curve, row - 1) : span->first;

    if (!isfinite (point.value))
      return NAN;
    if (fabs (point.value - end) > band)
      return time_at_level (point, inside, end + copysign (band, point.value - end)) -
             span->first.time;
    inside = point;
  }
  return NAN;
}

static double
find_rise (const Span *span)
{
  const double start = span->first.value, change = span->last.value - start;
  const double levels[] = {start + RISE_FROM * change, start + RISE_TO * change};
  double times[2];
  int n = 0;
  Point last = span->first;

  if (change == 0 || !isfinite (change))
    return NAN;
  for (size_t row = span->begin; row <= span->end && n < 2; row++) {
    const Point next = row < span->end ? row_point (span->curve, row) : span->last;

    for (; n < 2 && (next.value - levels[n]) * change >= 0; n++)
      times[n] = time_at_level (last, next, levels[n]);
    last = next;
  }
  return n == 2 ? times[1] - times[0] : NAN;
}

RunMeasure
run_measure_between (const RunMeasured *curve, double a, double b)
{
  RunMeasure measure = {.at = {value_at (curve, a), value_at (curve, b)},
                        .min = INFINITY,
                        .max = -INFINITY,
                        .mean = NAN,
                        .rms = NAN,
                        .settling = NAN,
                        .rise = NAN};
  const size_t n = run_trace_length (curve->trace);

  if (n > 0 && !isnan (a) && !isnan (b)) {
    /* As far as there are rows. */
    const double from = fmax (fmin (a, b), run_trace_time (curve->trace, 0));
    const double to = fmin (fmax (a, b), run_trace_time (curve->trace, n - 1));
    const Span span = {.curve = curve,
                       .first = {from, value_at (curve, from)},
                       .last = {to, value_at (curve, to)},
                       .begin = rows_until (curve->trace, from),
                       .end = rows_until (curve->trace, to)};

    if (from <= to) {
      find_range (&span, &measure);
      integrate (&span, &measure);
    }
    /* A step response has to be there as a whole. */
    if (from < to && from == fmin (a, b) && to == fmax (a, b)) {
      measure.settling = find_settling (&span);
      measure.rise = find_rise (&span);
    }
  }
  if (measure.min > measure.max)
    measure.min = measure.max = NAN;
  return measure;
}

/* ---- points of a curve ---- */

/* Whether a value stands out at a row: the first of those that are equal, before which
 * the curve comes from one side and behind which it goes back there. */
static bool
is_extremum (const RunMeasured *curve, size_t row, size_t n)
{
  if (row == 0 || row + 1 >= n)
    return false;
  const double value = row_point (curve, row).value;
  const double before = row_point (curve, row - 1).value;
  size_t next = row + 1;

  if (!(value != before) || !isfinite (value) || !isfinite (before))
    return false;
  while (next < n && row_point (curve, next).value == value)
    next++;
  return next < n && (value - before) * (value - row_point (curve, next).value) > 0;
}

/* The time at which the curve comes to a level between a row and the one before it. */
static double
time_of_level (const RunMeasured *curve, size_t row, double level)
{
  if (row == 0)
    return NAN;
  const Point a = row_point (curve, row - 1), b = row_point (curve, row);

  return a.value != level && (b.value - level) * (a.value - level) <= 0
             ? time_at_level (a, b, level)
             : NAN;
}

static double
time_of (const RunMeasured *curve,
         RunMeasurePoint point,
         double level,
         size_t row,
         size_t n)
{
  switch (point) {
  case RUN_MEASURE_EXTREMUM:
    return is_extremum (curve, row, n) ? run_trace_time (curve->trace, row) : NAN;
  case RUN_MEASURE_LEVEL:
    return time_of_level (curve, row, level);
  case RUN_MEASURE_EVENT:
    return row > 0 && run_trace_time (curve->trace, row) ==
                          run_trace_time (curve->trace, row - 1)
               ? run_trace_time (curve->trace, row)
               : NAN;
  }
  g_assert_not_reached ();
}

/* Whether none of the rows [begin, end) can be such a point, of which the extremes
 * tell. */
static bool
is_bare (const RunMeasured *curve,
         RunMeasurePoint point,
         double level,
         size_t begin,
         size_t end)
{
  if (point == RUN_MEASURE_EVENT)
    return false;
  const RunRange rows =
      run_trace_range (curve->trace, curve->column, begin > 0 ? begin - 1 : 0, end);
  const double a = shown (curve, rows.min), b = shown (curve, rows.max);

  if (rows.min > rows.max)
    return true;
  return point == RUN_MEASURE_EXTREMUM ? a == b : (a - level) * (b - level) > 0;
}

double
run_measure_find (const RunMeasured *curve,
                  RunMeasurePoint point,
                  double level,
                  double from,
                  bool is_forward)
{
  const size_t n = run_trace_length (curve->trace);

  if (n == 0 || isnan (from))
    return NAN;
  /* The row behind `from`, which may end what begins before it. */
  size_t row = rows_until (curve->trace, from);
  while (is_forward ? row < n : row > 0) {
    const size_t begin = is_forward ? row : row - MIN (row, CHUNK);
    const size_t end = is_forward ? MIN (n, row + CHUNK) : MIN (row + 1, n);

    if (!is_bare (curve, point, level, begin, end))
      for (size_t i = 0; i < end - begin; i++) {
        const double time =
            time_of (curve, point, level, is_forward ? begin + i : end - 1 - i, n);

        if (is_forward ? time > from : time < from)
          return time;
      }
    row = is_forward ? end : begin;
  }
  return NAN;
}
