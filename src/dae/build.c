/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps from the flat model to the sorted system, as one table: a step reads and
 * writes the DaeBuild, has scratch memory of its own, and the first with errors ends
 * the build. A dump runs them up to the step of that name. */
#include "dae/build-private.h"

DaeSystem *
dae_build_system_new (const DaeBuild *work)
{
  DaeSystem *dae = base_arena_new0 (work->arena, DaeSystem);

  *dae = (DaeSystem){.flat = work->flat,
                     .pool = work->pool,
                     .n_vars = work->vars.n,
                     .vars = work->vars.at,
                     .n_eqs = work->eqs.n,
                     .eqs = work->eqs.at,
                     .n_params = work->params.n,
                     .params = work->params.at,
                     .n_states = work->states.n,
                     .states = work->states.at,
                     .rates = work->rates.at,
                     .n_selections = work->selections.n,
                     .selections = work->selections.at,
                     .n_dynamic = work->dynamic.n,
                     .dynamic = work->dynamic.at,
                     .n_output = work->output.n,
                     .output = work->output.at,
                     .n_crossings = work->crossings.n,
                     .crossings = work->crossings.at,
                     .n_actions = work->actions.n,
                     .actions = work->actions.at,
                     .start = work->start};
  return dae;
}

/* The steps in order, under the names of their dumps. Several may share one. */
static const struct {
  const char *name;
  void (*run) (DaeBuild *work);
} STEPS[] = {
    {NULL, dae_check_supported},
    {NULL, dae_when_expand},
    {NULL, dae_table_expand},
    {NULL, dae_parameters_order},
    {"alias", dae_alias_remove},
    {"events", dae_event_collect},
    {"incidence", dae_incidence_find},
    {"index", dae_index_reduce},
    {NULL, dae_states_choose},
    {"states", dae_selections_make},
    {NULL, dae_late_alias_remove},
    {NULL, dae_when_finish},
    {"blocks", dae_blocks_sort},
    {NULL, dae_level_crossings},
    {NULL, dae_start_plan},
    {"start", dae_guess_spread},
};

/* "tear" shows more of what "blocks" made. */
static const char *
step_behind (const char *step)
{
  return g_strcmp0 (step, "tear") == 0 ? "blocks" : step;
}

/* Runs the steps up to the named one (NULL: all); stops at the first with errors. */
static bool
run_steps (DaeBuild *work, const char *last)
{
  for (uint32_t i = 0; i < G_N_ELEMENTS (STEPS); i++) {
    work->scratch = base_arena_new ();
    STEPS[i].run (work);
    dae_build_is_spent (work, DAE_NONE);
    base_arena_free (work->scratch);
    work->scratch = NULL;
    if (base_diags_has_errors (work->diags))
      return false;
#ifdef DASHPOT_VERIFY
    dae_verify_build (work);
#endif
    if (last != NULL && g_strcmp0 (STEPS[i].name, last) == 0)
      return true;
  }
  return true;
}

DaeSystem *
dae_build (BaseArena *arena, FlatModel *flat, BaseDiags *diags)
{
  DaeBuild *work = dae_build_new (arena, flat, diags);
  bool is_good = run_steps (work, NULL);
  DaeSystem *dae = is_good ? dae_build_system_new (work) : NULL;

  dae_build_free (work);
#ifdef DASHPOT_VERIFY
  if (dae != NULL)
    dae_verify (dae);
#endif
  return dae;
}

bool
dae_build_dump_step (GString *out,
                     BaseArena *arena,
                     FlatModel *flat,
                     const char *step,
                     BaseDiags *diags)
{
  const char *last = step_behind (step);
  bool is_known = false;

  for (uint32_t i = 0; i < G_N_ELEMENTS (STEPS); i++)
    is_known = is_known || g_strcmp0 (STEPS[i].name, last) == 0;
  if (!is_known)
    return false;
  DaeBuild *work = dae_build_new (arena, flat, diags);
  if (run_steps (work, last))
    dae_dump (out, work, step);
  dae_build_free (work);
  return true;
}
