/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the rows of a run stand: on a grid, at each step, or as the solution needs. */
#include "model-run.h"

typedef double (*Curve) (double t);

static double
fast (double t)
{
  return sin (100.0 * t);
}

static double
slow (double t)
{
  return 1.0 + 0.1 * t * t;
}

static double
cusp (double t)
{
  return sqrt (fabs (sin (5.0 * t + 1.0)));
}

static double
corner (double t)
{
  return fmax (0.0, t - 1.0 / 3.0);
}

static double
late (double t)
{
  return exp (-1e4 * (t - 0.7) * (t - 0.7));
}

static double
faster (double t)
{
  return sin (300.0 * t * t * t);
}

static double
step (double t)
{
  return tanh (2000.0 * (t - 0.4321));
}

static Run *
run_curve (const char *law, double interval)
{
  g_autofree char *text = g_strdup_printf ("component M\n"
                                           "  variable x::Real(initial = 0)\n"
                                           "  variable y::Real = %s\n"
                                           "relations\n"
                                           "  der(x) = 1\n"
                                           "end\n",
                                           law);
  SimOptions options = options_for (1.0, 1e-6);

  options.interval = interval;
  return run_model (text, "y", &options);
}

/* How far straight lines between the rows are off, as part of the range. */
static double
error_of (const Run *run, Curve curve)
{
  double worst = 0.0, least = INFINITY, greatest = -INFINITY;

  for (uint32_t i = 0; i < run->times->len; i++) {
    least = fmin (least, value_at (run, i));
    greatest = fmax (greatest, value_at (run, i));
  }
  for (uint32_t i = 1; i < run->times->len; i++) {
    double from = time_at (run, i - 1), h = time_at (run, i) - from;

    for (int k = 0; k <= 32; k++) {
      double part = k / 32.0;
      double line =
          value_at (run, i - 1) + part * (value_at (run, i) - value_at (run, i - 1));
      worst = fmax (worst, fabs (line - curve (from + part * h)));
    }
  }
  return worst / (greatest - least);
}

/* Straight lines between rows are within a 1000th of the range; there are no more rows
 * than it takes, but for the 500 that stand in any case. */
static void
test_follows (void)
{
  static const struct {
    const char *law;
    Curve curve;
    uint32_t most;
  } cases[] = {{"sin(100 * x)", fast, 1150},
               {"1 + 0.1 * x^2", slow, 525},
               {"sqrt(abs(sin(5 * x + 1)))", cusp, 650},
               {"max(0, x - 1/3)", corner, 545},
               {"exp(-1e4 * (x - 0.7)^2)", late, 780},
               {"sin(300 * x^3)", faster, 3500},
               {"tanh(2000 * (x - 0.4321))", step, 800}};

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (Run) run = run_curve (cases[i].law, 0.0);

    g_assert_no_error (run->error);
    g_test_message ("%s: %u rows, %g", cases[i].law, run->times->len,
                    error_of (run, cases[i].curve));
    g_assert_cmpfloat (error_of (run, cases[i].curve), <, 1.05e-3);
    g_assert_cmpuint (run->times->len, >=, 501);
    g_assert_cmpuint (run->times->len, <=, cases[i].most);
    for (uint32_t k = 1; k < run->times->len; k++)
      g_assert_cmpfloat (time_at (run, k), >=, time_at (run, k - 1));
    g_assert_cmpfloat (time_at (run, run->times->len - 1), ==, 1.0);
  }
}

/* What is nothing beside a variable's nominal value asks for no rows, unless the same
 * goes by another name for which it is much; whichever comes first. */
static void
test_nominal (void)
{
  static const struct {
    const char *variables;
    bool is_followed;
  } CASES[] = {
      {"  variable a::Real = 1e-9 * sin(100 * x)\n  variable b::Real = a\n", false},
      {"  variable a::Real = 1e-9 * sin(100 * x)\n"
       "  variable b::Real(nominal = 1e-9) = a\n",
       true},
      {"  variable a::Real(nominal = 1e-9) = 1e-9 * sin(100 * x)\n"
       "  variable b::Real = a\n",
       true},
  };
  SimOptions options = options_for (1.0, 1e-6);

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *text =
        g_strdup_printf ("component M\n  variable x::Real(initial = 0)\n%s"
                         "relations\n  der(x) = 1\nend\n",
                         CASES[i].variables);
    g_autoptr (Run) run = run_model (text, "b", &options);

    g_assert_no_error (run->error);
    g_test_message ("%u rows", run->times->len);
    g_assert_true ((run->times->len > 700) == CASES[i].is_followed);
  }
}

/* A grid has its rows and no others, also where a step ends near one. */
static void
test_grid (void)
{
  static const uint32_t numbers[] = {1, 7, 10, 300};

  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++) {
    uint32_t n = numbers[i];
    g_autoptr (Run) run = run_curve ("sin(100 * x)", 1.0 / n);

    g_assert_no_error (run->error);
    g_assert_cmpuint (run->times->len, ==, n + 1);
    for (uint32_t k = 0; k <= n; k++) {
      g_assert_cmpfloat_with_epsilon (time_at (run, k), (double) k / n, 1e-15);
      g_assert_cmpfloat_with_epsilon (value_at (run, k), fast (time_at (run, k)), 1e-9);
    }
  }
}

/* A row of the end stands there though the grid does not meet it. */
static void
test_end (void)
{
  g_autoptr (Run) run = run_curve ("sin(100 * x)", 0.3);

  g_assert_no_error (run->error);
  g_assert_cmpuint (run->times->len, ==, 5);
  g_assert_cmpfloat_with_epsilon (time_at (run, 3), 0.9, 1e-15);
  g_assert_cmpfloat (time_at (run, 4), ==, 1.0);
}

/* Two rows show an event, and those of the grid go on behind it; where one falls on a
 * row of the grid, the two are that row. */
static void
test_events (void)
{
  SimOptions options = options_for (1.0, 1e-6);

  options.interval = 0.25;
  g_autoptr (Run) run =
      run_model ("component M\n"
                 "  variable x::Real(initial = 0)\n"
                 "  variable y::Real\n"
                 "relations\n"
                 "  der(x) = 1\n"
                 "  y = ifelse(time < 0.5, 0, 1) + ifelse(x < 0.6, 0, 2)\n"
                 "end\n",
                 "y", &options);
  static const double times[] = {0, 0.25, 0.5, 0.5, 0.6, 0.6, 0.75, 1};
  static const double values[] = {0, 0, 0, 1, 1, 3, 3, 3};

  g_assert_no_error (run->error);
  g_assert_cmpuint (run->times->len, ==, G_N_ELEMENTS (times));
  for (uint32_t i = 0; i < G_N_ELEMENTS (times); i++) {
    g_assert_cmpfloat_with_epsilon (time_at (run, i), times[i], 1e-9);
    g_assert_cmpfloat (value_at (run, i), ==, values[i]);
    g_assert_true (g_array_index (run->is_event, bool, i) == (i >= 2 && i <= 5));
  }
}

/* Rows follow what is asked for, whatever else moves. */
static void
test_followed (void)
{
  SimOptions options = options_for (1.0, 1e-6);
  g_autoptr (SimModel) model = compile ("component M\n"
                                        "  variable x::Real(initial = 0)\n"
                                        "  variable y::Real = sin(300 * x)\n"
                                        "relations\n"
                                        "  der(x) = 1\n"
                                        "end\n");
  uint32_t n[2];

  for (int i = 0; i < 2; i++) {
    Run rows = {.model = model,
                .watched = sim_model_find (model, i == 0 ? "x" : "y"),
                .times = g_array_new (FALSE, FALSE, sizeof (double)),
                .is_event = g_array_new (FALSE, FALSE, sizeof (bool)),
                .values = g_array_new (FALSE, FALSE, sizeof (double))};
    g_autoptr (SimState) state = sim_state_new (model, &options, NULL);

    sim_state_follow (state, &rows.watched, 1);
    g_assert_cmpint (sim_state_init (state, keep, &rows, NULL), ==, SIM_OK);
    g_assert_cmpint (sim_state_run (state, 1.0, NULL, keep, &rows, NULL), ==, SIM_OK);
    n[i] = rows.times->len;
    g_array_unref (rows.times);
    g_array_unref (rows.is_event);
    g_array_unref (rows.values);
  }
  g_assert_cmpuint (n[0], <, 520);
  g_assert_cmpuint (n[1], >, 2000);
}

/* A linear block of which one inner unknown is a rate and rows alone need another, a
 * nonlinear block that no rate needs, and a variable that may come to have no value. */
static const char *const ASKED = "component M\n"
                                 "  parameter least::Real = -9\n"
                                 "  variable x::Real(initial = 1)\n"
                                 "  variable v::Real(initial = 0)\n"
                                 "  variable a::Real\n"
                                 "  variable f::Real\n"
                                 "  variable g::Real\n"
                                 "  variable z::Real(guess = 1)\n"
                                 "  variable h::Real\n"
                                 "  variable root::Real\n"
                                 "relations\n"
                                 "  der(x) = v\n"
                                 "  der(v) = a\n"
                                 "  a + (2 + x^2) * f = -x\n"
                                 "  f - 0.3 * a - 0.1 * g = v\n"
                                 "  g = 2 * f + x\n"
                                 "  z^3 + z = x + sin(a) + 2\n"
                                 "  h = z * f + time\n"
                                 "  root = sqrt(x - least)\n"
                                 "end\n";

/* Rows of one variable, which nothing else is asked for, or which stands among all. */
static Run *
run_for (SimModel *model, const char *variable, bool is_alone, double least)
{
  SimOptions options = options_for (1.0, 1e-6);
  Run *run = g_new0 (Run, 1);

  options.interval = 0.01;
  run->model = sim_model_ref (model);
  run->watched = sim_model_find (model, variable);
  run->times = g_array_new (FALSE, FALSE, sizeof (double));
  run->is_event = g_array_new (FALSE, FALSE, sizeof (bool));
  run->values = g_array_new (FALSE, FALSE, sizeof (double));
  run->state = sim_state_new (model, &options, &run->error);
  sim_state_set_parameter (run->state, sim_model_find (model, "least"), least);
  if (is_alone)
    sim_state_follow (run->state, &run->watched, 1);
  if (sim_state_init (run->state, keep, run, &run->error) == SIM_OK)
    sim_state_run (run->state, 1.0, NULL, keep, run, &run->error);
  return run;
}

/* What rows are asked for is the same to the bit whatever else they hold. */
static void
test_asked (void)
{
  static const char *const names[] = {"x", "v", "a", "f", "g", "z", "h", "root"};
  g_autoptr (SimModel) model = compile (ASKED);

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (Run) all = run_for (model, names[i], false, -9.0);
    g_autoptr (Run) alone = run_for (model, names[i], true, -9.0);

    g_assert_no_error (all->error);
    g_assert_no_error (alone->error);
    g_assert_cmpuint (all->values->len, ==, 101);
    g_assert_cmpmem (alone->values->data, alone->values->len * sizeof (double),
                     all->values->data, all->values->len * sizeof (double));
  }
}

/* A variable without a value ends a run that is asked for it, or for all, alone. */
static void
test_not_asked (void)
{
  g_autoptr (SimModel) model = compile (ASKED);
  g_autoptr (Run) all = run_for (model, "h", false, 0.9);
  g_autoptr (Run) root = run_for (model, "root", true, 0.9);
  g_autoptr (Run) other = run_for (model, "h", true, 0.9);

  g_assert_error (all->error, SIM_ERROR, SIM_BAD_VALUE);
  g_assert_error (root->error, SIM_ERROR, SIM_BAD_VALUE);
  g_assert_no_error (other->error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/rows/follows", test_follows);
  g_test_add_func ("/sim/rows/nominal", test_nominal);
  g_test_add_func ("/sim/rows/grid", test_grid);
  g_test_add_func ("/sim/rows/end", test_end);
  g_test_add_func ("/sim/rows/events", test_events);
  g_test_add_func ("/sim/rows/followed", test_followed);
  g_test_add_func ("/sim/rows/asked", test_asked);
  g_test_add_func ("/sim/rows/not-asked", test_not_asked);
  return g_test_run ();
}
