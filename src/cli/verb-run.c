/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a model and writes its rows, to a file that is replaced at the end or to
 * standard output as it takes them. */
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/writer.h"
#include "cli/job.h"
#include "run/export.h"

static void
print_stats (const CliJob *job, const SimRunStats *stats)
{
  const SimModel *model = job->model;

  fprintf (stderr,
           "%u equations, %u states, %u crossings\n"
           "%s: %" G_GUINT64_FORMAT " steps, %" G_GUINT64_FORMAT " rejected, "
           "%" G_GUINT64_FORMAT " right-hand sides, %" G_GUINT64_FORMAT " Jacobians, "
           "%" G_GUINT64_FORMAT " factorisations, %" G_GUINT64_FORMAT
           " changes of method\n"
           "%" G_GUINT64_FORMAT " state events, %" G_GUINT64_FORMAT " time events, "
           "%" G_GUINT64_FORMAT " changes of states, "
           "%" G_GUINT64_FORMAT " Newton iterations, "
           "constraints hold to %.2g, %.3g s\n",
           sim_model_n_equations (model), sim_model_n_states (model),
           sim_model_n_crossings (model), job->options.solver, stats->steps.n_steps,
           stats->steps.n_rejected, stats->steps.n_rhs, stats->steps.n_jacobians,
           stats->steps.n_factors, stats->steps.n_switches, stats->n_state_events,
           stats->n_time_events, stats->n_selections, stats->n_newton, stats->drift,
           stats->wall_s);
}

/* Where nobody wants a file. */
static CliExit
print_rows (const RunTable *table)
{
  const int *cut = cli_job_catch_output ();

  if (run_export_rows (stdout, table, cut))
    return CLI_DONE;
  cli_options_usage ("interrupted; the last rows are not written");
  return CLI_RUN_FAILED;
}

/* What else was asked for. */
typedef struct {
  gboolean has_stats;
  gboolean has_units;
} Wanted;

/* Simulates a loaded job and writes the results, to standard output if `out` is NULL.
 */
static CliExit
simulate (const CliJob *job,
          const char *path,
          char **signals,
          const char *out,
          const Wanted *wanted)
{
  g_autoptr (GError) error = NULL;
  uint32_t n;
  g_autofree uint32_t *columns =
      signals == NULL ? run_export_all_signals (job->model, out, &n)
                      : run_export_find_signals (
                            job->model, (const char *const *) signals, &n, &error);

  if (columns == NULL)
    return cli_options_usage ("--signals: %s", error->message);
  g_autoptr (RunRecorder) recorder = run_recorder_new (job->model, columns, n);
  SimRunStats stats = {0};
  CliExit status = cli_job_simulate (job, path, recorder, &stats);
  if (status == CLI_USAGE)
    return status;
  /* Results are written even if the run has failed, as far as it came. */
  if (wanted->has_stats)
    print_stats (job, &stats);
  const RunTable table = {run_recorder_trace (recorder), job->model, columns, n,
                          wanted->has_units};
  if (out == NULL)
    return cli_options_worse_exit (status, print_rows (&table));
  return run_export_save (&table, out, &error)
             ? status
             : cli_options_usage ("%s", error->message);
}

static bool
is_same_file (const char *a, const char *b)
{
  g_autofree char *one = base_file_resolve (a);
  g_autofree char *other = base_file_resolve (b);

  return strcmp (one, other) == 0;
}

/* Before the run, which may last. */
static bool
check_output (const char *out, const char *model)
{
  g_autoptr (GError) error = NULL;

  if (out == NULL)
    return true;
  if (is_same_file (out, model))
    cli_options_usage ("--output: the results would replace the model");
  else if (!run_export_check_name (out, &error) || !base_writer_check (out, &error))
    cli_options_usage ("%s", error->message);
  else
    return true;
  return false;
}

CliExit
cli_verb_run (const CliVerb *verb, int argc, char **argv)
{
  g_auto (CliCommon) typed = {0};
  g_auto (GStrv) signals = NULL;
  g_autofree char *out = NULL;
  Wanted wanted = {0};
  CliExit status;
  const GOptionEntry entries[] = {
      {"signals", 0, 0, G_OPTION_ARG_STRING_ARRAY, &signals,
       N_ ("Variables to write (default: all); may be repeated"), "A.B,C.D"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &out,
       N_ ("Output file (default: standard output)"), "OUT.{csv,mat}"},
      {"units-row", 0, 0, G_OPTION_ARG_NONE, &wanted.has_units,
       N_ ("A second header line with the units (CSV)"), NULL},
      {"stats", 0, 0, G_OPTION_ARG_NONE, &wanted.has_stats,
       N_ ("Print solver statistics"), NULL},
      G_OPTION_ENTRY_NULL};

  if (!cli_options_read (verb, entries, &typed, &argc, &argv, &status))
    return status;
  if (g_strcmp0 (out, "-") == 0)
    g_clear_pointer (&out, g_free);
  /* What cannot be written is refused before anything runs. */
  if (!check_output (out, argv[1]))
    return CLI_USAGE;
  g_auto (CliJob) job = {0};
  status = cli_job_load (&job, &typed, argv[1]);
  job.tells_start = wanted.has_stats;
  job.holds_signals = out != NULL;
  return status != CLI_DONE ? status : simulate (&job, argv[1], signals, out, &wanted);
}
