/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model-private.h"

/* The end of each step of editing. */

/* Where the items are before the step, and how the wires are drawn. */
typedef struct DocSettle DocSettle;
DocSettle *doc_settle_note (const DocModel *doc);
void doc_settle_free (DocSettle *before);

/* Writes the places that items had without their being written, and leads anew what the
 * step has made unclear: edges under the bodies that it has moved, and those it has
 * drawn itself under a body or along another net. What was drawn so before stays. A
 * step that neither moves an item nor takes away an end of a wire, so that nets part,
 * draws as it was told to. Part of the open step. */
void doc_settle (DocModel *doc, const DocSettle *before);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DocSettle, doc_settle_free)
