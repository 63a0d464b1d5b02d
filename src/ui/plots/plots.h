/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/studio.h"

/* The stack of plots with one shared time axis, live while a run is going on. */
#define UI_TYPE_PLOTS (ui_plots_get_type ())
G_DECLARE_FINAL_TYPE (UiPlots, ui_plots, UI, PLOTS, GtkWidget)

GtkWidget *ui_plots_new (DeskStudio *studio);

/* The table of what is measured between the cursors, to be placed beside the plots;
 * borrowed. */
GtkWidget *ui_plots_measures (UiPlots *self);

/* Asks what the plot that was pressed, or got a variable, last is to be plotted
 * against.
 */
void ui_plots_open_against (UiPlots *self);

/* The plots as they are seen, in the colours of paper and with the pixels of the
 * screen; what prevents it is told by the studio. */
void ui_plots_save_picture (UiPlots *self, const char *path);
/* The current run as a table, written on a thread; the same. */
void ui_plots_save_table (UiPlots *self, const char *path);

/* For tests: appends a JSON array of what each plot shows, in pixels of the widget. */
void ui_plots_places (UiPlots *self, GString *json);
