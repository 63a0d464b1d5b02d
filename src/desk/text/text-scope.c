/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names are looked up as the compiler does it, class by class, in the tree of the text
 * that was read last. */
#include "desk/text/text-scope.h"

#include <string.h>

#include "base/name.h"
#include "desk/text/text-place.h"

static const LangClass *
class_at (const DocModel *doc, uint32_t at)
{
  const LangFile *file = doc_file (doc);

  for (uint32_t i = 0; !doc_is_ahead (doc) && i < lang_file_n_classes (file); i++) {
    const BaseSpan span = lang_file_span (file, lang_file_class (file, i)->span);

    if (span.begin <= at && at <= span.end)
      return lang_file_class (file, i);
  }
  return doc_class (doc);
}

void
desk_text_scope_init (DeskTextScope *scope, const DocModel *doc, uint32_t at)
{
  const LangClass *class = class_at (doc, at);

  *scope = (DeskTextScope){.arena = base_arena_new (), .index = doc_index (doc)};
  scope->classes = lib_classes_new (scope->arena, scope->index, NULL);
  const LibEntry *entry =
      class != NULL ? lib_index_of_class (scope->index, class) : NULL;
  scope->from = entry != NULL ? entry->namespace : "";
  scope->class = entry != NULL ? lib_class_get (scope->classes, entry) : NULL;
}

void
desk_text_scope_clear (DeskTextScope *scope)
{
  lib_classes_free (scope->classes);
  base_arena_free (scope->arena);
}

LibClass *
desk_text_scope_class (DeskTextScope *scope, const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, ".", -1);
  LibClass *class = scope->class;

  for (char **part = parts; *part != NULL && class != NULL; part++) {
    const uint32_t i = lib_class_find (class, base_name (*part));
    const LibEntry *entry = i != UINT32_MAX ? class->members[i].entry : NULL;

    class = entry != NULL ? lib_class_get (scope->classes, entry) : NULL;
  }
  return class;
}

LibClass *
desk_text_scope_named (DeskTextScope *scope, const char *name)
{
  const LibEntry *entry =
      lib_index_find (scope->index, scope->from, name, LIB_COMPONENTS);

  return entry != NULL ? lib_class_get (scope->classes, entry) : NULL;
}

/* ---- where it is declared ---- */

static bool
set_target (DeskTextTarget *target, const LangFile *file, BaseSpan span)
{
  *target = (DeskTextTarget){file, lang_file_span (file, span)};
  return true;
}

/* Of a member, in the class that has it or in the one that this inherits it from. */
static bool
find_member (const LibClass *class, const char *name, DeskTextTarget *target)
{
  if (class == NULL || lib_class_find (class, name) == UINT32_MAX)
    return false;
  for (uint32_t i = 0; i < class->entry->class->n_decls; i++) {
    const LangDecl *decl = class->entry->class->decls[i];

    if (decl->name == name)
      return set_target (target, class->entry->file, decl->name_span);
  }
  for (uint32_t i = 0; i < class->n_bases; i++)
    if (find_member (class->bases[i], name, target))
      return true;
  return false;
}

bool
desk_text_scope_target (const DocModel *doc, uint32_t at, DeskTextTarget *target)
{
  const char *text = doc_text (doc, NULL);
  DeskTextPlace place;

  if (!desk_text_place_read (text, desk_text_place_end (text, at), &place) ||
      *place.typed == '\0')
    return false;
  g_auto (DeskTextScope) scope;
  desk_text_scope_init (&scope, doc, at);
  /* A parameter of the part that is declared here, a member, a definition. */
  const bool is_given =
      place.around == LANG_TOKEN_LPAREN && *place.path == '\0' &&
      (place.before == LANG_TOKEN_LPAREN || place.before == LANG_TOKEN_COMMA);
  LibClass *opener = is_given ? desk_text_scope_named (&scope, place.opener) : NULL;

  if (find_member (opener, place.typed, target) ||
      find_member (desk_text_scope_class (&scope, place.path), place.typed, target))
    return true;
  g_autofree char *name =
      g_strjoin (*place.path != '\0' ? "." : "", place.path, place.typed, NULL);
  const LibEntry *entry = lib_index_find (scope.index, scope.from, name, LIB_ANY);

  return entry != NULL && set_target (target, entry->file, entry->class->name_span);
}
