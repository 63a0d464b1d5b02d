/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way through the passes, and what they leave as a FlatModel. A pass that reported
 * an error does not stop the next one unless that would only repeat it, so that one
 * compilation reports much. Diagnostics are collected apart and handed on at the end.
 */
#include <glib/gi18n-lib.h>

#include "flat/build.h"
#include "flat/check/check.h"
#include "flat/equation/connect.h"
#include "flat/equation/relation.h"
#include "flat/equation/variable.h"
#include "flat/slice.h"
#include "flat/table/table.h"

static void
note_source (FlatBuild *build, BaseSpan span)
{
  if (!flat_report_is_users (build, span.source))
    base_vec_push (build->arena, build->sources, span.source);
}

/* The texts that the user wrote: those of the model and of what is modified from
 * outside. */
static void
note_sources (FlatBuild *build, const FlatRoot *root)
{
  note_source (build, root->model->class->span);
  for (uint32_t i = 0; i < root->n_mods; i++)
    note_source (build, root->mods[i]->span);
  for (uint32_t i = 0; i < root->n_sets; i++)
    note_source (build, root->set_values[i]->span);
}

static void
list_instances (FlatBuild *build, FlatModel *model)
{
  LibInstance *instances = base_arena_array (build->arena, LibInstance, build->nodes.n);

  for (uint32_t i = 0; i < build->nodes.n; i++) {
    const FlatNode *node = build->nodes.at[i];

    instances[i] =
        (LibInstance){.path = node->path,
                      .name = node->name,
                      .entry = node->class->lib->entry,
                      .decl = node->member == NULL ? NULL : node->member->decl,
                      .parent = node->parent == NULL ? 0 : node->parent->id,
                      .end = i + 1,
                      .span = node->span};
  }
  for (uint32_t i = build->nodes.n; i-- > 1;) {
    LibInstance *parent = &instances[instances[i].parent];

    parent->end = MAX (parent->end, instances[i].end);
  }
  model->n_instances = build->nodes.n;
  model->instances = instances;
}

static FlatModel *
make_model (FlatBuild *build)
{
  FlatModel *model = base_arena_new0 (build->arena, FlatModel);

  *model = (FlatModel){.name = build->root->class->lib->entry->class->name,
                       .span = build->root->class->lib->entry->class->name_span,
                       .memory = build->memory,
                       .limits = build->limits,
                       .index = build->index,
                       .pool = build->pool,
                       .n_vars = build->n_vars,
                       .vars = build->vars,
                       .n_eqs = build->eqs.n,
                       .eqs = build->eqs.at,
                       .n_sets = build->sets.n,
                       .sets = build->sets.at,
                       .n_asserts = build->asserts.n,
                       .asserts = build->asserts.at,
                       .n_whens = build->whens.n,
                       .whens = build->whens.at,
                       .n_tables = build->tables.n,
                       .tables = build->tables.at,
                       .is_sketch = build->is_sketch,
                       .n_delays = build->delays.n,
                       .delays = build->delays.at};
  list_instances (build, model);
  return model;
}

/* In a build with -Dverify=true. */
static void
verify (const FlatBuild *build, FlatStage stage)
{
#ifdef DASHPOT_VERIFY
  flat_verify_build (build, stage);
#endif
}

/* The passes; each stops where the next one would only repeat what was reported. */
static void
elaborate (FlatBuild *build, const FlatRoot *root)
{
  if (!flat_instance_build_tree (build, root))
    return;
  verify (build, FLAT_TREE_MADE);
  flat_variable_build (build);
  if (build->is_vague)
    return;
  verify (build, FLAT_VARIABLES_MADE);
  flat_relations_build (build);
  verify (build, FLAT_RELATIONS_MADE);
  if (root->slice != NULL) {
    flat_slice_build (build, root);
    flat_check_parameters (build);
    return;
  }
  flat_connects_build (build);
  verify (build, FLAT_CONNECTS_MADE);
  flat_units_check (build);
  flat_check_parameters (build);
  flat_check_assumed (build);
  /* Counts mean something only where nothing is missing. */
  if (base_diags_has_errors (build->diags) && !build->is_part)
    flat_sketch_complete (build);
  if (root->model->class->is_partial || base_diags_has_errors (build->diags))
    return;
  flat_check_discrete (build);
  if (base_diags_has_errors (build->diags))
    return;
  flat_check_balance (build);
  flat_infer_units (build);
  verify (build, FLAT_CHECKED);
}

static bool
check_root (const FlatRoot *root, BaseDiags *diags)
{
  const LangClass *class = root->model->class;

  if (class->kind == LANG_COMPONENT && (!class->is_partial || root->is_part))
    return true;
  base_diags_add (diags, BASE_ERROR, 203, class->name_span,
                  class->kind == LANG_COMPONENT
                      ? N_ ("%s is partial: it can only be extended")
                      : N_ ("%s is not a component, so it cannot be simulated"),
                  class->name);
  return false;
}

FlatModel *
flat_build (BaseArena *arena,
            const LibIndex *index,
            const FlatRoot *root,
            BaseDiags *diags)
{
  g_autoptr (BaseDiags) own = base_diags_new_for (diags);
  g_autoptr (LibClasses) classes = lib_classes_new (arena, index, own);
  g_autoptr (GHashTable) flat_classes = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) enums = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) tables = g_hash_table_new (flat_table_hash, flat_table_equal);
  g_autoptr (GHashTable) reports =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) files = g_hash_table_new (g_str_hash, g_str_equal);
  FlatBuild build = {
      .arena = arena,
      .known_tables = tables,
      .data_files = files,
      .index = index,
      .classes = classes,
      .flat_classes = flat_classes,
      .enums = enums,
      .is_part = root->is_part,
      .limits = root->limits,
      .memory = base_limits_memory (&root->limits),
      .memory_at_once = base_limits_array (&root->limits),
      .task = {.name = _ ("the model"), .span = root->model->class->name_span},
      .diags = own,
      .reports = reports};
  FlatModel *model = NULL;

  /* All passes; a model is made only if none has found an error. */
  if (check_root (root, diags)) {
    build.pool = expr_pool_new (arena);
    note_sources (&build, root);
    elaborate (&build, root);
    if ((build.is_sketch || !base_diags_has_errors (own)) && !build.is_incomplete)
      model = make_model (&build);
  }
  base_diags_append (diags, own);
#ifdef DASHPOT_VERIFY
  if (model != NULL && !model->is_sketch)
    flat_verify (model);
#endif
  return model;
}
