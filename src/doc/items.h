/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/patch.h"
#include "doc/state.h"

/* Items that an edit is about, with the places that they have or are to get. */
typedef struct {
  uint32_t n;
  uint32_t *items;
  DocPlace *places;
  uint32_t *position; /* per item of the model: its number here, or UINT32_MAX */
} DocSelection;

/* Unknown and repeated names are left out. */
DocSelection *doc_selection_new (const DocModel *doc,
                                 const char *const *names,
                                 uint32_t n);
void doc_selection_free (DocSelection *selection);

/* The value of "diagram" in a placement. Caller frees. */
char *doc_place_to_json (const DocPlace *place);
/* Writes a place into the metadata of an item. */
void doc_place_write (DocPatch *patch, const DocItem *item, const DocPlace *place);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DocSelection, doc_selection_free)
