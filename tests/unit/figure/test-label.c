/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names in the moving picture of trains: whole, over nothing, on one side of their
 * part. */
#include "mechanisms.h"

#include "figure/motion/paint.h"
#include "figure/text.h"

#define SLIDE "TranslationalComponents.Components."
#define TURN  "RotationalComponents.Components."

enum { WIDTH = 640, HEIGHT = 420 };

static const char *const ABSORBER =
    "component Absorber\n"
    "  fixed = " SLIDE "Fixed() {^fixed}\n"
    "  spring = " SLIDE "Spring(c = 1000) {^spring}\n"
    "  mass = " SLIDE "Mass(m = 10, s(initial = 0.1), v(initial = 0)) {^mass}\n"
    "  spring2 = " SLIDE "Spring(c = 100) {^spring2}\n"
    "  mass2 = " SLIDE "Mass(m = 1, s(initial = 0), v(initial = 0)) {^mass2}\n"
    "  forceSource = TranslationalComponents.Sources.ConstantForce(f_constant = 20)\n"
    "relations\n"
    "  connect(fixed.flange, spring.flange_a)\n"
    "  connect(spring.flange_b, mass.flange_a, forceSource.flange)\n"
    "  connect(mass.flange_b, spring2.flange_a)\n"
    "  connect(spring2.flange_b, mass2.flange_a)\n"
    "metadata {\"_links\": {%s}}\n"
    "end\n";

static const char *const TRAIN =
    "component Train\n"
    "  torqueSource = RotationalComponents.Sources.ConstantTorque(tau_constant = 1)\n"
    "  inertia = " TURN "Inertia(J = 0.1, phi(initial = 0), w(initial = 0))\n"
    "  idealPlanetaryGear = " TURN "IdealPlanetaryGear(ratio = 2)\n"
    "  springDamper = " TURN "SpringDamper(c = 100, d = 5)\n"
    "  inertia2 = " TURN "Inertia(J = 0.5)\n"
    "  inertia3 = " TURN "Inertia(J = 0.5)\n"
    "  parallelDamper = " TURN "Damper(d = 1)\n"
    "relations\n"
    "  connect(torqueSource.spline, inertia.spline_a)\n"
    "  connect(inertia.spline_b, idealPlanetaryGear.sun)\n"
    "  connect(idealPlanetaryGear.ring, springDamper.spline_a, "
    "parallelDamper.spline_a)\n"
    "  connect(springDamper.spline_b, parallelDamper.spline_b, inertia2.spline_a)\n"
    "  connect(idealPlanetaryGear.carrier, inertia3.spline_a)\n"
    "end\n";

/* Upright or level, from the wall on. */
static char *
absorber (bool is_upright)
{
  static const char *const NAMES[] = {"fixed", "spring", "mass", "spring2", "mass2"};
  g_autoptr (GString) links = g_string_new (NULL);

  for (int i = 0; i < 5; i++) {
    const int x = is_upright ? 500 : 500 + 200 * i,
              y = is_upright ? 1500 - 200 * i : 500;

    g_string_append_printf (
        links,
        "%s\"%s\": {\"Dyad\": {\"placement\": {\"diagram\": {\"iconName\": "
        "\"default\", \"x1\": %d, \"y1\": %d, \"x2\": %d, \"y2\": %d, \"rot\": %d}}}}",
        i > 0 ? ", " : "", NAMES[i], x, y, x + 100, y + 100, is_upright ? 270 : 0);
  }
  return g_strdup_printf (ABSORBER, links->str);
}

/* The picture at the instant of the pose, so many pixels for one of its own. */
static cairo_surface_t *
picture (const TestMotion *motion, bool has_labels, uint32_t hovered, int times)
{
  const FigureView view =
      figure_motion_view_fit (figure_motion_bounds (motion->motion), WIDTH, HEIGHT);
  const FigureTheme theme = figure_theme (false);
  FigureLook look = figure_motion_look_default ();
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, times * WIDTH, times * HEIGHT);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, times, times);
  look.has_labels = has_labels;
  look.hovered = hovered;
  figure_motion_draw (motion->motion, cr, &view, &theme, &look);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static int
darkness (cairo_surface_t *surface, int x, int y)
{
  const unsigned char *data = cairo_image_surface_get_data (surface);

  return 255 - data[y * cairo_image_surface_get_stride (surface) + 4 * x + 1];
}

/* What a second picture has more in ink, and how many pixels of what the first shows it
 * changes. */
typedef struct {
  double ink;
  uint32_t n_covered;
  FigurePoint middle; /* of the ink */
} Change;

static Change
compare (cairo_surface_t *before, cairo_surface_t *after)
{
  const int width = cairo_image_surface_get_width (before);
  const int height = cairo_image_surface_get_height (before);
  const int ground = darkness (before, 0, 0);
  Change change = {0};

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const int was = darkness (before, x, y), is = darkness (after, x, y);

      if (was == is)
        continue;
      change.n_covered += ABS (was - ground) > 8;
      change.ink += is - was;
      change.middle.x += x * (is - was);
      change.middle.y += y * (is - was);
    }
  change.middle.x /= change.ink;
  change.middle.y /= change.ink;
  return change;
}

/* The ink of a name alone. */
static double
ink_of (const char *name, int times)
{
  cairo_surface_t *surfaces[2];

  for (int i = 0; i < 2; i++) {
    surfaces[i] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 100);
    cairo_t *cr = cairo_create (surfaces[i]);

    figure_theme_source (cr, figure_theme (false).background, 1);
    cairo_paint (cr);
    figure_theme_source (cr, figure_theme (false).text, 1);
    cairo_scale (cr, times, times);
    if (i == 1)
      figure_text (cr, FIGURE_PAINT_FONT, 10, 10, (FigureAnchor){0, 0}, name);
    cairo_destroy (cr);
    cairo_surface_flush (surfaces[i]);
  }
  const double ink = compare (surfaces[0], surfaces[1]).ink;
  cairo_surface_destroy (surfaces[0]);
  cairo_surface_destroy (surfaces[1]);
  return ink;
}

/* All these names are there in whole, at any time and size, and cover nothing: a short
 * line from a name to its part may. */
static void
check_names (const char *text, const char *const *names, uint32_t n_names)
{
  g_auto (TestMotion) motion = test_motion (text, 4);

  for (int times = 1; times <= 2; times++) {
    double ink = 0;

    for (uint32_t i = 0; i < n_names; i++)
      ink += ink_of (names[i], times);
    for (double t = 0; t <= 4; t += 0.83) {
      figure_motion_pose (motion.motion, test_motion_trace (&motion), t);
      cairo_surface_t *without = picture (&motion, false, FIGURE_NO_ELEMENT, times);
      cairo_surface_t *with = picture (&motion, true, FIGURE_NO_ELEMENT, times);
      const Change change = compare (without, with);

      g_test_message ("%d times, %g s: %g of %g, covers %u", times, t, change.ink, ink,
                      change.n_covered);
      g_assert_cmpfloat (change.ink, >, 0.97 * ink);
      g_assert_cmpuint (change.n_covered, <=, 60u * (uint32_t) times);
      cairo_surface_destroy (with);
      cairo_surface_destroy (without);
    }
  }
}

static void
test_upright (void)
{
  static const char *const NAMES[] = {"spring", "mass", "spring2", "mass2",
                                      "forceSource"};
  g_autofree char *text = absorber (true);

  check_names (text, NAMES, G_N_ELEMENTS (NAMES));
}

static void
test_level (void)
{
  static const char *const NAMES[] = {"spring", "mass", "spring2", "mass2",
                                      "forceSource"};
  g_autofree char *text = absorber (false);

  check_names (text, NAMES, G_N_ELEMENTS (NAMES));
}

static void
test_train (void)
{
  static const char *const NAMES[] = {"torqueSource",  "inertia",  "idealPlanetaryGear",
                                      "springDamper",  "inertia2", "inertia3",
                                      "parallelDamper"};

  check_names (TRAIN, NAMES, G_N_ELEMENTS (NAMES));
}

/* A name goes with its part as if it were fixed to it. */
static void
test_side (void)
{
  g_autofree char *text = absorber (true);
  g_auto (TestMotion) motion = test_motion (text, 4);
  const uint32_t mass = test_motion_element (&motion, "mass");
  FigurePoint first = {0, 0};

  for (double t = 0; t <= 4; t += 0.83) {
    figure_motion_pose (motion.motion, test_motion_trace (&motion), t);
    const FigureView view =
        figure_motion_view_fit (figure_motion_bounds (motion.motion), WIDTH, HEIGHT);
    const FigurePoint at = figure_motion_view_to_px (
        &view, figure_motion_point (motion.motion, mass, (FigurePoint){0, 0}));
    FigureLook look = figure_motion_look_default ();
    const FigureTheme theme = figure_theme (false);
    cairo_surface_t *surfaces[2];

    /* Its name alone: the edge of what is pointed at is the same in both. */
    for (int i = 0; i < 2; i++) {
      surfaces[i] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
      cairo_t *cr = cairo_create (surfaces[i]);

      look.hovered = mass;
      figure_motion_draw (motion.motion, cr, &view, &theme, &look);
      if (i == 0) { /* without what lies beside the mass */
        figure_theme_source (cr, theme.background, 1);
        cairo_rectangle (cr, at.x + 14, 0, WIDTH, HEIGHT);
        cairo_fill (cr);
      }
      cairo_destroy (cr);
      cairo_surface_flush (surfaces[i]);
    }
    const Change change = compare (surfaces[0], surfaces[1]);
    const FigurePoint away = {change.middle.x - at.x, change.middle.y - at.y};
    g_test_message ("%g s: %g, %g", t, away.x, away.y);
    if (t == 0)
      first = away;
    g_assert_cmpfloat (away.x, >, 14);
    g_assert_cmpfloat_with_epsilon (away.x, first.x, 1.5);
    g_assert_cmpfloat_with_epsilon (away.y, first.y, 1.5);
    cairo_surface_destroy (surfaces[0]);
    cairo_surface_destroy (surfaces[1]);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/label/upright", test_upright);
  g_test_add_func ("/label/level", test_level);
  g_test_add_func ("/label/train", test_train);
  g_test_add_func ("/label/side", test_side);
  return g_test_run ();
}
