/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What elaboration makes of models that are right. */
#include "flat-bench.h"

static void
check_text (char *got, const char *expected)
{
  g_assert_cmpstr (got, ==, expected);
  g_free (got);
}

#define SPRING                                                                         \
  "component Spring\n  a = Flange()\n  b = Flange()\n  parameter c::Real\n"            \
  "  variable f::Real\nrelations\n  f = c * (b.s - a.s)\n  b.f = f\n  a.f = -f\nend\n"
#define FIXED "component Fixed\n  flange = Flange()\nrelations\n  flange.s = 0\nend\n"

/* ---- modifiers ---- */

/* Three levels set one parameter; names mean what they mean where the modifier stands.
 */
static void
test_outermost_wins (void)
{
  static const char TEXT[] =
      "component S\n  parameter p::Real = 1\n  parameter q::Real = 1\n"
      "  parameter r::Real = 1\nend\n"
      "component T\n  s = S(p = k, q = k, r = k)\n  parameter k::Real = 2\nend\n"
      "partial component U\n  t = T(s(q = k), s.r = k)\n  parameter k::Real = 3\nend\n"
      "component M\n  extends U(t.s.r = z)\n  parameter z::Real = 4\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_value (&bench, "t.s.p"), "t.k");
  check_text (flat_bench_value (&bench, "t.s.q"), "k");
  check_text (flat_bench_value (&bench, "t.s.r"), "z");
}

static void
test_start_values (void)
{
  static const char TEXT[] =
      "type T = Real(guess = 7)\n"
      "component S\n  variable x::T\n  variable y::Real(initial = 5)\n"
      "  variable z::Real = time initial 3\nrelations\n  der(x) = 1\n  der(y) = 1\n"
      "  guess x = 2\nend\n"
      "component M\n  s = S(x(initial = 1), y(initial = missing), z = initial 4)\n"
      "  t = S(x(guess = 9))\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_INITIAL),
              "s.x = 1\ns.z = 4\nt.y = 5\nt.z = 3\n");
  check_text (flat_bench_equations (&bench, FLAT_GUESS), "s.x = 2\nt.x = 2\n");
  g_assert_true (flat_bench_var (&bench, "s.x")->has_guess);
  g_assert_false (flat_bench_var (&bench, "s.y")->has_guess);
}

/* A binding is an equation that a modifier replaces or drops. */
static void
test_bindings (void)
{
  static const char TEXT[] =
      "component S\n  variable x::Real = 1\nend\n"
      "component M\n  a = S()\n  b = S(x = 2 * time)\n  c = S(x = missing)\nrelations\n"
      "  c.x = 3\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_BINDING), "a.x = 1\nb.x = 2 * time\n");
  check_text (flat_bench_equations (&bench, FLAT_EQUATION), "c.x = 3\n");
}

static void
test_type_attributes (void)
{
  static const char TEXT[] =
      "type Stiffness = Real(units = \"N/m\", displayUnits = \"N/mm\", min = 0)\n"
      "type Soft = Stiffness(max = 100)\n"
      "component M\n  parameter c::Soft = 10\n  parameter big::Real = 50\n"
      "  parameter d::Soft(max = big) = 20\n"
      "  variable x::Dyad.Length(statePriority = -3, nominal = 1e-3) = time\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");
  double max;

  flat_bench_check_good (&bench);
  const FlatVar *c = flat_bench_var (&bench, "c");
  g_assert_cmpstr (c->units, ==, "N/m");
  g_assert_cmpstr (c->display_units, ==, "N/mm");
  g_assert_true (expr_is_number (bench.flat->pool, c->max, &max));
  g_assert_cmpfloat (max, ==, 100);
  g_assert_cmpint (expr_op (bench.flat->pool, flat_bench_var (&bench, "d")->max), ==,
                   EXPR_VAR);
  g_assert_cmpint (flat_bench_var (&bench, "x")->state_priority, ==, -3);
}

static void
test_swapped_part (void)
{
  static const char TEXT[] =
      "partial component Law\n  variable y::Real\nend\n"
      "component One\n  extends Law\nrelations\n  y = 1\nend\n"
      "component Many\n  extends Law\n  parameter n::Real = 2\nrelations\n  y = "
      "n\nend\n"
      "component Holder\n  law::Law = One()\nend\n"
      "component M\n  a = Holder()\n  b = Holder(law = Many(n = 5))\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_EQUATION),
              "a.law.y = 1\nb.law.y = b.law.n\n");
  check_text (flat_bench_value (&bench, "b.law.n"), "5");
}

/* A setting gives a parameter its value and a variable its initial value. */
static void
test_settings_win (void)
{
  static const char TEXT[] = "component S\n  parameter p::Real = 1\n  variable "
                             "x::Real(initial = 3) = time\nend\n"
                             "component M\n  s = S(p = 2)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");
  g_autoptr (BaseSource) source = base_source_new ("--set", "7", 1);
  const LangExpr *seven = lang_parse_expression (bench.arena, source, bench.diags);
  const char *const names[] = {"s.p", "s.x"};
  const LangExpr *const values[] = {seven, seven};
  FlatRoot root = {.model = lib_index_get (bench.index, "Test.M", LIB_COMPONENTS),
                   .n_sets = 2,
                   .set_names = names,
                   .set_values = values};

  bench.flat = flat_build (bench.arena, bench.index, &root, bench.diags);
  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_INITIAL), "s.x = 7\n");
  check_text (flat_bench_value (&bench, "s.p"), "7");
}

/* ---- structure ---- */

static const char SUPPORTED[] =
    "component S\n  flange = Flange()\n  support = Flange() if useSupport\n"
    "  structural parameter useSupport::Boolean = false\n  variable "
    "s::Real\nrelations\n"
    "  if useSupport\n    s = flange.s - support.s\n    support.f = -flange.f\n"
    "  else\n    s = flange.s\n  end\n  flange.f = ifelse(useSupport, support.s, "
    "1)\nend\n";

static void
test_conditional_port (void)
{
  g_autofree char *text = g_strconcat (
      SUPPORTED, FIXED,
      "component M\n  a = S()\n  b = S(useSupport = on)\n  f = Fixed()\n"
      "  structural parameter on::Boolean = true\nrelations\n"
      "  connect(a.support, f.flange)\n  connect(b.support, f.flange)\nend\n",
      NULL);
  g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");

  flat_bench_check_good (&bench);
  g_assert_cmpuint (flat_bench_find (&bench, "a.support.s"), ==, UINT32_MAX);
  g_assert_cmpuint (flat_bench_find (&bench, "b.support.s"), !=, UINT32_MAX);
  check_text (flat_bench_equations (&bench, FLAT_CONNECT_FLOW),
              "b.support.f + f.flange.f = 0\na.flange.f = 0\nb.flange.f = 0\n");
  g_assert_true (flat_bench_var (&bench, "a.useSupport")->is_structural);
}

/* The nearest enclosing instance counts; without any, one is added at the top. */
static void
test_outer (void)
{
  static const char TEXT[] =
      "component World\n  parameter g::Real = 9.81\n  p = Flange()\nrelations\n  p.s = "
      "0\nend\n"
      "component Body\n  outer world::World\n  variable f::Real = world.g\nend\n"
      "component Inner\n  w = World(g = 1)\n  a = Body()\nend\n"
      "component M\n  i = Inner()\n  b = Body()\n  c = Body()\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_BINDING),
              "i.a.f = i.w.g\nb.f = world.g\nc.f = world.g\n");
  check_text (flat_bench_equations (&bench, FLAT_CONNECT_FLOW),
              "world.p.f = 0\ni.w.p.f = 0\n");
  g_assert_cmpuint (base_diags_count (bench.diags), ==, 1);
}

static const char ENUM_PART[] =
    "enum Type = | Exact | Filtered(f_crit::Real = 50)\n"
    "component S\n  structural parameter t::Type = Type.Filtered()\n"
    "  variable y::Real\nrelations\n  switch t\n    case Exact\n      y = time\n"
    "    case Filtered\n      y = t.f_crit + getproperty(t, Symbol(\"f_crit\"))\n  "
    "end\nend\n";

/* The fields of the case that a parameter has are ordinary parameters. */
static void
test_enum_fields (void)
{
  g_autofree char *text = g_strconcat (
      ENUM_PART,
      "component Holder\n  structural parameter t::Type = Type.Filtered(f_crit = k)\n"
      "  parameter k::Real = 8\n  s = S(t = t)\nend\n"
      "component M\n  a = S()\n  b = S(t = Type.Exact)\n  c = S(t = "
      "Type.Filtered(f_crit = 5))\n"
      "  d = S(t.f_crit = 6)\n  e = Holder()\nend\n",
      NULL);
  g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (
      flat_bench_equations (&bench, FLAT_EQUATION),
      "a.y = 2 * a.t.f_crit\nb.y = time\nc.y = 2 * c.t.f_crit\nd.y = 2 * d.t.f_crit\n"
      "e.s.y = 2 * e.s.t.f_crit\n");
  check_text (flat_bench_value (&bench, "a.t.f_crit"), "50");
  check_text (flat_bench_value (&bench, "c.t.f_crit"), "5");
  check_text (flat_bench_value (&bench, "d.t.f_crit"), "6");
  check_text (flat_bench_value (&bench, "e.t.f_crit"), "e.k");
  check_text (flat_bench_value (&bench, "e.s.t.f_crit"), "e.t.f_crit");
  g_assert_cmpuint (flat_bench_find (&bench, "b.t.f_crit"), ==, UINT32_MAX);
  g_assert_false (flat_bench_var (&bench, "a.t.f_crit")->is_structural);
}

/* A chain of 20,000 structural parameters needs no deep stack. */
static void
test_long_chain (void)
{
  g_autoptr (GString) text = g_string_new ("component M\n");

  for (int i = 0; i < 20000; i++)
    g_string_append_printf (text, "  structural parameter p%d::Integer = p%d + 1\n", i,
                            i + 1);
  g_string_append (text, "  structural parameter p20000::Integer = 0\nend\n");
  g_auto (FlatBench) bench = flat_bench_new (text->str, "Test", "M");
  flat_bench_check_good (&bench);
  check_text (flat_bench_value (&bench, "p0"), "20000");
}

/* ---- conditions of the run ---- */

static void
test_merged_branches (void)
{
  static const char TEXT[] =
      "component M\n  variable x::Real\n  variable y::Real\nrelations\n"
      "  if time > 2\n    x = 1\n    y = x\n  elseif time > 1\n    x = 2\n    2 * y = "
      "1\n"
      "  else\n    x = 3\n    y = 0\n  end\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_EQUATION),
              "x = if time > 2 then 1 else if time > 1 then 2 else 3\n"
              "0 = if time > 2 then y - x else if time > 1 then 2 * y - 1 else y\n");
}

static void
test_run_time_switch (void)
{
  static const char TEXT[] =
      "enum E = | A | B | C\ncomponent M\n  parameter e::E = E.B\n  variable x::Real\n"
      "relations\n  switch e\n    case B\n      x = 2\n    case A\n      x = 1\n"
      "    default\n      x = 9\n  end\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_EQUATION),
              "x = if 1 == e then 1 else if 2 == e then 2 else 9\n");
  check_text (flat_bench_value (&bench, "e"), "2");
  g_assert_cmpstr (flat_bench_var (&bench, "e")->enumeration->cases[1], ==, "B");
}

static void
test_discrete_by_equation (void)
{
  static const char TEXT[] =
      "component M\n  variable contact::Boolean\n  variable n::Integer\n  variable "
      "f::Real\n"
      "relations\n  contact = time < 1\n  n = ifelse(contact, 1, 2)\n"
      "  f = smooth(1, ifelse(contact, n, 0))\n  assert(f < 3, \"too much\")\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  g_assert_cmpint (flat_bench_var (&bench, "contact")->kind, ==, FLAT_DISCRETE);
  g_assert_cmpint (flat_bench_var (&bench, "n")->type, ==, FLAT_INTEGER);
  g_assert_cmpuint (bench.flat->n_asserts, ==, 1);
  g_assert_cmpstr (bench.flat->asserts[0].text, ==, "too much");
}

static void
test_functions (void)
{
  static const char TEXT[] =
      "function square(x::Real)::Real = x * x\n"
      "function law(v::Real, v0::Real = 2)::Real\n  local r::Real = v / v0\n"
      "  return square(r) + 1\nend\n"
      "component M\n  variable x::Real\n  variable y::Real\nrelations\n  x = "
      "law(time)\n"
      "  y = law(x, v0 = 4)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_EQUATION),
              "x = time / 2 * time / 2 + 1\ny = x / 4 * x / 4 + 1\n");
}

/* ---- connects ---- */

static void
test_one_set (void)
{
  g_autofree char *text =
      g_strconcat (SPRING, FIXED,
                   "component M\n  p = Spring(c = 1)\n  q = Spring(c = 2)\n"
                   "  w = Fixed()\nrelations\n  connect(q.a, p.b)\n"
                   "  connect(w.flange, p.a)\n  connect(p.a, q.b)\nend\n",
                   NULL);
  g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_CONNECT_POTENTIAL),
              "p.b.s = q.a.s\np.a.s = w.flange.s\nq.b.s = w.flange.s\n");
  check_text (flat_bench_equations (&bench, FLAT_CONNECT_FLOW),
              "p.b.f + q.a.f = 0\nq.b.f + p.a.f + w.flange.f = 0\n");
  g_assert_cmpuint (bench.flat->n_sets, ==, 2);
  g_assert_cmpuint (bench.flat->sets[1].n_connects, ==, 2);
  g_assert_cmpuint (bench.flat->sets[1].n_ports, ==, 3);
}

/* Inside a group its own port counts negative; outside it is an ordinary port. */
static void
test_own_ports (void)
{
  g_autofree char *text =
      g_strconcat (SPRING, FIXED,
                   "component Group\n  port = Flange()\n  s = Spring(c = 1)\n  w = "
                   "Fixed()\nrelations\n"
                   "  connect(port, s.b)\n  connect(s.a, w.flange)\nend\n"
                   "component M\n  g = Group()\n  w = Fixed()\nrelations\n  "
                   "connect(g.port, w.flange)\nend\n",
                   NULL);
  g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_CONNECT_FLOW),
              "g.port.f + w.flange.f = 0\ng.s.b.f - g.port.f = 0\ng.s.a.f + "
              "g.w.flange.f = 0\n");
}

static void
test_open_ports (void)
{
  g_autofree char *text =
      g_strconcat (SPRING, FIXED,
                   "component M\n  own = Flange()\n  s = Spring(c = 1)\n  w = Fixed()\n"
                   "relations\n  connect(s.a, w.flange)\n  own.s = 1\nend\n",
                   NULL);
  g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_CONNECT_FLOW),
              "s.a.f + w.flange.f = 0\nown.f = 0\ns.b.f = 0\n");
  g_assert_cmpuint (bench.flat->sets[1].n_connects, ==, 0);
}

static void
test_signals (void)
{
  static const char TEXT[] =
      "component Gain\n  u = RealInput()\n  y = RealOutput()\n  parameter k::Real = 1\n"
      "relations\n  y = k * u\nend\n"
      "component Twice\n  u = RealInput()\n  y = RealOutput()\n  g = Gain(k = "
      "2)\nrelations\n"
      "  connect(u, g.u)\n  connect(g.y, y)\nend\n"
      "component M\n  a = Gain()\n  b = Twice()\n  c = Gain(u = 3)\n  d = "
      "Gain()\nrelations\n"
      "  a.u = time\n  connect(a.y, b.u, d.u)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_CONNECT_SIGNAL),
              "b.u = a.y\nd.u = a.y\nb.g.u = b.u\nb.y = b.g.y\n");
  check_text (flat_bench_equations (&bench, FLAT_BINDING), "c.u = 3\n");
}

/* A port with several signals: each field has its own source. */
static void
test_bus (void)
{
  static const char TEXT[] =
      "connector Plug\n  input u::Real\n  output y::Real\nend\n"
      "connector Socket\n  output u::Real\n  input y::Real\nend\n"
      "component A\n  p = Plug()\nrelations\n  p.y = 2 * p.u\nend\n"
      "component B\n  p = Socket()\nrelations\n  p.u = p.y + 1\nend\n"
      "component M\n  a = A()\n  b = B()\nrelations\n  connect(a.p, b.p)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_CONNECT_SIGNAL),
              "a.p.u = b.p.u\nb.p.y = a.p.y\n");
}

/* Connectors of different names with the same fields, kinds and units go together. */
static void
test_equal_connectors (void)
{
  static const char TEXT[] =
      "connector Slider\n  flow f::Dyad.Force\n  potential "
      "s::Dyad.Position\nend\n" FIXED "component End\n  p = Slider()\n  variable "
      "x::Real\nrelations\n  x = p.s\n  p.f = x\nend\n"
      "component M\n  e = End()\n  w = Fixed()\nrelations\n  connect(w.flange, "
      "e.p)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_CONNECT_POTENTIAL),
              "e.p.s = w.flange.s\n");
  check_text (flat_bench_equations (&bench, FLAT_CONNECT_FLOW),
              "e.p.f + w.flange.f = 0\n");
}

/* ---- events ---- */

static void
test_discrete_state (void)
{
  static const char TEXT[] =
      "component M\n  variable on::Boolean\n  variable k::Integer\n  discrete variable "
      "d::Real\n"
      "  variable x::Real\nrelations\n  initial on = true\n  on = pre(on) and time < 3 "
      "or edge(late)\n"
      "  variable_free = change(k) or initial()\n  late = time > 5\n  der(x) = 1\n"
      "  when x > 1\n    d = pre(d) + 1\n    k = 2\n    reinit(x, 0)\n  elsewhen "
      "sample(0, 0.5)\n"
      "    d = 0\n    assert(x < 7, \"too far\")\n    terminate(\"done\")\n  "
      "end\nend\n";
  g_autoptr (GString) text = g_string_new (TEXT);

  g_string_replace (text, "  variable x::Real\n",
                    "  variable x::Real\n  variable late::Boolean\n"
                    "  variable variable_free::Boolean\n",
                    1);
  g_auto (FlatBench) bench = flat_bench_new (text->str, "Test", "M");
  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_EQUATION),
              "on = pre(on) and time < 3 or edge(late)\n"
              "variable_free = change(k) or initial()\nlate = time > 5\nder(x) = 1\n");
  g_assert_cmpuint (bench.flat->n_whens, ==, 1);
  const FlatWhen *when = &bench.flat->whens[0];
  g_assert_cmpuint (when->n_branches, ==, 2);
  g_assert_cmpuint (when->branches[0].n_actions, ==, 3);
  g_assert_cmpint (when->branches[0].actions[2].kind, ==, FLAT_REINIT);
  g_assert_cmpint (when->branches[1].actions[2].kind, ==, FLAT_TERMINATE);
  g_assert_cmpstr (when->branches[1].actions[1].text, ==, "too far");
}

static void
test_tables (void)
{
  static const char TEXT[] =
      "component S\n  parameter T::Real[:, 3] = [[0, 1, 2], [1, 3, 4]]\n"
      "  parameter first::Real = table1d(T, 0)\n"
      "  variable x::Real = table1d(T, time) + table1d(T, 2 * time)\n"
      "  variable y::Real = table1d(T, time, Smoothness.Akima, Extrapolation.Hold, "
      "3)\nend\n"
      "component M\n  a = S()\n  b = S(T = [0, 1, 2; 5, 6, 7; 8, 9, 10])\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  g_assert_cmpuint (bench.flat->n_tables, ==, 4);
  g_assert_cmpuint (bench.flat->tables[1].column, ==, 2);
  g_assert_cmpint (bench.flat->tables[1].smoothness, ==, FLAT_TABLE_AKIMA);
  g_assert_cmpint (bench.flat->tables[1].extrapolation, ==, FLAT_TABLE_HOLD);
  g_assert_cmpuint (bench.flat->tables[2].n_rows, ==, 3);
}

/* A table over two coordinates is a sum of weights times rows. */
static void
test_table_of_two (void)
{
  static const char TEXT[] =
      "component M\n  parameter T::Real[:, :] = [0, 1, 2; 10, 5, 6; 20, 7, 9]\n"
      "  variable x::Real = table2d(T, time, 2 * time)\n"
      "  variable y::Real = delay(x, 0.5) + delay(x, abs(x), 3)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  g_assert_cmpuint (bench.flat->n_tables, ==, 4);
  g_assert_cmpuint (bench.flat->n_delays, ==, 2);
  g_assert_true (expr_is (bench.flat->delays[0].time, bench.flat->delays[0].longest));
}

/* ---- arrays ---- */

static void
test_array_equations (void)
{
  static const char TEXT[] =
      "function turn(phi::Real)::Real[2, 2] = [[cos(phi), -sin(phi)], [sin(phi), "
      "cos(phi)]]\n"
      "component M\n  structural parameter n::Integer = 2\n  parameter A::Real[:, 2] = "
      "[1, 2; 3, 4]\n"
      "  variable x::Real[n](guess = 0)\n  variable y::Real[2](initial = [5, 6])\n"
      "  variable z::Real[n, 2]\n  variable s::Real = sum(x) + dot(x, y) + y' * "
      "x\nrelations\n"
      "  der(x) = A * x\n  y = turn(time) * [1, 0] + 2 * x\n  for i in 1:n\n"
      "    z[i, :] = [x[i], i]\n  end\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_equations (&bench, FLAT_EQUATION),
              "der(x[1]) = x[1] * A[1,1] + x[2] * A[1,2]\n"
              "der(x[2]) = x[1] * A[2,1] + x[2] * A[2,2]\n"
              "y[1] = cos(time) + 2 * x[1]\ny[2] = sin(time) + 2 * x[2]\n"
              "z[1,1] = x[1]\nz[1,2] = 1\nz[2,1] = x[2]\nz[2,2] = 2\n");
  check_text (flat_bench_equations (&bench, FLAT_INITIAL), "y[1] = 5\ny[2] = 6\n");
  check_text (flat_bench_value (&bench, "A[2,1]"), "3");
}

static void
test_array_of_parts (void)
{
  g_autofree char *text = g_strconcat (
      SPRING, FIXED,
      "component Sum\n  structural parameter n::Integer = 2\n  u = [RealInput() for i "
      "in 1:n]\n"
      "  y = RealOutput()\nrelations\n  y = sum(u) + u[1]\nend\n"
      "component M\n  chain = [Spring(c = 10 * i) for i in 1:3]\n  wall = Fixed()\n"
      "  add = Sum(n = 2)\nrelations\n  connect(wall.flange, chain[1].a)\n"
      "  for i in 1:2\n    connect(chain[i].b, chain[i + 1].a)\n  end\n"
      "  add.u = [chain[2].f, time]\nend\n",
      NULL);
  g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");

  flat_bench_check_good (&bench);
  check_text (flat_bench_value (&bench, "chain[3].c"), "30");
  check_text (flat_bench_equations (&bench, FLAT_CONNECT_POTENTIAL),
              "chain[1].a.s = wall.flange.s\nchain[2].a.s = chain[1].b.s\n"
              "chain[3].a.s = chain[2].b.s\n");
  g_assert_cmpuint (flat_bench_find (&bench, "add.u[2]"), !=, UINT32_MAX);
}

/* ---- parts on their own, analyses, libraries ---- */

static void
test_part_alone (void)
{
  g_auto (FlatBench) bench = flat_bench_new (
      "component S\n  u = RealInput()\n  a = Flange()\n  parameter c::Real\n"
      "relations\n  a.f = c * u\nend\n",
      "Test", "S");
  FlatRoot root = {.model = lib_index_get (bench.index, "Test.S", LIB_COMPONENTS),
                   .is_part = true};
  g_autoptr (BaseDiags) diags = base_diags_new ();

  g_assert_null (bench.flat);
  g_assert_cmpuint (base_diags_count (bench.diags), ==, 2);
  g_assert_null (flat_build (bench.arena, bench.index, &root, diags));
  g_assert_cmpuint (base_diags_count (diags), ==, 0);
}

/* Every component of the libraries is balanced and well typed. */
static void
test_library_parts (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index = flat_bench_library (diags);

  for (uint32_t i = 0; i < lib_index_n_entries (index); i++) {
    FlatRoot root = {.model = lib_index_entry (index, i), .is_part = true};
    g_autoptr (BaseArena) arena = base_arena_new ();

    if (root.model->class->kind == LANG_COMPONENT)
      flat_build (arena, index, &root, diags);
  }
  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    g_autofree char *text = base_diag_to_text (base_diags_get (diags, i));

    /* What is not yet supported says so. */
    if (base_diags_get (diags, i)->number != 601)
      g_error ("%s", text);
  }
}

static void
test_analysis (void)
{
  static const char TEXT[] =
      "component M\n  parameter m::Real\n  parameter n::Real = 1\n  variable x::Real = "
      "m\nend\n"
      "analysis Base\n  extends TransientAnalysis(stop = 10, reltol = 1e-8)\n"
      "  parameter k::Real = 3\n  model = M(m = 2 * k + 1)\nend\n"
      "analysis Run\n  extends Base(stop = 2 * 2, k = 5, model(n = 7))\nend\n"
      "analysis Other\n  model = M()\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");
  FlatAnalysis analysis;

  g_assert_true (flat_analysis (bench.arena, bench.index,
                                lib_index_get (bench.index, "Test.Run", LIB_ANALYSES),
                                &analysis, bench.diags));
  g_assert_cmpfloat (analysis.stop, ==, 4);
  g_assert_cmpfloat (analysis.reltol, ==, 1e-8);
  g_assert_cmpstr (analysis.alg, ==, "auto");
  g_assert_true (analysis.if_lifting);
  bench.flat = flat_build (bench.arena, bench.index, &analysis.root, bench.diags);
  flat_bench_check_good (&bench);
  check_text (flat_bench_value (&bench, "m"), "11");
  check_text (flat_bench_value (&bench, "n"), "7");
  g_assert_false (flat_analysis (
      bench.arena, bench.index, lib_index_get (bench.index, "Test.Other", LIB_ANALYSES),
      &analysis, bench.diags));
  g_assert_cmpuint (base_diags_find (bench.diags, 603), !=, UINT32_MAX); /* W603 */
}

/* ---- the listings of the seeds ---- */

static FlatBench
flatten_seed (const char *name, const char *within, const char *rig)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "models", "seeds", name, NULL);
  g_autofree char *listing = NULL;
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &listing, NULL, NULL));
  text = g_strconcat (listing, "\n", rig, NULL);
  return flat_bench_new (text, within, "Rig");
}

static uint32_t
count_kind (const FlatBench *bench, FlatKind kind)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < bench->flat->n_vars; i++)
    n += bench->flat->vars[i].kind == kind;
  return n;
}

/* Flattened by its author or by us, a listing has the same unknowns. */
static void
check_seed (const char *name, const char *within, const char *rig, const char *rig_flat)
{
  g_autofree char *flattened = g_strconcat (name, "-flattened.dyad", NULL);
  g_autofree char *published = g_strconcat (name, ".dyad", NULL);
  g_auto (FlatBench) a = flatten_seed (published, within, rig);
  g_auto (FlatBench) b = flatten_seed (flattened, within, rig_flat);

  flat_bench_check_good (&a);
  flat_bench_check_good (&b);
  for (uint32_t i = 0; i < b.flat->n_vars; i++)
    if (b.flat->vars[i].kind != FLAT_PARAMETER &&
        flat_bench_find (&a, b.flat->vars[i].name) == UINT32_MAX)
      g_error ("%s is missing from the published listing", b.flat->vars[i].name);
  g_assert_cmpuint (count_kind (&a, FLAT_CONTINUOUS), >=,
                    count_kind (&b, FLAT_CONTINUOUS));
}

#define FORCE_RIG(support)                                                             \
  "component Rig\n  m = TranslationalComponents.Components.Mass(m = 1)\n"              \
  "  w = TranslationalComponents.Components.Fixed()\n"                                 \
  "  f = InverseSpeedDependentForce(f_nominal = 1, v_nominal = 1" support ")\n"        \
  "relations\n  connect(f.flange, m.flange_a)\n  connect(f.support, w.flange)\nend\n"

#define POSITION_RIG(support)                                                          \
  "component Rig\n  p = Position(phi_ref = time" support ")\n"                         \
  "  w = RotationalComponents.Components.Fixed()\n"                                    \
  "relations\n  connect(p.support, w.spline)\nend\n"

#define SPRING_RIG                                                                     \
  "component Rig\n  s = Spring(c = 2)\n  w = "                                         \
  "TranslationalComponents.Components.Fixed()\n"                                       \
  "relations\n  connect(s.flange_a, w.flange)\nend\n"

static void
test_seeds (void)
{
  check_seed ("000-inverse-speed-dependent-force", "TranslationalComponents.Sources",
              FORCE_RIG (", useSupport = true"), FORCE_RIG (""));
  check_seed ("003-spring", "TranslationalComponents", SPRING_RIG, SPRING_RIG);
  check_seed ("004-position", "RotationalComponents.Sources",
              POSITION_RIG (", useSupport = true"), POSITION_RIG (""));
}

/* The planar damper writes a product of a row and a vector. */
static void
test_seed_with_arrays (void)
{
  g_auto (FlatBench) bench = flatten_seed ("002-planar-damper-flattened.dyad",
                                           "MultibodyComponents.PlanarMechanics",
                                           "component Rig\n  d = Damper()\nend\n");
  g_autofree char *text = NULL;

  flat_bench_check_good (&bench);
  text = flat_bench_equations (&bench, FLAT_EQUATION);
  g_assert_nonnull (strstr (text, "\nd.v = d.vx * d.d0x + d.vy * d.d0y\n"));
}

/* Units of signals do not matter, whether the signal is a port or a field of one. */
static void
test_units_of_signals (void)
{
  static const char TEXT[] =
      "connector A\n  output y::Length\n  input u::Force\nend\n"
      "connector C\n  input y::Mass\n  output u::Real\nend\n"
      "component S\n  p = A()\nrelations\n  p.y = time\nend\n"
      "component T\n  p = C()\nrelations\n  p.u = p.y\nend\n"
      "component M\n  s = S()\n  t = T()\nrelations\n  connect(s.p, t.p)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
}

/* What is compared with a quantity has its unit, through any number of blocks; what is
 * multiplied, converted, or told two units has none. */
static void
test_units_inferred (void)
{
  static const char TEXT[] =
      "component M\n  mass = TranslationalComponents.Mass(m = 1)\n"
      "  speed = TranslationalComponents.Sensors.SpeedSensor()\n"
      "  heat = ThermalComponents.Sensors.TemperatureSensor()\n"
      "  celsius = BlockComponents.To_degC()\n  set = BlockComponents.Step()\n"
      "  pid = BlockComponents.LimPID()\n  gain = BlockComponents.Gain(k = 2)\n"
      "  f = TranslationalComponents.ForceSource()\n"
      "  w = RotationalComponents.TorqueSource()\n"
      "  two = BlockComponents.Sources.Sine(frequency = 1)\n"
      "relations\n  connect(speed.flange, mass.flange_a)\n"
      "  connect(heat.T, celsius.u)\n"
      "  connect(speed.v, pid.u_m)\n  connect(set.y, pid.u_s)\n"
      "  connect(set.y, gain.u)\n  connect(two.y, f.f, w.tau)\nend\n";
  static const char *const UNITS[][2] = {
      {"speed.v", "m/s"}, {"celsius.u", "K"}, {"celsius.y", ""}, {"pid.u_m", "m/s"},
      {"set.y", "m/s"},   {"set.height", ""}, {"pid.y", ""},     {"gain.y", ""},
      {"gain.u", "m/s"},  {"two.y", ""}};
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  for (size_t i = 0; i < G_N_ELEMENTS (UNITS); i++)
    g_assert_cmpstr (flat_bench_var (&bench, UNITS[i][0])->units, ==, UNITS[i][1]);
}

/* Sizes and conditions from elements of structural arrays, which stand as lists, as
 * names of others and by `fill`. */
static void
test_sizes_from_elements (void)
{
  static const char TEXT[] =
      "component S\n  structural parameter n::Integer[:]\n"
      "  structural parameter k::Integer = n[2] + 1\n"
      "  variable x::Real[n[1], k] = ones(n[1], k)\n"
      "  p = [TranslationalComponents.Components.Fixed() for i in 1:n[2]]\nend\n"
      "component M\n  structural parameter a::Integer[2, 2] = [1, 2; 3, 4]\n"
      "  structural parameter m::Integer[2] = fill(a[2, 1], 2)\n"
      "  s = S(n = [2, a[1, 2]])\n  t = S(n = m)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  flat_bench_var (&bench, "s.x[2,3]");
  flat_bench_var (&bench, "s.p[2].s0");
  flat_bench_var (&bench, "t.x[3,4]");
  flat_bench_var (&bench, "t.p[3].s0");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flat/modifiers/outermost-wins", test_outermost_wins);
  g_test_add_func ("/flat/modifiers/start-values", test_start_values);
  g_test_add_func ("/flat/modifiers/bindings", test_bindings);
  g_test_add_func ("/flat/modifiers/type-attributes", test_type_attributes);
  g_test_add_func ("/flat/modifiers/swapped-part", test_swapped_part);
  g_test_add_func ("/flat/modifiers/settings-win", test_settings_win);
  g_test_add_func ("/flat/structure/conditional-port", test_conditional_port);
  g_test_add_func ("/flat/structure/outer", test_outer);
  g_test_add_func ("/flat/structure/enum-fields", test_enum_fields);
  g_test_add_func ("/flat/structure/long-chain", test_long_chain);
  g_test_add_func ("/flat/run-time/merged-branches", test_merged_branches);
  g_test_add_func ("/flat/run-time/switch", test_run_time_switch);
  g_test_add_func ("/flat/run-time/discrete-by-equation", test_discrete_by_equation);
  g_test_add_func ("/flat/functions", test_functions);
  g_test_add_func ("/flat/connects/one-set", test_one_set);
  g_test_add_func ("/flat/connects/own-ports", test_own_ports);
  g_test_add_func ("/flat/connects/open-ports", test_open_ports);
  g_test_add_func ("/flat/connects/signals", test_signals);
  g_test_add_func ("/flat/connects/bus", test_bus);
  g_test_add_func ("/flat/connects/equal-connectors", test_equal_connectors);
  g_test_add_func ("/flat/connects/units-of-signals", test_units_of_signals);
  g_test_add_func ("/flat/connects/units-inferred", test_units_inferred);
  g_test_add_func ("/flat/arrays/sizes-from-elements", test_sizes_from_elements);
  g_test_add_func ("/flat/events/discrete-state", test_discrete_state);
  g_test_add_func ("/flat/events/tables", test_tables);
  g_test_add_func ("/flat/events/table-of-two", test_table_of_two);
  g_test_add_func ("/flat/arrays/equations", test_array_equations);
  g_test_add_func ("/flat/arrays/parts", test_array_of_parts);
  g_test_add_func ("/flat/part-alone", test_part_alone);
  g_test_add_func ("/flat/library-parts", test_library_parts);
  g_test_add_func ("/flat/analysis", test_analysis);
  g_test_add_func ("/flat/seeds/three", test_seeds);
  g_test_add_func ("/flat/seeds/with-arrays", test_seed_with_arrays);
  return g_test_run ();
}
