/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a branch of a run may begin: never behind its time, not far before it, and
 * without taking the memory that a long run would need. */
#include <math.h>

#include "models.h"
#include "run/checkpoint.h"

/* More than are ever kept, and how many that may be. */
enum { TAKEN = 5000, KEPT_MOST = 1024 };

static const double SPACING = 0.001;

typedef struct {
  SimModel *model;
  SimState *state;
  RunCheckpoints *checkpoints;
} Fixture;

/* A run from 0 s on with a checkpoint each millisecond; its rows and changes count
 * up. */
static void
take_some (Fixture *fixture, const char *text, const char *solver, int n)
{
  SimOptions options = sim_state_options_default ();

  options.solver = solver;
  fixture->model = test_compile (text, NULL);
  fixture->state = sim_state_new (fixture->model, &options, NULL);
  fixture->checkpoints = run_checkpoints_new ();
  g_assert_cmpint (sim_state_init (fixture->state, NULL, NULL, NULL), ==, SIM_OK);
  for (int k = 0; k < n; k++) {
    sim_state_run (fixture->state, SPACING * k, NULL, NULL, NULL, NULL);
    run_checkpoints_take (fixture->checkpoints, fixture->state, 7 + (size_t) k,
                          (uint32_t) k);
  }
}

static void
take_many (Fixture *fixture, const char *solver, int n)
{
  take_some (fixture, TEST_OSCILLATOR, solver, n);
}

static void
clear (Fixture *fixture)
{
  run_checkpoints_free (fixture->checkpoints);
  sim_state_free (fixture->state);
  sim_model_unref (fixture->model);
}

static double
time_of_found (const RunCheckpoints *checkpoints, double time)
{
  RunCheckpoint found = run_checkpoints_find (checkpoints, time);
  double at = found.snapshot != NULL ? sim_snapshot_time (found.snapshot) : NAN;

  sim_snapshot_unref (found.snapshot);
  return at;
}

/* The last one before a time, or at it, with what was known then. */
static void
test_find (void)
{
  Fixture fixture;

  take_many (&fixture, "auto", 10);
  g_assert_true (isnan (time_of_found (fixture.checkpoints, -1e-9)));
  for (uint32_t k = 0; k < 10; k++) {
    double time = SPACING * k;

    for (int half = 0; half < 2; half++) {
      RunCheckpoint found =
          run_checkpoints_find (fixture.checkpoints, time + 0.5 * SPACING * half);

      g_assert_cmpfloat (sim_snapshot_time (found.snapshot), ==, time);
      g_assert_cmpuint (found.n_rows, ==, 7 + k);
      g_assert_cmpuint (found.n_changes, ==, k);
      sim_snapshot_unref (found.snapshot);
    }
  }
  g_assert_cmpfloat (time_of_found (fixture.checkpoints, 1e9), ==, 9 * SPACING);
  clear (&fixture);
}

/* Of a long run they become fewer, but no stretch is left out, least of all the
 * start. */
static void
test_budget (void)
{
  Fixture fixture;
  double last = -1;
  int n = 0;

  take_many (&fixture, "auto", TAKEN);
  for (int k = 0; k < TAKEN; k++) {
    double time = SPACING * k, found = time_of_found (fixture.checkpoints, time);

    g_assert_cmpfloat (found, <=, time);
    /* Every second one went, eight times. */
    g_assert_cmpfloat (time - found, <=, 256 * SPACING);
    n += found != last;
    last = found;
  }
  g_assert_cmpfloat (time_of_found (fixture.checkpoints, 0), ==, 0);
  g_assert_cmpfloat (last, ==, SPACING * (TAKEN - 1));
  g_assert_cmpint (n, <=, KEPT_MOST);
  g_assert_cmpint (n, >=, KEPT_MOST / 2);
  clear (&fixture);
}

/* Large ones are fewer: all together take 64 MiB at most, and not much less. */
static void
test_memory (void)
{
  Fixture fixture;
  const double budget = 64 << 20;
  double last = -1, size;
  int n = 0;

  take_some (&fixture,
             "component M\n  variable x::Real[1000](initial = fill(1, 1000))\n"
             "relations\n  der(x) = -x\nend\n",
             "rk4", 1000);
  for (int k = 0; k < 1000; k++) {
    double found = time_of_found (fixture.checkpoints, SPACING * k);

    n += found != last;
    last = found;
  }
  RunCheckpoint first = run_checkpoints_find (fixture.checkpoints, 0);
  size = (double) sim_snapshot_size (first.snapshot);
  sim_snapshot_unref (first.snapshot);
  g_test_message ("%d of %g bytes", n, size);
  g_assert_cmpfloat (1000 * size, >, 1.5 * budget);
  g_assert_cmpfloat (n * size, <=, 1.01 * budget);
  g_assert_cmpfloat (n * size, >=, 0.45 * budget);
  clear (&fixture);
}

static double
now (void)
{
  return 1e-6 * (double) g_get_monotonic_time ();
}

/* The first one at once, the next ones apart, and farther the longer the run is: in a
 * branch that inherits them as well. */
static void
test_due (void)
{
  Fixture fixture;
  RunCheckpoints *branch = run_checkpoints_new ();

  g_assert_true (run_checkpoints_is_due (branch, now ()));
  take_many (&fixture, "auto", 1);
  g_assert_false (run_checkpoints_is_due (fixture.checkpoints, now () - 0.01));
  g_assert_true (run_checkpoints_is_due (fixture.checkpoints, now () + 1000));
  clear (&fixture);
  take_many (&fixture, "auto", TAKEN); /* from 10 ms eight times the double */
  g_assert_false (run_checkpoints_is_due (fixture.checkpoints, now () + 1));
  g_assert_true (run_checkpoints_is_due (fixture.checkpoints, now () + 1000));
  run_checkpoints_inherit (branch, fixture.checkpoints, 1);
  run_checkpoints_take (branch, fixture.state, 0, 0);
  g_assert_false (run_checkpoints_is_due (branch, now () + 1));
  run_checkpoints_free (branch);
  clear (&fixture);
}

/* A method that begins anew behind a snapshot would give other rows from each one: its
 * branches all begin at the start. */
static void
test_inexact (void)
{
  Fixture fixture;

  take_many (&fixture, "msadams", 1);
  g_assert_false (run_checkpoints_is_due (fixture.checkpoints, 1e300));
  clear (&fixture);
}

/* A branch has those of its run until it begins, and these outlive the run. */
static void
test_inherit (void)
{
  Fixture fixture;
  RunCheckpoints *branch = run_checkpoints_new ();

  take_many (&fixture, "auto", 10);
  run_checkpoints_inherit (branch, fixture.checkpoints, 5 * SPACING);
  clear (&fixture);
  for (int k = 0; k < 10; k++)
    g_assert_cmpfloat (time_of_found (branch, SPACING * k), ==, SPACING * MIN (k, 5));
  run_checkpoints_free (branch);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/checkpoint/find", test_find);
  g_test_add_func ("/run/checkpoint/budget", test_budget);
  g_test_add_func ("/run/checkpoint/memory", test_memory);
  g_test_add_func ("/run/checkpoint/due", test_due);
  g_test_add_func ("/run/checkpoint/inexact", test_inexact);
  g_test_add_func ("/run/checkpoint/inherit", test_inherit);
  return g_test_run ();
}
