/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>

/* Work that was not saved, kept in the user's cache folder so that a crash loses at
 * most two seconds of it. One journal per window: a lock file that the living process
 * holds, and beside it the text and the path it belongs to. */
typedef struct UiJournal UiJournal;

/* `folder` (NULL: the user's cache folder) is made if needed; if that fails it is tried
 * again with each text. */
UiJournal *ui_journal_new (const char *folder);

/* Called on the main thread when texts cannot be written (no folder, a full disk, one
 * that was taken away), once for each reason, at once if it is so already; and with
 * NULL when they can be again. */
typedef void (*UiJournalTrouble) (gpointer data, const char *reason);
void ui_journal_on_trouble (UiJournal *journal, UiJournalTrouble told, gpointer data);
/* Leaves nothing behind. */
void ui_journal_free (UiJournal *journal);

/* Remembers the text; it reaches the disk on a thread, two seconds after the first call
 * at the latest. `path` is the diagram's own file or NULL. */
void ui_journal_keep (UiJournal *journal, const char *path, const char *text);
/* Writes at once what waits (tests; before something dangerous). */
void ui_journal_flush (UiJournal *journal);
/* Nothing is unsaved any more. */
void ui_journal_forget (UiJournal *journal);

/* What processes left behind that no longer live, newest first. Takes it over: each is
 * found once; ui_journal_drop() deletes it for good. */
typedef struct {
  char *path; /* of the diagram, NULL: never saved */
  char *text;
  char *stem; /* of the journal's files */
  int lock;
} UiJournalLeft;

GPtrArray *ui_journal_find_left (const char *folder); /* UiJournalLeft *, owned */
void ui_journal_drop (const UiJournalLeft *left);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UiJournal, ui_journal_free)
