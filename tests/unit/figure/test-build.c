/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture shows the parts that the compiler made, not what a class had before. */
#include "mechanisms.h"

/* Two links that look differently, and a model with one of them deep inside. */
#define PARTS                                                                          \
  "partial component Link\n"                                                           \
  "  flange_a = Flange()\n"                                                            \
  "  flange_b = Flange()\n"                                                            \
  "relations\n"                                                                        \
  "  flange_a.f + flange_b.f = 0\n"                                                    \
  "end\n"                                                                              \
  "component Soft\n"                                                                   \
  "  extends Link\n"                                                                   \
  "relations\n"                                                                        \
  "  flange_b.f = 100 * (flange_b.s - flange_a.s)\n"                                   \
  "metadata {\"Dyad\": {\"motion\": [{\"shape\": \"spring\", \"from\": \"flange_a\","  \
  " \"to\": \"flange_b\"}]}}\n"                                                        \
  "end\n"                                                                              \
  "component Stiff\n"                                                                  \
  "  extends Link\n"                                                                   \
  "relations\n"                                                                        \
  "  flange_b.s = flange_a.s + 1\n"                                                    \
  "metadata {\"Dyad\": {\"motion\": [{\"shape\": \"rod\", \"from\": \"flange_a\","     \
  " \"to\": \"flange_b\"}]}}\n"                                                        \
  "end\n"                                                                              \
  "component Inner\n"                                                                  \
  "  wall = TranslationalComponents.Components.Fixed()\n"                              \
  "  link::Link = Soft()\n"                                                            \
  "  mass = TranslationalComponents.Components.Mass(m = 1)\n"                          \
  "relations\n"                                                                        \
  "  connect(wall.flange, link.flange_a)\n"                                            \
  "  connect(link.flange_b, mass.flange_a)\n"                                          \
  "end\n"                                                                              \
  "component Middle\n"                                                                 \
  "  inner::Inner = Inner()\n"                                                         \
  "end\n"

#define RUN(model)                                                                     \
  "analysis Run\n  extends TransientAnalysis(stop = 1)\n  model = " model "\nend\n"

static FigureKind
kind_of (const TestMotion *motion, const char *path)
{
  return figure_motion_element (motion->motion, test_motion_element (motion, path))
      ->kind;
}

static bool
is_shown (const TestMotion *motion, const char *path)
{
  return figure_motion_find (motion->motion, path) != FIGURE_NO_ELEMENT;
}

static void
check_link (const char *text, const char *path, FigureKind kind)
{
  g_autofree char *whole = g_strconcat (PARTS, text, NULL);
  g_auto (TestMotion) motion = test_motion (whole, 1);

  g_assert_cmpint (kind_of (&motion, path), ==, kind);
}

/* However deep the part is, and wherever the modifier stands that replaces it. */
static void
test_replaced (void)
{
  check_link (RUN ("Middle()"), "inner.link", FIGURE_SPRING);
  check_link (RUN ("Middle(inner.link = Stiff())"), "inner.link", FIGURE_LINK);
  check_link (
      "component Model\n  m = Middle(inner.link = Stiff())\nend\n" RUN ("Model()"),
      "m.inner.link", FIGURE_LINK);
  check_link (
      "component Model\n  m = Middle(inner = Inner(link = Stiff()))\nend\n" RUN (
          "Model()"),
      "m.inner.link", FIGURE_LINK);
  check_link ("component Other\n  extends Inner(link = Stiff())\nend\n"
              "component Model\n  m = Middle(inner = Other())\nend\n" RUN ("Model()"),
              "m.inner.link", FIGURE_LINK);
  check_link (
      "component Model\n  extends Middle(inner.link = Stiff())\nend\n" RUN ("Model()"),
      "inner.link", FIGURE_LINK);
}

/* Names in a component of a library mean what they mean there. */
static void
test_within_library (void)
{
  g_auto (TestMotion) motion = test_motion_within (
      "component Pair\n"
      "  wall = Fixed()\n"
      "  link::TranslationalComponents.Interfaces.PartialTwoFlanges = Spring(c = 1)\n"
      "  mass = Mass(m = 1)\n"
      "relations\n"
      "  connect(wall.flange, link.flange_a)\n"
      "  connect(link.flange_b, mass.flange_a)\n"
      "end\n"
      "component Two\n  pair = Pair()\nend\n"
      "component Model\n  two = Two(pair.link = Rod(L = 1))\nend\n",
      "TranslationalComponents.Components", 1);

  g_assert_cmpint (kind_of (&motion, "two.pair.link"), ==, FIGURE_LINK);
}

/* As many elements as the model has, in one dimension or two. */
static void
test_arrays (void)
{
  g_auto (TestMotion) motion = test_motion (
      PARTS
      "component Grid\n"
      "  structural parameter n::Integer = 2\n"
      "  row = [Inner() for i in 1:n]\n"
      "  grid = [Inner(link = Stiff()) for i in 1:n, k in 1:2]\n"
      "end\n"
      "component Model\n  g = Grid(n = 3, row.link = Stiff())\nend\n" RUN ("Model()"),
      1);

  g_assert_cmpint (kind_of (&motion, "g.row[3].link"), ==, FIGURE_LINK);
  g_assert_false (is_shown (&motion, "g.row[4].link"));
  g_assert_cmpint (kind_of (&motion, "g.grid[3,2].link"), ==, FIGURE_LINK);
  g_assert_false (is_shown (&motion, "g.grid[3,3].link"));
  g_assert_cmpuint (figure_motion_n_elements (motion.motion), ==, 3 * (3 + 6));
}

/* What a condition leaves out shows nothing, not even at a fixed place. */
static void
test_condition (void)
{
  g_auto (TestMotion) motion = test_motion (
      PARTS
      "component Mark\n"
      "metadata {\"Dyad\": {\"motion\": [{\"shape\": \"ground\", \"at\": [0, 0]}]}}"
      "\nend\n"
      "component Marked\n"
      "  structural parameter is_marked::Boolean = true\n"
      "  mark = Mark() if is_marked\n"
      "  inner = Inner()\n"
      "end\n"
      "component Model\n  a = Marked()\n  b = Marked(is_marked = false)\nend\n" RUN (
          "Model()"),
      1);

  g_assert_true (is_shown (&motion, "a.mark"));
  g_assert_false (is_shown (&motion, "b.mark"));
  g_assert_true (is_shown (&motion, "b.inner.link"));
}

#define PLANAR "MultibodyComponents.PlanarMechanics."
#define FALL   "Body(m = 1, I = 1)"

/* The world that bodies mean is shown once, where it is declared; what is added because
 * nothing is declared is in no diagram. */
static void
test_outer (void)
{
  g_auto (TestMotion) inside = test_motion ("component Model\n"
                                            "  world = " PLANAR "World()\n"
                                            "  body = " PLANAR FALL "\n"
                                            "end\n",
                                            1);
  g_auto (TestMotion) added = test_motion ("component Model\n"
                                           "  body = " PLANAR FALL "\n"
                                           "  next = " PLANAR FALL "\n"
                                           "end\n",
                                           1);

  g_assert_true (is_shown (&inside, "world"));
  g_assert_cmpuint (figure_motion_n_elements (inside.motion), ==, 2);
  g_assert_false (is_shown (&added, "world"));
  g_assert_cmpuint (figure_motion_n_elements (added.motion), ==, 2);
}

static FigurePoint
place (const TestMotion *motion, const char *path)
{
  figure_motion_pose (motion->motion, test_motion_trace (motion), 0);
  return figure_motion_point (motion->motion, test_motion_element (motion, path),
                              (FigurePoint){0, 0});
}

/* Ports are joined as connects say: by fields too, and never since they move alike. */
static void
test_joined (void)
{
  g_auto (TestMotion) alone = test_motion (
      "component Model\n"
      "  disc = RotationalComponents.Components.Inertia(J = 1, w(initial = 1))\n"
      "end\n",
      1);
  g_auto (TestMotion) fields =
      test_motion ("component Model\n"
                   "  a = TranslationalComponents.Components.Mass(m = 1)\n"
                   "  b = TranslationalComponents.Components.Mass(m = 1)\n"
                   "  c = TranslationalComponents.Components.Mass(m = 1)\n"
                   "relations\n"
                   "  connect(a.flange_b, c.flange_a)\n"
                   "  connect(a.flange_b.s, b.flange_a.s)\n"
                   "  connect(a.flange_b.f, b.flange_a.f)\n"
                   "end\n",
                   1);
  g_auto (TestMotion) open = test_motion (
      "component Model\n"
      "  a = RotationalComponents.Components.BearingFriction()\n"
      "  b = RotationalComponents.Components.Inertia(J = 1, w(initial = 1))\n"
      "relations\n"
      "  connect(a.spline_b, b.spline_a)\n"
      "end\n",
      1);

  g_assert_cmpfloat (fabs (place (&alone, "disc").y), <, 1);
  g_assert_cmpfloat (place (&fields, "a").x + 0.2, <, place (&fields, "b").x);
  g_assert_cmpfloat (place (&fields, "a").x + 0.2, <, place (&fields, "c").x);
  g_assert_cmpfloat (place (&open, "a").x + 0.2, <, place (&open, "b").x);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/build/replaced", test_replaced);
  g_test_add_func ("/build/library", test_within_library);
  g_test_add_func ("/build/arrays", test_arrays);
  g_test_add_func ("/build/condition", test_condition);
  g_test_add_func ("/build/outer", test_outer);
  g_test_add_func ("/build/joined", test_joined);
  return g_test_run ();
}
