/* SPDX-License-Identifier: GPL-3.0-or-later */
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

/* One plot: its signals as typed once. */
typedef struct {
  uint32_t n;
  uint32_t *columns;
} Group;

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

static void
free_groups (GArray *groups)
{
  for (uint32_t i = 0; i < groups->len; i++)
    g_free (g_array_index (groups, Group, i).columns);
  g_array_unref (groups);
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

  if (names[0] == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no name is given");
  for (*n = 0; names[*n] != NULL; ++*n) {
    found[*n] = cli_table_find (table, names[*n]);
    if (found[*n] == UINT32_MAX) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   "the table has no column `%s`", names[*n]);
      return NULL;
    }
  }
  return names[0] == NULL ? NULL : g_steal_pointer (&found);
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
add_by_units (const Origin *origin, GArray *groups, uint32_t column)
{
  Group *group = NULL;

  for (uint32_t i = 0; i < groups->len && group == NULL; i++) {
    Group *other = &g_array_index (groups, Group, i);

    if (strcmp (units_of (origin, other->columns[0]), units_of (origin, column)) == 0)
      group = other;
  }
  if (group == NULL) {
    Group new_group = {.columns = g_new (uint32_t, CURVES_BY_DEFAULT)};

    g_array_append_val (groups, new_group);
    group = &g_array_index (groups, Group, groups->len - 1);
  }
  group->columns[group->n++] = column;
}

/* What the diagram asks for; false if it does not, or for nothing that there is. */
static bool
add_kept_groups (const Origin *origin, GArray *groups)
{
  const CliJob *job = &origin->job;

  if (job->model == NULL)
    return false;
  g_autoptr (GPtrArray) plots = doc_plots_of (job->component->class);
  for (guint p = 0; p < plots->len; p++) {
    char **names = plots->pdata[p];
    Group group = {.columns = g_new (uint32_t, g_strv_length (names))};

    for (char **name = names; *name != NULL; name++) {
      const uint32_t found = sim_model_find (job->model, *name);

      if (found != UINT32_MAX)
        group.columns[group.n++] = found;
    }
    if (group.n > 0)
      g_array_append_val (groups, group);
    else
      g_free (group.columns);
  }
  return groups->len > 0;
}

/* The states of a model, else its first variables; the first columns of a table. */
static void
add_default_groups (const Origin *origin, GArray *groups)
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
static GArray *
find_groups (const Origin *origin, char **signals, GError **error)
{
  GArray *groups = g_array_new (FALSE, TRUE, sizeof (Group));

  for (char **text = signals; text != NULL && *text != NULL; text++) {
    const char *const one[] = {*text, NULL};
    Group group = {0};

    group.columns =
        origin->job.model != NULL
            ? run_export_find_signals (origin->job.model, one, &group.n, error)
            : find_in_table (&origin->table, one, &group.n, error);
    if (group.columns == NULL) {
      free_groups (groups);
      return NULL;
    }
    g_array_append_val (groups, group);
  }
  if (groups->len == 0 && !add_kept_groups (origin, groups))
    add_default_groups (origin, groups);
  return groups;
}

/* ---- drawing ---- */

/* The unit that all curves of a group share, as people write it, or NULL. */
static char *
shared_units (const Origin *origin, const Group *group)
{
  const char *units = group->n > 0 ? units_of (origin, group->columns[0]) : "";

  for (uint32_t i = 1; i < group->n; i++)
    if (strcmp (units_of (origin, group->columns[i]), units) != 0)
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
             const Group *group,
             bool has_axis_units,
             const FigureTheme *theme)
{
  FigureCurve *curves = g_new0 (FigureCurve, group->n);

  for (uint32_t i = 0; i < group->n; i++) {
    uint32_t column = group->columns[i];
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
draw (const Origin *origin, GArray *groups, const Options *options)
{
  g_autoptr (GError) error = NULL;
  FigureTheme theme = figure_theme (options->is_dark);
  g_autofree FigurePlot *plots = g_new0 (FigurePlot, groups->len);

  for (uint32_t i = 0; i < groups->len; i++) {
    const Group *group = &g_array_index (groups, Group, i);
    const char *units = shared_units (origin, group);

    plots[i] = (FigurePlot){
        .width = options->width,
        .height = options->height,
        .x = {.label = "Time", .units = "s"},
        .y = {.units = units},
        .n_curves = group->n,
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
  return is_saved ? CLI_DONE : cli_options_usage ("plot", "%s", error->message);
}

/* ---- the verb ---- */

/* Runs the model for the curves of the groups. */
static CliExit
simulate (Origin *origin, GArray *groups, const char *path)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  SimRunStats stats;

  for (uint32_t i = 0; i < groups->len; i++) {
    const Group *group = &g_array_index (groups, Group, i);

    g_array_append_vals (all, group->columns, group->n);
  }
  origin->recorder =
      run_recorder_new (origin->job.model, (const uint32_t *) all->data, all->len);
  origin->trace = run_recorder_trace (origin->recorder);
  return cli_job_simulate (&origin->job, path, origin->recorder, &stats);
}

static CliExit
plot (Origin *origin,
      const char *path,
      const CliJobOptions *typed,
      const Options *options)
{
  g_autoptr (GError) error = NULL;
  CliExit status = CLI_DONE;

  if (base_file_has_ending (path, ".csv")) {
    if (!cli_table_read (&origin->table, path, &error))
      return cli_options_usage ("plot", "%s", error->message);
    origin->trace = origin->table.trace;
  } else {
    status = cli_job_load (&origin->job, "plot", typed, path);
    if (status != CLI_DONE)
      return status;
  }
  GArray *groups = find_groups (origin, options->signals, &error);
  if (groups == NULL)
    return cli_options_usage ("plot", "--signals: %s", error->message);
  if (origin->job.model != NULL)
    status = simulate (origin, groups, path);
  if (status == CLI_DONE || status == CLI_RUN_FAILED)
    status = cli_options_worse_exit (status, draw (origin, groups, options));
  free_groups (groups);
  return status;
}

/* Before the run, which may last. */
static bool
is_sane (const Options *options)
{
  g_autoptr (GError) error = NULL;

  if (options->out == NULL)
    cli_options_usage ("plot", "--output is missing");
  else if (!figure_output_check_name (options->out, &error) ||
           !base_writer_check (options->out, &error))
    cli_options_usage ("plot", "%s", error->message);
  else if (options->width < 100 || options->height < 100 || options->width > 10000 ||
           options->height > 10000)
    cli_options_usage ("plot", "--width, --height: from 100 to 10000 pixels");
  else
    return true;
  return false;
}

CliExit
cli_verb_plot (int argc, char **argv)
{
  const CliVerb *verb = cli_verb_find ("plot");
  CliJobOptions typed = {0};
  Options options = {.width = 800, .height = 360};
  CliExit status;
  GOptionEntry entries[CLI_JOB_N_OPTIONS + 7] = {
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
  };

  cli_job_options (&typed, entries + 6);
  if (cli_options_read (verb, entries, NULL, &argc, &argv, &status)) {
    Origin origin = {0};

    status = CLI_USAGE;
    if (cli_options_count (verb, argc, 1, 1) && is_sane (&options))
      status = plot (&origin, argv[1], &typed, &options);
    cli_job_clear (&origin.job);
    cli_table_clear (&origin.table);
    run_recorder_free (origin.recorder);
  }
  cli_job_options_clear (&typed);
  g_strfreev (options.signals);
  g_free (options.out);
  g_free (options.title);
  return status;
}
