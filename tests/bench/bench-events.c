/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What events cost: a block on a belt that sticks and slips a thousand times a second,
 * against real time; and one table of all examples: reading, compiling, running. */
#include "base/folder.h"
#include "run/open.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N_REPEAT = 5 };

/* The example with all speeds this much greater: its time runs as much faster. */
static const double SPEED_UP = 393;
static const double T_STOP = 1;

static double
now_ms (void)
{
  return (double) g_get_monotonic_time () / 1000;
}

/* ---- one model ---- */

typedef struct {
  uint32_t n_equations;
  uint32_t n_states;
  double compile_ms;
  double run_ms;
  double length; /* of the run in seconds of the model */
  SimRunStats stats;
} Cost;

static void
ignore_row (void *data, SimState *state, double time, bool is_event)
{
}

/* The cost of what the text holds, with `stop` (or its analysis if that is NaN). */
static Cost
measure (const LibIndex *library, const char *name, const char *text, double stop)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (BaseSource) source = base_source_new (name, text, strlen (text));
  RunSettings settings;
  Cost cost = {0};

  double begin = now_ms ();
  g_autoptr (SimModel) model =
      run_open_source (library, source, NULL, &settings, diags, &error);
  cost.compile_ms = now_ms () - begin;
  if (model == NULL)
    g_error ("%s: %s", name, base_diag_to_text (base_diags_get (diags, 0)));
  if (!isnan (stop))
    settings.options.stop = stop;
  g_autoptr (SimState) state = sim_state_new (model, &settings.options, &error);
  begin = now_ms ();
  SimStatus status = sim_state_init (state, ignore_row, NULL, &error);
  if (status == SIM_OK)
    status =
        sim_state_run (state, settings.options.stop, NULL, ignore_row, NULL, &error);
  cost.run_ms = now_ms () - begin;
  if (status != SIM_OK && status != SIM_TERMINATED)
    g_error ("%s: %s", name, error->message);
  sim_state_stats (state, &cost.stats);
  cost.n_equations = sim_model_n_equations (model);
  cost.n_states = sim_model_n_states (model);
  cost.length = sim_state_time (state) - settings.options.start;
  return cost;
}

static Cost
measure_best (const LibIndex *library, const char *name, const char *text, double stop)
{
  Cost best = measure (library, name, text, stop);

  for (int i = 1; i < N_REPEAT; i++) {
    Cost next = measure (library, name, text, stop);
    best.compile_ms = MIN (best.compile_ms, next.compile_ms);
    best.run_ms = MIN (best.run_ms, next.run_ms);
  }
  return best;
}

static double
events_of (const Cost *cost)
{
  return (double) (cost->stats.n_state_events + cost->stats.n_time_events);
}

/* ---- a thousand events a second ---- */

static void
measure_stick_slip (const LibIndex *library)
{
  const char *const t = "TranslationalComponents";
  const double k = SPEED_UP;
  g_autofree char *text = g_strdup_printf (
      "component StickSlip\n"
      "  wall = %s.Components.Fixed()\n"
      "  spring = %s.Components.SpringDamper(c = 100, d = %.9g)\n"
      "  block = %s.Components.Mass(m = %.9g, s(initial = 0), v(initial = %.9g))\n"
      "  friction = %s.Components.SupportFriction(f_pos = [[0, 12], [%.9g, 8], [%.9g, "
      "5], [%.9g, 5]], peak = 1.1, useSupport = true)\n"
      "  belt = %s.Sources.ConstantSpeed(v_fixed = %.9g, s(initial = 0))\n"
      "relations\n"
      "  connect(wall.flange, spring.flange_a)\n"
      "  connect(spring.flange_b, block.flange_a)\n"
      "  connect(block.flange_b, friction.flange_a)\n"
      "  connect(belt.flange, friction.support)\n"
      "end\n",
      t, t, 0.5 / k, t, 1 / (k * k), 0.2 * k, t, 0.1 * k, 0.5 * k, 2 * k, t, 0.2 * k);
  Cost cost = measure_best (library, "stick-slip", text, T_STOP);
  double n_events = events_of (&cost);

  printf (
      "stick-slip: %.0f events/s, %.2f us per event, %.1f steps per event: %.0f times "
      "faster than real time\n\n",
      n_events / cost.length, 1000 * cost.run_ms / n_events,
      (double) cost.stats.steps.n_steps / n_events, 1000 * cost.length / cost.run_ms);
}

/* ---- the examples ---- */

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
measure_examples (const LibIndex *library, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    if (g_str_has_suffix (name, ".dyad"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  printf ("%-24s %9s %7s %11s %9s %7s %7s %8s %9s\n", "example", "equations", "states",
          "compile ms", "run ms", "steps", "events", "us/step", "x real");
  for (guint i = 0; i < names->len; i++) {
    const char *name = names->pdata[i];
    g_autofree char *file = g_build_filename (path, name, NULL);
    g_autofree char *text = NULL;

    if (!g_file_get_contents (file, &text, NULL, NULL))
      g_error ("%s cannot be read", file);
    Cost cost = measure_best (library, name, text, NAN);
    printf ("%-24s %9u %7u %11.2f %9.2f %7u %7.0f %8.2f %9.0f\n", name,
            cost.n_equations, cost.n_states, cost.compile_ms, cost.run_ms,
            (unsigned) cost.stats.steps.n_steps, events_of (&cost),
            1000 * cost.run_ms / (double) MAX (cost.stats.steps.n_steps, 1),
            1000 * cost.length / cost.run_ms);
  }
}

int
main (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = base_folder_data ();
  g_autoptr (LibIndex) library = run_open_library (diags, &error);

  if (library == NULL)
    g_error ("%s", error->message);
  measure_stick_slip (library);
  measure_examples (library, folder);
  return 0;
}
