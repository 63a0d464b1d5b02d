/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/studio.h"

/* What can be done with the row of a parameter besides setting it, as a context menu of
 * the row and of its entry, and by keys in it: the value of a component becomes a
 * parameter of the diagram (Ctrl+P); one of the diagram (`items` is DOC_SELF) is
 * renamed (F2), described and removed, also by a sign at its end.
 * Questions are asked over `over`, which holds the row and outlives it. Copies what it
 * needs. */
void ui_field_menu_add (GtkWidget *row,
                        GtkWidget *over,
                        DeskStudio *studio,
                        const char *const *items,
                        const char *target);
