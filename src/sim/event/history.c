/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ring of segments, each with five points per signal at equal distances, evaluated by
 * differences (Newton's forward form). A look costs a search by halves, none if the
 * segment is that of the last look or the next one; adding is O(1) but where the ring
 * doubles. */
#include "sim/event/history.h"

#include <math.h>
#include <string.h>

/* A segment in memory: its beginning, its length, its points. */
enum { BEGIN, LENGTH, POINTS };

enum { FIRST_CAPACITY = 64 };

/* Segments are continued for so many times their length. */
static const double FARTHEST = 8.0;

static size_t
segment_size (const SimHistory *history)
{
  return POINTS + (size_t) SIM_HISTORY_POINTS * history->n;
}

static double *
segment (const SimHistory *history, uint64_t number)
{
  guint place = (guint) (number & (history->segments->len - 1));

  return (double *) (void *) history->segments->data + place * segment_size (history);
}

void
sim_history_init (SimHistory *history, SimMemory *memory, uint32_t n)
{
  *history = (SimHistory){.n = n};
  history->segments =
      sim_memory_growing (memory, segment_size (history) * sizeof (double));
  g_array_set_size (history->segments, FIRST_CAPACITY);
  sim_memory_keep_from (memory, history, first);
}

/* Each segment stays, or comes to the same place of the new half. */
static void
grow (SimHistory *history)
{
  guint n = history->segments->len;

  g_array_set_size (history->segments, 2 * n);
  for (uint64_t k = history->first; k < history->end; k++)
    if ((k & n) != 0)
      memcpy (segment (history, k), segment (history, k - n),
              segment_size (history) * sizeof (double));
}

double *
sim_history_add (SimHistory *history, double t, double length)
{
  if (history->end - history->first == history->segments->len)
    grow (history);
  double *data = segment (history, history->end++);
  data[BEGIN] = t;
  data[LENGTH] = length;
  return data + POINTS;
}

void
sim_history_take (SimHistory *history, const SimHistory *from, const uint32_t *of)
{
  const size_t size = SIM_HISTORY_POINTS * sizeof (double);

  history->first = history->end = from->first;
  for (uint64_t k = from->first; k < from->end; k++) {
    const double *theirs = segment (from, k);
    double *points = sim_history_add (history, theirs[BEGIN], theirs[LENGTH]);

    for (uint32_t i = 0; i < history->n; i++)
      memcpy (points + (size_t) i * SIM_HISTORY_POINTS,
              theirs + POINTS + (size_t) of[i] * SIM_HISTORY_POINTS, size);
  }
}

void
sim_history_forget (SimHistory *history, double t)
{
  while (history->end - history->first > 1 &&
         segment (history, history->first + 1)[BEGIN] < t)
    history->first++;
}

void
sim_history_cut (SimHistory *history, double t)
{
  while (history->end - history->first > 1) {
    const double *last = segment (history, history->end - 1);

    if (last[BEGIN] < t || (last[BEGIN] == t && last[LENGTH] == 0.0))
      return;
    history->end--;
  }
}

/* The last segment of the range that begins at t or before; else the first one. */
static uint64_t
find (const SimHistory *history, const uint64_t range[2], double t, uint64_t place)
{
  uint64_t low = range[0], high = range[1] + 1;

  if (place >= low && place < high && segment (history, place)[BEGIN] <= t) {
    low = place;
    if (low + 1 < high && segment (history, low + 1)[BEGIN] > t)
      return low;
  }
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    if (segment (history, middle)[BEGIN] <= t)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* In differences, so that a constant is just that. */
double
sim_history_interpolate (const double *points, double x)
{
  double s = 4.0 * x, p0 = points[0];
  double a = s, b = s - 1.0, c = s - 2.0, d = s - 3.0, e = s - 4.0;

  return p0 +
         a *
             (-4.0 * c * d * e * (points[1] - p0) + 6.0 * b * d * e * (points[2] - p0) -
              4.0 * b * c * e * (points[3] - p0) + b * c * d * (points[4] - p0)) /
             24.0;
}

/* Higher degrees would go astray faster; and far behind a very short segment there
 * would be nothing but its rounding. */
static double
extrapolate (const double *points, double x)
{
  double s = 2.0 * fmin (x, FARTHEST);

  return points[4] + (s - 2.0) * (0.5 * (s - 1.0) * (points[0] - points[4]) -
                                  s * (points[2] - points[4]));
}

double
sim_history_look (const SimHistory *history,
                  uint32_t signal,
                  const uint64_t range[2],
                  double t,
                  uint64_t *place)
{
  *place = find (history, range, t, *place);
  const double *data = segment (history, *place);
  const double *points = data + POINTS + (size_t) SIM_HISTORY_POINTS * signal;
  if (data[LENGTH] == 0.0 || t <= data[BEGIN])
    return points[0];
  double x = (t - data[BEGIN]) / data[LENGTH];
  return x <= 1.0 ? sim_history_interpolate (points, x) : extrapolate (points, x);
}
