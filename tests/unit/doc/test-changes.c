/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doc/changes.h"
#include "lang/parse.h"

#define HEAD "component A\n"
#define BODY                                                                           \
  "  spring = S(c = 100) {^spring}\n"                                                  \
  "  mass = M(m = 1, s(initial = 0.2))\n"                                              \
  "relations\n"                                                                        \
  "  connect(spring.b, mass.a) {\"edges\": []}\n" END
#define END      "metadata {\"_links\": {\"spring\": {\"x\": 1}}}\nend\n"
#define ANALYSIS "analysis R\n  extends T(stop = 10)\n  model = A()\nend\n"

static LangFile *
parse_any (const char *text)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  BaseSource *source = base_source_new ("a.dyad", text, strlen (text));
  LangFile *file = lang_parse (source, diags);

  base_source_unref (source);
  return file;
}

static LangFile *
parse (const char *text)
{
  LangFile *file = parse_any (text);

  g_assert_true (lang_file_is_sound (file));
  return file;
}

/* What is said of a text in which a piece is replaced by another. */
static DocChanges
changes_of (const char *piece, const char *by)
{
  GString *text = g_string_new (HEAD BODY ANALYSIS);
  g_autoptr (LangFile) before = parse (text->str);

  g_assert_cmpuint (g_string_replace (text, piece, by, 0), >, 0);
  g_autoptr (LangFile) now = parse (text->str);
  g_string_free (text, TRUE);
  return doc_changes (before, now);
}

static void
check (const char *piece,
       const char *by,
       uint32_t n,
       DocChangeKind kind,
       const char *name,
       const char *value)
{
  g_auto (DocChanges) changes = changes_of (piece, by);

  g_assert_cmpuint (changes.n, ==, n);
  if (n == 0)
    return;
  g_assert_cmpint (changes.kind, ==, kind);
  g_assert_cmpstr (changes.name, ==, name);
  g_assert_cmpstr (changes.value, ==, value);
}

/* An analysis that is new is what its stop time is. */
static void
test_stop_time (void)
{
  g_autoptr (LangFile) before = parse (HEAD BODY);
  g_autoptr (LangFile) now = parse (HEAD BODY ANALYSIS);
  g_auto (DocChanges) changes = doc_changes (before, now);

  g_assert_cmpuint (changes.n, ==, 1);
  g_assert_cmpint (changes.kind, ==, DOC_CHANGE_VALUE);
  g_assert_cmpstr (changes.name, ==, "stop");
  g_assert_cmpstr (changes.value, ==, "10");
}

static void
test_same_model (void)
{
  check ("\"x\": 1", "\"x\": 2", 0, 0, NULL, NULL);
  check ("\"edges\": []", "\"edges\": [1]", 0, 0, NULL, NULL);
  check ("  mass", "\n  # heavy\n  mass", 0, 0, NULL, NULL);
  check ("c = 100", "c=100", 0, 0, NULL, NULL);
  check ("A", "Absorber", 0, 0, NULL, NULL); /* its references follow */
}

static void
test_values (void)
{
  check ("c = 100", "c = 4000", 1, DOC_CHANGE_VALUE, "spring.c", "4000");
  check ("(c = 100)", "", 1, DOC_CHANGE_OTHER, "spring.c", NULL);
  check ("initial = 0.2", "initial = 0.3", 1, DOC_CHANGE_VALUE, "mass.s", "0.3");
  check ("stop = 10", "stop = 20", 1, DOC_CHANGE_VALUE, "stop", "20");
  check ("m = 1, s", "m = 2, k = 3, s", 2, DOC_CHANGE_VALUE, "mass.m", "2");
}

static void
test_parts (void)
{
  check ("relations", "  damper = D()\nrelations", 1, DOC_CHANGE_ADDED, "damper", NULL);
  check ("  mass = M(m = 1, s(initial = 0.2))\n", "", 1, DOC_CHANGE_REMOVED, "mass",
         NULL);
  check ("mass", "sled", 1, DOC_CHANGE_RENAMED, "mass", "sled");
  check ("= S(c", "= Q(c", 1, DOC_CHANGE_OTHER, "spring", NULL);
  check ("spring.b, mass.a", "spring.a, mass.a", 1, DOC_CHANGE_OTHER, NULL, NULL);
  check ("analysis R", "component B\nend\nanalysis R", 1, DOC_CHANGE_ADDED, "B", NULL);
}

/* What is commented out is no part of the model, whatever its values are. */
static void
test_commented_out (void)
{
  g_auto (DocChanges) back = {0};
  g_autoptr (LangFile) out =
      parse (HEAD "  spring = S(c = 100) if false {^spring}\nrelations\n" END);
  g_autoptr (LangFile) out_softer =
      parse (HEAD "  spring = S(c = 10) if false {^spring}\nrelations\n" END);
  g_autoptr (LangFile) in =
      parse (HEAD "  spring = S(c = 10) {^spring}\nrelations\n" END);

  check ("0) {^spring}", "0) if false {^spring}", 1, DOC_CHANGE_OUT, "spring", NULL);
  g_assert_cmpuint (doc_changes (out, out_softer).n, ==, 0);
  back = doc_changes (out, in);
  g_assert_cmpuint (back.n, ==, 1);
  g_assert_cmpint (back.kind, ==, DOC_CHANGE_IN);
  g_assert_cmpstr (back.name, ==, "spring");
}

/* Of a text with errors nobody knows how many changes there are. */
static void
test_errors (void)
{
  static const char *const broken[] = {
      HEAD "  spring = S(c = \n  mass = M(m = 1)\nrelations\nend\n" ANALYSIS,
      "componen A\n" BODY ANALYSIS, HEAD BODY "analysis R\n", "\n<<<\n" HEAD BODY};
  g_autoptr (LangFile) before = parse (HEAD BODY ANALYSIS);

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++) {
    g_autoptr (LangFile) now = parse_any (broken[i]);
    g_auto (DocChanges) changes = doc_changes (before, now);

    g_assert_cmpuint (changes.n, ==, 1);
    g_assert_cmpint (changes.kind, ==, DOC_CHANGE_OTHER);
    g_assert_null (changes.name);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/changes/stop-time", test_stop_time);
  g_test_add_func ("/doc/changes/same-model", test_same_model);
  g_test_add_func ("/doc/changes/values", test_values);
  g_test_add_func ("/doc/changes/parts", test_parts);
  g_test_add_func ("/doc/changes/commented-out", test_commented_out);
  g_test_add_func ("/doc/changes/errors", test_errors);
  return g_test_run ();
}
