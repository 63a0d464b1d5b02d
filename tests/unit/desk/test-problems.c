/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How problems are shown to whoever draws, and what results say of assumed values. */
#include <string.h>

#include "desk/plot/plot-view.h"
#include "desk/tool/commands.h"
#include "studio-fixture.h"

static void
show_text (DeskStudio *studio, const char *text)
{
  doc_set_text (studio->document->doc, text, strlen (text));
  settle (studio);
}

#define PARTS                                                                          \
  "  wall = TranslationalComponents.Components.Fixed()\n"                              \
  "  spring = TranslationalComponents.Components.Spring(c = 100)\n"                    \
  "  mass = TranslationalComponents.Components.Mass(s(initial = 0.1))\n"
#define WIRES                                                                          \
  "relations\n  connect(wall.flange, spring.flange_a)\n"                               \
  "  connect(spring.flange_b, mass.flange_a)\nend\n"

static const char SKETCH[] = "component M\n" PARTS WIRES;

static BaseSeverity
severity_of (DeskStudio *studio, const char *item)
{
  const BaseDiag *diag = desk_problems_of (studio->problems, item);

  g_assert_nonnull (diag);
  return desk_problems_severity (studio->problems, diag);
}

/* A value that is missing is an error once a run was asked for, until the diagram is
 * sound or another one comes. */
static void
test_missing_is_calm (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  g_autofree char *last = NULL;
  guint n = 0;

  studio->messages = (DeskMessages){keep_message, &last};
  show_text (studio, SKETCH);
  g_assert_cmpint (severity_of (studio, "mass"), ==, BASE_WARNING);
  g_signal_connect_swapped (studio->problems, "notify::diags", G_CALLBACK (count), &n);
  desk_runs_run (studio->runs);
  settle (studio);
  g_assert_null (studio->runs->current);
  g_assert_cmpint (severity_of (studio, "mass"), ==, BASE_ERROR);
  g_assert_cmpuint (n, >=, 1);
  g_assert_nonnull (strstr (last, "1 value is missing"));

  doc_set_modifier (studio->document->doc, "mass", "m", "2", NULL, NULL);
  settle (studio);
  doc_set_modifier (studio->document->doc, "mass", "m", NULL, NULL, NULL);
  settle (studio);
  g_assert_cmpint (severity_of (studio, "mass"), ==, BASE_WARNING);
}

/* Other errors are red at once, and the refusal does not speak of missing values. */
static void
test_contradiction_is_red (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  g_autofree char *last = NULL;

  studio->messages = (DeskMessages){keep_message, &last};
  show_text (studio, "component M\n" PARTS "  mass3 = Nobody()\n" WIRES);
  g_assert_cmpint (severity_of (studio, "mass3"), ==, BASE_ERROR);
  g_assert_cmpint (severity_of (studio, "mass"), ==, BASE_WARNING);
  desk_runs_run (studio->runs);
  settle (studio);
  g_assert_null (strstr (last, "missing"));
}

/* Of what is wrong with a part the worst is shown, whatever comes first. */
static void
test_worst (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  show_text (studio, "component M\n  parameter k::Length = 1\n"
                     "  mass = TranslationalComponents.Components.Mass(m = k, q = 1)\n"
                     "end\n");
  g_assert_cmpint (severity_of (studio, "mass"), ==, BASE_ERROR);
}

static char *
note_of_plots (DeskStudio *studio)
{
  return desk_runs_note (studio->runs);
}

/* A first sketch runs at once; its results say what they rest on until that is
 * confirmed or given. */
static void
test_assumed_results (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DocModel *doc = studio->document->doc;

  show_text (studio, SKETCH);
  g_assert_null (desk_document_model (studio->document));
  desk_commands_assume (studio);
  settle (studio);
  g_assert_nonnull (desk_document_model (studio->document));
  g_assert_cmpint (severity_of (studio, "mass"), ==, BASE_WARNING);
  g_assert_cmpuint (base_diags_find (studio->problems->diags, 321), !=, UINT32_MAX);
  g_assert_null (studio->runs->assumed);
  run (studio);
  g_assert_cmpstr (studio->runs->assumed, ==, "with 1 assumed value");
  g_autofree char *alone = note_of_plots (studio);
  g_assert_cmpstr (alone, ==, "with 1 assumed value");

  /* Confirmed: the same results, and no run is needed. */
  desk_commands_confirm (studio);
  settle (studio);
  g_assert_null (studio->runs->outdated);
  g_assert_null (studio->runs->assumed);
  g_assert_cmpuint (base_diags_find (studio->problems->diags, 321), ==, UINT32_MAX);
  g_assert_true (doc_undo (doc));
  g_assert_nonnull (studio->runs->assumed);

  /* Given: what is shown is of the assumed value, and outdated. */
  doc_set_modifier (doc, "mass", "m", "2", NULL, NULL);
  settle (studio);
  g_autofree char *both = note_of_plots (studio);
  g_assert_cmpstr (both, ==, "before mass.m = 2 kg \u00B7 with 1 assumed value");
  run (studio);
  g_autofree char *none = note_of_plots (studio);
  g_assert_null (none);
}

int
main (int argc, char **argv)
{
  static const Test tests[] = {
      {"/desk/problems/missing-is-calm", test_missing_is_calm},
      {"/desk/problems/contradiction-is-red", test_contradiction_is_red},
      {"/desk/problems/worst", test_worst},
      {"/desk/problems/assumed-results", test_assumed_results},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, tests, G_N_ELEMENTS (tests));
}
