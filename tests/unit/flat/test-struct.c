/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Structs: constant records, whose fields are parameters. */
#include "flat-bench.h"

#define STRUCTS                                                                        \
  "struct Point\n  \"Abscissa\"\n  x::Real = 1\n  y::Real\nend\n"                      \
  "struct Line\n  from::Point = Point(y = 5)\n  to::Point\n  n::Integer(min = 1) = "   \
  "2\n"                                                                                \
  "end\n"                                                                              \
  "component C\n  parameter p::Point = Point(y = 2)\n  variable z::Real\n"             \
  "relations\n  z = p.x + time * p.y\nend\n"

static void
check_text (char *got, const char *expected)
{
  g_assert_cmpstr (got, ==, expected);
  g_free (got);
}

static void
test_fields (void)
{
  static const char TEXT[] =
      STRUCTS "component M\n  k = C()\n  b = C(p(x = 3))\n  c = C(p.y = h)\n"
              "  d = C(p = Point(x = h, y = 7))\n  parameter h::Real = 4\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_value (&bench, "k.p.x"), "1");
  check_text (flat_bench_value (&bench, "k.p.y"), "2");
  check_text (flat_bench_value (&bench, "b.p.x"), "3");
  check_text (flat_bench_value (&bench, "b.p.y"), "2");
  check_text (flat_bench_value (&bench, "c.p.y"), "h");
  check_text (flat_bench_value (&bench, "d.p.x"), "h");
  check_text (flat_bench_value (&bench, "d.p.y"), "7");
  g_assert_cmpint (flat_bench_var (&bench, "d.p.x")->kind, ==, FLAT_PARAMETER);
  g_assert_false (flat_bench_var (&bench, "d.p.x")->is_structural);
  check_text (flat_bench_equations (&bench, FLAT_EQUATION),
              "k.z = k.p.x + time * k.p.y\nb.z = b.p.x + time * b.p.y\n"
              "c.z = c.p.x + time * c.p.y\nd.z = d.p.x + time * d.p.y\n");
}

/* Structs within structs, one handed through, the whole and a field of it. */
static void
test_nested (void)
{
  static const char TEXT[] =
      STRUCTS "component L\n  parameter l::Line\n  variable z::Real = l.to.y\nend\n"
              "component M\n  parameter q::Point = Point(x = 8, y = 9)\n"
              "  parameter r::Line = Line(to = q, n = 3)\n  a = L(l = r)\n"
              "  b = L(l(to = Point(y = 6), from.x = 11))\n  c = C(p = r.to)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_value (&bench, "r.from.y"), "5");
  check_text (flat_bench_value (&bench, "r.to.x"), "q.x");
  check_text (flat_bench_value (&bench, "a.l.n"), "r.n");
  check_text (flat_bench_value (&bench, "a.l.to.y"), "r.to.y");
  check_text (flat_bench_value (&bench, "b.l.to.y"), "6");
  check_text (flat_bench_value (&bench, "b.l.from.x"), "11");
  check_text (flat_bench_value (&bench, "b.l.from.y"), "5");
  check_text (flat_bench_value (&bench, "b.l.n"), "2");
  check_text (flat_bench_value (&bench, "c.p.y"), "r.to.y");
}

/* The outermost value of the whole voids what was said within; `extends` says it too.
 */
static void
test_outermost (void)
{
  static const char TEXT[] =
      STRUCTS "component D\n  extends C(p(x = 20))\nend\n"
              "component E\n  d = D(p = Point(y = 30))\n  e = D(p.y = 40)\nend\n"
              "component M\n  e = E(d.p.x = 50)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_value (&bench, "e.d.p.x"), "50");
  check_text (flat_bench_value (&bench, "e.d.p.y"), "30");
  check_text (flat_bench_value (&bench, "e.e.p.x"), "20");
  check_text (flat_bench_value (&bench, "e.e.p.y"), "40");
}

/* Fields of a structural parameter size arrays and choose branches. */
static void
test_structural (void)
{
  static const char TEXT[] =
      "struct Size\n  n::Integer = 2\n  wide::Boolean = false\nend\n"
      "struct Plan\n  size::Size = Size()\n  scale::Real = 3\nend\n"
      "component D\n  structural parameter plan::Plan\n"
      "  structural parameter size::Size = plan.size\n  variable x::Real[size.n]\n"
      "relations\n  for i in 1:size.n\n    x[i] = i * plan.scale\n  end\nend\n"
      "component M\n  a = D(plan = Plan(size = Size(n = 1)))\n"
      "  b = D(plan(size.n = 2, scale = 4)) if true\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_EQUATION),
              "a.x[1] = 3\nb.x[1] = 4\nb.x[2] = 8\n");
  g_assert_true (flat_bench_var (&bench, "a.plan.size.n")->is_structural);
}

/* Arrays of structs: literals, loops, fill, names; sizes from the value; fields of all
 * elements as one array. */
static void
test_arrays (void)
{
  static const char TEXT[] = STRUCTS
      "component P\n  parameter ps::Point[:]\n  variable z::Real = sum(ps.x)\n"
      "  variable n::Real = length(ps) + ps[size(ps, 1)].y\nend\n"
      "component M\n  parameter q::Point[2] = [Point(x = h, y = 2), Point(y = 3)]\n"
      "  parameter g::Point[2, 1] = [Point(y = 4); Point(y = 5)]\n"
      "  parameter h::Real = 4\n  a = P(ps = q)\n"
      "  b = P(ps = [Point(x = 2 * i, y = h) for i in 3:4])\n"
      "  c = P(ps(x = 8), ps = fill(Point(y = 6), 2))\n"
      "  d = P(ps = [q[2], Point(y = g[2, 1].y)])\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_value (&bench, "q[1].x"), "h");
  check_text (flat_bench_value (&bench, "q[2].x"), "1");
  check_text (flat_bench_value (&bench, "a.ps[1].y"), "q[1].y");
  check_text (flat_bench_value (&bench, "b.ps[2].x"), "8");
  check_text (flat_bench_value (&bench, "b.ps[2].y"), "h");
  check_text (flat_bench_value (&bench, "c.ps[1].y"), "6");
  check_text (flat_bench_value (&bench, "c.ps[2].x"), "8");
  check_text (flat_bench_value (&bench, "d.ps[1].x"), "q[2].x");
  check_text (flat_bench_value (&bench, "d.ps[2].y"), "g[2,1].y");
  check_text (flat_bench_equations (&bench, FLAT_BINDING),
              "a.z = a.ps[1].x + a.ps[2].x\na.n = a.ps[2].y + 2\n"
              "b.z = b.ps[1].x + b.ps[2].x\nb.n = b.ps[2].y + 2\n"
              "c.z = c.ps[1].x + c.ps[2].x\nc.n = c.ps[2].y + 2\n"
              "d.z = d.ps[1].x + d.ps[2].x\nd.n = d.ps[2].y + 2\n");
}

typedef struct {
  const char *text; /* of M, behind STRUCTS */
  const char *code;
  const char *says;
  const char *at; /* where the report stands */
} Fault;

static const Fault FAULTS[] = {
    {"  parameter q::Point\n", "E301", "q.y has no value", "parameter q"},
    {"  c = C(p = Point(x = 1))\n", "E301", "`c` needs a value for p.y", "c = C"},
    {"  c = C(p(w = 1))\n", "E306", "Point has no member w", "w = 1"},
    {"  c = C(p = Point(y = 1, w = 1))\n", "E306", "Point has no member w", "1))"},
    {"  c = C(p = 3)\n", "E307", "p needs Point(…)", "3)"},
    {"  parameter l::Line = Line(to = Point(y = 1))\n  c = C(p = l)\n", "E307",
     "p needs Point(…)", "l)\n"},
    {"  c = C(p(x = true))\n", "E307", "", "true"},
    {"  c = C()\n  variable w::Real = c.p\n", "E307", "p is a struct", "c.p"},
    {"  c = C()\n  variable w::Real = c.p.w\n", "E202", "p has no member w", "c.p.w"},
    {"  final parameter q::Point = Point(y = q.x)\n  parameter r::Real = s.x\n"
     "  parameter s::Point = Point(x = r, y = 0)\n",
     "E302", "", ""},
    {"  parameter h::Real = 1\n  structural parameter q::Point = Point(y = h)\n",
     "E308", "y is structural", "h)\n"},
    {"  parameter q::Point[3] = [Point(y = 1)]\n", "E307", "of size", "parameter q"},
    {"  parameter q::Point[:] = [Point(y = 1), 3]\n", "E307", "q[2] needs Point(…)",
     "3]"},
    {"  parameter q::Point[:] = 3\n", "E308", "size of q", "parameter q"},
    {"  parameter q::Point[:]\n", "E301", "q has no value", "q::"},
    {"  parameter q::Point[1] = [Point(x = 1)]\n", "E301", "q[1].y has no value",
     "parameter q"},
    {"  parameter q::Point[1] = [Point(y = 1)]\n  variable w::Real = q[2].x\n", "E310",
     "index 2", "2]"},
    {"  variable q::Point\n", "E601", "only a parameter", "Point\n"},
};

static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;
  g_autofree char *text = g_strdup_printf (STRUCTS "component M\n%send\n", fault->text);
  g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");

  g_assert_null (bench.flat);
  g_assert_cmpuint (base_diags_count (bench.diags), ==, 1);
  const BaseDiag *diag = base_diags_get (bench.diags, 0);
  g_autofree char *report = base_diag_to_text (diag);
  const char *place = text + diag->begin;
  g_test_message ("%s", report);
  g_assert_nonnull (strstr (report, fault->code));
  g_assert_nonnull (strstr (report, fault->says));
  g_assert_true (g_str_has_prefix (place, fault->at));
}

static void
test_final (void)
{
  static const char TEXT[] =
      STRUCTS "component D\n  final parameter p::Point = Point(y = 1)\nend\n"
              "component M\n  c = D(p.x = 2)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  g_assert_null (bench.flat);
  g_assert_cmpuint (base_diags_count (bench.diags), ==, 1);
  g_assert_cmpuint (base_diags_get (bench.diags, 0)->number, ==, 305);
}

static void
test_recursive (void)
{
  static const char TEXT[] = "struct S\n  a::Real = 1\n  s::S = S()\nend\n"
                             "component M\n  parameter s::S = S()\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  g_assert_null (bench.flat);
  g_assert_cmpuint (base_diags_get (bench.diags, 0)->number, ==, 304);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flat/struct/fields", test_fields);
  g_test_add_func ("/flat/struct/nested", test_nested);
  g_test_add_func ("/flat/struct/outermost", test_outermost);
  g_test_add_func ("/flat/struct/structural", test_structural);
  g_test_add_func ("/flat/struct/arrays", test_arrays);
  g_test_add_func ("/flat/struct/final", test_final);
  g_test_add_func ("/flat/struct/recursive", test_recursive);
  for (uint32_t i = 0; i < G_N_ELEMENTS (FAULTS); i++) {
    g_autofree char *name = g_strdup_printf ("/flat/struct/fault/%u", i);

    g_test_add_data_func (name, &FAULTS[i], test_fault);
  }
  return g_test_run ();
}
