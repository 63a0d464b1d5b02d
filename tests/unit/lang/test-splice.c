/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an edit has touched is read again and gives what reading the whole text gives:
 * drawn edits, most of them of pieces that stand in models, some of single bytes that
 * break what they touch. */
#include "../same-file.h"
#include "base/name.h"
#include "lang/parse.h"

static const char TEXT[] =
    "# top\n"
    "\"doc\"\n"
    "component Hand # written\n"
    "  # above\n"
    "  mass = Lib.Mass(m = 1, # inside\n"
    "    s(initial = 0)) {^mass} # behind\n"
    "  parameter a::Real = 1 parameter b::Real = 2\n"
    "  \"of the spring\"\n"
    "  spring = Lib.Spring(c = a * (1 + b)) {^spring}\n"
    "  extends Base (x = 2)\n"
    "  # one\n"
    "\n"
    "  # two\n"
    "  array = [Lib.Mass(m = i) for i in 1:3] {\"Dyad\": {\"x\": [1, 2]}}\n"
    "  discrete variable n::Integer = 2 {^n}\n"
    "  damper = Lib.Damper(d = 1) {^damper}\n"
    "relations\n"
    "  # an equation\n"
    "  initial mass.v = a * b\n"
    "  connect(mass.flange, spring.flange) {^w1}\n"
    "  connect(spring.flange, damper.flange,\n"
    "          mass.flange) {^w2}\n"
    "  if a > 2\n"
    "    b = 1\n"
    "  else\n"
    "    b = 2\n"
    "  end\n"
    "  a = 1 + b\n"
    "  # the last\n"
    "metadata {\"free\": [1,  2],\n"
    "  \"_links\": {\n"
    "    \"mass\": {\"Dyad\": {\"x\": 1, \"y\": -2.5}},\n"
    "    \"spring\": {\"Dyad\": {\"x\": 1, \"y\": []}}, \"n\": {},\n"
    "    \"damper\": {},\n"
    "    \"w1\": {\"edges\": [{\"S\": 1, \"E\": 2}]},\n"
    "    \"w2\": {}\n"
    "  }, \"behind\": true}\n"
    "end # over\n"
    "# bottom\n"
    "analysis Run\n"
    "  extends Analysis (stop = 1)\n"
    "end\n";

static const char *const PIECES[] = {
    " ",
    "\n",
    "# c\n",
    "\n  # c\n",
    "1",
    ",",
    "(",
    ")",
    "{",
    "}",
    "\"",
    "x",
    "é",
    "=",
    "\n  q = Lib.Mass(m = 2) {^q}\n",
    "\n  p = Lib.Gain {^mass}\n",
    "\n  r = Lib.Gain\n",
    "\n  connect(a.b, c.d)\n",
    " + 1",
    "\n  \"doc\"\n",
    " \"doc\"",
    ", \"q\": {\"z\": 3}",
    "\"q\": {}, ",
    "\"mass\": {}, ",
    " {^w2}",
    "if false",
    "\n  a = b\n",
    ";",
    "]",
    "relations\n",
    "end\n",
    "\n  if a > 1\n    connect(a.b, c.d) {^w1}\n  end\n",
    "\r\n",
    "\xff",
    "_",
};

typedef struct {
  GRand *rand;
  GString *text;
  LangFile *file;
  uint32_t n_spliced, n_sound;
} Run;

static uint32_t
below (Run *run, uint32_t n)
{
  return (uint32_t) g_rand_int_range (run->rand, 0, (gint32) n);
}

/* A place at a border of what is written, mostly. */
static uint32_t
some_place (Run *run)
{
  uint32_t at = below (run, (uint32_t) run->text->len);

  for (uint32_t k = 0; k < below (run, 30) && at + 1 < run->text->len; k++)
    at += !g_ascii_isspace (run->text->str[at]);
  return at;
}

/* Some replacements, from the last one on, in `edits`. */
static uint32_t
draw_edits (Run *run, LangEdit edits[4], const char *pieces[4])
{
  const uint32_t n = 1 + below (run, 3);
  uint32_t from = 0, k = 0;

  for (uint32_t i = 0; i < n; i++) {
    const uint32_t begin = some_place (run);
    const uint32_t size = below (run, 3) > 0 ? 0 : below (run, 40);
    const uint32_t end = MIN (begin + size, (uint32_t) run->text->len);

    if (begin < from)
      continue;
    pieces[k] = below (run, 5) == 0 ? "" : PIECES[below (run, G_N_ELEMENTS (PIECES))];
    edits[k] = (LangEdit){begin, end, (uint32_t) strlen (pieces[k])};
    k += begin < end || edits[k].length > 0;
    from = end + 1;
  }
  return k;
}

/* The text with the edits made. */
static GString *
edited (const Run *run, const LangEdit *edits, const char *const *pieces, uint32_t n)
{
  GString *text = g_string_new (NULL);
  uint32_t from = 0;

  for (uint32_t k = 0; k < n; k++) {
    g_string_append_len (text, run->text->str + from, edits[k].begin - from);
    g_string_append (text, pieces[k]);
    from = edits[k].end;
  }
  g_string_append (text, run->text->str + from);
  return text;
}

/* Edits of a text without faults; one that has some is given up. */
static void
edit (Run *run)
{
  LangEdit edits[4];
  const char *pieces[4];
  const uint32_t n = draw_edits (run, edits, pieces);
  GString *text = edited (run, edits, pieces, n);
  g_autoptr (BaseSource) source = base_source_new ("hand", text->str, text->len);
  g_autoptr (BaseDiags) diags = base_diags_new ();
  LangFile *whole = lang_parse (source, diags);
  LangFile *file = lang_parse_edit (run->file, source, edits, n);

  if (file != NULL) {
    g_assert_cmpuint (base_diags_count (diags), ==, 0);
    assert_same_file (file, whole);
    run->n_spliced++;
  }
  if (base_diags_count (diags) == 0) {
    run->n_sound++;
    /* Those before are not changed by it. */
    g_autoptr (BaseDiags) no_diags = base_diags_new ();
    g_autoptr (LangFile) before = lang_parse (lang_file_source (run->file), no_diags);

    assert_same_file (run->file, before);
    lang_file_unref (run->file);
    run->file = file != NULL ? g_steal_pointer (&file) : lang_file_ref (whole);
    g_string_free (run->text, TRUE);
    run->text = g_steal_pointer (&text);
  } else {
    g_string_free (text, TRUE);
    if (below (run, 3) > 0) { /* from there again, as a whole */
      g_autoptr (BaseDiags) no_diags = base_diags_new ();
      LangFile *again = lang_parse (lang_file_source (run->file), no_diags);

      lang_file_unref (run->file);
      run->file = again;
    }
  }
  lang_file_unref (whole);
  lang_file_unref (file);
}

static void
test_drawn (void)
{
  uint32_t n_spliced = 0, n_sound = 0;

  for (uint32_t seed = 1; seed <= 200; seed++) {
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
    g_autoptr (BaseDiags) diags = base_diags_new ();
    g_autoptr (BaseSource) source = base_source_new ("hand", TEXT, strlen (TEXT));
    Run run = {rand, g_string_new (TEXT), lang_parse (source, diags), 0};

    g_assert_cmpuint (base_diags_count (diags), ==, 0);
    for (uint32_t i = 0; i < 60; i++)
      edit (&run);
    n_spliced += run.n_spliced;
    n_sound += run.n_sound;
    lang_file_unref (run.file);
    g_string_free (run.text, TRUE);
  }
  g_test_message ("%u of %u", n_spliced, n_sound);
  /* It is no test of reading whole texts. */
  g_assert_cmpuint (n_spliced, >, n_sound / 6);
}

/* A doc text behind the name, on its line, is a fault, and not that of what follows. */
static void
test_behind_name (void)
{
  static const char *const TEXTS[2] = {
      "component A\n  parameter m::Real = 1\nend\n",
      "component A \"doc\"\n  parameter m::Real = 1\nend\n"};
  g_autoptr (BaseSource) before = base_source_new ("a", TEXTS[0], strlen (TEXTS[0]));
  g_autoptr (BaseSource) now = base_source_new ("a", TEXTS[1], strlen (TEXTS[1]));
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = lang_parse (before, diags);

  g_assert_null (lang_parse_edit (file, now, &(LangEdit){11, 11, 6}, 1));
}

/* An attachment in a branch is not looked for: its text is read as a whole. */
static void
test_branches (void)
{
  static const char *const TEXTS[2] = {
      "component C\n  x = A(m = 1)\nrelations\n  if a > 2\n    connect(a, b) {^w}\n"
      "  end\nmetadata {\"_links\": {\"w\": {\"x\": 1}}}\nend\n",
      "component C\n  x = A(m = 1)\nrelations\n  if a > 2\n    connect(a, b) {^w}\n"
      "  end\nmetadata {\"_links\": {\"w\": {\"x\": 2}}}\nend\n"};
  const uint32_t at = (uint32_t) (strrchr (TEXTS[0], '1') - TEXTS[0]);
  g_autoptr (BaseSource) before = base_source_new ("a", TEXTS[0], strlen (TEXTS[0]));
  g_autoptr (BaseSource) now = base_source_new ("a", TEXTS[1], strlen (TEXTS[1]));
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = lang_parse (before, diags);

  g_assert_cmpuint (base_diags_count (diags), ==, 0);
  g_assert_null (lang_parse_edit (file, now, &(LangEdit){at, at + 1, 1}, 1));
}

/* As many places at once as a move of many items changes, each read by itself. */
static void
test_many_places (void)
{
  enum { N = 2000, APART = 4 };
  LangEdit edits[N / APART];
  g_autoptr (GString) text = g_string_new ("component C\n");
  uint32_t n = 0;

  for (uint32_t i = 0; i < N; i++) {
    g_string_append_printf (text, "  x%u = A(m = 1) # %u\n", i, i);
    if (i % APART == 0)
      edits[n++] =
          (LangEdit){(uint32_t) (strrchr (text->str, '=') - text->str) + 2, 0, 1};
  }
  g_string_append (text, "end\n");
  g_autoptr (BaseSource) before = base_source_new ("a", text->str, text->len);
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = lang_parse (before, diags);
  for (uint32_t k = 0; k < n; k++) {
    text->str[edits[k].begin] = '2';
    edits[k].end = edits[k].begin + 1;
  }
  g_autoptr (BaseSource) now = base_source_new ("a", text->str, text->len);
  g_autoptr (LangFile) spliced = lang_parse_edit (file, now, edits, n);
  g_assert_nonnull (spliced);
  g_autoptr (LangFile) whole = lang_parse (now, diags);
  g_assert_cmpuint (base_diags_count (diags), ==, 0);
  assert_same_file (spliced, whole);
}

/* What is read again is given up before it takes more memory than the text. */
static void
test_bounded (void)
{
  g_autofree char *text = g_strdup (TEXT);
  const uint32_t at = (uint32_t) (strstr (text, "d = 1") + 4 - text);
  g_autoptr (BaseSource) source = base_source_new ("a", text, strlen (text));
  g_autoptr (BaseDiags) diags = base_diags_new ();
  LangFile *file = lang_parse (source, diags);
  uint32_t n = 0;

  for (LangFile *next = file; next != NULL && n < strlen (text); n++) {
    text[at] = text[at] == '1' ? '2' : '1';
    g_autoptr (BaseSource) now = base_source_new ("a", text, strlen (text));
    next = lang_parse_edit (file, now, &(LangEdit){at, at + 1, 1}, 1);
    if (next != NULL) {
      lang_file_unref (file);
      file = next;
    }
  }
  g_assert_cmpuint (n, >, 5);
  g_assert_cmpuint (n, <, 50);
  lang_file_unref (file);
}

/* Changes a digit of a text to and fro until it has to be read as a whole; at most
 * `most` times, and how many those were. Gives the greatest source of the first
 * declaration. */
static uint32_t
change_digit (char *text, const char *place, uint32_t most, size_t *greatest)
{
  const uint32_t at = (uint32_t) (strchr (strstr (text, place), '1') - text);
  g_autoptr (BaseSource) source = base_source_new ("a", text, strlen (text));
  g_autoptr (BaseDiags) diags = base_diags_new ();
  LangFile *file = lang_parse (source, diags), *next = file;
  uint32_t n = 0;

  g_assert_cmpuint (base_diags_count (diags), ==, 0);
  for (*greatest = 0; next != NULL && n < most; n++) {
    text[at] = text[at] == '1' ? '2' : '1';
    g_autoptr (BaseSource) now = base_source_new ("a", text, strlen (text));
    next = lang_parse_edit (file, now, &(LangEdit){at, at + 1, 1}, 1);
    if (next == NULL)
      break;
    lang_file_unref (file);
    file = next;
    const LangDecl *decl = lang_file_class (file, 0)->decls[0];
    *greatest = MAX (*greatest, base_source_length (decl->span.source));
  }
  lang_file_unref (file);
  return n;
}

/* A declaration that is read again does not keep the one behind it, however long that
 * is. */
static void
test_long_neighbour (void)
{
  g_autoptr (GString) text =
      g_string_new ("component C\n  a = A(m = 1)\n  parameter x::Real[3] = [");
  size_t greatest;

  for (uint32_t i = 0; i < 1000; i++)
    g_string_append (text, "2, 3, ");
  g_string_append (text, "4]\nend\n");
  g_assert_cmpuint (change_digit (text->str, "m = ", 50, &greatest), ==, 50);
  g_assert_cmpuint (greatest, <, 200);
}

/* What is kept of metadata is counted as the memory that it takes. */
static void
test_bounded_metadata (void)
{
  g_autoptr (GString) text = g_string_new (
      "component C\n  a = A(m = 1) {^a}\nmetadata {\"_links\": {\"a\": {\"x\": [");
  size_t greatest;

  for (uint32_t i = 0; i < 100; i++)
    g_string_append (text, "1,");
  g_string_append (text, "1]}}}\nend\n#");
  for (uint32_t i = 0; i < 2000; i++)
    g_string_append (text, " nothing");
  g_string_append (text, "\n");
  g_assert_cmpuint (change_digit (text->str, "[1", 1000, &greatest), <, 20);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lang/splice/drawn", test_drawn);
  g_test_add_func ("/lang/splice/behind-name", test_behind_name);
  g_test_add_func ("/lang/splice/branches", test_branches);
  g_test_add_func ("/lang/splice/many-places", test_many_places);
  g_test_add_func ("/lang/splice/bounded", test_bounded);
  g_test_add_func ("/lang/splice/long-neighbour", test_long_neighbour);
  g_test_add_func ("/lang/splice/bounded-metadata", test_bounded_metadata);
  return g_test_run ();
}
