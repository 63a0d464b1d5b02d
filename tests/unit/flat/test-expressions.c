/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions of the language: what each is worth, and what is said of those that make
 * no sense, one model each. */
#include "flat-bench.h"

static const char PRELUDE[] =
    "enum E = | A | B\n"
    "enum F = | A(f::Real = 2) | B\n"
    "enum H = | A(t::String = \"x\")\n"
    "enum I = | A(v::Real[2] = [1, 2])\n"
    "struct Pair\n  a::Real\n  b::Real\nend\n"
    "function twice(x::Real)::Real = 2 * x\n"
    "function blend(a::Real, b::Real = 10, w::Real = 0.5)::Real = (1 - w) * a + w * b\n"
    "function total(v::Real[3])::Real = sum(v)\n"
    "function scaled(v::Real[:], k::Real)::Real[:] = k * v\n"
    "partial component Law\n  variable y::Real\nend\n"
    "component One\n  extends Law\nrelations\n  y = 1\nend\n"
    "component Part\n  parameter p::Real = 1\nend\n"
    "component Holder\n  law::Law = One()\n  fixed = Part()\nend\n"
    "component M\n";

/* ---- values ---- */

typedef struct {
  const char *type;
  const char *expr;
  const char *value; /* of each element, row by row; 1 is true and the first case */
} Value;

static const Value VALUES[] = {
    {"Real", "1 + 2 * 3 - 4 / 8", "6.5"},
    {"Integer", "2 ^ 3", "8"},
    {"Real", "2 ^ 0.5 ^ 2", "1.189207115002721"},
    {"Integer", "7 % 4", "3"},
    {"Real", "-(2 + 1)", "-3"},
    {"Boolean", "not (1 < 2) or 2 >= 2 and 3 != 4", "1"},
    {"Boolean", "E.B == E.B", "1"},
    {"Boolean", "E.B != E.A", "1"},
    {"Boolean", "\"a\" == \"b\"", "0"},
    {"Boolean", "\"a\" != \"b\"", "1"},
    {"Real", "pi - π", "0"},
    {"Real", "sum([1, 2, 3.5])", "6.5"},
    {"Integer", "prod([2, 3, 4])", "24"},
    {"Integer", "sum(zeros(0))", "0"},
    {"Real", "norm([3, 4])", "5"},
    {"Real", "dot([1, 2, 3], [4, 5, 6])", "32"},
    {"Real[3]", "cross([1, 2, 3], [4, 5, 7])", "-1 5 -3"},
    {"Real[:]", "1:2:7", "1 3 5 7"},
    {"Real[:]", "5:-2:1", "5 3 1"},
    {"Real[:]", "[i * i for i in 2:4]", "4 9 16"},
    {"Real[:, :]", "[[i, 10 * i] for i in 1:2]", "1 10 2 20"},
    {"Real[2, 2]", "[1, 2; 3, 4] * [5, 6; 7, 9]", "19 24 43 54"},
    {"Real[2]", "[1, 2; 3, 4] * [5, 6]", "17 39"},
    {"Real", "[1, 2]' * [5, 6]", "17"},
    {"Real[2]", "[1, 2; 3, 4][2, :]", "3 4"},
    {"Real[2]", "[1, 2; 3, 4][:, 1]", "1 3"},
    {"Real[2]", "[1, 2, 3, 4][4:-2:1]", "4 2"},
    {"Real", "[1, 2; 3, 4][2, 1]", "3"},
    {"Real[3, 2]", "[1, 2, 3; 4, 5, 6]'", "1 4 2 5 3 6"},
    {"Real[:]", "-[1, 2]", "-1 -2"},
    {"Real[:]", "[1, 2] + [10, 20]", "11 22"},
    {"Real[:]", "[1, 2] - [10, 20]", "-9 -18"},
    {"Real[:]", "3 * [1, 2]", "3 6"},
    {"Real[:]", "[1, 2] / 4", "0.25 0.5"},
    {"Real[:]", "[1, 2] .* [10, 20]", "10 40"},
    {"Real[:]", "[1, 2] ./ [4, 8]", "0.25 0.25"},
    {"Real[:]", "2 .^ [1, 2, 3]", "2 4 8"},
    {"Real[2, 2]", "identity(2)", "1 0 0 1"},
    {"Real[2, 2]", "diagonal([4, 5])", "4 0 0 5"},
    {"Real[:, :]", "fill(7, 2, 3)", "7 7 7 7 7 7"},
    {"Real[:]", "ones(3)", "1 1 1"},
    {"Integer[2]", "size([1, 2, 3; 4, 5, 6])", "2 3"},
    {"Integer", "size([1, 2, 3; 4, 5, 6], 2)", "3"},
    {"Integer", "length([1, 2, 3; 4, 5, 6])", "6"},
    {"Real", "min(3, 1, 2)", "1"},
    {"Real", "max(3, 1, 2)", "3"},
    {"Real", "min([3, 1, 2])", "1"},
    {"Real", "max([3, 1.5, 2])", "3"},
    {"Real", "clamp(7, 1, 5)", "5"},
    {"Real", "clamp(-7, 1, 5)", "1"},
    {"Real", "clamp(2, 1, 5)", "2"},
    {"Integer", "div(7, 2)", "3"},
    {"Integer", "mod(-7, 4)", "1"},
    {"Integer", "rem(-7, 4)", "-3"},
    {"Integer", "floor(2.7)", "2"},
    {"Integer", "ceil(2.2)", "3"},
    {"Real", "sqrt(16)", "4"},
    {"Real", "atan(1, 1) - pi / 4", "0"},
    {"Real", "ifelse(1 > 2, 3, 4)", "4"},
    {"Real", "if 1 < 2 then 3 else 4", "3"},
    {"Real", "if 1 > 2 then 3 elseif 2 > 1 then 5 else 4", "5"},
    {"Real[:]", "if 1 > 2 then [1, 2] else [3, 4]", "3 4"},
    {"Real", "noevent(3)", "3"},
    {"Real[2]", "noevent([3, 4])", "3 4"},
    {"Real", "smooth(1, 3)", "3"},
    {"Boolean", "initial() or true", "1"},
    {"Boolean", "edge(1 < 2)", "0"},
    {"Boolean", "change(3)", "0"},
    {"Real", "pre(3)", "3"},
    {"Real", "delay(3, 1)", "3"},
    {"Real", "der(3)", "0"},
    {"Real", "twice(4)", "8"},
    {"Real", "twice(x = 4)", "8"},
    {"Real", "blend(1, 2)", "1.5"},
    {"Real", "blend(1, b = 2, w = 1)", "2"},
    {"Real", "blend(b = 2, a = 1)", "1.5"},
    {"Real", "total([1, 2, 3])", "6"},
    {"Real[2]", "scaled([1, 2], 3)", "3 6"},
    {"Real[2]", "[1, 2]' * [1, 2; 3, 4]", "7 10"},
    {"Real[2]", "[1, 2, 3; 4, 5, 6][2, 2:3]", "5 6"},
    {"Real[2, 2]", "[1, 2, 3; 4, 5, 6][:, 2:3]", "2 3 5 6"},
    {"Real[1, 2]", "[1, 2, 3; 4, 5, 6][1:1, [1, 2][2]:3]", "2 3"},
    {"Real", "(1 + 2) * (3 - 1) ^ 2", "12"},
    {"Real", "1 - 2 - 3", "-4"},
    {"Real", "16 / 4 / 2", "2"},
};

static void
test_value (gconstpointer data)
{
  const Value *value = data;
  g_autofree char *text = g_strdup_printf ("%s  parameter p::%s = %s\nend\n", PRELUDE,
                                           value->type, value->expr);
  g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");
  g_autoptr (GString) got = g_string_new (NULL);

  flat_bench_check_good (&bench);
  g_assert_cmpuint (base_diags_count (bench.diags), ==, 0);
  for (uint32_t i = 0; i < bench.flat->n_vars; i++) {
    if (got->len > 0)
      g_string_append_c (got, ' ');
    expr_print (got, bench.flat->pool, bench.flat->vars[i].value, flat_model_var_name,
                bench.flat);
  }
  g_assert_cmpstr (got->str, ==, value->value);
}

/* ---- faults ---- */

typedef struct {
  const char *declaration; /* of M, from line LINE on */
  const char *report;      /* "line:column number message", the line counted from 0 */
  const char *hint;        /* or NULL */
} Fault;

enum { LINE = 29 };

static const Fault FAULTS[] = {
    {"variable x::Real = min(3)",
     "0:22 307 two numbers or an array of numbers are needed here", NULL},
    {"variable x::Real = sin([1, 2])",
     "0:26 307 a scalar is required here, not an array", NULL},
    {"variable x::Real = sin(\"a\")", "0:26 307 a number is expected here, not a text",
     NULL},
    {"variable x::Real = clamp(1, 2)", "0:22 307 clamp does not take 2 arguments",
     NULL},
    {"variable x::Real = noevent(\"a\")", "0:22 307 a text has no events", NULL},
    {"variable x::Real = smooth(time, 2)",
     "0:29 308 the order must be a whole number from 0", NULL},
    {"variable x::Real = smooth(-1, 2)",
     "0:29 308 the order must be a whole number from 0", NULL},
    {"variable x::Real = smooth(1, true)",
     "0:32 307 a number is expected here, not a Boolean", NULL},
    {"variable x::Real = der(true)", "0:22 307 only numbers have derivatives", NULL},
    {"variable b::Boolean = edge(3)", "0:25 307 edge needs a Boolean variable", NULL},
    {"variable b::Boolean = edge(time > 1)",
     "0:25 307 a variable is needed here, not an expression", NULL},
    {"variable x::Real = pre(\"a\")", "0:22 307 pre needs a discrete variable", NULL},
    {"variable b::Boolean = sample(time, 1)",
     "0:25 307 sample needs a start and an interval of parameters", NULL},
    {"variable b::Boolean = sample(0, 0)",
     "0:25 307 the interval of sample() must be greater than 0", NULL},
    {"variable x::Real = delay(time, time)",
     "0:22 307 a variable delay time needs an upper bound that depends on parameters "
     "only",
     NULL},
    {"variable x::Real = getproperty(1, 2)",
     "0:22 307 getproperty needs a parameter and Symbol(\"field\")", NULL},
    {"variable x::Real = div(1, 0)", "0:22 307 the divisor is 0", NULL},
    {"variable x::Real = twice()", "0:22 307 the argument x is missing", NULL},
    {"variable x::Real = twice(1, 2)", "0:31 306 twice has no such argument", NULL},
    {"variable x::Real = twice(y = 1)", "0:32 306 twice has no such argument", NULL},
    {"variable x::Real = twice(true)", "0:28 307 Real is expected here, not a Boolean",
     NULL},
    {"variable x::Real = total(3)",
     "0:22 307 the size of an array does not match this function", NULL},
    {"variable x::Real = total([1, 2])",
     "0:22 307 the size of an array does not match this function", NULL},
    {"variable x::Real = sum(true)", "0:26 307 numbers are required here", NULL},
    {"variable x::Real = dot([1, 2], [1, 2, 3])",
     "0:22 307 two vectors of equal size are needed here", NULL},
    {"variable x::Real[2] = cross([1, 2], [1, 2])",
     "0:25 307 cross needs two vectors of three elements", NULL},
    {"variable x::Real[2] = zeros(-1)", "0:31 308 this is not a size of an array",
     NULL},
    {"variable x::Real[2, 2] = diagonal(3)", "0:28 307 diagonal needs a vector", NULL},
    {"variable x::Real = fill([1, 2], 3)", "0:22 307 one or two sizes are needed here",
     NULL},
    {"variable x::Real = [1, 2][3]", "0:29 310 the index 3 is outside 1 … 2", NULL},
    {"variable x::Real = [1, 2][1, 1]", "0:22 307 this array needs 1 indexes", NULL},
    {"variable x::Real = time[1]", "0:22 307 this is not an array", NULL},
    {"parameter e::E = E.A[2]", "0:20 307 this is not an array", NULL},
    {"variable x::Real(displayUnits = 3) = 1",
     "0:20 307 displayUnits must be a text in quotes", NULL},
    {"parameter x::Real(units = 2) = 1", "0:21 307 units must be a text in quotes",
     NULL},
    {"s = Part(p(units = 3))", "0:14 307 units must be a text in quotes", NULL},
    {"parameter x::Real[3] = [i for i in 3]", "0:38 308 a range a:b is needed here",
     NULL},
    {"variable x::Real = s.p", "0:22 202 s is unknown", "did you mean x?"},
    {"variable x::Real[2] = [1, true]",
     "0:25 307 the elements of an array must have one type and size", NULL},
    {"variable x::Real[2] = [1, 2] * [3, 4]",
     "0:25 307 these arrays cannot be multiplied: their sizes do not match", NULL},
    {"variable x::Real[2] = [1, 2] + 1",
     "0:25 307 this operator does not apply to arrays of these sizes", NULL},
    {"variable x::Real[2] = [true, false] + [1, 2]",
     "0:25 307 only arrays of numbers can be combined", NULL},
    {"variable x::Real[2] = 1:0:3", "0:25 308 this range is infinite or too long",
     NULL},
    {"variable x::Real = [1, 2]",
     "0:22 307 an array of size 2 stands where a scalar is needed", NULL},
    {"variable x::Real = 1'", "0:22 307 `'` transposes an array, and this is a scalar",
     "a derivative is written `der(x)`"},
    {"variable x::Real = not 1", "0:22 307 `not` cannot be applied to an Integer",
     NULL},
    {"variable x::Real = -true", "0:22 307 `-` cannot be applied to a Boolean", NULL},
    {"variable b::Boolean = 1 and true",
     "0:25 307 `and` does not apply to an Integer and a Boolean", NULL},
    {"variable b::Boolean = E.A < E.B", "0:25 307 `<` does not apply to E and E", NULL},
    {"variable b::Boolean = time == 1", "0:25 309 `==` compares discrete values only",
     "compare Real numbers with < <= > >="},
    {"variable b::Boolean = E.A == 1",
     "0:25 307 `==` does not apply to E and an Integer", NULL},
    {"variable x::Real = 1 / 0", "0:22 311 a division by zero", NULL},
    {"variable x::Real = 1e200 * 1e200",
     "0:22 311 the result of `*` exceeds the range of floating-point numbers", NULL},
    {"variable x::Real = if time then 1 else 2",
     "0:25 307 a condition must be Boolean, not a Real number", NULL},
    {"variable x::Real = if time > 1 then 1 else true",
     "0:25 307 the branches have different types: an Integer and a Boolean", NULL},
    {"variable x::Real[2] = if time > 1 then [1, 2] else [1, 2, 3]",
     "0:28 307 an array of size 2 stands where an array of size 3 is needed", NULL},
    {"variable x::Real = E.C", "0:22 202 E has no case C", NULL},
    {"variable x::Real = nope", "0:22 202 nope is unknown", NULL},
    {"variable x::Real = nope(1)", "0:22 202 unknown function nope", NULL},
    {"variable x::Real = Sin(1)", "0:22 202 unknown function Sin", "did you mean sin?"},
    {"variable k::Integer = 9007199254740993",
     "0:25 311 9007199254740992 is beyond 2^53 - 1, where integers are no longer exact",
     NULL},
    {"parameter k::Integer = 1.5",
     "0:26 307 Integer is expected here, not a Real number", NULL},
    {"parameter p::Real(min = 2) = 1", "0:3 311 p = 1 is below its minimum 2", NULL},
    {"parameter p::Length(max = 2) = 3", "0:3 311 p = 3 is above its maximum 2 m",
     NULL},
    {"parameter p::Real = 0 / 1 ^ 0 + log(-1)",
     "0:3 311 the value of p is not a number", NULL},
    {"parameter p::Real = exp(1000)", "0:3 311 the value of p is infinite", NULL},
    {"parameter p::Real = time",
     "0:23 307 p must be constant during a run: it may depend on parameters only",
     NULL},
    {"parameter p::String = 3", "0:25 307 String is expected here, not an Integer",
     NULL},
    {"variable p::String = \"a\"", "0:15 601 only parameters may be texts", NULL},
    {"parameter e::E = E.A(f = 1)", "0:28 306 A has no field f", NULL},
    {"parameter e::F = F.A",
     "0:13 601 an enumeration whose cases have fields needs a structural parameter",
     NULL},
    {"structural parameter e::F = F.A(g = 1)", "0:39 306 A has no field g", NULL},
    {"structural parameter n::Integer = 1.5",
     "0:37 307 Integer is expected here, not a Real number", NULL},
    {"structural parameter n::Real = time",
     "0:34 308 n is structural, so its value may depend on structural parameters only",
     NULL},
    {"structural parameter n::Integer = m", "0:37 202 m is unknown", "did you mean n?"},
    {"structural parameter e::E = E.X", "0:31 202 E has no case X",
     "its cases are E.A, E.B"},
    {"structural parameter e::E = B", "0:31 202 B is unknown", "write E.B"},
    {"structural parameter b::Boolean = 1",
     "0:37 307 Boolean is expected here, not an Integer", NULL},
    {"variable x::Real(units = 3) = 1", "0:20 307 units must be a text in quotes",
     NULL},
    {"variable x::Real(statePriority = time) = 1",
     "0:36 308 statePriority must be a constant number", NULL},
    {"variable x::Real(min = time) = 1",
     "0:26 307 min must be constant during a run: it may depend on parameters only",
     NULL},
    {"variable x::Real(initial = true)",
     "0:30 307 Real is expected here, not a Boolean", NULL},
    {"variable x::Real(nominal = [1, 2]) = 1",
     "0:30 307 an array of size 2 stands where a scalar is needed", NULL},
    {"variable x::Real[2](min = [1, 2, 3]) = [1, 2]",
     "0:29 307 an array of size 3 stands where an array of size 2 is needed", NULL},
    {"variable x::Real[2] = [1, 2, 3]",
     "0:25 307 an array of size 3 stands where an array of size 2 is needed", NULL},
    {"variable x::Real[-1]", "0:20 308 -1 is not a size of an array", NULL},
    {"variable x::Real[1.5]", "0:20 307 an Integer is required here", NULL},
    {"parameter x::Real[:]", "0:13 301 the parameter x has no value",
     "give it a default or set it in the analysis"},
    {"variable x::Real = s.q", "0:22 202 s is unknown", "did you mean x?"},
    {"s = Part(p = missing)", "0:3 301 `s` needs a value for p",
     "give p of `s` a value: `s(p = …)`"},
    {"variable x::Real = sin(t)", "0:26 202 t is unknown", "simulated time is `time`"},
    {"variable x::Real = ln(2)", "0:22 202 unknown function ln",
     "the natural logarithm is `log(x)`"},
    {"variable x::Real(start = 1)", "0:20 306 there is no attribute start",
     "`initial = …` fixes an initial value, `guess = …` proposes one"},
    {"variable x::Real(unit = \"m\")", "0:20 306 there is no attribute unit",
     "did you mean units?"},
    {"s = Part(p(fixed = true))", "0:14 306 p has no attribute or field fixed",
     "`initial = …` fixes an initial value, `guess = …` proposes one"},
    {"variable x::Real = pre(time)", "0:22 307 pre needs a discrete variable",
     "a continuous value does not jump at events; sample it: `discrete variable`, "
     "assigned in a `when`"},
    {"parameter w::Integer = 2\n  variable x::Real[2 * w]",
     "1:20 308 an Integer that is known before the run is required here",
     "declare w as `structural parameter w::Integer`"},
    {"s = Modelica.Mechanics.Translational.Components.Mass()",
     "0:7 205 the library Modelica is not loaded",
     "here it is called TranslationalComponents.Components.Mass"},
    {"s = Modelica.Mechanics.Translational.Components.Vehicle.atan()",
     "0:7 205 the library Modelica is not loaded", "it has no counterpart here"},
    {"s = Part(q = 1)", "0:12 306 Part has no member q", "did you mean p?"},
    {"s = Part(p.q = 1)", "0:12 306 p has no attribute or field q", NULL},
    {"s = Part(p(initial = 3))", "0:14 306 p has no attribute or field initial", NULL},
    {"s = Part(p = initial 3)", "0:12 306 the parameter p has no initial value", NULL},
    {"s = Part() if time > 1",
     "0:17 308 the condition of s must depend on structural parameters only", NULL},
    {"s = Part() if nope", "0:17 202 nope is unknown", NULL},
    {"s = Part() if 1", "0:17 307 the condition of s must be Boolean", NULL},
    {"s = [Part() for i in 1:2, j in 1:2, k in 1:2]",
     "0:3 601 arrays have at most two dimensions", NULL},
    {"s = [Part() for i in 3]", "0:24 308 a range a:b is needed here", NULL},
    {"s = [Part() for i in 1:nope]", "0:26 202 nope is unknown", NULL},
    {"s = Holder(law = Part())", "0:20 307 Part does not extend Law, as law must",
     NULL},
    {"s = Holder(law = Nope())", "0:20 202 unknown component Nope", NULL},
    {"s = Holder(fixed = Part())",
     "0:14 307 fixed cannot be replaced: it is not declared as `fixed::Base = …`",
     NULL},
    {"parameter q::Pair = 3",
     "0:23 307 q needs Pair(…) or the name of another Pair here", NULL},
    {"parameter q::Pair = Pair(a = 1)", "0:3 301 the parameter q.b has no value",
     "give it a default or set it in the analysis"},
    {"parameter q::Pair[2] = [Pair(a = 1, b = 2)]",
     "0:3 307 an array of size 1 stands where an array of size 2 is needed", NULL},
    {"parameter q::Pair[:]", "0:13 301 the parameter q has no value",
     "give it a default or set it in the analysis"},
    {"variable x::Real\nrelations\n  der(x) = 1\n  when time > 1\n    reinit(2, x)\n  "
     "end",
     "4:5 307 reinit needs a continuous variable and a number", NULL},
    {"variable x::Real\n  discrete variable z::Real\nrelations\n  der(x) = 1\n  when "
     "time > 1\n    z = 1\n    reinit(z, x)\n  end",
     "6:5 307 reinit needs a continuous variable and a number", NULL},
    {"variable x::Real\nrelations\n  der(x) = 1\n  when time > 1\n    reinit(x, time > "
     "2)\n  end",
     "4:5 307 reinit needs a continuous variable and a number", NULL},
    {"variable x::Real = 1\nrelations\n  assert(x, \"no\")",
     "2:3 307 assert needs a condition and a text", NULL},
    {"variable x::Real = 1\nrelations\n  assert(x > 0, 3)",
     "2:3 307 assert needs a condition and a text", NULL},
    {"variable x::Real = 1\nrelations\n  when x > 0\n    terminate(3)\n  end",
     "3:5 307 a condition and a text are needed here", NULL},
    {"variable x::Real = 1\nrelations\n  when x > 0\n    initial x = 2\n  end",
     "3:5 601 this cannot stand in a when", NULL},
    {"variable x::Real = 1\nrelations\n  if x > 0\n    when time > 1\n      "
     "terminate(\"no\")\n    end\n  end",
     "3:5 601 a when cannot be conditional at run time", NULL},
    {"variable x::Real = 1\nrelations\n  if x > 0\n    guess x = 1\n  end",
     "3:5 601 a guess cannot be conditional at run time", NULL},
    {"variable x::Real = 1\nrelations\n  guess x = time",
     "2:13 307 a guess may depend on parameters only", NULL},
    {"parameter p::Real = 1\nrelations\n  guess p = 1",
     "2:9 307 a guess needs a variable on its left", NULL},
    {"variable x::Real\nrelations\n  if time > 1\n    x = 1\n  else\n    x = 1\n    x "
     "= 2\n  end",
     "2:3 404 the branches have 1 and 2 equations",
     "unless the condition is structural, all branches need the same number of "
     "equations"},
    {"variable x::Real\nrelations\n  for i in 3\n    x = i\n  end",
     "2:12 308 for needs a range a:b", NULL},
    {"variable x::Real[2]\nrelations\n  x' = [1, 2]",
     "2:3 307 a row cannot equal a column", NULL},
    {"variable x::Real\nrelations\n  switch time\n    case A\n      x = 1\n  end",
     "2:10 307 switch needs a value of an enumeration, not a Real number", NULL},
    {"parameter e::E = E.A\n  variable x::Real\nrelations\n  switch e\n    case A\n    "
     "  x = 1\n    case C\n      x = 2\n    default\n      x = 3\n  end",
     "6:10 202 E has no case C", NULL},
    {"structural parameter e::F = F.A\n  variable x::Real = e.f",
     "1:22 407 e.f may be used only where a switch or if has selected the case", NULL},
    {"structural parameter e::F = F.A\n  variable x::Real = getproperty(e, "
     "Symbol(\"f\"))",
     "1:22 407 e.f may be used only where a switch or if has selected the case", NULL},
    {"structural parameter e::F = F.A\n  variable x::Real = getproperty(e, "
     "Symbol(\"f\", 2))",
     "1:22 307 getproperty needs a parameter and Symbol(\"field\")", NULL},
    {"structural parameter e::F = F.A\n  variable x::Real = getproperty(e, "
     "symbol(\"f\"))",
     "1:22 307 getproperty needs a parameter and Symbol(\"field\")", NULL},
    {"structural parameter e::F = F.A\n  variable x::Real = getproperty(e, Symbol(f))",
     "1:22 307 getproperty needs a parameter and Symbol(\"field\")", NULL},
    {"structural parameter e::F = F.B\n  variable x::Real = e.f",
     "1:22 407 e has no field f in its present case", NULL},
    {"s = Part()\n  variable x::Real = s", "1:22 307 s is a component, not a value",
     NULL},
    {"s = Part()\n  variable x::Real = s.p.q", "1:22 202 p has no parts", NULL},
    {"s = Part()\n  variable x::Real = s.pp", "1:22 202 s has no member pp",
     "did you mean p?"},
    {"s = [Part() for i in 1:2]\n  variable x::Real = s[3].p",
     "1:24 310 the index 3 is outside 1 … 2", NULL},
    {"s = [Part() for i in 1:2]\n  variable x::Real = s[1, 1].p",
     "1:22 307 s needs 1 indexes", NULL},
    {"s = Part() if false\n  variable x::Real = s.p",
     "1:22 405 s does not exist here: its condition is false", NULL},
    {"s = [Part() for i in 1:2, j in 1:2]\n  variable x::Real = sum(s.p)",
     "1:26 307 s needs indexes", NULL},
    {"structural parameter e::H = H.A",
     "-26:14 601 fields of enumerations must be Real, Integer or Boolean", NULL},
    {"structural parameter e::I = I.A",
     "-25:14 601 fields of enumerations must be Real, Integer or Boolean", NULL},
    {"variable x::Real = table1d([1, 2], time)",
     "0:22 307 table1d needs a matrix of parameters with two columns, and a number",
     NULL},
    {"variable x::Real = table1d([0, 1; 1, 2], time, 3)",
     "0:50 307 one of Smoothness.Linear, … is required here, known before the run",
     NULL},
    {"variable x::Real = table1d([0, 1; 1, 2], time, Smoothness.Linear, "
     "Extrapolation.Hold, 1)",
     "0:89 310 column 1 holds the abscissa", NULL},
    {"variable x::Real = table1d([0, 1; 1, 2], time, Smoothness.Linear, "
     "Extrapolation.Hold, 3)",
     "0:89 310 the index 3 is outside 1 … 2", NULL},
    {"variable x::Real = table1d([1, 1; 0, 2], time)",
     "0:22 311 the abscissae of this table must not decrease: point 1 lies at 1, point "
     "2 at 0",
     "sort its rows"},
    {"variable x::Real = table1d([-Inf, 0; 1, 2], time)",
     "0:22 311 the abscissae of this table must be finite, unlike that of point 1",
     NULL},
    {"variable x::Real = table1d([0, 0; Inf, 2], time)",
     "0:22 311 the abscissae of this table must be finite, unlike that of point 2",
     NULL},
    {"variable x::Real = table2d([0, 1; 1, 2], true, time)",
     "0:22 307 table2d needs a matrix of parameters and two numbers", NULL},
    {"variable x::Real = table2d([0, 1], time, time)",
     "0:22 307 table2d needs a matrix of parameters and two numbers", NULL},
};

static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;
  g_autofree char *text =
      g_strdup_printf ("%s  %s\nend\n", PRELUDE, fault->declaration);
  g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");

  g_assert_null (bench.flat);
  g_assert_cmpuint (base_diags_count (bench.diags), ==, 1);
  const BaseDiag *diag = base_diags_get (bench.diags, 0);
  g_autofree char *report = g_strdup_printf ("%d:%u %u %s", (int) diag->line - LINE,
                                             diag->column, diag->number, diag->message);
  g_assert_cmpstr (report, ==, fault->report);
  g_assert_cmpstr (diag->hint, ==, fault->hint);
}

/* ---- units ---- */

static const char QUANTITIES[] =
    "function twice(x::Real)::Real = 2 * x\n"
    "function long(s::Length)::Length = 2 * s\n"
    "component Part\n  parameter b::Dyad.Mass = 1\nend\n"
    "component M\n  variable s::Length\n  variable v::Velocity\n"
    "  variable f::Dyad.Force\n  variable x::Real\n  discrete variable z::Length\n"
    "  variable w::Length[2]\n  parameter m::Dyad.Mass = 1\n  q = Part()\nrelations\n "
    " ";

typedef struct {
  const char *relation;
  const char *warning; /* NULL: the units agree */
} Units;

static const Units UNITS[] = {
    {"f = m * der(v)", NULL},
    {"f = m * v", "the units differ: N and m.kg.s-1"},
    {"s + v = x", "the units differ: m and m/s"},
    {"s - 2 = x", NULL},
    {"s % v = x", "the units differ: m and m/s"},
    {"x = s / v", NULL},
    {"v = s / time", NULL},
    {"v = s * time", "the units differ: m/s and m.s"},
    {"f = m * s / time ^ 2", NULL},
    {"f = m * s ^ 2", "the units differ: N and kg.m2"},
    {"s = sqrt(s ^ 2)", NULL},
    {"s = sqrt(s)", NULL},
    {"v = sqrt(f * s / m)", NULL},
    {"x = sin(s)", "the units differ: m and 1"},
    {"x = sin(s / s)", NULL},
    {"x = atan(s, s)", NULL},
    {"x = atan(s, v)", "the units differ: m and m/s"},
    {"s = abs(s)", NULL},
    {"v = abs(s)", "the units differ: m/s and m"},
    {"s = max(s, v)", "the units differ: m and m/s"},
    {"s = min(s, 2 * s)", NULL},
    {"v = der(s)", NULL},
    {"s = der(s)", "the units differ: m and m/s"},
    {"s = pre(z)", NULL},
    {"v = pre(z)", "the units differ: m/s and m"},
    {"x = s * f", NULL},
    {"v = if s > v then v else 2 * v", "the units differ: m and m/s"},
    {"v = if time > 1 then v else s", "the units differ: m/s and m"},
    {"v = ifelse(time > 1, v, s)", "the units differ: m/s and m"},
    {"s = ifelse(time > 1, s, 0)", NULL},
    {"s = smooth(1, v)", "the units differ: m and m/s"},
    {"v = delay(s, 1)", "the units differ: m/s and m"},
    {"s = delay(s, m)", "the units differ: kg and s"},
    {"f = norm([f, f])", NULL},
    {"f = sum([s, s])", "the units differ: N and m"},
    {"s = dot([s, s], [1, 1])", NULL},
    {"f = dot([m, m], [s, s])", "the units differ: N and m.kg"},
    {"s = length([1, 2])", NULL},
    {"s = twice(s)", NULL},
    {"s = long(v)", "the units differ: m/s and m"},
    {"v = long(s)", "the units differ: m/s and m"},
    {"s = w[1]", NULL},
    {"v = w[2]", "the units differ: m/s and m"},
    {"s = sum([i * s for i in 1:2])", NULL},
    {"s = sum([s * v for i in 1:2])", "the units differ: m and m2.s-1"},
    {"guess s = m", "the units differ: m and kg"},
    {"initial s = v", "the units differ: m and m/s"},
    {"initial s = 2 * s", NULL},
    {"assert(s > v, \"no\")", "the units differ: m and m/s"},
    {"when s > v\n    z = 2\n  end", "the units differ: m and m/s"},
    {"when time > 1\n    z = v\n  end", "the units differ: m and m/s"},
    {"when time > 1\n    reinit(s, v)\n  end", "the units differ: m and m/s"},
    {"if time > 1\n    x = s + v\n  else\n    x = 1\n  end",
     "the units differ: m and m/s"},
    {"for i in 1:2\n    w[i] = v\n  end", "the units differ: m and m/s"},
    {"for s in 1:2\n    x = v + s\n  end", NULL},
    {"x = -s + v", "the units differ: m and m/s"},
    {"x = [s, v]' * [1, 1] + f", NULL},
    {"s = q.b", "the units differ: m and kg"},
    {"m = q.b", NULL},
};

/* Units are looked at whatever else such a model lacks. */
static void
test_units (gconstpointer data)
{
  const Units *units = data;
  g_autofree char *text = g_strdup_printf ("%s%s\nend\n", QUANTITIES, units->relation);
  g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");
  const char *warning = NULL;

  for (uint32_t i = 0; i < base_diags_count (bench.diags); i++) {
    const BaseDiag *diag = base_diags_get (bench.diags, i);

    if (diag->severity != BASE_WARNING)
      continue;
    g_assert_null (warning);
    g_assert_cmpuint (diag->number, ==, 301);
    warning = diag->message;
  }
  g_assert_cmpstr (warning, ==, units->warning);
}

/* ---- what the model holds ---- */

static const char WHOLE[] =
    "component M\n  parameter p::Real(min = 0, max = 9) = 2\n"
    "  final parameter q::Integer = 3\n  variable x::Length(guess = 1, "
    "statePriority = 4)\n"
    "  variable y::Real(nominal = 5)\n  variable b::Boolean\n"
    "  discrete variable n::Integer\nrelations\n"
    "  der(x) = smooth(1, clamp(y, 0, p)) + noevent(abs(y))\n"
    "  y = table1d([0, 1; 1, 3], x, Smoothness.Akima, Extrapolation.Hold) + delay(x, "
    "p)\n"
    "  b = x > 1\n  initial x = p\n  guess y = q\n"
    "  assert(x < 7, \"too far\")\n"
    "  when edge(b)\n    n = pre(n) + 1\n    reinit(x, 2 * pre(x))\n"
    "  elsewhen sample(0, p)\n    terminate(\"over\")\n    assert(y > 0, "
    "\"below\")\n  end\nend\n";

static void
test_whole (void)
{
  g_auto (FlatBench) bench = flat_bench_new (WHOLE, "Test", "M");
  g_autoptr (GString) text = g_string_new (NULL);

  flat_bench_check_good (&bench);
  flat_dump (text, bench.flat);
  g_assert_cmpstr (
      text->str, ==,
      "model M\n"
      "instances\n"
      "parameters\n"
      "  p :: Real = 2 min 0 max 9\n"
      "  q :: Integer = 3 final\n"
      "discrete\n"
      "  b :: Boolean\n"
      "  n :: Integer\n"
      "continuous\n"
      "  x :: Real [m] guess 1 priority 4\n"
      "  y :: Real nominal 5 guess q\n"
      "equations\n"
      "  equation M: der(x) = smooth[1](min(max(0, y), p)) + noevent(abs(y))\n"
      "  equation M: y = table[0](x) + delay[0](x, p)\n"
      "  equation M: b = x > 1\n"
      "  initial M: x = p\n"
      "  guess M: y = q\n"
      "sets\n"
      "whens\n"
      "  when edge(b)\n"
      "    assign n = pre(n) + 1\n"
      "    reinit x = 2 * x\n"
      "  elsewhen sample(0, p)\n"
      "    terminate : over\n"
      "    assert y > 0 : below\n"
      "tables\n"
      "  0: column 1, smoothness 2, extrapolation 1: 0 1; 1 3\n"
      "asserts\n"
      "  x < 7 : too far\n");
}

/* z = x y + x^2 / 2 has the mixed slope 1 wherever it is bent or not, so that Akima's
 * surface gives it at every point of an uneven grid. */
static void
test_mixed_slope (void)
{
  static const char TEXT[] =
      "component M\n  variable z::Real = table2d([0, 0, 1, 3, 4; 0, 0, 0, 0, 0; "
      "1, 0.5, 1.5, 3.5, 4.5; 3, 4.5, 7.5, 13.5, 16.5; 4, 8, 12, 20, 24], time, "
      "2 * time, Smoothness.Akima)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");
  uint32_t n_rows_of_slopes = 0;

  flat_bench_check_good (&bench);
  for (uint32_t i = 0; i < bench.flat->n_tables; i++) {
    const FlatTable *table = &bench.flat->tables[i];
    bool is_of_slopes = expr_op (bench.flat->pool, table->items[1]) == EXPR_TABLE_DER;
    double slope;

    for (uint32_t k = 0; is_of_slopes && k < table->n_rows; k++) {
      g_assert_true (expr_is_number (bench.flat->pool,
                                     table->items[k * table->n_columns + 2], &slope));
      g_assert_cmpfloat_with_epsilon (slope, 1, 1e-12);
    }
    n_rows_of_slopes += is_of_slopes;
  }
  g_assert_cmpuint (n_rows_of_slopes, ==, 4);
}

/* A parameter that a diagram should state is noted once, at its part. */
static void
test_unset (void)
{
  static const char TEXT[] =
      "component S\n  parameter g::Real = 9.81 {\"Dyad\": {\"unset\": \"say "
      "g\"}}\nend\n"
      "component M\n  a = S()\n  b = S()\n  c = S(g = 1)\nend\n";
  g_auto (FlatBench) bench = flat_bench_new (TEXT, "Test", "M");

  flat_bench_check_good (&bench);
  g_assert_cmpuint (base_diags_count (bench.diags), ==, 1);
  const BaseDiag *diag = base_diags_get (bench.diags, 0);
  g_assert_cmpuint (diag->number, ==, 320);
  g_assert_cmpint (diag->severity, ==, BASE_NOTE);
  g_assert_cmpstr (diag->message, ==, "say g");
  g_assert_cmpstr (diag->path, ==, "a");
  g_assert_cmpstr (diag->hint, ==, "give g of `a` a value: `a(g = …)`");
}
int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (VALUES); i++) {
    g_autofree char *path = g_strdup_printf ("/flat/values/%zu", i);

    g_test_add_data_func (path, &VALUES[i], test_value);
  }
  for (size_t i = 0; i < G_N_ELEMENTS (FAULTS); i++) {
    g_autofree char *path = g_strdup_printf ("/flat/faults/%zu", i);

    g_test_add_data_func (path, &FAULTS[i], test_fault);
  }
  for (size_t i = 0; i < G_N_ELEMENTS (UNITS); i++) {
    g_autofree char *path = g_strdup_printf ("/flat/units/%zu", i);

    g_test_add_data_func (path, &UNITS[i], test_units);
  }
  g_test_add_func ("/flat/model/whole", test_whole);
  g_test_add_func ("/flat/model/mixed-slope", test_mixed_slope);
  g_test_add_func ("/flat/model/unset", test_unset);
  return g_test_run ();
}
