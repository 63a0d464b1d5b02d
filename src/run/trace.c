#include "run/trace.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define GROUP_ROWS     ((size_t) 64)
#define MAX_BLOCK_ROWS ((size_t) 4096)
#define MAX_BLOCKS     ((size_t) 1 << 14)

/* Aimed at, so that large models grow evenly. */
#define BLOCK_BYTES ((size_t) 4 << 20)

/* Column-major, so that one curve reads one run of memory. */
typedef struct {
  RunRange *whole; /* per column, valid once the block is full */
  RunRange *group; /* per column and group of rows, valid once the group is full */
  double *value;   /* per column and row */
  double *time;
} Block;

struct RunTrace {
  gatomicrefcount n_refs;
  uint32_t n_columns;
  uint32_t n_stored;
  uint32_t *source; /* the stored column of each */
  double *sign;
  size_t block_rows;    /* a power of two, at least GROUP_ROWS */
  atomic_size_t n_rows; /* published: everything below is complete */
  Block *_Atomic block[MAX_BLOCKS];
};

static const RunRange EMPTY = {INFINITY, -INFINITY};

static Block *
block_new (uint32_t n_stored, size_t rows)
{
  size_t n_groups = n_stored * (rows / GROUP_ROWS);
  Block *block = g_new (Block, 1);

  block->whole = g_new (RunRange, n_stored);
  block->group = g_new (RunRange, n_groups);
  block->value = g_new (double, n_stored *rows);
  block->time = g_new (double, rows);
  for (uint32_t c = 0; c < n_stored; c++)
    block->whole[c] = EMPTY;
  for (size_t g = 0; g < n_groups; g++)
    block->group[g] = EMPTY;
  return block;
}

static void
block_free (Block *block)
{
  g_free (block->whole);
  g_free (block->group);
  g_free (block->value);
  g_free (block->time);
  g_free (block);
}

static void
range_add (RunRange *range, RunRange other)
{
  range->min = other.min < range->min ? other.min : range->min;
  range->max = other.max > range->max ? other.max : range->max;
}

/* Comparisons with NaN are false, so only infinities need care. */
static void
range_add_value (RunRange *range, double value)
{
  if (isfinite (value))
    range_add (range, (RunRange){value, value});
}

static const Block *
block_at (const RunTrace *trace, size_t row)
{
  return atomic_load_explicit (&trace->block[row / trace->block_rows],
                               memory_order_acquire);
}

static size_t
choose_block_rows (uint32_t n_stored)
{
  size_t rows = MAX_BLOCK_ROWS;

  while (rows > GROUP_ROWS && rows * n_stored * sizeof (double) > BLOCK_BYTES)
    rows /= 2;
  return rows;
}

RunTrace *
run_trace_new (uint32_t n_columns, const uint32_t *source, const double *sign)
{
  RunTrace *trace = g_new0 (RunTrace, 1);

  g_atomic_ref_count_init (&trace->n_refs);
  trace->n_columns = n_columns;
  trace->source = g_new (uint32_t, n_columns);
  trace->sign = g_new (double, n_columns);
  for (uint32_t c = 0; c < n_columns; c++) {
    trace->source[c] = source != NULL ? source[c] : c;
    trace->sign[c] = sign != NULL ? sign[c] : 1;
    trace->n_stored = MAX (trace->n_stored, trace->source[c] + 1);
  }
  trace->block_rows = choose_block_rows (trace->n_stored);
  return trace;
}

RunTrace *
run_trace_ref (const RunTrace *trace)
{
  RunTrace *counted = (RunTrace *) trace;

  g_atomic_ref_count_inc (&counted->n_refs);
  return counted;
}

void
run_trace_unref (RunTrace *trace)
{
  if (trace == NULL || !g_atomic_ref_count_dec (&trace->n_refs))
    return;
  for (size_t b = 0; b < MAX_BLOCKS && trace->block[b] != NULL; b++)
    block_free (trace->block[b]);
  g_free (trace->source);
  g_free (trace->sign);
  g_free (trace);
}

uint32_t
run_trace_n_columns (const RunTrace *trace)
{
  return trace->n_columns;
}

uint32_t
run_trace_n_stored (const RunTrace *trace)
{
  return trace->n_stored;
}

bool
run_trace_append (RunTrace *trace, double time, const double *values)
{
  size_t row = atomic_load_explicit (&trace->n_rows, memory_order_relaxed);
  size_t rows = trace->block_rows;
  size_t in_block = row % rows;

  if (row >= MAX_BLOCKS * rows)
    return false;
  if (in_block == 0)
    atomic_store_explicit (&trace->block[row / rows], block_new (trace->n_stored, rows),
                           memory_order_release);
  Block *block = trace->block[row / rows];
  block->time[in_block] = time;
  for (uint32_t c = 0; c < trace->n_stored; c++) {
    block->value[c * rows + in_block] = values[c];
    range_add_value (&block->group[c * (rows / GROUP_ROWS) + in_block / GROUP_ROWS],
                     values[c]);
  }
  if (in_block == rows - 1)
    for (uint32_t c = 0; c < trace->n_stored; c++)
      for (size_t g = 0; g < rows / GROUP_ROWS; g++)
        range_add (&block->whole[c], block->group[c * (rows / GROUP_ROWS) + g]);
  atomic_store_explicit (&trace->n_rows, row + 1, memory_order_release);
  return true;
}

size_t
run_trace_length (const RunTrace *trace)
{
  return atomic_load_explicit (&trace->n_rows, memory_order_acquire);
}

double
run_trace_time (const RunTrace *trace, size_t row)
{
  return block_at (trace, row)->time[row % trace->block_rows];
}

double
run_trace_value (const RunTrace *trace, uint32_t column, size_t row)
{
  size_t rows = trace->block_rows;

  g_assert (column < trace->n_columns);
  return trace->sign[column] *
         block_at (trace, row)->value[trace->source[column] * rows + row % rows];
}

/* First row in [low, high) whose time is not before t (or, with `after`, is after t),
 * or high. */
static size_t
search (const RunTrace *trace, double t, bool after, size_t low, size_t high)
{
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    double time = run_trace_time (trace, middle);

    if (time < t || (after && time == t))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

size_t
run_trace_row_at (const RunTrace *trace, double t)
{
  size_t next = search (trace, t, true, 0, run_trace_length (trace));

  return next == 0 ? 0 : next - 1;
}

double
run_trace_value_at (const RunTrace *trace, uint32_t column, double t)
{
  size_t n_rows = run_trace_length (trace);

  if (n_rows == 0 || !(t >= run_trace_time (trace, 0)) ||
      t > run_trace_time (trace, n_rows - 1))
    return NAN;
  size_t row = run_trace_row_at (trace, t);
  double t0 = run_trace_time (trace, row);
  double value = run_trace_value (trace, column, row);
  if (t0 == t || row + 1 == n_rows)
    return value;
  double t1 = run_trace_time (trace, row + 1);
  double next = run_trace_value (trace, column, row + 1);
  return value + (next - value) * (t - t0) / (t1 - t0);
}

static RunRange
range_of_rows (const RunTrace *trace, uint32_t stored, size_t row, size_t end)
{
  RunRange range = EMPTY;
  size_t rows = trace->block_rows;

  while (row < end) {
    const Block *block = block_at (trace, row);
    size_t in_block = row % rows;

    if (in_block == 0 && row + rows <= end) {
      range_add (&range, block->whole[stored]);
      row += rows;
    } else if (in_block % GROUP_ROWS == 0 && row + GROUP_ROWS <= end) {
      range_add (&range,
                 block->group[stored * (rows / GROUP_ROWS) + in_block / GROUP_ROWS]);
      row += GROUP_ROWS;
    } else {
      range_add_value (&range, block->value[stored * rows + in_block]);
      row++;
    }
  }
  return range;
}

static RunRange
with_sign (RunRange range, double sign)
{
  if (range.min > range.max || sign == 1)
    return range;
  return sign > 0 ? (RunRange){sign * range.min, sign * range.max}
                  : (RunRange){sign * range.max, sign * range.min};
}

RunRange
run_trace_range (const RunTrace *trace, uint32_t column, size_t begin, size_t end)
{
  g_assert (column < trace->n_columns);
  return with_sign (range_of_rows (trace, trace->source[column], begin, end),
                    trace->sign[column]);
}

void
run_trace_envelope (const RunTrace *trace,
                    uint32_t column,
                    double t0,
                    double t1,
                    uint32_t n_buckets,
                    RunRange *buckets)
{
  size_t n_rows = run_trace_length (trace);
  size_t begin = search (trace, t0, false, 0, n_rows);

  g_assert (column < trace->n_columns);
  for (uint32_t i = 0; i < n_buckets; i++) {
    double t_end = t0 + (t1 - t0) * (i + 1) / n_buckets;
    size_t end = search (trace, t_end, false, begin, n_rows);

    buckets[i] = run_trace_range (trace, column, begin, end);
    begin = end;
  }
}
