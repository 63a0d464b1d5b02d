/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pendulum of N links as a model against the same pendulum written in C: the CPU time
 * of a right-hand side within a run with the same stepper on the same tolerance, with a
 * row of one signal for each step, and how both grow with N. The runs begin level and
 * end while the chain falls; where their ends differ by more than the tolerance
 * explains, the comparison is void and says so.
 */
#include "cpu-time.h"
#include "run/open.h"
#include "sim/method/stepper.h"

#include <math.h>
#include <stdio.h>

enum { N_REPEAT = 3, N_MOST = 100 };

/* In times of the C. */
static const double BUDGET = 2.5;

static const uint32_t N_LINKS[] = {2, 5, 10, 20, 50, 100};
static const double RTOL = 1e-6, GRAVITY = 9.80665, RUN_LENGTH = 4; /* s, over N */

/* ---- the pendulum as a model ---- */

static char *
pendulum_text (uint32_t n)
{
  GString *text = g_string_new ("component Pendulum\n");
  GString *wires = g_string_new ("relations\n");
  const char *const library = "MultibodyComponents.PlanarMechanics";

  g_string_append_printf (text, "  world = %s.World()\n  rod0 = %s.Fixed()\n", library,
                          library);
  for (uint32_t i = 1; i <= n; i++) {
    g_string_append_printf (
        text, "  pin%u = %s.Revolute(phi(initial = 0), w(initial = 0))\n", i, library);
    g_string_append_printf (
        text, "  rod%u = %s.BodyShape(r = [%.17g, 0], m = %.17g, I = %.17g)\n", i,
        library, 1.0 / n, 1.0 / n, 1.0 / n / n / n / 12);
    g_string_append_printf (wires, "  connect(rod%u.frame_b, pin%u.frame_a)\n", i - 1,
                            i);
    g_string_append_printf (wires, "  connect(pin%u.frame_b, rod%u.frame_a)\n", i, i);
  }
  g_string_append (wires, "end\n");
  g_string_append_len (text, wires->str, (gssize) wires->len);
  g_string_free (wires, TRUE);
  return g_string_free (text, FALSE);
}

static SimModel *
compile (const LibIndex *library, const char *text)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseSource) source =
      base_source_new ("pendulum.dyad", text, strlen (text));
  SimModel *model = run_open_source (library, source, "Pendulum", NULL, diags, NULL);

  if (!model)
    g_error ("%s", base_diag_to_text (base_diags_get (diags, 0)));
  return model;
}

/* ---- the pendulum in C ---- */

/* One link, and what its pin feels of the links behind it: a force N*a + d, if a is the
 * acceleration of the pin. */
typedef struct {
  double length, mass, inertia;   /* about the centre of mass */
  double angle, speed;            /* absolute */
  double reach[2];                /* from its pin to the next */
  double moment_of_inertia, bias; /* about its pin, with all behind it */
  double coupling[2];             /* moment by an acceleration of the pin */
} Link;

typedef struct {
  uint32_t n;
  Link *links;
} Pendulum;

/* Articulated-body inertias (Featherstone 2008, ch. 7), in absolute angles, where a
 * free pin takes a moment of zero. y = angles of the pins, then their speeds. */
static SimStatus
pendulum_rhs (void *data, double t, const double *y, double *f)
{
  const Pendulum *pendulum = data;
  const uint32_t n = pendulum->n;
  double angle = 0, speed = 0;
  double n_xx = 0, n_xy = 0, n_yy = 0, d_x = 0, d_y = 0;

  for (uint32_t i = 0; i < n; i++) {
    Link *link = &pendulum->links[i];

    f[i] = y[n + i];
    link->angle = angle += y[i];
    link->speed = speed += y[n + i];
    link->reach[0] = link->length * cos (angle);
    link->reach[1] = link->length * sin (angle);
  }
  for (uint32_t i = n; i-- > 0;) {
    Link *link = &pendulum->links[i];
    const double lx = link->reach[0], ly = link->reach[1], m = link->mass;
    const double w2 = link->speed * link->speed;
    /* the force behind, for a pin of this link at rest: N*(alpha x L - w^2 L) + d */
    const double nl_x = -n_xx * ly + n_xy * lx, nl_y = -n_xy * ly + n_yy * lx;
    const double e_x = d_x - w2 * (n_xx * lx + n_xy * ly);
    const double e_y = d_y - w2 * (n_xy * lx + n_yy * ly);
    const double b_x = e_x - m * w2 * lx / 2, b_y = e_y - m * w2 * ly / 2 + m * GRAVITY;

    link->moment_of_inertia =
        link->inertia + m * (lx * lx + ly * ly) / 4 - ly * nl_x + lx * nl_y;
    link->bias = lx * e_y - ly * e_x + m * GRAVITY * lx / 2;
    link->coupling[0] = nl_x - m * ly / 2;
    link->coupling[1] = nl_y + m * lx / 2;
    const double h_x = link->coupling[0], h_y = link->coupling[1];
    const double j = link->moment_of_inertia;
    n_xx += m - h_x * h_x / j;
    n_xy -= h_x * h_y / j;
    n_yy += m - h_y * h_y / j;
    d_x = b_x - h_x * link->bias / j;
    d_y = b_y - h_y * link->bias / j;
  }
  double a_x = 0, a_y = 0, before = 0;
  for (uint32_t i = 0; i < n; i++) {
    const Link *link = &pendulum->links[i];
    const double w2 = link->speed * link->speed;
    const double alpha =
        -(link->coupling[0] * a_x + link->coupling[1] * a_y + link->bias) /
        link->moment_of_inertia;

    f[n + i] = alpha - before;
    before = alpha;
    a_x += -alpha * link->reach[1] - w2 * link->reach[0];
    a_y += alpha * link->reach[0] - w2 * link->reach[1];
  }
  return SIM_OK;
}

/* ---- measuring ---- */

typedef struct {
  double ms;
  uint64_t n_rhs;
  double tip; /* angle of the last link at the end */
} Cost;

static void
ignore_row (void *data, SimState *state, double time, bool is_event)
{
}

static Cost
run_model (const SimModel *model, uint32_t n)
{
  SimOptions options = sim_state_options_default ();
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strdup_printf ("rod%u.rod.phi", n);
  const uint32_t tip = sim_model_find (model, name);
  SimRunStats stats;
  Cost cost = {0};

  options.stop = RUN_LENGTH / n;
  options.rtol = options.atol = RTOL;
  options.solver = "dopri5";
  options.interval = -1; /* a row for each step */
  g_autoptr (SimState) state = sim_state_new (model, &options, &error);
  if (!state)
    g_error ("%s", error->message);
  sim_state_follow (state, &tip, 1);
  g_assert_cmpint (sim_state_init (state, ignore_row, NULL, NULL), ==, SIM_OK);
  const double begin = cpu_ms ();
  g_assert_cmpint (sim_state_run (state, options.stop, NULL, ignore_row, NULL, NULL),
                   ==, SIM_OK);
  cost.ms = cpu_ms () - begin;
  sim_state_stats (state, &stats);
  cost.n_rhs = stats.steps.n_rhs;
  cost.tip = sim_state_value (state, tip);
  return cost;
}

static Cost
run_pendulum (uint32_t n)
{
  Link links[N_MOST] = {0};
  Pendulum pendulum = {.n = n, .links = links};
  const SimOde ode = {.n = 2 * n, .data = &pendulum, .rhs = pendulum_rhs};
  double y[2 * N_MOST] = {0}, atol[2 * N_MOST];
  Cost cost = {0};

  for (uint32_t i = 0; i < n; i++)
    links[i] =
        (Link){.length = 1.0 / n, .mass = 1.0 / n, .inertia = 1.0 / n / n / n / 12};
  for (uint32_t i = 0; i < 2 * n; i++)
    atol[i] = RTOL;
  const SimStepperClass *class = sim_stepper_find ("dopri5");
  g_autoptr (SimMemory) memory = sim_memory_new ();
  SimStepper *stepper =
      class->create (class, memory, &ode, &(SimTolerance){.rtol = RTOL, .atol = atol});
  const double begin = cpu_ms ();
  class->reset (stepper, 0, y, 0);
  while (stepper->t < RUN_LENGTH / n)
    g_assert_cmpint (class->step (stepper, RUN_LENGTH / n), ==, SIM_OK);
  cost.ms = cpu_ms () - begin;
  cost.n_rhs = stepper->stats.n_rhs;
  for (uint32_t i = 0; i < n; i++)
    cost.tip += stepper->y[i];
  return cost;
}

/* Microseconds per right-hand side. */
static double
cost_per_call (const Cost *cost)
{
  return 1e3 * cost->ms / (double) cost->n_rhs;
}

int
main (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LibIndex) library = run_open_library (diags, &error);

  if (!library)
    g_error ("%s", error->message);
  printf ("%5s %11s %9s %9s %11s %11s %7s %9s %10s\n", "links", "compile ms", "rhs",
          "ms", "us per rhs", "in C us", "ratio", "us/link", "difference");
  for (gsize k = 0; k < G_N_ELEMENTS (N_LINKS); k++) {
    const uint32_t n = N_LINKS[k];
    g_autofree char *text = pendulum_text (n);
    const double begin = cpu_ms ();
    g_autoptr (SimModel) model = compile (library, text);
    const double compile_ms = cpu_ms () - begin;
    Cost ours = {.ms = G_MAXDOUBLE}, theirs = {.ms = G_MAXDOUBLE};

    for (int i = 0; i < N_REPEAT; i++) {
      const Cost a = run_model (model, n), b = run_pendulum (n);

      ours = a.ms < ours.ms ? a : ours;
      theirs = b.ms < theirs.ms ? b : theirs;
    }
    const double per_call = cost_per_call (&ours);
    const double ratio = per_call / cost_per_call (&theirs);
    const double difference = fabs (ours.tip - theirs.tip);
    printf ("%5u %11.1f %9" G_GUINT64_FORMAT
            " %9.2f %11.3f %11.3f %7.1f %9.3f %10.1e%s\n",
            n, compile_ms, ours.n_rhs, ours.ms, per_call, cost_per_call (&theirs),
            ratio, per_call / n, difference,
            difference >= 1e3 * RTOL ? " VOID"
            : ratio <= BUDGET        ? ""
                                     : " MISSED");
  }
  return 0;
}
