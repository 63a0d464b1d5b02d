/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes of a compilation in a row, on one arena that goes away with them: settings
 * of the analysis and values of --set, then flatten, sort, code. Checking a definition
 * runs the passes that it allows, and keeps to itself what its user would give. */
#include "run/compile.h"

#include "base/number.h"
#include "base/unit.h"
#include "lang/parse.h"
#include "run/compile-private.h"
#include "sim/build.h"

#include <math.h>
#include <string.h>

/* ---- elaboration ---- */

void
run_compile_work_init (RunCompileWork *work)
{
  work->arena = base_arena_new ();
  work->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) base_source_unref);
}

void
run_compile_work_clear (RunCompileWork *work)
{
  base_arena_free (work->arena);
  g_ptr_array_unref (work->sources);
}

/* A quantity with its unit is no expression; its number is. */
static void
hint_number (BaseDiags *diags, const char *name, const char *text)
{
  char number[BASE_NUMBER_SIZE];
  double value;

  if (base_unit_parse_quantity (text, "", "", &value))
    base_diags_set_hint (diags, "the value is a number in SI units: `%s=%s` for %s",
                         name, base_number_to_short_text (value, 15, number), text);
}

/* The values of `--set` as expressions. False if one is none. */
static bool
read_sets (RunCompileWork *work,
           const RunTarget *target,
           FlatRoot *root,
           BaseDiags *diags)
{
  const LangExpr **values =
      base_arena_array (work->arena, const LangExpr *, target->n_sets);
  bool is_sound = true;

  for (uint32_t i = 0; i < target->n_sets; i++) {
    g_autofree char *place = g_strconcat ("--set ", target->set_names[i], NULL);
    const char *text = target->set_values[i];
    BaseSource *source = base_source_new (place, text, strlen (text));

    g_ptr_array_add (work->sources, source);
    values[i] = lang_parse_expression (work->arena, source, diags);
    if (values[i] == NULL)
      hint_number (diags, target->set_names[i], text);
    is_sound &= values[i] != NULL;
  }
  root->n_sets = target->n_sets;
  root->set_names = target->set_names;
  root->set_values = values;
  return is_sound;
}

static void
take_settings (RunSettings *settings, const FlatAnalysis *analysis)
{
  double stop =
      isnan (analysis->stop) ? sim_state_options_default ().stop : analysis->stop;

  settings->has_stop = !isnan (analysis->stop) || analysis->is_steady;
  settings->is_steady = analysis->is_steady;
  settings->options = (SimOptions){
      .start = analysis->start,
      .stop = analysis->is_steady ? analysis->start : stop,
      .rtol = analysis->reltol,
      /* Its default is the relative one, which may still be given another value. */
      .atol = analysis->abstol == analysis->reltol ? NAN : analysis->abstol,
      .interval = analysis->saveat,
      .h_max = analysis->dtmax,
      .solver = g_intern_string (analysis->alg),
      .without_events = !analysis->if_lifting,
      .is_steady = analysis->is_steady,
  };
}

static bool
know_method (const FlatAnalysis *analysis, BaseDiags *diags)
{
  g_autofree char *wrong = sim_state_solver_wrong (analysis->alg);

  if (wrong != NULL)
    base_diags_add (diags, BASE_ERROR, 307, analysis->alg_span, "%s", wrong);
  return wrong == NULL;
}

/* E311 at the line of the setting that cannot be. */
static bool
has_sense (const FlatAnalysis *analysis, const SimOptions *options, BaseDiags *diags)
{
  const struct {
    const char *name;
    BaseSpan span;
  } settings[] = {[SIM_OPTION_STOP] = {"stop", analysis->stop_span},
                  [SIM_OPTION_RTOL] = {"reltol", analysis->reltol_span},
                  [SIM_OPTION_ATOL] = {"abstol", analysis->abstol_span},
                  [SIM_OPTION_INTERVAL] = {"saveat", analysis->saveat_span},
                  [SIM_OPTION_STEP] = {"dtmax", analysis->dtmax_span}};
  SimOption which;
  const char *wrong = sim_state_options_wrong (options, &which);

  if (wrong != NULL)
    base_diags_add (diags, BASE_ERROR, 311, settings[which].span, "%s: %s",
                    settings[which].name, wrong);
  return wrong == NULL;
}

/* Is it a part, that others are to be connected with? */
static bool
has_ports (const FlatModel *flat)
{
  for (uint32_t i = 1; i < flat->n_instances; i++)
    if (lib_tree_is_connector (&flat->instances[i]) && flat->instances[i].parent == 0)
      return true;
  return false;
}

/* What cannot be whatever values and signals are given: one phase does not hide what
 * the next one finds. Other things that are said of a sketch depend on its numbers. */
static void
tell_contradictions (RunCompileWork *work, FlatModel *flat, BaseDiags *diags)
{
  g_autoptr (BaseDiags) found = base_diags_new_for (diags);

  if (!has_ports (flat))
    dae_build (work->arena, flat, found);
  for (uint32_t i = 0; i < base_diags_count (found); i++)
    if (base_diags_get (found, i)->number == 503 &&
        base_diags_get (found, i)->severity == BASE_ERROR)
      base_diags_append_one (diags, base_diags_get (found, i));
}

FlatModel *
run_compile_elaborate (RunCompileWork *work,
                       const LibIndex *index,
                       const RunTarget *target,
                       RunSettings *settings,
                       BaseDiags *diags)
{
  FlatAnalysis analysis = {.root = {.model = target->model, .limits = target->limits}};

  if (target->model->class->kind == LANG_ANALYSIS) {
    if (!flat_analysis (work->arena, index, target->model, &analysis, diags) ||
        !know_method (&analysis, diags))
      return NULL;
    take_settings (settings, &analysis);
    if (!has_sense (&analysis, &settings->options, diags))
      return NULL;
    if (target->stand_in != NULL)
      analysis.root.model = target->stand_in;
  }
  if (!read_sets (work, target, &analysis.root, diags))
    return NULL;
  FlatModel *flat = flat_build (work->arena, index, &analysis.root, diags);
  if (flat != NULL && flat->is_sketch)
    tell_contradictions (work, flat, diags);
  return base_diags_has_errors (diags) ? NULL : flat;
}

static RunSettings
default_settings (void)
{
  return (RunSettings){.options = sim_state_options_default ()};
}

SimModel *
run_compile (const LibIndex *index,
             const RunTarget *target,
             RunSettings *settings,
             BaseDiags *diags)
{
  g_auto (RunCompileWork) work;
  RunSettings found = default_settings ();

  run_compile_work_init (&work);
  FlatModel *flat = run_compile_elaborate (&work, index, target, &found, diags);
  DaeSystem *dae = flat != NULL ? dae_build (work.arena, flat, diags) : NULL;
  if (settings != NULL)
    *settings = found;
  return dae != NULL ? sim_model_new (dae, diags) : NULL;
}

/* What a component on its own need not have: values that its user gives, signals that
 * its user connects. */
static bool
is_left_to_user (const BaseDiag *diag)
{
  bool is_top = diag->path == NULL || *diag->path == '\0';

  return diag->severity == BASE_ERROR &&
         ((diag->number == 301 && is_top) ||
          (diag->number == 402 && !is_top && strchr (diag->path, '.') == NULL));
}

/* True if some of it is left to the user. */
static bool
append_own (BaseDiags *diags, const BaseDiags *found)
{
  bool is_part = false;

  for (uint32_t i = 0; i < base_diags_count (found); i++) {
    const BaseDiag *diag = base_diags_get (found, i);

    if (is_left_to_user (diag))
      is_part = true;
    else
      base_diags_append_one (diags, diag);
  }
  return is_part;
}

/* What is counted only where nothing is missing. */
static void
append_counts (BaseDiags *diags, const BaseDiags *found, const BaseDiags *known)
{
  for (uint32_t i = 0; i < base_diags_count (found); i++) {
    const BaseDiag *diag = base_diags_get (found, i);

    if (base_diags_find (known, diag->number) == UINT32_MAX)
      base_diags_append_one (diags, diag);
  }
}

/* A model, or what will be part of one. */
static void
check_model (RunCompileWork *work,
             const LibIndex *index,
             const LibEntry *entry,
             const BaseLimits *limits,
             BaseDiags *found)
{
  const RunTarget target = {.model = entry, .limits = *limits};
  RunSettings settings = default_settings ();
  FlatModel *flat = run_compile_elaborate (work, index, &target, &settings, found);

  if (flat != NULL && !has_ports (flat)) {
    DaeSystem *dae = dae_build (work->arena, flat, found);

    sim_model_unref (dae != NULL ? sim_model_new (dae, found) : NULL);
  }
}

bool
run_compile_check (const LibIndex *index,
                   const LibEntry *entry,
                   const BaseLimits *limits,
                   BaseDiags *diags)
{
  g_auto (RunCompileWork) work;
  g_autoptr (BaseDiags) found = base_diags_new_for (diags);
  const LangClass *class = entry->class;
  const FlatRoot part = {.model = entry, .is_part = true, .limits = *limits};

  run_compile_work_init (&work);
  if (class->kind == LANG_COMPONENT && class->is_partial)
    flat_build (work.arena, index, &part, found);
  else if ((class->kind == LANG_COMPONENT && !class->is_external) ||
           (class->kind == LANG_ANALYSIS && !class->is_partial))
    check_model (&work, index, entry, limits, found);
  else
    flat_definition_check (work.arena, index, entry, found);
  if (entry->class->kind == LANG_ANALYSIS)
    base_diags_append (diags, found);
  else if (append_own (diags, found)) {
    g_autoptr (BaseDiags) counts = base_diags_new_for (diags);

    flat_build (work.arena, index, &part, counts);
    append_counts (diags, counts, found);
  }
  return !base_diags_has_errors (diags);
}
