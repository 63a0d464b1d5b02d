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

/* Multiples of a step from min to max. */
static double
count (double min, double max, double step)
{
  return floor (max / step + 1e-9) - ceil (min / step - 1e-9) + 1;
}

/* The next smaller step would give more ticks than fit; none of the step is left out;
 * the texts are the values, each another one. */
static void
test_ticks_are_all (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);

  for (int k = 0; k < 5000; k++) {
    const double size = pow (10, g_rand_double_range (rand, -12, 12));
    const double min = g_rand_double_range (rand, -1, 1) * size;
    const double max = min + size * g_rand_double_range (rand, 0.01, 3);
    const uint32_t most = (uint32_t) g_rand_int_range (rand, 2, 12);
    const FigureTicks ticks = figure_axis_ticks (min, max, most);
    const double smaller = figure_axis_round_up (0.35 * ticks.step);
    char before[FIGURE_TICK_TEXT_SIZE] = "";

    g_assert_cmpfloat (count (min, max, smaller), >, most);
    g_assert_cmpuint (ticks.n, ==, (uint32_t) count (min, max, ticks.step));
    g_assert_cmpint (ticks.exponent % 3, ==, 0);
    for (uint32_t i = 0; i < ticks.n; i++) {
      const double value = ticks.first + i * ticks.step;
      char text[FIGURE_TICK_TEXT_SIZE];
      const char *number = figure_axis_tick_text (&ticks, value, text);
      const bool is_negative = g_str_has_prefix (number, "\u2212");
      const double read = g_ascii_strtod (number + (is_negative ? 3 : 0), NULL);

      g_assert_cmpfloat_with_epsilon ((is_negative ? -read : read) *
                                          pow (10, ticks.exponent),
                                      value, 1e-6 * ticks.step);
      g_assert_cmpstr (number, !=, before);
      g_assert_cmpfloat (read, <, 1e5);
      g_strlcpy (before, number, sizeof before);
    }
    /* Numbers from 0.001 to 99999 are written as they are. */
    const double largest = fmax (fabs (min), fabs (max));
    g_assert_true ((ticks.exponent == 0) == (largest >= 1e-3 && largest < 1e5));
    g_assert_cmpfloat (largest / pow (10, ticks.exponent), >=, 1e-3);
  }
}

/* The next of 1, 2, 5, 10, 20, … */
static void
test_round_up (void)
{
  static const double ROUND[] = {1, 2, 5, 10};

  for (int power = -12; power <= 12; power++)
    for (size_t i = 0; i + 1 < G_N_ELEMENTS (ROUND); i++) {
      const double low = ROUND[i] * pow (10, power),
                   high = ROUND[i + 1] * pow (10, power);

      g_assert_cmpfloat_with_epsilon (figure_axis_round_up (low), low, 1e-9 * low);
      g_assert_cmpfloat_with_epsilon (figure_axis_round_up (1.01 * low), high,
                                      1e-9 * high);
      g_assert_cmpfloat_with_epsilon (figure_axis_round_up (0.99 * high), high,
                                      1e-9 * high);
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
  static const struct {
    double value;
    const char *units, *text;
  } CASES[] = {{-2500, "N", "\u22122.5 kN"}, {999, "N", "999 N"},
               {1000, "N", "1 kN"},          {3.4e6, "Pa", "3.4 MPa"},
               {-7e9, "Pa", "\u22127 GPa"},  {0, "m", "0 m"},
               {0.01, "m", "0.01 m"},        {0.009, "m", "9 mm"},
               {2.5e-5, "m", "25 µm"},       {1.2345, "m", "1.23 m"}};

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *text = figure_paint_quantity (CASES[i].value, CASES[i].units, 3);

    g_assert_cmpstr (text, ==, CASES[i].text);
  }
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
  g_assert_cmpfloat_with_epsilon (-1 - min, max - 5, 1e-12);
  /* What differs by rounding only is flat, however large. */
  min = 1e6;
  max = 1e6 * (1 + 1e-14);
  figure_axis_fit (&min, &max);
  g_assert_cmpfloat_with_epsilon (1e6 - min, max - 1e6, 1e-3);
  g_assert_cmpfloat (max - min, >, 1e4);
  min = max = 0;
  figure_axis_fit (&min, &max);
  g_assert_true (min < 0 && max == -min);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/axis/quantity", test_quantity);
  g_test_add_func ("/figure/axis/ticks-are-round", test_ticks_are_round);
  g_test_add_func ("/figure/axis/ticks-are-all", test_ticks_are_all);
  g_test_add_func ("/figure/axis/round-up", test_round_up);
  g_test_add_func ("/figure/axis/texts", test_tick_texts);
  g_test_add_func ("/figure/axis/fit", test_fit);
  return g_test_run ();
}
