/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model from the command line to its results: file, model and settings are put
 * together, then it is run. Signals only set flags: one ends the run, whose rows are
 * still written, one ends their writing behind a whole row; the next one ends the
 * program. */
#include "cli/job.h"

#include "base/number.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

/* "NAME=VALUE" to two texts. */
static bool
split_sets (char **sets, GPtrArray *names, GPtrArray *values)
{
  for (; sets != NULL && *sets != NULL; sets++) {
    const char *sign = strchr (*sets, '=');

    if (sign == NULL || sign == *sets || sign[1] == '\0') {
      cli_options_usage ("--set: `%s` is not NAME=VALUE", *sets);
      return false;
    }
    g_ptr_array_add (names, g_strstrip (g_strndup (*sets, (gsize) (sign - *sets))));
    g_ptr_array_add (values, g_strdup (sign + 1));
  }
  return true;
}

static bool
is_sane (const SimOptions *options)
{
  static const char *const NAMES[] = {[SIM_OPTION_STOP] = "--stop",
                                      [SIM_OPTION_RTOL] = "--rtol",
                                      [SIM_OPTION_ATOL] = "--atol",
                                      [SIM_OPTION_INTERVAL] = "--interval",
                                      [SIM_OPTION_STEP] = "--dtmax"};
  SimOption which;
  const char *wrong = sim_state_options_wrong (options, &which);

  if (wrong != NULL)
    cli_options_usage ("%s: %s", NAMES[which], wrong);
  return wrong == NULL;
}

static bool
know_solver (const char *name)
{
  g_autofree char *wrong = sim_state_solver_wrong (name);

  if (wrong != NULL)
    cli_options_usage ("--solver: %s", wrong);
  return wrong == NULL;
}

/* What was typed wins over the analysis. */
static bool
take_options (const CliCommon *typed, SimOptions *options)
{
  if (!cli_options_number ("--stop", typed->stop, "s", &options->stop) ||
      !cli_options_number ("--interval", typed->interval, "s", &options->interval) ||
      !cli_options_number ("--dtmax", typed->dtmax, "s", &options->h_max) ||
      !cli_options_number ("--rtol", typed->rtol, "", &options->rtol) ||
      !cli_options_number ("--atol", typed->atol, "", &options->atol))
    return false;
  if (typed->solver != NULL)
    options->solver = typed->solver;
  return know_solver (options->solver) && is_sane (options);
}

/* Nobody said when the run ends. */
static void
note_stop (const RunSettings *settings, const CliCommon *typed)
{
  char stop[BASE_NUMBER_SIZE];

  if (!settings->has_stop && typed->stop == NULL)
    fprintf (
        stderr,
        _ ("note: no stop time is given; the run ends at %s s (--stop changes it)\n"),
        base_number_to_text (settings->options.stop, stop));
}

/* What has no equations succeeds at once. */
static void
note_empty (const SimModel *model)
{
  if (sim_model_n_equations (model) == 0)
    fprintf (stderr, _ ("note: %s has no equations, so there is nothing to simulate\n"),
             sim_model_name (model));
}

/* Compiles what was chosen. */
static CliExit
compile (CliJob *job,
         const LibIndex *index,
         const LibEntry *chosen,
         const CliCommon *typed)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  RunSettings settings;

  if (!split_sets (typed->sets, names, values))
    return CLI_USAGE;
  const RunTarget target = {.model = chosen,
                            .limits = typed->limits,
                            .n_sets = names->len,
                            .set_names = (const char *const *) names->pdata,
                            .set_values = (const char *const *) values->pdata};
  job->model = run_compile (index, &target, &settings, diags);
  cli_input_write_diags (diags, NULL);
  if (job->model == NULL)
    return CLI_WRONG_MODEL;
  /* What the analysis says, then what was typed. */
  note_empty (job->model);
  note_stop (&settings, typed);
  job->options = settings.options;
  job->options.is_steady = settings.is_steady && typed->stop == NULL;
  return take_options (typed, &job->options) ? CLI_DONE : CLI_USAGE;
}

CliExit
cli_job_load (CliJob *job, const CliCommon *typed, const char *path)
{
  SimOptions trial = sim_state_options_default ();
  g_autoptr (LangFile) file = NULL;
  CliExit exit;

  trial.is_steady = true; /* the start is not yet known */
  *job = (CliJob){0};
  if (!take_options (typed, &trial))
    return CLI_USAGE;
  g_autoptr (LibIndex) library = cli_input_library (typed->libraries);
  if (library == NULL)
    return CLI_USAGE;
  job->index = cli_input_open (library, path, typed, &file, &exit);
  if (job->index == NULL)
    return exit;
  const LibEntry *chosen =
      cli_input_choose_model (job->index, file, typed->model, &job->component);
  return chosen == NULL ? CLI_USAGE : compile (job, job->index, chosen, typed);
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
  char time[BASE_NUMBER_SIZE];

  base_number_to_short_text (sim_state_time (state), 9, time);
  if (!run_recorder_is_complete (recorder))
    fprintf (stderr, _ ("%s: stopped at time %s: no room for more results\n"), path,
             time);
  else if (failure == NULL)
    fprintf (stderr, _ ("%s: stopped at time %s\n"), path, time);
  else
    fputs (text, stderr);
  return failure == NULL || failure->is_of_run ? CLI_RUN_FAILED : CLI_WRONG_MODEL;
}

/* W507: the model itself ended the run. */
enum { ENDED_BY_MODEL = 507 };

/* What the results lack, and that the model ended the run, is said in any case; how
 * they were had if it is asked for. */
static void
tell_run (const BaseDiags *diags, bool with_notes)
{
  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    const BaseDiag *diag = base_diags_get (diags, i);
    g_autofree char *text = base_diag_to_text (diag);

    if (with_notes || diag->severity != BASE_NOTE || diag->number == ENDED_BY_MODEL)
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
  char interval[BASE_NUMBER_SIZE];

  if (state == NULL)
    return cli_options_usage ("%s", error->message);
  if (!has_room (job, recorder))
    return cli_options_usage (
        "rows every %s s would take more than half of the memory; choose "
        "a longer --interval or fewer signals",
        base_number_to_text (job->options.interval, interval));
  /* An interrupt ends the run, and rows so far are kept. */
  run_recorder_begin (recorder, state);
  run_recorder_set_flag (recorder, &interrupted);
  catch_signals (on_interrupt);
  sim_state_set_stop_flag (state, &interrupted);
  /* Start and run, each row into the recorder. */
  status = sim_state_init (state, run_recorder_sink, recorder, &error);
  if (status == SIM_OK && job->tells_start)
    cli_input_write_diags (sim_state_start_report (state), NULL);
  if (status == SIM_OK)
    status = sim_state_run (state, job->options.stop, &interrupted, run_recorder_sink,
                            recorder, &error);
  sim_state_flush (state, run_recorder_sink, recorder);
  sim_state_stats (state, stats);
  tell_run (sim_state_run_report (state), job->tells_start);
  if (!job->holds_signals)
    catch_signals (SIG_DFL);
  if (status == SIM_OK || status == SIM_TERMINATED)
    return CLI_DONE;
  return report (path, state, recorder);
}
