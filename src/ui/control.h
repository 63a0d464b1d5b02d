/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Says what a control does, to those who hover and to those who listen. */
void ui_control_set_label (GtkWidget *control, const char *label);
