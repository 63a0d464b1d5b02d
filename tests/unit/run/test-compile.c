/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From text to something that can be simulated, and what it is made of. */
#include "models.h"

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

/* A search for rest is no run: it ends where it starts. */
static void
test_other_settings (void)
{
  g_autofree char *at_rest = g_strconcat (
      TEST_OSCILLATOR,
      "analysis Rest\n  extends SteadyStateAnalysis()\n  model = Oscillator()\nend\n",
      NULL);
  g_autofree char *late = g_strconcat (
      TEST_OSCILLATOR,
      "analysis Late\n  extends TransientAnalysis(start = 2, stop = 4, abstol = 1e-3,\n"
      "    dtmax = 0.25, IfLifting = false)\n  model = Oscillator()\nend\n",
      NULL);
  RunSettings settings;
  SimModel *model = test_compile (at_rest, &settings);

  g_assert_true (settings.has_stop);
  g_assert_true (settings.is_steady);
  g_assert_true (settings.options.is_steady);
  g_assert_cmpfloat (settings.options.stop, ==, settings.options.start);
  sim_model_unref (model);
  model = test_compile (late, &settings);
  g_assert_false (settings.is_steady);
  g_assert_cmpfloat (settings.options.start, ==, 2);
  g_assert_cmpfloat (settings.options.stop, ==, 4);
  g_assert_cmpfloat (settings.options.atol, ==, 1e-3);
  g_assert_cmpfloat (settings.options.h_max, ==, 0.25);
  g_assert_true (settings.options.without_events);
  sim_model_unref (model);
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

/* A quantity with its unit is none of the language: its number is offered. One value
 * that is wrong does not hide the next. */
static void
test_sets_with_units (void)
{
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = test_file (TEST_OSCILLATOR, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  const char *const names[] = {"spring.c", "mass.m"};
  const char *const values[] = {"2 kN/m", "3 kg"};
  RunTarget target = {.model = lib_model_find (index, file, NULL, NULL, NULL),
                      .n_sets = 2,
                      .set_names = names,
                      .set_values = values};

  g_assert_null (run_compile (index, &target, NULL, diags));
  g_assert_cmpuint (base_diags_count (diags), ==, 2);
  g_assert_nonnull (strstr (base_diags_get (diags, 0)->hint, "`spring.c=2000`"));
  g_assert_cmpstr (base_diags_get (diags, 1)->file, ==, "--set mass.m");
  g_assert_nonnull (strstr (base_diags_get (diags, 1)->hint, "`mass.m=3`"));
}

/* In place of the component of an analysis one that extends it can run, with the
 * settings of the analysis. */
static void
test_stand_in (void)
{
  g_autofree char *text = g_strconcat (
      TEST_OSCILLATOR,
      "component More\n  extends Oscillator\n  parameter more::Real = 3\nend\n"
      "analysis R\n  extends TransientAnalysis(stop = 2)\n  model = "
      "Oscillator()\nend\n",
      NULL);
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = test_file (text, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  const LibEntry *component, *analysis;
  RunSettings settings;

  analysis = run_open_choose (index, file, "R", &component, NULL);
  g_assert_cmpstr (component->class->name, ==, "Oscillator");
  RunTarget target = {.model = analysis};
  g_autoptr (SimModel) plain = run_compile (index, &target, &settings, diags);
  g_assert_cmpuint (sim_model_find (plain, "more"), ==, UINT32_MAX);
  target.stand_in = run_open_choose (index, file, "More", NULL, NULL);
  settings.options.stop = 0;
  g_autoptr (SimModel) more = run_compile (index, &target, &settings, diags);
  g_assert_cmpuint (sim_model_find (more, "more"), !=, UINT32_MAX);
  g_assert_cmpfloat (settings.options.stop, ==, 2);
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

/* Each token stands with its place, none is missing, and the tree is printed as what it
 * was read from. */
static void
test_text_stages (void)
{
  static const char PLAIN[] = "component A\n  parameter k::Real = 2 * 3\nend\n\n"
                              "component B\n  a = A(k = 1)\nend\n";
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = test_file (PLAIN, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  const RunTarget target = {.model = lib_model_find (index, file, NULL, NULL, NULL)};
  g_autofree char *tokens = run_compile_dump (index, &target, "tokens", diags);
  g_autofree char *tree = run_compile_dump (index, &target, "ast", diags);
  g_auto (GStrv) lines = g_strsplit (PLAIN, "\n", -1);
  g_auto (GStrv) rows = g_strsplit (tokens, "\n", -1);
  g_autoptr (GString) joined = g_string_new (NULL), solid = g_string_new (NULL);

  g_assert_cmpstr (tree, ==, PLAIN);
  for (char **row = rows; **row != '\0'; row++) {
    char *colon;
    uint64_t line = g_ascii_strtoull (*row, &colon, 10);
    uint64_t column = g_ascii_strtoull (colon + 1, NULL, 10);
    const char *token = strrchr (*row, ' ') + 1;

    g_assert_true (g_str_has_prefix (lines[line - 1] + column - 1, token));
    g_string_append (joined, token);
  }
  for (const char *at = PLAIN; *at != '\0'; at++)
    if (!g_ascii_isspace (*at))
      g_string_append_c (solid, *at);
  g_assert_cmpstr (joined->str, ==, solid->str);
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
  g_test_add_func ("/run/compile/other-settings", test_other_settings);
  g_test_add_func ("/run/compile/no-settings", test_no_settings);
  g_test_add_func ("/run/compile/sets", test_sets);
  g_test_add_func ("/run/compile/sets-with-units", test_sets_with_units);
  g_test_add_func ("/run/compile/stand-in", test_stand_in);
  g_test_add_func ("/run/compile/stages", test_stages);
  g_test_add_func ("/run/compile/text-stages", test_text_stages);
  g_test_add_func ("/run/compile/stopped", test_stopped);
  g_test_add_func ("/run/compile/tree", test_tree);
  return g_test_run ();
}
