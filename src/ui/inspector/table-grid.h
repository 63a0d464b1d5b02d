/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/table/table-edit.h"

/* The cells of a table that is edited, below the names of their columns, for a
 * GtkScrolledWindow. One entry stands on the current cell and has the keys: arrows, Tab
 * and Return go to another one, typing replaces what it holds, F2 goes into it, Ctrl
 * with plus or minus adds and removes rows, and pasted lines become rows.
 *
 * Signal "told" (const char *): why something cannot be taken, or NULL when something
 * was. */
#define UI_TYPE_TABLE_GRID (ui_table_grid_get_type ())
G_DECLARE_FINAL_TYPE (UiTableGrid, ui_table_grid, UI, TABLE_GRID, GtkWidget)

GtkWidget *ui_table_grid_new (DeskTableEdit *edit);
/* Takes what is being typed; false, and it stays, if that cannot be. */
bool ui_table_grid_commit (UiTableGrid *self);
/* What the buttons beside it do: "add-row", "remove-row", "add-column",
 * "remove-column", "paste". */
void ui_table_grid_do (UiTableGrid *self, const char *what);
