/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/tool/icon.h"
#include "figure/diagram/symbol.h"

/* The symbol of a component, large, with its ports, which are dragged along its edges,
 * or moved by arrow keys while they have the focus. Keeps the icon. */
#define UI_TYPE_ICON_STAGE (ui_icon_stage_get_type ())
G_DECLARE_FINAL_TYPE (UiIconStage, ui_icon_stage, UI, ICON_STAGE, GtkWidget)

GtkWidget *ui_icon_stage_new (DeskIcon *icon, FigureSymbols *symbols);
