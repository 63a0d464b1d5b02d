/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run keeps comes back, and what it owns goes with it. */
#include "model-run.h"
#include "sim/memory.h"
#include "sim/method/stepper.h"
#include "sim/snapshot.h"

typedef struct {
  double work;
  double first;
  double last;
} Part;

typedef struct {
  const double *seen;
  double values[4];
  uint32_t n;
} Log;

static void
log_value (void *data)
{
  Log *log = data;

  log->values[log->n++] = *log->seen;
}

static void
fill (double *values, uint32_t n, double from)
{
  for (uint32_t i = 0; i < n; i++)
    values[i] = from + i;
}

static void
check (const double *values, uint32_t n, double from)
{
  for (uint32_t i = 0; i < n; i++)
    g_assert_cmpfloat (values[i], ==, from + i);
}

/* Fields from one on, arrays by the variable that points to them, arrays that grow:
 * each has what it had, whatever it holds since. */
static void
test_places (void)
{
  g_autoptr (SimMemory) memory = sim_memory_new ();
  Part part = {1, 2, 3};
  double *a, *b, *none;
  size_t size, later;

  sim_memory_keep_from (memory, &part, first);
  sim_memory_array (memory, &a, 3);
  sim_memory_array (memory, &none, 0);
  GArray *grows = sim_memory_growing (memory, sizeof (double));
  sim_memory_array (memory, &b, 2);
  GArray *more = sim_memory_growing (memory, sizeof (uint16_t));
  Log log = {.seen = &part.last};
  sim_memory_when_restored (memory, log_value, &log);
  g_assert_cmpfloat (a[0] + a[1] + a[2], ==, 0);
  fill (a, 3, 10);
  fill (b, 2, 20);
  for (double x = 30; x < 35; x++)
    g_array_append_val (grows, x);
  g_array_append_vals (more, ((uint16_t[]){7, 8}), 2);
  g_autofree void *copy = sim_memory_save (memory, &size);
  g_assert_cmpuint (size, ==,
                    7 * sizeof (double) + 2 * sizeof (guint) + 5 * sizeof (double) +
                        2 * sizeof (uint16_t));

  double *swapped = a;
  part = (Part){-1, -2, -3};
  a = g_newa (double, 3);
  fill (a, 3, -1);
  fill (b, 2, -1);
  g_array_set_size (grows, 2);
  g_array_append_vals (more, ((uint16_t[]){9, 9, 9}), 3);
  g_free (sim_memory_save (memory, &later));
  g_assert_cmpuint (size - later, ==, 3 * sizeof (double) - 3 * sizeof (uint16_t));
  fill (swapped, 3, 0);
  g_assert_cmpuint (log.n, ==, 0);

  for (uint32_t time = 1; time <= 2; time++) {
    sim_memory_restore (memory, copy);
    g_assert_cmpfloat (part.work, ==, -1);
    check (&part.first, 2, 2);
    check (a, 3, 10);
    check (b, 2, 20);
    check (swapped, 3, 0);
    g_assert_cmpuint (grows->len, ==, 5);
    check ((const double *) (const void *) grows->data, 5, 30);
    g_assert_cmpuint (more->len, ==, 2);
    g_assert_cmpuint (g_array_index (more, uint16_t, 1), ==, 8);
    g_assert_cmpuint (log.n, ==, time);
    g_assert_cmpfloat (log.values[time - 1], ==, 3);
    part.last = 5;
  }
}

static double freed[3];
static uint32_t n_freed;

static void
note_freed (void *object)
{
  freed[n_freed++] = *(const double *) object;
}

/* What was made last may stand on what was made first, in the arena. */
static void
test_owned (void)
{
  SimMemory *memory = sim_memory_new ();
  double *values = base_arena_array (memory->arena, double, 3);

  fill (values, 3, 1);
  for (uint32_t i = 0; i < 3; i++)
    sim_memory_own (memory, &values[i], note_freed);
  sim_memory_free (memory);
  g_assert_cmpuint (n_freed, ==, 3);
  for (uint32_t i = 0; i < 3; i++)
    g_assert_cmpfloat (freed[i], ==, 3.0 - i);
}

typedef struct {
  GArray *bits; /* of all values of a row, one row behind the other */
  uint32_t n;
} Rows;

static void
add_row (void *data, SimState *state, double time, bool is_event)
{
  Rows *rows = data;

  g_array_append_val (rows->bits, time);
  for (uint32_t v = 0; v < rows->n; v++) {
    double value = sim_state_value (state, v);
    g_array_append_val (rows->bits, value);
  }
}

/* Events, reinits, samples, a nonlinear block, a delay that changes. */
static const char *const ALL = "component M\n"
                               "  parameter k::Real = 9\n"
                               "  variable s::Real(initial = 1)\n"
                               "  variable v::Real(initial = 0)\n"
                               "  variable y::Real\n"
                               "  variable late::Real\n"
                               "  variable n::Integer\n"
                               "relations\n"
                               "  initial n = 0\n"
                               "  der(s) = v\n"
                               "  der(v) = -k*s - 0.1*v + 0.2*late\n"
                               "  y^3 + y = s\n"
                               "  late = delay(y, 0.2 + 0.1*sin(time), 0.5)\n"
                               "  when s < -0.5\n"
                               "    reinit(v, -0.8*v)\n"
                               "  end\n"
                               "  when sample(0.1, 0.25)\n"
                               "    n = pre(n) + 1\n"
                               "  end\n"
                               "end\n";

static void
go_on (SimState *state, Rows *rows, double until)
{
  GError *error = NULL;

  g_assert_cmpint (sim_state_run (state, until, NULL, add_row, rows, &error), ==,
                   SIM_OK);
  g_assert_no_error (error);
}

/* A run that is taken up where it stood gives the rows that it gave, to the bit, in the
 * state that went on meanwhile and in a new one; from some methods of GSL's the same
 * but for the tolerance. */
static void
test_snapshot (void)
{
  const SimStepperClass *const *all = sim_stepper_all ();
  g_autoptr (SimModel) model = compile (ALL);

  for (; *all != NULL; all++) {
    SimOptions options = options_for (2.0, 1e-6);
    Rows rows = {g_array_new (FALSE, FALSE, sizeof (double)), sim_model_n_vars (model)};

    options.solver = (*all)->name;
    g_autoptr (SimState) state = sim_state_new (model, &options, NULL);
    g_autoptr (SimState) other = sim_state_new (model, &options, NULL);
    SimState *taken_up[] = {state, other};
    g_assert_cmpint (sim_state_init (state, NULL, NULL, NULL), ==, SIM_OK);
    go_on (state, &rows, 0.613);
    g_autoptr (SimSnapshot) snapshot = sim_snapshot_new (state);
    g_assert_cmpfloat (sim_snapshot_time (snapshot), ==, sim_state_time (state));
    g_assert_cmpuint (sim_snapshot_size (snapshot), >, 100 * sizeof (double));
    g_assert_true (sim_snapshot_is_exact (snapshot) == !(*all)->is_restarted);
    g_array_set_size (rows.bits, 0);
    go_on (state, &rows, 2.0);
    g_assert_true (sim_state_is_finished (state));
    g_autofree double *once =
        g_memdup2 (rows.bits->data, rows.bits->len * sizeof (double));
    guint n = rows.bits->len;
    g_assert_cmpuint (n, >, 100 * rows.n);
    for (size_t i = 0; i < G_N_ELEMENTS (taken_up); i++) {
      g_array_set_size (rows.bits, 0);
      sim_snapshot_restore (snapshot, taken_up[i]);
      g_assert_cmpfloat (sim_state_time (taken_up[i]), ==,
                         sim_snapshot_time (snapshot));
      go_on (taken_up[i], &rows, 2.0);
      const double *again = (const double *) (const void *) rows.bits->data;
      if (sim_snapshot_is_exact (snapshot))
        g_assert_cmpmem (again, rows.bits->len * sizeof (double), once,
                         n * sizeof (double));
      for (uint32_t v = 1; v <= rows.n; v++)
        g_assert_cmpfloat_with_epsilon (again[rows.bits->len - v], once[n - v], 1e-3);
    }
    g_array_unref (rows.bits);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/memory/places", test_places);
  g_test_add_func ("/sim/memory/owned", test_owned);
  g_test_add_func ("/sim/memory/snapshot", test_snapshot);
  return g_test_run ();
}
