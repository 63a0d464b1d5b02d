/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters of the diagram: what is typed for a new one tells its type, and none of
 * what is done with them changes the equations. */
#include <string.h>

#include "desk/tool/params.h"
#include "doc/edit/edit.h"
#include "run/compile.h"
#include "studio-fixture.h"

static void
show (Fixture *fixture, const char *text)
{
  doc_set_text (fixture->studio->document->doc, text, strlen (text));
}

/* What is typed, and what is declared. */
static void
test_declare (Fixture *fixture, gconstpointer data)
{
  static const char *const CASES[][2] = {
      {"wheelbase = 2.5 m", "wheelbase::Length = 2.5 {^wheelbase}\n"},
      {"L=250 mm", "L::Length = 0.25 {^L}\n"},
      {"L = 5m", "L::Length = 5 {^L}\n"},
      {"c = 5 kN/mm", "c::TranslationalSpringConstant = 5000000 {^c}\n"},
      {"J = 0.2 kg.m2", "J::MomentOfInertia = 0.2 {^J}\n"},
      {"alpha = 30 deg", "alpha::Angle = 0.5235987755982988 {^alpha}\n"},
      {"n = 600 rpm", "n::AngularVelocity = 62.83185307179586 {^n}\n"},
      {"f = 50 Hz", "f::Frequency = 50 {^f}\n"},
      {"M = 3 N.m", "M::Torque = 3 {^M}\n"},
      {"W = 3 J", "W::Energy = 3 {^W}\n"},
      {"eta = 50 %", "eta::Real = 0.5 {^eta}\n"},
      {"k = 2k", "k::Real = 2k\n"},
      {"k = 2,5", "k::Real = 2.5\n"},
      {"r = 2 * spring.c", "r::Real = 2 * spring.c\n"},
      {"is_on = true", "is_on::Boolean = true\n"},
      {"file = \"a = b\"", "file::String = \"a = b\"\n"},
      {"x = [1, 2]", "x::Real[:] = [1, 2]\n"},
      {"x = [1, 2; 3, 4]", "x::Real[:, :] = [1, 2; 3, 4]\n"},
      {"later", "later::Real\n"},
  };
  DocModel *doc = fixture->studio->document->doc;

  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *problem = desk_params_declare (doc, CASES[i][0]);
    g_autofree char *line = g_strconcat ("  parameter ", CASES[i][1], NULL);

    g_assert_cmpstr (problem, ==, NULL);
    if (strstr (doc_text (doc, NULL), line) == NULL)
      g_error ("%s is not %s in %s", CASES[i][0], line, doc_text (doc, NULL));
    g_assert_true (doc_undo (doc));
  }
}

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  static const char *const CASES[][2] = {
      {"spring = 2 m", "There is a spring already"}, {"2nd = 2 m", "cannot be a name"},
      {"x = 2 furlongs", "has no known unit"},       {"x = 2 +", "not a value"},
      {"x = 1,000", "may be read in two ways"},      {" = 2", "cannot be a name"},
  };
  DocModel *doc = fixture->studio->document->doc;
  g_autofree char *before = g_strdup (doc_text (doc, NULL));

  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *problem = desk_params_declare (doc, CASES[i][0]);

    g_assert_nonnull (problem);
    if (strstr (problem, CASES[i][1]) == NULL)
      g_error ("%s: %s, and not %s", CASES[i][0], problem, CASES[i][1]);
    g_assert_cmpstr (doc_text (doc, NULL), ==, before);
  }
}

/* Its own, in the order of the text; not what it inherits, and no parts of one. */
static void
test_own (Fixture *fixture, gconstpointer data)
{
  DocModel *doc = fixture->studio->document->doc;
  g_autoptr (BaseArena) arena = base_arena_new ();

  show (fixture, "component M\n  extends TranslationalComponents.Components.Spring\n"
                 "  \"Load\"\n  parameter m::Mass = 2\n"
                 "  structural parameter n::Integer(min = 1)\nend\n");
  g_autoptr (GPtrArray) own = desk_params_own (doc, arena);
  g_assert_cmpuint (own->len, ==, 2);
  const LibParam *m = own->pdata[0], *n = own->pdata[1];
  g_assert_cmpstr (m->name, ==, "m");
  g_assert_cmpstr (m->units, ==, "kg");
  g_assert_cmpstr (m->doc, ==, "Load");
  g_assert_true (n->is_structural && n->kind == LIB_PARAM_INTEGER && n->min == 1);
  g_assert_null (n->value);
}

/* ---- the equations ---- */

/* What is solved, without the declarations before it. */
static char *
equations (const DocModel *doc)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  const RunTarget target = {.model =
                                lib_index_of_class (doc_index (doc), doc_class (doc))};
  g_autofree char *flat = run_compile_dump (doc_index (doc), &target, "flat", diags);

  for (uint32_t i = 0; i < base_diags_count (diags); i++)
    if (base_diags_get (diags, i)->severity == BASE_ERROR)
      g_error ("%s in\n%s", base_diags_get (diags, i)->message, doc_text (doc, NULL));
  g_assert_nonnull (flat);
  const char *begin = strstr (flat, "\nequations\n");
  g_assert_nonnull (begin);
  return g_strdup (begin);
}

static void
do_some (DocModel *doc, GRand *rand)
{
  static const char *const FIELDS[][2] = {
      {"spring", "c"}, {"damper", "d"}, {"mass", "m"}, {"spring", "s_rel0"}};
  static const char *const NAMES[] = {"p", "q", "r", "s", "mass", "pi"};
  const char *const *field = FIELDS[g_rand_int_range (rand, 0, 4)];
  const char *name = NAMES[g_rand_int_range (rand, 0, G_N_ELEMENTS (NAMES))];
  const char *other = NAMES[g_rand_int_range (rand, 0, 4)];

  switch (g_rand_int_range (rand, 0, 4)) {
  case 0:
  case 1:
    doc_make_parameter (doc, (const char *const[]){field[0], NULL}, field[1], name,
                        NULL);
    break;
  case 2:
    doc_rename (doc, other, name, NULL);
    break;
  default:
    doc_remove_parameter (doc, other, NULL);
    break;
  }
}

static void
test_equations (Fixture *fixture, gconstpointer data)
{
  DocModel *doc = fixture->studio->document->doc;
  g_autofree char *before = g_strdup (doc_text (doc, NULL));
  g_autofree char *expected = equations (doc);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (uint32_t i = 0; i < 60; i++) {
    do_some (doc, rand);
    g_autofree char *now = equations (doc);
    g_assert_cmpstr (now, ==, expected);
  }
  g_assert_cmpuint (doc_undo_depth (doc), >, 20);
  while (doc_undo (doc))
    ;
  g_assert_cmpstr (doc_text (doc, NULL), ==, before);
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/params/declare", test_declare},
      {"/desk/params/refused", test_refused},
      {"/desk/params/own", test_own},
      {"/desk/params/equations", test_equations},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
