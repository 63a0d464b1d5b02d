/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classes of a compilation: what is equal for all instances of one, made when the first
 * instance is met and found by a hash of lib's class. */
#include "flat/report.h"
#include "flat/tree/tree.h"

static FlatClass *
class_new (FlatBuild *build, const LibClass *lib)
{
  FlatClass *class = base_arena_new0 (build->arena, FlatClass);

  class->lib = lib;
  class->subs = base_arena_array (build->arena, FlatClass *, lib->n_subs);
  for (uint32_t i = 0; i < lib->n_members; i++)
    class->has_arrays = class->has_arrays || (lib->members[i].slot != UINT32_MAX &&
                                              lib->members[i].type != NULL &&
                                              lib->members[i].type->n_dims > 0);
  return class;
}

FlatClass *
flat_class_structural (FlatBuild *build, FlatClass *class)
{
  if (class->structural == NULL) {
    class->structural = class_new (build, class->lib);
    class->structural->is_structural = true;
  }
  return class->structural;
}

FlatClass *
flat_class_of (FlatBuild *build, const LibEntry *entry)
{
  LibClass *lib = lib_class_get (build->classes, entry);
  FlatClass *class = g_hash_table_lookup (build->flat_classes, lib);

  if (class != NULL)
    return class;
  class = class_new (build, lib);
  g_hash_table_insert (build->flat_classes, lib, class);
  if (entry->class->is_external)
    flat_report (build, 601, entry->class->name_span, NULL,
                 "the external component %s is not supplied", entry->class->name);
  if (entry->class->is_broken)
    flat_report (build, 151, entry->class->name_span, NULL,
                 "%s cannot be used until the errors in its text are corrected",
                 entry->class->name);
  return class;
}
