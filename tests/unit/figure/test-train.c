/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where things are drawn: parts that slide or turn on a line. */
#include "mechanisms.h"

#define SLIDE "TranslationalComponents.Components."
#define TURN  "RotationalComponents.Components."

static FigurePoint
place (const TestMotion *motion, const char *path)
{
  return figure_motion_point (motion->motion, test_motion_element (motion, path),
                              (FigurePoint){0, 0});
}

static const char *const OSCILLATOR =
    "component Oscillator\n"
    "  wall = " SLIDE "Fixed()\n"
    "  spring = " SLIDE "Spring(c = 100)\n"
    "  damper = " SLIDE "Damper(d = 2)\n"
    "  mass = " SLIDE "Mass(m = 1, s(initial = 0.2), v(initial = 0))\n"
    "relations\n"
    "  connect(wall.flange, spring.flange_a, damper.flange_a)\n"
    "  connect(spring.flange_b, damper.flange_b, mass.flange_a)\n"
    "end\n";

/* Ways are to scale; the mass stays on its side of the wall, beside spring and damper,
 * which have lanes of their own. */
static void
test_slide (void)
{
  g_auto (TestMotion) motion = test_motion (OSCILLATOR, 2);
  const RunTrace *trace = test_motion_trace (&motion);

  figure_motion_pose (motion.motion, trace, 0);
  double start = place (&motion, "mass").x;
  for (double t = 0; t < 2; t += 0.11) {
    figure_motion_pose (motion.motion, trace, t);
    g_assert_cmpfloat_with_epsilon (place (&motion, "mass").x - start,
                                    test_motion_value (&motion, "mass.s") - 0.2, 1e-9);
    g_assert_cmpfloat (place (&motion, "mass").x, >, place (&motion, "spring").x);
  }
  FigureRect bounds = figure_motion_bounds (motion.motion);
  g_assert_cmpfloat (bounds.x1, <, place (&motion, "mass").x);
  g_assert_cmpfloat (bounds.x2, >, start);
  uint32_t spring = test_motion_element (&motion, "spring");
  uint32_t damper = test_motion_element (&motion, "damper");
  FigureView view = figure_motion_view_fit (bounds, 400, 400);
  uint32_t seen[2] = {0};
  for (double y = 0; y < 400; y++)
    for (double x = 0; x < 400; x += 3) {
      uint32_t hit =
          figure_motion_hit (motion.motion, &view, (FigurePoint){x, y}, 0, false)
              .element;

      seen[0] += hit == spring;
      seen[1] += hit == damper;
    }
  g_assert_cmpuint (seen[0], >, 100);
  g_assert_cmpuint (seen[1], >, 100);
}

/* Pulling a mass by a way in the picture is that way on its flange. */
static void
test_pull (void)
{
  g_auto (TestMotion) motion = test_motion (OSCILLATOR, 1);
  uint32_t mass = test_motion_element (&motion, "mass");
  FigurePoint pull_point = {0.01, 0.02}, puller;

  figure_motion_pose (motion.motion, test_motion_trace (&motion), 0.4);
  puller = figure_motion_point (motion.motion, mass, pull_point);
  puller.x += 0.3;
  puller.y -= 5;
  g_assert_cmpstr (figure_motion_element (motion.motion, mass)->port, ==,
                   "mass.flange_a");
  g_assert_cmpfloat_with_epsilon (
      figure_motion_pull (motion.motion, mass, pull_point, puller), 0.3, 1e-9);
}

/* The forces of spring and damper on the mass make its acceleration. */
static void
test_free_body (void)
{
  g_auto (TestMotion) motion = test_motion (OSCILLATOR, 1);
  FigureLoad loads[FIGURE_LOADS_MAX];
  double fx = 0;

  figure_motion_pose (motion.motion, test_motion_trace (&motion), 0.25);
  uint32_t n = figure_motion_free_body (motion.motion,
                                        test_motion_element (&motion, "mass"), loads);
  g_assert_cmpuint (n, ==, 2);
  for (uint32_t i = 0; i < n; i++)
    fx += loads[i].fx;
  g_assert_cmpfloat_with_epsilon (fx, test_motion_value (&motion, "mass.a"), 1e-9);
}

/* The pixels of a picture 200 px wide. */
static GBytes *
picture (const TestMotion *motion, bool has_velocities)
{
  FigureView view =
      figure_motion_view_fit (figure_motion_bounds (motion->motion), 200, 200);
  FigureTheme theme = figure_theme (false);
  FigureLook look = figure_motion_look_default ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 200, 200);
  cairo_t *cr = cairo_create (surface);

  look.has_velocities = has_velocities;
  look.has_scale = false;
  figure_motion_draw (motion->motion, cr, &view, &theme, &look);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  GBytes *bytes = g_bytes_new (cairo_image_surface_get_data (surface),
                               200 * (gsize) cairo_image_surface_get_stride (surface));
  cairo_surface_destroy (surface);
  return bytes;
}

/* The arrow of a velocity shows from the first look at a run that is over. */
static void
test_velocity (void)
{
  g_auto (TestMotion) motion = test_motion (OSCILLATOR, 2);

  figure_motion_pose (motion.motion, test_motion_trace (&motion), 0.15);
  g_assert_cmpfloat (fabs (test_motion_value (&motion, "mass.v")), >, 0.5);
  g_autoptr (GBytes) without = picture (&motion, false);
  g_autoptr (GBytes) with = picture (&motion, true);
  g_assert_false (g_bytes_equal (without, with));
}

/* Masses that all begin at 0 stand side by side in the order of their springs. */
static void
test_order (void)
{
  g_auto (TestMotion) motion =
      test_motion ("component Chain\n"
                   "  wall = " SLIDE "Fixed()\n"
                   "  s1 = " SLIDE "Spring(c = 10)\n"
                   "  m1 = " SLIDE "Mass(m = 1, s(initial = 0), v(initial = 1))\n"
                   "  s2 = " SLIDE "Spring(c = 10)\n"
                   "  m2 = " SLIDE "Mass(m = 1, s(initial = 0), v(initial = 0))\n"
                   "relations\n"
                   "  connect(wall.flange, s1.flange_a)\n"
                   "  connect(s1.flange_b, m1.flange_a)\n"
                   "  connect(m1.flange_b, s2.flange_a)\n"
                   "  connect(s2.flange_b, m2.flange_a)\n"
                   "end\n",
                   5);

  for (double t = 0; t <= 5; t += 0.5) {
    figure_motion_pose (motion.motion, test_motion_trace (&motion), t);
    g_assert_cmpfloat (place (&motion, "m1").x + 0.2, <, place (&motion, "s2").x);
    g_assert_cmpfloat (place (&motion, "s2").x + 0.2, <, place (&motion, "m2").x);
  }
}

/* Trains that nothing joins stand below each other, the gap between them free, however
 * large what is on them; each moves for itself. */
static void
test_stack (void)
{
  g_auto (TestMotion) motion =
      test_motion ("component Three\n"
                   "  m1 = " SLIDE "Mass(m = 1, s(initial = 0), v(initial = 1))\n"
                   "  m2 = " SLIDE "Mass(m = 1, s(initial = 5), v(initial = -2))\n"
                   "  m3 = " SLIDE "Mass(m = 1, s(initial = -3), v(initial = 0))\n"
                   "end\n",
                   2);
  static const char *const NAMES[] = {"m1", "m2", "m3"};
  uint32_t ids[3];
  double y[3];

  figure_motion_pose (motion.motion, test_motion_trace (&motion), 1);
  const FigureRect bounds = figure_motion_bounds (motion.motion);
  for (int i = 0; i < 3; i++) {
    ids[i] = test_motion_element (&motion, NAMES[i]);
    y[i] = place (&motion, NAMES[i]).y;
    g_assert_cmpfloat (y[i], >, bounds.y1);
    g_assert_cmpfloat (y[i], <, bounds.y2);
  }
  /* From one to the next there is a level with nothing on it. */
  const FigureView view = figure_motion_view_fit (bounds, 400, 400);
  int n_seen = 0, n_changes = 0;
  bool was_empty = true;
  for (int row = 0; row < 400; row++) {
    uint32_t found = FIGURE_NO_ELEMENT;

    for (int x = 0; x < 400; x++) {
      const uint32_t hit =
          figure_motion_hit (motion.motion, &view, (FigurePoint){x, row}, 0, false)
              .element;

      if (hit == FIGURE_NO_ELEMENT)
        continue;
      g_assert_true (found == FIGURE_NO_ELEMENT || found == hit);
      g_assert_true (hit == ids[0] || hit == ids[1] || hit == ids[2]);
      found = hit;
      n_seen++;
    }
    n_changes += (found == FIGURE_NO_ELEMENT) != was_empty;
    was_empty = found == FIGURE_NO_ELEMENT;
  }
  g_assert_cmpint (n_seen, >, 100);
  g_assert_cmpint (n_changes, ==, 6);
}

/* Arrays of parts have no place in the diagram each: their links give the order. */
static void
test_array (void)
{
  g_auto (TestMotion) motion = test_motion (
      "component Chain\n"
      "  mass = [" SLIDE "Mass(m = 1, s(initial = 0), v(initial = i)) for i in 1:4]\n"
      "  spring = [" SLIDE "Spring(c = 10) for i in 1:4]\n"
      "  wall = " SLIDE "Fixed()\n"
      "relations\n"
      "  connect(wall.flange, spring[1].flange_a)\n"
      "  for i in 1:4\n"
      "    connect(spring[i].flange_b, mass[i].flange_a)\n"
      "  end\n"
      "  for i in 1:3\n"
      "    connect(mass[i].flange_b, spring[i + 1].flange_a)\n"
      "  end\n"
      "end\n",
      1);

  figure_motion_pose (motion.motion, test_motion_trace (&motion), 0.5);
  for (int i = 1; i < 4; i++) {
    g_autofree char *mass = g_strdup_printf ("mass[%d]", i);
    g_autofree char *next = g_strdup_printf ("mass[%d]", i + 1);
    g_autofree char *spring = g_strdup_printf ("spring[%d]", i + 1);

    g_assert_cmpfloat (place (&motion, mass).x, <, place (&motion, spring).x);
    g_assert_cmpfloat (place (&motion, spring).x, <, place (&motion, next).x);
    g_assert_cmpfloat (place (&motion, mass).y, ==, place (&motion, next).y);
  }
}

/* Discs stand still on their shaft in the order of the train, the gear between them,
 * and are grabbed by their angle. */
static void
test_turn (void)
{
  g_auto (TestMotion) motion = test_motion (
      "component Shaft\n"
      "  drive = RotationalComponents.Sources.ConstantTorque(tau_constant = 1)\n"
      "  fast = " TURN "Inertia(J = 1, phi(initial = 0), w(initial = 0))\n"
      "  gear = " TURN "IdealGear(ratio = 3)\n"
      "  slow = " TURN "Inertia(J = 1)\n"
      "relations\n"
      "  connect(drive.spline, fast.spline_a)\n"
      "  connect(fast.spline_b, gear.spline_a)\n"
      "  connect(gear.spline_b, slow.spline_a)\n"
      "end\n",
      2);
  uint32_t fast = test_motion_element (&motion, "fast");

  figure_motion_pose (motion.motion, test_motion_trace (&motion), 0);
  FigurePoint at = place (&motion, "fast");
  g_assert_cmpfloat (at.x, <, place (&motion, "gear").x);
  g_assert_cmpfloat (place (&motion, "gear").x, <, place (&motion, "slow").x);
  figure_motion_pose (motion.motion, test_motion_trace (&motion), 2);
  g_assert_cmpfloat (at.x, ==, place (&motion, "fast").x);
  g_assert_cmpstr (figure_motion_element (motion.motion, fast)->port, ==,
                   "fast.spline_a");
  FigureView view =
      figure_motion_view_fit (figure_motion_bounds (motion.motion), 400, 300);
  FigurePoint px = {0, 0};
  for (double x = 0; x < 400 && px.x == 0; x++)
    for (double y = 0; y < 150 && px.x == 0; y++)
      if (figure_motion_hit (motion.motion, &view, (FigurePoint){x, y}, 0, false)
              .element == fast)
        px = (FigurePoint){x, y};
  FigureHit hit = figure_motion_hit (motion.motion, &view, px, 0, false);
  FigurePoint pull_point = figure_motion_point (motion.motion, fast, hit.local);
  double away =
      figure_motion_pull (motion.motion, fast, hit.local,
                          (FigurePoint){pull_point.x - 1e-4, pull_point.y - 1e-3});
  g_assert_cmpfloat (away, >, 0); /* down at the left: counter-clockwise */
}

/* A train lies as it is drawn in the diagram: to the right, to the left, down or up. */
static void
test_directions (void)
{
  static const struct {
    double x, y; /* of the second mass from the first, in the diagram (y down) */
    int rot;
  } WAYS[] = {{600, 0, 0}, {-600, 0, 180}, {0, 600, 90}, {0, -600, 270}};

  for (size_t i = 0; i < G_N_ELEMENTS (WAYS); i++) {
    g_autoptr (GString) links = g_string_new (NULL);
    static const char *const NAMES[] = {"one", "spring", "two"};

    for (int k = 0; k < 3; k++)
      g_string_append_printf (
          links,
          "%s\"%s\": {\"Dyad\": {\"placement\": {\"diagram\": {\"iconName\": "
          "\"default\", "
          "\"x1\": %g, \"y1\": %g, \"x2\": %g, \"y2\": %g, \"rot\": %d}}}}",
          k > 0 ? ", " : "", NAMES[k], 1000 + 0.5 * k * WAYS[i].x,
          1000 + 0.5 * k * WAYS[i].y, 1100 + 0.5 * k * WAYS[i].x,
          1100 + 0.5 * k * WAYS[i].y, WAYS[i].rot);
    g_autofree char *text = g_strdup_printf (
        "component Model\n"
        "  one = " SLIDE "Mass(m = 1, s(initial = 0), v(initial = 0)) {^one}\n"
        "  spring = " SLIDE "Spring(c = 10) {^spring}\n"
        "  two = " SLIDE "Mass(m = 1, s(initial = 0.5), v(initial = 1)) {^two}\n"
        "relations\n"
        "  connect(one.flange_b, spring.flange_a)\n"
        "  connect(spring.flange_b, two.flange_a)\n"
        "metadata {\"_links\": {%s}}\n"
        "end\n",
        links->str);
    g_auto (TestMotion) motion = test_motion (text, 1);
    const double size = fabs (WAYS[i].x) + fabs (WAYS[i].y);
    const FigurePoint way = {WAYS[i].x / size, -WAYS[i].y / size};
    FigurePoint from, to, first = {0, 0};

    for (double t = 0; t <= 1; t += 0.5) {
      figure_motion_pose (motion.motion, test_motion_trace (&motion), t);
      from = place (&motion, "one");
      to = place (&motion, "two");
      const double along = (to.x - from.x) * way.x + (to.y - from.y) * way.y;
      const double across = (to.x - from.x) * way.y - (to.y - from.y) * way.x;

      g_test_message ("%zu at %g: %g, %g", i, t, along, across);
      g_assert_cmpfloat (along, >, 0.2);
      g_assert_cmpfloat_with_epsilon (across, 0, 1e-9);
      /* A way of the mass is that way in the picture. */
      if (t == 0)
        first = to;
      g_assert_cmpfloat_with_epsilon ((to.x - first.x) * way.x +
                                          (to.y - first.y) * way.y,
                                      test_motion_value (&motion, "two.s") - 0.5, 1e-9);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/train/slide", test_slide);
  g_test_add_func ("/train/pull", test_pull);
  g_test_add_func ("/train/free-body", test_free_body);
  g_test_add_func ("/train/order", test_order);
  g_test_add_func ("/train/stack", test_stack);
  g_test_add_func ("/train/array", test_array);
  g_test_add_func ("/train/turn", test_turn);
  g_test_add_func ("/train/directions", test_directions);
  g_test_add_func ("/train/velocity", test_velocity);
  return g_test_run ();
}
