/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The laws of what is selected: with its numbers, at the time shown, without a run, and
 * of a diagram that is not finished. */
#include "desk/run/laws.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "studio-fixture.h"

static void
wait_for_laws (DeskStudio *studio)
{
  settle (studio);
  while (desk_laws_is_busy (studio->laws))
    g_main_context_iteration (NULL, TRUE);
}

static void
choose (DeskStudio *studio, const char *item)
{
  desk_selection_set (studio->selection, &item, item != NULL ? 1 : 0);
  wait_for_laws (studio);
}

static const RunLawCurve *
curve_of (DeskStudio *studio, uint32_t i)
{
  g_assert_cmpuint (desk_laws_n (studio->laws), >, i);
  return desk_laws_get (studio->laws, i)->curve;
}

static void
set_value (DeskStudio *studio, const char *item, const char *name, const char *value)
{
  g_assert_true (
      doc_set_modifier (studio->document->doc, item, name, value, NULL, NULL));
  wait_for_laws (studio);
}

static void
show_time (DeskStudio *studio, double time)
{
  desk_timeline_set_time (studio->timeline, time);
  wait_for_laws (studio);
}

/* Friction jumps at rest by what its table says there, and an edit moves it. */
static void
test_numbers (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  guint n_told = 0;

  g_signal_connect_swapped (studio->laws, "notify::curves", G_CALLBACK (count),
                            &n_told);
  choose (studio, "friction");
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_cmpuint (curve_of (studio, 0)->n_jumps, ==, 1);
  set_value (studio, "friction", "f_pos", "[[0, 7], [1, 5]]");
  g_assert_cmpfloat_with_epsilon (curve_of (studio, 0)->jumps[0].before, -7, 1e-9);
  g_assert_cmpfloat_with_epsilon (curve_of (studio, 0)->jumps[0].after, 7, 1e-9);
  g_assert_cmpfloat_with_epsilon (curve_of (studio, 0)->to, 1.2, 1e-9);
  /* A value that makes it no law. */
  set_value (studio, "friction", "peak", "0.5");
  g_assert_cmpuint (desk_laws_n (studio->laws), ==, 0);
  g_assert_nonnull (desk_laws_why (studio->laws));
  g_assert_null (strstr (desk_laws_why (studio->laws), "ashpot"));
  set_value (studio, "friction", "peak", "1");
  g_assert_cmpuint (desk_laws_n (studio->laws), ==, 1);
  g_assert_null (desk_laws_why (studio->laws));
  /* Nothing stays of what is no longer selected. */
  choose (studio, NULL);
  g_assert_cmpuint (desk_laws_n (studio->laws), ==, 0);
  choose (studio, "mass");
  g_assert_cmpuint (desk_laws_n (studio->laws), ==, 0);
  g_signal_handlers_disconnect_by_data (studio->laws, &n_told);
}

/* The point of a run is on the curve at any time. */
static void
test_point (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  double point[2];

  choose (studio, "spring");
  g_assert_false (desk_laws_point (studio->laws, 0, 0, point));
  g_assert_null (desk_laws_point_to_text (studio->laws, 0));
  run (studio);
  wait_for_laws (studio);
  for (guint i = 0; i < 5; i++) {
    show_time (studio, 0.3 * i);
    const RunLawCurve *curve = curve_of (studio, 0);
    g_autofree char *text = desk_laws_point_to_text (studio->laws, 0);

    g_assert_true (desk_laws_point (studio->laws, 0, 0, point));
    g_assert_cmpfloat (point[0], >=, curve->from);
    g_assert_cmpfloat (point[0], <=, curve->to);
    g_assert_cmpfloat_with_epsilon (run_trace_value_at (curve->trace, 1, point[0]),
                                    point[1], 1e-6 * (1 + fabs (point[1])));
    g_assert_true (g_str_has_prefix (text, "f_c = "));
    g_assert_nonnull (strstr (text, " at s_rel = "));
  }
}

/* What presses a clutch is the run's, at the time shown. */
static const char PRESSED[] =
    "component M\n"
    "  inertia = RotationalComponents.Components.Inertia(J = 1, w(initial = 10))\n"
    "  brake = RotationalComponents.Components.Brake(fn_max = 10)\n"
    "  ramp = BlockComponents.Sources.Ramp(height = 1, duration = 1)\n"
    "relations\n"
    "  connect(inertia.spline_b, brake.spline_a)\n"
    "  connect(ramp.y, brake.f_normalized)\nend\n";

static void
test_given (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  doc_set_text (studio->document->doc, PRESSED, strlen (PRESSED));
  choose (studio, "brake");
  g_assert_cmpfloat_with_epsilon (curve_of (studio, 0)->jumps[0].after, 5, 1e-6);
  run (studio);
  show_time (studio, 0.5);
  g_autofree char *given = desk_laws_given_to_text (studio->laws, 0);
  g_assert_cmpstr (given, ==, "f_normalized = 0.5");
  g_assert_cmpfloat_with_epsilon (curve_of (studio, 0)->jumps[0].after, 2.5, 1e-6);
}

/* A part that nothing is connected to has its law, with the diagram's own numbers; and
 * several have none together. */
static const char UNFINISHED[] =
    "component M\n"
    "  parameter d::Real = 3\n"
    "  damper = TranslationalComponents.Components.SpringDamper(c = 2 * d, d = d)\n"
    "  mass = TranslationalComponents.Components.Mass()\n"
    "end\n";

static void
test_unfinished (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  const char *both[] = {"damper", "mass"};

  doc_set_text (studio->document->doc, UNFINISHED, strlen (UNFINISHED));
  choose (studio, "damper");
  g_assert_null (desk_document_model (studio->document));
  g_assert_cmpuint (desk_laws_n (studio->laws), ==, 2);
  g_assert_cmpfloat_with_epsilon (
      run_trace_value_at (curve_of (studio, 0)->trace, 1, 0.5), 3, 1e-9);
  g_assert_cmpfloat_with_epsilon (
      run_trace_value_at (curve_of (studio, 1)->trace, 1, 0.5), 1.5, 1e-9);
  desk_selection_set (studio->selection, both, 2);
  wait_for_laws (studio);
  g_assert_cmpuint (desk_laws_n (studio->laws), ==, 0);
}

/* A table beside the diagram: after it was written anew the curve is that of the new
 * numbers, and a run of the old ones is outdated. */
static const char TABLE[] =
    "component M\n"
    "  source = BlockComponents.Sources.Sine(amplitude = 1, frequency = 1)\n"
    "  curve = BlockComponents.Tables.CombiTable1Ds(tableOnFile = true, fileName = "
    "\"t.csv\")\n"
    "relations\n  connect(source.y, curve.u)\nend\n";

static void
write_table (const char *folder, const char *rows)
{
  g_autofree char *path = g_build_filename (folder, "t.csv", NULL);

  g_assert_true (g_file_set_contents (path, rows, -1, NULL));
}

/* Until that is y at x = 1, or the test fails. */
static void
wait_for_value (DeskStudio *studio, double y)
{
  const int64_t late = g_get_monotonic_time () + 100 * G_USEC_PER_SEC;

  while (desk_laws_n (studio->laws) != 1 ||
         fabs (run_trace_value_at (curve_of (studio, 0)->trace, 1, 1) - y) > 1e-9) {
    g_assert_cmpint (g_get_monotonic_time (), <, late);
    g_main_context_iteration (NULL, TRUE);
  }
}

static void
test_table (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  g_autofree char *folder = g_dir_make_tmp ("laws-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "m.dyad", NULL);
  g_autofree char *table = g_build_filename (folder, "t.csv", NULL);

  write_table (folder, "0,0\n1,1\n");
  g_assert_true (g_file_set_contents (path, TABLE, -1, NULL));
  g_assert_true (desk_document_open (studio->document, path, NULL));
  choose (studio, "curve");
  wait_for_value (studio, 1);
  run (studio);
  g_assert_null (studio->runs->outdated);
  write_table (folder, "0,0\n1,7\n");
  wait_for_value (studio, 7);
  settle (studio);
  g_assert_cmpstr (studio->runs->outdated, ==, "before a table changed");
  run (studio);
  g_assert_null (studio->runs->outdated);
  const SimModel *model = desk_document_model (studio->document);
  const uint32_t y = sim_model_find (model, "curve.y[1]");
  const RunTrace *trace = run_session_trace (studio->runs->current->session);
  g_assert_cmpfloat_with_epsilon (
      run_trace_range (trace, y, 0, run_trace_length (trace)).max, 7, 1e-3);
  g_unlink (table);
  g_unlink (path);
  g_rmdir (folder);
}

/* Of another diagram with a component of that name, nothing stays. */
static void
test_other_diagram (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  choose (studio, "friction");
  g_assert_cmpuint (desk_laws_n (studio->laws), ==, 1);
  g_assert_true (desk_document_open_example (studio->document, fixture->example, NULL));
  g_assert_cmpuint (desk_laws_n (studio->laws), ==, 0);
}

/* The studio may go while a curve is drawn. */
static void
test_gone (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = desk_studio_new (fixture->library);
  const char *item = "friction";

  g_assert_true (desk_document_open_example (studio->document, fixture->example, NULL));
  settle (studio);
  desk_selection_set (studio->selection, &item, 1);
  g_assert_true (desk_laws_is_busy (studio->laws));
  g_autoptr (DeskLaws) laws = g_object_ref (studio->laws);
  g_object_unref (studio);
  while (desk_laws_is_busy (laws))
    g_main_context_iteration (NULL, TRUE);
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/laws/numbers", test_numbers},
      {"/desk/laws/point", test_point},
      {"/desk/laws/given", test_given},
      {"/desk/laws/gone", test_gone},
      {"/desk/laws/unfinished", test_unfinished},
      {"/desk/laws/table", test_table},
      {"/desk/laws/other-diagram", test_other_diagram},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests ("stick-slip.dyad", TESTS, G_N_ELEMENTS (TESTS));
}
