/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <math.h>

#include "figure/motion/paint.h"
#include "figure/plot/axis.h"

/* Ticks are multiples of 1, 2 or 5 times a power of ten, inside the range, and not too
 * many. */
static void
test_ticks_are_round (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (int k = 0; k < 5000; k++) {
    double size = pow (10, g_rand_double_range (rand, -12, 12));
    double min = g_rand_double_range (rand, -1, 1) * size;
    double max = min + size * g_rand_double_range (rand, 0.01, 3);
    uint32_t most = (uint32_t) g_rand_int_range (rand, 2, 12);
    FigureTicks ticks = figure_axis_ticks (min, max, most);
    double mantissa = ticks.step / pow (10, floor (log10 (ticks.step) + 1e-9));
    double slack = 1e-8 * ticks.step;

    g_assert_true (fabs (mantissa - 1) < 1e-9 || fabs (mantissa - 2) < 1e-9 ||
                   fabs (mantissa - 5) < 1e-9);
    g_assert_cmpuint (ticks.n, <=, most);
    if (ticks.n == 0)
      continue;
    g_assert_cmpfloat (ticks.first, >=, min - slack);
    g_assert_cmpfloat (ticks.first + (ticks.n - 1) * ticks.step, <=, max + slack);
  }
}

static void
check_text (double min, double max, double value, const char *expected)
{
  FigureTicks ticks = figure_axis_ticks (min, max, 6);
  char text[FIGURE_TICK_TEXT_SIZE];

  g_assert_cmpstr (figure_axis_tick_text (&ticks, value, text), ==, expected);
}

static void
test_tick_texts (void)
{
  check_text (0, 1, 0.2, "0.2");
  check_text (-2, 2, -1, "\u22121");
  check_text (-1, 1, -1e-17, "0.0");
  check_text (0, 2.5e6, 1e6, "1.0");
  check_text (0, 4e-6, 1e-6, "1");
  check_text (100, 100.04, 100.01, "100.01");
}

/* Values at the moving picture. */
static void
test_quantity (void)
{
  g_autofree char *force = figure_paint_quantity (-2500, "N", 3);

  g_assert_cmpstr (force, ==, "\u22122.5 kN");
}

static void
test_fit (void)
{
  double min = 3, max = 3;

  figure_axis_fit (&min, &max);
  g_assert_true (min < 3 && max > 3);
  g_assert_cmpfloat_with_epsilon (3 - min, max - 3, 1e-12);
  min = INFINITY;
  max = -INFINITY;
  figure_axis_fit (&min, &max);
  g_assert_cmpfloat (min, ==, 0);
  g_assert_cmpfloat (max, ==, 1);
  min = -1;
  max = 5;
  figure_axis_fit (&min, &max);
  g_assert_true (min < -1 && min > -2 && max > 5 && max < 6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/axis/quantity", test_quantity);
  g_test_add_func ("/figure/axis/ticks-are-round", test_ticks_are_round);
  g_test_add_func ("/figure/axis/texts", test_tick_texts);
  g_test_add_func ("/figure/axis/fit", test_fit);
  return g_test_run ();
}
