/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Shows `popover` over `parent`, below `at` of it. When it has closed, the focus goes
 * back to `parent`, unless somebody took it elsewhere, and the popover is destroyed. */
void ui_popover_show_once (GtkWidget *popover,
                           GtkWidget *parent,
                           const GdkRectangle *at);
