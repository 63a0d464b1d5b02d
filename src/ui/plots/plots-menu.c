/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu of the plots, its commands, and the list of what a plot may be plotted
 * against. */
#include <glib/gi18n.h>
#include <string.h>

#include "ui/plots/plots-private.h"
#include "ui/widgets/chooser.h"
#include "ui/widgets/picker.h"
#include "ui/widgets/popover.h"

void
ui_plots_open_menu (UiPlots *self, double x, double y)
{
  ui_popover_popup_menu (self->menu, (GdkRectangle){(int) x, (int) y, 1, 1});
}

DocPoint
ui_plots_current_place (UiPlots *self)
{
  const uint32_t n = desk_plots_n (self->studio->plots);
  const int height = gtk_widget_get_height (GTK_WIDGET (self));

  return (DocPoint){gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
                    height * (self->current + 0.5) / n};
}

/* ---- against another variable than time ---- */

static const uint32_t most_found = 20;

/* The key of the row that stands for the time: no variable has an empty name. */
static void
search_x (void *data, const char *text, GPtrArray *rows)
{
  const UiPlots *self = data;
  const DeskPlots *plots = self->studio->plots;
  g_autoptr (GPtrArray) found = desk_plots_find (plots, text, most_found);
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree char *time = g_utf8_casefold (_ ("Time"), -1);
  const bool is_over_time = desk_plots_at (plots, self->current)->x == NULL;

  if (!is_over_time && strstr (time, folded) != NULL)
    ui_picker_add (rows, "", _ ("Time"), NULL, NULL);
  for (guint i = 0; i < found->len; i++)
    ui_picker_add (rows, found->pdata[i], found->pdata[i], NULL, NULL);
}

static void
choose_x (void *data, const char *key)
{
  const UiPlots *self = data;

  desk_plots_set_x (self->studio->plots, self->current, *key != '\0' ? key : NULL);
}

void
ui_plots_open_against (UiPlots *self)
{
  const DocPoint place = ui_plots_current_place (self);
  const GdkRectangle at = {(int) place.x, (int) place.y, 1, 1};

  if (desk_plots_has_curves (self->studio->plots))
    ui_picker_show (GTK_WIDGET (self), &at,
                    &(UiPicker){.name = _ ("Plot against"),
                                .nothing = _ ("No variable of that name"),
                                .search = search_x,
                                .chosen = choose_x,
                                .data = self});
}

/* ---- commands ---- */

static void
act_fit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  desk_plot_view_fit (UI_PLOTS (widget)->view);
  ui_plots_redraw (UI_PLOTS (widget));
}

static void
act_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (desk_plot_view_back (UI_PLOTS (widget)->view))
    ui_plots_redraw (UI_PLOTS (widget));
  else
    gtk_widget_error_bell (widget);
}

static void
act_forward (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (desk_plot_view_forward (UI_PLOTS (widget)->view))
    ui_plots_redraw (UI_PLOTS (widget));
  else
    gtk_widget_error_bell (widget);
}

static void
act_add (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiPlots *self = UI_PLOTS (widget);
  DeskPlots *plots = self->studio->plots;

  /* A second empty plot would only take room. */
  if (doc_plot_n (desk_plots_at (plots, desk_plots_n (plots) - 1)) > 0)
    desk_plots_append (plots);
}

static void
act_clear (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiPlots *self = UI_PLOTS (widget);

  desk_plots_clear (self->studio->plots, self->current);
}

static void
on_table_chosen (gpointer data, const char *path)
{
  UiPlots *self = data;

  if (path != NULL)
    ui_plots_save_table (self, path);
}

static void
on_picture_chosen (gpointer data, const char *path)
{
  if (path != NULL)
    ui_plots_save_picture (data, path);
}

static void
act_export (GtkWidget *widget, const char *name, GVariant *parameter)
{
  bool is_table = g_str_has_suffix (name, "csv");

  ui_chooser_export (
      widget, UI_PLOTS (widget)->studio->document->doc,
      &(UiChooser){.title = is_table ? _ ("Export Table") : _ ("Export Picture"),
                   .name = is_table ? ".csv" : "-plots.png",
                   .messages = &UI_PLOTS (widget)->studio->messages},
      is_table ? on_table_chosen : on_picture_chosen, widget);
}

void
ui_plots_install_actions (GtkWidgetClass *class)
{
  static const struct {
    const char *name;
    GtkWidgetActionActivateFunc run;
  } ACTIONS[] = {
      {"plots.fit", act_fit},           {"plots.back", act_back},
      {"plots.forward", act_forward},   {"plots.add", act_add},
      {"plots.clear", act_clear},       {"plots.export-picture", act_export},
      {"plots.export-csv", act_export},
  };

  for (guint i = 0; i < G_N_ELEMENTS (ACTIONS); i++)
    gtk_widget_class_install_action (class, ACTIONS[i].name, NULL, ACTIONS[i].run);
}
