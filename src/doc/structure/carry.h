/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Definitions that go from their files to another one, with all those of the same kind
 * that they are made of: parts of a diagram to a library, and back. Everything is by
 * what names mean, not by how they are written. */
typedef struct DocCarry DocCarry;

/* Whether a definition goes along when something that goes, or stays, names it. */
typedef bool (*DocCarries) (const LibEntry *entry, const void *data);

/* Names are looked up in `index`, which outlives it. */
DocCarry *doc_carry_new (const LibIndex *index, DocCarries carries, const void *data);
void doc_carry_free (DocCarry *carry);

/* Takes the definition along, with what it needs. */
void doc_carry_take (DocCarry *carry, const LibEntry *entry);
/* Takes along what that one, which stays, needs. */
void doc_carry_take_needs (DocCarry *carry, const LibEntry *entry);

/* Those that go, in the order in which they were met; UINT32_MAX: it is none. */
uint32_t doc_carry_n (const DocCarry *carry);
const LibEntry *doc_carry_entry (const DocCarry *carry, uint32_t i);
uint32_t doc_carry_find (const DocCarry *carry, const LibEntry *entry);
/* What it is called where it goes; at first its own name. Copied, borrowed. */
void doc_carry_set_name (DocCarry *carry, uint32_t i, const char *name);
const char *doc_carry_name (const DocCarry *carry, uint32_t i);

/* Calls `found` for each place in a definition that stays which names one that goes,
 * with the name that it has there now; in the order of the text. */
typedef void (*DocCarryFound) (void *data, BaseSpan span, uint32_t i);
void doc_carry_mentions (const DocCarry *carry,
                         const LibEntry *entry,
                         DocCarryFound found,
                         void *data);

/* The text of one that goes, as it stands in the namespace `within`, where the names of
 * the others are looked up in `there`. Caller frees. NULL and an error if it cannot
 * mean there what it means: it has faults, reads a file that stands beside it, or names
 * what is hidden there. */
char *doc_carry_text (const DocCarry *carry,
                      uint32_t i,
                      const LibIndex *there,
                      const char *within,
                      GError **error);

/* Copies the SVG beside the file of a definition to beside the file `path`; there may
 * be none. One that is there stays if it is the same; if it is not this is refused. */
bool doc_carry_icon (const LibEntry *entry, const char *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DocCarry, doc_carry_free)
