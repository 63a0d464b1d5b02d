/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/catalogue.h"
#include "figure/diagram/symbol.h"

/* What stands for the palette where that would take too much room: a button for its
 * search and one for each library, which the library's symbol tells. Signal:
 * "opened" (title, a string)  the palette is wanted at that library; NULL: its search
 */
#define UI_TYPE_RAIL (ui_rail_get_type ())
G_DECLARE_FINAL_TYPE (UiRail, ui_rail, UI, RAIL, GtkWidget)

GtkWidget *ui_rail_new (DeskCatalogue *catalogue, FigureSymbols *symbols);
