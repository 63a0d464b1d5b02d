/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "desk/catalogue.h"
#include "desk/message.h"
#include "desk/watch.h"
#include "doc/model.h"

/* The libraries that all windows share: those that come with the program, and on top
 * the user's own, whose folders are watched. After a change there they are read again
 * on a thread; the catalogue then offers what there is. Fields are for reading.
 * Properties:
 *
 *   "index" the user's own libraries are other ones
 */
#define DESK_TYPE_LIBRARY (desk_library_get_type ())
G_DECLARE_FINAL_TYPE (DeskLibrary, desk_library, DESK, LIBRARY, GObject)

struct _DeskLibrary {
  GObject parent;

  LibIndex *below; /* that come with the program */
  LibIndex *index; /* with the user's own */
  DeskCatalogue *catalogue;
  char *place;      /* the folder of the user's own */
  char *problem;    /* what is wrong there first, a sentence, or NULL */
  char *signature;  /* of what was read */
  DeskWatch *watch; /* of the folders */
  bool is_reading;
  bool is_outdated; /* what is being read has changed since */
};

/* Reads the user's own libraries, the folders in `place`, and watches them. Keeps what
 * is below; the caller unrefs it. */
DeskLibrary *desk_library_new (const LibIndex *below, const char *place);

/* Reads them again: something was written there. */
void desk_library_read_again (DeskLibrary *self);

/* Whether the text of a diagram names one of the user's own libraries, as they are or
 * were in `index`. */
bool desk_library_is_named (const DeskLibrary *self,
                            const LibIndex *index,
                            const DocModel *doc);
/* The file that a class of one of the user's own libraries stands in; NULL: it is of
 * another one. Borrowed. */
const char *desk_library_file_of (const DeskLibrary *self, const LibEntry *entry);
