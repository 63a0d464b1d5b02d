/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A popover for one question. It leaves the tree of widgets in an idle handler after
 * "closed", since it is still at work when it says so. The focus has to leave it
 * before: GTK 4.8 notes the widget from which the focus has to move when it is hidden,
 * and once more when it is unparented, and loses the first reference
 * (_gtk_window_unset_focus_and_default). What is kept alive so is a popover without a
 * surface, in which the window still looks for the pointer at its next layout, and the
 * tooltip for its text: a crash in gdk_surface_request_motion. */
#include "ui/widgets/popover.h"

#include <math.h>

#include "ui/widgets/control.h"

static gboolean
unparent (gpointer data)
{
  GtkWidget *popover = data;

  ui_control_release_focus (popover);
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

static void
closed (GtkPopover *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, unparent, g_object_ref (popover),
                   g_object_unref);
}

void
ui_popover_show_once (GtkWidget *popover, GtkWidget *parent, const GdkRectangle *at)
{
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), at);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  g_signal_connect (popover, "closed", G_CALLBACK (closed), NULL);
  gtk_widget_set_parent (popover, parent);
  gtk_popover_popup (GTK_POPOVER (popover));
}

void
ui_popover_present (GtkPopover *popover)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (popover));
  const GdkRectangle all = {0, 0, MAX (1, gtk_widget_get_width (parent)),
                            MAX (1, gtk_widget_get_height (parent))};
  GdkRectangle at, within;

  if (gtk_popover_get_pointing_to (popover, &at)) {
    if (!gdk_rectangle_intersect (&all, &at, &within))
      within = (GdkRectangle){CLAMP (at.x, 0, all.width - 1),
                              CLAMP (at.y, 0, all.height - 1), 1, 1};
    if (!gdk_rectangle_equal (&within, &at))
      gtk_popover_set_pointing_to (popover, &within);
  }
  gtk_popover_present (popover);
}

GMenuModel *
ui_popover_menu_model (const char *name)
{
  g_autoptr (GtkBuilder) builder =
      gtk_builder_new_from_resource ("/org/dashpot/Dashpot/menus.ui");

  return g_object_ref (G_MENU_MODEL (gtk_builder_get_object (builder, name)));
}

GtkWidget *
ui_popover_menu_new (const char *name, GtkWidget *parent)
{
  g_autoptr (GMenuModel) model = ui_popover_menu_model (name);
  GtkWidget *menu = gtk_popover_menu_new_from_model (model);

  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  gtk_widget_set_parent (menu, parent);
  return menu;
}

/* GTK 4.8 lets a menu that has no room below only begin above the place, or cuts it.
 * How high it is it knows once it is there. */
void
ui_popover_popup_menu (GtkWidget *menu, GdkRectangle at)
{
  GtkWidget *parent = gtk_widget_get_parent (menu);
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_native (parent));
  double x = 0, y = at.y + at.height;
  int height;

  gtk_popover_set_pointing_to (GTK_POPOVER (menu), &at);
  gtk_popover_popup (GTK_POPOVER (menu));
  gtk_widget_measure (menu, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  gtk_widget_translate_coordinates (parent, window, at.x, y, &x, &y);
  const double over = y + height - gtk_widget_get_height (window);
  if (over <= 0)
    return;
  at.y -= (int) ceil (fmin (over, y));
  gtk_popover_set_pointing_to (GTK_POPOVER (menu), &at);
  gtk_popover_present (GTK_POPOVER (menu));
}

void
ui_popover_menu_once (const char *name, GtkWidget *parent, GdkRectangle at)
{
  GtkWidget *menu = ui_popover_menu_new (name, parent);

  g_signal_connect (menu, "closed", G_CALLBACK (closed), NULL);
  ui_popover_popup_menu (menu, at);
}
