/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>

#include "../hand-dae.h"
#include "sim/build.h"
#include "sim/state.h"

/* Runs of systems written by hand, with their rows kept. */
typedef struct {
  double time;
  bool is_event;
  double *values; /* by variable */
} HandRow;

typedef struct {
  SimModel *model;
  SimState *state;
  GArray *rows;
  SimStatus status;
  GError *error;
} HandRun;

static inline void
hand_run_keep (void *data, SimState *state, double time, bool is_event)
{
  HandRun *run = data;
  uint32_t n = sim_model_n_vars (run->model);
  HandRow row = {time, is_event, g_new (double, n)};

  for (uint32_t v = 0; v < n; v++)
    row.values[v] = sim_state_value (state, v);
  g_array_append_val (run->rows, row);
}

static inline void
hand_run_clear_row (void *row)
{
  g_free (((HandRow *) row)->values);
}

static inline HandRun *
hand_run_new (HandDae *h, const SimOptions *options)
{
  HandRun *run = g_new0 (HandRun, 1);

  run->model = sim_model_new (hand_finish (h), NULL);
  run->rows = g_array_new (FALSE, FALSE, sizeof (HandRow));
  g_array_set_clear_func (run->rows, hand_run_clear_row);
  run->state = sim_state_new (run->model, options, &run->error);
  return run;
}

/* Starts and goes on to the end. */
static inline HandRun *
hand_run (HandDae *h, const SimOptions *options)
{
  HandRun *run = hand_run_new (h, options);

  if (run->state == NULL)
    return run;
  run->status = sim_state_init (run->state, hand_run_keep, run, &run->error);
  if (run->status == SIM_OK)
    run->status = sim_state_run (run->state, options->stop, NULL, hand_run_keep, run,
                                 &run->error);
  return run;
}

static inline void
hand_run_free (HandRun *run)
{
  g_array_unref (run->rows);
  g_clear_error (&run->error);
  sim_state_free (run->state);
  sim_model_unref (run->model);
  g_free (run);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HandRun, hand_run_free)

static inline double
hand_run_at (const HandRun *run, uint32_t row, const HandDae *h, ExprId var)
{
  return g_array_index (run->rows, HandRow, row).values[hand_index (h, var)];
}

static inline double
hand_run_time (const HandRun *run, uint32_t row)
{
  return g_array_index (run->rows, HandRow, row).time;
}

static inline double
hand_run_end (const HandRun *run, const HandDae *h, ExprId var)
{
  return hand_run_at (run, run->rows->len - 1, h, var);
}

/* Times of the events, which have two rows each. */
static inline GArray *
hand_run_events (const HandRun *run)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (double));

  for (uint32_t i = 0; i < run->rows->len; i++) {
    const HandRow *row = &g_array_index (run->rows, HandRow, i);
    if (!row->is_event)
      continue;
    g_assert_cmpfloat (row->time, ==, row[1].time);
    g_array_append_val (times, row->time);
    i++;
  }
  return times;
}
