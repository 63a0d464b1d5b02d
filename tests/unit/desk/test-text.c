/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys are steps of the one history, word by word; the compiler tells what is wrong
 * with a text that the diagram waits for; and a large one is read while somebody types.
 */
#include "studio-fixture.h"

#include <string.h>

static DocModel *
doc_of (Fixture *fixture)
{
  return fixture->studio->document->doc;
}

static uint32_t
place_of (Fixture *fixture, const char *what)
{
  const char *text = doc_text (doc_of (fixture), NULL), *at = strstr (text, what);

  g_assert_nonnull (at);
  return (uint32_t) (at - text);
}

static void
type_at (Fixture *fixture, uint32_t begin, uint32_t n_gone, const char *text)
{
  static uint32_t action = 0;

  g_assert_true (desk_text_type (fixture->studio->text,
                                 (DocTyped){begin, begin + n_gone, text, strlen (text)},
                                 ++action));
}

static void
type_letters (Fixture *fixture, uint32_t at, const char *letters)
{
  for (; *letters != '\0'; letters++, at++)
    type_at (fixture, at, 0, (const char[]){*letters, '\0'});
}

static uint32_t
n_steps (Fixture *fixture)
{
  return doc_undo_depth (doc_of (fixture));
}

static void
test_words (Fixture *fixture, gconstpointer data)
{
  g_autofree char *before = g_strdup (doc_text (doc_of (fixture), NULL));

  /* "# two" and "words": the blank goes with the word before it. */
  type_letters (fixture, 0, "#two words\n");
  g_assert_cmpuint (n_steps (fixture), ==, 2);
  g_assert_true (doc_undo (doc_of (fixture)));
  g_assert_true (g_str_has_prefix (doc_text (doc_of (fixture), NULL), "#two "));
  g_assert_true (doc_undo (doc_of (fixture)));
  g_assert_cmpstr (doc_text (doc_of (fixture), NULL), ==, before);
  g_assert_true (doc_redo (doc_of (fixture)));
  g_assert_true (doc_redo (doc_of (fixture)));
  g_assert_true (g_str_has_prefix (doc_text (doc_of (fixture), NULL), "#two words\n"));
  /* Backspace and Delete, each in a row. */
  type_at (fixture, 9, 1, "");
  type_at (fixture, 8, 1, "");
  type_at (fixture, 8, 1, "");
  g_assert_cmpuint (n_steps (fixture), ==, 3);
  /* Elsewhere, or of another kind. */
  type_at (fixture, 2, 1, "");
  type_at (fixture, 2, 0, "w");
  g_assert_cmpuint (n_steps (fixture), ==, 5);
}

/* So is a word that is typed over a name, though the text between has faults. */
static void
test_typed_over (Fixture *fixture, gconstpointer data)
{
  DeskText *text = fixture->studio->text;
  g_autofree char *before = g_strdup (doc_text (doc_of (fixture), NULL));
  const uint32_t at = place_of (fixture, "damper = ");

  g_assert_true (desk_text_type (text, (DocTyped){at, at + 6, "", 0}, 2000));
  g_assert_true (doc_is_ahead (doc_of (fixture)));
  g_assert_true (desk_text_type (text, (DocTyped){at, at, "s", 1}, 2000));
  g_assert_true (desk_text_type (text, (DocTyped){at + 1, at + 1, "t", 1}, 2001));
  g_assert_cmpuint (n_steps (fixture), ==, 1);
  g_assert_true (doc_undo (doc_of (fixture)));
  g_assert_cmpstr (doc_text (doc_of (fixture), NULL), ==, before);
}

/* What replaces a selection, or indents a new line, is one. */
static void
test_actions (Fixture *fixture, gconstpointer data)
{
  DeskText *text = fixture->studio->text;

  g_assert_true (desk_text_type (text, (DocTyped){0, 0, "# a\n", 4}, 1000));
  g_assert_true (desk_text_type (text, (DocTyped){2, 3, "", 0}, 1001));
  g_assert_true (desk_text_type (text, (DocTyped){2, 2, "several", 7}, 1001));
  g_assert_cmpuint (n_steps (fixture), ==, 2);
  /* Not after an edit of the diagram. */
  const char *name = doc_item (doc_of (fixture), 0)->name;
  g_assert_true (doc_move (doc_of (fixture), &name, 1, 10, 0));
  g_assert_true (desk_text_type (text, (DocTyped){9, 9, "x", 1}, 1001));
  g_assert_cmpuint (n_steps (fixture), ==, 4);
}

static void
test_places (Fixture *fixture, gconstpointer data)
{
  DeskText *text = fixture->studio->text;
  BaseSpan span;

  for (uint32_t i = 0; i < doc_n_items (doc_of (fixture)); i++) {
    const DocItem *item = doc_item (doc_of (fixture), i);
    gsize length;
    const char *all = doc_text (doc_of (fixture), &length);

    g_assert_true (desk_text_find_item (text, item->name, &span));
    g_assert_true (g_str_has_prefix (all + span.begin, item->name));
    g_assert_true (desk_text_item_at (text, span.begin) == item->name);
    g_assert_true (desk_text_item_at (text, span.end - 1) == item->name);
  }
  g_assert_null (desk_text_item_at (text, 0));
  g_assert_null (desk_text_item_at (text, place_of (fixture, "relations")));
  g_assert_false (desk_text_find_item (text, "nobody", &span));
  type_at (fixture, place_of (fixture, "relations"), 0, "(");
  g_assert_false (
      desk_text_find_item (text, doc_item (doc_of (fixture), 0)->name, &span));
}

/* The program is that of the text, so there is none; what is wrong is told with its
 * place. */
static void
test_faults (Fixture *fixture, gconstpointer data)
{
  const uint32_t at = place_of (fixture, "relations");

  type_at (fixture, at, 0, "x = )\n");
  g_assert_true (doc_is_ahead (doc_of (fixture)));
  settle (fixture->studio);
  g_assert_null (desk_document_model (fixture->studio->document));
  const BaseDiags *diags = fixture->studio->problems->diags;
  g_assert_cmpuint (base_diags_count (diags), ==, 1);
  const BaseDiag *diag = base_diags_get (diags, 0);
  g_assert_cmpuint (diag->number, ==, 151);
  g_assert_cmpuint (diag->begin, ==, at + 4);
  g_assert_true (doc_undo (doc_of (fixture)));
  settle (fixture->studio);
  g_assert_nonnull (desk_document_model (fixture->studio->document));
}

/* Two keys come while the first text is being read. */
static void
test_large (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) notes = g_string_new (NULL);

  while (notes->len < (64 << 10))
    g_string_append (notes, "# a long note above everything\n");
  type_at (fixture, 0, 0, notes->str);
  g_assert_true (doc_is_ahead (doc_of (fixture)));
  type_at (fixture, 0, 0, "#");
  type_at (fixture, 1, 0, "#");
  while (doc_is_ahead (doc_of (fixture)))
    g_main_context_iteration (NULL, TRUE);
  settle (fixture->studio);
  g_assert_nonnull (desk_document_model (fixture->studio->document));
  g_assert_true (doc_can_edit (doc_of (fixture)));
  g_assert_true (g_str_has_prefix (doc_text (doc_of (fixture), NULL), "### a long"));
}

static void
check_difference (const char *before, const char *after, LangEdit expected)
{
  g_autoptr (BaseSource) a = base_source_new ("a", before, strlen (before));
  g_autoptr (BaseSource) b = base_source_new ("b", after, strlen (after));
  const LangEdit edit = desk_text_difference (a, b);

  g_assert_cmpuint (edit.begin, ==, expected.begin);
  g_assert_cmpuint (edit.end, ==, expected.end);
  g_assert_cmpuint (edit.length, ==, expected.length);
}

static void
test_difference (Fixture *fixture, gconstpointer data)
{
  check_difference ("one two", "one 2", (LangEdit){4, 7, 1});
  check_difference ("aaa", "aaaa", (LangEdit){3, 3, 1});
  check_difference ("", "x", (LangEdit){0, 0, 1});
  check_difference ("same", "same", (LangEdit){4, 4, 0});
  /* ä and å, ö and ő share a byte: characters are replaced whole. */
  check_difference ("\xC3\xA4", "\xC3\xA5", (LangEdit){0, 2, 2});
  check_difference ("x\xC3\x91y", "x\xC5\x91y", (LangEdit){1, 3, 2});
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/text/words", test_words},
      {"/desk/text/typed-over", test_typed_over},
      {"/desk/text/actions", test_actions},
      {"/desk/text/places", test_places},
      {"/desk/text/faults", test_faults},
      {"/desk/text/large", test_large},
      {"/desk/text/difference", test_difference},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
