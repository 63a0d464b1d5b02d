/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One model per diagnostic, with its exact place. */
#include "flat-bench.h"

typedef struct {
  const char *name;
  const char *text; /* the component M is wrong */
  uint32_t number;
  uint32_t line;
  uint32_t column;
} Case;

#define PORTS "  a = Flange()\n  b = Flange()\n"

static const Case CASES[] = {
    {"201-member",
     "component M\n  parameter p::Real = 1\n  parameter p::Real = 2\nend\n", 201, 3,
     13},
    {"201-modifier",
     "component S\n  parameter p::Real = 1\nend\ncomponent M\n  s = S(p = 1, p = "
     "2)\nend\n",
     201, 5, 16},
    {"201-nested",
     "component S\n  variable x::Real = 1\nend\ncomponent M\n  s = S(x(guess = 1, "
     "guess = 2))\nend\n",
     201, 5, 22},
    {"305-final-group",
     "component S\n  parameter p::Real = 1\nend\ncomponent T\n  s = S()\nend\n"
     "component U\n  t = T(final s(p = 2))\nend\ncomponent M\n  u = U(t.s.p = "
     "3)\nend\n",
     305, 11, 9},
    {"305-final-part",
     "partial component P\nend\ncomponent A\n  extends P\nend\ncomponent T\n  s::P = "
     "A()\nend\n"
     "component U\n  t = T(final s = A())\nend\ncomponent M\n  u = U(t.s = A())\nend\n",
     305, 13, 9},
    {"407-modifier",
     "enum E = | A | B(f::Real = 1)\ncomponent S\n  structural parameter e::E = "
     "E.A\nend\n"
     "component M\n  s = S(e.f = 2)\nend\n",
     407, 6, 9},
    {"202-component", "component M\n  s = Sprung()\nend\n", 202, 2, 7},
    {"202-name", "component M\n  variable x::Real\nrelations\n  x = y\nend\n", 202, 4,
     7},
    {"202-member",
     "component S\nend\ncomponent M\n  s = S()\n  variable x::Real\nrelations\n  x = "
     "s.y\nend\n",
     202, 7, 7},
    {"202-function",
     "component M\n  variable x::Real\nrelations\n  x = sinus(time)\nend\n", 202, 4, 7},
    {"202-type", "component M\n  variable x::Lenght\nend\n", 202, 2, 15},
    {"202-case",
     "enum E = | A | B\ncomponent M\n  structural parameter e::E = E.A\nrelations\n  "
     "switch e\n"
     "    case A\n    case C\n    default\n  end\nend\n",
     202, 7, 10},
    {"203-not-a-component", "type T = Real\ncomponent M\n  s = T()\nend\n", 203, 3, 7},
    {"203-partial", "partial component P\nend\ncomponent M\n  s = P()\nend\n", 203, 4,
     7},
    {"205-library", "component M\n  s = AbsentComponents.Wall()\nend\n", 205, 2, 7},
    {"301-own", "component M\n  parameter p::Real\nend\n", 301, 2, 13},
    {"301-part", "component S\n  parameter p::Real\nend\ncomponent M\n  s = S()\nend\n",
     301, 5, 3},
    {"301-missing",
     "component S\n  parameter p::Real = 1\nend\ncomponent M\n  s = S(p = "
     "missing)\nend\n",
     301, 5, 3},
    {"302-parameters",
     "component M\n  parameter p::Real = q + 1\n  parameter q::Real = 2 * p\nend\n",
     302, 2, 3},
    {"302-structural",
     "component M\n  structural parameter p::Integer = q\n  structural parameter "
     "q::Integer = p\nend\n",
     302, 2, 24},
    {"302-function",
     "function f(x::Real)::Real = f(x) + 1\ncomponent M\n  variable "
     "y::Real\nrelations\n  y = f(time)\nend\n",
     302, 1, 29},
    {"303-conflict",
     "partial component P\n  variable x::Real\nend\ncomponent M\n  extends P\n  "
     "variable x::Integer\nend\n",
     303, 6, 12},
    {"304-extends", "component M\n  extends N\nend\ncomponent N\n  extends M\nend\n",
     304, 5, 11},
    {"304-contains-itself",
     "component S\n  m = M()\nend\ncomponent M\n  s = S()\nend\n", 304, 2, 7},
    {"305-final-parameter",
     "component S\n  final parameter p::Real = 1\nend\ncomponent M\n  s = S(p = "
     "2)\nend\n",
     305, 5, 9},
    {"305-final-modifier",
     "component S\n  parameter p::Real = 1\nend\ncomponent T\n  s = S(final p = "
     "2)\nend\n"
     "component M\n  t = T(s(p = 3))\nend\n",
     305, 8, 11},
    {"305-final-attribute",
     "type T = Real(final min = 0)\ncomponent M\n  parameter p::T(min = -1) = 2\nend\n",
     305, 3, 18},
    {"307-array-arguments",
     "component M\n  variable x::Real\nrelations\n  x = sum([1, 2], 3)\nend\n", 307, 4,
     7},
    {"307-table-arguments",
     "component M\n  variable x::Real\nrelations\n  x = table1d([0, 0])\nend\n", 307, 4,
     7},
    {"307-divisor",
     "component M\n  variable x::Real\nrelations\n  x = mod(time, 0)\nend\n", 307, 4,
     7},
    {"307-delay-negative",
     "component M\n  variable x::Real\nrelations\n  x = delay(time, -1)\nend\n", 307, 4,
     7},
    {"307-interval",
     "component M\n  variable n::Integer\nrelations\n  when sample(0, -0.1)\n    n = "
     "pre(n) + 1\n  end\nend\n",
     307, 4, 8},
    {"306-target",
     "component S\n  parameter stiff::Real = 1\nend\ncomponent M\n  s = S(stif = "
     "2)\nend\n",
     306, 5, 9},
    {"306-inner",
     "component S\nend\ncomponent T\n  s = S()\nend\ncomponent M\n  t = T(s.p = "
     "2)\nend\n",
     306, 7, 9},
    {"306-extends", "partial component P\nend\ncomponent M\n  extends P(q = 1)\nend\n",
     306, 4, 13},
    {"306-attribute", "component M\n  variable x::Real(limit = 1)\nend\n", 306, 2, 20},
    {"306-modifier-attribute",
     "component S\n  variable x::Real = 1\nend\ncomponent M\n  s = S(x(limit = "
     "2))\nend\n",
     306, 5, 11},
    {"307-parameter", "component M\n  parameter p::Boolean = 1\nend\n", 307, 2, 26},
    {"307-equation",
     "component M\n  variable x::Real\nrelations\n  x = time > 1\nend\n", 307, 4, 3},
    {"307-operator",
     "component M\n  variable x::Real\nrelations\n  x = 1 + (time > 1)\nend\n", 307, 4,
     7},
    {"307-condition",
     "component M\n  variable x::Real\nrelations\n  x = ifelse(time, 1, 2)\nend\n", 307,
     4, 14},
    {"307-integer", "component M\n  variable k::Integer\nrelations\n  k = time\nend\n",
     307, 4, 7},
    {"307-variable-parameter",
     "component M\n  parameter p::Real = x\n  variable x::Real = 1\nend\n", 307, 2, 23},
    {"307-port-as-value",
     "component M\n  a = Flange()\n  variable x::Real\nrelations\n  x = a\nend\n", 307,
     5, 7},
    {"307-arguments",
     "component M\n  variable x::Real\nrelations\n  x = sin(1, 2)\nend\n", 307, 4, 7},
    {"307-replacement",
     "component S\nend\ncomponent T\n  s = S()\nend\ncomponent M\n  t = T(s = "
     "S())\nend\n",
     307, 7, 9},
    {"308-structural",
     "component M\n  parameter p::Integer = 1\n  structural parameter n::Integer = "
     "p\nend\n",
     308, 3, 37},
    {"308-condition",
     "component S\nend\ncomponent M\n  parameter p::Boolean = true\n  s = S() if "
     "p\nend\n",
     308, 5, 14},
    {"309-equal-reals",
     "component M\n  variable b::Boolean\nrelations\n  b = time == 1\nend\n", 309, 4,
     7},
    {"601-signal-of-texts", "connector S = input String\ncomponent M\n  c = S()\nend\n",
     601, 3, 3},
    {"601-signal-of-structs",
     "struct T\n  a::Real = 1\nend\nconnector S = input T\ncomponent M\n  c = "
     "S()\nend\n",
     601, 6, 3},
    {"601-signal-of-too-much",
     "connector S = input Real[2000, 2000]\ncomponent M\n  c = S()\nend\n", 601, 3, 3},
    {"311-below-min", "component M\n  parameter m::Dyad.Mass = -1\nend\n", 311, 2, 3},
    {"311-modifier",
     "component S\n  parameter p::Real(max = 2) = 1\nend\ncomponent M\n  parameter "
     "q::Real = 1\n"
     "  s = S(p = q + 2)\nend\n",
     311, 6, 9},
    {"401-domain",
     "component M\n  a = Flange()\n  b = Spline()\nrelations\n  connect(a, b)\nend\n",
     401, 5, 3},
    {"401-component",
     "component S\nend\ncomponent M\n  a = Flange()\n  s = S()\nrelations\n  "
     "connect(a, s)\nend\n",
     401, 7, 14},
    {"401-one-port",
     "component M\n" PORTS "relations\n  connect(a, b)\n  connect(a)\nend\n", 401, 6,
     3},
    {"401-itself", "component M\n" PORTS "relations\n  connect(a, b, a)\nend\n", 401, 5,
     17},
    {"401-field-kind", "component M\n" PORTS "relations\n  connect(a.s, b.f)\nend\n",
     401, 5, 3},
    {"401-field-and-port", "component M\n" PORTS "relations\n  connect(a.s, b)\nend\n",
     401, 5, 3},
    {"402-field",
     "component S\n  u = RealInput()\n  variable x::Real = u\nend\nconnector C\n  "
     "input "
     "v::Real\nend\n"
     "component T\n  c = C()\n  variable x::Real = c.v\nend\n"
     "component M\n  s = S()\n  t = T()\nrelations\n  connect(t.c.v, s.u)\nend\n",
     402, 16, 3},
    {"402-open-input",
     "component S\n  u = RealInput()\n  variable x::Real\nrelations\n  x = "
     "u\nend\ncomponent M\n  s = S()\nend\n",
     402, 8, 3},
    {"402-own-input",
     "component M\n  u = RealInput()\n  variable x::Real\nrelations\n  x = u\nend\n",
     402, 2, 3},
    {"402-inputs-only",
     "component S\n  u = RealInput()\n  variable x::Real\nrelations\n  x = u\nend\n"
     "component M\n  s = S()\n  t = S()\nrelations\n  connect(s.u, t.u)\nend\n",
     402, 11, 3},
    {"403-two-sources",
     "component S\n  y = RealOutput()\nrelations\n  y = time\nend\n"
     "component M\n  s = S()\n  t = S()\nrelations\n  connect(s.y, t.y)\nend\n",
     403, 10, 3},
    {"404-branches",
     "component M\n  variable x::Real\n  variable y::Real\nrelations\n  if time > 1\n  "
     "  x = 1\n    y = 1\n"
     "  else\n    x = y\n  end\nend\n",
     404, 5, 3},
    {"404-connect",
     "component M\n" PORTS "relations\n  if time > 1\n    connect(a, b)\n  end\nend\n",
     404, 6, 5},
    {"405-disabled",
     "component M\n  a = Flange() if false\n  variable x::Real\nrelations\n  x = "
     "a.s\nend\n",
     405, 5, 7},
    {"407-field",
     "enum E = | A | B(f::Real = 1)\ncomponent M\n  structural parameter e::E = E.A\n"
     "  variable x::Real\nrelations\n  x = e.f\nend\n",
     407, 6, 7},
    {"407-not-fixed",
     "enum E = | A | B(f::Real = 1)\ncomponent M\n  structural parameter e::E = E.B()\n"
     "  variable x::Real\nrelations\n  x = e.f\nend\n",
     407, 6, 7},
    {"408-switch",
     "enum E = | A | B\ncomponent M\n  structural parameter e::E = E.A\n  variable "
     "x::Real\n"
     "relations\n  switch e\n    case A\n      x = 1\n  end\nend\n",
     408, 6, 3},
    {"409-never", "component M\n  variable b::Boolean\nrelations\n  true = b\nend\n",
     409, 2, 3},
    {"409-twice",
     "component M\n  variable b::Boolean\nrelations\n  b = time > 1\n  b = time > "
     "2\nend\n",
     409, 5, 3},
    {"410-guesses",
     "component M\n  variable x::Real\nrelations\n  x^2 = 1\n  guess x = 2\n  guess x "
     "= "
     "-2\nend\n",
     410, 6, 3},
    {"501-too-few",
     "component M\n  variable x::Real\n  variable y::Real\nrelations\n  x = y\nend\n",
     501, 1, 11},
    {"501-too-many",
     "component M\n  variable x::Real\nrelations\n  x = 1\n  x = time\nend\n", 501, 1,
     11},
    {"501-part",
     "component S\n  a = Flange()\nrelations\n  a.s = 0\n  a.f = 0\nend\ncomponent M\n "
     " s = S()\nend\n",
     501, 1, 11},
    {"504-stepped",
     "component M\n  variable x::Real\n  discrete variable z::Real\nrelations\n  x = "
     "der(z)\n  z = 1\nend\n",
     504, 5, 7},
    {"308-structural-array",
     "component M\n  parameter p::Integer = 1\n  structural parameter n::Integer[2] = "
     "[1, p]\nend\n",
     308, 3, 40},
    {"308-open-branches",
     "component M\n  parameter p::Integer = 1\n  structural parameter n::Integer = p\n"
     "  parameter q::Real = if n > 1 then 1 else true\nend\n",
     308, 3, 37},
    {"601-fields-of-no-case",
     "enum E = A | B(k::Real = 1)\ncomponent M\n  parameter e::E = E.B()\n"
     "  variable x::Real\nrelations\n  switch e\n  case A\n    x = 1\n  case B\n"
     "    x = e.k\n  end\nend\n",
     601, 3, 13},
    {"302-size",
     "component M\n  parameter A::Real[:] = B\n  parameter B::Real[:] = A\nend\n", 302,
     2, 13},
    {"601-stream",
     "connector C\n  potential p::Real\n  stream h::Real\nend\ncomponent M\n  c = "
     "C()\nend\n",
     601, 3, 3},
    {"601-external", "external component E\nend\ncomponent M\n  e = E()\nend\n", 601, 1,
     20},
    {"601-attribute",
     "component M\n  parameter p::Real = table1d([0, 1; 1, 2], 0.5)\n  variable "
     "x::Real(nominal = p)\nrelations\n  x = time\nend\n",
     601, 3, 3},
    {"601-path", "component M\n  path p::Real\nend\n", 601, 2, 3},
    {"402-bus",
     "connector Bus\n  input u::Real\n  output y::Real\nend\n"
     "component S\n  b = Bus()\nrelations\n  b.y = 2 * b.u\nend\ncomponent M\n  s = "
     "S()\nend\n",
     402, 11, 3},
    {"601-huge",
     "component S\n  variable A::Real[1000, 1000] = zeros(1000, 1000)\nend\n"
     "component M\n  s = [S() for i in 1:1000]\nend\n",
     601, 4, 11},
    {"601-struct", "struct S\n  x::Real\nend\ncomponent M\n  variable s::S[2]\nend\n",
     601, 5, 15},
    {"310-index",
     "component M\n  variable x::Real[2] = [1, 2]\n  variable y::Real = x[3]\nend\n",
     310, 3, 24},
    {"308-size",
     "component M\n  parameter n::Integer = 2\n  variable x::Real[n]\nend\n", 308, 3,
     20},
    {"308-size-of-a-variable", "component M\n  variable x::Real[:] = [1, 2]\nend\n",
     308, 2, 3},
    {"601-when-derivative",
     "component M\n  variable x::Real\n  discrete variable z::Real\nrelations\n"
     "  der(x) = 1\n  when time > 1\n    z = 2 * der(x)\n  end\nend\n",
     601, 7, 13},
    {"307-sizes",
     "component M\n  variable x::Real[2]\nrelations\n  x = [1, 2, 3]\nend\n", 307, 4,
     3},
    {"307-product",
     "component M\n  parameter A::Real[:, 2] = [1, 2; 3, 4]\n  variable "
     "x::Real[3]\nrelations\n"
     "  x = A * [1, 2, 3]\nend\n",
     307, 5, 7},
    {"401-sizes",
     "component M\n  a = [Flange() for i in 1:2]\n  b = [Flange() for i in "
     "1:3]\nrelations\n"
     "  connect(a, b)\nend\n",
     401, 5, 3},
    {"307-when",
     "component M\n  variable x::Real\nrelations\n  x = 1\n  when time > 1\n    x = "
     "1\n  end\nend\n",
     307, 6, 5},
    {"409-when",
     "component M\n  discrete variable x::Real\nrelations\n  x = 1\n  when time > 1\n  "
     "  x = 2\n  end\nend\n",
     409, 6, 5},
    {"307-pre", "component M\n  variable x::Real = pre(time)\nend\n", 307, 2, 22},
    {"307-table", "component M\n  variable x::Real = table1d([1, 2], time)\nend\n", 307,
     2, 22},
    {"307-delay", "component M\n  variable x::Real = delay(time, time)\nend\n", 307, 2,
     22},
    {"406-two",
     "component W\nend\ncomponent B\n  outer w::W\nend\ncomponent M\n  w1 = W()\n  "
     "w2 "
     "= W()\n"
     "  b = B()\nend\n",
     406, 8, 3},
};

static const BaseDiag *
find (const BaseDiags *diags, const Case *c)
{
  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    const BaseDiag *diag = base_diags_get (diags, i);

    if (diag->number == c->number && diag->line == c->line && diag->column == c->column)
      return diag;
  }
  return NULL;
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_auto (FlatBench) bench = flat_bench_new (c->text, "Test", "M");

  g_assert_null (bench.flat);
  for (uint32_t i = 0; i < base_diags_count (bench.diags); i++) {
    g_autofree char *text = base_diag_to_text (base_diags_get (bench.diags, i));

    g_test_message ("%s", text);
  }
  g_assert_nonnull (find (bench.diags, c));
  /* Nothing else is reported: one fault, one message. */
  for (uint32_t i = 0; i < base_diags_count (bench.diags); i++)
    g_assert_cmpuint (base_diags_get (bench.diags, i)->number, ==, c->number);
}

/* What is said, and what to do. */
static void
test_words (void)
{
  static const struct {
    const char *text, *message, *hint;
  } WORDS[] = {
      {"component M\n  a = BlockComponents.Sources.BooleanStep()\n"
       "  b = BlockComponents.Math.Gain()\nrelations\n  connect(a.y, b.u)\nend\n",
       "a BooleanOutput cannot be connected to a RealInput",
       "BlockComponents.BooleanToReal converts the signal"},
      {"component M\n  variable x::Real\nrelations\n  x = 1\n\n  x = time\nend\n",
       "M has 1 equation too many",
       "the equations in lines 4, 6 are too many for x; remove some of them"},
      {"component W\nend\ncomponent B\n  outer w::W\nend\n"
       "component M\n  w1 = W()\n  w2 = W()\n  b = B()\nend\n",
       "`w1` and `w2` are both a W, and there may be only one", NULL},
      {"component M\n  a = Flange()\nrelations\n  connect(a, a)\nend\n",
       "a is connected to itself", NULL},
  };

  for (size_t i = 0; i < G_N_ELEMENTS (WORDS); i++) {
    g_auto (FlatBench) bench = flat_bench_new (WORDS[i].text, "Test", "M");

    g_assert_cmpuint (base_diags_count (bench.diags), ==, 1);
    const BaseDiag *diag = base_diags_get (bench.diags, 0);
    g_assert_cmpstr (diag->message, ==, WORDS[i].message);
    g_assert_cmpstr (diag->hint, ==, WORDS[i].hint);
  }
}

/* ---- warnings ---- */

static const Case WARNINGS[] = {
    {"W301-equation",
     "component M\n  variable f::Dyad.Force\n  parameter "
     "c::TranslationalSpringConstant = 1\n"
     "relations\n  f = c * c\nend\n",
     301, 5, 3},
    {"sum",
     "component M\n  variable s::Length = time\n  variable v::Velocity = der(s)\n"
     "  variable x::Real = abs(s + v)\nend\n",
     301, 4, 26},
    {"binding", "component M\n  variable v::Velocity = time\nend\n", 301, 2, 26},
    {"modifier",
     "component S\n  parameter m::Dyad.Mass = 1\nend\ncomponent M\n  parameter "
     "L::Length = 1\n"
     "  s = S(m = L)\nend\n",
     301, 6, 13},
    {"angle",
     "component M\n  variable s::Length = 2\n  variable y::Real = sin(s)\nend\n", 301,
     3, 22},
    {"unknown-unit", "component M\n  variable x::Real(units = \"parsec\") = 1\nend\n",
     301, 2, 20},
    {"W406-default",
     "component W\n  parameter g::Real = 9.81\nend\ncomponent B\n  outer w::W\n"
     "  variable x::Real = w.g\nend\ncomponent M\n  b = B()\nend\n",
     406, 5, 3},
    {"start-outside-range",
     "component M\n  parameter top::Real = 3\n  variable x::Real(max = top, initial = "
     "2 * top)\n"
     "relations\n  der(x) = 1\nend\n",
     311, 3, 31},
    {"start-value",
     "component M\n  parameter v::Velocity = 2\n  variable s::Length = initial v\n"
     "relations\n  der(s) = v\nend\n",
     301, 3, 32},
    {"comparison",
     "component M\n  variable s::Length = 2\n  variable b::Boolean\nrelations\n  b = s "
     "< time\nend\n",
     301, 5, 7},
};

/* Warnings do not stop: the model is built all the same. */
static void
test_warning (gconstpointer data)
{
  const Case *c = data;
  g_auto (FlatBench) bench = flat_bench_new (c->text, "Test", "M");

  if (strstr (c->text, "Length = time") == NULL)
    g_assert_cmpuint (base_diags_count (bench.diags), ==, 1);
  flat_bench_check_good (&bench);
  g_assert_nonnull (find (bench.diags, c));
  g_assert_cmpint (find (bench.diags, c)->severity, ==, BASE_WARNING);
}

static void
test_units_that_agree (void)
{
  g_auto (FlatBench) bench = flat_bench_new (
      "component M\n  variable s::Length\n  variable v::Velocity\n  variable "
      "w::AngularVelocity\n"
      "  parameter m::Dyad.Mass = 2\n  parameter c::TranslationalSpringConstant = 3\n"
      "  parameter J::MomentOfInertia = 1\n  variable P::Dyad.Power\nrelations\n"
      "  v = der(s)\n  m * der(v) = -c * (s - 2)\n  w = sqrt(c / m) + 1 / time\n"
      "  P = J * der(w) * w + m * v ^ 2 / time + 7\nend\n",
      "Test", "M");

  flat_bench_check_good (&bench);
  g_assert_cmpuint (base_diags_count (bench.diags), ==, 0);
}

/* ---- what a report says ---- */

static void
test_path_and_hint (void)
{
  g_auto (FlatBench) bench = flat_bench_new (
      "component S\n  \"Stiffness of it, in whatever unit\"\n  parameter "
      "stiff::Real\nend\ncomponent T\n  s = S()\nend\ncomponent M\n  t = T(s(stif = "
      "2))\nend\n",
      "Test", "M");
  const BaseDiag *missing =
      base_diags_get (bench.diags, base_diags_find (bench.diags, 301));
  const BaseDiag *unknown =
      base_diags_get (bench.diags, base_diags_find (bench.diags, 306));

  g_assert_cmpstr (missing->path, ==, "t.s");
  g_assert_cmpstr (missing->message, ==,
                   "`t.s` needs a value for stiff (stiffness of it)");
  g_assert_cmpstr (unknown->hint, ==, "did you mean stiff?");
}

/* Habits of paper and of other languages in calls. */
static void
test_hints_of_calls (void)
{
  static const struct {
    const char *value, *message, *hint;
  } CALLS[] = {
      {"sin(3,5)", "sin does not take 2 arguments", "`3.5`"},
      {"ifelse(time = 1, 2, 3)", "arguments of ifelse have no names", "`time == 1`"},
      {"sqrt(x = 2)", "arguments of sqrt have no names", "`x == 2`"},
      {"size()", "size does not take 0 arguments", NULL},
  };

  for (guint i = 0; i < G_N_ELEMENTS (CALLS); i++) {
    g_autofree char *text =
        g_strdup_printf ("component M\n  variable y::Real = %s\nend\n", CALLS[i].value);
    g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");
    const BaseDiag *diag =
        base_diags_get (bench.diags, base_diags_find (bench.diags, 307));

    g_assert_cmpstr (diag->message, ==, CALLS[i].message);
    if (CALLS[i].hint == NULL)
      g_assert_null (diag->hint);
    else
      g_assert_nonnull (strstr (diag->hint, CALLS[i].hint));
  }
}

/* A part that converts signals joins two signals, no signal and a flange. */
static void
test_hint_of_a_conversion (void)
{
  static const struct {
    const char *to;
    bool is_signal;
  } ENDS[] = {{"RealInput", true}, {"Flange", false}};

  for (guint i = 0; i < G_N_ELEMENTS (ENDS); i++) {
    g_autofree char *text = g_strdup_printf (
        "component BooleanToReal\nend\ncomponent A\n  y = BooleanOutput()\nrelations\n"
        "  y = true\nend\ncomponent B\n  u = %s()\nend\ncomponent M\n  a = A()\n"
        "  b = B()\nrelations\n  connect(a.y, b.u)\nend\n",
        ENDS[i].to);
    g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");
    const BaseDiag *diag =
        base_diags_get (bench.diags, base_diags_find (bench.diags, 401));
    const bool is_offered =
        diag->hint != NULL && strstr (diag->hint, "BooleanToReal converts") != NULL;

    g_assert_true (is_offered == ENDS[i].is_signal);
  }
}

/* A fault in a library is shown at the part of the user's that brought it in. */
static void
test_users_line (void)
{
  static const char TEXT[] =
      "component Holder\n  servo = RotationalComponents.Sources.Position()\nend\n"
      "component M\n  spring = TranslationalComponents.Components.Spring(c = 1, s_rel0 "
      "= missing)\n"
      "  holder = Holder()\n"
      "  force = TranslationalComponents.Sources.ForceStep(step_force = true)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  g_assert_cmpuint (base_diags_count (bench.diags), >=, 3);
  for (uint32_t i = 0; i < base_diags_count (bench.diags); i++)
    g_assert_cmpstr (base_diags_get (bench.diags, i)->file, ==, "test.dyad");
}

static void
test_balance_hint (void)
{
  g_auto (FlatBench) bench = flat_bench_new (
      "component S\n  variable x::Real\n  variable y::Real\n  a = Flange()\nrelations\n"
      "  x = time\n  a.f = x\nend\ncomponent M\n  s = S()\nend\n",
      "Test", "M");
  const BaseDiag *diag =
      base_diags_get (bench.diags, base_diags_find (bench.diags, 501));

  g_assert_cmpstr (diag->path, ==, "s");
  g_assert_cmpstr (diag->message, ==, "S has 1 equation too few");
  g_assert_cmpstr (diag->hint, ==, "no equation contains s.y, s.a.s");
}

/* Many errors are found in one go. */
static void
test_many (void)
{
  g_auto (FlatBench) bench =
      flat_bench_new ("component M\n  parameter p::Real\n  variable x::Real\n  "
                      "variable y::Real\nrelations\n"
                      "  x = q\n  y = sin(true)\n  connect(a, b)\nend\n",
                      "Test", "M");

  g_assert_cmpuint (base_diags_find (bench.diags, 301), !=, UINT32_MAX);
  g_assert_cmpuint (base_diags_find (bench.diags, 202), !=, UINT32_MAX);
  g_assert_cmpuint (base_diags_find (bench.diags, 307), !=, UINT32_MAX);
  g_assert_cmpuint (base_diags_count (bench.diags), >=, 4);
}

/* A part that is there a hundred times is faulty once. */
static void
test_once_per_class (void)
{
  g_autoptr (GString) text =
      g_string_new ("component S\n  variable x::Real\nrelations\n"
                    "  x = nothing\nend\ncomponent M\n");

  for (int i = 0; i < 100; i++)
    g_string_append_printf (text, "  s%d = S()\n", i);
  g_string_append (text, "end\n");
  g_auto (FlatBench) bench = flat_bench_new (text->str, "Test", "M");
  g_assert_cmpuint (base_diags_count (bench.diags), ==, 1);
}

/* Each open input of a part is told. */
static void
test_open_inputs (void)
{
  g_auto (FlatBench) bench = flat_bench_new (
      "component M\n  a = BlockComponents.Math.Add3()\nend\n", "Test", "M");

  g_assert_cmpuint (base_diags_count (bench.diags), ==, 3);
  for (uint32_t i = 0; i < 3; i++)
    g_assert_cmpuint (base_diags_get (bench.diags, i)->number, ==, 402);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *path = g_strdup_printf ("/flat/errors/%s", CASES[i].name);

    g_test_add_data_func (path, &CASES[i], test_case);
  }
  for (size_t i = 0; i < G_N_ELEMENTS (WARNINGS); i++) {
    g_autofree char *path = g_strdup_printf ("/flat/warnings/%s", WARNINGS[i].name);

    g_test_add_data_func (path, &WARNINGS[i], test_warning);
  }
  g_test_add_func ("/flat/warnings/units-that-agree", test_units_that_agree);
  g_test_add_func ("/flat/errors/words", test_words);
  g_test_add_func ("/flat/errors/path-and-hint", test_path_and_hint);
  g_test_add_func ("/flat/errors/hints-of-calls", test_hints_of_calls);
  g_test_add_func ("/flat/errors/hint-of-a-conversion", test_hint_of_a_conversion);
  g_test_add_func ("/flat/errors/users-line", test_users_line);
  g_test_add_func ("/flat/errors/balance-hint", test_balance_hint);
  g_test_add_func ("/flat/errors/many", test_many);
  g_test_add_func ("/flat/errors/once-per-class", test_once_per_class);
  g_test_add_func ("/flat/errors/open-inputs", test_open_inputs);
  return g_test_run ();
}
