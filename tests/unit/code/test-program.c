/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "../hand-dae.h"
#include "code/delay.h"
#include "code/ops.h"
#include "code/program.h"

enum { N_INPUTS = 6 };

static const uint8_t N_OPERANDS[] = {
#define X(name, text, n_args, ...) [CODE_##name] = (n_args),
    CODE_OPS (X)
#undef X
};

/* Evaluates a program without implicit blocks. */
static void
run_section (const CodeProgram *program, CodeSection which, double *slots)
{
  const CodeSteps *steps = &program->sections[which];

  for (uint32_t i = 0; i < steps->n; i++) {
    g_assert_cmpuint (steps->steps[i].n, ==, 0);
    code_eval_range (program, steps->steps[i].before, slots);
  }
}

static double *
load (const CodeProgram *program)
{
  double *slots = g_new (double, program->n_slots);

  code_verify (program);
  code_load (program, slots);
  code_eval (program, CODE_PARAMETERS, slots);
  return slots;
}

static double
value_of (const CodeProgram *program, const HandDae *h, ExprId var, const double *slots)
{
  double sign;
  uint32_t slot = code_slot (program, hand_index (h, var), &sign);

  return sign * slots[slot];
}

static void
set (const CodeProgram *program,
     const HandDae *h,
     ExprId var,
     double *slots,
     double value)
{
  double sign;
  uint32_t slot = code_slot (program, hand_index (h, var), &sign);

  slots[slot] = sign * value;
}

static const ExprOp OPERATORS[] = {
    EXPR_ADD, EXPR_SUB,  EXPR_MUL,   EXPR_DIV,   EXPR_NEG,   EXPR_ADD,  EXPR_SUB,
    EXPR_MUL, EXPR_SIN,  EXPR_COS,   EXPR_ATAN,  EXPR_TANH,  EXPR_ABS,  EXPR_MIN,
    EXPR_MAX, EXPR_SIGN, EXPR_MOD,   EXPR_REM,   EXPR_FLOOR, EXPR_SQRT, EXPR_POW,
    EXPR_LT,  EXPR_LOG,  EXPR_EXP,   EXPR_IF,    EXPR_ADD,   EXPR_SUB,  EXPR_MUL,
    EXPR_SUB, EXPR_DIV,  EXPR_ATAN2, EXPR_HYPOT,
};

static ExprId
random_expression (HandDae *h, GRand *random, const ExprId *inputs)
{
  BASE_VEC (ExprId) made = {0};
  ExprId last = inputs[0];

  for (uint32_t i = 0; i < N_INPUTS; i++)
    base_vec_push (h->arena, made, inputs[i]);
  base_vec_push (h->arena, made, expr_number (h->dae.pool, 2.0));
  for (uint32_t i = 0; i < 30; i++) {
    ExprOp op = OPERATORS[g_rand_int_range (random, 0, (int) G_N_ELEMENTS (OPERATORS))];
    ExprId args[3];
    for (uint32_t k = 0; k < 3; k++)
      args[k] = made.at[g_rand_int_range (random, 0, (int) made.n)];
    args[0] = g_rand_boolean (random) ? last : args[0];
    last = expr_make (h->dae.pool, op, 0, args);
    base_vec_push (h->arena, made, last);
  }
  return last;
}

typedef struct {
  const double *value;
} Inputs;

static double
input_value (const void *data, uint32_t variable)
{
  return ((const Inputs *) data)->value[variable];
}

static void
check_random_expression (GRand *random)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprId inputs[N_INPUTS];
  double value[N_INPUTS];

  for (uint32_t i = 0; i < N_INPUTS; i++)
    inputs[i] = i < 2 ? hand_param (h, "p", 0.5 + i) : hand_state (h, "x", EXPR_NONE);
  ExprId y = hand_var (h, "y");
  ExprId e = random_expression (h, random, inputs);
  for (uint32_t i = 2; i < N_INPUTS; i++)
    hand_rate (h, inputs[i], y);
  hand_assign (h, y, e);
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  g_autofree double *slots = load (program);
  for (uint32_t i = 0; i < N_INPUTS; i++) {
    value[i] = i < 2 ? 0.5 + i : g_rand_double_range (random, -3.0, 3.0);
    set (program, h, inputs[i], slots, value[i]);
  }
  run_section (program, CODE_DYNAMIC, slots);
  double expected = expr_eval (h->dae.pool, e, 0.0, input_value, &(Inputs){value});
  double found = value_of (program, h, y, slots);
  g_assert_true (found == expected || (isnan (found) && isnan (expected)));
}

/* Code rounds as the expressions say, whatever was fused. */
static void
test_same_as_expressions (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (int i = 0; i < 3000; i++)
    check_random_expression (random);
}

/* A changed parameter needs the parameters' entry and nothing else, and what follows
 * from parameters alone is not computed anywhere else. */
static void
test_parameters_hoisted (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *pool = h->dae.pool;
  ExprId m = hand_param (h, "m", 2.0), k = hand_param (h, "k", 8.0);
  ExprId k2 = hand_computed_param (h, "k2", expr_binary (pool, EXPR_ADD, k, m));
  ExprId x = hand_state (h, "x", EXPR_NONE), a = hand_var (h, "a");
  ExprId root = expr_unary (pool, EXPR_SQRT, expr_binary (pool, EXPR_DIV, k2, m));

  hand_rate (h, x, a);
  hand_assign (h, a, expr_binary (pool, EXPR_MUL, root, x));
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  g_autofree double *slots = load (program);
  set (program, h, x, slots, 3.0);
  run_section (program, CODE_DYNAMIC, slots);
  g_assert_cmpfloat (value_of (program, h, a, slots), ==, sqrt (5.0) * 3.0);
  set (program, h, k, slots, 70.0);
  code_eval (program, CODE_PARAMETERS, slots);
  run_section (program, CODE_DYNAMIC, slots);
  g_assert_cmpfloat (value_of (program, h, k2, slots), ==, 72.0);
  g_assert_cmpfloat (value_of (program, h, a, slots), ==, 18.0);
  /* k + m, k2 / m, sqrt; start: x, a; dynamic: a. */
  g_autoptr (GString) text = g_string_new (NULL);
  code_dump (text, program, &h->dae);
  g_assert_cmpuint (program->n_instructions, ==, 6);
  g_assert_nonnull (strstr (text->str, "dynamic:\n  a = "));
}

/* Equal subexpressions are computed once, and output is no part of the dynamics. */
static void
test_shared_and_dead_code (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *pool = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE);
  ExprId a = hand_var (h, "a"), b = hand_var (h, "b"), shown = hand_var (h, "shown");
  ExprId s = expr_unary (pool, EXPR_SIN, x);

  hand_rate (h, x, b);
  hand_assign (h, a, expr_binary (pool, EXPR_MUL, s, s));
  hand_assign (h, b, expr_binary (pool, EXPR_ADD, s, a));
  hand_output (h, shown, expr_unary (pool, EXPR_COS, s));
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  g_autofree double *slots = load (program);
  set (program, h, x, slots, 0.7);
  run_section (program, CODE_DYNAMIC, slots);
  g_assert_cmpfloat (value_of (program, h, b, slots), ==,
                     sin (0.7) + sin (0.7) * sin (0.7));
  g_assert_cmpfloat (value_of (program, h, shown, slots), ==, 0.0);
  run_section (program, CODE_OUTPUT, slots);
  g_assert_cmpfloat (value_of (program, h, shown, slots), ==, cos (sin (0.7)));

  g_autoptr (GString) text = g_string_new (NULL);
  uint32_t n_sines = 0;
  code_dump (text, program, &h->dae);
  char *dynamic = strstr (text->str, "\ndynamic:");
  g_assert_nonnull (dynamic);
  *strstr (dynamic, "\noutput:") = '\0';
  for (const char *c = dynamic; (c = strstr (c, "sin (")) != NULL; c++)
    n_sines++;
  g_assert_cmpuint (n_sines, ==, 1);
}

/* What one instruction computes is one: sums of products, products of sums and their
 * like, as in the laws of springs, dampers and balances. */
static void
test_fused (void)
{
  static const struct {
    const char *what; /* in Polish notation of six states */
    uint32_t n;
  } CASES[] = {
      {"++abc", 1},     {"+-abc", 1},     {"+*abc", 1},       {"+c*ab", 1},
      {"-+abc", 1},     {"--abc", 1},     {"-*abc", 1},       {"-c+ab", 1},
      {"-c-ab", 1},     {"-c*ab", 1},     {"*+abc", 1},       {"*c-ab", 1},
      {"**abc", 1},     {"/+abc", 1},     {"/-abc", 1},       {"/*abc", 1},
      {"~*ab", 1},      {"+*ab*cd", 1},   {"-*ab*cd", 1},     {"+*-abcd", 1},
      {"-*-abcd", 1},   {"-d*-abc", 1},   {"*--abcd", 1},     {"/--abcd", 1},
      {"/++abcd", 1},   {"/-+abcd", 1},   {"/+-abcd", 1},     {"-++abcd", 1},
      {"--+abcd", 1},   {"--ab+cd", 1},   {"---ab+cde", 1},   {"*---ab+cdef", 1},
      {"/--+abcde", 1}, {"+*de*-abc", 1}, {"+*-abc*-def", 1}, {"+*--abcd*-efa", 1},
      {"/c+ab", 2},     {"+^a^b", 3},     {"*^ab", 2},
  };

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autoptr (HandDae) h = hand_new ();
    ExprPool *pool = h->dae.pool;
    ExprId x[6], stack[16], y = hand_var (h, "y");
    uint32_t n = 0;

    /* All states move as the first; nothing but a row asks for y. */
    for (int k = 0; k < 6; k++)
      hand_rate (h, x[k] = hand_state (h, "x", EXPR_NONE), x[0]);
    for (size_t k = strlen (CASES[i].what); k-- > 0;) {
      const char c = CASES[i].what[k];
      const ExprOp op = c == '+'   ? EXPR_ADD
                        : c == '-' ? EXPR_SUB
                        : c == '*' ? EXPR_MUL
                        : c == '/' ? EXPR_DIV
                        : c == '~' ? EXPR_NEG
                                   : EXPR_SIN;

      if (c >= 'a' && c <= 'f') {
        stack[n++] = x[c - 'a'];
        continue;
      }
      const ExprId args[] = {stack[n - 1], n > 1 ? stack[n - 2] : EXPR_NONE};
      n -= c == '~' || c == '^' ? 1 : 2;
      stack[n++] = expr_make (pool, op, 0, args);
    }
    hand_output (h, y, stack[0]);
    g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
    const CodeSteps *steps = &program->sections[CODE_OUTPUT];
    const uint32_t at = program->range_at[steps->steps[0].before];
    uint32_t n_made = 0, word = at;

    g_assert_cmpuint (steps->n, ==, 1);
    while (program->words[word] != CODE_RETURN) {
      word += 2 + N_OPERANDS[program->words[word]];
      n_made++;
    }
    g_test_message ("%s: %u", CASES[i].what, n_made);
    g_assert_cmpuint (n_made, ==, CASES[i].n);
  }
}

/* Only the selected branch counts; the other may have no value. */
static void
test_select (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *pool = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE), y = hand_var (h, "y");
  ExprId r = hand_crossing (h, EXPR_GT, x, expr_number (pool, 0.0));

  hand_rate (h, x, y);
  hand_assign (h, y,
               expr_if (pool, r, expr_unary (pool, EXPR_SQRT, x),
                        expr_unary (pool, EXPR_NEG, x)));
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  g_autofree double *slots = load (program);
  const uint32_t n = program->n_crossings;
  const CodeCrossing *crossing = program->crossings;
  g_assert_cmpuint (n, ==, 1);
  set (program, h, x, slots, -4.0);
  code_eval (program, CODE_INDICATORS, slots);
  g_assert_cmpfloat (slots[crossing->indicator], ==, -4.0);
  run_section (program, CODE_DYNAMIC, slots);
  g_assert_cmpfloat (value_of (program, h, y, slots), ==, 4.0);
  set (program, h, x, slots, 4.0);
  slots[crossing->slot] = 1.0;
  run_section (program, CODE_DYNAMIC, slots);
  g_assert_cmpfloat (value_of (program, h, y, slots), ==, 2.0);
}

/* Aliases share a slot; a rate that is known under the other sign is still delivered.
 */
static void
test_alias_sign (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprId x = hand_state (h, "x", EXPR_NONE), y = hand_var (h, "y");
  ExprId minus = hand_alias (h, "minus", y, -1.0);

  hand_rate (h, x, minus);
  hand_assign (h, y, x);
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  g_autofree double *slots = load (program);
  set (program, h, x, slots, 3.0);
  run_section (program, CODE_DYNAMIC, slots);
  g_assert_cmpfloat (value_of (program, h, minus, slots), ==, -3.0);
  g_assert_cmpfloat (slots[program->rates[0]], ==, -3.0);
  const CodeMatrix *m = &program->matrix;
  code_eval (program, CODE_JACOBIAN_CONSTANT, slots);
  code_eval (program, CODE_JACOBIAN, slots);
  g_assert_cmpuint (m->col_start[1], ==, 1);
  g_assert_cmpfloat (slots[m->value[0]], ==, -1.0);
}

/* Discrete variables are left alone by the dynamics. */
static void
test_discrete_held (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *pool = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE), y = hand_var (h, "y");
  ExprId z = hand_discrete (h, "z"), once = hand_discrete (h, "once");
  ExprId r = hand_crossing (h, EXPR_GE, x, expr_number (pool, 1.0));

  hand_rate (h, x, y);
  hand_assign (h, z, expr_unary (pool, EXPR_NOT, r));
  hand_assign (h, once,
               expr_binary (pool, EXPR_OR, expr_unary (pool, EXPR_PRE, once), r));
  hand_assign (h, y, z);
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  g_autofree double *slots = load (program);
  run_section (program, CODE_DYNAMIC, slots);
  g_assert_cmpfloat (value_of (program, h, z, slots), ==, 0.0);
  code_eval (program, CODE_DISCRETE, slots);
  g_assert_cmpfloat (value_of (program, h, z, slots), ==, 1.0);
  g_assert_cmpfloat (value_of (program, h, once, slots), ==, 0.0);
  const uint32_t n = program->n_discrete;
  const CodeDiscrete *discrete = program->discrete;
  g_assert_cmpuint (n, ==, 2);
  slots[discrete[1].pre] = 1.0;
  code_eval (program, CODE_DISCRETE, slots);
  g_assert_cmpfloat (value_of (program, h, once, slots), ==, 1.0);
}

/* Between events a discrete variable follows no state, whatever it was computed from.
 */
static void
test_discrete_has_no_slope (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *pool = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE), y = hand_var (h, "y");
  ExprId z = hand_discrete (h, "z"), two = expr_number (pool, 2.0);

  hand_rate (h, x, y);
  hand_assign (h, z, expr_binary (pool, EXPR_MUL, two, x));
  hand_assign (h, y, expr_binary (pool, EXPR_ADD, z, x));
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  g_autofree double *slots = load (program);
  const CodeMatrix *m = &program->matrix;
  code_eval (program, CODE_JACOBIAN_CONSTANT, slots);
  code_eval (program, CODE_JACOBIAN, slots);
  g_assert_cmpuint (m->n, ==, 1);
  g_assert_cmpuint (m->col_start[1], ==, 1);
  g_assert_cmpfloat (slots[m->value[0]], ==, 1.0);
}

/* What cannot run is said, not passed over. */
static void
test_unsupported (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *pool = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE), y = hand_var (h, "y");

  hand_rate (h, x, y);
  hand_assign (h, y, expr_unary (pool, EXPR_DER, x));
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_assert_null (code_build (hand_finish (h), diags));
  g_assert_cmpuint (base_diags_find (diags, 601), ==, 0);
  g_assert_nonnull (strstr (base_diags_get (diags, 0)->message, "der()"));
}

/* Answers with what it is asked. */
static double
answer (CodeDelayTable *table, uint32_t number, double delay, double time)
{
  return 1000.0 * number + 100.0 * delay + time;
}

/* The delayed signal comes from what is bound, not from the signal of now. */
static void
test_delay (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *pool = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE), y = hand_var (h, "y");
  ExprId z = hand_var (h, "z");
  ExprId t = hand_param (h, "t", 2.0), twice = expr_binary (pool, EXPR_ADD, x, x);
  const ExprId args[] = {twice, t}, others[] = {x, t};
  const FlatDelay flat[] = {{.signal = twice, .time = t, .longest = t},
                            {.signal = x, .time = t, .longest = t}};
  CodeDelayTable table = {answer};

  h->flat.n_delays = 2;
  h->flat.delays = flat;
  hand_rate (h, x, y);
  hand_assign (h, z, expr_make (pool, EXPR_DELAY, 1, others));
  hand_assign (h, y,
               expr_binary (pool, EXPR_ADD, expr_make (pool, EXPR_DELAY, 0, args), z));
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  code_verify (program);
  const CodeDelay *delays = program->delays;
  double *slots = code_slots_new (program);
  g_assert_cmpuint (program->n_delays, ==, 2);
  g_assert_true (delays[0].is_fixed);
  code_eval (program, CODE_PARAMETERS, slots);
  set (program, h, x, slots, 3.0);
  run_section (program, CODE_DYNAMIC, slots);
  g_assert_true (isnan (value_of (program, h, y, slots)));
  code_slots_bind (slots, &table);
  slots[CODE_TIME] = 5.0;
  run_section (program, CODE_DYNAMIC, slots);
  g_assert_cmpfloat (value_of (program, h, y, slots), ==, 205.0 + 1205.0);
  code_eval (program, CODE_SIGNALS, slots);
  g_assert_cmpfloat (slots[delays[0].signal] + slots[delays[1].signal], ==, 9.0);
  g_assert_cmpfloat (slots[delays[0].longest], ==, 2.0);
  code_slots_free (slots);
}

/* Points of tables follow from parameters; each table has its column, its way between
 * the points and beyond them. */
static void
test_tables (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *pool = h->dae.pool;
  ExprId p = hand_param (h, "p", 2.0), x = hand_state (h, "x", EXPR_NONE);
  ExprId line = hand_var (h, "line"), cubic = hand_var (h, "cubic");
  ExprId slope = hand_var (h, "slope"), bend = hand_var (h, "bend");
  ExprId zero = expr_number (pool, 0.0), one = expr_number (pool, 1.0);
  const ExprId lines[] = {zero, one, p, one, zero, expr_number (pool, 4.0)};
  const ExprId cubics[] = {zero, zero, p, one, one, zero};
  const FlatTable tables[] = {{.n_rows = 2,
                               .n_columns = 3,
                               .items = lines,
                               .column = 2,
                               .extrapolation = FLAT_TABLE_HOLD},
                              {.n_rows = 2,
                               .n_columns = 3,
                               .items = cubics,
                               .column = 1,
                               .smoothness = FLAT_TABLE_HERMITE}};

  h->flat.n_tables = 2;
  h->flat.tables = tables;
  hand_rate (h, x, line);
  hand_assign (h, line, expr_make (pool, EXPR_TABLE, 0, &x));
  hand_output (h, cubic, expr_make (pool, EXPR_TABLE, 1, &x));
  hand_output (h, slope, expr_make (pool, EXPR_TABLE_DER, 1, &x));
  hand_output (h, bend, expr_make (pool, EXPR_TABLE_BEND, 1, &x));
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  g_autofree double *slots = load (program);
  set (program, h, x, slots, 0.5);
  run_section (program, CODE_DYNAMIC, slots);
  run_section (program, CODE_OUTPUT, slots);
  g_assert_cmpfloat (value_of (program, h, line, slots), ==, 3.0);
  /* Hermite's cubic from 0 with the slope 2 to 1 with the slope 0. */
  g_assert_cmpfloat (value_of (program, h, cubic, slots), ==, 0.75);
  g_assert_cmpfloat (value_of (program, h, slope, slots), ==, 1.0);
  g_assert_cmpfloat (value_of (program, h, bend, slots), ==, -2.0);
  set (program, h, p, slots, 3.0);
  code_eval (program, CODE_PARAMETERS, slots);
  run_section (program, CODE_DYNAMIC, slots);
  g_assert_cmpfloat (value_of (program, h, line, slots), ==, 3.5);
  set (program, h, x, slots, 5.0);
  run_section (program, CODE_DYNAMIC, slots);
  g_assert_cmpfloat (value_of (program, h, line, slots), ==, 4.0);
}

/* Nothing recurses over depth, and the work is linear. */
static void
test_deep_expression (void)
{
  g_autoptr (HandDae) h = hand_new ();
  ExprPool *pool = h->dae.pool;
  ExprId x = hand_state (h, "x", EXPR_NONE), y = hand_var (h, "y");
  ExprId e = x;
  double expected = 0.3;

  for (int i = 0; i < 200000; i++) {
    e = expr_unary (pool, EXPR_SIN, expr_binary (pool, EXPR_ADD, e, x));
    expected = sin (expected + 0.3);
  }
  hand_rate (h, x, y);
  hand_assign (h, y, e);
  g_autoptr (CodeProgram) program = code_build (hand_finish (h), NULL);
  g_autofree double *slots = load (program);
  set (program, h, x, slots, 0.3);
  run_section (program, CODE_DYNAMIC, slots);
  g_assert_cmpfloat (value_of (program, h, y, slots), ==, expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/code/program/same-as-expressions", test_same_as_expressions);
  g_test_add_func ("/code/program/parameters-hoisted", test_parameters_hoisted);
  g_test_add_func ("/code/program/shared-and-dead-code", test_shared_and_dead_code);
  g_test_add_func ("/code/program/fused", test_fused);
  g_test_add_func ("/code/program/select", test_select);
  g_test_add_func ("/code/program/alias-sign", test_alias_sign);
  g_test_add_func ("/code/program/discrete-held", test_discrete_held);
  g_test_add_func ("/code/program/discrete-has-no-slope", test_discrete_has_no_slope);
  g_test_add_func ("/code/program/unsupported", test_unsupported);
  g_test_add_func ("/code/program/delay", test_delay);
  g_test_add_func ("/code/program/tables", test_tables);
  g_test_add_func ("/code/program/deep-expression", test_deep_expression);
  return g_test_run ();
}
