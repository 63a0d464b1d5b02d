/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "base/number.h"
#include "base/unit.h"

static double
factor_of (const char *text)
{
  BaseUnit unit;

  g_assert_true (base_unit_parse (text, &unit));
  return unit.factor;
}

static bool
same (const char *a, const char *b)
{
  BaseUnit one, two;

  g_assert_true (base_unit_parse (a, &one));
  g_assert_true (base_unit_parse (b, &two));
  return base_unit_same_dimension (&one, &two);
}

/* Every factor of catalogue/units.md. */
static void
test_factors (void)
{
  static const struct {
    const char *text;
    double factor;
  } UNITS[] = {
      {"mm", 1e-3},
      {"cm", 1e-2},
      {"km", 1e3},
      {"in", 0.0254},
      {"ft", 0.3048},
      {"km/h", 1 / 3.6},
      {"mph", 0.44704},
      {"g_n", 9.80665},
      {"deg", G_PI / 180},
      {"rev", 2 * G_PI},
      {"rpm", 0.104719755},
      {"min", 60},
      {"h", 3600},
      {"d", 86400},
      {"kHz", 1e3},
      {"g", 1e-3},
      {"t", 1e3},
      {"lb", 0.45359237},
      {"g.cm2", 1e-7},
      {"kN", 1e3},
      {"lbf", 4.4482216},
      {"lbf.ft", 1.3558179},
      {"N/mm", 1e3},
      {"N.s/mm", 1e3},
      {"N.m/deg", 57.29578},
      {"N.m/rpm", 9.5492966},
      {"hp", 745.69987},
      {"kW.h", 3.6e6},
      {"g/cm3", 1e3},
      {"%", 0.01},
      {"bar", 1e5},
      {"1", 1},
      {"s-1", 1},
      {"m/s^2", 1},
      {"N·m", 1},
      {"m/s²", 1},
      {"J/(kg.K)", 1},
      {"N/(mm/s)", 1e3},
      {"kg.(km/h)/g", 1e3 / 3.6},
      {"mm.mm", 1e-6},
      {"µm", 1e-6},
  };

  for (size_t i = 0; i < G_N_ELEMENTS (UNITS); i++)
    g_assert_cmpfloat_with_epsilon (factor_of (UNITS[i].text) / UNITS[i].factor, 1,
                                    1e-7);
}

static void
test_dimensions (void)
{
  g_assert_true (same ("N.m/rad", "kg.m2/s2"));
  g_assert_true (same ("W", "N.m/s"));
  g_assert_true (same ("N.s/m", "kg/s"));
  g_assert_true (same ("rad/s", "1/s"));
  g_assert_true (same ("Pa", "N/m2"));
  g_assert_true (same ("V.A", "W"));
  g_assert_true (same ("N/(m/s)", "N.s/m"));
  g_assert_true (same ("(m/s)/s", "m/s2"));
  g_assert_false (same ("N", "N.m"));
  g_assert_false (same ("m/s", "m/s2"));
  g_assert_false (same ("K", "s"));
}

static void
test_refused (void)
{
  static const char *const WRONG[] = {"",   "N..x", "foo", "m/", "(m",  "m)",    "N/",
                                      "m^", "5",    "/",   "²",  "kin", "N/(m/)"};
  BaseUnit unit;

  for (size_t i = 0; i < G_N_ELEMENTS (WRONG); i++)
    if (base_unit_parse (WRONG[i], &unit))
      g_error ("\"%s\" was read as a unit", WRONG[i]);
}

/* A whole symbol comes before prefix and symbol. */
static void
test_prefix_is_second (void)
{
  g_assert_true (same ("min", "s"));
  g_assert_true (same ("ft", "m"));
  g_assert_true (same ("cd", "cd"));
  g_assert_false (same ("cd", "s"));
}

static void
check_quantity (const char *text, const char *expected, const char *unit, double value)
{
  double got = NAN;

  if (!base_unit_parse_quantity (text, expected, unit, &got))
    g_error ("\"%s\" was refused", text);
  g_assert_cmpfloat_with_epsilon (got, value, 1e-9 * fabs (value) + 1e-15);
}

static void
test_quantities (void)
{
  double value;

  check_quantity ("5 kN/mm", "N/m", "", 5e6);
  check_quantity ("1200 rpm", "rad/s", "", 40 * G_PI);
  check_quantity ("1/4 in", "m", "", 0.00635);
  check_quantity ("3.2", "m", "", 3.2);
  check_quantity ("3.2", "m", "mm", 0.0032);
  check_quantity (" -2.5e-1 mm ", "m", "", -2.5e-4);
  check_quantity ("20 degC", "K", "", 293.15);
  check_quantity ("68 degF", "K", "", 293.15);
  check_quantity ("10k", "N", "", 1e4);
  check_quantity ("90", "rad", "deg", G_PI / 2);
  check_quantity ("2 1/s", "Hz", "", 2);
  check_quantity ("60", "Hz", "rpm", 1);
  check_quantity ("60", "rad/s", "Hz", 120 * G_PI);
  g_assert_false (base_unit_parse_quantity ("60", "rad/s", "1/s", &value));
  g_assert_false (base_unit_parse_quantity ("5 kg", "m", "", &value));
  g_assert_false (base_unit_parse_quantity ("kN", "N", "", &value));
  g_assert_false (base_unit_parse_quantity ("1/0 in", "m", "", &value));
  g_assert_false (base_unit_parse_quantity ("1e999 m", "m", "", &value));
}

/* The table of base_unit_fit(). */
static void
test_pairs (void)
{
  static const struct {
    const char *typed;
    const char *wanted;
    BaseUnitFit fit;
    double value;
  } PAIRS[] = {
      {"10 rad/s", "Hz", BASE_UNIT_FITS, 10 / (2 * G_PI)},
      {"600 rpm", "Hz", BASE_UNIT_FITS, 10},
      {"3 rev/s", "Hz", BASE_UNIT_FITS, 3},
      {"720 deg/s", "Hz", BASE_UNIT_FITS, 2},
      {"60 Hz", "rad/s", BASE_UNIT_FITS, 120 * G_PI},
      {"2 kHz/s", "rad/s2", BASE_UNIT_FITS, 4000 * G_PI},
      {"1 N.m/Hz", "N.m.s/rad", BASE_UNIT_FITS, 1 / (2 * G_PI)},
      {"600 rpm", "rad/s", BASE_UNIT_FITS, 20 * G_PI},
      {"2 Hz2", "rad/s2", BASE_UNIT_OTHER_DIMENSION, NAN},
      {"2 1/s", "Hz", BASE_UNIT_FITS, 2},
      {"120 1/min", "Hz", BASE_UNIT_FITS, 2},
      {"2 Hz", "1/s", BASE_UNIT_FITS, 2},
      {"2 rad/s", "1/s", BASE_UNIT_FITS, 2},
      {"180 deg", "1", BASE_UNIT_FITS, G_PI},
      {"2 1/s", "rad/s", BASE_UNIT_AMBIGUOUS, NAN},
      {"120 1/min", "rad/s", BASE_UNIT_AMBIGUOUS, NAN},
      {"5 1/m", "rad/m", BASE_UNIT_AMBIGUOUS, NAN},
      {"50 %", "rad", BASE_UNIT_FITS, 0.5},
      {"5 J", "N.m", BASE_UNIT_ENERGY, NAN},
      {"5 W.s", "N.m", BASE_UNIT_ENERGY, NAN},
      {"5 J/rad", "N.m/rad", BASE_UNIT_ENERGY, NAN},
      {"5 N.m", "J", BASE_UNIT_FITS, 5},
      {"5 N.m/rad", "N.m", BASE_UNIT_PER_ANGLE, NAN},
      {"5 N.m/Hz", "N.m.s", BASE_UNIT_PER_ANGLE, NAN},
      {"5 N.m", "N.m/rad", BASE_UNIT_FITS, 5},
      {"5 N.m.rad/s", "W", BASE_UNIT_FITS, 5},
      {"20 degC", "K", BASE_UNIT_FITS, 293.15},
      {"2 W/degC", "W/K", BASE_UNIT_FITS, 2},
      {"2 degC/s", "K/s", BASE_UNIT_FITS, 2},
      {"2 degC-1", "1/K", BASE_UNIT_FITS, 2},
      {"2 degC2", "K2", BASE_UNIT_FITS, 2},
      {"2 W/(rad/s)", "N.m", BASE_UNIT_ENERGY, NAN},
      {"2 N.m/(rad/s)", "N.m.s/rad", BASE_UNIT_FITS, 2},
      {"5 apples", "N", BASE_UNIT_UNKNOWN, NAN},
      {"5 kg", "N", BASE_UNIT_OTHER_DIMENSION, NAN},
  };

  for (size_t i = 0; i < G_N_ELEMENTS (PAIRS); i++) {
    double value = NAN;

    g_test_message ("%s in %s", PAIRS[i].typed, PAIRS[i].wanted);
    g_assert_cmpint (
        base_unit_read_quantity (PAIRS[i].typed, PAIRS[i].wanted, "", &value), ==,
        PAIRS[i].fit);
    if (PAIRS[i].fit == BASE_UNIT_FITS)
      g_assert_cmpfloat_with_epsilon (value / PAIRS[i].value, 1, 1e-12);
  }
}

/* What is shown is what would be typed. */
static void
test_scale (void)
{
  double factor, offset;

  g_assert_true (base_unit_scale ("Hz", "rpm", &factor, &offset));
  g_assert_cmpfloat_with_epsilon (factor * 600 + offset, 10, 1e-12);
  g_assert_true (base_unit_scale ("K", "degC", &factor, &offset));
  g_assert_cmpfloat_with_epsilon (factor * 20 + offset, 293.15, 1e-12);
  g_assert_false (base_unit_scale ("N.m", "J", &factor, &offset));
}

/* Each unit offered has the dimension of the quantity, and the SI unit is among them.
 */
static void
test_choices_fit (void)
{
  static const char *const SI[] = {"m",     "m/s",     "m/s2",      "rad",   "rad/s",
                                   "s",     "Hz",      "kg",        "N",     "N.m",
                                   "N/m",   "N.s/m",   "W",         "J",     "K",
                                   "kg.m2", "N.m/rad", "N.m.s/rad", "kg/m3", "1"};

  for (size_t i = 0; i < G_N_ELEMENTS (SI); i++) {
    const char *const *choices = base_unit_choices (SI[i]);

    g_assert_true (g_strv_contains (choices, SI[i]));
    for (double factor, offset; *choices != NULL; choices++)
      g_assert_true (base_unit_scale (SI[i], *choices, &factor, &offset));
  }
  g_assert_null (base_unit_choices ("furlong")[0]);
}

static void
test_labels (void)
{
  static const char *const PAIRS[][2] = {
      {"N.m/rad", "N·m/rad"}, {"m/s2", "m/s²"},   {"s-1", "s⁻¹"},    {"deg", "°"},
      {"degC", "°C"},         {"kg.m2", "kg·m²"}, {"deg/s2", "°/s²"}};

  for (size_t i = 0; i < G_N_ELEMENTS (PAIRS); i++) {
    g_autofree char *label = base_unit_to_label (PAIRS[i][0]);

    g_assert_cmpstr (label, ==, PAIRS[i][1]);
  }
}

/* No label says "-0". */
static void
test_zero_has_no_sign (void)
{
  char text[BASE_NUMBER_SIZE];

  g_assert_cmpstr (base_number_to_short_text (-0.0, 4, text), ==, "0");
  g_assert_cmpstr (base_number_to_short_text (-0.5, 4, text), ==, "-0.5");
}

static void
check_with_units (double value, const char *units, const char *expected)
{
  g_autofree char *text = base_unit_quantity_to_text (value, 4, units);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_with_units (void)
{
  check_with_units (0.5, "m/s", "0.5 m/s");
  check_with_units (1.23456, "1", "1.235");
  check_with_units (INFINITY, "", "inf");
  check_with_units (-0.0, NULL, "0");
  check_with_units (-2, "N.s/m", "−2 N·s/m");
  check_with_units (90, "deg", "90°");
  check_with_units (20, "degC", "20 °C");
}

/* Written as on paper. */
static void
test_newton_seconds (void)
{
  double value;

  g_assert_true (base_unit_parse_quantity ("12 kNs/m", "N.s/m", "", &value));
  g_assert_cmpfloat_with_epsilon (value, 12000, 1e-9);
}

static void
assert_suggestion (const char *text, const char *expected, const char *wanted)
{
  g_autofree char *found = base_unit_suggest (text, expected);

  g_assert_cmpstr (found, ==, wanted);
}

/* Units that are no product as written, but are one of what is expected. */
static void
test_suggestions (void)
{
  assert_suggestion ("12 Nms", "N.m.s/rad", "12 Nm·s");
  assert_suggestion ("3 kN m/rads", "N.m/rad", "3 kN m/rad");
  assert_suggestion ("5 kgs", "kg", "5 kg");
  assert_suggestion ("5 HZ", "Hz", "5 Hz");
  assert_suggestion ("7 kgm2", "kg.m2", "7 kg·m²");
  assert_suggestion ("5 kg", "m", NULL);
  assert_suggestion ("5 quux", "m", NULL);
  assert_suggestion ("nothing", "m", NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/unit/factors", test_factors);
  g_test_add_func ("/base/unit/dimensions", test_dimensions);
  g_test_add_func ("/base/unit/refused", test_refused);
  g_test_add_func ("/base/unit/prefix-is-second", test_prefix_is_second);
  g_test_add_func ("/base/unit/quantities", test_quantities);
  g_test_add_func ("/base/unit/pairs", test_pairs);
  g_test_add_func ("/base/unit/scale", test_scale);
  g_test_add_func ("/base/unit/choices-fit", test_choices_fit);
  g_test_add_func ("/base/unit/labels", test_labels);
  g_test_add_func ("/base/unit/zero-has-no-sign", test_zero_has_no_sign);
  g_test_add_func ("/base/unit/number-with-units", test_with_units);
  g_test_add_func ("/base/unit/newton-seconds", test_newton_seconds);
  g_test_add_func ("/base/unit/suggestions", test_suggestions);
  return g_test_run ();
}
