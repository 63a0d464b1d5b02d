/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lang/ast.h"

/* What a file shares with those that were made from it by edits: all nodes but those of
 * the definition that is edited, its lists and its `_links`, which each file has for
 * itself. */
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
  GArray *pieces;   /* LangPiece: where what is shared stands */
  const BaseSource *source;
  uint32_t n_classes;
  const LangClass *const *classes;
  GHashTable *by_name; /* interned name -> class */
  bool is_sound;
};

/* Indexes the classes by their names. */
void lang_file_index (LangFile *file);
