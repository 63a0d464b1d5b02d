/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

/* Work that was not saved, kept in the user's cache folder so that a crash loses at
 * most two seconds of it. One journal per window: a lock file that the living process
 * holds, and beside it the text, the path it belongs to and how the window shows it. */
typedef struct DeskJournal DeskJournal;

/* `folder` (NULL: the user's cache folder) is made if needed; if that fails it is tried
 * again with each text. */
DeskJournal *desk_journal_new (const char *folder);

/* Called on the main thread when texts cannot be written (no folder, a full disk, one
 * that was taken away), once for each reason, at once if it is so already; and with
 * NULL when they can be again. */
typedef void (*DeskJournalTrouble) (gpointer data, const char *reason);
void desk_journal_on_trouble (DeskJournal *journal,
                              DeskJournalTrouble told,
                              gpointer data);
/* Leaves nothing behind. */
void desk_journal_free (DeskJournal *journal);

/* Remembers the text; it reaches the disk on a thread, two seconds after the first call
 * at the latest. `path` is the diagram's own file or NULL. */
void desk_journal_keep (DeskJournal *journal, const char *path, const char *text);
/* The same of what the window shows of it, a line that only the window reads. */
void desk_journal_keep_view (DeskJournal *journal, const char *view);
/* Writes at once what waits (tests; before something dangerous). */
void desk_journal_flush (DeskJournal *journal);
/* Nothing is unsaved any more. */
void desk_journal_forget (DeskJournal *journal);

/* What processes left behind that no longer live, newest first. Takes it over: each is
 * found once; desk_journal_drop() deletes it for good. */
typedef struct {
  char *path; /* of the diagram, NULL: never saved */
  char *text;
  char *view;        /* what was shown of it, or NULL */
  char *stem;        /* of the journal's files */
  gint64 written_ns; /* since 1970 */
  int lock;
} DeskJournalLeft;

GPtrArray *desk_journal_find_left (const char *folder); /* DeskJournalLeft *, owned */
void desk_journal_drop (const DeskJournalLeft *left);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeskJournal, desk_journal_free)
