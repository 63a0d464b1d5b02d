/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

/* A disk of a test's own, in memory: nobody else sees it, and it goes with the process.
 * Anybody may mount one in a name space of users; root needs none. */

enum { SMALL_DISK = 64 * 1024, CANNOT_MOUNT = 77 };

static inline bool
write_map (const char *path, const char *text)
{
  const int file = open (path, O_WRONLY | O_CLOEXEC);
  const bool is_written =
      file >= 0 && write (file, text, strlen (text)) == (ssize_t) strlen (text);

  if (file >= 0)
    close (file);
  return is_written;
}

/* The process becomes one that may mount. */
static inline bool
may_mount (void)
{
  g_autofree char *users = g_strdup_printf ("0 %u 1", geteuid ());
  g_autofree char *groups = g_strdup_printf ("0 %u 1", getegid ());

  if (geteuid () == 0 && unshare (CLONE_NEWNS) == 0)
    return true;
  return unshare (CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
         write_map ("/proc/self/uid_map", users) &&
         write_map ("/proc/self/setgroups", "deny") &&
         write_map ("/proc/self/gid_map", groups);
}

static inline bool
mount_small_disk (const char *folder)
{
  g_autofree char *options = g_strdup_printf ("size=%d,mode=0700", SMALL_DISK);

  if (!may_mount ())
    return false;
  /* In a changed root, which is no mount point, the disk may be seen by others. */
  if (mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 && errno != EINVAL)
    return false;
  return mount ("none", folder, "tmpfs", 0, options) == 0;
}

static inline void
set_read_only (const char *folder, bool is_read_only)
{
  const unsigned long flags = MS_REMOUNT | (is_read_only ? MS_RDONLY : 0);

  g_assert_cmpint (mount ("none", folder, "tmpfs", flags, NULL), ==, 0);
}

/* Runs a test in a process that has such a disk at `folder`; skipped with the reason
 * where the system allows nobody to mount one. */
static inline void
with_small_disk (const char *folder, void (*test) (const char *folder))
{
  int status;

  fflush (NULL);
  const pid_t child = fork ();
  if (child == 0) {
    if (!mount_small_disk (folder))
      _exit (CANNOT_MOUNT);
    test (folder);
    _exit (EXIT_SUCCESS);
  }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  umount2 (folder, MNT_DETACH); /* if it was seen by others */
  if (WIFEXITED (status) && WEXITSTATUS (status) == CANNOT_MOUNT)
    g_test_skip ("this system permits no mounts, not even in a name space of users");
  else
    g_assert_cmpint (status, ==, 0);
}
