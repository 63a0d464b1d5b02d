/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/compiler.h"
#include "desk/property.h"
#include "lib/index.h"

/* The diagram that is open, and what its compiler makes of it: every change is compiled
 * on a worker thread at once, a newer one outdates the older job. Fields are for
 * reading. Properties:
 *
 *   "doc"      another diagram was opened or made; drop what is held of the old one
 *   "revision" the diagram changed (any edit, undo, redo)
 *   "level"    another component of it is shown (doc/level.h); comes first where an
 *              edit leads there
 *   "path"     it was saved
 *   "compiler" its program and its diagnostics are new
 *   "editing"  an edit that is made apart was asked for, is in the diagram or dropped
 */
#define DESK_TYPE_DOCUMENT (desk_document_get_type ())
G_DECLARE_FINAL_TYPE (DeskDocument, desk_document, DESK, DOCUMENT, GObject)

struct _DeskDocument {
  GObject parent;

  LibIndex *library;
  DocModel *doc;     /* never NULL */
  const char *level; /* that is shown, interned */
  DocRect door; /* the body of the item that leads from this level into the one shown
                 * before, or from that one into this; DOC_RECT_NONE: there is none, or
                 * an edit led here */
  bool goes_in; /* from that one into this */
  DeskCompiler *compiler;
  GPtrArray *tables; /* files that the diagram may read, NULL-terminated */
  guint n_inputs;    /* counts changes of these, and of what stands in them */
  GQueue *edits;     /* made apart, in the order in which they were asked for */
  uint32_t n_holds;
  GHashTable *drafts; /* of DeskDraft, by components and parameter */
  bool is_behind;     /* the diagram is still to be read over the library */
};

/* An empty diagram over a library, which it keeps; the caller unrefs the document. */
DeskDocument *desk_document_new (const LibIndex *library);

/* Shows another level; false if it leads to no component of this file. */
bool desk_document_show_level (DeskDocument *self, const char *level);

/* Reads the diagram over another library, apart; what was computed of it is outdated if
 * it `is_used`. */
void desk_document_set_library (DeskDocument *self,
                                const LibIndex *library,
                                bool is_used);

/* Takes it over. */
void desk_document_take (DeskDocument *self, DocModel *doc);
bool desk_document_open (DeskDocument *self, const char *path, GError **error);
/* A copy of an example: its file is not written to. */
bool desk_document_open_example (DeskDocument *self, const char *path, GError **error);
/* Whether the file is open here, and all of what is here stands in it. */
bool desk_document_shows (const DeskDocument *self, const char *path);
bool desk_document_save (DeskDocument *self, const char *path, GError **error);
/* Lets the diagram read tables from the file (E314), until another diagram is opened,
 * and compiles it again. */
void desk_document_allow_file (DeskDocument *self, const char *path);
/* A file that it reads tables from has changed: compiles it again. */
void desk_document_read_again (DeskDocument *self);

/* An edit that takes long, as leading many wires. */
typedef struct {
  const char *label; /* of its step, in the user's language, a constant; NULL: it makes
                        steps of its own, or none, and is not taken back before */
  /* On a thread, in a fork of the diagram; once more for each time it is begun, the
   * last time within a step of the diagram itself: from what it has found before. */
  void (*make) (DocModel *doc, gpointer data);
  gpointer data;
  GDestroyNotify free; /* of the data */
} DeskEdit;

/* Makes it apart, while everything goes on, and then puts it into the diagram: one
 * after the other. What the user edits meanwhile is not waited for, nor lost: the edit
 * is made again on top of that; and if that has gone on so twice, in the diagram. It is
 * dropped when another diagram is taken. Who saves the diagram, or leaves it, waits
 * until it is there. */
void desk_document_edit (DeskDocument *self, DeskEdit edit);
bool desk_document_is_editing (const DeskDocument *self);
/* Takes the last one back that is not in the diagram yet; false if there is none, or
 * something has changed since it was asked for. Its label, NULL if that is so. */
bool desk_document_drop_edit (DeskDocument *self);
const char *desk_document_edit_label (const DeskDocument *self);
/* Nothing is put into the diagram while somebody holds it who could not go on then, as
 * with a drag. */
void desk_document_hold (DeskDocument *self);
void desk_document_release (DeskDocument *self);

/* What was typed for a parameter of components and could not be taken. */
typedef struct {
  char *held; /* what held then */
  char *text;
  char *problem; /* why not: a sentence */
} DeskDraft;
/* Keeps it, a copy, in place of an older one, until it is mended or another diagram is
 * taken; NULL: it is mended. */
void desk_document_set_draft (DeskDocument *self,
                              const char *const *items,
                              const char *parameter,
                              const DeskDraft *draft);
/* NULL if there is none. */
const DeskDraft *desk_document_draft (const DeskDocument *self,
                                      const char *const *items,
                                      const char *parameter);

/* NULL while it is wrong. */
const SimModel *desk_document_model (const DeskDocument *self);
/* Also the program that lets bodies be pulled: until then nothing holds them. */
bool desk_document_is_compiling (const DeskDocument *self);
