/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written of the plots: their picture, and the current run as a table, on a
 * thread. */
#include <glib/gi18n.h>

#include "run/export.h"
#include "ui/plots/plots-private.h"
#include "ui/widgets/chooser.h"

static void
say (UiPlots *self, const char *text)
{
  desk_message (&self->studio->messages, text);
}

void
ui_plots_save_picture (UiPlots *self, const char *path)
{
  FigureTheme theme = figure_theme (false);
  g_autoptr (GError) error = NULL;
  uint32_t n = desk_plot_view_n (self->view);
  g_autofree FigurePlot *plots = g_new (FigurePlot, n);

  desk_plot_view_update (self->view, gtk_widget_get_width (GTK_WIDGET (self)),
                         gtk_widget_get_height (GTK_WIDGET (self)), &theme);
  for (uint32_t p = 0; p < n; p++) {
    plots[p] = *desk_plot_view_plot (self->view, p, NULL);
    plots[p].is_measured = false; /* on paper there is no table beside them */
  }
  if (figure_plot_save (plots, n, gtk_widget_get_scale_factor (GTK_WIDGET (self)),
                        &theme, path, &error))
    ui_chooser_tell_written (&self->studio->messages, path, path);
  else
    say (self, error->message);
}

static void
leave_out_pullers (const SimModel *model, uint32_t *columns, uint32_t *n)
{
  uint32_t n_kept = 0;

  for (uint32_t i = 0; i < *n; i++)
    if (desk_program_is_users (sim_model_var (model, columns[i])->name))
      columns[n_kept++] = columns[i];
  *n = n_kept;
}

/* A table that is being written: all of it is counted or its own. */
typedef struct {
  UiPlots *plots;
  SimModel *model;
  RunTrace *trace;
  uint32_t *columns;
  uint32_t n_columns;
  char *path;
} Table;

static void
write_table (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Table *table = data;
  const RunTable results = {table->trace, table->model, table->columns,
                            table->n_columns, false};
  GError *error = NULL;

  if (run_export_save (&results, table->path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
table_written (GObject *source, GAsyncResult *result, gpointer data)
{
  Table *table = data;
  DeskStudio *studio = table->plots->studio; /* NULL: the window has gone */
  g_autoptr (GError) error = NULL;
  const bool is_written = g_task_propagate_boolean (G_TASK (result), &error);

  if (studio != NULL && is_written)
    ui_chooser_tell_written (&studio->messages, table->path, table->path);
  else if (studio != NULL)
    desk_message (&studio->messages, error->message);
  if (g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  g_object_unref (table->plots);
  sim_model_unref (table->model);
  run_trace_unref (table->trace);
  g_free (table->columns);
  g_free (table->path);
  g_free (table);
}

/* On a thread, since there may be millions of numbers; the program does not end before
 * all of them are written. The plots are no source of the task, whose thread could be
 * the last to let them go. */
void
ui_plots_save_table (UiPlots *self, const char *path)
{
  const DeskRun *run = self->studio->runs->current;
  g_autoptr (GError) error = NULL;

  if (run == NULL)
    return;
  if (!run_export_check_name (path, &error)) {
    say (self, error->message);
    return;
  }
  /* What the thread needs, */
  const SimModel *model = run_session_model (run->session);
  Table *table = g_new0 (Table, 1);
  table->columns = run_export_all_signals (model, path, &table->n_columns);
  leave_out_pullers (model, table->columns, &table->n_columns);
  table->plots = g_object_ref (self);
  table->model = sim_model_ref (model);
  table->trace = run_trace_ref (run_session_trace (run->session));
  table->path = g_strdup (path);
  /* and the thread. */
  g_autoptr (GTask) task = g_task_new (NULL, NULL, table_written, table);
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  g_task_set_task_data (task, table, NULL);
  g_task_run_in_thread (task, write_table);
}
