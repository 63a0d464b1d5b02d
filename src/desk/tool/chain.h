/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/tool/insert.h"

/* Parts that are typed one after the other into one field, "spring, inertia": what
 * stands there is chosen together. A spring that came first, on its own a
 * translational one, becomes a rotational one when an inertia follows. */
typedef struct DeskChain DeskChain;

/* Keeps both. */
DeskChain *desk_chain_new (DeskStudio *studio, DeskCatalogue *catalogue);
/* NULL may be freed. What was inserted stays. */
void desk_chain_free (DeskChain *chain);

/* Why this component cannot be joined with the part of the chain before it, whatever
 * that may become; NULL if it can, or if it is the first one. Caller frees. */
char *desk_chain_refusal (const DeskChain *chain, DeskComponent *component);

/* Inserts what comes next as desk_insert() does, or as desk_insert_at_end() if there is
 * an end, and before that inserts what it follows anew, where that can be joined with
 * it only so. Its name (interned), or NULL if it is refused, which is told. */
const char *desk_chain_insert (DeskChain *chain,
                               const DeskInsertion *what,
                               DocPoint at,
                               const DeskInsertEnd *end);

/* What it has inserted, interned; borrowed until the next change. */
const char *const *desk_chain_names (const DeskChain *chain, uint32_t *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeskChain, desk_chain_free)
