/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../hand-dae.h"
#include "model-run.h"
#include "sim/solve/descent.h"
#include "sim/solve/pivot.h"

/* Consistent initial values of closed loops, from guesses of all kinds. */
typedef struct {
  SimModel *model;
  SimState *state;
  GError *error;
} Start;

static Start *
start_of (const char *text)
{
  Start *start = g_new0 (Start, 1);
  SimOptions options = sim_state_options_default ();

  options.stop = 1.0;
  start->model = compile (text);
  start->state = sim_state_new (start->model, &options, &start->error);
  g_assert_no_error (start->error);
  sim_state_init (start->state, NULL, NULL, &start->error);
  return start;
}

static void
start_free (Start *start)
{
  g_clear_error (&start->error);
  sim_state_free (start->state);
  sim_model_unref (start->model);
  g_free (start);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Start, start_free)

static double
value (const Start *start, const char *name)
{
  uint32_t v = sim_model_find (start->model, name);

  g_assert_cmpuint (v, !=, UINT32_MAX);
  return sim_state_value (start->state, v);
}

/* Crank, coupler and rocker between two pins at the distance d. The angles of the bars
 * are iterated; guesses are given for the joints. */
static char *
four_bar (double crank, double rocker_length, double d, const char *joint_guesses[2])
{
  return g_strdup_printf (
      "component M\n"
      "  parameter c::Real = %.17g\n"
      "  variable phi1::Real\n"
      "  variable phi2::Real\n"
      "  variable phi3::Real\n"
      "  variable joint2::Real%s\n"
      "  variable joint3::Real%s\n"
      "  variable w::Real\n"
      "relations\n"
      "  initial phi1 = %.17g\n"
      "  initial w = 0\n"
      "  der(phi1) = w\n"
      "  der(w) = -sin(phi1)\n"
      "  phi2 = phi1 + joint2\n"
      "  phi3 = phi2 + joint3\n"
      "  0.2 * cos(phi1) + 0.5 * cos(phi2) + c * cos(phi3) = %.17g\n"
      "  0.2 * sin(phi1) + 0.5 * sin(phi2) + c * sin(phi3) = 0\n"
      "end\n",
      rocker_length, joint_guesses[0], joint_guesses[1], crank, d);
}

static void
check_closed (const Start *start, double c, double d)
{
  double phi1 = value (start, "phi1"), phi2 = value (start, "phi2"),
         phi3 = value (start, "phi3");

  g_assert_cmpfloat_with_epsilon (0.2 * cos (phi1) + 0.5 * cos (phi2) + c * cos (phi3),
                                  d, 1e-12);
  g_assert_cmpfloat_with_epsilon (0.2 * sin (phi1) + 0.5 * sin (phi2) + c * sin (phi3),
                                  0.0, 1e-12);
}

/* What was guessed for the joints decides on which side the elbow stands; no bar turns
 * over on the way. */
static void
test_branches (void)
{
  static const char *const guesses[][2] = {
      {"(guess = -0.5)", "(guess = -2)"},
      {"(guess = -2.3)", "(guess = 2)"},
      {"(guess = -0.1)", "(guess = -1)"},
      {"(guess = -1.6)", "(guess = 1)"},
  };

  for (size_t i = 0; i < G_N_ELEMENTS (guesses); i++) {
    const char *pair[] = {guesses[i][0], guesses[i][1]};
    g_autofree char *text = four_bar (1.0, 0.4, 0.5, pair);
    g_autoptr (Start) start = start_of (text);

    g_assert_no_error (start->error);
    check_closed (start, 0.4, 0.5);
    g_assert_cmpfloat_with_epsilon (
        value (start, "joint3"), i % 2 == 0 ? -2.1774861576154256 : 2.1774861576154256,
        1e-9);
    g_assert_cmpfloat (fabs (value (start, "phi2")), <, G_PI);
  }
}

/* From anywhere, also from nothing and from where all bars lie in line. */
static void
test_rough (void)
{
  for (int i = -3; i <= 3; i++)
    for (int k = -3; k <= 3; k++) {
      g_autofree char *a = g_strdup_printf ("(guess = %d)", i);
      g_autofree char *b = g_strdup_printf ("(guess = %d)", k);
      const char *pair[] = {i == 0 ? "" : a, k == 0 ? "" : b};
      g_autofree char *text = four_bar (i == k ? 0.0 : 1.0, 0.4, 0.5, pair);
      g_autoptr (Start) start = start_of (text);

      g_assert_no_error (start->error);
      check_closed (start, 0.4, 0.5);
    }
}

/* In line and too short: the gap is what is missing. */
static void
test_open (void)
{
  static const char *guesses[] = {"(guess = 0.4)", "(guess = -0.9)"};
  g_autofree char *text = four_bar (0.0, 0.05, 0.9, guesses);
  g_autoptr (Start) start = start_of (text);

  g_assert_error (start->error, SIM_ERROR, SIM_NO_CONVERGENCE);
  g_assert_nonnull (strstr (start->error->message, "R505"));
  g_assert_nonnull (strstr (start->error->message, "cos(phi2)"));
  g_assert_nonnull (strstr (start->error->message, "(residual 0.15"));
}

/* A slider pushes a rod, the rod a crank; nothing is guessed, and all begin in line,
 * where the matrix is singular. */
static void
test_slider (void)
{
  g_autoptr (Start) start = start_of ("component M\n"
                                      "  variable s::Real\n"
                                      "  variable v::Real\n"
                                      "  variable crank::Real\n"
                                      "  variable rod::Real\n"
                                      "relations\n"
                                      "  initial s = 0.4\n"
                                      "  initial v = 0\n"
                                      "  der(s) = v\n"
                                      "  der(v) = 1 - s\n"
                                      "  0.3 * cos(crank) + 0.5 * cos(rod) = s\n"
                                      "  0.3 * sin(crank) + 0.5 * sin(rod) = 0\n"
                                      "end\n");

  g_assert_no_error (start->error);
  double crank = value (start, "crank"), rod = value (start, "rod");
  g_assert_cmpfloat_with_epsilon (fabs (crank), acos (0.0), 1e-9);
  g_assert_cmpfloat_with_epsilon (fabs (rod), asin (0.6), 1e-9);
}

/* n unknowns, all 0 at first. */
static Start *
start_of_many (const char *relation, uint32_t n)
{
  g_autofree char *text = g_strdup_printf ("component M\n"
                                           "  structural parameter n::Integer = %u\n"
                                           "  variable x::Real[n]\n"
                                           "relations\n"
                                           "  for i in 1:n\n"
                                           "    %s\n"
                                           "  end\n"
                                           "end\n",
                                           n, relation);

  return start_of (text);
}

/* Where all begin the matrix is zero, and one law after the other bends on the way to
 * the solution: that takes longer for many of them, and is found all the same. */
static void
test_many (void)
{
  static const struct {
    const char *relation;
    uint32_t n;
    double power;
  } cases[] = {{"x[i]^3 + sum(x) = time + i", 200, 3},
               {"x[i]^3 + sum(x) = time + i", 900, 3},
               {"x[i]^3 + sum(x) = time + i", 1200, 3},
               {"x[i]^5 + sum(x) = time + i", 400, 5}};

  for (size_t k = 0; k < G_N_ELEMENTS (cases); k++) {
    uint32_t n = cases[k].n;
    g_autoptr (Start) start = start_of_many (cases[k].relation, n);
    g_autofree double *x = g_new (double, n);
    double sum = 0.0;

    g_assert_no_error (start->error);
    for (uint32_t i = 0; i < n; i++) {
      g_autofree char *name = g_strdup_printf ("x[%u]", i + 1);
      x[i] = value (start, name);
      sum += x[i];
    }
    for (uint32_t i = 0; i < n; i++)
      g_assert_cmpfloat_with_epsilon (pow (x[i], cases[k].power) + sum, i + 1.0,
                                      1e-9 * n);
  }
}

/* What has no solution is told as that, not as having many, also where the matrix is
 * zero at the first point: in each size. */
static void
test_many_without (void)
{
  static const uint32_t sizes[] = {10, 200, 400, 1000};

  for (size_t k = 0; k < G_N_ELEMENTS (sizes); k++) {
    g_autoptr (Start) start =
        start_of_many ("x[i]^2 + x[mod(i, n) + 1]^2 = -1", sizes[k]);

    g_assert_error (start->error, SIM_ERROR, SIM_NO_CONVERGENCE);
    g_assert_nonnull (strstr (start->error->message, "R505"));
  }
}

/* A signal that starts from itself, through a delay, and each time further off. */
static void
test_delay (void)
{
  g_autoptr (Start) start = start_of ("component M\n"
                                      "  variable y::Real\n"
                                      "relations\n"
                                      "  y = delay(1 - 3*y, 0.5)\n"
                                      "end\n");

  g_assert_error (start->error, SIM_ERROR, SIM_NO_CONVERGENCE);
  g_assert_nonnull (strstr (start->error->message, "R505"));
}

/* A guess goes through a gear; a parameter in it may be changed without compiling. */
static void
test_parameter (void)
{
  SimOptions options = sim_state_options_default ();
  g_autoptr (Start) start = start_of ("component M\n"
                                      "  parameter ratio::Real = 4\n"
                                      "  parameter begin::Real = 20\n"
                                      "  variable motor::Real(guess = begin)\n"
                                      "  variable arm::Real\n"
                                      "relations\n"
                                      "  motor = ratio * arm\n"
                                      "  sin(arm) + arm / 100 = 0\n"
                                      "end\n");

  options.stop = 1.0;
  /* One of many zeros, the one that is nearest to 20 / 4. */
  g_assert_no_error (start->error);
  g_assert_cmpfloat_with_epsilon (value (start, "arm"), 6.22097, 1e-3);
  sim_state_free (start->state);
  start->state = sim_state_new (start->model, &options, &start->error);
  sim_state_set_parameter (start->state, sim_model_find (start->model, "begin"), 0.4);
  g_assert_cmpint (sim_state_init (start->state, NULL, NULL, &start->error), ==,
                   SIM_OK);
  g_assert_cmpfloat_with_epsilon (value (start, "arm"), 0.0, 1e-9);
}

/* x^2 + y^2 = r and x = y, from a point where the first equation has no slope. */
static void
test_descent (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *pool = h->dae.pool;
  const ExprId vars[] = {hand_var (h, "x"), hand_var (h, "y")};
  const ExprId r = hand_param (h, "r", 2.0), two = expr_number (pool, 2.0);
  const ExprId residuals[] = {
      expr_binary (pool, EXPR_SUB,
                   expr_binary (pool, EXPR_ADD,
                                expr_binary (pool, EXPR_MUL, vars[0], vars[0]),
                                expr_binary (pool, EXPR_MUL, vars[1], vars[1])),
                   r),
      expr_binary (pool, EXPR_SUB, vars[0], vars[1])};
  const ExprId entries[] = {expr_binary (pool, EXPR_MUL, two, vars[0]),
                            expr_binary (pool, EXPR_MUL, two, vars[1]),
                            expr_number (pool, 1.0), expr_number (pool, -1.0)};
  const double unit[] = {1.0, 1.0};
  double x[] = {3.0, 0.1}, sign;

  hand_block (h, DAE_NONLINEAR, 2, vars, residuals, entries);
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  double *slots = code_slots_new (program);
  const SimBlock circle = {program, program->sections[CODE_START].steps, slots};
  code_eval (program, CODE_PARAMETERS, slots);
  g_assert_cmpfloat (sim_descent_run (&circle, unit, NULL, x), <, 1e-6);
  g_assert_cmpfloat_with_epsilon (x[0], 1.0, 1e-6);
  g_assert_cmpfloat_with_epsilon (x[1], 1.0, 1e-6);
  slots[code_slot (program, hand_index (h, r), &sign)] = -2.0;
  code_eval (program, CODE_PARAMETERS, slots);
  x[0] = 3.0;
  x[1] = 3.0;
  /* No solution; the least is at the origin, in units of the slope at the beginning. */
  g_assert_cmpfloat_with_epsilon (sim_descent_run (&circle, unit, NULL, x), 2.0 / 6.0,
                                  1e-9);
  g_assert_cmpfloat_with_epsilon (x[0], 0.0, 1e-3);
  code_slots_free (slots);
}

/* The third row is the sum of the others, its right-hand side is not. A column that may
 * not be solved for is left to a later call. */
static void
test_pivots (void)
{
  double matrix[] = {1, 2, 3, 1, 0, 1, 1, 0, 1, 3, 4, 1}, right[] = {1, 2, 4};
  uint32_t row_of[4], column_of[3];
  bool may_solve[] = {true, false, false, true};
  SimPivots pivots = {3, 4, matrix, right, may_solve, row_of, column_of};

  sim_pivots_clear (&pivots);
  g_assert_cmpuint (sim_pivots_eliminate (&pivots, 1e-12), ==, 1);
  may_solve[1] = may_solve[2] = true;
  g_assert_cmpuint (sim_pivots_eliminate (&pivots, 1e-12), ==, 1);
  uint32_t n_free = 0;
  for (uint32_t r = 0; r < 3; r++) {
    if (column_of[r] != UINT32_MAX) {
      g_assert_cmpuint (row_of[column_of[r]], ==, r);
      g_assert_cmpfloat_with_epsilon (matrix[4 * r + column_of[r]], 1, 1e-15);
      continue;
    }
    n_free++;
    g_assert_cmpfloat_with_epsilon (fabs (right[r]), 1, 1e-14);
  }
  g_assert_cmpuint (n_free, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/start/branches", test_branches);
  g_test_add_func ("/sim/start/rough", test_rough);
  g_test_add_func ("/sim/start/open", test_open);
  g_test_add_func ("/sim/start/slider", test_slider);
  g_test_add_func ("/sim/start/many", test_many);
  g_test_add_func ("/sim/start/many-without", test_many_without);
  g_test_add_func ("/sim/start/delay", test_delay);
  g_test_add_func ("/sim/start/parameter", test_parameter);
  g_test_add_func ("/sim/start/descent", test_descent);
  g_test_add_func ("/sim/start/pivots", test_pivots);
  return g_test_run ();
}
