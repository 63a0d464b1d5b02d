/* SPDX-License-Identifier: GPL-3.0-or-later */
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
  g_auto (TestMotion) shown = test_motion (PENDULUM, 2);
  uint32_t bob = test_motion_element (&shown, "bob");

  for (double t = 0; t < 2; t += 0.07) {
    g_assert_true (figure_motion_pose (shown.motion, test_motion_trace (&shown), t));
    double phi = test_motion_value (&shown, "pin.phi");
    FigurePoint at = figure_motion_point (shown.motion, bob, (FigurePoint){0, 0});
    g_assert_cmpfloat_with_epsilon (at.x, 1 + 2 * sin (phi), 1e-3);
    g_assert_cmpfloat_with_epsilon (at.y, 2 - 2 * cos (phi), 1e-3);
  }
  g_assert_cmpuint (base_diags_count (shown.diags), ==, 0);
}

/* Times outside the run are led to its ends, NaN is the last row. */
static void
test_times (void)
{
  g_auto (TestMotion) shown = test_motion (PENDULUM, 1);
  const RunTrace *trace = test_motion_trace (&shown);
  g_autoptr (RunTrace) empty = run_trace_new (1, NULL, NULL);

  g_assert_true (isnan (figure_motion_time (shown.motion)));
  figure_motion_pose (shown.motion, trace, -5);
  g_assert_cmpfloat (figure_motion_time (shown.motion), ==, 0);
  figure_motion_pose (shown.motion, trace, 7);
  g_assert_cmpfloat (figure_motion_time (shown.motion), ==, 1);
  figure_motion_pose (shown.motion, trace, NAN);
  g_assert_cmpfloat (figure_motion_time (shown.motion), ==, 1);
  g_assert_false (figure_motion_pose (shown.motion, empty, 0));
  g_assert_true (isnan (figure_motion_time (shown.motion)));
  g_assert_false (figure_motion_pose (shown.motion, NULL, 0));
}

/* All places of the run lie in the bounds, and not much more. */
static void
test_bounds (void)
{
  g_auto (TestMotion) shown = test_motion (PENDULUM, 3);

  figure_motion_pose (shown.motion, test_motion_trace (&shown), 0);
  FigureRect bounds = figure_motion_bounds (shown.motion);
  double swing = 2 * sin (0.3);
  g_assert_cmpfloat (bounds.x1, <=, 1 - swing + 0.01);
  g_assert_cmpfloat (bounds.x2, >=, 1 + swing);
  g_assert_cmpfloat (bounds.y1, <=, 0);
  g_assert_cmpfloat (bounds.y2, >=, 2);
  g_assert_cmpfloat (bounds.x2 - bounds.x1, <, 3);
  g_assert_cmpfloat (bounds.y2 - bounds.y1, <, 3);
}

/* What acts on the bob makes its acceleration, and nothing turns it but its inertia. */
static void
test_free_body (void)
{
  g_auto (TestMotion) shown = test_motion (PENDULUM, 1);
  uint32_t bob = test_motion_element (&shown, "bob");
  FigureLoad loads[FIGURE_LOADS_MAX];

  for (uint32_t i = 0; i <= 100; i += 9) { /* at rows, where values are exact */
    double fx = 0, fy = 0, tau = 0;

    figure_motion_pose (shown.motion, test_motion_trace (&shown), i / 100.0);
    uint32_t n = figure_motion_free_body (shown.motion, bob, loads);
    g_assert_cmpuint (n, ==, 2);
    for (uint32_t k = 0; k < n; k++) {
      fx += loads[k].fx;
      fy += loads[k].fy;
      tau += loads[k].tau;
    }
    g_assert_cmpfloat_with_epsilon (fx, 3 * test_motion_value (&shown, "bob.a[1]"),
                                    1e-9);
    g_assert_cmpfloat_with_epsilon (fy, 3 * test_motion_value (&shown, "bob.a[2]"),
                                    1e-9);
    g_assert_cmpfloat_with_epsilon (tau, 0.5 * test_motion_value (&shown, "bob.alpha"),
                                    1e-9);
  }
  g_assert_cmpstr (loads[0].name, ==, "weight");
  g_assert_cmpfloat_with_epsilon (loads[0].fy, -3 * 9.81, 1e-9);
}

/* Joints are hit before what they hold, then what is nearest; the point that was hit
 * moves with the body. */
static void
test_hit (void)
{
  g_auto (TestMotion) shown = test_motion (PENDULUM, 1);
  FigureMotion *motion = shown.motion;
  uint32_t pin = test_motion_element (&shown, "pin");
  uint32_t rod = test_motion_element (&shown, "rod");
  uint32_t bob = test_motion_element (&shown, "bob");
  FigureView view = {.x = 1, .y = 1, .scale = 100, .width = 400, .height = 400};

  figure_motion_pose (motion, test_motion_trace (&shown), 0);
  FigurePoint middle =
      figure_motion_view_to_px (&view, (FigurePoint){1 + sin (0.3), 2 - cos (0.3)});
  FigurePoint end = figure_motion_view_to_px (
      &view, figure_motion_point (motion, bob, (FigurePoint){0, 0}));
  FigurePoint top = figure_motion_view_to_px (&view, (FigurePoint){1, 2});
  FigureHit hit = figure_motion_hit (motion, &view, middle, 3, false);
  g_assert_cmpuint (hit.element, ==, rod);
  g_assert_cmpuint (figure_motion_hit (motion, &view, top, 3, false).element, ==, pin);
  g_assert_cmpuint (figure_motion_hit (motion, &view, end, 3, false).element, ==, bob);
  g_assert_cmpuint (
      figure_motion_hit (motion, &view, (FigurePoint){5, 395}, 3, false).element, ==,
      FIGURE_NO_ELEMENT);
  g_assert_cmpstr (figure_motion_element (motion, rod)->port, ==, "rod.frame_a");
  g_assert_null (figure_motion_element (motion, pin)->port);
  g_assert_cmpfloat_with_epsilon (hit.local.y, -1, 1e-6); /* half way down the rod */
  figure_motion_pose (motion, test_motion_trace (&shown), 0.5);
  double phi = test_motion_value (&shown, "pin.phi");
  FigurePoint moved = figure_motion_point (motion, rod, hit.local);
  g_assert_cmpfloat_with_epsilon (moved.x, 1 + sin (phi), 1e-6);
  g_assert_cmpfloat_with_epsilon (moved.y, 2 - cos (phi), 1e-6);
}

static bool
tells (const TestMotion *shown, const char *path, const char *name)
{
  const FigureElement *element =
      figure_motion_element (shown->motion, test_motion_element (shown, path));
  bool found = false;

  for (uint32_t i = 0; i < element->n_variables; i++)
    found = found || strcmp (sim_model_var (shown->model, element->variables[i])->name,
                             name) == 0;
  return found;
}

/* An element tells its variables; a rod with a mass those of the body in it, under
 * whose name it is found too. */
static void
test_elements (void)
{
  g_auto (TestMotion) shown =
      test_motion ("component Arm\n"
                   "  world = " PLANAR "World()\n"
                   "  pin = " PLANAR "Revolute(phi(initial = 0), w(initial = 0))\n"
                   "  arm = " PLANAR "BodyShape(r = [1, 0], m = 1, I = 0.1)\n"
                   "relations\n"
                   "  connect(world.frame_b, pin.frame_a)\n"
                   "  connect(pin.frame_b, arm.frame_a)\n"
                   "end\n",
                   1);
  uint32_t arm = test_motion_element (&shown, "arm");

  g_assert_true (tells (&shown, "pin", "pin.w"));
  g_assert_false (tells (&shown, "pin", "pin.frame_a.x"));
  g_assert_true (tells (&shown, "arm", "arm.body.v[1]"));
  g_assert_cmpuint (figure_motion_find (shown.motion, "arm.body"), ==, arm);
  g_assert_cmpuint (figure_motion_find (shown.motion, "army"), ==, FIGURE_NO_ELEMENT);
  g_assert_cmpstr (figure_motion_element (shown.motion, arm)->label, ==, "arm");
}

/* A view and its inverse; zooming keeps the point under the pointer. */
static void
test_view (void)
{
  FigureView view = figure_motion_view_fit ((FigureRect){-1, 0, 3, 2}, 800, 300);
  FigurePoint px = {123, 45};
  FigurePoint at = figure_motion_view_from_px (&view, px);
  FigurePoint back = figure_motion_view_to_px (&view, at);
  FigureView near = figure_motion_view_zoom (view, 2.5, px);
  FigurePoint same = figure_motion_view_to_px (&near, at);
  FigurePoint corner = figure_motion_view_to_px (&view, (FigurePoint){-1, 2});

  g_assert_cmpfloat_with_epsilon (back.x, px.x, 1e-9);
  g_assert_cmpfloat_with_epsilon (back.y, px.y, 1e-9);
  g_assert_cmpfloat_with_epsilon (same.x, px.x, 1e-9);
  g_assert_cmpfloat_with_epsilon (same.y, px.y, 1e-9);
  g_assert_cmpfloat (near.scale, ==, 2.5 * view.scale);
  g_assert_cmpfloat (corner.x, >, 0);
  g_assert_cmpfloat (corner.y, >, 0);
}

static cairo_surface_t *
picture (FigureMotion *motion, FigureLook look, bool is_dark)
{
  FigureTheme theme = figure_theme (is_dark);
  FigureView view = figure_motion_view_fit (figure_motion_bounds (motion), 300, 200);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
  cairo_t *cr = cairo_create (surface);

  figure_motion_draw (motion, cr, &view, &theme, &look);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static uint32_t
n_different (cairo_surface_t *a, cairo_surface_t *b)
{
  const unsigned char *x = cairo_image_surface_get_data (a);
  const unsigned char *y = cairo_image_surface_get_data (b);
  size_t n = (size_t) cairo_image_surface_get_stride (a) * 200;
  uint32_t different = 0;

  for (size_t i = 0; i < n; i += 4)
    different += memcmp (x + i, y + i, 3) != 0;
  cairo_surface_destroy (a);
  cairo_surface_destroy (b);
  return different;
}

/* The picture changes with time and with what is to be shown, and not otherwise. */
static void
test_picture (void)
{
  g_auto (TestMotion) shown = test_motion (PENDULUM, 1);
  FigureMotion *motion = shown.motion;
  FigureLook plain = figure_motion_look_default (), full = plain, chosen = plain;

  figure_motion_pose (motion, test_motion_trace (&shown), 0.2);
  cairo_surface_t *before = picture (motion, plain, false);
  cairo_surface_t *again = picture (motion, plain, false);
  g_assert_cmpuint (n_different (before, again), ==, 0);
  before = picture (motion, plain, false);
  figure_motion_pose (motion, test_motion_trace (&shown), 0.9);
  g_assert_cmpuint (n_different (before, picture (motion, plain, false)), >, 300);
  full.has_forces = full.has_velocities = full.has_torques = full.has_labels =
      full.has_grid = true;
  g_assert_cmpuint (
      n_different (picture (motion, plain, true), picture (motion, full, true)), >,
      300);
  chosen.selected = test_motion_element (&shown, "bob");
  g_assert_cmpuint (
      n_different (picture (motion, plain, true), picture (motion, chosen, true)), >,
      20);
  chosen.grabbed = chosen.selected;
  chosen.puller = (FigurePoint){1, 1};
  g_assert_cmpuint (
      n_different (picture (motion, plain, true), picture (motion, chosen, true)), >,
      50);
}

/* Any zoom draws in bounded time, far beyond what one would look at. */
static void
test_zoom (void)
{
  g_auto (TestMotion) shown = test_motion (PENDULUM, 1);
  FigureTheme theme = figure_theme (false);
  FigureLook look = figure_motion_look_default ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 200, 100);

  look.has_forces = look.has_labels = look.has_grid = true;
  figure_motion_pose (shown.motion, test_motion_trace (&shown), 0.5);
  for (double scale = 1e-12; scale < 1e13; scale *= 10)
    for (double x = 0; x < 1e18; x = 1000 * x + 1) {
      FigureView view = {.x = x, .y = -x, .scale = scale, .width = 200, .height = 100};
      cairo_t *cr = cairo_create (surface);

      figure_motion_draw (shown.motion, cr, &view, &theme, &look);
      figure_motion_hit (shown.motion, &view, (FigurePoint){100, 50}, 5, false);
      cairo_destroy (cr);
    }
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mechanism/bob", test_bob);
  g_test_add_func ("/mechanism/times", test_times);
  g_test_add_func ("/mechanism/bounds", test_bounds);
  g_test_add_func ("/mechanism/free-body", test_free_body);
  g_test_add_func ("/mechanism/hit", test_hit);
  g_test_add_func ("/mechanism/elements", test_elements);
  g_test_add_func ("/mechanism/view", test_view);
  g_test_add_func ("/mechanism/picture", test_picture);
  g_test_add_func ("/mechanism/zoom", test_zoom);
  return g_test_run ();
}
