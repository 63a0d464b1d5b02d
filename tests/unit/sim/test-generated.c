/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generated models whose answers are known otherwise: instants by a dense search,
 * solutions of equations by putting them in, motions in closed form. */
#include "model-run.h"

static const char *const SOLVERS[] = {"auto", "ndf", "rodas4", "rk8pd", "rk4"};

/* A number as the language writes it, for one expression of printf (). */
static const char *
text_of (double value)
{
  static char text[32][G_ASCII_DTOSTR_BUF_SIZE];
  static uint32_t next;

  return g_ascii_dtostr (text[next++ % 32], G_ASCII_DTOSTR_BUF_SIZE, value);
}

/* ---- instants ---- */

enum { N_WAVES = 3 };

/* mean + sum of a sin (w t + p) */
typedef struct {
  double mean, a[N_WAVES], w[N_WAVES], p[N_WAVES];
} Waves;

static Waves
random_waves (GRand *rand)
{
  Waves waves = {.mean = g_rand_double_range (rand, -0.6, 0.6)};

  for (int i = 0; i < N_WAVES; i++) {
    waves.a[i] = g_rand_double_range (rand, 0.2, 1);
    waves.w[i] = g_rand_double_range (rand, 0.3, 9);
    waves.p[i] = g_rand_double_range (rand, 0, 6);
  }
  return waves;
}

static double
waves_at (const Waves *waves, double t)
{
  double sum = waves->mean;

  for (int i = 0; i < N_WAVES; i++)
    sum += waves->a[i] * sin (waves->w[i] * t + waves->p[i]);
  return sum;
}

/* Where the waves pass zero before `end`; NULL where they all but touch it. */
static GArray *
passes (const Waves *waves, double end)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  const double step = 1e-3;

  for (double t = 0; t < end; t += step) {
    double from = t, to = t + step;
    const double before = waves_at (waves, t - step), now = waves_at (waves, from);
    const bool is_up = waves_at (waves, to) > 0;

    if (fabs (now) < 1e-3 && fabs (waves_at (waves, to) - before) < 1e-4)
      return NULL;
    if ((now > 0) == is_up)
      continue;
    for (int i = 0; i < 60; i++) {
      const double middle = (from + to) / 2;

      *((waves_at (waves, middle) > 0) == is_up ? &to : &from) = middle;
    }
    g_array_append_val (times, to);
  }
  return g_steal_pointer (&times);
}

/* Every passage of zero is an event at its instant, up and down, whichever method makes
 * the steps, and no other instant is. */
static void
test_instants (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);
  uint32_t n = 0;

  for (int k = 0; k < 60; k++) {
    const Waves waves = random_waves (rand);
    g_autoptr (GArray) expected = passes (&waves, 10);
    SimOptions options = options_for (10, 1e-5);
    g_autoptr (GString) sum = g_string_new (text_of (waves.mean));

    if (expected == NULL)
      continue;
    for (int i = 0; i < N_WAVES; i++)
      g_string_append_printf (sum, " + %s*sin(%s*time + %s)", text_of (waves.a[i]),
                              text_of (waves.w[i]), text_of (waves.p[i]));
    g_autofree char *text = g_strdup_printf (
        "component M\n  variable u::Real\n  variable x::Real(initial = 0)\n"
        "  variable y::Real\nrelations\n  u = %s\n  der(x) = %s - x\n"
        "  y = ifelse(u > 0, 1, -1)\nend\n",
        sum->str, k % 2 == 0 ? "y" : "0");
    options.solver = SOLVERS[k % (int) G_N_ELEMENTS (SOLVERS)];
    g_autoptr (Run) run = run_model (text, "y", &options);
    g_assert_no_error (run->error);
    g_autoptr (GArray) times = event_times (run);
    g_test_message ("%d, %s: %u of %u", k, options.solver, times->len, expected->len);
    g_assert_cmpuint (times->len, ==, expected->len);
    for (uint32_t i = 0; i < times->len; i++)
      g_assert_cmpfloat_with_epsilon (g_array_index (times, double, i),
                                      g_array_index (expected, double, i), 1e-9);
    for (uint32_t i = 0; i < run->values->len; i++)
      if (fabs (waves_at (&waves, time_at (run, i))) > 1e-6)
        g_assert_cmpfloat (value_at (run, i), ==,
                           waves_at (&waves, time_at (run, i)) > 0 ? 1 : -1);
    n += times->len;
  }
  g_assert_cmpuint (n, >, 200);
}

/* A parabola and a corner that dip below zero for a moment anywhere in a step have both
 * their instants, however shallow they are. */
static void
test_dips (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (24);

  for (int k = 0; k < 60; k++) {
    const double at = g_rand_double_range (rand, 1, 9);
    const double depth = pow (10, g_rand_double_range (rand, -9, -2));
    const bool is_corner = k % 2 == 0;
    const double half = is_corner ? depth : sqrt (depth);
    SimOptions options = options_for (10, 1e-5);
    g_autofree char *text = g_strdup_printf (
        "component M\n  variable u::Real\n  variable x::Real(initial = 0)\n"
        "  variable y::Real\nrelations\n  u = time - %s\n  der(x) = sin(time) - x\n"
        "  y = ifelse(%s < %s, 1, 0)\nend\n",
        text_of (at), is_corner ? "abs(u)" : "u*u", text_of (depth));

    options.solver = SOLVERS[k % (int) G_N_ELEMENTS (SOLVERS)];
    if (strcmp (options.solver, "rk4") == 0)
      options.h_fixed = 0.01;
    g_test_message ("%s", text);
    g_autoptr (Run) run = run_model (text, "y", &options);
    g_assert_no_error (run->error);
    g_autoptr (GArray) times = event_times (run);
    g_assert_cmpuint (times->len, ==, 2);
    for (uint32_t i = 0; i < 2; i++) {
      const double off = g_array_index (times, double, i) - at;

      g_assert_cmpfloat_with_epsilon (off, i == 0 ? -half : half, 1e-6);
      g_assert_cmpfloat_with_epsilon (is_corner ? fabs (off) : off * off, depth, 1e-10);
    }
  }
}

/* What is read from a signal some time ago is what it was then, also where that time
 * changes; before the run began it was what it began with. */
static void
test_delays (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (25);

  for (int k = 0; k < 30; k++) {
    const Waves waves = random_waves (rand);
    const double mean = g_rand_double_range (rand, 0.5, 2);
    const double swing = k % 3 == 0 ? 0 : g_rand_double_range (rand, 0, 0.4);
    const double w = g_rand_double_range (rand, 0.5, 2);
    SimOptions options = options_for (8, 1e-6);
    g_autoptr (GString) sum = g_string_new (text_of (waves.mean));

    for (int i = 0; i < N_WAVES; i++)
      g_string_append_printf (sum, " + %s*sin(%s*time + %s)", text_of (waves.a[i]),
                              text_of (waves.w[i]), text_of (waves.p[i]));
    g_autofree char *text = g_strdup_printf (
        "component M\n  variable u::Real\n  variable x::Real(initial = 0)\n"
        "  variable y::Real\nrelations\n  u = %s\n  der(x) = y - x\n"
        "  y = delay(u, %s + %s*sin(%s*time), 3)\nend\n",
        sum->str, text_of (mean), text_of (swing), text_of (w));
    options.solver = SOLVERS[k % 4];
    g_autoptr (Run) run = run_model (text, "y", &options);
    g_assert_no_error (run->error);
    for (uint32_t i = 0; i < run->times->len; i++) {
      const double t = time_at (run, i);
      const double then = t - mean - swing * sin (w * t);

      g_assert_cmpfloat_with_epsilon (value_at (run, i),
                                      waves_at (&waves, fmax (then, 0)), 1e-4);
    }
  }
}

/* ---- equations at the start ---- */

/* Laws that grow with x, some very steep, some hardly at all, with their values. */
static const struct {
  const char *text; /* of %s */
  double (*value) (double);
} LAWS[] = {{"sinh(%s)", sinh}, {"atan(%s)", atan}, {"exp(%s)", exp},
            {"tanh(%s)", tanh}, {"%s^3", NULL},     {"%s", NULL}};

static double
law_at (int law, double x)
{
  if (LAWS[law].value != NULL)
    return LAWS[law].value (x);
  return LAWS[law].text[2] == '^' ? x * x * x : x;
}

/* Equations that each know another unknown besides: what is found solves them, from
 * guesses near and far. */
static void
test_equations (void)
{
  enum { N = 4 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (22);

  for (int k = 0; k < 80; k++) {
    double known[N], weight[N];
    int law[N];
    g_autoptr (GString) text = g_string_new ("component M\n");
    SimOptions options = options_for (1, 1e-6);

    for (int i = 0; i < N; i++) {
      known[i] = g_rand_double_range (rand, -2, 2);
      weight[i] = g_rand_double_range (rand, -0.3, 0.3);
      law[i] = g_rand_int_range (rand, 0, (int) G_N_ELEMENTS (LAWS));
      g_string_append_printf (text, "  variable x%d::Real(guess = %s)\n", i,
                              text_of (g_rand_double_range (rand, -4, 4)));
    }
    g_string_append (text, "  variable s::Real\nrelations\n");
    for (int i = 0; i < N; i++) {
      const int other = (i + 1) % N;
      const double right =
          law_at (law[i], known[i]) + known[i] + weight[i] * sin (known[other]);
      g_autofree char *name = g_strdup_printf ("x%d", i);
      g_autoptr (GString) one = g_string_new (LAWS[law[i]].text);

      g_string_replace (one, "%s", name, 0);
      g_string_append_printf (text, "  %s + x%d + %s*sin(x%d) = %s\n", one->str, i,
                              text_of (weight[i]), other, text_of (right));
    }
    g_string_append (text, "  s = x0 + x1 + x2 + x3\nend\n");
    g_test_message ("%s", text->str);
    g_autoptr (Run) run = run_model (text->str, "s", &options);
    g_assert_no_error (run->error);
    /* Each grows faster by its own unknown than by the others: there is one solution.
     */
    g_assert_cmpfloat_with_epsilon (value_at (run, 0),
                                    known[0] + known[1] + known[2] + known[3], 1e-6);
  }
}

/* One law alone from where Newton's method itself goes astray. */
static void
test_hard_starts (void)
{
  static const struct {
    const char *equation, *guess;
    double solution;
  } CASES[] = {{"atan(x - 3) = 0", "20", 3},
               {"atan(x - 3) = 0", "-40", 3},
               {"tanh(x) = 0.5", "6", 0.549306144334055},
               {"exp(x) = 1e6", "-3", 13.815510557964274},
               {"exp(x) = 1e-6", "9", -13.815510557964274},
               {"x^3 = 1000", "0.001", 10},
               {"x^5 = -32", "0.01", -2},
               {"x + 100*tanh(100*(x - 1)) = 1", "-5", 1},
               {"x*abs(x) = 4", "0.001", 2},
               {"x/sqrt(1 + x^2) = 0.6", "5", 0.75}};

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *text = g_strdup_printf (
        "component M\n  variable x::Real(guess = %s)\nrelations\n  %s\nend\n",
        CASES[i].guess, CASES[i].equation);
    SimOptions options = options_for (1, 1e-6);

    g_test_message ("%s from %s", CASES[i].equation, CASES[i].guess);
    g_autoptr (Run) run = run_model (text, "x", &options);
    g_assert_no_error (run->error);
    g_assert_cmpfloat_with_epsilon (value_at (run, 0), CASES[i].solution, 1e-6);
  }
}

/* ---- motions ---- */

/* A damped oscillator that is pushed from rest: x (t) in closed form, at rows of any
 * grid, by every method, within a small multiple of the tolerance. */
static void
test_oscillators (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (23);

  for (int k = 0; k < 40; k++) {
    const double w = g_rand_double_range (rand, 0.5, 8),
                 d = g_rand_double_range (rand, 0, 0.9);
    const double f = g_rand_double_range (rand, -3, 3),
                 x0 = g_rand_double_range (rand, -1, 1);
    const double wd = w * sqrt (1 - d * d), rest = f / (w * w);
    SimOptions options = options_for (5, 1e-7);
    g_autofree char *text = g_strdup_printf (
        "component M\n  variable x::Real(initial = %s)\n  variable v::Real(initial = "
        "0)\n"
        "relations\n  der(x) = v\n  der(v) = %s - %s*v - %s*x\nend\n",
        text_of (x0), text_of (f), text_of (2 * d * w), text_of (w * w));

    options.solver = SOLVERS[k % (int) G_N_ELEMENTS (SOLVERS)];
    options.interval = k % 2 == 0 ? 0.037 : 0;
    if (strcmp (options.solver, "rk4") == 0)
      options.h_fixed = 1e-3;
    g_autoptr (Run) run = run_model (text, "x", &options);
    g_assert_no_error (run->error);
    g_assert_cmpfloat (time_at (run, run->times->len - 1), ==, 5);
    for (uint32_t i = 0; i < run->times->len; i++) {
      const double t = time_at (run, i);
      const double x = rest + (x0 - rest) * exp (-d * w * t) *
                                  (cos (wd * t) + d * w / wd * sin (wd * t));

      g_assert_cmpfloat_with_epsilon (value_at (run, i), x, 1e-4);
    }
  }
}

/* ---- what a model tells of its variables ---- */

static void
test_variables (void)
{
  g_autoptr (SimModel) model =
      compile ("component M\n"
               "  parameter p::Real = 3\n"
               "  parameter q::Real = 2*p\n"
               "  variable x::Real(initial = 1, min = -p, max = 2*p, nominal = p*q)\n"
               "  variable y::Real\n"
               "  variable n::Integer\n"
               "  variable z::Boolean\n"
               "relations\n"
               "  der(x) = -y\n"
               "  y = p*x\n"
               "  z = y > 1\n"
               "  when x < 0.5\n"
               "    n = pre(n) + 1\n"
               "  end\n"
               "end\n");
  const SimVar *x = sim_model_var (model, sim_model_find (model, "x"));
  const SimVar *y = sim_model_var (model, sim_model_find (model, "y"));
  const SimVar *n = sim_model_var (model, sim_model_find (model, "n"));
  const SimVar *z = sim_model_var (model, sim_model_find (model, "z"));
  const SimVar *p = sim_model_var (model, sim_model_find (model, "p"));
  const SimVar *q = sim_model_var (model, sim_model_find (model, "q"));

  g_assert_cmpfloat (x->min, ==, -3);
  g_assert_cmpfloat (x->max, ==, 6);
  g_assert_cmpfloat (x->nominal, ==, 18);
  g_assert_true (isinf (y->min) && isinf (y->max) && y->min < 0 && y->max > 0);
  g_assert_true (x->is_state && !y->is_state && !n->is_state && !p->is_state);
  g_assert_true (p->is_parameter && q->is_parameter && !x->is_parameter);
  g_assert_true (p->is_settable && !q->is_settable);
  g_assert_true (n->is_discrete && z->is_discrete && !x->is_discrete &&
                 !y->is_discrete);
  g_assert_cmpint (x->type, ==, SIM_REAL);
  g_assert_cmpint (n->type, ==, SIM_INTEGER);
  g_assert_cmpint (z->type, ==, SIM_BOOLEAN);
  g_assert_cmpuint (sim_model_n_states (model), ==, 1);
  g_assert_cmpuint (sim_model_n_crossings (model), ==, 2);
  g_assert_cmpstr (sim_model_name (model), ==, "M");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/generated/instants", test_instants);
  g_test_add_func ("/sim/generated/dips", test_dips);
  g_test_add_func ("/sim/generated/delays", test_delays);
  g_test_add_func ("/sim/generated/equations", test_equations);
  g_test_add_func ("/sim/generated/hard-starts", test_hard_starts);
  g_test_add_func ("/sim/generated/oscillators", test_oscillators);
  g_test_add_func ("/sim/generated/variables", test_variables);
  return g_test_run ();
}
