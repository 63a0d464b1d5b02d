/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lib/index.h"

/* What a model consists of once it is elaborated: its instances, each with the class
 * that it really has, and what is connected. The compiler makes it; whoever shows parts
 * of the model reads it and elaborates nothing again. */

/* A component, connector or struct of a parameter. 0 is the model itself. */
typedef struct {
  const char *path;      /* "gear.spline_a", "mass[2]"; "" is the model itself */
  const char *name;      /* last part */
  const LibEntry *entry; /* the class: of what is replaced, that which replaces it */
  const LangDecl *decl;  /* in the class of the parent; NULL: the model itself. One of
                            kind LANG_OUTER means that nothing enclosed it, so that a
                            default was added to the model */
  uint32_t parent; /* comes before its parts, which are in the order of the text */
  uint32_t end;    /* what is inside of it comes before this one */
  BaseSpan span;   /* of the declaration */
} LibInstance;

/* What connects merged: ports (instances) and the connects they came from. A port that
 * no connect names forms a set of its own without connects. */
typedef struct {
  uint32_t owner; /* whose connects they are */
  uint32_t n_ports;
  const uint32_t *ports;
  uint32_t n_connects;
  const BaseSpan *connects;
} LibSet;

typedef struct {
  const LibIndex *index; /* of the entries */
  uint32_t n_instances;
  const LibInstance *instances; /* those of absent parts are left out */
  uint32_t n_sets;
  const LibSet *sets; /* by owner */
} LibTree;

static inline bool
lib_tree_is_connector (const LibInstance *instance)
{
  return instance->entry->class->kind == LANG_CONNECTOR;
}

/* What the metadata of a connector says of its domain, below "Dyad", with '/' between
 * keys ("messages/lack"), in the language of the user. NULL if it says nothing, or if
 * the instance is no connector. */
const char *lib_tree_connector_text (const LibInstance *instance, const char *path);

/* A copy that stands on its own: it keeps the index, and so every text that it points
 * into. Immutable, so threads may share it. */
LibTree *lib_tree_copy (const LibTree *tree);
void lib_tree_free (LibTree *tree);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LibTree, lib_tree_free)
