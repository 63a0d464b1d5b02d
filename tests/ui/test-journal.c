/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unsaved work survives the end of the process that did it, and nothing else does. */
#include "ui/journal.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *
folder_new (void)
{
  char *folder = g_dir_make_tmp ("dashpot-journal-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return folder;
}

static uint32_t
n_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  uint32_t n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* A process that keeps a text and is killed, as by the out-of-memory killer. */
static void
lose (const char *folder, const char *path, const char *text)
{
  const pid_t child = fork ();

  if (child == 0) {
    UiJournal *journal = ui_journal_new (folder);

    ui_journal_keep (journal, path, text);
    ui_journal_flush (journal);
    raise (SIGKILL);
  }
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
}

static void
test_found_after_a_kill (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (GPtrArray) left = NULL;

  lose (folder, "/tmp/a.dyad", "component A\nend\n");
  left = ui_journal_find_left (folder);
  g_assert_cmpuint (left->len, ==, 1);

  const UiJournalLeft *one = left->pdata[0];

  g_assert_cmpstr (one->path, ==, "/tmp/a.dyad");
  g_assert_cmpstr (one->text, ==, "component A\nend\n");
  ui_journal_drop (one);
  g_assert_cmpuint (n_files (folder), ==, 0);
  g_rmdir (folder);
}

static void
test_of_a_diagram_without_file (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (GPtrArray) left = NULL;

  lose (folder, NULL, "component B\nend\n");
  left = ui_journal_find_left (folder);
  g_assert_cmpuint (left->len, ==, 1);
  g_assert_null (((UiJournalLeft *) left->pdata[0])->path);
  ui_journal_drop (left->pdata[0]);
  g_rmdir (folder);
}

/* Another window that is still open is left alone. */
static void
test_living_ones_are_not_found (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (UiJournal) journal = ui_journal_new (folder);
  g_autoptr (GPtrArray) left = NULL;

  ui_journal_keep (journal, NULL, "text");
  ui_journal_flush (journal);
  left = ui_journal_find_left (folder);
  g_assert_cmpuint (left->len, ==, 0);
  g_clear_pointer (&journal, ui_journal_free);
  g_assert_cmpuint (n_files (folder), ==, 0);
  g_rmdir (folder);
}

/* After a save there is nothing to restore; a lock without text is swept away. */
static void
test_forget (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (UiJournal) journal = ui_journal_new (folder);

  ui_journal_keep (journal, "/tmp/a.dyad", "text");
  ui_journal_flush (journal);
  g_assert_cmpuint (n_files (folder), ==, 3);
  ui_journal_forget (journal);
  g_assert_cmpuint (n_files (folder), ==, 1);
  ui_journal_flush (journal);
  g_assert_cmpuint (n_files (folder), ==, 1);
  g_clear_pointer (&journal, ui_journal_free);
  g_rmdir (folder);
}

/* Without a flush the last text reaches the disk by itself. */
static void
test_written_by_itself (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (UiJournal) journal = ui_journal_new (folder);

  ui_journal_keep (journal, NULL, "one");
  ui_journal_keep (journal, NULL, "two");
  while (n_files (folder) < 2)
    g_main_context_iteration (NULL, TRUE);
  g_clear_pointer (&journal, ui_journal_free);
  g_assert_cmpuint (n_files (folder), ==, 0);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/journal/found-after-a-kill", test_found_after_a_kill);
  g_test_add_func ("/ui/journal/without-file", test_of_a_diagram_without_file);
  g_test_add_func ("/ui/journal/living-not-found", test_living_ones_are_not_found);
  g_test_add_func ("/ui/journal/forget", test_forget);
  g_test_add_func ("/ui/journal/written-by-itself", test_written_by_itself);
  return g_test_run ();
}
