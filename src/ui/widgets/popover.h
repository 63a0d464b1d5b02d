/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Shows `popover` over `parent`, below `at` of it. When it has closed, the focus goes
 * back to `parent`, unless somebody took it elsewhere, and the popover is destroyed. */
void ui_popover_show_once (GtkWidget *popover,
                           GtkWidget *parent,
                           const GdkRectangle *at);

/* A context menu of `parent`: the menu of this name in menus.ui. */
GtkWidget *ui_popover_menu_new (const char *name, GtkWidget *parent);
/* Its model; the caller unrefs. */
GMenuModel *ui_popover_menu_model (const char *name);
/* Shows that menu over `parent`, below `at` of it, and destroys it when it has closed.
 */
void ui_popover_menu_once (const char *name, GtkWidget *parent, GdkRectangle at);
/* Opens it below a place of its parent, or so much higher that it ends in the window,
 * as far as that is high enough. */
void ui_popover_popup_menu (GtkWidget *menu, GdkRectangle at);

/* For a widget that has been given a size: presents a popover of it again, which points
 * to no place outside. */
void ui_popover_present (GtkPopover *popover);
