/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/plot/measures.h"

/* The table of what is measured between the cursors, a row for each curve; shown only
 * while a cursor stands. Ctrl+C copies it. Signal: "left"  Escape was pressed there. */
#define UI_TYPE_MEASURE_VIEW (ui_measure_view_get_type ())
G_DECLARE_FINAL_TYPE (UiMeasureView, ui_measure_view, UI, MEASURE_VIEW, GtkWidget)

/* Keeps the measures. */
GtkWidget *ui_measure_view_new (DeskMeasures *measures);

/* To the clipboard, tab-separated. */
void ui_measure_view_copy (UiMeasureView *self);
