/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/control.h"

void
ui_control_set_label (GtkWidget *control, const char *label)
{
  gtk_widget_set_tooltip_text (control, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (control),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
