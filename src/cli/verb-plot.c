/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws curves of a run or of a table: those that are named, else those that the
 * diagram keeps, else the states, one plot for each unit. */
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/writer.h"
#include "cli/job.h"
#include "cli/table.h"
#include "doc/plot.h"
#include "figure/output.h"
#include "figure/plot/chart.h"
#include "run/export.h"

/* Curves of one plot, drawn without --signals. */
enum { CURVES_BY_DEFAULT = 8 };

/* Where curves come from: a run of a model, or a table. */
typedef struct {
  CliJob job;            /* model NULL: a table */
  RunRecorder *recorder; /* of the run */
  CliTable table;
  const RunTrace *trace;
} Origin;

typedef struct {
  char **signals;
  char *out;
  char *title;
  int width;
  int height;
  gboolean is_dark;
} Options;

static const char *
name_of (const Origin *origin, uint32_t column)
{
  return origin->job.model != NULL ? sim_model_var (origin->job.model, column)->name
                                   : origin->table.names[column + 1];
}

/* UINT32_MAX: there is none. */
static uint32_t
column_of (const Origin *origin, const char *name)
{
  return origin->job.model != NULL ? sim_model_find (origin->job.model, name)
                                   : cli_table_find (&origin->table, name);
}

/* ---- which curves ---- */

static bool
is_known (gconstpointer model, const char *name)
{
  return sim_model_find (model, name) != UINT32_MAX;
}

static uint32_t *
find_in_table (const CliTable *table,
               const char *const *texts,
               uint32_t *n,
               GError **error)
{
  g_auto (GStrv) names = run_export_split_signals (texts);
  g_autofree uint32_t *found = g_new (uint32_t, g_strv_length (names) + 1);

  if (names[0] == NULL) {
    g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "no name is given");
    return NULL;
  }
  for (*n = 0; names[*n] != NULL; ++*n) {
    found[*n] = cli_table_find (table, names[*n]);
    if (found[*n] == UINT32_MAX) {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                   "the table has no column `%s`", names[*n]);
      return NULL;
    }
  }
  return g_steal_pointer (&found);
}

static const char *
units_of (const Origin *origin, uint32_t column)
{
  const SimModel *model = origin->job.model;
  const char *units = model != NULL ? sim_model_var (model, column)->units : NULL;

  return units != NULL ? units : "";
}

/* Adds a curve to the plot of its unit. */
static void
add_by_units (const Origin *origin, GPtrArray *plots, uint32_t column)
{
  DocPlot *plot = NULL;

  for (guint i = 0; i < plots->len && plot == NULL; i++) {
    const char *first = doc_plot_curve (plots->pdata[i], 0)->variable;

    if (strcmp (units_of (origin, column_of (origin, first)),
                units_of (origin, column)) == 0)
      plot = plots->pdata[i];
  }
  if (plot == NULL) {
    plot = doc_plot_new ();
    g_ptr_array_add (plots, plot);
  }
  doc_plot_add (plot, name_of (origin, column));
}

/* The states of a model, else its first variables; the first columns of a table. */
static void
add_default_plots (const Origin *origin, GPtrArray *plots)
{
  const SimModel *model = origin->job.model;
  uint32_t n_vars = model != NULL ? sim_model_n_vars (model) : origin->table.n;
  uint32_t n = 0;

  for (int wants_states = model != NULL; wants_states >= 0 && n == 0; wants_states--)
    for (uint32_t i = 0; i < n_vars && n < CURVES_BY_DEFAULT; i++) {
      const SimVar *var = model != NULL ? sim_model_var (model, i) : NULL;
      bool is_shown = var == NULL || (!var->is_derived && !var->is_parameter &&
                                      (var->is_state || !wants_states));

      if (is_shown)
        add_by_units (origin, plots, i);
      n += is_shown;
    }
}

/* One plot for each --signals, else what the diagram asks for, as far as it is there.
 * NULL and an error if a name is unknown. */
static GPtrArray *
find_plots (const Origin *origin, char **signals, GError **error)
{
  const CliJob *job = &origin->job;
  g_autoptr (GPtrArray) plots =
      g_ptr_array_new_with_free_func ((GDestroyNotify) doc_plot_free);

  for (char **text = signals; text != NULL && *text != NULL; text++) {
    const char *const one[] = {*text, NULL};
    uint32_t n = 0;
    g_autofree uint32_t *columns =
        job->model != NULL ? run_export_find_signals (job->model, one, &n, error)
                           : find_in_table (&origin->table, one, &n, error);

    if (columns == NULL)
      return NULL;
    g_ptr_array_add (plots, doc_plot_new ());
    for (uint32_t i = 0; i < n; i++)
      doc_plot_add (plots->pdata[plots->len - 1], name_of (origin, columns[i]));
  }
  /* As the diagram keeps them, else what looks best. */
  if (plots->len == 0 && job->model != NULL) {
    g_ptr_array_unref (plots);
    plots = doc_plots_of (job->component->class);
    doc_plots_prune (plots, is_known, job->model);
  }
  if (plots->len == 0)
    add_default_plots (origin, plots);
  return g_steal_pointer (&plots);
}

/* ---- drawing ---- */

static void
fill (FigureChart *chart,
      const Origin *origin,
      const DocPlot *plot,
      const FigureTheme *theme)
{
  const SimModel *model = origin->job.model;

  figure_chart_begin (chart, plot, theme);
  for (uint32_t i = 0; i < doc_plot_n (plot); i++) {
    const char *name = doc_plot_curve (plot, i)->variable;
    const uint32_t column = column_of (origin, name);
    FigureCurve *curve = figure_chart_add (chart, i, name, units_of (origin, column));

    curve->trace = origin->trace;
    curve->column = column;
    curve->x_column = plot->x != NULL ? column_of (origin, plot->x) : UINT32_MAX;
    curve->is_stepped = model != NULL && sim_model_var (model, column)->is_discrete;
  }
  if (plot->x != NULL)
    figure_chart_label_x (chart, plot->x,
                          units_of (origin, column_of (origin, plot->x)));
  else
    figure_chart_label_x (chart, "Time", "s");
  figure_chart_end (chart);
}

static CliExit
draw (const Origin *origin, GPtrArray *plots, const Options *options)
{
  g_autoptr (GError) error = NULL;
  FigureTheme theme = figure_theme (options->is_dark);
  g_autofree FigurePlot *drawn = g_new0 (FigurePlot, plots->len);
  g_autoptr (FigurePalette) palette = figure_palette_new ();
  g_autoptr (GPtrArray) charts =
      g_ptr_array_new_with_free_func ((GDestroyNotify) figure_chart_free);

  /* A chart for each; colours are those of all of them. */
  for (guint i = 0; i < plots->len; i++) {
    const DocPlot *plot = plots->pdata[i];
    FigureChart *chart = figure_chart_new ();

    g_ptr_array_add (charts, chart);
    chart->palette = palette;
    fill (chart, origin, plot, &theme);
    drawn[i] = chart->plot;
    drawn[i].width = options->width;
    drawn[i].height = options->height;
    if (i == 0 && options->title != NULL)
      drawn[i].title = options->title;
  }
  return figure_plot_save (drawn, plots->len, 1, &theme, options->out, &error)
             ? CLI_DONE
             : cli_options_usage ("%s", error->message);
}

/* ---- the verb ---- */

/* Runs the model for what is drawn. */
static CliExit
simulate (Origin *origin, const GPtrArray *plots, const char *path)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  SimRunStats stats;

  for (guint p = 0; p < plots->len; p++) {
    const DocPlot *plot = plots->pdata[p];

    for (uint32_t i = 0; i < doc_plot_n (plot); i++) {
      const uint32_t column = column_of (origin, doc_plot_curve (plot, i)->variable);

      g_array_append_val (all, column);
    }
    if (plot->x != NULL)
      g_array_append_vals (all, &(uint32_t){column_of (origin, plot->x)}, 1);
  }
  origin->recorder =
      run_recorder_new (origin->job.model, (const uint32_t *) all->data, all->len);
  origin->trace = run_recorder_trace (origin->recorder);
  return cli_job_simulate (&origin->job, path, origin->recorder, &stats);
}

static CliExit
plot (Origin *origin, const char *path, const CliCommon *typed, const Options *options)
{
  g_autoptr (GError) error = NULL;
  CliExit status = CLI_DONE;

  if (base_file_has_ending (path, ".csv")) {
    if (!cli_table_read (&origin->table, path, &error))
      return cli_options_usage ("%s", error->message);
    origin->trace = origin->table.trace;
  } else {
    status = cli_job_load (&origin->job, typed, path);
    if (status != CLI_DONE)
      return status;
  }
  g_autoptr (GPtrArray) plots = find_plots (origin, options->signals, &error);
  if (plots == NULL)
    return cli_options_usage ("--signals: %s", error->message);
  if (origin->job.model != NULL)
    status = simulate (origin, plots, path);
  if (status == CLI_DONE || status == CLI_RUN_FAILED)
    status = cli_options_worse_exit (status, draw (origin, plots, options));
  return status;
}

/* Before the run, which may last. */
static bool
is_sane (const Options *options)
{
  g_autoptr (GError) error = NULL;

  if (options->out == NULL)
    cli_options_usage ("--output is missing");
  else if (!figure_output_check_name (options->out, &error) ||
           !base_writer_check (options->out, &error))
    cli_options_usage ("%s", error->message);
  else if (options->width < 100 || options->height < 100 || options->width > 10000 ||
           options->height > 10000)
    cli_options_usage ("--width, --height: from 100 to 10000 pixels");
  else
    return true;
  return false;
}

CliExit
cli_verb_plot (const CliVerb *verb, int argc, char **argv)
{
  g_auto (CliCommon) typed = {0};
  Options options = {.width = 800, .height = 360};
  Origin origin = {0};
  CliExit status;
  const GOptionEntry entries[] = {
      {"signals", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.signals,
       N_ ("Variables to plot; each option makes one plot"), "A.B,C.D"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options.out,
       N_ ("Output file: .png, .svg or .pdf"), "OUT"},
      {"title", 0, 0, G_OPTION_ARG_STRING, &options.title, N_ ("Title above the plots"),
       "TEXT"},
      {"width", 0, 0, G_OPTION_ARG_INT, &options.width,
       N_ ("Width in pixels (default: 800)"), "W"},
      {"height", 0, 0, G_OPTION_ARG_INT, &options.height,
       N_ ("Height of each plot in pixels (default: 360)"), "H"},
      {"dark", 0, 0, G_OPTION_ARG_NONE, &options.is_dark, N_ ("Use the dark theme"),
       NULL},
      G_OPTION_ENTRY_NULL};

  if (cli_options_read (verb, entries, &typed, &argc, &argv, &status))
    status = is_sane (&options) ? plot (&origin, argv[1], &typed, &options) : CLI_USAGE;
  cli_job_clear (&origin.job);
  cli_table_clear (&origin.table);
  run_recorder_free (origin.recorder);
  g_strfreev (options.signals);
  g_free (options.out);
  g_free (options.title);
  return status;
}
