/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lang/print.h"

#include "equal-class.h"
#include "parse-text.h"

/* Every construct once, for the round trips. */
static const char EVERYTHING[] =
    "# head of the file\n\n"
    "using Other\n"
    "\"a \\\"quoted\\\" doc\"\n"
    "partial example component A # behind\n"
    "  extends B.C(final m = 1, s(initial = 0), v = initial 2, k = missing)\n"
    "  \"\"\"\n  Two lines\n    of \\doc\n  \"\"\"\n"
    "  final structural parameter n::Integer(min = 1) = 3\n"
    "  discrete variable z::Real = initial 4\n\n\n\n"
    "  variable x::Real[n, :](guess = 1) = 5 initial 6\n"
    "  outer w::World\n"
    "  r::Base = [R(i = j) for i in 1:n, j in 1:2] if n > 1 {^r}\n"
    "  e = E(p = 10k, q = (2m), h = E.Case(f = 3)) [{\"a\": [1.50, {\"b\": null}]}]\n"
    "relations\n"
    "  # first\n"
    "  initial (x) = 1 guess y = 2\n"
    "  guess = - 3+( - y )^-2 # why\n"
    "  connect( a.b,c ,d )  {^k}\n"
    "  assert(x>0 and !b or not c==d, \"text\\n\")\n"
    "  p:analysis_point(x,y)\n"
    "  if a\n    b = c\n  elseif d\n# odd place\n  else\n    e = f\n    # at the end\n "
    " end {\"c\": 1}\n"
    "  for i in 1 : 2 : 3\n    x[i] = y[:, i]' * 2 .^ [1, 2; 3, 4]\n  end\n"
    "  switch m case M.A a = 1 end case B b = (c ? d : e) + (if f then 1 elseif g then "
    "2 else 3) "
    "end default end end\n"
    "  when sample(0, 1)\n    reinit(x,\n      0) # two lines\n  elsewhen initial()\n"
    "    terminate(\"done\")\n  end\n"
    "  q = [i ^ 2 for i in 1:3] + getproperty(p, Symbol(\"f\")) - a.b.c\n"
    "metadata {\"Dyad\": {\"labels\": []}, \"_links\": {\"r\": {\"a\": 1}, \"k\": "
    "{\"long\": "
    "\"a text that is too long for a line of one hundred characters, so it must be "
    "broken\"}}}\n"
    "end\n\n"
    "connector Pin\n  potential v::Voltage\n  flow i::Current {\"a\": 1}\nend\n"
    "connector In = input Real(units = \"m\") metadata {}\n"
    "type Length = Real(units = \"m\")\n"
    "enum Kind = | \"first\" Exact | Filtered(f::Real = 50)\n"
    "enum Small = A | B metadata {\"a\": 1}\n"
    "struct Point \"px\" x::Real = 1 y::Real end\n"
    "analysis Run\n  extends TransientAnalysis(stop = 10)\n  model = A(b = 1)\nend\n"
    "function f(x::Real, y::Real = 2)::Real = x + y\n"
    "function g(x::Real)::Real\n  local a::Real = x\n  return a\nend\n"
    "# last\n";

static void
assert_equal (const Parsed *a, const Parsed *b)
{
  g_assert_cmpuint (lang_file_n_classes (a->file), ==, lang_file_n_classes (b->file));
  for (uint32_t i = 0; i < lang_file_n_classes (a->file); i++) {
    const LangClass *left = lang_file_class (a->file, i);

    if (!class_equal (left, lang_file_class (b->file, i)))
      g_error ("%s is not equal after the round trip", left->name);
  }
}

static void
check_file (const char *text)
{
  g_autoptr (Parsed) p = parse_text (text);
  g_autoptr (GString) out = g_string_new (NULL);

  assert_sound (p);
  for (uint32_t i = 0; i < lang_file_n_classes (p->file); i++)
    lang_print_class (out, lang_file_class (p->file, i));
  g_autoptr (Parsed) printed = parse_text (out->str);
  assert_sound (printed);
  assert_equal (p, printed);

  g_autofree char *format = lang_format (p->file);
  g_autoptr (Parsed) formatted = parse_text (format);
  assert_sound (formatted);
  assert_equal (p, formatted);
  g_autofree char *again = lang_format (formatted->file);
  g_assert_cmpstr (again, ==, format);
}

static void
without_using (const char *text, GString *out)
{
  const char *using = strstr (text, "using Other\n");

  g_string_append_len (out, text, using - text);
  g_string_append (out, using + strlen ("using Other\n"));
}

/* Printing and formatting keep the meaning; formatting twice changes nothing. */
static void
test_round_trip (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  without_using (EVERYTHING, text);
  check_file (text->str);
}

static void
test_files (void)
{
  for (const char *const *folder = (const char *const[]){"language", "seeds", NULL};
       *folder != NULL; folder++) {
    g_autofree char *path =
        g_test_build_filename (G_TEST_DIST, "models", *folder, NULL);
    g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);

    g_assert_nonnull (dir);
    for (const char *name; (name = g_dir_read_name (dir)) != NULL;) {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autofree char *text = NULL;

      if (!g_str_has_suffix (name, ".dyad"))
        continue;
      g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
      check_file (text);
    }
  }
}

/* Trees that differ in one place are not equal. */
static void
test_equal_sees_differences (void)
{
  static const char *const PAIRS[][2] = {
      {"component A\nend", "component B\nend"},
      {"component A\nend", "partial component A\nend"},
      {"\"d\" component A\nend", "component A\nend"},
      {"component A x = B() end", "component A x = C() end"},
      {"component A x = B(m = 1) end", "component A x = B(m = 2) end"},
      {"component A x = B(m = 1) end", "component A x = B(final m = 1) end"},
      {"component A x = B(m = 1) end", "component A x = B(m = initial 1) end"},
      {"component A x = B() end", "component A x = B() if true end"},
      {"component A x = B() end", "component A x = B() {\"a\": 1} end"},
      {"component A relations a = b end", "component A relations b = a end"},
      {"component A relations a = b + c end", "component A relations a = b - c end"},
      {"component A relations a = f(b = c) end",
       "component A relations a = f(d = c) end"},
      {"component A relations a = b end", "component A relations initial a = b end"},
      {"component A relations if c a = b end end",
       "component A relations if d a = b end end"},
      {"component A parameter x::T[2] end", "component A parameter x::T[3] end"},
      {"enum E = A | B", "enum E = A | C"},
      {"type T = Real(min = 0)", "type T = Real(min = 1)"},
      {"component A metadata {\"a\": 1} end", "component A metadata {\"a\": 2} end"},
      {"function f(x::R)::R = x", "function f(x::R)::R = 2"},
  };

  for (uint32_t i = 0; i < G_N_ELEMENTS (PAIRS); i++) {
    g_autoptr (Parsed) a = parse_text (PAIRS[i][0]), b = parse_text (PAIRS[i][1]);

    g_assert_true (class_equal (first_class (a), first_class (a)));
    g_assert_false (class_equal (first_class (a), first_class (b)));
  }
}

static void
assert_expr (const char *text, const char *expected)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseSource) source = base_source_new ("expr", text, strlen (text));
  g_autoptr (GString) out = g_string_new (NULL);

  lang_print_expr (out, lang_parse_expression (arena, source, diags));
  g_assert_cmpstr (out->str, ==, expected);
}

static void
test_expressions (void)
{
  assert_expr ("a+b*-c^2", "a + b * -c ^ 2");
  assert_expr ("( a+b )*c", "(a + b) * c");
  assert_expr ("10k+2m", "10k + 2m");
  assert_expr ("x[1 , :].y ( a=1 )", "x[1, :].y(a = 1)");
  assert_expr ("a?b:c", "if a then b else c");
  assert_expr ("\"a\\n\\\"\\$\"", "\"a\\n\\\"$\"");
  assert_expr ("D(x)", "der(x)");
}

/* A tree that was put together gets the parentheses that it needs. */
static void
test_missing_parentheses (void)
{
  const LangExpr a = {.kind = LANG_NAME, .name = "a"},
                 one = {.kind = LANG_NUMBER, .number = 1};
  const LangExpr sum = {.kind = LANG_BINARY,
                        .op = LANG_OP_SUB,
                        .n_args = 2,
                        .args = (const LangExpr *[]){&a, &one}};
  const LangExpr product = {.kind = LANG_BINARY,
                            .op = LANG_OP_SUB,
                            .n_args = 2,
                            .args = (const LangExpr *[]){&sum, &sum}};
  const LangExpr power = {.kind = LANG_BINARY,
                          .op = LANG_OP_POW,
                          .n_args = 2,
                          .args = (const LangExpr *[]){&product, &sum}};
  g_autoptr (GString) out = g_string_new (NULL);

  lang_print_expr (out, &power);
  g_assert_cmpstr (out->str, ==, "(a - 1 - (a - 1)) ^ (a - 1)");
}

/* What the formatter makes of bad layout. */
static void
test_layout (void)
{
  static const char SOURCE[] =
      "component A # x\n\n\n\nparameter  a::Real=-1\nb=B( c = 2 )\n"
      "relations\na.x=b.y   # z\n      # own\n"
      "if c\nd=e ? f:g\nend\nend";
  static const char EXPECTED[] =
      "component A  # x\n\n  parameter a::Real = -1\n"
      "  b = B(c = 2)\nrelations\n  a.x = b.y  # z\n  # own\n"
      "  if c\n    d = e ? f : g\n  end\nend\n";
  g_autoptr (Parsed) p = parse_text (SOURCE);
  g_autofree char *format = lang_format (p->file);

  assert_sound (p);
  g_assert_cmpstr (format, ==, EXPECTED);
}

/* The name of an enum's case stands further in than its bar and doc text. */
static void
test_enum_layout (void)
{
  static const char EXPECTED[] = "enum E =\n  | \"first\"\n    A\n  | B(x::Real = 1)\n";
  g_autoptr (Parsed) p = parse_text ("enum E =\n| \"first\"\nA\n|B( x::Real=1 )\n");
  g_autofree char *format = lang_format (p->file);

  g_assert_cmpstr (format, ==, EXPECTED);
}

static void
test_line_ends (void)
{
  g_autoptr (Parsed) p = parse_text ("component A\r\n    x = B()\r\nend\r\n");
  g_autofree char *format = lang_format (p->file);

  g_assert_cmpstr (format, ==, "component A\r\n  x = B()\r\nend\r\n");
}

static void
test_unsound_is_not_formatted (void)
{
  g_autoptr (Parsed) p = parse_text ("component A\n  x = \nend\n");

  g_assert_null (lang_format (p->file));
}

/* ---- places ---- */

typedef struct {
  uint32_t begin, end;
} Range;

static void
assert_inside (BaseSpan inner, Range outer)
{
  g_assert_cmpuint (inner.begin, >=, outer.begin);
  g_assert_cmpuint (inner.end, <=, outer.end);
  g_assert_cmpuint (inner.begin, <=, inner.end);
}

static void
check_expr (const LangExpr *expr, Range outer)
{
  uint32_t from = outer.begin;

  assert_inside (expr->span, outer);
  for (uint32_t i = 0; i < expr->n_args; i++) {
    check_expr (expr->args[i], (Range){from, expr->span.end});
    from = expr->args[i]->span.end;
  }
}

static void
check_relations (const LangRelation *const *list, uint32_t n, Range outer)
{
  for (uint32_t i = 0; i < n; i++) {
    const LangRelation *relation = list[i];
    Range inside = {relation->span.begin, relation->span.end};

    assert_inside (relation->span, outer);
    outer.begin = relation->span.end;
    assert_inside (relation->meta.span, inside);
    if (relation->lhs != NULL)
      check_expr (relation->lhs, inside);
    if (relation->rhs != NULL)
      check_expr (relation->rhs, inside);
    for (uint32_t k = 0; k < relation->n_branches; k++) {
      const LangBranch *branch = &relation->branches[k];

      assert_inside (branch->span, inside);
      inside.begin = branch->span.end;
      check_relations (branch->relations, branch->n,
                       (Range){branch->span.begin, branch->span.end});
    }
  }
}

/* Elements lie side by side and their parts inside them, so that replacing every span
 * by its own text gives the file back. */
static void
test_spans_tile (void)
{
  g_autoptr (Parsed) p = parse_text (EVERYTHING);
  uint32_t at = 0;

  for (uint32_t i = 0; i < lang_file_n_classes (p->file); i++) {
    const LangClass *class = lang_file_class (p->file, i);
    Range inside = {class->span.begin, class->span.end};

    g_assert_cmpuint (class->span.begin, >=, at);
    at = class->span.end;
    for (uint32_t k = 0; k < class->n_decls; k++) {
      const LangDecl *decl = class->decls[k];

      assert_inside (decl->span, inside);
      inside.begin = decl->span.end;
      assert_inside (decl->meta.span, (Range){decl->span.begin, decl->span.end});
    }
    if (class->kind == LANG_FUNCTION)
      continue;
    assert_inside (class->relations_keyword, inside);
    inside.begin = class->relations_keyword.end;
    check_relations (class->relations, class->n_relations, inside);
    assert_inside (class->metadata_span, inside);
    assert_inside (class->end_keyword, inside);
    if (class->n_relations > 0)
      g_assert_cmpuint (class->metadata_span.begin, >=,
                        class->relations[class->n_relations - 1]->span.end);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lang/printer/round-trip", test_round_trip);
  g_test_add_func ("/lang/printer/files", test_files);
  g_test_add_func ("/lang/printer/equal", test_equal_sees_differences);
  g_test_add_func ("/lang/printer/expressions", test_expressions);
  g_test_add_func ("/lang/printer/missing-parentheses", test_missing_parentheses);
  g_test_add_func ("/lang/printer/layout", test_layout);
  g_test_add_func ("/lang/printer/enum-layout", test_enum_layout);
  g_test_add_func ("/lang/printer/line-ends", test_line_ends);
  g_test_add_func ("/lang/printer/unsound", test_unsound_is_not_formatted);
  g_test_add_func ("/lang/printer/spans-tile", test_spans_tile);
  return g_test_run ();
}
