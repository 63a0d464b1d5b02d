/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* What is written beside items: their names, and the values that their classes show.
 * Where that stands is told by the drawing alone: a free side, the one that the class
 * names if it is free, and the same for the neighbours in a row. Texts grow where the
 * zoom would make them too small to read; each label knows up to which size it has
 * room, and is hidden beyond: values before names, of which the beginning is seen first
 * where that has room. */

/* The font, and its sizes in units of the diagram. */
#define DOC_LABEL_FONT  "Cantarell"
#define DOC_LABEL_NAME  (40 / 3.0)
#define DOC_LABEL_VALUE 12.0
#define DOC_LABEL_WIDTH 150.0 /* longer texts are cut, with an ellipsis */

/* How large texts are at a zoom, as a multiple of their size in the diagram: names have
 * at least 11 pixels. 0: the symbols are too small for labels. */
double doc_label_scale (double zoom);

/* What can be pointed at in a line. */
typedef struct {
  const char *name; /* "instance", or of a parameter */
  double end;       /* as a part of the line's width; it begins where another ends */
} DocLabelPart;

typedef struct {
  const char *text;
  DocRect box;  /* at the scale that was asked for */
  double scale; /* of the text */
  bool is_name;
  bool is_given; /* false: a value in it is missing or assumed */
  uint32_t n_parts;
  const DocLabelPart *parts;
} DocLabelLine;

/* The lines of an item that are seen at this scale, from the top. Borrowed until the
 * next change. Returns how many there are. */
enum { DOC_LABELS_MOST = 8 };
uint32_t doc_label_lines (const DocModel *doc,
                          uint32_t item,
                          double scale,
                          DocLabelLine lines[DOC_LABELS_MOST]);

/* The item whose label holds the point, UINT32_MAX if there is none, and which part of
 * it that is ("instance", or a parameter). */
uint32_t doc_label_at (const DocModel *doc,
                       DocPoint at,
                       double scale,
                       const char **name);

/* No label is farther from its item than that, at this scale. */
double doc_label_reach (double scale);

/* What all labels of the diagram fill. */
DocRect doc_label_bounds (const DocModel *doc, double scale);

/* The boxes that wires go around: those of labels that are seen at the size of the
 * diagram, with a rim. Returns how many. */
enum { DOC_LABEL_BOXES = 2 };
#define DOC_LABEL_NEAR 120.0 /* of an item: as far as wires look for them */
uint32_t doc_label_boxes (const DocModel *doc,
                          uint32_t item,
                          DocRect boxes[DOC_LABEL_BOXES]);
