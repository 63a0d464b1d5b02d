/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trains that branch: each chain of parts in a row of its own, no body in another one,
 * no joint of rows across a body between them. */
#include "mechanisms.h"

#include "figure/motion/shape.h"

#define SLIDE "TranslationalComponents.Components."
#define TURN  "RotationalComponents.Components."

static FigurePoint
place (const TestMotion *motion, const char *path)
{
  return figure_shape_middle (
      motion->motion->parts[test_motion_element (motion, path)].shape);
}

/* What a link takes of the picture; of one whose length is that of its shafts the body
 * in its middle, so that a joint may meet the shaft. */
static FigureRect
body_of (const FigureLink *link)
{
  const FigurePoint middle = figure_shape_middle (link->shape);
  const FigurePoint a = link->shape->a->at, b = link->shape->b->at;
  const double half = figure_shape_reach (link->shape);
  const bool is_round =
      link->shape->kind == FIGURE_SHAPE_DISC || link->shape->c != NULL;
  const double along = is_round ? half : fabs (b.x - a.x) / 2;

  return (FigureRect){middle.x - along, middle.y - half, middle.x + along,
                      middle.y + half};
}

static bool
do_meet (FigureRect a, FigureRect b)
{
  const double slack = 1e-6;

  return a.x1 + slack < b.x2 && b.x1 + slack < a.x2 && a.y1 + slack < b.y2 &&
         b.y1 + slack < a.y2;
}

/* No two parts of a level train lie in each other. */
static void
check_parts (const FigureTrain *train)
{
  for (uint32_t i = 0; i < train->n_links; i++)
    for (uint32_t k = 0; k < i; k++)
      if (train->links[i].shape != train->links[k].shape &&
          do_meet (body_of (&train->links[i]), body_of (&train->links[k])))
        g_error ("parts %u and %u meet", train->links[i].shape->part,
                 train->links[k].shape->part);
}

/* How often the joint of a node crosses a part that is not joined there. */
static uint32_t
n_crossed (const FigureTrain *train, const FigureNode *node)
{
  const FigurePoint a = figure_train_place (node, node->low);
  const FigurePoint b = figure_train_place (node, node->high);
  const FigureRect joint = {a.x - 1e-3, fmin (a.y, b.y), a.x + 1e-3, fmax (a.y, b.y)};
  uint32_t n = 0;

  for (uint32_t i = 0; i < train->n_links && node->low < node->high; i++) {
    const FigureShape *shape = train->links[i].shape;

    n += shape->a->node != node && shape->b->node != node &&
         (shape->c == NULL || shape->c->node != node) &&
         do_meet (joint, body_of (&train->links[i]));
  }
  return n;
}

/* Returns how many joints cross a part. */
static uint32_t
check_parts_of (const TestMotion *motion)
{
  uint32_t n = 0;

  for (double t = 0; t <= 1; t += 0.25) {
    figure_motion_pose (motion->motion, test_motion_trace (motion), t);
    for (uint32_t i = 0; i < motion->motion->n_trains; i++) {
      const FigureTrain *train = &motion->motion->trains[i];

      check_parts (train);
      for (uint32_t k = 0; k < train->n_nodes && t == 0; k++)
        n += n_crossed (train, train->nodes[k]);
    }
  }
  return n;
}

static void
check_all (const TestMotion *motion)
{
  g_assert_cmpuint (check_parts_of (motion), ==, 0);
}

static const char *const DRIVE =
    "component Drive\n"
    "  torque = RotationalComponents.Sources.ConstantTorque(tau_constant = 1)\n"
    "  input = " TURN "Inertia(J = 0.1, phi(initial = 0), w(initial = 0))\n"
    "  coupling = " TURN "Damper(d = 1)\n"
    "  sun = " TURN "Inertia(J = 0.05)\n"
    "  gear = " TURN "IdealPlanetaryGear(ratio = 2)\n"
    "  carrier = " TURN "Inertia(J = 0.2, phi(initial = 0), w(initial = 0))\n"
    "  end1 = " TURN "Damper(d = 1)\n"
    "  ring = " TURN "Inertia(J = 0.1)\n"
    "  end2 = " TURN "Damper(d = 1)\n"
    "  elastic = " TURN "SpringDamper(c = 100, d = 5)\n"
    "  flywheel = " TURN "Inertia(J = 0.5, phi(initial = 0), w(initial = 0))\n"
    "  end3 = " TURN "Damper(d = 1)\n"
    "  wall = " TURN "Fixed()\n"
    "relations\n"
    "  connect(torque.spline, input.spline_a)\n"
    "  connect(input.spline_b, coupling.spline_a)\n"
    "  connect(coupling.spline_b, sun.spline_a)\n"
    "  connect(sun.spline_b, gear.sun)\n"
    "  connect(gear.carrier, carrier.spline_a, elastic.spline_b)\n"
    "  connect(carrier.spline_b, end1.spline_a)\n"
    "  connect(gear.ring, ring.spline_b)\n"
    "  connect(ring.spline_a, end2.spline_b)\n"
    "  connect(flywheel.spline_b, elastic.spline_a)\n"
    "  connect(flywheel.spline_a, end3.spline_b)\n"
    "  connect(wall.spline, end1.spline_b, end2.spline_a, end3.spline_a)\n"
    "end\n";

/* The three shafts of a planetary gear lead to their chains, each in a row. */
static void
test_planetary (void)
{
  g_auto (TestMotion) motion = test_motion (DRIVE, 1);
  static const char *const ROWS[][6] = {
      {"input", "coupling", "sun", "gear"},
      {"end2", "ring"},
      {"end3", "flywheel", "elastic", "carrier", "end1"}};

  check_all (&motion);
  for (size_t row = 0; row < G_N_ELEMENTS (ROWS); row++)
    for (int i = 1; i < 6 && ROWS[row][i] != NULL; i++) {
      const FigurePoint before = place (&motion, ROWS[row][i - 1]);
      const FigurePoint at = place (&motion, ROWS[row][i]);

      g_test_message ("%s: %g, %g", ROWS[row][i], at.x, at.y);
      g_assert_cmpfloat_with_epsilon (at.y, before.y, 1e-9);
      g_assert_cmpfloat (at.x, >, before.x);
    }
  /* One gear between its shafts, the carrier's in its middle. */
  const uint32_t gear = test_motion_element (&motion, "gear");
  const FigureShape *shape = motion.motion->parts[gear].shape;
  const double radius = figure_shape_reach (shape);
  g_assert_cmpfloat (shape->c->at.x - shape->a->at.x, >=, radius - 1e-9);
  g_assert_cmpfloat (shape->b->at.x - shape->c->at.x, >=, radius - 1e-9);
  g_assert_cmpfloat_with_epsilon (shape->a->at.y, shape->c->at.y, 1e-9);
  g_assert_cmpfloat_with_epsilon (shape->b->at.y, shape->c->at.y, 1e-9);
}

/* A branch with an end of its own, two that join again, one that goes on from there. */
static void
test_branches (void)
{
  g_auto (TestMotion) motion =
      test_motion ("component Branches\n"
                   "  hub = " TURN "Inertia(J = 1, phi(initial = 0), w(initial = 1))\n"
                   "  s1 = " TURN "SpringDamper(c = 10, d = 1)\n"
                   "  i1 = " TURN "Inertia(J = 1)\n"
                   "  d1 = " TURN "Damper(d = 1)\n"
                   "  wall = " TURN "Fixed()\n"
                   "  s2 = " TURN "SpringDamper(c = 10, d = 1)\n"
                   "  i2 = " TURN "Inertia(J = 1)\n"
                   "  s3 = " TURN "SpringDamper(c = 10, d = 1)\n"
                   "  s4 = " TURN "Spring(c = 10)\n"
                   "  i4 = " TURN "Inertia(J = 2)\n"
                   "relations\n"
                   "  connect(hub.spline_b, s1.spline_a, s2.spline_a, s3.spline_a)\n"
                   "  connect(s1.spline_b, i1.spline_a)\n"
                   "  connect(i1.spline_b, d1.spline_a)\n"
                   "  connect(d1.spline_b, wall.spline)\n"
                   "  connect(s2.spline_b, i2.spline_a)\n"
                   "  connect(i2.spline_b, s3.spline_b, s4.spline_a)\n"
                   "  connect(s4.spline_b, i4.spline_a)\n"
                   "end\n",
                   1);

  check_all (&motion);
  g_assert_cmpfloat_with_epsilon (place (&motion, "s1").y, place (&motion, "d1").y,
                                  1e-9);
  g_assert_cmpfloat_with_epsilon (place (&motion, "s4").y, place (&motion, "i4").y,
                                  1e-9);
}

/* Two stages with their rings at the housing, and a belt and gears behind each other.
 */
static void
test_stages (void)
{
  g_auto (TestMotion) motion = test_motion (
      "component Stages\n"
      "  rotor = " TURN "Inertia(J = 1, phi(initial = 0), w(initial = 1))\n"
      "  gear1 = " TURN "IdealPlanetaryGear(ratio = 3)\n"
      "  gear2 = " TURN "IdealPlanetaryGear(ratio = -2)\n"
      "  housing = " TURN "Fixed()\n"
      "  output = " TURN "Inertia(J = 1)\n"
      "  belt = " TURN "IdealGear(ratio = 2)\n"
      "  middle = " TURN "Inertia(J = 1)\n"
      "  spur = " TURN "IdealGear(ratio = -3)\n"
      "  last = " TURN "Inertia(J = 1)\n"
      "relations\n"
      "  connect(rotor.spline_b, gear1.sun)\n"
      "  connect(gear1.ring, gear2.ring, housing.spline)\n"
      "  connect(gear1.carrier, gear2.sun)\n"
      "  connect(gear2.carrier, output.spline_a)\n"
      "  connect(output.spline_b, belt.spline_a)\n"
      "  connect(belt.spline_b, middle.spline_a)\n"
      "  connect(middle.spline_b, spur.spline_a)\n"
      "  connect(spur.spline_b, last.spline_a)\n"
      "end\n",
      1);

  check_all (&motion);
}

/* Spring and damper beside each other, again and again: two lanes are enough. */
static void
test_ladder (void)
{
  g_auto (TestMotion) motion = test_motion (
      "component Ladder\n"
      "  wall = " SLIDE "Fixed()\n"
      "  mass = [" SLIDE "Mass(m = 1, s(initial = 0), v(initial = 1)) for i in 1:20]\n"
      "  spring = [" SLIDE "Spring(c = 10) for i in 1:20]\n"
      "  damper = [" SLIDE "Damper(d = 1) for i in 1:20]\n"
      "relations\n"
      "  connect(wall.flange, spring[1].flange_a, damper[1].flange_a)\n"
      "  for i in 1:20\n"
      "    connect(spring[i].flange_b, damper[i].flange_b, mass[i].flange_a)\n"
      "  end\n"
      "  for i in 1:19\n"
      "    connect(mass[i].flange_b, spring[i + 1].flange_a, damper[i + 1].flange_a)\n"
      "  end\n"
      "end\n",
      1);

  check_all (&motion);
  g_assert_cmpuint (motion.motion->n_trains, ==, 1);
  g_assert_cmpuint (motion.motion->trains[0].n_lanes, ==, 2);
}

/* The short branch begins behind the long one, whose row it shares. */
static void
test_shared (void)
{
  g_auto (TestMotion) motion =
      test_motion ("component Shared\n"
                   "  hub = " TURN "Inertia(J = 1, phi(initial = 0), w(initial = 1))\n"
                   "  a = [" TURN "SpringDamper(c = 10, d = 1) for i in 1:4]\n"
                   "  b = [" TURN "Inertia(J = 1) for i in 1:4]\n"
                   "  next = " TURN "Inertia(J = 1)\n"
                   "  c = " TURN "SpringDamper(c = 10, d = 1)\n"
                   "  d = " TURN "Inertia(J = 1)\n"
                   "  rest = [" TURN "Inertia(J = 1) for i in 1:9]\n"
                   "relations\n"
                   "  connect(hub.spline_b, a[1].spline_a, next.spline_a)\n"
                   "  for i in 1:4\n"
                   "    connect(a[i].spline_b, b[i].spline_a)\n"
                   "  end\n"
                   "  for i in 1:3\n"
                   "    connect(b[i].spline_b, a[i + 1].spline_a)\n"
                   "  end\n"
                   "  connect(next.spline_b, c.spline_a, rest[1].spline_a)\n"
                   "  connect(c.spline_b, d.spline_a)\n"
                   "  for i in 1:8\n"
                   "    connect(rest[i].spline_b, rest[i + 1].spline_a)\n"
                   "  end\n"
                   "end\n",
                   1);

  check_all (&motion);
}

/* Trees of shafts that branch forwards and backwards at random: hardly a joint has to
 * cross a part. */
static void
test_trees (void)
{
  enum { PARTS = 14 };
  GRand *dice = g_rand_new_with_seed (7);
  uint32_t n = 0;

  for (int tree = 0; tree < 12; tree++) {
    g_autoptr (GString) text = g_string_new ("component Tree\n");
    g_autoptr (GString) links = g_string_new ("relations\n");

    for (int i = 0; i < PARTS; i++) {
      g_string_append_printf (text, "  i%d = " TURN "Inertia(J = 1)\n", i);
      if (i == 0)
        continue;
      const bool is_back = g_rand_boolean (dice);
      const int parent = g_rand_int_range (dice, MAX (0, i - 5), i);

      g_string_append_printf (text, "  s%d = " TURN "SpringDamper(c = 10, d = 1)\n", i);
      g_string_append_printf (links, "  connect(i%d.spline_%c, s%d.spline_%c)\n",
                              parent, is_back ? 'a' : 'b', i, is_back ? 'b' : 'a');
      g_string_append_printf (links, "  connect(s%d.spline_%c, i%d.spline_%c)\n", i,
                              is_back ? 'a' : 'b', i, is_back ? 'b' : 'a');
    }
    g_string_append_printf (text, "%send\n", links->str);
    g_auto (TestMotion) motion = test_motion (text->str, 1);
    const uint32_t n_here = check_parts_of (&motion);
    g_test_message ("%d: %u", tree, n_here);
    n += n_here;
  }
  g_assert_cmpuint (n, <=, 2);
  g_rand_free (dice);
}

/* A wheel at the end of a shaft stands clear of what is before it. */
static void
test_wheel (void)
{
  g_auto (TestMotion) motion = test_motion (
      "component Screw\n"
      "  rotor = " TURN "Inertia(J = 1, phi(initial = 0), w(initial = 1))\n"
      "  screw = " TURN "IdealGearR2T(ratio = 10)\n"
      "  table = " SLIDE "Mass(m = 1)\n"
      "relations\n"
      "  connect(rotor.spline_b, screw.spline)\n"
      "  connect(screw.flange, table.flange_a)\n"
      "end\n",
      1);

  figure_motion_pose (motion.motion, test_motion_trace (&motion), 0);
  const FigurePart *parts = motion.motion->parts;
  const FigureShape *rotor = parts[test_motion_element (&motion, "rotor")].shape;
  const FigureShape *wheel = parts[test_motion_element (&motion, "screw")].shape;
  g_assert_cmpfloat (figure_shape_middle (wheel).x - figure_shape_middle (rotor).x, >,
                     figure_shape_half_width (wheel) + figure_shape_half_width (rotor));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/row/planetary", test_planetary);
  g_test_add_func ("/row/branches", test_branches);
  g_test_add_func ("/row/stages", test_stages);
  g_test_add_func ("/row/ladder", test_ladder);
  g_test_add_func ("/row/shared", test_shared);
  g_test_add_func ("/row/trees", test_trees);
  g_test_add_func ("/row/wheel", test_wheel);
  return g_test_run ();
}
