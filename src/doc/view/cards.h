/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Inside of the module: the cards of instances. Those of a class that say the same are
 * one. */
typedef struct DocCards DocCards;

/* The cards live in the arena, which has to outlive the table. NULL may be freed. */
DocCards *doc_cards_new (BaseArena *arena);
void doc_cards_free (DocCards *cards);

/* As lib_card(); the same index and namespace for all cards of a table. */
const LibCard *doc_cards_get (DocCards *cards,
                              const LibIndex *index,
                              const LibEntry *entry,
                              const LangDecl *decl,
                              const char *from);

/* The card of a declaration of the file, NULL if its class is not known. One that is
 * the component shown, or extends it, has its card in the arena. */
const LibCard *doc_cards_find (DocModel *doc,
                               BaseArena *arena,
                               const LangDecl *decl,
                               bool *is_of_shown);
