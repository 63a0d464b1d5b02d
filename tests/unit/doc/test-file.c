/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A diagram and the world outside: the file's name, what other programs write into it,
 * and how much is taken in. */
#include <glib/gstdio.h>
#include <string.h>

#include "test-doc.h"

static const char ONE[] = "component A\nend\n";
static const char OTHER[] = "component B\nend\n";

/* Megabytes are refused before they are read. */
static void
test_paste_limit (void)
{
  g_autoptr (DocModel) doc = test_doc (ONE);
  g_autoptr (GError) error = NULL;
  g_autofree char *blanks = g_strnfill (DOC_PASTE_MOST, ' ');
  g_autofree char *text = g_strconcat ("component X\n  m = "
                                       "TranslationalComponents.Components.Mass()\nend",
                                       blanks, NULL);

  g_assert_false (doc_paste (doc, text, (DocPoint){0, 0}, false, NULL, &error));
  g_assert_nonnull (strstr (error->message, "too large"));
  assert_text (doc, ONE);
  text[DOC_PASTE_MOST] = '\0';
  g_assert_true (doc_paste (doc, text, (DocPoint){0, 0}, false, NULL, NULL));
}

/* Declarations without a component around them, their connects among them. */
static void
test_paste_bare (void)
{
  static const char TEXT[] =
      "\"the body\"\r\nmass = TranslationalComponents.Components.Mass(\r\n  m = 2)\r\n"
      "connect(mass.flange_a,\n  spring.flange_b)\n"
      "spring = TranslationalComponents.Components.Spring(c = 3) {^spring}\n";
  static const char NOTHING[] = "m = 2\nconnect(a, b)\n";
  g_autoptr (DocModel) doc = doc_new (test_library ());
  g_autoptr (GError) error = NULL;

  g_assert_true (doc_paste (doc, TEXT, (DocPoint){150, 150}, false, NULL, &error));
  g_assert_no_error (error);
  assert_sound (doc);
  g_assert_cmpuint (doc_n_items (doc), ==, 2);
  g_assert_cmpuint (doc_n_wires (doc), ==, 1);
  g_assert_cmpstr (doc_item (doc, 0)->decl->doc, ==, "the body");
  /* With a heading of its own; a component is none, nor is anything without a part. */
  g_autofree char *headed = doc_wrap ("g = Mass()\nrelations\n  connect(g.a, g.b)", 44);
  g_assert_cmpstr (
      headed, ==,
      "component Untitled\ng = Mass()\nrelations\n  connect(g.a, g.b)\nend\n");
  g_assert_null (doc_wrap (headed, strlen (headed)));
  g_assert_null (doc_wrap (NOTHING, strlen (NOTHING)));
  g_assert_null (doc_wrap ("", 0));
}

/* Signs and words in texts and comments are none; what stands above a connect goes with
 * it. */
static void
test_wrap_words (void)
{
  static const char bare[] = "connect(g.a, # the (first\n"
                             "  h.b) {\"Dyad\": {\n"
                             "  \"tag\": \"(\"}}\n"
                             "\"relations {^g} of (\"\n"
                             "g = Mass(m = 1) {^g} # metadata {^g} (1]\r\n"
                             "# of both\n"
                             "connect(h.a, g.b) # )\n"
                             "\"\"\"\nconnect (\n\"\"\"\n"
                             "h = Mass(m = 2)";
  g_autofree char *wrapped = doc_wrap (bare, strlen (bare));

  g_assert_cmpstr (wrapped, ==,
                   "component Untitled\n"
                   "\"relations {^g} of (\"\n"
                   "g = Mass(m = 1) # metadata {^g} (1] \n"
                   "\"\"\"\nconnect (\n\"\"\"\n"
                   "h = Mass(m = 2)\n"
                   "relations\n"
                   "connect(g.a, # the (first\n"
                   "  h.b) {\"Dyad\": {\n"
                   "  \"tag\": \"(\"}}\n"
                   "# of both\n"
                   "connect(h.a, g.b) # )\n"
                   "end\n");
  g_assert_null (doc_wrap ("g = Mass() # \xff", 14));
}

/* Names with one stem are numbered on, past those that are there, paste after paste. */
static void
test_paste_names (void)
{
  static const char clip[] = "component Clipboard\n"
                             "  x = TranslationalComponents.Components.Fixed()\n"
                             "  x3 = TranslationalComponents.Components.Fixed()\n"
                             "  y = TranslationalComponents.Components.Fixed()\n"
                             "  x2 = TranslationalComponents.Components.Fixed()\n"
                             "end\n";
  static const char *const expected[] = {"x3", "x5", "y", "x6", "x7", "x8", "y2", "x9"};
  g_autoptr (DocModel) doc =
      test_doc ("component M\n"
                "  x = TranslationalComponents.Components.Fixed()\n"
                "  x2 = TranslationalComponents.Components.Fixed()\n"
                "  x4 = TranslationalComponents.Components.Fixed()\n"
                "end\n");
  g_autoptr (GPtrArray) fresh = g_ptr_array_new ();

  for (int k = 0; k < 2; k++)
    g_assert_true (doc_paste (doc, clip, (DocPoint){0, 0}, false, fresh, NULL));
  assert_sound (doc);
  g_assert_cmpuint (fresh->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < fresh->len; i++)
    g_assert_cmpstr (fresh->pdata[i], ==, expected[i]);
}

/* A component that nobody named is called after its file, and what refers to it too;
 * one that has a name keeps it. */
static void
test_name_after_file (void)
{
  static const char TEXT[] =
      "component Untitled\nend\n\ncomponent B\n"
      "  extends Untitled\nend\n\nanalysis UntitledRun\n"
      "  extends TransientAnalysis(stop = 1)\n  model = Untitled()\nend\n";
  static const char *const files[][2] = {{"/a/absorber.dyad", "absorber"},
                                         {"/a/two-mass 2.dyad", "two_mass_2"},
                                         {"/a/2nd.dyad", "_2nd"},
                                         {"/a/end.dyad", "end_"},
                                         {"/a/Häuser.v1.dyad", "Häuser_v1"}};

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (DocModel) doc = test_doc (TEXT);
    g_autofree char *wanted = g_strdup_printf (
        "component %1$s\nend\n\ncomponent B\n  extends %1$s\nend\n\nanalysis %1$sRun\n"
        "  extends TransientAnalysis(stop = 1)\n  model = %1$s()\nend\n",
        files[i][1]);

    g_assert_true (doc_name_after (doc, files[i][0]));
    assert_text (doc, wanted);
    g_assert_false (doc_name_after (doc, "/a/other.dyad"));
    g_assert_true (doc_undo (doc));
    assert_text (doc, TEXT);
    g_assert_false (doc_can_undo (doc));
  }
}

/* Saved, it keeps the name: undo takes back what somebody did before, step by step, and
 * redo makes it again; the naming goes last. */
static void
test_undo_past_name (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "absorber.dyad", NULL);
  g_autoptr (DocModel) doc = test_doc ("component Untitled\nend\n");
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  static const char *const NAMES[] = {"a", "b", "c", "d"};

  for (guint i = 0; i < G_N_ELEMENTS (NAMES); i++) {
    const DocPoint at = {100.0 * i, 0};

    if (i == 3) { /* before the last, it is saved */
      g_assert_true (doc_name_after (doc, path));
      g_assert_true (doc_save (doc, path, NULL));
    }
    g_assert_nonnull (
        doc_add (doc, "TranslationalComponents.Components.Fixed", at, false, NULL));
    gsize length;
    g_ptr_array_add (texts, g_strdup (doc_text (doc, &length)));
  }
  const uint32_t n = doc_n_items (doc);
  for (int round = 0; round < 2; round++) {
    for (uint32_t k = 1; k <= n; k++) {
      g_assert_cmpstr (doc_undo_label (doc), !=, "Rename Untitled");
      g_assert_true (doc_undo (doc));
      g_assert_cmpuint (doc_n_items (doc), ==, n - k);
      g_assert_cmpstr (doc_class (doc)->name, ==, "absorber");
      assert_sound (doc);
    }
    if (round == 1) {
      g_assert_true (doc_undo (doc));
      assert_text (doc, "component Untitled\nend\n");
      g_assert_false (doc_undo (doc));
      g_assert_true (doc_redo (doc));
    }
    for (uint32_t k = 1; k <= n; k++) {
      g_assert_true (doc_redo (doc));
      g_assert_cmpuint (doc_n_items (doc), ==, k);
      g_assert_cmpstr (doc_class (doc)->name, ==, "absorber");
    }
    g_assert_false (doc_can_redo (doc));
    assert_text (doc, texts->pdata[n - 1]);
  }
  g_unlink (path);
  g_rmdir (folder);
}

static void
write_file (const char *path, const char *text)
{
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* By content: a new date is no change, and neither is what has become the same. */
static void
test_other_program (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.dyad", NULL);

  write_file (path, ONE);
  g_autoptr (DocModel) doc = doc_load (test_library (), path, NULL);
  g_assert_nonnull (doc);
  g_assert_cmpint (doc_disk (doc), ==, DOC_DISK_SAME);
  write_file (path, ONE);
  g_assert_cmpint (doc_disk (doc), ==, DOC_DISK_SAME);
  write_file (path, OTHER);
  g_assert_cmpint (doc_disk (doc), ==, DOC_DISK_CHANGED);
  g_assert_true (doc_reload (doc, NULL));
  assert_text (doc, OTHER);
  g_assert_false (doc_is_modified (doc));
  g_assert_cmpint (doc_disk (doc), ==, DOC_DISK_SAME);
  g_assert_true (doc_undo (doc));
  assert_text (doc, ONE);
  g_assert_true (doc_is_modified (doc));
  write_file (path, ONE);
  g_assert_cmpint (doc_disk (doc), ==, DOC_DISK_SAME);
  g_unlink (path);
  g_assert_cmpint (doc_disk (doc), ==, DOC_DISK_GONE);
  g_assert_false (doc_reload (doc, NULL));
  doc_forget_saved (doc);
  g_assert_true (doc_is_modified (doc));
  g_assert_true (doc_save (doc, path, NULL));
  g_assert_cmpint (doc_disk (doc), ==, DOC_DISK_SAME);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/file/paste-limit", test_paste_limit);
  g_test_add_func ("/doc/file/paste-bare", test_paste_bare);
  g_test_add_func ("/doc/file/wrap-words", test_wrap_words);
  g_test_add_func ("/doc/file/paste-names", test_paste_names);
  g_test_add_func ("/doc/file/name-after-file", test_name_after_file);
  g_test_add_func ("/doc/file/undo-past-name", test_undo_past_name);
  g_test_add_func ("/doc/file/other-program", test_other_program);
  return g_test_run ();
}
