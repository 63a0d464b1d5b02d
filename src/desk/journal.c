/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lock is one of flock (), which the kernel drops with the process, so that what a
 * dead process left can be told from what a living one keeps. A text waits for a short
 * time and is then written by a thread; a failure is told once for each reason and
 * tried again.
 */
#include "desk/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdint.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static const guint delay_ms = 1500; /* with the time to write: below two seconds */
static const guint retry_ms = 5000; /* after a failure */

/* What a thread that writes has in common with the journal, which may be gone before
 * it. */
typedef struct {
  GMutex mutex;
  guint generation;     /* counts desk_journal_forget() */
  DeskJournal *journal; /* NULL: gone; the main thread's */
} Shared;

struct DeskJournal {
  char *folder;
  char *stem; /* folder/PID-NUMBER; .lock, .dyad, .path and .view stand beside each
               * other; NULL: there is no place yet */
  int lock;
  DeskJournalTrouble told;
  gpointer data;
  char *trouble; /* what was told last, or NULL */
  guint timer;
  Shared *shared;
  char *path;
  char *text; /* waits to be written, with the path */
  char *view; /* waits, too */
};

static char *
folder_or_default (const char *folder)
{
  return folder != NULL
             ? g_strdup (folder)
             : g_build_filename (g_get_user_cache_dir (), "dashpot", "recovery", NULL);
}

static char *
file_of (const char *stem, const char *ending)
{
  return g_strconcat (stem, ending, NULL);
}

static const char *const endings[] = {".dyad", ".path", ".view", ".lock"};
enum { N_KEPT = 3, N_FILES }; /* what is kept, and the lock */

/* The first ones of these. */
static void
remove_files (const char *stem, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    g_autofree char *file = file_of (stem, endings[i]);

    g_unlink (file);
  }
}

/* The lock goes away with the process, whatever ends it. -1 if another holds it. */
static int
lock_file (const char *stem)
{
  g_autofree char *file = file_of (stem, ".lock");
  const int fd = g_open (file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

  if (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) != 0) {
    close (fd);
    return -1;
  }
  return fd;
}

/* ---- trouble ---- */

static void
tell (DeskJournal *journal, const char *reason)
{
  if (g_strcmp0 (journal->trouble, reason) == 0)
    return;
  g_free (journal->trouble);
  journal->trouble = g_strdup (reason);
  if (journal->told != NULL)
    journal->told (journal->data, reason);
}

void
desk_journal_on_trouble (DeskJournal *journal, DeskJournalTrouble told, gpointer data)
{
  journal->told = told;
  journal->data = data;
  if (journal->trouble != NULL)
    told (data, journal->trouble);
}

/* ---- a place ---- */

/* Looks for a place if there is none; false, and it was told, if there cannot be one.
 */
static bool
find_place (DeskJournal *journal)
{
  if (journal->stem == NULL && g_mkdir_with_parents (journal->folder, 0700) != 0) {
    tell (journal, g_strerror (errno));
    return false;
  }
  for (int i = 0; i < 1000 && journal->stem == NULL; i++) {
    g_autofree char *name = g_strdup_printf ("%d-%d", (int) getpid (), i);
    g_autofree char *stem = g_build_filename (journal->folder, name, NULL);
    g_autofree char *taken = file_of (stem, ".lock");

    if (g_file_test (taken, G_FILE_TEST_EXISTS))
      continue;
    errno = 0;
    journal->lock = lock_file (stem);
    if (journal->lock >= 0)
      journal->stem = g_steal_pointer (&stem);
    else if (errno != 0 && errno != EWOULDBLOCK) {
      tell (journal, g_strerror (errno));
      return false;
    }
  }
  return journal->stem != NULL;
}

static void
leave_place (DeskJournal *journal)
{
  if (journal->stem == NULL)
    return;
  remove_files (journal->stem, N_FILES);
  close (journal->lock);
  g_clear_pointer (&journal->stem, g_free);
}

/* After a failure; what was written there before is kept as long as it is there. */
static void
leave_lost_place (DeskJournal *journal)
{
  g_autofree char *lock =
      journal->stem != NULL ? file_of (journal->stem, ".lock") : NULL;

  if (lock != NULL && !g_file_test (lock, G_FILE_TEST_EXISTS))
    leave_place (journal);
}

DeskJournal *
desk_journal_new (const char *folder)
{
  DeskJournal *journal = g_new0 (DeskJournal, 1);

  journal->folder = folder_or_default (folder);
  journal->shared = g_atomic_rc_box_new0 (Shared);
  journal->shared->journal = journal;
  g_mutex_init (&journal->shared->mutex);
  find_place (journal);
  return journal;
}

static void
shared_clear (gpointer shared)
{
  g_mutex_clear (&((Shared *) shared)->mutex);
}

void
desk_journal_free (DeskJournal *journal)
{
  journal->shared->journal = NULL;
  desk_journal_forget (journal);
  leave_place (journal);
  g_atomic_rc_box_release_full (journal->shared, shared_clear);
  g_free (journal->trouble);
  g_free (journal->folder);
  g_free (journal);
}

/* ---- writing ---- */

typedef struct {
  Shared *shared;
  guint generation;
  char *stem;
  char *path;
  char *text; /* NULL: it is written */
  char *view; /* NULL likewise */
} Write;

static void
write_free (gpointer data)
{
  Write *write = data;

  g_atomic_rc_box_release_full (write->shared, shared_clear);
  g_free (write->stem);
  g_free (write->path);
  g_free (write->text);
  g_free (write->view);
  g_free (write);
}

/* What was forgotten meanwhile must not come back. */
static bool
write_files (const Write *write, GError **error)
{
  g_autofree char *text = file_of (write->stem, ".dyad");
  g_autofree char *path = file_of (write->stem, ".path");
  g_autofree char *view = file_of (write->stem, ".view");
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&write->shared->mutex);

  if (write->generation != write->shared->generation)
    return true;
  if (write->view != NULL && !g_file_set_contents (view, write->view, -1, error))
    return false;
  if (write->text == NULL)
    return true;
  if (write->path == NULL)
    g_unlink (path);
  else if (!g_file_set_contents (path, write->path, -1, error))
    return false;
  return g_file_set_contents (text, write->text, -1, error);
}

static void
write_on_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (write_files (data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static Write *
take_waiting (DeskJournal *journal)
{
  Write *write = g_new0 (Write, 1);

  write->shared = g_atomic_rc_box_acquire (journal->shared);
  write->generation = journal->shared->generation; /* only this thread writes it */
  write->stem = g_strdup (journal->stem);
  write->path = g_strdup (journal->path);
  write->text = g_steal_pointer (&journal->text);
  write->view = g_steal_pointer (&journal->view);
  return write;
}

static gboolean timed (gpointer data);

/* A text that could not be written waits for another time and another place, unless a
 * newer one does already. */
static void
note (DeskJournal *journal, Write *write, const GError *error)
{
  tell (journal, error != NULL ? error->message : NULL);
  if (error == NULL)
    return;
  leave_lost_place (journal);
  if (write->generation != journal->shared->generation)
    return;
  if (journal->text == NULL && write->text != NULL) {
    g_free (journal->path);
    journal->path = g_strdup (write->path);
    journal->text = g_strdup (write->text);
  }
  if (journal->view == NULL)
    journal->view = g_strdup (write->view);
  if (journal->timer == 0)
    journal->timer = g_timeout_add (retry_ms, timed, journal);
}

static void
written (GObject *source, GAsyncResult *result, gpointer data)
{
  Write *write = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  if (write->shared->journal != NULL)
    note (write->shared->journal, write, error);
}

static gboolean
timed (gpointer data)
{
  DeskJournal *journal = data;

  if (!find_place (journal)) {
    journal->timer = g_timeout_add (retry_ms, timed, journal);
    return G_SOURCE_REMOVE;
  }

  g_autoptr (GTask) task = g_task_new (NULL, NULL, written, NULL);

  journal->timer = 0;
  g_task_set_task_data (task, take_waiting (journal), write_free);
  g_task_run_in_thread (task, write_on_thread);
  return G_SOURCE_REMOVE;
}

static void
write_soon (DeskJournal *journal)
{
  if (journal->timer == 0)
    journal->timer = g_timeout_add (delay_ms, timed, journal);
}

void
desk_journal_keep (DeskJournal *journal, const char *path, const char *text)
{
  g_free (journal->path);
  g_free (journal->text);
  journal->path = g_strdup (path);
  journal->text = g_strdup (text);
  write_soon (journal);
}

void
desk_journal_keep_view (DeskJournal *journal, const char *view)
{
  g_free (journal->view);
  journal->view = g_strdup (view);
  write_soon (journal);
}

void
desk_journal_flush (DeskJournal *journal)
{
  if ((journal->text == NULL && journal->view == NULL) || !find_place (journal))
    return;
  g_clear_handle_id (&journal->timer, g_source_remove);

  Write *write = take_waiting (journal);
  g_autoptr (GError) error = NULL;

  write_files (write, &error);
  note (journal, write, error);
  write_free (write);
}

void
desk_journal_forget (DeskJournal *journal)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&journal->shared->mutex);

  journal->shared->generation++;
  g_clear_handle_id (&journal->timer, g_source_remove);
  g_clear_pointer (&journal->path, g_free);
  g_clear_pointer (&journal->text, g_free);
  g_clear_pointer (&journal->view, g_free);
  if (journal->stem != NULL)
    remove_files (journal->stem, N_KEPT);
}

/* ---- what others left ---- */

static void
left_free (gpointer data)
{
  DeskJournalLeft *left = data;

  close (left->lock);
  g_free (left->path);
  g_free (left->text);
  g_free (left->view);
  g_free (left->stem);
  g_free (left);
}

static gint64 /* ns */
time_of (const char *stem)
{
  g_autofree char *file = file_of (stem, ".dyad");
  GStatBuf info;

  return g_stat (file, &info) == 0
             ? (gint64) info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec
             : 0;
}

static DeskJournalLeft *
left_new (const char *stem, int lock)
{
  g_autofree char *text_file = file_of (stem, ".dyad");
  g_autofree char *path_file = file_of (stem, ".path");
  g_autofree char *view_file = file_of (stem, ".view");
  g_autofree char *text = NULL;
  DeskJournalLeft *left;

  if (!g_file_get_contents (text_file, &text, NULL, NULL))
    return NULL;
  left = g_new0 (DeskJournalLeft, 1);
  left->text = g_steal_pointer (&text);
  g_file_get_contents (path_file, &left->path, NULL, NULL);
  g_file_get_contents (view_file, &left->view, NULL, NULL);
  left->stem = g_strdup (stem);
  left->lock = lock;
  left->written_ns = time_of (stem);
  return left;
}

static int
newest_first (gconstpointer a, gconstpointer b)
{
  const DeskJournalLeft *x = *(DeskJournalLeft *const *) a;
  const DeskJournalLeft *y = *(DeskJournalLeft *const *) b;
  const gint64 s = x->written_ns, t = y->written_ns;

  return s != t ? (s > t ? -1 : 1) : strcmp (x->stem, y->stem);
}

GPtrArray *
desk_journal_find_left (const char *folder)
{
  g_autofree char *dir = folder_or_default (folder);
  GPtrArray *found = g_ptr_array_new_with_free_func (left_free);
  g_autoptr (GDir) files = g_dir_open (dir, 0, NULL);
  const char *name;

  while (files != NULL && (name = g_dir_read_name (files)) != NULL) {
    if (!g_str_has_suffix (name, ".lock"))
      continue;

    g_autofree char *file = g_build_filename (dir, name, NULL);
    g_autofree char *stem = g_strndup (file, strlen (file) - strlen (".lock"));
    /* A lock that can be taken belongs to nobody any more. */
    const int lock = lock_file (stem);
    DeskJournalLeft *left = lock >= 0 ? left_new (stem, lock) : NULL;

    if (left != NULL)
      g_ptr_array_add (found, left);
    else if (lock >= 0) {
      remove_files (stem, N_FILES);
      close (lock);
    }
  }
  g_ptr_array_sort (found, newest_first);
  return found;
}

void
desk_journal_drop (const DeskJournalLeft *left)
{
  remove_files (left->stem, N_FILES);
}
