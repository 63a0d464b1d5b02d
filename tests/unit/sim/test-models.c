#include <math.h>
#include <string.h>

#include "base/folder.h"
#include "flat/flatten.h"
#include "lang/parser.h"
#include "sim/state.h"

/* Models as text through all passes, run to the end. */
typedef struct {
  SimModel *model;
  SimState *state;
  GArray *times;
  GArray *is_event;
  GArray *values; /* of one variable */
  uint32_t watched;
  GError *error;
} Run;

static void
keep (void *data, SimState *state, double time, bool is_event)
{
  Run *run = data;
  double value = sim_state_value (state, run->watched);

  g_array_append_val (run->times, time);
  g_array_append_val (run->is_event, is_event);
  g_array_append_val (run->values, value);
}

static SimModel *
compile (const char *text)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autofree char *folder = base_folder_data ();
  g_autoptr (LibIndex) library = lib_index_load_all (folder, diags, NULL);
  BaseSource *source = base_source_new ("model.dyad", text, strlen (text));
  g_autoptr (LangFile) file = lang_parse (source, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  FlatRoot root = {.model = lib_index_get (index, "model.M", LIB_COMPONENTS)};
  FlatModel *flat = flat_build (arena, index, &root, diags);
  DaeSystem *dae = flat == NULL ? NULL : dae_build (arena, flat, diags);

  base_source_unref (source);
  for (uint32_t i = 0; dae == NULL && i < base_diags_count (diags); i++) {
    g_autofree char *line = base_diag_to_text (base_diags_get (diags, i));
    g_test_message ("%s", line);
  }
  g_assert_nonnull (dae);
  return sim_model_new (dae);
}

/* Keeps the rows of one variable. */
static Run *
run_model (const char *text, const char *variable, const SimOptions *options)
{
  Run *run = g_new0 (Run, 1);

  run->model = compile (text);
  run->watched = sim_model_find (run->model, variable);
  g_assert_cmpuint (run->watched, !=, UINT32_MAX);
  run->times = g_array_new (FALSE, FALSE, sizeof (double));
  run->is_event = g_array_new (FALSE, FALSE, sizeof (bool));
  run->values = g_array_new (FALSE, FALSE, sizeof (double));
  run->state = sim_state_new (run->model, options, &run->error);
  g_assert_no_error (run->error);
  if (sim_init (run->state, keep, run, &run->error) == SIM_OK)
    sim_run (run->state, options->stop, NULL, keep, run, &run->error);
  return run;
}

static void
run_free (Run *run)
{
  g_array_unref (run->times);
  g_array_unref (run->is_event);
  g_array_unref (run->values);
  g_clear_error (&run->error);
  sim_state_free (run->state);
  sim_model_unref (run->model);
  g_free (run);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Run, run_free)

static double
time_at (const Run *run, uint32_t i)
{
  return g_array_index (run->times, double, i);
}

static double
value_at (const Run *run, uint32_t i)
{
  return g_array_index (run->values, double, i);
}

static GArray *
event_times (const Run *run)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (double));

  for (uint32_t i = 0; i < run->times->len; i++)
    if (g_array_index (run->is_event, bool, i)) {
      g_array_append_val (times, g_array_index (run->times, double, i));
      i++;
    }
  return times;
}

static SimOptions
options_for (double stop, double rtol)
{
  SimOptions options = sim_options_default ();

  options.stop = stop;
  options.rtol = rtol;
  return options;
}

/* A mass between two stops, as the library's components say it. */
static const char *const STOPS =
    "component M\n"
    "  left = TranslationalComponents.Components.Fixed(s0 = -1)\n"
    "  right = TranslationalComponents.Components.Fixed(s0 = 1)\n"
    "  stop_a = TranslationalComponents.Components.ElastoGap(c = 1e4, d = 0)\n"
    "  stop_b = TranslationalComponents.Components.ElastoGap(c = 1e4, d = 0)\n"
    "  mass = TranslationalComponents.Components.Mass(m = 1, s(initial = 0), v(initial "
    "= "
    "2))\n"
    "relations\n"
    "  connect(left.flange, stop_a.flange_a)\n"
    "  connect(stop_a.flange_b, mass.flange_a)\n"
    "  connect(mass.flange_b, stop_b.flange_a)\n"
    "  connect(stop_b.flange_b, right.flange)\n"
    "end\n";

/* Contacts last half a period of the stop's spring, flights as long as the way takes;
 * the number of events does not depend on tolerance, interval or solver. */
static void
test_stops (void)
{
  static const char *const solvers[] = {"auto", "rk8pd", "rodas4", "ndf"};
  double contact = G_PI / 100.0;

  for (size_t k = 0; k < G_N_ELEMENTS (solvers); k++)
    for (int digits = 5; digits <= 9; digits += 2) {
      SimOptions options = options_for (5.0, pow (10.0, -digits));

      options.solver = solvers[k];
      options.interval = digits == 5 ? 0.25 : -1.0;
      g_autoptr (Run) run = run_model (STOPS, "mass.v", &options);
      g_assert_no_error (run->error);
      g_autoptr (GArray) events = event_times (run);
      g_assert_cmpuint (events->len, ==, 10);
      double t = 0.5;
      for (uint32_t i = 0; i < events->len && digits == 9; i++) {
        g_assert_cmpfloat_with_epsilon (g_array_index (events, double, i), t, 1e-6);
        t += i % 2 == 0 ? contact : 1.0;
      }
    }
}

/* The Boolean of a contact changes between the two rows of its event. */
static void
test_boolean (void)
{
  SimOptions options = options_for (1.0, 1e-8);
  g_autoptr (Run) run = run_model (STOPS, "stop_b.contact", &options);

  g_assert_no_error (run->error);
  for (uint32_t i = 0; i < run->times->len; i++) {
    double t = time_at (run, i);
    bool in_contact = t > 0.5 && t < 0.5 + G_PI / 100.0;

    if (!g_array_index (run->is_event, bool, i))
      g_assert_cmpfloat (value_at (run, i), ==, in_contact ? 1.0 : 0.0);
  }
  g_autoptr (GArray) events = event_times (run);
  g_assert_cmpuint (events->len, ==, 2);
}

/* A step passes a first-order lag: its time is hit exactly. */
static void
test_filter (void)
{
  SimOptions options = options_for (2.0, 1e-8);
  g_autoptr (Run) run =
      run_model ("component M\n"
                 "  step = BlockComponents.Sources.Step(height = 2, start_time = 0.3)\n"
                 "  lag = BlockComponents.Continuous.FirstOrder(T = 0.4, k = 1)\n"
                 "relations\n"
                 "  connect(step.y, lag.u)\n"
                 "end\n",
                 "lag.y", &options);

  g_assert_no_error (run->error);
  g_autoptr (GArray) events = event_times (run);
  g_assert_cmpuint (events->len, ==, 1);
  g_assert_cmpfloat (g_array_index (events, double, 0), ==, 0.3);
  for (uint32_t i = 0; i < run->times->len; i++) {
    double t = time_at (run, i);
    g_assert_cmpfloat_with_epsilon (
        value_at (run, i), t < 0.3 ? 0.0 : 2.0 * (1.0 - exp ((0.3 - t) / 0.4)), 2e-7);
  }
}

/* Two masses in one: their accelerations follow from differentiated equations. */
static void
test_index_three (void)
{
  SimOptions options = options_for (3.0, 1e-9);
  g_autoptr (Run) run =
      run_model ("component M\n"
                 "  wall = TranslationalComponents.Components.Fixed()\n"
                 "  spring = TranslationalComponents.Components.Spring(c = 30)\n"
                 "  a = TranslationalComponents.Components.Mass(m = 1, s(initial = "
                 "0.5), v(initial = "
                 "0))\n"
                 "  b = TranslationalComponents.Components.Mass(m = 2)\n"
                 "relations\n"
                 "  connect(wall.flange, spring.flange_a)\n"
                 "  connect(spring.flange_b, a.flange_a)\n"
                 "  connect(a.flange_b, b.flange_a)\n"
                 "end\n",
                 "b.v", &options);

  g_assert_no_error (run->error);
  double w = sqrt (10.0);
  for (uint32_t i = 0; i < run->times->len; i++)
    g_assert_cmpfloat_with_epsilon (value_at (run, i),
                                    -0.5 * w * sin (w * time_at (run, i)), 1e-6);
}

/* A nonlinear equation between the state and its rate. */
static void
test_nonlinear (void)
{
  SimOptions options = options_for (1.0, 1e-9);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 2)\n"
                                   "  variable y::Real(guess = 1)\n"
                                   "relations\n"
                                   "  y + exp(y) = x\n"
                                   "  der(x) = -y\n"
                                   "end\n",
                                   "y", &options);

  g_assert_no_error (run->error);
  /* (1 + e^y) y' = -y: ln |y| + Ei (y) + t is constant; its derivative is checked. */
  for (uint32_t i = 2; i < run->times->len; i++) {
    double h = time_at (run, i) - time_at (run, i - 2), y = value_at (run, i - 1);
    double slope = (value_at (run, i) - value_at (run, i - 2)) / h;
    g_assert_cmpfloat_with_epsilon (slope, -y / (1.0 + exp (y)), 1e-5);
  }
}

/* sign() switches where its argument passes zero. */
static void
test_sign (void)
{
  SimOptions options = options_for (1.0, 1e-8);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 0)\n"
                                   "relations\n"
                                   "  der(x) = sign(cos(10*time))\n"
                                   "end\n",
                                   "x", &options);

  g_assert_no_error (run->error);
  double at = G_PI / 20.0, end = value_at (run, run->values->len - 1);
  /* Up to pi/20, down to 3 pi/20, up to 5 pi/20, down to 1 (before 7 pi/20). */
  g_assert_cmpfloat_with_epsilon (end, at - 2.0 * at + 2.0 * at - (1.0 - 5.0 * at),
                                  1e-9);
}

/* ---- discrete variables and when ---- */

/* A ball that loses a fifth of its speed at each bounce. */
static void
test_reinit (void)
{
  SimOptions options = options_for (3.5, 1e-9);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable s::Real(initial = 5)\n"
                                   "  variable v::Real(initial = 0)\n"
                                   "relations\n"
                                   "  der(s) = v\n"
                                   "  der(v) = -10\n"
                                   "  when s < 0\n"
                                   "    reinit(v, -0.8*v)\n"
                                   "  end\n"
                                   "end\n",
                                   "v", &options);

  g_assert_no_error (run->error);
  g_autoptr (GArray) events = event_times (run);
  g_assert_cmpuint (events->len, >=, 2);
  g_assert_cmpfloat_with_epsilon (g_array_index (events, double, 0), 1.0, 1e-9);
  for (uint32_t i = 0; i + 1 < run->times->len; i++)
    if (time_at (run, i) == g_array_index (events, double, 0)) {
      g_assert_cmpfloat_with_epsilon (value_at (run, i), -10.0, 1e-7);
      g_assert_cmpfloat_with_epsilon (value_at (run, i + 1), 8.0, 1e-7);
      break;
    }
  /* The second flight: up with 8, 1.6 s long, then up with 6.4. */
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1),
                                  6.4 - 10.0 * (3.5 - 2.6), 1e-6);
}

/* A ball that keeps the part e of its speed, dropped from h: bounces at
 * t0 (1 + 2 e (1 - e^k) / (1 - e)), t0 = sqrt (2 h / g), which have an end. Nothing
 * happens behind it, and the floor holds until there. */
static void
check_ball (const char *law, double e, const char *solver)
{
  SimOptions options = options_for (100.0, 1e-8);
  double t0 = sqrt (2.0 / 9.81), end = t0 * (1.0 + 2.0 * e / (1.0 - e));
  g_autofree char *text = g_strdup_printf ("component M\n"
                                           "  variable h::Real(initial = 1)\n"
                                           "  variable v::Real(initial = 0)\n"
                                           "relations\n"
                                           "  der(h) = v\n"
                                           "  der(v) = -9.81\n"
                                           "  when h < 0\n"
                                           "    reinit(v, %s)\n"
                                           "  end\n"
                                           "end\n",
                                           law);
  options.solver = solver;
  g_autoptr (Run) run = run_model (text, "h", &options);
  double bounce = t0, interval = 2.0 * t0 * e;

  g_assert_error (run->error, SIM_ERROR, SIM_ZENO);
  for (uint32_t i = 1; i < run->times->len; i++) {
    g_assert_cmpfloat (value_at (run, i), >=, -1e-9);
    g_assert_cmpfloat (time_at (run, i), <, end + 1e-6);
    if (!g_array_index (run->is_event, bool, i) ||
        fabs (time_at (run, i) - bounce) > 1e-7)
      continue;
    bounce += interval;
    interval *= e;
    if (interval < 1e-5)
      break;
  }
  g_assert_cmpfloat (interval, <, 1e-5);
  const BaseDiag *failure = sim_state_failure (run->state);
  g_assert_cmpuint (failure->number, ==, 504);
  g_assert_cmpuint (failure->line, ==, 7);
  g_assert_nonnull (strstr (failure->message, "h < 0"));
  double named =
      g_ascii_strtod (strstr (failure->message, "time ") + strlen ("time "), NULL);
  g_assert_cmpfloat_with_epsilon (named, end, 1e-6 * end);
}

static void
test_bouncing_ball (void)
{
  check_ball ("-0.5*v", 0.5, "auto");
  check_ball ("-0.5*pre(v)", 0.5, "auto");
  check_ball ("-0.5*v", 0.5, "rodas4");
  check_ball ("-0.9*v", 0.9, "auto");
  check_ball ("-0.05*v", 0.05, "auto");
}

/* ---- delays ---- */

/* A delay whose time changes meets a jump in its own instant, also when it goes back
 * behind it: how long it reads what came after is exact at any tolerance. */
static void
check_changing_delay (double mean, double swing, double frequency)
{
  enum { N = 4000000 };
  SimOptions options = options_for (10.0, 1e-4);
  char numbers[3][G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text =
      g_strdup_printf ("component M\n"
                       "  variable u::Real\n"
                       "  variable area::Real(initial = 0)\n"
                       "relations\n"
                       "  u = ifelse(time > 1, 1, 0)\n"
                       "  der(area) = delay(u, %s + %s*sin(%s*time), 5)\n"
                       "end\n",
                       g_ascii_dtostr (numbers[0], sizeof numbers[0], mean),
                       g_ascii_dtostr (numbers[1], sizeof numbers[1], swing),
                       g_ascii_dtostr (numbers[2], sizeof numbers[2], frequency));
  g_autoptr (Run) run = run_model (text, "area", &options);
  uint32_t n_behind = 0;

  g_assert_no_error (run->error);
  for (uint32_t i = 0; i < N; i++) {
    double t = 10.0 * (i + 0.5) / N;
    n_behind += t - mean - swing * sin (frequency * t) > 1.0;
  }
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1),
                                  10.0 * n_behind / N, 2e-5);
}

static void
test_changing_delay (void)
{
  check_changing_delay (0.5, 0.4, 1.0);
  check_changing_delay (1.0, 0.9, 3.0);
  check_changing_delay (2.0, 1.5, 5.0);
}

/* Such a delay is the signal itself, in a loop, too, and costs no steps. */
static void
test_no_delay (void)
{
  const char *text = "component M\n"
                     "  parameter T::Time = 0\n"
                     "  variable x::Real\n"
                     "  variable y::Real(initial = 1)\n"
                     "relations\n"
                     "  x = 1 - 0.5*delay(x, T)\n"
                     "  der(y) = delay(time, T) - y\n"
                     "end\n";
  SimOptions options = options_for (2.0, 1e-9);
  SimRunStats stats;
  g_autoptr (Run) run = run_model (text, "y", &options);

  g_assert_no_error (run->error);
  sim_state_stats (run->state, &stats);
  g_assert_cmpuint (stats.steps.n_steps, <, 200);
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1),
                                  1.0 + 2.0 * exp (-2.0), 1e-7);
  uint32_t x = sim_model_find (run->model, "x");
  g_assert_cmpfloat_with_epsilon (sim_state_value (run->state, x), 2.0 / 3.0, 1e-12);
}

/* ---- the steady state ---- */

static double
steady_value (const char *declarations, const char *relations, const char *variable)
{
  SimOptions options = {.rtol = 1e-6, .atol = NAN, .is_steady = true};
  g_autofree char *text =
      g_strdup_printf ("component M\n%srelations\n%send\n", declarations, relations);
  g_autoptr (Run) run = run_model (text, variable, &options);

  g_assert_no_error (run->error);
  g_assert_true (sim_state_is_finished (run->state));
  g_assert_cmpuint (run->times->len, ==, 1);
  g_assert_cmpfloat (time_at (run, 0), ==, 0.0);
  return value_at (run, 0);
}

#define MOTION                                                                         \
  "  variable x::Real(initial = 1)\n"                                                  \
  "  variable v::Real(initial = 2)\n"

/* Where a damped, an undamped and a nonlinear spring are in balance, and where a mass
 * comes to rest that only a damper or dry friction holds. */
static void
test_steady (void)
{
  static const double close = 1e-7;
  double root = steady_value (
      MOTION, "  der(x) = v\n  der(v) = 5 - 100*x - 20*x^3 - 0.01*v\n", "x");

  g_assert_cmpfloat_with_epsilon (
      steady_value (MOTION, "  der(x) = v\n  der(v) = 5 - 100*x - 0.1*v\n", "x"), 0.05,
      close);
  g_assert_cmpfloat_with_epsilon (
      steady_value (MOTION, "  der(x) = v\n  der(v) = 5 - 100*x\n", "x"), 0.05, close);
  g_assert_cmpfloat_with_epsilon (100.0 * root + 20.0 * pow (root, 3.0), 5.0, 1e-5);
  g_assert_cmpfloat_with_epsilon (
      steady_value (MOTION, "  der(x) = v\n  der(v) = -0.5*v\n", "x"), 5.0, close);
  g_assert_cmpfloat_with_epsilon (
      steady_value (
          "  mass = TranslationalComponents.Components.Mass(m = 1, s(initial = "
          "1), v(initial = 2))\n"
          "  dry = TranslationalComponents.Components.SupportFriction(f_pos = "
          "[[0, 2]])\n",
          "  connect(mass.flange_b, dry.flange_a)\n", "mass.s"),
      2.0, close);
}

/* Sources stand still, delays do nothing, and what turns on the way is found in time.
 */
static void
test_steady_conditions (void)
{
  static const double close = 1e-6;
  const char *tank = "  variable x::Real(initial = 1)\n"
                     "  variable y::Real(initial = 0)\n";

  g_assert_cmpfloat_with_epsilon (
      steady_value (
          tank, "  der(x) = 2 + sin(time) - sqrt(x)\n  der(y) = delay(x, 0.5) - y\n",
          "y"),
      4.0, close);
  g_assert_cmpfloat_with_epsilon (steady_value ("  variable x::Real(initial = 0.5)\n",
                                                "  der(x) = ifelse(x > 1, 2 - x, 1)\n",
                                                "x"),
                                  2.0, close);
  g_assert_cmpfloat_with_epsilon (
      steady_value ("  variable x::Real(initial = 3)\n  variable b::Boolean\n",
                    "  b = x > 2\n  der(x) = ifelse(b, -1, 1 - x)\n", "x"),
      1.0, close);
}

/* What falls for ever has none, and that is said. */
static void
test_steady_none (void)
{
  SimOptions options = {.rtol = 1e-6, .atol = NAN, .is_steady = true};
  g_autoptr (Run) run = run_model ("component M\n" MOTION "relations\n"
                                   "  der(x) = v\n"
                                   "  der(v) = 10 - v\n"
                                   "end\n",
                                   "x", &options);

  g_assert_error (run->error, SIM_ERROR, SIM_NOT_STEADY);
  const BaseDiag *failure = sim_state_failure (run->state);
  g_assert_cmpuint (failure->number, ==, 505);
  g_assert_nonnull (strstr (failure->message, "`x`"));
  g_assert_cmpuint (failure->line, ==, 2);
}

/* A condition that holds for a moment within one step has its event, also where its
 * difference has a corner there. */
static void
check_dips (const char *rates, const char *condition, const char *solver, double count)
{
  SimOptions options = options_for (100.0, 1e-6);
  g_autofree char *text = g_strdup_printf ("component M\n"
                                           "  variable x::Real(initial = 0)\n"
                                           "  variable v::Real(initial = 1)\n"
                                           "  variable n::Integer\n"
                                           "relations\n"
                                           "  der(x) = v\n"
                                           "  der(v) = %s\n"
                                           "  when %s\n"
                                           "    n = pre(n) + 1\n"
                                           "  end\n"
                                           "end\n",
                                           rates, condition);
  options.solver = solver;
  g_autoptr (Run) run = run_model (text, "n", &options);

  g_assert_no_error (run->error);
  g_assert_cmpfloat (value_at (run, run->values->len - 1), ==, count);
}

static void
test_short_dips (void)
{
  static const char *const solvers[] = {"auto", "ndf", "rodas4", "rk8pd", "rk4"};

  for (size_t i = 0; i < G_N_ELEMENTS (solvers); i++) {
    check_dips ("0", "abs(x - 50.5) < 1e-6", solvers[i], 1.0);
    check_dips ("-x", "abs(x - 0.505) < 1e-2", solvers[i], 32.0);
  }
  check_dips ("-x", "abs(x - 0.505) < 1e-3", "auto", 32.0);
}

/* With a state of rest the same ball comes to rest where its bounces end. */
static void
test_ball_at_rest (void)
{
  SimOptions options = options_for (3.0, 1e-8);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable h::Real(initial = 1)\n"
                                   "  variable v::Real(initial = 0)\n"
                                   "  variable rests::Boolean\n"
                                   "relations\n"
                                   "  der(h) = ifelse(rests, 0, v)\n"
                                   "  der(v) = ifelse(rests, 0, -9.81)\n"
                                   "  when h < 0\n"
                                   "    rests = v > -1e-3\n"
                                   "    reinit(v, ifelse(v > -1e-3, 0, -0.5*v))\n"
                                   "  end\n"
                                   "end\n",
                                   "h", &options);

  g_assert_no_error (run->error);
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1), 0.0, 1e-9);
}

/* The instants of sample() are hit exactly, and each counts once. */
static void
test_sample (void)
{
  SimOptions options = options_for (1.0, 1e-6);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable n::Integer\n"
                                   "relations\n"
                                   "  initial n = 10\n"
                                   "  when sample(0.1, 0.2)\n"
                                   "    n = pre(n) + 1\n"
                                   "  end\n"
                                   "end\n",
                                   "n", &options);

  g_assert_no_error (run->error);
  g_autoptr (GArray) events = event_times (run);
  g_assert_cmpuint (events->len, ==, 5);
  for (uint32_t i = 0; i < 5; i++)
    g_assert_cmpfloat (g_array_index (events, double, i), ==, 0.1 + i * 0.2);
  for (uint32_t i = 0; i < run->times->len; i++)
    if (!g_array_index (run->is_event, bool, i))
      g_assert_cmpfloat (value_at (run, i), ==,
                         10.0 + floor ((time_at (run, i) + 0.1) / 0.2 + 1e-9));
}

/* A state machine with a memory: two thresholds. */
static void
test_hysteresis (void)
{
  SimOptions options = options_for (10.2, 1e-8);
  g_autoptr (Run) run =
      run_model ("component M\n"
                 "  variable x::Real(initial = 0)\n"
                 "  variable on::Boolean\n"
                 "relations\n"
                 "  initial on = true\n"
                 "  on = pre(on) and x < 1 or not pre(on) and x < 0.5\n"
                 "  der(x) = ifelse(on, 1, -1)\n"
                 "end\n",
                 "on", &options);

  g_assert_no_error (run->error);
  /* Only the threshold that matters is watched: each event changes the state. */
  g_autoptr (GArray) events = event_times (run);
  g_assert_cmpuint (events->len, ==, 19);
  /* Up to 1 at t = 1, then half a second for each way. */
  double t = 1.0;
  for (uint32_t i = 1; i < run->times->len; i++)
    if (value_at (run, i) != value_at (run, i - 1)) {
      g_assert_cmpfloat_with_epsilon (time_at (run, i), t, 1e-6);
      g_assert_cmpfloat (time_at (run, i), ==, time_at (run, i - 1));
      t += 0.5;
    }
  g_assert_cmpfloat_with_epsilon (t, 10.5, 1e-9);
}

static void
test_floor (void)
{
  SimOptions options = options_for (2.0, 1e-8);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 0)\n"
                                   "relations\n"
                                   "  der(x) = floor(2*time) + floor(3*sin(time))\n"
                                   "end\n",
                                   "x", &options);

  g_assert_no_error (run->error);
  double a = asin (1.0 / 3.0), b = asin (2.0 / 3.0), c = G_PI - b, end = 2.0;
  double stairs = 0.5 * (1.0 + 2.0 + 3.0), waves = (b - a) + 2.0 * (MIN (c, end) - b);
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1), stairs + waves,
                                  1e-9);
}

static void
test_terminate (void)
{
  SimOptions options = options_for (2.0, 1e-8);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 0)\n"
                                   "relations\n"
                                   "  der(x) = 1\n"
                                   "  when x > 0.7\n"
                                   "    terminate(\"far enough\")\n"
                                   "  end\n"
                                   "end\n",
                                   "x", &options);

  g_assert_no_error (run->error);
  g_assert_true (sim_state_is_finished (run->state));
  g_assert_cmpfloat_with_epsilon (sim_state_time (run->state), 0.7, 1e-9);
  g_assert_cmpstr (sim_state_termination (run->state), ==, "far enough");
}

static void
test_when_assert (void)
{
  SimOptions options = options_for (2.0, 1e-8);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 0)\n"
                                   "relations\n"
                                   "  der(x) = 1\n"
                                   "  when time >= 0.5\n"
                                   "    assert(x > 0.6, \"too slow\")\n"
                                   "  end\n"
                                   "end\n",
                                   "x", &options);

  g_assert_error (run->error, SIM_ERROR, SIM_ASSERT);
  g_assert_nonnull (strstr (run->error->message, "too slow"));
  g_assert_nonnull (strstr (run->error->message, "0.5"));
}

/* ---- start ---- */

static void
test_steady_start (void)
{
  SimOptions options = options_for (1.0, 1e-8);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real\n"
                                   "relations\n"
                                   "  der(x) = 3 - x - x^3\n"
                                   "  initial der(x) = 0\n"
                                   "end\n",
                                   "x", &options);

  g_assert_no_error (run->error);
  double x = value_at (run, 0);
  g_assert_cmpfloat_with_epsilon (x + x * x * x, 3.0, 1e-8);
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1), x, 1e-8);
}

static const char *const REDUNDANT = "component M\n"
                                     "  variable x::Real(initial = 2)\n"
                                     "  variable y::Real(initial = %s)\n"
                                     "relations\n"
                                     "  y = 3*x\n"
                                     "  der(x) = -x\n"
                                     "end\n";

static void
test_redundant_start (void)
{
  SimOptions options = options_for (1.0, 1e-8);
  g_autofree char *good = g_strdup_printf (REDUNDANT, "6");
  g_autoptr (Run) run = run_model (good, "y", &options);

  g_assert_no_error (run->error);
  g_assert_cmpfloat_with_epsilon (value_at (run, run->values->len - 1),
                                  6.0 * exp (-1.0), 1e-6);
}

/* ---- failures, in the words of the model ---- */

static void
test_domain (void)
{
  SimOptions options = options_for (5.0, 1e-6);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable level::Real(initial = 1)\n"
                                   "  variable flow::Real\n"
                                   "relations\n"
                                   "  flow = sqrt(level)\n"
                                   "  der(level) = -2 + 0*flow + flow/10\n"
                                   "end\n",
                                   "level", &options);

  g_assert_error (run->error, SIM_ERROR, SIM_BAD_VALUE);
  g_assert_nonnull (strstr (run->error->message, "R507"));
  g_assert_nonnull (strstr (run->error->message, "`flow`"));
  g_assert_cmpuint (run->times->len, >, 40);
}

static void
test_no_start (void)
{
  SimOptions options = options_for (1.0, 1e-6);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 0)\n"
                                   "  variable y::Real\n"
                                   "relations\n"
                                   "  y^2 + 1 = x\n"
                                   "  der(x) = y\n"
                                   "end\n",
                                   "x", &options);

  g_assert_error (run->error, SIM_ERROR, SIM_NO_CONVERGENCE);
  g_assert_nonnull (strstr (run->error->message, "R505"));
  g_assert_nonnull (strstr (run->error->message, "`y * y + 1 = x` is off by 1"));
}

static void
test_assert (void)
{
  SimOptions options = options_for (1.0, 1e-6);
  g_autoptr (Run) run = run_model ("component M\n"
                                   "  variable x::Real(initial = 0)\n"
                                   "relations\n"
                                   "  der(x) = 1\n"
                                   "  assert(x < 0.5, \"x leaves its range\")\n"
                                   "end\n",
                                   "x", &options);

  g_assert_error (run->error, SIM_ERROR, SIM_ASSERT);
  g_assert_nonnull (strstr (run->error->message, "x leaves its range"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/models/stops", test_stops);
  g_test_add_func ("/sim/models/boolean", test_boolean);
  g_test_add_func ("/sim/models/filter", test_filter);
  g_test_add_func ("/sim/models/index-three", test_index_three);
  g_test_add_func ("/sim/models/nonlinear", test_nonlinear);
  g_test_add_func ("/sim/models/sign", test_sign);
  g_test_add_func ("/sim/models/reinit", test_reinit);
  g_test_add_func ("/sim/models/bouncing-ball", test_bouncing_ball);
  g_test_add_func ("/sim/models/ball-at-rest", test_ball_at_rest);
  g_test_add_func ("/sim/models/changing-delay", test_changing_delay);
  g_test_add_func ("/sim/models/no-delay", test_no_delay);
  g_test_add_func ("/sim/models/steady", test_steady);
  g_test_add_func ("/sim/models/steady-conditions", test_steady_conditions);
  g_test_add_func ("/sim/models/steady-none", test_steady_none);
  g_test_add_func ("/sim/models/short-dips", test_short_dips);
  g_test_add_func ("/sim/models/sample", test_sample);
  g_test_add_func ("/sim/models/hysteresis", test_hysteresis);
  g_test_add_func ("/sim/models/floor", test_floor);
  g_test_add_func ("/sim/models/terminate", test_terminate);
  g_test_add_func ("/sim/models/when-assert", test_when_assert);
  g_test_add_func ("/sim/models/steady-start", test_steady_start);
  g_test_add_func ("/sim/models/redundant-start", test_redundant_start);
  g_test_add_func ("/sim/models/domain", test_domain);
  g_test_add_func ("/sim/models/no-start", test_no_start);
  g_test_add_func ("/sim/models/assert", test_assert);
  return g_test_run ();
}
