/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/edit/patch.h"
#include "doc/model.h"

/* Wires of arrays. Each part of one is joined by
 *
 *     connect(a.p, b.q)
 *
 * with one of another array that has as many, and with a single part by a loop:
 *
 *     for i in 1:n
 *       connect(a[i].p, m.q)
 *     end
 *
 * All of them are one wire of the diagram. A loop may hold several such connects, with
 * any ends of arrays by their number or of single parts; that it is drawn stands in its
 * own metadata if it holds but one, else in theirs. */

/* A connect of the component shown that is drawn as a wire. */
typedef struct {
  const LangRelation *relation;
  const LangRelation *loop;  /* around it, or NULL */
  const LangRelation *owner; /* of the metadata of its drawing: either of them */
} DocBundle;

/* All of them, also those outside of loops: DocBundle. Caller unrefs. */
GArray *doc_bundle_read (const DocModel *doc);
/* An end of a connect, in a loop over `i` (NULL: none) without that number. */
char *doc_bundle_end_text (const LangExpr *end, const char *i);
/* How many connections a wire stands for, or NULL: DocWire.count. Of the arena. */
const char *doc_bundle_count_of (const DocModel *doc, const DocWire *wire);

/* How many parts an end stands for, as it is written; NULL: one. */
const char *doc_bundle_parts (const DocModel *doc, const DocEnd *end);
/* Why ends cannot be joined, of which at least one stands for several parts; NULL: they
 * can be. Caller frees. */
char *doc_bundle_refusal (const DocModel *doc, const DocEnd *a, const DocEnd *b);

/* A new connect of these ends (NULL-terminated), in a loop if they need one, with that
 * key of `_links`. */
void doc_bundle_add (DocPatch *patch, const char *const *ends, const char *key);
/* Joins a wire with one more end. */
void doc_bundle_append (DocPatch *patch, const DocWire *wire, const char *end);
/* Takes away a wire, with its loop if nothing else stands there. */
void doc_bundle_remove (DocPatch *patch, const DocWire *wire);
/* Puts a connect into a loop of its own. */
void doc_bundle_wrap (DocPatch *patch,
                      const LangRelation *connect,
                      const char *i,
                      const char *count);
/* Takes what is in the loop of a wire out of it. */
void doc_bundle_unwrap (DocPatch *patch, const DocWire *wire);
/* Puts a wire between arrays, of which `one` becomes a single part, into a loop for the
 * parts of the others, if there are any. */
void doc_bundle_number (DocPatch *patch, const DocWire *wire, const DocItem *one);
/* Whether an end of a connect names the number of its loop. */
bool doc_bundle_is_numbered (const LangExpr *end, const char *i);
