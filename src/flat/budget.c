/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory and work an elaboration has taken. An array may have a million
 * elements and its products a thousand terms in each: no count of elements tells in
 * time, the arena does. What goes on element by element asks here and ends, as behind
 * any other error.
 */
#include "flat/report.h"
#include "flat/tree/tree.h"

#include <glib/gi18n-lib.h>

void
flat_budget_begin (FlatBuild *build,
                   const FlatNode *node,
                   const char *name,
                   BaseSpan span)
{
  build->task = (FlatTask){.node = node,
                           .name = name,
                           .span = span,
                           .begin = base_arena_used (build->arena)};
}

/* Multiplications in one declaration or relation: a few seconds. One of expressions
 * costs as much as COST ones of numbers. */
static const uint64_t MOST_WORK = 5000000000, COST = 500;

static bool
end_task (FlatBuild *build, size_t most)
{
  const FlatTask *task = &build->task;
  g_autofree char *size = base_limits_size_text (most);

  build->is_spent = true;
  flat_report (build, 313, task->span, task->node, "%s takes more than %s of memory",
               task->name, size);
  return true;
}

static uint32_t
count_elements (const FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);

  if (m->slot == UINT32_MAX)
    return 0;
  if (m->type != NULL)
    return flat_shape_count (flat_node_shape (node, member));
  const FlatNode *part = node->subs[m->slot];
  return flat_node_owns (node, part) ? part->n_elements : 0;
}

/* Where all that was elaborated so far is too much together, what is elaborated just
 * now says nothing: the array with the most elements is named, the first of those. */
static bool
end_all (FlatBuild *build)
{
  g_autofree char *size = base_limits_size_text (build->memory);
  const FlatNode *node = NULL;
  const LibMember *largest = NULL;
  uint32_t most = 1;

  /* The array with the most elements. */
  for (uint32_t i = 0; i < build->nodes.n; i++)
    for (uint32_t k = 0; k < build->nodes.at[i]->class->lib->n_members; k++) {
      uint32_t n = count_elements (build->nodes.at[i], k);

      if (n > most) {
        most = n;
        node = build->nodes.at[i];
        largest = flat_node_member (node, k);
      }
    }
  build->is_spent = true;
  if (largest == NULL)
    flat_report (build, 313, build->root->span, NULL,
                 "the model takes more than %s of memory", size);
  else
    flat_report (build, 313, largest->decl == NULL ? node->span : largest->decl->span,
                 node,
                 "the model takes more than %s of memory; the largest array in it, %s, "
                 "has %u elements",
                 size, largest->name, most);
  return true;
}

bool
flat_budget_is_spent (FlatBuild *build)
{
  size_t used = base_arena_used (build->arena);

  if (build->is_spent)
    return true;
  if (base_limits_is_stopped (&build->limits)) {
    build->is_spent = true;
    base_diags_add (build->diags, BASE_ERROR, 313, build->task.span,
                    "the compilation was stopped");
    return true;
  }
  if (used - build->task.begin > build->memory_at_once)
    return end_task (build, build->memory_at_once);
  if (used <= build->memory)
    return false;
  return used - build->task.begin > build->memory / 2 ? end_task (build, build->memory)
                                                      : end_all (build);
}

bool
flat_budget_takes (FlatBuild *build, uint64_t n_products, bool are_numbers)
{
  FlatTask *task = &build->task;

  uint64_t cost = are_numbers ? 1 : COST;

  task->n_work += n_products * cost;
  if (build->is_spent || task->n_work <= MOST_WORK)
    return flat_budget_is_spent (build);
  build->is_spent = true;
  flat_report (build, 313, task->span, task->node,
               are_numbers
                   ? N_ ("%s takes too long: more than %u million multiplications")
                   : N_ ("%s takes too long: more than %u million multiplications of "
                         "expressions"),
               task->name, (uint32_t) (MOST_WORK / cost / 1000000));
  return true;
}
