/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says which signal jumps, or has kinks, where it must be differentiated: the variable
 * that jumps, and the port of another component that a wire brings it to. */
#include "dae/index/jump.h"

#include <glib/gi18n-lib.h>

/* A signal port of another component that carries the variable: the wire's far end. */
static const FlatVar *
find_wire_end (const DaeBuild *work, uint32_t variable)
{
  uint32_t same_as = dae_build_representative (work, variable);
  uint32_t owner =
      flat_model_component (work->flat, work->flat->vars[variable].instance);

  for (uint32_t v = 0; v < work->flat->n_vars; v++)
    if (work->flat->vars[v].is_signal &&
        dae_build_representative (work, v) == same_as &&
        flat_model_component (work->flat, work->flat->vars[v].instance) != owner)
      return &work->flat->vars[v];
  return NULL;
}

/* What jumps, and where the wire brings it. */
typedef struct {
  const char *what; /* between back quotes, if it has a name */
  const FlatVar *end;
  uint32_t place; /* instance */
  BaseSpan span;
} Jump;

static Jump
find_jump (const DaeBuild *work, uint32_t eq, uint32_t culprit)
{
  const FlatEq *flat_eq = dae_build_flat_eq (work, eq);
  const ExprNode *lhs = expr_node (work->pool, flat_eq->lhs);
  bool is_known = culprit != UINT32_MAX && !work->info.at[culprit].is_added;
  uint32_t variable = is_known ? work->vars.at[culprit].flat
                      : lhs->op == EXPR_VAR
                          ? expr_index (lhs->payload, work->flat->n_vars)
                          : DAE_NONE;
  Jump jump = {.what = _ ("an expression in this equation"),
               .place = flat_eq->instance};

  if (variable != DAE_NONE) {
    jump.what =
        base_arena_printf (work->scratch, "`%s`", work->flat->vars[variable].name);
    jump.end = find_wire_end (work, variable);
  }
  if (jump.end != NULL)
    jump.place = jump.end->instance;
  jump.span = flat_model_user_span (work->flat, jump.place, flat_eq->span);
  return jump;
}

/* `often`: how often the signal, or what stands here, must be differentiable. */
static void
report (DaeBuild *work, const Jump *jump, uint32_t often)
{
  if (jump->end != NULL)
    base_diags_add (
        work->diags, BASE_ERROR, 504, jump->span,
        often == 1 ? N_ ("the signal at `%s` must be differentiable once, but %s jumps")
        : often == 2
            ? N_ ("the signal at `%s` must be differentiable twice, but %s jumps")
            : N_ ("the signal at `%s` must be differentiable three times or more, but "
                  "%s jumps"),
        jump->end->name, jump->what);
  else
    base_diags_add (work->diags, BASE_ERROR, 504, jump->span,
                    often == 1 ? N_ ("%s must be differentiable once, but it jumps")
                    : often == 2
                        ? N_ ("%s must be differentiable twice, but it jumps")
                        : N_ ("%s must be differentiable three times or more, but it "
                              "jumps"),
                    jump->what);
}

void
dae_jump_not_differentiable (DaeBuild *work, uint32_t eq, uint32_t culprit)
{
  Jump jump = find_jump (work, eq, culprit);

  report (work, &jump, work->eqs.at[eq].n_differentiated + 1);
  base_diags_set_path (work->diags, work->flat->instances[jump.place].path);
  base_diags_set_hint (
      work->diags,
      "use a continuous signal, or filter it before it prescribes a position");
  if (jump.end != NULL)
    base_diags_add_culprit (
        work->diags,
        work->flat->instances[dae_build_flat_eq (work, eq)->instance].path);
}

void
dae_jump_note_absent (DaeBuild *work, uint32_t variable, uint32_t eq, uint32_t culprit)
{
  Jump jump = find_jump (work, eq, culprit);

  base_diags_add (work->diags, BASE_NOTE, 504, jump.span,
                  "`%s` is omitted from the results: %s is discontinuous, so its "
                  "derivative does not exist",
                  work->vars.at[variable].name, jump.what);
  base_diags_set_path (work->diags, work->flat->instances[jump.place].path);
}

void
dae_jump_note_piecewise (DaeBuild *work, uint32_t eq)
{
  Jump jump = find_jump (work, eq, UINT32_MAX);

  base_diags_add (work->diags, BASE_NOTE, 504, jump.span,
                  "%s is differentiated piecewise; impulses at its kinks are ignored",
                  jump.what);
  base_diags_set_path (work->diags, work->flat->instances[jump.place].path);
}
