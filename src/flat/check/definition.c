/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Definitions that no model needs are read all the same: whatever they name must exist.
 * What has members is put together as a class; aliases, cases of enumerations and
 * functions have types only. A function's body is translated where it is called. */
#include "flat/build.h"
#include "lib/type.h"

typedef struct {
  BaseArena *arena;
  const LibIndex *index;
  const LibEntry *entry;
  BaseDiags *diags;
} Reader;

static void
check_type (const Reader *reader, const LangType *type)
{
  lib_type (reader->arena, reader->index, type, reader->entry->namespace,
            reader->diags);
}

static void
check_types (const Reader *reader, uint32_t n, const LangDecl *const *decls)
{
  for (uint32_t i = 0; i < n; i++)
    check_type (reader, &decls[i]->type);
}

void
flat_definition_check (BaseArena *arena,
                       const LibIndex *index,
                       const LibEntry *entry,
                       BaseDiags *diags)
{
  g_autoptr (LibClasses) classes = lib_classes_new (arena, index, diags);
  const LangClass *class = entry->class;
  const Reader reader = {arena, index, entry, diags};

  switch (class->kind) {
  case LANG_COMPONENT:
  case LANG_CONNECTOR:
  case LANG_STRUCT:
  case LANG_ANALYSIS:
    lib_class_get (classes, entry);
    break;
  case LANG_TYPE:
    check_type (&reader, &class->alias);
    break;
  case LANG_ENUM:
    for (uint32_t i = 0; i < class->n_variants; i++)
      check_types (&reader, class->variants[i].n_fields, class->variants[i].fields);
    break;
  case LANG_FUNCTION:
    check_types (&reader, class->n_decls, class->decls);
    check_type (&reader, &class->alias);
    break;
  }
}
