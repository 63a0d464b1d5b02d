/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps with evaluations on another branch. What sim/solve/track.c does not look at,
 * the stages of first steps and some of rodas4's, only the error estimate guards: here
 * the equations are evaluated on the other branch of z^2 = f(t, y)^2, z = -f, at stages
 * of one step of a run, and the run must come to the same end. */
#include "problems.h"

typedef struct {
  const Problem *problem;
  uint64_t n; /* evaluations so far */
  uint64_t first;
  uint64_t last; /* on the other branch from first on, up to it and without it */
} Flip;

/* A run's error may be this many times the tolerance of a step. On a branch whose rates
 * differ by 2, each step that kept to it would leave 2e-2. */
static const double TOLERANCE = 1e-7, SURVIVES = 50;

static SimStatus
flipped_rhs (void *data, double t, const double *y, double *f)
{
  Flip *flip = data;
  uint64_t at = flip->n++;
  double sign = at >= flip->first && at < flip->last ? -1 : 1;

  oscillator_rhs (flip->problem, t, y, f);
  f[0] *= sign;
  f[1] *= sign;
  return SIM_OK;
}

static SimStatus
plain_refresh (void *data, double t, const double *y)
{
  const Problem *p = ((Flip *) data)->problem;

  return p->ode.refresh (p->ode.data, t, y);
}

static SimStatus
plain_factor (void *data, double gamma)
{
  const Problem *p = ((Flip *) data)->problem;

  return p->ode.factor (p->ode.data, gamma);
}

static SimStatus
plain_solve (void *data, double *b)
{
  const Problem *p = ((Flip *) data)->problem;

  return p->ode.solve (p->ode.data, b);
}

static SimStatus
plain_dense (void *data, double t, const double *y, double *dfdy)
{
  const Problem *p = ((Flip *) data)->problem;

  return p->ode.dense (p->ode.data, t, y, dfdy);
}

/* The distance of the end of a period from its beginning. */
static double
error_of (const SimStepperClass *class, Flip *flip)
{
  SimOde ode = {.n = 2,
                .data = flip,
                .rhs = flipped_rhs,
                .refresh = plain_refresh,
                .factor = plain_factor,
                .solve = plain_solve,
                .dense = plain_dense};
  const SimTolerance tolerance = {TOLERANCE, (double[]){TOLERANCE, TOLERANCE}};
  g_autoptr (SimMemory) memory = sim_memory_new ();
  SimStepper *stepper = class->create (class, memory, &ode, &tolerance);

  flip->n = 0;
  stepper->h_fixed = 0.01;
  g_assert_cmpint (class->reset (stepper, 0, (double[]){1, 0}, 0), ==, SIM_OK);
  g_assert_cmpint (problem_run (stepper, 2 * G_PI), ==, SIM_OK);
  return hypot (stepper->y[0] - 1, stepper->y[1]);
}

/* Of dopri5 and rkf45 four evaluations are inside any step of five or six, the ends
 * left out; rodas4 evaluates once in each of its six stages, and a step of rk8pd
 * has 13. */
static void
test_stages (void)
{
  g_autoptr (Problem) p = problem_new_small (2, oscillator_rhs, oscillator_jacobian);
  const struct {
    const char *method;
    uint64_t width;
  } cases[] = {{"auto", 1},  {"auto", 4},   {"dopri5", 1}, {"dopri5", 4},
               {"rkf45", 1}, {"rkf45", 4},  {"rk8pd", 1},  {"rk8pd", 8},
               {"ndf", 1},   {"rodas4", 1}, {"rodas4", 4}};

  for (size_t k = 0; k < G_N_ELEMENTS (cases); k++) {
    Flip flip = {.problem = p};
    double right = error_of (sim_stepper_find (cases[k].method), &flip), worst = 0;
    uint64_t n = flip.n;

    for (uint64_t i = 0; i < n; i += n / 200 + 1) {
      flip.first = i;
      flip.last = i + cases[k].width;
      worst = fmax (worst, error_of (sim_stepper_find (cases[k].method), &flip));
    }
    g_test_message ("%s, %u on the other branch: %g instead of %g", cases[k].method,
                    (unsigned) cases[k].width, worst, right);
    g_assert_cmpfloat (worst, <=, SURVIVES * TOLERANCE);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/flip/stages", test_stages);
  return g_test_run ();
}
