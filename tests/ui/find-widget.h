/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* The first widget of which `is_it` is true, outer ones before those inside, or NULL.
 */
static inline GtkWidget *
find_widget (GtkWidget *widget,
             bool (*is_it) (GtkWidget *widget, gconstpointer data),
             gconstpointer data)
{
  GtkWidget *found = is_it (widget, data) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, is_it, data);
  return found;
}

static inline bool
is_of_type (GtkWidget *widget, gconstpointer type)
{
  return G_TYPE_CHECK_INSTANCE_TYPE (widget, *(const GType *) type);
}

static inline GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  return find_widget (widget, is_of_type, &type);
}

/* Of a type that the library does not show. */
static inline bool
is_named (GtkWidget *widget, gconstpointer name)
{
  return g_str_equal (G_OBJECT_TYPE_NAME (widget), name);
}

/* Of that CSS class. */
static inline bool
has_class (GtkWidget *widget, gconstpointer name)
{
  return gtk_widget_has_css_class (widget, name);
}
