/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run of a changed model goes on where one of the model before stands. */
#include "model-run.h"

/* What is there in both, and what the changed one has beside it. */
#define MODEL(more)                                                                    \
  "component M\n"                                                                      \
  "  parameter k::Real = 1\n"                                                          \
  "  variable x::Real(initial = 0)\n"                                                  \
  "  variable late::Real = delay(x, 1)\n"                                              \
  "  discrete variable z::Real(guess = 0)\n" more "relations\n"                        \
  "  der(x) = k * cos(time)\n"                                                         \
  "  when time > 0.5\n    z = 7\n  end\n"                                              \
  "end\n"

static void
ignore_row (void *data, SimState *state, double time, bool is_event)
{
}

typedef struct {
  const SimModel *model;
  double first, last;
} Rows;

static double
value_of (const Rows *rows, SimState *state, const char *name)
{
  const uint32_t variable = sim_model_find (rows->model, name);

  g_assert_cmpuint (variable, !=, UINT32_MAX);
  return sim_state_value (state, variable);
}

static void
check_row (void *data, SimState *state, double t, bool is_event)
{
  Rows *rows = data;
  const double late = 3.0 * sin (t - 1.0);

  g_assert_cmpfloat_with_epsilon (value_of (rows, state, "x"), 3.0 * sin (t), 1e-6);
  g_assert_cmpfloat_with_epsilon (value_of (rows, state, "late"), late, 1e-6);
  g_assert_cmpfloat_with_epsilon (value_of (rows, state, "w"), 2.0 * late + 7.0, 1e-5);
  rows->first = isnan (rows->first) ? t : rows->first;
  rows->last = t;
}

/* States, discrete values, parameters that were set, and what delays remember stay;
 * what is new follows from them. */
static void
test_goes_on (void)
{
  const SimOptions options = options_for (4.0, 1e-8);
  SimModel *before = compile (MODEL ("")),
           *after = compile (MODEL ("  variable w::Real = 2 * late + z\n"));
  SimState *from = sim_state_new (before, &options, NULL);
  SimState *to = sim_state_new (after, &options, NULL);
  Rows rows = {after, NAN, NAN};

  sim_state_set_parameter (from, sim_model_find (before, "k"), 3.0);
  g_assert_cmpint (sim_state_init (from, ignore_row, NULL, NULL), ==, SIM_OK);
  g_assert_cmpint (sim_state_run (from, 2.0, NULL, ignore_row, NULL, NULL), ==, SIM_OK);
  g_assert_cmpint (sim_state_init_from (to, from, check_row, &rows, NULL), ==, SIM_OK);
  sim_state_run (to, options.stop, NULL, check_row, &rows, NULL);
  g_assert_true (sim_state_is_finished (to));
  g_assert_cmpfloat (rows.first, ==, sim_state_time (from));
  g_assert_cmpfloat (rows.last, ==, options.stop);
  sim_state_free (to);
  sim_state_free (from);
  sim_model_unref (after);
  sim_model_unref (before);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/transfer/goes-on", test_goes_on);
  return g_test_run ();
}
