/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each snapshot is taken a certain wall time behind the last one. When they take more
 * than their budget, every second one goes and that time doubles, so that their
 * distance stays within a factor of two of the least that the budget allows (Griewank &
 * Walther, Evaluating Derivatives, 2008, 12.1, for runs of unknown length). It is also
 * never less than a hundred times what a snapshot takes of the thread's CPU time. Where
 * a method begins anew behind a restore, only the start is kept, so that a branch does
 * not depend on the clock. */
#include "run/checkpoint.h"

#include <math.h>
#include <time.h>

/* Bytes and number; of snapshots that are larger only the first is kept. */
static const size_t BUDGET = (size_t) 64 << 20;
enum { MOST = 1024 };

/* Least wall time between two, in s, and as a multiple of what one takes. */
static const double SPACING_LEAST = 0.01, SPACING_PART = 100;

struct RunCheckpoints {
  GArray *list; /* RunCheckpoint */
  size_t size;
  double spacing;
  double due; /* when the next one is wanted */
};

static void
clear (void *data)
{
  sim_snapshot_unref (((RunCheckpoint *) data)->snapshot);
}

RunCheckpoints *
run_checkpoints_new (void)
{
  RunCheckpoints *self = g_new0 (RunCheckpoints, 1);

  self->list = g_array_new (FALSE, FALSE, sizeof (RunCheckpoint));
  g_array_set_clear_func (self->list, clear);
  self->spacing = SPACING_LEAST;
  return self;
}

void
run_checkpoints_free (RunCheckpoints *self)
{
  g_array_unref (self->list);
  g_free (self);
}

bool
run_checkpoints_is_due (const RunCheckpoints *self, double wall)
{
  return wall >= self->due;
}

static const RunCheckpoint *
at (const RunCheckpoints *self, guint i)
{
  return &g_array_index (self->list, RunCheckpoint, i);
}

static void
add (RunCheckpoints *self, RunCheckpoint new)
{
  g_array_append_val (self->list, new);
  self->size += sim_snapshot_size (new.snapshot);
}

/* The first one stays. */
static void
thin_out (RunCheckpoints *self)
{
  for (guint i = 1; i < self->list->len; i++) {
    self->size -= sim_snapshot_size (at (self, i)->snapshot);
    g_array_remove_index (self->list, i);
  }
  self->spacing *= 2;
}

/* Of this thread, in s; what others take meanwhile says nothing of a snapshot. */
static double
cpu_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

void
run_checkpoints_take (RunCheckpoints *self,
                      const SimState *state,
                      size_t n_rows,
                      uint32_t n_changes)
{
  const double begin = cpu_time ();

  add (self, (RunCheckpoint){sim_snapshot_new (state), n_rows, n_changes});
  while (self->list->len > MOST || (self->size > BUDGET && self->list->len > 1))
    thin_out (self);
  const double took = cpu_time () - begin;
  self->due = sim_snapshot_is_exact (at (self, 0)->snapshot)
                  ? (double) g_get_monotonic_time () * 1e-6 +
                        MAX (self->spacing, SPACING_PART * took)
                  : INFINITY;
}

RunCheckpoint
run_checkpoints_find (const RunCheckpoints *self, double time)
{
  guint low = 0, high = self->list->len;

  while (low < high) {
    guint middle = low + (high - low) / 2;

    if (sim_snapshot_time (at (self, middle)->snapshot) <= time)
      low = middle + 1;
    else
      high = middle;
  }
  RunCheckpoint found = {0};
  if (low > 0) {
    found = *at (self, low - 1);
    sim_snapshot_ref (found.snapshot);
  }
  return found;
}

void
run_checkpoints_inherit (RunCheckpoints *self, const RunCheckpoints *from, double time)
{
  self->spacing = from->spacing;
  for (guint i = 0; i < from->list->len; i++) {
    if (sim_snapshot_time (at (from, i)->snapshot) > time)
      return;
    sim_snapshot_ref (at (from, i)->snapshot);
    add (self, *at (from, i));
  }
}
