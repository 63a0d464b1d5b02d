/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Where the labels of an item stand, at a zoom at which they have the size of the
 * diagram: above and below the symbol, or in lines beside it if ports stand there. */
typedef struct {
  DocPoint at;
  double across, down; /* which part of the text lies there: 0 left or top, 1 right or
                          bottom */
} DocLabelPlace;

/* Of the label of that row, of `n`; texts are `scale` times as large as the diagram. */
DocLabelPlace doc_label_place (const DocItem *item,
                               const LibLabel *label,
                               uint32_t row,
                               uint32_t n,
                               double scale);
/* The labels that an item shows, its name in any case; returns how many, at most
 * DOC_LABELS_MOST. */
enum { DOC_LABELS_MOST = 8 };
uint32_t doc_labels (const DocItem *item, const LibLabel *labels[DOC_LABELS_MOST]);

/* About the boxes that they fill: by the length of the texts, since fonts are the
 * painter's, and without those upon the symbol itself or right before one of its ports,
 * which wires cannot spare. Returns how many. */
enum { DOC_LABEL_BOXES = 2 };
#define DOC_LABEL_WAY   20.0  /* before a port */
#define DOC_LABEL_REACH 100.0 /* as far as wires look for them around an item */
uint32_t doc_label_boxes (const DocModel *doc,
                          uint32_t item,
                          DocRect boxes[DOC_LABEL_BOXES]);
