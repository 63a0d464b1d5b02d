/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* Says what a control does, to those who hover and to those who listen. */
void ui_control_set_label (GtkWidget *control, const char *label);

/* Undo in an entry whose text is applied: Ctrl+Z takes back what was typed since
 * ui_control_settle() was called last, and from there on steps of the diagram. */
void ui_control_add_undo (GtkWidget *entry);

/* What the entry shows is what holds, or became so. */
void ui_control_settle (GtkWidget *entry);

/* Whether it shows something else. */
bool ui_control_is_typed_in (GtkWidget *entry);
