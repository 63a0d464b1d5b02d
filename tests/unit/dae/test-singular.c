/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of equations that have no unique solution, to the letter, and the same
 * in the other order of the text. */
#include "dae-bench.h"

#define TC "TranslationalComponents.Components."
#define RC "RotationalComponents.Components."
#define PM "MultibodyComponents.PlanarMechanics."

typedef struct {
  const char *name;
  const char *parts[7];
  const char *relations[7];
  const char *message;
  const char *hint;  /* NULL: none */
  const char *paths; /* where it is, and what else takes part */
  uint32_t n_errors;
} Case;

/* A domain whose connector says nothing of itself. */
static const char PIPES[] = "connector Tap\n"
                            "  potential p::Real\n"
                            "  flow q::Real\n"
                            "end\n"
                            "component Pipe\n"
                            "  a = Tap()\n"
                            "  b = Tap()\n"
                            "relations\n"
                            "  a.q + b.q = 0\n"
                            "  a.p - b.p = a.q\n"
                            "end\n";

static const Case CASES[] = {
    {"rods",
     {"a = " TC "Mass(m = 1)", "b = " TC "Mass(m = 2)", "one = " TC "Rod(L = 1)",
      "two = " TC "Rod(L = 1)"},
     {"connect(a.flange_b, one.flange_a, two.flange_a)",
      "connect(b.flange_a, one.flange_b, two.flange_b)"},
     "E503: `one` and `two` hold the same motion twice: with these parameters the "
     "constraints follow from each other",
     "remove one of them or let one give way: a spring in its place or next to it",
     "one, two",
     1},
    {"rods that differ",
     {"a = " TC "Mass(m = 1)", "b = " TC "Mass(m = 2)", "one = " TC "Rod(L = 1)",
      "two = " TC "Rod(L = 2)"},
     {"connect(a.flange_b, one.flange_a, two.flange_a)",
      "connect(b.flange_a, one.flange_b, two.flange_b)"},
     "E503: `one` and `two` hold the same motion twice: with these parameters the "
     "constraints contradict each other",
     "remove one of them or let one give way: a spring in its place or next to it",
     "one, two",
     1},
    {"gear on itself",
     {"a = " RC "Inertia(J = 1)", "gear = " RC "IdealGear(ratio = 1)"},
     {"connect(a.spline_b, gear.spline_a, gear.spline_b)"},
     "E503: `gear` holds no motion: with these parameters its constraint is always "
     "satisfied",
     "remove it, or change its parameters",
     "gear",
     1},
    {"two fixed",
     {"a = " TC "Fixed()", "b = " TC "Fixed()", "m = " TC "Mass(m = 1)"},
     {"connect(a.flange, b.flange, m.flange_a)"},
     "E503: `a` and `b` both determine `a.flange.s`",
     "remove one of them or put a spring between them",
     "a, b",
     1},
    {"driven twice",
     {"a = RotationalComponents.Sources.ConstantSpeed(w_fixed = 1)",
      "b = RotationalComponents.Sources.ConstantSpeed(w_fixed = 2)"},
     {"connect(a.spline, b.spline)"},
     "E503: `a` and `b` both determine `a.spline.phi`",
     "remove one of them or put a spring between them",
     "a, b",
     1},
    {"forces meet",
     {"a = TranslationalComponents.Sources.ConstantForce(f_constant = 1)",
      "b = TranslationalComponents.Sources.ConstantForce(f_constant = 2)"},
     {"connect(a.flange, b.flange)"},
     "E503: `a` and `b` meet where nothing takes up the difference of `a.flange.f`",
     "connect something with mass, a support or a spring",
     "a, b",
     1},
    {"open flange",
     {"s = " TC "Spring(c = 1)", "m = " TC "Mass(m = 1)", "r = " TC "Rod(L = 1)"},
     {"connect(s.flange_b, r.flange_a)"},
     "E503: `r.flange_b` and `s.flange_a` are connected to nothing, so nothing holds "
     "`r` and `s`",
     "connect a Fixed or a Mass to `r.flange_b`",
     "r.flange_b, s.flange_a, r, s",
     1},
    {"open pipe",
     {"one = Pipe()", "two = Pipe()"},
     {"connect(one.b, two.a)"},
     "E503: `one.a` and `two.b` are connected to nothing, so nothing determines `one` "
     "and `two`",
     "connect something to `one.a`",
     "one.a, two.b, one, two",
     1},
    {"many",
     {"a = " TC "Fixed()", "b = " TC "Fixed()", "c = " TC "Fixed()",
      "d = " TC "Fixed()", "e = " TC "Fixed()", "m = " TC "Mass(m = 1)"},
     {"connect(a.flange, b.flange, c.flange, d.flange, e.flange, m.flange_a)"},
     "E503: `a`, `b`, `c` and 2 more determine `a.flange.s` more than once",
     "remove one of them or put a spring between them",
     "a, b, c, d, e",
     1},
    {"temperatures",
     {"a = ThermalComponents.Sources.FixedTemperature(T = 300)",
      "b = ThermalComponents.Sources.FixedTemperature(T = 310)"},
     {"connect(a.port, b.port)"},
     "E503: `a` and `b` both determine `a.port.T`",
     "remove one of them or put a ThermalConductor between them",
     "a, b",
     1},
    {"jump",
     {"step = BlockComponents.Sources.Step(height = 1)",
      "drive = TranslationalComponents.Sources.Position(ref_type = "
      "TranslationalComponents.Sources.ReferenceType.Exact())",
      "mass = " TC "Mass(m = 1)"},
     {"connect(step.y, drive.s_ref)", "connect(drive.flange, mass.flange_a)"},
     "E504: the signal at `drive.s_ref` must be differentiable once, but `step.y` "
     "jumps",
     "use a continuous signal, or filter it before it prescribes a position",
     "drive.s_ref, step",
     1},
    {"jump that is compared",
     {"variable x::Real", "variable y::Real", "variable b::Boolean"},
     {"x = sign(sin(time))", "y = der(x)", "b = y > 1"},
     "E504: `x` must be differentiable once, but it jumps",
     "use a continuous signal, or filter it before it prescribes a position",
     "",
     1},
    {"sums alike",
     {"variable x::Real", "variable y::Real", "variable f::Real", "variable g::Real"},
     {"der(der(x)) = f", "der(der(y)) = g", "x - y = 1", "2 * x - 2 * y = 2"},
     "E503: the equations of the model hold the same quantity twice: with these "
     "parameters the constraints follow from each other",
     "remove one of them",
     "",
     1},
    {"sums that differ",
     {"variable x::Real", "variable y::Real", "variable f::Real", "variable g::Real"},
     {"der(der(x)) = f", "der(der(y)) = g", "x - y = 1", "2 * x - 2 * y = 3"},
     "E503: the equations of the model hold the same quantity twice: with these "
     "parameters the constraints contradict each other",
     "remove one of them",
     "",
     1},
    {"sums of time",
     {"variable x::Real", "variable y::Real", "variable f::Real", "variable g::Real"},
     {"der(der(x)) = f", "der(der(y)) = g", "x - y = 1", "2 * x - 2 * y = time"},
     "E503: the equations of the model hold the same quantity twice: with these "
     "parameters the constraints depend on each other",
     "remove one of them",
     "",
     1},
    {"a sum of rates",
     {"variable x::Real", "variable y::Real", "variable f::Real", "variable g::Real"},
     {"der(der(x)) = f", "der(der(y)) = g", "x - y = 1", "der(x) - der(y) = 0"},
     "E503: the equations of the model hold the same quantity twice: with these "
     "parameters the constraints follow from each other",
     "remove one of them",
     "",
     1},
    {"disc on itself",
     {"a = " RC "Inertia(J = 1)", "disc = " RC "Disc(deltaPhi = 0.1)"},
     {"connect(a.spline_b, disc.spline_a, disc.spline_b)"},
     "E503: `a` and `disc` determine `a.phi` more than once",
     NULL,
     "a, disc",
     1},
    {"joints in line",
     {"world = " PM "World(g = 9.81)", "a = " PM "Revolute()", "b = " PM "Revolute()",
      "body = " PM "Body(m = 1, I = 1)"},
     {"connect(world.frame_b, a.frame_a)", "connect(a.frame_b, b.frame_a)",
      "connect(b.frame_b, body.frame_a)"},
     "E503: nothing with mass is between `a` and `b`: what is there moves freely, "
     "`b.frame_a.tau`",
     "remove one of them or put a body between them",
     "a, b",
     1},
    {"joints side by side",
     {"world = " PM "World(g = 9.81)", "a = " PM "Revolute()", "b = " PM "Revolute()",
      "body = " PM "Body(m = 1, I = 1)"},
     {"connect(world.frame_b, a.frame_a, b.frame_a)",
      "connect(a.frame_b, b.frame_b, body.frame_a)"},
     "E503: `a`, `b` and `world` hold the same place along x twice, `a.frame_a.x`",
     "remove one of the joints or let one give way: a joint more, or a spring",
     "a, b, world",
     1},
    {"frame held twice",
     {"a = " PM "Fixed()", "b = " PM "Fixed(r = [1, 0])",
      "rod = " PM "FixedTranslation(r = [1, 0])", "body = " PM "Body(m = 1, I = 1)",
      "world = " PM "World(g = 9.81)"},
     {"connect(a.frame_b, b.frame_b, rod.frame_a)",
      "connect(rod.frame_b, body.frame_a)"},
     "E503: `a` and `b` both determine `a.frame_b`",
     "remove one of them or put a spring between them",
     "a, b",
     1},
    {"angle held twice",
     {"a = " PM "Prismatic(r = [1, 0])", "b = " PM "Prismatic(r = [0, 1])",
      "one = " PM "Fixed()", "two = " PM "Fixed()", "body = " PM "Body(m = 1, I = 1)",
      "world = " PM "World(g = 9.81)"},
     {"connect(one.frame_b, a.frame_a)", "connect(two.frame_b, b.frame_a)",
      "connect(a.frame_b, b.frame_b, body.frame_a)"},
     "E503: `one` and `two` both determine `one.frame_b.phi`",
     "remove one of them or put a spring between them",
     "one, a, b, two",
     1},
    {"no reference",
     {"a = " RC "Spring(c = 1)", "b = " RC "Damper(d = 1)"},
     {"connect(a.spline_a, b.spline_a)", "connect(a.spline_b, b.spline_b)"},
     "E503: nothing holds `a` and `b`, so `a.spline_a.phi` may have any value",
     "connect a Fixed to `a.spline_a`",
     "a.spline_a, a, b",
     1},
    {"too many",
     {"variable x::Real", "variable y::Real", "variable z::Real"},
     {"x = sin(time)", "x = cos(time)", "y + z = 1"},
     "E503: the equations of the model determine `x` more than once",
     NULL,
     "",
     2},
    {"two that circle",
     {"variable a::Boolean", "variable b::Boolean"},
     {"a = not b", "b = not a"},
     "E409: discrete variables form an algebraic loop: each depends on the others",
     "pre(…) takes the value from before the event",
     "",
     1},
    {"reads itself",
     {"variable a::Boolean"},
     {"a = not a"},
     "E409: discrete variables form an algebraic loop: each depends on the others",
     "pre(…) takes the value from before the event",
     "",
     1},
};

static void
add_lines (GString *text, const char *const *lines, bool is_reversed)
{
  uint32_t n = g_strv_length ((char **) lines);

  for (uint32_t i = 0; i < n; i++)
    g_string_append_printf (text, "  %s\n", lines[is_reversed ? n - 1 - i : i]);
}

static void
check (const Case *c, bool is_reversed)
{
  g_autoptr (GString) text = g_string_new ("component M\n");
  add_lines (text, c->parts, is_reversed);
  g_string_append (text, "relations\n");
  add_lines (text, c->relations, is_reversed);
  g_string_append (text, "end\n");
  g_string_append (text, PIPES);
  g_auto (DaeBench) bench = dae_bench_new (text->str);
  const BaseDiag *first = NULL;
  uint32_t n_errors = 0;

  g_assert_null (bench.dae);
  for (uint32_t i = base_diags_count (bench.flat.diags); i-- > 0;)
    if (base_diags_get (bench.flat.diags, i)->severity == BASE_ERROR) {
      first = base_diags_get (bench.flat.diags, i);
      n_errors++;
    }
  g_assert_cmpuint (n_errors, ==, c->n_errors);
  g_autofree char *message = g_strdup_printf ("E%u: %s", first->number, first->message);
  g_autoptr (GString) paths = g_string_new (first->path);
  for (uint32_t i = 0; first->culprits[i] != NULL; i++)
    if (g_strcmp0 (first->culprits[i], first->path) != 0)
      g_string_append_printf (paths, "%s%s", paths->len > 0 ? ", " : "",
                              first->culprits[i]);
  g_assert_cmpstr (message, ==, c->message);
  g_assert_cmpstr (paths->str, ==, c->paths);
  g_assert_cmpstr (first->hint, ==, c->hint);
}

static void
test_case (const void *data)
{
  check (data, false);
  check (data, true);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (uint32_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *name = g_strdup_printf ("/dae/singular/%s", CASES[i].name);

    g_test_add_data_func (name, &CASES[i], test_case);
  }
  return g_test_run ();
}
