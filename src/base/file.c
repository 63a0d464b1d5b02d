/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file is opened once and then asked what it is, so that nothing can be put in its
 * place between the check and the read. It is opened without waiting: a pipe has no
 * other end yet, and is refused like all that is not a regular file. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
fail (GError **error, GFileError code, const char *path, const char *format, ...)
{
  g_autofree char *name = g_filename_display_name (path);
  va_list args;

  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (_ (format), args);
  va_end (args);
  g_set_error (error, G_FILE_ERROR, code, "%s %s", name, what);
  return false;
}

static bool
fail_by_number (GError **error, const char *path, int number)
{
  return fail (error, g_file_error_from_errno (number), path, "cannot be read: %s",
               g_strerror (number));
}

static bool
is_regular (const struct stat *about, const char *path, GError **error)
{
  if (S_ISDIR (about->st_mode))
    return fail (error, G_FILE_ERROR_ISDIR, path, "is a folder");
  return S_ISREG (about->st_mode) ||
         fail (error, G_FILE_ERROR_INVAL, path, "is not a regular file");
}

static bool
is_readable (int file,
             const char *path,
             size_t most,
             struct stat *about,
             GError **error)
{
  if (fstat (file, about) != 0)
    return fail_by_number (error, path, errno);
  if (!is_regular (about, path, error))
    return false;
  if ((size_t) about->st_size > most)
    return fail (error, G_FILE_ERROR_FAILED, path,
                 "is too large: %.0f MB, at most %.0f MB",
                 (double) about->st_size / 1e6, (double) most / 1e6);
  return true;
}

/* Of what the system itself makes up, as below /proc, the size says nothing. */
static bool
is_empty (int file, const char *path, GError **error)
{
  char byte;
  ssize_t n = TEMP_FAILURE_RETRY (read (file, &byte, 1));

  if (n < 0)
    return fail_by_number (error, path, errno);
  return n == 0 || fail (error, G_FILE_ERROR_INVAL, path, "is not a regular file");
}

/* A file that grows meanwhile is cut at the size it had. */
static bool
fill (int file, const char *path, char *text, size_t *length, GError **error)
{
  size_t size = *length;

  for (*length = 0; *length < size;) {
    ssize_t n = read (file, text + *length, size - *length);

    if (n < 0 && errno != EINTR)
      return fail_by_number (error, path, errno);
    if (n == 0)
      break;
    *length += n > 0 ? (size_t) n : 0;
  }
  text[*length] = '\0';
  return size > 0 || is_empty (file, path, error);
}

char *
base_file_resolve (const char *path)
{
  char *whole = realpath (path, NULL);

  if (whole != NULL) {
    char *copy = g_strdup (whole);
    free (whole);
    return copy;
  }
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  g_autofree char *name = g_path_get_basename (full);
  if (strcmp (folder, full) == 0)
    return g_steal_pointer (&full);
  g_autofree char *resolved = base_file_resolve (folder);
  return g_build_filename (resolved, name, NULL);
}

bool
base_file_is_below (const char *path, const char *folder)
{
  size_t n = strlen (folder);

  return strncmp (path, folder, n) == 0 &&
         (path[n] == '\0' || path[n] == '/' || (n > 0 && folder[n - 1] == '/'));
}

/* A descriptor, or -1. A pipe is opened without waiting for its other end. */
static int
open_regular (const char *path, size_t most, size_t *size, GError **error)
{
  struct stat about;

  if (*path == '\0') {
    g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                         _ ("the name of the file is empty"));
    return -1;
  }

  int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

  if (file < 0) {
    fail_by_number (error, path, errno);
    return -1;
  }
  if (!is_readable (file, path, most, &about, error)) {
    close (file);
    return -1;
  }
  *size = (size_t) about.st_size;
  return file;
}

bool
base_file_check (const char *path, size_t most, size_t *size, GError **error)
{
  int file = open_regular (path, most, size, error);

  if (file >= 0)
    close (file);
  return file >= 0;
}

bool
base_file_check_target (const char *path, GError **error)
{
  struct stat about;

  return stat (path, &about) != 0 || is_regular (&about, path, error);
}

bool
base_file_has_ending (const char *path, const char *ending)
{
  size_t n = strlen (path), length = strlen (ending);

  return n >= length && g_ascii_strcasecmp (path + n - length, ending) == 0;
}

char *
base_file_read_bytes (const char *path, size_t most, size_t *length, GError **error)
{
  int file = open_regular (path, most, length, error);

  if (file < 0)
    return NULL;
  g_autofree char *bytes = g_malloc (*length + 1);
  bool is_good = fill (file, path, bytes, length, error);
  close (file);
  return is_good ? g_steal_pointer (&bytes) : NULL;
}

/* What has zero bytes is a picture, a program, a text in another encoding. */
static bool
is_text (const char *path, const char *text, size_t length, GError **error)
{
  size_t at = strlen (text);

  if (at == length)
    return true;
  return fail (error, G_FILE_ERROR_INVAL, path, "is not UTF-8 text: byte %zu is zero",
               at + 1);
}

char *
base_file_read (const char *path, size_t most, size_t *length, GError **error)
{
  g_autofree char *text = base_file_read_bytes (path, most, length, error);

  if (text == NULL || !is_text (path, text, *length, error))
    return NULL;
  return g_steal_pointer (&text);
}
