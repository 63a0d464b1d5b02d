/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What events cost: a block that sticks and slips on a belt against the same block in C
 * (belt.h), at equal error; chains of masses with friction and clocks that have nothing
 * to do with each other, and how both grow; and one table of all examples. All times
 * are CPU times; a budget that is missed is printed as missed. */
#include "base/folder.h"
#include "belt.h"
#include "run/open.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { N_REPEAT = 5, N_ROWS = 500 };

static double
now_ms (void)
{
  return 1e3 * (double) clock () / CLOCKS_PER_SEC;
}

/* ---- one model ---- */

typedef struct {
  uint32_t n_equations;
  uint32_t n_states;
  double compile_ms;
  double run_ms;
  double length; /* of the run in seconds of the model */
  SimRunStats stats;
  double last[2]; /* what was asked for, at the end */
} Cost;

/* A run of what the text holds: settings that are NaN or 0 are those of the analysis.
 */
typedef struct {
  const char *name;
  char *text;
  double stop;
  double rtol;
  double interval;
  const char *shown[2];
} Work;

static void
ignore_row (void *data, SimState *state, double time, bool is_event)
{
}

static void
run_once (const SimModel *model,
          const Work *work,
          const SimOptions *options,
          Cost *cost)
{
  g_autoptr (GError) error = NULL;
  SimState *state = sim_state_new (model, options, &error);
  double begin = now_ms ();
  SimStatus status = sim_state_init (state, ignore_row, NULL, &error);

  if (status == SIM_OK)
    status = sim_state_run (state, options->stop, NULL, ignore_row, NULL, &error);
  double run_ms = now_ms () - begin;
  if (status != SIM_OK && status != SIM_TERMINATED)
    g_error ("%s: %s", work->name, error->message);
  sim_state_stats (state, &cost->stats);
  cost->run_ms = cost->run_ms > 0 ? MIN (cost->run_ms, run_ms) : run_ms;
  cost->length = sim_state_time (state) - options->start;
  for (int i = 0; i < 2; i++)
    if (work->shown[i] != NULL)
      cost->last[i] = sim_state_value (state, sim_model_find (model, work->shown[i]));
  sim_state_free (state);
}

static Cost
measure (const LibIndex *library, const Work *work, int n_repeat)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (BaseSource) source =
      base_source_new (work->name, work->text, strlen (work->text));
  RunSettings settings;
  Cost cost = {0};

  double begin = now_ms ();
  g_autoptr (SimModel) model =
      run_open_source (library, source, NULL, &settings, diags, &error);
  cost.compile_ms = now_ms () - begin;
  if (model == NULL)
    g_error ("%s: %s", work->name, base_diag_to_text (base_diags_get (diags, 0)));
  if (!isnan (work->stop))
    settings.options.stop = work->stop;
  if (work->rtol > 0)
    settings.options.rtol = work->rtol;
  if (work->interval != 0)
    settings.options.interval = work->interval;
  cost.n_equations = sim_model_n_equations (model);
  cost.n_states = sim_model_n_states (model);
  for (int i = 0; i < n_repeat; i++)
    run_once (model, work, &settings.options, &cost);
  return cost;
}

static double
events_of (const Cost *cost)
{
  return (double) (cost->stats.n_state_events + cost->stats.n_time_events);
}

/* ---- a block that sticks and slips ---- */

static const double T_STOP = 100, ERROR_MOST = 1e-6, RATIO_BUDGET = 2;
static const double FRICTION[4][2] = {{0, 12}, {0.1, 8}, {0.5, 5}, {2, 5}};
static const Belt BELT = {.stiffness = 100,
                          .damping = 0.5,
                          .mass = 1,
                          .v_belt = 0.2,
                          .peak = 1.1,
                          .n = 4,
                          .friction = FRICTION};

static char *
belt_text (void)
{
  const char *const t = "TranslationalComponents";

  return g_strdup_printf (
      "component StickSlip\n"
      "  wall = %s.Components.Fixed()\n"
      "  spring = %s.Components.SpringDamper(c = 100, d = 0.5)\n"
      "  block = %s.Components.Mass(m = 1, s(initial = 0), v(initial = 0.2))\n"
      "  friction = %s.Components.SupportFriction(f_pos = [[0, 12], [0.1, 8], [0.5, "
      "5], "
      "[2, 5]], peak = 1.1, useSupport = true)\n"
      "  belt = %s.Sources.ConstantSpeed(v_fixed = 0.2, s(initial = 0))\n"
      "relations\n"
      "  connect(wall.flange, spring.flange_a)\n"
      "  connect(spring.flange_b, block.flange_a)\n"
      "  connect(block.flange_b, friction.flange_a)\n"
      "  connect(belt.flange, friction.support)\n"
      "end\n",
      t, t, t, t, t);
}

/* The best time of those runs by hand. */
static BeltRun
run_by_hand (double tolerance, double *ms)
{
  BeltRun run;

  *ms = INFINITY;
  for (int i = 0; i < N_REPEAT; i++) {
    double begin = now_ms ();

    run = belt_run (&BELT, 0, tolerance, T_STOP, N_ROWS);
    *ms = fmin (*ms, now_ms () - begin);
  }
  return run;
}

static void
measure_stick_slip (const LibIndex *library)
{
  g_autofree char *text = belt_text ();
  Work work = {.name = "stick-slip",
               .text = text,
               .stop = T_STOP,
               .interval = T_STOP / N_ROWS,
               .shown = {"block.s", "block.v"}};
  const BeltRun exact = belt_run (&BELT, 0, 1e-13, T_STOP, N_ROWS);
  double best = INFINITY, best_by_hand = INFINITY;

  printf ("%-12s %8s %7s %11s %10s %9s %9s | %7s %9s %9s\n", "stick-slip", "tolerance",
          "events", "steps/event", "rhs/event", "run ms", "error", "steps", "by hand",
          "error");
  for (double tolerance = 1e-3; tolerance > 0.5e-10; tolerance /= 10) {
    double by_hand;

    work.rtol = tolerance;
    Cost cost = measure (library, &work, N_REPEAT);
    BeltRun peer = run_by_hand (tolerance, &by_hand);
    double error = hypot (cost.last[0] - exact.y[0], cost.last[1] - exact.y[1]);
    double error_by_hand = hypot (peer.y[0] - exact.y[0], peer.y[1] - exact.y[1]);
    if (error <= ERROR_MOST)
      best = fmin (best, cost.run_ms);
    if (error_by_hand <= ERROR_MOST)
      best_by_hand = fmin (best_by_hand, by_hand);
    printf ("%-12s %8.0e %7.0f %11.1f %10.0f %9.3f %9.1e | %7u %9.3f %9.1e\n", "",
            tolerance, events_of (&cost),
            (double) cost.stats.steps.n_steps / events_of (&cost),
            (double) cost.stats.steps.n_rhs / events_of (&cost), cost.run_ms, error,
            peer.n_steps, by_hand, error_by_hand);
  }
  printf ("error %.0e: %.3f ms, by hand %.3f ms: %.1f times as much%s\n\n", ERROR_MOST,
          best, best_by_hand, best / best_by_hand,
          best <= RATIO_BUDGET * best_by_hand ? "" : " MISSED");
}

/* ---- many at once ---- */

/* Masses on springs, each held by friction, that are pulled at one end. */
static char *
friction_text (uint32_t n)
{
  GString *text = g_string_new ("component Rubbing\n");
  GString *wires = g_string_new ("relations\n");
  const char *const t = "TranslationalComponents.Components";

  g_string_append_printf (text, "  mass0 = %s.Fixed()\n", t);
  for (uint32_t i = 1; i <= n; i++) {
    g_string_append_printf (
        text,
        "  link%u = %s.SpringDamper(c = 100, d = 0.5)\n"
        "  mass%u = %s.Mass(m = 1, s(initial = 0), v(initial = 0))\n"
        "  friction%u = %s.SupportFriction(f_pos = [[0, 1]], peak = 1.1)\n",
        i, t, i, t, i, t);
    g_string_append_printf (wires, "  connect(mass%u.flange%s, link%u.flange_a)\n",
                            i - 1, i > 1 ? "_b" : "", i);
    g_string_append_printf (wires, "  connect(link%u.flange_b, mass%u.flange_a)\n", i,
                            i);
    g_string_append_printf (wires, "  connect(mass%u.flange_b, friction%u.flange_a)\n",
                            i, i);
  }
  g_string_append_printf (text,
                          "  wave = BlockComponents.Sources.Sine(amplitude = 30, "
                          "frequency = 1)\n"
                          "  pull = TranslationalComponents.Sources.ForceSource()\n");
  g_string_append_printf (wires,
                          "  connect(wave.y, pull.f)\n"
                          "  connect(pull.flange, mass%u.flange_b)\nend\n",
                          n);
  g_string_append (text, wires->str);
  g_string_free (wires, TRUE);
  return g_string_free (text, FALSE);
}

/* Counters that tick at intervals of their own, beside an oscillator. */
static char *
clocks_text (uint32_t n)
{
  GString *text = g_string_new ("component Clocks\n"
                                "  variable x::Real\n"
                                "  variable v::Real\n");

  for (uint32_t i = 1; i <= n; i++)
    g_string_append_printf (text, "  variable n%u::Integer\n", i);
  g_string_append (text, "relations\n"
                         "  initial x = 1\n"
                         "  initial v = 0\n"
                         "  der(x) = v\n"
                         "  der(v) = -100 * x\n");
  for (uint32_t i = 1; i <= n; i++)
    g_string_append_printf (text,
                            "  initial n%u = 0\n"
                            "  when sample(%.9f, %.9f)\n"
                            "    n%u = pre(n%u) + 1\n"
                            "  end\n",
                            i, 0.3 * fmod (i * 0.7548776662466927, 1),
                            0.3 + 0.5 * fmod (i * 0.6180339887498949, 1), i, i);
  g_string_append (text, "end\n");
  return g_string_free (text, FALSE);
}

static void
measure_growth (const LibIndex *library,
                const char *name,
                char *(*to_text) (uint32_t n),
                uint32_t n_most,
                double budget_ms)
{
  double before = NAN;

  printf ("%-12s %8s %7s %7s %9s %9s %9s %9s %9s\n", name, "number", "events", "steps",
          "rejected", "rhs", "rhs/event", "run ms", "growth");
  for (uint32_t n = 100; n <= n_most; n *= 10) {
    Work work = {
        .name = name, .text = to_text (n), .stop = 2, .interval = 2.0 / N_ROWS};
    Cost cost = measure (library, &work, n > 1000 ? 1 : 3);

    printf ("%-12s %8u %7.0f %7u %9u %9u %9.1f %9.1f %9.2f%s\n", "", n,
            events_of (&cost), (unsigned) cost.stats.steps.n_steps,
            (unsigned) cost.stats.steps.n_rejected, (unsigned) cost.stats.steps.n_rhs,
            (double) cost.stats.steps.n_rhs / events_of (&cost), cost.run_ms,
            log10 (cost.run_ms / before),
            n == 1000 && cost.run_ms > budget_ms ? " MISSED" : "");
    before = cost.run_ms;
    g_free (work.text);
  }
  printf ("\n");
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
    Work work = {.name = name, .text = text, .stop = NAN};
    Cost cost = measure (library, &work, N_REPEAT);
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
  measure_growth (library, "friction", friction_text, 1000, 400);
  measure_growth (library, "clocks", clocks_text, 10000, 700);
  measure_examples (library, folder);
  return 0;
}
