/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse-text.h"

typedef struct {
  const char *name;
  const char *text;
  const char *codes;   /* "LINE:COLUMN-LINE:COLUMN CODE", one per line */
  const char *message; /* part of the first one */
  const char *hint;    /* part of its hint; NULL: any */
} Case;

static const Case CASES[] = {
    {"bad-character", "component A\n  x = $\nend\n", "2:7-2:8 E101", "`$`"},
    {"bad-character-unicode", "component A\n  x = →B()\nend\n", "2:7-2:8 E101", "`→`"},
    {"control-character", "component A\n\x01\nend\n", "2:1-2:2 E101", "0x01"},
    {"unknown-escape", "\"a \\q\"\ncomponent A\nend\n", "1:4-1:5 E101", "escape"},
    {"open-string", "component A\n  parameter s::String = \"abc\n  x = B()\nend\n",
     "2:25-2:29 E102", "not closed"},
    {"open-string-after-backslash", "\"abc\\",
     "1:5-1:6 E101\n1:1-1:6 E102\n1:1-1:6 E151", "escape"},
    {"open-string-after-escaped-quote",
     "component A\n  parameter s::String = \"abc\\\"\nend\n", "2:25-2:31 E102",
     "not closed"},
    {"token-shown-whole",
     "component A\nrelations\n  x = f(a "
     "abcdefghijabcdefghijabcdefghijabcdefghij)\nend\n",
     "3:11-3:51 E151", "`abcdefghijabcdefghijabcdefghijabcdefghij`"},
    {"token-cut-short",
     "component A\nrelations\n  x = f(a "
     "abcdefghijabcdefghijabcdefghijabcdefghijk)\nend\n",
     "3:11-3:52 E151", "`abcdefghijabcdefghijabcdefghijabcdefghi…`"},
    {"function-without-return",
     "function f(x::Real)::Real\n  variable y::Real\n  return x\nend\n",
     "2:3-2:11 E151", "expected `local` or `return`"},
    {"connector-with-variable", "connector C\n  variable x::Real\nend\n",
     "2:3-2:11 E151", "unexpected `variable`; expected `=` or a field"},
    {"open-doc", "component A\nend\n\"\"\"\ntext\n", "3:1-3:4 E102", "closing"},
    {"bad-number", "component A\n  parameter x::Real = 12abc\nend\n", "2:23-2:28 E103",
     "`12abc`"},
    {"huge-number", "component A\n  parameter x::Real = 1e999\nend\n", "2:23-2:28 E103",
     "too large"},
    {"unexpected-token", "component A\n  parameter x Real\nend\n", "2:15-2:19 E151",
     "unexpected `Real`; expected `::`", "`name::type`"},
    {"expected-set", "component A\nrelations\n  x = f(a b)\nend\n", "3:11-3:12 E151",
     "unexpected `b`; expected `)`, `,` or an operator"},
    {"reserved-name", "component A\n  parameter end::Real\nend\n", "2:13-2:16 E151",
     "unexpected `end`; expected a name"},
    {"equation-on-new-line", "component A\nrelations\n  a\n  = b\nend\n",
     "4:3-4:4 E151", "cannot start with `=`"},
    {"meta-on-new-line", "component A\n  x = B()\n  {\"a\": 1}\nend\n", "3:3-3:4 E151",
     "unexpected `{`"},
    {"reinit-outside-when", "component A\nrelations\n  reinit(x, 0)\nend\n",
     "3:3-3:9 E151", "`when`"},
    {"assert-arguments", "component A\nrelations\n  assert(x)\nend\n", "3:3-3:12 E151",
     "condition and a text"},
    {"missing-end", "component A\n  x = B()\n", "1:1-1:12 E152",
     "`component A` of line 1 has no `end`"},
    {"missing-end-before-next", "component A\ncomponent B\nend\n", "1:1-1:12 E152",
     "component A"},
    {"missing-end-of-if", "component A\nrelations\n  if c\n    a = b\nend\n",
     "3:3-3:5 E152", "`if` of line 3"},
    {"missing-end-inside",
     "component A\nrelations\n  when c\n    a = b\nmetadata {}\nend\n", "3:3-3:7 E152",
     "`when` of line 3"},
    {"bad-json", "component A\nmetadata {\"a\": }\nend\n", "2:16-2:17 E153",
     "unexpected `}`"},
    {"json-comma", "component A\nmetadata {\"a\": 1 \"b\": 2}\nend\n", "2:18-2:19 E153",
     "expected `,` or `}`"},
    {"json-open-string", "component A\nmetadata {\"a: 1}\nend\n", "2:11-2:17 E153",
     "not closed"},
    {"json-open", "component A\nmetadata {\"a\": 1\nend\n", "3:1-3:2 E153", "`e`"},
    {"json-number", "component A\nmetadata {\"a\": 01}\nend\n", "2:16-2:18 E153",
     "`01`"},
    {"json-escape", "component A\nmetadata {\"a\": \"\\x\"}\nend\n", "2:17-2:19 E153",
     "escape"},
    {"missing-key",
     "component A\n  x = B() {^x}\nmetadata {\"_links\": {\"y\": {}}}\nend\n",
     "2:11-2:15 E154", "\"x\""},
    {"no-links", "component A\n  x = B() {^x}\nend\n", "2:11-2:15 E154", "\"x\""},
    {"key-twice", "component A\nmetadata {\"_links\": {\"y\": {}, \"y\": {}}}\nend\n",
     "2:31-2:34 E155", "\"y\""},
    {"key-twice-inline", "component A\n  x = B() {\"a\": 1, \"a\": 2}\nend\n",
     "2:20-2:23 E155", "\"a\""},
    {"clock", "component A\n  x = B@[clk]()\nend\n", "2:8-2:14 E601", "clocks"},
    {"using", "using Lib: A, B\ncomponent A\nend\n", "1:1-1:16 W601", "using"},
    {"stray-end", "component A\nend\nend\n", "3:1-3:4 E151", "expected a definition"},
    {"stray-text", "hello world\ncomponent A\nend\n", "1:1-1:6 E151", "definition"},
    {"stray-else", "component A\nrelations\n  a = b\nelse\n  c = d\nend\n",
     "4:1-4:5 E151", "unexpected `else`"},
    {"function-cut-off", "function f(", "1:11-1:12 E151\n1:1-1:11 E152",
     "this `(` is not closed"},
    {"definition-cut-off", "component", NULL, NULL},
    {"product-without-sign", "component A\nrelations\n  x = 2x\nend\n", "3:7-3:9 E103",
     "`2x`", "`2*x`"},
    {"product-with-blank", "component A\nrelations\n  y = 2 x\n  z = 1\nend\n",
     "3:9-3:10 E151", "unexpected `x`", "`2*x`"},
    {"hexadecimal", "component A\nrelations\n  x = 0x10\nend\n", "3:7-3:11 E103",
     "`0x10`", ""},
    {"unit-of-number", "component A\n  x = B(m = 1kg)\nend\n", "2:13-2:16 E103",
     "`1kg`", "`1` for 1 kg; if `kg` is a variable, write `1*kg`"},
    {"unit-of-parameter", "component A\n  parameter c::Real = 100 N/m\nend\n",
     "2:27-2:28 E151", "unexpected `N`", "`100` for 100 N/m;"},
    {"unit-of-modifier", "component A\n  x = B(c = 100 N/m)\nend\n", "2:17-2:18 E151",
     "unexpected `N`", "`100*N`"},
    {"unit-with-factor", "component A\n  x = B(L = 5mm)\nend\n", "2:13-2:16 E103",
     "`5mm`", "SI units, without a unit: `0.005` for 5 mm;"},
    {"unit-of-rate", "component A\n  x = B(w = 60 Hz)\nend\n", "2:16-2:18 E151",
     "unexpected `Hz`", "`376.991118430775` where rad/s is meant, `60` where Hz is"},
    {"doc-behind-variable",
     "component A\n  variable x::Real \"angle\"\n  y = B()\nend\n", "2:20-2:27 E151",
     "unexpected `\"angle\"`", "above what it describes"},
    {"doc-behind-last",
     "component A\n  variable x::Real \"angle\"\nrelations\n  x = 1 \"one\"\nend\n",
     "2:20-2:27 E151\n4:9-4:14 E151", "unexpected `\"angle\"`",
     "above what it describes"},
    {"doc-behind-name", "component A \"a part\"\n  variable x::Real = 1\nend\n",
     "1:13-1:21 E151", "unexpected `\"a part\"`", "above what it describes"},
    {"unit-of-equation", "component A\nrelations\n  x = 100 N/m\n  y = 1\nend\n",
     "3:11-3:12 E151", "unexpected `N`", "units"},
    {"no-variable", "component A\n  x::Real\nrelations\n  x = 1\nend\n",
     "2:3-2:10 E151", "`x::Real`", "write `variable x::Real`"},
    {"no-variable-value", "component A\n  x::Real = 1\nend\n", "2:13-2:14 E151",
     "unexpected `1`", "write `variable x::Real`"},
    {"no-variable-attribute", "component A\n  x::Dyad.Length(min = 1)\nend\n",
     "2:17-2:18 E151", "unexpected `(`", "write `variable x::Dyad.Length`"},
    {"no-parameter", "component A\n  a = -----1\nend\n", "2:7-2:8 E151",
     "unexpected `-`", "`parameter a::Real = …`"},
    {"comparison", "component A\nrelations\n  x == 1\n  y = 2\nend\n", "3:5-3:7 E151",
     "unexpected `==`; expected `=`", "single `=`"},
    {"comparison-in-branch",
     "component A\nrelations\n  if c\n    x == 1\n  else\n    x = 2\n  end\nend\n",
     "4:7-4:9 E151", "unexpected `==`", "single `=`"},
    {"relation-too-early", "component A\n  der(x) = -x\nend\n", "2:6-2:7 E151",
     "unexpected `(`", "`relations`"},
    {"then-behind-number",
     "component A\nrelations\n  when x > 0.5 then\n    reinit(x, 0)\n  end\nend\n",
     "3:16-3:20 E151", "unexpected `then`", "remove this word"},
    {"then-behind-name",
     "component A\nrelations\n  if x > y then\n    z = 0\n  elseif x > 1 then\n    z = "
     "1\n  end\nend\n",
     "3:12-3:16 E151\n5:16-5:20 E151", "unexpected `then`", "`end` closes the block"},
    {"loop", "component A\nrelations\n  for i in 1:n loop\n    x = i\n  end\nend\n",
     "3:16-3:20 E151", "unexpected `loop`", "remove this word"},
    {"do-behind-number", "component A\nrelations\n  for i in 1:3 do x = i end\nend\n",
     "3:16-3:18 E151", "unexpected `do`", "remove this word"},
    {"then-behind-equation", "component A\nrelations\n  x = 3 then\nend\n",
     "3:9-3:13 E151", "unexpected `then`", ""},
    {"then-without-blank",
     "component A\nrelations\n  y = if x > 0.5then 1 else 2\nend\n", "3:14-3:21 E103",
     "`0.5then`", "write `0.5 then`"},
    {"end-without-blank", "component A\nrelations\n  x = 0.5end\n", "3:7-3:13 E103",
     "`0.5end`", "write `0.5 end`"},
    {"end-when",
     "component A\nrelations\n  when x > 1\n    y = 2\n  end when\n  z = 1\nend\n",
     "5:7-5:11 E151", "unexpected `when`", "write `end` alone"},
    {"end-of-empty-when", "component A\nrelations\n  when 2 end when\nend\n",
     "3:14-3:18 E151", "unexpected `when`", "write `end` alone"},
    {"end-if",
     "component A\nrelations\n  if c y = 1 end if;\nend A;\ncomponent B\nend\n",
     "3:18-3:20 E151\n4:5-4:6 E151", "unexpected `if`", "write `end` alone"},
    {"semicolon", "component A\n  x = B();\nrelations\n  y = 1;\n  z = 2;\nend\n",
     "2:10-2:11 E151", "unexpected `;`", "and any other: a line end is enough"},
    {"assignment", "component A\nrelations\n  x := 1\n  y = 2\nend\n", "3:5-3:7 E151",
     "unexpected `:=`", "with `=`"},
    {"unequal", "component A\nrelations\n  y = x <> 1\nend\n", "3:9-3:11 E151",
     "unexpected `<>`", "`!=`"},
    {"comment", "component A\nrelations\n  // text\n  y = 1 // text\nend\n",
     "3:3-3:5 E151\n4:9-4:11 E151", "unexpected `//`", "`#`"},
    {"comment-of-lines",
     "component A\n  /* one\n  $ two */\n  x = B() /* three */\nend\n",
     "2:3-2:5 E151\n4:11-4:13 E151", "unexpected `/*`", "`#`"},
    {"comment-by-percent",
     "% a model\ncomponent A\n  % it's a part & more\n  x = B()\nend\n",
     "1:1-1:2 E151\n3:3-3:4 E151", "unexpected `%`", "`#`"},
    {"comment-behind-percent", "component A\nrelations\n  x = 1 % the left one\nend\n",
     "3:15-3:19 E151", "unexpected `left`", "`%` is the remainder"},
    {"equation", "component A\n  variable x::Real\nequation\n  der(x) = -x\nend\n",
     "3:1-3:9 E151", "unexpected `equation`", "the `relations` section"},
    {"equations", "component A\nequations\n  x = 1\nend\n", "2:1-2:10 E151",
     "unexpected `equations`", "the `relations` section"},
    {"initial-equation",
     "component A\ninitial equation\n  x = 1\nequation\n  der(x) = -x\nend\n",
     "2:1-2:17 E151\n4:1-4:9 E151", "unexpected `initial equation`", "`initial x = …`"},
    {"algorithm", "component A\nrelations\n  x = 1\nalgorithm\n  y = 2\nend\n",
     "4:1-4:10 E151", "unexpected `algorithm`", "the `relations` section"},
    {"model", "model M\n  x = B()\nend M;\n", "1:1-1:6 E151\n3:5-3:6 E151",
     "unexpected `model`", "`component`"},
    {"package", "package P\ncomponent A\nend\nend P;\ncomponent B\nend\n",
     "1:1-1:10 E151", "unexpected `package P`", "folder"},
    {"import",
     "import Modelica.Math.*;\ncomponent A\n  import SI = Modelica.SIunits;\n  x = "
     "B()\nend\n",
     "1:1-1:16 E151\n3:3-3:12 E151", "unexpected `import Modelica`",
     "remove this line"},
    {"type-first", "component A\n  Real x(start = 1), y[3] = {1, $};\n  x = B()\nend\n",
     "2:3-2:9 E151", "unexpected `Real x`", "`variable x::Real`"},
    {"type-first-part", "component A\n  Lib.Mass m(m = 1);\n  x = B()\nend\n",
     "2:3-2:13 E151", "unexpected `Lib.Mass m`", "`m = Lib.Mass(…)`"},
    {"type-first-parameter",
     "component A\n  parameter Real k = 1\n  constant Integer n = 2;\nend\n",
     "2:3-2:19 E151\n3:3-3:21 E151", "unexpected `parameter Real k`",
     "`parameter k::Real`"},
    {"type-first-dotted",
     "component A\n  parameter Lib.Length L(min = 0) = 3\n  x = B()\nend\n",
     "2:16-2:17 E151", "unexpected `.`", "`name::type`"},
    {"constant", "component A\n  constant g::Real = 9.81\n  var x::Real\nend\n",
     "2:3-2:11 E151\n3:3-3:6 E151", "unexpected `constant`", "`parameter`"},
    {"signal-of-type", "component A\n  input Real u\n  x = B()\nend\n", "2:3-2:15 E151",
     "unexpected `input Real u`", "`u = Dyad.RealInput()`"},
    {"single-colon", "component A\n  variable x: Real\nend\n", "2:13-2:14 E151",
     "expected `::`", "`::`"},
    {"attributes-first", "component A\n  variable x(min = 1)::Real\nend\n",
     "2:3-2:14 E151", "unexpected `variable x(`", "`x::Real(…)`"},
    {"protected",
     "component A\nprotected\n  parameter k::Real = 1\n  inner w = W()\nend\n",
     "2:1-2:10 E151\n4:3-4:8 E151", "unexpected `protected`", "remove this word"},
    {"simscape",
     "component A\n  variables\n    x = { 0, 'm' };\n  end\n  parameters (Access = "
     "private)\n    k = { 1, 'N/m' };\n  end\n  equations\n    if x > 1\n      k == "
     "1;\n    end\n  end\nend\ncomponent B\nend\n",
     "2:3-2:12 E151\n5:3-5:13 E151\n8:3-8:12 E151", "unexpected `variables`",
     "`variable x::Real`"},
    {"branches",
     "component A\n  branches\n    i : p.i -> n.i;\n  end\nrelations\n  x = 1\nend\n",
     "2:3-2:11 E151", "unexpected `branches`", "`flange.f = …`"},
    {"annotation",
     "component A\n  x = B() annotation(Placement(extent={{-10,-10},{10,10}}, "
     "\"&\"));\nrelations\n  annotation (experiment(StopTime=10));\n  connect(a.b, "
     "c.d) annotation (Line());\nend\n",
     "2:11-2:22 E151\n4:3-4:15 E151\n5:21-5:33 E151", "unexpected `annotation(`",
     "`metadata`"},
    {"else-if",
     "component A\nrelations\n  if a > 1\n    x = 1\n  else if a > 2\n    x = 2\n  "
     "else\n    x = 3\n  end\nend\n",
     "5:3-5:10 E152", "no `end` of its own", "`elseif`"},
    {"elsif",
     "component A\nrelations\n  if a > 1\n    x = 1\n  elsif a > 2\n    x = 2\n  end\n "
     " y = if a then 1 elsif b then 2 else 3\nend\n",
     "5:3-5:8 E151\n8:19-8:24 E151", "unexpected `elsif`", "`elseif`"},
    {"der-of-name", "component A\nrelations\n  der x = 1\n  y = 2\nend\n",
     "3:3-3:8 E151", "unexpected `der x`", "`der(x)`"},
    {"sine-of-name", "component A\nrelations\n  x = sin time\n  y = 2\nend\n",
     "3:11-3:15 E151", "unexpected `time`", "`sin(x)`"},
    {"product-with-bracket",
     "component A\nrelations\n  x = 3(y - 1)\n  z = (x + 1)(x - 1)\nend\n",
     "3:8-3:9 E151\n4:14-4:15 E151", "unexpected `(`", "`*`"},
    {"array-in-braces",
     "component A\n  parameter a::Real[3] = {1, 2, 3}\nrelations\n  x = sum({a, "
     "2})\nend\n",
     "2:26-2:27 E151\n4:11-4:12 E151", "unexpected `{`", "`[1, 2, 3]`"},
    {"array-without-commas", "component A\nrelations\n  x = [1 2 3]\nend\n",
     "3:10-3:11 E151", "unexpected `2`", "commas"},
    {"power-of-stars", "component A\nrelations\n  x = y**2 + $\nend\n",
     "3:8-3:10 E151\n3:14-3:15 E101", "unexpected `**`", "`x^2`"},
    {"superscript", "component A\nrelations\n  x = y² + 3²\nend\n",
     "3:8-3:9 E151\n3:13-3:14 E151", "unexpected `²`", "`x^2`"},
    {"middle-dot", "component A\nrelations\n  x = 2·y − 3×z\nend\n",
     "3:8-3:9 E151\n3:11-3:12 E151\n3:14-3:15 E151", "unexpected `·`", "`*`"},
    {"decimal-comma",
     "component A\n  x = B(m = 3,5)\n  parameter k::Real = 1,25\nend\n",
     "2:15-2:16 E151\n3:24-3:25 E151", "unexpected `5`", "decimal point"},
    {"single-ampersand",
     "component A\nrelations\n  x = ifelse(a & b | c, ~d, 1)\nend\n",
     "3:16-3:17 E151\n3:20-3:21 E151\n3:25-3:26 E151", "unexpected `&`", "`and`"},
    {"capital-and", "component A\nrelations\n  x = ifelse(a > 1 AND b, 1, 0)\nend\n",
     "3:20-3:23 E151", "unexpected `AND`", "`and`"},
    {"single-quotes", "component A\nrelations\n  assert(x > 1, 'no')\nend\n",
     "3:17-3:18 E151", "unexpected `'`", "double quotes"},
    {"comparison-by-equals",
     "component A\nrelations\n  x = if a = 1 then 1 else 2\n  if b = 2\n    y = 1\n  "
     "end\nend\n",
     "3:12-3:13 E151\n4:8-4:9 E151", "unexpected `=`", "`==`"},
    {"value-by-comparison",
     "component A\n  x = B(m == 1)\n  parameter k::Real == 1\nend\n",
     "2:11-2:13 E151\n3:21-3:23 E151", "unexpected `==`", "single `=`"},
    {"for-equals", "component A\nrelations\n  for i = 1:3\n    x[i] = 1\n  end\nend\n",
     "3:9-3:10 E151", "expected `in`", "`for i in 1:3`"},
    {"open-bracket",
     "component A\n  x = B(m = 1\n  y = B()\nrelations\n  connect(x.a, y.b\n  z = "
     "f([1, 2)\nend\n",
     "2:8-2:9 E151\n5:10-5:11 E151\n6:14-6:15 E151", "this `(` is not closed"},
    {"open-bracket-of-list", "component A\n  x = B(m = 1\n    k = 2)\nend\n",
     "3:5-3:6 E151", "unexpected `k`; expected `)`, `,`"},
    {"no-bracket", "component A\nrelations\n  x = sin(y))\nend\n", "3:13-3:14 E151",
     "unexpected `)`", "no bracket is open"},
    {"expected-once", "component A\nrelations\n  x = 1 ? \nend\n", "4:1-4:4 E151",
     "unexpected `end`; expected an expression"},
    {"signs-only", "component A\n  -----1\nend\n", "2:3-2:4 E151", "unexpected `-`",
     ""},
    {"no-name", "component\n  x = B()\nend\ncomponent C\nend\n", NULL, NULL},
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (Parsed) p = parse_text (c->text);
  g_autofree char *codes = parsed_codes (p);

  if (c->codes == NULL) {
    g_assert_false (lang_file_is_sound (p->file));
    return;
  }
  g_assert_cmpstr (codes, ==, c->codes);
  const char *message = base_diags_get (p->diags, 0)->message;
  if (strstr (message, c->message) == NULL)
    g_error ("\"%s\" does not say \"%s\"", message, c->message);
  const char *hint = base_diags_get (p->diags, 0)->hint;
  if (c->hint != NULL && *c->hint == '\0')
    g_assert_null (hint);
  else if (c->hint != NULL && (hint == NULL || strstr (hint, c->hint) == NULL))
    g_error ("\"%s\" does not say \"%s\"", hint, c->hint);
  g_assert_true (lang_file_is_sound (p->file) == (strchr (codes, 'W') != NULL));
}

/* Each bad sequence is one report, and the text around it is read. */
static void
test_invalid_utf8 (void)
{
  static const char TEXT[] = "component A\n  # \xFF\xFE\n  \"\xC3\"\n  x = B()\nend\n";
  g_autoptr (Parsed) p = parse_bytes (TEXT, sizeof TEXT - 1);
  g_autofree char *codes = parsed_codes (p);

  g_assert_cmpstr (codes, ==, "2:5-2:6 E104\n2:6-2:7 E104\n3:4-3:5 E104");
  g_assert_cmpuint (first_class (p)->n_decls, ==, 1);
  g_assert_true (first_class (p)->is_broken);
  g_assert_true (g_utf8_validate (first_class (p)->decls[0]->doc, -1, NULL));
}

static void
test_zero_byte (void)
{
  static const char TEXT[] = "component A\n  x = B()\n\0\nend\n";
  g_autoptr (Parsed) p = parse_bytes (TEXT, sizeof TEXT - 1);
  g_autofree char *codes = parsed_codes (p);

  g_assert_cmpstr (codes, ==, "3:1-3:2 E101");
  g_assert_cmpuint (first_class (p)->n_decls, ==, 1);
}

/* One file reports all that is wrong with it, and the sound parts are there. */
static void
test_many_errors (void)
{
  g_autoptr (Parsed) p = parse_text ("component A\n"
                                     "  parameter x::Real = 12abc\n"
                                     "  parameter y Real\n"
                                     "  z = B()\n"
                                     "relations\n"
                                     "  a = f(b, c\n"
                                     "  d = e\n"
                                     "  g = (h + )\n"
                                     "  k = l\n"
                                     "  if m $\n"
                                     "    n = o +\n"
                                     "  else\n"
                                     "    q = r\n"
                                     "  end\n"
                                     "  s = t\n"
                                     "end\n"
                                     "component C\n"
                                     "  w = B()\n"
                                     "end\n"
                                     "type T = = Real\n"
                                     "component D\n"
                                     "  parameter v::Real = ]\n"
                                     "end\n");
  g_autofree char *codes = parsed_codes (p);

  g_assert_cmpstr (codes, ==,
                   "2:23-2:28 E103\n"
                   "3:15-3:19 E151\n"
                   "6:8-6:9 E151\n"
                   "8:12-8:13 E151\n"
                   "10:8-10:9 E101\n"
                   "12:3-12:7 E151\n"
                   "20:10-20:11 E151\n"
                   "22:23-22:24 E151");
  const LangClass *a = lang_file_find (p->file, "A");
  g_assert_true (a->is_broken);
  g_assert_cmpuint (a->n_decls, ==, 2);
  g_assert_cmpuint (a->n_relations, ==, 4);
  assert_span (a->relations[0]->span, "d = e");
  assert_span (a->relations[3]->span, "s = t");
  g_assert_false (lang_file_find (p->file, "C")->is_broken);
  g_assert_true (lang_file_find (p->file, "D")->is_broken);
}

/* A doc text without end loses one definition, not the file. */
static void
test_recovery_after_open_doc (void)
{
  g_autoptr (Parsed) p =
      parse_text ("component A\nend\n\"\"\"\nno end\n\ncomponent B\nend\n");

  g_assert_nonnull (lang_file_find (p->file, "B"));
  g_assert_cmpuint (base_diags_count (p->diags), ==, 1);
}

/* Bad metadata does not hide what stands behind it. */
static void
test_recovery_after_json (void)
{
  g_autoptr (Parsed) p = parse_text ("component A\n  x = P() {\"a\": [1, }\n  y = P()\n"
                                     "metadata {\"a\" 1}\nend\ncomponent B\nend\n");
  g_autofree char *codes = parsed_codes (p);

  g_assert_cmpstr (codes, ==, "2:21-2:22 E153\n4:15-4:16 E153");
  g_assert_cmpuint (first_class (p)->n_decls, ==, 2);
  g_assert_false (lang_file_find (p->file, "B")->is_broken);
}

static char *
repeat (const char *open, const char *middle, const char *close, uint32_t n)
{
  GString *text = g_string_new (NULL);

  for (uint32_t i = 0; i < n; i++)
    g_string_append (text, open);
  g_string_append (text, middle);
  for (uint32_t i = 0; i < n; i++)
    g_string_append (text, close);
  return g_string_free (text, FALSE);
}

/* 150 levels are read, 100000 are refused without exhausting the stack. */
static void
test_depth (void)
{
  static const char *const NESTS[][3] = {
      {"(", "1", ")"},   {"-", "1", ""},
      {"f(", "1", ")"},  {"[", "1", "]"},
      {"!", "a", ""},    {"1 ^ ", "1", ""},
      {"a[", "1", "]"},  {"c ? 1 : ", "1", ""},
      {"not ", "a", ""}, {"if a then ", "1", " else 2"},
  };

  for (uint32_t i = 0; i < G_N_ELEMENTS (NESTS); i++)
    for (uint32_t deep = 0; deep < 2; deep++) {
      g_autofree char *expr =
          repeat (NESTS[i][0], NESTS[i][1], NESTS[i][2], deep ? 100000 : 150);
      g_autofree char *text =
          g_strdup_printf ("component A\nrelations\n  x = %s\n  y = 1\nend\n", expr);
      g_autoptr (Parsed) p = parse_text (text);

      if (!deep)
        assert_sound (p);
      else {
        g_assert_cmpuint (base_diags_get (p->diags, 0)->number, ==, 151);
        g_assert_nonnull (strstr (base_diags_get (p->diags, 0)->message, "200 levels"));
      }
    }
}

static void
test_depth_of_blocks (void)
{
  static const char *const NESTS[][3] = {
      {"if a\n", "x = 1\n", "end\n"},
      {"switch a case B ", "x = 1", "\nend\n"},
      {"for i in r\n", "x = 1\n", "end\n"},
  };

  for (uint32_t i = 0; i < G_N_ELEMENTS (NESTS); i++) {
    g_autofree char *blocks = repeat (NESTS[i][0], NESTS[i][1], NESTS[i][2], 20000);
    g_autofree char *text = g_strdup_printf ("component A\nrelations\n%send\n", blocks);
    g_autoptr (Parsed) p = parse_text (text);

    g_assert_cmpuint (base_diags_get (p->diags, 0)->number, ==, 151);
  }
  g_autofree char *json = repeat ("[", "", "]", 100000);
  g_autofree char *text =
      g_strdup_printf ("component A\nmetadata {\"a\": %s}\nend\n", json);
  g_autoptr (Parsed) p = parse_text (text);
  g_assert_cmpuint (base_diags_get (p->diags, 0)->number, ==, 153);
}

/* A long sum is a deep tree; what walks trees may recurse over it. */
static void
test_long_sum (void)
{
  g_autofree char *fits = repeat ("1 + ", "1", "", 1500);
  g_autofree char *long_sum = repeat ("1 + ", "1", "", 5000);

  for (uint32_t i = 0; i < 2; i++) {
    g_autofree char *text = g_strdup_printf ("component A\nrelations\n  x = %s\nend\n",
                                             i == 0 ? fits : long_sum);
    g_autoptr (Parsed) p = parse_text (text);

    g_assert_true (lang_file_is_sound (p->file) == (i == 0));
  }
}

/* A file of nothing but errors lists the first ones and is read in no time. */
static void
test_too_many (void)
{
  g_autofree char *text = repeat ("$ 1x \"", "", "", 200000);
  g_autoptr (Parsed) p = parse_text (text);

  g_assert_cmpuint (base_diags_count (p->diags), ==, 201);
  g_assert_cmpint (base_diags_get (p->diags, 200)->severity, ==, BASE_NOTE);
}

static void
test_expression (void)
{
  static const char *const BAD[] = {"",      "1 +", "a b", "1, 2",
                                    "x = 3", "(",   "\"a", "\xFF"};
  g_autoptr (BaseArena) arena = base_arena_new ();

  for (uint32_t i = 0; i < G_N_ELEMENTS (BAD); i++) {
    g_autoptr (BaseDiags) diags = base_diags_new ();
    g_autoptr (BaseSource) source = base_source_new ("entry", BAD[i], strlen (BAD[i]));

    g_assert_null (lang_parse_expression (arena, source, diags));
    g_assert_true (base_diags_has_errors (diags));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (uint32_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *path = g_strdup_printf ("/lang/errors/%s", CASES[i].name);

    g_test_add_data_func (path, &CASES[i], test_case);
  }
  g_test_add_func ("/lang/errors/invalid-utf8", test_invalid_utf8);
  g_test_add_func ("/lang/errors/zero-byte", test_zero_byte);
  g_test_add_func ("/lang/errors/many", test_many_errors);
  g_test_add_func ("/lang/errors/after-open-doc", test_recovery_after_open_doc);
  g_test_add_func ("/lang/errors/after-json", test_recovery_after_json);
  g_test_add_func ("/lang/errors/depth", test_depth);
  g_test_add_func ("/lang/errors/depth-of-blocks", test_depth_of_blocks);
  g_test_add_func ("/lang/errors/long-sum", test_long_sum);
  g_test_add_func ("/lang/errors/too-many", test_too_many);
  g_test_add_func ("/lang/errors/expression", test_expression);
  return g_test_run ();
}
