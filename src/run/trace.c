/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table that grows by rows, one writer and any number of readers without a lock:
 * blocks of columns never move, and the number of rows is published last (release, read
 * with acquire). A column that keeps its first value has no memory of its own. The
 * extremes of groups of rows and of whole blocks are kept, so that the envelope of a
 * curve costs as its buckets and blocks, not as its rows. A branch shares the rows of
 * the traces before it. */
#include "run/trace.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define GROUP_ROWS     ((size_t) 64)
#define MAX_BLOCK_ROWS ((size_t) 4096)
#define MAX_BLOCKS     ((size_t) 1 << 14)

/* Aimed at, so that large models grow evenly. */
#define BLOCK_BYTES ((size_t) 4 << 20)

/* Values of one column in one block, so that one curve reads one run of memory. */
typedef struct {
  RunRange *group; /* per group of rows, valid once the group is full */
  double value[];  /* per row */
} Column;

/* A column that has kept its first value has no Column of its own: parameters and
 * forces that nobody uses are half of a model. */
typedef struct {
  RunRange *whole; /* per column, valid once the block is full */
  double *first;   /* per column: its value in the first row */
  Column *_Atomic *column;
  double *time;
} Block;

/* Rows that another trace wrote: those before `end` that are not of an earlier part. */
typedef struct {
  RunTrace *trace;
  size_t end;
  uint32_t *column; /* by column; NULL: the same */
} Part;

struct RunTrace {
  gatomicrefcount n_refs;
  uint32_t n_columns;
  uint32_t n_stored;
  uint32_t *source; /* the stored column of each */
  double *sign;
  uint32_t n_parts;
  Part *parts;
  size_t n_past;                    /* rows in them */
  size_t block_rows;                /* a power of two, at least GROUP_ROWS */
  atomic_size_t n_rows;             /* published: everything below is complete */
  Block *_Atomic block[MAX_BLOCKS]; /* of the rows behind the past */
};

static const RunRange EMPTY = {INFINITY, -INFINITY};

static Block *
block_new (uint32_t n_stored, size_t rows)
{
  Block *block = g_new (Block, 1);

  block->whole = g_new (RunRange, n_stored);
  block->first = g_new (double, n_stored);
  block->column = (Column * _Atomic *) g_new0 (gpointer, n_stored);
  block->time = g_new (double, rows);
  return block;
}

static void
block_free (Block *block, uint32_t n_stored)
{
  for (uint32_t c = 0; c < n_stored; c++)
    g_free (block->column[c]);
  g_free (block->whole);
  g_free (block->first);
  g_free ((gpointer) block->column);
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

/* Who wrote a row; *column is then that of the writer. */
static const RunTrace *
writer_of (const RunTrace *trace, size_t row, uint32_t *column)
{
  const Part *part = trace->parts;

  if (row >= trace->n_past)
    return trace;
  while (row >= part->end)
    part++;
  if (part->column != NULL && column != NULL)
    *column = part->column[*column];
  return part->trace;
}

/* Behind the last row that its writer gave to the trace. */
static size_t
end_of_part (const RunTrace *trace, size_t row)
{
  for (uint32_t i = 0; i < trace->n_parts; i++)
    if (row < trace->parts[i].end)
      return trace->parts[i].end;
  return SIZE_MAX;
}

/* One's own rows are counted without the past. */
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

/* The columns of `past` that columns of another trace show, in those of `inner`. */
static uint32_t *
compose (uint32_t n_columns, const uint32_t *past_of, const uint32_t *inner)
{
  uint32_t *column = g_memdup2 (past_of, n_columns * sizeof *past_of);

  for (uint32_t c = 0; c < n_columns && inner != NULL; c++)
    if (column[c] != UINT32_MAX)
      column[c] = inner[column[c]];
  return column;
}

void
run_trace_set_past (RunTrace *trace,
                    const RunTrace *past,
                    size_t n_rows,
                    const uint32_t *past_of)
{
  g_assert (run_trace_length (trace) == 0 && n_rows <= run_trace_length (past));
  trace->parts = g_new0 (Part, past->n_parts + 1);
  for (uint32_t i = 0; trace->n_past < n_rows; i++) {
    const bool is_own = i == past->n_parts;
    const uint32_t *inner = is_own ? NULL : past->parts[i].column;

    trace->n_past = is_own ? n_rows : MIN (n_rows, past->parts[i].end);
    trace->parts[i].end = trace->n_past;
    trace->parts[i].trace = run_trace_ref (is_own ? past : past->parts[i].trace);
    if (past_of != NULL)
      trace->parts[i].column = compose (trace->n_columns, past_of, inner);
    else if (inner != NULL)
      trace->parts[i].column = g_memdup2 (inner, trace->n_columns * sizeof *inner);
    trace->n_parts = i + 1;
  }
  atomic_store_explicit (&trace->n_rows, n_rows, memory_order_release);
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
    block_free (trace->block[b], trace->n_stored);
  for (uint32_t i = 0; i < trace->n_parts; i++) {
    run_trace_unref (trace->parts[i].trace);
    g_free (trace->parts[i].column);
  }
  g_free (trace->parts);
  g_free (trace->source);
  g_free (trace->sign);
  g_free (trace);
}

/* A column of its own for values that differ from the first, which fills it so far. */
static Column *
column_new (double first, size_t n_filled, size_t rows)
{
  size_t n_groups = rows / GROUP_ROWS;
  Column *column = g_malloc (sizeof (Column) + rows * sizeof (double) +
                             n_groups * sizeof (RunRange));

  column->group = (RunRange *) (column->value + rows);
  for (size_t g = 0; g < n_groups; g++)
    column->group[g] = EMPTY;
  for (size_t row = 0; row < n_filled; row++) {
    column->value[row] = first;
    range_add_value (&column->group[row / GROUP_ROWS], first);
  }
  return column;
}

static void
block_set (Block *block, uint32_t c, size_t in_block, double value, size_t rows)
{
  Column *column = atomic_load_explicit (&block->column[c], memory_order_relaxed);

  if (in_block == 0)
    block->first[c] = value;
  if (column == NULL && value == block->first[c])
    return;
  bool is_new = column == NULL;
  if (is_new)
    column = column_new (block->first[c], in_block, rows);
  column->value[in_block] = value;
  range_add_value (&column->group[in_block / GROUP_ROWS], value);
  if (is_new)
    atomic_store_explicit (&block->column[c], column, memory_order_release);
}

/* The last row of a block is in. */
static void
block_close (Block *block, uint32_t n_stored, size_t rows)
{
  for (uint32_t c = 0; c < n_stored; c++) {
    const Column *column = block->column[c];

    block->whole[c] = EMPTY;
    if (column == NULL)
      range_add_value (&block->whole[c], block->first[c]);
    else
      for (size_t g = 0; g < rows / GROUP_ROWS; g++)
        range_add (&block->whole[c], column->group[g]);
  }
}

bool
run_trace_append (RunTrace *trace, double time, const double *values)
{
  size_t n_rows = atomic_load_explicit (&trace->n_rows, memory_order_relaxed);
  size_t row = n_rows - trace->n_past, rows = trace->block_rows;
  size_t in_block = row % rows;

  if (row >= MAX_BLOCKS * rows)
    return false;
  if (in_block == 0)
    atomic_store_explicit (&trace->block[row / rows], block_new (trace->n_stored, rows),
                           memory_order_release);
  Block *block = trace->block[row / rows];
  block->time[in_block] = time;
  for (uint32_t c = 0; c < trace->n_stored; c++)
    block_set (block, c, in_block, values[c], rows);
  if (in_block == rows - 1)
    block_close (block, trace->n_stored, rows);
  atomic_store_explicit (&trace->n_rows, n_rows + 1, memory_order_release);
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
  const RunTrace *writer = writer_of (trace, row, NULL);
  size_t own = row - writer->n_past;

  return block_at (writer, own)->time[own % writer->block_rows];
}

static const Column *
column_at (const Block *block, uint32_t stored)
{
  return atomic_load_explicit (&block->column[stored], memory_order_acquire);
}

double
run_trace_value (const RunTrace *trace, uint32_t column, size_t row)
{
  g_assert (column < trace->n_columns);
  const RunTrace *writer = writer_of (trace, row, &column);
  if (column == UINT32_MAX)
    return NAN;
  row -= writer->n_past;
  const Block *block = block_at (writer, row);
  uint32_t stored = writer->source[column];
  const Column *own = column_at (block, stored);
  double value =
      own != NULL ? own->value[row % writer->block_rows] : block->first[stored];
  return writer->sign[column] * value;
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

/* Rows [row, end) of one block. */
static RunRange
range_in_block (const Block *block, uint32_t stored, size_t row, size_t end)
{
  const Column *column = column_at (block, stored);
  RunRange range = EMPTY;

  if (column == NULL) {
    range_add_value (&range, block->first[stored]);
    return range;
  }
  while (row < end)
    if (row % GROUP_ROWS == 0 && row + GROUP_ROWS <= end) {
      range_add (&range, column->group[row / GROUP_ROWS]);
      row += GROUP_ROWS;
    } else {
      range_add_value (&range, column->value[row++]);
    }
  return range;
}

/* Of one's own rows. */
static RunRange
range_of_rows (const RunTrace *trace, uint32_t stored, size_t row, size_t end)
{
  RunRange range = EMPTY;
  size_t rows = trace->block_rows;

  while (row < end) {
    const Block *block = block_at (trace, row);
    size_t in_block = row % rows, n = MIN (rows - in_block, end - row);

    range_add (&range, n == rows
                           ? block->whole[stored]
                           : range_in_block (block, stored, in_block, in_block + n));
    row += n;
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
  RunRange range = EMPTY;

  g_assert (column < trace->n_columns);
  while (begin < end) {
    uint32_t c = column;
    const RunTrace *writer = writer_of (trace, begin, &c);
    size_t past = writer->n_past, to = MIN (end, end_of_part (trace, begin));

    if (c != UINT32_MAX)
      range_add (&range, with_sign (range_of_rows (writer, writer->source[c],
                                                   begin - past, to - past),
                                    writer->sign[c]));
    begin = to;
  }
  return range;
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
