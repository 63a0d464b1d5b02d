/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/diag.h"
#include "doc/model.h"

/* What would mend a problem by one click: a value is assumed or confirmed, a part is
 * added at an open port, between two that do not fit or beside all others, one of two
 * that contradict each other is removed, an unknown name becomes a parameter. Which
 * parts these are stands in the metadata of connectors (data/library/README.md,
 * `mend`). */
typedef enum {
  DESK_MEND_ASSUME,
  DESK_MEND_CONFIRM,
  DESK_MEND_ATTACH, /* a new part to a port */
  DESK_MEND_ADD,    /* a new part that needs no wire */
  DESK_MEND_REMOVE,
  DESK_MEND_CONVERT, /* a new part in place of a wire */
  DESK_MEND_DECLARE, /* a parameter of the diagram that a value names */
  DESK_MEND_FILL     /* the user fills a table: whoever offers it opens that */
} DeskMendKind;

typedef struct {
  DeskMendKind kind;
  char *label;      /* of a button: "Add Fixed" */
  char *item;       /* that it is about; NULL for DESK_MEND_ADD and _CONVERT */
  char *class_name; /* of the new part, or NULL */
  char *ports[2];   /* "mass.flange_a": what that is wired to; NULL where not */
  char *target;     /* DESK_MEND_FILL, _DECLARE: the parameter of the item, or NULL */
  char *name;       /* DESK_MEND_DECLARE: what the new one is called */
} DeskMend;

/* Frees it and its texts; NULL is fine. */
void desk_mend_free (DeskMend *mend);

/* DeskMend, best first; none if nothing is known to help. Caller unrefs. */
GPtrArray *desk_mends (const DocModel *doc, const BaseDiag *diag);

/* As one step of undo. False and an error if the diagram is no longer as it was, and of
 * DESK_MEND_FILL; then nothing is changed. */
bool desk_mend_do (const DeskMend *mend, DocModel *doc, GError **error);

/* What an edit has made of a diagram. All are numbers: of wires and items. */
typedef struct DeskMendChanges {
  GArray *new_wires, *new_items;      /* uint32_t: of the diagram after it */
  GArray *lost_items, *changed_items; /* of the one before */
} DeskMendChanges;

/* Parts are told by their names and texts, wires by the text of their connect; linear
 * in both diagrams. The caller frees it; NULL is fine there. */
DeskMendChanges *desk_mend_compare (const DocModel *before, const DocModel *after);
void desk_mend_changes_free (DeskMendChanges *changes);

/* The diagram as it would be, or NULL if that does not work; the caller frees it. */
DocModel *desk_mend_preview (const DeskMend *mend,
                             const DocModel *doc,
                             const LibIndex *library);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeskMend, desk_mend_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeskMendChanges, desk_mend_changes_free)
