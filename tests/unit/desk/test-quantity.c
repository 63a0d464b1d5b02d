/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is typed into a field and what the text of the diagram gets. */
#include "desk/quantity.h"

#include <float.h>

static const LibParam stiffness = {.name = "c",
                                   .kind = LIB_PARAM_REAL,
                                   .units = "N/m",
                                   .has_min = true,
                                   .min = 0};
static const LibParam length = {.name = "L", .kind = LIB_PARAM_REAL, .units = "m"};
static const LibParam seconds = {.name = "T", .kind = LIB_PARAM_REAL, .units = "s"};
static const LibParam frequency = {.name = "f", .kind = LIB_PARAM_REAL, .units = "Hz"};
static const LibParam speed = {.name = "w", .kind = LIB_PARAM_REAL, .units = "rad/s"};
static const LibParam torque = {.name = "tau", .kind = LIB_PARAM_REAL, .units = "N.m"};
static const LibParam ratio = {.name = "k", .kind = LIB_PARAM_REAL, .units = ""};
static const LibParam count = {.name = "n", .kind = LIB_PARAM_INTEGER, .units = ""};
static const LibParam way = {.name = "r",
                             .kind = LIB_PARAM_ARRAY,
                             .table = {.n_dims = 1},
                             .units = "m",
                             .has_min = true,
                             .min = -1,
                             .has_max = true,
                             .max = 10};
static const LibParam place = {.name = "r",
                               .kind = LIB_PARAM_ARRAY,
                               .table = {.n_dims = 1, .length = 2},
                               .units = "m"};
static const LibParam friction = {.name = "mu",
                                  .kind = LIB_PARAM_ARRAY,
                                  .units = "",
                                  .table = {.n_dims = 2,
                                            .n_names = 2,
                                            .names = {"w", "mu"},
                                            .units = {"rad/s", "1"}}};
static const LibParam title = {.name = "name", .kind = LIB_PARAM_STRING};

static void
assert_read (const LibParam *param,
             const char *typed,
             const char *value,
             const char *entry)
{
  g_auto (DeskQuantity) got = desk_quantity_read (param, typed);

  g_assert_null (got.problem);
  g_assert_cmpstr (got.value, ==, value);
  g_assert_cmpstr (got.entry, ==, entry);
}

static void
assert_refused (const LibParam *param, const char *typed, const char *part)
{
  g_auto (DeskQuantity) got = desk_quantity_read (param, typed);

  g_assert_null (got.value);
  g_assert_nonnull (got.problem);
  g_assert_nonnull (strstr (got.problem, part));
}

/* A unit is converted and what was typed is kept. */
static void
test_units (void)
{
  assert_read (&stiffness, "5 kN/mm", "5000000", "5 kN/mm");
  assert_read (&stiffness, " 2 kN/m ", "2000", "2 kN/m");
  assert_read (&length, "1/4 in", "0.00635", "1/4 in");
  assert_read (&seconds, "100 ms", "0.1", "100 ms");
}

/* A name is one, whatever number its letters could be. */
static void
test_names (void)
{
  assert_read (&length, "nanoGap", "nanoGap", NULL);
  assert_read (&length, "inflow", "inflow", NULL);
  assert_read (&length, "infinity", "infinity", NULL);
  assert_refused (&length, "0x10 m", "0x10 m");
}

/* A bare number is written as typed, SI letters included. */
static void
test_numbers (void)
{
  assert_read (&stiffness, "1500", "1500", NULL);
  assert_read (&stiffness, "2k", "2k", NULL);
  assert_read (&ratio, "-3.5e2", "-3.5e2", NULL);
  assert_read (&stiffness, "", NULL, NULL);
}

/* In a field for lengths "5m" is five metres, elsewhere the letter is a prefix. */
static void
test_letter_or_unit (void)
{
  assert_read (&length, "5m", "5", "5m");
  assert_read (&seconds, "5m", "5m", NULL);
}

/* Expressions pass; the diagram judges them. */
static void
test_expressions (void)
{
  assert_read (&stiffness, "2*c0 + 1", "2*c0 + 1", NULL);
  assert_read (&stiffness, "c0", "c0", NULL);
}

/* Cycles and radians are told apart. */
static void
test_turns (void)
{
  assert_read (&frequency, "10 rad/s", "1.5915494309189535", "10 rad/s");
  assert_read (&frequency, "600 rpm", "10", "600 rpm");
  assert_read (&speed, "60 Hz", "376.99111843077515", "60 Hz");
  assert_refused (&speed, "60 1/s", "radians or turns");
  assert_refused (&torque, "5 J", "energy");
  assert_refused (&torque, "5 N.m/rad", "per angle");
}

static void
test_refusals (void)
{
  assert_refused (&stiffness, "5 kg", "N/m");
  assert_refused (&stiffness, "5 kg", "another kind of quantity");
  assert_refused (&stiffness, "-1", "at least 0");
  assert_refused (&stiffness, "-1 kN/m", "at least 0");
  assert_refused (&count, "2.5", "whole");
  assert_refused (&ratio, "5 apples", "no unit");
  assert_refused (&torque, "12 Nms", "did you mean 12 Nm?");
  assert_refused (&stiffness, "5 quux", "known are N/m, N/mm");
}

/* A comma is the decimal sign of many keypads; what is written has a point. */
static void
test_decimal_comma (void)
{
  assert_read (&ratio, "0,5", "0.5", NULL);
  assert_read (&ratio, "-0,125", "-0.125", NULL);
  assert_read (&ratio, "3,14159", "3.14159", NULL);
  assert_read (&ratio, "1,5e3", "1.5e3", NULL);
  assert_read (&stiffness, "2,5 kN/mm", "2500000", "2.5 kN/mm");
  assert_read (&ratio, "max(1,5)", "max(1,5)", NULL);
  assert_refused (&ratio, "1,2,3", "not a value");
  assert_refused (&ratio, "2 * k1 +",
                  "This is not a value: something is missing at its end");
  assert_refused (&ratio, "f(", "this `(` is not closed");
  assert_read (&title, "1,5", "\"1,5\"", NULL);
  assert_refused (&count, "2,5", "whole");
  assert_refused (&ratio, "1,000", "two ways");
  assert_refused (&stiffness, "12,500 N/m", "two ways");
}

/* Elements of vectors and tables have units; the rest of them is left as it is. */
static void
test_lists (void)
{
  assert_read (&way, "[100 mm, 0]", "[0.1, 0]", "[100 mm, 0]");
  assert_read (&way, "[ 1, 2.5 ]", "[ 1, 2.5 ]", NULL);
  assert_read (&way, "[[10 cm, x], [f(1, 2), 1 in]]", "[[0.1, x], [f(1, 2), 0.0254]]",
               "[[10 cm, x], [f(1, 2), 1 in]]");
  assert_read (&way, "[0 cm, 1; 20 cm, 2]", "[0, 1; 0.2, 2]", "[0 cm, 1; 20 cm, 2]");
  assert_read (&friction, "[0, 0.5; 60 rev/min, 0.4]",
               "[0, 0.5; 6.283185307179586, 0.4]", "[0, 0.5; 60 rev/min, 0.4]");
  assert_refused (&friction, "[0, 0.5; 1, 3 rpm]", "rpm");
  assert_read (&way, "[2 for i in 1:3]", "[2 for i in 1:3]", NULL);
  assert_read (&way, "zeros(3)", "zeros(3)", NULL);
  assert_refused (&way, "[1, 2", "not a value");
  /* Without brackets: what can be read in one way is taken, else the way is told. */
  assert_read (&way, "1, 0", "[1, 0]", NULL);
  assert_read (&way, "100 mm, x", "[0.1, x]", "[100 mm, x]");
  assert_read (&way, "x, y", "[x, y]", NULL);
  assert_refused (&way, "1,5", "write [1, 5]");
  assert_refused (&way, "0.3 0", "write [0.3, 0]");
  assert_refused (&way, "0,3 -1e2", "write [0.3, -1e2]");
  assert_refused (&way, "0,3, 0", "write [0.3, 0]");
  assert_refused (&way, "10", "r needs several values, as in [0, 0]");
  assert_refused (&way, "10 cm", "r needs several values");
  assert_read (&way, "x + 1", "x + 1", NULL);
  assert_read (&way, "[f(x[1])[20], 5 cm]", "[f(x[1])[20], 0.05]",
               "[f(x[1])[20], 5 cm]");
  assert_read (&way, "[x[20], 7]", "[x[20], 7]", NULL);
  assert_refused (&way, "[100 kg, 0]", "another kind of quantity");
  assert_refused (&way, "[0, 11]", "at most 10 m");
  assert_refused (&way, "[0, -200 cm]", "at least \u22121 m");
  assert_read (&place, "[100 mm, 0]", "[0.1, 0]", "[100 mm, 0]");
  assert_read (&place, "zeros(3)", "zeros(3)", NULL);
  assert_refused (&place, "[1 cm, 2, 3]", "r needs 2 values, and not 3");
  assert_refused (&place, "[1]", "r needs 2 values, and not 1");

  g_autofree char *shown = desk_quantity_show (&way, "[100m, 0]", NULL);
  g_assert_cmpstr (shown, ==, "[0.1, 0]");
}

static void
assert_range (const LibParam *param, const char *expected)
{
  g_autofree char *range = desk_quantity_range (param);

  g_assert_cmpstr (range, ==, expected);
}

/* Each of the units that are offered can be typed as it stands there. */
static void
test_choices (void)
{
  const LibParam damping = {.name = "d", .kind = LIB_PARAM_REAL, .units = "N.s/m"};
  g_autofree char *list = desk_quantity_choices (&damping);

  g_assert_cmpstr (list, ==, "N\u00B7s/m, N\u00B7s/mm, kN\u00B7s/m");
  g_auto (GStrv) units = g_strsplit (list, ", ", -1);
  for (char **unit = units; *unit != NULL; unit++) {
    g_autofree char *typed = g_strconcat ("2 ", *unit, NULL);
    g_auto (DeskQuantity) quantity = desk_quantity_read (&damping, typed);

    g_assert_null (quantity.problem);
    g_assert_nonnull (quantity.value);
  }
}

static void
test_range (void)
{
  const LibParam share = {
      .kind = LIB_PARAM_REAL, .has_min = true, .has_max = true, .max = 1, .units = "1"};
  const LibParam below = {
      .kind = LIB_PARAM_REAL, .has_max = true, .max = -2, .units = "m/s"};

  const LibParam period = {.name = "T",
                           .kind = LIB_PARAM_REAL,
                           .has_min = true,
                           .min = DBL_EPSILON,
                           .units = "s"};

  assert_range (&period, ">\u00A00\u00A0s"); /* eps(Float64) */
  assert_refused (&period, "0", "must be greater than 0");
  assert_range (&stiffness, "\u2265\u00A00\u00A0N/m");
  assert_range (&share, "0\u00A0\u2026\u00A01");
  assert_range (&below, "\u2264\u00A0\u22122\u00A0m/s");
  assert_range (&ratio, NULL);
}

static void
test_strings (void)
{
  g_autofree char *shown = desk_quantity_show (&title, "\"say \\\"hi\\\"\"", NULL);

  assert_read (&title, "say \"hi\"", "\"say \\\"hi\\\"\"", NULL);
  g_assert_cmpstr (shown, ==, "say \"hi\"");
}

/* What is shown and typed again unchanged means the same number. */
static void
test_show (void)
{
  g_autofree char *typed = desk_quantity_show (&stiffness, "5000000", "5 kN/mm");
  g_autofree char *letter = desk_quantity_show (&length, "100m", NULL);
  g_autofree char *plain = desk_quantity_show (&stiffness, "2k", NULL);

  g_assert_cmpstr (typed, ==, "5 kN/mm");
  g_assert_cmpstr (letter, ==, "0.1");
  g_assert_cmpstr (plain, ==, "2k");
}

static void
test_cases (void)
{
  g_autofree char *with_fields = desk_quantity_case ("Lib.Kind.Filtered(f_crit = 3)");
  g_autofree char *bare = desk_quantity_case ("Exact");

  g_assert_cmpstr (with_fields, ==, "Filtered");
  g_assert_cmpstr (bare, ==, "Exact");
}

static void
assert_scrubbed (const LibParam *param, const char *text, double steps, const char *now)
{
  g_autofree char *got = desk_quantity_scrub (param, text, steps);

  g_assert_cmpstr (got, ==, now);
}

/* A number is counted up in its third digit and keeps its unit. */
static void
test_scrub (void)
{
  assert_scrubbed (&stiffness, "2 kN/m", 15, "2.15 kN/m");
  assert_scrubbed (&stiffness, "100", -7, "93");
  assert_scrubbed (&stiffness, "12k", 3, "12.3k");
  assert_scrubbed (&length, "0.3", 0.6, "0.301");
  assert_scrubbed (&length, "-0.5", 500, "0");
  assert_scrubbed (&ratio, "0", 5, "0.05");
  assert_scrubbed (&stiffness, "7e6", 1, "7010000");
  assert_scrubbed (&count, "12", 1.6, "14");
  assert_scrubbed (&ratio, "k1 + 1", 1, NULL);
  assert_scrubbed (&ratio, "1 + k1", 1, NULL);
  assert_scrubbed (&length, "1/4 in", 1, NULL);
  assert_scrubbed (&title, "12", 1, NULL);
}

/* A number without a unit has nothing behind it. */
static void
test_bare (void)
{
  static const SimVar share = {.name = "gain.y", .units = "", .display_units = ""};
  g_autoptr (GString) text = g_string_new (NULL);

  desk_quantity_append (text, &share, "y", 0.5);
  g_assert_cmpstr (text->str, ==, "y = 0.5");
}

/* What is read has minus signs; what is typed and written has hyphens. */
static void
test_minus (void)
{
  static const SimVar velocity = {
      .name = "mass.v", .units = "m/s", .display_units = ""};
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *typed = desk_quantity_show (&length, "-0.5", NULL);

  desk_quantity_append (text, &velocity, "v", -2.5e-9);
  g_assert_cmpstr (text->str, ==, "v = \u22122.5e\u22129 m/s");
  g_assert_cmpstr (typed, ==, "-0.5");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/desk/quantity/units", test_units);
  g_test_add_func ("/desk/quantity/names", test_names);
  g_test_add_func ("/desk/quantity/numbers", test_numbers);
  g_test_add_func ("/desk/quantity/letter-or-unit", test_letter_or_unit);
  g_test_add_func ("/desk/quantity/expressions", test_expressions);
  g_test_add_func ("/desk/quantity/turns", test_turns);
  g_test_add_func ("/desk/quantity/bare", test_bare);
  g_test_add_func ("/desk/quantity/refusals", test_refusals);
  g_test_add_func ("/desk/quantity/decimal-comma", test_decimal_comma);
  g_test_add_func ("/desk/quantity/lists", test_lists);
  g_test_add_func ("/desk/quantity/choices", test_choices);
  g_test_add_func ("/desk/quantity/range", test_range);
  g_test_add_func ("/desk/quantity/strings", test_strings);
  g_test_add_func ("/desk/quantity/show", test_show);
  g_test_add_func ("/desk/quantity/cases", test_cases);
  g_test_add_func ("/desk/quantity/scrub", test_scrub);
  g_test_add_func ("/desk/quantity/minus", test_minus);
  return g_test_run ();
}
