/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "model-run.h"

/* The value where nothing changes. */
static double
steady_value (const char *declarations, const char *crossings, const char *variable)
{
  SimOptions options = {.rtol = 1e-6, .atol = NAN, .is_steady = true};
  g_autofree char *text =
      g_strdup_printf ("component M\n%srelations\n%send\n", declarations, crossings);
  g_autoptr (Run) run = run_model (text, variable, &options);

  g_assert_no_error (run->error);
  g_assert_true (sim_state_is_finished (run->state));
  g_assert_cmpuint (run->times->len, ==, 1);
  g_assert_cmpfloat (time_at (run, 0), ==, 0.0);
  return value_at (run, 0);
}

#define MOTION                                                                         \
  "  variable x::Real(initial = 1)\n"                                                  \
  "  variable v::Real(initial = 2)\n"

/* Where a damped, an undamped and a nonlinear spring are in balance, and where a mass
 * comes to rest that only a damper or dry friction holds. */
static void
test_rest (void)
{
  static const double close = 1e-7;
  double root = steady_value (
      MOTION, "  der(x) = v\n  der(v) = 5 - 100*x - 20*x^3 - 0.01*v\n", "x");

  g_assert_cmpfloat_with_epsilon (
      steady_value (MOTION, "  der(x) = v\n  der(v) = 5 - 100*x - 0.1*v\n", "x"), 0.05,
      close);
  g_assert_cmpfloat_with_epsilon (
      steady_value (MOTION, "  der(x) = v\n  der(v) = 5 - 100*x\n", "x"), 0.05, close);
  g_assert_cmpfloat_with_epsilon (100.0 * root + 20.0 * pow (root, 3.0), 5.0, 1e-5);
  g_assert_cmpfloat_with_epsilon (
      steady_value (MOTION, "  der(x) = v\n  der(v) = -0.5*v\n", "x"), 5.0, close);
  g_assert_cmpfloat_with_epsilon (
      steady_value (
          "  mass = TranslationalComponents.Components.Mass(m = 1, s(initial = "
          "1), v(initial = 2))\n"
          "  dry = TranslationalComponents.Components.SupportFriction(f_pos = "
          "[[0, 2]])\n",
          "  connect(mass.flange_b, dry.flange_a)\n", "mass.s"),
      2.0, close);
}

/* Sources stand still, delays do nothing, and what turns on the way is found in time.
 */
static void
test_conditions (void)
{
  static const double close = 1e-6;
  const char *tank = "  variable x::Real(initial = 1)\n"
                     "  variable y::Real(initial = 0)\n";

  g_assert_cmpfloat_with_epsilon (
      steady_value (
          tank, "  der(x) = 2 + sin(time) - sqrt(x)\n  der(y) = delay(x, 0.5) - y\n",
          "y"),
      4.0, close);
  g_assert_cmpfloat_with_epsilon (steady_value ("  variable x::Real(initial = 0.5)\n",
                                                "  der(x) = ifelse(x > 1, 2 - x, 1)\n",
                                                "x"),
                                  2.0, close);
  g_assert_cmpfloat_with_epsilon (
      steady_value ("  variable x::Real(initial = 3)\n  variable b::Boolean\n",
                    "  b = x > 2\n  der(x) = ifelse(b, -1, 1 - x)\n", "x"),
      1.0, close);
}

/* What falls for ever has none, and that is said. */
static void
test_none (void)
{
  SimOptions options = {.rtol = 1e-6, .atol = NAN, .is_steady = true};
  g_autoptr (Run) run = run_model ("component M\n" MOTION "relations\n"
                                   "  der(x) = v\n"
                                   "  der(v) = 10 - v\n"
                                   "end\n",
                                   "x", &options);

  g_assert_error (run->error, SIM_ERROR, SIM_NOT_STEADY);
  const BaseDiag *failure = sim_state_failure (run->state);
  g_assert_cmpuint (failure->number, ==, 505);
  g_assert_nonnull (strstr (failure->message, "`x`"));
  g_assert_cmpuint (failure->line, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/steady/rest", test_rest);
  g_test_add_func ("/sim/steady/conditions", test_conditions);
  g_test_add_func ("/sim/steady/none", test_none);
  return g_test_run ();
}
