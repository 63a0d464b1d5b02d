/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is drawn into a moving picture beside the parts: grid, arrows, names, the hand.
 */
#include "figure/plot/axis.h"
#include "mechanisms.h"

#define TURN "RotationalComponents.Components."

enum { WIDTH = 300, HEIGHT = 200 };

/* A mass that rests, and one that a spring pulls to the right. */
static char *
masses (const char *c, const char *v)
{
  return g_strdup_printf (
      "component Model\n"
      "  wall = TranslationalComponents.Components.Fixed()\n"
      "  spring = TranslationalComponents.Components.Spring(c = %s)\n"
      "  mass = TranslationalComponents.Components.Mass(m = 1, s(initial = -0.5),\n"
      "    v(initial = %s))\n"
      "relations\n"
      "  connect(wall.flange, spring.flange_b)\n"
      "  connect(spring.flange_a, mass.flange_a)\n"
      "end\n",
      c, v);
}

/* Two discs on a spring that is twisted by an angle. */
static char *
shaft (const char *angle)
{
  return g_strdup_printf (
      "component Model\n"
      "  left = " TURN "Inertia(J = 1, phi(initial = 0), w(initial = 1))\n"
      "  spring = " TURN "Spring(c = 10)\n"
      "  right = " TURN "Inertia(J = 1, phi(initial = %s), w(initial = 1))\n"
      "relations\n"
      "  connect(left.spline_b, spring.spline_a)\n"
      "  connect(spring.spline_b, right.spline_a)\n"
      "end\n",
      angle);
}

static const unsigned char *
pixel (cairo_surface_t *surface, int x, int y)
{
  return cairo_image_surface_get_data (surface) +
         y * cairo_image_surface_get_stride (surface) + 4 * x;
}

static cairo_surface_t *
draw (FigureMotion *motion, const FigureLook *look, const FigureView *view)
{
  FigureTheme theme = figure_theme (false);
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  figure_motion_draw (motion, cr, view, &theme, look);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* How many pixels of a box are other ones under another look. */
static int
n_changed (FigureMotion *motion,
           const FigureLook *look,
           const FigureView *view,
           FigureRect box)
{
  FigureLook plain = figure_motion_look_default ();
  cairo_surface_t *a = draw (motion, &plain, view), *b = draw (motion, look, view);
  int n = 0;

  for (int y = (int) fmax (box.y1, 0); y < fmin (box.y2, HEIGHT); y++)
    for (int x = (int) fmax (box.x1, 0); x < fmin (box.x2, WIDTH); x++)
      n += memcmp (pixel (a, x, y), pixel (b, x, y), 3) != 0;
  cairo_surface_destroy (a);
  cairo_surface_destroy (b);
  return n;
}

static const FigureRect ALL = {0, 0, WIDTH, HEIGHT};

static FigureView
view_of (const FigureMotion *motion)
{
  return figure_motion_view_fit (figure_motion_bounds (motion), WIDTH, HEIGHT);
}

/* Where nothing pulls, turns or moves there is no arrow, and where something does there
 * is one. */
static void
test_arrows (void)
{
  static const struct {
    bool is_shaft;
    const char *first, *second;
    bool has_force, has_torque, has_velocity;
  } CASES[] = {{false, "0", "0", false, false, false},
               {false, "0", "1", false, false, true},
               {false, "10", "0", true, false, true},
               {true, "0", NULL, false, false, false},
               {true, "0.8", NULL, false, true, false}};

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *text = CASES[i].is_shaft
                                ? shaft (CASES[i].first)
                                : masses (CASES[i].first, CASES[i].second);
    g_auto (TestMotion) motion = test_motion (text, 0.2);
    FigureLook forces = figure_motion_look_default (), torques = forces;
    FigureLook velocities = forces;
    const FigureView view = view_of (motion.motion);

    g_test_message ("%zu", i);
    figure_motion_pose (motion.motion, test_motion_trace (&motion), 0.1);
    forces.has_forces = torques.has_torques = velocities.has_velocities = true;
    forces.has_scale = torques.has_scale = velocities.has_scale = false;
    FigureLook bare = forces;
    bare.has_forces = false;
    const int base = n_changed (motion.motion, &bare, &view, ALL);
    g_assert_true ((n_changed (motion.motion, &forces, &view, ALL) != base) ==
                   CASES[i].has_force);
    g_assert_true ((n_changed (motion.motion, &torques, &view, ALL) != base) ==
                   CASES[i].has_torque);
    if (!CASES[i].is_shaft)
      g_assert_true ((n_changed (motion.motion, &velocities, &view, ALL) != base) ==
                     CASES[i].has_velocity);
  }
}

/* Lines of the grid stand at round places, equally far apart, all over the picture. */
static void
test_grid (void)
{
  g_autofree char *text = masses ("10", "0");
  g_auto (TestMotion) motion = test_motion (text, 0.2);
  static const double SCALES[] = {30, 100, 250};

  for (size_t i = 0; i < G_N_ELEMENTS (SCALES); i++) {
    /* Far from the mechanism. */
    const FigureView view = {.x = 1234.56,
                             .y = -987.6,
                             .scale = SCALES[i],
                             .width = WIDTH,
                             .height = HEIGHT};
    FigureLook look = figure_motion_look_default ();
    int n[2] = {0}, last[2] = {-1, -1}, step[2] = {0};

    look.has_grid = true;
    look.has_scale = false;
    figure_motion_pose (motion.motion, test_motion_trace (&motion), 0.1);
    cairo_surface_t *surface = draw (motion.motion, &look, &view);
    const unsigned char ground = 255;
    for (int axis = 0; axis < 2; axis++) {
      const int length = axis == 0 ? WIDTH : HEIGHT;

      for (int at = 0; at < length; at++) {
        bool is_line = true;

        for (int k = 0; k < (axis == 0 ? HEIGHT : WIDTH) && is_line; k++)
          is_line = pixel (surface, axis == 0 ? at : k, axis == 0 ? k : at)[1] < ground;
        if (!is_line)
          continue;
        if (last[axis] >= 0 && step[axis] > 0)
          g_assert_cmpint (abs (at - last[axis] - step[axis]), <=, 1);
        if (last[axis] >= 0)
          step[axis] = at - last[axis];
        last[axis] = at;
        n[axis]++;
      }
      g_assert_cmpint (n[axis], >=, 1);
      if (step[axis] > 0)
        g_assert_cmpint (length - last[axis], <=, step[axis] + 1);
    }
    g_assert_cmpint (n[0], >=, 2);
    cairo_surface_destroy (surface);
  }
}

/* The hand is seen where it is, what it holds where that is, and the spring between
 * them. */
static void
test_hand (void)
{
  g_autofree char *text = masses ("10", "0");
  g_auto (TestMotion) motion = test_motion (text, 0.2);
  FigureView view = view_of (motion.motion);
  FigureLook look = figure_motion_look_default ();
  const uint32_t mass = test_motion_element (&motion, "mass");

  figure_motion_pose (motion.motion, test_motion_trace (&motion), 0.1);
  const FigurePoint held =
      figure_motion_point (motion.motion, mass, (FigurePoint){0, 0});
  const FigurePoint from = figure_motion_view_to_px (&view, held);
  const FigurePoint to = {from.x + (from.x < WIDTH / 2 ? 90 : -90),
                          from.y + (from.y < HEIGHT / 2 ? 60 : -60)};
  look.grabbed = mass;
  look.puller = figure_motion_view_from_px (&view, to);
  for (int k = 0; k <= 4; k++) {
    const double x = from.x + 0.25 * k * (to.x - from.x);
    const double y = from.y + 0.25 * k * (to.y - from.y);

    g_assert_cmpint (n_changed (motion.motion, &look, &view,
                                (FigureRect){x - 8, y - 8, x + 8, y + 8}),
                     >, 5);
  }
  /* A hand that is nowhere is not drawn, and nothing breaks. */
  look.grabbed = FIGURE_NO_ELEMENT;
  g_assert_cmpint (n_changed (motion.motion, &look, &view, ALL), ==, 0);
}

/* What is pointed at has its name; what is out of sight has none. */
static void
test_names (void)
{
  g_autofree char *text = masses ("10", "0");
  g_auto (TestMotion) motion = test_motion (text, 0.2);
  FigureView view = view_of (motion.motion);
  FigureLook all = figure_motion_look_default ();

  figure_motion_pose (motion.motion, test_motion_trace (&motion), 0.1);
  all.has_labels = true;
  g_assert_cmpint (n_changed (motion.motion, &all, &view, ALL), >, 50);
  view.x += 3 * WIDTH / view.scale;
  g_assert_cmpint (n_changed (motion.motion, &all, &view, ALL), ==, 0);
}

/* A name at the rim of the picture is drawn as whole as elsewhere. */
static void
test_names_at_rim (void)
{
  g_autofree char *text = masses ("10", "0");
  g_auto (TestMotion) motion = test_motion (text, 0.2);
  FigureView view = view_of (motion.motion);
  FigureLook look = figure_motion_look_default ();

  figure_motion_pose (motion.motion, test_motion_trace (&motion), 0.1);
  look.hovered = test_motion_element (&motion, "mass");
  const FigurePoint mass =
      figure_motion_point (motion.motion, look.hovered, (FigurePoint){0, 0});
  const double px[] = {WIDTH / 2, 3, WIDTH - 3}, above = 12; /* the body */
  int n[G_N_ELEMENTS (px)];

  view.scale = 40;
  for (size_t i = 0; i < G_N_ELEMENTS (px); i++) {
    view.x = mass.x - (px[i] - WIDTH / 2) / view.scale;
    const double y = figure_motion_view_to_px (&view, mass).y;
    n[i] =
        n_changed (motion.motion, &look, &view, (FigureRect){0, 0, WIDTH, y - above});
  }
  g_assert_cmpint (n[0], >, 30);
  for (size_t i = 1; i < G_N_ELEMENTS (px); i++) /* between pixels, or not */
    g_assert_cmpint (n[i], >, 0.95 * n[0]);
}

/* The bar of the scale is as long as the round length beside it says, at any zoom, with
 * an end on either side. */
static void
test_scale_bar (void)
{
  g_autofree char *text = masses ("10", "0");
  g_auto (TestMotion) motion = test_motion (text, 0.2);

  figure_motion_pose (motion.motion, test_motion_trace (&motion), 0.1);
  for (double scale = 3; scale < 3000; scale *= 2.3) {
    /* Far from the mechanism. */
    const FigureView view = {
        .x = 1e5, .y = 1e5, .scale = scale, .width = WIDTH, .height = HEIGHT};
    const FigureLook look = figure_motion_look_default ();
    cairo_surface_t *surface = draw (motion.motion, &look, &view);
    int first = WIDTH, last = 0;

    for (int x = 0; x < WIDTH; x++)
      if (pixel (surface, x, HEIGHT - 14)[1] < 200) {
        first = MIN (first, x);
        last = MAX (last, x);
      }
    const double length = (last - first) / scale;
    const double round = figure_axis_round_up (0.93 * length);
    g_test_message ("%g: from %d to %d, %g", scale, first, last, length);
    g_assert_cmpfloat_with_epsilon (length, round, 2.5 / scale);
    g_assert_true (last - first > 25 && last - first < 130);
    for (int side = 0; side < 2; side++) {
      const int x = side == 0 ? first : last;
      int darkest = 255;

      for (int dx = -2; dx <= 2; dx++)
        darkest = MIN (darkest, pixel (surface, x + dx, HEIGHT - 17)[1]);
      g_assert_cmpint (darkest, <, 200);
    }
    cairo_surface_destroy (surface);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/picture/arrows", test_arrows);
  g_test_add_func ("/figure/picture/grid", test_grid);
  g_test_add_func ("/figure/picture/hand", test_hand);
  g_test_add_func ("/figure/picture/scale-bar", test_scale_bar);
  g_test_add_func ("/figure/picture/names", test_names);
  g_test_add_func ("/figure/picture/names-at-rim", test_names_at_rim);
  return g_test_run ();
}
