/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a program tells of its crossings and poles: which there are, and when they
 * matter. */
#include <math.h>

#include "../hand-dae.h"
#include "code/program.h"

typedef struct {
  HandDae *h;
  ExprPool *pool;
  ExprId x, u, y, p, z; /* two states, their rate, a parameter, a discrete variable */
} Fixture;

static void
set_up (Fixture *f, const void *data)
{
  f->h = hand_new ();
  f->pool = f->h->dae.pool;
  f->p = hand_param (f->h, "p", 2.0);
  f->x = hand_state (f->h, "x", EXPR_NONE);
  f->u = hand_state (f->h, "u", EXPR_NONE);
  f->y = hand_var (f->h, "y");
  f->z = hand_discrete (f->h, "z");
  hand_rate (f->h, f->x, f->y);
  hand_rate (f->h, f->u, f->y);
}

static void
tear_down (Fixture *f, const void *data)
{
  hand_free (f->h);
}

static ExprId
number (const Fixture *f, double value)
{
  return expr_number (f->pool, value);
}

static ExprId
one (const Fixture *f, ExprOp op, ExprId a)
{
  return expr_unary (f->pool, op, a);
}

static ExprId
two (const Fixture *f, ExprOp op, ExprId a, ExprId b)
{
  return expr_binary (f->pool, op, a, b);
}

static CodeProgram *
build (Fixture *f, double **slots)
{
  CodeProgram *program = code_build (hand_finish (f->h), NULL);

  code_verify (program);
  *slots = g_new (double, program->n_slots);
  code_load (program, *slots);
  code_eval (program, CODE_PARAMETERS, *slots);
  return program;
}

static double *
at (const Fixture *f, const CodeProgram *program, ExprId var, double *slots)
{
  double sign;

  return &slots[code_slot (program, hand_index (f->h, var), &sign)];
}

/* The poles of y = e; if there is one, the value of its divisor at x = 0.5, u = 3. */
static uint32_t
poles_of (ExprId (*of) (const Fixture *), double *divisor, bool *is_log)
{
  Fixture f;

  set_up (&f, NULL);
  hand_assign (f.h, f.y, of (&f));
  g_autofree double *slots = NULL;
  g_autoptr (CodeProgram) program = build (&f, &slots);
  const CodePole *poles = program->poles;
  const uint32_t n = program->n_poles;
  *at (&f, program, f.x, slots) = 0.5;
  *at (&f, program, f.u, slots) = 3.0;
  slots[CODE_TIME] = 7.0;
  code_eval (program, CODE_DIVISORS, slots);
  *divisor = n > 0 ? slots[poles[0].divisor] : NAN;
  *is_log = n > 0 && poles[0].is_log;
  tear_down (&f, NULL);
  return n;
}

/* 1 / e: e passes zero where a factor of it does that varies between events and may
 * change its sign. */
#define OVER(name, e)                                                                  \
  static ExprId over_##name (const Fixture *f)                                         \
  {                                                                                    \
    return two (f, EXPR_DIV, number (f, 1.0), e);                                      \
  }
#define SQUARE   two (f, EXPR_MUL, f->x, f->x)
#define POSITIVE two (f, EXPR_ADD, SQUARE, number (f, 1.0))
OVER (state, f->x)
OVER (parameter, f->p)
OVER (of_parameter, one (f, EXPR_SIN, f->p))
OVER (discrete, f->z)
OVER (time, expr_time (f->pool))
OVER (square, SQUARE)
OVER (positive, POSITIVE)
OVER (difference, two (f, EXPR_SUB, f->x, f->p))
OVER (power, one (f, EXPR_EXP, f->x))
OVER (size, one (f, EXPR_ABS, f->x))
OVER (at_least_one, two (f, EXPR_MAX, f->x, number (f, 1.0)))
OVER (one_at_least, two (f, EXPR_MAX, number (f, 1.0), f->x))
OVER (larger, two (f, EXPR_MAX, f->x, f->u))
OVER (at_most_one, two (f, EXPR_MIN, f->x, number (f, 1.0)))
OVER (product, two (f, EXPR_MUL, POSITIVE, two (f, EXPR_MUL, f->p, f->u)))
OVER (two_factors, two (f, EXPR_MUL, f->x, f->u))
OVER (even_power, two (f, EXPR_POW, f->x, number (f, 4.0)))
OVER (sine, one (f, EXPR_SIN, f->x))
OVER (at_least_zero, two (f, EXPR_MAX, f->x, number (f, 0.0)))
OVER (sum_of_positive, two (f, EXPR_ADD, POSITIVE, SQUARE))
OVER (quotient_of_positive, two (f, EXPR_DIV, POSITIVE, one (f, EXPR_EXP, f->u)))
OVER (least_of_positive, two (f, EXPR_MIN, POSITIVE, one (f, EXPR_EXP, f->u)))
OVER (positive_branches, expr_if (f->pool, f->z, POSITIVE, one (f, EXPR_EXP, f->u)))
OVER (one_positive_branch, expr_if (f->pool, f->z, f->x, POSITIVE))
OVER (negated, one (f, EXPR_NEG, f->x))
OVER (root, one (f, EXPR_SQRT, f->x))
OVER (odd_power, two (f, EXPR_POW, f->x, number (f, 3.0)))
OVER (fraction, two (f, EXPR_DIV, f->x, f->u))

static ExprId
tangent (const Fixture *f)
{
  return one (f, EXPR_TAN, f->x);
}

static ExprId
logarithm (const Fixture *f)
{
  return one (f, EXPR_LOG, f->u);
}

static ExprId
cube (const Fixture *f)
{
  return two (f, EXPR_POW, f->x, number (f, 3.0));
}

static ExprId
inverse_cube (const Fixture *f)
{
  return two (f, EXPR_POW, f->x, number (f, -3.0));
}

static ExprId
any_power (const Fixture *f)
{
  return two (f, EXPR_POW, f->x, f->p);
}

static ExprId
logarithm10 (const Fixture *f)
{
  return one (f, EXPR_LOG10, two (f, EXPR_MUL, f->u, f->p));
}

static ExprId
tangent_of_parameter (const Fixture *f)
{
  return one (f, EXPR_TAN, f->p);
}

static void
test_which_poles (void)
{
  static const struct {
    ExprId (*of) (const Fixture *);
    uint32_t n;
    double divisor; /* of the first, where there is one alone */
    bool is_log;
  } CASES[] = {
      {over_state, 1, 0.5, false},
      {over_parameter, 0, 0, false},
      {over_discrete, 0, 0, false},
      {over_of_parameter, 0, 0, false},
      {over_time, 1, 7.0, false},
      {over_square, 1, 0.5, false},
      {over_positive, 0, 0, false},
      {over_difference, 1, -1.5, false},
      {over_power, 0, 0, false},
      {over_size, 1, 0.5, false},
      {over_at_least_one, 0, 0, false},
      {over_one_at_least, 0, 0, false},
      {over_larger, 1, 3.0, false},
      {over_at_most_one, 1, 0.5, false},
      {over_product, 1, 3.0, false},
      {over_two_factors, 2, NAN, false},
      {over_even_power, 1, 0.5, false},
      {over_sine, 1, NAN, false},
      {over_at_least_zero, 0, 0, false},
      {over_sum_of_positive, 0, 0, false},
      {over_quotient_of_positive, 0, 0, false},
      {over_least_of_positive, 0, 0, false},
      {over_positive_branches, 0, 0, false},
      {over_one_positive_branch, 1, 1.25, false},
      {over_negated, 1, 0.5, false},
      {over_root, 1, 0.5, false},
      {over_odd_power, 1, 0.5, false},
      {over_fraction, 1, 0.5, false},
      {any_power, 1, 0.5, false},
      {logarithm10, 1, 3.0, true},
      {tangent, 1, NAN, false},
      {logarithm, 1, 3.0, true},
      {cube, 0, 0, false},
      {inverse_cube, 1, 0.5, false},
      {tangent_of_parameter, 0, 0, false},
  };

  for (uint32_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    double divisor;
    bool is_log;

    g_assert_cmpuint (poles_of (CASES[i].of, &divisor, &is_log), ==, CASES[i].n);
    if (CASES[i].n == 1 && !isnan (CASES[i].divisor))
      g_assert_cmpfloat (divisor, ==, CASES[i].divisor);
    g_assert_true (is_log == CASES[i].is_log);
  }
}

/* A pole in a branch matters where that branch is taken, the first or the other. */
static void
test_when_a_pole_matters (Fixture *f, const void *data)
{
  const bool is_first = GPOINTER_TO_INT (data);
  ExprId quotient = two (f, EXPR_DIV, f->u, f->x);

  hand_assign (f->h, f->y,
               is_first ? expr_if (f->pool, f->z, quotient, f->u)
                        : expr_if (f->pool, f->z, f->u, quotient));
  g_autofree double *slots = NULL;
  g_autoptr (CodeProgram) program = build (f, &slots);
  const CodePole *poles = program->poles;
  const uint32_t n = program->n_poles;
  g_assert_cmpuint (n, ==, 1);
  *at (f, program, f->x, slots) = 0.5;
  *at (f, program, f->u, slots) = 3.0;
  for (int z = 0; z < 2; z++) {
    *at (f, program, f->z, slots) = z;
    code_eval (program, CODE_DIVISORS, slots);
    code_eval (program, CODE_QUOTIENTS, slots);
    g_assert_cmpfloat (slots[poles[0].quotient], ==, 6.0);
    g_assert_true ((slots[poles[0].matters] != 0) == ((z == 1) == is_first));
  }
  g_assert_true (&slots[poles[0].variable] == at (f, program, f->y, slots));
}

/* A crossing that a discrete condition shuts off is not watched meanwhile, whether the
 * state moves by it or the output shows it; one that decides in any case always is, and
 * one behind a condition that varies between events; one that nothing follows from
 * never. */
static void
test_when_a_crossing_matters (Fixture *f, const void *data)
{
  ExprId zero = number (f, 0.0), shown = hand_var (f->h, "shown");
  ExprId also = hand_var (f->h, "also"), late = hand_var (f->h, "late");
  ExprId a = hand_crossing (f->h, EXPR_GT, f->x, zero);
  ExprId b = hand_crossing (f->h, EXPR_GT, f->u, zero);
  ExprId c = hand_crossing (f->h, EXPR_LT, f->u, f->x);

  ExprId d = hand_crossing (f->h, EXPR_LE, f->u, f->p);
  ExprId is_late = two (f, EXPR_GT, expr_time (f->pool), f->p);

  hand_crossing (f->h, EXPR_LT, f->x, f->p);
  hand_assign (f->h, f->y,
               expr_if (f->pool, f->z, expr_if (f->pool, a, f->x, f->u), f->p));
  hand_output (f->h, shown, expr_if (f->pool, c, f->x, f->u));
  hand_output (f->h, also,
               expr_if (f->pool, f->z, f->p, expr_if (f->pool, b, f->x, f->u)));
  hand_output (f->h, late,
               expr_if (f->pool, is_late, expr_if (f->pool, d, f->x, f->u), f->p));
  g_autofree double *slots = NULL;
  g_autoptr (CodeProgram) program = build (f, &slots);
  const CodeCrossing *crossings = program->crossings;
  const uint32_t n = program->n_crossings;
  g_assert_cmpuint (n, ==, 5);
  slots[CODE_TIME] = 0.0;
  for (int z = 0; z < 2; z++) {
    *at (f, program, f->z, slots) = z;
    code_eval (program, CODE_WATCHED, slots);
    g_assert_true ((slots[crossings[0].watched] != 0) == (z == 1));
    g_assert_true ((slots[crossings[1].watched] != 0) == (z == 0));
    g_assert_true (slots[crossings[2].watched] != 0);
    g_assert_true (slots[crossings[3].watched] != 0);
    g_assert_true (slots[crossings[4].watched] == 0);
  }
}

/* The instant of a time event follows from its line. */
static void
test_line_of_a_time_event (Fixture *f, const void *data)
{
  ExprId late = hand_time_crossing (f->h, EXPR_GT, f->p);

  hand_assign (f->h, f->y, expr_if (f->pool, late, f->x, f->u));
  g_autofree double *slots = NULL;
  g_autoptr (CodeProgram) program = build (f, &slots);
  const CodeCrossing *crossing = program->crossings;
  const uint32_t n = program->n_crossings;
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (crossing->kind, ==, DAE_TIME_EVENT);
  g_assert_cmpfloat (slots[crossing->slope], ==, 1.0);
  g_assert_cmpfloat (slots[crossing->rest], ==, -2.0);
}

/* The guess of a variable that is another with the other sign is negated for that. */
static void
test_guess_of_an_alias (Fixture *f, const void *data)
{
  ExprId minus = hand_alias (f->h, "minus", f->y, -1.0);
  FlatVar *var = &f->h->flat_vars.at[hand_index (f->h, minus)];

  var->guess = number (f, 3.0);
  var->has_guess = true;
  f->h->flat_vars.at[hand_index (f->h, f->x)].guess = f->p;
  hand_assign (f->h, f->y, f->x);
  g_autofree double *slots = NULL;
  g_autoptr (CodeProgram) program = build (f, &slots);
  code_eval (program, CODE_GUESSES, slots);
  g_assert_cmpfloat (*at (f, program, f->y, slots), ==, -3.0);
  g_assert_cmpfloat (*at (f, program, f->x, slots), ==, 2.0);
}

#define ADD(path, test)                                                                \
  g_test_add ("/code/" path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/code/pole/which", test_which_poles);
  for (int i = 0; i < 2; i++)
    g_test_add (i ? "/code/pole/when-it-matters" : "/code/pole/when-the-other-matters",
                Fixture, GINT_TO_POINTER (i), set_up, test_when_a_pole_matters,
                tear_down);
  ADD ("crossing/when-it-matters", test_when_a_crossing_matters);
  ADD ("crossing/line-of-a-time-event", test_line_of_a_time_event);
  ADD ("guess/of-an-alias", test_guess_of_an_alias);
  return g_test_run ();
}
