/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/wire/net.h"
#include "lang/token.h"

/* A change of the text that is being put together: replacements of spans of the text as
 * it is, applied all at once; spans are those of the tree. Nothing outside them
 * changes. New elements, connects and
 * `_links` entries are collected and written where the language puts them. */
typedef struct DocPatch DocPatch;

/* Of the component shown; or in a component of the file, or NULL. NULL and an error if
 * it cannot be edited. */
DocPatch *doc_patch_new (DocModel *doc, GError **error);
DocPatch *doc_patch_new_in (DocModel *doc, const LangClass *class, GError **error);
void doc_patch_free (DocPatch *patch);

DocModel *doc_patch_model (const DocPatch *patch);
/* All changes as a batch for doc_step_make(), NULL if there are none. Frees the patch.
 */
GArray *doc_patch_finish (DocPatch *patch);

void doc_patch_replace (DocPatch *patch, BaseSpan span, const char *text);
/* Bytes of the text as it is, from `begin` up to `end`. */
void doc_patch_replace_bytes (DocPatch *patch,
                              uint32_t begin,
                              uint32_t end,
                              const char *text);
/* At a byte of the text, or where a span of the tree begins or ends. */
void doc_patch_insert (DocPatch *patch, uint32_t at, const char *text);
void doc_patch_insert_before (DocPatch *patch, BaseSpan span, const char *text);
void doc_patch_insert_behind (DocPatch *patch, BaseSpan span, const char *text);
/* On a line of its own before an element, if that begins one. */
void doc_patch_insert_line_before (DocPatch *patch, BaseSpan span, const char *text);
/* Sets a member of an object to a number, if it is another one. */
void doc_patch_set_number (DocPatch *patch,
                           const LangJson *object,
                           const char *key,
                           double value);
/* Whether several elements have this metadata, under one key of `_links`. */
bool doc_patch_is_shared (DocPatch *patch, const LangMeta *meta);
/* How many elements of a component have each key, which is interned. Caller unrefs. */
GHashTable *doc_patch_count_keys (const LangClass *class);
/* An element that stands on its lines: with its doc text, the comment behind it, the
 * lines that become empty, and its metadata in `_links`. */
void doc_patch_remove_element (DocPatch *patch,
                               BaseSpan doc,
                               BaseSpan span,
                               const LangMeta *meta);
/* Tells that a relation of a loop is removed: it goes, too, once nothing is left. */
void doc_patch_remove_from (DocPatch *patch,
                            const LangRelation *loop,
                            const LangRelation *relation);
/* Puts what stands from the beginning of one span to the end of another between two
 * lines, by two columns farther in than these. */
void doc_patch_wrap (DocPatch *patch,
                     BaseSpan first,
                     BaseSpan last,
                     const char *head,
                     const char *tail);
/* The first sign of a kind from a place on in the text that an element was read from:
 * none of a comment. */
BaseSpan doc_patch_find_sign (const BaseSource *source,
                              uint32_t at,
                              LangTokenKind kind);
/* A definition of the file, with its doc text and the empty lines before it. */
void doc_patch_remove_class (DocPatch *patch, const LangClass *class);
/* A member of an object or an element of an array. */
void doc_patch_remove_member (DocPatch *patch,
                              const LangJson *container,
                              const LangJson *member);
/* One of a comma separated list whose spans are given in order. */
void doc_patch_remove_listed (DocPatch *patch,
                              const BaseSpan *spans,
                              const bool *removed,
                              uint32_t n);

void doc_patch_add_decl (DocPatch *patch, const char *text);
/* Behind the parameters that the component has, else before all it is made of. */
void doc_patch_add_parameter (DocPatch *patch, const char *text);
void doc_patch_add_relation (DocPatch *patch, const char *text);
/* `json` is one line; that of the first call for a key stays. */
void doc_patch_add_link (DocPatch *patch, const char *key, const char *json);
/* `wanted`, if it is a key for `_links` that is free, else one that is and stays so in
 * this patch: "id7". Caller frees. */
char *doc_patch_free_key (DocPatch *patch, const char *wanted);

/* Sets `path` ("Dyad/placement/diagram") in the metadata of an element; what it lacks
 * on the way is added. At most one missing part of one element per patch. `key` names a
 * new entry, if it is free (NULL: by number). */
void doc_patch_set_meta (DocPatch *patch,
                         const LangMeta *meta,
                         const char *key,
                         const char *path,
                         const char *json);
/* The same in the definition's `metadata`. */
void doc_patch_set_metadata (DocPatch *patch, const char *path, const char *json);

/* Sets what stands under `path` in an object, adding what is missing. */
void doc_patch_set_member (DocPatch *patch,
                           const LangJson *object,
                           const char *path,
                           const char *json);
/* Adds a member to an object, once in this patch, or an element to an array (`key`
 * NULL). */
void doc_patch_append (DocPatch *patch,
                       const LangJson *container,
                       const char *key,
                       const char *json);

#define DOC_PATCH_IN_DIAGRAM "Dyad/placement/diagram"
#define DOC_PATCH_ON_ICON    "Dyad/placement/icon"
/* Writes a place into the metadata of an instance, and what differs from its drawing
 * into that of a wire. */
void doc_patch_set_place (DocPatch *patch,
                          const LangDecl *decl,
                          const char *path,
                          const DocPlace *place);
void doc_patch_set_drawing (DocPatch *patch, const DocWire *wire, const DocNet *net);
/* Of all marked wires, as they are drawn in the view. */
void doc_patch_set_drawings (DocPatch *patch, const bool *wires);
/* What a new one has there: the value of "diagram" in a placement, that of "Dyad" in a
 * connect, on one line. Caller frees. */
char *doc_patch_place_text (const DocPlace *place);
char *doc_patch_drawing_text (const DocNet *net);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DocPatch, doc_patch_free)
