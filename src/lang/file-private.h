/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lang/ast.h"

/* `_links` of the definition that is edited, with its lists; the same for all files
 * between which no edit has changed them. */
typedef struct {
  gatomicrefcount n_refs;
  BaseArena *arena;
} LangLinks;

LangLinks *lang_file_links_new (void);
/* NULL, those of the tree as it was read, may be counted, too. */
LangLinks *lang_file_links_ref (LangLinks *links);
void lang_file_links_unref (LangLinks *links);

/* What a file shares with those that were made from it by edits: all nodes but those of
 * the definition that is edited and its lists, which each file has for itself, and its
 * `_links`. */
typedef struct {
  gatomicrefcount n_refs;
  BaseArena *arena;
  GPtrArray *sources; /* BaseSource: the whole text, then what was read again */
  size_t n_whole;     /* bytes of memory that text and nodes took when it was read */
  size_t n_read;      /* of sources, that text included */
  const LangFile *newest; /* the only one that may be edited */
  uint32_t edited;        /* the definition, by number, or UINT32_MAX */
  GHashTable *links;      /* its `_links` in the newest file: key -> LangJson */
  bool is_plain;          /* read without any report */
} LangTrees;

struct LangFile {
  gatomicrefcount n_refs;
  LangTrees *trees;
  BaseArena *arena; /* of what is not shared */
  LangLinks *links; /* NULL: no edit has changed them */
  GArray *pieces;   /* LangPiece: where what is shared stands */
  const BaseSource *source;
  uint32_t n_classes;
  const LangClass *const *classes;
  GHashTable *by_name; /* interned name -> class */
  bool is_sound;
};

/* Indexes the classes by their names. */
void lang_file_index (LangFile *file);
