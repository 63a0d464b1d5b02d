/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Inside of the module: what stands for an item whose class is not known. */

/* The ends of connects by the items that they name (doc->missing). */
typedef struct DocMissing DocMissing;
void doc_missing_free (DocMissing *missing);

/* The ports that an item must have, as connects name them, in the order of their first
 * naming, without a connector: on the side, and at the height, where the wires are
 * drawn to, or else on both sides. Depends on the text alone; in the arena of
 * the view. */
uint32_t doc_missing_ports (DocModel *doc, const LangDecl *decl, const LibPort **ports);
/* What it is drawn as (lib/offer/icon.h). In `arena`. */
const char *doc_missing_icon (BaseArena *arena, const LangDecl *decl);
