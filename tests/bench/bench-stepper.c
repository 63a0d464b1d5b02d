/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The implicit and explicit methods on chains of masses: CPU time per run, in all and
 * in right-hand sides, and error against a run at a tolerance a thousand times as
 * tight. */
#include "../unit/sim/problems.h"
#include "cpu-time.h"

#include <stdio.h>

enum { N_REPEAT = 3 };

typedef struct {
  const char *title;
  double k, d;
  uint32_t n_masses;
  const char *solver;
} Case;

static const Case cases[] = {
    {"soft", 100, 0.5, 10, "dopri5"},    {"soft", 100, 0.5, 1000, "dopri5"},
    {"soft", 100, 0.5, 1000, "rk8pd"},   {"soft", 100, 0.5, 1000, "auto"},
    {"soft", 100, 0.5, 1000, "ndf"},     {"stiff", 1e4, 1000, 10, "ndf"},
    {"stiff", 1e4, 1000, 10, "rodas4"},  {"stiff", 1e4, 1000, 100, "ndf"},
    {"stiff", 1e4, 1000, 100, "rodas4"}, {"stiff", 1e4, 1000, 1000, "ndf"},
    {"stiff", 1e4, 1000, 1000, "auto"},  {"stiff", 1e4, 1000, 1000, "rodas4"},
    {"stiff", 1e4, 1000, 10000, "ndf"},  {"stiff", 1e4, 1000, 10000, "auto"},
};

/* Milliseconds of one right-hand side. */
static double
time_rhs (const Case *c)
{
  Problem *p = problem_new_chain (c->n_masses, c->k, c->d);
  g_autofree double *y = g_new0 (double, p->ode.n), *f = g_new0 (double, p->ode.n);
  const uint32_t n_calls = 1 + 1000000 / p->ode.n;
  const double begin = cpu_ms ();

  for (uint32_t k = 0; k < n_calls; k++) {
    p->ode.rhs (p->ode.data, 0, y, f);
    y[k % p->ode.n] += 1e-9 * f[k % p->ode.n];
  }
  const double spent = cpu_ms () - begin;
  problem_free (p);
  return spent / n_calls;
}

/* Milliseconds of a run; y gets the end values. */
static double
run (const Case *c, const char *solver, double tol, double *y, SimStats *stats)
{
  Problem *p = problem_new_chain (c->n_masses, c->k, c->d);
  g_autofree double *zero = g_new0 (double, p->ode.n);
  g_autofree double *atol = g_new (double, p->ode.n);

  for (uint32_t i = 0; i < p->ode.n; i++)
    atol[i] = tol;
  const double begin = cpu_ms ();
  const SimStepperClass *class = sim_stepper_find (solver);
  SimStepper *stepper =
      class->create (class, p->memory, &p->ode, &(SimTolerance){tol, atol});
  stepper->class->reset (stepper, 0, zero, 0);
  g_assert_cmpint (problem_run (stepper, 10), ==, SIM_OK);
  const double ms = cpu_ms () - begin;
  memcpy (y, stepper->y, sizeof (double) * p->ode.n);
  *stats = stepper->stats;
  problem_free (p);
  return ms;
}

int
main (void)
{
  printf ("%-6s %6s %-7s %9s %8s %7s %8s %6s %6s\n", "chain", "N", "method", "ms",
          "all rhs", "error", "rhs", "steps", "LU");
  for (size_t k = 0; k < G_N_ELEMENTS (cases); k++) {
    const Case *c = &cases[k];
    size_t n = 2 * (size_t) c->n_masses;
    g_autofree double *y = g_new (double, n), *reference = g_new (double, n);
    double best = INFINITY, rhs = INFINITY, error = 0;
    SimStats stats;

    run (c, strcmp (c->title, "stiff") == 0 ? "ndf" : "dopri5", 1e-9, reference,
         &stats);
    for (int r = 0; r < N_REPEAT; r++) {
      best = MIN (best, run (c, c->solver, 1e-6, y, &stats));
      rhs = MIN (rhs, time_rhs (c));
    }
    for (size_t i = 0; i < n; i++)
      error = MAX (error, fabs (y[i] - reference[i]));
    printf ("%-6s %6u %-7s %9.2f %7.1fx %7.0e %8u %6u %6u\n", c->title, c->n_masses,
            c->solver, best, best / (rhs * (double) stats.n_rhs), error,
            (unsigned) stats.n_rhs, (unsigned) stats.n_steps,
            (unsigned) stats.n_factors);
  }
  return 0;
}
