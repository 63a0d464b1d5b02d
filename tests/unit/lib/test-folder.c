/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/folder.h"
#include "lib/index.h"

typedef struct {
  char *root;
  BaseDiags *diags;
} Fixture;

static void
set_up (Fixture *f, const void *data)
{
  f->root = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  f->diags = base_diags_new ();
}

static void
remove_all (const char *path)
{
  struct stat about;
  GDir *dir = lstat (path, &about) == 0 && S_ISDIR (about.st_mode)
                  ? g_dir_open (path, 0, NULL)
                  : NULL;

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;) {
    g_autofree char *inner = g_build_filename (path, name, NULL);
    remove_all (inner);
  }
  g_clear_pointer (&dir, g_dir_close);
  g_remove (path);
}

static void
tear_down (Fixture *f, const void *data)
{
  remove_all (f->root);
  g_free (f->root);
  base_diags_free (f->diags);
}

/* A file with a component of the same name as the file. */
static void
write_component (const Fixture *f, const char *folder, const char *name)
{
  g_autofree char *dir = g_build_filename (f->root, folder, NULL);
  g_autofree char *path = g_strdup_printf ("%s/%s.dyad", dir, name);
  g_autofree char *text = g_strdup_printf ("component %s\nend\n", name);

  g_assert_cmpint (g_mkdir_with_parents (dir, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static LibIndex *
load (const Fixture *f, const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (f->root, folder, NULL);
  const char *const folders[] = {path, NULL};

  return lib_index_load (folders, f->diags, error);
}

static void
assert_has (const LibIndex *index, const char *name, bool is_there)
{
  g_assert_cmpint (lib_index_get (index, name, LIB_ANY) != NULL, ==, is_there);
}

/* Every depth gives its namespaces, the outer ones too, where only inner folders hold
 * files.
 */
static void
test_depth (Fixture *f, const void *data)
{
  write_component (f, "lib/A/B/C", "Deep");
  g_autoptr (LibIndex) index = load (f, "lib", NULL);

  assert_has (index, "lib.A.B.C.Deep", true);
  for (const char *name = "lib.A.B.C.X\0A.X\0B.X\0"; *name != '\0';
       name += strlen (name) + 1)
    g_assert_true (lib_index_knows_root (index, "lib.A.B.C", name));
  g_assert_false (lib_index_knows_root (index, "lib.A.B.C", "D.X"));
  g_assert_cmpuint (base_diags_count (f->diags), ==, 0);
}

/* A path that ends in a dot or a slash names the same library. */
static void
test_ends_of_paths (Fixture *f, const void *data)
{
  write_component (f, "lib/A", "Part");
  for (const char *path = "lib\0lib/\0lib/.\0lib/A/..\0./lib//\0"; *path != '\0';
       path += strlen (path) + 1) {
    g_autoptr (LibIndex) index = load (f, path, NULL);

    assert_has (index, "lib.A.Part", true);
  }
}

/* One note for each thing that does not count; the rest is read. */
static void
test_what_is_passed_over (Fixture *f, const void *data)
{
  g_autofree char *pipe = g_build_filename (f->root, "lib/pipe.dyad", NULL);
  g_autofree char *loop = g_build_filename (f->root, "lib/A/loop", NULL);
  g_autofree char *link = g_build_filename (f->root, "lib/link.dyad", NULL);
  g_autofree char *zero = g_build_filename (f->root, "lib/zero.dyad", NULL);

  write_component (f, "lib/A", "Part");
  write_component (f, "lib/d.1", "Lost");
  write_component (f, "lib/folder.dyad", "Lost");
  write_component (f, "lib/.hidden", "Lost");
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_cmpint (symlink ("..", loop), ==, 0);
  g_assert_cmpint (symlink ("A/Part.dyad", link), ==, 0);
  g_assert_cmpint (symlink ("/dev/zero", zero), ==, 0);
  g_autoptr (LibIndex) index = load (f, "lib", NULL);

  assert_has (index, "lib.A.Part", true);
  g_assert_cmpuint (lib_index_n_entries (index), ==, 1);
  g_assert_cmpuint (base_diags_count (f->diags), ==, 6);
  for (uint32_t i = 0; i < 6; i++) {
    const BaseDiag *diag = base_diags_get (f->diags, i);

    g_assert_cmpint (diag->severity, ==, BASE_NOTE);
    g_assert_cmpuint (diag->number, ==, 206);
    g_assert_nonnull (strstr (diag->message, "is skipped"));
  }
}

static void
test_nested_without_end (Fixture *f, const void *data)
{
  g_autoptr (GString) path = g_string_new ("lib");

  for (int i = 0; i < 40; i++) {
    g_autofree char *name = g_strdup_printf ("P%d", i);
    write_component (f, path->str, name);
    g_string_append (path, "/D");
  }
  g_autoptr (LibIndex) index = load (f, "lib", NULL);

  g_assert_cmpuint (lib_index_n_entries (index), ==, 17);
  g_assert_cmpuint (base_diags_find (f->diags, 206), ==, 0);
  g_assert_cmpuint (base_diags_count (f->diags), ==, 1);
}

static void
test_name_that_is_none (Fixture *f, const void *data)
{
  g_autoptr (GError) error = NULL;

  write_component (f, "d.1", "Part");
  g_assert_null (load (f, "d.1", &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL);
  g_clear_error (&error);
  g_assert_null (lib_folder_name ("/", &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL);
}

static void
test_folder_that_is_no_name (Fixture *f, const void *data)
{
  static const char *const FOLDERS[] = {"lib/1st", "lib/a-b", "lib/a\xff", "lib/\xff"};

  write_component (f, "lib/A_1", "Part");
  for (uint32_t i = 0; i < G_N_ELEMENTS (FOLDERS); i++)
    write_component (f, FOLDERS[i], "Lost");
  g_autoptr (LibIndex) index = load (f, "lib", NULL);

  g_assert_cmpuint (lib_index_n_entries (index), ==, 1);
  g_assert_cmpuint (base_diags_count (f->diags), ==, G_N_ELEMENTS (FOLDERS));
}

/* What is wrong in a library of the program is a warning, and only when somebody asks
 * for something in that namespace. */
static void
test_twins_in_two_files (Fixture *f, const void *data)
{
  g_autofree char *other = g_build_filename (f->root, "library/Lib/other.dyad", NULL);

  if (!g_test_subprocess ()) {
    g_test_trap_subprocess (NULL, 0, 0);
    g_test_trap_assert_failed ();
    g_test_trap_assert_stderr ("*Part is defined twice*");
    return;
  }
  write_component (f, "library/Lib", "Part");
  write_component (f, "library/Lib/Inner", "Sound");
  g_assert_true (g_file_set_contents (other, "component Part\nend\n", -1, NULL));
  g_autoptr (LibIndex) index = lib_index_load_all (f->root, f->diags, NULL);

  g_assert_cmpuint (base_diags_count (f->diags), ==, 0);
  if (lib_index_get (index, "Lib.Inner.Sound", LIB_ANY) == NULL)
    exit (0);
  lib_index_get (index, "Lib.Part", LIB_ANY); /* a warning ends a test */
}

static void
test_namespaces_of_files (Fixture *f, const void *data)
{
  static const struct {
    const char *path;
    const char *namespace;
  } CASES[] = {
      {"/a.b/pendulum.dyad", "pendulum"},
      {"pendulum.v1.2.dyad", "pendulum_v1_2"},
      {"2 masses.dyad", "_2_masses"},
      {"größe.dyad", "größe"},
      {".dyad", "_"},
      {"..", "_"},
      {"a\xff.dyad", "a_"},
      {"notes.txt", "notes_txt"},
  };

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++)
    g_assert_cmpstr (lib_folder_namespace (CASES[i].path), ==, CASES[i].namespace);
}

#define ADD(path, test)                                                                \
  g_test_add ("/lib/folder/" path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("depth", test_depth);
  ADD ("ends-of-paths", test_ends_of_paths);
  ADD ("what-is-passed-over", test_what_is_passed_over);
  ADD ("nested-without-end", test_nested_without_end);
  ADD ("name-that-is-none", test_name_that_is_none);
  ADD ("folder-that-is-no-name", test_folder_that_is_no_name);
  ADD ("twins-in-two-files", test_twins_in_two_files);
  ADD ("namespaces-of-files", test_namespaces_of_files);
  return g_test_run ();
}
