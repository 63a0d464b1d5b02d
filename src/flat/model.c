/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions to a flat model that several stages ask: where the user looks for
 * something, and whose guess goes first. Linear in the depth of the instance. */
#include "flat/model.h"

#include <string.h>

LibTree
flat_model_tree (const FlatModel *flat)
{
  return (LibTree){.index = flat->index,
                   .n_instances = flat->n_instances,
                   .instances = flat->instances,
                   .n_sets = flat->n_sets,
                   .sets = flat->sets};
}

BaseSpan
flat_model_user_span (const FlatModel *flat, uint32_t instance, BaseSpan span)
{
  const LibInstance *instances = flat->instances;

  if (instance == 0 || span.source == instances[0].span.source)
    return span;
  while (instances[instance].parent != 0)
    instance = instances[instance].parent;
  return instances[instance].span;
}

uint32_t
flat_model_component (const FlatModel *flat, uint32_t instance)
{
  while (instance != 0 && lib_tree_is_connector (&flat->instances[instance]))
    instance = flat->instances[instance].parent;
  return instance;
}

/* By name, so that the order of the text does not decide what is said. */
static int
compare_paths (const void *a, const void *b, void *data)
{
  const FlatModel *flat = data;

  return strcmp (flat->instances[*(const uint32_t *) a].path,
                 flat->instances[*(const uint32_t *) b].path);
}

uint32_t
flat_model_sort_instances (const FlatModel *flat, uint32_t n, uint32_t *instances)
{
  uint32_t n_kept = 0;

  if (n > 1)
    g_qsort_with_data (instances, (gint) n, sizeof *instances, compare_paths,
                       (gpointer) flat);
  for (uint32_t i = 0; i < n; i++)
    if (n_kept == 0 || instances[n_kept - 1] != instances[i])
      instances[n_kept++] = instances[i];
  return n_kept;
}

uint32_t
flat_model_depth (const FlatModel *flat, uint32_t instance)
{
  uint32_t depth = 0;

  for (uint32_t i = instance; i != 0; i = flat->instances[i].parent)
    depth++;
  return depth;
}

uint32_t
flat_model_guess_level (const FlatModel *flat, uint32_t variable)
{
  const FlatVar *var = &flat->vars[variable];

  return var->has_guess ? flat_model_depth (flat, var->guess_by) : UINT32_MAX;
}

int
flat_model_compare_guesses (const FlatModel *flat, uint32_t a, uint32_t b)
{
  uint32_t level_a = flat_model_guess_level (flat, a);
  uint32_t level_b = flat_model_guess_level (flat, b);

  if (level_a != level_b)
    return level_a < level_b ? -1 : 1;
  return strcmp (flat->vars[a].name, flat->vars[b].name);
}

const char *
flat_model_var_name (const void *flat, uint32_t variable)
{
  return ((const FlatModel *) flat)->vars[variable].name;
}
