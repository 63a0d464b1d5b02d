/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/job.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void
cli_job_options (CliJobOptions *o, GOptionEntry *entries)
{
  const GOptionEntry list[CLI_JOB_N_OPTIONS] = {
      {"model", 'm', 0, G_OPTION_ARG_STRING, &o->model,
       "The component or analysis to simulate", "NAME"},
      {"stop", 't', 0, G_OPTION_ARG_STRING, &o->stop,
       "Stop time (default: that of the analysis, else 10 s)", "T"},
      {"interval", 0, 0, G_OPTION_ARG_STRING, &o->interval,
       "Output interval (default: that of the analysis, else 0); 0: adaptive, -1: "
       "every "
       "step",
       "DT"},
      {"rtol", 0, 0, G_OPTION_ARG_STRING, &o->rtol,
       "Relative tolerance (default: that of the analysis, else 1e-6)", "R"},
      {"atol", 0, 0, G_OPTION_ARG_STRING, &o->atol,
       "Absolute tolerance, scaled by nominal values (default: as --rtol)", "A"},
      {"solver", 0, 0, G_OPTION_ARG_STRING, &o->solver,
       "Integration method (default: auto)", "NAME"},
      {"set", 's', 0, G_OPTION_ARG_STRING_ARRAY, &o->sets,
       "Set a parameter or start value; may be repeated", "NAME=VALUE"},
      {"library", 'L', 0, G_OPTION_ARG_FILENAME_ARRAY, &o->libraries,
       "Additional library folder; may be repeated", "DIR"},
      {"within", 0, 0, G_OPTION_ARG_STRING, &o->within,
       "Read the file as part of this namespace", "NAMESPACE"},
      CLI_LIMITS_ENTRIES (o->limits),
  };

  memcpy (entries, list, sizeof list);
}

void
cli_job_options_clear (CliJobOptions *o)
{
  g_strfreev (o->libraries);
  g_strfreev (o->sets);
  g_free (o->within);
  g_free (o->model);
  g_free (o->stop);
  g_free (o->interval);
  g_free (o->rtol);
  g_free (o->atol);
  g_free (o->solver);
  cli_input_limits_clear (&o->limits);
}

/* "NAME=VALUE" to two texts. */
static bool
split_sets (const char *verb, char **sets, GPtrArray *names, GPtrArray *values)
{
  for (; sets != NULL && *sets != NULL; sets++) {
    const char *sign = strchr (*sets, '=');

    if (sign == NULL || sign == *sets || sign[1] == '\0') {
      cli_options_usage (verb, "--set: `%s` is not NAME=VALUE", *sets);
      return false;
    }
    g_ptr_array_add (names, g_strstrip (g_strndup (*sets, (gsize) (sign - *sets))));
    g_ptr_array_add (values, g_strdup (sign + 1));
  }
  return true;
}

static bool
override (const char *verb,
          const char *option,
          const char *text,
          const char *units,
          double *value)
{
  return text == NULL || cli_input_number (verb, option, text, units, value);
}

static bool
is_sane (const char *verb, const SimOptions *options)
{
  static const char *const NAMES[] = {[SIM_OPTION_STOP] = "--stop",
                                      [SIM_OPTION_RTOL] = "--rtol",
                                      [SIM_OPTION_ATOL] = "--atol",
                                      [SIM_OPTION_INTERVAL] = "--interval",
                                      [SIM_OPTION_STEP] = "dtmax"};
  SimOption which;
  const char *wrong = sim_state_options_wrong (options, &which);

  if (wrong != NULL)
    cli_options_usage (verb, "%s: %s", NAMES[which], wrong);
  return wrong == NULL;
}

static bool
know_solver (const char *verb, const char *name)
{
  if (sim_stepper_find (name) != NULL)
    return true;
  g_autofree char *why = sim_stepper_refusal (name);
  cli_options_usage (verb, "--solver: %s", why);
  return false;
}

/* What was typed wins over the analysis. */
static bool
take_options (const char *verb, const CliJobOptions *typed, SimOptions *options)
{
  if (!override (verb, "--stop", typed->stop, "s", &options->stop) ||
      !override (verb, "--interval", typed->interval, "s", &options->interval) ||
      !override (verb, "--rtol", typed->rtol, "", &options->rtol) ||
      !override (verb, "--atol", typed->atol, "", &options->atol))
    return false;
  if (typed->solver != NULL)
    options->solver = typed->solver;
  return know_solver (verb, options->solver) && is_sane (verb, options);
}

/* Nobody said when the run ends. */
static void
note_stop (const RunSettings *settings, const CliJobOptions *typed)
{
  if (!settings->has_stop && typed->stop == NULL)
    fprintf (stderr,
             "note: the file has no analysis that says when the run ends; it ends at "
             "%g s (--stop)\n",
             settings->options.stop);
}

/* What has no equations succeeds at once. */
static void
note_empty (const SimModel *model)
{
  if (sim_model_n_equations (model) == 0)
    fprintf (stderr, "note: %s has no equations, so there is nothing to simulate\n",
             sim_model_name (model));
}

/* Compiles what was chosen. */
static CliExit
compile (CliJob *job,
         const char *verb,
         const LibIndex *index,
         const LibEntry *chosen,
         const CliJobOptions *typed)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  RunSettings settings;

  if (!split_sets (verb, typed->sets, names, values))
    return CLI_USAGE;
  BaseLimits limits;

  if (!cli_input_limits (verb, &typed->limits, &limits))
    return CLI_USAGE;
  const RunTarget target = {.model = chosen,
                            .limits = limits,
                            .n_sets = names->len,
                            .set_names = (const char *const *) names->pdata,
                            .set_values = (const char *const *) values->pdata};
  job->model = run_compile (index, &target, &settings, diags);
  cli_input_write_diags (diags, NULL);
  if (job->model == NULL)
    return CLI_WRONG_MODEL;
  note_empty (job->model);
  note_stop (&settings, typed);
  job->options = settings.options;
  job->options.is_steady = settings.is_steady && typed->stop == NULL;
  return take_options (verb, typed, &job->options) ? CLI_DONE : CLI_USAGE;
}

CliExit
cli_job_load (CliJob *job,
              const char *verb,
              const CliJobOptions *typed,
              const char *path)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  SimOptions trial = sim_state_options_default ();

  trial.is_steady = true; /* the start is not yet known */
  *job = (CliJob){0};
  if (!take_options (verb, typed, &trial))
    return CLI_USAGE;
  g_autoptr (LangFile) file = cli_input_file (verb, path, diags);
  if (file == NULL)
    return CLI_USAGE;
  g_autoptr (LibIndex) library = cli_input_library (verb, typed->libraries);
  if (library == NULL)
    return CLI_USAGE;
  g_autoptr (LibIndex) index =
      cli_input_put (verb, library, file, typed->within, diags);
  if (index == NULL)
    return CLI_USAGE;
  if (cli_input_write_diags (diags, NULL))
    return CLI_WRONG_MODEL;
  const LibEntry *chosen =
      cli_input_choose_model (verb, index, file, typed->model, &job->component);
  job->index = g_steal_pointer (&index);
  return chosen == NULL ? CLI_USAGE : compile (job, verb, job->index, chosen, typed);
}

void
cli_job_clear (CliJob *job)
{
  g_clear_pointer (&job->model, sim_model_unref);
  g_clear_pointer (&job->index, lib_index_unref);
}

/* ---- simulation ---- */

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
enum { SECONDS_TO_WRITE = 5 };

static int interrupted; /* the run; the two are all that a signal handler may touch */
static int cut;         /* the output */

static void
on_interrupt (int number)
{
  g_atomic_int_set (&interrupted, 1);
}

/* Whoever still waits for a reader that takes nothing is ended later. */
static void
on_cut (int number)
{
  g_atomic_int_set (&cut, 1);
  signal (SIGALRM, SIG_DFL);
  alarm (SECONDS_TO_WRITE);
}

/* The next Ctrl+C, kill or end of the terminal calls this, the one after it ends the
 * program; SIG_DFL: the next one does. What is ignored (nohup) stays so. */
static void
catch_signals (void (*handler) (int))
{
  struct sigaction action = {.sa_handler = handler,
                             .sa_flags = (int) (SA_RESETHAND | SA_RESTART)};

  for (size_t i = 0; i < G_N_ELEMENTS (SIGNALS); i++) {
    struct sigaction before;

    if (sigaction (SIGNALS[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction (SIGNALS[i], &action, NULL);
  }
}

const int *
cli_job_catch_output (void)
{
  const struct sigaction action = {.sa_handler = on_cut, .sa_flags = SA_RESTART};
  struct stat about;

  catch_signals (on_cut);
  sigaction (SIGALRM, &action, NULL);
  /* A regular file takes all there is, however long that lasts. */
  if (g_atomic_int_get (&interrupted) != 0 && fstat (STDOUT_FILENO, &about) == 0 &&
      !S_ISREG (about.st_mode))
    alarm (SECONDS_TO_WRITE);
  return &cut;
}

/* Whether the rows that are asked for can be kept. */
static bool
has_room (const CliJob *job, const RunRecorder *recorder)
{
  const SimOptions *options = &job->options;

  return options->is_steady || options->interval <= 0 ||
         (options->stop - options->start) / options->interval <
             run_recorder_capacity (recorder);
}

static CliExit
report (const char *path, const SimState *state, const RunRecorder *recorder)
{
  const BaseDiag *failure = sim_state_failure (state);
  g_autofree char *text = failure == NULL ? NULL : base_diag_to_text (failure);

  if (!run_recorder_is_complete (recorder))
    fprintf (stderr, "%s: stopped at time %.6g: no room for more results\n", path,
             sim_state_time (state));
  else if (failure == NULL)
    fprintf (stderr, "%s: stopped at time %.6g\n", path, sim_state_time (state));
  else
    fputs (text, stderr);
  return failure == NULL || failure->is_of_run ? CLI_RUN_FAILED : CLI_WRONG_MODEL;
}

/* What the results lack is said in any case, how they were had if it is asked for. */
static void
tell_run (const BaseDiags *diags, bool with_notes)
{
  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    const BaseDiag *diag = base_diags_get (diags, i);
    g_autofree char *text = base_diag_to_text (diag);

    if (with_notes || diag->severity != BASE_NOTE)
      fputs (text, stderr);
  }
}

CliExit
cli_job_simulate (const CliJob *job,
                  const char *path,
                  RunRecorder *recorder,
                  SimRunStats *stats)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SimState) state = sim_state_new (job->model, &job->options, &error);
  SimStatus status;

  if (state == NULL)
    return cli_options_usage ("run", "%s", error->message);
  if (!has_room (job, recorder))
    return cli_options_usage (
        "run",
        "rows every %g s would take more than half of the memory; choose "
        "a longer --interval or fewer signals",
        job->options.interval);
  run_recorder_begin (recorder, state);
  run_recorder_set_flag (recorder, &interrupted);
  catch_signals (on_interrupt);
  sim_state_set_stop_flag (state, &interrupted);
  status = sim_state_init (state, run_recorder_sink, recorder, &error);
  if (status == SIM_OK && job->tells_start)
    cli_input_write_diags (sim_state_start_report (state), NULL);
  if (status == SIM_OK)
    status = sim_state_run (state, job->options.stop, &interrupted, run_recorder_sink,
                            recorder, &error);
  sim_state_flush (state, run_recorder_sink, recorder);
  sim_state_stats (state, stats);
  /* that the model itself ended the run is told to everybody */
  tell_run (sim_state_run_report (state), job->tells_start || status == SIM_TERMINATED);
  if (!job->holds_signals)
    catch_signals (SIG_DFL);
  if (status == SIM_OK || status == SIM_TERMINATED)
    return CLI_DONE;
  return report (path, state, recorder);
}
