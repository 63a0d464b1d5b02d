/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions given by points, evaluated at run time, since their points may follow from
 * parameters: piecewise constant, linear, or cubic from slopes by Akima (1970, with
 * MathWorks' modification of 2019), Fritsch & Butland (1984) or Steffen (1990). The
 * interval is looked for around the last one found, with doubling steps and bisection
 * (Bentley & Yao, An almost optimal algorithm for unbounded searching, 1976). */
#include "code/table.h"

#include <math.h>

#include "dae/system.h"

typedef struct {
  uint32_t n;
  FlatSmoothness smoothness;
  FlatExtrapolation extrapolation;
  const double *x;
  const double *y;
  double *slope;
} Points;

uint32_t
code_table_n_slots (uint32_t n_points)
{
  return CODE_TABLE_HEADER + 3 * n_points;
}

static Points
points_of (double *table)
{
  uint32_t n = (uint32_t) table[CODE_TABLE_SIZE];

  return (Points){
      .n = n,
      .smoothness = (FlatSmoothness) table[CODE_TABLE_SMOOTHNESS],
      .extrapolation = (FlatExtrapolation) table[CODE_TABLE_EXTRAPOLATION],
      .x = table + CODE_TABLE_HEADER,
      .y = table + CODE_TABLE_HEADER + n,
      .slope = table + CODE_TABLE_HEADER + 2 * n,
  };
}

/* Slope of the chord of interval k; 0 where the function jumps. */
static double
chord (const Points *p, uint32_t k)
{
  double h = p->x[k + 1] - p->x[k];

  return h > 0.0 ? (p->y[k + 1] - p->y[k]) / h : 0.0;
}

/* Chords two beyond each end go on as the last ones do. */
static double
chord_beyond (const Points *p, int k)
{
  int last = (int) p->n - 2;

  if (k < 0)
    return chord (p, 0) - (double) -k * (chord (p, last > 0 ? 1 : 0) - chord (p, 0));
  if (k > last)
    return chord (p, (uint32_t) last) +
           (double) (k - last) * (chord (p, (uint32_t) last) -
                                  chord (p, (uint32_t) (last > 0 ? last - 1 : 0)));
  return chord (p, (uint32_t) k);
}

/* How much the chord before or behind counts. Modified, it does not forget the slopes
 * themselves where the chords beside are alike. */
static double
akima_weight (const Points *p, double one, double two)
{
  double mean = 0.5 * fabs (one + two);

  return fabs (one - two) + (p->smoothness == FLAT_TABLE_MODIFIED_AKIMA ? mean : 0.0);
}

static double
akima_slope (const Points *p, int i)
{
  double a = chord_beyond (p, i - 2), b = chord_beyond (p, i - 1);
  double c = chord_beyond (p, i), d = chord_beyond (p, i + 1);
  double left = akima_weight (p, d, c), right = akima_weight (p, b, a);

  return left + right > 0.0 ? (left * b + right * c) / (left + right) : 0.5 * (b + c);
}

/* Steffen, A simple method for monotonic interpolation in one dimension (1990),
 * equation (11): the slope of the parabola through three points, bounded. */
static double
steffen_mean (double b, double c, double left, double right)
{
  double slope = (b * right + c * left) / (left + right);

  return copysign (fmin (fabs (slope), 2.0 * fmin (fabs (b), fabs (c))), b);
}

static double
monotone_slope (const Points *p, uint32_t i)
{
  if (i == 0)
    return chord (p, 0);
  if (i == p->n - 1)
    return chord (p, p->n - 2);
  double b = chord (p, i - 1), c = chord (p, i);
  double left = p->x[i] - p->x[i - 1], right = p->x[i + 1] - p->x[i];
  if (b * c <= 0.0)
    return 0.0;
  if (p->smoothness == FLAT_TABLE_STEFFEN)
    return steffen_mean (b, c, left, right);
  return 3.0 * (left + right) / ((2.0 * right + left) / b + (right + 2.0 * left) / c);
}

double
code_table_prepare (double *table)
{
  Points p = points_of (table);

  for (uint32_t i = 0; i < p.n; i++)
    if (p.n < 2)
      p.slope[i] = 0.0;
    else if (p.smoothness == FLAT_TABLE_AKIMA ||
             p.smoothness == FLAT_TABLE_MODIFIED_AKIMA)
      p.slope[i] = akima_slope (&p, (int) i);
    else if (p.smoothness == FLAT_TABLE_MONOTONE || p.smoothness == FLAT_TABLE_STEFFEN)
      p.slope[i] = monotone_slope (&p, i);
    else if (p.smoothness != FLAT_TABLE_HERMITE)
      p.slope[i] = i + 1 < p.n ? chord (&p, i) : chord (&p, p.n - 2);
  return 0.0;
}

/* The last interval that begins at x or before, looked for around the last one found.
 */
static uint32_t
find_interval (const Points *p, double *place, double x)
{
  uint32_t low = (uint32_t) *place, high, step = 1;

  while (low > 0 && p->x[low] > x) {
    low = low > step ? low - step : 0;
    step *= 2;
  }
  high = low + 1;
  step = 1;
  while (high < p->n - 1 && p->x[high] <= x) {
    low = high;
    high = MIN (high + step, p->n - 1);
    step *= 2;
  }
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (p->x[middle] <= x)
      low = middle;
    else
      high = middle;
  }
  *place = low;
  return low;
}

typedef struct {
  double value;
  double slope;
  double bend;
} Found;

/* Within interval k, from its cubic, its chord or its first value. */
static Found
interpolate (const Points *p, uint32_t k, double x)
{
  double h = p->x[k + 1] - p->x[k], t = x - p->x[k], m = chord (p, k);

  if (p->smoothness == FLAT_TABLE_CONSTANT)
    return (Found){.value = x >= p->x[k + 1] ? p->y[k + 1] : p->y[k]};
  if (!(h > 0.0) || x >= p->x[k + 1])
    return (Found){p->y[k + 1] + (x - p->x[k + 1]) * p->slope[k + 1], p->slope[k + 1],
                   0.0};
  if (p->smoothness == FLAT_TABLE_LINEAR)
    return (Found){p->y[k] + t * m, m, 0.0};
  double a = p->slope[k], b = p->slope[k + 1];
  double c2 = (3.0 * m - 2.0 * a - b) / h, c3 = (a + b - 2.0 * m) / (h * h);
  return (Found){p->y[k] + t * (a + t * (c2 + t * c3)),
                 a + t * (2.0 * c2 + 3.0 * t * c3), 2.0 * c2 + 6.0 * t * c3};
}

/* Outside, end 0 or n - 1. */
static Found
extrapolate (const Points *p, uint32_t end, double x)
{
  double slope = p->smoothness == FLAT_TABLE_CONSTANT ? 0.0 : p->slope[end];

  if (p->extrapolation == FLAT_TABLE_ERROR)
    return (Found){NAN, NAN, NAN};
  if (p->extrapolation == FLAT_TABLE_HOLD)
    return (Found){.value = p->y[end]};
  return (Found){p->y[end] + slope * (x - p->x[end]), slope, 0.0};
}

static Found
look_up (double *table, double x)
{
  Points p = points_of (table);
  double first = p.x[0], last = p.x[p.n - 1];

  if (p.n == 1 || isnan (x))
    return (Found){.value = isnan (x) ? x : p.y[0]};
  if (p.extrapolation == FLAT_TABLE_PERIODIC && last > first &&
      (x < first || x >= last))
    x -= floor ((x - first) / (last - first)) * (last - first);
  else if (x < first)
    return extrapolate (&p, 0, x);
  else if (x > last)
    return extrapolate (&p, p.n - 1, x);
  return interpolate (&p, find_interval (&p, &table[CODE_TABLE_PLACE], x), x);
}

double
code_table_value (double *table, double x)
{
  return look_up (table, x).value;
}

double
code_table_slope (double *table, double x)
{
  return look_up (table, x).slope;
}

double
code_table_bend (double *table, double x)
{
  return look_up (table, x).bend;
}
