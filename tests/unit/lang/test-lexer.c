/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lang/lexer.h"

#include <string.h>

typedef struct {
  BaseSource *source;
  BaseDiags *diags;
  LangNameCache cache;
  LangLexer lexer;
} Fixture;

static Fixture *
fixture_new (const char *text)
{
  Fixture *fixture = g_new0 (Fixture, 1);

  fixture->source = base_source_new ("test", text, strlen (text));
  fixture->diags = base_diags_new ();
  fixture->lexer = (LangLexer){
      .source = fixture->source,
      .text = base_source_text (fixture->source),
      .length = (uint32_t) strlen (text),
      .diags = fixture->diags,
      .cache = &fixture->cache,
  };
  return fixture;
}

static void
fixture_free (Fixture *fixture)
{
  base_diags_free (fixture->diags);
  base_source_unref (fixture->source);
  g_free (fixture);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

/* Each prefix letter scales by its power of ten, to the last bit. */
static void
test_prefixes_scale_exactly (void)
{
  static const struct {
    const char *text;
    double value;
  } CASES[] = {
      {"12", 12},
      {"1.5", 1.5},
      {".5", 0.5},
      {"1e-3", 1e-3},
      {"10k", 10e3},
      {"2m", 2e-3},
      {"3m", 0.003},
      {"4T", 4e12},
      {"5G", 5e9},
      {"6M", 6e6},
      {"7u", 7e-6},
      {"7\u00B5", 7e-6},
      {"7\u03BC", 7e-6},
      {"8n", 8e-9},
      {"9p", 9e-12},
      {"1f", 1e-15},
      {"0.1k", 100},
      {"1e3k", 1e6},
      {"100m", 0.1},
      {"1E2", 100},
      {"9007199254740993", 9007199254740992.0},
      {"1.7976931348623157e308", G_MAXDOUBLE},
      {"123456789012345678901234567890", 123456789012345678901234567890.0},
      {"4.9e-324", 4.9e-324},
  };

  for (uint32_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autoptr (Fixture) f = fixture_new (CASES[i].text);
    LangToken token = lang_lexer_next (&f->lexer);

    g_assert_cmpint (token.kind, ==, LANG_TOKEN_NUMBER);
    g_assert_cmpuint (token.end, ==, strlen (CASES[i].text));
    g_assert_true (token.number == CASES[i].value);
    g_assert_cmpuint (base_diags_count (f->diags), ==, 0);
  }
}

/* A prefix letter that goes on as a name is no prefix. */
static void
test_bad_numbers (void)
{
  static const char *const CASES[] = {"12abc", "10km",  "1.",  "1.2.3", "1e",
                                      "1e+",   "1e400", "2m_", "1x",    "0x1F"};

  for (uint32_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autoptr (Fixture) f = fixture_new (CASES[i]);
    LangToken token = lang_lexer_next (&f->lexer);

    g_assert_cmpint (token.kind, ==, LANG_TOKEN_NUMBER);
    g_assert_cmpuint (base_diags_count (f->diags), ==, 1);
    g_assert_cmpuint (base_diags_get (f->diags, 0)->number, ==, 103);
    g_assert_cmpuint (base_diags_get (f->diags, 0)->begin, ==, 0);
  }
}

/* `2.*x` multiplies element by element. */
static void
test_dot_operators (void)
{
  static const LangTokenKind KINDS[] = {
      LANG_TOKEN_NUMBER, LANG_TOKEN_DOT_TIMES, LANG_TOKEN_ID, LANG_TOKEN_DOT_DIVIDE,
      LANG_TOKEN_NUMBER, LANG_TOKEN_DOT_POWER, LANG_TOKEN_ID, LANG_TOKEN_DOT,
      LANG_TOKEN_ID,     LANG_TOKEN_EOF};
  g_autoptr (Fixture) f = fixture_new ("2.*x./3.^y.z");

  for (uint32_t i = 0; i < G_N_ELEMENTS (KINDS); i++)
    g_assert_cmpint (lang_lexer_next (&f->lexer).kind, ==, KINDS[i]);
  g_assert_cmpuint (base_diags_count (f->diags), ==, 0);
}

static void
test_unicode_names (void)
{
  g_autoptr (Fixture) f = fixture_new ("größe π α2 _x");

  for (const char *const *name = (const char *const[]){"größe", "π", "α2", "_x", NULL};
       *name != NULL; name++)
    g_assert_cmpstr (lang_lexer_next (&f->lexer).name, ==, *name);
  g_assert_cmpint (lang_lexer_next (&f->lexer).kind, ==, LANG_TOKEN_EOF);
}

static void
test_reserved_words (void)
{
#define CHECK_WORD(name, text)                                                         \
  g_assert_cmpint (lang_token_word (text, sizeof text - 1), ==, LANG_TOKEN_##name);
  LANG_WORDS (CHECK_WORD)
#undef CHECK_WORD
  for (const char *const *word =
           (const char *const[]){"partial", "then", "guess", "discrete", "outer",
                                 "local", "return", "reinit", "x", "components", NULL};
       *word != NULL; word++)
    g_assert_cmpint (lang_token_word (*word, (uint32_t) strlen (*word)), ==,
                     LANG_TOKEN_ID);
}

static void
assert_text (const char *source, const char *expected)
{
  g_autoptr (Fixture) f = fixture_new (source);
  g_autoptr (GString) text = g_string_new (NULL);
  LangToken token = lang_lexer_next (&f->lexer);

  lang_lexer_string_text (&f->lexer, &token, text);
  g_assert_cmpstr (text->str, ==, expected);
  g_assert_cmpuint (base_diags_count (f->diags), ==, 0);
}

static void
test_strings (void)
{
  assert_text ("\"\"", "");
  assert_text ("\"a\\n\\t\\\\\\\"\\$b\"", "a\n\t\\\"$b");
  assert_text ("\"größe\"", "größe");
}

/* Backslashes are literal and the common indentation is not part of the text. */
static void
test_doc_texts (void)
{
  assert_text ("\"\"\"one line\"\"\"", "one line");
  assert_text ("\"\"\"\n  \\frac{a}{b}\n    deeper\n\n  last\n  \"\"\"",
               "\\frac{a}{b}\n  deeper\n\nlast");
  assert_text ("\"\"\"first\n  second\n\"\"\"", "first\nsecond");
  assert_text ("\"\"\"\r\n a \"quoted\" word\r\n\"\"\"", "a \"quoted\" word");
}

/* Only a block of comment lines without a gap belongs to the next token. */
static void
test_comment_above (void)
{
  g_autoptr (Fixture) f =
      fixture_new ("# far\n\n# one\n  # two\nx # behind\ny # z\n\nz\n# last\n");
  LangToken x = lang_lexer_next (&f->lexer), y = lang_lexer_next (&f->lexer);
  LangToken z = lang_lexer_next (&f->lexer);
  g_autoptr (GString) text = g_string_new (NULL);

  lang_lexer_comment_text (&f->lexer, x.comment_begin, x.comment_end, text);
  g_assert_cmpstr (text->str, ==, "one\ntwo");
  g_assert_cmpuint (y.comment_end, ==, 0);
  g_assert_true (y.first_on_line);
  g_assert_cmpuint (z.comment_end, ==, 0);
  g_assert_cmpint (lang_lexer_next (&f->lexer).kind, ==, LANG_TOKEN_EOF);
}

static void
test_looking_ahead_reports_nothing (void)
{
  g_autoptr (Fixture) f = fixture_new ("$ 12abc");
  LangLexer ahead = f->lexer;

  ahead.diags = NULL;
  g_assert_cmpint (lang_lexer_next (&ahead).kind, ==, LANG_TOKEN_BAD);
  g_assert_cmpint (lang_lexer_next (&ahead).kind, ==, LANG_TOKEN_NUMBER);
  g_assert_cmpuint (base_diags_count (f->diags), ==, 0);
  g_assert_cmpint (lang_lexer_next (&f->lexer).kind, ==, LANG_TOKEN_BAD);
  g_assert_cmpuint (base_diags_count (f->diags), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lang/lexer/prefixes", test_prefixes_scale_exactly);
  g_test_add_func ("/lang/lexer/bad-numbers", test_bad_numbers);
  g_test_add_func ("/lang/lexer/dot-operators", test_dot_operators);
  g_test_add_func ("/lang/lexer/unicode-names", test_unicode_names);
  g_test_add_func ("/lang/lexer/reserved-words", test_reserved_words);
  g_test_add_func ("/lang/lexer/strings", test_strings);
  g_test_add_func ("/lang/lexer/doc-texts", test_doc_texts);
  g_test_add_func ("/lang/lexer/comment-above", test_comment_above);
  g_test_add_func ("/lang/lexer/looking-ahead", test_looking_ahead_reports_nothing);
  return g_test_run ();
}
