/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include "lang/parse.h"

struct DocModel;

/* What is shown of a document. */
typedef struct {
  const char *root;  /* name of the component that is run, interned, or NULL */
  const char *level; /* "" for that one, "axle.hub" for what its parts are made of;
                        interned */
} DocShown;

/* What one undo takes back: batches of replacements in the order in which they were
 * made. Knows texts only. */
typedef struct DocStep {
  char *label;
  uint64_t number;         /* counts those of a document, from 1 */
  GPtrArray *batches;      /* GArray, see doc_step_batch_new() */
  DocShown before, after;  /* what was shown */
  const char *named_after; /* the file, interned, if it named the model after that */
  bool (*name_again) (struct DocModel *doc, const char *name, GError **error);
  bool is_unnamed;    /* was made before such a step that goes on being made */
  bool is_whole_text; /* stays as it is */
  bool is_typed;      /* and its text may have faults on the way */
  bool is_cancelled;  /* its end takes it back */
} DocStep;

DocStep *doc_step_new (const char *label, DocShown shown);
void doc_step_free (DocStep *step);

/* Replacements that are made at once: none may overlap another. */
GArray *doc_step_batch_new (void);
/* Adds one, in bytes of the text before all of them; copies `text`. */
void doc_step_batch_add (GArray *batch,
                         uint32_t at,
                         uint32_t n_removed,
                         const char *text,
                         size_t n_text);
/* Sorts by place; of equal places the earlier stays first. What lies inside of
 * something that goes away is dropped: it needs no change of its own. */
void doc_step_batch_sort (GArray *batch);

/* The text with a sorted batch made in it, or taken back, and what that replaces there:
 * LangEdit. The caller releases both. */
BaseSource *doc_step_text (GArray *batch,
                           const BaseSource *before,
                           bool undo,
                           GArray **edits);
