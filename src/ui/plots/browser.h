/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/studio.h"

/* The variables of the model as a tree of components with a search field; ticking one
 * plots it, dragging one onto a plot adds it there. The component that is selected in
 * the diagram is open. Signal: "plotted"  one was ticked. */
#define UI_TYPE_BROWSER (ui_browser_get_type ())
G_DECLARE_FINAL_TYPE (UiBrowser, ui_browser, UI, BROWSER, GtkWidget)

GtkWidget *ui_browser_new (DeskStudio *studio);
