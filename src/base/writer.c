/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing goes to a new file beside the one that is meant. When all of it is there, it
 * takes over what the old one was: first the owner, then the mode (a change of the
 * owner clears bits of it), then the extended attributes. Then fsync, rename, and fsync
 * of the folder, so that after a loss of power either the old content is there or the
 * new. Where a new file could not be what the old one was (it has several names, its
 * owner is somebody else, or nothing can be made in its folder), the new content is
 * gathered in a file without a name and copied into the old one at the end, whose
 * content is kept until that is done and put back if it fails. */
#include "base/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { MAX_LINKS = 40, MAX_NAMES = 100, NEW_MODE = 0666, CHUNK = 1 << 16 };

struct BaseWriter {
  char *path;   /* as it was given */
  char *target; /* what it means, links followed */
  char *part;   /* the new file; NULL: the target itself is written */
  int old;      /* the file that is replaced or, without a part, filled anew; or -1 */
  int file;     /* that is written */
  int number;   /* of what went wrong first, or 0 */
  FILE *stream;
};

static void
writer_free (BaseWriter *writer)
{
  if (writer->old >= 0)
    close (writer->old);
  g_free (writer->path);
  g_free (writer->target);
  g_free (writer->part);
  g_free (writer);
}

static bool
fail (GError **error, const char *path, int number)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (number),
               _ ("%s cannot be written: %s"), name, g_strerror (number));
  return false;
}

/* ---- beginning ---- */

/* What a symbolic link means, though it may not exist yet; NULL if links go round. */
static char *
follow_links (const char *path)
{
  char *target = g_strdup (path);

  for (int i = 0; i < MAX_LINKS; i++) {
    g_autofree char *link = g_file_read_link (target, NULL);

    if (link == NULL)
      return target;
    g_autofree char *folder = g_path_get_dirname (target);
    g_free (target);
    target = g_path_is_absolute (link) ? g_strdup (link)
                                       : g_build_filename (folder, link, NULL);
  }
  g_free (target);
  return NULL;
}

/* A new file beside the target; -1 and errno if there cannot be one. */
static int
create_part (BaseWriter *writer)
{
  g_autofree char *folder = g_path_get_dirname (writer->target);
  const mode_t mode = writer->old >= 0 ? 0600 : NEW_MODE;

  for (int i = 0; i < MAX_NAMES; i++) {
    g_autofree char *name = g_strdup_printf (".dashpot-%08x", g_random_int ());
    g_autofree char *part = g_build_filename (folder, name, NULL);
    int file = open (part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);

    if (file >= 0)
      writer->part = g_steal_pointer (&part);
    if (file >= 0 || errno != EEXIST)
      return file;
  }
  return -1;
}

static int
create_nameless (void)
{
  int file = open (g_get_tmp_dir (), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

  return file >= 0 ? file : memfd_create ("dashpot", MFD_CLOEXEC);
}

/* Whether a new file could not have all of what this one is. */
static bool
is_unlike_new (const struct stat *about)
{
  return about->st_nlink > 1 || (geteuid () != 0 && about->st_uid != geteuid ());
}

/* A descriptor to write to; -1 and errno if there is none. */
static int
begin (BaseWriter *writer)
{
  struct stat about;

  if (writer->target == NULL) {
    errno = ELOOP;
    return -1;
  }
  int old = open (writer->target, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (old < 0)
    return errno == ENOENT ? create_part (writer) : -1;
  if (fstat (old, &about) != 0 || !S_ISREG (about.st_mode))
    return old;
  writer->old = old;
  if (is_unlike_new (&about))
    return create_nameless ();
  int part = create_part (writer);
  return part >= 0 || (errno != EACCES && errno != EPERM) ? part : create_nameless ();
}

/* The stream itself would forget why a write failed. What a full disk takes of a large
 * block is no failure yet: only the next attempt says why the rest does not fit. */
static ssize_t
put (void *data, const char *bytes, size_t length)
{
  BaseWriter *writer = data;
  size_t done = 0;

  while (done < length && writer->number == 0) {
    ssize_t n = TEMP_FAILURE_RETRY (write (writer->file, bytes + done, length - done));

    if (n < 0)
      writer->number = errno;
    else
      done += (size_t) n;
  }
  return (ssize_t) done;
}

BaseWriter *
base_writer_new (const char *path, GError **error)
{
  if (*path == '\0') {
    g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                         _ ("the name of the file is empty"));
    return NULL;
  }

  BaseWriter *writer = g_new0 (BaseWriter, 1);

  writer->path = g_strdup (path);
  writer->target = follow_links (path);
  writer->old = -1;
  writer->file = begin (writer);
  if (writer->file >= 0)
    writer->stream = fopencookie (writer, "w", (cookie_io_functions_t){.write = put});
  if (writer->stream != NULL)
    return writer;
  fail (error, path, errno);
  writer_free (writer);
  return NULL;
}

FILE *
base_writer_stream (BaseWriter *writer)
{
  return writer->stream;
}

/* ---- finishing ---- */

static void
copy_attribute (int from, int to, const char *name)
{
  ssize_t size = fgetxattr (from, name, NULL, 0);
  g_autofree char *value = size > 0 ? g_malloc ((gsize) size) : NULL;

  if (size > 0)
    size = fgetxattr (from, name, value, (size_t) size);
  if (size >= 0 && fsetxattr (to, name, value, (size_t) size, 0) != 0)
    return; /* the system's own, or a file system that has none */
}

static void
copy_attributes (int from, int to)
{
  ssize_t size = flistxattr (from, NULL, 0);
  g_autofree char *names = size > 0 ? g_malloc ((gsize) size) : NULL;

  size = size > 0 ? flistxattr (from, names, (size_t) size) : 0;
  for (const char *name = names; size > 0 && name < names + size;
       name += strlen (name) + 1)
    copy_attribute (from, to, name);
}

/* The new file takes over what the old one was beside its content. */
static bool
take_after (int old, int file)
{
  struct stat about;

  if (fstat (old, &about) != 0)
    return false;
  if (fchown (file, about.st_uid, about.st_gid) != 0 &&
      fchown (file, (uid_t) -1, about.st_gid) != 0)
    about.st_mode &= 0777; /* another's: no bits that run it as that user */
  if (fchmod (file, about.st_mode & 07777) != 0)
    return false;
  copy_attributes (old, file);
  return true;
}

static void
sync_folder (const char *target)
{
  g_autofree char *folder = g_path_get_dirname (target);
  int file = open (folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY);

  if (file >= 0) {
    fsync (file);
    close (file);
  }
}

/* Makes the content of a file that of another; the number of what went wrong, or 0. */
static int
copy_content (int from, int to)
{
  g_autofree char *bytes = g_malloc (CHUNK);
  ssize_t n;
  off_t at = 0;

  while ((n = TEMP_FAILURE_RETRY (pread (from, bytes, CHUNK, at))) > 0)
    for (ssize_t done = 0, put; done < n; done += put, at += put) {
      put = TEMP_FAILURE_RETRY (pwrite (to, bytes + done, (size_t) (n - done), at));
      if (put < 0)
        return errno;
    }
  return n < 0 || ftruncate (to, at) != 0 || fsync (to) != 0 ? errno : 0;
}

/* The old file gets the new content, or its own again. One that cannot be read or kept
 * is left alone. */
static int
fill_anew (const BaseWriter *writer)
{
  int old = open (writer->target, O_RDONLY | O_CLOEXEC);
  int copy = old >= 0 ? create_nameless () : -1;
  int number = copy >= 0 ? copy_content (old, copy) : errno;

  if (number == 0) {
    number = copy_content (writer->file, writer->old);
    if (number != 0)
      copy_content (copy, writer->old);
  }
  if (copy >= 0)
    close (copy);
  if (old >= 0)
    close (old);
  return number;
}

/* The number of what went wrong, or 0. */
static int
settle (BaseWriter *writer)
{
  const bool is_written = !ferror (writer->stream);

  if (fclose (writer->stream) != 0 || !is_written)
    return writer->number != 0 ? writer->number : EIO;
  if (writer->part == NULL)
    return writer->old >= 0 ? fill_anew (writer) : 0;
  if ((writer->old >= 0 && !take_after (writer->old, writer->file)) ||
      fsync (writer->file) != 0)
    return errno;
  return 0;
}

bool
base_writer_finish (BaseWriter *writer, GError **error)
{
  int number = settle (writer);

  if (close (writer->file) != 0 && number == 0)
    number = errno;
  if (writer->part != NULL) {
    if (number == 0 && g_rename (writer->part, writer->target) != 0)
      number = errno;
    if (number == 0)
      sync_folder (writer->target);
    else
      g_unlink (writer->part);
  }
  if (number != 0)
    fail (error, writer->path, number);
  writer_free (writer);
  return number == 0;
}

bool
base_writer_check (const char *path, GError **error)
{
  struct stat about;

  if (stat (path, &about) == 0 && !S_ISREG (about.st_mode) && !S_ISDIR (about.st_mode))
    return true;
  BaseWriter *writer = base_writer_new (path, error);
  if (writer == NULL)
    return false;
  fclose (writer->stream);
  close (writer->file);
  if (writer->part != NULL)
    g_unlink (writer->part);
  writer_free (writer);
  return true;
}

bool
base_writer_save (const char *path, const char *content, size_t length, GError **error)
{
  BaseWriter *writer = base_writer_new (path, error);

  if (writer == NULL)
    return false;
  fwrite (content, 1, length, writer->stream);
  return base_writer_finish (writer, error);
}
