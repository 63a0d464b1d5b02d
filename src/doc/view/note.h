/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Notes, as they are seen at a zoom. Like labels they are not drawn smaller than can be
 * read, as far as bodies, labels, wires and other notes leave room for that. */

/* How large one is drawn, as a multiple of its size in the diagram, at least 1; 0 where
 * the zoom is so small that none is drawn. */
double doc_note_scale (const DocModel *doc, uint32_t note, double zoom);

/* What it fills then, about its middle. DOC_RECT_NONE if it is not drawn. */
DocRect doc_note_extent (const DocModel *doc, uint32_t note, double zoom);

/* What all labels, notes and tags of the diagram fill at a zoom. */
DocRect doc_note_bounds_with_labels (const DocModel *doc, double zoom);

/* No note is larger than that, whatever room it has: found in no time. */
DocRect doc_note_reach (const DocModel *doc, uint32_t note, double zoom);
