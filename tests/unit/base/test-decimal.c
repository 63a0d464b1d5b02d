/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as the shortest text that reads back as the same double. */
#include "base/decimal.h"
#include "base/number.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void
check_text (double value, const char *expected)
{
  char text[BASE_NUMBER_SIZE];

  g_assert_cmpstr (base_number_to_text (value, text), ==, expected);
}

static void
test_known (void)
{
  check_text (0, "0");
  check_text (-0.0, "-0");
  check_text (0.1, "0.1");
  check_text (-1500, "-1500");
  check_text (1e-4, "0.0001");
  check_text (9.5e-5, "9.5e-5");
  check_text (999999999999999, "999999999999999");
  check_text (1e15, "1e+15");
  check_text (1e23, "1e+23");
  check_text (9007199254740993, "9007199254740992");
  check_text (1.0 / 3, "0.3333333333333333");
  check_text (2.0 / 3, "0.6666666666666666");
  check_text (DBL_MAX, "1.7976931348623157e+308");
  check_text (DBL_MIN, "2.2250738585072014e-308");
  check_text (5e-324, "5e-324");
  check_text (NAN, "nan");
  g_assert_cmpstr (base_number_to_short_text (1.24e-6, 2, (char[BASE_NUMBER_SIZE]){0}),
                   ==, "1.2e-6");
  g_assert_cmpstr (base_number_to_short_text (123456, 2, (char[BASE_NUMBER_SIZE]){0}),
                   ==, "1.2e+5");
  g_assert_cmpstr (base_number_to_short_text (-1e10, 2, (char[BASE_NUMBER_SIZE]){0}),
                   ==, "-1e+10");
  check_text (-INFINITY, "-inf");
}

/* The fewest digits with which printf gives a text that reads back. */
static int
digits_needed (double value)
{
  char text[BASE_NUMBER_SIZE], pattern[8];

  for (int n = 1; n < 17; n++) {
    g_snprintf (pattern, sizeof pattern, "%%.%de", n - 1);
    g_ascii_formatd (text, sizeof text, pattern, value);
    if (g_ascii_strtod (text, NULL) == value)
      return n;
  }
  return 17;
}

static void
check_shortest (double value)
{
  char text[BASE_NUMBER_SIZE];
  BaseDecimal decimal;
  int n = 0;

  if (!isfinite (value) || value == 0)
    return;
  g_assert_cmpfloat (g_ascii_strtod (base_number_to_text (value, text), NULL), ==,
                     value);
  g_assert_cmpuint (strlen (text), <, BASE_NUMBER_SIZE);
  decimal = base_decimal_shortest (fabs (value));
  for (uint64_t rest = decimal.digits; rest > 0; rest /= 10)
    n++;
  g_assert_cmpint (n, <=, digits_needed (value));
  g_assert_cmpuint (decimal.digits % 10, !=, 0);
}

/* Random bit patterns: every magnitude, subnormal numbers included. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (int i = 0; i < 50000; i++) {
    uint64_t bits = (uint64_t) g_rand_int (rand) << 32 | g_rand_int (rand);
    double value;

    memcpy (&value, &bits, sizeof value);
    check_shortest (value);
    check_shortest (g_rand_double_range (rand, -10, 10));
  }
}

/* Powers of two have neighbours at two distances; powers of ten end in zeros. */
static void
test_powers (void)
{
  for (int e = -1074; e <= 1023; e++)
    check_shortest (ldexp (1, e));
  for (int e = -307; e <= 308; e++) {
    check_shortest (pow (10, e));
    check_shortest (nextafter (pow (10, e), 0));
    check_shortest (nextafter (pow (10, e), INFINITY));
  }
}

/* Of a text as much as is a number is taken for one. */
static void
test_length (void)
{
  static const struct {
    const char *text;
    size_t length;
  } CASES[] = {{"", 0},     {"5", 1},     {"-2.5e3 m", 6}, {"+.5k", 3},
               {"1.", 2},   {"1.e-2", 5}, {"1e", 1},       {"1e+", 1},
               {".", 0},    {"-", 0},     {"e5", 0},       {"--5", 0},
               {"0x10", 1}, {"inf", 0},   {"nanoGap", 0},  {"infinity", 0}};

  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++)
    g_assert_cmpuint (base_number_length (CASES[i].text), ==, CASES[i].length);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/decimal/known", test_known);
  g_test_add_func ("/base/decimal/random", test_random);
  g_test_add_func ("/base/decimal/powers", test_powers);
  g_test_add_func ("/base/decimal/length", test_length);
  return g_test_run ();
}
