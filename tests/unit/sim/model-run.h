/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>
#include <string.h>

#include "base/folder.h"
#include "flat/build.h"
#include "lang/parse.h"
#include "sim/build.h"
#include "sim/state.h"

/* Models as text through all passes, run to the end. */
typedef struct {
  SimModel *model;
  SimState *state;
  GArray *times;
  GArray *is_event;
  GArray *values; /* of one variable */
  uint32_t watched;
  GError *error;
} Run;

static inline void
keep (void *data, SimState *state, double time, bool is_event)
{
  Run *run = data;
  double value = sim_state_value (state, run->watched);

  g_array_append_val (run->times, time);
  g_array_append_val (run->is_event, is_event);
  g_array_append_val (run->values, value);
}

static inline SimModel *
compile (const char *text)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autofree char *folder = base_folder_data ();
  g_autoptr (LibIndex) library = lib_index_load_all (folder, diags, NULL);
  BaseSource *source = base_source_new ("model.dyad", text, strlen (text));
  g_autoptr (LangFile) file = lang_parse (source, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  FlatRoot root = {.model = lib_index_get (index, "model.M", LIB_COMPONENTS)};
  FlatModel *flat = flat_build (arena, index, &root, diags);
  DaeSystem *dae = flat == NULL ? NULL : dae_build (arena, flat, diags);

  base_source_unref (source);
  for (uint32_t i = 0; dae == NULL && i < base_diags_count (diags); i++) {
    g_autofree char *line = base_diag_to_text (base_diags_get (diags, i));
    g_test_message ("%s", line);
  }
  g_assert_nonnull (dae);
  return sim_model_new (dae, diags);
}

/* Keeps the rows of one variable. */
static inline Run *
run_model (const char *text, const char *variable, const SimOptions *options)
{
  Run *run = g_new0 (Run, 1);

  run->model = compile (text);
  run->watched = sim_model_find (run->model, variable);
  g_assert_cmpuint (run->watched, !=, UINT32_MAX);
  run->times = g_array_new (FALSE, FALSE, sizeof (double));
  run->is_event = g_array_new (FALSE, FALSE, sizeof (bool));
  run->values = g_array_new (FALSE, FALSE, sizeof (double));
  run->state = sim_state_new (run->model, options, &run->error);
  g_assert_no_error (run->error);
  if (sim_state_init (run->state, keep, run, &run->error) == SIM_OK)
    sim_state_run (run->state, options->stop, NULL, keep, run, &run->error);
  return run;
}

static inline void
run_free (Run *run)
{
  g_array_unref (run->times);
  g_array_unref (run->is_event);
  g_array_unref (run->values);
  g_clear_error (&run->error);
  sim_state_free (run->state);
  sim_model_unref (run->model);
  g_free (run);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Run, run_free)

static inline double
time_at (const Run *run, uint32_t i)
{
  return g_array_index (run->times, double, i);
}

static inline double
value_at (const Run *run, uint32_t i)
{
  return g_array_index (run->values, double, i);
}

static inline GArray *
event_times (const Run *run)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (double));

  for (uint32_t i = 0; i < run->times->len; i++)
    if (g_array_index (run->is_event, bool, i)) {
      g_array_append_val (times, g_array_index (run->times, double, i));
      i++;
    }
  return times;
}

static inline SimOptions
options_for (double stop, double rtol)
{
  SimOptions options = sim_state_options_default ();

  options.stop = stop;
  options.rtol = rtol;
  return options;
}
