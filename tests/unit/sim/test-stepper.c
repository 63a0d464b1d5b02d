/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integration methods on equations with known answers. */
#include "problems.h"

#include "sim/method/method.h"

#include <gsl/gsl_errno.h>

static const char *const implicit_methods[] = {"auto", "ndf", "rodas4", "msbdf", NULL};

static SimStepper *
stepper_new (const char *name, Problem *p, double rtol, double atol)
{
  const SimStepperClass *class = sim_stepper_find (name);
  g_autofree double *atols = g_new (double, p->ode.n + 1);

  g_assert_nonnull (class);
  for (uint32_t i = 0; i < p->ode.n; i++)
    atols[i] = atol;
  const SimTolerance tolerance = {rtol, atols};
  SimStepper *stepper = class->create (class, p->memory, &p->ode, &tolerance);
  stepper->h_fixed = 0.01;
  return stepper;
}

static bool
is_about (uint64_t n, unsigned known)
{
  return fabs ((double) n - known) <= fmax (0.05 * known, 3.0);
}

static void
reset (SimStepper *stepper, double t, const double *y)
{
  g_assert_cmpint (stepper->class->reset (stepper, t, y, 0), ==, SIM_OK);
}

static void
run (SimStepper *stepper, double t_end)
{
  g_assert_cmpint (problem_run (stepper, t_end), ==, SIM_OK);
  g_assert_cmpfloat (stepper->t, ==, t_end);
}

/* Every method is found by its name, and the list holds ten. */
static void
test_find (void)
{
  const SimStepperClass *const *all = sim_stepper_all ();
  size_t n = 0;

  for (; all[n] != NULL; n++) {
    g_assert_true (sim_stepper_find (all[n]->name) == all[n]);
    g_assert_nonnull (all[n]->summary);
  }
  g_assert_cmpuint (n, ==, 10);
  g_assert_cmpstr (all[0]->name, ==, "auto");
  g_assert_null (sim_stepper_find ("euler"));
}

/* All methods follow cos t over a period to a small multiple of the tolerance. */
static void
test_oscillator (void)
{
  const SimStepperClass *const *all = sim_stepper_all ();

  for (size_t k = 0; all[k] != NULL; k++) {
    g_autoptr (Problem) p = problem_new_small (2, oscillator_rhs, oscillator_jacobian);
    SimStepper *stepper = stepper_new (all[k]->name, p, 1e-7, 1e-7);

    reset (stepper, 0, (double[]){1, 0});
    run (stepper, 2 * G_PI);
    g_test_message ("%s: %g, %g; %u steps, %u rhs", all[k]->name, stepper->y[0] - 1,
                    stepper->y[1], (unsigned) stepper->stats.n_steps,
                    (unsigned) stepper->stats.n_rhs);
    g_assert_cmpfloat_with_epsilon (stepper->y[0], 1, 5e-5);
    g_assert_cmpfloat_with_epsilon (stepper->y[1], 0, 5e-5);
  }
}

/* The error over one span goes with the tolerance, for every adaptive method. */
static void
test_tolerance (void)
{
  const SimStepperClass *const *all = sim_stepper_all ();

  for (size_t k = 0; all[k] != NULL; k++) {
    double error[3];

    if (all[k]->is_fixed)
      continue;
    for (int e = 0; e < 3; e++) {
      g_autoptr (Problem) p = problem_new_small (1, wave_rhs, wave_jacobian);
      double rtol = pow (10, -5 - 2 * e);
      SimStepper *stepper = stepper_new (all[k]->name, p, rtol, rtol);

      reset (stepper, 0, (double[]){1});
      run (stepper, 5);
      error[e] = fabs (stepper->y[0] / exp (sin (5)) - 1);
      g_test_message ("%s at %g: %g", all[k]->name, rtol, error[e]);
      g_assert_cmpfloat (error[e], <, 200 * rtol);
    }
    /* An error that is small by luck at 1e-5 need not fall further than 1e-9. */
    g_assert_cmpfloat (error[2], <, MAX (0.02 * error[0], 1e-9));
  }
}

/* Steps of one size h: the error at t = 1, by the order of the method. */
static double
error_at_step (const char *name, double h)
{
  g_autoptr (Problem) p = problem_new_small (1, wave_rhs, wave_jacobian);
  SimStepper *stepper = stepper_new (name, p, 1, 1e6);

  stepper->h_fixed = h;
  stepper->h_max = h;
  g_assert_cmpint (stepper->class->reset (stepper, 0, (double[]){1}, h), ==, SIM_OK);
  run (stepper, 1);
  double error = fabs (stepper->y[0] - exp (sin (1)));
  return error;
}

static void
test_order (void)
{
  const struct {
    const char *name;
    double h;
    double order;
  } cases[] = {{"dopri5", 0.1, 5}, {"rodas4", 0.05, 4}, {"dop853", 0.25, 8},
               {"rk8pd", 0.5, 8},  {"rkf45", 0.1, 5},   {"rk4", 0.1, 4}};

  for (size_t k = 0; k < G_N_ELEMENTS (cases); k++) {
    double coarse = error_at_step (cases[k].name, cases[k].h);
    double fine = error_at_step (cases[k].name, cases[k].h / 2);
    double order = log2 (coarse / fine);

    g_test_message ("%s: order %g (%g, %g)", cases[k].name, order, coarse, fine);
    g_assert_cmpfloat (order, >, cases[k].order - 0.45);
  }
}

/* Largest error of the interpolant inside the first step of size h. */
static double
error_inside (const char *name, double h)
{
  g_autoptr (Problem) p = problem_new_small (2, oscillator_rhs, oscillator_jacobian);
  SimStepper *stepper = stepper_new (name, p, 1, 1e6);
  double largest = 0;

  stepper->h_fixed = h;
  g_assert_cmpint (stepper->class->reset (stepper, 0, (double[]){1, 0}, h), ==, SIM_OK);
  g_assert_cmpint (stepper->class->step (stepper, h), ==, SIM_OK);
  for (int i = 0; i <= 20; i++) {
    double y[2], t = h * i / 20;

    stepper->class->interpolate (stepper, t, y);
    largest = MAX (largest, fabs (y[0] - cos (t)));
    largest = MAX (largest, fabs (y[1] + sin (t)));
  }
  return largest;
}

/* Halving the step divides the error inside it by 2^(order + 1). */
static void
test_dense_order (void)
{
  const struct {
    const char *name;
    double h;
    double order;
  } cases[] = {{"dopri5", 0.4, 4}, {"rodas4", 0.2, 3}, {"dop853", 1, 7},
               {"rk8pd", 1, 7},    {"rkf45", 0.4, 5},  {"rk4", 0.4, 3}};

  for (size_t k = 0; k < G_N_ELEMENTS (cases); k++) {
    double coarse = error_inside (cases[k].name, cases[k].h);
    double fine = error_inside (cases[k].name, cases[k].h / 2);
    double order = log2 (coarse / fine) - 1;

    g_test_message ("%s: order %g (%g, %g)", cases[k].name, order, coarse, fine);
    g_assert_cmpfloat (order, >, cases[k].order - 0.4);
  }
}

/* Values between the steps are as good as those at their ends. */
static void
test_dense_run (void)
{
  const SimStepperClass *const *all = sim_stepper_all ();

  for (size_t k = 0; all[k] != NULL; k++) {
    g_autoptr (Problem) p = problem_new_small (2, oscillator_rhs, oscillator_jacobian);
    SimStepper *stepper = stepper_new (all[k]->name, p, 1e-6, 1e-6);
    double worst = 0, worst_end = 0;

    reset (stepper, 0, (double[]){1, 0});
    while (stepper->t < 10) {
      g_assert_cmpint (stepper->class->step (stepper, 10), ==, SIM_OK);
      worst_end = MAX (worst_end, fabs (stepper->y[0] - cos (stepper->t)));
      for (int i = 0; i <= 7; i++) {
        double y[2], t = stepper->t_old + (stepper->t - stepper->t_old) * i / 7;

        stepper->class->interpolate (stepper, t, y);
        worst = MAX (worst, fabs (y[0] - cos (t)));
      }
    }
    g_test_message ("%s: %g inside, %g at the ends", all[k]->name, worst, worst_end);
    g_assert_cmpfloat (worst, <, 2 * worst_end + 3e-6);
  }
}

/* A step taken again ends exactly where it is told to, as accurate as before, and the
 * run goes on from there. */
static void
test_redo (void)
{
  const SimStepperClass *const *all = sim_stepper_all ();

  for (size_t k = 0; all[k] != NULL; k++) {
    g_autoptr (Problem) p = problem_new_small (2, oscillator_rhs, oscillator_jacobian);
    SimStepper *stepper = stepper_new (all[k]->name, p, 1e-7, 1e-7);

    reset (stepper, 0, (double[]){1, 0});

    for (int i = 0; i < 40; i++)
      g_assert_cmpint (stepper->class->step (stepper, 1e4), ==, SIM_OK);
    double t_old = stepper->t_old, h = stepper->t - t_old, y[2];
    const double part[] = {0.5, 1e-9, 0.9, 0.25};

    for (size_t i = 0; i < G_N_ELEMENTS (part); i++) {
      double t = t_old + part[i] * h;

      g_assert_cmpint (stepper->class->redo (stepper, t), ==, SIM_OK);
      g_assert_cmpfloat (stepper->t, ==, t);
      g_assert_cmpfloat (stepper->t_old, ==, t_old);
      g_assert_cmpfloat_with_epsilon (stepper->y[0], cos (t), 1e-4);
      g_assert_cmpfloat_with_epsilon (stepper->y[1], -sin (t), 1e-4);
      for (int j = 0; j <= 10; j++) {
        double inside = t_old + part[i] * h * j / 10;

        stepper->class->interpolate (stepper, inside, y);
        g_assert_cmpfloat_with_epsilon (y[0], cos (inside), 1e-4);
      }
    }
    stepper->class->interpolate (stepper, stepper->t_old, y);
    g_assert_cmpfloat_with_epsilon (y[0], cos (t_old), 1e-4);
    run (stepper, t_old + 3);
    g_assert_cmpfloat_with_epsilon (stepper->y[0], cos (t_old + 3), 1e-4);
  }
}

/* After a reset nothing of the old solution is left. */
static void
test_reset (void)
{
  const SimStepperClass *const *all = sim_stepper_all ();

  for (size_t k = 0; all[k] != NULL; k++) {
    g_autoptr (Problem) p = problem_new_small (1, decay_rhs, decay_jacobian);
    SimStepper *stepper = stepper_new (all[k]->name, p, 1e-6, 1e-6);

    reset (stepper, 0, (double[]){1});
    run (stepper, 1);
    g_assert_cmpfloat_with_epsilon (stepper->y[0], exp (-1), 2e-5);
    reset (stepper, 1, (double[]){-3});
    run (stepper, 2);
    g_assert_cmpfloat_with_epsilon (stepper->y[0], -3 * exp (-1), 6e-5);
  }
}

static void
nothing_rhs (const Problem *p, double t, const double *y, double *f)
{
}

/* No states at all: time passes, nothing fails. */
static void
test_no_states (void)
{
  const SimStepperClass *const *all = sim_stepper_all ();

  for (size_t k = 0; all[k] != NULL; k++) {
    g_autoptr (Problem) p = problem_new_small (0, nothing_rhs, NULL);
    SimStepper *stepper = stepper_new (all[k]->name, p, 1e-6, 1e-6);

    reset (stepper, 0, NULL);
    run (stepper, 10);
    stepper->class->interpolate (stepper, 9.5, NULL);
    g_assert_cmpint (stepper->class->redo (stepper, stepper->t_old + 1e-3), ==, SIM_OK);
    reset (stepper, 9.5, NULL);
    run (stepper, 10);
    g_assert_cmpuint (stepper->stats.n_steps, <, 1100);
  }
}

/* A bad value makes the step smaller; a wall of them ends the run. */
static void
test_bad_value (void)
{
  const SimStepperClass *const *all = sim_stepper_all ();

  for (size_t k = 0; all[k] != NULL; k++) {
    g_autoptr (Problem) p = problem_new_small (1, decay_rhs, decay_jacobian);
    SimStepper *stepper = stepper_new (all[k]->name, p, 1e-6, 1e-6);
    SimStatus status;

    p->bad_below = 0.25;
    reset (stepper, 0, (double[]){1});
    status = problem_run (stepper, 10);
    g_test_message ("%s: %d at %.15g after %u bad values", all[k]->name, status,
                    stepper->t, (unsigned) p->n_bad);
    g_assert_cmpint (status, ==, all[k]->is_fixed ? SIM_BAD_VALUE : SIM_STEP_TOO_SMALL);
    g_assert_cmpfloat (stepper->t, <=, log (4) + 1e-4);
    g_assert_cmpfloat (stepper->t, >, log (4) - 0.02);
    g_assert_cmpfloat (stepper->y[0], >=, 0.25 - 1e-4);
    g_assert_cmpuint (p->n_bad, <, 5000);
  }
}

/* No step is longer than the limit, and t_stop is never passed. */
static void
test_limits (void)
{
  const SimStepperClass *const *all = sim_stepper_all ();

  for (size_t k = 0; all[k] != NULL; k++) {
    g_autoptr (Problem) p = problem_new_small (1, decay_rhs, decay_jacobian);
    SimStepper *stepper = stepper_new (all[k]->name, p, 1e-2, 1e-2);

    stepper->h_max = stepper->h_fixed = 0.125;
    reset (stepper, 0, (double[]){1});
    while (stepper->t < 1) {
      g_assert_cmpint (stepper->class->step (stepper, 1), ==, SIM_OK);
      g_assert_cmpfloat (stepper->t - stepper->t_old, <=, 0.125 * 1.011);
    }
    g_assert_cmpfloat (stepper->t, ==, 1);
    g_assert_cmpuint (stepper->stats.n_steps, >=, 8);
  }
}

/* Robertson's reaction at t = 40 and 4e4 (Hairer & Wanner's test set). */
static void
test_robertson (void)
{
  for (size_t k = 0; implicit_methods[k] != NULL; k++) {
    g_autoptr (Problem) p = problem_new_small (3, robertson_rhs, robertson_jacobian);
    SimStepper *stepper = stepper_new (implicit_methods[k], p, 1e-6, 1e-10);

    reset (stepper, 0, (double[]){1, 0, 0});
    run (stepper, 40);
    g_assert_cmpfloat_with_epsilon (stepper->y[0], 0.7158270688, 2e-5);
    g_assert_cmpfloat_with_epsilon (stepper->y[1], 0.9185534765e-5, 1e-9);
    g_assert_cmpfloat_with_epsilon (stepper->y[2], 0.2841637457, 2e-5);
    run (stepper, 4e4);
    g_test_message ("%s: %u steps, %u rhs", implicit_methods[k],
                    (unsigned) stepper->stats.n_steps, (unsigned) stepper->stats.n_rhs);
    g_assert_cmpfloat_with_epsilon (stepper->y[0], 0.0389834, 4e-6);
  }
}

/* The instant inside the last step at which y[0] changes its sign. */
static double
crossing_in_step (SimStepper *stepper)
{
  double low = stepper->t_old, high = stepper->t, sign = stepper->y[0], y[2];

  for (int i = 0; i < 60; i++) {
    double middle = (low + high) / 2;

    stepper->class->interpolate (stepper, middle, y);
    if (y[0] * sign > 0)
      high = middle;
    else
      low = middle;
  }
  return low;
}

/* The period of van der Pol's oscillator with mu = 1000 is 1614.40113, which is what
 * ndf and rodas4 agree upon at tolerances of 1e-11. */
static void
test_vanderpol (void)
{
  const char *const methods[] = {"auto", "ndf", "rodas4"};

  for (size_t k = 0; k < G_N_ELEMENTS (methods); k++) {
    g_autoptr (Problem) p = problem_new_small (2, vanderpol_rhs, vanderpol_jacobian);
    SimStepper *stepper = stepper_new (methods[k], p, 1e-7, 1e-7);
    double crossing[3] = {0};
    int n = 0;

    p->k = 1000;
    reset (stepper, 0, (double[]){2, 0});
    while (n < 3) {
      double before = stepper->y[0];

      g_assert_cmpint (stepper->class->step (stepper, 3000), ==, SIM_OK);
      g_assert_cmpfloat (stepper->t, <, 3000);
      if (before * stepper->y[0] < 0)
        crossing[n++] = crossing_in_step (stepper);
    }
    g_test_message ("%s: period %g; %u steps, %u rhs, %u changes", methods[k],
                    crossing[2] - crossing[0], (unsigned) stepper->stats.n_steps,
                    (unsigned) stepper->stats.n_rhs,
                    (unsigned) stepper->stats.n_switches);
    g_assert_cmpfloat_with_epsilon (crossing[2] - crossing[0], 1614.40113, 0.03);
    g_assert_cmpuint (stepper->stats.n_steps, <, 2500);
  }
}

/* A stiff chain of 1,000 masses: implicit methods agree, `auto` finds out by itself. */
static void
test_stiff_chain (void)
{
  const char *const methods[] = {"rodas4", "ndf", "auto"};
  const unsigned n_steps[] = {92, 181, 242}, n_factors[] = {93, 28, 24};
  const uint32_t n = 1000;
  g_autofree double *reference = g_new0 (double, 2 * n);
  g_autofree double *zero = g_new0 (double, 2 * n);

  for (size_t k = 0; k < G_N_ELEMENTS (methods); k++) {
    g_autoptr (Problem) p = problem_new_chain (n, 1e4, 1000);
    SimStepper *stepper = stepper_new (methods[k], p, k == 0 ? 1e-8 : 1e-6, 1e-6);
    double worst = 0;

    reset (stepper, 0, zero);
    run (stepper, 10);
    if (k == 0)
      memcpy (reference, stepper->y, sizeof (double) * 2 * n);
    for (uint32_t i = 0; i < 2 * n; i++)
      worst = MAX (worst, fabs (stepper->y[i] - reference[i]));
    g_test_message (
        "%s: off by %g; %u steps, %u rhs, %u J, %u LU, %u changes", methods[k], worst,
        (unsigned) stepper->stats.n_steps, (unsigned) stepper->stats.n_rhs,
        (unsigned) stepper->stats.n_jacobians, (unsigned) stepper->stats.n_factors,
        (unsigned) stepper->stats.n_switches);
    g_assert_cmpfloat (worst, <, 1e-4);
    g_assert_true (is_about (stepper->stats.n_steps, n_steps[k]));
    g_assert_true (is_about (stepper->stats.n_factors, n_factors[k]));
    if (k == 2)
      g_assert_cmpuint (stepper->stats.n_switches, ==, 1);
  }
}

/* Fast modes with any damping that let a slow motion through cost little: h |lambda|
 * stays below 3 there, and still the implicit method is found to be the better one. */
static void
test_auto_underdamped (void)
{
  static const double damping[] = {10000, 3000, 1000};
  static const unsigned n_steps[] = {1026, 2752, 6692}, n_switches[] = {3, 5, 7};
  g_autofree double *zero = g_new0 (double, 20);

  for (size_t k = 0; k < G_N_ELEMENTS (damping); k++) {
    g_autoptr (Problem) p = problem_new_chain (10, 1e8, damping[k]);
    SimStepper *stepper = stepper_new ("auto", p, 1e-6, 1e-10);

    reset (stepper, 0, zero);
    run (stepper, 10);
    g_test_message ("d %g: %u steps, %u rhs, %u changes", damping[k],
                    (unsigned) stepper->stats.n_steps, (unsigned) stepper->stats.n_rhs,
                    (unsigned) stepper->stats.n_switches);
    g_assert_cmpfloat_with_epsilon (stepper->y[18], 10 / 1e8, 1e-9);
    g_assert_true (is_about (stepper->stats.n_steps, n_steps[k]));
    g_assert_cmpuint (stepper->stats.n_switches, ==, n_switches[k]);
  }
}

/* A soft chain and an undamped oscillator are no reason to leave the explicit method.
 */
static void
test_auto_stays (void)
{
  g_autoptr (Problem) chain = problem_new_chain (100, 100, 0.5);
  g_autoptr (Problem) oscillator =
      problem_new_small (2, oscillator_rhs, oscillator_jacobian);
  g_autofree double *zero = g_new0 (double, 200);
  SimStepper *stepper = stepper_new ("auto", chain, 1e-6, 1e-6);

  reset (stepper, 0, zero);
  run (stepper, 10);
  g_assert_cmpuint (stepper->stats.n_switches, ==, 0);
  for (int e = 3; e <= 9; e += 3) {
    stepper = stepper_new ("auto", oscillator, pow (10, -e), pow (10, -e));
    reset (stepper, 0, (double[]){1, 0});
    run (stepper, 500);
    g_assert_cmpuint (stepper->stats.n_switches, ==, 0);
  }
}

/* A tight tolerance is a matter for order 8, until restarts come after a few steps
 * each; a usual one, and all that is stiff, are not. */
static void
test_auto_order (void)
{
  g_autoptr (Problem) p = problem_new_small (2, oscillator_rhs, oscillator_jacobian);
  g_autoptr (Problem) stiff = problem_new_small (2, vanderpol_rhs, vanderpol_jacobian);
  SimStepper *usual = stepper_new ("auto", p, 1e-6, 1e-6);
  SimStepper *tight = stepper_new ("auto", p, 1e-9, 1e-9);

  reset (usual, 0, (double[]){1, 0});
  run (usual, 10);
  g_assert_cmpuint (usual->order, ==, 5);
  reset (tight, 0, (double[]){1, 0});
  run (tight, 10);
  g_assert_cmpuint (tight->order, ==, 8);
  g_assert_cmpuint (tight->stats.n_switches, ==, 0);
  /* Restarts. */
  for (int i = 1; i <= 100; i++) {
    double y[2] = {tight->y[0], tight->y[1]};

    reset (tight, tight->t, y);
    run (tight, 10 + i);
  }
  g_assert_cmpuint (tight->order, ==, 5);
  g_assert_cmpfloat_with_epsilon (tight->y[0], cos (110), 1e-7);
  /* Stiff. */
  tight = stepper_new ("auto", stiff, 1e-9, 1e-9);
  stiff->k = 1000;
  reset (tight, 0, (double[]){2, 0});
  run (tight, 500);
  g_assert_cmpuint (tight->order, ==, 4);
  g_assert_cmpuint (tight->stats.n_switches, ==, 1);
}

/* The stiffness ends at t = 2 and so does the implicit method's time. */
static void
passing_rhs (const Problem *p, double t, const double *y, double *f)
{
  oscillator_rhs (p, t, y, f);
  if (t < 2)
    f[0] -= 1e5 * (y[0] - 1);
}

static void
passing_jacobian (const Problem *p, double t, const double *y, double *v)
{
  oscillator_jacobian (p, t, y, v);
  if (t < 2)
    v[0] -= 1e5;
}

static void
test_auto_returns (void)
{
  g_autoptr (Problem) p = problem_new_small (2, passing_rhs, passing_jacobian);
  SimStepper *stepper = stepper_new ("auto", p, 1e-6, 1e-6);

  reset (stepper, 0, (double[]){1, 0});
  run (stepper, 2);
  g_assert_cmpuint (stepper->stats.n_switches, ==, 1);
  g_assert_cmpuint (stepper->stats.n_steps, <, 1000);
  reset (stepper, 2, (double[]){1, 0});
  run (stepper, 100);
  g_test_message ("%u steps, %u rhs", (unsigned) stepper->stats.n_steps,
                  (unsigned) stepper->stats.n_rhs);
  g_assert_cmpuint (stepper->stats.n_switches, ==, 2);
  g_assert_cmpfloat_with_epsilon (stepper->y[0], cos (98), 1e-3);
}

/* An undamped oscillator that drags a stiff lag behind it. */
static void
lagging_rhs (const Problem *p, double t, const double *y, double *f)
{
  oscillator_rhs (p, t, y, f);
  f[2] = -p->k * (y[2] - y[0]);
}

static void
lagging_jacobian (const Problem *p, double t, const double *y, double *v)
{
  const double j[9] = {0, -1, p->k, 1, 0, 0, 0, 0, -p->k};

  memcpy (v, j, sizeof j);
}

static SimStatus
refuse_factor (void *data, double gamma)
{
  return SIM_SINGULAR;
}

/* Where the implicit method finds no way, the explicit one goes on, however slowly. */
static void
test_auto_without_jacobian (void)
{
  g_autoptr (Problem) p = problem_new_small (1, prothero_rhs, prothero_jacobian);
  SimStepper *stepper = stepper_new ("auto", p, 1e-6, 1e-6);

  p->k = -1e4;
  p->ode.factor = refuse_factor;
  reset (stepper, 0, (double[]){0});
  run (stepper, 1);
  g_assert_cmpfloat_with_epsilon (stepper->y[0], sin (1), 1e-5);
  g_assert_cmpuint (stepper->stats.n_switches, >=, 2);
}

/* What of the energy is lost or won in 1,000 periods. */
static double
energy_drift (Problem *p, double tolerance, uint64_t n_switches)
{
  SimStepper *stepper = stepper_new ("auto", p, tolerance, tolerance);
  double drift;

  reset (stepper, 0, (double[]){1, 0, 1});
  run (stepper, 2000 * G_PI);
  drift = fabs (stepper->y[0] * stepper->y[0] + stepper->y[1] * stepper->y[1] - 1);
  g_test_message ("rtol %g: drift %g, %u rhs", tolerance, drift,
                  (unsigned) stepper->stats.n_rhs);
  g_assert_cmpuint (stepper->stats.n_switches, ==, n_switches);
  return drift;
}

/* The drift of energy falls in proportion to the tolerance and ends below 1e-4, with
 * the explicit method and with the implicit one. */
static void
test_energy (void)
{
  for (uint64_t is_stiff = 0; is_stiff < 2; is_stiff++) {
    g_autoptr (Problem) p =
        is_stiff ? problem_new_small (3, lagging_rhs, lagging_jacobian)
                 : problem_new_small (2, oscillator_rhs, oscillator_jacobian);
    double drift[3];

    p->k = 1e5;
    for (int e = 0; e < 3; e++)
      drift[e] = energy_drift (p, pow (10, -6 - e), is_stiff);
    for (int e = 1; e < 3; e++) {
      g_assert_cmpfloat (drift[e], <, drift[e - 1] / 5);
      /* The explicit one is of order 8 from 1e-7 on. */
      g_assert_cmpfloat (drift[e], >, drift[e - 1] / (is_stiff ? 40 : 200));
    }
    g_assert_cmpfloat (drift[2], <, 1e-4);
  }
}

/* Prothero and Robinson's problem: the stiffer, the more a method must forget. */
static void
test_prothero (void)
{
  for (size_t k = 0; implicit_methods[k] != NULL; k++) {
    g_autoptr (Problem) p = problem_new_small (1, prothero_rhs, prothero_jacobian);
    SimStepper *stepper = stepper_new (implicit_methods[k], p, 1e-6, 1e-6);

    p->k = -1e6;
    reset (stepper, 0, (double[]){0});
    run (stepper, 10);
    g_test_message ("%s: off by %g, %u steps", implicit_methods[k],
                    stepper->y[0] - sin (10), (unsigned) stepper->stats.n_steps);
    g_assert_cmpfloat_with_epsilon (stepper->y[0], sin (10), 1e-5);
    g_assert_cmpuint (stepper->stats.n_steps, <, 1000);
  }
}

/* Our methods are GSL step types: GSL's own evolve runs them, with our control and, the
 * explicit one, with GSL's. */
static void
test_gsl_types (void)
{
  const SimMethod *const methods[] = {&sim_method_dopri5, &sim_method_dop853,
                                      &sim_method_rodas4, &sim_method_ndf};
  static const char *const names[] = {"dopri5", "dop853", "rodas4", "ndf"};

  for (size_t k = 0; k < G_N_ELEMENTS (methods); k++) {
    g_autoptr (Problem) p = problem_new_small (2, oscillator_rhs, oscillator_jacobian);
    const SimTolerance tolerance = {1e-7, (double[]){1e-7, 1e-7}};
    SimStats stats = {0};
    SimMethodContext context;
    double y[2] = {1, 0}, t = 0, h = 1e-4;

    sim_method_init (&context, p->memory, &p->ode, &tolerance, &stats);
    gsl_odeiv2_system system = sim_method_system (&context);
    gsl_odeiv2_step *step = gsl_odeiv2_step_alloc (*methods[k]->type, 2);
    gsl_odeiv2_evolve *evolve = gsl_odeiv2_evolve_alloc (2);
    gsl_odeiv2_control *control =
        k == 0 ? gsl_odeiv2_control_y_new (1e-7, 1e-7)
               : sim_method_control_new (methods[k], step, &context);
    while (t < 2 * G_PI)
      g_assert_cmpint (
          gsl_odeiv2_evolve_apply (evolve, control, step, &system, &t, 2 * G_PI, &h, y),
          ==, GSL_SUCCESS);
    g_assert_cmpstr (gsl_odeiv2_step_name (step), ==, names[k]);
    g_assert_cmpfloat_with_epsilon (y[0], 1, 2e-5);
    g_assert_cmpfloat_with_epsilon (y[1], 0, 2e-5);
    g_assert_cmpuint (stats.n_rhs, <, 1200);
    gsl_odeiv2_control_free (control);
    gsl_odeiv2_evolve_free (evolve);
    gsl_odeiv2_step_free (step);
  }
}

/* What a run costs, for a smooth motion and for one that is slow and fast by turns: the
 * control of steps and orders takes as few steps as it is known to, and repeats few. */
static void
test_cost (void)
{
  static const struct {
    const char *name;
    double rtol;
    bool is_smooth;
    unsigned n_steps;
    unsigned n_rejected;
    unsigned n_rhs;
  } cases[] = {
      {"dopri5", 1e-6, true, 572, 0, 3435},   {"rodas4", 1e-6, true, 1153, 0, 9226},
      {"dop853", 1e-6, true, 120, 9, 1911},   {"dop853", 1e-9, true, 270, 0, 4053},
      {"ndf", 1e-6, true, 1058, 0, 1070},     {"ndf", 1e-9, true, 2988, 0, 3003},
      {"rodas4", 1e-6, false, 984, 10, 7934}, {"rodas4", 1e-4, false, 323, 18, 2694},
      {"ndf", 1e-6, false, 1108, 96, 2422},   {"ndf", 1e-4, false, 525, 71, 1349},
      {"auto", 1e-6, false, 607, 23, 4499}};

  for (size_t k = 0; k < G_N_ELEMENTS (cases); k++) {
    bool is_smooth = cases[k].is_smooth;
    g_autoptr (Problem) p =
        is_smooth ? problem_new_small (2, oscillator_rhs, oscillator_jacobian)
                  : problem_new_small (2, vanderpol_rhs, vanderpol_jacobian);
    SimStepper *stepper = stepper_new (cases[k].name, p, cases[k].rtol, cases[k].rtol);
    const SimStats *stats = &stepper->stats;

    p->k = 1000;
    reset (stepper, 0, (double[]){is_smooth ? 1 : 2, 0});
    run (stepper, is_smooth ? 100 : 2000);
    g_test_message ("%s %g: %u steps, %u rejected, %u rhs", cases[k].name,
                    cases[k].rtol, (unsigned) stats->n_steps,
                    (unsigned) stats->n_rejected, (unsigned) stats->n_rhs);
    g_assert_true (is_about (stats->n_steps, cases[k].n_steps));
    g_assert_true (is_about (stats->n_rejected, cases[k].n_rejected));
    g_assert_true (is_about (stats->n_rhs, cases[k].n_rhs));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gsl_set_error_handler_off ();
  g_test_add_func ("/sim/stepper/find", test_find);
  g_test_add_func ("/sim/stepper/gsl-types", test_gsl_types);
  g_test_add_func ("/sim/stepper/oscillator", test_oscillator);
  g_test_add_func ("/sim/stepper/tolerance", test_tolerance);
  g_test_add_func ("/sim/stepper/order", test_order);
  g_test_add_func ("/sim/stepper/dense-order", test_dense_order);
  g_test_add_func ("/sim/stepper/dense-run", test_dense_run);
  g_test_add_func ("/sim/stepper/redo", test_redo);
  g_test_add_func ("/sim/stepper/reset", test_reset);
  g_test_add_func ("/sim/stepper/no-states", test_no_states);
  g_test_add_func ("/sim/stepper/bad-value", test_bad_value);
  g_test_add_func ("/sim/stepper/limits", test_limits);
  g_test_add_func ("/sim/stepper/energy", test_energy);
  g_test_add_func ("/sim/stepper/prothero", test_prothero);
  g_test_add_func ("/sim/stepper/robertson", test_robertson);
  g_test_add_func ("/sim/stepper/vanderpol", test_vanderpol);
  g_test_add_func ("/sim/stepper/stiff-chain", test_stiff_chain);
  g_test_add_func ("/sim/stepper/auto-underdamped", test_auto_underdamped);
  g_test_add_func ("/sim/stepper/auto-stays", test_auto_stays);
  g_test_add_func ("/sim/stepper/auto-order", test_auto_order);
  g_test_add_func ("/sim/stepper/auto-returns", test_auto_returns);
  g_test_add_func ("/sim/stepper/auto-without-jacobian", test_auto_without_jacobian);
  g_test_add_func ("/sim/stepper/cost", test_cost);
  return g_test_run ();
}
