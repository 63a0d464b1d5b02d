/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lang/ast.h"

/* What makes the model of one text another one than that of a text before it. Places on
 * the canvas, ways of wires, plots, documentation and the names of definitions make no
 * difference. */
typedef enum {
  DOC_CHANGE_VALUE,   /* `name` is now `value` */
  DOC_CHANGE_ADDED,   /* `name` is new */
  DOC_CHANGE_REMOVED, /* `name` is gone */
  DOC_CHANGE_RENAMED, /* `name` is called `value`, and is else the same */
  DOC_CHANGE_OUT,     /* `name` is commented out */
  DOC_CHANGE_IN,      /* and is so no longer */
  DOC_CHANGE_OTHER    /* of connections, equations, kinds */
} DocChangeKind;

typedef struct {
  uint32_t n; /* 0: the same model; what follows is of the first. A text with errors,
                 of which parts are missed, is one change of no name. */
  DocChangeKind kind;
  char *name;  /* "spring.c", "spring"; or NULL */
  char *value; /* "4000"; or NULL */
} DocChanges;

/* What the definition `name` of `before` is called in `now`; NULL if it is gone. */
const char *doc_changes_find (const LangFile *before,
                              const LangFile *now,
                              const char *name);

/* What came between two texts with the same model; the caller clears it. The work is
 * linear in both. */
DocChanges doc_changes (const LangFile *before, const LangFile *now);
void doc_changes_clear (DocChanges *changes);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DocChanges, doc_changes_clear)
