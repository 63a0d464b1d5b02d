/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chain of masses as a model against the same chain written in C: the cost of one
 * right-hand side, of a whole run with the same stepper and 500 rows of one signal, and
 * the time from pressing Run to the first piece of a curve. Ratios are of CPU times in
 * this run; budgets that are missed are said. */
#include "cpu-time.h"
#include "run/open.h"
#include "run/session.h"
#include "sim/method/stepper.h"
#include "sim/model-private.h"

#include <stdio.h>

enum { N_CHAIN = 1000, N_SMALL = 25, N_ROWS = 500, N_REPEAT = 7, RHS_CALLS = 2000 };

static const double STIFFNESS = 100, DAMPING = 0.5, T_STEP = 1, T_STOP = 10,
                    RTOL = 1e-6;

/* ---- the chain as a model ---- */

static char *
chain_text (uint32_t n)
{
  GString *text = g_string_new ("component Chain\n");
  GString *wires = g_string_new ("relations\n");
  const char *const library = "TranslationalComponents";

  g_string_append_printf (text, "  mass0 = %s.Components.Fixed()\n", library);
  for (uint32_t i = 1; i <= n; i++) {
    g_string_append_printf (text,
                            "  link%u = %s.Components.SpringDamper(c = %g, d = %g)\n",
                            i, library, STIFFNESS, DAMPING);
    g_string_append_printf (
        text, "  mass%u = %s.Components.Mass(m = 1, s(initial = 0), v(initial = 0))\n",
        i, library);
    g_string_append_printf (wires, "  connect(mass%u.%s, link%u.flange_a)\n", i - 1,
                            i == 1 ? "flange" : "flange_b", i);
    g_string_append_printf (wires, "  connect(link%u.flange_b, mass%u.flange_a)\n", i,
                            i);
  }
  g_string_append_printf (text, "  force = %s.Sources.ForceSource()\n", library);
  g_string_append_printf (
      text, "  step = BlockComponents.Sources.Step(height = 1, start_time = %g)\n",
      T_STEP);
  g_string_append_printf (wires, "  connect(force.flange, mass%u.flange_b)\n", n);
  g_string_append (wires, "  connect(step.y, force.f)\nend\n");
  g_string_append_len (text, wires->str, (gssize) wires->len);
  g_string_free (wires, TRUE);
  return g_string_free (text, FALSE);
}

static SimModel *
compile (const LibIndex *library, const char *text)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseSource) source = base_source_new ("chain.dyad", text, strlen (text));
  SimModel *model = run_open_source (library, source, "Chain", NULL, diags, NULL);

  if (!model)
    g_error ("%s", base_diag_to_text (base_diags_get (diags, 0)));
  return model;
}

/* ---- the chain in C ---- */

/* The parameters that the model keeps open, one entry per link and mass. */
typedef struct {
  double stiffness;
  double damping;
  double rest;        /* relative position without force */
  double half_length; /* of the mass */
  double mass;
  double weight; /* along the path */
} Element;

typedef struct {
  uint32_t n;
  double force;
  Element *elements;
} Chain;

static Chain
chain_new (uint32_t n)
{
  Chain chain = {.n = n, .elements = g_new0 (Element, n)};

  for (uint32_t i = 0; i < n; i++)
    chain.elements[i] =
        (Element){.stiffness = STIFFNESS, .damping = DAMPING, .mass = 1};
  return chain;
}

/* y = positions, then velocities */
static SimStatus
chain_rhs (void *data, double t, const double *y, double *f)
{
  const Chain *chain = data;
  const uint32_t n = chain->n;
  const double *s = y, *v = y + n;
  double left_s = 0, left_v = 0, left_mass = 1, left_weight = 0, pull = 0;

  for (uint32_t i = 0; i < n; i++) {
    const Element *e = &chain->elements[i];
    const double stretch = (s[i] - e->half_length) - left_s - e->rest;
    const double link = e->stiffness * stretch + e->damping * (v[i] - left_v);

    f[i] = v[i];
    if (i > 0)
      f[n + i - 1] = (link - pull - left_weight) / left_mass;
    left_s = s[i] + e->half_length;
    left_v = v[i];
    left_mass = e->mass;
    left_weight = e->weight;
    pull = link;
  }
  f[2 * n - 1] = (chain->force - pull - left_weight) / left_mass;
  return SIM_OK;
}

/* ---- measuring ---- */

static void
report (const char *what, double ours, double theirs, double budget)
{
  const double ratio = ours / theirs;

  printf ("%-28s %10.4f ms, in C %10.4f ms, ratio %5.2f", what, ours, theirs, ratio);
  printf (", at most %.1f: %s\n", budget, ratio <= budget ? "met" : "MISSED");
}

/* The place of the last mass. */
static uint32_t
find_signal (const SimModel *model)
{
  g_autofree char *name = g_strdup_printf ("mass%d.s", N_CHAIN);

  return sim_model_find (model, name);
}

static SimState *
start (const SimModel *model)
{
  SimOptions options = sim_state_options_default ();
  g_autoptr (GError) error = NULL;
  const uint32_t signal = find_signal (model);

  options.stop = T_STOP;
  options.interval = T_STOP / N_ROWS;
  options.rtol = RTOL;
  options.solver = "dopri5";
  SimState *state = sim_state_new (model, &options, &error);
  if (!state)
    g_error ("%s", error->message);
  sim_state_follow (state, &signal, 1);
  return state;
}

typedef struct {
  uint32_t signal;
  uint64_t n;
  double sum; /* of the signal over the rows */
} Rows;

static void
add_row (void *data, SimState *state, double time, bool is_event)
{
  Rows *rows = data;

  rows->n++;
  rows->sum += sim_state_value (state, rows->signal);
}

static double
time_model_rhs (const SimModel *model)
{
  const CodeProgram *program = model->program;
  const CodeSteps *section = &program->sections[CODE_DYNAMIC];
  const uint32_t *rate_slots = program->rates;
  const uint32_t n = sim_model_n_states (model);
  g_autoptr (SimState) state = start (model);
  g_autofree double *y = g_new0 (double, n);
  g_autofree double *f = g_new0 (double, n);
  Rows rows = {.signal = find_signal (model)};

  g_assert_cmpint (sim_state_init (state, add_row, &rows, NULL), ==, SIM_OK);
  g_autofree double *slots =
      g_memdup2 (sim_state_slots (state), program->n_slots * sizeof (double));
  const double begin = cpu_ms ();
  for (int call = 0; call < RHS_CALLS; call++) {
    memcpy (slots + program->first_state, y, n * sizeof (double));
    for (uint32_t k = 0; k < section->n; k++) {
      g_assert_cmpuint (section->steps[k].n, ==, 0);
      code_eval_range (program, section->steps[k].before, slots);
    }
    for (uint32_t i = 0; i < n; i++)
      f[i] = slots[rate_slots[i]];
    y[call % (int) n] += 1e-9 * f[call % (int) n];
  }
  return (cpu_ms () - begin) / RHS_CALLS;
}

static double
time_chain_rhs (uint32_t n_masses)
{
  Chain chain = chain_new (n_masses);
  const uint32_t n = 2 * n_masses;
  g_autofree double *y = g_new0 (double, n);
  g_autofree double *f = g_new0 (double, n);

  const double begin = cpu_ms ();
  for (int call = 0; call < RHS_CALLS; call++) {
    chain_rhs (&chain, 0, y, f);
    y[call % (int) n] += 1e-9 * f[call % (int) n];
  }
  const double spent = (cpu_ms () - begin) / RHS_CALLS;
  g_free (chain.elements);
  return spent;
}

static double
time_model_run (const SimModel *model)
{
  g_autoptr (SimState) state = start (model);
  Rows rows = {.signal = find_signal (model)};

  const double begin = cpu_ms ();
  g_assert_cmpint (sim_state_init (state, add_row, &rows, NULL), ==, SIM_OK);
  g_assert_cmpint (sim_state_run (state, T_STOP, NULL, add_row, &rows, NULL), ==,
                   SIM_OK);
  g_assert_cmpuint (rows.n, >=, N_ROWS);
  return cpu_ms () - begin;
}

/* The same stepper on the same tolerance, stopped at the step of the force, with as
 * many rows from its interpolant. */
static double
time_chain_run (uint32_t n_masses)
{
  Chain chain = chain_new (n_masses);
  const uint32_t n = 2 * n_masses;
  const SimOde ode = {.n = n, .data = &chain, .rhs = chain_rhs};
  g_autofree double *y = g_new0 (double, n);
  g_autofree double *atol = g_new0 (double, n);
  const double ends[] = {T_STEP, T_STOP};
  double sum = 0;
  int row = 0;

  for (uint32_t i = 0; i < n; i++)
    atol[i] = RTOL;
  const SimTolerance tolerance = {.rtol = RTOL, .atol = atol};
  const double begin = cpu_ms ();
  const SimStepperClass *class = sim_stepper_find ("dopri5");
  g_autoptr (SimMemory) memory = sim_memory_new ();
  SimStepper *stepper = class->create (class, memory, &ode, &tolerance);
  for (gsize part = 0; part < G_N_ELEMENTS (ends); part++) {
    chain.force = (double) part;
    class->reset (stepper, part == 0 ? 0 : T_STEP, y, 0);
    while (stepper->t < ends[part]) {
      g_assert_cmpint (class->step (stepper, ends[part]), ==, SIM_OK);
      for (; row * T_STOP / N_ROWS <= stepper->t; row++) {
        class->interpolate (stepper, row * T_STOP / N_ROWS, y);
        sum += y[n_masses - 1];
      }
    }
    memcpy (y, stepper->y, n * sizeof (double));
  }
  const double spent = cpu_ms () - begin;
  g_free (chain.elements);
  return spent;
}

/* From the text of a diagram with 50 states to two rows that a plot can join. */
static double
time_first_curve (const LibIndex *library, const char *text)
{
  SimOptions options = sim_state_options_default ();

  options.stop = T_STOP;
  const double begin = 1e-3 * (double) g_get_monotonic_time ();
  g_autoptr (SimModel) model = compile (library, text);
  g_autoptr (RunSession) session = run_session_new (model, &options);
  run_session_start (session);
  while (run_trace_length (run_session_trace (session)) < 2)
    g_thread_yield ();
  const double spent = 1e-3 * (double) g_get_monotonic_time () - begin;
  run_session_stop (session);
  run_session_wait (session);
  return spent;
}

int
main (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LibIndex) library = run_open_library (diags, &error);
  g_autofree char *text = chain_text (N_CHAIN);
  g_autofree char *small_text = chain_text (N_SMALL);
  double model_rhs = G_MAXDOUBLE, chain_rhs_ms = G_MAXDOUBLE, model_run = G_MAXDOUBLE,
         chain_run = G_MAXDOUBLE, first_curve = G_MAXDOUBLE;

  if (!library)
    g_error ("%s", error->message);
  g_autoptr (SimModel) model = compile (library, text);
  for (int i = 0; i < N_REPEAT; i++) {
    model_rhs = MIN (model_rhs, time_model_rhs (model));
    chain_rhs_ms = MIN (chain_rhs_ms, time_chain_rhs (N_CHAIN));
    model_run = MIN (model_run, time_model_run (model));
    chain_run = MIN (chain_run, time_chain_run (N_CHAIN));
    first_curve = MIN (first_curve, time_first_curve (library, small_text));
  }
  report ("right-hand side, 1000 masses", model_rhs, chain_rhs_ms, 1.6);
  report ("whole run, 1000 masses", model_run, chain_run, 2);
  printf ("Run to first curve, 50 states %9.4f ms, at most 50: %s\n", first_curve,
          first_curve <= 50 ? "met" : "MISSED");
  return 0;
}
