/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/studio.h"

/* The laws of the selected component, drawn one below the other, each with a dot where
 * the component stands at the time shown, and that in words. Visible only while there
 * are any; it stays in sight while the numbers above it are scrolled and dragged. */
GtkWidget *ui_law_view_new (DeskStudio *studio);
