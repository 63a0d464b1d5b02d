/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/edit/edit.h"
#include "doc/edit/patch.h"
#include "doc/model-private.h"

/* Makes the changes of a patch, which it frees, as one undo step of that label (as a
 * part of the step between doc_begin() and doc_end()). False if it changes nothing. */
bool doc_apply (DocPatch *patch, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* What was drawn before a step, kept to see what the step has done. */
typedef struct DocSettle DocSettle;
DocSettle *doc_settle_note (const DocModel *doc);
void doc_settle_free (DocSettle *before);
/* How wires are drawn that the text says nothing of, before a step that will write them
 * down at its end; NULL: there are none. Caller frees. */
DocWays *doc_settle_ways (const DocModel *doc);
/* At the end of a step, the places that items had without their being written; NULL:
 * none. */
DocPatch *doc_settle_places (DocModel *doc, DocSettle *before);
/* Then leads anew what the step has made faulty: edges under the bodies that it has put
 * there, or too near to them, and those that it has drawn so itself, or along another
 * net. What was drawn so before stays. A step that neither moves an item nor takes away
 * an end of a wire, so that nets part, draws as it was told to. */
DocPatch *doc_settle_wires (DocModel *doc, DocSettle *before);
/* How a wire is drawn. */
typedef struct {
  const DocEdge *edges;
  uint32_t n_edges;
} DocDrawing;

/* The same in a view where the items of these numbers were moved: so that the text need
 * be read but once. Marks in is_changed[n_wires] what was led anew. */
void doc_settle_view (DocModel *doc,
                      const GArray *moved,
                      const DocDrawing *before,
                      uint32_t n_before,
                      bool *is_changed);
/* The drawings of wires, to be known again. Caller frees. */
DocDrawing *doc_settle_drawings (const DocWire *wires, uint32_t n);

/* Before an item is taken from a place or put there: notes the wires around it, but not
 * those marked in but[n_wires] (NULL: none). At the end of the step each of them is led
 * anew if that makes it better, unless somebody has laid it down by hand or another
 * wire joins the same ends: these cannot be told apart later. */
void doc_settle_watch (DocModel *doc, DocRect place, const bool *but);
/* The same around a path of a wire that is about to be added, with these ends
 * (NULL-terminated), as the program leads it; and of that wire itself. */
void doc_settle_expect (DocModel *doc,
                        const char *const *ends,
                        const DocPoint *points,
                        uint32_t n);

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

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DocSelection, doc_selection_free)

/* Whether a relation is copied with these items: a connect or a start value of theirs
 * alone. */
bool doc_is_copied (const DocModel *doc,
                    const DocSelection *selection,
                    const LangRelation *relation);
/* A component of that name, as text: the items, the relations that are copied with
 * them, and their metadata; before the items these lines of declarations, before the
 * relations those. Caller frees. */
char *doc_copy_as (const DocModel *doc,
                   const DocSelection *selection,
                   const char *name,
                   const char *decls,
                   const char *relations);

/* Draws the wires of these items anew. */
void doc_tidy_items (DocModel *doc, const char *const *names, uint32_t n);

/* Whether a component is passed through between these ports: of one kind, and they look
 * in opposite directions. */
bool doc_is_way (const DocPort *a, const DocPort *b);
/* Whether a wire ends at a port of an item. */
bool doc_has_wire (const DocModel *doc, uint32_t item, uint32_t port);

/* Keeps the text that was there before an instance was made of items, so that
 * doc_ungroup() can bring it back. */
void doc_ungroup_remember (DocModel *doc, const char *name, const char *before);

/* Moves an item in the open step without leading wires around it, which the end of the
 * step does: that wire, which is to be cut, is written as it is drawn. */
void doc_move_unsettled (DocModel *doc, const char *name, DocPoint by, uint32_t wire);

/* Moves what the open step has added to where it is meant to be. */
void doc_move_added (DocModel *doc, DocSelection *added, DocPoint by);

/* Sets or, with NULL, removes a modifier of an instance or extends. */
void doc_patch_set_modifier (DocPatch *patch,
                             const LangDecl *decl,
                             const char *name,
                             const char *value);

/* Adds a modifier that is not there yet, or several with commas between them. */
void doc_patch_add_modifiers (DocPatch *patch, const LangDecl *decl, const char *text);

/* A parameter that the component itself declares, or NULL. */
const LangDecl *doc_find_parameter (const DocModel *doc, const char *name);

/* Names of instances and what refers to them. */

/* Letters, digits and _, no digit first and no word of the language, as `pi` is. */
bool doc_name_is_valid (const char *name);

/* `wanted` or, if it is not free or in `taken`, with the first number behind it that
 * is: from 2 on, and from 1 on where nothing can be called `wanted`. Adds it to `taken`
 * (may be NULL), a table of interned names, each with the number that is tried next
 * behind it. Caller frees. */
char *doc_free_name (const DocModel *doc, const char *wanted, GHashTable *taken);

/* What is about to be added: the component, as it is written, and its name. */
typedef struct {
  const LibEntry *entry;
  const char *class_name;
  const char *name; /* interned, free */
} DocAddition;

#define DOC_SIDE DOC_ITEM_SIDE /* of a new component, in units of the diagram */

/* False, with an error, if the diagram cannot hold it. */
bool doc_addition_read (const DocModel *doc,
                        const char *class_name,
                        DocAddition *addition,
                        GError **error);
/* Adds it at a place, in a step that the caller ends by doc_end (); false, with an
 * error and no step, if the text cannot be edited. */
bool doc_addition_begin (DocModel *doc,
                         const DocAddition *addition,
                         const DocPlace *place,
                         GError **error);

/* What edits of items do to wires. */

/* Takes the marked ends out of a connect; the whole connect, and false, if fewer than
 * two stay. */
bool doc_patch_remove_ends (DocPatch *patch,
                            const DocModel *doc,
                            const DocWire *wire,
                            const bool *gone);

/* Cuts an edge and joins its sides to two ports. False if they do not fit. */
bool doc_insert_into_wire (DocModel *doc,
                           uint32_t wire,
                           uint32_t edge,
                           const char *first_port,
                           const char *second_port);
