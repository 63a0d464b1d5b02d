/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/table/table-edit.h"

/* The curve of a table that is edited: its columns over the first one. Points are
 * dragged, between their neighbours, and a press on one makes its cell current. Shift
 * keeps an axis. */
#define UI_TYPE_TABLE_CURVE (ui_table_curve_get_type ())
G_DECLARE_FINAL_TYPE (UiTableCurve, ui_table_curve, UI, TABLE_CURVE, GtkWidget)

GtkWidget *ui_table_curve_new (DeskTableEdit *edit);
/* Where the point of a cell is drawn, in pixels of the widget; false if it is not. */
bool ui_table_curve_place (UiTableCurve *self,
                           uint32_t row,
                           uint32_t column,
                           graphene_point_t *place);
