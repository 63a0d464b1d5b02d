/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where nothing acts steps grow, but past no pulse. */
#include "model-run.h"

/* Of the pulses exp (-SHARP (1 - cos (2 pi t))), one in each second: two thirds of
 * the time they are nothing. By the trapezium rule, which is exact for such. */
static const double SHARP = 20.0;

static double
area_of_a_pulse (void)
{
  enum { N = 200 };
  double sum = 0.0;

  for (int i = 0; i < N; i++)
    sum += exp (-SHARP * (1.0 - cos (2.0 * G_PI * i / N)));
  return sum / N;
}

/* What pulses add up to, whenever the first comes, and none takes many steps. */
static void
test_pulses (void)
{
  static const char *const SOLVERS[] = {"auto", "dopri5", "dop853", "ndf", "rodas4"};
  static const double FIRST[] = {0.3, 0.5, 0.77};
  enum { N = 30 };

  for (size_t k = 0; k < G_N_ELEMENTS (SOLVERS); k++)
    for (size_t i = 0; i < G_N_ELEMENTS (FIRST); i++) {
      g_autofree char *text =
          g_strdup_printf ("component M\n"
                           "  variable x::Real(initial = 0)\n"
                           "  variable y::Real(initial = 1)\n"
                           "relations\n"
                           "  der(x) = exp(-%g * (1 - cos(2 * pi * (time - %g))))\n"
                           "  der(y) = -y\n"
                           "end\n",
                           SHARP, FIRST[i]);
      SimOptions options = options_for (N, 1e-6);
      SimRunStats stats;

      options.solver = SOLVERS[k];
      g_autoptr (Run) run = run_model (text, "x", &options);
      g_assert_no_error (run->error);
      sim_state_stats (run->state, &stats);
      g_test_message ("%s from %g: %g, %u steps", SOLVERS[k], FIRST[i],
                      value_at (run, run->values->len - 1) / area_of_a_pulse (),
                      (unsigned) stats.steps.n_steps);
      g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1),
                                      N * area_of_a_pulse (),
                                      1e-3 * N * area_of_a_pulse ());
      g_assert_cmpuint (stats.steps.n_steps, <, 100 * N);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/plateau/pulses", test_pulses);
  return g_test_run ();
}
