/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An event settles what follows from what it changed: with the same rows, to the bit,
 * as if it settled everything, and at a cost that does not grow with the model. */
#include "model-run.h"
#include "sim/state-private.h"

typedef struct {
  GString *declarations;
  GString *relations;
  GRand *rand;
  uint32_t n; /* Boolean b, Real d and Integer n of each number below */
} Draft;

static double
draw (const Draft *draft, double from, double to)
{
  return floor (1e3 * g_rand_double_range (draft->rand, from, to)) / 1e3;
}

static uint32_t
any (const Draft *draft)
{
  return (uint32_t) g_rand_int_range (draft->rand, 0, (gint32) draft->n);
}

/* What determines d: clocks, samples of a motion, that motion, instants that move. */
static void
add_real (Draft *draft)
{
  GString *r = draft->relations;
  const uint32_t k = draft->n;

  switch (g_rand_int_range (draft->rand, 0, 5)) {
  case 0:
    g_string_append_printf (r,
                            "  initial d%u = 0\n  when sample(%g, %g)\n"
                            "    d%u = pre(d%u) + 1\n  end\n",
                            k, draw (draft, -1, 1), draw (draft, 0.1, 0.5), k, k);
    break;
  case 1:
    g_string_append_printf (r,
                            "  initial d%u = 0\n  when sample(%g, %g)\n"
                            "    d%u = x - pre(d%u) + d%u\n  end\n",
                            k, draw (draft, -1, 1), draw (draft, 0.1, 0.5), k, k,
                            any (draft));
    break;
  case 2:
    g_string_append_printf (r, "  d%u = 2*x + sin(d%u)\n", k, any (draft));
    break;
  case 3:
    g_string_append_printf (r,
                            "  initial d%u = %g\n  when time >= pre(d%u)\n"
                            "    d%u = pre(d%u) + %g + 0.1*abs(x)\n  end\n",
                            k, draw (draft, 0.1, 1), k, k, k, draw (draft, 0.1, 0.4));
    break;
  default:
    g_string_append_printf (r,
                            "  initial d%u = 0\n"
                            "  d%u = ifelse(b%u, ifelse(b%u, v, pre(d%u)), d%u)\n",
                            k, k, any (draft), any (draft), k, any (draft));
  }
}

/* What determines b: crossings of the motion and of discrete variables. */
static void
add_boolean (Draft *draft)
{
  GString *r = draft->relations;
  const uint32_t k = draft->n;

  switch (g_rand_int_range (draft->rand, 0, 4)) {
  case 0:
    g_string_append_printf (r, "  b%u = x > %g\n", k, draw (draft, -1, 1));
    break;
  case 1:
    g_string_append_printf (r, "  b%u = d%u > d%u\n", k, any (draft), any (draft));
    break;
  case 2:
    g_string_append_printf (r, "  b%u = b%u and !b%u or v > %g\n", k, any (draft),
                            any (draft), draw (draft, -1, 1));
    break;
  default:
    g_string_append_printf (r, "  b%u = time > %g and time < d%u + %g\n", k,
                            draw (draft, 0, 2), any (draft), draw (draft, 0, 2));
  }
}

static void
add_integer (Draft *draft)
{
  const uint32_t k = draft->n;

  g_string_append_printf (draft->relations,
                          "  initial n%u = 0\n  when b%u\n    n%u = pre(n%u) + 1\n"
                          "  elsewhen !b%u\n    n%u = n%u - pre(n%u)\n  end\n",
                          k, any (draft), k, k, any (draft), k, any (draft), k);
}

static char *
draft_model (GRand *rand, uint32_t n)
{
  Draft draft = {g_string_new ("component M\n  variable x::Real(initial = 0.3)\n"
                               "  variable v::Real(initial = 1)\n"),
                 g_string_new (NULL), rand, 1};

  for (uint32_t k = 0; k < n; k++)
    g_string_append_printf (draft.declarations,
                            "  variable b%u::Boolean\n  variable n%u::Integer\n"
                            "  discrete variable d%u::Real\n",
                            k, k, k);
  g_string_append (draft.relations, "  b0 = x > 0\n  d0 = 1\n  n0 = 1\n");
  for (; draft.n < n; draft.n++) {
    add_real (&draft);
    add_boolean (&draft);
    add_integer (&draft);
  }
  g_string_append_printf (draft.relations,
                          "  der(x) = v\n  der(v) = -%g*x + ifelse(b%u, 1, -1)\n"
                          "  when b%u\n    reinit(v, -0.5*v)\n  end\n",
                          draw (&draft, 4, 40), any (&draft), any (&draft));
  char *text = g_strconcat (draft.declarations->str, "relations\n",
                            draft.relations->str, "end\n", NULL);
  g_string_free (draft.declarations, TRUE);
  g_string_free (draft.relations, TRUE);
  return text;
}

/* ---- runs ---- */

static void
keep_all (void *data, SimState *state, double time, bool is_event)
{
  const SimModel *model = state->model;

  g_array_append_val (data, time);
  for (uint32_t v = 0; v < model->n_vars; v++) {
    double value = sim_state_value (state, v);
    g_array_append_val (data, value);
  }
}

/* All values of all rows, and how the run ended. */
static GArray *
rows_of (SimModel *model, double stop, bool settles_all, uint64_t *n_computed)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (double));
  SimOptions options = options_for (stop, 1e-6);
  g_autoptr (GError) error = NULL;
  SimState *state = sim_state_new (model, &options, &error);

  g_assert_no_error (error);
  g_assert_nonnull (state->events.open.cells);
  state->events.settles_all = settles_all;
  SimStatus status = sim_state_init (state, keep_all, rows, &error);
  if (status == SIM_OK)
    status = sim_state_run (state, stop, NULL, keep_all, rows, &error);
  double end = status;
  g_array_append_val (rows, end);
  *n_computed = state->events.open.n_computed;
  sim_state_free (state);
  return rows;
}

static void
test_same_rows (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  uint32_t n_done = 0;

  for (int k = 0; k < 60; k++) {
    g_autofree char *text = draft_model (rand, 3 + (uint32_t) k % 9);
    uint64_t n_computed;

    g_test_message ("%s", text);
    SimModel *model = compile (text);
    g_autoptr (GArray) all = rows_of (model, 3, true, &n_computed);
    g_assert_cmpuint (n_computed, ==, 0);
    g_autoptr (GArray) open = rows_of (model, 3, false, &n_computed);
    g_assert_cmpmem (all->data, all->len * sizeof (double), open->data,
                     open->len * sizeof (double));
    n_done += g_array_index (all, double, all->len - 1) == SIM_OK && n_computed > 0;
    sim_model_unref (model);
  }
  g_assert_cmpuint (n_done, >, 40);
}

/* ---- growth ---- */

static double
cells_by_clock (uint32_t n)
{
  GString *text = g_string_new ("component M\n");
  uint64_t n_computed;

  for (uint32_t i = 0; i < n; i++)
    g_string_append_printf (text, "  variable n%u::Integer\n", i);
  g_string_append (text, "relations\n");
  for (uint32_t i = 0; i < n; i++)
    g_string_append_printf (
        text,
        "  initial n%u = 0\n  when sample(%g, 2)\n    n%u = pre(n%u) + 1\n  end\n", i,
        (i + 0.5) / n, i, i);
  g_string_append (text, "end\n");
  SimModel *model = compile (text->str);
  g_autoptr (GArray) rows = rows_of (model, 1, false, &n_computed);
  g_assert_cmpfloat (g_array_index (rows, double, rows->len - 2), ==, 1);
  sim_model_unref (model);
  g_string_free (text, TRUE);
  return (double) n_computed / n;
}

/* Each of n clocks ticks once. */
static void
test_clocks (void)
{
  double few = cells_by_clock (10);

  g_assert_cmpfloat (few, >=, 4);
  g_assert_cmpfloat (cells_by_clock (300), <=, few + 1);
}

/* What many variables have in common is not computed once for each: then all is
 * computed, as before. */
static void
test_common_part (void)
{
  enum { N = 100 };
  g_autoptr (GString) text = g_string_new ("component M\n  variable n::Integer\n");
  g_autoptr (GString) sum = g_string_new ("sin(pre(n))");
  SimOptions options = options_for (1, 1e-6);

  for (int i = 1; i < N; i++)
    g_string_append_printf (sum, " + sin(%d*pre(n))", i + 1);
  for (int i = 0; i < N; i++)
    g_string_append_printf (text, "  discrete variable d%d::Real\n", i);
  g_string_append (text, "relations\n  initial n = 0\n  when sample(0.1, 0.25)\n"
                         "    n = pre(n) + 1\n  end\n");
  for (int i = 0; i < N; i++)
    g_string_append_printf (text, "  d%d = %d*(%s)\n", i, i + 2, sum->str);
  g_string_append (text, "end\n");
  g_autoptr (Run) run = run_model (text->str, "d0", &options);
  g_assert_no_error (run->error);
  g_assert_null (run->state->events.open.cells);
  double expected = 0;
  for (int i = 0; i < N; i++)
    expected += 2 * sin (4 * (i + 1));
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1), expected,
                                  1e-12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/settle/same-rows", test_same_rows);
  g_test_add_func ("/sim/settle/clocks", test_clocks);
  g_test_add_func ("/sim/settle/common-part", test_common_part);
  return g_test_run ();
}
