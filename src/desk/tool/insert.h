/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/catalogue.h"
#include "desk/studio.h"

/* Building by typing: "spring 1k" is a part with a value, "mass 2 v = 1" one that
 * starts with 1 m/s, "spring 1k, mass m = 10 kg" one after the other, each joined to
 * the one before; behind "mass: " it goes on at the part of that name. */

/* Where the first part of a text ends and the next one begins: the place of a comma
 * that is followed by a space and stands in no brackets; NULL: there is only one. */
const char *desk_insert_next (const char *text);

/* Behind the name of an item or of its port and a colon with a space, which it begins
 * with: selects the item; `port` is set to the name of the port, or NULL, caller frees.
 * NULL if it begins with none. */
const char *desk_insert_begin (DeskStudio *studio, const char *text, char **port);

/* Of such a part, the words by which it is looked for. Caller frees. What follows are
 * its values: from the first word on that is a number, unless a component's name has it
 * ("atan 2"), or a vector, or that gives a parameter or start value by its name
 * ("m=10"). */
char *desk_insert_words (DeskCatalogue *catalogue, const char *text);

/* What the values in it would give the component, "c = 1 kN/m, d = 5", or, as
 * `problem`, why they cannot be taken; "" if there are none. Those without a name are
 * given to the parameters in order: first to those that have no default, then to those
 * that the diagram shows. Caller frees both. */
char *desk_insert_preview (DeskCatalogue *catalogue,
                           DeskComponent *component,
                           const char *text,
                           char **problem);

/* A wire that begins at a port and ends in free space. */
typedef struct {
  char *from;       /* "mass.flange_b" */
  DocPoint *points; /* its corners, the last of which is its end */
  uint32_t n;       /* at least 1 */
} DeskInsertEnd;

/* NULL may be freed. */
void desk_insert_end_free (DeskInsertEnd *end);

/* What is to be inserted. */
typedef struct {
  DeskComponent *component;
  const char *text; /* as typed, with its values */
  bool is_alone;    /* not joined with what is selected */
  const char *from; /* a port of that, which it is joined with; NULL: any */
  bool is_chosen;   /* by hand: no other one of that name will do */
} DeskInsertion;

/* Inserts it beside what is selected and joins it with that, or at a place if nothing
 * is; as one undoable step. Selects it. Its name (interned), or NULL if it is refused,
 * which is told, as is that it cannot be joined. */
const char *desk_insert (DeskStudio *studio,
                         DeskCatalogue *catalogue,
                         const DeskInsertion *what,
                         DocPoint at);

/* The same at the end of a wire. */
const char *desk_insert_at_end (DeskStudio *studio,
                                DeskCatalogue *catalogue,
                                const DeskInsertion *what,
                                const DeskInsertEnd *end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeskInsertEnd, desk_insert_end_free)
