/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/view/label.h"

/* Inside of the module: what the labels of an item say, and where its class wants
 * them. */
typedef struct {
  const char *text;
  double width; /* in units of the diagram, where the text has its own size */
  bool is_name;
  bool is_given;  /* false: it shows a value that nobody has given */
  bool is_inside; /* the class puts it upon the symbol, where it stays */
  DocPoint at;    /* of the class, in units of its frame: 0 to 1 is upon the symbol */
  uint32_t order; /* by the place of its first value in the inspector */
  uint32_t n_parts;
  const DocLabelPart *parts;
} DocLabelText;

/* The lines of an item, its name first, then the values as the inspector sorts them.
 * They live in the arena. Returns how many there are, at least 1. */
uint32_t doc_label_texts (const DocModel *doc,
                          const DocItem *item,
                          BaseArena *arena,
                          DocLabelText lines[DOC_LABELS_MOST]);

/* The beginning of a name, for where there is no room for all of it, in the arena; its
 * text is NULL if that is hardly shorter. */
DocLabelText doc_label_text_cut (const DocLabelText *name, BaseArena *arena);

/* Of a line, in units of the diagram. */
double doc_label_text_height (const DocLabelText *line);
