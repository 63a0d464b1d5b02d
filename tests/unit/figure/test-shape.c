/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the shapes of a moving picture look like: how dark each of 8 by 8 squares of the
 * picture is, in fortieths from the character 0 on, from the upper left. One more or
 * less is no other shape. */
#include "mechanisms.h"

enum { CELLS = 8, CELL = 20, SIDE = CELLS * CELL };

static const struct {
  const char *motion; /* its metadata */
  const char *darkness;
} SHAPES[] = {
#include "shapes.inc"
};

static char *
darkness (cairo_surface_t *surface)
{
  const unsigned char *data = cairo_image_surface_get_data (surface);
  const int stride = cairo_image_surface_get_stride (surface);
  GString *text = g_string_new (NULL);

  for (int cell = 0; cell < CELLS * CELLS; cell++) {
    double sum = 0;

    for (int i = 0; i < CELL * CELL; i++) {
      int x = cell % CELLS * CELL + i % CELL, y = cell / CELLS * CELL + i / CELL;

      sum += 255 - data[y * stride + 4 * x + 1];
    }
    g_string_append_c (text,
                       (char) ('0' + (int) (40 * sum / (255 * CELL * CELL) + 0.5)));
  }
  return g_string_free (text, FALSE);
}

static char *
draw (const char *shape, bool has_trails)
{
  g_autofree char *text =
      g_strdup_printf ("component Model\n"
                       "  parameter p::Real = 0.2\n"
                       "  variable x::Real(initial = 0)\n"
                       "relations\n  der(x) = 1\n"
                       "metadata {\"Dyad\": {\"motion\": [%s]}}\nend\n",
                       shape);
  g_auto (TestMotion) motion = test_motion (text, 1);
  const FigureView view = {
      .x = 0.5, .y = 0.5, .scale = SIDE, .width = SIDE, .height = SIDE};
  FigureTheme theme = figure_theme (false);
  FigureLook look = figure_motion_look_default ();
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, SIDE, SIDE);
  cairo_t *cr = cairo_create (surface);

  g_assert_cmpuint (base_diags_count (motion.diags), ==, 0);
  figure_motion_pose (motion.motion, test_motion_trace (&motion), 0.5);
  look.has_scale = false;
  look.has_trails = has_trails;
  figure_motion_draw (motion.motion, cr, &view, &theme, &look);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  char *found = darkness (surface);
  cairo_surface_destroy (surface);
  return found;
}

/* A body leaves a trail where it was unless that is not wanted. */
static void
test_trail (void)
{
  const char *flying = "{\"shape\": \"body\", \"at\": [\"x\", 0.45], \"radius\": 0.05}";
  g_autofree char *with = draw (flying, true), *without = draw (flying, false);
  const char *row = with + 4 * CELLS, *bare = without + 4 * CELLS;

  g_assert_cmpint (row[2], >, bare[2]); /* behind it */
  g_assert_cmpint (row[6], ==, bare[6]);
}

static void
test_looks (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (SHAPES); i++) {
    g_autofree char *found = draw (SHAPES[i].motion, true);

    g_test_message ("%s\n%s is\n%s", SHAPES[i].motion, SHAPES[i].darkness, found);
    int sum = 0, expected = 0;
    for (int k = 0; k < CELLS * CELLS; k++) {
      g_assert_cmpint (ABS (found[k] - SHAPES[i].darkness[k]), <=, 1);
      sum += found[k] - '0';
      expected += SHAPES[i].darkness[k] - '0';
    }
    g_assert_cmpint (ABS (sum - expected), <=, expected / 12);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shape/looks", test_looks);
  g_test_add_func ("/shape/trail", test_trail);
  return g_test_run ();
}
