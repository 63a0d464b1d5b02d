/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "run/trace.h"

/* What is measured of a curve: a column of a trace, in the units in which it is read,
 * factor * SI value + offset. Between rows it is taken as a straight line. */
typedef struct {
  const RunTrace *trace;
  uint32_t column;
  double factor, offset;
} RunMeasured;

/* Between two times; what is not known is NaN. */
typedef struct {
  double at[2];    /* at the two times */
  double min, max; /* from the earlier to the later one */
  double mean;     /* over the time */
  double rms;      /* the same */
  double settling; /* s from the earlier time until the curve stays within 2 % of its
                      change around its value at the later time */
  double rise; /* s from 10 % to 90 % of that change, each where it is reached first */
} RunMeasure;

/* Of the times a and b, in any order; NaN for one that is not set. Values that are not
 * finite do not count. O(rows between them). */
RunMeasure run_measure_between (const RunMeasured *curve, double a, double b);

typedef enum {
  RUN_MEASURE_EXTREMUM, /* a least or greatest value among its neighbours */
  RUN_MEASURE_LEVEL,    /* the curve is at a level, which it was not before */
  RUN_MEASURE_EVENT     /* of the run */
} RunMeasurePoint;

/* The time of the next such point after `from`, or before it; NaN if there is none.
 * `level` is that of RUN_MEASURE_LEVEL, as it is read. O(rows passed over). */
double run_measure_find (const RunMeasured *curve,
                         RunMeasurePoint point,
                         double level,
                         double from,
                         bool is_forward);
