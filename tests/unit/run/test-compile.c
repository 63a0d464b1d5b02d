/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From text to something that can be simulated, and its results as a table. */
#include "models.h"
#include "run/export.h"
#include "run/recorder.h"

#include <glib/gstdio.h>
#include <math.h>

/* ---- which model ---- */

static void
check_model (const char *text,
             const char *wanted,
             const char *model,
             const char *analysis,
             const char *candidates)
{
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = test_file (text, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  g_autofree char *listed = NULL;
  const LibEntry *with;
  const LibEntry *found = lib_model_find (index, file, wanted, &with, &listed);

  g_assert_cmpstr (found != NULL ? found->class->name : NULL, ==, model);
  g_assert_cmpstr (with != NULL ? with->class->name : NULL, ==, analysis);
  if (candidates != NULL)
    g_assert_cmpstr (listed, ==, candidates);
}

static void
test_find_model (void)
{
  const char *const one = "component A\nend\npartial component P\nend\n";
  const char *const used = "component A\nend\ncomponent B\n  a = A()\nend\n";
  const char *const two = "component A\nend\ncomponent B\nend\n";
  const char *const with =
      "component A\nend\ncomponent B\nend\n"
      "analysis R\n  extends TransientAnalysis(stop = 1)\n  model = B()\nend\n";

  const char *const partial =
      "component A\nend\ncomponent B\nend\npartial analysis P\n"
      "  extends TransientAnalysis(stop = 1)\n  model = A()\nend\n"
      "analysis Q\n  extends P\n  model = B()\nend\n";

  check_model (partial, NULL, "B", "Q", NULL);
  check_model (one, NULL, "A", NULL, NULL);
  check_model (used, NULL, "B", NULL, NULL);
  check_model (used, "A", "A", NULL, NULL);
  check_model (two, NULL, NULL, NULL, "A, B");
  check_model (two, "C", NULL, NULL, "A, B");
  check_model (with, NULL, "B", "R", NULL);
  check_model (with, "R", "B", "R", NULL);
  check_model (with, "A", "A", NULL, NULL);
  check_model (with, "B", "B", "R", NULL);
}

typedef struct {
  int stop_flag;
  uint32_t number; /* of the first diagnostic */
} Stopped;

/* A product that takes seconds. */
static gpointer
compile_slowly (gpointer data)
{
  const char *text =
      "component M\n  variable x::Real[1000,1000] = "
      "fill(1, 1000, 1000)*fill(2, 1000, 1000)*fill(2, 1000, 1000)\nend\n";
  Stopped *stopped = data;
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = test_file (text, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  const RunTarget target = {.model = lib_model_find (index, file, NULL, NULL, NULL),
                            .limits = {.stop_flag = &stopped->stop_flag}};

  g_assert_null (run_compile (index, &target, NULL, diags));
  stopped->number = base_diags_get (diags, 0)->number;
  g_assert_nonnull (strstr (base_diags_get (diags, 0)->message, "was stopped"));
  return NULL;
}

/* A compilation that nobody waits for ends from another thread. */
static void
test_stopped (void)
{
  Stopped stopped = {0};
  GThread *thread = g_thread_new ("compile", compile_slowly, &stopped);

  g_atomic_int_set (&stopped.stop_flag, 1);
  g_thread_join (thread);
  g_assert_cmpuint (stopped.number, ==, 313);
}

/* The settings of an analysis arrive, and what it leaves out has its default. */
static void
test_settings (void)
{
  g_autofree char *text = g_strconcat (
      TEST_OSCILLATOR,
      "analysis Slow\n  extends TransientAnalysis(stop = 2.5, reltol = 1e-4,\n"
      "    saveat = 0.5, alg = \"dopri5\")\n"
      "  model = Oscillator()\nend\n",
      NULL);
  RunSettings settings;
  g_autoptr (SimModel) model = test_compile (text, &settings);
  const SimOptions *options = &settings.options;

  g_assert_true (settings.has_stop);
  g_assert_false (settings.is_steady);
  g_assert_cmpfloat (options->stop, ==, 2.5);
  g_assert_cmpfloat (options->start, ==, 0);
  g_assert_cmpfloat (options->rtol, ==, 1e-4);
  g_assert_cmpfloat (options->interval, ==, 0.5);
  g_assert_cmpfloat (options->h_max, ==, 0);
  g_assert_cmpstr (options->solver, ==, "dopri5");
  g_assert_false (options->without_events);
}

static void
test_no_settings (void)
{
  RunSettings settings;
  g_autoptr (SimModel) model = test_compile (TEST_OSCILLATOR, &settings);

  g_assert_false (settings.has_stop);
  g_assert_cmpfloat (settings.options.stop, ==, 10);
  g_assert_cmpfloat (settings.options.rtol, ==, 1e-6);
}

/* `--set` gives a parameter its value; one that is no expression is reported there. */
static void
test_sets (void)
{
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = test_file (TEST_OSCILLATOR, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  const char *const names[] = {"mass.m"}, *const values[] = {"2 * 2"};
  const char *const broken[] = {"2 *"};
  RunTarget target = {.model = lib_model_find (index, file, NULL, NULL, NULL),
                      .n_sets = 1,
                      .set_names = names,
                      .set_values = values};
  g_autoptr (SimModel) model = run_compile (index, &target, NULL, diags);

  g_assert_nonnull (model);
  g_autoptr (SimState) state = sim_state_new (
      model, &(SimOptions){.stop = 1, .rtol = 1e-6, .atol = NAN, .solver = "auto"},
      NULL);
  g_assert_nonnull (state);
  g_assert_cmpfloat (sim_state_value (state, sim_model_find (model, "mass.m")), ==, 4);
  target.set_values = broken;
  g_assert_null (run_compile (index, &target, NULL, diags));
  const BaseDiag *diag = base_diags_get (diags, base_diags_count (diags) - 1);
  g_assert_cmpstr (diag->file, ==, "--set mass.m");
  g_assert_cmpuint (diag->number, ==, 151);
}

/* Every stage has a text, and names that are no stage have none. */
static void
test_stages (void)
{
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = test_file (TEST_OSCILLATOR, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  const RunTarget target = {.model = lib_model_find (index, file, NULL, NULL, NULL)};

  for (const char *const *stage = run_stages (); *stage != NULL; stage++) {
    g_autofree char *text = run_compile_dump (index, &target, *stage, diags);

    g_test_message ("%s", *stage);
    g_assert_nonnull (text);
    g_assert_cmpuint (strlen (text), >, 20);
  }
  g_assert_null (run_compile_dump (index, &target, "none", diags));
}

/* ---- results ---- */

static RunRecorder *
simulate (const SimModel *model, double stop, double interval)
{
  SimOptions options = sim_state_options_default ();
  RunRecorder *recorder = run_recorder_new (model, NULL, 0);

  options.stop = stop;
  options.interval = interval;
  g_autoptr (SimState) state = sim_state_new (model, &options, NULL);
  g_assert_cmpint (sim_state_init (state, run_recorder_sink, recorder, NULL), ==,
                   SIM_OK);
  g_assert_cmpint (sim_state_run (state, stop, NULL, run_recorder_sink, recorder, NULL),
                   ==, SIM_OK);
  return recorder;
}

static void
test_recorder (void)
{
  g_autoptr (SimModel) model = test_compile (TEST_OSCILLATOR, NULL);
  g_autoptr (RunRecorder) recorder = simulate (model, 1, 0.01);
  const RunTrace *trace = run_recorder_trace (recorder);
  uint32_t s = sim_model_find (model, "mass.s");

  g_assert_cmpuint (run_trace_length (trace), ==, 101);
  g_assert_true (run_recorder_is_complete (recorder));
  for (size_t row = 0; row <= 100; row++) {
    double t = run_trace_time (trace, row);

    g_assert_cmpfloat_with_epsilon (t, 0.01 * (double) row, 1e-12);
    g_assert_cmpfloat_with_epsilon (run_trace_value (trace, s, row), cos (10 * t),
                                    1e-4);
  }
}

/* Names are found, split at commas outside brackets, and unknown ones named with what
 * is near to them. */
static void
test_signals (void)
{
  g_autoptr (SimModel) model = test_compile (TEST_OSCILLATOR, NULL);
  g_autoptr (GError) error = NULL;
  const char *const good[] = {"mass.s, mass.v", "spring.f", NULL};
  const char *const bad[] = {"mass.w", NULL};
  const char *const owner[] = {"mass", NULL};
  const char *const brackets[] = {"a[1, 2].b,c", " d ,, ", NULL};
  uint32_t n;
  g_autofree uint32_t *found = run_export_find_signals (model, good, &n, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (sim_model_var (model, found[1])->name, ==, "mass.v");
  g_assert_cmpstr (sim_model_var (model, found[2])->name, ==, "spring.f");
  g_assert_null (run_export_find_signals (model, bad, &n, &error));
  g_assert_nonnull (strstr (error->message, "`mass.w`"));
  g_assert_nonnull (strstr (error->message, "did you mean mass."));
  g_clear_error (&error);
  g_assert_null (run_export_find_signals (model, owner, &n, &error));
  g_assert_nonnull (strstr (error->message, "mass.m"));
  g_auto (GStrv) names = run_export_split_signals (brackets);
  g_assert_cmpuint (g_strv_length (names), ==, 3);
  g_assert_cmpstr (names[0], ==, "a[1,2].b");
  g_assert_cmpstr (names[2], ==, "d");
}

/* Without names everything is written that a user would name; no parameters. */
static void
test_all_signals (void)
{
  g_autoptr (SimModel) model = test_compile (TEST_OSCILLATOR, NULL);
  uint32_t n;
  g_autofree uint32_t *all = run_export_all_signals (model, &n);
  bool has_position = false;

  for (uint32_t i = 0; i < n; i++) {
    const SimVar *var = sim_model_var (model, all[i]);

    g_assert_false (var->is_parameter);
    g_assert_false (var->is_derived);
    has_position |= strcmp (var->name, "mass.s") == 0;
  }
  g_assert_true (has_position);
}

/* The file reads back as the same numbers; a failure leaves nothing behind. */
static void
test_csv (void)
{
  g_autoptr (SimModel) model = test_compile (TEST_OSCILLATOR, NULL);
  g_autoptr (RunRecorder) recorder = simulate (model, 1, 0.1);
  const RunTrace *trace = run_recorder_trace (recorder);
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  g_autofree char *path = g_build_filename (folder, "out.csv", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "none", "out.csv", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  const uint32_t column[] = {sim_model_find (model, "mass.s")};

  g_assert_true (run_export_csv (trace, model, column, 1, path, &error));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 13);
  g_assert_cmpstr (lines[0], ==, "time,mass.s");
  for (size_t row = 0; row < 11; row++) {
    char *comma;

    g_assert_cmpfloat (g_ascii_strtod (lines[row + 1], &comma), ==,
                       run_trace_time (trace, row));
    g_assert_cmpfloat (g_ascii_strtod (comma + 1, NULL), ==,
                       run_trace_value (trace, column[0], row));
  }
  g_assert_false (run_export_csv (trace, model, column, 1, nowhere, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_nonnull (strstr (error->message, nowhere));
  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* ---- what the model is made of ---- */

static uint32_t
find_instance (const LibTree *tree, const char *path)
{
  for (uint32_t i = 0; i < tree->n_instances; i++)
    if (strcmp (tree->instances[i].path, path) == 0)
      return i;
  return UINT32_MAX;
}

/* The first port of the set that a port of `owner` is in, or NULL. */
static const char *
joined_with (const LibTree *tree, const char *owner, const char *port)
{
  for (uint32_t i = 0; i < tree->n_sets; i++)
    for (uint32_t k = 0; k < tree->sets[i].n_ports; k++)
      if (tree->sets[i].owner == find_instance (tree, owner) &&
          tree->sets[i].ports[k] == find_instance (tree, port))
        return tree->instances[tree->sets[i].ports[0]].path;
  return NULL;
}

/* Instances with the classes that they have after all modifiers, and what is connected;
 * all of it outlives the index that the model was compiled with. */
static void
test_tree (void)
{
  g_autoptr (SimModel) model = test_compile (
      "component Cell\n"
      "  port = Flange()\n"
      "  structural parameter is_held::Boolean = false\n"
      "  link::TranslationalComponents.Interfaces.PartialTwoFlanges =\n"
      "    TranslationalComponents.Components.Spring(c = 1)\n"
      "  held = TranslationalComponents.Components.Mass(m = 1) if is_held\n"
      "relations\n"
      "  connect(port, link.flange_a)\n"
      "end\n"
      "component Model\n"
      "  wall = TranslationalComponents.Components.Fixed()\n"
      "  cell = [Cell(link = TranslationalComponents.Components.Rod(L = i),\n"
      "    is_held = i > 1) for i in 1:2]\n"
      "relations\n"
      "  for i in 1:2\n    connect(wall.flange, cell[i].port)\n  end\n"
      "end\n",
      NULL);
  const LibTree *tree = sim_model_tree (model);
  uint32_t link = find_instance (tree, "cell[2].link");
  uint32_t cell = find_instance (tree, "cell[2]");

  g_assert_cmpstr (tree->instances[0].entry->class->name, ==, "Model");
  g_assert_null (tree->instances[0].decl);
  g_assert_cmpuint (tree->instances[0].end, ==, tree->n_instances);
  g_assert_cmpstr (tree->instances[link].entry->name, ==,
                   "TranslationalComponents.Components.Rod");
  g_assert_cmpstr (tree->instances[link].decl->name, ==, "link");
  g_assert_cmpstr (tree->instances[cell].name, ==, "cell[2]");
  g_assert_cmpuint (tree->instances[link].parent, ==, cell);
  g_assert_cmpuint (tree->instances[link].end, <=, tree->instances[cell].end);
  g_assert_cmpuint (find_instance (tree, "cell[3]"), ==, UINT32_MAX);
  g_assert_cmpuint (find_instance (tree, "cell[1].held"), ==, UINT32_MAX);
  g_assert_cmpuint (find_instance (tree, "cell[2].held"), !=, UINT32_MAX);
  g_assert_true (
      lib_tree_is_connector (&tree->instances[find_instance (tree, "cell[1].port")]));
  g_assert_cmpstr (joined_with (tree, "", "cell[2].port"), ==, "wall.flange");
  g_assert_cmpstr (joined_with (tree, "cell[2]", "cell[2].link.flange_a"), ==,
                   "cell[2].port");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/compile/find-model", test_find_model);
  g_test_add_func ("/run/compile/settings", test_settings);
  g_test_add_func ("/run/compile/no-settings", test_no_settings);
  g_test_add_func ("/run/compile/sets", test_sets);
  g_test_add_func ("/run/compile/stages", test_stages);
  g_test_add_func ("/run/compile/recorder", test_recorder);
  g_test_add_func ("/run/compile/stopped", test_stopped);
  g_test_add_func ("/run/compile/signals", test_signals);
  g_test_add_func ("/run/compile/all-signals", test_all_signals);
  g_test_add_func ("/run/compile/csv", test_csv);
  g_test_add_func ("/run/compile/tree", test_tree);
  return g_test_run ();
}
