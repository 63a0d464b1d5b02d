/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/net.h"

/* What edits of items do to wires. */

/* Takes the marked ends out of a connect; the whole connect if fewer than two stay. */
void doc_patch_remove_ends (DocPatch *patch,
                            const DocModel *doc,
                            const DocWire *wire,
                            const bool *gone);

/* Whether both end at some port. */
bool doc_wires_share_end (const DocWire *a, const DocWire *b);

/* Whether several elements have their metadata under this key. */
bool doc_key_is_shared (const DocModel *doc, const char *key);

/* Cuts an edge and joins its sides to two ports. False if they do not fit. */
bool doc_insert_into_wire (DocModel *doc,
                           uint32_t wire,
                           uint32_t edge,
                           const char *first_port,
                           const char *second_port);
