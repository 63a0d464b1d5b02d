/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse-text.h"

static const LangExpr *
parse_expr (BaseArena *arena, const char *text)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  BaseSource *source = base_source_new ("expr", text, strlen (text));

  g_test_queue_destroy ((GDestroyNotify) base_source_unref, source);
  const LangExpr *expr = lang_parse_expression (arena, source, diags);
  g_assert_cmpuint (base_diags_count (diags), ==, 0);
  g_assert_nonnull (expr);
  return expr;
}

/* The tree with all its parentheses, so that a test shows what binds to what. */
static void
describe (const LangExpr *e, GString *out)
{
  static const char *const KINDS[] = {
      [LANG_MEMBER] = "member", [LANG_CALL] = "call",   [LANG_INDEX] = "index",
      [LANG_IF] = "if",         [LANG_RANGE] = "range", [LANG_ARRAY] = "array",
      [LANG_MATRIX] = "matrix", [LANG_FOR] = "for",     [LANG_TRANSPOSE] = "'",
  };
  static const char *const OPS[] = {
      [LANG_OP_ADD] = "+",      [LANG_OP_SUB] = "-",      [LANG_OP_MUL] = "*",
      [LANG_OP_DIV] = "/",      [LANG_OP_REM] = "%",      [LANG_OP_POW] = "^",
      [LANG_OP_DOT_MUL] = ".*", [LANG_OP_DOT_DIV] = "./", [LANG_OP_DOT_POW] = ".^",
      [LANG_OP_EQ] = "==",      [LANG_OP_NE] = "!=",      [LANG_OP_LT] = "<",
      [LANG_OP_LE] = "<=",      [LANG_OP_GT] = ">",       [LANG_OP_GE] = ">=",
      [LANG_OP_AND] = "and",    [LANG_OP_OR] = "or",      [LANG_OP_NOT] = "not",
      [LANG_OP_NEG] = "neg",    [LANG_OP_PLUS] = "plus",
  };

  if (e->kind == LANG_NUMBER)
    g_string_append_printf (out, "%g", e->number);
  else if (e->kind == LANG_STRING)
    g_string_append_printf (out, "'%s'", e->name);
  else if (e->kind == LANG_BOOL)
    g_string_append (out, e->is_true ? "true" : "false");
  else if (e->kind == LANG_NAME)
    g_string_append (out, e->name);
  else if (e->kind == LANG_COLON)
    g_string_append (out, ":");
  else {
    g_string_append_printf (out, "(%s",
                            e->op != LANG_OP_NONE ? OPS[e->op] : KINDS[e->kind]);
    if (e->kind == LANG_MEMBER || e->kind == LANG_FOR)
      g_string_append_printf (out, " %s", e->name);
    for (uint32_t i = 0; i < e->n_args; i++) {
      g_string_append_c (out, ' ');
      if (e->arg_names != NULL && e->arg_names[i] != NULL)
        g_string_append_printf (out, "%s=", e->arg_names[i]);
      describe (e->args[i], out);
    }
    g_string_append_c (out, ')');
  }
}

static void
assert_tree (const char *text, const char *expected)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  describe (parse_expr (arena, text), out);
  g_assert_cmpstr (out->str, ==, expected);
}

static void
test_precedence (void)
{
  assert_tree ("a or b and not c == d + e * f ^ g",
               "(or a (and b (not (== c (+ d (* e (^ f g)))))))");
  assert_tree ("a || b && !c", "(or a (and b (not c)))");
  assert_tree ("!a == b", "(== (not a) b)");
  assert_tree ("not a == b", "(not (== a b))");
  assert_tree ("-a ^ 2", "(neg (^ a 2))");
  assert_tree ("-a * b", "(* (neg a) b)");
  assert_tree ("2 ^ -3", "(^ 2 (neg 3))");
  assert_tree ("a ^ b ^ c", "(^ a (^ b c))");
  assert_tree ("a - b - c", "(- (- a b) c)");
  assert_tree ("a / b * c % d", "(% (* (/ a b) c) d)");
  assert_tree ("1:N + 1", "(range 1 (+ N 1))");
  assert_tree ("1:2:n < 3", "(< (range 1 2 n) 3)");
  assert_tree ("1:2:3:4:5", "(range (range 1 2 3) 4 5)");
  assert_tree ("a .* b ./ c .^ d", "(./ (.* a b) (.^ c d))");
  assert_tree ("a - -b", "(- a (neg b))");
  assert_tree ("(a + b) * c", "(* (+ a b) c)");
}

static void
test_postfix (void)
{
  assert_tree ("a.b.c", "(member c (member b a))");
  assert_tree ("a[1, :].b", "(member b (index a 1 :))");
  assert_tree ("f(a, b = 2)", "(call f a b=2)");
  assert_tree ("A.Case(x = 1)", "(call (member Case A) x=1)");
  assert_tree ("v' * w", "(* (' v) w)");
  assert_tree ("D(x) + der(y)", "(+ (call der x) (call der y))");
  assert_tree ("initial() and x > 0", "(and (call initial) (> x 0))");
  assert_tree ("getproperty(p, Symbol(\"f\"))",
               "(call getproperty p (call Symbol 'f'))");
}

static void
test_conditionals (void)
{
  assert_tree ("c ? a : b", "(if c a b)");
  assert_tree ("c ? d ? 1 : 2 : 3", "(if c (if d 1 2) 3)");
  assert_tree ("c ? x[1:2] : (1:3)", "(if c (index x (range 1 2)) (range 1 3))");
  assert_tree ("if a then 1 elseif b then 2 else 3", "(if a 1 (if b 2 3))");
  assert_tree ("ifelse(c, a, b)", "(call ifelse c a b)");
  assert_tree ("if a then 1\nelse 2", "(if a 1 2)");
}

static void
test_arrays (void)
{
  assert_tree ("[]", "(array)");
  assert_tree ("[a, b]", "(array a b)");
  assert_tree ("[[1, 2], [3, 4]]", "(array (array 1 2) (array 3 4))");
  assert_tree ("[1, 2; 3, 4]", "(matrix (array 1 2) (array 3 4))");
  assert_tree ("[1; 2]", "(matrix (array 1) (array 2))");
  assert_tree ("[i ^ 2 for i in 1:3]", "(for i (^ i 2) (range 1 3))");
  assert_tree ("[1,\n 2]", "(array 1 2)");
}

/* A token that is first on its line begins a new element. */
static void
test_newlines_forbid_continuation (void)
{
  g_autoptr (Parsed) p = parse_text ("component A\nrelations\n"
                                     "  a = b\n  -c = d\n  [x, y] = f(a,\n    b)\n"
                                     "  (e) = g\n  u =\n    v +\n    w\nend\n");
  const LangClass *class = first_class (p);

  assert_sound (p);
  g_assert_cmpuint (class->n_relations, ==, 5);
  assert_span (class->relations[0]->span, "a = b");
  assert_span (class->relations[1]->lhs->span, "-c");
  assert_span (class->relations[2]->rhs->span, "f(a,\n    b)");
  assert_span (class->relations[3]->lhs->span, "(e)");
  assert_span (class->relations[4]->span, "u =\n    v +\n    w");
}

/* Elements need no line of their own. */
static void
test_one_line (void)
{
  g_autoptr (Parsed) p = parse_text (
      "\"\"\"Doc \\phi\"\"\" component P \"d\" x = A() {\"k\": 1} \"e\" parameter y::T "
      "= 2 "
      "relations a = x.b switch m case M b = 0 c = 1 case N initial b = a end end");
  const LangClass *class = first_class (p);

  assert_sound (p);
  g_assert_cmpstr (class->doc, ==, "Doc \\phi");
  g_assert_cmpuint (class->n_decls, ==, 2);
  g_assert_cmpstr (class->decls[1]->doc, ==, "e");
  g_assert_cmpuint (class->n_relations, ==, 2);
  const LangRelation *choice = class->relations[1];
  g_assert_cmpint (choice->kind, ==, LANG_SWITCH);
  g_assert_cmpuint (choice->n_branches, ==, 2);
  g_assert_cmpuint (choice->branches[0].n, ==, 2);
  g_assert_cmpint (choice->branches[1].relations[0]->kind, ==, LANG_INITIAL);
}

static void
test_declarations (void)
{
  g_autoptr (Parsed) p =
      parse_text ("partial component A\n"
                  "  extends B.C(final m = 1, s(initial = 0), v = initial 2, k = 3 "
                  "initial missing)\n"
                  "  final structural parameter n::Integer(min = 1) = 3\n"
                  "  discrete variable z::Real = initial 4\n"
                  "  variable x::Real[n, :](guess = 1) = 5 initial 6\n"
                  "  outer w::World\n"
                  "  r::Base = [R(i = j) for i in 1:n, j in 1:2] if n > 1 {^r}\n"
                  "  outer = D\n  discrete = E()\n"
                  "metadata {\"_links\": {\"r\": {\"a\": 1}}}\nend\n");
  const LangClass *class = first_class (p);
  const LangDecl *const *decls = class->decls;

  assert_sound (p);
  g_assert_true (class->is_partial);
  g_assert_cmpuint (class->n_decls, ==, 8);
  g_assert_cmpint (decls[0]->kind, ==, LANG_EXTENDS);
  g_assert_cmpstr (decls[0]->class_name.text, ==, "B.C");
  g_assert_cmpuint (decls[0]->n_mods, ==, 4);
  g_assert_true (decls[0]->mods[0]->is_final);
  g_assert_cmpstr (decls[0]->mods[1]->mods[0]->target.text, ==, "initial");
  g_assert_cmpfloat (decls[0]->mods[2]->initial->number, ==, 2);
  g_assert_true (decls[0]->mods[3]->initial_missing);
  g_assert_true (decls[1]->is_final && decls[1]->is_structural);
  g_assert_true (decls[2]->is_discrete);
  g_assert_null (decls[2]->value);
  g_assert_cmpfloat (decls[2]->initial->number, ==, 4);
  g_assert_cmpuint (decls[3]->type.n_dims, ==, 2);
  g_assert_cmpint (decls[3]->type.dims[1]->kind, ==, LANG_COLON);
  g_assert_cmpuint (decls[3]->type.n_mods, ==, 1);
  g_assert_cmpfloat (decls[3]->initial->number, ==, 6);
  g_assert_cmpint (decls[4]->kind, ==, LANG_OUTER);
  g_assert_cmpstr (decls[5]->base_name.text, ==, "Base");
  g_assert_cmpuint (decls[5]->n_for, ==, 2);
  g_assert_nonnull (decls[5]->condition);
  g_assert_cmpfloat (lang_json_number (lang_json_get (decls[5]->meta.json, "a"), 0), ==,
                     1);
  g_assert_cmpint (decls[6]->kind, ==, LANG_SUB);
  g_assert_cmpstr (decls[6]->name, ==, "outer");
  g_assert_cmpstr (decls[7]->name, ==, "discrete");
}

static void
test_relations (void)
{
  g_autoptr (Parsed) p = parse_text (
      "component A\nrelations\n"
      "  initial (x) = 1\n  guess y = 2\n  guess = 3\n  connect(a.b, c, d) {^k}\n"
      "  assert(x > 0, \"text\")\n  continuity(a, b)\n  p: analysis_point(x, y)\n"
      "  if a\n    b = c\n  elseif d\n  else\n    e = f\n  end\n"
      "  for i in 1:3\n    x[i] = 0\n  end\n"
      "  when sample(0, 1)\n    reinit(x, 0)\n  elsewhen c\n    terminate(\"done\")\n  "
      "end\n"
      "metadata {\"_links\": {\"k\": {}}}\nend\n");
  static const LangRelationKind KINDS[] = {
      LANG_INITIAL,    LANG_GUESS,          LANG_EQUATION, LANG_CONNECT, LANG_ASSERT,
      LANG_CONTINUITY, LANG_ANALYSIS_POINT, LANG_IF_REL,   LANG_FOR_REL, LANG_WHEN};
  const LangClass *class = first_class (p);

  assert_sound (p);
  g_assert_cmpuint (class->n_relations, ==, G_N_ELEMENTS (KINDS));
  for (uint32_t i = 0; i < G_N_ELEMENTS (KINDS); i++)
    g_assert_cmpint (class->relations[i]->kind, ==, KINDS[i]);
  g_assert_cmpuint (class->relations[3]->n_args, ==, 3);
  g_assert_cmpstr (class->relations[6]->name, ==, "p");
  g_assert_cmpuint (class->relations[7]->n_branches, ==, 3);
  g_assert_null (class->relations[7]->branches[2].condition);
  g_assert_cmpuint (class->relations[9]->n_branches, ==, 2);
}

/* Older files close every case by its own `end`. */
static void
test_both_switch_forms (void)
{
  static const char *const FORMS[] = {
      "switch m\n case A\n x = 1\n case B\n x = 2\n default\n x = 3\n end\n",
      "switch m\n case A\n x = 1\n end\n case B\n x = 2\n end\n default\n x = 3\n "
      "end\n end\n",
  };

  for (uint32_t i = 0; i < G_N_ELEMENTS (FORMS); i++) {
    g_autofree char *text =
        g_strdup_printf ("component A\nrelations\n%sy = 4\nend\n", FORMS[i]);
    g_autoptr (Parsed) p = parse_text (text);
    const LangClass *class = first_class (p);

    assert_sound (p);
    g_assert_cmpuint (class->n_relations, ==, 2);
    g_assert_cmpuint (class->relations[0]->n_branches, ==, 3);
    g_assert_cmpstr (class->relations[0]->branches[1].case_name.text, ==, "B");
    g_assert_cmpuint (class->relations[0]->branches[2].case_name.n, ==, 0);
  }
}

/* Between the cases of an outer switch the layout tells whose `end` it is. */
static void
test_nested_switch (void)
{
  g_autoptr (Parsed) p = parse_text ("component A\nrelations\n"
                                     "  switch m\n    case A\n      switch n\n"
                                     "        case C\n          x = 1\n      end\n"
                                     "    case B\n      x = 2\n  end\nend\n");
  const LangClass *class = first_class (p);

  assert_sound (p);
  g_assert_cmpuint (class->n_relations, ==, 1);
  g_assert_cmpuint (class->relations[0]->n_branches, ==, 2);
}

static void
test_other_definitions (void)
{
  g_autoptr (Parsed) p = parse_text (
      "connector Pin\n  \"voltage\"\n  potential v::Voltage\n  flow i::Current {\"a\": "
      "1}\n"
      "  parameter n::Integer = 1\nmetadata {\"b\": 2}\nend\n"
      "connector In = input Real(units = \"m\") metadata {}\n"
      "type Length = Real(units = \"m\", quantity = \"Length\")\n"
      "enum Kind =\n  | \"first\" Exact\n  | Filtered(f::Real = 50, g::Real)\n"
      "struct Point\n  x::Real = 1\n  y::Real\nend\n"
      "analysis Run\n  extends TransientAnalysis(stop = 10)\n  model = A(b = 1)\nend\n"
      "function f(x::Real, y::Real = 2)::Real = x + y\n"
      "function g(x::Real)::Real\n  local a::Real = x\n  local b::Real = a\n"
      "  return a * b\nend\n");

  assert_sound (p);
  g_assert_cmpuint (lang_file_n_classes (p->file), ==, 8);
  const LangClass *pin = lang_file_find (p->file, "Pin");
  g_assert_cmpint (pin->decls[1]->field, ==, LANG_FIELD_FLOW);
  g_assert_cmpint (pin->decls[2]->kind, ==, LANG_PARAMETER);
  g_assert_cmpint (lang_file_find (p->file, "In")->signal, ==, LANG_FIELD_INPUT);
  g_assert_cmpuint (lang_file_find (p->file, "Length")->alias.n_mods, ==, 2);
  const LangClass *kind = lang_file_find (p->file, "Kind");
  g_assert_cmpuint (kind->n_variants, ==, 2);
  g_assert_cmpstr (kind->variants[0].doc, ==, "first");
  g_assert_cmpuint (kind->variants[1].n_fields, ==, 2);
  g_assert_cmpuint (lang_file_find (p->file, "Point")->n_decls, ==, 2);
  g_assert_cmpuint (lang_file_find (p->file, "f")->n_decls, ==, 2);
  const LangClass *g = lang_file_find (p->file, "g");
  g_assert_cmpuint (g->n_decls, ==, 3);
  assert_span (g->result->span, "a * b");
  assert_span (g->end_keyword, "end");
}

/* Doc texts: a string, a """ text, or the comment directly above. */
static void
test_docs (void)
{
  g_autoptr (Parsed) p =
      parse_text ("# head\n\n# a comment\n# of two lines\ncomponent A\n"
                  "  \"one\"\n  \"two\"\n  parameter x::Real\n"
                  "  # not this\n  \"but this\"\n  parameter y::Real\n"
                  "  parameter z::Real # behind\n  parameter w::Real\n"
                  "end\n");
  const LangClass *class = first_class (p);

  assert_sound (p);
  g_assert_cmpstr (class->doc, ==, "a comment\nof two lines");
  assert_span (class->doc_span, "# a comment\n# of two lines");
  g_assert_cmpstr (class->decls[0]->doc, ==, "one\ntwo");
  g_assert_cmpstr (class->decls[1]->doc, ==, "but this");
  g_assert_null (class->decls[2]->doc);
  g_assert_null (class->decls[3]->doc);
}

/* What is not written has an empty span where it would stand. */
static void
test_insertion_points (void)
{
  g_autoptr (Parsed) p = parse_text ("component A\n  x = B\n  y = C() if d\nend\n");
  const LangClass *class = first_class (p);

  assert_sound (p);
  g_assert_cmpuint (class->decls[0]->mods_span.begin, ==, 19);
  g_assert_cmpuint (class->decls[0]->mods_span.end, ==, 19);
  g_assert_cmpuint (class->decls[1]->meta.span.begin, ==, 34);
  g_assert_cmpuint (class->decls[1]->meta.span.end, ==, 34);
  g_assert_cmpuint (class->relations_keyword.begin, ==, 35);
  g_assert_cmpuint (class->relations_keyword.end, ==, 35);
  g_assert_cmpuint (class->metadata_span.begin, ==, 35);
  assert_span (class->end_keyword, "end");
}

static void
test_metadata_styles (void)
{
  g_autoptr (Parsed) p = parse_text (
      "component A\n  a = P() {\"Dyad\": {\"x\": [1, -2.5e1, true, null, "
      "\"\\u00e4\\n\"]}}\n"
      "  b = P() [{\"k\": \"# no comment\"}]\n  c = P() {^c}\n  d = P() { ^ c }\n"
      "metadata\n{\"_links\": {\"c\": {\"z\": 3}}}\nend\n");
  const LangClass *class = first_class (p);

  assert_sound (p);
  const LangJson *list = lang_json_find (class->decls[0]->meta.json, "Dyad/x");
  g_assert_cmpuint (list->n, ==, 5);
  g_assert_cmpfloat (list->items[1]->number, ==, -25);
  assert_span (list->items[1]->span, "-2.5e1");
  g_assert_true (lang_json_bool (list->items[2], false));
  g_assert_cmpstr (list->items[4]->string, ==, "ä\n");
  g_assert_cmpstr (
      lang_json_string (lang_json_get (class->decls[1]->meta.json, "k"), ""), ==,
      "# no comment");
  assert_span (class->decls[1]->meta.span, "[{\"k\": \"# no comment\"}]");
  g_assert_cmpstr (class->decls[2]->meta.key, ==, "c");
  g_assert_true (class->decls[2]->meta.json == class->decls[3]->meta.json);
  assert_span (class->decls[2]->meta.json->span, "{\"z\": 3}");
}

static void
test_component_comes_first (void)
{
  g_autoptr (Parsed) p = parse_text ("type Force = Real\ncomponent Force\nend\n");

  g_assert_cmpint (lang_file_find (p->file, "Force")->kind, ==, LANG_COMPONENT);
  g_assert_null (lang_file_find (p->file, "Torque"));
}

/* Long files nest nothing: no recursion over their length. */
static void
test_many_relations (void)
{
  g_autoptr (GString) text = g_string_new ("component A\nrelations\n");
  const uint32_t n = 100000;

  for (uint32_t i = 0; i < n; i++)
    g_string_append_printf (text, "  x%u = sin(y%u) + 2 * z.a[%u]\n", i, i, i);
  g_string_append (text, "end\n");
  g_autoptr (Parsed) p = parse_text (text->str);
  assert_sound (p);
  g_assert_cmpuint (first_class (p)->n_relations, ==, n);
}

/* ---- whole files ---- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

static void
test_folder (gconstpointer data)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "models", data, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  g_assert_nonnull (dir);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    if (g_str_has_suffix (name, ".dyad"))
      g_ptr_array_add (names, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (names, compare_names);
  g_assert_cmpuint (names->len, >=, 7);
  for (uint32_t i = 0; i < names->len; i++) {
    g_autofree char *text = NULL;

    g_test_message ("%s", (const char *) names->pdata[i]);
    g_assert_true (g_file_get_contents (names->pdata[i], &text, NULL, NULL));
    g_autoptr (Parsed) p = parse_text (text);
    assert_sound (p);
    g_assert_cmpuint (lang_file_n_classes (p->file), >, 0);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lang/parser/precedence", test_precedence);
  g_test_add_func ("/lang/parser/postfix", test_postfix);
  g_test_add_func ("/lang/parser/conditionals", test_conditionals);
  g_test_add_func ("/lang/parser/arrays", test_arrays);
  g_test_add_func ("/lang/parser/newlines", test_newlines_forbid_continuation);
  g_test_add_func ("/lang/parser/one-line", test_one_line);
  g_test_add_func ("/lang/parser/declarations", test_declarations);
  g_test_add_func ("/lang/parser/relations", test_relations);
  g_test_add_func ("/lang/parser/switch-forms", test_both_switch_forms);
  g_test_add_func ("/lang/parser/nested-switch", test_nested_switch);
  g_test_add_func ("/lang/parser/other-definitions", test_other_definitions);
  g_test_add_func ("/lang/parser/docs", test_docs);
  g_test_add_func ("/lang/parser/insertion-points", test_insertion_points);
  g_test_add_func ("/lang/parser/metadata-styles", test_metadata_styles);
  g_test_add_func ("/lang/parser/component-first", test_component_comes_first);
  g_test_add_func ("/lang/parser/many-relations", test_many_relations);
  g_test_add_data_func ("/lang/parser/language-examples", "language", test_folder);
  g_test_add_data_func ("/lang/parser/seeds", "seeds", test_folder);
  return g_test_run ();
}
