/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dae/build-private.h"

DaeSystem *
dae_system_new (const DaeWork *work)
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
                     .n_choices = work->choices.n,
                     .choices = work->choices.at,
                     .n_dynamic = work->dynamic.n,
                     .dynamic = work->dynamic.at,
                     .n_output = work->output.n,
                     .output = work->output.at,
                     .n_relations = work->relations.n,
                     .relations = work->relations.at,
                     .n_actions = work->actions.n,
                     .actions = work->actions.at,
                     .start = work->start};
  return dae;
}

/* The steps in order, under the names of their dumps. Several may share one. */
static const struct {
  const char *name;
  void (*run) (DaeWork *work);
} STEPS[] = {
    {NULL, dae_check_supported},
    {NULL, dae_expand_whens},
    {NULL, dae_expand_tables},
    {NULL, dae_order_parameters},
    {"alias", dae_remove_aliases},
    {"events", dae_collect_events},
    {"incidence", dae_find_incidence},
    {"index", dae_reduce_index},
    {NULL, dae_choose_states},
    {"states", dae_free_states},
    {NULL, dae_remove_copies},
    {NULL, dae_finish_whens},
    {"blocks", dae_sort_blocks},
    {NULL, dae_level_relations},
    {NULL, dae_plan_start},
    {"start", dae_spread_guesses},
};

/* "tear" shows more of what "blocks" made. */
static const char *
step_behind (const char *step)
{
  return g_strcmp0 (step, "tear") == 0 ? "blocks" : step;
}

/* Runs the steps up to the named one (NULL: all); stops at the first with errors. */
static bool
run_steps (DaeWork *work, const char *last)
{
  for (uint32_t i = 0; i < G_N_ELEMENTS (STEPS); i++) {
    work->scratch = base_arena_new ();
    STEPS[i].run (work);
    dae_is_spent (work, DAE_NONE);
    base_arena_free (work->scratch);
    work->scratch = NULL;
    if (base_diags_has_errors (work->diags))
      return false;
#ifdef DASHPOT_VERIFY
    dae_verify_work (work);
#endif
    if (last != NULL && g_strcmp0 (STEPS[i].name, last) == 0)
      return true;
  }
  return true;
}

DaeSystem *
dae_build (BaseArena *arena, FlatModel *flat, BaseDiags *diags)
{
  DaeWork *work = dae_work_new (arena, flat, diags);
  bool is_good = run_steps (work, NULL);
  DaeSystem *dae = is_good ? dae_system_new (work) : NULL;

  dae_work_free (work);
#ifdef DASHPOT_VERIFY
  if (dae != NULL)
    dae_verify (dae);
#endif
  return dae;
}

bool
dae_dump_step (GString *out,
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
  DaeWork *work = dae_work_new (arena, flat, diags);
  if (run_steps (work, last))
    dae_dump (out, work, step);
  dae_work_free (work);
  return true;
}
