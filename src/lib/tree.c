/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies the tree of instances out of a compilation, whose arena dies: arrays are
 * copied as a whole, paths one by one. Classes and declarations stay where the index
 * has them. */
#include "lib/tree.h"

#include <string.h>

#include "lib/text.h"

/* With the memory that all of it is in. */
typedef struct {
  LibTree public;
  BaseArena *arena;
} Tree;

static void *
copy (BaseArena *arena, const void *items, size_t n, size_t size)
{
  return base_arena_copy (arena, items, n * size, n * size);
}

static LibInstance *
copy_instances (BaseArena *arena, const LibTree *tree)
{
  LibInstance *instances =
      copy (arena, tree->instances, tree->n_instances, sizeof *instances);

  for (uint32_t i = 0; i < tree->n_instances; i++) {
    size_t n_path = strlen (instances[i].path), n_name = strlen (instances[i].name);

    instances[i].path = base_arena_strndup (arena, instances[i].path, n_path);
    instances[i].name = instances[i].path + n_path - n_name;
  }
  return instances;
}

static LibSet *
copy_sets (BaseArena *arena, const LibTree *tree)
{
  LibSet *sets = copy (arena, tree->sets, tree->n_sets, sizeof *sets);

  for (uint32_t i = 0; i < tree->n_sets; i++) {
    LibSet *set = &sets[i];

    set->ports = copy (arena, set->ports, set->n_ports, sizeof *set->ports);
    set->connects = copy (arena, set->connects, set->n_connects, sizeof *set->connects);
  }
  return sets;
}

LibTree *
lib_tree_copy (const LibTree *tree)
{
  Tree *self = g_new (Tree, 1);

  self->arena = base_arena_new ();
  self->public =
      (LibTree){.index = tree->index == NULL ? NULL : lib_index_ref (tree->index),
                .n_instances = tree->n_instances,
                .instances = copy_instances (self->arena, tree),
                .n_sets = tree->n_sets,
                .sets = copy_sets (self->arena, tree)};
  return &self->public;
}

void
lib_tree_free (LibTree *tree)
{
  Tree *self = (Tree *) tree;

  if (self == NULL)
    return;
  lib_index_unref ((LibIndex *) tree->index);
  base_arena_free (self->arena);
  g_free (self);
}

const char *
lib_tree_connector_text (const LibInstance *instance, const char *path)
{
  const LangJson *own;

  if (!lib_tree_is_connector (instance))
    return NULL;
  own = lang_json_find (instance->entry->class->metadata, "Dyad");
  return lib_text (lang_json_string (lang_json_find (own, path), NULL));
}
