/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where variables will begin, before any run. */
#include "desk/run/starts.h"

#include <math.h>
#include <string.h>

#include "studio-fixture.h"

#define T(name) "TranslationalComponents." name

/* An acceleration of 3 m/s² takes the mass to -0.6 m. */
static const char oscillator[] =
    "component M\n  wall = " T ("Fixed") "()\n  spring = " T (
        "Spring") "(c = 10)\n"
                  "  mass = " T (
                      "Mass") "(m = 2, a(initial = 3))\n"
                              "relations\n  connect(wall.flange, spring.flange_a)\n"
                              "  connect(spring.flange_b, mass.flange_a)\nend\n";

static void
set_text (DeskStudio *studio, const char *text)
{
  doc_set_text (studio->document->doc, text, strlen (text));
  settle (studio);
}

static void
assert_start (DeskStudio *studio, const char *variable, const char *expected)
{
  g_autofree char *text = desk_starts_to_text (studio->starts, variable);

  g_assert_cmpstr (text, ==, expected);
  g_assert_true (isnan (desk_starts_value (studio->starts, variable)) ==
                 (expected == NULL));
}

/* Told once a diagram is compiled: what equations say, and what nothing says. */
static void
test_why (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  set_text (studio, oscillator);
  assert_start (studio, "mass.s", "\u22120.6\u00A0m, solved");
  assert_start (studio, "mass.v", "0\u00A0m/s, default");
  assert_start (studio, "mass.nope", NULL);
  g_assert_null (studio->runs->current);
  /* A guess that is given stands where nothing else does. */
  doc_set_modifier (studio->document->doc, "mass", "v(guess)", "0.5", NULL, NULL);
  settle (studio);
  assert_start (studio, "mass.v", "0.5\u00A0m/s, guess");
  doc_set_modifier (studio->document->doc, "mass", "v(initial)", "0.25", NULL, NULL);
  settle (studio);
  assert_start (studio, "mass.v", "0.25\u00A0m/s, solved");
}

/* Dropped with the edit that outdates it, and by what has no model. */
static void
test_outdated (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  guint n_told = 0;

  set_text (studio, oscillator);
  g_signal_connect_swapped (studio->starts, "notify::values", G_CALLBACK (count),
                            &n_told);
  doc_set_modifier (studio->document->doc, "spring", "c", "20", NULL, NULL);
  g_assert_cmpuint (n_told, ==, 1);
  assert_start (studio, "mass.s", NULL);
  settle (studio);
  g_assert_cmpuint (n_told, ==, 2);
  assert_start (studio, "mass.s", "\u22120.3\u00A0m, solved");
  set_text (studio, "component M\n  mass = " T ("Mass") "()\nend\n");
  assert_start (studio, "mass.s", NULL);
  g_signal_handlers_disconnect_by_data (studio->starts, &n_told);
}

/* Two equations that no number solves: nothing is known, and nothing is said. */
static void
test_no_start (Fixture *fixture, gconstpointer data)
{
  set_text (fixture->studio, "component M\n  variable x::Real\nrelations\n"
                             "  x * x = -1\nend\n");
  g_assert_nonnull (desk_document_model (fixture->studio->document));
  assert_start (fixture->studio, "x", NULL);
  g_assert_null (fixture->studio->runs->current);
}

/* A train of many masses, each with a spring. */
static char *
train (guint n)
{
  GString *text = g_string_new ("component M\n  wall = " T ("Fixed") "()\n");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (
        text, "  m%u = " T ("Mass") "(m = 1)\n  s%u = " T ("Spring") "(c = 1)\n", i, i);
  g_string_append (text, "relations\n");
  g_string_append (text, "  connect(wall.flange, s0.flange_a)\n");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "  connect(s%u.flange_b, m%u.flange_a)\n", i, i);
  for (guint i = 1; i < n; i++)
    g_string_append_printf (text, "  connect(m%u.flange_b, s%u.flange_a)\n", i - 1, i);
  g_string_append (text, "end\n");
  return g_string_free (text, FALSE);
}

/* Edits come faster than starts are solved: all but the last are given up, and at no
 * time is more than one under way. */
static void
test_many_edits (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  g_autofree char *text = train (300);
  guint n_told = 0;

  set_text (studio, text);
  assert_start (studio, "m299.s", "0\u00A0m, default");
  g_signal_connect_swapped (studio->starts, "notify::values", G_CALLBACK (count),
                            &n_told);
  for (guint i = 0; i < 20; i++) {
    g_autofree char *value = g_strdup_printf ("%u", i);

    doc_set_modifier (studio->document->doc, "m0", "s(guess)", value, NULL, NULL);
    g_main_context_iteration (NULL, FALSE);
  }
  settle (studio);
  assert_start (studio, "m0.s", "19\u00A0m, guess");
  g_assert_cmpuint (n_told, <=, 40);
  g_signal_handlers_disconnect_by_data (studio->starts, &n_told);
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/starts/why", test_why},
      {"/desk/starts/outdated", test_outdated},
      {"/desk/starts/no-start", test_no_start},
      {"/desk/starts/many-edits", test_many_edits},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
