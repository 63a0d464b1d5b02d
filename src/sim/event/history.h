/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/memory.h"

/* Signals over time: a polynomial of degree 4 for each of them and each segment of
 * time, through five points that lie equally far apart. Segments are numbered from 0 on
 * as they come, the oldest can be forgotten; memory grows by doubling only when more
 * are kept than ever before. A segment of length 0 holds one value. */
enum { SIM_HISTORY_POINTS = 5 };

typedef struct {
  uint32_t n;       /* signals */
  GArray *segments; /* a ring of them, as many as are a power of 2 */
  uint64_t first;   /* those that are there: first <= number < end */
  uint64_t end;
} SimHistory;

void sim_history_init (SimHistory *history, SimMemory *memory, uint32_t n);

/* The next segment, from t on, not before the last one began. Its points are to be
 * filled in, SIM_HISTORY_POINTS for each signal; valid until the next call. */
double *sim_history_add (SimHistory *history, double t, double length);

/* All segments of another record, whose signal of[i] is signal i here. */
void sim_history_take (SimHistory *history, const SimHistory *from, const uint32_t *of);

/* Segments that end before t are not needed any more. One is always kept. */
void sim_history_forget (SimHistory *history, double t);

/* What came after t is withdrawn. */
void sim_history_cut (SimHistory *history, double t);

/* A signal at t from the segments lo to hi (kept ones), each up to where the next one
 * begins: the first value before them, behind them a parabola through the last points,
 * for a while. *place, any number, is where the search begins and what it found. */
double sim_history_look (const SimHistory *history,
                         uint32_t signal,
                         const uint64_t range[2],
                         double t,
                         uint64_t *place);

/* The polynomial through five points; 0 <= x <= 1 from the first to the last. */
double sim_history_interpolate (const double *points, double x);
