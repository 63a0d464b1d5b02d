/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps from the flat model to the sorted system, as one table: a step reads and
 * writes the DaeBuild, has scratch memory of its own, and the first with errors ends
 * the build. A dump runs them up to the step of that name. */
#include "dae/block/blocks.h"
#include "dae/block/eliminate.h"
#include "dae/block/level.h"
#include "dae/dump.h"
#include "dae/equation/alias.h"
#include "dae/equation/check.h"
#include "dae/equation/event.h"
#include "dae/equation/late-alias.h"
#include "dae/equation/parameter.h"
#include "dae/equation/table.h"
#include "dae/equation/when.h"
#include "dae/incidence.h"
#include "dae/index/index.h"
#include "dae/index/selection.h"
#include "dae/index/state.h"
#include "dae/start/guess.h"
#include "dae/start/start.h"
#include "dae/verify-step.h"

static DaeSystem *
make_system (const DaeBuild *work)
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

/* The steps in order. */
static const struct {
  void (*run) (DaeBuild *work); /* NULL: another view of what the last one made */
  void (*verify) (const DaeBuild *work);
  const char *name; /* of its dump */
  void (*dump) (GString *out, const DaeBuild *work);
} STEPS[] = {
    {dae_check_supported, dae_verify_step_check},
    {dae_when_expand, dae_verify_step_when},
    {dae_table_expand, dae_verify_step_tables},
    {dae_parameters_order, dae_verify_step_parameters},
    {dae_alias_remove, dae_verify_step_aliases, "alias", dae_dump_alias},
    {dae_event_collect, dae_verify_step_events, "events", dae_dump_events},
    {dae_incidence_find, dae_verify_step_any, "incidence", dae_dump_incidence},
    {dae_index_reduce, dae_verify_step_index, "index", dae_dump_index},
    {dae_states_choose, dae_verify_step_states},
    {dae_selections_make, dae_verify_step_selections, "states", dae_dump_states},
    {dae_late_alias_remove, dae_verify_step_aliases},
    {dae_when_finish, dae_verify_step_actions},
    {dae_blocks_sort, dae_verify_step_blocks, "blocks", dae_dump_blocks},
    {NULL, NULL, "tear", dae_dump_tear},
    {dae_eliminate_blocks, dae_verify_step_blocks},
    {dae_level_crossings, dae_verify_step_levels},
    {dae_start_plan, dae_verify_step_start},
    {dae_guess_spread, dae_verify_step_guesses, "start", dae_dump_start},
};

#ifdef DASHPOT_VERIFY
static const bool IS_VERIFIED = true;
#else
static const bool IS_VERIFIED = false;
#endif

/* Runs the first `n` steps; stops at the first with errors. */
static bool
run_steps (DaeBuild *work, uint32_t n, bool is_verified)
{
  for (uint32_t i = 0; i < n; i++) {
    if (STEPS[i].run == NULL)
      continue;
    STEPS[i].run (work);
    dae_build_is_spent (work, DAE_NONE);
    base_arena_clear (work->scratch);
    if (base_diags_has_errors (work->diags))
      return false;
    if (is_verified) {
      dae_verify_step_any (work);
      STEPS[i].verify (work);
    }
  }
  return true;
}

static DaeSystem *
build (BaseArena *arena, const FlatModel *flat, BaseDiags *diags, bool is_verified)
{
  DaeBuild *work = dae_build_new (arena, flat, diags);
  bool is_good = run_steps (work, G_N_ELEMENTS (STEPS), is_verified);
  DaeSystem *dae = is_good ? make_system (work) : NULL;

  dae_build_free (work);
  if (dae != NULL)
    flat_model_tell_idle (flat, diags);
  if (dae != NULL && is_verified)
    dae_verify (dae);
  return dae;
}

DaeSystem *
dae_build (BaseArena *arena, const FlatModel *flat, BaseDiags *diags)
{
  return build (arena, flat, diags, IS_VERIFIED);
}

DaeSystem *
dae_build_verified (BaseArena *arena, const FlatModel *flat, BaseDiags *diags)
{
  return build (arena, flat, diags, true);
}

bool
dae_build_dump_step (GString *out,
                     BaseArena *arena,
                     const FlatModel *flat,
                     const char *step,
                     BaseDiags *diags)
{
  uint32_t i = 0;

  while (i < G_N_ELEMENTS (STEPS) && g_strcmp0 (STEPS[i].name, step) != 0)
    i++;
  if (step == NULL || i == G_N_ELEMENTS (STEPS))
    return false;
  DaeBuild *work = dae_build_new (arena, flat, diags);
  if (run_steps (work, i + 1, IS_VERIFIED))
    STEPS[i].dump (out, work);
  dae_build_free (work);
  return true;
}
