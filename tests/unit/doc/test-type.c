/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is typed is the text at once, whatever it is; the diagram follows as soon as it
 * can be read, and stays as it was until then. Typing and edits of the diagram are
 * steps of one history, and who listens to the text can follow it by what is replaced.
 */
#include <glib/gstdio.h>

#include "test-same.h"

static const char MASSES[] = "component Two # written\n"
                             "  a = TranslationalComponents.Components.Mass(m = 1)\n"
                             "  b = TranslationalComponents.Components.Mass(m = 2)\n"
                             "relations\n"
                             "  # joined\n"
                             "  connect(a.flange_b, b.flange_a)\n"
                             "end\n";

/* Replaces the first `old` of the text. */
static void
retype (DocModel *doc, const char *old, const char *new, bool goes_on)
{
  const char *text = doc_text (doc, NULL), *at = strstr (text, old);
  const uint32_t begin = (uint32_t) (at - text);

  g_assert_nonnull (at);
  g_assert_true (doc_type (
      doc, (DocTyped){begin, begin + (uint32_t) strlen (old), new, strlen (new)},
      goes_on));
}

static void
test_follows (void)
{
  g_autoptr (DocModel) doc = test_doc (MASSES);

  retype (doc, "  b =", "  c = BlockComponents.Sources.Sine()\n  b =", false);
  g_assert_false (doc_is_ahead (doc));
  g_assert_cmpuint (doc_find_item (doc, "c"), ==, 1);
  assert_same_doc (doc);
}

/* Half a declaration: all that was drawn stays, and nothing may change it. */
static void
test_ahead (void)
{
  g_autoptr (DocModel) doc = test_doc (MASSES);

  retype (doc, "(m = 1)", "(m = ", false);
  g_assert_true (doc_is_ahead (doc));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "Mass(m = \n"));
  g_assert_cmpuint (doc_n_items (doc), ==, 2);
  g_assert_cmpuint (doc_n_wires (doc), ==, 1);
  g_assert_false (doc_can_edit (doc));
  g_assert_false (doc_move (doc, (const char *const[]){"a"}, 1, 10, 0));
  /* What mends it may stand elsewhere than what was typed last. */
  retype (doc, "joined", "still joined", false);
  g_assert_true (doc_is_ahead (doc));
  retype (doc, "Mass(m = \n", "Mass(m = 3)\n", false);
  g_assert_false (doc_is_ahead (doc));
  g_autofree char *value = doc_get_modifier (doc, "a", "m");
  g_assert_cmpstr (value, ==, "3");
  assert_same_doc (doc);
  while (doc_undo (doc))
    ;
  assert_text (doc, MASSES);
  assert_same_doc (doc);
}

/* A text with faults can be saved, also elsewhere, and is what was typed. */
static void
test_saved_ahead (void)
{
  g_autoptr (DocModel) doc = test_doc (MASSES);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "half.dyad", NULL);

  retype (doc, "(m = 1)", "(m = ", false);
  g_assert_true (doc_is_modified (doc));
  g_assert_true (doc_save (doc, path, &error));
  g_assert_no_error (error);
  g_assert_false (doc_is_modified (doc));
  g_assert_true (doc_is_ahead (doc));
  g_autofree char *text = read_file (path);
  assert_text (doc, text);
  g_assert_cmpint (doc_disk (doc), ==, DOC_DISK_SAME);
  /* Reading it again shows what can be understood of it. */
  g_assert_true (doc_set_text (doc, "component C\n", 12));
  g_assert_false (doc_is_ahead (doc));
  g_assert_true (doc_undo (doc));
  assert_text (doc, text);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_steps (void)
{
  g_autoptr (DocModel) doc = test_doc (MASSES);

  retype (doc, "joined", "joined i", false);
  retype (doc, "joined i", "joined in", true);
  g_assert_cmpuint (doc_undo_depth (doc), ==, 1);
  retype (doc, "joined in", "joined in s", false);
  g_assert_cmpuint (doc_undo_depth (doc), ==, 2);
  /* Not with a step that was taken back, nor with one of the diagram. */
  g_assert_true (doc_undo (doc));
  retype (doc, "joined in", "joined inside", true);
  g_assert_cmpuint (doc_undo_depth (doc), ==, 2);
  g_assert_true (doc_move (doc, (const char *const[]){"a"}, 1, 10, 0));
  retype (doc, "inside", "inside,", true);
  g_assert_cmpuint (doc_undo_depth (doc), ==, 4);
  for (uint32_t i = 0; i < 4; i++)
    g_assert_true (doc_undo (doc));
  assert_text (doc, MASSES);
}

/* ---- any order ---- */

typedef struct {
  DocModel *doc;
  GString *mirror; /* of the text, by what was told */
  GRand *rand;
} Run;

static void
follow (void *data, const BaseSource *text, const LangEdit *edits, uint32_t n)
{
  Run *run = data;
  int64_t shift = 0;

  if (n == 0)
    g_string_assign (run->mirror, base_source_text (text));
  for (uint32_t i = 0; i < n; i++) {
    const gssize at = (gssize) (edits[i].begin + shift);
    const uint32_t n_gone = edits[i].end - edits[i].begin;

    g_string_erase (run->mirror, at, n_gone);
    g_string_insert_len (run->mirror, at, base_source_text (text) + at,
                         edits[i].length);
    shift += (int64_t) edits[i].length - n_gone;
  }
}

static uint32_t
below (Run *run, size_t n)
{
  return n == 0 ? 0 : (uint32_t) g_rand_int_range (run->rand, 0, (gint32) n);
}

static void
type_some (Run *run)
{
  static const char *const PIECES[] = {
      "\n",
      "x",
      "  m = TranslationalComponents.Components.Mass(m = 1)\n",
      "  connect(a.flange_a, b.flange_b)\n",
      "  # a note\n",
      "(",
      ")",
      "end\n",
      " ",
      "component New\nend\n",
      "",
      "",
  };
  const char *piece = PIECES[below (run, G_N_ELEMENTS (PIECES))];
  gsize length;
  const char *text = doc_text (run->doc, &length);
  uint32_t begin = below (run, length + 1);

  if (below (run, 3) > 0) /* at the beginning of a line */
    while (begin > 0 && text[begin - 1] != '\n')
      begin--;
  const uint32_t most = MIN (12, (uint32_t) length - begin);
  const uint32_t n_gone = *piece == '\0' || below (run, 6) == 0 ? below (run, most) : 0;
  g_assert_true (doc_type (run->doc,
                           (DocTyped){begin, begin + n_gone, piece, strlen (piece)},
                           below (run, 2) == 0));
}

static void
edit_some (Run *run)
{
  const uint32_t n = doc_n_items (run->doc);
  const char *name = n > 0 ? doc_item (run->doc, below (run, n))->name : "none";
  const DocPoint at = {10 * (int) below (run, 90), 10 * (int) below (run, 90)};

  switch (below (run, 4)) {
  case 0:
    doc_add (run->doc, "TranslationalComponents.Components.Spring", at, true, NULL);
    break;
  case 1:
    doc_move (run->doc, &name, 1, at.x - 450, at.y - 450);
    break;
  case 2:
    doc_set_modifier (run->doc, name, "m", below (run, 2) ? "4" : NULL, "4 kg", NULL);
    break;
  default:
    doc_delete_items (run->doc, &name, below (run, 2), NULL);
  }
}

/* Read in one piece the text has faults where the diagram waits for it, and is the
 * diagram where it does not. */
static void
check (Run *run)
{
  gsize length;
  const char *text = doc_text (run->doc, &length);

  assert_text (run->doc, run->mirror->str);
  if (!doc_is_ahead (run->doc)) {
    assert_same_doc (run->doc);
    return;
  }
  g_autoptr (DocModel) read = test_doc (text);
  g_assert_false (lang_file_is_sound (doc_file (read)));
  g_assert_false (doc_can_edit (run->doc));
}

static void
run_edits (uint32_t seed)
{
  g_autoptr (DocModel) doc = test_doc (MASSES);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  Run run = {doc, g_string_new (MASSES), rand};
  uint32_t n_ahead = 0;

  doc_listen_text (doc, follow, &run);
  for (uint32_t i = 0; i < 150; i++) {
    const uint32_t kind = below (&run, 8);

    if (doc_is_ahead (doc) && kind < 5)
      doc_undo (doc);
    else if (kind < 3 || doc_is_ahead (doc))
      type_some (&run);
    else if (kind < 7)
      edit_some (&run);
    else
      (void) (below (&run, 2) ? doc_undo (doc) : doc_redo (doc));
    check (&run);
    n_ahead += doc_is_ahead (doc);
  }
  g_assert_cmpuint (n_ahead, >, 10);
  g_assert_cmpuint (n_ahead, <, 100);
  while (doc_redo (doc))
    ;
  g_autofree char *last = g_strdup (doc_text (doc, NULL));
  while (doc_undo (doc))
    check (&run);
  assert_text (doc, MASSES);
  while (doc_redo (doc))
    check (&run);
  assert_text (doc, last);
  g_string_free (run.mirror, TRUE);
}

static void
test_random (void)
{
  for (uint32_t seed = 1; seed <= 12; seed++)
    run_edits (seed);
}

/* ---- large texts ---- */

/* What cannot be read in a moment is read in a fork. */
static void
test_large (void)
{
  g_autoptr (GString) text = g_string_new ("component Large\n");

  for (uint32_t i = 0; i < 800; i++)
    g_string_append_printf (
        text, "  m%u = TranslationalComponents.Components.Mass(m = 1)\n", i);
  g_string_append (text, "end\n");
  g_autoptr (DocModel) doc = test_doc (text->str);

  retype (doc, "m700 =", "mass700 =", false);
  g_assert_false (doc_is_ahead (doc)); /* one declaration is read at once */
  retype (doc, "mass700 = ", "mass700 == ", false);
  g_assert_true (doc_is_ahead (doc));
  retype (doc, "mass700 == ", "mass700 = ", false);
  g_assert_false (doc_is_ahead (doc));
  retype (doc, "end\n", "end\ncomponent Other\nend\n", false);
  g_assert_true (doc_is_ahead (doc));
  g_assert_null (lang_file_find (doc_file (doc), "Other"));
  DocModel *fork = doc_fork (doc, "", NULL);
  doc_fork_read (fork);
  const uint32_t depth = doc_undo_depth (doc);
  g_assert_true (doc_fork_join (doc, fork));
  doc_free (fork);
  g_assert_false (doc_is_ahead (doc));
  g_assert_nonnull (lang_file_find (doc_file (doc), "Other"));
  g_assert_cmpuint (doc_undo_depth (doc), ==, depth);
  assert_same_doc (doc);
  /* With faults it stays ahead. */
  retype (doc, "Other\n", "Other\n  x = (\n", false);
  fork = doc_fork (doc, "", NULL);
  doc_fork_read (fork);
  g_assert_true (doc_fork_join (doc, fork));
  doc_free (fork);
  g_assert_true (doc_is_ahead (doc));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/type/follows", test_follows);
  g_test_add_func ("/doc/type/ahead", test_ahead);
  g_test_add_func ("/doc/type/saved-ahead", test_saved_ahead);
  g_test_add_func ("/doc/type/steps", test_steps);
  g_test_add_func ("/doc/type/random", test_random);
  g_test_add_func ("/doc/type/large", test_large);
  return g_test_run ();
}
