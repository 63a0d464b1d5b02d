/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws curves of a run or of a table: those that are named, else those that the
 * diagram keeps, else the states, one plot for each unit. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/unit.h"
#include "base/writer.h"
#include "cli/job.h"
#include "cli/table.h"
#include "doc/plots.h"
#include "figure/output.h"
#include "figure/plot/plot.h"
#include "run/export.h"

/* Curves of one plot, drawn without --signals. */
enum { CURVES_BY_DEFAULT = 8 };

static const double CURVE_WIDTH = 1.5;

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

/* Each group is one plot: columns (uint32_t), its signals as typed once. */
static GArray *
add_group (GPtrArray *groups)
{
  GArray *group = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  g_ptr_array_add (groups, group);
  return group;
}

static uint32_t
column_of (const GArray *group, uint32_t i)
{
  return g_array_index (group, uint32_t, i);
}

/* ---- which curves ---- */

static uint32_t *
find_in_table (const CliTable *table,
               const char *const *texts,
               uint32_t *n,
               GError **error)
{
  g_auto (GStrv) names = run_export_split_signals (texts);
  g_autofree uint32_t *found = g_new (uint32_t, g_strv_length (names) + 1);

  if (names[0] == NULL) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no name is given");
    return NULL;
  }
  for (*n = 0; names[*n] != NULL; ++*n) {
    found[*n] = cli_table_find (table, names[*n]);
    if (found[*n] == UINT32_MAX) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
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

/* Adds a curve to the group of its unit. */
static void
add_by_units (const Origin *origin, GPtrArray *groups, uint32_t column)
{
  const char *units = units_of (origin, column);
  GArray *group = NULL;

  for (guint i = 0; i < groups->len && group == NULL; i++)
    if (strcmp (units_of (origin, column_of (groups->pdata[i], 0)), units) == 0)
      group = groups->pdata[i];
  if (group == NULL)
    group = add_group (groups);
  g_array_append_val (group, column);
}

/* What the diagram asks for, as far as there is such a variable. */
static void
add_kept_groups (const CliJob *job, GPtrArray *groups)
{
  g_autoptr (GPtrArray) plots = doc_plots_of (job->component->class);

  for (guint p = 0; p < plots->len; p++) {
    GArray *group = add_group (groups);

    for (char **name = plots->pdata[p]; *name != NULL; name++) {
      const uint32_t found = sim_model_find (job->model, *name);

      if (found != UINT32_MAX)
        g_array_append_val (group, found);
    }
    if (group->len == 0)
      g_ptr_array_set_size (groups, (gint) groups->len - 1);
  }
}

/* The states of a model, else its first variables; the first columns of a table. */
static void
add_default_groups (const Origin *origin, GPtrArray *groups)
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
        add_by_units (origin, groups, i);
      n += is_shown;
    }
}

/* One group for each --signals. NULL and an error if a name is unknown. */
static GPtrArray *
find_groups (const Origin *origin, char **signals, GError **error)
{
  const SimModel *model = origin->job.model;
  g_autoptr (GPtrArray) groups =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (char **text = signals; text != NULL && *text != NULL; text++) {
    const char *const one[] = {*text, NULL};
    uint32_t n;
    g_autofree uint32_t *columns = model != NULL
                                       ? run_export_find_signals (model, one, &n, error)
                                       : find_in_table (&origin->table, one, &n, error);

    if (columns == NULL)
      return NULL;
    g_array_append_vals (add_group (groups), columns, n);
  }
  if (groups->len == 0 && model != NULL)
    add_kept_groups (&origin->job, groups);
  if (groups->len == 0)
    add_default_groups (origin, groups);
  return g_steal_pointer (&groups);
}

/* ---- drawing ---- */

/* The unit that all curves of a group share, as people write it, or NULL. */
static char *
shared_units (const Origin *origin, const GArray *group)
{
  const char *units = group->len > 0 ? units_of (origin, column_of (group, 0)) : "";

  for (uint32_t i = 1; i < group->len; i++)
    if (strcmp (units_of (origin, column_of (group, i)), units) != 0)
      return NULL;
  return *units != '\0' ? base_unit_to_label (units) : NULL;
}

/* With its unit if the axis has none. */
static char *
curve_label (const Origin *origin, uint32_t column, bool has_axis_units)
{
  g_autofree char *units = base_unit_to_label (units_of (origin, column));

  return has_axis_units || *units == '\0'
             ? g_strdup (name_of (origin, column))
             : g_strdup_printf ("%s [%s]", name_of (origin, column), units);
}

static FigureCurve *
make_curves (const Origin *origin,
             const GArray *group,
             bool has_axis_units,
             const FigureTheme *theme)
{
  FigureCurve *curves = g_new0 (FigureCurve, group->len);

  for (uint32_t i = 0; i < group->len; i++) {
    uint32_t column = column_of (group, i);
    const SimModel *model = origin->job.model;

    curves[i] = (FigureCurve){
        .trace = origin->trace,
        .column = column,
        .x_column = UINT32_MAX,
        .label = curve_label (origin, column, has_axis_units),
        .factor = 1,
        .color = figure_theme_curve_color (theme, i),
        .width = CURVE_WIDTH,
        .is_stepped = model != NULL && sim_model_var (model, column)->is_discrete,
    };
  }
  return curves;
}

static CliExit
draw (const Origin *origin, const GPtrArray *groups, const Options *options)
{
  g_autoptr (GError) error = NULL;
  FigureTheme theme = figure_theme (options->is_dark);
  g_autofree FigurePlot *plots = g_new0 (FigurePlot, groups->len);

  for (uint32_t i = 0; i < groups->len; i++) {
    const GArray *group = groups->pdata[i];
    const char *units = shared_units (origin, group);

    plots[i] = (FigurePlot){
        .width = options->width,
        .height = options->height,
        .x = {.label = "Time", .units = "s"},
        .y = {.units = units},
        .n_curves = group->len,
        .curves = make_curves (origin, group, units != NULL, &theme),
        .title = i == 0 ? options->title : NULL,
        .has_legend = true,
    };
  }
  bool is_saved =
      figure_plot_save (plots, groups->len, 1, &theme, options->out, &error);
  for (uint32_t i = 0; i < groups->len; i++) {
    for (uint32_t k = 0; k < plots[i].n_curves; k++)
      g_free ((gpointer) plots[i].curves[k].label);
    g_free ((gpointer) plots[i].curves);
    g_free ((gpointer) plots[i].y.units);
  }
  return is_saved ? CLI_DONE : cli_options_usage ("%s", error->message);
}

/* ---- the verb ---- */

/* Runs the model for the curves of the groups. */
static CliExit
simulate (Origin *origin, const GPtrArray *groups, const char *path)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  SimRunStats stats;

  for (guint i = 0; i < groups->len; i++) {
    const GArray *group = groups->pdata[i];

    g_array_append_vals (all, group->data, group->len);
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
  g_autoptr (GPtrArray) groups = find_groups (origin, options->signals, &error);
  if (groups == NULL)
    return cli_options_usage ("--signals: %s", error->message);
  if (origin->job.model != NULL)
    status = simulate (origin, groups, path);
  if (status == CLI_DONE || status == CLI_RUN_FAILED)
    status = cli_options_worse_exit (status, draw (origin, groups, options));
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
       "Variables to plot; each option makes one plot", "A.B,C.D"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options.out,
       "Output file: .png, .svg or .pdf", "OUT"},
      {"title", 0, 0, G_OPTION_ARG_STRING, &options.title, "Title above the plots",
       "TEXT"},
      {"width", 0, 0, G_OPTION_ARG_INT, &options.width,
       "Width in pixels (default: 800)", "W"},
      {"height", 0, 0, G_OPTION_ARG_INT, &options.height,
       "Height of each plot in pixels (default: 360)", "H"},
      {"dark", 0, 0, G_OPTION_ARG_NONE, &options.is_dark, "Use the dark theme", NULL},
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
