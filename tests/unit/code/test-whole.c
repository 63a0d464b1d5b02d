/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generated systems with all that a program has: whatever is evaluated gives what the
 * expressions give, from states, discrete variables and parameters alone. */
#include <math.h>

#include "../hand-dae.h"
#include "code/delay.h"
#include "code/program.h"

enum {
  N_STATES = 3,
  N_EXPLICIT = 6,
  N_SHOWN = 4,
  N_CROSSINGS = 3,
  N_DELAYS = 12,
  N_MORE = 3
};

static const double TIME = 0.4;

/* An expression, and another of variables and numbers alone with the same value: what
 * is delayed, crossed and remembered stands in it as a number. */
typedef struct {
  ExprId code, plain;
} Pair;

typedef struct {
  HandDae *h;
  ExprPool *pool;
  GRand *rand;
  BASE_VEC (Pair) known; /* to make others of */
  BASE_VEC (FlatDelay) delays;
  Pair signal[N_DELAYS];
  double crossed[N_CROSSINGS];
  Pair side[N_CROSSINGS][2];
  ExprId param[4], state[N_STATES], discrete[2], explicit[N_EXPLICIT], shown[N_SHOWN];
  Pair fresh[2]; /* what the discrete variables become */
  Pair guess[N_STATES];
  double pre[2];
  Pair check[N_MORE][2], assert[N_MORE], action[N_MORE];
  DaeAction actions[N_MORE];
  double *value; /* of all variables */
  uint32_t n_poles;
} System;

static double
value_of (const void *data, uint32_t variable)
{
  return ((const System *) data)->value[variable];
}

static double
eval (const System *s, Pair pair)
{
  return expr_eval (s->pool, pair.plain, TIME, value_of, s);
}

/* The delay of the n-th delayed signal. */
static double
delay_of (uint32_t n)
{
  return 0.1 * (n + 1);
}

static double
delayed (uint32_t n, double time)
{
  return sin (10 * delay_of (n) + 100 * time);
}

typedef struct {
  CodeDelayTable table;
  const CodeProgram *program;
} Signals;

static double
look_up (CodeDelayTable *table, uint32_t number, double delay, double time)
{
  const CodeProgram *program = ((Signals *) table)->program;

  g_assert_cmpuint (number, <, program->n_delays);
  g_assert_cmpfloat (delay, ==, delay_of (program->delays[number].number));
  return delayed (program->delays[number].number, time);
}

static Pair
number (const System *s, double value)
{
  const ExprId e = expr_number (s->pool, value);

  return (Pair){e, e};
}

static void
know (System *s, ExprId code, ExprId plain)
{
  base_vec_push (s->h->arena, s->known, ((Pair){code, plain}));
}

static Pair
pick (System *s)
{
  return s->known.at[g_rand_int_range (s->rand, 0, (int) s->known.n)];
}

/* What has a value for all arguments, and no large one. */
static const ExprOp OPERATORS[] = {EXPR_ADD,  EXPR_SUB,  EXPR_MUL, EXPR_SIN,  EXPR_COS,
                                   EXPR_ATAN, EXPR_TANH, EXPR_MIN, EXPR_MAX,  EXPR_ABS,
                                   EXPR_NEG,  EXPR_IF,   EXPR_SUB, EXPR_DELAY};

/* One operation more. */
static Pair
make (System *s, ExprOp op, const Pair args[3])
{
  const ExprId code[] = {args[0].code, args[1].code, args[2].code};
  const ExprId plain[] = {args[0].plain, args[1].plain, args[2].plain};
  const uint32_t n = s->delays.n;

  if (op == EXPR_IF) {
    const uint32_t k = (uint32_t) g_rand_int_range (s->rand, 0, N_CROSSINGS);

    return (Pair){
        expr_if (s->pool, expr_leaf (s->pool, EXPR_CROSSING, k), code[1], code[2]),
        s->crossed[k] != 0 ? plain[1] : plain[2]};
  }
  if (op != EXPR_DELAY)
    return (Pair){expr_make (s->pool, op, 0, code), expr_make (s->pool, op, 0, plain)};
  if (n == N_DELAYS)
    return args[0];
  const ExprId delay[] = {code[0], expr_number (s->pool, delay_of (n))};
  base_vec_push (
      s->h->arena, s->delays,
      ((FlatDelay){.signal = delay[0], .time = delay[1], .longest = delay[1]}));
  s->signal[n] = args[0];
  return (Pair){expr_make (s->pool, EXPR_DELAY, n, delay),
                expr_number (s->pool, delayed (n, TIME))};
}

static Pair
random_pair (System *s, int size)
{
  Pair last = pick (s);

  for (int i = 0; i < size; i++) {
    const ExprOp op =
        OPERATORS[g_rand_int_range (s->rand, 0, (int) G_N_ELEMENTS (OPERATORS))];

    last = make (s, op, (const Pair[]){last, pick (s), pick (s)});
  }
  return last;
}

/* A variable of the system, from now on known, with the value that it has. */
static void
add_value (System *s, ExprId var, double value)
{
  s->value[hand_index (s->h, var)] = value;
  know (s, var, var);
}

static void
add_parameters (System *s)
{
  for (int i = 0; i < 2; i++)
    add_value (s, s->param[i] = hand_param (s->h, "p", 0.7 + i), 0.7 + i);
  know (s, expr_number (s->pool, 2.0), expr_number (s->pool, 2.0));
  for (int i = 2; i < 4; i++) {
    const Pair of = {expr_binary (s->pool, EXPR_MUL, s->param[i - 1], s->param[0]),
                     expr_binary (s->pool, EXPR_MUL, s->param[i - 1], s->param[0])};

    s->param[i] = hand_computed_param (s->h, "p", of.code);
    add_value (s, s->param[i], eval (s, of));
  }
}

static void
add_states (System *s)
{
  for (int i = 0; i < N_STATES; i++) {
    s->guess[i] = random_pair (s, 2); /* of parameters */
    while (expr_op (s->pool, s->guess[i].code) == EXPR_IF || s->delays.n > 0) {
      s->guess[i] = number (s, 0.1 * (i + 1));
      s->delays.n = 0;
    }
  }
  for (int i = 0; i < N_STATES; i++)
    add_value (s, s->state[i] = hand_state (s->h, "x", s->guess[i].code),
               g_rand_double_range (s->rand, -1, 1));
  know (s, expr_time (s->pool), expr_time (s->pool));
}

static void
add_discrete (System *s)
{
  for (int i = 0; i < 2; i++) {
    const ExprId z = s->discrete[i] = hand_discrete (s->h, "z");

    s->pre[i] = g_rand_int_range (s->rand, 0, 2);
    add_value (s, z, g_rand_int_range (s->rand, 0, 2));
    know (s, expr_unary (s->pool, EXPR_PRE, z), expr_number (s->pool, s->pre[i]));
  }
}

static void
add_blocks (System *s)
{
  for (int i = 0; i < N_EXPLICIT; i++) {
    const Pair e = random_pair (s, 6);

    s->explicit[i] = hand_var (s->h, "a");
    hand_assign (s->h, s->explicit[i], e.code);
    add_value (s, s->explicit[i], eval (s, e));
  }
  const ExprId minus = hand_alias (s->h, "minus", s->explicit[1], -1);
  s->value[hand_index (s->h, minus)] = -s->value[hand_index (s->h, s->explicit[1])];
  hand_rate (s->h, s->state[0], s->explicit[0]);
  hand_rate (s->h, s->state[1], minus);
  hand_rate (s->h, s->state[2], s->explicit[N_EXPLICIT - 1]);
  for (int i = 1; i < N_SHOWN; i++) {
    const Pair e = random_pair (s, 6);

    s->shown[i] = hand_var (s->h, "o");
    hand_output (s->h, s->shown[i], e.code);
    add_value (s, s->shown[i], eval (s, e));
  }
  /* A quotient whose divisor passes no zero, but nobody knows. */
  const ExprId divisor =
      expr_binary (s->pool, EXPR_ADD, expr_unary (s->pool, EXPR_ATAN, s->explicit[2]),
                   expr_number (s->pool, 2.0));
  s->shown[0] = hand_var (s->h, "q");
  hand_output (s->h, s->shown[0],
               expr_binary (s->pool, EXPR_DIV, s->param[0], divisor));
  add_value (s, s->shown[0],
             s->value[hand_index (s->h, s->param[0])] /
                 eval (s, (Pair){divisor, divisor}));
  /* What is computed for one purpose may be part of what serves another. */
  const Pair common = random_pair (s, 3);
  know (s, common.code, common.plain);
  for (int i = 0; i < 2; i++) {
    s->fresh[i] = random_pair (s, 4);
    hand_assign (s->h, s->discrete[i], s->fresh[i].code);
  }
}

/* What is asked for beside the equations. */
static void
add_more (System *s)
{
  for (int i = 0; i < N_CROSSINGS; i++) {
    for (int side = 0; side < 2; side++)
      s->side[i][side] = random_pair (s, 4);
    hand_crossing (s->h, EXPR_GT, s->side[i][0].code, s->side[i][1].code);
  }
  for (int i = 0; i < N_MORE; i++) {
    for (int side = 0; side < 2; side++)
      s->check[i][side] = random_pair (s, 4);
    hand_check (s->h, s->check[i][0].code, s->check[i][1].code);
    s->assert[i] = random_pair (s, 4);
    hand_assert (s->h, s->assert[i].code, "");
    s->action[i] = random_pair (s, 4);
    s->actions[i] = (DaeAction){.kind = FLAT_REINIT,
                                .fires = hand_index (s->h, s->discrete[i % 2]),
                                .variable = hand_index (s->h, s->state[i]),
                                .value = s->action[i].code};
  }
  s->h->dae.n_actions = N_MORE;
  s->h->dae.actions = s->actions;
}

static void
system_init (System *s, GRand *rand, double *value)
{
  *s = (System){.h = hand_new (), .rand = rand, .value = value};
  s->pool = s->h->dae.pool;
  for (int k = 0; k < N_CROSSINGS; k++)
    s->crossed[k] = g_rand_int_range (rand, 0, 2);
  add_parameters (s);
  add_states (s);
  add_discrete (s);
  add_blocks (s);
  add_more (s);
  s->h->flat.n_delays = s->delays.n;
  s->h->flat.delays = s->delays.at;
}

/* ---- the program ---- */

/* Numbers in the place of what is delayed are folded, and sums with them rounded
 * otherwise. */
static void
check_same (double found, double expected)
{
  g_assert_cmpfloat_with_epsilon (found, expected, 1e-12 * (1 + fabs (expected)));
}

static void
run_section (const CodeProgram *program, CodeSection which, double *slots)
{
  const CodeSteps *steps = &program->sections[which];

  for (uint32_t i = 0; i < steps->n; i++)
    code_eval_range (program, steps->steps[i].before, slots);
}

static double *
slot (const System *s, const CodeProgram *program, ExprId var, double *slots)
{
  double sign;

  return &slots[code_slot (program, hand_index (s->h, var), &sign)];
}

/* What a run begins with: parameters, states, discrete variables and crossings have
 * values, the rest has none. */
static double *
begin (const System *s, const CodeProgram *program, Signals *signals)
{
  double *slots = code_slots_new (program);

  *signals = (Signals){{look_up}, program};
  code_slots_bind (slots, &signals->table);
  slots[CODE_TIME] = TIME;
  code_eval (program, CODE_PARAMETERS, slots);
  code_eval (program, CODE_JACOBIAN_CONSTANT, slots);
  for (int i = 0; i < N_EXPLICIT; i++)
    *slot (s, program, s->explicit[i], slots) = NAN;
  for (int i = 0; i < N_SHOWN; i++)
    *slot (s, program, s->shown[i], slots) = NAN;
  for (int i = 0; i < N_STATES; i++)
    *slot (s, program, s->state[i], slots) =
        value_of (s, hand_index (s->h, s->state[i]));
  for (uint32_t i = 0; i < 2; i++) {
    *slot (s, program, s->discrete[i], slots) =
        value_of (s, hand_index (s->h, s->discrete[i]));
    slots[program->discrete[i].pre] = s->pre[i];
  }
  for (int k = 0; k < N_CROSSINGS; k++)
    slots[program->crossings[k].slot] = s->crossed[k];
  return slots;
}

static void
check_dynamics (System *s, const CodeProgram *program, double *slots)
{
  const double rates[] = {s->value[hand_index (s->h, s->explicit[0])],
                          -s->value[hand_index (s->h, s->explicit[1])],
                          s->value[hand_index (s->h, s->explicit[N_EXPLICIT - 1])]};

  run_section (program, CODE_DYNAMIC, slots);
  for (int i = 0; i < N_STATES; i++)
    check_same (slots[program->rates[i]], rates[i]);
  run_section (program, CODE_OUTPUT, slots);
  for (uint32_t v = 0; v < s->h->vars.n; v++) {
    double sign;
    const uint32_t at = code_slot (program, v, &sign);

    check_same (sign * slots[at], s->value[v]);
  }
}

static void
check_watch (System *s, const CodeProgram *program, double *slots)
{
  run_section (program, CODE_WATCH, slots);
  code_eval (program, CODE_INDICATORS, slots);
  code_eval (program, CODE_NOISE, slots);
  for (int k = 0; k < N_CROSSINGS; k++) {
    const double left = eval (s, s->side[k][0]), right = eval (s, s->side[k][1]);

    check_same (slots[program->crossings[k].indicator], left - right);
    check_same (slots[program->crossings[k].noise], fabs (left) + fabs (right));
  }
  code_eval (program, CODE_ACTIONS, slots);
  for (int i = 0; i < N_MORE; i++) {
    check_same (slots[program->actions[i].value], eval (s, s->action[i]));
    g_assert_true (&slots[program->actions[i].fires] ==
                   slot (s, program, s->discrete[i % 2], slots));
    g_assert_true (&slots[program->actions[i].state] ==
                   slot (s, program, s->state[i], slots));
  }
  code_eval (program, CODE_DISCRETE, slots);
  /* The first alone is what it becomes of what the others were. */
  check_same (*slot (s, program, s->discrete[0], slots), eval (s, s->fresh[0]));
}

static void
check_guard (System *s, const CodeProgram *program, double *slots)
{
  run_section (program, CODE_GUARD, slots);
  code_eval (program, CODE_ASSERTS, slots);
  g_assert_cmpuint (program->n_asserts, ==, N_MORE);
  for (int i = 0; i < N_MORE; i++)
    check_same (slots[program->asserts[i]], eval (s, s->assert[i]));
}

static void
check_signals (System *s, const CodeProgram *program, double *slots)
{
  run_section (program, CODE_RECORD, slots);
  code_eval (program, CODE_SIGNALS, slots);
  for (uint32_t i = 0; i < program->n_delays; i++) {
    const CodeDelay *delay = &program->delays[i];

    check_same (slots[delay->signal], eval (s, s->signal[delay->number]));
    check_same (slots[delay->time], delay_of (delay->number));
    check_same (slots[delay->longest], delay_of (delay->number));
    g_assert_true (delay->is_fixed);
  }
}

/* Where the divisor varies, it is known from the states alone. */
static void
check_poles (System *s, const CodeProgram *program, double *slots)
{
  run_section (program, CODE_POLES, slots);
  code_eval (program, CODE_DIVISORS, slots);
  for (uint32_t i = 0; i < program->n_poles; i++)
    check_same (slots[program->poles[i].divisor],
                s->value[hand_index (s->h, s->param[0])] /
                    s->value[hand_index (s->h, s->shown[0])]);
  run_section (program, CODE_DYNAMIC, slots);
  run_section (program, CODE_OUTPUT, slots);
  code_eval (program, CODE_QUOTIENTS, slots);
  for (uint32_t i = 0; i < program->n_poles; i++)
    check_same (slots[program->poles[i].quotient],
                s->value[hand_index (s->h, s->shown[0])]);
  g_assert_cmpuint (program->n_poles, <=, 3);
  s->n_poles += program->n_poles;
}

/* The start has the states at their guesses. */
static void
check_start (System *s, const CodeProgram *program, double *slots)
{
  for (int i = 0; i < N_STATES; i++)
    *slot (s, program, s->state[i], slots) = NAN;
  code_eval (program, CODE_GUESSES, slots);
  for (int i = 0; i < N_STATES; i++)
    if (!expr_is_zero (s->pool, s->guess[i].code))
      check_same (*slot (s, program, s->state[i], slots), eval (s, s->guess[i]));
  run_section (program, CODE_START, slots);
  for (int i = 0; i < N_STATES; i++)
    check_same (*slot (s, program, s->state[i], slots), eval (s, s->guess[i]));
}

static void
check_checks (System *s, const CodeProgram *program, double *slots)
{
  run_section (program, CODE_DYNAMIC, slots);
  run_section (program, CODE_OUTPUT, slots);
  code_eval (program, CODE_CHECKS, slots);
  g_assert_cmpuint (program->n_checks, ==, N_MORE);
  for (int i = 0; i < N_MORE; i++) {
    check_same (slots[program->checks[i].lhs], eval (s, s->check[i][0]));
    check_same (slots[program->checks[i].rhs], eval (s, s->check[i][1]));
    g_assert_cmpuint (program->checks[i].eq, ==, s->h->dae.start.checks[i]);
    g_assert_true (program->checks[i].is_redundant == (i < 2));
  }
}

static void
test_whole (void)
{
  static void (*const CHECKS[]) (System *, const CodeProgram *, double *) = {
      check_dynamics, check_watch, check_guard, check_signals,
      check_poles,    check_start, check_checks};
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  uint32_t n_poles = 0;

  for (int k = 0; k < 300; k++) {
    double value[64];
    System s;

    system_init (&s, rand, value);
    hand_finish (s.h);
    s.h->dae.start.n_redundant = 2;
    g_autoptr (CodeProgram) program = code_build (&s.h->dae, NULL);
    code_verify (program);
    for (size_t i = 0; i < G_N_ELEMENTS (CHECKS); i++) {
      Signals signals;
      double *slots = begin (&s, program, &signals);

      CHECKS[i](&s, program, slots);
      code_slots_free (slots);
    }
    n_poles += s.n_poles;
    hand_free (s.h);
  }
  g_assert_cmpuint (n_poles, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/code/whole", test_whole);
  return g_test_run ();
}
