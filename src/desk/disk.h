/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/document.h"
#include "desk/message.h"
#include "desk/watch.h"

/* What other programs do to the file that is open, and to those that it reads tables
 * from: after a change of these it is compiled again, and the user told; of symbols
 * those who draw them are. Either way the other version is kept: by undo after it was
 * read again, in a file NAME~ before it is overwritten. Fields are for reading.
 * Properties:
 *
 *   "state" what they have done, looked at a moment after each change:
 * DOC_DISK_CHANGED, or DOC_DISK_GONE, with which the diagram counts as modified.
 * DOC_DISK_SAME again once it was saved or read again, or with another file
 *   "symbols" files of symbols that were shown have changed
 */
#define DESK_TYPE_DISK (desk_disk_get_type ())
G_DECLARE_FINAL_TYPE (DeskDisk, desk_disk, DESK, DISK, GObject)

struct _DeskDisk {
  GObject parent;

  DeskDocument *document;
  const DeskMessages *messages;
  guint state;       /* DocDisk */
  DeskWatch *file;   /* that is open, links followed */
  DeskWatch *tables; /* files */
  DeskWatch *pictures;
  GPtrArray *shown;    /* files of symbols of this diagram, interned by base_name() */
  GHashTable *symbols; /* those that have changed, for as long as it is told; or NULL */
};

/* Watches what is open in the document. Both live as long as it does. */
DeskDisk *desk_disk_new (DeskDocument *document, const DeskMessages *messages);

/* Reads the file in place of what is open. False, and the user was told why, if that
 * cannot be. */
bool desk_disk_reload (DeskDisk *self);

/* Copies what the other program wrote, and tells where. False, and the user was told
 * why, if there can be no copy. */
bool desk_disk_keep_other (DeskDisk *self);
