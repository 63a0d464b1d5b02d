/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A model as text, simulated, with its moving picture. */

#include "../run/models.h"
#include "figure/motion/motion.h"
#include "run/recorder.h"

#include <math.h>

typedef struct {
  LibIndex *index;
  SimModel *model;
  RunRecorder *recorder;
  FigureMotion *motion;
  BaseDiags *diags; /* of the picture alone */
} TestMotion;

static inline void
test_motion_clear (TestMotion *motion)
{
  figure_motion_free (motion->motion);
  run_recorder_free (motion->recorder);
  sim_model_unref (motion->model);
  lib_index_unref (motion->index);
  base_diags_free (motion->diags);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TestMotion, test_motion_clear)

/* Simulates the one model of `text`, as its analysis modifies it, until `stop` with a
 * row every 1/100 of it. Its names are those of the namespace `within`, or NULL. */
static inline TestMotion
test_motion_within (const char *text, const char *within, double stop)
{
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = test_file (text, diags);
  TestMotion motion = {.index = lib_index_put (library, file, within, diags),
                       .diags = base_diags_new ()};
  const LibEntry *analysis;
  const LibEntry *model = lib_model_find (motion.index, file, NULL, &analysis, NULL);
  SimOptions options = sim_state_options_default ();

  g_assert_nonnull (model);
  const RunTarget target = {.model = analysis != NULL ? analysis : model};
  motion.model = run_compile (motion.index, &target, NULL, diags);
  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    g_autofree char *message = base_diag_to_text (base_diags_get (diags, i));

    g_test_message ("%s", message);
  }
  g_assert_nonnull (motion.model);
  motion.motion = figure_motion_new (motion.model, motion.diags);
  motion.recorder = run_recorder_new (motion.model, NULL, 0);
  options.stop = stop;
  options.interval = stop / 100;
  options.rtol = 1e-9;
  g_autoptr (SimState) state = sim_state_new (motion.model, &options, NULL);
  g_assert_cmpint (sim_state_init (state, run_recorder_sink, motion.recorder, NULL), ==,
                   SIM_OK);
  g_assert_cmpint (
      sim_state_run (state, stop, NULL, run_recorder_sink, motion.recorder, NULL), ==,
      SIM_OK);
  return motion;
}

static inline TestMotion
test_motion (const char *text, double stop)
{
  return test_motion_within (text, NULL, stop);
}

static inline const RunTrace *
test_motion_trace (const TestMotion *motion)
{
  return run_recorder_trace (motion->recorder);
}

static inline double
test_motion_value (const TestMotion *motion, const char *name)
{
  uint32_t column = sim_model_find (motion->model, name);

  g_assert_cmpuint (column, !=, UINT32_MAX);
  return run_trace_value_at (test_motion_trace (motion), column,
                             figure_motion_time (motion->motion));
}

static inline uint32_t
test_motion_element (const TestMotion *motion, const char *path)
{
  uint32_t element = figure_motion_find (motion->motion, path);

  g_assert_cmpuint (element, !=, FIGURE_NO_ELEMENT);
  return element;
}
