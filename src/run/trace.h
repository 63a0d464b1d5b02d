/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Results of one run: a table that only grows, written by one thread and read by any.
 *
 * Rows below run_trace_length() never change and never move, so a reader needs no lock.
 * An event adds two rows with the same time: the values before it and after it. Columns
 * are the variables of the SimModel (sim_model_var (i) is column i); aliases share
 * memory. Times never decrease.
 */
typedef struct RunTrace RunTrace;

typedef struct {
  double min;
  double max;
} RunRange;

/* `source[c]` is the stored column that column c shows and sign[c] its factor; several
 * may share one. NULL, NULL: every column has its own. */
RunTrace *run_trace_new (uint32_t n_columns,
                         const uint32_t *source,
                         const double *sign);
/* The first rows of a trace that has none yet: the first n_rows of another one, shared.
 * What column c shows there is its column past_of[c], NaN if that is UINT32_MAX; NULL:
 * its column c. */
void run_trace_set_past (RunTrace *trace,
                         const RunTrace *past,
                         size_t n_rows,
                         const uint32_t *past_of);
RunTrace *run_trace_ref (const RunTrace *trace);
void run_trace_unref (RunTrace *trace);

/* Adds a row; `values` has one value per stored column. Only the thread that runs the
 * simulation may call this. False when the table is full (2^26 rows, fewer for more
 * than 128 columns, never less than 2^20); nothing is added. */
bool run_trace_append (RunTrace *trace, double time, const double *values);
size_t run_trace_length (const RunTrace *trace);

/* Of a row below run_trace_length(): its time, and the value of a column, in SI
 * units. */
double run_trace_time (const RunTrace *trace, size_t row);
double run_trace_value (const RunTrace *trace, uint32_t column, size_t row);

/* The last row whose time is not after t, or 0; O(log rows). Needs at least one row. */
size_t run_trace_row_at (const RunTrace *trace, double t);

/* Linear interpolation at t; at an event the value after it. NaN without rows or
 * outside. */
double run_trace_value_at (const RunTrace *trace, uint32_t column, double t);

/* Least and greatest value of a column in each of n_buckets equal parts of [t0, t1).
 * An empty bucket has min > max. The work grows with n_buckets, not with the rows. */
void run_trace_envelope (const RunTrace *trace,
                         uint32_t column,
                         double t0,
                         double t1,
                         uint32_t n_buckets,
                         RunRange *buckets);

/* Least and greatest value over rows [begin, end); O(blocks). Ignores values that are
 * not finite. */
RunRange run_trace_range (const RunTrace *trace,
                          uint32_t column,
                          size_t begin,
                          size_t end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RunTrace, run_trace_unref)
