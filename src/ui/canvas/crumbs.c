/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A button for each level, made anew when another one is shown, or when a name on the
 * way may have changed. A pressed one leads there. */
#include "ui/canvas/crumbs.h"

#include <glib/gi18n.h>
#include <string.h>

#include "desk/tool/levels.h"
#include "doc/level.h"
#include "ui/widgets/control.h"

static void
clicked (GtkWidget *button, DeskStudio *studio)
{
  g_autofree char *level = g_strdup (g_object_get_data (G_OBJECT (button), "level"));

  gtk_widget_activate_action (button, "win.diagram", NULL);
  desk_levels_go_to (studio, level); /* frees the button */
}

static void
append (GtkWidget *box, DeskStudio *studio, const char *level, const char *name)
{
  const bool is_shown = g_str_equal (level, doc_level (studio->document->doc));
  GtkWidget *button = gtk_button_new_with_label (name);
  GtkWidget *label = gtk_button_get_child (GTK_BUTTON (button));
  g_autofree char *tip = g_strdup_printf (_ ("Show %s"), name);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 20);
  gtk_widget_set_tooltip_text (button, tip);
  gtk_widget_set_sensitive (button, !is_shown);
  g_object_set_data_full (G_OBJECT (button), "level", g_strdup (level), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (clicked), studio, 0);
  if (*level != '\0') {
    GtkWidget *sign = gtk_label_new ("›");

    gtk_widget_add_css_class (sign, "dim-label");
    gtk_box_append (GTK_BOX (box), sign);
  }
  gtk_box_append (GTK_BOX (box), button);
}

static void
renew (GtkWidget *box)
{
  DeskStudio *studio = g_object_get_data (G_OBJECT (box), "studio");
  const DocModel *doc = studio->document->doc;
  const char *level = doc_level (doc);
  const LangClass *root = doc_level_root (doc);
  GtkWidget *child;

  gtk_widget_set_visible (box, *level != '\0');
  ui_control_release_focus (box);
  while ((child = gtk_widget_get_first_child (box)) != NULL)
    gtk_box_remove (GTK_BOX (box), child);
  if (*level == '\0' || root == NULL)
    return;
  append (box, studio, "", root->name);
  for (const char *end = level; *end != '\0'; end += *end == '.') {
    end += strcspn (end, ".");
    g_autofree char *part = g_strndup (level, (gsize) (end - level));

    append (box, studio, part, doc_level_name (part));
  }
}

GtkWidget *
ui_crumbs_new (DeskStudio *studio)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_halign (box, GTK_ALIGN_START);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_top (box, 12);
  gtk_widget_add_css_class (box, "zoom-box");
  gtk_widget_add_css_class (box, "crumbs");
  gtk_accessible_update_property (GTK_ACCESSIBLE (box), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Levels of the diagram"), -1);
  g_object_set_data (G_OBJECT (box), "studio", studio);
  desk_property_listen (studio->document, "level", box, G_CALLBACK (renew));
  desk_property_listen (studio->document, "revision", box, G_CALLBACK (renew));
  desk_property_listen (studio->document, "doc", box, G_CALLBACK (renew));
  renew (box);
  return box;
}
