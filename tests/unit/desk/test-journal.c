/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unsaved work survives the end of the process that did it, and nothing else does. */
#include "desk/describe.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../small-disk.h"

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
    DeskJournal *journal = desk_journal_new (folder);

    desk_journal_keep (journal, path, text);
    desk_journal_flush (journal);
    desk_journal_keep_view (journal, "wagon 2");
    desk_journal_flush (journal);
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
  left = desk_journal_find_left (folder);
  g_assert_cmpuint (left->len, ==, 1);
  g_assert_cmpint (((DeskJournalLeft *) left->pdata[0])->written_ns, >, 0);

  const DeskJournalLeft *one = left->pdata[0];

  g_assert_cmpstr (one->path, ==, "/tmp/a.dyad");
  g_assert_cmpstr (one->text, ==, "component A\nend\n");
  g_assert_cmpstr (one->view, ==, "wagon 2");
  desk_journal_drop (one);
  g_assert_cmpuint (n_files (folder), ==, 0);
  g_rmdir (folder);
}

static void
test_of_a_diagram_without_file (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (GPtrArray) left = NULL;

  lose (folder, NULL, "component B\nend\n");
  left = desk_journal_find_left (folder);
  g_assert_cmpuint (left->len, ==, 1);
  g_assert_null (((DeskJournalLeft *) left->pdata[0])->path);
  desk_journal_drop (left->pdata[0]);
  g_rmdir (folder);
}

/* Another window that is still open is left alone. */
static void
test_living_ones_are_not_found (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (DeskJournal) journal = desk_journal_new (folder);
  g_autoptr (GPtrArray) left = NULL;

  desk_journal_keep (journal, NULL, "text");
  desk_journal_flush (journal);
  left = desk_journal_find_left (folder);
  g_assert_cmpuint (left->len, ==, 0);
  g_clear_pointer (&journal, desk_journal_free);
  g_assert_cmpuint (n_files (folder), ==, 0);
  g_rmdir (folder);
}

/* After a save there is nothing to restore; a lock without text is swept away. */
static void
test_forget (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (DeskJournal) journal = desk_journal_new (folder);

  desk_journal_keep (journal, "/tmp/a.dyad", "text");
  desk_journal_flush (journal);
  g_assert_cmpuint (n_files (folder), ==, 3);
  desk_journal_forget (journal);
  g_assert_cmpuint (n_files (folder), ==, 1);
  desk_journal_flush (journal);
  g_assert_cmpuint (n_files (folder), ==, 1);
  g_clear_pointer (&journal, desk_journal_free);
  g_rmdir (folder);
}

/* Without a flush the last text reaches the disk by itself. */
static void
test_written_by_itself (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (DeskJournal) journal = desk_journal_new (folder);

  desk_journal_keep (journal, NULL, "one");
  desk_journal_keep (journal, NULL, "two");
  while (n_files (folder) < 2)
    g_main_context_iteration (NULL, TRUE);
  g_clear_pointer (&journal, desk_journal_free);
  g_assert_cmpuint (n_files (folder), ==, 0);
  g_rmdir (folder);
}

typedef struct {
  uint32_t n_troubles;
  uint32_t n_ends;
} Heard;

static void
hear (gpointer data, const char *reason)
{
  Heard *heard = data;

  heard->n_troubles += reason != NULL;
  heard->n_ends += reason == NULL;
}

/* No folder at the begin: told at once, and kept as soon as there is one. */
static void
test_no_folder (void)
{
  g_autofree char *outer = folder_new ();
  g_autofree char *folder = g_build_filename (outer, "folder", NULL);
  Heard heard = {0};

  g_assert_true (g_file_set_contents (folder, "", 0, NULL)); /* in the way */

  g_autoptr (DeskJournal) journal = desk_journal_new (folder);

  desk_journal_on_trouble (journal, hear, &heard);
  g_assert_cmpuint (heard.n_troubles, ==, 1);
  desk_journal_keep (journal, NULL, "text");
  desk_journal_flush (journal);
  g_assert_cmpuint (heard.n_troubles, ==, 1);
  g_unlink (folder);
  desk_journal_flush (journal);
  g_assert_cmpuint (heard.n_ends, ==, 1);
  g_assert_cmpuint (n_files (folder), ==, 2);
  g_clear_pointer (&journal, desk_journal_free);
  g_rmdir (folder);
  g_rmdir (outer);
}

static void
remove_all (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    g_unlink (path);
  }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A disk that is taken away under a journal that worked: told by the thread that
 * writes; the next text finds another place. */
static void
test_disk_goes (void)
{
  g_autofree char *outer = folder_new ();
  g_autofree char *folder = g_build_filename (outer, "folder", NULL);
  g_autoptr (DeskJournal) journal = desk_journal_new (folder);
  Heard heard = {0};

  desk_journal_on_trouble (journal, hear, &heard);
  desk_journal_keep (journal, NULL, "one");
  desk_journal_flush (journal);
  g_assert_cmpuint (heard.n_troubles, ==, 0);
  remove_all (folder);
  g_assert_true (g_file_set_contents (folder, "", 0, NULL));
  desk_journal_keep (journal, NULL, "two");
  while (heard.n_troubles == 0)
    g_main_context_iteration (NULL, TRUE);
  g_unlink (folder);
  desk_journal_flush (journal); /* the text that failed is still waiting */
  g_assert_cmpuint (heard.n_ends, ==, 1);
  g_assert_cmpuint (n_files (folder), ==, 2);
  g_clear_pointer (&journal, desk_journal_free);
  g_rmdir (folder);
  g_rmdir (outer);
}

static void
test_full_disk (void)
{
  g_autofree char *folder = folder_new ();
  g_autoptr (DeskJournal) journal = desk_journal_new (folder);
  const struct rlimit none = {0, RLIM_INFINITY};
  const struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  Heard heard = {0};

  signal (SIGXFSZ, SIG_IGN);
  desk_journal_on_trouble (journal, hear, &heard);
  desk_journal_keep (journal, NULL, "text");
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &none), ==, 0);
  desk_journal_flush (journal);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &all), ==, 0);
  g_assert_cmpuint (heard.n_troubles, ==, 1);
  desk_journal_flush (journal);
  g_assert_cmpuint (heard.n_ends, ==, 1);
  g_clear_pointer (&journal, desk_journal_free);
  g_rmdir (folder);
}

/* A disk that can only be read is told of at once, and so is the end of that. */
static void
keep_on_read_only_disk (const char *folder)
{
  Heard heard = {0};

  set_read_only (folder, true);

  g_autoptr (DeskJournal) journal = desk_journal_new (folder);

  desk_journal_on_trouble (journal, hear, &heard);
  g_assert_cmpuint (heard.n_troubles, ==, 1);
  desk_journal_keep (journal, NULL, "one");
  set_read_only (folder, false);
  desk_journal_flush (journal);
  g_assert_cmpuint (heard.n_ends, ==, 1);
  g_assert_cmpuint (n_files (folder), ==, 2);
}

static void
test_read_only_disk (void)
{
  g_autofree char *folder = folder_new ();

  with_small_disk (folder, keep_on_read_only_disk);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Two diagrams that were never saved are told apart by their parts and times. */
static void
test_told_apart (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) library =
      lib_index_load ((const char *const[]){NULL}, diags, NULL);
  g_autoptr (GDateTime) at = g_date_time_new_local (2026, 5, 4, 14, 32, 10);
  g_autoptr (GDateTime) later = g_date_time_new_local (2026, 5, 4, 23, 59, 0);
  g_autoptr (GDateTime) next = g_date_time_new_local (2026, 5, 5, 0, 1, 0);
  DeskJournalLeft left = {.text = "component A\n  a = B()\n  b = B()\nend\n",
                          .written_ns = g_date_time_to_unix (at) * 1000000000};

  g_autofree char *same_day = desk_describe_left (&left, library, later);
  g_assert_cmpstr (same_day, ==, "Untitled: 2 components, 14:32");
  left.path = "/tmp/gear.dyad";
  left.text = "component A\n  a = B()\nend\n";
  g_autofree char *next_day = desk_describe_left (&left, library, next);
  g_assert_cmpstr (next_day, ==, "gear.dyad: 1 component, 05/04/26, 14:32");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/desk/journal/found-after-a-kill", test_found_after_a_kill);
  g_test_add_func ("/desk/journal/without-file", test_of_a_diagram_without_file);
  g_test_add_func ("/desk/journal/living-not-found", test_living_ones_are_not_found);
  g_test_add_func ("/desk/journal/forget", test_forget);
  g_test_add_func ("/desk/journal/told-apart", test_told_apart);
  g_test_add_func ("/desk/journal/written-by-itself", test_written_by_itself);
  g_test_add_func ("/desk/journal/no-folder", test_no_folder);
  g_test_add_func ("/desk/journal/disk-goes", test_disk_goes);
  g_test_add_func ("/desk/journal/full-disk", test_full_disk);
  g_test_add_func ("/desk/journal/read-only-disk", test_read_only_disk);
  return g_test_run ();
}
