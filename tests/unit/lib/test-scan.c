/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Definitions found without parsing: the same as the parser's, or none at all. */
#include "base/folder.h"
#include "lang/parse.h"
#include "lib/index.h"
#include "lib/scan.h"

#include <string.h>

static void
append (void *data, LangClassKind kind, const char *name)
{
  g_string_append_printf (data, "%d %s\n", kind, name);
}

static char *
scan_text (const char *text)
{
  GString *out = g_string_new (NULL);

  return g_string_free (out, !lib_scan (text, append, out));
}

/* What the parser finds in the same form. */
static char *
parse_text (const char *text)
{
  g_autoptr (BaseSource) source = base_source_new ("test.dyad", text, strlen (text));
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = lang_parse (source, diags);
  GString *out = g_string_new (NULL);

  g_assert_false (base_diags_has_errors (diags));
  for (uint32_t i = 0; i < lang_file_n_classes (file); i++)
    append (out, lang_file_class (file, i)->kind, lang_file_class (file, i)->name);
  return g_string_free (out, FALSE);
}

static void
check_same (const char *text)
{
  g_autofree char *scanned = scan_text (text), *parsed = parse_text (text);

  g_assert_cmpstr (scanned, ==, parsed);
}

static void
test_layouts (void)
{
  check_same ("");
  check_same ("# nothing\n\n");
  check_same ("component A\nend\npartial component B\nend\n");
  check_same ("\"doc of \\\"A\\\"\"\nexample test component A\nend");
  check_same ("\"\"\"\ncomponent Ghost\n  in a text\nend\n\"\"\"\ncomponent A\nend\n");
  check_same ("\"\"\"one line\"\"\"\ncomponent A\nend\n");
  check_same ("enum E =\n  | A\n  | B\ntype T = Real(units = \"m\")\n");
  check_same ("connector C = input Real\nconnector D\n  flow f::Real\nend\n");
  check_same ("component A\nrelations\nmetadata {\n\"Dyad\": {}\n}\nend\n");
  check_same ("analysis R\n  extends TransientAnalysis(stop = 1)\nend\n");
  check_same ("struct S\n  x::Real\nend\nfunction f(x::Real)::Real = x\n");
}

/* What is laid out otherwise is left to the parser. */
static void
test_refusals (void)
{
  g_assert_null (scan_text ("component A\nx = B()\nend\n"));
  g_assert_null (scan_text ("using Other\n"));
  g_assert_null (scan_text ("\"\"\"never closed\ncomponent A\nend\n"));
  g_assert_null (scan_text ("component A # \"\"\" quotes in a comment\nend\n"));
  g_assert_null (scan_text ("component 1\nend\n"));
}

static void
check_folder (const char *folder, uint32_t *n_files)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  g_assert_nonnull (dir);
  for (const char *name = g_dir_read_name (dir); name != NULL;
       name = g_dir_read_name (dir)) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autofree char *text = NULL;

    if (g_file_test (path, G_FILE_TEST_IS_DIR)) {
      check_folder (path, n_files);
    } else if (g_str_has_suffix (name, ".dyad")) {
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_test_message ("%s", path);
      check_same (text);
      ++*n_files;
    }
  }
}

/* Every file of the library is in the layout that can be scanned. */
static void
test_library (void)
{
  g_autofree char *data = base_folder_data ();
  g_autofree char *folder = g_build_filename (data, "library", NULL);
  uint32_t n_files = 0;

  check_folder (folder, &n_files);
  g_assert_cmpuint (n_files, >, 50);
}

/* An index that reads when wanted lists what one lists that has read everything. */
static void
test_lazy_index (void)
{
  g_autofree char *data = base_folder_data ();
  g_autofree char *folder = g_build_filename (data, "library", NULL);
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (BaseDiags) diags = base_diags_new ();

  for (const char *name = g_dir_read_name (dir); name != NULL;
       name = g_dir_read_name (dir)) {
    char *path = g_build_filename (folder, name, NULL);

    if (g_file_test (path, G_FILE_TEST_IS_DIR))
      g_ptr_array_add (folders, path);
    else
      g_free (path);
  }
  g_ptr_array_add (folders, NULL);
  g_autoptr (LibIndex) lazy = lib_index_load_all (data, diags, NULL);
  g_autoptr (LibIndex) eager =
      lib_index_load ((const char *const *) folders->pdata, diags, NULL);
  g_assert_cmpuint (base_diags_count (diags), ==, 0);
  const LibEntry *one = lib_index_get (lazy, "Dyad.Flange", LIB_COMPONENTS);
  g_assert_nonnull (one);
  g_assert_cmpstr (one->class->name, ==, "Flange");
  g_assert_true (lib_index_of_class (lazy, one->class) == one);
  g_assert_cmpuint (lib_index_n_entries (lazy), ==, lib_index_n_entries (eager));
  for (uint32_t i = 0; i < lib_index_n_entries (eager); i++) {
    const LibEntry *a = lib_index_entry (lazy, i), *b = lib_index_entry (eager, i);

    g_assert_cmpstr (a->name, ==, b->name);
    g_assert_true (lang_file_n_classes (a->file) == lang_file_n_classes (b->file));
    g_assert_cmpint (a->class->kind, ==, b->class->kind);
  }
}

typedef struct {
  const LibIndex *index;
  const LibIndex *names; /* another index of the same libraries */
} Readers;

static gpointer
look_up (gpointer data)
{
  const Readers *readers = data;

  for (uint32_t i = 0; i < lib_index_n_entries (readers->names); i++) {
    const LibEntry *entry = lib_index_entry (readers->names, i);

    g_assert_true (lib_index_get (readers->index, entry->name, LIB_ANY) != NULL);
  }
  g_assert_cmpuint (lib_index_n_entries (readers->index), ==,
                    lib_index_n_entries (readers->names));
  return NULL;
}

/* Several threads may be the first to ask. */
static void
test_threads (void)
{
  g_autofree char *data = base_folder_data ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index = lib_index_load_all (data, diags, NULL);
  g_autoptr (LibIndex) names = lib_index_load_all (data, diags, NULL);
  Readers readers = {index, names};
  GThread *threads[4];

  for (size_t i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reader", look_up, &readers);
  for (size_t i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lib/scan/layouts", test_layouts);
  g_test_add_func ("/lib/scan/refusals", test_refusals);
  g_test_add_func ("/lib/scan/library", test_library);
  g_test_add_func ("/lib/scan/lazy-index", test_lazy_index);
  g_test_add_func ("/lib/scan/threads", test_threads);
  return g_test_run ();
}
