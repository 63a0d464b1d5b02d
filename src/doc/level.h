/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* The levels of a diagram: the component that is run, and the components of the same
 * file that its parts are instances of, as deep as that goes. A level is the path of an
 * instance of the model ("axle.hub", "" for the model itself), the diagram shows the
 * component that this is an instance of, and editing it changes all instances. Steps
 * are undone on the level where they were made.
 */

const LangClass *doc_level_root (const DocModel *doc); /* that is run, or NULL */
const char *doc_level (const DocModel *doc);           /* interned */

/* The component of this file that an item of the level shown is an instance of; NULL:
 * of a library, or of nothing that is known. */
const LangClass *doc_level_inside (const DocModel *doc, const char *item);

/* Shows another level; no step, the text stays. False, and nothing is changed, if it
 * leads to no component of this file. Of an array of parts ("car[2]") it shows one. */
bool doc_level_show (DocModel *doc, const char *level);

/* A component of the file that the model consists of, at the level nearest to it. */
typedef struct {
  const LangClass *class;
  char *level;
} DocLevel;

/* All of them, each once, the model first. New array of DocLevel; the classes are valid
 * until the next change. */
GArray *doc_levels (const DocModel *doc);
/* A part of any of them as far as it has a name, a class and values: no place, no port.
 * In the arena, valid until the next change. */
const DocItem *doc_level_part (DocModel *doc, BaseArena *arena, const LangDecl *decl);
/* The texts of a component's notes, in the order of doc_note(). New array. */
GPtrArray *doc_level_notes (const LangClass *class);

/* The level that shows the component which holds byte `at` of the text, the one nearest
 * to the model; NULL: it is no part of the model. Caller frees. */
char *doc_level_at (const DocModel *doc, uint32_t at);

/* The level of a part of the level shown, and the one around it (of "" it is ""); the
 * name of the part that leads into a level from there. Caller frees. */
char *doc_level_into (const DocModel *doc, const char *item);
char *doc_level_around (const char *level);
const char *doc_level_name (const char *level); /* a part of it */

/* From paths of the model to those on the level shown, and back: "hub.c" for
 * "axle.hub.c" on the level "axle", whatever element of an array that leads through.
 * A part of it; NULL: it leads elsewhere. Caller frees the path. */
const char *doc_level_local (const DocModel *doc, const char *path);
char *doc_level_path (const DocModel *doc, const char *name);
/* The level that has the part which a path of the model leads into, the last one on its
 * way: "axle" for "axle.hub.c". Caller frees. */
char *doc_level_of (const DocModel *doc, const char *path);
/* The item of the level shown that a path of the model leads into; UINT32_MAX. */
uint32_t doc_level_find_item (const DocModel *doc, const char *path);
