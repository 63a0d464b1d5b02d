/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which wire is offered first: the one that one would draw. */
#include "desk/tool/joints.h"

#include "blank-fixture.h"

#define AT(name, x1, y1, x2, y2)                                                       \
  "\"" name "\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": " #x1               \
  ", \"y1\": " #y1 ", \"x2\": " #x2 ", \"y2\": " #y2 "}}}}"

/* A row with a gap before the mass, and a spring above. */
static const char text[] =
    "component M\n"
    "  wall = TranslationalComponents.Components.Fixed() {^wall}\n"
    "  spring = TranslationalComponents.Components.Spring(c = 1) {^spring}\n"
    "  mass = TranslationalComponents.Components.Mass(m = 1) {^mass}\n"
    "  other = TranslationalComponents.Components.Spring(c = 1) {^other}\n"
    "relations\n"
    "  connect(mass.flange_b, other.flange_a)\n"
    "metadata {\n"
    "  \"_links\": {" AT ("wall", 0, 400, 100, 500) ", " AT (
        "spring",
        200,
        0,
        300,
        100) ", " AT ("mass", 400, 0, 500, 100) ", " AT ("other",
                                                         600,
                                                         0,
                                                         700,
                                                         100) "}\n"
                                                              "}\n"
                                                              "end\n";

static void
assert_first (Fixture *fixture, const char *part, const char *typed, const char *first)
{
  desk_selection_set (fixture->studio->selection, &part, 1);
  g_autoptr (GPtrArray) joints = desk_joints (fixture->studio, typed, 3);

  g_assert_cmpuint (joints->len, >, 0);
  g_assert_cmpuint (joints->len, <=, 3);
  const DeskJoint *joint = joints->pdata[0];
  g_autofree char *title = g_strconcat (joint->from, " — ", joint->to, NULL);
  g_assert_cmpstr (title, ==, first);
}

/* Of all ports of the two those that face each other, whichever part is selected. */
static void
test_facing (Fixture *fixture, gconstpointer data)
{
  assert_first (fixture, "spring", "", "spring.flange_b — mass.flange_a");
  assert_first (fixture, "mass", "", "mass.flange_a — spring.flange_b");
  assert_first (fixture, "wall", "spring", "wall.flange — spring.flange_a");
}

/* A free port before a nearer one with a wire. */
static void
test_free (Fixture *fixture, gconstpointer data)
{
  assert_first (fixture, "other", "mass", "other.flange_b — mass.flange_a");
}

/* What is typed is looked for in any case, and what is joined already is left out. */
static void
test_typed (Fixture *fixture, gconstpointer data)
{
  static const char *const mass = "mass";

  assert_first (fixture, "spring", "FLANGE_A — MASS.FLANGE_B",
                "spring.flange_a — mass.flange_b");
  desk_selection_set (fixture->studio->selection, &mass, 1);
  g_autoptr (GPtrArray) joined =
      desk_joints (fixture->studio, "mass.flange_b — other.flange_a", 3);
  g_assert_cmpuint (joined->len, ==, 0);
}

int
main (int argc, char **argv)
{
  static const Test tests[] = {
      {"/desk/joints/facing", test_facing},
      {"/desk/joints/free", test_free},
      {"/desk/joints/typed", test_typed},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (text, tests, G_N_ELEMENTS (tests));
}
