/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `outer w::C`: the one instance of C that encloses a part (LANGUAGE §5). Levels are
 * searched from the inside outwards; the first that has such a part decides, and two in
 * it are an error. If there is none, a default is added to the model (W406). */
#include "base/name.h"
#include "flat/report.h"
#include "flat/tree/tree.h"

/* What was added to `level` by default. */
static FlatNode *
search_added (FlatNode *level, const LibEntry *entry)
{
  for (FlatNode *part = level->added; part != NULL; part = part->next_added)
    if (lib_class_extends (part->class->lib, entry))
      return part;
  return NULL;
}

/* The present instance in `level` that is or extends the component; `other`: a second
 * one, or NULL. */
static FlatNode *
search_level (FlatBuild *build,
              FlatNode *level,
              const LibEntry *entry,
              FlatNode **other)
{
  FlatNode *found = NULL;

  *other = NULL;
  for (uint32_t i = 0; i < level->class->lib->n_subs; i++) {
    FlatNode *part = level->subs[i];

    if (!flat_node_owns (level, part) || part->elements != NULL ||
        !lib_class_extends (part->class->lib, entry) ||
        flat_instance_decide (build, part) != FLAT_PRESENT)
      continue;
    if (found == NULL)
      found = part;
    else if (*other == NULL)
      *other = part;
  }
  return found == NULL ? search_added (level, entry) : found;
}

static void
report_default (FlatBuild *build, const FlatNode *node, const LibMember *m)
{
  const char *what = m->entry->class->name;

  flat_report_warning (build, 406, m->decl->span, node,
                       "there is no %s in the model: one with default values is used",
                       what);
  base_diags_set_hint (build->diags, "add a component %s to set its values", what);
  base_diags_set_class_wanted (build->diags, m->entry->name);
}

static FlatNode *
add_default (FlatBuild *build, FlatNode *node, const LibMember *m)
{
  FlatNode *root = build->root;
  LibMember *like = base_arena_new0 (build->arena, LibMember);
  const char *name = m->name;
  FlatNode *made;

  /* For a part alone it stands for that of the model that will use it. */
  if (!build->is_part)
    report_default (build, node, m);
  while (lib_class_find (root->class->lib, name) != UINT32_MAX)
    name = base_name (base_arena_printf (build->arena, "%s_", name));
  *like = (LibMember){.name = name,
                      .decl = m->decl,
                      .from = m->from,
                      .entry = m->entry,
                      .slot = UINT32_MAX};
  made = flat_instance_new (build, root, like, name);
  made->class = flat_class_of (build, m->entry);
  made->next_added = root->added;
  root->added = made;
  g_ptr_array_add (build->stack, made);
  return made;
}

FlatNode *
flat_outer_find (FlatBuild *build, FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);
  FlatNode *found = NULL, *other;

  /* Later only nodes that do not exist are looked into. */
  if (m->entry == NULL || build->stack == NULL)
    return NULL;
  for (FlatNode *level = node->parent; level != NULL && found == NULL;
       level = level->parent) {
    found = search_level (build, level, m->entry, &other);
    if (other == NULL)
      continue;
    /* Once, not for each part that looks for it. */
    flat_report (build, 406, other->span, other,
                 "`%s` and `%s` are both a %s, and there may be only one", found->path,
                 other->path, m->entry->class->name);
    base_diags_add_culprit (build->diags, found->path);
    return NULL;
  }
  if (found == NULL && node == build->root)
    found = search_added (node, m->entry);
  if (found != NULL)
    return found;
  if (m->entry->class->is_partial || m->entry->class->kind != LANG_COMPONENT) {
    if (build->is_part) {
      build->is_incomplete = true; /* the model that uses the part will have one */
      return NULL;
    }
    flat_report (build, 203, m->decl->class_name.span, node,
                 "there is no %s in the model, and none can be added by default",
                 m->entry->class->name);
    return NULL;
  }
  return add_default (build, node, m);
}
