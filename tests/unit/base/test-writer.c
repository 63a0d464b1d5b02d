/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "../small-disk.h"
#include "base/writer.h"

typedef struct {
  char *folder;
  char *path;
  char *link;
} Fixture;

/* `data` is where, or NULL: where temporary files are. */
static void
set_up (Fixture *f, const void *data)
{
  f->folder = data != NULL ? g_build_filename (data, "dashpot-XXXXXX", NULL)
                           : g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  if (data != NULL)
    g_assert_nonnull (g_mkdtemp (f->folder));
  f->path = g_build_filename (f->folder, "file", NULL);
  f->link = g_build_filename (f->folder, "link", NULL);
}

/* Nothing is left over, whatever a test did. */
static void
tear_down (Fixture *f, const void *data)
{
  g_chmod (f->folder, 0700);
  g_unlink (f->path);
  g_unlink (f->link);
  g_assert_cmpint (g_rmdir (f->folder), ==, 0);
  g_free (f->folder);
  g_free (f->path);
  g_free (f->link);
}

static void
write_good (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  base_writer_save (path, text, strlen (text), &error);
  g_assert_no_error (error);
}

static void
assert_content (const char *path, const char *wanted)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, wanted);
}

static struct stat
about (const char *path)
{
  struct stat about;

  g_assert_cmpint (stat (path, &about), ==, 0);
  return about;
}

/* A new file has the mode that the user's mask leaves. */
static void
test_new (Fixture *f, const void *data)
{
  const mode_t mask = umask (027);

  write_good (f->path, "one");
  umask (mask);
  assert_content (f->path, "one");
  g_assert_cmpuint (about (f->path).st_mode & 07777, ==, 0640);
}

static void
test_keeps_mode_and_owner (Fixture *f, const void *data)
{
  write_good (f->path, "one");
  if (geteuid () == 0)
    g_assert_cmpint (chown (f->path, 12345, 23456), ==, 0);
  g_assert_cmpint (g_chmod (f->path, 0600), ==, 0);

  const struct stat before = about (f->path);

  write_good (f->path, "two");
  assert_content (f->path, "two");
  g_assert_cmpuint (about (f->path).st_mode, ==, before.st_mode);
  g_assert_cmpuint (about (f->path).st_uid, ==, before.st_uid);
  g_assert_cmpuint (about (f->path).st_gid, ==, before.st_gid);
}

/* Where the tests are built: file systems in memory may have no attributes. */
static void
test_keeps_attributes (Fixture *f, const void *data)
{
  char value[8] = "";

  write_good (f->path, "one");
  if (setxattr (f->path, "user.dashpot", "kept", 4, 0) != 0 && errno == ENOTSUP) {
    g_test_skip ("the file system of the build has no extended attributes");
    return;
  }
  write_good (f->path, "two");
  g_assert_cmpint (getxattr (f->path, "user.dashpot", value, sizeof value), ==, 4);
  g_assert_cmpmem (value, 4, "kept", 4);
}

/* Through a link, the way there given from the link's own folder; also if nothing is
 * there yet. */
static void
test_links (Fixture *f, const void *data)
{
  g_assert_cmpint (symlink ("file", f->link), ==, 0);
  write_good (f->link, "one");
  assert_content (f->path, "one");
  write_good (f->link, "two");
  assert_content (f->path, "two");
  g_assert_true (g_file_test (f->link, G_FILE_TEST_IS_SYMLINK));
  g_assert_false (g_file_test (f->path, G_FILE_TEST_IS_SYMLINK));
}

static void
test_links_go_round (Fixture *f, const void *data)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (symlink ("link", f->link), ==, 0);
  g_assert_false (base_writer_save (f->link, "one", 3, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_LOOP);
}

/* What fails leaves the old content, and no half of a file beside it. */
static void
test_failure (Fixture *f, const void *data)
{
  g_autoptr (GError) error = NULL;
  BaseWriter *writer;

  write_good (f->path, "one");
  writer = base_writer_new (f->path, &error);
  g_assert_no_error (error);
  fputs ("half", base_writer_stream (writer));
  fflush (base_writer_stream (writer));
  assert_content (f->path, "one");
  fgetc (base_writer_stream (writer)); /* sets the stream's mark of an error */
  g_assert_false (base_writer_finish (writer, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_IO);
  assert_content (f->path, "one");
}

enum { NOBODY = 65534 };

/* So that it belongs to who writes below. */
static void
give_to_nobody (const char *path)
{
  if (geteuid () == 0)
    g_assert_cmpint (chown (path, NOBODY, (gid_t) -1), ==, 0);
}

/* Does it as somebody who is not root; whether it went well. */
static bool
write_as_nobody (const char *path, const char *text, GError **error)
{
  const bool is_root = geteuid () == 0;

  if (is_root)
    g_assert_cmpint (seteuid (NOBODY), ==, 0);
  bool is_written = base_writer_save (path, text, strlen (text), error);
  if (is_root)
    g_assert_cmpint (seteuid (0), ==, 0);
  return is_written;
}

/* A file that was protected against writing is not replaced. */
static void
test_read_only (Fixture *f, const void *data)
{
  g_autoptr (GError) error = NULL;

  write_good (f->path, "one");
  give_to_nobody (f->path);
  give_to_nobody (f->folder);
  g_assert_cmpint (g_chmod (f->path, 0400), ==, 0);
  g_assert_false (write_as_nobody (f->path, "two", &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_ACCES);
  assert_content (f->path, "one");
}

/* All names of a file have the new content. */
static void
test_hard_links (Fixture *f, const void *data)
{
  write_good (f->path, "one and more");
  g_assert_cmpint (link (f->path, f->link), ==, 0);
  write_good (f->path, "two");
  assert_content (f->path, "two");
  assert_content (f->link, "two");
  g_assert_cmpuint (about (f->path).st_nlink, ==, 2);
}

/* One's own file in a folder that may not be changed. */
static void
test_closed_folder (Fixture *f, const void *data)
{
  write_good (f->path, "one and more");
  give_to_nobody (f->path);
  g_assert_cmpint (g_chmod (f->folder, 0555), ==, 0);
  g_assert_true (write_as_nobody (f->path, "two", NULL));
  assert_content (f->path, "two");
}

/* A file of somebody else that all may write, in a folder that all may change. */
static void
test_other_owner (Fixture *f, const void *data)
{
  if (geteuid () != 0) {
    g_test_skip ("not root: nobody else can make files of other users");
    return;
  }
  write_good (f->path, "one");
  g_assert_cmpint (g_chmod (f->path, 0666), ==, 0);
  g_assert_cmpint (g_chmod (f->folder, 0777), ==, 0);
  g_assert_true (write_as_nobody (f->path, "two", NULL));
  assert_content (f->path, "two");
  g_assert_cmpuint (about (f->path).st_uid, ==, 0);
  g_assert_cmpuint (about (f->path).st_mode & 07777, ==, 0666);
}

static void
rise (int number)
{
}

/* What cannot be written whole leaves the old content in place. */
static void
test_no_room (Fixture *f, const void *data)
{
  const struct rlimit small = {8, RLIM_INFINITY};
  struct rlimit before;

  write_good (f->path, "one");
  g_assert_cmpint (link (f->path, f->link), ==, 0);
  signal (SIGXFSZ, rise);
  getrlimit (RLIMIT_FSIZE, &before);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  const bool is_written = base_writer_save (f->path, "much more than eight", 20, NULL);
  setrlimit (RLIMIT_FSIZE, &before);
  g_assert_false (is_written);
  assert_content (f->path, "one");
}

/* Fills what is left of a disk. */
static void
fill (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "filler", NULL);
  g_autofree char *zeros = g_malloc0 (SMALL_DISK);
  const int file = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  g_assert_cmpint (file, >=, 0);
  while (write (file, zeros, SMALL_DISK) > 0)
    continue;
  g_assert_cmpint (errno, ==, ENOSPC);
  close (file);
}

/* A file of two names is written in place: the new content overwrites some of the old
 * before the disk is full, and the old comes back. */
static void
overfill (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "file", NULL);
  g_autofree char *other = g_build_filename (folder, "other", NULL);
  g_autofree char *old = g_strnfill (5000, 'o');
  g_autofree char *new = g_strnfill (SMALL_DISK, 'n');
  g_autoptr (GError) error = NULL;

  write_good (path, old);
  g_assert_cmpint (link (path, other), ==, 0);
  fill (folder);
  g_assert_false (base_writer_save (path, new, strlen (new), &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
  assert_content (path, old);
  assert_content (other, old);
}

static void
test_full_disk (Fixture *f, const void *data)
{
  with_small_disk (f->folder, overfill);
}

/* What fits of a large block is written before the disk is full: the reason is still
 * told, and no part of the file is left. */
static void
overfill_by_one_block (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "file", NULL);
  g_autofree char *large = g_strnfill (3 * SMALL_DISK, 'n');
  g_autoptr (GError) error = NULL;

  g_assert_false (base_writer_save (path, large, strlen (large), &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_assert_null (g_dir_read_name (dir));
}

static void
test_large_block (Fixture *f, const void *data)
{
  with_small_disk (f->folder, overfill_by_one_block);
}

static void
write_on_read_only_disk (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "file", NULL);
  g_autoptr (GError) error = NULL;

  write_good (path, "one");
  set_read_only (folder, true);
  g_assert_false (base_writer_save (path, "two", 3, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_ROFS);
  assert_content (path, "one");
}

static void
test_read_only_disk (Fixture *f, const void *data)
{
  with_small_disk (f->folder, write_on_read_only_disk);
}

static void
test_devices (Fixture *f, const void *data)
{
  g_autoptr (GError) error = NULL;

  write_good ("/dev/null", "gone");
  g_assert_false (base_writer_save (f->folder, "no", 2, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR);
  g_clear_error (&error);
  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    return;
  g_assert_false (base_writer_save ("/dev/full", "no", 2, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
}

/* A trial says what writing would say, and leaves no trace. */
static void
test_check (Fixture *f, const void *data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *nowhere = g_build_filename (f->folder, "no", "file", NULL);

  g_assert_true (base_writer_check (f->path, NULL));
  g_assert_false (g_file_test (f->path, G_FILE_TEST_EXISTS));
  write_good (f->path, "kept");
  g_assert_true (base_writer_check (f->path, NULL));
  assert_content (f->path, "kept");
  g_assert_true (base_writer_check ("/dev/null", NULL));
  g_assert_false (base_writer_check (f->folder, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR);
  g_clear_error (&error);
  g_assert_false (base_writer_check (nowhere, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test)                                                                \
  g_test_add ("/base/writer/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("new", test_new);
  ADD ("keeps-mode-and-owner", test_keeps_mode_and_owner);
  g_test_add ("/base/writer/keeps-attributes", Fixture, g_test_get_dir (G_TEST_BUILT),
              set_up, test_keeps_attributes, tear_down);
  ADD ("links", test_links);
  ADD ("links-go-round", test_links_go_round);
  ADD ("failure", test_failure);
  ADD ("read-only", test_read_only);
  ADD ("hard-links", test_hard_links);
  ADD ("closed-folder", test_closed_folder);
  ADD ("other-owner", test_other_owner);
  ADD ("no-room", test_no_room);
  ADD ("full-disk", test_full_disk);
  ADD ("large-block", test_large_block);
  ADD ("read-only-disk", test_read_only_disk);
  ADD ("devices", test_devices);
  ADD ("check", test_check);
#undef ADD
  return g_test_run ();
}
