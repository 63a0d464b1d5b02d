/* Where things are drawn: planar mechanisms. */
#include "mechanisms.h"

#define PLANAR "MultibodyComponents.PlanarMechanics."

static const char *const PENDULUM =
    "component Pendulum\n"
    "  world = " PLANAR "World()\n"
    "  ground = " PLANAR "Fixed(r = [1, 2])\n"
    "  pin = " PLANAR "Revolute(phi(initial = 0.3), w(initial = 0))\n"
    "  rod = " PLANAR "FixedTranslation(r = [0, -2])\n"
    "  bob = " PLANAR "Body(m = 3, I = 0.5)\n"
    "relations\n"
    "  connect(ground.frame_b, pin.frame_a)\n"
    "  connect(pin.frame_b, rod.frame_a)\n"
    "  connect(rod.frame_b, bob.frame_a)\n"
    "end\n";

/* The bob hangs two metres from (1, 2) at the angle of the pin, at rows and between. */
static void
test_bob (void)
{
  g_auto (TestMotion) motion = test_motion (PENDULUM, 2);
  uint32_t bob = test_motion_element (&motion, "bob");

  for (double t = 0; t < 2; t += 0.07) {
    g_assert_true (
        figure_mechanism_pose (motion.mechanism, test_motion_trace (&motion), t));
    double phi = test_motion_value (&motion, "pin.phi");
    FigurePoint at =
        figure_mechanism_point (motion.mechanism, bob, (FigurePoint){0, 0});
    g_assert_cmpfloat_with_epsilon (at.x, 1 + 2 * sin (phi), 1e-3);
    g_assert_cmpfloat_with_epsilon (at.y, 2 - 2 * cos (phi), 1e-3);
  }
  g_assert_cmpuint (base_diags_count (motion.diags), ==, 0);
}

/* Times outside the run are led to its ends, NaN is the last row. */
static void
test_times (void)
{
  g_auto (TestMotion) motion = test_motion (PENDULUM, 1);
  const RunTrace *trace = test_motion_trace (&motion);
  g_autoptr (RunTrace) empty = run_trace_new (run_trace_n_columns (trace), NULL, NULL);

  g_assert_true (isnan (figure_mechanism_time (motion.mechanism)));
  figure_mechanism_pose (motion.mechanism, trace, -5);
  g_assert_cmpfloat (figure_mechanism_time (motion.mechanism), ==, 0);
  figure_mechanism_pose (motion.mechanism, trace, 7);
  g_assert_cmpfloat (figure_mechanism_time (motion.mechanism), ==, 1);
  figure_mechanism_pose (motion.mechanism, trace, NAN);
  g_assert_cmpfloat (figure_mechanism_time (motion.mechanism), ==, 1);
  g_assert_false (figure_mechanism_pose (motion.mechanism, empty, 0));
  g_assert_true (isnan (figure_mechanism_time (motion.mechanism)));
  g_assert_false (figure_mechanism_pose (motion.mechanism, NULL, 0));
}

/* All places of the run lie in the bounds, and not much more. */
static void
test_bounds (void)
{
  g_auto (TestMotion) motion = test_motion (PENDULUM, 3);

  figure_mechanism_pose (motion.mechanism, test_motion_trace (&motion), 0);
  FigureRect bounds = figure_mechanism_bounds (motion.mechanism);
  double swing = 2 * sin (0.3);
  g_assert_cmpfloat (bounds.x1, <=, 1 - swing + 0.01);
  g_assert_cmpfloat (bounds.x2, >=, 1 + swing);
  g_assert_cmpfloat (bounds.y1, <=, 0);
  g_assert_cmpfloat (bounds.y2, >=, 2);
  g_assert_cmpfloat (bounds.x2 - bounds.x1, <, 3);
  g_assert_cmpfloat (bounds.y2 - bounds.y1, <, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mechanism/bob", test_bob);
  g_test_add_func ("/mechanism/times", test_times);
  g_test_add_func ("/mechanism/bounds", test_bounds);
  return g_test_run ();
}
