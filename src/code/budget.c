/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the making of a program takes, with the compilation before it. Most of it are
 * the derivatives of states that all depend on each other, whose number grows with the
 * square of theirs: who makes them asks at each row, and before arrays for all. */
#include <glib/gi18n-lib.h>

#include "code/build/build-private.h"

static size_t
used (const CodeBuild *build)
{
  return expr_pool_memory (build->dae->pool) + base_arena_used (build->arena) +
         (build->scratch != NULL ? base_arena_used (build->scratch) : 0) +
         base_arena_used (build->program->arena);
}

bool
code_budget_is_spent (CodeBuild *build, size_t more)
{
  const FlatModel *flat = build->dae->flat;
  bool is_stopped = base_limits_is_stopped (&flat->limits);

  if (build->is_spent || (!is_stopped && used (build) + more <= flat->memory))
    return build->is_spent;
  build->is_spent = true;
  if (is_stopped) {
    base_diags_add (build->diags, BASE_ERROR, 313, flat->span,
                    "the compilation was stopped");
    return true;
  }
  g_autofree char *size = base_limits_size_text (flat->memory);
  base_diags_add (build->diags, BASE_ERROR, 313, flat->span,
                  build->dae->n_states == 0
                      ? N_ ("the code of `%s` needs more than %s of memory")
                      : N_ ("the code of `%s` needs more than %s of memory, with the "
                            "Jacobian of its %u states"),
                  flat->name, size, build->dae->n_states);
  return true;
}
