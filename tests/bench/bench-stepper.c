/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The implicit and explicit methods on chains of masses: time per run and
 * error against a run at a tolerance a thousand times as tight. */
#include "../unit/sim/problems.h"

#include <stdio.h>

enum { N_REPEAT = 3 };

typedef struct {
  const char *title;
  double k, d;
  uint32_t n_masses;
  const char *solver;
  double measured_ms; /* by the prototype; 0: none */
} Case;

static const Case cases[] = {
    {"soft", 100, 0.5, 10, "dopri5", 0.14},   {"soft", 100, 0.5, 1000, "dopri5", 3.3},
    {"soft", 100, 0.5, 1000, "rk8pd", 4.2},   {"soft", 100, 0.5, 1000, "auto", 3.3},
    {"soft", 100, 0.5, 1000, "ndf", 35},      {"stiff", 1e4, 1000, 10, "ndf", 0.15},
    {"stiff", 1e4, 1000, 10, "rodas4", 0.30}, {"stiff", 1e4, 1000, 100, "ndf", 2.3},
    {"stiff", 1e4, 1000, 100, "rodas4", 6.2}, {"stiff", 1e4, 1000, 1000, "ndf", 21},
    {"stiff", 1e4, 1000, 1000, "auto", 18},   {"stiff", 1e4, 1000, 1000, "rodas4", 61},
    {"stiff", 1e4, 1000, 10000, "ndf", 241},  {"stiff", 1e4, 1000, 10000, "auto", 219},
};

/* Wall time in ms; y gets the end values. */
static double
run (const Case *c, const char *solver, double tol, double *y, SimStats *stats)
{
  Problem *p = problem_new_chain (c->n_masses, c->k, c->d);
  g_autofree double *zero = g_new0 (double, p->ode.n);
  g_autofree double *atol = g_new (double, p->ode.n);

  for (uint32_t i = 0; i < p->ode.n; i++)
    atol[i] = tol;
  int64_t begin = g_get_monotonic_time ();
  const SimStepperClass *class = sim_stepper_find (solver);
  SimStepper *stepper =
      class->create (class, p->memory, &p->ode, &(SimTolerance){tol, atol});
  stepper->class->reset (stepper, 0, zero, 0);
  g_assert_cmpint (problem_run (stepper, 10), ==, SIM_OK);
  double ms = (double) (g_get_monotonic_time () - begin) / 1e3;
  memcpy (y, stepper->y, sizeof (double) * p->ode.n);
  *stats = stepper->stats;
  problem_free (p);
  return ms;
}

int
main (void)
{
  printf ("%-6s %6s %-7s %9s %10s %7s %7s %8s %6s %6s\n", "chain", "N", "method", "ms",
          "prototype", "ratio", "error", "rhs", "steps", "LU");
  for (size_t k = 0; k < G_N_ELEMENTS (cases); k++) {
    const Case *c = &cases[k];
    size_t n = 2 * (size_t) c->n_masses;
    g_autofree double *y = g_new (double, n), *reference = g_new (double, n);
    double best = INFINITY, error = 0;
    SimStats stats;

    run (c, strcmp (c->title, "stiff") == 0 ? "ndf" : "dopri5", 1e-9, reference,
         &stats);
    for (int r = 0; r < N_REPEAT; r++)
      best = MIN (best, run (c, c->solver, 1e-6, y, &stats));
    for (size_t i = 0; i < n; i++)
      error = MAX (error, fabs (y[i] - reference[i]));
    printf ("%-6s %6u %-7s %9.2f %10.2f %7.2f %7.0e %8u %6u %6u\n", c->title,
            c->n_masses, c->solver, best, c->measured_ms, best / c->measured_ms, error,
            (unsigned) stats.n_rhs, (unsigned) stats.n_steps,
            (unsigned) stats.n_factors);
  }
  return 0;
}
