/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a run ended, in words: the code, the time, what is to blame and its place. */
#include "model-run.h"
#include "sim/failure.h"

static const char *const TEXT = "component M\n"
                                "  variable x::Real(initial = 1)\n"
                                "  variable y::Real\n"
                                "  variable z::Real\n"
                                "relations\n"
                                "  der(x) = ifelse(x > 0.5, -1, -2)\n"
                                "  y^3 + y + sin(z) = x\n"
                                "  z^3 + z + sin(y) = 1\n"
                                "  assert(x > -100, \"too far\")\n"
                                "  when x < 0.25\n"
                                "    terminate(\"low\")\n"
                                "  end\n"
                                "end\n";

static uint32_t
slot_of (const SimModel *model, const char *name)
{
  return sim_model_var (model, sim_model_find (model, name))->slot;
}

/* The equation whose text begins like that. */
static uint32_t
equation (const SimModel *model, const char *text)
{
  for (uint32_t i = 0; i < model->n_eqs; i++)
    if (model->eqs[i].text != NULL && g_str_has_prefix (model->eqs[i].text, text))
      return i;
  g_assert_not_reached ();
}

static uint32_t
crossing (const SimModel *model, const char *text)
{
  for (uint32_t i = 0; i < model->n_crossings; i++)
    if (g_strcmp0 (model->crossings[i].text, text) == 0)
      return i;
  g_assert_not_reached ();
}

static char *
told (const SimModel *model, const SimFailure *failure)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();

  sim_failure_report (failure, model, diags);
  g_assert_cmpuint (base_diags_count (diags), ==, 1);
  return base_diag_to_text (base_diags_get (diags, 0));
}

static void
assert_has (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("`%s` is not in: %s", part, text);
}

/* The three worst, the worst first; what is no number is worse than any. */
static void
test_worst (void)
{
  static const double errors[] = {1, -7, 3, NAN, 2, 5};
  SimFailure failure = sim_failure (SIM_NO_CONVERGENCE, 0.5);

  for (uint32_t i = 0; i < G_N_ELEMENTS (errors); i++) {
    sim_failure_add_eq (&failure, i, errors[i]);
    g_assert_cmpuint (failure.n_eqs, ==, MIN (i + 1, 3));
  }
  g_assert_cmpuint (failure.eq[0], ==, 3);
  g_assert_cmpuint (failure.eq[1], ==, 1);
  g_assert_cmpuint (failure.eq[2], ==, 5);
  g_assert_cmpfloat (failure.error[0], ==, INFINITY);
  g_assert_cmpfloat (failure.error[1], ==, 7);
  g_assert_cmpfloat (failure.error[2], ==, 5);
  g_assert_cmpfloat (failure.time, ==, 0.5);
  g_assert_cmpuint (failure.slot, ==, UINT32_MAX);
}

/* Of equals the first. */
static void
test_equals (void)
{
  SimFailure failure = sim_failure (SIM_NO_CONVERGENCE, 0);

  for (uint32_t i = 0; i < 4; i++)
    sim_failure_add_eq (&failure, i, 2.0);
  for (uint32_t i = 0; i < 3; i++)
    g_assert_cmpuint (failure.eq[i], ==, i);
}

/* Each reason has its number and says what would help. */
static void
test_codes (void)
{
  static const struct {
    SimStatus status;
    const char *code;
  } cases[] = {
      {SIM_BAD_VALUE, "R507"},      {SIM_STEP_TOO_SMALL, "R506"},
      {SIM_NO_CONVERGENCE, "R505"}, {SIM_NOT_STEADY, "R505"},
      {SIM_SINGULAR, "R508"},       {SIM_OPEN, "R508"},
      {SIM_REDUNDANT, "R508"},      {SIM_DEAD_CENTRE, "R508"},
      {SIM_INNER_LOOP, "R501"},     {SIM_EVENT_LOOP, "R502"},
      {SIM_ZENO, "R504"},           {SIM_CHATTERING, "R504"},
      {SIM_CROWDED, "R504"},        {SIM_INCONSISTENT, "E502"},
      {SIM_UNDONE, "R505"},         {SIM_ASSERT, "R503"},
  };
  g_autoptr (SimModel) model = compile (TEXT);

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++) {
    SimFailure failure = sim_failure (cases[i].status, 0.123456789);
    failure.slot = slot_of (model, "y");
    g_autofree char *text = told (model, &failure);
    g_autofree char *code = g_strdup_printf ("error %s: ", cases[i].code);

    assert_has (text, code);
    assert_has (text, " at time 0.123456789, `y`");
    g_assert_true (cases[i].status == SIM_ASSERT ||
                   strstr (text, "\n  hint: ") != NULL);
  }
}

/* What does not hold is named with by how much, unless that is nothing beside the
 * worst; the place is that of the worst. */
static void
test_equations (void)
{
  g_autoptr (SimModel) model = compile (TEXT);
  SimFailure failure = sim_failure (SIM_NO_CONVERGENCE, 2);
  uint32_t first = equation (model, "y"), second = equation (model, "z");

  sim_failure_add_eq (&failure, first, 0.25);
  sim_failure_add_eq (&failure, second, 1e-3);
  g_autofree char *both = told (model, &failure);
  assert_has (both, "model.dyad:7:");
  assert_has (both, "`y + y^3 + sin(z) = x` (residual 0.25); `z + z^3 + sin(y) = 1` "
                    "(residual 0.001)");
  failure = sim_failure (SIM_NO_CONVERGENCE, 2);
  sim_failure_add_eq (&failure, first, 1e-9);
  sim_failure_add_eq (&failure, second, 1);
  g_autofree char *one = told (model, &failure);
  assert_has (one, "model.dyad:8:");
  assert_has (one, "`z + z^3 + sin(y) = 1` (residual 1)");
  g_assert_null (strstr (one, "sin(z)"));
}

/* Conditions that change with each other, assertions, poles, a variable alone. */
static void
test_blame (void)
{
  g_autoptr (SimModel) model = compile (TEXT);
  SimFailure failure = sim_failure (SIM_INNER_LOOP, 1);

  failure.crossing = crossing (model, "x > 0.5");
  failure.other[failure.n_others++] = crossing (model, "x < 0.25");
  g_autofree char *conditions = told (model, &failure);
  assert_has (conditions, "model.dyad:6:");
  assert_has (conditions, ": x > 0.5, with `x < 0.25`");
  failure = sim_failure (SIM_ASSERT, 1);
  failure.assertion = 0;
  g_autofree char *assertion = told (model, &failure);
  assert_has (assertion, "model.dyad:9:");
  assert_has (assertion, "an assertion failed at time 1: too far");
  failure = sim_failure (SIM_ASSERT, 1);
  failure.action = 0;
  g_autofree char *action = told (model, &failure);
  assert_has (action, ": low");
  failure = sim_failure (SIM_BAD_VALUE, 1);
  failure.slot = slot_of (model, "x");
  failure.is_pole = true;
  g_autofree char *pole = told (model, &failure);
  assert_has (
      pole,
      "error R507: a value passes a pole, where it grows without bound at time 1, `x`");
}

/* Eight cells, each of which follows from the one before. */
static const char *const CELLS = "component M\n"
                                 "  variable x::Real(initial = 0)\n"
                                 "  variable p::Real[8]\n"
                                 "  variable q::Real[8]\n"
                                 "relations\n"
                                 "  der(x) = 1 + q[8]\n"
                                 "  p[1] = exp(50 * x)\n"
                                 "  for i in 1:8\n"
                                 "    q[i] = p[i] * p[i]\n"
                                 "  end\n"
                                 "  for i in 1:7\n"
                                 "    p[i + 1] = q[i] / 1e200\n"
                                 "  end\n"
                                 "end\n";

/* Elements stand side by side; yet the variable that is computed first is to blame:
 * q[1] overflows and p[2] follows, though all of p stand in front of q. */
static void
test_order (void)
{
  SimOptions options = sim_state_options_default ();

  options.stop = 10;
  g_autoptr (Run) run = run_model (CELLS, "x", &options);
  for (uint32_t i = 1; i < 8; i++) {
    g_autofree char *p = g_strdup_printf ("p[%u]", i);
    g_autofree char *next = g_strdup_printf ("p[%u]", i + 1);
    g_assert_cmpuint (slot_of (run->model, p) + 1, ==, slot_of (run->model, next));
  }
  g_assert_cmpuint (slot_of (run->model, "p[2]"), <, slot_of (run->model, "q[1]"));
  g_assert_error (run->error, SIM_ERROR, SIM_BAD_VALUE);
  assert_has (run->error->message, "`q[1]`");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/failure/worst", test_worst);
  g_test_add_func ("/sim/failure/equals", test_equals);
  g_test_add_func ("/sim/failure/codes", test_codes);
  g_test_add_func ("/sim/failure/equations", test_equations);
  g_test_add_func ("/sim/failure/blame", test_blame);
  g_test_add_func ("/sim/failure/order", test_order);
  return g_test_run ();
}
