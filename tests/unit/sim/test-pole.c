/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs through poles. In each model x passes 0 at 0.3 s. */
#include "model-run.h"

typedef struct {
  const char *variables; /* besides x and y */
  const char *crossings;
  double time; /* of the pole; 0: none is passed */
} Case;

static char *
text_of (const Case *c)
{
  return g_strdup_printf ("component M\n"
                          "  parameter p::Real = -1\n"
                          "  variable x::Real(initial = -0.3)\n"
                          "  variable y::Real(guess = -0.3)\n"
                          "  %s\n"
                          "relations\n"
                          "  der(x) = 1\n"
                          "  %s\n"
                          "end\n",
                          c->variables, c->crossings);
}

static void
check (const Case *c, const char *solver)
{
  SimOptions options = options_for (1.0, 1e-6);
  g_autofree char *text = text_of (c);

  options.solver = solver;
  g_autoptr (Run) run = run_model (text, "y", &options);
  g_test_message ("%s, %s", c->crossings, solver);
  if (c->time == 0.0) {
    g_assert_no_error (run->error);
    return;
  }
  g_assert_error (run->error, SIM_ERROR, SIM_BAD_VALUE);
  g_assert_nonnull (strstr (run->error->message, "R507"));
  const char *time = strstr (run->error->message, "pole, where it grows without bound");
  g_assert_nonnull (time);
  time = strstr (time, "at time ") + strlen ("at time ");
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (time, NULL), c->time, 1e-6);
  for (uint32_t i = 0; i < run->times->len; i++)
    g_assert_cmpfloat (time_at (run, i), <, c->time);
}

static void
check_all (const Case *cases, size_t n)
{
  static const char *const SOLVERS[] = {"auto", "dopri5", "dop853", "ndf", "rodas4"};

  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < G_N_ELEMENTS (SOLVERS); k++)
      check (&cases[i], SOLVERS[k]);
}

/* What is written as a quotient, a power, a tangent or a logarithm. */
static void
test_written (void)
{
  static const Case CASES[] = {
      {"", "y = 1/x", 0.3},
      {"", "y = x^(-1)", 0.3},
      {"", "y = x^(-2)", 0.3},
      {"", "y = x^p", 0.3},
      {"", "y = 1/x^2", 0.3},
      {"", "y = 1/abs(x)", 0.3},
      {"", "y = 1/(1 - cos(x))", 0.3},
      {"", "y = 1/(x*exp(x))", 0.3},
      {"", "y = tan(x + pi/2)", 0.3},
      {"", "y = log(abs(x))", 0.3},
      {"", "y = 3 - log10(x^2)", 0.3},
  };

  check_all (CASES, G_N_ELEMENTS (CASES));
}

/* What is solved for: the determinant is the divisor. */
static void
test_solved (void)
{
  static const Case CASES[] = {
      {"", "x*y = 1", 0.3},
      {"", "x*y^3 = 1", 0.3},
      {"", "x*(y + 0.01*sin(y)) = 1", 0.3},
      {"variable z::Real", "x*y + (x + 0.3)*z = 1\n  (x + 0.3)*y + x*z = 2", 0.15},
  };

  check_all (CASES, G_N_ELEMENTS (CASES));
}

/* Removable zeros, other laws, and values that are great but finite. */
static void
test_no_poles (void)
{
  static const Case CASES[] = {
      {"", "y = sin(x)/x", 0},
      {"", "x*y = sin(x)", 0},
      {"", "y*(y - x) = 0", 0},
      {"", "y = x^2*log(x^2)", 0},
      {"", "y = abs(x)^0.5", 0},
      {"", "y = ifelse(x > 0, 1/x, 0)", 0},
      {"", "y = ifelse(x < -0.01, log(-x), 0)", 0},
      {"", "y = 1/(x^2 + 1e-9)", 0},
      {"", "y = 1e12*x/(1e-6 + abs(x))", 0},
      {"", "y = tan(x)", 0},
      {"", "y = sin(x + 3.7e-4)^2/(1 - cos(x + 3.7e-4))", 0},
      {"", "y = 1/(1.0000001 - cos(x))", 0},
      {"variable z::Real",
       "x*y + (x + 0.3)*z = x + 2*(x + 0.3)\n  (x + 0.3)*y + x*z = x + 0.3 + 2*x", 0},
  };

  check_all (CASES, G_N_ELEMENTS (CASES));
}

/* What the errors of the states leave of 0/0 along the whole solution is no pole,
 * whatever the tolerance. */
static void
test_errors_are_no_poles (void)
{
  const Case c = {"variable a::Real(initial = 1)\n  variable b::Real(initial = 0)",
                  "der(a) = b\n  der(b) = -a\n  y = (a^2 + b^2 - 1)/(x + 1e-4/3)", 0};
  g_autofree char *text = text_of (&c);

  for (double rtol = 1e-3; rtol > 1e-12; rtol /= 10) {
    SimOptions options = options_for (1.0, rtol);
    g_autoptr (Run) run = run_model (text, "y", &options);

    g_assert_no_error (run->error);
  }
}

/* Where a run starts, any value solves 0 y = 0. */
static void
expect_open (const char *text, const char *sentence)
{
  SimOptions options = options_for (1.0, 1e-6);
  g_autoptr (Run) run = run_model (text, "y", &options);

  g_assert_error (run->error, SIM_ERROR, SIM_OPEN);
  g_assert_nonnull (strstr (run->error->message, sentence));
}

static void
test_open_at_start (void)
{
  expect_open (
      "component M\n  variable y::Real\nrelations\n  y*time = sin(time)\nend\n",
      "R508: a value is undetermined because its factor is zero at time 0, `y`");
}

/* Two gains of 1 in a ring say x = x. */
static void
test_ring_of_signals (void)
{
  expect_open ("component M\n"
               "  a = BlockComponents.Math.Gain(k = 2)\n"
               "  b = BlockComponents.Math.Gain(k = 0.5)\n"
               "  variable y::Real = a.y\n"
               "relations\n"
               "  connect(a.y, b.u)\n"
               "  connect(b.y, a.u)\n"
               "end\n",
               "R508: the signals of `a`, `b` form an algebraic loop");
}

/* Newton iterations of a run with a nonlinear block and something more. */
static uint64_t
count_newton (const char *variables, const char *crossings)
{
  const Case c = {variables, crossings, 0};
  SimOptions options = options_for (1.0, 1e-9);
  g_autofree char *text = text_of (&c);
  SimRunStats stats;

  options.interval = 0.5;
  g_autoptr (Run) run = run_model (text, "y", &options);
  g_assert_no_error (run->error);
  sim_state_stats (run->state, &stats);
  return stats.n_newton;
}

/* What is solved for the rows alone is looked at where steps end anyway: the blocks
 * before it are not solved again for that. */
static void
test_outputs_are_cheap (void)
{
  const char *const variables = "variable z::Real(initial = 0)";
  const char *const crossings = "y + 0.3*sin(y) = x\n  der(z) = y";
  g_autofree char *more_variables =
      g_strconcat (variables, "\n  variable u::Real\n  variable w::Real", NULL);
  g_autofree char *more =
      g_strconcat (crossings, "\n  (2 + x)*u + w = 1\n  u - (1 + x)*w = 2", NULL);

  g_assert_cmpuint (count_newton (more_variables, more), ==,
                    count_newton (variables, crossings));
}

/* Of two poles in one step the first one ends the run, in whatever order they are
 * written. */
static void
test_first (void)
{
  static const Case CASES[] = {
      {"variable z::Real", "y = tan(x + 1.57)\n  z = tan(x + 1.3)",
       0.3 + G_PI / 2 - 1.57},
      {"variable z::Real", "z = tan(x + 1.57)\n  y = tan(x + 1.3)",
       0.3 + G_PI / 2 - 1.57},
  };

  check_all (CASES, G_N_ELEMENTS (CASES));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/pole/written", test_written);
  g_test_add_func ("/sim/pole/first", test_first);
  g_test_add_func ("/sim/pole/solved", test_solved);
  g_test_add_func ("/sim/pole/none", test_no_poles);
  g_test_add_func ("/sim/pole/errors-are-no-poles", test_errors_are_no_poles);
  g_test_add_func ("/sim/pole/open-at-start", test_open_at_start);
  g_test_add_func ("/sim/pole/ring-of-signals", test_ring_of_signals);
  g_test_add_func ("/sim/pole/outputs-are-cheap", test_outputs_are_cheap);
  return g_test_run ();
}
