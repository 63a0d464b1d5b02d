/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory and work an elaboration has taken. An array may have a million
 * elements and its products a thousand terms in each: no count of elements tells in
 * time, the arena does. What goes on element by element asks here and ends, as behind
 * any other error.
 */
#include "flat/build-private.h"

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
end_with (FlatBuild *build, size_t most, bool is_all)
{
  const FlatTask *task = &build->task;
  g_autofree char *size = base_limits_size_text (most);

  build->is_spent = true;
  flat_report (build, 313, task->span, task->node,
               is_all ? N_ ("%s takes more than %s of memory, with all before it")
                      : N_ ("%s takes more than %s of memory"),
               task->name, size);
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
    return end_with (build, build->memory_at_once, false);
  return used > build->memory && end_with (build, build->memory, true);
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
