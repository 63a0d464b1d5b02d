/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Metadata of motion: what it shows, what it changes, what is wrong in it. */
#include "lib/class.h"
#include "mechanisms.h"

#define PLANAR "MultibodyComponents.PlanarMechanics."

/* A body that flies, with the metadata of its instance and of the model. */
static char *
flying (const char *instance, const char *model)
{
  return g_strdup_printf (
      "component Flying\n"
      "  world = " PLANAR "World(g = 0)\n"
      "  body = " PLANAR
      "Body(m = 1, I = 1, r(initial = [0, 0]), v(initial = [1, 2]),\n"
      "    phi(initial = 0), w(initial = 3)) {\"Dyad\": {\"motion\": %s}}\n"
      "relations\n"
      "metadata {\"Dyad\": {\"motion\": %s}}\n"
      "end\n",
      instance, model);
}

static TestMotion
fly (const char *instance, const char *model)
{
  g_autofree char *text = flying (instance, model);
  TestMotion motion = test_motion (text, 1);

  figure_motion_pose (motion.motion, test_motion_trace (&motion), NAN);
  return motion;
}

/* What is wrong is reported at its place, and the rest is shown. */
static void
test_wrong (void)
{
  static const struct {
    const char *motion;
    const char *said;
  } CASES[] = {
      {"[{\"shape\": \"bodi\", \"at\": \"frame_a\"}]", "no shape `bodi`"},
      {"[{\"shape\": \"body\"}]", "a `body` needs `at`"},
      {"[{\"shape\": \"body\", \"at\": \"frame_q\"}]", "`at` takes a port"},
      {"[{\"shape\": \"body\", \"at\": [1]}]", "`at` takes a port"},
      {"[{\"shape\": \"body\", \"at\": \"frame_a\", \"radius\": \"q\"}]", "`q`"},
      {"[{\"shape\": \"body\", \"at\": \"frame_a\", \"radius\": \"x*m\"}]", "`x*m`"},
      {"[{\"shape\": \"body\", \"at\": \"frame_a\", \"colour\": \"red\"}]", "#rrggbb"},
      {"[{\"shape\": \"body\", \"at\": \"frame_a\", \"size\": 3}]", "the key `size`"},
      {"[{\"a\": 3, \"shape\": \"body\", \"at\": \"frame_a\"}]", "the key `a`"},
      {"[{\"size\": 3, \"shape\": \"body\", \"at\": \"frame_a\"}]", "the key `size`"},
      {"[{\"shape\": \"box\", \"at\": \"frame_a\", \"along\": 3}]",
       "array of 2 values"},
      {"[{\"shape\": \"polygon\", \"points\": [[0, 0], [1]]}]", "`points` takes"},
      {"[7]", "takes objects"},
      {"7", "takes {…} or […]"},
      {"{\"shape\": 7}", "no shape"},
  };

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_auto (TestMotion) motion = fly (CASES[i].motion, "[]");
    const BaseDiag *diag = base_diags_get (motion.diags, 0);
    g_autofree char *code = base_diag_code (diag);

    g_test_message ("%s: %s", CASES[i].motion, diag->message);
    g_assert_cmpstr (code, ==, "W605");
    g_assert_nonnull (strstr (diag->message, CASES[i].said));
    g_assert_cmpuint (diag->line, ==, 4);
    g_assert_cmpuint (base_diags_count (motion.diags), ==, 1);
  }
}

/* Nonsense of any kind is no crash. */
static void
test_nonsense (void)
{
  static const char *const PIECES[] = {"null",
                                       "[null]",
                                       "[[]]",
                                       "{}",
                                       "[{}]",
                                       "\"body\"",
                                       "[{\"shape\": \"rod\", \"from\": \"frame_a\", "
                                       "\"to\": [0, 0]}]",
                                       "[{\"shape\": \"gears\", \"from\": \"frame_a\", "
                                       "\"to\": [0, 0], \"radius\": 0, \"ratio\": 0}]",
                                       "[{\"shape\": \"belt\", \"from\": \"frame_a\", "
                                       "\"to\": \"frame_a\", \"radius\": -1e300}]",
                                       "[{\"shape\": \"floor\", \"at\": [0, 1e300]}]",
                                       "[{\"shape\": \"wheel\", \"at\": \"frame_a\", "
                                       "\"radius\": 1e308}]"};

  for (size_t i = 0; i < G_N_ELEMENTS (PIECES); i++) {
    g_auto (TestMotion) motion = fly (PIECES[i], PIECES[i]);
    FigureTheme theme = figure_theme (false);
    FigureLook look = figure_motion_look_default ();
    FigureView view =
        figure_motion_view_fit (figure_motion_bounds (motion.motion), 200, 100);
    cairo_surface_t *surface =
        cairo_image_surface_create (CAIRO_FORMAT_RGB24, 200, 100);
    cairo_t *cr = cairo_create (surface);

    figure_motion_draw (motion.motion, cr, &view, &theme, &look);
    figure_motion_hit (motion.motion, &view, (FigurePoint){50, 50}, 5, false);
    cairo_destroy (cr);
    cairo_surface_destroy (surface);
  }
}

/* An instance changes what its class shows, replaces it, or hides it. */
static void
test_instance (void)
{
  g_auto (TestMotion) hidden = fly ("{\"hidden\": true}", "[]");
  g_auto (TestMotion) large = fly ("{\"radius\": 0.5}", "[]");
  g_auto (TestMotion) other =
      fly ("[{\"shape\": \"ground\", \"at\": \"frame_a\"}]", "[]");
  FigureView view = {.x = 1, .y = 2, .scale = 100, .width = 400, .height = 400};
  FigurePoint beside = {200 + 45, 200};

  g_assert_cmpuint (figure_motion_find (hidden.motion, "body"), ==, FIGURE_NO_ELEMENT);
  g_assert_true (figure_motion_is_empty (hidden.motion));
  g_assert_cmpuint (figure_motion_hit (large.motion, &view, beside, 1, false).element,
                    ==, test_motion_element (&large, "body"));
  g_assert_cmpint (
      figure_motion_element (other.motion, test_motion_element (&other, "body"))->kind,
      ==, FIGURE_GROUND);
}

/* A component that says nothing has a line between its frames. */
static void
test_default (void)
{
  g_auto (TestMotion) motion =
      test_motion ("component Link\n"
                   "  extends " PLANAR "PartialTwoFrames\n"
                   "relations\n"
                   "  frame_b.x = frame_a.x + 1\n"
                   "  frame_b.y = frame_a.y\n"
                   "  frame_b.phi = frame_a.phi\n"
                   "  frame_a.fx + frame_b.fx = 0\n"
                   "  frame_a.fy + frame_b.fy = 0\n"
                   "  frame_a.tau + frame_b.tau + frame_b.fy = 0\n"
                   "end\n"
                   "component Model\n"
                   "  world = " PLANAR "World(g = 0)\n"
                   "  link = Link()\n"
                   "  body = " PLANAR
                   "Body(m = 1, I = 1, v(initial = [1, 0]), r(initial = [0, 0]),\n"
                   "    w(initial = 0), phi(initial = 0))\n"
                   "relations\n"
                   "  connect(body.frame_a, link.frame_a)\n"
                   "end\n",
                   1);
  uint32_t link = test_motion_element (&motion, "link");
  FigureView view = {.x = 1.5, .y = 0, .scale = 100, .width = 400, .height = 400};

  g_assert_cmpint (figure_motion_element (motion.motion, link)->kind, ==, FIGURE_OTHER);
  figure_motion_pose (motion.motion, test_motion_trace (&motion), 1);
  g_assert_cmpuint (
      figure_motion_hit (motion.motion, &view, (FigurePoint){200, 200}, 4, false)
          .element,
      ==, link);
}

/* The spoke that is marked turns with the wheel: found by its darker pixels. */
static double
mark_angle (FigureMotion *motion)
{
  FigureTheme theme = figure_theme (false);
  FigureLook look = figure_motion_look_default ();
  FigureView view = {.width = 200, .height = 200, .scale = 100};
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 200, 200);
  cairo_t *cr = cairo_create (surface);
  FigurePoint at = figure_motion_point (motion, figure_motion_find (motion, "body"),
                                        (FigurePoint){0, 0});
  double best = 0, most = -1;

  view.x = at.x;
  view.y = at.y;
  look.has_trails = look.has_scale = false;
  figure_motion_draw (motion, cr, &view, &theme, &look);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (double angle = -3.14; angle < 3.14; angle += 0.01) {
    double dark = 0;

    for (double side = -2; side <= 2; side++)
      for (double r = 30; r < 45; r++) {
        int x = (int) (100 + r * cos (angle) - side * sin (angle));
        int y = (int) (100 - r * sin (angle) - side * cos (angle));

        dark += 255 -
                cairo_image_surface_get_data (
                    surface)[y * cairo_image_surface_get_stride (surface) + 4 * x + 2];
      }
    if (dark > most) {
      most = dark;
      best = angle;
    }
  }
  cairo_surface_destroy (surface);
  return best;
}

static void
test_wheel (void)
{
  g_auto (TestMotion) motion =
      fly ("[{\"shape\": \"wheel\", \"at\": \"frame_a\", \"radius\": 0.7}]", "[]");

  for (double t = 0; t < 1; t += 0.2) {
    figure_motion_pose (motion.motion, test_motion_trace (&motion), t);
    g_assert_cmpfloat_with_epsilon (mark_angle (motion.motion), 3 * t, 0.06);
  }
}

/* Every component of the library that has a port that moves says how it looks, if only
 * that it shows nothing. */
static void
test_library_says (void)
{
  static const char *const MOVING[] = {"Dyad.Frame2D", "Dyad.Flange", "Dyad.Spline"};
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (LibClasses) classes = lib_classes_new (arena, library, NULL);
  uint32_t n = 0, silent = 0;

  for (uint32_t i = 0; i < lib_index_n_entries (library); i++) {
    const LibEntry *entry = lib_index_entry (library, i);
    const LibClass *class = entry->class->kind == LANG_COMPONENT &&
                                    !entry->class->is_partial && !entry->class->is_test
                                ? lib_class_get (classes, entry)
                                : NULL;
    bool moves = false;

    for (uint32_t k = 0; class != NULL && k < class->n_members; k++)
      for (size_t m = 0; m < G_N_ELEMENTS (MOVING); m++)
        moves = moves || (class->members[k].entry != NULL &&
                          strcmp (class->members[k].entry->name, MOVING[m]) == 0);
    if (!moves)
      continue;
    n++;
    if (lib_class_meta (class, "Dyad", "motion") == NULL) {
      silent++;
      g_test_message ("%s says nothing", entry->name);
    }
  }
  g_assert_cmpuint (n, >, 100);
  g_assert_cmpuint (silent, ==, 0);
}

/* A block on a rail between ports of a domain of its own, which a spring holds. */
static TestMotion
run_on_rail (const char *connector)
{
  g_autofree char *text =
      g_strdup_printf ("connector Rail\n"
                       "  potential where::Real\n"
                       "  flow push::Real\n"
                       "metadata {\"Dyad\": {%s}}\n"
                       "end\n"
                       "component Block\n"
                       "  left = Rail()\n"
                       "  right = Rail()\n"
                       "  variable place::Real(initial = 1)\n"
                       "  variable speed::Real(initial = 0)\n"
                       "relations\n"
                       "  left.where = place - 0.1\n"
                       "  right.where = place + 0.1\n"
                       "  der(place) = speed\n"
                       "  2 * der(speed) = left.push + right.push\n"
                       "metadata {\"Dyad\": {\"motion\": [{\"shape\": \"mass\", "
                       "\"from\": \"left\", \"to\": "
                       "\"right\"}]}}\n"
                       "end\n"
                       "component Holder\n"
                       "  held = Rail()\n"
                       "relations\n"
                       "  held.push = 10 * held.where\n"
                       "end\n"
                       "component Model\n"
                       "  block = Block()\n"
                       "  holder = Holder()\n"
                       "relations\n"
                       "  connect(block.left, holder.held)\n"
                       "end\n",
                       connector);
  TestMotion motion = test_motion (text, 1);

  figure_motion_pose (motion.motion, test_motion_trace (&motion), 0);
  return motion;
}

/* Which coordinate is drawn, and what acts along it, is what the connector says. */
static void
test_connector (void)
{
  g_auto (TestMotion) slides =
      run_on_rail ("\"motion\": {\"moves\": \"slide\", \"at\": [\"where\"], \"load\": "
                   "[\"push\"]}");
  g_auto (TestMotion) silent = run_on_rail ("\"port\": {\"shape\": \"disc\"}");
  const uint32_t block = test_motion_element (&slides, "block");
  FigureLoad loads[FIGURE_LOADS_MAX];

  g_assert_cmpuint (base_diags_count (slides.diags), ==, 0);
  g_assert_cmpstr (figure_motion_element (slides.motion, block)->port, ==,
                   "block.left");
  double start = figure_motion_point (slides.motion, block, (FigurePoint){0, 0}).x;
  figure_motion_pose (slides.motion, test_motion_trace (&slides), 0.5);
  g_assert_cmpfloat_with_epsilon (
      figure_motion_point (slides.motion, block, (FigurePoint){0, 0}).x - start,
      test_motion_value (&slides, "block.place") - 1, 1e-9);
  g_assert_cmpuint (figure_motion_free_body (slides.motion, block, loads), ==, 2);
  g_assert_cmpfloat_with_epsilon (loads[0].fx,
                                  test_motion_value (&slides, "block.left.push"), 1e-9);
  g_assert_cmpuint (base_diags_count (silent.diags), ==, 0);
  g_assert_true (figure_motion_is_empty (silent.motion));
}

/* What a connector says that cannot be is told once, where it stands. */
static void
test_wrong_connector (void)
{
  static const char *const CASES[] = {
      "3",
      "{\"moves\": \"fly\", \"at\": [\"where\"], \"load\": [\"push\"]}",
      "{\"moves\": \"slide\", \"at\": [\"nowhere\"], \"load\": [\"push\"]}",
      "{\"moves\": \"plane\", \"at\": [\"where\"], \"load\": [\"push\"]}",
      "{\"moves\": \"turn\", \"at\": \"where\", \"load\": [\"push\"]}",
      "{\"moves\": \"turn\", \"at\": [\"where\"]}"};

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *metadata = g_strconcat ("\"motion\": ", CASES[i], NULL);
    g_auto (TestMotion) motion = run_on_rail (metadata);

    g_test_message ("%s", CASES[i]);
    g_assert_cmpuint (base_diags_count (motion.diags), ==, 1);
    g_assert_cmpuint (base_diags_get (motion.diags, 0)->number, ==, 605);
    g_assert_cmpuint (base_diags_get (motion.diags, 0)->line, ==, 4);
  }
}

/* ---- what is drawn, hit and within the bounds ---- */

enum { SIDE = 200, FAR = 12 };

/* What is drawn, how far from there it may be hit, and how far around what is hit it is
 * drawn: signs have gaps, and terrain a soft edge below. */
static const struct {
  const char *motion;
  double gap, edge;
} DRAWN[] = {
    {"{\"shape\": \"body\", \"at\": \"frame_a\", \"radius\": 0.3}", 4, 5},
    {"{\"shape\": \"box\", \"at\": \"frame_a\", \"length\": 0.8, \"width\": 0.3}", 1,
     5},
    {"{\"shape\": \"wheel\", \"at\": \"frame_a\", \"radius\": 0.4}", 7, 5},
    {"{\"shape\": \"gear\", \"at\": \"frame_a\", \"radius\": 0.5}", 5, 5},
    {"{\"shape\": \"polygon\", \"at\": \"frame_a\", \"points\": [[0.5, 0], [0.7, "
     "0.6], [0.1, 0.2], [-0.3, -0.4]]}",
     1, 5},
    {"{\"shape\": \"terrain\", \"at\": [0, 1], \"points\": [[-1, 0], [0, 0.4], "
     "[1, 0], [2, 1]]}",
     1, 16},
    {"{\"shape\": \"rod\", \"from\": \"frame_a\", \"to\": [1, -0.5]}", 1, 5},
    {"{\"shape\": \"bar\", \"from\": [-1, 1], \"to\": \"frame_a\", \"width\": 0.4}", 1,
     5},
    {"{\"shape\": \"spring\", \"from\": \"frame_a\", \"to\": [1, -0.5]}", 8, 5},
    {"{\"shape\": \"damper\", \"from\": \"frame_a\", \"to\": [1, -0.5]}", 8, 5},
    {"{\"shape\": \"pin\", \"at\": \"frame_a\", \"radius\": 0.2}", 1, 5},
};

typedef struct {
  cairo_surface_t *surface;
  FigureView view;
} Drawing;

static Drawing
draw_at (const TestMotion *motion, double time)
{
  Drawing drawing = {
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, SIDE, SIDE),
      figure_motion_view_fit (figure_motion_bounds (motion->motion), SIDE, SIDE)};
  cairo_t *cr = cairo_create (drawing.surface);
  FigureTheme theme = figure_theme (false);
  FigureLook look = figure_motion_look_default ();

  figure_motion_pose (motion->motion, test_motion_trace (motion), time);
  look.has_trails = look.has_scale = false;
  figure_motion_draw (motion->motion, cr, &drawing.view, &theme, &look);
  cairo_destroy (cr);
  cairo_surface_flush (drawing.surface);
  return drawing;
}

static bool
is_ink (const Drawing *drawing, int x, int y)
{
  return cairo_image_surface_get_data (
             drawing->surface)[y * cairo_image_surface_get_stride (drawing->surface) +
                               4 * x + 1] < 250;
}

/* How far the nearest pixel is that is drawn in, if it is not far. */
static double
from_ink (const Drawing *drawing, int x, int y)
{
  double nearest = FAR;

  if (is_ink (drawing, x, y))
    return 0;
  for (int k = MAX (y - FAR, 0); k < MIN (y + FAR, SIDE); k++)
    for (int i = MAX (x - FAR, 0); i < MIN (x + FAR, SIDE); i++)
      if (is_ink (drawing, i, k))
        nearest = fmin (nearest, hypot (i - x, k - y));
  return nearest;
}

static bool
is_hit (const TestMotion *motion,
        const Drawing *drawing,
        int x,
        int y,
        double tolerance)
{
  const FigurePoint px = {x + 0.5, y + 0.5};

  return figure_motion_hit (motion->motion, &drawing->view, px, tolerance, false)
             .element != FIGURE_NO_ELEMENT;
}

/* A body that flies in a world that is not to be seen. */
static TestMotion
fly_alone (const char *shape)
{
  g_autofree char *list = g_strdup_printf ("[%s]", shape);
  g_autofree char *text = flying (list, "[]");
  g_auto (GStrv) parts = g_strsplit (text, "World(g = 0)", 2);
  g_autofree char *alone =
      g_strjoinv ("World(g = 0) {\"Dyad\": {\"motion\": {\"hidden\": true}}}", parts);

  return test_motion (alone, 1);
}

/* At every instant all that is drawn lies within the bounds of the run, and is what
 * is hit: a pixel that is drawn in hits, and one that hits is near others. */
static void
test_drawn_hit_and_bounded (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (DRAWN); i++) {
    g_auto (TestMotion) motion = fly_alone (DRAWN[i].motion);
    const double edge = DRAWN[i].edge;
    int n_ink = 0;

    for (double time = 0; time <= 1; time += 0.25) {
      figure_motion_pose (motion.motion, test_motion_trace (&motion), time);
      const Drawing drawing = draw_at (&motion, time);
      const FigureRect bounds = figure_motion_bounds (motion.motion);
      const FigurePoint low =
          figure_motion_view_to_px (&drawing.view, (FigurePoint){bounds.x1, bounds.y1});
      const FigurePoint high =
          figure_motion_view_to_px (&drawing.view, (FigurePoint){bounds.x2, bounds.y2});

      for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
          if (is_ink (&drawing, x, y)) {
            n_ink++;
            g_assert_true (x > low.x - edge && x < high.x + edge);
            g_assert_true (y < low.y + edge && y > high.y - edge);
            g_assert_true (is_hit (&motion, &drawing, x, y, edge));
          } else if (is_hit (&motion, &drawing, x, y, 0)) {
            g_assert_cmpfloat (from_ink (&drawing, x, y), <=, DRAWN[i].gap);
          }
      cairo_surface_destroy (drawing.surface);
    }
    g_assert_cmpint (n_ink, >, 200);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/motion/wrong", test_wrong);
  g_test_add_func ("/motion/nonsense", test_nonsense);
  g_test_add_func ("/motion/instance", test_instance);
  g_test_add_func ("/motion/default", test_default);
  g_test_add_func ("/motion/wheel", test_wheel);
  g_test_add_func ("/motion/library-says", test_library_says);
  g_test_add_func ("/motion/drawn-hit-and-bounded", test_drawn_hit_and_bounded);
  g_test_add_func ("/motion/connector", test_connector);
  g_test_add_func ("/motion/wrong-connector", test_wrong_connector);
  return g_test_run ();
}
