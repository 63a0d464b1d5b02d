/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks through the definitions of one file, in the order of its text; an analysis is
 * asked for the model that it names or inherits. */
#include "lib/model.h"

#include <string.h>

#include "base/name.h"

/* The entry of the file's i-th definition; NULL if another one hides it. */
static const LibEntry *
entry_of (const LibIndex *index, const LangFile *file, uint32_t i)
{
  return lib_index_of_class (index, lang_file_class (file, i));
}

static bool
is_a (const LibIndex *index, const LibClass *analysis, const char *name)
{
  const LibEntry *entry = lib_index_get (index, name, LIB_ANALYSES);

  return entry != NULL && lib_class_extends (analysis, entry);
}

LibRun
lib_model_analysis_run (const LibIndex *index, const LibClass *analysis)
{
  return is_a (index, analysis, "Dyad.TransientAnalysis")     ? LIB_OVER_TIME
         : is_a (index, analysis, "Dyad.SteadyStateAnalysis") ? LIB_AT_REST
                                                              : LIB_NOT_RUN;
}

const LibMember *
lib_model_analysed (const LibClass *analysis)
{
  uint32_t at = lib_class_find (analysis, base_name ("model"));
  const LibMember *member = at == UINT32_MAX ? NULL : &analysis->members[at];

  return member == NULL || member->type != NULL || member->decl->kind != LANG_SUB
             ? NULL
             : member;
}

/* The component that an analysis runs, or NULL, and how. */
static const LibEntry *
analysed (const LibIndex *index, const LibEntry *analysis, LibRun *run)
{
  BaseArena *arena = base_arena_new ();
  LibClasses *classes = lib_classes_new (arena, index, NULL);
  const LibClass *class = lib_class_get (classes, analysis);
  const LibMember *member = lib_model_analysed (class);
  const LibEntry *model = member == NULL ? NULL : member->entry;

  *run = lib_model_analysis_run (index, class);
  lib_classes_free (classes);
  base_arena_free (arena);
  return model;
}

/* The component that an entry runs: that of an analysis, or the component itself. NULL
 * if an analysis has none that exists. */
static const LibEntry *
run_by (const LibIndex *index, const LibEntry *entry)
{
  LibRun run;

  return entry->class->kind == LANG_ANALYSIS ? analysed (index, entry, &run) : entry;
}

static bool
is_full_analysis (const LibEntry *entry)
{
  return entry != NULL && entry->class->kind == LANG_ANALYSIS &&
         !entry->class->is_partial;
}

const LibEntry *
lib_model_analysis (const LibIndex *index,
                    const LangFile *file,
                    const LibEntry *model,
                    LibRun *run)
{
  const LibEntry *found = NULL;
  LibRun kind = LIB_NOT_RUN;

  for (uint32_t i = 0; i < lang_file_n_classes (file) && kind != LIB_OVER_TIME; i++) {
    const LibEntry *entry = entry_of (index, file, i);

    if (!is_full_analysis (entry) || analysed (index, entry, &kind) != model)
      kind = LIB_NOT_RUN;
    else if (kind == LIB_OVER_TIME || (kind == LIB_AT_REST && found == NULL))
      found = entry;
  }
  if (run != NULL)
    *run = kind == LIB_OVER_TIME ? kind : found != NULL ? LIB_AT_REST : LIB_NOT_RUN;
  return found;
}

static const LibEntry *
find_wanted (const LibIndex *index,
             const LangFile *file,
             const char *wanted,
             const LibEntry **analysis)
{
  const LibEntry *found = NULL;

  for (uint32_t i = 0; i < lang_file_n_classes (file) && found == NULL; i++) {
    const LibEntry *entry = entry_of (index, file, i);
    LangClassKind kind = lang_file_class (file, i)->kind;

    if (entry != NULL && (kind == LANG_COMPONENT || kind == LANG_ANALYSIS) &&
        (strcmp (entry->class->name, wanted) == 0 || strcmp (entry->name, wanted) == 0))
      found = entry;
  }
  /* In the file, else in the libraries. */
  if (found == NULL)
    found = lib_index_get (index, wanted, LIB_COMPONENTS);
  if (found == NULL)
    return NULL;
  if (found->class->kind == LANG_ANALYSIS) {
    *analysis = found;
    return run_by (index, found);
  }
  *analysis = lib_model_analysis (index, file, found, NULL);
  return found;
}

/* Marks what other components of the file instantiate or extend. */
static GHashTable *
find_used (const LibIndex *index, const LangFile *file)
{
  GHashTable *used = g_hash_table_new (NULL, NULL);

  for (uint32_t i = 0; i < lang_file_n_classes (file); i++) {
    const LibEntry *entry = entry_of (index, file, i);

    if (entry == NULL || entry->class->kind != LANG_COMPONENT)
      continue;
    for (uint32_t d = 0; d < entry->class->n_decls; d++) {
      const LangDecl *decl = entry->class->decls[d];
      bool is_use = decl->kind == LANG_SUB || decl->kind == LANG_EXTENDS;
      const LibEntry *of = is_use && decl->class_name.n > 0
                               ? lib_index_find (index, entry->namespace,
                                                 decl->class_name.text, LIB_COMPONENTS)
                               : NULL;

      if (of != NULL && of != entry)
        g_hash_table_add (used, (gpointer) of);
    }
  }
  return used;
}

static const LibEntry *
find_alone (const LibIndex *index, const LangFile *file, char **candidates)
{
  g_autoptr (GHashTable) used = find_used (index, file);
  g_autoptr (GString) names = g_string_new (NULL);
  const LibEntry *found = NULL;
  uint32_t n_found = 0;

  for (uint32_t i = 0; i < lang_file_n_classes (file); i++) {
    const LibEntry *entry = entry_of (index, file, i);

    if (entry == NULL || entry->class->kind != LANG_COMPONENT ||
        entry->class->is_partial || g_hash_table_contains (used, entry))
      continue;
    g_string_append_printf (names, "%s%s", n_found == 0 ? "" : ", ",
                            entry->class->name);
    found = entry;
    n_found++;
  }
  if (candidates != NULL)
    *candidates = g_string_free (g_steal_pointer (&names), FALSE);
  return n_found == 1 ? found : NULL;
}

/* The only full analysis of a kind that is run, or NULL. */
static const LibEntry *
only_analysis (const LibIndex *index, const LangFile *file)
{
  const LibEntry *only = NULL;
  uint32_t n = 0;

  for (uint32_t i = 0; i < lang_file_n_classes (file); i++) {
    const LibEntry *entry = entry_of (index, file, i);
    LibRun run = LIB_NOT_RUN;

    if (is_full_analysis (entry))
      analysed (index, entry, &run);
    if (run != LIB_NOT_RUN) {
      only = entry;
      n++;
    }
  }
  return n == 1 ? only : NULL;
}

const LibEntry *
lib_model_find (const LibIndex *index,
                const LangFile *file,
                const char *wanted,
                const LibEntry **analysis,
                char **candidates)
{
  const LibEntry *unused = NULL;

  if (analysis == NULL)
    analysis = &unused;
  if (candidates != NULL)
    *candidates = NULL;
  *analysis = NULL;
  if (wanted != NULL) {
    const LibEntry *found = find_wanted (index, file, wanted, analysis);

    if (found == NULL && candidates != NULL)
      find_alone (index, file, candidates);
    return found;
  }
  /* The model of the only analysis, else the only one that stands alone. */
  const LibEntry *only = only_analysis (index, file);
  *analysis = only;
  const LibEntry *model = only != NULL ? run_by (index, only) : NULL;
  if (model != NULL)
    return model;
  model = find_alone (index, file, candidates);
  if (model != NULL && only == NULL)
    *analysis = lib_model_analysis (index, file, model, NULL);
  return model;
}
