/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/studio.h"
#include "figure/diagram/symbol.h"

/* What is selected, in words and numbers: name, class, parameters with units, start
 * values, documentation. With nothing selected: the model and its experiment. */
#define UI_TYPE_INSPECTOR (ui_inspector_get_type ())
G_DECLARE_FINAL_TYPE (UiInspector, ui_inspector, UI, INSPECTOR, GtkWidget)

GtkWidget *ui_inspector_new (DeskStudio *studio, FigureSymbols *symbols);

/* Puts the focus into the first parameter, or setting of the model. */
void ui_inspector_focus (UiInspector *self);
/* Into that of this name, or the first. */
void ui_inspector_focus_value (UiInspector *self, const char *name);
