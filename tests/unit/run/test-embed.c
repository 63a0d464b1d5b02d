/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that has Dashpot inside of it: it includes the public face, by the example
 * of src/README.md, and nothing else of src/. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "run/embed-example.h"

static const char OSCILLATOR[] =
    "component Oscillator\n"
    "  fixed = TranslationalComponents.Components.Fixed()\n"
    "  spring = TranslationalComponents.Components.Spring(c = 100)\n"
    "  damper = TranslationalComponents.Components.Damper(d = 0)\n"
    "  mass = TranslationalComponents.Components.Mass(m = 1, s(initial = 1),\n"
    "    v(initial = 0))\n"
    "relations\n"
    "  connect(fixed.flange, spring.flange_a, damper.flange_a)\n"
    "  connect(spring.flange_b, damper.flange_b, mass.flange_a)\n"
    "end\n";

/* A mass of 1 kg on a spring of 25 N/m, let go 1 m beside its place of rest. */
static void
test_example (void)
{
  g_autofree char *folder = g_dir_make_tmp ("embed-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "oscillator.dyad", NULL);

  g_assert_true (g_file_set_contents (path, OSCILLATOR, -1, NULL));
  g_assert_cmpfloat_with_epsilon (find_place (path, 25.0), cos (5.0 * 2.0), 1e-3);
  g_remove (path);
  g_assert_true (isnan (find_place (path, 25.0)));
  g_rmdir (folder);
}

static SimModel *
open_text (const char *text, const char *wanted, BaseDiags *diags, GError **error)
{
  g_autoptr (LibIndex) library = run_open_library (diags, NULL);
  g_autoptr (BaseSource) source = base_source_new ("text.dyad", text, strlen (text));

  return run_open_source (library, source, wanted, NULL, diags, error);
}

/* What is wrong with a text has its code and its line; what is wrong with the question
 * is an error. */
static void
test_wrong (void)
{
  static const struct {
    const char *text;
    const char *wanted;
    uint32_t number; /* of the diagnostic on line 3; 0: an error that says… */
    const char *said;
  } CASES[] = {
      {"component A\n  variable x::Real\n  y = Nothing()\nend\n", NULL, 202, NULL},
      {"component A\nend\ncomponent 1\nend\n", NULL, 151, NULL},
      {"component A\nend\ncomponent B\nend\n", NULL, 0, "A, B"},
      {"component A\nend\ncomponent B\nend\n", "C", 0, "`C`"},
      {"", NULL, 0, "no component"},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autoptr (BaseDiags) diags = base_diags_new ();
    g_autoptr (GError) error = NULL;

    g_assert_null (open_text (CASES[i].text, CASES[i].wanted, diags, &error));
    g_assert_true (base_diags_has_errors (diags) == (error == NULL));
    if (error != NULL) {
      g_assert_nonnull (strstr (error->message, CASES[i].said));
      continue;
    }
    g_assert_cmpuint (base_diags_get (diags, 0)->number, ==, CASES[i].number);
    g_assert_cmpuint (base_diags_get (diags, 0)->line, ==, 3);
  }
}

/* Step by step: values at a time, a way back, a parameter, and eigenvalues, whose sum
 * and product are trace and determinant of the Jacobian. */
static void
test_steps (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (SimModel) model = open_text (OSCILLATOR, NULL, diags, NULL);
  const SimOptions options = sim_state_options_default ();
  g_autoptr (SimState) state = sim_state_new (model, &options, NULL);
  uint32_t s = sim_model_find (model, "mass.s"), d = sim_model_find (model, "damper.d");
  double x[2], rates[2], jacobian[4];
  uint32_t variables[2];

  g_assert_cmpint (sim_state_init (state, NULL, NULL, NULL), ==, SIM_OK);
  sim_state_run (state, 0.5, NULL, NULL, NULL, NULL);
  g_assert_true (sim_state_evaluate (state, NULL));
  g_assert_cmpfloat_with_epsilon (sim_state_value (state, s), cos (5.0), 1e-4);
  g_autoptr (SimSnapshot) there = sim_snapshot_new (state);
  sim_state_run (state, 0.7, NULL, NULL, NULL, NULL);
  sim_snapshot_restore (there, state);
  g_assert_cmpfloat (sim_state_time (state), ==, 0.5);

  g_assert_true (sim_model_var (model, d)->is_settable);
  sim_state_set_parameter (state, d, 3.0);
  sim_state_run (state, 0.6, NULL, NULL, NULL, NULL);
  sim_linear_states (state, x, variables);
  g_assert_cmpuint (sim_model_n_states (model), ==, 2);
  g_assert_true (sim_model_var (model, variables[0])->is_state);
  g_assert_true (sim_linear_rates (state, x, rates, NULL));
  g_assert_true (sim_linear_jacobian (state, x, jacobian, NULL));
  g_assert_cmpfloat_with_epsilon (jacobian[0] + jacobian[3], -3.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (jacobian[0] * jacobian[3] - jacobian[1] * jacobian[2],
                                  100.0, 1e-12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/embed/example", test_example);
  g_test_add_func ("/run/embed/wrong", test_wrong);
  g_test_add_func ("/run/embed/steps", test_steps);
  return g_test_run ();
}
