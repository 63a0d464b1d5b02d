/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

typedef struct {
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *f, const void *data)
{
  f->folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  f->path = g_build_filename (f->folder, "file", NULL);
}

static void
tear_down (Fixture *f, const void *data)
{
  g_remove (f->path);
  g_rmdir (f->folder);
  g_free (f->path);
  g_free (f->folder);
}

static void
assert_refused (const char *path, size_t most, GFileError code)
{
  g_autoptr (GError) error = NULL;
  size_t length;

  g_assert_null (base_file_read (path, most, &length, &error));
  g_assert_error (error, G_FILE_ERROR, (int) code);
  g_clear_error (&error);
  g_assert_false (base_file_check (path, most, &length, &error));
  g_assert_error (error, G_FILE_ERROR, (int) code);
}

/* Up to the limit. */
static void
test_content (Fixture *f, const void *data)
{
  g_autoptr (GError) error = NULL;
  size_t length = 0;

  g_assert_true (g_file_set_contents (f->path,
                                      "a\xff"
                                      "bcd",
                                      5, NULL));
  g_autofree char *text = base_file_read (f->path, 5, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (text, length + 1,
                   "a\xff"
                   "bcd",
                   6);
  g_assert_true (base_file_check (f->path, 5, &length, &error));
  g_assert_cmpuint (length, ==, 5);
  assert_refused (f->path, 4, G_FILE_ERROR_FAILED);
}

/* Nothing waits for the other end of a pipe or reads a device. */
static void
test_what_is_no_file (Fixture *f, const void *data)
{
  assert_refused (f->path, 100, G_FILE_ERROR_NOENT);
  assert_refused (f->folder, 100, G_FILE_ERROR_ISDIR);
  assert_refused ("/dev/zero", 100, G_FILE_ERROR_INVAL);
  g_assert_cmpint (mkfifo (f->path, 0600), ==, 0);
  assert_refused (f->path, 100, G_FILE_ERROR_INVAL);
}

/* Nor is one written to, where a file is meant; one that is not there yet is. */
static void
test_targets (Fixture *f, const void *data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (base_file_check_target (f->path, NULL));
  g_assert_true (g_file_set_contents (f->path, "12345", 5, NULL));
  g_assert_true (base_file_check_target (f->path, NULL));
  g_assert_cmpint (g_unlink (f->path), ==, 0);
  g_assert_false (base_file_check_target (f->folder, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR);
  g_clear_error (&error);
  g_assert_cmpint (mkfifo (f->path, 0600), ==, 0);
  g_assert_false (base_file_check_target (f->path, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL);
  g_assert_nonnull (strstr (error->message, f->path));
}

/* The message names the file, what was wanted and what the system says. */
static void
test_message (Fixture *f, const void *data)
{
  g_autoptr (GError) error = NULL;
  size_t length;

  g_assert_null (base_file_read (f->path, 100, &length, &error));
  g_assert_nonnull (strstr (error->message, f->path));
  g_assert_nonnull (strstr (error->message, "cannot be read"));
  g_assert_true (g_str_has_suffix (error->message, g_strerror (ENOENT)));
}

/* A picture, a text in UTF-16, a file that a broken disk left behind. */
static void
test_what_is_no_text (Fixture *f, const void *data)
{
  static const char *const contents[] = {"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
                                         "c\0o\0m\0p\0", "end\n\0\0\0\0"};

  for (size_t i = 0; i < G_N_ELEMENTS (contents); i++) {
    g_autoptr (GError) error = NULL;
    size_t length;

    g_assert_true (g_file_set_contents (f->path, contents[i], i == 0 ? 16 : 8, NULL));
    g_assert_null (base_file_read (f->path, 100, &length, &error));
    g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL);
    g_assert_nonnull (strstr (error->message, f->path));
    g_assert_nonnull (strstr (error->message, "is not UTF-8 text"));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/base/file/content", Fixture, NULL, set_up, test_content, tear_down);
  g_test_add ("/base/file/targets", Fixture, NULL, set_up, test_targets, tear_down);
  g_test_add ("/base/file/what-is-no-file", Fixture, NULL, set_up, test_what_is_no_file,
              tear_down);
  g_test_add ("/base/file/message", Fixture, NULL, set_up, test_message, tear_down);
  g_test_add ("/base/file/what-is-no-text", Fixture, NULL, set_up, test_what_is_no_text,
              tear_down);
  return g_test_run ();
}
