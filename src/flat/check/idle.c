/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds parts that one forgot to connect at their other end, as a damper without a
 * ground: such a model has a solution, in which the part does nothing. Which parts act
 * through their ports only together they say themselves. A pass over the ports. */
#include "flat/model.h"
#include "lib/class.h"

/* The direct part of the model that acts through this port, or 0. */
static uint32_t
part_through (const FlatModel *flat, LibClasses *classes, uint32_t port)
{
  const uint32_t part = flat->instances[port].parent;
  const LibInstance *instance = &flat->instances[part];

  return part != 0 && instance->parent == 0 &&
                 lib_class_lists (lib_class_get (classes, instance->entry), "through",
                                  flat->instances[port].name)
             ? part
             : 0;
}

/* Which parts are connected at a port that they act through. Caller frees. */
static bool *
find_joined (const FlatModel *flat, LibClasses *classes)
{
  bool *is_joined = g_new0 (bool, flat->n_instances);

  for (uint32_t s = 0; s < flat->n_sets; s++)
    for (uint32_t i = 0; flat->sets[s].n_ports > 1 && i < flat->sets[s].n_ports; i++)
      is_joined[part_through (flat, classes, flat->sets[s].ports[i])] = true;
  return is_joined;
}

void
flat_model_hint_partner (const FlatModel *flat, uint32_t port, BaseDiags *diags)
{
  const LibInstance *instance = &flat->instances[port];
  g_autofree char *own = g_strconcat ("messages/connect/", instance->name, NULL);
  const char *partner = lib_tree_connector_text (instance, own);

  if (partner == NULL)
    partner = lib_tree_connector_text (instance, "messages/connect/default");
  if (partner != NULL)
    base_diags_set_hint (diags, "connect %s to `%s`", partner, instance->path);
  else
    base_diags_set_hint (diags, "connect something to `%s`", instance->path);
}

void
flat_model_tell_idle (const FlatModel *flat, BaseDiags *diags)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (LibClasses) classes = lib_classes_new (arena, flat->index, NULL);
  g_autofree bool *is_joined = NULL; /* made for the first that asks */

  for (uint32_t s = 0; s < flat->n_sets; s++) {
    const uint32_t port = flat->sets[s].ports[0];
    const LibInstance *open = &flat->instances[port];

    if (flat->sets[s].n_ports > 1 || part_through (flat, classes, port) == 0)
      continue;
    if (is_joined == NULL)
      is_joined = find_joined (flat, classes);
    if (!is_joined[open->parent])
      continue;
    base_diags_add (diags, BASE_WARNING, 411,
                    flat_model_user_span (flat, port, open->span),
                    "`%s` is connected to nothing, so `%s` has no effect", open->path,
                    flat->instances[open->parent].path);
    base_diags_set_path (diags, open->path);
    flat_model_hint_partner (flat, port, diags);
  }
}
